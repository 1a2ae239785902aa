"""A line that begins with a question's name and has no colon after it: `1. Productos (1 punto) — 0 ; 1 ; 0,1`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor.intake.answer_lines import MATHS
from tutor.intake.labels import Labels

_START = re.compile(
    r"[\s>*•·▪◦‣–—_`\"'«“|(\[{+-]{0,12}(?:(?:pregunta|ejercicio|apartado|preg\.?)\s{0,3})?"
    r"(?:(?:\d{1,3}|[a-h])\s{0,3}[.):º°–-]{1,3}\s{0,3})?[\s*_`\"'«“|(\[{-]{0,8}",
    re.IGNORECASE,
)
"""Bullets, quotes, brackets and numbers before a name."""
_AFTER = re.compile(r"[\s*_`\"'»”)\]]{0,8}")
_ASIDE = re.compile(
    r"\s{0,3}(?:\(([^()\n]{1,80})\)|\[([^\[\]\n]{1,80})\]|[·—–,-]?\s{0,3}(\d{1,2}(?:[.,]\d{1,2})?\s?pu?n?to?s?\b\.?))"
)
_ASIDE_WORD = re.compile(r"[^\W\d_]{3,}|\d\s?p(?:to?s?)?\b")
_JOIN = re.compile(r"\s{0,3}(?:[:→⇒|;,]|[-=]>|=|\.+(?!\d)|…|[-–—]+(?=\s))\s{0,3}")
_DASH = re.compile(r"\s{0,3}[-–]\s")
"""One that may be a sign: nobody writes a minus as `—`."""
_PAIRS = ("«»", "“”", "()", "[]", "{}", '""', "''", "``", "**", "__")


@dataclass(frozen=True, slots=True)
class Unmarked:
    """The question a line begins with, what stands behind its name, and whether a dash joins them."""

    question: str
    rest: str
    dash: bool = False


def unmarked(line: str, labels: Labels) -> Unmarked | None:
    """What a line without a colon answers; None where it begins with no question's name, or goes on in words."""
    start = _START.match(line)
    before = start[0] if start else ""
    question, end = labels.leading(line[len(before) :])
    if not question:
        return None
    rest = _AFTER.sub("", line[len(before) + end :], count=1)
    rest = unlabelled(rest)
    dash = False
    for _ in range(3):
        if not (join := _JOIN.match(rest)):
            break
        dash = dash or bool(_DASH.match(rest))
        rest = unlabelled(rest[join.end() :])
    rest = _closed(before, rest.strip())
    prose = rest[:1].isalpha() and not rest.startswith("e^")
    return None if prose else Unmarked(question, rest, dash)


def unlabelled(rest: str) -> str:
    """What stands behind a name, without the aside that belongs to the name: `(1 punto)`, `· 3 puntos`."""
    aside = _ASIDE.match(rest)
    said = next(filter(None, aside.groups()), "") if aside else ""
    words = {word.lower() for word in _ASIDE_WORD.findall(said)} - MATHS
    return rest[aside.end() :] if aside and words else rest


def _closed(before: str, rest: str) -> str:
    """An answer without the end of what was opened before its label: the quotes, the brackets, the bars of a table."""
    if "|" in before:
        rest = rest.rstrip("| ")
    for left, right in map(tuple, _PAIRS):
        opened = before.count(left)
        inside = rest.count(right) - (rest.count(left) if left != right else 0)
        if opened and rest.endswith(right) and (inside % 2 if left == right else inside > 0):
            rest = rest[:-1].rstrip()
    return rest
