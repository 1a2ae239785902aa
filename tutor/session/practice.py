"""Practice: the skill that needs it most, with new numbers each time, until three are right in a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tutor.library import argument
from tutor.phrasing import plural
from tutor.session.conversation import Conversation
from tutor.session.events import Event
from tutor.session.question_data import question_views
from tutor.session.question_prompt import QuestionPrompt, Reply
from tutor.session.skills import IN_A_ROW, RULE, WHOLE, Skill, neediest, skills_of, wanting
from tutor.session.turns import Feedback, Item, Page, Role, Sentence, Turn
from tutor.units import SKILLS, OpenQuestion, OpenUnit, explanations, given_in_words
from tutor.units.views import View

ANOTHER = "Otra, con números nuevos."
Opener = Callable[[str, int], OpenUnit]
"""A unit by name with the numbers of a variant."""
Where = Callable[[str], tuple[str, tuple[str, ...]] | None]
"""The unit that has the questions of a skill, and their ids; None where no unit has other numbers for it."""


def practisable(opener: Opener, name: str) -> dict[str, tuple[str, ...]]:
    """Skill -> ids of the questions of a unit that show it whole and whose right answer changes with its numbers.

    Looked for by moving every number that a variant would draw; drawing variants would take far longer. Where none is
    known to show a skill whole, the last that asks several numbers does, or else the last that asks one.
    """
    unit = opener(name, 0)
    if unit.unit.variants is None:
        return {}
    rows = {q.model.row for q in unit.questions}
    moved = {n: _moved(unit.unit.data[n]) for n in unit.unit.variants.draw if n in unit.unit.data and n not in rows}
    found: dict[str, list[OpenQuestion]] = {}
    for a, b in zip(unit.questions, OpenUnit(unit.unit, over=moved).questions, strict=True):
        if a.model.graded and a.model.skill and not a.choices and a.right != b.right:
            found.setdefault(a.model.skill, []).append(a)
    return {skill: ids for skill, questions in found.items() if (ids := _whole(skill, questions))}


def _whole(skill: str, questions: Sequence[OpenQuestion]) -> tuple[str, ...]:
    """Those that ask the whole step of a skill from the unit's own numbers, else the last."""
    several = [q for q in questions if q.shape]
    whole = [q for q in several if q.model.step == WHOLE.get(skill) and not q.model.data]
    alone = questions[-1:] if skill not in SKILLS else []
    return tuple(q.id for q in whole or several[-1:] or alone)


def ground(
    opener: Opener, teachers: Mapping[str, str], unit: str = "", names: Mapping[str, str] = SKILLS
) -> tuple[dict[str, str], Where]:
    """What may be practised (word and what it is called), and where: all of `names`, or what `unit` teaches, which may
    be nothing.

    A unit that bears the name of a skill is practised for that skill; `teachers` say which unit has the questions of
    each. The questions of a skill are those of `unit`, else those of its teacher.
    """
    home = teachers.get(unit, unit)
    of_unit = practisable(opener, home) if unit else {}

    def where(skill: str) -> tuple[str, tuple[str, ...]] | None:
        if skill in of_unit:
            return home, of_unit[skill]
        ids = practisable(opener, teachers[skill]).get(skill) if skill in teachers else None
        return (teachers[skill], ids) if ids else None

    if unit in of_unit:
        return {unit: names.get(unit, unit)}, where
    if not unit:
        return dict(names), where
    opened = opener(home, 0)
    taught, called = {q.model.skill for q in opened.questions}, {**names, **opened.unit.skills}
    return {word: name for word, name in called.items() if word in taught}, where


def left_to_practise(events: Sequence[Event], names: Mapping[str, str] = SKILLS) -> str:
    """What still has recent mistakes, as a sentence: the same in practice as in `tutor progress`."""
    left = wanting(skills_of(events, names))
    if not left:
        return "No te queda nada con fallos recientes."
    return f"Con fallos recientes: {', '.join(s.name for s in left)}. Para lo primero: `tutor practice {left[0].id}`."


def _moved(value: Any, by: float = 1.7) -> Any:
    """Every number moved, each by another step, so that nothing comes out the same by chance."""
    if isinstance(value, list):
        return [_moved(v, by + 0.9 * i) for i, v in enumerate(value)]
    return value + by if isinstance(value, int | float) else value


class Practice(Conversation):
    """A learner practising. `events` are everything the journal remembers. `where` says of a skill which unit has its
    questions and which they are, or None; it is asked only about `skills`, and only when one is chosen.
    """

    def __init__(
        self,
        opener: Opener,
        where: Where,
        events: Sequence[Event] = (),
        *,
        skills: Mapping[str, str] = SKILLS,
        locale: str = "es",
        attended: bool = True,
    ) -> None:
        super().__init__(locale, attended=attended)
        self.opener = opener
        self.where = where
        self.skills = dict(skills)
        self.events = list(events)
        self._complete = False
        self._variant = max((e.variant for e in events if e.mode == "practice"), default=0)
        self._mastered: set[str] = set()
        self._asked = 0
        self._unit = ""
        self._ids: tuple[str, ...] = ()
        self._skill = ""

    @property
    def complete(self) -> bool:
        return self._complete

    def start(self) -> Turn:
        skill = self._choose()
        if skill is None:
            self._complete = True
            return self.over(Sentence("Todo dominado: no hay nada que practicar con estos números."))
        return self.asks(Sentence(RULE), self._why(skill), *self._next_question())

    def after_reply(self, reply: Reply) -> None:
        self.events += reply.events

    def settled(self, reply: Reply) -> Turn:
        skill = self._state()
        if not skill.mastered:
            left = IN_A_ROW - skill.streak
            row = f"Llevas {plural(skill.streak, 'seguida')}"
            row = f"{row}; {'falta' if left == 1 else 'faltan'} {left}." if skill.streak else ANOTHER
            return self._onward(reply, Sentence(row, Role.NEXT))
        self._mastered.add(skill.id)
        praise = Feedback("mastered", f"{skill.name}: {IN_A_ROW} seguidas bien.", "Dominado")
        following = self._choose()
        if following is None or not following.errors:
            self._complete = True
            return self.over(
                *reply.items,
                praise,
                Sentence(left_to_practise(self.events, {**SKILLS, **self.skills}), Role.NEXT),
                events=reply.events,
            )
        if not self.attended:
            return self._onward(reply, praise, self._why(following))
        text = f"Lo siguiente: {following.name}. [Enter] sí · [salir] otro rato, se guarda."
        return self._onward(reply, praise, Sentence(text, Role.NEXT), offer=True)

    def resumed(self) -> Turn:
        return self.asks(*self._next_question())

    def page(self) -> Page:
        unit, q = self.prompt.unit, self.prompt.question
        streak = self._state().streak
        row = f"{streak} de {IN_A_ROW} seguidas" if streak else "números nuevos"
        ask = explanations.ask(unit, q.id, {}, self.locale)
        return Page(f"Práctica · {row}", q.title, self.data(arrows=False), ask, q.options(self.locale))

    def data(self, *, arrows: bool = True) -> tuple[View, ...]:
        unit, question = self.prompt.unit, self.prompt.question
        given = given_in_words(unit, self.locale)
        return (*given, *question_views(unit, question, {}, self.locale, arrows=arrows))

    def back(self) -> Turn:
        refusal = Sentence("Aquí cada pregunta trae números nuevos: no se vuelve atrás.")
        return self.same(refusal)

    def skip(self) -> Turn:
        event = self.prompt.event("skip")
        return self.asks(Sentence(ANOTHER), *self._next_question(), events=(event,))

    # -- inside --------------------------------------------------------------------------------------------------------

    def _choose(self) -> Skill | None:
        """The skill that needs it most of those that have questions."""
        while (skill := neediest(skills_of(self.events, self.skills), self._mastered)) is not None:
            if (found := self.where(skill.id)) is not None:
                self._unit, self._ids = found
                self._skill = skill.id
                return skill
            self._mastered.add(skill.id)
        return None

    def _state(self) -> Skill:
        return skills_of(self.events, {self._skill: self.skills[self._skill]})[0]

    def _why(self, skill: Skill) -> Sentence:
        """Why this skill, with the learner's own count."""
        met = any(e.unit == self._unit and e.mode != "practice" for e in self.events)
        more = "" if met else f" Si algo te suena a nuevo, antes: `tutor lesson {argument(self._unit)}`."
        if not skill.last:
            return Sentence(f"Hoy: {skill.name}. Todavía no has contestado ninguna.{more}")
        failed = {0: "sin fallos", 1: "1 fallo"}.get(skill.errors, f"{skill.errors} fallos")
        last = f"en las {len(skill.last)} últimas" if len(skill.last) > 1 else "en la última"
        return Sentence(f"Hoy: {skill.name}, {failed} {last}.{more}")

    def _next_question(self) -> tuple[Item, ...]:
        self._variant += 1
        unit = self.opener(self._unit, self._variant)
        question = unit.question(self._ids[self._asked % len(self._ids)])
        self._asked += 1
        self.prompt = QuestionPrompt(unit, question, {}, "practice", self.locale)
        return (self.page(),)

    def _onward(self, reply: Reply, *items: Item, offer: bool = False) -> Turn:
        """To the next question, after Enter where somebody presses it."""
        if self.attended:
            return self.pauses(*reply.items, *items, events=reply.events, offer=offer)
        kept = [i for i in items if not isinstance(i, Sentence) or i.role is not Role.NEXT]
        return self.asks(*reply.items, *kept, *self._next_question(), events=reply.events)
