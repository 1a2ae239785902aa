"""From a batch of raw answers to a batch of judgements and marks: a pure function, with a student a row.

Each distinct text is read once; each question is judged for all students at once, along the leading axis of the
judge's arrays; chunks bound what is held at a time. Points are whole numbers of one common denominator, so that sums
are exact: `Marked.points` turns them back into Fractions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tutor.grading.records import Asked
from tutor.judging import CODE, VERDICTS, Judgements, Typed, Verdict
from tutor.units.judge import OtherData, judge_hand_ins, typed_in, typed_of
from tutor.units.points import share, worth

if TYPE_CHECKING:
    from tutor.answers import Reading
    from tutor.units import OpenUnit

Texts = Mapping[str, str]
"""What one student wrote: question id to raw text."""
Progress = Callable[[int, int], None]

CHUNK = 65_536
REMEMBERED = 50_000
"""Distinct texts of a question kept read, before the memory of them is emptied."""
UNDECIDED = -1
WAITING = frozenset({Verdict.ASK, Verdict.UNREADABLE})


@dataclass(frozen=True)
class Sums:
    """What each question is worth, in units of `1 / denominator` points."""

    asked: tuple[Asked, ...]
    denominator: int
    table: NDArray[np.int64]
    """(questions, verdict codes) -> units earned, UNDECIDED where a person must say."""

    @classmethod
    def of(cls, asked: Sequence[Asked]) -> Sums:
        """For these questions: all shares of their points as whole numbers of one denominator."""
        shares = [[_share(verdict) for verdict in VERDICTS] for _ in asked]
        worth = [[None if s is None else s * q.points for s in row] for q, row in zip(asked, shares, strict=True)]
        denominator = math.lcm(1, *(w.denominator for row in worth for w in row if w is not None))
        table = [[UNDECIDED if w is None else int(w * denominator) for w in row] for row in worth]
        return cls(tuple(asked), denominator, np.array(table, dtype=np.int64).reshape(len(asked), len(VERDICTS)))

    def points(self, units: int) -> Fraction | None:
        """Points out of units; None where a person must say."""
        return None if units == UNDECIDED else Fraction(units, self.denominator)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Hand-ins judged at once, from the row `start` on: by question id, what was typed and how it was judged."""

    start: int
    typed: Mapping[str, Typed]
    judged: Mapping[str, Judgements]


@dataclass(frozen=True)
class Marked:
    """B hand-ins, judged. `verdicts` (B, questions) are codes into VERDICTS, `units` (B, questions) points in units."""

    sums: Sums
    verdicts: NDArray[np.int8]
    units: NDArray[np.int64]
    slips: Mapping[tuple[int, int], tuple[str, ...]]
    """(row, question) to the slips that fit, best first."""
    chunks: tuple[Chunk, ...] = field(repr=False)
    patches: Mapping[int, tuple[Marked, int]] = field(default_factory=dict, repr=False)
    """Rows judged again, and where."""

    def place(self, row: int) -> tuple[Mapping[str, Judgements], int]:
        """The judgements among which a row's are, by question id, and its place in them."""
        if row in self.patches:
            again, at = self.patches[row]
            return again.place(at)
        chunk = next(chunk for chunk in reversed(self.chunks) if chunk.start <= row)
        return chunk.judged, row - chunk.start

    def numbers(self, question: int) -> NDArray[np.float64]:
        """(B, cells): the numbers typed; zeros where there are none."""
        id = self.sums.asked[question].id
        return np.concatenate([chunk.typed[id].values.reshape(len(chunk.typed[id]), -1) for chunk in self.chunks])

    def patched(self, patches: Mapping[int, tuple[Marked, int]]) -> Marked:
        """The same with some rows as they were judged again."""
        if not patches:
            return self
        verdicts, units = self.verdicts.copy(), self.units.copy()
        slips = {key: found for key, found in self.slips.items() if key[0] not in patches}
        for row, (again, at) in patches.items():
            verdicts[row], units[row] = again.verdicts[at], again.units[at]
            slips |= {(row, j): again.slips[at, j] for j in range(len(self.sums.asked)) if (at, j) in again.slips}
        return replace(self, verdicts=verdicts, units=units, slips=slips, patches={**self.patches, **patches})


def asked_of(opened: OpenUnit) -> tuple[Asked, ...]:
    """The questions that earn points, and how many. Raises ContentError when none does."""
    return tuple(Asked(q.id, q.title, points, q.kind, q.decimals) for q, points in worth(opened))


def mark(
    opened: OpenUnit,
    sums: Sums,
    answers: Sequence[Texts],
    data: Mapping[str, Any] | None = None,
    *,
    others: OtherData = (),
    locale: str = "es",
    chunk: int = CHUNK,
    progress: Progress | None = None,
) -> Marked:
    """Read and judge the answers of B students. `data` are their own numbers, (B, h, r, c) by input, or None for the
    unit's. A text that is absent or blank is not answered. `progress` hears how many answers of how many are judged."""
    readers = {q.id: Reader(opened, q.id, locale) for q in sums.asked}
    count, questions = len(answers), len(sums.asked)
    chunks = []
    for start in range(0, count, chunk):
        some = answers[start : start + chunk]
        typed = {id: reader.typed([texts.get(id, "") for texts in some]) for id, reader in readers.items()}
        numbers = slices(data, slice(start, start + len(some)))

        def judged_so_far(done: int, before: int = start * questions, size: int = len(some)) -> None:
            if progress is not None:
                progress(before + done * size, count * questions)

        judged = judge_hand_ins(opened, typed, numbers, _cut(others, start, len(some)), progress=judged_so_far)
        chunks.append(Chunk(start, typed, judged))
    return _gathered(sums, count, chunks)


def mark_readings(
    opened: OpenUnit,
    sums: Sums,
    readings: Mapping[str, Sequence[Reading | None]],
    data: Mapping[str, Any] | None,
    count: int,
    others: OtherData = (),
) -> Marked:
    """As `mark`, for a few rows already read."""
    if not count:
        return _gathered(sums, count, [])
    typed = {id: typed_of(opened.question(id), some) for id, some in readings.items()}
    return _gathered(sums, count, [Chunk(0, typed, judge_hand_ins(opened, typed, data, others))])


class Reader:
    """Reads the texts of one question: one by one, each distinct one once, or many together."""

    def __init__(self, opened: OpenUnit, question: str, locale: str) -> None:
        self._question = opened.question(question)
        self._locale = locale
        self._known: dict[str, Reading | None] = {}

    def one(self, text: str) -> Reading | None:
        """What a text says; None where there is none."""
        known = self._known
        if text not in known:
            if len(known) >= REMEMBERED:
                known.clear()
            known[text] = self._question.read(text, self._locale) if text else None
        return known[text]

    def typed(self, texts: Sequence[str]) -> Typed:
        """B texts as arrays."""
        return typed_in(self._question, texts, self.one, self._locale)


def whole_answers(opened: OpenUnit, locale: str = "es") -> Callable[[str, str], bool | None]:
    """Whole(question, text): whether a text has as many numbers as asked; None where it cannot be read as numbers."""
    readers = {q.id: Reader(opened, q.id, locale) for q in opened.questions}

    def whole(question: str, text: str) -> bool | None:
        typed = typed_of(opened.question(question), [readers[question].one(text.strip())])
        return None if VERDICTS[typed.absent[0]] in WAITING else bool(typed.present[0])

    return whole


def slices(data: Mapping[str, Any] | None, rows: Any) -> dict[str, Any] | None:
    """Some students' numbers: `rows` is a slice or an array of indices."""
    if data is None:
        return None
    return {name: value if isinstance(value, str) else value[rows] for name, value in data.items()}


def _share(verdict: Verdict) -> Fraction | None:
    """How much of its points an answer earns; None while it waits for a person."""
    return None if verdict in WAITING else share(verdict)


def _cut(others: OtherData, start: int, count: int) -> OtherData:
    """Other data that are one a student, cut to a chunk; one for all stays."""
    return [
        (id, {n: v[start : start + count] if np.ndim(v) > 3 else v for n, v in over.items()}, says)
        for id, over, says in others
    ]


def _gathered(sums: Sums, count: int, chunks: Sequence[Chunk]) -> Marked:
    verdicts = np.full((count, len(sums.asked)), CODE[Verdict.BLANK], dtype=np.int8)
    unproved = np.zeros(verdicts.shape, dtype=bool)
    slips: dict[tuple[int, int], tuple[str, ...]] = {}
    for chunk in chunks:
        start = chunk.start
        for j, question in enumerate(sums.asked):
            found = chunk.judged[question.id]
            verdicts[start : start + len(found), j] = found.verdict
            unproved[start : start + len(found), j] = (found.verdict == CODE[Verdict.CARRIED]) & ~found.proved
            for i in np.flatnonzero(found.verdict == CODE[Verdict.SLIP]).tolist():
                slips[start + i, j] = found.slips(i)
    units = sums.table[np.arange(len(sums.asked)), verdicts] if count else np.zeros(verdicts.shape, dtype=np.int64)
    units[unproved] = 0
    return Marked(sums, verdicts, units, slips, tuple(chunks))


__all__ = [
    "CHUNK", "Marked", "Progress", "Reader", "Sums", "Texts", "asked_of", "mark", "mark_readings", "slices",
]  # fmt: skip
