"""Excel workbooks as rows of text, through python-calamine (the extra `excel`)."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tutor.errors import ContentError
from tutor.grading.models import Notice, shown

WORKBOOK_LIMIT = 100_000_000
"""Bytes a workbook may unpack to."""
AREA_LIMIT = 10_000_000
"""Cells of the rectangle its cells span: calamine makes all of it, and dies if it cannot."""

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
        _check_size(raw, where)
        book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
        sheets = [(name, book.get_sheet_by_name(name).to_python(skip_empty_area=False)) for name in book.sheet_names]
    except (
        CalamineError,
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        EOFError,
        ValueError,
        NotImplementedError,
        RuntimeError,
    ):
        hint = "Ábrelo en Excel y guárdalo como CSV UTF-8."
        raise ContentError(f"{where} es un libro de Excel dañado o con contraseña.", hint=hint, where=where) from None
    full = [(name, rows) for name, rows in sheets if any(any(c != "" for c in row) for row in rows)]
    if not full:
        raise ContentError(f"{where} es un libro de Excel vacío.", hint="Comprueba que es el archivo.", where=where)
    name, rows = full[0]
    notices: tuple[Notice, ...] = ()
    if len(full) > 1:
        said = f"{where} tiene {len(full)} hojas con datos; he leído la primera, «{shown(name)}»."
        notices = (Notice("several-sheets", said, where),)
    return Workbook(name, ((i, [_cell(c, decimal) for c in row]) for i, row in enumerate(rows, 1)), notices)


def _check_size(raw: bytes, where: str) -> None:
    """Refuses what would unpack, or spread out, to more than a class. Counts what is there, not what headers say."""
    size = rows = columns = 0
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
            for letters, number in _REFERENCE.findall(content):
                rows = max(rows, int(number))
                columns = max(columns, _column(letters))
    if rows * max(columns, 1) > AREA_LIMIT:
        message = f"{where} ocupa {rows} filas por {columns} columnas, más de lo que se puede abrir."
        raise ContentError(message, hint="Borra lo que haya lejos de la tabla, o guárdala como CSV UTF-8.", where=where)


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
