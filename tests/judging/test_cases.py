"""The collected cases: verdicts and slips as somebody else worked them out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.judging.building import ATENCION, typed
from tutor.judging import Target, judge, judge_batch
from tutor.judging.separability import Separability

FOLDER = Path(__file__).parents[1] / "cases"
CASES = [json.loads(line) for line in (FOLDER / "judging.jsonl").read_text(encoding="utf-8").splitlines()]
MISCONCEPTIONS = json.loads((FOLDER / "misconceptions.json").read_text(encoding="utf-8"))
PROCEDURES = [
    pytest.param(data, procedure, id=f"{name} {procedure['title']}")
    for name, data in MISCONCEPTIONS.items()
    for procedure in data["procedures"]
    if procedure["slip"]
]
STEPS = ("scaled", "weights", "output")


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["id"])
def test_the_verdict_it_deserves(case: dict[str, Any]) -> None:
    """One of the expected verdicts, and the slip among the first three."""
    judged = judge(
        "atencion", case["data"], case["step"], case["typed"], given=case["given"], decimals=case["decimals"]
    )
    assert judged.verdict in case["expect"], judged
    assert "slip" not in case or case["slip"] in judged.slips[:3]


@pytest.mark.parametrize(("data", "procedure"), PROCEDURES)
def test_a_wrong_procedure_is_named_where_it_happens(data: dict[str, Any], procedure: dict[str, Any]) -> None:
    """Typed at the step where it happens (or the first after it that the case gives), rounded to three decimals, it is
    named; unless the screening says that these numbers cannot show it."""
    numbers: dict[str, Any] = {name: data[name] for name in "QKV"}
    if procedure["masked"]:
        numbers["mask"] = [[0, 0, "-inf"]]
    happens = ATENCION.order[procedure["at"]]
    name = next(step for step in STEPS if ATENCION.order[step] >= happens)
    step = "masked" if name == "scaled" and procedure["masked"] else name
    target = Target(ATENCION, step)
    values = np.round([float(x) for x in procedure[name]], 3)
    judged = judge_batch(target, numbers, typed([values]))
    slip = ATENCION.slips[procedure["slip"]]
    apart = Separability(target, numbers)
    if slip.id not in judged.slips(0):
        assert not apart.recognised(slip).all(), f"{judged.verdict_at(0)} {judged.slips(0)}"
        assert (data["Q"], slip.id) == ([[1, 0.0]], "first-component-only"), "the only known blind spot"
