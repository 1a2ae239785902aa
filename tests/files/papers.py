"""Documents as word processors write them, as small as they can be."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from html import escape

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MATHS = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_OPEN = "urn:oasis:names:tc:opendocument:xmlns"
ODT = "application/vnd.oasis.opendocument.text"


def packed(files: Mapping[str, str | bytes]) -> bytes:
    """A zip whose first member is not packed, as OpenDocument asks."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number, (name, content) in enumerate(files.items()):
            archive.writestr(name, content, zipfile.ZIP_DEFLATED if number else zipfile.ZIP_STORED)
    return stream.getvalue()


def docx(body: str, head: str = "") -> bytes:
    """A Word document with these paragraphs and tables, in WordprocessingML."""
    spaces = f'xmlns:w="{_WORD}" xmlns:m="{_MATHS}" xmlns:mc="urn:mc" xmlns:a="urn:a" xmlns:wps="urn:wps"'
    xml = f'<?xml version="1.0" encoding="UTF-8"?>{head}<w:document {spaces}><w:body>{body}</w:body></w:document>'
    return packed({"[Content_Types].xml": "<Types/>", "word/document.xml": xml})


def odt(body: str, styles: str = "", head: str = "") -> bytes:
    """A document of LibreOffice with these paragraphs and tables."""
    names = {"office": "office", "text": "text", "table": "table", "style": "style", "draw": "drawing",
             "fo": "xsl-fo-compatible"}  # fmt: skip
    spaces = " ".join(f'xmlns:{short}="{_OPEN}:{name}:1.0"' for short, name in names.items())
    xml = (
        f'<?xml version="1.0" encoding="UTF-8"?>{head}<office:document-content {spaces}>'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    return packed({"mimetype": ODT, "content.xml": xml})


def word_run(text: str, properties: str = "") -> str:
    """A run of a paragraph."""
    written = f'<w:t xml:space="preserve">{escape(text)}</w:t>'
    return f"<w:r><w:rPr>{properties}</w:rPr>{written}</w:r>" if properties else f"<w:r>{written}</w:r>"


def word_lines(lines: str) -> bytes:
    """A Word document with a paragraph a line."""
    return docx("".join(f"<w:p>{word_run(line)}</w:p>" for line in lines.split("\n")))


def open_lines(lines: str) -> bytes:
    """A document of LibreOffice with a paragraph a line."""
    return odt("".join(f"<text:p>{escape(line)}</text:p>" for line in lines.split("\n")))


def pdf(pages: list[str], picture: bool = False) -> bytes:
    """A PDF of these pages, in the fourteen fonts that need no file."""
    image = b" /XObject << /I 4 0 R >>" if picture else b""
    kids = b" ".join(b"%d 0 R" % (5 + 2 * i) for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
        b" /Length 1 >>\nstream\n\x80\nendstream",
    ]
    for number, page in enumerate(pages):
        lines = (
            page.replace("−", "-")
            .encode("cp1252")
            .replace(b"\\", b"\\\\")
            .replace(b"(", b"\\(")
            .replace(b")", b"\\)")
            .split(b"\n")
        )
        content = b"BT /F 12 Tf 14 TL 50 800 Td %s ET" % b" ".join(b"(%s) Tj T*" % line for line in lines)
        at = 6 + 2 * number
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F 3 0 R >>%s >> >>" % (at, image)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    raw, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(raw))
        raw += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return raw + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        size, table, size, len(raw),
    )  # fmt: skip
