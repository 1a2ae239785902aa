"""The shape of a unit file: one document type for lessons, checks and explanations.

A unit has parts, a part has blocks. `tutor lesson` walks every block, `tutor check` asks only the questions,
`tutor explain` shows only what is not a question.

Texts are templates: `{weights}`, `{sum(exps):3}` and `{cell(x, 0, 1):0%}` are computed, `{mine:pesos}` is what the
learner answered to the question `pesos` (the right value until then), and `mine_pesos` is the same inside a formula.

Data are named inputs: a number, nested lists of numbers, or a formula over the names beside it (`Q: K`); `mask` may
also be the word `causal`. What a question or block says in `data` lies over its `use` dataset, that over the unit's.
"""

from __future__ import annotations

import re
from dataclasses import field
from fractions import Fraction
from math import nan
from typing import Annotated, Any, Literal

from tutor.units.model_rules import Checked, Limits, OneOf, Prepared, Renamed, Strict

FORMAT = 1
Text = Annotated[str, Limits(min_length=1)]
Slug = Annotated[str, Limits(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Name = Annotated[str, Limits(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=40)]
Switch = Annotated[bool, Limits(strict=True)]
Cell = tuple[Annotated[int, Limits(strict=True)], Annotated[int, Limits(strict=True)]]
"""Row and column, counted from 0."""
MAX_CELLS = 400
_NUMBER, _HARD_BLANK = re.compile(r"[-+]?\d*\.?\d+"), re.compile("[\u00a0\u202f]")


def _as_yaml(cell: Any) -> None:
    """Raises ValueError for a number that only a person reads as one: with a comma, another minus, blanks."""
    if isinstance(cell, str):
        plain = _HARD_BLANK.sub("", cell.replace("−", "-").replace("–", "-").replace(",", ".").strip())
        if plain != cell and _NUMBER.fullmatch(plain):
            raise ValueError(f"«{cell}» no es un número de YAML, que lleva punto y guion corriente | escribe {plain}")


def _data_value(value: Any) -> Any:
    """A number, a formula, a list of numbers or a list of such lists, not too many."""
    if isinstance(value, str) and value.strip():
        _as_yaml(value)
        return value
    rows = value if isinstance(value, list) else [value]
    cells = [c for row in rows for c in (row if isinstance(row, list) else [row])]
    nested = {isinstance(row, list) for row in rows}
    for cell in cells:
        _as_yaml(cell)
    if not cells or len(nested) != 1 or any(isinstance(c, bool) or not isinstance(c, int | float) for c in cells):
        raise ValueError("un dato es un número, una lista de números o una lista de filas | [[1.0, 0.0], [0.0, 1.0]]")
    if any(c != c for c in cells):
        raise ValueError("un dato no puede ser .nan | escribe un número")
    if len({len(row) for row in rows if isinstance(row, list)}) > 1:
        raise ValueError("las filas no tienen todas la misma longitud | iguala el número de columnas")
    if len(cells) > MAX_CELLS:
        raise ValueError(f"son {len(cells)} números, demasiados para hacerlos a mano | como mucho {MAX_CELLS}")
    return value


_VALUE_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "number"},
        {"type": "string", "minLength": 1},
        {"type": "array", "items": {"type": "number"}},
        {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
    ]
}
Value = Annotated[Any, Checked(_data_value, _VALUE_SCHEMA)]
Data = dict[Name, Value]
SKILLS = {
    "producto-escalar": "producto escalar",
    "escalado": "escalado",
    "softmax": "softmax",
    "mezcla": "mezcla",
    "mascara-causal": "máscara causal",
    "multi-cabeza": "varias cabezas",
    "notacion": "notación",
}
"""What a question may exercise, in the order it is taught, and what learners call it; the word is also the unit to
practise it with. A unit may add its own."""


SHEET_FIELDS: dict[str, tuple[str, ...]] = {
    "id": ("id", "tu id", "alumno", "alumna", "código", "matrícula", "id alumno", "identificador", "usuario", "dni"),
    "name": ("nombre", "tu nombre", "nombre completo", "nombre y apellidos", "apellidos y nombre"),
    "sheet": ("hoja", "código de hoja"),
    "date": ("fecha", "copiada"),
}
"""What a sheet says beside its answers, and the names by which it is known: no question may go by one of them."""


def _written(value: Any) -> Any:
    """A number where a text is wanted, as a text: `gives: 2` is as good as `gives: "2"`."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _labelled(choices: Any) -> Any:
    """`0: clave 0` is as good as `"0": clave 0`."""
    if not isinstance(choices, dict):
        return choices
    labelled = {str(k): v for k, v in choices.items()}
    if len(labelled) < len(choices) or len({str(v) for v in choices.values()}) < len(choices):
        raise ValueError("dos opciones son iguales | cambia la etiqueta o el texto de una")
    return labelled


def _points(points: Any) -> Any:
    if points is not None and (isinstance(points, bool) or not isinstance(points, int | float | str)):
        raise ValueError('los puntos son un número: 1, 0.5 o "1/3"')
    if isinstance(points, str) and re.fullmatch(r".*/\s*[+-]?0+\s*", points):
        raise ValueError("`points` tiene que ser un número, y no se divide por 0")
    return points


class Scoped(Strict):
    """Something computed: over the unit's equation and data unless it names others."""

    equation: str | None = None
    use: str | None = None
    """The name of one of the unit's `datasets`."""
    data: Data | None = None
    """Inputs of this one alone, over those of the unit and of `use`."""


class OwnSlip(Strict):
    """A wrong procedure that only this question knows: `gives` is a formula, or the label of a choice."""

    id: Annotated[str, Limits(pattern=r"^(own:)?[a-z0-9]+(-[a-z0-9]+)*$")]
    gives: Annotated[str, Prepared(_written)]
    title: str = ""
    """What the mistake is called in lists."""
    says: Text
    """What the learner seems to have done."""
    do: str = ""
    """One next act, never the answer."""


class Note(Strict):
    """One more line after a right answer, only for whoever typed this number (an erratum, a rounding).

    `typed` is a text as a learner writes it; a single number matches any cell. With `of`, it is the answer given to
    that earlier question (a prediction, answered at last by the learner's own numbers).
    """

    typed: Text
    says: Text
    of: Slug | None = None


class Hold(Strict):
    """A property checked on the learner's own numbers, named `answer` in the formula.

    `sums_to(answer, 1)`, `between(answer, col_min(V), col_max(V))`, `not_negative(answer)`, `same_order(answer, z)`.
    """

    formula: Text
    says: Text
    """What is said when it holds."""
    fails: str = ""


class Question(Scoped):
    """What is asked. Exactly one of `step`, `expect`, `choices`, `accepts` says what the right answer is."""

    question: Slug
    ask: Text
    title: str = ""
    """A few words for a header, a gradebook column, a sheet."""
    step: str | None = None
    row: Annotated[int, Limits(strict=True, ge=0)] | str | None = None
    """Which row of the `step`; the name of a datum where each learner is asked another."""
    cell: Cell | None = None
    expect: str | None = None
    choices: Annotated[dict[str, Text] | None, Prepared(_labelled)] = None
    """Label and text; answered by label, number, or the text itself."""
    answer: Annotated[str, Prepared(_written)] | None = None
    """With `choices`: the label of the right one, when it does not depend on the data."""
    answers: tuple[Annotated[str, Prepared(_written)], ...] = ()
    """With `choices`: the labels of the right ones, where several are to be chosen, all of them and no other."""
    accepts: tuple[Text, ...] = ()
    """A word or a few as the answer, in every way it may be written; accents, case and a letter astray aside."""
    right: str | None = None
    """With `choices`: a one-hot formula over them, such as `heaviest(weights)`."""
    decimals: Annotated[int, Limits(strict=True, ge=0, le=9)] | None = None
    exact: Switch = False
    """No allowance of any kind: counts, indices, infinities. Whole numbers (`decimals: 0`) always are."""
    graded: Switch = True
    """False for a prediction: noted, never right or wrong."""
    reason: Text
    solution: str = ""
    """The worked answer in words, where no step of the equation shows it (`expect` and `choices`)."""
    notes: tuple[Note, ...] = ()
    says: dict[str, Text] = field(default_factory=dict)
    """This question's own words for a slip of the equation, by slip id."""
    slips: tuple[OwnSlip, ...] = ()
    passes: tuple[str, ...] = ()
    """Slips whose answer these numbers let pass, where a source's numbers have to stand: `tutor author check` knows."""
    hints: Annotated[tuple[Text, ...], Limits(min_length=2, max_length=4)]
    holds: tuple[Hold, ...] = ()
    for_every: str | None = None
    """An input over whose random values the answer must not change."""
    points: Annotated[Fraction | None, Prepared(_points)] = None
    skill: str = ""
    """One of SKILLS, or of the unit's own."""
    optional: Switch = False
    """Asked after the rest, for nothing (transfer)."""
    again: str | None = None
    """The name of a dataset: the numbers it is asked with once more after its solution was seen. Its words, hints and
    slips must hold for them too."""

    def __post_init__(self) -> None:
        if sum(x is not None for x in (self.step, self.expect, self.choices, self.accepts or None)) != 1:
            raise ValueError("una pregunta lleva exactamente uno de `step`, `expect`, `choices` o `accepts`")
        rights = sum(x is not None for x in (self.answer, self.right, self.answers or None))
        if self.choices is not None and rights != 1:
            raise ValueError("con `choices` hace falta uno de `answer` (la etiqueta), `answers` (varias) o `right`")
        if self.choices is None and rights:
            raise ValueError("`answer`, `answers` y `right` solo valen con `choices`")
        for label in self.answers:
            if label not in (self.choices or {}) or self.answers.count(label) > 1:
                here = ", ".join(self.choices or {})
                raise ValueError(f"`answers: {label}` tiene que ser una de las opciones, una sola vez ({here})")
        if self.choices is not None and not 2 <= len(self.choices) <= 12:
            raise ValueError("`choices` lleva de 2 a 12 opciones")
        if self.choices is not None and self.answer is not None and self.answer not in self.choices:
            raise ValueError(f"`answer: {self.answer}` no es ninguna de las opciones ({', '.join(self.choices)})")
        if self.row is not None and self.cell is not None:
            raise ValueError("`row` o `cell`, no los dos")
        if (self.row is not None or self.cell is not None) and self.step is None:
            raise ValueError("`row` y `cell` eligen una parte de un `step`")
        if self.points is not None and self.points < 0:
            raise ValueError("los puntos no pueden ser negativos")


class TextBlock(Scoped):
    text: Text
    locales: tuple[str, ...] = ()
    """The only locales it is true in; all where it names none."""


class WarningBlock(Scoped):
    warning: Text


class ShowBlock(Scoped):
    """One step, worked: its arithmetic with the numbers in it. `cells` limits it to those [row, column] cells."""

    show: str
    cells: tuple[Cell, ...] = ()


class DataBlock(Scoped):
    """Matrices drawn side by side: each name is an input, a step or any formula.

    `labels` gives the words over a matrix, `rows` the template of its row labels (`clave {i}`), by the same name, and
    `decimals` its decimals.
    """

    matrices: tuple[str, ...]
    labels: dict[str, str] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    decimals: dict[str, Annotated[int, Limits(strict=True, ge=0, le=9)]] = field(default_factory=dict)


class ChartBlock(Scoped):
    """A picture of a formula's value, always with the numbers beside it.

    bars: one row of numbers. heat, mask: a matrix. plane: rows of two numbers, and `point` (default `output`) inside
    their envelope. curve: the points (z, e^z) of one row of numbers. arrows: rows of two numbers, and `point` (a
    query), all as arrows from the origin.
    """

    chart: str
    kind: Literal["bars", "heat", "mask", "plane", "curve", "arrows"]
    title: str = ""
    labels: str = ""
    """Template of the label of item i: `clave {i}`."""
    point: str = "output"
    decimals: Annotated[int, Limits(strict=True, ge=0, le=9)] | None = None


class TableBlock(Scoped):
    """Rows of texts (templates). Where numbers are typed rather than computed, `source` says to the learner where they
    come from, and `simulation` to authors and tests, which tables of which program: `benchmarks/tables.py: ganadora-3`.
    """

    table: tuple[tuple[str, ...], ...]
    header: tuple[str, ...]
    caption: str = ""
    source: str = ""
    simulation: str = ""

    def __post_init__(self) -> None:
        for i, row in enumerate(self.table):
            if len(row) != len(self.header):
                raise ValueError(f"la fila {i} tiene {len(row)} celdas y la cabecera {len(self.header)}")


class ReadsBlock(Strict):
    """Examples of how texts are read, produced by the reader itself."""

    reads: tuple[str, ...]
    locales: tuple[str, ...] = ()
    kind: Literal["scalar", "vector", "matrix"] = "scalar"
    shape: tuple[int, ...] | None = None
    decimals: int | None = None


BLOCKS: dict[str, type[Strict]] = {
    "question": Question,
    "text": TextBlock,
    "show": ShowBlock,
    "matrices": DataBlock,
    "chart": ChartBlock,
    "table": TableBlock,
    "reads": ReadsBlock,
    "warning": WarningBlock,
}
"""The key that says what a block is, and its model."""
BLOCK_KINDS = tuple(BLOCKS)


def block_kind(block: Any) -> str | None:
    """The key that says what a block is, or None."""
    keys: Any = block if isinstance(block, dict) else getattr(type(block), "__dataclass_fields__", ())
    return next((k for k in BLOCK_KINDS if k in keys), None)


Block = Annotated[
    Question | TextBlock | ShowBlock | DataBlock | ChartBlock | TableBlock | ReadsBlock | WarningBlock,
    OneOf(BLOCKS, block_kind),
]


class Part(Strict):
    """A stretch that ends at a good place to stop."""

    id: Slug
    title: Text
    minutes: Annotated[int, Limits(strict=True, ge=1, le=240)] = 5
    recall: str = ""
    """What the learner has, said when the part is begun on another day."""
    blocks: tuple[Block, ...]
    end: str = ""

    @property
    def questions(self) -> tuple[Question, ...]:
        """In the order in which they are asked."""
        return tuple(b for b in self.blocks if isinstance(b, Question))


class Decoy(Strict):
    """Other data whose right answers are recognised as such, before any slip. `data` lies over the unit's."""

    id: Slug
    data: Data
    says: Text


Drawable = Annotated[float, Limits(strict=True, allow_inf_nan=False, ge=-1e6, le=1e6)]


class Draw(Strict):
    """How one input is drawn: every entry from `low` to `high`, both included, with `decimals`; 0 only where `zero`.
    Or every entry one of `from`.

    A single row of three or more repeats a number only where `repeats`. What is `hidden` is never printed.
    """

    low: Drawable = nan
    high: Drawable = nan
    values: Annotated[tuple[Drawable, ...], Limits(min_length=2, max_length=100)] = ()
    """`from` in the file."""
    hidden: Switch = False
    decimals: Annotated[int, Limits(strict=True, ge=0, le=3)] = 1
    zero: Switch = True
    repeats: Switch = False

    def __post_init__(self) -> None:
        if self.values and self.low != self.low and self.high != self.high:
            object.__setattr__(self, "low", min(self.values))
            object.__setattr__(self, "high", max(self.values))
        elif self.values or self.low != self.low or self.high != self.high:
            raise ValueError("un sorteo lleva `low` y `high`, o `from` | {low: -2, high: 2} o {from: [4, 16, 64]}")
        if not self.low < self.high:
            raise ValueError("`low` debe ser menor que `high`" if not self.values else "`from` son números distintos")


class Variants(Strict):
    """How other numbers are drawn, by input name; its shape is that of the unit's data.

    `within`: formula -> the least and the most that every cell of it may be; draws beyond them are set aside.
    """

    draw: dict[Name, Annotated[Draw, Renamed(**{"from": "values"})]]
    where: tuple[str, ...] = ()
    """Formulas that every draw must make true in every cell (not 0): `abs(det(A)) >= 1`."""
    within: dict[str, tuple[float, float]] = field(default_factory=dict)


class Unit(Strict):
    """A whole unit file."""

    format: Literal[1]
    unit: Slug
    version: Annotated[int, Limits(strict=True, ge=1)] = 1
    order: Annotated[int, Limits(strict=True)] = 1000
    """Place in lists of units."""
    title: Text
    summary: Text
    equation: str = "atencion"
    keep: Annotated[int, Limits(strict=True, ge=1, le=9)] = 3
    data: Data = field(default_factory=dict)
    datasets: dict[Slug, Data] = field(default_factory=dict)
    decoys: tuple[Decoy, ...] = ()
    variants: Variants | None = None
    source: str = ""
    closing: str = ""
    """Said when every graded question is right."""
    next: str = ""
    """What to type after this unit."""
    tokens: tuple[Text, ...] = ()
    """The words that the keys stand for, in order: `gato`, `mesa`."""
    sheet: tuple[Literal["text", "warning", "table"], ...] = ()
    """The kinds of block that travel to sheets, quizzes, checks and practice: what is given in words, the documents."""
    skills: dict[Slug, Text] = field(default_factory=dict)
    """Skills of its own: the word by which one is practised, and what learners call it."""
    card: tuple[tuple[str, str], ...] = ()
    """The summary at the end: label and template, e.g. `["1 comparar", "{mine:productos}"]`."""
    parts: Annotated[tuple[Part, ...], Limits(min_length=1)]

    @property
    def hidden(self) -> frozenset[str]:
        """The data that are drawn and never printed."""
        draws = self.variants.draw if self.variants is not None else {}
        return frozenset(name for name, draw in draws.items() if draw.hidden)

    @property
    def questions(self) -> tuple[Question, ...]:
        """In the order in which they are asked."""
        return tuple(q for part in self.parts for q in part.questions)
