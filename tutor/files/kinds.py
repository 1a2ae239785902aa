"""What a file is by its first bytes, whatever its name says, and what to answer whoever sent it."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

from tutor.errors import Notice
from tutor.files.text import first_name

HEAD = 16
"""How many first bytes tell all kinds but those inside a zip."""


FIRST = 1 << 16
"""Bytes of a broken zip in which the names of its members are looked for."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file that is not text. `article` is how Spanish names it: «un documento de Word»."""

    code: str
    article: str
    reason: str = "el corrector solo lee texto"


WORD = Kind("docx", "un documento de Word")
EXCEL = Kind("xlsx", "un libro de Excel")
ZIP = Kind("zip", "un archivo comprimido (zip)", "no se abren archivos comprimidos dentro de otros")
_IN_ZIP = {"word/": WORD, "xl/": EXCEL, "ppt/": Kind("pptx", "una presentación de PowerPoint")}
_MIMETYPES = {
    b"application/vnd.oasis.opendocument.text": Kind("odt", "un documento de LibreOffice"),
    b"application/vnd.oasis.opendocument.spreadsheet": Kind("ods", "una hoja de cálculo de LibreOffice"),
    b"application/epub+zip": Kind("epub", "un libro electrónico"),
}
_PAGES = Kind("pages", "un documento de Pages (Apple)")
_PHOTO = "una foto no se puede leer como números"
_MAGIC: tuple[tuple[int, bytes, Kind], ...] = (
    (0, b"%PDF", Kind("pdf", "un PDF")),
    (0, b"\xff\xd8\xff", Kind("image", "una foto (JPEG)", _PHOTO)),
    (0, b"\x89PNG", Kind("image", "una imagen (PNG)", _PHOTO)),
    (0, b"GIF8", Kind("image", "una imagen (GIF)", _PHOTO)),
    (0, b"BM", Kind("image", "una imagen (BMP)", _PHOTO)),
    (0, b"II*\0", Kind("image", "una imagen (TIFF)", _PHOTO)),
    (0, b"MM\0*", Kind("image", "una imagen (TIFF)", _PHOTO)),
    (8, b"WEBP", Kind("image", "una imagen (WebP)", _PHOTO)),
    (4, b"ftyphei", Kind("image", "una foto de iPhone (HEIC)", _PHOTO)),
    (4, b"ftypmif1", Kind("image", "una foto de iPhone (HEIC)", _PHOTO)),
    (4, b"ftyp", Kind("media", "un vídeo o audio")),
    (0, b"ID3", Kind("media", "un audio")),
    (0, b"OggS", Kind("media", "un audio")),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Kind("ole", "un documento antiguo de Office (.doc o .xls)")),
    (0, b"{\\rtf", Kind("rtf", "un documento con formato (RTF)")),
    (0, b"Rar!", Kind("rar", "un archivo comprimido (RAR)", "solo se abren los zip")),
    (0, b"7z\xbc\xaf\x27\x1c", Kind("7z", "un archivo comprimido (7z)", "solo se abren los zip")),
    (0, b"\x1f\x8b", Kind("gzip", "un archivo comprimido (gzip)", "solo se abren los zip")),
    (0, b"SQLite format 3\0", Kind("sqlite", "una base de datos")),
    (0, b"MZ", Kind("program", "un programa de Windows")),
    (0, b"\x7fELF", Kind("program", "un programa")),
)


def kind_of(raw: bytes) -> Kind | None:
    """The kind of a file that is not text, or None for text. A zip is looked into only for the names it holds."""
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_kind(raw)
    for at, mark, kind in _MAGIC:
        if raw.startswith(mark, at):
            return kind if mark not in (b"BM", b"MZ") or b"\0" in raw[:64] else None
    return None


def _zip_kind(raw: bytes) -> Kind:
    if raw[30:38] == b"mimetype":
        for mimetype, kind in _MIMETYPES.items():
            if raw.startswith(mimetype, 38):
                return kind
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = archive.namelist()
    except Exception:  # of whatever class: the library has no list of them
        return _broken_kind(raw)
    if "[Content_Types].xml" in names:
        for name in names:
            for start, kind in _IN_ZIP.items():
                if name.startswith(start):
                    return kind
    return _PAGES if "Index/Document.iwa" in names else ZIP


def _broken_kind(raw: bytes) -> Kind:
    """What a zip cut short was, by the names beside its first members: these are never packed."""
    if b"[Content_Types].xml" not in raw[:FIRST]:
        return ZIP
    return next((kind for start, kind in _IN_ZIP.items() if start.encode() in raw[:FIRST]), ZIP)


def refusal(kind: Kind, where: str, name: str = "") -> Notice:
    """Why `where` is not read, with a sentence ready to be sent to the student called `name`."""
    hello = f"Hola, {first_name(name)}: " if first_name(name) else "Hola: "
    send = (
        f"{hello}lo que entregaste es {kind.article} y {kind.reason}. "
        "Copia tus respuestas en la hoja .txt que recibiste, o pégalas en el texto en línea de la tarea, "
        "y vuelve a entregarla."
    )
    return Notice(kind.code, f"{where} es {kind.article}: {kind.reason}.", where, send)
