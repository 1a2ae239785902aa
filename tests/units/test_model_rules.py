"""Records with and without pydantic are the same, and shipped units open without it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tutor.authoring import load_unit
from tutor.authoring.unit_file import parse_unit
from tutor.equations import load_yaml
from tutor.errors import ContentError
from tutor.library import exercises_dir
from tutor.units import load_shipped, unit_names
from tutor.units.model_rules import built, json_schema, validated
from tutor.units.models import Question, Unit


@pytest.mark.parametrize("name", unit_names())
def test_a_shipped_unit_is_right(name: str) -> None:
    """Opened unchecked by everybody, so checked here in full; and both ways of making it agree."""
    text = (exercises_dir() / f"{name}.yaml").read_text(encoding="utf-8")
    checked = parse_unit(text, name)
    assert load_shipped(name) == checked
    data, _ = load_yaml(text, name)
    assert built(Unit, data) == validated(Unit, data) == checked


QUESTION = {"question": "q", "ask": "¿?", "reason": "r", "hints": ["a", "b"]}
GIVEN = [
    ({"choices": {0: "uno", 1: "dos"}, "answer": 1}, "answer", "1"),
    ({"choices": {0: "uno", 1: "dos"}, "answer": 1}, "choices", {"0": "uno", "1": "dos"}),
    ({"step": "scores", "points": "1/3"}, "points", Fraction(1, 3)),
    ({"step": "scores", "points": 0.5}, "points", Fraction(1, 2)),
    ({"step": "scores", "cell": [0, 1]}, "cell", (0, 1)),
    ({"step": "scores", "slips": [{"id": "own:a", "gives": 2, "says": "s"}]}, "hints", ("a", "b")),
]


@pytest.mark.parametrize(("given", "field", "value"), GIVEN, ids=[str(g) for g, *_ in GIVEN])
def test_both_ways_mend_alike(given: dict[str, object], field: str, value: object) -> None:
    """What YAML writes as a number where a text is meant, lists that are tuples, fractions."""
    made = built(Question, {**QUESTION, **given})
    assert made == validated(Question, {**QUESTION, **given})
    assert getattr(made, field) == value


def test_a_shipped_unit_that_is_not_right_is_told_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever edits a shipped file in a clone gets its errors, not a fault."""
    text = "format: 1\nunit: a\ntitle: t\nsummary: s\nparts: [{id: a, title: t, blocks: [{tex: x}]}]\n"
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    shutil.copytree(exercises_dir() / "equations", tmp_path / "equations")
    for room in ("tutor.library", "tutor.units.shipped", "tutor.authoring.unit_file"):
        monkeypatch.setattr(f"{room}.exercises_dir", lambda: tmp_path)
    with pytest.raises(ContentError) as caught:
        load_unit("a")
    assert "no se sabe qué bloque es este" in caught.value.problems[0].message


def test_the_schema_tells_the_limits() -> None:
    """Editors complete and warn by it."""
    schema = json_schema(Unit)
    assert schema["additionalProperties"] is False
    keep = schema["properties"]["keep"]
    assert (keep["type"], keep["minimum"], keep["maximum"], keep["default"]) == ("integer", 1, 9, 3)
    assert schema["$defs"]["Question"]["properties"]["hints"]["maxItems"] == 4


def test_a_lesson_begins_without_pydantic() -> None:
    """It would double the time to the first screen."""
    code = (
        "import sys; from tutor.authoring import open_unit; open_unit('ecuacion1').questions;"
        "print('pydantic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
