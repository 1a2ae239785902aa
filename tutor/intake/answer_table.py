"""A class's answers in one table: a row a student, a column a question, by id or title. Streamed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from tutor.errors import ContentError, Notice, UsageError, nearest
from tutor.files.source import Source
from tutor.files.tables import DELIMITERS, TITLES, is_points_row, open_table
from tutor.files.text import display, id_key
from tutor.intake.dates import DateColumn
from tutor.intake.labels import Labels
from tutor.intake.models import HandIn
from tutor.intake.online_text import OnlineText, html_lines, looks_html
from tutor.intake.quiz_responses import NOT_SENT, NOTHING, STATE, parts, variant_code
from tutor.intake.quiz_responses import answers as quiz_answers
from tutor.intake.sheet_text import read_sheet
from tutor.roster.class_list import full_name
from tutor.roster.columns import Columns, find_columns, is_known, kind_of, no_header, spoken
from tutor.roster.directory import ZEROS, Directory, Evidence

GRADEBOOK = frozenset(("id", "estado", "nota", "maximo"))
"""Columns by which our own gradebook is known: its points are not answers."""
MOST_UNKNOWN = 20
"""Columns not understood that are told one by one."""
_NUMBER = re.compile(r"^\s*\d{1,2}\s*[.):–-]+\s*")
_NTH = re.compile(r"(?:(respuesta|response|resposta|réponse|antwort)|pregunta|question|p|q)\s*0*(\d{1,2})$", re.I)
_ASKED = re.compile(r"(?:pregunta|question)\s*\d+$", re.I)
_BESIDE = re.compile(
    rf"(?:{_ASKED.pattern}|(?:respuesta correcta|right answer)\s*\d+$|(?:calificación|grade)/)", re.IGNORECASE
)
"""What an export of a quiz has beside the responses."""
_NOT_ANSWERS = (
    "estado|status|estat|institución|institution|departamento|department|calificación máxima|maximum grade"
    "|la calificación puede cambiarse|la calificación puede ser cambiada|grade can be changed"
    "|última modificación (calificación)|last modified (grade)|comentarios de retroalimentación|feedback comments"
    "|comenzado el|started on|comenzado|started|tiempo requerido|tiempo empleado|time taken|duración|duration"
    "|observaciones|aviso|maximo"
)
NOT_ANSWERS = frozenset(id_key(name) for name in _NOT_ANSWERS.split("|"))
"""Columns that exports have and nobody answers in."""


class AnswerTable:
    """The hand-ins of a table, read as they are asked for; `notices` is complete when they are exhausted."""

    def __init__(
        self,
        source: Source,
        labels: Labels,
        directory: Directory,
        *,
        columns: Mapping[str, str] | None = None,
        decimal: str = ",",
    ) -> None:
        given = {kind: name for kind, name in (columns or {}).items() if kind != "grade"}

        def expected(name: str) -> bool:
            return is_known(name) or labels.find(_NUMBER.sub("", name)) is not None or name in given.values()

        self.where = where = source.name
        self.labels = labels
        self.directory = directory
        self.table = open_table(source, known=expected, decimal=decimal)
        self.columns = find_columns(self.table.header, given, where)
        self.answers = question_columns(self.table.header, labels, given, where)
        self.ids = _identifying(self.columns, set(self.answers.values()))
        self.who = self.ids[0] if self.ids else -1
        self.quiz = _quiz_column(self.table.header, self.answers, labels)
        self.missing = [qid for qid in labels.ids if qid not in self.answers] if self.quiz < 0 else []
        self.nobodys = _nobodys(self)
        self.suspects = [(at, _doubt(self, at)) for at in self.nobodys] if self.missing and self.answers else []
        _check(self)
        self.notices: list[Notice] = _reading_notices(self)
        self.zeros: list[Notice] = []
        self.dates = DateColumn()
        self.state_at = next((at for at, name in enumerate(self.table.header) if name.lower() in STATE), None)
        self.date_at = self.columns.at.get("date") if self.columns.at.get("date") not in self.answers.values() else None
        self.sent_at = [at for at in (self.state_at, self.date_at) if at is not None]
        """Columns that say when and whether a row was sent."""

    def __iter__(self) -> Iterator[HandIn]:
        """One hand-in a row. Rows that do not fit their header come with a problem, never mended."""
        where = self.where
        pairs = [(qid, at) for qid, at in self.answers.items() if at != self.who]
        who, exact = self.who, self.directory.exact if self.who >= 0 else {}
        mail_at = self._mail_at
        sure = bool(pairs) and not self.suspects and self.quiz < 0
        date_at, stated = self.date_at, self.state_at is not None
        notes: list[tuple[str, str]] = []
        for line, cells, problem in self.table:
            source = f"{where}:{line}"
            if (problem is not None or not cells[who].strip() or " " in cells[who]) and self._is_note(cells):
                notes.append((source, next(filter(str.strip, cells))))
                continue
            if problem is not None:
                yield self._rejected(line, cells, problem)
                continue
            student = exact.get(cells[who])
            if student is not None and mail_at is not None and cells[mail_at] not in ("", student.email):
                student = None
            if (stated or (date_at is not None and cells[date_at] in NOTHING)) and self._never_sent(cells):
                yield self._not_sent(cells, line)
                continue
            date = self.dates.read(cells[date_at], source) if date_at is not None else ""
            if student is not None and sure:
                yield HandIn(
                    student.id, {qid: cells[at] for qid, at in pairs if cells[at]}, source, None, (), date, True,
                    student.name, where, "", (where, line),
                )  # fmt: skip
                continue
            if is_points_row(cells):
                text = f"{source} es del propio libro de notas; no es nadie."
                self.notices.append(Notice("points-row", text, source))
                continue
            answers = {qid: cells[at] for qid, at in pairs if cells[at]}
            tried = self._tried(cells, source)
            by = self._id(cells) if self.who >= 0 else full_name(self.columns, cells)
            if not by and not any(map(str.strip, answers.values())) and pairs and tried is None:
                continue
            handin = self._handin(line, cells, answers, date, tried)
            if handin is not None:
                yield handin
        if notes:
            at, text = notes[0]
            more = f" Y así {len(notes) - 1} más." if len(notes) > 1 else ""
            self.notices.append(Notice("note", f"{at}: «{display(text)}» no es de nadie; no lo leo.{more}", at))
        if self.zeros:
            more = f" Y así {len(self.zeros) - 1} más." if len(self.zeros) > 1 else ""
            self.notices.append(Notice(ZEROS, f"{self.zeros[0].text}{more}", self.zeros[0].where))
        self.notices.extend(self.table.notices)

    def _is_note(self, cells: Sequence[str]) -> bool:
        """Whether a row is a remark below or among the others: one cell, of several words that name nobody."""
        filled = [(at, cell) for at, cell in enumerate(cells) if cell.strip()]
        if len(filled) != 1 or filled[0][0] in self.answers.values() or len(filled[0][1].split()) < 2:
            return False
        at, text = filled[0]
        owner = self.directory.whose(Evidence(self.where, text if at in self.ids else "", "", text))
        return not owner.known or (self.directory.roster is None and at == self.who)

    def _tried(self, cells: Sequence[str], where: str) -> Notice | None:
        """What a row has in a column that is nobody's, while some question has no column: it may be its answer."""
        for at, why in self.suspects:
            if any(c.isalnum() for c in cells[at]):
                return Notice("nobodys-answer", f"{where}: «{display(cells[at], 40)}» está en {why}", where)
        return None

    def meant(self, name: str) -> str:
        """The question without a column that a name is most like; "" for none."""
        likely = self.labels.meant(name) or nearest(name[:80], self.missing, id_key)
        return likely if likely in self.missing else ""

    def _handin(
        self, line: int, cells: Sequence[str], answers: dict[str, str], date: str, tried: Notice | None
    ) -> HandIn | None:
        """A row whose id is not word for word one of the roster's, or that holds what nobody asked for."""
        where = f"{self.where}:{line}"
        name = full_name(self.columns, cells)
        mail = cells[self._mail_at] if self._mail_at is not None else ""
        owner = self.directory.whose(Evidence(where, self._id(cells), mail, name))
        problem, notices, code = owner.problem or tried, owner.notices, ""
        if zeros := [n for n in notices if n.code == ZEROS]:
            # a spreadsheet takes the zeros from a whole column: one notice says it
            self.zeros += zeros
            notices = tuple(n for n in notices if n.code != ZEROS)
        if not self.answers:
            online = cells[self.columns.at["online"]]
            if not online.strip():
                return None
            page = html_lines(online) if looks_html(online) else OnlineText(online)
            sheet = read_sheet(page.text, self.labels, where)
            answers, code = dict(sheet.answers), sheet.code
            problem, notices = problem or sheet.problem, (*notices, *page.notices(where), *sheet.notices)
        elif self.quiz >= 0:
            responses = _responses(self, cells, where)
            answers = dict(responses.answers if responses.answers is not None else answers)
            code, problem = responses.code, problem or responses.problem
        return HandIn(
            owner.id, answers, where, problem, notices, date, owner.known, owner.name, self.where, code,
            (self.where, line),
        )  # fmt: skip

    def _never_sent(self, cells: Sequence[str]) -> bool:
        """Whether a row's state says so, or neither state nor date nor answers say anything: those who never began are
        listed too."""
        if self.state_at is not None and cells[self.state_at].strip().lower() in NOT_SENT:
            return True
        nothing = all(cells[at].strip() in NOTHING for at in self.sent_at) and not self._kept(cells)
        return nothing and bool(self._id(cells))

    def _kept(self, cells: Sequence[str]) -> bool:
        """Whether there is anything in the columns of answers."""
        places = {*self.answers.values(), *((self.quiz,) if self.quiz >= 0 else ())}
        return not places or any(cells[at].strip() not in NOTHING for at in places)

    def _not_sent(self, cells: Sequence[str], line: int) -> HandIn:
        """A row of a quiz whose state says that nothing was handed in, whatever it keeps."""
        where, state = f"{self.where}:{line}", "" if self.state_at is None else cells[self.state_at].strip()
        mail = cells[self._mail_at] if self._mail_at is not None else ""
        owner = self.directory.whose(Evidence(where, self._id(cells), mail, full_name(self.columns, cells)))
        says = f"dice «{display(state)}»" if state not in NOTHING else "no tiene fecha ni respuestas"
        text = f"{where} {says}" + (", y guarda respuestas que no se enviaron." if self._kept(cells) else ".")
        return HandIn(
            owner.id, {}, where, owner.problem, (Notice("not-sent", text, where),), "", owner.known, owner.name,
            self.where, order=(self.where, line), not_sent=owner.problem is None,
        )  # fmt: skip

    @property
    def _mail_at(self) -> int | None:
        """The column of a mail beside the one that identifies."""
        at = self.columns.at.get("email")
        return None if at == self.who or at in self.answers.values() else at

    def _id(self, cells: Sequence[str]) -> str:
        """What a row says of whose it is, but for mail and name."""
        return next((cells[at] for at in self.ids if cells[at].strip()), "")

    def _rejected(self, line: int, cells: Sequence[str], problem: Notice) -> HandIn:
        """A row that does not fit: of whoever its id says, if that cell is still where it should be."""
        where = f"{self.where}:{line}"
        raw = cells[self.who] if 0 <= self.who < len(cells) else ""
        sure = self.directory.find(raw)
        order = (self.where, line)
        if sure is not None:
            return HandIn(sure.id, None, where, problem, name=sure.name, raw_name=self.where, order=order)
        if raw.strip() and self.who == 0:
            owner = self.directory.whose(Evidence(where, raw))
            return HandIn(owner.id, None, where, problem, owner.notices, known=owner.known, order=order)
        known = self.directory.roster is None
        return HandIn(where, None, where, problem, known=known, raw_name=self.where, order=order)


def question_columns(header: Sequence[str], labels: Labels, given: Mapping[str, str], where: str) -> dict[str, int]:
    """Question id → column, by id, title, `--column` or number. ContentError if two columns are one question."""
    found: dict[str, int] = {}
    keys = [id_key(name) for name in header]
    absent = []
    for qid, name in given.items():
        if qid in labels.ids and id_key(name) in keys:
            found[qid] = keys.index(id_key(name))
        elif qid in labels.ids:
            absent.append((qid, name))
    named = set(found)
    for at, name in enumerate(header):
        hit = labels.find(name) or labels.find(_NUMBER.sub("", name))
        if hit is None or hit[0] != "question" or hit[1] in named:
            continue
        if hit[1] in found:
            both = f"«{display(header[found[hit[1]]])}» y «{display(name)}»"
            message = f"{where}: las columnas {both} son la misma pregunta, {hit[1]}; no sé cuál vale."
            raise ContentError(message, hint="Borra una de las dos.", where=f"{where}:1")
        found[hit[1]] = at
    for qid, name in absent:
        if qid not in found:
            message = f"{where} no tiene la columna «{display(name)}». Tiene: {spoken(header)}."
            raise UsageError(message, hint=f"Escríbela como está: --column {qid}=…", where="--column")
    if not found:
        numbered = [(at, match) for at, name in enumerate(header) if (match := _NTH.match(name.strip()))]
        responses = [(at, match) for at, match in numbered if match[1]]  # beside them, «Pregunta 1» is what was asked
        for at, match in responses or numbered:
            if 1 <= int(match[2]) <= len(labels.ids):
                found.setdefault(labels.ids[int(match[2]) - 1], at)
    return found


@dataclass(frozen=True, slots=True)
class _Responses:
    """What one row of an export of a quiz holds; `answers` is None where it is another kind of response."""

    answers: Mapping[str, str] | None
    code: str = ""
    problem: Notice | None = None


def _quiz_column(header: Sequence[str], answers: Mapping[str, int], labels: Labels) -> int:
    """The column that holds the responses to all questions, being the only one there is; -1 for none."""
    lone = list(answers.values())
    if not labels.blanks or len(lone) != 1:
        return -1
    match = _NTH.match(header[lone[0]].strip())
    return lone[0] if match and match[1] else -1


def _responses(table: AnswerTable, cells: Sequence[str], where: str) -> _Responses:
    """The answers of a row, and the code of its variant; what stands in the way, with the way out."""
    response, blanks = cells[table.quiz], table.labels.blanks
    code = variant_code(cells)
    if response.strip() in NOTHING:
        return _Responses(dict.fromkeys(blanks, ""), code)
    typed = parts(response)
    if typed is None and len(blanks) == 1:
        return _Responses(None)  # a question by itself may be of any other kind
    found = None if typed is None else quiz_answers(typed, blanks)
    if found is None:
        count = "no es la de un banco de `tutor quiz`" if typed is None else f"tiene {len(typed)} casillas"
        text = f"{where}: la respuesta {count}, y las preguntas de esta unidad son otras. ¿Es de esta unidad y versión?"
        return _Responses(None, code, Notice("quiz-parts", text, where))
    problem = None
    if not code:
        text = f"{where}: no dice qué variante le tocó. Descarga otra vez las respuestas, con el texto de la pregunta."
        problem = Notice("quiz-variant", text, where)
    elif table.directory.sheets is not None:
        text = f"{where}: es de un banco de preguntas, y la clave es la de unas hojas. Da con --sheets la del banco."
        problem = Notice("quiz-key", text, where)
    return _Responses(found, code, problem)


def _nobodys(answers: AnswerTable) -> list[int]:
    """Columns that are neither a question's nor of any known kind."""
    used = {*answers.answers.values(), *chain.from_iterable(answers.columns.candidates.values())}
    header = enumerate(answers.table.header)
    return [at for at, name in header if at not in used and id_key(name) not in NOT_ANSWERS and not _BESIDE.match(name)]


def _doubt(answers: AnswerTable, at: int) -> str:
    """Why an answer in a column that is nobody's waits, and the way out."""
    name = display(answers.table.header[at], 40)
    meant = answers.meant(name) or answers.missing[0]
    if not name:
        text = f"la columna {at + 1}, que no tiene nombre, y ninguna es la de «{meant}»."
        return f"{text} Pon en el encabezado el nombre de la pregunta, o quita la columna."
    text = f"la columna «{name}», que no conozco, y ninguna es la de «{meant}»."
    return f"{text} Si es esa: --column {meant}=«{name}». Si no es de ninguna pregunta, quita la columna."


def looks_like_table(sample: str, labels: Labels) -> bool:
    """Whether a text begins with a header, maybe under titles: who, and at least one question."""
    lines = [line for line in sample.lstrip("\ufeff").splitlines() if line.strip()][:TITLES]
    return bool(lines) and (lines[0].casefold().startswith("sep=") or any(_is_header(line, labels) for line in lines))


def _is_header(line: str, labels: Labels) -> bool:
    for mark in DELIMITERS:
        names = [name.strip().strip('"') for name in line.split(mark)]
        if len(names) < 2:
            continue
        kinds = {kind_of(name)[0] for name in names}
        asked = any((labels.find(n) or ("", ""))[0] == "question" for n in names) or any(_NTH.match(n) for n in names)
        if kinds & {"id", "identifier", "email"} and (asked or "online" in kinds):
            return True
    return False


def _identifying(columns: Columns, taken: set[int]) -> list[int]:
    """The columns that say whose a row is, the best first."""
    kinds = (columns.candidates.get(kind, ()) for kind in ("id", "identifier", "email"))
    return [at for places in kinds for at in places if at not in taken]


def _check(answers: AnswerTable) -> None:
    header = answers.table.header
    if {id_key(name) for name in header} >= GRADEBOOK:
        message = f"{answers.where} es una libreta de notas ya calificada, no lo que entregaron."
        raise ContentError(message, hint="Quítala de lo que das a calificar.", where=answers.where)
    needed = f"{', '.join(answers.labels.ids[:3])}…" if len(answers.labels.ids) > 3 else ", ".join(answers.labels.ids)
    book = bool(answers.table.dialect.sheet)
    if answers.who < 0 and not (answers.directory.roster and {"name", "first"} & set(answers.columns.at)):
        raise no_header(answers.where, header, "ninguna columna con el id o el correo", book=book)
    if not answers.answers and "online" not in answers.columns.at:
        raise no_header(answers.where, header, f"ninguna columna de preguntas ({needed})", book=book)


def _reading_notices(answers: AnswerTable) -> list[Notice]:
    """How the table is read, and the columns that were expected or are not understood."""
    header, where, found = answers.table.header, answers.where, answers.answers
    by = "reconozco a cada cual por su nombre"
    if answers.who >= 0:
        by = f"el id sale de «{display(header[answers.who])}»"
    notices = [Notice("dialect", f"{where}: {answers.table.dialect.spoken}; {by}.", where)]
    if not found:
        online = display(header[answers.columns.at["online"]])
        return [*notices, Notice("online", f"{where}: leo las respuestas de «{online}».", where)]
    if answers.missing:
        then = (
            "espera a que lo mires quien tenga algo en otra"
            if answers.nobodys
            else "a todos les cuenta como sin contestar"
        )
        text = f"{where}: no hay columna para {', '.join(answers.missing)}; {then}."
        notices.append(Notice("missing-question", text, where))
    if answers.quiz >= 0 and len(answers.labels.blanks) > 1:
        text = f"{where}: «{display(header[answers.quiz])}» trae las respuestas a todas las casillas."
        if not any(map(_ASKED.match, header)):
            text = (
                f"{where} no trae el texto de la pregunta, que dice qué variante le tocó a cada cual: esperan todos. "
                "Descarga otra vez las respuestas marcando «texto de la pregunta» en lo que se muestra."
            )
        notices.append(Notice("quiz", text, where))
    elif any(_NTH.match(header[at].strip()) for at in found.values()):
        text = f"{where}: las columnas de respuestas solo llevan número; las he tomado en el orden de la unidad."
        notices.append(Notice("by-number", text, where))
    unknown = [header[at] for at in answers.nobodys if header[at]]
    for name in unknown[:MOST_UNKNOWN]:
        meant = answers.meant(name)
        hint = f" ¿Es «{meant}»? Dilo con --column {meant}=«{display(name, 30)}»." if meant else ""
        text = f"{where}: no sé qué es la columna «{display(name)}» y no la leo.{hint}"
        notices.append(Notice("unknown-question", text, where))
    if len(unknown) > MOST_UNKNOWN:
        text = f"{where}: tampoco leo otras {len(unknown) - MOST_UNKNOWN} columnas."
        notices.append(Notice("unknown-question", text, where))
    return notices
