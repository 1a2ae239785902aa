"""The verdict: the first rung of the ladder that holds, for a whole batch at once.

Each rung looks only at the rows no earlier rung has taken, so that a class of right answers costs one comparison.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.engine import CORE, Array
from tutor.equations import Scope
from tutor.judging.batch import Judgements
from tutor.judging.numbers import Numbers, Rows
from tutor.judging.reach import ALLOWANCE, GUARD, Reach, distance, half_unit
from tutor.judging.target import Target
from tutor.judging.typed import CODE, Typed
from tutor.judging.verdicts import Verdict
from tutor.judging.ways import ways

CELLS_AT_ONCE = 2_000_000
"""Bound of the numbers held at once by one nudged evaluation."""

Given = Mapping[str, tuple[Target, Typed]]


@dataclass(frozen=True, slots=True)
class Decoy:
    """Other data whose right answers are recognised as such; `says` is the sentence for it ("" for a general one)."""

    id: str
    data: Scope | Mapping[str, Any]
    says: str = ""


def judge_batch(
    target: Target,
    data: Scope | Mapping[str, Any],
    typed: Typed,
    given: Given | None = None,
    decoys: Sequence[Decoy] = (),
) -> Judgements:
    """Judge B answers to one question.

    `data` are the question's numbers, one set for all or (a Scope of `bind_many`) one a learner. `given` holds earlier
    answers to questions on the same data, by any name. Raises ContentError or FormulaError where the data do not fit.
    """
    scope = data if isinstance(data, Scope) else target.equation.bind(data)
    value = target.asked.evaluate({n: scope[n] for n in target.asked.names})
    shape = target.part_shape(value.shape[-CORE:])
    verdict = typed.absent.copy()
    cells = np.zeros((len(typed), int(np.prod(shape))), dtype=bool)
    named: dict[int, tuple[str, ...]] = {}
    rows = np.flatnonzero(typed.present)
    with np.errstate(all="ignore"):
        for chunk in _chunks(target, scope, rows):
            _Ladder(target, scope, typed, chunk, verdict, cells, named, given or {}, decoys).climb()
    full = cells.reshape(len(typed), *shape)
    return Judgements(verdict, full, shape, named, lambda row, locale: "")


def _chunks(target: Target, scope: Scope, rows: Rows) -> list[Rows]:
    """Rows in groups small enough for one nudged evaluation."""
    if not len(rows):
        return []
    cells = sum(int(np.prod(np.shape(scope[s])[-CORE:])) for s in target.equation.steps if _known(scope, s)) + 8
    size = max(CELLS_AT_ONCE // (2 * cells * cells), 1)
    return [rows[i : i + size] for i in range(0, len(rows), size)]


def _known(scope: Scope, step: str) -> bool:
    from tutor.errors import ContentError

    try:
        return scope[step] is not None
    except ContentError:
        return False


@dataclass(slots=True)
class _Ladder:
    """One chunk of rows on its way down the ladder."""

    target: Target
    scope: Scope
    typed: Typed
    rows: Rows
    verdict: NDArray[np.int8]
    cells: NDArray[np.bool_]
    named: dict[int, tuple[str, ...]]
    given: Given
    decoys: Sequence[Decoy]
    numbers: Numbers = field(init=False)

    def climb(self) -> None:
        target = self.target
        paths = ways(target.equation, target.step, target.formula)
        own_data = any(np.ndim(v) > CORE for v in self.scope.inputs.values())
        self.numbers = Numbers(self.scope, self.rows if own_data else None)
        reach = Reach(target, self.numbers, paths)
        right = reach.value(paths[0])
        count = len(self.typed)
        answers = self.typed.values.reshape(count, -1)[self.rows]
        digits = np.maximum(self.typed.places.reshape(count, -1)[self.rows], target.decimals)
        half = half_unit(digits)
        gap = distance(answers, right)
        left = self.settle(np.arange(len(self.rows)), gap <= half + GUARD, Verdict.EXACT)
        keep = 0.5 * 10.0**-target.keep
        left = self.widen(reach, left, gap, half, keep, Verdict.ROUNDED)
        left = self.widen(reach, left, gap, 2 * half, 2 * keep, Verdict.TRUNCATED)
        if not len(left):
            return
        coarse = half_unit(self.typed.places.reshape(count, -1)[self.rows])
        left = self.widen(reach, left, gap, half, 10 * keep, Verdict.COARSE)
        left = self.widen(reach, left, gap, np.maximum(half, coarse), keep, Verdict.COARSE)
        self.verdict[self.rows[left]] = CODE[Verdict.WRONG]

    def settle(self, left: Rows, ok: NDArray[np.bool_], verdict: Verdict) -> Rows:
        """Give the verdict to the rows of `left` whose cells are all ok; the others go on. Remembers which cells are right."""
        whole = ok.all(axis=1)
        done = self.rows[left[whole]]
        self.verdict[done] = CODE[verdict]
        self.cells[self.rows[left]] |= ok if verdict is not Verdict.COARSE else whole[:, None]
        return left[~whole]

    def widen(self, reach: Reach, left: Rows, gap: Array, slack: Array, half: float, verdict: Verdict) -> Rows:
        """The rows of `left` within the allowance at `half` plus `slack`; stops at the first ways that are enough."""
        if not len(left):
            return left
        need = gap[left] - slack[left] - GUARD
        tau: Array | None = None
        ok = np.zeros(need.shape, dtype=bool)
        fixed = reach.fixed()
        exact = None if fixed is None else (fixed if len(fixed) == 1 else fixed[left])
        for _, _, effect in reach.taus(half):
            tau = effect if tau is None else np.fmax(tau, effect)
            own = tau if len(tau) == 1 else tau[left]
            ok = need <= ALLOWANCE * np.nan_to_num(own, nan=0.0)
            if exact is not None:
                ok &= ~exact | (gap[left] <= GUARD)
            if ok.all():
                break
        return self.settle(left, ok, verdict)
