"""How a unit writes: an author's words in the locale, and numbers with the decimals that suit them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tutor.answers import decimal_mark, write
from tutor.engine import Array, public
from tutor.equations import Scope

_COMMA_NUMBER = re.compile(r"(?<![\w.,])(\d+),(\d+)(?![\w,])")
_BETWEEN = re.compile(r"(?<![^\W\d_]{2}) ; ")
"""What stands between the cells of a list; not a sign that a sentence speaks of (`con ; y sin él`)."""
_COMMA = re.compile(r",(?=\d)")
_EXACT = 1e-9


def in_locale(text: str, locale: str) -> str:
    """A text of an author with the locale's mark in its decimals and its separator in its lists (` ; `, `«;»`)."""
    own = decimal_mark(locale)
    if own == ",":
        return text
    return _BETWEEN.sub(", ", _COMMA_NUMBER.sub(rf"\1{own}\2", text)).replace("«;»", "«,»")


def as_typed(text: str, locale: str) -> str:
    """A text as a learner would type it, with the locale's decimal mark."""
    return _COMMA.sub(decimal_mark(locale), text)


def places_of(formula: str, value: Array, scope: Scope, keep: int) -> int:
    """Decimals to write a value with: those of its step, else the fewest (up to `keep`) that show it whole."""
    step = scope.equation.steps.get(formula.strip())
    if step is not None:
        return step.decimals
    finite = value[np.isfinite(value)]
    for places in range(keep):
        if np.all(np.abs(finite - np.round(finite, places)) < _EXACT):
            return places
    return keep


def shown_places(value: Any, places: Any, decimals: int | None) -> Any:
    """Decimals cell by cell; those asked where the learner wrote an operation, but √512 is not echoed as 23."""
    if isinstance(value, list):
        if isinstance(places, list) and value and not isinstance(value[0], list) and None not in places:
            return places
        return [
            shown_places(v, places[i] if isinstance(places, list) else places, decimals) for i, v in enumerate(value)
        ]
    if places is None and decimals == 0 and value % 1:
        return 2
    return decimals if places is None else places


def write_value(value: Array, places: int, locale: str) -> str:
    """A core value as the text prints it: `0,412`, `(0,412 ; 0,203)`, or rows."""
    return write(nested(value), places, locale)


def nested(value: Array) -> Any:
    """A core value as nested floats in the shape a person types, minus zero made zero."""
    shaped: Any = (public(value) + 0.0).tolist()
    return shaped
