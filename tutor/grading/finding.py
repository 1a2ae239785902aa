"""The student somebody asks about, by whatever they are known by."""

from __future__ import annotations

from tutor.errors import UsageError
from tutor.files.text import id_key, name_key, shown, unzeroed
from tutor.grading.records import Graded, Row
from tutor.roster.columns import nearest


def find_row(graded: Graded, who: str) -> Row:
    """The row of an id, of a code such as `a042-pesos`, a participant number, a mail or a name, if it is one student's.

    Raises UsageError, naming the nearest.
    """

    rows = {id_key(row.id): row for row in graded.rows}
    for name in (who, *(who.removesuffix(f"-{q.id}") for q in graded.questions)):
        if id_key(name) in rows:
            return rows[id_key(name)]
    mail = who.strip().casefold()
    words = set(name_key(who).split())
    digits = unzeroed(row.id for row in graded.rows)
    ways = (
        [row for row in graded.rows if row.student is not None and row.student.moodle_id == who.strip()],
        [row for row in graded.rows if row.id == digits.get(who.strip().lstrip("0"))],
        [row for row in graded.rows if row.student is not None and row.student.email.casefold() == mail != ""],
        [row for row in graded.rows if words and words <= set(name_key(row.name).split())],
    )
    for hits in ways:
        if len(hits) == 1:
            return hits[0]
    if named := ways[-1]:
        who_else = ", ".join(f"{shown(row.id)} ({shown(row.name)})" for row in named[:5])
        raise UsageError(f"«{shown(who)}» puede ser {who_else}.", hint="Da su id.", where="--explain")
    near = nearest(who, [row.id for row in graded.rows])
    hint = f"¿Querías decir «{shown(near)}»?" if near else "Los ids son los de la lista o los de las entregas."
    raise UsageError(f"No hay nadie con el id «{shown(who)}».", hint=hint, where="--explain")
