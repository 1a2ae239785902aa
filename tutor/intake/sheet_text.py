"""An answer sheet as it comes back: plain text filled in on a phone, YAML written by hand, or Moodle's online text.

A sheet is lines `id: …`, `pesos: …`; what begins with `#` is printed matter. Labels are a question's id or title,
whatever their case, accents, bullets or numbering; an answer may go on in the lines below. Nothing is guessed: two
different answers to one question, or a text without any label, are for a person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tutor.errors import ContentError, Notice
from tutor.files.text import INVISIBLE, display, id_key, visible
from tutor.handout.sheet_format import control
from tutor.intake.answer_lines import MATHS, WORD, answer_lines
from tutor.intake.dates import parse_date
from tutor.intake.labels import Labels
from tutor.intake.online_text import THING
from tutor.intake.unmarked_labels import unlabelled, unmarked
from tutor.units.choices import SPELT

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
_CONTROL = re.compile(r"\(control (\d{4})\)")
_HEADING = "hace falta tocarlas"
"""Of the printed lines, the one that only a sheet of ours begins with."""
_PLACE = re.compile(r"\d{1,2}\s{0,3}[.)]\s{1,3}")
HEAD = 160
"""Characters of a line in which its label is looked for."""
MOST_NOTICES = 20
"""Unknown labels told of one sheet: a hostile one has thousands."""
_COMMENT = re.compile(r"\s#[^\d\n]*$", re.MULTILINE)
"""What somebody adds to an answer, as long as it has no numbers: these may be part of it."""
_BULLET = re.compile(r"[-–—]\s+(?=\S)")
_NOBODYS = re.compile(r".*[:=→⇒]\s*(?P<rest>[^:=→⇒]+)")
_NUMERAL = re.compile(r"\d+(?:[.,]\d*)?")
_DECIMAL = re.compile(r"\d[.,]\d")
_OBJECT = "\ufffc"
"""What a picture leaves behind where only its text was copied."""


@dataclass(frozen=True, slots=True)
class SheetText:
    """What a sheet says. `answers` has only what was filled in, as raw text; `problem` calls for a person."""

    answers: Mapping[str, str]
    id: str = ""
    name: str = ""
    code: str = ""
    date: str = ""
    other_date: str = ""
    """`date` with its month first, where it may be that."""
    notices: tuple[Notice, ...] = ()
    problem: Notice | None = None


def read_sheet(text: str, labels: Labels, where: str, *, yaml: bool = False) -> SheetText:
    """The answers on a sheet. Never raises: what cannot be read is told in `problem`."""
    filled = _Filled(labels, where)
    text = text.replace(_OBJECT, "[imagen]")
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
        self.beside: list[str] = []
        """Lines with numbers that were left out of an answer."""
        self.dashed: set[str] = set()
        """Questions whose name is followed by a dash and a blank."""
        self.undashed: set[str] = set()
        self.nobodys: list[tuple[str, list[str]]] = []
        """What stands behind names that are no question's."""
        self.last = ""
        self.raw = ""
        self.signed = False
        self.printed: list[str] = []
        self.control = ""

    def take(self, line: str) -> None:
        self.raw = line
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
                if (found := self.labels.find(label)) and not self._swallows(label, match["sep"], line[match.end() :]):
                    return self._begin(found, self._undashed(found[1], line[match.end() :]))
        if answered := unmarked(line, self.labels):
            (self.dashed if answered.dash else self.undashed).add(answered.question)
            return self._begin(("question", answered.question), answered.rest)
        if match:
            label = match["label"]
            if WORD.search(label + " ") or len(id_key(label)) > 1:
                meant = self.labels.meant(label) if len(self.notices) < MOST_NOTICES else None
                if meant and not set(id_key(label)) & set("·*/+^()[]√"):
                    text = f"{self.where}: no hay ninguna pregunta «{display(label)}» (¿«{meant}»?); no la he leído."
                    self.notices.append(Notice("unknown-question", text, self.where))
                    rest = line[match.end() :].strip()
                    self.current, self.labelled, self.paused = [rest] if rest else [], True, False
                    self.nobodys.append((label, self.current))
                    return True
        if not match and len(line) < HEAD:
            # a heading copied without its `#`: «1. Productos (1 punto)»
            place = _PLACE.sub("", line)
            alone = self.labels.find(line) or self.labels.find(place)
            if alone and alone[0] == "question":
                return self._begin(alone, place if len(_NUMERAL.findall(place)) > 1 else "")
        return False

    def _swallows(self, label: str, mark: str, rest: str) -> bool:
        """Whether what stands between a question's name and the mark is its answer: `pesos (0,1 0,9) =`."""
        question, end = self.labels.leading(label)
        inside = unlabelled(label[end:]) if question else ""
        numbers = len(_NUMERAL.findall(inside))
        return numbers > 1 or bool(numbers and (mark == "\t" or not rest.strip()))

    def _undashed(self, question: str, rest: str) -> str:
        """What stands behind a colon, without a dash glued to it: `pesos:- 0,1 ; 0,9`."""
        if _BULLET.match(rest):
            self.dashed.add(question)
            rest = rest[1:]
        return rest.strip()

    def _begin(self, found: tuple[str, str], rest: str) -> bool:
        kind, name = found
        self.paused = False
        if kind == "field":
            self.current = None
            if rest and not self.fields.get(name):
                self.fields[name] = visible(_unquoted(rest))
                if name == "id" and not self.raw.isascii():
                    self._hidden_in_id()
            return True
        self.labelled = True
        rest = rest.lstrip("=: \t")
        self.current = [rest] if rest else []
        self.values.setdefault(name, []).append(self.current)
        self.last = name
        return True

    def _hidden_in_id(self) -> None:
        """Tells of what nobody sees in the middle of an id: its line has it only without that."""
        written = unicodedata.normalize("NFC", self.raw)
        if self.fields["id"] in written.translate(INVISIBLE) and self.fields["id"] not in written:
            self._notice("invisible", f"el id «{display(self.fields['id'])}» llevaba un carácter invisible en medio.")

    def _more(self, line: str) -> None:
        """A line without a label: more of the answer above, unless it is prose or comes after a pause."""
        words = {word.lower() for word in WORD.findall(line)} - MATHS
        answers = any(c.isdigit() for c in line) and not words
        if self.current is not None and (answers or not self.paused):
            self.current.append(line)
        elif answers or THING.search(line) or (self.labelled and _tries(line)):
            self.misplaced.append(line)
        elif self.labelled:
            self.stray.append(line)

    def correct_from_yaml(self, text: str) -> None:
        """Texts as YAML reads them: quotes, folded and literal blocks, lists one item a line."""
        from tutor.equations.yamlfile import load_raw

        try:
            data, _ = load_raw(text, self.where)
        except ContentError as error:
            message = f"{self.where} no es YAML ({error.message}); lo he leído como texto, línea a línea."
            self.notices.append(Notice("broken-yaml", message, error.where or self.where))
            return
        if not isinstance(data, dict):
            return
        self.values = {}
        self.stray, self.misplaced, self.nobodys = [], [], []
        self.notices = [n for n in self.notices if n.code != "unknown-question"]
        self.labelled = True
        for key, value in data.items():
            found = self.labels.find(str(key))
            if found is None:
                self.nobodys.append((str(key), [_joined(value)]))
                if len(self.notices) >= MOST_NOTICES:
                    continue
                meant = self.labels.meant(str(key)[:HEAD])
                hint = f" (¿«{meant}»?)" if meant else ""
                message = f"{self.where}: no hay ninguna pregunta «{display(str(key))}»{hint}; no la he leído."
                self.notices.append(Notice("unknown-question", message, self.where))
            elif found[0] == "question":
                written = _joined(value)
                self.values.setdefault(found[1], []).append([written] if written else [])
            elif isinstance(value, str):
                self.fields[found[1]] = visible(value)

    def done(self, text: str) -> SheetText:
        answers = self._answers()
        empty = [qid for qid in self.labels.ids if qid not in answers]
        lacking = empty
        if self.misplaced or self.stray or self.nobodys or self.beside:
            lacking = [qid for qid in self.labels.ids if self.labels.whole(qid, answers.get(qid, "")) is False]
        if (empty and self.control and self.control != control(self.printed)) or self._in_comments(text, empty):
            self._doubt(
                "written-on-print",
                "hay preguntas vacías y alguien ha escrito en las líneas que empiezan por #; míralas.",
            )
        if message := self._cut(text, answers):
            self._doubt("cut", message)
        if lacking and (message := self._nobodys()):
            state = "está vacía" if lacking[0] in empty else "no tiene los números que se piden"
            self._doubt("nobodys-answer", f"«{message}» no es de ninguna pregunta, y «{lacking[0]}» {state}; mírala.")
        if self.dashed and self.undashed:
            self._doubt("dash", f"el guion que sigue a «{min(self.dashed)}», ¿es un signo o solo separa?")
        elif self.dashed:
            self._notice("dash", "tomo por guiones, no por signos, los que siguen al nombre de cada pregunta.")
        if lacking and self.beside:
            numbers = display(self.beside[0])
            self._doubt("stray-answer", f"«{lacking[0]}» no está entera, y hay números sin pregunta: «{numbers}».")
        outside = display(" / ".join(self.misplaced + self.stray))
        if lacking and self.labelled and self.misplaced:
            which = "vacías" if empty else "sin los números que piden"
            what = "números" if any(c.isdigit() for line in self.misplaced for c in line) else "cosas"
            self._doubt("stray-answer", f"hay preguntas {which} y {what} fuera de sitio: «{outside}».")
        elif outside:
            count = len(self.misplaced) + len(self.stray)
            found = f"hay {count} líneas" if count > 1 else "hay 1 línea"
            self._notice("stray-text", f"{found} fuera de las respuestas, sin leer: «{outside}».")
        lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
        if not self.labelled and lines:
            typed = [line for line in lines if not line.lstrip().startswith("#")]
            sample = display(next((line for line in typed if not self._is_field(line)), (typed or lines)[0]))
            ids = ", ".join(self.labels.ids[:3])
            self._doubt("no-labels", f"no encuentro ninguna pregunta ({ids}…). Dice: «{sample}».")
        fields = self.fields
        dates = parse_date(fields.get("date", ""))
        code = fields.get("sheet", "")
        return SheetText(
            answers, fields.get("id", ""), fields.get("name", ""), code, *dates, tuple(self.notices), self.problem
        )

    def _answers(self) -> dict[str, str]:
        """The texts by question, each question's own."""
        answers: dict[str, str] = {}
        for name, written in self.values.items():
            texts = dict.fromkeys(t for t in (_unquoted(self._listed(name, lines)) for lines in written) if t)
            if len(texts) > 1:
                both = " y ".join(f"«{display(t, 40)}»" for t in texts)
                self._doubt("answered-twice", f"«{name}» está contestada dos veces, con {both}.")
            elif texts:
                answers[name] = self._alone(name, self._besides(name, next(iter(texts))))
        return answers

    def _alone(self, name: str, text: str) -> str:
        """An answer without the working and the remarks among its lines."""
        if "\n" not in text:
            return text
        found = answer_lines(text, lambda piece: self.labels.whole(name, piece))
        if found.doubtful:
            self._doubt("which-line", f"en «{name}» no sé qué línea es la respuesta: «{display(text, 60)}».")
        elif found.beside:
            self.beside += [line for line in found.beside if any(c.isdigit() for c in line)]
            count = len(found.beside)
            lines = f"{count} líneas que no son" if count > 1 else "1 línea que no es"
            beside = display(" / ".join(found.beside), 60)
            self._notice("working", f"en «{name}» hay {lines} la respuesta, sin leer: «{beside}».")
        return found.text

    def _in_comments(self, text: str, empty: list[str]) -> bool:
        """Whether answers may stand on lines that begin with `#`, on a sheet that is none of ours."""
        if not empty or self.control or _HEADING in text:
            return False
        return any(len(_NUMERAL.findall(line)) > 1 for line in self.printed)

    def _listed(self, name: str, lines: list[str]) -> str:
        """An answer's lines as one text. A dash before each of them is a bullet; before some, nobody can tell."""
        numbered = [line for line in lines if any(c.isdigit() for c in line)] if len(lines) > 1 else []
        dashes = sum(bool(_BULLET.match(line)) for line in numbered)
        if dashes and dashes == len(numbered) > 1:
            self._notice("bullets", f"en «{name}» tomo por viñetas los guiones que abren cada línea, no por signos.")
            return "\n".join(_BULLET.sub("", line, count=1) for line in lines)
        if dashes:
            self._doubt("bullets", f"en «{name}» unas líneas empiezan por un guion y otras no: ¿son signos o viñetas?")
        return "\n".join(lines)

    def _besides(self, name: str, text: str) -> str:
        """An answer without the pictures beside it; with them, if they are the answer or part of it."""
        if "[" not in text or not (thing := THING.search(text)):
            return text
        bare = THING.sub("", text).strip()
        if not bare or self.labels.whole(name, bare) is False:
            return text
        self._notice("beside", f"en «{name}» hay además algo que no es texto ({thing[0]}); cuenta solo lo escrito.")
        return bare

    def _nobodys(self) -> str:
        """What is answered behind a name that is no question's, the first of it."""
        for label, lines in self.nobodys:
            if any(c.isalnum() for line in lines for c in line):
                return display(f"{label}: {' / '.join(lines)}", 60)
        return ""

    def _cut(self, text: str, answers: Mapping[str, str]) -> str:
        """What shows that the end of one of our sheets is missing, its last line and more; "" where nothing does."""
        if self.control or _HEADING not in text or not self.labels.ids:
            return ""
        if self.labels.ids[-1] not in self.values:
            return "la hoja llegó cortada: le falta el final, con preguntas enteras."
        last = answers.get(self.last, "")
        # a file that ends in a number shorter than those before it may have lost its digits
        sizes = [len(number) for number in _NUMERAL.findall(last)]
        lost = not text.endswith(("\n", "\r")) and len(sizes) > 1 and sizes[-1] < min(sizes[:-1])
        if self.last and (lost or self.labels.whole(self.last, last) is False):
            what = "a medias" if last else "vacía"
            return f"puede haber llegado cortada: le falta la última línea, y «{self.last}» está {what}."
        return ""

    def _notice(self, code: str, text: str) -> None:
        self.notices.append(Notice(code, f"{self.where}: {text}", self.where))

    def _doubt(self, code: str, text: str) -> None:
        self.problem = self.problem or Notice(code, f"{self.where}: {text}", self.where)

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
    message = f"{where}: las respuestas solo llevan número; las he tomado en el orden de la hoja."
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
        *parse_date(fields.get("date", "")),
        (Notice("by-number", message, where),),
    )


def _tries(line: str) -> bool:
    """Whether a line that is no answer has one in it: numbers behind a name that is none, or decimals in its prose."""
    named = _NOBODYS.fullmatch(line)
    rest = named["rest"] if named else ""
    numbers = any(c.isdigit() for c in rest) and not WORD.search(rest)
    return numbers or bool(_DECIMAL.search(line) or SPELT.search(line))


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
