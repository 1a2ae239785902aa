"""Help pages in Spanish at any width, and negative numbers as arguments."""

from __future__ import annotations

import re
from typing import Annotated

import pytest
import typer

from tests.running import run
from tutor.cli import spanish
from tutor.cli.app import COMMANDS

ENGLISH = re.compile(
    r"\b(Usage|Options|Arguments|Commands|Show this message|default|required|TEXT|INTEGER|FLOAT|PATH|FILE|exit\.)\b"
)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_spanish(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """No English heading, metavar or remark is left in any help page."""
    done = run(monkeypatch, [*command.split(), "--help"])
    assert done.code == 0
    assert done.out.startswith(f"Uso: tutor {command}".rstrip())
    assert "Opciones:" in done.out
    assert not ENGLISH.search(done.out)


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("width", [40, 80])
def test_help_fits_the_window(monkeypatch: pytest.MonkeyPatch, command: str, width: int) -> None:
    """No line is wider than the terminal, unless one word is."""
    monkeypatch.setenv("COLUMNS", str(width))
    done = run(monkeypatch, [*command.split(), "--help"])
    too_wide = [row for row in done.out.splitlines() if len(row) > width and len(row.split()) > 3]
    assert too_wide == []


@pytest.mark.parametrize("words", [["ayuda"], ["help"], ["-h"], ["ayuda", "solve"], ["solve", "-h"]], ids=" ".join)
def test_other_ways_to_ask_for_help(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    """`ayuda`, `help` and `-h` are help too."""
    assert run(monkeypatch, words).out.startswith("Uso: tutor")


def test_the_help_lists_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command with one line of what it does."""
    out = run(monkeypatch, ["--help"]).out
    assert all(re.search(rf"^  {name} +\S", out, re.MULTILINE) for name in COMMANDS)


def sample(
    text: str = "",
    kind: Annotated[str, typer.Option(help="qué es")] = "vector",
    number: Annotated[int, typer.Option(min=1, help="cuántos")] = 3,
    must: Annotated[str, typer.Option(help="hace falta")] = ...,  # type: ignore[assignment]
    flag: Annotated[bool, typer.Option("--flag")] = False,
) -> None:
    """Prueba."""


def test_remarks_on_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Defaults, ranges and obligations are told in Spanish."""
    command = spanish.command_of(sample, "sample")
    with pytest.raises(typer.Exit):
        command.make_context("sample", ["--help"])
    out = capsys.readouterr().out
    assert "[por defecto: vector]" in out
    assert "obligatorio" in out
    assert "--number ENTERO" in out


ARGS = [
    (["-0,90"], ["−0,90"]),
    *(
        ([word], ["−" + word[1:]])
        for word in ("-ln 2", "-log10(2)", "-sen 1", "-cos(0)", "-tg 1", "-e^2", "-√2", "-abs(2)")
    ),
    (["-1 0"], ["−1 0"]),
    (["-inf"], ["−inf"]),
    (["-√2"], ["−√2"]),
    (["-(1)"], ["−(1)"]),
    (["--kind", "-1"], ["--kind", "-1"]),
    (["--flag", "-1"], ["--flag", "−1"]),
    (["--", "-1"], ["--", "-1"]),
    (["-x"], ["-x"]),
]


@pytest.mark.parametrize(("args", "kept"), ARGS, ids=[" ".join(args) for args, _ in ARGS])
def test_negative_numbers_are_no_options(args: list[str], kept: list[str]) -> None:
    """`tutor read -0,90` reads a number; the value of an option is left as it is."""
    command = spanish.command_of(sample, "sample")
    assert spanish.minus_kept(args, command.params) == kept


def test_a_misspelt_choice_lists_the_choices() -> None:
    """A value out of a fixed set is answered with the set."""
    error = spanish.unknown("la unidad", "sofmax", ["softmax", "ejercicio"], "tutor lesson")
    assert (error.message, error.hint) == (
        "No conozco la unidad «sofmax».",
        "¿Querías decir «softmax»? Escribe `tutor lesson`.",
    )
