"""Whose numbers are whose: the data of each student's sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tutor.files.text import id_key


@dataclass(frozen=True, slots=True)
class Sheet:
    """The numbers of one student: nested lists by input name, as `tutor.units` takes them for data."""

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
    bank: bool = False
    """Whether they are the variants of a question bank: whoever got one tells it by its code, and several may."""

    def find(self, student_id: str) -> Sheet | None:
        """The sheet of a student, whatever the case, accents and spaces of the id; None where there is none."""
        return self.sheets.get(id_key(student_id))
