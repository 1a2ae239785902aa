"""What one question asks: a step (or a part of it), any formula, or one of several choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tutor.engine import CORE, Array, Formula, compile_formula, public_shape
from tutor.equations import Equation, Scope, Slip

ANSWER = "answer"
"""The name of the unnamed step that an `expect` formula or a choice stands for."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """One question, as the judge sees it.

    `step` is a step of the equation, or ANSWER with a `formula` of its own. `row` and `cell` pick a part, counted from
    0 (heads stacked over rows). `decimals` are those asked of this answer, `keep` those the learner carries in the
    steps before it. `slips` are the question's own, nearest of all; `says` replaces the words of a slip, by id. `exact`
    is for counts and indices. With `choices` (the labels), `formula` is one-hot over them and so is what was typed.
    """

    equation: Equation
    step: str = ANSWER
    formula: Formula | None = None
    row: int | None = None
    cell: tuple[int, int] | None = None
    decimals: int = 3
    keep: int = 3
    slips: tuple[Slip, ...] = ()
    says: Mapping[str, str] = field(default_factory=dict)
    exact: bool = False
    choices: tuple[str, ...] = ()

    @property
    def asked(self) -> Formula:
        """The formula whose value is asked, as the equation or the question writes it."""
        return self.formula if self.formula is not None else self.equation.steps[self.step].formula

    def shape(self, scope: Scope) -> tuple[int, ...]:
        """The shape of the answer: () one number, (k,) a row or a column, (r, c)."""
        return self.part_shape(self._value(scope).shape[-CORE:])

    def right(self, scope: Scope) -> Array:
        """The right answer (…, *shape), as the scope's own steps give it."""
        value = self._value(scope)
        return self.select(value).reshape(value.shape[:-CORE] + self.part_shape(value.shape[-CORE:]))

    def _value(self, scope: Scope) -> Array:
        value: Array = scope[self.step] if self.formula is None else scope.evaluate(self.formula)
        return value

    def part_shape(self, core: tuple[int, ...]) -> tuple[int, ...]:
        """The shape asked of a value with the core (h, r, c)."""
        if self.cell is not None:
            return ()
        return public_shape((1, 1, core[2]) if self.row is not None else core)

    def select(self, value: Array) -> Array:
        """(…, h, r, c) -> (…, cells): the asked part, flat."""
        heads, rows, columns = value.shape[-CORE:]
        table = value.reshape((*value.shape[:-CORE], heads * rows, columns))
        if self.cell is not None:
            i, j = self.cell
            return table[..., i, j : j + 1]
        if self.row is not None:
            return table[..., self.row, :]
        return table.reshape((*value.shape[:-CORE], heads * rows * columns))

    def places(self, core: tuple[int, ...]) -> list[int]:
        """Where the asked cells lie in the value flattened, in the order of `select`."""
        heads, rows, columns = core
        if self.cell is not None:
            return [self.cell[0] * columns + self.cell[1]]
        if self.row is not None:
            return list(range(self.row * columns, (self.row + 1) * columns))
        return list(range(heads * rows * columns))


def choice_target(
    equation: Equation, labels: tuple[str, ...], right: str | int, slips: tuple[Slip, ...] = ()
) -> Target:
    """A multiple choice. `right` is the index of the right label, or a one-hot formula over them."""
    text = f"option({right}, {len(labels)})" if isinstance(right, int) else right
    return Target(equation, formula=compile_formula(text), decimals=0, slips=slips, exact=True, choices=labels)
