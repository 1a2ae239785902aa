"""Other numbers for a unit, drawn by our own arithmetic: the same ones on every machine, for ever.

Bytes come from HMAC-SHA256(key, unit id | version | who | attempt | input | block), eight to a number, which is taken
modulo how many values there are from `low` to `high` (the bias is below 10⁻¹⁵). No library's random stream is used.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.engine import CORE, Array
from tutor.errors import ContentError
from tutor.units.models import Draw, Unit

MAX_ATTEMPTS = 4_000
AT_ONCE = 4_096
FIRST = 16
"""Draws screened together, from few to many: several attempts ahead of each student; the first good one counts."""
_WORD = 8


def variant_data(unit: Unit, variant: int) -> dict[str, Any]:
    """The numbers of variant N of a unit, as nested lists over its own data. The key is the unit's id."""
    data, _ = draw_many(unit, unit.unit, [f"variante {variant}"])
    return {name: _nested(values[0], unit.data[name]) for name, values in data.items()}


def draw_many(unit: Unit, key: str, who: Sequence[str]) -> tuple[dict[str, Array], NDArray[np.int64]]:
    """Screened numbers for everybody in `who`: core arrays (B, h, r, c) by input, and how many draws were set aside.

    Raises ContentError when the unit has no `variants`, or when no draw passes the screening.
    """
    draws = _draws(unit)
    data = {name: np.zeros((len(who), *_core(unit.data[name]))) for name in draws}
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
    from tutor.units.slip_coverage import separable

    draws = _draws(unit)
    attempt, eager = 0, FIRST
    while len(pending) and attempt < MAX_ATTEMPTS:
        ahead = min(max(min(AT_ONCE, eager) // len(pending), 1), MAX_ATTEMPTS - attempt)
        eager *= 4
        tries = [(who[i], attempt + k) for i in pending.tolist() for k in range(ahead)]
        drawn = {n: np.stack([_drawn(unit, key, one, k, n, draw) for one, k in tries]) for n, draw in draws.items()}
        good = np.logical_and.reduce([_varied(values) for values in drawn.values()])
        rows = np.flatnonzero(good)
        if len(rows):
            good[rows] = separable(unit, {name: values[rows] for name, values in drawn.items()})
        table = good.reshape(len(pending), ahead)
        first, found = table.argmax(axis=1), table.any(axis=1)
        taken = (np.arange(len(pending)) * ahead + first)[found]
        for name, values in drawn.items():
            data[name][pending[found]] = values[taken]
        attempts[pending[found]] = attempt + first[found]
        pending = pending[~found]
        attempt += ahead
    if len(pending):
        raise ContentError(
            f"Tras {MAX_ATTEMPTS} sorteos, ningunos números distinguen los fallos de «{unit.unit}».",
            hint="Ensancha `low` y `high` en `variants`; `tutor author check` dice qué se confunde.",
        )


def _varied(values: Array) -> NDArray[np.bool_]:
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
    elif rows.shape[2] > 2:
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


def unscreened(unit: Unit, count: int) -> dict[str, Array]:
    """`count` draws as they come, core arrays (count, h, r, c) by input: what numbers of this kind are like."""
    return {
        name: np.stack([_drawn(unit, unit.unit, f"muestra {i}", 0, name, draw) for i in range(count)])
        for name, draw in _draws(unit).items()
    }


def uniform(label: str, count: int, low: float, high: float) -> Array:
    """`count` numbers between `low` and `high` with two decimals, the same for the same label."""
    return _scaled(_integers(b"tutor", label, count), Draw(low=low, high=high, decimals=2))


def _draws(unit: Unit) -> dict[str, Draw]:
    if unit.variants is None or not unit.variants.draw:
        raise ContentError(f"«{unit.unit}» no tiene variantes.", hint="Hazla con sus números: sin --variant.")
    return unit.variants.draw


def _drawn(unit: Unit, key: str, who: str, attempt: int, name: str, draw: Draw) -> Array:
    core = _core(unit.data[name])
    label = f"{unit.unit}|{unit.version}|{who}|{attempt}|{name}"
    return _scaled(_integers(key.encode(), label, int(np.prod(core))), draw).reshape(core)


def _integers(key: bytes, label: str, count: int) -> NDArray[np.uint64]:
    return np.frombuffer(b"".join(_blocks(key, label, count)), dtype=">u8")[:count].astype(np.uint64)


def _blocks(key: bytes, label: str, count: int) -> Iterator[bytes]:
    for block in range(-(-count * _WORD // 32)):
        yield hmac.digest(key, f"{label}|{block}".encode(), "sha256")


def _scaled(integers: NDArray[np.uint64], draw: Draw) -> Array:
    unit = 10**draw.decimals
    low, high = round(draw.low * unit), round(draw.high * unit)
    left_out = not draw.zero and low <= 0 <= high
    whole: NDArray[np.int64] = (integers % np.uint64(high - low + 1 - left_out)).astype(np.int64) + low
    if left_out:
        whole += whole >= 0
    return np.asarray(whole / unit)


def _core(value: Any) -> tuple[int, ...]:
    shape: tuple[int, ...] = np.shape(value)
    return (1,) * (CORE - len(shape)) + shape


def _nested(core: Array, like: Any) -> Any:
    shaped: Any = core.reshape(np.shape(like)).tolist()
    return shaped
