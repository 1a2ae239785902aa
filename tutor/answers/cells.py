"""Where one cell ends and the next begins, inside a line without stronger separators: commas, blanks, dashes, dots.

Each way of cutting the line is a `Split`; `resolution.py` keeps those whose cells can be read and that fit the shape.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from tutor.answers.characters import FRACTIONS, NARROW
from tutor.answers.commas import by_glued_commas, with_commas_cut
from tutor.answers.joining import MAX_PIECES, Gap, joinings
from tutor.answers.scalar import is_plain
from tutor.answers.separators import OPERATORS, Line, Separator, Split, certain_point, cut, is_natural, separators
from tutor.answers.source import Source, Unreadable

_RAISED_POINT = re.compile(r"[+-]?[0-9]+·[0-9]+")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_FRACTION = re.compile(r"[0-9]+/[0-9]+")
_HEAD_OF_GROUPS = re.compile(r"[+-]?[1-9][0-9]{0,2}|[0-9]{3}")
_TIMES_TEN = re.compile(r"[*·xX] ?10$")
_LOST_EXPONENT = re.compile(r"-[0-9]{1,2}")
_SPACED_OPERATION = re.compile(r"[0-9][ \xa0][-+/*·][ \xa0][0-9]")
_HEAD_OF_DECIMALS = re.compile(r"[+-]?[0-9]+[.,][0-9]{3}")
_GROUP_OF_THREE = re.compile(r"[0-9]{3}(?![0-9])")


def splits(source: Source, line: Line) -> list[Split]:
    """The ways of cutting one line, those of rank 0 first. Raises Unreadable where a cell is missing."""
    found = separators(source.text)
    kinds = {separator.kind for separator in found}
    if " · " in kinds and not kinds & {", ", " ,", " "}:
        return _by_dots(source, found)
    if ", " in kinds:
        return _by_comma_and_blank(source, found, line)
    signs = [separator for separator in found if separator.kind in OPERATORS]
    marks = [separator for separator in found if separator.kind in (",", " ,", " ")]
    ways = _by_marks(source, marks, line)
    if signs and (not line.uniform or line.wanted):
        ways += _by_operators(source, signs, marks, line)
    return sorted(ways, key=lambda split: split.rank)


def _by_dots(source: Source, found: list[Separator]) -> list[Split]:
    """` · ` between plain numbers separates, as the text of the course writes it; else it multiplies."""
    pieces = cut(source, (separator.span for separator in found if separator.kind == " · "))
    if all(is_plain(piece.text) or _RAISED_POINT.fullmatch(piece.text) for piece in pieces):
        return [Split(pieces, 0, "dot-role"), Split((source,), 1)]
    return [Split((source,))]


def _by_comma_and_blank(source: Source, found: list[Separator], line: Line) -> list[Split]:
    """Commas followed by a blank separate, and the glued ones stay inside the cells."""
    inner = replace(line, wanted=None, lone_comma=False)
    cells: list[Source] = []
    for piece in cut(source, (separator.span for separator in found if separator.kind == ", ")):
        if piece.text.endswith(","):
            raise Unreadable("empty-cell", piece.at[-1])
        cells += (piece,) if line.reads(piece) else splits(piece, inner)[0].cells
    commas = [separator for separator in found if "," in separator.kind]
    return [Split(tuple(cells)), *with_commas_cut(source, commas, tuple(cells), line)]


def _by_marks(source: Source, found: list[Separator], line: Line) -> list[Split]:
    """By blanks and commas, signs being part of operations."""
    kinds = {separator.kind for separator in found}
    if " " in kinds:
        return _by_blanks(source, found, line)
    if " ," in kinds:
        return _by_blank_and_comma(source, found)
    if not found:
        return [Split((source,))]
    pieces = cut(source, (separator.span for separator in found))
    if any(_SPACED_OPERATION.search(piece.text) for piece in pieces):
        return [Split((source,))]  # a glued comma holds closer than a sign between blanks
    whole = None if all(is_plain(piece.text) for piece in pieces) else line.reads(source)
    if whole is None:
        return by_glued_commas(source, found, line)
    # An operation with decimal commas (`2,028/4,917`, `e^0,7`), or a list of operations (`1/2,1/3`).
    commas = Split(pieces, 0 if whole.doubt else 1, "comma-role", doubtful=not whole.doubt)
    return [Split((source,)), *([commas] if all(map(is_natural, pieces)) else [])]


def _by_blank_and_comma(source: Source, found: list[Separator]) -> list[Split]:
    """`0,5 ,0,25`: the comma separates, or stands for the zero that was left out."""
    loose = [separator for separator in found if separator.kind == " ,"]
    zeros_left_out = int(source.text.lstrip("+-").startswith(","))
    return [
        Split(cut(source, ((separator.start, separator.start + 1) for separator in loose)), 0, "comma-role"),
        Split(cut(source, (separator.span for separator in loose)), zeros_left_out, "comma-role"),
    ]


def _by_blanks(source: Source, found: list[Separator], line: Line) -> list[Split]:
    """Blanks separate; where they may group thousands or join `1 1/2`, both ways are kept."""
    blanks = [separator for separator in found if separator.kind in (" ", " ,")]
    tokens = cut(source, ((separator.start, separator.start + 1) for separator in blanks))
    ways = [Split(tokens), *_with_blanks_joined(source, blanks, tokens, line)]
    if numbers := _without_lone_e(tokens):
        ways.append(Split(numbers, 0, "e-role", doubtful=True))
    if len(tokens) > 1 and line.reads(source):
        ways.append(Split((source,), 1, "space-role"))
    if not line.locale.comma_is_decimal or certain_point(source.text):
        ways += with_commas_cut(source, found, tokens, line)
    return ways


def _without_lone_e(tokens: tuple[Source, ...]) -> tuple[Source, ...] | None:
    """The numbers of `0,4 e 0,2`, whose e may join them as «y» does; None where there is no such e."""
    names = [token.text == "e" for token in tokens]
    if not any(names) or names[0] or names[-1] or any(a and b for a, b in pairwise(names)):
        return None
    return tuple(token for token in tokens if token.text != "e")


def _with_blanks_joined(source: Source, blanks: list[Separator], tokens: tuple[Source, ...], line: Line) -> list[Split]:
    """All the blanks joined that can be, and, if a shape is known, the ways that give as many cells."""
    ahead = zip(blanks, tokens, tokens[1:], strict=False)
    can = [_may_join(source.text[blank.start], left.text, right.text) for blank, left, right in ahead]
    if not {"joins", "decimals"} & set(can) or len(tokens) > MAX_PIECES:
        return []
    gaps: list[Gap] = ["may" if how else "cut" for how in can]
    groupings = [[gap == "may" for gap in gaps]] if "joins" in can else []
    groupings += joinings(gaps, line.wanted, chain=True) if line.wanted else []
    ways = []
    for joined in groupings:
        cells = cut(source, ((j.start, j.start + 1) for j, glue in zip(blanks, joined, strict=True) if not glue))
        torn = any(how == "joins" and not glue for how, glue in zip(can, joined, strict=True))
        ways.append(Split(cells, int(torn), "space-role", doubtful=torn and any(joined)))
    return ways


def _may_join(blank: str, left: str, right: str) -> str:
    """What a blank between two pieces may do beside separating.

    "joins" competes by itself, "decimals" where the shape asks for it, "may" only among those.
    """
    if _INTEGER.fullmatch(left) and (_FRACTION.fullmatch(right) or right in FRACTIONS):
        return "joins"
    if _TIMES_TEN.search(left) and _LOST_EXPONENT.fullmatch(right):
        return "joins"
    if _HEAD_OF_DECIMALS.fullmatch(left) and _GROUP_OF_THREE.match(right):
        return "decimals"
    if not _GROUP_OF_THREE.match(right) or not _HEAD_OF_GROUPS.fullmatch(left):
        return ""
    return "joins" if right[0] == "0" or blank == NARROW else "may"


def _by_operators(source: Source, signs: list[Separator], marks: list[Separator], line: Line) -> list[Split]:
    """A dash, a slash or a glued dot between plain numbers may be meant to separate them; only the shape can tell."""
    blanks = [separator for separator in marks if separator.kind == " "]
    kinds = {separator.kind.strip() for separator in signs}
    if kinds != {"-"}:
        pieces = cut(source, (separator.span for separator in signs))
        if len(kinds) > 1 or blanks or (kinds == {"·"} and line.wanted != len(pieces)):
            return []
        if kinds == {"·"}:
            return _if_plain(pieces, "dot-role", doubtful=len(pieces) == 2 and not line.uniform)
        return _if_plain(pieces, "slash-role", doubtful=line.wanted is None or len(pieces) == 2)
    unknown = line.wanted is None
    both = sorted((*blanks, *signs), key=lambda separator: separator.start)
    dashes_only = all(source.text[separator.end] == "-" for separator in blanks)
    separated = _if_plain(cut(source, (j.span for j in both)), "minus-role", unknown) if dashes_only else []
    before_minus = ((j.start, j.end if j.kind == " " else source.text.index("-", j.start)) for j in both)
    return [*separated, *_if_plain(cut(source, before_minus), "minus-role", unknown)]


def _if_plain(pieces: tuple[Source, ...], why: str, doubtful: bool) -> list[Split]:
    return [Split(pieces, 0, why, doubtful)] if all(is_plain(piece.text) for piece in pieces) else []
