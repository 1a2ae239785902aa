"""Layers of data, and data computed from the others."""

from __future__ import annotations

import numpy as np
import pytest

from tests.units.units import RUNNING, opened, question, unit
from tutor.equations import load_equation
from tutor.errors import ContentError
from tutor.units.data import bind, computed, layered


def test_the_nearest_layer_wins() -> None:
    """The unit's, what is laid over it, the dataset, the block's own: each over the one before."""
    made = unit(
        question("a"),
        question("b", use="otra"),
        question("c", use="otra", data={"Q": [[3.0, 0.0]]}),
        datasets={"otra": {"Q": [[2.0, 0.0]]}},
    )
    a, b, c = made.questions
    over = {"Q": [[9.0, 0.0]]}
    assert layered(made)["Q"] == RUNNING["Q"]
    assert layered(made, a, over)["Q"] == [[9.0, 0.0]]
    assert layered(made, b, over)["Q"] == [[2.0, 0.0]]
    assert layered(made, c, over)["Q"] == [[3.0, 0.0]]


def test_a_formula_follows_what_is_laid_over_its_sources() -> None:
    """`Q: K` follows the K of a variant."""
    unit_ = opened(question("fila", use="todos", row=1), datasets={"todos": {"Q": "K", "mask": "causal"}})
    assert unit_.question("fila").right == pytest.approx([0.330238, 0.669762, 0.0], abs=1e-6)
    other = unit_.over_with({"K": [[0.0, 0.0], [0.0, 2.0], [1.0, 1.0]]})
    assert other.question("fila").right == pytest.approx([0.055807, 0.944193, 0.0], abs=1e-6)


def test_formulas_may_rest_on_one_another() -> None:
    found = computed({"a": "b + 1", "b": "c * 2", "c": [1.0, 2.0]})
    assert found["a"].tolist() == [[[3.0, 5.0]]]


@pytest.mark.parametrize(
    ("data", "why"),
    [({"a": "b", "b": "a"}, "círculo"), ({"a": "z + 1"}, "no se conoce z"), ({"a": "a"}, "círculo")],
)
def test_what_cannot_be_computed_is_said(data: dict[str, str], why: str) -> None:
    with pytest.raises(ContentError) as error:
        computed(data)
    assert why in error.value.message


def test_students_are_a_leading_axis() -> None:
    """Core arrays (B, 1, r, c) stay a student each, also through formulas; other data are shared."""
    keys = np.arange(12.0).reshape(2, 1, 3, 2)
    scope = bind(load_equation("atencion"), {"K": keys, "Q": "row(K, 1)", "V": RUNNING["V"]})
    assert scope["scores"].shape == (2, 1, 1, 3)
    assert scope["scores"][1, 0, 0].tolist() == [8 * 6 + 9 * 7, 8 * 8 + 9 * 9, 8 * 10 + 9 * 11]
