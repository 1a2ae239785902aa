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
    axes = array.ndim if rank is None else rank
    if axes > 2 or axes > array.ndim:
        raise ValueError("a value has at most rows and columns")
    lead, tail = array.shape[: array.ndim - axes], array.shape[array.ndim - axes :]
    return array.reshape((*lead, *(1,) * (CORE - axes), *tail))


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


FEW = 8
"""Cells up to which sums go cell by cell: over many short rows that is several times faster than numpy's own way."""


def along(ufunc: np.ufunc, x: NDArray[Any]) -> NDArray[Any]:
    """(…, k) -> (…, 1): `ufunc` over the last axis, cell by cell where the cells are few."""
    if not 0 < x.shape[-1] <= FEW:
        reduced: NDArray[Any] = ufunc.reduce(x, axis=-1, keepdims=True)
        return reduced
    result = x[..., :1]
    for i in range(1, x.shape[-1]):
        result = ufunc(result, x[..., i : i + 1])
    return result


def product(a: Any, b: Any) -> Array:
    """The matrix product `a @ b`, with leading axes."""
    if np.ndim(a) < 2 or np.ndim(b) < 2 or not 0 < np.shape(a)[-1] <= FEW or np.shape(a)[-1] != np.shape(b)[-2]:
        return np.asarray(np.matmul(a, b))
    result = a[..., :, :1] * b[..., :1, :]
    for k in range(1, a.shape[-1]):
        result = result + a[..., :, k : k + 1] * b[..., k : k + 1, :]
    return np.asarray(result)
