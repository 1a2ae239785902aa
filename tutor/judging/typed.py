"""What was typed, as arrays: one row a learner."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tutor.answers.reading import Reading
from tutor.engine import Array
from tutor.judging.verdicts import Verdict

if TYPE_CHECKING:
    from tutor.answers.column import Column

VERDICTS = tuple(Verdict)
"""Verdicts by their code, best first: arrays hold the index."""
INFINITE = float("inf")
CODE = {verdict: code for code, verdict in enumerate(VERDICTS)}


def _unread(row: int) -> None:
    """Answers that never were texts."""


@dataclass(frozen=True, slots=True, eq=False)
class Typed:
    """B learners' answers to one question: `values` and `places` are (B, *shape); an exact number has places inf.

    `present` (B,) is False where there is nothing to judge; `absent` (B,) holds the code of the verdict then (blank,
    ask, unreadable, wrong-shape); what is said of those comes from `reading(row)`, how that text was read.
    """

    values: Array
    places: Array
    present: NDArray[np.bool_]
    absent: NDArray[np.int8]
    reading: Callable[[int], Reading | None] = field(default=_unread, repr=False)

    def __len__(self) -> int:
        return len(self.present)

    def taken(self, rows: NDArray[np.intp], reading: Callable[[int], Reading | None]) -> Typed:
        """The answers of some rows, which may repeat; `reading` is that of the rows taken."""
        return Typed(self.values[rows], self.places[rows], self.present[rows], self.absent[rows], reading)


def typed_from(readings: Sequence[Reading | None], shape: tuple[int, ...] = (), options: int = 0) -> Typed:
    """Readings -> arrays of the asked `shape`. None is a blank.

    With `options`, a number read is the index of a choice, and the number after the last marks none of them: whoever
    counts from one may mean the last; a list marks several, each by a 1.

    A value of another shape is not judged: wrong-shape. A 1×k matrix is a vector of k.
    """
    count = len(readings)
    asked = tuple(s for s in shape if s != 1)
    size = math.prod(shape)
    absent = np.full(count, CODE[Verdict.BLANK], dtype=np.int8)
    rows: list[int] = []
    cells: list[list[float]] = []
    digits: list[list[float]] = []
    for i, reading in enumerate(readings):
        if reading is None or reading.outcome != "value":
            absent[i] = CODE[_outcome(reading)]
            continue
        flat, places, shape_typed = _flat(reading)
        if options and shape_typed and len(flat) == options:
            pass  # several of them, marked one by one
        elif options:
            if len(flat) != 1 or flat[0] not in range(options + 1):
                absent[i] = CODE[Verdict.UNREADABLE]
                continue
            flat, places = [float(k == flat[0]) for k in range(options)], [0] * options
        elif shape_typed != asked or len(flat) != size:
            absent[i] = CODE[Verdict.WRONG_SHAPE]
            continue
        rows.append(i)
        cells.append(flat)
        digits.append([INFINITE if d is None else d for d in places])
    present = np.zeros(count, dtype=bool)
    present[rows] = True
    values, decimals = np.zeros((count, options or size)), np.zeros((count, options or size))
    if rows:
        values[rows], decimals[rows] = cells, digits
    last = (options,) if options else shape
    return Typed(values.reshape(count, *last), decimals.reshape(count, *last), present, absent, readings.__getitem__)


def typed_with(column: Column, others: Typed, shape: tuple[int, ...]) -> Typed:
    """A column of answers: the rows it has done, and in the places of the rest `others`, in their order."""
    count = len(column.done)
    values, places = column.values.reshape(count, *shape), column.places.reshape(count, *shape)
    made = Typed(values.copy(), places.copy(), column.done.copy(), np.full(count, CODE[Verdict.BLANK], dtype=np.int8))
    rest = ~column.done
    made.values[rest], made.places[rest] = others.values, others.places
    made.present[rest], made.absent[rest] = others.present, others.absent
    return made


def _outcome(reading: Reading | None) -> Verdict:
    if reading is None or reading.blank:
        return Verdict.BLANK
    return Verdict.ASK if reading.outcome == "ask" else Verdict.UNREADABLE


def _flat(reading: Reading) -> tuple[list[float], list[int | None], tuple[int, ...]]:
    """Values and places of the cells in order, and the shape without axes of length one."""
    value: Any = reading.value
    places: Any = reading.places
    if not isinstance(value, list):
        return [value], [places], ()
    if not value or not isinstance(value[0], list):
        return value, places, tuple(s for s in (len(value),) if s != 1)
    if any(len(row) != len(value[0]) for row in value):
        return [], [], (-1,)
    digits = [p for row in places for p in row] if places is not None else [None] * sum(map(len, value))
    return [v for row in value for v in row], digits, tuple(s for s in (len(value), len(value[0])) if s != 1)
