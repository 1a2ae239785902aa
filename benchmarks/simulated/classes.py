"""What the judge makes of whole classes: by strategy, honest way, wrong procedure; what it accuses falsely."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulated.classroom import Answer, Classroom, Result
from simulated.learner import DoesNotWork, Way
from simulated.papers import HONEST, STEP, Paper, differ, is_of_the_mask, paper, right, slack, wrong_questions
from simulated.procedures import BY_ID, PROCEDURES, TWENTY, Procedure
from simulated.report import Report, percent
from simulated.strategies import STRATEGIES
from simulated.ways import COARSE, CUTTING, FINE, MEMORY, ROUNDING
from simulated.ways import HONEST as HONEST_WAYS

REFUSED = ("wrong", "slip")
Make = Callable[[Procedure, Way, int | None], Paper]
"""The hand-in of whoever makes that slip on these numbers; the key that it is about, where it is about one."""


def by_strategy(report: Report, room: Classroom) -> None:
    report.title("mean mark of 10, by strategy", ("mark", "least", "most"))
    ids = list(room.data)
    for strategy in STRATEGIES:
        handed = {}
        for i, id in enumerate(ids):
            try:
                texts = strategy.hand_in(room.data[id], room.data[ids[(i + 1) % len(ids)]])
                handed[id] = {q: t for q, t in texts.items() if q in room.questions}
            except DoesNotWork:
                continue
        if not handed:
            report.note(f"nobody can: {strategy.id}")
            continue
        marks = [float(r.mark or 0) for r in room.grade(handed).values()]
        mean = sum(marks) / len(marks)
        if strategy.exactly is not None:
            goal, wish = (lambda m, w=strategy.exactly: m >= w - 0.005), f"{strategy.exactly:g}"
        elif strategy.most is not None:
            goal, wish = (lambda m, most=strategy.most: m <= most), f"≤ {strategy.most:g}"
        else:
            goal, wish = None, ""
        report.row(strategy.id, (mean, min(marks), max(marks)), goal, wish)


def by_way(report: Report, room: Classroom) -> None:
    report.title("honest hand-ins", ("full marks", "of", "mean", "wrong, slip"))
    full = count = 0
    for way in (*HONEST_WAYS, *COARSE, *FINE):
        graded = room.grade({id: asked(room, paper(data, HONEST, way, id)) for id, data in room.data.items()})
        marks = [float(r.mark or 0) for r in graded.values()]
        refused = [
            f"{id} {q}: {a.typed}" for id, r in graded.items() for q, a in r.answers.items() if a.verdict in REFUSED
        ]
        whole = sum(m == 10 for m in marks)
        values = (whole, len(marks), sum(marks) / len(marks), len(refused))
        if way in HONEST_WAYS:
            full, count = full + whole, count + len(marks)
            report.row(way.id, values, lambda n, all=len(marks): n == all, str(len(marks)))
        else:
            report.row(way.id, values, lambda n: n == 0, "0 refused", at=3)
        for line in refused[:2]:
            report.note(line)
    report.row(f"{len(HONEST_WAYS)} ways together", (full, count), lambda n: n == count, str(count))


def asked(room: Classroom, handed: Paper) -> dict[str, str]:
    return {q: text for q, text in handed.texts().items() if q in room.questions}


@dataclass(frozen=True)
class Case:
    """A hand-in that is somewhere wrong, with what was made of it."""

    procedure: Procedure
    data: Mapping[str, Any]
    handed: Paper
    wrong: Sequence[str]
    result: Result
    sheet: str
    make: Make
    alike: frozenset[str] = frozenset()
    """Slips that give the same numbers here: each would be a fair name."""

    @property
    def judged(self) -> list[Answer]:
        return [self.result.answers[q] for q in self.wrong if q in self.result.answers]

    @property
    def named(self) -> bool:
        """At the first wrong answer that got a name, alone or with one other."""
        at = next((a for a in self.judged if a.slips), None)
        return at is not None and len(at.slips) <= 2 and bool(self.procedure.names & set(at.slips))

    @property
    def other(self) -> bool:
        """A name that is not its own, where there is one to give: the first it got."""
        at = next((a for a in self.judged if a.slips), None)
        return at is not None and not self.procedure.names & set(at.slips)

    @property
    def false(self) -> bool:
        """A name whose numbers are not those handed in: no coincidence."""
        at = next((a for a in self.judged if a.slips), None)
        return self.other and at is not None and not self.alike & set(at.slips)

    @property
    def accepted(self) -> bool:
        """Nothing wrong was called wrong."""
        return all(a.correct or a.verdict == "coarse" for a in self.judged)


def handed_in(
    room: Classroom,
    procedures: Iterable[Procedure],
    way: Way = ROUNDING,
    places: Mapping[str, int] | None = None,
) -> list[Case]:
    """Every sheet of the room by every procedure, graded together."""
    made: dict[tuple[str, str], Paper] = {}
    for procedure, (id, data) in itertools.product(procedures, room.data.items()):
        try:
            handed = paper(data, procedure, way, id)
        except DoesNotWork:
            continue
        handed.places = places or {}
        made[id, procedure.id] = handed
    cases = []
    by_sheet: dict[str, dict[str, Paper]] = {}
    for (id, name), handed in made.items():
        by_sheet.setdefault(id, {})[name] = Paper(handed.numbers, handed.way)
    graded = room.grade_many({key: asked(room, handed) for key, handed in made.items()})
    truths = {id: right(data) for id, data in room.data.items()}
    honest = {id: paper(data, HONEST, way, id) for id, data in room.data.items()}
    for (id, name), handed in made.items():
        usual = Paper(handed.numbers, handed.way)
        wrong = wrong_questions(usual, honest[id], truths[id], room.questions)
        if wrong and all(len(usual.numbers[q]) == len(truths[id].numbers[q]) for q in wrong):
            alike = same_numbers(usual, wrong[0], by_sheet[id], room.questions)
            make = maker(room.data[id])
            cases.append(Case(BY_ID[name], room.data[id], handed, wrong, graded[id, name], id, make, alike))
    return cases


def same_numbers(handed: Paper, question: str, papers: Mapping[str, Paper], questions: Sequence[str]) -> frozenset[str]:
    """The slips that give what was handed in at `question` and before it."""
    upto = questions[: questions.index(question) + 1]
    return frozenset(
        name
        for name, other in papers.items()
        if BY_ID[name].kind != "control"
        and not any(differ(handed.typed(q), other.typed(q), handed.asked[q], slack(q)) for q in upto)
    )


def maker(data: Mapping[str, Any]) -> Make:
    return lambda slip, way, choice: paper(data, slip, way, "", choice)


def by_procedure(report: Report, room: Classroom, cases: list[Case], details: bool = True) -> None:
    """One line for each, and one for each kind."""
    report.title("wrong procedures on whole hand-ins, %", COLUMNS)
    by_id: dict[str, list[Case]] = {}
    for case in cases:
        by_id.setdefault(case.procedure.id, []).append(case)
    for id, some in by_id.items():
        if details:
            report.row(f"{some[0].procedure.kind:<8}{id}", shares_of(some))
            for name, times in others(some).most_common(2):
                if times > len(some) / 20:
                    report.note(f"taken for {name}: {times}")
    for kind, goal in (("bank", 95), ("new", 90)):
        some = [c for c in cases if c.procedure.kind == kind]
        label = f"{kind}: {len({c.procedure.id for c in some})} procedures"
        report.row(f"{label}: named", shares_of(some), lambda x, goal=goal: x >= goal, f"≥ {goal}")
        report.row(f"{label}: taken for another", shares_of(some), lambda x: x <= 3, "≤ 3", at=1)
        report.row(f"{label}: named falsely", shares_of(some), lambda x: x <= 1, "≤ 1", at=2)
    strange = [c for c in cases if c.procedure.kind == "control"]
    label = f"control: {len({c.procedure.id for c in strange})} procedures"
    report.row(f"{label}: named falsely", shares_of(strange), lambda x: x <= 5, "≤ 5", at=2)
    report.row("all: accepted", shares_of(cases), lambda x: x <= 1, "≤ 1", at=4)
    report.row("all: taken for another", shares_of(cases), lambda x: x <= 5, "≤ 5", at=1)


COLUMNS = ("named", "as another", "falsely", "no name", "accepted", "hand-ins")
"""`falsely` are those taken for another whose numbers are not even the same on that sheet."""


def shares_of(cases: Sequence[Case]) -> tuple[float, float, float, float, float, int]:
    n = len(cases)
    named, other, false, accepted = (
        percent(sum(getattr(c, what) for c in cases), n) for what in ("named", "other", "false", "accepted")
    )
    return named, other, false, 100 - named - other - accepted if n else 0.0, accepted, n


def others(cases: Sequence[Case]) -> Counter[str]:
    return Counter("/".join(next(a for a in c.judged if a.slips).slips[:3]) for c in cases if c.other)


def cut_and_carried(report: Report, room: Classroom) -> None:
    """Who cuts instead of rounding, and goes on honestly after one slip."""
    slips = [p for p in PROCEDURES if p.kind != "control" and p.at and p.home != "output" and not is_of_the_mask(p)]
    report.title("after one slip, carried, %", ("carried", "answers"))
    for way in (ROUNDING, CUTTING, MEMORY):
        found = Counter[str]()
        lost = []
        for case in handed_in(room, slips, way):
            weights, output = case.result.answers["pesos"], case.result.answers["salida"]
            if "salida" in case.wrong and not output.correct and weights.verdict in ("slip", "wrong", "carried"):
                found[output.verdict] += 1
                if output.verdict != "carried":
                    named = "/".join(output.slips)
                    lost.append(f"{case.procedure.id}: {weights.typed} → {output.typed} {output.verdict} {named}")
        report.row(
            f"output after wrong weights, {way.id}",
            (percent(found["carried"], sum(found.values())), sum(found.values())),
            lambda x: x >= 99.5,
            "≥ 99.5",
        )
        for line in lost[:3]:
            report.note(line)


def two_decimals(report: Report, room: Classroom) -> None:
    """A wrong procedure whose weights are typed with two decimals."""
    places = {"escalados": 2, "exponenciales": 2, "suma": 2, "pesos": 2, "mascara": 2}
    slips = [p for p in PROCEDURES if p.kind != "control" and p.at and p.home != "output"]
    cases = handed_in(room, slips, ROUNDING, places)
    report.title("wrong procedures typed with two decimals, %", COLUMNS)
    report.row("bank and new", shares_of(cases), lambda x: x >= 80, "≥ 80")
    report.row(
        "the twenty most frequent", shares_of([c for c in cases if c.procedure.id in TWENTY]), lambda x: x >= 90, "≥ 90"
    )


def coincidences(report: Report, room: Classroom) -> None:
    """Sheets on which two frequent slips give the same numbers where they are first seen."""
    first: dict[str, dict[str, tuple[str, tuple[float, ...]]]] = {}
    for id, data in room.data.items():
        truth = right(data)
        for name in TWENTY:
            try:
                handed = paper(data, BY_ID[name], ROUNDING, id)
            except DoesNotWork:
                continue
            wrong = wrong_questions(handed, truth, truth, room.questions)
            if wrong:
                first.setdefault(name, {})[id] = (wrong[0], tuple(handed.typed(wrong[0])))
    worst = []
    for a, b in itertools.combinations(TWENTY, 2):
        seen_a, seen_b = first.get(a, {}), first.get(b, {})
        same = sum(
            seen_a[id][0] == seen_b[id][0]
            and not differ(list(seen_a[id][1]), list(seen_b[id][1]), STEP[seen_a[id][0]][1])
            for id in seen_a.keys() & seen_b.keys()
        )
        worst.append((percent(same, len(room.data)), f"{a} and {b}"))
    report.title(f"sheets where two of the {len(TWENTY)} most frequent slips coincide, %", ("sheets",))
    worst.sort(reverse=True)
    for share, pair in worst[:5]:
        report.row(pair, (share,), lambda x: x < 2, "< 2")
    seen = [percent(sum(id in told for id in room.data), len(room.data)) for told in first.values()]
    report.row("sheets on which each is seen at all, least", (min(seen),))


def contradictions(report: Report, room: Classroom, cases: list[Case]) -> None:
    """Slips named that the hand-in's own right earlier answers refute."""
    report.title("contradicted accusations", ("refuted", "by the key", "named", "hand-ins"))
    tally("whole hand-ins of wrong procedures", report, ((c.data, c.handed, c.result) for c in cases), len(cases), room)
    late = list(turned(room))
    graded = room.grade_many({key: asked(room, handed) for key, handed in late})
    results = [(room.data[id], handed, graded[id, name]) for (id, name), handed in late]
    tally("right to some question, then by another procedure", report, iter(results), len(results), room)
    outputs = [(d, h, r) for ((_, name), h), (d, _, r) in zip(late, results, strict=True) if name.endswith("@salida")]
    tally("the same, right to the weights", report, iter(outputs), len(outputs), room)


def turned(room: Classroom) -> Iterator[tuple[tuple[str, str], Paper]]:
    """Right answers up to a question, and from there those of a slip made before it."""
    slips = [p for p in PROCEDURES if p.kind != "control" and p.at and p.home != "output" and not is_of_the_mask(p)]
    for procedure, (id, data) in itertools.product(slips, room.data.items()):
        honest = paper(data, HONEST, ROUNDING, id)
        try:
            wrong = paper(data, procedure, ROUNDING, id)
        except DoesNotWork:
            continue
        for start in [q for q in ("escalados", "pesos", "salida") if q in room.questions]:
            at = room.questions.index(start)
            before = {q: x for q, x in honest.numbers.items() if q in room.questions[:at] or q == "mascara"}
            if any(differ(wrong.numbers[q], x, wrong.asked[q]) for q, x in before.items() if q != "mascara"):
                yield (id, f"{procedure.id}@{start}"), Paper({**wrong.numbers, **before})


def tally(
    label: str, report: Report, told: Iterator[tuple[Mapping[str, Any], Paper, Result]], count: int, room: Classroom
) -> None:
    numbers, key, named, lines = 0, 0, 0, []
    for data, handed, result in told:
        for question, answer in result.answers.items():
            if answer.slips:
                named += 1
                by = refuted(data, handed, result, question, answer, room.questions, maker(data))
                numbers += bool(by and by != "clave")
                key += by == "clave"
                if by and by != "clave":
                    slips = "/".join(answer.slips)
                    where = f"Q {data['Q']} K {data['K']}"
                    lines.append(
                        f"{where}: {question} {answer.typed} named {slips}, but {by} {handed.text(by)} is right"
                    )
    report.row(label, (numbers, key, named, count), lambda n: n == 0, "0")
    for line in lines[:3]:
        report.note(line)


def refuted(
    data: Mapping[str, Any],
    handed: Paper,
    result: Result,
    question: str,
    answer: Answer,
    questions: Sequence[str],
    make: Make,
) -> str:
    """The right earlier answer that no way of making the first slip named comes to; empty when there is none."""
    slip = BY_ID.get(answer.slips[0])
    if slip is None or not slip.at or question == "mascara":
        return ""
    made = list(makings(data, slip, make))
    earlier = [q for q in questions[: questions.index(question)] if q in handed.numbers and q in result.answers]
    for q in sorted(earlier, key="clave".__eq__):
        if (
            made
            and result.answers[q].correct
            and all(differ(handed.typed(q), m.numbers[q], m.asked[q], slack(q, 3)) for m in made)
        ):
            return q
    return ""


def makings(data: Mapping[str, Any], slip: Procedure, make: Make) -> Iterator[Paper]:
    """The slip as made by people who round, cut or keep everything, with each key that it may be about."""
    for way, choice in itertools.product((ROUNDING, CUTTING, MEMORY), (None, *range(len(data["K"])))):
        try:
            yield make(slip, way, choice)
        except DoesNotWork:
            continue
