"""How long a unit takes, and how much it shows before it asks."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.running import drawn, terminal
from tests.units.pace import minutes
from tests.units.units import opened, question
from tutor.authoring import open_unit
from tutor.screen import Screen
from tutor.session.lesson import Lesson
from tutor.units import unit_names

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


CHOICE = {"choices": {"a": "uno", "b": "dos"}, "answer": "a"}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"step": "root"}, 8),  # 6 · (30 + 25) s · 4/3 and 18 words
        ({"step": "weights"}, 15),  # 6 · (30 + 3·25) s · 4/3 and 18 words
        ({"step": "weights", "optional": True}, 1),
        (CHOICE, 5),  # 6 · 30 s · 4/3 and 30 words
        ({**CHOICE, "graded": False}, 4),  # 6 · 30 s and 30 words: what is not marked is not tried twice
    ],
    ids=["number", "list", "optional", "choice", "prediction"],
)
def test_six_questions_take_what_the_rule_says(asked: dict[str, Any], expected: int) -> None:
    """Half a minute to think, 25 s a number, a third of them twice, and 185 words a minute."""
    unit = opened(*(question(f"p{i}", **deepcopy(asked)) for i in range(6)))
    assert minutes(unit, unit.unit.parts[0]) == expected


def test_words_and_pictures_are_read_once() -> None:
    text, chart = {"text": "palabra " * 740}, {"chart": "weights", "kind": "bars", "title": ""}
    for blocks, expected in (((text,), 4), ((text, chart), 5)):
        unit = opened(*blocks, question(optional=True))
        assert minutes(unit, unit.unit.parts[0]) == expected


@pytest.mark.parametrize("name", ASKING)
def test_no_question_waits_behind_more_than_a_screen(name: str) -> None:
    """At 80 columns, before every question of a lesson."""
    lesson = Lesson(open_unit(name))
    for index, planned in enumerate(lesson.plan):
        lesson._arrive(index)
        here = terminal(width=80)
        Screen(here).views(lesson.page().views)
        assert len(drawn(here).strip().splitlines()) <= MOST_LINES, planned.question.id
