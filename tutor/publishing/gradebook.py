"""`notas.csv`: the gradebook a Spanish Excel opens as it is.

UTF-8 with BOM, `;`, decimal comma, CRLF; one row a student, in the order of the list, by id or by mark.
Nothing in it depends on the day, the machine or the order of the files.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import BinaryIO

from tutor.files.text import inert
from tutor.grading.records import MAXIMUM, Graded, Row, decimal_text

NAME = "notas.csv"
BLOCK = 4096
"""Rows put together at a time."""


def write_gradebook(graded: Graded, stream: BinaryIO, order: str = "roster") -> None:
    """Write the whole gradebook as bytes, its rows by one of ORDERS."""
    rows = ORDERS[order](graded)
    header = ["id", "nombre", "estado", "nota", "maximo", *(inert(q.id) for q in graded.questions), "aviso"]
    stream.write(codecs.BOM_UTF8 + _csv([header]).encode())
    for start in range(0, len(rows), BLOCK):
        stream.write(_csv([_cells(row) for row in rows[start : start + BLOCK]]).encode())


def _cells(row: Row) -> Sequence[str]:
    who, notes = (inert(row.id), inert(row.name)), inert(" · ".join(row.notes)) if row.notes else ""
    return [*who, row.state.label, _number(row.mark), str(MAXIMUM), *map(_number, row.points), notes]


def _as_listed(graded: Graded) -> Sequence[Row]:
    """As on the list; those who are on none last, by id."""
    places = {student.id: place for place, student in enumerate(graded.listed)}
    return sorted(graded.rows, key=lambda row: places.get(row.id, len(places)))


def _by_mark(graded: Graded) -> Sequence[Row]:
    """The best first, those without a mark last; equal ones as on the list."""
    return sorted(_as_listed(graded), key=lambda row: 1.0 if row.mark is None else -float(row.mark))


ORDERS: Mapping[str, Callable[[Graded], Sequence[Row]]] = {
    "roster": _as_listed,
    "id": lambda graded: graded.rows,
    "mark": _by_mark,
}


def _number(value: Fraction | None) -> str:
    return "" if value is None else decimal_text(value)


def _csv(rows: Sequence[Sequence[str]]) -> str:
    """What csv.writer would write, which looks at every letter; put together where no cell can need quotes."""
    text = "".join([";".join(row) + "\r\n" for row in rows])
    delimiters = sum(map(len, rows)) - len(rows)
    if '"' not in text and text.count(";") == delimiters and text.count("\r") == text.count("\n") == len(rows):
        return text
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=";", lineterminator="\r\n").writerows(rows)
    return stream.getvalue()
