"""Any text, step by step: what the fast path does not take.

The order of work: limits, a table of characters (`characters.py`), words and wrappings (`words_and_labels.py`), what
numbers lines (`enumeration.py`), the ways of laying the text out (`layout.py`, `cells.py`), one scalar reader for every
cell (`scalar.py`), and the choice among what remains (`resolution.py`).
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

from tutor.answers import messages
from tutor.answers.brackets import check_brackets, unbracketed, without_ends
from tutor.answers.characters import TABLE, clean
from tutor.answers.enumeration import another_version, without_items
from tutor.answers.fast_path import MAX_LENGTH
from tutor.answers.layout import list_grids, matrix_grids
from tutor.answers.locales import Locale
from tutor.answers.numerals import Rules
from tutor.answers.reading import Kind, Nested, Places, Reading
from tutor.answers.resolution import MAX_OPTIONS, Cells, Resolution, Rows, distinct, hundredth, line_for, resolve
from tutor.answers.scalar import is_plain
from tutor.answers.source import Source, Unreadable
from tutor.answers.words_and_labels import DONT_KNOW, PRINTED, rewritten, unwrapped, without_label
from tutor.answers.write import write

MAX_SCALAR_LENGTH = 1000
LONGEST_REFUSAL = 60
_MODULUS = re.compile(r"\|([^|]+)\|")
_PERCENT_OF_ALL = re.compile(r"(?<=[)\]}>])\s*%$")
_OF_A_SPREADSHEET = re.compile(
    r"#(?:[¡¿]?[^\W\d_][\w/]{1,20}[!?]|N/?[ABDV]\b|#{2,})|\berr(?:or)? ?: ?\d{3}\b", re.IGNORECASE
)
"""What a spreadsheet shows, in any language, where a formula has no value: `#N/D`, `#¡REF!`, `Err:502`."""
_WITH_WORDS = frozenset({"words", "unexpected-text", "unit"})
_MAYBE_A_LIST = frozenset({"several-numbers", "misplaced-percent", "unexpected-text", "empty-cell"})


def read_fully(text: str, kind: Kind, shape: tuple[int, ...] | None, decimals: int | None, locale: Locale) -> Reading:
    """One of the three outcomes, for any text. Never raises."""
    try:
        return parse(text, kind, shape, Rules(locale, decimals))
    except Unreadable as fault:
        return _refusal(text, kind, fault, locale)
    except Exception:  # a fault of ours must not cost a learner the session, nor a class its grades
        return _refusal(text, kind, Unreadable("unread"), locale)


def _refusal(text: str, kind: Kind, fault: Unreadable, locale: Locale) -> Reading:
    sentence = messages.fault(fault.reason, locale, _as_typed(text, fault))
    return Reading("error", text, kind, reason=fault.reason, message=sentence, position=fault.at)


def _as_typed(text: str, fault: Unreadable) -> str:
    """The detail of a fault; a word in it with the accents that the table of characters took away."""
    if fault.reason not in _WITH_WORDS:
        return fault.detail
    *before, word = fault.detail.split("\n")
    typed = text[fault.at : fault.at + len(word)]
    return "\n".join([*before, typed if typed.translate(TABLE) == word else word])


def parse(text: str, kind: Kind, shape: tuple[int, ...] | None, rules: Rules) -> Reading:
    """A value or a question back. Raises Unreadable."""
    if len(text) > MAX_LENGTH:
        raise Unreadable("too-long", MAX_LENGTH)
    if error := _OF_A_SPREADSHEET.search(text):
        raise Unreadable("spreadsheet-error", error.start(), error[0])
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
    resolution = _of_either_version(source, kind, shape, Cells(replace(rules, program=program)))
    if transposed and kind == "matrix":
        resolution = _turned(resolution, _rows_and_columns(shape))
    if resolution.doubt and shape and kind != "scalar":
        fitting = _fitting(resolution, kind, shape)
        if not fitting:
            raise Unreadable("other-shape", source.at[0], f"{_in_words(shape)}\n{source.text}")
        resolution = replace(resolution, ways=fitting)
    return _reading(text, kind, resolution, rules, (*notes, *_outer_notes(source, kind)), shape)


def _fitting(resolution: Resolution, kind: Kind, shape: tuple[int, ...] | None) -> tuple[Rows, ...]:
    """The readings of the shape asked."""
    if kind == "scalar" or not shape:
        return resolution.ways
    wanted = (1, math.prod(shape)) if kind == "vector" else _rows_and_columns(shape)
    return tuple(way for way in resolution.ways if (len(way), len(way[0])) == wanted)


def _of_either_version(source: Source, kind: Kind, shape: tuple[int, ...] | None, cells: Cells) -> Resolution:
    """The text as it stands, or without what may only open its lines; asked where both are answers."""
    other = another_version(source, kind, (_rows_and_columns(shape) or (0,))[0])
    if other is None:
        return _as_it_stands(source, kind, shape, cells)
    found, faults = [], []
    for each in (other.source, source):
        try:
            found.append(_as_it_stands(each, kind, shape, cells))
        except Unreadable as fault:
            faults.append(fault)
    if not found:
        raise faults[0]
    found = [one for one in found if _fitting(one, kind, shape)] or found
    if len(found) == 1 and other.note:
        return replace(found[0], notes=(*found[0].notes, other.note)) if faults else found[0]
    ways = distinct([way for one in found for way in one.ways])
    asked = other.doubt == "slash-role" or len(ways) > 1
    return Resolution(tuple(ways[:MAX_OPTIONS]), other.doubt) if asked else found[0]


def _as_it_stands(source: Source, kind: Kind, shape: tuple[int, ...] | None, cells: Cells) -> Resolution:
    if kind == "scalar":
        return _one_number(source, cells)
    percent = _PERCENT_OF_ALL.search(source.text)
    if percent and unbracketed(source.cut(0, percent.start())):
        return _in_percent(_several(source.cut(0, percent.start()), kind, shape, cells))
    return _several(source, kind, shape, cells)


def _in_words(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) if len(shape) > 1 else messages.numbers(shape[0])


def _several(source: Source, kind: Kind, shape: tuple[int, ...] | None, cells: Cells) -> Resolution:
    """A list or a matrix."""
    lone_comma = source.text.count(",") == 1
    if kind == "vector":
        wanted = math.prod(shape) if shape else None
        line = line_for(cells, lone_comma=lone_comma, wanted=wanted)
        return resolve(list_grids(source, line), cells, (1, wanted) if wanted else None)
    asked = _rows_and_columns(shape)
    line = line_for(cells, lone_comma=lone_comma, wanted=None)
    return resolve(matrix_grids(source, line, asked), cells, asked)


def _rows_and_columns(shape: tuple[int, ...] | None) -> tuple[int, int] | None:
    if not shape:
        return None
    return (shape[0], shape[1]) if len(shape) == 2 else (1, shape[0])


def _in_percent(resolution: Resolution) -> Resolution:
    """`(41,2 ; 20,3) %`: the sign is of every number."""
    ways = tuple(tuple(tuple(map(hundredth, row)) for row in way) for way in resolution.ways)
    return Resolution(ways, resolution.doubt, (*resolution.notes, "percent"))


def _one_number(source: Source, cells: Cells) -> Resolution:
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


def _scalar(source: Source, cells: Cells) -> Resolution:
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
    return Resolution(tuple(((way,),) for way in ways), cell.doubt, cell.notes)


def _turned(resolution: Resolution, asked: tuple[int, int] | None) -> Resolution:
    """A matrix written with ᵀ: as it stands, or tumbled, if the shape does not say which."""
    ways: list[Rows] = []
    for way in resolution.ways:
        turned: Rows = tuple(zip(*way, strict=True))
        both = [way] if turned == way or 1 in (len(way), len(way[0])) else [way, turned]
        ways += [w for w in both if asked is None or (len(w), len(w[0])) == asked] or both
    ways = list(dict.fromkeys(ways))
    return Resolution(tuple(ways), resolution.doubt or ("transposed" if len(ways) > 1 else ""), resolution.notes)


def _outer_notes(source: Source, kind: Kind) -> tuple[str, ...]:
    notes = ("braces",) if source.text[0] == "{" and kind != "scalar" else ()
    return (*notes, "final-separator") if source.text[0] != "|" and without_ends(source)[1] else notes


def _reading(
    text: str, kind: Kind, resolution: Resolution, rules: Rules, notes: tuple[str, ...], shape: tuple[int, ...] | None
) -> Reading:
    asked = _in_words(shape or (1,))
    notes = tuple(messages.note(n, rules.locale, asked) for n in dict.fromkeys((*notes, *resolution.notes)))
    if len(resolution.ways) == 1 and not resolution.doubt:
        value, places = _nested(resolution.ways[0], kind)
        return Reading("value", text, kind, value=value, places=places, notes=notes)
    options = []
    for way in resolution.ways:
        value, places = _nested(way, kind)
        written = write(value, places, rules.locale.name)
        options.append(Reading("value", written, kind, value=value, places=places))
    sentence = messages.question(resolution.doubt, rules.locale, text, len(options))
    return Reading("ask", text, kind, reason=resolution.doubt, message=sentence, notes=notes, options=tuple(options))


def _nested(rows: Rows, kind: Kind) -> tuple[Nested, Places]:
    """Values and places, nested as the kind asks."""
    if kind == "scalar":
        return rows[0][0]
    if kind == "vector":
        return [value for value, _ in rows[0]], [places for _, places in rows[0]]
    return [[value for value, _ in row] for row in rows], [[places for _, places in row] for row in rows]
