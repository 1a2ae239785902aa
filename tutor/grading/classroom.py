"""From what came in to a graded class: whose hand-in counts, its marks, what a teacher decided, what is in doubt.

`grade` is where the pieces meet; it reads no file and writes none. The judging is in `marking`; a row is made of one
student's judgements in `rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tutor.errors import ContentError, Notice
from tutor.files.text import display, id_key
from tutor.grading.ambiguous import Ways, ways_of
from tutor.grading.copy_detection import classmates
from tutor.grading.decisions import Decisions, Doubt, quote
from tutor.grading.details import Details
from tutor.grading.marking import CHUNK, Marked, Progress, Reader, Sums, asked_of, mark, mark_readings, slices
from tutor.grading.records import Graded, Known, Row
from tutor.grading.rows import JudgedClass
from tutor.handout.key_numbers import SheetLines, stacked
from tutor.intake.duplicates import Candidates, Policy, by_student
from tutor.intake.models import ClassWork, HandIn
from tutor.judging.visible_slips import VISIBLE
from tutor.roster.directory import DOUBTS, Directory
from tutor.roster.people import State, Student
from tutor.roster.sheets import Sheets
from tutor.units.bound_unit import scope_over

if TYPE_CHECKING:
    from tutor.answers import Reading
    from tutor.units import OpenQuestion, OpenUnit


@dataclass(frozen=True)
class Outcome:
    """A graded class and what a person has to settle in it."""

    graded: Graded
    doubts: tuple[Doubt, ...]


def grade(
    opened: OpenUnit,
    work: ClassWork,
    *,
    sheets: Sheets | None = None,
    decisions: Decisions | None = None,
    duplicates: Policy = "error",
    locale: str = "es",
    chunk: int = CHUNK,
    progress: Progress | None = None,
) -> Outcome:
    """Grade everything that came in. `sheets` are each student's own numbers; without them all have the unit's.

    The same input gives the same rows in the same order, whatever the order of the files.
    """
    opened = opened.guard()
    sums = Sums.of(asked_of(opened))
    decisions, work = _claimed(decisions or Decisions(), work)
    chosen = _chosen(work, duplicates)
    handins = [handin for _, choice in chosen for handin in choice.handins]
    keys = [key for key, choice in chosen for _ in choice.handins]
    numbers, sheet_of = _numbers(_sheet_keys(keys, handins, sheets), sheets)
    if sheets is not None and numbers is not None:
        _rows_of_theirs(opened, sums, numbers, sheets)
    data = slices(numbers, sheet_of.clip(0))
    numberless: list[bool] = (sheet_of < 0).tolist()
    marked = mark(opened, sums, [h.answers or {} for h in handins], data, locale=locale, chunk=chunk, progress=progress)
    readers = {q.id: Reader(opened, q.id, locale) for q in sums.asked}

    def reading(question: str, row: int) -> Reading | None:
        return readers[question].one((handins[row].answers or {}).get(question, ""))

    copied: dict[int, int] = {}
    if numbers is not None:
        copied = classmates(opened, marked, numbers, sheet_of)
        marked = marked.patched(_again(opened, marked, reading, numbers, sheet_of, copied))
    ways = ways_of(opened, marked, reading, data)
    marked = marked.patched(_decided(marked, ways, handins, decisions))

    others = {row: _owner(sheets, place) for row, place in copied.items()}
    judged = JudgedClass(
        handins, marked, ways, numberless, others, reading, decisions, locale, undecided=duplicates == "error"
    )  # fmt: skip
    students = work.roster.by_key if work.roster is not None else {}
    rows: list[Row] = []
    doubts: list[Doubt] = []
    places: dict[str, int] = {}
    notices = _of_another_version(opened, sheets)
    at = 0
    for key, choice in chosen:
        made = judged.row(choice, at, students.get(key))
        rows.append(made.row)
        doubts += made.doubts
        notices += made.notices
        if made.at is not None:
            places[made.row.id] = made.at
        at += len(choice.handins)
    absent = _absent(work, set(keys), len(sums.asked))
    rows += absent
    if decisions.students:
        notices += decisions.unused({id_key(row.id): row.id for row in absent})
    detail = Details(opened, marked, reading, data, places, decisions, locale)
    graded = Graded(
        opened.unit.unit,
        opened.unit.version,
        opened.unit.title,
        sums.asked,
        tuple(sorted(rows, key=attrgetter("id"))),
        detail,
        detail.right,
        detail.allowance,
        (*work.notices, *(work.roster.notices if work.roster else ()), *decisions.notices, *notices),
        _known(opened),
        len(work.roster.students) if work.roster else None,
        work.roster.students if work.roster else (),
        detail.worked,
        detail.variants(),
        sheets is None,
    )
    return Outcome(graded, tuple(_with_right(graded, doubts)))


def _with_right(graded: Graded, doubts: Sequence[Doubt]) -> Iterator[Doubt]:
    """The doubts, student by student, each with the right answer beside it: whoever decides needs to know it."""
    rows = {row.id: row for row in graded.rows}
    for doubt in sorted(doubts, key=lambda d: id_key(d.student_id)):
        row = rows.get(doubt.student_id)
        if doubt.question and row is not None:
            right = graded.right(row, doubt.question)
            yield replace(doubt, reason=f"{doubt.reason}; lo correcto es {right}")
        else:
            yield doubt


def _claimed(decisions: Decisions, work: ClassWork) -> tuple[Decisions, ClassWork]:
    """Decisions under the ids of the class, and the hand-ins of nobody under the ids that the teacher gave them."""
    if not decisions.listed:
        return decisions, work
    handins = [_as_claimed(handin, decisions, work.directory) for handin in work.handins]
    listed = work.roster.by_key if work.roster else {}
    others = (h for h in handins if id_key(h.student_id) not in listed)
    named = {h.student_id or f"¿{display(h.source, 60)}?": h.name for h in others}
    people = Directory.of([*listed.values(), *(Student(id, name) for id, name in named.items())])
    return decisions.named(people), replace(work, handins=tuple(handins))


def _as_claimed(handin: HandIn, decisions: Decisions, directory: Directory) -> HandIn:
    """A hand-in whose owner was in doubt, under the id that was put in its line in place of the one there."""
    doubted = handin.problem is not None and handin.problem.code in DOUBTS
    if (handin.known and not doubted) or handin.fingerprint not in decisions.claims:
        return handin
    id, where = decisions.claims[handin.fingerprint]
    student = directory.find(id) if directory.roster else Student(id)
    if student is None or id_key(student.id) in (id_key(handin.student_id), ""):
        return handin
    notice = Notice("claimed", f"{handin.source}: es de {student.id} porque lo dices en {where}.", where)
    return replace(
        handin, student_id=student.id, name=student.name, known=True, notices=(*handin.notices, notice),
        problem=None if doubted else handin.problem,
    )  # fmt: skip


def _chosen(work: ClassWork, duplicates: Policy) -> list[tuple[str, Candidates]]:
    """The hand-ins that count by the key of their student; those of nobody stay apart, one by one, under no key."""
    found = by_student((h for h in work.handins if h.student_id), duplicates)
    nobodys = [h for h in work.handins if not h.student_id]
    nobody = [("", Candidates((h,))) for h in sorted(nobodys, key=attrgetter("order"))]
    return [*sorted(found.items()), *nobody]


def _sheet_keys(keys: Sequence[str], handins: Sequence[HandIn], sheets: Sheets | None) -> Sequence[str]:
    """Under which key each hand-in has its numbers: its student's; in a question bank, that of the variant it tells."""
    if sheets is None or not sheets.bank:
        return keys
    variants = {sheet.code.casefold(): key for key, sheet in sheets.sheets.items()}
    return [variants.get(handin.sheet_code.casefold(), "") for handin in handins]


def _numbers(keys: Sequence[str], sheets: Sheets | None) -> tuple[dict[str, Any] | None, NDArray[np.intp]]:
    """The numbers of every sheet, handed in or not, and which each hand-in has: -1 for none, also where all have the
    unit's though there should be sheets. One without is never marked."""
    if sheets is None or not sheets.sheets or not keys:
        return None, np.full(len(keys), 0 if sheets is None else -1, dtype=np.intp)
    found = sheets.sheets
    if isinstance(found, SheetLines):
        numbers = found.numbers(found)
    else:
        numbers = stacked([sheet.data for sheet in found.values()], sheets.source)
    places = {key: place for place, key in enumerate(found)}
    return numbers, np.array([places.get(key, -1) for key in keys], dtype=np.intp)


def _rows_of_theirs(opened: OpenUnit, sums: Sums, numbers: Mapping[str, Any], sheets: Sheets) -> None:
    """Raises ContentError, with the student, where the number that says which row is asked is no row."""
    for question in (opened.question(q.id) for q in sums.asked):
        low, high = 0, len(sheets.sheets)
        if not isinstance(question.target.row, str) or not _why_no_row(opened, question, numbers, low, high):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if _why_no_row(opened, question, numbers, low, middle) else (middle, high)
        raise ContentError(
            f"en los números de «{display(_owner(sheets, low))}», {_why_no_row(opened, question, numbers, low, high)}.",
            hint="Corrige esa línea, o recupera el archivo que escribió `tutor sheet`.",
            where=sheets.source,
        )


def _why_no_row(opened: OpenUnit, question: OpenQuestion, numbers: Mapping[str, Any], low: int, high: int) -> str:
    """What is wrong with the rows asked of some of the sheets; "" where nothing is."""
    try:
        question.target.rows(scope_over(opened, question.model, slices(numbers, slice(low, high)) or {}))
    except ContentError as error:
        return error.message
    return ""


def _of_another_version(opened: OpenUnit, sheets: Sheets | None) -> list[Notice]:
    unit = opened.unit
    if sheets is None or sheets.version == unit.version:
        return []
    text = (
        f"{sheets.source} es de la versión {sheets.version} de «{unit.unit}», que no está guardada, y esta es la "
        f"{unit.version}: califico con los números de la clave y las preguntas de ahora. Compruébalo en alguna hoja."
    )
    return [Notice("sheets-version", text, sheets.source)]


def _again(
    opened: OpenUnit,
    marked: Marked,
    reading: Callable[[str, int], Reading | None],
    numbers: Mapping[str, Any],
    sheet_of: NDArray[np.intp],
    copied: Mapping[int, int],
) -> dict[int, tuple[Marked, int]]:
    """Rows that are right for a classmate's numbers, judged with those in sight: what they give carries nothing."""
    if not copied:
        return {}
    rows = sorted(copied)
    readings = {q.id: [reading(q.id, i) for i in rows] for q in marked.sums.asked}
    classmates_data = slices(numbers, np.array([copied[i] for i in rows])) or {}
    others = [("classmate", classmates_data, "")]
    again = mark_readings(opened, marked.sums, readings, slices(numbers, sheet_of[rows]), len(rows), others)
    return {row: (again, k) for k, row in enumerate(rows)}


def _decided(
    marked: Marked, ways: Mapping[int, Ways], handins: Sequence[HandIn], decisions: Decisions
) -> dict[int, tuple[Marked, int]]:
    """Rows whose every doubtful reading a teacher has settled: judged by the reading that earns what was decided."""
    patches = {}
    for row, way in ways.items():
        settled: dict[int, Fraction] = {}
        for j in way.doubts:
            question = marked.sums.asked[j].id
            text = (handins[row].answers or {}).get(question, "")
            decision = decisions.on(handins[row].student_id, question, quote(text))
            if decision is not None and decision.points is not None:
                settled[j] = decision.points
        if len(settled) == len(way.doubts) and (agreeing := way.agreeing(settled)):
            patches[row] = (way.marked, agreeing[0])
    return patches


def _owner(sheets: Sheets | None, place: int | None) -> str:
    """Whose a sheet is, by its place."""
    if sheets is None or place is None:
        return ""
    return next(islice(sheets.sheets.values(), place, None)).student_id


def _absent(work: ClassWork, there: Set[str], questions: int) -> list[Row]:
    """A row for whoever is on the roster and handed nothing in: no mark, which is not a zero."""
    if work.roster is None:
        return []
    nothing: tuple[None, ...] = (None,) * questions
    return [
        Row(s.id, s.name, State.MISSING, None, nothing, nothing, ("",) * questions, student=s)
        for key, s in work.roster.by_key.items()
        if key not in there
    ]


def _known(opened: OpenUnit) -> dict[str, Known]:
    """Every slip the unit’s questions can name, with its title."""
    found = dict(VISIBLE)
    for question in opened.questions:
        found |= {s.id: s for s in question.target.slips}
        found |= {id: s for id, s in question.target.equation.slips.items() if id not in found}
    return {id: Known(slip.title or slip.says, slip.notice) for id, slip in found.items()}
