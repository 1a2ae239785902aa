"""What is said around the questions of a walk: changes, the end of a part, what one has so far, the card."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.session.desk import Status
from tutor.session.numbers import numbers_of
from tutor.session.results import Card, Item, Role, Said
from tutor.session.standing import Standing
from tutor.session.stops import Stop, ended, name_of, tail_of
from tutor.units import OpenQuestion, OpenUnit, explanations, fill, resolve
from tutor.units.judge import feeding, same_numbers

HARDEST = 3
"""So many questions are named at the end as the ones that took most tries."""


def before(question: OpenQuestion, stood: Standing, locale: str) -> str:
    """What was answered to a question that is met again; nothing for one met first."""
    if question.id not in stood.mine:
        return ""
    mine = _quoted(question, stood, locale)
    if not stood.of(question.id).done:
        return f"Lo último que pusiste fue {mine}, y no salía."
    return f"Ya contestaste {mine}. Escribe otra respuesta, o «saltar» para dejarla."


def stands(unit: OpenUnit, question: OpenQuestion, stood: Standing, locale: str) -> str:
    """What later questions quote and build on where one is skipped: the right answer, else the last try.

    Nothing where there is neither, or where nothing comes of it.
    """
    if question.id not in stood.mine:
        return ""
    mine = _quoted(question, stood, locale)
    if stood.of(question.id).done:
        return f"Sigue valiendo {mine}."
    used = any(q.id == question.id for later in unit.questions for q in feeding(unit, later))
    return f"Lo que sigue usa lo que pusiste: {mine}." if used else ""


def _quoted(question: OpenQuestion, stood: Standing, locale: str) -> str:
    mine = question.write(stood.mine[question.id], locale)
    return f"«{mine}»" if question.choices else mine


def changes(unit: OpenUnit, stood: Standing) -> list[Item]:
    """What a changed unit does to the answers already given."""
    if stood.was_version is None:
        return []
    new = unit.unit.version
    versions = f" (versión {stood.was_version} → {new})" if new != stood.was_version else ""
    said = [f"La unidad ha cambiado desde la última vez{versions}."]
    known = {q.id: q for q in unit.questions}
    again = [name_of(known[q]) for q in stood.dropped if q in known]
    gone = sum(q not in known for q in stood.dropped)
    if again:
        said.append(ended(f"Se pregunta de nuevo: {', '.join(again)}"))
    if gone:
        said.append("Una ya no se pregunta." if gone == 1 else f"{gone} ya no se preguntan.")
    if stood.mine or not stood.dropped:
        said.append("Lo demás sigue valiendo." if stood.dropped else "Lo que contestaste sigue valiendo.")
    return [Said(" ".join(said), Role.NOTE)]


def part_end(unit: OpenUnit, part: int, stood: Standing, locale: str) -> list[Item]:
    """What stands after the last question of a part, and its closing words."""
    finished = unit.unit.parts[part]
    items: list[Item] = [resolve(b, unit, stood.mine, locale) for b in tail_of(finished)]
    if finished.end:
        items.append(Said(fill(finished.end, unit, stood.mine, locale), Role.NEXT))
    return items


def data(unit: OpenUnit, here: Stop, stops: Iterable[Stop], stood: Standing, locale: str) -> tuple[Item, ...]:
    """The numbers of the question, and what the learner has worked out from them before it in this part."""
    rows = []
    for stop in stops:
        if stop is here:
            break
        q = stop.question
        alike = same_numbers(unit, q, here.question)
        if stop.part == here.part and alike and stood.of(q.id) in (Status.SOLVED, Status.CARRIED):
            rows.append((name_of(q), q.write(stood.mine[q.id], locale)))
    views = numbers_of(unit, here.question, stood.mine, locale)
    return (*views, Card("Lo que llevas", tuple(rows))) if rows else views


def card(unit: OpenUnit, stood: Standing, locale: str) -> tuple[Item, ...]:
    """The end of the unit: the learner's own numbers, what was hard, what to do next."""
    items: list[Item] = []
    if rows := explanations.card(unit, stood.mine, locale):
        items.append(Card("Resumen con TUS números (cópialo: `tutor progress --export`)", rows))
    hard = sorted((q for q in unit.questions if stood.tries.get(q.id)), key=lambda q: -stood.tries[q.id])
    if hard:
        items.append(Said(ended(f"Te costó: {'; '.join(name_of(q) for q in hard[:HARDEST])}")))
    if unit.unit.next:
        items.append(Said(fill(unit.unit.next, unit, stood.mine, locale), Role.NEXT))
    return tuple(items)
