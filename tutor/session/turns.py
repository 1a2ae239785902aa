"""What a session hands to whoever draws it: frozen values, in the order they are to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tutor.session.commands import Command
from tutor.session.events import Event
from tutor.units.views import View


class Role(StrEnum):
    """What a sentence is for. Its words say so too: a role only lets the screen space and colour it."""

    PLAIN = "plain"
    NOTE = "note"
    OFFER = "offer"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence or more of the tutor's."""

    text: str
    role: Role = Role.PLAIN


@dataclass(frozen=True, slots=True)
class Echo:
    """How an answer was read, in the learner's notation."""

    read: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """A verdict (a value of `Verdict`, or `noted`) and its reason; `word` in place of the usual word for it."""

    verdict: str
    text: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """One rung of the ladder of hints."""

    text: str
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Unread:
    """A text that could not be read: the caret goes under `typed[position]` (None: no single place)."""

    typed: str
    position: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Options:
    """Something to choose by typing a number or a label: an `ask` between readings, the choices of a question."""

    message: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A question as it is put: a counting header, what is shown before it, what is asked.

    `header` counts (`Tramo 2 de 3 · 4 de 10`), `title` names the part. `before` is what the learner answered to it
    earlier, as a sentence, or nothing.
    """

    header: str
    title: str
    views: tuple[View, ...]
    ask: str
    choices: tuple[tuple[str, str], ...] = ()
    before: str = ""


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands that can be typed now, each with what it does; `brief`: their names are enough."""

    rows: tuple[tuple[Command, str], ...]
    writing: str
    """How an answer to this question is written."""
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """The learner's own numbers, a label and a text a row."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """A question by its name, and what was answered to it ("" for nothing): the head of its verdict.

    `right` is the right answer, where what was answered is not.
    """

    name: str
    typed: str
    right: str = ""


Item = Sentence | Echo | Feedback | Hint | Unread | Options | Page | Commands | Card | AnswerGiven | View


class Waits(StrEnum):
    """What the next line typed is taken for."""

    ANSWER = "answer"
    OPTION = "option"
    """One of two readings, by its number; anything else is a new answer."""
    YES_NO = "yes-no"
    ENTER = "enter"
    """Only Enter, or a command."""
    OVER = "over"
    """Nothing: the session is finished or was left."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of one line typed.

    `events` must be stored before `items` are shown. `prompt` says, beside the cursor, what is awaited.
    """

    items: tuple[Item, ...]
    waits: Waits
    events: tuple[Event, ...] = ()
    prompt: str = "> "

    @property
    def over(self) -> bool:
        """Whether nothing more is awaited."""
        return self.waits is Waits.OVER
