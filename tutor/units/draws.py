"""Numbers drawn by our own arithmetic: the same ones on every machine, for ever.

Bytes come from HMAC-SHA256(key, unit id | version | who | attempt | input | block), eight to a number, which is taken
modulo how many values there are from `low` to `high` (the bias is below 10⁻¹⁵). No library's random stream is used.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.engine import CORE, Array
from tutor.errors import ContentError
from tutor.units.models import Draw, Unit

_WORD = 8


def unscreened(unit: Unit, count: int) -> dict[str, Array]:
    """`count` draws as they come, core arrays (count, h, r, c) by input: what numbers of this kind are like."""
    return {
        name: np.stack([drawn(unit, unit.unit, f"muestra {i}", 0, name, draw) for i in range(count)])
        for name, draw in draws_of(unit).items()
    }


def uniform(label: str, count: int, low: float, high: float) -> Array:
    """`count` numbers between `low` and `high` with two decimals, the same for the same label."""
    return _scaled(_integers(b"tutor", label, count), Draw(low=low, high=high, decimals=2))


def draws_of(unit: Unit) -> dict[str, Draw]:
    if unit.variants is None or not unit.variants.draw:
        raise ContentError(f"«{unit.unit}» no tiene variantes.", hint="Hazla con sus números: sin --variant.")
    return unit.variants.draw


def drawn(unit: Unit, key: str, who: str, attempt: int, name: str, draw: Draw) -> Array:
    core = core_shape(unit.data[name])
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


def core_shape(value: Any) -> tuple[int, ...]:
    shape: tuple[int, ...] = np.shape(value)
    return (1,) * (CORE - len(shape)) + shape
