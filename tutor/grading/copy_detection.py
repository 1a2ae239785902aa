"""Answers that are right for a classmate's numbers.

They earn nothing, nor does what is carried from them, and the teacher alone is told. The sheets looked at are all that
were handed out: what one student handed in changes no mark of another.

One coincidence accuses nobody: small whole numbers meet by chance, and so does whatever is computed from them. So a
sheet is named only where the answers that agree with it, wrong or carried, are more than whole numbers, and where
chance hardly explains them. Evidence is what the student's own sheet explains in no way: not a known procedure,
not a slip in a single cell, not carried from an earlier answer, for what follows from a coincidence is no second one.
How often such an answer is right for the numbers of a stranger is counted on thousands of sheets that never were, each
number of them taken from that place of some sheet of the class; the evidence of several answers multiplies. Whatever
mistakes people make of their own, they know nothing of the sheets of others: the chance that one of those agrees all
the same is no more than that, times how many they are. It must be below CHANCE. So in a large class a few small numbers
never suffice, and weights that whole numbers give, of which there are few, hardly ever do by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tutor.grading.marking import Marked
from tutor.judging import CODE, Verdict

if TYPE_CHECKING:
    from tutor.units import OpenUnit

CHANCE = 0.02
"""The chance of a coincidence from which on nobody is named. Of those who err, one in a thousand comes below it."""
STRANGERS = 16_384
"""Sheets that never were, to count on how often an answer is right for somebody's numbers."""
SHARED = 8
"""An answer that is right on more sheets than this is no trace of any."""
NEAR = 2.0
"""Units of the last decimal asked within which an answer is taken for the right one of another sheet."""
SLIP_OF_THE_PEN = 1
"""Cells that may be wrong while the rest is one's own: the commonest mistake of all."""
WRONG, SLIP, CARRIED = CODE[Verdict.WRONG], CODE[Verdict.SLIP], CODE[Verdict.CARRIED]

Rows = NDArray[np.intp]


def classmates(opened: OpenUnit, marked: Marked, numbers: Mapping[str, Any], sheet_of: Rows) -> dict[int, int]:
    """Row to the sheet of somebody else that its answers are right for.

    `numbers` are those of all sheets, core arrays (S, h, r, c) by input; `mine` (B,) the sheet of each row, -1 where it
    has none, and then nobody is looked for.
    """
    count = _count(numbers)
    strangers = _Strangers(numbers)
    traces = [
        trace
        for question in range(len(marked.sums.asked))
        if (trace := _trace(opened, marked, question, numbers, sheet_of, strangers)) is not None
    ]
    if not traces:
        return {}
    pairs = np.unique(np.concatenate([row * count + sheet for row, sheet in (trace.pairs() for trace in traces)]))
    rows, sheets = np.divmod(pairs, count)
    others = sheet_of[rows] != sheets
    rows, sheets = rows[others], sheets[others]
    agreeing, telling = np.zeros(len(rows), dtype=np.intp), np.zeros(len(rows), dtype=np.bool_)
    chance = np.full(len(rows), count - 1.0)
    for trace in traces:
        agrees = trace.agrees(rows, sheets)
        agreeing += agrees
        telling |= agrees & trace.telling[rows]
        evident = np.flatnonzero(agrees & trace.unexplained[rows])
        chance[evident] *= trace.chance(rows[evident])
    best: dict[int, tuple[int, float, int]] = {}
    for k in np.flatnonzero(telling & (chance < CHANCE)).tolist():
        found = (-int(agreeing[k]), float(chance[k]), int(sheets[k]))
        best[int(rows[k])] = min(found, best.get(int(rows[k]), found))
    return {row: sheet for row, (*_, sheet) in best.items()}


@dataclass(frozen=True)
class _Trace:
    """The answers to one question, `values` (B, cells), and what is `right` (S, cells) on every sheet."""

    opened: OpenUnit
    question: str
    mistaken: NDArray[np.bool_]
    """(B,) whether it is not right for one's own numbers, carried or not."""
    unexplained: NDArray[np.bool_]
    """(B,) whether nothing explains that."""
    telling: NDArray[np.bool_]
    """(B,) whether it is more than whole numbers, and no known procedure explains it."""
    values: NDArray[np.float64]
    right: NDArray[np.float64]
    places: int
    strangers: _Strangers

    def pairs(self) -> tuple[Rows, Rows]:
        """Rows and sheets: where a mistaken answer is, to the decimals asked, the right one of a few sheets."""
        rows = np.flatnonzero(self.mistaken)
        keys, wanted = _key(self.right, self.places), _key(self.values[rows], self.places)
        order = np.argsort(keys, kind="stable")
        low, found = _spans(keys[order], wanted, wanted)
        found[found > SHARED] = 0
        at, place = _spread(low, found)
        return rows[at], order[place]

    def agrees(self, rows: Rows, sheets: Rows) -> NDArray[np.bool_]:
        """Whether each row's mistaken answer is right on that sheet, give or take what rounding by hand may do."""
        agrees: NDArray[np.bool_] = self.mistaken[rows] & _near(self.values[rows], self.right[sheets], self.places)
        return agrees

    def chance(self, rows: Rows) -> NDArray[np.float64]:
        """How often each row's answer is right for the numbers of a stranger."""
        which, again = np.unique(rows, return_inverse=True)
        values = self.values[which]
        slack = NEAR * 10.0**-self.places + 1e-9
        low, found = _spans(self._theirs[:, 0], values[:, 0] - slack, values[:, 0] + slack)
        at, place = _spread(low, found)
        near = _near(values[at], self._theirs[place], self.places)
        fitting = np.bincount(at[near], minlength=len(which))
        chances: NDArray[np.float64] = ((fitting + 1) / (STRANGERS + 1))[again]
        return chances

    @cached_property
    def _theirs(self) -> NDArray[np.float64]:
        """(STRANGERS, cells): what is right for them, by the first cell."""
        right = _right(self.opened, self.question, self.strangers.numbers, STRANGERS)
        return right[np.argsort(right[:, 0], kind="stable")]


def _trace(
    opened: OpenUnit, marked: Marked, question: int, numbers: Mapping[str, Any], sheet_of: Rows, strangers: _Strangers
) -> _Trace | None:
    here = opened.question(marked.sums.asked[question].id)
    codes = marked.verdicts[:, question]
    mistaken = np.isin(codes, (WRONG, SLIP, CARRIED)) & (sheet_of >= 0)
    if here.choices or not mistaken.any():
        return None
    right, values, places = (
        _right(opened, here.id, numbers, _count(numbers)),
        marked.numbers(question),
        here.decimals or 0,
    )
    wrong = np.flatnonzero(mistaken & (codes == WRONG))
    off = np.sum(~_close(values[wrong], right[sheet_of[wrong]], places), axis=-1)
    unexplained = np.zeros(len(codes), dtype=bool)
    unexplained[wrong[off > SLIP_OF_THE_PEN]] = True
    with np.errstate(invalid="ignore"):
        telling = (codes != SLIP) & np.any(np.abs(values - np.rint(values)) > 1e-9, axis=-1)
    return _Trace(opened, here.id, mistaken, unexplained, telling, values, right, places, strangers)


@dataclass(frozen=True)
class _Strangers:
    """Sheets that never were: every cell of every input taken from the same cell of some sheet of the class."""

    sheets: Mapping[str, Any]

    @cached_property
    def numbers(self) -> dict[str, Any]:
        """STRANGERS of them by our own arithmetic: the same on every machine."""
        drawn: dict[str, Any] = {}
        column = 0
        for name, values in sorted(self.sheets.items()):
            if isinstance(values, str):
                drawn[name] = values
                continue
            cells = values.reshape(len(values), -1)
            places = column + np.arange(cells.shape[1])
            seeds = np.arange(STRANGERS, dtype=np.uint64)[:, None] + (places.astype(np.uint64) << np.uint64(32))
            whose = (_mixed(seeds) >> np.uint64(33)) % np.uint64(len(cells))
            drawn[name] = cells[whose.astype(np.intp), np.arange(cells.shape[1])].reshape(-1, *values.shape[1:])
            column += cells.shape[1]
        return drawn


def _count(numbers: Mapping[str, Any]) -> int:
    return next((len(values) for values in numbers.values() if not isinstance(values, str)), 0)


def _right(opened: OpenUnit, question: str, data: Mapping[str, Any], count: int) -> NDArray[np.float64]:
    """(B, cells): the right answers to a question on every sheet."""
    from tutor.units.bound_unit import scope_over

    here = opened.question(question)
    right = here.target.right(scope_over(opened, here.model, data))
    shape = right.shape[right.ndim - len(here.shape or ()) :]
    flat: NDArray[np.float64] = np.broadcast_to(right, (count, *shape)).reshape(count, -1)
    return flat


def _close(one: NDArray[np.float64], other: NDArray[np.float64], places: int) -> NDArray[np.bool_]:
    """Which cells are one but for what rounding by hand may do."""
    with np.errstate(invalid="ignore"):  # of infinities
        close: NDArray[np.bool_] = np.abs(one - other) <= NEAR * 10.0**-places
    return close


def _near(one: NDArray[np.float64], other: NDArray[np.float64], places: int) -> NDArray[np.bool_]:
    near: NDArray[np.bool_] = np.all(_close(one, other, places), axis=-1)
    return near


def _spans(sorted_: NDArray[Any], low: NDArray[Any], high: NDArray[Any]) -> tuple[Rows, Rows]:
    """Where in `sorted_` what lies between each `low` and `high` begins, and how many they are."""
    start = np.searchsorted(sorted_, low, side="left")
    return start, np.searchsorted(sorted_, high, side="right") - start


def _spread(start: Rows, many: Rows) -> tuple[Rows, Rows]:
    """The spans one place after the other: of which it is, and the place."""
    nth = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
    return np.repeat(np.arange(len(many)), many), np.repeat(start, many) + nth


def _key(values: Any, places: int) -> NDArray[np.uint64]:
    """One number for a row of cells rounded to `places`; equal rows have equal keys."""
    scaled = (
        np.nan_to_num(np.round(values * 10.0**places), posinf=2e15, neginf=-2e15).astype(np.int64).astype(np.uint64)
    )
    key = np.zeros(len(scaled), dtype=np.uint64)
    for column in scaled.T:
        key = (key ^ column) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    return key


def _mixed(seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64's last step: neighbours come out unrelated."""
    mixed = seeds * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
