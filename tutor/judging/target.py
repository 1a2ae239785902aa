"""What one question asks: a step (or a part of it), any formula, or one of several choices."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tutor.engine import CORE, Array, Formula, compile_formula, picked, public_shape
from tutor.equations import Equation, Scope, Slip
from tutor.errors import ContentError

ANSWER = "answer"
"""The name of the unnamed step that an `expect` formula or a choice stands for."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """One question, as the judge sees it.

    `step` is a step of the equation, or ANSWER with a `formula` of its own. `row` and `cell` pick a part, counted from
    0 (heads stacked over rows); a `row` may be the name of a datum, so that each learner is asked another. `decimals`
    are those asked of this answer, `keep` those the learner carries in the steps before it. `slips` are the question's
    own, nearest of all; `says` replaces the words of a slip, by id. `exact` is for counts and indices. With `choices`
    (the labels), `formula` is one-hot over them and so is what was typed; `by` says whether one is chosen, several are,
    or a word is written. `printed` are the steps whose numbers the question itself shows.
    """

    equation: Equation
    step: str = ANSWER
    formula: Formula | None = None
    row: int | str | None = None
    cell: tuple[int, int] | None = None
    decimals: int = 3
    keep: int = 3
    slips: tuple[Slip, ...] = ()
    says: Mapping[str, str] = field(default_factory=dict)
    exact: bool = False
    choices: tuple[str, ...] = ()
    by: Literal["option", "options", "word"] = "option"
    printed: frozenset[str] = frozenset()

    @property
    def asked(self) -> Formula:
        """The formula whose value is asked, as the equation or the question writes it."""
        return self.formula if self.formula is not None else self.equation.steps[self.step].formula

    def shape(self, scope: Scope) -> tuple[int, ...]:
        """The shape of the answer: () one number, (k,) a row or a column, (r, c)."""
        return self.part_shape(self._value(scope.first()).shape[-CORE:])

    def right(self, scope: Scope) -> Array:
        """The right answer (…, *shape), as the scope's own steps give it."""
        value = self._value(scope)
        shape = self.part_shape(value.shape[-CORE:])
        if not isinstance(self.row, str):
            return self.select(value).reshape(value.shape[:-CORE] + shape)
        asked = self.rows(scope)
        lead = value.shape[:-CORE] or asked.shape[: int(len(asked) > 1)]
        table = value.reshape((*value.shape[:-CORE], *self.table(value)))
        return picked(table, asked.reshape(*(-1,) * len(lead), 1, 1), axis=-2).reshape(lead + shape)

    def rows(self, scope: Scope) -> NDArray[np.intp]:
        """(B,) or (1,): the row asked of each learner, where a datum says which.

        Raises ContentError where that datum is no row.
        """
        numbers = np.asarray(scope[str(self.row)], dtype=np.float64)
        asked = numbers.reshape(-1)
        count, _ = self.table(self._value(scope.first()))
        one = math.prod(numbers.shape[-CORE:]) == 1
        if not (one and ((asked == np.rint(asked)) & (asked >= 0) & (asked < count)).all()):
            raise ContentError(
                f"«{self.row}» dice qué fila de «{self.step}» se pide, y tiene que ser un entero de 0 a {count - 1}",
                hint="filas y columnas se cuentan desde 0",
            )
        return asked.astype(np.intp)

    def at(self, scope: Scope) -> Target:
        """The same, with the row itself in place of the datum that says which: over one set of numbers."""
        return replace(self, row=int(self.rows(scope)[0])) if isinstance(self.row, str) else self

    def _value(self, scope: Scope) -> Array:
        value: Array = scope[self.step] if self.formula is None else scope.evaluate(self.formula)
        return value

    def part_shape(self, core: tuple[int, ...]) -> tuple[int, ...]:
        """The shape asked of a value with the core (h, r, c). Raises ContentError where it has no such row or cell."""
        i, j = self.cell or (self.row if isinstance(self.row, int) else 0, 0)
        if not (0 <= i < core[0] * core[1] and 0 <= j < core[2]):
            asked = f"la fila {i}" if self.cell is None else f"la celda [{i}, {j}]"
            raise ContentError(
                f"se pregunta por {asked} de «{self.step}», que tiene {core[0] * core[1]} filas y {core[2]} columnas",
                hint="filas y columnas se cuentan desde 0",
            )
        if self.cell is not None:
            return ()
        return public_shape((1, 1, core[2]) if self.row is not None else core)

    @staticmethod
    def table(value: Array) -> tuple[int, int]:
        """Rows (of all heads) and columns of a value."""
        heads, rows, columns = value.shape[-CORE:]
        return heads * rows, columns

    def select(self, value: Array) -> Array:
        """(…, h, r, c) -> (…, cells): the asked part, flat."""
        heads, rows, columns = value.shape[-CORE:]
        table = value.reshape((*value.shape[:-CORE], heads * rows, columns))
        if self.cell is not None:
            i, j = self.cell
            return table[..., i, j : j + 1]
        if isinstance(self.row, int):
            return table[..., self.row, :]
        return table.reshape((*value.shape[:-CORE], heads * rows * columns))

    @property
    def answers_for(self) -> str | None:
        """The step whose cells are asked, also where a formula only picks them: `row(head(scores, 1), 0)`."""
        if self.formula is None:
            return self.step
        name = self.formula.names[0] if _picks(self.formula) else ""
        return name if name in self.equation.steps else None

    @property
    def gives(self) -> frozenset[str]:
        """The steps whose numbers the learner need not compute: those printed, and those a formula reckons with."""
        reckons = self.formula is not None and self.answers_for is None
        named = self.formula.names if self.formula is not None and reckons else ()
        return self.printed | {name for name in named if name in self.equation.steps}

    @property
    def shares(self) -> bool:
        """Whether what is asked are shares of 1, a row of a softmax."""
        step = self.equation.steps.get(self.answers_for or "")
        return step is not None and self.cell is None and step.formula.text.startswith("softmax(")


_PICK = re.compile(r"(?:(?:row|head|cell|column)\()*[a-zA-Z_]\w*(?:, *\d+(?:, *\d+)?\))*")


def _picks(formula: Formula) -> bool:
    return len(formula.names) == 1 and _PICK.fullmatch(formula.text.strip()) is not None


def choice_target(
    equation: Equation, labels: tuple[str, ...], right: str | int | Sequence[int], slips: tuple[Slip, ...] = ()
) -> Target:
    """A multiple choice. `right` are the indices of the right labels, or a one-hot formula over them."""
    chosen = [right] if isinstance(right, int) else right
    text = chosen if isinstance(chosen, str) else marks(chosen, len(labels))
    by: Literal["option", "options"] = "option" if isinstance(chosen, str) or len(chosen) == 1 else "options"
    return Target(equation, formula=compile_formula(text), decimals=0, slips=slips, exact=True, choices=labels, by=by)


def marks(chosen: Sequence[int], count: int) -> str:
    """The formula that marks some of so many options."""
    return " + ".join(f"option({i}, {count})" for i in chosen)
