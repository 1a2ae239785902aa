"""What a class hands in, however it comes: everybody's answers, and one broken file never stops the rest."""

from __future__ import annotations

import io
import unicodedata
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.grading.homeworks import FULL, NO_NUMBERS, QUESTIONS, ROSTER, codes, laid, moodle, one, sheet, work, zipped
from tutor.intake.duplicates import by_student
from tutor.intake.hand_ins import collect
from tutor.roster.people import Roster, State, Student
from tutor.roster.sheets import Sheet, Sheets


def test_a_folder_of_sheets(tmp_path: Path) -> None:
    """One file a student, named by id or saying it inside; answers are the raw texts."""
    laid(tmp_path, {"a1.txt": sheet(), "otra.txt": sheet("A2 ", {"pesos": "1/3"}), "a3_hoja.txt": sheet("", {})})
    found = work(tmp_path)
    assert [(h.student_id, h.answers, h.hint, h.known) for h in found.handins] == [
        ("a1", FULL, None, True),
        ("a3", {}, State.BLANK, True),
        ("a2", {"pesos": "1/3"}, None, True),
    ]


def test_a_text_without_labels_is_for_a_person_not_blank(tmp_path: Path) -> None:
    """Something was written, and it is not known what it answers."""
    found = one(work(laid(tmp_path, {"a1.txt": "0,1 ; 0,9\n2\nno he sabido más"})))
    assert found.hint is State.UNREADABLE
    assert found.problem is not None
    assert found.problem.code == "no-labels"
    assert "0,1 ; 0,9" in found.problem.text


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a1.md", "# Mi entrega\n# de María\n"),
        ("a1.py", "# import numpy\n# x = 1\n"),
        ("a1.txt", "".join(f"# {q}: {a}\n" for q, a in FULL.items())),
    ],
    ids=["a README", "code", "every answer behind #"],
)
def test_a_file_of_comments_alone_waits(tmp_path: Path, name: str, content: str) -> None:
    """Without a question found in it nothing is graded, least of all with a zero."""
    found = one(work(laid(tmp_path, {name: content})))
    assert (found.student_id, found.hint) == ("a1", State.UNREADABLE)
    assert found.problem is not None
    assert found.problem.code in {"no-labels", "stray-answer", "written-on-print"}


def test_an_empty_sheet_is_blank(tmp_path: Path) -> None:
    """A sheet nobody filled in: handed in, nothing answered."""
    found = one(work(laid(tmp_path, {"a1.txt": sheet("a1", {})})))
    assert (found.student_id, found.hint) == ("a1", State.BLANK)


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\r\n  \n"], ids=["no bytes", "a BOM", "blank lines"])
def test_an_empty_file_is_an_upload_that_failed(tmp_path: Path, content: bytes) -> None:
    """Case 50: not even the printed lines are there. It waits for a person, with a sentence to send; it is no zero."""
    found = one(work(laid(tmp_path, {"a1.txt": content})))
    assert (found.student_id, found.hint) == ("a1", State.UNREADABLE)
    assert found.problem is not None
    assert "Para enviar: «Hola, María: tu archivo llegó vacío" in found.problem.to_send


# -- Moodle -----------------------------------------------------------------------------------------------------------


def test_moodles_download_with_folders(tmp_path: Path) -> None:
    """One folder a student, a file or an online text in it; the number in the folder identifies."""
    path = tmp_path / "entregas.zip"
    maria, jose, ana = ROSTER.students
    html = "<p dir='ltr'>id: a2</p><p>pesos:&nbsp;0,1 ; 0,9<br>clave: K<sub>1</sub></p><p>salida: 2·10<sup>2</sup></p>"
    path.write_bytes(
        zipped(
            {
                f"{moodle(maria)}/hoja.txt": sheet("a1"),
                f"{moodle(jose, 'onlinetext')}/onlinetext.html": html,
                f"Grupo A-{moodle(ana)}/mi hoja (1).txt": sheet("", {"clave": "1"}),
            }
        )
    )
    found = {h.student_id: h.answers for h in work(path).handins}
    assert found == {
        "a1": FULL,
        "a2": {"pesos": "0,1 ; 0,9", "clave": "K1", "salida": "2·10^(2)"},
        "a3": {"clave": "1"},
    }


def test_moodles_download_side_by_side(tmp_path: Path) -> None:
    """Some sites put the files together with that prefix."""
    laid(tmp_path, {f"{moodle(s)}hoja.txt": sheet(s.id) for s in ROSTER.students})
    assert [h.student_id for h in work(tmp_path).handins] == ["a3", "a2", "a1"]


def test_moodles_download_without_numbers_in_the_list(tmp_path: Path) -> None:
    """Then the id in the sheet, if its owner has that name; else a name that only one has, and that is said."""
    maria, jose, _ = ROSTER.students
    laid(tmp_path, {f"{moodle(maria)}/h.txt": sheet("a1"), f"{moodle(jose)}/h.txt": sheet()})
    found = {h.student_id: codes(h) for h in work(tmp_path, NO_NUMBERS).handins}
    assert found == {"a1": [], "a2": ["name-only"]}


def test_a_name_that_two_have_identifies_nobody(tmp_path: Path) -> None:
    """Never by name when two could fit."""
    twins = Roster((Student("b1", "Ana Gil"), Student("b2", "Gil, Ana")))
    laid(tmp_path, {"Ana Gil_7_assignsubmission_file_/h.txt": sheet()})
    found = one(work(tmp_path, twins))
    assert found.known is False
    assert found.problem is not None
    assert "b1 o b2" in found.problem.text


def test_a_sheet_of_another_in_ones_folder_is_for_a_person(tmp_path: Path) -> None:
    """Moodle knows who uploaded it; the sheet says somebody else: no mark to either until someone looks."""
    laid(tmp_path, {f"{moodle(ROSTER.students[0])}/hoja.txt": sheet("a2")})
    found = one(work(tmp_path))
    assert (found.student_id, found.hint) == ("a1", State.UNREADABLE)
    assert found.problem is not None
    assert found.problem.code == "two-owners"


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("María Núñez Gil_102", "two-names"),
        ("Pedro Ramos_102", "two-names"),
        ("Ana de la Peña_103", ""),
        ("Peña, José_102", ""),
        ("Grupo B-Jose Pena_102", ""),
        ("Participante_102", ""),
    ],
)
def test_a_folder_of_another_name_is_for_a_person(tmp_path: Path, folder: str, told: str) -> None:
    """The numbers of another assignment would give one's mark to another. Names vary, but have something in common."""
    laid(tmp_path, {f"{folder}_assignsubmission_file_/h.txt": sheet()})
    found = one(work(tmp_path))
    assert (found.problem.code if found.problem else "") == told
    if found.problem is not None:
        assert folder.partition("_")[0] in found.problem.text
        assert "José Peña" in found.problem.text


@pytest.mark.parametrize(("written", "told"), [("zz9", ["id-by-code"]), ("", [])])
def test_a_sheet_that_goes_by_its_code_says_so(tmp_path: Path, written: str, told: list[str]) -> None:
    """An id that is not on the list, and the code of somebody's sheet."""
    sheets = Sheets("u", 1, "u", {s: Sheet(s, {}, 0, f"u-1-{s.upper()}") for s in ("a1", "a2")})
    laid(tmp_path, {"x.txt": sheet(written).replace("nombre:", "hoja: u-1-a2\nnombre:")})
    found = one(work(tmp_path, sheets=sheets))
    assert (found.student_id, codes(found)) == ("a2", told)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [("123.txt", sheet(), "zeros"), ("x.txt", sheet("123"), "zeros"), ("x.txt", sheet("0\u200b0123"), "invisible")],
)
def test_an_id_that_is_not_written_as_on_the_list_is_told(tmp_path: Path, name: str, content: str, told: str) -> None:
    """In a file's name or in the sheet."""
    found = one(work(laid(tmp_path, {name: content}), Roster((Student("00123", "Ana"),))))
    assert (found.student_id, codes(found)) == ("00123", [told])


def test_swapped_sheets_are_told_by_their_code(tmp_path: Path) -> None:
    """The code on a sheet says whose numbers it shows."""
    sheets = Sheets("u", 1, "u", {s: Sheet(s, {}, 0, f"u-1-{s.upper()}") for s in ("a1", "a2")})
    laid(tmp_path, {"a1.txt": sheet("a1").replace("nombre:", "hoja: u-1-a2\nnombre:")})
    assert codes(one(work(tmp_path, sheets=sheets))) == ["other-sheet"]


def test_decomposed_names_of_a_mac_match(tmp_path: Path) -> None:
    """NFD in the zip, NFC in the list; the name as it came is kept."""
    folder = unicodedata.normalize("NFD", "María Núñez Gil_999_assignsubmission_file_")
    path = tmp_path / "e.zip"
    path.write_bytes(zipped({f"{folder}/hoja.txt": sheet()}))
    found = one(work(path, NO_NUMBERS))
    assert found.student_id == "a1"
    assert found.raw_name == f"{folder}/hoja.txt"


def test_names_zipped_without_the_utf8_flag(tmp_path: Path) -> None:
    """Windows in Spanish writes cp850, macOS plain UTF-8."""
    for encoding in ("cp850", "utf-8"):
        name = "Óscar Íñigo_5_assignsubmission_file_/hoja.txt"
        stand_in = "x" * len(name.encode(encoding))
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            archive.writestr(zipfile.ZipInfo(stand_in), sheet())
        raw = stream.getvalue().replace(stand_in.encode(), name.encode(encoding))
        path = tmp_path / f"{encoding}.zip"
        path.write_bytes(raw)
        found = one(work(path, Roster((Student("o", "Óscar Íñigo"),))))
        assert found.student_id == "o", encoding


def test_an_attachment_beside_a_sheet_does_not_compete_with_it(tmp_path: Path) -> None:
    """A photo of the paper, a line in the online text: the sheet counts and the rest is told."""
    maria = ROSTER.students[0]
    laid(
        tmp_path,
        {
            f"{moodle(maria)}/hoja.txt": sheet("a1"),
            f"{moodle(maria)}/folio.jpg": b"\xff\xd8\xff\xe0" + b"0" * 99,
            f"{moodle(maria, 'onlinetext')}/onlinetext.html": "<p>Te adjunto la hoja 1.</p>",
        },
    )
    found = one(work(tmp_path))
    assert found.answers == FULL
    assert codes(found) == ["attachment", "attachment"]


def test_a_blank_sheet_beside_a_photo_is_not_a_zero(tmp_path: Path) -> None:
    """What was answered may be in the photo: both stay, for a person."""
    maria = ROSTER.students[0]
    laid(tmp_path, {f"{moodle(maria)}/hoja.txt": sheet("a1", {}), f"{moodle(maria)}/f.jpg": b"\xff\xd8\xff\xe0 x"})
    assert len(work(tmp_path).handins) == 2


def test_our_page_handed_in_itself_is_explained(tmp_path: Path) -> None:
    """What is typed in a page is not in its file."""
    page = '<!doctype html><html><head><meta name="tutor-hoja" content="x"></head><body>pesos: <input></body></html>'
    found = one(work(laid(tmp_path, {"a1.html": page})))
    assert found.problem is not None
    assert "Copiar mi entrega" in found.problem.to_send


# -- what is not text --------------------------------------------------------------------------------------------------


def office(part: str) -> bytes:
    return zipped({"[Content_Types].xml": "<x/>", part: "<x/>"})


@pytest.mark.parametrize(
    ("name", "raw", "said"),
    [
        ("a1.txt", office("xl/workbook.xml"), "un libro de Excel"),
        ("a1.pdf", b"%PDF-1.7\n", "un PDF"),
        ("a1.jpg", b"\xff\xd8\xff\xe1\x00\x18Exif", "una foto (JPEG)"),
        ("a1.heic", b"\x00\x00\x00\x18ftypheic\x00\x00", "una foto de iPhone"),
        ("a1.png", b"\x89PNG\r\n\x1a\n", "una imagen (PNG)"),
        ("a1.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "un documento antiguo de Office"),
        ("a1.rtf", rb"{\rtf1\ansi pesos: 1}", "un documento con formato (RTF)"),
        ("a1.pages", zipped({"Index/Document.iwa": "x"}), "un documento de Pages"),
    ],
)
def test_a_file_that_is_not_text_is_named_with_a_sentence_to_send(
    tmp_path: Path, name: str, raw: bytes, said: str
) -> None:
    """By its first bytes, whatever its name; the student is greeted by name and told what to do."""
    found = one(work(laid(tmp_path, {name: raw})))
    assert (found.student_id, found.hint, found.answers) == ("a1", State.UNREADABLE, None)
    assert found.problem is not None
    assert f"es {said}" in found.problem.to_send
    assert "Hola, María:" in found.problem.to_send
    assert "vuelve a entregarla" in found.problem.to_send


def test_sheets_in_any_encoding(tmp_path: Path) -> None:
    """Notepad's cp1252 and UTF-16 are read; two encodings in one file are for a person."""
    text = sheet("a1", {**FULL, "productos": "0 ; 1 ½ ; 3"})
    text = text.replace("−", "-")
    laid(
        tmp_path,
        {
            "a1.txt": text.encode("cp1252"),
            "a2.txt": text.replace("a1", "a2").encode("utf-16"),
            "a3.txt": "nombre: José\n".encode() + "clave que más pesa: 1\n".encode("cp1252"),
        },
    )
    a1, a2, a3 = work(tmp_path).handins
    assert a1.answers is not None
    assert a1.answers["productos"] == "0 ; 1 ½ ; 3"
    assert a1.answers == a2.answers
    assert codes(a1) == ["cp1252"]
    assert a3.problem is not None
    assert "mezcla dos codificaciones" in a3.problem.text


# -- one broken file ---------------------------------------------------------------------------------------------------


def test_one_broken_file_among_many_stops_nobody(tmp_path: Path) -> None:
    """Three hundred sheets, one of them rubbish: 299 are read and one is listed."""
    people = Roster(tuple(Student(f"s{i:03}") for i in range(300)))
    files: dict[str, str | bytes] = {f"s{i:03}.txt": sheet(f"s{i:03}") for i in range(300)}
    files["s150.txt"] = bytes(range(128, 256)) * 40
    found = work(laid(tmp_path, files), people).handins
    assert len(found) == 300
    assert [h.student_id for h in found if h.hint is State.UNREADABLE] == ["s150"]


@given(st.binary(max_size=400))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_bytes_are_a_hand_in(tmp_path: Path, raw: bytes) -> None:
    """Whatever the bytes, one hand-in of that student comes out and nothing is raised."""
    path = tmp_path / "dos"
    laid(path, {"a1.txt": raw, "a2.txt": sheet("a2")})
    found = {h.student_id for h in work(path).handins}
    assert {"a1", "a2"} <= found or raw.startswith(b"PK") or len(found) == 2


# -- identity ----------------------------------------------------------------------------------------------------------


def test_a_stranger_is_kept_apart(tmp_path: Path) -> None:
    """Handed in, not on the roster: read like the others, not known; a likely name is only a hint."""
    found = one(work(laid(tmp_path, {"x.txt": sheet("zz9", name="Peña, José")})))
    assert (found.student_id, found.known, found.answers) == ("zz9", False, FULL)
    assert codes(found) == ["perhaps"]


def test_a_homoglyph_in_a_hand_in_is_told(tmp_path: Path) -> None:
    """`а1` with a Cyrillic а is not a1."""
    found = one(work(laid(tmp_path, {"x.txt": sheet("\u04301")})))
    assert found.known is False
    assert codes(found) == ["homoglyph"]


@pytest.mark.parametrize("spoilt", ["1,23457E+11", "=cmd|' /C calc'!A0"])
def test_an_id_that_is_none_is_for_a_person(tmp_path: Path, spoilt: str) -> None:
    """Spoilt by a spreadsheet or fit to spoil one."""
    found = one(work(laid(tmp_path, {"x.txt": sheet(spoilt)}), None))
    assert found.problem is not None
    assert found.problem.code == "bad-id"


def test_without_a_roster_files_identify_themselves(tmp_path: Path) -> None:
    """The id inside, else the file's name; a name that says nothing, for a person."""
    laid(tmp_path, {"x.txt": sheet("b7"), "b8 (1).txt": sheet(), "hoja.txt": sheet(), "b9/hoja.txt": sheet()})
    found = {h.source.split("/", 1)[1]: h for h in work(tmp_path, None).handins}
    assert found["x.txt"].student_id == "b7"
    assert found["b8 (1).txt"].student_id == "b8"
    assert found["b9/hoja.txt"].student_id == "b9"
    assert found["hoja.txt"].problem is not None
    assert found["hoja.txt"].problem.code == "no-id"


def test_two_hand_ins_of_nobody_stay_two(tmp_path: Path) -> None:
    """Nameless files are not one student's duplicates."""
    laid(tmp_path, {"x/hoja.txt": sheet(), "hoja.txt": sheet()})
    assert len(by_student(work(tmp_path, None).handins)) == 2


def test_a_file_that_says_another_is_for_a_person(tmp_path: Path) -> None:
    """Named a1 and signed a2."""
    found = one(work(laid(tmp_path, {"a1.txt": sheet("a2")})))
    assert found.problem is not None
    assert found.problem.code == "two-owners"


def test_the_order_of_the_inputs_does_not_matter(tmp_path: Path) -> None:
    """Folder, zip and table in any order: the same hand-ins in the same order."""
    laid(tmp_path, {"c/a1.txt": sheet("a1"), "c/a3.txt": sheet("a3"), "t.csv": "id;pesos\na2;1\n"})
    (tmp_path / "z.zip").write_bytes(zipped({"x/a3.txt": sheet("a3", {"clave": "0"})}))
    paths = [tmp_path / "c", tmp_path / "t.csv", tmp_path / "z.zip"]
    one_ = collect(paths, QUESTIONS, roster=ROSTER)
    assert one_ == collect(paths[::-1], QUESTIONS, roster=ROSTER)
    assert [h.source for h in one_.handins] == ["c/a1.txt", "c/a3.txt", "t.csv:2", "z.zip/x/a3.txt"]


@pytest.mark.parametrize("bit", ["<a ", "<", "<!--", "<![CDATA[", "</", "<a b='", "<div>", "&#", "<sup>", "<!-- > "])
def test_hostile_html_is_read_in_one_pass(tmp_path: Path, bit: str) -> None:
    """What html.parser would search through again and again is closed before it sees it."""
    folder = tmp_path / "María Núñez Gil_101_assignsubmission_onlinetext_"
    folder.mkdir()
    (folder / "onlinetext.html").write_text("<p>pesos: 0,5</p>" + bit * (300_000 // len(bit)))
    assert one(work(tmp_path)).student_id == "a1"
