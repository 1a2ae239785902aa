"""What a screen shows before an answer never holds it: questions as a check puts them, examples, data, notes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tutor.answers import write
from tutor.authoring import open_unit
from tutor.authoring.linter import _known_texts, _own_text, gives_away
from tutor.equations import Slip
from tutor.session.answer_format import examples, how_to_write
from tutor.session.check_report import mark
from tutor.session.events import Event
from tutor.session.lesson import Lesson
from tutor.session.lesson_plan import planned_questions
from tutor.session.notes import notes
from tutor.session.progress import UnitProgress
from tutor.session.question_data import question_views
from tutor.session.unit_state import unit_state
from tutor.units import OpenQuestion, OpenUnit, explanations, resolve, unit_names
from tutor.units.judge import judge_answer
from tutor.units.points import counted
from tutor.units.views import ChartView, MatricesView, TableView, TextView, View, WarningView, WorkedView

UNITS = [name for name in unit_names() if open_unit(name).questions]
READ_OFF = {("notacion", "clave-2")}
"""Questions that ask to read a number off what is shown."""


def guarded(name: str) -> list[OpenQuestion]:
    """Those whose answer is long enough to be told from other numbers in a text."""
    questions = [q for q in open_unit(name).questions if q.model.graded and not q.choices]
    return [q for q in questions if (q.decimals or q.shape) and (name, q.id) not in READ_OFF]


def texts(view: View) -> Iterator[str]:
    match view:
        case TextView() | WarningView():
            yield view.text
        case MatricesView():
            yield from (write(list(row), m.places) for m in view.items for row in m.values)
        case WorkedView():
            yield from view.lines
        case ChartView():
            yield from (write(list(row), view.places) for row in view.values)
        case TableView():
            yield from (" ".join(row) for row in view.rows)


@pytest.mark.parametrize("name", UNITS)
def test_no_question_of_an_empty_check_holds_an_answer(name: str) -> None:
    """Neither its own nor an earlier or later one's: all of them stand together in the file to fill in."""
    unit = open_unit(name).guard()
    for q in guarded(name):
        for other in counted(unit):
            assert not gives_away(explanations.ask(unit, other.id, {}), q, any_form=False), (q.id, other.id)


@pytest.mark.parametrize("name", UNITS)
def test_what_leads_to_a_question_does_not_hold_its_answer(name: str) -> None:
    """The blocks before it, what `datos` shows, and the examples of how to write."""
    unit, secret = open_unit(name), {q.id for q in guarded(name)}
    for planned in planned_questions(unit):
        q = planned.question
        if q.id not in secret:
            continue
        shown = [t for b in planned.blocks for t in texts(resolve(b, unit, {}))]
        shown += [t for v in question_views(unit, q, {}, "es") for t in texts(v)]
        shown += [how_to_write(q, "es"), examples("es")]
        assert not [t for t in shown if gives_away(t, q, any_form=False)], q.id


@pytest.mark.parametrize("name", UNITS)
def test_a_check_handed_in_empty_tells_no_answer(name: str) -> None:
    """Nor one in which nothing can be read: what is right stands only beside a number."""
    from tests.session.conftest import words
    from tutor.session.check_report import report_items

    unit = open_unit(name)
    secret = guarded(name)
    for text in ("", "hola"):
        said = words(report_items(unit, mark(unit, dict.fromkeys([q.id for q in unit.questions], text))))
        assert not [q.id for q in secret if gives_away(said, q, any_form=False)]


@pytest.mark.parametrize("name", UNITS)
def test_notes_written_before_the_end_hold_only_what_was_answered(name: str) -> None:
    """A learner who has skipped everything has notes without a number."""
    unit = open_unit(name)
    lesson, events = Lesson(unit, attended=False), list[Event]()
    for _ in unit.questions:
        events += lesson.submit("saltar").events
    text = notes([progressed(unit, events)], [], "1 de mayo")
    assert not [q.id for q in guarded(name) if gives_away(text, q, any_form=False)]


def progressed(unit: OpenUnit, events: list[Event]) -> UnitProgress:
    return UnitProgress(unit, unit_state(events, unit), 0, len(unit.questions))


def wrong_texts(unit: OpenUnit, q: OpenQuestion) -> set[str]:
    """What people type who go wrong in any way the tutor knows, and in some it does not."""
    found = {text for slip in q.target.equation.slips.values() for text in _safely(q, slip)}
    found |= {text for own in q.model.slips for text in [_own_text(q, str(own.gives))] if text}
    size = len(q.right) if isinstance(q.right, list) else 1
    found |= {" ; ".join(["7,77"] * size), " ; ".join(["7,77"] * (size + 1)), "hola"}
    return found - {q.write(q.right)}


def _safely(q: OpenQuestion, slip: Slip) -> list[str]:
    try:
        return [text for text in _known_texts(q, slip) if text]
    except ValueError:  # it needs other shapes than these
        return []


@pytest.mark.parametrize("name", UNITS)
def test_no_message_holds_the_answer(name: str) -> None:
    """Whatever is typed, what the tutor says to it is no answer; a right option is not named either."""
    unit = open_unit(name)
    for q in guarded(name):
        for text in wrong_texts(unit, q):
            judged = judge_answer(unit, q.id, q.read(text), {})
            if not judged.correct:
                assert not gives_away(judged.message, q, any_form=False), (q.id, text, judged.message)


@pytest.mark.parametrize("name", UNITS)
def test_no_hint_holds_the_answer(name: str) -> None:
    """Nor any rung of the ladder, whatever the learner has answered before."""
    unit = open_unit(name)
    for q in guarded(name):
        right = {
            o.id: o.read(o.write(o.right)) for o in unit.questions if o.model.graded and o.id != q.id and not o.choices
        }
        for answers in ({}, right):
            assert not [
                hint for hint in explanations.hints(unit, q.id, answers) if gives_away(hint, q, any_form=False)
            ], q.id
