"""Nothing leaves the machine, and what is written is its owner's alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
NETWORK = {
    "socket", "ssl", "http", "urllib", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib", "xmlrpc", "socketserver",
    "webbrowser", "requests", "httpx", "aiohttp",
}  # fmt: skip


@pytest.mark.parametrize("path", sorted((HOME / "tutor").rglob("*.py")), ids=lambda p: str(p.relative_to(HOME)))
def test_nothing_imports_the_network(path: Path) -> None:
    """Not even to open a page."""
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert not imported & NETWORK


@pytest.mark.parametrize("page", ["privacidad.md", "seguridad.md"])
def test_every_test_that_a_page_names_exists(page: str) -> None:
    """`tests/ROOM/FILE.py::NAME`, or a file alone."""
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (HOME / "docs" / page).read_text(encoding="utf-8"))
    assert named
    for file, name in named:
        text = (HOME / file).read_text(encoding="utf-8")
        assert not name or f"def {name}(" in text, (file, name)


@pytest.mark.parametrize(
    "page", ["tutor/publishing/feedback.py", "tutor/publishing/report.html.j2", "tutor/handout/sheet.html.j2"]
)
def test_every_page_refuses_what_lies_elsewhere(page: str) -> None:
    """By its content policy, should anything of a stranger ever get into it."""
    assert "Content-Security-Policy" in (HOME / page).read_text(encoding="utf-8")
    assert "default-src 'none'" in (HOME / page).read_text(encoding="utf-8")
