"""What a run has to tell: the class in numbers, what changed since the last run. Types alone."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tutor.grading.records import Asked, Row, decimal_text
from tutor.judging.verdicts import Verdict
from tutor.phrasing import plural

MOST_CHANGES = 8
"""Students named one by one before the rest are only counted."""
COLUMNS: tuple[tuple[str, frozenset[Verdict]], ...] = (
    ("bien", frozenset({Verdict.EXACT, Verdict.ROUNDED, Verdict.TRUNCATED})),
    ("arrastre", frozenset({Verdict.CARRIED})),
    ("redondeo", frozenset({Verdict.COARSE})),
    ("mal", frozenset({Verdict.SLIP, Verdict.WRONG, Verdict.WRONG_SHAPE})),
    ("blanco", frozenset({Verdict.BLANK})),
)
"""What a teacher reads of the verdicts, best first."""


@dataclass(frozen=True, slots=True)
class Change:
    """One student whose state or mark is another: what was in the gradebook and what will be."""

    id: str
    before: str
    after: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """What a second run changes: how many are as they were, and the ids of the others."""

    same: int
    new: tuple[str, ...]
    changed: tuple[Change, ...]
    gone: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """`59 sin cambios, 1 nueva`."""
        parts = [f"{self.same} sin cambios"]
        if self.new:
            parts.append(plural(len(self.new), "nueva"))
        if self.changed:
            parts.append(plural(len(self.changed), "cambia", "cambian"))
        if self.gone:
            parts.append(plural(len(self.gone), "ya no está", "ya no están"))
        return ", ".join(parts)

    @property
    def lines(self) -> list[str]:
        """One line for each student who changes, the first ones."""
        changes = [f"{f'{c.id} {c.name}'.strip()}: {c.before} → {c.after}" for c in self.changed[:MOST_CHANGES]]
        return [*changes, *([f"y {len(self.changed) - MOST_CHANGES} más"] if len(self.changed) > MOST_CHANGES else [])]


@dataclass(frozen=True, slots=True)
class Tally:
    """One question over the class: how many answers in each column of COLUMNS."""

    question: Asked
    counts: tuple[int, ...]
    remark: str = ""
    by_hand: int = 0
    """Graded students whose answer a teacher marked by hand, by itself or with the whole sheet: in no column."""
    share: int | None = None
    """The per cent of its points that the class earned; None where nobody was judged."""
    variants: tuple[str, ...] = ()
    """How many earned all its points with each kind of sheet, where these differ: `fila 1: 12 de 15`."""

    @property
    def judged(self) -> int:
        """How many answers the columns are made of."""
        return sum(self.counts)

    @property
    def text(self) -> str:
        """What the table says beside the numbers."""
        share = f"{self.share} % de los puntos" if self.share is not None else ""
        kinds = f"todos los puntos con {', con '.join(self.variants)}" if self.variants else ""
        return " · ".join(filter(None, (share, kinds, self.remark)))

    @property
    def wrong(self) -> int:
        """How many have it wrong."""
        return self.counts[[name for name, _ in COLUMNS].index("mal")]


@dataclass(frozen=True, slots=True)
class SlipTally:
    """A wrong procedure and who took it."""

    slip: str
    title: str
    question: Asked
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Alike:
    """A wrong answer that several students with the same numbers gave, as the first of them typed it."""

    question: Asked
    typed: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """`histogram` has ten bins of one point, the last closed at 10. `median` is None without marks."""

    graded: int
    median: Fraction | None
    passed: int
    histogram: tuple[int, ...]
    tallies: tuple[Tally, ...]
    slips: tuple[SlipTally, ...]
    explain: str
    pending: tuple[str, ...]
    """What needs the teacher before anything is published, most urgent first."""
    alike: tuple[Alike, ...]
    """Wrong answers that several gave and nothing explains."""
    few: bool
    """Too few marks for a median to say much."""

    @property
    def median_text(self) -> str:
        """The median as it is shown; `n/d` without marks."""
        return "n/d" if self.median is None else decimal_text(self.median, least=1)
