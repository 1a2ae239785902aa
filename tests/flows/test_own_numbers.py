"""Numbers that are one's own, in a real terminal: what was seen comes back changed, what was done stays."""

from __future__ import annotations

import pytest

from tests.flows.test_check import RIGHT as CHECKED
from tests.flows.test_check import answered
from tests.flows.test_lesson import ANSWERS, RIGHT, first
from tutor.authoring import open_unit


def test_what_was_solved_by_looking_comes_back_with_other_numbers(learner):
    """The walk keeps the text's: what follows quotes them; the round at the end asks with others."""
    one = first(learner, 2)
    one.answers("solución")
    one.answers("sí")
    one.answers("")
    for text in ANSWERS[3:5]:
        one.goes_on(text)
    assert "(1,00 ; 0,00 ; 0,90)" in one.screen, "what was seen is quoted as it is"
    one.leaves()
    one.ends()
    again = first_open(learner("lesson", "ecuacion1"), "Q·K₂")
    assert "con otros números" in again.screen
    assert "Todavía no" in again.answers(RIGHT["producto-k2"])
    assert "Bien." in again.answers("1,00")


def first_open(one, ask: str):
    """Skips on until a question is asked that has `ask` in it."""
    shown = one.prompted()
    while f"¿Y {ask}?" not in shown:
        shown = one.goes_on("saltar")
    return one


def test_a_unit_that_draws_its_numbers_asks_with_new_ones(learner):
    """No author has to name them."""
    unit = open_unit("softmax")
    one = learner("lesson", "softmax")
    one.prompted()
    one.answers("solución")
    one.answers("sí")
    one.answers("")
    shown = one.answers("atrás")
    assert "con otros números" in shown
    assert "z = (1,2 ; 0,0 ; −0,8)" not in shown
    assert "Todavía no" in one.answers(unit.question("exponenciales").write(unit.question("exponenciales").right))


def test_the_best_check_stays_on_record(learner):
    """All right, then nothing right with other numbers."""
    one = answered(learner, CHECKED)
    one.types("n")
    one.ends()
    two = answered(learner, ["saltar"] * 4)
    two.types("saltar")
    two.ends()
    shown = learner("progress")
    shown.ends()
    assert "comprobación 0 de 5 (la mejor, 5)" in " ".join(shown.screen.split())


def test_what_was_left_half_way_is_no_check_and_a_solution_is_nothing_done(learner):
    """Only what was done is on record."""
    one = answered(learner, CHECKED[:2])
    one.leaves()
    one.ends()
    two = first(learner, 1)
    two.answers("solución")
    two.answers("sí")
    two.leaves()
    two.ends()
    shown = learner("progress")
    shown.ends()
    flat = " ".join(shown.screen.split())
    assert "comprobación" not in flat
    assert "1 de 23" in flat


def test_progress_and_practice_name_the_same_skill(learner):
    one = first(learner, 1)
    for wrong in ("2", "1", "7"):
        one.answers(wrong)
    one.leaves()
    one.ends()
    shown = learner("progress")
    shown.ends()
    assert "`tutor practice producto-escalar`" in " ".join(shown.screen.split())
    practice = learner("practice")
    assert "Hoy: producto escalar, 3 fallos" in practice.prompted()
    assert "tres puntuaciones en orden" in " ".join(practice.screen.split()), "a whole computation"
    practice.kill()


def test_beginning_anew_keeps_what_was_finished_in_view(learner):
    one = learner("lesson", "ecuacion1")
    one.prompted()
    for text in ANSWERS[:-1]:
        one.goes_on(text)
    one.types(ANSWERS[-1])
    one.ends()
    anew = learner("lesson", "ecuacion1", "--restart")
    assert "2.ª vez" in anew.prompted()
    anew.kill()
    shown = learner("progress")
    shown.ends()
    assert "hecha antes; es la 2.ª vez" in " ".join(shown.screen.split())


@pytest.mark.parametrize("told", [False, True], ids=["as it is", "--overwrite"])
def test_notes_never_take_the_place_of_another_file(learner, tmp_path, told):
    first(learner, 2).kill()
    file = tmp_path / "apuntes.md"
    file.write_text("lo mío", encoding="utf-8")
    one = learner("progress", "--export", str(file), *["--overwrite"] * told)
    assert one.ends() == (0 if told else 2)
    assert (file.read_text(encoding="utf-8") == "lo mío") is not told


@pytest.mark.parametrize("columns", [80, 40])
def test_one_sees_words_arrows_and_the_table_of_what_one_has(learner, columns):
    """`datos`: the tokens, Q and the keys as arrows, what has been worked out; and no line too long."""
    one = first(learner, 3) if columns == 80 else narrow(learner, 3)
    shown = one.answers("atrás") and one.answers("datos")
    for there in ("clave 0 gato", "clave 2 gatito", "┤", "consulta  (1,0 ; 0,0)", "1 mesa"):
        assert there in shown
    typed = [line for line in shown.splitlines() if not line.startswith("> ")]
    assert max(map(len, typed)) <= columns
    one.kill()


def narrow(learner, count: int):
    one = learner("lesson", "ecuacion1", columns=40)
    one.prompted()
    for text in ANSWERS[:count]:
        one.goes_on(text)
    return one


def test_one_guesses_before_one_sees_and_plays_as_often_as_one_likes(learner):
    """Another query, a factor, again; an unread line costs nothing, and `salir` goes back to the lesson."""
    one = learner("lesson", "ecuacion1", "--part", "2")
    one.prompted()
    for text in ANSWERS[6:9]:
        one.goes_on(text)
    one.answers(ANSWERS[9])
    one.types("juega")
    one.sees("juega> $")
    for typed, guess, said in (
        ("0 1", "2", "y no la que decías"),
        ("x 4", "gatito", "Gana la clave"),
        ("x 0", "1", "Empate"),
    ):
        one.types(typed)
        assert "Antes de verlo" in one.sees("juega> $")
        one.types(guess)
        shown = one.sees("juega> $")
        assert said in " ".join(shown.split())
        assert "█" in shown
        assert "Salida: " in shown
    one.types("hola")
    assert "Pido 2 números" in " ".join(one.sees("juega> $").split())
    one.types("salir")
    one.paused()
    one.kill()
