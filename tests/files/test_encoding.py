"""Bytes become text by rule, never by guess, and what no rule fits is refused with a way out."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from tutor.errors import ContentError, UsageError
from tutor.files import source
from tutor.files.encoding import decode

CLASS = "id;nombre\r\na1;María Núñez\r\na2;José Peña\r\n"


def codes(raw: bytes, **more: str) -> list[str]:
    return [notice.code for notice in decode(raw, "lista.csv", **more).notices]


def test_utf8_with_bom_loses_its_mark() -> None:
    """A BOM is no part of the first header."""
    found = decode(codecs.BOM_UTF8 + CLASS.encode(), "lista.csv")
    assert (found.text, found.encoding, found.bom, found.notices) == (CLASS, "utf-8", True, ())


def test_windows_1252_is_the_rule_after_utf8_and_a_name_is_shown() -> None:
    """Spanish Excel's CSV is read as cp1252, the teacher is told and sees one name decoded; no detector is asked."""
    found = decode(CLASS.encode("cp1252"), "lista.csv")
    assert found.text == CLASS
    assert found.encoding == "cp1252"
    assert [n.code for n in found.notices] == ["cp1252"]
    assert "«María Núñez»" in found.notices[0].text


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_mark_is_recognised(name: str) -> None:
    """Excel's "Unicode text" has a BOM of its own."""
    found = decode("\ufeff".encode(name) + CLASS.encode(name), "lista.txt")
    assert (found.text, found.encoding, found.bom) == (CLASS, name, True)


def test_utf16_without_a_mark_is_refused_with_the_option_to_use() -> None:
    """Half of its bytes are NUL: it is said to look like UTF-16, and `--encoding` reads it."""
    raw = CLASS.encode("utf-16-le")
    with pytest.raises(ContentError) as caught:
        decode(raw, "lista.csv")
    assert "utf-16-le" in caught.value.hint
    assert decode(raw, "lista.csv", "utf-16-le").text == CLASS


NAMES = [
    "María Núñez",
    "José Pérez",
    "Begoña Gil",
    "Ana Muñoz",
    "Raúl León",
    "Sofía",
    "Martín",
    "Andrés",
    "Jesús",
    "Ángel Ruiz",
    "Núria",
    "Iván Cortés",
    "Óscar Íñigo Ñuño García",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("encoding", ["mac_roman", "cp850"])
def test_mac_roman_and_cp850_are_refused_with_what_to_do(encoding: str, name: str) -> None:
    """They cannot be told from cp1252 by decoding alone, but what they spoil can be seen; `--encoding` settles it."""
    if name == "Ángel Ruiz" and encoding == "cp850":
        name = "Ángel García"
    raw = f"id;nombre\r\n1;{name}\r\n".encode(encoding)
    with pytest.raises(ContentError) as caught:
        decode(raw, "lista.csv")
    assert "--encoding" in caught.value.hint
    assert "UTF-8" in caught.value.hint
    assert name in decode(raw, "lista.csv", encoding).text


@pytest.mark.parametrize(
    "text",
    [*NAMES, "O’Brien", "Mª José d’Alòs", "Zoë Brontë", "François", "Žižek", "10 € · ½ − 2º", "«hola» — dijo", "x²y"],
)
def test_honest_cp1252_is_not_taken_for_gibberish(text: str) -> None:
    """What Spanish people write in Windows-1252 is read, apostrophes, dashes and signs included."""
    text = text.replace("−", "-")
    assert decode(f"1;{text}\r\n".encode("cp1252"), "lista.csv").encoding in ("cp1252", "utf-8")


def test_two_encodings_in_one_file_are_told_by_line() -> None:
    """Rows pasted from elsewhere: the lines that do not decode are numbered, nothing is dropped."""
    raw = "id;nombre\r\na1;María\r\n".encode() + "a2;José\r\na3;Ana\r\na4;Íñigo\r\n".encode("cp1252")
    with pytest.raises(ContentError) as caught:
        decode(raw, "lista.csv")
    assert "3, 5" in caught.value.message
    assert [p.where for p in caught.value.problems] == ["lista.csv:3", "lista.csv:5"]


def test_accents_already_spoilt_are_told_and_left() -> None:
    """`MarÃ­a` is a warning with its line; it is never repaired in silence."""
    raw = "id;nombre\na1;MarÃ­a\n".encode()
    assert codes(raw) == ["mojibake"]
    assert "línea 2" in decode(raw, "lista.csv").notices[0].text
    assert "MarÃ­a" in decode(raw, "lista.csv").text
    assert codes("a;São Tomé, Ángel, ÍÑIGO, CÓRDOBA\n".encode()) == []


def test_nul_bytes_are_refused_with_their_line() -> None:
    """csv.reader takes them in silence; they mean a broken or binary file."""
    with pytest.raises(ContentError, match="línea 2"):
        decode(b"id;nota\r\na1;\x005\r\n", "lista.csv")


@pytest.mark.parametrize("text", ["María", "\ufeffMaría", "Ana"])
def test_the_option_is_for_what_needs_it(text: str) -> None:
    """Among the files of a class, one in cp850 does not spoil those in UTF-8 nor their marks."""
    found = decode(text.encode(), "a.csv", "cp850")
    assert (found.text, found.encoding) == (text.removeprefix("\ufeff"), "utf-8")
    assert decode("María".encode("cp850"), "a.csv", "cp850").text == "María"
    assert decode("id;María\n".encode("utf-16-le"), "a.csv", "utf-16-le").text == "id;María\n"


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_utf16_without_its_mark_is_told_by_name(name: str) -> None:
    """Also where a letter with an accent makes it no UTF-8, and with the option that reads it."""
    with pytest.raises(ContentError, match="UTF-16") as caught:
        decode("id;nombre\n1;Íñigo Márquez\n".encode(name), "lista.csv")
    assert f"--encoding {name}" in caught.value.hint


def test_an_unknown_encoding_is_a_usage_error() -> None:
    """`--encoding klingon` is the caller's mistake."""
    with pytest.raises(UsageError, match="klingon"):
        decode(b"a", "lista.csv", "klingon")


def test_an_encoding_that_does_not_fit_names_the_line() -> None:
    """Told wrongly, it fails with the line; it does not fall back to another."""
    with pytest.raises(ContentError) as caught:
        decode(CLASS.encode("cp1252"), "lista.csv", "utf-8")
    assert caught.value.where == "lista.csv:2"


def test_a_file_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No more is read of a table than the largest class can need."""
    monkeypatch.setattr(source, "MOST", 100)
    (tmp_path / "lista.csv").write_bytes(b"a" * 101)
    with pytest.raises(ContentError, match="demasiado grande"):
        source.Source.open(tmp_path / "lista.csv")


@pytest.mark.parametrize("encoding", ["rot13", "zlib", "undefined", "x"])
def test_what_is_no_encoding_of_texts_is_refused(encoding: str) -> None:
    """Whatever Python knows by that name."""
    with pytest.raises(UsageError):
        decode("id;año".encode("cp1252"), "l.csv", encoding)
