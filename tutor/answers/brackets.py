"""Brackets, and the separators that only end a text: what stands around the rows and cells, and is no part of them."""

from __future__ import annotations

import re

from tutor.answers.separators import OPERATORS, separators
from tutor.answers.source import Source, Unreadable

MAX_NESTING = 40
PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
CLOSING = {close: open for open, close in PAIRS.items()}
_BRACKET = re.compile(r"[()\[\]{}<>]")
_ENDS = ";|&"
_BLANKS = " \xa0\t\n"
_INCOMPLETE = re.compile(r"[+-]?(?:[0-9]+(?:[ \xa0.'][0-9]{3})*)?,")
"""`1,` is a number whose decimals are missing; after anything else a final comma only ends the list."""
_FINAL_COMMA = re.compile(r"[ \xa0]*,[ \xa0]*$")
_BETWEEN_GROUPS = re.compile(r"[\s,;|&]*")


def check_brackets(source: Source) -> None:
    """Raises Unreadable where a bracket lacks its partner."""
    open_ones: list[tuple[str, int]] = []
    for match in _BRACKET.finditer(source.text):
        sign, at = match[0], source.at[match.start()]
        if sign in PAIRS:
            open_ones.append((sign, at))
            if len(open_ones) > MAX_NESTING:
                raise Unreadable("too-deep", at)
        elif not open_ones:
            raise Unreadable("unbalanced-brackets", at, sign)
        elif open_ones[-1][0] != CLOSING[sign]:
            raise Unreadable("mismatched-brackets", at, open_ones[-1][0] + sign)
        else:
            open_ones.pop()
    if open_ones:
        raise Unreadable("unbalanced-brackets", open_ones[-1][1], open_ones[-1][0])


def unbracketed(source: Source) -> Source | None:
    """The inside of the brackets around the whole text, if there are any."""
    if not source.text or source.text[0] not in PAIRS or source.text[-1] != PAIRS[source.text[0]]:
        return None
    depth = 0
    for match in _BRACKET.finditer(source.text):
        depth += 1 if match[0] in PAIRS else -1
        if depth == 0:
            return source.cut(1, len(source.text) - 1) if match.end() == len(source.text) else None
    return None


def groups(source: Source) -> tuple[list[Source], str] | None:
    """The bracketed groups a text is made of, and what stands between them; None if there is anything else."""
    found: list[Source] = []
    between = ""
    depth = start = end = 0
    for match in _BRACKET.finditer(source.text):
        if match[0] in PAIRS:
            if depth == 0:
                gap = source.text[end : match.start()]
                multiplies = found and not gap and match[0] == "(" and _is_factor(found[0].text)
                if multiplies or not _BETWEEN_GROUPS.fullmatch(gap):
                    return None
                between += gap if found else ""
                start = match.end()
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                found.append(source.cut(start, match.start()))
                end = match.end()
    if len(found) < 2 or not _BETWEEN_GROUPS.fullmatch(source.text[end:]):
        return None
    return found, between


def _is_factor(text: str) -> bool:
    """Whether what stands before `)(` is one number, that the next bracket multiplies."""
    return ";" not in text and all(separator.kind in OPERATORS for separator in separators(text))


def without_ends(source: Source) -> tuple[Source, bool]:
    """The text without the separators that only end it, or open it with a bar; and whether one was left out."""
    text = source.text
    start = 1 if text[:1] in ("|", "&") else 0
    end = len(text.rstrip(_ENDS + _BLANKS))
    end = end if set(text[end:]) & set(_ENDS) else len(text)
    comma = _FINAL_COMMA.search(text, start, end)
    if comma and not _INCOMPLETE.fullmatch(text, start, end):
        end = comma.start()
    return source.cut(start, max(start, end)), end < len(text)
