"""Slips that show in the typed numbers alone: right numbers in the wrong place, with the wrong sign, or copied.

They need no formula, so they work for any question. All rows at once; each yields (id, (B,) who did it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from tutor.engine import Array
from tutor.equations import Slip
from tutor.judging.allowance import GUARD, distance, every, half_unit, most
from tutor.judging.numbers import Bools, Rows

OTHER_DATA = "other-data"
SWAPPED = "cells-swapped"
TRANSPOSED = "transposed"
SIGNS = "all-signs-flipped"
PERCENT = "percent-without-sign"
POINT = "decimal-point-moved"
COPIED = "earlier-step-copied"
COUNTED = "counted-from-one"
DIGITS = "digits-swapped"
LATER = "later-step"
NEARLY = "nearly-infinite"

SIZEABLE = 4.0
VERY_NEGATIVE = -10.0
"""What is put for −∞ is at most this."""
SHIFTS = (1, 2, 3)
"""How many places a decimal point is thought to have moved, either way."""


DIGITS_READ = 9
"""Digits of a number, from its last, among which two may be swapped."""

Steps = Iterable[tuple[Array, Callable[[Rows], Array]]]
"""(value, the allowance of some rows when wanted) of other steps that have the shape asked."""


class Comparison:
    """What was typed (`typed`, `places`) beside what is `right` and its allowance `tau`, each (B or 1, cells).

    `asked` (B, 1) are the decimals by which each is compared, if they typed no more: those asked, or fewer.
    """

    def __init__(self, typed: Array, places: Array, right: Array, tau: Array, asked: Array) -> None:
        self.typed = typed
        self.places = places
        self.right = np.broadcast_to(right, typed.shape)
        self.tau = np.broadcast_to(tau, typed.shape)
        self.asked = asked

    def fits(self, numbers: Array, places: Array, right: Array | None = None, tau: Array | None = None) -> Bools:
        """(B, cells): whether other numbers, with their decimals, would have been right."""
        right = self.right if right is None else right
        tau = self.tau if tau is None else tau
        slack = half_unit(np.maximum(places, self.asked))
        return distance(numbers, right) <= tau + slack + GUARD

    def sizeable(self, places: Array) -> Bools:
        """(B, cells): right values that stand out from their allowance; near 0, any number moved far enough fits."""
        return np.abs(self.right) > SIZEABLE * (self.tau + half_unit(np.maximum(places, self.asked)))

    def _shares(self) -> Bools:
        """Numbers that are right as so many in a hundred."""
        slack = half_unit(self.places + 2)  # those typed, though fewer than asked: «41 20 38» are percentages too
        return every(distance(self.typed / 100.0, self.right) <= self.tau + slack + GUARD)

    def swapped(self) -> Bools:
        """The right numbers, in another order. A single number among zeros has no order: it is in the wrong place."""
        if self.typed.shape[1] < 2:
            return np.zeros(len(self.typed), dtype=bool)
        several = (np.abs(self.right) > GUARD).sum(axis=1) >= min(2, self.typed.shape[1] - 1)
        order_typed, order_right = np.argsort(self.typed, axis=1), np.argsort(self.right, axis=1)
        numbers, places = _by(self.typed, order_typed), _by(self.places, order_typed)
        found: Bools = several & every(
            self.fits(numbers, places, _by(self.right, order_right), _by(self.tau, order_right))
        )
        return found

    def transposed(self, shape: tuple[int, ...]) -> Bools:
        """A square matrix with rows and columns exchanged."""
        if len(shape) != 2 or shape[0] != shape[1]:
            return np.zeros(len(self.typed), dtype=bool)
        turn = np.arange(self.typed.shape[1]).reshape(shape).T.ravel()
        return every(self.fits(self.typed[:, turn], self.places[:, turn]))

    def flipped(self) -> Bools:
        """Every sign the other way round."""
        return every(self.fits(-self.typed, self.places))

    def percent(self) -> Bools:
        """Shares of 1, written as so many in a hundred."""
        share = every((self.right >= 0.0) & (self.right <= 1.0))
        large = np.abs(self.right) > SIZEABLE * (self.tau + half_unit(self.places + 2))
        return share & self._shares() & ~every(~large)

    def moved(self) -> Bools:
        """The decimal point moved by the same number of places in every cell that is off."""
        found = np.zeros(len(self.typed), dtype=bool)
        still = self.fits(self.typed, self.places)
        for shift in (*SHIFTS, *(-s for s in SHIFTS)):
            off = self.fits(self.typed * 10.0**-shift, self.places + shift) & self.sizeable(self.places + shift)
            found |= every(still | off) & ~every(still)
        return found

    def digits(self) -> Bools:
        """Right but for one number, and that one too with two neighbouring digits in each other's place.

        Of a number by itself, which chance may bring near, it has to be exactly the right one.
        """
        tau = None if self.typed.shape[1] > 1 else np.zeros_like(self.tau)
        wrong = ~self.fits(self.typed, self.places)
        rows = np.flatnonzero((wrong.sum(axis=1) == 1) & np.isfinite(self.places).all(axis=1))
        cells = rows, wrong[rows].argmax(axis=1)
        places = self.places[cells]
        whole = np.rint(np.abs(self.typed[cells]) * 10.0**places)
        length = np.maximum(np.floor(np.log10(np.maximum(whole, 1.0))) + 1, places + 1)
        found = np.zeros(len(self.typed), dtype=bool)
        for place in range(DIGITS_READ):
            unit = 10.0**place
            last, before = np.floor(whole / unit) % 10, np.floor(whole / (10 * unit)) % 10
            swapped = (whole - 9.0 * (before - last) * unit) * 10.0**-places
            numbers = self.typed.copy()
            numbers[cells] = np.copysign(swapped, self.typed[cells])
            found[rows] |= (place + 1 < length) & self.fits(numbers, self.places, tau=tau)[cells]
        return found

    def nearly(self) -> Bools:
        """Right but for a very negative number in each place of −∞."""
        hidden, low = self.right == -np.inf, np.isfinite(self.typed) & (self.typed <= VERY_NEGATIVE)
        put = hidden & low
        return every(put | self.fits(self.typed, self.places)) & ~every(~put)

    def copied(self, steps: Steps) -> Bools:
        """What is right for another step."""
        found = np.zeros(len(self.typed), dtype=bool)
        rounded = half_unit(self.places) + GUARD
        whole = half_unit(np.maximum(self.places, self.asked)) + GUARD  # «1 0 0,9», and nothing was cut off it
        for value, allowance in steps:
            far = np.broadcast_to(most(distance(value, self.right)), found.shape)
            gap = distance(self.typed, value)
            for slack in (rounded, whole):
                rows = np.flatnonzero(every(gap <= far[:, None] / 4.0 + slack) & ~found)
                if len(rows):
                    tau = allowance(rows)
                    distinct = 4.0 * most(tau + slack[rows]) <= far[rows]
                    found[rows] |= distinct & every(gap[rows] <= tau + slack[rows])
        return found

    def counted(self, labels: tuple[str, ...]) -> Bools:
        """The key after the right one, where the labels count from 0. After the last label nothing is marked."""
        if labels != tuple(str(i) for i in range(len(labels))):
            return np.zeros(len(self.typed), dtype=bool)
        after = np.zeros_like(self.right)
        after[:, 1:] = self.right[:, :-1]
        return every(self.typed == after)


def _by(numbers: Array, order: Rows) -> Array:
    return np.take_along_axis(numbers, order, axis=1)


def _slip(id: str, title: str, says: str, do: str, notice: str) -> Slip:
    return Slip(id, {}, says, do, title, notice)


_ALL = (
    _slip(
        OTHER_DATA, "Contestar con los números de otro ejercicio",
        "Es lo que sale con otros datos.", "Vuelve a calcularlo con los de esta pregunta.",
        "Copia los datos antes de empezar la cuenta.",
    ),
    _slip(
        SWAPPED, "Los números en otro orden",
        "Los números son buenos, pero están en otro orden.", "Escríbelos en el orden en que se piden.",
        "El primero es el de la clave 0.",
    ),
    _slip(
        TRANSPOSED, "Filas por columnas",
        "Los números son buenos, pero la matriz está traspuesta.", "Cambia filas por columnas.",
        "Con máscara causal los ceros quedan encima de la diagonal.",
    ),
    _slip(
        SIGNS, "Todos los signos cambiados",
        "El tamaño está bien; el signo, no.", "Repasa los signos de la cuenta.",
        "Menos por menos es más.",
    ),
    _slip(
        PERCENT, "Un tanto por ciento sin su signo",
        "Parecen porcentajes, pero falta el signo %.", "Escríbelos como partes de 1, o añade el %.",
        "Un peso está entre 0 y 1.",
    ),
    _slip(
        POINT, "La coma en otro sitio",
        "Las cifras están bien, pero la coma está en otro sitio.", "Repasa dónde va la coma.",
        "Compara el tamaño con el del paso anterior.",
    ),
    _slip(
        DIGITS, "Dos cifras cambiadas de sitio",
        "Parece que has cambiado de sitio dos cifras.", "Vuelve a copiar ese número, cifra a cifra.",
        "Compara cada número con el de tu calculadora al copiarlo.",
    ),
    _slip(
        NEARLY, "Tapar con un número muy negativo",
        "Con un número muy negativo la exponencial es diminuta, pero no exactamente 0.",
        "Hay un signo para «por debajo de cualquier número»: escribe ese.",
        "e^z solo es 0 en −∞; con cualquier número se queda por encima.",
    ),
    _slip(
        LATER, "El resultado de un paso posterior",
        "Es el resultado de un paso posterior.", "Haz solo la operación de este paso.",
        "Mira qué pide la pregunta antes de escribir.",
    ),
    _slip(
        COPIED, "Copiar el paso anterior",
        "Es el resultado de un paso anterior.", "Haz ahora la operación de este paso.",
        "Compara lo que escribes con lo que escribiste en el paso anterior.",
    ),
    _slip(
        COUNTED, "Contar desde 1",
        "Parece que has contado desde 1.", "Aquí se cuenta desde 0: ¿qué número le toca?",
        "Con tres claves, los números son 0, 1 y 2.",
    ),
)  # fmt: skip
VISIBLE: Mapping[str, Slip] = {slip.id: slip for slip in _ALL}
"""By id, in the order they are listed: slips like any others, but for a formula."""
ELSEWHERE = VISIBLE.keys() - {POINT, DIGITS, NEARLY}
"""Those that leave nothing to be praised cell by cell: numbers of other data, or out of their place."""
