"""Known wrong procedures: which of them gives what was typed?

All slips are followed through to the answer at once, without nudges; an allowance is computed only for those that come
near what somebody typed. That filter loses nothing: a slip counts only if its allowance, by rounding or by cutting, is
at most a quarter of its distance from the right value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol, Self

import numpy as np

from tutor.engine import Array
from tutor.equations import Slip
from tutor.judging.allowance import ALLOWANCE, GUARD, Allowance, cutting, distance, every, most
from tutor.judging.derivations import Way, nearest, ways
from tutor.judging.dominance import outdone
from tutor.judging.numbers import BLOCK, Bools, Numbers, Rows, Stacked, blocks, of_rows
from tutor.judging.random_numbers import drawn, shaped
from tutor.judging.target import Target

QUARTER = 0.25
EIGHTH = 0.125
"""The share of the largest number asked that may be missing where fewer decimals are typed."""

_PLANS: dict[object, Plan] = {}
Valued = list[tuple[Way, Array]]
Sizes = tuple[tuple[str, int], ...]


class Refutes(Protocol):
    """Right answers given before, one to each learner who gave one."""

    def take(self, rows: Rows) -> Self:
        """The same for some of the learners."""

    def refutes(self, numbers: Numbers, way: Way) -> Bools:
        """(B,) whose right answer the way contradicts."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The ways to try, each with the places of the slips tried there; and those of the slips that do not stack."""

    ways: tuple[tuple[Way, tuple[int, ...]], ...]
    misfits: frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """What is compared: `typed` and `slack` (half a unit of the last digit), (B, cells); right answers `before`.

    With `fewer` the slack is that of fewer decimals than asked, and counts only where little is missing.
    """

    typed: Array
    slack: Array
    before: tuple[Refutes, ...] = ()
    fewer: bool = False

    def take(self, rows: Rows) -> Answers:
        """The same for some of the learners."""
        before = tuple(right.take(rows) for right in self.before)
        return Answers(self.typed[rows], self.slack[rows], before, self.fewer)


def size_of(value: Array) -> Array:
    """(B, cells) -> (B,): the largest number, in size; infinities apart."""
    return most(np.where(np.isfinite(value), np.abs(value), 0.0))


def sizes_of(numbers: Numbers) -> Sizes:
    """The sizes of the data, by which families of slips are counted."""
    return tuple((name, value) for name, value in numbers.inputs.items() if isinstance(value, int))


@lru_cache(maxsize=1024)
def candidates(target: Target, given: frozenset[str], sizes: Sizes, rare: bool | None = None) -> tuple[Slip, ...]:
    """The slips of the equation that touch this target, the nearest first. `given` are optional inputs with numbers.
    `rare`: only the rare ones, or only the others; None for the frequent, and then the rare.

    None for a choice: one option among three fits half of all wrong procedures and proves none. None is made before
    the numbers that the question gives, unless it has words for it. Of one number of a list only those rare ones are
    looked for that do not fit `by_chance`, and none by cutting.
    """
    if target.choices:
        return ()
    if rare is None:
        return tuple(slip for kind in (False, True) for slip in candidates(target, given, sizes, kind))
    paths = ways(target.equation, target.step, target.formula, None, given)
    reached = {name for way in paths for name in (*way.reached, target.step)}
    after = {name for way in paths for name in nearest(way, target.gives)[1]}
    order = target.equation.order
    known = target.equation.slips_for(dict(sizes))
    here = (s for s in known if (reached if s.id in target.says else after) & s.at.keys())
    slips = [s for s in here if s.when in (None, *given) and s.rare == rare and not (rare and by_chance(s, target))]
    return tuple(sorted(slips, key=lambda s: -max(order[name] for name in s.at)))


def by_chance(slip: Slip, target: Target) -> bool:
    """Whether a rare slip would fit one number of a list by chance: one made before it, or one of a family."""
    return target.cell is not None and (target.answers_for not in slip.at or slip.index is not None)


@dataclass(eq=False)
class Slips:
    """The slips of one target over one set of numbers: the right ones, or partly the learner's own."""

    target: Target
    numbers: Numbers
    right: Array
    """(B, cells), what distances are measured from."""
    after: frozenset[str] | None = None
    """The names at which they are looked for, where not at all."""

    @cached_property
    def slips(self) -> tuple[Slip, ...]:
        """The frequent ones, and then the rare."""
        known = candidates(self.target, self.numbers.scope.optional_given, sizes_of(self.numbers))
        return known if self.after is None else tuple(slip for slip in known if slip.at.keys() & self.after)

    def of_question(self, answers: Answers) -> Iterable[tuple[str, Bools]]:
        """(id, (B,) who did it) for the question's own slips, in their order."""
        for slip in self.target.slips:
            formula = slip.at.get(self.target.step)
            if formula is not None:
                paths = self.numbers.slip_ways(self.target, formula)
                yield slip.id, self.done([(w, self._value(w)) for w in paths], answers)

    def known(self, answers: Answers, near: Bools, rare: bool) -> Iterable[tuple[Slip, Bools]]:
        """(slip, (B,) who did it) for the frequent or the rare ones of the equation that somebody is `near` (S, B)."""
        for i, slip in enumerate(self.slips):
            if slip.rare == rare and near[i].any():
                yield slip, self._among(np.flatnonzero(near[i]), slip, answers, i in self._plan.misfits)

    def nearby(self, answers: Answers) -> Bools:
        """(S, B): who comes near a slip by some way, or may, where its numbers are not looked at together.

        A block of learners at a time: the values of all slips on the way to the answer have to stay in the cache.
        """
        count = len(answers.typed)
        near = np.zeros((len(self.slips), count), dtype=bool)
        near[list(self._plan.misfits)] = True
        for rows in blocks(np.arange(count), BLOCK):
            some = self if len(rows) == count else self.take(rows)
            those = answers.take(rows)
            for way, places in self._plan.ways:
                stacked = Stacked(some.numbers, tuple(self.slips[i] for i in places))
                near[np.ix_(np.array(places), rows)] |= some.near(stacked.asked(self.target, way), those)
        return near

    def _among(self, rows: Rows, slip: Slip, answers: Answers, misfit: bool) -> Bools:
        """(B,) whose answer the slip gives, of the `rows` that come near it. A `misfit` may have other shapes."""
        some = self.take(rows)
        found = np.zeros(len(answers.typed), dtype=bool)
        paths = some.numbers.ways(self.target, slip)
        if misfit:
            target, numbers, size = self.target, some.numbers, self.right.shape[-1]
            fit = [way for way in paths if numbers.alike(target, way, numbers.first(target))]
            values = [(way, v) for way in fit if (v := numbers.asked_of(target, way, size)) is not None]
        else:
            values = [(way, some._value(way)) for way in paths]
        found[rows] = some.done(values, answers.take(rows))
        return found

    def take(self, rows: Rows) -> Slips:
        """The same for some of the students."""
        if self.numbers.single:
            return self
        return Slips(self.target, self.numbers.take(rows), of_rows(self.right, rows), self.after)

    def near(self, values: Array, answers: Answers) -> Bools:
        """(S, B): who may have got (S, B or 1, cells) by some allowance, the slip being seen at all: at most a
        quarter of how far it is from what is right, in the cell where they differ most.

        Over a learner's own numbers, also from going on rightly: a slip that changes nothing there was not made.
        """
        far, odd = _farthest(values, self.right)
        for plain in self._plain:
            far = np.minimum(far, _farthest(values, plain)[0])
        quarter = QUARTER * far + GUARD
        near = np.broadcast_to(far > GUARD, (len(values), len(answers.typed))).copy()
        for cell in range(values.shape[-1]):
            gap = np.abs(values[..., cell] - answers.typed[:, cell])
            gap[odd] = distance(values[odd, :, cell], answers.typed[:, cell])
            near &= gap <= quarter + 2.0 * answers.slack[:, cell]
        return near

    def done(self, values: Valued, answers: Answers) -> Bools:
        """(B,) whose answer the slip gives, by any of the ways whose `values` these are."""
        found = np.zeros(len(answers.typed), dtype=bool)
        paths = tuple(way for way, _ in values)
        weak = outdone(self.target, self.numbers, paths)
        missed: dict[Way, tuple[Array, Bools]] = {}
        """Of each way, its value and who is too far from it: with that value, a way that it outdoes is no nearer."""
        for way, value in sorted(values, key=lambda pair: pair[0].keys[pair[0].target] in weak):
            near = self.near(value[None], answers)[0] & ~found
            other = weak.get(way.keys[way.target])
            if other in missed:
                before, who = missed[other]
                near &= ~(who & every(distance(before, value) <= GUARD))
            rows = np.flatnonzero(near)
            if not len(rows):
                continue
            here, right = of_rows(value, rows), of_rows(self.right, rows)
            numbers = self.numbers.take(rows)
            allowance = Allowance(self.target, numbers, (way,), (1, 2))
            those = answers.take(rows)
            close, named = _within(those, here, most(distance(here, right)), allowance, way, self.target.cell is None)
            for answered in those.before:
                if named.any():
                    named &= ~answered.refutes(numbers, way)
            found[rows] = named
            if allowance.finite:
                missed[way] = value, np.zeros(len(found), dtype=bool)
                missed[way][1][rows[~close]] = True
        return found

    @cached_property
    def _plain(self) -> list[Array]:
        return [self._value(way) for way in self._paths()] if self.numbers.replaced else []

    def _paths(self) -> tuple[Way, ...]:
        return self.numbers.ways(self.target)

    @cached_property
    def _plan(self) -> Plan:
        """By which ways each slip gives something of its own: told by numbers drawn for it, once for all data of the
        same shapes."""
        paths = self._paths()
        key = (*shaped(self.target, self.numbers, paths), self.slips)
        if key not in _PLANS:
            _PLANS[key] = _planned(self.target, paths, Stacked(drawn(self.numbers), self.slips))
        return _PLANS[key]

    def _value(self, way: Way) -> Array:
        value: Array = self.numbers.asked(self.target, way)[0]
        return value


def _within(
    answers: Answers, value: Array, far: Array, allowance: Allowance, way: Way, cutting_counts: bool
) -> tuple[Bools, Bools]:
    """(B,) whose answer is `value`, rounded or cut; and of whom that may be said: rounding leaves it clearly apart from
    what is right."""
    gap = distance(answers.typed, value) - GUARD
    first, second = (ALLOWANCE * allowance.tau(way, scale) for scale in (1, 2))
    rounded = every(gap <= first + answers.slack)
    cut = every(gap <= second + cutting(answers.typed, value, answers.slack))
    close = rounded | cut
    if answers.fewer:
        missing, size = most(answers.slack), EIGHTH * size_of(value)
        rounded, cut = rounded & (missing <= size), cut & (2.0 * missing <= size)
    rounded &= most(first) <= QUARTER * far
    cut &= (most(second) <= QUARTER * far) & cutting_counts
    return close, rounded | cut


def other_data(
    target: Target, others: Sequence[tuple[str, Numbers]], right: Array, answers: Answers
) -> Iterable[tuple[str, Bools]]:
    """(decoy id, (B,) whose answer is right for that other data and not for these)."""
    for id, numbers in others:
        paths = numbers.ways(target)
        slips = Slips(target, numbers, right)
        values = [(way, v) for way in paths if (v := numbers.asked_of(target, way, right.shape[-1])) is not None]
        yield id, slips.done(values, answers)


def _planned(target: Target, paths: tuple[Way, ...], stacked: Stacked) -> Plan:
    """A slip counts in every way that goes through its step, but for those in which it gives what it gave before."""
    values = {way: stacked.asked(target, way) for way in paths}
    before: dict[int, list[Array]] = {}
    plan = []
    for way in paths:
        names = {*way.reached, target.step}
        places = []
        for i, slip in enumerate(stacked.slips):
            if i in stacked.misfits or not slip.at.keys() <= names:
                continue
            gives = values[way][i]
            if not any(_alike(gives, other) for other in before.setdefault(i, [])):
                before[i].append(gives)
                places.append(i)
        if places:
            plan.append((way, tuple(places)))
    return Plan(tuple(plan), frozenset(stacked.misfits))


def _alike(one: Array, other: Array) -> bool:
    return bool(((np.abs(one - other) <= GUARD) | (one == other) | (np.isnan(one) & np.isnan(other))).all())


def _farthest(values: Array, other: Array) -> tuple[Array, Rows]:
    """(S, B): |values − other| in the cell where they differ most, 0 where `values` are no numbers; and the odd slips,
    that give some number which is not finite."""
    far = most(np.abs(values - other))
    odd = np.flatnonzero(~np.isfinite(far).all(axis=-1))
    if len(odd):
        far[odd] = most(distance(values[odd], other))
        far[odd] = np.where(np.isnan(most(values[odd])), 0.0, far[odd])
    return far, odd
