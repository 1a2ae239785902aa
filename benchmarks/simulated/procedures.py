"""Wrong procedures, each honest but for one thing: those with an id in the bank of slips, and controls without one.

Computed here from what the id says in words, never by the formulas of the bank.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from simulated.learner import ORDER, DoesNotWork, Numbers, Step, Work, dot, mixed, power, rounded, shares, softmax

Typed = Callable[[dict[str, Numbers], Work, random.Random], None]
"""Changes, in place, what is typed of each step; the sums behind it are honest."""


@dataclass(frozen=True)
class Procedure:
    """`at` replaces steps, or `typed` changes what is written down. `masked` are slips of the mask, and only there."""

    id: str
    at: Mapping[str, Step] = field(default_factory=dict)
    typed: Typed | None = None
    kind: str = "bank"
    """bank: named before this table was written; new: the ids added with it; control: the bank has no name for it."""
    also: frozenset[str] = frozenset()
    """Other ids that say the same."""

    @property
    def names(self) -> frozenset[str]:
        return self.also if self.kind == "control" else self.also | {self.id}

    @property
    def home(self) -> str:
        """The step where it happens."""
        return max(self.at, key=ORDER.index)

    def home_before(self, step: str) -> bool:
        return bool(self.at) and ORDER.index(self.home) < ORDER.index(step)


def shown(w: Work, values: Numbers) -> Numbers:
    """What is hidden gets nothing."""
    return [x if w.visible[j] else 0.0 for j, x in enumerate(values)]


def over(w: Work, values: Numbers) -> Numbers:
    """Shared out among the keys seen."""
    return shares(shown(w, values))


def heaviest(values: Numbers) -> int:
    return values.index(max(values))


def one_hot(values: Numbers) -> Numbers:
    return [1.0 if j == heaviest(values) else 0.0 for j in range(len(values))]


def finite(z: float) -> float:
    return 0.0 if math.isinf(z) else z


def which(w: Work) -> int:
    """One of the keys seen, the same however often this sheet asks."""
    if w.choice is not None:
        return w.choice
    return random.Random(repr((w.q, w.K))).choice(w.seen)


def one_scaled(w: Work) -> Numbers:
    """Only one of the products that scaling changes; where there is but one, that is no slip."""
    able = [j for j, s in enumerate(w.scores) if s]
    if len(able) < 2 or (w.choice is not None and w.choice not in able):
        raise DoesNotWork
    at = random.Random(repr((w.q, w.K))).choice(able) if w.choice is None else w.choice
    return [s / w.root if j == at else s for j, s in enumerate(w.scores)]


def length(x: Numbers) -> float:
    return math.sqrt(dot(x, x))


def reordered(w: Work) -> list[Numbers]:
    """The rows of V one place on."""
    return [*w.V[1:], w.V[0]]


def per_key(formula: Callable[[Numbers, Numbers], float]) -> dict[str, Step]:
    return {"scores": lambda w: [formula(w.q, k) for k in w.K]}


def per_score(formula: Callable[[Work, float], float]) -> dict[str, Step]:
    return {"scaled": lambda w: [formula(w, s) for s in w.scores]}


def divisor(formula: Callable[[Work], float]) -> dict[str, Step]:
    return {"root": formula}


def per_z(formula: Callable[[float], float]) -> dict[str, Step]:
    return {"exps": lambda w: [0.0 if z == -math.inf else formula(z) for z in w.masked]}


def weights(formula: Callable[[Work], Numbers]) -> dict[str, Step]:
    return {"weights": formula}


def output(formula: Callable[[Work], Numbers]) -> dict[str, Step]:
    return {"output": formula}


def hidden(formula: Callable[[Work, int, float], float]) -> dict[str, Step]:
    return {"masked": lambda w: [formula(w, j, z) for j, z in enumerate(w.scaled)]}


BANK: dict[str, dict[str, Step]] = {
    "sum-not-product": per_key(lambda q, k: sum(q) + sum(k)),
    "first-component-only": per_key(lambda q, k: q[0] * k[0]),
    "cross-components": per_key(lambda q, k: dot(q[::-1], k)),
    "distance": per_key(lambda q, k: math.dist(q, k)),
    "cosine": per_key(lambda q, k: dot(q, k) / (length(q) * length(k))),
    "no-scale": per_score(lambda w, s: s),
    "divide-by-dk": divisor(lambda w: w.d),
    "multiply-by-root": per_score(lambda w, s: s * w.root),
    "root-of-n": divisor(lambda w: math.sqrt(len(w.K))),
    "root-of-dmodel": divisor(lambda w: math.sqrt(8 * w.d)),
    "fourth-root": divisor(lambda w: math.sqrt(math.sqrt(w.d))),
    "sign-flipped": per_score(lambda w, s: -s / w.root),
    "times-e": per_z(lambda z: math.e * z),
    "base-2": per_z(lambda z: power(2, z)),
    "base-10": per_z(lambda z: power(10, z)),
    "zero-exp-zero": per_z(lambda z: 0.0 if z == 0 else math.exp(z)),
    "linear-exp": per_z(lambda z: 1 + z),
    "exp-over-raw-sum": {"total": lambda w: sum(w.scaled[j] for j in w.seen)},
    "divide-by-sum": weights(lambda w: over(w, w.scaled)),
    "absolute-sum": weights(lambda w: over(w, [abs(z) for z in w.scaled])),
    "squares": weights(lambda w: over(w, [z * z for z in w.scaled])),
    "not-normalised": weights(lambda w: list(w.exps)),
    "no-softmax": weights(lambda w: shown(w, w.scaled)),
    "sigmoid": weights(lambda w: [0.0 if math.isinf(z) else 1 / (1 + math.exp(-z)) for z in w.masked]),
    "winner-takes-all": weights(lambda w: one_hot(w.masked)),
    "uniform": weights(lambda w: [1 / len(w.seen) if seen else 0.0 for seen in w.visible]),
    "softmax-twice": weights(lambda w: over(w, [math.exp(a) for a in softmax(w.masked)])),
    "scale-after-softmax": weights(lambda w: [a / w.root for a in over(w, [math.exp(s) for s in w.scores])]),
    "softmax-over-columns": weights(lambda w: shown(w, [1.0] * w.n)),
    "weights-times-keys": output(lambda w: mixed(w.weights, w.K)),
    "weights-times-query": output(lambda w: [sum(w.weights) * x for x in w.q]),
    "only-heaviest-term": output(lambda w: [max(w.weights) * x for x in w.V[heaviest(w.weights)]]),
    "mean-of-terms": output(lambda w: [x / w.n for x in mixed(w.weights, w.V)]),
    "mean-of-values": output(lambda w: mixed([1 / w.n] * w.n, w.V)),
    "zero-after-softmax": weights(lambda w: shown(w, softmax(w.scaled))),
    "mask-ignored": hidden(lambda w, j, z: z),
    "fill-zero": hidden(lambda w, j, z: z if w.visible[j] else 0.0),
    "inverted-mask": hidden(lambda w, j, z: -math.inf if w.visible[j] else z),
    "diagonal-excluded": hidden(lambda w, j, z: z if w.visible[j] and j != w.seen[-1] else -math.inf),
    "upper-instead-of-lower": hidden(lambda w, j, z: z if j >= w.seen[-1] else -math.inf),
    "minus-one": hidden(lambda w, j, z: z if w.visible[j] else -1.0),
}
MASK = {
    "zero-after-softmax",
    "mask-ignored",
    "fill-zero",
    "inverted-mask",
    "diagonal-excluded",
    "upper-instead-of-lower",
    "minus-one",
}
NEW: dict[str, dict[str, Step]] = {
    "last-component-only": per_key(lambda q, k: q[-1] * k[-1]),
    "query-sign-lost": per_key(lambda q, k: dot([abs(x) for x in q], k)),
    "key-signs-lost": per_key(lambda q, k: dot(q, [abs(x) for x in k])),
    "score-signs-lost": per_key(lambda q, k: abs(dot(q, k))),
    "zero-keeps-the-other": per_key(
        lambda q, k: sum((a or b) if a == 0 or b == 0 else a * b for a, b in zip(q, k, strict=True))
    ),
    "values-for-keys": {"scores": lambda w: [dot(w.q, v) for v in w.V]},
    "one-score-scaled": {"scaled": one_scaled},
    "divide-by-n": divisor(lambda w: len(w.K)),
    "divide-by-dk-squared": divisor(lambda w: w.d**2),
    "exp-of-absolute": per_z(lambda z: math.exp(abs(z))),
    "exp-sign-outside": per_z(lambda z: math.exp(z) if z >= 0 else -math.exp(-z)),
    "exp-negative-zero": per_z(lambda z: math.exp(z) if z >= 0 else 0.0),
    "term-left-out": {"total": lambda w: sum(e for j, e in enumerate(w.exps) if j != which(w))},
    "negatives-to-zero": weights(lambda w: over(w, [max(z, 0.0) for z in w.scaled])),
    "shares-by-eye": weights(lambda w: shares([max(0.0, 1 + z - max(w.masked)) for z in w.masked])),
    "odds": weights(lambda w: [e / (w.total - e) for e in w.exps]),
    "exps-over-n": weights(lambda w: [e / w.n for e in w.exps]),
    "inverted-ratio": weights(lambda w: [w.total / e for e in w.exps]),
    "sum-of-values": output(lambda w: mixed([1.0] * w.n, w.V)),
    "value-left-out": output(lambda w: mixed([0.0 if j == which(w) else a for j, a in enumerate(w.weights)], w.V)),
    "values-reordered": output(lambda w: mixed(w.weights, reordered(w))),
    "winner-row": output(lambda w: list(w.V[heaviest(w.weights)])),
    "exps-times-values": output(lambda w: mixed(w.exps, w.V)),
    "scores-times-values": output(lambda w: mixed(w.scores, w.V)),
}
CONTROLS: dict[str, dict[str, Step]] = {
    # comparing
    "one product's sign lost": per_key(lambda q, k: dot(q, k) - 2 * min(0.0, q[0] * k[0])),
    "components subtracted": per_key(lambda q, k: sum(q) - sum(k)),
    "city-block distance": per_key(lambda q, k: sum(abs(a - b) for a, b in zip(q, k, strict=True))),
    "squared distance": per_key(lambda q, k: math.dist(q, k) ** 2),
    "squares of the key": per_key(lambda q, k: dot(k, k)),
    "products multiplied": per_key(lambda q, k: math.prod(a * b for a, b in zip(q, k, strict=True))),
    "every product doubled": per_key(lambda q, k: 2 * dot(q, k)),
    "mean of the products": per_key(lambda q, k: dot(q, k) / len(q)),
    "cosine by the query alone": per_key(lambda q, k: dot(q, k) / length(q)),
    "second product subtracted": per_key(lambda q, k: dot([*q[:-1], -q[-1]], k)),
    "query plus one": per_key(lambda q, k: dot([x + 1 for x in q], k)),
    # scaling
    "root of d_k + 2": divisor(lambda w: math.sqrt(w.d + 2)),
    "root of d_k − 1": divisor(lambda w: math.sqrt(w.d - 1)),
    "root of 2·d_k": divisor(lambda w: math.sqrt(2 * w.d)),
    "half of d_k": divisor(lambda w: w.d / 2),
    "root of n·d_k": divisor(lambda w: math.sqrt(len(w.K) * w.d)),
    "root of eight heads": divisor(lambda w: math.sqrt(8)),
    "cube root": divisor(lambda w: w.d ** (1 / 3)),
    "root of 64": divisor(lambda w: 8.0),
    "root subtracted": per_score(lambda w, s: s - w.root),
    "root of each product": per_score(lambda w, s: math.copysign(math.sqrt(abs(s)), s)),
    "divided by the sum of the products": {"scaled": lambda w: shares(w.scores)},
    "divided by the largest": {"scaled": lambda w: [s / max(map(abs, w.scores)) for s in w.scores]},
    # exponentials
    "e taken for 3": per_z(lambda z: power(3, z)),
    "e taken for 2,5": per_z(lambda z: power(2.5, z)),
    "z to the power e": per_z(lambda z: math.copysign(abs(z) ** math.e, z)),
    "e^z − 1": per_z(lambda z: math.exp(z) - 1),
    "e^z + 1": per_z(lambda z: math.exp(z) + 1),
    "e to the whole part": per_z(lambda z: math.exp(math.trunc(z))),
    "1 + z + z²/2": per_z(lambda z: 1 + z + z * z / 2),
    "e^(z²)": per_z(lambda z: math.exp(min(z * z, 30.0))),
    "cubes": per_z(lambda z: z**3),
    "hyperbolic sine": per_z(math.sinh),
    "e^(z/3)": per_z(lambda z: math.exp(z / 3)),
    # sharing out
    "exponentials over the sum of the products": {"total": lambda w: sum(w.scores[j] for j in w.seen)},
    "the total plus one": {"total": lambda w: sum(w.exps) + 1},
    "root of the sum of squares": {"total": lambda w: length(w.exps)},
    "scaled over the sum of exponentials": weights(lambda w: shown(w, [z / w.total for z in w.scaled])),
    "ranks shared out": weights(lambda w: over(w, [float(sum(b <= a for b in w.masked)) for a in w.masked])),
    "hyperbolic tangent": weights(lambda w: shown(w, [math.tanh(z) for z in w.scaled])),
    "shifted to the least, shared out": weights(lambda w: over(w, [z - min(w.scaled) for z in w.scaled])),
    "one less the weight": weights(lambda w: [1 - e / w.total for e in w.exps]),
    "log of the weights": weights(lambda w: shown(w, [math.log(e / w.total) if e else 0.0 for e in w.exps])),
    "weights squared": weights(lambda w: [(e / w.total) ** 2 for e in w.exps]),
    "the two largest share": weights(lambda w: over(w, [e if e >= sorted(w.exps)[-2] else 0.0 for e in w.exps])),
    # mixing
    "query added": output(lambda w: [a + b for a, b in zip(mixed(w.weights, w.V), w.q, strict=True)]),
    "largest term of each column": output(
        lambda w: [max(a * v[c] for a, v in zip(w.weights, w.V, strict=True)) for c in range(len(w.V[0]))]
    ),
    "weights with one decimal": output(lambda w: mixed([rounded(1)(a) for a in w.weights], w.V)),
    "weights squared in the mix": output(lambda w: mixed([a * a for a in w.weights], w.V)),
    "signs of V lost": output(lambda w: mixed(w.weights, [[abs(x) for x in v] for v in w.V])),
    "columns added up": output(lambda w: [sum(mixed(w.weights, w.V))] * len(w.V[0])),
    "output over the root": output(lambda w: [x / w.root for x in mixed(w.weights, w.V)]),
    "times the number of keys": output(lambda w: [x * w.n for x in mixed(w.weights, w.V)]),
    "one minus the weights mixed": output(lambda w: mixed([1 - a for a in w.weights], w.V)),
    "mean of the two heaviest rows": output(
        lambda w: mixed([0.5 if a >= sorted(w.weights)[-2] else 0.0 for a in w.weights], w.V)
    ),
    "scaled products mixed": output(lambda w: mixed(w.scaled, w.V)),
    "only the first column right": output(lambda w: [mixed(w.weights, w.V)[0], mixed(w.weights[::-1], w.V)[1]]),
    # hiding
    "mask: one added to what is seen": hidden(lambda w, j, z: z + 1 if w.visible[j] else z),
    "mask: one taken from what is hidden": hidden(lambda w, j, z: z if w.visible[j] else z - 1),
    "mask: only the own key hidden": hidden(lambda w, j, z: -math.inf if j == w.seen[-1] else z),
    "mask: hidden shared out": weights(
        lambda w: [
            a + (1 - sum(shown(w, softmax(w.scaled)))) / len(w.seen) if w.visible[j] else 0.0
            for j, a in enumerate(softmax(w.scaled))
        ]
    ),
}


def swapped_cells(typed: dict[str, Numbers], w: Work, chance: random.Random) -> None:
    """Two numbers of one answer change places."""
    step = chance.choice([s for s in ("scores", "scaled", "weights", "output") if s in typed])
    cells = typed[step]
    unlike = [(i, j) for i in range(len(cells)) for j in range(i) if abs(cells[i] - cells[j]) > 0.05]
    if not unlike:
        raise DoesNotWork
    i, j = chance.choice(unlike)
    cells[i], cells[j] = cells[j], cells[i]


def swapped_digits(typed: dict[str, Numbers], w: Work, chance: random.Random) -> None:
    """0,264 typed 0,246: the last two digits of one weight."""
    a = typed["weights"]
    able = [j for j, x in enumerate(a) if abs(round(x * 1000) % 10 - round(x * 1000) // 10 % 10) > 1]
    if not able:
        raise DoesNotWork
    j = chance.choice(able)
    whole = round(a[j] * 1000)
    a[j] = (whole // 100 * 100 + whole % 10 * 10 + whole // 10 % 10) / 1000


def set_step(step: str, formula: Callable[[dict[str, Numbers], Work], Numbers]) -> Typed:
    def change(typed: dict[str, Numbers], w: Work, chance: random.Random) -> None:
        typed[step] = formula(typed, w)

    return change


WRITTEN: dict[str, Typed] = {
    "cells-swapped": swapped_cells,
    "digits-swapped": swapped_digits,
    "all-signs-flipped": set_step("scores", lambda typed, w: [-x for x in typed["scores"]]),
    "percent-without-sign": set_step("weights", lambda typed, w: [100 * x for x in typed["weights"]]),
    "decimal-point-moved": set_step("output", lambda typed, w: [10 * x for x in typed["output"]]),
    "earlier-step-copied": set_step("weights", lambda typed, w: list(w.scaled)),
    "later-step": set_step("scores", lambda typed, w: list(w.scaled)),
    "counted-from-one": set_step("clave", lambda typed, w: [typed["clave"][0] + 1]),
}
LIKEWISE = {
    "sign-flipped": {"all-signs-flipped"},
    "earlier-step-copied": {"no-softmax"},
    "times-e": {"divide-by-sum"},
    "all-signs-flipped": {"sign-flipped"},
    "divide-by-n": {"own:counted-keys"},
    "divide-by-dk-squared": {"own:squared"},
    "exps-over-n": {"own:divided-by-count"},
    "winner-row": {"winner-takes-all"},
    "cells-swapped": {"values-reordered", "cross-components"},
    "half of d_k": {"own:half-not-root"},
}
"""The same numbers at the step where it happens, whatever one calls it."""
NEW_WRITTEN = {"digits-swapped", "later-step"}


def _all() -> tuple[Procedure, ...]:
    found = [Procedure(id, at, also=frozenset(LIKEWISE.get(id, ()))) for id, at in BANK.items()]
    found += [Procedure(id, at, kind="new", also=frozenset(LIKEWISE.get(id, ()))) for id, at in NEW.items()]
    found += [
        Procedure(id, typed=change, kind="new" if id in NEW_WRITTEN else "bank", also=frozenset(LIKEWISE.get(id, ())))
        for id, change in WRITTEN.items()
    ]
    found += [Procedure(id, at, kind="control", also=frozenset(LIKEWISE.get(id, ()))) for id, at in CONTROLS.items()]
    return tuple(found)


PROCEDURES = _all()
BY_ID = {p.id: p for p in PROCEDURES}
TWENTY = (
    "sum-not-product", "first-component-only", "cross-components", "no-scale", "divide-by-dk", "multiply-by-root",
    "root-of-n", "sign-flipped", "base-2", "zero-exp-zero", "linear-exp", "divide-by-sum", "absolute-sum", "squares",
    "not-normalised", "no-softmax", "winner-takes-all", "uniform", "only-heaviest-term", "mean-of-values",
)  # fmt: skip
"""The slips thought most frequent: those that no two may give the same numbers."""
