"""Honest ways to do the sums by hand: every one of them deserves full marks."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from simulated.learner import Way, Work, Write, cut, half_even, memory, rounded


def always(write: Write) -> Callable[[random.Random], Write]:
    return lambda chance: write


def uneven(end: Callable[[int], Write]) -> Callable[[random.Random], Write]:
    """Three to five decimals, as it comes."""
    return lambda chance: lambda x: end(chance.choice((3, 4, 5)))(x)


def less_the_maximum(w: Work) -> list[float]:
    top = max(z for z in w.masked if math.isfinite(z))
    return [math.exp(z - top) for z in w.masked]


def times_inverse_root(w: Work) -> list[float]:
    inverse = w.write(1 / w.root)
    return [s * inverse for s in w.scores]


def times_inverse_total(write: Write) -> Callable[[Work], list[float]]:
    return lambda w: [e * write(1 / w.total) for e in w.exps]


ROUNDING = Way("rounding at every step", always(rounded(3)))
CUTTING = Way("cutting at every step", always(cut(3)), cut)
MEMORY = Way("all in the calculator, rounded at the end", always(memory))
HONEST = (
    ROUNDING,
    CUTTING,
    MEMORY,
    Way("all in the calculator, cut at the end", always(memory), cut),
    Way("half to even", always(half_even(3)), half_even),
    Way("rounding to four", always(rounded(4))),
    Way("cutting to four", always(cut(4)), cut),
    Way("three to five decimals, as it comes", uneven(rounded)),
    Way("less the maximum, rounding", always(rounded(3)), at={"exps": less_the_maximum}),
    Way("less the maximum, cutting", always(cut(3)), cut, at={"exps": less_the_maximum}),
    Way("times 1/√d, rounding", always(rounded(3)), at={"scaled": times_inverse_root}),
    Way("times 1/Σ, kept in the calculator", always(rounded(3)), at={"weights": times_inverse_total(memory)}),
    Way("rounding at every step, answers with two decimals more", always(rounded(3)), more=2),
)
COARSE = (
    Way("times 1/Σ rounded to three", always(rounded(3)), at={"weights": times_inverse_total(rounded(3))}),
    Way("times 1/Σ cut to three", always(cut(3)), cut, at={"weights": times_inverse_total(cut(3))}),
)
FINE = (
    Way("times 1/Σ rounded to four", always(rounded(3)), at={"weights": times_inverse_total(rounded(4))}),
    Way("times 1/√d, cutting", always(cut(3)), cut, at={"scaled": times_inverse_root}),
    Way("three to five decimals, cut as it comes", uneven(cut), cut),
)
"""Honest too, with more lost on the way than three decimals explain: never wrong, never a slip."""
