"""Where one cell ends and the next begins, inside a line without stronger separators: commas, blanks, dashes, dots.

Nothing is evaluated here. Each way of cutting the line is a `Split`; `choice.py` keeps those whose cells can be read
and that fit the shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from tutor.answers.characters import FRACTIONS, NARROW
from tutor.answers.locales import Locale
from tutor.answers.scalar import Cell, is_plain
from tutor.answers.source import Source, Unreadable

MAX_PIECES = 64
"""Beyond it only the uniform ways of cutting are looked at."""
ENOUGH = 3
"""Ways of one kind that are worth telling apart: with two the learner is asked already."""

Reads = Callable[[Source], Cell | None]


@dataclass(frozen=True, slots=True)
class Split:
    """One way of cutting. `rank` 0 is natural, 1 only if the shape asks for it. `doubtful`: never taken unasked."""

    cells: tuple[Source, ...]
    rank: int = 0
    why: str = ""
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """What is known around the text to be cut.

    `bracketed`: brackets stood around it. `lone_comma`: the whole answer has this one comma and no brackets, so that it
    is decimal. `comma_cuts`: the comma already separates rows (`],[`). `wanted`: cells asked, if known.
    `reads` tells whether a piece can be read as one cell.
    """

    locale: Locale
    reads: Reads
    bracketed: bool = False
    lone_comma: bool = False
    comma_cuts: bool = False
    wanted: int | None = None
    decimals: int | None = None
    uniform: bool = False
    """In a matrix, the commas of a row are all separators or all decimal."""


@dataclass(frozen=True, slots=True)
class Joint:
    """What stands between two pieces. `kind`: `, `, ` ,` or a glued `,`; a blank; ` · `; ` - ` or a glued `-`; `/`."""

    kind: str
    start: int
    end: int


_JOINT = re.compile(r"[(\[{<]|[)\]}>]|[ \xa0]?,[ \xa0]?|[ \xa0]·[ \xa0]|[ \xa0]?-[ \xa0]?|[ \xa0]?/[ \xa0]?|[ \xa0]")
_ENDS_OPERAND = re.compile(r"[\w)\]}>%∞.'⁰¹²³⁴⁵⁶⁷⁸⁹½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]")
_BEGINS_OPERAND = re.compile(r"[+-]?[\w(\[{<√∛∞½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]|[+-]?[.,'][0-9]")
_FUNCTION_BEFORE = re.compile(r"(?:ln|log|exp|abs)$", re.IGNORECASE)
_EXPONENT_AFTER = re.compile(r"[eE]\s?[+-]?[0-9]")
_EXPONENT_BEFORE = re.compile(r"[0-9][eE]$|[0-9] [eE]$")
_CERTAIN_POINT = re.compile(
    r"(?<![0-9.])(?:0?[0-9]*\.(?![0-9]{3}(?![0-9]))[0-9]*|0[0-9]*\.[0-9]+|[0-9]{4,}\.[0-9]+|\.[0-9]+)(?![0-9.])"
)
_INTEGER = re.compile(r"[+-]?[0-9]+")
_FRACTION = re.compile(r"[0-9]+/[0-9]+")
_HEAD_OF_GROUPS = re.compile(r"[+-]?[1-9][0-9]{0,2}|[0-9]{3}")
_GROUP_OF_THREE = re.compile(r"[0-9]{3}(?![0-9])")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_WHOLE_PART = re.compile(r"(?:^|[^0-9.,'])(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:\.[0-9]{3})+)$|^[+-]?$")
_ZEROS_BEFORE = re.compile(r"0[0-9]")
OPERATORS = (" - ", "-", "/")


def joints(text: str) -> list[Joint]:
    """The separators that may be, outside inner brackets."""
    found = []
    depth = 0
    for match in _JOINT.finditer(text):
        mark, start, end = match[0], match.start(), match.end()
        if mark in "([{<":
            depth += 1
        elif mark in ")]}>":
            depth -= 1
        elif depth == 0:
            kind = _kind(text, mark.replace("\xa0", " ").replace("\t", " "), start, end)
            if kind:
                found.append(Joint(kind, start, end))
    return found


def _kind(text: str, mark: str, start: int, end: int) -> str:
    if "," in mark:
        return ", " if mark.endswith(" ") else mark
    before = _ENDS_OPERAND.match(text, start - 1) if start else None
    after = _BEGINS_OPERAND.match(text, end)
    if before is None:
        return ""
    if mark == " ·":
        return ""
    if mark[:2] == " -" and mark[-1] == "-":  # a minus glued to what follows: `1 -2`
        after, mark = _BEGINS_OPERAND.match(text, end), " "
    if after is None or _EXPONENT_BEFORE.search(text[max(0, start - 3) : start]):
        return ""
    if mark == " " and (_FUNCTION_BEFORE.search(text[max(0, start - 3) : start]) or _EXPONENT_AFTER.match(text, end)):
        return ""
    return "/" if "/" in mark else mark if mark in (" ", " - ", " · ") else "-" if "-" in mark else ""


def cut(source: Source, at: Iterable[tuple[int, int]]) -> tuple[Source, ...]:
    """The pieces between the spans."""
    spans = list(at)
    starts = [0, *(end for _, end in spans)]
    ends = [*(start for start, _ in spans), len(source.text)]
    return tuple(source.cut(start, end) for start, end in zip(starts, ends, strict=True))


def splits(source: Source, line: Line) -> list[Split]:
    """The ways of cutting one line, those of rank 0 first."""
    found = joints(source.text)
    kinds = {joint.kind for joint in found}
    if " · " in kinds and not kinds & {", ", " ,", " "}:
        return _by_dots(source, found)
    if ", " in kinds:
        return _by_comma_and_blank(source, found, line)
    signs = [joint for joint in found if joint.kind in OPERATORS]
    marks = [joint for joint in found if joint.kind in (",", " ,", " ")]
    ways = _by_marks(source, marks, line)
    return sorted([*ways, *_by_operators(source, signs, marks)], key=lambda split: split.rank) if signs else ways


def _by_marks(source: Source, found: list[Joint], line: Line) -> list[Split]:
    kinds = {joint.kind for joint in found}
    if " " in kinds:
        return _by_blanks(source, found, line)
    if " ," in kinds:
        return _by_blank_and_comma(source, found)
    if not found:
        return [Split((source,))]
    pieces = cut(source, ((j.start, j.end) for j in found))
    whole = None if all(is_plain(piece.text) for piece in pieces) else line.reads(source)
    if whole is None:
        return by_glued_commas(source, found, line)
    # An operation with decimal commas (`2,028/4,917`, `e^0,7`), or a list of operations (`1/2,1/3`).
    rank = 0 if whole.doubt else 1
    commas = [Split(pieces, rank, "comma-role", doubtful=bool(rank))] if all(map(_natural, pieces)) else []
    return [Split((source,)), *commas]


def _by_dots(source: Source, found: list[Joint]) -> list[Split]:
    """` · ` between plain numbers separates, as the text of the course writes it; else it multiplies."""
    pieces = cut(source, ((j.start, j.end) for j in found if j.kind == " · "))
    whole = Split((source,), 1)
    return [Split(pieces, 0, "dot-role"), whole] if all(is_plain(p.text) for p in pieces) else [replace(whole, rank=0)]


def _by_comma_and_blank(source: Source, found: list[Joint], line: Line) -> list[Split]:
    """Commas followed by a blank separate, and the glued ones stay inside the cells."""
    pieces = cut(source, ((j.start, j.end) for j in found if j.kind == ", "))
    inner = replace(line, wanted=None, lone_comma=False, bracketed=True)
    parts = [_whole_or_split(piece, inner) for piece in pieces]
    ways = [Split(tuple(cell for part in parts for cell in part))]
    if any(j.kind == "," for j in found):
        every = cut(source, ((j.start, j.end) for j in found if "," in j.kind))
        rank = _rank_of_cuts(ways[0].cells, certain_point(source.text), line)
        ways += [Split(every, rank, "comma-role")] if all(map(_natural, every)) else []
    return ways


def _whole_or_split(piece: Source, line: Line) -> tuple[Source, ...]:
    """A piece between clear separators is one cell if it can be read as one."""
    return (piece,) if line.reads(piece) else splits(piece, line)[0].cells


def _by_operators(source: Source, signs: list[Joint], marks: list[Joint]) -> list[Split]:
    """A dash or a slash between plain numbers may be meant to separate them."""
    blanks = [joint for joint in marks if joint.kind == " "]
    dashes = [joint for joint in signs if joint.kind != "/"]
    if len(dashes) < len(signs):
        if dashes or blanks:
            return []
        pieces = cut(source, ((j.start, j.end) for j in signs))
        return _if_plain(pieces, "slash-role", doubtful=len(pieces) == 2)
    at = sorted((*blanks, *dashes), key=lambda joint: joint.start)
    signed = [(j.start, source.text.index("-", j.start) if j.kind != " " else j.end) for j in at]
    ways = _if_plain(cut(source, signed), "minus-role")
    return ways if blanks else [*_if_plain(cut(source, ((j.start, j.end) for j in dashes)), "minus-role"), *ways]


def _if_plain(pieces: tuple[Source, ...], why: str, *, doubtful: bool = False) -> list[Split]:
    return [Split(pieces, 0, why, doubtful)] if all(is_plain(piece.text) for piece in pieces) else []


def _by_blank_and_comma(source: Source, found: list[Joint]) -> list[Split]:
    """`0,5 ,0,25`: the comma separates, or stands for the zero that was left out."""
    loose = [joint for joint in found if joint.kind == " ,"]
    zeros_left_out = int(source.text.startswith(","))
    return [
        Split(cut(source, ((j.start, j.start + 1) for j in loose)), 0, "comma-role"),
        Split(cut(source, ((j.start, j.end) for j in loose)), zeros_left_out, "comma-role"),
    ]


def _by_blanks(source: Source, found: list[Joint], line: Line) -> list[Split]:
    """Blanks separate; where they may group thousands or join `1 1/2`, both ways are kept."""
    blanks = [joint for joint in found if joint.kind in (" ", " ,")]
    spans = [(j.start, j.start + 1) for j in blanks]
    tokens = cut(source, spans)
    gaps = [
        _gap(source.text[j.start], left.text, right.text)
        for j, left, right in zip(blanks, tokens, tokens[1:], strict=False)
    ]
    ways = [Split(tokens)]
    if "joins" in gaps and len(tokens) <= MAX_PIECES:
        may = ["may" if gap else "cut" for gap in gaps]
        wanted = line.wanted
        groupings = [[gap == "may" for gap in may]]
        groupings += take(joinings(may, wanted, chain=True), ENOUGH) if wanted else []
        for joined in groupings:
            cells = cut(source, (span for span, glue in zip(spans, joined, strict=True) if not glue))
            torn = any(gap == "joins" and not glue for gap, glue in zip(gaps, joined, strict=True))
            ways.append(Split(cells, int(torn), "space-role", doubtful=torn and any(joined)))
    if len(tokens) > 1 and line.reads(source):
        ways.append(Split((source,), 1, "space-role"))
    if not line.locale.comma_is_decimal or certain_point(source.text):
        ways += _by_blanks_and_commas(source, found, line)
    return ways


def _by_blanks_and_commas(source: Source, found: list[Joint], line: Line) -> list[Split]:
    """`1.5 2,3` or, where the point is decimal, `1,2 3`: the commas may separate too."""
    if all(joint.kind == " " for joint in found):
        return []
    pieces = cut(source, ((j.start, j.end) for j in found))
    tokens = cut(source, ((j.start, j.end) for j in found if j.kind == " "))
    rank = _rank_of_cuts(tokens, certain_point(source.text), line)
    return [Split(pieces, rank, "comma-role")] if all(map(_natural, pieces)) else []


def _rank_of_cuts(cells: tuple[Source, ...], point: bool, line: Line) -> int:
    """How natural it is that the commas inside these cells separate too."""
    if line.locale.comma_is_decimal:
        return 0 if point else 1
    commas = [cell for cell in cells if "," in cell.text]
    if all(_THOUSANDS.match(cell.text) and line.reads(cell) for cell in commas):
        return 1
    if line.locale.comma_also_decimal:
        return 1 if all(looks_decimal(*_around_comma(cell.text), line.decimals) for cell in commas) else 0
    return 0


def _around_comma(text: str) -> tuple[str, str]:
    left, _, right = text.partition(",")
    return left, right


def _gap(blank: str, left: str, right: str) -> str:
    """What a blank between two pieces may do beside separating: "joins" competes by itself, "may" only among those."""
    if _INTEGER.fullmatch(left) and (_FRACTION.fullmatch(right) or right in FRACTIONS):
        return "joins"
    group = _GROUP_OF_THREE.match(right)
    if group is None or not _HEAD_OF_GROUPS.fullmatch(left):
        return ""
    return "joins" if right[0] == "0" or blank == NARROW else "may"


def by_glued_commas(source: Source, found: list[Joint], line: Line) -> list[Split]:
    """`0,412,0,203` without a blank: every comma separates, or every second one, or they mix."""
    spans = [(j.start, j.end) for j in found]
    pieces = cut(source, spans)
    texts = [piece.text for piece in pieces]
    for piece in pieces[1:]:
        if not piece.text:
            raise Unreadable("empty-cell", piece.at[0])
    spanish = line.locale.comma_is_decimal
    whole = Split((source,), 0, "comma-role")
    if len(pieces) == 2 and line.lone_comma and spanish and not certain_point(source.text):
        return [whole]
    gaps = [_comma_gap(left, right) for left, right in pairwise(texts)]
    looks = [looks_decimal(a, b, line.decimals) for a, b in zip(texts[::2], texts[1::2], strict=False)]
    even = len(pieces) % 2 == 0
    ways = []
    if even and all(gap != "cut" for gap in gaps[::2]) and all(gap != "join" for gap in gaps[1::2]):
        rank = _rank_of_pairs(len(pieces), all(looks), texts, line, certain_point(source.text))
        ways.append(Split(cut(source, spans[1::2]), rank, "comma-role"))
    if _THOUSANDS.fullmatch(source.text) and len(pieces) > 2:
        ways.append(whole)
    if "join" not in gaps:
        lone = len(pieces) == 2 and line.lone_comma
        rank = 1 if lone and (line.locale.comma_also_decimal or _THOUSANDS.fullmatch(source.text)) else 0
        ways.append(Split(pieces, rank, "comma-role", doubtful=even and all(looks)))
    mixed = not line.uniform and spanish and not certain_point(source.text)
    if len(pieces) <= MAX_PIECES and (line.wanted or mixed):
        fitting = take(joinings(gaps, line.wanted, chain=False), ENOUGH)
        for joined in fitting or (take(joinings(gaps, None, chain=False), ENOUGH) if mixed else []):
            cells = cut(source, (span for span, glue in zip(spans, joined, strict=True) if not glue))
            ways.append(Split(cells, 0 if mixed else 1, "comma-role"))
    ways = [split for i, split in enumerate(ways) if split.cells not in [earlier.cells for earlier in ways[:i]]]
    return sorted(ways, key=lambda split: split.rank) or [whole]


def _rank_of_pairs(count: int, look_decimal: bool, texts: list[str], line: Line, point: bool) -> int:
    """How natural it is that every second comma is decimal."""
    if point:
        return 1
    if not line.locale.comma_is_decimal:
        groups = all(
            len(right) == 3 and left[0:1] not in ("", "0") for left, right in zip(texts[::2], texts[1::2], strict=True)
        )
        return 0 if look_decimal or groups or (count == 2 and not line.uniform) else 1
    return 0 if not line.comma_cuts or count > 2 or look_decimal else 1


def looks_decimal(left: str, right: str, decimals: int | None) -> bool:
    """Whether `left,right` would hardly be two integers: `0,412`, or just as many digits as decimals are asked."""
    if not _INTEGER.fullmatch(left) or not right.isdigit():
        return False
    return len(right) > 1 and (left.lstrip("+-") == "0" or len(right) == decimals)


def _comma_gap(left: str, right: str) -> str:
    """Whether a glued comma may be decimal ("may"), must be ("join"), or cannot ("cut")."""
    can = bool(_WHOLE_PART.search(left)) and right[:1].isdigit() and "." not in right
    if not left or _ZEROS_BEFORE.match(right):
        return "join"
    return "may" if can else "cut"


def _natural(piece: Source) -> bool:
    """Whether a piece may stand alone: `000` and `05` are decimals cut off from their number."""
    return bool(piece.text) and not _ZEROS_BEFORE.match(piece.text)


def certain_point(text: str) -> bool:
    """Whether some point in the text can only begin decimals."""
    return "." in text and _CERTAIN_POINT.search(text) is not None


def joinings(gaps: Sequence[str], wanted: int | None, *, chain: bool) -> Iterator[list[bool]]:
    """Ways of joining neighbours: for each gap, whether it is joined, so that `wanted` pieces remain (None: any count).

    A gap is "may", "join" or "cut"; two gaps in a row are joined only if `chain`. Every branch taken leads to a way, so
    that the first few cost little however many there are: `reach[i][glued]` has bit k set if the gaps from i on can
    leave k cuts when the gap before was (not) glued.
    """
    reach: list[tuple[int, int]] = [(1, 1)]
    for gap in reversed(gaps):
        free, after_glue = reach[-1]
        cutting = free << 1 if gap != "join" else 0
        gluing = after_glue if gap != "cut" else 0
        reach.append((cutting | gluing, cutting | (gluing if chain else 0)))
    reach.reverse()

    def walk(i: int, glued: bool, left: int | None, done: list[bool]) -> Iterator[list[bool]]:
        if i == len(gaps):
            yield list(done)
            return
        for glue in (True, False):
            if (glue and (gaps[i] == "cut" or (glued and not chain))) or (not glue and gaps[i] == "join"):
                continue
            rest = None if left is None else left - (not glue)
            possible = reach[i + 1][glue]
            if possible and (rest is None or (rest >= 0 and possible >> rest & 1)):
                yield from walk(i + 1, glue, rest, [*done, glue])

    yield from walk(0, False, None if wanted is None else wanted - 1, [])


def take(ways: Iterator[list[bool]], count: int) -> list[list[bool]]:
    return list(islice(ways, count))
