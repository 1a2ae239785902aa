"""Marks and feedback back to Moodle.

The surest way is the worksheet the teacher downloaded: `fill` writes the grade and the feedback of each student into it
and leaves every other character alone. Without one, `moodle_csv` makes a file for «Importar calificaciones», from
which the rows that would make Moodle cancel the whole import are left out and named.

Both follow what Moodle's own importers do with a file (`mod/assign/feedback/offline`, `grade/import/csv`): numbers are
read with the site's decimal mark or a point; a student it cannot find cancels a grade import; a row without its key
would give its mark to the student of the row before.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tutor.errors import ContentError, Notice, UsageError
from tutor.files.raw_table import RawRow, RawTable, parse, quoted
from tutor.files.text import id_key, inert, name_key, shown
from tutor.grading.records import MAXIMUM, Graded, Row, plain
from tutor.roster.columns import find_columns, spoken
from tutor.roster.people import State

NAME = "moodle.csv"
SWITCH_ON = (
    "En Moodle: Configuración de la tarea → Tipos de retroalimentación → «Hoja de calificaciones fuera de línea»; "
    "después, Ver todos los envíos → Descargar hoja de calificaciones. Si la columna tiene otro nombre, dilo con "
    "--column grade=NOMBRE."
)

OWN: Mapping[str, tuple[str, ...]] = {
    "maximum": (
        "Calificación máxima", "Maximum grade", "Qualificació màxima", "Cualificación máxima", "Note maximale",
        "Nota máxima", "Beste Bewertung", "Bestwertung", "Valutazione massima", "Kalifikazio maximoa",
    ),
    "scale": ("Escala", "Scale", "Barème", "Skala", "Scala"),
    "open": (
        "La calificación puede cambiarse", "La calificación puede ser cambiada", "Grade can be changed",
        "La qualificació es pot canviar", "A cualificación pode cambiarse", "La note peut être modifiée",
        "A nota pode ser alterada", "Bewertung kann geändert werden", "La valutazione può essere modificata",
    ),
    "feedback": (
        "Comentarios de retroalimentación", "Comentarios de realimentación", "Feedback comments",
        "Comentaris de retroacció", "Comentaris de retroalimentació", "Feedback par commentaires", "Commentaires",
        "Feedback als Kommentar", "Comentários de feedback", "Commenti", "Commenti di feedback", "Feedback iruzkinak",
    ),
}  # fmt: skip
"""Columns only a grading worksheet has; who a row is, and its grade, are recognised as in any other table."""
WHO = ("identifier", "email", "id", "name")
ROLES = (*WHO, "grade", *OWN)

CLOSED = frozenset({"no", "non", "nein", "não", "nao", "ez"})
_OURS = re.compile(r"<p><strong>[^<]* · [^<]*: \d+(?:[.,]\d+)? de \d+</strong></p>.*", re.DOTALL)


@dataclass(frozen=True)
class Filled:
    """A file for Moodle: its bytes, what a teacher should know, and how many students carry a mark in it."""

    content: bytes
    count: int
    notices: tuple[Notice, ...] = ()
    moodle_ids: Mapping[str, str] | None = None
    """Participant numbers by student id, as the worksheet tells them: feedback files are named by them."""


def fill(
    raw: bytes,
    where: str,
    graded: Graded,
    comments: Callable[[Row], str],
    *,
    columns: Mapping[str, str] | None = None,
    delimiter: str | None = None,
) -> Filled:
    """The teacher's worksheet with marks and `comments` (HTML paragraphs) in it.

    `columns` names columns that are not recognised: `{"grade": "Puntos"}`.
    Raises ContentError when it has no column for the grade, or grades with a scale.
    """
    table = parse(raw, where, delimiter)
    at = sheet_columns(table.header, columns or {}, where)
    _usable(table, at, where)
    decimal = _decimal_mark(table, at)
    matched, notices = _match(table, at, graded, where)
    said: list[Notice] = [*table.notices, *notices]
    rows, changed, closed, kept, moodle_ids = [table.rows[0]], 0, [], [], {}
    count = 0
    for index, raw_row in enumerate(table.rows[1:], 1):
        row = matched.get(index)
        if row is not None and (number := re.search(r"\d+\s*$", raw_row.text(at.get("identifier")))):
            moodle_ids[row.id] = number.group().strip()
        if row is None or row.mark is None:
            if row is not None and _number(raw_row.text(at["grade"])) is not None:
                kept.append(row.id)
            rows.append(raw_row)
            continue
        if raw_row.text(at.get("open")).casefold() in CLOSED:
            closed.append(row.id)
            rows.append(raw_row)
            continue
        top = _number(raw_row.text(at.get("maximum"))) or Fraction(MAXIMUM)
        mark = plain(row.mark * top / MAXIMUM, decimal, least=2)
        before = _number(raw_row.text(at["grade"]))
        changed += before is not None and before != _number(mark)
        cells = list(raw_row.cells)
        cells[at["grade"]] = _like(cells[at["grade"]], mark, table.dialect.delimiter)
        if "feedback" in at:
            old = raw_row.text(at["feedback"])
            text = _OURS.sub("", old) + comments(row)
            cells[at["feedback"]] = _like(cells[at["feedback"]], _for_php(text), table.dialect.delimiter)
        rows.append(replace(raw_row, cells=tuple(cells)))
        count += 1
    topped = any(_number(row.text(at.get("maximum"))) for row in table.rows[1:])
    said += _told(where, changed, closed, kept, "feedback" in at, topped)
    return Filled(table.with_rows(tuple(rows)).bytes(), count, tuple(said), moodle_ids)


def moodle_csv(graded: Graded, comments: Callable[[Row], str]) -> Filled:
    """A file for «Importar calificaciones → archivo CSV»: one key column that all rows have, grade and feedback."""
    rows = [row for row in graded.rows if row.mark is not None and row.state is not State.UNKNOWN]
    keys: dict[str, Callable[[Row], str]] = {
        "Dirección de correo": lambda row: row.student.email if row.student else "",
        "Número de ID": lambda row: row.student.id if row.student else row.id,
    }
    sound = {name: _sound(rows, key) for name, key in keys.items()}
    best = max(sound, key=lambda name: len(sound[name]))
    whole = [name for name in keys if name == best or len(sound[name]) == len(rows)]
    left = [row.id for row in rows if row.id not in sound[best]]
    sent = [row for row in rows if row.id in sound[best]]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([*whole, "Nombre completo", "Calificación", "Comentarios de retroalimentación"])
    for row in sent:
        assert row.mark is not None
        cells = [*(keys[name](row) for name in whole), _for_php(inert(row.name))]
        writer.writerow([*cells, plain(row.mark, ".", least=2), _for_php(comments(row))])
    said = [Notice("moodle-import", f"moodle.csv: en Moodle, «Asignar desde» {best}; las notas van sobre {MAXIMUM}.")]
    if left:
        said.append(
            Notice(
                "moodle-left-out",
                f"moodle.csv no lleva a {_listed(left)}: sin {best.lower()} propia Moodle cancelaría la importación "
                "entera. Pon sus notas a mano.",
            )
        )
    return Filled(text.getvalue().encode("utf-8-sig"), len(sent), tuple(said))


def sheet_columns(header: Sequence[str], told: Mapping[str, str], where: str) -> dict[str, int]:
    """Where each column of a worksheet is. Raises UsageError when `told` names one that is not there."""
    found = find_columns(header, told, where)
    at = {role: found.at[role] for role in (*WHO, "first", "last", "grade") if role in found.at}
    keys = [id_key(title) for title in header]
    for role, titles in OWN.items():
        wanted = {id_key(told[role])} if role in told else {id_key(title) for title in titles}
        hits = [i for i, key in enumerate(keys) if key in wanted]
        if hits:
            at[role] = hits[0]
        elif role in told:
            hint = f"Tiene {spoken(header)}."
            raise UsageError(f"{where} no tiene la columna «{shown(told[role])}».", hint=hint, where="--column")
    return at


def _usable(table: RawTable, at: Mapping[str, int], where: str) -> None:
    tops = [text for row in table.rows[1:] if (text := row.text(at.get("maximum")).strip()) not in ("", "-")]
    if ("scale" in at and "maximum" not in at) or (tops and all(_number(text) is None for text in tops)):
        raise ContentError(
            f"{where}: la tarea se califica con una escala, y una nota sobre {MAXIMUM} no cabe en ella.",
            hint="En Moodle: Configuración de la tarea → Calificación → Tipo «Puntuación». Descarga la hoja otra vez.",
            where=where,
        )
    if "grade" not in at:
        said = f"{where} no tiene columna para la nota. Tiene {spoken(table.header)}."
        raise ContentError(said, hint=SWITCH_ON, where=where)
    if not any(role in at for role in (*WHO, "first")):
        hint = "Dime cuál es con --column identifier=NOMBRE, email=NOMBRE o id=NOMBRE."
        raise ContentError(f"{where} no tiene ninguna columna que diga quién es cada alumno.", hint=hint, where=where)


def _decimal_mark(table: RawTable, at: Mapping[str, int]) -> str:
    """The sheet's own: as its maxima and marks are written, else as Moodle writes in the language of its header."""
    for role in ("maximum", "grade"):
        for row in table.rows[1:]:
            if found := re.fullmatch(r"\d+([.,])\d+", row.text(at.get(role)).strip()):
                return found[1]
    english = id_key(table.header[at["grade"]]) == "grade"
    return "." if english else ","


def _number(text: str) -> Fraction | None:
    bare = text.strip().replace(",", ".")
    return Fraction(bare) if re.fullmatch(r"\d+(\.\d+)?", bare) else None


def _match(table: RawTable, at: Mapping[str, int], graded: Graded, where: str) -> tuple[dict[int, Row], list[Notice]]:
    """Rows of the sheet to students: by participant number, then mail, then id; by name only if it can be nobody else.

    A sheet's row that two keys give to two students, and a student claimed by two rows, are left empty and told.
    """
    students = [row for row in graded.rows if row.state is not State.UNKNOWN]
    finders: dict[str, dict[str, list[Row]]] = {role: {} for role in ("identifier", "email", "id", "name")}
    for row in students:
        who = row.student
        keys = {"id": id_key(row.id), "name": name_key(row.name)}
        if who is not None:
            keys |= {"identifier": who.moodle_id, "email": who.email.casefold()}
        for role, key in keys.items():
            if key:
                finders[role].setdefault(key, []).append(row)
    names = Counter(name_key(_name(r, at)) for r in table.rows[1:])
    matched: dict[int, Row] = {}
    said: list[Notice] = []
    nobody: list[int] = []
    for index, raw_row in enumerate(table.rows[1:], 1):
        if raw_row.empty:
            continue
        hits = _candidates(raw_row, at, finders)
        strong = [row for role, rows in hits.items() if role != "name" for row in rows]
        label = f"{where}:{raw_row.line}"
        if len({row.id for row in strong}) > 1:
            ids = _listed(sorted({row.id for row in strong}))
            said.append(
                Notice("moodle-two-students", f"La línea {raw_row.line} señala a la vez a {ids}: vacía.", label)
            )
        elif strong:
            matched[index] = strong[0]
        elif named := hits.get("name"):
            if len(named) == 1 and names[name_key(_name(raw_row, at))] == 1:
                matched[index] = named[0]
            else:
                text = f"El nombre de la línea {raw_row.line} puede ser de más de un alumno: la dejo vacía."
                said.append(Notice("moodle-same-name", text, label))
        else:
            nobody.append(raw_row.line)
    claims = Counter(row.id for row in matched.values())
    twice = sorted(student for student, n in claims.items() if n > 1)
    if twice:
        said.append(
            Notice("moodle-twice", f"Más de una línea de {where} es de {_listed(twice)}: las dejo vacías.", where)
        )
        matched = {i: row for i, row in matched.items() if claims[row.id] == 1}
    if nobody:
        is_, lines = "es la línea" if len(nobody) == 1 else "son las líneas", _listed([str(n) for n in nobody])
        said.append(Notice("moodle-nobody", f"{where}: no sé de quién {is_} {lines}; sin tocar.", where))
    there = {row.id for row in matched.values()} | set(twice)
    absent = [row.id for row in students if row.mark is not None and row.id not in there]
    if absent:
        said.append(Notice("moodle-absent", f"Con nota pero sin línea en {where}: {_listed(absent)}.", where))
    return matched, said


def _candidates(
    raw_row: RawRow, at: Mapping[str, int], finders: Mapping[str, Mapping[str, list[Row]]]
) -> dict[str, list[Row]]:
    number = re.search(r"\d+\s*$", raw_row.text(at.get("identifier")))
    keys = {
        "identifier": number.group().strip() if number else "",
        "email": raw_row.text(at.get("email")).casefold(),
        "id": id_key(raw_row.text(at.get("id"))),
        "name": name_key(_name(raw_row, at)),
    }
    return {role: found for role, key in keys.items() if key and (found := finders[role].get(key))}


def _name(raw_row: RawRow, at: Mapping[str, int]) -> str:
    return " ".join(raw_row.text(at[role]) for role in ("name", "first", "last") if role in at)


def _sound(rows: Sequence[Row], key: Callable[[Row], str]) -> set[str]:
    """The ids of the students whose `key` is theirs alone and reaches Moodle as it is."""
    times = Counter(key(row).casefold() for row in rows)
    return {row.id for row in rows if (k := key(row)) and k.strip() == k == inert(k) and times[k.casefold()] == 1}


def _for_php(text: str) -> str:
    """PHP's CSV reader takes a backslash before a quote as a quote that does not close; HTML can say it otherwise."""
    return text.replace("\\", "&#92;") if "<" in text else text.replace("\\", "/")


def _like(old: str, new: str, delimiter: str) -> str:
    """A new cell, in quotes if the old one had them or if it needs them."""
    cell = quoted(new, delimiter)
    return f'"{cell}"' if old.strip().startswith('"') and not cell.startswith('"') else cell


def _told(where: str, changed: int, closed: list[str], kept: list[str], feedback: bool, topped: bool) -> list[Notice]:
    said = []
    if changed:
        what = (
            "1 nota que ya estaba en {} cambia" if changed == 1 else f"{changed} notas que ya estaban en {{}} cambian"
        )
        said.append(Notice("moodle-changed", f"{what.format(where)}.", where))
    if closed:
        said.append(Notice("moodle-closed", f"Moodle no deja cambiar la nota de {_listed(closed)}: sin tocar.", where))
    if kept:
        has, stays = ("no tiene", "queda la") if len(kept) == 1 else ("no tienen", "quedan las")
        text = f"{_listed(kept)} {has} nota nueva: {stays} que ya había en {where}."
        said.append(Notice("moodle-kept", text, where))
    if not topped:
        text = f"{where} no dice la calificación máxima: escribo las notas sobre {MAXIMUM}. Compruébalo en la tarea."
        said.append(Notice("moodle-no-maximum", text, where))
    if not feedback:
        hint = "En Moodle: Tipos de retroalimentación → «Comentarios de retroalimentación»."
        said.append(
            Notice("moodle-no-feedback", f"{where} no tiene columna de comentarios: va solo la nota. {hint}", where)
        )
    return said


def _listed(ids: Sequence[str], most: int = 8) -> str:
    shown = [inert(x) for x in ids[:most]]
    if len(ids) > most:
        return f"{', '.join(shown)} y {len(ids) - most} más"
    return " y ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
