"""What is said about a learner's function. All the Spanish of the sandbox, but for the slips' own words.

What was found, where, and one way out; never the code that would be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tutor.equations import Equation, Slip
from tutor.sandbox.process import Limits, Stop

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
    "SyntaxError": "no se puede leer como Python",
}
MISFIT = re.compile(r"mismatch|broadcast|not aligned|shapes? cannot|must match|size of tensor|setting an array element")
MANY = 5


def place(line: int, text: str) -> str:
    """`en la línea 4 (`s = Q @ K`)`, as far as it is known."""
    return f" en la línea {line}" + (f" (`{text}`)" if text else "") if line else ""


def failure(error: Mapping[str, Any]) -> str:
    """What stopped it, as the rest of a sentence that begins with its name."""
    at = place(error["line"], error["text"])
    kinds = error["kinds"]
    if kinds[0] == "Denied":
        return f"{NEVER.get(error['message'], 'hace algo')}{at}, y aquí no se puede."
    if "EOFError" in kinds:
        return f"espera que alguien escriba{at}: recibe los datos por sus parámetros, no con `input()`."
    if "SystemExit" in kinds:
        return f"termina el programa{at}: una función devuelve su resultado con `return`."
    if MISFIT.search(error["message"]) and error["shapes"]:
        sizes = listed([f"{name} es {' × '.join(map(str, shape))}" for name, shape in error["shapes"].items()])
        return f"se para{at}: los tamaños no encajan: {sizes}."
    why = next((ERRORS[kind] for kind in kinds if kind in ERRORS), "Python no puede seguir")
    return f"se para{at}: {why} ({': '.join(filter(None, (kinds[0], error['message'])))})."


def stopped(name: str, stop: Stop, limits: Limits) -> str:
    """Why it was stopped, with a way out."""
    at = place(stop.line, stop.text)
    seconds = f"{limits.seconds:g}".replace(".", ",")
    if stop.why == "time":
        return f"{name} no ha terminado en {seconds} s: seguía{at or ' trabajando'}. Mira si ese bucle acaba; si solo tarda, `--time` le da más segundos."
    if stop.why == "output":
        return f"{name} escribe sin parar{at}: más de un megabyte. Quita ese `print`."
    return f"{name} ha cerrado su proceso de golpe{at}: suele ser memoria, o una llamada a sí misma sin fin."


def memory(name: str, error: Mapping[str, Any], limits: Limits) -> str:
    at = place(error["line"], error["text"])
    return f"{name} pide más memoria de la que se le da ({limits.memory} MB){at}. Con estos datos no hace falta tanta; si la necesita, `--memory`."


def slip(name: str, slips: Sequence[Slip], together: bool, equation: Equation) -> str:
    """The wrong procedure by its title, and the formula beside the equation's."""
    first = slips[0]
    titles = [lower(s.title) for s in slips[:MANY]]
    if together:
        return f"`{name}` tiene dos fallos a la vez: {titles[0]}, y {titles[1]}. {formulas(first, equation)} {formulas(slips[1], equation)}".strip()
    said = f"`{name}` da lo que sale con este fallo: {titles[0]}."
    others = f" También podría ser: {'; '.join(titles[1:])}." if titles[1:] else ""
    return " ".join(filter(None, (said + others, formulas(first, equation), first.notice)))


def formulas(slip: Slip, equation: Equation) -> str:
    """What the equation says where the slip acts, and what gives the same as the function."""
    step, formula = next(iter(slip.at.items()))
    if "each" in formula.names or len(slip.at) > 1:
        return ""
    right = equation.steps[step].formula.text
    return f"Donde la ecuación dice `{step} = {right}`, la tuya da lo mismo que `{step} = {formula.text}`."


def shapes(name: str, got: Sequence[int], needed: Sequence[int]) -> str:
    turned = list(got) == list(needed)[::-1] and len(got) > 1
    return f"`{name}` devuelve {shape(got)} y hacen falta {shape(needed)}" + (": ¿has traspuesto?" if turned else ".")


def shape(sizes: Sequence[int]) -> str:
    return f"({', '.join(map(str, sizes))}{',' * (len(sizes) == 1)})" if sizes else "un solo número"


def nothing(name: str, kind: str) -> str:
    if kind == "NoneType":
        return f"`{name}` no devuelve nada: ¿falta el `return`?"
    what = {"items": "una lista que no es una tabla de números", "empty": "algo vacío"}.get(kind, f"un {kind}")
    return f"`{name}` devuelve {what}; hace falta una matriz de números (NumPy, listas o tensores)."


def right(name: str, count: int, narrow: bool) -> str:
    precision = ", con la precisión de float32" if narrow else ""
    return f"`{name}` da lo correcto en los {count} casos{precision}." if count > 1 else f"`{name}` da lo correcto."


def all_right(names: Sequence[str]) -> str:
    return f"{listed([f'`{name}`' for name in names])}: cada función da lo correcto por su cuenta."


def wrong(name: str, failing: Sequence[str], total: int) -> str:
    told = listed(failing[:MANY]) + (" y otros" if len(failing) > MANY else "")
    return f"`{name}` falla en {len(failing)} de {total} casos ({told}), y no es ninguno de los fallos que conozco."


def where(failing: Iterable[str], passing: Iterable[str], few: tuple[bool, bool]) -> str:
    """Where it fails, if that says something. `few`: whether all that pass are of one row, and none that fail."""
    bad, good = set(failing), set(passing)
    if not good:
        return ""
    if bad <= {"causal", "mask", "hidden"}:
        return "Sin máscara da lo correcto; con máscara, no."
    if bad == {"large"}:
        return "Solo falla con números muy grandes."
    return "Con una sola fila da lo correcto; con varias, no." if all(few) else ""


def integers(name: str, error: Mapping[str, Any] | None) -> str:
    how = f"con enteros {failure(error)}" if error else "con enteros da otra cosa."
    return f"`{name}` solo falla cuando le dan números enteros: {how} Pásalos a decimales al empezar, o no guardes decimales en un array de enteros."


def random(name: str) -> str:
    return f"`{name}` devuelve cada vez otra cosa con los mismos datos: usa números al azar, o algo de fuera que cambia entre llamadas."


def constant(name: str, reads: Sequence[str]) -> str:
    read = f": lee {listed([f'`{r}`' for r in reads[:MANY]])} de fuera" if reads else ""
    return f"`{name}` devuelve siempre lo mismo, le den los datos que le den{read}. Usa sus parámetros."


def outside(reads: Sequence[str]) -> str:
    return f"Además lee {listed([f'`{r}`' for r in reads[:MANY]])} de fuera de la función: ¿debería ser un parámetro?"


def early(name: str, title: str) -> str:
    return f"`{name}` se queda en un paso anterior ({title}): está bien hasta ahí, y falta lo que viene después."


NOTES = {
    "overflow": "Estabilidad: con puntuaciones de ±10⁴ deja de dar números. Resta a cada fila su máximo antes de la "
    "exponencial: el resultado no cambia.",
    "prints": "Escribe en pantalla al llamarla; no estorba, pero sobra.",
    "hides": "En tu máscara True tapa. En el texto, y en `scaled_dot_product_attention`, True deja mirar.",
    "float": "La máscara la usas sumada (0 y −∞), y así la he probado.",
    "unmasked": "No admite máscara, así que los casos con máscara no los he probado.",
    "hidden-nan": "En una fila que no puede mirar nada da nan; lo acordado ahí son ceros.",
    "hidden-some": "En una fila que no puede mirar nada reparte igualmente; lo acordado ahí son ceros.",
    "weights": "Devuelve los pesos y no la salida: es lo que he comprobado.",
    "lead": "Solo acepta arrays con un eje más delante (el lote).",
    "list": "Solo acepta listas, no arrays.",
}


def changed(names: Sequence[str]) -> str:
    return f"Cambia {listed([f'`{n}`' for n in names])} por dentro: quien la llama se queda con otros datos. Trabaja con una copia."


def helper(name: str) -> str:
    return f"Sin embargo `{name}`, llamada por su cuenta, no da lo que dice su nombre."


def lower(title: str) -> str:
    return title[:1].lower() + title[1:] if title[1:2].islower() or title[1:2] == " " else title


def listed(words: Sequence[str]) -> str:
    return " y ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
