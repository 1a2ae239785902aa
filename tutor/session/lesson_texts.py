"""What is said around the questions of a walk: changes, the end of a part, what one has so far, the card."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answers import write
from tutor.phrasing import capitalised
from tutor.session.lesson_plan import PlannedQuestion, ended, tail_of
from tutor.session.question_data import question_views
from tutor.session.question_prompt import Status
from tutor.session.running_table import COLUMNS, running_table
from tutor.session.turns import Card, Item, Role, Sentence
from tutor.session.unit_state import UnitState
from tutor.units import OpenQuestion, OpenUnit, explanations, fill, resolve
from tutor.units.judge import feeding, same_numbers
from tutor.units.views import TextView, View

HARDEST = 3
"""So many questions are named at the end as the ones that took most tries."""


def before(question: OpenQuestion, state: UnitState, locale: str) -> str:
    """What was answered to a question that is met again; nothing for one met first."""
    if question.id not in state.answers:
        return ""
    answer = _quoted(question, state, locale)
    if not state.of(question.id).done:
        return f"Lo último que pusiste fue {answer}, y no salía."
    return f"Ya contestaste {answer}. Escribe otra respuesta, o «saltar» para dejarla."


def stands(unit: OpenUnit, question: OpenQuestion, state: UnitState, locale: str) -> str:
    """What later questions quote and build on where one is skipped: the right answer, else the last try.

    Nothing where there is neither, or where nothing comes of it.
    """
    if question.id not in state.answers:
        return ""
    answer = _quoted(question, state, locale)
    if state.of(question.id).done:
        return f"Sigue valiendo {answer}."
    used = any(q.id == question.id for later in unit.questions for q in feeding(unit, later))
    return f"Lo que sigue usa lo que pusiste: {answer}." if used else ""


def _quoted(question: OpenQuestion, state: UnitState, locale: str) -> str:
    answer = question.write(state.answers[question.id], locale)
    return f"«{answer}»" if question.choices else answer


def changes(unit: OpenUnit, state: UnitState) -> list[Item]:
    """What a changed unit does to the answers already given."""
    if state.was_version is None:
        return []
    new = unit.unit.version
    versions = f" (versión {state.was_version} → {new})" if new != state.was_version else ""
    sentences = [f"La unidad ha cambiado desde la última vez{versions}."]
    known = {q.id: q for q in unit.questions}
    again = [known[q].title for q in state.dropped if q in known]
    gone = sum(q not in known for q in state.dropped)
    if again:
        sentences.append(ended(f"Se pregunta de nuevo: {', '.join(again)}"))
    if gone:
        sentences.append("Una ya no se pregunta." if gone == 1 else f"{gone} ya no se preguntan.")
    if state.answers or not state.dropped:
        sentences.append("Lo demás sigue valiendo." if state.dropped else "Lo que contestaste sigue valiendo.")
    return [Sentence(" ".join(sentences), Role.NOTE)]


def part_end(unit: OpenUnit, part: int, plan: Sequence[PlannedQuestion], state: UnitState, locale: str) -> list[Item]:
    """What stands after the last question of a part, the table of what has been worked out, and its closing words."""
    finished = unit.unit.parts[part]
    items: list[Item] = [resolve(b, unit, state.answers, locale) for b in tail_of(finished)]
    if any(p.part == part and p.question.model.step in COLUMNS and p.question.model.use is None for p in plan):
        table = running_table(unit, plan, state, locale)
        items += [table] if table is not None else []
    if finished.end:
        items.append(Sentence(fill(finished.end, unit, state.answers, locale), Role.NEXT))
    return items


def data(
    unit: OpenUnit, here: PlannedQuestion, plan: Sequence[PlannedQuestion], state: UnitState, locale: str
) -> tuple[Item, ...]:
    """The numbers of the question, and what the learner has worked out from them before it in this part."""
    rows = []
    table = running_table(unit, plan, state, locale, here.question)
    for planned in plan:
        if planned is here:
            break
        q = planned.question
        alike = same_numbers(unit, q, here.question)
        if table is not None and q.model.step in COLUMNS:
            continue
        held = q.id in state.answers and state.of(q.id) in (Status.SOLVED, Status.CARRIED)
        if planned.part == here.part and alike and held:
            rows.append((q.title, q.write(state.answers[q.id], locale)))
    views = question_views(unit, here.question, state.answers, locale, arrows=True)
    worked = [table] if table is not None else []
    return (*views, *worked, *([Card("Lo que llevas", tuple(rows))] if rows else []))


def data_again(unit: OpenUnit, question: OpenQuestion, locale: str) -> tuple[View, ...]:
    """The numbers of a question that is asked with others, and those of the step just before it, worked from them."""
    views = question_views(unit, question, {}, locale)
    steps = list(question.scope.equation.steps)
    before = [q.model.step for q in feeding(unit, question) if q.model.step and q.model.step != question.model.step]
    if not before:
        return views
    step = question.scope.equation.steps[max(before, key=steps.index)]
    numbers = question.scope[step.id].reshape(-1).tolist()
    written = write(numbers if len(numbers) > 1 else numbers[0], step.decimals, locale)
    return (*views, TextView(f"{capitalised(step.title)}: {written}"))


def card(unit: OpenUnit, state: UnitState, locale: str) -> tuple[Item, ...]:
    """The end of the unit: the learner's own numbers, what was hard, what to do next."""
    items: list[Item] = []
    if rows := explanations.card(unit, state.answers, locale):
        items.append(Card("Resumen con TUS números (cópialo: `tutor progress --export`)", rows))
    hard = sorted((q for q in unit.questions if state.tries.get(q.id)), key=lambda q: -state.tries[q.id])
    if hard:
        items.append(Sentence(ended(f"Te costó: {'; '.join(q.title for q in hard[:HARDEST])}")))
    if unit.unit.next:
        items.append(Sentence(fill(unit.unit.next, unit, state.answers, locale), Role.NEXT))
    return tuple(items)
