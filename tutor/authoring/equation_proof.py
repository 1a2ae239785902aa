"""Proves an equation on numbers drawn for it: its routes lead where they should, and its slips can be told.

Many kinds of numbers are tried in tables of several sizes, with each optional input and without. A slip that changes
nothing on any of them is no slip; two that do the same on all of them are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from tutor.authoring.complaints import Lines, place
from tutor.authoring.unit_file import read_text, shown
from tutor.engine import Array, Formula
from tutor.equations import Equation, Scope, Slip, bind, load_equation, load_yaml
from tutor.equations.model import members
from tutor.errors import ContentError, Problem
from tutor.library import equation_file
from tutor.units.catalogue import slipped

SIZES: tuple[tuple[int, ...], ...] = ((2, 4, 6, 8, 10, 12), (2,) * 6, (4,) * 6)
"""How long the axes of an equation are, in the order of their names: all different, and all alike."""
KINDS: tuple[Callable[[np.random.Generator, tuple[int, ...]], Array], ...] = (
    lambda rng, shape: rng.uniform(-3, 3, shape),
    lambda rng, shape: rng.uniform(0.1, 0.9, shape),
    lambda rng, shape: rng.uniform(0.1, 0.9, shape) / 4,
    lambda rng, shape: rng.integers(-3, 4, shape).astype(float),
    lambda rng, shape: rng.integers(0, 3, shape).astype(float),
    lambda rng, shape: rng.uniform(-40, 40, shape),
)
SAME = 1e-7
AGREE = 1e-6
"""Relative: what floats lose along a route."""


def prove_equation(name_or_path: str | Path) -> tuple[Problem, ...]:
    """What is not true of an equation, each with its line. Raises ContentError when its file is defective."""
    return _proved(load_equation(name_or_path), str(name_or_path))


@lru_cache(maxsize=64)
def _proved(equation: Equation, name: str) -> tuple[Problem, ...]:
    path = Path(name) if name.endswith((".yaml", ".yml")) else equation_file(name)
    where = shown((path or Path(name)).resolve())
    data, lines = load_yaml(read_text(path or Path(name)), where)
    trials = tuple(_trials(equation))
    return (*_astray(data.get("routes") or {}, trials, lines, where), *_alike(equation, trials, lines, where))


def _trials(equation: Equation) -> Iterator[Scope]:
    """The equation with numbers of every kind, where they fit and every step can be computed."""
    axes = list(dict.fromkeys(d for i in equation.inputs.values() for d in i.shape if isinstance(d, str)))
    optional = [name for name, declared in equation.inputs.items() if declared.default is not None]
    for sizes, (k, kind), given in product(SIZES, enumerate(KINDS), (False, True) if optional else (False,)):
        rng, length = np.random.default_rng(k), dict(zip(axes, sizes * (1 + len(axes) // len(sizes)), strict=False))
        data: dict[str, Any] = {}
        for name, declared in equation.inputs.items():
            shape = tuple(d if isinstance(d, int) else length[d] for d in declared.shape)
            if declared.count:
                data[name] = 2
            elif name not in optional:
                data[name] = kind(rng, shape)
            elif given:
                data[name] = "causal" if name == "mask" and len(shape) == 2 else kind(rng, shape)
        try:
            scope = bind(equation, data)
            if all(np.isfinite(scope[name]).any() for name in equation.steps):
                yield scope
        except ContentError:
            continue


def _astray(routes: Mapping[str, Any], trials: tuple[Scope, ...], lines: Lines, where: str) -> Iterator[Problem]:
    """Routes that do not lead to the number of their step."""
    for target, ways in routes.items():
        for i, way in enumerate(ways):
            formulas = {name: str(text) for name, text in way.items() if name != "when"}
            for scope in trials:
                if way.get("when") is not None and way["when"] not in scope.given:
                    continue
                if (found := _along(scope, formulas, target)) is not None and not _agree(found, scope[target]):
                    there, here = (f"{float(value.flat[0]):.4g}".replace(".", ",") for value in (found, scope[target]))
                    message = f"este camino no lleva a «{target}»: con unos números da {there} y es {here}"
                    yield Problem(place(("routes", target, i), lines, where), message, "revisa sus fórmulas")
                    break


def _along(scope: Scope, formulas: Mapping[str, str], target: str) -> Array | None:
    try:
        for name, text in formulas.items():
            scope = Scope(scope.equation, {**scope.inputs, name: scope.evaluate(text)}, scope.given)
    except ContentError:
        return None
    return np.asarray(scope[target])


def _agree(found: Array, right: Array) -> bool:
    if found.shape != right.shape:
        return False
    known = np.isfinite(found) & np.isfinite(right)
    return bool(np.allclose(found[known], right[known], rtol=AGREE, atol=AGREE))


def _alike(equation: Equation, trials: tuple[Scope, ...], lines: Lines, where: str) -> Iterator[Problem]:
    """Slips that change nothing, and those that do what another does."""
    seen: dict[bytes, str] = {}
    for id, slip in equation.slips.items():
        awake = [scope for scope in trials if slip.when is None or slip.when in scope.given]
        mark = _fingerprint(slip, awake, equation.routes)
        if mark is None:
            continue
        at = place(("slips", id), lines, where)
        if not mark:
            message = f"el fallo «{id}» da lo correcto con cualesquiera números"
            yield Problem(at, message, "revisa sus fórmulas: así no hay fallo que notar")
        elif mark in seen:
            message = f"los fallos «{seen[mark]}» y «{id}» dan lo mismo con cualesquiera números"
            yield Problem(at, message, "deja uno, o cambia una de las fórmulas")
        seen.setdefault(mark, id)


def _fingerprint(slip: Slip, trials: list[Scope], routes: tuple[Mapping[str, Formula], ...]) -> bytes | None:
    """What a slip does to every step on all the numbers, by the first route on which it does anything: empty where
    none shows it, None where none of the numbers fit it."""
    fits = False
    for route in routes:
        marks: list[bytes] = []
        for scope in trials:
            for one in members(slip, scope.inputs):
                try:
                    wrong = slipped(scope, one, route)
                    marks += [_mark(wrong[step], scope[step]) for step in scope.equation.steps]
                except (ContentError, ValueError):
                    continue
        fits = fits or bool(marks)
        if any(marks):
            return b"/".join(marks)
    return b"" if fits else None


def _mark(wrong: Array, right: Array) -> bytes:
    """What tells a value from others; empty where it is the right one."""
    known = np.isfinite(right)
    if wrong.shape == right.shape and np.allclose(wrong[known], right[known], rtol=SAME, atol=SAME):
        return b""
    numbers = np.where(np.isfinite(wrong), wrong, 7.0).reshape(-1)
    return f"{float(numbers @ np.sin(1.0 + np.arange(len(numbers)))):.6e}".encode()
