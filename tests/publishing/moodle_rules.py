"""What Moodle does with the files we hand it, from its published importers.

Written from `lib/csvlib.class.php` (reading), `mod/assign/feedback/offline/importgradeslib.php` and `locallib.php` (the
grading worksheet), `grade/import/csv/classes/load_data.php` (the gradebook import) and
`mod/assign/feedback/file/importziplib.php` (feedback files). Only what decides whether a mark arrives is here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


class Cancelled(Exception):
    """Moodle refuses the whole file."""


@dataclass(frozen=True)
class Site:
    """A Moodle: its decimal mark, the names of its columns, and who is in the course by participant number."""

    decimal: str = ","
    grade: str = "Calificación"
    identifier: str = "Identificador"
    modified: str = "Última modificación (calificación)"
    feedback: str = "Comentarios de retroalimentación"
    participant: str = "Participante "
    people: Mapping[str, str] = field(default_factory=dict)
    """Participant number to user."""
    maximum: float = 10


def fgetcsv(text: str, delimiter: str) -> list[list[str]]:
    """Records as PHP's `fgetcsv` cuts them with its default escape: a backslash keeps the next quote from closing."""
    rows, cells, cell = [], [], ""
    i, inside, any_quote = 0, False, False
    while i < len(text):
        c = text[i]
        if inside:
            if c == "\\" and i + 1 < len(text):
                cell += c + text[i + 1]
                i += 2
                continue
            if c == '"' and text[i + 1 : i + 2] == '"':
                cell += '"'
                i += 2
                continue
            if c == '"':
                inside = False
            else:
                cell += c
        elif c == '"' and not cell.strip() and not any_quote:
            inside = any_quote = True
            cell = ""
        elif c == delimiter:
            cells.append(cell)
            cell, any_quote = "", False
        elif c == "\n":
            rows.append([*cells, cell])
            cells, cell, any_quote = [], "", False
        else:
            cell += c
        i += 1
    if inside:
        raise Cancelled("csvloaderror: unterminated quote")
    if cell or cells:
        rows.append([*cells, cell])
    return rows


def load(content: bytes, delimiter: str = ",") -> tuple[list[str], list[list[str]]]:
    """`csv_import_reader`: UTF-8, the BOM trimmed, line ends made one; every row as wide as the header."""
    text = content.decode("utf-8").removeprefix("\ufeff")
    text = re.sub(r"\r\n?", "\n", text)
    rows = [r for r in fgetcsv(text, delimiter) if r != [""]]
    if not rows:
        raise Cancelled("csvemptyfile")
    header = [c.strip() for c in rows[0]]
    if len(header) < 2:
        raise Cancelled("csvfewcolumns")
    for row in rows[1:]:
        if len(row) != len(header):
            raise Cancelled(f"csvweirdcolumns: {row}")
    return header, rows[1:]


def unformat_float(text: str, decimal: str) -> float | None:
    """The site's decimal mark or a point; None for nothing. Raises ValueError for what is no number."""
    bare = text.replace(" ", "").replace("\u00a0", "")
    if bare == "":
        return None
    return float(bare.replace(decimal, "."))


def import_worksheet(content: bytes, site: Site, delimiter: str = ",") -> dict[str, tuple[float | None, str]]:
    """What the worksheet changes: user to (grade or None when it is skipped, feedback)."""
    header, rows = load(content, delimiter)
    for needed in (site.grade, site.identifier, site.modified):
        if needed not in header:
            raise Cancelled(f"invalidgradeimport: {needed}")
    arrived: dict[str, tuple[float | None, str]] = {}
    for row in rows:
        user = site.people.get(row[header.index(site.identifier)][len(site.participant) :])
        if user is None:
            continue
        try:
            grade = unformat_float(row[header.index(site.grade)], site.decimal)
        except ValueError:
            grade = None
        if grade is not None and not 0 <= grade <= site.maximum:
            grade = None
        feedback = row[header.index(site.feedback)] if site.feedback in header else ""
        arrived[user] = (grade, feedback)
    return arrived


def import_gradebook(
    content: bytes, key: str, users: Mapping[str, str], *, decimal: str = ",", grade: str = "Calificación"
) -> dict[str, float]:
    """`grade/import/csv` mapping column `key`: user to grade. One bad row cancels everything."""
    header, rows = load(content)
    arrived: dict[str, float] = {}
    student = None
    for row in rows:
        value = row[header.index(key)].strip()
        if value:
            student = users.get(value)
            if student is None:
                raise Cancelled(f"usermappingerror: {value}")
        if student is None:
            raise Cancelled("usermappingerrorusernotfound")
        # A row with an empty key goes on with the student of the row before: nothing of ours may do that.
        if not value:
            raise Cancelled(f"a mark for nobody would go to {student}")
        text = row[header.index(grade)].strip()
        try:
            number = None if text in ("", "-") else unformat_float(text, decimal)
        except ValueError:
            raise Cancelled(f"badgrade: {text}") from None
        if number is not None and number > 100:
            raise Cancelled("gradevaluetoobig")
        if number is not None:
            arrived[student] = number
    return arrived


def feedback_owner(path: str, people: Mapping[str, str]) -> tuple[str, str] | None:
    """Whose feedback a file of the zip is, and its name there: `Nombre_12345_assignsubmission_file_/hoja.html`."""
    parts: Sequence[str] = path.split("/")
    if parts[-1].startswith((".", "~")):
        return None
    rest = list(parts)
    while rest:
        info = rest.pop(0).split("_", 4)
        if len(info) < 4 or not info[1].isdigit() or info[1] not in people:
            continue
        if (info[2], info[3]) not in (("assignsubmission", "file"), ("assignfeedback", "file")):
            continue
        tail = info[4] if len(info) > 4 else ""
        return people[info[1]], "/".join([tail, *rest]).lstrip("/")
    return None
