"""One small unit over the running example, and a learner who remembers every turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.authoring import open_unit
from tutor.session.events import Event
from tutor.session.lesson import Lesson
from tutor.session.turns import Echo, Feedback, Hint, Item, Page, Sentence, Turn
from tutor.units import OpenUnit

BREVE = Path(__file__).with_name("breve.yaml")


@pytest.fixture
def breve() -> OpenUnit:
    return open_unit(BREVE)


class Walker:
    """A session with its turns and events kept, as a journal and a screen would."""

    def __init__(self, unit: OpenUnit, events: list[Event] | None = None, **more) -> None:
        self.events = list(events or [])
        self.unit = unit
        self.session = Lesson(unit, self.events, **more)
        self.turn = self._kept(self.session.start())

    def types(self, *texts: str) -> Turn:
        for text in texts:
            self.turn = self._kept(self.session.submit(text))
        return self.turn

    def again(self, unit: OpenUnit | None = None, **more) -> Walker:
        """Another day, or after a kill -9: a new session on what was stored."""
        return Walker(unit or self.unit, self.events, **more)

    @property
    def said(self) -> str:
        """The words of the last turn."""
        return words(self.turn.items)

    @property
    def asked(self) -> str:
        """The question that is asked now."""
        return self.session.prompt.question.id

    def _kept(self, turn: Turn) -> Turn:
        self.events += turn.events
        return turn


def words(items: tuple[Item, ...]) -> str:
    """All the text of a turn, an item a line."""
    lines = []
    for item in items:
        match item:
            case Page():
                lines += [item.header, item.ask, item.before]
            case Echo():
                lines.append(f"Leo: {item.read}")
            case Feedback():
                lines.append(f"{item.verdict}: {item.word} {item.text}")
            case Sentence() | Hint():
                lines.append(item.text)
            case _:
                lines.append(str(item))
    return "\n".join(lines)


@pytest.fixture
def walker(breve) -> Walker:
    return Walker(breve)
