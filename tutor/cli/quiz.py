"""`tutor quiz`: a unit as a question bank of a learning platform."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from tutor.cli.failures import all_or_nothing
from tutor.cli.sheet import show_progress
from tutor.errors import ExitCode
from tutor.phrasing import plural

if TYPE_CHECKING:
    from tutor.handout.quiz_bank import Written
    from tutor.terminal import Terminal


def quiz(
    ctx: typer.Context,
    unit: Annotated[str, typer.Argument(help="nombre de la unidad o ruta de su archivo")],
    count: Annotated[
        int, typer.Option("--count", metavar="N", help="cuántas variantes, cada una con sus números")
    ] = 40,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="ARCHIVO", help="el banco, en el XML que importa Moodle")
    ] = None,
    preview: Annotated[
        Path | None, typer.Option("--preview", metavar="ARCHIVO", help="una página HTML con la primera pregunta")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", metavar="TEXTO", help="otra etiqueta, otros números [la unidad]")
    ] = None,
) -> ExitCode:
    """Escribe una unidad como banco de preguntas de Moodle, una pregunta Cloze por variante.

    Cada casilla admite lo que admitiría el tutor y dice el fallo conocido que da otro número. Una pregunta aleatoria de
    la categoría le da a cada estudiante una variante; `tutor grade` corrige después las respuestas con arrastre.
    `tutor quiz entrega --count 40 --out banco.xml`
    """
    terminal: Terminal = ctx.obj
    from tutor.authoring import open_unit
    from tutor.handout.quiz_bank import QuizOptions, write_quiz

    opened = open_unit(unit)
    options = QuizOptions(count=count, key=key, out=out, preview=preview, locale=terminal.locale)
    with all_or_nothing() as written:
        made = write_quiz(opened, options, show_progress(terminal))
        written += [path.parent for path in (out, preview) if path is not None]
        _summary(terminal, unit, opened.unit.title, made)
    return ExitCode.OK


def _summary(terminal: Terminal, unit: str, title: str, made: Written) -> None:
    if made.bank is not None and made.key is not None:
        many = plural(made.questions, "pregunta")
        terminal.prose(f"{many} de {made.blanks} casillas en {made.bank}, cada una con sus números.")
        terminal.prose(
            "  En Moodle: «Banco de preguntas», «Importar», «Formato Moodle XML»; después, en el cuestionario, una "
            f"pregunta aleatoria de la categoría «{title}»."
        )
        terminal.prose(f"  {made.key}: los números de todas. Guárdala: con ella se corrige con arrastre.")
    if made.preview is not None:
        terminal.prose(f"Vista previa de la primera: {made.preview}")
    if made.key is not None:
        terminal.prose("Cuando respondan, descarga las respuestas con el texto de la pregunta y:")
        terminal.write(f"  tutor grade {quote(unit)} respuestas.csv --roster LISTA --sheets {quote(str(made.key))}")
