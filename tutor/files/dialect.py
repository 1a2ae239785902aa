"""How a table was written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table was written, so that it can be written back alike. An XLSX sheet has no delimiter."""

    delimiter: str = ";"
    encoding: str = "utf-8"
    bom: bool = False
    newline: str = "\r\n"
    sheet: str = ""
    """The name of the worksheet, when the table is one of a workbook."""
    source: str = ""
    """The name of the file, for messages."""

    @property
    def spoken(self) -> str:
        """The dialect in words, for the line that says how a file was read."""
        if self.sheet:
            return f"libro de Excel, hoja «{self.sheet}»"
        name = {",": "coma", ";": "punto y coma", "\t": "tabulador", "|": "barra", "": "una sola columna"}
        return f"separador {name.get(self.delimiter, self.delimiter)}, {self.encoding}{' con BOM' if self.bom else ''}"
