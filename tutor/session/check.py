"""The check of a unit: every question once, verdicts when all are answered, the first mistake first.

What cannot be read, is blank, has another shape or too few decimals is asked again: only a number that was read and
judged is the one try. After a check without mistakes, the unit's optional questions are offered, for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tutor.answers import Reading
from tutor.judging.verdicts import Verdict
from tutor.phrasing import plural
from tutor.session.answer_format import decimals_lacking, how_to_write, question_digest
from tutor.session.check_report import Report, mark_readings, report_items
from tutor.session.commands import ABOUT, SOMETIMES, Command
from tutor.session.conversation import Conversation
from tutor.session.events import Event, Events, unpack, walks
from tutor.session.question_data import question_views
from tutor.session.question_prompt import QuestionPrompt, Reply, Status
from tutor.session.turns import Commands, Echo, Item, Page, Role, Sentence, Turn
from tutor.units import OpenUnit, explanations, given_in_words
from tutor.units.judge import judge_answer
from tutor.units.points import counted
from tutor.units.views import View


class CheckPrompt(QuestionPrompt):
    """A question of a check: the first number that is read and fits is the answer.

    Nothing said before the end tells whether it is right: fewer decimals than asked are asked again whatever they are,
    and stand if they are typed a second time.
    """

    solvable = False
    _too_short: Any = None
    """The value last typed with fewer decimals than asked."""

    def judged(self, reading: Reading) -> Reply:
        """What is said of an answer that could be read: nothing of right or wrong."""
        q = self.question
        items: tuple[Item, ...] = (Echo(q.write(reading, self.locale)), *self.remarked(reading))
        judgement = judge_answer(self.unit, q.id, reading, self.earlier(), self.locale)
        event = self.event("answer", reading, judgement.verdict.value, judgement.slips)
        if judgement.verdict is Verdict.WRONG_SHAPE:
            return Reply((*items, self.again(judgement)), events=(event,))
        if (lacking := decimals_lacking(q, reading)) and reading.value != self._too_short:
            self._too_short = reading.value
            return Reply((*items, Sentence(lacking)))
        self.answers[q.id] = reading
        return Reply((*items, Sentence("Leído.")), Status.SOLVED, events=(event,))

    def commands(self) -> Commands:
        """What a check allows: no solution, no way back, and skipping leaves it blank."""
        never = {Command.SOLUTION, Command.BACK, *SOMETIMES}
        rows = [(c, about) for c, about in ABOUT.items() if c not in never]
        rows = [(c, "la dejas en blanco" if c is Command.SKIP else about) for c, about in rows]
        return Commands(tuple(rows), how_to_write(self.question, self.locale))

    def ask_solution(self) -> Reply:
        """There is none before the end."""
        return Reply(
            (Sentence("Aquí no hay soluciones hasta el final. Sí hay «pista», o «saltar» para dejarla en blanco."),)
        )

    def begin_small_steps(self) -> Reply:
        return Reply((Sentence("En la comprobación se contesta de una vez. «pista» ayuda."),))


def variant_to_ask(unit: OpenUnit, events: Iterable[Event]) -> int:
    """Which numbers an interactive check asks when none are named: those of the text first, others each time after.

    One that was left is taken up. `events` are those of all checks of this unit.
    """
    optional = {q.id for q in unit.questions if q.model.optional}
    finished: dict[int, bool] = {}
    for event in events:
        if event.question not in optional or event.kind == "end":
            finished.pop(event.variant, None)
            finished[event.variant] = event.kind == "end"
    if not finished:
        return 0
    last = list(finished)[-1]
    if not finished[last]:
        return last
    return max(finished) + 1 if unit.unit.variants is not None else 0


class Check(Conversation):
    """A learner at a check. `events` are what the journal remembers of checks of this unit and variant."""

    def __init__(
        self,
        unit: OpenUnit,
        events: Sequence[Event] = (),
        *,
        locale: str = "es",
        attended: bool = True,
    ) -> None:
        super().__init__(locale, attended=attended)
        self.unit = unit.guard()
        self.questions = counted(self.unit)
        self.extra = [q for q in self.unit.questions if q.model.optional]
        self.answers: dict[str, Reading] = {}
        self.report: Report | None = None
        self._left_blank: set[str] = set()
        self._resume(events)
        self._at = len(self.answers) + len(self._left_blank)
        self.prompt = self._prompt_at(min(self._at, len(self.questions) - 1))

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
        if self._at:
            return self.asks(Sentence(f"Seguimos: llevas {self._at} de {len(self.questions)}."), self.page())
        count = plural(len(self.questions), "pregunta")
        drawn = f" Números nuevos: los de la variante {self.unit.variant}." if self.unit.variant else ""
        intro = f"{self.unit.unit.title}. {count}, seguidas y a un intento; corrijo al final.{drawn}"
        return self.asks(Sentence(intro), self.page())

    def settled(self, reply: Reply) -> Turn:
        return self._onward(reply.items, reply.events)

    def resumed(self) -> Turn:
        return self._next_extra((), ())

    def page(self) -> Page:
        q = self.prompt.question
        count = f"{self._at + 1} de {len(self.questions)}" if self._at < len(self.questions) else "Una más"
        views = self.data(arrows=False) if self._at == 0 or q.model.optional else ()
        ask = explanations.ask(self.unit, q.id, self.answers, self.locale)
        return Page(f"{self.unit.unit.title} · {count}", "", views, ask, q.options(self.locale))

    def data(self, *, arrows: bool = True) -> tuple[View, ...]:
        given = given_in_words(self.unit, self.locale)
        return (*given, *question_views(self.unit, self.prompt.question, self.answers, self.locale, arrows=arrows))

    def back(self) -> Turn:
        refusal = Sentence("En la comprobación no se vuelve atrás: cada pregunta se contesta una vez.")
        return self.same(refusal)

    def skip(self) -> Turn:
        if self.report is None:
            self._left_blank.add(self.prompt.question.id)
        answer = Sentence("En blanco.") if self.report is None else Sentence("Lo dejamos.")
        return self._onward((answer,), (self.prompt.event("skip"),))

    # -- inside --------------------------------------------------------------------------------------------------------

    def _resume(self, events: Sequence[Event]) -> None:
        """Takes up a check that was left; the answers to questions that have changed are asked again."""
        ends = [i for i, e in enumerate(events) if e.kind == "end"]
        walk = walks(events[ends[-1] + 1 :] if ends else events)[-1]
        for q in self.questions:
            digest = question_digest(self.unit, q)
            before = [e for e in walk if e.question == q.id and e.digest == digest]
            given = [r for e in before if e.kind == "answer" and e.verdict != Verdict.WRONG_SHAPE and (r := unpack(e))]
            if given:
                self.answers[q.id] = given[-1]
            elif any(e.kind == "skip" for e in before):
                self._left_blank.add(q.id)
            else:
                break

    def _prompt_at(self, index: int) -> QuestionPrompt:
        return CheckPrompt(self.unit, self.questions[index], self.answers, "check", self.locale)

    def _onward(self, items: tuple[Item, ...], events: Events) -> Turn:
        if self.report is not None:
            return self._next_extra(items, events)
        self._at += 1
        if self._at == len(self.questions):
            return self._verdicts(items, events)
        self.prompt = self._prompt_at(self._at)
        return self.asks(*items, self.page(), events=events)

    def _verdicts(self, items: tuple[Item, ...], events: Events) -> Turn:
        self.report = mark_readings(self.unit, self.answers, self.locale)
        events = (*events, self.prompt.event("end"))
        items = (*items, *report_items(self.unit, self.report, self.locale))
        if not (self.passed and self.extra and self.attended):
            return self.over(*items, events=events)
        more = Sentence("¿Una más, con otros números? No cuenta para nada. [Enter] sí · [n] no", Role.NEXT)
        return self.pauses(*items, more, events=events, offer=True)

    def _next_extra(self, items: tuple[Item, ...], events: Events) -> Turn:
        if not self.extra:
            return self.over(*items, events=events)
        self.prompt = QuestionPrompt(self.unit, self.extra.pop(0), self.answers, "check", self.locale)
        return self.asks(*items, self.page(), events=events)
