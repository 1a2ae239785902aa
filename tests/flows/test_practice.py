"""Practice in a real terminal, with the answers worked out from the numbers it draws."""

from __future__ import annotations

from tutor.authoring import open_unit
from tutor.session.practice import practisable

QUESTIONS = practisable(open_unit, "escalado")["escalado"]


def right(turn: int) -> str:
    """The right answer to the question of that turn: variants are counted from 1."""
    question = open_unit("escalado", turn + 1).question(QUESTIONS[turn % len(QUESTIONS)])
    return question.write(question.right)


def test_three_right_in_a_row_and_the_skill_is_mastered(learner):
    one = learner("practice", "escalado")
    one.prompted()
    assert "Regla:" in one.screen
    for turn in range(2):
        assert "Bien." in one.answers(right(turn))
        one.answers("")
    one.types(right(2))
    assert one.ends() == 0
    assert "Dominado" in one.screen


def test_ctrl_c_in_practice_says_how_to_go_on(learner):
    one = learner("practice", "escalado")
    one.prompted()
    one.interrupts()
    assert one.ends() == 130
    assert "tutor practice escalado" in one.screen
