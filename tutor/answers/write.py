"""Numbers to text. Whatever is written here, `read` with the same kind and locale gives back, without its shape.

Thousands are grouped from five digits on, as Spanish orthography asks, where that can be read back: in a lone number,
and in lists whose cells stand between `;`. A list of one cell goes without brackets, since inside them its comma might
be cut.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

from tutor.answers.locales import DEFAULT_LOCALE, Locale, locale_of
from tutor.answers.reading import Nested, Places

MINUS = "−"
INFINITY = "∞"
ENOUGH = Context(prec=700)
"""Digits for every float written out in full, from 1,8e308 down to 5e-324 with a few hundred decimals."""


def write_number(x: float, places: int | None = None, locale: str = DEFAULT_LOCALE) -> str:
    """`x` with `places` decimals, rounded half up on its shortest decimal text as a person would; None keeps them all.

    >>> write_number(-0.6363, 3), write_number(1048576, 0, "en")
    ('−0,636', '1,048,576')
    """
    return _digits(x, places, locale_of(locale), grouped=True)


def write(value: Any, places: Places = None, locale: str = DEFAULT_LOCALE, *, brackets: bool = True) -> str:
    """Nested floats as the text prints them: `0,412`, `(0,412 ; 0,203)`, `[1,0 ; 0,0 | 0,0 ; 1,0]`.

    `places` is one number for all cells or is nested as `value` is. `value` may be an array.
    """
    value = value.tolist() if hasattr(value, "tolist") else value
    found = locale_of(locale)
    if not isinstance(value, list | tuple):
        return _digits(value, places if isinstance(places, int) else None, found, grouped=True)
    if value and isinstance(value[0], list | tuple):
        rows = [_cells(row, _part(places, i), found) for i, row in enumerate(value)]
        return _matrix(rows, found, brackets)
    cells = _cells(value, places, found)
    listed = found.between.join(cells)
    return f"({listed})" if brackets and len(cells) > 1 else listed


def _matrix(rows: list[list[str]], locale: Locale, brackets: bool) -> str:
    """Rows are told from cells by evidence, so a lone row or column says it with brackets of its own."""
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0]
    if len(rows) == 1 or len(rows[0]) == 1:
        if len(rows) > 1 and all("," in row[0] for row in rows):  # [[0,1] ; [0,2]] could be two rows of two
            rows = [[f"({row[0]})"] for row in rows]
        nested = " ; ".join(f"[{locale.between.join(row)}]" for row in rows)
        return f"[{nested}]"
    listed = " | ".join(locale.between.join(row) for row in rows)
    return f"[{listed}]" if brackets else listed


def _cells(row: Nested | Any, places: Places, locale: Locale) -> list[str]:
    grouped = len(row) > 1 and ";" in locale.between  # type: ignore[arg-type]
    each = places if isinstance(places, list | tuple) else [places] * len(row)  # type: ignore[arg-type]
    return [_digits(x, p, locale, grouped=grouped) for x, p in zip(row, each, strict=True)]  # type: ignore


def _part(places: Places, index: int) -> Any:
    return places[index] if isinstance(places, list | tuple) else places


def json_numbers(value: Any) -> Any:
    """Nested numbers as JSON may hold them: infinities are texts, NaN null."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return [json_numbers(item) for item in value] if isinstance(value, list) else value


def _digits(number: float, places: int | None, locale: Locale, *, grouped: bool) -> str:
    x = float(number)  # a NumPy float is written otherwise
    if not math.isfinite(x):
        return "?" if math.isnan(x) else INFINITY if x > 0 else MINUS + INFINITY
    shortest = repr(abs(x))
    whole, _, fraction = shortest.partition(".")
    if fraction == "0":
        fraction = ""
    if "e" not in shortest and (places is None or len(fraction) <= places):  # all its decimals fit: no rounding
        sign = MINUS if x < 0 else ""
        if places and len(fraction) < places:
            fraction = fraction.ljust(places, "0")
    else:
        whole, fraction = _rounded(shortest, places)
        sign = MINUS if x < 0 and (whole + fraction).strip("0") else ""
    if grouped and len(whole) > 4:
        head = len(whole) % 3 or 3
        whole = locale.group.join([whole[:head], *(whole[i : i + 3] for i in range(head, len(whole), 3))])
    return f"{sign}{whole}{locale.decimal}{fraction}" if fraction else sign + whole


def _rounded(shortest: str, places: int | None) -> tuple[str, str]:
    """The digits before and after the mark of a number written as `shortest`, rounded."""
    exact = Decimal(shortest)
    if places is not None:
        exact = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, ENOUGH)
    elif exact == exact.to_integral_value():
        exact = exact.quantize(Decimal(1), context=ENOUGH)
    whole, _, fraction = f"{exact:f}".partition(".")
    return whole, fraction
