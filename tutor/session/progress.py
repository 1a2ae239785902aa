"""Where a learner stands: units, skills, slips made and mended; read off the journal, nothing else is stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tutor.judging.verdicts import Verdict
from tutor.session.events import Event, current_walk
from tutor.session.lesson_plan import name_of
from tutor.session.skills import SKILLS
from tutor.session.unit_state import UnitState, unit_state
from tutor.units import OpenUnit, fill
from tutor.units.points import counted

OTHER_DATA = "other-data"
"""Fits many numbers by accident: any other slip that fits as well says more of the learner."""

Opener = Callable[[str, int], OpenUnit]


@dataclass(frozen=True, slots=True)
class UnitProgress:
    """One unit that was begun: questions done of how many, and its last check, `None` when there is none.

    `last` is the day it was last touched, ISO. `checked` counts right answers and questions.
    """

    unit: OpenUnit
    state: UnitState
    done: int
    total: int
    last: str
    checked: tuple[int, int] | None = None

    @property
    def finished(self) -> bool:
        return self.done == self.total


@dataclass(frozen=True, slots=True)
class SlipMade:
    """A slip the judge has named: how often, where last, and whether that question, or its skill in practice, was right
    afterwards.
    """

    id: str
    unit: str
    question: str
    times: int
    mended: bool


@dataclass(frozen=True, slots=True)
class Onward:
    """Where the learner was, as a sentence, and the command line that goes on from there."""

    where: str
    command: str


def onward(events: Sequence[Event], opener: Opener) -> Onward:
    """How to go on after the walk the learner was in last. `events` must not be empty."""
    last = events[-1]
    variant = f" --variant {last.variant}" if last.variant else ""
    if last.mode == "practice":
        name = SKILLS.get(last.skill, last.skill)
        return Onward(f"Estabas practicando {name}." if name else "Estabas practicando.", "tutor practice")
    unit = opener(last.unit, last.variant)
    own = [e for e in events if (e.unit, e.mode, e.variant) == (last.unit, last.mode, last.variant)]
    title = unit.unit.title
    if last.mode == "check":
        found = _checked(unit, own)
        since = own[max((i for i, e in enumerate(own) if e.kind == "end"), default=-1) + 1 :]
        if found is None or any(not unit.question(e.question).model.optional for e in since if e.question):
            return Onward(f"Tienes a medias «{title}».", f"tutor check {last.unit}{variant}")
        return Onward(f"Hiciste «{title}»: {found[0]} de {found[1]} bien.", "tutor practice")
    progress = unit_progress(unit, events)
    if not progress.finished:
        count = f"{progress.done} de {progress.total} preguntas hechas"
        return Onward(f"Vas por «{title}»: {count}.", f"tutor lesson {last.unit}{variant}")
    named = re.findall(r"`(tutor [^`]+)`", unit.unit.next)
    return Onward(f"Has terminado «{title}».", named[0] if named else "tutor practice")


def begun(events: Sequence[Event]) -> list[str]:
    """The units met in a lesson or a check, the one touched last first. Practice begins none."""
    return list(dict.fromkeys(e.unit for e in reversed(events) if e.mode != "practice"))


def unit_progress(unit: OpenUnit, events: Sequence[Event]) -> UnitProgress:
    """Where the learner stands in one unit, by its lesson with the unit's own numbers."""
    own = [e for e in events if e.unit == unit.unit.unit]
    lesson = [e for e in own if e.mode == "lesson" and e.variant == unit.variant]
    state = unit_state(lesson, unit)
    required = [q for q in unit.questions if not q.model.optional]
    done = sum(state.of(q.id).done for q in required)
    checks = [e for e in own if e.mode == "check"]
    return UnitProgress(unit, state, done, len(required), own[-1].at[:10] if own else "", _checked(unit, checks))


def slips_made(events: Sequence[Event]) -> tuple[SlipMade, ...]:
    """Every slip named so far, the ones not mended first, then the most frequent."""
    found: dict[str, SlipMade] = {}
    for event in events:
        if event.kind != "answer":
            continue
        if event.slips:
            slip = next((s for s in event.slips if s != OTHER_DATA), OTHER_DATA)
            times = found[slip].times + 1 if slip in found else 1
            found[slip] = SlipMade(slip, event.unit, event.question, times, False)
        elif event.verdict in set(Verdict) and Verdict(event.verdict).correct:
            for id, made in found.items():
                if _mends(event, made, events):
                    found[id] = SlipMade(id, made.unit, made.question, made.times, True)
    return tuple(sorted(found.values(), key=lambda s: (s.mended, -s.times, s.id)))


def _mends(event: Event, made: SlipMade, events: Iterable[Event]) -> bool:
    """Whether a right answer shows that a slip is over: the same question, or the same skill with new numbers."""
    if (event.unit, event.question) == (made.unit, made.question):
        return True
    skill = next((e.skill for e in events if (e.unit, e.question) == (made.unit, made.question)), "")
    return event.mode == "practice" and bool(skill) and event.skill == skill


def _checked(unit: OpenUnit, events: Sequence[Event]) -> tuple[int, int] | None:
    """Right answers of the last check that was finished, and how many it asked."""
    ends = [i for i, e in enumerate(events) if e.kind == "end"]
    if not ends:
        return None
    walk = current_walk(events[ends[-2] + 1 if len(ends) > 1 else 0 : ends[-1]])
    right = {e.question for e in walk if e.kind == "answer" and Verdict(e.verdict).correct}
    asked = counted(unit)
    return sum(q.id in right for q in asked), len(asked)


def slip_title(made: SlipMade, unit: OpenUnit | None, locale: str = "es") -> str:
    """What a slip is called: its title, or the question and its own words for it; its id when the unit is gone."""
    question = next((q for q in unit.questions if q.id == made.question), None) if unit else None
    if question is not None:
        known = question.target.equation.slips.get(made.id)
        if known is not None and known.title:
            return known.title
        own = next((s.says for s in question.model.slips if s.id == made.id), "")
        if own and unit is not None:
            said = fill(own, unit, locale=locale, block=question.model).rstrip(".")
            return f"{name_of(question)}: {said[:1].lower()}{said[1:]}"
    from tutor.units.catalogue import catalogue

    return next((entry.title for entry in catalogue() if entry.id == made.id), made.id)
