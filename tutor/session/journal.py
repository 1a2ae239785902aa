"""The journal: everything a learner did, in one SQLite file in the user's data folder (`TUTOR_DATA` overrides it).

An event is on the disk before its verdict is shown. What cannot be kept is said, once, and never stops a lesson:
without a disk the journal goes on in memory. A file that cannot be read is set aside under a name that is told, what
can be saved from it is copied, and only then is a new one begun.

The default rollback journal of SQLite is meant: unlike WAL it also holds on the network folders of a school.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tutor.errors import StateError, UsageError, reason_of
from tutor.session.event_table import ODD, SCHEMA, SELECT, connect, create, event_of, insert, salvaged, sound
from tutor.session.events import Event, Mode

FILE = "diario.sqlite3"
BROKEN = frozenset([sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH])
"""What SQLite answers of a file that is damaged, and not of one that is held."""


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where this user's journal lives. Not named plainly `tutor`, which other programs are called too.

    Raises UsageError where TUTOR_DATA holds a name that no shell has replaced.
    """
    wanted = environ.get("TUTOR_DATA")
    if wanted and re.search(r"\$\w|\$\{|%\w+%", wanted):
        raise UsageError(
            f"TUTOR_DATA vale «{wanted}», con un nombre sin sustituir.",
            hint='Escribe la ruta entera, o entre comillas dobles: export TUTOR_DATA="$HOME/tutor".',
        )
    if wanted:
        return Path(wanted).expanduser()
    from platformdirs import user_data_path

    return user_data_path("tutor-ecuacion1", appauthor=False)


def open_journal(
    folder: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC), *, to_write: bool = True
) -> Journal:
    """The journal in `folder`, which is made if need be. Never raises: `notices` says what was found amiss.

    That nothing can be written is no news to whoever does not mean to (`to_write`).
    """
    path = folder / FILE
    notices: list[str] = []
    fault, damaged = "", False
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        if not path.exists():
            create(path)
        with suppress(OSError):
            path.chmod(0o600)  # of an earlier version anybody may read it
        fault = _fault(path)
        damaged = fault == "unreadable"
        if damaged:
            notices.append(_set_aside(path, now()))
            fault, damaged = "", False
    except (OSError, sqlite3.Error) as error:
        fault = _why(error)
    if damaged or fault == "newer":
        what = "está dañado y no puedo apartarlo" if damaged else "es de una versión más nueva de tutor y no lo toco"
        way = "Mira los permisos de la carpeta." if damaged else "Actualiza tutor para recuperarlo."
        return Journal(None, folder, (f"El diario {path} {what}. Sigo sin guardar. {way}",), now)
    if fault and to_write:
        notices.append(
            f"No puedo guardar en {folder}: {fault}. Puedes seguir, pero lo que contestes ahora se pierde al salir. "
            "Con la variable TUTOR_DATA eliges otra carpeta."
        )
    return Journal(path if path.is_file() else None, folder, tuple(notices), now, saving=not fault)


def look(folder: Path) -> Journal:
    """The journal if there is one; none is begun for whoever only wants to know. Raises StateError where nobody can
    tell whether there is one."""
    try:
        (folder / FILE).stat()
    except (FileNotFoundError, NotADirectoryError):
        return Journal(None, folder)
    except OSError as error:
        raise _cannot_read(folder / FILE, error) from error
    return open_journal(folder, to_write=False)


class Journal:
    """Events kept, in the file while that is possible and in memory always.

    `saving` is False once nothing reaches the disk; `notices` are Spanish sentences to show on opening.
    """

    def __init__(
        self,
        path: Path | None,
        folder: Path,
        notices: tuple[str, ...] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        saving: bool = False,
    ) -> None:
        self.path = path
        self.folder = folder
        self.notices = notices
        self.saving = saving and path is not None
        self._now = now
        self._run = os.urandom(4).hex()
        self._unsaved: list[Event] = []
        self._seen: int | None = None
        self._told_other = False

    def events(self, unit: str | None = None, mode: Mode | None = None, variant: int | None = None) -> list[Event]:
        """What was done, oldest first: all of it, or of one unit, mode and variant.

        Raises StateError where it cannot be read: that nothing was done would be untrue.
        """
        wanted = {"unit": unit, "mode": mode, "variant": variant}
        wanted = {k: v for k, v in wanted.items() if v is not None}
        where = " AND ".join(f"{k} = ?" for k in wanted)
        stored: list[Event] = []
        if self.path is not None:
            sql = f"{SELECT} FROM events{' WHERE ' + where if where else ''} ORDER BY id"
            try:
                with closing(connect(self.path, write=False)) as db:
                    stored = [event_of(row) for row in db.execute(sql, tuple(wanted.values()))]
            except (sqlite3.Error, *ODD) as error:
                raise _cannot_read(self.path, error) from error
        return stored + [e for e in self._unsaved if all(getattr(e, k) == v for k, v in wanted.items())]

    def add(self, events: Iterable[Event]) -> tuple[str, ...]:
        """Stores `events` before returning. Says, in sentences, when saving stops or works again."""
        at = self._now().astimezone(UTC).isoformat(timespec="seconds")
        self._unsaved += [replace(e, at=at, run=self._run) for e in events]
        return self.flush()

    def flush(self) -> tuple[str, ...]:
        """Tries once more to store what is only in memory; says when saving stops or works again."""
        if self.path is None or not self._unsaved:
            return ()
        was_saving, last_event = self.saving, self._unsaved[-1]
        try:
            last, of_others = self._write(self._unsaved)
        except (OSError, sqlite3.Error) as error:
            self.saving = False
            if not was_saving:
                return ()
            return (
                f"No he podido guardar en {self.folder}: {_why(error)}. Sigo; lo que contestes desde ahora se pierde "
                "al salir, salvo que se arregle mientras tanto.",
            )
        self._unsaved.clear()
        self.saving = True
        notices = () if was_saving else ("Ya puedo guardar otra vez: tus respuestas de hoy están a salvo.",)
        return notices + self._other_window(last_event, last, of_others)

    @property
    def unsaved(self) -> int:
        """How many answers exist in memory alone."""
        return sum(e.kind == "answer" for e in self._unsaved)

    def set_aside(self) -> Path:
        """Puts the whole journal out of use under another name and returns it. Raises StateError if it cannot."""
        if self.path is None or not self.path.exists():
            raise StateError("No hay ningún diario que borrar.", where=str(self.folder / FILE))
        try:
            return _rename(self.path, "guardado", self._now())
        except OSError as error:
            raise StateError(
                f"No puedo apartar el diario: {_why(error)}.",
                hint="Mira los permisos de la carpeta.",
                where=str(self.path),
            ) from error

    def _write(self, events: Sequence[Event]) -> tuple[int, int]:
        """Stores them in one transaction. Returns the last id, and the last that another copy gave to the same walk."""
        assert self.path is not None
        if not self.path.exists():
            create(self.path)
        event = events[-1]
        others = "SELECT max(id) FROM events WHERE unit = ? AND mode = ? AND variant = ? AND run <> ?"
        with closing(connect(self.path, write=True)) as db:
            db.execute("BEGIN IMMEDIATE")
            other = db.execute(others, (event.unit, event.mode, event.variant, self._run)).fetchone()[0]
            insert(db, events)
            last = db.execute("SELECT max(id) FROM events").fetchone()[0]
            db.execute("COMMIT")
        return last, other or 0

    def _other_window(self, event: Event, last: int, of_others: int) -> tuple[str, ...]:
        """A word, once, when another copy has written to the same walk since we last did."""
        before, self._seen = self._seen, last
        if before is None or self._told_other or of_others <= before:
            return ()
        self._told_other = True
        return (
            f"En otra ventana también se está contestando {event.unit}. Se guarda lo de las dos; al volver vale lo "
            "último que pongas en cada pregunta.",
        )


def _fault(path: Path) -> str:
    """Nothing if the journal can be read and written, `unreadable`, `newer`, or in Spanish why it cannot be written."""
    if path.stat().st_size == 0:
        return "unreadable"
    try:
        # A journal left hot by a killed copy is rolled back on opening, which needs the right to write.
        with closing(connect(path, write=os.access(path, os.W_OK))) as db:
            if db.execute("PRAGMA user_version").fetchone()[0] > SCHEMA:
                return "newer"
            if not sound(db):
                return "unreadable"
            db.execute("BEGIN IMMEDIATE")
            db.execute("ROLLBACK")
    except sqlite3.DatabaseError as error:
        return "unreadable" if _code(error) in BROKEN else _why(error)
    except (sqlite3.Error, *ODD):
        return "unreadable"
    return "" if os.access(path.parent, os.W_OK) else "la carpeta es de solo lectura"


def _set_aside(path: Path, now: datetime) -> str:
    """Renames a damaged journal, begins a new one with what can still be read, and says so."""
    aside = _rename(path, "ilegible", now)
    events = salvaged(aside)
    create(path)
    with closing(connect(path, write=True)) as db:
        db.execute("BEGIN IMMEDIATE")
        insert(db, events)
        db.execute("COMMIT")
    saved = sum(e.kind == "answer" for e in events)
    rescued = {0: "No he podido rescatar ninguna respuesta", 1: "He rescatado 1 respuesta"}
    return (
        f"El diario {path} está dañado y no se puede leer entero. Lo he apartado como {aside.name}, sin borrarlo. "
        f"{rescued.get(saved, f'He rescatado {saved} respuestas')}; sigo en un diario nuevo."
    )


def _rename(path: Path, word: str, now: datetime) -> Path:
    stem = f"{path.stem}-{word}-{now.astimezone():%Y%m%d-%H%M%S}"
    names = (f"{stem}{tail}{path.suffix}" for tail in ("", *(f"-{n}" for n in range(2, 1000))))
    aside = next(p for name in names if not (p := path.with_name(name)).exists())
    os.rename(path, aside)
    hot = path.with_name(path.name + "-journal")
    if hot.exists():  # left beside a new journal it would be played into it
        os.rename(hot, aside.with_name(aside.name + "-journal"))
    return aside


def _cannot_read(path: Path, error: Exception) -> StateError:
    hint = "Cierra lo que lo tenga abierto o mira los permisos, y repite la orden. Con TUTOR_DATA eliges otra carpeta."
    return StateError(f"No puedo leer el diario {path}: {_why(error)}.", hint=hint, where=str(path))


def _why(error: Exception) -> str:
    if isinstance(error, sqlite3.Error):
        return {
            sqlite3.SQLITE_FULL: "el disco está lleno",
            sqlite3.SQLITE_READONLY: "la carpeta es de solo lectura",
            sqlite3.SQLITE_CANTOPEN: "la carpeta no deja abrir el archivo",
            sqlite3.SQLITE_PERM: "no tienes permiso",
            sqlite3.SQLITE_BUSY: "otra copia lo tiene ocupado",
            sqlite3.SQLITE_LOCKED: "otra copia lo tiene ocupado",
        }.get(_code(error), f"el disco ha fallado ({error})")
    if isinstance(error, PermissionError):
        return "no tienes permiso para escribir ahí"
    if isinstance(error, FileExistsError | NotADirectoryError):
        return "no es una carpeta"
    if isinstance(error, OSError) and error.errno in (28, 122):
        return "el disco está lleno"
    if isinstance(error, OSError) and error.errno == 30:
        return "la carpeta es de solo lectura"
    return f"el disco ha fallado ({reason_of(error) if isinstance(error, OSError) else error})"


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; its extended ones carry detail in the upper bytes."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
