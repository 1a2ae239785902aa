"""A class's answers in one table: a row a student, a column a question."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from tests.grading.homeworks import ROSTER, laid, moodle, one, work
from tutor.errors import ContentError
from tutor.files.text import id_key
from tutor.intake.duplicates import by_student
from tutor.roster.people import Roster, State, Student

TABLE = "id;nombre;productos;Pesos;Clave que más pesa;salida;fila con mascara\n"


def test_a_table_with_a_column_a_question(tmp_path: Path) -> None:
    """By id or by title, in any case and order; cells are raw texts; empty ones are not answers."""
    path = laid(tmp_path, {"t.csv": TABLE + "A1;x;0 -1 3;0,1;2;1,5;1\na2;;;;;;\nzz;;;1/3;;;\n"}) / "t.csv"
    a1, a2, zz = work(path).handins
    assert (a1.student_id, a1.name, a1.source) == ("a1", "María Núñez Gil", "t.csv:2")
    assert a1.answers == {"productos": "0 -1 3", "pesos": "0,1", "clave": "2", "salida": "1,5", "mascara": "1"}
    assert (a2.answers, a2.hint) == ({}, State.BLANK)
    assert (zz.known, zz.answers) == (False, {"pesos": "1/3"})


def test_a_table_without_a_roster(tmp_path: Path) -> None:
    """Everybody in it is known."""
    path = laid(tmp_path, {"t.csv": 'id,pesos\n00123,"0,1"\nNA,2\n'}) / "t.csv"
    assert [(h.student_id, h.answers, h.known) for h in work(path, None).handins] == [
        ("00123", {"pesos": "0,1"}, True),
        ("NA", {"pesos": "2"}, True),
    ]


def test_columns_are_found_by_name_never_by_place(tmp_path: Path) -> None:
    """Two uploads with the columns reordered give the same answers."""
    laid(tmp_path, {"1.csv": "id;pesos;salida\na1;1;2\n", "2.csv": "salida;id;pesos\n2;a1;1\n"})
    one_, other = (work(tmp_path / name).handins[0].answers for name in ("1.csv", "2.csv"))
    assert one_ == other == {"pesos": "1", "salida": "2"}


def test_unknown_and_missing_columns_are_told_with_the_nearest(tmp_path: Path) -> None:
    """`Pessos` is not read and is named; who lacks a question is told once."""
    found = work(laid(tmp_path, {"t.csv": "id;Pessos;salida;color\na1;1;2;azul\n"}) / "t.csv")
    told = " ".join(n.text for n in found.notices)
    assert one(found).answers == {"salida": "2"}
    assert "no hay columna para productos, pesos, clave, mascara" in told
    assert "--column pesos=«Pessos»" in told
    assert "color" in told
    again = work(tmp_path / "t.csv", columns={"pesos": "Pessos"})
    assert one(again).answers == {"pesos": "1", "salida": "2"}


@pytest.mark.parametrize(
    ("header", "row", "told"),
    [
        ("id;productos;pessos;clave;salida;mascara", "a1;1;0,1;2;1;1", "--column pesos=«pessos»"),
        ("id;productos;foo;clave;salida;mascara", "a1;1;0,1;2;1;1", "--column pesos=«foo»"),
        ("id;productos;;clave;salida;mascara", "a1;1;0,1;2;1;1", "la columna 3, que no tiene nombre"),
        ("id;productos;foo;clave;salida;mascara", "zz;1;0,1;2;1;1", "--column pesos=«foo»"),
        ("id;productos;foo;clave;salida;mascara", "a1;1;;2;1;1", ""),
        ("id;productos;foo;clave;salida;mascara", "a1;1;-;2;1;1", ""),
        ("id;productos;pesos;clave;salida;mascara;foo", "a1;1;0,1;2;1;1;9", ""),
    ],
)
def test_a_column_of_nobody_beside_a_question_without_one_is_for_a_person(
    tmp_path: Path, header: str, row: str, told: str
) -> None:
    """A typing mistake in a header is no zero for the whole class: every row with something there waits, and says how
    to tell which column it is."""
    found = one(work(laid(tmp_path, {"t.csv": f"{header}\n{row}\n"}) / "t.csv"))
    assert found.answers is not None
    assert found.answers["productos"] == "1"
    assert told in (found.problem.text if found.problem else "")
    assert (found.problem is None) == (told == "")


def test_zeros_lost_on_the_way_are_told_once(tmp_path: Path) -> None:
    """A spreadsheet takes them from a whole column: the ids match, and one notice says that they were compared so."""
    roster = Roster((Student("00123", "Ana"), Student("00124", "Eva")))
    found = work(laid(tmp_path, {"t.csv": "id;pesos\n123;1\n124;2\n"}) / "t.csv", roster)
    assert [(h.student_id, h.notices) for h in found.handins] == [("00123", ()), ("00124", ())]
    (told,) = [n.text for n in found.notices if n.code == "zeros"]
    assert "«123»" in told
    assert "00123" in told
    assert "1 más" in told


@pytest.mark.parametrize("id", ["a\u200b1", "a\u00ad1", "\u202ea\u200d1"])
def test_an_invisible_character_inside_an_id_is_told(tmp_path: Path, id: str) -> None:
    """It matches, and somebody should know by what."""
    found = one(work(laid(tmp_path, {"t.csv": f"id;pesos\n{id};1\n"}) / "t.csv"))
    assert found.student_id == "a1"
    assert any(n.code == "invisible" and "a1" in n.text for n in found.notices)


def test_two_columns_for_one_question_are_fatal(tmp_path: Path) -> None:
    """By id and by title: which one counts is not ours to say."""
    with pytest.raises(ContentError, match="misma pregunta"):
        work(laid(tmp_path, {"t.csv": "id;clave;Clave que más pesa\na1;1;2\n"}) / "t.csv")


def test_a_table_without_header_is_refused(tmp_path: Path) -> None:
    """The first student is neither a header nor lost."""
    with pytest.raises(ContentError, match="no reconozco"):
        work(laid(tmp_path, {"t.csv": "a1;0,1;2\na2;0,2;1\n"}) / "t.csv")


def test_a_row_that_does_not_fit_is_its_students_problem(tmp_path: Path) -> None:
    """`a1,1,5` under two columns: a1 is not missing nor zero, but for a person; the others are read."""
    a1, a2 = work(laid(tmp_path, {"t.csv": "id,pesos\na1,1,5\na2,3\n"}) / "t.csv").handins
    assert (a1.student_id, a1.hint) == ("a1", State.UNREADABLE)
    assert a1.problem is not None
    assert "«a1,1,5»" in a1.problem.text
    assert a2.answers == {"pesos": "3"}


def test_a_huge_cell_is_its_rows_problem(tmp_path: Path) -> None:
    """More than csv.reader takes."""
    path = laid(tmp_path, {"t.csv": f"id;pesos\na1;{'9' * 140_000}\na2;3\n"}) / "t.csv"
    a1, a2 = work(path).handins
    assert (a1.student_id, a1.hint, a2.answers) == ("a1", State.UNREADABLE, {"pesos": "3"})


def test_the_row_of_points_possible_is_not_a_student(tmp_path: Path) -> None:
    """Canvas's second row."""
    path = laid(tmp_path, {"t.csv": "Student,ID,pesos\n    Points Possible,,3\nMaría,a1,1\n"}) / "t.csv"
    found = work(path)
    assert one(found).student_id == "a1"
    assert "points-row" in [n.code for n in found.notices]


ALL = "productos;pesos;clave;salida;mascara"


def test_titles_remarks_and_notes_are_nobodys(tmp_path: Path) -> None:
    """Titles above the header, words in a column without a name, notes below: each is said, none is an answer or a
    student."""
    rows = [
        "Grupo;3.º B;Fecha;3/9/2026;;;",
        "Tarea de atención",
        "",
        f"Nº Id. Escolar;{ALL};",
        "a1;1;2;0;3;4;copió",
        "a2;1;2;1;3;4;",
    ]
    notes = [";;;;;;", "Nota: los que faltan van por correo;;;;;;", "(*) entregó tarde"]
    found = work(laid(tmp_path, {"t.csv": "\n".join([*rows, *notes, ""])}))
    assert {h.student_id: h.answers["clave"] for h in found.handins if h.answers} == {"a1": "0", "a2": "1"}
    assert {"title-rows", "remarks", "note"} <= {n.code for n in found.notices}


def test_a_cell_too_many_is_no_remark(tmp_path: Path) -> None:
    """A row whose answers are one cell further on than they should be waits, also where the header ends in a blank."""
    found = one(work(laid(tmp_path, {"t.csv": f"id;{ALL};\na1;1 ; 5;2;0;3;4\n"}) / "t.csv"))
    assert found.problem is not None
    assert found.problem.code == "ragged"


@pytest.mark.parametrize("state", ["Nunca enviado", "Never submitted", "En curso", "In progress", "Jamais remis"])
def test_an_attempt_that_was_never_sent_is_nothing_handed_in(tmp_path: Path, state: str) -> None:
    """Nor does it compete with one that was; what it keeps is told."""
    head = 'Nombre,"Dirección de correo",Estado,"Respuesta 1"\n'
    rows = f"María,maria@x.es,{state},5\nJosé,jose@x.es,{state},5\nJosé,jose@x.es,Finalizado,6\n"
    found = by_student(work(laid(tmp_path, {"t.csv": head + rows}) / "t.csv").handins)
    maria, jose = found["a1"].handins[0], found["a2"].handins
    assert maria.hint is State.MISSING
    assert "guarda respuestas que no se enviaron" in maria.notices[0].text
    assert [h.answers for h in jose] == [{"productos": "6"}]


@pytest.mark.parametrize(("state", "answer", "hint"), [
    ("-", "-", State.MISSING), ("", "", State.MISSING), ("Finalizado", "-", None), ("-", "5", None),
])  # fmt: skip
def test_who_never_began_an_attempt_handed_in_nothing(
    tmp_path: Path, state: str, answer: str, hint: State | None
) -> None:
    """Exports list them with dashes, and the mean below; an attempt that was sent is judged, empty or not."""
    text = f'Nombre,"Dirección de correo",Estado,"Respuesta 1"\nMaría,maria@x.es,{state},{answer}\n'
    text += '"Promedio general",,,\n'
    assert [h.hint for h in work(laid(tmp_path, {"t.csv": text}) / "t.csv").handins] == [hint]
    text = "Marca temporal;id;pesos\n;a1;\n3/9/2026;a2;\n;a3;1\n"
    hints = [h.hint for h in work(laid(tmp_path, {"d.csv": text}) / "d.csv").handins]
    assert hints == [State.MISSING, State.BLANK, None]


def test_two_namesakes_in_a_table_of_names_both_wait(tmp_path: Path) -> None:
    """A name that two of the list bear is nobody's."""
    twins = Roster((Student("b1", "Ana Gil"), Student("b2", "Gil, Ana"), Student("b3", "José Peña")))
    rows = f"Nombre completo;{ALL}\nAna Gil;1;;;;\nAna Gil;2;;;;\nJose Peña;3;;;;\n;;;;;\n"
    found = work(laid(tmp_path, {"t.csv": rows}) / "t.csv", twins)
    assert [(h.known, h.problem.code if h.problem else "") for h in found.handins] == [
        (False, "ambiguous-name"), (False, "ambiguous-name"), (True, ""),
    ]  # fmt: skip


def test_a_row_without_answers_is_blank_whatever_identifies(tmp_path: Path) -> None:
    """By an id or by a name alone: who is in the table handed in nothing, which is not the same as being missing."""
    for head, who in (("id", "a2"), ("Nombre completo", "José Peña")):
        found = work(laid(tmp_path, {"t.csv": f"{head};{ALL}\n{who};;;;;\n"}) / "t.csv")
        assert [(h.student_id, h.hint) for h in found.handins] == [("a2", State.BLANK)]


@pytest.mark.parametrize(
    ("dates", "last"),
    [
        (["9/2/2026 10:00:00", "10/1/2026 9:00:00", "9/30/2026 8:00:00"], "2"),
        (["3/9/2026", "2/10/2026", "30/9/2026"], "2"),
        (["3/2/2026", "2/3/2026", "4/5/2026"], ""),
        (["3/9/2026 10:00", "3/9/2026 12:00", "4/5/2026"], "2"),
        (["3/2/2026", "2/3/2026", "2026-05-30"], ""),
        (["3/2/2026", "2/3/2026", "30/5/2026", "5/30/2026"], ""),
        (["3 de febrero de 2026", "2 de marzo de 2026", "5/30/2026"], "2"),
    ],
    ids=["month first", "day first", "either", "the same in either", "an ISO date tells nothing", "both", "in words"],
)
def test_the_dates_of_a_column_are_written_in_one_order(tmp_path: Path, dates: list[str], last: str) -> None:
    """One that can only have its month first says so of all. Where both orders remain possible and they disagree, the
    two hand-ins of a student wait."""
    rows = [f"{d};{who};{n}" for n, (d, who) in enumerate(zip(dates, ("a1", "a1", "a2", "a3"), strict=False), 1)]
    laid(tmp_path, {"t.csv": "\n".join(["Marca temporal;id;pesos", *rows, ""])})
    choice = by_student(work(tmp_path / "t.csv").handins)["a1"]
    assert [h.answers for h in choice.handins] == ([{"pesos": last}] if last else [{"pesos": "1"}, {"pesos": "2"}])
    if not last:
        assert "podrían llevar delante el día o el mes" in choice.notices[0].text


def test_a_form_with_dates(tmp_path: Path) -> None:
    """A form's export: mail, timestamp, numbered titles; the last of two dated answers counts, with a word."""
    head = '"Marca temporal";"Dirección de correo electrónico";"1. Productos";"2. Pesos"\n'
    rows = "3/5/2026 9:05:10;jose@x.es;1;2\n3/5/2026 10:00:00;JOSE@X.ES;1;3\n2/5/2026 23:00:00;jose@x.es;9;9\n"
    found = work(laid(tmp_path, {"t.csv": head + rows}) / "t.csv")
    choice = by_student(found.handins)[id_key("a2")]
    assert [h.answers for h in choice.handins] == [{"productos": "1", "pesos": "3"}]
    assert [n.code for n in choice.notices] == ["last-dated"]


def test_a_quiz_export_with_numbered_answers(tmp_path: Path) -> None:
    """`Respuesta 1`, `Respuesta 2`: in the unit's order, and that is said."""
    head = 'Apellido(s),Nombre,"Dirección de correo",Estado,"Respuesta 1","Respuesta 2"\n'
    found = work(laid(tmp_path, {"t.csv": head + 'Peña,José,jose@x.es,Finalizado,0,"0,1"\n'}) / "t.csv")
    assert one(found).answers == {"productos": "0", "pesos": "0,1"}
    assert "by-number" in [n.code for n in found.notices]


def test_what_a_quiz_asked_is_no_answer(tmp_path: Path) -> None:
    """`Pregunta 1` beside `Respuesta 1` is the question's text; by itself it is how a table calls its answers."""
    head = 'correo,"Pregunta 1","Respuesta 1","Respuesta correcta 1","Pregunta 2","Respuesta 2"\n'
    found = work(laid(tmp_path, {"t.csv": head + "jose@x.es,¿Cuánto?,5,5,¿Y luego?,2\n"}) / "t.csv")
    assert one(found).answers == {"productos": "5", "pesos": "2"}
    assert "unknown-question" not in [n.code for n in found.notices]
    alone = work(laid(tmp_path, {"u.csv": 'correo,"Pregunta 1","Pregunta 2"\njose@x.es,5,2\n'}) / "u.csv")
    assert one(alone).answers == {"productos": "5", "pesos": "2"}


def test_moodles_worksheet_with_its_online_text(tmp_path: Path) -> None:
    """The online text of each row is a sheet; its row's date is the hand-in's."""
    head = 'Identificador,"Nombre completo","Última modificación (entrega)","Texto en línea"\n'
    row = '"Participante 102",José,"martes, 3 de marzo de 2026, 18:04","<p>pesos: 0,1</p><p>clave: 2</p>"\n'
    found = one(work(laid(tmp_path, {"t.csv": head + row + '"Participante 101",María,-,\n'}) / "t.csv"))
    assert (found.student_id, found.date) == ("a2", "2026-03-03 18:04:00")
    assert found.answers == {"pesos": "0,1", "clave": "2"}


def test_a_workbook_of_answers(tmp_path: Path) -> None:
    """Numbers come with a decimal comma, ids as text, a date Excel made of `1-2` as what it is."""
    path = tmp_path / "t.xlsx"
    with xlsxwriter.Workbook(path) as book:
        page = book.add_worksheet()
        for i, row in enumerate([["id", "pesos", "clave"], ["a1", 0.5, 2], ["a2", "0,1 ; 0,9", ""]]):
            page.write_row(i, 0, row)
    a1, a2 = work(path).handins
    assert a1.answers == {"pesos": "0,5", "clave": "2"}
    assert a2.answers == {"pesos": "0,1 ; 0,9"}


def test_a_text_file_may_be_a_table(tmp_path: Path) -> None:
    """Excel's "Unicode text" is UTF-16 with tabs in a .txt."""
    path = laid(tmp_path, {"t.txt": "id\tpesos\na1\t0,1\n".encode("utf-16")}) / "t.txt"
    assert one(work(path)).answers == {"pesos": "0,1"}


def test_a_table_in_a_students_own_folder_is_not_the_class(tmp_path: Path) -> None:
    """Nobody hands in for others."""
    laid(tmp_path, {f"{moodle(ROSTER.students[0])}/t.csv": "id;pesos\na2;1\na3;2\n"})
    found = one(work(tmp_path))
    assert (found.student_id, found.hint) == ("a1", State.UNREADABLE)
