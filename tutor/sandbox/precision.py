"""How far a right function may be from the right numbers, from the precision it computes with and from the equation.

Floating point gives each input and each step a relative error of at most k units, k the longest sum (Higham, *Accuracy
and Stability of Numerical Algorithms*, section 3.1). The allowance moves each of them by that much, a cell at a time,
and adds up what it does to the value, as the rounding allowance of a hand computation does. No constant decides.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tutor.engine import Array
from tutor.judging.derivations import Way
from tutor.judging.numbers import Numbers

DOUBLE, SINGLE = 2.0**-53, 2.0**-24
UNITS: Mapping[str, float] = {"float16": 2.0**-11, "bfloat16": 2.0**-8}
"""Units of rounding of narrower numbers, by the name of their type. Floats may always be float32 inside."""


def unit_of(dtype: str) -> float:
    """The coarsest unit that a function with this type of result may have computed with."""
    return UNITS.get(dtype, SINGLE)


def allowance(numbers: Numbers, way: Way, step: str) -> Array:
    """The value's own shape: how far it may be, per unit of relative error, along a way."""
    value = numbers.value(way, step)
    arrays = {n: v for n, v in numbers.inputs.items() if isinstance(v, np.ndarray) and v.dtype.kind == "f"}
    longest = 1 + max([1, *(size for v in arrays.values() for size in v.shape[2:])])
    finite = np.where(np.isfinite(value), np.abs(value), 0.0)
    effect = finite + finite.max(initial=0.0)
    for name in before(numbers, way, step):
        if name in arrays or name not in numbers.inputs:
            effect = effect + _effect(numbers, way, step, name, value)
    result: Array = longest * effect
    return result


def before(numbers: Numbers, way: Way, step: str) -> list[str]:
    """The names that a step goes through, back to what is given as it is."""
    found: dict[str, None] = {}
    rest = list(way.formulas[step].names)
    while rest:
        name = rest.pop()
        if name not in found:
            found[name] = None
            rest += [] if name in numbers.inputs else way.formulas[name].names
    return list(found)


def _effect(numbers: Numbers, way: Way, step: str, name: str, value: Array) -> Array:
    """What moving each cell of a name by one unit does to the value, added up."""
    still = numbers.value(way, name)
    sizes = SINGLE * np.where(np.isfinite(still), np.abs(still), 0.0)
    moves = np.eye(still.size).reshape(still.size, *still.shape[1:]) * sizes
    with np.errstate(all="ignore"):
        moved = Numbers(numbers.scope, {**numbers.inputs, name: still + moves}).value(way, step)
        gaps = np.abs(moved - value)
    total: Array = np.where(np.isfinite(gaps), gaps, 0.0).sum(axis=0, keepdims=True) / SINGLE
    return total
