"""Properties on the learner's own numbers, as far as their decimals allow."""

from __future__ import annotations

import pytest

from tests.units.units import opened, question
from tutor.engine import FormulaError
from tutor.units import explanations
from tutor.units.properties import PREDICATES, compile_predicate

SUM = "sums_to(answer, 1)"
BETWEEN = "between(answer, col_min(V), col_max(V))"

CASES = [
    (SUM, "weights", "0,412;0,203;0,384", True),
    (SUM, "weights", "0,413;0,203;0,385", True),
    (SUM, "weights", "0,413;0,204;0,385", False),
    (SUM, "weights", "0,41;0,20;0,38", True),
    (SUM, "weights", "0,41;0,20;0,37", False),
    (SUM, "weights", "1/3;1/3;1/3", True),
    (SUM, "weights", "1/3;1/3;0,333", True),
    (SUM, "weights", "1/3;1/3;0,332", False),
    (BETWEEN, "output", "10,00;0", True),
    (BETWEEN, "output", "10,01;0", False),
    (BETWEEN, "output", "2;3", True),
    ("not_negative(answer)", "weights", "0;0,5;0,5", True),
    ("not_negative(answer)", "weights", "-0,001;0,5;0,5", False),
    ("same_order(answer, scores)", "weights", "0,4;0,2;0,4", True),
    ("same_order(answer, scores)", "weights", "0,2;0,4;0,4", False),
    ("same_order(answer, scores)", "weights", "0,39;0,20;0,40", True),
    ("same_order(answer, scores)", "weights", "0,39;0,20;0,41", False),
    ("equal(2 * answer, 2 * weights)", "weights", "0,412;0,203;0,384", True),
    ("equal(2 * answer, 2 * weights)", "weights", "0,413;0,203;0,384", False),
]


@pytest.mark.parametrize(("formula", "step", "typed", "holds"), CASES, ids=[f"{f[:8]}-{t}" for f, _, t, _ in CASES])
def test_a_property_is_checked_with_the_slack_of_the_decimals(formula: str, step: str, typed: str, holds: bool) -> None:
    """k cells with d decimals add up with a slack of k·½·10⁻ᵈ; an operation is exact."""
    unit = opened(question("p", step=step, holds=[{"formula": formula, "says": "sí", "fails": "no"}]))
    found = explanations.properties(unit, "p", unit.question("p").read(typed))
    assert found == ("sí" if holds else "no",)


def test_the_first_row_under_the_mask_is_the_same_for_every_query() -> None:
    """`for_every` tries a thousand random values; the weights without a mask do change."""
    unit = opened(
        question("causal", use="tapada", row=0, for_every="Q"),
        question("libre", for_every="Q"),
        datasets={"tapada": {"mask": "causal"}},
    )
    assert explanations.for_every(unit, unit.question("causal"))
    assert not explanations.for_every(unit, unit.question("libre"))


@pytest.mark.parametrize("text", ["answer", "sums(answer, 1)", "sums_to(answer)", "sums_to(answer, total=1)", "((", ""])
def test_what_is_no_property_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        compile_predicate(text)


def test_every_property_is_named_in_its_docstring() -> None:
    from tutor.units import properties as holds

    assert all(name in (holds.__doc__ or "") for name in PREDICATES)
