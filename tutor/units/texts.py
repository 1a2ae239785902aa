"""Puts numbers into texts: `{weights}` with its step's decimals, `{x:3}` with three, `{mine:pesos}` as it was typed.

What the learner has not answered is shown right, so that one can go on; in a guarded unit (a check) it is only named.
A text that states a sum («suman 1») says by itself what the numbers beside it add up to as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from tutor.answers import decimal_mark, write
from tutor.engine import CORE, Array, compile_formula
from tutor.equations import Scope
from tutor.units.bound_unit import Answers, OpenQuestion, OpenUnit
from tutor.units.models import Scoped
from tutor.units.properties import compile_predicate
from tutor.units.templates import Field, in_locale, parse, places_of, write_value

MINE = "mine_"
_STATED = re.compile(r"\bsum(?:an?|en?|ar) (\d+)\b(?![.,]\d)", re.IGNORECASE)
_SAME = 1e-9
ROUNDED = "es el redondeo"
Written = tuple[Array, Array]
"""Numbers unrounded, and as they are written."""


def fill(
    template: str,
    opened: OpenUnit,
    answers: Answers | None = None,
    locale: str = "es",
    block: Scoped | None = None,
) -> str:
    """`template` with its numbers in, those of `block`'s equation and data. `mine` is what the learner has answered.

    The numbers that the author typed, `0,5` or `(2 ; 1)`, are written in the locale too.
    """
    if "{" not in template and "}" not in template and decimal_mark(locale) == ",":
        return template
    text = "".join(
        in_locale(p, locale) if isinstance(p, str) else _field(p, opened, answers or {}, locale, block)
        for p in parse(template)
    )
    return with_sum(text, written_in([template], opened, answers, block), locale)


def with_sum(text: str, rows: Iterable[Written], locale: str, stated: str = "") -> str:
    """`text`, and what `rows` add up to as they are written where they stand beside a sum (in `text` or `stated`)."""
    totals = [] if ROUNDED in stated else [*map(float, _STATED.findall(f"{stated} {text}"))]
    for exact, written in rows if totals else ():
        total = min(totals, key=lambda one: abs(exact.sum() - one))
        off, unit = abs(written.sum() - total), 0.1 ** _decimals(written)
        if abs(exact.sum() - total) < _SAME < off < written.size * unit + _SAME:
            mark, places = "" if text[-1:] in ("", *".:?!") else ".", _decimals(written)
            listed, rounded_sum = (write(x, places, locale) for x in (written.tolist(), float(written.sum())))
            return f"{text}{mark} Así escritos, {listed} suman {rounded_sum}: {ROUNDED}.".lstrip()
    return text


def written_in(
    templates: Iterable[str], opened: OpenUnit, answers: Answers | None, block: Scoped | None
) -> Iterator[Written]:
    """The lists of numbers that texts put in."""
    scope, answers = opened.scope(block), answers or {}
    for field in (f for t in templates for f in parse(t) if isinstance(f, Field) and f.kind != "check"):
        if field.kind == "mine":
            question = opened.question(field.body)
            if question.id in answers and not question.choices:
                typed = answered_value(opened, field.body, answers)
                yield from written_rows(core_of(question.right, question), typed)
        else:
            value = evaluated(field.body, opened, scope, answers)
            places = places_of(field.body, value, scope, opened.unit.keep) if field.places is None else field.places
            yield from written_rows(value, value.round(places))


def written_rows(exact: Array, written: Array) -> Iterator[Written]:
    """The rows of a core value of two numbers or more, none infinite."""
    for row, rounded in zip(exact.reshape(-1, exact.shape[-1]), written.reshape(-1, written.shape[-1]), strict=True):
        if row.size > 1 and np.isfinite(row).all():
            yield row, rounded


def _decimals(numbers: Array) -> int:
    """The fewest that show the numbers as they are written."""
    return next((d for d in range(9) if np.all(np.abs(numbers - numbers.round(d)) < _SAME)), 9)


def _field(field: Field, opened: OpenUnit, answers: Answers, locale: str, block: Scoped | None) -> str:
    if field.kind == "mine":
        question = opened.question(field.body)
        if question.id in answers:
            return question.write(answers[question.id], locale)
        if not question.model.graded:
            return "(sin respuesta)"
        return _named(question) if opened.guarded else question.write(question.right, locale)
    names = compile_predicate(field.body).names if field.kind == "check" else compile_formula(field.body).names
    if opened.guarded and (missing := _unanswered(names, opened, answers)):
        return f"(falta {_named(missing[0])})"
    scope = opened.scope(block)
    if field.kind == "check":
        return "sí" if compile_predicate(field.body).holds(values_of(names, opened, scope, answers)) else "no"
    value = evaluated(field.body, opened, scope, answers)
    places = field.places if field.places is not None else places_of(field.body, value, scope, opened.unit.keep)
    if field.percent:
        return write_value(value * 100, field.places or 0, locale) + "\u00a0%"
    return write_value(value, places, locale)


def evaluated(formula: str, opened: OpenUnit, scope: Scope, answers: Answers) -> Array:
    """The value of a formula, `mine_…` names included."""
    compiled = compile_formula(formula)
    return compiled.evaluate(values_of(compiled.names, opened, scope, answers))


def values_of(names: Iterable[str], opened: OpenUnit, scope: Scope, answers: Answers) -> dict[str, Any]:
    """The values a formula reads, those of `mine_…` from what the learner has answered."""
    return {n: answered_value(opened, n, answers) if n.startswith(MINE) else scope[n] for n in names}


def _unanswered(names: Iterable[str], opened: OpenUnit, answers: Answers) -> list[OpenQuestion]:
    asked = [question_of(opened, n) for n in names if n.startswith(MINE)]
    return [q for q in asked if q.id not in answers]


def _named(question: OpenQuestion) -> str:
    """What stands for a number that the learner has not worked out."""
    return f"tu respuesta a «{question.title}»"


def question_of(opened: OpenUnit, name: str) -> OpenQuestion:
    """The question that a name in a formula stands for: `mine_producto_k1` is the answer to `producto-k1`."""
    return opened.question(name.removeprefix(MINE).replace("_", "-"))


def answered_value(opened: OpenUnit, name: str, answers: Answers) -> Array:
    """The learner's answer to the question that `name` stands for; the right one until then."""
    question = question_of(opened, name)
    reading = answers.get(question.id)
    value = reading.value if reading is not None and reading.value is not None else question.right
    return core_of(value, question)


def core_of(value: Any, question: OpenQuestion) -> Array:
    """An answer as a core value (1, r, c). A column is typed as a list and stands as a column again."""
    array = np.asarray(value, dtype=float)
    if question.column and array.ndim == 1:
        array = array[:, None]
    return array.reshape((1,) * (CORE - array.ndim) + array.shape)
