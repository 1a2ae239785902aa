"""Practice: new numbers for the skill that needs them, until three are right in a row."""

from __future__ import annotations

import pytest

from tests.session.conftest import BREVE, words
from tutor.authoring import open_unit
from tutor.session.events import Event
from tutor.session.practice import Practice, ground, practisable
from tutor.session.skills import IN_A_ROW, RULE, WHOLE
from tutor.session.turns import Page, Turn, Waits
from tutor.units import SKILLS, teachers


def opener(name: str, variant: int):
    return open_unit(BREVE, variant)


WHERE = {"escalado": ("breve", ("escaladas",)), "softmax": ("breve", ("pesos",)), "mezcla": None}


class Practising:
    def __init__(self, events: list[Event] | None = None, **more) -> None:
        self.events = list(events or [])
        self.practice = Practice(
            opener, WHERE.get, self.events, skills={skill: SKILLS[skill] for skill in WHERE}, **more
        )
        self.turn = self._kept(self.practice.start())

    def types(self, *texts: str) -> Turn:
        for text in texts:
            self.turn = self._kept(self.practice.submit(text))
        return self.turn

    def right(self) -> str:
        """The right answer to what is asked now, as a learner would type it."""
        q = self.practice.prompt.question
        return q.write(q.right)

    def wrong(self) -> str:
        q = self.practice.prompt.question
        return q.write([x + 50 for x in q.right])

    @property
    def said(self) -> str:
        return words(self.turn.items)

    def _kept(self, turn: Turn) -> Turn:
        self.events += turn.events
        return turn


def failed(skill: str) -> list[Event]:
    return [Event("answer", "breve", "lesson", verdict="wrong", skill=skill, id=1)]


def test_only_questions_whose_answer_changes_with_the_numbers_are_practised():
    """The root of d_k is the same for every draw; choices of words too."""
    found = practisable(opener, "breve")
    assert found["escalado"] == ("escaladas",)
    assert found["producto-escalar"] == ("puntuaciones",)
    assert "pesos" in found["softmax"]


@pytest.mark.parametrize("unit", ["", "ejercicio", "entrega", "t02"])
@pytest.mark.parametrize("skill", WHOLE)
def test_mastery_is_earned_on_whole_computations(skill: str, unit: str):
    """All the numbers of a row of the skill's step, from those of the step before or from the data: for softmax the
    weights from scaled scores, and never the sum of three given numbers. The learner is told so.
    """
    found = ground(open_unit, teachers(), unit)[1](skill)
    assert found is not None
    name, ids = found
    for id in ids:
        question = open_unit(name, 1).question(id)
        assert question.model.step == WHOLE[skill]
        assert question.shape == (question.scope[WHOLE[skill]].shape[-1],)
        assert question.model.cell is None
    assert f"{IN_A_ROW} cuentas enteras" in RULE


def test_without_a_unit_every_skill_may_be_practised_in_the_unit_that_bears_its_name():
    """A skill whose unit is not there, or has no other numbers for it, has no place."""
    skills, where = ground(opener, {"softmax": "softmax"})
    assert skills == SKILLS
    assert where("softmax") == ("softmax", practisable(opener, "softmax")["softmax"])
    assert where("escalado") is None


def test_a_unit_is_practised_for_the_skills_it_teaches():
    """Its own questions come first; where it bears the name of a skill, it is practised for that one alone."""
    skills, where = ground(opener, {}, "breve")
    assert list(skills) == ["producto-escalar", "escalado", "softmax"]
    assert where("escalado") == ("breve", ("escaladas",))
    assert ground(opener, {}, "softmax")[0] == {"softmax": "softmax"}


def test_the_rule_is_told_and_the_skill_with_most_errors_is_chosen():
    one = Practising(failed("softmax"))
    assert "Regla" in one.said
    assert "softmax, 1 fallo" in one.said
    assert one.practice.prompt.question.id == "pesos"


def test_every_question_has_new_numbers():
    one = Practising()
    seen = []
    for _ in range(2):
        seen.append(one.right())
        one.types(one.right(), "")
    seen.append(one.right())
    assert len(set(seen)) == 3
    assert [e.variant for e in one.events] == [1, 2]


def test_three_right_in_a_row_master_a_skill():
    one = Practising(failed("softmax"))
    for _ in range(3):
        assert not one.turn.over
        one.types(one.right())
        if one.turn.waits is Waits.ENTER:
            one.types("")
    assert "Dominado" in one.said
    assert one.practice.passed


def test_a_mistake_begins_the_row_anew():
    one = Practising(failed("softmax"))
    one.types(one.right(), "")
    one.types(one.wrong())
    one.types(one.right())
    assert "Llevas 1" in one.said
    assert not one.practice.passed


def test_a_skill_without_questions_is_passed_over():
    """Most errors, but no unit has other numbers for it."""
    one = Practising(failed("mezcla"))
    assert one.practice.prompt.question.id == "escaladas"


def test_numbers_go_on_where_the_journal_left_them():
    one = Practising()
    one.types(one.right())
    assert Practising(one.events).practice._variant == 2


def test_skipping_brings_other_numbers_and_counts_for_nothing():
    one = Practising()
    before = one.right()
    one.types("saltar")
    assert one.right() != before
    assert isinstance(one.turn.items[-1], Page)


@pytest.mark.parametrize("text", ["salir", "Salir"])
def test_one_can_leave_at_any_prompt(text):
    one = Practising()
    one.types(text)
    assert one.turn.over
    assert not one.practice.complete


def test_without_a_terminal_the_next_question_follows_at_once():
    one = Practising(attended=False)
    one.types(one.right())
    assert isinstance(one.turn.items[-1], Page)
