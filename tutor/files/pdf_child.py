"""What opens a PDF, in a process with limits: its bytes come in at stdin, its text goes out at stdout as JSON."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

from tutor.files.child_process import limit

PAGES = 60
"""Pages of one hand-in that are read."""
MEMORY, CPU_SECONDS = 1 << 30, 3


def main() -> None:
    """Reads, opens, writes; ends as it may where the library fails."""
    limit(MEMORY, CPU_SECONDS)
    json.dump(contents(sys.stdin.buffer.read()), sys.stdout)


def contents(raw: bytes) -> dict[str, Any]:
    """The text of each page and whether one has a picture, or why it is `refused`. Raises whatever the library does."""
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(raw))
    if reader.is_encrypted and not reader.decrypt(""):
        return {"refused": "pide una contraseña"}
    if len(reader.pages) > PAGES:
        return {"refused": f"tiene {len(reader.pages)} páginas, y leo hasta {PAGES}"}
    pages = [page.extract_text() for page in reader.pages]
    return {"pages": pages, "picture": any(map(_has_picture, reader.pages))}


def _has_picture(page: Any) -> bool:
    found = page
    for name in ("/Resources", "/XObject"):
        found = found.get(name)
        if found is None:
            return False
        found = found.get_object()
    return any(one.get_object().get("/Subtype") == "/Image" for one in found.values())
