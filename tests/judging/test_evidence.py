"""What was answered before: it narrows, it refutes, and what follows from it is evidence or is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.judging.building import ATENCION, S1, TEXT, bind_many, draw, one, rounded, typed
from tutor.engine import compile_formula
from tutor.equations import bind
from tutor.judging import Answered, Target, judge, judge_batch
from tutor.judging.numbers import Numbers
from tutor.judging.slips import candidates, sizes_of

FOUR: dict[str, Any] = {
    "Q": [[1.5, -1, 0.5]],
    "K": [[1, -2, 1], [-1, 0.5, 2], [0, 1.5, -1], [2, 1, 0.5]],
    "V": [[4, -2], [1, 6], [-3, 5], [8, 1]],
}
WEIGHTS = {"weights": "0,412 ; 0,203 ; 0,384"}


@pytest.mark.parametrize(
    ("step", "text", "given", "verdict"),
    [
        ("output", "6,05 ; 3,95", WEIGHTS, "exact"),
        ("output", "6,04 ; 3,95", WEIGHTS, "rounded"),
        ("output", "6,10 ; 3,92", {}, "coarse"),
        ("output", "6,10 ; 3,92", WEIGHTS, "wrong"),
        ("output", "6,0 ; 3,9", WEIGHTS, "coarse"),
        ("output", "6,10 ; 3,92", {"weights": "0,500 ; 0,203 ; 0,297"}, "coarse"),
        ("output", "6,05 ; 3,96", {"weights": "0,414 ; 0,203 ; 0,384"}, "rounded"),
    ],
    ids=[
        "what is exact is right",
        "from the numbers typed",
        "with a decimal less on the way, where nothing was typed",
        "not past the weights typed",
        "few decimals of what they give",
        "wrong weights narrow nothing",
        "from weights at the edge",
    ],
)
def test_right_answers_narrow(step: str, text: str, given: dict[str, str], verdict: str) -> None:
    """What is accepted has to follow from the data and from the nearest right numbers as they were typed."""
    assert judge("atencion", TEXT, step, text, given=given, decimals=2).verdict == verdict


@pytest.mark.parametrize(
    ("given", "slips"),
    [
        ({}, ("no-scale",)),
        ({"scores": "4,00 ; -1,00 ; -2,00 ; 2,25"}, ("no-scale",)),
        ({"weights": "0,689 ; 0,038 ; 0,022 ; 0,251"}, ()),
        ({"scaled": "2,309 ; -0,577 ; -1,155 ; 1,299"}, ()),
        ({"exps": "10,064 ; 0,561 ; 0,315 ; 3,666"}, ()),
    ],
)
def test_right_answers_refute(given: dict[str, str], slips: tuple[str, ...]) -> None:
    """A slip that would have changed what is known to be right was not made; one made later may have been."""
    assert judge("atencion", FOUR, "output", "4,56 ; -1,50", given=given, decimals=2).slips == slips


def test_another_part_of_the_same_step_refutes_nothing() -> None:
    """A row done rightly says nothing of how the next was done."""
    data = {**TEXT, "Q": TEXT["K"]}
    first, second = (Target(ATENCION, "weights", row=row) for row in (0, 1))
    right = rounded(first.right(bind(ATENCION, data)))
    unscaled = np.exp(np.array([0.0, 1.0, 0.1]))
    answer = typed(rounded(unscaled / unscaled.sum())[None])
    judged = judge_batch(second, data, answer, {"a": (first, typed(right[None]))})
    assert judged.slips(0) == ("no-scale",)


def test_a_choice_is_evidence() -> None:
    """Which key weighs most is read off the weights typed: no short cut gives it without them."""
    target = Target(ATENCION, formula=compile_formula("heaviest(weights)"), decimals=0, exact=True, choices=("0", "1"))
    data = {"Q": [[1, 0]], "K": [[1, 0], [0, 1]], "V": [[1], [2]]}
    given = {"w": (Target(ATENCION, "weights"), typed([[0.1, 0.9]]))}
    judged = judge_batch(target, data, typed([[0.0, 1.0]], 0), given).at(0)
    assert (judged.verdict, judged.evidence) == ("carried", True)


@pytest.mark.parametrize(
    ("step", "text", "given", "evidence"),
    [
        ("weights", "1 ; 0 ; 0", {"scores": "100 ; 0 ; 0"}, False),
        ("weights", "0,333 ; 0,333 ; 0,333", {"scaled": "5 ; 5 ; 5"}, False),
        ("weights", "0,573 ; 0,139 ; 0,288", {"scaled": "1,000 ; -0,415 ; 0,310"}, True),
        ("output", "10 ; 0", {"weights": "1 ; 0 ; 0", "scores": "100 ; 0 ; 0"}, False),
        ("output", "10 ; 0", {"weights": "1 ; 0 ; 0"}, True),
        ("output", "6,39 ; 3,61", {"scaled": "1,000 ; 0,000 ; 0,900", "weights": "0,440 ; 0,162 ; 0,398"}, True),
        ("output", "6,05 ; 3,95", {"weights": "1 ; 0 ; 0"}, None),
    ],
    ids=[
        "one key without an exponential",
        "equal shares",
        "worked out",
        "from what was carried from nothing",
        "after a slip that has a name",
        "a chain that begins with a slip",
        "right from the data",
    ],
)
def test_evidence(step: str, text: str, given: dict[str, str], evidence: bool | None) -> None:
    """A carried answer proves something unless a short cut gives the same, and always after a slip with a name."""
    judged = judge("atencion", TEXT, step, text, given=given, decimals=2 if step == "output" else 3)
    assert judged.evidence is evidence, judged


def test_the_same_answer_has_the_same_evidence_however_many_zeros_it_has() -> None:
    """`0 ; 0 ; 1` and `0,000 ; 0,000 ; 1,000` are one answer, before another and by themselves."""
    data = {"Q": [[-1, 1]], "K": [[1, 2], [0, 3], [-1, -1]], "V": [[5, 0], [-8, -6], [5, 2]]}
    short, long = "0 ; 0 ; 1", "0,000 ; 0,000 ; 1,000"
    asked = [judge("atencion", data, "output", "5 ; 2", given={"weights": w}, decimals=2) for w in (short, long)]
    assert asked[0] == asked[1]
    assert asked[0].verdict == "carried"


def test_verdicts_that_come_along_are_not_made_again() -> None:
    """With their judgements, earlier answers are not judged: whatever those say holds."""
    earlier, answer = Target(ATENCION, "weights"), typed([[0.412, 0.203, 0.384]])
    right = judge_batch(earlier, TEXT, answer)
    wrong = judge_batch(earlier, TEXT, typed([[0.1, 0.8, 0.1]]))
    output = Target(ATENCION, "output", decimals=2)
    verdicts = [
        judge_batch(output, TEXT, typed([[6.10, 3.92]], 2), {"w": Answered(earlier, answer, judged)}).verdict_at(0)
        for judged in (right, wrong)
    ]
    assert verdicts == ["wrong", "coarse"]


def test_who_answered_what_does_not_matter_to_the_others() -> None:
    """Each of a class is judged by their own earlier answers, whichever steps those are of."""
    rng = np.random.default_rng(8)
    data = [draw(rng, 1, 3, 2, 2) for _ in range(12)]
    scopes = [bind(ATENCION, d) for d in data]
    given = {}
    for k, name in enumerate(("scores", "scaled", "exps", "weights")):
        target = Target(ATENCION, name)
        values = np.stack([target.right(s) for s in scopes]) + rng.choice([0.0, 0.3], (12, 1))
        given[name] = (target, typed(rounded(values), present=np.arange(12) % 4 >= k))
    output = Target(ATENCION, "output", decimals=2)
    answers = np.stack([output.right(s) for s in scopes]) + rng.choice([0.0, 0.02, 0.4], (12, 1))
    together = judge_batch(output, bind_many(ATENCION, data), typed(rounded(answers, 2), 2), given)
    for i in range(12):
        mine = {name: (target, one(answer, i)) for name, (target, answer) in given.items()}
        alone = judge_batch(output, scopes[i], one(typed(rounded(answers, 2), 2), i), mine)
        assert together.at(i) == alone.at(0)


def test_a_question_that_gives_its_numbers_looks_only_for_what_comes_after() -> None:
    """To add two weights that are shown nobody multiplies: no slip of the products explains a wrong sum."""
    scope = bind(ATENCION, S1)
    total = Target(ATENCION, formula=compile_formula("cell(weights, 0, 0) + cell(weights, 0, 1)"))
    sizes = sizes_of(Numbers.of(scope))
    assert candidates(total, scope.optional_given, sizes) == ()
    printed = Target(ATENCION, "output", printed=frozenset({"weights"}))
    assert {step for slip in candidates(printed, scope.optional_given, sizes) for step in slip.at} == {"output"}
    message = judge_batch(total, S1, typed([0.9])).at(0).message
    assert "paso anterior" not in message
