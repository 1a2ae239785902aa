"""`attention` and `multi_head`: the shipped equations, evaluated on arrays. One source of truth with the lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from tutor.engine import CORE, Array
from tutor.engine.functions import causal as top_left
from tutor.engine.functions import causal_end as bottom_right
from tutor.equations.load import load_equation
from tutor.equations.scope import Scope, bind
from tutor.errors import ContentError

Causal = bool | Literal["top_left", "bottom_right"]


@dataclass(frozen=True, slots=True)
class Attention:
    """scores, scaled, weights: (…, q, n); output: (…, q, d_v). `scaled` is what the softmax receives: mask included."""

    scores: Array
    scaled: Array
    weights: Array
    output: Array


@dataclass(frozen=True, slots=True)
class MultiHead:
    """weights: (…, heads, n, n); concat: (…, n, d_v); output: (…, n, d_out)."""

    weights: Array
    concat: Array
    output: Array


def attention(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, *, mask: ArrayLike | None = None, causal: Causal = False,
    scale: float | None = None,
) -> Attention:  # fmt: skip
    """softmax(Q·Kᵀ/√d_k + mask)·V (Vaswani et al. 2017, equation 1), by the equation `atencion`.

    Q (…, q, d_k), K (…, n, d_k), V (…, n, d_v); leading axes broadcast. `mask` (…, q, n): bool (True may attend) or
    float, added to the scaled scores. `causal`: True and "top_left" let row i see keys j ≤ i, "bottom_right" aligns the
    last row with the last key. `scale` multiplies the scores in place of 1/√d_k. A row that may attend to nothing gets
    zeros. Raises ContentError where shapes do not fit.
    """
    data: dict[str, Any] = {"Q": _array("Q", Q), "K": _array("K", K), "V": _array("V", V)}
    scope = bind(load_equation("atencion"), data)
    added = _mask(mask, causal, scope["q"], scope["n"])
    if added is not None:
        scope = bind(load_equation("atencion"), {**data, "mask": added})
    if scale is not None:
        factor = _array("scale", scale)
        if factor.ndim or not np.isfinite(factor):
            raise ContentError(f"scale tiene que ser un número, y es {scale!r:.40}")
        with np.errstate(divide="ignore"):
            scope = scope.replace({"root": np.reciprocal(factor)})
    lead = np.broadcast_shapes(*(scope[name].shape[:-CORE] for name in ("scores", "masked", "output")))
    return Attention(*(_plain(scope, name, lead) for name in ("scores", "masked", "weights", "output")))


def multi_head(
    X: ArrayLike, W_Q: ArrayLike, W_K: ArrayLike, W_V: ArrayLike, W_O: ArrayLike, heads: int, *, causal: Causal = False
) -> MultiHead:
    """Concat(head₁, …, head_h)·W^O, by the equation `multi-cabeza`.

    X (…, n, d_model); W_Q, W_K (d_model, d_q), W_V (d_model, d_w), W_O (d_w, d_out); each head takes d_q/heads
    (d_w/heads) consecutive columns. Raises ContentError where shapes do not fit.
    """
    data: dict[str, Any] = {
        name: _array(name, value) for name, value in (("X", X), ("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V), ("W_O", W_O))
    }
    data["heads"] = heads
    equation = load_equation("multi-cabeza")
    scope = bind(equation, data)
    added = _mask(None, causal, scope["n"], scope["n"])
    if added is not None:
        scope = bind(equation, {**data, "mask": added})
    return MultiHead(scope["weights"], scope["concat"][..., 0, :, :], scope["output"][..., 0, :, :])


def _array(name: str, value: ArrayLike) -> Array:
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ContentError(
            f"en {name} hay algo que no es un número, o filas de distinta longitud", hint="por ejemplo [[1.0, 0.0]]"
        ) from None


def _plain(scope: Scope, name: str, lead: tuple[int, ...]) -> Array:
    value: Array = scope[name]
    return np.broadcast_to(value, lead + value.shape[-CORE:])[..., 0, :, :].copy()


def _mask(mask: ArrayLike | None, causal: Causal, q: int, n: int) -> Array | None:
    added: Array | None = None
    if mask is not None:
        numbers = _array("mask", mask)
        added = np.where(numbers, 0.0, -np.inf) if np.asarray(mask).dtype == bool else numbers
        try:
            added = np.broadcast_to(added, np.broadcast_shapes(added.shape, (q, n)))
        except ValueError:
            shape = "×".join(map(str, added.shape))
            raise ContentError(f"la máscara es de {shape} y tiene que ser de {q}×{n}") from None
    if causal not in (False, True, "top_left", "bottom_right"):
        raise ContentError(f"causal es {causal!r:.40}", hint='False, True, "top_left" o "bottom_right"')
    if causal:
        bound = (bottom_right if causal == "bottom_right" else top_left)(q, n)[0]
        added = bound if added is None else added + bound
    return added
