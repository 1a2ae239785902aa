"""Which skill a mistake belongs to: the one of the step where it was made, wherever it was noticed."""

from __future__ import annotations

from tutor.units.bound_unit import OpenQuestion

OF_STEP = {
    "scores": "producto-escalar",
    "root": "escalado",
    "scaled": "escalado",
    "masked": "mascara-causal",
    "exps": "softmax",
    "total": "softmax",
    "weights": "softmax",
    "output": "mezcla",
}
"""The steps of attention; those of other equations are practised with the question's own skill."""


def skill_of(question: OpenQuestion, slip: str | None = None) -> str:
    """What to practise after a mistake: whoever forgets to scale on the way to the weights practises scaling."""
    known = question.target.equation.slips.get(slip) if slip else None
    steps = [OF_STEP[step] for step in known.at if step in OF_STEP] if known is not None else []
    return steps[0] if steps else question.model.skill
