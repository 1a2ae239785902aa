"""Answers that are right for a classmate's numbers.

They earn nothing, and the teacher alone is told. One coincidence accuses nobody: small whole numbers meet by chance,
and so does whatever is computed from them. So candidates come from answers that are, to the digit, the right ones of a
few sheets; and a sheet is named only if answers agree with it that the student's own sheet does not explain, neither
by carrying an earlier error nor by a known procedure, and that have decimals in two cells or more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tutor.grading.marking import Marked
from tutor.judging import CODE, Verdict

if TYPE_CHECKING:
    from tutor.answers import Reading
    from tutor.course import OpenUnit

SHARED = 8
"""An answer that is right on more sheets than this is no trace of any."""
NEAR = 2.0
"""Units of the last decimal asked within which an answer is taken for the right one of another sheet."""
TELLING = 2
"""Cells that are no whole numbers, below which agreeing tells nothing."""
WRONG, SLIP = CODE[Verdict.WRONG], CODE[Verdict.SLIP]

Read = Callable[[str, int], "Reading | None"]


def classmates(
    opened: OpenUnit, marked: Marked, reading: Read, data: Mapping[str, Any], owners: Sequence[str]
) -> dict[int, int]:
    """Row to the row whose numbers its answers are right for.

    `reading` gives a row's answer to a question; `owners` tells the rows of one student from those of others.
    """
    traces = [
        trace
        for question in range(len(marked.sums.asked))
        if (trace := _trace(opened, marked, question, reading, data)) is not None
    ]
    pairs = {pair for trace in traces for pair in trace.pairs() if owners[pair[0]] != owners[pair[1]]}
    best: dict[int, tuple[int, int]] = {}
    for row, sheet in sorted(pairs):
        agree = [trace for trace in traces if trace.agrees(row, sheet)]
        telling = sum(trace.decimals(row) for trace in agree if trace.wrong[trace.at[row]])
        if telling >= TELLING and len(agree) > best.get(row, (0, 0))[0]:
            best[row] = (len(agree), sheet)
    return {row: sheet for row, (_, sheet) in best.items()}


@dataclass(frozen=True)
class _Trace:
    """The wrong answers to one question, `values` (N, cells), and what is `right` (B, cells) on every sheet."""

    at: Mapping[int, int]
    """Row to its place among the wrong ones."""
    values: NDArray[np.float64]
    wrong: list[bool]
    """Whether nothing explains it: else it is a known procedure."""
    right: NDArray[np.float64]
    places: int

    def pairs(self) -> list[tuple[int, int]]:
        """(row, sheet) where an answer is, to the decimals asked, the right one of a few sheets."""
        keys, wanted = _key(self.right, self.places), _key(self.values, self.places)
        order = np.argsort(keys, kind="stable")
        low = np.searchsorted(keys[order], wanted, side="left")
        high = np.searchsorted(keys[order], wanted, side="right")
        rows = list(self.at)
        return [
            (rows[k], sheet)
            for k in np.flatnonzero((high > low) & (high - low <= SHARED)).tolist()
            for sheet in order[low[k] : high[k]].tolist()
        ]

    def agrees(self, row: int, sheet: int) -> bool:
        """Whether the answer is right on that sheet, give or take what rounding by hand may do."""
        if row not in self.at:
            return False
        gap = np.abs(self.values[self.at[row]] - self.right[sheet])
        return bool((gap <= NEAR * 10.0**-self.places).all())

    def decimals(self, row: int) -> int:
        """How many of its cells are not whole numbers."""
        cells = self.values[self.at[row]]
        return int(np.sum(np.abs(cells - np.rint(cells)) > 1e-9))


def _trace(opened: OpenUnit, marked: Marked, question: int, reading: Read, data: Mapping[str, Any]) -> _Trace | None:
    here = opened.question(marked.sums.asked[question].id)
    codes = marked.verdicts[:, question]
    rows = np.flatnonzero(np.isin(codes, (WRONG, SLIP))).tolist()
    if here.choices or not rows:
        return None
    right = _right(opened, here.id, data, len(codes))
    typed = [(row, cells) for row in rows if len(cells := _flat(reading(here.id, row))) == right.shape[1]]
    if not typed:
        return None
    return _Trace(
        {row: k for k, (row, _) in enumerate(typed)},
        np.array([cells for _, cells in typed]),
        [bool(codes[row] == WRONG) for row, _ in typed],
        right,
        here.decimals or 0,
    )


def _right(opened: OpenUnit, question: str, data: Mapping[str, Any], count: int) -> NDArray[np.float64]:
    """(B, cells): the right answers to a question on every sheet."""
    from tutor.course.marking import scope_over

    here = opened.question(question)
    right = here.target.right(scope_over(opened, here.model, data))
    shape = right.shape[right.ndim - len(here.shape or ()) :]
    flat: NDArray[np.float64] = np.broadcast_to(right, (count, *shape)).reshape(count, -1)
    return flat


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


def _flat(reading: Reading | None) -> list[float]:
    value: Any = reading.value if reading is not None else None
    if value is None:
        return []
    if not isinstance(value, list):
        return [value]
    return [x for row in value for x in row] if value and isinstance(value[0], list) else value
