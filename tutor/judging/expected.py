"""What does not depend on anybody's answer: the right values, the allowances, the other steps of a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np

from tutor.engine import Array
from tutor.equations import Rough, Slip
from tutor.judging.allowance import ALLOWANCE, GUARD, Allowance
from tutor.judging.derivations import Way, make_way
from tutor.judging.dominance import widest
from tutor.judging.numbers import Bools, Numbers, Replacement, Rows
from tutor.judging.slips import candidates, sizes_of
from tutor.judging.target import Target

RUNGS = (1, 2, 10)
"""Multiples of h: rounded, truncated, and right at one decimal less."""


@dataclass(eq=False)
class Expected:
    """What does not depend on anybody's answer: the right values, the allowances, the slips' values."""

    target: Target
    numbers: Numbers
    others: Sequence[tuple[str, Numbers]]

    @cached_property
    def right(self) -> Array:
        """(1 or B, cells): the right values."""
        right: Array = self.numbers.asked(self.target, self.numbers.first(self.target))[0]
        return right

    @cached_property
    def allowance(self) -> Allowance:
        """Values and allowances over the question's own numbers, along every honest way."""
        return Allowance(self.target, self.numbers, self.numbers.ways(self.target), RUNGS)

    def widest(self, rows: Rows, need: Array, scale: int) -> tuple[Array, Rows]:
        """The allowances of some rows, and which of them had not enough, as `dominance.widest` gives them."""
        return widest(self.allowance.take(rows, (scale,)), need, scale)

    @cached_property
    def shortcuts(self) -> tuple[Slip, ...]:
        """The slips that need no arithmetic."""
        numbers = self.numbers
        return tuple(s for s in candidates(self.target, numbers.scope.optional_given, sizes_of(numbers)) if s.shortcut)

    @property
    def rough(self) -> list[Rough]:
        """What may be rounded too early on the way to the step asked."""
        return [rough for rough in self.target.equation.rough if rough.step == self.target.answers_for]

    def rough_values(self, rows: Rows) -> Iterable[tuple[Rough, Way, Numbers]]:
        """(what it is, way, numbers) for every way that rounds or cuts a number too early, of some rows."""
        target = self.target
        numbers = self.numbers.take(rows)
        for rough in self.rough:
            for way in _rough_ways(numbers.ways(target), rough):
                exact = numbers.value(way, rough.rounds)[0]
                flat = exact.reshape(len(exact), -1)
                unit = 10.0**-target.keep
                for made in (np.floor(np.abs(flat) / unit + 0.5 + GUARD), np.floor(np.abs(flat) / unit + GUARD)):
                    values = np.broadcast_to(np.sign(flat) * made * unit, (len(rows), flat.shape[1]))
                    replacement = Replacement(values, np.zeros(values.shape), np.ones(values.shape, dtype=bool))
                    yield rough, way, numbers.take(np.arange(len(rows)), {rough.rounds: replacement})

    @cached_property
    def fixed(self) -> Bools | None:
        """(1 or B, cells) that are exact; None without any."""
        return self.allowance.fixed()

    @cached_property
    def settled(self) -> Bools | None:
        """(1 or B, cells) that a mask alone decides; None without any."""
        return self.allowance.settled()

    @cached_property
    def tau(self) -> Array:
        """(1 or B, cells): the allowance of what is right, the widest over all ways."""
        return ALLOWANCE * list(self.allowance.widest())[-1]

    def earlier(self) -> Iterable[tuple[Array, Callable[[Rows], Array]]]:
        """(value, the allowance of some rows when wanted) of every step before that has as many cells as were asked."""
        for name in dict.fromkeys(name for way in self.allowance.paths for name in way.reached):
            yield from self.step(name)

    def later(self) -> Iterable[tuple[str, Array, Callable[[Rows], Array]]]:
        """The same of every step after the one asked, with its name."""
        names = list(self.target.equation.steps)
        after = names.index(self.target.step) + 1 if self.target.step in names else len(names)
        for name in names[after:]:
            if any(self.target.step in way.reached for way in self.numbers.ways(Target(self.target.equation, name))):
                yield from ((name, *found) for found in self.step(name))

    def step(self, name: str) -> Iterable[tuple[Array, Callable[[Rows], Array]]]:
        """(value, allowance of some rows) of another step, where it has the shape asked."""
        target = self.target
        if name not in target.equation.steps or not self.numbers.scope.active(name):
            return
        step = Target(target.equation, name, row=target.row, cell=target.cell, keep=target.keep)
        allowance = Allowance(step, self.numbers, self.numbers.ways(step)[:1])
        value = self.numbers.asked_of(step, allowance.paths[0], self.right.shape[-1])
        if value is not None:
            yield value, partial(_allowance, allowance)

    def take(self, rows: Rows) -> Expected:
        """The same for some of the learners."""
        if self.numbers.single and all(n.single for _, n in self.others):
            return self
        return Expected(self.target, self.numbers.take(rows), [(id, n.take(rows)) for id, n in self.others])


def _allowance(allowance: Allowance, rows: Rows) -> Array:
    return ALLOWANCE * allowance.take(rows).tau(allowance.paths[0])


@lru_cache(maxsize=256)
def _rough_ways(paths: tuple[Way, ...], rough: Rough) -> tuple[Way, ...]:
    """The ways with what is rounded too early put in, those that come to the same once."""
    found = [make_way(way.target, {**way.formulas, **rough.at}) for way in paths]
    return tuple({way.keys[way.target]: way for way in found}.values())
