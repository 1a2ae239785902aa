"""Small wrong implementations, each with the slip it must get; from public descriptions of bugs, written for the tests.

Every one begins with HEAD. A slip "a+b" is two at once. `error`, `wrong-shape` and `wrong` are verdicts without a slip.
"""

from __future__ import annotations

HEAD = """
import math
import numpy as np

def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""

WRONG: dict[str, tuple[str, str]] = {
    "forgets the root": ("no-scale", """
def atencion(Q, K, V):
    return softmax(Q @ K.T) @ V
"""),
    "divides by d_k": ("divide-by-dk", """
def attention(query, key, value):
    d_k = query.shape[-1]
    return softmax(query @ key.T / d_k) @ value
"""),
    "multiplies by the root": ("multiply-by-root", """
def atencion(Q, K, V):
    return softmax(Q @ K.T * np.sqrt(K.shape[1])) @ V
"""),
    "len(K) is no d_k": ("root-of-n", """
def atencion(Q, K, V):
    return softmax(Q @ K.T / len(K) ** 0.5) @ V
"""),
    "root of the columns of V": ("root-of-values", """
def atencion(Q, K, V):
    return softmax(Q @ K.T / math.sqrt(V.shape[-1])) @ V
"""),
    "shape[0] of the queries": ("root-of-queries", """
def atencion(Q, K, V):
    d_k = Q.shape[0]
    return softmax(Q @ K.T / math.sqrt(d_k)) @ V
"""),
    "root twice": ("fourth-root", """
def atencion(Q, K, V):
    d = np.sqrt(K.shape[1])
    return softmax(Q @ K.T / np.sqrt(d)) @ V
"""),
    "d_model of eight heads": ("root-of-dmodel", """
def atencion(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(8 * Q.shape[-1])) @ V
"""),
    "a minus too many": ("sign-flipped", """
def atencion(Q, K, V):
    s = Q @ K.T / np.sqrt(K.shape[1])
    e = np.exp(-s)
    return e / e.sum(1, keepdims=True) @ V
"""),
    "axis=0": ("softmax-over-columns", """
def atencion(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(K.shape[1]), axis=0) @ V
"""),
    "axis=0, with the weights": ("softmax-over-columns", """
def atencion(Q, K, V):
    w = softmax(Q @ K.T / np.sqrt(K.shape[1]), axis=0)
    return w @ V, w
"""),
    "one softmax for all": ("softmax-over-all", """
def atencion(Q, K, V):
    e = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return e / e.sum() @ V
"""),
    "never divides": ("not-normalised", """
def atencion(Q, K, V):
    w = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return w @ V
"""),
    "no softmax at all": ("no-softmax", """
def atencion(Q, K, V):
    return Q @ K.T / np.sqrt(K.shape[1]) @ V
"""),
    "shares out the scores": ("divide-by-sum", """
def atencion(Q, K, V):
    s = Q @ K.T / np.sqrt(K.shape[1])
    return s / s.sum(axis=-1, keepdims=True) @ V
"""),
    "absolute values": ("absolute-sum", """
def atencion(Q, K, V):
    s = np.abs(Q @ K.T / np.sqrt(K.shape[1]))
    return s / s.sum(axis=-1, keepdims=True) @ V
"""),
    "squares": ("squares", """
def atencion(Q, K, V):
    s = (Q @ K.T / np.sqrt(K.shape[1])) ** 2
    return s / s.sum(axis=-1, keepdims=True) @ V
"""),
    "sigmoid": ("sigmoid", """
def atencion(Q, K, V):
    return 1 / (1 + np.exp(-Q @ K.T / np.sqrt(K.shape[1]))) @ V
"""),
    "argmax": ("winner-takes-all", """
def atencion(Q, K, V):
    s = Q @ K.T / np.sqrt(K.shape[1])
    return np.eye(len(K))[s.argmax(axis=-1)] @ V
"""),
    "mean of the values": ("mean-of-values", """
def atencion(Q, K, V):
    return np.repeat(V.mean(axis=0, keepdims=True), len(Q), axis=0)
"""),
    "softmax twice": ("softmax-twice", """
def atencion(Q, K, V):
    return softmax(softmax(Q @ K.T / np.sqrt(K.shape[1]))) @ V
"""),
    "scales the weights": ("scale-after-softmax", """
def atencion(Q, K, V):
    return softmax(Q @ K.T) / np.sqrt(K.shape[1]) @ V
"""),
    "base 2": ("base-2", """
def atencion(Q, K, V):
    w = 2.0 ** (Q @ K.T / np.sqrt(K.shape[1]))
    return w / w.sum(-1, keepdims=True) @ V
"""),
    "base 10": ("base-10", """
def atencion(Q, K, V):
    w = np.power(10, Q @ K.T / np.sqrt(K.shape[1]))
    return w / w.sum(-1, keepdims=True) @ V
"""),
    "sum without keepdims": ("no-keepdims", """
def atencion(Q, K, V):
    e = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return e / e.sum(axis=1) @ V
"""),
    "max without keepdims": ("no-keepdims", """
def atencion(Q, K, V):
    s = Q @ K.T / np.sqrt(K.shape[1])
    e = np.exp(s - s.max(axis=1))
    return e / e.sum(axis=1, keepdims=True) @ V
"""),
    "max and sum without keepdims": ("no-keepdims", """
def softmax(x):
    e = np.exp(x - np.max(x, axis=-1))
    return e / np.sum(e, axis=-1)

def atencion(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V
"""),
    "divides by the largest": ("not-normalised", """
def atencion(Q, K, V):
    e = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return e / e.max(axis=1, keepdims=True) @ V
"""),
    "norm for sum": ("norm-two", """
def atencion(Q, K, V):
    e = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return e / np.linalg.norm(e, axis=1, keepdims=True) @ V
"""),
    "log softmax": ("log-softmax", """
def atencion(Q, K, V):
    s = Q @ K.T / np.sqrt(K.shape[1])
    w = s - np.log(np.exp(s).sum(axis=1, keepdims=True))
    return w @ V
"""),
    "K as it stands": ("keys-not-transposed", """
def atencion(Q, K, V):
    return softmax(Q @ K / np.sqrt(K.shape[1])) @ V
"""),
    "K times Q": ("scores-transposed", """
def atencion(Q, K, V):
    return softmax(K @ Q.T / np.sqrt(K.shape[1])) @ V
"""),
    "mixes the keys": ("weights-times-keys", """
def atencion(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(K.shape[1])) @ K
"""),
    "weights turned": ("transposed-weights", """
def atencion(Q, K, V):
    w = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    return w.T @ V
"""),
    "mean instead of sum": ("mean-of-terms", """
def atencion(Q, K, V):
    w = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    return np.array([np.mean([a * v for a, v in zip(row, V)], axis=0) for row in w])
"""),
    "scales again at the end": ("scaled-again-after", """
def atencion(Q, K, V):
    d = np.sqrt(K.shape[1])
    return softmax(Q @ K.T / d) @ V / d
"""),
    "cosine": ("cosine", """
def atencion(Q, K, V):
    q = Q / np.linalg.norm(Q, axis=1, keepdims=True)
    k = K / np.linalg.norm(K, axis=1, keepdims=True)
    return softmax(q @ k.T / np.sqrt(K.shape[1])) @ V
"""),
    "distance": ("distance", """
def atencion(Q, K, V):
    d = np.linalg.norm(Q[:, None] - K[None], axis=-1)
    return softmax(d / np.sqrt(K.shape[1])) @ V
"""),
    "loop over one component": ("first-component-only", """
def atencion(Q, K, V):
    s = np.array([[q[0] * k[0] for k in K] for q in Q])
    return softmax(s / np.sqrt(K.shape[1])) @ V
"""),
    "sums in place of products": ("sum-not-product", """
def atencion(Q, K, V):
    s = np.array([[sum(a + b for a, b in zip(q, k)) for k in K] for q in Q])
    return softmax(s / np.sqrt(K.shape[1])) @ V
"""),
    "components crossed": ("cross-components", """
def atencion(Q, K, V):
    return softmax(Q[:, ::-1] @ K.T / np.sqrt(K.shape[1])) @ V
"""),
    "V turned": ("values-transposed", """
def atencion(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V.T
"""),
    "the first query for all": ("first-row-only", """
def atencion(Q, K, V):
    w = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    return np.array([w[0] @ V for _ in Q])
"""),
    "mask after the softmax": ("zero-after-softmax", """
def atencion(Q, K, V, mask=None):
    w = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    if mask is not None:
        w = w * mask
    return w @ V
"""),
    "mask taken and not used": ("mask-ignored", """
def atencion(Q, K, V, mask=None):
    return softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V
"""),
    "zeros in the scores": ("fill-zero", """
def atencion(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(K.shape[1])
    if mask is not None:
        s = np.where(mask, s, 0)
    return softmax(s) @ V
"""),
    "scores times mask": ("fill-zero", """
def atencion(Q, K, V, mask=None):
    s = Q @ K.T
    if mask is not None:
        s = s * mask
    return softmax(s / np.sqrt(K.shape[1])) @ V
"""),
    "minus one": ("minus-one", """
def atencion(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(K.shape[1])
    if mask is not None:
        s = np.where(mask, s, -1)
    return softmax(s) @ V
"""),
    "minus ten": ("mask-too-small", """
def atencion(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(K.shape[1])
    if mask is not None:
        s = s + (1 - mask) * -10
    return softmax(s) @ V
"""),
    "adds the booleans": ("mask-added-as-number", """
def atencion(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(K.shape[1])
    if mask is not None:
        s = s + np.nan_to_num(mask, neginf=0.0)
    return softmax(s) @ V
"""),
    "the past hidden": ("upper-instead-of-lower", """
def atencion(Q, K, V, causal=False):
    s = Q @ K.T / np.sqrt(K.shape[1])
    if causal:
        s = np.where(np.triu(np.ones(s.shape, dtype=bool)), s, -np.inf)
    return softmax(s) @ V
"""),
    "the diagonal too": ("diagonal-excluded", """
def atencion(Q, K, V, causal=False):
    s = Q @ K.T / np.sqrt(K.shape[1])
    if causal:
        s = np.where(np.tril(np.ones(s.shape), k=-1) == 1, s, -1e9)
    return softmax(s) @ V
"""),
    "always causal": ("causal-always", """
def atencion(Q, K, V):
    s = Q @ K.T / np.sqrt(K.shape[1])
    s[np.triu_indices(len(Q), 1, len(K))] = -np.inf
    return softmax(s) @ V
"""),
    "no root and axis 0": ("no-scale+softmax-over-columns", """
def atencion(Q, K, V):
    return softmax(Q @ K.T, axis=0) @ V
"""),
    "no root and no mask": ("no-scale+mask-ignored", """
def atencion(Q, K, V, mask=None):
    return softmax(Q @ K.T) @ V
"""),
    "stops at the scores": ("earlier-step-copied", """
def atencion(Q, K, V):
    return Q @ K.T / np.sqrt(K.shape[1])
"""),
    "whole numbers lose their decimals": ("integer-arrays", """
def atencion(Q, K, V):
    w = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    out = np.zeros((len(Q), V.shape[1]), dtype=V.dtype)
    for i in range(len(Q)):
        out[i] = w[i] @ V
    return out
"""),
    "divides in place": ("integer-arrays", """
def atencion(Q, K, V):
    s = Q @ K.T
    s /= np.sqrt(K.shape[1])
    return softmax(s) @ V
"""),
    "dropout": ("not-deterministic", """
def atencion(Q, K, V):
    w = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    return (w * (np.random.rand(*w.shape) > 0.1)) @ V
"""),
    "remembers": ("not-deterministic", """
calls = []
def atencion(Q, K, V):
    calls.append(1)
    return softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V * len(calls)
"""),
    "the notebook's Q": ("reads-globals", """
Q = np.array([[1.0, 0.0]]); K = np.eye(2); V = np.array([[1.0], [2.0]])
def atencion(q, k, v):
    return softmax(Q @ K.T / np.sqrt(2)) @ V
"""),
    "the step of the weights": ("softmax-over-columns", """
def scores(Q, K):
    return Q @ K.T

def scaled(scores, d_k):
    return scores / np.sqrt(d_k)

def weights(scaled):
    return softmax(scaled, axis=0)

def output(weights, V):
    return weights @ V
"""),
    "the step of the scale": ("no-scale", """
def productos(Q, K):
    return Q @ K.T

def escalados(Q, K):
    return Q @ K.T

def atencion(Q, K, V):
    return softmax(escalados(Q, K)) @ V
"""),
    "a dict of steps": ("no-scale", """
def atencion(Q, K, V):
    w = softmax(Q @ K.T)
    return {"pesos": w, "salida": w @ V}
"""),
    "clips": ("wrong", """
def atencion(Q, K, V):
    s = np.clip(Q @ K.T / np.sqrt(K.shape[1]), -50, 50)
    return softmax(s) @ V
"""),
    "turned": ("wrong-shape", """
def atencion(Q, K, V):
    return (softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V).T
"""),
    "no return": ("wrong-shape", """
def atencion(Q, K, V):
    salida = softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V
"""),
    "a name that is not there": ("error", """
def atencion(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(dk)) @ V
"""),
}  # fmt: skip
