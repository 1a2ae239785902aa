"""Simulated learners: they work the equation out by hand, a number at a time, from its definitions.

Plain Python on purpose, and nothing of `tutor`: what measures the judge must not share its formulas. A learner does
every step as taught, but for those that a procedure replaces, and writes down each number before going on.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Numbers = list[float]
Write = Callable[[float], float]
Step = Callable[["Work"], Any]
GUARD = 1e-9


class DoesNotWork(Exception):
    """The procedure comes to no number here: a division by zero, a power too large, sizes that do not fit."""


def rounded(places: int) -> Write:
    """Half away from zero, as people round."""
    return lambda x: (
        x if math.isinf(x) else math.copysign(math.floor(abs(x) * 10**places + 0.5 + GUARD), x) / 10**places
    )


def cut(places: int) -> Write:
    return lambda x: x if math.isinf(x) else math.copysign(math.floor(abs(x) * 10**places + GUARD), x) / 10**places


def half_even(places: int) -> Write:
    return lambda x: x if math.isinf(x) else round(x, places)


def memory(x: float) -> float:
    """The calculator keeps all it has."""
    return x


@dataclass(frozen=True)
class Way:
    """How somebody works: what is kept of each number, how an answer is shortened, steps done another honest way."""

    id: str
    keep: Callable[[random.Random], Write]
    shorten: Callable[[int], Write] = rounded
    at: Mapping[str, Step] = field(default_factory=dict)
    more: int = 0
    """Decimals typed beyond those asked."""


@dataclass
class Work:
    """One query's row of the equation, on paper. `visible` says which keys the row may look at."""

    q: Numbers
    K: list[Numbers]
    V: list[Numbers]
    visible: list[bool]
    chance: random.Random
    write: Write = memory
    choice: int | None = None
    """Which key a slip of one key takes, where it is not drawn."""
    scores: Numbers = field(default_factory=list)
    root: float = 0.0
    scaled: Numbers = field(default_factory=list)
    masked: Numbers = field(default_factory=list)
    exps: Numbers = field(default_factory=list)
    total: float = 0.0
    weights: Numbers = field(default_factory=list)
    output: Numbers = field(default_factory=list)
    shown: dict[str, Numbers] = field(default_factory=dict)
    """Step to what the calculator showed before it was written down: answers are shortened once, not twice."""

    @property
    def n(self) -> int:
        return len(self.visible)

    @property
    def d(self) -> int:
        return len(self.q)

    @property
    def seen(self) -> list[int]:
        return [j for j in range(self.n) if self.visible[j]]


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    if len(a) != len(b):
        raise DoesNotWork
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def mixed(weights: Sequence[float], rows: Sequence[Sequence[float]]) -> Numbers:
    """Each row times its weight, added up column by column."""
    return [dot(weights, [row[c] for row in rows]) for c in range(len(rows[0]))]


def power(base: float, x: float) -> float:
    return 0.0 if x == -math.inf else base**x


def shares(parts: Sequence[float]) -> Numbers:
    total = math.fsum(parts)
    return [x / total for x in parts]


def softmax(z: Sequence[float]) -> Numbers:
    return shares([power(math.e, x) for x in z])


STEPS: dict[str, Step] = {
    "scores": lambda w: [dot(w.q, k) for k in w.K],
    "root": lambda w: math.sqrt(w.d),
    "scaled": lambda w: [s / w.root for s in w.scores],
    "masked": lambda w: [z if w.visible[j] else -math.inf for j, z in enumerate(w.scaled)],
    "exps": lambda w: [power(math.e, z) for z in w.masked],
    "total": lambda w: math.fsum(w.exps),
    "weights": lambda w: [e / w.total for e in w.exps],
    "output": lambda w: mixed(w.weights, w.V),
}
ORDER = tuple(STEPS)


def work_out(work: Work, at: Mapping[str, Step], given: Mapping[str, Any] | None = None, last: str = "output") -> Work:
    """`work` with every step to the `last` done: as `at` says where it says something, as taught elsewhere.

    Steps that are `given`, and those before them, need no doing. Raises DoesNotWork.
    """
    given = given or {}
    begin = max((ORDER.index(name) + 1 for name in given), default=0)
    for name, value in given.items():
        setattr(work, name, value)
        work.shown[name] = value
    try:
        for name in ORDER[begin : ORDER.index(last) + 1]:
            value = (at.get(name) or STEPS[name])(work)
            if value == []:
                raise DoesNotWork
            setattr(work, name, [work.write(x) for x in value] if isinstance(value, list) else work.write(value))
            work.shown[name] = list(value) if isinstance(value, list) else [value]
    except (ZeroDivisionError, OverflowError, ValueError, IndexError) as error:
        raise DoesNotWork from error
    values = [work.root, work.total, *work.exps, *work.weights, *work.output]
    if any(isinstance(x, complex) or not math.isfinite(x) for x in values):
        raise DoesNotWork
    return work


def comma(x: float, places: int, shorten: Callable[[int], Write] = rounded) -> str:
    if math.isinf(x):
        return "-inf" if x < 0 else "inf"
    return f"{shorten(places)(x) + 0.0:.{places}f}".replace(".", ",")
