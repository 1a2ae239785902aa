"""The largest allowance is that over all honest ways, although most are never tried."""

from __future__ import annotations

import numpy as np
import pytest

from tutor.equations import bind, load_equation
from tutor.judging.allowance import Allowance
from tutor.judging.dominance import outdone, widest
from tutor.judging.numbers import Numbers, Replacement
from tutor.judging.target import Target

STUDENTS = 40


def numbers_of(size: float, mask: bool, own: bool = False) -> Numbers:
    """Each student's own queries, keys and values, as large as `size`; perhaps some exponentials of their own."""
    rng = np.random.default_rng(4)
    data = {name: np.round(rng.uniform(-size, size, (STUDENTS, 3, 2)), 1) for name in ("Q", "K", "V")}
    scope = bind(load_equation("atencion"), data | ({"mask": "causal"} if mask else {}))
    typed = Replacement(rng.random((STUDENTS, 9)), np.full((STUDENTS, 9), 0.005), rng.random((STUDENTS, 9)) < 0.5)
    numbers = Numbers.of(scope)
    return numbers.take(np.arange(STUDENTS), {"exps": typed}) if own else numbers


@pytest.mark.parametrize("step", ["scaled", "exps", "total", "weights", "output"])
@pytest.mark.parametrize("mask", [False, True], ids=["seen", "masked"])
@pytest.mark.parametrize("size", [2.0, 60.0], ids=["usual", "overflowing"])
@pytest.mark.parametrize("own", [False, True], ids=["right", "own"])
def test_what_is_left_out_allows_no_more(step: str, mask: bool, size: float, own: bool) -> None:
    """The ways that are tried allow as much as all together, also where exponentials overflow."""
    target = Target(load_equation("atencion"), step)
    numbers = numbers_of(size, mask, own)
    allowance = Allowance(target, numbers, numbers.ways(target), (2,))
    with np.errstate(all="ignore"):
        every_way = np.maximum.reduce([allowance.tau(way, 2) for way in allowance.paths])
        found, short = widest(allowance, np.full(every_way.shape, np.inf), 2)
    assert np.allclose(found, every_way, rtol=0.0, atol=1e-12)
    assert len(short) == STUDENTS


def test_most_ways_to_the_output_are_outdone() -> None:
    """Of six ways only those are tried that write down the exponentials and 1/√d_k, with and without the maximum."""
    target = Target(load_equation("atencion"), "output")
    numbers = numbers_of(2.0, mask=False)
    paths = numbers.ways(target)
    with np.errstate(all="ignore"):
        weak = outdone(target, numbers, paths)
    tried = [way for way in paths if way.keys[way.target] not in weak]
    assert len(paths) == 6
    assert [{"inverse", "exps", "total"} <= set(way.reached) for way in tried] == [True, True]
