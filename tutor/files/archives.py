"""The files of a homework, wherever they lie: loose, in folders, in a zip. Only read, in memory, within limits.

Nothing is ever extracted, no link is followed, no pattern is made of a name. A file that cannot be had comes out with
the reason, and the rest goes on. Each is opened once, and what was read is noted with its hash.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
import struct
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tutor.errors import ContentError, Notice, reason_of
from tutor.files.kinds import FIRST, HEAD, ZIP, kind_of
from tutor.files.source import Source, Sources
from tutor.files.text import display
from tutor.files.zip_names import MEMBER, directory_of, files_in, is_junk, is_left, member_name, unsafe

MANIFEST = "manifiesto.json"
OUTPUT = re.compile(
    r"(notas|moodle|canvas|libro|decisiones)(-\d+)?\.csv|libro(-\d+)?\.xlsx|comentarios(-\d+)?\.zip"
    r"|(resultados|manifiesto)(-\d+)?\.json|informe(-\d+)?\.html"
)
"""What grading leaves in its folder, which may lie among the hand-ins of the next run."""
DEPTH = 12
"""Folders within folders."""
ASIDE = frozenset(["symlink", "unsafe-name", "too-deep", "special-file"])
"""Problems of what is not even looked at: it matters if its path is somebody's."""
MOST_DICTIONARY = 64 << 20
"""Bytes of memory that an LZMA member may ask for."""
TABLES = (".csv", ".tsv")


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
    """One file: where it is, with `/` and fit to be shown; its name as it came (for the audit); the file or why not."""

    where: str
    raw_name: str
    source: Source | None
    problem: Notice | None = None
    given: bool = False
    """Whether it was given by its name, and not found in a folder or an archive."""


class Walker:
    """Goes through what is given, against the limits. `ignored` names what systems left behind."""

    def __init__(self, limits: Limits, sources: Sources, beside: Iterable[Path] = ()) -> None:
        """`beside` are files that are no hand-ins though they may lie among them."""
        self.limits = limits
        self.sources = sources
        self.beside = {str(path.resolve()) for path in beside}
        self.ignored: list[str] = []
        self.files = 0
        self.bytes = 0

    def walk(self, paths: Iterable[Path]) -> Iterator[Incoming]:
        """Every file below `paths`, sorted.

        Raises ContentError if a path does not exist or the limits are passed: a class half read would look like one
        with many missing.
        """
        paths = sorted(paths, key=lambda p: (p.name, str(p)))
        for path in paths:
            try:
                mode = path.stat().st_mode
                if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
                    raise ContentError(f"{path} no es un archivo corriente.", hint="Guarda la entrega en un archivo.")
                if stat.S_ISREG(mode):
                    yield from self._given(path)
                    continue
            except FileNotFoundError:
                raise ContentError(f"No encuentro {path}.", hint="Comprueba la ruta.", where=str(path)) from None
            except OSError as error:
                text = f"No puedo abrir {path}: {reason_of(error)}."
                if len(paths) > 1:
                    yield Incoming(
                        clean(path.name), as_it_came(path.name), None, Notice("cannot-open", text, str(path))
                    )
                    continue
                raise ContentError(text, hint="Mira los permisos.", where=str(path)) from None
            yield from self._folder(path.resolve(), clean(path.name or str(path)))

    def _given(self, path: Path) -> Iterator[Incoming]:
        """A file given by its name: the homework of a class in a zip, a table, or a sheet."""
        where = clean(path.name)
        known = self.sources.known(path)
        with io.BytesIO(known.raw) if known is not None else path.open("rb") as file:
            if file.read(2) == b"PK":
                self._count_members(file, where)
                if _is_archive(file):
                    file.seek(0)
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
                    self.sources.note(path.name, file.tell(), digest)
                    yield from self._zip(file, where, nested=False)
                    return
            file.seek(0)
            source = self.sources.taken(path, file)
        self._count(where, len(source.raw))
        yield Incoming(where, as_it_came(path.name), source.called(where), given=True)

    def _folder(self, folder: Path, where: str, depth: int = 0) -> Iterator[Incoming]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            text = f"{where}: no puedo abrir la carpeta ({reason_of(error)})."
            yield Incoming(where, as_it_came(folder.name), None, Notice("unreadable-folder", text, where))
            return
        graded = any(entry.name == MANIFEST for entry in entries)
        for entry in entries:
            name = f"{where}/{clean(entry.name)}"
            if (graded and OUTPUT.fullmatch(entry.name)) or entry.path in self.beside:
                continue
            if is_junk(entry.name):
                self.ignored.append(name)
                continue
            try:
                mode = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            raw_name = as_it_came(entry.name)
            if stat.S_ISLNK(mode.st_mode):
                text = f"{display(name)} es un enlace a otro sitio: no lo sigo."
                yield Incoming(name, raw_name, None, Notice("symlink", text, name))
            elif stat.S_ISDIR(mode.st_mode) and depth >= DEPTH:
                text = f"{display(name)}: demasiadas carpetas, unas dentro de otras."
                yield Incoming(name, raw_name, None, Notice("too-deep", text, name))
            elif stat.S_ISDIR(mode.st_mode):
                yield from self._folder(Path(entry.path), name, depth + 1)
            elif not stat.S_ISREG(mode.st_mode):
                text = f"{display(name)} no es un archivo corriente: no lo abro."
                yield Incoming(name, raw_name, None, Notice("special-file", text, name))
            else:
                yield from self._loose(Path(entry.path), name, raw_name, mode.st_size)

    def _loose(self, path: Path, where: str, raw_name: str, size: int) -> Iterator[Incoming]:
        self._count(where)
        try:
            with path.open("rb") as file:
                head = file.read(HEAD)
                large = self._too_big(where, size)
                if large and not head.startswith(b"PK") and path.suffix.lower() not in TABLES:
                    yield Incoming(where, raw_name, None, large)
                    return
                source = self.sources.of(where, head + file.read())
        except OSError as error:
            text = f"{where}: no lo puedo abrir ({reason_of(error)})."
            yield Incoming(where, raw_name, None, Notice("cannot-open", text, where))
            return
        self._count(where, len(source.raw), files=0)
        self.sources.note(where, len(source.raw), source.digest)
        if source.raw.startswith(b"PK"):
            self._count_members(io.BytesIO(source.raw), where)
        if source.kind is ZIP:
            yield from self._zip(io.BytesIO(source.raw), where, nested=False)
        else:
            yield Incoming(where, raw_name, source, given=bool(large))

    def _zip(self, file: IO[bytes], where: str, *, nested: bool) -> Iterator[Incoming]:
        try:
            self._count_members(file, where)
            archive = zipfile.ZipFile(file)
            members = sorted(archive.infolist(), key=lambda info: (member_name(info), info.header_offset))
        except ContentError:
            raise
        except Exception:  # of whatever class: the library has no list of them
            text = f"{where} es un zip dañado o a medio descargar."
            if not nested and "/" not in where:
                raise ContentError(text, hint="Descárgalo otra vez.", where=where) from None
            yield Incoming(where, where.rpartition("/")[2], None, Notice("broken-zip", text, where))
            return
        with archive:
            for info in members:
                name = member_name(info)
                full = f"{where}/{clean(name)}"
                if name.endswith("/"):
                    continue
                if is_left(name):
                    self.ignored.append(full)
                    continue
                raw_name = as_it_came(info.orig_filename)
                read = self._refused(info, full, where) or self._member(archive, info, full)
                if isinstance(read, Notice):
                    yield Incoming(full, raw_name, None, read)
                elif (source := self.sources.of(full, read)).kind is ZIP and not nested:
                    yield from self._zip(io.BytesIO(read), full, nested=True)
                else:
                    yield Incoming(full, raw_name, source)

    def _refused(self, info: zipfile.ZipInfo, where: str, archive: str) -> Notice | None:
        """Why a member is not even begun, by what the archive says of it."""
        if stat.S_ISLNK(info.external_attr >> 16):
            return Notice("symlink", f"{display(where)} es un enlace a otro sitio: no lo sigo.", where)
        if complaint := unsafe(name := member_name(info)):
            return Notice("unsafe-name", f"{archive}: «{display(name)}» {complaint}: no lo leo.", where)
        if info.flag_bits & 1:
            return Notice("encrypted", f"{where} está cifrado con contraseña.", where)
        if info.file_size > 1_000_000 and info.file_size > self.limits.ratio * max(info.compress_size, 1):
            text = (
                f"{where} pasaría de {info.compress_size} bytes a {info.file_size}: parece una bomba zip, no lo abro."
            )
            return Notice("zip-bomb", text, where)
        return self._too_big(where, info.file_size)

    def _member(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str) -> bytes | Notice:
        """Its bytes, never more than the limit whatever its header says, or what is wrong with it."""
        limit = self.limits.file_megabytes * 1_000_000
        try:
            if info.compress_type == zipfile.ZIP_LZMA and _dictionary(archive, info) > MOST_DICTIONARY:
                return Notice("zip-bomb", f"{where} pide demasiada memoria para abrirse: no lo abro.", where)
            with archive.open(info) as member:
                data = member.read(limit + 1)
        except Exception:  # of whatever class: each way of packing has its own
            return Notice("broken-member", f"{where} está dañado dentro del zip.", where)
        self._count(where, len(data))
        return self._too_big(where, len(data)) or data

    def _count(self, where: str, size: int = 0, *, files: int = 1) -> None:
        self.files += files
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

    def _count_members(self, file: IO[bytes], where: str) -> None:
        """Before the names of a zip are read: whether it alone passes the limit."""
        if (size := directory_of(file)[1]) and self.files + size // MEMBER.size > self.limits.files:
            count = files_in(file, self.limits.files - self.files)
            if self.files + count > self.limits.files:
                self._count(where, files=count)

    def _too_big(self, where: str, size: int) -> Notice | None:
        most = self.limits.file_megabytes
        if size <= most * 1_000_000:
            return None
        text = f"{where} ocupa {size / 1e6:.0f} MB y una hoja no pasa de {most}: no lo he leído."
        return Notice("too-big", text, where)


def _dictionary(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> int:
    """The bytes of memory that a member packed with LZMA asks for, by its own header (APPNOTE.TXT 5.8)."""
    file = archive.fp
    assert file is not None
    file.seek(info.header_offset + 26)
    name, extra = struct.unpack("<2H", file.read(4))
    file.seek(name + extra + 5, io.SEEK_CUR)
    return int.from_bytes(file.read(4), "little")


def _is_archive(file: IO[bytes]) -> bool:
    """Whether what begins as a zip is one to be looked into, and not a document or a workbook, whole or cut short."""
    try:
        with zipfile.ZipFile(file) as archive:
            return not any(name in ("[Content_Types].xml", "mimetype") for name in archive.namelist())
    except Exception:
        file.seek(0)
        return kind_of(file.read(FIRST)) is ZIP


def clean(name: str) -> str:
    """A name fit for a message: no control characters, no bytes that are no text."""
    return name if name.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in name)


def as_it_came(name: str) -> str:
    """A name for the audit: all of it, in characters that any file can hold."""
    return name.encode("utf-8", "backslashreplace").decode()
