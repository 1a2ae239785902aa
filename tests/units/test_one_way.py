"""A unit is judged in one way: a class at once, and each of its learners alone, are told the same."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from tutor.answers import Reading, write
from tutor.authoring import open_unit
from tutor.errors import ContentError
from tutor.judging import Judgement
from tutor.units import OpenQuestion, OpenUnit, judge_answer, judge_hand_ins, unit_names
from tutor.units.catalogue import slipped
from tutor.units.judge import judge_sheet, typed_in
from tutor.units.variants import draw_many

ALONE, OWN_NUMBERS, AT_PROMPTS = 20, 12, 4
"""Hand-ins of a unit judged one by one, which is slow; ..."""
CLASSES = (1, 7, 52, 140)
"""... and a few thousand of all units in classes of these sizes, and all of a unit together."""
ODDITIES = [
    "",
    "no sé",
    "7",
    "1 2 3",
    "0,5 ; 0,5",
    "1.234",
    "50 % 30 % 20 %",
    "0 0 0",
    "1/3 1/3 1/3",
    "0,333 0,333 0,333",
]


def texts_for(question: OpenQuestion, rng: random.Random) -> list[str]:
    """What people type: the right answer with more or fewer decimals, known slips, numbers out of place, odd texts."""
    if question.choices:
        return [*(c.label for c in question.choices), *ODDITIES[:4], "1", "2"]
    right = np.asarray(question.right, dtype=float)
    places = question.decimals or 0
    values = [right, -right, right.reshape(-1)[::-1].reshape(right.shape), 10 * right, right + 0.01, *slips(question)]
    said = [(value, rng.choice([places, places, places, max(places - 1, 0), 0, places + 1])) for value in values]
    said += [(right + rng.uniform(-1.0, 1.0), places) for _ in range(3)]
    cut = np.trunc(right * 10**places) / 10**places
    listed = [(value.tolist(), decimals) for value, decimals in (*said, (cut, places)) if np.isfinite(value).all()]
    return [*(write(value, decimals) for value, decimals in listed), *ODDITIES]


def slips(question: OpenQuestion) -> Iterator[Any]:
    for slip in question.target.equation.slips.values():
        try:
            value = question.target.right(slipped(question.scope, slip, {}))
        except ContentError:
            continue
        if value.shape == np.shape(question.right):
            yield value


def hand_ins(opened: OpenUnit, count: int) -> list[dict[str, str]]:
    """Random hand-ins, most answers of most of them right."""
    rng = random.Random(opened.unit.unit)
    questions = [q for q in opened.questions if q.model.graded]
    pools = {q.id: texts_for(q, rng) for q in questions}
    return [
        {q.id: pools[q.id][0] if rng.random() < 0.4 else rng.choice(pools[q.id]) for q in questions}
        for _ in range(count)
    ]


def as_a_class(
    opened: OpenUnit, answers: Sequence[Mapping[str, str]], data: Mapping[str, Any] | None = None
) -> list[dict[str, Judgement]]:
    typed = {}
    for question in (q for q in opened.questions if q.model.graded):
        read = cache(lambda text, q=question: q.read(text) if text else None)
        typed[question.id] = typed_in(question, [a[question.id] for a in answers], read, "es")
    judged = judge_hand_ins(opened, typed, data)
    return [{id: batch.at(i) for id, batch in judged.items()} for i in range(len(answers))]


def as_one(opened: OpenUnit, answers: Mapping[str, str]) -> dict[str, Judgement]:
    return judge_sheet(opened, read_by(opened, answers))


def read_by(opened: OpenUnit, answers: Mapping[str, str]) -> dict[str, Reading]:
    return {id: opened.question(id).read(text) for id, text in answers.items()}


@pytest.mark.parametrize("name", unit_names())
def test_a_class_and_one_learner_are_judged_alike(name: str) -> None:
    """Verdict, cells, slips and every part of the message, whoever calls."""
    opened = open_unit(name).guard()
    answers = hand_ins(opened, ALONE)
    together = as_a_class(opened, answers)
    for mine, judged in zip(answers, together, strict=True):
        assert judged == as_one(opened, mine), mine


@pytest.mark.parametrize("name", unit_names())
def test_who_else_is_in_the_class_changes_nothing(name: str) -> None:
    """All of a class together, and the same hand-ins in small classes."""
    opened = open_unit(name).guard()
    answers = hand_ins(opened, sum(CLASSES))
    starts = [sum(CLASSES[:i]) for i in range(len(CLASSES))]
    apart = [as_a_class(opened, answers[i : i + size]) for i, size in zip(starts, CLASSES, strict=True)]
    assert as_a_class(opened, answers) == [one for some in apart for one in some]


@pytest.mark.parametrize("name", [n for n in unit_names() if open_unit(n).unit.variants])
def test_numbers_of_their_own_change_nothing_of_that(name: str) -> None:
    """A class with a sheet each, and each of them at a prompt over that sheet."""
    unit = open_unit(name).unit
    data, _ = draw_many(unit, "k", [f"a{i}" for i in range(OWN_NUMBERS)])
    sheets = [OpenUnit(unit, over={n: v[i] for n, v in data.items()}, guarded=True) for i in range(OWN_NUMBERS)]
    answers = [hand_ins(sheet, i + 1)[i] for i, sheet in enumerate(sheets)]
    together = as_a_class(open_unit(name).guard(), answers, data)
    for sheet, mine, judged in zip(sheets, answers, together, strict=True):
        assert judged == as_one(sheet, mine), mine


@pytest.mark.parametrize("name", unit_names())
def test_a_prompt_judges_as_a_whole_sheet_does(name: str) -> None:
    """One question with what was answered before it."""
    opened = open_unit(name).guard()
    for mine in hand_ins(opened, AT_PROMPTS):
        readings, whole = read_by(opened, mine), as_one(opened, mine)
        earlier: dict[str, Reading] = {}
        for id, reading in readings.items():
            assert judge_answer(opened, id, reading, earlier) == whole[id], (id, mine)
            earlier[id] = reading
