"""Text to numbers: one of three outcomes, for any text."""

from __future__ import annotations

import re

from tutor.answers.locales import DEFAULT_LOCALE, locale_of
from tutor.answers.reading import Kind, Reading

_NUMBER = re.compile(r"[+\-−]?(?:\d+(?:[.,]\d*)?|∞)")


def read(
    text: str,
    kind: Kind = "vector",
    shape: tuple[int, ...] | None = None,
    decimals: int | None = None,
    locale: str = DEFAULT_LOCALE,
) -> Reading:
    """What `text` says, as a value with notes, a question back, or an error with its reason and position."""
    bare = text.strip().strip("()[]")
    if not bare:
        return Reading("error", text, kind, reason="empty", message="No has escrito nada.")
    if bare.lower() in ("no sé", "no se", "?"):
        return Reading("error", text, kind, reason="no-answer", message="De acuerdo, lo dejamos en blanco.")
    between = ";" if ";" in bare else "·" if " · " in bare else None
    rows = []
    places = []
    for line in re.split(r"[|\n]", bare) if kind == "matrix" else [bare]:
        cells = [c.strip(" []") for c in line.split(between) if c.strip(" []")]
        if not all(_NUMBER.fullmatch(c) for c in cells):
            return Reading("error", text, kind, reason="unexpected-text", message="No lo entiendo.", position=0)
        plain = [c.replace("−", "-").replace("∞", "inf").replace(locale_of(locale).decimal, ".") for c in cells]
        rows.append([float(c) for c in plain])
        places.append([len(c.partition(".")[2]) for c in plain])
    if kind == "matrix":
        return Reading("value", text, kind, value=rows, places=list(places))
    if kind == "vector":
        return Reading("value", text, kind, value=rows[0], places=list(places[0]))
    if len(rows[0]) != 1:
        return Reading("error", text, kind, reason="several-numbers", message="Pido un solo número.")
    return Reading("value", text, kind, value=rows[0][0], places=places[0][0])
