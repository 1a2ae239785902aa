"""What an answer earns of its question's points: the one place that says so."""

from __future__ import annotations

from fractions import Fraction

from tutor.judging.verdicts import Verdict

COARSE = Fraction(3, 4)
"""The share of a right answer with fewer decimals than asked."""


def share(verdict: Verdict, evidence: bool | None = None) -> Fraction:
    """All for what is right, or right from the learner's own earlier numbers; none for what is wrong or unread, nor for
    what is carried without `evidence`."""
    if verdict.correct or (verdict is Verdict.CARRIED and evidence is not False):
        return Fraction(1)
    return COARSE if verdict is Verdict.COARSE else Fraction(0)
