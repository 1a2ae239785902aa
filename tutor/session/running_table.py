"""The table that fills in as answers come: a key a row, and what the learner has worked out for it, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tutor.answers import write
from tutor.session.lesson_plan import PlannedQuestion
from tutor.session.question_prompt import Status
from tutor.session.small_steps import pick
from tutor.session.unit_state import UnitState
from tutor.units import OpenQuestion, OpenUnit
from tutor.units.blocks import key_labels
from tutor.units.judge import same_numbers
from tutor.units.models import ShowBlock
from tutor.units.templates import shown_places
from tutor.units.views import TableView

COLUMNS = {"scores": "producto", "scaled": "escalado", "exps": "e^z", "weights": "α"}
"""The steps that give a number a key, and what their column is called."""


def running_table(
    unit: OpenUnit, plan: Iterable[PlannedQuestion], state: UnitState, locale: str, here: OpenQuestion | None = None
) -> TableView | None:
    """What is known of the single query that the question `here` is about (else the unit's own); None if nothing is.

    Only what the learner has worked out, with the decimals typed, and what the lesson has worked for them.
    """
    found: dict[tuple[str, int], str] = {}
    first: OpenQuestion | None = here
    for planned in plan:
        q = planned.question
        if not _counts(q) or (first is not None and not same_numbers(unit, q, first)):
            continue
        first = first or q
        found |= dict(_shown(planned, unit, locale))
        if state.of(q.id) in (Status.SOLVED, Status.CARRIED) and q.id in state.answers:
            found |= dict(_answered(q, state, locale))
        if q is here:
            break
    steps = [step for step in COLUMNS if any(s == step for s, _ in found)]
    if first is None or not steps:
        return None
    keys = [label.removeprefix("clave ") for label in key_labels(unit, first.scope["scores"].shape[-1])]
    rows = [(key, *(found.get((step, j), "") for step in steps)) for j, key in enumerate(keys)]
    return TableView(("clave", *(COLUMNS[step] for step in steps)), tuple(rows))


def _counts(q: OpenQuestion) -> bool:
    """Whether a question is on one query of an equation that scores keys."""
    return q.model.graded and not q.choices and "scores" in q.scope.equation.steps and q.scope["scores"].shape[-2] == 1


def _answered(q: OpenQuestion, state: UnitState, locale: str) -> Iterator[tuple[tuple[str, int], str]]:
    if q.model.step not in COLUMNS:
        return
    reading = state.answers[q.id]
    places = shown_places(reading.value, reading.places, q.decimals)
    cells = [(q.model.cell[1], ())] if q.model.cell is not None else [(j, (j,)) for j in range(len(q.right))]  # type: ignore[arg-type]
    for j, at in cells:
        yield (q.model.step, j), write(pick(reading.value, at), pick(places, at), locale)


def _shown(planned: PlannedQuestion, unit: OpenUnit, locale: str) -> Iterator[tuple[tuple[str, int], str]]:
    """The cells that the lesson works itself before a question."""
    for block in planned.blocks:
        if isinstance(block, ShowBlock) and block.show in COLUMNS and block.use is None and block.data is None:
            step = unit.scope().equation.steps[block.show]
            for row, column in block.cells:
                value = float(unit.scope()[block.show][..., row, column].item())
                yield (block.show, column), write(value, step.decimals, locale)
