"""The largest allowance over all honest ways, without trying those that never allow the most.

A way that writes down all that another does, and more, allows at least as much as that other, provided moving a number
both write down does the same to what is asked. Whether it does is told by numbers drawn for it, once for all data of
the same shapes.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tutor.engine import Array
from tutor.judging.allowance import ALLOWANCE, Allowance, every
from tutor.judging.derivations import Way, longest
from tutor.judging.numbers import NO_VALUE, Nudged, Numbers, Rows
from tutor.judging.random_numbers import MOVE, drawn, shaped
from tutor.judging.target import Target

SAME = 1e-9
"""Two ways that do the same differ by less."""
_OUTDONE: dict[object, Mapping[int, Way]] = {}


def outdone(target: Target, numbers: Numbers, paths: tuple[Way, ...]) -> Mapping[int, Way]:
    """Key of a way that never allows the most -> one that allows at least as much, where it leads to finite numbers."""
    key = shaped(target, numbers, paths)
    if key not in _OUTDONE:
        random = drawn(numbers)
        allowance = Allowance(target, random, paths)
        _OUTDONE[key] = {
            way.keys[way.target]: other
            for way in paths
            if (
                other := next((o for o in longest(paths) if o is not way and _outdoes(allowance, random, o, way)), None)
            )
        }
    return _OUTDONE[key]


def widest(allowance: Allowance, need: Array, scale: int) -> tuple[Array, Rows]:
    """(B, cells): the largest τ(scale·h) over the honest ways, and the rows that had not enough in any of them.

    Whoever has the allowance they `need` (B, cells) by some ways is not tried by the others: theirs may be more.
    """
    paths = allowance.paths
    weak = outdone(allowance.target, allowance.numbers, paths)
    tau = np.zeros(need.shape)
    rows = np.arange(len(need))
    finite = True
    for way in sorted(paths, key=lambda way: way.keys[way.target] in weak):
        if not len(rows) or (finite and way.keys[way.target] in weak):
            break
        some = allowance if len(rows) == len(need) else allowance.take(rows, (scale,))
        tau[rows] = np.maximum(tau[rows], some.tau(way, scale))
        finite &= some.finite
        rows = rows[~every(need[rows] <= ALLOWANCE * tau[rows])]
    return tau, rows


def _outdoes(allowance: Allowance, random: Numbers, one: Way, other: Way) -> bool:
    """Whether `one` goes through all that `other` goes through, and moving that does the same along both."""
    sizes = random.written(other)
    if not set(sizes) < set(random.written(one)):
        return False
    try:
        effects, others = (Nudged(random, sizes, (MOVE,)).asked(allowance.target, way) for way in (one, other))
    except NO_VALUE:
        return False
    return effects.shape == others.shape and bool((np.abs(effects - others) <= SAME).all())
