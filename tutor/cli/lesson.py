"""`tutor lesson`: walks a unit, one prompt at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tutor.errors import ContentError, ExitCode, UsageError

if TYPE_CHECKING:
    from tutor.session.events import Event
    from tutor.terminal import Terminal
    from tutor.units import Heading, OpenUnit


def lesson(
    ctx: typer.Context,
    unit: Annotated[str, typer.Argument(help="nombre de la unidad o ruta de su archivo; sin ella, las enumera")] = "",
    part: Annotated[str, typer.Option("--part", help="empieza en ese tramo: su número o su nombre")] = "",
    variant: Annotated[int, typer.Option("--variant", min=0, help="otros números: 1, 2, 3…")] = 0,
    restart: Annotated[bool, typer.Option("--restart", help="empieza de nuevo; lo anterior queda guardado")] = False,
) -> ExitCode:
    """Recorre una unidad, pregunta a pregunta, y sigue donde lo dejaste."""
    terminal: Terminal = ctx.obj
    if not unit:
        return _listed(terminal)
    from tutor.authoring import open_unit
    from tutor.cli.conversation import converse, tell
    from tutor.library import argument
    from tutor.session.events import Event
    from tutor.session.journal import data_folder, open_journal
    from tutor.session.lesson import Lesson

    opened = open_unit(unit, variant)
    if not opened.questions:
        raise UsageError(f"«{opened.unit.unit}» no tiene preguntas.", hint=f"Léela con `tutor explain {unit}`.")
    number = _part_number(opened, part) if part else None
    journal = open_journal(data_folder())
    name = opened.name
    if restart:
        for notice in journal.add([Event("begin", name, "lesson", variant, opened.unit.version)]):
            tell(terminal, notice)
    session = Lesson(
        opened,
        journal.events(name, "lesson", variant),
        locale=terminal.locale,
        part=number,
        attended=terminal.is_tty,
    )
    again = f"tutor lesson {argument(unit)}" + (f" --variant {variant}" if variant else "")
    return converse(session, terminal, journal, again)


def _part_number(opened: OpenUnit, part: str) -> int:
    """A part by its number (from 1), its id or its title."""
    parts = opened.unit.parts
    for number, one in enumerate(parts):
        if part in (str(number + 1), one.id) or part.casefold() == one.title.casefold():
            return number
    names = ", ".join(f"{i} ({p.id})" for i, p in enumerate(parts, 1))
    raise UsageError(f"«{opened.unit.unit}» no tiene un tramo «{part}».", hint=f"Los que hay: {names}.")


def _listed(terminal: Terminal) -> ExitCode:
    """The units there are, with how far the learner is in each."""
    from tutor.cli.unit_list import show_units
    from tutor.screen import Screen
    from tutor.session.journal import data_folder, look
    from tutor.units import headings

    events = look(data_folder()).events()
    rows = [(h, row) for h in headings() if (row := _row(h, events))]
    screen = Screen(terminal)
    screen.text("Unidades. Para empezar una: `tutor lesson NOMBRE`.")
    show_units(screen, rows)
    return ExitCode.OK


def _row(heading: Heading, events: list[Event]) -> str:
    """What a unit is about and how far the learner is in it; "" for one that asks nothing."""
    from tutor.authoring import open_unit
    from tutor.session.progress import unit_progress, where_in

    try:
        opened = open_unit(heading.name)
    except ContentError:
        return "no se puede abrir; `tutor author check` con su ruta dice por qué"
    if not opened.questions:
        return ""
    progress = unit_progress(opened, events)
    done = f" · {where_in(progress)}" if progress.done or progress.before else ""
    return f"{opened.unit.summary} ({sum(p.minutes for p in opened.unit.parts)} min{done})"
