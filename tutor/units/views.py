"""What a block has become once its numbers are computed: values only, for the screen to draw.

Every number that is drawn comes with the decimals to draw it with; infinities are float infinities. Texts are finished
Spanish with the numbers of the locale already in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class TextView:
    text: str


@dataclass(frozen=True, slots=True)
class WarningView:
    text: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """One matrix with a name. `row_labels` and `marked` are empty or as long as `values`; marked cells get a sign."""

    name: str
    values: Rows
    places: int
    row_labels: tuple[str, ...] = ()
    marked: tuple[tuple[bool, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class MatricesView:
    """Matrices side by side (one under the other where they do not fit)."""

    items: tuple[Matrix, ...]


@dataclass(frozen=True, slots=True)
class WorkedView:
    """The arithmetic of a step, a line each."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChartView:
    """A picture and its numbers.

    bars: `values` is one row, `labels` one word a number. heat and mask: a matrix, `labels` a word a row.
    arrows: `values` are the keys (rows of two), `point` the query.
    plane: `values` are the points (rows of two), `point` the one inside their envelope. curve: `values` is a row of z.
    """

    kind: Literal["bars", "heat", "mask", "plane", "curve", "arrows"]
    title: str
    values: Rows
    places: int
    labels: tuple[str, ...] = ()
    point: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of finished texts. `source` says where typed numbers come from, or is empty."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One example of the reader: what is typed, how it is read (or ""), and what is remarked or asked."""

    typed: str
    read: str
    remark: str


@dataclass(frozen=True, slots=True)
class ReadsView:
    rows: tuple[ReadRow, ...]


View = TextView | WarningView | MatricesView | WorkedView | ChartView | TableView | ReadsView
