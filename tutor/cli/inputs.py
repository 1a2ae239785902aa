"""Numbers given on the command line, read as a learner's answers are."""

from __future__ import annotations

from typing import Any

from tutor.errors import UsageError


def read_vector(option: str, text: str, locale: str) -> list[float]:
    """The numbers of a list. Raises UsageError saying what was not understood."""
    from tutor.answers import read

    reading = read(text, kind="vector", locale=locale)
    if reading.outcome != "value":
        raise _refused(option, reading, "por ejemplo: 2 −1 1/2")
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
        raise _refused(option, reading, "las filas se separan con |, por ejemplo: 1 0 | 0 1 | 1/2 −3")
    rows = [[float(x) for x in row] for row in reading.value if isinstance(row, list)]
    return rows, len(rows) == 1 and "[[" not in text.replace(" ", "")


def read_scalar(option: str, text: str, locale: str) -> float:
    """One number. Raises UsageError."""
    from tutor.answers import read

    reading = read(text, kind="scalar", locale=locale)
    if reading.outcome != "value" or not isinstance(reading.value, float | int):
        raise _refused(option, reading, "por ejemplo: 1/2")
    return float(reading.value)


def _refused(option: str, reading: Any, example: str) -> UsageError:
    why = reading.message or "No lo entiendo."
    said = f"En {option}, «{reading.text}»: {why[:1].lower()}{why[1:]}"
    return UsageError(said, hint=f"Escribe los números así, {example}.")
