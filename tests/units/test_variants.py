"""Other numbers: ours, the same everywhere and for ever, and only those that tell the slips apart."""

from __future__ import annotations

import numpy as np
import pytest

from tests.units.units import question, unit
from tutor.answers import Reading
from tutor.authoring import open_unit
from tutor.authoring.linter import gives_away
from tutor.authoring.unit_file import load_unit
from tutor.errors import ContentError
from tutor.judging import Verdict
from tutor.units import explanations
from tutor.units.data import uniform, unscreened
from tutor.units.judge import judge_answer
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
        index = int(asked.right) if asked.choices else 0  # type: ignore[arg-type]
        reading = asked.read(asked.choices[index].label if asked.choices else asked.write(asked.right))
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
