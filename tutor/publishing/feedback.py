"""What each student is told: points, what went wrong and one thing to do next.

`comment` says it once; it is rendered as paragraphs for Moodle's worksheet, as a page of its own for the zip that
Moodle hands out, and as plain text. Without `solutions` no right answer is in it. That an answer is right for a
classmate's numbers is never said here.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import islice
from typing import BinaryIO

from tutor.files import zip_writing
from tutor.files.text import display
from tutor.files.zip_writing import safe_name
from tutor.grading.records import BY_HAND, MAXIMUM, Answer, Graded, Row, decimal_text
from tutor.judging.verdicts import Verdict
from tutor.roster.directory import moodle_name, moodle_path
from tutor.roster.people import State

NAME = "comentarios.zip"
FILE = "comentarios.html"
RETURNED = (State.GRADED, State.BLANK)
"""Who is told something: a doubt waits for its person, and a stranger has no mailbox here."""
WORKED = "Cómo sale con tus números:"
LONGEST = 2000
"""Characters of one text."""
TOGETHER = 256
"""Pages written before they are compressed: what compressing needs drives all else out of a processor's cache."""

_HEAD = (
    '<!doctype html>\n<html lang="es">\n<meta charset="utf-8">\n'
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
)
_STYLE = (
    ":root{color-scheme:light dark}body{font:1rem/1.55 system-ui,sans-serif;max-width:42rem;margin:2rem auto;"
    "padding:0 1rem}h1{font-size:1.3rem}p{margin:.7rem 0}code{background:#8882;padding:.1em .3em;border-radius:.3em}"
)
_LETTER = re.compile(r"[^\W\d_]")
_BETWEEN = re.compile(r"[\s()\[\];|]+")
_COMMAND = re.compile(r"`(tutor [^`]*)`")


@dataclass(frozen=True, slots=True)
class Line:
    """One answer: `lead` stands out when points were lost."""

    lead: str
    rest: str
    lost: bool


@dataclass(frozen=True, slots=True)
class Comment:
    """Feedback without a form yet. Marks in `` ` `` are commands to type."""

    title: str
    lines: tuple[Line, ...]
    closing: tuple[str, ...]
    worked: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The development of what was lost, by the title of its question, over the student's own numbers."""


def comment(graded: Graded, row: Row, *, solutions: bool = False) -> Comment:
    """What this student is told. The row must have a mark."""
    assert row.mark is not None
    detail = graded.detail(row)
    right = partial(graded.right, row) if solutions else None
    lines = tuple(_line(answer, right) for answer in detail.answers)
    closing = []
    if row.state is State.BLANK:
        closing.append("Tu entrega llegó sin ninguna respuesta.")
    if any(n.startswith(BY_HAND) for n in row.notes):
        closing.append("La nota la ha puesto a mano quien corrige.")
    if detail.remark:
        closing.append(f"De quien corrige: «{display(detail.remark, LONGEST)}».")
    lost = [answer for answer, line in zip(detail.answers, lines, strict=True) if line.lost]
    if not solutions and (skill := next((a.skill for a in lost if a.skill), "")):
        closing.append(f"Ahora: `tutor practice {skill}`, cinco minutos.")
    asked = [_misread(row, answer) for answer in lost if _worth_asking(answer)]
    closing += asked or [f"¿Algo no cuadra? Pregunta con el código {_code_of(row, lost)}."]
    worked = [(display(a.question.title), graded.worked(row, a.question.id)) for a in lost * solutions]
    return Comment(_title(graded, row), lines, tuple(closing), tuple(w for w in worked if w[1]))


def _title(graded: Graded, row: Row) -> str:
    assert row.mark is not None
    unit = graded.title.rpartition(": ")[2].lower()
    return f"{display(row.id)} · {unit}: {decimal_text(row.mark, least=1)} de {MAXIMUM}"


class Comments:
    """The comments of a class as HTML, each built once though a worksheet and a page of its own want it."""

    def __init__(self, graded: Graded, *, solutions: bool = False) -> None:
        self._graded, self._solutions = graded, solutions
        self._waiting: dict[str, bytes] = {}  # UTF-8 takes half of what text with an arrow or a root does

    def paragraphs(self, row: Row) -> str:
        """On one line, for a cell of a worksheet; kept until the page is asked for."""
        body = "\n".join(_html(self.of(row)))
        self._waiting[row.id] = body.encode()
        return _in_a_cell(_title(self._graded, row), body)

    def page(self, row: Row) -> str:
        """A page that opens anywhere, by itself."""
        kept = self._waiting.pop(row.id, None)
        body = "\n".join(_html(self.of(row))) if kept is None else kept.decode()
        return _alone(_title(self._graded, row), display(row.name), body)

    def of(self, row: Row) -> Comment:
        """Without a form yet."""
        return comment(self._graded, row, solutions=self._solutions)


def _in_a_cell(title: str, body: str) -> str:
    return f"<p><strong>{escape(title)}</strong></p>{body}".replace("\n", "")


def _alone(title: str, name: str, body: str) -> str:
    title = escape(f"{name} · {title}" if name else title)
    return f"{_HEAD}<title>{title}</title>\n<style>{_STYLE}</style>\n<h1>{title}</h1>\n{body}\n</html>\n"


def as_text(given: Comment) -> str:
    """Plain lines, for a mail or a terminal."""
    lines = [f"- {line.lead} {line.rest}" for line in given.lines]
    worked = [f"{title}: {line}" for title, some in given.worked for line in some]
    return "\n".join([given.title, *lines, *([WORKED, *worked] if worked else []), *given.closing])


def write_feedback(
    graded: Graded,
    stream: BinaryIO,
    *,
    solutions: bool = False,
    moodle_ids: Mapping[str, str] | None = None,
    comments: Comments | None = None,
) -> tuple[str, ...]:
    """Write the zip for Moodle's «Subir varios archivos de retroalimentación en un zip».

    `moodle_ids` are participant numbers by student id, over those of the roster; `comments` those already built.
    Returns the ids of the students whose number is not known, whose pages Moodle cannot hand out.
    """
    unaddressed = []
    comments = comments or Comments(graded, solutions=solutions)

    def page(row: Row) -> tuple[str, bytes]:
        number = participant(row, moodle_ids or {})
        if not number:
            unaddressed.append(row.id)
        return path_for(row, number), comments.page(row).encode()

    returned = (row for row in graded.rows if row.state in RETURNED)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        while pages := [page(row) for row in islice(returned, TOGETHER)]:
            for path, content in pages:
                zip_writing.add(archive, path, content)
    return tuple(unaddressed)


def participant(row: Row, moodle_ids: Mapping[str, str]) -> str:
    """The number Moodle knows a student by in this task: told by the worksheet, the roster or the hand-in's folder."""
    known = moodle_ids.get(row.id) or (row.student.moodle_id if row.student else "")
    if known or row.handin is None:
        return known
    folder = moodle_name(row.handin.raw_name) or moodle_name(row.handin.source)
    return folder.number if folder is not None else ""


def path_for(row: Row, number: str) -> str:
    """Where a student's page goes in the zip. Moodle cuts at `_` and reads the second piece; names come from people."""
    if number:
        return moodle_path(row.name or row.id, number, FILE)
    mark = hashlib.sha256(row.id.encode()).hexdigest()[:6]
    return f"sin numero de participante/{safe_name(row.id)}-{mark}.html"


def _line(answer: Answer, right: Callable[[str], str] | None) -> Line:
    question, points = answer.question, answer.points
    earned = "por decidir" if points is None else f"{decimal_text(points)} de {decimal_text(question.points)}"
    lost = answer.lost
    name = display(question.title)
    if read := answer.read_as:
        between = " " if read.startswith(("(", "[")) or not _LETTER.search(read) else ": "
        name = f"{name}{between}{read}"
    elif answer.typed.strip():
        name = f"{name} «{display(answer.typed)}»"
    text = _remark(answer)
    if lost and right is not None:
        text = f"{text} Era {right(question.id)}.".strip()
    if lost:
        return Line(f"{name}. {earned}.", text, True)
    return Line(f"{name}.", f"{text} {earned}", False)


def _remark(answer: Answer) -> str:
    """What is said of an answer; the teacher's words take the place of ours where they decided."""
    if answer.remark:
        ours = "" if answer.decision is not None else f"{_judged(answer)} "
        return f"{ours}De quien corrige: «{display(answer.remark, LONGEST)}»."
    return _judged(answer)


def _judged(answer: Answer) -> str:
    if answer.decision is not None:
        return "Lo ha decidido quien corrige."
    if answer.other:
        return "No sale de los números de tu hoja: compruébalos y repite la cuenta."
    verdict = answer.judgement.verdict
    if verdict.correct:
        return "Bien."
    if verdict is Verdict.BLANK:
        return "Sin contestar."
    return display(answer.judgement.parts.in_writing, LONGEST)


def _worth_asking(answer: Answer) -> bool:
    """Whether what was read is not, sign by sign, what was typed."""
    typed, read = (_BETWEEN.sub("", t).replace("−", "-") for t in (answer.typed, answer.read_as))
    return bool(typed and read) and typed != read and not answer.other


def _code_of(row: Row, lost: Sequence[Answer]) -> str:
    """What to name when asking: the only answer that lost points, or the sheet."""
    return f"{row.id}-{lost[0].question.id}" if len(lost) == 1 else row.id


def _misread(row: Row, answer: Answer) -> str:
    typed = display(answer.typed)
    code = f"{row.id}-{answer.question.id}"
    return f"¿Te he leído mal? Leí «{typed}» como {answer.read_as}. Si no es eso, responde con el código {code}."


def _html(given: Comment) -> Iterator[str]:
    """The paragraphs under the title."""
    for line in given.lines:
        lead = f"<strong>{escape(line.lead)}</strong>" if line.lost else escape(line.lead)
        yield f"<p>{lead} {_code(line.rest)}</p>" if line.rest else f"<p>{lead}</p>"
    if given.worked:
        yield f"<p><strong>{WORKED}</strong></p>"
    for title, some in given.worked:
        yield f"<p>{escape(title)}:<br>{'<br>'.join(map(escape, some))}</p>"
    for text in given.closing:
        yield f"<p>{_code(text)}</p>"


def _code(text: str) -> str:
    """Escaped text in which `` `tutor …` `` is code. Only our own commands are: a stray accent of a learner is text."""
    return _COMMAND.sub(r"<code>\1</code>", escape(text)) if "`tutor " in text else escape(text)
