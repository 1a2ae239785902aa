"""`tutor` alone: where one was, and what to type next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.errors import ExitCode

if TYPE_CHECKING:
    import typer

    from tutor.terminal import Terminal


def welcome(ctx: typer.Context) -> ExitCode:
    """Says where the learner stopped, or how to begin."""
    terminal: Terminal = ctx.obj
    for line in FIRST_TIME:
        terminal.write(line)
    return ExitCode.OK


FIRST_TIME = (
    "tutor: la ecuación 1 del Transformer, calculada a mano.",
    "",
    "  Attention(Q, K, V) = softmax(Q·Kᵀ / √d_k) · V",
    "",
    "Todavía no has empezado. Ten a mano una calculadora y escribe:",
    "",
    "  tutor lesson ecuacion1",
    "",
    "Son tres tramos de unos 13 minutos; entre uno y otro puedes parar.",
    "Más: `tutor explain softmax`, `tutor solve`, `tutor --help`.",
)
