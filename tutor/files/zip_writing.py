"""Zips that are the same to the byte on any day and machine, with names that every system takes."""

from __future__ import annotations

import re
import unicodedata
import zipfile

from tutor.files.text import display, id_key

EPOCH = (1980, 1, 1, 0, 0, 0)
RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{i}" for port in ("com", "lpt") for i in range(1, 10))})
_UNSAFE = re.compile(r"[^\w .,'’()@-]|_")


def add(archive: zipfile.ZipFile, path: str, content: bytes) -> None:
    """Writes one file into a zip, with nothing of the day or the machine."""
    info = zipfile.ZipInfo(path, EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3
    info.external_attr = 0o644 << 16
    archive.writestr(info, content)


def safe_name(text: str) -> str:
    """A piece of a path that every system takes: no separators, no reserved names nor signs, short, never empty."""
    flat = unicodedata.normalize("NFC", display(text, 200))
    kept = " ".join(_UNSAFE.sub(" ", flat).split())[:60].strip(" .'")
    return kept if kept and id_key(kept.split(".")[0]) not in RESERVED else f"alumno {kept}".strip()
