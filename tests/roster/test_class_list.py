"""The class list: everybody in it once, under an id that is text, and what could confuse two of them said aloud."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from tutor.errors import ContentError, UsageError
from tutor.files.source import Source, Sources
from tutor.files.text import id_key, id_keys, name_key, name_keys, visible
from tutor.roster.class_list import load_roster
from tutor.roster.columns import kind_of
from tutor.roster.directory import Directory
from tutor.roster.people import Roster, State

Read = Callable[..., Roster]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def _read(text: str | bytes, **more: object) -> Roster:
        path = tmp_path / "lista.csv"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return load_roster(Source.open(path), **more)

    return _read


def ids(roster: Roster) -> list[str]:
    return [student.id for student in roster.students]


def codes(roster: Roster) -> list[str]:
    return [notice.code for notice in roster.notices]


def test_a_list_of_ones_own(read: Read) -> None:
    """Id and name, in the file's order; the dialect and where the id comes from are said."""
    found = read("\ufeffid;nombre;grupo\nb2;José Peña;A\na1;María Núñez;A, B\n")
    assert [(s.id, s.name, s.groups, s.line) for s in found.students] == [
        ("b2", "José Peña", ("A",), 2),
        ("a1", "María Núñez", ("A", "B"), 3),
    ]
    assert "columna «id»" in found.notices[0].text
    assert "punto y coma" in found.notices[0].text


def test_moodles_participants(read: Read) -> None:
    """No id in it: the mail identifies."""
    found = read('\ufeffNombre,Apellido(s),"Dirección de correo",Grupos\nMaría,"Núñez Gil",maria@x.es,\n')
    assert [(s.id, s.name, s.email) for s in found.students] == [("maria@x.es", "María Núñez Gil", "maria@x.es")]


def test_moodles_gradebook_with_a_column_of_the_sites_own(read: Read) -> None:
    """`Número de ID` comes before `DNI/NIF`; who lacks it goes by the mail, and that is said."""
    head = 'Nombre;Apellido(s);"Número de ID";Institución;Departamento;"Dirección de correo";DNI/NIF;"Tarea:A (Real)"'
    found = read(f"{head}\nMaría;Núñez;00123;;;maria@x.es;1X;-\nJosé;Peña;;;;jose@x.es;2Y;5,00\n")
    assert ids(found) == ["00123", "jose@x.es"]
    assert "id-by-mail" in codes(found)


def test_a_gradebook_whose_id_numbers_are_all_empty_goes_by_the_next_column(read: Read) -> None:
    """A column of ids with nothing in it is none."""
    found = read('Nombre,Apellido(s),"Número de ID","Dirección de correo"\nMaría,Núñez,,m@x.es\nJosé,Peña,,j@x.es\n')
    assert ids(found) == ["m@x.es", "j@x.es"]


WORKSHEETS = {
    "es": 'Identificador,"Nombre completo","Dirección de correo",Estado,Calificación|Participante 101',
    "en": 'Identifier,"Full name","Email address",Status,Grade|Participant 101',
    "ca": 'Identificador,"Nom complet","Adreça electrònica",Estat,Qualificació|Participant 101',
    "fr": 'Identifiant,"Nom complet","Adresse de courriel",Statut,Note|Participant 101',
    "pt": 'Identificador,"Nome completo","Endereço de email",Estado,Nota|Participante 101',
    "de": 'ID,"Vollständiger Name",E-Mail-Adresse,Status,Bewertung|Teilnehmer/in 101',
    "it": 'Identificativo,"Nome e cognome","Indirizzo email",Stato,Valutazione|Partecipante 101',
}


@pytest.mark.parametrize("language", WORKSHEETS)
def test_moodles_worksheet_in_several_languages(read: Read, language: str) -> None:
    """`Participante 101` is Moodle's number, not the id; the mail identifies."""
    head, participant = WORKSHEETS[language].split("|")
    found = read(f'\ufeff{head}\n"{participant}","María Núñez",maria@x.es,x,\n')
    assert [(s.id, s.moodle_id, s.name) for s in found.students] == [("maria@x.es", "101", "María Núñez")]


def test_a_worksheet_with_id_numbers(read: Read) -> None:
    """The id is the id number, and Moodle's number is kept beside it."""
    found = read(
        'Identificador,"Nombre completo","Número de ID","Dirección de correo"\n"Participante 7",M,a042,m@x.es\n'
    )
    assert [(s.id, s.moodle_id) for s in found.students] == [("a042", "7")]


def test_a_worksheet_marked_blind(read: Read) -> None:
    """Neither name nor mail: Moodle's number is all there is."""
    found = read('Identificador,Estado,Calificación\n"Participante 7",x,\n"Participante 8",x,\n')
    assert [(s.id, s.moodle_id) for s in found.students] == [("7", "7"), ("8", "8")]


def test_an_own_column_called_identificador_is_an_id(read: Read) -> None:
    """`Identificador` with `a01` in it is nobody's Moodle number."""
    assert ids(read("Identificador;Nombre\na01;Ana\na02;Bea\n")) == ["a01", "a02"]


def test_ids_are_text(read: Read) -> None:
    """`00123` keeps its zeros; `NA`, `null`, `None` and `nan` are people."""
    assert ids(read("id;nombre\n00123;A\n123;B\nNA;C\nnull;D\nNone;E\nnan;F\n")) == [
        "00123", "123", "NA", "null", "None", "nan",
    ]  # fmt: skip


@pytest.mark.parametrize("spoilt", ["1,23457E+11", "1.23457E+11", "1,2E+5", "9E+14"])
def test_ids_a_spreadsheet_has_spoilt_are_fatal(read: Read, spoilt: str) -> None:
    """Their digits are lost; nobody guesses them."""
    with pytest.raises(ContentError) as caught:
        read(f'id;nombre\na1;Ana\n"{spoilt}";Bea\n')
    assert spoilt in caught.value.message
    assert caught.value.problems[0].where == "lista.csv:3"


def test_one_id_for_two_people_is_fatal_and_all_are_told(read: Read) -> None:
    """Every problem of the list at once, with both lines."""
    with pytest.raises(ContentError) as caught:
        read("id;nombre\na1;Ana\nb1;Bea\na1;Carla\nb1;Dora\n")
    assert [p.where for p in caught.value.problems] == ["lista.csv:4", "lista.csv:5"]
    assert "líneas 2 y 4" in caught.value.message


def test_the_same_row_twice_is_one_person(read: Read) -> None:
    """Somebody in two groups is listed twice: one person, told."""
    found = read("id;nombre;grupo\na1;Ana;A\na1;Ana;B\n")
    assert [(s.id, s.groups) for s in found.students] == [("a1", ("A", "B"))]
    assert "repeated" in codes(found)


@pytest.mark.parametrize("other", ["A01", "á01", "a 01"])
def test_ids_told_apart_only_by_case_accents_or_blanks_are_fatal(read: Read, other: str) -> None:
    """The normalisation is declared, and a list in which it merges two people is refused."""
    with pytest.raises(ContentError, match="mayúsculas, acentos o espacios"):
        read(f"id;nombre\na01;Ana\n{other};Bea\n")


def test_the_normalisation_is_declared_and_found_by(read: Read) -> None:
    """` A01 ` finds a01."""
    found = read("id;nombre\na01;Ana\n")
    assert "mayúsculas, acentos ni espacios" in found.notices[0].text
    assert Directory(found).find(" A01 ") is found.students[0]


@pytest.mark.parametrize("mark", ["\u200b", "\u00a0", "\u00ad", "\u200f", "\ufeff"])
def test_invisible_characters_at_the_ends_of_an_id_go(read: Read, mark: str) -> None:
    """Stripped and, where no blank, told."""
    found = read(f"id;nombre\n{mark}a1{mark};Ana\n")
    assert ids(found) == ["a1"]
    assert Directory(found).find("a1") is found.students[0]


def test_an_invisible_character_inside_an_id_stays_and_is_told(read: Read) -> None:
    """It is part of the id, though nobody sees it."""
    found = read("id;nombre\na\u200b1;Ana\n")
    assert ids(found) == ["a\u200b1"]
    assert "invisible" in codes(found)
    assert Directory(found).find("a1") is found.students[0]


def test_a_letter_that_is_not_what_it_seems_is_told(read: Read) -> None:
    """A Cyrillic А in a list of ASCII ids."""
    found = read("id;nombre\nA122;Ana\n\u0410123;Bea\nA124;C\n")
    told = next(notice for notice in found.notices if notice.code == "homoglyph")
    assert "cirílica" in told.text
    assert told.where == "lista.csv:3"


def test_three_people_of_one_name_are_told_once(read: Read) -> None:
    """Not two by two."""
    found = read("id;nombre\na1;Ana Gil\na2;Eva\na3;Gil, Ana\na4;Ana Gil\n")
    (told,) = [n.text for n in found.notices if n.code == "same-name"]
    assert "(«Gil, Ana» son a1, a3 y a4)" in told


def test_two_people_of_one_name_are_told_apart_by_id(read: Read) -> None:
    """Also when one of them is written surname first."""
    found = read("id;nombre\na1;Ana Gil\na2;Gil, Ana\n")
    assert ids(found) == ["a1", "a2"]
    assert "same-name" in codes(found)
    assert len(Directory(found).named("ana gil")) == 2


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_ids_that_begin_as_a_formula_are_refused(read: Read, start: str) -> None:
    """An id must reach Moodle unchanged, so it cannot be neutralised."""
    with pytest.raises(ContentError, match="fórmula"):
        read(f'id;nombre\n"{start}cmd";Ana\n')


def test_without_a_header_the_first_student_is_neither_header_nor_lost(read: Read) -> None:
    """What the first row says is shown, and what to do."""
    with pytest.raises(ContentError) as caught:
        read("a01;María Núñez;7\na02;José Peña;8\n")
    assert "«a01»" in caught.value.message
    assert "--column" in caught.value.hint


def test_an_unknown_header_is_asked_for(read: Read) -> None:
    """`--column id=Kennung` says which it is; a column that is not there is a usage error."""
    text = "Kennung;Name\nk1;Ana\n"
    with pytest.raises(ContentError, match="Kennung"):
        read(text)
    assert ids(read(text, columns={"id": "kennung"})) == ["k1"]
    with pytest.raises(UsageError, match="no tiene la columna"):
        read(text, columns={"id": "Matrikel"})


def test_a_header_in_another_case(read: Read) -> None:
    """`MATRÍCULA` and `matricula` are the same synonym."""
    assert ids(read("MATRICULA;NOMBRE\na1;Ana\n")) == ["a1"]
    assert ids(read("Matrícula;Nombre\na1;Ana\n")) == ["a1"]


def test_a_single_column_says_what_is_needed(read: Read) -> None:
    """One column of names is no list of ids."""
    with pytest.raises(ContentError, match="id o el correo"):
        read("Alumnos\nAna\nBea\n")
    assert ids(read("id\na1\na2\n")) == ["a1", "a2"]


def test_rows_that_do_not_fit_are_fatal_and_quoted(read: Read) -> None:
    """A student is never lost to a comma in a surname."""
    with pytest.raises(ContentError, match="Núñez, Jr"):
        read("id,nombre,correo\na1,Ana,a@x\na2,Núñez, Jr,b@x\n")


def test_the_row_of_points_possible_is_nobody(read: Read) -> None:
    """Canvas's second row is skipped and told."""
    found = read("Student,ID,Section,Tarea\n    Points Possible,,,10\nAna,a1,A,5\n")
    assert ids(found) == ["a1"]
    assert "points-row" in codes(found)


def test_columns_are_found_by_name_whatever_their_order(read: Read) -> None:
    """Two downloads with the columns reordered give the same people."""
    one, other = read("id;nombre\na1;Ana\n"), read("nombre;id\nAna;a1\n")
    assert one.students == other.students


def test_a_french_surname_column_is_no_first_name(read: Read) -> None:
    """`Nom` beside `Prénom` is the surname; alone with `Cognoms` it is the name."""
    assert read("Prénom;Nom;Adresse de courriel\nZoé;Dupont;z@x\n").students[0].name == "Zoé Dupont"
    assert read("Nom;Cognoms;Adreça electrònica\nNúria;Puig;n@x\n").students[0].name == "Núria Puig"


def test_a_row_without_id_is_fatal(read: Read) -> None:
    """Nobody to give its mark to."""
    with pytest.raises(ContentError, match="fila sin id"):
        read("id;nombre\na1;Ana\n;Bea\n")


@pytest.mark.parametrize("text", ["id;nombre\n", "", "id;nombre\n;\n"])
def test_a_list_of_nobody_is_refused(read: Read, text: str) -> None:
    """A header alone, or nothing."""
    with pytest.raises(ContentError):
        read(text)


def test_a_list_that_is_not_there(tmp_path: Path) -> None:
    """Its path is said."""
    with pytest.raises(ContentError, match=r"no\.csv"):
        Sources().open(tmp_path / "no.csv", "la lista", "--roster")


def test_keys_compare_nfc_and_nfd_alike() -> None:
    """`Núñez` from a Mac's file name is `Núñez` of the list."""
    for text in ("Núñez", "ÍÑIGO", "Ó’Hara"):
        nfd = unicodedata.normalize("NFD", text)
        assert id_key(nfd) == id_key(text)
        assert name_key(nfd) == name_key(text)
        assert visible(nfd) == text


def test_the_five_states_have_their_spanish_labels() -> None:
    """Codes for programs, labels for people."""
    assert {state.value: state.label for state in State} == {
        "graded": "calificado",
        "blank": "en blanco",
        "unreadable": "por leer",
        "missing": "sin entregar",
        "unknown": "fuera de lista",
    }


@given(st.lists(st.text(st.sampled_from("aBÁß, _\t\0\x1c7\u200b\u0301\u0327"), max_size=4)))
def test_keys_of_many_are_the_keys_of_each(texts: list[str]) -> None:
    """Put together and taken apart again, no text changes another's key."""
    assert id_keys(texts) == list(map(id_key, texts))
    assert name_keys(texts) == list(map(name_key, texts))


def test_titles_over_the_header_of_a_workbook_are_left_out(tmp_path: Path) -> None:
    """The names of the columns may stand below what the school calls the list; a title alone is said to be one."""
    path = tmp_path / "lista.xlsx"
    for names, found in ((["id", "nombre"], ["a1"]), (["quién", "cuál"], None)):
        with xlsxwriter.Workbook(path) as book:
            page = book.add_worksheet()
            page.write(0, 0, "Listado de notas")
            page.write_row(2, 0, names)
            page.write_row(3, 0, ["a1", "Ana"])
        if found is None:
            with pytest.raises(ContentError) as caught:
                load_roster(Source.open(path))
            assert "Parece un título" in caught.value.hint
        else:
            assert [s.id for s in load_roster(Source.open(path)).students] == found


@pytest.mark.parametrize(
    "name",
    ["Nº Id. Escolar", "N.º de expediente", "Núm. de matrícula", "DNI (*)", "No. Expediente", "NÚMERO DE ID", "Nº NIA"],
)
def test_an_id_under_whatever_number_sign(name: str) -> None:
    """Dots, «n.º» and notes in brackets do not change what a column is."""
    assert kind_of(name)[0] == "id"


def test_notes_below_a_list_are_nobody() -> None:
    """They are said and left out, whatever their width; a row of one cell that may be somebody stops the list."""
    rows = "nombre;id;grupo\nAna;a1;\nJosé;A 2;\n"
    notes = "\nTotal: 2 alumnos\n(*) repite;;\n;Fin de la lista;\n"
    found = load_roster(Source("l.csv", f"{rows}{notes}".encode()))
    assert [s.id for s in found.students] == ["a1", "A 2"]
    assert [n.where for n in found.notices if n.code == "note"] == ["l.csv"] * 3
    for row in ("Luis Gil\n", "Luis Gil;;\n", "a3\n"):
        with pytest.raises(ContentError):
            load_roster(Source("l.csv", f"{rows}{row}".encode()))
