"""When two wrong ways give the same answer: the step that tells them apart, taken from the record or asked for.

The judge's message then ends with «dime qué te dio antes: …». What the learner says to that is no answer to the
question; it is read with the step's own shape, judged, and what remains is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tutor.answers import Reading, read, write
from tutor.equations import Step
from tutor.errors import ContentError
from tutor.judging import Judgement, Target, Verdict, judge_batch, typed_from
from tutor.judging.messages import slip_words
from tutor.judging.rivals import rival
from tutor.units.texts import fill, shown_places

if TYPE_CHECKING:
    from tutor.answers import Kind
    from tutor.units.bound_unit import OpenQuestion, OpenUnit

_KINDS: dict[int, Kind] = {0: "scalar", 1: "vector", 2: "matrix"}


@dataclass(frozen=True, slots=True)
class Aside:
    """`step` is where two slips part; `left` is the one that is left once the step is known to be right, if one is."""

    step: Step
    left: str | None


@dataclass(frozen=True, slots=True)
class Told:
    """What was said of the step: how it was read, and the explanation that remains."""

    read: str
    text: str


def aside_of(question: OpenQuestion, judgement: Judgement) -> Aside | None:
    """The step that the judge's message asks for; None where it asks for none."""
    if judgement.verdict is not Verdict.SLIP:
        return None
    other = rival(question.target, judgement.slips)
    return None if other is None or other.step is None else Aside(other.step, other.left)


def settled(
    opened: OpenUnit, question: OpenQuestion, judgement: Judgement, earlier: Mapping[str, Reading], locale: str
) -> Judgement:
    """The judgement with the one explanation that is left where an earlier answer of the learner already says which."""
    from tutor.units.judge import feeding, judge_answer

    aside = aside_of(question, judgement)
    if aside is None or aside.left is None:
        return judgement
    asked = [q for q in feeding(opened, question) if q.id in earlier and q.target.step == aside.step.id]
    if not asked or not all(judge_answer(opened, q, earlier[q.id], {}, locale).correct for q in asked):
        return judgement
    slips = question.target.equation.slips
    order = question.target.equation.order
    fits = [s for s in judgement.slips if s not in slips or min(order[x] for x in slips[s].at) > order[aside.step.id]]
    message = _words(opened, question, aside.left, locale)
    return replace(judgement, slips=tuple(dict.fromkeys([aside.left, *fits])), message=message)


def answered(opened: OpenUnit, question: OpenQuestion, aside: Aside, text: str, locale: str) -> Told | None:
    """What is left after the learner's `text` for the step; None when it is no answer to that."""
    row = question.model.cell[0] if question.model.cell is not None else question.target.at(question.scope).row
    target = Target(
        question.target.equation, aside.step.id, row=row, decimals=aside.step.decimals, keep=opened.unit.keep
    )
    try:
        shape = target.shape(question.scope)
    except ContentError:  # a single number for all rows
        target = replace(target, row=None)
        shape = target.shape(question.scope)
    reading = read(text, kind=_KINDS[len(shape)], shape=shape or None, decimals=aside.step.decimals, locale=locale)
    if reading.value is None:
        return None
    judged = judge_batch(target, question.scope, typed_from([reading], shape), {}, ()).at(0, locale)
    if judged.verdict is Verdict.WRONG_SHAPE:
        return None
    shown = write(reading.value, shown_places(reading.value, reading.places, aside.step.decimals), locale)
    if not judged.correct and judged.verdict is not Verdict.COARSE:
        return Told(shown, f"Ahí está el fallo. {judged.message}")
    left = _words(opened, question, aside.left, locale) if aside.left else "El fallo viene después: repasa desde ahí."
    return Told(shown, f"Ese paso está bien. {left}")


def _words(opened: OpenUnit, question: OpenQuestion, id: str, locale: str) -> str:
    said = question.target.says.get(id) or " ".join(slip_words(id, question.target.equation, question.target.slips))
    return fill(said, opened, None, locale, question.model)
