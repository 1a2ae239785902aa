"""Who is in the class. Ids are text everywhere; two ids are one when their `id_key` is one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tutor.errors import Notice
from tutor.files.bulk_records import bulk_record
from tutor.files.text import id_keys


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


@bulk_record(frozen=True, slots=True)
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

    @cached_property
    def by_key(self) -> dict[str, Student]:
        """Students by `id_key` of their id."""
        return dict(zip(id_keys([s.id for s in self.students]), self.students, strict=True))
