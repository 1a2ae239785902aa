"""What the judge returns: a verdict, and what is said of it, part by part.

Whoever shows a message puts its parts together: at a prompt, where an earlier step can be asked for and a try is not
always spent; or in writing, where nobody can answer and there is one try.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tutor.phrasing import mid_sentence


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


NO_ATTEMPT = "No cuenta como intento."
SEVERAL = {2: "Puede ser una de dos cosas.", 3: "Puede ser una de varias cosas."}
"""What goes before more than one explanation, by their number."""


@dataclass(frozen=True, slots=True)
class AskBack:
    """An earlier step, asked for because it tells two explanations apart.

    `step` is its id, `name` what it is called, `left` the slip that remains if that step turns out right (None: none).
    """

    step: str
    name: str
    left: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """What is said of an answer, in parts: whole sentences in Spanish, empty where there is nothing to say.

    `right` is what is right, `looks` what it looks like (of several sentences, each explains the numbers by itself),
    `do` what to do, `asks` what is asked back in place of that, `perhaps` what else it may be, `remark` what anyone
    sees in the numbers, and `costs` whether the answer spends a try.
    """

    right: str = ""
    looks: tuple[str, ...] = ()
    do: str = ""
    asks: AskBack | None = None
    perhaps: str = ""
    remark: str = ""
    costs: bool = True

    @property
    def at_prompt(self) -> str:
        """For somebody who can answer: the earlier step is asked for, and it is said that no try is spent."""
        asked = f"Para saberlo, dime qué te dio antes: {self.asks.name}." if self.asks else ""
        return self._joined(asked, "" if self.costs else NO_ATTEMPT)

    @property
    def in_writing(self) -> str:
        """For somebody who reads it afterwards: nothing is asked, and there are no tries to speak of."""
        return self._joined(f"Para saberlo, mira qué te dio antes: {self.asks.name}." if self.asks else "")

    def _joined(self, asked: str, attempt: str = "") -> str:
        sentences = (self.right, *self._explained(), self.do, asked, self.perhaps, self.remark, attempt)
        return " ".join(s for s in sentences if s)

    def _explained(self) -> Iterator[str]:
        """One explanation as it is; of more, how many they are, and each."""
        if len(self.looks) < 2:
            yield from self.looks
            return
        yield SEVERAL[min(len(self.looks), 3)]
        yield self.looks[0]
        yield from (f"O bien: {mid_sentence(look)}" for look in self.looks[1:])


@dataclass(frozen=True, slots=True)
class Judgement:
    """One answer judged: `cells` are booleans nested like the answer; `slips` all that fit equally, best first.

    `evidence`, of a carried answer only: False where a short cut gives the same from the numbers before it.
    """

    verdict: Verdict
    cells: Any = None
    slips: tuple[str, ...] = ()
    parts: Message = Message()
    evidence: bool | None = None

    @property
    def correct(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.verdict.correct

    @property
    def slip(self) -> str | None:
        """The best explanation, None without one."""
        return self.slips[0] if self.slips else None

    @property
    def message(self) -> str:
        """What is said at a prompt."""
        return self.parts.at_prompt

    @property
    def attempt(self) -> bool:
        """Whether it spends a try at a prompt."""
        return self.parts.costs
