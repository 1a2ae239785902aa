"""One numeral: which of its marks groups thousands, and which begins the decimals.

Every mark is judged by what stands around it, never by the value that would come out. Where two readings remain the
numeral keeps both, and whoever reads the list may still settle it by the cells beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor.answers.locales import Locale
from tutor.answers.source import Unreadable

BLANK = "[ \u00a0]"
_GROUPED_BY_BLANKS = re.compile(
    rf"(?P<whole>[1-9]\d{{0,2}}(?:{BLANK}\d{{3}})+)(?:(?P<mark>[.,])(?P<decimals>\d*|\d{{3}}(?:{BLANK}\d{{3}})*{BLANK}\d{{1,3}}))?"
)
_GROUPED_DECIMALS = re.compile(
    rf"(?P<head>[0-9.,']*(?P<mark>[.,']))(?P<decimals>\d{{3}}(?:{BLANK}\d{{3}})+)(?P<rest>{BLANK}\d{{1,2}})?"
)
_GROUPS = {mark: re.compile(rf"[1-9]\d{{0,2}}(?:{re.escape(mark)}\d{{3}})+") for mark in ".,'"}
_EITHER_MARK = re.compile("[.,']")
MAX_NUMERAL = 500
"""The longest float in full, with its thousands marked, has some 430 signs."""
GROUP = 3
"""Digits between two marks of thousands."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the reader may know beside the text: how numbers are written here, and how many decimals are asked.

    `program`: the text was printed by a program, whose point always begins decimals.
    """

    locale: Locale
    decimals: int | None = None
    program: bool = False


@dataclass(frozen=True, slots=True)
class Numeral:
    """The readings of a numeral, as `float` would take them: `("12345", "12.345")`.

    One reading, unless `doubt` says why there may be more. `certain_point`: a point in it can only begin decimals.
    """

    ways: tuple[str, ...]
    doubt: str = ""
    notes: tuple[str, ...] = ()
    certain_point: bool = False


def places_of(digits: str) -> int:
    """The decimals typed in `12.345`."""
    return len(digits.partition(".")[2])


def read_numeral(text: str, rules: Rules) -> Numeral:
    """A text of digits, marks and blanks. Raises Unreadable where the marks make no number."""
    if len(text) > MAX_NUMERAL:
        raise Unreadable("too-long", MAX_NUMERAL)
    if " " in text or "\u00a0" in text:
        return _with_blanks(text, rules)
    if text.isdigit():
        return Numeral((text,))
    if not any(c.isdigit() for c in text):
        raise Unreadable("no-digits", 0, text)
    for double in re.finditer(r"[.,']{2}", text):
        raise Unreadable("empty-between", double.start() + 1)
    if text[-1] == "." and _EITHER_MARK.search(text, 0, len(text) - 1):
        text = text[:-1]  # `0,412.`: it ends a sentence
    kinds = {c for c in text if c in ".,'"}
    if "'" in kinds:
        return _with_apostrophes(text, kinds, rules)
    if len(kinds) == 2:
        return _with_both_marks(text, rules)
    mark = kinds.pop()
    if text.count(mark) > 1:
        _require_groups(text, mark)
        return Numeral((text.replace(mark, ""),), notes=() if _groups_here(mark, rules) else ("thousands",))
    head, _, tail = text.partition(mark)
    if mark == rules.locale.decimal:
        return _with_own_mark(head, tail, mark)
    return _with_point_in_spanish(head, tail, rules) if mark == "." else _with_comma_in_english(head, tail, rules)


def _with_own_mark(head: str, tail: str, mark: str) -> Numeral:
    if not tail and mark == ",":
        return Numeral((head,), "incomplete-decimal")
    return Numeral((_joined(head, tail),), notes=_missing_zero(head), certain_point=mark == ".")


def _with_point_in_spanish(head: str, tail: str, rules: Rules) -> Numeral:
    """A lone point: decimal, unless what follows is exactly one group of thousands."""
    decimal = _joined(head, tail)
    if not _may_group(head, tail):
        return Numeral((decimal,), notes=_missing_zero(head), certain_point=True)
    if rules.decimals == GROUP or rules.program:
        return Numeral((decimal,), certain_point=rules.program)
    return Numeral((head + tail,)) if rules.decimals == 0 else Numeral((head + tail, decimal), "point-role")


def _with_comma_in_english(head: str, tail: str, rules: Rules) -> Numeral:
    """A lone comma where the point is decimal: it groups if it can."""
    decimal = _joined(head, tail)
    if _may_group(head, tail):
        # `1,414` where three decimals are asked was typed by a Spanish hand; a number this short is printed ungrouped.
        doubtful = rules.decimals == GROUP and len(head) == 1
        return Numeral((head + tail, decimal), "comma-group-role") if doubtful else Numeral((head + tail,))
    if not tail:
        return Numeral((head,), "incomplete-decimal")
    if rules.locale.comma_also_decimal:
        return Numeral((decimal,), notes=("decimal-comma", *_missing_zero(head)))
    return Numeral((decimal, head + tail) if head[:1] not in ("", "0") else (decimal,), "comma-not-decimal")


def _with_both_marks(text: str, rules: Rules) -> Numeral:
    """The last mark is decimal, if it occurs once and the other forms groups of three before it."""
    last = max(",.", key=text.rfind)
    other = "." if last == "," else ","
    head, _, tail = text.rpartition(last)
    if last in head:
        raise Unreadable("bad-grouping", text.index(last))
    _require_groups(head, other)
    if not tail and last == ",":
        return Numeral((head.replace(other, ""),), "incomplete-decimal")
    note = () if last == rules.locale.decimal else ("other-marks",)
    return Numeral((_joined(head.replace(other, ""), tail),), notes=note, certain_point=last == ".")


def _with_apostrophes(text: str, kinds: set[str], rules: Rules) -> Numeral:
    if len(kinds) > 1:  # 1'000,5
        head, mark, tail = re.split("([.,])", text, maxsplit=1)
        _require_groups(head, "'")
        if _EITHER_MARK.search(tail):
            raise Unreadable("bad-grouping", len(head))
        return Numeral((_joined(head.replace("'", ""), tail),), certain_point=mark == ".")
    if text.count("'") > 1:
        _require_groups(text, "'")
        return Numeral((text.replace("'", ""),))
    head, _, tail = text.partition("'")
    if not tail:
        raise Unreadable("stray-mark", len(head), "'")
    decimal = _joined(head, tail)
    if _may_group(head, tail) and rules.decimals != GROUP:
        return Numeral((head + tail,)) if rules.decimals == 0 else Numeral((head + tail, decimal), "apostrophe-role")
    return Numeral((decimal,), notes=("apostrophe",))


def _with_blanks(text: str, rules: Rules) -> Numeral:
    """Groups of three are thousands, and then the decimals may be grouped too; nothing else is ever glued."""
    if decimals := _GROUPED_DECIMALS.fullmatch(text):
        return _with_grouped_decimals(decimals, rules)
    match = _GROUPED_BY_BLANKS.fullmatch(text)
    if match is None:
        raise Unreadable("several-numbers", re.search(BLANK, text).end())  # type: ignore[union-attr]
    whole = re.sub(BLANK, "", match["whole"])
    tail = re.sub(BLANK, "", match["decimals"] or "")
    if match["mark"] == "," and not tail:
        return Numeral((whole,), "incomplete-decimal")
    note = () if match["mark"] in (None, rules.locale.decimal) else ("other-marks",)
    return Numeral((_joined(whole, tail),), notes=note, certain_point=match["mark"] == ".")


def _with_grouped_decimals(match: re.Match[str], rules: Rules) -> Numeral:
    """`3,141 592 653`; but `1.000 000` may as well be a million whose marks are mixed."""
    tail = re.sub(BLANK, "", match["decimals"] + (match["rest"] or ""))
    numeral = read_numeral(match["head"] + tail, rules)
    head = match["head"][:-1]
    if match["mark"] != rules.locale.decimal and not match["rest"] and _may_group(head, tail[:GROUP]):
        return Numeral((head + tail, _joined(head, tail)), "mixed-groups")
    return numeral


def _joined(head: str, tail: str) -> str:
    return f"{head or '0'}.{tail}" if tail else head or "0"


def _missing_zero(head: str) -> tuple[str, ...]:
    return () if head else ("missing-zero",)


def _may_group(head: str, tail: str) -> bool:
    return len(tail) == GROUP and 1 <= len(head) <= GROUP and head[0] != "0"


def _groups_here(mark: str, rules: Rules) -> bool:
    return mark == "." if rules.locale.comma_is_decimal else mark == ","


def _require_groups(text: str, mark: str) -> None:
    if not _GROUPS[mark].fullmatch(text):
        first = re.search(re.escape(mark), text)
        raise Unreadable("bad-grouping", first.start() if first else 0)
