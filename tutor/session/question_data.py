"""The numbers a question is about, as views: what `datos` shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.answers import Reading, write
from tutor.units import OpenQuestion, OpenUnit, resolve
from tutor.units.data import undrawn
from tutor.units.models import ChartBlock, DataBlock
from tutor.units.questions import needs_equation, worked_with
from tutor.units.views import TextView, View


def question_views(
    unit: OpenUnit, question: OpenQuestion, answers: Mapping[str, Reading], locale: str, *, arrows: bool = False
) -> tuple[View, ...]:
    """Matrices drawn as the unit draws them, and the single numbers a question brings (`d_model = 512`).

    Only what concerns: what the question itself brings to be worked with, and of the equation's inputs those that the
    unit draws (all of them where it draws none); of the others, what can be said in a word. With `arrows`, a query and
    keys of two numbers as a picture too.
    """
    model, scope = question.model, question.scope
    given = [n for n in model.data or () if n in scope.equation.inputs or worked_with(n, model)]
    drawn = [b for part in unit.unit.parts for b in part.blocks if isinstance(b, DataBlock)]
    known = scope.equation.inputs.keys() if needs_equation(model, scope.equation) else set[str]()
    already = {n for b in drawn for n in b.matrices} & known or known
    inputs = [n for n in scope.equation.inputs if n in scope.given and n != "mask" and (n in already or n in given)]
    inputs = [n for n in inputs if n not in unit.unit.hidden]
    names = [*inputs, *(n for n in given if n not in scope.equation.inputs)]
    single = [n for n in names if getattr(scope[n], "size", 1) == 1]
    matrices = tuple(n for n in names if n not in single)
    views: list[View] = []
    if matrices:
        options = {
            field: {n: getattr(b, field)[n] for b in reversed(drawn) for n in matrices if n in getattr(b, field)}
            for field in ("labels", "rows", "decimals")
        }
        block = DataBlock(matrices=matrices, equation=model.equation, use=model.use, data=model.data, **options)
        views.append(resolve(block, unit, answers, locale))
    flat = {"Q", "K"} <= set(matrices) and scope["Q"].shape[-2:] == (1, 2) and scope["K"].shape[-1] == 2
    if arrows and flat:
        picture = ChartBlock(
            chart="K", kind="arrows", point="Q", equation=model.equation, use=model.use, data=model.data
        )
        views.append(resolve(picture, unit, answers, locale))
    rest = [n for n in scope.equation.inputs if n not in {*names, *unit.unit.hidden, "mask"} and n in known]
    texts = [f"{scope.equation.symbol(n)} = {write(_alone(scope[n]), None, locale)}" for n in single]
    texts += undrawn(scope, rest, locale).values()
    if texts:
        views.append(TextView(" · ".join(texts)))
    return tuple(views)


def _alone(value: Any) -> float:
    return float(value.item() if hasattr(value, "item") else value)
