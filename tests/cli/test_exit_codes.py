"""Every exit code, by command lines that end with it: outside scripts rely on the numbers."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import run
from tutor.cli import app
from tutor.errors import ExitCode
from tutor.terminal import Terminal

RIGHT = "productos: 0,00 1,00 0,10\npesos: 0,244 0,494 0,262\nclave: 1\nsalida: 3,75 6,25\ncausal: 1 0 0\n"
BROKEN = "format: 1\nunit: rota\ntitle: T\n"

CODES: list[tuple[ExitCode, list[str], str]] = [
    (ExitCode.OK, [], ""),
    (ExitCode.OK, ["--help"], ""),
    (ExitCode.OK, ["--version"], ""),
    (ExitCode.OK, ["lesson"], ""),
    (ExitCode.OK, ["explain", "softmax"], ""),
    (ExitCode.OK, ["solve"], ""),
    (ExitCode.OK, ["read", "0,707"], ""),
    (ExitCode.OK, ["progress"], ""),
    (ExitCode.OK, ["author", "check", "softmax"], ""),
    (ExitCode.OK, ["check", "ejercicio", "--template"], ""),
    (ExitCode.OK, ["check", "ejercicio", "--answers", "-"], RIGHT),
    (ExitCode.PENDING, ["check", "ejercicio", "--answers", "-"], RIGHT.replace("3,75", "9,75")),
    (ExitCode.PENDING, ["check", "ejercicio", "--answers", "-"], ""),
    (ExitCode.PENDING, ["check", "ejercicio", "--json", "--answers", "-"], "clave: 2\n"),
    (ExitCode.PENDING, ["lesson", "ecuacion1"], "b\n"),
    (ExitCode.PENDING, ["lesson", "ecuacion1"], "salir\n"),
    (ExitCode.PENDING, ["check", "ejercicio"], ""),
    (ExitCode.PENDING, ["practice"], "salir\n"),
    (ExitCode.PENDING, ["read", "hola"], ""),
    (ExitCode.USAGE, ["lesso"], ""),
    (ExitCode.USAGE, ["lesson", "softmx"], ""),
    (ExitCode.USAGE, ["check"], ""),
    (ExitCode.USAGE, ["check", "erratas"], ""),
    (ExitCode.USAGE, ["explain", "errores", "no-scal"], ""),
    (ExitCode.USAGE, ["solve", "--K", "hola"], ""),
    (ExitCode.USAGE, ["solve", "--nada"], ""),
    (ExitCode.USAGE, ["practice", "erratas"], ""),
    (ExitCode.INVALID, ["lesson", "rota.yaml"], ""),
    (ExitCode.INVALID, ["author", "check", "rota.yaml"], ""),
    (ExitCode.INVALID, ["check", "ejercicio", "--answers", "-"], "produtos: 1\n"),
    (ExitCode.INVALID, ["check", "ejercicio", "--answers", "no-esta.yaml"], ""),
    (ExitCode.INVALID, ["check", "ejercicio", "--answers", "-"], "- 1\n- 2\n"),
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a broken unit, and a learner who has not begun."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path / "datos"))
    (tmp_path / "rota.yaml").write_text(BROKEN, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("code", "args", "text"), CODES, ids=[f"{int(c)} {' '.join(a)}" for c, a, _ in CODES])
def test_a_command_line_ends_with_its_code(
    monkeypatch: pytest.MonkeyPatch, code: ExitCode, args: list[str], text: str
) -> None:
    """Results on stdout (what `author check` finds is one); what goes wrong on stderr, in a sentence."""
    done = run(monkeypatch, args, text=text)
    assert done.code == code
    assert "Traceback" not in done.out + done.err
    if code >= ExitCode.USAGE and args[0] != "author":
        assert done.out == ""
        assert done.err.strip()


def test_a_whole_lesson_ends_with_0(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.flows.test_lesson import ANSWERS

    assert run(monkeypatch, ["lesson", "ecuacion1"], text="\n".join(ANSWERS) + "\n").code == ExitCode.OK


def test_a_disk_that_cannot_be_used_ends_with_4(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    run(monkeypatch, ["lesson", "ecuacion1"], text="b\n")
    done = run(monkeypatch, ["progress", "--export", str(here / "no" / "apuntes.md")])
    assert (done.code, done.out) == (ExitCode.CANNOT, "")


def test_a_fault_of_ours_ends_with_70(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(args: list[str], terminal: Terminal) -> ExitCode:
        raise ZeroDivisionError

    monkeypatch.setattr(app, "run", fails)
    assert run(monkeypatch, ["solve"]).code == ExitCode.FAULT


@pytest.mark.skipif(sys.platform == "win32", reason="a console signal there")
def test_an_interrupt_ends_with_130() -> None:
    """Ctrl-C while an answer is awaited, without a terminal."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tutor", "lesson", "ecuacion1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    while not child.stdout.readline().startswith("  c)"):
        pass
    child.send_signal(signal.SIGINT)
    _, told = child.communicate(timeout=60)
    assert child.returncode == ExitCode.INTERRUPTED
    assert "tutor lesson ecuacion1" in told


def test_no_code_is_left_out() -> None:
    tested = {code for code, *_ in CODES} | {ExitCode.CANNOT, ExitCode.FAULT, ExitCode.INTERRUPTED}
    assert tested == set(ExitCode)
