"""What is true: formulas and their evaluation. NumPy only; knows no files, no text, no learners."""

from tutor.engine.formula import CONSTANTS, Formula, FormulaError, as_core, compile_formula
from tutor.engine.functions import FUNCTIONS, picked
from tutor.engine.values import CORE, Array, along, lift, public, public_shape

__all__ = [
    "CONSTANTS",
    "CORE",
    "FUNCTIONS",
    "Array",
    "Formula",
    "FormulaError",
    "along",
    "as_core",
    "compile_formula",
    "lift",
    "picked",
    "public",
    "public_shape",
]
