"""What `tutor grade` shows while it works, and what it leaves as it found it."""

from __future__ import annotations

import csv
import gc
import hashlib
import io
import json
import os
import sys
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.running import Stream, run, terminal
from tutor.cli.bar import Bar
from tutor.publishing.formats import CANVAS, FORMATS, MOODLE, Format
from tutor.publishing.run import GradingOptions


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


def test_what_is_done_is_said_where_a_bar_was_shown() -> None:
    """The files of a great class take a while too: each says its name, in a line of the same length, and is cleared."""
    shown, stderr = bar(tty=True)
    shown.doing("Escribiendo notas.csv")
    assert stderr.getvalue() == ""
    shown.advance(100_000, 100_000)
    shown.doing("Escribiendo notas.csv")
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
    """A roster lying in the folder of hand-ins is set aside, however it is named; its namesakes elsewhere stay."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "entregas" / "otra").mkdir(parents=True)
    for place, student in (("entregas", "a1"), ("entregas/otra", "a2")):
        (tmp_path / place / "lista.csv").write_text(f"id;productos\n{student};1 2 3\n", encoding="utf-8")
    done = run(monkeypatch, ["grade", "entrega", "entregas", "--roster", "./entregas/otra/../lista.csv"])
    assert "1 sin entregar" in done.out
    assert "1 fuera de lista" in done.out


def test_each_file_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it is used for: a worksheet is list, hand-ins and what is filled; all are hashed for the manifest."""
    monkeypatch.chdir(tmp_path)
    sheet = "Identificador,Nombre completo,Número de ID,Calificación,Texto en línea\n"
    (tmp_path / "hoja.csv").write_text(f"{sheet}Participante 7,Ana,a1,,productos: 1 2 3\n", encoding="utf-8")
    (tmp_path / "mias.csv").write_text("id;pregunta;puntos\na1;productos;1\n", encoding="utf-8")
    (tmp_path / "mas").mkdir()
    (tmp_path / "mas" / "a2.txt").write_text("productos: 1 2 3", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "mas.zip", "w") as archive:
        archive.writestr("a3.txt", "productos: 1 2 3")
    opened: Counter[str] = Counter()

    def count(event: str, args: tuple[object, ...]) -> None:
        if event == "open" and opened is not None and isinstance(args[0], str | os.PathLike) and args[1] is not None:
            opened[Path(os.fspath(args[0])).name] += 1

    sys.addaudithook(lambda event, args: count(event, args) if counting else None)
    counting = [True]
    done = run(monkeypatch, [
        "grade", "entrega", "hoja.csv", "mas", "mas.zip", "--roster", "hoja.csv", "--moodle", "hoja.csv",
        "--decisions", "mias.csv",
    ])  # fmt: skip
    counting.clear()
    assert done.code == 1, done.err
    given = ("hoja.csv", "mias.csv", "a2.txt", "mas.zip")
    assert {name: opened[name] for name in given} == dict.fromkeys(given, 1)
    manifest = json.loads((tmp_path / "notas" / "manifiesto.json").read_text(encoding="utf-8"))
    read = {one["name"]: one["sha256"] for one in manifest["inputs"]}
    paths = {"hoja.csv": "hoja.csv", "mas/a2.txt": "mas/a2.txt", "mas.zip": "mas.zip"}
    assert read == {name: hashlib.sha256((tmp_path / path).read_bytes()).hexdigest() for name, path in paths.items()}
    wrote = {one["name"]: one["sha256"] for one in manifest["outputs"]}
    assert wrote == {
        name: hashlib.sha256((tmp_path / "notas" / name).read_bytes()).hexdigest() for name in wrote
    }  # fmt: skip
    assert {"notas.csv", "comentarios.zip", "moodle.csv"} <= set(wrote)


def test_the_collector_is_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It rests while a class is graded, also when that ends badly."""
    monkeypatch.chdir(tmp_path)
    assert gc.isenabled()
    assert run(monkeypatch, ["grade", "entrega", "no.zip"]).code == 3
    assert gc.isenabled()


def test_two_runs_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 64: the second is refused with exit 4 and one way out."""
    from tutor.files.output import locked

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
        (["grade", "entrega", "t.csv"], "tutor.publishing.run.grade"),
        (["grade", "entrega", "t.csv"], "tutor.files.output._stage"),
        (["sheet", "entrega", "--roster", "t.csv", "--out", "notas"], "tutor.handout.run.individual"),
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


def test_another_gradebook_is_a_row_of_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once there, it is taken by its name: no option, no other code."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(FORMATS, "aula", Format("aula", "aula", {"feedback": ("Observaciones",)}))
    (tmp_path / "a1.txt").write_text("id: a1\nproductos: 1 2 3 4\n", encoding="utf-8")
    (tmp_path / "libro.csv").write_text("id,Nota,Observaciones\na1,,\n", encoding="utf-8")
    done = run(monkeypatch, ["grade", "entrega", "a1.txt", "--gradebook", "aula=libro.csv", "--column", "grade=Nota"])
    assert done.code == 0, done.err
    with (tmp_path / "notas" / "aula.csv").open(encoding="utf-8", newline="") as file:
        _, (who, mark, comment) = csv.reader(file)
    assert (who, mark) == ("a1", "0,00")
    assert "ecuación 1" in comment


def test_a_known_gradebook_by_its_name_is_that_of_its_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--gradebook canvas=FILE` is `--canvas FILE`; a file whose name has a `=` is still a file."""
    options = GradingOptions(paths=(), gradebooks={"gradebook": Path("canvas=libro.csv"), "moodle": Path("x=y.csv")})
    assert options.books == [("gradebook", CANVAS, Path("libro.csv")), ("moodle", MOODLE, Path("x=y.csv"))]
