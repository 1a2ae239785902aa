"""Texts with numbers in them: `{weights}`, `{sum(exps):3}`, `{cell(z, 0, 1):0%}`, `{mine:pesos}`, `{check:equal(x,y)}`.

Parsing only; `tutor.units.texts` puts the numbers in. `{{` and `}}` are the braces themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_SPEC = re.compile(r"^(?P<body>.*?)(?::\s*(?P<places>\d)?(?P<percent>%)?)?$", re.DOTALL)
_SLUG = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")


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
