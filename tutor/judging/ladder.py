"""The verdict: the first rung of the ladder that holds, for a whole batch at once.

Each rung looks only at the rows no earlier rung has taken, so that a class of right answers costs one comparison.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.engine import CORE, Array
from tutor.equations import Scope, bind
from tutor.errors import ContentError
from tutor.judging.allowance import ALLOWANCE, GUARD, Allowance, cutting, distance, every, half_unit, most
from tutor.judging.batch import Judgements
from tutor.judging.derivations import Way
from tutor.judging.dominance import outdone
from tutor.judging.evidence import Answered, Earlier, allowed, answered_rightly
from tutor.judging.expected import Expected
from tutor.judging.messages import MessageWriter
from tutor.judging.naming import Found, Naming
from tutor.judging.numbers import BLOCK, Bools, Numbers, Rows, blocks, of_rows
from tutor.judging.slips import EIGHTH, size_of
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


NEAR = 8.0
"""Times the allowance of an honest way that nothing but one number rounded early may be away from its own value."""

Given = Mapping[str, Answered | tuple[Target, Typed]]


def judge_batch(
    target: Target,
    data: Scope | Mapping[str, Any],
    typed: Typed,
    given: Given | None = None,
    decoys: Sequence[Decoy] = (),
    *,
    explain: bool = True,
) -> Judgements:
    """Judge B answers to one question; what is wrong is looked for among the known slips where it is to `explain`.

    `data` are the question's numbers, one set for all or, on a leading axis, a learner each. `given` holds earlier
    answers to questions on the same data, by any name, in their order: as Answered, with their judgements, or else they
    are judged here. Raises ContentError or FormulaError where the data do not fit.
    """
    scope = _bound(target, data)
    _counted(scope, len(typed))
    shape = target.shape(scope)
    out = Found(typed.absent.copy(), math.prod(shape))
    rows = np.flatnonzero(typed.present)
    with np.errstate(all="ignore"):
        asked = (target, *(target_of(answer) for answer in (given or {}).values()))
        others = [(d.id if d.named else "", Numbers.of(_bound(target, d.data), *asked)) for d in decoys]
        expected = Expected(target, Numbers.of(scope, *asked), others)
        rows = _settled_at_once(target, expected.numbers, typed, rows, out.verdict, out.cells)
        answered = _judged(scope, _usable(scope, given or {}), decoys) if len(rows) else {}
        for chunk in blocks(rows, ROWS_AT_ONCE):
            ladder = _Ladder(expected.take(chunk), typed, chunk, shape, list(answered.values()))
            ladder.climb(explain)
            out.take(chunk, ladder.out)
    options = out.cells
    if target.choices:
        out.cells, shape = every(out.cells)[:, None], ()
    before = partial(answered_rightly, answers=answered)
    writer = MessageWriter(
        target, shape, out.verdict, out.cells, out.rough, out.borrowed, typed, decoys, before, out.words,
        out.fewer, out.proved, options,
    )  # fmt: skip
    cells = out.cells.reshape(len(typed), *shape)
    return Judgements(out.verdict, cells, shape, out.named, writer.say, out.proved, out.explained)


def target_of(answer: Answered | tuple[Target, Typed]) -> Target:
    """What an earlier answer was asked."""
    return answer.target if isinstance(answer, Answered) else answer[0]


def _usable(scope: Scope, given: Given) -> Given:
    """The answers to questions about the same numbers: not those that reckon with names of their own."""
    shared = scope.equation.inputs.keys() | scope.equation.steps.keys() | scope.equation.sizes

    def about(target: Target) -> bool:
        names = target.formula.names if target.formula is not None else ()
        return target.equation is scope.equation and all(name in shared and name in scope for name in names)

    return {name: answer for name, answer in given.items() if about(target_of(answer))}


def _judged(scope: Scope, given: Given, decoys: Sequence[Decoy]) -> dict[str, Answered]:
    """The earlier answers with their judgements, each judged with those before it: in the order of the equation, the
    others as they come."""
    order = scope.equation.order
    last = len(order)
    names = sorted(given, key=lambda name: order.get(target_of(given[name]).answers_for or "", last))
    answered: dict[str, Answered] = {}
    for name in names:
        answer = given[name]
        if not isinstance(answer, Answered):
            earlier, typed = answer
            answer = Answered(earlier, typed, partial(judge_batch, earlier, scope, typed, dict(answered), decoys))
        answered[name] = answer
    return answered


def _bound(target: Target, data: Scope | Mapping[str, Any]) -> Scope:
    return data if isinstance(data, Scope) else bind(target.equation, data)


def _settled_at_once(
    target: Target, numbers: Numbers, typed: Typed, rows: Rows, verdict: NDArray[np.int8], cells: Bools
) -> Rows:
    """Mark the exact answers of `rows`, most of a class, by one comparison, and return the others."""
    left = []
    values, places = (array.reshape(len(typed), -1) for array in (typed.values, typed.places))
    for some in blocks(rows, BLOCK):
        these = numbers.take(some)
        gap = distance(values[some], these.asked(target, these.first(target))[0])
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

    def __init__(
        self, expected: Expected, typed: Typed, chunk: Rows, shape: tuple[int, ...], answered: Sequence[Answered]
    ) -> None:
        self.expected = expected
        self.target = expected.target
        self.chunk = chunk
        self.shape = shape
        self.typed = typed.values.reshape(len(typed), -1)[chunk]
        self.places = typed.places.reshape(len(typed), -1)[chunk]
        self.half = half_unit(np.maximum(self.places, self.target.decimals))
        self.out = Found(np.full(len(chunk), CODE[Verdict.WRONG], dtype=np.int8), self.typed.shape[1])
        self.taus: dict[int, Array] = {}
        """(rows, cells) by the multiple of h: the largest over all ways, where all have been tried."""
        self.gap = distance(self.typed, expected.right)
        longest = most(np.where(np.isfinite(self.typed), self.places, 0.0))
        self.few: Bools = longest < self.target.decimals
        """(rows,) with fewer decimals than asked in every number."""
        self.fewer = np.broadcast_to(half_unit(longest)[:, None], self.typed.shape)
        """(rows, cells): half a unit of the last decimal typed in any of the numbers."""
        numbers, others = expected.numbers, [other for _, other in expected.others]
        self.before = Earlier(self.target, numbers, answered, chunk, others)

    def climb(self, explain: bool) -> None:
        """The rungs, each for the rows that no rung before has taken; without that of the slips unless to `explain`."""
        left = self.settle(np.arange(len(self.chunk)), self.gap <= self.half + GUARD, Verdict.EXACT)
        full, few = left[~self.few[left]], left[self.few[left]]
        full = self.widen(full, self.half, 1, Verdict.ROUNDED, self.confirmed)
        full = self.widen(
            full, cutting(self.typed, self.expected.right, self.half), 2, Verdict.TRUNCATED, self.confirmed
        )
        left = np.sort(np.concatenate([full, few]))
        slips = (self.slipped,) if explain else ()
        for rung in (self.carried, self.divided_early, self.with_fewer_decimals, *slips, self.early):
            if len(left):
                left = rung(left)
        self.unsure()

    # -- right from the question's own data --------------------------------------------------------------------------

    def settle(self, left: Rows, ok: Bools, verdict: Verdict) -> Rows:
        """Give the verdict to the rows of `left` whose cells are all ok, and return the others."""
        whole = every(ok)
        self.out.verdict[left[whole]] = CODE[verdict]
        self.out.cells[left] |= ok if verdict.correct else whole[:, None]
        return left[~whole]

    def widen(
        self, left: Rows, slack: Array, scale: int, verdict: Verdict, among: Callable[[Rows], Bools], few: bool = False
    ) -> Rows:
        """Settle the rows of `left` within τ(scale·h) plus `slack`, at the first ways that are enough, where the right
        answers before leave them `among` what is allowed. With `few` it is kept which cells were within."""
        if not len(left):
            return left
        need = self.gap[left] - slack[left] - GUARD
        ok: Bools = need <= ALLOWANCE * self.widest(left, need, scale)
        if (
            settled := self.expected.settled
        ) is not None:  # e/Σ, each rounded, may be anything where e is all there is of Σ; by hand it is 1
            ok &= ~of_rows(settled, left) | (need <= ALLOWANCE * scale * float(half_unit(self.target.keep)))
        if (fixed := self.expected.fixed) is not None:
            here = self.gap[left]
            ok &= ~of_rows(fixed, left) | (here <= self.half[left] + GUARD if self.target.exact else here <= GUARD)
        exact = self.gap[left] <= self.half[left] + GUARD
        some = np.flatnonzero(ok.any(axis=1) if verdict.correct or few else every(ok))
        if len(some):
            ok[some] &= exact[some] | among(left[some])
        if few:
            self.out.rough[left] |= ok
        return self.settle(left, ok, verdict)

    def widest(self, left: Rows, need: Array, scale: int) -> Array:
        """The largest τ(scale·h) over the ways, or over as many as give what is needed; the former is remembered."""
        known = self.taus.setdefault(scale, np.full(self.typed.shape, np.nan))
        tau = known[left]
        new = np.flatnonzero(np.isnan(tau[:, 0]))
        if len(new):
            tau[new], short = self.expected.widest(left[new], need[new], scale)
            known[left[new[short]]] = tau[new[short]]
        return tau

    def confirmed(self, rows: Rows) -> Bools:
        """(rows, cells): whether the right answers before allow what was typed."""
        return self.before.narrowed(rows, self.typed[rows], self.half[rows], None)

    def slipped(self, left: Rows) -> Rows:
        """A known wrong procedure, or what can be seen in the numbers alone."""
        naming = Naming(self.expected, self.before, self.typed, self.places, self.half, self.fewer, self.few)
        names = naming.known(left)
        beyond = np.full((len(left), self.typed.shape[1]), np.inf)
        tau = beyond if self.target.choices else ALLOWANCE * self.widest(left, beyond, 1)
        naming.seen(left, tau, self.shape, names)
        for row, ids in names.ids.items():
            self.out.named[row] = tuple(ids)
            self.out.verdict[row] = CODE[Verdict.SLIP]
        made_up = np.array(sorted(names.ids.keys() - names.plain), dtype=np.intp)
        if len(made_up):  # a slip over numbers that nothing explains explains nothing
            self.out.explained[made_up] = self.before.explained[made_up]
        self.out.words.update(names.words)
        self.out.borrowed.update(names.borrowed)
        self.out.fewer.update(names.fewer)
        return names.without(left)

    def little(self, rows: Rows, value: Array, units: float = 1.0) -> Bools:
        """(rows,): whether the decimals missing (half a unit of the last one typed, so many times) hide at most an
        eighth of the largest number of `value`. That «0 0 0» is near every list of weights tells nothing."""
        little: Bools = units * self.fewer[rows, 0] <= EIGHTH * size_of(value)
        return little

    # -- right from the learner's own numbers ------------------------------------------------------------------------

    def carried(self, left: Rows) -> Rows:
        """Right from the learner's own earlier numbers, by whatever way goes through them."""
        carried = self.before.carried
        if carried is None:
            return left
        done, coarse = self.going_on(left, carried.take(left))
        rows = left[done | coarse]
        explained = self.before.explained[rows]
        proved = explained.copy()
        if not self.target.choices:
            half = np.where(coarse[done | coarse, None], self.fewer[rows], self.half[rows])
            unsure = np.flatnonzero(~explained)
            cut = self.before.cut_short(self.expected.shortcuts, rows[unsure], self.typed[rows[unsure]], half[unsure])
            proved[unsure] = ~cut
        proved |= bool(self.target.choices)
        few = coarse[done | coarse] & proved
        self.out.verdict[rows] = np.where(few, CODE[Verdict.COARSE], CODE[Verdict.CARRIED])
        self.out.proved[rows], self.out.explained[rows] = proved, explained
        self.out.cells[rows] = True
        return left[~(done | coarse)]

    def going_on(self, left: Rows, carried: Numbers) -> tuple[Bools, Bools]:
        """(left,) twice: who is right from their own numbers, and who is so as far as their few decimals tell."""
        some = {name: ~every(~o.present) for name, o in carried.replaced.items()}
        paths = self.expected.allowance.paths
        allowance = Allowance(self.target, carried, paths)
        weak = outdone(self.target, carried, paths)
        right = of_rows(self.expected.right, left)
        done, coarse = np.zeros((2, len(left)), dtype=bool)
        finite = True
        for way in sorted(paths, key=lambda way: way.keys[way.target] in weak):
            through = [some[name] for name in way.reached if name in some]
            if not through or (finite and way.keys[way.target] in weak):
                continue
            value = allowance.value(way)
            depends = np.any(through, axis=0) & ~every(distance(value, right) <= GUARD)
            rows = np.flatnonzero(depends & ~done & every(np.isfinite(value)))
            if len(rows):
                again = Allowance(self.target, carried.take(rows), paths, (1, 2))
                done[rows], coarse[rows] = self.near(left[rows], value[rows], again, way, coarse[rows])
                finite &= again.finite
            finite &= bool(np.isfinite(value).all())
        return done, coarse & ~done

    def near(self, rows: Rows, value: Array, allowance: Allowance, way: Way, coarse: Bools) -> tuple[Bools, Bools]:
        """Whose answer is the value, by rounding or cutting; and with few decimals, whose it is as far as they tell."""
        typed, few = self.typed[rows], self.few[rows]
        done = every(distance(typed, value) <= self.half[rows] + GUARD)
        if not few.all() and not done.all():
            done |= ~few & self.fits(typed, value, self.half[rows], allowance, way)
        if few.any() and not done.all():
            fits = self.fits(typed, value, self.fewer[rows], allowance, way, self.little(rows, value, 2.0))
            coarse = coarse | (few & self.little(rows, value) & fits)
        return done, coarse

    def fits(
        self, typed: Array, value: Array, half: Array, allowance: Allowance, way: Way, cut: Bools | bool = True
    ) -> Bools:
        rounded = every(distance(typed, value) <= ALLOWANCE * allowance.tau(way, 1) + half + GUARD)
        return rounded | every(allowed(typed, value, half, allowance, way)) & cut

    # -- right, but not exactly enough -------------------------------------------------------------------------------

    def divided_early(self, left: Rows) -> Rows:
        """Right but for a number rounded too early, that the equation names: 1/Σ in e·(1/Σ)."""
        if not self.expected.rough:
            return left
        tau = self.widest(left, np.full((len(left), self.typed.shape[1]), np.inf), 1)
        most_off = EIGHTH * size_of(of_rows(self.expected.right, left))[:, None]
        ok = every(self.gap[left] <= most_off + NEAR * tau + 2.0 * self.half[left])
        return np.sort(np.concatenate([left[~ok], self._divided_early(left[ok], tau[ok])]))

    def _divided_early(self, left: Rows, tau: Array) -> Rows:
        right = of_rows(self.expected.right, left)
        done = np.zeros(len(left), dtype=bool)
        for rough, way, numbers in self.expected.rough_values(left) if len(left) else ():
            allowance = Allowance(self.target, numbers, (way,), (1, 2))
            value = allowance.value(way)
            near = ~done & (most(distance(value, right)) <= EIGHTH * size_of(right))
            near &= every(distance(self.typed[left], value) <= NEAR * tau + 2.0 * self.half[left])
            if near.any():
                near &= self.fits(self.typed[left], value, self.half[left], allowance, way)
            self.out.words.update({int(i): {Verdict.COARSE: (rough.says, rough.do)} for i in left[near]})
            done |= near
        return self.settle(left, np.repeat(done[:, None], self.typed.shape[1], axis=1), Verdict.COARSE)

    def with_fewer_decimals(self, left: Rows) -> Rows:
        """Right as far as the decimals typed tell, rounded or cut: by those of each number, where these tell enough, or
        by the most of them («0,7 0 0,6» has one decimal)."""
        right = self.expected.right
        ok = self.few[left] & self.little(left, of_rows(right, left))
        others, left = left[~ok], left[ok]
        most_missing = np.broadcast_to(EIGHTH * size_of(right), len(self.typed))
        each = np.where(np.isfinite(self.typed), half_unit(self.places), 0.0)
        slack = np.where((most(each) <= most_missing)[:, None], each, self.fewer)
        cuts = 2.0 * most(slack) <= most_missing

        def among(rows: Rows) -> Bools:
            return self.before.narrowed(rows, self.typed[rows], slack[rows], cuts[rows, None])

        left = self.widen(left, slack, 1, Verdict.COARSE, among, few=True)
        cut = np.where(cuts[:, None], cutting(self.typed, right, slack), slack)
        left = self.widen(left, cut, 2, Verdict.COARSE, among, few=True)
        return np.sort(np.concatenate([others, left]))

    def early(self, left: Rows) -> Rows:
        """Right with a decimal less on the way."""
        ok = ~self.few[left] | self.little(left, of_rows(self.expected.right, left))

        def among(rows: Rows) -> Bools:
            return self.before.narrowed(rows, self.typed[rows], self.half[rows], None, coarse=True)

        return np.concatenate([left[~ok], self.widen(left[ok], self.half, 10, Verdict.COARSE, among)])

    def unsure(self) -> None:
        """Whoever is wrong or was named a slip, but so that only the few decimals hide whether it is right."""
        rows = np.flatnonzero(self.few & (self.out.verdict >= CODE[Verdict.SLIP]))
        self.out.rough[rows] |= every(self.gap[rows] <= self.fewer[rows] + GUARD)[:, None]
        self.out.explained[self.out.verdict == CODE[Verdict.WRONG]] = False
