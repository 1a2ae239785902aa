"""What opens a workbook, in a process with limits: its bytes come in at stdin, its rows go out at stdout as JSON."""

from __future__ import annotations

import html
import io
import json
import re
import sys
import zipfile
from typing import Any

from tutor.files.child_process import limit

WORKBOOK_LIMIT = 100_000_000
"""Bytes a workbook may unpack to."""
AREA_LIMIT = 10_000_000
"""Cells of the rectangle its cells span: calamine makes all of it, and dies if it cannot."""
BOOK = "xl/workbook.xml"
BOOK_RELATIONS = "xl/_rels/workbook.xml.rels"
MEMORY, CPU_SECONDS = 3 << 30, 50
Cells = dict[tuple[int, int], str]

_CELL = re.compile(rb"<(?:\w{1,9}:)?c\s")
_VALUE = re.compile(rb"<(?:\w{1,9}:)?v>([^<]*)<")
_SHEET = re.compile(r"<(?:\w+:)?sheet\s([^<>]*)>")
_REFERENCE = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]{0,3})(\d{1,10})["']""")


class Refused(Exception):
    """Why a workbook is not opened, and what to do."""


def main() -> None:
    """Reads, opens, writes; ends as it may where the library fails."""
    limit(MEMORY, CPU_SECONDS)
    try:
        answer: dict[str, Any] = {"sheets": sheets(sys.stdin.buffer.read(), sys.argv[2])}
    except Refused as refused:
        answer = {"refused": refused.args[0], "hint": refused.args[1]}
    json.dump(answer, sys.stdout)


def sheets(raw: bytes, decimal: str) -> list[tuple[str, list[list[str]]]]:
    """Name and rows of each worksheet. Raises Refused for what would be too much, else whatever the library raises."""
    from python_calamine import CalamineWorkbook

    uncomputed = _checked(raw)
    book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
    found = [(name, book.get_sheet_by_name(name).to_python(skip_empty_area=False)) for name in book.sheet_names]
    for number, cells in uncomputed.items():
        _filled_in(found[number][1], cells)
    return [(name, [[_cell(cell, decimal) for cell in row] for row in rows]) for name, rows in found]


def _checked(raw: bytes) -> dict[int, Cells]:
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
                message = f"pasa de {WORKBOOK_LIMIT // 1_000_000} MB al abrirlo, que es el límite."
                raise Refused(message, "Guárdalo como CSV UTF-8.")
            if not info.filename.endswith(".xml"):
                continue
            if (b't="e"' in content or b"<f" in content) and (cells := _uncomputed(content)):
                uncomputed[info.filename] = cells
            for letters, number in _REFERENCE.findall(content):
                rows = max(rows, int(number))
                columns = max(columns, _column(letters))
    if rows * max(columns, 1) > AREA_LIMIT:
        message = f"ocupa {rows} filas por {columns} columnas, más de lo que se puede abrir."
        raise Refused(message, "Borra lo que haya lejos de la tabla, o guárdala como CSV UTF-8.")
    if not uncomputed:
        return {}
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        files = worksheets(archive.read(BOOK).decode(), archive.read(BOOK_RELATIONS).decode())
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


def worksheets(book: str, relations: str) -> list[str]:
    """The files of the worksheets, in the order of the workbook."""
    targets = {}
    for attributes in map(_attributes, re.findall(r"<(?:\w+:)?Relationship\s([^<>]*)>", relations)):
        targets[attributes.get("Id", "")] = attributes.get("Target", "")
    sheets = map(_attributes, _SHEET.findall(book))
    files = (targets.get(next((v for k, v in sheet.items() if k.endswith(":id")), ""), "") for sheet in sheets)
    return [file.removeprefix("/") if file.startswith("/") else f"xl/{file}" for file in files]


def sheet_names(book: str) -> list[str]:
    """The names of the worksheets, in that order."""
    return [a.get("name", "") for a in map(_attributes, _SHEET.findall(book))]


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
