"""`notas.csv`: the gradebook a Spanish Excel opens as it is.

UTF-8 with BOM, `;`, decimal comma, CRLF; one row a student, sorted by id. Nothing in it depends on the day, the machine
or the order of the files.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import BinaryIO

from tutor.grading.marks import MAXIMUM, Graded, Row, plain
from tutor.grading.models import INVISIBLE

NAME = "notas.csv"
_FORMULA = tuple("=+-@＝＋－＠")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def inert(text: str) -> str:
    """A text cell that no spreadsheet takes for a formula, on one line and without control characters.

    `=cmd|' /C calc'!A0`, `+1`, `-x`, `@SUM` get an apostrophe in front, as a person would type them. Numbers of ours
    do not pass through here: −1,5 stays a number.
    """
    flat = text if text.isprintable() else _CONTROL.sub(" ", text).translate(INVISIBLE).strip()
    return "'" + flat if flat.lstrip().startswith(_FORMULA) else flat


def write_gradebook(graded: Graded, stream: BinaryIO) -> None:
    """Write the whole gradebook as bytes."""
    header = ["id", "nombre", "estado", "nota", "maximo", *(inert(q.id) for q in graded.questions), "aviso"]
    # Rows of one pattern share their Fractions and tuples; by identity, since hashing a Fraction is a modular power.
    marks: dict[int, str] = {}
    points: dict[int, list[str]] = {}

    def fields(row: Row) -> Sequence[str]:
        mark = marks.get(id(row.mark))
        if mark is None:
            mark = marks[id(row.mark)] = _number(row.mark)
        earned = points.get(id(row.points))
        if earned is None:
            earned = points[id(row.points)] = [_number(p) for p in row.points]
        notes = inert(" · ".join(row.notes)) if row.notes else ""
        return [inert(row.id), inert(row.name), row.state.label, mark, str(MAXIMUM), *earned, notes]

    write_table(stream, [header], delimiter=";")
    write_table(stream, map(fields, graded.rows), delimiter=";", bom=False)


def _number(value: Fraction | None) -> str:
    return "" if value is None else plain(value)


def write_table(
    stream: BinaryIO, rows: Iterable[Sequence[str]], *, delimiter: str, bom: bool = True, newline: str = "\r\n"
) -> None:
    """Rows of ready cells as CSV in UTF-8."""
    text = io.TextIOWrapper(stream, encoding="utf-8-sig" if bom else "utf-8", newline="", write_through=False)
    try:
        csv.writer(text, delimiter=delimiter, lineterminator=newline).writerows(rows)
        text.flush()
    finally:
        text.detach()
