"""`attention` and `multi_head`: published examples, masks, heads, and random data against plain NumPy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.equations import attention, bind, load_equation, multi_head
from tutor.errors import ContentError

CASES = json.loads((Path(__file__).parents[1] / "cases" / "attention.json").read_text(encoding="utf-8"))
SINGLE = [c for c in CASES if not c.get("multihead")]
HEADS = [c for c in CASES if c.get("multihead") and c["W_O"] is not None]


def array(rows: Any) -> np.ndarray:
    return np.array([[float(x) for x in row] for row in rows])


def close(got: np.ndarray, want: Any, decimals: int, slack: float = 0.51) -> bool:
    want = np.asarray(want, float)
    return got.shape == want.shape and bool((np.abs(got - want) <= slack * 10.0**-decimals).all())


@pytest.mark.parametrize("case", SINGLE, ids=lambda c: c["id"])
def test_published_attention(case: dict[str, Any]) -> None:
    """Weights and outputs that others published, or that ONNX and torch compute."""
    mask = None if case["mask"] is None else array(case["mask"])
    if case["mask_kind"] == "bool_true_attend":
        mask = mask.astype(bool)
    value = case["V"] if case["V"] is not None else case["K"]
    causal = {"none": False, None: False}.get(case["causal"], case["causal"])
    trace = attention(array(case["Q"]), array(case["K"]), array(value), mask=mask, causal=causal, scale=case["scale"])
    slack = 1.2 if case["id"] == "uva-tut6" else 0.51  # its inputs are themselves rounded
    for name in ("weights", "output"):
        if case.get(f"expect_{name}") is not None:
            assert close(getattr(trace, name), case[f"expect_{name}"], case["decimals"], slack), name


@pytest.mark.parametrize("case", HEADS, ids=lambda c: c["id"])
def test_published_heads(case: dict[str, Any]) -> None:
    """torch's nn.MultiheadAttention without biases."""
    weights = (array(case[k]) for k in ("X", "W_Q", "W_K", "W_V", "W_O"))
    trace = multi_head(*weights, case["num_heads"], causal=case["causal"] == "top_left")
    for name in ("weights", "concat", "output"):
        if case.get(f"expect_{name}") is not None:
            assert close(getattr(trace, name), case[f"expect_{name}"], case["decimals"]), name


def plain(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray) -> np.ndarray:
    z = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]) + mask
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ v


@given(st.integers(0, 10_000), st.sampled_from([False, True, "top_left", "bottom_right"]))
def test_random_data_and_leading_axes(seed: int, causal: Any) -> None:
    """Q, K and V broadcast over their leading axes; the causal mask is one of two alignments."""
    rng = np.random.default_rng(seed)
    q, n, d, v = rng.integers(1, 5, 4)
    n = max(q, n)
    lead = ((), (2,), (3, 1))[rng.integers(3)]
    Q, K, V = rng.normal(size=(*lead, q, d)), rng.normal(size=(2, n, d)), rng.normal(size=(n, v))
    offset = n - q if causal == "bottom_right" else 0
    mask = np.where(np.tri(q, n, offset, dtype=bool) | (causal is False), 0.0, -np.inf)
    trace = attention(Q, K, V, causal=causal)
    assert np.allclose(trace.output, plain(Q, K, V, mask), atol=1e-12)
    assert np.allclose(trace.weights.sum(axis=-1), 1.0)
    assert trace.scores.shape == trace.weights.shape == (*np.broadcast_shapes(lead, (2,)), q, n)


def test_masks_hide_exactly() -> None:
    """Hidden keys weigh exactly 0; a row that may attend to nothing gives zeros; bool and float masks agree."""
    rng = np.random.default_rng(0)
    Q, K, V = rng.normal(size=(2, 3)), rng.normal(size=(4, 3)), rng.normal(size=(4, 2))
    seen = np.array([[True, False, True, False], [False] * 4])
    hidden = attention(Q, K, V, mask=seen)
    assert (hidden.weights[~seen] == 0).all()
    assert (hidden.output[1] == 0).all()
    assert np.array_equal(hidden.output, attention(Q, K, V, mask=np.where(seen, 0.0, -np.inf)).output)
    both = attention(Q, K, V, mask=seen, causal=True)
    assert np.array_equal(both.weights > 0, seen & np.tri(2, 4, dtype=bool))


@pytest.mark.parametrize("scale", [1.0, 100.0, 0.5, 0.0])
def test_scale_takes_the_place_of_the_root(scale: float) -> None:
    """`scale` multiplies the scores; 0 makes every weight equal."""
    Q, K = np.array([[4.0, 1.0]]), np.eye(2)
    z = scale * np.array([4.0, 1.0])
    want = np.exp(z - z.max()) / np.exp(z - z.max()).sum()
    assert np.allclose(attention(Q, K, K, scale=scale).weights, want)


def test_scores_of_ten_thousand() -> None:
    """No overflow at ±10⁴."""
    assert attention([[1e4, 0]], [[1, 0], [-1, 0]], [[1], [0]]).output.tolist() == [[1.0]]


def test_it_is_the_equation_of_the_lesson() -> None:
    """One source of truth: the trace is the scope of `atencion`."""
    Q, K, V = [[1, 0]], [[1, 0], [0, 1], [0.9, 0.1]], [[10, 0], [0, 10], [5, 5]]
    scope = bind(load_equation("atencion"), {"Q": Q, "K": K, "V": V})
    assert np.array_equal(attention(Q, K, V).output[0], scope.public("output"))


def test_shapes_are_said_in_words() -> None:
    """A mismatch is a sentence with both shapes, not a traceback of NumPy's."""
    with pytest.raises(ContentError, match="K es de 1×3 y Q es de 1×2"):
        attention([[1, 2]], [[1, 2, 3]], [[1]])
    with pytest.raises(ContentError, match="heads"):
        multi_head(np.eye(2), np.eye(2), np.eye(2), np.eye(2), np.eye(2), 0)


def test_heads_that_do_not_divide_are_refused() -> None:
    """Three heads cannot share two columns."""
    with pytest.raises(ContentError, match="no encajan"):
        multi_head(np.eye(2), np.eye(2), np.eye(2), np.eye(2), np.eye(2), 3)
