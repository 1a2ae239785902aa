"""When two procedures explain the same numbers: which is the second, and which earlier step tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.equations import Step
from tutor.judging import visible_slips
from tutor.judging.target import Target


@dataclass(frozen=True, slots=True)
class Tie:
    """`id` explains the numbers as well as the first; `step` is where the two part (None: no earlier step can tell),
    `left` the one that remains if that step turns out right (None: neither), `more` those that explain them too."""

    id: str
    step: Step | None = None
    left: str | None = None
    more: tuple[str, ...] = ()


def worded_first(target: Target, ids: Sequence[str]) -> tuple[str, ...]:
    """The slips of an answer, one for which the question has words of its own before the others: its author thought of
    it."""
    return tuple(sorted(ids, key=lambda id: id not in target.says))


def second_explanation(target: Target, ids: Sequence[str]) -> Tie | None:
    """The second explanation of an answer whose slips are `ids`, best first; None where the first stands alone.

    A question's own words are sure of themselves. Right numbers in another order explain more simply than two slips of
    the equation that happen to agree. Of those, one that an intermediate number can tell apart goes first.
    """
    slips, order = target.equation.slips, target.equation.order
    of_question = {s.id for s in target.slips} | target.says.keys()
    if not ids or ids[0] in of_question or ids[0] not in slips:
        return None
    begins = {id: min(order[name] for name in slips[id].at) for id in ids if id in slips}
    steps = list(target.equation.steps.values())
    others = [id for id in ids[1:] if id in begins]
    if others and visible_slips.SWAPPED in ids:
        return Tie(visible_slips.SWAPPED, more=tuple(others))
    for other in others:
        at = min(begins[ids[0]], begins[other])
        if steps[at].id != target.step:
            left = next((id for id in (ids[0], other) if begins[id] > at), None)
            return Tie(other, steps[at], left, tuple(id for id in others if id != other))
    return Tie(others[0], more=tuple(others[1:])) if others else None
