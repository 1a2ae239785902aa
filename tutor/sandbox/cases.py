"""Data that tell wrong functions apart: sizes that all differ, signs, equal and large numbers, integers, masks.

The first case is small enough for pencil and paper: it is what is shown when a function fails there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from tutor.engine import Array
from tutor.equations import Equation, Scope, bind

Kind = Literal["plain", "whole", "large", "causal", "mask", "hidden"]
LARGE = 1e4
COUNT = 2
"""What an input that is a count (heads) is; then every size is a multiple of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One call: its data, masks as booleans (True may be looked at). `few`: its first input is a single row."""

    id: str
    title: str
    kind: Kind
    data: Mapping[str, Any]
    scope: Scope
    few: bool

    @property
    def judged(self) -> bool:
        """Whether a known wrong procedure has to explain it: with large numbers, anything may overflow."""
        return self.kind != "large"


SHAPES: tuple[tuple[str, str, Kind, tuple[int, ...]], ...] = (
    ("hand", "pocos números", "plain", (1, 2, 3, 1, 4)),
    ("one", "una sola fila", "plain", (1, 4, 3, 2, 5)),
    ("several", "varias filas", "plain", (2, 3, 5, 4, 6)),
    ("more", "más filas", "plain", (3, 5, 4, 2, 6)),
    ("tall", "más filas que columnas", "plain", (5, 2, 3, 4, 6)),
    ("negative", "números negativos", "plain", (2, 3, 4, 5, 6)),
    ("equal", "filas iguales", "plain", (2, 4, 3, 5, 6)),
    ("zeros", "ceros", "plain", (3, 2, 4, 5, 6)),
    ("square", "matrices cuadradas", "plain", (3, 3, 3, 3, 3)),
    ("whole", "números enteros", "whole", (2, 3, 4, 5, 6)),
    ("large", "números muy grandes", "large", (2, 3, 4, 5, 6)),
    ("large-negative", "negativos muy grandes", "large", (2, 3, 4, 5, 6)),
    ("causal", "máscara causal", "causal", (3, 2, 3, 1, 4)),
    ("causal-more", "máscara causal, más filas", "causal", (4, 3, 4, 2, 5)),
    ("mask", "máscara con huecos", "mask", (3, 2, 5, 4, 6)),
    ("mask-causal", "máscara triangular", "mask", (4, 2, 4, 3, 5)),
    ("hidden-row", "una fila tapada entera", "hidden", (2, 3, 4, 5, 6)),
)
"""Case -> the sizes of the equation's axes, in the order in which its inputs name them."""


@lru_cache(maxsize=32)
def cases(equation: Equation) -> tuple[Case, ...]:
    """Every case of an equation; those with masks only where it has an optional input of two axes."""
    mask = mask_of(equation)
    signed = not any(np.isnan(case.scope[step]).any() for case in _cases(equation, mask, True) for step in
                     equation.steps if case.kind == "plain")  # fmt: skip
    return tuple(_cases(equation, mask, signed))


def mask_of(equation: Equation) -> str | None:
    """The optional input that hides cells."""
    return next((n for n, i in equation.inputs.items() if i.default is not None and len(i.shape) == 2), None)


def _cases(equation: Equation, mask: str | None, signed: bool) -> Iterator[Case]:
    for seed, (id, title, kind, sizes) in enumerate(SHAPES):
        if mask is not None or kind in ("plain", "whole", "large"):
            data = _data(equation, id, kind, _sizes(equation, sizes), np.random.default_rng(seed), signed)
            if mask is not None and kind in ("causal", "mask", "hidden"):
                data[mask] = _mask(id, *(len(axis) for axis in _table(equation, mask, data)))
            first = next(value for value in data.values() if not isinstance(value, int))
            yield Case(id, title, kind, data, bind(equation, data), first.ndim < 2 or len(first) == 1)


def _sizes(equation: Equation, sizes: tuple[int, ...]) -> dict[str, int]:
    """Axis -> size. A lone axis takes the third: one number would make no list."""
    axes = list(dict.fromkeys(d for i in equation.inputs.values() for d in i.shape if isinstance(d, str)))
    chosen = sizes if len(axes) > 1 else sizes[2:]
    times = COUNT if _counts(equation) else 1
    return {axis: times * chosen[i % len(chosen)] for i, axis in enumerate(axes)}


def _counts(equation: Equation) -> bool:
    return any(i.count for i in equation.inputs.values())


def _data(
    equation: Equation, id: str, kind: Kind, sizes: Mapping[str, int], rng: np.random.Generator, signed: bool
) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, declared in equation.inputs.items():
        if declared.count:
            data[name] = COUNT
        elif declared.default is None:
            shape = tuple(d if isinstance(d, int) else sizes[d] for d in declared.shape)
            numbers = _numbers(id, kind, shape, len(data), rng, signed)
            data[name] = numbers / 2 if _counts(equation) and kind != "whole" else numbers  # longer sums
    return data


def _numbers(id: str, kind: Kind, shape: tuple[int, ...], place: int, rng: np.random.Generator, signed: bool) -> Any:
    if id in ("hand", "whole", "causal"):
        whole = rng.choice([-2, -1, 1, 2, 3], shape)
        numbers = whole if kind == "whole" and signed else whole.astype(float)
    else:
        numbers = np.round(rng.uniform(-2, 2, shape), 2)
    if not signed:
        positive = np.abs(numbers) + 0.5
        return positive / positive.sum(axis=-1, keepdims=True)
    if id == "zeros":
        numbers = (
            numbers * (np.arange(numbers.size).reshape(shape) % 3 > 0) * (np.arange(shape[-1]) < shape[-1] - place)
        )
        numbers[:1] *= place > 0
    if id == "equal" and place == 1:
        numbers = np.broadcast_to(numbers[:1], shape).copy()
    if id == "negative" or kind == "large":
        numbers = np.abs(numbers) + 0.25
        if place == 0:
            numbers = numbers * (LARGE if kind == "large" else 1) * (1 if id == "large" else -1)
    return numbers


def _table(equation: Equation, mask: str, data: Mapping[str, Any]) -> tuple[range, range]:
    scope = bind(equation, data)
    q, n = (d if isinstance(d, int) else scope[d] for d in equation.inputs[mask].shape)
    return range(q), range(n)


def _mask(id: str, q: int, n: int) -> Array:
    """(q, n) booleans: the triangle, or one hole in each row at a place of its own, perhaps with a row all hidden."""
    if "causal" in id:
        return np.tri(q, n, dtype=bool)
    seen = np.ones((q, n), dtype=bool)
    seen[np.arange(q), (2 * np.arange(q) + 1) % n] = False
    if id == "hidden-row":
        seen[-1] = False
    return seen
