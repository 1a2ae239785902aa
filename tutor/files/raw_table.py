"""A delimited file as its very characters, so that a few cells change and nothing else does.

The common table reader gives meanings; this one keeps quotes, spaces, line ends and empty lines as they came, because
the file goes back to the program that wrote it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tutor.errors import ContentError, Notice, Problem
from tutor.files.dialect import Dialect
from tutor.files.encoding import BOMS, decode

DELIMITERS = (",", ";", "\t", "|")


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
        return not any(cell.strip() for cell in self.cells)


@dataclass(frozen=True)
class RawTable:
    """A whole file: header first. `bytes()` gives back what was read unless rows were replaced."""

    rows: tuple[RawRow, ...]
    dialect: Dialect
    notices: tuple[Notice, ...] = ()

    @property
    def header(self) -> tuple[str, ...]:
        return tuple(unquoted(cell) for cell in self.rows[0].cells) if self.rows else ()

    def with_rows(self, rows: tuple[RawRow, ...]) -> RawTable:
        return replace(self, rows=rows)

    def bytes(self) -> bytes:
        text = "".join(self.dialect.delimiter.join(row.cells) + row.end for row in self.rows)
        mark = next((m for m, name in BOMS if name == self.dialect.encoding), b"") if self.dialect.bom else b""
        return mark + text.encode(self.dialect.encoding)


def parse(raw: bytes, where: str, delimiter: str | None = None) -> RawTable:
    """The table in `raw`. The delimiter is the one that cuts the header into most cells, unless told.

    Raises ContentError for what is no text, an unclosed quote, or rows that have not the header's number of cells.
    """
    if raw.startswith(b"PK\x03\x04"):
        raise ContentError(
            f"{where} es un libro de Excel, no el CSV de Moodle.",
            hint="Usa el archivo tal como se descarga de Moodle, sin guardarlo desde Excel.",
            where=where,
        )
    decoded = decode(raw, where)
    if delimiter is None:
        first = decoded.text.lstrip("\r\n")
        delimiter = max(DELIMITERS, key=lambda d: len(_split(first, d, where, only_first=True)[0].cells))
    rows = _split(decoded.text, delimiter, where)
    _check_widths(rows, where)
    newline = next((row.end for row in rows if row.end), "\r\n")
    return RawTable(tuple(rows), Dialect(delimiter, decoded.encoding, decoded.bom, newline), decoded.notices)


def unquoted(cell: str) -> str:
    bare = cell.strip()
    if len(bare) > 1 and bare.startswith('"') and bare.endswith('"'):
        return bare[1:-1].replace('""', '"')
    return bare


def quoted(text: str, delimiter: str) -> str:
    """A cell to write: in quotes when it holds a separator, a quote, a space or a line end, as Moodle does.

    A backslash just before a quote would end the cell early for PHP's reader: it never gets that far (see `moodle`).
    """
    if text and (delimiter in text or any(c in text for c in '"\r\n\t ')):
        return '"' + text.replace('"', '""') + '"'
    return text


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
                hint="Descarga otra vez la hoja de Moodle, o corrige esa línea.",
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


def _check_widths(rows: list[RawRow], where: str) -> None:
    width = len(rows[0].cells)
    bad = [row for row in rows if len(row.cells) != width and not row.empty]
    if bad:
        first = bad[0]
        raise ContentError(
            f"{where}, línea {first.line}: tiene {len(first.cells)} campos y la cabecera {width}; "
            "Moodle rechazaría el archivo entero.",
            hint="Usa la hoja tal como se descarga de Moodle; si la guardó Excel, descárgala otra vez.",
            where=f"{where}:{first.line}",
            problems=tuple(Problem(f"{where}:{r.line}", f"{len(r.cells)} campos en vez de {width}") for r in bad[:20]),
        )
