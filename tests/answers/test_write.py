"""Numbers as text: printed as Spanish does, and read back to the same value in every locale."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

import pytest
from hypothesis import example, given, settings

from tests.answers.strategies import LOCALES, NUMBERS, PLACES, VECTORS, matrices
from tutor.answers import decimal_mark, read, write, write_number


def rounded(x: float, places: int | None) -> float:
    """`x` to `places` decimals, half up on the decimal text that Python prints for it."""
    if places is None or math.isinf(x):
        return x
    unit = Decimal(1).scaleb(-places)
    return float(Decimal(repr(x)).quantize(unit, ROUND_HALF_UP, Context(prec=400)))


@given(NUMBERS, PLACES, LOCALES)
@example(1048576.0, 0, "es")
@example(1000.0, 0, "es")
@example(1.0, 3, "es")
@example(12345.678, 3, "en")
@example(5e-324, None, "es")
@example(1.7976931348623157e308, 6, "es-MX")
def test_a_number_is_read_back(x: float, places: int | None, locale: str) -> None:
    """The same value, rounded to the decimals printed, and as many decimals as were printed."""
    for printed in (write(x, places, locale), write_number(x, places, locale)):
        reading = read(printed, "scalar", locale=locale)
        assert reading.value == rounded(x, places), printed
        assert places is None or math.isinf(x) or reading.places == places
        assert not reading.notes


@given(VECTORS, PLACES, LOCALES)
def test_a_list_is_read_back(xs: list[float], places: int | None, locale: str) -> None:
    """With brackets and without, and whether the reader knows how many are asked or not."""
    want = [rounded(x, places) for x in xs]
    for brackets in (True, False):
        printed = write(xs, places, locale, brackets=brackets)
        for shape in (None, (len(xs),)):
            assert read(printed, "vector", shape, locale=locale).value == want, printed


@given(matrices(), PLACES, LOCALES)
def test_a_matrix_is_read_back(rows: list[list[float]], places: int | None, locale: str) -> None:
    """Whatever its shape: a lone row, a lone column, one cell."""
    want = [[rounded(x, places) for x in row] for row in rows]
    for brackets in (True, False):
        printed = write(rows, places, locale, brackets=brackets)
        for shape in (None, (len(rows), len(rows[0]))):
            assert read(printed, "matrix", shape, locale=locale).value == want, printed


@given(VECTORS, LOCALES)
@settings(max_examples=50)
def test_a_reading_is_printed_and_read_again(xs: list[float], locale: str) -> None:
    """What is echoed after `Leo:` is the reading, decimals typed included."""
    first = read(write(xs, 3, locale), "vector", locale=locale)
    again = read(write(first.value, first.places, locale), "vector", locale=locale)
    assert (again.value, again.places) == (first.value, first.places)


@pytest.mark.parametrize(("value", "places", "locale", "want"), [
    (0.412, 3, "es", "0,412"), (0.412, 3, "en", "0.412"), (-0.6363, 3, "es", "−0,636"), (2.5, 0, "es", "3"),
    (0.5, 0, "es", "1"), (0.125, 2, "es", "0,13"), (1.005, 2, "es", "1,01"), (-0.0001, 3, "es", "0,000"),
    (-0.0, None, "es", "0"), (1000, 0, "es", "1000"), (12345, 0, "es", "12\u00a0345"),
    (1048576, None, "es", "1\u00a0048\u00a0576"), (1048576, 2, "en", "1,048,576.00"),
    (float("-inf"), 3, "es", "−∞"), (float("inf"), None, "en", "∞"), (1 / 3, None, "es", "0,3333333333333333"),
    ([0.412, 0.203, 0.384], 3, "es", "(0,412 ; 0,203 ; 0,384)"), ([0.412, 0.203], [3, 2], "en", "(0.412, 0.20)"),
    ([1], 1, "es", "1,0"), ([1048576, 3], 0, "es", "(1\u00a0048\u00a0576 ; 3)"),
    ([1048576, 3], 0, "en", "(1048576, 3)"), ([[1, 0], [0, 1]], 1, "es", "[1,0 ; 0,0 | 0,0 ; 1,0]"),
    ([[1, 0], [0, 1]], 0, "es-MX", "[1, 0 | 0, 1]"), ([[1, 0]], 0, "es", "[[1 ; 0]]"),
    ([[1], [0]], 0, "es", "[[1] ; [0]]"), ([[7]], 0, "es", "7"),
], ids=str)  # fmt: skip
def test_as_the_text_prints_them(value: Any, places: Any, locale: str, want: str) -> None:
    """Decimal comma, true minus, no-break blanks between thousands from five digits on."""
    assert write(value, places, locale) == want


def test_arrays_are_written_too() -> None:
    """Anything with `tolist`, so that the callers need not convert."""
    numpy = pytest.importorskip("numpy")
    assert write(numpy.array([[1.0, 0.5]]), 1) == "[[1,0 ; 0,5]]"
    assert write(numpy.float64(0.5), 2) == "0,50"


@given(NUMBERS, LOCALES)
def test_never_a_lone_point_with_three_digits_in_spanish(x: float, locale: str) -> None:
    """The mark printed is the one in force."""
    printed = write_number(x, 3, locale)
    assert printed.count(decimal_mark(locale)) == (not math.isinf(x))


@given(NUMBERS, PLACES, LOCALES)
@example(-0.0, 0, "es")
@example(-0.0004, 3, "es")
@example(-0.5, None, "es")
def test_a_sign_only_where_there_is_something_below_zero(x: float, places: int | None, locale: str) -> None:
    """No «−0»: the sign is that of the number as it is printed."""
    assert (write_number(x, places, locale)[0] == "−") == (rounded(x, places) < 0)
