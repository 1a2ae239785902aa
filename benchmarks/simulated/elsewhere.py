"""The same wrong procedures on the lessons' own data, and on random data with every step asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from simulated.classes import (
    COLUMNS,
    REFUSED,
    Case,
    asked,
    by_procedure,
    contradictions,
    handed_in,
    refuted,
    same_numbers,
    shares_of,
)
from simulated.classroom import Classroom, graded_alike, unit_data
from simulated.learner import DoesNotWork, Numbers, Way, Work, dot, work_out
from simulated.papers import HONEST, Paper, is_of_the_mask, main_work, paper, wrong_questions
from simulated.procedures import BY_ID, PROCEDURES, Procedure
from simulated.report import Report, percent
from simulated.ways import CUTTING, MEMORY, ROUNDING
from simulated.ways import HONEST as HONEST_WAYS

HERE = Path(__file__).resolve().parent
Part = tuple[str, int | None, int]
"""Step, the cell asked (None: all), decimals."""
CHAINS: dict[str, dict[str, Part]] = {
    "ecuacion1": {
        "producto-k1": ("scores", 1, 2), "producto-k2": ("scores", 2, 2), "raiz": ("root", None, 3),
        "escalados": ("scaled", None, 3), "exponenciales": ("exps", None, 3), "suma-exp": ("total", None, 3),
        "pesos": ("weights", None, 3), "salida-1": ("output", 0, 2), "salida-2": ("output", 1, 2),
    },
    "ejercicio": {"productos": ("scores", None, 2), "pesos": ("weights", None, 3), "salida": ("output", None, 2)},
    "multi-cabeza": {"puntuaciones": ("scores", None, 2), "pesos": ("weights", None, 3), "mezcla": ("output", None, 2)},
}  # fmt: skip
ROWS = {"fila-tapada": ("masked", 1), "fila-0": ("weights", 0), "fila-1": ("weights", 1)}

HEADS: dict[str, Callable[[Mapping[str, Any]], list[Numbers]]] = {
    "own:other-head": lambda data: data["heads"][0],
    "own:last-head": lambda data: data["heads"][-1],
    "one-head": lambda data: data["X"],
}
"""Whose numbers are taken for those of the head asked about."""


def lessons(report: Report, folder: Path) -> None:
    """Their numbers are the same for all, so slips that coincide there are fair names for one another."""
    report.title("wrong procedures on the lessons' own data, %", COLUMNS)
    for unit in (*CHAINS, "mascara-causal"):
        cases = lesson_cases(folder / unit, unit)
        known = [c for c in cases if c.procedure.kind != "control"]
        strange = [c for c in cases if c.procedure.kind == "control"]
        fair = percent(sum(c.named or (c.other and not c.false) for c in known), len(known))
        report.row(f"{unit}: with an id, named by a name that fits", (fair, len(known)), lambda x: x >= 90, "≥ 90")
        report.row(f"{unit}: with an id, named falsely", shares_of(known), lambda x: x <= 3, "≤ 3", at=2)
        report.row(f"{unit}: all, accepted", shares_of(cases), lambda x: x <= 1, "≤ 1", at=4)
        report.row(f"{unit}: controls, named falsely", shares_of(strange), lambda x: x <= 5, "≤ 5", at=2)
        for case in cases:
            if (case.false and case.procedure.kind != "control") or case.accepted:
                told = "; ".join(
                    f"{q} {case.handed.text(q)}: {a.verdict} {'/'.join(a.slips)}"
                    for q, a in case.result.answers.items()
                    if q in case.wrong
                )
                report.note(f"{case.procedure.kind} {case.procedure.id}, {case.handed.way.id}: {told}"[:230])
        alone(report, unit, folder / f"{unit}-alone", [c for c in known if not c.procedure.typed])
        false = [line for case in cases if (line := accused(case))]
        report.row(f"{unit}: accusations refuted by right answers", (len(false),), lambda n: n == 0, "0")
        for line in false[:3]:
            report.note(line)


def alone(report: Report, unit: str, folder: Path, cases: Sequence[Case]) -> None:
    """Every wrong answer of a known procedure by itself, nothing else answered: does one pass for right?"""
    made = {f"a{i:05d}": (c, q) for i, (c, q) in enumerate((c, q) for c in cases for q in c.wrong)}
    graded = graded_alike(folder, unit, {id: {q: c.handed.text(q)} for id, (c, q) in made.items()})
    passed = [(c, q, graded[id].answers[q]) for id, (c, q) in made.items() if graded[id].answers[q].correct]
    share = percent(len(passed), len(made))
    report.row(f"{unit}: wrong answers alone that pass for right", (share, len(made)), lambda x: x <= 1, "≤ 1")
    for c, q, answer in passed[:5]:
        report.note(f"{c.procedure.id}, {c.handed.way.id}: {q} {answer.typed} {answer.verdict}")


def accused(case: Case) -> str:
    """A slip named though a right earlier answer refutes it."""
    questions = list(case.handed.numbers)
    for q, answer in case.result.answers.items():
        if (
            answer.slips
            and q in questions
            and (by := refuted(case.data, case.handed, case.result, q, answer, questions, case.make))
        ):
            found = f"{q} {case.handed.text(q)} named {answer.slips[0]}, but {by} {case.handed.text(by)} is right"
            return f"{case.procedure.id}: {found}"
    return ""


def lesson_cases(folder: Path, unit: str) -> list[Case]:
    data = lesson_data(unit)
    made: dict[str, tuple[Procedure, Paper]] = {}
    by_way: dict[str, dict[str, Paper]] = {}
    for i, (procedure, way) in enumerate((p, w) for p in procedures_of(unit) for w in (ROUNDING, CUTTING)):
        try:
            handed = lesson_paper(unit, data, procedure, way)
        except DoesNotWork:
            continue
        made[f"a{i:04d}"] = (procedure, handed)
        by_way.setdefault(way.id, {})[procedure.id] = handed
    truth = lesson_paper(unit, data, HONEST, MEMORY)
    graded = graded_alike(folder, unit, {id: handed.texts() for id, (_, handed) in made.items()})
    cases = []
    for id, (procedure, handed) in made.items():
        honest = lesson_paper(unit, data, HONEST, handed.way)
        wrong = [q for q in wrong_questions(handed, honest, truth, list(handed.numbers)) if q in graded[id].answers]
        if wrong and all(len(handed.numbers[q]) == len(truth.numbers[q]) for q in wrong):
            make = lambda slip, way, choice: lesson_paper(unit, data, slip, way, choice)  # noqa: E731
            bank = {n: p for n, p in by_way[handed.way.id].items() if n in BY_ID}
            alike = same_numbers(handed, wrong[0], bank, list(handed.numbers))
            cases.append(Case(procedure, data, handed, wrong, graded[id], id, make, alike))
    return cases


def procedures_of(unit: str) -> tuple[Procedure, ...]:
    """Those that the bank of its equation knows, and the controls; of several heads, the slips with heads."""
    if unit != "multi-cabeza":
        return PROCEDURES
    mine = tuple(p for p in PROCEDURES if p.kind == "control" or p.id in ("no-scale", "divide-by-dk"))
    return (
        *mine,
        Procedure("root-of-dmodel", {"root": lambda w: 6**0.5}),
        *(Procedure(id, also=frozenset({"own:whole-row"} if id == "one-head" else ())) for id in HEADS),
    )


def lesson_data(unit: str) -> dict[str, Any]:
    """What the unit's file says, plain: of several heads, the one it asks about."""
    told = unit_data(unit, 0)
    if "X" not in told:
        return {name: value for name, value in told.items() if name in "QKV"}
    columns = len(told["X"][0]) // told["heads"]
    heads = [[row[h * columns : (h + 1) * columns] for row in told["X"]] for h in range(told["heads"])]
    return {"Q": heads[1][:1], "K": heads[1], "V": heads[1], "heads": heads, "X": told["X"]}


def lesson_paper(
    unit: str, data: Mapping[str, Any], procedure: Procedure, way: Way, choice: int | None = None
) -> Paper:
    """Raises DoesNotWork, also where the lesson asks nothing that shows it."""
    chance = random.Random(f"{unit}|{procedure.id}|{way.id}")
    if procedure.typed is not None:
        raise DoesNotWork
    at, write = {**way.at, **procedure.at}, way.keep(chance)
    numbers: dict[str, Numbers] = {}
    if unit == "mascara-causal":
        if procedure.home_before("masked"):
            raise DoesNotWork
        for question, (step, row) in ROWS.items():
            z = [dot(data["Q"][row], k) / len(k) ** 0.5 for k in data["K"]]
            visible = [j <= row for j in range(len(z))]
            work = Work(data["Q"][row], data["K"], data["V"], visible, chance, write, choice=choice)
            numbers[question] = list(
                work_out(work, at, {"scaled": [ROUNDING.keep(chance)(x) for x in z]}, "weights").shown[step]
            )
        return Paper(numbers, way, asked=dict.fromkeys(ROWS, 3))
    if is_of_the_mask(procedure):
        raise DoesNotWork
    if procedure.id in HEADS:
        other = HEADS[procedure.id](data)
        data = {"Q": other[:1], "K": other, "V": other if len(other[0]) == len(data["V"][0]) else data["V"]}
    work = main_work(data, unit, write, at, choice)
    for question, (step, cell, _) in CHAINS[unit].items():
        cells = work.shown[step]
        numbers[question] = list(cells) if cell is None else [cells[cell]]
    return Paper(numbers, way, asked={q: places for q, (_, _, places) in CHAINS[unit].items()})


class Random(Classroom):
    """A class whose numbers nobody screened: entries with one decimal within ±2."""

    def __init__(self, folder: Path, size: int, reach: int = 2) -> None:
        self.folder, self.runs, self.unit = folder, 0, str(HERE / "azar.yaml")
        folder.mkdir(parents=True)
        chance = random.Random(20_170_612)
        draw = lambda rows, high: [[chance.randint(-10 * high, 10 * high) / 10 for _ in range(3)] for _ in range(rows)]  # noqa: E731
        self.data = {f"a{i:04d}": {"Q": draw(1, reach), "K": draw(4, reach), "V": draw(4, 9)} for i in range(size)}
        self.students = {id: {"code": f"azar-1-{id}22", "draw": 0, "data": data} for id, data in self.data.items()}
        self.questions = ["productos", "escalados", "exponenciales", "suma", "pesos", "salida"]
        labels = "".join(f"{q}:\n" for q in self.questions)
        self.sheets = {id: f"id: {id}\n{labels}" for id in self.data}
        self.key = folder / "clave.yaml"
        self.key.write_text("format: 1\nunit: azar\nversion: 1\nkey: azar\nstudents:\n", encoding="utf-8")


def random_data(report: Report, folder: Path, size: int) -> None:
    room = Random(folder, size)
    print("\n———— random data, every step asked ————")
    made = {
        (id, w.id): paper(data, HONEST, w, id)
        for w in HONEST_WAYS
        if "exps" not in w.at
        for id, data in room.data.items()
    }
    graded = room.grade_many({key: asked(room, handed) for key, handed in made.items()})
    report.title("honest hand-ins", ("full marks", "refused", "of"))
    full = sum(r.mark == 10 for r in graded.values())
    refused = [
        f"{key} {q} {a.typed} {a.verdict}"
        for key, r in graded.items()
        for q, a in r.answers.items()
        if a.verdict in REFUSED
    ]
    report.row("honest ways, random data", (full, len(refused), len(graded)), lambda n: n == 0, "0 refused", at=1)
    for line in refused[:3]:
        report.note(line)
    cases = handed_in(room, [p for p in PROCEDURES if not is_of_the_mask(p) and p.id != "counted-from-one"])
    by_procedure(report, room, cases, details=False)
    contradictions(report, room, cases)
