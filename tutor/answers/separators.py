"""What may separate two numbers within a line, and the pieces between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tutor.answers.characters import FRACTIONS, SUPERSCRIPTS
from tutor.answers.locales import Locale
from tutor.answers.scalar import Cell
from tutor.answers.source import Source


@dataclass(frozen=True, slots=True)
class Split:
    """One way of cutting. `rank` 0 is natural, 1 only if the shape asks for it. `doubtful`: never taken unasked."""

    cells: tuple[Source, ...]
    rank: int = 0
    why: str = ""
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """What is known around the text to be cut."""

    locale: Locale
    reads: Callable[[Source], Cell | None]
    """The cell that a piece is, or None where it cannot be read as one."""
    decimals: int | None = None
    wanted: int | None = None
    """Cells asked, if known."""
    lone_comma: bool = False
    """The whole answer has this one comma and no brackets: it is decimal."""
    comma_cuts: bool = False
    """The comma separates the rows already (`],[`)."""
    uniform: bool = False
    """In a matrix the commas of a row are all separators or all decimal."""


@dataclass(frozen=True, slots=True)
class Separator:
    """What stands between two pieces.

    `kind`: `, `, ` ,` or a glued `,`; a blank; ` · ` or a glued `·`; ` - ` or a glued `-`; `/`.
    """

    kind: str
    start: int
    end: int

    @property
    def span(self) -> tuple[int, int]:
        """(start, end) in the line."""
        return self.start, self.end


OPERATORS = (" - ", "-", "/", "·")
"""The separators that operate more often than they separate."""

_SIGNS = "".join(FRACTIONS)
_SEPARATOR = re.compile(r"[(\[{<]|[)\]}>]|[ \xa0]?[,·/-][ \xa0]?|[ \xa0]")
_ENDS_NUMBER = re.compile(rf"[\w)\]}}>%∞.'{_SIGNS}{''.join(SUPERSCRIPTS)}]")
_BEGINS_NUMBER = re.compile(rf"[+-]?[\w(\[{{<√∛∞{_SIGNS}]|[+-]?[.,'][0-9]")
_FUNCTION_BEFORE = re.compile(r"(?:ln|log|exp|abs|sen|sin|cos|tan|tg)$", re.IGNORECASE)
_EXPONENT_AFTER = re.compile(r"[eE][+-]?[0-9]++(?![.,'][0-9])")
_POWER_OF_E = re.compile(r"e[+-]?[0-9.,']+$", re.IGNORECASE)
_EXPONENT_BEFORE = re.compile(r"[0-9][eE]$")
_EXPONENT = re.compile(r"\s?[+-]?[0-9]++(?![.,'][0-9])")
_CERTAIN_POINT = re.compile(
    r"(?<![0-9.])(?:0?[0-9]*\.(?![0-9]{3}(?![0-9]))[0-9]*|0[0-9]*\.[0-9]+|[0-9]{4,}\.[0-9]+|\.[0-9]+)(?![0-9.])"
)
_ZEROS_BEFORE = re.compile(r"0[0-9]")


def separators(text: str) -> list[Separator]:
    """The separators that may be, outside inner brackets."""
    found = []
    depth = 0
    for match in _SEPARATOR.finditer(text):
        mark, (start, end) = match[0], match.span()
        if mark in "([{<":
            depth += 1
        elif mark in ")]}>":
            depth -= 1
        elif depth == 0 and (kind := _kind(text, mark.replace("\xa0", " "), start, end)):
            signed = kind == " "  # `1 -2`: the minus belongs to what follows
            found.append(Separator(kind, start, start + 1 if signed else end))
    return found


def _kind(text: str, mark: str, start: int, end: int) -> str:
    """The kind of a separator; empty for a sign or a blank that belongs to a number or to an operation."""
    if "," in mark:
        return ", " if mark.endswith(" ") else mark
    before = text[max(0, start - 3) : start]
    if not _ENDS_NUMBER.match(before[-1:]) or not _BEGINS_NUMBER.match(text, end):
        return ""
    if mark.endswith("-") and text[end] in "+-":
        return ""
    if _EXPONENT_BEFORE.search(before) and _EXPONENT.match(text, start):
        return ""
    if mark == " -":  # `1 -2`: a blank, and a minus that belongs to what follows
        mark = " "
    if mark == " ":
        exponent = _EXPONENT_AFTER.match(text, end) and not _POWER_OF_E.search(text, max(0, start - 30), start)
        return "" if exponent or _FUNCTION_BEFORE.search(before) else " "
    return mark if mark in (" - ", " · ") else mark.strip()


def cut(source: Source, spans: Iterable[tuple[int, int]]) -> tuple[Source, ...]:
    """The pieces between the spans."""
    pieces = []
    start = 0
    for end, following in spans:
        pieces.append(source.cut(start, end))
        start = following
    return (*pieces, source.cut(start, len(source.text)))


def is_natural(piece: Source) -> bool:
    """Whether a piece may stand alone at a comma: `000` and `05` are decimals cut off from their number."""
    return bool(piece.text) and not _ZEROS_BEFORE.match(piece.text)


def certain_point(text: str) -> bool:
    """Whether some point in the text can only begin decimals."""
    return "." in text and _CERTAIN_POINT.search(text) is not None
