"""One row of a step without the others, where they have no part in it.

In attention each query is on its own: of sixteen products only four lead to the weights of one query. Whether the
other rows have no part is told by numbers drawn for it, once for all data of the same shapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from tutor.engine import CORE, Array
from tutor.equations import Equation
from tutor.judging.derivations import Way
from tutor.judging.numbers import NO_VALUE, Nudged, Numbers, Replacement, laid
from tutor.judging.random_numbers import MOVE, drawn, shaped
from tutor.judging.target import Target

SAME = 1e-12
"""Effects that are the same with the other rows and without them differ by less."""
_ALONE: dict[object, str | None] = {}


def alone(target: Target, numbers: Numbers, way: Way) -> tuple[Target, Numbers] | None:
    """The question over the numbers that lead to the row it asks; None where other rows have a part, or are asked."""
    if target.row is None and target.cell is None:
        return None
    key = shaped(target, numbers, (way,))
    if key not in _ALONE:
        random = drawn(numbers)
        several = [random, Numbers(random.scope, random.inputs)] if random.replaced else [random]
        axes = (axis for axis in _axes(target.equation) if numbers.inputs.get(axis, 1) > 1)
        _ALONE[key] = next((axis for axis in axes if all(_same(target, some, way, axis) for some in several)), None)
    axis = _ALONE[key]
    return None if axis is None else _only(target, numbers, axis)


def _axes(equation: Equation) -> Iterable[str]:
    """Names of what the rows of the inputs are counted by: queries, keys."""
    shapes = [declared.shape for declared in equation.inputs.values() if len(declared.shape) == 2]
    return dict.fromkeys(str(shape[0]) for shape in shapes if isinstance(shape[0], str))


def _same(target: Target, random: Numbers, way: Way, axis: str) -> bool:
    """Whether moving any number has the same effect without the other rows."""
    try:
        effects, alone = (_effects(t, n, way) for t, n in ((target, random), _only(target, random, axis)))
    except NO_VALUE:
        return False
    return effects.shape == alone.shape and np.allclose(effects, alone, rtol=0.0, atol=SAME, equal_nan=True)


def _effects(target: Target, numbers: Numbers, way: Way) -> Array:
    nudged = Nudged(numbers, numbers.written(way), (MOVE,))
    return nudged.larger(nudged.asked(target, way))


def _only(target: Target, numbers: Numbers, axis: str) -> tuple[Target, Numbers]:
    """The question and its numbers with one row of whatever has `axis` for its rows."""
    row = target if target.cell is None else replace(target, row=target.cell[0], cell=None)
    first, count = numbers.first(target), numbers.inputs[axis]
    inputs = {**numbers.inputs, axis: 1}
    for name, declared in target.equation.inputs.items():
        if name in inputs and len(declared.shape) == 2 and declared.shape[0] == axis:
            inputs[name] = _row(row, numbers, inputs[name])
    replaced = {}
    for name, given in numbers.replaced.items():
        core = numbers.value(first, name).shape[-CORE:]
        replaced[name] = _row_of(row, numbers, given, core) if core[:2] == (1, count) else given
    asked = replace(row, row=None) if target.cell is None else replace(target, cell=(0, target.cell[1]))
    return asked, Numbers(numbers.scope, inputs, replaced)


def _row(target: Target, numbers: Numbers, value: Array) -> Array:
    return laid(numbers.part(target, value)[:, :, None, None, :])


def _row_of(target: Target, numbers: Numbers, replacement: Replacement, core: tuple[int, ...]) -> Replacement:
    values, half = (
        numbers.part(target, cells.reshape(1, -1, *core))[0] for cells in (replacement.values, replacement.half)
    )
    present = numbers.part(target, replacement.present.astype(np.float64).reshape(1, -1, *core))[0] > 0.0
    return Replacement(values, half, present)
