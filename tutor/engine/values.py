"""How numbers are held: every value has the core (heads, rows, columns), whatever axes lead.

A scalar is (1, 1, 1), a vector (1, 1, k), a matrix (1, r, c). So everything broadcasts, and leading axes (students,
wrong procedures, nudges) cost no code.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
CORE = 3


def lift(value: Any, rank: int | None = None) -> Array:
    """Numbers -> (…, 1, r, c). `rank` (0, 1 or 2) tells which trailing axes are the value's own; without it, all are.

    Raises ValueError where the rows are ragged, where something is not a number, or for more than two axes of its own.
    """
    array = np.asarray(value, dtype=np.float64)
    own = array.ndim if rank is None else rank
    if own > 2 or own > array.ndim:
        raise ValueError("a value has at most rows and columns")
    lead, tail = array.shape[: array.ndim - own], array.shape[array.ndim - own :]
    return array.reshape((*lead, *(1,) * (CORE - own), *tail))


def public_shape(core: tuple[int, ...]) -> tuple[int, ...]:
    """The shape a person types for a core (h, r, c): () one number, (k,) one row or one column, else (h·r, c)."""
    heads, rows, columns = core
    rows *= heads
    if rows == columns == 1:
        return ()
    if rows == 1:
        return (columns,)
    return (rows,) if columns == 1 else (rows, columns)


def public(value: Array) -> Array:
    """(…, h, r, c) -> (…, *shape as a person types it)."""
    return value.reshape(value.shape[:-CORE] + public_shape(value.shape[-CORE:]))
