"""`moodle.csv` without a worksheet: a file for Moodle's «Importar calificaciones».

It follows what that importer does (`grade/import/csv`): a student it cannot find cancels the whole import, so the rows
that would are left out and named.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Sequence

from tutor.errors import Notice
from tutor.files.text import inert, listed
from tutor.grading.records import MAXIMUM, Graded, Row, decimal_text
from tutor.publishing.filling import Filled, for_php
from tutor.publishing.formats import MOODLE
from tutor.roster.people import State

NAME = f"{MOODLE.output}.csv"


def moodle_csv(graded: Graded, comments: Callable[[Row], str]) -> Filled:
    """A file for «Importar calificaciones → archivo CSV»: one key column that all rows have, grade and feedback."""
    rows = [row for row in graded.rows if row.mark is not None and row.state is not State.UNKNOWN]
    keys: dict[str, Callable[[Row], str]] = {
        "Dirección de correo": lambda row: row.student.email if row.student else "",
        "Número de ID": lambda row: row.student.id if row.student else row.id,
    }
    sound = {name: _sound(rows, key) for name, key in keys.items()}
    best = max(sound, key=lambda name: len(sound[name]))
    whole = [name for name in keys if name == best or len(sound[name]) == len(rows)]
    left = [row.id for row in rows if row.id not in sound[best]]
    sent = [row for row in rows if row.id in sound[best]]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([*whole, "Nombre completo", "Calificación", "Comentarios de retroalimentación"])
    for row in sent:
        assert row.mark is not None
        cells = [*(keys[name](row) for name in whole), for_php(inert(row.name))]
        writer.writerow([*cells, decimal_text(row.mark, ".", least=2), for_php(comments(row))])
    notices = [Notice("moodle-import", f"{NAME}: en Moodle, «Asignar desde» {best}; las notas van sobre {MAXIMUM}.")]
    if left:
        notices.append(
            Notice(
                "moodle-left-out",
                f"{NAME} no lleva a {listed(left)}: sin {best.lower()} propia Moodle cancelaría la importación "
                "entera. Pon sus notas a mano.",
            )
        )
    return Filled(text.getvalue().encode("utf-8-sig"), len(sent), tuple(notices), None, NAME)


def _sound(rows: Sequence[Row], key: Callable[[Row], str]) -> set[str]:
    """The ids of the students whose `key` is theirs alone and reaches Moodle as it is."""
    times = Counter(key(row).casefold() for row in rows)
    return {row.id for row in rows if (k := key(row)) and k.strip() == k == inert(k) and times[k.casefold()] == 1}
