"""The command table.

A command is a function named like its verb in `tutor/cli/<verb>.py`; `author`, which has commands of its own, is a
Typer made by `spanish.group`. It is imported when it is called, so that `tutor --help` stays quick. A command takes
`ctx: typer.Context` first, finds the `Terminal` in `ctx.obj`, and returns an `ExitCode` (None is OK).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer

from tutor.cli import spanish
from tutor.cli.globals import COMPLETION
from tutor.errors import ExitCode
from tutor.terminal import Terminal

SECTIONS: dict[str, dict[str, str]] = {
    "Para aprender": {
        "lesson": "recorre una unidad, pregunta a pregunta",
        "check": "hace las preguntas de una unidad sin ayuda y corrige al final",
        "practice": "números nuevos para lo que más te cuesta",
        "explain": "explica un tema con sus números; también «errores» y «erratas»",
        "progress": "dónde estás: unidades, destrezas y fallos enmendados",
    },
    "Para calcular": {
        "solve": "el desarrollo entero para los números que quieras",
        "read": "cómo lee el tutor lo que escribes",
    },
    "Para quien enseña": {
        "sheet": "hojas de respuestas, una para todos o una por estudiante",
        "quiz": "una unidad como banco de preguntas de Moodle",
        "grade": "corrige las entregas de una clase",
        "author": "para quien escribe unidades: revisar, ver, empezar una",
    },
}
COMMANDS = {name: summary for section in SECTIONS.values() for name, summary in section.items()}
HELP_NAMES = ("help", "ayuda")


class CommandTable(spanish.Group):
    """The commands of `tutor`, each imported when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"tutor.cli.{cmd_name}"), cmd_name)
        return spanish.command_of(found, cmd_name)

    def sections(self, ctx: Any) -> dict[str, list[tuple[str, str]]]:
        return {title: list(commands.items()) for title, commands in SECTIONS.items()}


app = typer.Typer(cls=CommandTable, add_completion=False, invoke_without_command=True, **spanish.SETTINGS)


@app.callback()
def _tutor(ctx: typer.Context) -> ExitCode | None:
    """La ecuación 1 del Transformer, calculada a mano y corregida como lo haría un buen profesor.

    Sin orden, dice dónde lo dejaste y qué escribir ahora.
    """
    if ctx.invoked_subcommand is not None:
        return None
    from tutor.cli.welcome import welcome

    return welcome(ctx)


def table() -> Any:
    """The commands as Typer parses them."""
    return typer.main.get_command(app)


def run(args: list[str], terminal: Terminal) -> ExitCode:
    """Runs one command line (without the program's name and the global options)."""
    if args and args[0] in HELP_NAMES:
        args = [*args[1:2], "--help"]
    if args and args[0].partition("=")[0] in COMPLETION:
        from tutor.cli.completion import completion

        option, _, shell = args[0].partition("=")
        return completion(option, shell or "".join(args[1:2]), terminal)
    commands = table()
    try:
        with commands.make_context("tutor", args, obj=terminal) as ctx:
            code = commands.invoke(ctx)
    except typer.Exit as end:
        code = end.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    return ExitCode.OK if code is None else ExitCode(code)
