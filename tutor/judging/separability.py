"""Can these numbers tell a wrong procedure from the right one, and from the others?

The worst case is asked about: a learner who makes the slip and rounds every number against us.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tutor.engine import CORE, Array
from tutor.equations import Scope, Slip, bind
from tutor.judging.allowance import ALLOWANCE, GUARD, Allowance, distance, half_unit
from tutor.judging.derivations import Way
from tutor.judging.numbers import Bools, Numbers, free
from tutor.judging.slips import QUARTER, candidates, sizes_of
from tutor.judging.target import Target

DRAWS = 24
"""Other numbers that are tried for a slip that these do not show."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a slip gives along one way, (B, cells), and the allowance that knows how far rounding may carry it."""

    way: Way
    value: Array
    allowance: Allowance


class Separability:
    """The slips of one target over B data sets."""

    def __init__(self, target: Target, data: Scope | Mapping[str, Any]) -> None:
        self.target = target
        self.scope = data if isinstance(data, Scope) else bind(target.equation, data)
        self.numbers = Numbers.of(self.scope, target)
        self.slack = half_unit(target.decimals) if not target.exact else 0.0  # a count is typed as it is
        self.allowance = Allowance(target, self.numbers, self.numbers.ways(target), (1, 2))
        self.right = self.allowance.value(self.allowance.paths[0])
        self._outcomes: dict[Slip, list[Outcome]] = {}

    @cached_property
    def allowed(self) -> Array:
        """(B, cells): how far from the right value an answer is still accepted."""
        with np.errstate(all="ignore"):
            return ALLOWANCE * list(self.allowance.widest(2))[-1] + 2 * self.slack

    @cached_property
    def slips(self) -> dict[str, Slip]:
        """By id, the question's own first: those that can be made on the way to this target and have its shape."""
        known = [*self.target.slips, *self.target.equation.slips.values()]
        return {slip.id: slip for slip in reversed(known) if self.outcomes(slip)}

    @cached_property
    def _members(self) -> dict[str, list[Slip]]:
        """Id -> the frequent slip of the equation that can be made here, or those that its family stands for."""
        members: dict[str, list[Slip]] = {}
        for slip in candidates(self.target, self.scope.optional_given, sizes_of(self.numbers), rare=False):
            members.setdefault(slip.id, []).append(slip)
        return members

    def outcomes(self, slip: Slip) -> list[Outcome]:
        """One for every way whose value has the right shape."""
        if slip not in self._outcomes:
            self._outcomes[slip] = found = []
            of_question = slip in self.target.slips
            with np.errstate(all="ignore"):
                for member in [slip] if of_question else self._members.get(slip.id, []):
                    for way in self._paths(member):
                        value = self.numbers.asked_of(self.target, way, self.right.shape[-1])
                        alike = of_question or self.numbers.alike(self.target, way, self.allowance.paths[0])
                        if alike and value is not None:
                            found.append(Outcome(way, value, self._allowance_of(member, way)))
        return self._outcomes[slip]

    def seen(self, slip: Slip) -> Bools:
        """(B,) whether the slip changes the answer at all."""
        values = [(o.value, distance(o.value, self.right).max(axis=-1)) for o in self.outcomes(slip)]
        seen: Bools = np.any([~np.isnan(v).any(axis=-1) & (gap > GUARD) for v, gap in values], axis=0)
        return seen

    def ever(self, slip: Slip) -> bool:
        """Whether any numbers of these shapes could show it: with one query, a softmax over everything is right."""
        with np.errstate(all="ignore"):
            return slip.id in self._elsewhere.slips and bool(self._elsewhere.seen(slip).any())

    @cached_property
    def _elsewhere(self) -> Separability:
        """Numbers drawn for it, some with zeros. Masks stay as they are."""
        rng = np.random.default_rng(0)
        data: dict[str, Any] = dict(self.scope.inputs)
        for name, value in self.scope.inputs.items():
            if isinstance(value, np.ndarray) and name in self.scope.given and free(value) and name != self.target.row:
                shape = (DRAWS, *value.shape[-CORE:])
                data[name] = rng.uniform(-2.0, 2.0, shape) * (rng.random(shape) < 0.7)
            elif isinstance(value, np.ndarray):
                data[name] = value.reshape(-1, *value.shape[-CORE:])[:1]
        return Separability(self.target, Scope(self.scope.equation, data, self.scope.given))

    def recognised(self, slip: Slip) -> Bools:
        """(B,) whether its answer is never accepted as right, however it is rounded, and can be named."""
        refused = np.ones(self.count, dtype=bool)
        named = np.zeros(self.count, dtype=bool)
        for outcome in self.outcomes(slip):
            gap = distance(outcome.value, self.right)
            there = ~np.isnan(outcome.value).any(axis=-1) & (gap.max(axis=-1) > GUARD)
            margin = (gap - self.allowed - self.carry(outcome) - self.slack).max(axis=-1)
            refused &= ~there | (margin > 0.0)
            named |= there & (self.carry(outcome).max(axis=-1) <= QUARTER * gap.max(axis=-1))
        return refused & named

    def differ(self, one: Slip, other: Slip) -> Bools:
        """(B,) whether no answer, however rounded, could come from both slips."""
        differing = np.ones(self.count, dtype=bool)
        for a in self._visible(one):
            for b in self._visible(other):
                margin = distance(a.value, b.value) - self.carry(a) - self.carry(b) - 2 * self.slack
                differing &= (margin > 0.0).any(axis=-1)
        return differing

    def _visible(self, slip: Slip) -> list[Outcome]:
        """The ways on which the slip shows, on some of the data: on the others it leaves the right answer."""
        return [o for o in self.outcomes(slip) if (distance(o.value, self.right) > GUARD).any()]

    def carry(self, outcome: Outcome) -> Array:
        """(B, cells): how far rounding the steps may carry an outcome from its value."""
        with np.errstate(all="ignore"):
            return ALLOWANCE * outcome.allowance.tau(outcome.way)

    @property
    def count(self) -> int:
        """How many data sets there are."""
        arrays = [v for v in self.numbers.inputs.values() if isinstance(v, np.ndarray)]
        return max(v.shape[1] for v in arrays) if arrays else 1

    def _allowance_of(self, slip: Slip, way: Way) -> Allowance:
        """The shared one, so that slips share what they have in common; its own for a slip that changes shapes."""
        return Allowance(self.target, self.numbers, (way,)) if len(slip.at) > 1 else self.allowance

    def _paths(self, slip: Slip) -> tuple[Way, ...]:
        target = self.target
        if slip in target.slips:
            formula = slip.at.get(target.step)
            return self.numbers.slip_ways(target, formula) if formula is not None else ()
        return self.numbers.ways(target, slip)
