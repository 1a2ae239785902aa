"""Tables as people save them: CSV in any dialect, streamed row by row, and XLSX through the extra `excel`.

The csv module parses; here is only what it does not decide: which separator, which rows are none, and what to do with
a row that does not fit its header. Such a row is never mended: it comes out with its problem, its line quoted.
"""

from __future__ import annotations

import csv
import io
import re
import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, repeat

from tutor.errors import ContentError, Notice, UsageError
from tutor.files.dialect import Dialect
from tutor.files.kinds import EXCEL, refusal
from tutor.files.source import Source
from tutor.files.text import display, id_key
from tutor.files.workbook import read_workbook
from tutor.phrasing import plural

DELIMITERS = (";", ",", "\t", "|")
SAMPLE = 1 << 16
SAMPLE_ROWS = 60
TITLES = 20
"""Rows among which the header is looked for: schools put titles over it."""
ENDLESS = 1 << 30
CELL_LIMIT = 131_072
"""Characters of one cell: what csv.reader takes by default, but one huge cell must not end the whole reading."""
LINE_LIMIT = 2_000_000
"""Characters of one line."""
SPAN_LIMIT = 2_000
"""Lines one row may take; more means that a quote was never closed."""

_HINT_LINE = re.compile(r'"?sep=(.)"?\r?\n?$', re.IGNORECASE)
_POINTS = frozenset(
    ("points possible", "point possible", "puntos posibles", "puntuación máxima", "puntos máximos", "maximum points")
)
_NOBODYS = _POINTS | {"manual posting", "student, test"}
_WORDS = {"tab": "\t", "\\t": "\t", "coma": ",", "punto y coma": ";", "barra": "|"}

_WORDY = re.compile(r"[^\W\d_]{3}")
_NOTHING = string.whitespace + "\u00a0,;|"
"""What a row of nobody is made of, whatever the separator."""
Row = tuple[int, list[str], Notice | None]
"""The line it begins at (1 is the first of the file), its cells, and why it cannot be used, if so."""


@dataclass
class Table:
    """A table being read: iterate it once for its rows; `notices` is complete only when they are exhausted."""

    where: str
    header: tuple[str, ...]
    dialect: Dialect
    rows: Iterator[Row]
    notices: list[Notice] = field(default_factory=list)

    def __iter__(self) -> Iterator[Row]:
        return self.rows


def open_table(
    source: Source,
    *,
    known: Callable[[str], bool] = lambda name: False,
    decimal: str = ",",
) -> Table:
    """Begin to read a table.

    `known` tells which column names are expected, the best evidence for a separator; `decimal` is the mark to write
    a workbook's numbers with. Raises ContentError when it is no table or two columns have one name.
    """
    where = source.name
    if source.kind is EXCEL:
        book = read_workbook(source.raw, where, decimal)
        dialect = Dialect("", "xlsx", False, "", book.sheet)
        rows: Iterator[list[Row]] = ([(line, cells, None)] for line, cells in book.rows)
        return _begun(Table(where, (), dialect, iter(()), list(book.notices)), rows, known)
    if source.kind is not None:
        hint = "Guarda la tabla como CSV UTF-8 y vuelve a darla."
        raise ContentError(refusal(source.kind, where).text, hint=hint, where=where)
    decoded = source.decoded
    feed = _Feed(_lines(decoded.text, where))
    sample = feed.peek(SAMPLE)
    declared = _HINT_LINE.match(sample[0]) if sample else None
    if declared:
        next(feed)
        sample = sample[1:]
    delimiter = (
        _separator(source.separator) if source.separator else declared.group(1) if declared else _detect(sample, known)
    )
    text = "".join(sample)
    newline = next((mark for mark in ("\r\n", "\n", "\r") if mark in text), "\r\n")
    table = Table(
        where,
        (),
        Dialect(delimiter, decoded.encoding, decoded.bom, newline),
        iter(()),
        list(decoded.notices),
    )
    return _begun(table, _parsed(feed, delimiter or ";", where), known)


def is_points_row(cells: Sequence[str]) -> bool:
    """Whether the row is nobody's but the gradebook's own: what each column is worth, how it is posted, a student for
    trying things (Canvas writes them under the header and at the end)."""
    return not _NOBODYS.isdisjoint([cell.strip().lower() for cell in cells[:8]])


def _lines(text: str, where: str) -> Iterator[list[str]]:
    """Lines with their ends, many at a time, the first without a BOM. Raises ContentError at one that never ends."""
    at, number = len(text) - len(text.removeprefix("\ufeff")), 1
    while at < len(text):
        end = text.find("\n", at + SAMPLE) + 1 or len(text)
        lines = io.StringIO(text[at:end], newline="").readlines()
        if max(map(len, lines)) >= LINE_LIMIT:
            endless = next(i for i, line in enumerate(lines) if len(line) >= LINE_LIMIT)
            yield lines[:endless]
            number += endless
            message = f"{where}, línea {number}: tiene más de {LINE_LIMIT} caracteres; no parece una tabla."
            raise ContentError(message, hint="Guárdala otra vez como CSV UTF-8.", where=f"{where}:{number}")
        yield lines
        number += len(lines)
        at = end


def _separator(sep: str) -> str:
    mark = _WORDS.get(sep.lower(), sep)
    if len(mark) != 1 or mark.isalnum() or mark in '"\r\n':
        raise UsageError(
            f"«{display(sep)}» no es un separador.",
            hint="Usa ; o , o | o la palabra tab; para un archivo solo, lista.csv=tab.",
            where="--sep",
        )
    return mark


class _Feed:
    """Lines for csv.reader: counts them, remembers those of the row in hand, and takes some back."""

    def __init__(self, lines: Iterator[list[str]]) -> None:
        self._lines = lines
        self._ahead: list[str] = []
        """Lines read and not used yet, the next one last."""
        self._careful = False
        self.number = 0
        self.span: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if len(self.span) >= SPAN_LIMIT:
            raise csv.Error("a quote is never closed")
        if not self._ahead and not self._more():
            raise StopIteration
        line = self._ahead.pop()
        self.number += 1
        self.span.append(line)
        return line

    def _more(self) -> bool:
        """Read some lines more, if there are any."""
        lines = next(filter(None, self._lines), [])
        self._ahead[:0] = reversed(lines)
        return bool(lines)

    def peek(self, characters: int) -> list[str]:
        """The first lines, up to so many characters in all, without using them up."""
        taken: list[str] = []
        size = 0
        while size < characters and (len(taken) < len(self._ahead) or self._more()):
            taken.append(self._ahead[-1 - len(taken)])
            size += len(taken[-1])
        return taken

    def plain(self) -> list[str]:
        """All lines read so far, if each is a row by itself: short and without quotes. None else, nor at the end."""
        if not self._ahead:
            self._careful = not self._more()
        if self._careful or any('"' in line or len(line) > CELL_LIMIT for line in self._ahead):
            self._careful = True
            return []
        lines = self._ahead[::-1]
        self._ahead.clear()
        self.number += len(lines)
        return lines

    def retry_after_first(self) -> int:
        """Take back all lines of the row in hand but the first, whose number is returned."""
        first = self.number - len(self.span) + 1
        self._ahead.extend(reversed(self.span[1:]))
        self.number = first
        return first


def _parsed(feed: _Feed, delimiter: str, where: str) -> Iterator[list[Row]]:
    """Rows as csv.reader parses them; one it cannot parse costs its first line only, and the next are tried anew.

    Lines without quotes are parsed many at a time.
    """
    csv.field_size_limit(max(csv.field_size_limit(), 1 << 30))
    reader = csv.reader(feed, delimiter=delimiter, strict=True)
    span = feed.span
    while True:
        if lines := feed.plain():
            numbers = count(feed.number - len(lines) + 1)
            yield list(zip(numbers, csv.reader(lines, delimiter=delimiter, strict=True), repeat(None)))
            continue
        span.clear()
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            first = span[0]
            line = feed.retry_after_first()
            text = f"{where}:{line}: unas comillas no se cierran: «{display(first)}». Revísalas en esa línea."
            yield [(line, _halves(first, delimiter), Notice("unbalanced-quote", text, f"{where}:{line}"))]
            continue
        line = feed.number - len(span) + 1
        if len(span[0]) > CELL_LIMIT or (len(span) > 1 and sum(map(len, span)) > CELL_LIMIT):
            size = max(map(len, cells))
            if size > CELL_LIMIT:
                cells = [cell if len(cell) <= CELL_LIMIT else "" for cell in cells]
                text = f"un campo tiene {size} caracteres (el límite es {CELL_LIMIT}): «{display(span[0])}»."
                yield [(line, cells, Notice("huge-field", f"{where}:{line}: {text}", f"{where}:{line}"))]
                continue
        yield [(line, cells, None)]


def _halves(line: str, delimiter: str) -> list[str]:
    """What can be told of a line whose quotes are broken: the cells before the first quote."""
    return line.partition('"')[0].rstrip("\r\n").split(delimiter)[:-1]


def _begun(table: Table, parsed: Iterator[list[Row]], known: Callable[[str], bool]) -> Table:
    """`table` with its header: the first row that is not blank, or one below with names that are `known`."""
    rows: list[Row] = []
    filled: list[int] = []
    while len(filled) < TITLES and (more := next(parsed, None)) is not None:
        filled += [len(rows) + i for i, (_, cells, problem) in enumerate(more) if problem or any(map(str.strip, cells))]
        rows += more
    if not filled:
        message = f"{table.where} no tiene ninguna fila."
        raise ContentError(message, hint="Comprueba que es el archivo.", where=table.where)
    at = filled[header_place([rows[i][1] for i in filled[:TITLES]], known)]
    line, cells, problem = rows[at]
    if problem is not None:
        raise ContentError(problem.text, hint="Es la fila del encabezado: corrígela.", where=problem.where)
    if at != filled[0]:
        above = display(" ".join(filter(None, rows[filled[0]][1])), 60)
        text = f"{table.where}: el encabezado es la línea {line}; lo que hay encima («{above}») no lo leo."
        table.notices.append(Notice("title-rows", text, table.where))
    table.header = _header(table.where, line, cells)
    table.rows = chain.from_iterable(_fitted(table, chain([rows[at + 1 :]], parsed), len(cells)))
    return table


def header_place(rows: Sequence[Sequence[str]], known: Callable[[str], bool]) -> int:
    """Which row has the names of the columns: the first, or else, where titles stand over it («Grupo;3.º B»), the first
    with two names that are `known` and more of them than it."""
    counts = [sum(known(name) for name in names if name.strip()) for names in rows]
    return next((i for i, count in enumerate(counts) if count > max(1, counts[0])), 0)


def _header(where: str, line: int, cells: Sequence[str]) -> tuple[str, ...]:
    """The names of the columns, without the empty ones at the end. Raises ContentError if two columns have one."""
    names = [" ".join(cell.split()) for cell in cells]
    while names and not names[-1]:
        names.pop()
    seen: set[str] = set()
    for name in filter(None, names):
        if id_key(name) in seen:
            message = f"{where}: dos columnas se llaman «{display(name)}»; no sé cuál vale."
            raise ContentError(message, hint="Cambia o borra una de las dos.", where=f"{where}:{line}")
        seen.add(id_key(name))
    return tuple(names)


def _fitted(table: Table, parsed: Iterable[list[Row]], room: int) -> Iterator[list[Row]]:
    """Rows as wide as the header; blank ones are skipped and counted, wider or narrower ones get a problem. Words in
    columns without a name, of which the header's own row has `room`, are remarks."""
    width = len(table.header)
    where = table.where
    blank = trailing = remarks = 0
    room = room if table.dialect.delimiter else ENDLESS
    for rows in parsed:
        found: list[Row] = []
        for row in rows:
            line, cells, problem = row
            if problem is None and (len(cells) != width or not cells[0].strip(_NOTHING)):
                if not any(cell.strip(_NOTHING) for cell in cells):
                    blank += 1
                    continue
                if len(cells) > width and not any(map(str.strip, cells[width:])):
                    trailing += 1
                    del cells[width:]
                elif width < len(cells) <= room and _are_remarks(cells[width:]):
                    remarks += 1
                    del cells[width:]
                if len(cells) != width:
                    row = (line, cells, _ragged(table, line, cells))
            found.append(row)
        yield found
    if blank:
        text = plural(blank, "fila vacía saltada", "filas vacías saltadas")
        table.notices.append(Notice("blank-rows", f"{where}: {text}.", where))
    if trailing:
        rows_end = plural(trailing, "fila termina", "filas terminan")
        text = f"{where}: {rows_end} en celdas vacías de más; no cuentan."
        table.notices.append(Notice("trailing-cells", text, where))
    if remarks:
        rows_have = plural(remarks, "fila tiene", "filas tienen")
        text = f"{where}: {rows_have} algo escrito en columnas sin nombre; no lo leo."
        table.notices.append(Notice("remarks", text, where))


def _are_remarks(cells: Sequence[str]) -> bool:
    """Words, and not the end of a row whose cells are one further than they should be."""
    return all(_WORDY.search(cell) for cell in cells if cell.strip())


def _ragged(table: Table, line: int, cells: list[str]) -> Notice:
    mark = table.dialect.delimiter or ";"
    quoted = display(mark.join(cells).replace("\t", " ⇥ "), 120)
    advice = "Revisa esa línea: sobra o falta un separador."
    if len(cells) > len(table.header) and mark == ",":
        advice = "Si esa coma es decimal o parte de un nombre, guarda el archivo con punto y coma (;) entre campos."
    elif len(cells) > len(table.header) and mark == ";":
        advice = "Si un ; está dentro de una respuesta, ponla entre comillas, o separa sus números con espacios."
    fields = plural(len(cells), "campo")
    text = f"{table.where}:{line} tiene {fields} y el encabezado {len(table.header)}: «{quoted}». {advice}"
    return Notice("ragged", text, f"{table.where}:{line}")


def _detect(sample: list[str], known: Callable[[str], bool]) -> str:
    """The separator whose header has the names expected and whose rows are as wide as it; "" for a single column."""
    best: tuple[float, ...] = (0.0,)
    chosen = ""
    for mark in DELIMITERS:
        rows: list[list[str]] = []
        try:
            for cells in csv.reader(sample, delimiter=mark):
                if any(map(str.strip, cells)):
                    rows.append(cells)
                if len(rows) > SAMPLE_ROWS:
                    break
        except csv.Error:
            pass
        rows = rows[header_place(rows[:TITLES], known) :]
        names = [name for name in rows[0] if name.strip()] if rows else []
        if len(names) < 2:
            continue
        body = rows[1:-1] if len(rows) > SAMPLE_ROWS // 2 else rows[1:]
        width = len(rows[0])
        share = sum(len(r) == width for r in body) / len(body) if body else 1.0
        score = (float(sum(map(known, names))), share, float(len(names)))
        if score > best:
            best, chosen = score, mark
    return chosen
