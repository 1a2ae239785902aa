"""`judge`: one answer, from the texts a learner wrote. A batch of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.answers import read
from tutor.answers.reading import Kind, Reading
from tutor.equations import Equation, Scope, load_equation
from tutor.errors import ContentError
from tutor.judging.ladder import judge_batch
from tutor.judging.target import Target
from tutor.judging.typed import typed_from
from tutor.judging.verdicts import Judgement

KINDS: tuple[Kind, ...] = ("scalar", "vector", "matrix")


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
    before it. Raises ContentError for an unknown equation or step and for data that do not fit.
    """
    known = load_equation(equation) if isinstance(equation, str) else equation
    scope = known.bind(data)
    for name in (step, *(given or {})):
        if name not in known.steps:
            raise ContentError(f"«{name}» no es un paso de {known.id}", hint=f"los pasos: {', '.join(known.steps)}")
    target = Target(known, step, decimals=decimals, keep=keep)
    before = {}
    for name, text in (given or {}).items():
        earlier = Target(known, name, decimals=known.steps[name].decimals, keep=keep)
        before[name] = (earlier, typed_from([reading(earlier, scope, text, locale)], earlier.shape(scope)))
    answer = typed_from([reading(target, scope, typed, locale)], target.shape(scope))
    return judge_batch(target, scope, answer, before).at(0, locale)


def reading(target: Target, scope: Scope, text: str, locale: str) -> Reading:
    """The text read as an answer to `target`: its kind and shape are what the question asks."""
    shape = target.shape(scope)
    return read(text, kind=KINDS[len(shape)], shape=shape or None, decimals=target.decimals, locale=locale)
