"""One data set (or a student each) evaluated along many ways, with nudges or with wrong procedures on a leading axis.

Every array here has the axes (A, B, h, r, c): A nudges or slips (or 1), B students (or 1), then the core.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tutor.engine import CORE, Array, Formula, as_core, picked
from tutor.equations import Scope, Slip
from tutor.judging.derivations import Way, nearest, ways
from tutor.judging.target import ANSWER, Target

RANK = CORE + 2
OUTWARDS = (0, 4, 1, 2, 3)
"""Axes of an array that lies in memory with its students last, in the order in which they are used."""
SOFT = -30.0
"""What −∞ becomes when we ask which zeros are there because of a mask: e^−30 is small, and not 0."""
STRETCH, SHIFT = 1.0731, 0.0377
"""What the other numbers become when we ask whether a zero is there whatever they are."""
SAME = 1e-9
"""Two honest ways differ by less, unless they lead to different numbers."""
BLOCK = 1_024
"""Learners whose numbers along all ways, or with all slips, stay in a processor's cache."""
NO_VALUE = (ValueError, KeyError, IndexError)
"""What is raised along a way that leads to nothing over these shapes."""
_ASTRAY: dict[object, frozenset[int]] = {}
Rows = NDArray[np.intp]
Kind = TypeVar("Kind", np.float64, np.bool_, np.intp)
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Replacement:
    """A learner's own earlier numbers for one step, (B, cells): `half` is half a unit of the last digit typed.

    With its `core` shape known, a step that is there whole is not computed beneath them.
    """

    values: Array
    half: Array
    present: Bools
    core: tuple[int, ...] = ()

    def take(self, rows: Rows) -> Replacement:
        """The same for some of the learners."""
        return Replacement(self.values[rows], self.half[rows], self.present[rows], self.core)

    @property
    def whole(self) -> bool:
        """Whether everybody has a number in every cell."""
        return bool(self.present.all())


class Numbers:
    """`value(way, name)` -> (A, B, h, r, c), computed once for all ways that compute it alike.

    `replaced` puts learners' earlier numbers in place of the steps' values.
    """

    nudged = False
    """Whether A runs over nudges, so that functions that jump decide on index 0."""

    def __init__(
        self, scope: Scope, inputs: Mapping[str, Any], replaced: Mapping[str, Replacement] | None = None
    ) -> None:
        self.scope = scope
        self.inputs = inputs
        self.replaced = replaced or {}
        self.memo: dict[object, Array] = {}
        self.exact: dict[int, Bools | None] = {}

    @classmethod
    def of(cls, scope: Scope, *targets: Target) -> Numbers:
        """The numbers of a scope. The data that say which row the `targets` ask are positions, whole by their type:
        whatever changes numbers leaves them alone."""
        inputs = {n: laid(_ranked(v)) if isinstance(v, np.ndarray) else v for n, v in scope.inputs.items()}
        asked = {t.row: t.rows(scope).reshape(1, -1, 1, 1, 1) for t in targets if isinstance(t.row, str)}
        return cls(scope, inputs | asked)

    def part(self, target: Target, value: Array) -> Array:
        """(A, B, h, r, c) -> (A, B, cells): the asked part of a value, a row of their own for each where a datum says
        which."""
        if not isinstance(target.row, str):
            return target.select(value)
        rows, columns = target.table(value)
        table = value.reshape(*value.shape[:-CORE], rows, columns)
        asked = self.inputs[target.row].reshape(1, -1, 1, 1) % rows
        return picked(table, asked, axis=-2)[..., 0, :]

    @np.errstate(all="ignore")
    def asked(self, target: Target, way: Way) -> Array:
        """(A, B, cells): the asked part of the value along a way."""
        return self.part(target, self.value(way, way.target))

    def asked_of(self, target: Target, way: Way, size: int) -> Array | None:
        """(B, size): the same, not nudged; None where a way over other shapes has no value, or not so many cells."""
        try:
            value: Array = self.asked(target, way)[0]
        except NO_VALUE:
            return None
        return value if value.shape[-1] == size else None

    def alike(self, target: Target, way: Way, other: Way) -> bool:
        """Whether two ways lead to as many rows and columns; not where one leads to nothing."""
        try:
            one, two = (target.table(self.value(w, w.target)) for w in (way, other))
        except NO_VALUE:
            return False
        return one == two

    def take(self, rows: Rows, replaced: Mapping[str, Replacement] | None = None) -> Numbers:
        """The same for some of the students. `replaced` is already theirs; without it, what there is goes along. Of all
        of them, with all that has been computed."""
        if replaced is None and (self.single or np.array_equal(rows, np.arange(self.count))):
            return self
        inputs = {
            n: laid(v[:, rows]) if isinstance(v, np.ndarray) and v.shape[1] > 1 else v for n, v in self.inputs.items()
        }
        kept = {n: o.take(rows) for n, o in self.replaced.items()} if replaced is None else replaced
        return Numbers(self.scope, inputs, kept)

    @cached_property
    def single(self) -> bool:
        """One set of numbers for everybody."""
        return not self.replaced and all(v.shape[1] == 1 for v in self.inputs.values() if isinstance(v, np.ndarray))

    def ways(self, target: Target, slip: Slip | None = None) -> tuple[Way, ...]:
        """The honest ways to what is asked, or those of an equation's slip, that these data leave open."""
        without = self.astray(target)
        return ways(target.equation, target.step, target.formula, slip, self.scope.optional_given, without)

    def first(self, target: Target) -> Way:
        """The way written in the equation."""
        return ways(target.equation, target.step, target.formula, None, self.scope.optional_given)[0]

    def slip_ways(self, target: Target, formula: Formula) -> tuple[Way, ...]:
        """The ways to the value of a question's own slip, which may name the right value of the step asked."""
        return ways(target.equation, ANSWER, formula, None, self.scope.optional_given, self.astray(target))

    def astray(self, target: Target) -> frozenset[int]:
        """Places of the routes that do not lead to what is asked: e^(z − max) leads to the weights, and is not e^z.

        Told by numbers drawn for it, the same for all data of these shapes: on some data they may agree by chance.
        """
        key = (target.equation, target.step, target.formula, self.scope.optional_given, self.shapes)
        if key not in _ASTRAY:
            first, *others = ways(target.equation, target.step, target.formula, None, self.scope.optional_given)
            drawn = self._drawn() if others else self
            places = [way.routes for way in others if not drawn._agree(first, way)]
            _ASTRAY[key] = frozenset().union(*places)
        return _ASTRAY[key]

    def _drawn(self) -> Numbers:
        """Numbers by lot in place of all but masks."""
        rng = np.random.default_rng(0)
        arrays = {n: v[:, :1] for n, v in self.inputs.items() if isinstance(v, np.ndarray)}
        drawn = {n: rng.uniform(0.5, 1.5, v.shape) if free(v) else v for n, v in arrays.items()}
        return Numbers(self.scope, {**self.inputs, **drawn})

    def _agree(self, one: Way, other: Way) -> bool:
        try:
            with np.errstate(all="ignore"):
                gap = np.abs(self.value(one, one.target) - self.value(other, other.target))
        except NO_VALUE:
            return True  # there is nothing to compare
        return not bool((gap > SAME).any())

    @property
    def shapes(self) -> tuple[tuple[str, Any], ...]:
        """The inputs by the shape of one student's; counts as they are. What is told by lot holds for all of these."""
        return tuple((n, v.shape[2:] if isinstance(v, np.ndarray) else v) for n, v in self.inputs.items())

    @cached_property
    def count(self) -> int:
        """How many students: 1 for one set of numbers for everybody."""
        sizes: list[int] = [v.shape[1] for v in self.inputs.values() if isinstance(v, np.ndarray)]
        return max([1, *sizes, *(len(replacement.values) for replacement in self.replaced.values())])

    def value(self, way: Way, name: str) -> Array:
        """(A, B, h, r, c): a name along a way, computed once."""
        if name in self.inputs:
            value: Array = self.inputs[name]
            return value
        key = way.keys[name]
        if key not in self.memo:
            self.memo[key] = self.made(way, name)
        return self.memo[key]

    def made(self, way: Way, name: str) -> Array:
        """(A, B, h, r, c): a name along a way, with the learner's own numbers in."""
        replacement = self.replaced.get(name)
        if replacement is not None and replacement.core and name != way.target and replacement.whole:
            return laid(replacement.values.reshape(1, -1, *replacement.core))
        return self.owned(way, name, self.compute(way, way.formulas[name]))

    def owned(self, way: Way, name: str, value: Array) -> Array:
        """With the learner's own number in each cell that has one (never in the value that is asked)."""
        if name not in self.replaced or name == way.target:
            return value
        replacement, core = self.replaced[name], value.shape[2:]
        return np.where(replacement.present.reshape(1, -1, *core), replacement.values.reshape(1, -1, *core), value)

    def along(self, way: Way, formula: Formula) -> Array:
        """Any formula along a way, remembered."""
        key = (formula.text, *(way.keys.get(n, n) for n in formula.names))
        if key not in self.memo:
            self.memo[key] = self.compute(way, formula)
        return self.memo[key]

    def compute(self, way: Way, formula: Formula) -> Array:
        """Any formula along a way. Raises ValueError where shapes do not fit, KeyError for a name without a number."""
        env = {n: self.value(way, n) if n in way.formulas else self.inputs[n] for n in formula.names}
        return _ranked(formula.run(env, self.nudged))

    @cached_property
    def _masked(self) -> tuple[Numbers, Numbers] | None:
        """The same with every −∞ softened, and with all other numbers changed; None without infinities."""
        arrays = {n: v for n, v in self.inputs.items() if isinstance(v, np.ndarray)}
        hidden = {n: np.where(np.isinf(v), SOFT, v) for n, v in arrays.items() if np.isinf(v).any()}
        if not hidden:
            return None
        others = {n: v * STRETCH + SHIFT for n, v in arrays.items() if free(v)}
        return Numbers(self.scope, {**self.inputs, **hidden}), Numbers(self.scope, {**self.inputs, **others})

    def written(self, way: Way) -> dict[str, int]:
        """The names that a person writes down on the way, and how many cells they have: not the inputs, nor a step that
        is only an identity here."""
        steps = self.scope.equation.steps
        names = (n for n in way.reached if n not in self.inputs and (n not in steps or self.scope.active(n)))
        whole = frozenset(name for name, replacement in self.replaced.items() if replacement.core and replacement.whole)
        if whole:  # what lies before the learner's own numbers moves nothing
            kept = frozenset[str]().union(*nearest(way, whole))
            names = (name for name in names if name in kept)
        return {n: math.prod(self.value(way, n).shape[2:]) for n in names}

    def fixed(self, way: Way, name: str) -> Bools | None:
        """(1, B, h, r, c): cells that are exact: infinities, and the zeros a mask leaves, whatever the other numbers.

        None when there are none.
        """
        key = way.keys[name]
        if key not in self.exact:
            value = self.value(way, name)
            cells = ~np.isfinite(value)
            if self._masked is not None:
                soft, changed = (numbers.value(way, name) for numbers in self._masked)
                cells = cells | ((value == 0.0) & (soft != 0.0) & (changed == 0.0))
            self.exact[key] = cells if cells.any() else None
        return self.exact[key]

    def settled(self, way: Way, name: str) -> Bools | None:
        """(1, B, h, r, c): cells that a mask alone decides: the only key in sight weighs 1, whatever the data.

        None when there are none.
        """
        if self._masked is None:
            return None
        value = self.value(way, name)
        soft, changed = (numbers.value(way, name) for numbers in self._masked)
        cells = (value == changed) & (value != soft)
        return cells if cells.any() else None


class Nudged(Numbers):
    """The values of `base` with every earlier cell moved, one at a time, on the axis A.

    Index 0 moves nothing; then, for each name of `sizes`, in the order in which they are computed, and each of
    `halves`, each cell goes up and down by that much, or, for a number the learner typed, by half a unit of its own
    last digit, so many times as `typed_units` says. A value is no longer on A than what moves before it: exponentials
    are not computed anew for every weight.
    """

    nudged = True

    def __init__(
        self, base: Numbers, sizes: Mapping[str, int], halves: tuple[float, ...], typed_units: tuple[int, ...] = ()
    ) -> None:
        super().__init__(base.scope, base.inputs, base.replaced)
        self.base = base
        self.halves = halves
        self.typed_units = typed_units or (1,) * len(halves)
        self.offsets: dict[str, int] = {}
        self.length = 1
        for name, cells in sizes.items():
            self.offsets[name] = self.length
            self.length += 2 * cells * len(halves)

    def made(self, way: Way, name: str) -> Array:
        """(A, B, h, r, c): a name along a way, with the learner's own numbers in."""
        value = super().made(way, name)
        return self.moved(way, name, value) if name in self.offsets and name != way.target else value

    def compute(self, way: Way, formula: Formula) -> Array:
        """(A, B, h, r, c): any formula along a way, what moves least brought to the length of what moves most."""
        env = {n: self.value(way, n) if n in way.formulas else self.inputs[n] for n in formula.names}
        lengths = {len(v) for v in env.values() if isinstance(v, np.ndarray)} - {1}
        if len(lengths) > 1:
            longest = max(lengths)
            env = {n: _longer(v, longest) if isinstance(v, np.ndarray) and len(v) > 1 else v for n, v in env.items()}
        return _ranked(formula.run(env, self.nudged))

    def moved(self, way: Way, name: str, value: Array) -> Array:
        """(A, B, h, r, c): a value with each of its cells up and down."""
        cells, scales = math.prod(value.shape[2:]), len(self.halves)
        sizes = self.half_units(way, name, cells)
        students = max(value.shape[1], sizes.shape[-2])
        start = self.offsets[name]
        full = _longer(value, start + 2 * cells * scales, students)
        flat = full[start:].reshape(scales, cells, 2, students, cells)
        pairs = np.einsum("kisbi->skbi", flat)  # a view: cell i in the two nudges of cell i
        pairs[0] += sizes
        pairs[1] -= sizes
        return full

    def larger(self, moved: Array) -> Array:
        """(A, B, cells) of what is asked -> (scales, B, cells): the larger effect of each pair of nudges, added up."""
        gaps = np.abs(moved[1:] - moved[:1])
        larger = np.maximum(gaps[0::2], gaps[1::2])
        ends = [*list(self.offsets.values())[1:], self.length]
        starts = [
            at // 2
            for start, end in zip(self.offsets.values(), ends, strict=True)
            for at in range(start, end, (end - start) // len(self.halves))
        ]
        added = np.add.reduceat(larger, starts)
        tau: Array = added.reshape(-1, len(self.halves), *gaps.shape[1:]).sum(axis=0)
        return tau

    def half_units(self, way: Way, name: str, cells: int) -> Array:
        """How far the cells of a name move: (halves, B or 1, cells or 1). Exact cells do not."""
        sizes = np.array(self.halves).reshape(-1, 1, 1)
        if name in self.replaced:
            replacement, units = self.replaced[name], np.array(self.typed_units).reshape(-1, 1, 1)
            sizes = np.where(replacement.present, units * replacement.half, sizes)
        fixed = self.base.fixed(way, name)
        return sizes if fixed is None else np.where(fixed.reshape(-1, cells), 0.0, sizes)


class Stacked(Numbers):
    """The values of `base` with one wrong procedure each on the axis A, followed through to everything downstream."""

    def __init__(self, base: Numbers, slips: tuple[Slip, ...]) -> None:
        super().__init__(base.scope, base.inputs, base.replaced)
        self.base = base
        self.slips = slips
        self.misfits = {i for i, slip in enumerate(slips) if len(slip.at) != 1}
        """Slips that do not stack: they act at several steps, or their value has another shape."""
        self.acting: dict[str, list[int]] = {}
        for i, slip in enumerate(slips):
            if i not in self.misfits:
                self.acting.setdefault(next(iter(slip.at)), []).append(i)

    def made(self, way: Way, name: str) -> Array:
        """(A, B, h, r, c): a name along a way, with the learner's own numbers in."""
        value = self.compute(way, way.formulas[name])
        if name in self.acting:
            wrong = {i: self.wrong(way, self.slips[i].at[name], value.shape[2:]) for i in self.acting[name]}
            self.misfits |= {i for i, w in wrong.items() if w is None}
            fitting = {i: w for i, w in wrong.items() if w is not None}
            students = max([value.shape[1], *(w.shape[1] for w in fitting.values())])
            full = _roomy(len(self.slips), students, value.shape[2:])
            full[...] = value
            for i, w in fitting.items():
                full[i] = w[0]
            value = full
        return self.owned(way, name, value)

    def wrong(self, way: Way, formula: Formula, core: tuple[int, ...]) -> Array | None:
        """(1, B, h, r, c): what a slip puts in the place of a step; None where it has another shape."""
        try:
            value = self.base.along(way, formula)
        except (ValueError, KeyError):
            return None
        return value if value.shape[2:] == core else None


def blocks(rows: Rows, size: int) -> Iterable[Rows]:
    """`rows`, so many at a time."""
    return (rows[start : start + size] for start in range(0, len(rows), size))


def of_rows(values: NDArray[Kind], rows: Rows) -> NDArray[Kind]:
    """What some learners have of (B or 1, …): one row is everybody's."""
    return values if len(values) == 1 else values[rows]


def free(value: Array) -> bool:
    """Whether numbers drawn by lot may take the place of these: not of a mask, nor of positions."""
    return value.dtype.kind == "f" and not bool(np.isinf(value).any())


def laid(value: Array) -> Array:
    """The same array, laid out in memory with the axis of the students last: then what is done to all of them runs over
    neighbouring numbers, and not over rows of three."""
    return value if value.shape[1] == 1 else np.ascontiguousarray(value.transpose(0, 2, 3, 4, 1)).transpose(OUTWARDS)


def _roomy(length: int, students: int, core: tuple[int, ...]) -> Array:
    """An empty array (length, students, h, r, c), laid out so."""
    return np.empty((length, *core, students)).transpose(OUTWARDS)


def _longer(value: Array, length: int, students: int = 1) -> Array:
    """A value further along the axis A, where nothing moves it, with a place for each of so many students."""
    students = max(students, value.shape[1])
    longer = _roomy(length, students, value.shape[2:])
    longer[: len(value)] = value
    longer[len(value) :] = value[:1]
    return longer


def _ranked(value: Any) -> Array:
    core = as_core(value)
    return core if core.ndim == RANK else core.reshape((1,) * (RANK - core.ndim) + core.shape)
