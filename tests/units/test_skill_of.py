"""A mistake is practised where it was made."""

import pytest

from tutor.authoring import open_unit
from tutor.units.explanations import skill_of


@pytest.mark.parametrize(
    ("slip", "skill"),
    [
        ("no-scale", "escalado"),
        ("divide-by-dk", "escalado"),
        ("sum-not-product", "producto-escalar"),
        ("divide-by-sum", "softmax"),
        ("cells-swapped", "softmax"),
        (None, "softmax"),
    ],
)
def test_a_slip_belongs_to_the_skill_of_its_step(slip, skill):
    """Forgetting to scale, seen in the weights, is practised as scaling; what no step owns stays with the question."""
    assert skill_of(open_unit("ejercicio").question("pesos"), slip) == skill
