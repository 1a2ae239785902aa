"""Lines of styled text, before anybody knows whether there will be colour.

A `Line` is a tuple of spans, a span a text with the name of a style ("" for none). All layout happens here, on plain
characters; `paint` turns the names into colour, or drops them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

GLUE = "\ue000"
"""Stands for a blank where a line must not be broken."""
_TOGETHER = re.compile(
    r"(?:\b\w{1,12} \d = )?[(\[][−\d.,;∞|·/% ]{1,40}[)\]]|`[^`]{1,60}`"  # lists (`clave 0 = (1,0 ; 0,0)`), commands
    r"|\d \d{3}\b|\d+ de \d+|\be\^\S+|[\w√·]{1,12} = [−\d][\d.,]*|(?<=\d) [=≈] (?=\S)"  # numbers and what they are
)
_CODE = re.compile(r"(`[^`]+`)")
MARGIN = "  "
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


def width_of(text: str) -> int:
    """Columns taken: combining signs none, East Asian wide signs two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) == "Cf"
        else 2 if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )  # fmt: skip


def line_width(a_line: Line) -> int:
    return sum(width_of(span.text) for span in a_line)


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled with blanks up to `width` columns, on its left when `right` aligned."""
    blanks = " " * (width - width_of(text))
    return blanks + text if right else text + blanks


def padded(a_line: Line, width: int) -> Line:
    missing = width - line_width(a_line)
    return (*a_line, Span(" " * missing)) if missing > 0 else a_line


def wrap(text: str, width: int, hanging: str = "") -> list[str]:
    """One paragraph in lines of at most `width` columns, broken at blanks; short lists and commands stay whole.

    Continuation lines begin with `hanging`. A word wider than the line is cut, so that nothing runs off the edge.
    """
    glued = _TOGETHER.sub(lambda m: m[0].replace(" ", GLUE) if width_of(m[0]) <= width else m[0], text)
    lines: list[str] = []
    current = ""
    for word in glued.split(" "):
        candidate = f"{current} {word}" if current else word
        if width_of(candidate) <= width or not current.strip():
            current = candidate
        else:
            lines.append(current)
            current = hanging + word
        while width_of(current) > width:
            cut = fitting(current, width)
            lines.append(current[:cut])
            current = hanging + current[cut:]
    return [a_line.replace(GLUE, " ").rstrip() for a_line in [*lines, current]]


def words_of(text: str) -> list[str]:
    """What a line is not broken inside of: words, short lists, commands."""
    glued = _TOGETHER.sub(lambda m: m[0].replace(" ", GLUE), text)
    return [word.replace(GLUE, " ") for word in glued.split(" ")]


def fitting(text: str, width: int) -> int:
    """How many characters of a text fit in so many columns, one at least."""
    taken = 0
    for i, c in enumerate(text):
        taken += width_of(c)
        if taken > width:
            return max(1, i)
    return len(text)


def paragraphs(text: str, width: int) -> list[str]:
    """Finished lines of a text: its own line ends are kept, indented lines are kept as they are if they fit."""
    result: list[str] = []
    for raw in text.rstrip().split("\n"):
        indent = raw[: len(raw) - len(raw.lstrip(" "))]
        if width_of(raw) <= width:
            result.append(raw.rstrip())
        else:
            result += [indent + more for more in wrap(raw.strip(), max(8, width - len(indent)), "  " if indent else "")]
    return result


def marked(text: str, style: str = "") -> Line:
    """The line with what is between backticks shown as something to type; the backticks stay."""
    return tuple(Span(part, "code" if i % 2 else style) for i, part in enumerate(_CODE.split(text)) if part)


def beside(blocks: Sequence[Sequence[Line]], width: int, gap: int = 5) -> list[Line]:
    """Blocks of lines side by side, as many in a row as fit, the rest below."""
    result: list[Line] = []
    row: list[Sequence[Line]] = []
    taken = 0
    for block in blocks:
        needs = max((line_width(a_line) for a_line in block), default=0)
        if row and taken + gap + needs > width:
            result += [*_joined(row, gap), EMPTY]
            row, taken = [], 0
        taken += needs + (gap if row else 0)
        row.append(block)
    return [*result, *_joined(row, gap)] if row else result


def _joined(blocks: Sequence[Sequence[Line]], gap: int) -> list[Line]:
    widths = [max((line_width(a_line) for a_line in block), default=0) for block in blocks]
    height = max((len(block) for block in blocks), default=0)
    rows: list[Line] = []
    for i in range(height):
        spans: list[Span] = []
        for block, width in zip(blocks, widths, strict=True):
            spans += padded(block[i] if i < len(block) else EMPTY, width)
            spans.append(Span(" " * gap))
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


def indented(lines: Iterable[Line], margin: str = MARGIN) -> list[Line]:
    return [(Span(margin), *a_line) if a_line else a_line for a_line in lines]
