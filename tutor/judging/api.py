"""`judge`: one answer, from the texts a learner wrote. A batch of one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np

from tutor.answers import LOCALES, read
from tutor.answers.reading import KINDS, Reading
from tutor.equations import Equation, Scope, bind, load_equation
from tutor.errors import ContentError
from tutor.judging.evidence import Answered
from tutor.judging.ladder import judge_batch
from tutor.judging.target import Target
from tutor.judging.typed import typed_from
from tutor.judging.verdicts import Judgement

MAX_DECIMALS = 15
MAX_ANSWER = 100_000
"""Numbers in the largest step: nobody writes so many by hand."""


def judge(
    equation: str | Equation,
    data: Mapping[str, Any],
    step: str,
    typed: str,
    *,
    given: Mapping[str, str] | None = None,
    decimals: int = 3,
    keep: int = 3,
    locale: str = "es",
) -> Judgement:
    """Judge `typed`, a learner's text, as the answer to `step` of `equation` on `data`.

    `given` are the learner's own texts for earlier steps. `decimals` are asked of this answer, `keep` of the steps
    before it. Raises ContentError, whatever is wrong with what it was called with: an unknown equation, step or locale,
    data that do not fit or give no number, what should be a text and is none.
    """
    known = equation if isinstance(equation, Equation) else load_equation(equation)
    before = _texts(known, step, typed, given)
    _settings(decimals, keep, locale)
    scoped = _once(_Scoped(_bound(known, data)))
    scope = scoped.scope
    target = _target(known, step, decimals, keep)
    if np.isnan(target.right(scope)).any():
        raise ContentError(
            f"con estos datos «{step}» no da un número", hint="revisa si hay divisiones por 0 o infinitos"
        )
    texts = tuple(sorted(before.items(), key=lambda answer: known.order[answer[0]]))
    earlier = _answered(scoped, texts, keep, locale)
    answer = typed_from([read_for(target, scope, typed, locale)], target.shape(scope))
    return judge_batch(target, scope, answer, earlier).at(0, locale)


class _Scoped:
    """A scope as a key: the same equation with the same numbers."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        numbers = ((n, v.shape, v.tobytes()) if isinstance(v, np.ndarray) else (n, v) for n, v in scope.inputs.items())
        self.key = scope.equation, scope.given, tuple(numbers)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Scoped) and other.key == self.key


@lru_cache(maxsize=256)
def _once(scoped: _Scoped) -> _Scoped:
    """The first that was bound with these numbers: what was computed of it is not computed again."""
    return scoped


@lru_cache(maxsize=256)
def _answered(scoped: _Scoped, texts: tuple[tuple[str, str], ...], keep: int, locale: str) -> dict[str, Answered]:
    """The earlier answers, in the order of the equation, each judged with those before it, once for all later ones."""
    if not texts:
        return {}
    *before, (name, text) = texts
    scope, earlier = scoped.scope, _answered(scoped, tuple(before), keep, locale)
    equation = scope.equation
    target = _target(equation, name, equation.steps[name].decimals, keep)
    typed = typed_from([read_for(target, scope, text, locale)], target.shape(scope))
    judged = partial(judge_batch, target, scope, typed, earlier)
    return {**earlier, name: Answered(target, typed, judged)}


@lru_cache(maxsize=256)
def _target(equation: Equation, step: str, decimals: int, keep: int) -> Target:
    """One for all answers to the same question: what is known of it is known by it."""
    return Target(equation, step, decimals=decimals, keep=keep)


def read_for(target: Target, scope: Scope, text: str, locale: str) -> Reading:
    """The text read as an answer to `target`: its kind and shape are what the question asks."""
    shape = target.shape(scope)
    return read(text, kind=KINDS[len(shape)], shape=shape or None, decimals=target.decimals, locale=locale)


def _texts(equation: Equation, step: Any, typed: Any, given: Any) -> Mapping[str, str]:
    """The earlier answers, once it is sure that all are texts, to steps there are."""
    if given is not None and not isinstance(given, Mapping):
        raise ContentError("given tiene que ser un mapa: paso → lo que se escribió", hint='así: {"scaled": "0,5 0 1"}')
    earlier: Mapping[str, str] = given or {}
    for name in (step, *earlier):
        if not isinstance(name, str) or name not in equation.steps:
            raise ContentError(
                f"«{name}» no es un paso de {equation.id}", hint=f"los pasos: {', '.join(equation.steps)}"
            )
    for name, text in (*earlier.items(), (step, typed)):
        if not isinstance(text, str):
            raise ContentError(
                f"la respuesta a «{name}» tiene que ser un texto, y es {text!r:.40}", hint="ponla entre comillas"
            )
    return earlier


def _settings(decimals: Any, keep: Any, locale: Any) -> None:
    for name, value in (("decimals", decimals), ("keep", keep)):
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_DECIMALS:
            raise ContentError(f"{name} tiene que ser un entero de 0 a {MAX_DECIMALS}, y es {value!r:.40}")
    if locale not in LOCALES:
        raise ContentError(f"no conozco el locale {locale!r:.40}", hint=f"los que hay: {', '.join(LOCALES)}")


def _bound(equation: Equation, data: Any) -> Scope:
    scope = bind(equation, data)
    steps = [name for name in scope.inputs if name in equation.steps]
    if steps:
        raise ContentError(
            f"«{steps[0]}» es un paso, no un dato: se calcula", hint=f"los datos: {', '.join(equation.inputs)}"
        )
    sizes = sorted(int(scope.inputs[name]) for name in equation.sizes & scope.inputs.keys())
    if int(np.prod(sizes[-2:], dtype=np.float64)) > MAX_ANSWER:
        raise ContentError(f"los datos son demasiado grandes: un paso pasa de {MAX_ANSWER} números")
    return scope
