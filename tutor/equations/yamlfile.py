"""YAML as this program reads it: a C parser, the scalars of YAML 1.2's core schema, every line remembered.

Duplicate keys, aliases, anchors, tags and second documents are refused: each has bitten somebody, none is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from tutor.errors import ContentError, Problem

MAX_SIZE = 2_000_000
"""Characters of a document; whoever reads one from outside stops one after them."""
MAX_DEPTH = 40
Path = tuple[str | int, ...]
Lines = dict[Path, int]

_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_COMMA_FIRST = re.compile(
    r"^(?P<key>[ \t]*(?:(?:- +)+|[\w-]+:[ \t]+))(?P<value>,(?:(?![ \t]+(?:#|\r?$))[^\r\n])*)", re.MULTILINE
)
_HARD_BLANK = re.compile("[\u00a0\u202f]")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]")
"""Escapes and marks of direction: what they do to a screen or a page is seen by nobody who reads the file."""
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}


def load_yaml(text: str, where: str) -> tuple[Any, Lines]:
    """One document -> (data, lines). `lines` maps the path of every key and item to its line, from 1.

    `where` names the file in errors. Raises ContentError with file:line:column.
    """
    return _load(text, where, _core)


def load_raw(text: str, where: str = "respuestas") -> tuple[Any, Lines]:
    """As `load_yaml`, but every scalar is its raw text: 0.10 keeps its decimals, 012 its zero, `no` its letters.

    So is a value in brackets: `[0,0 1,0]` is two numbers with decimal commas, not a list of three. So is a value that
    begins with a comma, `,5`, which YAML would not take without quotes.
    """
    return _load(_COMMA_FIRST.sub(_quoted, text), where, str, brackets=True)


def _quoted(found: re.Match[str]) -> str:
    quoted = found["value"].replace("'", "''")
    return f"{found['key']}'{quoted}'"


def _core(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text) and len(text) < 300:
        return int(text)
    return float(text) if _FLOAT.match(text) else text


def _load(text: str, where: str, scalar: Callable[[str], Any], *, brackets: bool = False) -> tuple[Any, Lines]:
    if len(text) > MAX_SIZE:
        raise ContentError(f"{where} es demasiado grande para ser YAML escrito a mano", where=where)
    lines: Lines = {}
    text = text.removeprefix("\ufeff")
    try:
        # the C parser takes bytes, so that it and not Python judges stray surrogates
        events = yaml.parse(text.encode("utf-8", "surrogatepass"), Loader=yaml.CSafeLoader)
        return _Builder(events, where, scalar, lines, text if brackets else None).document(), lines
    except yaml.YAMLError as error:
        raise _syntax_error(error, where, text) from None


@dataclass(eq=False)
class _Builder:
    """Events -> nested dicts and lists."""

    events: Iterator[yaml.Event]
    where: str
    scalar: Callable[[str], Any]
    lines: Lines
    source: str | None = None
    """The text, when values in brackets are wanted as they are written in it."""

    def fail(self, event: yaml.Event, message: str, hint: str = "") -> ContentError:
        where = f"{self.where}:{_line(event)}:{_mark(event).column + 1}"
        return ContentError(message, hint=hint, where=where, problems=(Problem(where, message, hint),))

    def document(self) -> Any:
        data = None
        documents = 0
        if self.source is None:
            self.events = self._seen(self.events)
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.fail(event, "hay más de un documento (---) en el fichero", "deja uno solo")
                data = self.value(next(self.events), ())
        return data

    def _seen(self, events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
        """The events of a file of ours, refused where a text carries what nobody sees."""
        for event in events:
            if isinstance(event, yaml.ScalarEvent) and (found := _UNSEEN.search(event.value)):
                raise self.fail(event, f"hay un carácter que no se ve (U+{ord(found[0]):04X})", "bórralo de ese texto")
            yield event

    def value(self, event: yaml.Event, path: Path) -> Any:
        self.lines[path] = _line(event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self.fail(
                event, "las anclas (&) y los alias (*) de YAML no se usan aquí", "pon el texto entre comillas"
            )
        tag = getattr(event, "tag", None)
        if tag is not None and tag != "!":
            raise self.fail(event, f"las etiquetas de YAML ({tag}) no se usan aquí", "pon el texto entre comillas")
        if len(path) > MAX_DEPTH:
            raise self.fail(event, "hay demasiados niveles, unos dentro de otros")
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event.value) if event.implicit[0] else str(event.value)
        if self.source is not None and path and getattr(event, "flow_style", False):
            return self.as_written(event, self.source)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
                items.append(self.value(event, (*path, len(items))))
            return items
        return self.mapping(path)

    def as_written(self, first: yaml.Event, source: str) -> str:
        """The text of a value in brackets, from its opening to its closing one."""
        event, depth = first, 1
        while depth:
            event = next(self.events)
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        end: Any = event.end_mark
        return source[_mark(first).index : end.index]

    def mapping(self, path: Path) -> dict[Any, Any]:
        data: dict[Any, Any] = {}
        start = self.lines[path]
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self.fail(event, "una clave tiene que ser un texto o un número")
            key = self.value(event, path)
            line = _line(event)
            if isinstance(key, str) and _HARD_BLANK.search(key):
                hint = "bórralo y pon espacios corrientes"
                raise self.fail(event, f"la clave «{key.strip()}» lleva un espacio duro (U+00A0), que no se ve", hint)
            if key in data:
                raise self.fail(event, f"la clave «{key}» está repetida", "quita una de las dos")
            data[key] = self.value(next(self.events), (*path, key))
            self.lines[(*path, key)] = line
        self.lines[path] = start
        return data


def _mark(event: yaml.Event) -> Any:
    """Where an event begins; the parser gives every event a mark."""
    return event.start_mark


def _line(event: yaml.Event) -> int:
    line: int = _mark(event).line + 1
    return line


_SENTENCES = {
    "violates indentation": ("hay un tabulador en el sangrado", "cambia los tabuladores por espacios"),
    "cannot start any token": (
        "hay un carácter que YAML no admite ahí",
        "cambia los tabuladores por espacios, o pon el texto entre comillas",
    ),
    "mapping values are not allowed": (
        "hay dos puntos (:) donde no tocan",
        "pon el texto entre comillas o revisa el sangrado",
    ),
    "did not find expected key": ("el sangrado no cuadra o falta una coma", "compara con la línea de arriba"),
    "did not find expected '-'": ("el sangrado de la lista no cuadra", "compara con la línea de arriba"),
    "could not find expected ':'": ("falta «:» después de una clave", "escribe clave: valor"),
    "unexpected end of stream": ("unas comillas se abren y no se cierran", "ciérralas"),
    "did not find expected ',' or": ("falta una coma o un cierre", "revisa los corchetes y las comas"),
    "did not find expected node content": ("hay una coma que no separa nada", "pon el texto entre comillas"),
    "control characters": ("hay un carácter de control invisible", "bórralo y vuelve a escribir la línea"),
}


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def _syntax_error(error: yaml.YAMLError, where: str, source: str) -> ContentError:
    mark = getattr(error, "problem_mark", None)
    if mark is not None and mark.index >= len(source.rstrip()):  # at the end all is told that was left open before it
        mark = getattr(error, "context_mark", None) or mark
    text = str(error)
    message, hint = next(
        (v for k, v in _SENTENCES.items() if k in text),
        ("el YAML no está bien escrito", "revisa el sangrado y las comillas"),
    )
    if mark is not None:
        where = f"{where}:{mark.line + 1}:{mark.column + 1}"
    elif (found := _CONTROL.search(source)) is not None:
        before = source[: found.start()].split("\n")
        where = f"{where}:{len(before)}:{len(before[-1]) + 1}"
    return ContentError(message, hint=hint, where=where, problems=(Problem(where, message, hint),))
