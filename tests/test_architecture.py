"""The page that explains the house tells the truth: every file, room and function it names exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import tutor
from tests.test_imports import BELOW

ROOT = Path(tutor.__file__).parent.parent
PAGE = (ROOT / "docs" / "arquitectura.md").read_text(encoding="utf-8")
CODE = sorted(set(re.findall(r"`([^`\n]+)`", PAGE)))
PATHS = [text for text in CODE if re.fullmatch(r"(tutor|tests|exercises|docs|benchmarks)/[\w./-]*", text)]
NAMES = [text for text in CODE if text.split(".")[0] in {*BELOW, "errors", "terminal"} and "." in text]


@pytest.mark.parametrize("path", PATHS)
def test_every_path_exists(path: str) -> None:
    """Files and folders are named from the top of the repository."""
    assert (ROOT / path).exists()


@pytest.mark.parametrize("name", NAMES)
def test_every_name_exists(name: str) -> None:
    """`room.module.name`, or a method of it: as they are imported."""
    pieces = name.removesuffix("()").split(".")
    for count in range(len(pieces), 0, -1):
        try:
            found = import_module(".".join(["tutor", *pieces[:count]]))
        except ModuleNotFoundError:
            continue
        for piece in pieces[count:]:
            found = getattr(found, piece)
        return
    raise AssertionError(name)


def test_every_room_is_on_the_page() -> None:
    """And in the picture, each on a floor above the rooms it imports."""
    assert not [room for room in BELOW if f"`{room}/`" not in PAGE]


def test_the_page_names_enough() -> None:
    """Of paths and functions, so that neither test above is empty."""
    assert len(PATHS) > 10
    assert len(NAMES) > 20


@pytest.mark.parametrize("room", BELOW)
def test_a_large_room_says_why(room: str) -> None:
    """Over twenty files or three thousand lines need a reason in the docstring of the room, which is never empty."""
    folder = ROOT / "tutor" / room
    files = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    said = import_module(f"tutor.{room}").__doc__ or ""
    assert said.strip()
    assert (len(files) <= 20 and lines <= 3_000) or "Many small files because" in said, (len(files), lines)
