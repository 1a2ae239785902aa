"""The loop that `lesson`, `check` and `practice` share: ask, submit, store, draw."""

from __future__ import annotations

from tutor.errors import ExitCode
from tutor.screen import Screen
from tutor.screen.turns import show
from tutor.session.conversation import Conversation
from tutor.session.journal import Journal
from tutor.session.turns import Turn, Waits
from tutor.terminal import Terminal


def converse(talker: Conversation, terminal: Terminal, journal: Journal, again: str) -> ExitCode:
    """Talks until it is over. `again` is the command line that goes on from here, said on leaving.

    What was answered is on the disk before it is judged on the screen. Ctrl-D is `salir`. Ctrl-C goes on to the caller
    of the program after saying how to resume.
    """
    screen = Screen(terminal)
    for notice in journal.notices:
        tell(terminal, notice)
    try:
        turn = talker.start()
        _done(turn, screen, journal)
        while not turn.over:
            text = terminal.ask(turn.prompt) if turn.waits is not Waits.ENTER else terminal.wait(turn.prompt)
            if text is None:
                break
            turn = talker.submit(text)
            terminal = screen.measure()
            _done(turn, screen, journal)
    except KeyboardInterrupt:
        tell(terminal, f"\nEn pausa. {goodbye(journal, again)}")
        return ExitCode.INTERRUPTED
    if not talker.complete:
        tell(terminal, goodbye(journal, again))
    return ExitCode.OK if talker.passed else ExitCode.PENDING


def tell(terminal: Terminal, text: str) -> None:
    """A message beside the talk, on stderr, in lines that fit."""
    terminal.stdout.flush()
    Screen(terminal.on_stderr()).text(text)
    terminal.stderr.flush()


def goodbye(journal: Journal, again: str) -> str:
    """How to go on, and whether anything would be lost. Tries once more to store what waits."""
    journal.flush()
    if journal.unsaved:
        lost = "1 respuesta no se ha" if journal.unsaved == 1 else f"{journal.unsaved} respuestas no se han"
        return f"{lost} podido guardar. Para volver: `{again}`."
    saved = "Todo queda guardado. " if journal.saving else ""
    return f"{saved}Para seguir: `{again}`."


def _done(turn: Turn, screen: Screen, journal: Journal) -> None:
    """Stores first, then shows."""
    notices = journal.add(turn.events)
    show(screen, turn.items)
    for notice in notices:
        tell(screen.terminal, notice)
