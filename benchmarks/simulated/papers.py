"""What a learner hands in: the numbers of every question, by a procedure and a way of working."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simulated.learner import DoesNotWork, Numbers, Way, Work, comma, work_out
from simulated.procedures import MASK, Procedure
from simulated.ways import MEMORY, ROUNDING

STEP = {
    "productos": ("scores", 2),
    "raiz": ("root", 3),
    "escalados": ("scaled", 3),
    "exponenciales": ("exps", 3),
    "suma": ("total", 3),
    "pesos": ("weights", 3),
    "clave": ("clave", 0),
    "salida": ("output", 2),
    "mascara": ("row", 3),
}
"""Question id to its step and decimals. `clave` is the heaviest key, `row` the weights of the masked row."""
HONEST = Procedure("honest", kind="control")


@dataclass
class Paper:
    """Numbers by question, as the calculator showed them, and the way they are to be typed."""

    numbers: dict[str, Numbers]
    way: Way = ROUNDING
    places: Mapping[str, int] = field(default_factory=dict)
    """Decimals typed, where not those asked."""
    asked: Mapping[str, int] = field(default_factory=lambda: {q: places for q, (_, places) in STEP.items()})

    def texts(self) -> dict[str, str]:
        return {q: self.text(q) for q in self.numbers}

    def text(self, question: str) -> str:
        if question == "clave":
            return str(round(self.numbers["clave"][0]))
        places = self.places.get(question, self.asked[question] + self.way.more)
        return " ; ".join(comma(x, places, self.way.shorten) for x in self.numbers[question])

    def typed(self, question: str) -> Numbers:
        """The numbers that a reader finds in the text."""
        return [float(x.replace(",", ".")) for x in self.text(question).split(" ; ")]


def is_of_the_mask(procedure: Procedure) -> bool:
    return procedure.id in MASK or procedure.id.startswith("mask:")


def main_work(data: Mapping[str, Any], seed: str, write: Any, at: Mapping[str, Any], choice: int | None = None) -> Work:
    work = Work(data["Q"][0], data["K"], data["V"], [True] * len(data["K"]), random.Random(seed), write, choice=choice)
    return work_out(work, at)


def masked_work(
    data: Mapping[str, Any], seed: str, write: Any, at: Mapping[str, Any], choice: int | None = None
) -> Work:
    """The masked row: of T, where the tokens ask with their own keys, or of Z, whose scaled products are given."""
    row, chance = int(data["fila"]), random.Random(seed)
    if "Z" in data:
        z = [float(x) for x in data["Z"][row]]
        visible = [j <= row for j in range(len(z))]
        work = Work([0.0], [[x] for x in z], [], visible, chance, write, choice=choice)
        return work_out(work, at, {"scaled": z}, "weights")
    T = data["T"]
    visible = [j <= row for j in range(len(T))]
    return work_out(Work(T[row], T, T, visible, chance, write, choice=choice), at, last="weights")


def paper(
    data: Mapping[str, Any],
    procedure: Procedure = HONEST,
    way: Way = ROUNDING,
    seed: str = "",
    choice: int | None = None,
) -> Paper:
    """The whole hand-in of somebody who works like that. Raises DoesNotWork."""
    chance = random.Random(f"{seed}|{procedure.id}|{way.id}")
    write = way.keep(chance)
    wrong, honest = {**way.at, **procedure.at}, dict(way.at)
    at = honest if is_of_the_mask(procedure) else wrong
    work = main_work(data, seed, write, at, choice)
    by_step = {**work.shown, "clave": [float(work.weights.index(max(work.weights)))]}
    if "fila" in data:
        try:
            by_step["row"] = masked_work(data, seed, write, _row_procedure(procedure, wrong, honest), choice).shown[
                "weights"
            ]
        except DoesNotWork:  # there it comes to nothing, and is done as taught
            by_step["row"] = masked_work(data, seed, write, honest).shown["weights"]
    if procedure.typed is not None:
        procedure.typed(by_step, work, chance)
    return Paper({q: list(by_step[step]) for q, (step, _) in STEP.items() if step in by_step}, way)


def _row_procedure(procedure: Procedure, wrong: Mapping[str, Any], honest: Mapping[str, Any]) -> Mapping[str, Any]:
    return honest if procedure.typed is not None or procedure.at.keys() == {"output"} else wrong


def right(data: Mapping[str, Any]) -> Paper:
    """All of it with every decimal."""
    return paper(data, HONEST, MEMORY)


def differ(typed: Numbers, truth: Numbers, places: int, units: float = 1.5) -> bool:
    """Whether two answers are apart by more than `units` of the last decimal."""
    if len(typed) != len(truth):
        return True
    return any(abs(a - b) > units * 10**-places for a, b in zip(typed, truth, strict=True) if a != b)


def wrong_questions(handed: Paper, honest: Paper, truth: Paper, asked: list[str]) -> list[str]:
    """Which of the questions `asked` are neither right nor what honest work of that way comes to, in their order."""
    return [
        q
        for q in asked
        if q in handed.numbers
        and all(
            differ(handed.typed(q), p.typed(q) if p is honest else p.numbers[q], handed.asked[q], slack(q))
            for p in (honest, truth)
        )
    ]


def slack(question: str, units: float = 1.5) -> float:
    """Units of the last decimal that an honest answer may be away; the number of a key is right or wrong."""
    return 0.5 if question == "clave" else units
