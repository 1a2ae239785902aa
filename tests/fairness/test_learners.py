"""Who measures the judge must be right themselves: the simulated learners of `benchmarks/simulated`."""

from __future__ import annotations

import math

import pytest
from simulated.learner import DoesNotWork, comma, cut, half_even, rounded
from simulated.papers import HONEST, paper
from simulated.procedures import BY_ID, LIKEWISE, PROCEDURES, TWENTY, WRITTEN, Procedure
from simulated.strategies import STRATEGIES
from simulated.ways import COARSE, CUTTING, FINE, MEMORY, ROUNDING, Way
from simulated.ways import HONEST as HONEST_WAYS

from tutor.equations import load_equation

TEXT = {"Q": [[1.0, 0.0]], "K": [[1.0, 0.0], [0.0, 1.0], [0.9, 0.1]], "V": [[10.0, 0.0], [0.0, 10.0], [5.0, 5.0]]}
SHEET = {
    "Q": [[1.5, -1, 0.5]],
    "K": [[1, -2, 1], [-1, 0.5, 2], [0, 1.5, -1], [2, 1, 0.5]],
    "V": [[4, -2], [1, 6], [-3, 5], [8, 1]],
    "Z": [[0.4, 1.2, -0.9, 2], [1.1, 0.3, -1.4, 0.8], [-0.6, 1.5, 0.7, -1.1], [0.9, -0.2, 1.7, 0.5]],
    "fila": 2,
}


@pytest.mark.parametrize(
    ("way", "weights", "output"),
    [(ROUNDING, "0,412 ; 0,203 ; 0,384", "6,04 ; 3,95"), (MEMORY, "0,412 ; 0,203 ; 0,384", "6,05 ; 3,95")],
    ids=["rounding", "memory"],
)
def test_the_numbers_of_the_text(way: Way, weights: str, output: str) -> None:
    """The worked example as printed, with rounded weights, and with every decimal."""
    texts = paper(TEXT, HONEST, way).texts()
    assert (texts["pesos"], texts["salida"]) == (weights, output)


@pytest.mark.parametrize(
    ("slip", "question", "typed"),
    [
        ("no-scale", "pesos", "0,845 ; 0,006 ; 0,002 ; 0,147"),
        ("exp-sign-outside", "exponenciales", "10,070 ; -1,781 ; -3,174 ; 3,666"),
        ("odds", "pesos", "2,216 ; 0,040 ; 0,022 ; 0,335"),
        ("divide-by-dk-squared", "pesos", "0,343 ; 0,197 ; 0,176 ; 0,283"),
        ("sum-of-values", "salida", "10,00 ; 10,00"),
        ("zero-keeps-the-other", "productos", "4,00 ; -1,00 ; -0,50 ; 2,25"),
    ],
)
def test_a_slip_by_hand(slip: str, question: str, typed: str) -> None:
    """What one works out with a calculator for that procedure, keeping three decimals or more."""
    found = paper(SHEET, BY_ID[slip], MEMORY).text(question)
    assert max(abs(a - b) for a, b in zip(numbers(found), numbers(typed), strict=True)) < 0.01


def numbers(text: str) -> list[float]:
    return [float(part.replace(",", ".")) for part in text.split(" ; ")]


def test_hidden_keys_get_nothing() -> None:
    """The masked row looks at itself and what came before."""
    z = SHEET["Z"][2][:3]
    total = sum(math.exp(x) for x in z)
    assert numbers(paper(SHEET, HONEST, MEMORY).text("mascara")) == pytest.approx(
        [*(math.exp(x) / total for x in z), 0.0], abs=5e-4
    )


@pytest.mark.parametrize("procedure", PROCEDURES, ids=[p.id for p in PROCEDURES])
def test_every_wrong_procedure_is_wrong(procedure: Procedure) -> None:
    """It gives other numbers than honest work somewhere, or comes to none."""
    if procedure.id == "weights-times-query":
        pytest.skip("three numbers where two are asked")
    data = SHEET if procedure.id != "zero-exp-zero" else {**SHEET, "Q": [[1, 0, 0]]}
    try:
        texts = paper(data, procedure, MEMORY).texts()
    except DoesNotWork:
        return
    assert texts != paper(data, HONEST, MEMORY).texts()


def test_every_slip_of_the_bank_has_a_learner() -> None:
    """And every learner's slip is in the bank, or is one that can be seen in the typed numbers alone."""
    known = set(load_equation("atencion").slips) - {"softmax-over-all", "transposed-weights"}
    made = {p.id for p in PROCEDURES if p.kind != "control"} - set(WRITTEN)
    assert known == made
    assert set(TWENTY) <= known
    assert set(LIKEWISE) <= made | set(WRITTEN) | {p.id for p in PROCEDURES if p.kind == "control"}


@pytest.mark.parametrize("way", [*HONEST_WAYS, *COARSE, *FINE], ids=lambda way: way.id)
def test_honest_ways_stay_near(way: Way) -> None:
    """Whatever is lost on the way, no weight is more than two hundredths away."""
    found, right = paper(SHEET, HONEST, way), paper(SHEET, HONEST, MEMORY)
    assert max(abs(a - b) for a, b in zip(found.typed("pesos"), right.typed("pesos"), strict=True)) < 0.02


def test_how_numbers_are_shortened() -> None:
    """Half away from zero, towards zero, half to even; and a zero without a sign."""
    assert [f(2)(-0.125) for f in (rounded, cut, half_even)] == [-0.13, -0.12, -0.12]
    assert comma(-0.001, 2, cut) == "0,00"
    assert paper(TEXT, HONEST, CUTTING).text("salida") == "6,04 ; 3,95"


def test_strategies_have_names_and_bounds() -> None:
    """Twenty-five at least, each once."""
    assert len({s.id for s in STRATEGIES}) == len(STRATEGIES) >= 25
    assert sum(s.most is not None or s.exactly is not None for s in STRATEGIES) >= 25
