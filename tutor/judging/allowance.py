"""How far an honest answer may lie: the rounding allowance, along every honest way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from tutor.engine import Array, along
from tutor.judging.derivations import Way, longest
from tutor.judging.numbers import Bools, Nudged, Numbers, Rows
from tutor.judging.single_row import alone
from tutor.judging.target import Target

GUARD = 1e-9
"""Absolute, in every comparison: what float64 loses must not decide."""
ALLOWANCE = 1.02
"""Effects are measured one cell at a time; a little is added for what bends."""


def half_unit(places: Array | int) -> Array:
    """½·10⁻ᵈ; 0 for exact numbers (d = ∞)."""
    return np.asarray(0.5 * np.power(10.0, -np.asarray(places, dtype=np.float64)))


def every(cells: Bools) -> Bools:
    """(…, cells) -> (…): whether all hold."""
    all_of: Bools = along(np.logical_and, cells)[..., 0]
    return all_of


def most(cells: Array) -> Array:
    """(…, cells) -> (…): the largest."""
    largest: Array = along(np.maximum, cells)[..., 0]
    return largest


def distance(a: Array, b: Array) -> Array:
    """|a − b|, where equal infinities are at 0 and whatever is not a number is infinitely far."""
    with np.errstate(invalid="ignore"):
        gap: Array = np.abs(a - b)
    bad = ~np.isfinite(gap)
    return np.where(bad, np.where(a == b, 0.0, np.inf), gap) if bad.any() else gap


def cutting(typed: Array, value: Array, half: Array) -> Array:
    """(B, cells): how far cutting the last decimals takes an answer from `value`: towards 0 by less than a whole unit
    (0,91 is no way to cut 0,92), away from 0 by no more than rounding does (nor is 1,415 one to cut √2)."""
    with np.errstate(invalid="ignore"):
        short = (value - typed) * np.sign(value) > 0.0
    slack: Array = np.where(short, np.maximum(2.0 * (half - GUARD), half), half)
    return slack


MANY = 32
"""Learners from which it pays to know something beforehand about the ways."""
AT_ONCE = 200_000
"""Numbers in one array of a nudged evaluation: what stays in a processor's cache."""


@dataclass(eq=False)
class Allowance:
    """Values and allowances of one target over one set of numbers (the right ones, or partly the learner's own).

    `scales` are the multiples of h = ½·10⁻ᵏᵉᵉᵖ that will be asked for: together they cost little more than one. A
    number the learner typed moves by half a unit of its last digit, and by a whole one where scale is more than 1.
    """

    target: Target
    numbers: Numbers
    paths: tuple[Way, ...]
    scales: tuple[int, ...] = (1,)
    finite: bool = field(default=True, init=False)
    """Whether every allowance asked for so far came from finite numbers."""
    _taus: dict[int, Array] = field(default_factory=dict, init=False)

    def take(self, rows: Rows, scales: tuple[int, ...] = (1,)) -> Allowance:
        """That of some of the learners; the same where all have one set of numbers."""
        return self if self.numbers.single else Allowance(self.target, self.numbers.take(rows), self.paths, scales)

    def value(self, way: Way) -> Array:
        """(B, cells): the asked part of the value along this way."""
        value: Array = self.numbers.asked(self.target, way)[0]
        return value

    def tau(self, way: Way, scale: int = 1) -> Array:
        """(B, cells): τ(scale·h), the sum over the cells before of the larger effect of moving each by ± scale·h.

        0 where the way has no finite value: it is then no way.
        """
        key = way.keys[way.target]
        if key not in self._taus:
            one = alone(self.target, self.numbers, way) if self.numbers.count >= MANY else None
            allowance = self if one is None else Allowance(*one, (way,), self.scales)
            self._taus[key] = allowance._effects(way)
            self.finite &= allowance.finite
        tau: Array = self._taus[key][self.scales.index(scale)]
        return tau

    def widest(self, scale: int = 1) -> Iterator[Array]:
        """The largest τ(scale·h) over one way, over two, and so on; whoever has enough can stop.

        The longest ways come first: they usually allow the most.
        """
        widest: Array | None = None
        first = longest(self.paths)
        for way in (*first, *(way for way in self.paths if way not in first)):
            tau = self.tau(way, scale)
            widest = tau if widest is None else np.maximum(widest, tau)
            yield widest

    def settled(self) -> Bools | None:
        """(B, cells): asked cells that a mask alone decides; rounding what comes before does not change them."""
        way = self.paths[0]
        cells = self.numbers.settled(way, way.target)
        return None if cells is None else self.numbers.part(self.target, cells.astype(np.float64))[0] > 0.0

    def fixed(self) -> Bools | None:
        """(B, cells): asked cells that are exact: by the question, or because of a mask."""
        way = self.paths[0]
        if self.target.exact:
            return np.abs(self.value(way) - np.rint(self.value(way))) < GUARD
        cells = self.numbers.fixed(way, way.target)
        return None if cells is None else self.numbers.part(self.target, cells.astype(np.float64))[0] > 0.0

    def _effects(self, way: Way) -> Array:
        """(scales, B, cells), evaluated in blocks of rows: a nudge of every cell for every row would not fit."""
        value = self.value(way)
        effects = np.zeros((len(self.scales), *value.shape))
        sizes = self.numbers.written(way)
        if self.target.exact or not sizes:
            return effects
        halves = tuple(scale * float(half_unit(self.target.keep)) for scale in self.scales)
        nudges = 1 + 2 * len(halves) * sum(sizes.values())
        size = max(AT_ONCE // (nudges * max(*sizes.values(), value.shape[1])), 1)
        count = self.numbers.count
        for start in range(0, count, size):
            rows = slice(start, start + size)
            block = self.numbers if size >= count else self.numbers.take(np.arange(start, min(start + size, count)))
            nudged = Nudged(block, sizes, halves, tuple(min(scale, 2) for scale in self.scales))
            moved = nudged.asked(self.target, way)
            if len(moved) > 1:
                effects[:, rows] = self._finite(nudged.larger(moved), moved[0])
        return effects

    def _finite(self, tau: Array, value: Array) -> Array:
        """The allowance, 0 where the way has no finite value or leads to none."""
        bad = ~(np.isfinite(tau) & np.isfinite(value))
        if bad.any():
            tau[bad] = 0.0
            self.finite = False
        return tau
