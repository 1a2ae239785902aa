"""Questions over numbers: what is asked, what is right, what earlier answers carry."""

from __future__ import annotations

import pytest

from tests.units.units import RUNNING, opened, question
from tutor.answers import Reading
from tutor.authoring import open_unit
from tutor.errors import ContentError
from tutor.judging import Verdict
from tutor.units.bound_unit import OpenUnit
from tutor.units.judge import judge_answer

ASKED = [
    ({"step": "scores"}, "vector", (3,), 2, [1.0, 0.0, 0.9]),
    ({"step": "root"}, "scalar", None, 3, 2**0.5),
    ({"step": "scores", "cell": [0, 2]}, "scalar", None, 2, 0.9),
    ({"step": "output", "decimals": 4}, "vector", (2,), 4, [6.045305, 3.954695]),
    ({"expect": "sum(weights)"}, "scalar", None, 3, 1.0),
    ({"expect": "K"}, "matrix", (3, 2), 3, RUNNING["K"]),
    ({"expect": "sum(K)"}, "vector", (3,), 3, [1.0, 1.0, 1.0]),
    ({"expect": "d_k", "decimals": 0}, "scalar", None, 0, 2.0),
    ({"choices": {0: "clave 0", 1: "clave 1", 2: "clave 2"}, "right": "heaviest(weights)"}, "scalar", None, None, 0.0),
    ({"choices": {"a": "sí", "b": "no"}, "answer": "b"}, "scalar", None, None, 1.0),
    ({"step": "weights", "row": 1, "data": {"Q": "K", "mask": "causal"}}, "vector", (3,), 3, [0.330238, 0.669762, 0]),
]


@pytest.mark.parametrize(("asks", "kind", "shape", "decimals", "right"), ASKED, ids=[str(a)[:40] for a, *_ in ASKED])
def test_what_is_asked(asks: dict, kind: str, shape: tuple | None, decimals: int | None, right: object) -> None:
    """Kind, shape and decimals come from the step or the formula; a column is asked as a list."""
    asked = opened(question("q", **asks)).question("q")
    assert (asked.kind, asked.shape, asked.decimals) == (kind, shape, decimals)
    assert asked.right == pytest.approx(right, abs=1e-6) if not isinstance(right, list) or kind != "matrix" else True
    if kind == "matrix":
        assert asked.right == right


CHAIN = [
    question("productos", step="scores"),
    question("escalados", step="scaled"),
    question("pesos", step="weights"),
    question("salida", step="output"),
    question("suma", expect="sum(exps)"),
    question("clave", choices={0: "clave 0", 1: "clave 1", 2: "clave 2"}, right="heaviest(weights)"),
    question("vuelta", step="scaled", data={"Q": [[-1.0, 0.0]]}),
    question("celda", step="output", cell=[0, 1]),
]


@pytest.fixture(scope="module")
def chain() -> OpenUnit:
    return opened(*CHAIN)


def answers(unit: OpenUnit, **texts: str) -> dict[str, Reading]:
    return {id: unit.question(id).read(text) for id, text in texts.items()}


CARRIED = [
    ({"escalados": "1,000;0,000;0,900"}, "pesos", "0,440;0,162;0,398", Verdict.CARRIED),
    ({"pesos": "0,489;0,096;0,415"}, "salida", "6,96;3,04", Verdict.CARRIED),
    ({"pesos": "0,489;0,096;0,415"}, "celda", "3,04", Verdict.CARRIED),
    ({"pesos": "0,203;0,412;0,384"}, "clave", "1", Verdict.CARRIED),
    ({"escalados": "1,000;0,000;0,900"}, "suma", "6,178", Verdict.CARRIED),
    ({"productos": "1;0;0,8"}, "vuelta", "0,707;0;0,566", Verdict.WRONG),
    ({"escalados": "1,000;0,000;0,900"}, "pesos", "0,412;0,203;0,384", Verdict.EXACT),
]


@pytest.mark.parametrize(("earlier", "asked", "typed", "verdict"), CARRIED, ids=[f"{a}-{t}" for _, a, t, _ in CARRIED])
def test_earlier_answers_are_given_to_later_ones(
    chain: OpenUnit, earlier: dict[str, str], asked: str, typed: str, verdict: Verdict
) -> None:
    """Also to formulas, to parts of a step and to choices; not where the question has other numbers."""
    judged = judge_answer(chain, asked, chain.question(asked).read(typed), answers(chain, **earlier))
    assert judged.verdict is verdict


def test_a_cell_answered_alone_is_given_too() -> None:
    """Q·K₁ typed alone, and wrong, reaches the three that are then scaled."""
    unit = opened(question("uno", step="scores", cell=[0, 1]), question("todos", step="scaled"))
    earlier = answers(unit, uno="1")
    assert (
        judge_answer(unit, "todos", unit.question("todos").read("0,707;0,707;0,636"), earlier).verdict
        is Verdict.CARRIED
    )


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("", "blank"), ("no sé", "blank"), ("?!x", "unreadable"), ("1;2", "wrong-shape"), ("0,412;0,203;0,384", "exact")],
)
def test_what_is_no_answer_is_no_attempt(chain: OpenUnit, text: str, verdict: str) -> None:
    judged = judge_answer(chain, "pesos", chain.question("pesos").read(text))
    assert judged.verdict == verdict
    assert judged.message


OWN = {"id": "own:una", "gives": "scores", "says": "{scores}", "do": "x2"}


def test_the_words_of_a_slip_are_filled_in() -> None:
    """A question's own words may hold numbers; what quotes the learner is never taken for a template."""
    unit = opened(question(says={"no-scale": "Falta √{d_k}."}), question("doble", expect="2 * scores", slips=[OWN]))
    assert judge_answer(unit, "pesos", unit.question("pesos").read("0,440;0,162;0,398")).message.endswith("Falta √2.")
    assert judge_answer(unit, "doble", unit.question("doble").read("1;0;0,9")).message.endswith(
        "(1,00 ; 0,00 ; 0,90) x2"
    )
    assert "0,412" not in judge_answer(unit, "pesos", unit.question("pesos").read("{weights}")).message


def test_decoys_come_before_slips() -> None:
    """Right for other data is said first; in a variant, the unit's first numbers are other data too."""
    other = {"id": "otra", "data": {"Q": [[0.0, 1.0]]}, "says": "Con la otra consulta, no con {Q}."}
    unit = opened(question("pesos"), decoys=[other])
    judged = judge_answer(unit, "pesos", unit.question("pesos").read("0,244;0,494;0,262"))
    assert judged.slip == "other-data"
    assert judged.message.startswith("Con la otra consulta, no con (1 ; 0).")
    variant = unit.over_with({"Q": [[2.0, 0.0]]})
    judged = judge_answer(variant, "pesos", variant.question("pesos").read("0,412;0,203;0,384"))
    assert judged.slip == "other-data"


def test_numbers_can_be_replaced() -> None:
    """As `tutor explain softmax --scores` does; another length is no trouble."""
    unit = open_unit("softmax", over={"z": [2.0, -1.0]})
    assert unit.scope()["weights"].reshape(-1).tolist() == pytest.approx([0.952574, 0.047426], abs=1e-6)


def test_an_unknown_question_suggests_the_nearest(chain: OpenUnit) -> None:
    with pytest.raises(ContentError) as error:
        chain.question("peso")
    assert "«pesos»" in error.value.hint


def test_answers_are_echoed_as_typed(chain: OpenUnit) -> None:
    """With the decimals typed; an operation, with those asked; a choice by its words."""
    pesos, clave = chain.question("pesos"), chain.question("clave")
    assert pesos.write(pesos.read("0,41 ; 1/3 ; 0,2")) == "(0,41 ; 0,333 ; 0,2)"
    assert pesos.write(pesos.right, "en") == "(0.412, 0.203, 0.384)"
    assert clave.write(clave.read("K₂")) == "clave 2"


def test_options_follow_the_locale() -> None:
    """They are shown, read and echoed with the decimal mark in force."""
    unit = opened(question("q", choices={"a": "alrededor de 0,33", "b": "alrededor de 0,97"}, answer="a"))
    asked = unit.question("q")
    assert asked.options("es-MX") == (("a", "alrededor de 0.33"), ("b", "alrededor de 0.97"))
    reading = asked.read("0.97", "es-MX")
    assert reading.value == 1.0
    assert asked.write(reading, "es-MX") == "alrededor de 0.97"
