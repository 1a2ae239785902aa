"""What was answered before says something of an answer: which numbers it may come from, and which it cannot.

Answers are judged in order, each with those before it. What was right narrows what is allowed and refutes whatever
disagrees with it; what was wrong is gone on from. Nothing here judges an earlier answer again: it comes with its
verdict.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tutor.engine import CORE, Array
from tutor.equations import Slip
from tutor.judging.allowance import ALLOWANCE, GUARD, Allowance, cutting, distance, every, half_unit
from tutor.judging.batch import Judgements
from tutor.judging.derivations import Way, make_way, nearest
from tutor.judging.earlier_answer import places_of, right_for
from tutor.judging.numbers import Bools, Numbers, Replacement, Rows, of_rows
from tutor.judging.target import ANSWER, Target
from tutor.judging.typed import CODE, Typed
from tutor.judging.verdicts import Verdict
from tutor.judging.visible_slips import OTHER_DATA

TRUNCATED = CODE[Verdict.TRUNCATED]
Pattern = tuple[frozenset[str], Rows]


@dataclass(eq=False)
class Answered:
    """An earlier question, what the same B learners typed, and how that was judged (or `judge` does when asked)."""

    target: Target
    typed: Typed
    judge: Judgements | Callable[[], Judgements]

    @cached_property
    def judged(self) -> Judgements:
        """Its judgements, made when first asked for."""
        return self.judge if isinstance(self.judge, Judgements) else self.judge()


@dataclass(frozen=True, slots=True, eq=False)
class Right:
    """Right answers to one earlier question, (B, cells): what is `right`, the `values` typed and `half` a unit of their
    last digits; `who` (B,) gave one."""

    target: Target
    right: Array
    values: Array
    half: Array
    who: Bools

    def take(self, rows: Rows) -> Right:
        """The same for some of the learners."""
        return Right(self.target, of_rows(self.right, rows), self.values[rows], self.half[rows], self.who[rows])

    def refutes(self, numbers: Numbers, way: Way) -> Bools:
        """(B,) whose right answer is not what this step is along `way`, over `numbers` of the same learners."""
        formulas = way.formulas if self.target.formula is None else {**way.formulas, ANSWER: self.target.formula}
        path = make_way(self.target.step, formulas)
        value = numbers.asked_of(self.target, path, self.values.shape[-1])
        if value is None:
            return self.who
        allowance = Allowance(self.target, numbers, (path,), (1, 2))
        off = self.who & ~every(distance(self.values, value) <= self.half + GUARD)
        off &= ~every(distance(self.right, value) <= GUARD)  # what the procedure leaves as it was proves nothing
        return off & ~every(allowed(self.values, value, self.half, allowance, path)) if off.any() else off


def allowed(typed: Array, value: Array, half: Array, allowance: Allowance, way: Way, cut: Bools | None = None) -> Bools:
    """(B, cells): what is right, rounded or cut, around the `value` of a way. `cut` says where cutting counts."""
    gap = distance(typed, value)
    near: Bools = gap <= ALLOWANCE * allowance.tau(way, 1) + half + GUARD
    far: Bools = gap <= ALLOWANCE * allowance.tau(way, 2) + cutting(typed, value, half) + GUARD
    return near | far if cut is None else near | (far & cut)


class Earlier:
    """The answers before, of some `rows` of the learners; everything it gives has one row for each of those."""

    def __init__(
        self,
        target: Target,
        numbers: Numbers,
        answers: Sequence[Answered],
        rows: Rows,
        others: Sequence[Numbers],
    ) -> None:
        self.target = target
        self.numbers = numbers
        self.rows = rows
        self.answers = [a for a in answers if a.target.equation is target.equation]
        self.others = others

    @cached_property
    def rights(self) -> tuple[Right, ...]:
        """The right answers that can refute something: not those to another part of what is asked, which may be done
        otherwise than the first."""
        asked = self.target.answers_for
        found = []
        for answer in self.answers:
            who = self._right(answer)
            if who.any() and not answer.target.choices and (asked is None or asked != answer.target.answers_for):
                right = self.numbers.asked(answer.target, self.numbers.first(answer.target))[0]
                found.append(Right(answer.target, right, *_numbers(answer, self.rows), who))
        return tuple(found)

    @cached_property
    def carried(self) -> Numbers | None:
        """The numbers with the learners' own in place of the steps they answered, cell by cell; None without any.

        Left out are answers that are right for other data and wrong for these, unless a known slip explains them.
        """
        return self._placed([(a, a.typed.present[self.rows] & ~self._borrowed(a)) for a in self.steps])

    @cached_property
    def confirmed(self) -> Numbers | None:
        """The numbers with only what was answered rightly in them, of the nearest steps; None without any."""
        names = frozenset[str]().union(*(ends for _, _, ends, _ in self._nearest))
        return self._placed([(a, self._right(a)) for a in self.steps if a.target.answers_for in names])

    @cached_property
    def steps(self) -> list[Answered]:
        """The answers to other steps than the one asked."""
        return [a for a in self.answers if a.target.answers_for not in (None, self.target.step)]

    def _right(self, answer: Answered) -> Bools:
        right: Bools = answer.typed.present[self.rows] & (answer.judged.verdict[self.rows] <= TRUNCATED)
        return right

    def _borrowed(self, answer: Answered) -> Bools:
        """(rows,) whether what was typed is right for other data, and neither for these nor a known slip."""
        borrowed = np.zeros(len(self.rows), dtype=bool)
        wrong = answer.judged.verdict[self.rows] >= CODE[Verdict.SLIP]
        wrong &= answer.judged.verdict[self.rows] != CODE[Verdict.COARSE]
        if not (self.others and wrong.any()):
            return borrowed
        for other in self.others:
            borrowed |= right_for(answer.target, answer.typed, self.rows, other)
        explained = [any(id != OTHER_DATA for id in answer.judged.slips(int(i))) for i in self.rows]
        borrowed &= wrong & ~np.array(explained)
        return borrowed

    def _placed(self, answers: Iterable[tuple[Answered, Bools]]) -> Numbers | None:
        """The numbers with some of the answers in them."""
        replaced: dict[str, Replacement] = {}
        first = self.numbers.first
        for answer, who in answers:
            name = answer.target.answers_for
            if name is None or not who.any():
                continue
            core = self.numbers.value(first(Target(answer.target.equation, name)), name).shape[-CORE:]
            cells = places_of(answer.target, core, self.numbers)
            values, half = self._gone_on_from(answer)
            if values.shape[1] != cells.shape[1]:
                continue
            if name not in replaced:
                shape = (len(self.rows), math.prod(core))
                replaced[name] = Replacement(np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=bool), core)
            at = np.flatnonzero(who)[:, None], of_rows(cells, np.flatnonzero(who))
            step = replaced[name]
            step.values[at], step.half[at], step.present[at] = values[who], half[who], True
        return self.numbers.take(np.arange(len(self.rows)), replaced) if replaced else None

    def _gone_on_from(self, answer: Answered) -> tuple[Array, Array]:
        """What was typed, as a number that is gone on from: of more decimals than are to be kept, people keep those;
        and where no decimal is missing, what they have in mind is what they typed."""
        values, half = _numbers(answer, self.rows)
        kept = half_unit(answer.target.keep)
        right = self.numbers.asked(answer.target, self.numbers.first(answer.target))[0]
        return values, np.where(distance(values, right) <= GUARD, kept, np.maximum(half, kept))

    # -- the nearest steps answered --------------------------------------------------------------------------------

    def _every(self, holds: Callable[[Answered], Bools], step: str) -> Bools:
        """(rows,) whether something holds of all that was answered for a step."""
        asked = [answer for answer in self.steps if answer.target.answers_for == step]
        every_one: Bools = np.all([holds(a) | ~a.typed.present[self.rows] for a in asked], axis=0)
        return every_one

    @cached_property
    def patterns(self) -> list[Pattern]:
        """Which steps were answered, and by whom."""
        given: dict[str, Bools] = {}
        for answer in self.steps:
            name = str(answer.target.answers_for)
            given[name] = given.get(name, np.False_) | answer.typed.present[self.rows]
        if not given:
            return []
        if all(who.all() for who in given.values()):
            return [(frozenset(given), np.arange(len(self.rows)))]
        codes = np.stack(list(given.values()), axis=1) @ (1 << np.arange(len(given)))
        return [
            (frozenset(n for k, n in enumerate(given) if code >> k & 1), np.flatnonzero(codes == code))
            for code in np.unique(codes).tolist()
            if code
        ]

    @cached_property
    def confirming(self) -> list[tuple[Way, Bools]]:
        """The ways through steps answered rightly, the nearest answered on them, each with (rows,) for whom."""
        if self.confirmed is None:
            return []
        found: dict[object, tuple[Way, Bools]] = {}
        names = frozenset[str]().union(*(ends for _, _, ends, _ in self._nearest))
        rightly = {name: self._every(self._right, name) for name in names}
        for way, rows, ends, between in self._nearest:
            who = np.zeros(len(self.rows), dtype=bool)
            who[rows] = np.all([rightly[name][rows] for name in ends], axis=0)
            if who.any():
                key = self._alike(way, ends, between)
                before = found.get(key, (way, who))
                found[key] = before[0], before[1] | who
        return list(found.values())

    @cached_property
    def _nearest(self) -> list[tuple[Way, Rows, frozenset[str], frozenset[str]]]:
        """(way, rows, the nearest steps those answered on it, the names after these), where there is such a step."""
        found = []
        for given, rows in self.patterns:
            for way in self.numbers.ways(self.target):
                ends, between = nearest(way, given)
                if ends:
                    found.append((way, rows, ends, between))
        return found

    @cached_property
    def after(self) -> list[tuple[Rows, frozenset[str]]]:
        """(rows, the names that come after what they answered), where a slip can be made over their own numbers."""
        found = []
        for given, rows in self.patterns:
            steps = [nearest(way, given) for way in self.numbers.ways(self.target)]
            found.append((rows, frozenset(name for ends, between in steps if ends for name in between)))
        return found

    def _alike(self, way: Way, ends: frozenset[str], between: frozenset[str]) -> object:
        """Ways that do the same from the steps answered on, where these were answered whole, are one."""
        whole = self.confirmed is not None and all(
            name in self.confirmed.replaced and bool(self.confirmed.replaced[name].present.all()) for name in ends
        )
        return (ends, *sorted((n, way.formulas[n].text) for n in between)) if whole else way

    def narrowed(self, rows: Rows, typed: Array, half: Array, cut: Bools | None, coarse: bool = False) -> Bools:
        """(rows, cells): whether what some of the learners typed is allowed from their right answers as written.

        True for whom the nearest steps answered were not right. `coarse`: with a decimal less on the way.
        """
        ok = np.ones((len(rows), typed.shape[1]), dtype=bool)
        numbers = self.confirmed
        if numbers is None or not self.confirming:
            return ok
        bound = np.any([who[rows] for _, who in self.confirming], axis=0)
        ok[bound] = False
        for way, who in self.confirming:
            left = np.flatnonzero(who[rows] & ~every(ok))
            if not len(left):
                continue
            allowance = Allowance(self.target, numbers.take(rows[left]), (way,), (10,) if coarse else (1, 2))
            value, answers, slack = allowance.value(way), typed[left], half[left]
            within: Bools = distance(answers, value) <= slack + GUARD
            if not within.all() and coarse:
                within = distance(answers, value) <= ALLOWANCE * allowance.tau(way, 10) + slack + GUARD
            elif not within.all():
                within = allowed(answers, value, slack, allowance, way, None if cut is None else cut[left])
            ok[left] |= within
        return ok

    # -- what a carried answer proves --------------------------------------------------------------------------------

    @cached_property
    def explained(self) -> Bools:
        """(rows,): whether what each goes on from, the nearest steps answered, is right or explained by a slip."""
        explained = np.ones(len(self.rows), dtype=bool)
        for _, rows, ends, _ in self._nearest:
            for name in ends:
                explained[rows] &= self._every(lambda answer: answer.judged.explained[self.rows], name)[rows]
        return explained

    def cut_short(self, slips: Sequence[Slip], rows: Rows, typed: Array, half: Array) -> Bools:
        """(rows,): whether a short cut made after the numbers typed gives the same from them as the right way does."""
        found = np.zeros(len(rows), dtype=bool)
        numbers = self.carried
        if numbers is None:
            return found
        for way, those, _, between in self._nearest:
            here = np.flatnonzero(np.isin(rows, those))
            for slip in slips:
                left = here[~found[here]]
                if len(left) and slip.at.keys() <= between:
                    wrong = make_way(way.target, {**way.formulas, **slip.at})
                    some = numbers.take(rows[left])
                    found[left] = _gives(self.target, some, wrong, typed[left], half[left])
        return found


def _gives(target: Target, numbers: Numbers, way: Way, typed: Array, half: Array) -> Bools:
    value = numbers.asked_of(target, way, typed.shape[-1])
    if value is None:
        return np.zeros(len(typed), dtype=bool)
    return every(allowed(typed, value, half, Allowance(target, numbers, (way,), (1, 2)), way))


def _numbers(answer: Answered, rows: Rows) -> tuple[Array, Array]:
    """What was typed, and half a unit of its last digit, (rows, cells)."""
    values, places = (a.reshape(len(answer.typed), -1)[rows] for a in (answer.typed.values, answer.typed.places))
    return values, half_unit(np.maximum(places, answer.target.decimals))


def answered_rightly(step: str, answers: Mapping[str, Answered], rows: Rows) -> Bools:
    """(rows,) which of some learners answered an earlier step, all that was asked of it, and rightly, if with fewer
    decimals."""
    asked = [a for a in answers.values() if a.target.answers_for == step]
    rightly = np.full(len(rows), bool(asked))
    for answer in asked:
        verdict = answer.judged.verdict[rows]
        rightly &= (verdict <= TRUNCATED) | (verdict == CODE[Verdict.COARSE])
    return rightly
