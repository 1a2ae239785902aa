"""The short way for plain answers: `0,412 0,203 0,384`, `(1 ; 0 ; 0)`, `0.412, 0.203`, in each locale.

Only texts that have one reading whatever is asked are taken here, in one match of one pattern; the long way would read
them alike (a test compares both), some ten times slower.
"""

from __future__ import annotations

import re

from tutor.answers.locales import Locale

MAX_LENGTH = 2000
"""Signs in one answer; a longer one is refused unread."""

_WHOLE = r"[+\-−]?(?:0|[1-9][0-9]{0,14})"


def _list_of(cell: str, separators: str) -> re.Pattern[str]:
    """Two cells or more, with one and the same separator between them."""
    return re.compile(rf"{cell}({separators}){cell}(?:\1{cell})*")


_COMMA, _POINT = (rf"{_WHOLE}(?:{mark}[0-9]{{1,20}})?" for mark in (",", r"\."))
_CERTAIN_POINT = (  # in Spanish `12.345` may be thousands
    r"[+\-−]?(?:0|[1-9][0-9]{3,14})(?:\.[0-9]{1,20})?|[+\-−]?[1-9][0-9]{0,2}(?:\.(?:[0-9]{1,2}|[0-9]{4,20}))?"
)
_SPANISH = (_list_of(_COMMA, " ?; ?| "), _list_of(f"(?:{_CERTAIN_POINT})", ",? "))
_ENGLISH = (_list_of(_POINT, " ?; ?|,? "), _list_of(rf"{_WHOLE}\.[0-9]{{1,20}}", ","))
_ONE_SPANISH, _ONE_ENGLISH = re.compile(_COMMA), re.compile(_POINT)
_CLOSING = {"(": ")", "[": "]"}


def read_one(text: str, ours: Locale) -> tuple[float, int] | None:
    """A plain numeral and its decimals; None if the long way must look at it."""
    text = text.strip(" ")
    if ours.comma_is_decimal:
        if _ONE_SPANISH.fullmatch(text) is None:
            return None
        text = text.replace(",", ".")
    elif _ONE_ENGLISH.fullmatch(text) is None:
        return None
    return float(text.replace("−", "-")) + 0.0, _places(text)


def read_list(text: str, ours: Locale) -> tuple[list[float], list[int | None]] | None:
    """A plain list of two or more numerals and their decimals; None if the long way must look at it."""
    text = text.strip(" ")
    if text[:1] in _CLOSING:
        if text[-1] != _CLOSING[text[0]]:
            return None
        text = text[1:-1].strip(" ")
    if ours.comma_is_decimal:
        if _SPANISH[0].fullmatch(text) is None and _SPANISH[1].fullmatch(text) is None:
            return None
        if ";" in text:
            text = text.replace(" ", "").replace(",", ".").replace(";", " ")
        else:
            text = text.replace(", ", " ").replace(",", ".")
    else:
        if _ENGLISH[0].fullmatch(text) is None and _ENGLISH[1].fullmatch(text) is None:
            return None
        text = text.replace(";", " ").replace(",", " ")
    cells = text.replace("−", "-").split()
    return [float(cell) + 0.0 for cell in cells], [_places(cell) for cell in cells]


def _places(cell: str) -> int:
    point = cell.find(".")
    return len(cell) - point - 1 if point >= 0 else 0
