"""What a lesson, a check and practice have in common: one question after another, a line in, a turn out.

Nothing is printed or stored here. A kind of conversation says by its hooks which question comes (`start`, `settled`,
`resumed`), what stands with it (`page`, `data`), and what going back and skipping mean (`back`, `skip`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from tutor.session.commands import Command, goes_on, parse, yes_or_no
from tutor.session.events import Events
from tutor.session.glossary import meaning
from tutor.session.question_prompt import QuestionPrompt, Reply, Status
from tutor.session.turns import Item, Page, Sentence, Turn, Waits
from tutor.units.templates import in_locale

ENTER = "[Enter] "
DONE = "Esta ya está hecha. Pulsa Enter para seguir, o «atrás» para cambiarla."


class Conversation(ABC):
    """One learner at a prompt. Where nobody sits in front (`attended=False`) nothing waits for Enter."""

    prompt: QuestionPrompt
    """The question that is asked now."""

    def __init__(self, locale: str = "es", *, attended: bool = True) -> None:
        self.locale = locale
        self.attended = attended
        self._waits = Waits.ANSWER
        self._offered = False

    @property
    def pausing(self) -> bool:
        """Only Enter is awaited."""
        return self._waits is Waits.ENTER

    def submit(self, text: str) -> Turn:
        """One line typed."""
        if self._waits is Waits.OVER:
            return self.over()
        if (answer := meaning(text)) is not None:
            return self.same(Sentence(in_locale(answer, self.locale)))
        if self.pausing:
            return self._at_enter(text)
        reply = self.prompt.submit(text)
        self.after_reply(reply)
        if reply.command is not None:
            return self._obey(reply.command)
        if reply.status is Status.OPEN:
            return Turn(reply.items, reply.waits, reply.events, reply.prompt)
        return self.settled(reply)

    # -- hooks ---------------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Nothing is left to do."""

    @property
    def passed(self) -> bool:
        """Everything done is right."""
        return self.complete

    @abstractmethod
    def start(self) -> Turn:
        """The first turn: where the learner is, and the first question."""

    @abstractmethod
    def settled(self, reply: Reply) -> Turn:
        """After a question is done, or its solution seen."""

    @abstractmethod
    def resumed(self) -> Turn:
        """After the Enter that was awaited."""

    @abstractmethod
    def page(self) -> Page:
        """The question as it is put."""

    @abstractmethod
    def data(self) -> tuple[Item, ...]:
        """The numbers of the question."""

    @abstractmethod
    def back(self) -> Turn:
        """`atrás`"""

    @abstractmethod
    def skip(self) -> Turn:
        """`saltar`"""

    def play(self) -> Turn:
        """`juega`"""
        return self.same(Sentence("Se juega en la lección, cuando tengas los pesos: `tutor lesson ecuacion1`."))

    def after_reply(self, reply: Reply) -> None:  # noqa: B027  # a hook that most do not need
        """What one line brought, before anything comes of it."""

    # -- turns ---------------------------------------------------------------------------------------------------------

    def asks(self, *items: Item, events: Events = ()) -> Turn:
        """A turn that awaits an answer."""
        self._waits = Waits.ANSWER
        return Turn(items, Waits.ANSWER, events)

    def pauses(self, *items: Item, events: Events = (), offer: bool = False) -> Turn:
        """A turn that awaits Enter; an `offer` may be answered with a no, and that is the end."""
        self._waits, self._offered = Waits.ENTER, offer
        return Turn(items, Waits.ENTER, events, ENTER)

    def same(self, *items: Item) -> Turn:
        """A turn after which the same is awaited as before."""
        return self.pauses(*items, offer=self._offered) if self.pausing else self.asks(*items)

    def over(self, *items: Item, events: Events = ()) -> Turn:
        """The last turn."""
        self._waits = Waits.OVER
        return Turn(items, Waits.OVER, events)

    # -- commands ------------------------------------------------------------------------------------------------------

    def _at_enter(self, text: str) -> Turn:
        command = parse(text)
        if command is Command.SKIP or goes_on(text):
            return self.resumed()
        if self._offered and yes_or_no(text) is False:
            return self.over()
        if command in (None, Command.HINT, Command.SOLUTION, Command.STEP):
            return self.same(Sentence(DONE))
        return self._obey(command)

    def _obey(self, command: Command | None) -> Turn:
        """A command that leaves the question, or one that shows something and awaits the same as before."""
        match command:
            case Command.LEAVE:
                return self.over()
            case Command.BACK:
                return self.back()
            case Command.SKIP:
                return self.skip()
            case Command.DATA:
                items = self.data()
            case Command.PLAY:
                return self.play()
            case Command.HELP:
                items = (self.prompt.commands(),)
            case _:
                items = (self.page(), *(() if self.pausing else self.prompt.awaited()))
        return self.same(*items)
