"""Which skill to practise, and when it is mastered: the two rules that are told to the learner."""

from itertools import count

import pytest

from tutor.session.events import Event
from tutor.session.skills import RULE, neediest, skills_of
from tutor.units import SKILLS

SERIAL = count(1)


def did(skill: str, *verdicts: str, mode: str = "lesson") -> list[Event]:
    """Answers of one skill, one a verdict; `solution` is a solution seen."""
    return [
        Event("solution" if v == "solution" else "answer", "u", mode, verdict=v, skill=skill, id=next(SERIAL))
        for v in verdicts
    ]


def skill(events, name):
    return next(s for s in skills_of(events) if s.id == name)


def test_only_the_last_five_answers_count():
    """Six mistakes long ago weigh nothing once five answers are right."""
    events = did("softmax", *["wrong"] * 6, *["exact"] * 5) + did("mezcla", "wrong", *["exact"] * 4)
    assert skill(events, "softmax").errors == 0
    assert skill(events, "softmax").answers == 11
    assert neediest(skills_of(events)).id == "mezcla"


def test_the_skill_with_most_errors_is_chosen_and_the_latest_of_equals():
    events = did("escalado", "wrong", "wrong") + did("softmax", "slip") + did("mezcla", "wrong", "slip")
    assert neediest(skills_of(events)).id == "mezcla"
    assert neediest(skills_of(events), but=["mezcla"]).id == "escalado"


@pytest.mark.parametrize("verdict", ["blank", "ask", "unreadable", "wrong-shape", "coarse", "noted"])
def test_what_is_no_attempt_is_no_error(verdict):
    assert skill(did("softmax", verdict), "softmax").answers == 0


@pytest.mark.parametrize("verdict", ["exact", "rounded", "truncated", "carried"])
def test_right_from_ones_own_numbers_is_right(verdict):
    assert skill(did("softmax", verdict), "softmax").last == (True,)


@pytest.mark.parametrize(
    ("verdicts", "mastered"),
    [
        (["exact"] * 3, True),
        (["exact"] * 2, False),
        (["exact", "exact", "wrong", "exact"], False),
        (["wrong", "exact", "rounded", "carried"], True),
        (["exact", "exact", "solution", "exact"], False),
        (["exact"] * 3 + ["slip"], False),
    ],
)
def test_three_right_in_a_row_in_practice_is_mastered(verdicts, mastered):
    """A mistake or a solution seen begins the row anew."""
    assert skill(did("softmax", *verdicts, mode="practice"), "softmax").mastered is mastered


def test_right_answers_of_the_lesson_begin_no_row():
    """The lesson's numbers may be copied; practice has new ones."""
    assert not skill(did("softmax", *["exact"] * 9), "softmax").mastered


def test_a_mistake_after_mastery_brings_the_skill_back():
    events = did("softmax", *["exact"] * 3, mode="practice") + did("softmax", "wrong")
    assert neediest(skills_of(events)).id == "softmax"


def test_without_mistakes_the_first_skill_not_mastered_comes_next():
    assert neediest(skills_of([])).id == next(iter(SKILLS))
    events = [e for name in SKILLS for e in did(name, *["exact"] * 3, mode="practice")]
    assert neediest(skills_of(events)) is None


def test_only_the_skills_of_a_unit_can_be_asked_for():
    events = did("softmax", "wrong") + did("escalado", "exact")
    assert neediest(skills_of(events, only={"escalado": "escalado"})).id == "escalado"


def test_the_rule_is_told_with_its_numbers():
    assert "cinco" in RULE or "5" in RULE
    assert "3" in RULE
