"""Slips that hands do not make, from `slips.yaml`: what code does to axes, shapes and masks."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tutor.engine import compile_formula
from tutor.equations import Equation, Slip, load_yaml

ADDED = "mask-added-as-number"
FILE = Path(__file__).with_name("slips.yaml")


@lru_cache(maxsize=32)
def code_slips(equation: Equation) -> tuple[Slip, ...]:
    """Those that this equation has the steps and the names for, a slip a formula."""
    rows = load_yaml(FILE.read_text(encoding="utf-8"), str(FILE))[0]["slips"]
    names = {*equation.inputs, *equation.sizes, *equation.steps}
    found = []
    for id, row in rows.items():
        for formula in map(compile_formula, row["formulas"]):
            if row["step"] in equation.steps and names.issuperset(formula.names):
                found.append(Slip(id, {row["step"]: formula}, "", "", row["title"], row["notice"], row.get("when")))
    return tuple(found)
