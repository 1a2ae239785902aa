"""A class's answers to one question, the plain ones all together: a column of texts becomes arrays of numbers.

What is plain, and how it is read, is said in `fast_path`; NumPy is loaded when the first column comes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

from tutor.answers.fast_path import AROUND, MAX_LENGTH, list_pattern, numerals, one_pattern
from tutor.answers.locales import DEFAULT_LOCALE, locale_of
from tutor.answers.reading import Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """N texts: `values` and `places` are (N, k), of k numbers asked; where `done` (N,) is False they are zeros, and
    `read` has to look at the text."""

    values: NDArray[Any]
    places: NDArray[Any]
    done: NDArray[Any]


def read_column(
    texts: Sequence[str], kind: Kind = "vector", shape: tuple[int, ...] | None = None, locale: str = DEFAULT_LOCALE
) -> Column:
    """The texts that are plain and have as many numbers as the `shape` asks, read as `read` would."""
    import numpy as np

    size = 1 if kind == "scalar" else math.prod(shape or ())
    mark = locale_of(locale).decimal
    values, places = np.zeros((len(texts), size)), np.zeros((len(texts), size))
    done = np.zeros(len(texts), dtype=bool)
    if kind == "scalar":
        fits = one_pattern(mark).fullmatch
    elif kind == "vector" and size > 1 and shape == (size,):
        fits = list_pattern(mark, size).fullmatch
    else:
        return Column(values, places, done)
    done[:] = [len(text) <= MAX_LENGTH and fits(text) is not None for text in texts]
    together = "\n".join(compress(texts, done))
    for sign in AROUND:
        together = together.replace(sign, " ")
    cells = numerals(together, mark)
    values[done] = np.fromiter(map(float, cells), float, len(cells)).reshape(-1, size) + 0.0
    places[done] = _places(cells).reshape(-1, size)
    return Column(values, places, done)


def _places(numerals: list[str]) -> NDArray[Any]:
    """The decimals of each, as `places` counts them."""
    import numpy as np

    signs = np.frombuffer(" ".join([*numerals, ""]).encode("ascii"), np.uint8)
    points, ends = np.flatnonzero(signs == ord(".")), np.flatnonzero(signs == ord(" "))
    found = np.zeros(len(ends))
    with_point = np.searchsorted(ends, points)
    found[with_point] = ends[with_point] - points - 1
    return found


__all__ = ["Column", "read_column"]
