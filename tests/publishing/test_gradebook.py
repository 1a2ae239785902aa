"""The gradebook opens as it is in a Spanish spreadsheet, and never runs anything there."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.grading import fakes
from tutor.files.text import inert
from tutor.grading.records import Graded, decimal_text, half_up, spoken
from tutor.publishing.gradebook import write_gradebook


def written(graded: Graded) -> bytes:
    stream = io.BytesIO()
    write_gradebook(graded, stream)
    return stream.getvalue()


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def test_the_bytes_of_the_gradebook() -> None:
    """UTF-8 with BOM, `;`, decimal comma, CRLF; the columns and the five states as documented."""
    assert written(fakes.small_class()).decode("utf-8").split("\r\n") == [
        "\ufeffid;nombre;estado;nota;maximo;productos;pesos;clave;salida;mascara;aviso",
        "a01;Ana Núñez;calificado;10;10;1;3;1;3;2;",
        "a02;Berta Gil, hija;calificado;7;10;1;0;1;3;2;",
        "a03;'=cmd|' /C calc'!A0;calificado;7,25;10;1;2,25;1;3;0;",
        "a04;Dani Sanz;en blanco;0;10;0;0;0;0;0;",
        "a05;Eva Ruiz;por leer;;10;1;;1;3;2;7,0 o 10,0: «1.234» puede ser dos números",
        "a06;Fe Mora;sin entregar;;10;;;;;;",
        "z99;;fuera de lista;10;10;1;3;1;3;2;",
        "",
    ]


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        ("roster", ["a06", "a02", "a05", "a03", "a01", "a04", "z99"]),
        ("id", ["a01", "a02", "a03", "a04", "a05", "a06", "z99"]),
        ("mark", ["a01", "z99", "a03", "a02", "a04", "a06", "a05"]),
    ],
)
def test_the_order_of_the_rows(order: str, ids: list[str]) -> None:
    """As on the list, who is on none last; by id; the best mark first, none last and equal ones as on the list."""
    class_ = fakes.small_class()
    students = {row.id: row.student for row in class_.rows}
    listed = tuple(s for s in (students[i] for i in ["a06", "a02", "a05", "a03", "a01", "a04"]) if s is not None)
    stream = io.BytesIO()
    write_gradebook(replace(class_, listed=listed), stream, order)
    assert [row[0] for row in rows(stream.getvalue())[1:]] == ids


def test_the_empty_class() -> None:
    """Case 50: a roster without students gives a header and nothing else."""
    assert written(fakes.graded()).count(b"\r\n") == 1


@pytest.mark.parametrize(
    "text", ["=1+1", "+34 600", "-x", "@SUM(A1)", "\t=1", "\r=1", " =1", "=cmd|' /C calc'!A0", "＝1", "\n-1"]
)
def test_formulas_are_neutralised(text: str) -> None:
    """Case 56: a text cell never begins as a formula does, whatever comes before the sign."""
    assert inert(text).startswith("'")


@pytest.mark.parametrize("text", ["Ana Núñez", "Núñez; Jr", 'de la "O"', "a-b", "NA", "null", "00123"])
def test_common_texts_stay(text: str) -> None:
    """Cases 14, 25, 27: separators, quotes, words that programs take for nothing, leading zeros."""
    assert inert(text) == text
    graded = fakes.graded(fakes.row("a01", name=text))
    assert rows(written(graded))[1][1] == text


def test_escapes_and_lines_do_not_pass() -> None:
    """Case 57: no control characters in a cell, and a row stays on one line."""
    assert inert("Ana\x1b[2J\r\nGil\x00") == "Ana [2J Gil"


@given(st.text())
def test_any_name_stays_in_its_cell(name: str) -> None:
    """Whatever a name holds, the row has its columns and the cell is inert."""
    got = rows(written(fakes.graded(fakes.row("a01", name=name))))
    assert [len(r) for r in got] == [11, 11]
    assert not got[1][1].lstrip().startswith(("=", "+", "-", "@"))


@given(st.lists(st.tuples(*[st.text(st.sampled_from('aá1;,"\\ \n\u2028'))] * 2), max_size=5))
def test_cells_are_quoted_as_the_csv_module_does(texts: list[tuple[str, str]]) -> None:
    """Names and notes with separators and quotes among others without: the same bytes."""
    made = [fakes.row(f"a{i}", name=name, notes=(note,)) for i, (name, note) in enumerate(texts)]
    content = written(fakes.graded(*made))
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=";").writerows(rows(content))
    assert content == stream.getvalue().encode("utf-8-sig")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(7), "7"),
        (Fraction(29, 4), "7,25"),
        (Fraction(20, 3), "6,67"),
        (Fraction(10, 3), "3,33"),
        (Fraction(15, 2), "7,5"),
        (Fraction(1005, 1000), "1,01"),
        (Fraction(4995, 1000), "5"),
        (Fraction(3) * Fraction(1, 3), "1"),
    ],
    ids=str,
)
def test_rounded_once_half_up(value: Fraction, shown: str) -> None:
    """Case 46: points add up as fractions; two decimals, halves up, no trailing zeros."""
    assert decimal_text(value) == shown


@given(st.fractions(0, 10), st.integers(0, 4))
def test_half_up_is_the_nearest(value: Fraction, places: int) -> None:
    """Never further than half a unit, and a tie goes up."""
    step = Fraction(1, 10**places)
    got = half_up(value, places)
    assert -step / 2 < value - got < step / 2 or got - value == step / 2


def test_a_range_in_words() -> None:
    """`6,0 o 8,0`; more than three marks are told by their ends."""
    assert spoken([Fraction(8), Fraction(6), Fraction(6)]) == "6,0 o 8,0"
    assert spoken([Fraction(6)]) == "6,0"
    assert spoken([Fraction(n) for n in (0, 4, 6)]) == "0,0 o 4,0 o 6,0"
    assert spoken([Fraction(n) for n in range(11)]) == "entre 0,0 y 10,0"
