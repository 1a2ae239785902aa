"""Whatever `judge`, `attention` and `multi_head` are called with, what is wrong is said in a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.judging.building import TEXT
from tutor.equations import attention, multi_head
from tutor.errors import ContentError
from tutor.judging import judge

NAN, INF = float("nan"), float("inf")
HEADS = {"X": np.ones((2, 4)), "W_Q": np.eye(4), "W_K": np.eye(4), "W_V": np.eye(4), "W_O": np.eye(4), "heads": 2}
LARGE = np.zeros((100_000, 2))


def call(equation: Any = "atencion", data: Any = TEXT, step: Any = "weights", typed: Any = "1 0 0", **more: Any) -> Any:
    return judge(equation, data, step, typed, **more)


CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("a step nobody knows", {"step": "pesos"}, "«pesos» no es un paso"),
    ("an input as step", {"step": "Q"}, "«Q» no es un paso"),
    ("no step", {"step": None}, "no es un paso"),
    ("a list of steps", {"step": ["weights"]}, "no es un paso"),
    ("an equation nobody knows", {"equation": "nada"}, "no hay ninguna ecuación «nada»"),
    ("no equation", {"equation": None}, "se llama con su nombre"),
    ("a file that is not there", {"equation": "/no/hay.yaml"}, "no se puede leer"),
    ("no data", {"data": None}, "un mapa"),
    ("data without names", {"data": [[1, 0]]}, "un mapa"),
    ("names that are none", {"data": {**TEXT, 3: 3}}, "un mapa"),
    ("nothing in the data", {"data": {}}, "falta «Q»"),
    ("an input missing", {"data": {"Q": TEXT["Q"], "K": TEXT["K"]}, "step": "output"}, "falta «V»"),
    ("a step among the data", {"data": {**TEXT, "scores": [[1, 2, 3]]}}, "«scores» es un paso"),
    ("a word for numbers", {"data": {**TEXT, "Q": "hola"}}, "«hola»"),
    ("ragged rows", {"data": {**TEXT, "K": [[1, 0], [0]]}}, "las filas de K"),
    ("an empty list", {"data": {**TEXT, "Q": []}}, "Q está vacío"),
    ("a number for a matrix", {"data": {**TEXT, "Q": 5}}, "Q tiene que ser una matriz"),
    ("shapes that do not fit", {"data": {**TEXT, "Q": [[1, 2, 3]]}}, "no encajan"),
    ("texts in a matrix", {"data": {**TEXT, "Q": [["1", "0"]]}}, "algo que no es un número"),
    ("nothing in a cell", {"data": {**TEXT, "Q": [[None, 0]]}}, "algo que no es un número"),
    ("an object", {"data": {**TEXT, "Q": object()}}, "algo que no es un número"),
    ("no number", {"data": {**TEXT, "Q": [[NAN, 0]]}}, "algo que no es un número"),
    ("truths for a query", {"data": {**TEXT, "Q": [[True, False]]}}, "algo que no es un número"),
    ("an infinite query", {"data": {**TEXT, "Q": [[INF, 0]]}}, "no da un número"),
    ("numbers that overflow", {"data": {**TEXT, "Q": [[1e308, 1e308]], "K": [[9, 9]] * 3}}, "no da un número"),
    ("a mask of +∞", {"data": {**TEXT, "mask": [[0, 0, "inf"]]}}, "no da un número"),
    ("a mask of another size", {"data": {**TEXT, "mask": [[0, 0]]}}, "no encajan"),
    ("a mask nobody knows", {"data": {**TEXT, "mask": "causall"}}, "«causall»"),
    ("two sets of data", {"data": {**TEXT, "Q": [[[1, 2]], [[1, 3]]]}}, "2 juegos de datos"),
    ("data by the hundred thousand", {"data": {"Q": LARGE, "K": LARGE, "V": LARGE}}, "demasiado grandes"),
    ("no text", {"typed": None}, "tiene que ser un texto"),
    ("a number for a text", {"step": "root", "typed": 1.414}, "tiene que ser un texto"),
    ("a list for a text", {"typed": [0.4, 0.2, 0.4]}, "tiene que ser un texto"),
    ("bytes", {"typed": b"1"}, "tiene que ser un texto"),
    ("an earlier step nobody knows", {"given": {"pesos": "1"}}, "«pesos» no es un paso"),
    ("an earlier answer that is no text", {"given": {"scaled": [1, 0, 1]}}, "«scaled» tiene que ser un texto"),
    ("earlier answers without names", {"given": ["1 0 1"]}, "un mapa"),
    ("decimals as text", {"decimals": "3"}, "decimals tiene que ser un entero"),
    ("decimals below 0", {"decimals": -1}, "decimals tiene que ser un entero"),
    ("half a decimal", {"decimals": 2.5}, "decimals tiene que ser un entero"),
    ("too many decimals", {"keep": 400}, "keep tiene que ser un entero"),
    ("a locale nobody knows", {"locale": "fr"}, "'fr'"),
    ("heads that do not divide", {"equation": "multi-cabeza", "data": {**HEADS, "heads": 3}}, "los tamaños no encajan"),
    ("a text for heads", {"equation": "multi-cabeza", "data": {**HEADS, "heads": "2"}}, "número entero"),
    ("infinite heads", {"equation": "multi-cabeza", "data": {**HEADS, "heads": INF}}, "número entero"),
    (
        "a vector without length",
        {"equation": "producto", "data": {"a": [0], "b": [1]}, "step": "cosine"},
        "no da un número",
    ),
]


@pytest.mark.parametrize(("wrong", "said"), [(w, s) for _, w, s in CALLS], ids=[name for name, _, _ in CALLS])
def test_judge_says_what_is_wrong(wrong: dict[str, Any], said: str) -> None:
    """A ContentError, never another exception."""
    with pytest.raises(ContentError) as caught:
        call(**wrong)
    assert said in caught.value.message
    assert "Error" not in caught.value.message


@pytest.mark.parametrize(
    "typed", ["1 " * 100_000, "\x00\ud800 9", "((((" * 500, "9" * 5_000, "9**9**9**9", "1e999", "{mine:x}"]
)
def test_no_text_breaks_it(typed: str) -> None:
    """Whatever was typed is judged or not understood."""
    assert not call(typed=typed).correct


ARRAYS = [
    ("a text", lambda: attention("a", "b", "c"), "en Q hay algo"),
    ("nothing", lambda: attention(None, None, None), "en Q hay algo"),
    ("ragged", lambda: attention([[1], [1, 2]], [[1]], [[1]]), "en Q hay algo"),
    ("shapes", lambda: attention([[1, 2]], [[1, 2, 3]], [[1]]), "no encajan"),
    ("empty", lambda: attention([], [], []), "Q está vacío"),
    ("causal", lambda: attention([[1]], [[1]], [[1]], causal="abajo"), "causal es 'abajo'"),  # type: ignore[arg-type]
    ("scale", lambda: attention([[1]], [[1]], [[1]], scale=NAN), "scale tiene que ser"),
    ("mask", lambda: attention([[1]], [[1]], [[1]], mask="a"), "en mask hay algo"),
    ("mask size", lambda: attention(np.ones((2, 1)), np.ones((3, 1)), np.ones((3, 1)), mask=np.ones((2, 2))), "2×3"),
    ("heads", lambda: multi_head(*list(HEADS.values())[:5], 3), "los tamaños no encajan"),
    ("no heads", lambda: multi_head(*list(HEADS.values())[:5], 0), "número entero"),
    ("matrices", lambda: multi_head(np.ones((2, 4)), np.eye(3), np.eye(4), np.eye(4), np.eye(4), 2), "no encajan"),
]


@pytest.mark.parametrize(("act", "said"), [(a, s) for _, a, s in ARRAYS], ids=[name for name, _, _ in ARRAYS])
def test_arrays_that_do_not_fit(act: Any, said: str) -> None:
    """`attention` and `multi_head` say it as `judge` does."""
    with pytest.raises(ContentError) as caught:
        act()
    assert said in caught.value.message
