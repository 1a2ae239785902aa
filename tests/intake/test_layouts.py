"""Right work is read or waits for a person, however it is laid out; it never earns nothing in silence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.intake.layouts import RIGHT, labels, layout, silent_zeros
from tutor.intake.sheet_text import SheetText, read_sheet

CELLS = " ; ".join(RIGHT["pesos"])
REST = "".join(f"{question}: {' ; '.join(cells)}\n" for question, cells in RIGHT.items() if question != "pesos")


def read(text: str) -> SheetText:
    return read_sheet(text, labels(), "hoja.txt")


@given(st.integers(0, 2**32))
@settings(max_examples=300, deadline=None)
def test_right_numbers_in_any_layout_are_read_or_wait(seed: int) -> None:
    """Labels, numbers, bullets, brackets, dashes, quotes, tables, remarks: `benchmarks/fuzz.py` tries many more."""
    assert silent_zeros(layout(seed)) == {}


@pytest.mark.parametrize(
    "line",
    [
        "pesos ({cells})", "2. pesos ({cells})", "Pesos — {cells}", "pesos (3 puntos) {cells}", "pesos - {cells}",
        "pesos – ({cells})", "**Pesos** {cells}", "c) PESOS [{cells}]", "| pesos | {cells} |", "«pesos {cells}»",
        "Pesos · 3 puntos\n{cells}", "pesos. {cells}", "Pregunta 3 - pesos = {cells}", "pesos (3 puntos): {cells}",
        "pesos:- {cells}", "(3) Pesos (4 números, 3 decimales) → {cells}", "pesos; {cells}", "pesos... {cells}",
    ],
)  # fmt: skip
def test_a_label_without_a_colon_is_one(line: str) -> None:
    """The answer in brackets is no aside of its heading, and a dash after a name is no minus."""
    found = read(line.format(cells=CELLS))
    assert labels().whole("pesos", found.answers["pesos"])
    assert found.answers["pesos"].strip("()[]") == CELLS
    assert found.problem is None


def test_a_dash_after_one_name_only_is_for_a_person() -> None:
    """Where other names have none, it may be a sign."""
    found = read("productos 0 ; 1 ; −2 ; 3\npesos - 0,1 ; 0,2 ; 0,3 ; 0,4")
    assert found.problem is not None
    assert found.problem.code == "dash"


def test_a_long_dash_is_never_a_sign() -> None:
    """Also where other names have none."""
    found = read(f"productos 0 ; 1 ; −2 ; 3\nPesos — {CELLS}")
    assert (found.problem, found.answers["pesos"]) == (None, CELLS)


def test_an_answer_in_what_looked_like_an_aside_is_an_answer() -> None:
    """`pesos (0,1 0,2 0,3 0,4):` has its numbers before the colon."""
    assert read("pesos (0,1 0,2 0,3 0,4):").answers == {"pesos": "(0,1 0,2 0,3 0,4):"}
    assert read("pesos (3): 0,1 0,2 0,3 0,4").answers == {"pesos": "0,1 0,2 0,3 0,4"}


BESIDE = ["Uso raiz de 2 = 1,414", "e^0,5 + e^0,1 = 2,754", "creo que está bien", "suma 1", "sqrt(3) = 1,732"]


@pytest.mark.parametrize("line", BESIDE)
@pytest.mark.parametrize("place", ["pesos: {cells}\n{line}\n", "pesos:\n{line}\n{cells}\n"])
def test_working_beside_a_complete_answer_is_left_out_and_counted(line: str, place: str) -> None:
    """It makes no answer of another shape, and a teacher is told how many lines were left out."""
    found = read(REST + place.format(cells=CELLS, line=line))
    assert found.answers["pesos"] == CELLS
    assert found.problem is None
    assert [n.code for n in found.notices] == ["working"]
    assert "1 línea" in found.notices[0].text


@pytest.mark.parametrize("line", BESIDE)
def test_working_beside_an_answer_of_another_shape_is_for_a_person(line: str) -> None:
    """Nobody can tell what of it is the answer."""
    found = read(f"{REST}pesos: 0,1 ; 0,2 ; 0,3\n{line}\n")
    assert found.problem is not None or labels().whole("pesos", found.answers["pesos"]) is None


@pytest.mark.parametrize(
    "line",
    ["no, perdón: 0,2 ; 0,1 ; 0,3 ; 0,4", "me equivoqué en el último: 0,5", "otra vez 0,4 ; 0,3 ; 0,2 ; 0,1", "0,7"],
)
def test_a_line_that_takes_an_answer_back_is_for_a_person(line: str) -> None:
    """So is a second answer below the first, and a number more."""
    found = read(f"{REST}pesos: {CELLS}\n{line}\n")
    assert found.problem is not None
    assert found.problem.code == "which-line"


@pytest.mark.parametrize("line", ["Al final me sale 2,754", "La segunda", "x: 2,7"])
@pytest.mark.parametrize(("pesos", "waits"), [(CELLS, False), ("", True), ("0,1 ; 0,2", True)])
def test_a_line_of_nobodys_waits_only_where_something_lacks(line: str, pesos: str, waits: bool) -> None:
    """Beside complete answers it is only told; beside an empty or a short one it may be the answer."""
    found = read(f"pesos: {pesos}\n{REST}\n\n{line}\n")
    assert (found.problem is not None) == waits
    assert waits or found.notices


def test_answers_written_after_a_hash_on_no_sheet_of_ours_are_for_a_person() -> None:
    """`# pesos: 0,1 ; 0,9` is printed matter on our sheets alone."""
    found = read(f"{REST}# pesos: {CELLS}\n")
    assert found.problem is not None
    assert found.problem.code == "written-on-print"
