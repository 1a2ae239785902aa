"""Which slips can numbers tell apart, in the worst case of rounding?"""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.judging.building import ATENCION, S1, TEXT, bind_many, draw, rounded, typed
from tutor.engine import compile_formula
from tutor.equations import Slip
from tutor.judging import ANSWER, Target, judge_batch
from tutor.judging.separability import Separability


def test_the_running_example_is_blind_where_it_is_known_to_be() -> None:
    """Its query has a zero, so the first component alone gives the same; in the output base 2 is dividing by d_k."""
    scores, output = (Separability(Target(ATENCION, s, decimals=2), TEXT) for s in ("scores", "output"))
    assert not scores.recognised(ATENCION.slips["first-component-only"]).any()
    assert not scores.seen(ATENCION.slips["first-component-only"]).any()
    assert not output.differ(ATENCION.slips["base-2"], ATENCION.slips["divide-by-dk"]).any()
    better = Separability(Target(ATENCION, "output", decimals=2), S1)
    assert better.recognised(ATENCION.slips["first-component-only"]).all()


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from([s for s in ATENCION.slips_for({"n": 3}) if s.when is None]))
def test_what_is_told_apart_is_never_accepted(seed: int, slip) -> None:
    """On numbers that tell a slip, whoever makes it, rounding every step to three decimals, is not judged right."""
    rng = np.random.default_rng(seed)
    scope = bind_many(ATENCION, [draw(rng, 1, 3, 2, 2) for _ in range(20)])
    step = max(slip.at, key=lambda name: ATENCION.order[name])
    for name in (step, "output"):
        target = Target(ATENCION, name, decimals=2 if name == "output" else 3)
        apart = Separability(target, scope)
        if slip.id not in apart.slips:
            continue
        told = np.broadcast_to(apart.recognised(ATENCION.slips[slip.id]), 20)
        written: dict[str, object] = dict(scope.inputs)
        for other, formula in ((n, slip.at.get(n) or s.formula) for n, s in ATENCION.steps.items()):
            text = "exps / total" if formula.text == "softmax(masked)" else formula.text
            value = compile_formula(text).evaluate(written)
            written[other] = value if other == name else rounded(value)
        values = np.broadcast_to(written[name], (20, *np.shape(written[name])[1:])).reshape(20, *target.shape(scope))
        fine = np.isfinite(values).reshape(20, -1).all(axis=1)
        answers = typed(rounded(np.where(np.isfinite(values), values, 0.0), target.decimals), target.decimals)
        judged = judge_batch(target, scope, answers)
        assert not (judged.correct & told & fine).any()


def test_what_no_numbers_show_is_no_blind_spot_of_these() -> None:
    """With one query a softmax over everything is right; e⁰ taken as 0 needs another key.

    What gives no number does not show either.
    """
    weights = Separability(Target(ATENCION, "weights"), S1 | {"K": [[-1, -2], [0.5, -1], [0, 3]]})
    assert not weights.ever(ATENCION.slips["softmax-over-all"])
    assert weights.ever(ATENCION.slips["zero-exp-zero"])
    first = Separability(Target(ATENCION, "weights", row=0), {**TEXT, "Q": [[0, 1], [1, 0], [1, 1]], "mask": "causal"})
    assert not first.seen(ATENCION.slips["divide-by-sum"]).any()


def test_counts_a_unit_apart_are_apart() -> None:
    """No rounding brings 0 and −1 together where the answer is exact."""
    own = [Slip(id, {ANSWER: compile_formula(value)}, "a", "b") for id, value in (("zero", "0"), ("minus", "-1"))]
    target = Target(ATENCION, formula=compile_formula("-inf"), decimals=0, exact=True, slips=tuple(own))
    apart = Separability(target, TEXT)
    assert apart.differ(*own).all()
