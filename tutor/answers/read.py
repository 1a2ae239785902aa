"""Text to numbers: one of three outcomes, for any text.

Plain answers take the short way of `fast_path.py`; for all others `full_parser.py` is loaded, when the first one comes.
"""

from __future__ import annotations

import math

from tutor.answers.fast_path import MAX_LENGTH, read_list, read_one
from tutor.answers.locales import DEFAULT_LOCALE, locale_of
from tutor.answers.reading import Kind, Reading


def read(
    text: str,
    kind: Kind = "vector",
    shape: tuple[int, ...] | None = None,
    decimals: int | None = None,
    locale: str = DEFAULT_LOCALE,
) -> Reading:
    """What `text` says, as a value with notes, a question back, or an error with its reason and position.

    `shape` and `decimals` are what the question asks in public: (3,) or (2, 2), and the decimals of each number. They
    may settle how a text is read; the right value is never known here. Never raises, never gives NaN.
    """
    found = locale_of(locale)
    if len(text) <= MAX_LENGTH:
        plain = read_one(text, found) if kind == "scalar" else read_list(text, found) if kind == "vector" else None
        if plain is not None and (shape is None or kind == "scalar" or len(plain[0]) == math.prod(shape)):  # type: ignore[arg-type]
            return Reading("value", text, kind, plain[0], plain[1])
    from tutor.answers.full_parser import read_fully

    return read_fully(text, kind, shape, decimals, found)
