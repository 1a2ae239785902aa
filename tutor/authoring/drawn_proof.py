"""Proves the variants of a unit on many draws: some are good, no word gives an answer of theirs, none has old numbers.

A problem quotes the first draw for which it is so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tutor.authoring.complaints import Keys
from tutor.authoring.giveaways import gives_away, literal, number_tokens
from tutor.engine import Array
from tutor.equations import Scope
from tutor.errors import ContentError
from tutor.units.bound_unit import OpenQuestion, OpenUnit, scope_over
from tutor.units.data import draws_of, unscreened
from tutor.units.slip_coverage import Blame, separable
from tutor.units.variants import draw_one, quoted, varied

DRAWS, FEW = 200, 20
Told = tuple[OpenQuestion | None, Keys, str, str]
"""The question (none: the unit), where in it, what is wrong, a way out."""
OLD = 1e-6
MOST = 9
"""Decimals."""


def drawn_problems(opened: OpenUnit, note: Callable[[str], None]) -> Iterator[Told]:
    """What is wrong with the variants of a unit; `note` takes how many of the draws are good."""
    unit = opened.unit
    if unit.variants is None or not unit.variants.draw:
        return
    sample, blame = unscreened(unit, DRAWS), Blame()
    rows = np.flatnonzero(varied(sample, draws_of(unit), blame))
    rows = rows[separable(unit, {name: values[rows] for name, values in sample.items()}, blame)] if len(rows) else rows
    if not len(rows):
        try:
            alone, _ = draw_one(unit, unit.unit, "prueba")
        except ContentError as error:
            yield None, ("variants",), error.message, error.hint
            return
        sample = {n: np.reshape(v, (1, *sample[n].shape[1:])) for n, v in alone.items()}
        rows = np.array([0])
    elif len(rows) < FEW:
        worst = max(blame, key=lambda reason: blame[reason][0])
        note(f"de {DRAWS} sorteos valen {len(rows)}; lo que más aparta ({blame[worst][0]}): {worst}")
    good = {name: values[rows] for name, values in sample.items()}
    for question in opened.questions:
        if question.model.graded and not question.choices:
            yield from _spoken(opened, question, good)


def _spoken(opened: OpenUnit, question: OpenQuestion, good: dict[str, Array]) -> Iterator[Told]:
    """The words of a question beside the numbers of every good draw."""
    scope = scope_over(opened, question.model, good)
    rights = question.target.right(scope)
    if rights.ndim == np.ndim(question.right) or len(rights) != len(next(iter(good.values()))):
        return  # it does not depend on what is drawn
    texts, rights = _texts(question), rights.reshape(len(rights), -1)
    moved = bool(np.any(np.abs(np.nan_to_num(rights) - np.nan_to_num(rights[:1])) > OLD))
    for keys, text, after in texts:
        plain = literal(text)
        if not after and (i := _told(plain, question, rights)) is not None:
            draw = quoted({name: values[i] for name, values in good.items()})
            yield question, keys, f"«{plain}» da la respuesta con {draw}", "usa números que no salgan al sortear"
        elif after and moved and gives_away(plain, question):
            hint = "escríbelo como fórmula, entre llaves: {weights}"
            yield question, keys, f"«{plain}» lleva la respuesta de estos datos, y con otros es otra", hint
        elif keys[0] != "hints" and (old := _old(plain, question, scope)):
            hint = "escríbelo como fórmula, entre llaves: {weights}"
            yield question, keys, f"«{old}» es de estos datos, y `variants` los cambia", hint


def _texts(question: OpenQuestion) -> list[tuple[Keys, str, bool]]:
    """Where, text, and whether it is only read once the answer is known."""
    model = question.model
    return [
        *((("hints", k), hint, False) for k, hint in enumerate(model.hints)),
        *((("slips", k), text, False) for k, own in enumerate(model.slips) for text in (own.says, own.do)),
        *((("says", id), text, False) for id, text in model.says.items()),
        (("ask",), model.ask, False), (("reason",), model.reason, True), (("solution",), model.solution, True),
    ]  # fmt: skip


@np.errstate(invalid="ignore")  # of infinities
def _told(text: str, question: OpenQuestion, rights: Array) -> int | None:
    """The first draw whose answer a text holds, with its decimals: whole numbers meet those of some draw by chance."""
    tokens = number_tokens(text)
    values = [value for value, _ in tokens] if any(places for _, places in tokens) else []
    count = rights.shape[1]
    for i in range(len(values) - count + 1):
        here = np.array(values[i : i + count])
        near = np.all((rights == here) | (np.abs(rights - here) < 0.5), axis=1)
        for row in np.flatnonzero(near).tolist():
            if gives_away(text, question, rights[row].tolist()):
                return int(row)
    return None


def _old(text: str, question: OpenQuestion, drawn: Scope) -> str:
    """A number with two decimals or more that stands in the unit's own data or steps, and is another in the draws."""
    for value, places in number_tokens(text):
        if 2 <= places <= MOST and _stands(value, places, question, drawn):
            return f"{value:.{places}f}".replace(".", ",")
    return ""


@np.errstate(invalid="ignore")
def _stands(value: float, places: int, question: OpenQuestion, drawn: Scope) -> bool:
    """Whether a step has that number in the unit's own data, and nowhere in some draw."""
    for name, step in question.scope.equation.steps.items():
        here: Array = question.scope[name]
        there: Array = drawn[name]
        alike = [np.abs(numbers - value) <= 0.5 * 10.0**-places for numbers in (here, there)]
        if step.decimals >= 2 and alike[0].any() and not alike[1].reshape(len(there), -1).any(axis=1).all():
            return True
    return False
