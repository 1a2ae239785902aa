"""When two wrong ways give the same answer and no earlier one tells them apart: the step where they part is asked for.

What the learner says to that is no answer to the question; it is read with the step's own shape, judged, and what
remains is told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor.answers import Kind, read, write
from tutor.errors import ContentError
from tutor.judging import Target, Verdict, judge_batch, typed_from
from tutor.judging.messages import slip_words
from tutor.judging.verdicts import AskBack
from tutor.units.bound_unit import OpenQuestion, OpenUnit
from tutor.units.texts import fill
from tutor.units.writing import shown_places

_KINDS: dict[int, Kind] = {0: "scalar", 1: "vector", 2: "matrix"}


@dataclass(frozen=True, slots=True)
class Answered:
    """What was said of the step: its name, how it was read, and the explanation that remains."""

    title: str
    read: str
    text: str


def answered(opened: OpenUnit, question: OpenQuestion, asks: AskBack, text: str, locale: str) -> Answered | None:
    """What is left after the learner's `text` for the step asked back; None when it is no answer to that."""
    step = question.target.equation.steps[asks.step]
    row = question.model.cell[0] if question.model.cell is not None else question.target.at(question.scope).row
    target = Target(question.target.equation, step.id, row=row, decimals=step.decimals, keep=opened.unit.keep)
    try:
        shape = target.shape(question.scope)
    except ContentError:  # a single number for all rows
        target = replace(target, row=None)
        shape = target.shape(question.scope)
    reading = read(text, kind=_KINDS[len(shape)], shape=shape or None, decimals=step.decimals, locale=locale)
    if reading.value is None:
        return None
    judged = judge_batch(target, question.scope, typed_from([reading], shape), {}, ()).at(0, locale)
    if judged.verdict is Verdict.WRONG_SHAPE:
        return None
    shown = write(reading.value, shown_places(reading.value, reading.places, step.decimals), locale)
    if not judged.correct and judged.verdict is not Verdict.COARSE:
        return Answered(step.title, shown, f"Ahí está el fallo. {judged.message}")
    left = _words(opened, question, asks.left, locale) if asks.left else "El fallo viene después: repasa desde ahí."
    return Answered(step.title, shown, f"Ese paso está bien. {left}")


def _words(opened: OpenUnit, question: OpenQuestion, id: str, locale: str) -> str:
    said = question.target.says.get(id) or " ".join(slip_words(id, question.target.equation, question.target.slips))
    return fill(said, opened, None, locale, question.model)
