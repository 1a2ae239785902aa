"""Questions with their answers embedded in the text (Cloze), and Moodle's XML for a bank of them.

The format is that of docs.moodle.org, «Embedded Answers (Cloze) question type» and «Moodle XML format»: a blank is
`{weight:KIND:alternative~alternative…}`, an alternative `=answer#feedback` where it earns its points and
`answer#feedback` where it earns nothing; the first that fits counts. Numbers have a point and no thousands.

What stands in an alternative is decoded once when it is imported and is HTML from then on. So every sign that means
something to either is written as a character reference, and its `&` as another: there is nothing left to escape.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from xml.sax.saxutils import escape

NUMERICAL: Literal["NUMERICAL"] = "NUMERICAL"
MULTICHOICE: Literal["MULTICHOICE"] = "MULTICHOICE"
PLACES = 9
"""Decimals of a number and its tolerance, as exact as the judge's guard."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_MEANING = str.maketrans({sign: f"&#{ord(sign)};" for sign in "&<>\"'{}~#\\"})


@dataclass(frozen=True, slots=True)
class Alternative:
    """One answer that is recognised: `answer` is text, or a number as text with its `tolerance`."""

    answer: str
    right: bool = False
    feedback: str = ""
    tolerance: str = ""


@dataclass(frozen=True, slots=True)
class Blank:
    """A box or a list to choose from. `weight` is a whole number; `label` says in words what goes in it."""

    kind: Literal["NUMERICAL", "MULTICHOICE"]
    weight: int
    alternatives: tuple[Alternative, ...]
    label: str = ""


Piece = str | Blank
"""HTML without blanks, as `text` makes it, or a blank."""


@dataclass(frozen=True, slots=True)
class ClozeQuestion:
    """One question: its name in the bank, its text, and the HTML shown after it is answered."""

    name: str
    pieces: tuple[Piece, ...]
    feedback: str

    @property
    def blanks(self) -> tuple[Blank, ...]:
        """The places to be filled in, in their order."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Blank))


def text(plain: str) -> str:
    """Plain text as HTML in which no sign can be taken for a blank or a part of one."""
    return plain.translate(_MEANING)


def number(value: float) -> str:
    """A number as the format has it: a point, no sign but `-`, no needless zeros."""
    written = f"{value:.{PLACES}f}".rstrip("0").rstrip(".")
    return "0" if written in ("-0", "") else written


def span(low: float, high: float) -> tuple[str, str]:
    """A number and its tolerance that take all from `low` to `high`, both included whatever the writing rounds."""
    middle = number((low + high) / 2.0)
    slack = max(high - float(middle), float(middle) - low)
    return middle, number(slack + 10.0**-PLACES) if slack else "0"


def written(pieces: Iterable[Piece]) -> str:
    """The text of a question with its blanks in it."""
    return "".join(piece if isinstance(piece, str) else _blank(piece) for piece in pieces)


def bank(category: str, questions: Sequence[ClozeQuestion], about: str = "") -> bytes:
    """A question bank in Moodle's XML: one category, and the questions in it."""
    place = "$course$/top/" + category.replace("/", "//")
    entries = [
        f'  <question type="category">\n    <category><text>{_xml(place)}</text></category>\n'
        f'    <info format="html"><text>{_xml(text(about))}</text></info>\n  </question>\n',
        *(_question(question) for question in questions),
    ]
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{"".join(entries)}</quiz>\n'.encode()


def _question(question: ClozeQuestion) -> str:
    return (
        f'  <question type="cloze">\n    <name><text>{_xml(question.name)}</text></name>\n'
        f'    <questiontext format="html"><text>{_xml(written(question.pieces))}</text></questiontext>\n'
        f'    <generalfeedback format="html"><text>{_xml(question.feedback)}</text></generalfeedback>\n'
        "    <penalty>0</penalty>\n    <hidden>0</hidden>\n  </question>\n"
    )


def _blank(blank: Blank) -> str:
    return f"{{{blank.weight}:{blank.kind}:{'~'.join(map(_alternative, blank.alternatives))}}}"


def _alternative(one: Alternative) -> str:
    answer = f"{one.answer}:{one.tolerance}" if one.tolerance else _inside(one.answer)
    feedback = f"#{_inside(one.feedback)}" if one.feedback else ""
    return f"{'=' if one.right else ''}{answer}{feedback}"


@lru_cache(maxsize=4096)
def _inside(plain: str) -> str:
    """Text inside a blank; a bank says the same sentences thousands of times."""
    return text(plain).replace("&", "&amp;")


def _xml(content: str) -> str:
    """Text of an element, without the control characters that XML has no way to write."""
    return escape(_CONTROL.sub("", content))
