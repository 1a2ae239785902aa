"""Files written whole or not at all, one run at a time.

Everything is first written under a folder of its own beside its destination and flushed to the disk. Then the old
files are moved there, all of them, and only then the new ones into place: a power cut or `kill -9` leaves files of the
old run or of the new one, never of both, and whoever locks the folder next puts back what was taken, or brings what is
missing. A file that already holds those very bytes is not touched. Where one is held by a spreadsheet (Windows), the
new one goes beside it. What is written is its owner's alone to read: marks, keys and names are nobody else's.
"""

from __future__ import annotations

import contextlib
import errno
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
NEW, OLD, READY = "nuevo", "viejo", "completo"
"""Within a folder of its own: what is to be moved into place, what was there, and the sign that all that was taken."""
PRIVATE, PRIVATE_FOLDER = 0o600, 0o700


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
    with _staging(folder, dry_run) as staging, _failures_as_state(folder):
        digests: dict[str, tuple[int, str]] = {}
        for name, content in files.items():
            announce(name)
            digests[name] = _stage(staging / NEW / name, content)
        if last is not None:
            digests[last[0]] = _stage(staging / NEW / last[0], last[1](digests))
        fates = {name: _change(staging / NEW / name, folder / name) for name in digests}
        if dry_run:
            return tuple(Written(Path(name).name, folder / name, fate) for name, fate in fates.items())
        with _unbroken():
            written = _exchange(staging, folder, fates)
            _discard(staging)
        return written


@contextlib.contextmanager
def _staging(folder: Path, dry_run: bool) -> Iterator[Path]:
    """Where files are made before they are put in place: beside it, so that they can be moved, or elsewhere."""
    with _failures_as_state(folder):
        if not dry_run:
            folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            _recover(folder)
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
def locked(folder: Path) -> Iterator[str]:
    """Hold `folder` for one run, and say what was mended in it, if a run before was cut short while it wrote.

    The system lets go of the lock when the process dies, however it dies.
    """
    path = folder / LOCK
    with _failures_as_state(folder):
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        stream = _acquire(path)
    try:
        with _failures_as_state(folder):
            mended = _recover(folder)
        yield mended
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
    path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    with open(path, "w+b", opener=_private) as stream:
        if isinstance(content, bytes):
            stream.write(content)
        else:
            content(stream)
        stream.flush()
        os.fsync(stream.fileno())
        stream.seek(0)
        return path.stat().st_size, hashlib.file_digest(stream, "sha256").hexdigest()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, PRIVATE)


def _exchange(staging: Path, folder: Path, fates: dict[str, Fate]) -> tuple[Written, ...]:
    """Takes the old files away, then brings the new ones. Where that fails all is as it was."""
    for name in fates:
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, "", str(folder / name))
    brought: list[str] = []
    try:
        for name, fate in fates.items():
            if fate == "changed" and not _taken(folder / name, staging / OLD / name):
                fates[name] = "beside"
            elif fate == "same":
                (staging / NEW / name).unlink()  # nothing to bring, not later either: somebody may change the old one
        _stage(staging / READY, b"")
        written = []
        for name, fate in fates.items():
            final = folder / name
            if fate == "same":
                with contextlib.suppress(OSError):
                    final.chmod(PRIVATE)
            elif fate == "beside":
                final = _beside(staging / NEW / name, final)
            else:
                _move(staging / NEW / name, final)
                brought.append(name)
            written.append(Written(final.name if fate != "beside" else Path(name).name, final, fate))
        return tuple(written)
    except BaseException:
        for name in brought:
            (folder / name).unlink(missing_ok=True)
        _bring(staging / OLD, folder)
        raise


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    os.replace(source, target)


def _bring(source: Path, folder: Path) -> int:
    """Moves all files below `source` to the same places below `folder`; how many."""
    files = sorted(path for path in source.rglob("*") if path.is_file())
    for path in files:
        _move(path, folder / path.relative_to(source))
    return len(files)


def _taken(final: Path, aside: Path) -> bool:
    """Whether an old file could be moved away: not while a spreadsheet holds it."""
    try:
        _move(final, aside)
    except PermissionError:
        return False
    return True


def _beside(staged: Path, final: Path) -> Path:
    """Where the new file is, beside the one that is held."""
    for number in range(1, 100):
        beside = final.with_name(f"{final.stem}-{number}{final.suffix}")
        if beside.exists() and filecmp.cmp(staged, beside, shallow=False):
            return beside
        with contextlib.suppress(PermissionError):
            os.replace(staged, beside)
            return beside
    raise PermissionError(errno.EACCES, "", str(final))


def _discard(staging: Path) -> None:
    """Removes what is no longer needed, what was taken first: without its sign it would be put back."""
    shutil.rmtree(staging / OLD, ignore_errors=True)
    shutil.rmtree(staging, ignore_errors=True)


def unfinished(folder: Path) -> bool:
    """Whether a run was cut short while its files were put in place, and none has mended that since."""
    return any((left / OLD).exists() or (left / READY).exists() for left in _left(folder))


def _left(folder: Path) -> list[Path]:
    return [left for left in sorted(folder.glob(STAGING + "*")) if left.is_dir() and not left.is_symlink()]


def _recover(folder: Path) -> str:
    """Mends what a run that was cut short left, and says so; the lock says that nobody is using it."""
    mended = ""
    for left in _left(folder):
        if (left / READY).exists():
            if _bring(left / NEW, folder):
                mended = f"La orden anterior se cortó mientras guardaba en {folder}: he acabado de guardar lo suyo."
        elif _bring(left / OLD, folder):
            mended = f"La orden anterior se cortó mientras guardaba en {folder}: he puesto en su sitio lo de antes."
        _discard(left)
    return mended


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


def _cannot(path: Path, error: OSError) -> StateError:
    return StateError(
        f"No puedo escribir en {path}: {reason_of(error)}. Lo que había sigue como estaba.",
        hint="Elige otra carpeta con --out, o libera espacio, y repite la orden.",
    )
