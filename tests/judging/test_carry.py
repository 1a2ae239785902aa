"""Carried: right from the learner's own earlier numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.judging.building import ATENCION, SECOND, TEXT, cut, rounded, typed
from tutor.engine import compile_formula
from tutor.equations import bind, load_equation
from tutor.judging import Decoy, Target, choice_target, judge, judge_batch, typed_from


@pytest.mark.parametrize(
    ("step", "text", "given", "verdict"),
    [
        ("weights", "0,440 0,162 0,398", {"scaled": "1,000 0,000 0,900"}, "carried"),
        ("output", "6,39 3,61", {"scaled": "1,000 0,000 0,900"}, "carried"),
        ("output", "6,96 3,04", {"weights": "0,489 0,096 0,415"}, "carried"),
        ("output", "6,96 3,04", {"weights": "0,489 0,096 0,415", "scaled": "0,707 0,000 0,636"}, "carried"),
        ("weights", "0,526 0,000 0,474", {"exps": "1,000 0,000 0,900"}, "carried"),
        ("total", "1,900", {"exps": "1,000 0,000 0,900"}, "carried"),
        ("weights", "0,412 0,203 0,384", {"scaled": "1,000 0,000 0,900"}, "exact"),
        ("weights", "0,440 0,162 0,398", {}, "slip"),
        ("weights", "0,440 0,162 0,398", {"scaled": ""}, "slip"),
        ("weights", "0,440 0,162 0,398", {"scaled": "0,707 0,000 0,636"}, "wrong"),
        ("output", "6,10 3,80", {"weights": "0,410 0,200 0,390"}, "wrong"),
        ("weights", "0,70 0,10 0,20", {"scaled": "1,000 0,000 0,900"}, "wrong"),
    ],
)
def test_going_on_rightly_from_a_wrong_number(step: str, text: str, given: dict[str, str], verdict: str) -> None:
    """Full marks for the step, by whatever way goes through what was answered; never where nothing was wrong."""
    judged = judge("atencion", TEXT, step, text, given=given, decimals=2 if step == "output" else 3)
    assert judged.verdict == verdict, judged
    assert not (verdict == "carried" and judged.correct)


def test_single_cells_are_put_together() -> None:
    """Questions that ask a step cell by cell, or pick it with a formula, carry like one that asks it whole."""
    first = Target(ATENCION, "scores", cell=(0, 0), decimals=2)
    third = Target(ATENCION, formula=compile_formula("cell(scores, 0, 2)"), decimals=2)
    given = {"a": (first, typed([1.5], 2)), "b": (third, typed([0.2], 2))}
    scaled = rounded(np.array([[1.5, 0.0, 0.2]]) / np.sqrt(2))
    judged = judge_batch(Target(ATENCION, "scaled"), TEXT, typed(scaled), given)
    assert judged.at(0).verdict == "carried"
    del given["b"]
    assert judge_batch(Target(ATENCION, "scaled"), TEXT, typed(scaled), given).at(0).verdict == "wrong"


def test_heads_are_carried_one_at_a_time() -> None:
    """A formula that picks one head's row answers for those cells of the step."""
    equation = load_equation("multi-cabeza")
    eye = np.eye(4)
    data = {"X": [[1, 0, 2, 1], [0, 1, 1, -1]], "W_Q": eye, "W_K": eye, "W_V": eye, "W_O": eye, "heads": 2}
    earlier = Target(equation, formula=compile_formula("row(head(scores, 1), 0)"), decimals=2)
    asked = Target(equation, formula=compile_formula("row(head(weights, 1), 0)"))
    z = np.array([3.0, 1.0]) / np.sqrt(2)
    weights = rounded(np.exp(z) / np.exp(z).sum())
    judged = judge_batch(asked, data, typed([weights]), {"p": (earlier, typed([[3.0, 1.0]], 2))})
    assert judged.at(0).verdict == "carried"


OTHER = {**TEXT, "Q": [[0.4, 1.7]]}
"""Numbers whose weights no known slip gives on those of SECOND."""


def of_other(places: int, write: Callable[[np.ndarray], np.ndarray] = rounded) -> tuple[np.ndarray, np.ndarray]:
    """The weights of OTHER as written with some decimals, and the output mixed from them."""
    weights = write(Target(ATENCION, "weights").right(bind(ATENCION, OTHER)), places)[None]
    return weights, rounded(weights @ np.array(TEXT["V"]), 2)


def test_what_was_right_for_other_data_earns_nothing() -> None:
    """The weights of other data, mixed rightly, are their output, not a carried error."""
    target = Target(ATENCION, "output", decimals=2)
    weights, output = of_other(3)
    given = {"pesos": (Target(ATENCION, "weights"), typed(weights))}
    judged = judge_batch(target, SECOND, typed(output, 2), given, [Decoy("otra", OTHER, "Es la otra.")])
    assert judged.slips(0)[0] == "other-data"
    assert judged.at(0).message == "Es la otra. Vuelve a calcularlo con los de esta pregunta."
    assert judge_batch(target, SECOND, typed(output, 2), given).at(0).verdict == "carried"


def test_a_known_slip_is_carried_also_where_it_gives_the_numbers_of_other_data() -> None:
    """The softmax of −z gives the lesson's weights: one slip is one error, whatever other data it leads to."""
    target = Target(ATENCION, "output", decimals=2)
    given = {"pesos": (Target(ATENCION, "weights"), typed([[0.412, 0.203, 0.384]]))}
    judged = judge_batch(target, SECOND, typed([[6.04, 3.95]], 2), given, [Decoy("leccion", TEXT)])
    assert judged.at(0).verdict == "carried"


@pytest.mark.parametrize(
    ("places", "write"), [(3, rounded), (3, cut), (2, rounded)], ids=["rounded", "cut", "with fewer decimals"]
)
def test_however_it_was_right_for_other_data(places: int, write: Callable[[np.ndarray], np.ndarray]) -> None:
    """Rounded, cut or coarse, other data's weights earn nothing when mixed; without decoys they would be carried."""
    target, earlier = Target(ATENCION, "output", decimals=2), Target(ATENCION, "weights")
    weights, output = of_other(places, write)
    given = {"pesos": (earlier, typed(weights, places))}
    assert judge_batch(target, SECOND, typed(output, 2), given).at(0).verdict == "carried"
    judged = judge_batch(target, SECOND, typed(output, 2), given, [Decoy("otra", OTHER)])
    assert judged.at(0).verdict != "carried"


def test_a_choice_follows_from_own_weights() -> None:
    """The heaviest of one's own weights is carried; jumps decide on the numbers as they were typed."""
    target = choice_target(ATENCION, ("0", "1", "2"), "heaviest(weights)")
    given = {"pesos": (Target(ATENCION, "weights"), typed([[0.2, 0.5, 0.3]]))}
    answers = typed_from([_choice(1)], options=3)
    assert judge_batch(target, TEXT, answers, given).at(0).verdict == "carried"
    assert judge_batch(target, TEXT, answers).at(0).verdict == "slip"


def _choice(i: int):
    from tutor.answers import Reading

    return Reading("value", str(i), "scalar", value=float(i), places=0)


def test_a_second_slip_is_seen_over_the_first() -> None:
    """Two slips together only where an earlier answer shows the first: here no scaling, then no division by the sum."""
    given = {"scaled": "1,000 0,000 0,900"}
    text = "2,718 1,000 2,460"
    assert judge("atencion", TEXT, "weights", text, given=given).slips[:1] == ("not-normalised",)
    assert judge("atencion", TEXT, "weights", text).verdict == "wrong"


def test_what_does_not_depend_is_not_carried() -> None:
    """The first causal row is (1, 0, 0) whatever the scores: no earlier mistake excuses another answer."""
    data = {**TEXT, "mask": "causal"}
    judged = judge("atencion", data, "weights", "0,412 0,203 0,384", given={"scaled": "1 0 0,9"})
    assert judged.slip == "mask-ignored"
