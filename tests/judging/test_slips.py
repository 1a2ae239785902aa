"""Slips: every id exists, says what it should, and is found among all the others."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.judging.building import ATENCION, S1, TEXT, rounded, slip_ids, typed
from tutor.authoring import load_unit
from tutor.engine import compile_formula
from tutor.equations import Equation, Slip, bind, equation_names, load_equation
from tutor.judging import Decoy, Target, judge, judge_batch
from tutor.judging.allowance import GUARD, distance
from tutor.judging.messages import slip_words
from tutor.judging.separability import Separability
from tutor.judging.visible_slips import VISIBLE
from tutor.units import variant_data

CABEZAS = load_equation("multi-cabeza")
IDS = [
    "sum-not-product",
    "first-component-only",
    "cross-components",
    "distance",
    "cosine",
    "no-scale",
    "divide-by-dk",
    "multiply-by-root",
    "root-of-n",
    "root-of-dmodel",
    "fourth-root",
    "sign-flipped",
    "times-e",
    "base-2",
    "base-10",
    "zero-exp-zero",
    "linear-exp",
    "exp-over-raw-sum",
    "divide-by-sum",
    "absolute-sum",
    "squares",
    "not-normalised",
    "no-softmax",
    "sigmoid",
    "winner-takes-all",
    "uniform",
    "softmax-twice",
    "scale-after-softmax",
    "softmax-over-columns",
    "softmax-over-all",
    "weights-times-keys",
    "weights-times-query",
    "only-heaviest-term",
    "mean-of-terms",
    "mean-of-values",
    "transposed-weights",
    "zero-after-softmax",
    "fill-zero",
    "inverted-mask",
    "diagonal-excluded",
    "upper-instead-of-lower",
    "mask-ignored",
    "minus-one",
    "one-head",
    "no-output-projection",
    "mean-of-heads",
    "sum-of-heads",
    "split-without-transpose",
    "heads-reversed",
    "parameters-times-heads",
    "output-projection-uncounted",
    "last-component-only",
    "query-sign-lost",
    "key-signs-lost",
    "score-signs-lost",
    "zero-keeps-the-other",
    "values-for-keys",
    "one-score-scaled",
    "divide-by-n",
    "divide-by-dk-squared",
    "exp-of-absolute",
    "exp-sign-outside",
    "exp-negative-zero",
    "term-left-out",
    "negatives-to-zero",
    "odds",
    "exps-over-n",
    "inverted-ratio",
    "sum-of-values",
    "value-left-out",
    "values-reordered",
    "winner-row",
    "exps-times-values",
    "scores-times-values",
]
SEEN_IDS = [
    "other-data",
    "cells-swapped",
    "transposed",
    "all-signs-flipped",
    "percent-without-sign",
    "decimal-point-moved",
]
SEEN_IDS += ["earlier-step-copied", "counted-from-one", "digits-swapped", "nearly-infinite", "later-step"]

SIZES = (
    {"q": 1, "n": 3, "d_k": 3, "d_v": 2, "m": 3, "d_model": 6, "d_q": 4, "d_w": 4, "d_out": 4},
    {"q": 3, "n": 3, "d_k": 2, "d_v": 2, "m": 2, "d_model": 4, "d_q": 4, "d_w": 4, "d_out": 4},
    {"q": 3, "n": 4, "d_k": 3, "d_v": 3, "m": 4, "d_model": 3, "d_q": 6, "d_w": 4, "d_out": 2},
)
PRAISE = r"(La .+ correctas?\. |\d+ de \d+ .+ correctas?\. |Correctas, contando desde 0: [^.]+\. )?"
SUMMED = r"( Los pesos tienen que sumar 1: [^.]+\.)?( Un peso no puede ser negativo\.)?"
# One query does not show what mixes queries up.
THREE = {**S1, "Q": [[-2, 1], [1, 1], [2, -1]]}
HIDDEN = {**THREE, "mask": "causal"}


def numbers(equation: Equation, seed: int, masked: bool) -> dict[str, Any]:
    """Other numbers for an equation: with one decimal and some zeros; probabilities where there is a logarithm; for
    positions, those of its unit, since most would be none."""
    if equation.id == "posicion":
        unit = load_unit(equation.id)
        return {n: v for n, v in {**unit.data, **variant_data(unit, seed + 1)}.items() if n in equation.inputs}
    rng = np.random.default_rng(seed)
    data: dict[str, Any] = {}
    for name, declared in equation.inputs.items():
        if declared.count:
            data[name] = 2
        elif declared.default is None:
            shape = tuple(SIZES[seed % 3][d] for d in declared.shape)
            data[name] = np.round(rng.uniform(-2.0, 2.0, shape), 1)
            if rng.random() < 0.5:
                data[name][rng.random(shape) < 0.3] = 0.0
            if equation.id in ("entropia", "mezcla") and name in ("p", "weights"):
                data[name] = np.round(rng.dirichlet(np.ones(shape[-1]), shape[:-1]), 2)
        elif masked or seed % 2:
            data[name] = "causal"
    return data


def test_every_id_of_the_list_exists() -> None:
    """The ids are a contract: outside scripts count them."""
    assert set(IDS) <= slip_ids(ATENCION, CABEZAS)
    assert set(SEEN_IDS) == set(VISIBLE)


EVERY = [
    (equation, slip)
    for equation in map(load_equation, equation_names())
    for slip in equation.slips.values()
    if not slip.rare  # those are looked for only where no other explains the numbers
]


@pytest.mark.parametrize(("equation", "slip"), EVERY, ids=[f"{e.id} {s.id}" for e, s in EVERY])
def test_its_numbers_trigger_exactly_its_message(equation: Equation, slip: Slip) -> None:
    """Typed at the step where it happens (or, where another does the same there, at a later one), on some numbers that
    can tell, a slip is named first and nothing but its own words is said, after which cells are right."""
    first = max(equation.order[name] for name in slip.at)
    tried: list[Any] = []
    if not any(_said_alone(equation, slip, step, tried) for step in list(equation.steps)[first:]):
        pytest.fail(f"never said: {Counter(s[1] for s in tried).most_common(3)} {tried[:1]}")


def _said_alone(equation: Equation, slip: Slip, step: str, tried: list[Any]) -> bool:
    target = Target(equation, step)
    for seed in range(200):
        scope = bind(equation, numbers(equation, seed, slip.when is not None))
        apart = Separability(target, scope)
        for outcome in apart.outcomes(slip):
            value = outcome.value[0]
            if np.isnan(value).any() or distance(value, apart.right).max() <= GUARD:
                continue
            answer = np.where(np.isfinite(value), rounded(np.nan_to_num(value)), value)
            judged = judge_batch(target, scope, typed([answer.reshape(target.shape(scope))])).at(0)
            tried.append((judged.verdict, judged.slips, judged.message))
            which = range(scope.inputs[slip.each]) if slip.each else [None]
            words = [f"{slip.says} {slip.do}".replace("{each}", str(i)) for i in which]
            if judged.slip == slip.id and any(
                re.fullmatch(PRAISE + re.escape(w) + SUMMED, judged.message) for w in words
            ):
                return True
    return False


@pytest.mark.parametrize("id", [*IDS, *SEEN_IDS])
def test_words_are_short_and_say_no_number_of_the_answer(id: str) -> None:
    """One sentence for what happened, one for what to do; no figures of any answer in them."""
    for equation in map(load_equation, equation_names()):
        says, do = slip_words(id, equation)
        if not says:
            continue
        assert len(says) <= 110
        assert len(do) <= 110
        figures = {c for c in says + do if c.isdigit()} - set("012")
        assert not figures, figures


@pytest.mark.parametrize(
    ("values", "slip"),
    [
        ([3.95, 6.05], "cells-swapped"),
        ([-6.05, -3.95], "all-signs-flipped"),
        ([60.45, 39.55], "decimal-point-moved"),
        ([0.6045, 0.3955], "decimal-point-moved"),
        ([6.05, 39.55], "decimal-point-moved"),
    ],
)
def test_what_the_numbers_alone_show(values: list[float], slip: str) -> None:
    """Structural slips need no formula."""
    judged = judge_batch(Target(ATENCION, "output", decimals=2), TEXT, typed([values], 4))
    assert judged.slips(0) == (slip,)


@pytest.mark.parametrize(
    ("step", "text", "slip"),
    [
        ("weights", "41,2 20,3 38,4", "percent-without-sign"),
        ("weights", "41 20 38", "percent-without-sign"),
        ("weights", "4,12 2,03 3,84", "decimal-point-moved"),
        ("weights", "0,384 0,412 0,203", "cells-swapped"),
        ("exps", "0,707 0,000 0,636", "earlier-step-copied"),
        ("total", "1,414", "earlier-step-copied"),
    ],
)
def test_what_the_numbers_alone_show_in_steps(step: str, text: str, slip: str) -> None:
    """Shares without %, a copied step, a shifted point."""
    assert slip in judge("atencion", TEXT, step, text).slips


def test_a_transposed_matrix() -> None:
    """Rows and columns exchanged are seen as that, not as any order."""
    data = {"Q": [[1, 2], [0, 1]], "K": [[3, 1], [1, 2]], "V": [[1], [2]]}
    judged = judge("atencion", data, "scores", "5 1 | 5 2", decimals=2)
    assert judged.slips == ("transposed",)


def test_one_number_among_zeros_has_no_order() -> None:
    """(0 ; 0 ; 1) for (1 ; 0 ; 0) is no list in another order: the row looks into the future."""
    assert judge("atencion", {**TEXT, "mask": "causal"}, "weights", "0 0 1").verdict == "wrong"
    assert judge("atencion", TEXT, "output", "3,95 6,05", decimals=2).slips == ("cells-swapped",)


def test_near_zero_nothing_is_a_moved_point() -> None:
    """Any number, moved three places, is near 0: that is no evidence."""
    data = {"Q": [[3, 3]], "K": [[3, 3], [-1, 1]], "V": [[1], [2]]}
    assert judge("atencion", data, "weights", "1,000 0,600").verdict == "wrong"


@pytest.mark.parametrize("put", ["-10", "-50", "−1e5", "-9999", "-65504", "-10^9", "-3,4e38"])
@pytest.mark.parametrize("others", ["0,00", "7"], ids=["others right", "others wrong"])
def test_any_very_negative_number_for_minus_infinity_is_told_alike(put: str, others: str) -> None:
    """What code puts in the place of −∞, whatever its size; not where something else is wrong too."""
    data = {"Q": [[0, 1], [0, 1]], "K": [[1, 0], [0, 1]], "V": [[1], [2]], "mask": "causal"}
    found = judge("atencion", data, "masked", f"{others} ; {put} | 0 ; 0,707")
    assert found.slips == (("nearly-infinite",) if others == "0,00" else ())


def test_the_order_of_explanations() -> None:
    """Other data first, then the question's own, the nearest step, the order of the file, and what is only seen."""
    own = Slip("own:mine", {"weights": compile_formula("scores / sum(scores)")}, "Es lo mío.", "Hazlo.")
    target = Target(ATENCION, "weights", slips=(own,))
    answer = typed([[0.526, 0.0, 0.474]])
    assert judge_batch(target, TEXT, answer).slips(0) == ("own:mine", "divide-by-sum", "absolute-sum")
    minus = typed([[0.244, 0.494, 0.262]])
    decoyed = judge_batch(target, TEXT, minus, decoys=[Decoy("otra", {**TEXT, "Q": [[0, 1]]})])
    assert decoyed.slips(0)[:2] == ("other-data", "sign-flipped")


def test_an_own_slip_may_name_the_right_value() -> None:
    """`1 - weights` at the step `weights` is no circle: it reads the right weights."""
    own = Slip("own:rest", {"weights": compile_formula("1 - weights")}, "Es lo que falta.", "Al revés.")
    answer = typed([rounded(1 - bind(ATENCION, TEXT).public("weights"))])
    assert judge_batch(Target(ATENCION, "weights", slips=(own,)), TEXT, answer).slips(0) == ("own:rest",)


def test_a_choice_names_no_slip_it_cannot_know() -> None:
    """One option in three is no evidence for any of forty procedures."""
    from tests.judging.test_carry import _choice
    from tutor.judging import choice_target, typed_from

    target = choice_target(ATENCION, ("a", "b", "c"), "heaviest(weights)")
    judged = judge_batch(target, TEXT, typed_from([_choice(1), _choice(2)], options=3))
    assert [judged.verdict_at(i) for i in range(2)] == ["wrong", "wrong"]


def test_data_of_another_size_never_break() -> None:
    """A decoy with fewer rows, and slips whose shapes do not fit, are simply not what happened."""
    target = Target(ATENCION, "weights", row=2)
    given = {"filas": (Target(ATENCION, "scaled", row=2), typed([[1.0, 1.0, 1.0]]))}
    judged = judge_batch(target, THREE, typed([[0.2, 0.3, 0.5]]), given, [Decoy("corta", S1), Decoy("larga", HIDDEN)])
    assert judged.verdict_at(0) in ("wrong", "slip")


@pytest.mark.parametrize("step", ["exps", "total"])
def test_less_the_maximum_is_no_slip_of_scaling(step: str) -> None:
    """e^(z − max) leads to the weights and is not e^z: whoever gives it there made none of the slips of that way."""
    z = bind(ATENCION, S1).public("scaled")
    less = np.exp(z - z.max())
    text = " ; ".join(f"{x:.3f}" for x in (less if step == "exps" else [less.sum()]))
    assert judge("atencion", S1, step, text).slips == ()
    flat = {"Q": [[1]], "K": [[0.3], [0.1]], "V": [[1], [2]]}
    assert judge("atencion", flat, step, "1,000 0,819" if step == "exps" else "1,819").slips == ()


def test_one_column_is_not_as_many_as_are_asked() -> None:
    """Keys of one component mixed by the weights are one number a query, not the same number in each column of V."""
    data = {"Q": [[0.0], [0.0]], "K": [[-2.9], [0.8]], "V": [[-2.4, 1.6], [2.2, -0.5]], "mask": "causal"}
    assert not {"weights-times-keys", "weights-times-query"} & {*judge("atencion", data, "output", "0 0 | 0 0").slips}
