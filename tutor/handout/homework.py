"""Everything a homework is prepared with, as bytes by file name: sheets, the key, a solved sample, a table of mails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor.errors import ContentError, Notice
from tutor.files.text import id_key
from tutor.handout import answer_key, answer_sheet
from tutor.phrasing import plural
from tutor.roster.people import Roster
from tutor.roster.sheets import Sheets

if TYPE_CHECKING:
    from tutor.units import OpenUnit

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


def common(opened: OpenUnit, locale: str = "es", *, page: bool = False, printed: bool = False) -> Homework:
    """One sheet for all, over the unit's own numbers, and the same solved."""
    paper = answer_sheet.paper(opened, locale)
    files = {answer_sheet.TEXT_NAME: answer_sheet.as_text(paper).encode()}
    if page:
        files[answer_sheet.PAGE_NAME] = answer_sheet.as_page(paper).encode()
    if printed:
        files[answer_sheet.PAPER_NAME] = answer_sheet.to_print([paper]).encode()
    files[SAMPLE] = answer_sheet.as_text(paper, answer_sheet.right_answers(opened, locale), solved=True).encode()
    return Homework(files)


def individual(
    opened: OpenUnit,
    roster: Roster,
    *,
    key: str | None = None,
    before: Sheets | None = None,
    locale: str = "es",
    page: bool = False,
    printed: bool = False,
    progress: answer_key.Progress | None = None,
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
    drawn = answer_key.draw_sheets(unit, [s.id for s in students], key, progress)
    kept = answer_key.merged(drawn, before) if before is not None else drawn
    text_paths = answer_sheet.distinct_paths(students, answer_sheet.TEXT_NAME)
    page_paths = answer_sheet.distinct_paths(students, answer_sheet.PAGE_NAME) if page else {}
    moodle = all(student.moodle_id for student in students)
    given: dict[str, bytes] = {}
    mails = []
    papers = []
    sample = b""
    for student in students:
        sheet = drawn.sheets[id_key(student.id)]
        personal = opened.over_with(sheet.data)
        paper = answer_sheet.paper(personal, locale, student, sheet)
        if printed:
            papers.append(paper)
        text = answer_sheet.as_text(paper)
        given[text_paths[student.id]] = text.encode()
        if page:
            given[page_paths[student.id]] = answer_sheet.as_page(paper).encode()
        mails.append((student, text))
        if not sample:
            sample = answer_sheet.as_text(paper, answer_sheet.right_answers(personal, locale), solved=True).encode()
    files = {f"{FOLDER}/{path}": content for path, content in given.items()}
    if moodle:
        files[ZIP] = answer_sheet.zipped(given)
    files |= {MERGE: answer_sheet.merge_table(mails), SAMPLE: sample}
    if papers:
        files[answer_sheet.PAPER_NAME] = answer_sheet.to_print(papers).encode()
    files[answer_key.NAME] = "".join(answer_key.key_file(kept)).encode()
    return Homework(files, len(students), moodle, _notices(roster, drawn, kept))


def _notices(roster: Roster, drawn: Sheets, kept: Sheets) -> tuple[Notice, ...]:
    found = list(roster.notices)
    gone = len(kept.sheets) - len(drawn.sheets)
    if gone:
        who = plural(gone, "estudiante que ya no está", "estudiantes que ya no están")
        found.append(Notice("kept", f"En {answer_key.NAME} siguen los números de {who} en la lista.", answer_key.NAME))
    numbered = sum(bool(student.moodle_id) for student in roster.students)
    if numbered < len(roster.students):
        text = (
            "La lista no trae el número de participante de Moodle: las hojas se llaman como el id de cada uno. "
            "Para que Moodle las reparta, usa la que da la tarea («Descargar hoja de calificaciones»)."
        )
        found.append(Notice("no-moodle-ids", text, roster.source))
    return tuple(found)
