"""One class on its way from what a teacher gives to what they get: read, grade, write; or explain one student."""

from __future__ import annotations

import contextlib
import gc
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tutor.answers import decimal_mark
from tutor.errors import ContentError, Notice, Problem, StateError, UsageError
from tutor.files import output
from tutor.files.archives import Limits
from tutor.files.source import Source, Sources
from tutor.files.text import display, id_key
from tutor.grading import decisions as decided
from tutor.grading.classroom import Outcome, grade
from tutor.grading.decisions import Decisions, read_decisions
from tutor.grading.marking import asked_of, whole_answers
from tutor.grading.records import Graded, Row
from tutor.grading.results import Changes, Summary
from tutor.grading.row_search import find_row
from tutor.grading.summary import summarise, waiting
from tutor.handout.answer_key import aligned, load_sheets
from tutor.handout.quiz import blanks_of
from tutor.intake.duplicates import Policy
from tutor.intake.hand_ins import collect
from tutor.intake.models import ClassWork
from tutor.phrasing import plural
from tutor.publishing import gradebook
from tutor.publishing.changes import changes
from tutor.publishing.formats import FORMATS, MOODLE, Format
from tutor.publishing.publication import publication
from tutor.publishing.results_json import gave_solutions, of_another_run
from tutor.roster.class_list import load_roster, people_of
from tutor.roster.columns import parse_columns
from tutor.roster.directory import Directory, with_numbers
from tutor.roster.people import Roster, State
from tutor.roster.sheets import Sheets

if TYPE_CHECKING:
    from tutor.units import OpenUnit

POLICIES: Mapping[str, Policy] = {"error": "error", "last": "last", "best": "best"}
MOST_PROBLEMS = 10


@dataclass(frozen=True, kw_only=True)
class GradingOptions:
    """What a teacher gives, as they give it. `gradebooks` are the files to fill, by the name of their format."""

    paths: Sequence[Path]
    roster: Path | None = None
    sheets: Path | None = None
    gradebooks: Mapping[str, Path | None] = field(default_factory=dict)
    decisions: Path | None = None
    duplicates: str = "error"
    order: str = "roster"
    """Of the rows of the gradebook, one of `gradebook.ORDERS`."""
    solutions: bool | None = None
    """None: as the last run in that folder."""
    out: Path = Path("notas")
    columns: Sequence[str] = ()
    """`kind=name` each."""
    separators: Sequence[str] = ()
    """A sign for all tables, or `file=sign`."""
    encoding: str | None = None
    limits: Limits = field(default_factory=Limits)
    locale: str = "es"

    @property
    def books(self) -> list[tuple[str, Format, Path]]:
        """The option, format and place of each gradebook: a place may name the format, `canvas=libro.csv`."""
        found = []
        for option, given in self.gradebooks.items():
            name, _, file = str(given or "").partition("=")
            if given is not None:
                named = bool(file) and name in FORMATS
                found.append((option, FORMATS[name if named else option], Path(file) if named else given))
        return found


class Watcher(Protocol):
    """Who is told how far the work is."""

    def advance(self, done: int, total: int) -> None:
        """So many answers of so many are judged."""

    def doing(self, what: str) -> None:
        """What is being done now, in Spanish."""

    def done(self) -> None:
        """A piece of work has ended."""


@dataclass(frozen=True)
class Published:
    """What a run ended in: the class, what there is to tell of it, and what was written, or would be."""

    graded: Graded
    summary: Summary
    changes: Changes | None
    """Against the gradebook that was there; None where there was none."""
    written: tuple[output.Written, ...]
    notices: tuple[Notice, ...]
    """All that was noticed on the way."""
    gradebooks: tuple[Notice, ...]
    """Of those, the ones of the files to give back."""
    waiting: tuple[str, ...]
    """A line for each thing that needs a person."""
    ignored: tuple[str, ...]


@dataclass(frozen=True)
class Explained:
    """A student's correction: of one question, or of all. `handin` is named where several still compete."""

    graded: Graded
    row: Row
    question: str = ""
    handin: str = ""


class GradingRun:
    """One order: what is given is read when it is first needed, and each file once."""

    def __init__(
        self,
        opened: OpenUnit,
        of_version: Callable[[int], OpenUnit],
        options: GradingOptions,
        watcher: Watcher,
    ) -> None:
        """`of_version` opens the version of the unit that a key names. Raises UsageError for an option that cannot
        be."""
        if options.duplicates not in POLICIES:
            hint = "error espera a que decidas; last cuenta la última; best, la mejor."
            text = f"«{options.duplicates}» no es una regla para entregas repetidas."
            raise UsageError(text, hint=hint, where="--duplicates")
        if options.order not in gradebook.ORDERS:
            text = f"«{options.order}» no es un orden para {gradebook.NAME}."
            hint = "roster sigue la lista; id, los ids; mark va de más a menos nota."
            raise UsageError(text, hint=hint, where="--order")
        self.among = _among(options.out, options.paths)
        self.newest = opened
        self.of_version = of_version
        self.options = options
        self.watcher = watcher
        self.sources = Sources(options.encoding, options.separators)
        self.columns = parse_columns(options.columns)

    def publish(self, *, write: bool = True) -> Published:
        """Grades the class and writes its folder, or says what it would write. Raises as reading and writing do."""
        with _uncollected():
            work = self.work  # before there is a folder: where nothing can be read, nothing is made
            if not write:
                self._whole()
                return self._publish(work, dry_run=True)
            with output.locked(self.options.out) as mended:
                return self._publish(work, mended=mended)

    def explain(self, who: str) -> list[Explained]:
        """The correction of a student, known by an id, a number, a mail or a name; of each hand-in, where several wait.

        Raises UsageError where it is nobody's, or several students'.
        """
        if not who.strip():
            hint = "Escribe --explain y su id, su número de Moodle o su nombre."
            raise UsageError("Falta decir de quién es la corrección.", hint=hint, where="--explain")
        self._whole()
        with _uncollected():
            graded = self._graded(self._decisions, self.work).graded
            row = find_row(graded, who)
            _, at, question = who.rpartition("-")
            asked = question if at and id_key(who) != id_key(row.id) else ""
            return [Explained(graded, row, asked), *self._each(row)]

    def _whole(self) -> None:
        """Raises StateError where a run before was cut short while it wrote: its decisions may not be in place."""
        if output.unfinished(self.options.out):
            hint = "Repite antes la orden que se cortó, sin --dry-run ni --explain: acaba de guardar y lo dice."
            raise StateError(f"La última orden se cortó mientras guardaba en {self.options.out}.", hint=hint)

    # -- what is given

    @cached_property
    def opened(self) -> OpenUnit:
        """The unit, in the version whose questions the sheets had."""
        return self.newest if self._sheets is None else self.of_version(self._sheets.version)

    @cached_property
    def work(self) -> ClassWork:
        """What was handed in. Raises ContentError where nothing was, UsageError where `--sheets` is missing."""
        options, opened = self.options, self.opened
        roster, other = self._lists
        sheets = self._sheets
        beside = [options.roster, options.sheets, options.decisions, *(path for _, _, path in options.books)]
        work = collect(
            options.paths,
            {q.id: q.model.title for q in opened.questions if q.model.graded},
            roster=roster,
            sheets=None if sheets is None or sheets.bank else sheets,
            other=other,
            sources=self.sources,
            beside=[path for path in beside if path is not None],
            columns=self.columns,
            decimal=decimal_mark(options.locale),
            limits=options.limits,
            whole=whole_answers(opened, options.locale),
            blanks=blanks_of(opened),
        )
        if sheets is None:
            _no_own_numbers(work, opened)
        return _something(work, options.paths)

    @cached_property
    def _gradebooks(self) -> list[tuple[Format, Source]]:
        """The files to fill."""
        return [
            (form, self.sources.open(path, "el libro de notas", f"--{option}"))
            for option, form, path in self.options.books
        ]

    @cached_property
    def _lists(self) -> tuple[Roster | None, Roster | None]:
        """The list of the class, and another one of the same class: a gradebook is one too."""
        path, books = self.options.roster, self._gradebooks
        if path is None:
            return (load_roster(books[0][1], columns=self.columns) if books else None), None
        roster = load_roster(
            self.sources.open(path, "la lista", "--roster"), columns=self.columns
        )  # fmt: skip
        other = people_of(books[0][1], self.columns) if books else None
        if other is not None and books[0][0] is MOODLE:
            roster = with_numbers(roster, other)
        return roster, other

    @cached_property
    def _sheets(self) -> Sheets | None:
        """Everybody's own numbers. Raises ContentError where they are another unit's."""
        path = self.options.sheets
        if path is None:
            return None
        found = load_sheets(self.sources.open(path, "la clave", "--sheets"))
        if found.unit != self.newest.unit.unit:
            raise ContentError(
                f"{path.name} es de la unidad «{found.unit}» y estás calificando «{self.newest.unit.unit}».",
                hint=f"Escribe: tutor grade {found.unit} …",
                where=str(path),
            )
        if found.bank:
            return found
        roster, other = self._lists
        return aligned(found, Directory(roster, other=other))

    @cached_property
    def _decisions(self) -> Decisions:
        """Those of the output folder, with those of `--decisions` over them."""
        asked = asked_of(self.opened)
        ours, given = self.options.out / decided.NAME, self.options.decisions
        found = Decisions()
        if ours.is_file():
            found = read_decisions(self.sources.open(ours, noted=False), asked)
        named = given is not None and ours.exists() and given.exists() and ours.samefile(given)
        if self.among and not named and found.made:
            hint = f"Si son tuyas, añade --decisions {ours}; si no, elige otra carpeta con --out."
            text = f"{ours} está entre las entregas y trae decisiones, que pueden ser de un alumno."
            raise UsageError(text, hint=hint, where="--out")
        if self.among and not named:
            found = replace(found, claims={})  # nor whose a file is
        if given is None or named:
            return found
        source = self.sources.open(given, "las decisiones", "--decisions", noted=False)
        return found.with_those_of(read_decisions(source, asked))

    # -- what is made of it

    def _publish(self, work: ClassWork, *, dry_run: bool = False, mended: str = "") -> Published:
        options, decisions = self.options, self._decisions
        noticed = [Notice("mended", mended)] if mended else list(of_another_run(options.out))
        solutions = options.solutions
        if solutions is None and not self.among and (solutions := gave_solutions(options.out)):
            text = "Los comentarios siguen llevando las soluciones, como la última vez. Sin ellas: --no-solutions."
            noticed.append(Notice("solutions-stay", text))
        outcome = self._graded(decisions, work)
        graded, summary = outcome.graded, summarise(outcome.graded)
        self.watcher.doing("Escribiendo los comentarios")
        made = publication(
            outcome,
            summary,
            decisions=decisions,
            gradebooks=self._gradebooks,
            columns=self.columns,
            solutions=bool(solutions),
            inputs=self.sources.read,
            order=options.order,
            settings={"duplicates": options.duplicates, "solutions": bool(solutions), "locale": options.locale},
        )
        before = changes(options.out / gradebook.NAME, graded)
        written = output.save(
            options.out,
            made.files,
            made.last,
            lambda name: self.watcher.doing(f"Escribiendo {name}"),
            dry_run=dry_run,
        )
        self.watcher.done()
        notices = (*noticed, *graded.notices, *made.notices)
        waits = tuple(waiting(graded, outcome.doubts))
        return Published(graded, summary, before, written, notices, made.notices, waits, work.ignored)

    def _graded(self, decisions: Decisions, work: ClassWork) -> Outcome:
        outcome = grade(
            self.opened,
            work,
            sheets=self._sheets,
            decisions=decisions,
            duplicates=POLICIES[self.options.duplicates],
            locale=self.options.locale,
            progress=self.watcher.advance,
        )
        self.watcher.done()
        return outcome

    def _each(self, row: Row) -> Iterator[Explained]:
        """Of a student with several hand-ins that wait, what each alone would earn."""
        handins = [h for h in self.work.handins if h.student_id and id_key(h.student_id) == id_key(row.id)]
        if row.state is not State.UNREADABLE or len(handins) < 2:
            return
        for handin in handins:
            others = tuple(h for h in self.work.handins if h not in handins)
            graded = self._graded(Decisions(), replace(self.work, handins=(*others, handin))).graded
            yield Explained(graded, find_row(graded, row.id), "", display(handin.source.rpartition("/")[2]))


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


def _among(out: Path, paths: Sequence[Path]) -> bool:
    """Whether the folder to write lies in one of the hand-ins. Raises UsageError where it is one: the decisions and the
    list of what was written there would be a student's to give."""
    folders = [path.resolve() for path in paths if path.is_dir()]
    if out.resolve() in folders:
        hint = "Pon --out con otra carpeta, como --out notas."
        text = f"De {out} se leen las entregas: un archivo de un alumno pasaría allí por tuyo."
        raise UsageError(text, hint=hint, where="--out")
    return any(out.resolve().is_relative_to(folder) for folder in folders)


def _something(work: ClassWork, paths: Sequence[Path]) -> ClassWork:
    """The hand-ins, if there are any: a wrong folder would leave a class of nobody over the marks of all."""
    if work.handins:
        return work
    where = " ni en ".join(str(path) for path in paths)
    raise ContentError(
        f"No encuentro ninguna entrega en {where}.",
        hint="Comprueba la ruta. No he escrito nada.",
        problems=tuple(Problem(n.where, n.text) for n in work.notices[:MOST_PROBLEMS] if n.code != "dialect"),
    )


def _no_own_numbers(work: ClassWork, opened: OpenUnit) -> None:
    """Sheets with numbers of one's own are not marked by those of the unit: nearly all would fail."""
    code = re.compile(rf"{re.escape(opened.unit.unit)}-\d+-[2-9A-Z]{{7}}", re.IGNORECASE)
    drawn = [h for h in work.handins if code.fullmatch(h.sheet_code)]
    if drawn:
        many = plural(len(drawn), "hoja lleva", "hojas llevan")
        raise UsageError(
            f"{many} números propios (p. ej. la de código {drawn[0].sheet_code}), y sin la clave saldrían mal.",
            hint="Añade --sheets clave.yaml, la que escribió tutor sheet. No he calificado nada.",
            where="--sheets",
        )
