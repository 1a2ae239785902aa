"""What is handed out: a sheet of plain text, the same as a page with boxes, and how each reaches its student.

A sheet is made to survive a phone, Word and a mail: short lines, what is printed behind `#`, one label an answer.
`intake.sheet_text` reads it back.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from tutor.files import zip_writing
from tutor.files.html_pages import template
from tutor.files.text import display, inert
from tutor.files.zip_writing import RESERVED, safe_name
from tutor.handout.sheet_format import SOLVED, control
from tutor.roster.directory import moodle_path
from tutor.roster.people import Student
from tutor.roster.sheets import Sheet
from tutor.units import explanations, given_in_words
from tutor.units.points import worth
from tutor.units.views import TableView, TextView, WarningView
from tutor.wrapping import wrap

if TYPE_CHECKING:
    from tutor.units import OpenQuestion, OpenUnit

TEXT_NAME = "hoja.txt"
PAGE_NAME = "hoja.html"
PAPER_NAME = "papel.html"
WIDTH = 64
LONGEST = 4000
"""Characters of a line that a unit gives in words."""

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_EXAMPLE = {"es": "0,25 ; −1,5 ; 3", "es-MX": "0.25 ; −1.5 ; 3", "en": "0.25 ; −1.5 ; 3"}


@dataclass(frozen=True, slots=True)
class Item:
    """One question as it is printed: `asks` its lines, `worth` its points out of ten, `tall` if it takes rows."""

    id: str
    number: int
    title: str
    asks: tuple[str, ...]
    worth: str
    tall: bool = False
    shape: tuple[int, ...] = ()
    choice: bool = False

    @property
    def cells(self) -> int:
        """How many numbers are asked; 0 for a choice."""
        return 0 if self.choice else prod(self.shape)

    @property
    def boxes(self) -> tuple[int, ...]:
        """Of each row of boxes to write in, how many there are."""
        *rows, columns = self.shape or (1,)
        return (columns,) * prod(rows)


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet before it is text or page. An empty `student_id` leaves id and name to be filled in."""

    title: str
    items: tuple[Item, ...]
    numbers: tuple[str, ...]
    example: str
    student_id: str = ""
    name: str = ""
    code: str = ""
    keep: int | None = None
    """Decimals to keep in the steps between one answer and the next."""
    words: tuple[tuple[str, ...], ...] = ()
    """What is given beside the numbers: the lines of each text or table."""


def paper(opened: OpenUnit, locale: str = "es", student: Student | None = None, sheet: Sheet | None = None) -> Paper:
    """The sheet of one student (or of all, without one) over `opened`'s numbers. Raises ContentError when no question
    earns points."""
    items = tuple(
        Item(
            q.id,
            number,
            _flat(q.title),
            tuple(_asks(opened, q, locale)),
            points_text(points, locale),
            bool(q.shape and len(q.shape) == 2),
            () if q.choices else tuple(q.shape or ()),
            bool(q.choices),
        )
        for number, (q, points) in enumerate(worth(opened), 1)
    )
    who = (student.id, _flat(student.name)) if student is not None else ("", "")
    code = sheet.code if sheet is not None else ""
    return Paper(
        _flat(opened.unit.title), items, tuple(_numbers(opened, locale)), _EXAMPLE[locale], *who, code,
        opened.unit.keep, given_lines(opened, locale),
    )  # fmt: skip


def as_text(paper: Paper, answers: Mapping[str, str] | None = None, *, solved: bool = False) -> str:
    """The sheet as plain text, empty or with `answers` by question id; `solved` marks it as the teacher's."""
    answers = answers or {}
    rows = [*_printed(SOLVED if solved else ""), *_printed(paper.title)]
    rows += _printed(
        "Escribe cada respuesta detrás de su nombre, después de los dos puntos. Si no cabe, sigue en la línea de "
        "abajo. Lo que no sepas, déjalo vacío."
    )
    rows += [f"# Varios números, separados por «;»: {paper.example}"]
    if paper.keep:
        rows += _printed(f"Al calcular, guarda {paper.keep} decimales o más en cada paso.")
    rows += _printed("Las líneas que empiezan por # no hace falta tocarlas.")
    rows += ["", f"id: {paper.student_id}".rstrip(), f"nombre: {paper.name}".rstrip()]
    rows += [f"hoja: {paper.code}"] if paper.code else []
    for lines in paper.words:
        rows += ["", *(row for line in lines for row in ([f"# {line}"] if len(line) <= WIDTH else _printed(line)))]
    if paper.numbers:
        rows += ["", "# Tus números" if paper.student_id else "# Los números", *(f"#   {row}" for row in paper.numbers)]
    for item in paper.items:
        rows += ["", *_printed(f"{item.number}. {item.title} ({item.worth})")]
        rows += [row for asked in item.asks for row in _printed(asked, "   ")]
        rows += [f"{item.id}: {answers.get(item.id, '')}".rstrip()]
    end = (
        f"# Fin (control {control(row for row in rows if row.startswith('#'))}). Guarda el archivo y súbelo a la tarea."
    )
    return "\n".join([*rows, "", end, ""])


def as_page(paper: Paper) -> str:
    """The sheet as one HTML page with boxes and a button that copies the hand-in; nothing from the network."""
    return template(__package__, "sheet.html.j2").render(paper=paper)


def to_print(papers: Sequence[Paper]) -> str:
    """All sheets as one HTML document: a page or more each, with boxes to write in."""
    return template(__package__, "paper.html.j2").render(papers=papers)


def right_answers(opened: OpenUnit, locale: str = "es") -> dict[str, str]:
    """The right answer to every question, written as a student would."""
    found = {}
    for question in opened.questions:
        if question.choices:
            found[question.id] = question.key
        else:
            found[question.id] = question.write(question.right, locale)
    return found


def file_names(students: Sequence[Student]) -> dict[str, str]:
    """A name without ending for each id, to be read back by: the id itself where every system takes it, else safe."""
    keys = [unicodedata.normalize("NFKD", s.id).casefold() for s in students]
    taken = {key for key in keys if keys.count(key) > 1} if len(set(keys)) < len(keys) else set()
    names = {}
    for student, key in zip(students, keys, strict=True):
        plain = re.fullmatch(r"[\w][\w.@-]{0,79}", student.id) and not student.id.endswith(".")
        if plain and key.split(".")[0] not in RESERVED and key not in taken:
            names[student.id] = student.id
        else:
            mark = hashlib.sha256(student.id.encode()).hexdigest()[:8]
            names[student.id] = f"{safe_name(student.id).replace(' ', '-')}-{mark}"
    return names


def merge_table(rows: Iterable[tuple[Student, str]]) -> bytes:
    """A table for a mail merge: id, name, mail and the text of the sheet, as a Spanish spreadsheet opens it."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerow(["id", "nombre", "correo", "texto"])
    for student, text in rows:
        writer.writerow([inert(student.id), inert(student.name), inert(student.email), text])
    return stream.getvalue().encode("utf-8-sig")


def zipped(files: Mapping[str, bytes]) -> bytes:
    """`files` as a zip whose bytes depend on nothing else."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            zip_writing.add(archive, name, files[name])
    return stream.getvalue()


def distinct_paths(students: Sequence[Student], name: str) -> dict[str, str]:
    """Each student's path by id: Moodle's where every number is known, else a file named by the id."""
    if all(student.moodle_id for student in students):
        return {student.id: moodle_path(student.name or student.id, student.moodle_id, name) for student in students}
    ending = name.rpartition(".")[2]
    return {student_id: f"{stem}.{ending}" for student_id, stem in file_names(students).items()}


def _asks(opened: OpenUnit, question: OpenQuestion, locale: str) -> list[str]:
    asked = explanations.ask(opened.guard(), question.id, None, locale)
    lines = [line.strip() for line in asked.splitlines() if line.strip()]
    options = question.options(locale)
    if all(text.endswith(label) for label, text in options):
        return lines
    return [*lines, *(f"{label}) {text}" for label, text in options)]


def _numbers(opened: OpenUnit, locale: str) -> list[str]:
    """What is given, a row a line: `K₁ = (0 ; −1)`."""
    from tutor.answers import write

    tables, same = given(opened)
    lines = []
    for table in tables:
        for index, row in enumerate(table.rows):
            label = f"{table.name}{str(index).translate(_SUBSCRIPTS)}" if len(table.rows) > 1 else table.name
            lines.append(f"{label} = {write(row, table.places, locale)}")
    return [*lines, *same]


@dataclass(frozen=True, slots=True)
class Given:
    """An input with its numbers: rows, counted from 0 as in the lesson, and the decimals they are written with."""

    name: str
    rows: tuple[list[float], ...]
    places: int


def given_lines(opened: OpenUnit, locale: str) -> tuple[tuple[str, ...], ...]:
    """What the unit gives in words, a block each; a table as columns, or where they do not fit, a line a row."""
    found = []
    for view in given_in_words(opened, locale):
        if isinstance(view, TableView):
            found.append((*([_flat(view.caption)] if view.caption else []), *_columns([view.header, *view.rows])))
        elif isinstance(view, TextView | WarningView):
            found.append(tuple(display(line, LONGEST) for line in view.text.splitlines() if line.strip()))
    return tuple(found)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[j]) for row in rows) for j in range(len(rows[0]))]
    if sum(widths) + 2 * len(widths) > WIDTH - 2:
        header, *body = rows
        return [
            " · ".join(f"{name}: {cell}" if name else cell for name, cell in zip(header, row, strict=True))
            for row in body
        ]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def given(opened: OpenUnit) -> tuple[list[Given], list[str]]:
    """The inputs of the equation, then what else is drawn, but for single numbers, which the questions tell. What is
    another's numbers is told as such: `Q = K = X`."""
    import numpy as np

    tables = []
    inputs = opened.equation().inputs
    drawn = opened.unit.variants.draw if opened.unit.variants is not None else {}
    same: dict[str, list[str]] = {}
    for name in (*inputs, *(n for n in drawn if n not in inputs)):
        if name in opened.unit.hidden:
            continue
        value, written = opened.data.get(name), str(opened.unit.data.get(name)).strip()
        if written in drawn and name not in opened.over:
            same.setdefault(written, []).append(name)
            continue
        if value is None or isinstance(value, str) or name == "mask":
            continue
        array = np.asarray(value, dtype=float)
        if name not in inputs and array.size == 1:
            continue
        if array.ndim > 2 and any(n != 1 for n in array.shape[:-2]):
            continue
        rows = array.reshape(-1, array.shape[-1]) if array.ndim else array.reshape(1, 1)
        tables.append(Given(opened.equation().symbol(name), tuple(rows.tolist()), max(_places(x) for x in rows.flat)))
    return tables, [" = ".join([*names, other]) for other, names in same.items()]


def _places(x: Any) -> int:
    text = f"{float(x):.6f}".rstrip("0")
    return len(text.partition(".")[2])


def points_text(points: Fraction, locale: str) -> str:
    """Points out of ten, in words: `0,5 puntos`."""
    from tutor.answers import write_number

    places = next((p for p in range(3) if (points * 10**p).denominator == 1), 2)
    text = write_number(float(points), places, locale)
    return f"{text} punto" if points == 1 else f"{text} puntos"


def _printed(text: str, indent: str = "") -> list[str]:
    """Lines behind `#`, short enough that no phone nor mail breaks them."""
    return [f"# {indent}{row}" for row in wrap(text, WIDTH - len(indent))]


def _flat(text: str) -> str:
    """One line without control characters, so that no name nor title begins a line of its own."""
    return display(text, 200)
