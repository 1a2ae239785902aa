"""Commas glued to digits on both sides: `0,412,0,203` may be two numbers, four, or three.

The comma is decimal or separates; what decides is whether the pieces look like numbers, whether brackets announce a
list, and the shape. Where the point is decimal, the comma separates or groups thousands.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tutor.answers.joining import Gap, joinings
from tutor.answers.separators import Line, Separator, Split, certain_point, cut, is_natural
from tutor.answers.source import Source, Unreadable

_INTEGER = re.compile(r"[+-]?[0-9]+")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_WHOLE_PART = re.compile(r"(?:^|[^0-9.,'])(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:\.[0-9]{3})+)$|^[+-]?$")
ROLE = "comma-role"


def by_glued_commas(source: Source, found: list[Separator], line: Line) -> list[Split]:
    """Every comma separates, or every second one is decimal, or they mix. Raises Unreadable between two commas."""
    spans = [separator.span for separator in found]
    pieces = cut(source, spans)
    for piece in pieces[1:]:
        if not piece.text:
            raise Unreadable("empty-cell", piece.at[0])
    spanish, point = line.locale.comma_is_decimal, certain_point(source.text)
    whole = Split((source,), 0, ROLE)
    lone = len(pieces) == 2 and line.lone_comma
    texts = [piece.text for piece in pieces]
    gaps = [_gap(left, right) for left, right in pairwise(texts)]
    if lone and spanish and not point and gaps != ["cut"] and texts[1][:1].isdigit():
        return [whole]
    pairs = list(zip(texts[::2], texts[1::2], strict=False))
    all_paired = len(texts) % 2 == 0
    look_decimal = all_paired and all(looks_decimal(*pair, line.decimals) for pair in pairs)
    ways = []
    if all_paired and "cut" not in gaps[::2] and "join" not in gaps[1::2]:
        rank = 1 if point else _rank_of_pairs(pairs, look_decimal, line)
        ways.append(Split(cut(source, spans[1::2]), rank, ROLE))
    if len(pieces) > 2 and _THOUSANDS.fullmatch(source.text):
        ways.append(whole)
    if "join" not in gaps:
        number_first = lone and ways and (line.locale.comma_also_decimal or _THOUSANDS.fullmatch(source.text))
        ways.append(Split(pieces, int(bool(number_first)), ROLE, doubtful=look_decimal))
    mixed = spanish and not point and not line.uniform
    ways += [Split(cells, int(not mixed), ROLE) for cells in _mixed(source, spans, gaps, line, mixed)]
    seen = [split.cells for split in ways]
    ways = [split for i, split in enumerate(ways) if split.cells not in seen[:i] and not _signed_zero(split.cells)]
    return sorted(ways, key=lambda split: split.rank) or [whole]


def _mixed(
    source: Source, spans: list[tuple[int, int]], gaps: list[Gap], line: Line, unasked: bool
) -> list[tuple[Source, ...]]:
    """Some commas decimal and others not: as many cells as are wanted, or any number of them."""
    ways = joinings(gaps, line.wanted, chain=False) if line.wanted else []
    if not ways and unasked:
        ways = joinings(gaps, None, chain=False)
    return [cut(source, (span for span, glue in zip(spans, way, strict=True) if not glue)) for way in ways]


def _rank_of_pairs(pairs: list[tuple[str, str]], look_decimal: bool, line: Line) -> int:
    """How natural it is that every second comma is decimal."""
    if line.locale.comma_is_decimal:
        return 0 if not line.comma_cuts or len(pairs) > 1 or look_decimal else 1
    groups = all(len(right) == 3 and left[:1] not in ("", "0") for left, right in pairs)
    alone = len(pairs) == 1 and not line.comma_cuts and (line.lone_comma or not line.uniform)
    return 0 if look_decimal or groups or alone else 1


def _gap(left: str, right: str) -> Gap:
    """Whether a comma may be decimal ("may"), must be ("join"), or cannot ("cut")."""
    if not left or not is_natural(Source(right, range(len(right) + 1))):
        return "join"
    return "may" if _WHOLE_PART.search(left) and right[:1].isdigit() and "." not in right else "cut"


def _signed_zero(pieces: tuple[Source, ...]) -> bool:
    """A `-0` cut off from its decimals would lose their sign."""
    return any(piece.text in ("-0", "+0") for piece in pieces)


def looks_decimal(left: str, right: str, decimals: int | None) -> bool:
    """Whether `left,right` would hardly be two integers: `0,412`, or just as many digits as decimals are asked."""
    if not _INTEGER.fullmatch(left) or not right.isdigit():
        return False
    return len(right) > 1 and (left.lstrip("+-") == "0" or len(right) == decimals)


def with_commas_cut(source: Source, found: list[Separator], cells: tuple[Source, ...], line: Line) -> list[Split]:
    """Beside blanks or `, ` that already separate `cells`, the glued commas inside these may separate too."""
    pieces = cut(source, (separator.span for separator in found))
    commas = [cell.text for cell in cells if "," in cell.text]
    if not all(map(is_natural, pieces)) or _signed_zero(pieces) or pieces == cells or not commas:
        return []
    if line.locale.comma_is_decimal:
        return [Split(pieces, int(not certain_point(source.text)), ROLE)]
    if all(_THOUSANDS.match(cell.text) and line.reads(cell) for cell in cells if "," in cell.text):
        return [Split(pieces, 1, ROLE)]
    halves = [text.partition(",") for text in commas]
    blank_after = any(separator.kind == ", " for separator in found) and not certain_point(source.text)
    looks = blank_after or all(looks_decimal(a, b, line.decimals) for a, _, b in halves)
    decimal = line.locale.comma_also_decimal and looks
    return [Split(pieces, int(decimal), ROLE)]
