"""A classmate's sheet is found in arrays as it would be found one answer and one sheet at a time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.answers import write
from tutor.course import OpenUnit, open_unit
from tutor.course.marking import scope_over
from tutor.grading.marking import Marked, Sums, asked_of, mark
from tutor.grading.twins import NEAR, SHARED, TELLING, classmates
from tutor.judging import VERDICTS, Verdict

Right = dict[str, list[list[float]]]


@cache
def unit() -> OpenUnit:
    return open_unit("entrega")


def drawn(count: int, seed: int) -> dict[str, Any]:
    """Every student's own numbers."""
    rng = np.random.default_rng(seed)
    return {
        "Q": rng.integers(-2, 3, (count, 1, 1, 2)).astype(float),
        "K": rng.integers(-2, 4, (count, 1, 3, 2)).astype(float),
        "V": rng.integers(-9, 11, (count, 1, 3, 2)).astype(float),
        "T": rng.integers(-15, 21, (count, 1, 4, 2)) / 10,
        "fila": rng.integers(1, 3, (count, 1, 1, 1)).astype(float),
    }


def right_of(data: dict[str, Any], count: int) -> Right:
    """What is right on each sheet, by question."""
    return {
        q.id: np.asarray(q.target.right(scope_over(unit(), q.model, data))).reshape(count, -1).tolist()
        for q in unit().questions
    }


def copied(right: Right, count: int, chance: random.Random) -> list[dict[str, str]]:
    """Answers of which some are right for another sheet, and some for none."""

    def answer(question: str, places: int, mine: int) -> str:
        sheet = mine if chance.random() < 0.7 else chance.randrange(count)
        odd = ["", "no sé", "1 ; −inf ; 2", "1/3 ; 1/3 ; 1/3"]
        return write(right[question][sheet], places) if chance.random() < 0.9 else chance.choice(odd)

    class_ = []
    for row in range(count):
        mine = row if chance.random() < 0.6 else chance.randrange(count)
        texts = {q: answer(q, places, mine) for q, places in (("productos", 0), ("pesos", 3), ("salida", 2))}
        class_.append({**texts, "clave": str(chance.randrange(3)), "mascara": answer("mascara", 3, mine)})
    return class_


def rounded(cells: list[float], places: int | None) -> list[float]:
    near: list[float] = np.round(np.array(cells), places or 0).tolist()
    return near


def one_by_one(marked: Marked, class_: Sequence[dict[str, str]], right: Right, owners: Sequence[str]) -> dict[int, int]:
    """The rule in plain loops: every answer against every sheet."""
    asked = [(j, unit().question(q.id)) for j, q in enumerate(marked.sums.asked)]
    asked = [(j, q) for j, q in asked if not q.choices]
    found = {}
    for row, texts in enumerate(class_):
        mistaken = []
        for j, question in asked:
            verdict = VERDICTS[marked.verdicts[row, j]]
            if verdict in (Verdict.WRONG, Verdict.SLIP):
                cells: Any = question.read(texts[question.id]).value
                mistaken.append((question, verdict, cells))
        traced = set()
        for question, _, cells in mistaken:
            wanted = rounded(cells, question.decimals)
            sheets = [k for k, sheet in enumerate(right[question.id]) if rounded(sheet, question.decimals) == wanted]
            traced |= set(sheets) if len(sheets) <= SHARED else set()
        best = 0
        for sheet in sorted(s for s in traced if owners[s] != owners[row]):
            agree = [
                (verdict, cells)
                for question, verdict, cells in mistaken
                if all(
                    abs(a - b) <= NEAR * 10.0 ** -(question.decimals or 0)
                    for a, b in zip(cells, right[question.id][sheet], strict=True)
                )
            ]
            parts = [x for verdict, cells in agree if verdict is Verdict.WRONG for x in cells if x != round(x)]
            if len(parts) >= TELLING and len(agree) > best:
                best, found[row] = len(agree), sheet
    return found


@settings(max_examples=30)
@given(st.integers(1, 40), st.integers(0, 10**6))
def test_sheets_are_found_as_one_by_one(count: int, seed: int) -> None:
    """Whoever hands in what is right for others, wholly or in part, by whatever owner."""
    data, chance = drawn(count, seed), random.Random(seed)
    right = right_of(data, count)
    class_ = copied(right, count, chance)
    owners = [f"a{chance.randrange(count) if chance.random() < 0.1 else row}" for row in range(count)]
    marked = mark(unit(), Sums.of(asked_of(unit())), class_, data, chunk=16)
    assert classmates(unit(), marked, data, owners) == one_by_one(marked, class_, right, owners)


@pytest.mark.parametrize("seed", [1, 2])
def test_some_are_found(seed: int) -> None:
    """Two who hand in each other's sheet are both named."""
    data = drawn(2, seed)
    right = right_of(data, 2)
    class_ = [
        {q: write(right[q][1 - row], p) for q, p in (("pesos", 3), ("salida", 2), ("mascara", 3))} for row in (0, 1)
    ]
    marked = mark(unit(), Sums.of(asked_of(unit())), class_, data)
    assert classmates(unit(), marked, data, ["a", "b"]) == {0: 1, 1: 0}
