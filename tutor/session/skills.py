"""What a learner has practised, and what needs it most: two rules short enough to be told to the learner.

The skill to practise is the one with most errors in its last five answers; three whole computations right in a row in
practice (`WHOLE`: for softmax, the weights from scaled scores), and it is mastered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tutor.judging.verdicts import Verdict
from tutor.session.events import Event
from tutor.units import SKILLS

LAST = 5
IN_A_ROW = 3
RULE = (
    f"Regla: practicas la destreza con más fallos en sus {LAST} últimas respuestas. "
    f"Con {IN_A_ROW} cuentas enteras seguidas bien, dominada."
)

WHOLE = {
    "producto-escalar": "scores",
    "escalado": "scaled",
    "softmax": "weights",
    "mezcla": "output",
    "mascara-causal": "weights",
}
"""The step that shows a skill whole: all its numbers, from those of the step before."""


@dataclass(frozen=True, slots=True)
class Skill:
    """One skill: `last` says of its last answers, oldest first, whether they were right (at most five)."""

    id: str
    name: str = ""
    """What it is called on screen."""
    answers: int = 0
    last: tuple[bool, ...] = ()
    streak: int = 0
    """Right answers in a row in practice, up to now."""
    last_id: int = 0
    """The place in the journal of its last answer; 0 without any."""

    @property
    def errors(self) -> int:
        """How many of the last answers were wrong."""
        return self.last.count(False)

    @property
    def mastered(self) -> bool:
        """Whether enough answers in a row were right."""
        return self.streak >= IN_A_ROW


def skills_of(events: Iterable[Event], only: Mapping[str, str] = SKILLS) -> tuple[Skill, ...]:
    """Every skill of `only` (and what each is called), in order, with what the events say of it."""
    tally = {name: _Tally() for name in only}
    for event in events:
        tallied = tally.get(event.skill)
        right = _right(event)
        if tallied is not None and right is not None:
            tallied.add(right, event)
    return tuple(t.skill(word, only[word]) for word, t in tally.items())


def wanting(skills: Iterable[Skill]) -> tuple[Skill, ...]:
    """The skills with errors in their last answers, the neediest first."""
    found = (s for s in skills if s.errors and not s.mastered)
    return tuple(sorted(found, key=lambda s: (s.errors, s.last_id), reverse=True))


def neediest(skills: Sequence[Skill], but: Iterable[str] = ()) -> Skill | None:
    """The skill with most errors in its last answers, the latest of equals; else the first not mastered; else None."""
    left = [s for s in skills if s.id not in set(but)]
    return next(iter((*wanting(left), *(s for s in left if not s.mastered))), None)


class _Tally:
    def __init__(self) -> None:
        self.answers: list[bool] = []
        self.recent: list[bool] = []
        """Since it was mastered last: what was failed before is over."""
        self.streak = 0
        self.last_id = 0

    def add(self, right: bool, event: Event) -> None:
        if event.kind == "answer":
            self.answers.append(right)
            self.recent.append(right)
            self.last_id = event.id
        if not right:
            self.streak = 0
        elif event.mode == "practice":
            self.streak += 1
            if self.streak == IN_A_ROW:
                self.recent = self.recent[-IN_A_ROW:]

    def skill(self, word: str, name: str) -> Skill:
        last = tuple(self.recent[-LAST:])
        return Skill(word, name, len(self.answers), last, self.streak, self.last_id)


def _right(event: Event) -> bool | None:
    """Whether an event speaks for its skill; None when it does not speak of it. A solution seen breaks a row."""
    if event.kind == "solution":
        return False
    if event.kind != "answer" or event.verdict not in set(Verdict):
        return None
    verdict = Verdict(event.verdict)
    return (verdict.correct or verdict is Verdict.CARRIED) if verdict.attempt else None
