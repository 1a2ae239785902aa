"""`tutor grade`: the hand-ins of a class, read, judged, and returned."""

from __future__ import annotations

import contextlib
import gc
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.cli.bar import Bar
from tutor.cli.failures import all_or_nothing
from tutor.errors import ContentError, ExitCode, Problem, UsageError

if TYPE_CHECKING:
    from tutor.errors import Notice
    from tutor.grading.classroom import Outcome
    from tutor.grading.decisions import Decisions
    from tutor.grading.records import Row
    from tutor.intake.models import ClassWork
    from tutor.roster.directory import Directory
    from tutor.roster.people import Roster
    from tutor.roster.sheets import Sheets
    from tutor.terminal import Terminal
    from tutor.units import OpenUnit

POLICIES = ("error", "last", "best")
MOST_TOLD = 10
"""Notices of one kind about the teacher's own decisions that are told one by one."""
PLAIN = frozenset({"dialect", "roster", "ignored", "moodle-import"})
"""Notices that only tell how something was read or is to be used."""


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
    decisions: Annotated[
        Path | None, typer.Option("--decisions", metavar="ARCHIVO", help="un archivo de decisiones tuyas")
    ] = None,
    duplicates: Annotated[
        str, typer.Option("--duplicates", metavar="REGLA", help="entregas repetidas: error, last o best")
    ] = "error",
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
        str | None, typer.Option("--sep", metavar="SIGNO", help="el separador de las tablas: ; , | o tab")
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
    with _uncollected(), all_or_nothing() as written:
        terminal: Terminal = ctx.obj
        from tutor.authoring import open_unit, open_version
        from tutor.grading.marking import whole_answers
        from tutor.intake.hand_ins import Limits, collect
        from tutor.publishing.output import locked
        from tutor.publishing.results_json import gave_solutions
        from tutor.roster.class_list import load_roster, people_of
        from tutor.roster.columns import told_columns
        from tutor.roster.directory import Directory, with_numbers

        if duplicates not in POLICIES:
            hint = "error espera a que decidas; last cuenta la última; best, la mejor."
            raise UsageError(
                f"«{duplicates}» no es una regla para entregas repetidas.", hint=hint, where="--duplicates"
            )
        if explain is not None and not explain.strip():
            hint = "Escribe --explain y su id, su número de Moodle o su nombre."
            raise UsageError("Falta decir de quién es la corrección.", hint=hint, where="--explain")
        columns = told_columns(column or [])
        opened = open_unit(unit)
        named = roster or moodle
        listed = None if named is None else load_roster(named, columns=columns, encoding=encoding, sep=sep)
        known = people_of(moodle, columns) if roster is not None and moodle is not None else None
        if listed is not None and known is not None:
            listed = with_numbers(listed, known)
        key = _sheets(sheets, opened, Directory(listed, other=known))
        if key is not None:
            opened = open_version(unit, key.version)
        titles = {q.id: q.model.title for q in opened.questions if q.model.graded}
        limits = Limits(files=max_files, megabytes=max_mb)
        decimal = "." if terminal.locale in ("en", "es-MX") else ","
        work = collect(
            paths, titles, roster=listed, sheets=key, other=known, columns=columns, encoding=encoding, sep=sep,
            decimal=decimal, limits=limits, whole=whole_answers(opened, terminal.locale),
        )  # fmt: skip
        if key is None:
            _no_own_numbers(work, opened)
        beside = [p for p in (roster, sheets, moodle, decisions) if p is not None]
        work = _something(_without(work, paths, beside), paths)
        run = _Run(terminal, opened, work, listed, key, duplicates, out, decisions)
        if explain is not None:
            return run.explain(explain)
        given = [*paths, *(p for p in (roster, sheets, moodle) if p is not None)]
        if solutions is None and (solutions := gave_solutions(out)):
            terminal.say(
                "Los comentarios siguen llevando las soluciones, como la última vez. Sin ellas: --no-solutions."
            )
        settings = {"duplicates": duplicates, "solutions": bool(solutions), "locale": terminal.locale}
        if dry_run:
            return run.publish(given, moodle, columns, settings, verbose=verbose, write=False)
        with locked(out):
            return run.publish(given, moodle, columns, settings, verbose=verbose, write=True, written=written)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """A large class is a million objects without cycles: looking for some would cost a sixth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Run:
    """One class on its way from hand-ins to files."""

    def __init__(
        self,
        terminal: Terminal,
        opened: OpenUnit,
        work: ClassWork,
        roster: Roster | None,
        sheets: Sheets | None,
        duplicates: Any,
        out: Path,
        decisions: Path | None,
    ) -> None:
        self.terminal = terminal
        self.opened = opened
        self.work = work
        self.roster = roster
        self.sheets = sheets
        self.duplicates = duplicates
        self.out = out
        self.given_decisions = decisions
        self.bar = Bar(terminal)

    def explain(self, who: str) -> ExitCode:
        """One screen for a student who comes to ask."""
        from tutor.files.text import id_key
        from tutor.grading.finding import find_row
        from tutor.screen import Screen
        from tutor.screen.grading import show_student

        outcome = self._graded(self._decisions())
        row = find_row(outcome.graded, who)
        screen = Screen(self.terminal)
        _, at, question = who.rpartition("-")
        show_student(screen, outcome.graded, row, question if at and id_key(who) != id_key(row.id) else "")
        for handin, other in self._each(row):
            screen.blank()
            screen.text(f"— Si cuenta {handin}:")
            show_student(screen, other.graded, find_row(other.graded, row.id))
        return ExitCode.OK

    def _each(self, row: Row) -> Iterator[tuple[str, Outcome]]:
        """Of a student with several hand-ins that wait, what each alone would earn."""
        from dataclasses import replace

        from tutor.files.text import id_key, shown
        from tutor.grading.decisions import Decisions
        from tutor.roster.people import State

        mine = [h for h in self.work.handins if h.student_id and id_key(h.student_id) == id_key(row.id)]
        if row.state is not State.UNREADABLE or len(mine) < 2:
            return
        for handin in mine:
            others = tuple(h for h in self.work.handins if h not in mine)
            alone = replace(self.work, handins=(*others, handin))
            yield shown(handin.source.rpartition("/")[2]), self._graded(Decisions(), alone)

    def publish(
        self,
        given: Sequence[Path],
        moodle: Path | None,
        columns: dict[str, str],
        settings: dict[str, Any],
        *,
        verbose: bool,
        write: bool,
        written: list[Path] | None = None,
    ) -> ExitCode:
        """Grades, writes (or not) and tells. `written` gets the folder as soon as all is in it."""
        from tutor.grading.summary import summarise, waiting
        from tutor.publishing import gradebook, output
        from tutor.publishing.changes import changes
        from tutor.publishing.formats import MOODLE
        from tutor.publishing.publication import publication
        from tutor.publishing.results_json import hashed
        from tutor.screen import Screen
        from tutor.screen.grading import show_class, show_waiting

        decisions = self._decisions()
        outcome = self._graded(decisions)
        self.bar.doing("Escribiendo los comentarios")
        made = publication(
            outcome,
            decisions=decisions,
            gradebooks=[(MOODLE, _bytes(moodle), moodle.name)] if moodle is not None else [],
            columns=columns,
            solutions=settings["solutions"],
            inputs=hashed(given),
            settings=settings,
        )
        changed = changes(self.out / gradebook.NAME, outcome.graded)
        put = (output.save if write else output.preview)(self.out, self.bar.announced(made.files))
        self.bar.done()
        if written is not None:
            written.append(self.out)
        self._notices((*outcome.graded.notices, *made.notices), verbose)
        summary = summarise(outcome.graded)
        screen = Screen(self.terminal)
        if not write:
            show_waiting(screen, waiting(outcome.graded, outcome.doubts))
        show_class(screen, outcome.graded, summary, changed, put, self.out, made.notices, dry_run=not write)
        return ExitCode.OK if outcome.graded.finished else ExitCode.PENDING

    def _graded(self, decisions: Decisions, work: ClassWork | None = None) -> Outcome:
        from tutor.grading.classroom import grade as grade_class

        outcome = grade_class(
            self.opened,
            work or self.work,
            sheets=self.sheets,
            decisions=decisions,
            duplicates=self.duplicates,
            locale=self.terminal.locale,
            progress=self.bar.advance,
        )
        self.bar.done()
        return outcome

    def _decisions(self) -> Decisions:
        """Those of the output folder, with those of `--decisions` over them."""
        from tutor.grading.decisions import NAME, Decisions, read_decisions
        from tutor.grading.marking import asked_of
        from tutor.publishing.publication import both

        asked = asked_of(self.opened)
        own = self.out / NAME
        found = read_decisions(own, NAME, asked) if own.is_file() else Decisions()
        given = self.given_decisions
        if given is None or (own.exists() and given.exists() and own.samefile(given)):
            return found
        if not given.is_file():
            raise ContentError(f"No encuentro {given}.", hint="Comprueba la ruta de --decisions.", where=str(given))
        return both(found, read_decisions(given, given.name, asked))

    def _notices(self, notices: Sequence[Notice], verbose: bool) -> None:
        """What was noticed on the way, on stderr: all of it, or one of each kind and how many more."""
        by_code: dict[str, list[Notice]] = {}
        for notice in notices:
            by_code.setdefault(notice.code if not verbose else f"{notice.code}{len(by_code)}", []).append(notice)
        for found in by_code.values():
            kind = "" if found[0].code in PLAIN else "Aviso: "
            told = found[:MOST_TOLD] if found[0].code.startswith("decision") else found[:1]
            more = f" (y {len(found) - len(told)} más como este: con --verbose)" if len(found) > len(told) else ""
            for notice in told:
                self.terminal.say(f"{kind}{notice.text}{more if notice is told[-1] else ''}")
        if verbose:
            for name in self.work.ignored:
                self.terminal.say(f"Ignorado: {name}")


def _without(work: ClassWork, paths: Sequence[Path], beside: Sequence[Path]) -> ClassWork:
    """The hand-ins but for the files that other options name, where these lie in a folder of hand-ins."""
    from dataclasses import replace

    names = set()
    for folder in (p for p in paths if p.is_dir()):
        root = folder.resolve()
        inside = (p.resolve().relative_to(root) for p in beside if p.resolve().is_relative_to(root))
        names |= {f"{folder.name or folder}/{p.as_posix()}" for p in inside}
    kept = tuple(h for h in work.handins if h.source not in names and h.source.rpartition(":")[0] not in names)
    return work if len(kept) == len(work.handins) else replace(work, handins=kept)


def _something(work: ClassWork, paths: Sequence[Path]) -> ClassWork:
    """The hand-ins, if there are any: a wrong folder would leave a class of nobody over the marks of all.

    Raises ContentError, with what was noticed on the way.
    """
    if work.handins:
        return work
    where = " ni en ".join(str(path) for path in paths)
    raise ContentError(
        f"No encuentro ninguna entrega en {where}.",
        hint="Comprueba la ruta. No he escrito nada.",
        problems=tuple(Problem(n.where, n.text) for n in work.notices[:MOST_TOLD] if n.code != "dialect"),
    )


def _no_own_numbers(work: ClassWork, opened: OpenUnit) -> None:
    """Sheets with numbers of one's own are not marked by those of the unit: nearly all would fail.

    Raises UsageError where `--sheets` is missing.
    """
    code = re.compile(rf"{re.escape(opened.unit.unit)}-\d+-[2-9A-Z]{{7}}", re.IGNORECASE)
    own = [h for h in work.handins if code.fullmatch(h.sheet_code)]
    if own:
        many = f"{len(own)} hojas llevan" if len(own) > 1 else "1 hoja lleva"
        raise UsageError(
            f"{many} números propios (p. ej. la de código {own[0].sheet_code}), y sin la clave saldrían mal.",
            hint="Añade --sheets clave.yaml, la que escribió tutor sheet. No he calificado nada.",
            where="--sheets",
        )


def _sheets(path: Path | None, opened: OpenUnit, directory: Directory) -> Sheets | None:
    if path is None:
        return None
    from tutor.handout.answer_key import aligned, load_sheets

    found = load_sheets(path)
    if found.unit != opened.unit.unit:
        raise ContentError(
            f"{path.name} es de la unidad «{found.unit}» y estás calificando «{opened.unit.unit}».",
            hint=f"Escribe: tutor grade {found.unit} …",
            where=str(path),
        )
    return aligned(found, directory)


def _bytes(path: Path) -> bytes:
    from tutor.files.encoding import whole

    try:
        return whole(path)
    except OSError as error:
        raise ContentError(f"No puedo abrir {path}.", hint="Comprueba la ruta de --moodle.", where=str(path)) from error
