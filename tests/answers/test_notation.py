"""Texts that people type, and how they are to be read: the collected cases, and their neighbours in each locale."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.answers.reading_of import outcome, same
from tutor.answers import read


def cases(name: str) -> list[dict[str, Any]]:
    lines = (Path(__file__).parents[1] / "cases" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


CASES, NEIGHBOURS = cases("notation.jsonl"), cases("neighbours.jsonl")
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


@pytest.mark.parametrize("locale", ["es", "es-MX", "en"])
@pytest.mark.parametrize("kind", ["scalar", "vector", "matrix"])
def test_its_neighbours_are_read_by_the_same_rules(kind: str, locale: str) -> None:
    """Each row says what a careful person reads, in the locales where that is clear."""
    wrong = []
    for case in NEIGHBOURS:
        if case["kind"] == kind and locale in case:
            shape = tuple(case["shape"]) if "shape" in case else None
            got = outcome(read(case["input"], case["kind"], shape, case.get("decimals"), locale))
            if not same(got, wanted(case[locale])):
                wrong.append((case["input"], got, case[locale]))
    assert not wrong
