"""All the Spanish of the reader: what was read, what is wrong, one way out, in the separators in force.

Fields of the sentences: {that} what was met, {n} a number as it is written here, {list} and {matrix} lists, {mark} the
decimal mark, {mark_name} its name, {unit} a decimal number of one digit.
"""

from __future__ import annotations

import re

from tutor.answers.locales import Locale
from tutor.phrasing import plural

FAULTS = {
    "empty": "No has escrito nada. Escribe un número, por ejemplo {n}.",
    "no-answer": "De acuerdo, lo dejamos en blanco. Si quieres una pista, pídela.",
    "unread": "No sé leer esta respuesta. Escribe solo los números, por ejemplo {n}.",
    "too-long": "Es demasiado largo para una respuesta. Escribe solo los números que se piden.",
    "too-deep": "Hay demasiados paréntesis o raíces unos dentro de otros. Escribe el resultado, por ejemplo {n}.",
    "too-many-powers": "Hay demasiadas raíces o potencias. Escribe el resultado, por ejemplo {n}.",
    "control-character": "Hay un carácter que no se ve ({that}) y no es de ningún número. Borra y escribe de nuevo.",
    "no-digits": "No veo ninguna cifra. Escribe un número, por ejemplo {n}.",
    "words": "Leo «{that}», y pido números. Escribe por ejemplo {n}, o «no sé».",
    "spreadsheet-error": "«{that}» es un error de una hoja de cálculo. Escribe el número, por ejemplo {n}.",
    "unexpected-text": "No entiendo «{that}». Escribe solo el número, sin unidades ni palabras: por ejemplo {n}.",
    "letter-for-digit": "Leo la letra «{that}» donde parece que va {digit}. Cámbiala por la cifra.",
    "letter-x": "La letra x no multiplica aquí. Escribe * o ·, por ejemplo 2·3.",
    "several-numbers": "Leo {several}, y pido uno. Si es uno, escríbelo seguido, como {n}; para multiplicar usa *.",
    "unit": "No entiendo «{that}» detrás del número. Sin unidades ni palabras: escribe solo {number}.",
    "double-sign": "Hay dos signos seguidos. Deja uno, o usa paréntesis: 3-(-2).",
    "plus-minus": "Con ± son dos números, y pido uno. Escribe el signo que vale.",
    "empty-between": "Hay dos marcas seguidas y entre ellas no hay cifra. Quita una.",
    "empty-cell": "Entre dos separadores falta un número. Escríbelo, o quita un separador.",
    "empty-row": "Hay una fila vacía. Escribe sus números, o quita el separador de filas.",
    "stray-mark": "Sobra «{that}» al final del número. Quítalo.",
    "bad-grouping": "Las marcas no forman un número: los miles van de tres en tres cifras. Escribe por ejemplo {n}.",
    "leading-zero": "«{that}» empieza por cero, como en una fecha o una hora. En una operación escríbelo sin él.",
    "incomplete-exponent": "Falta el exponente después de la e. Escribe por ejemplo 3e-2, o e^2 si es el número e.",
    "misplaced-percent": "El signo % va detrás del número. Escribe por ejemplo 41{mark}2 %.",
    "stray-braces": "Las llaves no van en un número. Quítalas, o usa paréntesis.",
    "misplaced-operator": "No entiendo «{that}» en ese sitio: le falta un número al lado. Escribe por ejemplo 1/2.",
    "unsupported-operator": "Aquí no se usa «{that}». Valen + - * / ^ √ y los paréntesis.",
    "unfinished": "La operación está sin acabar: falta un número al final. Escribe por ejemplo 1/2.",
    "division-by-zero": "Hay una división por cero. Revisa lo que está debajo de la raya.",
    "not-real": "Eso no es un número real. Revisa lo que está dentro de la raíz, o quita la i.",
    "not-a-number": "«{that}» no es un número. Escribe por ejemplo {n}.",
    "indeterminate": "Esa operación con infinitos no tiene valor. Escribe solo ∞ o -∞, o un número.",
    "domain": "Esa operación no tiene valor. El logaritmo solo admite números positivos, y 0^0 no se define.",
    "too-large": "El resultado es demasiado grande para calcularlo. Si es infinito, escribe ∞ o inf.",
    "too-small": "El número es tan pequeño que se pierde. Si es cero, escribe 0.",
    "unbalanced-brackets": "El paréntesis o corchete «{that}» no tiene pareja. Añade la que falta o quítalo.",
    "mismatched-brackets": "«{open}» se cierra con «{close}». Usa la misma pareja, por ejemplo (…) o […].",
    "other-shape": "Pido {asked}, y «{that}» se puede leer de varias maneras, ninguna así. Sepáralos como en {list}.",
    "rows-not-list": "Leo varias filas de números, y pido una lista. Escríbela en una sola, por ejemplo {list}.",
    "ragged-rows": "La fila {row} tiene {has} y la fila 0 tiene {first}. Iguálalas, como en {matrix}.",
}
ASKS = {
    "point-role": "«{that}» puede ser un número con miles o uno con decimales. {which}",
    "comma-group-role": "«{that}» puede ser un número con miles o uno con decimales. {which}",
    "comma-not-decimal": "Aquí los decimales llevan punto, y la coma de «{that}» no agrupa miles. {which}",
    "apostrophe-role": "El apóstrofo de «{that}» puede separar miles o decimales. {which}",
    "comma-role": "No sé si las comas de «{that}» son decimales o separan números. {which}",
    "space-role": "No sé si los espacios de «{that}» separan números o agrupan los de uno. {which}",
    "minus-role": "No sé si el guion de «{that}» resta, separa o es un signo. {which}",
    "slash-role": "No sé si la barra de «{that}» divide o separa. {which}",
    "dot-role": "No sé si el punto de «{that}» multiplica o separa. {which}",
    "matrix-shape": "Veo los números, pero no las filas. {which} Las filas se separan con |.",
    "transposed": "No sé si la ᵀ pide tumbar la matriz que has escrito. {which}",
    "incomplete-decimal": "«{that}» acaba en coma: quizá faltan los decimales. {which}",
    "exponent": "En «{that}» no sé qué hace la e: la potencia se escribe e^2, y por diez, 1e2. {which}",
    "lost-exponent": "En «{that}» puede faltar el ^ de una potencia de diez, como en 10^-1. {which}",
    "point-or-times": "No sé si el punto de «{that}» es decimal o multiplica, que sería * o ·. {which}",
    "raised-point": "El punto de «{that}» puede ser decimal o multiplicar. {which}",
    "mixed-groups": "En «{that}» hay dos marcas que agrupan cifras. {which}",
    "repeated": "«{that}» puede ser el mismo número escrito dos veces, o un producto. {which}",
    "e-role": "No sé si la «e» suelta de «{that}» es el número e o une los demás. {which}",
    "bullet-role": "No sé si los guiones de «{that}» son signos o solo abren cada línea. {which}",
    "item-role": "No sé si «{that}» empieza por el número de una pregunta. {which}",
    "chained-division": "En «{that}» no sé qué división va antes. {which} Con paréntesis no hay duda.",
    "division-then-product": "En «{that}» no sé si lo último divide o multiplica. {which} Usa paréntesis.",
    "percent-reach": "En «{that}» no sé de qué es el tanto por ciento. {which} Con paréntesis no hay duda.",
    "root-reach": "En «{that}» no sé hasta dónde llega la raíz. {which} Con paréntesis no hay duda.",
    "e-then-bracket": "«{that}» puede ser un producto o una potencia de e. {which} La potencia se escribe e^(…).",
    "mixed-or-thousands": "«{that}» puede ser un entero y una fracción, o un número con miles dividido. {which}",
    "range": "«{that}» puede ser una resta o un intervalo, y pido un número. {which}",
    "log-base": "«log» puede ser el logaritmo en base 10 o el natural. {which} Sin duda: log10(…) o ln(…).",
    "readings": "Puedo leer «{that}» de varias maneras. {which}",
    "two-sides": "En «{that}» los dos lados del = no valen lo mismo. {which}",
}
NOTES = {
    "exponent": "Leo el número detrás de la e como su exponente: se escribe e^2.",
    "point-or-times": "Leo el punto como una multiplicación.",
    "lost-exponent": "Leo el número detrás de 10 como su exponente: se escribe 10^-1.",
    "raised-point": "Leo el punto alto como marca decimal.",
    "repeated": "Leo una sola vez el número que está escrito de dos maneras.",
    "items": "Leo la respuesta sin lo que la numera.",
    "bullets": "Leo cada línea sin la marca que la abre.",
    "about": "Leo el número sin las palabras que lo dan por aproximado.",
    "ticks": "Las marcas ✓ no cuentan.",
    "radians": "Leo el ángulo en radianes.",
    "missing-zero": "Delante de la marca decimal suele ir un cero: 0{mark}5.",
    "apostrophe": "Leo el apóstrofo como marca decimal.",
    "thousands": "Leo las marcas de tres en tres como miles.",
    "other-marks": "Leo la última marca como decimal y las otras como miles.",
    "decimal-comma": "Leo la coma como decimal; aquí el decimal se escribe con punto.",
    "mixed-marks": "Hay comas y puntos decimales; los leo igual.",
    "percent": "Leo el % como una división por cien.",
    "colon": "Leo los dos puntos como una división.",
    "ellipsis": "Leo el número hasta los puntos suspensivos.",
    "final-separator": "Sobra el separador del final.",
    "braces": "Leo las llaves como una lista, en ese orden.",
    "by-shape": "Lo leo así porque la pregunta pide {asked}.",
    "by-rows": "Coloco los números por filas.",
}
_LETTERS = {"o": "un cero (0)", "l": "un uno (1)", "i": "un uno (1)"}
MAX_SHOWN = 30


def fault(reason: str, locale: Locale, detail: str = "") -> str:
    """The sentence for what could not be read."""
    *before, that = detail.split("\n")
    fields = _fields(locale, that) | {"number": shown("".join(before))}
    if reason == "several-numbers":
        count, _, listed = detail.partition(" ")
        fields["several"] = f"{numbers(int(count))}, {shown(listed)}" if listed.startswith("(") else "varios números"
    elif reason == "ragged-rows":
        row, has, first = detail.split()
        fields |= {"row": row, "has": numbers(int(has)), "first": first}
    elif reason == "mismatched-brackets":
        fields |= {"open": detail[0], "close": detail[1]}
    elif reason == "other-shape":
        fields["asked"] = before[0]
    elif reason == "letter-for-digit":
        fields["digit"] = _LETTERS[detail[0].lower()]
    return FAULTS[reason].format_map(fields)


def question(reason: str, locale: Locale, text: str, readings: int) -> str:
    """The question back, which its numbered readings follow."""
    which = "¿Cuál es?" if readings > 1 else "¿Es esto lo que quieres decir?"
    return ASKS[reason].format_map({**_fields(locale, text), "which": which})


def note(reason: str, locale: Locale, asked: str = "") -> str:
    """The remark on a text that was accepted; `asked` is the shape in words."""
    return NOTES[reason].format_map({**_fields(locale, ""), "asked": asked})


def numbers(count: int) -> str:
    """`3 números`."""
    return plural(count, "número")


def shown(text: str) -> str:
    """What was met, short and on one line, fit to be repeated."""
    text = re.sub(r"\s+", " ", text.strip())
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def _fields(locale: Locale, that: str) -> dict[str, str]:
    mark, between = locale.decimal, locale.between
    return {
        "that": shown(that),
        "mark": mark,
        "n": f"0{mark}5",
        "list": f"(0{mark}5{between}1{mark}5)",
        "matrix": f"[1{between}0 | 0{between}1]",
    }
