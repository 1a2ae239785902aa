"""What an earlier version wrote is opened for ever: `tests/fixtures/graded_class` was left by the first one published.

A class of six with their key, a worksheet of Moodle as the list, a zip of hand-ins, two decisions of the teacher.
"""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest

from tests.running import run
from tutor.files.source import Source
from tutor.handout.answer_key import load_sheets

FIXTURE = Path(__file__).parents[1] / "fixtures" / "graded_class"


def rows(raw: bytes) -> list[list[str]]:
    """id, state, mark and points of each student."""
    table = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""), delimiter=";"))
    return [[row[0], *row[2:-1]] for row in table]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURE, tmp_path / "clase"))


def test_the_key_is_read() -> None:
    """Everybody's numbers and codes, under the unit and version they were drawn for."""
    key = load_sheets(Source.open(FIXTURE / "clave.yaml"))
    assert (key.unit, key.version, len(key.sheets)) == ("entrega", 2, 6)
    sheet = key.find("00123")
    assert sheet is not None
    assert (sheet.code, sheet.data["fila"], sheet.data["Q"]) == ("entrega-2-U67XV5H", 1, [[1, 2]])


def test_the_class_is_graded_again_over_its_notes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same marks; the decisions are obeyed and their file is left as it is."""
    out = folder / "notas"
    before = {name: (out / name).read_bytes() for name in ("notas.csv", "decisiones.csv")}
    options = {"roster": "lista.csv", "moodle": "lista.csv", "sheets": "clave.yaml", "out": "notas"}
    given = [
        "--order",
        "id",
        *(text for option, name in options.items() for text in (f"--{option}", str(folder / name))),
    ]
    ended = run(monkeypatch, ["grade", "entrega", str(folder / "entregas.zip"), *given])
    assert ended.code == 1, ended.err
    assert "6 sin cambios" in ended.out
    assert rows((out / "notas.csv").read_bytes()) == rows(before["notas.csv"])
    assert (out / "decisiones.csv").read_bytes() == before["decisiones.csv"]


def test_without_its_key_the_class_is_not_graded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their sheets carry numbers of their own: the unit's would give nearly all a zero."""
    ended = run(monkeypatch, ["grade", "entrega", str(folder / "entregas.zip"), "--out", str(folder / "notas")])
    assert ended.code == 2
    assert "--sheets clave.yaml" in ended.err
