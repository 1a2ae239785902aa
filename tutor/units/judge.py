"""The one way to judge a unit: a batch of hand-ins in, a batch of judgements out.

A class is a batch with a learner a row; a prompt, a check and an answer file are batches of one. Nothing that changes a
verdict or a sentence stands outside `judge_hand_ins`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import compress
from typing import Any

import numpy as np

from tutor.answers import Reading, write
from tutor.errors import ContentError
from tutor.judging import (
    Answered,
    Decoy,
    Judgement,
    Judgements,
    Message,
    Target,
    Typed,
    Verdict,
    judge_batch,
    typed_from,
    typed_with,
)
from tutor.judging.api import read_for
from tutor.judging.messages import slip_words
from tutor.judging.verdicts import AskBack
from tutor.units.bound_unit import Answers, OpenQuestion, OpenUnit, scope_over
from tutor.units.data import layered
from tutor.units.templates import shown_places
from tutor.units.texts import fill

Readings = Sequence[Reading | None]
Read = Callable[[str], Reading | None]
OtherData = Sequence[tuple[str, Mapping[str, Any], str]]
"""More data whose right answers are to be recognised: a name, the data over the unit's, a sentence ("" for none)."""


def judge_answer(
    opened: OpenUnit, id: str, reading: Reading, earlier: Answers | None = None, locale: str = "es"
) -> Judgement:
    """One answer, judged with what was answered before it."""
    return _judge_one(opened, opened.question(id), reading, earlier or {}, locale)


def judge_number(
    opened: OpenUnit, id: str, at: tuple[int, ...], reading: Reading, earlier: Answers | None = None, locale: str = "es"
) -> Judgement:
    """The one number that stands `at` a place of an answer, judged as if it alone were asked: by the data first, so
    that it is carried only where more than decimals is wrong with it."""
    question = opened.question(id).alone(at)
    judgement = _judge_one(opened, question, reading, {}, locale)
    if judgement.correct or judgement.verdict is Verdict.COARSE or not earlier:
        return judgement
    return _judge_one(opened, question, reading, earlier, locale)


def _judge_one(opened: OpenUnit, question: OpenQuestion, reading: Reading, earlier: Answers, locale: str) -> Judgement:
    answers = {**earlier, question.id: reading}
    typed = {id: typed_of(question if id == question.id else opened.question(id), [r]) for id, r in answers.items()}
    return judge_hand_ins(opened, typed, asked=[question])[question.id].at(0, locale)


def judge_sheet(opened: OpenUnit, answers: Answers, locale: str = "es") -> dict[str, Judgement]:
    """One learner's answers, each judged with those before it."""
    typed = {id: typed_of(opened.question(id), [reading]) for id, reading in answers.items()}
    return {id: judged.at(0, locale) for id, judged in judge_hand_ins(opened, typed).items()}


def judge_hand_ins(
    opened: OpenUnit,
    typed: Mapping[str, Typed],
    data: Mapping[str, Any] | None = None,
    others: OtherData = (),
    *,
    asked: Iterable[OpenQuestion] | None = None,
    progress: Callable[[int], None] | None = None,
    explain: bool = True,
) -> dict[str, Judgements]:
    """B learners' answers, by question id: `typed`, a row a learner. All of them are judged, or those `asked`.

    `data` are the learners' own numbers, core arrays (B, h, r, c) by name; None: the unit's. `progress` hears how many
    questions are done; what is wrong is looked for among the slips only where it is to `explain`. Raises ContentError
    where the data do not fit.
    """
    batch = _Batch(opened, typed, data or {}, others, explain)
    judged = {}
    for question in [opened.question(id) for id in typed] if asked is None else asked:
        judged[question.id] = batch.judge(question)
        if progress is not None:
            progress(len(judged))
    return judged


@dataclass(frozen=True, slots=True, eq=False)
class _Batch:
    """Hand-ins while they are judged: an answer that another hangs on is judged once."""

    opened: OpenUnit
    typed: Mapping[str, Typed]
    data: Mapping[str, Any]
    others: OtherData
    explain: bool
    done: dict[str, Judgements] = field(default_factory=dict)

    def judge(self, question: OpenQuestion) -> Judgements:
        if question.id not in self.done:
            before = [q for q in feeding(self.opened, question) if q.id in self.typed]
            scope = scope_over(self.opened, question.model, self.data) if self.data else question.scope
            decoys = decoys_of(self.opened, question, self.data, self.others)
            given = {q.id: Answered(q.target, self.typed[q.id], partial(self.judge, q)) for q in before}
            judged = judge_batch(question.target, scope, self.typed[question.id], given, decoys, explain=self.explain)
            self.done[question.id] = replace(judged, say=self.filled(question, judged))
        return self.done[question.id]

    def filled(self, question: OpenQuestion, judged: Judgements) -> Callable[[int, tuple[str, ...], str], Message]:
        """What is said, with each learner's own numbers in the words of the unit. Only those are templates: what quotes
        the learner is never filled in."""

        def say(row: int, slips: tuple[str, ...], locale: str) -> Message:
            parts = judged.say(row, slips, locale)
            if judged.verdict_at(row) is not Verdict.SLIP:
                return parts
            opened, answers = self.opened, {}
            if any("{" in text for text in (*parts.looks, parts.do)):
                opened = opened.over_with({name: values[row] for name, values in self.data.items()})
                answers = self.answers(row)
            looks = tuple(fill(look, opened, answers, locale, question.model) for look in parts.looks)
            return replace(parts, looks=looks, do=fill(parts.do, opened, answers, locale, question.model))

        return say

    def answers(self, row: int) -> dict[str, Reading]:
        """What one learner answered."""
        read = {id: typed.reading(row) for id, typed in self.typed.items()}
        return {id: reading for id, reading in read.items() if reading is not None and reading.value is not None}


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
    here, there = (layered(opened.unit, q.model, opened.over) for q in (one, other))
    return all(_same(here.get(n), there.get(n)) for n in one.scope.equation.inputs)


def _same(one: Any, other: Any) -> bool:
    return one is other or (not hasattr(one, "shape") and not hasattr(other, "shape") and one == other)


def decoys_of(
    opened: OpenUnit, question: OpenQuestion, data: Mapping[str, Any] | None = None, others: OtherData = ()
) -> tuple[Decoy, ...]:
    """Other data laid over the learners' own, where they fit the question: the unit's decoys, the unit's numbers where
    these are not those, and `others`.

    Where each has their own numbers, one option among a few is right for some other data as often as not, and proves
    nothing.
    """
    data = data or {}
    over = {**opened.over, **data}
    first = {n: opened.unit.data[n] for n in over if n in opened.unit.data}
    found = [("first-numbers", first, "")] if over else []
    found += [(d.id, d.data, d.says) for d in opened.unit.decoys]
    decoys = []
    for id, other, says in (*found, *others):
        try:
            scope = scope_over(opened, question.model, {**data, **other})
            fits = question.target.shape(scope) == question.target.shape(question.scope)
        except ContentError:
            continue
        if fits:
            decoys.append(Decoy(id, scope, says, named=not (question.choices and over)))
    return tuple(decoys)


@dataclass(frozen=True, slots=True)
class StepAnswered:
    """What was said of a step asked back: its name, how it was read, and the explanation that remains."""

    title: str
    read: str
    text: str


def judge_asked_back(
    opened: OpenUnit, question: OpenQuestion, asks: AskBack, text: str, locale: str
) -> StepAnswered | None:
    """What is left after the learner's `text` for the step that a message asks back; None when it is no answer to that.

    It is no answer to the question: it is read with the step's own shape, and judged.
    """
    step = question.target.equation.steps[asks.step]
    row = question.model.cell[0] if question.model.cell is not None else question.target.at(question.scope).row
    target = Target(question.target.equation, step.id, row=row, decimals=step.decimals, keep=opened.unit.keep)
    try:
        shape = target.shape(question.scope)
    except ContentError:  # a single number for all rows
        target = replace(target, row=None)
        shape = target.shape(question.scope)
    answer = read_for(target, question.scope, text, locale)
    if answer.value is None:
        return None
    judged = judge_batch(target, question.scope, typed_from([answer], shape)).at(0, locale)
    if judged.verdict is Verdict.WRONG_SHAPE:
        return None
    written = write(answer.value, shown_places(answer.value, answer.places, step.decimals), locale)
    if not judged.correct and judged.verdict is not Verdict.COARSE:
        return StepAnswered(step.title, written, f"Ahí está el fallo. {judged.message}")
    left = "El fallo viene después: repasa desde ahí."
    if asks.left:
        question_words = question.target.says.get(asks.left)
        words = question_words or " ".join(slip_words(asks.left, question.target.equation, question.target.slips))
        left = fill(words, opened, None, locale, question.model)
    return StepAnswered(step.title, written, f"Ese paso está bien. {left}")
