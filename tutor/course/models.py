"""The shape of a unit file: one document type for lessons, checks and explanations.

A unit has parts, a part has blocks. `tutor lesson` walks every block, `tutor check` asks only the questions,
`tutor explain` shows only what is not a question. Texts are templates: `{weights}` and `{sum(exps):3}` are computed,
`{mine:pesos}` is what the learner answered to the question `pesos` (or the right value until then).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, model_validator

FORMAT = 1
Text = Annotated[str, Field(min_length=1)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Data = dict[str, Any]
"""Named inputs: nested lists of numbers, a number, or for `mask` the word `causal`."""


class Strict(BaseModel):
    """A mapping that refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class OwnSlip(Strict):
    """A wrong procedure that only this question knows: `gives` is a formula, or the label of a choice."""

    id: Annotated[str, Field(pattern=r"^(own:)?[a-z0-9]+(-[a-z0-9]+)*$")]
    gives: str | int | float
    says: Text
    do: str = ""


class Note(Strict):
    """One more line after a right answer, only for whoever typed this text's number (an erratum, a rounding)."""

    typed: Text
    says: Text


class Hold(Strict):
    """A property checked on the learner's own numbers, named `answer` in the formula."""

    formula: Text
    says: Text
    """What is said when it holds."""
    fails: str = ""


class Question(Strict):
    """What is asked. Exactly one of `step`, `expect`, `choices` says what the right answer is."""

    question: Slug
    ask: Text
    title: str = ""
    """A few words for a header, a gradebook column, a sheet."""
    step: str | None = None
    row: int | None = None
    cell: tuple[int, int] | None = None
    expect: str | None = None
    choices: dict[str, Text] | None = None
    answer: str | None = None
    """With `choices`: the label of the right one, when it does not depend on the data."""
    right: str | None = None
    """With `choices`: a one-hot formula over them, such as `heaviest(weights)`."""
    equation: str | None = None
    use: str | None = None
    """The name of one of the unit's `datasets`."""
    data: Data | None = None
    """Inputs of this question alone, over those of the unit."""
    decimals: Annotated[int, Field(ge=0, le=9)] | None = None
    graded: bool = True
    """False for a prediction: noted, never right or wrong."""
    reason: Text
    notes: tuple[Note, ...] = ()
    says: dict[str, Text] = {}
    """This question's own words for a slip of the equation, by slip id."""
    slips: tuple[OwnSlip, ...] = ()
    hints: Annotated[tuple[Text, ...], Field(min_length=2, max_length=4)]
    holds: tuple[Hold, ...] = ()
    for_every: str | None = None
    """An input over whose random values the answer must not change."""
    points: Fraction | None = None
    skill: str = ""
    optional: bool = False
    """Asked after the rest, for nothing (transfer)."""

    @model_validator(mode="after")
    def one_kind(self) -> Question:
        if sum(x is not None for x in (self.step, self.expect, self.choices)) != 1:
            raise ValueError("una pregunta lleva exactamente uno de `step`, `expect` o `choices`")
        if self.choices is not None and self.graded and (self.answer is None) == (self.right is None):
            raise ValueError("con `choices` hace falta `answer` (la etiqueta) o `right` (una fórmula), uno de los dos")
        return self


class TextBlock(Strict):
    text: Text


class ShowBlock(Strict):
    """One step, worked: its arithmetic with the numbers in it. `cells` limits it to those [row, column] cells."""

    show: str
    cells: tuple[tuple[int, int], ...] = ()
    equation: str | None = None
    use: str | None = None
    data: Data | None = None


class DataBlock(Strict):
    """The inputs drawn as matrices, side by side; a name may be any formula."""

    matrices: tuple[str, ...]
    labels: dict[str, str] = {}
    equation: str | None = None
    use: str | None = None
    data: Data | None = None


class ChartBlock(Strict):
    """A picture of a formula's value, always with the numbers beside it."""

    chart: str
    kind: Literal["bars", "heat", "mask", "plane", "curve"]
    title: str = ""
    equation: str | None = None
    use: str | None = None
    data: Data | None = None


class TableBlock(Strict):
    """Rows of texts (templates). `source` names the seeded simulation when numbers are typed rather than computed."""

    table: tuple[tuple[str, ...], ...]
    header: tuple[str, ...]
    caption: str = ""
    source: str = ""
    equation: str | None = None
    use: str | None = None
    data: Data | None = None


class ReadsBlock(Strict):
    """Examples of how texts are read, produced by the reader itself."""

    reads: tuple[str, ...]
    kind: Literal["scalar", "vector", "matrix"] = "scalar"


class WarningBlock(Strict):
    warning: Text


def _kind(block: Any) -> str | None:
    keys = block if isinstance(block, dict) else type(block).model_fields
    return next((k for k in BLOCK_KINDS if k in keys), None)


BLOCK_KINDS = ("question", "text", "show", "matrices", "chart", "table", "reads", "warning")
Block = Annotated[
    Annotated[Question, Tag("question")]
    | Annotated[TextBlock, Tag("text")]
    | Annotated[ShowBlock, Tag("show")]
    | Annotated[DataBlock, Tag("matrices")]
    | Annotated[ChartBlock, Tag("chart")]
    | Annotated[TableBlock, Tag("table")]
    | Annotated[ReadsBlock, Tag("reads")]
    | Annotated[WarningBlock, Tag("warning")],
    Discriminator(_kind),
]


class Part(Strict):
    """A stretch that ends at a good place to stop."""

    id: Slug
    title: Text
    minutes: int = 5
    recall: str = ""
    """What the learner has, said when the part is begun on another day."""
    blocks: tuple[Block, ...]
    end: str = ""


class Decoy(Strict):
    """Other data whose right answers are recognised as such, before any slip."""

    id: Slug
    data: Data
    says: Text


class Variants(Strict):
    """How other numbers are drawn: entries between `low` and `high` with `decimals`, per input name."""

    draw: dict[str, dict[str, Any]]


class Unit(Strict):
    """A whole unit file."""

    format: Literal[1]
    unit: Slug
    version: Annotated[int, Field(ge=1)] = 1
    title: Text
    summary: Text
    equation: str = "atencion"
    keep: Annotated[int, Field(ge=1, le=9)] = 3
    data: Data = {}
    datasets: dict[str, Data] = {}
    decoys: tuple[Decoy, ...] = ()
    variants: Variants | None = None
    source: str = ""
    closing: str = ""
    """Said when every graded question is right."""
    next: str = ""
    """What to type after this unit."""
    card: tuple[tuple[str, str], ...] = ()
    """The summary at the end: label and template, e.g. `["1 comparar", "{mine:productos}"]`."""
    parts: Annotated[tuple[Part, ...], Field(min_length=1)]

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(b for part in self.parts for b in part.blocks if isinstance(b, Question))
