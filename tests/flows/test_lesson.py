"""The lesson in a real terminal: right answers, slips and helps, and everything that can cut it short."""

from __future__ import annotations

import re
import sqlite3

import pytest

RIGHT = {
    "apuesta-perpendicular": "b",
    "producto-k1": "0,00",
    "producto-k2": "0,90",
    "producto-negativo": "−0,90",
    "raiz": "1,414",
    "escalados": "0,707 ; 0,000 ; 0,636",
    "exp-cero": "1,000",
    "exponenciales": "2,028 ; 1,000 ; 1,890",
    "suma-exp": "4,918",
    "pesos": "0,412 ; 0,203 ; 0,384",
    "suma-pesos": "0,999",
    "contraejemplo": "1,33 ; −0,67 ; 0,33",
    "salida-posible": "c",
    "salida-1": "6,04",
    "salida-2": "3,95",
    "mezcla-uniforme": "5,00 ; 5,00",
    "repaso-orden": "a",
    "mascara-valor": "−∞",
    "mascara-fila-0": "1,000 ; 0,000 ; 0,000",
    "mascara-fila-1": "0,330 ; 0,670 ; 0,000",
    "mascara-suma": "0,753",
    "cabezas-dk": "64",
    "cabezas-raiz": "8",
    "cabezas-parametros": "1048576",
}
ANSWERS = list(RIGHT.values())


def first(learner, count: int):
    """A learner who has answered the first `count` questions and sits at the next prompt."""
    one = learner("lesson", "ecuacion1")
    one.prompted()
    for text in ANSWERS[:count]:
        one.goes_on(text)
    return one


def stored(data) -> list[str]:
    """The questions answered, as they lie on the disk."""
    with sqlite3.connect(data / "diario.sqlite3") as db:
        found = [row[0] for row in db.execute("SELECT question FROM events WHERE kind = 'answer' ORDER BY id")]
    db.close()
    return found


def test_a_whole_lesson_with_right_answers(learner, data):
    """From the first to the last prompt; each success is followed by Enter and by what comes next."""
    one = learner("lesson", "ecuacion1")
    one.prompted()
    for number, text in enumerate(ANSWERS):
        if number < len(ANSWERS) - 1:
            shown = one.goes_on(text)
            assert "Bien." in shown or "Apuntado." in shown
        else:
            one.types(text)
    assert one.ends() == 0
    assert "Resumen con TUS números" in one.screen
    assert "(0,412 ; 0,203 ; 0,384)" in one.screen
    assert "tutor check ejercicio" in one.screen
    for part, count in ((1, 6), (2, 10), (3, 8)):
        for n in range(1, count + 1):
            assert f"Tramo {part} de 3 · {n} de {count}" in one.screen
    assert stored(data) == list(RIGHT)


def test_a_lesson_with_slips_hints_back_and_solution(learner):
    one = learner("lesson", "ecuacion1")
    one.prompted()
    one.answers("b")
    one.answers("")
    assert "Todavía no" in one.answers("2")
    assert "Pista 1 de 3" in one.answers("pista")
    assert "«solución»" in one.answers("1,41")
    assert "Leo: 0,00" in one.answers("0,00")
    one.answers("")
    assert "como vista" in one.answers("solucion")
    assert "0,9" in one.answers("sí")
    one.answers("")
    assert "Tramo 1 de 3 · 3 de 6" in one.answers("atrás")
    assert "otros números" in one.screen.rpartition("3 de 6")[2], "what was seen comes back with numbers of its own"
    assert "Todavía no" in one.answers("0,90")
    assert "Bien." in one.answers("1,00")
    assert "clave 2" in one.answers("datos")
    assert "Tramo 1 de 3 · 4 de 6" in one.answers("repetir")
    assert "salir" in one.answers("")
    assert "salir" in one.answers("ayuda")
    one.types("salir")
    assert one.ends() == 1
    assert "tutor lesson ecuacion1" in one.screen


def test_killed_during_a_prompt_it_is_resumed_there(learner, data):
    """kill -9 while an answer is being typed: what was judged is on the disk."""
    one = first(learner, 2)
    one.child.send("0,")
    one.kill()
    again = learner("lesson", "ecuacion1")
    shown = again.prompted()
    assert "Seguimos donde lo dejaste" in shown
    assert "Tramo 1 de 3 · 3 de 6" in shown
    assert stored(data) == list(RIGHT)[:2]


def test_killed_between_prompts_the_answer_counts(learner, data):
    """kill -9 while Enter is awaited: the answer just judged is not asked again."""
    one = first(learner, 3)
    one.types("−0,90")
    one.paused()
    one.kill()
    assert stored(data) == list(RIGHT)[:4]
    assert "Tramo 1 de 3 · 5 de 6" in learner("lesson", "ecuacion1").prompted()


def test_two_copies_at_once_lose_nothing(learner, data):
    """Both save; the second to write is told of the first."""
    one, two = first(learner, 1), learner("lesson", "ecuacion1")
    two.prompted()
    one.answers("0,00")
    two.answers("0,00")
    assert "otra ventana" in (one.answers("") + one.answers("0,90")).replace("\n", " ")
    two.answers("")
    two.answers("0,90")
    assert sorted(stored(data)) == sorted([*list(RIGHT)[:1], *list(RIGHT)[1:3] * 2])
    assert "Tramo 1 de 3 · 4 de 6" in learner("lesson", "ecuacion1").prompted()


def test_a_journal_cut_in_half_is_set_aside_and_named(learner, data):
    first(learner, 3).kill()
    path = data / "diario.sqlite3"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    one = learner("lesson", "ecuacion1")
    shown = one.prompted()
    (aside,) = data.glob("*ilegible*")
    assert aside.name in shown.replace("\n", "")
    assert "Tramo 1 de 3" in shown


def test_a_data_folder_that_cannot_be_written_is_said_and_the_lesson_goes_on(learner, data):
    data.write_text("no soy una carpeta")
    one = learner("lesson", "ecuacion1")
    assert "No puedo guardar" in one.prompted()
    assert "Apuntado." in one.answers("b")
    one.types("salir")
    assert one.ends() == 1
    assert "1 respuesta no se ha podido guardar" in one.screen


def test_ctrl_c_says_how_to_go_on_and_ends_with_130(learner):
    one = first(learner, 1)
    one.interrupts()
    assert one.ends() == 130
    assert "tutor lesson ecuacion1" in one.screen
    assert "Traceback" not in one.screen


def test_ctrl_c_while_enter_is_awaited(learner):
    one = learner("lesson", "ecuacion1")
    one.prompted()
    one.answers("b")
    one.interrupts()
    assert one.ends() == 130


def test_ctrl_d_is_salir(learner):
    one = first(learner, 1)
    one.leaves()
    assert one.ends() == 1
    assert "tutor lesson ecuacion1" in one.screen


@pytest.mark.parametrize("restart", [False, True], ids=["again", "restart"])
def test_beginning_anew_keeps_the_old_answers(learner, data, restart):
    first(learner, 2).kill()
    one = learner("lesson", "ecuacion1", *["--restart"] * restart)
    assert f"Tramo 1 de 3 · {1 if restart else 3} de 6" in one.prompted()
    assert len(stored(data)) == 2


@pytest.mark.parametrize(
    ("columns", "env"),
    [
        (40, {}),
        (40, {"TERM": "xterm-256color"}),
        (80, {"TERM": "xterm-256color", "NO_COLOR": "1"}),
        (80, {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}),
        (80, {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}),
        (80, {"TUTOR_ACCESSIBLE": "1"}),
    ],
    ids=["40", "40-colour", "no-color", "ascii", "cp1252", "accessible"],
)
def test_any_terminal_will_do(learner, columns, env):
    """Nothing runs off the edge, nothing crashes, the question and its verdict are there."""
    one = learner("lesson", "ecuacion1", "--part", "2", columns=columns, **env)
    one.prompted()
    shown = one.answers("1,000") + one.answers("")
    shown += one.answers("2,028 ; 1,000 ; 1,890") + one.answers("datos")
    one.types("salir")
    assert one.ends() == 1
    assert "bien" in shown.lower()
    assert "Traceback" not in one.screen
    typed = re.compile(r"^> ")
    widest = max(len(line) for line in one.screen.splitlines() if not typed.match(line))
    assert widest <= columns or "TUTOR_ACCESSIBLE" in env, "a screen reader needs no line breaks, everybody else does"


def test_in_ascii_an_infinity_can_be_typed_and_is_told_in_ascii(learner):
    one = learner("lesson", "ecuacion1", "--part", "3", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    one.prompted()
    one.answers("a")
    one.answers("")
    assert "Leo: -inf" in one.answers("-inf")
    one.types("salir")
    one.ends()
    assert one.screen.isascii()


def test_history_brings_back_an_answer(learner):
    """Up-arrow and Enter where the system has readline."""
    pytest.importorskip("readline")
    one = first(learner, 1)
    one.answers("7")
    one.child.send("\x1b[A\r")
    assert "Leo: 7" in one.prompted()
    one.kill()


def test_the_width_follows_the_window_at_every_prompt(learner):
    """Made narrow in the midst of a lesson, the next turn fits."""
    one = learner("lesson", "ecuacion1")
    one.prompted()
    one.child.setwinsize(50, 40)
    one.types("b")
    shown = one.sees(r"Sigue: Q·K₁\.")
    assert "Apuntado." in shown
    assert max(len(line) for line in shown.partition("Apuntado.")[2].splitlines()) <= 40


def test_words_of_the_course_are_explained_at_any_prompt(learner):
    one = learner("lesson", "ecuacion1")
    one.prompted()
    assert "Un trozo de texto" in one.answers("¿qué es un token?").replace("un trozo", "Un trozo")
    one.types("salir")
    assert one.ends() == 1


def test_a_mistake_that_was_none_is_struck_off(learner):
    one = first(learner, 1)
    assert "sumado los cuatro" in one.answers("2")
    assert "no lo apunto" in one.answers("no fue eso")
    one.types("salir")
    one.ends()
    after = learner("progress")
    after.ends()
    assert "Sumar todo" not in after.screen


def test_one_plays_with_other_queries_and_goes_back(learner):
    one = learner("lesson", "ecuacion1", "--part", "2")
    one.prompted()
    for text in ANSWERS[6:9]:
        one.goes_on(text)
    assert "«juega»" in one.answers(ANSWERS[9])
    one.types("juega")
    one.sees("juega> $")
    one.types("0 1")
    one.sees("ganará.*[\\s\\S]*juega> $")
    one.types("1")
    assert "0,494" in one.sees("Salida.*[\\s\\S]*juega> $")
    one.types("salir")
    one.paused()
    assert "Suma los tres pesos" in one.answers("")


def test_the_table_of_what_one_has_fills_in(learner):
    """With `datos`, and at the end of the part."""
    one = first(learner, 4)
    assert "2 gatito       0,90" in one.answers("datos")
    one.goes_on(ANSWERS[4])
    shown = one.answers(ANSWERS[5])
    assert "2 gatito       0,90      0,636" in shown
