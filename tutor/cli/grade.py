"""`tutor grade`: the hand-ins of a class, read, judged, and returned."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tutor.cli.bar import Bar
from tutor.cli.failures import all_or_nothing
from tutor.errors import ExitCode

if TYPE_CHECKING:
    from tutor.terminal import Terminal


def grade(
    ctx: typer.Context,
    unit: Annotated[str, typer.Argument(help="nombre de la unidad o ruta de su archivo")],
    paths: Annotated[list[Path], typer.Argument(help="hojas, carpetas, zips o una tabla con las entregas")],
    roster: Annotated[
        Path | None, typer.Option("--roster", metavar="LISTA", help="la lista de la clase, también la de Moodle")
    ] = None,
    sheets: Annotated[
        Path | None, typer.Option("--sheets", metavar="CLAVE", help="la clave.yaml que escribió tutor sheet")
    ] = None,
    moodle: Annotated[
        Path | None, typer.Option("--moodle", metavar="HOJA", help="tu hoja de calificaciones de Moodle")
    ] = None,
    canvas: Annotated[
        Path | None, typer.Option("--canvas", metavar="LIBRO", help="el libro de calificaciones que exporta Canvas")
    ] = None,
    gradebook: Annotated[
        Path | None,
        typer.Option("--gradebook", metavar="LIBRO", help="otro libro de notas, CSV o Excel, o canvas=LIBRO"),
    ] = None,
    decisions: Annotated[
        Path | None, typer.Option("--decisions", metavar="ARCHIVO", help="un archivo de decisiones tuyas")
    ] = None,
    duplicates: Annotated[
        str, typer.Option("--duplicates", metavar="error|last|best", help="qué hacer con las entregas repetidas")
    ] = "error",
    order: Annotated[
        str, typer.Option("--order", metavar="roster|id|mark", help="en qué orden van las filas de notas.csv")
    ] = "roster",
    solutions: Annotated[
        bool | None,
        typer.Option("--solutions/--no-solutions", help="pone las soluciones en los comentarios, desde ahora"),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="CARPETA", help="la carpeta donde se escribe")] = Path("notas"),
    dry_run: Annotated[bool, typer.Option("--dry-run", help="no escribe nada: solo dice qué pasaría")] = False,
    explain: Annotated[
        str | None,
        typer.Option("--explain", metavar="QUIÉN", help="enseña la corrección de un alumno: id, número o nombre"),
    ] = None,
    column: Annotated[
        list[str] | None, typer.Option("--column", metavar="QUÉ=NOMBRE", help="qué columna es qué: grade=Puntos")
    ] = None,
    sep: Annotated[
        list[str] | None,
        typer.Option("--sep", metavar="SIGNO", help="el separador de las tablas, o de una: lista.csv=tab"),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option("--encoding", metavar="NOMBRE", help="la codificación, si no es UTF-8")
    ] = None,
    max_files: Annotated[
        int, typer.Option("--max-files", metavar="N", min=1, help="cuántos archivos como mucho")
    ] = 300_000,
    max_mb: Annotated[int, typer.Option("--max-mb", metavar="N", min=1, help="cuántos MB en total como mucho")] = 2_000,
    verbose: Annotated[bool, typer.Option("--verbose", help="todos los avisos, sin resumir")] = False,
) -> ExitCode:
    """Corrige las entregas de una clase y escribe notas, comentarios, lo que va a Moodle y un informe."""
    terminal: Terminal = ctx.obj
    from tutor.authoring import open_unit, open_version
    from tutor.files.archives import Limits
    from tutor.publishing.run import GradingOptions, GradingRun
    from tutor.screen import Screen
    from tutor.screen.grading import notice_lines, show_class, show_student, show_waiting

    options = GradingOptions(
        paths=paths,
        roster=roster,
        sheets=sheets,
        gradebooks={"moodle": moodle, "canvas": canvas, "gradebook": gradebook},
        decisions=decisions,
        duplicates=duplicates,
        order=order,
        solutions=solutions,
        out=out,
        columns=column or [],
        separators=sep or [],
        encoding=encoding,
        limits=Limits(files=max_files, megabytes=max_mb),
        locale=terminal.locale,
    )
    screen = Screen(terminal)
    with all_or_nothing() as written:
        run = GradingRun(open_unit(unit), lambda version: open_version(unit, version), options, Bar(terminal))
        if explain is not None:
            for one in run.explain(explain):
                show_student(screen, one.graded, one.row, one.question, one.handin)
            return ExitCode.OK
        done = run.publish(write=not dry_run)
        written += [] if dry_run else [out]
        for line in notice_lines(done.notices, done.ignored, verbose=verbose):
            terminal.say(line)
        if dry_run:
            show_waiting(screen, done.waiting)
        show_class(
            screen, done.graded, done.summary, done.changes, done.written, out, done.gradebooks, dry_run=dry_run
        )  # fmt: skip
        return ExitCode.OK if done.graded.finished else ExitCode.PENDING
