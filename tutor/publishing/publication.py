"""The files of one run, each with who writes it; nothing here touches the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from tutor.errors import Notice
from tutor.files.archives import MANIFEST
from tutor.files.output import Closing, Writer
from tutor.files.source import Source
from tutor.grading import decisions as decided
from tutor.grading.classroom import Outcome
from tutor.grading.decisions import Decisions
from tutor.grading.records import Row
from tutor.grading.results import Summary
from tutor.publishing import feedback, gradebook, report, results_json
from tutor.publishing.filling import fill
from tutor.publishing.formats import MOODLE, Format
from tutor.publishing.moodle_import import moodle_csv


@dataclass(frozen=True)
class Publication:
    """File names to who writes them, in the order in which they are to be put in place, and what to tell of them."""

    files: Mapping[str, Writer | bytes]
    last: tuple[str, Closing]
    """The file that tells of the others."""
    notices: tuple[Notice, ...]


def publication(
    outcome: Outcome,
    summary: Summary,
    *,
    decisions: Decisions,
    gradebooks: Sequence[tuple[Format, Source]],
    columns: Mapping[str, str],
    solutions: bool,
    inputs: Iterable[tuple[str, int, str]],
    settings: Mapping[str, Any],
    order: str = "roster",
) -> Publication:
    """Everything a run leaves in its folder. `gradebooks` are files of the teacher's to fill.

    Raises ContentError when one of them cannot take marks.
    """
    graded = outcome.graded

    built = feedback.Comments(graded, solutions=solutions)

    def comments(form: Format) -> Callable[[Row], str]:
        return built.paragraphs if form.html else lambda row: feedback.as_text(built.of(row))

    files: dict[str, Writer | bytes] = {gradebook.NAME: lambda stream: gradebook.write_gradebook(graded, stream, order)}
    notices: list[Notice] = []
    numbers: Mapping[str, str] = {}
    filled = [fill(source, graded, comments(form), form=form, columns=columns) for form, source in gradebooks]
    with_moodle = not gradebooks or MOODLE in (form for form, _ in gradebooks)
    if not gradebooks and graded.on_list is not None:
        filled.append(moodle_csv(graded, comments(MOODLE)))
    for one in filled:
        files[one.name] = one.content
        notices += one.notices
        numbers = one.moodle_ids or numbers
    unaddressed = [
        row.id
        for row in graded.rows
        if row.state in feedback.RETURNED and not feedback.participant(row, numbers)
    ]  # fmt: skip
    if unaddressed and with_moodle and graded.on_list is not None:
        notices.append(_unaddressed(len(unaddressed)))

    def write_comments(stream: BinaryIO) -> None:
        feedback.write_feedback(graded, stream, moodle_ids=numbers, comments=built)

    files[feedback.NAME] = write_comments
    if decided.appendable(decisions):
        if content := decided.with_doubts(decisions, outcome.doubts):
            files[decided.NAME] = content
    elif outcome.doubts:
        files[decided.NAME] = decided.with_doubts(Decisions(listed=decisions.listed), outcome.doubts)
    complete = replace(graded, notices=(*graded.notices, *notices))
    files[results_json.RESULTS] = lambda stream: results_json.write_results(complete, outcome.doubts, stream)
    files[report.NAME] = lambda stream: report.write_report(graded, summary, stream)

    def manifest(digests: Mapping[str, tuple[int, str]]) -> bytes:
        outputs = {name: digest for name, digest in digests.items() if name != decided.NAME}
        return results_json.manifest(graded, inputs=inputs, outputs=outputs, settings=settings)

    return Publication(files, (MANIFEST, manifest), tuple(notices))


def _unaddressed(count: int) -> Notice:
    whom = "A 1 comentario le falta" if count == 1 else f"A {count} comentarios les falta"
    text = (
        f"{whom} el número de participante de Moodle, y Moodle no sabría de quién son: "
        "da la hoja de calificaciones con --moodle."
    )
    return Notice("no-participant", text)
