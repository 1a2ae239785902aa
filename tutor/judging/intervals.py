"""Which numbers are accepted, cell by cell: for whoever grades elsewhere, one number at a time, with a tolerance.

The same values and allowances as the ladder's, without anybody's answer: what is exact, rounded or cut at the decimals
asked, and what each known slip gives. What needs more than one cell (carry, narrowing, numbers swapped) is not here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tutor.engine import Array
from tutor.equations import Scope, Slip
from tutor.judging.allowance import ALLOWANCE, GUARD, Allowance, cutting, distance, half_unit, most
from tutor.judging.derivations import Way
from tutor.judging.numbers import Numbers
from tutor.judging.slips import QUARTER, candidates, sizes_of
from tutor.judging.target import Target

SCALES = (1, 2)
"""Multiples of h: rounded, cut."""


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    """Numbers from `low` to `high`, both accepted, around `value`: (B, cells) each. NaN where there is none."""

    value: Array
    low: Array
    high: Array


def accepted(target: Target, scope: Scope) -> Interval:
    """What is right for one question with the decimals asked, whatever the other answers."""
    with np.errstate(all="ignore"):
        numbers = Numbers.of(scope, target)
        allowance = Allowance(target, numbers, numbers.ways(target), SCALES)
        right = numbers.asked(target, numbers.first(target))[0]
        taus = [ALLOWANCE * list(allowance.widest(scale))[-1] for scale in SCALES]
        settled = allowance.settled()
        if settled is not None:
            most_of = (ALLOWANCE * scale * float(half_unit(target.keep)) for scale in SCALES)
            taus = [np.where(settled, np.minimum(tau, top), tau) for tau, top in zip(taus, most_of, strict=True)]
        found = _around(right, taus[0], taus[1], float(half_unit(target.decimals)))
        fixed = allowance.fixed()
        if fixed is None:
            return found
        return Interval(right, np.where(fixed, right, found.low), np.where(fixed, right, found.high))


def slipped(target: Target, scope: Scope) -> Iterator[tuple[Slip, Interval]]:
    """Each known slip with what it gives, by every way that gives something of its own: the question's own slips
    first, then the nearest, the rare last. NaN where these numbers do not show it: it changes nothing, or rounding
    hides it."""
    with np.errstate(all="ignore"):
        numbers = Numbers.of(scope, target)
        first = numbers.first(target)
        right = numbers.asked(target, first)[0]
        for slip in target.slips:
            formula = slip.at.get(target.step)
            if formula is not None:
                yield from _given(target, numbers, slip, numbers.slip_ways(target, formula), right)
        for slip in candidates(target, scope.optional_given, sizes_of(numbers)):
            paths = tuple(way for way in numbers.ways(target, slip) if numbers.alike(target, way, first))
            yield from _given(target, numbers, slip, paths, right)


def _given(
    target: Target, numbers: Numbers, slip: Slip, paths: tuple[Way, ...], right: Array
) -> Iterator[tuple[Slip, Interval]]:
    done: list[Array] = []
    for way in paths:
        value = numbers.asked(target, way)[0]
        if any(np.nanmax(distance(value, other), initial=0.0) <= GUARD for other in done):
            continue
        done.append(value)
        allowance = Allowance(target, numbers, (way,), SCALES)
        taus = [ALLOWANCE * allowance.tau(way, scale) for scale in SCALES]
        far = QUARTER * most(distance(value, right))[:, None]
        rounded, cut = (np.where(most(tau)[:, None] <= far, tau, np.nan) for tau in taus)
        rounded = np.where((far > GUARD) & np.isfinite(value), rounded, np.nan)
        yield slip, _around(value, rounded, cut, float(half_unit(target.decimals)))


def _around(value: Array, rounded: Array, cut: Array, half: float) -> Interval:
    """The interval of what is within the allowance when rounding, and when cutting, which goes further towards 0 than
    away from it. A NaN for `cut` leaves cutting out, one for `rounded` leaves nothing."""
    slack = np.full(value.shape, half)
    ends = []
    for out in (-1.0, 1.0):
        allowance = np.fmax(rounded + half, cut + cutting(value + out, value, slack))
        ends.append(value + out * np.where(np.isnan(rounded), np.nan, allowance))
    return Interval(value, *ends)
