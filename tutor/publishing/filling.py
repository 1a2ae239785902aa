"""Marks and feedback into the file that a teacher downloaded: match its rows, choose its columns, fill them.

The surest way back: the mark and the feedback of each student go into the teacher's own file, and every other character
of it stays. Whose a row is says the `Directory`, by all its columns; what the file is like says its `Format`.

It follows what Moodle's importer does with a worksheet (`mod/assign/feedback/offline`): numbers are read with the
site's decimal mark or a point; a row without its key would give its mark to the student of the row before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tutor.errors import ContentError, Notice, UsageError
from tutor.files.kinds import EXCEL
from tutor.files.raw_table import RawRow, RawTable, parse
from tutor.files.raw_workbook import RawWorkbook, parse_workbook
from tutor.files.source import Source
from tutor.files.tables import is_points_row
from tutor.files.text import display, id_key, inert, listed
from tutor.grading.records import MAXIMUM, Graded, Row, decimal_text, read_decimal
from tutor.publishing.formats import MOODLE, Format
from tutor.roster.columns import find_columns, spoken
from tutor.roster.directory import Directory
from tutor.roster.people import State, Student

CLOSED = frozenset({"no", "non", "nein", "não", "nao", "ez"})
WHO = ("identifier", "email", "id", "name", "first", "last")
HEADER_ROWS = 20
"""Rows in which the header is looked for: schools put titles over it."""
_OURS = re.compile(r"<p><strong>[^<]* · [^<]*: \d+(?:[.,]\d+)? de \d+</strong></p>.*", re.DOTALL)
_OUR_TEXT = re.compile(r"^\S[^\n]* · [^\n]*: \d+(?:[.,]\d+)? de \d+$.*", re.DOTALL | re.MULTILINE)
_TOP_IN_TITLE = re.compile(r"\[[^\]\d]*(\d+(?:[.,]\d+)?)[^\]]*\]")
"""Blackboard's: `Ecuación 1 [Puntos totales: 10] |12345`."""


@dataclass(frozen=True)
class Filled:
    """A file to give back: its name, its bytes, what a teacher should know, and how many carry a mark in it."""

    content: bytes
    count: int
    notices: tuple[Notice, ...] = ()
    moodle_ids: Mapping[str, str] | None = None
    """Participant numbers by student id, as the worksheet tells them: feedback files are named by them."""
    name: str = ""


@dataclass(frozen=True)
class _Sheet:
    """A file being filled: where its header and its columns are."""

    table: RawTable | RawWorkbook
    form: Format
    where: str
    header: int
    at: Mapping[str, int]
    ids: tuple[int, ...]
    """The columns of ids, the best first."""

    @property
    def rows(self) -> Sequence[tuple[int, RawRow]]:
        notes = isinstance(self.table, RawTable)  # of one cell, which a row of a workbook may have
        below = ((i, row) for i, row in enumerate(self.table.rows) if i > self.header)
        return [(i, row) for i, row in below if not (row.empty or (notes and row.alone))]

    def cell(self, row: RawRow, kind: str) -> str:
        """What a row says of a kind; empty where it has no such column."""
        return row.text(self.at.get(kind)).strip()

    def number(self, row: RawRow) -> str:
        """The participant's, at the end of `Participante 101`."""
        found = re.search(r"\d+$", self.cell(row, "identifier"))
        return found.group() if found else ""

    def name(self, row: RawRow) -> str:
        return " ".join(self.cell(row, kind) for kind in ("name", "first", "last") if kind in self.at)


def fill(
    source: Source,
    graded: Graded,
    comments: Callable[[Row], str],
    *,
    form: Format = MOODLE,
    columns: Mapping[str, str] | None = None,
) -> Filled:
    """The teacher's file with marks and `comments` (HTML paragraphs where `form` says so, else plain text) in it.

    `columns` names columns that are not recognised: `{"grade": "Puntos"}`. Marks are scaled to the file's maximum.
    Raises ContentError when it has no column for the mark, none that says who is who, or grades with a scale;
    UsageError when `columns` names one that is not there.
    """
    sheet = _opened(source, form, columns or {}, graded)
    matched, notices = _matched(sheet, graded)
    decimal, points = _decimal_mark(sheet), _points(sheet)
    marks: dict[tuple[int, int], str] = {}
    texts: dict[tuple[int, int], str] = {}
    moodle_ids = {row.id: number for i, row in matched.items() if (number := sheet.number(sheet.table.rows[i]))}
    changed, closed, kept = 0, [], []
    for i, row in matched.items():
        line = sheet.table.rows[i]
        before = read_decimal(sheet.cell(line, "grade"))
        if row.mark is None:
            kept += [row.id] * (before is not None)
            continue
        if sheet.cell(line, "open").casefold() in CLOSED or sheet.table.fixed(i, sheet.at["grade"]):
            closed.append(row.id)
            continue
        top = read_decimal(sheet.cell(line, "maximum")) or points or Fraction(MAXIMUM)
        mark = decimal_text(row.mark * top / MAXIMUM, decimal, least=form.least)
        changed += before is not None and before != read_decimal(mark)
        marks[i, sheet.at["grade"]] = mark
        if "feedback" in sheet.at:
            texts[i, sheet.at["feedback"]] = _with_feedback(line.text(sheet.at["feedback"]), comments(row), form)
    topped = points or any(read_decimal(sheet.cell(line, "maximum")) for _, line in sheet.rows)
    text = [*sheet.table.notices, *notices, *_remarks(sheet, changed, closed, kept, bool(topped))]
    ending = "xlsx" if isinstance(sheet.table, RawWorkbook) else "csv"
    content = sheet.table.written(texts, marks)
    return Filled(content, len(marks), tuple(text), moodle_ids, f"{form.output}.{ending}")


def _opened(source: Source, form: Format, columns: Mapping[str, str], graded: Graded) -> _Sheet:
    where = source.name
    table: RawTable | RawWorkbook
    if source.raw.startswith(b"PK\x03\x04"):
        if not form.workbook or source.kind is not EXCEL:
            text = f"{where} es un libro de Excel, no el CSV que se descarga."
            hint = "Usa el archivo tal como se descarga, sin guardarlo desde Excel."
            raise ContentError(text, hint=hint, where=where)
        table = parse_workbook(source)
    else:
        table = parse(source)
    header = _header_row(table, columns)
    table.check_widths(header, notes=form.workbook)
    titles = tuple(map(table.rows[header].text, range(len(table.rows[header].cells)))) if table.rows else ()
    at, ids = sheet_columns(titles, columns, where, form, graded)
    sheet = _Sheet(table, form, where, header, at, ids)
    _usable(sheet, titles)
    return sheet


def _header_row(table: RawTable | RawWorkbook, columns: Mapping[str, str]) -> int:
    """The first row that names something known; the first of all where none does."""
    wanted = {id_key(name) for name in columns.values()}
    for i, row in enumerate(table.rows[:HEADER_ROWS]):
        titles = [row.text(j) for j in range(len(row.cells))]
        if wanted & set(map(id_key, titles)) or set(WHO) & set(find_columns(titles, {}, "").at):
            return i
    return 0


def sheet_columns(
    header: Sequence[str], given: Mapping[str, str], where: str, form: Format, graded: Graded
) -> tuple[dict[str, int], tuple[int, ...]]:
    """Where each column of a gradebook is, and those of ids. Raises UsageError when `told` names one that is not
    there."""
    found = find_columns(header, {kind: name for kind, name in given.items() if kind != "grade"}, where)
    at = {kind: found.at[kind] for kind in WHO if kind in found.at}
    keys = [id_key(title) for title in header]
    wanted = {kind: {id_key(title) for title in titles} for kind, titles in form.columns.items()}
    wanted |= {kind: {id_key(given[kind])} for kind in (*form.columns, "feedback", "maximum") if kind in given}
    for kind, titles in wanted.items():
        hits = [i for i, key in enumerate(keys) if key in titles]
        if hits:
            at[kind] = hits[0]
        elif kind in given:
            raise _no_column(given[kind], header, where)
    grade = _grade_column(header, given.get("grade", ""), form, graded, found.at.get("grade"))
    if grade is not None:
        at["grade"] = grade
    elif "grade" in given:
        raise _no_column(given["grade"], header, where)
    return at, found.candidates.get("id", ())


def _grade_column(header: Sequence[str], given: str, form: Format, graded: Graded, known: int | None) -> int | None:
    """The column for the mark: the one that is told, or known by its title; of several assignments, this unit's."""
    named = dict(enumerate(header))
    if form.graded is not None:
        named = {i: match[1] for i, title in named.items() if (match := form.graded.match(title))}
    wanted = {id_key(given)} if given else {id_key(graded.title), id_key(graded.unit)}
    hits = [i for i, title in named.items() if {id_key(title), id_key(header[i])} & wanted]
    if given:
        hits = hits or [i for i, title in enumerate(header) if id_key(title) == id_key(given)]
        return hits[0] if hits else None
    if form.graded is None:
        return known
    return hits[0] if len(hits) == 1 else next(iter(named)) if len(named) == 1 else None


def _no_column(name: str, header: Sequence[str], where: str) -> UsageError:
    hint = f"Tiene {spoken(header)}."
    return UsageError(f"{where} no tiene la columna «{display(name)}».", hint=hint, where="--column")


def _usable(sheet: _Sheet, header: Sequence[str]) -> None:
    where, at = sheet.where, sheet.at
    tops = [text for _, row in sheet.rows if (text := sheet.cell(row, "maximum")) not in ("", "-")]
    if ("scale" in at and "maximum" not in at) or (tops and all(read_decimal(text) is None for text in tops)):
        raise ContentError(
            f"{where}: la tarea se califica con una escala, y una nota sobre {MAXIMUM} no cabe en ella.",
            hint="En Moodle: Configuración de la tarea → Calificación → Tipo «Puntuación». Descarga la hoja otra vez.",
            where=where,
        )
    if "grade" not in at:
        message = f"{where} no tiene columna para la nota. Tiene {spoken(header)}."
        raise ContentError(message, hint=sheet.form.no_grade, where=where)
    if not any(kind in at for kind in WHO):
        hint = "Dime cuál es con --column identifier=NOMBRE, email=NOMBRE o id=NOMBRE."
        raise ContentError(f"{where} no tiene ninguna columna que diga quién es cada alumno.", hint=hint, where=where)


def _decimal_mark(sheet: _Sheet) -> str:
    """The file's own: as its maxima and marks are written, else as they are in the language of its header."""
    if isinstance(sheet.table, RawWorkbook):
        return "."
    for kind in ("maximum", "grade"):
        for _, row in sheet.rows:
            if found := re.fullmatch(r"\d+([.,])\d+", sheet.cell(row, kind)):
                return found[1]
    title = sheet.table.rows[sheet.header].text(sheet.at["grade"])
    return "." if id_key(title) == "grade" or sheet.form.graded is not None else ","


def _points(sheet: _Sheet) -> Fraction | None:
    """What the assignment is worth, where the title of its column or a row under the header says so."""
    if match := _TOP_IN_TITLE.search(sheet.table.rows[sheet.header].text(sheet.at["grade"])):
        return read_decimal(match[1])
    rows = (row for _, row in sheet.rows if _is_nobodys(row))
    return next(filter(None, (read_decimal(sheet.cell(row, "grade")) for row in rows)), None)


def _is_nobodys(row: RawRow) -> bool:
    return is_points_row([row.text(j) for j in range(8)])


def _matched(sheet: _Sheet, graded: Graded) -> tuple[dict[int, Row], list[Notice]]:
    """Rows of the file to students, as the directory matches them. A row that means several, and a student whom two
    rows mean, are left empty and told."""
    rows = {row.id: row for row in graded.rows if row.state is not State.UNKNOWN}
    directory = Directory.of(row.student or Student(row.id, row.name) for row in rows.values())
    id_at = _telling(sheet, directory)
    matched: dict[int, Row] = {}
    named: dict[int, Row] = {}
    message: list[Notice] = []
    nobody: list[int] = []
    for i, line in sheet.rows:
        if _is_nobodys(line):
            continue
        id = line.text(id_at).strip()
        found = directory.match(
            id=id, mail=sheet.cell(line, "email"), number=sheet.number(line), name=sheet.name(line)
        )  # fmt: skip
        if found.student is not None:
            (named if found.by_name else matched)[i] = rows[found.student.id]
        elif len(found.rivals) > 1:
            message.append(_several(sheet, line, [s.id for s in found.rivals]))
        elif any(sheet.cell(line, kind) for kind in WHO):
            nobody.append(line.line)
    sure = {row.id for row in matched.values()}
    message += [_several(sheet, sheet.table.rows[i], [row.id]) for i, row in named.items() if row.id in sure]
    matched |= {i: row for i, row in named.items() if row.id not in sure}
    times = Counter(row.id for row in matched.values())
    twice = sorted(student for student, n in times.items() if n > 1)
    if twice:
        text = f"Más de una línea de {sheet.where} es de {listed(twice)}: las dejo vacías."
        message.append(_notice(sheet, "twice", text))
    if nobody:
        is_, lines = "es la línea" if len(nobody) == 1 else "son las líneas", listed([str(n) for n in nobody])
        message.append(_notice(sheet, "nobody", f"{sheet.where}: no sé de quién {is_} {lines}; sin tocar."))
    absent = [row.id for row in rows.values() if row.mark is not None and row.id not in times]
    if absent:
        message.append(_notice(sheet, "absent", f"Con nota pero sin línea en {sheet.where}: {listed(absent)}."))
    kept = {i: row for i, row in matched.items() if times[row.id] == 1}
    if by_name := [row.id for i, row in kept.items() if i in named]:
        text = f"En {sheet.where} reconozco solo por su nombre, que no tiene nadie más, a {listed(by_name)}."
        message.append(_notice(sheet, "by-name", text))
    return kept, message


def _telling(sheet: _Sheet, directory: Directory) -> int | None:
    """The column of ids by which most are known; the best one by its title where several are. One in which nobody is
    known says nothing."""
    hits = {at: sum(directory.find(row.text(at)) is not None for _, row in sheet.rows) for at in sheet.ids}
    most = max(hits.values(), default=0)
    return next((at for at, count in hits.items() if most and count * 2 >= most), None)


def _several(sheet: _Sheet, line: RawRow, ids: Sequence[str]) -> Notice:
    text = f"La línea {line.line} de {sheet.where} puede ser de {listed(ids)}"
    if len(ids) == 1:
        text = f"La línea {line.line} de {sheet.where} lleva el nombre de {ids[0]}, que tiene otra"
    return Notice(f"{sheet.form.name}-several", f"{text}: la dejo vacía.", f"{sheet.where}:{line.line}")


def _with_feedback(old: str, comment: str, form: Format) -> str:
    """What the teacher wrote, and ours behind it in place of what an earlier run left."""
    if form.html:
        return for_php(_OURS.sub("", old) + comment)
    before = _OUR_TEXT.sub("", old).rstrip("\n")
    return inert_lines(f"{before}\n{comment}" if before else comment)


def for_php(text: str) -> str:
    """PHP's CSV reader takes a backslash before a quote as a quote that does not close; HTML can say it otherwise."""
    return text.replace("\\", "&#92;") if "<" in text else text.replace("\\", "/")


def inert_lines(text: str) -> str:
    """A text of several lines that no spreadsheet takes for a formula."""
    return "'" + text if text != inert(text) and inert(text).startswith("'") else text


def _remarks(sheet: _Sheet, changed: int, closed: list[str], kept: list[str], topped: bool) -> Iterable[Notice]:
    where = sheet.where
    if changed:
        what = "1 nota que ya estaba en {} cambia" if changed == 1 else "{n} notas que ya estaban en {} cambian"
        yield _notice(sheet, "changed", f"{what.format(where, n=changed)}.")
    if closed:
        yield _notice(sheet, "closed", f"{where} no deja cambiar la nota de {listed(closed)}: sin tocar.")
    if kept:
        has, stays = ("no tiene", "queda la") if len(kept) == 1 else ("no tienen", "quedan las")
        yield _notice(sheet, "kept", f"{listed(kept)} {has} nota nueva: {stays} que ya había en {where}.")
    if not topped:
        text = f"{where} no dice la calificación máxima: escribo las notas sobre {MAXIMUM}. Compruébalo en la tarea."
        yield _notice(sheet, "no-maximum", text)
    if "feedback" in sheet.form.columns and "feedback" not in sheet.at:
        way = " En Moodle: Tipos de retroalimentación → «Comentarios de retroalimentación»." * sheet.form.html
        way = way or " Di cuál es con --column feedback=NOMBRE."
        yield _notice(sheet, "no-feedback", f"{where} no tiene columna de comentarios: va solo la nota.{way}")


def _notice(sheet: _Sheet, kind: str, text: str) -> Notice:
    return Notice(f"{sheet.form.name}-{kind}", text, sheet.where)
