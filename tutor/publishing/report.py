"""`informe.html`: the class on one page, for its teacher and for a projector.

One file without network: inline styles, inline SVG, a few lines of script that only sort and reveal. Names stay hidden
until asked for. Every text goes through autoescape, also the students' own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import BinaryIO

from tutor.files.html_pages import template
from tutor.files.text import display
from tutor.grading.records import MAXIMUM, Asked, Graded, Row, decimal_text
from tutor.grading.results import COLUMNS, Summary
from tutor.grading.summary import COLUMN_OF, READ, slip_of
from tutor.judging.verdicts import Verdict
from tutor.roster.people import State

NAME = "informe.html"
TEMPLATE = "report.html.j2"
MOST_COLUMNS = 150
"""Students the map shows one by one; a larger class is shown in groups of equal size, by mark."""
GROUPS = 60
MOST_ROWS = 1_000
MOST_NAMES = 60
HAND = "a mano"
SIGNS = {"bien": "✓", "arrastre": "→", "redondeo": "≈", "mal": "×", "blanco": "·", READ: "?", HAND: "✎"}
"""What each cell bears besides its colour."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One answer on the map: a column of COLUMNS or READ, and what is said of it."""

    kind: str
    points: str
    slip: str = ""

    @property
    def sign(self) -> str:
        """What it bears besides its colour."""
        return SIGNS.get(self.kind, "")


@dataclass(frozen=True, slots=True)
class Pupil:
    """One student on the page."""

    id: str
    name: str
    state: str
    mark: str
    order: str
    """The mark to sort by, as a plain number; empty sorts last."""
    cells: tuple[Cell, ...]
    range: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of how it was marked, with an answer of this very class."""

    text: str
    example: str = ""


def write_report(graded: Graded, summary: Summary, stream: BinaryIO) -> None:
    """Write the page as UTF-8."""
    pupils = tuple(_pupil(graded, row) for row in _anonymous(_first(graded.rows)))
    by_mark = [row for row in _anonymous(list(graded.rows)) if row.state is State.GRADED]
    page = template(__package__, TEMPLATE).render(
        graded=graded,
        summary=summary,
        states=[(state.label, n) for state, n in graded.counts.items()],
        total=sum(graded.counts.values()) - graded.counts[State.UNKNOWN],
        counts={state.value: n for state, n in graded.counts.items()},
        median=summary.median_text,
        bars=_bars(summary),
        columns=[name for name, _ in COLUMNS],
        signs=SIGNS,
        strips=[_strip(t.counts, summary.graded - t.by_hand) for t in summary.tallies],
        by_hand=_by_hand(summary),
        hand=HAND,
        slips=[(s, _typed(s.rows, s.question), len(s.rows) - MOST_NAMES) for s in summary.slips],
        alike=[(a, display(a.typed, 60), [_who(row) for row in a.rows[:MOST_NAMES]]) for a in summary.alike],
        questions=[(display(q.title), decimal_text(q.points)) for q in graded.questions],
        map=[_pupil(graded, row) for row in by_mark] if len(by_mark) <= MOST_COLUMNS else [],
        groups=_groups(graded, by_mark) if len(by_mark) > MOST_COLUMNS else [],
        group_size=-(-len(by_mark) // GROUPS),
        pupils=pupils,
        left_out=len(graded.rows) - len(pupils),
        rules=_rules(graded),
        maximum=MAXIMUM,
    )
    stream.write(page.encode("utf-8", errors="replace"))


def _first(rows: tuple[Row, ...]) -> list[Row]:
    """The rows that fit, those that need somebody before the rest."""
    if len(rows) <= MOST_ROWS:
        return list(rows)
    urgent = {State.UNREADABLE: 0, State.UNKNOWN: 1}
    return sorted(rows, key=lambda row: (urgent.get(row.state, 2), row.id))[:MOST_ROWS]


def _anonymous(rows: list[Row]) -> list[Row]:
    """By mark, those without one last, in an order that says nothing of the list: the page may be on a projector."""

    marks = {row.mark.as_integer_ratio() for row in rows if row.mark is not None}
    ranks = {ratio: rank for rank, ratio in enumerate(sorted(marks, key=lambda r: Fraction(*r), reverse=True))}

    def place(row: Row) -> tuple[int, bytes]:
        rank = len(ranks) if row.mark is None else ranks[row.mark.as_integer_ratio()]
        return rank, hashlib.sha256(row.id.encode()).digest()

    return sorted(rows, key=place)


def _by_hand(summary: Summary) -> str:
    """Which answers no column counts; empty where there are none."""
    parts = [f"{display(t.question.title)} {t.by_hand}" for t in summary.tallies if t.by_hand]
    return ", ".join(parts)


def _pupil(graded: Graded, row: Row) -> Pupil:
    mark = "" if row.mark is None else decimal_text(row.mark, least=1)
    cells = tuple(_cell(graded, row, i) for i in range(len(graded.questions)))
    waits = row.range_text if row.state is State.UNREADABLE else ""
    order = "" if row.mark is None else f"{float(row.mark):.4f}"
    return Pupil(display(row.id), display(row.name), row.state.label, mark, order, cells, waits)


def _cell(graded: Graded, row: Row, index: int) -> Cell:
    verdict, points = row.verdicts[index], row.points[index]
    if verdict is None:
        return Cell("", "")
    earned = "" if points is None else decimal_text(points)
    if index in row.by_hand:
        return Cell(HAND, earned)
    slip = slip_of(row, index)
    title = graded.slips[slip].title if slip in graded.slips else slip
    return Cell(COLUMN_OF.get(verdict, READ), earned, title)


def _who(row: Row) -> str:
    return f"{display(row.name)} ({display(row.id)})" if row.name else display(row.id)


def _typed(rows: Sequence[Row], question: Asked) -> list[str]:
    """Whom to talk to about a slip, each with what they typed."""
    found = []
    for row in rows[:MOST_NAMES]:
        text = (row.handin.answers or {}).get(question.id, "") if row.handin is not None else ""
        found.append(f"{_who(row)} «{display(text, 60)}»" if text.strip() else _who(row))
    return found


def _bars(summary: Summary) -> list[dict[str, object]]:
    """The histogram: ten bars in a box of 100 × 100 units, from the left."""
    top = max(summary.histogram, default=0) or 1
    width = 100 / len(summary.histogram)
    return [
        {
            "x": round(i * width, 2),
            "width": round(width, 2),
            "height": round(100 * n / top, 2),
            "n": n,
            "passes": i >= 5,
        }
        for i, n in enumerate(summary.histogram)
    ]


def _strip(counts: tuple[int, ...], total: int) -> list[tuple[str, float, float]]:
    """One bar cut in the proportions of a question: column, start and width in per cent."""
    parts, start = [], 0.0
    for (name, _), n in zip(COLUMNS, counts, strict=True):
        width = round(100 * n / total, 2) if total else 0.0
        parts.append((name, round(start, 2), width))
        start += width
    return parts


def _groups(graded: Graded, by_mark: list[Row]) -> list[list[int]]:
    """For each question, the per cent that earned all its points in each group of students, best marks first."""
    size = -(-len(by_mark) // GROUPS)
    cuts = [by_mark[i : i + size] for i in range(0, len(by_mark), size)]
    return [
        [round(100 * sum(row.points[i] == question.points for row in cut) / len(cut)) for cut in cuts]
        for i, question in enumerate(graded.questions)
    ]


RULES: tuple[tuple[str, str, frozenset[Verdict]], ...] = (
    (
        "bien",
        "Bien: todos los puntos. Vale el margen que da redondear los pasos anteriores a los decimales pedidos.",
        frozenset({Verdict.ROUNDED, Verdict.TRUNCATED}),
    ),
    (
        "arrastre",
        "Arrastre: todos los puntos a lo que sale bien de un resultado anterior equivocado; el fallo se paga una vez.",
        frozenset({Verdict.CARRIED}),
    ),
    ("redondeo", "Menos decimales de los pedidos: tres cuartos de los puntos.", frozenset({Verdict.COARSE})),
    ("mal", "Mal: nada. Si el número sale de un procedimiento conocido, se dice cuál.", frozenset({Verdict.SLIP})),
    ("blanco", "Sin contestar, o con otra forma de la pedida: nada.", frozenset({Verdict.WRONG_SHAPE})),
    (
        READ,
        "Lo que puede leerse de dos maneras, o no se puede leer, espera a una persona: no es un cero.",
        frozenset({Verdict.ASK, Verdict.UNREADABLE}),
    ),
)


def _rules(graded: Graded) -> list[tuple[str, Rule]]:
    return [(kind, Rule(text, _example(graded, verdicts))) for kind, text, verdicts in RULES]


def _example(graded: Graded, verdicts: frozenset[Verdict]) -> str:
    """The first answer of the class that the rule was applied to, without saying whose it is."""
    for row in graded.rows:
        if row.state is State.UNKNOWN or row.other or not verdicts.intersection(row.verdicts):
            continue
        for answer in graded.detail(row).answers:
            if answer.judgement.verdict in verdicts and not answer.other and answer.decision is None:
                return _quoted(answer.question, answer.typed, answer.points)
    return ""


def _quoted(question: Asked, typed: str, points: Fraction | None) -> str:
    earned = "por decidir" if points is None else f"{decimal_text(points)} de {decimal_text(question.points)}"
    return f"«{display(typed, 60)}» en {display(question.title).lower()}: {earned}"
