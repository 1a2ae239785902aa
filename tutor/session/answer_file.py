"""Answer files: a YAML map from question id to the text of the answer, each scalar as it was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tutor.errors import ContentError, Problem, did_you_mean
from tutor.library import argument
from tutor.session.answer_format import examples
from tutor.units import OpenQuestion, OpenUnit, explanations
from tutor.wrapping import paragraphs

WIDTH = 88


def parse_answers(
    data: Any, lines: Mapping[tuple[str | int, ...], int], where: str, questions: Sequence[OpenQuestion]
) -> dict[str, str]:
    """Texts by question id, from YAML whose scalars are raw texts and the lines of its keys.

    A question left empty or out is not in it. Every defect is told at once (ContentError).
    """
    if data is None or data == "":
        return {}
    if not isinstance(data, dict):
        raise ContentError(
            "Las respuestas van como `pregunta: respuesta`, una por línea.",
            hint="`tutor check UNIDAD --template` escribe un archivo para rellenar.",
            where=where,
        )
    known = {q.id for q in questions}
    problems: list[Problem] = []
    answers: dict[str, str] = {}
    for key, value in data.items():
        place = f"{where}:{lines.get((key,), 1)}"
        if key not in known:
            problems.append(
                Problem(
                    place, f"No hay ninguna pregunta «{key}».", did_you_mean(str(key), sorted(known), "Las que hay")
                )
            )
            continue
        written = _text(value)
        if written is None:
            problems.append(Problem(place, f"La respuesta a «{key}» no es un texto.", f"Escríbela así: {key}: 2 ; 1/2"))
        elif written.strip():
            answers[key] = written
    if problems:
        first = problems[0]
        raise (
            ContentError(first.message, hint=first.hint, where=first.where)
            if len(problems) == 1
            else ContentError(
                f"El archivo de respuestas tiene {len(problems)} fallos.", where=where, problems=tuple(problems)
            )
        )
    return answers


def template(unit: OpenUnit, questions: Sequence[OpenQuestion], locale: str) -> str:
    """An answer file to fill in: how one writes, then each question as a comment over its id."""
    unit = unit.guard()
    name = argument(unit.name)
    variant = f" --variant {unit.variant}" if unit.variant else ""
    head = [
        unit.unit.title,
        f"Rellena y comprueba: `tutor check {name}{variant} --answers ESTE-ARCHIVO`",
        f"{examples(locale)} Lo que dejes vacío cuenta como en blanco.",
    ]
    lines = [*_comment(head), ""]
    for q in questions:
        options = [f"  {label}) {text}" for label, text in q.options(locale)]
        lines += [*_comment([explanations.ask(unit, q.id, {}, locale), *options]), f"{q.id}:", ""]
    return "\n".join(lines)


def _comment(texts: Sequence[str]) -> list[str]:
    return [f"# {row}".rstrip() for row in paragraphs("\n".join(texts), WIDTH)]


def _text(value: Any) -> str | None:
    """A scalar as it stands; a list of scalars, an answer cell by cell; a list of lists, row by row."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return " ; ".join(value)
    if isinstance(value, list) and all(isinstance(v, list) and all(isinstance(c, str) for c in v) for v in value):
        return " | ".join(" ; ".join(row) for row in value)
    return None
