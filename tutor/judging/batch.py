"""Judgements of a whole class as arrays; sentences only when somebody asks for one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tutor.judging.messages import ALWAYS
from tutor.judging.typed import CODE, VERDICTS
from tutor.judging.verdicts import Judgement, Message, Verdict

_TRUNCATED, _WRONG, _CARRIED = CODE[Verdict.TRUNCATED], CODE[Verdict.WRONG], CODE[Verdict.CARRIED]
_ALWAYS = tuple(ALWAYS.get(v) for v in VERDICTS)
"""What is said of every answer with that verdict, by its code; None where it depends on the answer."""


@dataclass(frozen=True, slots=True, eq=False)
class Judgements:
    """`verdict` (B,) are codes (indices into VERDICTS), `cells` (B, *shape) says which cells are right."""

    verdict: NDArray[np.int8]
    cells: NDArray[np.bool_]
    shape: tuple[int, ...]
    named: Mapping[int, tuple[str, ...]] = field(repr=False)
    """Row -> ids of the slips that fit, best first."""
    say: Callable[[int, tuple[str, ...], str], Message] = field(repr=False)
    """say(row, slips, locale) -> what is said of that row, where these slips explain it."""
    proved: NDArray[np.bool_] = field(repr=False)
    """(B,) of a carried answer, whether it is evidence."""
    explained: NDArray[np.bool_] = field(repr=False)
    """(B,) whether what was typed is right, or a slip explains it, or what it was carried from."""

    def __len__(self) -> int:
        return len(self.verdict)

    @property
    def correct(self) -> NDArray[np.bool_]:
        """(B,) right from the question's own data: exact, rounded or truncated."""
        return self.verdict <= _TRUNCATED

    def evidence(self, i: int) -> bool | None:
        """Whether going on rightly proves anything; None unless the answer is carried."""
        return bool(self.proved[i]) if self.verdict[i] == _CARRIED else None

    def verdict_at(self, i: int) -> Verdict:
        """The verdict of learner i."""
        return VERDICTS[int(self.verdict[i])]

    def slips(self, i: int) -> tuple[str, ...]:
        """The ids of the slips of learner i, best first."""
        return self.named.get(i, ())

    def at(self, i: int, locale: str = "es") -> Judgement:
        """One learner's judgement, with what is said of it."""
        code, slips = int(self.verdict[i]), self.slips(i)
        cells = self.cells[i].tolist() if code <= _WRONG else None
        parts = _ALWAYS[code] or self.say(i, slips, locale)
        return Judgement(VERDICTS[code], cells, slips, parts, self.evidence(i))
