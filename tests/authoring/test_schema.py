"""The JSON Schemas an editor reads: they say of every key what it is, in Spanish, and take what is shipped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.running import run
from tutor.authoring.schema import ITSELF, SHARED, equation_schema, page, unit_schema
from tutor.equations import load_yaml
from tutor.equations.load import parse_equation
from tutor.errors import ContentError
from tutor.library import equation_files

EQUATION = equation_schema()
SLIP = EQUATION["properties"]["slips"]["additionalProperties"]
STEP = EQUATION["properties"]["steps"]["additionalProperties"]
ROUGH = EQUATION["properties"]["rough"]["additionalProperties"]
INPUT = EQUATION["properties"]["inputs"]["additionalProperties"]["anyOf"][2]
MINIMAL = {
    "": "{junk: 1, format: 1, equation: e, inputs: {x: [n]}, steps: {s: {formula: x}}}",
    "input": "{format: 1, equation: e, inputs: {x: {shape: [n], junk: 1}}, steps: {s: {formula: x}}}",
    "step": "{format: 1, equation: e, inputs: {x: [n]}, steps: {s: {formula: x, junk: 1}}}",
    "slip": "{format: 1, equation: e, inputs: {x: [n]}, steps: {s: {formula: x}}, slips: {a: {at: {s: 2 * x}, says: a, "
    "do: b, junk: 1}}}",
    "rough": "{format: 1, equation: e, inputs: {x: [n]}, steps: {s: {formula: x}}, rough: {s: {at: {r: x, s: r}, "
    "rounds: r, says: a, do: b, junk: 1}}}",
}


def test_every_key_of_a_unit_is_described() -> None:
    """By a sentence of the page, and the page holds none of a key that there is not."""
    schema, words = unit_schema(), page()["unit"]
    records = {"Unit": schema, **schema["$defs"]}
    assert words.keys() - {SHARED} == records.keys()
    for name, record in records.items():
        keys = record["properties"].keys()
        assert {ITSELF} | keys - words[SHARED].keys() == words[name].keys() - words[SHARED].keys() | {ITSELF}, name
        assert all(shape["description"].endswith((".", "»")) for shape in record["properties"].values()), name


def _said(shape: Any) -> Iterator[str]:
    """Every description, however deep."""
    for key, value in shape.items() if isinstance(shape, dict) else enumerate(shape):
        if key == "description" and isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            yield from _said(value)


def test_all_that_is_said_stands_in_the_page() -> None:
    """No docstring of a model shows through, and that is English."""
    written = {text for words in page()["unit"].values() for text in words.values()}
    assert set(_said(unit_schema())) == written


@pytest.mark.parametrize(
    ("options", "shape"), [((), unit_schema()), (("--equation",), EQUATION)], ids=["unit", "equation"]
)
def test_the_command_writes_it(monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], shape: Any) -> None:
    assert json.loads(run(monkeypatch, ["author", "schema", *options]).out) == json.loads(json.dumps(shape))


@pytest.mark.parametrize(
    ("kind", "record"), [("", EQUATION), ("input", INPUT), ("step", STEP), ("slip", SLIP), ("rough", ROUGH)],
    ids=["equation", "input", "step", "slip", "rough"],
)  # fmt: skip
def test_the_keys_of_an_equation_are_those_that_are_read(kind: str, record: dict[str, Any]) -> None:
    """The loader lists what it knows when it meets a key that it does not."""
    with pytest.raises(ContentError) as caught:
        parse_equation(MINIMAL[kind], "e.yaml")
    (hint,) = (p.hint for p in caught.value.problems if "junk" in p.message)
    assert hint == f"las que hay: {', '.join(sorted(record['properties']))}"


def _refused(shape: dict[str, Any], value: Any) -> Iterator[str]:
    """Keys in a file that its schema does not know, or misses."""
    if not isinstance(value, dict):
        return
    known, more = shape.get("properties", {}), shape.get("additionalProperties")
    yield from (f"-{key}" for key in shape.get("required", ()) if key not in value)
    for key, inner in value.items():
        if key in known:
            yield from _refused(known[key], inner)
        elif more is False:
            yield key
        elif isinstance(more, dict):
            yield from _refused(next((s for s in more.get("anyOf", ()) if s.get("type") == "object"), more), inner)


@pytest.mark.parametrize("name", sorted(equation_files()))
def test_the_schema_takes_what_is_shipped(name: str) -> None:
    data, _ = load_yaml(equation_files()[name].read_text(encoding="utf-8"), name)
    assert list(_refused(EQUATION, data)) == []
