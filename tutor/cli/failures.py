"""How a failure is told: sentences on stderr, or one JSON object on stdout; never a traceback."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tutor.errors import ContentError, ExitCode, Problem, StateError, TutorError, reason_of
from tutor.terminal import Terminal

INTERRUPTED = "Interrumpido. Escribe `tutor` y te digo cómo seguir."
NOTHING_WRITTEN = "Interrumpido: no he escrito nada. Repite la orden."
ALL_WRITTEN = "Interrumpido, con todo ya escrito en {folder}."


def tell(terminal: Terminal, error: Exception | KeyboardInterrupt, *, as_json: bool = False) -> ExitCode:
    """Tells a failure, or a Ctrl-C, and returns its exit code."""
    if isinstance(error, KeyboardInterrupt):
        terminal.say(f"\n{str(error) or INTERRUPTED}")
        return ExitCode.INTERRUPTED
    known = error if isinstance(error, TutorError) else _known(error)
    if as_json:
        from tutor.cli.jsonout import print_json

        print_json(terminal, {"error": {"message": known.message, "hint": known.hint, "where": _where(known)}})
    else:
        for line in sentences(known):
            terminal.say(line)
    return known.exit_code


@contextmanager
def all_or_nothing() -> Iterator[list[Path]]:
    """For orders that write at their end: a Ctrl-C tells whether they had. What is yielded gets the folder once it is
    written."""
    written: list[Path] = []
    try:
        yield written
    except KeyboardInterrupt:
        sentence = ALL_WRITTEN.format(folder=written[0]) if written else NOTHING_WRITTEN
        raise KeyboardInterrupt(sentence) from None


def sentences(error: TutorError) -> list[str]:
    """What happened, where, and one way out; every problem of a file in a line of its own, but what is already said."""
    lines = [_placed(error.where, error.message)]
    if isinstance(error, ContentError):
        headline = Problem(error.where, error.message, error.hint)
        for problem in (p for p in error.problems if p != headline):
            lines.append(f"  {_placed(problem.where, problem.message)}")
            lines += [f"    {problem.hint}"] * bool(problem.hint)
    return [*lines, *([error.hint] if error.hint else [])]


def _placed(where: str, message: str) -> str:
    """A message behind its place, which is said once: many begin with the name of their file."""
    file = re.sub(r"(:\d+)+$", "", where)
    for name in filter(None, (where, file, file.rpartition("/")[2])):
        rest = message.removeprefix(name)
        if rest != message and not rest[:1].isalnum():
            return f"{where}{rest}" if rest.startswith(":") and name != where else message
    return f"{where}: {message}" if where else message


def reader_left() -> ExitCode:
    """Whoever read our output has closed it (`tutor explain | head`): nothing is wrong, and nothing more is written."""
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # outlives us: the interpreter flushes it at its end
    return ExitCode.OK


def _where(error: TutorError) -> str:
    if error.where or not isinstance(error, ContentError):
        return error.where
    return next((problem.where for problem in error.problems if problem.where), "")


def _known(error: Exception) -> TutorError:
    """A failure of the system as a StateError; anything else is a fault of ours, told with the place it happened."""
    if isinstance(error, OSError) and error.errno is not None:
        what = f"No puedo usar «{error.filename}»" if error.filename else "No puedo leer o escribir"
        return StateError(
            f"{what}: {reason_of(error)}.", hint="Mira el nombre, los permisos y el sitio, y repite la orden."
        )
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"
    return TutorError(
        f"Un fallo del tutor, no tuyo ({type(error).__name__} en {place}).",
        hint="Lo contestado está guardado. Con TUTOR_DEBUG=1 la misma orden enseña el detalle, para quien la arregle.",
    )
