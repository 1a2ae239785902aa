"""An equation as data: inputs, steps, honest routes and known slips."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tutor.engine import Formula, compile_formula

EACH = "each"
"""What the formulas of a family call the index of a member, counted from 0; `{each}` is its place in a sentence."""
MOST_MEMBERS = 12
"""A family with more members than this has none: among so many, one fits by chance."""


@dataclass(frozen=True, slots=True)
class Input:
    """A named input. `shape` names its own axes (0 to 2); a `count` is one whole number, a size among the shapes.
    `symbol` is how it is written, `rows` the template of what its rows are called (`clave {i}`)."""

    name: str
    shape: tuple[str | int, ...]
    default: float | None = None
    count: bool = False
    symbol: str = ""
    rows: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A named step: `decimals` are those it is usually asked and shown with; `when` names the input it waits for."""

    id: str
    formula: Formula
    symbol: str
    decimals: int = 3
    when: str | None = None
    title: str = ""
    rows: str = ""


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
    rare: bool = False
    """Seldom seen in a class: named only where no other slip explains the numbers."""
    shortcut: bool = False
    """It needs no arithmetic, so going on rightly from what it gives proves nothing."""
    each: str | None = None
    """The size that counts the members of a family: which key was left out. None for a slip that stands alone."""
    index: int | None = None
    """Which member of its family this is, counted from 0. None for the family itself, and for a slip alone."""


def members(slip: Slip, sizes: Mapping[str, object]) -> tuple[Slip, ...]:
    """A slip that stands alone, or those a family stands for: each with its index in its formulas and sentences.

    All keep the id of the family. None where there is one thing to choose from: leaving out the only term, or scaling
    the only score, is no slip of its own. The same objects every time: a slip is a key of caches.
    """
    if slip.each is None:
        return (slip,)
    count = sizes.get(slip.each)
    return _family(slip, count) if isinstance(count, int) and 2 <= count <= MOST_MEMBERS else ()


@lru_cache(maxsize=1024)
def _family(slip: Slip, count: int) -> tuple[Slip, ...]:
    return tuple(_member(slip, i) for i in range(count))


def _member(slip: Slip, i: int) -> Slip:
    at = {step: compile_formula(re.sub(rf"\b{EACH}\b", str(i), f.text)) for step, f in slip.at.items()}
    says, do = (text.replace(f"{{{EACH}}}", str(i)) for text in (slip.says, slip.do))
    return replace(slip, at=at, says=says, do=do, index=i)


@dataclass(frozen=True, slots=True, eq=False)
class Rough:
    """A way that is right but loses too much: at `step` the formulas `at` take the place of its own, and the number
    `rounds` is written down and gone on from. `says` names it, `do` is what to do."""

    step: str
    at: Mapping[str, Formula]
    rounds: str
    says: str
    do: str


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
    rough: tuple[Rough, ...] = ()
    heading: str = ""
    """Over its slips in a list of them: where one is when they are made."""

    def symbol(self, name: str) -> str:
        """How a step, an input or any formula is written."""
        known = self.steps.get(name) or self.inputs.get(name)
        return (known.symbol if known is not None else "") or name

    def rows(self, name: str) -> str:
        """The template of what the rows of a step or an input are called; "" for none."""
        known = self.steps.get(name) or self.inputs.get(name)
        return known.rows if known is not None else ""

    def slips_for(self, sizes: Mapping[str, object]) -> tuple[Slip, ...]:
        """Every slip in the order of the file, in place of a family its members; `sizes`: size -> how many."""
        return tuple(one for slip in self.slips.values() for one in members(slip, sizes))
