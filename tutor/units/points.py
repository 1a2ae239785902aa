"""Which questions count, what each is worth, and what an answer earns of it: the one place that says so."""

from __future__ import annotations

from fractions import Fraction

from tutor.errors import ContentError
from tutor.judging.verdicts import Verdict
from tutor.units.bound_unit import OpenQuestion, OpenUnit

MAXIMUM = 10
"""What the questions of a unit share among them."""
COARSE = Fraction(3, 4)
"""The share of a right answer with fewer decimals than asked."""


def share(verdict: Verdict, evidence: bool | None = None) -> Fraction:
    """All for what is right, or right from the learner's own earlier numbers; none for what is wrong or unread, nor for
    what is carried without `evidence`."""
    if verdict.correct or (verdict is Verdict.CARRIED and evidence is not False):
        return Fraction(1)
    return COARSE if verdict is Verdict.COARSE else Fraction(0)


def counted(opened: OpenUnit) -> tuple[OpenQuestion, ...]:
    """The questions that a check asks and a class is graded by: predictions and optional ones apart."""
    return tuple(q for q in opened.questions if q.model.graded and not q.model.optional)


def worth(opened: OpenUnit) -> list[tuple[OpenQuestion, Fraction]]:
    """The questions that earn points, and how many of MAXIMUM: as the unit says, equally where it does not.

    Raises ContentError when none does.
    """
    questions = counted(opened)
    shares = [Fraction(1) if q.model.points is None else q.model.points for q in questions]
    total = sum(shares, Fraction(0))
    if total <= 0:
        raise ContentError(f"«{opened.unit.unit}» no tiene preguntas que puntúen.", hint="Elige otra unidad.")
    return [(question, one * MAXIMUM / total) for question, one in zip(questions, shares, strict=True)]
