"""The journal keeps every answer, and never loses or hides one in silence."""

import os
import random
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tutor.answers import Reading
from tutor.errors import StateError, UsageError
from tutor.session import event_table
from tutor.session import journal as room
from tutor.session.events import Event, pack, unpack, walks
from tutor.session.journal import FILE, data_folder, look, open_journal

NOON = datetime(2025, 3, 1, 12, 0, 0, tzinfo=UTC)


def answer(question: str = "producto-k1", raw: str = "0,00", **more) -> Event:
    reading = Reading("value", raw, "scalar", value=0.0, places=2)
    return replace(
        Event("answer", "ecuacion1", "lesson", question=question, raw=raw, reading=pack(reading), verdict="exact"),
        **more,
    )


def opened(folder: Path) -> room.Journal:
    return open_journal(folder, now=lambda: NOON)


def test_what_is_added_is_there_on_opening_again(tmp_path):
    """An event is on the disk, whole, when `add` returns."""
    event = answer(slips=("times-e", "own:exp-one"), skill="softmax", version=3, variant=7, digest="abc", locale="en")
    assert opened(tmp_path).add([event]) == ()
    (found,) = opened(tmp_path).events()
    assert replace(found, id=0, run="", at="") == event
    assert found.at == "2025-03-01T12:00:00+00:00"


def test_events_are_chosen_by_unit_mode_and_variant(tmp_path):
    journal = opened(tmp_path)
    journal.add([answer(), answer(mode="check"), answer(variant=2), answer(unit="softmax")])
    assert len(journal.events()) == 4
    assert len(journal.events("ecuacion1")) == 3
    assert len(journal.events("ecuacion1", "lesson")) == 2
    assert len(journal.events("ecuacion1", "lesson", 2)) == 1


def test_a_folder_is_made_and_its_name_may_hold_anything(tmp_path):
    """Spaces, accents, `#` and `?` in a user's folder are no obstacle."""
    folder = tmp_path / "Datos de Íñigo #1 50%"
    opened(folder).add([answer()])
    assert len(opened(folder).events()) == 1
    assert [p.name for p in folder.iterdir()] == [FILE]


@pytest.mark.parametrize(
    "reading",
    [
        Reading("value", "−∞", "scalar", value=float("-inf"), places=0),
        Reading("value", "2,028/4,917", "scalar", value=2.028 / 4.917, places=None),
        Reading("value", "(1 ; 2)", "vector", value=[1.0, float("inf")], places=[0, None]),
        Reading("value", "1 2|3 4", "matrix", value=[[1.0, 2.0], [3.0, 4.0]], places=[[0, 0], [0, 0]]),
    ],
    ids=["infinity", "expression", "vector", "matrix"],
)
def test_a_reading_comes_back_as_it_was(reading):
    assert unpack(answer(raw=reading.text, reading=pack(reading))) == reading


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"kind":"scalar"}', '{"kind":"scalar","value":{},"places":0}'])
def test_a_damaged_reading_is_none(damaged):
    """A damaged record is asked again, never a fault."""
    assert unpack(answer(reading=damaged)) is None


def test_a_walk_begins_at_the_last_beginning():
    events = [answer("a"), Event("begin", "ecuacion1", "lesson"), answer("b")]
    assert [[e.question for e in walk] for walk in walks(events)] == [["a"], ["b"]]
    assert walks([]) == [[]]


def test_two_copies_write_to_one_journal_and_each_learns_of_the_other(tmp_path):
    """Nothing of either is lost; the learner is told once."""
    one, two = opened(tmp_path), opened(tmp_path)
    assert one.add([answer("a")]) == ()
    assert two.add([answer("b")]) == ()
    assert "otra ventana" in " ".join(one.add([answer("c")]))
    assert one.add([answer("d")]) == ()
    assert "otra ventana" in " ".join(two.add([answer("e")]))
    assert [e.question for e in opened(tmp_path).events()] == list("abcde")


def test_copies_of_different_units_do_not_disturb_each_other(tmp_path):
    one, two = opened(tmp_path), opened(tmp_path)
    one.add([answer()])
    two.add([answer(unit="softmax")])
    assert one.add([answer()]) == ()


def filled(folder: Path, count: int = 200) -> Path:
    opened(folder).add([answer(f"q{i}", raw="0,123 " * 8) for i in range(count)])
    return folder / FILE


@pytest.mark.parametrize("share", [0.0, 0.0001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.99])
def test_a_journal_cut_short_is_set_aside_named_and_saved_from(tmp_path, share):
    """It is never begun anew in silence: the old file stays, its name is told, what can be read is copied."""
    path = filled(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    journal = opened(tmp_path)
    (notice,) = journal.notices
    (aside,) = tmp_path.glob("*ilegible*")
    assert aside.name in notice
    assert aside.read_bytes() == whole[: int(len(whole) * share)]
    assert journal.saving
    saved = journal.events()
    places = [int(e.question.removeprefix("q")) for e in saved]
    assert places == sorted(set(places))
    assert (f"{len(saved)} respuestas" if saved else "ninguna") in notice
    assert journal.add([answer("new")]) == ()
    again = opened(tmp_path)
    assert again.notices == ()
    assert len(again.events()) == len(saved) + 1


def test_half_a_journal_gives_back_about_half_its_answers(tmp_path):
    path = filled(tmp_path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert len(opened(tmp_path).events()) > 50


@pytest.mark.parametrize("content", [b"hola\n", b"SQLite format 3\0" + b"\xff" * 5000, os.urandom(4096)])
def test_a_file_that_is_no_journal_is_set_aside(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    journal = opened(tmp_path)
    assert "apartado" in journal.notices[0]
    assert journal.events() == []
    assert journal.saving


def test_a_database_of_another_kind_is_set_aside(tmp_path):
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("CREATE TABLE songs (title)")
    db.close()
    assert "apartado" in opened(tmp_path).notices[0]


def test_two_journals_set_aside_in_one_second_have_two_names(tmp_path):
    for _ in range(2):
        (tmp_path / FILE).write_bytes(b"rubbish")
        opened(tmp_path)
    assert len(list(tmp_path.glob("*ilegible*"))) == 2


def test_a_hot_rollback_file_goes_aside_with_its_journal(tmp_path):
    """Left beside the new journal, SQLite would play it back into it."""
    (tmp_path / FILE).write_bytes(b"rubbish")
    (tmp_path / f"{FILE}-journal").write_bytes(b"more")
    opened(tmp_path)
    assert not (tmp_path / f"{FILE}-journal").exists()


def test_the_journal_of_a_newer_version_is_not_touched(tmp_path):
    path = filled(tmp_path, 1)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()
    journal = opened(tmp_path)
    assert "más nueva" in journal.notices[0]
    assert not journal.saving
    journal.add([answer()])
    assert journal.unsaved == 1
    assert path.read_bytes() == before


def test_without_a_folder_to_write_in_the_lesson_goes_on_in_memory(tmp_path):
    """A path that cannot be a folder is told, with the way out; events are remembered until the end."""
    (tmp_path / "file").write_text("x")
    journal = opened(tmp_path / "file" / "data")
    assert "TUTOR_DATA" in journal.notices[0]
    assert not journal.saving
    assert journal.add([answer("a"), answer("b")]) == ()
    assert [e.question for e in journal.events("ecuacion1")] == ["a", "b"]
    assert journal.unsaved == 2


def test_a_read_only_journal_is_still_read(tmp_path, monkeypatch):
    """What was done is remembered though nothing new can be kept."""
    filled(tmp_path, 3)
    monkeypatch.setattr(room.os, "access", lambda *_: False)
    real = room.connect
    monkeypatch.setattr(room, "connect", lambda path, write: real(path, write=False))
    journal = opened(tmp_path)
    assert "solo lectura" in journal.notices[0]
    journal.add([answer("new")])
    assert len(journal.events()) == 4
    assert journal.unsaved == 1


def test_a_damaged_journal_that_cannot_be_set_aside_is_left_alone_and_said(tmp_path, monkeypatch):
    """Whoever only looks is told too: no answers would look like a first day."""
    (tmp_path / FILE).write_bytes(b"rubbish")

    def refuse(*_):
        raise PermissionError(13, "no")

    monkeypatch.setattr(room.os, "rename", refuse)
    for journal in (opened(tmp_path), look(tmp_path)):
        assert "dañado" in journal.notices[0]
        assert journal.path is None
    assert (tmp_path / FILE).read_bytes() == b"rubbish"


def test_whoever_only_looks_begins_no_journal(tmp_path):
    assert look(tmp_path / "nowhere").events() == []
    assert not (tmp_path / "nowhere").exists()


def test_whoever_only_looks_is_not_told_that_nothing_can_be_saved(tmp_path, monkeypatch):
    filled(tmp_path, 3)
    monkeypatch.setattr(room.os, "access", lambda *_: False)
    journal = look(tmp_path)
    assert journal.notices == ()
    assert not journal.saving
    assert len(journal.events()) == 3


def test_what_waits_is_tried_once_more_at_the_end(tmp_path, monkeypatch):
    journal = opened(tmp_path)
    real = room.connect

    def broken(path, *, write):
        raise OSError(28, "no space")

    monkeypatch.setattr(room, "connect", broken)
    assert "lleno" in journal.add([answer()])[0]
    monkeypatch.setattr(room, "connect", real)
    assert "otra vez" in journal.flush()[0]
    assert journal.unsaved == 0


def test_a_full_disk_is_told_once_and_what_waits_is_stored_when_there_is_room(tmp_path, monkeypatch):
    """Answers of a full disk wait in memory and reach the disk with the next that can."""
    journal = opened(tmp_path)
    journal.add([answer("a")])
    real = room.connect

    def full(path, *, write):
        db = real(path, write=write)
        db.execute("PRAGMA max_page_count = 1")
        return db

    monkeypatch.setattr(room, "connect", full)
    (notice,) = journal.add([answer(f"b{i}", raw="9" * 500) for i in range(30)])
    assert "lleno" in notice
    assert journal.add([answer("c", raw="9" * 5000)]) == ()
    assert len(journal.events()) == 32
    monkeypatch.setattr(room, "connect", real)
    (notice,) = journal.add([answer("d")])
    assert "otra vez" in notice
    assert len(opened(tmp_path).events()) == 33


def test_set_aside_keeps_the_file_under_another_name(tmp_path):
    path = filled(tmp_path, 2)
    aside = opened(tmp_path).set_aside()
    assert not path.exists()
    assert aside.exists()
    assert opened(tmp_path).events() == []


def test_there_may_be_nothing_to_set_aside(tmp_path):
    journal = opened(tmp_path)
    (tmp_path / FILE).unlink()
    with pytest.raises(StateError):
        journal.set_aside()


def test_the_data_folder_is_the_users_unless_the_environment_names_one(tmp_path):
    assert data_folder({"TUTOR_DATA": str(tmp_path)}) == tmp_path
    assert data_folder({}).name == "tutor-ecuacion1"


def test_a_flipped_bit_is_told_and_what_can_be_read_is_kept(tmp_path):
    """Wherever it is: nothing changes, or it is said and nothing is read that was not written. The old file stays."""
    whole = filled(tmp_path / "good", 60).read_bytes()
    wrote = [(e.question, e.raw) for e in opened(tmp_path / "good").events()]
    pick = random.Random(12)
    kept = []
    for number in range(150):
        folder = tmp_path / str(number)
        folder.mkdir()
        flipped = bytearray(whole)
        at = pick.randrange(len(whole)) if number % 3 else pick.randrange(3000)  # the schema is at the beginning
        flipped[at] ^= 1 << pick.randrange(8)
        (folder / FILE).write_bytes(flipped)
        journal = opened(folder)
        found = [(e.question, e.raw) for e in journal.events()]
        assert found == wrote or journal.notices, at
        assert set(found) <= set(wrote), at
        assert not journal.notices or any(p.read_bytes() == flipped for p in folder.iterdir()), at
        assert "rescate" not in " ".join(p.name for p in folder.iterdir())
        journal.add([answer("after")])
        kept.append(len(found))
    assert sum(n >= 30 for n in kept) > 140, kept


def test_a_page_of_rubbish_costs_the_answers_on_it(tmp_path):
    """Those before it and those after it are kept."""
    path = filled(tmp_path, 400)
    raw = bytearray(path.read_bytes())
    middle = len(raw) // 8192 * 4096
    raw[middle : middle + 4096] = bytes(range(256)) * 16
    path.write_bytes(raw)
    journal = opened(tmp_path)
    found = {e.question for e in journal.events()}
    assert journal.notices
    assert len(found) > 350
    assert {"q0", "q399"} <= found


def test_an_event_of_before_the_checksums_is_read_and_the_next_has_one(tmp_path):
    """A journal without that column gets it with the first event that is added."""
    path = filled(tmp_path, 3)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("ALTER TABLE events DROP COLUMN suma")
    journal = opened(tmp_path)
    assert (journal.notices, len(journal.events())) == ((), 3)
    assert journal.add([answer("new")]) == ()
    with closing(sqlite3.connect(path)) as db:
        assert [row[0] is None for row in db.execute("SELECT suma FROM events ORDER BY id")] == [True] * 3 + [False]
    assert len(opened(tmp_path).events()) == 4


def test_a_journal_that_is_held_or_closed_to_us_is_told_as_that(tmp_path, monkeypatch):
    """Never as one in which nothing was done."""
    path = filled(tmp_path, 3)
    monkeypatch.setattr(event_table, "PATIENCE", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StateError, match="otra copia lo tiene ocupado"):
            look(tmp_path).events()
    assert len(look(tmp_path).events()) == 3

    def closed(self, **more):
        raise PermissionError(13, "")

    monkeypatch.setattr(Path, "stat", closed)
    with pytest.raises(StateError, match="No puedo leer el diario"):
        look(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_the_journal_is_its_owners_alone(tmp_path):
    """The folder 0700, the file 0600, also one of before."""
    folder = tmp_path / "datos"
    path = filled(folder, 1)
    assert (folder.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o700, 0o600)
    path.chmod(0o644)
    opened(folder)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a child that the system must be able to fork")
def test_a_kill_at_any_statement_loses_nothing_that_was_kept(tmp_path):
    """What `add` returned from is there, and the journal is whole, wherever the next one is cut short."""
    for place in range(60):
        folder = tmp_path / str(place)
        filled(folder, 2)
        child = os.fork()
        if not child:
            _die_at_statement(place)
            opened(folder).add([answer("third"), answer("fourth")])
            os._exit(0)
        _, status = os.waitpid(child, 0)
        journal = opened(folder)
        assert journal.notices == ()
        assert [e.question for e in journal.events()] in (["q0", "q1"], ["q0", "q1", "third", "fourth"])
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            assert place > 5
            return
    pytest.fail("it never came to its end")


def _die_at_statement(place: int) -> None:
    """In this process, the SQL statement of that number is a `kill -9`: SQLite tells each one before it is run."""
    real, calls = sqlite3.connect, 0

    def connected(*args, **more):
        db = real(*args, **more)

        def die(_: str) -> None:
            nonlocal calls
            calls += 1
            if calls > place:
                os.kill(os.getpid(), signal.SIGKILL)

        db.set_trace_callback(die)
        return db

    sqlite3.connect = connected


@pytest.mark.parametrize("wanted", ["$HOME/tutor", "${HOME}/tutor", "%APPDATA%/tutor", "/tmp/$USER"])
def test_a_name_that_no_shell_has_replaced_is_said_and_no_folder(wanted):
    with pytest.raises(UsageError, match="sin sustituir"):
        data_folder({"TUTOR_DATA": wanted})


@pytest.mark.parametrize("wanted", ["/tmp/a b", "~/tutor", "C:/100%"])
def test_any_other_name_is_taken(wanted):
    assert data_folder({"TUTOR_DATA": wanted})
