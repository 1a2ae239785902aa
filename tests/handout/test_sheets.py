"""Sheets with numbers of one's own: drawn once, written for people, read back exactly, never drawn again."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import escape

from tests.grading.synthetic import QUESTIONS, make_class
from tests.running import run
from tests.units import units
from tutor.authoring import load_unit, open_unit
from tutor.authoring.unit_file import parse_unit
from tutor.errors import ContentError, ExitCode
from tutor.files.source import Source
from tutor.handout import answer_sheet
from tutor.handout.answer_key import draw_sheets, key_file, load_sheets
from tutor.handout.homework import Homework, common, individual
from tutor.intake.hand_ins import collect
from tutor.intake.labels import Labels
from tutor.intake.sheet_text import read_sheet
from tutor.judging import Verdict
from tutor.roster.directory import moodle_path
from tutor.roster.people import Roster, Student
from tutor.roster.sheets import Sheets
from tutor.units import OpenUnit
from tutor.units.judge import judge_answer

PEOPLE = (
    Student("a042", "María Núñez", "maria@x.es", "101"),
    Student("00123", "José_Peña/Gil", "jose@x.es", "102"),
    Student("=x", "=cmd|' /C calc'!A0", "x@x.es", "103"),
)
ROSTER = Roster(PEOPLE, source="moodle.csv")
NO_NUMBERS = Roster(tuple(Student(s.id, s.name, s.email) for s in PEOPLE), source="lista.csv")
ANSWERS = {
    "productos": "(0 ; −1 ; 3)",
    "pesos": "0,047 ; 0,017 ,936",
    "clave": "clave 2",
    "salida": "",
    "mascara": "1/3",
}


@pytest.fixture(scope="module")
def unit() -> OpenUnit:
    return open_unit("entrega")


@pytest.fixture(scope="module")
def homework(unit: OpenUnit) -> Homework:
    return individual(unit, ROSTER, page=True)


def titles(unit: OpenUnit) -> dict[str, str]:
    return {q.id: q.model.title for q in unit.questions}


def kept(homework: Homework, folder: Path) -> Sheets:
    path = folder / "clave.yaml"
    path.write_bytes(homework.files["clave.yaml"])
    return load_sheets(Source.open(path))


# -- the draw ----------------------------------------------------------------------------------------------------------


def test_a_draw_depends_on_key_unit_version_and_student_alone() -> None:
    """The same people in another order, or one of them alone, have the same numbers; another key gives others."""
    unit = load_unit("entrega")
    ids = ["a1", "b2", "c3"]
    one = draw_sheets(unit, ids)
    assert draw_sheets(unit, ids[::-1]).find("b2") == one.find("b2") == draw_sheets(unit, ["b2"]).find("b2")
    other = draw_sheets(unit, ids, "grupo B")
    assert all(other.find(i) != one.find(i) for i in ids)
    assert len({str(s.data) for s in one.sheets.values()}) == 3


def test_the_numbers_of_a_student_are_these_for_ever() -> None:
    """Pinned: what changes them (the draw, the screening, the unit's ranges) needs a new version of the unit."""
    sheet = draw_sheets(load_unit("entrega"), ["a042"]).find("a042")
    assert sheet is not None
    assert (sheet.code, sheet.draw, sheet.data) == PINNED


PINNED = (
    "entrega-3-KBVKDDA",
    134,
    {
        "Q": [[1, 1, -2]],
        "K": [[2, 1, 0], [0, 2, -1], [-2, -1, -1], [-2, 2, 0]],
        "V": [[-7, -4], [-9, -6], [-8, -5], [1, 7]],
        "Z": [[-0.1, 0.9, -0.4, 2.6], [-0.3, 0.5, -0.8, -1.9], [0.9, 2.7, -0.3, 1.1], [0.5, 1.3, -0.7, 0.4]],
    },
)


def test_a_query_has_no_zero() -> None:
    """`zero: false`: every product has two terms to multiply; the other inputs may have zeros."""
    sheets = draw_sheets(load_unit("entrega"), [f"z{i}" for i in range(40)])
    assert {x for s in sheets.sheets.values() for x in s.data["Q"][0]} == {-2, -1, 1, 2}
    assert any(0 in row for s in sheets.sheets.values() for row in s.data["K"])


def test_the_numbers_keep_within_their_limits() -> None:
    """One product is 0, one negative, two positive; of the masked row one negative and two positive are seen."""
    for sheet in draw_sheets(load_unit("entrega"), [f"s{i}" for i in range(12)]).sheets.values():
        products = np.array(sheet.data["K"]) @ np.array(sheet.data["Q"][0])
        shares = np.exp(products / np.sqrt(3))
        assert sorted(np.sign(products)) == [-1, 0, 1, 1]
        assert shares.sum() <= 40
        assert (shares / shares.sum()).min() >= 0.01
        assert sorted(np.sign(sheet.data["Z"][2][:3])) == [-1, 1, 1]


@pytest.mark.parametrize("how", ["mask forgotten", "hidden after the softmax", "filled with 0", "past hidden", "share"])
def test_on_no_sheet_does_a_wrong_mask_pass(how: str) -> None:
    """Every row hides something that shows: worked out here in NumPy, each wrong way is far beyond a rounding away."""
    sheets = draw_sheets(load_unit("entrega"), [f"s{i}" for i in range(60)])
    for sheet in sheets.sheets.values():
        row = 2
        scaled = np.array(sheet.data["Z"], dtype=float)[row]
        sees = np.arange(4) <= row
        shares = np.exp(scaled) / np.exp(scaled).sum()
        right = np.where(sees, np.exp(scaled), 0) / np.exp(scaled)[sees].sum()
        wrong = {
            "mask forgotten": shares,
            "hidden after the softmax": np.where(sees, shares, 0),
            "filled with 0": np.exp(np.where(sees, scaled, 0)) / np.exp(np.where(sees, scaled, 0)).sum(),
            "past hidden": np.where(~sees | (np.arange(4) == row), np.exp(scaled), 0),
            "share": np.where(sees, scaled, 0) / scaled[sees].sum(),
        }[how]
        wrong = wrong / wrong.sum() if how == "past hidden" else wrong
        assert np.abs(wrong - right).max() > 0.002, (sheet.student_id, right, wrong)


@pytest.mark.parametrize("name", ["softmax", "capa-norma", "entropia-cruzada", "posicion"])
def test_no_question_of_a_sheet_holds_the_answer_to_another(name: str) -> None:
    """Where a question goes on from an earlier one it names it, as a check does."""
    opened = open_unit(name)
    lists = [q.write(q.right) for q in opened.questions if not q.choices and q.shape and q.decimals]
    asked = " ".join(" ".join(item.asks) for item in answer_sheet.paper(opened).items)
    assert lists
    assert not [answer for answer in lists if answer in asked]


# -- clave.yaml --------------------------------------------------------------------------------------------------------


def test_the_key_is_read_back_exactly(homework: Homework, tmp_path: Path, unit: OpenUnit) -> None:
    """Every student's numbers, whatever their id; it says why to keep it."""
    found = kept(homework, tmp_path)
    drawn = draw_sheets(unit.unit, [s.id for s in PEOPLE])
    assert (found.unit, found.version, found.key) == ("entrega", unit.unit.version, "entrega")
    assert found.sheets == drawn.sheets
    assert b"Guarda este archivo" in homework.files["clave.yaml"]


def test_the_key_is_yaml_and_may_be_laid_out_otherwise(homework: Homework, tmp_path: Path) -> None:
    """One line a student is how it is written, not how it must be."""
    text = "format: 1\nunit: entrega\nversion: 1\nstudents:\n  a042:\n    data:\n      Q:\n      - [1, -2]\n"
    (tmp_path / "k.yaml").write_text(f"{text}      fila: 2\n")
    found = load_sheets(Source.open(tmp_path / "k.yaml")).find("A042")
    assert found is not None
    assert found.data == {"Q": [[1, -2]], "fila": 2}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format: 1", "format: 2", "otro formato"),
        ("unit: entrega\n", "", "le falta"),
        ('"00123": {', '"A042": {', "dos veces"),
        ('"Q": [[', '"Q": [["x" ', "no se entiende"),
        ('"Q": [[', '"Q": [[NaN, ', "no se entiende"),
        ('"Q": [[', '"Q": [[true, ', "no se entienden"),
        ('"Q": [[', '"Q": [[[[[[[', "no se entiende"),
        ("students:", "alumnos:", "números de nadie"),
    ],
)
def test_a_key_spoilt_by_hand_is_refused(homework: Homework, tmp_path: Path, old: str, new: str, said: str) -> None:
    """Told with its line where there is one; nothing is guessed."""
    text = homework.files["clave.yaml"].decode()
    assert old in text
    (tmp_path / "k.yaml").write_text(text.replace(old, new, 1))
    with pytest.raises(ContentError, match=said):
        load_sheets(Source.open(tmp_path / "k.yaml"))


def test_a_second_run_keeps_who_left_the_list(unit: OpenUnit, homework: Homework, tmp_path: Path) -> None:
    """A shorter list loses nobody's numbers; a late student is added."""
    before = kept(homework, tmp_path)
    later = Roster((PEOPLE[0], Student("new", "Nueva", "", "104")), source="moodle.csv")
    again = individual(unit, later, before=before)
    assert set(kept(again, tmp_path).sheets) == {*before.sheets, "new"}
    assert kept(again, tmp_path).find("a042") == before.find("a042")
    assert "kept" in [n.code for n in again.notices]


def test_a_run_that_would_change_numbers_handed_out_is_refused(
    unit: OpenUnit, homework: Homework, tmp_path: Path
) -> None:
    """Another key over the same folder."""
    with pytest.raises(ContentError, match="cambiarían los números de 3"):
        individual(unit, ROSTER, key="otra", before=kept(homework, tmp_path))
    with pytest.raises(ContentError, match=r"cambiarían los números de [a-zA-Z0-9]+\."):
        individual(unit, Roster(PEOPLE[:1]), key="otra", before=kept(homework, tmp_path))


# -- what is handed out ------------------------------------------------------------------------------------------------


def test_files_are_named_as_moodle_expects(homework: Homework) -> None:
    """`Nombre Apellidos_12345_assignsubmission_file_/hoja.txt`: Moodle cuts at `_` into exactly five."""
    with zipfile.ZipFile(io.BytesIO(homework.files["hojas.zip"])) as archive:
        names = archive.namelist()
    assert len(names) == 6
    assert "María Núñez_101_assignsubmission_file_/hoja.txt" in names
    for name in names:
        _, number, *plugin, rest = name.split("_", 4)
        assert number in {"101", "102", "103"}
        assert plugin == ["assignsubmission", "file"]
        assert rest in {"/hoja.txt", "/hoja.html"}
    assert {f"hojas/{name}" for name in names} <= set(homework.files)


def test_the_same_sheets_are_the_same_bytes(unit: OpenUnit, homework: Homework) -> None:
    """No date, no order of chance."""
    assert individual(unit, ROSTER, page=True).files == homework.files


def test_without_moodles_numbers_files_are_named_by_id(unit: OpenUnit, tmp_path: Path) -> None:
    """And every one of them is recognised by that name; that Moodle cannot hand them out is said."""
    odd = [*NO_NUMBERS.students, Student("CON"), Student("a/b"), Student("x" * 200), Student("Añ"), Student("a b")]
    made = individual(unit, Roster(tuple(odd), source="lista.csv"))
    assert "no-moodle-ids" in [n.code for n in made.notices]
    names = [name.removeprefix("hojas/") for name in made.files if name.startswith("hojas/")]
    assert len({name.casefold() for name in names}) == len(odd)
    assert {"a042.txt", "00123.txt"} <= set(names)
    assert all(re.fullmatch(r"[\w .,'’()@-]{1,90}\.txt", name) for name in names)
    assert not any(name.lower().startswith("con.") for name in names)


def test_the_table_for_a_mail_merge(homework: Homework) -> None:
    """Id, name, mail and the text of the sheet; no cell is a formula."""
    rows = list(csv.reader(io.StringIO(homework.files["correo.csv"].decode("utf-8-sig"), newline=""), delimiter=";"))
    assert rows[0] == ["id", "nombre", "correo", "texto"]
    assert rows[1][:3] == ["a042", "María Núñez", "maria@x.es"]
    assert "id: a042\n" in rows[1][3]
    assert rows[3][:2] == ["'=x", "'=cmd|' /C calc'!A0"]


def test_no_sheet_says_its_answers(unit: OpenUnit) -> None:
    """Neither text nor page of any student holds a right answer of more than one digit."""
    roster = Roster(tuple(Student(f"s{i}", "", "", str(i)) for i in range(8)))
    made = individual(unit, roster, page=True)
    sheets = draw_sheets(unit.unit, [s.id for s in roster.students])
    for student in roster.students:
        own = unit.over_with(sheets.sheets[student.id].data)
        for name in ("hoja.txt", "hoja.html"):
            text = made.files[f"hojas/{moodle_path(student.name or student.id, student.moodle_id, name)}"].decode()
            for question, right in answer_sheet.right_answers(own).items():
                if question in ("pesos", "salida", "mascara"):
                    assert right.strip("()") not in text, (student.id, question)


def test_the_solved_sample_is_right(homework: Homework, unit: OpenUnit, tmp_path: Path) -> None:
    """The teacher's copy, read as a hand-in and judged, is right everywhere."""
    sample = homework.files["resuelta.txt"].decode()
    assert sample.startswith("# Resuelta, para el profesor")
    found = read_sheet(sample, Labels(titles(unit)), "resuelta.txt")
    sheet = kept(homework, tmp_path).find(found.id)
    assert sheet is not None
    own = unit.over_with(sheet.data)
    for question in own.questions:
        reading = question.read(found.answers[question.id])
        assert judge_answer(own, question.id, reading).verdict is Verdict.EXACT, question.id


def test_a_common_sheet(unit: OpenUnit) -> None:
    """One for all, with id and name to fill in; its sample is right."""
    made = common(unit, page=True)
    assert set(made.files) == {"hoja.txt", "hoja.html", "resuelta.txt"}
    text = made.files["hoja.txt"].decode()
    assert "\nid:\nnombre:\n" in text
    assert "hoja: " not in text
    assert read_sheet(text, Labels(titles(unit)), "hoja.txt").answers == {}


def test_lines_are_short_enough_for_a_phone_and_a_mail(homework: Homework) -> None:
    """What is printed is broken before a mail would."""
    text = homework.files[f"hojas/{moodle_path(PEOPLE[0].name, '101', 'hoja.txt')}"].decode()
    assert max(map(len, text.splitlines())) <= 76


@pytest.mark.parametrize("locale", ["es", "es-MX", "en"])
def test_numbers_are_written_as_the_locale_says(unit: OpenUnit, locale: str) -> None:
    """The example, the points and the questions use the mark in force."""
    text = answer_sheet.as_text(answer_sheet.paper(unit, locale))
    assert ("0,25" in text) is (locale == "es")
    assert ("0.25" in text) is (locale != "es")


def test_a_name_cannot_write_on_the_sheet(unit: OpenUnit) -> None:
    """Line breaks, labels and markup in a name stay a name."""
    evil = Student("a1", "Ana\nproductos: 1 ; 2 ; 3\n<script>alert(1)</script>\x1b[2J", "", "1")
    paper = answer_sheet.paper(unit, "es", evil)
    assert read_sheet(answer_sheet.as_text(paper), Labels(titles(unit)), "h").answers == {}
    page = answer_sheet.as_page(paper)
    assert "<script>alert" not in page
    assert "\x1b" not in page


# -- read back ---------------------------------------------------------------------------------------------------------


def test_a_filled_sheet_is_read_back_exactly(unit: OpenUnit) -> None:
    """What is written behind each label, and nothing else."""
    paper = answer_sheet.paper(unit, "es", PEOPLE[0], draw_sheets(unit.unit, ["a042"]).find("a042"))
    found = read_sheet(answer_sheet.as_text(paper, ANSWERS), Labels(titles(unit)), "hoja.txt")
    assert found.answers == {q: a for q, a in ANSWERS.items() if a}
    assert (found.id, found.name, found.code) == ("a042", "María Núñez", paper.code)
    assert (found.notices, found.problem) == ((), None)


TYPED = st.text(st.sampled_from("0123456789,.;-−/|()[]√∞ "), max_size=30).map(str.strip)


@given(st.fixed_dictionaries(dict.fromkeys(QUESTIONS, TYPED)))
@settings(max_examples=100)
def test_whatever_numbers_are_typed_come_back(answers: dict[str, str]) -> None:
    """Any text of digits and signs, on its line."""
    items = tuple(answer_sheet.Item(q, i, q, (), "1 punto") for i, q in enumerate(QUESTIONS, 1))
    paper = answer_sheet.Paper("T", items, (), "")
    found = read_sheet(answer_sheet.as_text(paper, answers), Labels(dict.fromkeys(QUESTIONS, "")), "hoja.txt")
    assert found.answers == {q: a for q, a in answers.items() if a}


def test_windows_and_mail_damage_changes_nothing(unit: OpenUnit) -> None:
    """CRLF, a BOM, trailing blanks, `>` of a reply, non-breaking blanks."""
    text = answer_sheet.as_text(answer_sheet.paper(unit, "es", PEOPLE[0]), ANSWERS)
    for damaged in (
        "\ufeff" + text.replace("\n", "\r\n"),
        text.replace("\n", "   \n"),
        "".join(f"> {line}\n" for line in text.splitlines()),
        text.replace(": ", ":\u00a0"),
        text.replace("\n\n", "\n"),
    ):
        found = read_sheet(damaged, Labels(titles(unit)), "hoja.txt")
        assert found.answers == {q: a for q, a in ANSWERS.items() if a}
        assert found.id == "a042"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2 decimales)\nproductos:", "2 decimales) 0 ; −1 ; 3\nproductos:"),
        ("\nproductos:", "\n0 ; −1 ; 3\nproductos:"),
        ("\n\n# Fin", "\n\n# Salida: 1,5 ; 2\n# Fin"),
    ],
)
def test_numbers_written_outside_their_place_are_no_zero(unit: OpenUnit, old: str, new: str) -> None:
    """On a printed line, above the label: what looks empty is for a person while a question is unanswered."""
    for answers in ({}, {"pesos": "0,1 ; 0,2 ; 0,7"}):
        text = answer_sheet.as_text(answer_sheet.paper(unit), answers)
        assert old in text
        assert read_sheet(text, Labels(titles(unit)), "h").problem is None
        found = read_sheet(text.replace(old, new), Labels(titles(unit)), "h")
        assert found.problem is not None
        assert found.problem.code in {"written-on-print", "stray-answer", "no-labels"}
        assert found.answers == answers


def test_the_teachers_own_files_are_no_hand_ins(homework: Homework, unit: OpenUnit, tmp_path: Path) -> None:
    """Key, solved sheet and mails lie in the folder that is marked; the solved sheet is nobody's."""
    for name in ("clave.yaml", "resuelta.txt", "correo.csv"):
        (tmp_path / name).write_bytes(homework.files[name])
    (tmp_path / "notas.csv").write_text("id;nombre;estado;nota;maximo;productos;aviso\na042;M;calificado;9;10;1;\n")
    work = collect([tmp_path], titles(unit), roster=ROSTER)
    assert work.handins == ()
    assert [n.code for n in work.notices] == ["teachers-file"] * 4
    with pytest.raises(ContentError, match="libreta de notas"):
        collect([tmp_path / "notas.csv"], titles(unit))


def test_a_solved_sheet_handed_in_by_a_student_earns_nothing(
    homework: Homework, unit: OpenUnit, tmp_path: Path
) -> None:
    """It leaked: a person should know."""
    (tmp_path / "a042.txt").write_bytes(homework.files["resuelta.txt"])
    (handin,) = collect([tmp_path], titles(unit), roster=ROSTER).handins
    assert handin.problem is not None
    assert (handin.student_id, handin.problem.code) == ("a042", "solved")


# -- a whole class -----------------------------------------------------------------------------------------------------


def test_a_synthetic_class_comes_back_as_it_was(tmp_path: Path, unit: OpenUnit) -> None:
    """Moodle's download and the table give every readable student's answers, and everybody else's state."""
    pupils = make_class(150, 7)
    (tmp_path / "moodle.csv").write_bytes(pupils.worksheet())
    (tmp_path / "e.zip").write_bytes(pupils.download())
    (tmp_path / "t.csv").write_bytes(pupils.table_csv())
    from tutor.roster.class_list import load_roster

    roster = load_roster(Source.open(tmp_path / "moodle.csv"))
    assert [s.id for s in roster.students] == [p.id for p in pupils.listed]
    by_id = {p.id: p for p in pupils.pupils}
    for name in ("e.zip", "t.csv"):
        work = collect([tmp_path / name], titles(unit), roster=roster)
        for handin in work.handins:
            pupil = by_id[handin.student_id]
            assert handin.known is (pupil.habit != "stranger")
            if handin.answers is None:
                assert pupil.habit in {"docx", "photo", "broken"}
            else:
                assert handin.answers == {q: a for q, a in pupil.answers.items() if a}
        silent = {"missing"} if name == "e.zip" else {"missing", "docx", "photo", "broken"}
        absent = {p.id for p in pupils.pupils} - {h.student_id for h in work.handins}
        assert absent == {p.id for p in pupils.pupils if p.habit in silent}


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_writes_a_homework(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets, zip, table, sample and key; it says what each is for and what to type next."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "moodle.csv").write_bytes(make_class(5, 1).worksheet())
    ran = run(monkeypatch, ["sheet", "entrega", "--roster", "moodle.csv", "--out", "tareas", "--html"])
    assert ran.code == ExitCode.OK, ran.err
    assert sorted(p.name for p in (tmp_path / "tareas").iterdir()) == [
        "clave.yaml", "correo.csv", "hojas", "hojas.zip", "resuelta.txt",
    ]  # fmt: skip
    assert "Guárdala" in ran.out
    assert "tutor grade entrega" in ran.out
    assert len(list((tmp_path / "tareas" / "hojas").rglob("hoja.*"))) == 10


def test_the_command_prints_a_common_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without list nor folder, one sheet on stdout."""
    ran = run(monkeypatch, ["sheet", "entrega"])
    assert ran.code == ExitCode.OK
    assert "productos:" in ran.out
    assert run(monkeypatch, ["sheet", "entrega", "--html"]).out.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["nada"], ExitCode.USAGE, "nada"),
        (["entrega", "--key", "x"], ExitCode.USAGE, "--roster"),
        (["entrega", "--roster", "no.csv"], ExitCode.INVALID, "no.csv"),
        (["entrega", "--roster", "l.csv", "--column", "id"], ExitCode.USAGE, "--column"),
        (["erratas"], ExitCode.INVALID, "erratas"),
    ],
)
def test_the_command_fails_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: ExitCode, said: str
) -> None:
    """What is wrong and one way out, with its exit code; nothing is written."""
    monkeypatch.chdir(tmp_path)
    ran = run(monkeypatch, ["sheet", *args])
    assert ran.code == code
    assert said in ran.err
    assert not list(tmp_path.rglob("clave.yaml"))


def test_a_unit_without_variants_offers_a_common_sheet() -> None:
    """Nothing is drawn for it."""
    with pytest.raises(ContentError) as caught:
        individual(open_unit("ecuacion1"), ROSTER)
    assert "sin --roster" in caught.value.hint


def test_the_lines_of_a_key_are_valid_one_by_one(unit: OpenUnit) -> None:
    """So that a hundred thousand of them can be streamed."""
    lines = list(key_file(draw_sheets(unit.unit, ["ñ", 'co"milla', "a: b"])))
    assert len(lines) == 5


def test_the_same_numbers_are_told_once() -> None:
    """In self-attention, queries, keys and values are the tokens themselves: the sheet says so in one line."""
    draw = {"draw": {"X": {"low": -2, "high": 2, "decimals": 1}}}
    data = {"X": [[1.0, 0.5], [0.5, 1.0], [1.0, -1.0]], "Q": "X", "K": "X", "V": "X"}
    opened = OpenUnit(
        parse_unit(units.unit_text(units.question(row=1), data=data, variants=draw, equation="atencion"), "u.yaml")
    )
    assert answer_sheet.paper(opened).numbers[-2:] == ("X₂ = (1,0 ; −1,0)", "Q = K = V = X")
    assert len(answer_sheet.paper(opened).numbers) == 4


def test_all_sheets_to_print(unit: OpenUnit, homework: Homework) -> None:
    """One document: each student's numbers on a page of their own, with a box for every number; names are escaped, and
    no right answer is in it."""
    made = individual(unit, ROSTER, printed=True)
    document = made.files[answer_sheet.PAPER_NAME].decode()
    pages = document.split("<article>")[1:]
    assert len(pages) == len(PEOPLE)
    for page, student in zip(pages, PEOPLE, strict=True):
        own = unit.over_with(kept_numbers(made)[student.id])
        paper = answer_sheet.paper(own, student=student)
        assert all(escape(line) in page for line in paper.numbers)
        assert escape(student.id) in page
        cells = sum(1 if q.choices else max(1, int(np.prod(q.shape or ()))) for q in own.questions)
        assert page.count('class="box"') == cells
        assert not any(f"<p>{escape(right)}" in page for right in answer_sheet.right_answers(own).values())
    assert "break-after: page" in document
    assert set(made.files) == {n for n in homework.files if not n.endswith(".html")} | {answer_sheet.PAPER_NAME}


def kept_numbers(made: Homework) -> dict[str, Mapping[str, Any]]:
    sheets = load_sheets(Source("clave.yaml", made.files["clave.yaml"]))
    return {sheet.student_id: sheet.data for sheet in sheets.sheets.values()}
