"""Answers that are right for a classmate's numbers.

They earn nothing, and the teacher alone is told. One coincidence accuses nobody: small whole numbers meet by chance,
and so does whatever is computed from them. A classmate's sheet is named only when answers that the student's own sheet
does not explain, not even by carrying an earlier error, agree with it: one with decimals in two cells, or two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tutor.grading.marking import Marked
from tutor.judging import CODE, Verdict

if TYPE_CHECKING:
    from tutor.answers import Reading
    from tutor.course import OpenUnit

SHARED = 3
"""An answer that is right on more sheets than this tells nothing."""
ENOUGH = 2
UNEXPLAINED = (CODE[Verdict.SLIP], CODE[Verdict.WRONG])

Rows = NDArray[np.intp]


def classmates(
    opened: OpenUnit,
    marked: Marked,
    reading: Callable[[str, int], Reading | None],
    data: Mapping[str, Any],
    owners: Sequence[str],
) -> dict[int, int]:
    """Row to the row whose numbers its answers are right for.

    `reading` gives a row's answer to a question; `owners` tells the rows of one student from those of others.
    """
    evidence: dict[tuple[int, int], int] = {}
    for j, question in enumerate(marked.sums.asked):
        here = opened.question(question.id)
        if here.choices:
            continue
        rows = np.flatnonzero(np.isin(marked.verdicts[:, j], UNEXPLAINED))
        typed = [_flat(reading(question.id, i)) for i in rows.tolist()]
        right = _right(opened, question.id, data, len(marked.verdicts))
        places = here.decimals or 0
        size = right.shape[1]
        rows = np.array([i for i, cells in zip(rows, typed, strict=True) if len(cells) == size], dtype=np.intp)
        if not len(rows):
            continue
        values = np.array([cells for cells in typed if len(cells) == size])
        for row, sheet, strength in _matches(rows, values, right, places):
            if owners[row] != owners[sheet]:
                evidence[row, sheet] = evidence.get((row, sheet), 0) + strength
    best: dict[int, tuple[int, int]] = {}
    for (row, sheet), strength in sorted(evidence.items()):
        if strength >= ENOUGH and strength > best.get(row, (0, 0))[0]:
            best[row] = (strength, sheet)
    return {row: sheet for row, (_, sheet) in best.items()}


def _right(opened: OpenUnit, question: str, data: Mapping[str, Any], count: int) -> NDArray[np.float64]:
    """(B, cells): the right answers to a question on every sheet."""
    from tutor.course.marking import scope_over

    here = opened.question(question)
    right = here.target.right(scope_over(opened, here.model, data))
    flat: NDArray[np.float64] = np.broadcast_to(
        right, (count, *right.shape[right.ndim - len(here.shape or ()) :])
    ).reshape(count, -1)
    return flat


def _matches(rows: Rows, values: Any, right: Any, places: int) -> list[tuple[int, int, int]]:
    """(row, sheet, strength) where what was typed is, rounded, the right answer of a few sheets."""
    keys = _key(right, places)
    order = np.argsort(keys, kind="stable")
    wanted = _key(values, places)
    low = np.searchsorted(keys[order], wanted, side="left")
    high = np.searchsorted(keys[order], wanted, side="right")
    found = []
    for k in np.flatnonzero((high > low) & (high - low <= SHARED)).tolist():
        strength = ENOUGH if np.sum(np.abs(values[k] - np.rint(values[k])) > 1e-9) >= 2 else 1
        for sheet in order[low[k] : high[k]].tolist():
            if np.allclose(np.round(right[sheet], places), np.round(values[k], places), atol=1e-9):
                found.append((int(rows[k]), sheet, strength))
    return found


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
