"""`tutor check`: the questions of a unit, one try each, verdicts at the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.errors import ContentError, ExitCode, UsageError, reason_of, refuse_pipe

if TYPE_CHECKING:
    from tutor.session.check_report import Report
    from tutor.terminal import Terminal
    from tutor.units import OpenUnit

REPLACED = "\ufffd"
"""Stands for bytes that are no UTF-8; nobody types it."""


def check(
    ctx: typer.Context,
    unit: Annotated[str, typer.Argument(help="nombre de la unidad o ruta de su archivo")],
    answers: Annotated[str, typer.Option("--answers", help="archivo YAML con las respuestas, o - para leerlo")] = "",
    template: Annotated[bool, typer.Option("--template", help="escribe un archivo de respuestas vacío")] = False,
    variant: Annotated[
        int | None,
        typer.Option(
            "--variant", min=0, help="otros números: 1, 2, 3…; sin ella, los de la unidad, y otros cuando los has hecho"
        ),
    ] = None,
    code: Annotated[str, typer.Option("--code", help="archivo de Python: prueba tu función")] = "",
    function: Annotated[str, typer.Option("--function", help="qué función del archivo; si no, por su nombre")] = "",
    time: Annotated[str, typer.Option("--time", help="segundos que puede tardar")] = "10",
    memory: Annotated[int, typer.Option("--memory", min=64, help="MB que puede usar")] = 1024,
    as_json: Annotated[bool, typer.Option("--json", help="el resultado, para otros programas")] = False,
) -> ExitCode:
    """Hace las preguntas de una unidad, una vez cada una, y corrige al final: primero, el primer fallo.

    Con `--code` no pregunta: ejecuta aparte la función de un archivo tuyo y dice qué fallo tiene, si lo tiene.
    """
    terminal: Terminal = ctx.obj
    if code:
        if answers or template or variant is not None:
            raise UsageError("Con --code no van --answers, --template ni --variant.", hint="Elige una de las dos.")
        from tutor.cli.code import check_file

        return check_file(terminal, unit, code, function, time, memory, as_json=as_json)
    if function:
        raise UsageError("La opción --function va con --code.", hint=f"`tutor check {unit} --code archivo.py`.")
    from tutor.authoring import open_unit
    from tutor.units.points import counted

    opened = open_unit(unit, variant or 0).guard()
    if not counted(opened):
        raise UsageError(f"«{opened.unit.unit}» no tiene preguntas.", hint=f"Léela con `tutor explain {unit}`.")
    if template:
        from tutor.session.answer_file import template as empty

        terminal.write(empty(opened, counted(opened), terminal.locale))
        return ExitCode.OK
    if answers:
        return _from_file(terminal, opened, answers, as_json)
    return _talk(terminal, opened, unit, variant, as_json)


def _from_file(terminal: Terminal, opened: OpenUnit, file: str, as_json: bool) -> ExitCode:
    """Marks a file of answers. It is somebody's work, not a session: the journal is left alone."""
    from tutor.equations.yamlfile import load_raw
    from tutor.session.answer_file import parse_answers
    from tutor.session.check_report import mark, report_items

    text, where = _read(terminal, file)
    answers = parse_answers(*load_raw(text, where), where, opened.questions)
    report = mark(opened, answers, terminal.locale)
    if as_json:
        _print(terminal, report)
    else:
        from tutor.screen import Screen
        from tutor.screen.turns import show

        show(Screen(terminal), report_items(opened, report, terminal.locale))
    return ExitCode.OK if report.passed else ExitCode.PENDING


def _talk(terminal: Terminal, opened: OpenUnit, unit: str, variant: int | None, as_json: bool) -> ExitCode:
    """Asks at the prompt; under `--json` the talk goes to stderr."""
    from tutor.authoring import open_unit
    from tutor.cli.conversation import converse
    from tutor.library import argument
    from tutor.session.check import Check, variant_to_ask
    from tutor.session.journal import data_folder, open_journal

    journal = open_journal(data_folder())
    chosen = variant_to_ask(opened, journal.events(opened.name, "check")) if variant is None else variant
    if chosen != opened.variant:
        opened = open_unit(unit, chosen)
    events = journal.events(opened.name, "check", chosen)
    talker = Check(opened, events, locale=terminal.locale, attended=terminal.is_tty and not as_json)
    again = f"tutor check {argument(unit)}" + (f" --variant {variant}" if variant else "")
    code = converse(talker, terminal.on_stderr() if as_json else terminal, journal, again)
    if as_json and talker.report is not None:
        _print(terminal, talker.report)
    return code


def _read(terminal: Terminal, file: str) -> tuple[str, str]:
    """The text of an answer file and what to call it. Raises ContentError when it is no text, or huge."""
    from tutor.equations.yamlfile import MAX_SIZE

    where = "stdin" if file == "-" else file
    try:
        if file == "-":
            text = terminal.stdin.read(MAX_SIZE + 1)
        else:
            refuse_pipe(Path(file))
            with Path(file).open(encoding="utf-8-sig", errors="replace") as opened:
                text = opened.read(MAX_SIZE + 1)
    except OSError as error:
        raise ContentError(
            f"No puedo leer el archivo de respuestas: {reason_of(error)}.", hint="Revisa la ruta.", where=where
        ) from error
    utf16 = text.count("\0") > len(text) // 3  # a zero beside every Western letter and digit
    if utf16 or REPLACED in text:
        found = "está en UTF-16, que algunos programas llaman «Unicode»" if utf16 else "no está en UTF-8"
        raise ContentError(
            f"El archivo {found}.", hint="Guárdalo otra vez eligiendo la codificación UTF-8.", where=where
        )
    if len(text) > MAX_SIZE:
        raise ContentError(
            "El archivo es demasiado grande para ser de respuestas.",
            hint="`tutor check UNIDAD --template` escribe uno para rellenar.",
            where=where,
        )
    return text, where


def _print(terminal: Terminal, report: Report) -> None:
    from tutor.cli.jsonout import print_json

    questions: list[dict[str, Any]] = [
        {
            "id": m.question.id,
            "verdict": m.judgement.verdict.value,
            "correct": m.judgement.correct,
            "evidence": m.judgement.evidence,
            "typed": m.typed,
            "read": m.reading.value,
            "cells": m.judgement.cells,
            "slips": m.judgement.slips,
            "message": m.message,
        }
        for m in report.marks
    ]
    print_json(
        terminal,
        {
            "unit": report.unit,
            "variant": report.variant,
            "passed": report.passed,
            "score": report.score,
            "questions": questions,
        },
    )
