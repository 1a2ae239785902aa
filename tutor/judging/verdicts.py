"""What the judge returns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

LATER_STEP = "later-step"


class Verdict(StrEnum):
    """The rungs of the ladder, best first, and the four that stand outside it."""

    EXACT = "exact"
    ROUNDED = "rounded"
    TRUNCATED = "truncated"
    CARRIED = "carried"
    SLIP = "slip"
    COARSE = "coarse"
    WRONG = "wrong"
    BLANK = "blank"
    ASK = "ask"
    UNREADABLE = "unreadable"
    WRONG_SHAPE = "wrong-shape"

    @property
    def correct(self) -> bool:
        """Right from the question's own data: the first three rungs."""
        return self in (Verdict.EXACT, Verdict.ROUNDED, Verdict.TRUNCATED)

    @property
    def attempt(self) -> bool:
        """Whether it spends a try: unread, blank, misshapen and coarse answers do not."""
        return self in (Verdict.EXACT, Verdict.ROUNDED, Verdict.TRUNCATED, Verdict.CARRIED, Verdict.SLIP, Verdict.WRONG)


@dataclass(frozen=True, slots=True)
class Judgement:
    """One answer judged: `cells` are booleans nested like the answer; `slips` all that fit equally, best first.

    `evidence`, of a carried answer only: False where a short cut gives the same from the numbers before it.
    """

    verdict: Verdict
    cells: Any = None
    slips: tuple[str, ...] = ()
    message: str = ""
    evidence: bool | None = None

    @property
    def correct(self) -> bool:
        return self.verdict.correct

    @property
    def attempt(self) -> bool:
        """Whether it spends a try: a later step's right numbers do not."""
        return self.verdict.attempt and self.slip != LATER_STEP

    @property
    def slip(self) -> str | None:
        return self.slips[0] if self.slips else None
