"""The numbers an equation is shown with: those of the lesson, or of the unit that teaches it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tutor.equations import Equation, equation_names, is_equation_file, load_equation
from tutor.errors import ContentError
from tutor.units.data import computed, layered
from tutor.units.models import Scoped, Unit
from tutor.units.shipped import load_shipped, readable_units, unit_names

RUNNING = "ecuacion1"
"""The unit whose numbers run through everything."""
MAIN = "atencion"
SEPARATING: dict[str, list[dict[str, Any]]] = {
    MAIN: [
        {"Q": [[-2, 1]], "K": [[-1, -2], [0, -1], [0, 3]], "V": [[2, 0], [8, 0], [0, 10]]},
        {"Q": "K", "K": [[-1, -2], [0, -1], [0, 3]], "V": [[2, 0], [8, 0], [0, 10]], "mask": "causal"},
    ],
    "multi-cabeza": [
        {
            "X": [[1, 0], [0, 2]],
            "W_Q": [[1, 0], [0, 1]],
            "W_K": [[1, 0], [0, 1]],
            "W_V": [[1, 2], [3, 4]],
            "W_O": [[1, 1], [0, 2]],
            "heads": 2,
        }
    ],
}
"""Numbers that tell apart what the running example cannot."""


def example(name: str) -> tuple[Equation, dict[str, Any]]:
    """An equation or a unit, by name or path, with numbers; the file of an equation has none.

    Raises ContentError for an unknown name.
    """
    if is_equation_file(name):
        return load_equation(name), {}
    if name == MAIN:
        name = RUNNING
    if name in equation_names() and name not in unit_names():
        return load_equation(name), next(_used(name), {})
    unit = load_shipped(name)
    return load_equation(unit.equation), layered(unit)


def examples(equation: Equation) -> Iterator[dict[str, Any]]:
    """Data sets for one equation, the best known first; with a mask where a unit has one."""
    if equation.id == MAIN:
        unit = load_shipped(RUNNING)
        yield layered(unit)
        yield {**layered(unit), "Q": "K", "mask": "causal"}
    yield from SEPARATING.get(equation.id, []) if equation.id == MAIN else ()
    for data in _used(equation.id):
        yield data
        if "mask" in equation.inputs and "mask" not in data:
            yield {**data, "mask": "causal"}
    yield from SEPARATING.get(equation.id, []) if equation.id != MAIN else ()


def _used(name: str) -> Iterator[dict[str, Any]]:
    """The data with which units use an equation."""
    for unit in readable_units():
        for block in (None, *_blocks(unit)):
            used = unit.equation if block is None or block.equation is None else block.equation
            if used == name and (data := _complete(unit, block, name)):
                yield data


def _blocks(unit: Unit) -> Iterator[Scoped]:
    return (block for part in unit.parts for block in part.blocks if isinstance(block, Scoped))


def _complete(unit: Unit, block: Scoped | None, name: str) -> dict[str, Any]:
    """The data, if every input without a default has its numbers; otherwise nothing."""
    inputs = load_equation(name).inputs
    try:
        data = layered(unit, block)
        computed(data)
    except ContentError:
        return {}
    return data if all(n in data or i.default is not None for n, i in inputs.items()) else {}
