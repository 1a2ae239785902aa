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
    from tutor.cli.conversation import converse
    from tutor.course import open_unit, unit_names
    from tutor.session.journal import data_folder, open_journal
    from tutor.session.practice import Practice, practisable
    from tutor.session.skills import SKILLS

    own = practisable(open_unit, unit) if unit else {}

    def where(skill: str) -> tuple[str, tuple[str, ...]] | None:
        """A skill's questions: those of the unit asked for, else of the unit that bears its name."""
        if skill in own:
            return unit, own[skill]
        ids = practisable(open_unit, skill).get(skill) if skill in unit_names() else None
        return (skill, ids) if ids else None

    skills = tuple(SKILLS)
    if unit in own:  # a unit that bears the name of a skill is practised for that skill
        skills = (unit,)
    elif unit:
        taught = {q.model.skill for q in open_unit(unit).questions}
        skills = tuple(s for s in SKILLS if s in taught)
    if not skills:
        raise UsageError(f"«{unit}» no tiene preguntas con otros números.", hint="Prueba `tutor practice`, sin más.")
    journal = open_journal(data_folder())
    talker = Practice(
        open_unit, where, journal.events(), skills=skills, locale=terminal.locale, attended=terminal.is_tty
    )
    return converse(talker, terminal, journal, f"tutor practice {unit}".strip())
