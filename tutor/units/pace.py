"""How long a part takes, counted from its prompts and its words: what a list of units announces."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tutor.units.bound_unit import OpenQuestion, OpenUnit
from tutor.units.models import ChartBlock, DataBlock, Part, Question, ShowBlock, TableBlock, TextBlock, WarningBlock

WORDS_A_MINUTE = 150
"""Read by somebody who learns."""
CHOICE, NUMBER, MORE, PICTURE = 30, 70, 25, 15
"""Seconds: to choose; for one number, and for each more of a list, worked with a calculator and typed; to look at a
picture, a matrix or a worked line."""


def minutes(opened: OpenUnit, part: Part) -> int:
    """Whole minutes for a part, optional questions apart; at least one."""
    words = sum(len(text.split()) for text in _texts(part))
    seconds = 60 * words / WORDS_A_MINUTE
    seconds += sum(_answering(q) for q in opened.questions if q.part is part and not q.model.optional)
    seconds += PICTURE * sum(isinstance(b, ChartBlock | DataBlock | ShowBlock | TableBlock) for b in part.blocks)
    return max(1, math.ceil(seconds / 60))


def _answering(question: OpenQuestion) -> int:
    if question.choices:
        return CHOICE
    return NUMBER + MORE * (math.prod(question.shape or (1,)) - 1)


def _texts(part: Part) -> Iterator[str]:
    """What is read on the way through a part when all goes well."""
    yield part.recall
    yield part.end
    for block in part.blocks:
        match block:
            case TextBlock():
                yield block.text
            case WarningBlock():
                yield block.warning
            case TableBlock():
                yield from (cell for row in block.table for cell in row)
                yield block.caption
            case Question() if not block.optional:
                yield from (block.ask, block.reason, *(block.choices or {}).values())
