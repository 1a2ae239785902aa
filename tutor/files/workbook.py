"""Excel workbooks as rows of text, through python-calamine (the extra `excel`), opened in a process of their own.

The library aborts, or takes all there is of memory, on files made to that end: then its process ends and not the run.
"""

from __future__ import annotations

import importlib.util
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from tutor.errors import ContentError, Notice
from tutor.files.child_process import answer_of
from tutor.files.text import display
from tutor.files.time_limit import TooSlow
from tutor.files.workbook_child import BOOK, BOOK_RELATIONS, sheet_names, worksheets

SECONDS = 60
"""How long a workbook may take: one of a hundred thousand students takes four."""


@dataclass(frozen=True, slots=True)
class Workbook:
    """The first worksheet with anything in it: its name and its rows, each with the number Excel shows beside it."""

    sheet: str
    rows: Iterator[tuple[int, list[str]]]
    notices: tuple[Notice, ...] = ()


def read_workbook(raw: bytes, where: str, decimal: str = ",") -> Workbook:
    """The rows of a workbook; numbers become texts with the decimal mark in force. Raises ContentError."""
    if importlib.util.find_spec("python_calamine") is None:
        hint = "Instala el complemento: pip install 'tutor-ecuacion1[excel]', o guarda la tabla como CSV UTF-8."
        raise ContentError(f"{where} es un libro de Excel y falta con qué leerlo.", hint=hint, where=where)
    sheets = _opened(raw, where, decimal)
    full = [(name, rows) for name, rows in sheets if any(any(row) for row in rows)]
    if not full:
        raise ContentError(f"{where} es un libro de Excel vacío.", hint="Comprueba que es el archivo.", where=where)
    name, rows = full[0]
    notices: tuple[Notice, ...] = ()
    if len(full) > 1:
        text = f"{where} tiene {len(full)} hojas con datos; he leído la primera, «{display(name)}»."
        notices = (Notice("several-sheets", text, where),)
    return Workbook(name, iter(enumerate(rows, 1)), notices)


def _opened(raw: bytes, where: str, decimal: str) -> list[tuple[str, list[list[str]]]]:
    """Name and rows of each worksheet, as the process says."""
    try:
        answer = answer_of("tutor.files.workbook_child", raw, decimal, seconds=SECONDS)
    except TooSlow:
        hint = "Ábrelo en Excel y guárdalo como CSV UTF-8."
        message = f"{where} es un libro de Excel que tarda más de {SECONDS} segundos en abrirse."
        raise ContentError(message, hint=hint, where=where) from None
    if "refused" in answer:
        raise ContentError(f"{where} {answer['refused']}", hint=answer["hint"], where=where)
    if "sheets" not in answer:
        hint = "Ábrelo en Excel y guárdalo como CSV UTF-8."
        raise ContentError(f"{where} es un libro de Excel dañado o con contraseña.", hint=hint, where=where)
    return [(name, rows) for name, rows in answer["sheets"]]


def worksheet_file(raw: bytes, sheet: str) -> str:
    """The member of a workbook that holds the worksheet of a name."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        book, relations = (archive.read(name).decode() for name in (BOOK, BOOK_RELATIONS))
    return worksheets(book, relations)[sheet_names(book).index(sheet)]
