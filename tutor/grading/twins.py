"""Answers that are right for a classmate's numbers.

They earn nothing, and the teacher alone is told. One coincidence accuses nobody: small whole numbers meet by chance,
and so does whatever is computed from them. So candidates come from answers that are, to the digit, the right ones of a
few sheets; they are judged by those sheets; and a sheet is named only if two answers that nothing else explains agree
with it, neither an error carried nor a known procedure, or one of them that has decimals in two cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tutor.grading.marking import Marked, mark_readings, slices
from tutor.judging import CODE, VERDICTS, Verdict

if TYPE_CHECKING:
    from tutor.answers import Reading
    from tutor.course import OpenUnit

SHARED = 8
"""An answer that is right on more sheets than this is no trace of any."""
WRONG, SLIP = CODE[Verdict.WRONG], CODE[Verdict.SLIP]

Rows = NDArray[np.intp]
Read = Callable[[str, int], "Reading | None"]


def classmates(
    opened: OpenUnit, marked: Marked, reading: Read, data: Mapping[str, Any], owners: Sequence[str]
) -> dict[int, int]:
    """Row to the row whose numbers its answers are right for.

    `reading` gives a row's answer to a question; `owners` tells the rows of one student from those of others.
    """
    pairs = sorted(
        {
            (row, sheet)
            for question in range(len(marked.sums.asked))
            for row, sheet in _candidates(opened, marked, question, reading, data)
            if owners[row] != owners[sheet]
        }
    )
    if not pairs:
        return {}
    rows, sheets = (np.array(side, dtype=np.intp) for side in zip(*pairs, strict=True))
    readings = {q.id: [reading(q.id, row) for row, _ in pairs] for q in marked.sums.asked}
    theirs = mark_readings(opened, marked.sums, readings, slices(data, sheets), len(pairs))
    right = np.isin(theirs.verdicts, [code for code, verdict in enumerate(VERDICTS) if verdict.correct])
    wrong, slipped = (right & (marked.verdicts[rows] == code) for code in (WRONG, SLIP))
    best: dict[int, tuple[int, int]] = {}
    for k, (row, sheet) in enumerate(pairs):
        agree = int(wrong[k].sum() + slipped[k].sum())
        telling = any(
            _decimals(reading(marked.sums.asked[j].id, row)) >= 2 for j in np.flatnonzero(wrong[k]).tolist()
        )  # fmt: skip
        if wrong[k].any() and (agree >= 2 or telling) and agree > best.get(row, (0, 0))[0]:
            best[row] = (agree, sheet)
    return {row: sheet for row, (_, sheet) in best.items()}


def _candidates(
    opened: OpenUnit, marked: Marked, question: int, reading: Read, data: Mapping[str, Any]
) -> list[tuple[int, int]]:
    """(row, sheet) where a wrong answer is, to the decimals asked, the right one of a few sheets."""
    here = opened.question(marked.sums.asked[question].id)
    rows = np.flatnonzero(np.isin(marked.verdicts[:, question], (WRONG, SLIP))).tolist()
    if here.choices or not rows:
        return []
    right = _right(opened, here.id, data, len(marked.verdicts))
    typed = [(row, cells) for row in rows if len(cells := _flat(reading(here.id, row))) == right.shape[1]]
    if not typed:
        return []
    places = here.decimals or 0
    values = np.array([cells for _, cells in typed])
    keys, wanted = _key(right, places), _key(values, places)
    order = np.argsort(keys, kind="stable")
    low = np.searchsorted(keys[order], wanted, side="left")
    high = np.searchsorted(keys[order], wanted, side="right")
    return [
        (typed[k][0], sheet)
        for k in np.flatnonzero((high > low) & (high - low <= SHARED)).tolist()
        for sheet in order[low[k] : high[k]].tolist()
    ]


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


def _decimals(reading: Reading | None) -> int:
    """How many cells of an answer are not whole numbers."""
    return sum(abs(x - round(x)) > 1e-9 for x in _flat(reading) if np.isfinite(x))


def _flat(reading: Reading | None) -> list[float]:
    value: Any = reading.value if reading is not None else None
    if value is None:
        return []
    if not isinstance(value, list):
        return [value]
    return [x for row in value for x in row] if value and isinstance(value[0], list) else value
