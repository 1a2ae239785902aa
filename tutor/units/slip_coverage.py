"""Which slips can a unit's numbers tell apart? From the right answer, and from one another, and at which question.

A slip happens at the first question that asks its step or a later one, without a mask and with one. There, and in the
last step asked, its answer must never pass for right, however it is rounded; a question's own slip that classes seldom
make (`rare`) only has to change the answer, and of the equation's rare ones nothing is asked: a lost sign needs a
negative number, and would leave some units without draws. Numbers that cannot promise that are not drawn. Exempt are
answers that do not depend on the numbers drawn, choices, and slips that such numbers hardly ever show (e⁰ taken as 0
where no product is 0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.engine import CORE, Array, compile_formula
from tutor.equations import Scope, Slip
from tutor.errors import ContentError
from tutor.judging import Target
from tutor.judging.allowance import distance
from tutor.judging.separability import Separability
from tutor.units.bound_unit import OpenQuestion, OpenUnit, scope_over
from tutor.units.data import bind, layered, unscreened
from tutor.units.models import Unit

Bools = NDArray[np.bool_]
Sieved = Iterator[tuple[str, Bools]]
"""Why draws are set aside, and (B,) which of them are not."""
Blame = dict[str, tuple[int, int]]
CELLS = (-3, -2, -1)
SAMPLE = 96
"""How many draws show whether a slip can show at all in such numbers."""
SELDOM = 0.05
"""A slip that shows in fewer of these numbers is not waited for."""
TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Blind:
    """What one question cannot tell: `slip` from the right answer, or from the slip `other`."""

    question: str
    slip: str
    other: str | None = None


def blind_spots(opened: OpenUnit) -> tuple[Blind, ...]:
    """What the numbers of an open unit cannot tell, at the question where a slip happens and in the last step asked.

    Left out is what no numbers of these shapes could tell.
    """
    found: list[Blind] = []
    for question, separability, ids in _happening([(q, Separability(q.target, q.scope)) for q in _judged(opened)]):
        distinct = [id for id in ids if bool(separability.recognised(separability.slips[id]).all())]
        found += [
            Blind(question.id, id) for id in ids if id not in distinct and separability.ever(separability.slips[id])
        ]
        frequent = [id for id in distinct if not separability.slips[id].rare]
        for one, other in combinations(frequent, 2):
            if not separability.differ(separability.slips[one], separability.slips[other]).all():
                found.append(Blind(question.id, one, other))
    return tuple(found)


def separable(unit: Unit, data: Mapping[str, Array], blame: Blame | None = None) -> Bools:
    """(B,) which draws keep the unit's conditions, are numbers, and tell every slip from the right answer.

    `data`: core arrays (B, h, r, c) over the unit's own. `blame` counts, by reason, those set aside and looked at.
    """
    opened, demands = _demands(_Key(unit))
    good = np.ones(len(next(iter(data.values()))), dtype=bool)
    sieves: list[Callable[[Mapping[str, Array]], Sieved]] = [partial(_within, opened), partial(_finite, opened)]
    sieves += [partial(check, opened, demand) for check in (_shows, _tells) for demand in demands]
    for sieve in sieves:
        rows = np.flatnonzero(good)
        if not len(rows):
            break
        for reason, kept in sieve({name: values[rows] for name, values in data.items()}):
            good[rows] &= kept
            if blame is not None:
                accuse(blame, reason, np.broadcast_to(kept, rows.shape))
    return good


def accuse(blame: Blame, reason: str, kept: Bools) -> None:
    """Counts how many draws a reason set aside, of how many it saw."""
    aside, seen = blame.get(reason, (0, 0))
    blame[reason] = (aside + int(np.sum(~kept)), seen + len(kept))


@dataclass(frozen=True, slots=True)
class _Demand:
    """One question, the slips it must tell from the right answer, and the rare ones, that only have to change it."""

    question: OpenQuestion
    frequent: tuple[str, ...]
    rare: tuple[str, ...] = ()


def _within(opened: OpenUnit, data: Mapping[str, Array]) -> Sieved:
    """The conditions of `variants`: every formula of `where` is true, every one of `within` between its limits."""
    variants = opened.unit.variants
    if variants is None or not (variants.within or variants.where):
        return
    scope = bind(opened.equation(), layered(opened.unit, None, {**opened.over, **data}))
    for formula in variants.where:
        value = scope.evaluate(formula)
        yield f"la condición «{formula}»", np.all((value != 0) & ~np.isnan(value), axis=CELLS)
    for formula, (low, high) in variants.within.items():
        value = scope.evaluate(formula)
        kept = np.all((value >= low - TINY) & (value <= high + TINY), axis=CELLS)
        yield f"la condición de que «{formula}» esté entre {low:g} y {high:g}", kept


def _finite(opened: OpenUnit, data: Mapping[str, Array]) -> Sieved:
    """Every step that is a number in the unit's own data is one: no draw divides by 0."""
    seen: set[tuple[str, str]] = set()
    for question in opened.questions:
        before, now = question.scope, _scope(opened, question, data)
        asked = question.target.formula
        formulas = {name: step.formula for name, step in before.equation.steps.items()}
        for name, formula in [*formulas.items(), *([(question.id, asked)] if asked is not None else [])]:
            key = (name, repr((question.model.equation, question.model.use, question.model.data)))
            if key in seen:
                continue
            seen.add(key)
            try:
                here, there = (s[name] if name in formulas else s.evaluate(formula) for s in (before, now))
            except ContentError:  # a step that this question's data do not give
                continue
            if here.shape[-CORE:] == there.shape[-CORE:] and there.ndim > CORE:
                yield f"que «{name}» no sea un número", np.all(np.isfinite(there) | ~np.isfinite(here), axis=CELLS)


def _shows(opened: OpenUnit, demand: _Demand, data: Mapping[str, Array]) -> Sieved:
    """The cheap half: answers that change under every slip."""
    question = demand.question
    separability = Separability(question.target, _scope(opened, question, data))
    for id in (*demand.frequent, *demand.rare):
        if id in separability.slips:
            yield (
                f"no distinguir el fallo «{id}» de lo correcto en «{question.id}»",
                separability.seen(separability.slips[id]),
            )


def _tells(opened: OpenUnit, demand: _Demand, data: Mapping[str, Array]) -> Sieved:
    question, scope = demand.question, _scope(opened, demand.question, data)
    separability = Separability(question.target, scope)
    yield f"que el redondeo cambie la mayor en «{question.id}»", _decided(question.target, scope, separability.count)
    for id in demand.frequent:
        if id in separability.slips:
            yield (
                f"que el fallo «{id}» pueda darse por bueno en «{question.id}»",
                separability.recognised(separability.slips[id]),
            )


def _decided(target: Target, scope: Scope, count: int) -> Bools:
    """For a choice of the heaviest, whether rounding can never make another one heaviest."""
    text = target.formula.text if target.formula is not None else ""
    if not (target.choices and text.startswith("heaviest(") and text.endswith(")")):
        return np.ones(count, dtype=bool)
    inner = Target(target.equation, formula=compile_formula(text[len("heaviest(") : -1]), keep=target.keep)
    separability = Separability(inner, scope)
    first = np.sort(separability.right, axis=-1)
    clear: Bools = first[:, -1] - first[:, -2] > 2 * separability.allowed.max(axis=-1)
    return np.broadcast_to(clear, count).copy()


class _Key:
    """A unit as a key: two loads of the same file have the same demands."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.text = repr(unit)

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.text == self.text


@lru_cache(maxsize=32)
def _demands(key: _Key) -> tuple[OpenUnit, tuple[_Demand, ...]]:
    """The questions that depend on the numbers drawn, each with its slips."""
    opened = OpenUnit(key.unit)
    sample = unscreened(key.unit, SAMPLE)
    different: dict[object, OpenQuestion] = {}
    for question in _judged(opened):
        different.setdefault(_asks(question), question)
    questions = [q for q in different.values() if _depends(opened, q, sample)]
    separabilities = [(q, Separability(q.target, _scope(opened, q, sample))) for q in questions]
    demands = []
    for question, separability, ids in _happening(separabilities):
        seen = [id for id in ids if separability.seen(separability.slips[id]).mean() > SELDOM]
        rare = [id for id in seen if separability.slips[id].rare]
        demands.append(_Demand(question, tuple(id for id in seen if id not in rare), tuple(rare)))
    choices = [_Demand(q, ()) for q in opened.questions if q.target.choices and q.model.right]
    return opened, (*demands, *choices)


def _asks(question: OpenQuestion) -> object:
    """Equal for questions that ask the same of the same numbers, of which one is enough."""
    model, target = question.model, question.target
    numbers = repr((model.equation, model.use, model.data, model.slips))
    asked = (target.asked.text, target.row, target.cell, target.decimals, target.keep, target.exact)
    return target.equation, target.step, asked, numbers


def _happening(
    questions: Sequence[tuple[OpenQuestion, Separability]],
) -> Iterator[tuple[OpenQuestion, Separability, list[str]]]:
    """Every question with its slips: those that no earlier question could show, and in the last step all."""
    last = max((_order(q.target) for q, _ in questions), default=0)
    covered: set[tuple[str, frozenset[str], str]] = set()
    for question, separability in questions:
        target = question.target
        id, given, order = target.equation.id, separability.scope.optional_given, target.equation.order
        ids = [
            name
            for name, slip in separability.slips.items()
            if _order(target) == last or slip in target.slips or (id, given, _acts(slip, order)) not in covered
        ]
        covered |= {(id, given, step) for step, place in order.items() if place <= _order(target)}
        yield question, separability, ids


def _acts(slip: Slip, order: Mapping[str, int]) -> str:
    return max(slip.at, key=lambda name: order.get(name, len(order)))


def _judged(opened: OpenUnit) -> Iterator[OpenQuestion]:
    return (q for q in opened.questions if q.model.graded and not q.target.choices)


def _depends(opened: OpenUnit, question: OpenQuestion, sample: Mapping[str, Array]) -> bool:
    try:
        separability = Separability(question.target, _scope(opened, question, sample))
    except ContentError:
        return False
    return len(separability.right) == SAMPLE and bool(
        (distance(separability.right, separability.right[:1]) > TINY).any()
    )


def _order(target: Target) -> int:
    """How late in the equation the answer lies: the step asked, or the latest a formula names."""
    order = target.equation.order
    if target.formula is None:
        return order[target.step]
    return max((order[name] for name in target.formula.names if name in order), default=-1)


def _scope(opened: OpenUnit, question: OpenQuestion, data: Mapping[str, Any]) -> Scope:
    return scope_over(opened, question.model, data)
