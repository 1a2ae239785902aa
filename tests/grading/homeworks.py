"""Homeworks to read: three students, five questions, sheets, folders, zips."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tutor.intake.hand_ins import collect
from tutor.intake.models import ClassWork, HandIn
from tutor.roster.people import Roster, Student

QUESTIONS = {
    "productos": "Productos",
    "pesos": "Pesos",
    "clave": "Clave que más pesa",
    "salida": "Salida",
    "mascara": "Fila con máscara",
}
ROSTER = Roster(
    (
        Student("a1", "María Núñez Gil", "maria@x.es", "101"),
        Student("a2", "José Peña", "jose@x.es", "102"),
        Student("a3", "Ana Gil", "ana@x.es", "103"),
    )
)
NO_NUMBERS = Roster(tuple(Student(s.id, s.name, s.email) for s in ROSTER.students))
FULL = {
    "productos": "0 ; −1 ; 3",
    "pesos": "0,1 ; 0,2 ; 0,7",
    "clave": "2",
    "salida": "1,5 ; 2",
    "mascara": "1 ; 0 ; 0",
}


def sheet(student: str = "", answers: Mapping[str, str] = FULL, name: str = "") -> str:
    body = "\n".join(f"# {QUESTIONS[q]}\n{q}: {answers.get(q, '')}\n" for q in QUESTIONS)
    return f"# Entrega\nid: {student}\nnombre: {name}\n\n{body}\n# Fin.\n"


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def laid(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def work(path: Path, roster: Roster | None = ROSTER, **more: object) -> ClassWork:
    return collect([path], QUESTIONS, roster=roster, **more)  # type: ignore[arg-type]


def one(found: ClassWork) -> HandIn:
    assert len(found.handins) == 1, [h.source for h in found.handins]
    return found.handins[0]


def codes(handin: HandIn) -> list[str]:
    return [notice.code for notice in handin.notices]


def moodle(student: Student, plugin: str = "file") -> str:
    return f"{student.name}_{student.moodle_id}_assignsubmission_{plugin}_"
