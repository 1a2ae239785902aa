"""Nothing false is said: every general statement of equations and units holds on thousands of random data sets.

A sentence with a word that makes it general (always, never, more, less, the greatest, any…), in what one can notice,
reasons, hints, texts and properties, stands in one of two tables: with a predicate, tried wherever it can be computed,
or among those that ask, tell what to do, or speak of the numbers beside them alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from tutor.engine import Array
from tutor.equations import Scope, bind, load_equation, load_yaml
from tutor.library import exercises_dir

SETS = 600
"""Data sets of each shape."""
SHAPES = ((1, 2, 1, 1), (1, 3, 2, 2), (3, 3, 2, 2), (1, 4, 3, 2), (4, 4, 4, 3), (2, 5, 3, 4))
"""Queries, keys, d_k, d_v."""
GENERAL = re.compile(
    r"\b(siempre|nunca|jamás|ningún|ningun[ao]|más|menos|mayor(es)?|menor(es)?|no pueden?|cualquiera?|tienen? que"
    r"|imposible|cuanto|tod[ao]s)\b",
    re.IGNORECASE,
)
FIELDS = ("notice", "reason", "hints", "text", "warning", "caption")
TINY = 1e-9


@dataclass(frozen=True)
class Sets:
    """Random data of one shape, (SETS, 1, r, c): some numbers are 0, some rows alike."""

    plain: Scope
    masked: Scope | None
    rng: np.random.Generator

    def __getitem__(self, name: str) -> Array:
        value: Array = self.plain[name]
        return value


@cache
def sets() -> tuple[Sets, ...]:
    found = []
    equation = load_equation("atencion")
    for i, (q, n, d_k, d_v) in enumerate(SHAPES):
        rng = np.random.default_rng(i)
        size = rng.choice([0.3, 2.0, 6.0], (SETS, 1, 1))
        data = {name: np.round(rng.uniform(-1, 1, (SETS, *s)) * size, 1) * (rng.random((SETS, *s)) < 0.85)
                for name, s in {"Q": (q, d_k), "K": (n, d_k), "V": (n, d_v)}.items()}  # fmt: skip
        masked = bind(equation, {**data, "mask": "causal"}) if q == n else None
        found.append(Sets(bind(equation, data), masked, rng))
    return tuple(found)


def _order(x: Array, y: Array) -> bool:
    """Wherever y is larger, x is larger too, along the last axis."""
    rises = y[..., :, None] > y[..., None, :] + 1e-6
    return bool((x[..., :, None] > x[..., None, :])[rises].all())


def _entropy(p: Array) -> Array:
    return -np.where(p > 0, p * np.log(np.where(p > 0, p, 1.0)), 0.0).sum(axis=-1)


def _softmax(z: Array) -> Array:
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    share: Array = e / e.sum(axis=-1, keepdims=True)
    return share


def _sums(s: Sets) -> bool:
    rows = [s["weights"], *([s.masked["weights"]] if s.masked else [])]
    return all(bool(np.allclose(w.sum(axis=-1), 1)) for w in rows)


def _positive(s: Sets) -> bool:
    return bool((s["weights"] > 0).all())


def _between(s: Sets) -> bool:
    low, high = s["V"].min(axis=-2, keepdims=True), s["V"].max(axis=-2, keepdims=True)
    return bool(((s["output"] >= low - TINY) & (s["output"] <= high + TINY)).all())


def _hull(s: Sets) -> bool:
    """In every direction the output goes no farther than some value: it stays in their convex hull."""
    ways = s.rng.normal(size=(s.plain["d_v"], 40))
    return bool(((s["output"] @ ways) <= (s["V"] @ ways).max(axis=-2, keepdims=True) + TINY).all())


def _above(s: Sets) -> bool:
    return s.masked is None or not np.triu(s.masked["weights"], 1).any()


def _first_row(s: Sets) -> bool:
    if s.masked is None:
        return True
    return bool((s.masked["weights"][..., 0, :] == np.eye(s.plain["n"])[0]).all())


def _hidden(s: Sets) -> bool:
    return s.masked is None or not s.masked["weights"][np.isinf(s.masked["masked"])].any()


def _linear(s: Sets) -> bool:
    other = bind(s.plain.equation, {"Q": -s["Q"][:, 0], "K": s["K"][:, 0], "V": s["V"][:, 0]})
    turned = bind(s.plain.equation, {"Q": s["Q"][:, 0], "K": -s["K"][:, 0], "V": s["V"][:, 0]})
    return bool(np.allclose(other["scores"], -s["scores"]) and np.allclose(turned["scores"], -s["scores"]))


def _squares(s: Sets) -> bool:
    own = bind(s.plain.equation, {"Q": s["K"][:, 0], "K": s["K"][:, 0], "V": s["V"][:, 0]})["scores"]
    diagonal = np.diagonal(own, axis1=-2, axis2=-1)
    return bool(np.allclose(diagonal, (s["K"] ** 2).sum(axis=-1)))


def _cosine(s: Sets) -> bool:
    long = np.sqrt((s["Q"] ** 2).sum(-1))[..., :, None] * np.sqrt((s["K"] ** 2).sum(-1))[..., None, :]
    there = long > 0
    return bool((np.abs(s["scores"][there] / long[there]) <= 1 + TINY).all())


def _pairs(s: Sets) -> bool:
    """A 0 in the query: whatever stands beside it changes nothing."""
    other = s["K"] + (s["Q"][..., :1, :] == 0) * s.rng.uniform(-5, 5, s["K"].shape)
    moved = s["Q"][..., :1, :] @ np.swapaxes(other, -1, -2)
    return bool(np.allclose(moved, s["scores"][..., :1, :]))


def _nearer(s: Sets) -> bool:
    """Divided by √d_k, every product that is not 0 comes nearer to 0, where d_k > 1; none goes farther away."""
    moved, were = np.abs(s["scaled"]), np.abs(s["scores"])
    strict = s.plain["d_k"] == 1 or bool((moved < were)[were > 0].all())
    return strict and bool((moved <= were).all())


def _scaled(s: Sets) -> bool:
    there = s["scores"] != 0
    return bool(np.allclose((s["scores"][there] / s["scaled"][there]) ** 2, s.plain["d_k"]))


def _divisor(s: Sets) -> bool:
    longer = np.concatenate([s["K"][:, 0], s["K"][:, 0, :1]], axis=1), np.concatenate([s["V"][:, 0]] * 2, axis=1)
    grown = bind(s.plain.equation, {"Q": s["Q"][:, 0], "K": longer[0], "V": longer[1][:, : longer[0].shape[1]]})
    return bool(np.allclose(s["root"] ** 2, s.plain["d_k"]) and (grown["root"] == s["root"]).all())


def _closer(s: Sets) -> bool:
    """Scores multiplied by less than 1: a more even share, order and signs kept, the top one smaller."""
    little = _softmax(0.4 * s["scores"])
    much = _softmax(s["scores"])
    alike = np.abs(s["scores"] - s["scores"][..., :1]).max(axis=-1) < 1e-6
    evener = _entropy(little) >= _entropy(much) - TINY
    return bool(evener.all() and (little.max(-1) <= much.max(-1) + TINY).all() and _order(little, s["scores"])) and (
        bool(np.allclose(little[alike], 1 / s.plain["n"]))
    )


def _shifted(s: Sets) -> bool:
    return bool(np.allclose(_softmax(s["scaled"] + 7.3), s["weights"]))


def _even(s: Sets) -> bool:
    """No share of n parts has more entropy than the even one, which has ln n and gives the mean of the values."""
    n = s.plain["n"]
    equal = np.full(n, 1 / n)
    mean = bind(s.plain.equation, {"Q": 0 * s["Q"][:, 0], "K": s["K"][:, 0], "V": s["V"][:, 0]})["output"]
    return (
        bool((_entropy(s["weights"]) <= np.log(n) + TINY).all())
        and np.isclose(_entropy(equal), np.log(n))
        and bool(np.allclose(mean, s["V"].mean(axis=-2, keepdims=True)))
    )


def _exponentials(s: Sets) -> bool:
    z = s["scaled"]
    e = np.exp(z)
    return bool((e > 0).all() and (e[z < -TINY] < 1).all() and np.allclose(np.exp(-z), 1 / e)) and _order(e, z)


def _zero_weighs(s: Sets) -> bool:
    zero = s["scaled"] == 0
    total = s["scaled"].sum(axis=-1, keepdims=True)
    shares = s["scaled"] / np.where(total == 0, 1.0, total)
    return bool((shares[zero] == 0).all() and (s["weights"][zero] > 0).all())


def _negative_sum(s: Sets) -> bool:
    """Divided by a negative sum, the order turns round and every sign changes."""
    total = s["scaled"].sum(axis=-1)
    z = s["scaled"][total < -0.1]
    shares = z / z.sum(axis=-1, keepdims=True)
    return _order(shares, -z) and bool((np.sign(shares) == -np.sign(z)).all())


def _values_only_mix(s: Sets) -> bool:
    other = bind(s.plain.equation, {"Q": s["Q"][:, 0], "K": s["K"][:, 0], "V": -3 * s["V"][:, 0] + 1})
    return bool((other["scores"] == s["scores"]).all())


def _mean_ignores(s: Sets) -> bool:
    """The plain mean is the same whatever the weights; the mixture is not."""
    one = np.eye(s.plain["n"])[:1] @ s["V"]
    return bool(np.abs(one - s["V"].mean(axis=-2, keepdims=True)).max() > 0.01)


def _first_of_five(s: Sets) -> bool:
    return bool((s["weights"] * (1 - s["weights"])).max() - TINY <= 0.5 * (1 - 0.5))


def _logarithm(s: Sets) -> bool:
    w = s["weights"][s["weights"] < 1]
    return bool((np.log(w) < 0).all())


def _near_zero(s: Sets) -> bool:
    """−p·ln p goes to 0 with p, and with 1 − p."""
    ends = np.array([1e-3, 1e-4, 1 - 1e-4, 1 - 1e-5])
    return bool((-ends * np.log(ends) < 0.01).all())


def _gap(s: Sets) -> bool:
    top = np.sort(8 * s["scores"], axis=-1) - 8 * np.sort(s["scores"], axis=-1)
    return bool(np.allclose(top, 0))


def _heads(s: Sets) -> bool:
    """Cut into heads, there is a share for each head, and each has a row for every token."""
    if s.masked is None:
        return True
    wide = np.concatenate([s["K"][:, 0]] * 2, axis=-1)
    eye = np.eye(wide.shape[-1])
    data = {"X": wide, **dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), eye), "heads": 2}
    scope = bind(load_equation("multi-cabeza"), data)
    weights, concat = scope["weights"], scope["concat"]
    halves = np.split(concat[:, 0], 2, axis=-1)
    return weights.shape[1:] == (2, s.plain["n"], s.plain["n"]) and all(
        bool((half == scope["mixed"][:, h]).all()) for h, half in enumerate(halves)
    )


def _ones(s: Sets) -> bool:
    return all(x**0 == 1 for x in s["scores"].ravel()[:50] if x != 0)


def _rows(s: Sets) -> Array:
    """Rows that are not all alike: those have a standard deviation."""
    x = s["Q"].reshape(-1, s.plain["d_k"])
    return np.asarray(x[x.std(axis=-1) > 0.01])


def _normalised(x: Array) -> Array:
    return np.asarray((x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True))


def _about_the_mean(s: Sets) -> bool:
    """The mean stands between the ends, what is left of it adds up to 0, and to the 2nd power has the variance."""
    x = _rows(s)
    mean, sd = x.mean(axis=-1, keepdims=True), x.std(axis=-1, keepdims=True)
    apart = x - mean
    return bool(
        np.allclose(apart.sum(axis=-1), 0)
        and ((mean >= x.min(axis=-1, keepdims=True)) & (mean <= x.max(axis=-1, keepdims=True))).all()
        and np.allclose((x + 10).var(axis=-1), sd[..., 0] ** 2)
        and (np.abs(apart) <= sd * np.sqrt(x.shape[-1] - 1) + TINY).all()
        and (np.abs(apart).mean(axis=-1, keepdims=True) <= sd + TINY).all()
        and (x.shape[-1] == 1 or (_normalised(x).max(axis=-1) > 0).all())
    )


def _where_zero(s: Sets) -> bool:
    """γ·0 + β is β."""
    return bool((s["V"] * 0 + s["V"] == s["V"]).all())


def _targets(s: Sets) -> Iterator[Array]:
    """Shares to aim at: all in one place, and others."""
    eye = np.eye(s.plain["n"])
    yield from (np.broadcast_to(row, s["weights"].shape) for row in eye)
    yield _softmax(s.rng.normal(size=s["weights"].shape))


def _surprise(s: Sets) -> bool:
    """−ln p is no less than 0, falls as p rises, and so does its mean by any target; Gibbs: at least the target's."""
    surprise = -np.log(s["weights"])
    losses = [(t, (t * surprise).sum(axis=-1)) for t in _targets(s)]
    return (
        bool((surprise >= 0).all())
        and _order(surprise, -s["weights"])
        and all(bool((loss >= _entropy(t) - TINY).all() and (loss >= 0).all()) for t, loss in losses)
    )


def _square_error(s: Sets) -> bool:
    """At most 2; the cross entropy passes any bound as p goes to 0, and 1 − p does not."""
    p = s["weights"]
    bounded = all(bool((((p - t) ** 2).sum(axis=-1) <= 2 + TINY).all()) for t in _targets(s))
    return bounded and bool((1 - p <= 1).all()) and bool(-np.log(1e-100) > 200)


def _others_push(s: Sets) -> bool:
    """p − t where t is 0: positive, and the larger the more p."""
    return all(
        bool(((s["weights"] - t)[t == 0] > 0).all() and np.allclose((s["weights"] - t).sum(axis=-1), 0))
        for t in _targets(s)
        if set(np.unique(t)) <= {0.0, 1.0}
    )


def _pairs_turn(s: Sets) -> bool:
    """1/base^(2i/d): 1 for the first pair, then each less than the one before, by one factor."""
    base, d = s.rng.uniform(2, 1e4, (SETS, 1)), 2 * (s.plain["d_k"] + 1)
    frequency = base ** (-2 * np.arange(d // 2) / d)
    ratios = frequency[:, 1:] / frequency[:, :-1]
    code = np.stack([np.sin(f := 7 * frequency), np.cos(f)])
    between = np.cos(s.rng.integers(-50, 50, (SETS, 1)) * frequency).sum(axis=-1)
    return bool(
        (frequency[:, 0] == 1).all()
        and (ratios < 1).all()
        and np.allclose(ratios, ratios[:, :1])
        and np.allclose((code**2).sum(axis=0), 1)
        and (np.abs(code) <= 1).all()
        and (between <= d / 2 + TINY).all()
    )


STATEMENTS: dict[str, Callable[[Sets], bool]] = {
    # comparing
    "Un 0 en la consulta tiene que anular su pareja; al sumar no anula nada.": _pairs,
    "Un 0 tiene que anular su pareja; al sumar no anula nada.": _pairs,
    "Cambiarle el signo a toda la consulta tiene que cambiar el signo de todos los productos.": _linear,
    "Cambiarle el signo a una clave tiene que cambiar el signo de su producto.": _linear,
    "Una clave con el signo cambiado tiene que dar el producto contrario, no el mismo.": _linear,
    "Una consulta llena de ceros tiene que dar 0 con cualquier clave.": _linear,
    "Cambiar V no puede cambiar ningún producto.": _values_only_mix,
    "Una consulta igual a su clave tiene que dar la suma de sus cuadrados.": _squares,
    "Un vector por sí mismo tiene que dar la suma de sus cuadrados.": _squares,
    "El coseno nunca pasa de 1; un producto escalar sí puede.": _cosine,
    "Un vector consigo mismo tiene que dar coseno 1.": _squares,
    # scaling
    "Cada producto que no sea 0, dividido por su escalado, tiene que dar √d_k.": _scaled,
    "El divisor, multiplicado por sí mismo, tiene que dar d_k.": _divisor,
    "El divisor no cambia al añadir una clave más.": _divisor,
    "Si después de escalar están más lejos de 0 que antes, no se ha dividido.": _nearer,
    "Al escalar, todo producto que no sea 0 se acerca a 0 (si d_k > 1).": _nearer,
    "Una división por número, siempre el mismo divisor.": _divisor,
    "El mismo divisor para todas: el orden y los signos no cambian, solo se acercan entre sí.": _closer,
    "Sin dividir se habría llevado {max(softmax(scores)):3}: escalar reparte más.": _closer,
    "Cuanto más juntas las puntuaciones, más parejo el reparto.": _closer,
    "Con puntuaciones más juntas, el reparto es más parejo.": _closer,
    "Multiplicar sí cambia el reparto: cuanto mayor el factor, más se concentra.": _closer,
    "Multiplicar cien puntuaciones por el mismo número multiplica también lo que la mayor le saca a la segunda.": _gap,
    "Ejemplo hecho: con α = 0,5 sale 0,5·0,5 = {0.5*0.5:3}, lo más que puede salir.": _first_of_five,
    # sharing out
    "Ninguna exponencial de un número puede ser 0.": _exponentials,
    "Una exponencial nunca es negativa.": _exponentials,
    "La exponencial de un número negativo tiene que ser menor que 1.": _exponentials,
    "e^z se acerca a 0 cuanto más negativo es z, y en −∞ es 0.": _exponentials,
    "Todas las exponenciales son positivas, por eso ningún peso es negativo.": _exponentials,
    "Las tres son positivas, y lo serían aunque todos los números fueran negativos: e^−x es 1/e^x.": _exponentials,
    "Cualquier número distinto de 0 elevado a 0 da 1.": _ones,
    "La clave con el producto mayor tiene que llevarse el peso mayor.": lambda s: _order(s["weights"], s["scores"]),
    "El z mayor tiene que llevarse el peso mayor.": lambda s: _order(s["weights"], s["scaled"]),
    "El mayor peso es el del mayor z.": lambda s: _order(s["weights"], s["scaled"]),
    "A mayor producto, mayor peso, también entre los negativos.": lambda s: _order(s["weights"], s["scores"]),
    "A mayor z, mayor peso, también entre los negativos.": lambda s: _order(s["weights"], s["scaled"]),
    "Es la del producto mayor con Q: el softmax guarda el orden.": lambda s: _order(s["weights"], s["scores"]),
    "Es la del producto mayor con Q.": lambda s: _order(s["weights"], s["scores"]),
    "Ninguno es negativo, y el orden es el de los productos.": lambda s: _order(s["weights"], s["scores"]),
    "Un producto 0 se queda sin peso, y el softmax siempre le da algo.": _zero_weighs,
    "Un 0 se queda sin peso, y el softmax siempre le da algo.": _zero_weighs,
    "Sin máscara, ningún peso es exactamente 0.": _positive,
    "Los pesos de una fila tienen que sumar 1.": _sums,
    "Los pesos tienen que sumar 1.": _sums,
    "Los pesos que salen de la suma tienen que sumar 1.": _sums,
    "Los pesos de una fila tienen que sumar 1, y ninguno es negativo.": lambda s: _sums(s) and _positive(s),
    "Ningún peso puede pasar de 1.": lambda s: bool((s["weights"] <= 1).all()),
    "Suma una fila: tiene que dar 1.": _sums,
    "Los pesos que usas en una salida tienen que sumar 1.": _sums,
    "Lo que multiplica a las filas de V tiene que sumar 1.": _sums,
    "Se divide por la suma de todas, por eso suman 1.": _sums,
    "Con todos los decimales suman 1: si faltara una décima, sí habría que buscar el fallo.": _sums,
    "Tres propiedades que conviene mirar siempre en unos pesos: ninguno es negativo, suman 1 y guardan el orden de las "
    "puntuaciones.": lambda s: _sums(s) and _positive(s) and _order(s["weights"], s["scores"]),
    "La suma es negativa, {sum(z):1}, y le da la vuelta a todo: el mayor se queda con lo menor y el menor, con lo "
    "mayor.": _negative_sum,
    "Dividir por un número negativo cambia todos los signos.": _negative_sum,
    "Sumar lo mismo a todas las puntuaciones no la cambia, porque no cambia los pesos.": _shifted,
    # mixing
    "La salida tiene que quedar entre los valores de V.": _between,
    "Cada componente tiene que quedar entre el mínimo y el máximo de su columna de V.": _between,
    "Ninguna componente se sale de su columna de V.": _between,
    "Cada componente queda entre el menor y el mayor de su columna.": _between,
    "La media normal no usa los pesos: los tuyos tienen que entrar en la cuenta.": _mean_ignores,
    "La media de siempre no usa los pesos: los tuyos tienen que entrar en la cuenta.": _mean_ignores,
    "Sin preferencia, la atención es la media de siempre.": _even,
    "Con pesos que no son negativos y suman 1, la salida no puede irse más allá de los valores: se queda en la figura "
    "que forman, que se llama su envolvente convexa.": _hull,
    "Una mezcla así se llama combinación convexa, y no puede salirse de la figura que forman los valores: con tres que "
    "no están en línea, un triángulo.": _hull,
    "La atención mezcla, no inventa: la salida se queda en la envolvente convexa de los valores.": _hull,
    "Dentro de la cabeza la salida no se sale de la envolvente convexa de sus valores.": _hull,
    # hiding
    "Encima de la diagonal tiene que haber ceros.": _above,
    "Los ceros tienen que quedar encima de la diagonal.": _above,
    "Los ceros tienen que quedar en el futuro.": _above,
    "Lo tapado tiene que quedarse con peso exactamente 0.": _hidden,
    "La primera fila tiene que poder verse a sí misma.": _first_row,
    "Lo he probado con 1000 consultas al azar y siempre sale igual.": _first_row,
    # heads
    "Tiene que haber un reparto por cada cabeza.": _heads,
    "Cada cabeza tiene que tener una fila por token.": _heads,
    "Cada trozo de la unión tiene que ser una cabeza distinta.": _heads,
    # entropy
    "Con n iguales la entropía es ln n, y no hay otra mayor.": _even,
    "Con opciones iguales tiene que salir ln n.": _even,
    "Una consulta perpendicular a todas las claves la alcanza.": _even,
    "El reparto más sorprendente es el de partes iguales.": _even,
    "El logaritmo de un número menor que 1 es negativo; el menos lo vuelve positivo.": _logarithm,
    "Cuando p se acerca a 1 o a 0, la aportación se acerca a 0.": _near_zero,
    # normalising
    "Ningún número se aparta de la media más de σ·√(n − 1), aquí {sigma * sqrt(n - 1):3}.": _about_the_mean,
    "La media queda entre el menor y el mayor.": _about_the_mean,
    "El número mayor tiene que quedar por encima de 0.": _about_the_mean,
    "Sumar 10 a todos no cambia la varianza.": _about_the_mean,
    "La desviación típica nunca es menor que esa media.": _about_the_mean,
    "Multiplica σ por sí misma: tiene que salir la varianza.": _about_the_mean,
    "Donde x̂ vale 0, la salida tiene que ser β.": _where_zero,
    # cross entropy
    "Las tres partes son positivas: ninguna palabra se descarta del todo.": _positive,
    "Ninguna es negativa, porque ninguna parte pasa de 1.": _surprise,
    "La palabra con menos p es la que más sorprendería.": _surprise,
    "Por eso se puede restar el mayor z antes de empezar.": _shifted,
    "Las otras, al revés, y más cuanto más p se llevaron.": _others_push,
    "Ya no llega a 0: lo menos que puede valer, cuando p = t, es la entropía de t: {-sum(t * log(t)):3}.": _surprise,
    "El error al cuadrado, Σ (p − t)², se queda corto: nunca pasa de 2, por muy seguro que esté el reparto de una "
    "palabra que no era.": _square_error,
    "El z mayor tiene que llevarse la parte mayor.": lambda s: _order(s["weights"], s["scaled"]),
    "Las partes tienen que sumar 1, y ninguna sorpresa es negativa.": lambda s: _sums(s) and _surprise(s),
    "Las partes tienen que sumar 1.": _sums,
    "Una sorpresa nunca es negativa, y la pérdida tampoco.": _surprise,
    "Una sorpresa nunca es negativa.": _surprise,
    "Restando de 1 nunca se pasa de 1; la sorpresa de lo muy raro no tiene tope.": _square_error,
    "La suma de esos cuadrados nunca pasa de 2; la entropía cruzada no tiene tope.": _square_error,
    # positions
    "Cada pareja gira más despacio que la anterior.": _pairs_turn,
    "Ninguna frecuencia pasa de 1.": _pairs_turn,
    "De una pareja a la siguiente, el divisor se multiplica siempre por lo mismo.": _pairs_turn,
    "El seno y el ángulo solo se parecen cerca de 0; un seno nunca pasa de 1.": _pairs_turn,
    "Donde el código es positivo, el número tiene que subir.": lambda s: bool((s["V"] + 0.01 > s["V"]).all()),
    "La pareja 0 va siempre con ω = 1.": _pairs_turn,
    "Un seno va siempre de −1 a 1, por grande que sea la posición.": _pairs_turn,
    "En cada pareja, seno² + coseno² es 1: {sum(code * code):3} en total, una unidad por pareja, en cualquier "
    "posición.": _pairs_turn,
    "Ningún producto de dos códigos pasa de ahí.": _pairs_turn,
}
"""Sentence, as it is written -> whether it holds on some random data."""

OF_THESE_NUMBERS = frozenset(
    {
        "Es la media de esta fila y de ninguna otra: cada token se normaliza solo.",
        "γ y β tienen que entrar en la cuenta, los dos.",
        "z tiene que entrar en la cuenta.",
        "El objetivo tiene que entrar en la cuenta.",
        "El Transformer original usa base 10 000; aquí es menor para que con 3 decimales se vea moverse a las dos.",
        "Comprueba antes la calculadora: el seno de 1 tiene que dar {sin(1):3}.",
        "Todos los ángulos son 0: senos a 0 y cosenos a 1.",
        "Antes de repartir, todas se dividen por un mismo número: la raíz de d_k.",
        "Softmax: la exponencial de cada una, y cada una entre la suma de todas.",
        "Da un paso más.",
        "¿Más o menos de la mitad?",
        "Las tres filas de V suman 10; cualquier reparto de ellas también. (12 ; 3) se sale del mayor valor; "
        "(2 ; 3) cabe entre el mínimo y el máximo de cada columna, pero no está entre los valores: aquí "
        "«entre» es el segmento que une (10 ; 0) y (0 ; 10).",
        "Con otros números: mezclando (4 ; 0) y (0 ; 4) siempre sale algo que suma 4: (1 ; 3), (2 ; 2)… nunca (1 ; 1).",
        "Comprobación gratis: las filas de V suman 10, así que tus dos números tienen que sumar 10.",
        "Los tuyos suman {mine_salida_1 + mine_salida_2:2}: una centésima de más o de menos es de redondear los pesos.",
        "Tres e^0 iguales, tres pesos de 1/3: sin preferencia, la atención es la media de siempre.",
        "Frente a la ecuación 1 sola ({3 * d_model ** 2:0}, sin W^O) sí hay un tercio más.",
        "Otro día, otra consulta y ningún ejemplo hecho.",
        "1 los tres productos escalares 2 los pesos: que sumen 1 3 qué clave pesa más 4 la salida: que quede "
        "entre el mínimo y el máximo de cada columna de V 5 con máscara causal, la primera fila de pesos, "
        "sea cual sea Q",
        "Todavía no son un reparto: pueden sumar cualquier cosa.",
        "Busca el mayor de tus tres pesos.",
        "Como se cuenta desde 0, el número de una clave es uno menos que su lugar.",
        "Es menos de lo que parece: (2 ; 3) tampoco se saldría, y con los valores de la lección es imposible.",
        "Busca el mayor de tus cuatro pesos.",
        "Cambia por −∞ lo que esa fila no puede ver; luego, exponenciales y reparto.",
        "Mucho menos que {log(4):3}: casi se sabe de antemano lo que va a salir.",
        "¿Qué pasa con el reparto si todas las puntuaciones son casi iguales?",
        "Cuenta los sumandos: tiene que haber d_k en cada producto.",
        "La media corriente no mira las probabilidades: tienen que entrar en la cuenta.",
        "Lo calculado lleva todos los decimales.",
        "La ecuación divide todas las puntuaciones por √d_k antes de repartir.",
        "Una división por número, siempre con el divisor de la pregunta anterior.",
        "La clave más pesada se lleva {max(weights):3}.",
        "Cuanto más largas las claves, más grandes los productos, aunque no se parezcan más.",
        "Al dividir por √d_k, la desviación típica vuelve a ser 1 siempre.",
        "Con cien claves y d_k = 64 el caso típico se mueve más sin dividir: dividir no siempre da más "
        "gradiente. (También respecto a z.)",
        "«La capa deja de aprender» es más de lo que pasa.",
        "En la fila 0 se tapan todas menos una.",
        "el fallo más común es repartir entre todas y borrar después lo tapado.",
        "Prueba la comprobación con cada uno de los tres fallos: tiene que cazarlos todos.",
        "El peso que más pesa no decide solo.",
        "Pide pesos ({1 - 1/4 - 2.5/4:3} ; {1/4:3} ; {2.5/4:3}), todos válidos. (3 ; 3) cabe en cada columna "
        "por separado, de 0 a 4, pero pediría dos pesos de {3/4:2}: mirar mínimo y máximo de cada columna no "
        "basta.",
        "Esto vale dentro de una cabeza y con sus valores; después de W^O, no siempre (mira `tutor explain "
        "multi-cabeza`).",
        "Una sola comparación da un solo reparto: un verbo que busca a la vez su sujeto y su objeto no puede "
        "mirar a los dos con fuerza.",
        "Es un producto escalar más: la columna dice cuánto entra de cada número.",
        "Con Concat = {c:0} y la columna {w:0} sale {sum(c*w):0}, y el mayor número que entró era {max(c):0}.",
        "¿Cuesta más tener ocho cabezas que una?",
        "Frente a la ecuación 1 sola, sin W^O ({3*d**2:0}), es un tercio más.",
        "El ejemplo de siempre tiene tres tokens y una sola consulta, la del primero:",
        "Una cuenta se toma con todos sus decimales: nunca pierdes por redondear.",
        "Es un signo menos y detrás inf, sin espacio.",
        "Con otros números: tres cuartos, menos uno y dos se escribe {3/4:2} ; −1 ; 2.",
        "¿Cuánto tiene que valer la segunda?",
        "La clave 0 apunta mejor (coseno {24/25:2} frente a {36/60:2}), pero la 2 es más larga y gana.",
        "Con otros números: (1 ; 1)·(2 ; 2) = {1*2 + 1*2:0}, pero (1 ; 1)·(9 ; 0) = {1*9:0}, y es mayor con "
        "peor ángulo.",
        "Q·Kᵀ hace todos los productos de una vez: una fila por consulta, una columna por clave.",
        "Son dos pasos: la exponencial de cada número y, después, cada exponencial entre la suma de todas.",
        "Tres propiedades que conviene mirar siempre.",
        "Ese total es el denominador de todos los pesos.",
        "Por eso se puede restar el mayor antes de empezar, y así ninguna exponencial se desborda: e^800 no "
        "cabe en una calculadora corriente.",
        "Con los números de la lección, dividir por la suma da {z / sum(z):3}: suman 1, ninguno es negativo "
        "y guardan el orden.",
        "Como es mayor que en la lección, quedan más juntas.",
        "Primer reto: una consulta ortogonal a todas las claves, es decir, a 90° de cada una.",
        "Q = {Q:0} lo es, porque ninguna clave tiene nada en la tercera componente.",
        "Más en `tutor lesson entropia`.",
        "Dividiendo sin exponencial habría salido {z/sum(z):2}: un peso negativo y otro mayor que 1.",
    }
)
"""Sentences that ask, say what to do, or speak only of the numbers and tables beside them."""


def _texts(data: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(value, (*path, str(key)))
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value, path)
    elif isinstance(data, str):
        yield path, data


@cache
def sentences() -> dict[str, str]:
    """Every sentence of those fields -> a file that has it."""
    found: dict[str, str] = {}
    for path in sorted(exercises_dir().rglob("*.yaml")):
        if path.parent.name == "versions":
            continue  # what was handed out stays as it was
        data, _ = load_yaml(path.read_text(encoding="utf-8"), path.name)
        for keys, text in _texts(data):
            if keys and (keys[-1] in FIELDS or (keys[-1] == "says" and "holds" in keys)):
                for sentence in re.split(r"(?<=[.!?])\s+(?=[A-ZÁÉÍÓÚ¿¡«])|\n\n", text):
                    found.setdefault(" ".join(sentence.split()), path.name)
    return found


@pytest.mark.parametrize("sentence", STATEMENTS)
def test_a_general_statement_is_true_of_any_data(sentence: str) -> None:
    """Tried on thousands of data sets of several shapes, with and without a mask."""
    for some in sets():
        assert STATEMENTS[sentence](some), (sentence, {name: some.plain[name] for name in ("q", "n", "d_k", "d_v")})


def test_no_general_statement_is_left_out() -> None:
    """A sentence with such a word stands in one of the tables, and the tables hold none that is gone."""
    known = STATEMENTS.keys() | OF_THESE_NUMBERS
    general = {s: name for s, name in sentences().items() if GENERAL.search(s)}
    assert {s: name for s, name in general.items() if s not in known} == {}
    assert known - sentences().keys() == set()
    assert not STATEMENTS.keys() & OF_THESE_NUMBERS


@pytest.mark.parametrize(
    "false",
    [
        lambda s: not (s["weights"][s["scores"] < -1] > 0.5).any(),  # «muy negativo no puede llevarse mucho peso»
        lambda s: bool((s["scaled"] / s["scaled"].sum(-1, keepdims=True))[s["scaled"] < 0].max(initial=-1) < 0),
        lambda s: bool((s["scaled"] <= s["scores"]).all()),  # «tienen que ser más pequeños»
        lambda s: bool((np.sqrt((s["K"] ** 2).sum(-1)) < s["K"].sum(-1) + TINY).all()),  # «menor que la suma»
    ],
    ids=["very negative", "negative share", "smaller", "length"],
)
def test_the_data_find_what_was_false(false: Callable[[Sets], bool]) -> None:
    """Sentences that stood here once, each refuted by some of these data."""
    with np.errstate(all="ignore"):
        assert not all(false(some) for some in sets())


ONCE_FALSE = (
    "no puede llevarse mucho peso",
    "una negativa da un peso negativo",
    "no puede ser una fila de v",
    "la salida no es la media",
    "tienen que ser más pequeñ",
    "si son mayores que antes",
    "menor que la suma de las componentes",
    "con las demás sale otro reparto",
    "tres repartos distintos",
    "los dos aportan poco",
    "ninguna calculadora",
    "con tus decimales suman 1",
    r"(?<!parece que )has emparejado",  # a lost sign gives the same number
    r"envolvente(?!s? convexa)",
)
"""Parts of sentences that stood here once, each false of some data or not what a thing is called."""


@pytest.mark.parametrize("words", ONCE_FALSE)
def test_what_was_false_is_said_no_more(words: str) -> None:
    """In no text of an equation or a unit that is not frozen."""
    files = [path for path in exercises_dir().rglob("*.yaml") if path.parent.name != "versions"]
    texts = {path.name: " ".join(path.read_text(encoding="utf-8").casefold().split()) for path in files}
    assert [name for name, text in texts.items() if re.search(words, text)] == []
