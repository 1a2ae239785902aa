"""Slips: every id exists, says what it should, and is found among all the others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.judging.building import ATENCION, S1, TEXT, rounded, slip_ids, typed
from tutor.engine import compile_formula
from tutor.equations import Slip, load_equation
from tutor.judging import Decoy, Target, judge, judge_batch
from tutor.judging.apart import Apart
from tutor.judging.messages import SEEN, slip_words
from tutor.judging.reach import distance
from tutor.judging.structure import STRUCTURAL

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
]
SEEN_IDS = [
    "other-data",
    "cells-swapped",
    "transposed",
    "all-signs-flipped",
    "percent-without-sign",
    "decimal-point-moved",
]
SEEN_IDS += ["earlier-step-copied", "counted-from-one"]

# One query does not show what mixes queries up; a mask shows only what it hides.
THREE = {**S1, "Q": [[-2, 1], [1, 1], [2, -1]]}
ROWS = {**THREE, "V": [[2, 0], [8, 1], [0, 10]]}
HIDDEN = {**THREE, "mask": "causal"}
rng = np.random.default_rng(3)
HEADS: dict[str, Any] = {
    name: rng.integers(-2, 3, shape).astype(float)
    for name, shape in {"X": (3, 4), "W_Q": (4, 4), "W_K": (4, 4), "W_V": (4, 4), "W_O": (4, 4)}.items()
} | {"heads": 2, "mask": "causal"}


def example(slip: Slip) -> tuple[Any, dict[str, Any]]:
    """An equation and data that can show the slip."""
    if slip.id in ATENCION.slips and ATENCION.slips[slip.id] is slip:
        if slip.when:
            return ATENCION, HIDDEN
        return ATENCION, ROWS if slip.id in ("softmax-over-all", "transposed-weights", "softmax-over-columns") else S1
    return CABEZAS, HEADS


def test_every_id_of_the_list_exists() -> None:
    """The ids are a contract: outside scripts count them."""
    assert set(IDS) <= slip_ids(ATENCION, CABEZAS)
    assert set(SEEN_IDS) == set(SEEN) == {*STRUCTURAL, "other-data"}


ALL = [*ATENCION.slips.values(), *(s for s in CABEZAS.slips.values())]


@pytest.mark.parametrize("slip", ALL, ids=lambda s: s.id)
def test_its_numbers_trigger_its_message(slip: Slip) -> None:
    """Typed at the step where it happens, on data that can show it, a slip is named alone or first among its equals,
    and its own words are said."""
    equation, data = example(slip)
    step = max(slip.at, key=lambda name: equation.order[name])
    target = Target(equation, step)
    apart = Apart(target, data)
    outcomes = [o for o in apart.outcomes(slip) if distance(o.value, apart.right).max() > 1e-9]
    assert outcomes, "these data do not show it"
    shape = target.shape(equation.bind(data))
    judged = judge_batch(target, data, typed([rounded(outcomes[0].value[0]).reshape(shape)])).at(0)
    assert judged.verdict == "slip"
    assert slip.id in judged.slips
    assert judged.slips[0] == slip.id or not apart.differ(slip, equation.slips[judged.slips[0]]).all()
    if judged.slips[0] == slip.id:
        assert slip.says in judged.message


@pytest.mark.parametrize("id", [*IDS, *SEEN_IDS])
def test_words_are_short_and_say_no_number_of_the_answer(id: str) -> None:
    """One sentence for what happened, one for what to do; no figures of any answer in them."""
    for equation in (ATENCION, CABEZAS):
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


def test_near_zero_nothing_is_a_moved_point() -> None:
    """Any number, moved three places, is near 0: that is no evidence."""
    data = {"Q": [[3, 3]], "K": [[3, 3], [-1, 1]], "V": [[1], [2]]}
    assert judge("atencion", data, "weights", "1,000 0,600").verdict == "wrong"


def test_the_order_of_explanations() -> None:
    """Other data first, then the question's own, the nearest step, the order of the file, and what is only seen."""
    own = Slip("own:mine", {"weights": compile_formula("scores / sum(scores)")}, "Es lo mío.", "Hazlo.")
    target = Target(ATENCION, "weights", slips=(own,))
    answer = typed([[0.526, 0.0, 0.474]])
    assert judge_batch(target, TEXT, answer).slips(0) == ("own:mine", "divide-by-sum", "absolute-sum", "times-e")
    minus = typed([[0.244, 0.494, 0.262]])
    decoyed = judge_batch(target, TEXT, minus, decoys=[Decoy("otra", {**TEXT, "Q": [[0, 1]]})])
    assert decoyed.slips(0)[:2] == ("other-data", "sign-flipped")


def test_an_own_slip_may_name_the_right_value() -> None:
    """`1 - weights` at the step `weights` is no circle: it reads the right weights."""
    own = Slip("own:rest", {"weights": compile_formula("1 - weights")}, "Es lo que falta.", "Al revés.")
    answer = typed([rounded(1 - ATENCION.bind(TEXT).public("weights"))])
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
    z = ATENCION.bind(S1).public("scaled")
    less = np.exp(z - z.max())
    text = " ; ".join(f"{x:.3f}" for x in (less if step == "exps" else [less.sum()]))
    assert judge("atencion", S1, step, text).slips == ()
    flat = {"Q": [[1]], "K": [[0.3], [0.1]], "V": [[1], [2]]}
    assert judge("atencion", flat, step, "1,000 0,819" if step == "exps" else "1,819").slips == ()
