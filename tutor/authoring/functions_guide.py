"""What each function of a formula gives, in the words of the guide for authors; its table there is made of this."""

from __future__ import annotations

FUNCTIONS_SAID: tuple[tuple[str, str, str], ...] = (
    ("sum(x)", "un número por fila", "la suma de cada fila"),
    ("min(x) max(x) mean(x) median(x)", "un número por fila", "el menor, el mayor, la media y la mediana de cada fila"),
    ("col_sum(x) col_min(x) col_max(x) col_mean(x)", "una fila", "lo mismo de cada columna"),
    ("maximum(a, b) minimum(a, b)", "la de `a` y `b`", "casilla a casilla, el mayor o el menor de los dos"),
    ("exp(x) sqrt(x) log(x) log10(x) abs(x)", "la de `x`", "casilla a casilla; `log` es el logaritmo neperiano"),
    ("sin(x) cos(x) arccos(x)", "la de `x`", "casilla a casilla, en radianes"),
    ("floor(x) round(x)", "la de `x`", "el entero de debajo; el más cercano, y los medios se alejan de 0"),
    ("sort(x)", "la de `x`", "cada fila, de menor a mayor"),
    ("cumulate(x) reverse(x)", "la de `x`", "la suma acumulada de cada fila; las columnas al revés"),
    ("a >= b, y > < <= == !=", "la de `a` y `b`", "1 donde se cumple y 0 donde no; de dos en dos"),
    ("where(c, a, b)", "la de los tres", "`a` donde `c` no es 0 y `b` donde lo es"),
    ("is_zero(x) is_negative(x)", "la de `x`", "1 donde la casilla es 0, o negativa, y 0 donde no"),
    ("finite(x)", "la de `x`", "0 en el sitio de lo que no es un número finito"),
    ("softmax(x)", "la de `x`", "el softmax de cada fila"),
    ("softmax_all(x)", "la de `x`", "un solo softmax de toda la matriz"),
    ("heaviest(x)", "la de `x`", "un 1 en la mayor de cada fila (la primera, si hay dos) y 0 en las demás"),
    ("one_hot(y, n)", "una fila por número, de `n`", "un 1 en ese sitio, contando desde 0, y 0 en los demás"),
    ("option(i, n)", "una fila de `n`", "un 1 en el sitio `i` y 0 en los demás: la buena de `n` opciones"),
    ("det(x)", "un número", "el determinante de una matriz cuadrada"),
    ("eye(n)", "`n` filas de `n`", "la matriz identidad"),
    ("row(x, i) column(x, j) cell(x, i, j)", "una fila, una columna, un número", "una parte, contando desde 0"),
    ("spread(x, n)", "`n` filas", "una fila repetida `n` veces"),
    ("rows_from(x, i)", "la de `x`", "las filas desde la `i`, dando la vuelta"),
    ("causal(q, n) causal_end(q, n)", "`q` filas de `n`", "0 donde se mira, −∞ donde no; la otra acaba en la esquina"),
    ("split(x, h) split_flat(x, h)", "`h` cabezas", "las columnas, por cabezas; la segunda, sin trasponer"),
    ("merge(x)", "una matriz", "las cabezas, una al lado de otra"),
    ("head(x, i) heads_reversed(x) heads_mean(x)", "cabezas", "una; todas al revés; todas cambiadas por su media"),
)  # fmt: skip
"""How they are written, the shape of what they give, and what that is."""


def functions_table() -> str:
    """The rows as a table of the guide."""
    rows = (f"| `{written}` | {shape} | {said} |" for written, shape, said in FUNCTIONS_SAID)
    return "\n".join(("| se escribe | forma de lo que da | qué es |", "|---|---|---|", *rows))
