"""One hand-in never stops the class: whatever happens while one is opened is told of that one."""

from __future__ import annotations

import contextlib
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from tests.grading.homeworks import FULL, laid, sheet, work, zipped
from tutor.errors import ContentError
from tutor.files.workbook import read_workbook
from tutor.intake import hand_ins
from tutor.intake.models import ClassWork, HandIn
from tutor.intake.sheet_text import read_sheet

GOOD = sheet("a2")


def with_a_good_one(folder: Path, name: str, content: str | bytes) -> ClassWork:
    """What is read of a folder with a hand-in that is well beside one that is not; the good one is always read."""
    found = work(laid(folder, {name: content, "a2.txt": GOOD}))
    assert [h.problem for h in found.handins if h.source.endswith("/a2.txt")] == [None]
    return found


def other(found: ClassWork) -> HandIn:
    return next(h for h in found.handins if not h.source.endswith("/a2.txt"))


def packed(name: str, compression: int, *, damage: slice = slice(0), to: bytes = b"") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        info = zipfile.ZipInfo("x")
        info.filename = name
        info.compress_type = compression
        archive.writestr(info, sheet("a1") * 50)
    raw = bytearray(stream.getvalue())
    start = 30 + len(name)
    raw[start + damage.start if damage.start else 0 : start + damage.stop if damage.stop else 0] = to
    return bytes(raw)


def test_a_member_without_a_name_is_told(tmp_path: Path) -> None:
    """The library of archives fails on it."""
    found = with_a_good_one(tmp_path, "m.zip", packed("", zipfile.ZIP_STORED))
    assert "unsafe-name" in [n.code for n in found.notices] + [h.problem.code for h in found.handins if h.problem]


@pytest.mark.parametrize(
    ("damage", "to", "code"),
    [(slice(40, 60), b"\x5a" * 20, "broken-member"), (slice(5, 9), b"\xff" * 4, "zip-bomb")],
    ids=["damaged", "dictionary of 4 GB"],
)
def test_a_member_packed_with_lzma_is_its_own_trouble(tmp_path: Path, damage: slice, to: bytes, code: str) -> None:
    """Its library has errors of its own, and takes the memory its header asks for."""
    raw = packed("a1.txt", zipfile.ZIP_LZMA, damage=damage, to=to)
    problem = other(with_a_good_one(tmp_path, "m.zip", raw)).problem
    assert problem is not None
    assert problem.code == code


def test_an_archive_whose_names_begin_with_a_point_is_one(tmp_path: Path) -> None:
    """`tar` and others write `./a1.txt`: no hidden file."""
    found = with_a_good_one(tmp_path, "m.zip", zipped({"./a1.txt": sheet("a1"), "./b/./a3.txt": sheet("a3")}))
    assert sorted(h.student_id for h in found.handins) == ["a1", "a2", "a3"]
    assert found.ignored == ()


def workbook(change: dict[str, tuple[bytes, bytes]]) -> bytes:
    stream, changed = io.BytesIO(), io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        page = book.add_worksheet()
        page.write_row(0, 0, ["id", "productos", "pesos"])
        page.write_row(1, 0, ["a1", "0 ; 1", "x"])
        page.write_number(1, 3, 4.5, book.add_format({"num_format": "yyyy-mm-dd"}))
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            pattern, by = change.get(name, (b"(?!)", b""))
            new.writestr(name, re.sub(pattern, by, old.read(name)))
    return changed.getvalue()


ABSURD = {
    "date": {"xl/worksheets/sheet1.xml": (b"<v>4.5</v>", b"<v>-1e18</v>")},
    "strings": {"xl/sharedStrings.xml": (b'count="\\d+" uniqueCount="\\d+"', b'count="9" uniqueCount="99999999999"')},
    "no string": {"xl/worksheets/sheet1.xml": (b't="s"><v>0<', b't="s"><v>99999999999<')},
    "no xml": {"xl/worksheets/sheet1.xml": (b"(?s).*", b"<<<<")},
    "no sheets": {"xl/workbook.xml": (b"(?s).*", b"")},
}


@pytest.mark.parametrize("change", ABSURD.values(), ids=ABSURD)
def test_a_workbook_made_to_break_its_library_breaks_only_itself(tmp_path: Path, change: Any) -> None:
    """The library panics or aborts the process it is in, which is not this one."""
    raw = workbook(change)
    assert other(with_a_good_one(tmp_path, "a1.xlsx", raw)).source.startswith(f"{tmp_path.name}/a1.xlsx")
    with contextlib.suppress(ContentError):
        read_workbook(raw, "a1.xlsx")


@pytest.mark.parametrize("where", ["folder", "given"])
def test_a_file_that_may_not_be_opened_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """In a folder, or named among others."""
    laid(tmp_path, {"a1.txt": sheet("a1"), "a2.txt": GOOD})
    opened = Path.open

    def refuse(path: Path, *args: Any, **more: Any) -> Any:
        if path.name == "a1.txt":
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **more)

    monkeypatch.setattr(Path, "open", refuse)
    paths = [tmp_path] if where == "folder" else [tmp_path / "a1.txt", tmp_path / "a2.txt"]
    found = hand_ins.collect(paths, dict.fromkeys(FULL, ""))
    assert [h.problem.code if h.problem else None for h in found.handins] == ["cannot-open", None]


class Panic(BaseException):
    """What a library in another language may raise."""


def failing(monkeypatch: pytest.MonkeyPatch, fail: Any) -> None:
    def read(text: str, *args: Any, **more: Any) -> Any:
        if "a1" in text:
            fail()
        return read_sheet(text, *args, **more)

    monkeypatch.setattr(hand_ins, "read_sheet", read)


@pytest.mark.parametrize(
    "error", [MemoryError, RecursionError, ZeroDivisionError, KeyError, StopIteration, Panic, ContentError]
)
def test_any_exception_is_the_state_of_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    """Of whatever class, with a reason."""

    def fail() -> None:
        raise error("por algo")

    failing(monkeypatch, fail)
    problem = other(with_a_good_one(tmp_path, "a1.txt", sheet("a1"))).problem
    assert problem is not None
    assert problem.code == "cannot-read"


def test_ctrl_c_is_no_trouble_of_a_hand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends the run."""

    def fail() -> None:
        raise KeyboardInterrupt

    failing(monkeypatch, fail)
    with pytest.raises(KeyboardInterrupt):
        work(laid(tmp_path, {"a1.txt": sheet("a1")}))


def test_a_hand_in_that_never_ends_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading one is stopped after a while, and the others are read."""

    def forever() -> None:
        while True:
            pass

    monkeypatch.setattr(hand_ins, "SECONDS", 0.05)
    failing(monkeypatch, forever)
    problem = other(with_a_good_one(tmp_path, "a1.txt", sheet("a1"))).problem
    assert problem is not None
    assert "tarda más de" in problem.text


@pytest.mark.parametrize("name", ["a1.txt", "a1.csv", "a1.html", f"{'9' * 200}.txt"])
def test_numbers_of_thousands_of_digits_are_read_or_wait(tmp_path: Path, name: str) -> None:
    """As answers, ids, dates and item numbers; Python refuses to make integers of them."""
    many = "9" * 5000
    text = f"id;productos;fecha\n{many};{many};{many}\n" if name.endswith("csv") else f"id: a1\nfecha: {many}/1/2026\n"
    text += "" if name.endswith("csv") else f"hoja: {many}\n1. {many}\npesos: {many} ; 0,{many} ; 1/{many} ; 1e{many}\n"
    with_a_good_one(tmp_path, name, text)
