"""`tutor sheet`: answer sheets, one for all or one a student."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from tutor.cli.failures import all_or_nothing
from tutor.errors import ExitCode
from tutor.phrasing import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tutor.errors import Notice
    from tutor.handout.homework import Homework
    from tutor.terminal import Terminal
    from tutor.units import OpenUnit

QUIET = frozenset({"roster", "no-moodle-ids"})
"""Notices told in the summary instead."""
MANY = 200
"""Students from which the draw is long enough to say how far it is."""


def sheet(
    ctx: typer.Context,
    unit: Annotated[str, typer.Argument(help="nombre de la unidad o ruta de su archivo")],
    roster: Annotated[
        Path | None, typer.Option("--roster", metavar="LISTA", help="una hoja por estudiante, con sus propios números")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", metavar="TEXTO", help="otra etiqueta, otros números [la unidad]")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="CARPETA", help="dónde se escriben")] = None,
    html: Annotated[bool, typer.Option("--html", help="además, una página con cajas y botón de copiar")] = False,
    paper: Annotated[bool, typer.Option("--paper", help="todas en un documento para imprimir, con casillas")] = False,
    column: Annotated[
        list[str] | None, typer.Option("--column", metavar="QUÉ=NOMBRE", help="qué columna es cuál: id=Matrícula")
    ] = None,
    encoding: Annotated[
        str | None, typer.Option("--encoding", metavar="NOMBRE", help="codificación de la lista")
    ] = None,
    sep: Annotated[
        list[str] | None, typer.Option("--sep", metavar="SIGNO", help="separador de la lista: ; , | tab")
    ] = None,
) -> ExitCode:
    """Escribe hojas de respuestas: una común, o una por estudiante con `--roster`.

    La lista puede ser la que descargas de Moodle, tal cual. Con ella se escriben las hojas, `clave.yaml` (los números
    de todos: guárdala), una hoja resuelta y una tabla para enviar correos.
    `tutor sheet entrega --roster moodle.csv --out tareas/`
    """
    terminal: Terminal = ctx.obj
    from tutor.authoring import open_unit
    from tutor.handout.run import HandoutOptions, prepare

    opened = open_unit(unit)
    options = HandoutOptions(
        roster=roster,
        key=key,
        out=out,
        page=html,
        printed=paper,
        columns=column or (),
        separators=sep or (),
        encoding=encoding,
        locale=terminal.locale,
    )
    with all_or_nothing() as written:
        made = prepare(opened, options, show_progress(terminal))
        written += [made.folder] if made.folder is not None else []
        if made.folder is None:
            _print_one(terminal, made.homework, html, paper)
        elif roster is None:
            terminal.prose(f"Hoja común de «{opened.unit.unit}» en {out}: {', '.join(made.homework.files)}.")
        else:
            _notices(terminal, made.homework.notices)
            graded = f"{quote(unit)} entregas.zip --roster {quote(str(roster))}"
            _summary(terminal, opened, made.folder, made.homework, graded)
    return ExitCode.OK


def show_progress(terminal: Terminal) -> Callable[[int, int], None]:
    """Tells how far the draw is, where somebody sees it and it takes long."""
    shows = terminal.stderr.isatty() and not terminal.accessible

    def progress(done: int, total: int) -> None:
        if shows and total >= MANY:
            terminal.stderr.write(f"\rBuscando números que distingan los fallos: {done} de {total}")
            terminal.stderr.write("\n" if done == total else "")
            terminal.stderr.flush()

    return progress


def _print_one(terminal: Terminal, homework: Homework, html: bool, paper: bool) -> None:
    from tutor.handout.answer_sheet import PAGE_NAME, PAPER_NAME, TEXT_NAME

    terminal.write(homework.files[PAPER_NAME if paper else PAGE_NAME if html else TEXT_NAME].decode().rstrip("\n"))


def _notices(terminal: Terminal, notices: Sequence[Notice]) -> None:
    for notice in notices:
        if notice.code not in QUIET:
            terminal.say(notice.text)


def _summary(terminal: Terminal, opened: OpenUnit, folder: Path, homework: Homework, graded: str) -> None:
    """What was written, and what to type when the homework comes back: `graded` begins it."""
    from tutor.handout.answer_key import NAME
    from tutor.handout.answer_sheet import PAPER_NAME
    from tutor.handout.homework import FOLDER, MERGE, SAMPLE, ZIP

    many = plural(homework.students, "hoja")
    terminal.prose(f"{many} de «{opened.unit.unit}» en {folder / FOLDER}, cada una con sus números.")
    for notice in homework.notices:
        if notice.code in QUIET:
            terminal.prose(f"  {notice.text}")
    if homework.moodle:
        terminal.prose(
            f"  {ZIP}: súbelo a la tarea de Moodle con «Subir múltiples archivos de retroalimentación en un zip»."
        )
    if PAPER_NAME in homework.files:
        terminal.prose(f"  {PAPER_NAME}: todas juntas; ábrelo en el navegador e imprímelo.")
    terminal.prose(f"  {MERGE}: id, nombre, correo y texto, para enviarlas por correo.")
    terminal.prose(f"  {SAMPLE}: una hoja resuelta, para ti.")
    terminal.prose(f"  {NAME}: los números de todos. Guárdala: sin ella no se puede calificar.")
    terminal.prose("Cuando entreguen:")
    terminal.write(f"  tutor grade {graded} --sheets {quote(str(folder / NAME))}")
