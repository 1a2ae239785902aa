"""Puts numbers into texts: `{weights}` with its step's decimals, `{x:3}` with three, `{mine:pesos}` as it was typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tutor.answers import Reading, decimal_mark, write
from tutor.course.holds import compile_predicate
from tutor.course.models import Scoped
from tutor.course.templates import Field, parse
from tutor.engine import CORE, Array, compile_formula, public
from tutor.equations import Scope

if TYPE_CHECKING:
    from tutor.course.opening import OpenQuestion, OpenUnit

MINE = "mine_"
_COMMA_NUMBER = re.compile(r"(?<![\w.,])(\d+),(\d+)(?![\w,])")
_EXACT = 1e-9


def fill(
    template: str,
    opened: OpenUnit,
    mine: Mapping[str, Reading] | None = None,
    locale: str = "es",
    block: Scoped | None = None,
    *,
    typed_in: bool = True,
) -> str:
    """`template` with its numbers in, those of `block`'s equation and data. `mine` is what the learner has answered.

    Decimals that the author typed (`0,5`) get the locale's mark too, unless `typed_in` is False.
    """
    if "{" not in template and "}" not in template and (not typed_in or decimal_mark(locale) == ","):
        return template
    pieces = parse(template)
    if typed_in:
        pieces = tuple(in_locale(p, locale) if isinstance(p, str) else p for p in pieces)
    return "".join(p if isinstance(p, str) else _field(p, opened, mine or {}, locale, block) for p in pieces)


def in_locale(text: str, locale: str) -> str:
    """A text of an author with the locale's mark in its decimals."""
    own = decimal_mark(locale)
    return text if own == "," else _COMMA_NUMBER.sub(rf"\1{own}\2", text)


def _field(field: Field, opened: OpenUnit, mine: Mapping[str, Reading], locale: str, block: Scoped | None) -> str:
    if field.kind == "mine":
        question = opened.question(field.body)
        if not question.model.graded and question.id not in mine:
            return "(sin respuesta)"
        return question.write(mine.get(question.id, question.right), locale)
    scope = opened.scope(block)
    if field.kind == "check":
        predicate = compile_predicate(field.body)
        return "sí" if predicate.holds(values_of(predicate.names, opened, scope, mine)) else "no"
    value = evaluated(field.body, opened, scope, mine)
    places = field.places if field.places is not None else places_of(field.body, value, scope, opened.unit.keep)
    if field.percent:
        return write_value(value * 100, field.places or 0, locale) + "\u00a0%"
    return write_value(value, places, locale)


def evaluated(formula: str, opened: OpenUnit, scope: Scope, mine: Mapping[str, Reading]) -> Array:
    """The value of a formula, `mine_…` names included."""
    compiled = compile_formula(formula)
    return compiled.evaluate(values_of(compiled.names, opened, scope, mine))


def values_of(names: Iterable[str], opened: OpenUnit, scope: Scope, mine: Mapping[str, Reading]) -> dict[str, Any]:
    """The values a formula reads, those of `mine_…` from what the learner has answered."""
    return {n: mine_value(opened, n, mine) if n.startswith(MINE) else scope[n] for n in names}


def mine_value(opened: OpenUnit, name: str, mine: Mapping[str, Reading]) -> Array:
    """The learner's answer to the question that `name` (`mine_producto_k1`) stands for; the right one until then."""
    question = opened.question(name.removeprefix(MINE).replace("_", "-"))
    reading = mine.get(question.id)
    value = reading.value if reading is not None and reading.value is not None else question.right
    return core_of(value, question)


def core_of(value: Any, question: OpenQuestion) -> Array:
    """An answer as a core value (1, r, c). A column is typed as a list and stands as a column again."""
    array = np.asarray(value, dtype=float)
    if question.column and array.ndim == 1:
        array = array[:, None]
    return array.reshape((1,) * (CORE - array.ndim) + array.shape)


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
    """Decimals cell by cell; those asked where the learner wrote an operation."""
    if isinstance(value, list):
        return [
            shown_places(v, places[i] if isinstance(places, list) else places, decimals) for i, v in enumerate(value)
        ]
    return decimals if places is None else places


def write_value(value: Array, places: int, locale: str) -> str:
    """A core value as the text prints it: `0,412`, `(0,412 ; 0,203)`, or rows."""
    return write(nested(value), places, locale)


def nested(value: Array) -> Any:
    """A core value as nested floats in the shape a person types, minus zero made zero."""
    shaped: Any = (public(value) + 0.0).tolist()
    return shaped
