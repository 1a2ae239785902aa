"""The two pictures of the README, made from the program as it is: a question with its verdict, and a class report.

    python docs/pictures.py

The first is drawn with rich from what the terminal shows. The second is a page in the system's Chromium, and keeps the
hash of that page in itself, so that a test can tell whether it is of today.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

PICTURES = Path(__file__).resolve().parent / "imagenes"
QUESTION, REPORT = PICTURES / "pregunta.svg", PICTURES / "informe.png"
COLUMNS, STUDENTS = 80, 30
TYPED = "3,262 ; 0 ; -2,175\n3,320 ; 1 ; 0,449\nsalir\n"
"""What the learner of the first picture types in `tutor lesson softmax`: z times e, and then e to the z."""
BEGINS, ENDS = "Ahora tú", "Tramo"
"""How the part of the screen that is shown begins, and what follows it."""
HASH = b"page-sha256"


def question_svg() -> str:
    """A short lesson, as a terminal with colour shows it."""
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(Text.from_ansi(shown()))
    svg = console.export_svg(title="tutor lesson softmax", unique_id="tutor")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # no fonts from elsewhere


def shown() -> str:
    """What the terminal of the first picture shows: one question, what was typed, what was said of it."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "TUTOR_DATA": folder, "COLUMNS": str(COLUMNS), "FORCE_COLOR": "1", "PYTHONUTF8": "1"}
        env.pop("NO_COLOR", None)
        call = [sys.executable, "-m", "tutor", "lesson", "softmax"]
        out = subprocess.run(call, input=TYPED, env=env, capture_output=True, encoding="utf-8", check=False).stdout
    lines = out.splitlines()
    first = next(i for i, line in enumerate(lines) if BEGINS in line)
    last = next(i for i, line in enumerate(lines) if i > first and ENDS in line)
    return "\n".join(lines[first:last]).rstrip() + "\n"


def report_html() -> bytes:
    """The report of a class of `entrega`, the same on every run."""
    sys.path.insert(0, str(PICTURES.parents[1] / "benchmarks"))
    from grading import make_class

    from tutor.__main__ import main

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_class(folder, STUDENTS)
        files = ["--roster", str(folder / "lista.csv"), "--sheets", str(folder / "clave.yaml")]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            main(["grade", "entrega", str(folder / "entregas.csv"), *files, "--out", str(folder / "notas")])
        return (folder / "notas" / "informe.html").read_bytes()


def report_png(html: bytes) -> bytes:
    """The top of the page, at the width of a laptop."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 760})
        page.set_content(html.decode("utf-8"))
        picture = page.screenshot()
        browser.close()
    return with_hash(picture, html)


def with_hash(picture: bytes, html: bytes) -> bytes:
    """A PNG with the hash of its page as a tEXt chunk, before its end (PNG specification, 11.3.4.3)."""
    data = HASH + b"\0" + digest(html)
    chunk = struct.pack(">I", len(data)) + b"tEXt" + data + struct.pack(">I", zlib.crc32(b"tEXt" + data))
    return picture[:-12] + chunk + picture[-12:]


def digest(html: bytes) -> bytes:
    """What stands in a picture for the page it shows."""
    return hashlib.sha256(html).hexdigest().encode()


def words(svg: str) -> str:
    """What can be read in a drawn terminal."""
    return " ".join(re.sub(r"<[^>]+>", " ", svg.partition("</style>")[2]).replace("&#160;", " ").split())


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    QUESTION.write_text(question_svg(), encoding="utf-8")
    REPORT.write_bytes(report_png(report_html()))
