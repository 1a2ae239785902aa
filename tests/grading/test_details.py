"""What stands behind a row, worked out for a block of students at once, is what each would get alone."""

from __future__ import annotations

import numpy as np
import pytest

from tutor.answers import write_number
from tutor.authoring import open_unit, open_version
from tutor.grading import details
from tutor.grading.classroom import grade
from tutor.grading.records import Graded
from tutor.handout.answer_key import draw_sheets
from tutor.intake.models import ClassWork, HandIn
from tutor.judging.ladder import Expected
from tutor.judging.numbers import Numbers
from tutor.roster.sheets import Sheets
from tutor.units import OpenUnit
from tutor.units.judge import judge_hand_ins, typed_in

IDS = [f"a{i}" for i in range(7)]


def homework(unit: str) -> tuple[OpenUnit, Sheets, Graded]:
    """Seven students who handed in nothing but their names, each with numbers of their own."""
    opened = open_unit(unit)
    sheets = draw_sheets(opened.unit, IDS)
    handins = tuple(HandIn(id, {}, f"{id}.txt", order=(id, 0)) for id in IDS)
    return opened, sheets, grade(opened, ClassWork(None, handins), sheets=sheets).graded


@pytest.mark.parametrize("unit", ["entrega", "mascara-causal", "multi-cabeza"])
def test_right_answers_and_allowances_of_own_numbers(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the unit says when it is opened with one student's numbers, whatever the order in which they are asked."""
    monkeypatch.setattr(details, "BLOCK", 3)
    opened, sheets, graded = homework(unit)
    for row in [*graded.rows[::-1], *graded.rows]:
        own = OpenUnit(opened.unit, over=sheets.sheets[row.id].data)
        for asked in graded.questions:
            question = own.question(asked.id)
            assert graded.right(row, asked.id) == question.write(question.right)
            assert graded.allowance(row, asked.id) == allowance(own, asked.id)


def allowance(own: OpenUnit, id: str) -> str:
    question = own.question(id)
    if question.choices or question.target.exact:
        return ""
    with np.errstate(all="ignore"):
        tau = Expected(question.target, Numbers.of(question.scope, question.target), ()).tau
    places = question.decimals or 0
    return f"± {write_number(float(np.max(tau, initial=0.0)) + 0.5 * 10.0**-places, places + 1)}"


def test_the_numbers_of_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row is told of its own numbers, in whatever order rows are asked for."""
    monkeypatch.setattr(details, "BLOCK", 3)
    _, sheets, graded = homework("entrega")
    for row in [*graded.rows[::2], *graded.rows]:
        told, own = graded.detail(row).data, sheets.sheets[row.id].data
        assert told.keys() == own.keys()
        for name, value in own.items():
            assert np.array_equal(np.squeeze(told[name]), np.squeeze(value))


def test_a_question_about_the_unit_own_numbers() -> None:
    """Without sheets, all have the right answers of the unit."""
    opened = open_version("entrega", 2)
    graded = grade(opened, ClassWork(None, (HandIn("a1", {"clave": "2"}, "a1.txt"),))).graded
    assert graded.right(graded.rows[0], "clave") == "clave 2"
    assert graded.allowance(graded.rows[0], "clave") == ""
    assert graded.allowance(graded.rows[0], "pesos") == allowance(opened, "pesos")


def test_the_step_before_is_told_to_each() -> None:
    """Whether the step before is right is found for all wrong answers at once, and told to each as if alone."""
    opened = open_version("entrega", 2)
    pesos = [
        "0,102 ; 0,050 ; 0,848",
        "0,3 ; 0,3 ; 0,4",
        "",
        "0,10 ; 0,05 ; 0,85",
        "0,102 0,050",
        "0,102 ; 0,05 ; 0,848",
    ]
    salida = ["5 ; 5", "5 ; 5", "5 ; 5", "7 ; 2", "5 ; 5", "0,60 ; 8,48"]

    def said(pesos: list[str], salida: list[str]) -> list[str]:
        texts = {"pesos": pesos, "salida": salida}
        typed = {id: typed_in(opened.question(id), some, opened.question(id).read, "es") for id, some in texts.items()}
        judged = judge_hand_ins(opened, typed)["salida"]
        return [judged.at(i).message for i in range(len(salida))]

    together = said(pesos, salida)
    assert together == [said([p], [s])[0] for p, s in zip(pesos, salida, strict=True)]
    assert [("está bien" in text, "Comprueba primero" in text) for text in together] == [
        (True, False), (False, True), (False, True), (True, False), (False, True), (False, False),
    ]  # fmt: skip
