"""`tutor sheet`: answer sheets, one for all or one a student."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from tutor.cli.failures import all_or_nothing
from tutor.errors import ExitCode

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    column: Annotated[
        list[str] | None, typer.Option("--column", metavar="QUÉ=NOMBRE", help="qué columna es cuál: id=Matrícula")
    ] = None,
    encoding: Annotated[
        str | None, typer.Option("--encoding", metavar="NOMBRE", help="codificación de la lista")
    ] = None,
    sep: Annotated[str | None, typer.Option("--sep", metavar="SIGNO", help="separador de la lista: ; , | tab")] = None,
) -> ExitCode:
    """Escribe hojas de respuestas: una común, o una por estudiante con `--roster`.

    La lista puede ser la que descargas de Moodle, tal cual. Con ella se escriben las hojas, `clave.yaml` (los números
    de todos: guárdala), una hoja resuelta y una tabla para enviar correos.
    `tutor sheet entrega --roster moodle.csv --out tareas/`
    """
    terminal: Terminal = ctx.obj
    from tutor.authoring import open_unit
    from tutor.grading.marking import asked_of
    from tutor.handout.homework import common, needs_roster
    from tutor.publishing.output import locked, save
    from tutor.roster.columns import told_columns

    opened = open_unit(unit)
    asked_of(opened)
    if roster is None:
        needs_roster(key)
        homework = common(opened, terminal.locale, page=html)
        if out is None:
            _print_one(terminal, homework, html)
            return ExitCode.OK
        save(out, homework.files)
        terminal.prose(f"Hoja común de «{opened.unit.unit}» en {out}: {', '.join(homework.files)}.")
        return ExitCode.OK
    folder = out or Path(f"hojas-{opened.unit.unit}")
    with all_or_nothing() as written:
        with locked(folder):
            homework = _for_each(terminal, opened, folder, roster, key, html, told_columns(column or ()), encoding, sep)
            save(folder, homework.files)
            written.append(folder)
        _notices(terminal, homework.notices)
        _summary(terminal, opened, folder, homework, f"{quote(unit)} entregas.zip --roster {quote(str(roster))}")
    return ExitCode.OK


def _for_each(
    terminal: Terminal,
    opened: OpenUnit,
    folder: Path,
    roster: Path,
    key: str | None,
    html: bool,
    columns: dict[str, str],
    encoding: str | None,
    sep: str | None,
) -> Homework:
    from tutor.handout.answer_key import NAME, load_sheets
    from tutor.handout.homework import individual
    from tutor.roster.class_list import load_roster

    students = load_roster(roster, columns=columns, encoding=encoding, sep=sep)
    before = load_sheets(folder / NAME) if (folder / NAME).exists() else None
    shows = terminal.stderr.isatty() and not terminal.accessible and len(students.students) >= MANY

    def progress(done: int, total: int) -> None:
        if shows:
            terminal.stderr.write(f"\rBuscando números que distingan los fallos: {done} de {total}")
            terminal.stderr.write("\n" if done == total else "")
            terminal.stderr.flush()

    return individual(opened, students, key=key, before=before, locale=terminal.locale, page=html, progress=progress)


def _print_one(terminal: Terminal, homework: Homework, html: bool) -> None:
    from tutor.handout.answer_sheet import PAGE_NAME, TEXT_NAME

    terminal.write(homework.files[PAGE_NAME if html else TEXT_NAME].decode().rstrip("\n"))


def _notices(terminal: Terminal, notices: Sequence[Notice]) -> None:
    for notice in notices:
        if notice.code not in QUIET:
            terminal.say(notice.text)


def _summary(terminal: Terminal, opened: OpenUnit, folder: Path, homework: Homework, graded: str) -> None:
    """What was written, and what to type when the homework comes back: `graded` begins it."""
    from tutor.handout.answer_key import NAME
    from tutor.handout.homework import FOLDER, MERGE, SAMPLE, ZIP

    many = f"{homework.students} hojas" if homework.students != 1 else "1 hoja"
    terminal.prose(f"{many} de «{opened.unit.unit}» en {folder / FOLDER}, cada una con sus números.")
    for notice in homework.notices:
        if notice.code in QUIET:
            terminal.prose(f"  {notice.text}")
    if homework.moodle:
        terminal.prose(
            f"  {ZIP}: súbelo a la tarea de Moodle con «Subir múltiples archivos de retroalimentación en un zip»."
        )
    terminal.prose(f"  {MERGE}: id, nombre, correo y texto, para enviarlas por correo.")
    terminal.prose(f"  {SAMPLE}: una hoja resuelta, para ti.")
    terminal.prose(f"  {NAME}: los números de todos. Guárdala: sin ella no se puede calificar.")
    terminal.prose("Cuando entreguen:")
    terminal.write(f"  tutor grade {graded} --sheets {quote(str(folder / NAME))}")
