"""The numbers a question is about, as views: what `datos` shows."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.answers import Reading, write
from tutor.course import OpenQuestion, OpenUnit, resolve
from tutor.course.models import DataBlock
from tutor.course.views import TextView, View


def numbers_of(unit: OpenUnit, question: OpenQuestion, mine: Mapping[str, Reading], locale: str) -> tuple[View, ...]:
    """Matrices drawn as the unit draws them, and the single numbers a question brings (`d_model = 512`).

    Of a unit's own matrices and a question's, only those the question's equation knows or the question itself brings.
    """
    model, scope = question.model, question.scope
    own = dict(model.data or {})
    names = [n for n in scope.inputs if (n in scope.equation.inputs and n in scope.given) or n in own]
    names = [n for n in names if n != "mask"]
    single = [n for n in names if getattr(scope[n], "size", 1) == 1]
    drawn = [b for part in unit.unit.parts for b in part.blocks if isinstance(b, DataBlock)]
    matrices = tuple(n for n in names if n not in single)
    views: list[View] = []
    if matrices:
        told = {
            field: {n: getattr(b, field)[n] for b in reversed(drawn) for n in matrices if n in getattr(b, field)}
            for field in ("labels", "rows", "decimals")
        }
        block = DataBlock(matrices=matrices, equation=model.equation, use=model.use, data=model.data, **told)
        views.append(resolve(block, unit, mine, locale))
    if single:
        texts = [
            f"{n} = {write(float(scope.public(n)) if hasattr(scope[n], 'size') else scope[n], None, locale)}"
            for n in single
        ]
        views.append(TextView(" · ".join(texts)))
    return tuple(views)
