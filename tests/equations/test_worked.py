"""The arithmetic of a step is written as a hand would, true as printed, for any formula."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.answers import read
from tutor.equations import bind, load_equation, parse_equation
from tutor.equations.expression_tree import Num, Op, number, text, value
from tutor.equations.scope import Scope
from tutor.equations.worked import places_of, with_decimals, worked

RUNNING: dict[str, Any] = {
    "Q": [[1.0, 0.0]],
    "K": [[1.0, 0.0], [0.0, 1.0], [0.9, 0.1]],
    "V": [[10.0, 0.0], [0.0, 10.0], [5.0, 5.0]],
}
CAUSAL = {**RUNNING, "Q": RUNNING["K"], "mask": "causal"}
WHOLE: dict[str, Any] = {"Q": [[-2, 1], [1, -3]], "K": [[-1, -2], [0, 3]], "V": [[2, 0], [8, 1]]}

LINES = [
    ("scores", RUNNING, 2, "Q·K₂ = 1,0·0,9 + 0,0·0,1 = 0,90"),
    ("root", RUNNING, 0, "√d_k = √2 = 1,414"),
    ("scaled", RUNNING, 2, "Q·K₂/√d_k = 0,90/1,414 = 0,636"),
    ("exps", RUNNING, 0, "e^0,707 = 2,028"),
    ("exps", RUNNING, 2, "e^0,636 = 1,889 (con todos los decimales, 1,890)"),
    ("total", RUNNING, 0, "suma = 2,028 + 1,000 + 1,890 = 4,918"),
    ("weights", RUNNING, 0, "α₀ = 2,028/4,918 = 0,412"),
    ("output", RUNNING, 0, "salida₀ = 0,412·10,0 + 0,203·0,0 + 0,384·5,0 = 4,12 + 0,00 + 1,92 = 6,04 "
     "(con todos los decimales, 6,05)"),
    ("output", RUNNING, 1, "salida₁ = 0,412·0,0 + 0,203·10,0 + 0,384·5,0 = 0,00 + 2,03 + 1,92 = 3,95"),
    ("scores", WHOLE, 3, "Q₁·K₁ = 1·0 + (−3)·3 = −9,00"),
    ("masked", CAUSAL, 1, "z₀₁ = 0,000 + (−∞) = −∞"),
    ("exps", CAUSAL, 1, "e^−∞ = 0,000"),
    ("total", CAUSAL, 1, "suma₁ = 1,000 + 2,028 + 0,000 = 3,028"),
    ("weights", CAUSAL, 5, "α₁₂ = 0,000/3,028 = 0,000"),
]  # fmt: skip


def attention(data: dict[str, Any]) -> Scope:
    return bind(load_equation("atencion"), data)


@pytest.mark.parametrize(("step", "data", "index", "line"), LINES, ids=[line for *_, line in LINES])
def test_lines_of_attention(step: str, data: dict[str, Any], index: int, line: str) -> None:
    """The layout of the source text, each cell on a line."""
    assert worked(attention(data), step)[index] == line


SMALL = [
    ("producto", {"a": [3, 4], "b": [4, -3]}, "dot", "a·b = 3·4 + 4·(−3) = 0,00"),
    ("producto", {"a": [3, 4], "b": [4, -3]}, "norm_b", "‖b‖ = √(4² + (−3)²) = √25 = 5,000"),
    ("producto", {"a": [3, 4], "b": [4, 3]}, "cosine", "cos θ = 24,00/(5,000·5,000) = 24,00/25,000 = 0,960"),
    ("entropia", {"p": [0.5, 0.5]}, "entropy", "H = 0,347 + 0,347 = 0,694 (con todos los decimales, 0,693)"),
]


@pytest.mark.parametrize(("equation", "data", "step", "line"), SMALL, ids=[line for *_, line in SMALL])
def test_lines_of_other_equations(equation: str, data: dict[str, Any], step: str, line: str) -> None:
    """Nothing here knows about attention: any formula is written out."""
    assert worked(bind(load_equation(equation), data), step) == [line]


def test_cells_choose_the_lines() -> None:
    """Row and column, counted from 0."""
    assert worked(attention(CAUSAL), "scores", [(0, 1), (2, 0)]) == [
        "Q₀·K₁ = 1,0·0,0 + 0,0·1,0 = 0,00",
        "Q₂·K₀ = 0,9·1,0 + 0,1·0,0 = 0,90",
    ]


def test_heads_are_told_apart() -> None:
    """With several heads each begins with a line of its own."""
    data = {"X": [[1, 0], [0, 1]], "W_Q": [[1, 0], [0, 1]], "W_K": [[1, 0], [0, 1]], "W_V": [[1, 2], [3, 4]],
            "W_O": [[1, 0], [0, 1]], "heads": 2}  # fmt: skip
    lines = worked(bind(load_equation("multi-cabeza"), data), "scores")
    assert [line for line in lines if line.startswith("cabeza")] == ["cabeza 0:", "cabeza 1:"]
    assert len(lines) == 2 + 2 * 4


def test_large_scores_are_worked_with_the_maximum_subtracted() -> None:
    """As a person with a calculator has to: e^1000 does not fit."""
    lines = worked(attention({"Q": [[1000]], "K": [[1], [0.999]], "V": [[1], [2]]}), "weights")
    assert lines[0].startswith("α₀ = e^(1000,000 − 1000,000)/(e^(1000,000 − 1000,000) + e^(999,000 − 1000,000)) = ")
    assert lines[0].endswith("= 0,731")


@pytest.mark.parametrize("score", [40, 1000])
def test_what_is_too_large_to_write_is_not_called_infinite(score: int) -> None:
    """e^1000 is a number, and twenty invented digits of e^40 tell nothing; −∞ stays what it is."""
    scope = attention({"Q": [[score]], "K": [[1], [0]], "V": [[1], [2]]})
    assert worked(scope, "exps")[0] == f"e^{score},000 = (demasiado grande)"
    assert worked(scope, "total") == ["suma = (demasiado grande) + 1,000 = (demasiado grande)"]
    assert number(-math.inf, 3, "es").text == "−∞"


def test_a_new_equation_needs_no_python() -> None:
    """Formulas of a file that nobody has seen are written out too."""
    equation = parse_equation(
        "format: 1\nequation: nueva\ninputs: {x: [n], y: [n]}\nsteps:\n"
        '  gap: {formula: "x - y", symbol: d, decimals: 1}\n'
        '  size: {formula: "sqrt(sum(gap ** 2)) / 2", symbol: s, decimals: 2}\n'
        '  top: {formula: "max(abs(gap))", symbol: m, decimals: 1}\n',
        "nueva.yaml",
    )
    scope = bind(equation, {"x": [1, 5], "y": [4, 1]})
    assert worked(scope, "gap") == ["d₀ = 1 − 4 = −3,0", "d₁ = 5 − 1 = 4,0"]
    assert worked(scope, "size") == ["s = √((−3,0)² + 4,0²)/2 = 5,00/2 = 2,50"]
    assert worked(scope, "top") == ["m = máx(abs(−3,0) ; abs(4,0)) = máx(3,0 ; 4,0) = 4,0"]


X, Y = [2.5, -1, 4], [1, 3.25, 4]
FUNCTIONS = [
    ("maximum(x, y)", 1, "máx(−1,00 ; 3,25) = 3,25"),
    ("minimum(x, 2)", 2, "mín(4,00 ; 2) = 2,00"),
    ("sin(x)", 1, "sen(−1,00) = −0,84"),
    ("cos(x)", 1, "cos(−1,00) = 0,54"),
    ("log10(y)", 2, "log10(4,00) = 0,60"),
    ("floor(x)", 0, "⌊2,50⌋ = 2,00"),
    ("round(x)", 0, "redondeo(2,50) = 3,00"),
    ("sort(x)", 1, "2.º de menor a mayor (2,50 ; −1,00 ; 4,00) = 2,50"),
    ("median(y)", 0, "mediana(1,00 ; 3,25 ; 4,00) = 3,25"),
    ("col_sum(A)", 1, "2,00 + (−4,00) = −2,00"),
    ("col_max(A)", 1, "máx(2,00 ; −4,00) = 2,00"),
    ("det(A)", 0, "1,00·(−4,00) − 2,00·3,00 = −4,00 − 6,00 = −10,00"),
    ("det(B)", 0, "2,00·3,00·4,00 + 0,00·(−1,00)·0,00 + 1,00·1,00·5,00 − (1,00·3,00·0,00 + 2,00·(−1,00)·5,00 "
     "+ 0,00·1,00·4,00) = 29,00 − (−10,00) = 39,00"),
    ("one_hot(i, 3)", 2, "¿2 = 2? = 1,00"),
    ("one_hot(i, 3) @ B", 1, "5,00"),
    ("A @ one_hot(i, 3)", 0, "2,00"),
    ("A @ one_hot(i, 3) + one_hot(i, 3)", 1, "0 + ¿2 = 1? = 0,00"),
    ("x >= y", 0, "¿2,50 ≥ 1,00? = 1,00"),
    ("x != y", 2, "¿4,00 ≠ 4,00? = 0,00"),
    ("where(x > y, x * y, x + y)", 0, "¿2,50 > 1,00? sí: 2,50·1,00 = 2,50"),
    ("2 * where(x > y, x, y)", 1, "2·(¿−1,00 > 3,25? no: 3,25) = 2·3,25 = 6,50"),
    ("1 + (x < 2)", 1, "1 + ¿−1,00 < 2? = 1 + 1 = 2,00"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "index", "line"), FUNCTIONS, ids=[formula for formula, *_ in FUNCTIONS])
def test_every_function_is_written_out(formula: str, index: int, line: str) -> None:
    """In words and signs that a person who never programmed can follow."""
    equation = parse_equation(
        "format: 1\nequation: n\ninputs: {x: [n], y: [n], i: [m], A: [a, b], B: [c, c]}\nsteps:\n"
        f'  r: {{formula: "{formula}", symbol: "", title: r, decimals: 2}}\n',
        "n",
    )
    square = [[2, 0, 1], [1, 3, -1], [0, 5, 4]]
    scope = bind(equation, {"x": X, "y": Y, "i": [2, 0], "A": [[1, 2], [3, -4]], "B": square})
    assert worked(scope, "r")[index].split(" = ", 1)[1] == line


def test_inputs_share_their_decimals() -> None:
    """All data of an example are printed alike, a mask apart."""
    assert places_of(attention(CAUSAL)) == {"Q": 1, "K": 1, "V": 1, "mask": 0}
    assert places_of(attention(WHOLE))["Q"] == 0


def test_decimals_can_be_chosen() -> None:
    """`--decimals` changes every step."""
    scope = bind(with_decimals(load_equation("atencion"), 5), RUNNING)
    assert worked(scope, "exps")[0] == "e^0,70711 = 2,02812 (con todos los decimales, 2,02811)"


numbers = st.integers(-40, 40).map(lambda n: n / 10)


@settings(max_examples=60)
@given(
    q=st.lists(numbers, min_size=2, max_size=3),
    keys=st.integers(1, 3),
    locale=st.sampled_from(["es", "es-MX"]),
    data=st.data(),
)
def test_every_line_is_true_as_printed(q: list[float], keys: int, locale: str, data: st.DataObject) -> None:
    """What stands before the last `=` reads as what stands after it; a remark gives the exact value."""
    row = st.lists(numbers, min_size=len(q), max_size=len(q))
    k = data.draw(st.lists(row, min_size=keys, max_size=keys))
    v = data.draw(st.lists(st.lists(numbers, min_size=1, max_size=2), min_size=keys, max_size=keys).filter(
        lambda rows: len({len(r) for r in rows}) == 1))  # fmt: skip
    scope = attention({"Q": [q], "K": k, "V": v})
    for name, step in scope.equation.steps.items():
        if not scope.active(name):
            continue
        exact = scope[name].ravel().tolist()
        for line, x in zip(worked(scope, name, locale=locale), exact, strict=True):
            said, _, remark = line.partition(" (con todos los decimales, ")
            *_, before, result = said.split(" = ")
            shown = read(result, "scalar", locale=locale).value
            again = read(before, "scalar", locale=locale)
            assert isinstance(shown, float)
            if again.outcome == "value":
                assert isinstance(again.value, float)
                assert math.isclose(again.value, shown, abs_tol=0.51 * 10**-step.decimals)
            told = read(remark.rstrip(")"), "scalar", locale=locale).value if remark else shown
            assert isinstance(told, float)
            assert math.isclose(told, x, rel_tol=1e-9, abs_tol=0.5000001 * 10**-step.decimals)


def test_brackets_stand_where_a_sign_would_be_misread() -> None:
    """Negative numbers in the midst, sums in products, compounds under a bar or a root."""
    minus = number(-2.0, 0, "es")
    two = number(2.0, 0, "es")
    assert text(Op("·", (minus, minus))) == "−2·(−2)"
    assert text(Op("·", (Op("+", (two, two)), two))) == "(2 + 2)·2"
    assert text(Op("/", (two, Op("·", (two, two))))) == "2/(2·2)"
    assert text(Op("^", (minus, two))) == "(−2)²"
    assert text(Op("√", (Op("+", (two, two)),))) == "√(2 + 2)"
    assert text(Op("-", (two, Op("-", (two, minus))))) == "2 − (2 − (−2))"


def test_values_that_come_to_nothing() -> None:
    """0/0 is no number, and what overflows is infinite."""
    zero = Num(0.0, "0")
    assert math.isnan(value(Op("/", (zero, zero))))
    assert value(Op("e^", (Num(1000.0, "1000"),))) == math.inf
    assert re.fullmatch(r"e\^1000", text(Op("e^", (Num(1000.0, "1000"),))))


def test_what_is_gone_on_from_keeps_its_decimals() -> None:
    """A step shown without decimals is no factor without them: the line is true as printed, in the decimals asked."""
    text = """\
format: 1
equation: e
title: "E"
inputs: {x: [], y: []}
steps:
  a: {formula: "x / 3", symbol: "a", decimals: 0, title: "a"}
  b: {formula: "a * y", symbol: "b", decimals: 0, title: "b"}
"""
    scope = bind(parse_equation(text, "e.yaml"), {"x": 11, "y": 0.82})
    assert worked(scope, "b") == ["b = 4·0,82 = 3"]
    assert worked(scope, "b", keep=3) == ["b = 3,667·0,82 = 3,007"]
    assert worked(scope, "b", decimals=1, keep=3) == ["b = 3,667·0,82 = 3,0"]
    assert worked(bind(scope.equation, {"x": 12, "y": 2}), "b", keep=3) == ["b = 4·2 = 8"]
