"""Arithmetic as a person writes it: a small tree of printed numbers and signs, its text, and what it comes to.

The value of a tree is computed from the numbers as printed, so that a line can say when all decimals give another one.
"""

from __future__ import annotations

import math
import operator
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from tutor.answers import write_number
from tutor.engine import functions

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4
"""How tightly a sign binds what it joins."""
TIGHTNESS = {"¿?": 0, "+": SUM, "-": SUM, "−": SUM, "·": PRODUCT, "/": PRODUCT, "^": POWER, "e^": POWER, "√": POWER}
COMPARISONS = {">": ">", "<": "<", "≥": ">=", "≤": "<=", "=": "==", "≠": "!="}
"""A comparison as it is printed, and as a formula has it."""
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "√": math.sqrt, "e^": math.exp, "ln": math.log, "abs": abs, "−": operator.neg, "acos": math.acos,
    "log10": math.log10, "sen": math.sin, "cos": math.cos, "⌊": lambda x: float(functions.floor(x)),
    "redondeo": lambda x: float(functions.rounded(x)),
}  # fmt: skip
TOO_LARGE = 1e15
"""Beyond it a number in full tells nothing: its last digits are not even known."""
HUGE = "(demasiado grande)"


@dataclass(frozen=True, slots=True)
class Num:
    """A number as printed: `value` is what its text says."""

    value: float
    text: str

    @property
    def negative(self) -> bool:
        """Whether it is written with a minus."""
        return self.text.startswith("−")


@dataclass(frozen=True, slots=True)
class Op:
    """A sign and what it joins: + · for two or more, / ^ - for two, √ e^ ln abs − for one, máx mín media
    for a list, > < ≥ ≤ = ≠ for two, ¿? for a condition and what follows from it."""

    sign: str
    args: tuple[Tree, ...]


Tree = Num | Op


def number(x: float, places: int | None, locale: str) -> Num:
    """`x` printed with `places` decimals; too large to be written it is no less a number, and not ∞."""
    text = HUGE if x > TOO_LARGE else write_number(x, places, locale)
    return Num(_rounded(x, places), text)


def _rounded(x: float, places: int | None) -> float:
    if not math.isfinite(x) or places is None:
        return x
    return float(write_number(x, places, "en").replace(",", "").replace("−", "-"))


def text(tree: Tree, *, leading: bool = True) -> str:
    """The tree on one line; a negative number in its midst goes in brackets."""
    if isinstance(tree, Num):
        return tree.text if leading or not tree.negative else f"({tree.text})"
    sign, args = tree.sign, tree.args
    if sign == "+":
        return " + ".join(_within(a, SUM, leading and i == 0) for i, a in enumerate(args))
    if sign in COMPARISONS:
        return f"¿{text(args[0])} {sign} {text(args[1])}?"
    if sign == "¿?":
        asked = text(args[0])
        return f"{asked if asked.endswith('?') else f'¿{asked}?'} {'sí' if value(args[0]) else 'no'}: {text(args[1])}"
    if sign == "⌊":
        return f"⌊{text(args[0])}⌋"
    if sign == "-":
        return f"{text(args[0], leading=leading)} − {_within(args[1], PRODUCT, False)}"
    if sign == "·":
        return "·".join(_within(a, PRODUCT, leading and i == 0) for i, a in enumerate(args))
    if sign == "/":
        return f"{_within(args[0], PRODUCT, leading)}/{_within(args[1], POWER, False)}"
    if sign == "^":
        return f"{_within(args[0], ATOM, False)}{_exponent(args[1])}"
    if sign == "e^":
        return f"e^{_within(args[0], ATOM, True)}"
    if sign in ("√", "−"):
        return f"{sign}{_within(args[0], ATOM, False)}"
    return f"{sign}({' ; '.join(text(a) for a in args)})"


def _within(tree: Tree, tightness: int, leading: bool) -> str:
    return f"({text(tree)})" if binding(tree) < tightness else text(tree, leading=leading)


def _exponent(tree: Tree) -> str:
    return "²" if isinstance(tree, Num) and tree.value == 2 else f"^{_within(tree, ATOM, True)}"


def binding(tree: Tree) -> int:
    """How tightly it holds together: what binds less goes in brackets."""
    if isinstance(tree, Num):
        return ATOM
    return TIGHTNESS.get(tree.sign, ATOM)


def value(tree: Tree) -> float:
    """What the printed numbers come to; nan where they come to nothing (0/0), infinities as they fall."""
    if isinstance(tree, Num):
        return tree.value
    values = [value(a) for a in tree.args]
    try:
        return _apply(tree.sign, values)
    except (ValueError, ZeroDivisionError):
        return math.nan
    except OverflowError:
        return math.inf


def _apply(sign: str, values: list[float]) -> float:
    if sign == "+":
        return sum(values)
    if sign in COMPARISONS:
        return float(functions.COMPARISONS[COMPARISONS[sign]](values[0], values[1]))
    if sign == "¿?":
        return values[1]
    if sign == "mediana":
        return statistics.median(values)
    if "º" in sign:
        return sorted(values)[int(sign.split(".")[0]) - 1]
    if sign == "·":
        return math.prod(values)
    if sign == "/":
        return values[0] / values[1]
    if sign == "-":
        return values[0] - values[1]
    if sign == "^":
        return float(values[0] ** values[1])
    if sign in ("máx", "mín"):
        return max(values) if sign == "máx" else min(values)
    if sign == "media":
        return sum(values) / len(values)
    return FUNCTIONS[sign](float(values[0]))


def reduced(tree: Tree, places: int, locale: str) -> Tree:
    """One step nearer to the result: what stands under the outermost sign is worked out, to `places` decimals."""
    if isinstance(tree, Num):
        return tree
    if tree.sign == "¿?":
        return _worked_out(tree.args[1], places, locale)
    return Op(tree.sign, tuple(_worked_out(a, places, locale) for a in tree.args))


def _worked_out(tree: Tree, places: int, locale: str) -> Tree:
    if isinstance(tree, Num):
        return tree
    return number(value(tree), 0 if _whole(tree) else places, locale)


def _whole(tree: Tree) -> bool:
    """Whole numbers, as printed, that stay whole."""
    if isinstance(tree, Num):
        return tree.text.lstrip("−").isdigit()
    return tree.sign in COMPARISONS or (tree.sign in ("+", "-", "·", "^") and all(_whole(a) for a in tree.args))


def chain(tree: Tree, result: Num, places: int, locale: str, *, partial: bool) -> list[str]:
    """The texts to join with `=`: the whole, where it helps what it comes to in between, and the result.

    A step in between is left out if rounding it would lead to another result than the whole.
    """
    links = [tree]
    last = number(value(tree), places, locale) if math.isfinite(value(tree)) else result
    if isinstance(tree, Op) and any(isinstance(a, Op) for a in tree.args) and (partial or tree.sign != "+"):
        between = reduced(tree, places, locale)
        if number(value(between), places, locale) == last:
            links.append(between)
    texts = [text(link) for link in links] + [last.text]
    return [texts[0], *(after for before, after in pairwise(texts) if after != before)]
