"""Whose something is: a hand-in, a row of a table, a line of a worksheet, a sheet's code, a decision, `--explain`.

One set of rules for all of them. Each piece of evidence names some people of the list, and whoever all of them name is
meant; where that is nobody, or several, nobody is.

1. *Ids*: one of the list, whatever its case, accents, spaces and the zeros that a spreadsheet takes; a mail where one
   person has it; `Participante 101` where the list has that number; an id that another list of the class gives.
2. *Moodle's folder* is of who uploaded it, by its number, or by its name where nobody on the list has another number.
3. *A path*: the nearest file or folder that is named by an id, begins with one and a blank, `_`, `-`, `.` or `(`, or
   has a long one among its words, and the nearest named as somebody by full name, with or without words such as
   «entrega». What all hand-ins lie in tells only where nothing else does.
4. *A sheet's code*, where the id written on it is nobody's.
5. *A full name* that one person of the list has, where nothing better is given: it is told. One that two have is never
   enough. An id that is on no list is somebody else's, whatever the name beside it.

Names of files are compared as texts, in NFC; no pattern is ever made of an id.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from tutor.errors import Notice
from tutor.files.text import INVISIBLE, display, id_key, name_key, name_keys, visible
from tutor.files.zip_writing import safe_name
from tutor.roster.class_list import PARTICIPANT, foreign_letters, id_problem, mail_of
from tutor.roster.people import Roster, Student
from tutor.roster.sheets import Sheets

_ASSIGNMENT = "_assignsubmission_"
_MOODLE = re.compile(rf"(?P<name>.+)_(?P<number>\d{{1,12}}){_ASSIGNMENT}(?:file|onlinetext)_?.*")
_BROWSER_COPY = re.compile(r"(.+?)(\s*\(\d+\)|\s+-\s+(copia|copy)( \(\d+\))?)+")
LONGEST_NAME = 255
_EDGES = "_- .("
SHORTEST = 3
"""Characters of an id by which a folder's name may begin."""
_PARTICLES = frozenset(["de", "del", "la", "las", "los", "el", "y", "i", "e", "da", "do", "dos", "van", "von"])
ZEROS = "zeros"
"""The notice of an id that lost zeros on its way, or won some."""
DOUBTS = frozenset(["no-id", "bad-id", "ambiguous-name", "two-owners", "two-names"])
"""Problems that end when somebody says whose it is."""
GENERIC = frozenset(
    [
        "hoja", "entrega", "respuestas", "onlinetext", "answers", "tarea", "ejercicio", "sheet", "documento",
        "untitled", "practica", "deberes", "trabajo", "actividad", "tema", "unidad", "homework", "assignment",
        "final", "copia", "definitiva", "definitivo",
    ]
)  # fmt: skip
"""Words in names of files that say nothing of who wrote them."""
_WORDS = re.compile(r"[^\W_]+")
LONG_ID = 5
"""Characters of an id that is one wherever it stands in a name: «A1» and «2026» may be an exercise and a year."""

RARE = 100
"""People that a word of a name may fit, for it to suggest whose something is."""

People = tuple[Student, ...]
Named = tuple[str, int]
"""What a path may be called by, and how long at least an id is that it begins with."""


@dataclass(frozen=True, slots=True)
class MoodleName:
    """What Moodle says in the name of a folder or a file of its download."""

    name: str
    number: str


@dataclass(frozen=True)
class Evidence:
    """All that a hand-in offers to tell whose it is; `where` names it in messages.

    `written`, `mail`, `name` and `code` are what it says itself, `path` where it lies, `folder` what Moodle says of who
    uploaded it.
    """

    where: str
    written: str = ""
    mail: str = ""
    name: str = ""
    code: str = ""
    path: str = ""
    folder: MoodleName | None = None

    @cached_property
    def id(self) -> str:
        """What was written for an id, without what nobody sees around it."""
        return visible(self.written)

    def notice(self, code: str, text: str) -> Notice:
        """Something to tell of it."""
        return Notice(code, f"{self.where}: {text}", self.where)


@dataclass(frozen=True, slots=True)
class Match:
    """Who is meant, if one is; `rivals` where it could be several, or pieces of evidence name different people."""

    student: Student | None = None
    rivals: People = ()
    by_name: bool = False
    """Whether nothing but the name tells."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who handed something in. `problem` when that is for a person to say."""

    id: str
    name: str = ""
    known: bool = True
    problem: Notice | None = None
    notices: tuple[Notice, ...] = ()


def moodle_name(where: str) -> MoodleName | None:
    """Moodle's naming in any part of a path; with groups, the group's name comes before the student's."""
    if _ASSIGNMENT not in where:
        return None
    for part in where.split("/"):
        match = _MOODLE.fullmatch(part[:LONGEST_NAME])
        if match:
            return MoodleName(unicodedata.normalize("NFC", match["name"]), match["number"])
    return None


def moodle_path(name: str, number: str, file: str) -> str:
    """Where Moodle looks for somebody's file in a zip: it cuts at `_` and reads the second piece."""
    return f"{safe_name(name)}_{number}{_ASSIGNMENT}file_/{file}"


class Directory:
    """Recognises the people of a list; made once for a class. Without a list, things say themselves whose they are.

    `sheets` gives the codes of their sheets, `other` another list of the same class, by whose ids they are known too.
    """

    def __init__(self, roster: Roster | None, sheets: Sheets | None = None, other: Roster | None = None) -> None:
        self.roster = roster
        self.sheets = sheets
        self.other = other
        self.students = roster.students if roster else ()
        self.exact = {s.id: s for s in self.students}

    @classmethod
    def of(cls, students: Iterable[Student]) -> Directory:
        """Of some people, whatever list they come from."""
        return cls(Roster(tuple(students)))

    # -- by one thing alone

    def find(self, text: str) -> Student | None:
        """The student of an id or a mail; None where nobody has it, or several."""
        found = self._having(text)
        return found[0] if len(found) == 1 else None

    def named(self, name: str) -> People:
        """Everybody of that full name, in any order; with groups, of what follows the group's name and a hyphen."""
        while name:
            if found := self._by_name.get(name_key(name)):
                return found
            name = name.partition("-")[2]
        return ()

    def _like(self, name: str) -> People:
        """Whose names have all the words of one of several, if one of these is rare enough to tell."""
        found = sorted((self._by_word.get(word, set()) for word in _words(_bare(name))), key=len)
        return tuple(set.intersection(*found)) if len(found) > 1 and len(found[0]) <= RARE else ()

    def search(self, text: str) -> People:
        """Whom a person asks for: by an id, a number or a mail, else by some words of a name. Several, if it may be."""
        if found := self._having(text) or self._by_number.get(text.strip(), ()):
            return found
        words = set(name_key(text).split())
        return tuple(s for s in self.students if words and words <= set(name_key(s.name).split()))

    def match(self, *, id: str = "", mail: str = "", number: str = "", name: str = "") -> Match:
        """Whom a row means: by the columns that tell, all together."""
        return self._match(id, [self._having(id), self._mailed(mail), self._by_number.get(number, ())], number, name)

    # -- whose a hand-in is

    def whose(self, evidence: Evidence) -> Owner:
        """Whose a hand-in is, with what of it deserves a look."""
        if self.roster is None:
            return self._stranger(evidence)
        inside, notices = self._inside(evidence)
        outside, near = self._outside(evidence)
        if evidence.folder is not None and not outside and any(s.moodle_id for s in inside):
            return self._stranger(replace(evidence, written="", mail=""))  # somebody with another number uploaded it
        claims = [inside, outside] if near or not inside else [inside]
        found = self._match(evidence.id, claims, "", evidence.name if not outside else "")
        if found.student is None:
            several = (inside and outside) or len(found.rivals) > 1
            return _undecided(evidence, inside, outside, found.rivals) if several else self._stranger(evidence)
        student = found.student
        if evidence.folder is not None and self._is_another(evidence.folder, student, bool(inside)):
            return _of_two_names(evidence, evidence.folder, student)
        reasons = self._reasons(evidence, student, inside, outside, found.by_name)
        return Owner(student.id, student.name, True, None, (*_trimmed(evidence), *notices, *reasons))

    def code_owner(self, code: str) -> str | None:
        """The id of the student whose sheet carries a code."""
        return self._codes.get(id_key(code)) if code else None

    # -- the pieces of evidence, each the people it names

    def _having(self, text: str) -> People:
        """By an id, a mail, or Moodle's word for a participant with a number."""
        if self.roster is None or not text:
            return ()
        if found := self.exact.get(text) or self.roster.by_key.get(key := id_key(text)) or self._aliases.get(key):
            return (found,)
        digits = visible(text)
        if digits.isdecimal() and (zeroless := self._by_digits.get(digits.lstrip("0"))):
            return zeroless if len(zeroless) == 1 else ()
        if mailed := self._mailed(digits):
            return mailed
        participant = PARTICIPANT.match(digits)
        return self._by_number.get(participant[2], ()) if participant else ()

    def _mailed(self, mail: str) -> People:
        return self._by_mail.get(mail.strip().casefold(), ())

    def _inside(self, evidence: Evidence) -> tuple[People, list[Notice]]:
        """By what the hand-in itself says: its id and mail, which may contradict each other, else its code."""
        keys = [found for found in (self._having(evidence.id), self._mailed(evidence.mail)) if found]
        if keys:
            return _common(keys) or tuple(s for found in keys for s in found), []
        owner = self.find(self.code_owner(evidence.code) or "")
        if owner is None:
            return (), []
        text = f"la hoja dice «{display(evidence.id)}», que no está en la lista; va a {owner.id} por su código."
        return (owner,), [evidence.notice("id-by-code", text)] if evidence.id else []

    def _outside(self, evidence: Evidence) -> tuple[People, bool]:
        """By who uploaded it or where it lies, and whether that is nearer than what all of them lie in."""
        if evidence.folder is not None:
            number = self._by_number.get(evidence.folder.number)
            return number or tuple(s for s in self.named(evidence.folder.name) if not s.moodle_id), True
        for names, near in ((_names(evidence.path), True), (_root(evidence.path), False)):
            by_id = next(filter(None, map(self._identified, names)), ())
            by_name = next(filter(None, (self.named(name) or self.named(_bare(name)) for name, _ in names)), ())
            if by_id or by_name:
                claims = [found for found in (by_id, by_name) if found]
                return _common(claims) or tuple(dict.fromkeys((*by_id, *by_name))), near
        return (), True

    def _identified(self, named: Named) -> People:
        """Whoever's id a name is, begins with, or has in it. «1 A» is a group's: a folder's takes a longer one."""
        name, least = named
        if found := self._having(name):
            return found
        assert self.roster is not None
        keys = {id_key(name[:i]) for i, c in enumerate(name[:200]) if c in _EDGES and i >= least}
        if least < LONGEST_NAME:
            keys.update(id_key(word) for word in _WORDS.findall(name) if len(word) >= LONG_ID)
        return tuple(self.roster.by_key[key] for key in sorted(keys) if key in self.roster.by_key)

    def _match(self, id: str, claims: Sequence[People], number: str, name: str) -> Match:
        """Whoever all the evidence names; the name decides where there is none, or among those that are left."""
        keys = [found for found in claims if found]
        stranger = bool(id) and not keys
        named = () if stranger else tuple(s for s in self.named(name) if not (number and s.moodle_id))
        left = _common(keys) if keys else named
        if len(left) > 1 and (narrowed := tuple(s for s in left if s in named)):
            left = narrowed
        if len(left) == 1:
            return Match(left[0], (), not keys)
        return Match(None, left or tuple(dict.fromkeys(s for found in keys for s in found)))

    # -- indexes

    @cached_property
    def _by_number(self) -> dict[str, People]:
        return {s.moodle_id: (s,) for s in self.students if s.moodle_id}

    @cached_property
    def _by_mail(self) -> dict[str, People]:
        return _grouped((s.email.casefold(), s) for s in self.students if s.email)

    @cached_property
    def _by_name(self) -> dict[str, People]:
        named = [s for s in self.students if s.name]
        return _grouped(zip(name_keys([s.name for s in named]), named, strict=True))

    @cached_property
    def _by_word(self) -> dict[str, set[Student]]:
        found: dict[str, set[Student]] = {}
        for student in self.students:
            for word in _words(student.name):
                found.setdefault(word, set()).add(student)
        return found

    @cached_property
    def _by_digits(self) -> dict[str, People]:
        """By what a spreadsheet leaves of an id of digits."""
        return _grouped((s.id.lstrip("0"), s) for s in self.students if s.id.isdecimal())

    @cached_property
    def _aliases(self) -> dict[str, Student]:
        """By the ids that only the other list has."""
        found: dict[str, Student] = {}
        for known in self.other.students if self.other else ():
            mailed = self._mailed(known.email)
            if len(mailed) == 1:
                found[id_key(known.id)] = mailed[0]
        return found

    @cached_property
    def _codes(self) -> dict[str, str]:
        sheets = self.sheets.sheets.values() if self.sheets else ()
        return {id_key(sheet.code): sheet.student_id for sheet in sheets if sheet.code}

    @cached_property
    def _plain(self) -> bool:
        """Whether most ids are plain letters: then one that is not deserves a word."""
        return bool(self.students) and sum(s.id.isascii() for s in self.students) * 2 >= len(self.students)

    # -- what is told

    def _reasons(
        self, evidence: Evidence, student: Student, inside: People, outside: People, by_name: bool
    ) -> Iterator[Notice]:
        """Why it is theirs, where that deserves a look."""
        if not evidence.id or self._having(evidence.id):
            yield from _not_as_listed(evidence, evidence.id, student)
        elif not inside and evidence.folder is None:
            text = f"la hoja dice «{display(evidence.id)}», que no está en la lista; va a {student.id} por su nombre."
            yield evidence.notice("id-by-file", text)
        if evidence.folder is not None and inside and not outside:
            # Moodle leaves signs out of its folders, and a site may show half of a name
            text = f"«{display(evidence.folder.name)}» no está en la lista; va a {student.id} por lo que dice la hoja."
            yield evidence.notice("id-by-sheet", text)
        elif not inside and evidence.folder is not None:
            by_name = evidence.folder.number not in self._by_number
        elif not inside and outside:
            names = (*_names(evidence.path), *_root(evidence.path))
            key = next((named[0] for named in names if student in self._identified(named)), "")
            yield from _not_as_listed(evidence, key, student)
            by_name = not key
        if by_name:
            text = f"reconozco a {student.id} solo por su nombre, que en la lista no tiene nadie más."
            yield evidence.notice("name-only", text)

    def _is_another(self, folder: MoodleName, found: Student, inside: bool) -> bool:
        """Whether a folder's name is not that of the student whose number it has: the numbers of another assignment.

        Names vary (an order, an accent, a second surname): one word in common is enough, unless the whole name is
        somebody else's. Where Moodle hides names there is one word for all, and nothing to compare.
        """
        if not found.name or folder.number != found.moodle_id:
            return False
        if others := self.named(folder.name):
            return found not in others
        words = _words(folder.name)
        return not inside and len(words) > 1 and words.isdisjoint(_words(found.name))

    def _stranger(self, evidence: Evidence) -> Owner:
        """Nobody on the list, or there is none: kept under the id that came, with what is odd about it."""
        folder, listed = evidence.folder, self.roster is not None
        text = evidence.id or mail_of(evidence.mail)
        text = text or (folder.number if folder is not None else _name_of_file(evidence.path))
        name = folder.name if folder is not None and (listed or not evidence.name) else evidence.name
        if not text:
            why = f"«{display(name)}» no está en la lista." if name and listed else "no dice de quién es."
            if evidence.path:
                why = "ni la hoja ni el nombre del archivo dicen de quién es."
            return Owner(evidence.where, name, not listed, evidence.notice("no-id", why))
        notices = list(_trimmed(evidence))
        if complaint := id_problem(text):
            return Owner(text, name, not listed, evidence.notice("bad-id", f"{complaint}."), tuple(notices))
        if self._plain and (odd := foreign_letters(text)):
            why = f"el id «{display(text)}» lleva {odd}; mira si es la que parece."
            notices.append(evidence.notice("homoglyph", why))
        if len(named := (name and self.named(name)) or self._like(name or text)) == 1:
            who = "quien lo subió" if folder is not None and text == folder.number else f"«{display(text)}»"
            notices.append(
                evidence.notice("perhaps", f"{who} no está en la lista; por el nombre podría ser {named[0].id}.")
            )
        return Owner(text, name, not listed, None, tuple(notices))


def _undecided(evidence: Evidence, inside: People, outside: People, rivals: People) -> Owner:
    """Several may be meant, or the evidence contradicts itself: for a person."""
    if inside and outside and evidence.folder is not None:
        text = f"lo subió {outside[0].id} y la hoja dice {inside[0].id}."
        return Owner(outside[0].id, outside[0].name, True, evidence.notice("two-owners", text))
    if inside and outside:
        text = f"el nombre del archivo es de {outside[0].id} y la hoja dice {inside[0].id}."
        return Owner(inside[0].id, inside[0].name, True, evidence.notice("two-owners", text))
    by = "por lo que dice" if inside else f"por el nombre{' del archivo' * bool(outside)}"
    name = evidence.name
    if evidence.folder is not None:
        by, name = f"«{display(evidence.folder.name)}»", evidence.folder.name
    text = f"{by} puede ser de {' o '.join(s.id for s in rivals)}."
    return Owner(evidence.where, name, False, evidence.notice("ambiguous-name", text))


def _of_two_names(evidence: Evidence, folder: MoodleName, found: Student) -> Owner:
    text = f"la carpeta es de «{display(folder.name)}» y en la lista el participante {folder.number} es "
    text += f"«{display(found.name)}» ({found.id}). ¿Es la lista de esta tarea? Da la suya y repite la orden."
    return Owner(found.id, found.name, True, evidence.notice("two-names", text))


def with_numbers(listed: Roster, worksheet: Roster) -> Roster:
    """The list with the participant numbers that only Moodle's worksheet knows, by mail or id."""
    known = Directory(worksheet)
    students = []
    for student in listed.students:
        other = known.match(id=student.id, mail=student.email).student
        students.append(replace(student, moodle_id=student.moodle_id or (other.moodle_id if other is not None else "")))
    numbers = [s.moodle_id for s in students if s.moodle_id]
    return replace(listed, students=tuple(students)) if len(set(numbers)) == len(numbers) else listed


def _grouped(pairs: Iterable[tuple[str, Student]]) -> dict[str, People]:
    found: dict[str, People] = {}
    for key, student in pairs:
        found[key] = (*found.get(key, ()), student)
    return found


def _common(keys: Sequence[People]) -> People:
    """Whom all of them name."""
    return tuple(s for s in keys[0] if all(s in found for found in keys[1:]))


def _trimmed(evidence: Evidence) -> Iterator[Notice]:
    """An id that came with characters that nobody sees around it."""
    if evidence.id != evidence.written.strip():
        text = f"el id «{display(evidence.id)}» traía caracteres invisibles; los he quitado."
        yield evidence.notice("invisible", text)


def _not_as_listed(evidence: Evidence, text: str, found: Student) -> Iterator[Notice]:
    """What tells an id as it was written from the one on the list, though they are one."""
    text = visible(text)
    if not text.isascii() and any(ord(c) in INVISIBLE for c in text):
        why = f"el id «{display(text)}» lleva un carácter invisible en medio; lo tomo por {found.id}."
        yield evidence.notice("invisible", why)
    elif text.isdecimal() and id_key(text) != id_key(found.id) and text.lstrip("0") == found.id.lstrip("0"):
        why = f"el id «{display(text)}» no lleva los mismos ceros delante que el de la lista, {found.id}."
        yield evidence.notice(ZEROS, why)


def _bare(name: str) -> str:
    """A name of a file or folder without the words that are nobody's: «Entrega 2 de Ana Gil» is Ana Gil's."""
    words = [word for word in _WORDS.findall(name) if not any(map(str.isdigit, word))]
    kept = [word for word in words if id_key(word) not in GENERIC]
    return " ".join(kept[1:] if kept[:1] != words[:1] and kept[:1] == ["de"] else kept)


def _words(name: str) -> set[str]:
    """The words of a name that tell people apart."""
    return set(name_key(name.replace("-", " ")).split()) - _PARTICLES


@lru_cache(maxsize=1024)
def _names(path: str) -> tuple[Named, ...]:
    """What a path offers as an id or a name: the file's, without its ending, then its folders' from the nearest on,
    but for the first; in NFC."""
    *folders, file = _parts(path)
    above = [(name, SHORTEST) for part in folders[:0:-1] for name in _spellings(part, folder=True)]
    found = (*((name, 1) for name in _spellings(file)), *above)
    return tuple(dict.fromkeys((n, least) for n, least in found if n and id_key(n) not in GENERIC))


def _root(path: str) -> tuple[Named, ...]:
    """What all hand-ins may lie in: the folder or archive that was given. Only a whole id is one."""
    first, *rest = _parts(path)
    return tuple((name, LONGEST_NAME) for name in _spellings(first, folder=True)) if rest else ()


def _parts(path: str) -> list[str]:
    return [unicodedata.normalize("NFC", part[:LONGEST_NAME]) for part in path.split("/")]


def _spellings(part: str, *, folder: bool = False) -> tuple[str, ...]:
    """A name as it is, if of a folder, without its ending, and without what a browser adds to a second one."""
    stem = part.rpartition(".")[0] or part
    copy = _BROWSER_COPY.fullmatch(stem)
    return (*((part,) * folder), stem, *((copy[1],) if copy else ()))


def _name_of_file(path: str) -> str:
    """The id a file's name says when there is no list to tell."""
    names = _names(path) if path else ()
    if not names:
        return ""
    copy = _BROWSER_COPY.fullmatch(names[0][0])
    return visible(copy[1] if copy else names[0][0])
