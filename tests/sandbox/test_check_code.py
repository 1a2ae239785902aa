"""A learner's function: right ones are never accused, wrong ones get their slip, hostile ones end and leave nothing."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.sandbox.hostile import HOSTILE
from tests.sandbox.right import RIGHT, TORCH
from tests.sandbox.wrong import HEAD, WRONG
from tutor.equations import load_equation
from tutor.errors import ContentError
from tutor.sandbox import Finding, Limits, check_code

SMALL = Limits(seconds=1.0, memory=512)


def check(
    folder: Path, source: str, equation: str = "atencion", function: str = "", limits: Limits | None = None
) -> Finding:
    file = folder / "mi_codigo.py"
    file.write_text(source, encoding="utf-8")
    return check_code(load_equation(equation), file, function=function, limits=limits)


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_one_is_not_accused(tmp_path: Path, name: str) -> None:
    """Whatever its style: loops, einsum, lists, dicts, narrow floats, conventions of masks."""
    found = check(tmp_path, HEAD + RIGHT[name])
    assert found.passed, found.message
    assert found.slips == ()
    assert all(case.passed for case in found.cases)


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
@pytest.mark.parametrize("name", TORCH)
def test_a_right_one_in_torch_is_not_accused(tmp_path: Path, name: str) -> None:
    assert check(tmp_path, TORCH[name], limits=Limits(60, 4096)).passed


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_one_gets_its_slip(tmp_path: Path, name: str) -> None:
    """The slip is the first named; two at once are both named; what no slip explains has its verdict and no slip."""
    slip, source = WRONG[name]
    found = check(tmp_path, HEAD + source)
    assert not found.passed
    named = "+".join(sorted(found.slips)) if "+" in slip else (*found.slips, found.verdict)[0]
    assert named == "+".join(sorted(slip.split("+"))), found.message
    assert found.shown is not None or found.slips in (("not-deterministic",),)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_one_ends_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """It ends within its limits with one sentence; no process, file or folder is left."""
    verdict, said, source = HOSTILE[name]
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    home = tmp_path / "home"
    home.mkdir()
    try:
        found = check(home, source, limits=SMALL)
        got, message = found.verdict, found.message
    except ContentError as error:
        got, message = "invalid", f"{error.where} {error.message}"
    assert got in verdict.split("|"), message
    assert said in message
    assert "Traceback" not in message
    assert [path.name for path in home.iterdir()] == ["mi_codigo.py"]
    assert list(room.iterdir()) == []
    assert processes_about(home) == []
    assert not Path("/tmp/tutor-nuevo.txt").exists()


def processes_about(folder: Path) -> list[str]:
    """The processes whose command line names the folder; where there is no /proc, none is looked for."""
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = line.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if str(folder) in text:
            found.append(text)
    return found
