"""An Excel workbook of which a few cells change and nothing else does.

`read_workbook` says what is in it; here the new cells are put into the XML of their worksheet, and every other member
of the file is copied as it is. A cell with a formula is left alone: its value belongs to the workbook.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from functools import cached_property
from html import escape

from tutor.errors import ContentError, Notice
from tutor.files.dialect import Dialect
from tutor.files.raw_table import Changes, RawRow
from tutor.files.source import Source
from tutor.files.workbook import read_workbook, worksheet_file
from tutor.files.workbook_child import BOOK

_ROW = re.compile(r"<(?P<p>(?:\w+:)?)row\b(?P<attributes>[^>]*?)(?:/>|>(?P<cells>.*?)</(?P=p)row>)", re.DOTALL)
_CELL = re.compile(r"<(?P<p>(?:\w+:)?)c\b(?P<attributes>[^>]*?)(?:/>|>(?P<inside>.*?)</(?P=p)c>)", re.DOTALL)
_NUMBER = re.compile(r'\br="(\d+)"')
_PLACE = re.compile(r'\br="([A-Z]+)\d+"')
_STYLE = re.compile(r'\bs="\d+"')


@dataclass(frozen=True)
class RawWorkbook:
    """The first worksheet with anything in it, as `RawTable` is of a text."""

    raw: bytes
    rows: tuple[RawRow, ...]
    dialect: Dialect
    notices: tuple[Notice, ...] = ()

    def check_widths(self, header: int, *, notes: bool) -> None:
        """Rows of a workbook have no widths of their own."""

    def fixed(self, row: int, column: int) -> bool:
        """Whether a cell holds a formula."""
        return (self.rows[row].line, column) in self._formulas

    def written(self, texts: Changes, numbers: Changes) -> bytes:
        """The workbook with some cells changed. Numbers are written as such, with a point."""
        changes: dict[int, dict[int, tuple[str, bool]]] = {}
        for cells, number in ((texts, False), (numbers, True)):
            for (row, column), value in cells.items():
                changes.setdefault(self.rows[row].line, {})[column] = value, number
        if not changes:
            return self.raw
        sheet = _ROW.sub(lambda match: _changed(match, changes), self._sheet)
        if changes:
            where = self.dialect.source
            hint = "Ábrelo en Excel, guárdalo otra vez y repite la orden."
            raise ContentError(f"{where} tiene filas que no sé cambiar sin tocar el resto.", hint=hint, where=where)
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(self.raw)) as old, zipfile.ZipFile(out, "w") as new:
            for info in old.infolist():
                content = old.read(info)
                if info.filename == self._file:
                    content = sheet.encode()
                elif info.filename == BOOK:
                    content = _recalculated(content.decode()).encode()
                new.writestr(info, content, info.compress_type)
        return out.getvalue()

    @cached_property
    def _file(self) -> str:
        return worksheet_file(self.raw, self.dialect.sheet)

    @cached_property
    def _sheet(self) -> str:
        with zipfile.ZipFile(io.BytesIO(self.raw)) as archive:
            return archive.read(self._file).decode()

    @cached_property
    def _formulas(self) -> frozenset[tuple[int, int]]:
        found = set()
        for row in _ROW.finditer(self._sheet) if "<f" in self._sheet else ():
            for cell in _CELL.finditer(row["cells"] or ""):
                number, place = _NUMBER.search(row["attributes"]), _PLACE.search(cell["attributes"])
                if number and place and re.search(r"<(?:\w+:)?f\b", cell["inside"] or ""):
                    found.add((int(number[1]), _column(place[1])))
        return frozenset(found)


def parse_workbook(source: Source) -> RawWorkbook:
    """A workbook. Raises ContentError as `read_workbook` does."""
    book = read_workbook(source.raw, source.name)
    rows = tuple(RawRow(tuple(cells), "", line) for line, cells in book.rows)
    dialect = Dialect("", "xlsx", sheet=book.sheet, source=source.name)
    return RawWorkbook(source.raw, rows, dialect, book.notices)


def _changed(row: re.Match[str], changes: dict[int, dict[int, tuple[str, bool]]]) -> str:
    """A row with its new cells, in their places; what is written is taken out of `changes`."""
    number = _NUMBER.search(row["attributes"])
    cells = list(_CELL.finditer(row["cells"] or ""))
    if number is None or int(number[1]) not in changes or not all(_PLACE.search(c["attributes"]) for c in cells):
        return row[0]
    styles = {_at(cell): _STYLE.search(cell["attributes"]) for cell in cells}
    found = {_at(cell): cell[0] for cell in cells}
    for column, value in changes.pop(int(number[1])).items():
        style = styles.get(column)
        head = f'r="{_letters(column)}{number[1]}"{f" {style[0]}" if style else ""}'
        found[column] = _cell(row["p"], head, *value)
    inside = "".join(found[column] for column in sorted(found))
    return f"<{row['p']}row{row['attributes'].rstrip()}>{inside}</{row['p']}row>"


def _cell(p: str, head: str, value: str, number: bool) -> str:
    """A cell under the prefix `p` of the workbook's namespace."""
    if number:
        return f"<{p}c {head}><{p}v>{value}</{p}v></{p}c>"
    text = f'<{p}t xml:space="preserve">{escape(value, quote=False)}</{p}t>'
    return f'<{p}c {head} t="inlineStr"><{p}is>{text}</{p}is></{p}c>'


def _at(cell: re.Match[str]) -> int:
    place = _PLACE.search(cell["attributes"])
    assert place is not None
    return _column(place[1])


def _column(letters: str) -> int:
    """The place of a column, from 0: A is 0, AB is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _letters(column: int) -> str:
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def _recalculated(book: str) -> str:
    """The workbook told to work out its formulas when it is opened: some may be of the cells that change."""
    if "fullCalcOnLoad" in book:
        return book
    if match := re.search(r"<(?:\w+:)?calcPr\b", book):
        return f'{book[: match.end()]} fullCalcOnLoad="1"{book[match.end() :]}'
    for before in ("definedNames", "externalReferences", "functionGroups", "sheets"):
        if match := re.search(rf"</((?:\w+:)?){before}>", book):
            return f'{book[: match.end()]}<{match[1]}calcPr fullCalcOnLoad="1"/>{book[match.end() :]}'
    return book
