"""What can go wrong, and how the program ends.

    TutorError              message, hint (one way out), where (file:line:column or a caret)
    ├── UsageError          the command was called wrongly                       exit 2
    ├── ContentError        a unit, equation, roster or answer file is invalid   exit 3
    └── StateError          disk, journal or lock: cannot go on                  exit 4

`tutor.__main__` is the only place that catches them. Messages are Spanish: they are read by learners and teachers.
"""

from __future__ import annotations

import errno
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple


class ExitCode(IntEnum):
    """How the process ends; outside scripts rely on the numbers."""

    OK = 0
    PENDING = 1
    """It ran; something is wrong, pending or unread."""
    USAGE = 2
    INVALID = 3
    CANNOT = 4
    FAULT = 70
    INTERRUPTED = 130


class TutorError(Exception):
    """A failure told in three parts: what happened, where, and one way out."""

    exit_code = ExitCode.FAULT

    def __init__(self, message: str, *, hint: str = "", where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.where = where


class UsageError(TutorError):
    """The command was called with words it does not know."""

    exit_code = ExitCode.USAGE


class Problem(NamedTuple):  # loaded by every command, and made in a seventh of the time a dataclass takes
    """One defect of a content file, said so that its author can mend it."""

    where: str
    message: str
    hint: str = ""


class Notice(NamedTuple):
    """One thing a teacher should know: a code for programs, a Spanish sentence, and a file or file:line.

    `send` is what the teacher may send to whom it is about, where there is something to ask of them.
    """

    code: str
    text: str
    where: str = ""
    send: str = ""

    @property
    def to_send(self) -> str:
        """All of it: what happened, and the message that is ready."""
        return f"{self.text} Para enviar: «{self.send}»" if self.send else self.text


class ContentError(TutorError):
    """A file that people wrote is invalid; `problems` holds every defect found, not only the first."""

    exit_code = ExitCode.INVALID

    def __init__(self, message: str, *, hint: str = "", where: str = "", problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message, hint=hint, where=where)
        self.problems = problems


class StateError(TutorError):
    """The disk, the journal or a lock does not let us go on."""

    exit_code = ExitCode.CANNOT


_REASONS = {
    errno.ENOSPC: "no queda sitio en el disco",
    errno.EDQUOT: "no queda sitio en el disco",
    errno.EFBIG: "el archivo es demasiado grande",
    errno.EACCES: "no hay permiso",
    errno.EPERM: "no hay permiso",
    errno.EROFS: "el disco es de solo lectura",
    errno.ENOENT: "no existe",
    errno.EISDIR: "es una carpeta",
    errno.ENOTDIR: "una parte de su ruta no es una carpeta",
    errno.EEXIST: "ya hay un archivo con ese nombre",
    errno.ELOOP: "es un enlace que da vueltas",
    errno.EBUSY: "otro programa lo tiene ocupado",
    errno.EMFILE: "hay demasiados archivos abiertos",
    errno.ENAMETOOLONG: "el nombre es demasiado largo",
    errno.EIO: "el disco o la consola fallan",
}


def reason_of(error: OSError) -> str:
    """Why the system refused, in Spanish: its own words for it come in the language of the system."""
    return _REASONS.get(error.errno or 0, "el sistema no lo permite")


def did_you_mean(name: str, names: Iterable[str], otherwise: str = "Hay estas") -> str:
    """«¿Querías decir …?» with the nearest of the names, or all of them; nothing where there are none."""
    names = list(names)
    close = nearest(name, names)
    return f"¿Querías decir «{close}»?" if close else f"{otherwise}: {', '.join(names)}." if names else ""


def nearest(name: str, names: Iterable[str], fold: Callable[[str], str] = str.casefold) -> str | None:
    """The name most like `name`, as it is or as both look when folded, if any is close enough to be what was meant."""
    import difflib  # a millisecond that only mistakes need

    names = list(names)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return close[0]
    folded = {fold(n): n for n in names}
    close = difflib.get_close_matches(fold(name), folded, n=1, cutoff=0.6)
    if close:
        return folded[close[0]]
    inside = [n for f, n in folded.items() if len(name) > 2 and (fold(name) in f or f in fold(name))]
    return inside[0] if len(inside) == 1 else None


def refuse_pipe(path: Path) -> None:
    """Raises ContentError for a named pipe, which may never end; the shell's own (`<(…)`, under /dev) are somebody's.

    Says nothing of what is not there: opening it does.
    """
    with suppress(OSError, ValueError):
        mode = path.stat().st_mode
        if (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and not path.is_relative_to("/dev"):
            hint = "Guárdalo antes en un archivo y pon su ruta."
            raise ContentError(f"{path} es una tubería, no un archivo.", hint=hint, where=str(path))
