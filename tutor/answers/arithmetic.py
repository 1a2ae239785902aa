"""Sums and powers of floats that say in words what has no value: nothing is NaN, and no infinity is computed.

`at` is the place, in the text, of the sign that is carried out.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from tutor.answers.source import Unreadable

FUNCTIONS: dict[str, Callable[[float], float]] = {
    "√": math.sqrt, "∛": math.cbrt, "ln": math.log, "log": math.log10, "log10": math.log10, "log2": math.log2,
    "exp": math.exp, "abs": abs, "sin": math.sin, "cos": math.cos, "tan": math.tan,
}  # fmt: skip


def number_of(digits: str, exponent: int = 0, at: int = 0) -> float:
    """A numeral as a float, its exponent shifting the decimal text: 41.2 and −2 give 0.412 and not 0.41200000000000003.

    Raises Unreadable where a float cannot hold it.
    """
    value = float(f"{digits}e{exponent}")
    if math.isinf(value):
        raise Unreadable("too-large", at)
    if value == 0 and digits.strip("0."):
        raise Unreadable("too-small", at)
    return value


def finite(value: float, at: int, *operands: float) -> float:
    """An infinity that was typed goes on. Raises Unreadable for one that was computed, an overflow, and for NaN."""
    if math.isnan(value):
        raise Unreadable("indeterminate", at)
    if math.isinf(value) and not any(map(math.isinf, operands)):
        raise Unreadable("too-large", at)
    return value


def settled(value: float) -> float:
    """`0.1 + 0.2` is 0.3: a number of few digits, where only the last bits of the sum say otherwise."""
    if not math.isfinite(value):
        return value
    short = float(f"{value:.12g}")
    return short if abs(short - value) <= 4 * math.ulp(value) else value


def added(value: float, term: float, at: int) -> float:
    """The sum, which is 0 where the terms differ by no more than what floats lose of their decimals.

    Raises Unreadable where it has no value, as in ∞ − ∞.
    """
    total = finite(value + term, at, value, term)
    return 0.0 if abs(total) <= 2**-51 * max(abs(value), abs(term)) < math.inf else total


def quotient(over: float, under: float, at: int) -> float:
    """`over / under`. Raises Unreadable for a division by zero."""
    if under == 0:
        raise Unreadable("division-by-zero", at)
    return finite(over / under, at, over, under)


def divided(value: float, divisors: list[float], at: int) -> float:
    """`value` by each of the divisors. Raises Unreadable as `quotient` does."""
    for divisor in divisors:
        value = quotient(value, divisor, at)
    return value


def raised(base: float, exponent: float, at: int) -> float:
    """A real power. Raises Unreadable where there is none, or none that a float holds."""
    if base == 0 and exponent < 0:
        raise Unreadable("division-by-zero", at)
    if base == 0 and exponent == 0:
        raise Unreadable("domain", at)
    if base < 0 and not exponent.is_integer():
        raise Unreadable("not-real", at)
    try:
        return finite(math.pow(base, exponent), at, base, exponent)
    except (OverflowError, ValueError):
        raise Unreadable("too-large", at) from None


def applied(name: str, argument: float, at: int) -> float:
    """A function of FUNCTIONS at `argument`; angles in radians. Raises Unreadable outside its domain."""
    try:
        return finite(FUNCTIONS[name](argument), at, argument)
    except OverflowError:
        raise Unreadable("too-large", at) from None
    except ValueError:
        raise Unreadable("not-real" if name == "√" else "domain", at) from None
