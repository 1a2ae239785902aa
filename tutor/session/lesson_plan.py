"""The order of a lesson: each question with the blocks that lead to it and the pictures of its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from tutor.units import OpenQuestion, OpenUnit
from tutor.units.models import Block, ChartBlock, Part, Question, TableBlock

PICTURES = (ChartBlock, TableBlock)


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A question, the blocks that lead to it, and the pictures right after it, which belong to its answer.

    `part` counts from 0.
    """

    question: OpenQuestion
    blocks: tuple[Block, ...]
    pictures: tuple[Block, ...]
    part: int


def planned_questions(unit: OpenUnit) -> tuple[PlannedQuestion, ...]:
    """Every question of a unit in order, each block with the one question it belongs to."""
    by_id = {q.id: q for q in unit.questions}
    plan: list[PlannedQuestion] = []
    for number, part in enumerate(unit.unit.parts):
        blocks = list(part.blocks)
        while any(isinstance(b, Question) for b in blocks):
            at = next(i for i, b in enumerate(blocks) if isinstance(b, Question))
            question = blocks[at]
            assert isinstance(question, Question)
            pictures = _pictures(blocks[at + 1 :])
            plan.append(PlannedQuestion(by_id[question.question], tuple(blocks[:at]), pictures, number))
            blocks = blocks[at + 1 + len(pictures) :]
    return tuple(plan)


def tail_of(part: Part) -> tuple[Block, ...]:
    """What stands after the last question of a part and its pictures."""
    last = max((i for i, b in enumerate(part.blocks) if isinstance(b, Question)), default=-1)
    after = part.blocks[last + 1 :]
    return after[len(_pictures(after)) :] if last >= 0 else after


def ended(sentence: str) -> str:
    """The sentence with its full stop, unless a title has brought its own mark."""
    return sentence if sentence[-1:] in ".?!" else f"{sentence}."


def _pictures(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Those at the beginning, up to the first block that is none."""
    return tuple(takewhile(lambda b: isinstance(b, PICTURES), blocks))
