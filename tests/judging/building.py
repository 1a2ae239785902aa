"""Answers for tests: numbers as arrays, the running example, random exercises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tutor.equations import Equation, Scope, bind, load_equation
from tutor.judging import Typed

ATENCION = load_equation("atencion")
TEXT: dict[str, Any] = {"Q": [[1, 0]], "K": [[1, 0], [0, 1], [0.9, 0.1]], "V": [[10, 0], [0, 10], [5, 5]]}
SECOND: dict[str, Any] = {**TEXT, "Q": [[0, 1]]}
S1: dict[str, Any] = {"Q": [[-2, 1]], "K": [[-1, -2], [0, -1], [0, 3]], "V": [[2, 0], [8, 0], [0, 10]]}
"""Numbers that tell the slips of one query apart."""


def typed(values: Any, places: float = 3, present: Any = None) -> Typed:
    """B answers, (B, *shape), all with the same decimals."""
    array = np.asarray(values, dtype=np.float64)
    there = np.ones(len(array), dtype=bool) if present is None else np.asarray(present, dtype=bool)
    return Typed(array, np.full(array.shape, float(places)), there, np.full(len(array), 7, dtype=np.int8))


def one(answers: Typed, row: int) -> Typed:
    """A batch of one of them."""
    rows = slice(row, row + 1)
    return Typed(answers.values[rows], answers.places[rows], answers.present[rows], answers.absent[rows])


def draw(rng: np.random.Generator, q: int, n: int, d_k: int, d_v: int, reach: int = 20) -> dict[str, Any]:
    """An exercise with one decimal."""
    shapes = {"Q": (q, d_k), "K": (n, d_k), "V": (n, d_v)}
    return {name: rng.integers(-reach, reach + 1, shape) / 10 for name, shape in shapes.items()}


def rounded(values: Any, places: int = 3) -> np.ndarray:
    x = np.asarray(values, dtype=np.float64)
    with np.errstate(over="ignore"):
        return np.sign(x) * np.floor(np.abs(x) * 10.0**places + 0.5 + 1e-9) / 10.0**places


def cut(values: Any, places: int = 3) -> np.ndarray:
    x = np.asarray(values, dtype=np.float64)
    return np.sign(x) * np.floor(np.abs(x) * 10.0**places + 1e-9) / 10.0**places


def slip_ids(*equations: Equation) -> set[str]:
    return {id for equation in equations for id in equation.slips}


def bind_many(equation: Equation, data: Sequence[Mapping[str, Any]]) -> Scope:
    """A data set each, stacked on one leading axis; names given as one same object to all are stored once.

    Raises ContentError as `bind` does.
    """
    first = bind(equation, data[0])
    shared = [name for name in data[0] if all(d.get(name) is data[0][name] for d in data)]
    values: dict[str, Any] = dict(first.inputs)
    several = [name for name in data[0] if name not in shared and not isinstance(first.inputs[name], int)]
    if several:
        rest = [first, *(bind(equation, d) for d in data[1:])]
        for name in several:
            values[name] = np.stack([scope.inputs[name] for scope in rest])
    return Scope(equation, values, first.given)
