"""Is what came back right, and if not, which wrong procedure gives it in every case?

The equation is evaluated along every honest way and, where that fails, with each slip of the bank put in; a slip is
named only if it gives the numbers of all cases. One that does not fit the first case is not tried on the others.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from tutor.engine import CORE, Array
from tutor.equations import Equation, Slip
from tutor.judging import Target
from tutor.judging.allowance import ALLOWANCE, distance
from tutor.judging.derivations import Way
from tutor.judging.numbers import NO_VALUE, Bools, Numbers, Stacked
from tutor.judging.slips import QUARTER
from tutor.sandbox.bugs import code_slips
from tutor.sandbox.calling import Subject, main_step
from tutor.sandbox.cases import Case
from tutor.sandbox.precision import DOUBLE, allowance, before
from tutor.sandbox.returned import Returned, same_shape

Status = Literal["exact", "rounded", "overflow", "wrong", "wrong-shape", "error"]
MASKED = {"causal", "mask", "hidden"}
OVERFLOWS = {"OverflowError", "ZeroDivisionError", "FloatingPointError"}
MISFITS = {"ValueError", "RuntimeError", "IndexError"}
"""What numpy and torch raise where sizes do not fit."""
ROUGHLY = 2.0**14
"""Units of the largest number beyond which no allowance is worked out: nothing is accepted by it."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One case and what a function gave for it. `status` of the whole, `cells` of each step that came back."""

    case: Case
    returned: Returned
    numbers: Numbers
    status: Status = "wrong"
    cells: Mapping[str, Bools] = field(default_factory=dict)
    allowed: Mapping[str, Array] = field(default_factory=dict)
    """How far each step may be from what is right."""

    @property
    def fine(self) -> bool:
        """Whether it gives no reason to go on."""
        return self.status in ("exact", "rounded", "overflow")


@np.errstate(all="ignore")
def seen(case: Case, returned: Returned, subject: Subject, equation: Equation) -> Seen:
    """Compares one case with what is right."""
    status: Status = "error" if returned.error else "exact" if returned.parts else "wrong-shape"
    cells: dict[str, Bools] = {}
    allowances: dict[str, Array] = {}
    for step, got in returned.parts.items():
        value, allowed, void = _standard(case, subject.given, step)
        if not same_shape(got.shape, value):
            status = "wrong-shape"
            continue
        gap = distance(_like(got, value), value)
        allowances[step] = allowed * returned.unit
        cells[step] = ((gap <= allowances[step]) | void).reshape(got.shape)
        exact = bool(((gap <= allowed * DOUBLE) | void).all())
        if status in ("exact", "rounded"):
            status = "wrong" if not cells[step].all() else status if exact else "rounded"
    if case.kind == "large" and status in ("wrong", "error") and _overflows(returned, cells):
        status = "overflow"
    return Seen(case, returned, _numbers(case, subject.given), status, cells, allowances)


@lru_cache(maxsize=1024)
def _standard(case: Case, given: frozenset[str], step: str) -> tuple[Array, Array, Bools]:
    """What is right, how far one may be from it a unit, and which cells are void. The way that computes most on its own
    decides, where it leads to numbers; else the one the equation writes."""
    numbers, target = _numbers(case, given), Target(case.scope.equation, step)
    first = numbers.first(target)
    longest = max(numbers.ways(target), key=lambda way: len(way.reached))
    finite = np.isfinite(numbers.value(longest, step)) | ~np.isfinite(numbers.value(first, step))
    way = longest if finite.all() else first
    value = numbers.value(way, step)
    return value, ALLOWANCE * allowance(numbers, way, step), _void(numbers, way, step, value)


@lru_cache(maxsize=256)
def _numbers(case: Case, given: frozenset[str]) -> Numbers:
    """The numbers of a case; steps that a function is given are right, whatever stands before them."""
    numbers, steps = Numbers.of(case.scope), case.scope.equation.steps
    fixed = {n: numbers.value(numbers.first(Target(case.scope.equation, n)), n) for n in given & steps.keys()}
    return Numbers(case.scope, {**numbers.inputs, **fixed}) if fixed else numbers


def _like(got: Array, value: Array) -> Array:
    return got.reshape(value.shape)


def _void(numbers: Numbers, way: Way, step: str, value: Array) -> Bools:
    """The cells of rows that may look at nothing: whatever stands there is a convention, and is only remarked."""
    hidden = np.zeros((*value.shape[:-1], 1), dtype=bool)
    for name in before(numbers, way, step):
        earlier = numbers.value(way, name) if name in way.formulas else numbers.inputs[name]
        if isinstance(earlier, np.ndarray) and earlier.shape[-CORE:-1] == value.shape[-CORE:-1]:
            hidden = hidden | np.isneginf(earlier).all(axis=-1, keepdims=True)
    return np.broadcast_to(hidden, value.shape)


def _overflows(returned: Returned, cells: Mapping[str, Bools]) -> bool:
    """Whether all that is wrong is what exponentials leave that became too large, or 0."""
    if returned.error:
        return bool(OVERFLOWS & set(returned.error["kinds"]))
    return all((~np.isfinite(part) | (part == 0) | cells[step]).all() for step, part in returned.parts.items())


@dataclass(frozen=True, slots=True)
class Explained:
    """`slips` that each give what came back; or, `together`, two that only both at once do. Best first.

    `partly`: only where there is no mask; with one, something else is wrong besides.
    """

    slips: tuple[Slip, ...] = ()
    together: bool = False
    partly: bool = False


@np.errstate(all="ignore")
def explained(cases: Sequence[Seen], equation: Equation) -> Explained:
    """The slips that give what came back in every case. What explains all has to explain those without a mask first."""
    judged = tuple(one for one in cases if one.case.judged)
    plain = tuple(one for one in judged if one.case.kind not in MASKED)
    slips = tuple(_ordered(equation))
    if all(one.fine for one in plain):
        return _found(judged, slips, slips)
    core = _found(plain, slips, slips)
    if not core.slips or len(plain) == len(judged):
        return core
    if core.together:
        whole = core if _explains(tuple(slip.id for slip in core.slips), judged) else Explained()
    else:
        whole = _found(judged, core.slips, slips)
    return whole if whole.slips else replace(core, partly=True)


@lru_cache(maxsize=64)
def _found(judged: tuple[Seen, ...], firsts: tuple[Slip, ...], slips: tuple[Slip, ...]) -> Explained:
    """Those of `firsts` that explain all alone, the rare only where no other does; or else the first that does with one
    more of `slips`."""
    alone = [slip for slip in firsts if _explains((slip.id,), judged)]
    case = next((one for one in judged if one.status == "wrong"), None)
    if alone or case is None:
        return Explained(tuple(slip for slip in alone if not slip.rare) or tuple(alone))
    pairs = (pair for pair in _pairs(case, firsts, slips) if _explains((pair[0].id, pair[1].id), judged))
    order = case.case.scope.equation.order
    both = sorted(next(pairs, ()), key=lambda slip: min(order[step] for step in slip.at))
    return Explained(tuple(both), together=True)


def _pairs(first: Seen, firsts: Sequence[Slip], slips: Sequence[Slip]) -> Iterator[tuple[Slip, Slip]]:
    """The pairs that come near in one case, the whole bank beside one slip after the other. Two rare ones are not
    looked for."""
    bank = _bank(first.case)
    tried: set[str] = set()
    for slip in firsts:
        tried.add(slip.id)
        others = [other for other in slips if other.id not in tried and not (slip.rare and other.rare)]
        rest = [member for other in others for member in bank.get(other.id, ())]
        near = {other.id for member in bank.get(slip.id, ()) for other in _batch(first, rest, member)}
        yield from ((slip, other) for other in others if other.id in near)


def _batch(first: Seen, slips: Sequence[Slip], beside: Slip) -> Iterator[Slip]:
    """Those of the slips that come near what came back, each beside one more, all evaluated at once."""
    order = first.case.scope.equation.order
    step = max(first.returned.parts, key=order.__getitem__)
    got, stacked = first.returned.parts[step], Stacked(first.numbers, tuple(slips))
    for way in first.numbers.ways(Target(first.case.scope.equation, step), beside):
        try:
            values = stacked.value(way, step)
        except NO_VALUE:
            continue
        if same_shape(got.shape, values) and len(values) == len(slips):
            gap = np.abs(values - _like(got, values[:1]))
            near = np.asarray((gap <= QUARTER * _apart(values, first, step)).all(axis=(1, 2, 3, 4)))
            yield from (slip for i, slip in enumerate(slips) if near[i] and i not in stacked.misfits)


def _ordered(equation: Equation) -> list[Slip]:
    """One slip an id, families as they are written: the frequent first, the nearest to the result before the others,
    the bank before what only code does."""
    both = ((slip, i) for i, bank in enumerate((equation.slips.values(), code_slips(equation))) for slip in bank)
    ranked = sorted(both, key=lambda p: (p[0].rare, p[1], -max(equation.order[name] for name in p[0].at)))
    return list({slip.id: slip for slip, _ in reversed(ranked)}.values())[::-1]


@lru_cache(maxsize=64)
def _bank(case: Case) -> Mapping[str, tuple[Slip, ...]]:
    """Id -> its slips for the sizes of a case: the members of a family, the rows of a table, or one."""
    groups: dict[str, tuple[Slip, ...]] = {}
    for slip in (*case.scope.equation.slips_for(case.scope.inputs), *code_slips(case.scope.equation)):
        groups[slip.id] = (*groups.get(slip.id, ()), slip)
    return groups


def _explains(ids: tuple[str, ...], judged: tuple[Seen, ...]) -> bool:
    """Whether every case is what these slips give, each in some form of its own, and not also what is right."""
    differs = False
    for one in judged:
        members = [_bank(one.case).get(id, ()) for id in ids]
        found = max((_fit(parts, one) for parts in itertools.product(*filter(None, members))), default=0)
        if not found:
            return False
        differs |= found == DIFFERENT
    return differs


RIGHT, DIFFERENT = 1, 2


def _fit(slips: tuple[Slip, ...], one: Seen) -> int:
    """0: this case is not what the slips give. RIGHT: it is, and so is what is right. DIFFERENT: only they give it."""
    applicable = [s for s in slips if s.when in (None, *one.case.scope.optional_given)]
    if not applicable:
        return RIGHT if one.fine else 0
    merged = _merged(applicable)
    if merged is None or (one.status == "wrong-shape" and not one.returned.parts):
        return 0
    equation = one.case.scope.equation
    last = max(one.returned.parts, key=equation.order.__getitem__, default=main_step(equation))
    found = 0
    for way in one.numbers.ways(Target(equation, last), merged):
        found = max(found, _along(way, one))
        if found == DIFFERENT:
            break
    return found


_PAIRS: dict[tuple[Slip, ...], Slip | None] = {}


def _merged(slips: Sequence[Slip]) -> Slip | None:
    """Slips at different steps as one; None for two ways to do the same step."""
    key = tuple(slips)
    if len(key) == 1:
        return key[0]
    if key not in _PAIRS:
        disjoint = not set(key[0].at) & set(key[1].at)
        _PAIRS[key] = Slip(key[0].id, {**key[0].at, **key[1].at}, "", "") if disjoint else None
    return _PAIRS[key]


def _along(way: Way, one: Seen) -> int:
    """The same along one way: every returned step, within what its precision allows."""
    found = RIGHT
    for step in tuple(one.returned.parts) or (way.target,):
        with np.errstate(all="ignore"):
            try:
                value = one.numbers.value(way, step)
            except NO_VALUE:
                return DIFFERENT if one.returned.error and MISFITS & set(one.returned.error["kinds"]) else 0
            fit = 0 if one.returned.error else _part(way, one, step, value)
        if not fit:
            return 0
        found = max(found, fit)
    return found


def _part(way: Way, one: Seen, step: str, value: Array) -> int:
    got = one.returned.parts[step]
    if not same_shape(got.shape, value):
        return 0
    void = _void(one.numbers, way, step, value)
    if step in one.cells and one.cells[step].all():
        return RIGHT if ((_apart(value, one, step) <= one.allowed[step]) | void).all() else 0
    gap = np.where(void, 0.0, _distance(_like(got, value), value))
    if (gap > ROUGHLY * one.returned.unit * np.abs(value).max()).any() or (
        gap > QUARTER * np.max(_apart(value, one, step))
    ).any():
        return 0
    near = gap <= ALLOWANCE * allowance(one.numbers, way, step) * one.returned.unit
    return DIFFERENT if near.all() else 0


def _apart(value: Array, one: Seen, step: str) -> Array:
    """How far a slip is from what is right, cell by cell; infinitely where it has another shape."""
    right = one.numbers.value(one.numbers.first(Target(one.case.scope.equation, step)), step)
    return distance(value, right) if right.shape[1:] == value.shape[1:] else np.full(value.shape, np.inf)


def _distance(got: Array, value: Array) -> Array:
    """As `distance`, but two that are no numbers agree."""
    return np.where(np.isnan(got) & np.isnan(value), 0.0, distance(got, value))


def earlier(cases: Iterable[Seen], equation: Equation, subject: Subject) -> str | None:
    """An earlier step whose right values came back in every case: the function stops too soon."""
    judged = [one for one in cases if one.case.judged]
    before = list(equation.steps)[: equation.order[subject.step]]
    return next((step for step in before if all(_is(one, step) for one in judged)), None)


def _is(one: Seen, step: str) -> bool:
    parts = list(one.returned.parts.values())
    got: Any = parts[0] if len(parts) == 1 else None
    value = one.case.scope[step]
    if got is None or not same_shape(got.shape, value):
        return False
    return bool(np.allclose(got.ravel(), value.ravel(), rtol=one.returned.unit * got.size * 4, equal_nan=True))
