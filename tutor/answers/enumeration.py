"""What opens a line or an answer and is no part of it: `1.- 0,412`, `a) 0,5`, `• 0,4`; and rows parted by a slash.

Where the mark may as well belong to the number (`- 0,4`, `1.-0,412`) both texts are kept, and whoever reads them asks.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tutor.answers.brackets import unbracketed
from tutor.answers.source import Source
from tutor.phrasing import ORDINAL_SIGN

_NUMBER, _LETTER = r"[1-9]?[0-9]", r"[a-z]"
_NEXT = r"[ \xa0]?(?=[^\s)\]}>;|])"
_CERTAIN = re.compile(  # a) and 2ª and 1.- with a blank, wherever a cell may begin
    rf"(?:^|(?<=[\s;|])(?<![-+*/·=][ \xa0]))"
    rf"(?P<label>(?:{_NUMBER}|{_LETTER})(?=\.?\)|\.-[ \xa0])|{_NUMBER}(?={ORDINAL_SIGN}))"
    rf"(?:\.?\)|\.-|{ORDINAL_SIGN}(?:\.?[-:)]|(?=[ \xa0]))){_NEXT}",
    re.IGNORECASE,
)
_IN_ORDER = re.compile(  # 1: and 1- and (1) and 1.-0,4, where all the lines begin so
    rf"(?:^|(?<=[\n;|]))[ \xa0]?\(?(?P<label>{_NUMBER}|{_LETTER})(?:\.-|-(?=[ \xa0])|\.?\)|:(?=[ \xa0])){_NEXT}",
    re.IGNORECASE,
)
_MAYBE_IN_ORDER = re.compile(
    rf"(?:^|(?<=\n))(?P<label>{_NUMBER}|{_LETTER})(?:\.[ \xa0]|[ \xa0]?-|:){_NEXT}", re.IGNORECASE
)
_MAYBE_ITEM = re.compile(r"[0-9]{1,2}(?:\.-|[:-][ \xa0]|\.[ \xa0](?=-))(?=[-+0-9.,'√∞(\[])")
_BULLET = re.compile(r"(?:^|(?<=\n))[*·→][ \xa0](?=\S)")
_DASH = re.compile(r"(?:^|(?<=\n))-[ \xa0](?=\S)")
_SLASH = re.compile(r"[ \xa0]//?[ \xa0\n]|(?<=[\])])//?(?=[\[(])")
_GLUED_SLASH = re.compile(r"[ \xa0]?//?[ \xa0]?")
_TWO_CELLS = re.compile(r"[\w)%∞](?:[ \xa0]*;[ \xa0]*|,?[ \xa0]+)[-+]?[\w.,(√∞]")


class Version(NamedTuple):
    """Another text that the answer may be. `doubt`: for what it is asked, if the answer can be read as it stands."""

    source: Source
    doubt: str
    note: str = ""


def without_items(source: Source) -> tuple[Source, tuple[str, ...]]:
    """The text without what certainly numbers its lines or itself, and the notes which that deserves."""
    lines = source.text.count("\n") + 1
    if len(_BULLET.findall(source.text)) == lines:
        return _without(source, _BULLET), ("bullets",)
    pieces = 1 + sum(map(source.text.count, "\n;|"))
    for pattern, certain in ((_CERTAIN, True), (_IN_ORDER, False)):
        found = list(pattern.finditer(source.text))
        opened = sum(match[0].count("(") - match[0].count(")") for match in found)
        if not found or source.text.count("(") - source.text.count(")") != opened:
            continue
        if certain or (len(found) == pieces > 1 and _in_order(found)):
            return _without(source, pattern), ("items",)
    return source, ()


def another_version(source: Source, kind: str, asked: int = 0) -> Version | None:
    """The other text that an answer may be, if there is one. `asked`: the rows of the matrix that is asked."""
    text, lines = source.text, source.text.count("\n") + 1
    if lines > 1 and len(_DASH.findall(text)) == lines:
        return Version(_without(source, _DASH), "bullet-role", "bullets")
    if lines == 1 and (match := _MAYBE_ITEM.match(text)):
        return Version(source.cut(match.end(), len(text)), "item-role", "items")
    if lines > 1 and kind == "vector":
        found = list(_MAYBE_IN_ORDER.finditer(text))
        if len(found) == lines and _in_order(found):
            return Version(_without(source, _MAYBE_IN_ORDER), "item-role", "items")
    return _with_rows_parted_by_slashes(source, kind, asked) if "/" in text and kind != "scalar" else None


def _with_rows_parted_by_slashes(source: Source, kind: str, asked: int) -> Version | None:
    while (inside := unbracketed(source)) is not None:
        source = inside
    as_asked = kind == "matrix" and len(source.split(_GLUED_SLASH)) == asked
    glued = (
        kind == "matrix"
        and not _SLASH.search(source.text)
        and not set(source.text) & set("|\n" if as_asked else "|;\n")
    )
    slash = _GLUED_SLASH if glued else _SLASH
    rows = source.split(slash)
    comma = "," if kind == "matrix" and (slash is _SLASH or as_asked) else "\n"
    if len(rows) > 1 and all(_TWO_CELLS.search(row.text) or comma in row.text for row in rows):
        return Version(source.rewrite(slash, " | "), "slash-role")
    return None


def _in_order(found: list[re.Match[str]]) -> bool:
    """1, 2, 3 or a, b, c."""
    labels = [match["label"].lower() for match in found]
    values = [int(label) if label.isdigit() else ord(label) for label in labels]
    return values == list(range(values[0], values[0] + len(values)))


def _without(source: Source, pattern: re.Pattern[str]) -> Source:
    return source.rewrite(pattern, lambda match: "").strip()
