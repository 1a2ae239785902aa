"""The numbers of a unit: layers of data laid over each other, formulas over the rest, and numbers drawn.

They are drawn by our own arithmetic, the same ones on every machine, for ever. Bytes come from HMAC-SHA256(key, unit
id | version | who | attempt | input | block), eight to a number, which is taken modulo how many values there are from
`low` to `high` (the bias is below 10⁻¹⁵). No library's random stream is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.answers import write
from tutor.engine import CORE, Array, as_core, compile_formula
from tutor.equations import Equation, Scope
from tutor.equations import bind as bind_inputs
from tutor.errors import ContentError
from tutor.units.models import MAX_CELLS, Draw, Scoped, Unit

_WORD = 8
MASK_WORDS = frozenset({"causal", "top_left", "bottom_right"})


def layered(unit: Unit, block: Scoped | None = None, over: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The unit's data, then `over` (a variant, a decoy, a student), then the block's dataset, then its own data."""
    data: dict[str, Any] = {**unit.data, **(over or {})}
    if block is not None and block.use is not None:
        if block.use not in unit.datasets:
            raise ContentError(f"no hay ningún conjunto de datos «{block.use}» en la unidad «{unit.unit}»")
        data |= unit.datasets[block.use]
    if block is not None and block.data is not None:
        data |= block.data
    return data


def is_formula(name: str, value: Any) -> bool:
    """Whether a datum is computed from the others (`Q: K`) rather than given."""
    return isinstance(value, str) and not (name == "mask" and value in MASK_WORDS)


def computed(data: Mapping[str, Any]) -> dict[str, Any]:
    """`data` with every formula replaced by its value, an array (…, h, r, c).

    Arrays among the data keep their leading axes (a student each). A circle or an unknown name is a ContentError.
    """
    given = {name: value for name, value in data.items() if not is_formula(name, value)}
    waiting = {name: compile_formula(value) for name, value in data.items() if is_formula(name, value)}
    env = {name: as_core(value) for name, value in given.items() if waiting and not isinstance(value, str)}
    while waiting:
        ready = [name for name, formula in waiting.items() if set(formula.names) <= env.keys()]
        if not ready:
            missing = sorted({n for f in waiting.values() for n in f.names} - env.keys() - waiting.keys())
            why = f"no se conoce {', '.join(missing)}" if missing else "se definen en círculo"
            raise ContentError(
                f"no se pueden calcular los datos {', '.join(waiting)}: {why}",
                hint="una fórmula en `data` solo usa los otros nombres de `data`",
            )
        for name in ready:
            given[name] = env[name] = _small(name, waiting.pop(name).evaluate(env))
    return given


def _small(name: str, value: Array) -> Array:
    """A computed datum, refused where it has more numbers than a given one may have."""
    count = int(np.prod(value.shape[-CORE:]))
    if count > MAX_CELLS:
        raise ContentError(
            f"«{name}» da {count} números, demasiados para hacerlos a mano", hint=f"como mucho {MAX_CELLS}"
        )
    return value


def bind(equation: Equation, data: Mapping[str, Any]) -> Scope:
    """The equation with `data` in it. Arrays among them are core values (…, h, r, c); leading axes are students.

    Raises ContentError where shapes do not fit.
    """
    return bind_inputs(equation, {name: _own_axes(equation, name, value) for name, value in computed(data).items()})


def _own_axes(equation: Equation, name: str, value: Any) -> Any:
    """A core array in the axes the equation declares for it: `bind` takes all others for leading ones."""
    declared = equation.inputs.get(name)
    if declared is None or not isinstance(value, np.ndarray) or value.ndim < CORE:
        return value
    rank = len(declared.shape)
    lead, core = value.shape[:-CORE], value.shape[-CORE:]
    if any(size != 1 for size in core[: CORE - rank]):
        raise ContentError(f"{name} tiene más filas de las que pide la ecuación {equation.id}")
    return value.reshape(lead + core[CORE - rank :])


def undrawn(scope: Scope, names: Iterable[str], locale: str = "es") -> dict[str, str]:
    """The given numbers among `names` that need no drawing, in words: single ones (`heads = 3`), identity matrices."""
    words = {}
    for name in names:
        value = np.asarray(scope.inputs.get(name, np.nan), dtype=float)
        if name not in scope.given:
            continue
        if value.size == 1:
            words[name] = f"{scope.equation.symbol(name)} = {write(value.item(), None, locale)}"
        elif np.array_equal(value.reshape(-1, value.shape[-1]), np.eye(value.shape[-1])):
            words[name] = f"{scope.equation.symbol(name)} = identidad"
    return words


def unscreened(unit: Unit, count: int) -> dict[str, Array]:
    """`count` draws as they come, core arrays (count, h, r, c) by input: what numbers of this kind are like."""
    return {
        name: np.stack([drawn(unit, unit.unit, f"muestra {i}", 0, name, draw) for i in range(count)])
        for name, draw in draws_of(unit).items()
    }


def uniform(label: str, count: int, low: float, high: float) -> Array:
    """`count` numbers between `low` and `high` with two decimals, the same for the same label."""
    return _scaled(_integers(b"tutor", label, count), Draw(low=low, high=high, decimals=2))


def draws_of(unit: Unit) -> dict[str, Draw]:
    """What is drawn for each datum. Raises ContentError where the unit has no variants."""
    if unit.variants is None or not unit.variants.draw:
        raise ContentError(f"«{unit.unit}» no tiene variantes.", hint="Hazla con sus números: sin --variant.")
    return unit.variants.draw


def drawn(unit: Unit, key: str, who: str, attempt: int, name: str, draw: Draw) -> Array:
    """(h, r, c): the numbers of one datum for `who`, by HMAC-SHA256 of the key: the same for ever."""
    core = core_shape(unit.data[name])
    label = f"{unit.unit}|{unit.version}|{who}|{attempt}|{name}"
    return _scaled(_integers(key.encode(), label, int(np.prod(core))), draw).reshape(core)


def _integers(key: bytes, label: str, count: int) -> NDArray[np.uint64]:
    return np.frombuffer(b"".join(_blocks(key, label, count)), dtype=">u8")[:count].astype(np.uint64)


def _blocks(key: bytes, label: str, count: int) -> Iterator[bytes]:
    import hmac  # only what is drawn needs it

    for block in range(-(-count * _WORD // 32)):
        yield hmac.digest(key, f"{label}|{block}".encode(), "sha256")


def _scaled(integers: NDArray[np.uint64], draw: Draw) -> Array:
    if draw.values:
        return np.asarray(draw.values)[(integers % np.uint64(len(draw.values))).astype(np.intp)]
    unit = 10**draw.decimals
    low, high = round(draw.low * unit), round(draw.high * unit)
    left_out = not draw.zero and low <= 0 <= high
    whole: NDArray[np.int64] = (integers % np.uint64(high - low + 1 - left_out)).astype(np.int64) + low
    if left_out:
        whole += whole >= 0
    return np.asarray(whole / unit)


def core_shape(value: Any) -> tuple[int, ...]:
    """(h, r, c) of a datum of the unit."""
    shape: tuple[int, ...] = np.shape(value)
    return (1,) * (CORE - len(shape)) + shape
