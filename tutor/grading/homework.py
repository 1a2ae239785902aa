"""Everything a homework is prepared with, as bytes by file name: sheets, the key, a solved sample, a table of mails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor.errors import ContentError, UsageError
from tutor.grading import handout, sheets
from tutor.grading.models import Notice, Roster, Sheets, id_key

if TYPE_CHECKING:
    from tutor.course import OpenUnit

FOLDER = "hojas"
ZIP = "hojas.zip"
MERGE = "correo.csv"
SAMPLE = "resuelta.txt"


@dataclass(frozen=True, slots=True)
class Homework:
    """`files` by path under the folder they go to; `moodle` if Moodle can hand them out by itself."""

    files: Mapping[str, bytes]
    students: int = 0
    moodle: bool = False
    notices: tuple[Notice, ...] = ()


def common(opened: OpenUnit, locale: str = "es", *, page: bool = False) -> Homework:
    """One sheet for all, over the unit's own numbers, and the same solved."""
    paper = handout.paper(opened, locale)
    files = {handout.TEXT_NAME: handout.as_text(paper).encode()}
    if page:
        files[handout.PAGE_NAME] = handout.as_page(paper).encode()
    files[SAMPLE] = handout.as_text(paper, handout.right_answers(opened, locale), solved=True).encode()
    return Homework(files)


def individual(
    opened: OpenUnit,
    roster: Roster,
    *,
    key: str | None = None,
    before: Sheets | None = None,
    locale: str = "es",
    page: bool = False,
    progress: sheets.Progress | None = None,
) -> Homework:
    """A sheet for each student with numbers of their own, and the key to mark them by.

    `before` is the key already in the folder: nobody in it loses or changes numbers. Raises ContentError when it would,
    when the unit has no variants, or when no numbers pass the screening.
    """
    unit = opened.unit
    if unit.variants is None or not unit.variants.draw:
        message = f"«{unit.unit}» no tiene variantes: no hay números distintos para cada estudiante."
        raise ContentError(message, hint="Haz una hoja común: la misma orden sin --roster.", where=unit.unit)
    students = roster.students
    drawn = sheets.draw_sheets(unit, [s.id for s in students], key, progress)
    kept = sheets.merged(drawn, before) if before is not None else drawn
    text_paths = handout.distinct_paths(students, handout.TEXT_NAME)
    page_paths = handout.distinct_paths(students, handout.PAGE_NAME) if page else {}
    moodle = all(student.moodle_id for student in students)
    given: dict[str, bytes] = {}
    mails = []
    sample = b""
    for student in students:
        sheet = drawn.sheets[id_key(student.id)]
        own = opened.over_with(sheet.data)
        paper = handout.paper(own, locale, student, sheet)
        text = handout.as_text(paper)
        given[text_paths[student.id]] = text.encode()
        if page:
            given[page_paths[student.id]] = handout.as_page(paper).encode()
        mails.append((student, text))
        if not sample:
            sample = handout.as_text(paper, handout.right_answers(own, locale), solved=True).encode()
    files = {f"{FOLDER}/{path}": content for path, content in given.items()}
    if moodle:
        files[ZIP] = handout.zipped(given)
    files |= {MERGE: handout.merge_table(mails), SAMPLE: sample}
    files[sheets.NAME] = "".join(sheets.key_file(kept)).encode()
    return Homework(files, len(students), moodle, _notices(roster, drawn, kept))


def _notices(roster: Roster, drawn: Sheets, kept: Sheets) -> tuple[Notice, ...]:
    found = list(roster.notices)
    gone = len(kept.sheets) - len(drawn.sheets)
    if gone:
        who = "1 estudiante que ya no está" if gone == 1 else f"{gone} estudiantes que ya no están"
        found.append(Notice("kept", f"En {sheets.NAME} siguen los números de {who} en la lista.", sheets.NAME))
    numbered = sum(bool(student.moodle_id) for student in roster.students)
    if numbered < len(roster.students):
        said = (
            "La lista no trae el número de participante de Moodle: las hojas se llaman como el id de cada uno. "
            "Para que Moodle las reparta, usa la que da la tarea («Descargar hoja de calificaciones»)."
        )
        found.append(Notice("no-moodle-ids", said, roster.source))
    return tuple(found)


def needs_roster(key: str | None) -> None:
    """A key draws numbers for people: without a list there is nobody to draw for."""
    if key is not None:
        hint = "Añade --roster LISTA, o quita --key para hacer una hoja común."
        raise UsageError("--key reparte números distintos y hace falta saber a quién.", hint=hint, where="--key")
