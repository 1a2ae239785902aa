"""`decisiones.csv`: what a person decides where the grader must not.

The first run writes the doubts with what was read, the marks they may end in and why; the teacher fills `puntos`. Later
runs take those points, never change a line that is there, and add new doubts below in the file's own dialect. A line
with points is a decision even if nobody doubted: a teacher's word is over the grader's.

`leo` shows the text between «»: so a spreadsheet keeps `1/2` or `=1` as text, and so it can be told whether the student
has since handed in something else, in which case the decision waits for its teacher again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from tutor.errors import ContentError
from tutor.grading.gradebook import inert
from tutor.grading.marks import MAXIMUM, Asked, Decision, plain
from tutor.grading.models import Dialect, Notice, id_key
from tutor.grading.tables import open_table

NAME = "decisiones.csv"
COLUMNS = ("id", "pregunta", "leo", "puntos", "minimo", "maximo", "motivo", "decidido por", "fecha")
NEEDED = ("id", "pregunta", "puntos")
LONGEST = 200
"""Characters of a text shown in `leo`."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something only a person can settle. `question` is empty when it is the whole hand-in."""

    student_id: str
    question: str
    read: str
    low: Fraction
    high: Fraction
    reason: str

    @property
    def key(self) -> tuple[str, str, str]:
        return id_key(self.student_id), id_key(self.question), trace(self.read)


@dataclass(frozen=True)
class Decisions:
    """What was decided, by student and question (keys of `id_key`), and which doubts the file already lists."""

    made: Mapping[tuple[str, str], tuple[Decision, ...]] = field(default_factory=dict)
    listed: frozenset[tuple[str, str, str]] = frozenset()
    notices: tuple[Notice, ...] = ()
    raw: bytes = b""
    header: tuple[str, ...] = COLUMNS
    dialect: Dialect = field(default_factory=lambda: Dialect(bom=True))

    def on(self, student_id: str, question: str, read: str) -> Decision | None:
        """The decision that holds for this text: the last one written upon it, or upon no text in particular."""
        found = self.made.get((id_key(student_id), id_key(question)), ())
        return next((d for d in reversed(found) if not d.read or trace(d.read) == trace(read)), None)

    def outdated(self, student_id: str, question: str, read: str) -> Decision | None:
        """A decision made upon another text, when none holds for this one."""
        found = self.made.get((id_key(student_id), id_key(question)), ())
        return found[-1] if found and self.on(student_id, question, read) is None else None


def quote(text: str, meaning: str = "") -> str:
    """How `leo` shows a text: between «», on one line, with what it may mean behind."""
    flat = inert(text).removeprefix("'")
    cut = flat if len(flat) <= LONGEST else flat[:LONGEST] + "…"
    return f"«{cut}»: {meaning}" if meaning else f"«{cut}»"


def trace(read: str) -> str:
    """What is compared of a `leo`: the quoted text without what spreadsheets change on saving (spaces, signs, case)."""
    found = re.search(r"«(.*)»", read, re.DOTALL)
    return re.sub(r"[^\w.,;:/()*+|-]", "", (found[1] if found else read).replace("−", "-")).casefold()


def read_decisions(source: Path | bytes, where: str, questions: Sequence[Asked]) -> Decisions:
    """Read the file as a person may have saved it. Lines that cannot be used are told and change nothing."""
    raw = source if isinstance(source, bytes) else source.read_bytes()
    table = open_table(raw, where, known=lambda name: id_key(name) in {id_key(c) for c in COLUMNS})
    at = {id_key(title): i for i, title in enumerate(table.header)}
    missing = [name for name in NEEDED if id_key(name) not in at]
    if missing:
        raise ContentError(
            f"{where} no tiene la columna «{missing[0]}».",
            hint=f"La cabecera es: {'; '.join(COLUMNS)}. Si borras el archivo, lo vuelvo a escribir.",
            where=where,
        )
    made: dict[tuple[str, str], tuple[Decision, ...]] = {}
    listed: set[tuple[str, str, str]] = set()
    notices = list[Notice]()
    tops = {id_key(q.id): q.points for q in questions} | {"": Fraction(MAXIMUM)}
    for line, cells, problem in table:
        if problem is not None:
            notices.append(problem)
            continue
        found = {name: _cell(cells, at.get(id_key(name))) for name in COLUMNS}
        key = (id_key(found["id"]), id_key(found["pregunta"]))
        listed.add((*key, trace(found["leo"])))
        if not found["puntos"]:
            continue
        label = f"{where}:{line}"
        points = _points(found["puntos"])
        top = tops.get(key[1])
        if top is None:
            text = f"{label}: «{inert(found['pregunta'])}» no es una pregunta de esta unidad: no la aplico."
            notices.append(Notice("decision-question", text, label))
        elif points is None or points > top:
            text = f"{label}: «{inert(found['puntos'])}» no son puntos de 0 a {plain(top)}: no lo aplico."
            notices.append(Notice("decision-points", text, label))
        else:
            one = Decision(
                found["id"], found["pregunta"], points, found["decidido por"], found["fecha"], found["leo"], label
            )
            made[key] = (*made.get(key, ()), one)
    return Decisions(
        made, frozenset(listed), (*table.notices, *notices), raw, tuple(table.header), table.dialect
    )  # fmt: skip


def with_doubts(decisions: Decisions, doubts: Iterable[Doubt]) -> bytes:
    """The file with the doubts it does not list yet added below: what was there stays byte for byte.

    Empty when there never was a file and nothing is in doubt.
    """
    new = [doubt for doubt in doubts if doubt.key not in decisions.listed]
    if not new:
        return decisions.raw
    dialect = decisions.dialect
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=dialect.delimiter or ";", lineterminator=dialect.newline or "\r\n")
    if not decisions.raw:
        writer.writerow(COLUMNS)
    order = [id_key(title) for title in decisions.header]
    for doubt in new:
        cells = {
            "id": inert(doubt.student_id),
            "pregunta": inert(doubt.question),
            "leo": inert(doubt.read),
            "minimo": plain(doubt.low),
            "maximo": plain(doubt.high),
            "motivo": inert(doubt.reason),
        }
        named = {id_key(name): value for name, value in cells.items()}
        writer.writerow([named.get(title, "") for title in order])
    added = text.getvalue()
    if not decisions.raw:
        return added.encode("utf-8-sig")
    between = b"" if decisions.raw.endswith((b"\n", b"\r")) else dialect.newline.encode(dialect.encoding)
    return decisions.raw + between + added.replace("−", "-").encode(dialect.encoding, errors="replace")


def appendable(decisions: Decisions) -> bool:
    """Whether doubts can be added to the file; not to a workbook."""
    return decisions.dialect.encoding != "xlsx"


def _cell(cells: Sequence[str], index: int | None) -> str:
    return cells[index].strip().removeprefix("'") if index is not None and index < len(cells) else ""


def _points(text: str) -> Fraction | None:
    """Points as a person writes them: `2`, `1,5`, `1.5`, `3/4`."""
    bare = text.replace(",", ".").replace(" ", "")
    if not re.fullmatch(r"\d+(\.\d+)?|\d+/[1-9]\d*", bare):
        return None
    return Fraction(bare)
