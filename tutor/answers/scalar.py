"""One cell: the only place where a piece of text becomes a number, whatever list or matrix it stands in."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from tutor.answers.arithmetic import number_of
from tutor.answers.characters import FRACTIONS, SUPERSCRIPTS
from tutor.answers.expression import evaluate
from tutor.answers.numerals import BLANK, Numeral, Rules, places_of, read_numeral
from tutor.answers.respellings import respelled
from tutor.answers.source import Unreadable
from tutor.answers.words_and_labels import is_name, sides_of

Way = tuple[float, int | None]
"""A value and the decimals typed in it; None where it is exact because it was computed."""

MAX_EXPONENT_DIGITS = 5

_PLAIN = {mark: re.compile(rf"[+-]?(?:0|[1-9][0-9]{{0,14}})(?:{re.escape(mark)}([0-9]{{1,20}}))?") for mark in ",."}
"""Short enough that `float` neither overflows nor loses what was typed to zero."""
_INFINITY = re.compile(r"\(?\s*([+-]?)\s*∞\s*\)?")
_SUPER = "".join(SUPERSCRIPTS)
_NUMERAL = rf"[0-9.,'](?:(?:[0-9.,']|{BLANK}(?=[0-9]))*[0-9.,'])?"
_LITERAL = re.compile(
    rf"(?P<sign>[+-]?)\s*(?P<mantissa>{_NUMERAL})(?:"
    rf"\s*(?P<percent>%)"
    rf"|\s*[eE]\s*(?P<exponent>[+-]?\s*[0-9]+)"
    rf"|\s*[xX*·]\s*10\s*(?:\^\s*(?P<open>[({{]?)\s*(?P<power>[+-]?\s*[0-9]+)\s*[)}}]?|(?P<raised>[{_SUPER}]+))"
    rf")?"
)
_MIXED = re.compile(rf"(?P<sign>[+-]?)\s*(?P<whole>[0-9]+){BLANK}+(?P<over>[0-9]+)\s*/\s*(?P<under>[0-9]+)")
_MIXED_SIGN = re.compile(rf"(?P<sign>[+-]?)\s*(?P<whole>[0-9]+){BLANK}+(?P<fraction>[{''.join(FRACTIONS)}])")
_TWICE = re.compile(rf"(?P<left>.+?)(?P<blank>{BLANK}?)\((?P<right>[^()]+(?:\([^()]*\)[^()]*)?)\)")
_RANGE = re.compile(rf"({_NUMERAL})\s*-\s*({_NUMERAL})")


@dataclass(frozen=True, slots=True)
class Cell:
    """The readings of one cell, best first: one, unless `doubt` says what they are torn between."""

    ways: tuple[Way, ...]
    doubt: str = ""
    notes: tuple[str, ...] = ()
    certain_point: bool = False


def read_cell(text: str, rules: Rules) -> Cell:
    """The number a cell says. Raises Unreadable with the reason and the index in `text`."""
    if match := _PLAIN[rules.locale.decimal].fullmatch(text):
        return Cell(((float(text.replace(",", ".")) + 0.0, len(match[1] or "")),))
    sides = sides_of(text)
    return _unlabelled(text, rules) if sides == [(text, 0)] else _right_side(sides, rules)


def _right_side(sides: list[tuple[str, int]], rules: Rules) -> Cell:
    """`α₁ = 0,412`; and `e^0,707 = 2,028`, whose two sides should say the same."""
    cells = []
    for side, start in sides:
        try:
            cells.append(_unlabelled(side, rules))
        except Unreadable as fault:
            if start == sides[-1][1] or not is_name(side):
                raise Unreadable(fault.reason, start + fault.at, fault.detail) from None
    *left, right = cells
    agreed = tuple(way for way in right.ways if any(_same(value, *way) for cell in left for value, _ in cell.ways))
    if right.doubt and agreed:  # e^0,5 = 1.649
        right = replace(right, ways=agreed, doubt=right.doubt if agreed[1:] else "")
    for cell in left:
        if cell.doubt == "exponent" and not agreed:
            continue  # `e1 = 2,5`: a name
        if not any(_same(value, *way) for value, _ in cell.ways for way in right.ways):
            return Cell((right.ways[0], cell.ways[0]), "two-sides", right.notes)
    return right


def _same(computed: float, value: float, places: int | None) -> bool:
    """Whether `value` is `computed` rounded or cut to its decimals."""
    unit = 10.0 ** -min(places, 15) if places is not None else 1e-6 * max(1.0, abs(value))
    if computed == value or math.isinf(computed):
        return computed == value
    missing = abs(computed) - abs(value)
    return computed * value >= 0 and -0.5001 * unit <= missing < unit


def _unlabelled(text: str, rules: Rules) -> Cell:
    """A number or an operation, and nothing else."""
    if not text.strip("-_?"):
        raise Unreadable("empty-cell", 0)
    if match := _INFINITY.fullmatch(text):
        return Cell(((-math.inf if match[1] == "-" else math.inf, 0),))
    if match := _LITERAL.fullmatch(text):
        return _literal(match, rules)
    if match := _MIXED.fullmatch(text):
        return _mixed(match, rules)
    if match := _MIXED_SIGN.fullmatch(text):
        over, under = FRACTIONS[match["fraction"]]
        return Cell(((_signed(match, int(match["whole"][:300]) + over / under), None),))
    if cell := _respelled(text, rules) or _written_twice(text, rules):
        return cell
    return _computed(text, rules)


def _computed(text: str, rules: Rules) -> Cell:
    """An operation, or a range. Raises Unreadable."""
    if (match := _RANGE.fullmatch(text)) and (cell := _range(match, rules)):
        return cell
    result = evaluate(text, rules)
    notes = (*result.notes, *(("colon",) if ":" in text else ()))
    return Cell(tuple((value + 0.0, None) for value in result.ways), result.doubt, notes, result.certain_point)


def _literal(match: re.Match[str], rules: Rules) -> Cell:
    """A numeral, perhaps in percent or times a power of ten, which shift its decimals."""
    at = match.start("mantissa")
    exponent = -2 if match["percent"] else _exponent(match)
    try:
        numeral = read_numeral(match["mantissa"], rules)
    except Unreadable as fault:
        raise Unreadable(fault.reason, at + fault.at, fault.detail) from None
    if exponent and numeral.doubt == "point-role" and not match["percent"]:
        numeral = replace(numeral, ways=numeral.ways[1:], doubt="", certain_point=True)  # no one groups before an e
    ways = tuple(
        (_signed(match, number_of(way, exponent, at)), max(0, places_of(way) - exponent)) for way in numeral.ways
    )
    return Cell(ways, numeral.doubt, (*numeral.notes, *(("percent",) if match["percent"] else ())), _sure(numeral))


def _sure(numeral: Numeral) -> bool:
    return numeral.certain_point and not numeral.doubt


def _exponent(match: re.Match[str]) -> int:
    raised = "".join(SUPERSCRIPTS[c] for c in match["raised"] or "")
    digits = re.sub(r"\s", "", match["exponent"] or match["power"] or raised or "0")
    if not re.fullmatch(r"[+-]?[0-9]+", digits):
        raise Unreadable("unexpected-text", match.start("raised"), match["raised"])
    if len(digits.lstrip("+-").lstrip("0")) > MAX_EXPONENT_DIGITS:
        raise Unreadable("too-small" if digits[0] == "-" else "too-large", match.start("mantissa"))
    return int(digits)


def _mixed(match: re.Match[str], rules: Rules) -> Cell:
    """`3 1/2`; but `3 100/200` may also be three thousand one hundred over two hundred, and `1 234/5` only that."""
    whole, over, under = (float(match[part]) for part in ("whole", "over", "under"))
    if under == 0:
        raise Unreadable("division-by-zero", match.start("under"))
    values = [whole + over / under] if over < under <= 1e15 and whole <= 1e15 else []
    if len(match["over"]) == 3 and len(match["whole"]) <= 3 and match["whole"][0] != "0":
        values.append(float(match["whole"] + match["over"]) / under)
    if not values:
        raise Unreadable("several-numbers", match.start("over"))
    return Cell(tuple((_signed(match, value), None) for value in values), "mixed-or-thousands" if values[1:] else "")


def _respelled(text: str, rules: Rules) -> Cell | None:
    """What the cell may have been before something in it got lost; None if nothing did."""
    for doubt, texts in respelled(text, rules.locale.decimal):
        cells = [cell for new in texts if (cell := _respelling(new, rules))]
        ways: dict[float, Way] = {}
        for value, places in (way for cell in cells for way in cell.ways):
            ways.setdefault(value, (value, places))
        if ways:
            notes = tuple(note for cell in cells for note in cell.notes)
            return Cell(
                tuple(ways.values()), doubt if len(ways) > 1 else "", notes if len(ways) > 1 else (*notes, doubt)
            )
    return None


def _written_twice(text: str, rules: Rules) -> Cell | None:
    """`0,8 (4/5)`: one number, and the same in another writing; `0,8(4/5)` may be a product. None if they differ."""
    match = _TWICE.fullmatch(text)
    if match is None:
        return None
    left, right = (_respelling(match[side], rules) for side in ("left", "right"))
    if not left or not right or left.doubt or right.doubt:
        return None
    first, second = left.ways[0], right.ways[0]
    one = first if first[1] is not None else second
    if first[1] == 0 or 0 in (first[1], second[1]) or not (_same(first[0], *second) or _same(second[0], *first)):
        return None
    notes = (*left.notes, *right.notes)
    if match["blank"]:
        return Cell((one,), "", (*notes, "repeated"))
    product = _computed(text, rules).ways[0]
    return Cell((one, product), "repeated", notes) if product[0] != one[0] else Cell((one,), "", notes)


def _respelling(text: str, rules: Rules) -> Cell | None:
    match = _LITERAL.fullmatch(text)
    try:
        return _literal(match, rules) if match else _computed(text, rules)
    except Unreadable:
        return None


def _range(match: re.Match[str], rules: Rules) -> Cell | None:
    """`0,41-0,42`: a subtraction, or the two ends between which the answer lies; None if it can only be the first."""
    left, right = (_literal(found, rules) for side in match.groups() if (found := _LITERAL.fullmatch(side)))
    if left.doubt or right.doubt or left.ways[0][0] >= right.ways[0][0]:
        return None
    return Cell(((left.ways[0][0] - right.ways[0][0], None), left.ways[0], right.ways[0]), "range")


def _signed(match: re.Match[str], value: float) -> float:
    return -value + 0.0 if match["sign"] == "-" else value


def is_plain(text: str) -> bool:
    """Whether a piece is one numeral with at most a sign: what can stand between doubtful separators."""
    return _LITERAL.fullmatch(text) is not None or _INFINITY.fullmatch(text) is not None
