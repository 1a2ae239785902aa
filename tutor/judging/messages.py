"""What the judge says. All its Spanish is here, but for the slips' own words, which stand beside their formulas.

First what is right, then what the learner seems to have done, then one next act. Never the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tutor.answers import write_number
from tutor.equations import Equation, Slip, Step
from tutor.judging import structure
from tutor.judging.rivals import rival, worded_first
from tutor.judging.target import Target
from tutor.judging.typed import CODE, VERDICTS, Typed
from tutor.judging.verdicts import Verdict
from tutor.judging.ways import nearest, ways

SEEN: Mapping[str, tuple[str, str]] = {
    structure.OTHER_DATA: ("Es lo que sale con otros datos.", "Vuelve a calcularlo con los de esta pregunta."),
    structure.SWAPPED: ("Los números son buenos, pero están en otro orden.", "Escríbelos en el orden en que se piden."),
    structure.TRANSPOSED: ("Los números son buenos, pero la matriz está traspuesta.", "Cambia filas por columnas."),
    structure.SIGNS: ("El tamaño está bien; el signo, no.", "Repasa los signos de la cuenta."),
    structure.PERCENT: ("Parecen porcentajes, pero falta el signo %.", "Escríbelos como partes de 1, o añade el %."),
    structure.POINT: ("Las cifras están bien, pero la coma está en otro sitio.", "Repasa dónde va la coma."),
    structure.COPIED: ("Es el resultado de un paso anterior.", "Haz ahora la operación de este paso."),
    structure.DIGITS: ("Parece que has cambiado de sitio dos cifras.", "Vuelve a copiar ese número, cifra a cifra."),
    structure.LATER: ("Es el resultado de un paso posterior.", "Haz solo la operación de este paso."),
    structure.COUNTED: ("Parece que has contado desde 1.", "Aquí se cuenta desde 0: ¿qué número le toca?"),
}
"""Slip id -> (what the learner seems to have done, what to do), for those that no equation writes down."""

ELSEWHERE = SEEN.keys() - {structure.POINT, structure.DIGITS}
"""Slips that leave nothing to be praised cell by cell: numbers of other data, or out of their place."""

PLAIN: Mapping[Verdict, str] = {
    Verdict.EXACT: "Bien.",
    Verdict.ROUNDED: "Bien: con los pasos anteriores redondeados puede salir así.",
    Verdict.TRUNCATED: "Bien. Se aparta algo más que al redondear, como cuando se cortan decimales, y vale.",
    Verdict.CARRIED: "Sale bien de tus números anteriores: aquí no hay fallo nuevo. El que hay que mirar está antes.",
    Verdict.BLANK: "Sin respuesta.",
    Verdict.ASK: "Se puede leer de dos maneras.",
    Verdict.UNREADABLE: "No lo entiendo como número.",
}
ALWAYS = PLAIN.keys() - {Verdict.ASK, Verdict.UNREADABLE, Verdict.CARRIED}
"""Verdicts of which always the same is said."""

SHOWN = 6
"""Decimals of a number that is quoted, at most."""
MANY = 4
"""Places that are named one by one; of more, only how many they are."""
FEW = "Va bien, pero con pocos decimales: escribe {}. No cuenta como intento."
MAYBE_FEW = "O quizá son pocos decimales: escribe {}."
ALSO_FEW = "Y escribe {}."
UNSURE = "Con tan pocos decimales no se puede saber si está bien: escribe {}."
UNPROVED = (
    "Sale bien de tus números anteriores, pero de ellos sale lo mismo sin hacer la cuenta: así no se ve si sabes este "
    "paso. Corrige lo de antes y repite."
)
NOT_ONE = "Los pesos tienen que sumar 1: {} suman {}."
NEGATIVE = "Y un peso no puede ser negativo."
EARLY = "Va bien, pero se ha perdido precisión por el camino: guarda {} en cada paso y repite. No cuenta como intento."
ASIDE = "Para saberlo, dime qué te dio antes: {} ({})."
KIND = {0: "un número", 1: "{0} números", 2: "una matriz de {0} filas y {1} columnas"}
ASKED = {0: "Se pide un número", 1: "Se piden {0} números", 2: "Se pide una matriz de {0} filas y {1} columnas"}


_WRONG = CODE[Verdict.WRONG]


class Named(Protocol):
    """Other data with a name and words of their own."""

    @property
    def id(self) -> str: ...

    @property
    def says(self) -> str: ...


def slip_words(id: str, equation: Equation, own: Sequence[Slip] = ()) -> tuple[str, str]:
    """(says, do) of a slip: the question's own, the equation's, or ours. Empty for an id nobody knows."""
    for slip in own:
        if slip.id == id:
            return slip.says, slip.do
    if id in equation.slips:
        return equation.slips[id].says, equation.slips[id].do
    return SEEN.get(id, ("", ""))


def later_words(target: Target, later: str) -> tuple[str, str]:
    """(says, do) for the right numbers of a step after the one asked."""
    done, asked = target.equation.steps[later], target.equation.steps[target.step]
    return (
        f"Eso ya es un paso posterior: {done.title} ({done.symbol}).",
        f"Aquí se piden {asked.title} ({asked.symbol}).",
    )


@dataclass(frozen=True, slots=True, eq=False)
class Speaker:
    """The sentences for one batch, made when somebody asks. `borrowed`: row -> the decoy whose answer it is."""

    target: Target
    shape: tuple[int, ...]
    verdict: NDArray[np.int8]
    cells: NDArray[np.bool_]
    rough: NDArray[np.bool_]
    """(B, cells) which are right as far as their decimals tell."""
    named: Mapping[int, tuple[str, ...]]
    borrowed: Mapping[int, str]
    typed: Typed
    decoys: Sequence[Named]
    rightly: Callable[..., NDArray[np.bool_]]
    """rightly(step, rows=…): which of those learners answered that step before, and rightly."""
    wording: Mapping[int, Mapping[str, tuple[str, str]]] = field(default_factory=dict)
    """Row -> id of a slip -> (says, do), where they depend on the answer."""
    fewer: frozenset[int] | set[int] = frozenset()
    """Rows whose slip was found at the few decimals they typed."""
    proved: NDArray[np.bool_] | None = None
    """(B,) of a carried answer, whether it is evidence."""
    _before: dict[str, NDArray[np.bool_]] = field(default_factory=dict, repr=False)
    """Step -> (B,) that, told of whoever has a wrong answer when the first of them asks."""

    def say(self, row: int, locale: str = "es") -> str:
        return _join(self.verdict_words(row), self.shares(row, locale))

    def verdict_words(self, row: int) -> str:
        verdict = VERDICTS[self.verdict[row]]
        if verdict is Verdict.CARRIED and self.proved is not None and not self.proved[row]:
            return UNPROVED
        if verdict is Verdict.SLIP:
            return self.slip(row)
        if verdict is Verdict.COARSE:
            return self.coarse(row)
        if verdict is Verdict.WRONG:
            return self.wrong(row)
        if verdict is Verdict.WRONG_SHAPE:
            reading = self.typed.reading(row)
            return _misshapen(self.shape, None if reading is None else reading.value)
        if verdict is Verdict.ASK or verdict is Verdict.UNREADABLE:
            reading = self.typed.reading(row)
            if reading is not None and reading.message:
                return reading.message
        return PLAIN[verdict]

    def slip(self, row: int) -> str:
        ids = worded_first(self.target, self.named[row])
        says, do = self.words(ids[0], row)
        before = "" if ids[0] in ELSEWHERE else self.praise(row)
        few = ALSO_FEW if row in self.fewer else MAYBE_FEW if self.rough[row].all() else ""
        maybe = few.format(_decimals(self.target.decimals))
        other = rival(self.target, ids)
        if other is not None:
            second, then = self.words(other.id, row)
            act = then or do if other.step is None else ASIDE.format(other.step.title, other.step.symbol)
            return _join(before, "Puede ser una de dos cosas.", says, f"O bien: {_lower(second)}", maybe, act)
        return _join(before, says, do, maybe)

    def words(self, id: str, row: int) -> tuple[str, str]:
        says, do = slip_words(id, self.target.equation, self.target.slips)
        if id == structure.OTHER_DATA:
            says = next((d.says for d in self.decoys if d.id == self.borrowed.get(row) and d.says), says)
        own = self.target.says.get(id)
        return (own, "") if own else self.wording.get(row, {}).get(id, (says, do))

    def shares(self, row: int, locale: str) -> str:
        """What anybody sees in numbers that should share out 1: that they do not, or that one is negative."""
        if VERDICTS[self.verdict[row]] not in (Verdict.CARRIED, Verdict.SLIP, Verdict.COARSE, Verdict.WRONG):
            return ""
        values, places = self.typed.values[row], self.typed.places[row]
        if not self.target.shares or values.ndim != 1 or not np.isfinite(values).all():
            return ""
        digits = int(min(places.max(), self.target.decimals))
        total = float(values.sum())
        if abs(total - 1.0) <= len(values) * 0.5 * 10.0**-digits + 1e-9:
            return NEGATIVE if (values < 0.0).any() else ""
        shown = [write_number(float(v), int(min(p, SHOWN)), locale) for v, p in zip(values, places, strict=True)]
        added = " + ".join(f"({x})" if x[0] in "-−" else x for x in shown)
        summed = NOT_ONE.format(added, write_number(total, digits, locale))
        return _join(summed, NEGATIVE if (values < 0.0).any() else "")

    def coarse(self, row: int) -> str:
        if row in self.wording:
            return f"{self.wording[row][Verdict.COARSE][0]} No cuenta como intento."
        places = self.typed.places[row]
        if bool((places < self.target.decimals).any()):
            return FEW.format(_decimals(self.target.decimals))
        return EARLY.format(_decimals(self.target.keep))

    def wrong(self, row: int) -> str:
        if self.target.choices:
            if not self.typed.values[row].any():
                return f"Esa no está entre las opciones: {', '.join(self.target.choices)}."
            return "No es esa. Vuelve a mirar los números antes de elegir."
        if self.rough[row].all() and not self.cells[row].any():
            return UNSURE.format(_decimals(self.target.decimals))
        right = _join(self.praise(row, places=len(self.shape) < 2), self.unfinished(row))
        if right:
            return _join(right, self.missing(row))
        step = self.step_before()
        no = "No es ese número." if not self.shape else "No coinciden."
        if step is None:
            return _join(no, "Repasa la cuenta, número a número.")
        name = f"{step.title} ({step.symbol})"
        if self.rightly_before(step.id, row):
            return _join(no, f"El paso anterior, {name}, está bien: repasa esta operación.")
        return _join(no, f"Comprueba primero el paso anterior: {name}.")

    def rightly_before(self, step: str, row: int) -> bool:
        if step not in self._before:
            rows = np.flatnonzero(self.verdict == _WRONG)
            known = np.zeros(len(self.verdict), dtype=bool)
            known[rows] = self.rightly(step, rows=rows)
            self._before[step] = known
        return bool(self._before[step][row])

    def praise(self, row: int, places: bool = True) -> str:
        """Which cells are right, where some are and some are not; without `places`, how many."""
        right = self.cells[row]
        if not right.any() or right.all() or not self.shape:
            return ""
        matrix = len(self.shape) == 2
        names = _places(right.reshape(self.shape)) if matrix else [f"la {i + 1}.ª" for i in np.flatnonzero(right)]
        if len(names) > MANY or not places:
            return f"{right.sum()} de {right.size} {'es correcta' if right.sum() == 1 else 'son correctas'}."
        if matrix:
            return f"Correctas, contando desde 0: {'; '.join(names)}."
        return f"{_upper(_list(names))} {'es correcta' if len(names) == 1 else 'son correctas'}."

    def unfinished(self, row: int) -> str:
        """Which cells are right as far as their few decimals tell."""
        few = np.flatnonzero(self.rough[row] & ~self.cells[row])
        if not len(few) or len(self.shape) != 1:
            return ""
        verb = "va" if len(few) == 1 else "van"
        return f"{_upper(_list([f'la {i + 1}.ª' for i in few]))} {verb} bien, con pocos decimales."

    def missing(self, row: int) -> str:
        """Where to look when some cells are right."""
        wrong = ~self.cells[row]
        if len(self.shape) == 2:
            return f"Revisa {_rows(np.flatnonzero(wrong.reshape(self.shape).any(axis=1)))}, contando desde 0."
        few = wrong & self.rough[row]
        look = "Revisa la que falta" if (wrong & ~few).sum() == 1 else "Revisa las demás"
        return f"{look} y escribe {_decimals(self.target.decimals)}." if few.any() else f"{look}."

    def step_before(self) -> Step | None:
        """The last step a person writes down before the one asked."""
        equation = self.target.equation
        last = equation.order.get(self.target.step, len(equation.steps))
        used = _upstream(equation, self.target)
        steps = [s for s in list(equation.steps.values())[:last] if s.id in used and s.when is None]
        return steps[-1] if steps else None


def _upstream(equation: Equation, target: Target) -> set[str]:
    """The steps an honest way may go through before the target, after those whose numbers the question gives."""
    paths = ways(equation, target.step, target.formula)
    return {name for way in paths for name in nearest(way, target.gives)[1]} - {target.step, target.answers_for}


def _places(right: NDArray[np.bool_]) -> list[str]:
    """The right cells of a matrix, row by row."""
    found = []
    for i, cells in enumerate(right):
        columns = [str(j) for j in np.flatnonzero(cells)]
        if cells.all():
            found.append(f"fila {i}")
        elif columns:
            found.append(f"fila {i}, {'columna' if len(columns) == 1 else 'columnas'} {_list(columns)}")
    return found


def _rows(rows: NDArray[np.intp]) -> str:
    names = [str(i) for i in rows]
    return f"la fila {names[0]}" if len(names) == 1 else f"las filas {_list(names)}"


def _list(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} y {names[-1]}"


def _misshapen(shape: tuple[int, ...], value: Any) -> str:
    got = f" y has escrito {KIND[len(_shape(value))].format(*_shape(value))}" if value is not None else ""
    return f"{ASKED[len(shape)].format(*shape)}{got}."


def _shape(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        return ()
    if value and isinstance(value[0], list):
        return len(value), len(value[0])
    return (len(value),) if len(value) > 1 else ()


def _decimals(count: int) -> str:
    return "1 decimal" if count == 1 else f"{count} decimales"


def _join(*sentences: Any) -> str:
    return " ".join(s for s in sentences if s)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
