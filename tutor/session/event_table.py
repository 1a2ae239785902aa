"""The journal's file: one SQLite table of events, each with a checksum, and what can still be read of a damaged one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import fields
from pathlib import Path

from tutor.session.events import Event

SCHEMA = 1
PATIENCE = 5.0
"""Seconds to wait for another copy that is writing."""
ODD = (ValueError, TypeError, OverflowError, MemoryError)
"""What else a damaged file may make of reading it."""
MOST_MISSES = 2_000
"""Events in a row that cannot be read before the rest is given up."""

COLUMNS = tuple(f.name for f in fields(Event) if f.name != "id")
SUM = "suma"
"""The column of the checksum; journals of before have none, nor have events that an earlier version writes."""
CREATE = (
    f"CREATE TABLE events (id INTEGER PRIMARY KEY, {', '.join(COLUMNS)}, {SUM})",
    "CREATE INDEX events_by_unit ON events (unit, mode, variant)",
    f"PRAGMA user_version = {SCHEMA}",
)
SELECT = f"SELECT {', '.join(COLUMNS)}, id"
_INSERT = f"INSERT INTO events ({', '.join(COLUMNS)}, {SUM}) VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
_WHOLE = frozenset(["variant", "version"])


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """The database at `path`, created by nobody here. Raises sqlite3.Error."""
    uri = f"{path.resolve().as_uri()}?mode={'rw' if write else 'ro'}"
    db = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return db


def create(path: Path) -> None:
    """Makes an empty journal under another name and links it into place, so that none is ever found half made."""
    fresh = path.with_name(f".{path.stem}-{os.getpid()}.nuevo")
    fresh.unlink(missing_ok=True)
    try:
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # what was answered is nobody else's
        with closing(sqlite3.connect(fresh, isolation_level=None)) as db:
            db.execute("BEGIN")
            for statement in CREATE:
                db.execute(statement)
            db.execute("COMMIT")
        try:
            os.link(fresh, path)
        except FileExistsError:
            return  # another copy was quicker; its journal is as good
        except OSError:
            if not path.exists():
                os.rename(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def insert(db: sqlite3.Connection, events: Iterable[Event]) -> None:
    """Stores events, within a transaction of the caller's."""
    if not _has_sums(db):
        db.execute(f"ALTER TABLE events ADD COLUMN {SUM}")
    rows = map(_row, events)
    db.executemany(_INSERT, [(*row, _checksum(row)) for row in rows])


def event_of(row: Sequence[object]) -> Event:
    """The event of a row as `SELECT` gives it."""
    values = dict(zip((*COLUMNS, "id"), row, strict=True))
    values["slips"] = tuple(str(values["slips"]).split("\n")) if values["slips"] else ()
    return Event(**values)  # type: ignore[arg-type]


def sound(db: sqlite3.Connection) -> bool:
    """Whether all of a journal can be read and says what was written: its pages, its index, and each event's checksum.

    Raises sqlite3.Error as reading does.
    """
    if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        return False
    return all(_is_sound(row) for row in db.execute(f"{_with_sums(db)} FROM events"))


def salvaged(path: Path) -> list[Event]:
    """The events of a damaged journal that are as they were written, from a copy of it: that they were is told by
    their checksum, or in a journal of before by what they hold."""
    copy = path.with_name(f".{path.stem}-{os.getpid()}.rescate")
    try:
        shutil.copyfile(path, copy)
        for mend in (False, True):
            with (
                suppress(sqlite3.Error, ValueError, OverflowError, MemoryError),
                closing(connect(copy, write=True)) as db,
            ):
                db.execute("PRAGMA writable_schema = ON")  # else SQLite refuses a file shorter than it says it is
                if mend:
                    _mend_schema(db)
                if found := list(_readable(db)):
                    return found
        return []
    except OSError:
        return []
    finally:
        for left in (copy, copy.with_name(copy.name + "-journal")):
            left.unlink(missing_ok=True)


def _mend_schema(db: sqlite3.Connection) -> None:
    """Says again what the first table is: all journals are made with the same statements, and it begins on page 2."""
    db.execute("DELETE FROM sqlite_master WHERE rowid > 1")
    mended = "UPDATE sqlite_master SET type = 'table', name = 'events', tbl_name = 'events', rootpage = 2, sql = ?"
    db.execute(mended, (CREATE[0],))
    db.execute("PRAGMA writable_schema = RESET")


def _readable(db: sqlite3.Connection) -> Iterator[Event]:
    """Events one by one, in their order; what cannot be read is stepped over."""
    sql = f"{_with_sums(db)} FROM events WHERE id > ? ORDER BY id"
    last = misses = 0
    while misses < MOST_MISSES:
        try:
            for row in db.execute(sql, (last,)):
                last, misses = max(last, row[-2]), 0
                if _is_sound(row):
                    yield event_of(row[:-1])
            return
        except (sqlite3.Error, TypeError):
            last += 1
            misses += 1


def _is_sound(row: Sequence[object]) -> bool:
    """Whether a row with its id and checksum holds what an event holds, and its checksum says so if it has one."""
    *values, number, checksum = row
    kinds = all(isinstance(v, int if name in _WHOLE else str) for name, v in zip(COLUMNS, values, strict=True))
    return kinds and isinstance(number, int) and (checksum is None or checksum == _checksum(values))


def _with_sums(db: sqlite3.Connection) -> str:
    return f"{SELECT}, {SUM if _has_sums(db) else 'NULL'}"


def _has_sums(db: sqlite3.Connection) -> bool:
    return any(column[1] == SUM for column in db.execute("PRAGMA table_info(events)"))


def _row(event: Event) -> tuple[object, ...]:
    return tuple("\n".join(event.slips) if c == "slips" else getattr(event, c) for c in COLUMNS)


def _checksum(values: Sequence[object]) -> int:
    """Of what an event holds; its id may change."""
    return zlib.crc32("\0".join(map(str, values)).encode("utf-8", "surrogatepass"))
