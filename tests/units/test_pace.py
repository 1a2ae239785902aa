"""How long a unit takes, and how much it shows before it asks."""

from __future__ import annotations

import pytest

from tests.running import drawn, terminal
from tutor.authoring import open_unit
from tutor.screen import Screen
from tutor.session.lesson import Lesson
from tutor.units import unit_names
from tutor.units.pace import minutes

ASKING = [name for name in unit_names() if open_unit(name).questions]
MOST_LINES = 20


@pytest.mark.parametrize("name", ASKING)
def test_the_minutes_announced_are_those_of_the_rule(name: str) -> None:
    """Counted from words, prompts and numbers asked."""
    unit = open_unit(name)
    assert [p.minutes for p in unit.unit.parts] == [minutes(unit, p) for p in unit.unit.parts]


def test_the_lesson_takes_less_than_three_quarters_of_an_hour() -> None:
    unit = open_unit("ecuacion1")
    assert sum(minutes(unit, part) for part in unit.unit.parts) < 45


def test_a_part_takes_longer_with_more_words_and_more_numbers() -> None:
    """The rule counts: a part without questions is its words alone."""
    unit = open_unit("ecuacion1")
    first, second, _ = unit.unit.parts
    assert minutes(unit, second) > minutes(unit, first)


@pytest.mark.parametrize("name", ASKING)
def test_no_question_waits_behind_more_than_a_screen(name: str) -> None:
    """At 80 columns, before every question of a lesson."""
    lesson = Lesson(open_unit(name))
    for index, planned in enumerate(lesson.plan):
        lesson._arrive(index)
        here = terminal(width=80)
        Screen(here).views(lesson.page().views)
        assert len(drawn(here).strip().splitlines()) <= MOST_LINES, planned.question.id
