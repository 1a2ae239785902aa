"""The check of a unit: every question once, verdicts when all are answered, the first mistake first.

What cannot be read, is blank, has another shape or too few decimals is asked again: only a number that was read and
judged is the one try. After a check without mistakes, the unit's optional questions are offered, for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tutor.answers import Reading
from tutor.judging.verdicts import Judgement, Verdict
from tutor.session.asking import how_to_write, question_digest
from tutor.session.commands import ABOUT, Command, yes_or_no
from tutor.session.desk import Desk, Reply, Status
from tutor.session.events import Event, current_walk, unpack
from tutor.session.numbers import numbers_of
from tutor.session.results import Commands, Echo, Given, Item, Page, Role, Said, Told, Turn, Waits
from tutor.session.stops import ended, name_of
from tutor.session.walk import ENTER
from tutor.units import OpenQuestion, OpenUnit, explanations, fill
from tutor.units.judge import judge_answer, judge_sheet
from tutor.units.points import share
from tutor.units.skills import skill_of

SHORT = "Cuenta tres cuartos."
"""What a coarse answer earns, when it is too late to ask again."""
LONGEST_TYPED = 120
"""Longer answers are cut where they are quoted."""


@dataclass(frozen=True, slots=True)
class Marked:
    """One question of a finished check: what was typed, how it was read and judged."""

    question: OpenQuestion
    typed: str
    reading: Reading
    judgement: Judgement

    @property
    def share(self) -> Fraction:
        """The part of the question's points that is earned, 0 to 1."""
        return share(self.judgement.verdict)

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
    marks: tuple[Marked, ...]

    @property
    def passed(self) -> bool:
        return all(m.judgement.correct for m in self.marks)

    @property
    def score(self) -> float:
        """Points earned over the most there were, 0 to 1."""
        points = [m.question.model.points or Fraction(1) for m in self.marks]
        earned = sum((m.share * p for m, p in zip(self.marks, points, strict=True)), Fraction(0))
        return float(earned / sum(points)) if sum(points) else 0.0


def asked(unit: OpenUnit) -> tuple[OpenQuestion, ...]:
    """The questions that a check asks: predictions and optional ones apart."""
    return tuple(q for q in unit.questions if q.model.graded and not q.model.optional)


def mark(unit: OpenUnit, answers: Mapping[str, str], locale: str = "es") -> Report:
    """Reads and judges a text a question, in order; what is missing is blank."""
    unit = unit.guard()
    return _report(unit, {q.id: q.read(answers.get(q.id, ""), locale) for q in asked(unit)}, locale)


def _report(unit: OpenUnit, readings: Mapping[str, Reading], locale: str) -> Report:
    judged = judge_sheet(unit, readings, locale)
    marks = (Marked(unit.question(id), r.text, r, judged[id]) for id, r in readings.items())
    return Report(unit.unit.unit, unit.variant, tuple(marks))


def told(unit: OpenUnit, report: Report, locale: str = "es") -> tuple[Item, ...]:
    """Each question once, with what was typed: the first mistake, the others, the blank ones, the right ones."""
    unit = unit.guard()
    mine = {m.question.id: m.reading for m in report.marks if m.reading.outcome == "value"}
    right = [m for m in report.marks if m.judgement.correct]
    blank = [m for m in report.marks if m.judgement.verdict is Verdict.BLANK]
    wrong = [m for m in report.marks if m not in right and m not in blank]
    items: list[Item] = [Said(_tally(report), Role.NEXT)]
    for i, m in enumerate(wrong):
        if i < 2:
            items.append(Said("Lo primero que hay que mirar:" if i == 0 else "Después:", Role.NEXT))
        items += [_given(m, locale), Told(m.judgement.verdict.value, m.message)]
    if blank:
        items.append(Said(ended(f"En blanco: {', '.join(name_of(m.question) for m in blank)}"), Role.NEXT))
    if len(right) < len(report.marks) and right:
        items.append(Said("Lo que está bien, y por qué:", Role.NEXT))
    for m in right:
        reason = explanations.reason(unit, m.question.id, m.reading, mine, locale)
        items += [_given(m, locale), Told(m.judgement.verdict.value, reason)]
    if report.passed and unit.unit.closing:
        items.append(Said(fill(unit.unit.closing, unit, mine, locale), Role.NEXT))
    elif wrong and (skill := skill_of(wrong[0].question, wrong[0].judgement.slip)):
        items.append(Said(f"Para repasarlo con otros números: `tutor practice {skill}`.", Role.NEXT))
    return tuple(items)


def _tally(report: Report) -> str:
    """How many are right; apart, how many follow rightly from an earlier mistake, which is charged once."""
    right = sum(m.judgement.correct for m in report.marks)
    carried = sum(m.judgement.verdict is Verdict.CARRIED for m in report.marks)
    more = f", y {carried} bien con tus números" if carried else ""
    return f"{right} de {len(report.marks)} bien{more}."


def _given(m: Marked, locale: str) -> Given:
    return Given(name_of(m.question), m.given(locale))


class OneTry(Desk):
    """A question of a check: the first number that is read and fits is the answer."""

    def judged(self, reading: Reading) -> Reply:
        q = self.question
        judgement = judge_answer(self.unit, q.id, reading, self.earlier(), self.locale)
        event = self.event("answer", reading, judgement.verdict.value, judgement.slips)
        items: tuple[Item, ...] = (Echo(q.write(reading, self.locale)), *self.remarked(reading))
        if not judgement.attempt:
            return Reply((*items, self.again(judgement)), events=(event,))
        self.mine[q.id] = reading
        return Reply((*items, Said("Leído.")), Status.SOLVED, events=(event,))

    def commands(self) -> Commands:
        """What a check allows: no solution, no way back, and skipping leaves it blank."""
        rows = [(c, about) for c, about in ABOUT.items() if c not in (Command.SOLUTION, Command.BACK)]
        rows = [(c, "la dejas en blanco" if c is Command.SKIP else about) for c, about in rows]
        return Commands(tuple(rows), how_to_write(self.question, self.locale))

    def ask_solution(self) -> Reply:
        return Reply(
            (Said("Aquí no hay soluciones hasta el final. Sí hay «pista», o «saltar» para dejarla en blanco."),)
        )

    def begin_small_steps(self) -> Reply:
        return Reply((Said("En la comprobación se contesta de una vez. «pista» ayuda."),))


class Check:
    """A learner at a check. `events` are what the journal remembers of checks of this unit and variant."""

    def __init__(
        self,
        unit: OpenUnit,
        events: Sequence[Event] = (),
        *,
        locale: str = "es",
        attended: bool = True,
    ) -> None:
        self.unit = unit.guard()
        self.locale = locale
        self.attended = attended
        self.questions = asked(self.unit)
        self.extra = [q for q in self.unit.questions if q.model.optional]
        self.mine: dict[str, Reading] = {}
        self.report: Report | None = None
        self._left_blank: set[str] = set()
        self._resume(events)
        self._at = len(self.mine) + len(self._left_blank)
        self._desk: Desk = self._desk_at(min(self._at, len(self.questions) - 1))
        self._waits = Waits.ANSWER

    @property
    def complete(self) -> bool:
        """Every question was answered or left blank."""
        return self.report is not None

    @property
    def passed(self) -> bool:
        return self.report is not None and self.report.passed

    def start(self) -> Turn:
        if self._at == len(self.questions):
            return self._verdicts((), ())
        if not self._at:
            intro = f"{self.unit.unit.title}. {_count(len(self.questions))}, seguidas y a un intento; corrijo al final."
            return Turn((Said(intro), self._page()), Waits.ANSWER)
        return Turn((Said(f"Seguimos: llevas {self._at} de {len(self.questions)}."), self._page()), Waits.ANSWER)

    def submit(self, text: str) -> Turn:
        if self._waits is Waits.OVER:
            return Turn((), Waits.OVER)
        if self._waits is Waits.ENTER:
            return self._extra_or_not(text)
        reply = self._desk.submit(text)
        if reply.command is not None:
            return self._obey(reply.command)
        if reply.status is Status.OPEN:
            return Turn(reply.items, reply.waits, reply.events, reply.prompt)
        return self._onward(reply.items, reply.events)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _resume(self, events: Sequence[Event]) -> None:
        """Takes up a check that was left; the answers to questions that have changed are asked again."""
        ends = [i for i, e in enumerate(events) if e.kind == "end"]
        walk = current_walk(events[ends[-1] + 1 :] if ends else events)
        for q in self.questions:
            digest = question_digest(self.unit, q)
            mine = [e for e in walk if e.question == q.id and e.digest == digest]
            given = [r for e in mine if e.kind == "answer" and Verdict(e.verdict).attempt and (r := unpack(e))]
            if given:
                self.mine[q.id] = given[-1]
            elif any(e.kind == "skip" for e in mine):
                self._left_blank.add(q.id)
            else:
                break

    def _desk_at(self, index: int) -> Desk:
        return OneTry(self.unit, self.questions[index], self.mine, "check", self.locale)

    def _page(self) -> Page:
        q = self._desk.question
        count = f"{self._at + 1} de {len(self.questions)}" if self._at < len(self.questions) else "Una más"
        views = numbers_of(self.unit, q, self.mine, self.locale) if self._at == 0 or q.model.optional else ()
        ask = explanations.ask(self.unit, q.id, self.mine, self.locale)
        return Page(f"{self.unit.unit.title} · {count}", "", views, ask, q.options(self.locale))

    def _onward(self, items: tuple[Item, ...], events: tuple[Event, ...]) -> Turn:
        if self.report is not None:
            return self._next_extra(items, events)
        self._at += 1
        if self._at < len(self.questions):
            self._desk = self._desk_at(self._at)
            return Turn((*items, self._page()), Waits.ANSWER, events)
        return self._verdicts(items, events)

    def _verdicts(self, items: tuple[Item, ...], events: tuple[Event, ...]) -> Turn:
        self.report = self._judge_all()
        events = (*events, self._desk.event("end"))
        items = (*items, *told(self.unit, self.report, self.locale))
        if not (self.passed and self.extra and self.attended):
            return Turn(items, self._over(), events)
        self._waits = Waits.ENTER
        offer = Said("¿Una más, con otros números? No cuenta para nada. [Enter] sí · [n] no", Role.NEXT)
        return Turn((*items, offer), Waits.ENTER, events, ENTER)

    def _judge_all(self) -> Report:
        readings = {q.id: self.mine.get(q.id) or q.read("", self.locale) for q in self.questions}
        return _report(self.unit, readings, self.locale)

    def _extra_or_not(self, text: str) -> Turn:
        if yes_or_no(text) is False or (text.strip() and yes_or_no(text) is None):
            return Turn((), self._over())
        return self._next_extra((), ())

    def _next_extra(self, items: tuple[Item, ...], events: tuple[Event, ...]) -> Turn:
        if not self.extra:
            return Turn(items, self._over(), events)
        q = self.extra.pop(0)
        self._desk = Desk(self.unit, q, self.mine, "check", self.locale)
        self._waits = Waits.ANSWER
        return Turn((*items, self._page()), Waits.ANSWER, events)

    def _obey(self, command: Command) -> Turn:
        match command:
            case Command.LEAVE:
                return Turn((), self._over())
            case Command.REPEAT:
                return Turn((self._page(),), Waits.ANSWER)
            case Command.DATA:
                return Turn(numbers_of(self.unit, self._desk.question, self.mine, self.locale), Waits.ANSWER)
            case Command.BACK:
                return Turn(
                    (Said("En la comprobación no se vuelve atrás: cada pregunta se contesta una vez."),), Waits.ANSWER
                )
            case _:
                if self.report is None:
                    self._left_blank.add(self._desk.question.id)
                said = Said("En blanco.") if self.report is None else Said("Lo dejamos.")
                return self._onward((said,), (self._desk.event("skip"),))

    def _over(self) -> Waits:
        self._waits = Waits.OVER
        return Waits.OVER


def _count(questions: int) -> str:
    return "1 pregunta" if questions == 1 else f"{questions} preguntas"
