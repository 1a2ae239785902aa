"""What a cell may have been before its raised signs, its dots or a second writing got lost: other texts to read.

Each row says what is met, for what a question is asked, and the texts that it may stand for, as templates of the
match; the first readings come first. All matches in a cell are respelled together, so that a sum of three powers of
ten is asked once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tutor.answers.characters import SUPERSCRIPTS

_RAISED = "".join(SUPERSCRIPTS)
_PLAIN = r"(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)"
_NO_MORE = r"(?![0-9]|[.,'][0-9])"
AS_TYPED = r"\g<0>"


class Respelling(NamedTuple):
    """`texts` are read instead of the cell; those that are no number are left out."""

    doubt: str
    pattern: re.Pattern[str]
    texts: tuple[str, ...]


_TABLE = (
    Respelling(  # 4,49·10-1
        "lost-exponent",
        re.compile(rf"(?<=[0-9)])\s*[*xX·]\s*10(?:\s*-|-\s)([0-9]{{1,2}}){_NO_MORE}(?!\s*[*·/^xX({_RAISED}])"),
        (r"·10^-\1", r"*10-\1"),
    ),
    Respelling(  # 2.10^-3
        "point-or-times",
        re.compile(rf"(?<![0-9.,'])(0?[.,][0-9]+|[1-9][0-9]*(?:[.,][0-9]+)?)\.\s?10(?=\s*[\^{_RAISED}])"),
        (r"\1·10", AS_TYPED),
    ),
    Respelling(  # e-0,8 and e1,2
        "exponent",
        re.compile(rf"(?<![\w.,'\)])(?<![\w)] )e\s?(?={_PLAIN}{_NO_MORE}|[+-]\S)", re.IGNORECASE),
        ("e^", AS_TYPED),
    ),
)
_LONE_POWER = re.compile(r"([+-]?)e\s?([+-]?)([0-9]{1,3})", re.IGNORECASE)
_LONE_DECIMAL = re.compile(r"([+-]?)e([0-9]*[.,][0-9]+)", re.IGNORECASE)
_RAISED_POINT = re.compile(r"([+-]?)(?:(0)·([0-9]+)|([1-9][0-9]*)·([0-9]{2,}))")


def respelled(text: str, decimal: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The doubts of a cell, each with the texts that it may stand for."""
    if match := _RAISED_POINT.fullmatch(text):
        sign, *parts = (part for part in match.groups() if part is not None)
        yield "raised-point", (sign + decimal.join(parts), text.replace("·", "*"))
    if match := _LONE_POWER.fullmatch(text):
        sign, minus, digits = match.groups()
        as_typed = (f"{sign}e{minus}({digits})",) if minus else ()
        yield "exponent", (f"{sign}e^{minus}{digits}", f"{sign}1e{minus}{digits}", *as_typed)
    elif match := _LONE_DECIMAL.fullmatch(text):
        yield "exponent", (f"{match[1]}e^{match[2]}", f"{match[1]}e*{match[2]}")
    for doubt, pattern, texts in _TABLE:
        if pattern.search(text):
            yield doubt, tuple(pattern.sub(new, text) for new in texts)
