"""The long way: any text, step by step.

The order of work: limits, a table of characters (`characters.py`), words and wrappings (`phrases.py`), the ways of
laying the text out (`layout.py`, `cells.py`), one scalar reader for every cell (`scalar.py`), and the choice among
what remains (`choice.py`).
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

from tutor.answers import messages
from tutor.answers.brackets import check_brackets, unbracketed, without_ends
from tutor.answers.characters import TABLE, clean
from tutor.answers.choice import MAX_OPTIONS, Cells, Choice, Rows, choose, distinct, hundredth, line_for
from tutor.answers.enumeration import another_version, without_items
from tutor.answers.layout import list_grids, matrix_grids
from tutor.answers.locales import Locale
from tutor.answers.marks import Rules
from tutor.answers.phrases import DONT_KNOW, PRINTED, rewritten, unwrapped, without_label
from tutor.answers.plain import MAX_LENGTH
from tutor.answers.reading import Kind, Nested, Places, Reading
from tutor.answers.scalar import is_plain
from tutor.answers.source import Source, Unreadable
from tutor.answers.write import write

MAX_SCALAR_LENGTH = 1000
LONGEST_REFUSAL = 60
_MODULUS = re.compile(r"\|([^|]+)\|")
_PERCENT_OF_ALL = re.compile(r"(?<=[)\]}>])\s*%$")
_WITH_WORDS = frozenset({"words", "unexpected-text", "unit"})
_MAYBE_A_LIST = frozenset({"several-numbers", "misplaced-percent", "unexpected-text", "empty-cell"})


def read_at_length(text: str, kind: Kind, shape: tuple[int, ...] | None, decimals: int | None, ours: Locale) -> Reading:
    """One of the three outcomes, for any text. Never raises."""
    try:
        return reading_of(text, kind, shape, Rules(ours, decimals))
    except Unreadable as fault:
        return _refusal(text, kind, fault, ours)
    except Exception:  # a fault of ours must not cost a learner the session, nor a class its grades
        return _refusal(text, kind, Unreadable("unread"), ours)


def _refusal(text: str, kind: Kind, fault: Unreadable, ours: Locale) -> Reading:
    sentence = messages.fault(fault.reason, ours, _as_typed(text, fault))
    return Reading("error", text, kind, reason=fault.reason, message=sentence, position=fault.at)


def _as_typed(text: str, fault: Unreadable) -> str:
    """The detail of a fault; a word in it with the accents that the table of characters took away."""
    if fault.reason not in _WITH_WORDS:
        return fault.detail
    *before, word = fault.detail.split("\n")
    typed = text[fault.at : fault.at + len(word)]
    return "\n".join([*before, typed if typed.translate(TABLE) == word else word])


def reading_of(text: str, kind: Kind, shape: tuple[int, ...] | None, rules: Rules) -> Reading:
    """A value or a question back. Raises Unreadable."""
    if len(text) > MAX_LENGTH:
        raise Unreadable("too-long", MAX_LENGTH)
    source = clean(text, rules.locale)
    if not source.text:
        raise Unreadable("empty")
    if len(source.text) <= LONGEST_REFUSAL and DONT_KNOW.fullmatch(source.text):
        raise Unreadable("no-answer")
    program = PRINTED.search(source.text) is not None
    source, notes = rewritten(source)
    source, transposed = unwrapped(source)
    source, items = without_items(source)
    if items:
        source, notes = without_label(source), (*notes, *items)
    check_brackets(source)
    if not source.text or not source.text.strip("()[]{}<>;|& \xa0\t\n"):
        raise Unreadable("empty")
    choice = _of_either_version(source, kind, shape, Cells(replace(rules, program=program)))
    if transposed and kind == "matrix":
        choice = _turned(choice, _rows_and_columns(shape))
    if choice.doubt and shape and kind != "scalar":
        fitting = _fitting(choice, kind, shape)
        if not fitting:
            raise Unreadable("other-shape", source.at[0], f"{_in_words(shape)}\n{source.text}")
        choice = replace(choice, ways=fitting)
    return _reading(text, kind, choice, rules, (*notes, *_outer_notes(source, kind)), shape)


def _fitting(choice: Choice, kind: Kind, shape: tuple[int, ...] | None) -> tuple[Rows, ...]:
    """The readings of the shape asked."""
    if kind == "scalar" or not shape:
        return choice.ways
    wanted = (1, math.prod(shape)) if kind == "vector" else _rows_and_columns(shape)
    return tuple(way for way in choice.ways if (len(way), len(way[0])) == wanted)


def _of_either_version(source: Source, kind: Kind, shape: tuple[int, ...] | None, cells: Cells) -> Choice:
    """The text as it stands, or without what may only open its lines; asked where both are answers."""
    other = another_version(source, kind)
    if other is None:
        return _as_it_stands(source, kind, shape, cells)
    choices, faults = [], []
    for each in (other.source, source):
        try:
            choices.append(_as_it_stands(each, kind, shape, cells))
        except Unreadable as fault:
            faults.append(fault)
    if not choices:
        raise faults[0]
    choices = [choice for choice in choices if _fitting(choice, kind, shape)] or choices
    if len(choices) == 1 and other.note:
        return replace(choices[0], notes=(*choices[0].notes, other.note)) if faults else choices[0]
    ways = distinct([way for choice in choices for way in choice.ways])
    return Choice(tuple(ways[:MAX_OPTIONS]), other.doubt) if other.doubt == "slash-role" or ways[1:] else choices[0]


def _as_it_stands(source: Source, kind: Kind, shape: tuple[int, ...] | None, cells: Cells) -> Choice:
    if kind == "scalar":
        return _one_number(source, cells)
    percent = _PERCENT_OF_ALL.search(source.text)
    if percent and unbracketed(source.cut(0, percent.start())):
        return _in_percent(_several(source.cut(0, percent.start()), kind, shape, cells))
    return _several(source, kind, shape, cells)


def _in_words(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) if len(shape) > 1 else messages.numbers(shape[0])


def _several(source: Source, kind: Kind, shape: tuple[int, ...] | None, cells: Cells) -> Choice:
    """A list or a matrix."""
    lone_comma = source.text.count(",") == 1
    if kind == "vector":
        wanted = math.prod(shape) if shape else None
        line = line_for(cells, lone_comma=lone_comma, wanted=wanted)
        return choose(list_grids(source, line), cells, (1, wanted) if wanted else None)
    asked = _rows_and_columns(shape)
    line = line_for(cells, lone_comma=lone_comma, wanted=None)
    return choose(matrix_grids(source, line, asked), cells, asked)


def _rows_and_columns(shape: tuple[int, ...] | None) -> tuple[int, int] | None:
    if not shape:
        return None
    return (shape[0], shape[1]) if len(shape) == 2 else (1, shape[0])


def _in_percent(choice: Choice) -> Choice:
    """`(41,2 ; 20,3) %`: the sign is of every number."""
    ways = tuple(tuple(tuple(map(hundredth, row)) for row in way) for way in choice.ways)
    return Choice(ways, choice.doubt, (*choice.notes, "percent"))


def _one_number(source: Source, cells: Cells) -> Choice:
    """One number. Where the text is a list instead, the fault says what was read."""
    try:
        return _scalar(source, cells)
    except Unreadable as fault:
        if fault.reason not in _MAYBE_A_LIST:
            raise
        try:
            several = _several(source, "vector", None, cells)
        except Unreadable:
            raise fault from None
        if len(several.ways) > 1 or several.doubt or len(several.ways[0][0]) == 1:
            raise
        values, places = _nested(several.ways[0], "vector")
        written = write(values, places, cells.rules.locale.name)
        raise Unreadable("several-numbers", fault.at, f"{len(several.ways[0][0])} {written}") from None


def _scalar(source: Source, cells: Cells) -> Choice:
    if len(source.text) > MAX_SCALAR_LENGTH:
        raise Unreadable("too-long", source.at[MAX_SCALAR_LENGTH])
    if match := _MODULUS.fullmatch(source.text):
        cell = cells.read(source.cut(*match.span(1)))
        ways = tuple((abs(value), places) for value, places in cell.ways)
    else:
        if source.text[0] == "|":
            raise Unreadable("unbalanced-brackets", source.at[0], "|")
        source, _ = without_ends(source)
        while (inside := unbracketed(source)) is not None and (source.text[0] != "{" or is_plain(inside.text)):
            source = inside
        cell = cells.read(source)
        ways = cell.ways
    return Choice(tuple(((way,),) for way in ways), cell.doubt, cell.notes)


def _turned(choice: Choice, asked: tuple[int, int] | None) -> Choice:
    """A matrix written with ᵀ: as it stands, or tumbled, if the shape does not say which."""
    ways: list[Rows] = []
    for way in choice.ways:
        turned: Rows = tuple(zip(*way, strict=True))
        both = [way] if turned == way or 1 in (len(way), len(way[0])) else [way, turned]
        ways += [w for w in both if asked is None or (len(w), len(w[0])) == asked] or both
    ways = list(dict.fromkeys(ways))
    return Choice(tuple(ways), choice.doubt or ("transposed" if len(ways) > 1 else ""), choice.notes)


def _outer_notes(source: Source, kind: Kind) -> tuple[str, ...]:
    notes = ("braces",) if source.text[0] == "{" and kind != "scalar" else ()
    return (*notes, "final-separator") if source.text[0] != "|" and without_ends(source)[1] else notes


def _reading(
    text: str, kind: Kind, choice: Choice, rules: Rules, notes: tuple[str, ...], shape: tuple[int, ...] | None
) -> Reading:
    asked = _in_words(shape or (1,))
    said = tuple(messages.note(n, rules.locale, asked) for n in dict.fromkeys((*notes, *choice.notes)))
    if len(choice.ways) == 1 and not choice.doubt:
        value, places = _nested(choice.ways[0], kind)
        return Reading("value", text, kind, value=value, places=places, notes=said)
    options = []
    for way in choice.ways:
        value, places = _nested(way, kind)
        written = write(value, places, rules.locale.name)
        options.append(Reading("value", written, kind, value=value, places=places))
    sentence = messages.question(choice.doubt, rules.locale, text, len(options))
    return Reading("ask", text, kind, reason=choice.doubt, message=sentence, notes=said, options=tuple(options))


def _nested(rows: Rows, kind: Kind) -> tuple[Nested, Places]:
    """Values and places, nested as the kind asks."""
    if kind == "scalar":
        return rows[0][0]
    if kind == "vector":
        return [value for value, _ in rows[0]], [places for _, places in rows[0]]
    return [[value for value, _ in row] for row in rows], [[places for _, places in row] for row in rows]
