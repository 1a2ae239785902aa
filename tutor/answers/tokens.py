"""An operation as tokens, and a name for every word and sign that has no place in one."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from tutor.answers.arithmetic import FUNCTIONS
from tutor.answers.characters import FRACTIONS, SUPERSCRIPTS
from tutor.answers.numerals import BLANK
from tutor.answers.source import Unreadable

MAX_TOKENS = 250
MAX_POWERS = 12
"""Roots and powers in one cell: nobody needs more, and each may multiply the size of the number."""

CONSTANTS = {"e": math.e, "pi": math.pi, "π": math.pi, "∞": math.inf}
FRACTION_NAMES = ("frac", "dfrac", "tfrac")
OTHER_NAMES = {"sqrt": "√", "raiz": "√", "cbrt": "∛", "inf": "∞", "sen": "sin", "tg": "tan"}
KNOWN_NAMES = frozenset({*CONSTANTS, *FUNCTIONS, *FRACTION_NAMES})
BRACKETS = {"(": ")", "[": "]", "{": "}"}
SAME_SIGN = {"x": "*", "X": "*", "·": "*", ":": "/"}
POWERS = ("^", "√", "∛", "exp")

_SUPER = "".join(SUPERSCRIPTS)
_TOKEN = re.compile(
    rf"(?P<blank>\s+)"
    rf"|(?P<number>(?:[1-9][0-9]{{0,2}}(?:{BLANK}[0-9]{{3}})+(?![0-9])(?:[.,][0-9]+)?"
    rf"|[0-9]+[.,][0-9]{{3}}(?:{BLANK}[0-9]{{3}})+(?![0-9])|[.,']?[0-9][0-9.,']*)"
    rf"(?:[eE][+-]?[0-9]+)?)"
    rf"|(?P<fraction>[{''.join(FRACTIONS)}])"
    rf"|(?P<raised>[{_SUPER}]+)"
    rf"|(?P<times>[xX](?=\s*10\s*(?:\^|[{_SUPER}])))"
    rf"|(?P<log>log_?\{{?(?:10|2)\}}?(?=\s*\()|log_?10(?=\s+[0-9]))"
    rf"|(?P<name>\\?[^\W\d_{_SUPER}{''.join(FRACTIONS)}]+|[√∛∞])"
    rf"|(?P<sign>[+\-*/:·^()\[\]{{}}%!])"
    rf"|(?P<other>.)",
    re.DOTALL,
)

_NUMBER = re.compile(r"[+-]?[0-9][0-9.,' \xa0]*")
_PHRASE = re.compile(r"[^\W\d_]+(?:\s+[^\W\d_]+)*")


class Token(NamedTuple):
    kind: str
    text: str
    at: int
    glued: bool
    """No blank stands before it."""


def tokenize(text: str) -> list[Token]:
    """The tokens of `text`, ended by one of kind "end". Raises Unreadable for a sign or a word that has no place."""
    tokens: list[Token] = []
    glued = False
    for match in _TOKEN.finditer(text):
        kind, at = match.lastgroup or "", match.start()
        if kind == "blank":
            glued = False
            continue
        written = match[0]
        if kind == "log":  # log10(, log_2(
            kind, written = "name", "log10" if "10" in written else "log2"
        elif kind == "name":
            written = written.lstrip("\\").lower()
            written = OTHER_NAMES.get(written, written)
        elif kind in ("sign", "times"):
            kind, written = "sign", SAME_SIGN.get(written, written)
        if kind == "other" or (kind == "name" and written not in KNOWN_NAMES):
            raise _stranger(text, match)
        if written == "!":
            raise Unreadable("unsupported-operator", at, "!")
        tokens.append(Token(kind, written, at, glued))
        if len(tokens) > MAX_TOKENS:
            raise Unreadable("too-long", at)
        glued = True
    powers = [token for token in tokens if token.text in POWERS or token.kind == "raised"]
    if len(powers) > MAX_POWERS:
        raise Unreadable("too-many-powers", powers[MAX_POWERS].at)
    return [*tokens, Token("end", "", len(text), False)]


def _stranger(text: str, match: re.Match[str]) -> Unreadable:
    """Why a word or sign is not read: the commonest slips of the hand have a name."""
    word, at, end = match[0], match.start(), match.end()
    glued = text[:at][-1:].strip() or text[end:][:1].strip() or len(text) == 1
    if glued and not set(word) - set("oOlI"):
        return Unreadable("letter-for-digit", at, word)
    before, after = text[:at].rstrip()[-1:], text[end:].lstrip()[:1]
    lowered = word.lower()
    if lowered == "nan":
        return Unreadable("not-a-number", at, word)
    if lowered in ("i", "j") and (before.isdigit() or not before):
        return Unreadable("not-real", at, word)
    if lowered == "x" and before.isdigit() and (after.isdigit() or after in "(√"):
        return Unreadable("letter-x", at, word)
    if word in (";", "|", "&", "\n", "\t", ","):
        return Unreadable("several-numbers", at, word)
    if word == "±":
        return Unreadable("plus-minus", at, word)
    phrase = _PHRASE.match(text, at)
    if _NUMBER.fullmatch(text[:at]) and not text[phrase.end() if phrase else end :].strip(" ."):
        return Unreadable("unit", at, f"{text[:at].rstrip(' ,;.')}\n{phrase[0] if phrase else word}")
    letters_only = not any(c.isdigit() for c in text)
    return Unreadable("words" if letters_only and phrase else "unexpected-text", at, phrase[0] if phrase else word)
