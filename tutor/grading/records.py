"""What grading ends in: one row a student, and the answers behind a row when someone asks for them.

A row is small and there may be a hundred thousand of them; what was typed, read and judged is built on demand by
`Graded.detail`. Points are Fractions out of `MAXIMUM` from first to last: only what a person sees is rounded.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from tutor.answers.reading import Kind, Reading
from tutor.errors import Notice
from tutor.files.bulk_records import bulk_record
from tutor.intake.models import HandIn
from tutor.judging.verdicts import Judgement, Verdict
from tutor.roster.people import State, Student
from tutor.units.points import MAXIMUM as MAXIMUM

_DECIMAL = re.compile(r"\d{1,9}(?:\.\d{1,9})?")
BY_HAND = "nota puesta a mano"
"""How the note of a mark begins that a teacher decided for the whole hand-in."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that earns points: `points` is its share of `MAXIMUM`."""

    id: str
    title: str
    points: Fraction
    kind: Kind = "vector"
    decimals: int | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """A wrong procedure the tutor can name: a title for a list, and how one can notice it."""

    title: str
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a teacher decided by hand: points for one question, or the whole mark when `question` is empty.

    For a whole hand-in `points` is None where they give no mark (`NP`), or say which of several counts (`keeps`).
    """

    student_id: str
    question: str
    points: Fraction | None
    by: str = ""
    date: str = ""
    read: str = ""
    """The text it was decided upon, as `decisiones.csv` shows it; empty when the teacher wrote the line by hand."""
    where: str = ""
    keeps: str = ""
    """Of several hand-ins, the one that counts: its name, or the last part of it, or its fingerprint."""
    comment: str = ""
    """What the teacher says to the student."""


def _no_echo(reading: Reading) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of one student. `points` is None while it waits for a person."""

    question: Asked
    typed: str
    reading: Reading | None
    judgement: Judgement
    points: Fraction | None
    echo: Callable[[Reading], str] = field(default=_no_echo, repr=False, compare=False)
    """What was read, in the learner's notation."""
    decision: Decision | None = None
    other: str = ""
    """The student for whose numbers it is right, when it is not for this one's. For the teacher alone."""
    skill: str = ""
    """What to practise after it: the skill of the step where the mistake was made."""
    remark: str = ""
    """What the teacher says of it to the student."""

    @property
    def read_as(self) -> str:
        """How it was read, in the learner's notation; empty when it was not."""
        return self.echo(self.reading) if self.reading is not None and self.reading.outcome == "value" else ""

    @property
    def lost(self) -> bool:
        """Whether points were lost with it."""
        points, whole = self.points, self.question.points
        return points is not None and points != whole and points < whole  # most have them all, and to tell is cheaper


@dataclass(frozen=True, slots=True)
class Detail:
    """What stands behind a row: its answers in the order of the questions, and the numbers it was asked about."""

    answers: tuple[Answer, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    """Nested lists by input name."""
    remark: str = ""
    """What the teacher says of the whole hand-in to the student."""


@bulk_record(frozen=True, slots=True)
class Row:
    """One student: `points` follows the questions (None: not known, or nothing handed in)."""

    id: str
    name: str
    state: State
    mark: Fraction | None
    points: tuple[Fraction | None, ...]
    verdicts: tuple[Verdict | None, ...]
    slips: tuple[str, ...] = ()
    """The first slip of each answer, empty where there is none."""
    notes: tuple[str, ...] = ()
    """The `aviso` of the gradebook: what a person should know of this row."""
    range: tuple[Fraction, ...] = ()
    """The marks it may end in while it waits for a person."""
    decided: bool = False
    by_hand: frozenset[int] = frozenset()
    """The questions whose points a teacher decided, by index."""
    student: Student | None = None
    handin: HandIn | None = None
    other: str = ""
    """Whose numbers these answers are right for, for the teacher alone."""
    between: bool = False
    """Any mark within the range is possible, not only its ends: nothing of the hand-in could be read."""

    @property
    def range_text(self) -> str:
        """The range in words: `6,0 o 8,0`; empty when there is none."""
        return spoken(self.range, between=self.between) if self.range else ""


@dataclass(frozen=True)
class Graded:
    """A class, graded. `rows` are sorted by id."""

    unit: str
    version: int
    title: str
    questions: tuple[Asked, ...]
    rows: tuple[Row, ...]
    detail: Callable[[Row], Detail]
    """Everything behind a row, built when asked; empty if nothing could be read."""
    right: Callable[[Row, str], str]
    """The right answer to a question, by its id, for a row's numbers, as it is written."""
    allowance: Callable[[Row, str], str]
    """How far from it a hand calculation may land; empty where nothing is rounded."""
    notices: tuple[Notice, ...] = ()
    slips: Mapping[str, Known] = field(default_factory=dict)
    on_list: int | None = None
    """How many are on the roster; None without one."""
    listed: Sequence[Student] = ()
    """The roster, in its order."""
    worked: Callable[[Row, str], tuple[str, ...]] = lambda row, question: ()
    """The development of a question, by its id, over a row's numbers: a line each."""
    variants: Mapping[str, Callable[[Row], str]] = field(default_factory=dict)
    """By question, which kind of sheet a row has, where sheets differ in more than their numbers: `fila 1`."""
    common: bool = False
    """Whether all have the same numbers."""

    @cached_property
    def counts(self) -> dict[State, int]:
        """How many are in each state, zeros included."""
        found = Counter(row.state for row in self.rows)
        return {state: found[state] for state in State}

    @property
    def finished(self) -> bool:
        """Whether every row is graded or blank, so that the run ends well."""
        return all(row.state in (State.GRADED, State.BLANK) for row in self.rows)


def half_up(value: Fraction, places: int) -> Fraction:
    """`value` (not negative) rounded once to `places` decimals, halves up."""
    scale = 10**places
    return Fraction(math.floor(value * scale + Fraction(1, 2)), scale)


def read_decimal(text: str) -> Fraction | None:
    """A mark or points as people write them, with a comma or a point; None for anything else."""
    bare = text.strip().replace(",", ".")
    return Fraction(bare) if _DECIMAL.fullmatch(bare) else None


def decimal_text(value: Fraction, decimal: str = ",", *, places: int = 2, least: int = 0) -> str:
    """A mark or points as text, rounded once, without trailing zeros beyond `least` decimals.

    >>> [decimal_text(Fraction(7)), decimal_text(Fraction(7), least=1), decimal_text(Fraction(20, 3))]
    ['7', '7,0', '6,67']
    """
    return _decimal_text(value.numerator, value.denominator, decimal, places, least)


@lru_cache(maxsize=4096)
def _decimal_text(top: int, bottom: int, decimal: str, places: int, least: int) -> str:
    """By whole numbers: a class has few different marks, and a Fraction costs more to hash than to write."""
    scale = 10**places
    whole, rest = divmod((2 * top * scale + bottom) // (2 * bottom), scale)  # as half_up
    tail = f"{rest:0{places}d}".rstrip("0").ljust(least, "0") if places else ""
    return f"{whole}{decimal}{tail}" if tail else str(whole)


def spoken(values: Sequence[Fraction], *, between: bool = False) -> str:
    """The marks a row may end in: `6,0 o 8,0`; `entre 6,0 y 10,0` when they are too many to list."""
    texts = list(dict.fromkeys(decimal_text(m, least=1) for m in sorted(set(values))))
    if len(texts) == 1:
        return texts[0]
    return f"entre {texts[0]} y {texts[-1]}" if len(texts) > 3 or between else " o ".join(texts)
