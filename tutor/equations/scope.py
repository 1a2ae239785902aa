"""An equation with numbers in it: every name evaluated when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from tutor.engine import CORE, Array, Formula, compile_formula, lift, public
from tutor.engine.functions import causal, causal_end
from tutor.equations.model import Equation, Input
from tutor.errors import ContentError

MASKS = {"causal": causal, "top_left": causal, "bottom_right": causal_end}
MAX_CELLS = 4_000_000


class Scope:
    """`scope[name]` is the value (…, h, r, c) of an input or a step, or a size (an int), computed when first asked."""

    def __init__(self, equation: Equation, values: Mapping[str, Any], given: frozenset[str] = frozenset()) -> None:
        self.equation = equation
        self.inputs: Mapping[str, Any] = MappingProxyType(dict(values))
        """What was bound: inputs, sizes, extra names and replaced steps."""
        self.given = given
        self.optional_given = frozenset(n for n, i in equation.inputs.items() if i.default is not None and n in given)
        """The names that came with numbers; those of optional inputs (a mask) wake what waits for them."""
        self._known: dict[str, Any] = dict(values)

    def __getitem__(self, name: str) -> Any:
        if name not in self._known:
            step = self.equation.steps.get(name)
            if step is None:
                raise missing(self.equation, name)
            self._known[name] = self.evaluate(step.formula)
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known or name in self.equation.steps

    def evaluate(self, formula: Formula | str) -> Array:
        """The value of any formula over these names. Raises FormulaError, or ContentError for unknown names."""
        if isinstance(formula, str):
            formula = compile_formula(formula)
        return formula.evaluate({name: self[name] for name in formula.names})

    def public(self, name: str) -> Array:
        """The value of a name in the shape a person types: (…), (…, k) or (…, r, c)."""
        return public(self[name])

    def active(self, step: str) -> bool:
        """False for a step that waits for an input that was not given: it is an identity, neither shown nor rounded."""
        when = self.equation.steps[step].when
        return when is None or when in self.given

    def extend(self, data: Mapping[str, Any]) -> Scope:
        """More names, over those there are: inputs as `bind` reads them, others lifted by their own axes."""
        declared = self.equation.inputs.keys()
        plain = {n: _own_axes(self.equation.inputs[n], v) for n, v in self.inputs.items() if n in self.given & declared}
        extras = {n: v for n, v in self.inputs.items() if n not in declared and n not in self.equation.sizes}
        return bind(self.equation, {**plain, **extras, **data})

    def first(self) -> Scope:
        """The first of several data sets: enough to tell shapes, and what does not fit."""
        if all(np.ndim(value) <= CORE for value in self.inputs.values()):
            return self
        firsts = {n: v[:1] if np.ndim(v) > CORE else v for n, v in self.inputs.items()}
        return Scope(self.equation, firsts, self.given)

    def replace(self, values: Mapping[str, Any]) -> Scope:
        """Steps given a value of their own, in place of their formula."""
        lifted = {n: lift(v) if np.ndim(v) < CORE else np.asarray(v, float) for n, v in values.items()}
        return Scope(self.equation, {**self.inputs, **lifted}, self.given)


def missing(equation: Equation, name: str) -> ContentError:
    """The failure of a name without a number: an input that is not given, or no name at all."""
    if name in equation.inputs or name in equation.sizes:
        return ContentError(f"falta «{name}» entre los datos", hint=f"la ecuación {equation.id} usa {names(equation)}")
    return ContentError(
        f"«{name}» no es un nombre de la ecuación {equation.id}",
        hint=f"entradas: {names(equation)}; pasos: {', '.join(equation.steps)}",
    )


def names(equation: Equation) -> str:
    """The inputs of an equation, for a message."""
    return ", ".join(equation.inputs)


def bind(equation: Equation, data: Mapping[str, Any]) -> Scope:
    """One data set, or arrays with leading axes, as a scope.

    Raises ContentError for what is no number, and naming both shapes where two inputs do not fit.
    """
    if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data):
        raise ContentError("los datos tienen que ser un mapa: nombre → números", hint=f"los nombres: {names(equation)}")
    values: dict[str, Any] = {}
    sizes: dict[str, tuple[int, str, Array]] = {}
    for name, given in data.items():
        declared = equation.inputs.get(name)
        if declared is not None and declared.count:
            values[name] = _count(name, given)
        elif not isinstance(given, str):
            values[name] = array = _array(name, given, declared)
            if declared is not None:
                _bind_sizes(declared, array, sizes)
    values.update({name: size for name, (size, _, _) in sizes.items() if name not in values})
    for name, given in data.items():
        if isinstance(given, str) and name not in values:
            values[name] = _masked(equation, name, given, values)
    for name, declared in equation.inputs.items():
        if name not in values and declared.default is not None and all(d in values for d in declared.shape):
            shape = tuple(d if isinstance(d, int) else values[d] for d in declared.shape)
            values[name] = lift(np.broadcast_to(np.float64(declared.default), shape))
    return Scope(equation, values, frozenset(data))


def _own_axes(declared: Input, value: Any) -> Any:
    """A core value in the axes that `bind` expects of it."""
    if not isinstance(value, np.ndarray):
        return value
    return value.reshape(value.shape[:-CORE] + value.shape[value.ndim - len(declared.shape) :])


def _array(name: str, given: Any, declared: Input | None) -> Array:
    if isinstance(given, np.ndarray):
        array = given
    else:
        try:
            array = np.asarray(_infinities(given))
        except ValueError:
            raise ContentError(f"las filas de {name} no tienen todas la misma longitud") from None
    if array.dtype == bool and declared is not None and declared.default is not None:
        array = np.where(array, 0.0, -np.inf)
    elif array.dtype.kind not in "iuf" or np.isnan(array).any():
        raise ContentError(
            f"en {name} hay algo que no es un número", hint="escribe solo números, por ejemplo [[1.0, 0.0]]"
        )
    if array.size > MAX_CELLS * 1000 or array.size == 0:
        raise ContentError(f"{name} está vacío" if array.size == 0 else f"{name} es demasiado grande")
    if isinstance(given, np.ndarray) and declared is None and array.ndim >= CORE:
        return array.astype(np.float64)
    rank = len(declared.shape) if declared is not None else None
    if rank == 2 and array.ndim == 1:
        array = array[None, :]  # one row, written flat
    if rank is not None and array.ndim < rank:
        raise ContentError(f"{name} tiene que ser {_KINDS[rank]}")
    try:
        return lift(array, rank)
    except ValueError:
        raise ContentError(
            f"{name} tiene demasiados niveles de corchetes", hint="como mucho filas y columnas"
        ) from None


_KINDS = {0: "un número", 1: "una lista de números", 2: "una matriz, por filas"}


def _infinities(given: Any) -> Any:
    """JSON has no infinity: "-inf" and "inf" stand for it, at any depth."""
    if isinstance(given, str):
        return {"inf": np.inf, "-inf": -np.inf, "−inf": -np.inf, "-∞": -np.inf, "−∞": -np.inf, "∞": np.inf}.get(
            given, given
        )
    return [_infinities(item) for item in given] if isinstance(given, list | tuple) else given


def _count(name: str, given: Any) -> int:
    try:
        value = 0.0 if isinstance(given, str) else float(np.asarray(given, dtype=object).item())
    except (TypeError, ValueError, OverflowError):
        value = 0.0
    if not (1 <= value <= MAX_CELLS and value == int(value)):
        raise ContentError(f"{name} tiene que ser un número entero mayor que 0, y es {given!r:.40}")
    return int(value)


def _bind_sizes(declared: Input, array: Array, sizes: dict[str, tuple[int, str, Array]]) -> None:
    for axis, dimension in zip(range(-len(declared.shape), 0), declared.shape, strict=True):
        size = array.shape[axis]
        if isinstance(dimension, int):
            if size != dimension:
                raise ContentError(f"{declared.name} es de {_by(array)} y tiene que tener {dimension}")
            continue
        known, other, other_array = sizes.setdefault(dimension, (size, declared.name, array))
        if known != size:
            name = declared.name
            raise ContentError(
                f"{name} y {other} no encajan: {name} es de {_by(array)} y {other} es de {_by(other_array)}",
                hint=f"«{dimension}» es {size} en {declared.name} y {known} en {other}; tiene que ser el mismo número",
            )


def _by(array: Array) -> str:
    return "×".join(str(s) for s in array.shape[-2:])


def _masked(equation: Equation, name: str, given: str, values: Mapping[str, Any]) -> Array:
    declared = equation.inputs.get(name)
    if given not in MASKS or declared is None or len(declared.shape) != 2:
        optional = declared is not None and declared.default is not None
        hint = f"números, o una de: {', '.join(MASKS)}" if optional else "números, por ejemplo [[1.0, 0.0]]"
        raise ContentError(f"no entiendo «{given}» como valor de {name}", hint=hint)
    try:
        q, n = (d if isinstance(d, int) else values[d] for d in declared.shape)
    except KeyError:
        raise ContentError(f"para la máscara «{given}» faltan los datos que dan su tamaño") from None
    return MASKS[given](q, n)
