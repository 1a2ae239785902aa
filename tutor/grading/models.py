"""What the grading rooms hand to each other: who is in the class, what came in, what was said about it.

What comes in (encoding, tables, roster, handins, sheets) ends in a `ClassWork`; what goes out (gradebook, feedback,
report) begins with one. Ids are text everywhere. Two ids are one when their `id_key` is one: case, accents and
spaces do not tell students apart; a roster in which that would merge two of them is refused.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from tutor.grading.numerous import numerous

INVISIBLE = dict.fromkeys(
    [0x00AD, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x206A)]
)
"""Characters nobody sees: soft hyphen, zero-width space and joiners, direction marks, BOM."""
_DROPPED = INVISIBLE | dict.fromkeys(range(0x0300, 0x0370))
"""Those, and the accents that NFKD sets apart from their letters."""


class State(StrEnum):
    """The five states of a student. They never merge: only two of them have a mark."""

    GRADED = "graded"
    BLANK = "blank"
    """Handed in, nothing answered: 0."""
    UNREADABLE = "unreadable"
    """Needs a person: no mark until someone decides."""
    MISSING = "missing"
    """On the roster, nothing handed in: no mark."""
    UNKNOWN = "unknown"
    """Handed in, not on the roster: a mark, but in no export."""

    @property
    def label(self) -> str:
        """What teachers read."""
        return _LABELS[self]


_LABELS = {
    State.GRADED: "calificado",
    State.BLANK: "en blanco",
    State.UNREADABLE: "por leer",
    State.MISSING: "sin entregar",
    State.UNKNOWN: "fuera de lista",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing a teacher should know: a code for programs, a Spanish sentence, and a file or file:line."""

    code: str
    text: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table was written, so that it can be written back alike. An XLSX sheet has no delimiter."""

    delimiter: str = ";"
    encoding: str = "utf-8"
    bom: bool = False
    newline: str = "\r\n"
    decimal: str = ","
    sheet: str = ""
    """The name of the worksheet, when the table is one of a workbook."""

    @property
    def spoken(self) -> str:
        """The dialect in words, for the line that says how a file was read."""
        if self.sheet:
            return f"libro de Excel, hoja «{self.sheet}»"
        name = {",": "coma", ";": "punto y coma", "\t": "tabulador", "|": "barra", "": "una sola columna"}
        return f"separador {name.get(self.delimiter, self.delimiter)}, {self.encoding}{' con BOM' if self.bom else ''}"


@numerous(frozen=True, slots=True)
class Student:
    """One row of the roster. `moodle_id` is the 12345 of `Participante 12345`, empty when the export lacks it."""

    id: str
    name: str = ""
    email: str = ""
    moodle_id: str = ""
    groups: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True)
class Roster:
    """The class, in the order of its file, with what was noticed on reading it."""

    students: tuple[Student, ...]
    notices: tuple[Notice, ...] = ()
    source: str = ""
    dialect: Dialect | None = None

    @cached_property
    def by_key(self) -> dict[str, Student]:
        """Students by `id_key` of their id."""
        return dict(zip(id_keys([s.id for s in self.students]), self.students, strict=True))

    @cached_property
    def by_digits(self) -> dict[str, Student]:
        """Students by their id without leading zeros, where no other has the same."""
        bare = unzeroed(s.id for s in self.students)
        return {digits: self.by_key[id_key(student)] for digits, student in bare.items()}

    @cached_property
    def by_moodle_id(self) -> dict[str, Student]:
        return {s.moodle_id: s for s in self.students if s.moodle_id}

    @cached_property
    def by_email(self) -> dict[str, Student]:
        return {s.email.casefold(): s for s in self.students if s.email}

    @cached_property
    def by_name(self) -> dict[str, tuple[Student, ...]]:
        """Students by `name_key`; more than one under a name means that the name identifies nobody."""
        found: dict[str, tuple[Student, ...]] = {}
        named = [student for student in self.students if student.name]
        for key, student in zip(name_keys([s.name for s in named]), named, strict=True):
            found[key] = (*found.get(key, ()), student)
        return found

    def find(self, student_id: str) -> Student | None:
        """The student of that id, whatever its case, accents and spaces, and the zeros a spreadsheet took from it."""
        found = self.by_key.get(id_key(student_id))
        if found is None and (digits := visible(student_id)).isdecimal():
            found = self.by_digits.get(digits.lstrip("0"))
        return found


@numerous(frozen=True, slots=True)
class HandIn:
    """One thing handed in: a file, a row of a table, an online text.

    `student_id` is the roster's own spelling when the student is on it, else what was written; empty when nobody could
    be recognised. `answers` maps question ids to raw texts (absent or empty: not answered) and is None when the file
    could not be read. `problem` says why a person must look, also when some answers were read. `source` names the
    file and, in a table, the line (`notas.csv:17`). `date` is an ISO text (comparable as text), empty when the hand-in
    carries none: dates of files on disk are not trusted. `raw_name` is the file's name as it came, for the audit.
    """

    student_id: str
    answers: Mapping[str, str] | None
    source: str
    problem: Notice | None = None
    notices: tuple[Notice, ...] = ()
    date: str = ""
    known: bool = True
    """Whether the student is on the roster; True for all when there is no roster."""
    name: str = ""
    raw_name: str = ""
    sheet_code: str = ""
    """The short code a sheet carries to tell whose numbers it shows; empty when it has none."""
    order: tuple[str, int] = ("", 0)
    """Where it came from, to sort by: the same whatever the order in which files were given."""
    fingerprint: str = ""
    """Eight digits of the hash of the file's bytes: the same wherever it lies; empty for what was no file."""

    @property
    def hint(self) -> State | None:
        """The state that reading alone decides, or None when the answers must be judged."""
        if self.answers is None or self.problem is not None:
            return State.UNREADABLE
        if not any(text.strip() for text in self.answers.values()):
            return State.BLANK
        return None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The numbers of one student: nested lists by input name, as `tutor.course` takes them for data."""

    student_id: str
    data: Mapping[str, Any]
    draw: int = 0
    """How many draws were set aside before these numbers passed the screening."""
    code: str = ""
    """What is printed on the sheet to tell whose numbers it shows."""


@dataclass(frozen=True)
class Sheets:
    """What `clave.yaml` holds: every student's numbers, and what they were drawn from."""

    unit: str
    version: int
    key: str
    sheets: Mapping[str, Sheet]
    """By `id_key` of the student's id."""
    source: str = ""

    def find(self, student_id: str) -> Sheet | None:
        return self.sheets.get(id_key(student_id))


@dataclass(frozen=True, slots=True)
class ClassWork:
    """Everything that came in: hand-ins sorted by `order`, several a student when there are duplicates.

    `notices` concern the whole (a dialect, files left aside); those of one hand-in are in it.
    """

    roster: Roster | None
    handins: tuple[HandIn, ...]
    notices: tuple[Notice, ...] = ()
    ignored: tuple[str, ...] = field(default=())
    """Files that systems leave behind (`.DS_Store`, `__MACOSX/`), for `--verbose`."""


def shown(text: str, limit: int = 80) -> str:
    """`text` fit for a message: one line, no control nor direction characters, cut at `limit`."""
    if len(text) <= limit and text.isprintable():
        return " ".join(text.split())
    flat = " ".join("".join(c if c.isprintable() else " " for c in text[: 2 * limit].translate(INVISIBLE)).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def visible(text: str) -> str:
    """`text` in NFC without invisible characters nor spaces at its ends; those inside stay, to be seen and reported."""
    if text.isascii():
        return text.strip()
    text = unicodedata.normalize("NFC", text)
    before = None
    while before != text:
        before = text
        text = text.strip().strip("".join(map(chr, INVISIBLE)))
    return text


def id_key(text: str) -> str:
    """What two ids are compared by: no case, no accents, no spaces, nothing invisible."""
    if text.isascii():
        return "".join(text.split()).lower()
    return "".join(_unaccented(text).split()).casefold()


def id_keys(texts: Sequence[str]) -> list[str]:
    """`id_key` of each: in one go where they are plain letters and digits, as most ids are."""
    joined = "\0".join(texts)
    if joined.isascii() and joined.split() == [joined]:
        keys = joined.lower().split("\0")
        if len(keys) == len(texts):
            return keys
    return list(map(id_key, texts))


def unzeroed(students: Iterable[str]) -> dict[str, str]:
    """Ids of digits by what a spreadsheet leaves of them: without leading zeros, where that is one id alone."""
    found: dict[str, list[str]] = {}
    for student in students:
        if student.isdecimal():
            found.setdefault(student.lstrip("0"), []).append(student)
    return {bare: ids[0] for bare, ids in found.items() if len(ids) == 1}


def name_key(text: str) -> str:
    """What two names are compared by: as ids, but words stay apart and their order does not matter."""
    return " ".join(sorted(_spread(text).split()))


def name_keys(texts: Sequence[str]) -> list[str]:
    """`name_key` of each, for less."""
    spread = _spread("\0".join(texts)).split("\0")
    return [" ".join(sorted(words.split())) for words in (spread if len(spread) == len(texts) else map(_spread, texts))]


def _spread(text: str) -> str:
    return _unaccented(text.replace("_", " ").replace(",", " ")).casefold()


def _unaccented(text: str) -> str:
    return unicodedata.normalize("NFKD", text).translate(_DROPPED)
