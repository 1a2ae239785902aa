"""Properties checked on the learner's own numbers, as far as their decimals allow.

    sums_to(x, s)        every row of x adds to s
    between(x, lo, hi)   every cell lies between lo and hi
    not_negative(x)      no cell is below 0
    same_order(x, y)     wherever y is larger, x is not smaller
    equal(x, y)          cell by cell

A number typed with d decimals stands for anything within ½·10⁻ᵈ of it, so a sum of k cells has the slack k·½·10⁻ᵈ. It
is found by moving each typed cell by its half unit and adding up the effects, whatever the formula.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tutor.engine import Array, Formula, FormulaError, compile_formula

GUARD = 1e-9
ANSWER = "answer"


def _sums_to(slack: Array, x: Array, total: Array) -> bool:
    return bool(np.all(np.abs(x.sum(axis=-1, keepdims=True) - total) <= slack.sum(axis=-1, keepdims=True) + GUARD))


def _between(slack: Array, x: Array, low: Array, high: Array) -> bool:
    return bool(np.all((x >= low - slack - GUARD) & (x <= high + slack + GUARD)))


def _not_negative(slack: Array, x: Array) -> bool:
    return bool(np.all(x >= -GUARD))


def _same_order(slack: Array, x: Array, y: Array) -> bool:
    """Pairs along the last axis: y_i > y_j asks for x_i ≥ x_j, up to the two half units."""
    with np.errstate(over="ignore"):  # of numbers near the largest, in data or typed: the order is the same
        falls = x[..., :, None] - x[..., None, :] < -(slack[..., :, None] + slack[..., None, :]) - GUARD
        rises = y[..., :, None] - y[..., None, :] > GUARD
    return not bool(np.any(falls & rises))


def _equal(slack: Array, x: Array, y: Array) -> bool:
    return bool(np.all(np.abs(x - y) <= slack + GUARD))


PREDICATES: dict[str, tuple[Callable[..., bool], int]] = {
    "sums_to": (_sums_to, 2),
    "between": (_between, 3),
    "not_negative": (_not_negative, 1),
    "same_order": (_same_order, 2),
    "equal": (_equal, 2),
}
"""Name -> (test(slack of the first argument, arguments), number of arguments)."""


@dataclass(frozen=True, slots=True)
class Predicate:
    """A checked property: which test, of which formulas."""

    name: str
    arguments: tuple[Formula, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The values it reads."""
        return tuple(dict.fromkeys(n for a in self.arguments for n in a.names))

    def holds(self, values: Mapping[str, Any], typed: Mapping[str, tuple[Array, Array]] | None = None) -> bool:
        """Whether it is true of `values` (core, by name). `typed` gives by name what the learner typed: value and half
        unit, both core arrays; every other number is exact.
        """
        typed = typed or {}
        env = {**values, **{n: value for n, (value, _) in typed.items()}}
        found = [a.evaluate(env) for a in self.arguments]
        slack = np.zeros_like(found[0])
        for name, (value, half) in typed.items():
            if name in self.arguments[0].names:
                slack = slack + _effect(self.arguments[0], env, name, value, half, found[0])
        test, _ = PREDICATES[self.name]
        return test(slack, *found)


def _effect(formula: Formula, env: Mapping[str, Any], name: str, value: Array, half: Array, at: Array) -> Array:
    """Σ over the typed cells of how far the formula moves when that cell moves by its half unit."""
    cells = value.size
    moves = np.zeros((cells, *value.shape))
    moves.reshape(cells, cells)[np.arange(cells), np.arange(cells)] = half.reshape(-1)
    moved = formula.evaluate({**env, name: value + moves})
    return np.asarray(np.abs(moved - at).sum(axis=0) if moved.ndim > at.ndim else np.zeros_like(at))


@lru_cache(maxsize=512)
def compile_predicate(text: str) -> Predicate:
    """Check a property. Raises FormulaError in Spanish."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaError("la propiedad no se entiende", text, 0, "por ejemplo: sums_to(answer, 1)") from None
    known = ", ".join(PREDICATES)
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.func.id not in PREDICATES:
        raise FormulaError("eso no es una propiedad", text, 0, f"las que hay: {known}")
    _, count = PREDICATES[tree.func.id]
    if len(tree.args) != count or tree.keywords:
        raise FormulaError(f"«{tree.func.id}» lleva {count} datos", text, 0)
    return Predicate(tree.func.id, tuple(compile_formula(ast.unparse(a)) for a in tree.args))
