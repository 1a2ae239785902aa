"""`tutor progress`: where this learner stands, notes to hand in, and beginning anew."""

from __future__ import annotations

import os
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tutor.errors import ExitCode, StateError, UsageError, reason_of
from tutor.library import folder_of
from tutor.phrasing import plural

if TYPE_CHECKING:
    from tutor.session.events import Event
    from tutor.session.journal import Journal
    from tutor.session.progress import SlipMade, UnitProgress
    from tutor.terminal import Terminal


def progress(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(help="con --export, el archivo donde escribir; sin él, a la pantalla")] = "",
    export: Annotated[
        bool, typer.Option("--export", help="apuntes en Markdown con tus números, para entregar")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="con --export, sustituye el archivo si existe")
    ] = False,
    reset: Annotated[bool, typer.Option("--reset", help="empieza de cero; pregunta antes")] = False,
) -> ExitCode:
    """Dónde estás: unidades, destrezas y fallos enmendados."""
    terminal: Terminal = ctx.obj
    from tutor.cli.conversation import tell
    from tutor.session.journal import data_folder, look

    journal = look(data_folder())
    if journal.notices and journal.path is None:
        raise StateError(" ".join(journal.notices))
    for notice in journal.notices:
        tell(terminal, notice)
    if reset:
        return _reset(terminal, journal)
    events = journal.events()
    if not events:
        terminal.prose("Todavía no hay nada. Empieza con `tutor lesson ecuacion1`.")
        return ExitCode.OK
    units = _units(terminal, events)
    slips = _slips(events, units, terminal.locale)
    if export:
        return _export(terminal, units, slips, file, overwrite)
    _shown(terminal, events, units, slips)
    return ExitCode.OK


def _units(terminal: Terminal, events: list[Event]) -> list[UnitProgress]:
    """Every unit that was begun. One whose file is gone or broken is said and left out."""
    from tutor.authoring import open_unit
    from tutor.errors import TutorError
    from tutor.session.progress import begun, unit_progress

    found = []
    for name in begun(events):
        try:
            found.append(unit_progress(open_unit(name), events))
        except TutorError:
            terminal.say(f"La unidad «{name}» ya no se puede abrir; tus respuestas siguen guardadas.")
    return found


def _slips(events: list[Event], units: list[UnitProgress], locale: str) -> list[tuple[SlipMade, str]]:
    from tutor.session.progress import slip_title, slips_made

    opened = {u.unit.name: u.unit for u in units}
    return [(s, slip_title(s, opened.get(s.unit))) for s in slips_made(events)]


def _shown(
    terminal: Terminal, events: list[Event], units: list[UnitProgress], slips: list[tuple[SlipMade, str]]
) -> None:
    from tutor.screen import Screen
    from tutor.session.practice import left_to_practise
    from tutor.session.skills import RULE, skills_of
    from tutor.units import skill_names

    screen = Screen(terminal)
    for folder, some in groupby(sorted(units, key=_folder), key=_folder):
        screen.title(f"De la carpeta «{folder}»" if folder else "Unidades")
        screen.gauges([(u.unit.unit.title, u.done, u.total, _unit_note(u)) for u in some])
    names = {**skill_names(), **{word: name for u in units for word, name in u.unit.unit.skills.items()}}
    skills = [s for s in skills_of(events, names) if s.answers]
    if skills:
        screen.title("Destrezas (tus últimas respuestas)")
        screen.gauges([(s.name, s.last.count(True), len(s.last), "dominada" if s.mastered else "") for s in skills])
        screen.note(RULE)
    if slips:
        screen.title("Fallos")
        screen.pairs(
            [
                (title, f"{plural(s.times, 'vez', 'veces')}, {'enmendado' if s.mended else 'pendiente'}")
                for s, title in slips
            ]
        )
    screen.blank()
    screen.text(left_to_practise(events, skill_names()))
    screen.text("Tus apuntes: `tutor progress --export`.")


def _folder(unit: UnitProgress) -> str:
    return folder_of(unit.unit.name)


def _unit_note(unit: UnitProgress) -> str:
    """What stands beside the count: an earlier round that was finished, the last check and the best."""
    notes = [f"hecha antes; es la {unit.state.attempt}.ª vez"] if unit.before else []
    if unit.checked:
        notes.append(f"comprobación {unit.checked[0]} de {unit.checked[1]}")
        if unit.best and unit.best > unit.checked:
            notes[-1] += f" (la mejor, {unit.best[0]})"
    return "; ".join(notes)


def _export(
    terminal: Terminal, units: list[UnitProgress], slips: list[tuple[SlipMade, str]], file: str, overwrite: bool
) -> ExitCode:
    """Markdown to a file (UTF-8, whole or not at all), or to the screen. A file that says something else stays."""
    from tutor.session.notes import notes

    text = notes(units, slips, f"{datetime.now():%d/%m/%Y}", terminal.locale)
    if not file or file == "-":
        terminal.write(text.rstrip("\n"))
        return ExitCode.OK
    target = Path(file)
    if target.is_file() and not overwrite and not _holds(target, text):
        raise UsageError(
            f"Ya hay un archivo «{file}» con otra cosa, y no lo toco.",
            hint=f"Elige otro nombre, o sustitúyelo: `tutor progress --export {file} --overwrite`.",
        )
    fresh = target.with_name(f".{target.name}.nuevo")
    try:
        fresh.unlink(missing_ok=True)
        fresh.touch(0o600)  # what was answered is nobody else's
        fresh.write_text(text, encoding="utf-8")
        os.replace(fresh, target)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise StateError(
            f"No puedo escribir «{file}»: {reason_of(error)}.",
            hint="Elige otra carpeta: `tutor progress --export RUTA`.",
        ) from error
    terminal.say(f"Apuntes escritos en {file}.")
    return ExitCode.OK


def _holds(file: Path, text: str) -> bool:
    try:
        return file.read_bytes() == text.encode()
    except OSError:
        return False


def _reset(terminal: Terminal, journal: Journal) -> ExitCode:
    """Asks, then puts the journal aside: nothing is deleted."""
    from tutor.session.commands import yes_or_no

    count = sum(e.kind == "answer" for e in journal.events())
    if not count:
        terminal.prose("No hay nada guardado: ya estás en el principio.")
        return ExitCode.OK
    if not journal.saving:
        raise StateError("No puedo apartar el diario: la carpeta es de solo lectura.", where=str(journal.folder))
    terminal.prose(f"Vas a empezar de cero. Hay {count} respuestas guardadas en {journal.folder}.")
    if not yes_or_no(terminal.ask("¿Seguro? (sí/no) ") or ""):
        terminal.prose("No he tocado nada.")
        return ExitCode.PENDING
    aside = journal.set_aside()
    terminal.prose(f"Hecho. Lo anterior queda en {aside.name}; bórralo tú si no lo quieres.")
    return ExitCode.OK
