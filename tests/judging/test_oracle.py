"""The judge beside a second one written apart, on random exercises and answers of every kind.

`python -m tests.judging.test_oracle 5000` compares more of them, from another seed.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.judging.building import cut, draw, rounded, typed
from tests.judging.oracle import FILE, PATH, STEPS, Judged, Oracle
from tutor.engine import compile_formula
from tutor.equations import bind, load_equation
from tutor.judging import Decoy, Target, Typed, judge_batch

ATENCION = load_equation(str(PATH))
ASKED = ("scores", "root", "scaled", "exps", "total", "weights", "output")
KINDS = ("right", "rounded", "truncated", "coarse", "edge", "slip", "carried", "decoy", "shown", "random")
Answer = dict[str, Any]


def case(rng: np.random.Generator) -> Answer:
    """An exercise, what is asked of it, and an answer of some kind."""
    q, n, d_k, d_v = (int(x) for x in rng.integers((1, 2, 1, 1), (4, 5, 4, 4)))
    data = draw(rng, q, n, d_k, d_v, int(rng.choice([10, 20, 30])))
    if rng.random() < 0.2:
        data["Q"] = np.round(data["Q"])
    step = str(rng.choice(ASKED))
    if rng.random() < 0.4 and n >= q:
        data["mask"] = "causal" if rng.random() < 0.7 else hidden(rng, q, n)
        step = "masked" if step == "scaled" else step
    decimals = int(rng.choice([2, 3, 4] if step != "output" else [1, 2, 3]))
    keep = int(rng.choice([3, 3, 4, 2]))
    found = {"data": data, "step": step, "decimals": decimals, "keep": keep, "given": {}, "decoys": []}
    kind = str(rng.choice(KINDS))
    values = answer(rng, found, kind)
    places = np.full(values.shape, float(decimals if rng.random() < 0.8 else rng.integers(1, 7)))
    if rng.random() < 0.05:
        places[:] = np.inf
    exact = np.isinf(places) | ~np.isfinite(values)
    values = np.where(exact, values, _written(values, places))
    places[~np.isfinite(values)] = np.inf
    return {**found, "kind": kind, "values": values, "places": places}


def _written(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Each number with its own decimals."""
    return np.vectorize(lambda x, p: x if not np.isfinite(x) or np.isinf(p) else float(rounded(x, int(p))))(
        values, places
    )


def hidden(rng: np.random.Generator, q: int, n: int) -> list[list[float]]:
    """A mask that leaves something to see in every row."""
    mask = np.where(rng.random((q, n)) < 0.4, -np.inf, 0.0)
    mask[np.arange(q), rng.integers(n, size=q)] = 0.0
    return mask.tolist()


def worked(data: Any, step: str, write: Any, wrong: dict[str, str], own: dict[str, np.ndarray], shuffle: Any) -> Any:
    """A learner's step, every number before it written down; by a way of their own."""
    oracle = Oracle(data, step)
    ways = oracle.ways(wrong)
    way = ways[int(shuffle.integers(len(ways)))]
    known: dict[str, Any] = {}

    def value(name: str) -> Any:
        if name not in way.formulas:
            x = way.data[name]
            return x if isinstance(x, int) else x[None]
        if name not in known:
            formula = compile_formula(way.formulas[name])
            made = formula.evaluate({n: value(n) for n in formula.names})
            finite = np.isfinite(made)
            made = np.where(finite, write(np.where(finite, made, 0.0)), made) if name != step else made
            known[name] = np.reshape(own[name], made.shape) if name in own and name != step else made
        return known[name]

    return value(step)[0]


def procedure(id: str, rng: np.random.Generator) -> dict[str, str]:
    """The formulas of a slip; of a family, those of one of its members."""
    one = str(rng.integers(2))
    return {step: re.sub(r"\beach\b", one, formula) for step, formula in FILE["slips"][id]["at"].items()}


def answer(rng: np.random.Generator, found: Answer, kind: str) -> np.ndarray:
    """Flat numbers of that kind; the right ones where the kind cannot be had."""
    data, step, keep = found["data"], found["step"], found["keep"]
    right = np.asarray(Oracle(data, step).right)

    def learner(write: Any, wrong: Any = None, own: Any = None) -> np.ndarray:
        try:
            value = worked(data, step, write, wrong or {}, own or {}, rng).reshape(-1)
        except Exception as error:
            if type(error).__name__ not in ("FormulaError", "ValueError"):
                raise
            return right
        return value if value.shape == right.shape and not np.isnan(value).any() else right

    before = [n for n in ASKED if list(STEPS).index(n) < list(STEPS).index(step)]
    if before and (kind == "carried" or rng.random() < 0.3):
        for name in rng.permutation(before)[: int(rng.integers(1, 3))].tolist():
            size = len(Oracle(data, name).right)
            places = float(STEPS[name]["decimals"] if rng.random() < 0.8 else rng.integers(1, 5))
            off = rng.choice([0.0, 0.0, 1.0], size) * rng.uniform(-1.0, 1.0, size)
            numbers = rounded(np.asarray(Oracle(data, name).right) + off, int(places))
            if rng.random() < 0.3:  # one slip shown by an earlier answer
                id = str(rng.choice(list(FILE["slips"])))
                try:
                    wrong = worked(data, name, lambda x: x, procedure(id, rng), {}, rng).reshape(-1)
                    fits = wrong.shape == numbers.shape and np.isfinite(wrong).all()
                    numbers = rounded(wrong, int(places)) if fits else numbers
                except Exception as error:
                    if type(error).__name__ not in ("FormulaError", "ValueError"):
                        raise
            found["given"][name] = (numbers.tolist(), [places] * size)
    if kind == "decoy" or rng.random() < 0.15:
        found["decoys"].append({**data, "Q": rng.integers(-20, 21, np.shape(data["Q"])) / 10})
    if kind == "rounded":
        return learner(lambda x: rounded(x, keep))
    if kind == "truncated":
        return cut(learner(lambda x: cut(x, keep)), found["decimals"])
    if kind == "coarse":
        return learner(lambda x: rounded(x, keep - 1))
    if kind == "edge":
        scale = int(rng.choice([1, 2, 10]))
        width = 1.02 * np.asarray(Oracle(data, step, found["decimals"], keep).allowance(scale))
        width = width + {1: 0.5, 2: 1.0, 10: 0.5}[scale] * 10.0 ** -found["decimals"]
        return right + width * rng.choice([-1.0, 1.0], right.shape) * rng.choice([0.98, 1.02])
    if kind == "slip":
        for id in rng.permutation(list(FILE["slips"])):
            slip = FILE["slips"][id]
            if "when" in slip and "mask" not in data:
                continue
            values = learner((lambda x: x) if rng.random() < 0.5 else (lambda x: rounded(x, keep)), procedure(id, rng))
            if not np.array_equal(values, right):
                return values
        return right
    if kind == "carried":
        own = {name: np.asarray(numbers) for name, (numbers, _) in found["given"].items()}
        second = procedure(str(rng.choice(list(FILE["slips"]))), rng) if rng.random() < 0.3 else {}
        return learner(lambda x: rounded(x, keep), second, own)
    if kind == "decoy":
        return np.asarray(Oracle(found["decoys"][0], step).right)
    if kind == "shown":
        moved = [right[::-1], -right, 100 * right, 10 * right, right / 10, right.reshape(-1)]
        copies = [np.asarray(Oracle(data, n).right) for n in before]
        square = np.reshape(right, Oracle(data, step).shape)
        some = [*moved, square.T.reshape(-1), *(c for c in copies if c.shape == right.shape)]
        with np.errstate(invalid="ignore"):
            return some[int(rng.integers(len(some)))]
    if kind == "random":
        return right + rng.normal(size=right.shape) * rng.choice([0.01, 0.1, 1.0])
    return right


def both(found: Answer) -> tuple[Judged, Judged]:
    """What the oracle and the judge say."""
    given = found["given"]
    oracle = Oracle(found["data"], found["step"], found["decimals"], found["keep"])
    expected = oracle.judge(found["values"].tolist(), found["places"].tolist(), given, found["decoys"])
    target = Target(ATENCION, found["step"], decimals=found["decimals"], keep=found["keep"])
    scope = bind(ATENCION, found["data"])
    before = {}
    for name, (numbers, places) in given.items():
        earlier = Target(ATENCION, name, decimals=STEPS[name]["decimals"], keep=found["keep"])
        before[name] = (earlier, batch(numbers, places, earlier.shape(scope)))
    decoys = [Decoy(f"d{i}", d) for i, d in enumerate(found["decoys"])]
    judged = judge_batch(target, scope, batch(found["values"], found["places"], target.shape(scope)), before, decoys)
    cells = np.asarray(judged.cells[0]).reshape(-1).tolist()
    return expected, Judged(str(judged.verdict_at(0)), cells, list(judged.slips(0)), judged.evidence(0))


def batch(numbers: Any, places: Any, shape: tuple[int, ...]) -> Typed:
    made = typed(np.reshape(numbers, (1, *shape)))
    return Typed(made.values, np.reshape(np.asarray(places, dtype=float), (1, *shape)), made.present, made.absent)


def differing(seed: int, count: int) -> Iterator[tuple[Answer, Judged, Judged]]:
    rng = np.random.default_rng(seed)
    for _ in range(count):
        found = case(rng)
        expected, got = both(found)
        if expected != got:
            yield found, expected, got


@pytest.mark.parametrize("seed", range(8))
def test_two_judges_agree(seed: int) -> None:
    """The same verdict, the same cells, the same slips in the same order."""
    assert [(f, e, g) for f, e, g in differing(seed, 25)] == []


def main() -> None:
    kinds: Counter[tuple[str, str]] = Counter()
    rng = np.random.default_rng([int(x) for x in sys.argv[2:]] or None)
    for _ in range(int(sys.argv[1])):
        found = case(rng)
        expected, got = both(found)
        kinds[found["kind"], expected.verdict] += 1
        if expected != got:
            print(found, expected, got, sep="\n", end="\n\n")
    print(kinds)


if __name__ == "__main__":
    main()
