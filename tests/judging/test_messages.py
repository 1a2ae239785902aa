"""What is said: first what is right, then what seems to have happened, then one next act. Never the answer."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.judging.building import ATENCION, S1, TEXT, typed
from tutor.judging import Target, Verdict, choice_target, judge, judge_batch, typed_from
from tutor.judging.messages import PLAIN

SUM = "Los pesos tienen que sumar 1: {} suman {}."


@pytest.mark.parametrize(
    ("step", "text", "message"),
    [
        (
            "scaled",
            "0,500 0 0,450",
            "La 2.ª es correcta. Parece que has usado d_k en lugar de su raíz. "
            "Haz la raíz cuadrada de d_k y divide por ella.",
        ),
        (
            "weights",
            "0,412 0,3 0,384",
            "La 1.ª y la 3.ª son correctas. Revisa la 2.ª. " + SUM.format("0,412 + 0,3 + 0,384", "1,096"),
        ),
        (
            "weights",
            "0,412 0,300 0,300",
            "La 1.ª es correcta. Revisa las demás. " + SUM.format("0,412 + 0,300 + 0,300", "1,012"),
        ),
        (
            "weights",
            "0,412 0,3 0,4",
            "La 1.ª es correcta. Revisa las demás. " + SUM.format("0,412 + 0,3 + 0,4", "1,112"),
        ),
        ("weights", "0,7 0,1 0,2", "No coinciden. Comprueba primero el paso anterior: suma de exponenciales (Σ e^z)."),
        (
            "weights",
            "0,700 0,500 -0,200",
            "No coinciden. Comprueba primero el paso anterior: suma de exponenciales (Σ e^z). "
            "Un peso no puede ser negativo.",
        ),
        ("root", "7", "No es ese número. Repasa la cuenta, número a número."),
        (
            "weights",
            "0,41 0,20 0,38",
            "Va bien, pero con pocos decimales. Escribe 3 decimales. No cuenta como intento.",
        ),
        (
            "weights",
            "0,416 0,201 0,382",
            "Va bien, pero se ha perdido precisión por el camino. Guarda 3 decimales en cada paso y repite. "
            "No cuenta como intento.",
        ),
        ("output", "7", "Se piden 2 números; has escrito uno. No cuenta como intento."),
        (
            "scores",
            "1 0 9",
            "La 1.ª y la 2.ª son correctas. Las cifras están bien, pero la coma está en otro sitio. "
            "Repasa dónde va la coma.",
        ),
    ],
)
def test_what_is_said(step: str, text: str, message: str) -> None:
    """On the running example."""
    assert judge("atencion", TEXT, step, text).message == message


@pytest.mark.parametrize(
    ("given", "act"),
    [
        ({}, "Comprueba primero el paso anterior: pesos (α)."),
        ({"weights": "0,412 0,203 0,384"}, "El paso anterior, pesos (α), está bien: repasa esta operación."),
        ({"weights": "0,500 0,203 0,297"}, "Comprueba primero el paso anterior: pesos (α)."),
        ({"weights": ""}, "Comprueba primero el paso anterior: pesos (α)."),
    ],
)
def test_where_to_look_follows_from_what_was_answered(given: dict[str, str], act: str) -> None:
    """Nobody is sent back to a step that is known to be right."""
    message = judge("atencion", TEXT, "output", "9,00 2,00", given=given, decimals=2).message
    assert message == f"No coinciden. {act}"


def test_a_matrix_says_rows_counted_from_0() -> None:
    """As everywhere in the lessons: which rows to look at; with an explanation, which cells are right."""
    data = {**TEXT, "Q": TEXT["K"], "mask": "causal"}
    wrong = judge("atencion", data, "weights", "1 0 0 | 0,244 0,494 0 | 0,398 0,226 0,376").message
    assert wrong == "7 de 9 son correctas. Revisa la fila 1, contando desde 0."
    unmasked = "0,412 0,203 0,384 | 0,244 0,494 0,262 | 0,398 0,226 0,376"
    message = judge("atencion", data, "weights", unmasked).message
    assert message.startswith("Correctas, contando desde 0: fila 2. Parece el reparto sin máscara.")


@pytest.mark.parametrize("wrong", [w for n in range(1, 4) for w in combinations(range(3), n)])
def test_what_is_left_is_named(wrong: tuple[int, ...]) -> None:
    """The one wrong cell by its place; «las demás» only where some are right and several are left."""
    right, other = ("0,412", "0,203", "0,384"), ("0,711", "0,937", "0,153")
    text = " ".join((other if i in wrong else right)[i] for i in range(3))
    message = judge("atencion", TEXT, "weights", text).message
    assert (f"Revisa la {wrong[0] + 1}.ª." in message) == (len(wrong) == 1)
    assert ("Revisa las demás." in message) == (len(wrong) == 2)
    assert ("No coinciden." in message) == (len(wrong) == 3)
    assert "que falta" not in message


def test_two_explanations_ask_for_the_number_between() -> None:
    """The running example cannot tell base 2 from dividing by d_k in the output: both are said, and the step where they
    part is asked."""
    judged = judge("atencion", TEXT, "output", "5,76 4,24", decimals=2)
    assert set(judged.slips) == {"base-2", "divide-by-dk"}
    assert judged.message.startswith("Puede ser una de dos cosas. Parece que has elevado 2")
    assert "O bien: parece que has usado d_k" in judged.message
    assert judged.message.endswith("Para saberlo, dime qué te dio antes: raíz (√d_k).")


def test_the_question_has_the_last_word() -> None:
    """A question's own words for a slip take the place of the equation's, and admit no second explanation."""
    target = Target(ATENCION, "weights", says={"divide-by-sum": "Suman 1, bien, pero falta la exponencial."})
    assert (
        judge_batch(target, TEXT, typed([[0.526, 0, 0.474]])).at(0).message
        == "Suman 1, bien, pero falta la exponencial."
    )


def test_nothing_right_is_claimed_of_numbers_out_of_place() -> None:
    """Swapped numbers are not praised cell by cell."""
    message = judge("atencion", S1, "weights", "0,848 0,050 0,102").message
    assert message == "Los números son buenos, pero están en otro orden. Escríbelos en el orden en que se piden."


def test_every_verdict_can_speak() -> None:
    """No verdict is silent."""
    spoken = {Verdict.SLIP, Verdict.COARSE, Verdict.WRONG, Verdict.WRONG_SHAPE}
    assert set(PLAIN) | spoken == set(Verdict)


def test_a_choice_that_is_none_of_them() -> None:
    """The number after the last is read, for whoever counts from one; where that is not it, the choices are told."""
    from tests.judging.test_carry import _choice

    target = choice_target(ATENCION, ("0", "1", "2"), 0)
    judged = judge_batch(target, TEXT, typed_from([_choice(3), _choice(2)], options=3))
    assert judged.at(0).message == "Esa no está entre las opciones: 0, 1, 2."
    assert judged.at(1).message.startswith("No es esa.")


def test_right_numbers_in_another_order_go_before_two_slips_that_happen_to_agree() -> None:
    """Under the mask, (0,670 ; 0,330 ; 0) are the weights swapped; signs or components crossed would also give them."""
    data = {"Q": [[0, 1]], "K": [[1, 0], [0, 1], [0.9, 0.1]], "V": [[1], [2], [3]], "mask": [[0, 0, "-inf"]]}
    judged = judge("atencion", data, "weights", "0,670 0,330 0", decimals=3)
    assert judged.verdict == "slip"
    assert "están en otro orden" in judged.message
    assert "dime qué te dio" not in judged.message


def test_a_named_slip_may_be_few_decimals() -> None:
    """The right numbers rounded to fewer decimals are that, and no slip; a slip seen in few decimals says both; beside
    whole numbers, which leave too little to tell, it is said as it may be."""
    data = {"Q": [[0.0, 1.0]], "K": [[1.0, 0.0], [0.0, 1.0]], "V": [[1.0], [0.0]]}
    assert judge("atencion", data, "weights", "0,3 0,7").verdict == "coarse"
    few = judge("atencion", TEXT, "weights", "0,53 0 0,47")
    assert few.slip == "divide-by-sum"
    assert few.message.endswith("Y escribe 3 decimales.")
    whole = judge("atencion", data, "weights", "0 1").message
    assert "O quizá son pocos decimales: escribe 3 decimales." in whole
    assert "decimales" not in judge("atencion", data, "weights", "0,269 0,731").message


def test_a_later_step_is_called_that_and_spends_no_attempt() -> None:
    """The weights where their exponentials are asked: right, and too early."""
    judged = judge("atencion", TEXT, "exps", "0,412 0,203 0,384")
    assert judged.message == (
        "Eso ya es un paso posterior: pesos (α). Aquí se pide antes: exponenciales (e^z). No cuenta como intento."
    )
    assert not judged.attempt


def test_a_member_of_a_family_says_which() -> None:
    """Of the three sums with a term left out, the one that it is."""
    total = judge("atencion", {**TEXT, "Q": [[2, 1]]}, "total", "6,141")
    assert total.slip == "term-left-out"
    assert "la clave 2" in total.message


def test_what_proves_nothing_is_told_why() -> None:
    """Products that leave one key everything need no exponential."""
    judged = judge("atencion", TEXT, "weights", "1 0 0", given={"scores": "100 0 0"})
    assert (judged.verdict, judged.evidence) == ("carried", False)
    assert "sin hacer la cuenta" in judged.message
    early = judge("atencion", TEXT, "weights", "0,416 0,201 0,382")
    assert early.evidence is None
