"""Puts numbers into texts: `{weights}` with its step's decimals, `{x:3}` with three, `{mine:pesos}` as it was typed.

What the learner has not answered is shown right, so that one can go on; in a guarded unit (a check) it is only named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tutor.answers import Reading, decimal_mark, write
from tutor.engine import CORE, Array, compile_formula, public
from tutor.equations import Scope
from tutor.units.models import Scoped
from tutor.units.properties import compile_predicate
from tutor.units.templates import Field, parse

if TYPE_CHECKING:
    from tutor.units.bound_unit import OpenQuestion, OpenUnit

MINE = "mine_"
_COMMA_NUMBER = re.compile(r"(?<![\w.,])(\d+),(\d+)(?![\w,])")
_BETWEEN = re.compile(r"(?<![^\W\d_]{2}) ; ")
"""What stands between the cells of a list; not a sign that a sentence speaks of (`con ; y sin él`)."""
_COMMA = re.compile(r",(?=\d)")
_EXACT = 1e-9


def fill(
    template: str,
    opened: OpenUnit,
    mine: Mapping[str, Reading] | None = None,
    locale: str = "es",
    block: Scoped | None = None,
) -> str:
    """`template` with its numbers in, those of `block`'s equation and data. `mine` is what the learner has answered.

    The numbers that the author typed, `0,5` or `(2 ; 1)`, are written in the locale too.
    """
    if "{" not in template and "}" not in template and decimal_mark(locale) == ",":
        return template
    pieces = parse(template)
    return "".join(
        in_locale(p, locale) if isinstance(p, str) else _field(p, opened, mine or {}, locale, block) for p in pieces
    )


def in_locale(text: str, locale: str) -> str:
    """A text of an author with the locale's mark in its decimals and its separator in its lists (` ; `, `«;»`)."""
    own = decimal_mark(locale)
    if own == ",":
        return text
    return _BETWEEN.sub(", ", _COMMA_NUMBER.sub(rf"\1{own}\2", text)).replace("«;»", "«,»")


def as_typed(text: str, locale: str) -> str:
    """A text as a learner would type it, with the locale's decimal mark."""
    return _COMMA.sub(decimal_mark(locale), text)


def _field(field: Field, opened: OpenUnit, mine: Mapping[str, Reading], locale: str, block: Scoped | None) -> str:
    if field.kind == "mine":
        question = opened.question(field.body)
        if question.id in mine:
            return question.write(mine[question.id], locale)
        if not question.model.graded:
            return "(sin respuesta)"
        return _named(question) if opened.guarded else question.write(question.right, locale)
    names = compile_predicate(field.body).names if field.kind == "check" else compile_formula(field.body).names
    if opened.guarded and (missing := _unanswered(names, opened, mine)):
        return f"(falta {_named(missing[0])})"
    scope = opened.scope(block)
    if field.kind == "check":
        return "sí" if compile_predicate(field.body).holds(values_of(names, opened, scope, mine)) else "no"
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


def _unanswered(names: Iterable[str], opened: OpenUnit, mine: Mapping[str, Reading]) -> list[OpenQuestion]:
    asked = [question_of(opened, n) for n in names if n.startswith(MINE)]
    return [q for q in asked if q.id not in mine]


def _named(question: OpenQuestion) -> str:
    """What stands for a number that the learner has not worked out."""
    return f"tu respuesta a «{question.model.title or question.id}»"


def question_of(opened: OpenUnit, name: str) -> OpenQuestion:
    """The question that a name in a formula stands for: `mine_producto_k1` is the answer to `producto-k1`."""
    return opened.question(name.removeprefix(MINE).replace("_", "-"))


def mine_value(opened: OpenUnit, name: str, mine: Mapping[str, Reading]) -> Array:
    """The learner's answer to the question that `name` stands for; the right one until then."""
    question = question_of(opened, name)
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
