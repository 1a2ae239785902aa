"""A whole class through the command: what comes out is what each of them deserves, whatever the order."""

from __future__ import annotations

import csv
import io
import json
import random
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tests.grading.synthetic import QUESTIONS, SyntheticClass, make_class
from tests.publishing import moodle_rules
from tests.running import Run, run
from tutor.authoring import open_unit, open_version
from tutor.files.text import id_key
from tutor.handout.answer_key import draw_sheets, key_file
from tutor.handout.answer_sheet import right_answers
from tutor.roster.sheets import Sheets

FILES = [
    "comentarios.zip",
    "decisiones.csv",
    "informe.html",
    "manifiesto.json",
    "moodle.csv",
    "notas.csv",
    "resultados.json",
]


@cache
def sixty() -> tuple[SyntheticClass, Sheets]:
    """Sixty students with the numbers their sheets had, screened as `tutor sheet` screens them."""
    ids = [f"a{i:06}" for i in range(60)]
    sheets = draw_sheets(open_version("entrega", 2).unit, ids)
    names = next(iter(sheets.sheets.values())).data
    data = {name: [sheets.sheets[id_key(i)].data[name] for i in ids] for name in names}
    return make_class(60, seed=12, data=data), sheets


@pytest.fixture
def homework(tmp_path: Path) -> Path:
    """The folder of a teacher: worksheet, download, key."""
    class_, sheets = sixty()
    (tmp_path / "hoja.csv").write_bytes(class_.worksheet())
    (tmp_path / "entregas.zip").write_bytes(class_.download())
    (tmp_path / "clave.yaml").write_text("".join(key_file(sheets)), encoding="utf-8")
    return tmp_path


def grade(monkeypatch: pytest.MonkeyPatch, folder: Path, *more: str, files: tuple[str, ...] = ("entregas.zip",)) -> Run:
    monkeypatch.chdir(folder)
    return run(
        monkeypatch, ["grade", "entrega", *files, "--moodle", "hoja.csv", "--sheets", "clave.yaml", *more]
    )  # fmt: skip


def rows(path: Path) -> dict[str, dict[str, str]]:
    text = path.read_bytes().decode("utf-8-sig")
    return {r["id"]: r for r in csv.DictReader(io.StringIO(text, newline=""), delimiter=";")}


def contents(folder: Path) -> Mapping[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir()) if p.is_file()}


def test_everybody_gets_what_they_deserve(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty real-looking students: states, points question by question, and the exit code that says something waits."""
    class_, _ = sixty()
    done = grade(monkeypatch, homework)
    assert done.code == 1, done.err
    assert sorted(contents(homework / "notas")) == FILES
    got = rows(homework / "notas" / "notas.csv")
    labels = {
        "graded": "calificado", "blank": "en blanco", "unreadable": "por leer", "missing": "sin entregar",
        "unknown": "fuera de lista",
    }  # fmt: skip
    expected = {p.id: labels[p.state] for p in class_.pupils}
    assert {i: r["estado"] for i, r in got.items()} == expected
    for pupil in class_.pupils:
        if pupil.state == "graded":
            assert Fraction(got[pupil.id]["nota"].replace(",", ".")) == Fraction(pupil.points), pupil


def test_moodle_takes_what_it_is_given(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 69: the filled worksheet and the feedback zip pass Moodle’s own rules, student by student."""
    class_, _ = sixty()
    grade(monkeypatch, homework)
    people = {p.moodle_id: p.id for p in class_.listed}
    arrived = moodle_rules.import_worksheet(
        (homework / "notas" / "moodle.csv").read_bytes(), moodle_rules.Site(people=people)
    )
    for pupil in class_.listed:
        marked = pupil.state in ("graded", "blank")
        assert (arrived[pupil.id][0] is not None) == marked
        assert bool(arrived[pupil.id][1]) == marked
    with zipfile.ZipFile(homework / "notas" / "comentarios.zip") as archive:
        owners = {moodle_rules.feedback_owner(name, people) for name in archive.namelist()}
    assert owners == {(p.id, "comentarios.html") for p in class_.listed if p.state in ("graded", "blank")}


def test_the_second_run_and_a_late_one(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same input leaves every byte; one more hand-in on Thursday is «59 sin cambios, 1 nueva»."""
    class_, _ = sixty()
    grade(monkeypatch, homework)
    before = contents(homework / "notas")
    again = grade(monkeypatch, homework)
    assert contents(homework / "notas") == before
    assert "60 sin cambios" in again.out
    late = next(p for p in class_.pupils if p.state == "missing")
    (homework / "tarde.txt").write_text(class_.sheet(late), encoding="utf-8")
    third = grade(monkeypatch, homework, files=("entregas.zip", "tarde.txt"))
    assert "59 sin cambios, 1 nueva" in third.out


def test_the_folder_of_the_marks_lies_among_the_hand_ins(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`tutor grade entrega .` twice: what the first run wrote is no hand-in of the second, nor one of its inputs."""
    with zipfile.ZipFile(homework / "entregas.zip") as archive:
        archive.extractall(homework / "entregas")
    (homework / "entregas.zip").unlink()
    grade(monkeypatch, homework, files=(".",))
    before = contents(homework / "notas")
    assert set(before) == set(FILES), "every name is known to be of ours"
    again = grade(monkeypatch, homework, files=(".",))
    assert "60 sin cambios" in again.out, "nor is the worksheet one"
    assert contents(homework / "notas") == before


def test_the_order_of_the_files_does_not_matter(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 65: the same files in another order, inside the zip and on the command line, give the same bytes."""
    grade(monkeypatch, homework, "--out", "una")
    with zipfile.ZipFile(homework / "entregas.zip") as archive:
        files = [(info, archive.read(info)) for info in archive.infolist()]
    random.Random(4).shuffle(files)
    with zipfile.ZipFile(homework / "entregas.zip", "w") as archive:
        for info, content in files:
            archive.writestr(info, content)
    grade(monkeypatch, homework, "--out", "otra")
    one, two = contents(homework / "una"), contents(homework / "otra")
    changed = {name for name in one if one[name] != two[name]}
    assert changed <= {"manifiesto.json"}, "only the hash of the zip itself"


def test_dry_run_writes_nothing(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--dry-run` tells the same and leaves no file nor folder."""
    before = sorted(p.name for p in homework.iterdir())
    done = grade(monkeypatch, homework, "--dry-run")
    assert done.code == 1
    assert "no he escrito nada" in done.out
    assert sorted(p.name for p in homework.iterdir()) == before


def test_decisions_survive_and_settle(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every doubt decided in the file ends the run with 0, and the file keeps every byte."""
    grade(monkeypatch, homework)
    path = homework / "notas" / "decisiones.csv"
    lines = path.read_bytes().decode("utf-8-sig").split("\r\n")
    table = list(csv.reader(io.StringIO("\r\n".join(lines), newline=""), delimiter=";"))
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerows([table[0], *([*r[:3], "0,5", *r[4:7], "Inés", "3/3/2026"] for r in table[1:])])
    path.write_bytes(stream.getvalue().encode("cp1252", errors="replace"))
    saved = path.read_bytes()
    done = grade(monkeypatch, homework)
    assert path.read_bytes() == saved
    states = {r["estado"] for r in rows(homework / "notas" / "notas.csv").values()}
    assert "por leer" not in states
    assert "decisión" in done.out


def test_one_screen_for_a_student_who_asks(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed, read, right, allowance, points; also by the code of the feedback; nothing is written."""
    class_, _ = sixty()
    pupil = next(p for p in class_.pupils if p.habit == "no-scale")
    done = grade(monkeypatch, homework, "--explain", f"{pupil.id}-pesos")
    assert done.code == 0
    for piece in (pupil.name, "escribió", "leído", "era", "±", "no-scale", "Pesos: 0 de 3"):
        assert piece in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    assert len(done.out.splitlines()) < 48
    assert not (homework / "notas").exists()
    missing = grade(monkeypatch, homework, "--explain", pupil.id.replace("a", "b"))
    assert missing.code == 2
    assert "Querías decir" in missing.err


def test_the_terminal_fits(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """80 columns, the table, at most three things to look at, and where the files are."""
    done = grade(monkeypatch, homework)
    assert max(map(len, done.out.splitlines())) <= 80
    assert "1. " in done.out
    assert "4. " not in done.out
    for question in ("Productos", "Pesos", "Salida"):
        assert question in done.out


def test_the_results_hold_every_judgement(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`resultados.json` has what was typed and judged; the manifest names inputs and outputs by hash, without dates."""
    class_, _ = sixty()
    grade(monkeypatch, homework)
    told = json.loads((homework / "notas" / "resultados.json").read_text(encoding="utf-8"))
    assert (told["schema"], told["unit"], len(told["students"])) == (1, "entrega", len(class_.pupils))
    by_id = {s["id"]: s for s in told["students"]}
    pupil = next(p for p in class_.pupils if p.habit == "no-scale")
    answers = {a["id"]: a for a in by_id[pupil.id]["answers"]}
    assert [answers[q]["typed"] for q in QUESTIONS] == [pupil.answers[q] for q in QUESTIONS]
    assert answers["pesos"]["slips"][0] == "no-scale"
    assert (by_id[pupil.id]["state"], by_id[pupil.id]["exact"]) == ("graded", str(pupil.points).removesuffix(".0"))
    manifest = json.loads((homework / "notas" / "manifiesto.json").read_text(encoding="utf-8"))
    assert [f["name"] for f in manifest["inputs"]] == ["clave.yaml", "entregas.zip", "hoja.csv"]
    assert {f["name"] for f in manifest["outputs"]} == set(FILES) - {"manifiesto.json", "decisiones.csv"}
    assert manifest["version"] == open_version("entrega", 2).unit.version


def test_kill_in_the_middle(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 61: `kill -9` while the files are put in place: all of one run, and the next one repairs the rest."""
    grade(monkeypatch, homework)
    good = contents(homework / "notas")
    for name in good:
        if name != "decisiones.csv":
            (homework / "notas" / name).write_bytes(b"vieja")
    program = (
        "import os, sys, signal; from tutor.files import output\n"
        "real = os.replace; done = []\n"
        "def replace(a, b):\n"
        "    done.append(b)\n"
        "    if len(done) == 3: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    real(a, b)\n"
        "os.replace = replace\n"
        "from tutor.__main__ import main\n"
        "main(['grade', 'entrega', 'entregas.zip', '--moodle', 'hoja.csv', '--sheets', 'clave.yaml'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=homework, capture_output=True, check=False)
    assert done.returncode < 0
    left = [
        c == b"vieja" for name, c in contents(homework / "notas").items() if not name.startswith((".", "decisiones"))
    ]
    assert len(set(left)) == 1, "of one run"
    assert "se cortó" in grade(monkeypatch, homework, "--dry-run").err
    assert "se cortó" in grade(monkeypatch, homework).err
    assert contents(homework / "notas") == good


def test_all_graded_is_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 68: exit 0 only when everybody is graded or blank; 1 as soon as one is missing. Also without a roster."""
    right = ";".join(f'"{text.strip("()")}"' for text in right_answers(open_unit("entrega")).values())
    (tmp_path / "tabla.csv").write_text(
        f"id;productos;escalados;pesos;clave;salida;mascara\r\na1;{right}\r\na2;;;;;;\r\n",
        encoding="utf-8",
    )
    (tmp_path / "lista.csv").write_text("id;nombre\r\na1;Ana\r\na2;Eva\r\na3;Fe\r\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = run(monkeypatch, ["grade", "entrega", "tabla.csv"])
    assert done.code == 0, done.err
    assert {i: (r["estado"], r["nota"]) for i, r in rows(tmp_path / "notas" / "notas.csv").items()} == {
        "a1": ("calificado", "10"),
        "a2": ("en blanco", "0"),
    }
    assert not (tmp_path / "notas" / "moodle.csv").exists(), "without a list nobody is known to Moodle"
    assert run(monkeypatch, ["grade", "entrega", "tabla.csv", "--roster", "lista.csv"]).code == 1


def test_for_a_screen_reader(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--accessible` tells the same, one fact a line, without escapes nor columns."""
    done = grade(monkeypatch, homework, "--accessible")
    assert "\x1b" not in done.out
    assert "Pesos" in done.out
    assert "   " not in done.out


def test_hand_ins_in_a_table_are_judged_alike(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answers in one CSV give the same points as in files."""
    class_, _ = sixty()
    grade(monkeypatch, homework, "--out", "zip")
    (homework / "tabla.csv").write_bytes(class_.table_csv())
    grade(monkeypatch, homework, "--out", "tabla", files=("tabla.csv",))
    one, two = rows(homework / "zip" / "notas.csv"), rows(homework / "tabla" / "notas.csv")
    for pupil in class_.pupils:
        if pupil.state in ("graded", "blank"):
            assert {k: v for k, v in one[pupil.id].items() if k != "aviso"} == {
                k: v for k, v in two[pupil.id].items() if k != "aviso"
            }


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["--duplicates", "first"], 2, "no es una regla"),
        (["--order", "nombre"], 2, "no es un orden"),
        (["--column", "grade"], 2, "No entiendo --column"),
        (["--decisions", "no.csv"], 3, "No encuentro"),
        (["--sheets", "no.yaml"], 3, "no.yaml"),
        (["--roster", "no.csv"], 3, "No encuentro"),
    ],
    ids=["duplicates", "order", "column", "decisions", "sheets", "roster"],
)
def test_wrong_orders(homework: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int, said: str) -> None:
    """Usage is 2, a file that is not there or not what it should be is 3; a sentence, never a traceback."""
    done = grade(monkeypatch, homework, *args)
    assert done.code == code
    assert said in done.err
    assert "Traceback" not in done.err
    assert not (homework / "notas" / "notas.csv").exists()


def test_a_set_that_is_not_of_one_run_is_told(homework: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The manifest has the hash of each file of its run."""
    grade(monkeypatch, homework)
    (homework / "notas" / "informe.html").write_bytes(b"de otra")
    assert "informe.html no es el que escribió la última orden" in " ".join(grade(monkeypatch, homework).err.split())
    assert "no es el que escribió" not in grade(monkeypatch, homework).err


PLANTED = "id;pregunta;leo;puntos;minimo;maximo;motivo;decidido por;fecha\na1;;;10;0;10;;;\n"


@pytest.mark.parametrize("out", ["entregas", "entregas/notas", "."])
def test_decisions_planted_among_the_hand_ins_are_not_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    """The folder to write is none that is read; one inside it has the teacher's decisions only if they name them."""
    folder = tmp_path / "entregas"
    (folder / "notas").mkdir(parents=True)
    for path in (folder, folder / "notas"):
        (path / "decisiones.csv").write_text(PLANTED)
    (folder / "a1.txt").write_text("id: a1\npesos: 1 ; 0 ; 0\n")
    monkeypatch.chdir(folder if out == "." else tmp_path)
    given = "." if out == "." else "entregas"
    done = run(monkeypatch, ["grade", "ejercicio", given, "--out", out])
    assert (done.code, "--out" in done.err) == (2, True)
    assert not (folder / "notas" / "notas.csv").exists()


def test_decisions_among_the_hand_ins_count_where_they_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then they are the teacher's."""
    (tmp_path / "notas").mkdir()
    (tmp_path / "notas" / "decisiones.csv").write_text(PLANTED)
    (tmp_path / "a1.txt").write_text("id: a1\npesos: 1 ; 0 ; 0\n")
    monkeypatch.chdir(tmp_path)
    run(monkeypatch, ["grade", "ejercicio", ".", "--decisions", "notas/decisiones.csv"])
    assert rows(tmp_path / "notas" / "notas.csv")["a1"]["nota"] == "10"
