"""Operations as answers: `2,028/4,917`, `e^0,707`, `raíz(2)/2`. A parser of our own; nothing is run.

    sum      := [sign] product { (+|-) product }
    product  := power { (*|/) [sign] power | power }      2π and 3(1+2) are products
    power    := postfix [ ^ [sign] power ]
    postfix  := atom { superscript | % }
    atom     := number | ½ | constant | function atom | √ atom | ( sum )

Where custom is divided (1/2π, log) the parser takes one road and notes the fork; `evaluate` then walks every road.
All arithmetic is on floats, so that 9^9^9 overflows at once instead of filling the memory.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from tutor.answers.arithmetic import added, applied, divided, finite, number_of, quotient, raised, settled
from tutor.answers.characters import FRACTIONS, SUPERSCRIPTS
from tutor.answers.numerals import Rules, read_numeral
from tutor.answers.source import Unreadable
from tutor.answers.tokens import BRACKETS, CONSTANTS, FRACTION_NAMES, Token, tokenize

MAX_DEPTH = 24
MAX_ROADS = 4
ANGLES = ("sin", "cos", "tan")


class Evaluated(NamedTuple):
    """`ways`: every value the expression may have, exact."""

    ways: tuple[float, ...]
    doubt: str
    notes: tuple[str, ...]
    certain_point: bool


def evaluate(text: str, rules: Rules) -> Evaluated:
    """The value of an expression, or the few it may have. Raises Unreadable."""
    tokens = tokenize(text)
    first = _Parser(tokens, rules, {})
    values = [first.whole()]
    if first.certain_point and first.forks.pop("point-role", 0):
        values = [_Parser(tokens, rules, {"point-role": 1}).whole()]  # one point is decimal, so is its neighbour
    elif first.forks:
        roads = [dict(zip(first.forks, ways, strict=True)) for ways in product(*map(range, first.forks.values()))]
        for road in roads[1:MAX_ROADS]:
            try:
                value = _Parser(tokens, rules, road).whole()
            except Unreadable:
                continue
            if value not in values:
                values.append(value)
    doubt = next((reason for reason, ways in first.forks.items() if ways == 1 or len(values) > 1), "")
    return Evaluated(tuple(values), doubt, tuple(dict.fromkeys(first.notes)), first.certain_point)


class _Parser:
    """One road through the tokens: `road` says which way to take at each fork."""

    def __init__(self, tokens: list[Token], rules: Rules, road: dict[str, int]) -> None:
        self.tokens = tokens
        self.rules = rules
        self.road = road
        self.forks: dict[str, int] = {}
        self.notes: list[str] = []
        self.certain_point = False
        self.place = 0
        self.depth = 0

    def whole(self) -> float:
        value = self.sum()
        if self.next.kind != "end":
            raise self._unexpected()
        return settled(finite(value, 0, math.inf))

    @property
    def next(self) -> Token:
        return self.tokens[self.place]

    def take(self) -> Token:
        self.place += 1
        return self.tokens[self.place - 1]

    def fork(self, reason: str, ways: int = 2) -> int:
        self.forks[reason] = ways
        return min(self.road.get(reason, 0), ways - 1)

    def sum(self) -> float:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable("too-deep", self.next.at)
        value = self.signed(self.product)
        while self.next.text in ("+", "-") and self.next.kind == "sign":
            sign = self.take()
            self._refuse_sign()
            term = self.product()
            value = added(value, term if sign.text == "+" else -term, sign.at)
        self.depth -= 1
        return value

    def signed(self, operand: Callable[[], float]) -> float:
        if self.next.kind == "sign" and self.next.text in ("+", "-"):
            negative = self.take().text == "-"
            self._refuse_sign()
            return -operand() if negative else operand()
        return operand()

    def _refuse_sign(self) -> None:
        if self.next.kind == "sign" and self.next.text in ("+", "-"):
            raise Unreadable("double-sign", self.next.at)

    def product(self) -> float:
        value = self.implicit(self.power())
        divisors: list[float] = []  # of an unbroken chain a/b/c
        while self.next.kind == "sign" and self.next.text in ("*", "/"):
            operator = self.take()
            if operator.text == "*":
                value, divisors = divided(value, divisors, operator.at), []
                factor = self.implicit(self.signed(self.power))
                value = finite(value * factor, operator.at, value, factor)
                continue
            divisor = self.signed(self.power)
            if self.tokens[self.place - 1].text == "%" and self.fork("percent-reach"):
                divisor *= 1e4  # (1/3) % instead of 1/(3 %)
            following = self.implicit(1.0) if self._begins_factor() else None
            if following is None:
                divisors.append(divisor)
                if len(divisors) > 1 and self.fork("chained-division"):
                    divisors[-2:] = [quotient(divisors[-2], divisors[-1], operator.at)]
            elif self.fork("division-then-product"):
                divisors.append(finite(divisor * following, operator.at, divisor, following))
            else:
                value = divided(value, [*divisors, divisor], operator.at)
                value, divisors = finite(value * following, operator.at, value, following), []
        return divided(value, divisors, self.next.at)

    def implicit(self, value: float) -> float:
        """`value` times the factors written against it: `2√2`, `3π`, `2(1+1)`."""
        while self._begins_factor():
            before, token = self.tokens[self.place - 1], self.next
            if (
                token.text == "e"
                and before.kind == "number"
                and self.tokens[self.place + 1].text not in ("^", "*", "/")
            ):
                raise Unreadable("incomplete-exponent", token.at)
            rooted = self.place > 1 and self.tokens[self.place - 2].text == "√" and before.kind == "number"
            factor = self.power()
            if rooted and self.fork("root-reach"):
                factor = math.sqrt(factor) if factor >= 0 else math.nan
            value = finite(value * factor, token.at, value, factor)
        return value

    def _begins_factor(self) -> bool:
        token, before = self.next, self.tokens[self.place - 1] if self.place else None
        if before is None or not token.glued or before.text in ("+", "-", "*", "/", "^"):
            return False
        return (token.kind == "name" and token.text != "∞") or token.text in BRACKETS

    def power(self) -> float:
        base = self.postfix()
        if self.next.text != "^":
            return base
        at = self.take().at
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable("too-deep", at)
        exponent = self.signed(self.power)
        self.depth -= 1
        return raised(base, exponent, at)

    def postfix(self) -> float:
        value = self.atom()
        while self.next.kind == "raised" or self.next.text == "%":
            token = self.take()
            if token.text == "%":
                if self.next.kind == "number" or self.next.text == "%" or self.next.text in BRACKETS:
                    raise Unreadable("misplaced-percent", token.at)
                value /= 100
                continue
            digits = "".join(SUPERSCRIPTS[c] for c in token.text)
            if not re.fullmatch(r"[+-]?[0-9]{1,4}", digits):
                raise Unreadable("unexpected-text", token.at, token.text)
            value = raised(value, float(digits), token.at)
        return value

    def atom(self) -> float:
        token = self.take()
        if token.kind == "number":
            return self.number(token)
        if token.kind == "fraction":
            over, under = FRACTIONS[token.text]
            return over / under
        if token.text in CONSTANTS:
            value = CONSTANTS[token.text]
            if token.text == "e" and self.next.text == "(" and self.next.glued and self.fork("e-then-bracket"):
                return raised(value, self.atom(), token.at)
            return value
        if token.text in FRACTION_NAMES:
            return self.fraction(token)
        if token.kind == "name":
            return self.applied(token)
        if token.text == "{" and not self._may_open_brace():
            raise Unreadable("stray-braces", token.at)
        if token.text in BRACKETS:
            value = self.sum()
            if self.next.text != BRACKETS[token.text]:
                raise self._unexpected()
            self.take()
            return value
        self.place -= 1
        raise self._unexpected()

    def fraction(self, token: Token) -> float:
        """`\\frac{1}{2}`, and `\\frac12` as LaTeX reads it."""
        digits = self.next
        if digits.kind == "number" and digits.text.isdigit() and len(digits.text) == 2:
            self.take()
            return quotient(float(digits.text[0]), float(digits.text[1]), token.at)
        return quotient(self.atom(), self.atom(), token.at) if self.next.text == "{" else self.atom()

    def _may_open_brace(self) -> bool:
        """Braces group after `^`, √ and a function, as in LaTeX; anywhere else they are no part of a number."""
        before = self.tokens[self.place - 2] if self.place > 1 else None
        return before is not None and (before.text in ("^", "}") or before.kind == "name")

    def number(self, token: Token) -> float:
        mantissa, e, exponent = token.text.lower().partition("e")
        numeral = read_numeral(mantissa, self.rules)
        self.notes += numeral.notes
        self.certain_point = self.certain_point or numeral.certain_point
        way = numeral.ways[0]
        if numeral.doubt == "incomplete-decimal" and self.next.kind != "end":
            raise Unreadable("several-numbers", token.at + len(mantissa) - 1)  # √2,√3
        if len(mantissa) > 1 and mantissa.isdigit() and mantissa[0] == "0":
            raise Unreadable("leading-zero", token.at, mantissa)  # 12:05 and 2024-01-05 are no operations
        if numeral.doubt:
            way = numeral.ways[self.fork(numeral.doubt, len(numeral.ways))]
        value = number_of(way, int(exponent[:6]) if e else 0, token.at)
        if way.isdigit() and (self.next.kind == "fraction" or (self.next.text in FRACTION_NAMES and self.next.glued)):
            value += self.atom()
        return value

    def applied(self, token: Token) -> float:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable("too-deep", token.at)
        bare_word = self.next.text not in BRACKETS and token.text != "√"
        argument = self.signed(self.power if bare_word else self.atom)
        self.depth -= 1
        if token.text in ANGLES:
            self.notes.append("radians")
        natural = token.text == "log" and self.fork("log-base")
        return applied("ln" if natural else token.text, argument, token.at)

    def _unexpected(self, token: Token | None = None) -> Unreadable:
        """What is wrong at a token that no rule takes."""
        token = token or self.next
        before = self.tokens[self.place - 1] if self.place else None
        if token.text == "%":
            return Unreadable("misplaced-percent", token.at)
        if token.kind in ("number", "fraction", "name") or token.text in BRACKETS:
            return Unreadable("several-numbers", token.at)
        if token.kind == "end":
            return Unreadable("unfinished" if before is not None else "no-digits", token.at)
        if token.text in BRACKETS.values():
            return Unreadable("unfinished" if before is not None else "no-digits", token.at)
        return Unreadable("misplaced-operator", token.at, token.text)
