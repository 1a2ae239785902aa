"""The ladder: each rung with a number just inside and just outside it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.judging.building import ATENCION, S1, TEXT, bind_many, draw, one, rounded, typed
from tutor.engine import compile_formula
from tutor.equations import bind
from tutor.errors import ContentError
from tutor.judging import Decoy, Target, Typed, Verdict, choice_target, judge, judge_batch, typed_from
from tutor.judging.allowance import Allowance
from tutor.judging.numbers import Numbers


@pytest.mark.parametrize(
    ("step", "text", "decimals", "verdict"),
    [
        ("scores", "1 0 0,9", 2, "exact"),
        ("scores", "1,00 0,00 0,90", 2, "exact"),
        ("scores", "1,00 0,00 0,91", 2, "wrong"),
        ("scores", "1,00 0,01 0,90", 2, "wrong"),
        ("root", "1,414", 3, "exact"),
        ("root", "√2", 3, "exact"),
        ("root", "1,4", 3, "coarse"),
        ("root", "1,3", 3, "wrong"),
        ("root", "1", 3, "wrong"),
        ("scaled", "0,7 0 0,6", 3, "coarse"),
        ("weights", "0 0 0", 3, "wrong"),
        ("weights", "0,4 0,2 0,4", 3, "coarse"),
        ("weights", "0,4 0,2 0,3", 3, "wrong"),
        ("weights", "0,41 0,20 0,37", 3, "wrong"),
        ("output", "6,0 3,9", 2, "coarse"),
        ("total", "4", 3, "wrong"),
        ("total", "5", 3, "coarse"),
        ("weights", "0,4 0,3 0,4", 3, "wrong"),
        ("weights", "0,412 0,203 0,384", 3, "exact"),
        ("weights", "0,413 0,203 0,384", 3, "rounded"),
        ("weights", "0,414 0,203 0,384", 3, "truncated"),
        ("weights", "0,416 0,201 0,382", 3, "coarse"),
        ("weights", "0,41 0,20 0,38", 3, "coarse"),
        ("weights", "0,43 0,20 0,37", 3, "wrong"),
        ("weights", "2,028/4,918 1/4,918 1,890/4,918", 3, "rounded"),
        ("output", "6,05 3,95", 2, "exact"),
        ("output", "6,04 3,95", 2, "rounded"),
        ("output", "6,03 3,97", 2, "rounded"),
        ("output", "6,10 3,92", 2, "coarse"),
        ("output", "6,30 3,70", 2, "wrong"),
        ("output", "", 2, "blank"),
        ("output", "6,05", 2, "wrong-shape"),
    ],
)
def test_the_first_rung_that_holds(step: str, text: str, decimals: int, verdict: str) -> None:
    """On the running example, with three decimals carried."""
    judged = judge("atencion", TEXT, step, text, decimals=decimals)
    assert judged.verdict == verdict, judged
    assert judged.correct == (verdict in ("exact", "rounded", "truncated"))
    assert judged.message


def test_which_cells_are_right() -> None:
    """Cells are booleans nested like the answer, whatever the verdict of the whole."""
    assert judge("atencion", TEXT, "weights", "0,412 0,3 0,384").cells == [True, False, True]
    assert judge("atencion", TEXT, "root", "1,9").cells is False
    matrix = judge("atencion", {**TEXT, "Q": TEXT["K"]}, "scores", "1 0 0,9 | 0 1 0,1 | 0,9 0,1 0,7", decimals=2)
    assert matrix.cells == [[True] * 3, [True] * 3, [True, True, False]]


def test_the_allowance_is_the_sum_of_the_effects() -> None:
    """τ(h) for the scaled scores, by hand: moving a score by h moves s/r by h/r, moving the root moves it by about
    s·h/r², and a written 1/r by s·h."""
    target = Target(ATENCION, "scaled")
    numbers = Numbers.of(bind(ATENCION, TEXT))
    allowance = Allowance(target, numbers, numbers.ways(target))
    h, s, r = 0.0005, np.array([1.0, 0.0, 0.9]), np.sqrt(2)
    by_division = h / r + np.maximum(s / (r - h) - s / r, s / r - s / (r + h))
    assert np.allclose(allowance.tau(allowance.paths[0])[0], by_division, atol=1e-12)
    by_inverse = h / r + s * (1 / (r - h) - 1 / r) + s * h
    assert np.allclose(list(allowance.widest())[-1][0], by_inverse, atol=1e-12)


def test_dividing_by_the_sum_and_multiplying_by_its_inverse_allow_the_same() -> None:
    """e/Σ and e·(1/Σ) are one way when 1/Σ stays in the calculator: that is why the equation lists only the first."""
    numbers = Numbers.of(bind(ATENCION, TEXT))
    plain = Target(ATENCION, formula=compile_formula("exps / total"))
    inverse = Target(ATENCION, formula=compile_formula("exps * (1 / total)"))
    taus = [list(Allowance(t, numbers, numbers.ways(t)).widest())[-1] for t in (plain, inverse)]
    assert np.allclose(*taus, atol=1e-15)


@pytest.mark.parametrize(
    ("step", "text", "verdict"),
    [
        ("weights", "1 0 0", "exact"),
        ("weights", "0,999 0 0", "rounded"),
        ("weights", "1 0,001 0", "wrong"),
        ("weights", "1 0,000 0,0004", "wrong"),
        ("masked", "0,707 -∞ -∞", "exact"),
        ("masked", "0,708 -∞ -∞", "rounded"),
        ("masked", "0,710 -∞ -∞", "truncated"),
        ("masked", "0,707 -1000 -∞", "slip"),
        ("exps", "2,028 0 0", "exact"),
        ("exps", "2,028 0,001 0", "wrong"),
    ],
)
def test_masked_zeros_and_infinities_are_exact(step: str, text: str, verdict: str) -> None:
    """No rounding makes a hidden key visible."""
    data = {**TEXT, "mask": "causal"}
    assert judge("atencion", data, step, text).verdict == verdict


def test_the_only_key_in_sight_weighs_1() -> None:
    """However small its exponential: 0,003/0,003 is 1, and no rounding of the two makes it 0,9."""
    data = {"Q": [[2, -2]], "K": [[-2, 2], [2, 1], [-1, -1]], "V": [[1], [2], [3]], "mask": "causal"}
    assert judge("atencion", data, "weights", "1 0 0").verdict == "exact"
    assert judge("atencion", data, "weights", "0,999 0 0").verdict == "rounded"
    assert not judge("atencion", data, "weights", "0,9 0 0").correct
    assert not judge("atencion", data, "weights", "0,990 0 0").correct


def test_a_zero_of_a_sum_is_no_masked_zero() -> None:
    """Under a mask an output may be 0 because its values cancel: it is rounded as any other number."""
    data = {"Q": [[0.3]], "K": [[1], [1], [4]], "V": [[0.9], [-0.9], [7]], "mask": [[0, 0, "-inf"]]}
    assert judge("atencion", data, "output", "0,00", decimals=2).verdict == "exact"
    assert judge("atencion", data, "output", "0,001", decimals=3).verdict == "rounded"


def test_counts_are_exact() -> None:
    """For an exact target no decimal is cut and no step rounded: 63 is not 64."""
    target = Target(ATENCION, formula=compile_formula("d ** 2"), decimals=0, exact=True)
    judged = judge_batch(target, {"d": 8}, typed([64, 63, 65], 0))
    assert judged.correct.tolist() == [True, False, False]


def test_hiding_after_the_softmax_and_dividing_by_the_new_sum_is_right() -> None:
    """The long way round, three decimals at every step, is never called wrong; without the new sum it is a slip."""
    rng = np.random.default_rng(5)
    data = [draw(rng, 3, 3, 2, 2) for _ in range(300)]
    scope = bind_many(ATENCION, [{**d, "mask": "causal"} for d in data])
    free = np.stack([rounded(bind(ATENCION, d).public("weights")) for d in data])
    kept = free * np.tri(3)
    with np.errstate(all="ignore"):
        again = kept / kept.sum(axis=-1, keepdims=True)
    here = np.isfinite(again).all(axis=(1, 2))
    judged = judge_batch(Target(ATENCION, "weights"), scope, typed(rounded(np.nan_to_num(again)), present=here))
    assert judged.correct[here].all()
    one_row = judge(
        "atencion", {**TEXT, "Q": TEXT["K"], "mask": "causal"}, "weights", "0,412 0 0|0,244 0,494 0|0,398 0,226 0,376"
    )
    assert one_row.slip == "zero-after-softmax"


WAYS = st.tuples(st.booleans(), st.booleans(), st.booleans())


@settings(max_examples=60)
@given(st.integers(0, 10**6), WAYS, st.sampled_from([3, 4]), st.sampled_from([20, 30]))
def test_honest_rounding_is_accepted(seed: int, ways: tuple[bool, bool, bool], places: int, allowance: int) -> None:
    """Whoever writes down every number with the decimals asked, by any honest way, is right."""
    inverse, less, share = ways
    rng = np.random.default_rng(seed)
    data = draw(rng, int(rng.integers(1, 3)), int(rng.integers(2, 5)), int(rng.integers(1, 5)), 2, allowance)
    scope = bind(ATENCION, data)
    scores = rounded(scope["scores"][0], places)
    root = rounded(np.sqrt(scope["d_k"]), places)
    scaled = rounded(scores * rounded(1 / root, places) if inverse else scores / root, places)
    exps = rounded(np.exp(scaled - (scaled.max(axis=-1, keepdims=True) if less else 0)), places)
    total = rounded(exps.sum(axis=-1, keepdims=True), places)
    with np.errstate(all="ignore"):
        weights = rounded(exps * (1 / total) if share else exps / total, places)
    if not np.isfinite(weights).all():
        return
    for step, values in (("weights", rounded(weights)), ("output", rounded(weights @ data["V"], 2))):
        target = Target(ATENCION, step, decimals=3 if step == "weights" else 2)
        judged = judge_batch(target, scope, typed([values.reshape(target.shape(scope))], target.decimals))
        assert judged.correct[0], (step, values)


def test_choices() -> None:
    """A choice is one-hot: right, wrong, and the key after the right one when somebody counts from 1."""
    target = choice_target(ATENCION, ("0", "1", "2"), "heaviest(weights)")
    readings = [_index(0), _index(1), _index(2), _index(3), _index(9), None]
    judged = judge_batch(target, TEXT, typed_from(readings, options=3))
    assert [judged.verdict_at(i) for i in range(6)] == ["exact", "slip", "wrong", "wrong", "unreadable", "blank"]
    assert judged.slips(1) == ("counted-from-one",)
    assert judged.at(0).cells is True
    last = choice_target(ATENCION, ("0", "1", "2"), 2)
    assert judge_batch(last, TEXT, typed_from([_index(3)], options=3)).slips(0) == ("counted-from-one",)
    letters = choice_target(ATENCION, ("a", "b", "c"), 0)
    assert judge_batch(letters, TEXT, typed_from([_index(1)], options=3)).verdict_at(0) is Verdict.WRONG


def _index(i: int):
    from tutor.answers import Reading

    return Reading("value", str(i), "scalar", value=float(i), places=0)


@pytest.mark.parametrize("seed", range(30))
def test_a_batch_is_one_by_one(seed: int) -> None:
    """Judging a class at once, a data set each, with some earlier answers, decoys and masks, is judging each alone."""
    rng = np.random.default_rng(seed)
    count = 6
    q, n, d_k, d_v = (int(x) for x in rng.integers((1, 2, 1, 1), (4, 5, 4, 4)))
    mask = {"mask": "causal"} if rng.random() < 0.4 else {}
    data = [draw(rng, q, n, d_k, d_v) | mask for _ in range(count)]
    others = [d | {"Q": draw(rng, q, n, d_k, d_v)["Q"]} for d in data]
    step = ("scaled", "exps", "weights", "output")[int(rng.integers(4))]
    part = {"row": int(rng.integers(q))} if rng.random() < 0.4 else {}
    target = Target(ATENCION, step, **part)
    scopes, elsewhere = ([bind(ATENCION, d) for d in many] for many in (data, others))
    given = {}
    for name in ("scores", "scaled", "weights"):
        if ATENCION.order[name] < ATENCION.order[step] and rng.random() < 0.7:
            earlier = Target(ATENCION, name)
            values = np.stack([earlier.right(s) for s in scopes])
            values = values + rng.choice([0.0, 0.5], values.shape) * rng.integers(-1, 2, values.shape)
            given[name] = (earlier, typed(rounded(values), present=rng.random(count) < 0.7))
    answers = np.stack([_answer(rng, target, i, scopes[i], elsewhere[i], given) for i in range(count)])
    typed_all = typed(rounded(np.nan_to_num(answers, nan=0.0)))
    together = judge_batch(
        target, bind_many(ATENCION, data), typed_all, given, [Decoy("d", bind_many(ATENCION, others))]
    )
    for i in range(count):
        mine = {name: (earlier, one(answer, i)) for name, (earlier, answer) in given.items()}
        alone = judge_batch(target, scopes[i], one(typed_all, i), mine, [Decoy("d", elsewhere[i])])
        assert together.at(i) == alone.at(0)


def _answer(rng, target: Target, i: int, scope, other, given: dict[str, tuple[Target, Typed]]) -> np.ndarray:
    """Right, carried, of other data, of a slip, or random."""
    right = target.right(scope)
    kind = rng.integers(5)
    if kind == 1:
        return target.right(other)
    if kind == 2:
        own = {n: a.values[i].reshape(scope[n].shape) for n, (_, a) in given.items() if a.present[i]}
        return target.right(scope.replace(own)) if own else right
    if kind == 3:
        slips = [s for s in ATENCION.slips.values() if len(s.at) == 1 and s.when is None]
        slip = slips[int(rng.integers(len(slips)))]
        try:
            ((name, formula),) = slip.at.items()
            value = scope.evaluate(formula)
            return target.right(scope.replace({name: np.broadcast_to(value, scope[name].shape)}))
        except (ContentError, ValueError):
            return right
    return right + rng.normal(size=right.shape) if kind == 4 else right


def test_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class judged in small groups gets the same verdicts."""
    rng = np.random.default_rng(1)
    scope = bind_many(ATENCION, [draw(rng, 1, 3, 2, 2) for _ in range(40)])
    answers = typed(rounded(rng.dirichlet((1, 1, 1), 40)))
    whole = judge_batch(Target(ATENCION, "weights"), scope, answers)
    monkeypatch.setattr("tutor.judging.ladder.ROWS_AT_ONCE", 7)
    parts = judge_batch(Target(ATENCION, "weights"), scope, answers)
    assert whole.verdict.tolist() == parts.verdict.tolist()
    assert whole.named == parts.named


def test_data_and_answers_must_be_as_many() -> None:
    """Two data sets for one answer are a mistake of the caller, said in words."""
    with pytest.raises(ContentError, match="2 juegos de datos"):
        judge_batch(Target(ATENCION, "root"), bind_many(ATENCION, [S1, TEXT]), typed([1.414]))
    with pytest.raises(ContentError, match="la fila 3"):
        Target(ATENCION, "weights", row=3).right(bind(ATENCION, TEXT))
