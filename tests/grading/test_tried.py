"""What a student visibly tried and nobody can tell is never a zero: it waits, with a reason, in `decisiones.csv`."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
import xlsxwriter

from tests.grading.homeworks import laid
from tests.running import Run, run
from tutor.authoring import open_unit
from tutor.handout.answer_sheet import as_text, paper, right_answers
from tutor.publishing.gradebook import NAME
from tutor.roster.people import Student

ROSTER = "Identificador,Nombre completo,Número de ID\nParticipante 1,Ana Gil,a1\nParticipante 2,José Peña,a2\n"
RIGHT = {question: text.strip("()") for question, text in right_answers(open_unit("entrega")).items()}
FOLDER = "Ana Gil_1_assignsubmission_"


def sheet(answers: Mapping[str, str] = RIGHT) -> str:
    return as_text(paper(open_unit("entrega"), student=Student("a1", "Ana Gil")), answers)


def page(**other: str) -> str:
    return "".join(f"<p>{question}: {text}</p>" for question, text in {**RIGHT, **other}.items())


def table(header: str = "id,productos,escalados,pesos,clave,salida,mascara", name: str = "a1") -> str:
    return "{}\n{}\n".format(header, ",".join([name, *(f'"{text}"' for text in RIGHT.values())]))


def grade(monkeypatch: pytest.MonkeyPatch, folder: Path, files: Mapping[str, str]) -> Run:
    laid(folder, {"lista.csv": ROSTER, **{f"e/{name}": text for name, text in files.items()}})
    monkeypatch.chdir(folder)
    return run(monkeypatch, ["grade", "entrega", "e", "--roster", "lista.csv"])


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"), newline=""), delimiter=";"))


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"a1.txt": sheet()[: sheet().rindex("mascara:") + 14]}, "puede haber llegado cortada"),
        ({"a1.txt": sheet()[: sheet().rindex("mascara:") + 8]}, "«mascara» está vacía"),
        ({"a1.txt": sheet().replace("pesos:", "pesoss:")}, "no es de ninguna pregunta"),
        ({"a1.txt": sheet({**RIGHT, "pesos": "0,1\n- 0,2\n0,7"})}, "¿son signos o viñetas?"),
        ({"a1.txt": sheet({**RIGHT, "clave": "1 # 2"})}, "no se sabe qué opción dice"),
        ({f"{FOLDER}onlinetext_/onlinetext.html": page(pesos="<img src='x'>")}, "no está escrita"),
        ({f"{FOLDER}onlinetext_/onlinetext.html": page(pesos="<input value='1'>")}, "no está escrita"),
        ({"Eva Ramos_1_assignsubmission_file_/h.txt": sheet({**RIGHT}).replace("id: a1", "id:")}, "«Eva Ramos»"),
        ({"t.csv": table("id,productos,escalados,pessos,clave,salida,mascara")}, "--column pesos=«pessos»"),
    ],
    ids=["cut", "cut at the name", "label", "dashes", "comment", "picture", "box", "name", "column"],
)
def test_what_was_tried_and_cannot_be_told_waits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, files: Mapping[str, str], reason: str
) -> None:
    """Exit 1, no mark, and a line to decide on with the reason in it."""
    result = grade(monkeypatch, tmp_path, files)
    assert result.code == 1
    ana, jose = rows(tmp_path / "notas" / NAME)
    assert (ana["id"], ana["estado"], ana["nota"]) == ("a1", "por leer", "")
    assert reason in ana["aviso"]
    assert jose["estado"] == "sin entregar"
    (doubt,) = rows(tmp_path / "notas" / "decisiones.csv")
    assert doubt["id"] == "a1"
    assert reason.split("«")[0] in doubt["motivo"]


def test_a_cell_that_excel_could_not_work_out_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is not empty."""
    (tmp_path / "e").mkdir()
    with xlsxwriter.Workbook(tmp_path / "e" / "t.xlsx") as book:
        cells = book.add_worksheet()
        cells.write_row(0, 0, ["id", *RIGHT])
        cells.write_row(1, 0, ["a1", *RIGHT.values()])
        cells.write_formula(1, 3, "=NA()", None, "#N/A")
    assert grade(monkeypatch, tmp_path, {}).code == 1
    ana, _ = rows(tmp_path / "notas" / NAME)
    assert (ana["estado"], ana["nota"]) == ("por leer", "")
    assert "#N/A" in ana["aviso"]


def test_the_same_sheets_whole_have_their_mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of this touches who answers as asked, also without the last line."""
    grade(monkeypatch, tmp_path, {"a1.txt": sheet()[: sheet().rindex("# Fin")], "t.csv": table(name="a2")})
    assert [(row["nota"], row["aviso"]) for row in rows(tmp_path / "notas" / NAME)] == [("10", "")] * 2


@pytest.mark.parametrize("files", [{}, {".DS_Store": "x"}, {"t.csv": "id,productos,pesos\n"}])
def test_without_any_hand_in_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, files: Mapping[str, str]
) -> None:
    """A wrong folder is no class of which nobody handed anything in: the gradebook that was there stays."""
    grade(monkeypatch, tmp_path, {"a1.txt": sheet()})
    before = (tmp_path / "notas" / NAME).read_bytes()
    (tmp_path / "e" / "a1.txt").unlink()
    result = grade(monkeypatch, tmp_path, files)
    assert result.code == 3
    assert "No encuentro ninguna entrega en e." in result.err
    assert "No he escrito nada" in result.err
    assert (tmp_path / "notas" / NAME).read_bytes() == before
