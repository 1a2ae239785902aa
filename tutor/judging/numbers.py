"""One data set (or a student each) evaluated along many ways, with nudges or with wrong procedures on a leading axis.

Every array here has the axes (A, B, h, r, c): A nudges or slips (or 1), B students (or 1), then the core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.engine import CORE, Array, Formula, as_core
from tutor.equations import Scope
from tutor.judging.ways import Way

RANK = CORE + 2
SOFT = -30.0
"""What −∞ becomes when we ask which zeros are there because of a mask: e^−30 is small, and not 0."""
Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Nudges:
    """Where each cell of each name is moved: index 0 of the axis A nothing, then every cell up and down by its own half unit.

    `offsets` maps a name to its first index; `half` to its half unit, one number or (B, cells).
    """

    length: int
    offsets: Mapping[str, int]
    half: Mapping[str, float | Array]


@dataclass(frozen=True, slots=True)
class Own:
    """A learner's own earlier numbers for one step: `values`, `half` (half a unit of the last digit) and `present`, (B, cells)."""

    values: Array
    half: Array
    present: NDArray[np.bool_]

    def take(self, rows: Rows) -> Own:
        return Own(self.values[rows], self.half[rows], self.present[rows])


class Numbers:
    """`value(way, name)` -> (A, B, h, r, c), computed once for all ways that compute it alike.

    `rows` picks students when the data have one each. `own` puts learners' earlier numbers in place of the steps' values.
    """

    def __init__(self, scope: Scope, rows: Rows | None = None, own: Mapping[str, Own] | None = None) -> None:
        self.scope = scope
        self.own = own or {}
        self.inputs: dict[str, Any] = {}
        for name, value in scope.inputs.items():
            if isinstance(value, np.ndarray):
                lead = (1,) * (RANK - value.ndim)
                value = value.reshape(lead + value.shape)
                if rows is not None and value.shape[1] > 1:
                    value = value[:, rows]
            self.inputs[name] = value
        self.memo: dict[object, Array] = {}
        self.replaced = frozenset(scope.inputs) & scope.equation.steps.keys()
        self.masked = any(isinstance(v, np.ndarray) and not np.isfinite(v).all() for v in self.inputs.values())
        self._soft: Numbers | None = None

    def value(self, way: Way, name: str) -> Array:
        if name in self.inputs:
            value: Array = self.inputs[name]
            return value
        key = way.keys[name]
        if key not in self.memo:
            self.memo[key] = self.made(way, name)
        return self.memo[key]

    def made(self, way: Way, name: str) -> Array:
        value = self.compute(way, way.formulas[name])
        return self.owned(way, name, value)

    def owned(self, way: Way, name: str, value: Array) -> Array:
        """The learner's own number where there is one (never for the value that is asked)."""
        if name in self.own and name != way.target:
            own = self.own[name]
            core = value.shape[2:]
            present = own.present.reshape(1, -1, *core)
            value = np.where(present, own.values.reshape(1, -1, *core), value)
        return value

    def compute(self, way: Way, formula: Formula) -> Array:
        """Any formula along a way. Raises ValueError where shapes do not fit, KeyError for a name that has no number."""
        env = {n: self.value(way, n) if n in way.formulas else self.inputs[n] for n in formula.names}
        return ranked(formula.run(env, self.nudged))

    nudged = False

    def soft(self) -> Numbers:
        """The same with every −∞ softened."""
        if self._soft is None:
            self._soft = soft = Numbers(self.scope)
            soft.inputs = {
                n: np.where(np.isneginf(v), SOFT, v) if isinstance(v, np.ndarray) else v for n, v in self.inputs.items()
            }
        return self._soft

    def fixed(self, way: Way, name: str) -> NDArray[np.bool_] | None:
        """(1, B, h, r, c): cells that are exact, namely infinities and the zeros a mask leaves. None when there are none."""
        if not self.masked:
            return None
        value = self.value(way, name)
        cells = ~np.isfinite(value) | ((value == 0.0) & (self.soft().value(way, name) != 0.0))
        return cells if cells.any() else None


class Nudged(Numbers):
    """The same values with every earlier cell moved, one at a time, on the axis A."""

    nudged = True

    def __init__(self, base: Numbers, nudges: Nudges) -> None:
        super().__init__(base.scope, None, base.own)
        self.inputs = base.inputs
        self.base = base
        self.nudges = nudges

    def made(self, way: Way, name: str) -> Array:
        value = super().made(way, name)
        first = self.nudges.offsets.get(name)
        return value if first is None or name == way.target else self.moved(way, name, value, first)

    def moved(self, way: Way, name: str, value: Array, first: int) -> Array:
        lead = (self.nudges.length, value.shape[1])
        core = value.shape[2:]
        cells = int(np.prod(core))
        half = self.nudges.half[name]
        size = np.broadcast_to(half, (max(lead[1], np.shape(half)[0] if np.ndim(half) else 1), cells))
        fixed = self.base.fixed(way, name)
        if fixed is not None:
            size = np.where(fixed.reshape(-1, cells), 0.0, size)
        students = max(lead[1], len(size))
        flat = np.broadcast_to(value, (lead[0], students, *core)).reshape(lead[0], students, cells).copy()
        index = np.arange(cells)
        flat[first + 2 * index, :, index] += size.T
        flat[first + 2 * index + 1, :, index] -= size.T
        return flat.reshape(lead[0], students, *core)


def layout(base: Numbers, names: Sequence[tuple[Way, str]], half: float, own_half: Mapping[str, Array]) -> Nudges:
    """A place on the nudge axis for every cell of every name, moved by `half`, or by the learner's own half unit."""
    offsets: dict[str, int] = {}
    sizes: dict[str, float | Array] = {}
    length = 1
    for way, name in names:
        if name in offsets:
            continue
        offsets[name] = length
        length += 2 * int(np.prod(base.value(way, name).shape[2:]))
        sizes[name] = np.where(np.isnan(own_half[name]), half, own_half[name]) if name in own_half else half
    return Nudges(length, offsets, sizes)


def ranked(value: Any) -> Array:
    core = as_core(value)
    return core if core.ndim == RANK else core.reshape((1,) * (RANK - core.ndim) + core.shape)
