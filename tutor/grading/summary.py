"""The class in numbers: what the report and the terminal tell of it.

Statistics are of the graded students; those in doubt, absent or unknown are counted beside them. What is right for a
classmate's numbers is a mistake here like any other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from tutor.files.text import display
from tutor.grading.decisions import Doubt
from tutor.grading.records import MAXIMUM, Asked, Graded, Row
from tutor.grading.results import COLUMNS, Alike, SlipTally, Summary, Tally
from tutor.judging.verdicts import Verdict
from tutor.phrasing import capitalised, mid_sentence, plural
from tutor.roster.people import State

PASS = Fraction(MAXIMUM, 2)
FEW = 5
"""Below this many marks a median says little, and it is told."""
OTHER_DATA = "other-data"
MOST_NAMED = 40
"""Students named one after the other before the rest are only counted."""

COLUMN_OF = {verdict: name for name, verdicts in COLUMNS for verdict in verdicts}
READ = "por leer"
_NUMBER = re.compile(r"-?\d+(?:,\d+)?")


def summarise(graded: Graded) -> Summary:
    """All that is told of a class. An empty class gives zeros and no median."""
    rows = [row for row in graded.rows if row.state is State.GRADED]
    marks = _marks(rows)
    bins = [0] * MAXIMUM
    for mark, count in marks:
        bins[min(int(mark), MAXIMUM - 1)] += count
    slips, tallies = _slips(graded, rows), _tallies(graded, rows)
    return Summary(
        graded=len(rows),
        median=_median(marks),
        passed=sum(count for mark, count in marks if mark >= PASS),
        histogram=tuple(bins),
        tallies=tallies,
        slips=slips,
        explain=_explain(graded, slips, tallies),
        pending=tuple(_pending(graded)),
        alike=_alike(graded, rows) if graded.common else (),
        few=len(rows) < FEW,
    )


def waiting(graded: Graded, doubts: Sequence[Doubt]) -> list[str]:
    """One line a doubt: who, which file or answer, why; then who handed nothing in, and who is on no list."""
    rows = {row.id: row for row in graded.rows}
    on_list = [d for d in doubts if d.student_id in rows and rows[d.student_id].state is not State.UNKNOWN]
    lines = [f"Por leer ({len({d.student_id for d in on_list})}):"] if on_list else []
    ranged: set[str] = set()
    for doubt in on_list:
        name = display(rows[doubt.student_id].name)
        what = f"{doubt.question} {doubt.read}" if doubt.question else doubt.read
        marks = "" if doubt.student_id in ranged else rows[doubt.student_id].range_text
        ranged.add(doubt.student_id)
        texts = (f"{display(doubt.student_id)} {name}", display(what, 160), display(doubt.reason, 200), marks)
        lines.append(f"  {' · '.join(filter(None, texts))}")
    for state in (State.MISSING, State.UNKNOWN):
        if found := [row for row in graded.rows if row.state is state]:
            names = ", ".join(f"{display(row.id)} {display(row.name)}".rstrip() for row in found[:MOST_NAMED])
            more = f" y {len(found) - MOST_NAMED} más" if len(found) > MOST_NAMED else ""
            lines.append(f"{capitalised(state.label)} ({len(found)}): {names}{more}.")
    return lines


def slip_of(row: Row, index: int) -> str:
    """The slip of an answer as the class may know it: not that it is right for a classmate's sheet."""
    slip = row.slips[index]
    return "" if row.other and slip == OTHER_DATA else slip


def _marks(rows: Sequence[Row]) -> list[tuple[Fraction, int]]:
    """The different marks, the lowest first, and how many have each: a class has few, and Fractions compare slowly."""
    times = Counter(row.mark.as_integer_ratio() for row in rows if row.mark is not None)
    return sorted((Fraction(*ratio), count) for ratio, count in times.items())


def _median(marks: Sequence[tuple[Fraction, int]]) -> Fraction | None:
    ends = list(accumulate(count for _, count in marks))
    if not ends:
        return None
    low, high = (marks[bisect_right(ends, place)][0] for place in ((ends[-1] - 1) // 2, ends[-1] // 2))
    return (low + high) / 2


def _tallies(graded: Graded, rows: Sequence[Row]) -> tuple[Tally, ...]:
    found = []
    for i, question in enumerate(graded.questions):
        verdicts = [row.verdicts[i] for row in rows if i not in row.by_hand and row.verdicts[i] is not None]
        counts = tuple(sum(v in members for v in verdicts) for _, members in COLUMNS)
        left = len(rows) - len(verdicts)
        judged = [row for row in rows if i not in row.by_hand and row.verdicts[i] is not None]
        remark = _remark(counts, len(verdicts), first=i == 0)
        found.append(Tally(question, counts, remark, left, _share(judged, i, question), _kinds(graded, judged, i)))
    return tuple(found)


def _share(judged: Sequence[Row], i: int, question: Asked) -> int | None:
    """The per cent of a question's points that were earned: how hard it was."""
    times = Counter((p.numerator, p.denominator) for row in judged if (p := row.points[i]) is not None)
    earned = sum((Fraction(*points) * count for points, count in times.items()), Fraction(0))
    return round(100 * earned / (question.points * len(judged))) if judged else None


def _kinds(graded: Graded, judged: Sequence[Row], i: int) -> tuple[str, ...]:
    """How many earned all the points with each kind of sheet; nothing where all have the same."""
    question = graded.questions[i]
    if (kind := graded.variants.get(question.id)) is None:
        return ()
    found: dict[str, list[bool]] = {}
    for row in judged:
        found.setdefault(kind(row), []).append(row.points[i] == question.points)
    return tuple(f"{k}: {sum(hits)} de {len(hits)}" for k, hits in sorted(found.items())) if len(found) > 1 else ()


def _alike(graded: Graded, rows: Sequence[Row]) -> tuple[Alike, ...]:
    """Wrong answers with decimals that no known procedure gives and that a few, not many, have alike."""
    found: dict[tuple[int, tuple[str, ...]], list[Row]] = {}
    for row in rows:
        for i, verdict in enumerate(row.verdicts):
            if verdict is Verdict.WRONG and row.handin is not None and i not in row.by_hand:
                text = (row.handin.answers or {}).get(graded.questions[i].id, "")
                numbers = tuple(_NUMBER.findall(text.replace("−", "-").replace(".", ",")))
                if len(numbers) > 1 and any("," in number for number in numbers):
                    found.setdefault((i, numbers), []).append(row)
    most = max(2, len(rows) // 10)
    alike = [
        Alike(graded.questions[i], (who[0].handin.answers or {})[graded.questions[i].id], tuple(who))
        for (i, _), who in found.items()
        if 2 <= len(who) <= most and who[0].handin is not None
    ]
    return tuple(sorted(alike, key=lambda a: (-len(a.rows), a.question.id, a.rows[0].id)))


def _remark(counts: tuple[int, ...], total: int, *, first: bool) -> str:
    """One sentence where the numbers say more than they seem to."""
    good, carried, coarse, wrong, blank = counts
    if total < FEW:
        return ""
    if not first and carried * 4 >= total:
        return "arrastre: saben hacerlo; el fallo está antes"
    if coarse * 4 >= total:
        return "redondeo: falta pedir los decimales con más claridad"
    if blank * 4 >= total:
        return "muchos no llegan a contestarla"
    if wrong * 2 >= total:
        return "la falla más de la mitad"
    return "la acierta toda la clase" if good == total else ""


def _slips(graded: Graded, rows: Sequence[Row]) -> tuple[SlipTally, ...]:
    found: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        seen = set[str]()
        for i in range(len(graded.questions)):
            slip = "" if i in row.by_hand else slip_of(row, i)
            if slip and slip not in seen:
                seen.add(slip)
                found.setdefault((slip, i), []).append(row)
    tallies = [
        SlipTally(slip, graded.slips[slip].title if slip in graded.slips else slip, graded.questions[i], tuple(who))
        for (slip, i), who in found.items()
    ]
    return tuple(sorted(tallies, key=lambda t: (-len(t.rows), t.slip, t.question.id)))


def _explain(graded: Graded, slips: Sequence[SlipTally], tallies: Sequence[Tally]) -> str:
    """What to explain tomorrow: the commonest slip, and the next one in the same question; where no slip is made twice,
    the question that most have wrong."""
    if not slips or len(slips[0].rows) < 2:
        worst = max(tallies, key=lambda tally: tally.wrong, default=None)
        if worst is None or worst.wrong < 2:
            return ""
        return f"{worst.question.title}: {worst.wrong} de {worst.judged} la tienen mal, sin un fallo conocido en común."
    first = slips[0]
    total = next(tally.judged for tally in tallies if tally.question == first.question)
    text = f"{capitalised(first.title)}: {len(first.rows)} de {total}."
    beside = next((s for s in slips[1:] if s.question == first.question and len(s.rows) > 1), None)
    if beside is not None:
        text += f" En la misma pregunta, {mid_sentence(beside.title)}: otros {len(beside.rows)}."
    known = graded.slips.get(first.slip)
    return f"{text} Cómo se nota: {mid_sentence(known.notice)}" if known is not None and known.notice else text


def _pending(graded: Graded) -> list[str]:
    text = []
    counts = graded.counts
    doubts = [row for row in graded.rows if row.state is State.UNREADABLE]
    if doubts:
        ranges = sorted((row.range_text for row in doubts if row.range), key=len)
        shown_ranges = " · ".join(ranges[:3]) + (" · …" if len(ranges) > 3 else "")
        what = plural(len(doubts), "hoja necesita tu lectura", "hojas necesitan tu lectura")
        text.append(f"{what} ({shown_ranges}): decide en decisiones.csv" if ranges else f"{what}: decisiones.csv")
    kinds: dict[str, int] = {}
    for row in doubts:
        problem = row.handin.problem if row.handin else None
        if problem is not None and problem.code in KINDS:
            kinds[problem.code] = kinds.get(problem.code, 0) + 1
    if kinds:
        parts = [f"{plural(n, 'llegó', 'llegaron')} {KINDS[code]}" for code, n in sorted(kinds.items())]
        text.append(" · ".join(parts))
    if n := counts[State.UNKNOWN]:
        text.append(f"{plural(n, 'entrega')} sin alumno en la lista")
    decided = [row for row in graded.rows if row.decided]
    if decided:
        n = len(decided)
        text.append(f"{plural(n, 'nota lleva', 'notas llevan')} una decisión tuya de decisiones.csv")
    return text


KINDS = {
    "docx": "en Word",
    "odt": "en LibreOffice",
    "ole": "en un Office antiguo",
    "pages": "en Pages",
    "pdf": "en PDF",
    "image": "como foto",
    "xlsx": "en Excel",
}
"""Files that were handed in as what cannot be read, by the code of their notice."""
