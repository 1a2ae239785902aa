"""The learner's own earlier numbers, put in place of the steps they answered."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from tutor.engine import CORE
from tutor.judging.allowance import widest
from tutor.judging.numbers import Bools, Numbers, Own, Rows
from tutor.judging.reach import ALLOWANCE, GUARD, Reach, distance, every, half_unit
from tutor.judging.target import Target
from tutor.judging.typed import Typed
from tutor.judging.ways import ways

Given = Mapping[str, tuple[Target, Typed]]


def own_numbers(
    target: Target, numbers: Numbers, given: Given, rows: Rows, others: Sequence[Numbers]
) -> dict[str, Own]:
    """Step -> what these learners typed for it, cell by cell, from whole and partial answers alike.

    Left out: the step asked, answers that were not read, and answers that are right for other data and wrong for these,
    which earn nothing when carried. `numbers` hold the right values for `rows`, `others` those of the other data.
    """
    own: dict[str, Own] = {}
    for earlier, typed in given.values():
        name = earlier.answers_for
        if name is None or name == target.step or earlier.equation is not target.equation:
            continue
        core = numbers.value(ways(earlier.equation, name)[0], name).shape[-CORE:]
        cells = _places(earlier, core, numbers)
        values = typed.values.reshape(len(typed), -1)[rows]
        if values.shape[1] != cells.shape[1]:
            continue
        present = typed.present[rows] & ~_borrowed(earlier, typed, rows, numbers, others)
        if not present.any():
            continue
        if name not in own:
            shape = (len(rows), math.prod(core))
            own[name] = Own(np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=bool))
        step = own[name]
        half = half_unit(np.maximum(typed.places.reshape(len(typed), -1)[rows], earlier.decimals))
        who = np.flatnonzero(present)[:, None]
        there = who, cells if len(cells) == 1 else cells[present]
        step.values[there], step.half[there], step.present[there] = values[present], half[present], True
    return own


def _places(target: Target, core: tuple[int, ...], numbers: Numbers) -> Rows:
    """(B or 1, cells): where the asked cells lie in the value, (h, r, c) flattened, of the step they answer for."""
    value = np.arange(math.prod(core), dtype=np.float64).reshape(1, 1, *core)
    if target.formula is not None:
        value = target.formula.evaluate({target.formula.names[0]: value})
    cells: Rows = numbers.part(target, value)[0].astype(np.intp)
    return cells


def rightly_before(name: str, given: Given, rows: Rows, numbers: Numbers) -> Bools:
    """(rows,) which of some learners answered an earlier step, all that was asked of it, and rightly."""
    asked = [(e, t) for e, t in given.values() if e.answers_for == name and e.equation is numbers.scope.equation]
    rightly = np.full(len(rows), bool(asked))
    with np.errstate(all="ignore"):
        mine = numbers.take(rows)
        for earlier, typed in asked:
            rightly &= typed.present[rows] & _fits(earlier, typed, rows, mine)
    return rightly


def _borrowed(earlier: Target, typed: Typed, rows: Rows, numbers: Numbers, others: Sequence[Numbers]) -> Bools:
    """(rows,) whether what was typed is right for other data and wrong for these."""
    borrowed = np.zeros(len(rows), dtype=bool)
    for other in others:
        borrowed |= _fits(earlier, typed, rows, other)
    return borrowed & ~_fits(earlier, typed, rows, numbers) if borrowed.any() else borrowed


def _fits(target: Target, typed: Typed, rows: Rows, numbers: Numbers) -> Bools:
    """(rows,) whether what was typed is right for these numbers, rounded or cut, with all its decimals or with fewer;
    False where the shapes differ."""
    reach = Reach(target, numbers, numbers.ways(target), (1, 2))
    answers = typed.values.reshape(len(typed), -1)[rows]
    try:
        right = reach.value(reach.paths[0])
    except IndexError:  # other data with fewer rows
        return np.zeros(len(rows), dtype=bool)
    if right.shape[-1] != answers.shape[-1]:
        return np.zeros(len(rows), dtype=bool)
    places = typed.places.reshape(len(typed), -1)[rows]
    half, fewer = half_unit(np.maximum(places, target.decimals)), half_unit(places)
    gap = distance(answers, right) - GUARD
    ok = every(gap <= np.maximum(half, fewer))
    for scale, slack in ((1, np.maximum(half, fewer)), (2, 2 * half)):
        if not ok.all():
            left = np.flatnonzero(~ok)
            some = reach if numbers.single else Reach(target, numbers.take(left), reach.paths, (scale,))
            need = gap[left] - slack[left]
            tau, _ = widest(some, need, scale)
            ok[left] = every(need <= ALLOWANCE * tau)
    return ok
