"""What a class handed in, from wherever it lies, as one list. One broken file never stops the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import attrgetter
from pathlib import Path

from tutor.errors import ContentError, Notice, TutorError
from tutor.files import documents
from tutor.files.archives import ASIDE, TABLES, Incoming, Limits, Walker
from tutor.files.kinds import refusal
from tutor.files.source import Source, Sources
from tutor.files.text import display, first_name, id_key
from tutor.files.time_limit import TooSlow, time_limit
from tutor.handout.sheet_format import SOLVED
from tutor.intake.answer_table import GRADEBOOK, AnswerTable, looks_like_table
from tutor.intake.labels import Labels, Whole
from tutor.intake.models import ClassWork, HandIn
from tutor.intake.online_text import HTML_LIMIT, html_lines, looks_html
from tutor.intake.quiz_responses import Blanks
from tutor.intake.sheet_text import SheetText, read_sheet
from tutor.roster.directory import Directory, Evidence, MoodleName, Owner, moodle_name
from tutor.roster.people import Roster
from tutor.roster.sheets import Sheets

SHEET_LIMIT = 200_000
"""Characters of one sheet: two hundred times a long one."""
SECONDS = 2.0
"""What one sheet may take: it takes a hundredth."""
HEAD = 512
"""Bytes that tell a file of our own."""
MERGE_HEADER = "id;nombre;correo;texto"
SAMPLE = "resuelta.txt"
KEY_START = "# Los números de cada "
FINGERPRINT = 8
"""Digits of a file's hash that it is known by wherever it lies: a zip downloaded again holds the same hand-ins."""


def collect(
    paths: Iterable[Path],
    questions: Mapping[str, str],
    *,
    roster: Roster | None = None,
    sheets: Sheets | None = None,
    other: Roster | None = None,
    sources: Sources | None = None,
    beside: Iterable[Path] = (),
    columns: Mapping[str, str] | None = None,
    decimal: str = ",",
    limits: Limits | None = None,
    whole: Whole | None = None,
    blanks: Blanks | None = None,
) -> ClassWork:
    """All hand-ins below `paths`: sheets, folders, zips, Moodle's download, tables, in one order whatever theirs.

    `questions` maps ids to titles, in the unit's order; `other` is another list of the class; `beside` are files that
    may lie there and are no hand-ins; `whole` tells an answer from half of one; `blanks` are those of the unit as a
    quiz. Raises ContentError for a path that is not there, a limit passed, or a table given by name whose header cannot
    be understood; anything smaller is told in the hand-ins.
    """
    limits = limits or Limits()
    walker = Walker(limits, sources or Sources(), beside)
    reader = _Reader(
        Labels(questions, whole, blanks), Directory(roster, sheets, other), columns or {}, decimal, limits
    )  # fmt: skip
    found = [handin for incoming in walker.walk(paths) for handin in reader.read(incoming)]
    found = _with_aside(_one_submission(found), reader.aside)
    found.sort(key=attrgetter("order"))
    notices, ignored = reader.notices, walker.ignored
    if ignored:
        text = (
            f"{len(ignored)} archivos del sistema ignorados" if len(ignored) > 1 else "1 archivo del sistema ignorado"
        )
        notices.append(Notice("ignored", f"{text}, p. ej. {display(ignored[0])}.", ignored[0]))
    return ClassWork(roster, tuple(found), tuple(notices), tuple(ignored))


class _Reader:
    """Turns incoming files into hand-ins."""

    def __init__(
        self,
        labels: Labels,
        directory: Directory,
        columns: Mapping[str, str],
        decimal: str,
        limits: Limits,
    ) -> None:
        self.limits = limits
        self.labels = labels
        self.directory = directory
        self.columns = columns
        self.decimal = decimal
        self.notices: list[Notice] = []
        self.aside: list[HandIn] = []
        """What somebody on the list handed in and is not even looked at."""

    def read(self, incoming: Incoming) -> list[HandIn]:
        """The hand-ins of one file: many if it is a table, else one. Whatever goes wrong with it is its own."""
        try:
            return self._read(incoming)
        except (TutorError, KeyboardInterrupt, SystemExit, GeneratorExit) as error:
            if incoming.given or not isinstance(error, ContentError):
                raise
            return [self._failed(incoming, _sentence(error))]
        except BaseException as error:  # of whatever class: a library may panic
            return [self._failed(incoming, f"{incoming.where}: {_failure(error)}.")]

    def _failed(self, incoming: Incoming, text: str) -> HandIn:
        """A hand-in that could not be opened, whoever's it is."""
        problem = Notice("cannot-read", text, incoming.where)
        try:
            return self._unread(incoming, moodle_name(incoming.where), problem)
        except Exception:
            return HandIn("", None, incoming.where, problem, known=False, raw_name=incoming.raw_name)

    def _read(self, incoming: Incoming) -> list[HandIn]:
        source, where = incoming.source, incoming.where
        moodle = moodle_name(where)
        if source is None:
            return self._not_looked_at(incoming, moodle)
        if incoming.given:
            return self._by_name(incoming, source, moodle)
        if moodle is None and (ours := _ours(source)):
            self.notices.append(ours)
            return []
        if moodle is None and self._is_table(source):
            try:
                return self._table(source)
            except ContentError as error:
                return [self._unread(incoming, moodle, Notice("bad-table", _sentence(error), where))]
        with time_limit(SECONDS):
            return [self._sheet(incoming, source, moodle)]

    def _not_looked_at(self, incoming: Incoming, moodle: MoodleName | None) -> list[HandIn]:
        unread = self._unread(incoming, moodle, incoming.problem)
        if incoming.problem is None or incoming.problem.code not in ASIDE:
            return [unread]
        if unread.known and self.directory.roster is not None:
            self.aside.append(unread)
        else:
            self.notices.append(incoming.problem)
        return []

    def _by_name(self, incoming: Incoming, source: Source, moodle: MoodleName | None) -> list[HandIn]:
        """A file given by its name: a table that cannot be read is worth stopping for."""
        where, size = incoming.where, len(source.raw)
        if (source.kind is None and where.lower().endswith(TABLES)) or self._is_table(source):
            return self._table(source)
        if size > self.limits.file_megabytes * 1_000_000 and source.kind is None:
            text = f"{where} ocupa {size / 1e6:.0f} MB y no es una tabla que reconozca: no lo he leído."
            return [self._unread(incoming, None, Notice("too-big", text, where))]
        with time_limit(SECONDS):
            return [self._sheet(incoming, source, moodle)]

    def _is_table(self, source: Source) -> bool:
        if source.raw.startswith(b"PK"):
            return source.name.lower().endswith((".xlsx", ".csv"))
        if source.kind is not None:
            return False
        sample = source.raw[: 1 << 12]
        codec = "utf-16" if sample[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
        return looks_like_table(sample.decode(codec, "replace"), self.labels)

    def _table(self, source: Source) -> list[HandIn]:
        table = AnswerTable(
            source, self.labels, self.directory, columns=self.columns, decimal=self.decimal
        )  # fmt: skip
        found = list(islice(table, self.limits.files + 1))
        where = source.name
        if len(found) > self.limits.files:
            hint = "Si son tantos, sube el límite con --max-files."
            raise ContentError(f"{where} tiene más de {self.limits.files} filas.", hint=hint, where=where)
        self.notices.extend(table.notices)
        if not found:
            self.notices.append(Notice("no-rows", f"{where} no tiene ninguna fila con respuestas.", where))
        return table.dates.settle(found)

    def _sheet(self, incoming: Incoming, source: Source, moodle: MoodleName | None) -> HandIn:
        where = incoming.where
        if not source.raw.strip(b"\xef\xbb\xbf \t\r\n"):
            nothing = _no_bytes(where, len(source.raw), self._whose(where, moodle).name)
            return self._unread(incoming, moodle, nothing)
        kind = source.kind
        if kind is not None and not documents.reads(kind.code):
            notice = refusal(kind, where, self._whose(where, moodle).name)
            return self._unread(
                incoming, moodle, notice._replace(text=notice.text + documents.LACKING.get(kind.code, ""))
            )
        try:
            text = documents.as_html(source) if kind is not None else source.text
            noticed = source.decoded.notices if kind is None else ()
        except documents.Unreadable as error:
            assert kind is not None
            notice = refusal(replace(kind, reason=str(error)), where, self._whose(where, moodle).name)
            return self._unread(incoming, moodle, notice)
        except ContentError as error:
            return self._unread(incoming, moodle, Notice("encoding", _sentence(error), where))
        if len(text) > max(SHEET_LIMIT, HTML_LIMIT):
            message = f"{where} tiene {len(text)} caracteres, demasiados para una hoja: no la he leído."
            return self._unread(incoming, moodle, Notice("too-big", message, where))
        html = kind is not None or where.lower().endswith((".html", ".htm", ".xhtml")) or looks_html(text)
        if html:
            page = html_lines(text)
            text, noticed = page.text, (*noticed, *page.notices(where))
            if page.ours or page.wordless:
                return self._unread(incoming, moodle, _empty_page(where, page.ours))
            if kind is not None and not text:
                nothing = _no_bytes(where, len(source.raw), self._whose(where, moodle).name)
                return self._unread(incoming, moodle, nothing)
        if SOLVED in text[:HEAD]:
            message = f"{where} es la hoja resuelta del profesor."
            return self._unread(incoming, moodle, Notice("solved", message, where))
        sheet = read_sheet(text, self.labels, where, yaml=where.lower().endswith((".yaml", ".yml")))
        owner = self._whose(where, moodle, sheet)
        notices = (*noticed, *owner.notices, *sheet.notices, *self._other_sheet(sheet.code, owner.id, where))
        return HandIn(
            owner.id, sheet.answers, where, owner.problem or sheet.problem, notices, sheet.date, owner.known,
            owner.name or sheet.name, incoming.raw_name, sheet.code, (where, 0), source.digest[:FINGERPRINT],
            sheet.other_date,
        )  # fmt: skip

    def _whose(self, where: str, moodle: MoodleName | None, sheet: SheetText | None = None) -> Owner:
        text = sheet or SheetText({})
        return self.directory.whose(Evidence(where, text.id, "", text.name, text.code, where, moodle))

    def _other_sheet(self, code: str, student_id: str, where: str) -> tuple[Notice, ...]:
        """A sheet with the code of another's numbers: said, not judged."""
        other = self.directory.code_owner(code)
        if not code or self.directory.sheets is None or other == student_id:
            return ()
        if other is None:
            text = f"el código de la hoja, {display(code)}, no es de ninguna de {self.directory.sheets.source}."
            return (Notice("unknown-sheet", f"{where}: {text}", where),)
        text = f"la hoja es la de {display(other)} (código {display(code)}), no la de {display(student_id)}."
        return (Notice("other-sheet", f"{where}: {text}", where),)

    def _unread(self, incoming: Incoming, moodle: MoodleName | None, problem: Notice | None) -> HandIn:
        where = incoming.where
        owner = self._whose(where, moodle)
        known_by = incoming.source.digest[:FINGERPRINT] if incoming.source is not None else ""
        return HandIn(
            owner.id, None, where, problem or owner.problem, owner.notices, "", owner.known, owner.name,
            incoming.raw_name, "", (where, 0), known_by,
        )  # fmt: skip


def _one_submission(found: list[HandIn]) -> list[HandIn]:
    """In Moodle one submission may hold several files: a photo beside a sheet that was read is an attachment.

    So is a text without answers («te adjunto la hoja»). Two sheets with answers stay two hand-ins.
    """
    groups: dict[tuple[str, str], list[HandIn]] = {}
    for handin in found:
        name = moodle_name(handin.source)
        if name is not None:
            groups.setdefault((handin.source.split("/")[0], name.number), []).append(handin)
    if not groups:
        return found
    gone: set[int] = set()
    better: dict[int, HandIn] = {}
    for group in groups.values():
        sheets = [h for h in group if h.answers and h.hint is None]
        rest = [h for h in group if not h.answers]
        if len(group) < 2 or len(sheets) != 1 or len(rest) != len(group) - 1:
            continue
        beside = tuple(
            Notice("attachment", f"Además de la hoja llegó {h.source}; no cuenta, míralo si hace falta.", h.source)
            for h in rest
        )
        better[id(sheets[0])] = replace(sheets[0], notices=(*sheets[0].notices, *beside))
        gone.update(id(h) for h in rest)
    return [better.get(id(h), h) for h in found if id(h) not in gone]


def _with_aside(found: list[HandIn], aside: Sequence[HandIn]) -> list[HandIn]:
    """What was not looked at, as a notice of whoever handed in something else; else it is all they handed in."""
    for handin in aside:
        assert handin.problem is not None
        places = [at for at, other in enumerate(found) if other.student_id == handin.student_id]
        for at in places:
            found[at] = replace(found[at], notices=(*found[at].notices, handin.problem))
        if not places:
            found.append(handin)
    return found


def _no_bytes(where: str, size: int, name: str) -> Notice:
    who = f", {first_name(name)}" if first_name(name) else ""
    send = f"Hola{who}: tu archivo llegó vacío, seguramente por un fallo al "
    send += "subirlo. Vuelve a entregarlo, o pega tus respuestas en el texto en línea de la tarea."
    return Notice("empty-file", f"{where} está vacío ({size} bytes).", where, send)


def _ours(source: Source) -> Notice | None:
    """Files of the teacher's own that lie beside the hand-ins: the key, the solved sheet, the mails, the marks."""
    where, head = source.name, source.raw[:HEAD].decode("utf-8", "replace").removeprefix("\ufeff")
    first = head.partition("\n")[0].strip()
    names = {id_key(name) for name in first.split(";")}
    if not (
        (first.startswith(f"# {SOLVED}") and where.endswith(SAMPLE))
        or first.startswith(KEY_START)
        or names >= GRADEBOOK
        or first == MERGE_HEADER
    ):
        return None
    return Notice("teachers-file", f"{where} es un archivo del profesor, no una entrega: no lo leo.", where)


def _empty_page(where: str, ours: bool) -> Notice:
    if ours:
        text = f"{where} es la página de respuestas sin lo escrito en ella: al guardarla no se guarda."
        send = "Hola: lo que subiste es la página, sin tus respuestas. Ábrela, rellénala, pulsa «Copiar mi entrega» y "
        send += "pega el texto en la tarea."
    else:
        text = f"{where} solo trae una imagen: no se puede leer como números."
        send = "Hola: en tu entrega solo hay una imagen. Escribe las respuestas en la hoja y vuelve a entregarla."
    return Notice("page" if ours else "image", text, where, send)


def _sentence(error: ContentError) -> str:
    return f"{error.message} {error.hint}".strip()


def _failure(error: BaseException) -> str:
    """Why a hand-in could not be read, for the teacher."""
    if isinstance(error, TooSlow):
        return f"tarda más de {SECONDS:g} segundos en leerse; ábrela tú"
    if isinstance(error, MemoryError):
        return "no cabe en la memoria; ábrela tú"
    return f"no he sabido leerla ({type(error).__name__}); ábrela tú"
