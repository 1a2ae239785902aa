"""Single answers on random exercises, beside the tolerances other programs use.

An exercise is one query, three keys of two components and three values of two, entries with one decimal within ±2 or
±3. Learners write down every number they compute, rounded or cut, and give the weights with 3 decimals and the output
with 2. An exercise is screened when no slip, at the step where it happens or in the output, can give a wrong number
that passes for right. The slips are made as the bank writes them, since this asks whether the judge finds its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from simulated.report import Report

from tutor.engine import Array, FormulaError, compile_formula
from tutor.equations import Equation, Scope, Slip, bind, load_equation
from tutor.judging import CODE, Judgements, Target, Typed, Verdict, judge, judge_batch
from tutor.judging.separability import Separability

SEED = 20_170_612
DECIMALS = {"scores": 2, "root": 3, "scaled": 3, "exps": 3, "total": 3, "weights": 3, "output": 2}
PEERS = {"1 % relative": 0.01, "STACK's 5 %": 0.05, "WeBWorK's 0.1 %": 0.001}
Write = Callable[[Array], Array]
Bools = NDArray[np.bool_]
DATA = {"Q": [[-2, 1]], "K": [[-1, -2], [0, -1], [0, 3]], "V": [[2, 0], [8, 0], [0, 10]]}
SCREENED = {(250, 2): 159, (250, 3): 139, (2_500, 2): 1_623, (2_500, 3): 1_422}
"""How many exercises of each range told the slips apart when there were 41 of them: more slips may not cost any."""
ANY_WAY = {"softmax-over-all"}
"""With one query it is the right procedure."""


def rounded(places: int) -> Write:
    """Half away from zero, as people round."""
    return lambda x: np.sign(x) * np.floor(np.abs(x) * 10.0**places + 0.5 + 1e-9) / 10.0**places


def cut(places: int) -> Write:
    return lambda x: np.sign(x) * np.floor(np.abs(x) * 10.0**places + 1e-9) / 10.0**places


def exercises(rng: np.random.Generator, equation: Equation, count: int, reach: int) -> Scope:
    """`count` exercises: Q (count, 1, 2), K and V (count, 3, 2)."""
    shapes = {"Q": (1, 2), "K": (3, 2), "V": (3, 2)}
    return bind(equation, {n: rng.integers(-10 * reach, 10 * reach + 1, (count, *s)) / 10.0 for n, s in shapes.items()})


def some(scope: Scope, rows: Bools) -> Scope:
    return bind(scope.equation, {name: scope[name][rows, 0] for name in "QKV"})


def answers(values: Array, places: int) -> Typed:
    """Core values (B, 1, 1, c) as typed with `places` decimals."""
    flat = values.reshape(len(values), -1)
    present = np.isfinite(flat).all(axis=1)
    return Typed(
        np.where(present[:, None], flat, 0.0), np.full(flat.shape, float(places)), present, np.zeros(len(flat), np.int8)
    )


def honest(scope: Scope, write: Write, rng: np.random.Generator) -> dict[str, Array]:
    """What honest learners give, by ways of their own: ÷√d_k or ×1/√d_k, less the maximum or not, e/Σ or e·(1/Σ)."""
    inverse, less, share = rng.integers(0, 2, (3, len(scope["Q"]), 1, 1, 1)).astype(bool)
    scores = write(scope["scores"])
    root = write(np.sqrt(np.float64(scope["d_k"])))
    scaled = write(np.where(inverse, scores * write(1.0 / root), scores / root))
    exps = write(np.exp(np.where(less, scaled - scaled.max(axis=-1, keepdims=True), scaled)))
    total = write(exps.sum(axis=-1, keepdims=True))
    with np.errstate(all="ignore"):
        part = np.where(share, exps * (1.0 / total), exps / total)  # 1/Σ stays in the calculator
    weights = write(part)
    return {"scaled": scaled, "weights": weights, "output": weights @ scope["V"]}


def slipped(scope: Scope, slip: Slip) -> dict[str, Array]:
    """What a learner gives, before rounding it, who makes one slip, divides e by Σ and goes on with three decimals."""
    write = rounded(3)
    written: dict[str, Any] = dict(scope.inputs)
    given: dict[str, Array] = {}
    for name, step in scope.equation.steps.items():
        formula = slip.at.get(name) or (compile_formula("exps / total") if name == "weights" else step.formula)
        given[name] = value = formula.evaluate(written)
        written[name] = value if name == "masked" else write(value)
    return given


def row(
    report: Report,
    label: str,
    shares: Mapping[str, float],
    goal: Callable[[float], bool] | None = None,
    wish: str = "",
) -> None:
    """Shares as percentages; the goal looks at the first share."""
    report.row(label, tuple(100 * float(share) for share in shares.values()), goal and (lambda x: goal(x / 100)), wish)


def accepted(judged: Judgements, typed: Typed) -> Bools:
    good: Bools = judged.correct[typed.present]
    return good


def peers(values: Array, right: Array, typed: Typed) -> dict[str, float]:
    """Shares that a relative tolerance accepts, of answers (B, 1, 1, c)."""
    flat = values.reshape(len(values), -1)[typed.present]
    truth = right.reshape(len(right), -1)[typed.present]
    return {n: float((np.abs(flat - truth) <= r * np.abs(truth)).all(axis=1).mean()) for n, r in PEERS.items()}


def screened(scope: Scope) -> Bools:
    """(B,) exercises where no slip can give a wrong number that passes for right."""
    good = np.ones(len(scope["Q"]), dtype=bool)
    equation = scope.equation
    for step, places in DECIMALS.items():
        apart = Separability(Target(equation, step, decimals=places), scope)
        for id, slip in apart.slips.items():
            if id not in ANY_WAY and (step == "output" or acts(slip, equation) == step):
                good &= apart.recognised(slip) | ~apart.seen(slip)
    return good


def acts(slip: Slip, equation: Equation) -> str:
    return max(slip.at, key=lambda name: equation.order[name])


def typed_and_judged(
    scope: Scope, step: str, values: Array, write: Write | None = None
) -> tuple[Array, Typed, Judgements]:
    places = DECIMALS[step]
    shown = (write or rounded(places))(values)
    typed = answers(shown, places)
    return shown, typed, judge_batch(Target(scope.equation, step, decimals=places), scope, typed)


def measure_honest(report: Report, scope: Scope, rng: np.random.Generator) -> None:
    report.title("accepted, % of the answers", ("tutor", *PEERS))
    for label, places, ends in (
        ("rounding to 3 decimals", 3, rounded),
        ("rounding to 4 decimals", 4, rounded),
        ("cutting to 3 decimals", 3, cut),
    ):
        given = honest(scope, ends(places), rng)
        for step in ("weights", "output"):
            shown, typed, judged = typed_and_judged(scope, step, given[step], ends(DECIMALS[step]))
            shares = {"tutor": float(accepted(judged, typed).mean()), **peers(shown, scope[step], typed)}
            row(report, f"honest {step}, {label}", shares, lambda share: share == 1.0, "100")


def measure_slips(report: Report, scope: Scope, good: Bools) -> None:
    """Every slip, where it happens and in the output: accepted wrongly, and rightly named. The numbers of an exercise
    must tell the frequent slips apart; the rare are there to see what is made of them."""
    equation = scope.equation
    wrong: dict[str, list[Array]] = {}
    for slip in equation.slips_for(scope.inputs):
        id = slip.id
        if slip.when is not None or id in ANY_WAY:
            continue
        for data, which in ((scope, "all"), (some(scope, good), "screened")):
            given = slipped_or_nothing(data, slip)
            for step in dict.fromkeys((acts(slip, equation), "output")):
                if given is None or (given[step].shape != data[step].shape and step != "root"):
                    continue
                values = np.broadcast_to(given[step], (len(data["Q"]), *given[step].shape[1:]))
                shown, typed, judged = typed_and_judged(data, step, values)
                apart = Separability(Target(equation, step, decimals=DECIMALS[step]), data)
                fits = np.array([id in judged.slips(i)[:2] and len(judged.slips(i)) <= 2 for i in range(len(shown))])
                flat, truth = (
                    shown.reshape(len(shown), -1),
                    np.broadcast_to(data[step], shown.shape).reshape(len(shown), -1),
                )
                visible = np.abs(flat - truth).max(axis=1) > 1.5 * 10.0 ** -DECIMALS[step]
                differs = typed.present & (visible if slip.rare else apart.seen(slip))  # else nobody made it
                rivals = [(np.abs(flat - truth) <= r * np.abs(truth)).all(axis=1) for r in PEERS.values()]
                place = "here" if step == acts(slip, equation) else "later"
                rows = np.stack([judged.correct, fits, *rivals], axis=1)[differs]
                kind = "rare" if slip.rare else which
                wrong.setdefault(f"{kind} {place}", []).append(rows)
    for which in ("all", "screened"):
        rows = np.concatenate(wrong[f"{which} here"] + wrong[f"{which} later"])
        shares = {"tutor": rows[:, 0].mean(), **{n: rows[:, 2 + i].mean() for i, n in enumerate(PEERS)}}
        goal = (lambda share: share == 0.0) if which == "screened" else None
        row(report, f"wrong accepted, {which} exercises", shares, goal, "0" if goal else "")
    here, later = np.concatenate(wrong["screened here"]), np.concatenate(wrong["screened later"])
    row(
        report,
        "slip named, alone or with one other, at its step",
        {"tutor": here[:, 1].mean()},
        lambda s: s >= 0.95,
        "≥ 95",
    )
    row(report, "the same, seen only in the output", {"tutor": later[:, 1].mean()})
    rare = np.concatenate(wrong["rare here"])
    row(report, "a rare slip, on any exercise: named at its step", {"tutor": rare[:, 1].mean()})
    row(report, "a rare slip, on any exercise: accepted", {"tutor": rare[:, 0].mean()})


def slipped_or_nothing(scope: Scope, slip: Slip) -> dict[str, Array] | None:
    """Every step under a slip; None where its shapes do not fit these exercises."""
    try:
        return slipped(scope, slip)
    except (FormulaError, ValueError):
        return None


def measure_random(report: Report, scope: Scope, rng: np.random.Generator) -> None:
    """Numbers that come from nowhere must not be given a name."""
    count = len(scope["Q"])
    drawn = {
        "weights": rng.dirichlet((1.0, 1.0, 1.0), count).reshape(count, 1, 1, 3),
        "output": rng.uniform(scope["V"].min(axis=-2, keepdims=True), scope["V"].max(axis=-2, keepdims=True)),
    }
    for step, values in drawn.items():
        _, _, judged = typed_and_judged(scope, step, values)
        row(report, f"random {step} given a name", {"tutor": named(judged)}, lambda share: share < 0.05, "< 5")
    cell = Target(scope.equation, "output", cell=(0, 0), decimals=2)
    judged = judge_batch(cell, scope, answers(rounded(2)(drawn["output"][..., :1]), 2))
    row(
        report,
        "random, when a single cell of the output is asked",
        {"tutor": named(judged)},
        lambda share: share <= 0.2,
        "≤ 20",
    )


def named(judged: Judgements) -> float:
    """The share of the answers that are not right to which a slip is attached."""
    wrong = np.flatnonzero(~judged.correct)
    return float(np.mean([judged.verdict_at(int(i)) is Verdict.SLIP for i in wrong]))


def measure_carried(report: Report, scope: Scope, rng: np.random.Generator) -> None:
    """A wrong earlier answer, continued without a further mistake."""
    equation, count = scope.equation, len(scope["Q"])
    odd = rounded(3)(
        scope["scaled"] + rng.uniform(0.3, 1.5, (count, 1, 1, 3)) * rng.choice([-1.0, 1.0], (count, 1, 1, 3))
    )
    exps = rounded(3)(np.exp(odd - odd.max(axis=-1, keepdims=True)))
    weights = rounded(3)(exps / exps.sum(axis=-1, keepdims=True))
    uneven = rounded(3)(rng.dirichlet((1.0, 1.0, 1.0), count)).reshape(count, 1, 1, 3)
    for label, before, given, step, values in (
        ("weights from wrong scaled scores", "scaled", odd, "weights", weights),
        ("output from wrong scaled scores", "scaled", odd, "output", weights @ scope["V"]),
        ("output from wrong weights", "weights", uneven, "output", uneven @ scope["V"]),
    ):
        places = DECIMALS[step]
        typed = answers(rounded(places)(values), places)
        earlier = {before: (Target(equation, before, decimals=3), answers(given, 3))}
        judged = judge_batch(Target(equation, step, decimals=places), scope, typed, earlier)
        rows = ~judged.correct
        carried = (judged.verdict == CODE[Verdict.CARRIED])[rows]
        row(report, f"carried: {label}", {"tutor": float(carried.mean())}, lambda share: share >= 0.99, "≥ 99")


def measure_time(report: Report) -> None:
    """One judgement at a time, texts and all, on numbers that tell the slips apart."""
    report.title("milliseconds a judgement, processor time, median of 200, reading included", ("ms",))
    earlier = {"scores": "1 ; −1 ; 3", "scaled": "0,707 ; −0,707 ; 2,121"}
    rightly = {"scores": "0 ; −1 ; 3", "scaled": "0,000 ; −0,707 ; 2,121", "weights": "0,101 ; 0,050 ; 0,849"}
    for label, step, text, given, most in (
        ("right, exact", "weights", "0,102 ; 0,050 ; 0,848", {}, 1.0),
        ("right, rounded on the way", "output", "0,60 ; 8,49", {}, 1.0),
        ("right, rounded, after three right answers", "output", "0,60 ; 8,49", rightly, 1.0),
        ("wrong, every slip tried", "weights", "0,300 ; 0,150 ; 0,550", {}, 10.0),
        ("wrong, a slip named in the output", "output", "0,23 ; 9,36", {}, 10.0),
        ("wrong, after two earlier answers", "weights", "0,300 ; 0,150 ; 0,550", earlier, 10.0),
    ):
        decimals = DECIMALS[step]
        times = []
        for _ in range(201):
            start = time.process_time()
            judge("atencion", DATA, step, text, given=given, decimals=decimals)
            times.append(time.process_time() - start)
        report.row(label, (1000 * float(np.median(times[1:])),), lambda ms, most=most: ms < most, f"< {most:g}")  # type: ignore[misc]
    rng = np.random.default_rng(SEED)
    scope = bind(load_equation("atencion"), DATA)
    many = np.round(rng.dirichlet((1.0, 1.0, 1.0), 100_000), 3)
    many[::2] = np.round(scope["weights"].ravel(), 3)
    typed = answers(many.reshape(-1, 1, 1, 3), 3)
    start = time.process_time()
    judge_batch(Target(scope.equation, "weights"), scope, typed)
    report.row("100 000 answers at once, half of them right, seconds", (time.process_time() - start,))


def measure(report: Report, count: int) -> None:
    """`count` exercises in each of two ranges, and the time it takes."""
    equation = load_equation("atencion")
    for reach in (2, 3):
        rng = np.random.default_rng([SEED, reach])
        scope = exercises(rng, equation, count, reach)
        good = screened(scope)
        print(f"\n———— single answers, entries within ±{reach}: {count} exercises ————")
        least = SCREENED[count, reach]
        report.title("exercises that tell the slips apart", ("of them",))
        report.row("screened", (int(good.sum()),), lambda n, least=least: n >= least, f"≥ {least}")
        measure_honest(report, scope, rng)
        measure_slips(report, scope, good)
        measure_random(report, scope, rng)
        measure_carried(report, scope, rng)
    measure_time(report)
