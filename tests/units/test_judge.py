"""A class's texts become arrays together as they would one by one."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.answers.strategies import ANY_TEXT, LOCALES, NUMBERS, PLAIN_TEXTS
from tests.answers.test_notation import CASES, NEIGHBOURS
from tutor.answers import Reading, write
from tutor.authoring import load_unit, open_unit
from tutor.units import OpenQuestion, unit_names
from tutor.units.bound_unit import scope_over
from tutor.units.judge import judge_hand_ins, typed_in, typed_of
from tutor.units.variants import draw_many

QUESTIONS = {f"{name} {q.id}": q for name in unit_names() for q in open_unit(name).questions}
SORTS = {(q.kind, q.shape, len(q.choices)): name for name, q in QUESTIONS.items()}
"""One question of each kind, shape and number of choices."""
CHOSEN = st.sampled_from(["0", "1", "2", "3", "4", "clave 1", "K₁", "a", "b)", "sí", "no", "1,0", "no sé", "9"])
ANSWERS = st.builds(
    lambda values, places, locale: write(values, places, locale),
    NUMBERS | st.lists(NUMBERS, min_size=1, max_size=4) | st.just([[1.0, 2.0], [3.0, 4.0]]),
    st.integers(0, 4) | st.none(),
    LOCALES,
)
CLASSES = st.lists(st.just("") | CHOSEN | ANSWERS | PLAIN_TEXTS | ANY_TEXT, max_size=8).flatmap(
    lambda texts: st.lists(st.sampled_from(texts or [""]), max_size=12)
)
"""Texts that repeat, as a class's do."""


def agree(question: OpenQuestion, texts: list[str], locale: str) -> None:
    @cache
    def one(text: str) -> Reading | None:
        return question.read(text, locale) if text else None

    together, alone = typed_in(question, texts, one, locale), typed_of(question, [one(text) for text in texts])
    for name in ("values", "places", "present", "absent"):
        ours, theirs = getattr(together, name), getattr(alone, name)
        assert ours.dtype == theirs.dtype
        assert ours.shape == theirs.shape
        assert ours.tobytes() == theirs.tobytes(), (name, texts)
    assert [together.reading(row) for row in range(len(texts))] == [one(text) for text in texts]


@settings(max_examples=400)
@given(st.sampled_from(list(SORTS.values())), CLASSES, LOCALES)
def test_texts_together_make_the_arrays_of_each(name: str, texts: list[str], locale: str) -> None:
    """Numbers, decimals, what is there to judge and what is said of the rest, for questions of every sort."""
    agree(QUESTIONS[name], texts, locale)


@pytest.mark.parametrize("locale", ["es", "es-MX", "en"])
@pytest.mark.parametrize("name", [name for name in SORTS.values() if not QUESTIONS[name].choices])
def test_all_the_notations_together(name: str, locale: str) -> None:
    """The collected cases and their neighbours, as one class."""
    agree(QUESTIONS[name], [case["input"] for case in (*CASES, *NEIGHBOURS)], locale)


def test_only_what_is_not_plain_is_read_alone_and_once() -> None:
    """A thousand equal answers cost one reading, plain ones none."""
    question = open_unit("entrega").question("pesos")
    seen: list[str] = []

    def one(text: str) -> Reading:
        seen.append(text)
        return question.read(text)

    typed = typed_in(
        question, ["0,1 0,2 0,3 0,4", "1/10 ; 2/10 ; 3/10 ; 4/10", "0,1 0,2 0,3 0,4", "no sé"] * 250, one, "es"
    )
    assert seen == ["1/10 ; 2/10 ; 3/10 ; 4/10", "no sé"]
    assert np.allclose(typed.values[:3], [0.1, 0.2, 0.3, 0.4])
    assert typed.present.tolist() == [True, True, True, False] * 250


def test_a_wrong_option_accuses_nobody_of_other_numbers() -> None:
    """Where each has their own numbers, a wrong key is not «the numbers of the lesson»: some option always is."""
    unit = load_unit("entrega")
    data, _ = draw_many(unit, "k", [f"a{i}" for i in range(30)])
    opened = open_unit("entrega")
    question = opened.question("clave")
    right = question.target.right(scope_over(opened, question.model, data)).reshape(30, -1).argmax(axis=-1)
    wrong = [question.read(str((int(key) + 1) % 4)) for key in right]
    judged = judge_hand_ins(opened, {"clave": typed_of(question, wrong)}, data)["clave"]
    assert not judged.correct.any()
    assert {slip for i in range(30) for slip in judged.slips(i)} <= {"counted-from-one"}
