"""Numbers as drawn: written in the signs of the console, in cells of one width, in matrices with aligned decimals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.answers import write, write_number
from tutor.screen.lines import EMPTY, Line, Span, beside, line, pad
from tutor.terminal import Terminal
from tutor.units.views import Matrix
from tutor.wrapping import width_of

MARK = "*"
LONGEST_NAME_BEFORE = 6
"""A longer name stands above its matrix instead of before it."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How numbers are written on one terminal: its locale, its signs, so that what is measured is what is shown."""

    terminal: Terminal

    def number(self, x: float, places: int) -> str:
        """A number with so many decimals."""
        return self.terminal.safe(write_number(x, places, self.terminal.locale))

    def listed(self, row: Sequence[float], places: int, *, brackets: bool = False) -> str:
        """Numbers as a list is written."""
        return self.terminal.safe(write(list(row), places, self.terminal.locale, brackets=brackets))


def cells(rows: Sequence[Sequence[float]], places: int, pen: Pen) -> list[list[str]]:
    """Each number written as in a list (no thousands apart), in columns as wide as their widest, aligned right."""
    written = [[pen.listed([x], places) for x in row] for row in rows]
    widths = [max(width_of(row[j]) for row in written) for j in range(len(written[0]))] if written else []
    return [[pad(cell, width, right=True) for cell, width in zip(row, widths, strict=True)] for row in written]


def matrix(item: Matrix, pen: Pen, width: int) -> list[Line]:
    """One matrix: `Q = [ 1,0  0,0 ]`, a row a line, its labels on the right. Rows too long go on below, indented."""
    before = f"{item.name} = " if item.name and width_of(item.name) <= LONGEST_NAME_BEFORE else ""
    lines: list[Line] = [line(Span(item.name, "strong"))] if item.name and not before else []
    for i, row in enumerate(cells(item.values, item.places, pen)):
        if item.marked:
            row = [cell + (MARK if wrong else " ") for cell, wrong in zip(row, item.marked[i], strict=True)]
        start = Span(before if i == 0 else " " * width_of(before), "strong")
        label = item.row_labels[i] if i < len(item.row_labels) else ""
        chunks = _chunks(row, max(8, width - width_of(before) - 4 - (width_of(label) + 2 if label else 0)))
        for k, chunk in enumerate(chunks):
            spans = [start if k == 0 else Span(" " * width_of(before)), Span("[ " if k == 0 else "    ", "dim")]
            spans.append(Span("  ".join(chunk)))
            if k == len(chunks) - 1:
                spans += [Span(" ]", "dim"), Span(f"  {label}" if label else "", "dim")]
            lines.append(tuple(spans))
    return lines


def matrices(items: Sequence[Matrix], pen: Pen, width: int) -> list[Line]:
    """Matrices side by side while they fit, with their names on one height."""
    blocks = [matrix(item, pen, width) for item in items]
    above = [bool(item.name) and width_of(item.name) > LONGEST_NAME_BEFORE for item in items]
    if any(above):
        blocks = [block if has else [EMPTY, *block] for block, has in zip(blocks, above, strict=True)]
    return beside(blocks, width)


def _chunks(row: list[str], width: int) -> list[list[str]]:
    """The cells of a row in pieces that fit, at least one cell each."""
    pieces: list[list[str]] = [[]]
    for cell in row:
        if pieces[-1] and width_of("  ".join([*pieces[-1], cell])) > width:
            pieces.append([])
        pieces[-1].append(cell)
    return pieces
