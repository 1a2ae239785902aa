"""Answers that are right for a classmate's numbers.

They earn nothing, and the teacher alone is told. One coincidence accuses nobody: small whole numbers meet by chance,
and so does whatever is computed from them. So candidates come from answers that are, to the digit, the right ones of a
few sheets; and a sheet is named only if answers agree with it that the student's own sheet does not explain, neither
by carrying an earlier error nor by a known procedure, and that have decimals in two cells or more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tutor.grading.marking import Marked
from tutor.judging import CODE, Verdict

if TYPE_CHECKING:
    from tutor.course import OpenUnit

SHARED = 8
"""An answer that is right on more sheets than this is no trace of any."""
NEAR = 2.0
"""Units of the last decimal asked within which an answer is taken for the right one of another sheet."""
TELLING = 2
"""Cells that are no whole numbers, below which agreeing tells nothing."""
WRONG, SLIP = CODE[Verdict.WRONG], CODE[Verdict.SLIP]


def classmates(opened: OpenUnit, marked: Marked, data: Mapping[str, Any], owners: Sequence[str]) -> dict[int, int]:
    """Row to the row whose numbers its answers are right for. `owners` tells the rows of one student from others'."""
    count = len(owners)
    traces = [
        trace
        for question in range(len(marked.sums.asked))
        if (trace := _trace(opened, marked, question, data)) is not None
    ]
    if not traces:
        return {}
    pairs = np.unique(np.concatenate([row * count + sheet for row, sheet in (trace.pairs() for trace in traces)]))
    rows, sheets = np.divmod(pairs, count)
    agreeing, telling = np.zeros(len(pairs), dtype=np.intp), np.zeros(len(pairs), dtype=np.intp)
    for trace in traces:
        agrees = trace.agrees(rows, sheets)
        agreeing += agrees
        telling += np.where(agrees, trace.telling(rows), 0)
    best: dict[int, tuple[int, int]] = {}
    for k in np.flatnonzero(telling >= TELLING).tolist():
        row, sheet = int(rows[k]), int(sheets[k])
        if owners[row] != owners[sheet] and agreeing[k] > best.get(row, (0, 0))[0]:
            best[row] = (int(agreeing[k]), sheet)
    return {row: sheet for row, (_, sheet) in best.items()}


@dataclass(frozen=True)
class _Trace:
    """The answers to one question, `values` (B, cells), and what is `right` (B, cells) on every sheet."""

    mistaken: NDArray[np.bool_]
    """(B,) whether it is wrong, for a known procedure or not."""
    unexplained: NDArray[np.bool_]
    """(B,) whether nothing explains that."""
    values: NDArray[np.float64]
    right: NDArray[np.float64]
    places: int

    def pairs(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Rows and sheets: where a mistaken answer is, to the decimals asked, the right one of a few sheets."""
        rows = np.flatnonzero(self.mistaken)
        keys, wanted = _key(self.right, self.places), _key(self.values[rows], self.places)
        order = np.argsort(keys, kind="stable")
        low = np.searchsorted(keys[order], wanted, side="left")
        found = np.searchsorted(keys[order], wanted, side="right") - low
        found[found > SHARED] = 0
        nth = np.arange(found.sum()) - np.repeat(np.cumsum(found) - found, found)
        return np.repeat(rows, found), order[np.repeat(low, found) + nth]

    def agrees(self, rows: NDArray[np.intp], sheets: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether each row's mistaken answer is right on that sheet, give or take what rounding by hand may do."""
        with np.errstate(invalid="ignore"):  # of infinities
            gap = np.abs(self.values[rows] - self.right[sheets])
        near: NDArray[np.bool_] = self.mistaken[rows] & (gap <= NEAR * 10.0**-self.places).all(axis=-1)
        return near

    def telling(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """How many of each row's cells are not whole numbers, where nothing explains them."""
        cells = self.values[rows]
        with np.errstate(invalid="ignore"):
            parts = np.sum(np.abs(cells - np.rint(cells)) > 1e-9, axis=-1)
        return np.where(self.unexplained[rows], parts, 0)


def _trace(opened: OpenUnit, marked: Marked, question: int, data: Mapping[str, Any]) -> _Trace | None:
    here = opened.question(marked.sums.asked[question].id)
    codes = marked.verdicts[:, question]
    mistaken = np.isin(codes, (WRONG, SLIP))
    if here.choices or not mistaken.any():
        return None
    right = _right(opened, here.id, data, len(codes))
    return _Trace(mistaken, codes == WRONG, marked.numbers(question), right, here.decimals or 0)


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
