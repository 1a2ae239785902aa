"""Two explanations for one answer: told apart by what is on record, or by asking for the step where they part."""

from __future__ import annotations

import pytest

from tutor.answers import Reading
from tutor.authoring import open_unit
from tutor.judging import Judgement
from tutor.units import OpenUnit
from tutor.units.judge import judge_answer, judge_asked_back

ASKS = "dime qué te dio antes"
TWO_WAYS = [
    ("ejercicio", "pesos", "0,333 ; 0,333 ; 0,333", "productos (Q·Kᵀ)"),
    ("ejercicio", "pesos", "0,302 ; 0,388 ; 0,310", "raíz (√d_k)"),
    ("ecuacion1", "salida-2", "3,21", "productos escalados (Q·Kᵀ/√d_k)"),
    ("ecuacion1", "mascara-fila-1", "0,500 ; 0,500 ; 0,000", "productos (Q·Kᵀ)"),
    ("ejercicio", "salida", "0,45 ; 9,55", "pesos (α)"),
]
IDS = [f"{unit}-{question}-{step.split()[0]}" for unit, question, _, step in TWO_WAYS]


def judged(unit: OpenUnit, question: str, typed: str, **earlier: str) -> Judgement:
    record: dict[str, Reading] = {q: unit.question(q).read(text) for q, text in earlier.items()}
    return judge_answer(unit, question, unit.question(question).read(typed), record)


@pytest.mark.parametrize(("name", "question", "typed", "step"), TWO_WAYS, ids=IDS)
def test_the_step_is_the_one_that_the_message_asks_for(name: str, question: str, typed: str, step: str) -> None:
    unit = open_unit(name)
    judgement = judged(unit, question, typed)
    aside = judgement.parts.asks
    assert aside is not None
    assert judgement.message.endswith(f"{ASKS}: {step}.")
    assert aside.name == step


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("0,244 ; 0,494 ; 0,262", "exact"), ("9 ; 9 ; 9", "wrong"), ("0,207 ; 0,564 ; 0,229", "slip")],
)
def test_nothing_is_asked_where_there_are_no_two_ways(typed: str, verdict: str) -> None:
    unit = open_unit("ejercicio")
    judgement = judged(unit, "pesos", typed)
    assert judgement.verdict.value == verdict
    assert judgement.parts.asks is None
    assert ASKS not in judgement.message


def test_what_is_on_record_settles_it() -> None:
    """Right products leave only the wrong way after them; wrong ones, or none, do not."""
    unit, uniform = open_unit("ejercicio"), "0,333 ; 0,333 ; 0,333"
    settled = judged(unit, "pesos", uniform, productos="0,00 ; 1,00 ; 0,10")
    assert settled.slips == ("uniform",)
    assert settled.message.startswith("Parece que has repartido a partes iguales.")
    assert "una de dos" not in settled.message
    assert ASKS in judged(unit, "pesos", uniform).message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0 1 0,1", "Ese paso está bien. Parece que has repartido a partes iguales."),
        ("2 ; 2 ; 2", "Ahí está el fallo."),
        ("7 ; 8 ; 9", "Ahí está el fallo."),
        ("1,414", None),
        ("hola", None),
        ("1 ; 2", None),
    ],
)
def test_what_the_learner_got_at_the_step_tells_them_apart(text: str, told: str | None) -> None:
    """What has not the shape of the step is no answer to that."""
    unit = open_unit("ejercicio")
    question = unit.question("pesos")
    aside = judged(unit, "pesos", "0,333 ; 0,333 ; 0,333").parts.asks
    assert aside is not None
    found = judge_asked_back(unit, question, aside, text, "es")
    assert (found is None) == (told is None)
    assert found is None or found.text.startswith(told or "")


def test_of_several_rows_the_one_that_is_asked_about() -> None:
    unit = open_unit("ecuacion1")
    question = unit.question("mascara-fila-1")
    aside = judged(unit, "mascara-fila-1", "0,500 ; 0,500 ; 0,000").parts.asks
    assert aside is not None
    found = judge_asked_back(unit, question, aside, "0 1 0,1", "es")
    assert found is not None
    assert found.text.startswith("Ese paso está bien.")


def test_one_number_for_all_rows() -> None:
    """The root has no rows to pick from."""
    unit = open_unit("ejercicio")
    question = unit.question("pesos")
    aside = judged(unit, "pesos", "0,302 ; 0,388 ; 0,310").parts.asks
    assert aside is not None
    found = judge_asked_back(unit, question, aside, "4", "es")
    assert found is not None
    assert found.text.startswith("Ahí está el fallo.")
