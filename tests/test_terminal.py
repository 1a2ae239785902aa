"""The one object that knows the streams: signs the console lacks, where it may colour, how it reads."""

from __future__ import annotations

import io
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.running import Stream, terminal
from tutor.answers import read
from tutor.terminal import Terminal

SIGNS = [
    ("ascii", "√2", "raiz(2)"),
    ("ascii", "√d_k", "raiz(d_k)"),
    ("ascii", "1/√2,5", "1/raiz(2,5)"),
    ("ascii", "√(9 + 7)", "raiz(9 + 7)"),
    ("ascii", "−∞", "-inf"),
    ("ascii", "α₀ = 0,412", "alfa0 = 0,412"),
    ("ascii", "Q·K₂ = 1,0·0,9", "Q*K2 = 1,0*0,9"),
    ("ascii", "Kᵀ", "K^T"),
    ("ascii", "10²", "10^2"),
    ("ascii", "lo correcto es 0,102 ± 0,002", "lo correcto es 0,102 +/- 0,002"),
    ("ascii", "¿Cuánto? «así»", 'Cuanto? "asi"'),
    ("ascii", "mañana", "manana"),
    ("cp1252", "Q·K₂ ¿así? «sí»", "Q·K2 ¿así? «sí»"),
    ("cp1252", "−∞ ≤ √2", "-inf <= raiz(2)"),
    ("cp1252", "█▌·", "#|·"),
    ("utf-8", "√2 −∞ α₀ █", "√2 −∞ α₀ █"),
]


@pytest.mark.parametrize(("encoding", "text", "shown"), SIGNS, ids=[f"{e}: {t}" for e, t, _ in SIGNS])
def test_signs_that_a_console_lacks(encoding: str, text: str, shown: str) -> None:
    """What the console cannot write is written with signs it has."""
    assert terminal(encoding=encoding).safe(text) == shown


@pytest.mark.parametrize("text", ["−0,636", "√2", "1/√2", "2,028/4,918", "−∞", "1,0·0,9 + 0,0·0,1", "e^−0,5", "10²"])
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp850", "latin-1"])
def test_what_is_printed_can_be_typed_back(encoding: str, text: str) -> None:
    """A number printed on a poor console reads as the number itself."""
    shown = terminal(encoding=encoding).safe(text)
    assert read(shown, "scalar").value == read(text, "scalar").value is not None


@given(text=st.text(), encoding=st.sampled_from(["ascii", "cp1252", "cp850", "utf-8", "latin-1", "no-such"]))
def test_any_text_can_be_written(text: str, encoding: str) -> None:
    """Nothing raises, and no control character, escape sequence or change of direction gets through."""
    shown = terminal(encoding=encoding).safe(text)
    shown.encode(encoding if encoding != "no-such" else "ascii")
    assert all(char in "\n\t" or char.isprintable() or ord(char) > 0x9F for char in shown)
    assert "\x1b" not in shown
    assert "\u202e" not in shown


ENVIRONMENTS = [
    ({}, True, False),
    ({"NO_COLOR": "1"}, False, False),
    ({"NO_COLOR": ""}, True, False),
    ({"TERM": "dumb"}, False, False),
    ({"TUTOR_ACCESSIBLE": "1"}, False, True),
    ({"ACCESSIBLE": "yes"}, False, True),
    ({"ACCESSIBLE": "0"}, True, False),
]


@pytest.mark.parametrize(("env", "colour", "accessible"), ENVIRONMENTS, ids=[str(e) for e, *_ in ENVIRONMENTS])
def test_colour_and_access_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], colour: bool, accessible: bool
) -> None:
    """NO_COLOR (not empty), TERM=dumb and a wish for linear text take the colours away."""
    for name in ("NO_COLOR", "TUTOR_ACCESSIBLE", "ACCESSIBLE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm-256color", **env}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Stream(tty=True))
    found = Terminal.of_process()
    assert (found.colour, found.accessible) == (colour, accessible)


def test_a_pipe_has_eighty_columns_and_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Output to a file does not depend on the window it was made in."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", Stream())
    found = Terminal.of_process()
    assert (found.width, found.colour, found.is_tty) == (80, False, False)


def test_closed_streams_are_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process started without streams (`<&- >&-`) still runs."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    found = Terminal.of_process()
    found.write("hola")
    assert found.ask() is None


def test_lines_from_a_pipe_are_repeated_after_the_prompt() -> None:
    """So that a piped session reads as a dialogue; after the last line there is None."""
    found = Terminal(io.StringIO("0,90\n\n"), out := Stream(), Stream())
    assert [found.ask(), found.ask(), found.ask()] == ["0,90", "", None]
    assert out.getvalue() == "> 0,90\n> \n> \n"


def test_nothing_waits_for_enter_without_a_person() -> None:
    """Only somebody in front of a terminal is waited for."""
    assert terminal().wait() == ""


def test_messages_go_to_stderr() -> None:
    """Results to stdout; messages, and questions under `--json`, to stderr."""
    found = terminal()
    found.say("aviso")
    found.on_stderr().write("pregunta")
    assert isinstance(found.stderr, Stream)
    assert found.stderr.getvalue() == "aviso\npregunta\n"
    assert isinstance(found.stdout, Stream)
    assert found.stdout.getvalue() == ""


SUGGESTED = [
    ("Para seguir: `tutor practice`.", "Para seguir: `tutor practice --locale es-MX`."),
    ('`tutor explain softmax --scores "2 -1"`', '`tutor explain softmax --scores "2 -1" --locale es-MX`'),
    ("Escribe:\n\n  tutor lesson ecuacion1", "Escribe:\n\n  tutor lesson ecuacion1 --locale es-MX"),
    ("`tutor lesson t02 --locale es-MX`", "`tutor lesson t02 --locale es-MX`"),
    ("tutor: la ecuación 1", "tutor: la ecuación 1"),
    ("un buen tutor lee despacio", "un buen tutor lee despacio"),
    ("`pista`", "`pista`"),
]


@pytest.mark.parametrize(("text", "shown"), SUGGESTED, ids=[text for text, _ in SUGGESTED])
def test_a_suggested_command_repeats_the_locale_of_this_run(text: str, shown: str) -> None:
    """Where it was given on the line, and only once; where it was not, nothing is added."""
    carrying = replace(terminal(locale="es-MX"), carried="--locale es-MX")
    assert carrying.safe(carrying.safe(text)) == shown
    assert terminal(locale="es-MX").safe(text) == text
