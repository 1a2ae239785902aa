"""Which questions count, what each is worth, and what an answer earns of it: the one place that says so."""

from __future__ import annotations

from fractions import Fraction

from tutor.judging.verdicts import Verdict
from tutor.units.bound_unit import OpenQuestion, OpenUnit

MAXIMUM = 10
"""Points of a whole hand-in."""
COARSE = Fraction(3, 4)
"""The share of a right answer with fewer decimals than asked."""


def share(verdict: Verdict) -> Fraction:
    """All for what is right, or right from the learner's own earlier numbers; none for what is wrong or unread."""
    if verdict.correct or verdict is Verdict.CARRIED:
        return Fraction(1)
    return COARSE if verdict is Verdict.COARSE else Fraction(0)


def counted(opened: OpenUnit) -> tuple[OpenQuestion, ...]:
    """The questions that a check asks and a class is graded by: predictions and optional ones apart."""
    return tuple(q for q in opened.questions if q.model.graded and not q.model.optional)


def points_of(opened: OpenUnit) -> dict[str, Fraction]:
    """What each question that counts is worth: MAXIMUM points shared as the unit says, equally where it does not."""
    worth = {q.id: Fraction(1) if q.model.points is None else q.model.points for q in counted(opened)}
    total = sum(worth.values(), Fraction(0))
    return {id: points * MAXIMUM / total for id, points in worth.items() if total > 0}
