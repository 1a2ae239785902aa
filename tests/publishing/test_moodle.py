"""Marks reach Moodle's own importers, and nothing else in the teacher's file changes."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.grading import fakes
from tests.publishing import moodle_rules
from tutor.errors import ContentError, UsageError
from tutor.files.source import Source
from tutor.grading.records import Graded, Row
from tutor.publishing.filling import Filled, fill
from tutor.publishing.moodle_import import moodle_csv
from tutor.roster.people import State, Student

HEAD = (
    'Identificador,"Nombre completo","Dirección de correo",Estado,Calificación,"Calificación máxima",'
    '"La calificación puede cambiarse","Última modificación (entrega)","Última modificación (calificación)",'
    '"Comentarios de retroalimentación"'
)
SENT = '"martes, 3 de marzo de 2026, 18:04"'


def line(number: int, name: str, mail: str = "", *, grade: str = "", top: str = '"10,00"', open_: str = "Sí") -> str:
    return f'"Participante {number}","{name}",{mail},"Enviado para calificar",{grade},{top},{open_},{SENT},-,'


def sheet(*lines: str, head: str = HEAD, newline: str = "\n") -> bytes:
    return ("\ufeff" + newline.join([head, *lines]) + newline).encode()


def comment(row: Row) -> str:
    return f'<p><strong>{row.id} · ecuación 1: 7,0 de 10</strong></p><p>"Bien", y ya; \\"</p>'


def filled(raw: bytes, graded: Graded | None = None, **more: object) -> Filled:
    return fill(Source("hoja.csv", raw), graded or fakes.small_class(), comment, **more)  # type: ignore[arg-type]


WHOLE = sheet(
    line(101, "Ana Núñez", "ana@uni.es"),
    line(102, "Berta Gil, hija"),
    line(103, "C"),
    line(104, "Dani Sanz"),
    line(105, "Otra Persona"),
    line(106, "Fe Mora"),
)
SITE = moodle_rules.Site(people={str(n): f"a0{n - 100}" for n in range(101, 107)})


def cells(content: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def test_moodle_takes_the_filled_sheet() -> None:
    """Marks of the graded and the blank arrive; unreadable, missing and strangers are left empty."""
    got = moodle_rules.import_worksheet(filled(WHOLE).content, SITE)
    assert {user: grade for user, (grade, _) in got.items()} == {
        "a01": 10, "a02": 7, "a03": 7.25, "a04": 0, "a05": None, "a06": None,
    }  # fmt: skip
    assert got["a06"][1] == ""
    assert got["a01"][1].startswith("<p><strong>a01 · ecuación 1")


def test_nothing_else_changes() -> None:
    """Header, order, identifiers, dates, quotes and line ends are the teacher's, character by character."""
    before = WHOLE.decode().splitlines(keepends=True)
    after = filled(WHOLE).content.decode().splitlines(keepends=True)
    assert len(before) == len(after)
    assert after[0] == before[0]
    assert after[5:] == before[5:]
    for old, new in zip(before[1:5], after[1:5], strict=True):
        head, tail = old.split(',"10,00",')
        assert new.startswith(head)
        assert ',"10,00",' + tail.rstrip("\n") in new


def test_an_untouched_sheet_comes_back_as_it_was() -> None:
    """With nobody to write, the bytes are the same: CRLF, tabs, spaces and blank lines included."""
    raw = b'\xef\xbb\xbfIdentificador\tCalificaci\xc3\xb3n\t"Otra"\r\n"Participante 9"\t "5,00" \t\r\n\r\n'
    assert filled(raw).content == raw


def test_filled_twice_is_filled_once() -> None:
    """The sheet of a second run may be the first one's: our words are replaced, the teacher's stay."""
    once = filled(WHOLE).content
    assert filled(once).content == once
    hand = WHOLE.decode().replace('-,\n"Participante 102"', '-,<p>Ven a verme.</p>\n"Participante 102"').encode()
    got = moodle_rules.import_worksheet(filled(filled(hand).content).content, SITE)
    assert got["a01"][1].startswith("<p>Ven a verme.</p><p><strong>a01")
    assert got["a01"][1].count("ecuación 1") == 1


@pytest.mark.parametrize(
    ("top", "shown"),
    [('"10,00"', "7,25"), ("10.00", "7.25"), ('"100,00"', "72,50"), ('"5,00"', "3,63"), ('"20,00"', "14,50")],
    ids=["comma", "point", "hundred", "five", "twenty"],
)
def test_scaled_to_the_maximum_in_the_decimal_mark_of_the_sheet(top: str, shown: str) -> None:
    """Case 69: a mark is out of 10 and the sheet out of its own maximum: rounded once, after scaling; never over it."""
    raw = sheet(line(103, "C", top=top))
    assert cells(filled(raw).content)[1][4] == shown


def test_semicolons_and_crlf() -> None:
    """Some sites separate by `;`: the sheet goes back so, and the comma of a mark needs no quotes there."""
    raw = ("Identificador;Calificación;Calificación máxima;Última modificación (calificación)\r\n"
           "Participante 102;;10,00;-\r\n").encode()  # fmt: skip
    got = filled(raw).content
    assert got.decode().split("\r\n")[1] == "Participante 102;7,00;10,00;-"
    assert moodle_rules.import_worksheet(got, SITE, ";")["a02"][0] == 7


def test_an_english_site() -> None:
    """Its columns and decimal point are recognised; its participants are `Participant 101`."""
    raw = (b'Identifier,"Full name",Grade,"Maximum Grade","Grade can be changed","Last modified (grade)",'
           b'"Feedback comments"\n"Participant 103",C,,10.00,Yes,-,\n')  # fmt: skip
    site = moodle_rules.Site(
        ".", "Grade", "Identifier", "Last modified (grade)", "Feedback comments", "Participant ", SITE.people
    )
    assert moodle_rules.import_worksheet(filled(raw).content, site)["a03"][0] == 7.25


def test_by_mail_then_by_id() -> None:
    """A roster without participant numbers is matched by mail, whatever its case, or by the institution's id."""
    graded = fakes.graded(fakes.row("a01", email="Ana@uni.es"), fakes.row("A 02"))
    raw = (b'Identificador,"Direcci\xc3\xb3n de correo","N\xc3\xbamero de ID",Calificaci\xc3\xb3n\n'
           b"Participante 7,ana@UNI.es,,\nParticipante 8,b@uni.es,a02,\n")  # fmt: skip
    got = filled(raw, graded)
    assert [row[3] for row in cells(got.content)[1:]] == ["10,00", "10,00"]
    assert got.moodle_ids == {"a01": "7", "A 02": "8"}


def test_never_by_a_name_that_two_could_bear() -> None:
    """Case 30: two students or two lines of one name: both are left empty, and it is said."""
    twins = fakes.graded(fakes.row("a01", name="Ana Gil"), fakes.row("a02", name="Ana Gil"))
    raw = "Nombre completo,Calificación\nAna Gil,\n".encode()
    got = filled(raw, twins)
    assert got.content == raw
    assert "moodle-several" in {n.code for n in got.notices}
    one = fakes.graded(fakes.row("a01", name="Ana Gil"))
    raw = "Nombre completo,Calificación\nAna Gil,\nGIL Ana,\n".encode()
    assert filled(raw, one).content == raw
    raw = 'Nombre completo,Calificación\n"Gil, Ána",\n'.encode()
    assert b"10,00" in filled(raw, one).content


def test_keys_that_disagree() -> None:
    """A line whose number is of one student and whose mail is of another is nobody's until a person looks."""
    graded = fakes.graded(fakes.row("a01", moodle="101", email="a@x"), fakes.row("a02", moodle="102", email="b@x"))
    raw = sheet(line(101, "A", "b@x"))
    got = filled(raw, graded)
    assert got.content == raw
    assert {"moodle-several", "moodle-absent"} <= {n.code for n in got.notices}


def test_one_student_on_two_lines() -> None:
    """Both are left empty."""
    raw = sheet(line(101, "A"), line(101, "A"))
    got = filled(raw)
    assert got.content == raw
    assert "moodle-twice" in {n.code for n in got.notices}


def test_what_moodle_would_skip_is_told() -> None:
    """Closed grades, marks that change, students without a line, lines of nobody."""
    raw = sheet(line(101, "A", open_="No"), line(102, "B", grade='"3,00"'), line(999, "X"), line(105, "", grade="1"))
    graded = fakes.graded(*(replace(r, student=Student(r.id, moodle_id="105")) if r.id == "a05" else r
                            for r in fakes.small_class().rows))  # fmt: skip
    got = filled(raw, graded)
    assert {"moodle-closed", "moodle-changed", "moodle-nobody", "moodle-kept", "moodle-absent"} <= {
        n.code for n in got.notices
    }
    assert cells(got.content)[1][4] == ""
    assert cells(got.content)[4][4] == "1"


@pytest.mark.parametrize(
    ("numbers", "kept", "nobody"),
    [
        ([105], "a05 no tiene nota nueva: queda la que ya había", "no sé de quién es la línea 3;"),
        ([105, 106], "a05 y a06 no tienen nota nueva: quedan las que ya había", "no sé de quién son las líneas 4 y 5;"),
    ],
)
def test_one_and_several_are_told_apart(numbers: list[int], kept: str, nobody: str) -> None:
    """Verbs agree with how many they are."""
    strangers = [line(990 + n, "X") for n in numbers]
    graded = fakes.graded(*(replace(r, student=Student(r.id, moodle_id="105")) if r.id == "a05" else r
                            for r in fakes.small_class().rows))  # fmt: skip
    said = {
        n.code: n.text for n in filled(sheet(*(line(n, "", grade="1") for n in numbers), *strangers), graded).notices
    }
    assert said["moodle-kept"].startswith(kept)
    assert nobody in said["moodle-nobody"]


@pytest.mark.parametrize(
    ("head", "said", "hint"),
    [
        ("Nombre,Apellido(s),Grupos", "no tiene columna para la nota", "Hoja de calificaciones"),
        ("Identificador,Calificación,Escala", "escala", "Puntuación"),
        ("Grupo,Calificación", "quién es cada alumno", "--column"),
        ("Identificador,Nota de clase", "no tiene columna para la nota", "--column grade"),
    ],
    ids=["participants", "scale", "nobody", "own-name"],
)
def test_sheets_that_cannot_take_a_mark(head: str, said: str, hint: str) -> None:
    """Said in words, with what to switch on in Moodle or which option to give."""
    with pytest.raises(ContentError, match=said) as caught:
        filled((head + "\n" + ",".join("x" for _ in head.split(",")) + "\n").encode())
    assert hint in caught.value.hint


def test_a_column_told_by_hand() -> None:
    """`--column grade=…` names what is not recognised; a name that is not there is a usage error."""
    raw = b"Identificador,Nota de clase\nParticipante 102,\n"
    assert b"7,00" in filled(raw, columns={"grade": "nota de clase"}).content
    with pytest.raises(UsageError, match="no tiene la columna"):
        filled(raw, columns={"grade": "Puntos"})
    with pytest.raises(UsageError, match="no tiene la columna"):
        filled(raw, columns={"feedback": "Comentario"})


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"PK\x03\x04....", "libro de Excel"),
        (b'Identificador,Calificaci\xc3\xb3n\n"Participante 1,\n', "comillas"),
        (b"Identificador,Calificaci\xc3\xb3n\nParticipante 1,7,5\n", "3 campos"),
    ],
    ids=["xlsx", "quote", "ragged"],
)
def test_broken_sheets(raw: bytes, said: str) -> None:
    """Cases 9, 13, 18: what Moodle itself would refuse is refused here, with its line."""
    with pytest.raises(ContentError, match=said):
        filled(raw)


def users(graded: Graded, key: str) -> dict[str, str]:
    return {getattr(r.student, key): r.id for r in graded.rows if r.student}


def test_moodle_csv_by_id() -> None:
    """Without a worksheet: identity, grade and feedback together, on Spanish and on English sites."""
    graded = fakes.small_class()
    got = moodle_csv(graded, comment)
    for decimal in ",.":
        arrived = moodle_rules.import_gradebook(got.content, "Número de ID", users(graded, "id"), decimal=decimal)
        assert arrived == {"a01": 10, "a02": 7, "a03": 7.25, "a04": 0}
    assert "Dirección de correo" not in cells(got.content)[0], "a column with holes would move marks to others"


def test_rows_that_would_cancel_an_import_are_left_out() -> None:
    """One mail for two students, no mail at all, a key that a spreadsheet would run: named, not sent."""
    rows = [
        fakes.row("=a1", email="ok@x"),
        fakes.row("a2", email="same@x"),
        fakes.row("a3", email="Same@x"),
        fakes.row("a4"),
    ]
    got = moodle_csv(fakes.graded(*rows), comment)
    assert cells(got.content)[0][0] == "Número de ID"
    assert [r[0] for r in cells(got.content)[1:]] == ["a2", "a3", "a4"]
    assert any("=a1" in n.text for n in got.notices if n.code == "moodle-left-out")


def test_strangers_and_doubts_stay_out() -> None:
    """Case 32: one user Moodle does not know cancels the whole import."""
    graded = fakes.graded(
        fakes.row("a1"),
        fakes.row("zz", state=State.UNKNOWN),
        replace(fakes.row("a2", state=State.UNREADABLE), mark=None, range=(Fraction(1),)),
    )
    assert [r[0] for r in cells(moodle_csv(graded, comment).content)[1:]] == ["a1"]


def test_a_backslash_does_not_break_php() -> None:
    """PHP takes `\\"` for an open quote: names and feedback lose the backslash or say it as HTML does."""
    graded = fakes.graded(fakes.row("a1", name='Ana \\"Nita\\"'))
    assert moodle_rules.import_gradebook(moodle_csv(graded, comment).content, "Número de ID", {"a1": "a1"})
    got = moodle_rules.import_worksheet(filled(WHOLE).content, SITE)
    assert "&#92;" in got["a01"][1]
