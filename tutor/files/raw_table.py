"""A delimited file as its very characters, so that a few cells change and nothing else does.

The common table reader gives meanings; this one keeps quotes, spaces, line ends and empty lines as they came, because
the file goes back to the program that wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tutor.errors import ContentError, Notice, Problem
from tutor.files.dialect import Dialect
from tutor.files.encoding import BOMS
from tutor.files.source import Source

DELIMITERS = (",", ";", "\t", "|")
Changes = Mapping[tuple[int, int], str]
"""New contents by row and column, both from 0."""


@dataclass(frozen=True, slots=True)
class RawRow:
    """One record: its cells as written, quotes included, its line end, and its line in the file."""

    cells: tuple[str, ...]
    end: str
    line: int

    def text(self, index: int | None) -> str:
        """The content of a cell; empty where there is none."""
        if index is None or index >= len(self.cells):
            return ""
        return unquoted(self.cells[index])

    @property
    def empty(self) -> bool:
        """Whether no cell has anything in it."""
        return not any(cell.strip() for cell in self.cells)

    @property
    def alone(self) -> bool:
        """Whether it is one cell: what people write above or below a table."""
        return len(self.cells) == 1


@dataclass(frozen=True)
class RawTable:
    """A whole file. `written` with no changes gives back what was read."""

    rows: tuple[RawRow, ...]
    dialect: Dialect
    notices: tuple[Notice, ...] = ()

    def check_widths(self, header: int, *, notes: bool) -> None:
        """Raises ContentError with every row below `header` that has not as many cells, but for empty ones and, where
        there may be `notes`, those of one cell."""
        width = len(self.rows[header].cells)
        bad = [r for r in self.rows[header:] if len(r.cells) != width and not (r.empty or (notes and r.alone))]
        if bad:
            where, first = self.dialect.source, bad[0]
            fields = "1 campo" if first.alone else f"{len(first.cells)} campos"
            raise ContentError(
                f"{where}, línea {first.line}: tiene {fields} y la cabecera {width}; "
                "quien lo importe rechazaría el archivo entero.",
                hint="Usa el archivo tal como se descarga; si lo guardó Excel, descárgalo otra vez.",
                where=f"{where}:{first.line}",
                problems=tuple(
                    Problem(f"{where}:{r.line}", f"campos: {len(r.cells)} en vez de {width}") for r in bad[:20]
                ),
            )

    def fixed(self, row: int, column: int) -> bool:
        """Whether a cell is not to be written over: never, in a text."""
        return False

    def written(self, texts: Changes, numbers: Changes) -> bytes:
        """The file with some cells changed, as bytes; in UTF-8 with BOM where its own encoding lacks a sign."""
        delimiter = self.dialect.delimiter
        rows = [list(row.cells) for row in self.rows]
        for (row, column), text in (*texts.items(), *numbers.items()):
            rows[row] += [""] * (column + 1 - len(rows[row]))
            rows[row][column] = _like(rows[row][column], text, delimiter)
        text = "".join(delimiter.join(cells) + row.end for cells, row in zip(rows, self.rows, strict=True))
        mark = next((m for m, name in BOMS if name == self.dialect.encoding), b"") if self.dialect.bom else b""
        try:
            return mark + text.encode(self.dialect.encoding)
        except UnicodeEncodeError:
            return text.encode("utf-8-sig")


def parse(source: Source) -> RawTable:
    """The table in a text. The delimiter is the one that cuts the header into most cells.

    Raises ContentError for what is no text, or for an unclosed quote.
    """
    where, decoded = source.name, source.decoded
    delimiter = max(DELIMITERS, key=lambda d: _cells_of_header(decoded.text, d))
    rows = _split(decoded.text, delimiter, where)
    newline = next((row.end for row in rows if row.end), "\r\n")
    dialect = Dialect(delimiter, decoded.encoding, decoded.bom, newline, source=where)
    return RawTable(tuple(rows), dialect, decoded.notices)


def unquoted(cell: str) -> str:
    """What a cell says, without the quotes and blanks around it."""
    bare = cell.strip()
    if len(bare) > 1 and bare.startswith('"') and bare.endswith('"'):
        return bare[1:-1].replace('""', '"')
    return bare


def quoted(text: str, delimiter: str) -> str:
    """A cell to write: in quotes when it holds a separator, a quote, a space or a line end, as Moodle does.

    A backslash just before a quote would end the cell early for PHP's reader: it never gets that far (see `filling`).
    """
    if text and (delimiter in text or any(c in text for c in '"\r\n\t ')):
        return '"' + text.replace('"', '""') + '"'
    return text


def _cells_of_header(text: str, delimiter: str) -> int:
    """Into how many cells a delimiter cuts the first line that has any; titles may stand over the header."""
    first = re.search(r"^[^\r\n]*[,;\t|].*", text, re.MULTILINE | re.DOTALL)
    try:
        return len(_split(first[0] if first else "", delimiter, "", only_first=True)[0].cells)
    except ContentError:
        return 0


def _split(text: str, delimiter: str, where: str, *, only_first: bool = False) -> list[RawRow]:
    mark = re.escape(delimiter)
    token = re.compile(rf'( *"(?:[^"]|"")*"[^{mark}\r\n]*|[^{mark}\r\n]*)({mark}|\r\n|\r|\n|\Z)')
    rows: list[RawRow] = []
    cells: list[str] = []
    at, line, begun = 0, 1, 1
    while at < len(text):
        found = token.match(text, at)
        if found is None or (found[1].lstrip().startswith('"') and found[1].count('"') % 2):
            raise ContentError(
                f"{where}: las comillas que se abren en la línea {line} no se cierran.",
                hint="Descarga otra vez el archivo, o corrige esa línea.",
                where=f"{where}:{line}",
            )
        cells.append(found[1])
        line += found[1].count("\n")
        at = found.end()
        if found[2] != delimiter:
            rows.append(RawRow(tuple(cells), found[2], begun))
            cells = []
            line += 1
            begun = line
            if only_first:
                return rows
    if cells:
        # The file ends in a delimiter: one more empty cell closes its last row.
        rows.append(RawRow((*cells, ""), "", begun))
    return rows or [RawRow(("",), "", 1)]


def _like(old: str, new: str, delimiter: str) -> str:
    """A new cell, in quotes if the old one had them or if it needs them."""
    cell = quoted(new, delimiter)
    return f'"{cell}"' if old.strip().startswith('"') and not cell.startswith('"') else cell
