"""Practice: the skill that needs it most, with new numbers each time, until three are right in a row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from tutor.answers import Reading
from tutor.session.commands import Command, parse
from tutor.session.desk import Desk, Status
from tutor.session.events import Event
from tutor.session.numbers import numbers_of
from tutor.session.results import Item, Page, Role, Said, Told, Turn, Waits
from tutor.session.skills import IN_A_ROW, RULE, SKILLS, Skill, neediest, skills_of
from tutor.session.stops import name_of
from tutor.session.walk import ENTER
from tutor.units import OpenQuestion, OpenUnit, explanations

Opener = Callable[[str, int], OpenUnit]
"""A unit by name with the numbers of a variant."""
Where = Callable[[str], tuple[str, tuple[str, ...]] | None]
"""The unit that has the questions of a skill, and their ids; None where no unit has other numbers for it."""


def practisable(opener: Opener, name: str) -> dict[str, tuple[str, ...]]:
    """Skill -> ids of the questions of a unit whose right answer changes with its numbers.

    Looked for by moving every number that a variant would draw; drawing variants would take far longer.
    """
    unit = opener(name, 0)
    if unit.unit.variants is None:
        return {}
    moved = {n: _moved(unit.unit.data[n]) for n in unit.unit.variants.draw if n in unit.unit.data}
    found: dict[str, tuple[str, ...]] = {}
    for a, b in zip(unit.questions, OpenUnit(unit.unit, over=moved).questions, strict=True):
        if a.model.graded and a.model.skill and a.right != b.right:
            found[a.model.skill] = (*found.get(a.model.skill, ()), a.id)
    return found


def ground(opener: Opener, names: Collection[str], unit: str = "") -> tuple[tuple[str, ...], Where]:
    """What may be practised, and where: all skills, or those that `unit` teaches (which may be none).

    A unit that bears the name of a skill is practised for that skill; `names` are the units there are. The questions
    of a skill are those of `unit`, else those of the unit that bears its name.
    """
    own = practisable(opener, unit) if unit else {}

    def where(skill: str) -> tuple[str, tuple[str, ...]] | None:
        if skill in own:
            return unit, own[skill]
        ids = practisable(opener, skill).get(skill) if skill in names else None
        return (skill, ids) if ids else None

    if unit in own:
        return (unit,), where
    if not unit:
        return tuple(SKILLS), where
    taught = {q.model.skill for q in opener(unit, 0).questions}
    return tuple(s for s in SKILLS if s in taught), where


def _moved(value: Any, by: float = 1.7) -> Any:
    """Every number moved, each by another step, so that nothing comes out the same by chance."""
    if isinstance(value, list):
        return [_moved(v, by + 0.9 * i) for i, v in enumerate(value)]
    return value + by if isinstance(value, int | float) else value


class Practice:
    """A learner practising. `events` are everything the journal remembers. `where` says of a skill which unit has its
    questions and which they are, or None; it is asked only about `skills`, and only when one is chosen.
    """

    def __init__(
        self,
        opener: Opener,
        where: Where,
        events: Sequence[Event] = (),
        *,
        skills: Iterable[str] = SKILLS,
        locale: str = "es",
        attended: bool = True,
    ) -> None:
        self.opener = opener
        self.where = where
        self.skills = tuple(skills)
        self.events = list(events)
        self.locale = locale
        self.attended = attended
        self.complete = False
        self._variant = max((e.variant for e in events if e.mode == "practice"), default=0)
        self._done: set[str] = set()
        self._turns = 0
        self._unit = ""
        self._ids: tuple[str, ...] = ()
        self._skill: Skill | None = None
        self._waits = Waits.ANSWER
        self._desk: Desk | None = None

    @property
    def passed(self) -> bool:
        """Everything practised today was mastered."""
        return self.complete

    def start(self) -> Turn:
        self._skill = self._choose()
        if self._skill is None:
            self.complete = True
            return Turn((Said("Todo dominado: no hay nada que practicar con estos números."),), self._over())
        return Turn((Said(RULE), self._why(self._skill), *self._next_question()), Waits.ANSWER)

    def submit(self, text: str) -> Turn:
        if self._waits is Waits.OVER:
            return Turn((), Waits.OVER)
        if self._waits is Waits.ENTER:
            return self._entered(text)
        assert self._desk is not None
        reply = self._desk.submit(text)
        self.events += reply.events
        if reply.command is not None:
            return self._obey(reply.command)
        if reply.status is Status.OPEN:
            return Turn(reply.items, reply.waits, reply.events, reply.prompt)
        return self._onward(reply.items, reply.events)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _choose(self) -> Skill | None:
        """The skill that needs it most of those that have questions."""
        while (skill := neediest(skills_of(self.events, self.skills), self._done)) is not None:
            if (found := self.where(skill.id)) is not None:
                self._unit, self._ids = found
                return skill
            self._done.add(skill.id)
        return None

    def _state(self) -> Skill:
        assert self._skill is not None
        return skills_of(self.events, [self._skill.id])[0]

    def _why(self, skill: Skill) -> Said:
        """Why this skill, with the learner's own count."""
        met = any(e.unit == self._unit and e.mode != "practice" for e in self.events)
        more = "" if met else f" Si algo te suena a nuevo, antes: `tutor lesson {self._unit}`."
        if not skill.last:
            return Said(f"Hoy: {skill.name}. Todavía no has contestado ninguna.{more}")
        failed = {0: "sin fallos", 1: "1 fallo"}.get(skill.errors, f"{skill.errors} fallos")
        last = f"en las {len(skill.last)} últimas" if len(skill.last) > 1 else "en la última"
        return Said(f"Hoy: {skill.name}, {failed} {last}.{more}")

    def _next_question(self) -> tuple[Item, ...]:
        self._variant += 1
        unit = self.opener(self._unit, self._variant)
        question = unit.question(self._ids[self._turns % len(self._ids)])
        self._turns += 1
        mine: dict[str, Reading] = {}
        self._desk = Desk(unit, question, mine, "practice", self.locale)
        self._waits = Waits.ANSWER
        return (self._page(unit, question),)

    def _page(self, unit: OpenUnit, q: OpenQuestion) -> Page:
        streak = self._state().streak
        row = f"{streak} de {IN_A_ROW} seguidas" if streak else "números nuevos"
        ask = explanations.ask(unit, q.id, {}, self.locale)
        views = numbers_of(unit, q, {}, self.locale)
        return Page(f"Práctica · {row}", name_of(q), views, ask, q.options(self.locale))

    def _onward(self, items: tuple[Item, ...], events: tuple[Event, ...]) -> Turn:
        skill = self._state()
        if not skill.mastered:
            if not self.attended:
                return Turn((*items, *self._next_question()), Waits.ANSWER, events)
            self._waits = Waits.ENTER
            left = IN_A_ROW - skill.streak
            row = f"Llevas {skill.streak} {'seguida' if skill.streak == 1 else 'seguidas'}"
            row = f"{row}; {'falta' if left == 1 else 'faltan'} {left}."
            text = row if skill.streak else "Otra, con números nuevos."
            return Turn((*items, Said(text, Role.NEXT)), Waits.ENTER, events, ENTER)
        self._done.add(skill.id)
        said = Told("mastered", f"{skill.name}: {IN_A_ROW} seguidas bien.", "Dominado")
        following = self._choose()
        if following is None or not following.errors:
            self.complete = True
            return Turn((*items, said, Said("No te queda nada con fallos recientes.", Role.NEXT)), self._over(), events)
        self._skill = following
        if not self.attended:
            return Turn((*items, said, self._why(following), *self._next_question()), Waits.ANSWER, events)
        self._waits = Waits.ENTER
        text = f"Lo siguiente: {following.name}. [Enter] sí · [salir] otro rato, se guarda."
        return Turn((*items, said, Said(text, Role.NEXT)), Waits.ENTER, events, ENTER)

    def _entered(self, text: str) -> Turn:
        if parse(text) is Command.LEAVE:
            return Turn((), self._over())
        return Turn(self._next_question(), Waits.ANSWER)

    def _obey(self, command: Command) -> Turn:
        assert self._desk is not None
        unit, question = self._desk.unit, self._desk.question
        match command:
            case Command.LEAVE:
                return Turn((), self._over())
            case Command.REPEAT:
                return Turn((self._page(unit, question), *self._desk.awaited()), Waits.ANSWER)
            case Command.DATA:
                return Turn(numbers_of(unit, question, {}, self.locale), Waits.ANSWER)
            case Command.BACK:
                return Turn((Said("Aquí cada pregunta trae números nuevos: no se vuelve atrás."),), Waits.ANSWER)
            case _:
                event = self._desk.event("skip")
                return Turn((Said("Otra, con números nuevos."), *self._next_question()), Waits.ANSWER, (event,))

    def _over(self) -> Waits:
        self._waits = Waits.OVER
        return Waits.OVER
