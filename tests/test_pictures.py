"""The pictures of the README show the program as it is: `python docs/pictures.py` makes them anew."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_question_is_asked_and_judged_so(pictures: ModuleType) -> None:
    """Word for word what the terminal shows today; the drawing itself may differ with the version of rich."""
    drawn = pictures.QUESTION.read_text(encoding="utf-8")
    assert pictures.words(drawn) == pictures.words(pictures.question_svg())
    assert "Parece que has multiplicado por e." in pictures.words(drawn)
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "").replace("https://www.textualize.io", "")


def test_the_report_is_that_page(pictures: ModuleType) -> None:
    """The picture holds the hash of the page it was taken of, and the page comes out the same today."""
    picture = pictures.REPORT.read_bytes()
    assert pictures.HASH + b"\0" + pictures.digest(pictures.report_html()) in picture


def test_the_readme_shows_them(pictures: ModuleType) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for picture in (pictures.QUESTION, pictures.REPORT):
        assert f"]({picture.relative_to(ROOT)})" in readme
