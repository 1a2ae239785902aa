"""An equation as data: inputs, steps, honest routes and known slips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tutor.engine import Formula


@dataclass(frozen=True, slots=True)
class Input:
    """A named input. `shape` names its own axes (0 to 2); a `count` is one whole number, a size among the shapes."""

    name: str
    shape: tuple[str | int, ...]
    default: float | None = None
    count: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A named step: `decimals` are those it is usually asked and shown with; `when` names the input it waits for."""

    id: str
    formula: Formula
    symbol: str
    decimals: int = 3
    when: str | None = None
    title: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Slip:
    """A known wrong procedure: the formulas that take the place of steps, and what is said. Never the answer."""

    id: str
    at: Mapping[str, Formula]
    says: str
    do: str
    title: str = ""
    notice: str = ""
    """How one can notice it oneself."""
    when: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Equation:
    """A checked equation. Equal only to itself: loaded once, it is a key of caches."""

    id: str
    title: str
    inputs: Mapping[str, Input]
    steps: Mapping[str, Step]
    routes: tuple[Mapping[str, Formula], ...]
    """Every honest way through: each replaces some formulas and may add cells of its own. The first is empty."""
    more_routes: Mapping[str, tuple[Mapping[str, Formula], ...]]
    """Optional input -> the ways that are open only when it is given."""
    slips: Mapping[str, Slip]
    sizes: frozenset[str]
    """Names that are sizes: axes of the inputs, and counts."""
    order: Mapping[str, int] = field(default_factory=dict)
    """Step id -> place in the list."""
