"""Units and equations are found by name, the shipped ones first."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.running import run
from tutor import library

UNIT = """\
format: 1
unit: {name}
title: "Una de otros"
summary: "Qué se aprende."
equation: doble
data: {{x: [[1, 2]]}}
parts:
  - id: a
    title: "A"
    minutes: 2
    blocks: [{{question: q, ask: "2·x", step: twice, decimals: 0, hints: ["Por 2.", "Suma."], reason: "Doble."}}]
"""
EQUATION = """\
format: 1
equation: doble
title: "2·x"
inputs: {x: [q, n]}
steps:
  twice: {formula: "2 * x", symbol: "2x", decimals: 0, title: "doble"}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A department's folder: a unit, one that bears a shipped name, an equation; named in TUTOR_UNITS."""
    made = tmp_path / "departamento"
    (made / "equations").mkdir(parents=True)
    for name in ("dobles", "softmax"):
        (made / f"{name}.yaml").write_text(UNIT.format(name=name), encoding="utf-8")
    (made / "equations/doble.yaml").write_text(EQUATION, encoding="utf-8")
    monkeypatch.setenv(library.FOLDERS, os.pathsep.join(["", str(tmp_path / "no-hay"), str(made), str(made)]))
    return made


def test_what_is_shipped_wins(folder: Path) -> None:
    """A namesake of a shipped unit is not found; what has a name of its own is."""
    assert library.added_folders() == (folder.resolve(),)
    assert library.unit_file("softmax") == library.exercises_dir() / "softmax.yaml"
    assert library.unit_file("dobles") == library.unit_files()["dobles"] == folder / "dobles.yaml"
    assert library.equation_file("doble") == folder / "equations/doble.yaml"


@pytest.mark.parametrize("name", ["../softmax", "a/b", "", ".", "c:x", "softmax.yaml"])
def test_a_name_leads_nowhere_else(folder: Path, name: str) -> None:
    assert library.unit_file(name) is None


def test_a_unit_of_a_folder_is_called_by_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check finds it, and its equation, as it finds what is shipped."""
    answers = folder / "r.txt"
    answers.write_text("q: (2 ; 4)\n", encoding="utf-8")
    done = run(monkeypatch, ["check", "dobles", "--answers", str(answers)])
    assert (done.code, done.err) == (0, "")
