"""The collected cases: texts that people type, and how somebody else says they are to be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.answers.reading_of import outcome, same
from tutor.answers import read

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "notation.jsonl").read_text(encoding="utf-8").splitlines()
]
INFINITIES = {"inf": float("inf"), "-inf": float("-inf")}


def wanted(expect: Any) -> Any:
    if isinstance(expect, list):
        return [wanted(part) for part in expect]
    return INFINITIES.get(expect, expect.split(":")[0]) if isinstance(expect, str) else expect


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['input'][:30]!r}")
def test_it_is_read_as_the_case_says(case: dict[str, Any]) -> None:
    """The value, a question back, or an error; reasons are our own."""
    shape = tuple(case["shape"]) if "shape" in case else None
    got = outcome(read(case["input"], case["kind"], shape, locale=case["locale"]))
    assert any(same(got, wanted(case[key])) for key in ("expect", "also") if key in case), got
