"""How far long work is, on stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tutor.terminal import Terminal

LONG = 100_000
"""Answers from which it shows: fewer take about a second."""
WIDEST = 54
ROOM = len("Calificando [] 100 % ")


class Bar:
    """Progress in one line, only where somebody sees it and only if the work is long. `done` clears it."""

    def __init__(self, terminal: Terminal) -> None:
        self.stream = terminal.stderr
        self.shows = self.stream.isatty() and not terminal.accessible
        self.width = min(terminal.width - 1, WIDEST)
        self.shown = False

    def advance(self, done: int, total: int) -> None:
        """So many answers of so many are judged."""
        if not self.shows or total < LONG:
            return
        size = self.width - ROOM
        full = size * done // total
        self.shown = True
        self._put(f"Calificando [{'#' * full}{'.' * (size - full)}] {100 * done // total:3d} %")

    def doing(self, what: str) -> None:
        """What is being done now, where a bar was shown."""
        if self.shown:
            self._put(f"{what}...")

    def done(self) -> None:
        """Clears the line, where one was shown."""
        if self.shown:
            self._put("")
            self.stream.write("\r")
            self.stream.flush()

    def _put(self, text: str) -> None:
        self.stream.write("\r" + text[: self.width].ljust(self.width))
        self.stream.flush()
