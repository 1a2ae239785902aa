"""The check in a real terminal: five questions, one try each, verdicts at the end."""

from __future__ import annotations

import json

import pytest

RIGHT = ["0,00 ; 1,00 ; 0,10", "0,244 ; 0,494 ; 0,262", "1", "3,75 ; 6,25", "1,000 ; 0,000 ; 0,000"]
CLOSING = "Las cinco salen: entiendes la ecuación 1."


def answered(learner, texts, *args):
    """A learner who has typed the texts one after another, and all that was shown."""
    one = learner("check", "ejercicio", *args)
    one.prompted()
    for text in texts:
        one.answers(text)
    return one


def test_all_five_right_end_with_the_closing_sentence_and_offer_one_more(learner):
    one = answered(learner, RIGHT)
    assert one.screen.count("Leído.") == 5
    assert CLOSING in one.screen
    assert "No cuenta para nada" in one.screen
    assert "Una más" in one.answers("")
    one.types("0,331 ; 0,122 ; 0,547")
    assert one.ends() == 0
    assert "Bien." in one.screen.rpartition("Una más")[2]


@pytest.mark.parametrize("columns", [80, 40])
def test_a_function_is_checked_within_the_window(learner, tmp_path, columns):
    """The verdict, the numbers to see it by hand and what differs, in lines that fit."""
    file = tmp_path / "mi_atencion.py"
    file.write_text("import numpy as np\ndef atencion(Q, K, V):\n    return np.exp(Q @ K.T) @ V\n", encoding="utf-8")
    one = learner("check", "ejercicio", "--code", str(file), columns=columns)
    assert one.ends() == 1
    assert "dos fallos a la vez: no dividir por √d_k y no dividir por la suma" in " ".join(one.screen.split())
    assert "devuelve" in one.screen
    assert max(map(len, one.screen.split("\n"))) <= columns


def test_the_one_more_can_be_declined(learner):
    one = answered(learner, RIGHT)
    one.types("n")
    assert one.ends() == 0


def test_a_mistake_is_told_at_the_end_and_first(learner):
    one = answered(learner, ["1,00 ; 0,00 ; 0,90", RIGHT[1], "2", RIGHT[3]])
    assert "Todavía no" not in one.screen
    one.types(RIGHT[4])
    assert one.ends() == 1
    after = one.screen.rpartition("Leído.")[2]
    assert "Lo primero que hay que mirar:\nProductos: 1,00 ; 0,00 ; 0,90\nLo correcto: (0,00 ; 1,00 ; 0,10)\n" in after
    assert after.index("Productos:") < after.index("Clave que más pesa: clave 2") < after.index("Pesos:")
    assert CLOSING not in after


def test_a_check_that_was_left_is_taken_up_where_it_was(learner):
    """Ctrl-D, Ctrl-C and kill -9 leave the answers given."""
    one = answered(learner, RIGHT[:1])
    one.leaves()
    assert one.ends() == 1
    one = answered(learner, RIGHT[1:2])
    assert "llevas 1 de 5" in one.screen
    one.interrupts()
    assert one.ends() == 130
    assert "tutor check ejercicio" in one.screen
    one = answered(learner, RIGHT[2:3])
    one.kill()
    one = learner("check", "ejercicio")
    assert "llevas 3 de 5" in one.prompted()
    one.answers(RIGHT[3])
    one.types(RIGHT[4])
    one.paused()
    one.leaves()
    assert one.ends() == 0


def test_blank_and_unreadable_cost_nothing_and_hints_are_there(learner):
    one = answered(learner, ["", "no sé", "hola", "1 ; 2", "pista"])
    assert "Pista 1" in one.screen
    assert "Leído." not in one.screen
    assert "Leído." in one.answers(RIGHT[0])


def test_no_help_is_offered_that_a_check_does_not_give(learner):
    """After the last hint, too."""
    one = answered(learner, ["pista", "pista", "no sé"])
    shown = one.answers("pista")
    assert "No me quedan pistas. «saltar»" in shown
    assert "«solución»" not in one.screen


def test_under_json_the_talk_goes_beside_the_result(learner, tmp_path):
    """stdout, sent to a file, is one object; the questions are still on the screen."""
    one = answered(learner, RIGHT[:4], "--json")
    one.types(RIGHT[4])
    shown = one.sees(r'"schema": 1[\s\S]*\n\}')
    report = json.loads("{" + shown.partition("{")[2])
    assert report["passed"] is True
    assert one.ends() == 0


@pytest.mark.parametrize("command", ["solución", "atrás"])
def test_what_a_check_does_not_give_is_said(learner, command):
    one = learner("check", "ejercicio")
    one.prompted()
    assert "comprobación" in one.answers(command) or "hasta el final" in one.screen
    one.types("salir")
    assert one.ends() == 1


def test_the_second_check_has_numbers_of_its_own(learner):
    """The first is the text's; `--variant` chooses; what is handed in as a file stays the text's."""
    one = answered(learner, RIGHT)
    one.types("n")
    assert one.ends() == 0
    two = learner("check", "ejercicio")
    assert "variante 1" in two.prompted()
    assert "Q = [ 0,0  1,0 ]" not in two.screen
    two.types("salir")
    two.ends()
    named = learner("check", "ejercicio", "--variant", "0")
    assert "Q = [ 0,0  1,0 ]" in named.prompted()
    empty = learner("check", "ejercicio", "--template")
    empty.ends()
    assert "--variant" not in empty.screen


def test_nothing_before_the_end_tells_whether_an_answer_is_right(learner):
    """Few decimals are asked again in the same words, whatever they are, and stand when repeated."""
    one = learner("check", "ejercicio")
    one.prompted()
    one.answers(RIGHT[0])
    right, wrong = one.answers("0,24 ; 0,49 ; 0,26"), one.answers("0,24 ; 0,59 ; 0,26")
    assert right.replace("0,49", "0,59") == wrong
    assert "Leído." in one.answers("0,24 ; 0,59 ; 0,26")
