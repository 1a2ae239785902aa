"""Binding numbers to an equation: sizes from shapes, mismatches in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tutor.equations import bind, load_equation
from tutor.errors import ContentError

TEXT: dict[str, Any] = {"Q": [[1, 0]], "K": [[1, 0], [0, 1], [0.9, 0.1]], "V": [[10, 0], [0, 10], [5, 5]]}
atencion = load_equation("atencion")


def test_sizes_come_from_the_inputs() -> None:
    """q, n, d_k and d_v are read off the shapes; a flat list is one row."""
    scope = bind(atencion, {**TEXT, "Q": [1, 0]})
    assert [scope[n] for n in ("q", "n", "d_k", "d_v")] == [1, 3, 2, 2]
    assert np.round(scope.public("weights"), 3).tolist() == [0.412, 0.203, 0.384]
    assert scope.evaluate("sum(exps)").shape == (1, 1, 1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"K": [[1, 0, 0]]}, "K es de 1×3 y Q es de 1×2"),
        ({"V": [[1, 0]]}, "V es de 1×2 y K es de 3×2"),
        ({"mask": [[0, 0]]}, "mask es de 1×2"),
        ({"Q": 3}, "Q tiene que ser una matriz"),
        ({"Q": [[1, "x"]]}, "algo que no es un número"),
        ({"Q": [[1, float("nan")]]}, "algo que no es un número"),
        ({"Q": [[1, 0], [1]]}, "misma longitud"),
        ({"Q": []}, "vacío"),
        ({"Q": "uno"}, "«uno»"),
        ({"mask": "futuro"}, "«futuro»"),
    ],
)
def test_what_does_not_fit_is_said_in_words(change: dict[str, Any], says: str) -> None:
    """A mismatch names both inputs and both shapes; other defects name the input."""
    with pytest.raises(ContentError) as caught:
        bind(atencion, {**TEXT, **change})
    assert says in caught.value.message


def test_what_is_missing_is_asked_for_only_when_used() -> None:
    """Without V the weights can be computed, and the output says what is missing."""
    scope = bind(atencion, {"Q": TEXT["Q"], "K": TEXT["K"]})
    assert scope.public("weights").shape == (3,)
    with pytest.raises(ContentError, match="falta «V»"):
        scope["output"]
    with pytest.raises(ContentError, match="«pesos» no es un nombre"):
        scope["pesos"]


@pytest.mark.parametrize(
    ("mask", "seen"),
    [
        ("causal", [[1, 0, 0], [1, 1, 0], [1, 1, 1]]),
        ("bottom_right", [[1, 0, 0], [1, 1, 0], [1, 1, 1]]),
        ([[True, False, False]] * 3, [[1, 0, 0]] * 3),
        ([[0, "-inf", "−∞"]] * 3, [[1, 0, 0]] * 3),
    ],
)
def test_masks_are_words_booleans_or_numbers(mask: Any, seen: list[list[int]]) -> None:
    """True may attend; "-inf" is −∞ as in JSON. Hidden keys get exactly 0."""
    scope = bind(atencion, {**TEXT, "Q": TEXT["K"], "mask": mask})
    assert (scope.public("weights") > 0).astype(int).tolist() == seen
    assert scope.active("masked")
    assert not bind(atencion, TEXT).active("masked")


def test_extending_and_replacing() -> None:
    """More names, other inputs, or a step's own value; the scope it came from stays as it was."""
    scope = bind(atencion, TEXT)
    more = scope.extend({"z": [2, -1, 0.5]}).extend({"Q": [[0, 1]]}).extend({"w": 1}).extend({"u": 2})
    assert more.public("scores").tolist() == [0, 1, 0.1]
    assert np.round(more.evaluate("z / sum(z)"), 2).ravel().tolist() == [1.33, -0.67, 0.33]
    assert scope.replace({"root": 1.0}).public("scaled").tolist() == [1, 0, 0.9]
    assert scope.public("scores").tolist() == [1, 0, 0.9]


def test_many_data_sets_are_one_scope() -> None:
    """A leading axis, a data set each; what all share is stored once."""
    scope = bind(atencion, {**TEXT, "Q": np.array([TEXT["Q"], [[0, 1]]], dtype=float)})
    assert scope.public("scores").tolist() == [[1, 0, 0.9], [0, 1, 0.1]]
    assert scope["K"].shape == (1, 3, 2)
