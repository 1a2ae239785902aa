"""A whole unit, one question at a time.

After a success Enter is awaited where there is something to look at; a part ends at a place to stop; nothing blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.judging.verdicts import Verdict
from tutor.phrasing import plural
from tutor.session import lesson_texts
from tutor.session.conversation import Conversation
from tutor.session.events import Event, Events
from tutor.session.lesson_plan import ended, planned_questions
from tutor.session.play import Play, playable
from tutor.session.question_prompt import QuestionPrompt, Reply, Status
from tutor.session.turns import Item, Page, Role, Sentence, Turn
from tutor.session.unit_state import UnitState, unit_state
from tutor.units import OpenQuestion, OpenUnit, explanations, fill, resolve
from tutor.units.judge import judge_answer
from tutor.units.variants import asked_again

WELCOME = "En cualquier momento valen «pista», «datos», «atrás» y «salir». Enter solo te enseña todas."
OFFER_PLAY = "¿Y con otra consulta? «juega» te deja probar las que quieras."
AGAIN = "Esta la viste resuelta: aquí la tienes con otros números."
GO_ON = "¿Seguimos? [Enter] sí · [salir] otro rato, se guarda."


class Lesson(Conversation):
    """One learner in one unit. `events` are what the journal remembers of this unit, lesson and variant.

    `part` begins there, counted from 0.
    """

    def __init__(
        self,
        unit: OpenUnit,
        events: Sequence[Event] = (),
        *,
        locale: str = "es",
        part: int | None = None,
        attended: bool = True,
    ) -> None:
        super().__init__(locale, attended=attended)
        self.unit = unit
        self.state: UnitState = unit_state(events, unit)
        self.plan = planned_questions(unit)
        self._from_part = part
        self._next = 0
        """The question that comes after Enter."""
        self._mistake: int | None = None
        """Where `atrás` leads after an answer that is right only from an earlier mistake."""
        self._parts_met: set[int] = set()
        self._rounds = 0
        self._at = 0
        self._play: Play | None = None
        self.prompt = self._prompt_at(0)

    @property
    def complete(self) -> bool:
        return not self.pending

    @property
    def pending(self) -> tuple[OpenQuestion, ...]:
        """Questions not yet done, in order; one whose solution was seen is among them, an optional one is not."""
        questions = (p.question for p in self.plan)
        return tuple(q for q in questions if not self.state.of(q.id).done and not q.model.optional)

    @property
    def part(self) -> int:
        """The part the learner is in, counted from 0."""
        return self.plan[self._at].part

    def start(self) -> Turn:
        first = self._first()
        if first is None:
            return self.over(Sentence("Ya has hecho esta unidad entera."), *self._card())
        items: list[Item] = lesson_texts.changes(self.unit, self.state)
        if not self.state.begun:
            if self.state.attempt > 1:
                items.append(Sentence(f"{self.state.attempt}.ª vez. Lo de antes sigue guardado: `tutor progress`."))
            items.append(Sentence(WELCOME))
        done = sum(s.done for s in self.state.status.values())
        if self.state.begun and done and self._from_part is None:
            count = plural(done, "hecha")
            items.append(Sentence(f"Seguimos donde lo dejaste: {count}, {len(self.pending)} por hacer."))
        return self.asks(*items, *self._arrive(first))

    def page(self) -> Page:
        here = self.plan[self._at]
        q, parts = here.question, self.unit.unit.parts
        views = tuple(resolve(b, self.unit, self.state.answers, self.locale) for b in here.blocks)
        before = lesson_texts.before(q, self.state, self.locale)
        if self.prompt.unit is not self.unit:
            views, before = lesson_texts.data_again(self.prompt.unit, self.prompt.question, self.locale), AGAIN
        count, one = f"{q.number} de {q.count}", len(parts) == 1
        return Page(
            f"{self.unit.unit.title} · {count}" if one else f"Tramo {here.part + 1} de {len(parts)} · {count}",
            "" if one else parts[here.part].title,
            views,
            explanations.ask(self.prompt.unit, q.id, self.prompt.answers, self.locale),
            q.options(self.locale),
            before,
        )

    def data(self) -> tuple[Item, ...]:
        if self.prompt.unit is not self.unit:
            return lesson_texts.data_again(self.prompt.unit, self.prompt.question, self.locale)
        return lesson_texts.data(self.unit, self.plan[self._at], self.plan, self.state, self.locale)

    # -- playing -------------------------------------------------------------------------------------------------------

    def submit(self, text: str) -> Turn:
        if self._play is None:
            return super().submit(text)
        turn = self._play.submit(text)
        if not self._play.over:
            return turn
        self._play = None
        return self.same(*(() if self.pausing else (self.page(),)))

    def play(self) -> Turn:
        if not self._may_play():
            return self.same(Sentence("Aún no: cuando tengas los pesos."))
        self._play = Play(self.unit, self.locale)
        return self._play.start()

    def _may_play(self) -> bool:
        """The weights of the unit's own numbers have been worked out."""
        weighed = [p.question for p in self.plan if p.question.model.step == "weights" and p.question.model.use is None]
        return playable(self.unit) and any(self.state.of(q.id).done for q in weighed)

    # -- moving --------------------------------------------------------------------------------------------------------

    def _first(self) -> int | None:
        """Where to begin: the part asked for, else the first question not looked at, else the first left undone."""
        if self._from_part is not None:
            within = [i for i, p in enumerate(self.plan) if p.part == self._from_part]
            left = [i for i in within if not self.state.of(self.plan[i].question.id).done]
            for i in within if not left else ():
                self.state.status.pop(self.plan[i].question.id, None)
            return (left or within)[0]
        undone = [self._index(q) for q in self.pending]
        fresh = [i for i in undone if self.state.of(self.plan[i].question.id) is Status.OPEN]
        return next(iter(fresh or undone), None)

    def after_reply(self, reply: Reply) -> None:
        id = self.prompt.question.id
        self.state.tries[id], self.state.hints[id] = self.prompt.tries, self.prompt.hints

    def settled(self, reply: Reply) -> Turn:
        """After a question is done or seen: what comes next, after Enter."""
        q = self.prompt.question
        self.state.status[q.id] = reply.status
        if self.prompt.unit is not self.unit:
            return self._onward(list(reply.items), reply.events, waits=self.attended, looks=reply.status is Status.SEEN)
        undone = self._undone_by(q)
        pictures = self.plan[self._at].pictures
        items = [*reply.items, *(resolve(b, self.unit, self.state.answers, self.locale) for b in pictures)]
        if undone:
            names = ", ".join(u.title for u in undone)
            items.append(Sentence(f"Con este número hay que rehacer lo que salía del anterior: {names}.", Role.NOTE))
        if q.model.step == "weights" and q.model.use is None and reply.status.done and playable(self.unit):
            items.append(Sentence(OFFER_PLAY, Role.OFFER))
        self._mistake = self._first_mistake() if reply.status is Status.CARRIED else None
        if self._mistake is not None:
            title = self.plan[self._mistake].question.title
            items.append(Sentence(f"El primer fallo está en «{title}». Con «atrás» vuelves a él.", Role.OFFER))
        reopened = (self._prompt_at(self._index(u)).event("reopen") for u in undone)
        looks = bool(pictures or undone or self._mistake is not None or reply.status is Status.SEEN)
        return self._onward(items, (*reply.events, *reopened), waits=self.attended, looks=looks)

    def _undone_by(self, changed: OpenQuestion) -> list[OpenQuestion]:
        """Later answers that were right only from the number that has just been changed; they are open again."""
        undone = []
        for i in range(self._index(changed) + 1, len(self.plan)):
            q = self.plan[i].question
            if self.state.of(q.id) is not Status.CARRIED:
                continue
            earlier = self._prompt_at(i).earlier()
            judgement = judge_answer(self.unit, q.id, self.state.answers[q.id], earlier, self.locale)
            if not judgement.correct and judgement.verdict is not Verdict.CARRIED:
                self.state.status[q.id] = Status.OPEN
                undone.append(q)
        return undone

    def _first_mistake(self) -> int | None:
        """The first question before this one whose last answer was read and is not right."""
        for i, planned in enumerate(self.plan[: self._at]):
            id = planned.question.id
            if id in self.state.answers and self.state.of(id) not in (Status.SOLVED, Status.NOTED):
                return i
        return None

    def _onward(self, items: list[Item], events: Events, *, waits: bool, looks: bool = False) -> Turn:
        """From the question that is asked to the next that is open.

        Enter is awaited where there is something to look at (`looks`), before a new idea, and at the end of a part.
        """
        here, following, offer = self.part, self._following(), True
        if following is None:
            items += self._part_end(here)
            left = self.pending
            if not left:
                return self.over(*items, *self._card(), events=(*events, self.prompt.event("end")))
            following, waits = self._index(left[0]), self.attended
            self._rounds += 1
            ways = "\n[Enter] vuelvo a la primera · [salir] lo dejas aquí, se guarda." if waits else ""
            items.append(Sentence(f"Te quedan sin hacer: {', '.join(q.title for q in left)}.{ways}", Role.NEXT))
        elif self.plan[following].part != here:
            waits = self.attended
            items += self._part_end(here)
            items += [Sentence(GO_ON, Role.NEXT)] if waits else []
        elif waits and (looks or self.plan[following].blocks):
            offer = False
            items.append(Sentence(ended(f"Sigue: {self.plan[following].question.title}"), Role.NEXT))
        else:
            waits = False
        self._next = following
        if waits:
            return self.pauses(*items, events=events, offer=offer)
        return self.asks(*items, *self._arrive(following), events=events)

    def _part_end(self, part: int) -> list[Item]:
        """The closing words of a part, said once: not when a question left behind in it is done later."""
        return [] if self._rounds else lesson_texts.part_end(self.unit, part, self.plan, self.state, self.locale)

    def _following(self) -> int | None:
        """The next question that is open; in a later round, the next that is not done."""
        for i in range(self._at + 1, len(self.plan)):
            q = self.plan[i].question
            status = self.state.of(q.id)
            if status is Status.OPEN or (self._rounds and not status.done and not q.model.optional):
                return i
        return None

    def _arrive(self, index: int) -> tuple[Item, ...]:
        """Asks a question; a part met for the first time today begins with its recall."""
        self._at = index
        self.prompt = self._prompt_at(index)
        recall = self.unit.unit.parts[self.part].recall
        met = self.part in self._parts_met
        self._parts_met.add(self.part)
        if met or not recall:
            return (self.page(),)
        return Sentence(fill(recall, self.unit, self.state.answers, self.locale), Role.NEXT), self.page()

    def _prompt_at(self, index: int) -> QuestionPrompt:
        """A question as it is asked now: once its solution was seen, with other numbers where it has them."""
        q, state = self.plan[index].question, self.state
        other = asked_again(self.unit, q) if state.of(q.id) is Status.SEEN else None
        return QuestionPrompt(
            other or self.unit,
            other.question(q.id) if other else q,
            {} if other else state.answers,
            "lesson",
            self.locale,
            tries=state.tries.get(q.id, 0),
            hints=state.hints.get(q.id, 0),
            done=state.of(q.id).done,
        )

    def resumed(self) -> Turn:
        return self.asks(*self._arrive(self._next))

    def back(self) -> Turn:
        """To the question before; where Enter is awaited, to the one just done, or to the mistake behind it."""
        index = self._at - 1
        if self.pausing:
            index = self._at if self._mistake is None else self._mistake
        if index < 0:
            return self.asks(Sentence("Esta es la primera pregunta: no hay nada detrás."))
        return self.asks(*self._arrive(index))

    def skip(self) -> Turn:
        """Whoever skips wants to go on: no Enter, but at the end of a part."""
        q = self.prompt.question
        stands = lesson_texts.stands(self.unit, q, self.state, self.locale)
        if self.state.of(q.id).done:
            return self._onward([Sentence(stands)], (), waits=False)
        self.state.status[q.id] = Status.SKIPPED
        sentence = f"{ended(f'Saltada: {q.title}')} {stands}".rstrip()
        return self._onward([Sentence(sentence)], (self.prompt.event("skip"),), waits=False)

    def _card(self) -> tuple[Item, ...]:
        return lesson_texts.card(self.unit, self.state, self.locale)

    def _index(self, question: OpenQuestion) -> int:
        return next(i for i, p in enumerate(self.plan) if p.question.id == question.id)
