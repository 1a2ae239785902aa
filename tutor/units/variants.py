"""Other numbers for a unit: drawn for a variant or a student, and set aside until they tell the slips apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.answers import write
from tutor.engine import Array, public
from tutor.errors import ContentError
from tutor.units.bound_unit import OpenQuestion, OpenUnit
from tutor.units.data import core_shape, drawn, draws_of
from tutor.units.models import Draw, Unit
from tutor.units.slip_coverage import Blame, accuse, separable

MAX_ATTEMPTS = 4_000
AT_ONCE = 4_096
FIRST = 16
"""Draws screened together, from few to many: several attempts ahead of each student; the first good one counts."""
REPEATED = "que una fila sea de ceros, o que se repitan filas o números"


def variant_data(unit: Unit, variant: int) -> dict[str, Any]:
    """The numbers of variant N of a unit, as nested lists over its own data. The key is the unit's id."""
    data, _ = draw_many(unit, unit.unit, [f"variante {variant}"])
    return {name: _nested(values[0], unit.data[name]) for name, values in data.items()}


def asked_again(opened: OpenUnit, question: OpenQuestion) -> OpenUnit | None:
    """The unit over the numbers with which a question is asked once more after its solution was seen: those that it
    names, else those of the next variant; None where they leave its right answer as it is.
    """
    if question.model.again is not None:
        return opened.over_with(opened.unit.datasets[question.model.again])
    other = None if opened.unit.variants is None else _over_the_next(opened)
    return None if other is None or other.question(question.id).right == question.right else other


@lru_cache(maxsize=4)
def _over_the_next(opened: OpenUnit) -> OpenUnit:
    return opened.over_with(variant_data(opened.unit, opened.variant + 1))


def draw_many(unit: Unit, key: str, who: Sequence[str]) -> tuple[dict[str, Array], NDArray[np.int64]]:
    """Screened numbers for everybody in `who`: core arrays (B, h, r, c) by input, and how many draws were set aside.

    Raises ContentError when the unit has no `variants`, or when no draw passes the screening.
    """
    draws = draws_of(unit)
    data = {name: np.zeros((len(who), *core_shape(unit.data[name]))) for name in draws}
    attempts = np.zeros(len(who), dtype=np.int64)
    for start in range(0, len(who), AT_ONCE):
        rows = np.arange(start, min(start + AT_ONCE, len(who)))
        _draw_some(unit, key, who, rows, data, attempts)
    return data, attempts


def _draw_some(
    unit: Unit,
    key: str,
    who: Sequence[str],
    pending: NDArray[np.intp],
    data: dict[str, Array],
    attempts: NDArray[np.int64],
) -> None:
    """Fill in the rows `pending`: for everybody the first draw that is varied and passes the screening."""
    draws = draws_of(unit)
    attempt, eager = 0, FIRST
    blame: Blame = {}
    while len(pending) and attempt < MAX_ATTEMPTS:
        ahead = min(max(min(AT_ONCE, eager) // len(pending), 1), MAX_ATTEMPTS - attempt)
        eager *= 4
        tries = [(who[i], attempt + k) for i in pending.tolist() for k in range(ahead)]
        sets = {n: np.stack([drawn(unit, key, one, k, n, draw) for one, k in tries]) for n, draw in draws.items()}
        good = varied(sets, draws, blame)
        rows = np.flatnonzero(good)
        if len(rows):
            good[rows] = separable(unit, {name: values[rows] for name, values in sets.items()}, blame)
        table = good.reshape(len(pending), ahead)
        first, found = table.argmax(axis=1), table.any(axis=1)
        taken = (np.arange(len(pending)) * ahead + first)[found]
        for name, values in sets.items():
            data[name][pending[found]] = values[taken]
        attempts[pending[found]] = attempt + first[found]
        pending = pending[~found]
        attempt += ahead
    if len(pending):
        worst = max(blame, key=lambda reason: blame[reason][0] / blame[reason][1])
        aside, seen = blame[worst]
        alone = who[int(pending[0])]
        example = quoted({n: drawn(unit, key, alone, 0, n, draw) for n, draw in draws.items()})
        raise ContentError(
            f"De {MAX_ATTEMPTS} sorteos no vale ninguno para «{unit.unit}». "
            f"Lo que más aparta ({aside} de los {seen} que cumplen lo anterior): {worst}. "
            f"El primero que no vale: {example}.",
            hint="Ensancha `low` y `high` en `variants`, o cambia lo que más aparta.",
        )


def quoted(data: Mapping[str, Array]) -> str:
    """The numbers of one draw, as they are quoted in a sentence."""
    return " · ".join(f"{name} = {write(public(value).tolist(), None)}" for name, value in data.items())


def varied(data: Mapping[str, Array], draws: Mapping[str, Draw], blame: Blame) -> NDArray[np.bool_]:
    """(B,) draws in which every input is varied enough."""
    good: NDArray[np.bool_] = np.all([_varied(data[n], draw) for n, draw in draws.items()], axis=0)
    accuse(blame, REPEATED, good)
    return good


def _varied(values: Array, draw: Draw) -> NDArray[np.bool_]:
    """(B,) draws without a row of zeros and without repeats: of rows, or of numbers in a single row of three or more.

    Repeats hide that one row was taken for another, and teach less.
    """
    rows = values[:, 0]
    varied: NDArray[np.bool_] = np.ones(len(rows), dtype=bool)
    if rows.shape[1:] == (1, 1):
        return varied
    varied &= (rows != 0.0).any(axis=2).all(axis=1)
    if rows.shape[1] > 1:
        varied &= _distinct(rows)
    elif rows.shape[2] > 2 and not draw.repeats:
        varied &= _distinct(np.swapaxes(rows, 1, 2))
    return varied


def _distinct(rows: Array) -> NDArray[np.bool_]:
    same = (rows[:, :, None] == rows[:, None]).all(axis=-1)
    distinct: NDArray[np.bool_] = same.sum(axis=(1, 2)) == rows.shape[1]
    return distinct


def draw_one(unit: Unit, key: str, who: str) -> tuple[dict[str, Any], int]:
    """The numbers of one student as nested lists, and how many draws were set aside before them."""
    data, attempts = draw_many(unit, key, [who])
    return {name: _nested(values[0], unit.data[name]) for name, values in data.items()}, int(attempts[0])


def _nested(core: Array, like: Any) -> Any:
    shaped: Any = core.reshape(np.shape(like)).tolist()
    return shaped
