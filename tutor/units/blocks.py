"""A block of a unit with its numbers computed: what the screen draws."""

from __future__ import annotations

from itertools import chain

import numpy as np

from tutor.answers import read, write
from tutor.engine import Array
from tutor.equations import Scope
from tutor.units.bound_unit import Answers, OpenUnit
from tutor.units.models import (
    ChartBlock,
    DataBlock,
    Question,
    ReadsBlock,
    ShowBlock,
    TableBlock,
    TextBlock,
    WarningBlock,
    block_kind,
)
from tutor.units.templates import as_typed, in_locale, places_of, shown_places
from tutor.units.texts import evaluated, fill, with_sum, written_in, written_rows
from tutor.units.views import (
    ChartView,
    MatricesView,
    Matrix,
    ReadRow,
    ReadsView,
    Rows,
    TableView,
    TextView,
    View,
    WarningView,
    WorkedView,
)

NOTHING = TextView("")
"""What a block shows in a locale that it is not for."""
KEY = "clave {i}"
"""What a key is called; where the unit says which words they stand for, its word follows."""
AnyBlock = TextBlock | WarningBlock | ShowBlock | DataBlock | ChartBlock | TableBlock | ReadsBlock | Question
_BY_KIND = {"heat": "fila {i}", "mask": "fila {i}", "curve": ""}
_BY_ROW = ("heat", "mask", "plane", "arrows")


def resolve(block: AnyBlock, opened: OpenUnit, answers: Answers | None = None, locale: str = "es") -> View:
    """What `block` shows, with the numbers of the unit and of the learner. A question shows what it asks, as a text."""
    answers = answers or {}
    match block:
        case TextBlock() | ReadsBlock() if block.locales and locale not in block.locales:
            return NOTHING
        case TextBlock():
            return TextView(fill(block.text, opened, answers, locale, block))
        case WarningBlock():
            return WarningView(fill(block.warning, opened, answers, locale, block))
        case Question():
            return TextView(fill(block.ask, opened, answers, locale, block))
        case ShowBlock():
            from tutor.equations.worked import worked

            return WorkedView(tuple(worked(opened.scope(block), block.show, block.cells or None, locale)))
        case DataBlock():
            return MatricesView(tuple(_matrix(block, name, opened, answers, locale) for name in block.matrices))
        case ChartBlock():
            return _chart(block, opened, answers, locale)
        case TableBlock():
            rows = tuple(tuple(fill(cell, opened, answers, locale, block) for cell in row) for row in block.table)
            cells = [cell for row in block.table for cell in row]
            caption, cells_text = fill(block.caption, opened, answers, locale, block), " ".join(chain(*rows))
            return TableView(
                tuple(fill(cell, opened, answers, locale, block) for cell in block.header),
                rows,
                with_sum(caption, written_in(cells, opened, answers, block), locale, cells_text),
                in_locale(block.source, locale),
            )
        case ReadsBlock():
            texts = dict.fromkeys(as_typed(text, locale) for text in block.reads)
            return ReadsView(tuple(_read_row(text, block, opened, locale) for text in texts))


def given_in_words(opened: OpenUnit, locale: str = "es") -> tuple[View, ...]:
    """What the unit gives beside its numbers wherever its questions are asked: the kinds of block named in `sheet`."""
    kinds, guarded = opened.unit.sheet, opened.guard()
    found = (block for part in opened.unit.parts for block in part.blocks if block_kind(block) in kinds)
    return tuple(view for block in found if (view := resolve(block, guarded, None, locale)) != NOTHING)


def rows_of(value: Array) -> Rows:
    """A core value (h, r, c) as rows of floats, heads one under the other."""
    table = value.reshape(-1, value.shape[-1]) + 0.0
    return tuple(tuple(row) for row in table.tolist())


def _matrix(block: DataBlock, name: str, opened: OpenUnit, answers: Answers, locale: str) -> Matrix:
    scope = opened.scope(block)
    value = evaluated(name, opened, scope, answers)
    places = block.decimals.get(name)
    if places is None:
        alike = _inputs_alike(block, scope) if name in scope.equation.inputs else (name,)
        places = max(places_of(n, evaluated(n, opened, scope, answers), scope, opened.unit.keep) for n in alike)
    label = block.rows.get(name, scope.equation.rows(name) if value.shape[-2] > 1 else "")
    own = fill(block.labels[name], opened, answers, locale, block) if name in block.labels else ""
    title = own or scope.equation.symbol(name)
    return Matrix(title, rows_of(value), places, _numbered(label, value.shape[-2], opened))


def _inputs_alike(block: DataBlock, scope: Scope) -> tuple[str, ...]:
    """The inputs drawn together: unless told otherwise they have the same decimals, as in `1,0` beside `0,9`."""
    return tuple(n for n in block.matrices if n in scope.equation.inputs and n not in block.decimals)


def key_labels(opened: OpenUnit, count: int) -> tuple[str, ...]:
    """What `count` keys of a unit are called: `clave 0 gato`."""
    return _numbered(KEY, count, opened)


def _numbered(label: str, count: int, opened: OpenUnit) -> tuple[str, ...]:
    if not label:
        return ()
    words = opened.unit.tokens if label == KEY and len(opened.unit.tokens) == count else ("",) * count
    return tuple(f"{label.replace('{i}', str(i))} {word}".rstrip() for i, word in enumerate(words))


def _chart(block: ChartBlock, opened: OpenUnit, answers: Answers, locale: str) -> ChartView:
    scope = opened.scope(block)
    value = evaluated(block.chart, opened, scope, answers)
    places = block.decimals if block.decimals is not None else places_of(block.chart, value, scope, opened.unit.keep)
    rows = rows_of(value)
    if block.kind == "bars" and len(rows) > 1:
        rows = (tuple(np.asarray(rows).reshape(-1).tolist()),)
    count = len(rows) if block.kind in _BY_ROW else len(rows[0])
    label = block.labels or _BY_KIND.get(block.kind, scope.equation.rows(block.chart) or _called(scope, count))
    title, point = fill(block.title, opened, answers, locale, block), None
    if block.kind in ("plane", "arrows"):
        point = tuple((evaluated(block.point, opened, scope, answers).reshape(-1) + 0.0).tolist())
    return ChartView(
        block.kind,
        with_sum(title, written_rows(value, value.round(places)), locale),
        rows,
        places,
        _numbered(label, count, opened),
        point,
    )


def _called(scope: Scope, count: int) -> str:
    """What so many numbers are called: as the rows of the input that has as many."""
    rows = (
        i.rows for name, i in scope.equation.inputs.items() if i.rows and name in scope and len(scope[name][0]) == count
    )
    return next(rows, "{i}")


def _read_row(text: str, block: ReadsBlock, opened: OpenUnit, locale: str) -> ReadRow:
    reading = read(text, kind=block.kind, shape=block.shape, decimals=block.decimals, locale=locale)
    if reading.value is None:
        return ReadRow(text, "", reading.message)
    places = shown_places(reading.value, reading.places, opened.unit.keep if block.decimals is None else block.decimals)
    return ReadRow(text, write(reading.value, places, locale), " ".join(reading.notes))
