"""A graded class, and one student of it, on the terminal: within 80 columns, the urgent first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from tutor.errors import Notice
from tutor.files.output import Written
from tutor.files.text import display
from tutor.grading.records import MAXIMUM, Answer, Graded, Row, decimal_text
from tutor.grading.results import COLUMNS, Changes, Summary
from tutor.judging.verdicts import Verdict
from tutor.roster.people import State
from tutor.screen.screen import Screen

LOOK_AT = 3
"""How many things the teacher is asked to look at."""
MOST_DECISIONS = 10
"""Notices of one kind about the teacher's decisions that are told one by one."""
PLAIN = frozenset({"dialect", "roster", "ignored", "moodle-import", "solutions-stay"})
"""Notices that only tell how something was read or is to be used."""
GRADEBOOK_ENDS = (
    "-several", "-twice", "-nobody", "-absent", "-changed", "-closed", "-kept", "-no-maximum", "-no-feedback",
    "-left-out",
)  # fmt: skip
"""How the codes end of what deserves a look in a gradebook that was filled."""


def show_class(
    screen: Screen,
    graded: Graded,
    summary: Summary,
    changed: Changes | None,
    written: Sequence[Written],
    out: Path,
    notices: Sequence[Notice],
    *,
    dry_run: bool,
) -> None:
    """Counts, verdicts by question, what to look at, what changed and what was written."""
    listed = f"{graded.on_list} en lista" if graded.on_list is not None else f"{len(graded.rows)} entregas"
    screen.title(f"{graded.title} · {listed} · {graded.unit}, versión {graded.version}")
    screen.text(" · ".join(_counted(n, state) for state, n in graded.counts.items() if n or state is State.GRADED))
    passed = f"{summary.passed} de {summary.graded}" if summary.graded else "n/d"
    few = " (son pocas notas)" if summary.few else ""
    screen.text(f"Nota sobre {MAXIMUM}: mediana {summary.median_text} · aprobados {passed}{few}")
    rows = [[display(t.question.title, 24), *map(str, t.counts)] for t in summary.tallies]
    screen.table(["Pregunta", *(name for name, _ in COLUMNS)], rows)
    screen.blank()
    for number, item in enumerate(_look_at(graded, summary, notices), 1):
        screen.text(f"{number}. {item}")
    screen.blank()
    if changed is not None:
        screen.text(f"Respecto a lo que había: {changed.sentence}.")
        for line in changed.lines:
            screen.text(f"  {line}")
    _files(screen, written, out, dry_run)


def notice_lines(notices: Sequence[Notice], ignored: Sequence[str], *, verbose: bool) -> list[str]:
    """What was noticed on the way: all of it, or one of each kind and how many more."""
    by_code: dict[str, list[Notice]] = {}
    for notice in notices:
        by_code.setdefault(notice.code if not verbose else f"{notice.code}{len(by_code)}", []).append(notice)
    lines = []
    for found in by_code.values():
        kind = "" if found[0].code in PLAIN else "Aviso: "
        some = found[:MOST_DECISIONS] if found[0].code.startswith("decision") else found[:1]
        more = f" (y {len(found) - len(some)} más como este: con --verbose)" if len(found) > len(some) else ""
        lines += [f"{kind}{notice.text}{more if notice is some[-1] else ''}" for notice in some]
    return lines + [f"Ignorado: {name}" for name in ignored if verbose]


def show_waiting(screen: Screen, lines: Sequence[str]) -> None:
    """Who waits for a person and why, who handed nothing in, who is on no list: as `grading.summary` tells it."""
    for line in lines:
        screen.text(line)
    if lines:
        screen.blank()


def _counted(count: int, state: State) -> str:
    graded = "calificada" if count == 1 else "calificadas"
    return f"{count} {graded if state is State.GRADED else state.label}"


def _look_at(graded: Graded, summary: Summary, notices: Sequence[Notice]) -> list[str]:
    """The most urgent first; what is right for a classmate's sheet is told here, to the teacher alone."""
    items = list(summary.pending)
    borrowers = [row for row in graded.rows if row.other]
    if borrowers:
        names = {row.id: row.name for row in graded.rows}
        pairs = ", ".join(
            f"{display(row.id)} {display(row.name)} (de {display(row.other)} {display(names.get(row.other, ''))})"
            for row in borrowers[:4]
        )
        more = f" y {len(borrowers) - 4} más" if len(borrowers) > 4 else ""
        items.insert(1 if items else 0, f"Con los números de otra persona, solo para ti: {pairs}{more}.")
    items += [n.text for n in notices if n.code.endswith(GRADEBOOK_ENDS)]
    if summary.explain:
        items.append(f"Mañana explica: {summary.explain}")
    return items[:LOOK_AT]


def _files(screen: Screen, written: Sequence[Written], out: Path, dry_run: bool) -> None:
    names = {change: [w for w in written if w.change == change] for change in ("new", "changed", "same", "beside")}
    if dry_run:
        would = [w.name for w in written if w.change != "same"]
        screen.text(f"Ensayo: no he escrito nada. Escribiría en {out}: {', '.join(would) or 'nada nuevo'}.")
        return
    fresh = [w.name for w in (*names["new"], *names["changed"])]
    if fresh:
        screen.text(f"Escrito en {out}: {', '.join(fresh)}.")
    if names["same"]:
        screen.text(f"Ya estaban igual: {', '.join(w.name for w in names['same'])}.")
    for one in names["beside"]:
        screen.text(f"{one.name} está abierto en otro programa: lo nuevo queda en {one.path.name}. Ciérralo y repite.")


def show_student(screen: Screen, graded: Graded, row: Row, question: str = "", handin: str = "") -> None:
    """What was typed, read and right, the allowance, the points and who decided them; of one question, or of all.

    `handin` names the one that this would be, where several compete.
    """
    if handin:
        screen.blank()
        screen.text(f"— Si cuenta {handin}:")
    name = f" · {display(row.name)}" if row.name else ""
    mark = f"{decimal_text(row.mark, least=1)} de {MAXIMUM}" if row.mark is not None else row.range_text
    screen.title(f"{display(row.id)}{name} · {row.state.label}{f' · {mark}' if mark else ''}")
    if row.handin is not None:
        day = f", del {row.handin.date}" if row.handin.date else ""
        screen.text(f"Entrega: {display(row.handin.source, 120)}{day}")
    for note in row.notes:
        screen.text(f"Aviso: {display(note, 300)}")
    answers = graded.detail(row).answers
    for answer in [a for a in answers if a.question.id == question] or answers:
        screen.blank()
        screen.text(_head(answer))
        screen.pairs(_facts(graded, row, answer))


def _head(answer: Answer) -> str:
    earned = "por decidir" if answer.points is None else decimal_text(answer.points)
    title = display(answer.question.title)
    return f"{title}: {earned} de {decimal_text(answer.question.points)}"


def _facts(graded: Graded, row: Row, answer: Answer) -> list[tuple[str, str]]:
    typed = display(answer.typed, 200)
    facts = [("escribió", typed or "nada")]
    if answer.read_as:
        facts.append(("leído", answer.read_as))
    right, allowance = (about(row, answer.question.id) for about in (graded.right, graded.allowance))
    facts.append(("era", f"{right}  {allowance}".strip()))
    if answer.judgement.verdict is not Verdict.BLANK:
        slips = f" [{', '.join(answer.judgement.slips)}]" if answer.judgement.slips else ""
        facts.append(("corrección", f"{display(answer.judgement.parts.in_writing, 300)}{slips}".strip()))
    if answer.other:
        facts.append(("solo para ti", f"es correcta con los números de {display(answer.other)}"))
    if answer.decision is not None:
        points = decimal_text(answer.decision.points or Fraction(0))
        who = f", de {display(answer.decision.by)}" if answer.decision.by else ""
        facts.append(("decisión", f"{points} puntos{who} {display(answer.decision.date)}".strip()))
    return facts
