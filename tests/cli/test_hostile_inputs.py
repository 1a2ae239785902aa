"""Whatever a stranger gives ends in a sentence and the right code: sizes, pipes, full disks, marks nobody sees."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import run
from tutor.authoring.scaffold import draft
from tutor.engine.formula import MAX_COUNT, compile_formula
from tutor.errors import ContentError, ExitCode

ENDS = {ExitCode.OK, ExitCode.PENDING, ExitCode.USAGE, ExitCode.INVALID, ExitCode.CANNOT}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path / "datos"))
    (tmp_path / "a1.txt").write_text("id: a1\npesos: 1 ; 0 ; 0\n")
    return tmp_path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize(
    "args",
    [
        ["check", "softmax", "--answers"], ["check", "softmax", "--code"], ["check"], ["grade", "ejercicio"],
        ["grade", "ejercicio", "a1.txt", "--roster"], ["grade", "ejercicio", "a1.txt", "--sheets"],
        ["grade", "ejercicio", "a1.txt", "--decisions"], ["grade", "ejercicio", "a1.txt", "--moodle"],
        ["sheet", "ejercicio", "--roster"], ["author", "check"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_named_pipe_in_place_of_a_file_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    """It may never end."""
    os.mkfifo(folder / "tubo.yaml")
    done = run(monkeypatch, [*args, "tubo.yaml"])
    assert done.code == ExitCode.INVALID
    assert done.err.strip() or "tubo" in done.out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no such device")
@pytest.mark.parametrize("args", [["solve"], ["check", "softmax", "--template"], ["explain", "softmax"]], ids=" ".join)
def test_a_full_disk_under_the_output_is_told(args: list[str]) -> None:
    """On stderr, and it ends with 4."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "tutor", *args], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == ExitCode.CANNOT
    assert "no queda sitio" in done.stderr.decode()


MANY = " ".join(["1"] * 3000)
HUGE = ["1e308 -1e308 1e308", "1e400 0", "9" * 5000 + " 1", MANY, "0 0", "-1e5 1e5"]


@pytest.mark.parametrize("numbers", HUGE, ids=range(len(HUGE)))
@pytest.mark.parametrize("option", ["--scores", "--Q"])
def test_numbers_of_any_size_end_in_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, option: str, numbers: str
) -> None:
    """No warning of NumPy, no fault of ours, and a refusal repeats little of what was typed."""
    order = ["explain", "softmax"] if option == "--scores" else ["solve"]
    done = run(monkeypatch, [*order, f"{option}={numbers}"])
    assert done.code in ENDS
    assert "Warning" not in done.err
    assert len(done.err) < 1000


@pytest.mark.parametrize("number", ["0", "1000000", "9" * 30, "-1", "1e5", "", "٣"])
@pytest.mark.parametrize("command", ["lesson", "check"])
def test_a_variant_of_any_size_ends_in_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str, number: str
) -> None:
    assert run(monkeypatch, [command, "softmax", f"--variant={number}"]).code in ENDS


CHANGES = [
    ("low: -9, high: 9", "low: -1.0e+300, high: 9"),
    ("low: -9, high: 9", "low: -9, high: 1.0e+308"),
    ("low: -9, high: 9", f"low: -9, high: {'9' * 400}"),
    ("la consulta es {Q}", "la {max(max(causal(12000, 12000)).T)}"),
    ("la consulta es {Q}", "la {max(max(eye(99999999)).T)}"),
    ("V: [[2, 1]", "V: [[1.0e+308, -1.0e+308]"),
    ('"Título de la unidad"', '"T\\u202Eítulo"'),
    ('"Título de la unidad"', '"\\e[31mTítulo"'),
    ('"Una frase: qué se aprende."', '"\u2066frase"'),
]


@pytest.mark.parametrize(("old", "new"), CHANGES, ids=range(len(CHANGES)))
@pytest.mark.parametrize("order", ["author check", "explain", "check --variant=3 --template"])
def test_a_unit_of_anybodys_ends_in_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, order: str
) -> None:
    """Ranges, sizes and texts are looked at before anything is computed or shown."""
    text = draft("otra")
    assert old in text
    (folder / "otra.yaml").write_text(text.replace(old, new), encoding="utf-8")
    command, *options = order.split()
    words = [command, "check"] if command == "author" else [command]
    done = run(monkeypatch, [*words, "otra.yaml", *(o for o in options if o.startswith("--"))])
    assert done.code in ENDS
    assert not set("\x1b\u202e\u2066") & set(done.out + done.err)
    assert "Warning" not in done.err


def test_a_size_is_bounded_before_it_is_made() -> None:
    """A gigabyte of zeros is never asked for."""
    with pytest.raises(ContentError):
        compile_formula(f"causal({MAX_COUNT + 1}, 2)").evaluate({})
