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
from tutor.equations.scope import Scope

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
    data: dict[str, Any] = {"Q": _array(Q), "K": _array(K), "V": _array(V)}
    scope = load_equation("atencion").bind(data)
    added = _mask(mask, causal, scope["q"], scope["n"])
    if added is not None:
        scope = load_equation("atencion").bind({**data, "mask": added})
    if scale is not None:
        with np.errstate(divide="ignore"):
            scope = scope.replace({"root": np.reciprocal(np.float64(scale))})
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
        "X": _array(X), "W_Q": _array(W_Q), "W_K": _array(W_K), "W_V": _array(W_V), "W_O": _array(W_O), "heads": heads,
    }  # fmt: skip
    equation = load_equation("multi-cabeza")
    scope = equation.bind(data)
    added = _mask(None, causal, scope["n"], scope["n"])
    if added is not None:
        scope = equation.bind({**data, "mask": added})
    return MultiHead(scope["weights"], scope["concat"][..., 0, :, :], scope["output"][..., 0, :, :])


def _array(value: ArrayLike) -> Array:
    return np.asarray(value, dtype=np.float64)


def _plain(scope: Scope, name: str, lead: tuple[int, ...]) -> Array:
    value: Array = scope[name]
    return np.broadcast_to(value, lead + value.shape[-CORE:])[..., 0, :, :].copy()


def _mask(mask: ArrayLike | None, causal: Causal, q: int, n: int) -> Array | None:
    added: Array | None = None
    if mask is not None:
        given = np.asarray(mask)
        added = np.where(given, 0.0, -np.inf) if given.dtype == bool else given.astype(np.float64)
        added = np.broadcast_to(added, np.broadcast_shapes(added.shape, (q, n)))
    if causal:
        bound = (bottom_right if causal == "bottom_right" else top_left)(q, n)[0]
        added = bound if added is None else added + bound
    return added
