"""Where an earlier answer stands among the numbers of a step, and whether it is right for other data."""

from __future__ import annotations

import math

import numpy as np

from tutor.judging.allowance import ALLOWANCE, GUARD, Allowance, cutting, distance, every, half_unit
from tutor.judging.dominance import widest
from tutor.judging.numbers import Bools, Numbers, Rows
from tutor.judging.target import Target
from tutor.judging.typed import Typed


def places_of(target: Target, core: tuple[int, ...], numbers: Numbers) -> Rows:
    """(B or 1, cells): where the asked cells lie in the value, (h, r, c) flattened, of the step they answer for."""
    value = np.arange(math.prod(core), dtype=np.float64).reshape(1, 1, *core)
    if target.formula is not None:
        value = target.formula.evaluate({target.formula.names[0]: value})
    cells: Rows = numbers.part(target, value)[0].astype(np.intp)
    return cells


def right_for(target: Target, typed: Typed, rows: Rows, numbers: Numbers) -> Bools:
    """(rows,) whether what was typed is right for these numbers, rounded or cut, with all its decimals or with fewer;
    False where the shapes differ."""
    allowance = Allowance(target, numbers, numbers.ways(target), (1, 2))
    answers = typed.values.reshape(len(typed), -1)[rows]
    right = numbers.asked_of(target, allowance.paths[0], answers.shape[-1])
    if right is None:  # other data with fewer rows
        return np.zeros(len(rows), dtype=bool)
    places = typed.places.reshape(len(typed), -1)[rows]
    half, fewer = half_unit(np.maximum(places, target.decimals)), half_unit(places)
    gap = distance(answers, right) - GUARD
    ok = every(gap <= np.maximum(half, fewer))
    for scale, slack in ((1, np.maximum(half, fewer)), (2, cutting(answers, right, half))):
        if not ok.all():
            left = np.flatnonzero(~ok)
            need = gap[left] - slack[left]
            tau, _ = widest(allowance.take(left, (scale,)), need, scale)
            ok[left] = every(need <= ALLOWANCE * tau)
    return ok
