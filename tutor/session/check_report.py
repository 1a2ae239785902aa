"""A finished check: what was typed, read and judged, and what is said of it, the first mistake first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from tutor.answers import Reading
from tutor.judging.verdicts import Judgement, Verdict
from tutor.session.lesson_plan import ended
from tutor.session.turns import AnswerGiven, Feedback, Item, Role, Sentence
from tutor.units import OpenQuestion, OpenUnit, explanations, fill
from tutor.units.explanations import skill_of
from tutor.units.judge import judge_sheet
from tutor.units.points import MAXIMUM, counted, share, worth

SHORT = "Cuenta tres cuartos."
"""What a coarse answer earns, when it is too late to ask again."""
LONGEST_TYPED = 120
"""Longer answers are cut where they are quoted."""


@dataclass(frozen=True, slots=True)
class MarkedAnswer:
    """One question of a finished check: what was typed, how it was read and judged."""

    question: OpenQuestion
    typed: str
    reading: Reading
    judgement: Judgement
    points: Fraction = Fraction(0)
    """What the question is worth."""

    @property
    def share(self) -> Fraction:
        """The part of the question's points that is earned, 0 to 1."""
        return share(self.judgement.verdict, self.judgement.evidence)

    @property
    def message(self) -> str:
        """What the judge says, after the end: nothing is asked any more, nor asked again."""
        parts = self.judgement.parts
        return (replace(parts, do=SHORT) if self.judgement.verdict is Verdict.COARSE else parts).in_writing

    def given(self, locale: str) -> str:
        """What was typed, on one line; of a choice, the option."""
        if self.question.choices and self.reading.value is not None:
            return self.question.write(self.reading, locale)
        typed = " ".join(self.typed.split())
        return typed if len(typed) <= LONGEST_TYPED else f"{typed[:LONGEST_TYPED]}…"


@dataclass(frozen=True, slots=True)
class Report:
    """A whole check, in the order of its questions."""

    unit: str
    variant: int
    marks: tuple[MarkedAnswer, ...]

    @property
    def passed(self) -> bool:
        """Whether every question is correct."""
        return all(m.judgement.correct for m in self.marks)

    @property
    def score(self) -> float:
        """Points earned over the most there were, 0 to 1."""
        earned = sum((m.share * m.points for m in self.marks), Fraction(0))
        return float(earned / MAXIMUM)


def mark(unit: OpenUnit, texts: Mapping[str, str], locale: str = "es") -> Report:
    """Reads and judges a text a question, in order; what is missing is blank."""
    unit = unit.guard()
    return mark_readings(unit, {q.id: q.read(texts.get(q.id, ""), locale) for q in counted(unit)}, locale)


def mark_readings(unit: OpenUnit, readings: Mapping[str, Reading], locale: str = "es") -> Report:
    """Judges what was read of each question, with what was answered before it; what is missing is blank."""
    answers = {q.id: readings.get(q.id) or q.read("", locale) for q in counted(unit)}
    judged = judge_sheet(unit, answers, locale)
    points = {q.id: most for q, most in worth(unit)}
    marks = (MarkedAnswer(unit.question(id), r.text, r, judged[id], points[id]) for id, r in answers.items())
    return Report(unit.unit.unit, unit.variant, tuple(marks))


def report_items(unit: OpenUnit, report: Report, locale: str = "es") -> tuple[Item, ...]:
    """Each question once, with what was typed: the first mistake, the others, the blank ones, the right ones."""
    unit = unit.guard()
    answers = {m.question.id: m.reading for m in report.marks if m.reading.outcome == "value"}
    right = [m for m in report.marks if m.judgement.correct]
    blank = [m for m in report.marks if m.judgement.verdict is Verdict.BLANK]
    wrong = [m for m in report.marks if m not in right and m not in blank]
    items: list[Item] = [Sentence(_tally(report), Role.NEXT)]
    for i, m in enumerate(wrong):
        if i < 2:
            items.append(Sentence("Lo primero que hay que mirar:" if i == 0 else "Después:", Role.NEXT))
        items += [_given(m, locale), Feedback(m.judgement.verdict.value, m.message)]
    if blank:
        items.append(Sentence(ended(f"En blanco: {', '.join(m.question.title for m in blank)}"), Role.NEXT))
    if len(right) < len(report.marks) and right:
        items.append(Sentence("Lo que está bien, y por qué:", Role.NEXT))
    for m in right:
        reason = explanations.reason(unit, m.question.id, m.reading, answers, locale)
        items += [_given(m, locale), Feedback(m.judgement.verdict.value, reason)]
    if report.passed and unit.unit.closing:
        items.append(Sentence(fill(unit.unit.closing, unit, answers, locale), Role.NEXT))
    elif wrong and (skill := skill_of(wrong[0].question, wrong[0].judgement.slip)):
        items.append(Sentence(f"Para repasarlo con otros números: `tutor practice {skill}`.", Role.NEXT))
    return tuple(items)


def _tally(report: Report) -> str:
    """How many are right; apart, how many follow rightly from an earlier mistake, which is charged once."""
    right = sum(m.judgement.correct for m in report.marks)
    carried = sum(m.judgement.verdict is Verdict.CARRIED for m in report.marks)
    more = f", y {carried} bien con tus números" if carried else ""
    return f"{right} de {len(report.marks)} bien{more}."


def _given(m: MarkedAnswer, locale: str) -> AnswerGiven:
    """What is right stands beside a number that is not, never beside what was left blank or could not be read."""
    no_number = m.reading.outcome != "value" or m.judgement.verdict is Verdict.WRONG_SHAPE
    right = "" if no_number or m.judgement.correct else m.question.write(m.question.right, locale)
    return AnswerGiven(m.question.title, m.given(locale), right)
