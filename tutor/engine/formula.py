"""Formulas: a small subset of Python expressions, checked node by node and evaluated by NumPy. Never `eval`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from tutor.engine.functions import COMPARISONS, COUNTS, FUNCTIONS, JUMPS, ORDERED, POSITIONS, Position
from tutor.engine.values import CORE, Array, product
from tutor.errors import ContentError

MAX_LENGTH = 400
MAX_DEPTH = 24
MAX_COUNT = 128
"""Rows or columns that a function may be asked to make: `causal(12000, 12000)` would take a gigabyte."""
MAX_EXPONENT = 64
CONSTANTS = {"inf": np.inf, "pi": np.pi}

Run = Callable[[Mapping[str, Any], bool], Any]

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: np.true_divide,
    ast.MatMult: product,
    ast.Pow: np.power,
}

_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Gt: ">", ast.Lt: "<", ast.GtE: ">=", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


class FormulaError(ContentError):
    """A formula that is not allowed or cannot be computed; `position` is the column (from 0) in its text."""

    def __init__(self, message: str, text: str, position: int = 0, hint: str = "") -> None:
        super().__init__(message, hint=hint, where=f"{text}\n{' ' * position}^")
        self.text = text
        self.position = position


class TooLarge(ValueError):
    """A size that no table has."""


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """A checked formula. `names` are the values it reads, in order of appearance."""

    text: str
    names: tuple[str, ...]
    run: Run = field(repr=False)
    """run(env, nudged): as `evaluate`, without its guards; for callers that evaluate thousands."""

    def evaluate(self, env: Mapping[str, Any], *, nudged: bool = False) -> Array:
        """The value (…, h, r, c), computed from core values and sizes in `env`.

        `nudged` says that the outermost axis of every value runs over nudges, index 0 being the un-nudged one.
        Raises FormulaError where shapes do not fit or are too large. Overflow and 0/0 are left as inf and nan.
        """
        with np.errstate(all="ignore"):
            try:
                return as_core(self.run(env, nudged))
            except TooLarge as error:
                text = f"«{self.text}» da demasiados números: un tamaño pasa de {MAX_COUNT}"
                raise FormulaError(text, self.text) from error
            except ValueError as error:
                shapes = ", ".join(f"{n} {_shape(env[n])}" for n in self.names if n in env)
                raise FormulaError(f"los tamaños no encajan en «{self.text}»: {shapes}", self.text) from error


def as_core(value: Any) -> Array:
    """A number or an array of any rank as a core value."""
    array = np.asarray(value, dtype=np.float64)
    return array if array.ndim >= CORE else array.reshape((1,) * (CORE - array.ndim) + array.shape)


def _shape(value: Any) -> str:
    return "×".join(map(str, np.shape(value)[-2:])) or f"= {value}"


@lru_cache(maxsize=4096)
def compile_formula(text: str) -> Formula:
    """Check `text` against the whitelist and make it computable. Raises FormulaError where something is not allowed."""
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"la fórmula es demasiado larga (más de {MAX_LENGTH} caracteres)", text[:60])
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        position = max((getattr(error, "offset", 1) or 1) - 1, 0)
        raise FormulaError("la fórmula no se entiende", text, position, "por ejemplo: scores / root") from None
    names: dict[str, None] = {}
    run = _Compiler(text, names).node(tree.body, 0)
    return Formula(text, tuple(names), run)


@dataclass(eq=False)
class _Compiler:
    """Turns syntax nodes into closures, refusing all but a few."""

    text: str
    names: dict[str, None]

    def refuse(self, node: ast.expr, what: str, hint: str = "") -> FormulaError:
        return FormulaError(what, self.text, node.col_offset, hint)

    def node(self, node: ast.expr, depth: int) -> Run:
        if depth > MAX_DEPTH:
            raise self.refuse(node, "la fórmula está demasiado anidada")
        if isinstance(node, ast.Constant):
            return self.constant(node)
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.BinOp):
            return self.binary(node, depth)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            inner = self.node(node.operand, depth + 1)
            return inner if isinstance(node.op, ast.UAdd) else lambda env, nudged: -inner(env, nudged)
        if isinstance(node, ast.Attribute):
            if node.attr != "T":
                raise self.refuse(node, f"«.{node.attr}» no se puede usar", "el único atributo es .T")
            inner = self.node(node.value, depth + 1)
            return lambda env, nudged: np.swapaxes(inner(env, nudged), -1, -2)
        if isinstance(node, ast.Call):
            return self.call(node, depth)
        if isinstance(node, ast.Compare):
            return self.compare(node, depth)
        raise self.refuse(
            node, "eso no se puede escribir en una fórmula", "nombres, números, + - * / @ **, .T, >= y funciones"
        )

    def constant(self, node: ast.Constant) -> Run:
        value: Any = node.value
        if type(value) not in (int, float) or abs(value) > 1e12:
            raise self.refuse(node, "en una fórmula solo hay números, y de tamaño razonable")
        return lambda env, nudged: value

    def name(self, node: ast.Name) -> Run:
        name = node.id
        if name in CONSTANTS:
            constant = CONSTANTS[name]
            return lambda env, nudged: constant
        if name in FUNCTIONS:
            raise self.refuse(node, f"a «{name}» le faltan los paréntesis")
        self.names[name] = None
        return lambda env, nudged: env[name]

    def binary(self, node: ast.BinOp, depth: int) -> Run:
        act = _BINARY.get(type(node.op))
        if act is None:
            raise self.refuse(node, "esa operación no se puede usar", "+ - * / @ **")
        left, right = self.node(node.left, depth + 1), self.node(node.right, depth + 1)
        if act is np.power:
            power = node.right.operand if isinstance(node.right, ast.UnaryOp) else node.right
            if isinstance(power, ast.Constant) and isinstance(power.value, int | float) and power.value > MAX_EXPONENT:
                raise self.refuse(node.right, f"el exponente pasa de {MAX_EXPONENT}")
            # as floats, so that whole numbers neither overflow nor grow without bound
            return lambda env, nudged: np.power(np.asarray(left(env, nudged), np.float64), right(env, nudged))
        return lambda env, nudged: act(left(env, nudged), right(env, nudged))

    def compare(self, node: ast.Compare, depth: int) -> Run:
        sign = _SIGNS.get(type(node.ops[0]))
        if sign is None or len(node.ops) > 1:
            raise self.refuse(node, "esa comparación no se puede usar", "de dos en dos: (0 < x) * (x <= 1)")
        left, right = self.node(node.left, depth + 1), self.node(node.comparators[0], depth + 1)
        holds = COMPARISONS[sign]
        return lambda env, nudged: holds(_decided(left(env, nudged), nudged), _decided(right(env, nudged), nudged))

    def call(self, node: ast.Call, depth: int) -> Run:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            known = ", ".join(sorted(FUNCTIONS))
            raise self.refuse(node, f"no hay función «{ast.unparse(node.func)}»", f"las que hay: {known}")
        name = node.func.id
        function, count = FUNCTIONS[name]
        if len(node.args) != count or node.keywords:
            raise self.refuse(node, f"«{name}» lleva {count} dato{'s' if count > 1 else ''}")
        args = [self.node(a, depth + 1) for a in node.args]
        as_argument = [
            _size if i in COUNTS.get(name, ()) else _position if i in POSITIONS.get(name, ()) else as_core
            for i in range(count)
        ]
        if name in ORDERED:
            inner = args[0]
            return lambda env, nudged: function(x := as_core(inner(env, nudged)), _decided(x, nudged))
        if name in JUMPS:
            first, rest = args[0], list(zip(as_argument, args, strict=True))[1:]
            return lambda env, nudged: function(
                _decided(first(env, nudged), nudged), *(read(a(env, nudged)) for read, a in rest)
            )
        if count == 1:
            only, read_only = args[0], as_argument[0]
            return lambda env, nudged: function(read_only(only(env, nudged)))
        return lambda env, nudged: function(*(read(a(env, nudged)) for read, a in zip(as_argument, args, strict=True)))


def _decided(value: Any, nudged: bool) -> Array:
    core = as_core(value)
    return core[:1] if nudged and core.ndim > CORE else core


def _size(value: Any) -> int:
    """A whole number, the same for every student. Raises ValueError where it is not, or is more than any table has."""
    sizes = np.asarray(value)
    size = sizes.flat[0]
    if not (sizes == size).all():
        raise ValueError("a size is one number")
    if not abs(size) <= MAX_COUNT:
        raise TooLarge
    return int(size)


def _position(value: Any) -> Position:
    """A place, counted from 0: one number where it is the same for everybody, or (…, 1, 1, 1) each their own."""
    places = np.asarray(value)
    if places.size == 1:
        return int(places.flat[0])
    if places.shape[-CORE:] != (1,) * CORE:
        raise ValueError("a place is one number")
    whole = np.rint(places).astype(np.intp)
    return int(whole.flat[0]) if (whole == whole.flat[0]).all() else whole
