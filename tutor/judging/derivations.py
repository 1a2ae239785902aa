"""The ways to a value: the equation's steps with one combination of its honest routes, and perhaps one slip, put in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tutor.engine import Formula
from tutor.equations import Equation, Slip

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """`formulas` of every name that is not an input. `keys` tell when two ways compute a name alike, to share it."""

    target: str
    formulas: Mapping[str, Formula]
    keys: Mapping[str, int]
    reached: tuple[str, ...]
    """The names the target goes through, in the order they are computed; without the target itself."""
    routes: frozenset[int] = frozenset()
    """Places of the equation's routes that lead here, all alike."""


def longest(paths: tuple[Way, ...]) -> tuple[Way, ...]:
    """The ways that go through all that some other goes through, and more: where most is rounded."""
    names = [frozenset(way.reached) for way in paths]
    return tuple(way for way, steps in zip(paths, names, strict=True) if not any(steps < other for other in names))


_interned: dict[Key, int] = {}


def make_way(target: str, formulas: Mapping[str, Formula]) -> Way:
    """The way to `target` by these formulas, with the keys by which ways share what they compute alike."""
    keys: dict[str, int] = {}

    def key(name: str) -> int:
        if name not in keys:
            formula = formulas[name]
            parts = tuple(key(n) if n in formulas and n != name else n for n in formula.names)
            keys[name] = _interned.setdefault((name, formula.text, parts), len(_interned))
        return keys[name]

    key(target)
    reached = tuple(n for n in keys if n != target)
    for name in formulas:
        key(name)
    return Way(target, formulas, keys, reached)


@lru_cache(maxsize=4096)
def nearest(way: Way, given: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The steps of `given` that one comes to first, going back from the end of a way, and all names until there."""
    ends: set[str] = set()
    between, todo = {way.target}, [way.target]
    while todo:
        for name in way.formulas[todo.pop()].names:
            if name in given:
                ends.add(name)
            elif name in way.formulas and name not in between:
                between.add(name)
                todo.append(name)
    return frozenset(ends), frozenset(between)


@lru_cache(maxsize=4096)
def ways(
    equation: Equation,
    target: str,
    formula: Formula | None = None,
    slip: Slip | None = None,
    given: frozenset[str] = frozenset(),
    without: frozenset[int] = frozenset(),
) -> tuple[Way, ...]:
    """Every different way to `target`, the one written in the equation first. `formula` is that of an unnamed target.

    A `slip` replaces the formulas of the steps it acts at, in every way. `given` are the optional inputs with numbers.
    `without`: the places of routes not to be taken.
    """
    found: dict[int, Way] = {}
    more = [route for name in sorted(given) for route in equation.more_routes.get(name, ())]
    for place, route in enumerate((*(equation.routes or ({},)), *more)):
        if place in without:
            continue
        formulas = {name: step.formula for name, step in equation.steps.items()} | dict(route)
        if formula is not None:
            formulas[target] = formula
        if slip is not None:
            formulas |= slip.at
        way = make_way(target, formulas)
        known = found.get(way.keys[target], way)
        found[way.keys[target]] = replace(known, routes=known.routes | {place})
    return tuple(found.values())
