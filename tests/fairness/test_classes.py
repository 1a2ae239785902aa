"""Simulated classes through the command line: what honest work earns, and what no work does.

The long tables, with all strategies, ways and procedures on classes of sixty, are in `benchmarks/fairness.py`.
"""

from __future__ import annotations

import pytest
from simulated.classes import asked, handed_in, refuted
from simulated.classroom import Classroom
from simulated.papers import HONEST, paper
from simulated.procedures import BY_ID
from simulated.strategies import STRATEGIES
from simulated.ways import COARSE, FINE
from simulated.ways import HONEST as HONEST_WAYS

SIZE = 6
TRIED = {
    "2^s in place of e^(s/√d_k)": 5.5,
    "2^s, weights with one decimal": 5.5,
    "the heaviest takes all": 5.5,
    "right products, scaled 0 0 0 −50": 5.5,
    "right to the scaled products, then zeros": 5.5,
    "products 100 0 0, weights 1 0 0, V₀ copied": 4,
    "products 100 0 0, weights 1,00 0,00 0,00": 4,
    "products 100 100 0 (the two share)": 4,
    "products 0 0 0 −100, weights 0,33 0,33 0,33 0": 4,
    "products of zero, equal weights, mean of V": 4,
    "products 0,02 0 0 and 1 + z": 4,
    "products all 5, equal weights, mean of V": 4,
    "zeros": 4,
}
"""What may be earned without an exponential, and without any work."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    return Classroom(tmp_path_factory.mktemp("clase") / "clase", "entrega", SIZE)


def test_honest_hand_ins_get_everything(room: Classroom) -> None:
    """By whatever honest way, of those who type what they keep; and who loses more on the way than decimals explain is
    never told that it is wrong."""
    made = {
        (id, way.id): asked(room, paper(data, HONEST, way, id))
        for way in (*HONEST_WAYS, *COARSE, *FINE)
        if not way.more
        for id, data in room.data.items()
    }
    graded = room.grade_many(made)
    full = {way.id for way in HONEST_WAYS}
    assert [key for key, result in graded.items() if key[1] in full and result.mark != 10] == []
    refused = [(k, q) for k, r in graded.items() for q, a in r.answers.items() if a.verdict in ("wrong", "slip")]
    assert refused == []


@pytest.mark.parametrize(("id", "most"), TRIED.items(), ids=list(TRIED))
def test_no_way_around_the_exponential(room: Classroom, id: str, most: float) -> None:
    """Carried earns with evidence only, and few decimals are no luck."""
    strategy = next(s for s in STRATEGIES if s.id == id)
    ids = list(room.data)
    handed = {}
    for i, student in enumerate(ids):
        texts = strategy.hand_in(room.data[student], room.data[ids[i - 1]])
        handed[student] = {q: text for q, text in texts.items() if q in room.questions}
    marks = [float(result.mark or 0) for result in room.grade(handed).values()]
    assert sum(marks) / len(marks) <= most


@pytest.mark.parametrize("id", ["all right but √d_k forgotten", "one product off by one"])
def test_one_mistake_costs_its_question(room: Classroom, id: str) -> None:
    strategy = next(s for s in STRATEGIES if s.id == id)
    handed = {student: strategy.hand_in(data, data) for student, data in room.data.items()}
    assert {result.mark for result in room.grade(handed).values()} == {9}


def test_a_slip_is_named_and_nothing_contradicted(room: Classroom) -> None:
    """Whole hand-ins of procedures of all steps: named in nine of ten, never by what right answers refute."""
    ids = ("no-scale", "sum-not-product", "base-2", "divide-by-sum", "odds", "term-left-out", "values-reordered")
    cases = handed_in(room, [BY_ID[id] for id in ids])
    assert sum(case.named for case in cases) >= 0.9 * len(cases)
    false = [
        (case.procedure.id, q)
        for case in cases
        for q, answer in case.result.answers.items()
        if answer.slips and refuted(case.data, case.handed, case.result, q, answer, room.questions, case.make)
    ]
    assert false == []
