"""The shell around the commands: exit codes, errors, global options, what is said and where."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from tests.running import process, run
from tutor import __version__
from tutor.cli import app, failures
from tutor.cli.globals import split_globals
from tutor.errors import ContentError, ExitCode, Problem, StateError, TutorError, UsageError
from tutor.terminal import Terminal

USAGE = [
    (["lesso"], "No conozco la orden «lesso».", "«lesson»"),
    (["xyz"], "No conozco la orden «xyz».", "Los nombres que hay"),
    (["--acesible"], "No conozco la opción «--acesible».", "--accessible"),
    (["read", "--jsn", "1"], "No conozco la opción «--jsn».", "--json"),
    (["read", "1", "--kind"], "A la opción --kind le falta un valor.", "tutor read --help"),
    (["solve", "atencion", "sobra"], "Sobra «sobra»", "tutor solve --help"),
    (["solve", "--decimals", "dos"], "«dos» no vale para --decimals: hace falta un número entero.", "--help"),
    (["solve", "--decimals", "99"], "«99» no vale para --decimals: tiene que ser 9 o menos.", "--help"),
    (["--locale", "fr"], "«fr»", "es-MX"),
    (["solve", "--locale"], "A la opción --locale le falta un valor.", "es-MX"),
    (["solve", "nada-de-eso"], "No conozco la ecuación «nada-de-eso».", "tutor solve --help"),
    (["author", "chek"], "No conozco la orden «chek».", "«check»"),
]


@pytest.mark.parametrize(("args", "said", "way_out"), USAGE, ids=[" ".join(args) for args, *_ in USAGE])
def test_a_wrong_call_is_said_in_spanish(
    monkeypatch: pytest.MonkeyPatch, args: list[str], said: str, way_out: str
) -> None:
    """What was read, the nearest name, where to look; on stderr, exit 2, nothing on stdout."""
    done = run(monkeypatch, args)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert way_out in done.err
    assert "Error" not in done.err
    assert "Try" not in done.err


FAILURES = [
    (UsageError("mal", hint="así"), 2, "mal\nasí\n"),
    (ContentError("mal", where="u.yaml:3"), 3, "u.yaml:3: mal\n"),
    (ContentError("2 fallos", problems=(Problem("u:1", "uno", "así"), Problem("u:2", "dos"))), 3,
     "2 fallos\n  u:1: uno\n    así\n  u:2: dos\n"),
    (StateError("sin disco"), 4, "sin disco\n"),
    (PermissionError(13, "Permission denied", "notas.csv"), 4, "No puedo usar «notas.csv»: no hay permiso.\n"),
    (OSError(28, "No space left on device"), 4, "No puedo leer o escribir: no queda sitio en el disco.\n"),
    (ZeroDivisionError("x"), 70, "Un fallo del tutor, no tuyo (ZeroDivisionError en test_shell.py:"),
    (KeyboardInterrupt(), 130, "\nInterrumpido."),
]  # fmt: skip


@pytest.mark.parametrize(("error", "code", "said"), FAILURES, ids=[type(e).__name__ for e, *_ in FAILURES])
def test_every_failure_has_its_code_and_its_sentence(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, said: str
) -> None:
    """One place turns exceptions into sentences and exit codes; there is never a traceback."""

    def fails(args: list[str], terminal: Terminal) -> ExitCode:
        raise error

    monkeypatch.setattr(app, "run", fails)
    done = run(monkeypatch, ["solve"])
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith(said)
    assert "Traceback" not in done.err


@pytest.mark.parametrize("error", [error for error, *_ in FAILURES[:-1]], ids=lambda e: type(e).__name__)
def test_under_json_a_failure_is_one_object(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """`{"schema":1,"error":{"message","hint","where"}}` on stdout, and nothing on stderr."""

    def fails(args: list[str], terminal: Terminal) -> ExitCode:
        raise error

    monkeypatch.setattr(app, "run", fails)
    done = run(monkeypatch, ["solve", "--json"])
    told: dict[str, Any] = json.loads(done.out)
    assert done.err == ""
    assert set(told) == {"schema", "error"}
    assert told["schema"] == 1
    assert set(told["error"]) == {"message", "hint", "where"}
    assert told["error"]["message"]


def test_a_usage_error_under_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what the parser refuses is told as JSON."""
    done = run(monkeypatch, ["solve", "--decimals", "x", "--json"])
    assert done.code == 2
    assert "«x»" in json.loads(done.out)["error"]["message"]


GLOBALS = [
    (["--accessible", "solve"], ["solve"], (True, None, None)),
    (["solve", "--accessible"], ["solve"], (True, None, None)),
    (["solve", "--no-color", "--locale", "en"], ["solve"], (None, False, "en")),
    (["--locale=es-MX", "read", "1"], ["read", "1"], (None, None, "es-MX")),
    (["read", "--", "--accessible"], ["read", "--", "--accessible"], (None, None, None)),
]


@pytest.mark.parametrize(("args", "rest", "wishes"), GLOBALS, ids=[" ".join(args) for args, *_ in GLOBALS])
def test_global_options_go_before_or_after_the_verb(
    args: list[str], rest: list[str], wishes: tuple[bool | None, bool | None, str | None]
) -> None:
    """`--accessible`, `--no-color` and `--locale` stand anywhere on the line."""
    found, left = split_globals(args)
    assert left == rest
    assert (found.accessible, found.colour, found.locale) == wishes


@pytest.mark.parametrize("value", ["es", "ES-mx", "es_MX", "en"])
def test_the_locale_of_the_environment(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """TUTOR_LOCALE is read without fuss about case or underscores."""
    monkeypatch.setenv("TUTOR_LOCALE", value)
    assert split_globals([])[0].terminal().locale.lower() == value.lower().replace("_", "-")


def test_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name and number."""
    assert run(monkeypatch, ["--version"]).out == f"tutor {__version__}\n"


def test_python_m_tutor_is_the_same_program() -> None:
    """`python -m tutor` and `tutor` are one."""
    done = process(["lesso"])
    assert (done.code, done.err.splitlines()[0]) == (2, "No conozco la orden «lesso».")


def test_a_reader_that_leaves_is_no_failure() -> None:
    """`tutor solve | head -1` ends in silence."""
    command = f"{sys.executable} -m tutor solve | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
def test_a_full_disk_is_told() -> None:
    """Results that cannot be written are exit 4 and a sentence."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tutor", "solve"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 4
    assert "no queda sitio" in done.stderr
    assert "Exception" not in done.stderr


def test_no_traceback_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """TUTOR_DEBUG shows the whole of a fault of ours, to whoever mends it."""

    def fails(args: list[str], terminal: Terminal) -> ExitCode:
        raise ValueError("x")

    monkeypatch.setattr(app, "run", fails)
    monkeypatch.setenv("TUTOR_DEBUG", "1")
    with pytest.raises(ValueError, match="x"):
        run(monkeypatch, ["solve"])


@pytest.mark.parametrize(
    ("where", "message", "told"),
    [
        ("t.csv", "t.csv no está en UTF-8.", "t.csv no está en UTF-8."),
        ("t.csv:1", "t.csv: en la primera fila", "t.csv:1: en la primera fila"),
        ("t.csv:7", "t.csv:7: comillas", "t.csv:7: comillas"),
        ("t.csv:7", "t.csv, línea 7: larga", "t.csv, línea 7: larga"),
        ("e.zip/f9", "e.zip/f9: hay más", "e.zip/f9: hay más"),
        ("/tmp/x/t.csv", "t.csv: no hay", "/tmp/x/t.csv: no hay"),
        ("--sep", "No es un separador.", "--sep: No es un separador."),
        ("hoja", "hojas de más", "hoja: hojas de más"),
        ("", "mal", "mal"),
    ],
)
def test_a_place_is_said_once(where: str, message: str, told: str) -> None:
    """Messages that begin with the name of their file are not put behind it again."""
    assert failures.sentences(TutorError(message, where=where)) == [told]
    assert failures.sentences(ContentError("x", problems=(Problem(where, message),)))[1] == f"  {told}"


def test_sentences_say_where_and_the_way_out() -> None:
    """Where, what, and what to do next."""
    assert failures.sentences(TutorError("mal", hint="así", where="a:1")) == ["a:1: mal", "así"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_at_a_prompt_ends_with_130() -> None:
    """A line, no traceback, exit 130."""
    code = "from tutor.__main__ import main; import sys; sys.exit(main(['read']))"
    waiting = (
        "import tutor.cli.app as a, sys, time\n"
        "def slow(args, terminal):\n"
        "    print('listo', flush=True)\n"
        "    time.sleep(30)\n"
        "a.run = slow\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", waiting + code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "listo\n"
    deadline = time.monotonic() + 20
    while child.poll() is None and time.monotonic() < deadline:
        child.send_signal(signal.SIGINT)
        try:
            child.wait(1)
        except subprocess.TimeoutExpired:
            continue
    _, said = child.communicate()
    assert child.returncode == 130
    assert "Interrumpido" in said
    assert "Traceback" not in said
