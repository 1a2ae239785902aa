"""A classmate's sheet is found in arrays as it would be found one by one, and hardly ever by coincidence."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.answers import write
from tutor.authoring import open_version
from tutor.grading import copy_detection
from tutor.grading.copy_detection import CHANCE, NEAR, SHARED, SLIP_OF_THE_PEN, classmates
from tutor.grading.marking import Marked, Sums, asked_of, mark
from tutor.judging import VERDICTS, Verdict
from tutor.units import OpenUnit
from tutor.units.bound_unit import scope_over

Right = dict[str, list[list[float]]]


@cache
def unit() -> OpenUnit:
    return open_version("entrega", 2)


def drawn(count: int, seed: int) -> dict[str, Any]:
    """Every student's own numbers."""
    rng = np.random.default_rng(seed)
    return {
        "Q": rng.choice([-2.0, -1.0, 1.0, 2.0], (count, 1, 1, 2)),
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


def close(one: float, other: float, places: int) -> bool:
    return abs(one - other) <= NEAR * 10.0**-places


def one_by_one(
    marked: Marked, class_: Sequence[dict[str, str]], data: dict[str, Any], mine: Sequence[int]
) -> dict[int, int]:
    """The rule in plain loops: every answer against every sheet, and against every stranger."""
    count = len(data["Q"])
    right = right_of(data, count)
    strangers = right_of(copy_detection._Strangers(data).numbers, copy_detection.STRANGERS)
    asked = [(j, unit().question(q.id)) for j, q in enumerate(marked.sums.asked)]
    found = {}
    for row, texts in enumerate(class_):
        if mine[row] < 0:
            continue
        mistaken = []
        for j, question in asked:
            verdict = VERDICTS[marked.verdicts[row, j]]
            if not question.choices and verdict in (Verdict.WRONG, Verdict.SLIP, Verdict.CARRIED):
                cells: Any = question.read(texts[question.id]).value
                mistaken.append((question.id, question.decimals or 0, verdict, cells))
        traced = set()
        for id, places, _, cells in mistaken:
            sheets = [k for k, sheet in enumerate(right[id]) if rounded(sheet, places) == rounded(cells, places)]
            traced |= set(sheets) if len(sheets) <= SHARED else set()
        best = None
        for sheet in sorted(traced - {mine[row]}):
            agree = [one for one in mistaken if all(map(close, one[3], right[one[0]][sheet], [one[1]] * len(one[3])))]
            telling = any(x != round(x) for _, _, verdict, cells in agree if verdict is not Verdict.SLIP for x in cells)
            chance = count - 1.0
            for id, places, verdict, cells in agree:
                off = sum(not close(a, b, places) for a, b in zip(cells, right[id][mine[row]], strict=True))
                if verdict is Verdict.WRONG and off > SLIP_OF_THE_PEN:
                    fit = sum(all(map(close, cells, other, [places] * len(cells))) for other in strangers[id])
                    chance *= (fit + 1) / (copy_detection.STRANGERS + 1)
            if telling and chance < CHANCE and (best is None or (-len(agree), chance) < best):
                best, found[row] = (-len(agree), chance), sheet
    return found


@settings(max_examples=15)
@given(st.integers(2, 40), st.integers(0, 10**6))
def test_sheets_are_found_as_one_by_one(count: int, seed: int) -> None:
    """Whoever hands in what is right for others, wholly or in part; some hand in twice, some have no sheet, and some
    sheets are of nobody who handed in."""
    data, chance = drawn(count, seed), random.Random(seed)
    right = right_of(data, count)
    class_ = copied(right, count, chance)
    mine = [
        row if (dice := chance.random()) < 0.8 else -1 if dice < 0.9 else chance.randrange(count)
        for row in range(count)
    ]
    own = {name: values[np.array(mine).clip(0)] for name, values in data.items()}
    marked = mark(unit(), Sums.of(asked_of(unit())), class_, own, chunk=16)
    with patch.object(copy_detection, "STRANGERS", 200):
        assert classmates(unit(), marked, data, np.array(mine)) == one_by_one(marked, class_, data, mine)


@pytest.mark.parametrize("seed", [1, 2])
def test_some_are_found(seed: int) -> None:
    """Two who hand in each other's sheet are both named."""
    data = drawn(2, seed)
    right = right_of(data, 2)
    class_ = [
        {q: write(right[q][1 - row], p) for q, p in (("pesos", 3), ("salida", 2), ("mascara", 3))} for row in (0, 1)
    ]
    assert named(class_, data) == {0: 1, 1: 0}


def named(class_: Sequence[dict[str, str]], data: dict[str, Any]) -> dict[int, int]:
    """Whose sheet each has, where the first to hand in have the first sheets."""
    mine = np.arange(len(class_))
    own = {name: values[mine] for name, values in data.items()}
    return classmates(unit(), mark(unit(), Sums.of(asked_of(unit())), class_, own), data, mine)


def test_strangers_are_the_same_on_every_machine() -> None:
    """Every cell of theirs is that of some sheet of the class, all about as often, by arithmetic of our own."""
    data = drawn(7, 3)
    strangers = copy_detection._Strangers(data).numbers
    assert {name: values.shape[1:] for name, values in strangers.items()} == {
        name: values.shape[1:] for name, values in data.items()
    }
    for name, values in strangers.items():
        for at in np.ndindex(values.shape[1:]):
            seen, often = np.unique(values[:, *at], return_counts=True)
            theirs, shares = np.unique(data[name][:, *at], return_counts=True)
            assert seen.tolist() == theirs.tolist()
            assert np.abs(often / copy_detection.STRANGERS - shares / 7).max() < 0.02
    assert strangers["V"][0].ravel().tolist() == [0, 7, -2, -1, 10, -4]


# -- those who err by themselves ---------------------------------------------------------------------------------------

MISTAKES = (
    "sign of Q", "another Q", "turned Q", "a cell of K", "another K", "shifted K", "sign of V", "a cell of T",
    "another T", "a product", "two products", "three products", "signs", "a scratched product", "scratched products",
    "weights", "output", "mask",
)  # fmt: skip
"""What goes wrong with somebody's own numbers, on the way or on reading them."""


def erring(data: dict[str, Any], row: int, mistake: str, rng: np.random.Generator) -> dict[str, str]:
    """An honest calculation by hand, three decimals a step, with one mistake of one's own carried to its end."""
    q, k, v, t = (data[name][row, 0].copy() for name in ("Q", "K", "V", "T"))
    q, mask_row = q[0], int(data["fila"][row].item())
    whole = rng.choice([-2, -1, 1, 2], 3)
    match mistake:
        case "sign of Q":
            q[rng.integers(2)] *= -1
        case "another Q":
            q = rng.choice([-2.0, -1.0, 1.0, 2.0], 2)
        case "turned Q":
            q = q[::-1] + rng.integers(-1, 2, 2)
        case "a cell of K":
            k[rng.integers(3), rng.integers(2)] += whole[0]
        case "another K":
            k = rng.integers(-2, 4, (3, 2)).astype(float)
        case "shifted K":
            k = np.roll(k, 1, axis=0)
        case "sign of V":
            v[rng.integers(3), rng.integers(2)] *= -1
        case "a cell of T":
            t[rng.integers(4), rng.integers(2)] += whole[0] / 2
        case "another T":
            t = rng.integers(-15, 21, (4, 2)) / 10
    products = k @ q
    match mistake:
        case "a product":
            products[rng.integers(3)] += whole[0]
        case "two products":
            products[rng.permutation(3)[:2]] += whole[:2]
        case "three products":
            products += whole
        case "signs":
            products *= rng.choice([-1, 1], 3)
    scratched = products.copy()
    match mistake:
        case "a scratched product":
            scratched[rng.integers(3)] += whole[0]
        case "scratched products":
            scratched += whole
    weights = np.round(softmax(scratched / np.sqrt(2)) + (rng.normal(0, 0.03, 3) if mistake == "weights" else 0), 3)
    output = np.round(weights @ v, 2) + (whole[:2] if mistake == "output" else 0)
    scores = t[: mask_row + 1] @ t[mask_row] / np.sqrt(2)
    seen = softmax(scores + (rng.normal(0, 0.3, len(scores)) if mistake == "mask" else 0))
    return {
        "productos": write(products.tolist(), 2),
        "pesos": write(weights.tolist(), 3),
        "clave": str(int(weights.argmax())),
        "salida": write(output.tolist(), 2),
        "mascara": write([*np.round(seen, 3).tolist(), *[0.0] * (3 - mask_row)], 3),
    }  # fmt: skip


def softmax(scores: Any) -> Any:
    return np.exp(scores) / np.exp(scores).sum()


@pytest.mark.parametrize(("size", "classes"), [(12, 40), (60, 15), (300, 3), (1000, 1)])
def test_honest_mistakes_are_hardly_ever_taken_for_a_classmates(size: int, classes: int) -> None:
    """In classes of any size in which everybody errs by themselves, most so that they carry it through the sheet, three
    in a thousand at the very most meet the sheet of somebody else; the chance allowed for each is CHANCE."""
    met = 0
    for seed in range(classes):
        rng = np.random.default_rng([size, seed])
        data = drawn(size, int(rng.integers(10**6)))
        class_ = [erring(data, row, str(rng.choice(MISTAKES)), rng) for row in range(size)]
        met += len(named(class_, data))
    assert met <= 0.003 * size * classes


@pytest.mark.parametrize(("size", "least"), [(12, 0.8), (60, 0.3)])
def test_products_and_weights_of_a_classmate_are_found(size: int, least: float) -> None:
    """Products and weights of the next sheet, with an output worked out from them: found where it is no coincidence,
    which is rarer the larger the class; a whole sheet always."""
    data = drawn(size, 4)
    right = right_of(data, size)
    parts, wholes = [], []
    for row in range(size):
        other = (row + 1) % size
        theirs = {q: write(right[q][other], p) for q, p in (("productos", 2), ("pesos", 3), ("salida", 2))}
        carried = np.round(right["pesos"][other], 3) @ data["V"][row, 0]
        parts.append({**theirs, "salida": write(np.round(carried, 2).tolist(), 2)})
        wholes.append({**theirs, "mascara": write(right["mascara"][other], 3)})
    assert sum(sheet == (row + 1) % size for row, sheet in named(parts, data).items()) >= least * size
    assert named(wholes, data) == {row: (row + 1) % size for row in range(size)}
