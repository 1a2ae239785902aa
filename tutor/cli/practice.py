"""`tutor practice`: new numbers for the skill that needs them most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tutor.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from tutor.terminal import Terminal


def practice(
    ctx: typer.Context,
    unit: Annotated[str, typer.Argument(help="solo lo de esa unidad; sin ella, lo que más te cuesta")] = "",
) -> ExitCode:
    """Números nuevos para la destreza con más fallos en tus cinco últimas respuestas; tres seguidas bien y dominada."""
    terminal: Terminal = ctx.obj
    from tutor.authoring import open_unit
    from tutor.cli.conversation import converse
    from tutor.library import argument
    from tutor.session.journal import data_folder, open_journal
    from tutor.session.practice import Practice, ground
    from tutor.units import skill_names, teachers

    skills, where = ground(open_unit, teachers(), unit, skill_names())
    if not skills:
        raise UsageError(f"«{unit}» no tiene preguntas con otros números.", hint="Prueba `tutor practice`, sin más.")
    journal = open_journal(data_folder())
    talker = Practice(
        open_unit, where, journal.events(), skills=skills, locale=terminal.locale, attended=terminal.is_tty
    )
    return converse(talker, terminal, journal, f"tutor practice {argument(unit)}".strip())
