"""Pictures in characters, the numbers always beside them: bars, heat map, mask."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tutor.screen.figures import Pen, cells
from tutor.screen.lines import Line, Span, line, pad
from tutor.wrapping import width_of

LONGEST_BAR = 32
EIGHTHS = " ▏▎▍▌▋▊▉"
FULL = "█"
SHADES = ("  ", "░░", "▒▒", "▓▓", "██")
TINY = 1e-300
ROUNDED = 0.02
"""How far the sum of somebody's rounded weights may be from 1."""
HIDDEN, SEEN = "··", "██"


def bars(values: Sequence[float], labels: Sequence[str], places: int, pen: Pen, width: int, fine: bool) -> list[Line]:
    """A bar a number, from zero. The room is 1 for the parts of a whole, so that two pictures can be compared; else the
    longest fills it. Negative ones grow to the left of the axis.

    `fine`: the console has eighths of a block; otherwise bars are rounded to whole ones.
    """
    names = [*labels, *("" for _ in range(len(values) - len(labels)))]
    first = max((width_of(name) for name in names), default=0)
    numbers = [pen.number(x, places) for x in values]
    last = max((width_of(number) for number in numbers), default=0)
    finite = [x for x in values if math.isfinite(x)]
    high, low = 1.0 if _parts_of_one(values) else max([0.0, *finite]), min([0.0, *finite])
    room = max(4, min(LONGEST_BAR, width - first - last - (5 if low < 0 else 4)))
    unit = room / (high - low) if high - low > TINY else 0.0
    left = round(-low * unit)
    rows: list[Line] = []
    for name, x, number in zip(names, values, numbers, strict=True):
        size = abs(x) * unit if math.isfinite(x) else 0.0
        spans = [Span(pad(name, first) + "  ")]
        if low < 0:
            negative = FULL * max(1, round(size)) if x < 0 and size else ""
            spans += [Span(pad(negative[:left], left, right=True), "bar-negative"), Span("│", "dim")]
        bar = _bar(min(size, room - left), fine) if x > 0 else ""
        spans += [Span(pad(bar, room - left), "bar"), Span("  "), Span(pad(number, last, right=True), "strong")]
        rows.append(tuple(spans))
    return rows


def _parts_of_one(values: Sequence[float]) -> bool:
    """Not negative and adding to 1, as far as a person's decimals go."""
    return all(x >= 0 for x in values) and abs(sum(values) - 1) <= ROUNDED


def _bar(size: float, fine: bool) -> str:
    whole = int(size)
    if not fine:
        return FULL * max(1, round(size))
    return (FULL * whole + EIGHTHS[int((size - whole) * 8)].strip()) or EIGHTHS[1]


def heat(
    values: Sequence[Sequence[float]], labels: Sequence[str], places: int, pen: Pen, width: int, colour: bool
) -> list[Line]:
    """A shade a cell and the number inside it; without colour, the shade is a sign before the number."""
    written = cells(values, places, pen)
    finite = [x for row in values for x in row if math.isfinite(x)]
    high, low = max([0.0, *finite]), min([0.0, *finite])
    names = _names(labels, len(values))
    first = max(width_of(name) for name in names)
    cell_width = max(width_of(cell) for row in written for cell in row)
    rows: list[Line] = []
    for chunk in _column_chunks(len(values[0]), cell_width + (2 if colour else 4), width - first - 2):
        head = [pad(str(j), cell_width + 1 if colour else cell_width + 3, right=True) + " " for j in chunk]
        rows.append(line(" " * (first + 2), Span("".join(head), "dim")))
        for name, row, texts in zip(names, values, written, strict=True):
            spans = [Span(pad(name, first) + "  ")]
            for j in chunk:
                level = _level(row[j], low, high)
                if colour:
                    spans.append(Span(f" {pad(texts[j], cell_width, right=True)} ", f"shade{level}"))
                else:
                    spans.append(Span(f"{SHADES[level]} {pad(texts[j], cell_width, right=True)} "))
            rows.append(tuple(spans))
    return rows


def mask(values: Sequence[Sequence[float]], labels: Sequence[str], places: int, pen: Pen, width: int) -> list[Line]:
    """What each row may see: a full cell, or dots where it is hidden (−∞; a zero where there is no −∞)."""
    written = cells(values, places, pen)
    hidden = hidden_cells(values)
    names = _names(labels, len(values))
    first = max(width_of(name) for name in names)
    rows: list[Line] = [line(" " * (first + 2), Span(" ".join(pad(str(j), 2) for j in range(len(values[0]))), "dim"))]
    picture = 3 * len(values[0]) + 1
    cell_width = max(width_of(cell) for row in written for cell in row)
    fits = first + 2 + picture + 4 + len(values[0]) * (cell_width + 2) <= width
    for name, row, texts in zip(names, hidden, written, strict=True):
        spans = [Span(pad(name, first) + "  ")]
        for is_hidden in row:
            spans.append(Span(f"{HIDDEN if is_hidden else SEEN} ", "dim" if is_hidden else "bar"))
        if fits:
            spans.append(Span("  [ " + "  ".join(texts) + " ]"))
        rows.append(tuple(spans))
    if not fits:
        rows += [line(f"{pad(name, first)}  [ {'  '.join(row)} ]") for name, row in zip(names, written, strict=True)]
    return rows


def hidden_cells(values: Sequence[Sequence[float]]) -> list[list[bool]]:
    """Which cells a mask hides."""
    infinite = any(x == -math.inf for row in values for x in row)
    return [[x == -math.inf if infinite else x == 0 for x in row] for row in values]


def _names(labels: Sequence[str], count: int) -> list[str]:
    return [labels[i] if i < len(labels) else f"fila {i}" for i in range(count)]


def _level(x: float, low: float, high: float) -> int:
    """0 to 4; zero and −∞ are always the lightest."""
    if not math.isfinite(x) or high <= low or x == 0 or x == low:
        return 0 if x != math.inf else 4
    return max(1, min(4, math.ceil(4 * (x - low) / (high - low) - 1e-9)))


def _column_chunks(count: int, each: int, width: int) -> list[range]:
    step = max(1, width // each)
    return [range(start, min(count, start + step)) for start in range(0, count, step)]
