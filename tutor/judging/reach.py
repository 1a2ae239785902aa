"""How far an honest answer may lie: the rounding allowance, along every honest way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tutor.engine import Array
from tutor.judging.numbers import Nudged, Numbers, layout
from tutor.judging.target import Target
from tutor.judging.ways import Way

GUARD = 1e-9
ALLOWANCE = 1.02
"""Effects are measured one cell at a time; a little is added for what bends."""


def half_unit(places: Array | float) -> Array:
    """½·10⁻ᵈ; 0 for exact numbers (d = ∞)."""
    return np.asarray(0.5 * np.power(10.0, -np.asarray(places, dtype=np.float64)))


def distance(a: Array, b: Array) -> Array:
    """|a − b|, where equal infinities are at 0 and anything not a number is infinitely far."""
    with np.errstate(invalid="ignore"):
        gap = np.abs(a - b)
    bad = ~np.isfinite(gap)
    return np.where(bad, np.where(a == b, 0.0, np.inf), gap) if bad.any() else gap


class Reach:
    """The allowance τ(h) around one value, way by way.

    `numbers` are the (perhaps the learner's own) values, `paths` the ways to try. `own_half` are the half units of numbers
    the learner typed before, (B, cells), nan where there is none.
    """

    def __init__(self, target: Target, numbers: Numbers, paths: tuple[Way, ...]) -> None:
        self.target = target
        self.numbers = numbers
        self.paths = paths
        self.own_half = {n: np.where(o.present, o.half, np.nan) for n, o in numbers.own.items()}

    def value(self, way: Way) -> Array:
        """(B, cells): the asked part of the target along this way."""
        return self.target.select(self.numbers.value(way, way.target))[0]

    def taus(self, half: float) -> Iterator[tuple[Way, Array, Array]]:
        """(way, value, τ(half)), both (B, cells), for every way whose value is finite where the first one's is."""
        if self.target.exact:
            value = self.value(self.paths[0])
            yield self.paths[0], value, np.zeros_like(value)
            return
        names = [(way, name) for way in self.paths for name in way.reached if self.rounds(name)]
        nudged = Nudged(self.numbers, layout(self.numbers, names, half, self.own_half))
        for way in self.paths:
            value = self.value(way)
            if np.isnan(value).all():
                continue
            yield way, value, self.effect(nudged, way, value)

    def effect(self, nudged: Nudged, way: Way, value: Array) -> Array:
        moved = self.target.select(nudged.value(way, way.target))
        if len(moved) == 1:
            return np.zeros_like(value)
        gaps = np.abs(moved[1:] - moved[:1])
        if not np.isfinite(gaps).all():
            gaps = np.where(np.isfinite(moved[:1]), gaps, 0.0)
        return np.add.reduce(np.maximum(gaps[0::2], gaps[1::2]), axis=0)

    def rounds(self, name: str) -> bool:
        """Whether a person writes this number down: a step that is only an identity here is not."""
        steps = self.target.equation.steps
        return name not in self.numbers.inputs and (name not in steps or self.numbers.scope.active(name))

    def fixed(self) -> NDArray[np.bool_] | None:
        """(B, cells): asked cells that are exact because of a mask."""
        way = self.paths[0]
        cells = self.numbers.fixed(way, way.target)
        return None if cells is None else self.target.select(cells.astype(np.float64))[0] > 0.0
