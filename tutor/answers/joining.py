"""Ways of joining neighbours in a row of pieces: `0 · 412 · 0 · 203` into two numbers, `1 · 000 · 5` into two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

Gap = Literal["may", "join", "cut"]
"""What may happen between two neighbours: either, or only one of both."""

MAX_PIECES = 64
"""Beyond it only the uniform ways are looked at."""
ENOUGH = 3
"""Ways of one kind that are worth telling apart: with two the learner is asked already."""


def joinings(gaps: Sequence[Gap], wanted: int | None, *, chain: bool) -> list[list[bool]]:
    """The first few ways that leave `wanted` pieces (None: any number): for each gap, whether it is joined.

    Two gaps in a row are joined only if `chain`. Every branch taken leads to a way, so that the first ones cost little
    however many there are: bit k of `reach[i][glued]` says that the gaps from i on can leave k cuts when the gap before
    them was (not) joined.
    """
    reach: list[tuple[int, int]] = [(1, 1)]
    for gap in reversed(gaps):
        free, after_glue = reach[-1]
        cutting = free << 1 if gap != "join" else 0
        gluing = after_glue if gap != "cut" else 0
        reach.append((cutting | gluing, cutting | (gluing if chain else 0)))
    reach.reverse()

    def walk(i: int, glued: bool, cuts: int | None, done: list[bool]) -> Iterator[list[bool]]:
        if i == len(gaps):
            yield done
            return
        for glue in (True, False):
            if (glue and (gaps[i] == "cut" or (glued and not chain))) or (not glue and gaps[i] == "join"):
                continue
            left = None if cuts is None else cuts - (not glue)
            possible = reach[i + 1][glue]
            if possible and (left is None or (left >= 0 and possible >> left & 1)):
                yield from walk(i + 1, glue, left, [*done, glue])

    if len(gaps) >= MAX_PIECES:
        return []
    return list(islice(walk(0, False, None if wanted is None else wanted - 1, []), ENOUGH))
