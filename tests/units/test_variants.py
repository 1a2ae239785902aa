"""Other numbers: ours, the same everywhere and for ever, and only those that tell the slips apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.units.units import question, unit, unit_text
from tutor.answers import Reading
from tutor.authoring import open_unit
from tutor.authoring.linter import gives_away
from tutor.authoring.unit_file import load_unit
from tutor.errors import ContentError
from tutor.handout.answer_sheet import _numbers
from tutor.judging import Verdict
from tutor.units import explanations
from tutor.units.bound_unit import OpenUnit
from tutor.units.data import uniform, unscreened
from tutor.units.judge import judge_answer
from tutor.units.models import Unit
from tutor.units.shipped import unit_names
from tutor.units.slip_coverage import separable
from tutor.units.variants import draw_many, draw_one, variant_data

WITH_VARIANTS = [name for name in unit_names() if load_unit(name).variants is not None]
DRAWN = unit(question("suma", expect="sum(w)"), data={"w": [1.0, 2.0]}, equation="softmax",
             variants={"draw": {"w": {"low": -1, "high": 1, "decimals": 1}}})  # fmt: skip


def test_the_arithmetic_is_ours_and_fixed() -> None:
    """Pinned: a sheet handed out today must be drawn again alike on any machine, with any library."""
    assert uniform("a", 5, -2.0, 2.0).tolist() == [0.99, -1.36, -0.77, -1.59, -1.69]
    assert uniform("a", 2, -2.0, 2.0).tolist() == [0.99, -1.36]
    assert unscreened(DRAWN, 3)["w"].reshape(3, 2).tolist() == [[0.5, -0.1], [-0.7, -1.0], [-0.5, 0.6]]


def test_every_number_between_the_limits_comes() -> None:
    found = uniform("b", 4000, -0.05, 0.05)
    assert sorted(set(found.round(2).tolist())) == [round(-0.05 + 0.01 * i, 2) for i in range(11)]
    counts = np.unique(found, return_counts=True)[1]
    assert counts.min() > 250


@pytest.mark.parametrize("name", WITH_VARIANTS)
def test_a_variant_is_screened_and_fits_the_unit(name: str) -> None:
    """Same shapes as the unit's own numbers, none alike, all passed by the screening."""
    base = load_unit(name)
    seen = []
    for variant in (1, 2):
        data = variant_data(base, variant)
        seen.append(data)
        assert data.keys() == base.variants.draw.keys()  # type: ignore[union-attr]
        assert all(np.shape(data[n]) == np.shape(base.data[n]) for n in data)
        cores = {n: np.asarray(v, float).reshape(1, *(1,) * (3 - np.ndim(v)), *np.shape(v)) for n, v in data.items()}
        assert separable(base, cores).all()
        assert open_unit(name, variant).questions
    assert seen[0] != seen[1]
    assert variant_data(base, 1) == seen[0]


def test_who_and_key_change_the_numbers_and_company_does_not() -> None:
    """A student alone gets what the whole class's draw gives; another key, other numbers."""
    base = load_unit("ejercicio")
    data, attempts = draw_many(base, "k", ["ana", "luis", "eva"])
    alone, tried = draw_one(base, "k", "luis")
    assert alone == {n: v[1].reshape(np.shape(base.data[n])).tolist() for n, v in data.items()}
    assert tried == attempts[1]
    assert draw_one(base, "otra", "luis")[0] != alone


def test_numbers_are_varied() -> None:
    """No row of zeros, no row twice, no number twice in a list."""
    data, _ = draw_many(load_unit("ejercicio"), "k", [str(i) for i in range(40)])
    for rows in data["V"][:, 0]:
        assert len({tuple(r) for r in rows.tolist()}) == 3
    data, _ = draw_many(load_unit("softmax"), "k", [str(i) for i in range(40)])
    assert all(len(set(row)) == 3 for row in data["tuyos"].reshape(40, 3).tolist())


SYSTEM = """
format: 1
equation: sistema
inputs: {A: [n, n], b: [n, uno]}
steps:
  D: {formula: "det(A)", decimals: 2}
  x: {formula: "det(where(option(0, 2), b, A)) / D", decimals: 2}
"""
DRAW = {"A": {"low": -2, "high": 2, "decimals": 0}, "sol": {"from": [1, 4, 16], "hidden": True}}


def system(tmp_path: Path, **variants: Any) -> Unit:
    """Two equations with two unknowns, made from a solution that nobody is to see."""
    (tmp_path / "sistema.yaml").write_text(SYSTEM, encoding="utf-8")
    data = {"A": [[1, 2], [3, -4]], "sol": [[1], [4]], "b": "A @ sol"}
    draw = {"draw": DRAW, **variants}
    text = unit_text(question("x", step="x"), data=data, equation="./sistema.yaml", variants=draw)
    (tmp_path / "u.yaml").write_text(text, encoding="utf-8")
    return load_unit(tmp_path / "u.yaml")


def test_a_draw_is_always_a_number(tmp_path: Path) -> None:
    """Without any condition no determinant is 0; what is drawn `from` a list is of it."""
    base = system(tmp_path)
    data, attempts = draw_many(base, "k", [str(i) for i in range(300)])
    assert np.abs(np.linalg.det(data["A"])).min() > 0.5
    assert attempts.max() > 0
    assert np.unique(data["sol"]).tolist() == [1.0, 4.0, 16.0]
    for sheet in (_numbers(OpenUnit(base, 1, variant_data(base, 1)), "es"),):
        assert [line[0] for line in sheet] == ["A", "A", "b", "b"]


def test_a_draw_keeps_the_conditions(tmp_path: Path) -> None:
    data, _ = draw_many(system(tmp_path, where=["abs(det(A)) >= 5"]), "k", [str(i) for i in range(60)])
    assert np.abs(np.linalg.det(data["A"])).min() > 4.9


@pytest.mark.parametrize(
    ("variants", "said"),
    [
        ({"where": ["abs(det(A)) >= 100"]}, "la condición «abs(det(A)) >= 100»"),
        ({"within": {"D": [9, 10]}}, "«D» esté entre 9 y 10"),
        ({"draw": {**DRAW, "A": {"from": [3, 5], "decimals": 0}}, "where": ["D == 0"]}, "que «x» no sea un número"),
    ],
    ids=["where", "within", "no number"],
)
def test_where_no_draw_is_good_the_culprit_is_named(tmp_path: Path, variants: dict[str, Any], said: str) -> None:
    """What rejects most of what it sees, with the first draw that is no good."""
    with pytest.raises(ContentError) as error:
        draw_one(system(tmp_path, **variants), "k", "ana")
    assert said in error.value.message
    assert "El primero que no vale: A = [" in error.value.message


def test_a_unit_without_variants_says_so() -> None:
    with pytest.raises(ContentError, match="no tiene variantes"):
        open_unit("ecuacion1", 3)


@pytest.mark.parametrize("name", WITH_VARIANTS)
@pytest.mark.parametrize("variant", [1, 2, 3])
def test_a_variant_is_as_good_as_the_unit(name: str, variant: int) -> None:
    """Its right answers are exact, no hint gives one away, and every text has its numbers."""
    opened = open_unit(name, variant)
    earlier: dict[str, Reading] = {}
    for asked in opened.questions:
        reading = asked.read(asked.key if asked.choices else asked.write(asked.right))
        if asked.model.graded:
            assert judge_answer(opened, asked.id, reading, earlier).verdict is Verdict.EXACT, asked.id
            assert not any(gives_away(hint, asked) for hint in explanations.hints(opened, asked.id)), asked.id
            said = [
                explanations.reason(opened, asked.id, reading, earlier),
                *explanations.solution(opened, asked.id),
                *explanations.hints(opened, asked.id),
            ]
            assert not any("{" in text for text in said), asked.id
        earlier[asked.id] = reading
