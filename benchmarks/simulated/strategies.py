"""Ways to get marks without doing the work, and what each may earn of 10."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simulated.learner import STEPS, Numbers, Step, comma, mixed, shares
from simulated.papers import STEP, Paper, paper
from simulated.procedures import BY_ID, Procedure, one_hot, over
from simulated.ways import ROUNDING, less_the_maximum

Data = Mapping[str, Any]
Texts = dict[str, str]
NO_EXPONENTIAL, NO_WORK = 5.5, 4.0


@dataclass(frozen=True)
class Strategy:
    id: str
    hand_in: Callable[[Data, Data], Texts]
    """(the numbers of the sheet, those of the neighbour's) to what is typed."""
    most: float | None = None
    """The mean mark it may earn; None: known, and told without a goal."""
    exactly: float | None = None


def worked(
    at: Mapping[str, Step], places: Mapping[str, int] | None = None, **instead: Any
) -> Callable[[Data, Data], Texts]:
    """All done as taught but for `at`; `instead` puts other numbers in place of a question's."""

    def hand_in(data: Data, other: Data) -> Texts:
        done = paper(data, Procedure("strategy", at))
        handed = Paper({**done.numbers, **{q: f(data) for q, f in instead.items()}}, ROUNDING, places or {})
        return handed.texts()

    return hand_in


def invented(
    scores: Callable[[Data], Numbers],
    at: Mapping[str, Step] | None = None,
    places: Mapping[str, int] | None = None,
    step: str = "scores",
) -> Callable[[Data, Data], Texts]:
    """Products, or scaled products, out of nowhere, then everything carried from them, the masked row by guess."""
    steps = {"exps": less_the_maximum, step: lambda w: scores({"Q": [w.q], "K": w.K}), **(at or {})}
    return worked(steps, places, mascara=lambda data: by_row(data, one_hot))


def n_of(data: Data) -> int:
    return len(data["K"])


def first(high: float, low: float = 0.0, many: int = 1) -> Callable[[Data], Numbers]:
    return lambda data: [high] * many + [low] * (n_of(data) - many)


def by_row(data: Data, guess: Callable[[Numbers], Numbers]) -> Numbers:
    """A guess at the masked row: of what is seen of Z, or of the tokens' first components where there is no Z."""
    row = int(data["fila"])
    z = data["Z"][row] if "Z" in data else [t[0] for t in data["T"]]
    return [*guess([float(x) for x in z[: row + 1]]), *[0.0] * (len(z) - row - 1)]


def every(numbers: Callable[[int], Numbers]) -> Callable[[Data, Data], Texts]:
    """The same sort of numbers in every answer."""

    def hand_in(data: Data, other: Data) -> Texts:
        sizes = {q: len(values) for q, values in paper(data).numbers.items()}
        return Paper({q: numbers(size) for q, size in sizes.items()}).texts()

    return hand_in


def only(*questions: str) -> Callable[[Data, Data], Texts]:
    return lambda data, other: {q: text for q, text in paper(data).texts().items() if q in questions}


def with_neighbour(*questions: str) -> Callable[[Data, Data], Texts]:
    """These answers from the neighbour's sheet, the rest one's own."""

    def hand_in(data: Data, other: Data) -> Texts:
        own, theirs = paper(data).texts(), paper(other).texts()
        return {q: theirs[q] if not questions or q in questions else text for q, text in own.items()}

    return hand_in


def as_typed(hand_in: Callable[[Data, Data], Texts], **texts: Callable[[Data], str]) -> Callable[[Data, Data], Texts]:
    """`hand_in` with some answers typed just so."""
    return lambda data, other: {**hand_in(data, other), **{q: f(data) for q, f in texts.items()}}


def one_off(data: Data, other: Data) -> Texts:
    """One product one more or one less, everything else honest."""
    at = sum(map(abs, data["K"][0])) % n_of(data)
    step = 1 if sum(data["K"][-1]) % 2 else -1

    def scores(w: Any) -> Numbers:
        return [s + (step if j == int(at) else 0) for j, s in enumerate(STEPS["scores"](w))]

    done, honest = paper(data, Procedure("one-off", {"scores": scores})), paper(data)
    return {**done.texts(), "mascara": honest.text("mascara")}


def typed_one_hot(places: int) -> Callable[[Data], str]:
    return lambda data: " ; ".join(comma(x, places) for x in one_hot(paper(data).numbers["productos"]))


def eye(data: Data) -> Numbers:
    """Weights guessed from the order of the products: more for the larger."""
    z = paper(data).numbers["productos"]
    ladder = [0.6, 0.25, 0.1, 0.05, *[0.0] * len(z)]
    order = sorted(range(len(z)), key=lambda j: -z[j])
    return [shares(ladder[: len(z)])[order.index(j)] for j in range(len(z))]


TWO_TO_THE_S: dict[str, Step] = {"weights": lambda w: over(w, [2.0**s for s in (w.scores or w.scaled)])}
BASE_2 = BY_ID["base-2"].at
LINEAR: dict[str, Step] = {"exps": lambda w: [0.0 if math.isinf(z) else 1 + z for z in w.masked]}
NEAR: dict[str, Step] = {"exps": lambda w: [max(0.0, 1 + z - max(w.masked)) for z in w.masked]}
"""To the first order what the exponential does near the largest, and nothing far from it."""
LESS = {"escalados": 2, "pesos": 2, "salida": 1}
ARGMAX: dict[str, Step] = {"weights": lambda w: one_hot(w.masked)}
UNIFORM = BY_ID["uniform"].at
DIVIDED = BY_ID["divide-by-sum"].at
LN2 = math.log(2)

STRATEGIES = (
    # no exponential, the rest done
    Strategy("2^s in place of e^(s/√d_k)", worked(TWO_TO_THE_S), NO_EXPONENTIAL),
    Strategy(
        "2^s, nothing scaled",
        worked(
            {"scaled": lambda w: list(w.scores), "exps": lambda w: [0.0 if math.isinf(z) else 2.0**z for z in w.masked]}
        ),
        NO_EXPONENTIAL,
    ),
    Strategy("2^z after right scaled products", worked(BASE_2), NO_EXPONENTIAL),
    Strategy("2^s, weights with two decimals", worked(TWO_TO_THE_S, {"pesos": 2, "mascara": 2}), NO_EXPONENTIAL),
    Strategy("2^s, weights with one decimal", worked(TWO_TO_THE_S, {"pesos": 1, "mascara": 1}), NO_EXPONENTIAL),
    Strategy("2^s, weights without decimals", worked(TWO_TO_THE_S, {"pesos": 0, "mascara": 0}), NO_EXPONENTIAL),
    Strategy(
        "2^s, everything with one decimal less",
        worked(TWO_TO_THE_S, {q: p - 1 for q, (_, p) in STEP.items() if p}),
        NO_EXPONENTIAL,
    ),
    Strategy(
        "3^(s/2)",
        worked({"weights": lambda w: over(w, [3.0 ** (s / 2) for s in (w.scores or [2 * z for z in w.scaled])])}),
        None,
    ),
    Strategy("1 + z in place of e^z", worked(LINEAR), NO_EXPONENTIAL),
    Strategy("divided by the sum, no exponential, carried", worked(DIVIDED), NO_EXPONENTIAL),
    Strategy("no exponential anywhere: z for weights", worked(BY_ID["no-softmax"].at), NO_EXPONENTIAL),
    Strategy("squares shared out", worked(BY_ID["squares"].at), NO_EXPONENTIAL),
    Strategy("the heaviest takes all", worked(ARGMAX), NO_EXPONENTIAL),
    Strategy(
        "the heaviest takes all, 1,0 ; 0,0",
        as_typed(worked(ARGMAX, {"mascara": 1}), pesos=typed_one_hot(1)),
        NO_EXPONENTIAL,
    ),
    Strategy(
        "the heaviest takes all, 1 ; 0",
        as_typed(worked(ARGMAX, {"mascara": 0}), pesos=typed_one_hot(0)),
        NO_EXPONENTIAL,
    ),
    Strategy("equal shares", worked(UNIFORM), NO_EXPONENTIAL),
    Strategy(
        "weights guessed by eye, carried",
        worked(
            {},
            pesos=eye,
            salida=lambda d: mixed(eye(d), d["V"]),
            mascara=lambda d: by_row(d, lambda z: shares([x - min(z) + 0.5 for x in z])),
        ),
        NO_EXPONENTIAL,
    ),
    Strategy(
        "0,97 for the heaviest, 0,01 for the rest",
        worked({"weights": lambda w: over(w, [0.97 if h else 0.01 for h in one_hot(w.masked)])}),
        NO_EXPONENTIAL,
    ),
    Strategy(
        "scaled products of zero after right products",
        worked(
            {"scaled": lambda w: [0.0] * len(w.scores)}, mascara=lambda d: by_row(d, lambda z: shares([1.0] * len(z)))
        ),
        NO_EXPONENTIAL,
    ),
    Strategy(
        "scaled products 100 0 0 after right products",
        worked(
            {"exps": less_the_maximum, "scaled": lambda w: [100.0, *[0.0] * (len(w.scores) - 1)]},
            mascara=lambda d: by_row(d, one_hot),
        ),
        NO_EXPONENTIAL,
    ),
    Strategy("right products, scaled 50 50 0", invented(first(50.0, many=2), step="scaled"), NO_EXPONENTIAL),
    Strategy("right products, scaled 0 0 0 −50", invented(first(0.0, -50.0, 3), step="scaled"), NO_EXPONENTIAL),
    Strategy(
        "right products, scaled 0 0 0 0, two decimals", invented(first(0.0), None, LESS, "scaled"), NO_EXPONENTIAL
    ),
    Strategy(
        "right products, scaled 0,04 0 0 and 1 + z", invented(first(0.04), LINEAR, None, "scaled"), NO_EXPONENTIAL
    ),
    Strategy(
        "right products, scaled 50 49,96 0 and 1 − δ",
        invented(lambda d: [50.0, 49.96, *[0.0] * (n_of(d) - 2)], NEAR, None, "scaled"),
        NO_EXPONENTIAL,
    ),
    Strategy("right to the scaled products, then nothing", only("productos", "escalados", "clave"), NO_EXPONENTIAL),
    Strategy(
        "right to the scaled products, then zeros",
        worked(
            {},
            pesos=lambda d: [0.0] * n_of(d),
            salida=lambda d: [0.0] * len(d["V"][0]),
            mascara=lambda d: by_row(d, lambda z: [0.0] * len(z)),
        ),
        NO_EXPONENTIAL,
    ),
    Strategy(
        "right to the scaled products, then equal weights and V₀",
        worked(
            {},
            pesos=lambda d: [1 / n_of(d)] * n_of(d),
            salida=lambda d: d["V"][0],
            mascara=lambda d: by_row(d, one_hot),
        ),
        NO_EXPONENTIAL,
    ),
    # nothing done
    Strategy("products 100 0 0, weights 1 0 0, V₀ copied", invented(first(100.0)), NO_WORK),
    Strategy(
        "the same, the products not scaled", invented(first(100.0), {"scaled": lambda w: list(w.scores)}), NO_WORK
    ),
    Strategy("products 1000 0 0", invented(first(1000.0)), NO_WORK),
    Strategy("products 0 0 0 −100 (the others share)", invented(lambda d: [0.0] * (n_of(d) - 1) + [-100.0]), NO_WORK),
    Strategy(
        "products 0 0 0 −100, weights 0,33 0,33 0,33 0",
        invented(lambda d: [0.0] * (n_of(d) - 1) + [-100.0], places=LESS),
        NO_WORK,
    ),
    Strategy("products 100 100 0 (the two share)", invented(first(100.0, many=2)), NO_WORK),
    Strategy(
        "products 100 99,95 0 0 and 1 − δ", invented(lambda d: [100.0, 99.95, *[0.0] * (n_of(d) - 2)], NEAR), NO_WORK
    ),
    Strategy("products of zero, equal weights, mean of V", invented(first(0.0)), NO_WORK),
    Strategy("the same with two decimals", invented(first(0.0), places={"escalados": 2, "pesos": 2}), NO_WORK),
    Strategy("the same with one decimal less", invented(first(0.0), places=LESS), NO_WORK),
    Strategy("products 100 0 0, weights 1,00 0,00 0,00", invented(first(100.0), places=LESS), NO_WORK),
    Strategy("products 100 0 0, weights 1,0 0,0 0,0", invented(first(100.0), places=dict.fromkeys(LESS, 1)), NO_WORK),
    Strategy("products 100 0 0, whole numbers", invented(first(100.0), places=dict.fromkeys(LESS, 0)), NO_WORK),
    Strategy(
        "products 100 100 0, weights 0,5 0,5 0", invented(first(100.0, many=2), places=dict.fromkeys(LESS, 1)), NO_WORK
    ),
    Strategy("products all 5, equal weights, mean of V", invented(lambda d: [5.0] * n_of(d)), NO_WORK),
    Strategy("products 0,02 0 0 and 1 + z", invented(first(0.02), LINEAR), NO_WORK),
    Strategy("products 0,2 0,1 0 and 1 + z", invented(lambda d: [0.2, 0.1, *[0.0] * (n_of(d) - 2)], LINEAR), NO_WORK),
    Strategy("zeros", every(lambda size: [0.0] * size), NO_WORK),
    Strategy("ones", every(lambda size: [1.0] * size), NO_WORK),
    Strategy("1 0 0 everywhere", every(lambda size: [1.0, *[0.0] * (size - 1)]), NO_WORK),
    Strategy("equal shares everywhere", every(lambda size: [1 / size] * size), NO_WORK),
    Strategy("nothing", lambda data, other: {}, NO_WORK),
    Strategy("only the first question", only("productos"), NO_WORK),
    Strategy("everything from the neighbour's sheet", with_neighbour(), NO_WORK),
    Strategy(
        "weights, output and row from the neighbour's sheet",
        with_neighbour("pesos", "salida", "mascara"),
        NO_EXPONENTIAL,
    ),
    Strategy(
        "products from the neighbour's sheet, carried",
        lambda data, other: {**paper({**data, "Q": other["Q"], "K": other["K"]}).texts(), "mascara": ""},
        NO_EXPONENTIAL,
    ),
    # an exponential known by heart cannot be told from one worked out
    Strategy(
        "products √d·ln 2: e^z = 2 by heart",
        invented(lambda d: [LN2 * math.sqrt(len(d["K"][0])), *[0.0] * (n_of(d) - 1)]),
    ),
    Strategy("honest, with one decimal less", worked({}, {q: p - 1 for q, (_, p) in STEP.items() if p})),
    Strategy("honest, weights with two decimals", worked({}, {"escalados": 2, "pesos": 2, "mascara": 2})),
    Strategy("honest, with one decimal", worked({}, {q: 1 for q in STEP if q != "clave"})),
    Strategy("honest, whole numbers", worked({}, dict.fromkeys(STEP, 0))),
    # one mistake
    Strategy("all right but √d_k forgotten", lambda data, other: paper(data, BY_ID["no-scale"]).texts(), exactly=9.0),
    Strategy("one product off by one", one_off, exactly=9.0),
)
