"""A second run says what it changes, student by student."""

from __future__ import annotations

import io
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.grading import fakes
from tutor.grading.records import Graded
from tutor.publishing.changes import changes
from tutor.publishing.gradebook import write_gradebook
from tutor.roster.people import State


def written(path: Path, graded: Graded) -> Path:
    stream = io.BytesIO()
    write_gradebook(graded, stream)
    path.write_bytes(stream.getvalue())
    return path


def test_nothing_changes(tmp_path: Path) -> None:
    """The same class is all the same; without an earlier gradebook there is nothing to compare."""
    assert changes(tmp_path / "notas.csv", fakes.small_class()) is None
    same = changes(written(tmp_path / "notas.csv", fakes.small_class()), fakes.small_class())
    assert same is not None
    assert (same.sentence, same.lines) == ("7 sin cambios", [])


def test_new_changed_and_gone(tmp_path: Path) -> None:
    """Who had nothing and now has is new; another mark is told old → new; who is no longer there is counted."""
    before = written(tmp_path / "notas.csv", fakes.small_class())
    rows = {row.id: row for row in fakes.small_class().rows}
    rows["a06"] = fakes.row("a06")
    rows["a07"] = fakes.row("a07")
    rows["a02"] = replace(rows["a02"], mark=Fraction(8))
    rows["a05"] = replace(rows["a05"], state=State.GRADED, mark=Fraction(10))
    del rows["a01"]
    found = changes(before, fakes.graded(*rows.values()))
    assert found is not None
    assert found.sentence == "3 sin cambios, 2 nuevas, 2 cambian, 1 ya no está"
    assert found.lines == ["a02 Berta Gil, hija: 7 → 8", "a05 Eva Ruiz: por leer → 10"]


def test_many_changes_are_counted(tmp_path: Path) -> None:
    """A line for the first ones, then how many more."""
    rows = [fakes.row(f"a{i:02}") for i in range(12)]
    before = written(tmp_path / "notas.csv", fakes.graded(*rows))
    found = changes(before, fakes.graded(*(replace(r, mark=Fraction(5)) for r in rows)))
    assert found is not None
    assert len(found.lines) == 9
    assert found.lines[-1] == "y 4 más"


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe\x00", b"id;nombre\r\na;b\r\n", b"PK\x03\x04", b'id;estado;nota\r\n"a'])
def test_what_is_no_gradebook_of_ours(tmp_path: Path, raw: bytes) -> None:
    """Somebody else's file under that name is not compared with, and nothing fails."""
    (tmp_path / "notas.csv").write_bytes(raw)
    found = changes(tmp_path / "notas.csv", fakes.small_class())
    assert found is None or found.same == 0


def test_ids_a_spreadsheet_would_run(tmp_path: Path) -> None:
    """An id that was written neutralised is found again."""
    graded = fakes.graded(fakes.row("=a1", state=State.UNKNOWN))
    found = changes(written(tmp_path / "notas.csv", graded), graded)
    assert found is not None
    assert found.sentence == "1 sin cambios"
