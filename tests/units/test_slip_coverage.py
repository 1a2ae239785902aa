"""Screening: what the shipped numbers cannot tell is listed, and drawn numbers can tell everything."""

from __future__ import annotations

import numpy as np
import pytest

from tutor.authoring.unit_file import load_unit
from tutor.judging import Typed, judge_batch
from tutor.judging.separability import Separability
from tutor.units.bound_unit import OpenUnit
from tutor.units.data import unscreened
from tutor.units.judge import judge_answer
from tutor.units.shipped import unit_names
from tutor.units.slip_coverage import Blind, blind_spots, separable
from tutor.units.variants import variant_data

VARIED = [name for name in unit_names() if load_unit(name).variants is not None]


def test_the_blind_spots_of_the_lesson_are_known() -> None:
    """The running example has a zero in its query and rows of V that add to 10: it is known to hide these."""
    found = blind_spots(OpenUnit(load_unit("ecuacion1")))
    alone = {(b.question, b.slip) for b in found if b.other is None}
    assert ("producto-k1", "first-component-only") in alone
    assert ("producto-k1", "sum-not-product") not in alone
    pairs = {frozenset((b.slip, b.other)) for b in found if b.question == "salida-1" and b.other}
    assert frozenset(("divide-by-dk", "base-2")) in pairs
    assert frozenset(("no-scale", "divide-by-dk")) not in pairs


def test_the_check_cannot_tell_signs_from_the_lesson() -> None:
    """In `ejercicio` the softmax of −z gives the lesson's weights: a decoy, not a slip, must explain them."""
    unit = OpenUnit(load_unit("ejercicio"))
    reading = unit.question("pesos").read("0,412 ; 0,203 ; 0,384")
    assert judge_answer(unit, "pesos", reading).slips[:2] == ("other-data", "sign-flipped")


@pytest.mark.parametrize("name", VARIED)
def test_drawn_numbers_tell_every_slip(name: str) -> None:
    """A variant leaves no slip blind where it happens or in the last step asked, but for rare accidents."""
    unit = load_unit(name)
    opened = OpenUnit(unit, 1, variant_data(unit, 1))
    sample = unscreened(unit, 200)
    rare = {"softmax-over-all"}
    for blind in blind_spots(opened):
        if blind.other is None and blind.slip not in rare:
            question = opened.question(blind.question)
            slip = Separability(question.target, question.scope).slips[blind.slip]
            assert _shows(opened, question, slip, sample) <= 0.15, blind


def _shows(opened: OpenUnit, question, slip, sample) -> float:
    """In which share of unscreened numbers the slip changes the answer."""
    from tutor.units.bound_unit import scope_over

    scope = scope_over(opened, question.model, sample)
    apart = Separability(question.target, scope)
    if np.ptp(np.broadcast_to(apart.right, (200, apart.right.shape[-1])), axis=0).max() < 1e-9:
        return 0.0  # the answer does not depend on the numbers drawn
    return float(np.broadcast_to(apart.seen(slip), 200).mean())


@pytest.mark.parametrize("name", VARIED)
def test_screening_rejects_and_accepts(name: str) -> None:
    """Some draws pass; those that pass are finite, and screening one by one says the same as all at once."""
    unit = load_unit(name)
    draws = unscreened(unit, 60)
    good = separable(unit, draws)
    assert good.shape == (60,)
    for i in (0, 1, int(good.argmax())):
        assert separable(unit, {n: v[i : i + 1] for n, v in draws.items()})[0] == good[i]


def test_a_blind_spot_is_a_plain_record() -> None:
    """Blind spots compare by value, so that a report can sort and count them."""
    assert Blind("pesos", "a") == Blind("pesos", "a", None)


def test_near_ties_are_not_drawn() -> None:
    """A unit that asks for the heaviest key is not given two keys that rounding could exchange."""
    unit = load_unit("ejercicio")
    draws = unscreened(unit, 300)
    good = separable(unit, draws)
    scores = np.sort((draws["Q"] @ np.swapaxes(draws["K"], -1, -2))[good][:, 0, 0], axis=-1)
    assert (scores[:, -1] > scores[:, -2]).all()


def test_a_right_answer_to_a_variant_is_right() -> None:
    """What the target says is right, typed with the decimals asked, is exact."""
    unit = load_unit("ejercicio")
    opened = OpenUnit(unit, 3, variant_data(unit, 3))
    for question in opened.questions:
        if question.choices:
            continue
        right = question.target.right(question.scope)
        values = np.round(right, question.target.decimals)[None]
        typed = Typed(
            values, np.full(values.shape, float(question.target.decimals)), np.ones(1, bool), np.zeros(1, np.int8)
        )
        assert judge_batch(question.target, question.scope, typed).verdict_at(0) == "exact"
