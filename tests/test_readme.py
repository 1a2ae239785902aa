"""The README and the guides cannot drift: every command is in them and has help, every option they name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.running import run
from tutor.authoring import open_unit
from tutor.cli.app import COMMANDS
from tutor.cli.globals import GLOBAL_OPTIONS
from tutor.judging import judge
from tutor.units import unit_names

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
README = PAGES[0].read_text(encoding="utf-8")
GROUPS = {"author": ("check", "preview", "schema", "new")}
EVERYWHERE = {name for option, *_ in GLOBAL_OPTIONS for name in re.findall(r"--[a-z-]+", option)} | {"--help"}


def lines() -> list[tuple[str, str]]:
    """Every command line that a page shows, with the page."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        shown = re.findall(r"`(tutor [^`\n]+)`", text) + re.findall(r"^(?:\$ )?(tutor [^\n#]+)", text, re.MULTILINE)
        found += [(page.name, line.strip()) for line in dict.fromkeys(shown)]
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme_and_has_help(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    assert f"tutor {command}" in README
    done = run(monkeypatch, [command, "--help"])
    assert done.code == 0
    assert len(done.out.split()) > 20


def helped(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> str:
    """The help of the command that a line calls."""
    depth = 2 if words[1] in GROUPS and len(words) > 2 and words[2] in GROUPS[words[1]] else 1
    done = run(monkeypatch, [*words[1 : 1 + depth], "--help"])
    assert done.code == 0, words
    return done.out


@pytest.mark.parametrize(("page", "line"), lines(), ids=[f"{p} {line}" for p, line in lines()])
def test_what_a_page_shows_can_be_typed(monkeypatch: pytest.MonkeyPatch, page: str, line: str) -> None:
    """Its command is one, and its options are that command's or everybody's."""
    words = line.split()
    assert words[1] in COMMANDS or words[1].startswith("-"), line
    options = {word.split("=")[0] for word in words if re.match(r"--[a-z]", word)}
    if words[1] in COMMANDS:
        told = helped(monkeypatch, words)
        assert all(option in told for option in options - EVERYWHERE), line


def test_the_units_that_a_page_names_are_there() -> None:
    for page, line in lines():
        named = re.match(r"tutor (?:lesson|check|explain|practice|sheet|grade) ([a-z0-9-]+)(?= |$)", line)
        if named:
            assert named[1] in {*unit_names(), "errores", "erratas", "mi-unidad"}, (page, line)


def test_the_promises_name_tests_that_are_there() -> None:
    """Each line of the table of promises names a file that holds it."""
    table = README.partition("## Lo que promete")[2].partition("## ")[0]
    held = re.findall(r"^\| .+ \| `([^`]+)` \|$", table, re.MULTILINE)
    assert len(held) > 8
    assert [path for path in held if not (ROOT / path).is_file()] == []


WORDS = {"exact": "exacta", "rounded": "bien, redondeando", "truncated": "bien, cortando",
         "coarse": "faltan decimales por el camino", "wrong": "mal: de esos pesos no sale"}  # fmt: skip


def test_the_worked_example_of_judging_is_true() -> None:
    """Both columns of the table are what the judge says of the lesson's numbers."""
    rows = re.findall(r"^\| `(6,\d\d ; 3,\d\d)` \| ([^|]+) \| ([^|]+) \|$", README, re.MULTILINE)
    data = open_unit("ecuacion1").unit.data
    assert len(rows) == 4
    for typed, alone, after in rows:
        given = {"weights": "0,412 ; 0,203 ; 0,384"}
        told = [judge("atencion", data, "output", typed, given=g, decimals=2).verdict.value for g in ({}, given)]
        assert [WORDS[verdict] for verdict in told] == [alone, after], typed


def test_every_page_that_a_page_links_to_is_there() -> None:
    """Links within the repository."""
    for page in PAGES:
        links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == [], page.name


def test_what_the_readme_installs_is_installed_by_the_checks() -> None:
    """pip and pipx, in fresh environments, in the script that has to pass."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "`pipx install .`" in README
    assert 'pipx" install' in script
    assert "README.md" in script
