"""The simulation behind the tables of the unit `escalado` and of the lesson: what dividing by √d_k is good for.

    python benchmarks/tables.py            prints every table as the units type it, and the ratios scaled / unscaled

Queries and keys have independent standard normal components. Given q, the n scores q·kⱼ are then independent normals of
standard deviation ‖q‖, and ‖q‖² is a chi-square with d_k degrees of freedom: drawing ‖q‖ and n normals is drawing the
scores themselves, at a cost that does not depend on d_k.

The Jacobian of the softmax, diag(α) − ααᵀ, says how far the weights move when the scores move a little; its size here
is the Frobenius norm. It is summarised by its median: in the typical case it vanishes, while the mean is held up by the
few draws in which two keys tie.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

SEED = 20170612
DRAWS = 60_000
SIZES = (2, 64, 512)
KEYS = (3, 100)
Table = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What `n` random keys of length `d_k` do to one query."""

    winner: float
    """Mean weight of the heaviest key."""
    median_jacobian: float
    mean_jacobian: float


@cache
def simulate(n: int, d_k: int, *, scaled: bool, draws: int = DRAWS, seed: int = SEED) -> Summary:
    """One cell of the tables; scaled and unscaled see the same draws."""
    random = np.random.default_rng([seed, n, d_k])
    lengths = np.sqrt(random.chisquare(d_k, size=(draws, 1)))
    z = lengths * random.standard_normal((draws, n))
    if scaled:
        z /= np.sqrt(d_k)
    exps = np.exp(z - z.max(axis=1, keepdims=True))
    weights = exps / exps.sum(axis=1, keepdims=True)
    squares = (weights**2).sum(axis=1)
    # ‖diag(α) − ααᵀ‖² = Σαᵢ² − 2·Σαᵢ³ + (Σαᵢ²)²; clipped, because a saturated row leaves −10⁻¹⁷ instead of 0.
    jacobian = np.sqrt(np.maximum(squares - 2 * (weights**3).sum(axis=1) + squares**2, 0.0))
    return Summary(float(weights.max(axis=1).mean()), float(np.median(jacobian)), float(jacobian.mean()))


def mean_absolute_product(d_k: int) -> float:
    """The mean of |q·k|, exactly: √(2/π) times the mean of ‖q‖, which is 2·Γ((d_k+1)/2) / (√π·Γ(d_k/2))."""
    return 2 / math.sqrt(math.pi) * math.exp(math.lgamma((d_k + 1) / 2) - math.lgamma(d_k / 2))


def spanish(value: float, places: int = 2) -> str:
    """As the units type it: decimal comma; what would round to zero is said to be under a power of ten."""
    if 0 < value < 10.0**-places / 2:
        exponent = math.floor(-math.log10(value))
        return "menos de 0," + "0" * (exponent - 1) + "1"
    return f"{value:.{places}f}".replace(".", ",")


def tables() -> dict[str, Table]:
    """The rows of each table, by the name that a unit's `source` gives after the path of this file."""

    def rows(n: int, field: str) -> Table:
        return tuple(
            (label, *(spanish(getattr(simulate(n, d_k, scaled=scaled), field)) for d_k in SIZES))
            for label, scaled in (("sin dividir", False), ("dividiendo", True))
        )

    sizes = (
        ("desviación típica", *(spanish(math.sqrt(d_k)) for d_k in SIZES)),
        ("media de |q·k|", *(spanish(mean_absolute_product(d_k)) for d_k in SIZES)),
    )
    winners = {f"ganadora-{n}": rows(n, "winner") for n in KEYS}
    return {"magnitud": sizes} | winners | {f"jacobiano-{n}": rows(n, "median_jacobian") for n in KEYS}


def main() -> None:
    for name, rows in tables().items():
        print(name)
        for label, *cells in rows:
            print(f"  {label:<18}" + "".join(f"{cell:>19}" for cell in cells))
    print("Jacobian norm, scaled / unscaled (median, mean)")
    for n in KEYS:
        for d_k in SIZES:
            plain, scaled = (simulate(n, d_k, scaled=flag) for flag in (False, True))
            medians = scaled.median_jacobian / plain.median_jacobian
            print(f"  n = {n:<3}  d_k = {d_k:<3}  {medians:>12.4g}  {scaled.mean_jacobian / plain.mean_jacobian:>8.2f}")


if __name__ == "__main__":
    main()
