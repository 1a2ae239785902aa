"""The largest allowance over all honest ways, without trying those that never allow the most.

A way that writes down all that another does, and more, allows at least as much as that other, provided moving a number
both write down does the same to what is asked. Whether it does is told by numbers drawn for it, once for all data of
the same shapes.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tutor.engine import Array
from tutor.judging.numbers import Nudged, Numbers, Own, Rows
from tutor.judging.reach import ALLOWANCE, Reach, every
from tutor.judging.target import Target
from tutor.judging.ways import Way, longest

DRAWS = 24
"""Sets of numbers by which two ways are compared."""
MOVE = 0.0625
"""How far a number is moved then."""
SAME = 1e-9
"""Two ways that do the same differ by less."""
_OUTDONE: dict[object, Mapping[int, Way]] = {}


def outdone(target: Target, numbers: Numbers, paths: tuple[Way, ...]) -> Mapping[int, Way]:
    """Key of a way that never allows the most -> one that allows at least as much, where it leads to finite numbers."""
    key = shaped(target, numbers, paths)
    if key not in _OUTDONE:
        lots = drawn(numbers)
        reach = Reach(target, lots, paths)
        _OUTDONE[key] = {
            way.keys[way.target]: other
            for way in paths
            if (other := next((o for o in longest(paths) if o is not way and _outdoes(reach, lots, o, way)), None))
        }
    return _OUTDONE[key]


def shaped(target: Target, numbers: Numbers, paths: tuple[Way, ...]) -> tuple[object, ...]:
    """What tells one question from another for all data of the same shapes."""
    shapes = tuple((n, v.shape[2:] if isinstance(v, np.ndarray) else v) for n, v in numbers.inputs.items())
    keys = tuple(way.keys[way.target] for way in paths)
    return target.equation, target.step, target.row, target.cell, keys, numbers.scope.given, shapes, *numbers.own


def widest(reach: Reach, need: Array, scale: int) -> tuple[Array, Rows]:
    """(B, cells): the largest τ(scale·h) over the honest ways, and the rows that had not enough in any of them.

    Whoever has the allowance they `need` (B, cells) by some ways is not tried by the others: theirs may be more.
    """
    numbers, paths = reach.numbers, reach.paths
    weak = outdone(reach.target, numbers, paths)
    tau = np.zeros(need.shape)
    rows = np.arange(len(need))
    finite = True
    for way in sorted(paths, key=lambda way: way.keys[way.target] in weak):
        if not len(rows) or (finite and way.keys[way.target] in weak):
            break
        whole = numbers.single or len(rows) == len(need)
        some = reach if whole else Reach(reach.target, numbers.take(rows), paths, (scale,))
        tau[rows] = np.maximum(tau[rows], some.tau(way, scale))
        finite &= some.finite
        rows = rows[~every(need[rows] <= ALLOWANCE * tau[rows])]
    return tau, rows


def _outdoes(reach: Reach, lots: Numbers, one: Way, other: Way) -> bool:
    """Whether `one` goes through all that `other` goes through, and moving that does the same along both."""
    sizes = reach.sizes(other)
    if not set(sizes) < set(reach.sizes(one)):
        return False
    try:
        mine, theirs = (
            reach.target.select(Nudged(lots, sizes, (MOVE,)).value(way, way.target)) for way in (one, other)
        )
    except (ValueError, KeyError, IndexError):
        return False
    return mine.shape == theirs.shape and bool((np.abs(mine - theirs) <= SAME).all())


def drawn(numbers: Numbers) -> Numbers:
    """Numbers by lot in place of all but masks, some of them 0 or whole; also in place of some of a learner's own."""
    rng = np.random.default_rng(0)

    def some(shape: tuple[int, ...]) -> Array:
        values = rng.uniform(-2.0, 2.0, shape) * (rng.random(shape) < 0.8)
        values[::3] = np.rint(values[::3])
        return values

    arrays = {n: v[:, :1] for n, v in numbers.inputs.items() if isinstance(v, np.ndarray)}
    inputs = {n: v if np.isinf(v).any() else some((DRAWS, *v.shape[2:]))[None] for n, v in arrays.items()}
    own = {}
    for name, given in numbers.own.items():
        shape = (DRAWS, given.values.shape[1])
        own[name] = Own(some(shape), np.full(shape, MOVE), rng.random(shape) < 0.7)
    return Numbers(numbers.scope, {**numbers.inputs, **inputs}, own)
