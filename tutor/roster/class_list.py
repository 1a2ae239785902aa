"""The class list: a table of one's own, or what Moodle exports (participants, gradebook, grading worksheet).

Ids stay the text they are. What would let two students be taken for one, or lose one, is fatal and said all at once;
what only deserves a look is a notice.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from tutor.errors import ContentError, Notice, Problem, UsageError
from tutor.files.source import Source
from tutor.files.tables import Table, is_points_row, open_table
from tutor.files.text import INVISIBLE, display, id_key, id_keys, listed, name_keys, visible
from tutor.phrasing import plural
from tutor.roster.columns import OF_PEOPLE, Columns, find_columns, is_known, no_header
from tutor.roster.people import Roster, Student

MANGLED = re.compile(r"[-+]?\d([.,]\d+)?E\+?\d+$", re.IGNORECASE)
"""What a spreadsheet makes of a long number: its digits are lost."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
MOST_NAMED = 5
LONGEST_NAME = 7
"""Words that somebody's name has at most."""
PARTICIPANT = re.compile(r"([^\W\d_]\D{3,}[\s\u00a0])(\d+)$")
"""Moodle's identifier in a grading worksheet: the site's word for a participant, a blank, a number."""


def load_roster(source: Source, *, columns: Mapping[str, str] | None = None) -> Roster:
    """The students of the file, in its order.

    `columns` says by kind (`id`, `name`, `email`…) which column is which. Raises ContentError with every problem
    found: rows that do not fit, ids missing, spoilt or repeated; UsageError for a column that is not there.
    """
    where = source.name
    table = open_table(source, known=is_known)
    found = find_columns(table.header, {k: v for k, v in (columns or {}).items() if k in OF_PEOPLE}, where)
    if not set(found.at) & {"id", "identifier", "email"}:
        book = bool(table.dialect.sheet)
        raise no_header(where, table.header, "ninguna columna con el id o el correo", book=book)
    rows: list[tuple[int, list[str]]] = []
    problems: list[Problem] = []
    notices: list[Notice] = []
    for line, cells, problem in table:
        if _is_note(cells, found.candidates.get("id", ())):
            text = next(filter(str.strip, cells))
            notices.append(Notice("note", f"{where}:{line}: «{display(text)}» no es nadie; no lo leo.", where))
        elif problem is not None:
            problems.append(Problem(problem.where, problem.text))
        elif is_points_row(cells):
            notices.append(Notice("points-row", f"{where}:{line} es del propio libro de notas; no es nadie.", where))
        else:
            rows.append((line, cells))
    students = _students(table, found, rows, problems, notices)
    students = _distinct(students, where, problems, notices)
    if problems:
        first = problems[0].message
        more = f" (y {len(problems) - 1} más)" if len(problems) > 1 else ""
        hint = "Corrige la lista y vuelve a intentarlo: no se ha calificado nada."
        raise ContentError(f"{first}{more}", hint=hint, where=where, problems=tuple(problems))
    if not students:
        raise ContentError(f"{where} no tiene ningún alumno.", hint="Comprueba que es el archivo.", where=where)
    notices = [*table.notices, *notices, *_look_alikes(students, where)]
    return Roster(tuple(students), tuple(notices), where)


def _is_note(cells: Sequence[str], ids: Sequence[int]) -> bool:
    """Whether a row is what people write below a list: one cell of several words, no name and no id."""
    filled = [(at, cell.strip()) for at, cell in enumerate(cells) if cell.strip()]
    if len(filled) != 1 or len(words := filled[0][1].split()) < 2:
        return False
    at, text = filled[0]
    said = text.startswith(("(", "*")) or ":" in text or len(words) > LONGEST_NAME
    return said or (at in ids and (len(words) > 2 or not any(map(str.isdigit, text))))


def people_of(worksheet: Source, columns: Mapping[str, str]) -> Roster | None:
    """Whom a gradebook knows, to complete another list with; None where it cannot be read as a list."""
    try:
        return load_roster(worksheet, columns=columns)
    except (ContentError, UsageError):
        return None


def _students(
    table: Table,
    found: Columns,
    rows: Sequence[tuple[int, list[str]]],
    problems: list[Problem],
    notices: list[Notice],
) -> list[Student]:
    """One student a row; the id comes from the first column of ids that has any, else from the mail."""
    where = table.where
    places = [*found.candidates.get("id", ())]
    numbers: dict[int, str] = {}
    places += found.candidates.get("identifier", ())
    for at in places[::-1]:
        if numbers := _participants(rows, at):
            places.remove(at)
            break
    used = next((p for p in places if any(cells[p].strip() for _, cells in rows)), None)
    email_at, groups_at = found.at.get("email"), found.at.get("groups")
    by_mail = 0
    students = []
    for line, cells in rows:
        raw = cells[used] if used is not None else ""
        student_id, email = visible(raw), mail_of(cells[email_at]) if email_at is not None else ""
        if raw != student_id and raw.strip() != student_id:
            text = f"{where}:{line}: el id «{display(student_id)}» traía caracteres invisibles; los he quitado."
            notices.append(Notice("invisible", text, f"{where}:{line}"))
        if not student_id:
            student_id = email or numbers.get(line, "")
            by_mail += 1
        if complaint := id_problem(student_id):
            problems.append(Problem(f"{where}:{line}", f"{where}:{line}: {complaint}: «{display(';'.join(cells))}»."))
            continue
        if not student_id.isascii() and any(ord(c) in INVISIBLE for c in student_id):
            text = f"{where}:{line}: el id «{display(student_id)}» lleva un carácter invisible en medio."
            notices.append(Notice("invisible", text, f"{where}:{line}"))
        named = re.split(r"[,;|]", cells[groups_at]) if groups_at is not None else ()
        groups = tuple(filter(None, map(str.strip, named)))
        name = full_name(found, cells)
        students.append(Student(student_id, name, email, numbers.get(line, ""), groups, line))
    if used is not None:
        origin = f"de la columna «{table.header[used]}»"
    else:
        origin = "del correo" if email_at is not None else "de Moodle"
    text = f"{where}: {len(students)} en lista, {table.dialect.spoken}; el id sale {origin}."
    notices.append(Notice("roster", f"{text} Al comparar ids no cuentan mayúsculas, acentos ni espacios.", where))
    if used is not None and by_mail:
        what = f"{plural(by_mail, 'alumno')} sin id: uso su correo"
        notices.append(Notice("id-by-mail", f"{where}: {what}.", where))
    return students


def _participants(rows: Sequence[tuple[int, list[str]]], at: int) -> dict[int, str]:
    """Moodle's numbers by line, if all the cells of a column are one; else nothing."""
    numbers = {}
    word = None
    for line, cells in rows:
        match = PARTICIPANT.match(visible(cells[at]))
        if match is None or match[1] != (word or match[1]):
            return {}
        word, numbers[line] = match.groups()
    return numbers


def id_problem(student_id: str) -> str:
    """Why an id cannot be used, in Spanish; empty when it can."""
    if not student_id:
        return "fila sin id"
    if MANGLED.match(student_id):
        return f"la hoja de cálculo ha estropeado el id «{display(student_id)}»; da formato de texto a esa columna"
    if student_id.startswith(FORMULA):
        return f"el id «{display(student_id)}» empieza como una fórmula y Moodle no podría recibirlo"
    if not student_id.isprintable() and not any(ord(c) in INVISIBLE for c in student_id):
        return f"el id «{display(student_id)}» lleva caracteres de control"
    return ""


def mail_of(cell: str) -> str:
    """The mail in a cell; a dash or a point says that there is none."""
    mail = visible(cell)
    return mail if any(map(str.isalnum, mail)) else ""


def full_name(found: Columns, cells: Sequence[str]) -> str:
    """The name in a row, from one column or two, in NFC and on one line."""
    whole = found.cell("name", cells) or f"{found.cell('first', cells)} {found.cell('last', cells)}"
    return " ".join(unicodedata.normalize("NFC", whole).split())


def _distinct(students: Sequence[Student], where: str, problems: list[Problem], notices: list[Notice]) -> list[Student]:
    """Students without exact repetitions; ids that two people share, or nearly share, are problems."""
    keys = id_keys([student.id for student in students])
    if len(set(keys)) == len(students):
        return list(students)
    kept: dict[str, Student] = {}
    for key, student in zip(keys, students, strict=True):
        other = kept.setdefault(key, student)
        if other is student:
            continue
        lines = f"líneas {other.line} y {student.line}"
        if other.id == student.id and (other.name, other.email) == (student.name, student.email):
            groups = tuple(dict.fromkeys((*other.groups, *student.groups)))
            merged = Student(other.id, other.name, other.email, other.moodle_id, groups, other.line)
            kept[key] = merged
            message = f"{where}: «{display(student.id)}» está dos veces con los mismos datos ({lines}); cuenta una."
            notices.append(Notice("repeated", message, f"{where}:{student.line}"))
        elif other.id == student.id:
            both = f"«{display(other.name)}» y «{display(student.name)}»"
            what = both if other.name != student.name else "datos distintos"
            text = f"{where}: el id «{display(student.id)}» está dos veces ({lines}), con {what}."
            problems.append(Problem(f"{where}:{student.line}", text))
        else:
            text = (
                f"{where}: los ids «{display(other.id)}» y «{display(student.id)}» ({lines}) solo se distinguen por "
                "mayúsculas, acentos o espacios."
            )
            problems.append(Problem(f"{where}:{student.line}", text))
    return list(kept.values())


def _look_alikes(students: Sequence[Student], where: str) -> list[Notice]:
    """Letters that are not what they seem, accents spoilt before they came, two people of one name or mail."""
    notices = []
    plain = sum(student.id.isascii() for student in students) * 2 >= len(students)
    named = [student for student in students if student.name]
    keys = name_keys([s.name for s in named])
    namesakes: dict[str, list[Student]] = {}
    if len(set(keys)) < len(keys):
        for key, student in zip(keys, named, strict=True):
            namesakes.setdefault(key, []).append(student)
        namesakes = {key: people for key, people in namesakes.items() if len(people) > 1}
    mails: dict[str, Student] = {}
    for student in students:
        if not student.email and student.id.isascii():
            continue
        at = f"{where}:{student.line}"
        if plain and (odd := foreign_letters(student.id)):
            notices.append(Notice("homoglyph", f"{at}: el id «{display(student.id)}» lleva {odd}.", at))
        if student.email and mails.setdefault(student.email.casefold(), student) is not student:
            twin = mails[student.email.casefold()]
            both = f"{display(twin.id)} y {display(student.id)} tienen el mismo correo, {display(student.email)}"
            text = f"{where}: {both}; por él no reconozco a nadie."
            notices.append(Notice("same-mail", text, at))
    if namesakes:
        people = list(namesakes.values())[:MOST_NAMED]
        pairs = "; ".join(f"«{display(p[1].name)}» son {listed([s.id for s in p], MOST_NAMED)}" for p in people)
        more = f" y {len(namesakes) - MOST_NAMED} casos más" if len(namesakes) > MOST_NAMED else ""
        text = f"{where}: hay nombres repetidos ({pairs}{more}); distingo por id."
        notices.append(Notice("same-name", text, f"{where}:{people[0][1].line}"))
    return notices


def foreign_letters(text: str) -> str:
    """Letters of an id that are no plain ones even without accents, in words: «la letra cirílica «А»»; else empty."""
    if text.isascii():
        return ""
    scripts = {"CYRILLIC": "cirílica", "GREEK": "griega", "LATIN": "especial"}
    odd = dict.fromkeys(c for c in text if c.isalnum() and not id_key(c).isascii())
    message = [f"la letra {scripts.get(unicodedata.name(c, '?').split()[0], 'no latina')} «{c}»" for c in odd]
    return " y ".join(message)
