"""Slips that hands do not make: what code does to axes, shapes and masks. Rows of a table, as the bank's are of YAML.

They stand beside the slips of whatever equation has their steps and names. An id with several rows is explained by any.
"""

from __future__ import annotations

from functools import lru_cache

from tutor.engine import compile_formula
from tutor.equations import Equation, Slip

ADDED = "mask-added-as-number"
ROWS: tuple[tuple[str, str, str, str, str], ...] = (
    # id, step, formula, title, how one can notice it
    ("keys-not-transposed", "scores", "Q @ K", "Multiplicar por K sin trasponer",
     "Con n ≠ d_k los tamaños ni siquiera encajan: Q es q × d_k y K es n × d_k."),
    ("scores-transposed", "weights", "softmax(K @ Q.T / root)", "Multiplicar K·Qᵀ en lugar de Q·Kᵀ",
     "Tiene que haber una fila por consulta y una columna por clave."),
    ("root-of-values", "root", "sqrt(d_v)", "Usar la raíz de d_v", "El divisor es la raíz de las columnas de K, no de las de V."),
    ("root-of-queries", "root", "sqrt(q)", "Usar la raíz del número de consultas",
     "`Q.shape[0]` cuenta consultas; d_k es `Q.shape[-1]`."),
    ("causal-always", "masked", "scaled + mask + causal(q, n)", "Tapar el futuro aunque nadie lo pida",
     "Sin máscara, ningún peso es exactamente 0."),
    (ADDED, "masked", "scaled + exp(mask)", "Sumar la máscara como si fuera un 1",
     "Lo tapado tiene que quedarse con peso exactamente 0."),
    (ADDED, "masked", "scaled + 1 - exp(mask)", "Sumar la máscara como si fuera un 1",
     "Lo tapado tiene que quedarse con peso exactamente 0."),
    (ADDED, "masked", "(scores + exp(mask)) / root", "Sumar la máscara como si fuera un 1",
     "Lo tapado tiene que quedarse con peso exactamente 0."),
    ("mask-too-small", "masked", "scaled - 10 * (1 - exp(mask))", "Tapar con −10 en lugar de −∞",
     "Lo tapado tiene que quedarse con peso exactamente 0."),
    ("no-keepdims", "weights", "exps / total.T", "Sumar cada fila sin `keepdims=True`",
     "Con una sola consulta sale bien; con varias, cada fila se divide por la suma de otra."),
    ("no-keepdims", "weights", "softmax(masked - max(masked).T)", "Sumar cada fila sin `keepdims=True`",
     "Con una sola consulta sale bien; con varias, a cada fila se le resta el máximo de otra."),
    ("no-keepdims", "weights", "exp(masked - max(masked).T) / sum(exp(masked - max(masked).T)).T",
     "Sumar cada fila sin `keepdims=True`", "Con una sola consulta sale bien; con varias, cada fila usa la suma de otra."),
    ("norm-two", "weights", "exps / sqrt(sum(exps * exps))", "Dividir por la norma en lugar de por la suma",
     "Los pesos de una fila tienen que sumar 1."),
    ("log-softmax", "weights", "masked - log(total)", "Devolver el logaritmo del softmax",
     "Un peso nunca es negativo: `log_softmax` no es `softmax`."),
    ("weights-per-column-again", "weights", "softmax(masked) / col_max(softmax(masked))",
     "Volver a dividir los pesos por columnas", "Los pesos de una fila tienen que sumar 1."),
    ("scaled-again-after", "output", "weights @ V / root", "Dividir otra vez por √d_k al final",
     "La salida tiene que quedar entre los valores de V."),
    ("values-transposed", "output", "weights @ V.T", "Trasponer V", "Se mezclan las filas de V, no sus columnas."),
    ("first-row-only", "output", "spread(row(weights, 0) @ V, q)", "Repetir la salida de la primera consulta",
     "Cada consulta tiene su fila de pesos y su salida."),
)  # fmt: skip


@lru_cache(maxsize=32)
def code_slips(equation: Equation) -> tuple[Slip, ...]:
    """The rows that this equation has the steps and the names for."""
    names = {*equation.inputs, *equation.sizes, *equation.steps}
    found = []
    for id, step, text, title, notice in ROWS:
        formula = compile_formula(text)
        if step in equation.steps and names.issuperset(formula.names):
            when = "mask" if step == "masked" and id != "causal-always" else None
            found.append(Slip(id, {step: formula}, "", "", title, notice, when))
    return tuple(found)
