"""What `tutor grade` shows while it works, and what it leaves as it found it."""

from __future__ import annotations

import gc
import io
from dataclasses import replace
from pathlib import Path

import pytest

from tests.running import Stream, run, terminal
from tutor.cli.bar import Bar
from tutor.cli.grade import _without
from tutor.intake.models import ClassWork, HandIn


def bar(*, tty: bool, accessible: bool = False) -> tuple[Bar, io.StringIO]:
    stderr = Stream(tty=tty)
    return Bar(replace(terminal(accessible=accessible), stderr=stderr)), stderr


def test_long_work_shows_a_bar_and_clears_it() -> None:
    """On a terminal, from some thousands on: how far it is, in one line that is gone at the end."""
    shown, stderr = bar(tty=True)
    shown.advance(25_000, 100_000)
    assert "25 %" in stderr.getvalue()
    assert "\n" not in stderr.getvalue()
    shown.advance(100_000, 100_000)
    shown.done()
    assert stderr.getvalue().endswith(" \r")


def test_what_is_written_is_said_where_a_bar_was_shown() -> None:
    """The files of a great class take a while too: each says its name, in a line of the same length, and is cleared."""
    shown, stderr = bar(tty=True)
    written: list[bytes] = []
    files = shown.announced({"notas.csv": lambda stream: written.append(b"1"), "moodle.csv": b"2"})
    assert callable(files["notas.csv"])
    files["notas.csv"](io.BytesIO())
    assert (written, files["moodle.csv"], stderr.getvalue()) == ([b"1"], b"2", "")
    shown.advance(100_000, 100_000)
    files["notas.csv"](io.BytesIO())
    shown.done()
    *_, told, cleared, end = stderr.getvalue().split("\r")
    assert (told.rstrip(), cleared.strip(), end, len(told)) == ("Escribiendo notas.csv...", "", "", len(cleared))


@pytest.mark.parametrize(
    ("tty", "accessible", "total"),
    [(False, False, 100_000), (True, True, 100_000), (True, False, 60)],
    ids=["pipe", "screen-reader", "short"],
)
def test_no_bar_where_it_would_be_noise(tty: bool, accessible: bool, total: int) -> None:
    """In a pipe, for a screen reader, or for a class that takes no time."""
    shown, stderr = bar(tty=tty, accessible=accessible)
    shown.advance(total, total)
    shown.done()
    assert stderr.getvalue() == ""


def test_files_of_other_options_are_no_hand_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A roster lying in the folder of hand-ins is set aside, whole file or row by row; its namesakes elsewhere stay."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "entregas" / "otra").mkdir(parents=True)
    (tmp_path / "entregas" / "lista.csv").write_text("id\na1\n")
    sources = ("entregas/lista.csv", "entregas/lista.csv:2", "entregas/otra/lista.csv", "entregas/a1.txt")
    work = ClassWork(None, tuple(HandIn("a1", {}, source) for source in sources))
    kept = _without(work, [Path("entregas")], [Path("entregas/lista.csv")])
    assert [h.source for h in kept.handins] == ["entregas/otra/lista.csv", "entregas/a1.txt"]


def test_the_collector_is_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It rests while a class is graded, also when that ends badly."""
    monkeypatch.chdir(tmp_path)
    assert gc.isenabled()
    assert run(monkeypatch, ["grade", "entrega", "no.zip"]).code == 3
    assert gc.isenabled()


def test_two_runs_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 64: the second is refused with exit 4 and one way out."""
    from tutor.publishing.output import locked

    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("id;productos\na1;1 2 3\n", encoding="utf-8")
    with locked(tmp_path / "notas"):
        done = run(monkeypatch, ["grade", "entrega", "t.csv"])
    assert done.code == 4
    assert "--out" in done.err


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("order", "where"),
    [
        (["grade", "entrega", "t.csv"], "tutor.grading.classroom.grade"),
        (["grade", "entrega", "t.csv"], "tutor.publishing.output._stage"),
        (["sheet", "entrega", "--roster", "t.csv", "--out", "notas"], "tutor.handout.homework.individual"),
    ],
    ids=["grading", "writing", "drawing"],
)
def test_ctrl_c_says_that_nothing_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: list[str], where: str
) -> None:
    """There is nothing to go on with: the order is repeated."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("id;productos\na1;1 2 3\n", encoding="utf-8")
    monkeypatch.setattr(where, interrupted)
    done = run(monkeypatch, order)
    assert done.code == 130
    assert done.err.endswith("Interrumpido: no he escrito nada. Repite la orden.\n")
    assert not list(tmp_path.glob("notas/*"))


def test_ctrl_c_after_writing_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it tells what it did, all is done."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("id;productos\na1;1 2 3\n", encoding="utf-8")
    monkeypatch.setattr("tutor.screen.grading.show_class", interrupted)
    done = run(monkeypatch, ["grade", "entrega", "t.csv"])
    assert done.code == 130
    assert done.err.endswith("Interrumpido, con todo ya escrito en notas.\n")
    assert (tmp_path / "notas" / "notas.csv").exists()


@pytest.mark.parametrize("who", ["", "  "])
def test_explaining_nobody_is_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    """An empty `--explain` (a variable that was not set) is no wish to grade the class and write."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("id;productos\na1;1 2 3\n", encoding="utf-8")
    done = run(monkeypatch, ["grade", "entrega", "t.csv", "--explain", who])
    assert done.code == 2
    assert "--explain" in done.err
    assert [p.name for p in tmp_path.iterdir()] == ["t.csv"]
