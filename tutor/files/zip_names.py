"""What a zip says of its members before any is unpacked: how many files, their names, and whether these stay inside."""

from __future__ import annotations

import io
import struct
import zipfile
from typing import IO

JUNK_NAMES = frozenset(["thumbs.db", "desktop.ini", ".ds_store", "icon\r", ".localized"])
JUNK_STARTS = ("._", "~$", ".~lock.", ".")
_END, _END64 = struct.Struct("<4s4H2LH"), struct.Struct("<4sQ2H2L4Q")
MEMBER = struct.Struct("<4s24x3H12x")


def directory_of(file: IO[bytes]) -> tuple[int, int]:
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


def files_in(file: IO[bytes], most: int) -> int:
    """How many files a zip holds, without folders nor junk; counted no further than just over `most`."""
    begin, length = directory_of(file)
    file.seek(begin)
    count = 0
    while length >= MEMBER.size and count <= most:
        mark, name, extra, comment = MEMBER.unpack(file.read(MEMBER.size))
        if mark != b"PK\x01\x02":
            break
        path = file.read(name).decode("utf-8", "replace").replace("\\", "/")
        file.seek(extra + comment, io.SEEK_CUR)
        length -= MEMBER.size + name + extra + comment
        count += not path.endswith("/") and not is_left(path)
    return count


def member_name(info: zipfile.ZipInfo) -> str:
    """A member's path with `/`. Without the UTF-8 flag, bytes are UTF-8 (macOS) or else cp850 (Spanish Windows)."""
    return _without_here(_decoded(info))


def _without_here(name: str) -> str:
    """A path without the pieces that lead nowhere: `./a1.txt` is `a1.txt`."""
    return "/".join(part for part in name.split("/") if part != ".") if "./" in name else name


def _decoded(info: zipfile.ZipInfo) -> str:
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


def unsafe(name: str) -> str:
    """What is wrong with a path inside a zip, in Spanish; empty if it stays inside."""
    parts = name.split("/")
    if not name:
        return "no tiene nombre"
    if "\0" in name:
        return "lleva un carácter nulo"
    if name.startswith("/") or (len(parts[0]) == 2 and parts[0][1] == ":") or parts[0][1:3] == ":\\":
        return "quiere salir a otra carpeta"
    return "quiere salir a otra carpeta" if ".." in parts else ""


def is_left(path: str) -> bool:
    """Whether a path inside a zip is what systems leave behind, or lies in it."""
    return any(is_junk(part) or part == "__MACOSX" for part in path.split("/") if part not in ("", ".", ".."))


def is_junk(name: str) -> bool:
    """Whether systems leave such files behind by themselves."""
    return name.lower() in JUNK_NAMES or name.startswith(JUNK_STARTS)
