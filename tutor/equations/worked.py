"""A step worked by hand: `Q·K₂ = 1,0·0,9 + 0,0·0,1 = 0,90`, one line a cell, for any formula.

The lines are read off the formula itself, cell by cell, with the numbers in it; nothing here knows about attention.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tutor.equations.expression_tree import Num, Op, Tree, chain, number, value
from tutor.equations.model import Equation, Step
from tutor.equations.scope import Scope

Cell = tuple[int, int]
MAX_PLACES = 6
ENDLESS, CARRIED = 12, 3
"""A number that does not end within 12 decimals was computed, not typed: it is printed with 3, as it is carried."""
ENDS = 1e-9
"""A number this near to a rounded one is it."""
BIG_EXPONENT = 100.0
"""From here on a softmax is written with the maximum subtracted, as a person with a calculator has to."""
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SIMPLE = re.compile(r"[\w^]+")
CONSTANTS = {"pi": Num(math.pi, "π"), "inf": Num(math.inf, "∞")}
LISTS = {"max": "máx", "min": "mín", "mean": "media", "median": "mediana", "sum": "+"}
COLUMNS = {"col_max": "máx", "col_min": "mín", "col_mean": "media", "col_sum": "+"}
SINGLES = {"exp": "e^", "sqrt": "√", "log": "ln", "log10": "log10", "abs": "abs", "arccos": "acos", "sin": "sen",
           "cos": "cos", "floor": "⌊", "round": "redondeo"}  # fmt: skip
SIGNS: dict[type[ast.cmpop], str] = {
    ast.Gt: ">", ast.Lt: "<", ast.GtE: "≥", ast.LtE: "≤", ast.Eq: "=", ast.NotEq: "≠",
}  # fmt: skip
OPERATORS: dict[type[ast.operator], str] = {ast.Mult: "·", ast.Div: "/", ast.Pow: "^", ast.Add: "+"}


def worked(
    scope: Scope,
    step: str,
    cells: Sequence[Cell] | None = None,
    locale: str = "es",
    *,
    decimals: int | None = None,
    keep: int = 0,
) -> list[str]:
    """The arithmetic of a step as lines of text, a cell each; `cells` (row, column) limits it to those.

    With several heads each begins with a line of its own. The scope holds one data set (no leading axes). The result
    has `decimals` (the step's own), and each number that it goes on from at least `keep`, where it does not end before.
    Where the printed numbers come to something else than all the decimals do, the line says so.
    """
    writer = _Writer(scope, locale, keep)
    found = scope.equation.steps[step]
    found = replace(found, decimals=writer.kept(found) if decimals is None else decimals)
    heads, rows, columns = scope[step].shape
    wanted = list(cells) if cells else [(i, j) for i in range(rows) for j in range(columns)]
    lines: list[str] = []
    for h in range(heads):
        lines += [f"cabeza {h}:"] * (heads > 1)
        lines += [writer.line(found, h, i, j) for i, j in wanted]
    return lines


def with_decimals(equation: Equation, decimals: int) -> Equation:
    """The equation with every step shown with `decimals`."""
    return replace(equation, steps={id: replace(step, decimals=decimals) for id, step in equation.steps.items()})


def places_of(scope: Scope) -> dict[str, int]:
    """Decimals with which each input is printed: as many as its numbers need, and lists and matrices all alike."""
    inputs = scope.equation.inputs
    needed = {name: _needed(scope[name]) for name in inputs if name in scope.inputs}
    alike = [name for name in needed if inputs[name].default is None and inputs[name].shape]
    return needed | dict.fromkeys(alike, max((needed[name] for name in alike), default=0))


def _needed(array: Any) -> int:
    numbers = [float(x) for x in getattr(array, "flat", [array]) if math.isfinite(x)]
    if any(round(x, ENDLESS) != x for x in numbers):
        return CARRIED
    return next((k for k in range(MAX_PLACES) if all(round(x, k) == x for x in numbers)), MAX_PLACES)


class _Writer:
    def __init__(self, scope: Scope, locale: str, keep: int) -> None:
        self.scope = scope
        self.locale = locale
        self.keep = keep
        self.input_places = places_of(scope)

    # -- one line --------------------------------------------------------------------------------------------------

    def line(self, step: Step, h: int, i: int, j: int) -> str:
        exact = float(self.scope[step.id][h, i, j])
        result = number(exact, step.decimals, self.locale)
        tree = self.cell(_tree(step.formula.text), h, i, j, step)
        name = self.name(step, h, i, j)
        links = [*([name] if name else []), *chain(tree, result, step.decimals, self.locale, partial=self.fine(tree))]
        if links[-1] == result.text or not math.isfinite(value(tree)):
            return " = ".join([*links[:-1], result.text] if len(links) > 1 else links)
        return f"{' = '.join(links)} (con todos los decimales, {result.text})"

    def fine(self, tree: Tree) -> bool:
        """Whether its products are worth writing out one by one: some number has more than one decimal."""
        return any(re.search(r"[.,]\d\d", leaf.text) for leaf in _leaves(tree))

    # -- names -----------------------------------------------------------------------------------------------------

    def name(self, step: Step, h: int, i: int, j: int) -> str:
        """What stands before the first `=`; "" where the sum says it itself, as in `e^0,707 = 2,028`."""
        node = _tree(step.formula.text)
        _, rows, columns = self.scope[step.id].shape
        if _calls(node, "exp"):
            return ""
        if rows == columns == 1 and not _calls(node, "sum"):
            return step.symbol
        if _calls(node, "sum"):
            return step.symbol if not step.symbol.startswith("Σ") else f"suma{_subscript((i, rows))}"
        if SIMPLE.fullmatch(step.symbol):
            return step.symbol + _subscript((i, rows), (j, columns))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            left, right = node.left, node.right
            if isinstance(left, ast.Name) and isinstance(right, ast.Attribute) and isinstance(right.value, ast.Name):
                return f"{self.row_name(left.id, i)}·{self.row_name(right.value.id, j)}"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            steps = self.scope.equation.steps
            if isinstance(node.left, ast.Name) and isinstance(node.right, ast.Name) and node.right.id in steps:
                before = self.name(steps[node.left.id], h, i, j) if node.left.id in steps else ""
                return f"{before}/{steps[node.right.id].symbol}" if before else ""
        return step.title + _subscript((i, rows), (j, columns)) if step.title not in ("", step.id) else ""

    def row_name(self, name: str, i: int) -> str:
        return self.scope.equation.symbol(name) + _subscript((i, self.scope[name].shape[-2]))

    # -- cells of a formula ----------------------------------------------------------------------------------------

    def cell(self, node: ast.expr, h: int, i: int, j: int, step: Step) -> Tree:
        """Cell (h, i, j) of a formula, as a tree of printed numbers."""
        if isinstance(node, ast.Name):
            return self.named(node.id, h, i, j, step)
        if isinstance(node, ast.Constant):
            return number(float(node.value), None, self.locale)  # type: ignore[arg-type]
        if isinstance(node, ast.Attribute):
            return self.cell(node.value, h, j, i, step)
        if isinstance(node, ast.UnaryOp):
            return Op("−", (self.cell(node.operand, h, i, j, step),))
        if isinstance(node, ast.BinOp):
            return self.binary(node, h, i, j, step)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self.call(node.func.id, node, h, i, j, step)
        if isinstance(node, ast.Compare):
            sides = (self.cell(side, h, i, j, step) for side in (node.left, node.comparators[0]))
            return Op(SIGNS[type(node.ops[0])], tuple(sides))
        return self.opaque(node, h, i, j, step)

    def named(self, name: str, h: int, i: int, j: int, step: Step) -> Num:
        if name in CONSTANTS:
            return CONSTANTS[name]
        waiting = self.scope.equation.steps.get(name)
        if waiting is not None and not self.scope.active(name):  # an identity: the number stands as it came
            return self.named(waiting.formula.names[0], h, i, j, step)
        found = self.scope[name]
        if isinstance(found, int):
            return number(float(found), 0, self.locale)
        known = self.scope.equation.steps.get(name)
        places = self.kept(known) if known else self.input_places.get(name, step.decimals)
        return number(_at(found, h, i, j), places, self.locale)

    def kept(self, step: Step) -> int:
        """The decimals with which a step is gone on from: its own where its numbers end there."""
        ends = all(abs(float(x) - round(float(x), step.decimals)) < ENDS for x in self.scope[step.id].flat)
        return step.decimals if ends else max(step.decimals, self.keep)

    def binary(self, node: ast.BinOp, h: int, i: int, j: int, step: Step) -> Tree:
        if isinstance(node.op, ast.MatMult):
            return self.product(node, h, i, j, step)
        left, right = self.cell(node.left, h, i, j, step), self.cell(node.right, h, i, j, step)
        if isinstance(node.op, ast.Sub):
            return Op("-", (left, right))
        if isinstance(node.op, ast.Mult) and ast.dump(node.left) == ast.dump(node.right):
            return Op("^", (left, Num(2.0, "2")))
        return Op(OPERATORS[type(node.op)], (left, right))

    def product(self, node: ast.BinOp, h: int, i: int, j: int, step: Step) -> Tree:
        """Row by column; a `one_hot` on either side only picks, and what it does not pick is not written."""
        inner = range(self.columns(node.left))
        for chooser, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(chooser, ast.Call) and _calls(chooser, "one_hot"):
                left = chooser is node.left
                ones = [k for k in inner if self.value(chooser)[0, *((i, k) if left else (k, j))] == 1]
                picked = tuple(self.cell(other, h, *((k, j) if left else (i, k)), step) for k in ones)
                return Op("+", picked) if len(picked) > 1 else next(iter(picked), number(0.0, 0, self.locale))
        terms = ((self.cell(node.left, h, i, k, step), self.cell(node.right, h, k, j, step)) for k in inner)
        return Op("+", tuple(Op("·", pair) for pair in terms))

    def call(self, name: str, node: ast.Call, h: int, i: int, j: int, step: Step) -> Tree:
        inner = node.args[0]
        if name in SINGLES:
            return Op(SINGLES[name], (self.cell(inner, h, i, j, step),))
        if name in LISTS or name == "sort":
            inner = self.inlined(inner)
            terms = tuple(self.cell(inner, h, i, k, step) for k in range(self.columns(inner)))
            return Op(LISTS.get(name, f"{j + 1}.º de menor a mayor "), terms)
        if name in COLUMNS:
            return Op(COLUMNS[name], tuple(self.cell(inner, h, k, j, step) for k in range(self.rows(inner))))
        if name in ("maximum", "minimum"):
            return Op(LISTS[name[:3]], tuple(self.cell(arg, h, i, j, step) for arg in node.args))
        if name == "where":
            condition = self.cell(inner, h, i, j, step)
            return Op("¿?", (condition, self.cell(node.args[1 if value(condition) else 2], h, i, j, step)))
        if name == "one_hot":
            places = self.value(inner).reshape(-1)
            return Op("=", (number(float(places[i]), 0, self.locale), number(float(j), 0, self.locale)))
        if name == "det" and 1 < self.rows(inner) <= 3:
            return self.determinant(inner, h, step)
        if name == "softmax":
            return self.softmax(inner, h, i, j, step)
        if name in ("split", "merge"):
            width = self.value(node).shape[-1] if name == "split" else self.value(inner).shape[-1]
            if name == "split":
                return self.cell(inner, 0, i, h * width + j, step)
            return self.cell(inner, j // width, i, j % width, step)
        return self.opaque(node, h, i, j, step)

    def softmax(self, inner: ast.expr, h: int, i: int, j: int, step: Step) -> Tree:
        """e^z over the sum of them all; both worked out already if the equation has a step for the exponentials."""
        row = [_at(self.value(inner), h, i, k) for k in range(self.columns(inner))]
        top = max((x for x in row if math.isfinite(x)), default=0.0)
        powers: list[Tree] = []
        for k in range(len(row)):
            z = self.cell(inner, h, i, k, step)
            if top > BIG_EXPONENT:
                z = Op("-", (z, number(top, step.decimals, self.locale)))
            powers.append(Op("e^", (z,)))
        known = any(
            _calls(node, "exp") and ast.dump(node.args[0]) == ast.dump(inner)
            for node in (_tree(other.formula.text) for other in self.scope.equation.steps.values())
            if isinstance(node, ast.Call)
        )
        if not known or top > BIG_EXPONENT:
            return Op("/", (powers[j], Op("+", tuple(powers))))
        exact = [math.exp(x) for x in row]
        places = max(step.decimals, self.keep)
        return Op("/", (number(exact[j], places, self.locale), number(sum(exact), places, self.locale)))

    def determinant(self, inner: ast.expr, h: int, step: Step) -> Tree:
        """The products down to the right, and taken from them those down to the left."""
        rows = self.rows(inner)
        starts = (0,) if rows == 2 else range(rows)

        def products(way: int, first: int) -> Tree:
            places = ([(i, (j + first + way * i) % rows) for i in range(rows)] for j in starts)
            terms = [Op("·", tuple(self.cell(inner, h, i, j, step) for i, j in place)) for place in places]
            return Op("+", tuple(terms)) if len(terms) > 1 else terms[0]

        return Op("-", (products(1, 0), products(-1, rows - 1)))

    def inlined(self, node: ast.expr) -> ast.expr:
        """A step that is only a product of inputs is written out instead of named: `a·b = 3·4 + 4·3`."""
        step = self.scope.equation.steps.get(node.id) if isinstance(node, ast.Name) else None
        if step is None:
            return node
        inner = _tree(step.formula.text)
        plain = isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Mult)
        return inner if plain and all(name in self.scope.equation.inputs for name in step.formula.names) else node

    def opaque(self, node: ast.expr, h: int, i: int, j: int, step: Step) -> Num:
        return number(_at(self.value(node), h, i, j), step.decimals, self.locale)

    def value(self, node: ast.expr) -> Any:
        return self.scope.evaluate(ast.unparse(node))

    def rows(self, node: ast.expr) -> int:
        return int(self.value(node).shape[-2])

    def columns(self, node: ast.expr) -> int:
        return int(self.value(node).shape[-1])


def _tree(formula: str) -> ast.expr:
    return ast.parse(formula.strip(), mode="eval").body


def _calls(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _at(array: Any, h: int, i: int, j: int) -> float:
    """A cell of a value, an axis of length one standing for any position."""
    heads, rows, columns = array.shape[-3:]
    return float(array[min(h, heads - 1), min(i, rows - 1), min(j, columns - 1)])


def _subscript(*axes: tuple[int, int]) -> str:
    """The positions on the axes that are longer than one: `₂`, `₁₂`, or `[10,2]` where digits would run together."""
    positions = [i for i, size in axes if size > 1]
    if any(i > 9 for i in positions) and len(positions) > 1:
        return f"[{','.join(map(str, positions))}]"
    return "".join(str(i) for i in positions).translate(SUBSCRIPTS)


def _leaves(tree: Tree) -> Iterator[Num]:
    if isinstance(tree, Num):
        yield tree
    else:
        for a in tree.args:
            yield from _leaves(a)
