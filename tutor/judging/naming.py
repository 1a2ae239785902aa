"""Which names the wrong answers of some rows bear: other data, known slips, and what shows in the numbers alone."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tutor.engine import Array
from tutor.equations import Slip
from tutor.judging import visible_slips
from tutor.judging.allowance import most
from tutor.judging.evidence import Earlier
from tutor.judging.expected import Expected
from tutor.judging.messages import later_words
from tutor.judging.numbers import Bools, Numbers, Rows
from tutor.judging.slips import EIGHTH, Answers, Slips, other_data, size_of
from tutor.judging.target import Target

FEW_FIT = 4
"""At fewer decimals than asked, more slips than these say nothing."""


class Found:
    """What is found out about some rows, one a learner."""

    def __init__(self, verdict: NDArray[np.int8], size: int) -> None:
        count = len(verdict)
        self.verdict = verdict
        self.cells = np.zeros((count, size), dtype=bool)
        self.rough = np.zeros((count, size), dtype=bool)
        """Cells that are right as far as their decimals tell."""
        self.proved = np.ones(count, dtype=bool)
        self.explained = np.ones(count, dtype=bool)
        self.named: dict[int, tuple[str, ...]] = {}
        self.borrowed: dict[int, str] = {}
        """Row -> the other data whose answer it is."""
        self.words: dict[int, dict[str, tuple[str, str]]] = {}
        """Row -> id of a slip -> (says, do), where they depend on the answer: which of a family it was."""
        self.fewer: set[int] = set()
        """Rows whose slip was found at the few decimals they typed."""

    def take(self, rows: Rows, some: Found) -> None:
        """Put in what was found out about some of the rows."""
        for name in ("verdict", "cells", "rough", "proved", "explained"):
            getattr(self, name)[rows] = getattr(some, name)
        self.named.update({int(rows[i]): ids for i, ids in some.named.items()})
        self.borrowed.update({int(rows[i]): id for i, id in some.borrowed.items()})
        self.words.update({int(rows[i]): words for i, words in some.words.items()})
        self.fewer.update(int(rows[i]) for i in some.fewer)


class Names:
    """The names of some rows, best first, and what depends on the answer."""

    def __init__(self) -> None:
        self.ids: dict[int, list[str]] = {}
        self.borrowed: dict[int, str] = {}
        self.words: dict[int, dict[str, tuple[str, str]]] = {}
        self.fewer: set[int] = set()
        self.plain: set[int] = set()
        """Rows of which some name holds over the right numbers, and not only over the learner's own."""

    def add(
        self, id: str, rows: Iterable[int], words: tuple[str, str] | None = None, plain: Container[int] | None = None
    ) -> None:
        """Name some rows; `words` are what is said of them. `plain`: those of whom it holds over the right numbers (or
        all)."""
        for row in map(int, rows):
            ids = self.ids.setdefault(row, [])
            if plain is None or row in plain:
                self.plain.add(row)
            if id not in ids:
                ids.append(id)
                if words is not None:
                    self.words.setdefault(row, {})[id] = words

    def add_fewer(self, other: Names) -> None:
        """Add what was found at the few decimals typed, where these are not names for anything."""
        for row, ids in other.ids.items():
            if len(ids) <= FEW_FIT:
                if row not in self.ids:
                    self.fewer.add(row)
                for id in ids:
                    self.add(id, [row], other.words.get(row, {}).get(id), other.plain)
                if row in other.borrowed:
                    self.borrowed.setdefault(row, other.borrowed[row])

    def without(self, rows: Rows) -> Rows:
        """Those that have no name yet."""
        return rows[~np.isin(rows, list(self.ids))]


@dataclass(eq=False)
class Compared:
    """Slips over some numbers beside what some rows typed."""

    slips: Slips
    rows: Rows
    answers: Answers

    def known(self, rare: bool, names: Names) -> Iterable[tuple[Slip, Bools]]:
        """(slip, (rows,) who did it); the rare only of those who have no name yet."""
        near = self._near & ~np.isin(self.rows, list(names.ids)) if rare else self._near
        return self.slips.known(self.answers, near, rare)

    @cached_property
    def _near(self) -> Bools:
        return self.slips.nearby(self.answers)


@dataclass(eq=False)
class Naming:
    """What the wrong answers of a chunk are compared with; all arrays are (rows, cells) of the chunk, rows its places.

    `places` are the decimals typed, `half` half a unit of the last one of those asked, `fewer` of those typed by the
    rows that are `few`: with fewer than asked in every number.
    """

    expected: Expected
    before: Earlier
    typed: Array
    places: Array
    half: Array
    fewer: Array
    few: Bools

    @property
    def target(self) -> Target:
        """What is asked."""
        return self.expected.target

    def known(self, rows: Rows) -> Names:
        """Other data and known wrong procedures: first by the decimals asked, then by those typed where they are fewer.

        Whole numbers that a procedure gives exactly are not looked at again.
        """
        names = self._explained(rows, self.half, False)
        whole = (self.places[rows] == 0).all(axis=1)
        again = rows[self.few[rows] & (self.typed.shape[1] > 1) & ~(whole & np.isin(rows, list(names.ids)))]
        if len(again):
            names.add_fewer(self._explained(again, self.fewer, True))
        return names

    def _explained(self, rows: Rows, half: Array, fewer: bool) -> Names:
        """Other data, the question's own slips, the frequent ones of the equation, and only then the rare."""
        names = Names()
        rights = tuple(right.take(rows) for right in self.before.rights)
        answers = Answers(np.asfortranarray(self.typed[rows]), np.asfortranarray(half[rows]), rights, fewer)
        expected = self._expected(rows)
        others = [other for other in expected.others if other[0]]
        plain = Slips(self.target, expected.numbers, expected.right)
        for decoy, who in other_data(self.target, others, expected.right, answers):
            names.add(visible_slips.OTHER_DATA, rows[who])
            for row in rows[who]:
                names.borrowed.setdefault(int(row), decoy)
        compared = [Compared(plain, rows, answers), *self._over_typed(rows, answers)]
        places = {slip: place for place, slip in enumerate(plain.slips)}
        for rare in (False, True):
            fits: dict[int, set[int]] = {}
            for one in compared:
                for id, who in () if rare else one.slips.of_question(one.answers):
                    names.add(id, one.rows[who], plain=None if one is compared[0] else ())
                for slip, who in one.known(rare, names):
                    for row in map(int, one.rows[who]):
                        fits.setdefault(row, set()).add(places[slip])
                        if one is compared[0]:
                            names.plain.add(row)
            for row, those in fits.items():
                for slip in (plain.slips[place] for place in sorted(those)):
                    names.add(slip.id, [row], None if slip.index is None else (slip.says, slip.do), names.plain)
        return names

    def _over_typed(self, rows: Rows, answers: Answers) -> Iterable[Compared]:
        """The slips made after the numbers that some of the learners typed: these stand there, and refute nothing."""
        carried = self.before.carried
        if carried is None:
            return
        for those, after in self.before.after:
            here = np.flatnonzero(np.isin(rows, those))
            if len(here):
                some = rows[here]
                numbers: Numbers = carried.take(some)
                some_answers = Answers(answers.typed[here], answers.slack[here], (), answers.fewer)
                yield Compared(Slips(self.target, numbers, self._expected(some).right, after), some, some_answers)

    def seen(self, rows: Rows, tau: Array, shape: tuple[int, ...], names: Names) -> None:
        """Add what shows in the numbers alone. `tau` (rows, cells) is the allowance of what is right."""
        expected = self._expected(rows)
        comparison = visible_slips.Comparison(
            self.typed[rows], self.places[rows], expected.right, tau, self._compared(rows, expected.right)
        )
        if self.target.choices:
            names.add(visible_slips.COUNTED, rows[comparison.counted(self.target.choices)])
            return
        transposed, percent = comparison.transposed(shape), comparison.percent()
        for id, who in (
            (visible_slips.SWAPPED, comparison.swapped() & ~transposed),
            (visible_slips.TRANSPOSED, transposed),
            (visible_slips.SIGNS, comparison.flipped()),
            (visible_slips.PERCENT, percent),
            (visible_slips.POINT, comparison.moved() & ~percent),
            (visible_slips.COPIED, comparison.copied(expected.earlier())),
            (visible_slips.DIGITS, comparison.digits()),
            (visible_slips.NEARLY, comparison.nearly()),
        ):
            names.add(id, rows[who])
        for name, value, allowance in expected.later():
            names.add(
                visible_slips.LATER, rows[comparison.copied([(value, allowance)])], later_words(self.target, name)
            )

    def _compared(self, rows: Rows, right: Array) -> Array:
        """(rows, 1): the decimals numbers are compared by: those asked, or the fewer typed where they hide little."""
        decimals = np.full((len(rows), 1), float(self.target.decimals))
        few = self.few[rows] & (self.fewer[rows, 0] <= EIGHTH * size_of(right))
        decimals[few] = most(np.where(np.isfinite(self.typed[rows]), self.places[rows], 0.0))[few, None]
        return decimals

    def _expected(self, rows: Rows) -> Expected:
        return self.expected if len(rows) == len(self.typed) else self.expected.take(rows)
