"""Answers that can be read in two ways: what each way would earn.

The mark of a hand-in with doubts is a range until a teacher decides; once they say how many points the doubtful answer
earns, the reading that earns them is the one the rest of the sheet is judged by, so that an error is carried from it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tutor.grading.marking import Marked, mark_readings, slices
from tutor.judging import CODE, Verdict

if TYPE_CHECKING:
    from tutor.answers import Reading
    from tutor.units import OpenUnit

MOST = 16
"""Combinations of readings tried for one hand-in."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The readings of one hand-in, judged: rows `at` of `marked`, one a combination; `doubts` are question indices."""

    marked: Marked
    at: tuple[int, ...]
    doubts: tuple[int, ...]

    def points(self, question: int) -> list[Fraction]:
        """What the answer to a doubtful question may earn, each reading by itself."""
        found = (self.marked.sums.points(int(self.marked.units[i, question])) for i in self.at)
        return sorted({p for p in found if p is not None})

    def agreeing(self, decided: Mapping[int, Fraction]) -> list[int]:
        """The combinations in which every decided question earns what was decided."""
        return [
            i
            for i in self.at
            if all(self.marked.sums.points(int(self.marked.units[i, q])) == p for q, p in decided.items())
        ]


def ways_of(
    opened: OpenUnit,
    marked: Marked,
    reading: Callable[[str, int], Reading | None],
    data: Mapping[str, Any] | None,
) -> dict[int, Ways]:
    """The rows with an answer of two readings, each combination judged whole."""
    asked = marked.sums.asked
    rows: list[int] = []
    combined: dict[str, list[Reading | None]] = {q.id: [] for q in asked}
    spans: dict[int, tuple[range, tuple[int, ...]]] = {}
    for row in np.flatnonzero((marked.verdicts == CODE[Verdict.ASK]).any(axis=1)).tolist():
        read = [reading(q.id, row) for q in asked]
        doubts = tuple(np.flatnonzero(marked.verdicts[row] == CODE[Verdict.ASK]).tolist())
        choices: list[Sequence[Reading | None]] = [
            (one.options or (one,)) if one is not None and j in doubts else (one,) for j, one in enumerate(read)
        ]
        start = len(rows)
        for combination in itertools.islice(itertools.product(*choices), MOST):
            rows.append(row)
            for question, one in zip(asked, combination, strict=True):
                combined[question.id].append(one)
        spans[row] = (range(start, len(rows)), doubts)
    if not rows:
        return {}
    again = mark_readings(opened, marked.sums, combined, slices(data, np.array(rows)), len(rows))
    return {row: Ways(again, tuple(span), doubts) for row, (span, doubts) in spans.items()}
