"""Excel workbooks as rows of text, through python-calamine (the extra `excel`)."""

from __future__ import annotations

import html
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tutor.errors import ContentError, Notice
from tutor.files.text import display

WORKBOOK_LIMIT = 100_000_000
"""Bytes a workbook may unpack to."""
AREA_LIMIT = 10_000_000
"""Cells of the rectangle its cells span: calamine makes all of it, and dies if it cannot."""
BOOK = "xl/workbook.xml"
BOOK_RELATIONS = "xl/_rels/workbook.xml.rels"
Cells = dict[tuple[int, int], str]

_CELL = re.compile(rb"<(?:\w{1,9}:)?c\s")
_VALUE = re.compile(rb"<(?:\w{1,9}:)?v>([^<]*)<")
_SHEET = re.compile(r"<(?:\w+:)?sheet\s([^<>]*)>")
_REFERENCE = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]{0,3})(\d{1,10})["']""")


@dataclass(frozen=True, slots=True)
class Workbook:
    """The first worksheet with anything in it: its name and its rows, each with the number Excel shows beside it."""

    sheet: str
    rows: Iterator[tuple[int, list[str]]]
    notices: tuple[Notice, ...] = ()


def read_workbook(raw: bytes, where: str, decimal: str = ",") -> Workbook:
    """The rows of a workbook; numbers become texts with the decimal mark in force. Raises ContentError."""
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError:
        hint = "Instala el complemento: pip install 'tutor-ecuacion1[excel]', o guarda la tabla como CSV UTF-8."
        raise ContentError(f"{where} es un libro de Excel y falta con qué leerlo.", hint=hint, where=where) from None
    try:
        uncomputed = _checked(raw, where)
        book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
        sheets = [(name, book.get_sheet_by_name(name).to_python(skip_empty_area=False)) for name in book.sheet_names]
        for number, cells in uncomputed.items():
            _filled_in(sheets[number][1], cells)
    except (
        CalamineError,
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        EOFError,
        ValueError,
        NotImplementedError,
        RuntimeError,
        LookupError,
    ):
        hint = "Ábrelo en Excel y guárdalo como CSV UTF-8."
        raise ContentError(f"{where} es un libro de Excel dañado o con contraseña.", hint=hint, where=where) from None
    full = [(name, rows) for name, rows in sheets if any(any(c != "" for c in row) for row in rows)]
    if not full:
        raise ContentError(f"{where} es un libro de Excel vacío.", hint="Comprueba que es el archivo.", where=where)
    name, rows = full[0]
    notices: tuple[Notice, ...] = ()
    if len(full) > 1:
        text = f"{where} tiene {len(full)} hojas con datos; he leído la primera, «{display(name)}»."
        notices = (Notice("several-sheets", text, where),)
    return Workbook(name, ((i, [_cell(c, decimal) for c in row]) for i, row in enumerate(rows, 1)), notices)


def worksheet_file(raw: bytes, sheet: str) -> str:
    """The member of a workbook that holds the worksheet of a name."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        book, relations = (archive.read(name).decode() for name in (BOOK, BOOK_RELATIONS))
    names = [a.get("name", "") for a in map(_attributes, _SHEET.findall(book))]
    return _worksheets(book, relations)[names.index(sheet)]


def _checked(raw: bytes, where: str) -> dict[int, Cells]:
    """The cells that show something calamine makes nothing of, by the place of their worksheet.

    Refuses what would unpack, or spread out, to more than a class. Counts what is there, not what headers say.
    """
    size = rows = columns = 0
    uncomputed: dict[str, Cells] = {}
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        for info in archive.infolist():
            with archive.open(info) as member:
                content = member.read(WORKBOOK_LIMIT - size + 1)
            size += len(content)
            if size > WORKBOOK_LIMIT:
                message = f"{where} pasa de {WORKBOOK_LIMIT // 1_000_000} MB al abrirlo, que es el límite."
                raise ContentError(message, hint="Guárdalo como CSV UTF-8.", where=where)
            if not info.filename.endswith(".xml"):
                continue
            if (b't="e"' in content or b"<f" in content) and (cells := _uncomputed(content)):
                uncomputed[info.filename] = cells
            for letters, number in _REFERENCE.findall(content):
                rows = max(rows, int(number))
                columns = max(columns, _column(letters))
    if rows * max(columns, 1) > AREA_LIMIT:
        message = f"{where} ocupa {rows} filas por {columns} columnas, más de lo que se puede abrir."
        raise ContentError(message, hint="Borra lo que haya lejos de la tabla, o guárdala como CSV UTF-8.", where=where)
    if not uncomputed:
        return {}
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        files = _worksheets(archive.read(BOOK).decode(), archive.read(BOOK_RELATIONS).decode())
    return {number: uncomputed[name] for number, name in enumerate(files) if name in uncomputed}


def _uncomputed(worksheet: bytes) -> Cells:
    """Errors (`#N/A`, `#DIV/0!`) and formulas never worked out, by row and column from 0: what to say of each."""
    found: Cells = {}
    for piece in _CELL.split(worksheet)[1:]:
        head, _, body = piece.partition(b">")
        place = _REFERENCE.search(b" " + head)
        if place is None or not place[1] or head.endswith(b"/"):
            continue
        value = _VALUE.search(body)
        shows = value[1].decode("utf-8", "replace").strip() if value else ""
        text = ""
        if b't="e"' in head:
            text = f"error de Excel {shows}".strip()
        elif b"<f" in body and not shows and b't="str"' not in head:
            text = "fórmula de Excel sin calcular"
        if text:
            found[int(place[2]) - 1, _column(place[1]) - 1] = text
    return found


def _filled_in(rows: list[list[Any]], cells: Cells) -> None:
    """Writes into the rows what was not said: somebody answered something there."""
    for (row, column), text in cells.items():
        rows.extend([] for _ in range(row + 1 - len(rows)))
        rows[row].extend("" for _ in range(column + 1 - len(rows[row])))
        rows[row][column] = text


def _worksheets(book: str, relations: str) -> list[str]:
    """The files of the worksheets, in the order of the workbook."""
    targets = {}
    for attributes in map(_attributes, re.findall(r"<(?:\w+:)?Relationship\s([^<>]*)>", relations)):
        targets[attributes.get("Id", "")] = attributes.get("Target", "")
    sheets = map(_attributes, _SHEET.findall(book))
    files = (targets.get(next((v for k, v in sheet.items() if k.endswith(":id")), ""), "") for sheet in sheets)
    return [file.removeprefix("/") if file.startswith("/") else f"xl/{file}" for file in files]


def _attributes(text: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in re.findall(r'([\w:]+)\s*=\s*"([^"]*)"', text)}


def _column(letters: bytes) -> int:
    """The number of a column: A is 1, AB is 28."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def _cell(value: Any, decimal: str) -> str:
    """A workbook's cell as a person would have typed it; Excel keeps fifteen digits of a number."""
    if isinstance(value, bool):
        return "VERDADERO" if value else "FALSO"
    if isinstance(value, float):
        text = format(value, ".15g")
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        return text.replace(".", decimal)
    if isinstance(value, (int, str)):
        return str(value)
    return value.isoformat(sep=" ") if hasattr(value, "hour") and hasattr(value, "year") else str(value)
