"""The files of a homework, wherever they lie: loose, in folders, in a zip. Only read, in memory, within limits.

Nothing is ever extracted, no link is followed, no pattern is made of a name. A file that cannot be had comes out with
the reason, and the rest goes on.
"""

from __future__ import annotations

import io
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tutor.errors import ContentError, Notice, reason_of
from tutor.files.kinds import FIRST, HEAD, ZIP, kind_of
from tutor.files.text import shown

JUNK_NAMES = frozenset(["thumbs.db", "desktop.ini", ".ds_store", "icon\r", ".localized"])
JUNK_STARTS = ("._", "~$", ".~lock.", ".")
MANIFEST = "manifiesto.json"
OUTPUT = re.compile(
    r"(notas|moodle|canvas|libro|decisiones)(-\d+)?\.csv|libro(-\d+)?\.xlsx|comentarios(-\d+)?\.zip|(resultados|manifiesto)(-\d+)?\.json"
    r"|informe(-\d+)?\.html"
)
"""What grading leaves in its folder, which may lie among the hand-ins of the next run."""
DEPTH = 12
"""Folders within folders."""
ASIDE = frozenset(["symlink", "unsafe-name", "too-deep", "special-file"])
"""Problems of what is not even looked at: it matters if its path is somebody's."""
_END, _END64 = struct.Struct("<4s4H2LH"), struct.Struct("<4sQ2H2L4Q")
_MEMBER = struct.Struct("<4s24x3H12x")


@dataclass(frozen=True, slots=True)
class Limits:
    """What is read at most; `megabytes` of all files together, once unpacked."""

    files: int = 300_000
    megabytes: int = 2_000
    file_megabytes: int = 8
    ratio: int = 200
    """How many times its packed size a file may unpack to, from one megabyte on."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One file: where it is, with `/` and fit to be shown; its name as it came (for the audit); its bytes or why not.

    `path` is set for a file given by name, which may be a table too big to be held.
    """

    where: str
    raw_name: str
    data: bytes | None
    problem: Notice | None = None
    path: Path | None = None


def walk(paths: Iterable[Path], limits: Limits, ignored: list[str], notices: list[Notice]) -> Iterator[Incoming]:
    """Every file below `paths`, sorted, junk set aside in `ignored`.

    Raises ContentError if a path does not exist or the limits are passed: a class half read would look like one with
    many missing.
    """
    budget = _Budget(limits)
    for path in sorted(paths, key=lambda p: (p.name, str(p))):
        try:
            mode = path.stat().st_mode
            head = b""
            if stat.S_ISREG(mode):
                with path.open("rb") as file:
                    head = file.read(HEAD)
        except FileNotFoundError:
            raise ContentError(f"No encuentro {path}.", hint="Comprueba la ruta.", where=str(path)) from None
        except OSError as error:
            said = f"No puedo abrir {path}: {reason_of(error)}."
            raise ContentError(said, hint="Mira los permisos.", where=str(path)) from None
        if stat.S_ISDIR(mode):
            yield from _folder(path, clean(path.name or str(path)), budget, ignored, notices)
        elif not stat.S_ISREG(mode):
            raise ContentError(f"{path} no es un archivo corriente.", hint="Guarda la entrega en un archivo.")
        elif head.startswith(b"PK"):
            yield from _zip_or_file(path, budget, ignored, notices)
        else:
            # A file given by name may be a table of a hundred thousand rows: it is opened by whoever reads it.
            budget.count(path.name, path.stat().st_size)
            yield Incoming(clean(path.name), as_it_came(path.name), None, path=path)


class _Budget:
    """What has been read so far, against the limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.files = 0
        self.bytes = 0

    def count(self, where: str, size: int = 0) -> None:
        self.files += 1
        self.bytes += size
        if self.files > self.limits.files:
            raise ContentError(
                f"{where}: hay más de {self.limits.files} archivos.",
                hint="Reparte la entrega en varias órdenes, o sube el límite con --max-files.",
                where=where,
            )
        if self.bytes > self.limits.megabytes * 1_000_000:
            raise ContentError(
                f"{where}: los archivos pasan de {self.limits.megabytes} MB.",
                hint="Quita fotos y vídeos, o sube el límite con --max-mb.",
                where=where,
            )

    def members(self, file: IO[bytes], where: str) -> None:
        """Before the names of a zip are read: whether it alone passes the limit."""
        if (size := _directory(file)[1]) and self.files + size // _MEMBER.size > self.limits.files:
            count = _files_in(file, self.limits.files - self.files)
            if self.files + count > self.limits.files:
                self.files += count
                self.count(where)

    def too_big(self, where: str, size: int) -> Notice | None:
        most = self.limits.file_megabytes
        if size <= most * 1_000_000:
            return None
        said = f"{where} ocupa {size / 1e6:.0f} MB y una hoja no pasa de {most}: no lo he leído."
        return Notice("too-big", said, where)


def _folder(
    folder: Path, where: str, budget: _Budget, ignored: list[str], notices: list[Notice], depth: int = 0
) -> Iterator[Incoming]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        said = f"{where}: no puedo abrir la carpeta ({reason_of(error)})."
        yield Incoming(where, as_it_came(folder.name), None, Notice("unreadable-folder", said, where))
        return
    graded = any(entry.name == MANIFEST for entry in entries)
    for entry in entries:
        name = f"{where}/{clean(entry.name)}"
        if graded and OUTPUT.fullmatch(entry.name):
            continue
        if is_junk(entry.name):
            ignored.append(name)
            continue
        try:
            mode = entry.stat(follow_symlinks=False)
        except OSError:
            continue
        if stat.S_ISLNK(mode.st_mode):
            said = f"{shown(name)} es un enlace a otro sitio: no lo sigo."
            yield Incoming(name, as_it_came(entry.name), None, Notice("symlink", said, name))
        elif stat.S_ISDIR(mode.st_mode):
            if depth >= DEPTH:
                said = f"{shown(name)}: demasiadas carpetas, unas dentro de otras."
                yield Incoming(name, as_it_came(entry.name), None, Notice("too-deep", said, name))
            else:
                yield from _folder(Path(entry.path), name, budget, ignored, notices, depth + 1)
        elif not stat.S_ISREG(mode.st_mode):
            said = f"{shown(name)} no es un archivo corriente: no lo abro."
            yield Incoming(name, as_it_came(entry.name), None, Notice("special-file", said, name))
        else:
            yield from _loose(Path(entry.path), name, as_it_came(entry.name), mode.st_size, budget, ignored, notices)


def _loose(
    path: Path, where: str, raw_name: str, size: int, budget: _Budget, ignored: list[str], notices: list[Notice]
) -> Iterator[Incoming]:
    budget.count(where)
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
            if (large := budget.too_big(where, size)) and not head.startswith(b"PK"):
                table = path.suffix.lower() in (".csv", ".tsv")
                yield Incoming(where, raw_name, None, path=path) if table else Incoming(where, raw_name, None, large)
                return
            data = head + file.read()
    except OSError as error:
        said = f"{where}: no lo puedo abrir ({reason_of(error)})."
        yield Incoming(where, raw_name, None, Notice("cannot-open", said, where))
        return
    budget.count(where, len(data))
    if data.startswith(b"PK"):
        budget.members(io.BytesIO(data), where)
    kind = kind_of(data)
    if kind is not None and kind.code == "zip":
        yield from _zip(io.BytesIO(data), where, budget, ignored, notices, nested=False)
    else:
        yield Incoming(where, raw_name, data)


def _zip_or_file(path: Path, budget: _Budget, ignored: list[str], notices: list[Notice]) -> Iterator[Incoming]:
    """A file given by name that begins as a zip: the homework of a class, or a workbook."""
    with path.open("rb") as file:
        budget.members(file, clean(path.name))
    try:
        with zipfile.ZipFile(path) as archive:
            workbook = any(name in ("[Content_Types].xml", "mimetype") for name in archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        with path.open("rb") as file:
            workbook = kind_of(file.read(FIRST)) is not ZIP
    if workbook:
        budget.count(path.name, path.stat().st_size)
        yield Incoming(clean(path.name), as_it_came(path.name), None, path=path)
        return
    with path.open("rb") as file:
        yield from _zip(file, clean(path.name), budget, ignored, notices, nested=False)


def _zip(
    file: IO[bytes],
    where: str,
    budget: _Budget,
    ignored: list[str],
    notices: list[Notice],
    *,
    nested: bool,
) -> Iterator[Incoming]:
    try:
        budget.members(file, where)
        archive = zipfile.ZipFile(file)
        members = sorted(archive.infolist(), key=lambda info: (member_name(info), info.header_offset))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        said = f"{where} es un zip dañado o a medio descargar."
        if not nested and "/" not in where:
            raise ContentError(said, hint="Descárgalo otra vez.", where=where) from None
        yield Incoming(where, where.rpartition("/")[2], None, Notice("broken-zip", said, where))
        return
    with archive:
        for info in members:
            name = member_name(info)
            full = f"{where}/{clean(name)}"
            if info.is_dir() or name.endswith("/"):
                continue
            if _is_left(name):
                ignored.append(full)
                continue
            raw_name = as_it_came(info.orig_filename)
            if problem := _refused(info, full, where, budget):
                yield Incoming(full, raw_name, None, problem)
                continue
            data, problem = _member(archive, info, full, budget)
            if data is None:
                yield Incoming(full, raw_name, None, problem)
                continue
            kind = kind_of(data)
            if kind is not None and kind.code == "zip" and not nested:
                yield from _zip(io.BytesIO(data), full, budget, ignored, notices, nested=True)
            else:
                yield Incoming(full, raw_name, data)


def _refused(info: zipfile.ZipInfo, where: str, archive: str, budget: _Budget) -> Notice | None:
    """Why a member is not even begun, by what the archive says of it."""
    if stat.S_ISLNK(info.external_attr >> 16):
        return Notice("symlink", f"{shown(where)} es un enlace a otro sitio: no lo sigo.", where)
    if complaint := _unsafe(name := member_name(info)):
        return Notice("unsafe-name", f"{archive}: «{shown(name)}» {complaint}: no lo leo.", where)
    if info.flag_bits & 1:
        return Notice("encrypted", f"{where} está cifrado con contraseña.", where)
    if info.file_size > 1_000_000 and info.file_size > budget.limits.ratio * max(info.compress_size, 1):
        said = f"{where} pasaría de {info.compress_size} bytes a {info.file_size}: parece una bomba zip, no lo abro."
        return Notice("zip-bomb", said, where)
    return budget.too_big(where, info.file_size)


def _member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str, budget: _Budget
) -> tuple[bytes | None, Notice | None]:
    """Its bytes, never more than the limit whatever its header says, or what is wrong with it."""
    limit = budget.limits.file_megabytes * 1_000_000
    try:
        with archive.open(info) as member:
            data = member.read(limit + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError):
        return None, Notice("broken-member", f"{where} está dañado dentro del zip.", where)
    budget.count(where, len(data))
    return (None, budget.too_big(where, len(data))) if len(data) > limit else (data, None)


def _directory(file: IO[bytes]) -> tuple[int, int]:
    """Where the directory of a zip begins and how long it is, as zipfile finds it; (0, 0) where there is none."""
    size = file.seek(0, io.SEEK_END)
    start = max(0, size - (1 << 16) - _END.size)
    file.seek(start)
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < _END.size:
        return 0, 0
    *_, length, offset, _ = _END.unpack_from(tail, at)
    end = start + at
    if 0xFFFFFFFF in (length, offset) or tail[max(0, at - 20) : at].startswith(b"PK\x06\x07"):
        end -= 20 + _END64.size
        file.seek(max(0, end))
        more = file.read(_END64.size)
        if len(more) == _END64.size and more.startswith(b"PK\x06\x06"):
            length = _END64.unpack(more)[-2]
    return (end - length, length) if 0 <= length <= end else (0, 0)


def _files_in(file: IO[bytes], most: int) -> int:
    """How many files a zip holds, without folders nor junk; counted no further than just over `most`."""
    begin, length = _directory(file)
    file.seek(begin)
    count = 0
    while length >= _MEMBER.size and count <= most:
        mark, name, extra, comment = _MEMBER.unpack(file.read(_MEMBER.size))
        if mark != b"PK\x01\x02":
            break
        path = file.read(name).decode("utf-8", "replace").replace("\\", "/")
        file.seek(extra + comment, io.SEEK_CUR)
        length -= _MEMBER.size + name + extra + comment
        count += not path.endswith("/") and not _is_left(path)
    return count


def member_name(info: zipfile.ZipInfo) -> str:
    """A member's path with `/`. Without the UTF-8 flag, bytes are UTF-8 (macOS) or else cp850 (Spanish Windows)."""
    name = info.orig_filename.replace("\\", "/")
    if info.flag_bits & 0x800 or name.isascii():
        return name
    try:
        raw = name.encode("cp437")
    except UnicodeEncodeError:
        return name
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp850")


def clean(name: str) -> str:
    """A name fit for a message: no control characters, no bytes that are no text."""
    return name if name.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in name)


def as_it_came(name: str) -> str:
    """A name for the audit: all of it, in characters that any file can hold."""
    return name.encode("utf-8", "backslashreplace").decode()


def _unsafe(name: str) -> str:
    """What is wrong with a path inside a zip, in Spanish; empty if it stays inside."""
    parts = name.split("/")
    if "\0" in name:
        return "lleva un carácter nulo"
    if name.startswith("/") or (len(parts[0]) == 2 and parts[0][1] == ":") or parts[0][1:3] == ":\\":
        return "quiere salir a otra carpeta"
    return "quiere salir a otra carpeta" if ".." in parts else ""


def _is_left(path: str) -> bool:
    """Whether a path inside a zip is what systems leave behind, or lies in it."""
    return any(is_junk(part) or part == "__MACOSX" for part in path.split("/") if part != "..")


def is_junk(name: str) -> bool:
    """Whether systems leave such files behind by themselves."""
    return name.lower() in JUNK_NAMES or name.startswith(JUNK_STARTS)
