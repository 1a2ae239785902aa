"""Numbers drawn by lot, by which something is told about ways, once for all data of the same shapes."""

from __future__ import annotations

import numpy as np

from tutor.engine import Array
from tutor.judging.derivations import Way
from tutor.judging.numbers import Numbers, Replacement, free
from tutor.judging.target import Target

DRAWS = 24
"""Sets of numbers."""
MOVE = 0.0625
"""How far one of them is moved."""


def drawn(numbers: Numbers) -> Numbers:
    """Numbers by lot in place of all but masks, some of them 0 or whole; also in place of some of a learner's own."""
    rng = np.random.default_rng(0)

    def some(shape: tuple[int, ...]) -> Array:
        values = rng.uniform(-2.0, 2.0, shape) * (rng.random(shape) < 0.8)
        values[::3] = np.rint(values[::3])
        return values

    arrays = {n: v[:, :1] for n, v in numbers.inputs.items() if isinstance(v, np.ndarray)}
    inputs = {n: some((DRAWS, *v.shape[2:]))[None] if free(v) else v for n, v in arrays.items()}
    positions = {n: np.arange(DRAWS).reshape(1, -1, 1, 1, 1) for n, v in arrays.items() if v.dtype.kind == "i"}
    replaced = {}
    for name, given in numbers.replaced.items():
        shape = (DRAWS, given.values.shape[1])
        replaced[name] = Replacement(some(shape), np.full(shape, MOVE), rng.random(shape) < 0.7)
    return Numbers(numbers.scope, {**numbers.inputs, **inputs, **positions}, replaced)


def shaped(target: Target, numbers: Numbers, paths: tuple[Way, ...]) -> tuple[object, ...]:
    """What tells one question from another for all data of the same shapes."""
    keys = tuple(way.keys[way.target] for way in paths)
    asked = target.equation, target.step, target.row, target.cell
    return *asked, keys, numbers.scope.given, numbers.shapes, *numbers.replaced
