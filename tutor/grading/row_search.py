"""The student somebody asks about, by whatever they are known by."""

from __future__ import annotations

from tutor.errors import UsageError, nearest
from tutor.files.text import display, id_key
from tutor.grading.records import Graded, Row
from tutor.roster.directory import Directory
from tutor.roster.people import Student


def find_row(graded: Graded, who: str) -> Row:
    """The row of an id, of a code such as `a042-pesos`, a participant number, a mail or a name, if it is one student's.

    Raises UsageError, naming the nearest.
    """
    rows = {row.id: row for row in graded.rows}
    directory = Directory.of(row.student or Student(row.id, row.name) for row in graded.rows)
    for name in (who, *(who.removesuffix(f"-{q.id}") for q in graded.questions)):
        if student := directory.find(name):
            return rows[student.id]
    found = directory.search(who)
    if len(found) == 1:
        return rows[found[0].id]
    if found:
        several = ", ".join(f"{display(s.id)} ({display(s.name)})" for s in found[:5])
        raise UsageError(f"«{display(who)}» puede ser {several}.", hint="Da su id.", where="--explain")
    near = nearest(who[:80], rows, id_key)
    hint = f"¿Querías decir «{display(near)}»?" if near else "Los ids son los de la lista o los de las entregas."
    raise UsageError(f"No hay nadie con el id «{display(who)}».", hint=hint, where="--explain")
