"""A whole unit, one prompt at a time: texts go in, turns come out, nothing is printed or stored here.

`start` gives the first turn, `submit` one for every line typed. A success waits for Enter and names what comes next; a
part ends at a place to stop; nothing blocks. Where nobody sits in front (`attended=False`) nothing waits for Enter.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.judging.verdicts import Verdict
from tutor.session import around
from tutor.session.commands import Command, goes_on, parse
from tutor.session.desk import Desk, Reply, Status
from tutor.session.events import Event
from tutor.session.results import Item, Page, Role, Said, Turn, Waits
from tutor.session.standing import Standing, standing
from tutor.session.stops import ended, name_of, stops_of
from tutor.units import OpenQuestion, OpenUnit, explanations, fill, resolve
from tutor.units.judge import judge_answer

ENTER = "[Enter] "


class Session:
    """One learner in one unit. `events` are what the journal remembers of this unit, lesson and variant."""

    def __init__(
        self,
        unit: OpenUnit,
        events: Sequence[Event] = (),
        *,
        locale: str = "es",
        part: int | None = None,
        attended: bool = True,
    ) -> None:
        self.unit = unit
        self.locale = locale
        self.attended = attended
        self.stood: Standing = standing(events, unit)
        self.stops = stops_of(unit)
        self._from_part = part
        self._waits = Waits.ANSWER
        self._next: int | None = None
        self._back: int | None = None
        self._parts_met: set[int] = set()
        self._rounds = 0
        self._at = 0
        self._desk = self._desk_at(0)

    # -- what the caller may ask ---------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Nothing is left to do."""
        return not self.pending

    passed = complete

    @property
    def pending(self) -> tuple[OpenQuestion, ...]:
        """Questions not yet done, in order; one whose solution was seen is among them, an optional one is not."""
        return tuple(
            s.question for s in self.stops if not self.stood.of(s.question.id).done and not s.question.model.optional
        )

    @property
    def part(self) -> int:
        """The part the learner is in, counted from 0."""
        return self.stops[self._at].part

    def start(self) -> Turn:
        """The first turn: where the learner stands, and the first question to answer."""
        stood = self.stood
        first = self._first()
        if first is None:
            return Turn(
                (Said("Ya has hecho esta unidad entera."), *around.card(self.unit, self.stood, self.locale)),
                self._over(),
            )
        items: list[Item] = around.changes(self.unit, self.stood)
        if not stood.begun:
            items.append(
                Said("En cualquier momento valen «pista», «datos», «atrás» y «salir». Enter solo te enseña todas.")
            )
        done = sum(s.done for s in stood.status.values())
        if stood.begun and done and self._from_part is None:
            count = "1 hecha" if done == 1 else f"{done} hechas"
            items.append(Said(f"Seguimos donde lo dejaste: {count}, {len(self.pending)} por hacer."))
        return Turn((*items, *self._arrive(first)), Waits.ANSWER)

    def page(self) -> Page:
        """The question on the desk, as it is put."""
        stop = self.stops[self._at]
        q, parts = stop.question, self.unit.unit.parts
        count = f"{q.number} de {q.count}"
        one = len(parts) == 1
        return Page(
            f"{self.unit.unit.title} · {count}" if one else f"Tramo {stop.part + 1} de {len(parts)} · {count}",
            "" if one else parts[stop.part].title,
            tuple(resolve(b, self.unit, self.stood.mine, self.locale) for b in stop.blocks),
            explanations.ask(self.unit, q.id, self.stood.mine, self.locale),
            q.options(self.locale),
            around.before(q, self.stood, self.locale),
        )

    def submit(self, text: str) -> Turn:
        """One line typed."""
        if self._waits is Waits.OVER:
            return Turn((), Waits.OVER)
        if self._waits is Waits.ENTER:
            return self._entered(text)
        reply = self._desk.submit(text)
        if reply.command is not None:
            return self._obey(reply.command)
        q = self._desk.question
        self.stood.tries[q.id], self.stood.hints[q.id] = self._desk.tries, self._desk.hints
        if reply.status is Status.OPEN:
            self._waits = reply.waits
            return Turn(reply.items, reply.waits, reply.events, reply.prompt)
        return self._settled(reply)

    # -- moving --------------------------------------------------------------------------------------------------------

    def _first(self) -> int | None:
        """Where to begin: the part asked for, else the first question not looked at, else the first left undone."""
        if self._from_part is not None:
            mine = [i for i, s in enumerate(self.stops) if s.part == self._from_part]
            left = [i for i in mine if not self.stood.of(self.stops[i].question.id).done]
            for i in mine if not left else ():
                self.stood.status.pop(self.stops[i].question.id, None)
            return (left or mine)[0]
        undone = [self._index(q) for q in self.pending]
        fresh = [i for i in undone if self.stood.of(self.stops[i].question.id) is Status.OPEN]
        return next(iter(fresh or undone), None)

    def _settled(self, reply: Reply) -> Turn:
        """After a question is done or seen: what comes next, after Enter."""
        q = self._desk.question
        self.stood.status[q.id] = reply.status
        undone = self._undone_by(q)
        pictures = self.stops[self._at].pictures
        items = [*reply.items, *(resolve(b, self.unit, self.stood.mine, self.locale) for b in pictures)]
        if undone:
            names = ", ".join(name_of(u) for u in undone)
            items.append(Said(f"Con este número hay que rehacer lo que salía del anterior: {names}.", Role.NOTE))
        self._back = self._first_mistake() if reply.status is Status.CARRIED else None
        if self._back is not None:
            title = name_of(self.stops[self._back].question)
            items.append(Said(f"El primer fallo está en «{title}». Con «atrás» vuelves a él.", Role.OFFER))
        events = (*reply.events, *(self._desk_at(self._index(u)).event("reopen") for u in undone))
        return self._onward(items, events, waits=self.attended)

    def _undone_by(self, changed: OpenQuestion) -> list[OpenQuestion]:
        """Later answers that were right only from the number that has just been changed; they are open again."""
        undone = []
        for stop in self.stops[self._index(changed) + 1 :]:
            q = stop.question
            if self.stood.of(q.id) is not Status.CARRIED:
                continue
            earlier = self._desk_at(self._index(q)).earlier()
            judgement = judge_answer(self.unit, q.id, self.stood.mine[q.id], earlier, self.locale)
            if not judgement.correct and judgement.verdict is not Verdict.CARRIED:
                self.stood.status[q.id] = Status.OPEN
                undone.append(q)
        return undone

    def _first_mistake(self) -> int | None:
        """The first question before this one whose last answer was read and is not right."""
        for i, stop in enumerate(self.stops[: self._at]):
            q = stop.question
            if q.id in self.stood.mine and self.stood.of(q.id) not in (Status.SOLVED, Status.NOTED):
                return i
        return None

    def _onward(self, items: list[Item], events: tuple[Event, ...], *, waits: bool) -> Turn:
        """From the question on the desk to the next that is open. A part's end always waits for whoever sits there."""
        here = self.stops[self._at].part
        self._next = self._following()
        if self._next is None:
            items += self._part_end(here)
            left = self.pending
            if not left:
                return Turn(
                    (*items, *around.card(self.unit, self.stood, self.locale)),
                    self._over(),
                    (*events, self._desk.event("end")),
                )
            self._next, waits = self._index(left[0]), self.attended
            self._rounds += 1
            names = ", ".join(name_of(q) for q in left)
            ways = "\n[Enter] vuelvo a la primera · [salir] lo dejas aquí, se guarda." if waits else ""
            items.append(Said(f"Te quedan sin hacer: {names}.{ways}", Role.NEXT))
        elif self.stops[self._next].part != here:
            waits = self.attended
            items += self._part_end(here)
            if waits:
                items.append(Said("¿Seguimos? [Enter] sí · [salir] otro rato, se guarda.", Role.NEXT))
        elif waits:
            items.append(Said(ended(f"Sigue: {name_of(self.stops[self._next].question)}"), Role.NEXT))
        if not waits:
            return Turn((*items, *self._arrive(self._next)), Waits.ANSWER, events)
        self._waits = Waits.ENTER
        return Turn(tuple(items), Waits.ENTER, events, ENTER)

    def _part_end(self, part: int) -> list[Item]:
        """The closing words of a part, said once: not when a question left behind in it is done later."""
        return [] if self._rounds else around.part_end(self.unit, part, self.stood, self.locale)

    def _following(self) -> int | None:
        """The next question that is open; in a later round, the next that is not done."""
        for i in range(self._at + 1, len(self.stops)):
            q = self.stops[i].question
            status = self.stood.of(q.id)
            if status is Status.OPEN or (self._rounds and not status.done and not q.model.optional):
                return i
        return None

    def _arrive(self, index: int) -> tuple[Item, ...]:
        """Puts a question on the desk and says so; a part met for the first time today begins with its recall."""
        self._at, self._waits = index, Waits.ANSWER
        self._desk = self._desk_at(index)
        part = self.stops[index].part
        recall = self.unit.unit.parts[part].recall
        met = part in self._parts_met
        self._parts_met.add(part)
        if met or not recall:
            return (self.page(),)
        return Said(fill(recall, self.unit, self.stood.mine, self.locale), Role.NEXT), self.page()

    def _desk_at(self, index: int) -> Desk:
        q = self.stops[index].question
        stood = self.stood
        return Desk(
            self.unit,
            q,
            stood.mine,
            "lesson",
            self.locale,
            tries=stood.tries.get(q.id, 0),
            hints=stood.hints.get(q.id, 0),
            done=stood.of(q.id).done,
        )

    # -- commands that leave the question ------------------------------------------------------------------------------

    def _obey(self, command: Command) -> Turn:
        match command:
            case Command.LEAVE:
                return Turn((), self._over())
            case Command.REPEAT:
                return self._stay(self.page(), *self._desk.awaited())
            case Command.DATA:
                return self._stay(*self._data())
            case Command.BACK:
                return self._go_back(self._at - 1)
            case _:
                return self._skip()

    def _skip(self) -> Turn:
        """Whoever skips wants to go on: no Enter, but at the end of a part."""
        q = self._desk.question
        stands = around.stands(self.unit, q, self.stood, self.locale)
        if self.stood.of(q.id).done:
            return self._onward([Said(stands)], (), waits=False)
        self.stood.status[q.id] = Status.SKIPPED
        said = f"{ended(f'Saltada: {name_of(q)}')} {stands}".rstrip()
        return self._onward([Said(said)], (self._desk.event("skip"),), waits=False)

    def _go_back(self, index: int) -> Turn:
        if index < 0:
            return self._stay(Said("Esta es la primera pregunta: no hay nada detrás."))
        return Turn(self._arrive(index), Waits.ANSWER)

    def _entered(self, text: str) -> Turn:
        """While only Enter is awaited."""
        command = parse(text)
        if command is Command.SKIP or goes_on(text):
            assert self._next is not None
            return Turn(self._arrive(self._next), Waits.ANSWER)
        match command:
            case Command.LEAVE:
                return Turn((), self._over())
            case Command.BACK:
                return self._go_back(self._at if self._back is None else self._back)
            case Command.REPEAT:
                said: tuple[Item, ...] = (self.page(),)
            case Command.DATA:
                said = self._data()
            case Command.HELP:
                said = (self._desk.commands(),)
            case _:
                said = (Said("Esta ya está hecha. Pulsa Enter para seguir, o «atrás» para cambiarla."),)
        return Turn(said, Waits.ENTER, prompt=ENTER)

    def _stay(self, *items: Item) -> Turn:
        self._waits = Waits.ANSWER
        return Turn(items, Waits.ANSWER)

    def _over(self) -> Waits:
        self._waits = Waits.OVER
        return Waits.OVER

    def _data(self) -> tuple[Item, ...]:
        return around.data(self.unit, self.stops[self._at], self.stops, self.stood, self.locale)

    def _index(self, q: OpenQuestion) -> int:
        return next(i for i, s in enumerate(self.stops) if s.question.id == q.id)
