"""Formulas: what may be written, and that leading axes are free."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.engine import FUNCTIONS, FormulaError, compile_formula, lift, public, public_shape
from tutor.engine.functions import COMPARISONS, JUMPS

X = [[1.0, -2.0, 0.5], [0.0, 4.0, 0.25]]


def value(text: str, **names: object) -> list:
    env = {n: v if isinstance(v, int) else lift(v) for n, v in names.items()}
    return public(compile_formula(text).evaluate(env)).tolist()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum(x)", [-0.5, 4.25]),
        ("min(x)", [-2.0, 0.0]),
        ("max(x)", [1.0, 4.0]),
        ("mean(row(x, 1))", 4.25 / 3),
        ("col_min(x)", [0.0, -2.0, 0.25]),
        ("col_max(x)", [1.0, 4.0, 0.5]),
        ("x.T @ x", (np.transpose(X) @ X).tolist()),
        ("x ** 2", np.square(X).tolist()),
        ("2 ** x", np.exp2(X).tolist()),
        ("-abs(x) + 1", (1 - np.abs(X)).tolist()),
        ("heaviest(x)", [[1, 0, 0], [0, 1, 0]]),
        ("is_zero(x)", [[0, 0, 0], [1, 0, 0]]),
        ("is_negative(x)", [[0, 1, 0], [0, 0, 0]]),
        ("reverse(x)", np.fliplr(X).tolist()),
        ("rows_from(x, 1)", [X[1], X[0]]),
        ("cumulate(x)", np.cumsum(X, axis=1).tolist()),
        ("column(x, 1)", [-2.0, 4.0]),
        ("cell(x, 1, 2)", 0.25),
        ("spread(row(x, 0), 3)", [X[0]] * 3),
        ("option(1, 3)", [0, 1, 0]),
        ("finite(x - inf * is_zero(x - 4))", None),
        ("sqrt(n * 2)", np.sqrt(6)),
        ("maximum(x, 0.25)", np.maximum(X, 0.25).tolist()),
        ("minimum(x, row(x, 1))", np.minimum(X, X[1]).tolist()),
        ("sin(x) ** 2 + cos(x) ** 2", np.ones((2, 3)).tolist()),
        ("log10(1000)", 3.0),
        ("floor(x)", [[1, -2, 0], [0, 4, 0]]),
        ("floor((0.1 + 0.7) * 10)", 8.0),
        ("round(x)", [[1, -2, 1], [0, 4, 0]]),
        ("round(0 - 2.5)", -3.0),
        ("sort(x)", np.sort(X, axis=1).tolist()),
        ("median(x)", [0.5, 0.25]),
        ("median(row(x, 0) * 0 + sort(row(x, 0)))", 0.5),
        ("median(row(spread(row(x, 0), 2).T, 0))", 1.0),
        ("col_sum(x)", [1.0, 2.0, 0.75]),
        ("det(x @ x.T)", float(np.linalg.det(np.array(X) @ np.transpose(X)))),
        ("det(eye(2) * n)", 9.0),
        ("det(eye(5) * 2)", 32.0),
        ("det(n)", 3.0),
        ("one_hot(2, n)", [0, 0, 1]),
        ("one_hot(row(x, 1) / 2, n)", [[1, 0, 0], [0, 0, 1], [0, 0, 0]]),
        ("one_hot(column(x, 1) / 4 + 1, n)", [[0, 0, 0], [0, 0, 1]]),
        ("x >= 0.25", [[1, 0, 1], [0, 1, 1]]),
        ("x < 0.5", [[0, 1, 0], [1, 0, 1]]),
        ("(x > 0) * (x <= 1)", [[1, 0, 1], [0, 0, 1]]),
        ("0.1 + 0.2 == 0.3", 1.0),
        ("0.1 + 0.2 != 0.3", 0.0),
        ("0.1 + 0.2 > 0.3", 0.0),
        ("inf >= x", np.ones((2, 3)).tolist()),
        ("where(x > 0, x, 1 / x * 0)", [[1, 0, 0.5], [np.nan, 4, 0.25]]),
        ("-inf", -np.inf),
    ],
)
def test_what_the_functions_give(text: str, expected: object) -> None:
    """Reductions keep the last axis, `col_…` reduce the one before, `.T` swaps the last two."""
    got = value(text, x=X, n=3)
    if expected is None:
        assert np.isfinite(got).all()
    else:
        assert np.allclose(got, expected, rtol=1e-15, atol=0, equal_nan=True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no se entiende"),
        ("x +", "no se entiende"),
        ("x.real", ".real"),
        ("x.T.dtype", ".dtype"),
        ("__import__('os')", "no hay función"),
        ("open(x)", "no hay función"),
        ("sum", "paréntesis"),
        ("sum(x, x)", "1 dato"),
        ("sum(x=1)", "1 dato"),
        ("x if x else x", "no se puede escribir"),
        ("[x]", "no se puede escribir"),
        ("(lambda: x)()", "no hay función"),
        ("0 < x < 1", "esa comparación"),
        ("x in x", "esa comparación"),
        ("x and x", "no se puede escribir"),
        ("not x", "no se puede escribir"),
        ("where(x, x)", "3 datos"),
        ("det.T", "paréntesis"),
        ("x // 2", "esa operación"),
        ("x % 2", "esa operación"),
        ("'texto'", "solo hay números"),
        ("True", "solo hay números"),
        ("1e300", "solo hay números"),
        ("2 ** 99999", "exponente"),
        ("x" * 401, "demasiado larga"),
        ("-" * 60 + "x", "anidada"),
        ("(" * 150 + "x" + ")" * 150, ""),
    ],
)
def test_what_may_not_be_written(text: str, says: str) -> None:
    """Anything outside the whitelist is refused when the formula is read, before it can be evaluated."""
    if not says:
        compile_formula(text)
        return
    with pytest.raises(FormulaError) as caught:
        compile_formula(text)
    assert says in caught.value.message
    assert 0 <= caught.value.position <= len(text)
    assert caught.value.where.splitlines()[-1].endswith("^")


def test_shapes_that_do_not_fit_are_named() -> None:
    """An evaluation error names the values and their shapes."""
    with pytest.raises(FormulaError, match="x 2×3"):
        value("x @ x", x=X)


@given(st.integers(0, 10_000), st.sampled_from(sorted(FUNCTIONS)))
def test_leading_axes_are_free(seed: int, name: str) -> None:
    """A function of a stack is the stack of the function."""
    _, count = FUNCTIONS[name]
    others = {"split": ", 2", "split_flat": ", 2", "cell": ", 0, 1", "spread": ", 2"}.get(name, ", 1")
    if name in {"causal", "causal_end", "option", "eye"}:
        return
    given = {"one_hot": "row(x, 0), 3", "where": "x > 0, x, 0", "det": "x.T @ x"}.get(name)
    formula = compile_formula(f"{name}({given or 'x' + (others if count > 1 else '')})")
    stack = np.round(np.random.default_rng(seed).normal(size=(3, 2, 1, 2, 4)), 2)
    if name == "spread":
        stack = stack[..., :1, :]
    whole = formula.evaluate({"x": stack})
    for i in range(3):
        for j in range(2):
            assert np.array_equal(whole[i, j], formula.evaluate({"x": stack[i, j]}), equal_nan=True)


JUMPING = {**{name: f"{name}(x)" for name in sorted(JUMPS)}, "one_hot": "one_hot(x, 3)", "where": "where(x - 1, 2, 3)",
           **{sign: f"x {sign} 1" for sign in sorted(COMPARISONS)}}  # fmt: skip


@pytest.mark.parametrize("text", JUMPING.values(), ids=JUMPING)
def test_jumps_decide_on_the_unnudged_numbers(text: str) -> None:
    """On a nudge axis, index 0 decides for all: a nudge must not turn the answer over."""
    nudged = np.array([[0.0, 1.0], [2.0, -1.0], [0.0, 0.5]]).reshape(3, 1, 1, 1, 2)
    got = compile_formula(text).evaluate({"x": nudged}, nudged=True)
    assert np.array_equal(np.broadcast_to(got, (3, *got.shape[1:]))[1], got[0])
    assert not np.array_equal(compile_formula(text).evaluate({"x": nudged[1]}), got[0])


@pytest.mark.parametrize(("text", "expected"), [("sort(x)", [[1, 2], [1.5, 0]]), ("median(x)", [[1.5], [0.75]])])
def test_an_order_is_decided_on_the_unnudged_numbers(text: str, expected: list[list[float]]) -> None:
    """The numbers move, their order does not."""
    nudged = np.array([[2.0, 1.0], [0.0, 1.5]]).reshape(2, 1, 1, 1, 2)
    assert compile_formula(text).evaluate({"x": nudged}, nudged=True).reshape(2, -1).tolist() == expected


def test_softmax_is_stable_and_a_hidden_row_is_zero() -> None:
    """Scores of ±10⁴ overflow nothing; a row of −∞ gives zeros, as torch and ONNX do."""
    scores = [[1e4, 0.0, -1e4], [-1e4, -1e4, -1e4 - 1], [-np.inf] * 3]
    assert value("softmax(x)", x=scores) == [
        [1.0, 0.0, 0.0],
        pytest.approx([0.4223188, 0.4223188, 0.1553624]),
        [0.0, 0.0, 0.0],
    ]


@pytest.mark.parametrize(
    ("core", "shape"),
    [
        ((1, 1, 1), ()),
        ((1, 1, 3), (3,)),
        ((1, 3, 1), (3,)),
        ((1, 2, 3), (2, 3)),
        ((2, 2, 3), (4, 3)),
        ((2, 1, 1), (2,)),
    ],
)
def test_the_shape_a_person_types(core: tuple[int, int, int], shape: tuple[int, ...]) -> None:
    """One row or one column is a list; heads are stacked over rows."""
    assert public_shape(core) == shape


@pytest.mark.parametrize("text", ["row(x, i)", "column(x, i)", "cell(x, i, 1)", "cell(x, 0, i - 1)", "head(h, i - 1)",
                                  "option(i, 3)", "row(h, i - 1)"])  # fmt: skip
def test_a_place_may_be_each_ones_own(text: str) -> None:
    """A position that differs between data sets is taken in each, as if it were alone; NaN where there is none."""
    rng = np.random.default_rng(0)
    x, h = rng.random((6, 1, 3, 4)), rng.random((6, 3, 2, 2))
    i = np.array([0.0, 1.0, 2.0, 1.0, 2.0, 0.0]).reshape(6, 1, 1, 1)
    formula = compile_formula(text)
    together = formula.evaluate({"x": x, "h": h, "i": i})
    nudged = formula.evaluate({"x": x[None], "h": h[None], "i": i[None]}, nudged=True)
    assert np.array_equal(nudged[0], together, equal_nan=True)
    for k in range(6):
        alone = formula.evaluate({"x": x[k], "h": h[k], "i": i[k]})
        assert np.isnan(together[k]).all() if alone.size == 0 else np.array_equal(together[k], alone)


def test_a_size_is_the_same_for_all() -> None:
    """A matrix cannot have as many rows as each one likes."""
    with pytest.raises(FormulaError):
        compile_formula("spread(x, i)").evaluate(
            {"x": np.ones((2, 1, 1, 3)), "i": np.array([2.0, 3.0]).reshape(2, 1, 1, 1)}
        )
