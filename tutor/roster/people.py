"""Who is in the class. Ids are text everywhere; two ids are one when their `id_key` is one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tutor.errors import Notice
from tutor.files.bulk_records import numerous
from tutor.files.dialect import Dialect
from tutor.files.text import id_key, id_keys, name_keys, unzeroed, visible


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
