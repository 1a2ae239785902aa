"""How long a part takes, counted from its prompts and its words: what a list of units announces.

Words are read at 185 a minute: silent reading in Spanish, 278 (Brysbaert 2019, *How many words do we read per
minute?*), slowed to two thirds by who reads to learn (Carver 1992, *Reading rate*: 200 against 300). To write one
number takes 25 s: 12 keys of a calculator and 6 typed at 0.75 s, and 8 times to look from one to the other at 1.35 s
(Card, Moran and Newell 1980, *The keystroke-level model*). One first try in three is wrong (Koedinger and others
2023, *An astonishing regularity in student learning rate*), and all is done twice then. Half a minute to see what is
to be done, and a quarter to look at a picture, are our own estimates.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from tutor.units.bound_unit import OpenQuestion, OpenUnit
from tutor.units.models import ChartBlock, DataBlock, Part, Question, ShowBlock, TableBlock, TextBlock, WarningBlock

WORDS_A_MINUTE = 185
THINK, NUMBER, PICTURE = 30, 25, 15
"""Seconds: to see what a question wants, to work and type each of its numbers, to look at a picture, a matrix or a
worked line."""
TRIES = 4 / 3
"""Times a question that is marked is answered, in the mean."""


def minutes(opened: OpenUnit, part: Part) -> int:
    """Whole minutes for a part, optional questions apart; at least one."""
    words = sum(len(text.split()) for text in _texts(part))
    seconds = 60 * words / WORDS_A_MINUTE
    seconds += sum(_answering(q) for q in opened.questions if q.part is part and not q.model.optional)
    seconds += PICTURE * sum(isinstance(b, ChartBlock | DataBlock | ShowBlock | TableBlock) for b in part.blocks)
    return max(1, math.ceil(seconds / 60))


def _answering(question: OpenQuestion) -> float:
    numbers = 0 if question.choices else math.prod(question.shape or (1,))
    return (THINK + NUMBER * numbers) * (TRIES if question.model.graded else 1)


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
