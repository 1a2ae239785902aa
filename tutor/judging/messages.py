"""What the judge says, part by part. All its Spanish is here, but for the slips' own words, beside their formulas.

First what is right, then what the learner seems to have done, then one next act. Never the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tutor.answers import write_number
from tutor.equations import Equation, Slip, Step
from tutor.judging import visible_slips
from tutor.judging.derivations import nearest, ways
from tutor.judging.target import Target
from tutor.judging.tied_slips import second_explanation, worded_first
from tutor.judging.typed import CODE, VERDICTS, Typed
from tutor.judging.verdicts import AskBack, Message, Verdict
from tutor.judging.visible_slips import ELSEWHERE, VISIBLE
from tutor.phrasing import capitalised, joined, plural

PLAIN: Mapping[Verdict, Message] = {
    Verdict.EXACT: Message("Bien."),
    Verdict.ROUNDED: Message("Bien: con los pasos anteriores redondeados puede salir así."),
    Verdict.TRUNCATED: Message("Bien. Se aparta algo más que al redondear, como cuando se cortan decimales, y vale."),
    Verdict.CARRIED: Message(
        "Sale bien de tus números anteriores: aquí no hay fallo nuevo.", do="El que hay que mirar está antes."
    ),
    Verdict.BLANK: Message(looks=("Sin respuesta.",), costs=False),
    Verdict.ASK: Message(looks=("Se puede leer de dos maneras.",), costs=False),
    Verdict.UNREADABLE: Message(looks=("No lo entiendo como número.",), costs=False),
}
ALWAYS: Mapping[Verdict, Message] = {
    verdict: said
    for verdict, said in PLAIN.items()
    if verdict not in (Verdict.ASK, Verdict.UNREADABLE, Verdict.CARRIED)
}
"""What is said of every answer with that verdict, whatever it is."""

MOST_PLACES = 6
"""Decimals of a number that is quoted, at most."""
UNPROVED = Message(
    "Sale bien de tus números anteriores, pero de ellos sale lo mismo sin hacer la cuenta.",
    do="Así no se ve si sabes este paso: corrige lo de antes y repite.",
)
UNSURE = "Con tan pocos decimales no se puede saber si está bien."
NOT_ONE = "Los pesos tienen que sumar 1: {} suman {}."
NEGATIVE = "Un peso no puede ser negativo."
MANY = 4
"""Places that are named one by one; of more, only how many they are."""
MOST_LOOKS = 3
"""Explanations of the same numbers that are told; of more, that there are several."""
FEW = "Va bien, pero con pocos decimales."
EARLY = "Va bien, pero se ha perdido precisión por el camino."
KIND = {0: "uno", 1: "{0}", 2: "una matriz de {0} filas y {1} columnas"}
ASKED = {0: "se pide un número", 1: "se piden {0} números", 2: "se pide una matriz de {0} filas y {1} columnas"}


_WRONG = CODE[Verdict.WRONG]


class Named(Protocol):
    """Other data with a name and words of their own."""

    @property
    def id(self) -> str:
        """What tells it from others."""

    @property
    def says(self) -> str:
        """The sentence for it."""


def known_slip(id: str, equation: Equation, question_slips: Sequence[Slip] = ()) -> Slip | None:
    """The slip of that id: the question's own, the equation's, or one that shows in the numbers alone."""
    found = next((slip for slip in question_slips if slip.id == id), None)
    return found or equation.slips.get(id) or VISIBLE.get(id)


def slip_words(id: str, equation: Equation, question_slips: Sequence[Slip] = ()) -> tuple[str, str]:
    """(says, do) of a slip. Empty for an id nobody knows."""
    slip = known_slip(id, equation, question_slips)
    return (slip.says, slip.do) if slip is not None else ("", "")


def later_words(target: Target, later: str) -> tuple[str, str]:
    """(says, do) for the right numbers of a step after the one asked."""
    done, asked = target.equation.steps[later], target.equation.steps[target.step]
    says = f"Eso ya es un paso posterior: {done.title} ({done.symbol})."
    return says, f"Aquí se pide antes: {asked.title} ({asked.symbol})."


@dataclass(frozen=True, slots=True, eq=False)
class MessageWriter:
    """What is said of one batch, made when somebody asks. `borrowed`: row -> the decoy whose answer it is."""

    target: Target
    shape: tuple[int, ...]
    verdict: NDArray[np.int8]
    cells: NDArray[np.bool_]
    rough: NDArray[np.bool_]
    """(B, cells) which are right as far as their decimals tell."""
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
    options: NDArray[np.bool_] | None = None
    """(B, options) of a choice, which were taken or left rightly: to be counted, never told."""
    _before: dict[str, NDArray[np.bool_]] = field(default_factory=dict, repr=False)
    """Step -> (B,) that, told of whoever has a wrong answer when the first of them asks."""

    def say(self, row: int, slips: tuple[str, ...], locale: str = "es") -> Message:
        """The parts of the message for one row, where `slips` explain its numbers."""
        return replace(self.parts(row, slips), remark=self.shares(row, locale))

    def parts(self, row: int, slips: tuple[str, ...]) -> Message:
        """The parts of what is said to the learner of a row."""
        verdict = VERDICTS[self.verdict[row]]
        if verdict is Verdict.CARRIED and self.proved is not None and not self.proved[row]:
            return UNPROVED
        if verdict is Verdict.SLIP:
            return self.slip(row, slips)
        if verdict is Verdict.COARSE:
            return self.coarse(row)
        if verdict is Verdict.WRONG:
            return self.wrong(row)
        reading = self.typed.reading(row)
        if verdict is Verdict.WRONG_SHAPE:
            asked, got = misshapen(self.shape, None if reading is None else reading.value)
            return Message(looks=(f"{capitalised(asked)}{f'; has escrito {got}' if got else ''}.",), costs=False)
        message = PLAIN[verdict]
        return replace(message, looks=(reading.message,)) if reading is not None and reading.message else message

    def slip(self, row: int, ids: tuple[str, ...]) -> Message:
        """What is right, each explanation there is, and one thing to do: a step that tells them apart, if there is."""
        ids = worded_first(self.target, ids)
        says, do = self.words(ids[0], row)
        right = "" if ids[0] in ELSEWHERE else self.praise(row)
        perhaps = f"O quizá son pocos decimales: {self.write_decimals()}" if self.rough[row].all() else ""
        perhaps = f"Y {self.write_decimals()}" if row in self.fewer else perhaps
        other = second_explanation(self.target, ids)
        if other is None:
            return Message(right, (says,), do, perhaps=perhaps, costs=ids[0] != visible_slips.LATER)
        words = [self.words(id, row) for id in (other.id, *other.more)]
        looks = tuple(dict.fromkeys((says, *(look for look, _ in words))))[:MOST_LOOKS]
        if other.step is None or len(looks) < 2:
            return Message(right, looks, words[0][1] or do, perhaps=perhaps)
        asks = AskBack(other.step.id, f"{other.step.title} ({other.step.symbol})", other.left)
        return Message(right, looks, asks=asks, perhaps=perhaps)

    def words(self, id: str, row: int) -> tuple[str, str]:
        """(says, do) of a slip: the question's own words before those of the equation."""
        says, do = slip_words(id, self.target.equation, self.target.slips)
        if id == visible_slips.OTHER_DATA:
            says = next((d.says for d in self.decoys if d.id == self.borrowed.get(row) and d.says), says)
        question_words = self.target.says.get(id)
        return (question_words, "") if question_words else self.wording.get(row, {}).get(id, (says, do))

    def write_decimals(self) -> str:
        """What to do where decimals are missing."""
        return f"escribe {_decimals(self.target.decimals)}."

    def shares(self, row: int, locale: str) -> str:
        """What anybody sees in numbers that should share out 1: that they do not, or that one is negative."""
        if VERDICTS[self.verdict[row]] not in (Verdict.CARRIED, Verdict.SLIP, Verdict.COARSE, Verdict.WRONG):
            return ""
        values, places = self.typed.values[row], self.typed.places[row]
        if not self.target.shares or values.ndim != 1 or not np.isfinite(values).all():
            return ""
        digits = int(min(places.max(), self.target.decimals))
        total = float(values.sum())
        negative = NEGATIVE if (values < 0.0).any() else ""
        if abs(total - 1.0) <= len(values) * 0.5 * 10.0**-digits + 1e-9:
            return negative
        written = [
            write_number(float(v), int(min(p, MOST_PLACES)), locale) for v, p in zip(values, places, strict=True)
        ]
        added = " + ".join(f"({x})" if x[0] in "-−" else x for x in written)
        return _join(NOT_ONE.format(added, write_number(total, digits, locale)), negative)

    def coarse(self, row: int) -> Message:
        """What is said where too few decimals were kept or typed."""
        if row in self.wording:
            says, do = self.wording[row][Verdict.COARSE]
            return Message(says, do=do, costs=False)
        if bool((self.typed.places[row] < self.target.decimals).any()):
            return Message(FEW, do=capitalised(self.write_decimals()), costs=False)
        return Message(EARLY, do=f"Guarda {_decimals(self.target.keep)} en cada paso y repite.", costs=False)

    def wrong(self, row: int) -> Message:
        """What is said where nothing explains the answer."""
        if self.target.choices:
            if not self.typed.values[row].any():
                return Message(looks=(f"Esa no está entre las opciones: {', '.join(self.target.choices)}.",))
            if self.target.by == "options":
                return self.some_right(row)
            if self.target.by == "word":
                return Message(looks=("No es esa palabra.",), do="Vuelve a leer qué se pregunta.")
            return Message(looks=("No es esa.",), do="Vuelve a mirar los números antes de elegir.")
        if self.rough[row].all() and not self.cells[row].any():
            return Message(looks=(UNSURE,), do=capitalised(self.write_decimals()))
        right = _join(self.praise(row, places=len(self.shape) < 2), self.unfinished(row))
        if right:
            return Message(right, do=self.missing(row))
        return Message(looks=("No coinciden." if self.shape else "No es ese número.",), do=self.where_to_look(row))

    def some_right(self, row: int) -> Message:
        """Of several options chosen, how many are right, without telling which."""
        chosen, rightly = self.typed.values[row] > 0, self.options[row] if self.options is not None else self.cells[row]
        good, count = int((chosen & rightly).sum()), int(chosen.sum())
        looks = f"Ninguna de las {count} que eliges es buena." if count > 1 else "Esa no es buena."
        if good:
            looks = f"De las {count} que eliges, {'una es buena' if good == 1 else f'{good} son buenas'}."
            looks = looks if good < count else "Lo que eliges es bueno, y falta algo."
        return Message(looks=(looks,), do="Mira cada opción por separado: ¿es verdad siempre?")

    def where_to_look(self, row: int) -> str:
        """What to do where nothing is right: this operation, or first the step before."""
        step = self.step_before()
        if step is None:
            return "Repasa la cuenta, número a número."
        name = f"{step.title} ({step.symbol})"
        if self.rightly_before(step.id, row):
            return f"El paso anterior, {name}, está bien: repasa esta operación."
        return f"Comprueba primero el paso anterior: {name}."

    def rightly_before(self, step: str, row: int) -> bool:
        """Whether the learner of a row answered an earlier step rightly."""
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
        return f"{capitalised(joined(names))} {'es correcta' if len(names) == 1 else 'son correctas'}."

    def unfinished(self, row: int) -> str:
        """Which cells are right as far as their few decimals tell."""
        few = np.flatnonzero(self.rough[row] & ~self.cells[row])
        if not len(few) or len(self.shape) != 1:
            return ""
        verb = "va" if len(few) == 1 else "van"
        return f"{capitalised(joined([f'la {i + 1}.ª' for i in few]))} {verb} bien, con pocos decimales."

    def missing(self, row: int) -> str:
        """Where to look when some cells are right: at the ones that are wrong, and at the decimals of the others."""
        wrong = ~self.cells[row]
        few = wrong & self.rough[row]
        write = f"escribe {_decimals(self.target.decimals)}" if few.any() else ""
        if len(self.shape) == 2:
            look = f"Revisa {_where(wrong.reshape(self.shape))}, contando desde 0"
            return f"{look}, y {write}." if write else f"{look}."
        left = np.flatnonzero(wrong & ~few)
        if not len(left):
            return f"{capitalised(write)}."
        look = f"Revisa la {left[0] + 1}.ª" if len(left) == 1 else "Revisa las demás"
        return f"{look} y {write}." if write else f"{look}."

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
            found.append(f"fila {i}, {'columna' if len(columns) == 1 else 'columnas'} {joined(columns)}")
    return found


def _where(wrong: NDArray[np.bool_]) -> str:
    """The rows of a matrix with a wrong cell; the cell itself where there is one."""
    names = [str(i) for i in np.flatnonzero(wrong.any(axis=1))]
    if len(names) > 1:
        return f"las filas {joined(names)}"
    column = f", columna {np.flatnonzero(wrong.any(axis=0))[0]}" if wrong.sum() == 1 else ""
    return f"la fila {names[0]}{column}"


def misshapen(shape: tuple[int, ...], value: Any) -> tuple[str, str]:
    """What is asked («se piden 3 números») and what is there («2»; empty where nothing was read as numbers)."""
    got = KIND[len(_shape(value))].format(*_shape(value)) if value is not None else ""
    return ASKED[len(shape)].format(*shape), got


def _shape(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        return ()
    if value and isinstance(value[0], list):
        return len(value), len(value[0])
    return (len(value),) if len(value) > 1 else ()


def _decimals(count: int) -> str:
    return plural(count, "decimal", "decimales")


def _join(*sentences: Any) -> str:
    return " ".join(s for s in sentences if s)
