"""What the words of the course mean, in a sentence or two, for `qué es …` at any prompt."""

from __future__ import annotations

import re

from tutor.errors import nearest
from tutor.session.commands import fold

TERMS: dict[str, str] = {
    "atención": (
        "Mezclar los valores de varios tokens, cada uno con un peso que dice cuánto importa. Se calcula en "
        "cuatro pasos: comparar, escalar, repartir y mezclar."
    ),
    "token": "Un trozo de texto, una palabra o parte de ella. El modelo guarda de cada token una lista de números.",
    "consulta (Q, query)": "Lo que busca un token. Q: una fila por cada token que pregunta.",
    "clave (K, key)": (
        "La etiqueta con la que un token se deja encontrar. K: una fila por token; la clave 0 es la primera."
    ),
    "valor (V, value)": "Lo que un token entrega si se le hace caso. V: una fila por token. Es lo único que se mezcla.",
    "producto escalar": (
        "Multiplicar dos listas número a número y sumar. Crece cuanto más apuntan en la misma dirección."
    ),
    "puntuación (score)": (
        "El producto escalar de una consulta con una clave. Puede ser negativa; todavía no es un reparto."
    ),
    "d_k": "Cuántos números tiene cada clave. Las puntuaciones se dividen por √d_k.",
    "escalar": "Dividir las puntuaciones por √d_k, para que no crezcan con el tamaño de las claves.",
    "z": "Las puntuaciones ya escaladas: lo que entra en el softmax.",
    "exponencial (e^z)": "El número e, 2,718…, elevado a z. Siempre es positiva; e^0 = 1.",
    "softmax": "De números cualesquiera a un reparto: la exponencial de cada uno, entre la suma de todas.",
    "peso (α, alfa)": "La parte del reparto que se lleva cada clave. Ninguno es negativo y entre todos suman 1.",
    "salida (output)": "Cada valor por su peso, y todo sumado. Nunca se sale de entre los valores.",
    "envolvente": (
        "La figura más pequeña que encierra todos los valores: un segmento, un triángulo… La salida cae dentro."
    ),
    "máscara (máscara causal)": (
        "Poner −∞ en las puntuaciones de lo que viene después, antes del softmax: su peso queda en 0."
    ),
    "cabeza (head)": (
        "Una atención que trabaja con su propio trozo de los números. Varias miran cosas distintas a la vez."
    ),
    "d_model": "Cuántos números guarda el modelo de cada token. Con h cabezas, cada una trabaja con d_model/h.",
    "W^Q, W^K, W^V, W^O": (
        "Matrices que se aprenden: de cada token sacan su consulta, su clave y su valor; W^O junta las cabezas."
    ),
    "transformer": "La red que hay detrás de los modelos de lenguaje. Su pieza central es la atención, la ecuación 1.",
    "texto original (texto del curso)": "El documento del que sale la lección, con el mismo ejemplo de tres tokens.",
    "T02": "Un cuaderno del mismo curso, que hace la misma cuenta con vectores de 4 números: `tutor explain t02`.",
    "A01": "El apartado de álgebra del mismo curso: el producto escalar. Aquí, `tutor explain producto-escalar`.",
    "A02": "El apartado de probabilidad del mismo curso: softmax y entropía. Aquí, `tutor explain softmax`.",
    "perpendicular": "Que forma 90°. El producto escalar de dos vectores perpendiculares es 0.",
    "vector": "Una lista de números en orden.",
    "matriz": "Una tabla de números: filas y columnas. Q, K y V lo son.",
    "traspuesta (Kᵀ)": "La matriz con las filas puestas como columnas. En Q·Kᵀ sale cada consulta con cada clave.",
    "varianza (desviación típica)": (
        "Cuánto se apartan unos números de su media, al cuadrado. Su raíz es la desviación típica."
    ),
    "entropía": "Cuánto se reparte un reparto: 0 si se lo lleva todo uno, lo más posible si van a partes iguales.",
}
"""Each word with its other names, and what it means; numbers have a decimal comma."""

_ASKED = re.compile(r"^[¿\s]*(?:qu[eé] (?:es|son|significa)|que es|definici[oó]n(?: de)?|glosario)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:el|la|los|las|un|una)\s+")


def _names(term: str) -> list[str]:
    return [name for piece in re.split(r"[(),]", term) if (name := fold(piece))]


_BY_NAME = {name: term for term in TERMS for name in _names(term)}


def meaning(text: str) -> str | None:
    """What to say to `qué es token`; None if the text does not ask for a word. An unknown one brings the nearest."""
    asked = _ASKED.match(text)
    if asked is None:
        return None
    word = _ARTICLE.sub("", fold(text[asked.end() :]))
    if not word:
        return f"Puedes preguntar por: {', '.join(term.partition(' (')[0] for term in TERMS)}."
    term = _BY_NAME.get(word) or _BY_NAME.get(word.removesuffix("es")) or _BY_NAME.get(word.removesuffix("s"))
    if term is not None:
        return f"{term[:1].upper()}{term[1:]}: {TERMS[term][:1].lower()}{TERMS[term][1:]}"
    close = nearest(word, _BY_NAME)
    way = f"¿Querías decir «qué es {_BY_NAME[close].partition(' (')[0]}»?" if close else "«glosario» las enumera."
    return f"No tengo «{word}» entre las palabras del curso. {way}"
