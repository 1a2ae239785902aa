"""`tutor check UNIT --code FILE.py`: how it is called, what it writes, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import Run, process, run

RIGHT = """
import numpy as np
def atencion(Q, K, V):
    e = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return e / e.sum(axis=1, keepdims=True) @ V
"""
COLUMNS = RIGHT.replace("axis=1", "axis=0")
LOOP = "def atencion(Q, K, V):\n    while True: pass\n"
KEYS = {"schema", "equation", "function", "passed", "verdict", "slips", "message", "cases"}
CASE = {"id", "title", "passed", "data", "step", "expected", "returned", "cells", "note"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mi_atencion.py"


def check(monkeypatch: pytest.MonkeyPatch, file: Path, source: str, *args: str, unit: str = "ejercicio") -> Run:
    file.write_text(source, encoding="utf-8")
    return run(monkeypatch, ["check", unit, "--code", str(file), *args])


@pytest.mark.parametrize(
    ("source", "args", "code"),
    [
        (RIGHT, [], 0),
        (RIGHT, ["--function", "atencion"], 0),
        (COLUMNS, [], 1),
        (LOOP, ["--time", "0,5"], 1),
        (RIGHT, ["--function", "nada"], 2),
        (RIGHT, ["--answers", "-"], 2),
        (RIGHT, ["--time", "mucho"], 2),
        (RIGHT, ["--time", "0"], 2),
        (RIGHT, ["--memory", "1"], 2),
        ("def atencion(\n", [], 3),
        ("import no_hay_tal_modulo\n", [], 3),
        ("x = 1\n", [], 3),
        ("def atencion(Q, K, V, temperatura):\n    return Q\n", [], 3),
        ("def atencion(x):\n    return x\n", [], 3),
    ],
    ids=["right", "by name", "wrong", "endless", "no such function", "with answers", "no number", "no time",
         "too small", "syntax", "no module", "nothing there", "a parameter nobody knows",
         "too few parameters"],
)  # fmt: skip
def test_how_it_ends(monkeypatch: pytest.MonkeyPatch, file: Path, source: str, args: list[str], code: int) -> None:
    """0 right, 1 not or never, 2 a wrong call, 3 a file that cannot be used; messages on stderr, verdicts on stdout."""
    done = check(monkeypatch, file, source, *args)
    assert done.code == code, done
    assert bool(done.out) == (code < 2)
    assert bool(done.err) == (code >= 2)
    assert "Traceback" not in done.out + done.err


@pytest.mark.parametrize("unit", ["ejercicio", "atencion", "t02", "ecuacion1"])
def test_any_unit_or_equation(monkeypatch: pytest.MonkeyPatch, file: Path, unit: str) -> None:
    assert check(monkeypatch, file, RIGHT, unit=unit).code == 0


def test_the_json_contract(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """One object, its keys, arrays in their shape and never rounded."""
    told = json.loads(check(monkeypatch, file, COLUMNS, "--json").out)
    assert told.keys() == KEYS
    assert (told["schema"], told["equation"], told["function"]) == (1, "atencion", "atencion")
    assert (told["passed"], told["verdict"], told["slips"]) == (False, "slip", ["softmax-over-columns"])
    assert all(case.keys() == CASE for case in told["cases"])
    case = next(case for case in told["cases"] if case["id"] == "several")
    assert len(case["expected"]) == len(case["returned"]) == len(case["cells"]) == len(case["data"]["Q"])
    assert not case["passed"]


def test_a_file_that_cannot_be_used_is_one_object_too(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    told = json.loads(check(monkeypatch, file, "def atencion(\n", "--json").out)
    assert told["error"].keys() == {"message", "hint", "where"}
    assert told["error"]["where"] == f"{file}:1"


def test_a_file_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("no-esta.py", "."):
        assert run(monkeypatch, ["check", "ejercicio", "--code", str(tmp_path / name)]).code == 3


def test_what_is_needed_stands_beside_what_came_back(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """The smallest case that fails, the differing cells marked; for a screen reader, said."""
    done = check(monkeypatch, file, COLUMNS)
    assert "hacer el softmax por columnas" in " ".join(done.out.split())
    assert "hace falta" in done.out
    assert "*" in done.out
    assert "distinto en: 0" in check(monkeypatch, file, COLUMNS, "--accessible").out


def test_from_a_folder_of_its_own(file: Path) -> None:
    """In a process of its own, from another folder, beside a module of the learner's."""
    file.write_text("from mi_softmax import softmax\n" + RIGHT, encoding="utf-8")
    (file.parent / "mi_softmax.py").write_text("softmax = 1\n", encoding="utf-8")
    done = process(["check", "atencion", "--code", str(file)])
    assert (done.code, done.err) == (0, "")
    assert [path.name for path in file.parent.iterdir() if path.suffix != ".py"] == []
