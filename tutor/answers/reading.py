"""What the reader returns: one of three outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["value", "ask", "error"]
Kind = Literal["scalar", "vector", "matrix"]
KINDS: tuple[Kind, ...] = ("scalar", "vector", "matrix")
"""Kinds by their rank, the number of axes of what is asked."""
Nested = float | list[float] | list[list[float]]
Places = int | None | list[int | None] | list[list[int | None]]

BLANK_REASONS = frozenset({"empty", "no-answer"})


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text was read.

    `value` holds nested floats (a float, a list, or a list of rows) and `places`, of the same nesting, the decimals
    typed in each cell (None: an expression, hence exact). Both are None unless the outcome is "value".
    `reason` is a code; "empty" and "no-answer" mean that nothing was answered. `message` is the Spanish sentence for an
    "ask" or an "error", `position` the index in `text` of what is not understood, `options` the readings an "ask" is
    torn between, in the order they are shown. `notes` are short Spanish remarks on an accepted text.
    """

    outcome: Outcome
    text: str
    kind: Kind
    value: Nested | None = None
    places: Places = None
    reason: str | None = None
    message: str = ""
    position: int | None = None
    notes: tuple[str, ...] = ()
    options: tuple[Reading, ...] = ()

    @property
    def blank(self) -> bool:
        """Nothing was answered: no attempt, no mark lost by rubbish."""
        return self.outcome == "error" and self.reason in BLANK_REASONS
