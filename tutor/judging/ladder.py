"""The verdict: the first rung of the ladder that holds, for a whole batch at once.

Each rung looks only at the rows no earlier rung has taken, so that a class of right answers costs one comparison.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.engine import CORE, Array
from tutor.equations import Scope, bind
from tutor.errors import ContentError
from tutor.judging import structure
from tutor.judging.allowance import outdone, widest
from tutor.judging.batch import Judgements
from tutor.judging.carry import Given, own_numbers, rightly_before
from tutor.judging.messages import Speaker
from tutor.judging.numbers import BLOCK, Bools, Numbers, Rows, blocks
from tutor.judging.reach import ALLOWANCE, GUARD, Reach, distance, every, half_unit
from tutor.judging.slips import OTHER_DATA, Answers, Found, Slips, other_data
from tutor.judging.target import Target
from tutor.judging.typed import CODE, Typed
from tutor.judging.verdicts import Verdict

ROWS_AT_ONCE = 32_768
"""Learners who climb together at most: a rung costs less a head the more there are on it."""


@dataclass(frozen=True, slots=True)
class Decoy:
    """Other data whose right answers are recognised as such; `says` is the sentence for it ("" for a general one).

    With `named` false nothing is called right for it; what is, among the earlier answers, still carries nothing.
    """

    id: str
    data: Scope | Mapping[str, Any]
    says: str = ""
    named: bool = True


EIGHTH = 0.125
"""The share of the largest number asked that may be missing where fewer decimals are typed."""
RUNGS = (1, 2, 10)
"""Multiples of h: rounded, truncated, and right at one decimal less."""


class Facts:
    """What does not depend on anybody's answer: the right values, the allowances, the slips' values."""

    def __init__(self, target: Target, numbers: Numbers, others: Sequence[tuple[str, Numbers]]) -> None:
        self.target = target
        self.numbers = numbers
        self.others = others
        first = numbers.first(target)
        self.right: Array = numbers.asked(target, first)[0]

    @cached_property
    def reach(self) -> Reach:
        return Reach(self.target, self.numbers, self.numbers.ways(self.target), RUNGS)

    def widest(self, rows: Rows, need: Array, scale: int) -> tuple[Array, Rows]:
        """The allowances of some rows, and which of them had not enough, as `allowance.widest` gives them."""
        if self.numbers.single:
            return widest(self.reach, need, scale)
        return widest(Reach(self.target, self.numbers.take(rows), self.reach.paths, (scale,)), need, scale)

    @cached_property
    def slips(self) -> Slips:
        return Slips(self.target, self.numbers, self.right)

    @cached_property
    def fixed(self) -> Bools | None:
        return self.reach.fixed()

    @cached_property
    def settled(self) -> Bools | None:
        return self.reach.settled()

    @cached_property
    def tau(self) -> Array:
        return ALLOWANCE * list(self.reach.widest())[-1]

    def earlier(self) -> Iterable[tuple[Array, Callable[[Rows], Array]]]:
        """(value, the allowance of some rows when wanted) of every step before that has as many cells as were asked."""
        target = self.target
        for name in dict.fromkeys(name for way in self.reach.paths for name in way.reached):
            if name in target.equation.steps and self.numbers.scope.active(name):
                step = Target(target.equation, name, row=target.row, cell=target.cell, keep=target.keep)
                reach = Reach(step, self.numbers, self.numbers.ways(step)[:1])
                try:
                    value = reach.value(reach.paths[0])
                except IndexError:
                    continue
                if value.shape[-1] == self.right.shape[-1]:
                    yield value, partial(_allowance, reach)

    def take(self, rows: Rows) -> Facts:
        if self.numbers.single and all(n.single for _, n in self.others):
            return self
        return Facts(self.target, self.numbers.take(rows), [(id, n.take(rows)) for id, n in self.others])


def judge_batch(
    target: Target,
    data: Scope | Mapping[str, Any],
    typed: Typed,
    given: Given | None = None,
    decoys: Sequence[Decoy] = (),
) -> Judgements:
    """Judge B answers to one question.

    `data` are the question's numbers, one set for all or (a Scope of `bind_many`) one a learner. `given` holds earlier
    answers to questions on the same data, by any name. Raises ContentError or FormulaError where the data do not fit.
    """
    scope = _bound(target, data)
    _counted(scope, len(typed))
    shape = target.shape(scope)
    verdict = typed.absent.copy()
    cells = np.zeros((len(typed), math.prod(shape)), dtype=bool)
    rough = np.zeros_like(cells)
    named: dict[int, tuple[str, ...]] = {}
    borrowed: dict[int, str] = {}
    rows = np.flatnonzero(typed.present)
    with np.errstate(all="ignore"):
        asked = (target, *(earlier for earlier, _ in (given or {}).values()))
        others = [(d.id if d.named else "", Numbers.of(_bound(target, d.data), *asked)) for d in decoys]
        facts = Facts(target, Numbers.of(scope, *asked), others)
        rows = _settled_at_once(target, facts.numbers, typed, rows, verdict, cells)
        for chunk in blocks(rows, ROWS_AT_ONCE):
            ladder = _Ladder(facts.take(chunk), typed, chunk, shape, given or {})
            ladder.climb()
            verdict[chunk] = ladder.verdict
            cells[chunk], rough[chunk] = ladder.cells, ladder.rough
            named.update({int(chunk[i]): ids for i, ids in ladder.named.items()})
            borrowed.update({int(chunk[i]): id for i, id in ladder.borrowed.items()})
    if target.choices:
        cells, shape = every(cells)[:, None], ()
    before = partial(rightly_before, given=given or {}, numbers=Numbers(scope, facts.numbers.inputs))
    speaker = Speaker(target, shape, verdict, cells, rough, named, borrowed, typed, decoys, before)
    return Judgements(verdict, cells.reshape(len(typed), *shape), shape, named, speaker.say)


def _bound(target: Target, data: Scope | Mapping[str, Any]) -> Scope:
    return data if isinstance(data, Scope) else bind(target.equation, data)


def _settled_at_once(
    target: Target, numbers: Numbers, typed: Typed, rows: Rows, verdict: NDArray[np.int8], cells: Bools
) -> Rows:
    """Mark the exact answers of `rows`, most of a class, by one comparison, and return the others."""
    left = []
    values, places = (array.reshape(len(typed), -1) for array in (typed.values, typed.places))
    for some in blocks(rows, BLOCK):
        mine = numbers if numbers.single else numbers.take(some)
        gap = distance(values[some], mine.asked(target, mine.first(target))[0])
        exact = every(gap <= half_unit(np.maximum(places[some], target.decimals)) + GUARD)
        verdict[some[exact]] = CODE[Verdict.EXACT]
        cells[some[exact]] = True
        left.append(some[~exact])
    return np.concatenate(left) if left else rows


def _counted(scope: Scope, count: int) -> None:
    for name, value in scope.inputs.items():
        sets = math.prod(np.shape(value)[:-CORE])
        if sets not in (1, count):
            answers = "una respuesta" if count == 1 else f"{count} respuestas"
            raise ContentError(f"hay {sets} juegos de datos «{name}» para {answers}")


class _Ladder:
    """Some rows on their way down the ladder; row i here is `chunk[i]` of the batch."""

    def __init__(self, facts: Facts, typed: Typed, chunk: Rows, shape: tuple[int, ...], given: Given) -> None:
        self.facts = facts
        self.target = facts.target
        self.chunk = chunk
        self.shape = shape
        self.given = given
        self.typed = typed.values.reshape(len(typed), -1)[chunk]
        self.places = typed.places.reshape(len(typed), -1)[chunk]
        self.half = half_unit(np.maximum(self.places, self.target.decimals))
        self.verdict: NDArray[np.int8] = np.full(len(chunk), CODE[Verdict.WRONG], dtype=np.int8)
        self.cells = np.zeros(self.typed.shape, dtype=bool)
        self.rough = np.zeros(self.typed.shape, dtype=bool)
        """Cells that are right as far as their decimals tell."""
        self.taus: dict[int, Array] = {}
        """(rows, cells) by the multiple of h: the largest over all ways, where all have been tried."""
        self.named: dict[int, tuple[str, ...]] = {}
        self.borrowed: dict[int, str] = {}

    def climb(self) -> None:
        gap = distance(self.typed, self.facts.right)
        left = self.settle(np.arange(len(self.chunk)), gap <= self.half + GUARD, Verdict.EXACT)
        left = self.widen(left, gap, self.half, 1, Verdict.ROUNDED)
        # cutting errs by less than a whole unit, 0,91 is no way to cut 0,90; what is exact is not cut
        cut = np.maximum(2 * (self.half - GUARD), self.half)
        left = self.widen(left, gap, cut, 2, Verdict.TRUNCATED)
        for rung in (self.carried, self.slipped):
            if len(left):
                left = rung(left)
        left = self.widen(left, gap, self.half, 10, Verdict.COARSE)
        self.with_fewer_decimals(left, gap)

    def with_fewer_decimals(self, left: Rows, gap: Array) -> None:
        """Right as far as the decimals typed tell, rounded or cut. That «0 0 0» is near every list of weights tells
        nothing: what is missing may be an eighth of the largest number, no more.

        Those who were named a slip are only noted, where their numbers are the right ones rounded: it may be that.
        """
        slips = np.flatnonzero(self.verdict == CODE[Verdict.SLIP])
        if not len(left) and not len(slips):
            return
        fewer = np.where(self.cells, self.half, np.maximum(self.half, half_unit(self.places)))
        size = np.where(np.isfinite(self.facts.right), np.abs(self.facts.right), 0.0)
        most = np.broadcast_to(EIGHTH * size.max(axis=-1, keepdims=True), fewer.shape)
        slips = slips[every((fewer[slips] <= most[slips]) & (gap[slips] <= fewer[slips] + GUARD))]
        self.rough[slips] = True
        left = left[every(fewer[left] <= most[left])]
        short = np.maximum(2 * (fewer - GUARD), fewer)  # a whole unit is not cut, 0,9 is no way to cut 1
        cut = np.where((np.abs(self.typed) <= size) & (2 * fewer <= most), short, fewer)
        left = self.widen(left, gap, fewer, 1, Verdict.COARSE, self.rough)
        self.widen(left, gap, cut, 2, Verdict.COARSE, self.rough)

    def settle(self, left: Rows, ok: Bools, verdict: Verdict) -> Rows:
        """Give the verdict to the rows of `left` whose cells are all ok, and return the others."""
        whole = every(ok)
        self.verdict[left[whole]] = CODE[verdict]
        self.cells[left] |= ok if verdict.correct else whole[:, None]
        return left[~whole]

    def widen(
        self, left: Rows, gap: Array, slack: Array, scale: int, verdict: Verdict, near: Bools | None = None
    ) -> Rows:
        """Settle the rows of `left` within τ(scale·h) plus `slack`, at the first ways that are enough. `near`, where
        given, keeps which cells were."""
        if not len(left):
            return left
        need = gap[left] - slack[left] - GUARD
        ok: Bools = need <= ALLOWANCE * self.widest(left, need, scale)
        settled = _of(self.facts.settled, left)
        if settled is not None:  # e/Σ, each rounded, may be anything where e is all there is of Σ; by hand it is 1
            ok &= ~settled | (need <= ALLOWANCE * scale * float(half_unit(self.target.keep)))
        fixed = _of(self.facts.fixed, left)
        if fixed is not None:
            ok &= ~fixed | (gap[left] <= self.half[left] + GUARD if self.target.exact else gap[left] <= GUARD)
        if near is not None:
            near[left] |= ok
        return self.settle(left, ok, verdict)

    def widest(self, left: Rows, need: Array, scale: int) -> Array:
        """The largest τ(scale·h) over the ways, or over as many as give what is needed; the former is remembered."""
        known = self.taus.setdefault(scale, np.full(self.typed.shape, np.nan))
        tau = known[left]
        new = np.flatnonzero(np.isnan(tau[:, 0]))
        if len(new):
            tau[new], short = self.facts.widest(left[new], need[new], scale)
            known[left[new[short]]] = tau[new[short]]
        return tau

    @cached_property
    def own(self) -> Numbers:
        """The numbers with these learners' own earlier answers in them; the right ones where they have none."""
        numbers = self.facts.numbers
        others = [other for _, other in self.facts.others]
        own = own_numbers(self.target, numbers, self.given, self.chunk, others)
        return numbers.take(np.arange(len(self.chunk)), own) if own else numbers

    def carried(self, left: Rows) -> Rows:
        """Right from the learner's own earlier numbers, by whatever way goes through them."""
        if not self.own.own:
            return left
        some = {name: ~every(~o.present) for name, o in self.own.own.items()}
        own, paths = self.own.take(left), self.facts.reach.paths
        reach = Reach(self.target, own, paths)
        weak = outdone(self.target, own, paths)
        right = _rows(self.facts.right, left)
        done = np.zeros(len(left), dtype=bool)
        finite = True
        for way in sorted(paths, key=lambda way: way.keys[way.target] in weak):
            through = [some[name][left] for name in way.reached if name in some]
            if not through or (finite and way.keys[way.target] in weak):
                continue
            value = reach.value(way)
            depends = np.logical_or.reduce(through) & ~every(distance(value, right) <= GUARD)
            rows = np.flatnonzero(depends & ~done & every(np.isfinite(value)))
            if len(rows):
                again = Reach(self.target, own.take(rows), paths)
                tau = ALLOWANCE * again.tau(way)
                done[rows] = every(distance(self.typed[left[rows]], value[rows]) <= tau + self.half[left[rows]] + GUARD)
                finite &= again.finite
            finite &= bool(np.isfinite(value).all())
        self.verdict[left[done]] = CODE[Verdict.CARRIED]
        self.cells[left[done]] = True
        return left[~done]

    def slipped(self, left: Rows) -> Rows:
        """A known wrong procedure, or what can be seen in the numbers alone."""
        found: Found = {}
        answers = Answers(np.asfortranarray(self.typed[left]), np.asfortranarray(self.half[left]))
        right = _rows(self.facts.right, left)
        facts = self.facts if len(left) == len(self.chunk) else self.facts.take(left)
        others = [other for other in facts.others if other[0]]
        for decoy, who in other_data(self.target, others, right, answers):
            _add(found, OTHER_DATA, who)
            self.borrowed |= {int(left[i]): decoy for i in np.flatnonzero(who) if int(left[i]) not in self.borrowed}
        for id, who in (*facts.slips.own(answers), *facts.slips.known(answers)):
            _add(found, id, who)
        if self.own.own:
            again = Slips(self.target, self.own.take(left), right)
            for id, who in (*again.own(answers), *again.known(answers)):
                _add(found, id, who)
        for id, who in self.seen(facts, left, right):
            _add(found, id, who)
        for i, ids in found.items():
            self.named[int(left[i])] = tuple(ids)
            self.verdict[left[i]] = CODE[Verdict.SLIP]
        return np.delete(left, list(found))

    def seen(self, facts: Facts, left: Rows, right: Array) -> Iterable[tuple[str, Bools]]:
        """What shows in the numbers alone."""
        if self.target.choices:
            yield structure.COUNTED, self.shown(left, right, right).counted(self.target.choices)
            return
        beyond = np.full((len(left), self.typed.shape[1]), np.inf)
        shown = self.shown(left, right, ALLOWANCE * self.widest(left, beyond, 1))
        transposed = shown.transposed(self.shape)
        percent = shown.percent()
        yield from (
            (structure.SWAPPED, shown.swapped() & ~transposed),
            (structure.TRANSPOSED, transposed),
            (structure.SIGNS, shown.flipped()),
            (structure.PERCENT, percent),
            (structure.POINT, shown.moved() & ~percent),
            (structure.COPIED, shown.copied(facts.earlier())),
        )

    def shown(self, left: Rows, right: Array, tau: Array) -> structure.Shown:
        return structure.Shown(self.typed[left], self.places[left], right, tau, self.target.decimals)


def _allowance(reach: Reach, rows: Rows) -> Array:
    some = reach if reach.numbers.single else Reach(reach.target, reach.numbers.take(rows), reach.paths)
    return ALLOWANCE * some.tau(some.paths[0])


def _add(found: Found, id: str, who: Bools) -> None:
    for i in np.flatnonzero(who):
        ids = found.setdefault(int(i), [])
        if id not in ids:
            ids.append(id)


def _rows(numbers: Array, rows: Rows) -> Array:
    return numbers if len(numbers) == 1 else numbers[rows]


def _of(cells: Bools | None, rows: Rows) -> Bools | None:
    return None if cells is None else (cells if len(cells) == 1 else cells[rows])
