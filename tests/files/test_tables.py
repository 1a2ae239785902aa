"""Tables in the dialects people save: what fits is read, what does not is quoted and never mended."""

from __future__ import annotations

import csv
import io
import sys
import zipfile
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from tutor.errors import ContentError, UsageError
from tutor.files import tables
from tutor.files.source import Source, Sources
from tutor.files.tables import CELL_LIMIT, Table, is_points_row, open_table

KNOWN = frozenset(["id", "nombre", "q1", "q2", "pesos", "salida"])


def table(text: str | bytes, sep: str | None = None, **more: str) -> Table:
    raw = text.encode() if isinstance(text, str) else text
    return open_table(Source("t.csv", raw, separator=sep), known=KNOWN.__contains__, **more)


def rows(found: Table) -> list[list[str]]:
    return [cells for _, cells, problem in found if problem is None]


def problems(found: Table) -> list[tuple[int, str]]:
    return [(line, problem.code) for line, _, problem in found if problem is not None]


def workbook(*sheets: list[list[object]]) -> bytes:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        for cells in sheets:
            sheet = book.add_worksheet()
            for i, row in enumerate(cells):
                for j, value in enumerate(row):
                    sheet.write(i, j, value)
    return stream.getvalue()


@pytest.mark.parametrize("mark", [";", ",", "\t", "|"])
def test_the_separator_is_found_by_header_and_width(mark: str) -> None:
    """Semicolon, comma, tab and bar are told apart by the header's names and the rows' widths, and said."""
    found = table(f"id{mark}q1{mark}q2\r\nA1{mark}1{mark}2\r\n")
    assert found.header == ("id", "q1", "q2")
    assert rows(found) == [["A1", "1", "2"]]
    assert found.dialect.delimiter == mark
    assert "separador" in found.dialect.spoken


def test_semicolons_with_decimal_commas() -> None:
    """`A1;1,5;2,5` is three fields."""
    found = table("id;q1;q2\nA1;1,5;2,5\nA2;0,5;3,25\n")
    assert rows(found) == [["A1", "1,5", "2,5"], ["A2", "0,5", "3,25"]]
    assert found.dialect.delimiter == ";"


def test_the_wrong_separator_fails() -> None:
    """Told to read it with commas, the same file has rows that do not fit: none is shifted."""
    found = table("id;q1;q2\nA1;1,5;2,5\n", sep=",")
    assert found.header == ("id;q1;q2",)
    assert problems(found) == [(2, "ragged")]


def test_unquoted_decimal_commas_in_a_comma_file_are_rejected_with_the_line_and_advice() -> None:
    """`A1,1,5` has more fields than the header: the row is quoted and `;` is suggested; nothing moves a column."""
    found = table("id,q1\nA1,1,5\nA2,3\n")
    read = list(found)
    assert [problem.code if problem else None for _, _, problem in read] == ["ragged", None]
    assert read[0][2] is not None
    assert "t.csv:2 tiene 3 campos y el encabezado 2: «A1,1,5»" in read[0][2].text
    assert "punto y coma" in read[0][2].text


def test_every_row_long_is_every_row_rejected() -> None:
    """When all rows are long by one, none is shifted."""
    assert len(problems(table("id,q1\nA1,1,5\nA2,2,5\nA3,3,5\n"))) == 3


def test_an_unquoted_comma_in_a_name_is_a_ragged_row() -> None:
    """`Núñez, Jr` from an exporter that does not quote."""
    assert problems(table("id,nombre,q1\nA1,Núñez, Jr,3\nA2,Ana,4\n")) == [(2, "ragged")]


def test_a_hint_line_of_excel_is_obeyed_and_skipped() -> None:
    """`sep=;` as the first line."""
    found = table("sep=|\r\nid|q1\r\nA1|1;5\r\n")
    assert found.header == ("id", "q1")
    assert list(found) == [(3, ["A1", "1;5"], None)]


def test_the_option_comes_before_any_finding() -> None:
    """`--sep` decides, also by name; what is no separator is refused."""
    assert table("id\tq1\nA1\t2\n", sep="tab").header == ("id", "q1")
    with pytest.raises(UsageError, match="separador"):
        table("id;q1\n", sep="ab")


def test_a_separator_may_be_that_of_one_file(tmp_path: Path) -> None:
    """`--sep lista.csv=tab` leaves the others alone, in whatever folder or archive they lie."""
    sources = Sources(separators=["lista.csv=tab", ";"])
    assert [sources.of(name, b"").separator for name in ("lista.csv", "zip/Lista.csv", "otra.csv")] == [
        "tab",
        "tab",
        ";",
    ]
    assert Sources(separators=["lista.csv=,"]).of("otra.csv", b"").separator is None


def test_a_single_column_has_no_separator() -> None:
    """Nothing is invented: one column, said as such."""
    found = table("id\nA1\nA2\n")
    assert found.dialect.delimiter == ""
    assert "una sola columna" in found.dialect.spoken
    assert rows(found) == [["A1"], ["A2"]]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_all_line_ends(end: str) -> None:
    """Old Mac, Windows, Unix."""
    assert rows(table(end.join(["id;q1", "A1;1", "A2;2", ""]))) == [["A1", "1"], ["A2", "2"]]


def test_mixed_line_ends() -> None:
    """Rows pasted from several systems."""
    assert rows(table("id;q1\r\nA1;1\rA2;2\nA3;3")) == [["A1", "1"], ["A2", "2"], ["A3", "3"]]


def test_line_breaks_and_quotes_inside_a_quoted_cell() -> None:
    """A comment of several lines is one cell, and the next row keeps its line number."""
    found = table('id;q1\nA1;"dijo ""hola""\ny se fue"\nA2;2\n')
    assert list(found) == [(2, ["A1", 'dijo "hola"\ny se fue'], None), (4, ["A2", "2"], None)]


def test_an_unclosed_quote_names_its_line_and_costs_no_other_row() -> None:
    """The line that opens it is told; the rows below are read."""
    found = table('id;q1\nA1;1\nA2;"2\nA3;3\nA4;4\n')
    read = list(found)
    assert [(line, problem.code if problem else None) for line, _, problem in read] == [
        (2, None), (3, "unbalanced-quote"), (4, None), (5, None),
    ]  # fmt: skip
    assert read[1][2] is not None
    assert "t.csv:3" in read[1][2].text
    assert "A2" in read[1][2].text
    assert read[1][1] == ["A2"]


def test_a_quote_closed_by_another_rows_quote_swallows_none() -> None:
    """A stray quote that pairs with one further down does not eat the rows between them."""
    found = table('id;q1;q2\nA1;"0,5;1\nA2;0,1;"x"\nA3;1;2\n')
    assert problems(found) == [(2, "unbalanced-quote")]
    assert rows(table('id;q1;q2\nA1;"0,5;1\nA2;0,1;"x"\nA3;1;2\n')) == [["A2", "0,1", "x"], ["A3", "1", "2"]]


def test_many_unclosed_quotes_are_still_read_in_one_pass() -> None:
    """No line is read again and again."""
    found = table("id;q1\n" + 'A;"x\nB;2\n' * 3000)
    read = list(found)
    assert (len(read), len([row for row in read if row[2]])) == (6000, 3000)


def test_a_huge_cell_is_one_row_less_and_no_more() -> None:
    """More characters than csv.reader takes: the row has a problem, the next are read."""
    found = table(f"id;q1\nA1;{'x' * (CELL_LIMIT + 1)}\nA2;2\n")
    read = list(found)
    assert [problem.code if problem else None for _, _, problem in read] == ["huge-field", None]
    assert read[0][1] == ["A1", ""]


def test_trailing_cells_and_blank_lines_are_skipped_counted_and_told_once() -> None:
    """`;;;;` and empty lines are nobody."""
    found = table("id;q1;;\n\nA1;1;;\nA2;2;;;;;\n;;;\n   ;\n;;;;;\n")
    assert found.header == ("id", "q1")
    assert rows(found) == [["A1", "1"], ["A2", "2"]]
    told = {notice.code: notice.text for notice in found.notices}
    assert "4 filas vacías" in told["blank-rows"]
    assert "2 filas terminan" in told["trailing-cells"]


def test_a_row_of_separators_and_blanks_is_nobody() -> None:
    """Whatever separators they are."""
    found = table(" a;b\n1;2\n , ; \n,;\n , , \n |\n")
    assert [cells for _, cells, _ in found] == [["1", "2"]]
    assert "4 filas vacías" in found.notices[0].text


def test_an_unquoted_semicolon_inside_an_answer_is_told_as_such() -> None:
    """The line has more cells than the header: the advice names what is likely the cause."""
    ((_, _, problem),) = table("id;pesos\na1;0,1 ; 0,9\n")
    assert problem is not None
    assert "ponla entre comillas" in problem.text


@pytest.mark.parametrize("header", ["id;q1;q1", "id;Q1;q1", "id;q1; q1 ", "id;matrícula;Matricula"])
def test_two_columns_of_one_name_are_fatal(header: str) -> None:
    """Duplicate headers, also when only case, blanks or accents differ."""
    with pytest.raises(ContentError, match="dos columnas"):
        table(f"{header}\nA1;1;2\n")


@pytest.mark.parametrize("words", ["Points Possible", "    Points Possible", "Puntos posibles"])
def test_the_row_of_points_possible_is_known(words: str) -> None:
    """Canvas writes one under the header."""
    assert is_points_row([words, "", "10"])
    assert not is_points_row(["Puntos posibles García", "a1"])


def test_an_empty_file_is_said_to_be_empty() -> None:
    """No header, no table."""
    with pytest.raises(ContentError, match="ninguna fila"):
        table("\n\n;;\n")


def test_a_workbook_is_read_whatever_it_is_called() -> None:
    """First bytes decide: an .xlsx renamed .csv is read as what it is, ids as text, numbers with a decimal comma."""
    raw = workbook([["id", "q1", "q2"], ["00123", 1.5, "0,3"], [45, 0.1 + 0.2, -2]])
    found = table(raw)
    assert rows(found) == [["00123", "1,5", "0,3"], ["45", "0,3", "-2"]]
    assert "Excel" in found.dialect.spoken


def test_what_excel_could_not_work_out_is_no_empty_cell() -> None:
    """An error or a formula without its value is something answered that nobody can read, in whatever worksheet."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        book.add_worksheet("Vacía")
        page = book.add_worksheet("Notas & más")
        page.write_row(0, 0, ["id", "q1", "q2"])
        page.write_row(1, 0, ["a", "1"])
        page.write_formula(1, 2, "=NA()", None, "#N/A")
        page.write_formula(2, 1, "=1/0", None, "#DIV/0!")
        page.write_formula(3, 1, "=1+1", None, 2)
        page.write_formula(4, 2, "=1+1", None, "")
    rows = [cells for _, cells, _ in table(stream.getvalue())]
    assert rows[0] == ["a", "1", "error de Excel #N/A"]
    assert rows[1][1] == "error de Excel #DIV/0!"
    assert rows[2][1] == "2"
    assert rows[3][2] == "fórmula de Excel sin calcular"


def test_a_workbook_with_several_sheets_says_which_is_read() -> None:
    """The first with anything in it."""
    found = table(workbook([], [["id", "q1"], ["a", 1]], [["x"], ["y"]]))
    assert rows(found) == [["a", "1"]]
    assert "several-sheets" in [notice.code for notice in found.notices]


def test_a_broken_workbook_is_said_to_be_broken() -> None:
    """Cut in half, it is an Excel file that cannot be opened: no thousand row errors."""
    raw = workbook([["id", "q1"], ["a", 1]])
    with pytest.raises(ContentError, match=r"Excel|comprimido"):
        table(raw[: len(raw) // 2])


def test_without_the_extra_a_workbook_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """python-calamine is optional."""
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(ContentError) as caught:
        table(workbook([["id", "q1"], ["a", 1]]))
    assert "excel" in caught.value.hint
    assert "CSV UTF-8" in caught.value.hint


@pytest.mark.parametrize(
    ("raw", "said"), [(b"%PDF-1.7 ...", "PDF"), (b"\xff\xd8\xff\xe0....", "foto"), (b"\x89PNG\r\n\x1a\n", "imagen")]
)
def test_what_is_no_table_is_named_as_what_it_is(raw: bytes, said: str) -> None:
    """A PDF or a photo called .csv."""
    with pytest.raises(ContentError, match=said):
        table(raw)


def test_a_workbook_that_unpacks_to_too_much_is_not_opened() -> None:
    """A zip bomb in the clothes of a workbook."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<x/>")
        archive.writestr("xl/workbook.xml", b"0" * 110_000_000)
    with pytest.raises(ContentError, match="límite"):
        table(stream.getvalue())


def test_a_workbook_with_a_cell_far_away_is_not_opened() -> None:
    """The reader would make every cell between, and die of it."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        page = book.add_worksheet()
        page.write(0, 0, "id")
        page.write(1_048_575, 16_383, "x")
    with pytest.raises(ContentError, match="1048576 filas por 16384 columnas"):
        table(stream.getvalue())


def test_a_line_that_never_ends_is_no_table(tmp_path: Path) -> None:
    """A file of one line is not held whole."""
    path = tmp_path / "t.csv"
    path.write_text("id;pesos\n" + "1" * 2_000_001)
    with pytest.raises(ContentError, match="línea 2"):
        list(open_table(Source.open(path), known=KNOWN.__contains__))


def test_a_file_is_streamed_with_the_same_result_as_its_bytes(tmp_path: Path) -> None:
    """Rows come one by one from the disk, in any encoding."""
    text = 'id;nombre;q1\r\na1;"Núñez; Ana";1,5\r\na2;Peña;"2\n3"\r\n'
    for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        path = tmp_path / f"{encoding}.csv"
        path.write_bytes(text.encode(encoding))
        found = open_table(Source.open(path), known=KNOWN.__contains__)
        assert list(found) == list(table(text)), encoding


@given(
    st.lists(
        st.tuples(*[st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=8).map(str.strip)] * 2),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from([";", ",", "\t", "|"]),
)
def test_what_csv_writes_is_read_back(cells: list[tuple[str, str]], mark: str) -> None:
    """Whatever the texts, a well-written table comes back cell by cell."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=mark, quoting=csv.QUOTE_ALL)
    body = [[f"a{i}", *row] for i, row in enumerate(cells)]
    writer.writerows([["id", "q1", "q2"], *body])
    found = open_table(Source("t.csv", stream.getvalue().encode(), separator=mark), known=KNOWN.__contains__)
    assert [row for _, row, _ in found] == body


@given(
    st.lists(st.text(st.sampled_from('a1;;"\n\r \x0b\u2028'), max_size=12), max_size=12).map("\n".join),
    st.sampled_from([4, 20, 1000]),
)
def test_lines_taken_together_are_the_rows_of_each(text: str, block: int) -> None:
    """Quotes or none, blank lines, any line ends, read in blocks of any size: as one row at a time would give them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "SAMPLE", block)
        quickly = said(f"id;q1\n{text}")
        patch.setattr(tables._Feed, "plain", lambda feed: [])
        patch.setattr(tables, "SAMPLE", 1 << 16)
        assert said(f"id;q1\n{text}") == quickly


def said(text: str) -> object:
    found = open_table(Source("t.csv", text.encode(), separator=";"))
    return list(found), found.notices
