"""Folders and zips are only read, within limits, and nothing in them is trusted."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from pathlib import Path

import pytest

from tests.grading.homeworks import FULL, ROSTER, laid, moodle, one, sheet, work, zipped
from tutor.errors import ContentError
from tutor.files.archives import Limits
from tutor.files.kinds import kind_of, refusal
from tutor.roster.people import Roster, State, Student


@pytest.mark.parametrize(
    "name", ["../../a1.txt", "/etc/a1.txt", "C:\\a1.txt", "..\\a1.txt", "x/../../a1.txt", "C:/a1.txt"]
)
def test_a_zip_that_would_leave_its_folder_is_not_followed(tmp_path: Path, name: str) -> None:
    """Nothing is extracted; such a member is not even read, and is told to whoever reads the row its path names."""
    path = tmp_path / "e.zip"
    path.write_bytes(zipped({name: sheet("a1"), "a2.txt": sheet("a2")}))
    found = {h.student_id: h for h in work(path).handins}
    assert set(found) == {"a1", "a2"}
    assert found["a1"].hint is State.UNREADABLE
    assert found["a1"].problem is not None
    assert found["a1"].problem.code == "unsafe-name"
    assert found["a2"].answers == FULL
    assert sorted(p.name for p in tmp_path.iterdir()) == ["e.zip"]


def test_a_path_out_of_the_folder_that_is_nobodys_is_told(tmp_path: Path) -> None:
    """Nobody is marked by it."""
    path = tmp_path / "e.zip"
    path.write_bytes(zipped({"../../raro.txt": sheet("a1"), "a2.txt": sheet("a2")}))
    found = work(path)
    assert [h.student_id for h in found.handins] == ["a2"]
    assert [n.code for n in found.notices] == ["unsafe-name"]


def test_what_is_not_looked_at_beside_a_sheet_is_told_to_its_reader(tmp_path: Path) -> None:
    """The sheet counts, and the row says that there is a link too, whatever the order."""
    laid(tmp_path, {"a1.txt": sheet("a1"), "zz/a1/hoja.txt": sheet("a1")})
    for name in ("a1.dat", "A1.txt"):
        (tmp_path / name).symlink_to("nada")
    (a1, _) = work(tmp_path).handins
    assert (a1.student_id, a1.answers, [n.code for n in a1.notices]) == ("a1", FULL, ["symlink"] * 2)


def test_backslashes_inside_a_zip_are_folders(tmp_path: Path) -> None:
    """Old Windows tools write them."""
    path = tmp_path / "e.zip"
    path.write_bytes(zipped({"carpeta\\a1.txt": sheet()}))
    assert one(work(path)).student_id == "a1"


def test_a_zip_bomb_is_not_opened(tmp_path: Path) -> None:
    """By what the archive says of it, before a byte is unpacked; the rest is read."""
    path = tmp_path / "e.zip"
    path.write_bytes(zipped({"a1.txt": b"0" * 5_000_000, "a2.txt": sheet()}))
    a1, a2 = work(path).handins
    assert a1.problem is not None
    assert (a1.student_id, a1.problem.code) == ("a1", "zip-bomb")
    assert a2.answers == FULL


def test_a_zip_whose_header_lies_about_sizes_is_cut(tmp_path: Path) -> None:
    """It says little and unpacks to much: never more than the limit is held."""
    raw = bytearray(zipped({"a1.txt": os.urandom(64) * 40_000}))
    size = (64 * 40_000).to_bytes(4, "little")
    while (at := raw.find(size)) >= 0:
        raw[at : at + 4] = (10).to_bytes(4, "little")
    path = tmp_path / "e.zip"
    path.write_bytes(bytes(raw))
    found = one(work(path, limits=Limits(file_megabytes=1)))
    assert found.hint is State.UNREADABLE


def test_too_many_files_or_bytes_say_the_limit_and_the_option(tmp_path: Path) -> None:
    """A class half read would look like one with many missing: it stops, and says what to raise."""
    laid(tmp_path, {f"s{i}.txt": "x" * 600_000 for i in range(4)})
    for limits, option in ((Limits(files=3), "--max-files"), (Limits(megabytes=1), "--max-mb")):
        with pytest.raises(ContentError) as caught:
            work(tmp_path, limits=limits)
        assert option in caught.value.hint


@pytest.mark.parametrize("comment", [b"", b"de la tarea"])
def test_a_zip_of_too_many_is_refused_before_its_names_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comment: bytes
) -> None:
    """By what its directory holds, whatever its header says; folders and junk are no files."""
    few: dict[str, str | bytes] = {
        "a/": b"",
        "__MACOSX/x.txt": b"x",
        ".DS_Store": b"x",
        "a/a1.txt": sheet(),
        "a/a2.txt": sheet(),
    }
    (tmp_path / "e.zip").write_bytes(zipped(few))
    assert len(work(tmp_path / "e.zip", limits=Limits(files=2)).handins) == 2
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        archive.comment = comment
        for i in range(9):
            archive.writestr(f"a{i}.txt", "")
    for path in (tmp_path / "many.zip", tmp_path):
        with pytest.raises(ContentError, match="más de 3 archivos"):
            work(path, limits=Limits(files=3))
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(ContentError, match=r"many\.zip: hay más de 3 archivos"):
        work(tmp_path / "many.zip", limits=Limits(files=3))


def test_a_zip_with_long_records_is_counted(tmp_path: Path) -> None:
    """Zip64: more than 65 535 members."""
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for i in range(65_600):
            archive.writestr(f"{i}.txt", "")
    with pytest.raises(ContentError, match=r"many\.zip: hay más de 65500 archivos"):
        work(tmp_path / "many.zip", limits=Limits(files=65_500))


@pytest.mark.parametrize("where", ["", "d"])
def test_a_workbook_cut_short_is_a_workbook(tmp_path: Path, where: str) -> None:
    """Not a damaged zip: whoever made it knows it as an Excel file."""
    raw = zipped(
        {"[Content_Types].xml": "<x/>" * 99, "xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": "<x/>" * 99}
    )
    path = laid(tmp_path / where, {"t.xlsx": raw[: len(raw) - 90]})
    if where:
        found = one(work(path))
        assert found.problem is not None
        assert "libro de Excel dañado" in found.problem.text
        return
    with pytest.raises(ContentError, match="libro de Excel dañado"):
        work(path / "t.xlsx")


def test_a_huge_sheet_is_unreadable(tmp_path: Path) -> None:
    """Nobody writes nine megabytes by hand."""
    found = one(work(laid(tmp_path, {"a1.txt": "pesos: " + "1 " * 4_500_000})))
    assert found.problem is not None
    assert found.problem.code == "too-big"


def test_links_are_not_followed(tmp_path: Path) -> None:
    """To another's file, to the system, to nowhere, round in circles: not followed. Whoever is named by one has
    handed in something that a person must see; the rest is told."""
    laid(tmp_path, {"a1.txt": sheet("a1")})
    (tmp_path / "a2.txt").symlink_to(tmp_path / "a1.txt")
    (tmp_path / "a3.txt").symlink_to("/etc/passwd")
    (tmp_path / "roto.txt").symlink_to("nada")
    (tmp_path / "bucle").symlink_to(tmp_path, target_is_directory=True)
    found = work(tmp_path)
    assert [(h.student_id, h.answers, h.problem and h.problem.code) for h in found.handins] == [
        ("a1", FULL, None),
        ("a2", None, "symlink"),
        ("a3", None, "symlink"),
    ]
    assert [n.code for n in found.notices] == ["symlink"] * 2


def test_links_inside_a_zip_are_not_followed(tmp_path: Path) -> None:
    """A member that is a link would be read as its target's name."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        info = zipfile.ZipInfo("a1.txt")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    path = tmp_path / "e.zip"
    path.write_bytes(stream.getvalue())
    found = one(work(path))
    assert (found.student_id, found.answers) == ("a1", None)
    assert found.problem is not None
    assert found.problem.code == "symlink"


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    """It would wait for ever."""
    laid(tmp_path, {"a1.txt": sheet("a1")})
    os.mkfifo(tmp_path / "a2.txt")
    a2 = work(tmp_path).handins[1]
    assert a2.problem is not None
    assert (a2.student_id, a2.problem.code) == ("a2", "special-file")
    with pytest.raises(ContentError, match="corriente"):
        work(tmp_path / "a2.txt")


def test_what_systems_leave_behind_is_ignored_and_listed(tmp_path: Path) -> None:
    """`__MACOSX/`, `._x`, `.DS_Store`, `~$x.xlsx`, `Thumbs.db`: nobody's hand-in."""
    junk = ["__MACOSX/._a1.txt", "._a1.txt", ".DS_Store", "~$a1.xlsx", "Thumbs.db", "d/desktop.ini", ".~lock.a1.txt#"]
    path = tmp_path / "e.zip"
    path.write_bytes(zipped({"a1.txt": sheet(), **dict.fromkeys(junk, b"\x00\x05")}))
    found = work(path)
    assert one(found).student_id == "a1"
    assert len(found.ignored) == len(junk)
    assert [n.code for n in found.notices] == ["ignored"]


def test_a_zip_within_is_opened_and_one_within_that_is_not(tmp_path: Path) -> None:
    """A student who zips the sheet is read; deeper is said to be too deep."""
    maria, jose, _ = ROSTER.students
    inner = zipped({"hoja.txt": sheet()})
    path = tmp_path / "e.zip"
    path.write_bytes(
        zipped({f"{moodle(maria)}/entrega.zip": inner, f"{moodle(jose)}/e.zip": zipped({"otro.zip": inner})})
    )
    found = {h.student_id: h for h in work(path).handins}
    assert found["a1"].answers == FULL
    assert found["a2"].problem is not None
    assert found["a2"].problem.code == "zip"


def test_folders_within_folders(tmp_path: Path) -> None:
    """Any sensible depth; a folder named by the id holds that student's file."""
    laid(tmp_path, {"grupo A/semana 3/a1/hoja.txt": sheet(), "/".join("d" * 14) + "/a2.txt": sheet()})
    found = work(tmp_path)
    assert one(found).student_id == "a1"
    assert [n.code for n in found.notices] == ["too-deep"]


def test_a_broken_zip_given_by_name_stops_and_one_within_does_not(tmp_path: Path) -> None:
    """Half a download is worth stopping for; a student's is that student's."""
    good = zipped({"a1.txt": sheet()})
    (tmp_path / "e.zip").write_bytes(good[:-30])
    with pytest.raises(ContentError, match="dañado"):
        work(tmp_path / "e.zip")
    laid(tmp_path / "c", {"a1.zip": good[:-30], "a2.txt": sheet()})
    a1, a2 = work(tmp_path / "c").handins
    assert (a1.student_id, a1.hint) == ("a1", State.UNREADABLE)
    assert a2.answers == FULL


def test_a_member_with_a_wrong_checksum_or_a_password_is_that_members(tmp_path: Path) -> None:
    """The others are read."""
    raw = zipped({"a1.txt": sheet("a1", {"pesos": "0,123456"}), "a2.txt": sheet()})
    at = raw.find(b"a1.txt") + 10
    broken = raw[:at] + bytes(b ^ 0xFF for b in raw[at : at + 20]) + raw[at + 20 :]
    path = tmp_path / "e.zip"
    path.write_bytes(broken)
    a1, a2 = work(path).handins
    assert a1.problem is not None
    assert a1.problem.code == "broken-member"
    assert a2.answers == FULL


@pytest.mark.parametrize(
    "name", ["CON.txt", "a:b.txt", "a" * 200 + ".txt", "[red]x.txt", "<script>.txt", "\x1b[2J.txt"]
)
def test_strange_file_names_are_only_names(tmp_path: Path, name: str) -> None:
    """Reserved, long, marked up, with escapes: the sheet inside says whose it is, and messages stay clean."""
    found = one(work(laid(tmp_path, {name: sheet("a1")})))
    assert found.student_id == "a1"
    nobody = one(work(laid(tmp_path / "otra", {name: "\x1b[31mhola 1"})))
    assert nobody.problem is not None
    assert "\x1b" not in nobody.problem.text


def test_a_file_name_that_is_no_text_is_kept_for_the_audit(tmp_path: Path) -> None:
    """Bytes that no encoding explains: the sheet is read, messages can be printed, the name is kept."""
    laid(tmp_path, {"x.txt": sheet("a1")})
    os.rename(tmp_path / "x.txt", os.fsencode(tmp_path) + b"/x\xff.txt")
    found = one(work(tmp_path))
    assert found.student_id == "a1"
    found.source.encode()
    assert found.raw_name == "x\\udcff.txt"


def test_an_id_in_a_file_name_is_no_pattern(tmp_path: Path) -> None:
    """`+`, `()`, `[]`, `*` in ids and names are plain signs; a name that begins with two ids is nobody's."""
    people = Roster((Student("a+b"), Student("c[1]"), Student("d*"), Student("garcia"), Student("garcia_lopez_12")))
    names = ["a+b.txt", "c[1]_x.txt", "d*-hoja.txt", "garcia_lopez_12_3.txt", "aab.txt", "c1.txt", "garcia.txt"]
    laid(tmp_path, dict.fromkeys(names, sheet()))
    found = {
        h.raw_name: (h.student_id, h.known, h.problem.code if h.problem else "") for h in work(tmp_path, people).handins
    }
    assert found["a+b.txt"] == ("a+b", True, "")
    assert found["c[1]_x.txt"] == ("c[1]", True, "")
    assert found["d*-hoja.txt"] == ("d*", True, "")
    assert found["garcia.txt"] == ("garcia", True, "")
    assert found["garcia_lopez_12_3.txt"][1:] == (False, "ambiguous-name")
    assert found["aab.txt"][:2] == ("aab", False)
    assert found["c1.txt"][:2] == ("c1", False)


def test_what_the_system_refuses_is_said_in_spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's own words come in the language of the system: a folder inside that may not be looked into waits for
    its reader, and what was named may not be opened."""
    laid(tmp_path, {"a1/hoja.txt": sheet("a1")})

    def refused(path: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    scan = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: scan(path) if Path(path) == tmp_path else refused(path))
    found = one(work(tmp_path))
    assert found.problem is not None
    assert found.problem.text.endswith("no puedo abrir la carpeta (no hay permiso).")
    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(ContentError, match=r"No puedo abrir .*: no hay permiso\."):
        work(tmp_path / "a1" / "hoja.txt")


def test_what_came_is_named_in_a_sentence() -> None:
    """«Llegó como vídeo o audio»: the article goes, wherever it stands."""
    kind = kind_of(b"\0\0\0\x18ftypmp42")
    assert kind is not None
    assert "lo que entregaste es un vídeo o audio y" in refusal(kind, "a.mp4", "Ana Gil").to_send
