"""Answers to a unit's questions, judged: one learner's at a prompt, or a class's at once, by the same function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from tutor.answers import Reading
from tutor.equations import Scope
from tutor.errors import ContentError
from tutor.judging import Answered, Decoy, Judgement, Judgements, Typed, Verdict, judge_batch, typed_from, typed_with
from tutor.units.data import bind, layered
from tutor.units.models import Question
from tutor.units.texts import fill

if TYPE_CHECKING:
    from tutor.units.bound_unit import OpenQuestion, OpenUnit

Readings = Sequence[Reading | None]
Read = Callable[[str], Reading | None]


def judge_answer(
    opened: OpenUnit, question: OpenQuestion, reading: Reading, earlier: Mapping[str, Reading], locale: str
) -> Judgement:
    """One answer, with what was answered before it. Earlier answers to other data, and to choices, carry nothing."""
    typed = typed_of(question, [reading])
    given = {
        other.id: (other.target, typed_of(other, [earlier[other.id]]))
        for other in feeding(opened, question)
        if other.id in earlier
    }
    judged = judge_batch(question.target, question.scope, typed, given, decoys_of(opened, question)).at(0, locale)
    if judged.verdict is not Verdict.SLIP:
        return judged  # only an author's words are templates: what quotes the learner must never be filled in
    message = fill(judged.message, opened, {**earlier, question.id: reading}, locale, question.model)
    return replace(judged, message=message)


def judge_class(
    opened: OpenUnit,
    data: Mapping[str, Any] | None,
    typed: Mapping[str, Typed],
    decoy_data: Sequence[tuple[str, Mapping[str, Any], str]] = (),
    told: Callable[[int], None] | None = None,
) -> dict[str, Judgements]:
    """B learners' answers, by question id. `data` are their own numbers, core arrays (B, h, r, c); None: the unit's.

    `decoy_data` are more data to be recognised (another sheet of the class): id, data over the unit's, sentence.
    `told` hears how many questions are done.
    """
    judged: dict[str, Judgements] = {}
    for id, mine in typed.items():
        question = opened.question(id)
        scope = question.scope if data is None else scope_over(opened, question.model, data)
        given = {
            o.id: Answered(o.target, typed[o.id], judged[o.id]) for o in feeding(opened, question) if o.id in judged
        }
        decoys = _recognised(opened, question, data, decoy_data)
        batch = judge_batch(question.target, scope, mine, given, decoys)
        judged[id] = replace(batch, say=_said(opened, question, data or {}, batch))
        if told is not None:
            told(len(judged))
    return judged


def _recognised(
    opened: OpenUnit,
    question: OpenQuestion,
    data: Mapping[str, Any] | None,
    others: Sequence[tuple[str, Mapping[str, Any], str]],
) -> tuple[Decoy, ...]:
    """The other data a class is compared with. Where each has their own numbers, one option among a few is right for
    some other data as often as not, and proves nothing."""
    decoys = (*decoys_of(opened, question, data), *more_decoys(opened, question, others, data))
    return tuple(replace(d, named=False) for d in decoys) if question.choices and data is not None else decoys


def _said(
    opened: OpenUnit, question: OpenQuestion, data: Mapping[str, Any], batch: Judgements
) -> Callable[[int, str], str]:
    """The judge's messages with the numbers of each learner's own sheet in the words of the unit."""

    def filled(row: int, locale: str) -> str:
        message = batch.say(row, locale)
        if batch.verdict_at(row) is not Verdict.SLIP:
            return message
        own = opened.over_with({name: values[row] for name, values in data.items()}) if "{" in message else opened
        return fill(message, own, None, locale, question.model)

    return filled


def typed_of(question: OpenQuestion, readings: Readings) -> Typed:
    """Readings as arrays of the question's shape (one-hot for a choice)."""
    return typed_from(readings, question.shape or (), len(question.choices))


def typed_in(question: OpenQuestion, texts: Sequence[str], read: Read, locale: str) -> Typed:
    """What B learners wrote as arrays, the same as `typed_of` makes of what `read` says of each text.

    Each distinct text is looked at once; the plain ones are read all together, and only the others by `read`.
    """
    from tutor.answers.column import read_column

    place = {text: k for k, text in enumerate(dict.fromkeys(texts))}
    rows = np.fromiter(map(place.__getitem__, texts), np.intp, len(texts))
    if question.choices:
        typed = typed_of(question, [read(text) for text in place])
    else:
        column = read_column(list(place), question.kind, question.shape, locale)
        others = typed_of(question, [read(text) for text in compress(place, ~column.done)])
        typed = typed_with(column, others, question.shape or ())
    return typed.taken(rows, lambda row: read(texts[row]))


def scope_over(opened: OpenUnit, block: Question, data: Mapping[str, Any]) -> Scope:
    """A question's equation over other numbers than the unit's."""
    return bind(opened.equation(block), layered(opened.unit, block, {**opened.over, **data}))


def feeding(opened: OpenUnit, question: OpenQuestion) -> list[OpenQuestion]:
    """The earlier questions on the same equation and the same inputs: their answers are `given` to this one."""
    before: list[OpenQuestion] = []
    for other in opened.questions:
        if other.id == question.id:
            return before
        if not other.choices and other.model.graded and same_numbers(opened, other, question):
            before.append(other)
    return before


def same_numbers(opened: OpenUnit, one: OpenQuestion, other: OpenQuestion) -> bool:
    """Whether two questions are about the same equation with the same inputs, whatever other names they bring."""
    if one.scope.equation is not other.scope.equation:
        return False
    if one.scope is other.scope:
        return True
    mine, yours = (layered(opened.unit, q.model, opened.over) for q in (one, other))
    return all(_same(mine.get(n), yours.get(n)) for n in one.scope.equation.inputs)


def _same(one: Any, other: Any) -> bool:
    return one is other or (not hasattr(one, "shape") and not hasattr(other, "shape") and one == other)


def decoys_of(opened: OpenUnit, question: OpenQuestion, data: Mapping[str, Any] | None = None) -> tuple[Decoy, ...]:
    """The unit's decoys over this question's own data; where that is not the unit's, also the unit's numbers."""
    found = [(d.id, d.data, d.says) for d in opened.unit.decoys]
    over = {**opened.over, **(data or {})}
    if over:
        first = {name: opened.unit.data[name] for name in over if name in opened.unit.data}
        found.append(("first-numbers", first, ""))
    return more_decoys(opened, question, found, data)


def more_decoys(
    opened: OpenUnit,
    question: OpenQuestion,
    others: Sequence[tuple[str, Mapping[str, Any], str]],
    data: Mapping[str, Any] | None = None,
) -> tuple[Decoy, ...]:
    """Other data laid over the learners' own `data`, where they fit the question."""
    decoys = []
    for id, over, says in others:
        try:
            scope = scope_over(opened, question.model, {**(data or {}), **over})
            if question.target.shape(scope) == question.target.shape(question.scope):
                decoys.append(Decoy(id, scope, says))
        except ContentError:
            continue
    return tuple(decoys)
