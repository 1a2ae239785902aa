"""Lines of styled text, before anybody knows whether there will be colour.

A `Line` is a tuple of spans, a span a text with the name of a style ("" for none). All layout happens here, on plain
characters; `paint` turns the names into colour, or drops them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tutor.wrapping import width_of

_CODE = re.compile(r"(`[^`]+`)")
MARGIN = "  "
GAP = 5
WIDEST_TEXT = 88
"""Longer lines than this tire the eye, however wide the window."""


class Span(NamedTuple):
    text: str
    style: str = ""


Line = tuple[Span, ...]
EMPTY: Line = ()


def line(*parts: str | Span) -> Line:
    """A line of texts and spans."""
    return tuple(part if isinstance(part, Span) else Span(part) for part in parts)


def plain(a_line: Line) -> str:
    """The characters of a line, without the blanks at its end."""
    return "".join(span.text for span in a_line).rstrip()


def line_width(a_line: Line) -> int:
    """Columns that a line takes."""
    return sum(width_of(span.text) for span in a_line)


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled with blanks up to `width` columns, on its left when `right` aligned."""
    blanks = " " * (width - width_of(text))
    return blanks + text if right else text + blanks


def padded(a_line: Line, width: int) -> Line:
    """A line with blanks up to `width` columns."""
    missing = width - line_width(a_line)
    return (*a_line, Span(" " * missing)) if missing > 0 else a_line


def marked(text: str, style: str = "") -> Line:
    """The line with what is between backticks shown as something to type; the backticks stay."""
    return tuple(Span(part, "code" if i % 2 else style) for i, part in enumerate(_CODE.split(text)) if part)


def beside(blocks: Sequence[Sequence[Line]], width: int) -> list[Line]:
    """Blocks of lines side by side, as many in a row as fit, the rest below."""
    result: list[Line] = []
    row: list[Sequence[Line]] = []
    taken = 0
    for block in blocks:
        needs = max((line_width(a_line) for a_line in block), default=0)
        if row and taken + GAP + needs > width:
            result += [*_joined(row), EMPTY]
            row, taken = [], 0
        taken += needs + (GAP if row else 0)
        row.append(block)
    return [*result, *_joined(row)] if row else result


def _joined(blocks: Sequence[Sequence[Line]]) -> list[Line]:
    widths = [max((line_width(a_line) for a_line in block), default=0) for block in blocks]
    height = max((len(block) for block in blocks), default=0)
    rows: list[Line] = []
    for i in range(height):
        spans: list[Span] = []
        for block, width in zip(blocks, widths, strict=True):
            spans += padded(block[i] if i < len(block) else EMPTY, width)
            spans.append(Span(" " * GAP))
        rows.append(stripped(tuple(spans)))
    while rows and not rows[0]:
        rows.pop(0)
    return rows


def stripped(a_line: Line) -> Line:
    """Without the blanks at its end."""
    spans = list(a_line)
    while spans and not spans[-1].text.rstrip(" "):
        spans.pop()
    if spans:
        spans[-1] = Span(spans[-1].text.rstrip(" "), spans[-1].style)
    return tuple(spans)


def indented(lines: Iterable[Line]) -> list[Line]:
    """Lines behind the margin; empty ones stay empty."""
    return [(Span(MARGIN), *a_line) if a_line else a_line for a_line in lines]
