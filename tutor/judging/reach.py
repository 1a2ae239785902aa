"""How far an honest answer may lie: the rounding allowance, along every honest way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tutor.engine import Array
from tutor.judging.numbers import Bools, Nudged, Numbers
from tutor.judging.target import Target
from tutor.judging.ways import Way

GUARD = 1e-9
"""Absolute, in every comparison: what float64 loses must not decide."""
ALLOWANCE = 1.02
"""Effects are measured one cell at a time; a little is added for what bends."""


def half_unit(places: Array | int) -> Array:
    """½·10⁻ᵈ; 0 for exact numbers (d = ∞)."""
    return np.asarray(0.5 * np.power(10.0, -np.asarray(places, dtype=np.float64)))


def every(cells: Bools) -> Bools:
    """(…, cells) -> (…): whether all hold."""
    all_of: Bools = np.logical_and.reduce(cells, axis=-1)
    return all_of


def distance(a: Array, b: Array) -> Array:
    """|a − b|, where equal infinities are at 0 and whatever is not a number is infinitely far."""
    with np.errstate(invalid="ignore"):
        gap: Array = np.abs(a - b)
    bad = ~np.isfinite(gap)
    return np.where(bad, np.where(a == b, 0.0, np.inf), gap) if bad.any() else gap


class Reach:
    """Values and allowances of one target over one set of numbers (the right ones, or partly the learner's own).

    `scales` are the multiples of h = ½·10⁻ᵏᵉᵉᵖ that will be asked for: together they cost little more than one.
    """

    def __init__(
        self, target: Target, numbers: Numbers, paths: tuple[Way, ...], scales: tuple[int, ...] = (1,)
    ) -> None:
        self.target = target
        self.numbers = numbers
        self.paths = paths
        self.scales = scales
        self._sizes: dict[str, int] = {}
        self._nudged: Nudged | None = None
        self._taus: dict[int, Array] = {}
        self.cover(paths)

    def cover(self, paths: tuple[Way, ...]) -> None:
        """Make room for the cells these ways go through, so that all of them share one evaluation."""
        before = len(self._sizes)
        for way in paths:
            for name in way.reached:
                if name not in self._sizes and self._rounds(name):
                    self._sizes[name] = int(np.prod(self.numbers.value(way, name).shape[2:]))
        if len(self._sizes) > before:
            self._nudged = None

    def value(self, way: Way) -> Array:
        """(B, cells): the asked part of the value along this way."""
        value: Array = self.target.select(self.numbers.value(way, way.target))[0]
        return value

    def tau(self, way: Way, scale: int = 1) -> Array:
        """(B, cells): τ(scale·h), the sum over the cells before of the larger effect of moving each by ± scale·h.

        0 where the way has no finite value: it is then no way.
        """
        key = way.keys[way.target]
        if key not in self._taus:
            self._taus[key] = self._effects(way)
        tau: Array = self._taus[key][self.scales.index(scale)]
        return tau

    def widest(self, scale: int = 1) -> Iterator[Array]:
        """The largest τ(scale·h) over one way, over two, and so on; whoever has enough can stop.

        The last ways come first: they write down the most numbers, so they usually allow the most.
        """
        widest: Array | None = None
        for way in reversed(self.paths):
            tau = self.tau(way, scale)
            widest = tau if widest is None else np.maximum(widest, tau)
            yield widest

    @property
    def weight(self) -> int:
        """How many numbers one learner adds to a nudged evaluation."""
        cells: int = sum(self._sizes.values()) + self.value(self.paths[0]).shape[-1]
        return (2 * len(self.scales) * cells + 1) * cells

    def fixed(self) -> Bools | None:
        """(B, cells): asked cells that are exact: by the question, or because of a mask."""
        way = self.paths[0]
        if self.target.exact:
            return np.abs(self.value(way) - np.rint(self.value(way))) < GUARD
        cells = self.numbers.fixed(way, way.target)
        return None if cells is None else self.target.select(cells.astype(np.float64))[0] > 0.0

    def _effects(self, way: Way) -> Array:
        """(scales, B, cells)."""
        value = self.value(way)
        if self.target.exact or not way.reached:
            return np.zeros((len(self.scales), *value.shape))
        if self._nudged is None:
            half = float(half_unit(self.target.keep))
            self._nudged = Nudged(self.numbers, self._sizes, tuple(scale * half for scale in self.scales))
        moved = self.target.select(self._nudged.value(way, way.target))
        if len(moved) == 1:
            return np.zeros((len(self.scales), *moved.shape[1:]))
        gaps = np.abs(moved[1:] - moved[:1])
        gaps[~np.isfinite(np.broadcast_to(moved[:1], gaps.shape))] = 0.0
        larger = np.maximum(gaps[0::2], gaps[1::2]).reshape(len(self.scales), -1, *gaps.shape[1:])
        tau: Array = np.add.reduce(larger, axis=1)
        return np.nan_to_num(tau, copy=False, nan=0.0, posinf=0.0)

    def _rounds(self, name: str) -> bool:
        """Whether a person writes this number down: a step that is only an identity here is not."""
        if name in self.numbers.inputs:
            return False
        return name not in self.target.equation.steps or self.numbers.scope.active(name)
