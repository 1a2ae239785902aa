"""The names that questions, and the fields of a sheet, go by."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

from tutor.errors import nearest
from tutor.files.text import id_key
from tutor.intake.quiz_responses import Blanks
from tutor.units.models import SHEET_FIELDS

_ASIDE = re.compile(r"\s*[(\[·—]")
REMEMBERED = 4096
"""Labels whose meaning is kept at hand."""

_WORDS = re.compile(r"[^\W_]+")
_MOST_WORDS = 12
Whole = Callable[[str, str], bool | None]
"""Whole(question, text) -> whether the text has all that the question asks for; None where nobody can tell."""


class Labels:
    """The names a question goes by on a sheet: its id and its title. Built once for a class.

    `whole` tells an answer from half of one; without it, any text is an answer. `blanks` are those of the unit as a
    quiz.
    """

    def __init__(self, questions: Mapping[str, str], whole: Whole | None = None, blanks: Blanks | None = None) -> None:
        self.ids = tuple(questions)
        self.blanks = blanks or {}
        self.whole: Whole = whole or (lambda question, text: bool(text))
        self.names = {id_key(title): qid for qid, title in questions.items() if title}
        self.names |= {id_key(qid): qid for qid in questions}
        self.fields = {id_key(word): kind for kind, words in SHEET_FIELDS.items() for word in words}
        names = sorted({*questions, *questions.values(), "id", "nombre", "hoja"} - {""}, key=len, reverse=True)
        self._inside = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})\s{{0,3}}:", re.IGNORECASE)
        self._found: dict[str, tuple[str, str] | None] = {}

    def find(self, label: str) -> tuple[str, str] | None:
        """("question", its id) or ("field", its kind), or None. A class writes the same labels over and over."""
        if label not in self._found:
            if len(self._found) > REMEMBERED:
                self._found.clear()
            self._found[label] = self._look_up(label)
        return self._found[label]

    def leading(self, text: str) -> tuple[str, int]:
        """The question whose name `text` begins with, the longest, and where that name ends; ("", 0) if with none."""
        best = ("", 0)
        for at, word in enumerate(_WORDS.finditer(text)):
            key = id_key(text[: word.end()])
            if at >= _MOST_WORDS or not any(name.startswith(key) for name in self.names):
                break
            if key in self.names:
                best = self.names[key], word.end()
        return best

    def pieces(self, line: str) -> list[str]:
        """A line as it is, or cut before each label where several questions stand in one paragraph."""
        if line.count(":") < 2 or line.lstrip().startswith("#"):
            return [line]
        starts = [(m.start(), m[1]) for m in self._inside.finditer(line)]
        if sum(self._kind(name) == "question" for _, name in starts) < 2:
            return [line]
        cuts = [0, *(at for at, _ in starts if at), len(line)]
        return [line[a:b].strip() for a, b in pairwise(cuts)]

    def _kind(self, name: str) -> str:
        found = self.find(name)
        return found[0] if found else ""

    def _look_up(self, label: str) -> tuple[str, str] | None:
        bare = label.strip("*_`\"'«»“”()[] ")
        for name in (bare, _ASIDE.split(bare, maxsplit=1)[0]):
            key = id_key(name)
            if key in self.names:
                return "question", self.names[key]
            if key in self.fields:
                return "field", self.fields[key]
        return None

    def meant(self, label: str) -> str | None:
        """The question whose name is most like a label that is none; None when none is like it."""
        words = [*self.ids, *(name for name in self.names)]
        close = nearest(label[:80], words, id_key)
        return self.names[id_key(close)] if close else None
