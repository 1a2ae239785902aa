"""Where a learner stands in a unit, read off what the journal remembers of it.

An answer given to a question that has changed since is read and judged again: what still holds is kept, the rest is
asked anew and said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tutor.answers import Reading
from tutor.judging.verdicts import Verdict
from tutor.judging.visible_slips import LATER
from tutor.session.answer_format import question_digest
from tutor.session.events import Event, unpack, walks
from tutor.session.question_prompt import NOTED, Status
from tutor.units import OpenQuestion, OpenUnit
from tutor.units.judge import judge_answer
from tutor.units.variants import asked_again


@dataclass
class UnitState:
    """`answers` holds the answers that stand, by question id; the other mappings lack what is zero or open."""

    answers: dict[str, Reading] = field(default_factory=dict)
    status: dict[str, Status] = field(default_factory=dict)
    tries: dict[str, int] = field(default_factory=dict)
    hints: dict[str, int] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    """Questions whose solution was shown, whatever was answered afterwards."""
    begun: bool = False
    attempt: int = 1
    """Which time it is done, from the first."""
    was_version: int | None = None
    """The unit's version when it was last answered, if that or a question is no longer the same."""
    dropped: tuple[str, ...] = ()
    """Questions whose answers were looked at again after a change and no longer hold."""

    def of(self, question: str) -> Status:
        """How a question stands."""
        return self.status.get(question, Status.OPEN)


def unit_state(events: Sequence[Event], unit: OpenUnit) -> UnitState:
    """How far the unit is done since it was begun last. `events` are those of this unit, mode and variant."""
    *earlier, current = walks(events)
    found = UnitState(attempt=1 + sum(bool(walk) for walk in earlier))
    questions = {q.id: q for q in unit.questions}
    changed: dict[str, bool] = {}
    for event in current:
        found.begun = True
        if event.version != unit.unit.version:
            found.was_version = event.version
        question = questions.get(event.question)
        if event.kind == "end":
            continue
        if question is None:
            if event.kind == "answer":
                changed[event.question] = False
                found.was_version = event.version
        elif event.kind == "answer":
            reading, verdict = unpack(event), event.verdict
            if _to_others(event, unit, question):
                _answered_again(found, event.question, verdict)
                continue
            if event.digest != question_digest(unit, question):
                reading, verdict = _again(event, unit, found.answers)
                changed[event.question] = reading is not None and _status(verdict).done
                found.was_version = event.version
            if reading is not None:
                _answered(found, event.question, reading, verdict, event.slips)
        else:
            _acted(found, event)
    found.dropped = tuple(q for q, holds in changed.items() if not holds)
    return found


def _to_others(event: Event, unit: OpenUnit, question: OpenQuestion) -> bool:
    """Whether an answer was to the other numbers with which a question comes back after its solution was seen."""
    if event.digest == question_digest(unit, question):  # as where both numbers give the same
        return False
    other = asked_again(unit, question)
    return other is not None and event.digest == question_digest(other, other.question(question.id))


def _answered_again(found: UnitState, question: str, verdict: str) -> None:
    """It tells whether the question is done; its numbers are not those that the lesson goes on with."""
    status = _status(verdict)
    if status.done:
        found.status[question] = status
    elif Verdict(verdict).attempt:
        found.tries[question] = found.tries.get(question, 0) + 1


def _answered(found: UnitState, question: str, reading: Reading, verdict: str, slips: tuple[str, ...]) -> None:
    if verdict != NOTED and (not Verdict(verdict).attempt or slips[:1] == (LATER,)):
        return
    status = _status(verdict)
    if not status.done:
        found.tries[question] = found.tries.get(question, 0) + 1
    if status.done or not found.of(question).done:
        found.answers[question] = reading
    if status.done:
        found.status[question] = status


def _acted(found: UnitState, event: Event) -> None:
    question = event.question
    if event.kind == "hint":
        found.hints[question] = found.hints.get(question, 0) + 1
    elif event.kind == "solution":
        found.status[question] = Status.SEEN
        found.seen.add(question)
        found.answers.pop(question, None)
    elif event.kind == "skip" and not found.of(question).done:
        found.status[question] = Status.SKIPPED
    elif event.kind == "reopen":
        found.status[question] = Status.OPEN


def _status(verdict: str) -> Status:
    """Where an answer of that verdict leaves its question."""
    if verdict == NOTED:
        return Status.NOTED
    rung = Verdict(verdict)
    return Status.SOLVED if rung.correct else Status.CARRIED if rung is Verdict.CARRIED else Status.OPEN


def _again(event: Event, unit: OpenUnit, answers: dict[str, Reading]) -> tuple[Reading | None, str]:
    """An old answer read and judged as if it were typed now."""
    question = next(q for q in unit.questions if q.id == event.question)
    reading = question.read(event.raw, event.locale)
    if reading.outcome != "value":
        return None, Verdict.UNREADABLE
    if not question.model.graded:
        return reading, NOTED
    return reading, judge_answer(unit, question.id, reading, answers, event.locale).verdict.value
