"""Answers to a multiple choice, resolved before the reader: `1`, `clave 1`, `K₁`, `a`, `a)`, or the text itself.

A choice becomes the index of the option, counted from 0, so that the judge compares numbers like any others. Where the
labels are those numbers, the one after the last is also read: a key counted from one is to be judged, not refused.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from tutor.answers import Reading, read
from tutor.answers.enumeration import ORDINAL_SIGN

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
    text = unicodedata.normalize("NFD", text.translate(_SUBSCRIPTS).replace("−", "-"))
    text = "".join(c for c in text if not unicodedata.combining(c)).casefold()
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
