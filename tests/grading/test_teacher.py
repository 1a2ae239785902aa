"""What happens to a teacher from Tuesday to Thursday: files downloaded again, tables saved by Excel, odd folders."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.grading.synthetic import word
from tests.running import Run, run
from tutor.authoring import load_unit
from tutor.files.text import id_key
from tutor.handout import answer_sheet
from tutor.handout.answer_key import draw_sheets, key_file
from tutor.roster.people import Student
from tutor.roster.sheets import Sheets
from tutor.units import OpenUnit

CLASS = (
    Student("017045", "Ana Gil", "ana@x.es", "101"),
    Student("017046", "Íñigo Ruiz", "inigo@x.es", "102"),
    Student("2024001", "Zoé Puig", "zoe@x.es", "103"),
    Student("2024002", "Óscar Țepeș", "oscar@x.es", "104"),
)
HEADER = (
    "Identificador,Nombre completo,Número de ID,Dirección de correo,Estado,Calificación,Calificación máxima,"
    "La calificación puede cambiarse,Comentarios de retroalimentación"
)


@cache
def drawn() -> Sheets:
    return draw_sheets(load_unit("entrega"), [s.id for s in CLASS])


def sheet(student: Student, change: Mapping[str, str] | None = None) -> str:
    """A student's own sheet, filled in right but for `change`."""
    numbers = drawn().find(student.id)
    assert numbers is not None
    opened = OpenUnit(load_unit("entrega"), over=dict(numbers.data))
    answers = {**answer_sheet.right_answers(opened), **(change or {})}
    return answer_sheet.as_text(answer_sheet.paper(opened, "es", student, numbers), answers)


def folder(student: Student, file: str = "hoja.txt") -> str:
    return f"{student.name}_{student.moodle_id}_assignsubmission_file_/{file}"


def pack(path: Path, files: Mapping[str, str | bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The teacher's folder: key, worksheet; the hand-ins come test by test."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clave.yaml").write_text("".join(key_file(drawn())), encoding="utf-8")
    rows = [f'Participante {s.moodle_id},{s.name},{s.id},{s.email},,,"10,00",Sí,\n' for s in CLASS]
    (tmp_path / "hoja.csv").write_text(f"{HEADER}\n{''.join(rows)}", encoding="utf-8-sig")
    return tmp_path


def grade(monkeypatch: pytest.MonkeyPatch, *more: str, sheets: bool = True, moodle: bool = True) -> Run:
    given = [*(["--moodle", "hoja.csv"] if moodle else []), *(["--sheets", "clave.yaml"] if sheets else [])]
    return run(monkeypatch, ["grade", "entrega", *more, *given])


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline=""), delimiter=";"))


def states(desk: Path) -> dict[str, str]:
    return {r["id"]: r["nota"] or r["estado"] for r in table(desk / "notas" / "notas.csv")}


def decide(desk: Path, said: Mapping[str, str], *, encoding: str = "utf-8-sig", ids: bool = False) -> None:
    """Fill `puntos` by id as a spreadsheet does; `ids`: it takes the zeros of the ids too."""
    path = desk / "notas" / "decisiones.csv"
    rows = table(path)
    for row in rows:
        row["puntos"] = said.get(row["id"], row["puntos"])
        row["id"] = row["id"].lstrip("0") if ids else row["id"]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), delimiter=";", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(text.getvalue().encode(encoding, errors="replace"))


def test_forgetting_the_key_fails_nobody(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets with numbers of their own and no `--sheets`: it stops, says the way out, and writes nothing."""
    pack(desk / "e.zip", {folder(s): sheet(s) for s in CLASS})
    done = grade(monkeypatch, "e.zip", sheets=False)
    assert done.code == 2
    assert "--sheets clave.yaml" in done.err
    assert not (desk / "notas").exists()
    assert grade(monkeypatch, "e.zip").code == 0
    assert set(states(desk).values()) == {"10"}


def two_versions(desk: Path) -> None:
    """A Word file, two sheets that differ, and two sheets that are right."""
    ana, inigo, zoe, oscar = CLASS
    files = {folder(ana, "hoja.docx"): word(), folder(zoe): sheet(zoe), folder(oscar): sheet(oscar)}
    files |= {folder(inigo): sheet(inigo), folder(inigo, "hoja corregida.txt"): sheet(inigo, {"productos": "7;7;7"})}
    pack(desk / "e.zip", files)


@pytest.mark.parametrize("again", ["renamed", "unpacked", "in a folder"])
def test_the_same_hand_ins_by_another_name_keep_what_was_decided(
    desk: Path, monkeypatch: pytest.MonkeyPatch, again: str
) -> None:
    """A browser calls the second download `e (1).zip`; somebody unpacks it. The bytes are the same: so is the mark."""
    two_versions(desk)
    grade(monkeypatch, "e.zip")
    decide(desk, {"017045": "5", "017046": "8"})
    grade(monkeypatch, "e.zip")
    kept = states(desk), (desk / "notas" / "decisiones.csv").read_bytes()
    assert kept[0] == {"017045": "5", "017046": "8", "2024001": "10", "2024002": "10"}
    if again == "renamed":
        (desk / "e.zip").rename(desk / "e (1).zip")
        where = "e (1).zip"
    else:
        where = "dentro" if again == "unpacked" else "fuera"
        with zipfile.ZipFile(desk / "e.zip") as archive:
            archive.extractall(desk / where / ("otra" if again == "in a folder" else "."))
    assert grade(monkeypatch, where).code == 0
    assert (states(desk), (desk / "notas" / "decisiones.csv").read_bytes()) == kept


def test_another_file_by_the_same_name_waits_again(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was decided upon one Word file says nothing of the next."""
    two_versions(desk)
    grade(monkeypatch, "e.zip")
    decide(desk, {"017045": "5", "017046": "8"})
    pack(desk / "e.zip", {folder(CLASS[0], "hoja.docx"): word() + b"otra"})
    done = grade(monkeypatch, "e.zip")
    assert "ha cambiado la entrega" in done.err
    assert states(desk)["017045"] == "por leer"


def test_a_spreadsheet_takes_the_zeros_of_the_ids(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`017045` saved as `17045` is still the same student: decided, and not written down again."""
    two_versions(desk)
    grade(monkeypatch, "e.zip")
    decide(desk, {"017045": "5", "017046": "8"}, ids=True)
    before = (desk / "notas" / "decisiones.csv").read_bytes()
    assert grade(monkeypatch, "e.zip").code == 0
    assert states(desk)["017045"] == "5"
    assert (desk / "notas" / "decisiones.csv").read_bytes() == before


def test_a_decision_on_nobody_is_told(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An id that is in no list: its line is named."""
    two_versions(desk)
    grade(monkeypatch, "e.zip")
    path = desk / "notas" / "decisiones.csv"
    path.write_bytes(path.read_bytes() + b"2024099;;;5;;;;;\r\n")
    done = grade(monkeypatch, "e.zip")
    assert "decisiones.csv:4: en la clase no hay nadie con id «2024099»" in done.err


def test_a_decision_for_whoever_hands_nothing_in_is_told(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Points for a hand-in that is not there change nothing, and their line says so; `NP` for it is what is so."""
    pack(desk / "e.zip", {folder(s): sheet(s) for s in CLASS[:2]})
    (desk / "mias.csv").write_text("id;pregunta;puntos\n2024001;;7\n2024002;;NP\n2024002;clave;0\n", encoding="utf-8")
    done = grade(monkeypatch, "e.zip", "--decisions", "mias.csv")
    assert "mias.csv:2: 2024001 no ha entregado nada: no lo aplico." in done.err
    assert "mias.csv:3" not in done.err
    assert "mias.csv:4: 2024002 no ha entregado nada" in done.err
    assert states(desk)["2024001"] == "sin entregar"


def test_two_lines_that_contradict_each_other_are_told(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one counts, as ever, and it is said which two they are; the same decision twice is no contradiction."""
    pack(desk / "e.zip", {folder(s): sheet(s) for s in CLASS})
    lines = ["017045;clave;0", "017045;clave;1", "017046;pesos;2", "017046;pesos;2,0", "2024001;;8", "2024001;;NP"]
    (desk / "mias.csv").write_text("\n".join(["id;pregunta;puntos", *lines, ""]), encoding="utf-8")
    done = grade(monkeypatch, "e.zip", "--decisions", "mias.csv")
    assert (
        "mias.csv:3: para 017045 y la pregunta «clave» decides 1, y en mias.csv:2, 0: vale mias.csv:3, la última."
        in done.err
    )
    assert "mias.csv:5" not in done.err
    assert "mias.csv:7: para 2024001 y su entrega decides NP, y en mias.csv:6, 8:" in done.err
    assert states(desk) == {"017045": "10", "017046": "9", "2024001": "sin entregar", "2024002": "10"}


def test_points_that_are_none_are_shown_as_they_were_typed(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The apostrophe that keeps a spreadsheet from taking text for a formula is no part of what somebody wrote."""
    pack(desk / "e.zip", {folder(s): sheet(s) for s in CLASS})
    (desk / "mias.csv").write_text("id;pregunta;puntos\n017045;clave;-1\n017046;=x;1\n=9;clave;1\n", encoding="utf-8")
    done = grade(monkeypatch, "e.zip", "--decisions", "mias.csv")
    assert "«-1» no son puntos de 0 a 1" in done.err
    assert "«=x» no es una pregunta" in done.err
    assert "con id «=9»" in done.err


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8-sig"])
def test_excel_saves_what_it_can(desk: Path, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    """`−` and `Ț` are not in the characters of a Spanish Windows: saved by it, the decision still holds."""
    oscar = CLASS[3]
    pack(desk / "e.zip", {folder(oscar): sheet(oscar, {"salida": "−1,5−2 ; 0,3? Ț"})})
    grade(monkeypatch, "e.zip")
    decide(desk, {"2024002": "1"}, encoding=encoding)
    done = grade(monkeypatch, "e.zip")
    assert "ha cambiado" not in done.err
    assert states(desk)["2024002"] == "9"
    assert len(table_of(desk)) == 1


def table_of(desk: Path) -> list[dict[str, str]]:
    raw = (desk / "notas" / "decisiones.csv").read_bytes()
    text = raw.decode("utf-8-sig") if raw.startswith(b"\xef\xbb\xbf") else raw.decode("cp1252")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))


def test_a_mark_may_be_none(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`NP` for a file that came to nothing: no mark, nowhere, and it does not wait any more."""
    pack(desk / "e.zip", {folder(s): sheet(s) for s in CLASS[1:]} | {folder(CLASS[0]): b""})
    grade(monkeypatch, "e.zip")
    assert states(desk)["017045"] == "por leer"
    decide(desk, {"017045": "NP"})
    grade(monkeypatch, "e.zip")
    row = table(desk / "notas" / "notas.csv")[0]
    assert (row["id"], row["estado"], row["nota"]) == ("017045", "sin entregar", "")
    assert "sin nota, por decisión" in row["aviso"]


@pytest.mark.parametrize("said", ["hoja corregida.txt", "vale hoja corregida.txt", "corregida", "hoja.txt"])
def test_of_two_hand_ins_the_teacher_names_one(desk: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """Its name in `puntos`: that one is marked, and its student gets its feedback."""
    two_versions(desk)
    grade(monkeypatch, "e.zip")
    decide(desk, {"017046": said})
    grade(monkeypatch, "e.zip")
    row = next(r for r in table(desk / "notas" / "notas.csv") if r["id"] == "017046")
    assert row["estado"] == "calificado", row
    assert (row["nota"] == "10") == (said == "hoja.txt")
    assert "017046 entregó 2 cosas distintas: hoja" in row["aviso"]
    assert "no sé cuál vale" not in row["aviso"]
    with zipfile.ZipFile(desk / "notas" / "comentarios.zip") as archive:
        page = archive.read(next(n for n in archive.namelist() if "_102_" in n)).decode()
    assert "Pesos" in page


def test_of_two_hand_ins_a_mark_for_both_settles_it(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is decided is no longer in doubt, and the student reads who put the mark."""
    two_versions(desk)
    grade(monkeypatch, "e.zip")
    assert "no sé cuál vale" in next(r for r in table(desk / "notas" / "notas.csv") if r["id"] == "017046")["aviso"]
    decide(desk, {"017046": "8"})
    grade(monkeypatch, "e.zip")
    row = next(r for r in table(desk / "notas" / "notas.csv") if r["id"] == "017046")
    assert (row["estado"], row["nota"]) == ("calificado", "8")
    assert "no sé cuál vale" not in row["aviso"]
    with zipfile.ZipFile(desk / "notas" / "comentarios.zip") as archive:
        page = archive.read(next(n for n in archive.namelist() if "_102_" in n)).decode()
    assert "La nota la ha puesto a mano quien corrige." in page


def test_two_hand_ins_are_shown_one_after_the_other(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--explain` gives what each would earn, answer by answer."""
    two_versions(desk)
    done = grade(monkeypatch, "e.zip", "--explain", "17046")
    assert "Si cuenta hoja.txt" in done.out
    assert "Si cuenta hoja corregida.txt" in done.out
    assert "(7 ; 7 ; 7)" in done.out


@pytest.mark.parametrize("who", ["017046", "17046", "102", "inigo@x.es", "Iñigo", "ruiz íñigo", "017046-pesos"])
def test_a_student_is_found_by_whatever_they_say(desk: Path, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    """Id, with its zeros or without; participant number; mail; a name that is nobody else's; a code of the feedback."""
    pack(desk / "e.zip", {folder(s): sheet(s) for s in CLASS})
    done = grade(monkeypatch, "e.zip", "--explain", who)
    assert (done.code, "Íñigo Ruiz" in done.out) == (0, True), done.err
    assert ("Productos" in done.out) is (who != "017046-pesos")


def test_the_dry_run_says_who_and_why(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line a doubt with id, name, file and reason; who handed nothing in; who is on no list."""
    two_versions(desk)
    with zipfile.ZipFile(desk / "e.zip", "a") as archive:
        archive.writestr("Pepe Invitado_999_assignsubmission_file_/hoja.txt", sheet(CLASS[2]))
    done = grade(monkeypatch, "e.zip", "--dry-run")
    flat = " ".join(done.out.split())
    assert "017045 Ana Gil · «hoja.docx, huella" in flat
    assert "es un documento de Word" in flat
    assert "017046 Íñigo Ruiz" in flat
    assert "Fuera de lista (1): 999 Pepe Invitado" in flat
    pack(desk / "e.zip", {folder(CLASS[0]): sheet(CLASS[0])})
    assert "Sin entregar (3): 017046 Íñigo Ruiz, 2024001" in " ".join(
        grade(monkeypatch, "e.zip", "--dry-run").out.split()
    )


def test_a_stranger_is_given_to_a_student(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand-in of nobody on the list has its line in `decisiones.csv`; a student's id there makes it theirs."""
    ana = CLASS[0]
    text = sheet(ana).replace("id: 017045", "id: ana").replace("nombre: Ana Gil", "nombre: A.").replace("hoja: ", "#: ")
    (desk / "rara.txt").write_text(text, encoding="utf-8")
    grade(monkeypatch, "rara.txt")
    path = desk / "notas" / "decisiones.csv"
    assert [r["id"] for r in table(path)] == ["ana"]
    assert "pon su id en esta línea" in table(path)[0]["motivo"]
    path.write_bytes(path.read_bytes().replace(b"\r\nana;", b"\r\n17045;"))
    before = path.read_bytes()
    grade(monkeypatch, "rara.txt")
    assert states(desk)["017045"] == "10"
    assert path.read_bytes() == before, "and it is not listed again"


PARTICIPANTS = "Nombre,Apellido(s),Dirección de correo\n"


def test_a_list_without_numbers_takes_them_from_the_worksheet(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Participants and worksheet share the mail: a folder is known by its number whatever name it bears."""
    rows = "".join(f"{s.name.split()[0]},{s.name.split()[1]},{s.email}\n" for s in CLASS)
    (desk / "p.csv").write_text(PARTICIPANTS + rows, encoding="utf-8-sig")
    pack(desk / "e.zip", {folder(s).replace(s.name, "Otro"): sheet(s) for s in CLASS})
    assert grade(monkeypatch, "e.zip", "--roster", "p.csv").code == 0, "and the key knows them by another id"
    assert states(desk) == {s.email: "10" for s in CLASS}


def test_without_any_number_the_sheet_says_whose_it_is(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder whose name is nobody's: the id, the mail or the code on the sheet; no talk of letters of a path."""
    (desk / "l.csv").write_text("id;nombre\n" + "".join(f"{s.id};{s.name}\n" for s in CLASS), encoding="utf-8")
    files = {folder(s).replace(s.name, f"{s.name.split()[0]} «Nito»"): sheet(s) for s in CLASS[:2]}
    files |= {folder(CLASS[2]).replace("Zoé Puig", "Zoë"): sheet(CLASS[2]).replace("id: 2024001", "id:")}
    pack(desk / "e.zip", files)
    done = grade(monkeypatch, "e.zip", "--roster", "l.csv", moodle=False)
    assert [states(desk)[s.id] for s in CLASS[:3]] == ["10"] * 3, done.err
    assert "letra no ASCII" not in done.err


@pytest.mark.parametrize("share", [0.55, 0.7, 0.8, 0.9])
def test_a_sheet_cut_in_half_waits(desk: Path, monkeypatch: pytest.MonkeyPatch, share: float) -> None:
    """The end line and the names of the last questions are missing: a failed upload, not a poor student."""
    text = sheet(CLASS[0])
    pack(desk / "e.zip", {folder(CLASS[0]): text[: int(len(text) * share)]})
    grade(monkeypatch, "e.zip")
    row = table(desk / "notas" / "notas.csv")[0]
    assert row["estado"] == "por leer", row
    assert "la hoja llegó cortada" in row["aviso"] or share == 0.9


def test_solutions_once_given_stay(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thursday's run without `--solutions` does not take back what was published; `--no-solutions` does."""
    pack(desk / "e.zip", {folder(s): sheet(s, {"productos": "9;9;9"}) for s in CLASS})
    grade(monkeypatch, "e.zip", "--solutions")
    given = (desk / "notas" / "moodle.csv").read_bytes()
    assert b"Era (" in given
    again = grade(monkeypatch, "e.zip")
    assert (desk / "notas" / "moodle.csv").read_bytes() == given
    assert "siguen llevando las soluciones" in again.err
    grade(monkeypatch, "e.zip", "--no-solutions")
    assert b"Era (" not in (desk / "notas" / "moodle.csv").read_bytes()


def test_the_key_finds_whoever_lost_zeros(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worksheet saved again by a spreadsheet: `17045` has the sheet of `017045`."""
    raw = (desk / "hoja.csv").read_bytes()
    (desk / "hoja.csv").write_bytes(raw.replace(b",01704", b",1704"))
    pack(desk / "e.zip", {folder(s): sheet(s) for s in CLASS})
    assert grade(monkeypatch, "e.zip").code == 0
    assert id_key("17045") in states(desk)


ALL_DECIDED = {"productos": "1", "escalados": "0", "pesos": "1,5", "clave": "5/10", "salida": "75 %", "mascara": "0"}


@pytest.mark.parametrize(
    ("lacking", "mark", "refused"),
    [("", "4,5", ""), ("clave", "por leer", "falta decidir «clave»")],
    ids=["all questions", "all but one"],
)
def test_a_photo_is_marked_question_by_question(
    desk: Path, monkeypatch: pytest.MonkeyPatch, lacking: str, mark: str, refused: str
) -> None:
    """A hand-in that nobody can cut into questions: points for all of them add up; for some of them are refused."""
    who = CLASS[0]
    pack(desk / "e.zip", {folder(who, "foto.jpg"): b"\xff\xd8\xff\xe0" + bytes(99), folder(CLASS[1]): sheet(CLASS[1])})
    grade(monkeypatch, "e.zip")
    assert states(desk)[who.id] == "por leer"
    typed = [f"{who.id};{q};;{points};;;;;" for q, points in ALL_DECIDED.items() if q != lacking]
    text = "\r\n".join(["id;pregunta;leo;puntos;minimo;maximo;motivo;decidido por;fecha", *typed, ""])
    (desk / "notas" / "decisiones.csv").write_text(text, encoding="utf-8")
    done = grade(monkeypatch, "e.zip")
    assert states(desk)[who.id] == mark
    assert refused in done.err.replace("\n", " ")


def test_what_is_marked_by_hand_is_said_apart(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer decided by a person is in no column of the report, and no example of a rule; the page says how many."""
    pack(desk / "e.zip", {folder(s): sheet(s, {"productos": "9;9;9"}) for s in CLASS})
    grade(monkeypatch, "e.zip")
    line = "id;pregunta;leo;puntos;minimo;maximo;motivo;decidido por;fecha\r\n017045;productos;;1;;;;;\r\n"
    (desk / "notas" / "decisiones.csv").write_text(line, encoding="utf-8")
    grade(monkeypatch, "e.zip")
    page = (desk / "notas" / "informe.html").read_text(encoding="utf-8")
    assert "menos las respuestas que has puntuado a mano (Productos 1)" in page
    cells = re.search(r'<th scope="row">Productos</th>(.*?)<td class="strip', page, re.DOTALL)
    assert cells is not None
    assert re.findall(r">(\d+)<", cells[1]) == ["0", "0", "0", "3", "0"]
    assert "✎" in page


def test_every_comment_has_a_code(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants to ask has something to name: their only wrong answer, or the sheet. No talk of attempts."""
    changes = ({}, {"productos": "9;9;9"}, {"productos": "9;9;9", "clave": ""}, {"pesos": "0,3;0,3;0,3"})
    pack(desk / "e.zip", {folder(s): sheet(s, c) for s, c in zip(CLASS, changes, strict=True)})
    grade(monkeypatch, "e.zip")
    with zipfile.ZipFile(desk / "notas" / "comentarios.zip") as archive:
        pages = {
            s.id: archive.read(f"{_name(s)}_{s.moodle_id}_assignsubmission_file_/comentarios.html").decode()
            for s in CLASS
        }
    for student, page in pages.items():
        assert f"código {student}" in page
        assert "intento" not in page
    assert "017046-productos" in pages["017046"]


def _name(student: Student) -> str:
    return student.name


def test_a_worksheet_graded_by_words_is_not_filled(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """«Escala: Mal, Regular, Bien» where the maximum goes: said in words, nothing written; without any, it is told."""
    pack(desk / "e.zip", {folder(s): sheet(s) for s in CLASS})
    raw = (desk / "hoja.csv").read_bytes()
    (desk / "hoja.csv").write_bytes(raw.replace(b'"10,00"', b'"Escala: Mal, Bien"'))
    done = grade(monkeypatch, "e.zip")
    assert done.code == 3
    assert "se califica con una escala" in done.err
    assert not (desk / "notas" / "moodle.csv").exists()
    (desk / "hoja.csv").write_bytes(raw.replace(b'"10,00"', b"-"))
    done = grade(monkeypatch, "e.zip")
    assert done.code == 0
    assert "no dice la calificación máxima" in done.err


def test_the_sheet_says_how_many_decimals_to_keep() -> None:
    """Whoever is marked by the decimals of their steps has been told how many to keep, on paper and on the page."""
    text = sheet(CLASS[0])
    assert "guarda 3 decimales o más en cada paso" in " ".join(text.replace("#", " ").split())
    paper = answer_sheet.paper(OpenUnit(load_unit("entrega")))
    assert "guarda 3 decimales o más en cada paso" in answer_sheet.as_page(paper)


def test_a_key_of_another_version_is_told(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheets that were handed out count, whatever the unit has become since: said, not refused."""
    pack(desk / "e.zip", {folder(s): sheet(s) for s in CLASS})
    version = load_unit("entrega").version
    assert "versión" not in grade(monkeypatch, "e.zip").err
    text = (desk / "clave.yaml").read_text(encoding="utf-8")
    (desk / "clave.yaml").write_text(text.replace(f"version: {version}", f"version: {version + 1}"), encoding="utf-8")
    done = grade(monkeypatch, "e.zip")
    assert done.code == 0
    assert (
        f"clave.yaml es de la versión {version + 1} de «entrega», que no está guardada, y esta es la {version}"
        in done.err
    )


@pytest.mark.parametrize("row", ["7", "1.5", "-1"])
@pytest.mark.parametrize("handed_in", [True, False], ids=["of-a-hand-in", "of-nobody-yet"])
def test_a_row_that_is_none_is_told_with_its_student(
    desk: Path, monkeypatch: pytest.MonkeyPatch, row: str, handed_in: bool
) -> None:
    """A key spoilt by hand: its file and whose numbers they are, also before that student hands anything in."""
    pack(desk / "e.zip", {folder(s): sheet(s) for s in (CLASS if handed_in else CLASS[:2])})
    text = (desk / "clave.yaml").read_text(encoding="utf-8")
    text = text.replace('"data": {', '"data": {"fila": 2, ')
    before, mark, after = text.partition('"2024001"')
    spoilt = re.sub(r'"fila": [12]', f'"fila": {row}', after, count=1)
    (desk / "clave.yaml").write_text(before + mark + spoilt, encoding="utf-8")
    done = grade(monkeypatch, "e.zip")
    assert done.code == 3
    assert done.err.startswith("clave.yaml: en los números de «2024001», «fila» dice qué fila")
    assert not (desk / "notas" / "notas.csv").exists()
