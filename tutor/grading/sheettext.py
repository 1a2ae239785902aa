"""An answer sheet as it comes back: plain text filled in on a phone, YAML written by hand, or Moodle's online text.

A sheet is lines `id: …`, `pesos: …`; what begins with `#` is printed matter. Labels are a question's id or title,
whatever their case, accents, bullets or numbering; an answer may go on in the lines below. Nothing is guessed: two
different answers to one question, or a text without any label, are for a person.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tutor.errors import ContentError
from tutor.grading.columns import nearest
from tutor.grading.dates import parse_date
from tutor.grading.models import INVISIBLE, Notice, id_key, shown, visible

FIELDS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "tu id", "alumno", "alumna", "código", "matrícula", "id alumno", "identificador", "usuario", "dni"),
    "name": ("nombre", "tu nombre", "nombre completo", "nombre y apellidos", "apellidos y nombre"),
    "sheet": ("hoja", "código de hoja"),
    "date": ("fecha", "copiada"),
}

_LABEL = re.compile(
    r"[\s>*•·▪◦_`\"'«“-]{0,12}(?P<number>\d{1,3}\s{0,3}[.):–-]{1,3}\s{0,3})?"
    r"(?P<label>[^\s:=→⇒;|][^:=→⇒;|]{0,79}?)[\s*_`\"'»”]{0,8}(?P<sep>::|[:=→⇒]|->|\t)"
)
_NUMBERED = re.compile(r"(?:pregunta|preg\.?|p|q|n[ºo°]\.?)?\s{0,3}(\d{1,2})\s{0,3}[.):–-]{1,3}(?:\s|$)", re.IGNORECASE)
_SIGNATURE = re.compile(
    r"(--+$|(enviado|sent|get|obtener|obtén|enviat|descarga)\b.*(iphone|ipad|android|outlook|samsung|huawei"
    r"|xiaomi|móvil|mobile|mail|yahoo|gmail)|de: |from: )",
    re.IGNORECASE,
)
_QUOTES = (('"', '"'), ("“", "”"), ("«", "»"), ("'", "'"), ("‘", "’"), ("`", "`"), ("„", "“"))
_WORD = re.compile(r"[^\W\d_]{4,}")
_MATHS = frozenset(("sqrt", "raiz", "raíz", "frac", "softmax", "array", "tensor", "matrix"))
_CONTROL = re.compile(r"\(control (\d{4})\)")
_HEADING = "hace falta tocarlas"
"""Of the printed lines, the one that only a sheet of ours begins with."""
_PLACE = re.compile(r"\d{1,2}\s{0,3}[.)]\s{1,3}")
_ASIDE = re.compile(r"\s*[(\[·—]")
HEAD = 160
"""Characters of a line in which its label is looked for."""
MOST_NOTICES = 20
"""Unknown labels told of one sheet: a hostile one has thousands."""
REMEMBERED = 4096
"""Labels whose meaning is kept at hand."""
_COMMENT = re.compile(r"\s#.*")


@dataclass(frozen=True, slots=True)
class SheetText:
    """What a sheet says. `answers` has only what was filled in, as raw text; `problem` calls for a person."""

    answers: Mapping[str, str]
    id: str = ""
    name: str = ""
    code: str = ""
    date: str = ""
    notices: tuple[Notice, ...] = ()
    problem: Notice | None = None


def control(printed: Iterable[str]) -> str:
    """Four digits that change when somebody writes numbers on the printed lines of a sheet."""
    digits = "".join(c for line in printed for c in line if c.isdigit())
    return f"{zlib.crc32(digits.encode()) % 10_000:04}"


class Labels:
    """The names a question goes by on a sheet: its id and its title. Built once for a class."""

    def __init__(self, questions: Mapping[str, str]) -> None:
        self.ids = tuple(questions)
        self.names = {id_key(title): qid for qid, title in questions.items() if title}
        self.names |= {id_key(qid): qid for qid in questions}
        self.fields = {id_key(word): kind for kind, words in FIELDS.items() for word in words}
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
        close = nearest(label, words)
        return self.names[id_key(close)] if close else None


def read_sheet(text: str, labels: Labels, where: str, *, yaml: bool = False) -> SheetText:
    """The answers on a sheet. Never raises: what cannot be read is told in `problem`."""
    filled = _Filled(labels, where)
    for line in re.split(r"\r\n|[\r\n\u2028\u2029\x0b\x0c]", text.removeprefix("\ufeff")):
        for piece in labels.pieces(line):
            filled.take(piece)
    if not filled.labelled and not yaml:
        numbered = _by_number(text, labels, where)
        if numbered is not None:
            return numbered
    if yaml:
        filled.correct_from_yaml(text)
    return filled.done(text)


class _Filled:
    """A sheet being read line by line."""

    def __init__(self, labels: Labels, where: str) -> None:
        self.labels = labels
        self.where = where
        self.values: dict[str, list[list[str]]] = {}
        self.fields: dict[str, str] = {}
        self.notices: list[Notice] = []
        self.problem: Notice | None = None
        self.current: list[str] | None = None
        self.paused = False
        self.labelled = False
        self.stray: list[str] = []
        self.misplaced: list[str] = []
        self.signed = False
        self.printed: list[str] = []
        self.control = ""

    def take(self, line: str) -> None:
        bare = line.translate(INVISIBLE).lstrip("> \t\u00a0").strip()
        if bare.startswith("#"):
            # What stands between this and the next label answers nothing that came before.
            self.current = None
            if end := _CONTROL.search(bare[:HEAD]):
                self.control = end[1]
            elif not self.control:
                self.printed.append(bare)
            return
        if self.signed or _SIGNATURE.match(bare[:HEAD]):
            # a mail's signature, and whatever it quotes below
            self.signed = self.signed or self.labelled
            if not self._label(bare):
                return
            self.signed = False
        if not bare:
            self.paused = bool(self.current and any(self.current))
        elif not self._label(bare):
            self._more(bare)

    def _label(self, line: str) -> bool:
        """Whether the line begins with the name of a question or of a field, or nearly."""
        match = _LABEL.match(line[:HEAD])
        if match:
            for label in (f"{match['number'] or ''}{match['label']}", match["label"]):
                if found := self.labels.find(label):
                    return self._begin(found, line[match.end() :].strip())
            label = match["label"]
            if _WORD.search(label + " ") or len(id_key(label)) > 1:
                meant = self.labels.meant(label) if len(self.notices) < MOST_NOTICES else None
                if meant and not set(id_key(label)) & set("·*/+^()[]√"):
                    said = f"{self.where}: no hay ninguna pregunta «{shown(label)}» (¿«{meant}»?); no la he leído."
                    self.notices.append(Notice("unknown-question", said, self.where))
                    self.current, self.labelled, self.paused = [], True, False
                    return True
        if not match and len(line) < HEAD:
            # a heading copied without its `#`: «1. Productos (1 punto)»
            alone = self.labels.find(line) or self.labels.find(_PLACE.sub("", line))
            if alone and alone[0] == "question":
                return self._begin(alone, "")
        word, _, rest = line.partition(" ") if " " in line else line.partition("\t")
        found = self.labels.find(word.strip("-•*>.)"))
        bare = rest.lstrip()
        if found and found[0] == "question" and (not bare or not bare[0].isalpha()):
            return self._begin(found, bare)
        return False

    def _begin(self, found: tuple[str, str], rest: str) -> bool:
        kind, name = found
        self.paused = False
        if kind == "field":
            self.current = None
            if rest and not self.fields.get(name):
                self.fields[name] = visible(_unquoted(rest))
            return True
        self.labelled = True
        rest = rest.lstrip("=: \t")
        self.current = [rest] if rest else []
        self.values.setdefault(name, []).append(self.current)
        return True

    def _more(self, line: str) -> None:
        """A line without a label: more of the answer above, unless it is prose or comes after a pause."""
        words = {word.lower() for word in _WORD.findall(line)} - _MATHS
        answers = any(c.isdigit() for c in line) and not words
        if self.current is not None and (answers or not self.paused):
            self.current.append(line)
        elif answers:
            self.misplaced.append(line)
        elif self.labelled:
            self.stray.append(line)

    def correct_from_yaml(self, text: str) -> None:
        """Texts as YAML reads them: quotes, folded and literal blocks, lists one item a line."""
        from tutor.equations.yamlfile import load_raw

        try:
            data, _ = load_raw(text, self.where)
        except ContentError as error:
            said = f"{self.where} no es YAML ({error.message}); lo he leído como texto, línea a línea."
            self.notices.append(Notice("broken-yaml", said, error.where or self.where))
            return
        if not isinstance(data, dict):
            return
        self.values = {}
        self.stray, self.misplaced = [], []
        self.notices = [n for n in self.notices if n.code != "unknown-question"]
        self.labelled = True
        for key, value in data.items():
            found = self.labels.find(str(key))
            if found is None:
                if len(self.notices) >= MOST_NOTICES:
                    continue
                meant = self.labels.meant(str(key)[:HEAD])
                hint = f" (¿«{meant}»?)" if meant else ""
                said = f"{self.where}: no hay ninguna pregunta «{shown(str(key))}»{hint}; no la he leído."
                self.notices.append(Notice("unknown-question", said, self.where))
            elif found[0] == "question":
                written = _joined(value)
                self.values.setdefault(found[1], []).append([written] if written else [])
            elif isinstance(value, str):
                self.fields[found[1]] = visible(value)

    def done(self, text: str) -> SheetText:
        answers: dict[str, str] = {}
        for name, written in self.values.items():
            texts = dict.fromkeys(t for t in (_unquoted("\n".join(lines)) for lines in written) if t)
            if len(texts) > 1:
                both = " y ".join(f"«{shown(t, 40)}»" for t in texts)
                said = f"{self.where}: «{name}» está contestada dos veces, con {both}."
                self.problem = self.problem or Notice("answered-twice", said, self.where)
            elif texts:
                answers[name] = next(iter(texts))
        unanswered = len(answers) < len(self.labels.ids)
        if self.control and unanswered and self.control != control(self.printed):
            said = f"{self.where}: hay preguntas vacías y alguien ha escrito en las líneas que empiezan por #; míralas."
            self.problem = self.problem or Notice("written-on-print", said, self.where)
        if self._cut(text):
            said = f"{self.where}: la hoja llegó cortada: le falta el final, con preguntas enteras."
            self.problem = self.problem or Notice("cut", said, self.where)
        outside = shown(" / ".join(self.misplaced + self.stray))
        if unanswered and self.labelled and self.misplaced:
            said = f"{self.where}: hay preguntas vacías y números fuera de sitio: «{outside}»."
            self.problem = self.problem or Notice("stray-answer", said, self.where)
        elif outside:
            said = f"{self.where}: hay texto fuera de las respuestas, no lo he leído: «{outside}»."
            self.notices.append(Notice("stray-text", said, self.where))
        printed = [line for line in text.splitlines() if line.strip() and not line.lstrip("\ufeff ").startswith("#")]
        if not self.labelled and printed and self.problem is None:
            sample = shown(next((line for line in printed if not self._is_field(line)), printed[0]))
            ids = ", ".join(self.labels.ids[:3])
            said = f"{self.where}: no encuentro ninguna pregunta ({ids}…). Dice: «{sample}»."
            self.problem = Notice("no-labels", said, self.where)
        fields = self.fields
        date = parse_date(fields.get("date", ""))
        code = fields.get("sheet", "")
        return SheetText(
            answers, fields.get("id", ""), fields.get("name", ""), code, date, tuple(self.notices), self.problem
        )

    def _cut(self, text: str) -> bool:
        """Whether the end of one of our sheets is missing: its last line, and the names of its last questions."""
        whole = self.control or _HEADING not in text
        return not whole and bool(self.labels.ids) and self.labels.ids[-1] not in self.values

    def _is_field(self, line: str) -> bool:
        match = _LABEL.match(line[:HEAD])
        return bool(match and self.labels.find(match["label"]))


def _by_number(text: str, labels: Labels, where: str) -> SheetText | None:
    """Answers told apart by number only (`1) 0,5`), when they are numbered 1, 2, 3… in order."""
    found: list[list[str]] = []
    for line in map(str.strip, text.removeprefix("\ufeff").splitlines()):
        if line.startswith("#") or not line:
            continue
        match = _NUMBERED.match(line)
        if match and int(match[1]) == len(found) + 1:
            found.append([line[match.end() :].strip()])
        elif found:
            found[-1].append(line)
    if len(found) < 2 or len(found) > len(labels.ids):
        return None
    answers = {qid: _unquoted("\n".join(filter(None, lines))) for qid, lines in zip(labels.ids, found, strict=False)}
    said = f"{where}: las respuestas solo llevan número; las he tomado en el orden de la hoja."
    head = _Filled(labels, where)
    for line in text.splitlines():
        if not _NUMBERED.match(line.strip()):
            head.take(line)
    fields = head.fields
    return SheetText(
        {qid: answer for qid, answer in answers.items() if answer},
        fields.get("id", ""),
        fields.get("name", ""),
        fields.get("sheet", ""),
        parse_date(fields.get("date", "")),
        (Notice("by-number", said, where),),
    )


def _unquoted(text: str) -> str:
    text = (_COMMENT.sub("", text) if "#" in text else text).strip()
    if not text or text[0].isalnum():
        return text
    for left, right in _QUOTES:
        if len(text) > 1 and text.startswith(left) and text.endswith(right) and text.count(left) <= 2:
            return text[1:-1].strip()
    return text


def _joined(value: Any) -> str:
    """A YAML value as one text: the items of a list are cells, unless they are lists or in brackets: then rows."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        return "" if value is None else str(value)
    items = list(value)
    rows = any(isinstance(item, list) or str(item).lstrip().startswith("[") for item in items)
    return (" | " if rows else " ; ").join(_joined(item) for item in items)
