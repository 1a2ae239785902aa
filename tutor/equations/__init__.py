"""Reads equation YAML into steps, routes and slips, and evaluates it.

    load_equation(name_or_path) -> Equation   (cached)  .id .title .inputs .steps .routes .slips .sizes
    bind(equation, data) -> Scope             sizes bound from the shapes; ContentError says both shapes
        an array of an input may have one more leading axis: a data set each
    equation.slips_for(scope.inputs)          the slips for these sizes: in place of a family, its members
    scope[name]                               core value (…, h, r, c) or a size (int), evaluated when asked for
    scope.public(name)                        the same in the shape a person types: (…), (…, k) or (…, r, c)
    scope.evaluate("sum(exps)")               any formula over the scope's names
    scope.active(step)                        False for `masked` without a mask: an identity, not shown
    scope.extend({"z": [2, -1, 0.5]})         more names (or other inputs) over those there are
    scope.replace({"root": 2.0})              a step given a value of its own
    load_yaml(text, where) -> (data, lines)   lines: path of keys and indices -> line number from 1
    load_raw(text, where) -> (data, lines)    every scalar its raw text (answer files)

In data, `mask` is numbers, booleans (True may attend), or the word "causal"; a flat list is one row; "-inf" is −∞.
"""

from tutor.equations.load import equation_names, is_equation_file, load_equation, parse_equation
from tutor.equations.model import Equation, Input, Rough, Slip, Step, members
from tutor.equations.scope import Scope, bind
from tutor.equations.traces import Attention, MultiHead, attention, multi_head
from tutor.equations.yamlfile import load_raw, load_yaml

__all__ = [
    "Attention",
    "Equation",
    "Input",
    "MultiHead",
    "Rough",
    "Scope",
    "Slip",
    "Step",
    "attention",
    "bind",
    "equation_names",
    "is_equation_file",
    "load_equation",
    "load_raw",
    "load_yaml",
    "members",
    "multi_head",
    "parse_equation",
]
