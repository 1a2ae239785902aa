"""Right implementations in different styles: none may be accused. Every one begins with the HEAD of `wrong`."""

from __future__ import annotations

RIGHT: dict[str, str] = {
    "matmul": """
def atencion(Q, K, V, mask=None, causal=False):
    s = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(K.shape[-1])
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    if causal:
        s = np.where(np.tri(*s.shape[-2:], dtype=bool), s, -np.inf)
    top = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(top), top, 0))
    t = e.sum(axis=-1, keepdims=True)
    return e / np.where(t == 0, 1, t) @ V
""",
    "einsum": """
def attention(query, key, value):
    s = np.einsum("id,jd->ij", query, key) / key.shape[1] ** 0.5
    return np.einsum("ij,jk->ik", softmax(s), value)
""",
    "loops over lists": """
def atencion(Q, K, V):
    d = math.sqrt(len(K[0]))
    salida = []
    for q in Q:
        s = [sum(a * b for a, b in zip(q, k)) / d for k in K]
        m = max(s)
        e = [math.exp(x - m) for x in s]
        t = sum(e)
        salida.append([sum(x / t * v[j] for x, v in zip(e, V)) for j in range(len(V[0]))])
    return salida
""",
    "output and weights": """
def scaled_dot_product_attention(q, k, v, mask=None):
    s = q @ k.T / np.sqrt(k.shape[-1])
    if mask is not None:
        s = s + np.where(mask, 0.0, -1e9)
    w = softmax(s)
    return w @ v, w
""",
    "weights alone": """
def atencion(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(K.shape[1]))
""",
    "dict": """
def atencion(consultas, claves, valores):
    productos = consultas @ claves.T
    escalados = productos / np.sqrt(claves.shape[1])
    pesos = softmax(escalados)
    return {"scores": productos, "scaled": escalados, "weights": pesos, "output": pesos @ valores}
""",
    "scaled scores called scores": """
def atencion(Q, K, V):
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    w = softmax(scores)
    return dict(scores=scores, attn=w, out=w @ V)
""",
    "float32": """
def atencion(Q, K, V):
    Q, K, V = (np.asarray(x, dtype=np.float32) for x in (Q, K, V))
    return softmax(Q @ K.T / np.float32(np.sqrt(K.shape[1]))) @ V
""",
    "float16": """
def atencion(Q, K, V):
    Q, K, V = (np.asarray(x, dtype=np.float16) for x in (Q, K, V))
    return softmax(Q @ K.T / np.float16(np.sqrt(K.shape[1]))) @ V
""",
    "unstable": """
def atencion(Q, K, V):
    e = np.exp(Q @ K.T / np.sqrt(K.shape[-1]))
    return e / e.sum(axis=-1, keepdims=True) @ V
""",
    "the minimum subtracted": """
def atencion(Q, K, V):
    s = Q @ K.T / np.sqrt(K.shape[-1])
    e = np.exp(s - s.min(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ V
""",
    "float mask": """
def atencion(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(K.shape[-1])
    if mask is not None:
        s = s + mask
    return softmax(s) @ V
""",
    "a mask that hides": """
def atencion(Q, K, V, attn_mask=None):
    s = Q @ K.T / np.sqrt(K.shape[-1])
    if attn_mask is not None:
        s = np.where(attn_mask, -1e9, s)
    return softmax(s) @ V
""",
    "a mask that must be given": """
def atencion(Q, K, V, mascara):
    s = Q @ K.T
    s = np.where(mascara == 0, -1e9, s)
    return softmax(s / np.sqrt(K.shape[-1])) @ V
""",
    "before scaling": """
def atencion(Q, K, V, mask=None):
    s = Q @ K.T
    if mask is not None:
        s = s - 1e9 * (1 - mask)
    return softmax(s / np.sqrt(K.shape[-1])) @ V
""",
    "zeroed, and shared out again": """
def atencion(Q, K, V, mask=None):
    w = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
    if mask is not None:
        w = w * mask
        w = w / np.maximum(w.sum(axis=-1, keepdims=True), 1e-300)
    return w @ V
""",
    "a batch in front": """
def atencion(Q, K, V):
    s = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    return softmax(s) @ V
""",
    "changes its inputs and prints": """
def atencion(Q, K, V):
    Q = Q.astype(float)
    V *= 1
    print("aquí")
    V[:] = V + 0 * V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1])) @ V
""",
    "scale, eps and a default": """
EPS = 1e-12
def atencion(Q, K, V, *, escala=None, eps=EPS):
    escala = escala or 1 / math.sqrt(Q.shape[-1])
    e = np.exp(escala * (Q @ K.T))
    return e / (e.sum(-1, keepdims=True) + eps) @ V
""",
    "any arguments": """
def atencion(*args):
    Q, K, V = map(np.asarray, args)
    return softmax(Q @ K.T / np.sqrt(K.shape[-1])) @ V
""",
    "step by step": """
def scores(Q, K):
    return Q @ K.T

def scaled(scores, d_k):
    return scores / np.sqrt(d_k)

def weights(z):
    return softmax(z)

def output(weights, V):
    return weights @ V
""",
    "steps in Spanish": """
def productos(Q, K):
    return Q @ K.T

def pesos(s, d):
    return softmax(s / np.sqrt(d))

def salida(p, V):
    return p @ V
""",
    "a helper of another meaning": """
def weights(x, W):
    return x @ W

def atencion(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(K.shape[-1])) @ V
""",
    "a function of another name": """
def mi_funcion(a, b, c):
    return softmax(a @ b.T / np.sqrt(b.shape[-1])) @ c
""",
    "lambda": """
atencion = lambda Q, K, V: softmax(Q @ K.T / np.sqrt(K.shape[-1])) @ V
""",
    "decorated": """
import functools

def contado(f):
    @functools.wraps(f)
    def g(*args, **kwargs):
        return f(*args, **kwargs)
    return g

@contado
def atencion(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(K.shape[-1])) @ V
""",
    "a named tuple": """
from collections import namedtuple
Resultado = namedtuple("Resultado", "salida pesos")

def atencion(Q, K, V):
    w = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
    return Resultado(w @ V, w)
""",
    "accents": """
def atención(Q, K, V, máscara=None):
    s = Q @ K.T / np.sqrt(K.shape[-1])
    if máscara is not None:
        s = np.where(máscara, s, -np.inf)
    return softmax(s) @ V
""",
}  # fmt: skip

TORCH: dict[str, str] = {
    "by hand": """
import torch
def atencion(Q, K, V, mask=None):
    s = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    return torch.softmax(s, dim=-1) @ V
""",
    "single precision": """
import torch
def atencion(Q, K, V):
    Q, K, V = (torch.as_tensor(x, dtype=torch.float32) for x in (Q, K, V))
    return torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1) @ V
""",
    "the library's own": """
import torch
from torch.nn.functional import scaled_dot_product_attention as atencion
""",
}  # fmt: skip
