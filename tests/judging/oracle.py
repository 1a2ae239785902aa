"""A second judge, written apart from the first: plain loops over ways, cells and nudges, and not a thought for speed.

It knows the formulas of `atencion` (from its file) and the engine that evaluates one formula, and nothing of
tutor.judging. What the two say of the same answer is compared in test_oracle.py.

    judged = Oracle(data, step, decimals=3, keep=3).judge(typed, places, given, decoys)
    judged.verdict, judged.cells (flat), judged.slips

`typed`, `places` are lists, row by row; an exact number has places inf. `given`: step -> (typed, places);
`decoys`: other data. What the equation declares is read here again, so that a mistake in the loader would show too.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isfinite, isinf, isnan
from typing import Any

import numpy as np
import yaml

from tutor.engine import compile_formula
from tutor.equations import exercises_dir

FILE = yaml.safe_load((exercises_dir() / "equations" / "atencion.yaml").read_text(encoding="utf-8"))
STEPS: dict[str, dict[str, Any]] = FILE["steps"]
ORDER = list(STEPS)
TRIED = [id for id, slip in FILE["slips"].items() if not slip.get("rare")]
GUARD = 1e-9
SLACK = 1.02

Given = Mapping[str, tuple[Sequence[float], Sequence[float]]]
Formulas = dict[str, str]


@dataclass(frozen=True)
class Judged:
    verdict: str
    cells: list[bool]
    slips: list[str]


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
            size = scale * 0.5 * 10.0**-self.keep if isinf(half) else half
            ends = [
                np.asarray(self.evaluate((name, cell, way * size))[self.step])[-1].reshape(-1).tolist()
                for way in (1.0, -1.0)
            ]
            for i, right in enumerate(self.value):
                effects = [abs(end[i] - right) for end in ends if isfinite(right)]
                total[i] += max((e for e in effects if not isnan(e)), default=0.0)
        return [t if isfinite(t) else 0.0 for t in total]


class Oracle:
    """One question on one set of numbers."""

    def __init__(self, data: Mapping[str, Any], step: str, decimals: int = 3, keep: int = 3) -> None:
        self.data = bound(data)
        self.step = step
        self.decimals = decimals
        self.keep = keep
        self.shape = self.ways()[0].evaluate()[step].shape[-2:]

    def ways(
        self, wrong: Formulas | None = None, own: Any = None, data: Mapping[str, Any] | None = None, step: str = ""
    ) -> list[Way]:
        """One Way for every combination of the equation's routes, the equation's own formulas first.

        Only those that lead to the step: without a slip, they all give the same, on other numbers too.
        """
        step = step or self.step
        data = self.data if data is None else data
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
        halves = [0.0 if isinf(p) else 0.5 * 10.0 ** -max(p, self.decimals) for p in places]
        gaps = [far(a, b) for a, b in zip(typed, self.right, strict=True)]
        cells = [g <= h + GUARD for g, h in zip(gaps, halves, strict=True)]
        if all(cells):
            return Judged("exact", cells, [])
        cut = [max(2 * (h - GUARD), h) for h in halves]  # strictly less than a whole unit; nothing of what is exact
        for verdict, scale, slack in (("rounded", 1, halves), ("truncated", 2, cut)):
            here = self.within(gaps, slack, scale)
            cells = [a or b for a, b in zip(cells, here, strict=True)]  # where a total is near 0, τ(2h) may be less
            if all(here):
                return Judged(verdict, here, [])
        if given and self.carried(typed, halves, given, decoys):
            return Judged("carried", [True] * len(cells), [])
        slips = self.slips(typed, places, halves, given or {}, decoys)
        if slips:
            return Judged("slip", cells, slips)
        if all(self.within(gaps, halves, 10)):
            return Judged("coarse", [True] * len(cells), [])
        few = [
            h if right or isinf(p) else max(h, 0.5 * 10.0**-p)
            for h, p, right in zip(halves, places, cells, strict=True)
        ]
        most = max((abs(y) for y in self.right if isfinite(y)), default=0.0) / 8.0
        if max(few) <= most:
            cut = [
                2 * s if abs(x) <= abs(y) and 2 * s <= most else s
                for s, x, y in zip(few, typed, self.right, strict=True)
            ]
            if all(self.within(gaps, few, 1)) or all(self.within(gaps, cut, 2)):
                return Judged("coarse", [True] * len(cells), [])
        return Judged("wrong", cells, [])

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

    def own(self, given: Given, decoys: Sequence[Any]) -> dict[str, dict[int, tuple[float, float]]]:
        """What may be carried: not the step asked, and not what was right for other data and is wrong for these."""
        kept = {}
        for name, (typed, places) in given.items():
            if name == self.step:
                continue
            decimals = STEPS[name]["decimals"]
            if any(right_for(self, d, name, typed, places) for d in decoys) and not right_for(
                self, self.data, name, typed, places
            ):
                continue
            kept[name] = {
                i: (x, 0.0 if isinf(p) else 0.5 * 10.0 ** -max(p, decimals))
                for i, (x, p) in enumerate(zip(typed, places, strict=True))
            }
        return kept

    def carried(self, typed: Sequence[float], halves: Sequence[float], given: Given, decoys: Sequence[Any]) -> bool:
        own = self.own(given, decoys)
        for way in self.ways(own=own):
            if not any(name in own for name in way.values if name != self.step):
                continue
            depends = any(far(a, b) > GUARD for a, b in zip(way.value, self.right, strict=True))
            if not depends or not all(isfinite(x) for x in way.value):
                continue
            if close(typed, way.value, way.tau(), halves):
                return True
        return False

    # -- slips --------------------------------------------------------------------------------------------------------

    def slips(
        self,
        typed: Sequence[float],
        places: Sequence[float],
        halves: Sequence[float],
        given: Given,
        decoys: Sequence[Any],
    ) -> list[str]:
        found = []
        if any(any(self.gives(typed, halves, w) for w in self.ways(data=bound(d))) for d in decoys):
            found.append("other-data")
        own = self.own(given, decoys)
        nearest = sorted(TRIED, key=lambda id: -max(ORDER.index(s) for s in FILE["slips"][id]["at"]))
        plain = [id for id in nearest if self.did(id, typed, halves, {})]
        second = [id for id in nearest if own and id not in plain and self.did(id, typed, halves, own)]
        return [*found, *plain, *second, *self.seen(typed, places)]

    def did(self, id: str, typed: Sequence[float], halves: Sequence[float], own: Any) -> bool:
        slip = FILE["slips"][id]
        if "when" in slip and slip["when"] not in self.data["given"]:
            return False
        touched = {name for way in self.ways() for name in way.values}
        if not touched & slip["at"].keys():
            return False
        plain = [w.value for w in self.ways(own=own)] if own else []
        for way in self.ways(slip["at"], own):
            try:
                if way.evaluate()[self.step].shape[-2:] == self.shape and self.gives(typed, halves, way, plain):
                    return True
            except ValueError:
                return False
            except Exception as error:  # shapes that do not fit: it cannot have been done
                if type(error).__name__ != "FormulaError":
                    raise
                return False
        return False

    def gives(
        self, typed: Sequence[float], halves: Sequence[float], way: Way, plain: Sequence[Sequence[float]] = ()
    ) -> bool:
        """Whether what was typed is what this way gives, and is clearly not the right value."""
        if any(isnan(x) for x in way.value) or len(way.value) != len(typed):
            return False
        apart = max(far(a, b) for a, b in zip(way.value, self.right, strict=True))
        for other in plain:  # over own numbers, a slip must change what going on rightly gives
            if max(far(a, b) for a, b in zip(way.value, other, strict=True)) <= GUARD:
                return False
        if apart <= GUARD or not close(typed, way.value, [apart / 4.0 / SLACK] * len(typed), halves):
            return False
        tau = way.tau()
        return SLACK * max(tau) <= apart / 4.0 and close(typed, way.value, tau, halves)

    def seen(self, typed: Sequence[float], places: Sequence[float]) -> list[str]:
        """What the numbers alone show."""
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
        return found

    def ok(self, i: int, number: float, places: float) -> bool:
        half = 0.0 if isinf(places) else 0.5 * 10.0 ** -max(places, self.decimals)
        return far(number, self.right[i]) <= SLACK * self.tau1[i] + half + GUARD

    @cached_property
    def tau1(self) -> list[float]:
        return self.allowance(1)

    def would_be(self, typed: Sequence[float], places: Sequence[float], order: Sequence[int] | None = None) -> bool:
        order = range(len(typed)) if order is None else order
        return all(self.ok(i, typed[j], places[j]) for i, j in enumerate(order))

    def large(self, i: int, places: float) -> bool:
        half = 0.0 if isinf(places) else 0.5 * 10.0 ** -max(places, self.decimals)
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
        for least in (0, self.decimals):  # rounded to the decimals typed, or typed whole without its zeros
            halves = [0.0 if isinf(p) else 0.5 * 10.0 ** -max(p, least) for p in places]
            unsure = max(SLACK * t + h for t, h in zip(tau, halves, strict=True))
            if 4.0 * (unsure + GUARD) <= apart and close(typed, way.value, tau, halves):
                return True
        return False


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
    return close(typed, there.right, tau1, fewer) or close(typed, there.right, tau2, [2 * h for h in halves])


def close(typed: Sequence[float], value: Sequence[float], tau: Sequence[float], halves: Sequence[float]) -> bool:
    return all(far(x, y) <= SLACK * t + h + GUARD for x, y, t, h in zip(typed, value, tau, halves, strict=True))


def far(a: float, b: float) -> float:
    if a == b:
        return 0.0
    gap = abs(a - b)
    return gap if isfinite(gap) else inf
