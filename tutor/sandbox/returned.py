"""What came back from a call, as values of steps: an array, the items of a tuple, or the entries of a dict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tutor.engine import CORE, Array
from tutor.equations import Equation
from tutor.sandbox.calling import Subject, step_named
from tutor.sandbox.cases import Case
from tutor.sandbox.precision import unit_of

Route = tuple[Any, ...]
WEIGHTS = "weights"
LIKE = 1e-3
"""Two arrays are of one step if they differ by less: it tells which step is meant, never whether it is right."""


@dataclass(frozen=True, slots=True)
class Returned:
    """`parts`: step -> array as returned. Empty with an `error`, or with `kind`, the type of what is no numbers."""

    parts: Mapping[str, Array]
    unit: float = 0.0
    error: Mapping[str, Any] | None = None
    kind: str = ""
    changed: tuple[str, ...] = ()
    prints: bool = False


def arrays(value: Mapping[str, Any], path: Route = ()) -> Iterator[tuple[Route, Mapping[str, Any]]]:
    """Every array of an encoded value, with the way to it."""
    if "shape" in value:
        yield path, value
    for key, item in [*enumerate(value.get("items", ())), *value.get("names", {}).items()]:
        yield from arrays(item, (*path, key))


def array(encoded: Mapping[str, Any]) -> Array:
    """The array of what the child sent, as float64."""
    return np.array(encoded["values"], dtype=np.float64).reshape(encoded["shape"])


def bare(shape: Iterable[int]) -> tuple[int, ...]:
    """A shape without axes of one in front: a lone row may come flat, a batch of one with its axis."""
    found = tuple(shape)
    while found and found[0] == 1:
        found = found[1:]
    return found


def same_shape(returned: tuple[int, ...], value: Array) -> bool:
    """Whether what came back has the shape of a core value (…, h, r, c); of one column, as a list too."""
    core = bare(value.shape[-CORE:])
    return bare(returned) == core or (value.shape[-1] == 1 and bare(returned) == core[:-1])


def roles(replies: Iterable[tuple[Case, Mapping[str, Any]]], subject: Subject, equation: Equation) -> dict[Route, str]:
    """Which step each array is, told by names, and by shapes where all sizes differ; the same for all cases.

    The output and the weights decide; other steps only where neither came back: people call many things scores.
    """
    found: dict[Route, str] = {}
    for case, value in replies:
        for path, encoded in arrays(value):
            step = _role(path, encoded, case, subject, equation)
            if step and (path not in found or case.id == "several"):
                found[path] = step
    decide = {path: step for path, step in found.items() if step in (subject.step, WEIGHTS)}
    return decide or found or {(): subject.step}


def _role(path: Route, encoded: Mapping[str, Any], case: Case, subject: Subject, equation: Equation) -> str | None:
    if not subject.main:
        return subject.step if path == () else None
    named = step_named(equation, path[-1]) if path and isinstance(path[-1], str) else None
    if named:
        return named
    kept = {subject.step, WEIGHTS} & equation.steps.keys() if WEIGHTS in equation.steps else equation.steps.keys()
    alike = [step for step in kept if same_shape(tuple(encoded["shape"]), case.scope[step])]
    if not alike:
        return None
    near = [step for step in alike if _near(array(encoded), case.scope[step])]
    return near[0] if near else subject.step if subject.step in alike else alike[-1]


def _near(one: Array, other: Array) -> bool:
    return one.size == other.size and bool(np.allclose(one.ravel(), other.ravel(), LIKE, LIKE, equal_nan=True))


def returned(reply: Mapping[str, Any], known: Mapping[Route, str]) -> Returned:
    """The parts of one reply, by the roles of all."""
    changed, prints = tuple(reply["changed"]), bool(reply["prints"])
    if "error" in reply:
        return Returned({}, error=reply["error"], changed=changed, prints=prints)
    there = dict(arrays(reply["value"]))
    parts = {step: array(there[path]) for path, step in known.items() if path in there}
    unit = max((unit_of(there[path]["dtype"]) for path in known if path in there), default=0.0)
    kind = "" if parts else str(reply["value"].get("kind") or ("items" if there else "empty"))
    return Returned(parts, unit, None, kind, changed, prints)
