"""Wrong answers that pass, for right or for another slip: what a known slip gives, typed to a question of the unit.

Tried as a learner would type it, rounded and cut to the decimals asked, with everything before answered right: so a
slip that an earlier question has already caught and refuted is caught here too. Left out is what reads the same as the
right answer at those decimals, which no judge could tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tutor.answers import write
from tutor.engine import Array
from tutor.judging.allowance import GUARD, distance
from tutor.judging.separability import Separability
from tutor.units.bound_unit import OpenQuestion, OpenUnit
from tutor.units.judge import feeding, judge_hand_ins, typed_of


@dataclass(frozen=True, slots=True)
class Passing:
    """What was typed, the slip that gives it, and those that it is named instead: none where it is accepted."""

    slip: str
    text: str
    gap: float
    """How far it is from the right answer, in the cell that is farthest."""
    named: tuple[str, ...] = ()


def passing(opened: OpenUnit, question: OpenQuestion, *, explain: bool = False) -> tuple[Passing, ...]:
    """The slips whose numbers the question takes for right and, to `explain` them too, for other slips alone; each
    once, in their order."""
    if question.target.choices:
        return ()
    tried = list(_typed(question))
    if not tried:
        return ()
    typed = {question.id: typed_of(question, [question.read(one.text) for one in tried])}
    earlier = feeding(opened, question)
    latest = {(q.target.step, q.model.expect, q.model.row, q.model.cell): q for q in earlier}  # once each is enough
    for before in latest.values():
        right = before.read(write(before.right, before.decimals))
        typed[before.id] = typed_of(before, [right] * len(tried))
    judged = judge_hand_ins(opened, typed, asked=[question], explain=explain)[question.id]
    found: dict[str, Passing] = {}
    for i, one in enumerate(tried):
        named = judged.slips(i)
        if judged.correct[i] or (named and one.slip not in named):
            known = found.setdefault(one.slip, replace(one, named=named))
            found[one.slip] = replace(one, named=()) if judged.correct[i] and known.named else known
    return tuple(found.values())


def _typed(question: OpenQuestion) -> Iterator[Passing]:
    """What whoever makes a slip types, where it does not read as the right answer does."""
    separability = Separability(question.target.at(question.scope), question.scope)
    right = set(_texts(question, separability.right[0]))
    for id, slip in separability.slips.items():
        for outcome in separability.outcomes(slip):
            gap = float(np.max(distance(outcome.value, separability.right)))
            texts = _texts(question, outcome.value[0]) if gap > GUARD and np.isfinite(outcome.value).all() else ()
            yield from (Passing(id, text, gap) for text in texts if text not in right)


def _texts(question: OpenQuestion, value: Array) -> tuple[str, str]:
    """A value (cells,) rounded and cut to the decimals asked."""
    places = question.decimals or 0
    unit = 10.0**places
    cut = np.trunc(value * unit + np.sign(value) * GUARD) / unit
    shape = question.shape or ()
    rounded, shorter = (write((x.reshape(shape) + 0.0).tolist(), places) for x in (value, cut))
    return rounded, shorter
