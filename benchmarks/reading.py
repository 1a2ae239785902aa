"""What reading an answer costs, as ratios to splitting the same numbers and calling `float`, timed in the same run.

    python benchmarks/reading.py [--rounds 15]

The goal for plain lists is 15 in each locale: `tutor.answers.fast_path`. What follows goes through the full parser:
lists with a mark out of the ordinary, operations, matrices, questions back, refusals. Rounds alternate between
the two sides, so that a busy machine slows both alike; the best round of each is kept.
"""

from __future__ import annotations

import argparse
import timeit
from collections.abc import Callable
from dataclasses import dataclass

from tutor.answers import Kind, read

GOAL = 15
CALLS = 400


@dataclass(frozen=True, slots=True)
class Case:
    """A text and the kind and shape asked; `bare` are its numbers as `float` would take them."""

    text: str
    bare: str = "0.412 0.203 0.384"
    locale: str = "es"
    kind: Kind = "vector"
    shape: tuple[int, ...] | None = (3,)


PLAIN = (
    Case("0,412 0,203 0,384"),
    Case("(0,412 ; 0,203 ; 0,384)"),
    Case("0,412;0,203;0,384"),
    Case("0.412, 0.203, 0.384"),
    Case("[1 0 0]", "1 0 0"),
    Case("0.412 0.203 0.384", locale="es-MX"),
    Case("(0.412, 0.203, 0.384)", locale="es-MX"),
    Case("0.412, 0.203, 0.384", locale="en"),
    Case("[0.412,0.203,0.384]", locale="en"),
    Case("0,707", "0.707", kind="scalar", shape=None),
    Case("0.707", "0.707", locale="en", kind="scalar", shape=None),
)
EXPRESSIONS = (
    Case("2,028/4,917", "2.028 4.917", kind="scalar", shape=None),
    Case("e^0,707", "2.718 0.707", kind="scalar", shape=None),
    Case("raíz(2)/2", "2 2", kind="scalar", shape=None),
    Case("1,0·0,9 + 0,0·0,1", "1.0 0.9 0.0 0.1", kind="scalar", shape=None),
    Case("(1/3 ; 1/3 ; 1/3)", "1 3 1 3 1 3"),
)
AT_LENGTH = (
    Case("0,412, 0,203, 0,384"),
    Case("0,412,0,203,0,384"),
    Case("0,047 0,017 ,936", "0.047 0.017 0.936"),
    Case("0,71 -inf -inf", "0.71 -inf -inf"),
    Case("0,412\n0,203\n0,384"),
    Case("1.000", "1000", kind="scalar", shape=None),
    Case("0,412 ; hola ; 0,384", "0.412 0.384"),
    Case("1,0 0,0 | 0,0 1,0 | 0,9 0,1", "1 0 0 1 0.9 0.1", kind="matrix", shape=(3, 2)),
)


def split_and_float(bare: str) -> Callable[[], list[float]]:
    return lambda: [float(number) for number in bare.split()]


def reading(case: Case) -> Callable[[], object]:
    return lambda: read(case.text, case.kind, case.shape, 3, case.locale)


def measure(case: Case, rounds: int) -> tuple[float, float]:
    """Microseconds a call: reading, and the baseline."""
    ours, theirs = reading(case), split_and_float(case.bare)
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for side, call in enumerate((ours, theirs)):
            best[side] = min(best[side], timeit.timeit(call, number=CALLS) / CALLS * 1e6)
    return best[0], best[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    worst = 0.0
    for title, cases in (("plain", PLAIN), ("expressions", EXPRESSIONS), ("at length", AT_LENGTH)):
        print(f"{title:<32}{'locale':<8}{'µs':>8}{'float µs':>10}{'ratio':>8}")
        for case in cases:
            ours, theirs = measure(case, rounds)
            worst = max(worst, ours / theirs if cases is PLAIN else 0.0)
            shown = case.text.replace("\n", "⏎")
            print(f"  {shown:<30}{case.locale:<8}{ours:>8.2f}{theirs:>10.2f}{ours / theirs:>8.1f}")
    print(f"worst plain ratio {worst:.1f}, goal {GOAL}: {'held' if worst <= GOAL else 'missed'}")


if __name__ == "__main__":
    main()
