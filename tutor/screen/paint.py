"""Styles to escape sequences: the only place that imports rich, and only when there is colour.

The colours are of middle brightness, so that they stand out from a white background as from a black one (contrast about
4,5 to both). The shades of a heat map set both foreground and background.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tutor.screen.lines import Line, plain
from tutor.terminal import Terminal

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {
    "": "",
    "strong": "bold",
    "dim": "color(243)",
    "accent": "color(31)",
    "title": "bold color(31)",
    "code": "color(31)",
    "good": "bold color(64)",
    "bad": "bold color(160)",
    "soft": "bold color(166)",
    "warn": "bold color(166)",
    "bar": "color(31)",
    "bar-negative": "color(166)",
    "shade0": "color(235) on color(255)",
    "shade1": "color(235) on color(195)",
    "shade2": "color(235) on color(153)",
    "shade3": "color(235) on color(74)",
    "shade4": "color(255) on color(25)",
}


class Painter:
    """Writes lines on a terminal, in colour if it may."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._console: Console | None = None

    def write(self, lines: Sequence[Line]) -> None:
        """Lines to the terminal: plain, or through rich where there is colour."""
        if not self._terminal.colour:
            self._terminal.write("\n".join(plain(a_line) for a_line in lines))
            return
        from rich.text import Text

        console = self._console = self._console or self._made()
        text = Text("\n").join(Text.assemble(*((span.text, STYLES[span.style]) for span in row)) for row in lines)
        console.print(text, soft_wrap=True)

    def _made(self) -> Console:
        from rich.console import Console

        return Console(
            file=self._terminal.stdout,
            force_terminal=True,
            width=self._terminal.width,
            markup=False,
            highlight=False,
            emoji=False,
        )
