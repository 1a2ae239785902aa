"""How a unit writes: an author's words in the locale, and numbers with the decimals that suit them.

A text with numbers in it is a template: `{weights}`, `{sum(exps):3}`, `{cell(z, 0, 1):0%}`, `{mine:pesos}`,
`{check:equal(x,y)}`. It is parsed here, and `tutor.units.texts` puts the numbers in. `{{` and `}}` are the braces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from tutor.answers import decimal_mark, write
from tutor.engine import Array, public
from tutor.equations import Scope

_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_SPEC = re.compile(r"^(?P<body>.*?)(?::\s*(?P<places>\d)?(?P<percent>%)?)?$", re.DOTALL)
_SLUG = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")
_COMMA_NUMBER = re.compile(r"(?<![\w.,])(\d+),(\d+)(?![\w,])")
_BETWEEN = re.compile(r"(?<![^\W\d_]{2}) ; ")
"""What stands between the cells of a list; not a sign that a sentence speaks of (`con ; y sin él`)."""
_COMMA = re.compile(r",(?=\d)")
_EXACT = 1e-9


def in_locale(text: str, locale: str) -> str:
    """A text of an author with the locale's mark in its decimals and its separator in its lists (` ; `, `«;»`)."""
    mark = decimal_mark(locale)
    if mark == ",":
        return text
    return _BETWEEN.sub(", ", _COMMA_NUMBER.sub(rf"\1{mark}\2", text)).replace("«;»", "«,»")


def as_typed(text: str, locale: str) -> str:
    """A text as a learner would type it, with the locale's decimal mark."""
    return _COMMA.sub(decimal_mark(locale), text)


def places_of(formula: str, value: Array, scope: Scope, keep: int) -> int:
    """Decimals to write a value with: those of its step, else the fewest (up to `keep`) that show it whole."""
    step = scope.equation.steps.get(formula.strip())
    if step is not None:
        return step.decimals
    finite = value[np.isfinite(value)]
    for places in range(keep):
        if np.all(np.abs(finite - np.round(finite, places)) < _EXACT):
            return places
    return keep


def shown_places(value: Any, places: Any, decimals: int | None) -> Any:
    """Decimals cell by cell; those asked where the learner wrote an operation, but √512 is not echoed as 23."""
    if isinstance(value, list):
        if isinstance(places, list) and value and not isinstance(value[0], list) and None not in places:
            return places
        return [
            shown_places(v, places[i] if isinstance(places, list) else places, decimals) for i, v in enumerate(value)
        ]
    if places is None and decimals == 0 and value % 1:
        return 2
    return decimals if places is None else places


def write_value(value: Array, places: int, locale: str) -> str:
    """A core value as the text prints it: `0,412`, `(0,412 ; 0,203)`, or rows."""
    return write(nested(value), places, locale)


def nested(value: Array) -> Any:
    """A core value as nested floats in the shape a person types, minus zero made zero."""
    shaped: Any = (public(value) + 0.0).tolist()
    return shaped


class TemplateError(ValueError):
    """A text whose braces do not make sense, said in Spanish."""


@dataclass(frozen=True, slots=True)
class Field:
    """One `{…}`. `body` is a formula, a property (`check`) or a question's id (`mine`); `places` None: by itself."""

    kind: Literal["formula", "check", "mine"]
    body: str
    places: int | None = None
    percent: bool = False


@lru_cache(maxsize=4096)
def parse(template: str) -> tuple[str | Field, ...]:
    """The pieces of a template, texts and fields, in order. Raises TemplateError."""
    pieces: list[str | Field] = []
    end = 0
    for match in _PIECE.finditer(template):
        pieces.append(template[end : match.start()])
        end = match.end()
        if match[0] in ("{{", "}}"):
            pieces.append(match[0][0])
        elif match[1] is None:
            raise TemplateError(f"sobra o falta una llave cerca de «{_near(template, match.start())}»")
        else:
            pieces.append(_field(match[1].strip()))
    pieces.append(template[end:])
    return tuple(p for p in pieces if p != "")


def fields(template: str) -> tuple[Field, ...]:
    """Only the fields of a template."""
    return tuple(p for p in parse(template) if isinstance(p, Field))


def _field(inside: str) -> Field:
    if inside.startswith("mine:"):
        question = inside.removeprefix("mine:").strip()
        if not _SLUG.match(question):
            raise TemplateError(f"«{{{inside}}}»: después de `mine:` va el id de una pregunta")
        return Field("mine", question)
    if inside.startswith("check:"):
        return Field("check", inside.removeprefix("check:").strip())
    match = _SPEC.match(inside)
    assert match is not None
    body = match["body"].strip()
    if not body or ":" in body:
        raise TemplateError(f"«{{{inside}}}» no es una fórmula; los decimales se piden como `{{weights:3}}`")
    return Field("formula", body, int(match["places"]) if match["places"] else None, bool(match["percent"]))


def _near(template: str, at: int) -> str:
    return template[max(0, at - 12) : at + 13].replace("\n", " ")
