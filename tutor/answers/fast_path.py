"""The short way for plain answers: `0,412 0,203 0,384`, `(1 ; 0 ; 0)`, `0.412, 0.203`, in each locale.

Only texts that have one reading whatever is asked are taken here, in one match of one pattern; the long way would read
them alike (a test compares both), some ten times slower. `column` takes a class's plain answers by the same patterns.
"""

from __future__ import annotations

import re
from functools import cache

from tutor.answers.locales import Locale

MAX_LENGTH = 2000
"""Signs in one answer; a longer one is refused unread."""

_WHOLE = r"[+\-−]?(?:0|[1-9][0-9]{0,14})"
_COMMA, _POINT = (rf"{_WHOLE}(?:{mark}[0-9]{{1,20}})?" for mark in (",", r"\."))
_CERTAIN_POINT = (  # in Spanish `12.345` may be thousands
    r"(?:[+\-−]?(?:0|[1-9][0-9]{3,14})(?:\.[0-9]{1,20})?|[+\-−]?[1-9][0-9]{0,2}(?:\.(?:[0-9]{1,2}|[0-9]{4,20}))?)"
)
_CELLS = {",": _COMMA, ".": _POINT}
_LISTS = {
    ",": ((_COMMA, " ?; ?| "), (_CERTAIN_POINT, ",? ")),
    ".": ((_POINT, " ?; ?|,? "), (rf"{_WHOLE}\.[0-9]{{1,20}}", ",")),
}
"""By decimal mark, the cells that a list may have and the separators of which one stands between all of them."""
AROUND = " ()[]"


@cache
def one_pattern(mark: str) -> re.Pattern[str]:
    """A numeral of the locales with that decimal mark."""
    return re.compile(f" *+{_CELLS[mark]} *+")


@cache
def list_pattern(mark: str, cells: int | None = None) -> re.Pattern[str]:
    """A list of `cells` numerals (None: of two or more)."""
    more = "*" if cells is None else f"{{{cells - 2}}}"
    lists = (
        rf"{cell}({separators}){cell}(?:\{group}{cell}){more}"
        for group, (cell, separators) in enumerate(_LISTS[mark], 3)
    )
    return re.compile(rf" *+(?:(\()|(\[))? *+(?:{'|'.join(lists)}) *+(?(1)\))(?(2)\]) *+")


def numerals(text: str, mark: str) -> list[str]:
    """The cells of plain text without its brackets, as `float` takes them."""
    text = text.replace(", ", " ").replace(",", ".") if mark == "," else text.replace(",", " ")
    return text.replace(";", " ").replace("−", "-").split()


def places(numeral: str) -> int:
    """Its decimals."""
    point = numeral.find(".")
    return len(numeral) - point - 1 if point >= 0 else 0


def read_one(text: str, locale: Locale) -> tuple[float, int] | None:
    """A plain numeral and its decimals; None if the long way must look at it."""
    if one_pattern(locale.decimal).fullmatch(text) is None:
        return None
    cell = text.strip(" ").replace(",", ".").replace("−", "-")
    return float(cell) + 0.0, places(cell)


def read_list(text: str, locale: Locale) -> tuple[list[float], list[int | None]] | None:
    """A plain list of two or more numerals and their decimals; None if the long way must look at it."""
    if list_pattern(locale.decimal).fullmatch(text) is None:
        return None
    cells = numerals(text.strip(AROUND), locale.decimal)
    return [float(cell) + 0.0 for cell in cells], [places(cell) for cell in cells]
