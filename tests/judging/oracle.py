"""A second judge, written apart from the first: plain loops over ways, cells and nudges, and not a thought for speed.

It knows the formulas of one equation, from a file of its own that never changes, and the engine that evaluates one
formula, and nothing of tutor.judging. What the two say of the same answer is compared in test_oracle.py.

    judged = Oracle(data, step, decimals=3, keep=3).judge(typed, places, given, decoys)
    judged.verdict, judged.cells (flat), judged.slips, judged.evidence

`typed`, `places` are lists, row by row; an exact number has places inf. `given`: step -> (typed, places);
`decoys`: other data. What the equation declares is read here again, so that a mistake in the loader would show too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isfinite, isinf, isnan
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from tutor.engine import compile_formula

PATH = Path(__file__).with_name("frozen.yaml")
FILE = yaml.safe_load(PATH.read_text(encoding="utf-8"))
STEPS: dict[str, dict[str, Any]] = FILE["steps"]
ORDER = list(STEPS)
GUARD = 1e-9
SLACK = 1.02

Given = Mapping[str, tuple[Sequence[float], Sequence[float]]]
Formulas = dict[str, str]
Own = Mapping[str, dict[int, tuple[float, float]]]


@dataclass(frozen=True)
class Judged:
    verdict: str
    cells: list[bool]
    slips: list[str]
    evidence: bool | None = None
    explained: bool = field(default=True, compare=False)
    """Right, or a slip explains it, or what it was carried from."""


@dataclass
class Way:
    """The formulas of one honest way, perhaps with a wrong procedure put in, over some data and own numbers."""

    data: Mapping[str, Any]
    step: str
    formulas: Formulas
    keep: int
    own: Mapping[str, dict[int, tuple[float, float]]] = field(default_factory=dict)
    """Step -> cell -> (what the learner typed, half a unit of its last digit)."""

    def evaluate(self, moved: tuple[str, int, float] | None = None) -> dict[str, Any]:
        """Every name that the step goes through -> (2, 1, r, c): the numbers, and the same with one cell moved."""
        known: dict[str, Any] = {}

        def value(name: str) -> Any:
            if name in known:
                return known[name]
            if name not in self.formulas:
                known[name] = self.data[name] if isinstance(self.data[name], int) else self.data[name][None, None]
                return known[name]
            formula = compile_formula(self.formulas[name])
            env = {n: value(n) for n in formula.names}
            if name == self.step:
                known[name] = formula.evaluate(env, nudged=True)
                return known[name]
            made = formula.evaluate(env, nudged=True)
            both = np.array(np.broadcast_to(made, (2, *made.shape[1:])) if made.ndim == 4 else [made, made])
            flat = both.reshape(2, -1)
            for cell, (number, _) in self.own.get(name, {}).items():
                flat[:, cell] = number
            if moved is not None and moved[0] == name:
                flat[1, moved[1]] += moved[2]
            known[name] = both
            return both

        with np.errstate(all="ignore"):
            value(self.step)
        return {name: known[name] for name in known if name in self.formulas}

    @cached_property
    def values(self) -> dict[str, list[float]]:
        """Name -> its cells, row by row."""
        return {name: np.asarray(v)[0].reshape(-1).tolist() for name, v in self.evaluate().items()}

    @property
    def value(self) -> list[float]:
        return self.values[self.step]

    def written(self) -> Iterator[tuple[str, int, float]]:
        """(name, cell, half unit, inf for h) of every number written down before the one asked."""
        for name, cells in self.values.items():
            if name == self.step or (name == "masked" and "mask" not in self.data["given"]):
                continue
            for cell, number in enumerate(cells):
                if not self.exact(name, cell, number):
                    yield name, cell, self.own.get(name, {}).get(cell, (0.0, inf))[1]

    def exact(self, name: str, cell: int, number: float) -> bool:
        """Infinities, and the zeros of what is hidden."""
        if isinf(number) or isnan(number):
            return True
        hides = self.data["mask"].reshape(-1)
        return number == 0.0 and name in ("masked", "exps", "weights", "free") and isinf(hides[cell])

    def tau(self, scale: int = 1) -> list[float]:
        """How far rounding what comes before may carry each cell: a number after another, up and down."""
        total = [0.0] * len(self.value)
        for name, cell, half in self.written():
            size = scale * 0.5 * 10.0**-self.keep if isinf(half) else min(scale, 2) * half
            ends = [
                np.asarray(self.evaluate((name, cell, way * size))[self.step])[-1].reshape(-1).tolist()
                for way in (1.0, -1.0)
            ]
            for i, right in enumerate(self.value):
                effects = [abs(end[i] - right) for end in ends if isfinite(right)]
                total[i] += max((e for e in effects if not isnan(e)), default=0.0)
        return [t if isfinite(t) else 0.0 for t in total]

    def nearest(self, given: Sequence[str]) -> tuple[set[str], set[str]]:
        """The answered steps that one meets first, going back from the step asked, and the names until there."""
        ends: set[str] = set()
        between = {self.step}
        todo = [self.step]
        while todo:
            for name in compile_formula(self.formulas[todo.pop()]).names:
                if name in given:
                    ends.add(name)
                elif name in self.formulas and name not in between:
                    between.add(name)
                    todo.append(name)
        return ends, between

    def near(self, typed: Sequence[float], halves: Sequence[float], cut: bool = True) -> list[bool]:
        """Cell by cell: the value of this way, rounded or cut."""
        first, second = self.tau(1), self.tau(2)
        return [
            far(x, y) <= SLACK * t + h + GUARD or (cut and far(x, y) <= SLACK * u + cut_off(x, y, h) + GUARD)
            for x, y, t, u, h in zip(typed, self.value, first, second, halves, strict=True)
        ]


class Oracle:
    """One question on one set of numbers."""

    def __init__(self, data: Mapping[str, Any], step: str, decimals: int = 3, keep: int = 3) -> None:
        self.data = bound(data)
        self.step = step
        self.decimals = decimals
        self.keep = keep
        self.plain: dict[str, list[Way]] = {}
        self.shape = self.ways()[0].evaluate()[step].shape[-2:]

    def ways(
        self, wrong: Formulas | None = None, own: Any = None, data: Mapping[str, Any] | None = None, step: str = ""
    ) -> list[Way]:
        """One Way for every combination of the equation's routes, the equation's own formulas first.

        Only those that lead to the step: without a slip, they all give the same, on other numbers too.
        """
        step = step or self.step
        if data is None and not wrong and not own:
            if step not in self.plain:
                self.plain[step] = self.found_ways({}, {}, self.data, step)
            return self.plain[step]
        return self.found_ways(wrong or {}, own or {}, self.data if data is None else data, step)

    def found_ways(self, wrong: Formulas, own: Any, data: Mapping[str, Any], step: str) -> list[Way]:
        plain = {name: s["formula"] for name, s in STEPS.items()}
        options = []
        for _, alternatives in FILE["routes"].items():
            options.append([{}, *(a for a in alternatives if "when" not in a or a["when"] in data["given"])])
        found: list[Way] = []
        first: list[float] = []
        for chosen in itertools.product(*options):
            formulas = dict(plain)
            for route in chosen:
                formulas.update({n: f for n, f in route.items() if n != "when"})
            honest = Way(elsewhere(data), step, dict(formulas), self.keep).value
            if any(far(a, b) > 1e-9 for a, b in zip(first, honest, strict=bool(found)) if not isnan(b)):
                continue
            first = first if found else honest
            found.append(Way(data, step, {**formulas, **(wrong or {})}, self.keep, own or {}))
        return found

    @cached_property
    def right(self) -> list[float]:
        return self.ways()[0].value

    # -- the ladder ---------------------------------------------------------------------------------------------------

    def judge(
        self, typed: Sequence[float], places: Sequence[float], given: Given | None = None, decoys: Sequence[Any] = ()
    ) -> Judged:
        before = Before(self, given or {}, decoys)
        self.typed, self.places, self.before = typed, places, before
        self.longest = max([p for x, p in zip(typed, places, strict=True) if isfinite(x)], default=0.0)
        few = self.longest < self.decimals
        halves = [0.0 if isinf(p) else 0.5 * 10.0 ** -max(p, self.decimals) for p in places]
        fewer = [0.0 if isinf(self.longest) else 0.5 * 10.0**-self.longest] * len(typed)
        gaps = [far(a, b) for a, b in zip(typed, self.right, strict=True)]
        exact = [g <= h + GUARD for g, h in zip(gaps, halves, strict=True)]
        cells = list(exact)
        if all(cells):
            return Judged("exact", cells, [])
        if not few:
            cut = [cut_off(x, y, h) for x, y, h in zip(typed, self.right, halves, strict=True)]
            allowed = before.allows(typed, halves, True)
            for verdict, scale, slack in (("rounded", 1, halves), ("truncated", 2, cut)):
                here = self.within(gaps, slack, scale)
                here = [ok and (e or a) for ok, e, a in zip(here, exact, allowed, strict=True)]
                cells = [a or b for a, b in zip(cells, here, strict=True)]  # where a total is near 0, τ(2h) may be less
                if all(here):
                    return Judged(verdict, cells, [])
        whole = [True] * len(cells)
        carried = self.carried(few, typed, halves, fewer)
        if carried is not None:
            return carried
        if self.divided_early(typed, halves):
            return Judged("coarse", whole, [])
        if few and little(fewer, self.right):
            each = [0.5 * 10.0**-p if isfinite(x) else 0.0 for x, p in zip(typed, places, strict=True)]
            missing = each if little(each, self.right) else fewer
            twice = little(missing, self.right, 2.0)
            allowed = before.allows(typed, missing, twice)
            cut = [cut_off(x, y, h) if twice else h for x, y, h in zip(typed, self.right, missing, strict=True)]
            for scale, slack in ((1, missing), (2, cut)):
                here = self.within(gaps, slack, scale)
                if all(ok and (e or a) for ok, e, a in zip(here, exact, allowed, strict=True)):
                    return Judged("coarse", whole, [])
        slips, firm = self.slips(few, halves, fewer, decoys)
        if slips:  # a slip over numbers that nothing explains explains nothing
            return Judged("slip", cells, slips, explained=firm or before.explained)
        if (not few or little(fewer, self.right)) and all(self.within(gaps, halves, 10)):
            allowed = before.allows(typed, halves, True, coarse=True)
            if all(e or a for e, a in zip(exact, allowed, strict=True)):
                return Judged("coarse", whole, [])
        return Judged("wrong", cells, [], explained=False)

    def within(self, gaps: Sequence[float], slack: Sequence[float], scale: int) -> list[bool]:
        allowed, h = self.allowance(scale), 0.5 * 10.0**-self.keep
        return [
            g <= (0.0 if self.sure(i) else SLACK * (min(t, scale * h) if self.alone(i) else t) + s) + GUARD
            for i, (g, t, s) in enumerate(zip(gaps, allowed, slack, strict=True))
        ]

    def allowance(self, scale: int) -> list[float]:
        """The largest over the honest ways, cell by cell."""
        taus = [way.tau(scale) for way in self.ways()]
        return [max(t[i] for t in taus) for i in range(len(self.right))]

    def alone(self, cell: int) -> bool:
        """The weight of the only key that a row may look at: 1, however the rest was rounded."""
        row = self.data["mask"][cell // self.data["n"]] if self.step == "weights" else []
        return sum(np.isinf(row)) == len(row) - 1 if self.step == "weights" else False

    def sure(self, cell: int) -> bool:
        """Cells that are exact: infinite, or 0 because hidden."""
        way = self.ways()[0]
        return way.exact(self.step, cell, self.right[cell])

    # -- carried ------------------------------------------------------------------------------------------------------

    def carried(
        self, few: bool, typed: Sequence[float], halves: Sequence[float], fewer: Sequence[float]
    ) -> Judged | None:
        own = self.before.own
        coarse = False
        for way in self.ways(own=own):
            if not any(name in own for name in way.values if name != self.step):
                continue
            depends = any(far(a, b) > GUARD for a, b in zip(way.value, self.right, strict=True))
            if not depends or not all(isfinite(x) for x in way.value):
                continue
            exact = all(far(x, y) <= h + GUARD for x, y, h in zip(typed, way.value, halves, strict=True))
            if exact or (not few and all(way.near(typed, halves))):
                return self.going_on(typed, halves, "carried")
            if few and little(fewer, way.value):
                coarse |= all(way.near(typed, fewer, little(fewer, way.value, 2.0)))
        return self.going_on(typed, fewer, "coarse") if coarse else None

    def going_on(self, typed: Sequence[float], halves: Sequence[float], verdict: str) -> Judged:
        """What a carried answer is: without evidence nothing is coarse."""
        explained = self.before.explained
        evidence = explained or not self.cut_short(typed, halves)
        name = verdict if evidence else "carried"
        return Judged(name, [True] * len(typed), [], evidence if name == "carried" else None, explained)

    def cut_short(self, typed: Sequence[float], halves: Sequence[float]) -> bool:
        """Whether a short cut made after the numbers typed gives the same."""
        for slip in self.candidates(True) + self.candidates(False):
            for way in self.ways(own=self.before.own) if slip.get("shortcut") else ():
                ends, between = way.nearest(list(self.before.given))
                if ends and set(slip["at"]) <= between:
                    wrong = Way(way.data, way.step, {**way.formulas, **slip["at"]}, self.keep, self.before.own)
                    if len(wrong.value) == len(typed) and all(wrong.near(typed, halves)):
                        return True
        return False

    def divided_early(self, typed: Sequence[float], halves: Sequence[float]) -> bool:
        """e·(1/Σ), with 1/Σ rounded or cut at the decimals kept."""
        for step, rough in FILE.get("rough", {}).items():
            for way in self.ways(rough["at"]) if step == self.step else ():
                numbers = way.values[rough["rounds"]]
                for more in (0.5, 0.0):
                    unit = 10.0**-self.keep
                    made = [float(np.sign(x) * np.floor(abs(x) / unit + more + GUARD) * unit) for x in numbers]
                    own = {rough["rounds"]: {i: (x, 0.0) for i, x in enumerate(made)}}
                    early = Way(way.data, way.step, way.formulas, self.keep, own)
                    apart = max(far(a, b) for a, b in zip(early.value, self.right, strict=True))
                    if apart <= largest(self.right) / 8.0 and all(early.near(typed, halves)):
                        return True
        return False

    # -- slips --------------------------------------------------------------------------------------------------------

    def slips(
        self, few: bool, halves: Sequence[float], fewer: Sequence[float], decoys: Sequence[Any]
    ) -> tuple[list[str], bool]:
        """The slips that fit, and whether one of them does over the right numbers."""
        found, firm = self.explained_by(halves, False, decoys)
        several = few and len(self.typed) > 1
        if several and not (found and all(p == 0 for p in self.places)):
            more, sure = self.explained_by(fewer, True, decoys)
            if len(more) <= 4:
                found += [id for id in more if id not in found]
                firm |= sure
        compared = self.decimals
        if several and little(fewer, self.right):
            compared = self.longest
        seen = self.seen(self.typed, self.places, compared)
        return found + [id for id in seen if id not in found], firm or bool(seen)

    def explained_by(self, halves: Sequence[float], few: bool, decoys: Sequence[Any]) -> tuple[list[str], bool]:
        found = []
        for d in decoys:
            if any(self.gives(halves, few, w, self.before.rights) for w in self.ways(data=bound(d))):
                found = ["other-data"]
        firm = bool(found)
        for rare in (False, True):
            if not found or not rare:
                ids = {slip["id"]: "" for slip in self.candidates(rare) if self.did(slip, halves, few)}
                found += ids
                firm |= bool(ids) and any(
                    self.found_by(s, halves, few, {}, [], self.before.rights)
                    for s in self.candidates(rare)
                    if s["id"] in ids
                )
        return found, firm

    def candidates(self, rare: bool) -> list[dict[str, Any]]:
        """The slips that can touch the step asked, the nearest first, every member of a family on its own."""
        touched = {name for way in self.ways() for name in way.values}
        found = []
        for id, slip in FILE["slips"].items():
            if bool(slip.get("rare")) != rare or not touched & slip["at"].keys():
                continue
            if "when" in slip and slip["when"] not in self.data["given"]:
                continue
            count = self.data[slip["each"]] if "each" in slip else 1
            if "each" in slip and not 2 <= count <= 12:
                continue
            for i in range(count):
                at = (
                    {n: re.sub(r"\beach\b", str(i), f) for n, f in slip["at"].items()} if "each" in slip else slip["at"]
                )
                found.append({**slip, "id": id, "at": at})
        return sorted(found, key=lambda s: -max(ORDER.index(n) for n in s["at"]))

    def did(self, slip: dict[str, Any], halves: Sequence[float], few: bool) -> bool:
        if self.found_by(slip, halves, few, {}, [], self.before.rights):
            return True
        own = self.before.own
        if not own:
            return False
        after: set[str] = set()
        for way in self.ways():
            ends, between = way.nearest(list(self.before.given))
            after |= between if ends else set()
        plain = [w.value for w in self.ways(own=own)]
        return bool(after & slip["at"].keys()) and self.found_by(slip, halves, few, own, plain, {})

    def found_by(
        self, slip: dict[str, Any], halves: Sequence[float], few: bool, own: Own, plain: Sequence[Any], rights: Given
    ) -> bool:
        for way in self.ways(slip["at"], own):
            try:
                if way.evaluate()[self.step].shape[-2:] == self.shape and self.gives(halves, few, way, rights, plain):
                    return True
            except ValueError:
                return False
            except Exception as error:  # shapes that do not fit: it cannot have been done
                if type(error).__name__ != "FormulaError":
                    raise
                return False
        return False

    def gives(
        self, halves: Sequence[float], few: bool, way: Way, rights: Given, plain: Sequence[Sequence[float]] = ()
    ) -> bool:
        """Whether what was typed is what this way gives, clearly not the right value, and nothing before refutes it."""
        if any(isnan(x) for x in way.value) or len(way.value) != len(self.typed):
            return False
        apart = max(far(a, b) for a, b in zip(way.value, self.right, strict=True))
        for other in plain:  # over own numbers, a slip must change what going on rightly gives
            if max(far(a, b) for a, b in zip(way.value, other, strict=True)) <= GUARD:
                return False
        wide = [2 * h for h in halves]
        if apart <= GUARD or not close(self.typed, way.value, [apart / 4.0 / SLACK] * len(wide), wide):
            return False
        first, second = way.tau(1), way.tau(2)
        if SLACK * max(first) > apart / 4.0:
            return False
        cut = [cut_off(x, y, h) for x, y, h in zip(self.typed, way.value, halves, strict=True)]
        rounded = close(self.typed, way.value, first, halves) and not (few and not little(halves, way.value))
        if not rounded:
            if SLACK * max(second) > apart / 4.0 or (few and not little(halves, way.value, 2.0)):
                return False
            if not close(self.typed, way.value, second, cut):
                return False
        return not any(self.refuted(way, name, *answer) for name, answer in rights.items())

    def refuted(self, way: Way, name: str, typed: Sequence[float], places: Sequence[float]) -> bool:
        """Whether a right answer to an earlier step is not what that step is along this way."""
        there = Way(way.data, name, way.formulas, self.keep)
        here = Way(self.data, name, self.ways()[0].formulas, self.keep)
        try:
            value = there.value
        except Exception as error:
            if type(error).__name__ not in ("FormulaError", "ValueError"):
                raise
            return True
        if len(value) != len(typed):
            return True
        if max(far(a, b) for a, b in zip(value, here.value, strict=True)) <= GUARD:
            return False
        halves = [0.0 if isinf(p) else 0.5 * 10.0 ** -max(p, STEPS[name]["decimals"]) for p in places]
        return not all(there.near(typed, halves))

    def seen(self, typed: Sequence[float], places: Sequence[float], asked: float) -> list[str]:
        """What the numbers alone show, compared by so many decimals."""
        self.asked = asked
        found = []
        size = len(typed)
        turned = [j * self.shape[1] + i for i in range(self.shape[1]) for j in range(self.shape[0])]
        square = min(self.shape) > 1 and self.shape[0] == self.shape[1]
        transposed = square and self.would_be(typed, places, turned)
        ranks, ordered = sorted(range(size), key=typed.__getitem__), sorted(range(size), key=self.right.__getitem__)
        moves = dict(zip(ordered, ranks, strict=True))
        several = size == 2 or sum(abs(y) > GUARD for y in self.right) > 1
        if size > 1 and several and not transposed and self.would_be(typed, places, [moves[i] for i in range(size)]):
            found.append("cells-swapped")
        if transposed:
            found.append("transposed")
        if self.would_be([-x for x in typed], places):
            found.append("all-signs-flipped")
        percent = (
            all(0.0 <= y <= 1.0 for y in self.right)
            and all(
                far(x / 100.0, y) <= SLACK * t + 0.5 * 10.0 ** -(p + 2) + GUARD
                for x, p, y, t in zip(typed, places, self.right, self.tau1, strict=True)
            )
            and any(
                abs(y) > 4.0 * (SLACK * t + 0.5 * 10.0 ** -(p + 2))
                for p, y, t in zip(places, self.right, self.tau1, strict=True)
            )
        )
        if percent:
            found.append("percent-without-sign")
        elif any(self.shifted(typed, places, s) for s in (1, 2, 3, -1, -2, -3)):
            found.append("decimal-point-moved")
        if any(self.copied(typed, places, name) for name in {n: 0 for w in self.ways() for n in w.values}):
            found.append("earlier-step-copied")
        if self.digits(typed, places):
            found.append("digits-swapped")
        put = [y == -np.inf and -np.inf < x <= -10.0 for x, y in zip(typed, self.right, strict=True)]
        if any(put) and all(
            hidden or far(x, y) <= SLACK * t + 0.5 * 10.0 ** -max(p, self.decimals) + GUARD
            for hidden, x, p, y, t in zip(put, typed, places, self.right, self.tau1, strict=True)
        ):
            found.append("nearly-infinite")
        after = [name for name in ORDER[ORDER.index(self.step) + 1 :] if self.leads_to(name)]
        if any(self.copied(typed, places, name) for name in after):
            found.append("later-step")
        return found

    def leads_to(self, name: str) -> bool:
        """Whether a step comes after the one asked by some way."""
        return any(self.step in way.values for way in self.ways(step=name))

    def digits(self, typed: Sequence[float], places: Sequence[float]) -> bool:
        """All right but one number, which is right too with two neighbouring digits in each other's place."""
        wrong = [i for i in range(len(typed)) if not self.ok(i, typed[i], places[i])]
        if len(wrong) != 1 or any(isinf(p) for p in places):
            return False
        (i,) = wrong
        shown = f"{round(abs(typed[i]) * 10 ** int(places[i])):0{int(places[i]) + 1}d}"
        for k in range(max(len(shown) - 9, 0) and len(shown) - 10, len(shown) - 1):
            other = shown[:k] + shown[k + 1] + shown[k] + shown[k + 2 :]
            number = int(other) / 10 ** int(places[i]) * (-1.0 if typed[i] < 0 else 1.0)
            half = 0.5 * 10.0 ** -max(places[i], self.asked)
            if self.ok(i, number, places[i]) and (len(typed) > 1 or far(number, self.right[i]) <= half + GUARD):
                return True
        return False

    def ok(self, i: int, number: float, places: float) -> bool:
        half = 0.0 if isinf(places) else 0.5 * 10.0 ** -max(places, self.asked)
        return far(number, self.right[i]) <= SLACK * self.tau1[i] + half + GUARD

    @cached_property
    def tau1(self) -> list[float]:
        return self.allowance(1)

    def would_be(self, typed: Sequence[float], places: Sequence[float], order: Sequence[int] | None = None) -> bool:
        order = range(len(typed)) if order is None else order
        return all(self.ok(i, typed[j], places[j]) for i, j in enumerate(order))

    def large(self, i: int, places: float) -> bool:
        half = 0.0 if isinf(places) else 0.5 * 10.0 ** -max(places, self.asked)
        return abs(self.right[i]) > 4.0 * (SLACK * self.tau1[i] + half)

    def shifted(self, typed: Sequence[float], places: Sequence[float], shift: int) -> bool:
        still = [self.ok(i, typed[i], places[i]) for i in range(len(typed))]
        moved = [
            self.ok(i, typed[i] * 10.0**-shift, places[i] + shift) and self.large(i, places[i] + shift)
            for i in range(len(typed))
        ]
        return not all(still) and all(a or b for a, b in zip(still, moved, strict=True))

    def copied(self, typed: Sequence[float], places: Sequence[float], name: str) -> bool:
        if name not in STEPS or name == self.step or (name == "masked" and "mask" not in self.data["given"]):
            return False
        way = self.ways(step=name)[0]
        if len(way.value) != len(typed):
            return False
        apart = max(far(a, b) for a, b in zip(way.value, self.right, strict=True))
        tau = way.tau()
        for least in (0, self.asked):  # rounded to the decimals typed, or typed whole without its zeros
            halves = [0.0 if isinf(p) else 0.5 * 10.0 ** -max(p, least) for p in places]
            unsure = max(SLACK * t + h for t, h in zip(tau, halves, strict=True))
            if 4.0 * (unsure + GUARD) <= apart and close(typed, way.value, tau, halves):
                return True
        return False


class Before:
    """The answers before, each judged with those before it."""

    def __init__(self, oracle: Oracle, given: Given, decoys: Sequence[Any]) -> None:
        self.oracle = oracle
        self.given = {n: given[n] for n in sorted(given, key=ORDER.index) if n != oracle.step}
        self.judged: dict[str, Judged] = {}
        earlier: dict[str, Any] = {}
        for name in sorted(given, key=ORDER.index):
            there = Oracle(oracle.data, name, STEPS[name]["decimals"], oracle.keep)
            self.judged[name] = there.judge(*given[name], dict(earlier), decoys)
            earlier[name] = given[name]
        self.rights = {n: given[n] for n in given if self.judged[n].verdict in ("exact", "rounded", "truncated")}
        self.own = {n: self.numbers(n) for n in self.given if not self.borrowed(n, decoys)}

    def numbers(self, name: str) -> dict[int, tuple[float, float]]:
        typed, places = self.given[name]
        decimals = STEPS[name]["decimals"]
        return {
            i: (x, max(0.0 if isinf(p) else 0.5 * 10.0 ** -max(p, decimals), 0.5 * 10.0**-self.oracle.keep))
            for i, (x, p) in enumerate(zip(typed, places, strict=True))
        }

    def borrowed(self, name: str, decoys: Sequence[Any]) -> bool:
        """Right for other data, and neither for these nor a known slip."""
        judged = self.judged[name]
        if judged.verdict not in ("wrong", "slip") or any(id != "other-data" for id in judged.slips):
            return False
        return any(right_for(self.oracle, d, name, *self.given[name]) for d in decoys)

    @property
    def explained(self) -> bool:
        """Whether all that one goes on from, the nearest steps answered, is right or explained."""
        ends = {name for way in self.oracle.ways() for name in way.nearest(list(self.given))[0]}
        return all(self.judged[name].explained for name in ends)

    def allows(self, typed: Sequence[float], halves: Sequence[float], cut: bool, coarse: bool = False) -> list[bool]:
        """Cell by cell: whether the right answers before, as they were typed, allow an answer."""
        nearest = [way.nearest(list(self.given))[0] for way in self.oracle.ways()]
        ends = set().union(*nearest)
        own = {name: self.numbers(name) for name in ends if name in self.rights}
        found: list[list[bool]] = []
        for way, those in zip(self.oracle.ways(own=own), nearest, strict=True):
            if those and all(name in own for name in those):
                if coarse:
                    reach = zip(typed, way.value, way.tau(10), halves, strict=True)
                    found.append([far(x, y) <= SLACK * t + h + GUARD for x, y, t, h in reach])
                else:
                    found.append(way.near(typed, halves, cut))
        return [any(cells) for cells in zip(*found, strict=True)] if found else [True] * len(typed)


def bound(data: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs as matrices, the sizes, and the mask (nothing hidden without one)."""
    if "d_k" in data:
        return dict(data)
    full: dict[str, Any] = {name: np.asarray(data[name], dtype=float) for name in "QKV"}
    full |= {"q": len(full["Q"]), "n": len(full["K"]), "d_k": full["Q"].shape[1], "d_v": full["V"].shape[1]}
    hidden = data.get("mask")
    if isinstance(hidden, str):
        hidden = [[0.0 if j <= i else -inf for j in range(full["n"])] for i in range(full["q"])]
    full["mask"] = np.zeros((full["q"], full["n"])) if hidden is None else np.asarray(hidden, dtype=float)
    full["given"] = set(data)
    return full


def elsewhere(data: Mapping[str, Any]) -> dict[str, Any]:
    """Other numbers, all different."""
    return {
        **data,
        **{n: np.sqrt(2.0 + i + np.arange(data[n].size)).reshape(data[n].shape) / 3 for i, n in enumerate("QKV")},
    }


def right_for(
    oracle: Oracle, data: Mapping[str, Any], name: str, typed: Sequence[float], places: Sequence[float]
) -> bool:
    """Whether an earlier answer is right on these data: rounded or cut, with all its decimals or with fewer."""
    there = Oracle(data, name, STEPS[name]["decimals"], oracle.keep)
    if len(there.right) != len(typed):
        return False
    halves = [0.0 if isinf(p) else 0.5 * 10.0 ** -max(p, there.decimals) for p in places]
    fewer = [max(h, 0.5 * 10.0**-p) for h, p in zip(halves, places, strict=True)]
    tau1, tau2 = there.allowance(1), there.allowance(2)
    cut = [cut_off(x, y, h) for x, y, h in zip(typed, there.right, halves, strict=True)]
    return close(typed, there.right, tau1, fewer) or close(typed, there.right, tau2, cut)


def close(typed: Sequence[float], value: Sequence[float], tau: Sequence[float], halves: Sequence[float]) -> bool:
    return all(far(x, y) <= SLACK * t + h + GUARD for x, y, t, h in zip(typed, value, tau, halves, strict=True))


def cut_off(typed: float, value: float, half: float) -> float:
    """What cutting takes off: less than a whole unit towards 0, and half a unit where nothing was cut."""
    short = typed < value if value > 0.0 else typed > value
    return max(2 * (half - GUARD), half) if short and value != 0.0 else half


def largest(values: Sequence[float]) -> float:
    return max((abs(y) for y in values if isfinite(y)), default=0.0)


def little(halves: Sequence[float], values: Sequence[float], units: float = 1.0) -> bool:
    """Whether the decimals missing hide at most an eighth of the largest number."""
    return units * max(halves) <= largest(values) / 8.0


def far(a: float, b: float) -> float:
    if a == b:
        return 0.0
    gap = abs(a - b)
    return gap if isfinite(gap) else inf
