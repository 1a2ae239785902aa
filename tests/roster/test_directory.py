"""Whose something is: one table of who is meant by what, by which evidence, and when nobody is."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.roster.directory import Directory, Evidence, moodle_name, with_numbers
from tutor.roster.people import Roster, Student
from tutor.roster.sheets import Sheet, Sheets

LIST = Roster(
    (
        Student("a1", "María Núñez Gil", "maria@x.es", "101"),
        Student("a2", "José Peña", "jose@x.es", "102"),
        Student("a3", "Ana Gil", "casa@x.es"),
        Student("a4", "Gil, Ana", "casa@x.es"),
        Student("00123", "Íñigo Mora"),
    )
)
CODES = Sheets("u", 1, "u", {s: Sheet(s, {}, 0, f"u-1-{s.upper()}") for s in ("a1", "a2")})
FILE = "_assignsubmission_file_/hoja.txt"
NOBODY = None

WHO: list[tuple[str, dict[str, str], str | None, str]] = [
    # an id, a mail
    ("an id", {"id": "a1"}, "a1", ""),
    ("its case, accents and blanks", {"id": " Á 1 "}, "a1", ""),
    ("zeros lost in a spreadsheet", {"id": "123"}, "00123", "zeros"),
    ("an invisible sign around it", {"id": "\u200ba1"}, "a1", "invisible"),
    ("a mail", {"mail": "MARIA@x.es"}, "a1", ""),
    ("a mail where the id should be", {"id": "jose@x.es"}, "a2", ""),
    ("Moodle's word for a participant", {"id": "Participante 102"}, "a2", ""),
    ("an id and a mail that agree", {"id": "a1", "mail": "maria@x.es"}, "a1", ""),
    ("an id and a mail that do not", {"id": "a1", "mail": "jose@x.es"}, NOBODY, "ambiguous-name"),
    ("an id, and a mail of nobody", {"id": "a1", "mail": "otra@y.es"}, "a1", ""),
    ("a mail that two have", {"mail": "casa@x.es"}, NOBODY, "ambiguous-name"),
    ("that mail and an id", {"id": "a3", "mail": "casa@x.es"}, "a3", ""),
    ("a dash for a mail", {"mail": "-"}, NOBODY, "no-id"),
    ("nothing at all", {}, NOBODY, "no-id"),
    # a name
    ("a name that one has", {"name": "Peña, José"}, "a2", "name-only"),
    ("a name without its accents", {"name": "jose pena"}, "a2", "name-only"),
    ("a name that two have", {"name": "Ana Gil"}, NOBODY, "ambiguous-name"),
    ("half a name", {"name": "José"}, NOBODY, "no-id"),
    ("a name beside an id of nobody", {"id": "zz9", "name": "José Peña"}, NOBODY, "perhaps"),
    ("a name beside a mail of nobody", {"mail": "otra@y.es", "name": "José Peña"}, "a2", "name-only"),
    ("another's name beside an id", {"id": "a1", "name": "José Peña"}, "a1", ""),
    # a sheet's code
    ("a code", {"code": "u-1-a2"}, "a2", ""),
    ("a code and an id of nobody", {"id": "zz9", "code": "U-1-A2"}, "a2", "id-by-code"),
    ("another's code and an id", {"id": "a1", "code": "u-1-a2"}, "a1", ""),
    # where it lies
    ("a file named by an id", {"path": "ent/a1.txt"}, "a1", ""),
    ("an id and more in a file's name", {"path": "ent/a1_hoja.txt"}, "a1", ""),
    ("a second download", {"path": "ent/a1 (1).txt"}, "a1", ""),
    ("an id further up", {"path": "ent/a1/src/tarea/hoja.txt"}, "a1", ""),
    ("an id in a zip of zips", {"path": "todo.zip/a1.zip/tarea/hoja.txt"}, "a1", ""),
    ("the archive that was given", {"path": "a1.zip/tarea/hoja.txt"}, "a1", ""),
    ("the folder of all, beside an id", {"path": "a1/x.txt", "id": "a2"}, "a2", ""),
    ("the nearest of two", {"path": "ent/a1/a2.txt"}, "a2", ""),
    ("a file that begins with one", {"path": "ent/a1-a2.txt"}, "a1", ""),
    ("a folder named as somebody", {"path": "ent/José Peña/hoja.txt"}, "a2", "name-only"),
    ("a file named as somebody", {"path": "ent/Núñez Gil_María.txt"}, "a1", "name-only"),
    ("a file of one in the folder of another", {"path": "ent/José Peña/a1.txt"}, NOBODY, "ambiguous-name"),
    ("a file and a folder of the same", {"path": "ent/José Peña/a2.txt"}, "a2", ""),
    ("a folder that begins with an id", {"path": "ent/00123 Íñigo/x/hoja.txt"}, "00123", ""),
    ("a group's folder", {"path": "ent/a1 de tarde/x/hoja.txt"}, NOBODY, ""),
    ("a name among words of nobody", {"path": "ent/Entrega 2 de María Núñez Gil (final).txt"}, "a1", "name-only"),
    ("a name beside its id", {"path": "ent/Mora, Íñigo - 00123/hoja.txt"}, "00123", ""),
    ("a name beside the id of another", {"path": "ent/José Peña - 00123/hoja.txt"}, NOBODY, "ambiguous-name"),
    ("a long id inside a name", {"path": "ent/tarea_00123_v2.txt"}, "00123", ""),
    ("a short one, which may be an exercise", {"path": "ent/tarea_a1.txt"}, NOBODY, ""),
    ("a long one behind another's", {"path": "ent/a1-00123.txt"}, NOBODY, "ambiguous-name"),
    ("half a name, of one", {"path": "ent/Núñez María.txt"}, NOBODY, "perhaps"),
    ("half a name, of two", {"path": "ent/Gil.txt"}, NOBODY, ""),
    ("more than a name", {"path": "ent/Ana José Peña.txt"}, NOBODY, ""),
    ("a folder named as two", {"path": "ent/Ana Gil/hoja.txt"}, NOBODY, "ambiguous-name"),
    ("a folder named as two, and an id", {"path": "ent/Ana Gil/hoja.txt", "id": "a4"}, "a4", ""),
    ("a folder of one, a sheet of another", {"path": "ent/José Peña/hoja.txt", "id": "a1"}, "a1", "two-owners"),
    ("a file of one, a sheet of another", {"path": "ent/a2.txt", "id": "a1"}, "a1", "two-owners"),
    ("a file of one, an id of nobody", {"path": "ent/a2.txt", "id": "zz9"}, "a2", "id-by-file"),
    ("a file's name that says nothing", {"path": "ent/tarea.txt"}, NOBODY, "no-id"),
    ("that, and a name in the sheet", {"path": "ent/tarea.txt", "name": "José Peña"}, "a2", "name-only"),
    # Moodle's folder
    ("its number", {"folder": "Núñez Gil, María_101"}, "a1", ""),
    ("its number and a sheet of another", {"folder": "María Núñez Gil_101", "id": "a2"}, "a1", "two-owners"),
    ("its number and the name of another", {"folder": "José Peña_101"}, "a1", "two-names"),
    ("a number that the list lacks", {"folder": "Íñigo Mora_999"}, "00123", "name-only"),
    ("a name whose number is another", {"folder": "José Peña_999"}, NOBODY, "perhaps"),
    ("that, and the id of its namesake", {"folder": "José Peña_999", "id": "a2"}, NOBODY, "perhaps"),
    ("a name that two have, and an id", {"folder": "Ana Gil_999", "id": "a4"}, "a4", ""),
    ("a name that two have", {"folder": "Ana Gil_999"}, NOBODY, "ambiguous-name"),
    ("a group's name before it", {"folder": "Grupo B-Íñigo Mora_999"}, "00123", "name-only"),
    ("a name of nobody, and an id", {"folder": "Participante_999", "id": "a3"}, "a3", "id-by-sheet"),
]  # fmt: skip


def whose(directory: Directory, evidence: dict[str, str]) -> tuple[str | None, str]:
    """Who is meant, and the code of what is told."""
    said: dict[str, Any] = {"written" if kind == "id" else kind: text for kind, text in evidence.items()}
    if folder := said.pop("folder", ""):
        said |= {"path": folder + FILE, "folder": moodle_name(folder + FILE)}
    found = directory.whose(Evidence("t:1", **said))
    codes = [n.code for n in (*((found.problem,) if found.problem else ()), *found.notices)]
    return (found.id if found.known else None), " ".join(codes)


@pytest.mark.parametrize(("evidence", "who", "told"), [case[1:] for case in WHO], ids=[case[0] for case in WHO])
def test_who_is_meant(evidence: dict[str, str], who: str | None, told: str) -> None:
    """By which evidence, and what of it deserves a look; None where nobody of the list is."""
    assert whose(Directory(LIST, CODES), evidence) == (who, told)


@pytest.mark.parametrize(
    ("evidence", "who", "told"),
    [
        ({"id": "b7"}, "b7", ""),
        ({"mail": "x@y"}, "x@y", ""),
        ({"path": "ent/b8 (1).txt"}, "b8", ""),
        ({"path": "ent/b9/hoja.txt"}, "b9", ""),
        ({"path": "ent/hoja.txt"}, "t:1", "no-id"),
        ({"folder": "Ana_7"}, "7", ""),
        ({"id": "1,5E+11"}, "1,5E+11", "bad-id"),
    ],
)
def test_without_a_list_things_say_themselves(evidence: dict[str, str], who: str, told: str) -> None:
    """By their id, mail, file or folder, in this order."""
    assert whose(Directory(None), evidence) == (who, told)


@pytest.mark.parametrize(
    ("row", "who"),
    [
        ({"number": "101"}, "a1"),
        ({"number": "999", "name": "Íñigo Mora"}, "00123"),
        ({"number": "101", "mail": "jose@x.es"}, None),
        ({"mail": "casa@x.es", "name": "Ana Gil"}, None),
        ({"mail": "otra@y.es", "name": "María Núñez Gil"}, "a1"),
        ({"id": "zz", "name": "María Núñez Gil"}, None),
    ],
)
def test_a_row_is_matched_by_all_its_columns(row: dict[str, str], who: str | None) -> None:
    """As a worksheet's or a gradebook's rows are: the same rules."""
    student = Directory(LIST).match(**row).student
    assert (student.id if student else None) == who


def test_accents_are_never_the_reason() -> None:
    """They do not count: `zú9` is not on the list, and its accent is not why."""
    assert whose(Directory(LIST), {"id": "zú9"}) == (None, "")
    assert whose(Directory(LIST), {"id": "\u0430 1"}) == (None, "homoglyph")


def test_somebody_is_known_by_another_lists_ids_and_numbers() -> None:
    """A worksheet that has the mail of the list: its id and its number are theirs too."""
    worksheet = Roster((Student("nia7", "María", "maria@x.es", "700"), Student("9", "Otra", "otra@y.es", "900")))
    ours = Roster((Student("a1", "María", "maria@x.es"), Student("a2", "José", "jose@x.es")))
    assert whose(Directory(ours, other=worksheet), {"id": "NIA7"}) == ("a1", "")
    assert [s.moodle_id for s in with_numbers(ours, worksheet).students] == ["700", ""]


@pytest.mark.parametrize(
    ("text", "who"),
    [("a1", "a1"), ("102", "a2"), ("maria@x.es", "a1"), ("peña", "a2"), ("gil", "a1 a3 a4"), ("nadie", "")],
)
def test_whom_a_person_asks_for(text: str, who: str) -> None:
    """`--explain`: by what they are known by, else by words of a name; several where it may be several."""
    assert " ".join(s.id for s in Directory(LIST).search(text)) == who


IDS = st.text(st.sampled_from("ab12_- .ñÑ"), min_size=1, max_size=6).filter(lambda t: any(map(str.isalnum, t)))


@given(st.lists(IDS, unique_by=lambda t: "".join(t.split()).casefold(), min_size=1, max_size=6), st.data())
def test_everybody_is_found_by_their_own_id(ids: list[str], data: st.DataObject) -> None:
    """Whatever it looks like, composed or not, in any case."""
    people = Directory.of(map(Student, ids))
    one = data.draw(st.sampled_from(ids))
    for text in (one, unicodedata.normalize("NFD", one), one.upper(), f" {one} "):
        found = people.find(text)
        assert found is not None
        assert found.id == one
