"""Answers to a multiple choice, resolved before the reader: `1`, `clave 1`, `K₁`, `a`, `a)`, or the text itself.

A choice becomes the index of the option, counted from 0, so that the judge compares numbers like any others. Where the
labels are those numbers, the one after the last is also read: a key counted from one is to be judged, not refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.answers import Reading, read
from tutor.phrasing import ORDINAL_SIGN, unaccented

_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_DECORATION = re.compile(r"^[\s(\[«\"'“]+|[\s)\].,;:»\"'”]+$")
_BRACKETS = dict.fromkeys(map(ord, "()[]"))
_WORDS_BEFORE = re.compile(
    r"^(?:(?:es|creo que|sera|seria|diria que|elijo|la|el|lo|opcion|respuesta|letra|numero|num|n)\s+)+"
)
_NUMBERS = dict(zip(("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis"), "0123456", strict=True))
_ONE = {"un": "1", "una": "1"}
_ORDINALS = ("primer[ao]?", "segund[ao]", "tercer[ao]?", "cuart[ao]")
SPELT = re.compile(rf"(?<!\w)({'|'.join((*_NUMBERS, *_ORDINALS))}|[kK][₁-₉1-9])(?!\w)", re.IGNORECASE)
"""Numbers in words, which answer a question that asks which; an ordinal does not say whether one counts from 0."""
_NUMBER_SIGN = re.compile(
    rf"\b(?:n(?:\.?[º°]|\.|um\.?|umero)|clave)\.?\s*(?=[0-9])|(?<=[0-9])(?:{ORDINAL_SIGN}|\.?°)(?!\w)"
)
_ITS_NUMBERS = re.compile(r"\s*[=≈:(].*")
"""`clave 1 = (2 ; 1)`: the key as the sheet writes it."""
_AND = re.compile(r"[,;/&+\n]|\s[yeou]\s|\s(?:and|mas)\s")
_ALL, _NONE = frozenset(("todas", "todos", "all")), frozenset(("ninguna", "ninguno", "none"))
_LONG = 5
"""Letters from which a word with one astray is still that word."""
_LONGEST = 300
_ENOUGH = 3
"""Letters a piece of an option needs to stand for the whole of it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: what is typed to choose it, and what it says."""

    label: str
    text: str


def read_choice(text: str, choices: tuple[Choice, ...], locale: str = "es") -> Reading:
    """The index of the option that `text` names, as a scalar Reading; else an error that says what can be typed."""
    wanted = _plain(text[:_LONGEST])
    for candidate in (wanted, _WORDS_BEFORE.sub("", wanted), *(_as_numbers(text) if numbered(choices) else ())):
        found = _named(candidate, choices)
        if found is not None:
            return Reading("value", text, "scalar", value=float(found), places=0)
    reading = read(text, kind="scalar", decimals=0, locale=locale)
    if reading.blank or (numbered(choices) and reading.value in range(len(choices) + 1)):
        return reading
    labels = ", ".join(c.label for c in choices[:-1]) + f" o {choices[-1].label}"
    message = f"No sé a qué opción te refieres. Escribe {labels}."
    return Reading("error", text, "scalar", reason="no-choice", message=message, position=0)


def read_choices(text: str, choices: tuple[Choice, ...], locale: str = "es") -> Reading:
    """The options that `text` names, as a list with a 1 for each: `a y c`, `a, c`, `ac`, their texts, «todas»."""
    wanted = _plain(text[:_LONGEST])
    if wanted in _ALL or wanted in _NONE:
        found: list[int | None] = [*range(len(choices))] if wanted in _ALL else []
    else:
        whole = _named(wanted, choices)
        pieces = list(filter(None, map(str.strip, _AND.split(_WORDS_BEFORE.sub("", wanted)))))
        labels = [_plain(c.label) for c in choices]
        if len(pieces) == 1 and whole is None and set(pieces[0].replace(" ", "")) <= set(labels):
            pieces = list(pieces[0].replace(" ", ""))
        found = [whole] if whole is not None else [_named(_WORDS_BEFORE.sub("", piece), choices) for piece in pieces]
    if wanted and None not in found and (found or wanted in _NONE):
        digits: list[int | None] = [0] * len(choices)
        return Reading("value", text, "vector", [float(i in found) for i in range(len(choices))], digits)
    reading = read(text, kind="scalar", decimals=0, locale=locale)
    if reading.blank:
        return reading
    labels = [c.label for c in choices]
    message = f"No sé a qué opciones te refieres. Escribe las que valgan, por ejemplo {labels[0]} y {labels[-1]}."
    return Reading("error", text, "vector", reason="no-choice", message=message, position=0)


def read_word(text: str, accepted: Sequence[str], choices: tuple[Choice, ...], locale: str = "es") -> Reading:
    """The index of the word that `text` is: 0 for the one `accepted`, however it is written, the last for no known one.

    A letter astray in a long word is taken for the word, with a note of how it is written.
    """
    blank = read(text, kind="scalar", locale=locale)
    if blank.blank:
        return blank
    if not any(map(str.isalpha, text)):
        message = "Aquí se pide una palabra, y no leo ninguna."
        return Reading("error", text, "scalar", reason="no-word", message=message, position=0)
    wanted = _as_word(text[:_LONGEST])
    for index, words in enumerate([accepted, *((c.text,) for c in choices[1:-1])]):
        if wanted in map(_as_word, words):
            return Reading("value", text, "scalar", float(index), 0)
    close = next((word for word in accepted if _astray(wanted, _as_word(word))), None)
    notes = (f"Se escribe «{close}».",) if close is not None else ()
    return Reading("value", text, "scalar", float(0 if close is not None else len(choices) - 1), 0, notes=notes)


def _as_word(text: str) -> str:
    """A word or a few without what may be before, blanks and hyphens: `la Soft-Max` is `softmax`."""
    return re.sub(r"[\s_-]", "", _WORDS_BEFORE.sub("", _plain(text)))


def _astray(one: str, other: str) -> bool:
    """Whether two long words differ in a letter, lacking, too many, another, or two of them swapped."""
    if min(len(one), len(other)) < _LONG or abs(len(one) - len(other)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    left, right = one[start:], other[start:]
    swapped = left[:2] == right[1::-1] and left[2:] == right[2:] and len(left) > 1
    return swapped or left[1:] == right[1:] or left[1:] == right or left == right[1:]


def _as_numbers(text: str) -> tuple[str, ...]:
    """What may be the number of an option in `nº 1`, `1ª`, `uno`, `clave 1 = (2 ; 1)`."""
    before = _plain(_ITS_NUMBERS.sub("", text[:_LONGEST].translate(_SUBSCRIPTS)))
    number = _WORDS_BEFORE.sub("", _NUMBER_SIGN.sub("", _WORDS_BEFORE.sub("", before))).strip()
    return before, (_NUMBERS | _ONE).get(number.removeprefix("clave "), number)


def numbered(choices: tuple[Choice, ...]) -> bool:
    """Whether the labels are the indices themselves (`0`, `1`, `2`), so that an answer is a number."""
    return [c.label for c in choices] == [str(i) for i in range(len(choices))]


def _plain(text: str) -> str:
    """`text` without case, accents, subscripts, blanks in excess nor the marks around a label."""
    text = unaccented(text.translate(_SUBSCRIPTS).replace("−", "-"), "NFD").casefold()
    text = _DECORATION.sub("", " ".join(text.split())).translate(_BRACKETS)
    return re.sub(r"\s*;\s*", ";", text)


def _named(wanted: str, choices: tuple[Choice, ...]) -> int | None:
    """The only option that `wanted` names: by label, text, place (lettered options only) or a piece of the text."""
    if not wanted:
        return None
    labels = [_plain(c.label) for c in choices]
    texts = [_plain(c.text) for c in choices]
    if wanted in labels:
        return labels.index(wanted)
    whole = [i for i, (label, text) in enumerate(zip(labels, texts, strict=True)) if wanted in _names(label, text)]
    if len(whole) == 1:
        return whole[0]
    if not numbered(choices) and wanted in map(str, range(1, len(choices) + 1)):
        return int(wanted) - 1
    piece = re.compile(rf"(?<![\w.,]){re.escape(wanted)}(?![\w.,]\w)")
    partly = [i for i, text in enumerate(texts) if len(wanted) >= _ENOUGH and piece.search(text)]
    return partly[0] if len(partly) == 1 else None


def _names(label: str, text: str) -> set[str]:
    """What names an option: its text, with or without the label, and for «clave 1» also `K1`, `k_1`."""
    names = {text, f"{label} {text}", f"{label}. {text}", f"{label}: {text}"}
    if match := re.fullmatch(r"(\w)\w* (\d+)", text):
        letters = {match[1], "k"} if text.startswith("clave ") else {match[1]}
        names |= {f"{letter}{gap}{match[2]}" for letter in letters for gap in ("", "_", " ")}
        names.add(text.replace(" ", ""))
    return names
