"""The gradebooks that marks go back to, as data: which columns, in what hand. `filling` does the rest.

Another one is another `Format`: titles of its columns in the languages it speaks (compared without case, accents or
blanks), and where its maximum and its way of writing differ from those of a plain table. `tutor grade` takes one by its
name, `--gradebook NAME=FILE`, as soon as it is a row of `FORMATS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Format:
    """One gradebook. `name` is its option and begins the codes of its notices."""

    name: str
    output: str
    """The file that is written, without its ending."""
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Titles by what they are, beside those of any table: `feedback`, `maximum`, `scale`, `open` (whether the mark may
    be changed)."""
    graded: re.Pattern[str] | None = None
    """What the title of a column that takes marks is like, where each assignment has its own: the assignment first."""
    html: bool = False
    """Whether feedback is HTML; a backslash is then said as HTML does, for PHP's reader of tables."""
    workbook: bool = True
    """Whether it may be an Excel workbook."""
    least: int = 2
    """Decimals that a mark has at least."""
    no_grade: str = "Di cuál es con --column grade=NOMBRE."
    """What to do where there is no column for the mark."""


FEEDBACK = (
    "Comentarios de retroalimentación", "Comentarios de realimentación", "Feedback comments",
    "Comentaris de retroacció", "Comentaris de retroalimentació", "Feedback par commentaires", "Commentaires",
    "Feedback als Kommentar", "Comentários de feedback", "Commenti", "Commenti di feedback", "Feedback iruzkinak",
)  # fmt: skip
MAXIMUM = (
    "Calificación máxima", "Maximum grade", "Qualificació màxima", "Cualificación máxima", "Note maximale",
    "Nota máxima", "Beste Bewertung", "Bestwertung", "Valutazione massima", "Kalifikazio maximoa",
)  # fmt: skip

MOODLE = Format(
    "moodle",
    "moodle",
    {
        "feedback": FEEDBACK,
        "maximum": MAXIMUM,
        "scale": ("Escala", "Scale", "Barème", "Skala", "Scala"),
        "open": (
            "La calificación puede cambiarse", "La calificación puede ser cambiada", "Grade can be changed",
            "La qualificació es pot canviar", "A cualificación pode cambiarse", "La note peut être modifiée",
            "A nota pode ser alterada", "Bewertung kann geändert werden", "La valutazione può essere modificata",
        ),
    },
    html=True,
    workbook=False,
    no_grade="En Moodle: Configuración de la tarea → Tipos de retroalimentación → «Hoja de calificaciones fuera de "
    "línea»; después, Ver todos los envíos → Descargar hoja de calificaciones. Si la columna tiene otro nombre, dilo "
    "con --column grade=NOMBRE.",
)  # fmt: skip
"""The grading worksheet of an assignment, with «Participante 101», also from sites in other languages."""

CANVAS = Format(
    "canvas",
    "canvas",
    graded=re.compile(r"(.*\S)\s*\(\d+\)$"),
    workbook=False,
    no_grade="En Canvas: Calificaciones → Exportar. Si la tarea tiene otro nombre, dilo con --column grade=NOMBRE.",
)
"""The gradebook that Canvas exports: `Ecuación 1 (12345)` a column, its points in the row under the header."""

TABLE = Format("gradebook", "libro", {"feedback": (*FEEDBACK, "Comentario", "Comentarios", "Comments", "Feedback")})
"""Any table with a column that identifies: Google Classroom's, Blackboard's, a school's own."""

FORMATS = {form.name: form for form in (MOODLE, CANVAS, TABLE)}
