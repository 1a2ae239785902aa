"""`lesson`, `practice`, `progress` and `tutor` alone, from a pipe: what is said, what is kept, how it ends."""

from __future__ import annotations

import os
import re
from dataclasses import replace

import pytest

from tests.running import run
from tutor.session.events import Event
from tutor.session.journal import data_folder, open_journal
from tutor.session.skills import IN_A_ROW
from tutor.units import SKILLS

FIRST = "b\n0,00\n0,90\n"


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path / "datos"))
    return tmp_path / "datos"


def test_without_a_unit_the_units_are_listed_with_how_far_one_is(monkeypatch, data):
    done = run(monkeypatch, ["lesson"])
    assert done.code == 0
    for name in ("ecuacion1", "ejercicio", "softmax"):
        assert f"  {name} " in done.out
    assert not data.exists()
    run(monkeypatch, ["lesson", "ecuacion1"], text=FIRST)
    assert "3 de 23" in run(monkeypatch, ["lesson"]).out


def test_a_lesson_goes_on_from_one_run_to_the_next(monkeypatch):
    one = run(monkeypatch, ["lesson", "ecuacion1"], text=FIRST)
    assert one.code == 1
    assert "tutor lesson ecuacion1" in one.err
    two = run(monkeypatch, ["lesson", "ecuacion1"])
    assert "Tramo 1 de 3 · 4 de 6" in two.out


def test_an_unknown_unit_suggests_the_nearest(monkeypatch):
    done = run(monkeypatch, ["lesson", "ecuacion"])
    assert done.code == 2
    assert "«ecuacion1»" in done.err


def test_a_unit_without_questions_is_to_be_read(monkeypatch):
    done = run(monkeypatch, ["lesson", "erratas"])
    assert done.code == 2
    assert "tutor explain erratas" in done.err


@pytest.mark.parametrize("part", ["2", "repartir", "Repartir y mezclar"])
def test_a_part_is_named_by_number_id_or_title(monkeypatch, part):
    assert "Tramo 2 de 3 · 1 de 10" in run(monkeypatch, ["lesson", "ecuacion1", "--part", part]).out


@pytest.mark.parametrize("part", ["0", "4", "nada"])
def test_a_part_that_is_not_there_is_a_wrong_call(monkeypatch, part):
    done = run(monkeypatch, ["lesson", "ecuacion1", "--part", part])
    assert done.code == 2
    assert "repartir" in done.err


def test_a_variant_is_a_walk_of_its_own(monkeypatch):
    run(monkeypatch, ["lesson", "softmax"], text="pista\n")
    done = run(monkeypatch, ["lesson", "softmax", "--variant", "1"])
    assert "En cualquier momento" in done.out
    assert "tutor lesson softmax --variant 1" in done.err


def test_alone_it_says_how_to_begin_and_later_how_to_go_on(monkeypatch, data):
    first = run(monkeypatch, [])
    assert first.code == 0
    assert "tutor lesson ecuacion1" in first.out
    assert not data.exists()
    run(monkeypatch, ["lesson", "ecuacion1"], text=FIRST)
    later = run(monkeypatch, [])
    assert "3 de 23" in later.out
    assert "  tutor lesson ecuacion1" in later.out


def test_progress_shows_units_skills_and_slips(monkeypatch):
    assert "Todavía no hay nada" in run(monkeypatch, ["progress"]).out
    run(monkeypatch, ["lesson", "ecuacion1"], text="b\n2\n0,00\n0,90\n")
    done = run(monkeypatch, ["progress"])
    assert done.code == 0
    assert "3 de 23" in done.out
    assert "producto escalar" in done.out
    assert "enmendado" in done.out
    assert "Regla:" in done.out


def test_notes_go_to_the_screen_or_to_a_file(monkeypatch, tmp_path):
    run(monkeypatch, ["lesson", "ecuacion1"], text=FIRST)
    screen = run(monkeypatch, ["progress", "--export"])
    assert screen.out.startswith("# ")
    file = tmp_path / "apuntes.md"
    assert run(monkeypatch, ["progress", "--export", str(file)]).code == 0
    assert os.name == "nt" or file.stat().st_mode & 0o777 == 0o600, "what was answered is nobody else's"
    assert file.read_text(encoding="utf-8").strip() == screen.out.strip()
    assert [p.name for p in tmp_path.iterdir() if p.name.endswith(".nuevo")] == []


@pytest.mark.parametrize(
    "content", ["# Mis apuntes de clase\n", "", "\xff\x00", None], ids=["other", "empty", "odd", "ours"]
)
def test_a_file_that_says_something_else_is_only_replaced_when_told(monkeypatch, tmp_path, content):
    """Exit 2, the file as it was, and the way to replace it; an earlier export with notes of one's own too."""
    run(monkeypatch, ["lesson", "ecuacion1"], text=FIRST)
    file = tmp_path / "apuntes.md"
    if content is None:
        run(monkeypatch, ["progress", "--export", str(file)])
        assert run(monkeypatch, ["progress", "--export", str(file)]).code == 0, "the same text is no loss"
        content = file.read_text(encoding="utf-8") + "y lo mío\n"
    file.write_text(content, encoding="utf-8")
    done = run(monkeypatch, ["progress", "--export", str(file)])
    assert done.code == 2
    assert f"«{file}»" in done.err
    assert "--overwrite`" in done.err
    assert file.read_text(encoding="utf-8") == content
    assert run(monkeypatch, ["progress", "--export", str(file), "--overwrite"]).code == 0
    assert file.read_text(encoding="utf-8").startswith("# Mis apuntes de la ecuación 1")
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["apuntes.md"]


def test_notes_that_cannot_be_written_end_with_4(monkeypatch, tmp_path):
    run(monkeypatch, ["lesson", "ecuacion1"], text=FIRST)
    assert run(monkeypatch, ["progress", "--export", str(tmp_path / "no" / "x.md")]).code == 4


@pytest.mark.parametrize("reply", ["", "no\n", "quizá\n", "\n"])
def test_reset_asks_and_anything_but_a_yes_changes_nothing(monkeypatch, data, reply):
    run(monkeypatch, ["lesson", "ecuacion1"], text=FIRST)
    before = (data / "diario.sqlite3").read_bytes()
    done = run(monkeypatch, ["progress", "--reset"], text=reply)
    assert done.code == 1
    assert "¿Seguro?" in done.out
    assert (data / "diario.sqlite3").read_bytes() == before


def test_reset_sets_the_journal_aside_and_names_it(monkeypatch, data):
    run(monkeypatch, ["lesson", "ecuacion1"], text=FIRST)
    done = run(monkeypatch, ["progress", "--reset"], text="sí\n")
    assert done.code == 0
    (aside,) = data.iterdir()
    assert aside.name in done.out
    assert "Todavía no hay nada" in run(monkeypatch, ["progress"]).out


def test_a_journal_nobody_can_read_ends_progress_with_4(monkeypatch, data):
    """A first day is not pretended."""
    import sqlite3

    run(monkeypatch, ["lesson", "ecuacion1"], text=FIRST)
    with sqlite3.connect(data / "diario.sqlite3") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    done = run(monkeypatch, ["progress"])
    assert done.code == 4
    assert "más nueva" in done.err


def test_beginning_anew_keeps_what_was_finished_in_view(monkeypatch):
    """The unit stays done in every list, with how many times it has been begun."""
    from tests.flows.test_lesson import ANSWERS

    run(monkeypatch, ["lesson", "ecuacion1"], text="\n".join(ANSWERS) + "\n")
    again = run(monkeypatch, ["lesson", "ecuacion1", "--restart"], text="b\n")
    assert "2.ª vez" in again.out
    assert "hecha antes; es la 2.ª vez" in run(monkeypatch, ["progress"]).out
    assert "hecha; 2.ª vez: 1 de 23" in " ".join(run(monkeypatch, ["lesson"]).out.split())
    assert "La terminé antes" in run(monkeypatch, ["progress", "--export"]).out


def test_progress_and_practice_say_the_same_of_what_is_left(monkeypatch):
    run(monkeypatch, ["lesson", "ecuacion1"], text="b\n2\n1\n7\n0,00\n")
    assert "Con fallos recientes: producto escalar. Para lo primero: `tutor practice producto-escalar`." in (
        " ".join(run(monkeypatch, ["progress"]).out.split())
    )


@pytest.mark.parametrize("skill", SKILLS)
def test_what_progress_names_is_what_practice_takes(monkeypatch, data, skill):
    """By itself and by the command that `progress` gives, for every skill there is; mastered, neither has anything."""
    failed = Event("answer", "ecuacion1", "lesson", question="x", verdict="wrong", skill=skill)
    journal = open_journal(data_folder())
    journal.add([failed])
    left = f"Con fallos recientes: {SKILLS[skill]}. Para lo primero: `tutor practice {skill}`."
    assert left in " ".join(run(monkeypatch, ["progress"]).out.split())
    for call in (["practice"], ["practice", skill]):
        assert f"Hoy: {SKILLS[skill]}, 1 fallo en la última." in run(monkeypatch, call).out
    journal.add([replace(failed, mode="practice", verdict="exact")] * IN_A_ROW)
    assert "No te queda nada con fallos recientes." in run(monkeypatch, ["progress"]).out
    assert f"Hoy: {SKILLS[skill]}" not in run(monkeypatch, ["practice"]).out


CALLS = ("", "lesson", "lesson ecuacion1", "check ejercicio", "check ejercicio --template", "practice")
CALLS += ("progress", "explain", "explain softmax", "explain ejercicio", "explain errores", "explain errores nada")


@pytest.mark.parametrize("call", CALLS)
def test_every_command_that_is_suggested_repeats_the_locale(monkeypatch, call):
    run(monkeypatch, ["lesson", "ecuacion1", "--locale", "es-MX"], text="b\n2\n1\n7\n")
    done = run(monkeypatch, [*call.split(), "--locale", "es-MX"], text="1\n2\n")
    suggested = re.findall(r"(?:`|\n  )(tutor [a-z][^`\n]*)", done.out + done.err)
    assert suggested
    assert [one for one in suggested if "--locale es-MX" not in one] == []


def test_practice_says_its_rule_and_takes_what_was_failed(monkeypatch):
    run(monkeypatch, ["lesson", "ecuacion1"], text="b\n2\n1\n7\n0,00\n")
    done = run(monkeypatch, ["practice"])
    assert done.code == 1
    assert "Regla:" in done.out
    assert "producto escalar, 3 fallos" in done.out


@pytest.mark.parametrize("unit", ["escalado", "ecuacion1", "ejercicio"])
def test_practice_of_a_unit(monkeypatch, unit):
    """A unit without numbers to draw lends its skills to the units that teach them."""
    assert "Práctica" in run(monkeypatch, ["practice", unit]).out


def test_a_unit_with_nothing_to_practise_is_a_wrong_call(monkeypatch):
    assert run(monkeypatch, ["practice", "erratas"]).code == 2
