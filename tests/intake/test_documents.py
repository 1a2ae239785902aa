"""Hand-ins written in Word, LibreOffice or Google Docs, and PDF: read as a sheet is, or for a person."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.files.papers import docx, odt, open_lines, packed, pdf, word_lines, word_run
from tests.grading.homeworks import FULL, ROSTER, laid, moodle, one, sheet, work, zipped
from tutor.files import documents
from tutor.files.source import Source
from tutor.intake.online_text import html_lines
from tutor.roster.people import State

CELLS = [f"<w:tc>{cell}</w:tc>" for cell in (
    f"<w:p>{word_run('pesos')}</w:p>", f"<w:p>{word_run('0,1 ; 0,2')}</w:p><w:p>{word_run('0,7')}</w:p>",
)]  # fmt: skip
TABLE_WORD = f"<w:tbl><w:tr>{''.join(CELLS)}</w:tr></w:tbl>"
BOX = f"<w:txbxContent><w:p>{word_run('salida: 2')}</w:p></w:txbxContent>"
IN_A_BOX = f"<w:p><w:r><mc:Choice><wps:txbx>{BOX}</wps:txbx></mc:Choice><mc:Fallback>{BOX}</mc:Fallback></w:r></w:p>"
ABOVE, RAISED, LEFT = '<w:vertAlign w:val="superscript"/>', '<w:position w:val="8"/>', '<w:strike w:val="0"/>'
FRACTION = "<m:oMath><m:f><m:num><m:r><m:t>3</m:t></m:r></m:num><m:den><m:r><m:t>7</m:t></m:r></m:den></m:f></m:oMath>"
POWER = "<m:oMath><m:sSup><m:e><m:r><m:t>e</m:t></m:r></m:e><m:sup><m:r><m:t>0,5</m:t></m:r></m:sup></m:sSup></m:oMath>"
STYLES = (
    '<style:style style:name="T1"><style:text-properties style:text-line-through-style="solid"/></style:style>'
    '<style:style style:name="T2"><style:text-properties style:text-position="super 58%"/></style:style>'
    '<style:style style:name="T3"><style:text-properties fo:font-weight="bold"/></style:style>'
)
OPEN_CELLS = [
    f"<table:table-cell>{cell}</table:table-cell>"
    for cell in ("<text:p>pesos</text:p>", "<text:p>0,1 ; 0,2</text:p><text:p>0,7</text:p>")
]
ROW_OPEN = f"<table:table-row>{''.join(OPEN_CELLS)}</table:table-row>"


def shown(raw: bytes) -> tuple[str, tuple[str, ...]]:
    page = html_lines(documents.as_html(Source("hoja", raw)))
    return page.text, page.struck


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (f"<w:p>{word_run('clave: ')}{word_run('2')}</w:p>", "clave: 2"),
        ("<w:p><w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:tab/><w:t>c</w:t></w:r></w:p>", "a\nb\tc"),
        (TABLE_WORD, "pesos\t0,1 ; 0,2\n0,7"),
        (IN_A_BOX, "salida: 2"),
        (f"<w:p>{word_run('e')}{word_run('2', ABOVE)}</w:p>", "e^(2)"),
        (f"<w:p>{word_run('e')}{word_run('2', RAISED)}</w:p>", "e^(2)"),
        (f"<w:p>{word_run('1')}{word_run('9', '<w:vanish/>')}</w:p>", "1"),
        (f"<w:p>{word_run('1', LEFT)}</w:p>", "1"),
        (f"<w:p>{word_run('pesos: ')}{FRACTION}</w:p>", "pesos: (3)/(7)"),
        (f"<w:p>{POWER}</w:p>", "(e)^(0,5)"),
        ("<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>x</w:t></w:r></w:p>", "x"),
        ("<w:p><w:r><w:instrText>PAGE</w:instrText><w:drawing><a:blip/></w:drawing></w:r></w:p>", "[imagen]"),
    ],
    ids=["runs", "breaks", "table", "text box once", "superscript", "raised", "hidden", "not struck", "fraction",
         "power", "tab stops", "picture"],
)  # fmt: skip
def test_what_word_shows_is_what_is_read(body: str, text: str) -> None:
    """Runs are joined, cells stay cells, a text box counts once, equations are written in a line."""
    assert shown(docx(body)) == (text, ())


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ('<text:p>clave:<text:s text:c="2"/><text:span text:style-name="T3">2</text:span></text:p>', "clave:  2"),
        ("<text:p>a<text:line-break/>b<text:tab/>c</text:p>", "a\nb\tc"),
        (f"<table:table>{ROW_OPEN}</table:table>", "pesos\t0,1 ; 0,2\n0,7"),
        ("<text:p><draw:frame><draw:text-box><text:p>salida: 2</text:p></draw:text-box></draw:frame></text:p>",
         "salida: 2"),
        ('<text:p>e<text:span text:style-name="T2">2</text:span></text:p>', "e^(2)"),
        ("<text:p><draw:frame><draw:image/></draw:frame></text:p>", "[imagen]"),
        ("<text:tracked-changes><text:p>viejo</text:p></text:tracked-changes><text:p>1</text:p>", "1"),
    ],
    ids=["spans", "breaks", "table", "text box", "superscript", "picture", "tracked"],
)  # fmt: skip
def test_what_libreoffice_shows_is_what_is_read(body: str, text: str) -> None:
    """The same in OpenDocument, whose looks are styles."""
    assert shown(odt(body, STYLES)) == (text, ())


@pytest.mark.parametrize(
    "raw",
    [
        docx(f"<w:p>{word_run('0,3', '<w:strike/>')}{word_run('0,4')}</w:p>"),
        docx(f"<w:p><w:del><w:r><w:delText>0,3</w:delText></w:r></w:del>{word_run('0,4')}</w:p>"),
        odt('<text:p><text:span text:style-name="T1">0,3</text:span>0,4</text:p>', STYLES),
    ],
    ids=["word", "word, with its changes tracked", "libreoffice"],
)
def test_what_is_crossed_out_answers_nothing(raw: bytes) -> None:
    """And is told, as in an online text."""
    assert shown(raw) == ("0,4", ("0,3",))


@given(st.lists(st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1), min_size=1, max_size=6))
def test_the_lines_of_a_document_come_back(lines: list[str]) -> None:
    """Whatever is typed, in either format."""
    text = "\n".join(lines)
    for make in (word_lines, open_lines):
        assert shown(make(text)) == (text, ())


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("h.docx", word_lines(sheet("a1"))),
        ("h.odt", open_lines(sheet("a1"))),
        ("h.pdf", pdf([sheet("a1")])),
        ("h.pdf", pdf(sheet("a1").split("\n\n"))),
        ("sin extensión", word_lines(sheet("a1"))),
        ("h.docx", word_lines(sheet("a1").replace(" ; ", "\u00a0;\u00a0").replace("-", "–").replace("'", "’"))),
    ],
    ids=["word", "libreoffice", "pdf", "pdf of several pages", "without its ending", "as Word mends it"],
)
def test_a_document_is_read_as_a_sheet(tmp_path: Path, name: str, raw: bytes) -> None:
    """Alone, in Moodle's folder, in a zip of zips."""
    folder = moodle(ROSTER.students[0])
    laid(tmp_path, {f"1/{name}": raw, f"2/{folder}/{name}": raw, "3/e.zip": zipped({f"{folder}/{name}": raw})})
    for place in ("1", "2", "3"):
        found = one(work(tmp_path / place))
        answers = {
            q: " ".join(text.split()).replace("-", "−").replace("–", "−") for q, text in (found.answers or {}).items()
        }
        assert (found.student_id, answers, found.problem) == ("a1", FULL, None)


@pytest.mark.parametrize(
    ("name", "raw", "told"),
    [
        ("a1.docx", docx("<w:p><w:r><a:blip/></w:r></w:p>"), "solo trae una imagen"),
        ("a1.pdf", pdf([""], picture=True), "solo trae una imagen"),
        ("a1.docx", docx("<w:p>&l;</w:p>", '<!DOCTYPE x [<!ENTITY l "lol">]>'), "está dañado"),
        (
            "a1.odt",
            odt("<text:p>&l;</text:p>", head='<!DOCTYPE x [<!ENTITY l SYSTEM "file:///etc/passwd">]>'),
            "dañado",
        ),
        ("a1.docx", docx("<w:p>" + " " * 21_000_000 + "</w:p>"), "pasa de 20 MB"),
        ("a1.docx", word_lines("pesos: 1")[:300], "dañado"),
        ("a1.docx", packed({"[Content_Types].xml": "", "word/otro.xml": ""}), "dañado"),
        ("a1.pdf", b"%PDF-1.7\nnada", "dañado"),
        ("a1.pdf", pdf(["pesos: 1"] * 61), "tiene 61 páginas"),
        ("a1.docx", docx(""), "vacío"),
    ],
    ids=["picture", "scan", "entities", "a file of ours", "bomb", "cut", "no text part", "no pdf", "a book", "empty"],
)
def test_a_document_that_cannot_be_read_waits(tmp_path: Path, name: str, raw: bytes, told: str) -> None:
    """With its reason; the class goes on."""
    laid(tmp_path, {name: raw, "a2.txt": sheet()})
    found = {h.student_id: h for h in work(tmp_path).handins}
    assert found["a1"].hint is State.UNREADABLE
    assert found["a1"].problem is not None
    assert told in found["a1"].problem.text
    assert found["a2"].answers == FULL


def test_a_pdf_takes_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it the hand-in waits, and what to install is said."""
    monkeypatch.setattr(documents.importlib.util, "find_spec", lambda name: None)
    found = one(work(laid(tmp_path, {"a1.pdf": pdf(["pesos: 1"])})))
    assert found.problem is not None
    assert "tutor-ecuacion1[documents]" in found.problem.text
    assert "tutor-ecuacion1" not in found.problem.to_send.partition("Para enviar")[2]


@pytest.mark.parametrize(
    ("code", "told"),
    [("import os; os.abort()", "dañado"), ("while True: pass", "tarda más"), ("x = bytearray(1 << 34)", "dañado")],
    ids=["aborts", "never ends", "takes all memory"],
)
def test_a_pdf_that_breaks_its_library_breaks_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, told: str
) -> None:
    """It is opened in a process with limits, which may end as it likes."""
    (tmp_path / "pypdf.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    laid(tmp_path / "e", {"a1.pdf": pdf(["pesos: 1"]), "a2.txt": sheet()})
    found = {h.student_id: h for h in work(tmp_path / "e").handins}
    assert found["a1"].problem is not None
    assert told in found["a1"].problem.text
    assert found["a2"].answers == FULL


def test_a_pdf_with_a_password_is_said_to_have_one() -> None:
    """It opens with none, or not at all."""
    pypdf = pytest.importorskip("pypdf")
    for password, told in (("", ""), ("secreta", "pide una contraseña")):
        writer = pypdf.PdfWriter()
        writer.append(pypdf.PdfReader(io.BytesIO(pdf(["pesos: 1"]))))
        writer.encrypt(password, "otra", algorithm="RC4-128")
        stream = io.BytesIO()
        writer.write(stream)
        if told:
            with pytest.raises(documents.Unreadable, match=told):
                documents.as_html(Source("h.pdf", stream.getvalue()))
        else:
            assert shown(stream.getvalue()) == ("pesos: 1", ())
