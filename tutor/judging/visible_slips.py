"""Slips that show in the typed numbers alone, which no equation writes down: what they are called and what they say.

`structure` finds them. They are slips like any others, but for a formula.
"""

from __future__ import annotations

from collections.abc import Mapping

from tutor.equations import Slip
from tutor.judging import structure


def _slip(id: str, title: str, says: str, do: str, notice: str) -> Slip:
    return Slip(id, {}, says, do, title, notice)


_ALL = (
    _slip(
        structure.OTHER_DATA, "Contestar con los números de otro ejercicio",
        "Es lo que sale con otros datos.", "Vuelve a calcularlo con los de esta pregunta.",
        "Copia los datos antes de empezar la cuenta.",
    ),
    _slip(
        structure.SWAPPED, "Los números en otro orden",
        "Los números son buenos, pero están en otro orden.", "Escríbelos en el orden en que se piden.",
        "El primero es el de la clave 0.",
    ),
    _slip(
        structure.TRANSPOSED, "Filas por columnas",
        "Los números son buenos, pero la matriz está traspuesta.", "Cambia filas por columnas.",
        "Con máscara causal los ceros quedan encima de la diagonal.",
    ),
    _slip(
        structure.SIGNS, "Todos los signos cambiados",
        "El tamaño está bien; el signo, no.", "Repasa los signos de la cuenta.",
        "Menos por menos es más.",
    ),
    _slip(
        structure.PERCENT, "Un tanto por ciento sin su signo",
        "Parecen porcentajes, pero falta el signo %.", "Escríbelos como partes de 1, o añade el %.",
        "Un peso está entre 0 y 1.",
    ),
    _slip(
        structure.POINT, "La coma en otro sitio",
        "Las cifras están bien, pero la coma está en otro sitio.", "Repasa dónde va la coma.",
        "Compara el tamaño con el del paso anterior.",
    ),
    _slip(
        structure.DIGITS, "Dos cifras cambiadas de sitio",
        "Parece que has cambiado de sitio dos cifras.", "Vuelve a copiar ese número, cifra a cifra.",
        "Compara cada número con el de tu calculadora al copiarlo.",
    ),
    _slip(
        structure.NEARLY, "Tapar con un número muy negativo",
        "Con un número muy negativo la exponencial es diminuta, pero no exactamente 0.",
        "Hay un signo para «por debajo de cualquier número»: escribe ese.",
        "e^z solo es 0 en −∞; con cualquier número se queda por encima.",
    ),
    _slip(
        structure.LATER, "El resultado de un paso posterior",
        "Es el resultado de un paso posterior.", "Haz solo la operación de este paso.",
        "Mira qué pide la pregunta antes de escribir.",
    ),
    _slip(
        structure.COPIED, "Copiar el paso anterior",
        "Es el resultado de un paso anterior.", "Haz ahora la operación de este paso.",
        "Compara lo que escribes con lo que escribiste en el paso anterior.",
    ),
    _slip(
        structure.COUNTED, "Contar desde 1",
        "Parece que has contado desde 1.", "Aquí se cuenta desde 0: ¿qué número le toca?",
        "Con tres claves, los números son 0, 1 y 2.",
    ),
)  # fmt: skip
VISIBLE: Mapping[str, Slip] = {slip.id: slip for slip in _ALL}
"""By id, in the order they are listed."""
ELSEWHERE = VISIBLE.keys() - {structure.POINT, structure.DIGITS, structure.NEARLY}
"""Those that leave nothing to be praised cell by cell: numbers of other data, or out of their place."""
