"""Operations as answers: `2,028/4,917`, `e^0,707`, `raíz(2)/2`. A tokenizer and a parser of our own; nothing is run.

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

from tutor.answers.characters import FRACTIONS, SUPERSCRIPTS
from tutor.answers.marks import BLANK, Rules, read_numeral
from tutor.answers.source import Unreadable

MAX_TOKENS = 250
MAX_DEPTH = 24
MAX_POWERS = 12
"""Roots and powers in one cell: nobody needs more, and each may multiply the size of the number."""
MAX_ROADS = 4

FRACTION_NAMES = ("frac", "dfrac", "tfrac")
CONSTANTS = {"e": math.e, "pi": math.pi, "π": math.pi, "∞": math.inf}
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "√": math.sqrt, "∛": math.cbrt, "ln": math.log, "log": math.log10, "exp": math.exp, "abs": abs,
}  # fmt: skip
KNOWN_NAMES = frozenset({*CONSTANTS, *FUNCTIONS, *FRACTION_NAMES})
LOG_BASES = {"10": math.log10, "2": math.log2}
BRACKETS = {"(": ")", "[": "]", "{": "}"}

_SUPER = "".join(SUPERSCRIPTS)
_TOKEN = re.compile(
    rf"(?P<blank>\s+)"
    rf"|(?P<number>(?:[1-9][0-9]{{0,2}}(?:{BLANK}[0-9]{{3}})+(?![0-9])(?:[.,][0-9]+)?|[.,']?[0-9][0-9.,']*)"
    rf"(?:[eE][+-]?[0-9]+)?)"
    rf"|(?P<fraction>[{''.join(FRACTIONS)}])"
    rf"|(?P<raised>[{_SUPER}]+)"
    rf"|(?P<times>[xX](?=\s*10\s*(?:\^|[{_SUPER}])))"
    rf"|(?P<logbase>log_?\{{?(?:10|2)\}}?(?=\s*\())"
    rf"|(?P<name>\\?[^\W\d_]+|[√∛∞])"
    rf"|(?P<sign>[+\-*/:·^()\[\]{{}}%!])"
    rf"|(?P<other>.)",
    re.DOTALL,
)

_PHRASE = re.compile(r"[^\W\d_]+(?:\s+[^\W\d_]+)*")


class Token(NamedTuple):
    kind: str
    text: str
    at: int
    glued: bool
    """No blank stands before it."""


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


def tokenize(text: str) -> list[Token]:
    """The tokens of `text`, ended by one of kind "end". Raises Unreadable for a sign or a word that has no place."""
    tokens: list[Token] = []
    glued = False
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "blank":
            glued = False
            continue
        if kind == "other" or (kind == "name" and _name(match[0]) not in KNOWN_NAMES):
            raise _stranger(text, match)
        if match[0] == "!":
            raise Unreadable("unsupported-operator", match.start(), "!")
        if kind == "times":
            kind = "sign"
        text_of = {"X": "*", "x": "*", "·": "*", ":": "/"}.get(match[0], match[0]) if kind == "sign" else match[0]
        tokens.append(Token(kind, text_of if kind != "name" else _name(match[0]), match.start(), glued))
        if len(tokens) > MAX_TOKENS:
            raise Unreadable("too-long", match.start())
        glued = True
    powers = [token for token in tokens if token.text in ("^", "√", "∛", "exp") or token.kind == "raised"]
    if len(powers) > MAX_POWERS:
        raise Unreadable("too-many-powers", powers[MAX_POWERS].at)
    return [*tokens, Token("end", "", len(text), False)]


def _name(text: str) -> str:
    lowered = text.lstrip("\\").lower()
    return {"sqrt": "√", "raiz": "√", "cbrt": "∛", "inf": "∞"}.get(lowered, lowered)


def _stranger(text: str, match: re.Match[str]) -> Unreadable:
    """Why a word or sign is not read: the commonest slips of the hand have a name."""
    word, at, end = match[0], match.start(), match.end()
    glued = text[:at][-1:].strip() or text[end:][:1].strip() or len(text) == 1
    if glued and not set(word) - set("oOlI"):
        return Unreadable("letter-for-digit", at, word)
    before, after = text[:at].rstrip()[-1:], text[end:].lstrip()[:1]
    lowered = word.lower()
    if lowered == "nan":
        return Unreadable("not-a-number", at, word)
    if lowered in ("i", "j") and (before.isdigit() or not before):
        return Unreadable("not-real", at, word)
    if lowered == "x" and before.isdigit() and (after.isdigit() or after in "(√"):
        return Unreadable("letter-x", at, word)
    if word in (";", "|", "&", "\n", "\t", ","):
        return Unreadable("several-numbers", at, word)
    if word == "±":
        return Unreadable("plus-minus", at, word)
    phrase = _PHRASE.match(text, at)
    letters_only = not any(c.isdigit() for c in text)
    return Unreadable("words" if letters_only and phrase else "unexpected-text", at, phrase[0] if phrase else word)


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
        return _finite(value, 0, math.inf)

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
            value = _finite(value + term if sign.text == "+" else value - term, sign.at, value, term)
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
                value, divisors = _divided(value, divisors, operator.at), []
                factor = self.implicit(self.signed(self.power))
                value = _finite(value * factor, operator.at, value, factor)
                continue
            divisor = self.signed(self.power)
            if self.tokens[self.place - 1].text == "%" and self.fork("percent-reach"):
                divisor *= 1e4  # (1/3) % instead of 1/(3 %)
            following = self.implicit(1.0) if self._begins_factor() else None
            if following is None:
                divisors.append(divisor)
                if len(divisors) > 1 and self.fork("chained-division"):
                    divisors[-2:] = [_quotient(divisors[-2], divisors[-1], operator.at)]
            elif self.fork("division-then-product"):
                divisors.append(_finite(divisor * following, operator.at, divisor, following))
            else:
                value = _divided(value, [*divisors, divisor], operator.at)
                value, divisors = _finite(value * following, operator.at, value, following), []
        return _divided(value, divisors, self.next.at)

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
            value = _finite(value * factor, token.at, value, factor)
        return value

    def _begins_factor(self) -> bool:
        token, before = self.next, self.tokens[self.place - 1] if self.place else None
        if before is None or not token.glued or before.text in ("+", "-", "*", "/", "^"):
            return False
        return token.kind in ("name", "logbase") or token.text in BRACKETS

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
        return _raised(base, exponent, at)

    def postfix(self) -> float:
        value = self.atom()
        while self.next.kind == "raised" or self.next.text == "%":
            token = self.take()
            if token.text == "%":
                if self.next.kind == "number" or self.next.text in BRACKETS:
                    raise Unreadable("misplaced-percent", token.at)
                value /= 100
                continue
            digits = "".join(SUPERSCRIPTS[c] for c in token.text)
            if not re.fullmatch(r"[+-]?[0-9]{1,4}", digits):
                raise Unreadable("unexpected-text", token.at, token.text)
            value = _raised(value, float(digits), token.at)
        return value

    def atom(self) -> float:
        token = self.take()
        if token.kind == "number":
            return self.number(token)
        if token.kind == "fraction":
            over, under = FRACTIONS[token.text]
            return over / under
        if token.kind == "logbase":
            return _applied(LOG_BASES["10" if "10" in token.text else "2"], self.atom(), token)
        if token.text in CONSTANTS:
            value = CONSTANTS[token.text]
            if token.text == "e" and self.next.text == "(" and self.next.glued and self.fork("e-then-bracket"):
                return _raised(value, self.atom(), token.at)
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
            return _quotient(float(digits.text[0]), float(digits.text[1]), token.at)
        return _quotient(self.atom(), self.atom(), token.at) if self.next.text == "{" else self.atom()

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
        argument = self.power() if bare_word else self.atom()
        self.depth -= 1
        function = FUNCTIONS[token.text]
        if token.text == "log" and self.fork("log-base"):
            function = math.log
        return _applied(function, argument, token)

    def _unexpected(self, token: Token | None = None) -> Unreadable:
        """What is wrong at a token that no rule takes."""
        token = token or self.next
        before = self.tokens[self.place - 1] if self.place else None
        if token.text == "%":
            return Unreadable("misplaced-percent", token.at)
        if token.kind in ("number", "fraction", "name", "logbase") or token.text in BRACKETS:
            return Unreadable("several-numbers", token.at)
        if token.kind == "end":
            return Unreadable("unfinished" if before is not None else "no-digits", token.at)
        if token.text in BRACKETS.values():
            return Unreadable("unfinished" if before is not None else "no-digits", token.at)
        return Unreadable("misplaced-operator", token.at, token.text)


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


def _finite(value: float, at: int, *operands: float) -> float:
    """An infinity that was typed goes on; one that was computed is an overflow."""
    if math.isnan(value):
        raise Unreadable("indeterminate", at)
    if math.isinf(value) and not any(map(math.isinf, operands)):
        raise Unreadable("too-large", at)
    return value


def _quotient(over: float, under: float, at: int) -> float:
    if under == 0:
        raise Unreadable("division-by-zero", at)
    return _finite(over / under, at, over, under)


def _divided(value: float, divisors: list[float], at: int) -> float:
    for divisor in divisors:
        value = _quotient(value, divisor, at)
    return value


def _raised(base: float, exponent: float, at: int) -> float:
    if base == 0 and exponent < 0:
        raise Unreadable("division-by-zero", at)
    if base == 0 and exponent == 0:
        raise Unreadable("domain", at)
    if base < 0 and not exponent.is_integer():
        raise Unreadable("not-real", at)
    try:
        return _finite(math.pow(base, exponent), at, base, exponent)
    except (OverflowError, ValueError):
        raise Unreadable("too-large", at) from None


def _applied(function: Callable[[float], float], argument: float, token: Token) -> float:
    try:
        return _finite(function(argument), token.at, argument)
    except OverflowError:
        raise Unreadable("too-large", token.at) from None
    except ValueError:
        raise Unreadable("not-real" if token.text == "√" else "domain", token.at) from None
