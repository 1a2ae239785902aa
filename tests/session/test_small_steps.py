"""`paso`: a list asked number by number. A part of it is no answer; what is accepted there is accepted whole."""

from __future__ import annotations

import numpy as np
import pytest

from tests.session.conftest import Walker
from tutor.answers import read, write
from tutor.authoring import open_unit
from tutor.session.commands import Command
from tutor.session.small_steps import pick, places_of
from tutor.session.turns import Commands, Feedback, Waits
from tutor.units import unit_names
from tutor.units.judge import judge_answer, judge_number

RIGHT = "0,707 ; 0 ; 0,636"
WRONG = "1 ; 0 ; 0,9"


@pytest.fixture
def at_scaled(breve) -> Walker:
    """At the three scaled products, whose right answer is (0,707 ; 0 ; 0,636)."""
    walker = Walker(breve)
    walker.types("b", "", "1,00 ; 0,00 ; 0,90", "", "1,414", "")
    assert walker.asked == "escaladas"
    return walker


def mine(walker: Walker) -> str:
    state = walker.session.state.answers
    return write(state["escaladas"].value, 3) if "escaladas" in state else ""


def same_after_resuming(walker: Walker) -> None:
    live, again = walker.session.state, walker.again().session.state
    assert {q: r.value for q, r in again.answers.items()} == {q: r.value for q, r in live.answers.items()}
    assert again.status == live.status
    assert {q: n for q, n in live.tries.items() if n} == again.tries


def verdicts(walker: Walker) -> list[str]:
    return [i.verdict for i in walker.turn.items if isinstance(i, Feedback)]


@pytest.mark.parametrize("way_out", [["saltar"], ["repetir", "saltar"], ["atrás"], ["salir"], ["datos", "pista"]])
def test_a_right_answer_outlives_an_unfinished_smaller_step(at_scaled, way_out):
    """Only another right answer takes the place of a right one, live and after resuming."""
    at_scaled.types(RIGHT, "atrás", "0,5 ; 0 ; 0,45", "paso", "0,707")
    assert "tercer" in at_scaled.said
    at_scaled.types(*way_out)
    assert mine(at_scaled) == "(0,707 ; 0,000 ; 0,636)"
    same_after_resuming(at_scaled)


def test_an_unfinished_smaller_step_is_never_an_answer(at_scaled):
    """What stands is what was typed whole; nobody reads numbers put together by us."""
    at_scaled.types(WRONG, "paso", "0,707", "0", "saltar")
    assert mine(at_scaled) == "(1,000 ; 0,000 ; 0,900)"
    same_after_resuming(at_scaled)


def test_the_numbers_of_a_smaller_step_are_not_in_the_journal_before_the_last(at_scaled):
    """Neither answers nor tries: whoever leaves in its midst has tried as often as before."""
    at_scaled.types(WRONG)
    before = list(at_scaled.events)
    at_scaled.types("paso", "7", "0,707")
    assert at_scaled.events == before
    same_after_resuming(at_scaled)
    at_scaled.types("0,636")
    assert at_scaled.events[-1].verdict == "exact"
    assert at_scaled.turn.waits is Waits.ENTER
    assert mine(at_scaled) == "(0,707 ; 0,000 ; 0,636)"
    same_after_resuming(at_scaled)


def test_what_is_skipped_wrong_is_said_to_be_built_on(at_scaled):
    """The next questions quote the last whole try, and the learner is told so; a right answer goes on."""
    at_scaled.types(WRONG, "saltar")
    assert "Lo que sigue usa lo que pusiste: (1 ; 0 ; 0,9)." in at_scaled.said
    at_scaled.types("atrás", RIGHT, "atrás", WRONG, "saltar")
    assert "Sigue valiendo (0,707 ; 0 ; 0,636)." in at_scaled.said


@pytest.mark.parametrize("lines", [["saltar"], [RIGHT, "", "9 ; 9 ; 9", "saltar", "", "9 ; 9 ; 9", "saltar"]])
def test_where_nothing_is_built_on_an_answer_nothing_is_said(at_scaled, lines):
    """It was never tried, or no later question comes from it."""
    at_scaled.types(*lines)
    assert "lo que pusiste" not in at_scaled.said


def test_too_few_decimals_are_told_at_their_number(at_scaled):
    """What is accepted number by number is accepted whole, so the decimals are asked where they lack."""
    at_scaled.types(WRONG, "paso", "0,7")
    assert verdicts(at_scaled) == ["coarse"]
    assert "3 decimales" in at_scaled.said
    at_scaled.types("0,707")
    assert "Ese está bien" in at_scaled.said
    at_scaled.types("0,6")
    assert verdicts(at_scaled) == ["coarse"]
    at_scaled.types("0,636")
    assert verdicts(at_scaled) == ["exact"]


def test_a_number_short_of_decimals_is_not_taken_for_carried(breve):
    """From «0,9», typed with one decimal, 0,64 follows as well as 0,636; among numbers of the data it is coarse."""
    walker = Walker(breve)
    walker.types("b", "", "1 ; 0 ; 0,9", "", "1,414", "", WRONG, "paso", "0,707", "0,64")
    assert verdicts(walker) == ["coarse"]


def test_a_known_wrong_way_is_named_for_one_number_too(at_scaled):
    """In the words that a whole answer would get."""
    at_scaled.types("9 ; 9 ; 9", "paso", "1,414")
    assert verdicts(at_scaled) == ["slip"]
    assert "multiplicado" in at_scaled.said
    assert at_scaled.session.prompt.tries == 1


def test_two_readings_of_one_number_are_offered_and_chosen(breve):
    """A digit chooses, as for a whole answer, and the smaller step goes on."""
    walker = Walker(breve, locale="en")
    walker.types("b", "", "1 ; 0 ; 0.9", "", "1.414", "", "9 ; 9 ; 9", "paso", "0,7")
    assert walker.turn.waits is Waits.OPTION
    walker.types("1")
    assert verdicts(walker) == ["coarse"]


def test_numbers_from_an_earlier_mistake_are_right_together_or_not_at_all(breve):
    """From √d_k = 2, (0,5 ; 0 ; 0,45) is right; one of it among the right ones of the data is no answer."""
    walker = Walker(breve)
    walker.types("b", "", "1 ; 0 ; 0,9", "", "2", "saltar", "", "0,707 ; 0 ; 7", "paso", "0,45")
    assert verdicts(walker) == ["wrong"]
    assert "tercer número" in walker.said
    walker.types("0,636")
    assert verdicts(walker) == ["exact"]
    other = Walker(breve)
    other.types("b", "", "1 ; 0 ; 0,9", "", "2", "saltar", "", "0,5 ; 0 ; 7", "paso")
    assert "tercer número" in other.said
    other.types("0,45")
    assert verdicts(other) == ["carried"]


def test_a_try_that_has_become_right_since_is_done_anew(breve):
    """(0,5 ; 0 ; 0,45) is wrong until √d_k = 2 is answered before it: then nothing of it is missing."""
    walker = Walker(breve)
    walker.types("b", "", "1 ; 0 ; 0,9", "", "saltar", "", "0,5 ; 0 ; 0,45", "atrás", "2", "saltar", "", "paso")
    assert walker.asked == "escaladas"
    assert "primer número" in walker.said


@pytest.mark.parametrize("before", [[WRONG, RIGHT, "atrás"], [RIGHT, "atrás"], [WRONG, "saltar", "atrás"]])
def test_going_back_to_a_question_once_tried_allows_a_smaller_step(at_scaled, before):
    """«Prueba primero tú» is for whoever has not; after a right answer all its numbers are asked."""
    at_scaled.types(*before, "paso")
    assert "Vamos solo con el primer número" in at_scaled.said


def test_before_any_try_the_whole_is_asked_first(at_scaled):
    at_scaled.types("paso")
    assert "Prueba primero" in at_scaled.said


def test_help_names_the_smaller_step_where_a_list_is_asked(walker):
    """Of a single number, or a choice, there is none."""
    walker.types("ayuda")
    listed = [c for i in walker.turn.items if isinstance(i, Commands) for c, _ in i.rows]
    assert Command.STEP not in listed
    walker.types("b", "", "ayuda")
    listed = [c for i in walker.turn.items if isinstance(i, Commands) for c, _ in i.rows]
    assert Command.STEP in listed


def test_repeating_the_question_says_which_number_is_awaited(at_scaled):
    at_scaled.types(WRONG, "paso", "repetir")
    assert "Vamos solo con el primer número" in at_scaled.said


def test_another_form_is_told_with_an_example_and_costs_nothing(at_scaled):
    """Whoever writes one number where three are asked sees three, in one sentence."""
    at_scaled.types("0,7")
    assert verdicts(at_scaled) == ["wrong-shape"]
    assert "Escríbelo como 12,500 ; 0,375 ; −1,250. No cuenta como intento." in at_scaled.said


LISTS = [(name, q.id) for name in unit_names() for q in open_unit(name).questions if q.shape]


@pytest.mark.parametrize(("name", "id"), LISTS, ids=[f"{name}-{id}" for name, id in LISTS])
def test_what_is_right_number_by_number_is_right_whole(name, id):
    """Whatever rounding each number has gone through, over every list and matrix that is asked."""
    unit = open_unit(name)
    question = unit.question(id)
    dice = np.random.default_rng(7)
    cells = places_of(question.right)
    for _ in range(12):
        text, rows = [], []
        for at in cells:
            right = pick(question.right, at)
            for step in dice.permutation([-3, -2, -1, 0, 1, 2, 3]):
                typed = write(right + step * 10.0 ** -(question.decimals or 0), question.decimals)
                if judge_number(unit, id, at, read(typed)).correct:
                    break
            else:
                pytest.fail(f"{typed} is refused at {at}")
            text.append(typed)
            if at[-1] == np.shape(question.right)[-1] - 1:
                rows.append(" ; ".join(text))
                text = []
        whole = question.read("[" + " | ".join(rows) + "]" if len(rows) > 1 else rows[0])
        assert whole.outcome == "value", rows
        assert judge_answer(unit, id, whole, {}).correct, rows


def test_in_a_smaller_step_help_asks_for_one_number(at_scaled):
    """Not for the whole list."""
    at_scaled.types(WRONG, "paso", "ayuda")
    (commands,) = [i for i in at_scaled.turn.items if isinstance(i, Commands)]
    assert commands.writing.startswith("Un número")
