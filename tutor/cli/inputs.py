"""Numbers given on the command line, read as a learner's answers are."""

from __future__ import annotations

from typing import Any

from tutor.errors import UsageError
from tutor.phrasing import capitalised, mid_sentence

LIST, ROWS, NUMBER = "2 -1 0,5", "1 0 | 0 1 | 0,5 -3", "0,5"
"""Examples of what is accepted, with a decimal comma; `example` writes them in the locale."""
MOST_SHOWN = 80
"""Characters of what was typed that a refusal repeats."""
WORDS = "Aquí van números."
"""What is said of words, to which a prompt would offer «no sé»."""


def read_vector(option: str, text: str, locale: str) -> list[float]:
    """The numbers of a list. Raises UsageError saying what was not understood."""
    from tutor.answers import read

    reading = read(text, kind="vector", locale=locale)
    if reading.outcome != "value":
        raise _refused(option, reading, LIST, locale)
    value: Any = reading.value
    return [float(x) for x in (value if isinstance(value, list) else [value])]


def read_rows(option: str, text: str, locale: str) -> tuple[list[list[float]], bool]:
    """The rows of a matrix, and whether the text was a flat list: one row. Raises UsageError.

    Where a matrix leaves a doubt, bars end rows; else a list is meant if it has no square brackets, or stands as lists
    are printed.
    """
    from tutor.answers import read

    reading = read(text, kind="matrix", locale=locale)
    if reading.reason == "matrix-shape" and "|" in text:
        reading = next((o for o in reading.options if isinstance(o.value, list) and len(o.value) > 1), reading)
    listed = reading.reason == "matrix-shape" or "[" not in text or " ; " in text
    if reading.outcome == "ask" and listed:
        return [read_vector(option, text, locale)], True
    if reading.outcome != "value" or not isinstance(reading.value, list):
        raise _refused(option, reading, ROWS, locale)
    rows = [[float(x) for x in row] for row in reading.value if isinstance(row, list)]
    return rows, len(rows) == 1 and "[[" not in text.replace(" ", "")


def read_scalar(option: str, text: str, locale: str) -> float:
    """One number. Raises UsageError."""
    from tutor.answers import read

    reading = read(text, kind="scalar", locale=locale)
    if reading.outcome != "value" or not isinstance(reading.value, float | int):
        raise _refused(option, reading, NUMBER, locale)
    return float(reading.value)


def example(text: str, locale: str) -> str:
    """An example with the locale's decimal mark."""
    from tutor.answers import decimal_mark

    return text.replace(",", decimal_mark(locale))


def _refused(option: str, reading: Any, sample: str, locale: str) -> UsageError:
    """What was not understood; of several readings, all of them, each as it can be typed."""
    from tutor.answers import write

    why = WORDS if reading.reason == "words" else reading.message or "No lo entiendo."
    text = reading.text if len(reading.text) <= MOST_SHOWN else f"{reading.text[:MOST_SHOWN]}…"
    what = f"En {option}, «{text}»: {mid_sentence(why)}"
    rows = "las filas se separan con |, " if sample == ROWS else ""
    way = f"escribe los números así, {rows}por ejemplo: {example(sample, locale)}."
    if not reading.options:
        return UsageError(what, hint=capitalised(way))
    readings = " o ".join(write(one.value, one.places, locale) for one in reading.options)
    return UsageError(f"{what} Puede ser {readings}.", hint=f"Copia la que sea, o {way}")
