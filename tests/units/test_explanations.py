"""What is said around an answer."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.units.units import opened, question
from tutor.answers import read
from tutor.authoring import open_unit
from tutor.units import explanations, judge_answer, unit_names
from tutor.units.bound_unit import OpenUnit

NOTED = [{"typed": "0,4", "says": "Has puesto 0,4."}, {"typed": "0,4;0,2;0,4", "says": "Los tres."}]


@pytest.fixture(scope="module")
def unit() -> OpenUnit:
    return opened(
        question("apuesta", graded=False, choices={"a": "nada", "b": "algo"}, answer="b"),
        question(
            "pesos",
            reason="Suman {sum(weights):0}.",
            notes=[*NOTED, {"of": "apuesta", "typed": "b", "says": "Acertaste: {cell(mine_pesos, 0, 1):1}."}],
            hints=["d_k = {d_k}", "Con otros números: {1/4:2}"],
        ),
        question("suma", expect="sum(weights)", solution="Suma: {weights}.\nDa {sum(weights):3}."),
        question("celda", step="output", cell=[0, 1]),
        question("fila", step="weights", row=0, data={"Q": "K"}),
        question("doble", expect="2 * d_k", decimals=0),
        card=[["pesos", "{mine:pesos}"]],
    )


ROUNDED = "Así escritos, (0,412 ; 0,203 ; 0,384) suman 0,999: es el redondeo."


@pytest.mark.parametrize(
    ("typed", "bet", "said"),
    [
        ("0,412;0,203;0,384", None, f"Suman 1. {ROUNDED}"),
        ("0,4;0,203;0,384", None, "Suman 1. Has puesto 0,4."),
        ("0,4;0,2;0,4", None, "Suman 1. Has puesto 0,4. Los tres."),
        ("0,412;0,203;0,385", "a", "Suman 1."),
        ("0,412;0,203;0,384", "b", f"Suman 1. Acertaste: 0,2. {ROUNDED}"),
    ],
)
def test_the_reason_and_its_notes(unit: OpenUnit, typed: str, bet: str | None, said: str) -> None:
    """A note only for whoever typed its number: any cell for a single one; of an earlier answer with `of`."""
    reading = unit.question("pesos").read(typed)
    mine = {"pesos": reading} | ({"apuesta": unit.question("apuesta").read(bet)} if bet else {})
    assert explanations.reason(unit, "pesos", reading, mine) == said


def test_hints_and_card_are_filled_in(unit: OpenUnit) -> None:
    assert explanations.hints(unit, "pesos") == ("d_k = 2", "Con otros números: 0,25")
    assert explanations.card(
        unit,
    ) == (("pesos", "(0,412 ; 0,203 ; 0,384)"),)
    assert explanations.card(unit, {"pesos": unit.question("pesos").read("1;0;0")}) == (("pesos", "(1 ; 0 ; 0)"),)


def test_the_solution_is_the_authors_or_the_steps(unit: OpenUnit) -> None:
    """The author's words, else the arithmetic of the part that is asked, else the number."""
    assert explanations.solution(unit, "suma") == ("Suma: (0,412 ; 0,203 ; 0,384).", "Da 1,000.")
    assert len(explanations.solution(unit, "celda")) == 1
    assert "0,203·10" in explanations.solution(unit, "celda")[0]
    assert len(explanations.solution(unit, "fila")) == 7, "three exponentials, their sum, three weights"
    assert explanations.solution(unit, "doble") == ("4",)


@pytest.mark.parametrize(
    ("slip", "skill"),
    [
        ("no-scale", "escalado"),
        ("divide-by-dk", "escalado"),
        ("sum-not-product", "producto-escalar"),
        ("divide-by-sum", "softmax"),
        ("cells-swapped", "softmax"),
        (None, "softmax"),
    ],
)
def test_a_slip_belongs_to_the_skill_of_its_step(slip: str | None, skill: str) -> None:
    """Forgetting to scale, seen in the weights, is practised as scaling; what no step owns stays with the question."""
    assert explanations.skill_of(open_unit("ejercicio").question("pesos"), slip) == skill


SHOWN = [
    ("ecuacion1", "pesos", ["e^0,707 = 2,028", "suma = 2,028 + 1,000 + 1,890 = 4,918", "α₀ = 2,028/4,918 = 0,412"]),
    ("ejercicio", "pesos", ["√d_k = √2 = 1,4142", "Q·K₁/√d_k = 1,00/1,4142 = 0,7071", "e^0,7071 = 2,0281"]),
    ("ecuacion1", "mascara-fila-1", ["e^−∞ = 0,000", "α₁₁ = 2,028/3,028 = 0,670"]),
]


@pytest.mark.parametrize(("unit", "question", "lines"), SHOWN, ids=[f"{u} {q}" for u, q, _ in SHOWN])
def test_a_worked_answer_shows_what_leads_to_it(unit: str, question: str, lines: list[str]) -> None:
    """The steps since the last one asked; of weights always the exponentials, not only the last quotient."""
    worked = explanations.solution(open_unit(unit), question)
    assert [line for line in lines if line not in worked] == []


WORKED = [
    (name, q.id) for name in unit_names() for q in open_unit(name).questions if q.model.step and not q.model.solution
]


@pytest.mark.parametrize(("name", "question"), WORKED, ids=[f"{name} {q}" for name, q in WORKED])
def test_a_worked_answer_is_true_as_printed_and_right_as_typed(name: str, question: str) -> None:
    """On the unit's numbers and on drawn ones, what each line ends in, typed, is right; what the printed numbers give
    differs from it by no more than their decimals do, or the line says so."""
    for variant in range(3 if open_unit(name).unit.variants is not None else 1):
        true_as_printed(open_unit(name, variant), question)


def true_as_printed(opened: OpenUnit, question: str) -> None:
    """What is printed before the last `=` of a line, computed, is what stands behind it; and that, typed, is right."""
    asked = opened.question(question)
    shape = asked.shape or (1,)
    solved = [line for line in explanations.solution(opened, question) if " = " in line]
    for line in solved:
        *links, end = line.replace("\u00a0", "").split(" = ")
        last = read(end, kind="scalar").value
        sums = [read(link, kind="scalar").value for link in links]
        half = 0.5 * 10.0 ** -len(end.partition(",")[2])
        assert last in (None, np.inf, -np.inf) or all(x is None or abs(x - last) <= half + 1e-9 for x in sums), line
    lines = solved[-int(np.prod(shape)) :]
    ends = [re.split(r" = |decimales, ", line)[-1].rstrip(")") for line in lines]
    rows = [" ; ".join(ends[i : i + shape[-1]]) for i in range(0, len(ends), shape[-1])]
    assert judge_answer(opened, question, asked.read(" | ".join(rows))).correct, lines


@settings(max_examples=40)
@given(st.integers(0, 3), st.sampled_from([2, 3, 4, 6]), st.lists(st.integers(0, 4), min_size=6, max_size=6), st.data())
def test_worked_answers_of_any_unit_are_true_as_printed(
    places: int, keep: int, decimals: list[int], data: st.DataObject
) -> None:
    """Whatever the numbers, the decimals asked and those kept."""
    keys, width, outputs = (data.draw(st.integers(1, 3)) for _ in range(3))
    sizes = {"Q": (1, width), "K": (keys + 1, width), "V": (keys + 1, outputs)}
    numbers = st.integers(-3 * 10**places, 3 * 10**places).map(lambda x: x / 10**places)
    rows = {
        n: data.draw(st.lists(st.lists(numbers, min_size=c, max_size=c), min_size=r, max_size=r))
        for n, (r, c) in sizes.items()
    }
    steps = ("scores", "root", "scaled", "exps", "weights", "output")
    asked = (question(step, step=step, decimals=d) for step, d in zip(steps, decimals, strict=True))
    unit = opened(*asked, data=rows, keep=keep)
    for step in steps:
        true_as_printed(unit, step)
