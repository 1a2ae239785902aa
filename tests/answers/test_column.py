"""A column of texts read together gives what each gives read alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.answers.strategies import ANY_TEXT, KINDS, LOCALES, NUMBERS, PLACES, PLAIN_TEXTS
from tests.answers.test_notation import CASES, NEIGHBOURS
from tutor.answers import Kind, read, write
from tutor.answers.column import Column, read_column
from tutor.answers.fast_path import MAX_LENGTH, read_list, read_one
from tutor.answers.locales import locale_of

ASKED: list[tuple[Kind, tuple[int, ...] | None]] = [
    ("scalar", None), ("vector", None), ("vector", (1,)), ("vector", (2,)), ("vector", (3,)), ("vector", (4,)),
    ("vector", (2, 2)), ("matrix", None), ("matrix", (2, 2)), ("matrix", (1, 3)),
]  # fmt: skip
WRITTEN = st.builds(
    lambda values, places, locale: write(values, places, locale),
    NUMBERS | st.lists(NUMBERS, min_size=1, max_size=4),
    PLACES,
    LOCALES,
)
TEXTS = st.lists(PLAIN_TEXTS | WRITTEN | ANY_TEXT, max_size=8)


def plainly(text: str, kind: Kind, shape: tuple[int, ...] | None, locale: str) -> bool:
    """Whether the short way takes the text when it is read alone, with as many numbers as are asked."""
    if len(text) > MAX_LENGTH or kind == "matrix":
        return False
    if kind == "scalar":
        return read_one(text, locale_of(locale)) is not None
    found = read_list(text, locale_of(locale))
    return found is not None and shape == (len(found[0]),)


def agree(texts: Sequence[str], kind: Kind, shape: tuple[int, ...] | None, locale: str) -> Column:
    """Every text is left, or has the value and the places that `read` gives; none is left that is plain."""
    column = read_column(texts, kind, shape, locale)
    for text, done, values, places in zip(texts, column.done, column.values, column.places, strict=True):
        assert done == plainly(text, kind, shape, locale), text
        if done:
            alone: Any = read(text, kind, shape, 3, locale)
            assert (alone.outcome, alone.notes) == ("value", ())
            assert np.array_equal(np.atleast_1d(alone.value), values), text
            assert np.array_equal(np.atleast_1d(alone.places), places), text
            assert not np.signbit(values[values == 0]).any()
        else:
            assert not values.any()
            assert not places.any()
    return column


@settings(max_examples=300)
@given(TEXTS, st.sampled_from(ASKED), LOCALES)
def test_any_column_is_read_as_its_texts(texts: list[str], asked: tuple[Kind, Any], locale: str) -> None:
    """Whatever stands beside a text, it is read the same or left."""
    agree(texts, *asked, locale)


@pytest.mark.parametrize("locale", ["es", "es-MX", "en"])
@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_all_the_notations_are_read_as_their_texts(asked: tuple[Kind, Any], locale: str) -> None:
    """The collected cases and their neighbours, all in one column."""
    agree([case["input"] for case in (*CASES, *NEIGHBOURS)], *asked, locale)


@given(st.lists(st.lists(st.integers(-999, 999), min_size=3, max_size=3), min_size=1, max_size=9), LOCALES)
def test_what_a_class_usually_writes_is_all_done(rows: list[list[int]], locale: str) -> None:
    """Printed lists, one a row: none is left for the long way."""
    values = [[x / 100 for x in row] for row in rows]
    column = agree([write(row, 2, locale) for row in values], "vector", (3,), locale)
    assert column.done.all()
    assert np.array_equal(column.values, values)
    assert (column.places == 2).all()


@given(KINDS, LOCALES)
def test_a_column_of_nothing(kind: Kind, locale: str) -> None:
    """Nobody, or blanks alone."""
    assert len(read_column([], kind, (3,), locale).done) == 0
    assert not read_column(["", " "], kind, (3,), locale).done.any()


def test_texts_too_long_are_left() -> None:
    """Blanks around a plain answer count as signs."""
    text = "0,5 1,5".ljust(MAX_LENGTH)
    assert read_column([text, text + " "], "vector", (2,)).done.tolist() == [True, False]


def test_the_module_loads_no_numpy() -> None:
    """Only a column does."""
    code = "import sys, tutor.answers.column; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
