"""What is said about a learner's function. All the Spanish of the sandbox, but for the slips' own words.

What was found, where, and one way out; never the code that would be right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tutor.equations import Equation, Slip
from tutor.phrasing import joined, mid_sentence
from tutor.sandbox.process import Limits, Stop

SENTENCES = {
    "right": "`{name}` da lo correcto en los {count} casos.",
    "rounded": "`{name}` da lo correcto en los {count} casos, con la precisión de float32.",
    "all-right": "{names}: cada función da lo correcto por su cuenta.",
    "wrong": "`{name}` falla en {bad} de {count} casos ({titles}), y no es ninguno de los fallos que conozco.",
    "one": "`{name}` da lo que sale con este fallo: {title}.",
    "others": "También podría ser: {titles}.",
    "both": "`{name}` tiene dos fallos a la vez: {titles}.",
    "formula": "Donde la ecuación dice `{step} = {right}`, la tuya da lo mismo que `{step} = {wrong}`.",
    "shape": "`{name}` devuelve {got} y hacen falta {needed}{turned}",
    "turned": ": ¿has traspuesto?",
    "none": "`{name}` no devuelve nada: ¿falta el `return`?",
    "kind": "`{name}` devuelve {kind}; hace falta una matriz de números (NumPy, listas o tensores).",
    "early": "`{name}` se queda en un paso anterior ({title}): está bien hasta ahí, y falta lo que viene después.",
    "whole": "`{name}` solo falla cuando le dan números enteros: {how} Pásalos a decimales al empezar, y no guardes "
    "decimales en un array de enteros.",
    "random": "`{name}` devuelve cada vez otra cosa con los mismos datos: usa números al azar, o algo de fuera que "
    "cambia entre llamadas.",
    "constant": "`{name}` devuelve siempre lo mismo, le den los datos que le den: usa sus parámetros.",
    "reads": "Lee {names} de fuera de la función: ¿debería ser un parámetro?",
    "helper": "Sin embargo `{name}`, llamada por su cuenta, no da lo que dice su nombre.",
    "changed": "Cambia {names} por dentro: quien la llama se queda con otros datos. Trabaja con una copia.",
    "overflow": "Estabilidad: con puntuaciones de ±10⁴ deja de dar números. Resta a cada fila su máximo antes de la "
    "exponencial: el resultado no cambia.",
    "prints": "Escribe en pantalla al llamarla; no estorba, pero sobra.",
    "hides": "En tu máscara True tapa. Aquí, y en `scaled_dot_product_attention`, True deja mirar.",
    "float": "La máscara la usas sumada (0 y −∞), y así la he probado.",
    "unmasked": "No admite máscara, así que los casos con máscara no los he probado.",
    "hidden-nan": "En una fila que no puede mirar nada da nan; lo acordado ahí son ceros.",
    "hidden-some": "En una fila que no puede mirar nada reparte igualmente; lo acordado ahí son ceros.",
    "weights": "Devuelve los pesos y no la salida: es lo que he comprobado.",
    "lead": "Solo acepta arrays con un eje más delante (el lote).",
    "flat": "Solo acepta una lista cada vez, no una matriz.",
    "list": "Solo acepta listas, no arrays.",
    "masked": "Sin máscara da lo correcto; con máscara, no.",
    "more": "Y con máscara falla además otra cosa: arregla esto y vuelve a probar.",
    "large": "Solo falla con números muy grandes.",
    "few": "Con una sola fila da lo correcto; con varias, no.",
    "memory": "{who} pide más memoria de la que se le da ({megabytes} MB){at}. Con estos datos no hace falta tanta; "
    "`--memory` le da más.",
    "time": "{who} no ha terminado en {seconds} s: seguía{at}. Mira si ese bucle acaba; si solo tarda, `--time` le da "
    "más segundos.",
    "output": "{who} escribe sin parar{at}: más de un megabyte. Quita ese `print`.",
    "died": "{who} ha cerrado su proceso de golpe{at}: suele ser memoria, o una función que se llama sin fin.",
    "Denied": "{what}{at}, y aquí no se puede.",
    "EOFError": "espera que alguien escriba{at}: recibe los datos por sus parámetros, no con `input()`.",
    "SystemExit": "termina el programa{at}: una función devuelve su resultado con `return`.",
    "SyntaxError": "no se puede leer{at}: no es Python ({error}).",
    "misfit": "se para{at}: los tamaños no encajan: {sizes}.",
    "stops": "se para{at}: {why} ({error}).",
}
NEVER = {
    "process": "abre otro proceso", "signal": "manda una señal a otro proceso", "network": "usa la red",
    "file": "escribe o borra archivos",
}  # fmt: skip
"""What the child denies, by its code."""
ERRORS = {
    "NameError": "usa un nombre que no existe",
    "ModuleNotFoundError": "pide un módulo que no está instalado",
    "ImportError": "no puede importar lo que pide",
    "ZeroDivisionError": "divide por cero",
    "OverflowError": "un número se hace demasiado grande",
    "RecursionError": "se llama a sí misma sin parar",
    "IndexError": "pide una posición que no existe",
    "KeyError": "pide una clave que no está en el diccionario",
    "AttributeError": "pide algo que ese objeto no tiene",
    "TypeError": "usa un dato de un tipo que ahí no sirve",
    "ValueError": "un valor o un tamaño no sirve ahí",
    "RuntimeError": "una operación no se puede hacer",
}
KINDS = {"items": "una lista que no es una tabla de números", "empty": "algo vacío"}
MISFIT = re.compile(r"mismatch|broadcast|not aligned|shapes? cannot|must match|size of tensor|setting an array element")
FAMILIAR = {"softmax", "exp", "sqrt", "sum", "max", "abs", "log"}
"""Functions of formulas that need no explaining to whoever writes code."""
MANY = 5


def say(id: str, **parts: object) -> str:
    """The sentence of that id with its parts in."""
    return SENTENCES[id].format(**parts)


def place(line: int, text: str) -> str:
    """`en la línea 4 (`s = Q @ K`)`, as far as it is known."""
    return f" en la línea {line}" + (f" (`{text}`)" if text else "") if line else ""


def failure(error: Mapping[str, Any]) -> str:
    """What stopped it, as the rest of a sentence that begins with its name."""
    at, kinds = place(error["line"], error["text"]), error["kinds"]
    known = next((id for id in ("Denied", "EOFError", "SystemExit", "SyntaxError") if id in kinds), None)
    if known:
        return say(known, at=at, what=NEVER.get(error["message"], ""), error=error["message"])
    if MISFIT.search(error["message"]) and error["shapes"]:
        sizes = [f"{name} es {' × '.join(map(str, shape))}" for name, shape in error["shapes"].items()]
        return say("misfit", at=at, sizes=joined(sizes))
    why = next((ERRORS[kind] for kind in kinds if kind in ERRORS), "Python no puede seguir")
    return say("stops", at=at, why=why, error=": ".join(filter(None, (kinds[0], error["message"]))))


def stopped(who: str, stop: Stop, limits: Limits) -> str:
    """Why it was stopped, with a way out."""
    at = place(stop.line, stop.text) or (" trabajando" if stop.why == "time" else "")
    return say(stop.why, who=who, at=at, seconds=f"{limits.seconds:g}".replace(".", ","), megabytes=limits.memory)


def slip(name: str, slips: Sequence[Slip], together: bool, equation: Equation) -> str:
    """The wrong procedure by its title, and its formula beside the equation's."""
    first, *rest = slips[:MANY]
    if together:
        sentence = say("both", name=name, titles=joined([mid_sentence(one.title) for one in slips]))
        return " ".join(filter(None, (sentence, *(formula(one, equation) for one in slips))))
    others = say("others", titles="; ".join(mid_sentence(one.title) for one in rest)) if rest else ""
    sentence = say("one", name=name, title=mid_sentence(first.title))
    return " ".join(filter(None, (sentence, others, formula(first, equation), first.notice)))


def formula(slip: Slip, equation: Equation) -> str:
    """What the equation says where the slip acts, and what gives the same as the function, if that is easily read."""
    step, wrong = next(iter(slip.at.items()))
    calls = set(re.findall(r"(\w+)\(", wrong.text))
    if len(slip.at) > 1 or slip.each or not calls <= FAMILIAR:
        return ""
    return say("formula", step=step, right=equation.steps[step].formula.text, wrong=wrong.text)


def shape(name: str, got: Sequence[int], needed: Sequence[int]) -> str:
    """That a shape is another than the one needed, and whether it is only turned."""
    turned = SENTENCES["turned"] if len(got) > 1 and list(got) == list(needed)[::-1] else "."
    one, other = (f"({', '.join(map(str, sizes))})" if sizes else "un solo número" for sizes in (got, needed))
    return say("shape", name=name, got=one, needed=other, turned=turned)


def nothing(name: str, kind: str) -> str:
    """That what is returned is no array."""
    return say("none" if kind == "NoneType" else "kind", name=name, kind=KINDS.get(kind, f"un {kind}"))


def names(id: str, called: Sequence[str]) -> str:
    """A sentence that lists functions."""
    return say(id, names=joined([f"`{name}`" for name in called[:MANY]]))
