"""Commands at the prompt: whole lines, accents optional, never an answer."""

import pytest

from tutor.session.commands import ABOUT, Command, nearest_command, parse, yes_or_no


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("pista", Command.HINT),
        ("PISTA", Command.HINT),
        ("  pista  ", Command.HINT),
        ("«pista»", Command.HINT),
        ("solución", Command.SOLUTION),
        ("solucion", Command.SOLUTION),
        ("solucio\u0301n", Command.SOLUTION),
        ("atrás", Command.BACK),
        ("atras", Command.BACK),
        ("saltar", Command.SKIP),
        ("repetir", Command.REPEAT),
        ("datos", Command.DATA),
        ("ayuda", Command.HELP),
        ("¿ayuda?", Command.HELP),
        ("salir", Command.LEAVE),
        ("salir.", Command.LEAVE),
        ("exit", Command.LEAVE),
        ("quit()", Command.LEAVE),
        ("soluci\ufffd\ufffdn", Command.SOLUTION),
        ("atr\ufffds", Command.BACK),
    ],
)
def test_a_command_is_a_whole_line_with_or_without_accents(text, command):
    """Accents, case, quotes as the help prints them and habits of the terminal do not matter."""
    assert parse(text) is command


@pytest.mark.parametrize(
    "text",
    ["", "   ", "a", "e", "0,707", "−∞", "e^0,707", "1 salir", "pista 2", "0", "?", "no sé", "clave 1", "K₁", "s", "p"],
)
def test_an_answer_is_never_taken_for_a_command(text):
    """Numbers, labels, letters and sentences are answers, whatever words they hold."""
    assert parse(text) is None


def test_a_choice_called_like_a_command_is_the_choice():
    """Where a question offers `datos` as a choice, typing it chooses."""
    assert parse("Datos", choices=("datos", "modelo")) is None
    assert parse("salir", choices=("datos", "modelo")) is Command.LEAVE


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("psita", Command.HINT),
        ("pistas", Command.HINT),
        ("soluciones", Command.SOLUTION),
        ("salri", Command.LEAVE),
        ("pists", Command.HINT),
        ("skip", Command.SKIP),
        ("volver", Command.BACK),
        ("q", Command.LEAVE),
    ],
)
def test_a_near_miss_is_asked_about_and_not_obeyed(text, command):
    """A misspelt command is no command; what it looks like can be offered."""
    assert parse(text) is None
    assert nearest_command(text) is command


@pytest.mark.parametrize("text", ["0,5", "a", "clave 1", "e^2", "", "raíz(2)/2", "infinito"])
def test_nothing_is_offered_for_what_looks_like_no_command(text):
    assert nearest_command(text) is None


def test_every_command_but_the_smaller_step_is_in_the_help():
    assert set(ABOUT) == set(Command) - {Command.STEP}


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("sí", True),
        ("S", True),
        ("si", True),
        ("n", False),
        ("No", False),
        ("", None),
        ("0", None),
        ("s\ufffd\ufffd", True),
    ],
)
def test_yes_and_no(text, meaning):
    assert yes_or_no(text) is meaning
