"""A question about one row costs one row, and says the same as computing all of them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.judging.test_dominance import STUDENTS, numbers_of
from tutor.answers import read
from tutor.equations import bind, load_equation
from tutor.errors import ContentError
from tutor.judging import Decoy, Target, judge_batch, typed_from
from tutor.judging.allowance import Allowance
from tutor.judging.numbers import Numbers
from tutor.judging.single_row import alone
from tutor.judging.slips import candidates, sizes_of

ATTENTION = load_equation("atencion")


def every_effect(target: Target, numbers: Numbers, monkeypatch: pytest.MonkeyPatch, many: int) -> list[np.ndarray]:
    """The allowances along all honest ways and those of all slips; one row on its own from `many` learners."""
    monkeypatch.setattr("tutor.judging.allowance.MANY", many)
    found = []
    ways = [
        *numbers.ways(target),
        *(
            w
            for s in candidates(target, numbers.scope.optional_given, sizes_of(numbers))
            for w in numbers.ways(target, s)
        ),
    ]
    with np.errstate(all="ignore"):
        for way in ways:
            try:
                found.append(Allowance(target, numbers, (way,)).tau(way))
            except (ValueError, IndexError):  # a slip that leads to other shapes
                continue
    return found


@pytest.mark.parametrize("step", ["scaled", "exps", "weights", "output"])
@pytest.mark.parametrize("part", [{"row": 1}, {"row": 2}, {"cell": (1, 0)}], ids=["row", "last-row", "cell"])
@pytest.mark.parametrize("mask", [False, True], ids=["seen", "masked"])
@pytest.mark.parametrize("own", [False, True], ids=["right", "own"])
def test_the_other_rows_change_nothing(
    step: str, part: dict[str, int], mask: bool, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every allowance of a part is the same with the other rows and without them, also for slips that mix rows."""
    target = Target(ATTENTION, step, **part)  # type: ignore[arg-type]
    numbers = numbers_of(2.0, mask, own)
    whole = every_effect(target, numbers, monkeypatch, 10**9)
    lean = every_effect(target, numbers, monkeypatch, 1)
    assert len(whole) == len(lean) >= 19
    for one, other in zip(whole, lean, strict=True):
        assert np.allclose(one, other, rtol=0.0, atol=1e-12)


def test_a_row_is_alone_only_where_it_is() -> None:
    """The weights of a query need no other query; a softmax over the columns needs them all."""
    numbers = numbers_of(2.0, mask=True)
    target = Target(ATTENTION, "weights", row=1)
    ways = {name: numbers.ways(target, ATTENTION.slips[name])[0] for name in ("no-scale", "softmax-over-columns")}
    with np.errstate(all="ignore"):
        assert alone(target, numbers, numbers.first(target)) is not None
        assert alone(target, numbers, ways["no-scale"]) is not None
        assert alone(target, numbers, ways["softmax-over-columns"]) is None
        assert alone(Target(ATTENTION, "weights"), numbers, numbers.first(Target(ATTENTION, "weights"))) is None


def test_each_learner_is_asked_their_own_row() -> None:
    """Where a datum says which row, a class is judged as each would be alone, other data and carried numbers too."""
    rng = np.random.default_rng(3)
    data = {name: np.round(rng.uniform(-2, 2, (STUDENTS, 1, 4, 2)), 1) for name in ("Q", "K", "V")}
    rows = rng.integers(0, 4, STUDENTS).astype(float)
    theirs = {name: np.roll(values, 1, axis=0) for name, values in data.items()}

    def bound(of: dict[str, np.ndarray], which: np.ndarray, who: slice) -> object:
        inputs = {name: values[who, 0] for name, values in of.items()}
        return bind(ATTENTION, {**inputs, "mask": "causal", "fila": which[who].reshape(-1, 1, 1, 1)})

    everybody = slice(None)
    mine = bound(data, rows, everybody)
    other = bound(theirs, np.roll(rows, 1), everybody)
    named, output = (Target(ATTENTION, step, row="fila", decimals=3) for step in ("weights", "output"))
    right, borrowed = named.right(mine), named.right(other)  # type: ignore[arg-type]
    kinds = [right, borrowed, right[:, ::-1], np.full_like(right, 0.25), np.round(right, 1)]
    weights = np.stack([kinds[i % len(kinds)][i] for i in range(STUDENTS)])
    values = np.stack([weights[i] @ data["V"][i, 0] for i in range(STUDENTS)])

    def typed(numbers: np.ndarray) -> object:
        return typed_from([read(" ".join(f"{x:.3f}" for x in row), kind="vector") for row in numbers], numbers[0].shape)

    before = {"w": (named, typed(weights))}
    for target, answers, given in ((named, weights, {}), (output, values, before)):
        batch = judge_batch(target, mine, typed(answers), given, [Decoy("other", other)])  # type: ignore[arg-type]
        for i in range(STUDENTS):
            one = slice(i, i + 1)
            # where the other data ask the same row, that row by its number; elsewhere each by its datum
            row = int(rows[i]) if rows[i] == np.roll(rows, 1)[i] else "fila"
            own, earlier = (Target(ATTENTION, step, row=row, decimals=3) for step in (target.step, "weights"))
            decoy = Decoy("other", bound(theirs, np.roll(rows, 1), one))  # type: ignore[arg-type]
            alone_given = {"w": (earlier, typed(weights[one]))} if given else {}
            single = judge_batch(own, bound(data, rows, one), typed(answers[one]), alone_given, [decoy])  # type: ignore[arg-type]
            assert batch.verdict_at(i) == single.verdict_at(0), i
            assert batch.slips(i) == single.slips(0), i
            assert (batch.cells[i] == single.cells[0]).all()
    assert len({batch.verdict_at(i) for i in range(STUDENTS)}) > 2


@pytest.mark.parametrize(
    "row", [4.0, -1.0, 0.5, [1.0, 2.0]], ids=["after-the-last", "before-the-first", "between", "several"]
)
def test_what_is_no_row_is_said(row: object) -> None:
    """A datum that is no row of the step is told, with the rows there are."""
    data = {"Q": [[1.0, 0.0]] * 4, "K": [[1.0, 0.0]] * 4, "V": [[1.0]] * 4, "fila": row}
    with pytest.raises(ContentError, match=r"un entero de 0 a 3"):
        Target(ATTENTION, "weights", row="fila").right(bind(ATTENTION, data))
