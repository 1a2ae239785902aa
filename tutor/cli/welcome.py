"""`tutor` alone: where one was, and what to type next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.errors import ExitCode, TutorError
from tutor.library import added_folders

if TYPE_CHECKING:
    import typer

    from tutor.session.events import Event
    from tutor.terminal import Terminal


def welcome(ctx: typer.Context) -> ExitCode:
    """Says where the learner stopped, or how to begin."""
    terminal: Terminal = ctx.obj
    from tutor.screen import Screen
    from tutor.session.journal import data_folder, look

    journal = look(data_folder())
    for notice in journal.notices:
        terminal.say(notice)
    unknown = journal.notices and journal.path is None  # what was done is there, and cannot be read
    screen = Screen(terminal)
    screen.text("\n".join(_resumed(journal.events()) or (() if unknown else FIRST_TIME)))
    if added_folders():
        from tutor.cli.unit_list import show_units
        from tutor.units import headings

        show_units(screen, ((h, h.summary) for h in headings() if h.folder))
    return ExitCode.OK


def _resumed(events: list[Event]) -> tuple[str, ...]:
    """Where the learner was and what goes on from there; nothing on a first day."""
    if not events:
        return ()
    from tutor.authoring import open_unit
    from tutor.session.progress import onward
    from tutor.units import skill_names

    try:
        found = onward(events, open_unit, skill_names())
    except TutorError:
        gone = events[-1].unit
        return (f"Lo último que hiciste fue «{gone}», que no es una unidad de tutor.", "Para elegir: `tutor lesson`.")
    return (
        found.where,
        "Para seguir, escribe:",
        "",
        f"  {found.command}",
        "",
        "Cómo vas: `tutor progress`. Más: `tutor --help`.",
    )


FIRST_TIME = (
    "tutor: la ecuación 1 del Transformer, calculada a mano.",
    "",
    "  Attention(Q, K, V) = softmax(Q·Kᵀ / √d_k) · V",
    "",
    "Todavía no has empezado. Ten a mano una calculadora y escribe:",
    "",
    "  tutor lesson ecuacion1",
    "",
    "Son tres tramos de entre 10 y 20 minutos; entre uno y otro puedes parar.",
    "Más: `tutor explain softmax`, `tutor solve`, `tutor --help`.",
)
