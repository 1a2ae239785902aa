"""A unit as a question bank: a question a variant, a blank a number, with what the judge accepts and what it names.

A blank is graded alone and once, by the platform: what needs more than one cell or another answer (carry, numbers
swapped) is left to `tutor grade`, that reads the platform's export of the responses and knows a variant by its code.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tutor.answers import write_number
from tutor.errors import ContentError, Problem
from tutor.handout.answer_key import Progress, draw_sheets
from tutor.handout.answer_sheet import Given, given, given_lines, points_text
from tutor.handout.cloze import MULTICHOICE, NUMERICAL, Alternative, Blank, ClozeQuestion, Piece, span, text
from tutor.handout.key_numbers import stacked
from tutor.judging.intervals import Interval, accepted, slipped
from tutor.judging.verdicts import Message
from tutor.phrasing import plural
from tutor.roster.sheets import Sheet, Sheets
from tutor.units import explanations, fill
from tutor.units.bound_unit import OpenQuestion, OpenUnit, scope_over
from tutor.units.judge import judge_hand_ins, typed_of
from tutor.units.points import worth

if TYPE_CHECKING:
    from tutor.engine import Array
    from tutor.judging import Judgements

MOST_LOOKS = 3
"""Explanations of one number that are told; what more slips give, no cell by itself can tell."""
HAIR = 1e-8
"""Intervals that meet in a number both have it; pieces shorter than this are none."""
_HOW_TO_TYPE = re.compile(
    r" separad[oa]s por (?:«[^»]*»|espacios)(?:, filas por «[^»]*»)?"
    r"|; (?:vale|también puedes) escribir [^;()]*"
    r"| Escribe su (?:número|letra)[^.()]*\."
)
"""How an answer is typed in one line: here each number has a box, that takes no operation, and an option is picked."""
_INTRO = (
    "Escribe un número en cada casilla, con coma o con punto y el menos con el guion (-0,5); no vale una operación. "
    "Filas, columnas y claves se cuentan desde 0."
)


@dataclass(frozen=True)
class Quiz:
    """The questions, one a variant, and the numbers of each."""

    questions: tuple[ClozeQuestion, ...]
    sheets: Sheets


@dataclass(frozen=True)
class _Slip:
    """What a known slip gives in every variant, and what is said of it: a template. A rare one is told where no other
    gives the same."""

    interval: Interval
    looks: str
    do: str
    rare: bool


@dataclass(frozen=True)
class _Asked:
    """One question of the unit in every variant: what is right, what is known to be wrong, what each blank weighs."""

    question: OpenQuestion
    points: Fraction
    weight: int
    right: Interval
    slips: tuple[_Slip, ...]
    judged: tuple[Judgements, ...]
    """Of a choice, what is said of each option."""


def quiz(
    opened: OpenUnit, count: int, key: str | None = None, locale: str = "es", progress: Progress | None = None
) -> Quiz:
    """`count` variants of a unit, drawn as its sheets are; `key` is a label, by default the unit's id.

    Raises ContentError where the unit has no variants or asks what the platform cannot.
    """
    unit = opened.unit
    if unit.variants is None or not unit.variants.draw:
        message = f"«{unit.unit}» no tiene variantes: no hay números distintos para cada pregunta del banco."
        raise ContentError(message, hint="Elige otra unidad, o añádele `variants`.", where=unit.unit)
    worth(opened)  # before the draw, which takes long: whether anything counts
    width = max(3, len(str(count)))
    names = [f"{unit.unit} {i:0{width}}" for i in range(1, count + 1)]
    sheets = replace(draw_sheets(unit, names, key, progress), bank=True)
    drawn = list(sheets.sheets.values())
    data = stacked([sheet.data for sheet in drawn], unit.unit)
    asked = _asked(opened, data, len(drawn))
    questions = tuple(_question(opened, sheet, row, asked, locale) for row, sheet in enumerate(drawn))
    return Quiz(questions, sheets)


def blanks_of(opened: OpenUnit) -> dict[str, tuple[int, ...]]:
    """The shape of the blanks of each question, in the order in which a quiz has them."""
    return {
        question.id: () if question.choices else question.shape or () for question, points in worth(opened) if points
    }


# -- what is asked, in all variants at once


def _asked(opened: OpenUnit, data: Mapping[str, Any], count: int) -> list[_Asked]:
    counting = [(question, points) for question, points in worth(opened) if points]
    each = [points / _cells(question) for question, points in counting]
    whole = math.lcm(*(share.denominator for share in each))
    weights = [int(share * whole) for share in each]
    least = math.gcd(*weights)
    rights = [accepted(question.target, scope_over(opened, question.model, data)) for question, _ in counting]
    _check_askable(opened, [(question, right.value) for (question, _), right in zip(counting, rights, strict=True)])
    return [
        _asked_one(opened, question, points, weight // least, data, _every_variant(right, count))
        for (question, points), weight, right in zip(counting, weights, rights, strict=True)
    ]


def _cells(question: OpenQuestion) -> int:
    return 1 if question.choices else math.prod(question.shape or ())


def _check_askable(opened: OpenUnit, rights: Iterable[tuple[OpenQuestion, Array]]) -> None:
    """Raises ContentError with every question that the platform has no way to ask."""
    found = []
    for question, right in rights:
        if question.model.accepts:
            found.append((question.id, "se contesta con una palabra, y aquí solo se preguntan números y opciones"))
        elif question.choices and ((right > 0.0).sum(axis=-1) != 1).any():
            found.append((question.id, "puede tener más de una opción buena, y Moodle aquí solo admite una"))
        elif not np.isfinite(right).all():
            found.append((question.id, "tiene infinitos en la respuesta, y Moodle solo lee números"))
    if found:
        raise ContentError(
            f"«{opened.unit.unit}» pregunta lo que un cuestionario de Moodle no puede preguntar.",
            hint="Repártela en hojas con `tutor sheet`, o haz el banco de otra unidad.",
            problems=tuple(Problem(id, f"{id} {why}.") for id, why in found),
        )


def _asked_one(
    opened: OpenUnit, question: OpenQuestion, points: Fraction, weight: int, data: Mapping[str, Any], right: Interval
) -> _Asked:
    count, target = len(right.value), question.target
    if question.choices:
        options = (question.read(choice.label) for choice in question.choices)
        typed = (typed_of(question, [option] * count) for option in options)
        judged = tuple(judge_hand_ins(opened, {question.id: t}, data, asked=[question])[question.id] for t in typed)
        return _Asked(question, points, weight, right, (), judged)
    slips = []
    for slip, interval in slipped(target, scope_over(opened, question.model, data)):
        words = target.says.get(slip.id)
        looks, do = (words, "") if words else (slip.says, slip.do)
        slips.append(_Slip(_every_variant(interval, count), looks, do, slip.rare))
    return _Asked(question, points, weight, right, tuple(slips), ())


def _every_variant(found: Interval, count: int) -> Interval:
    """The same with a row a variant, also where all have the same."""
    values = (np.broadcast_to(array, (count, array.shape[-1])) for array in (found.value, found.low, found.high))
    return Interval(*values)


# -- one variant


def _question(opened: OpenUnit, sheet: Sheet, row: int, asked: Sequence[_Asked], locale: str) -> ClozeQuestion:
    variant = opened.over_with(sheet.data)
    guarded = variant.guard()
    keep = opened.unit.keep
    pieces: list[Piece] = [f"<p>{text(_INTRO)} Guarda {keep} decimales o más en cada paso intermedio.</p>"]
    pieces += [f"<pre>{text(chr(10).join(lines))}</pre>" for lines in given_lines(variant, locale)]
    tables, same = given(variant)
    pieces += [_table(table, locale) for table in tables]
    pieces += [f"<p>{text(line)}</p>" for line in same]
    solved = []
    for place, one in enumerate(asked, 1):
        title = text(one.question.title)
        pieces.append(f"<p><b>{place}. {title}</b> ({points_text(one.points, locale)})</p>")
        pieces.append(f"<p>{text(_ask(guarded, one.question, locale))}</p>")
        pieces += _blanks(variant, one, row, locale)
        lines = explanations.solution(variant, one.question.id, None, locale)
        solved.append(f"<p><b>{title}</b><br>{'<br>'.join(map(text, lines))}</p>")
    pieces.append(f"<p>Variante: {text(sheet.code)}</p>")
    return ClozeQuestion(sheet.student_id, tuple(pieces), "".join(solved))


def _ask(opened: OpenUnit, question: OpenQuestion, locale: str) -> str:
    asked = _HOW_TO_TYPE.sub("", explanations.ask(opened, question.id, None, locale)).strip()
    if not question.decimals or "decimal" in asked:
        return asked
    return f"{asked} ({plural(question.decimals, 'decimal', 'decimales')})"


def _table(table: Given, locale: str) -> str:
    """An input as an HTML table, each row with its number."""
    many = len(table.rows) > 1
    rows = []
    for index, row in enumerate(table.rows):
        cells = "".join(f"<td>{text(write_number(x, table.places, locale))}</td>" for x in row)
        label = f"{table.name}<sub>{index}</sub>" if many else table.name
        rows.append(f'<tr><th scope="row">{label}</th>{cells}</tr>')
    return f'<table border="1" cellpadding="6" style="margin-bottom:1em"><tbody>{"".join(rows)}</tbody></table>'


def _blanks(opened: OpenUnit, one: _Asked, row: int, locale: str) -> Iterator[Piece]:
    """The blanks of a question: one alone, a list, or a table of them."""
    question = one.question
    title = question.title
    if question.choices:
        yield from ("<p>", Blank(MULTICHOICE, one.weight, tuple(_options(one, row, locale)), title), "</p>")
        return
    shape = question.shape or ()
    if not shape:
        yield from ("<p>", _blank(opened, one, row, 0, title, locale), "</p>")
        return
    columns = shape[-1]
    yield '<table cellpadding="4"><tbody><tr>'
    yield "<td></td>" if len(shape) > 1 else ""
    yield "".join(f'<th scope="col">{j}</th>' for j in range(columns)) + "</tr>"
    for i in range(math.prod(shape[:-1])):
        yield f'<tr><th scope="row">{i}</th>' if len(shape) > 1 else "<tr>"
        for j in range(columns):
            label = f"{title}, {i}, {j}" if len(shape) > 1 else f"{title}, {j}"
            yield from ("<td>", _blank(opened, one, row, i * columns + j, label, locale), "</td>")
        yield "</tr>"
    yield "</tbody></table>"


def _options(one: _Asked, row: int, locale: str) -> Iterator[Alternative]:
    for (label, option), judged in zip(one.question.options(locale), one.judged, strict=True):
        found = judged.at(row, locale)
        text = option if option.endswith(label) else f"{label}. {option}"
        yield Alternative(text, found.correct, "" if found.correct else found.parts.in_writing)


def _blank(opened: OpenUnit, one: _Asked, row: int, cell: int, label: str, locale: str) -> Blank:
    low, high = float(one.right.low[row, cell]), float(one.right.high[row, cell])
    value = float(one.right.value[row, cell])
    right = _right(value, low, high, one.question.target.decimals)
    wrong = _wrong(opened, one, row, cell, locale)
    return Blank(NUMERICAL, one.weight, (*right, *wrong), label)


def _right(value: float, low: float, high: float, decimals: int) -> list[Alternative]:
    """All that is accepted; before it the answer as it is best written, which is what the platform shows as right."""
    best = round(value, decimals)
    reach = min(best - low, high - best)
    spans = dict.fromkeys((span(best - reach, best + reach), span(low, high)))
    return [Alternative(answer, True, "", tolerance) for answer, tolerance in spans]


def _wrong(opened: OpenUnit, one: _Asked, row: int, cell: int, locale: str) -> Iterator[Alternative]:
    """What each slip gives in a cell, but for those that give what is right there. A number that several give is told
    of all; one that many give says nothing, and is left out."""
    low, high = one.right.low[row, cell], one.right.high[row, cell]
    for least, most, slips in _segments(one.slips, row, cell, low, high):
        slips = tuple(slip for slip in slips if not slip.rare) or slips
        looks = list(dict.fromkeys(slip.looks for slip in slips))
        if len(looks) <= MOST_LOOKS and not (low <= least and most <= high):
            middle, slack = span(least, most)
            yield Alternative(middle, False, _slip_words(opened, one.question, looks, slips[0].do, locale), slack)


def _segments(
    slips: Sequence[_Slip], row: int, cell: int, low: float, high: float
) -> Iterator[tuple[float, float, tuple[_Slip, ...]]]:
    """The numbers that slips give, in pieces: (from, to, whose intervals hold all of it)."""
    here = [
        (float(slip.interval.low[row, cell]), float(slip.interval.high[row, cell]), slip)
        for slip in slips
        if not low <= slip.interval.value[row, cell] <= high
    ]
    here = [(least - HAIR, most + HAIR, slip) for least, most, slip in here if not math.isnan(least)]
    cuts = sorted({end for least, most, _ in here for end in (least, most)})
    pieces = ((a, b, tuple(slip for least, most, slip in here if least <= a and b <= most)) for a, b in pairwise(cuts))
    for whose, same in groupby((piece for piece in pieces if piece[1] - piece[0] > HAIR), key=lambda piece: piece[2]):
        if whose:
            together = list(same)
            yield together[0][0], together[-1][1], whose


def _slip_words(opened: OpenUnit, question: OpenQuestion, looks: Sequence[str], do: str, locale: str) -> str:
    """What is said of the slips that explain one number; what to do, where it is only one."""
    return fill(_in_writing(tuple(looks), do if len(looks) == 1 else ""), opened, None, locale, question.model)


@lru_cache(maxsize=4096)
def _in_writing(looks: tuple[str, ...], do: str) -> str:
    return Message(looks=looks, do=do).in_writing
