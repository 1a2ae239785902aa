"""A journal of an earlier program is opened as it is: what was answered, finished and mended still stands."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.running import run
from tutor.session.journal import FILE, look

OLD = Path(__file__).parents[1] / "fixtures" / "diario-b99ae45.sqlite3"
"""Written by the program at b99ae45: a lesson begun, begun anew and left, two checks, practice, another locale."""


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """The old journal in the data folder of this test's learner."""
    folder = tmp_path / "datos"
    folder.mkdir()
    shutil.copy(OLD, folder / FILE)
    monkeypatch.setenv("TUTOR_DATA", str(folder))
    return folder


def test_every_event_is_read(data):
    journal = look(data)
    assert journal.notices == ()
    assert len(journal.events()) == 31
    assert {e.mode for e in journal.events()} == {"lesson", "check", "practice"}


def test_the_lesson_goes_on_where_it_was_left(monkeypatch):
    done = run(monkeypatch, ["lesson", "ecuacion1"], text="0,412 ; 0,203 ; 0,384\n")
    assert "Una ya no se" in done.out
    assert "Bien. " in done.out


def test_progress_counts_the_checks_skills_and_slips(monkeypatch):
    done = run(monkeypatch, ["progress"])
    assert "8 de 23" in done.out
    assert "comprobación 3 de 5" in done.out
    assert "Cruzar las componentes" in done.out
    assert "(0,707 ; 0,000 ; 0,636)" in run(monkeypatch, ["progress", "--export"]).out


@pytest.mark.parametrize("line", ["", "practice", "check ejercicio", "lesson", "explain errores"])
def test_every_command_opens_it(monkeypatch, line):
    assert run(monkeypatch, line.split()).code in (0, 1)
