"""The functions a formula may call. Arguments are core values (…, h, r, c) or plain numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tutor.engine.values import Array, along

Position = int | NDArray[np.intp]
ZERO = 1e-12
"""Below this a number counts as 0 for `is_zero`: what is left of 0,1 + 0,2 − 0,3 is not a number a person wrote."""


def total(x: Array) -> Array:
    """(…, k) -> (…, 1): the sum of each row."""
    return along(np.add, x)


def smallest(x: Array) -> Array:
    """(…, k) -> (…, 1): the least of each row."""
    return along(np.minimum, x)


def largest(x: Array) -> Array:
    """(…, k) -> (…, 1): the greatest of each row."""
    return along(np.maximum, x)


def mean(x: Array) -> Array:
    """(…, k) -> (…, 1): the mean of each row."""
    result: Array = total(x) / x.shape[-1]
    return result


def col_min(x: Array) -> Array:
    """(…, r, c) -> (…, 1, c): the least of each column."""
    result: Array = np.minimum.reduce(x, axis=-2, keepdims=True)
    return result


def col_max(x: Array) -> Array:
    """(…, r, c) -> (…, 1, c): the greatest of each column."""
    result: Array = np.maximum.reduce(x, axis=-2, keepdims=True)
    return result


def col_mean(x: Array) -> Array:
    """(…, r, c) -> (…, 1, c): the mean of each column."""
    result: Array = np.add.reduce(x, axis=-2, keepdims=True)
    averaged: Array = result / x.shape[-2]
    return averaged


def col_sum(x: Array) -> Array:
    """(…, r, c) -> (…, 1, c): the sum of each column."""
    result: Array = np.add.reduce(x, axis=-2, keepdims=True)
    return result


def ordered(x: Array, by: Array) -> Array:
    """(…, k): each row from least to greatest, in the order that `by` has (the un-nudged numbers)."""
    return np.take_along_axis(x, np.argsort(by, axis=-1, kind="stable"), axis=-1)


def median(x: Array, by: Array) -> Array:
    """(…, k) -> (…, 1): the middle one of each row, or the mean of the two in the middle; order as in `ordered`."""
    k = x.shape[-1]
    return mean(ordered(x, by)[..., (k - 1) // 2 : k // 2 + 1])


def floor(x: ArrayLike) -> Array:
    """The whole number below; what floats leave under one (0,7·10 = 6,999…) counts as it."""
    return np.asarray(np.floor(np.add(x, ZERO)))


def rounded(x: ArrayLike) -> Array:
    """To the nearest whole number, halves away from 0, as people round."""
    return np.asarray(np.sign(x) * np.floor(np.abs(x) + 0.5 + ZERO))


def arccos(x: Array) -> Array:
    """The angle in radians; what floats leave over 1 (the cosine of two parallel vectors) counts as 1."""
    return np.arccos(np.where(np.abs(x) < 1 + ZERO, np.clip(x, -1, 1), x))


def det(x: Array) -> Array:
    """(…, k, k) -> (…, 1, 1): the determinant; up to 3 by its products, so that whole numbers give a whole one."""
    k = x.shape[-1]
    if x.shape[-2] != k:
        raise ValueError("only a square has a determinant")
    if k > 3:
        return np.asarray(np.linalg.det(x))[..., None, None]
    if k == 1:
        return x
    minors = [np.delete(x[..., 1:, :], j, axis=-1) for j in range(k)]
    terms = [(-1) ** j * x[..., :1, j : j + 1] * det(minor) for j, minor in enumerate(minors)]
    return np.asarray(sum(terms[1:], terms[0]))


def one_hot(places: Array, count: int) -> Array:
    """(…, 1, k) or (…, k, 1) -> (…, k, count): a row for each place, counted from 0, of zeros and a 1 there."""
    rows = places if places.shape[-1] == 1 else np.swapaxes(places, -1, -2)
    if rows.shape[-1] != 1:
        raise ValueError("places are one list")
    return equal(np.arange(count), rows)


def greater(a: ArrayLike, b: ArrayLike) -> Array:
    """1 where a > b by more than floats leave, 0 elsewhere."""
    return np.asarray(np.greater(a, np.add(b, ZERO)), np.float64)


def equal(a: ArrayLike, b: ArrayLike) -> Array:
    """1 where a and b are alike but for what floats leave, 0 elsewhere."""
    return np.asarray(np.equal(a, b) | (np.abs(np.subtract(a, b)) < ZERO), np.float64)


def where(c: Array, a: Array, b: Array) -> Array:
    """`a` where `c` is not 0, `b` elsewhere, cell by cell."""
    return np.where(np.abs(c) < ZERO, b, a)


def softmax(x: Array) -> Array:
    """Along the last axis, the maximum subtracted first; a row of −∞ gives zeros, as torch and ONNX do."""
    top = largest(x)
    if not np.isfinite(top).all():
        top = np.where(np.isfinite(top), top, 0.0)
    e = np.exp(x - top)
    s = total(e)
    if not s.all():
        s = np.where(s == 0.0, 1.0, s)
    return e / s


def softmax_all(x: Array) -> Array:
    """One softmax over rows and columns together."""
    flat = x.reshape((*x.shape[:-2], 1, x.shape[-2] * x.shape[-1]))
    return softmax(flat).reshape(x.shape)


def causal(q: int, n: int) -> Array:
    """(1, q, n): 0 where row i may look (j ≤ i), −∞ beyond."""
    return np.where(np.tri(q, n, dtype=bool), 0.0, -np.inf)[None]


def causal_end(q: int, n: int) -> Array:
    """As `causal`, with the last row aligned to the last column."""
    return np.where(np.tri(q, n, n - q, dtype=bool), 0.0, -np.inf)[None]


def heaviest(x: Array) -> Array:
    """One-hot along the last axis, the first of equals."""
    one: Array = (np.arange(x.shape[-1]) == np.argmax(x, axis=-1)[..., None]).astype(np.float64)
    return one


def is_zero(x: Array) -> Array:
    """1 where a cell is 0 but for what floats leave, 0 elsewhere."""
    return (np.abs(x) < ZERO).astype(np.float64)


def is_negative(x: Array) -> Array:
    """1 where a cell is below 0 by more than floats leave, 0 elsewhere."""
    return (x < -ZERO).astype(np.float64)


def finite(x: Array) -> Array:
    """0 in place of whatever is not finite."""
    return np.where(np.isfinite(x), x, 0.0)


def option(index: Position, count: int) -> Array:
    """(…, 1, 1, count): one-hot at `index`, the answer of a multiple choice."""
    one: Array = (np.arange(count).reshape(1, 1, count) == index).astype(np.float64)
    return one


def split(x: Array, heads: int) -> Array:
    """(…, 1, r, h·k) -> (…, h, r, k): each head takes its own consecutive columns."""
    rows, columns = x.shape[-2:]
    parts = x.reshape((*x.shape[:-3], rows, int(heads), columns // int(heads)))
    return np.moveaxis(parts, -2, -3)


def split_flat(x: Array, heads: int) -> Array:
    """What a reshape without the transpose gives: (…, 1, r, h·k) cut in reading order into (…, h, r, k)."""
    rows, columns = x.shape[-2:]
    return x.reshape((*x.shape[:-3], int(heads), rows, columns // int(heads)))


def merge(x: Array) -> Array:
    """(…, h, r, k) -> (…, 1, r, h·k): the heads side by side."""
    heads, rows, columns = x.shape[-3:]
    return np.moveaxis(x, -3, -2).reshape((*x.shape[:-3], 1, rows, heads * columns))


def picked(x: Array, i: Position, axis: int) -> Array:
    """One place of an axis, counted from 0: the same for all data sets, or (…, 1, 1, 1) each their own.

    Where there is no such place, nothing is left (the same for all) or there are no numbers (their own).
    """
    if isinstance(i, int):
        slices = [slice(None)] * x.ndim
        slices[axis] = slice(i, i + 1)
        return x[tuple(slices)]
    rank = max(x.ndim, i.ndim)
    places = i.reshape((1,) * (rank - i.ndim) + i.shape)
    there = (places >= 0) & (places < x.shape[axis])
    whole = x.reshape((1,) * (rank - x.ndim) + x.shape)
    found: Array = np.take_along_axis(whole, np.where(there, places, 0), axis)
    return found if there.all() else np.where(there, found, np.nan)


def head(x: Array, i: Position) -> Array:
    """(…, h, r, c) -> (…, 1, r, c): head `i`, counted from 0."""
    return picked(x, i, -3)


def heads_reversed(x: Array) -> Array:
    """(…, h, r, c): the heads in the opposite order."""
    return x[..., ::-1, :, :]


def heads_mean(x: Array) -> Array:
    """Every head replaced by the mean of all."""
    return np.broadcast_to(x.mean(axis=-3, keepdims=True), x.shape)


def row(x: Array, i: Position) -> Array:
    """(…, r, c) -> (…, 1, c): row `i`, counted from 0."""
    return picked(x, i, -2)


def column(x: Array, j: Position) -> Array:
    """(…, r, c) -> (…, r, 1): column `j`, counted from 0."""
    return picked(x, j, -1)


def cell(x: Array, i: Position, j: Position) -> Array:
    """(…, r, c) -> (…, 1, 1): one cell, row and column counted from 0."""
    return picked(picked(x, i, -2), j, -1)


def eye(n: int) -> Array:
    """(1, n, n): the identity."""
    return np.eye(int(n))[None]


def reverse(x: Array) -> Array:
    """The columns in the opposite order."""
    return x[..., ::-1]


def rows_from(x: Array, i: int) -> Array:
    """(…, r, c): the rows in their order, beginning with row `i` and going round."""
    return np.roll(x, -i, axis=-2)


def cumulate(x: Array) -> Array:
    """Running sum along the last axis."""
    return np.add.accumulate(x, axis=-1)


def spread(x: Array, rows: int) -> Array:
    """One row repeated `rows` times; a matrix that has them already stays."""
    return np.broadcast_to(x, (*x.shape[:-2], int(rows), x.shape[-1]))


FUNCTIONS: dict[str, tuple[Callable[..., Any], int]] = {
    "sum": (total, 1),
    "min": (smallest, 1),
    "max": (largest, 1),
    "mean": (mean, 1),
    "col_min": (col_min, 1),
    "col_max": (col_max, 1),
    "col_mean": (col_mean, 1),
    "col_sum": (col_sum, 1),
    "sort": (ordered, 1),
    "median": (median, 1),
    "maximum": (np.maximum, 2),
    "minimum": (np.minimum, 2),
    "where": (where, 3),
    "floor": (floor, 1),
    "round": (rounded, 1),
    "det": (det, 1),
    "one_hot": (one_hot, 2),
    "softmax": (softmax, 1),
    "softmax_all": (softmax_all, 1),
    "exp": (np.exp, 1),
    "sqrt": (np.sqrt, 1),
    "log": (np.log, 1),
    "log10": (np.log10, 1),
    "sin": (np.sin, 1),
    "cos": (np.cos, 1),
    "arccos": (arccos, 1),
    "abs": (np.abs, 1),
    "causal": (causal, 2),
    "causal_end": (causal_end, 2),
    "heaviest": (heaviest, 1),
    "is_zero": (is_zero, 1),
    "is_negative": (is_negative, 1),
    "finite": (finite, 1),
    "option": (option, 2),
    "split": (split, 2),
    "split_flat": (split_flat, 2),
    "merge": (merge, 1),
    "head": (head, 2),
    "heads_reversed": (heads_reversed, 1),
    "heads_mean": (heads_mean, 1),
    "row": (row, 2),
    "column": (column, 2),
    "cell": (cell, 3),
    "eye": (eye, 1),
    "reverse": (reverse, 1),
    "rows_from": (rows_from, 2),
    "cumulate": (cumulate, 1),
    "spread": (spread, 2),
}
"""Name -> (function, number of arguments)."""

COMPARISONS: dict[str, Callable[[ArrayLike, ArrayLike], Array]] = {
    ">": greater,
    "<": lambda a, b: greater(b, a),
    ">=": lambda a, b: 1.0 - greater(b, a),
    "<=": lambda a, b: 1.0 - greater(a, b),
    "==": equal,
    "!=": lambda a, b: 1.0 - equal(a, b),
}
"""Sign -> 1 where it holds, 0 elsewhere. They jump, as below."""

JUMPS = frozenset({"heaviest", "is_zero", "is_negative", "floor", "round", "one_hot", "where"})
"""They jump, so their first argument is the un-nudged one (index 0 of the outermost axis of a nudged evaluation)."""
ORDERED = frozenset({"sort", "median"})
"""They take their order from the un-nudged numbers, and are given those too."""

COUNTS = {"causal": (0, 1), "causal_end": (0, 1), "option": (1,), "split": (1,), "split_flat": (1,), "eye": (0,),
          "spread": (1,), "rows_from": (1,), "one_hot": (1,)}  # fmt: skip
"""Which arguments are sizes rather than values: whole numbers, the same for all data sets."""
POSITIONS = {"option": (0,), "head": (1,), "row": (1,), "column": (1,), "cell": (1, 2)}
"""Which arguments are places, counted from 0: whole numbers, each data set its own."""
