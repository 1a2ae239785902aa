"""Files written whole or not at all, one run at a time.

Everything is first written under a folder of its own beside its destination, flushed to the disk, and only then moved
into place, name by name: a power cut, a full disk or `kill -9` leaves the old files as they were. A file that already
holds those very bytes is not touched. Where a file is held by a spreadsheet (Windows), the new one goes beside it.
"""

from __future__ import annotations

import contextlib
import filecmp
import hashlib
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal

from tutor.errors import StateError, reason_of

Writer = Callable[[BinaryIO], None]
Closing = Callable[[Mapping[str, tuple[int, str]]], bytes]
"""What tells of other files, from the size and SHA-256 of each by its name."""
Fate = Literal["new", "same", "changed", "beside"]

STAGING = ".tutor-"
LOCK = ".tutor.lock"


@dataclass(frozen=True, slots=True)
class Written:
    """What became of one file: `path` is where it is; with `beside`, not where it was meant to be."""

    name: str
    path: Path
    change: Fate


def save(
    folder: Path,
    files: Mapping[str, Writer | bytes],
    last: tuple[str, Closing] | None = None,
    announce: Callable[[str], None] = lambda name: None,
    *,
    dry_run: bool = False,
) -> tuple[Written, ...]:
    """Write `files` (name to bytes, or to a function that writes them) into `folder`, in the order given.

    `last` is the name of a file that tells of the rest, and who writes it from the size and hash of each; `announce`
    hears the name of each before it is written. With `dry_run` nothing is left in `folder`: what would change is said.
    Raises StateError, with nothing replaced, when they cannot all be written.
    """
    settle = _compared if dry_run else _settle
    with _staging(folder, dry_run) as staging, _failures_as_state(folder):
        digests: dict[str, tuple[int, str]] = {}
        for name, content in files.items():
            announce(name)
            digests[name] = _stage(staging / name, content)
        if last is not None:
            digests[last[0]] = _stage(staging / last[0], last[1](digests))
        with _unbroken():
            written = tuple(settle(staging / name, folder / name) for name in digests)
            shutil.rmtree(staging, ignore_errors=True)
        return written


@contextlib.contextmanager
def _staging(folder: Path, dry_run: bool) -> Iterator[Path]:
    """Where files are made before they are put in place: beside it, so that they can be moved, or elsewhere."""
    with _failures_as_state(folder):
        if not dry_run:
            folder.mkdir(parents=True, exist_ok=True)
            _sweep(folder)
        staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=None if dry_run else folder))
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


@contextlib.contextmanager
def _failures_as_state(folder: Path) -> Iterator[None]:
    """A failure of the system, told as what it means here."""
    try:
        yield
    except OSError as error:
        raise _cannot(folder, error) from error


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold `folder` for one run. The system lets go of the lock when the process dies, however it dies."""
    path = folder / LOCK
    with _failures_as_state(folder):
        folder.mkdir(parents=True, exist_ok=True)
        stream = _acquire(path)
    try:
        yield
    finally:
        # Removed while still held (POSIX); Windows only lets go of a closed file.
        with contextlib.suppress(OSError):
            os.unlink(path)
        stream.close()
        with contextlib.suppress(OSError):
            os.unlink(path)


def _acquire(path: Path) -> IO[bytes]:
    while True:
        stream = open(path, "ab")  # noqa: SIM115 - held until the run ends
        if not _try_lock(stream):
            stream.close()
            raise StateError(
                f"Otra orden está calificando ahora mismo en {path.parent}.",
                hint="Espera a que acabe, o elige otra carpeta con --out.",
            )
        try:
            # Whoever held it may have removed the file between our opening and our locking: then it guards nothing.
            if os.path.samestat(os.fstat(stream.fileno()), os.stat(path)):
                return stream
        except FileNotFoundError:
            pass
        stream.close()


def _try_lock(stream: IO[bytes]) -> bool:
    try:
        import fcntl
    except ImportError:
        return _try_lock_windows(stream)
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _try_lock_windows(stream: IO[bytes]) -> bool:
    import msvcrt

    windows: Any = msvcrt
    try:
        windows.locking(stream.fileno(), windows.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _stage(path: Path, content: Writer | bytes) -> tuple[int, str]:
    """Writes one of them; its size and hash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w+b") as stream:
        if isinstance(content, bytes):
            stream.write(content)
        else:
            content(stream)
        stream.flush()
        os.fsync(stream.fileno())
        stream.seek(0)
        return path.stat().st_size, hashlib.file_digest(stream, "sha256").hexdigest()


def _settle(staged: Path, final: Path) -> Written:
    change = _change(staged, final)
    if change == "same":
        return Written(final.name, final, change)
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        os.replace(staged, final)
        return Written(final.name, final, change)
    except PermissionError as error:
        for number in range(1, 100):
            beside = final.with_name(f"{final.stem}-{number}{final.suffix}")
            if beside.exists() and filecmp.cmp(staged, beside, shallow=False):
                return Written(final.name, beside, "beside")
            with contextlib.suppress(PermissionError):
                os.replace(staged, beside)
                return Written(final.name, beside, "beside")
        raise _cannot(final, error) from error
    except OSError as error:
        raise _cannot(final, error) from error


def _compared(staged: Path, final: Path) -> Written:
    return Written(final.name, final, _change(staged, final))


def _change(staged: Path, final: Path) -> Fate:
    if not final.exists():
        return "new"
    try:
        return "same" if filecmp.cmp(staged, final, shallow=False) else "changed"
    except OSError:
        return "changed"


@contextlib.contextmanager
def _unbroken() -> Iterator[None]:
    """Files are moved into place in a moment, all of them: a Ctrl-C in it comes too late and is not heard."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears it
        return
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _sweep(folder: Path) -> None:
    """Clear what an interrupted run left; the lock says that nobody is using it."""
    for left in folder.glob(STAGING + "*"):
        if left.is_dir() and not left.is_symlink():
            shutil.rmtree(left, ignore_errors=True)


def _cannot(path: Path, error: OSError) -> StateError:
    return StateError(
        f"No puedo escribir en {path}: {reason_of(error)}. Lo que había sigue como estaba.",
        hint="Elige otra carpeta con --out, o libera espacio, y repite la orden.",
    )
