"""Where a learner stands: units, skills, slips made and mended; read off the journal, nothing else is stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tutor.judging.messages import known_slip
from tutor.judging.verdicts import Verdict
from tutor.library import argument
from tutor.session.events import Event, walks
from tutor.session.unit_state import UnitState, unit_state
from tutor.units import SKILLS, OpenUnit
from tutor.units.points import counted

OTHER_DATA = "other-data"
"""Fits many numbers by accident: any other slip that fits as well says more of the learner."""

Opener = Callable[[str, int], OpenUnit]


@dataclass(frozen=True, slots=True)
class UnitProgress:
    """One unit that was begun: questions done of how many, its last check and its best, `None` when there is none.

    `checked` and `best` count right answers and questions.
    """

    unit: OpenUnit
    state: UnitState
    done: int
    total: int
    checked: tuple[int, int] | None = None
    best: tuple[int, int] | None = None
    before: UnitState | None = None
    """The last time it was finished before it was begun anew."""

    @property
    def finished(self) -> bool:
        """Whether nothing of the unit is left."""
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


def onward(events: Sequence[Event], opener: Opener, skills: Mapping[str, str] = SKILLS) -> Onward:
    """How to go on after the walk the learner was in last. `events` must not be empty; `skills` are what learners call
    each."""
    last = events[-1]
    variant = f" --variant {last.variant}" if last.variant else ""
    if last.mode == "practice":
        name = skills.get(last.skill, last.skill)
        return Onward(f"Estabas practicando {name}." if name else "Estabas practicando.", "tutor practice")
    unit = opener(last.unit, last.variant)
    of_unit = [e for e in events if (e.unit, e.mode, e.variant) == (last.unit, last.mode, last.variant)]
    title = unit.unit.title
    if last.mode == "check":
        found = next(reversed(checks_of(unit, of_unit)), None)
        since = of_unit[max((i for i, e in enumerate(of_unit) if e.kind == "end"), default=-1) + 1 :]
        if found is None or any(not unit.question(e.question).model.optional for e in since if e.question):
            return Onward(f"Tienes a medias «{title}».", f"tutor check {argument(last.unit)}{variant}")
        return Onward(f"Hiciste «{title}»: {found[0]} de {found[1]} bien.", "tutor practice")
    progress = unit_progress(unit, events)
    if not progress.finished:
        count = f"{progress.done} de {progress.total} preguntas hechas"
        return Onward(f"Vas por «{title}»: {count}.", f"tutor lesson {argument(last.unit)}{variant}")
    named = re.findall(r"`(tutor [^`]+)`", unit.unit.next)
    return Onward(f"Has terminado «{title}».", named[0] if named else "tutor practice")


def begun(events: Sequence[Event]) -> list[str]:
    """The units met in a lesson or a check, the one touched last first. Practice begins none."""
    return list(dict.fromkeys(e.unit for e in reversed(events) if e.mode != "practice"))


def unit_progress(unit: OpenUnit, events: Sequence[Event]) -> UnitProgress:
    """Where the learner stands in one unit, by its lesson with the unit's own numbers."""
    of_unit = [e for e in events if e.unit == unit.name]
    lesson = [e for e in of_unit if e.mode == "lesson" and e.variant == unit.variant]
    state = unit_state(lesson, unit)
    required = [q for q in unit.questions if not q.model.optional]
    done = sum(state.of(q.id).done for q in required)
    checks = checks_of(unit, of_unit)
    finished = [w for w in walks(lesson)[:-1] if any(e.kind == "end" for e in w)]
    return UnitProgress(
        unit,
        state,
        done,
        len(required),
        checks[-1] if checks else None,
        max(checks, default=None),
        unit_state(finished[-1], unit) if finished else None,
    )


def where_in(progress: UnitProgress) -> str:
    """How far a unit is done, in a few words; one begun anew keeps what was finished in view."""
    now = "hecha" if progress.finished else f"{progress.done} de {progress.total}"
    return f"hecha; {progress.state.attempt}.ª vez: {now}" if progress.before else now


def slips_made(events: Sequence[Event]) -> tuple[SlipMade, ...]:
    """Every slip named so far, the ones not mended first, then the most frequent."""
    found: dict[str, SlipMade] = {}
    for event in events:
        if event.kind == "deny":
            for slip in event.slips:
                found = _struck_off(found, slip)
        if event.kind != "answer":
            continue
        if event.slips:
            named = [s for s in event.slips if s != OTHER_DATA] or [OTHER_DATA]
            if len(named) > 1:
                continue  # a guess of several
            slip = named[0]
            times = found[slip].times + 1 if slip in found else 1
            found[slip] = SlipMade(slip, event.unit, event.question, times, False)
        elif event.verdict in set(Verdict) and Verdict(event.verdict).correct:
            for id, made in found.items():
                if _mends(event, made, events):
                    found[id] = SlipMade(id, made.unit, made.question, made.times, True)
    return tuple(sorted(found.values(), key=lambda s: (s.mended, -s.times, s.id)))


def _struck_off(found: dict[str, SlipMade], slip: str) -> dict[str, SlipMade]:
    """Without one time of a slip that the learner says was none."""
    made = found.get(slip)
    rest = {id: m for id, m in found.items() if id != slip}
    return found if made is None else rest if made.times == 1 else {**rest, slip: replace(made, times=made.times - 1)}


def _mends(event: Event, made: SlipMade, events: Iterable[Event]) -> bool:
    """Whether a right answer shows that a slip is over: the same question, or the same skill with new numbers."""
    if (event.unit, event.question) == (made.unit, made.question):
        return True
    skill = next((e.skill for e in events if (e.unit, e.question) == (made.unit, made.question)), "")
    return event.mode == "practice" and bool(skill) and event.skill == skill


def checks_of(unit: OpenUnit, events: Sequence[Event]) -> list[tuple[int, int]]:
    """Right answers, and how many questions, of every check that was finished, in the order they ended."""
    asked = [q.id for q in counted(unit)]
    right: dict[int, set[str]] = {}
    found = []
    for event in events:
        if event.mode != "check":
            continue
        of_variant = right.setdefault(event.variant, set())
        if event.kind == "answer" and Verdict(event.verdict).correct:
            of_variant.add(event.question)
        elif event.kind == "end":
            found.append((len(of_variant.intersection(asked)), len(asked)))
            of_variant.clear()
    return found


def slip_title(made: SlipMade, unit: OpenUnit | None) -> str:
    """What a slip is called: its title there, or elsewhere, else the question it was made in."""
    question = next((q for q in unit.questions if q.id == made.question), None) if unit else None
    slip = known_slip(made.id, question.target.equation, question.target.slips) if question else None
    if slip is not None and slip.title:
        return slip.title
    from tutor.units.catalogue import catalogue

    titles = (entry.title for entry in catalogue() if entry.id == made.id)
    where = f"Un fallo en «{question.title}»" if question else "Un fallo de una pregunta que ya no está"
    return next(titles, where)
