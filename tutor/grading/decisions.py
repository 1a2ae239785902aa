"""`decisiones.csv`: what a person decides where the grader must not.

The first run writes the doubts with what was read, the marks they may end in and why; the teacher fills `puntos`. Later
runs take those points, never change a line that is there, and add new doubts below in the file's own dialect. A line
with points is a decision even if nobody doubted: a teacher's word is over the grader's. What stands in `comentario`,
with points or without, is for the student: it goes into the feedback.

`leo` shows the text between «»: so a spreadsheet keeps `1/2` or `=1` as text, and so it can be told whether the student
has since handed in something else, in which case the decision waits for its teacher again. A file is known by the
fingerprint of its bytes, so that downloading the class again changes nothing.

In a line for a whole hand-in `puntos` may also be `NP` (no mark) or, of several, the name of the one that counts; and
a hand-in of nobody on the list becomes that of the student whose id is put in its line.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from tutor.errors import ContentError, Notice
from tutor.files.dialect import Dialect
from tutor.files.source import Source
from tutor.files.tables import open_table
from tutor.files.text import display, id_key, inert
from tutor.grading.records import MAXIMUM, Asked, Decision, decimal_text, read_decimal
from tutor.roster.directory import Directory

NAME = "decisiones.csv"
NO_MARK = frozenset({"np", "nopresentado", "nopresentada", "sinnota"})
"""What `puntos` may say instead of points: this hand-in gives no mark."""
PRINT = "huella"
_PRINT = re.compile(rf"{PRINT} ([0-9a-f]{{8}})\b")
COLUMNS = ("id", "pregunta", "leo", "puntos", "minimo", "maximo", "motivo", "decidido por", "fecha", "comentario")
NEEDED = ("id", "pregunta", "puntos")
_Lines = Mapping[tuple[str, str], tuple[Decision, ...]]
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
    name: str = ""
    """Whose it is, as the list calls them."""

    @property
    def motive(self) -> str:
        """The reason with the name of whom it is about, for a table without names."""
        return f"{self.name}: {self.reason}" if self.name else self.reason

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells one doubt from another: student, question and the text in doubt, as they are compared."""
        return id_key(self.student_id), id_key(self.question), trace(self.read)


@dataclass(frozen=True)
class Decisions:
    """What was decided, by student and question (keys of `id_key`), and which doubts the file already lists."""

    made: Mapping[tuple[str, str], tuple[Decision, ...]] = field(default_factory=dict)
    listed: frozenset[tuple[str, str, str]] = frozenset()
    notices: tuple[Notice, ...] = ()
    claims: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Fingerprint of a file to the id that its line names, and the line."""
    remarks: Mapping[tuple[str, str], tuple[Decision, ...]] = field(default_factory=dict)
    """Lines with a comment for the student, as in `made`."""
    raw: bytes = b""
    header: tuple[str, ...] = COLUMNS
    dialect: Dialect = field(default_factory=lambda: Dialect(bom=True))

    def on(self, student_id: str, question: str, read: str) -> Decision | None:
        """The decision that holds for this text: the last one written upon it, or upon no text in particular."""
        found = self.made.get((id_key(student_id), id_key(question)), ())
        return next((d for d in reversed(found) if not d.read or same_text(d.read, read)), None)

    def outdated(self, student_id: str, question: str, read: str) -> Decision | None:
        """A decision made upon another text, when none holds for this one."""
        key = id_key(student_id), id_key(question)
        if found := self.made.get(key, ()):
            return found[-1] if self.on(student_id, question, read) is None else None
        found = self.remarks.get(key, ())
        return found[-1] if found and not self.remark(student_id, question, read) else None

    def remark(self, student_id: str, question: str, read: str) -> str:
        """What the teacher says of this text to its student; "" for nothing. The last line written upon it counts."""
        found = reversed(self.remarks.get((id_key(student_id), id_key(question)), ()))
        return next((d.comment for d in found if not d.read or same_text(d.read, read) or _of_file(d.read, read)), "")

    @cached_property
    def students(self) -> frozenset[str]:
        """The keys of those of whom there is something."""
        return frozenset(student for student, _ in (*self.made, *self.remarks))

    def unused(self, absent: Mapping[str, str]) -> list[Notice]:
        """What to tell of decisions for those who handed nothing in, `absent` by `id_key` of their ids."""
        return [
            Notice("decision-missing", f"{d.where}: {absent[student]} no ha entregado nada: no lo aplico.", d.where)
            for (student, question), found in {**self.remarks, **self.made}.items()
            if student in absent
            for d in found
            if d.points is not None or d.keeps or d.comment
        ]

    def named(self, directory: Directory) -> Decisions:
        """The decisions under the ids of the class; those of nobody in it are told."""
        renamed: dict[str, str] = {}
        notices = []
        lines = {**self.remarks, **self.made}
        written = {id_key(d.student_id): d.student_id for found in lines.values() for d in found}
        for key in dict.fromkeys([key for key, _ in lines] + [key for key, *_ in self.listed]):
            student = directory.find(written.get(key, key))
            if student is not None:
                renamed[key] = id_key(student.id)
                continue
            for one in (d for (someone, _), found in lines.items() if someone == key for d in found):
                text = f"{one.where}: en la clase no hay nadie con id «{display(one.student_id)}»: no lo aplico."
                notices.append(Notice("decision-nobody", text, one.where))
        made, remarks = (_renamed(lines, renamed) for lines in (self.made, self.remarks))
        listed = frozenset((renamed.get(student, student), question, read) for student, question, read in self.listed)
        return replace(self, made=made, remarks=remarks, listed=listed, notices=(*self.notices, *notices))

    def with_those_of(self, extra: Decisions) -> Decisions:
        """These with those of another file over them; only these are ever added to."""
        return replace(
            self,
            made=_both(self.made, extra.made),
            remarks=_both(self.remarks, extra.remarks),
            claims={**self.claims, **extra.claims},
            listed=self.listed | extra.listed,
            notices=(*self.notices, *extra.notices),
        )


def _both(ones: _Lines, others: _Lines) -> _Lines:
    return {key: (*ones.get(key, ()), *others.get(key, ())) for key in {**ones, **others}}


def _renamed(lines: _Lines, names: Mapping[str, str]) -> _Lines:
    found: dict[tuple[str, str], tuple[Decision, ...]] = {}
    for (student, question), some in lines.items():
        at = (names.get(student, student), question)
        found[at] = (*found.get(at, ()), *some)
    return found


def _of_file(written: str, read: str) -> bool:
    """Whether a `leo` is of several files and this is one of them."""
    return bool(set(_PRINT.findall(written)) & set(_PRINT.findall(read)))


def quote(text: str, meaning: str = "") -> str:
    """How `leo` shows a text: between «», on one line, with what it may mean behind."""
    flat = inert(text).removeprefix("'")
    cut = flat if len(flat) <= LONGEST else flat[:LONGEST] + "…"
    return f"«{cut}»: {meaning}" if meaning else f"«{cut}»"


def trace(read: str) -> str:
    """What is compared of a `leo`: the quoted text without what spreadsheets change on saving (spaces, signs, case).

    Of files, only their fingerprints.
    """
    if prints := _PRINT.findall(read):
        return " ".join(sorted(prints))
    return re.sub(r"[^\w.,;:/()*+|-]", "", _quoted(read)).casefold()


def same_text(written: str, read: str) -> bool:
    """Whether a `leo` as somebody saved it is this text; a `?` in it may have been a sign their spreadsheet lacks."""
    if trace(written) == trace(read):
        return True
    saved, now = ("".join(_quoted(text).split()).casefold() for text in (written, read))
    return "?" in saved and re.fullmatch(".".join(map(re.escape, saved.split("?"))), now) is not None


def _quoted(read: str) -> str:
    """The text between «», in the characters of a Spanish Windows: what Excel saves."""
    found = re.search(r"«(.*)»", read, re.DOTALL)
    return _windows_signs(found[1] if found else read)


def _windows_signs(text: str) -> str:
    return text.replace("−", "-").encode("cp1252", errors="replace").decode("cp1252")


def read_decisions(source: Source, questions: Sequence[Asked]) -> Decisions:
    """Read the file as a person may have saved it, whatever `--sep` says of other tables.

    Lines that cannot be used are told and change nothing.

    Raises ContentError where it is no table, or lacks a column that is needed.
    """
    where = source.name
    source = replace(source, separator=None)  # `--sep` tells that of other tables: this one's is ours, or its program's
    table = open_table(source, known=lambda name: id_key(name) in {id_key(c) for c in COLUMNS})
    at = {id_key(title): i for i, title in enumerate(table.header)}
    missing = [name for name in NEEDED if id_key(name) not in at]
    if missing:
        raise ContentError(
            f"{where} no tiene la columna «{missing[0]}».",
            hint=f"La cabecera es: {'; '.join(COLUMNS)}. Si borras el archivo, lo vuelvo a escribir.",
            where=where,
        )
    made: dict[tuple[str, str], tuple[Decision, ...]] = {}
    remarks: dict[tuple[str, str], tuple[Decision, ...]] = {}
    listed: set[tuple[str, str, str]] = set()
    notices = list[Notice]()
    claims: dict[str, tuple[str, str]] = {}
    tops = {id_key(q.id): q.points for q in questions} | {"": Fraction(MAXIMUM)}
    for line, cells, problem in table:
        found = {name: _cell(cells, at.get(id_key(name))) for name in COLUMNS}
        if problem is not None and not (len(cells) == len(table.header) - 1 and _without_comment(found, at)):
            notices.append(problem)
            continue
        key = (id_key(found["id"]), id_key(found["pregunta"]))
        listed.add((*key, trace(found["leo"])))
        label = f"{where}:{line}"
        if not key[1] and len(prints := _PRINT.findall(found["leo"])) == 1:
            claims[prints[0]] = (found["id"], label)
        if (comment := found["comentario"]) and key[1] in tops:
            who = found["id"], found["pregunta"]
            remark = Decision(*who, None, read=found["leo"], where=label, comment=comment)
            remarks[key] = (*remarks.get(key, ()), remark)
        if not found["puntos"] and (not comment or key[1] in tops):
            continue
        top = tops.get(key[1])
        points = _points(found["puntos"], _points(found["maximo"]) or top)
        how = _instead(found["puntos"], found["leo"]) if points is None and not key[1] else None
        if top is None:
            text = f"{label}: «{display(found['pregunta'])}» no es una pregunta de esta unidad: no la aplico."
            notices.append(Notice("decision-question", text, label))
        elif (points is None and how is None) or (points is not None and points > top):
            way = " (ni NP, para dejar sin nota)" if not key[1] else ""
            text = f"{label}: «{display(found['puntos'])}» no son puntos de 0 a {decimal_text(top)}{way}: no lo aplico."
            notices.append(Notice("decision-points", text, label))
        else:
            one = Decision(
                found["id"], found["pregunta"], points, found["decidido por"], found["fecha"], found["leo"], label,
                how or "",
            )  # fmt: skip
            before = made.get(key, ())
            if (other := _contradicted(before, one)) is not None:
                what = f"la pregunta «{display(one.question)}»" if one.question else "su entrega"
                text = (
                    f"{label}: para {display(one.student_id)} y {what} decides {_outcome(one)}, "
                    f"y en {other.where}, {_outcome(other)}: vale {label}, la última."
                )
                notices.append(Notice("decision-twice", text, label))
            made[key] = (*before, one)
    return Decisions(
        made, frozenset(listed), (*table.notices, *notices), claims, remarks, source.raw, tuple(table.header),
        table.dialect,
    )  # fmt: skip


def with_doubts(decisions: Decisions, doubts: Iterable[Doubt]) -> bytes:
    """The file with the doubts it does not list yet added below: what was there stays byte for byte.

    Empty when there never was a file and nothing is in doubt.
    """
    claimed = set(decisions.claims)
    new = [d for d in doubts if d.key not in decisions.listed and (d.question or d.key[2] not in claimed)]
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
            "leo": _windows_signs(inert(doubt.read)),
            "minimo": decimal_text(doubt.low),
            "maximo": decimal_text(doubt.high),
            "motivo": _windows_signs(inert(doubt.motive)),
        }
        named = {id_key(name): value for name, value in cells.items()}
        writer.writerow([named.get(title, "") for title in order])
    added = text.getvalue()
    if not decisions.raw:
        return added.encode("utf-8-sig")
    between = b"" if decisions.raw.endswith((b"\n", b"\r")) else dialect.newline.encode(dialect.encoding)
    return decisions.raw + between + added.encode(dialect.encoding, errors="replace")


def appendable(decisions: Decisions) -> bool:
    """Whether doubts can be added to the file; not to a workbook."""
    return decisions.dialect.encoding != "xlsx"


def _cell(cells: Sequence[str], index: int | None) -> str:
    return cells[index].strip().removeprefix("'") if index is not None and index < len(cells) else ""


def _without_comment(found: Mapping[str, str], at: Mapping[str, int]) -> bool:
    """Whether a line that is one cell short lacks the comment, which came later than the other columns, and not a
    separator further to the left."""
    last = at.get("comentario") == max(at.values())
    numbers = all(not found[name] or _points(found[name]) is not None for name in ("minimo", "maximo"))
    return last and numbers and (not found["leo"] or found["leo"].startswith("«"))


def _instead(text: str, read: str) -> str | None:
    """What `puntos` says that is no number: "" for no mark, the name of one of the files read; None for neither."""
    if re.sub(r"[^a-z]", "", id_key(text)) in NO_MARK:
        return ""
    bare = re.sub(r"^vale\s+(la\s+|el\s+)?", "", text.strip("«»\"' "), flags=re.IGNORECASE)
    return bare if len(id_key(bare)) > 2 and id_key(bare) in id_key(read) else None


def _contradicted(before: Sequence[Decision], one: Decision) -> Decision | None:
    """The last of some decisions that is upon the same text as another one after them, where it says otherwise."""
    same = (d for d in reversed(before) if not d.read or not one.read or trace(d.read) == trace(one.read))
    last = next(same, None)
    return last if last is not None and _outcome(last) != _outcome(one) else None


def _outcome(decision: Decision) -> str:
    """What was decided: points, which of several hand-ins counts, or no mark."""
    return decimal_text(decision.points) if decision.points is not None else display(decision.keeps) or "NP"


def _points(text: str, most: Fraction | None = None) -> Fraction | None:
    """Points as a person writes them: `2`, `1,5`; `8/10` and `75 %` are a share of the `most` that a line may give."""
    found = re.fullmatch(r"([^/%]*)(?:/([1-9]\d{0,8})|(%))?", re.sub(r"[\s']", "", text))
    number = read_decimal(found[1]) if found else None
    if found is None or number is None:
        return None
    of = int(found[2]) if found[2] else 100 if found[3] else 0
    return number * (most or 1) / of if of else number
