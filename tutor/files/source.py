"""A file as it was when it was opened: its bytes, kind, encoding, text and hash, read once whoever needs them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO

from tutor.errors import ContentError, refuse_pipe
from tutor.files.encoding import Decoded, decode
from tutor.files.kinds import Kind, kind_of

MOST = 512 << 20
"""Bytes of one file: a table of a hundred thousand students takes twelve million."""


@dataclass(frozen=True)
class Source:
    """One file, or what lies in an archive as one. `name` is what messages call it; `encoding` and `separator` are what
    the caller says of its text and of the table in it."""

    name: str
    raw: bytes = field(repr=False)
    encoding: str | None = None
    separator: str | None = None

    @classmethod
    def open(cls, path: Path, encoding: str | None = None) -> Source:
        """The file at `path`. Raises ContentError for one that never ends, OSError as `open` does."""
        refuse_pipe(path)
        with path.open("rb") as file:
            return cls(path.name, _whole(path, file), encoding)

    def called(self, name: str) -> Source:
        """The same under another name."""
        return self if name == self.name else replace(self, name=name)

    @cached_property
    def kind(self) -> Kind | None:
        """What it is by its bytes; None for text."""
        return kind_of(self.raw)

    @cached_property
    def decoded(self) -> Decoded:
        """Its text and how it was written. Raises ContentError as `decode` does."""
        return decode(self.raw, self.name, self.encoding)

    @property
    def text(self) -> str:
        """Its text alone. Raises ContentError as `decode` does."""
        return self.decoded.text

    @cached_property
    def digest(self) -> str:
        """SHA-256 of its bytes, in hexadecimal."""
        return hashlib.sha256(self.raw).hexdigest()


def _for_file(option: str) -> tuple[str, str]:
    """The name of a file, "" for all, and the sign that separates its cells."""
    name, _, sign = option.rpartition("=")
    return name.rpartition("/")[2].casefold(), sign or "="


def _whole(path: Path, file: IO[bytes]) -> bytes:
    raw = file.read(MOST + 1)
    if len(raw) > MOST:
        raise ContentError(f"{path} es demasiado grande.", hint="Comprueba la ruta.", where=str(path))
    return raw


class Sources:
    """What one run reads. Each path is opened once, whoever asks for it; `read` has the name, size and hash of each.

    `separators` are signs, each for all tables (`;`) or for the file of that name (`lista.csv=;`)."""

    def __init__(self, encoding: str | None = None, separators: Sequence[str] = ()) -> None:
        self.encoding = encoding
        self.separators = dict(_for_file(option) for option in separators)
        self.read: set[tuple[str, int, str]] = set()
        self._opened: dict[Path, Source] = {}

    def open(self, path: Path, what: str = "el archivo", option: str = "", *, noted: bool = True) -> Source:
        """The file at `path`, which is `what` an `option` names. Raises ContentError where it cannot be opened.

        `noted` says whether it counts as read: what a run both reads and writes does not."""
        source = self.known(path)
        if source is None:
            try:
                refuse_pipe(path)
                with path.open("rb") as file:
                    source = self.of(path.name, _whole(path, file))
            except OSError as error:
                verb = "No encuentro" if isinstance(error, FileNotFoundError) else "No puedo abrir"
                hint = f"Comprueba la ruta{f' de {option}' if option else ''}."
                raise ContentError(f"{verb} {what} {path}.", hint=hint, where=str(path)) from None
            self._opened[path.absolute()] = source
        if noted:
            self.note(source.name, len(source.raw), source.digest)
        return source

    def taken(self, path: Path, file: IO[bytes]) -> Source:
        """The file at `path`, already open. Raises ContentError for one that never ends."""
        source = self.known(path)
        if source is None:
            source = self._opened[path.absolute()] = self.of(path.name, _whole(path, file))
        self.note(source.name, len(source.raw), source.digest)
        return source

    def of(self, name: str, raw: bytes) -> Source:
        """What was read as a file of that name, here or inside of an archive."""
        separator = self.separators.get(name.rpartition("/")[2].casefold())
        return Source(name, raw, self.encoding, separator or self.separators.get(""))

    def known(self, path: Path) -> Source | None:
        """The file at `path`, if it was opened before."""
        return self._opened.get(path.absolute())

    def note(self, name: str, size: int, digest: str) -> None:
        """Counts something as read."""
        self.read.add((name, size, digest))
