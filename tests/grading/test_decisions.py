"""A teacher's decisions are respected, survive a spreadsheet, and are never overwritten."""

from __future__ import annotations

import io
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.grading import fakes
from tutor.authoring import open_version
from tutor.errors import ContentError
from tutor.files.source import Source
from tutor.grading.classroom import grade
from tutor.grading.decisions import Decisions, Doubt, appendable, quote, read_decisions, trace, with_doubts
from tutor.intake.models import ClassWork, HandIn
from tutor.publishing.feedback import Comments, as_text, comment

HEADER = "id;pregunta;leo;puntos;minimo;maximo;motivo;decidido por;fecha"
ASK = Doubt("a05", "pesos", quote("1.234", "1,234 o 1234"), Fraction(0), Fraction(3), "puede ser dos números")
PHOTO = Doubt("a07", "", quote("foto.jpg"), Fraction(0), Fraction(10), "es una foto")


def read(raw: bytes) -> Decisions:
    return read_decisions(Source("decisiones.csv", raw), fakes.QUESTIONS)


def table(*lines: str) -> bytes:
    return "\r\n".join([HEADER, *lines, ""]).encode("utf-8-sig")


@pytest.mark.parametrize("separator", [",", "tab", "="])
def test_the_separator_of_other_tables_is_not_theirs(separator: str) -> None:
    """The command that wrote them with `--sep` reads them again."""
    source = Source("decisiones.csv", with_doubts(Decisions(), [ASK]), separator=separator)
    assert len(read_decisions(source, fakes.QUESTIONS).listed) == 1


def test_doubts_come_already_written() -> None:
    """The first run lists each doubt with what was read, its range and its reason; points are left to the teacher."""
    assert with_doubts(Decisions(), [ASK, PHOTO]).decode("utf-8-sig").split("\r\n") == [
        f"{HEADER};comentario",
        "a05;pesos;«1.234»: 1,234 o 1234;;0;3;puede ser dos números;;;",
        "a07;;«foto.jpg»;;0;10;es una foto;;;",
        "",
    ]
    assert with_doubts(Decisions(), []) == b""


def test_a_second_run_changes_nothing() -> None:
    """Doubts already listed are not listed again: the file is the same to the byte."""
    raw = with_doubts(Decisions(), [ASK, PHOTO])
    assert with_doubts(read(raw), [PHOTO, ASK]) == raw


def test_new_doubts_go_below() -> None:
    """Case 63: what the teacher wrote stays byte for byte; a doubt on another text is a new one."""
    raw = table("a05;pesos;«1.234»: 1,234 o 1234;3;0;3;puede ser dos números;Inés;4/3").rstrip()
    again = Doubt("a05", "pesos", quote("2.345", "2,345 o 2345"), Fraction(0), Fraction(3), "puede ser dos números")
    got = with_doubts(read(raw), [ASK, again])
    assert got.startswith(raw + b"\r\n")
    assert got.decode("utf-8-sig").split("\r\n")[2] == "a05;pesos;«2.345»: 2,345 o 2345;;0;3;puede ser dos números;;"


def test_a_file_saved_by_excel_is_extended_as_it_is() -> None:
    """Windows-1252, commas, other order of columns: read by name and extended alike."""
    raw = 'puntos,id,pregunta,leo\r\n"2,5",a05,pesos,«1.234»: x\r\n'.encode("cp1252")
    found = read(raw)
    decision = found.on("A05", "Pesos", ASK.read)
    assert decision is not None
    assert decision.points == Fraction(5, 2)
    got = with_doubts(found, [Doubt("a08", "clave", quote("−1"), Fraction(0), Fraction(1), "no sé")])
    assert got == raw + ",a08,clave,«-1»\r\n".encode("cp1252")


def test_a_decision_holds_for_its_text_only() -> None:
    """A student who hands in again is not judged by what was decided before."""
    found = read(table("a05;pesos;«1.234»: 1,234 o 1234;3;0;3;x;Inés;4/3"))
    decision = found.on("a05", "pesos", quote("1.234"))
    assert decision is not None
    assert (decision.points, decision.by, decision.date) == (3, "Inés", "4/3")
    assert found.on("a05", "pesos", quote("1.235")) is None
    assert found.outdated("a05", "pesos", quote("1.235")) is not None
    assert found.outdated("a05", "pesos", quote("1.234")) is None
    assert found.on("a05", "salida", quote("1.234")) is None


@pytest.mark.parametrize(
    ("written", "most", "points"),
    [
        ("8/10", "3", "12/5"),
        ("75 %", "3", "9/4"),
        ("3/4", "", "9/4"),
        ("100%", "2,25", "9/4"),
        ("2,25", "3", "9/4"),
        ("0/10", "3", "0"),
    ],
)
def test_a_share_is_one_of_what_the_line_may_give(written: str, most: str, points: str) -> None:
    """Of a question worth 3, eight of ten is 2,4; never 0,8 points."""
    worth = [replace(q, points=Fraction(3)) for q in fakes.QUESTIONS]
    found = read_decisions(Source("decisiones.csv", table(f"a01;pesos;;{written};;{most};;;")), worth)
    decision = found.on("a01", "pesos", "")
    assert decision is not None
    assert decision.points == Fraction(points)


@pytest.mark.parametrize("written", ["12/10", "110 %", "4", "8/0", "%", "1/2/3"])
def test_a_share_that_is_none_is_refused(written: str) -> None:
    worth = [replace(q, points=Fraction(3)) for q in fakes.QUESTIONS]
    found = read_decisions(Source("decisiones.csv", table(f"a01;pesos;;{written};;3;;;")), worth)
    assert found.on("a01", "pesos", "") is None
    assert [n.code for n in found.notices] == ["decision-points"]


def test_a_line_by_hand_holds_for_any_text() -> None:
    """A teacher may write a line nobody asked for, without `leo`; the last of two lines wins."""
    found = read(table("a01;productos;;0,5;;;;;", "A01 ;productos;;3/4;;;;;"))
    decision = found.on("a01", "productos", quote("0 -1 3"))
    assert decision is not None
    assert decision.points == Fraction(3, 4)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("a01;productos;;dos;;;;;", "decision-points"),
        ("a01;productos;;1,5;;;;;", "decision-points"),
        ("a01;productos;;-1;;;;;", "decision-points"),
        ("a01;produto;;1;;;;;", "decision-question"),
        ("a01;;;11;;;;;", "decision-points"),
    ],
    ids=["words", "more-than-it-is-worth", "negative", "unknown-question", "mark-over-ten"],
)
def test_lines_that_cannot_be_used(line: str, code: str) -> None:
    """Told with their line number, and they decide nothing."""
    found = read(table(line))
    assert not found.made
    assert [(n.code, n.where) for n in found.notices] == [(code, "decisiones.csv:2")]


def test_a_file_without_its_columns() -> None:
    """Without `puntos` it is no file of decisions: said with the header it should have."""
    with pytest.raises(ContentError, match="puntos") as caught:
        read(b"id;pregunta;nota\r\na;b;1\r\n")
    assert "cabecera" in caught.value.hint


def test_formulas_in_answers_are_inert() -> None:
    """Case 56: a text between «» is never a formula, and ids are neutralised too."""
    doubt = Doubt("=a1", "pesos", quote("=cmd|' /C calc'!A0"), Fraction(0), Fraction(3), "+x")
    line = with_doubts(Decisions(), [doubt]).decode("utf-8-sig").split("\r\n")[1]
    assert line == "'=a1;pesos;«=cmd|' /C calc'!A0»;;0;3;'+x;;;"
    assert with_doubts(read(with_doubts(Decisions(), [doubt])), [doubt]) == with_doubts(Decisions(), [doubt])


def test_a_workbook_is_read_but_not_extended() -> None:
    """A teacher may keep decisions as XLSX: they hold, but new doubts cannot be added to it."""
    xlsxwriter = pytest.importorskip("xlsxwriter")
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["id", "pregunta", "leo", "puntos"])
        sheet.write_row(1, 0, ["a05", "pesos", "«1.234»", 2.5])
    found = read(stream.getvalue())
    decision = found.on("a05", "pesos", ASK.read)
    assert decision is not None
    assert decision.points == Fraction(5, 2)
    assert not appendable(found)
    assert appendable(Decisions())


@given(st.text(max_size=300))
def test_any_text_is_found_again(text: str) -> None:
    """Whatever a student wrote, its doubt is recognised on the next run."""
    doubt = Doubt("a1", "pesos", quote(text), Fraction(0), Fraction(3), "x")
    raw = with_doubts(Decisions(), [doubt])
    assert with_doubts(read(raw), [doubt]) == raw
    assert trace(quote(text)) == trace(quote(text).replace("−", "-"))


REMARKS = "id;pregunta;leo;puntos;comentario"


@pytest.mark.parametrize(
    ("line", "question", "read", "remark"),
    [
        ("a05;pesos;;;Mira otra vez √d_k", "pesos", quote("1"), "Mira otra vez √d_k"),
        ("a05;;;;Muy bien contado", "", quote("h.txt, huella 00112233"), "Muy bien contado"),
        ("a05;pesos;;2;Mira otra vez", "pesos", quote("1"), "Mira otra vez"),
        ("a05;pesos;«1»;;Mira otra vez", "pesos", quote("2"), ""),
        ("a05;;«a.txt, huella 00112233 y b.txt, huella 44556677»;;Cuenta la b", "", "«b.txt, huella 44556677»",
         "Cuenta la b"),
        ("a05;;«a.txt, huella 00112233»;;Ilegible", "", quote("b.txt, huella 44556677"), ""),
    ],
    ids=["answer", "sheet", "with-points", "another-text", "one-of-several-files", "another-file"],
)  # fmt: skip
def test_a_comment_for_the_student(line: str, question: str, read: str, remark: str) -> None:
    """`comentario` needs no points, holds for the text it was written upon, and is no decision about points."""
    found = read_decisions(Source("decisiones.csv", f"{REMARKS}\n{line}\n".encode()), fakes.QUESTIONS)
    assert found.remark("a05", question, read) == remark
    assert (found.outdated("a05", question, read) is None) == bool(remark)
    assert [d.points for some in found.made.values() for d in some] == [2] * (";2;" in line)
    assert not found.notices


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        ("a05;pesos;;2;;;;;", True),
        ("a05;pesos;«1»;2;0;3;x;Inés;4/3", True),
        ("a05;pesos;2;0;3;x;Inés;4/3;", False),
        ("a05;pesos;«1»;0;3;x;Inés;4/3;", False),
        ("a05;pesos;;2;;;;", False),
    ],
    ids=["nine-cells", "nine-full-cells", "no-leo", "no-puntos", "eight-cells"],
)
def test_a_line_without_the_last_cell(line: str, taken: bool) -> None:
    """Lines are written as they were before there was a comment; one that lacks another cell is told, not guessed."""
    found = read_decisions(Source("decisiones.csv", f"{HEADER};comentario\n{line}\n".encode()), fakes.QUESTIONS)
    assert bool(found.made) == taken
    assert [notice.code for notice in found.notices] == ([] if taken else ["ragged"])


def test_a_comment_on_no_question_is_told() -> None:
    """Nothing a teacher writes is dropped without a word: a wrong question, or somebody who handed nothing in."""
    raw = f"{REMARKS}\na05;pseos;;;Mira\na05;pesos;;;Mira\n".encode()
    found = read_decisions(Source("decisiones.csv", raw), fakes.QUESTIONS)
    assert [notice.code for notice in found.notices] == ["decision-question"]
    assert [notice.code for notice in found.unused({"a05": "a05"})] == ["decision-missing"]


def test_a_comment_reaches_the_feedback() -> None:
    """On its answer, and for the whole sheet below; the mark is as it was."""
    handins = (HandIn("a1", {"clave": "2"}, "a1.txt", fingerprint="00112233"),)
    raw = f"{REMARKS}\na1;clave;;;¿Cómo lo ves <b>?\na1;;«a1.txt, huella 00112233»;;Pásate el jueves\n".encode()
    opened = open_version("entrega", 2)
    decisions = read_decisions(Source("decisiones.csv", raw), fakes.QUESTIONS)
    plain, graded = (
        grade(opened, ClassWork(None, handins), decisions=d).graded for d in (Decisions(), decisions)
    )  # fmt: skip
    text = as_text(comment(graded, graded.rows[0]))
    assert "Bien. De quien corrige: «¿Cómo lo ves <b>?». 1 de 1" in text
    assert "\nDe quien corrige: «Pásate el jueves»." in text
    assert "<b>" not in Comments(graded).page(graded.rows[0])
    assert graded.rows[0].mark == plain.rows[0].mark
