"""Marks into any gradebook: what it is like is data, and nothing but the mark and the feedback changes in its file."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pytest
import xlsxwriter
from python_calamine import CalamineWorkbook

from tests.grading import fakes
from tutor.errors import ContentError
from tutor.files.source import Source
from tutor.grading.records import Graded, Row
from tutor.publishing.filling import Filled, fill
from tutor.publishing.formats import CANVAS, MOODLE, TABLE, Format
from tutor.roster.class_list import load_roster

CLASS = fakes.graded(
    fakes.row("nia1", name="Ana Núñez", email="ana@uni.es"),
    fakes.row("nia2", (fakes.EXACT, fakes.SLIP, *(fakes.EXACT,) * 3), name="Berta Gil"),
    fakes.row("nia3", (fakes.EXACT, fakes.COARSE, fakes.EXACT, fakes.EXACT, fakes.WRONG), name="Carlos Mora"),
)
"""Marks 10, 7 and 7,25."""


def comment(row: Row) -> str:
    return f"{row.id} · ecuación 1: 7,0 de 10\n- Pesos: −1 y ½"


def filled(raw: bytes, form: Format, graded: Graded = CLASS, **columns: str) -> Filled:
    return fill(Source("libro.csv", raw), graded, comment, form=form, columns=columns)


def cells(content: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def codes(found: Filled) -> set[str]:
    return {notice.code for notice in found.notices}


CANVAS_FILE = """\
Student,ID,SIS User ID,SIS Login ID,Section,Otra (111),Ecuación 1 (222),Current Score
,,,,,Manual Posting,,
    Points Possible,,,,,10.00,20.00,(read only)
"Núñez, Ana",9001,NIA1,ana,1,5.00,,50
"Gil, Berta",9002,nia2,berta,1,,3.00,
"Mora, Carlos",9003,nia3,carlos,1,,,
"Student, Test",9004,,,1,,,
"""


def test_canvas() -> None:
    """One assignment's column, over the points in the row under the header; every other character stays."""
    got = filled(CANVAS_FILE.encode(), CANVAS)
    before, after = CANVAS_FILE.splitlines(), got.content.decode().splitlines()
    assert after[3:6] == [
        '"Núñez, Ana",9001,NIA1,ana,1,5.00,20.00,50',
        '"Gil, Berta",9002,nia2,berta,1,,14.00,',
        '"Mora, Carlos",9003,nia3,carlos,1,,14.50,',
    ]
    assert (after[:3], after[6]) == (before[:3], before[6])
    assert (got.name, got.count) == ("canvas.csv", 3)
    assert codes(got) == {"canvas-changed"}


def test_canvas_where_the_assignment_has_another_name() -> None:
    """`--column grade=…`, with its number or without; without it, which ones there are is told."""
    raw = CANVAS_FILE.replace("Ecuación 1 (222)", "Tarea 3 (222)").encode()
    for name in ("tarea 3", "Tarea 3 (222)"):
        assert cells(filled(raw, CANVAS, grade=name).content)[3][6] == "20.00"
    with pytest.raises(ContentError, match=r"«Tarea 3 \(222\)»") as caught:
        filled(raw, CANVAS)
    assert "--column grade" in caught.value.hint


def test_in_canvas_the_sis_id_comes_before_its_own(tmp_path: Path) -> None:
    """Also where its gradebook is the list of the class."""
    path = tmp_path / "canvas.csv"
    path.write_text(CANVAS_FILE.replace("9002", "nia3").replace("9003", "nia2"), encoding="utf-8")
    assert [row[6] for row in cells(filled(path.read_bytes(), CANVAS).content)[4:6]] == ["14.00", "14.50"]
    assert [(s.id, s.name) for s in load_roster(Source.open(path)).students] == [
        ("NIA1", "Núñez, Ana"), ("nia2", "Gil, Berta"), ("nia3", "Mora, Carlos"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "columns", "expected"),
    [
        ("Apellidos;Nombre;Correo;Puntos;Nota de clase\r\nNúñez;Ana;ANA@uni.es;;B\r\n",
         {"grade": "puntos"}, [["Núñez", "Ana", "ANA@uni.es", "10,00", "B"]]),
        ("Curso 2A\n\nNIA,Calificación,Comentario\nnia3,,\n",
         {}, [["nia3", "7,25", comment(CLASS.rows[2])]]),
        ('"Nombre de usuario"\t"ID del estudiante"\t"Ecuación 1 [Puntos totales: 100] |77"\nx9\tnia2\t\n',
         {"grade": "Ecuación 1 [Puntos totales: 100] |77", "id": "ID del estudiante"}, [["x9", "nia2", "70,00"]]),
        ("Last Name,First Name,Email Address,Grade\nMora,Carlos,otro@gmail.com,\n",
         {}, [["Mora", "Carlos", "otro@gmail.com", "7.25"]]),
    ],
    ids=["a school's", "titles above", "blackboard", "google"],
)  # fmt: skip
def test_any_table_with_a_column_that_identifies(raw: str, columns: dict[str, str], expected: list[list[str]]) -> None:
    """In its own separator, decimal mark and maximum."""
    got = filled(raw.encode(), TABLE, **columns)
    delimiter = next(mark for mark in ";\t," if mark in raw)
    assert cells(got.content, delimiter)[-1:] == expected
    assert got.name == "libro.csv"


def test_notes_below_a_schools_table_stay() -> None:
    """As the titles above it do; what Moodle imports has none, and says so."""
    raw = b"Colegio\nDNI;Nota;Obs\nnia1;;x\nNotas sobre 10\n(*) repite"
    assert filled(raw, TABLE, grade="Nota").content == raw.replace(b"nia1;;", b"nia1;10,00;")
    with pytest.raises(ContentError, match="tiene 1 campo y la cabecera 3"):
        filled(raw, MOODLE, grade="Nota")


def test_what_a_teachers_encoding_lacks_is_written_all_the_same() -> None:
    """A sheet that Excel saved in Windows-1252 has no place for the − of a comment: UTF-8 with BOM, then."""
    raw = "Id;Año;Calificación;Comentario\nnia1;1º;;\n".encode("cp1252")
    assert b"\xef\xbb\xbfId;A\xc3\xb1o" in filled(raw, TABLE).content
    plain = "Id;Año;Calificación\nnia1;1º;\n".encode("cp1252")
    assert filled(plain, TABLE).content == plain.replace(b"1\xba;", b"1\xba;10,00"), "nothing else is touched"
    assert fill(Source("hoja.csv", raw), CLASS, comment, form=MOODLE).count == 1


def test_a_teachers_own_words_stay_beside_ours() -> None:
    """In the column of comments; what an earlier run wrote is replaced."""
    once = filled(b"Id;Nota;Comentario\nnia1;;Ven a verme.\n", TABLE).content
    assert cells(once, ";")[1][2].startswith("Ven a verme.nia1 ·") or "Ven a verme.\nnia1" in once.decode()
    assert filled(once, TABLE).content == once


def book(path: Path) -> bytes:
    """A list with a title, a style of its own, a formula, and another sheet."""
    with xlsxwriter.Workbook(path) as made:
        page, other = made.add_worksheet("Notas"), made.add_worksheet("Otra")
        bold = made.add_format({"bold": True})
        page.write_row(1, 1, ["Grupo 2A"])
        page.write_row(3, 1, ["NIA", "Alumno", "Puntos", "Final", "Comentario"], bold)
        page.write_row(4, 1, ["nia1", "Ana <b>"])
        page.write(4, 3, 3, bold)
        page.write_row(5, 1, ["nia2", "Berta"])
        page.write_formula(4, 4, "=D5*2", None, 6)
        page.write_formula(5, 4, "=D6*2", None, 0)
        other.write(0, 0, "nia9")
    return path.read_bytes()


def test_a_workbook_keeps_all_but_the_cells_that_change(tmp_path: Path) -> None:
    """Its other members byte for byte, its styles, titles and formulas; marks are numbers."""
    raw = book(tmp_path / "l.xlsx")
    got = filled(raw, TABLE, grade="Puntos")
    assert got.name == "libro.xlsx"
    page = CalamineWorkbook.from_filelike(io.BytesIO(got.content)).get_sheet_by_name("Notas")
    rows = page.to_python(skip_empty_area=False)
    assert [row[1:4] for row in rows[3:]] == [
        ["NIA", "Alumno", "Puntos"],
        ["nia1", "Ana <b>", 10],
        ["nia2", "Berta", 7],
    ]
    assert [row[5] for row in rows[4:]] == [comment(CLASS.rows[0]), comment(CLASS.rows[1])]
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(io.BytesIO(got.content)) as new:
        assert old.namelist() == new.namelist()
        changed = [name for name in old.namelist() if old.read(name) != new.read(name)]
        assert set(changed) <= {"xl/worksheets/sheet1.xml", "xl/workbook.xml"}
        assert b"<f>D5*2</f>" in new.read("xl/worksheets/sheet1.xml")
        style = b'<c r="D5" s="1"'
        assert style + b"><v>3" in old.read("xl/worksheets/sheet1.xml")
        assert style + b"><v>10" in new.read("xl/worksheets/sheet1.xml")
    assert filled(got.content, TABLE, grade="Puntos").content == got.content


def test_a_formula_is_not_written_over(tmp_path: Path) -> None:
    """Its value belongs to the workbook: the cell is left and that is told."""
    raw = book(tmp_path / "l.xlsx")
    got = filled(raw, TABLE, grade="Final")
    assert "gradebook-closed" in codes(got)
    assert got.count == 0


def test_another_gradebook_is_data() -> None:
    """A format nobody had thought of: its columns, and no code."""
    form = Format("otro", "otro", {"feedback": ("Bemerkung",), "maximum": ("Von",)}, least=0)
    got = filled(b"Matrikelnummer;Note;Von;Bemerkung\nnia2;;50;\n", form)
    assert cells(got.content, ";")[1] == ["nia2", "35", "50", comment(CLASS.rows[1])]
    assert got.name == "otro.csv"
