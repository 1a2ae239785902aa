"""Whose hand-in is this: by Moodle's folder, by the id written in it, by its file's name. Never by a likely name.

Names of files and folders are compared as texts, in NFC; no pattern is ever made of an id. By convention a file given
loose is named `ID.txt`, or begins with the id followed by a blank, `_`, `-`, `.` or `(`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from tutor.errors import Notice
from tutor.files.text import INVISIBLE, id_key, name_key, shown, visible
from tutor.roster.class_list import foreign_letters, id_problem
from tutor.roster.people import Roster, Student
from tutor.roster.sheets import Sheets

_ASSIGNMENT = "_assignsubmission_"
_MOODLE = re.compile(rf"(?P<name>.+)_(?P<number>\d{{1,12}}){_ASSIGNMENT}(?P<plugin>file|onlinetext)_?(?P<rest>.*)")
_BROWSER_COPY = re.compile(r"(.+?)(\s*\(\d+\)|\s+-\s+(copia|copy)( \(\d+\))?)+")
LONGEST_NAME = 255
_EDGES = "_- .("
_PARTICLES = frozenset(["de", "del", "la", "las", "los", "el", "y", "i", "e", "da", "do", "dos", "van", "von"])
ZEROS = "zeros"
"""The notice of an id that lost zeros on its way, or won some."""
GENERIC = frozenset(
    ["hoja", "entrega", "respuestas", "onlinetext", "answers", "tarea", "ejercicio", "sheet", "documento", "untitled"]
)
"""Names of files that say nothing of who wrote them."""


@dataclass(frozen=True, slots=True)
class MoodleName:
    """What Moodle says in the name of a folder or a file of its download."""

    name: str
    number: str
    online: bool


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
            return MoodleName(unicodedata.normalize("NFC", match["name"]), match["number"], match["plugin"] != "file")
    return None


class Owners:
    """Recognises students; made once for a class."""

    def __init__(self, roster: Roster | None, sheets: Sheets | None = None) -> None:
        self.roster = roster
        self.sheets = sheets
        students = roster.students if roster else ()
        self.ascii = bool(students) and sum(s.id.isascii() for s in students) * 2 >= len(students)
        self.exact = {s.id: s for s in students}

    @cached_property
    def codes(self) -> dict[str, str]:
        """Students by the code of their sheet."""
        sheets = self.sheets.sheets.values() if self.sheets else ()
        return {id_key(sheet.code): sheet.student_id for sheet in sheets if sheet.code}

    def find(self, text: str) -> Student | None:
        """The student of that id or mail."""
        if self.roster is None:
            return None
        if found := self.exact.get(text):
            return found
        return self.roster.find(text) or self.roster.by_email.get(text.casefold())

    def of_row(self, raw: str, name: str, where: str) -> Owner:
        """Whoever the id in a row of a table says."""
        if found := self.exact.get(raw):
            return Owner(found.id, found.name)
        text = visible(raw)
        notices: tuple[Notice, ...] = ()
        if text != raw.strip():
            said = f"{where}: el id «{shown(text)}» traía caracteres invisibles; los he quitado."
            notices = (Notice("invisible", said, where),)
        if not text:
            said = f"{where}: no dice de quién es."
            return Owner(where, name, self.roster is None, Notice("no-id", said, where))
        if found := self.find(text):
            return Owner(found.id, found.name, True, None, (*notices, *_not_as_listed(text, found, where)))
        return self._stranger(text, name, where, notices)

    def of_file(
        self, where: str, written: str = "", name: str = "", moodle: MoodleName | None = None, code: str = ""
    ) -> Owner:
        """Whoever a file belongs to: `written`, `name` and `code` are what the sheet itself says."""
        if not self.find(written) and (own := self.codes.get(id_key(code))) and self.find(own):
            owner = self.of_file(where, own, name, moodle)
            said = f"{where}: la hoja dice «{shown(written)}», que no está en la lista; va a {own} por su código."
            told = (Notice("id-by-code", said, where),) * bool(visible(written) and owner.id == own)
            return replace(owner, notices=(*told, *owner.notices))
        if moodle is not None:
            return self._of_moodle(where, written, name, moodle)
        inside = self.find(written) if written else None
        candidates, named = self._by_file_name(where)
        if inside is not None:
            others = [s for s in candidates if s is not inside]
            if others and inside not in candidates:
                said = f"{where}: el nombre del archivo es de {others[0].id} y la hoja dice {inside.id}."
                return Owner(inside.id, inside.name, True, Notice("two-owners", said, where))
            return Owner(inside.id, inside.name, True, None, _not_as_listed(written, inside, where))
        if len(candidates) > 1:
            both = " o ".join(s.id for s in candidates)
            said = f"{where}: por el nombre del archivo puede ser de {both}."
            return Owner(where, name, False, Notice("ambiguous-name", said, where))
        if candidates:
            found = candidates[0]
            said = f"{where}: la hoja dice «{shown(written)}», que no está en la lista; va a {found.id} por su nombre."
            told = (Notice("id-by-file", said, where),) * bool(written)
            return Owner(found.id, found.name, True, None, (*told, *_not_as_listed(named, found, where)))
        text = visible(written) or _own_name(where)
        if not text:
            said = f"{where}: ni la hoja ni el nombre del archivo dicen de quién es."
            return Owner(where, name, self.roster is None, Notice("no-id", said, where))
        return self._stranger(text, name, where)

    def _of_moodle(self, where: str, written: str, name: str, moodle: MoodleName) -> Owner:
        """Moodle knows who uploaded it; what the sheet says may only agree."""
        inside = self.find(written) if written else None
        if self.roster is None:
            return self._stranger(visible(written) or moodle.number, name or moodle.name, where)
        found = self.roster.by_moodle_id.get(moodle.number)
        notices: tuple[Notice, ...] = ()
        if found is None and not self.roster.by_moodle_id:
            twins = self._by_name(moodle.name)
            if inside is not None and (inside in twins or not inside.name):
                found = inside
            elif inside is not None and not twins:
                # Moodle leaves signs out of its folders, and a site may show half of a name
                found = inside
                said = f"{where}: «{shown(moodle.name)}» no está en la lista; va a {inside.id} por lo que dice la hoja."
                notices = (Notice("id-by-sheet", said, where),)
            elif len(twins) == 1:
                found = twins[0]
                said = f"{where}: reconozco a {found.id} solo por su nombre, que en la lista no tiene nadie más."
                notices = (Notice("name-only", said, where),) * (inside is None)
            elif len(twins) > 1:
                said = f"{where}: «{shown(moodle.name)}» puede ser {' o '.join(s.id for s in twins)}."
                return Owner(where, moodle.name, False, Notice("ambiguous-name", said, where))
        if found is None:
            owner = self._stranger(visible(written) if inside is None else "", moodle.name, where)
            return Owner(owner.id if owner.id != where else moodle.number, moodle.name, False, None, owner.notices)
        if inside is not None and inside is not found:
            said = f"{where}: lo subió {found.id} y la hoja dice {inside.id}."
            return Owner(found.id, found.name, True, Notice("two-owners", said, where))
        if self._is_another(moodle, found, inside):
            said = f"{where}: la carpeta es de «{shown(moodle.name)}» y en la lista el participante {moodle.number} es "
            said += f"«{shown(found.name)}» ({found.id}). ¿Es la lista de esta tarea? Da la suya y repite la orden."
            return Owner(found.id, found.name, True, Notice("two-names", said, where))
        return Owner(found.id, found.name, True, None, notices)

    def _is_another(self, moodle: MoodleName, found: Student, inside: Student | None) -> bool:
        """Whether a folder's name is not that of the student whose number it has: the numbers of another assignment.

        Names vary (an order, an accent, a second surname): one word in common is enough, unless the whole name is
        somebody else's. Where Moodle hides names there is one word for all, and nothing to compare.
        """
        if not found.name:
            return False
        if others := self._by_name(moodle.name):
            return found not in others
        words = _words(moodle.name)
        return inside is None and len(words) > 1 and words.isdisjoint(_words(found.name))

    def _by_name(self, name: str) -> tuple[Student, ...]:
        """Students of that name; with groups, of what follows the group's name and a hyphen."""
        assert self.roster is not None
        while True:
            if found := self.roster.by_name.get(name_key(name)):
                return found
            _, hyphen, name = name.partition("-")
            if not hyphen:
                return ()

    def _by_file_name(self, where: str) -> tuple[list[Student], str]:
        """Students whose id is the file's name, or begins it; else the folder's; and that name. More than one: no
        telling."""
        if self.roster is None:
            return [], ""
        for name in _names(where):
            if found := self.find(name):
                return [found], name
            starts = {id_key(name[:i]) for i, c in enumerate(name[:200]) if c in _EDGES and i}
            if begun := [self.roster.by_key[key] for key in sorted(starts) if key in self.roster.by_key]:
                return begun, name
        return [], ""

    def _stranger(self, text: str, name: str, where: str, notices: tuple[Notice, ...] = ()) -> Owner:
        """Nobody on the roster, if there is one: kept under the id that came, with what is odd about it."""
        text = text or where
        if text != where and (complaint := id_problem(text)):
            return Owner(text, name, self.roster is None, Notice("bad-id", f"{where}: {complaint}.", where), notices)
        if text != where and self.ascii and (odd := foreign_letters(text)):
            said = f"{where}: el id «{shown(text)}» lleva {odd}; por eso no está en la lista."
            notices = (*notices, Notice("homoglyph", said, where))
        if self.roster is not None and name and len(twins := self.roster.by_name.get(name_key(name), ())) == 1:
            who = f"«{shown(text)}»" if text != where else "quien lo subió"
            said = f"{where}: {who} no está en la lista; por el nombre podría ser {twins[0].id}."
            notices = (*notices, Notice("perhaps", said, where))
        return Owner(text, name, self.roster is None, None, notices)


def _not_as_listed(text: str, found: Student, where: str) -> tuple[Notice, ...]:
    """What tells an id as it was written from the one on the list, though they are one."""
    text = visible(text)
    if not text.isascii() and any(ord(c) in INVISIBLE for c in text):
        said = f"{where}: el id «{shown(text)}» lleva un carácter invisible en medio; lo tomo por {found.id}."
        return (Notice("invisible", said, where),)
    if text.isdecimal() and id_key(text) != id_key(found.id) and text.lstrip("0") == found.id.lstrip("0"):
        said = f"{where}: el id «{shown(text)}» no lleva los mismos ceros delante que el de la lista, {found.id}."
        return (Notice(ZEROS, said, where),)
    return ()


def _words(name: str) -> set[str]:
    """The words of a name that tell people apart."""
    return set(name_key(name.replace("-", " ")).split()) - _PARTICLES


def _names(where: str) -> list[str]:
    """What a path offers as an id: the file's name without its ending, then its folder's, in NFC."""
    parts = [unicodedata.normalize("NFC", part[:LONGEST_NAME]) for part in where.split("/")]
    stem = parts[-1].rpartition(".")[0] or parts[-1]
    return [n for n in (stem, _without_copy(stem), *parts[1:-1][::-1][:2]) if n and id_key(n) not in GENERIC]


@lru_cache(maxsize=1024)
def _without_copy(stem: str) -> str:
    """`a042 (1)` is what a browser makes of a second `a042`."""
    match = _BROWSER_COPY.fullmatch(stem)
    return match[1] if match else stem


def _own_name(where: str) -> str:
    """The id a file's name says when there is no roster to tell."""
    names = _names(where)
    return visible(_without_copy(names[0])) if names else ""
