"""`tutor read`: how the tutor reads a text, and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.errors import ExitCode, UsageError
from tutor.phrasing import plural

if TYPE_CHECKING:
    from tutor.answers import Kind, Reading
    from tutor.screen import Screen
    from tutor.terminal import Terminal

KINDS: tuple[Kind, ...] = ("scalar", "vector", "matrix")
_SHAPE = re.compile(r"\s*(\d{1,4})(?:\s*[xX×,]\s*(\d{1,4}))?\s*")
MOST_CELLS = 12
"""Cells that are told one by one."""
WINDOW = 50
"""Signs of a long line that are shown around the place that is not understood."""


def read(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="lo que escribirías como respuesta, entre comillas")],
    kind: Annotated[str, typer.Option(metavar="|".join(KINDS), help="qué se pide; si no, lo que parezca")] = "",
    shape: Annotated[str, typer.Option(metavar="3|2x2", help="cuántos números, o filas x columnas")] = "",
    decimals: Annotated[int | None, typer.Option(min=0, max=15, help="decimales que se piden")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="todo lo leído, para un programa")] = False,
) -> ExitCode:
    """Enseña cómo lee el tutor lo que escribes, y por qué.

    `tutor read "0,412 0,203 0,384"`, `tutor read "1.000" --decimals 3`, `tutor read "[1,0]" --shape 2`.
    """
    terminal: Terminal = ctx.obj
    reading, asked = _read(text, kind, _shape(shape), decimals, terminal.locale)
    if as_json:
        from tutor.cli.jsonout import print_json

        print_json(terminal, {"locale": terminal.locale, "shape": asked, **_fields(reading)})
    else:
        from tutor.screen import Screen

        _show(Screen(terminal), reading)
    return ExitCode.OK if reading.outcome == "value" else ExitCode.PENDING


def _read(
    text: str, kind: str, shape: tuple[int, ...] | None, decimals: int | None, locale: str
) -> tuple[Reading, tuple[int, ...] | None]:
    """The reading of the kind asked; without one, of the shape, or the first kind that the text can be."""
    from tutor.answers import read as read_answer

    kind = kind.strip().lower() or ("" if shape is None else KINDS[len(shape)])
    if kind not in ("", *KINDS):
        raise UsageError(f"No conozco el tipo «{kind}».", hint=f"Vale uno de estos: {', '.join(KINDS)}.")
    if kind:
        known: Any = kind
        return read_answer(text, known, shape, decimals, locale), shape
    readings = [read_answer(text, each, None, decimals, locale) for each in KINDS]
    number, listed, _ = readings
    if number.reason in ("several-numbers", "bad-grouping"):
        readings = [*readings[1:], number] if listed.reason != "rows-not-list" else [*readings[2:], listed]
    return next((r for r in readings if r.outcome != "error"), readings[0]), None


def _shape(text: str) -> tuple[int, ...] | None:
    if not text:
        return None
    match = _SHAPE.fullmatch(text)
    if match is None or "0" in (match[1].lstrip("0") or "0", match[2] and (match[2].lstrip("0") or "0")):
        raise UsageError(
            f"No entiendo --shape «{text}».", hint="Escribe cuántos números, 3, o filas por columnas, 2x2."
        )
    return tuple(int(side) for side in match.groups() if side)


def _fields(reading: Reading) -> dict[str, Any]:
    """A reading as the fields of its JSON object; the options of a question are values with their own text."""
    from tutor.answers.characters import REFUSED

    return {
        "text": REFUSED.sub("\ufffd", reading.text),  # what must not reach a screen may be on its way to one
        "kind": reading.kind,
        "outcome": reading.outcome,
        "value": reading.value,
        "places": reading.places,
        "reason": reading.reason,
        "message": reading.message,
        "position": reading.position,
        "notes": reading.notes,
        "options": [{"text": o.text, "value": o.value, "places": o.places} for o in reading.options],
    }


def _show(screen: Screen, reading: Reading) -> None:
    from tutor.answers import write
    from tutor.screen.turns import unread
    from tutor.session.turns import Unread

    locale = screen.terminal.locale
    if reading.outcome == "value":
        screen.echo(write(reading.value, reading.places, locale))
        for line in _in_words(reading, locale):
            screen.text(line)
        for note in reading.notes:
            screen.note(note)
    elif reading.outcome == "ask":
        options = {str(i): write(o.value, o.places, locale) for i, o in enumerate(reading.options, 1)}
        screen.question(reading.message, options)
        screen.note("En una lección contestas con el número de la que vale. No cuenta como intento.")
    else:
        unread(screen, Unread(*_around(reading), reading.message))


def _in_words(reading: Reading, locale: str) -> list[str]:
    """What was read, and with how many decimals: cell by cell where these differ."""
    from tutor.answers import write

    cells = _cells(reading.value, reading.places)
    places = {count for _, _, count in cells}
    if len(places) == 1:
        return [f"{_what(reading)}; {_decimals(places.pop())}."]
    if len(cells) > MOST_CELLS:
        return [f"{_what(reading)}, con distintos decimales."]
    each = (f"{name}: {write(value, count, locale)}; {_decimals(count)}." for name, value, count in cells)
    return [f"{_what(reading)}, con distintos decimales:", *each]


def _cells(value: Any, places: Any) -> list[tuple[str, float, int | None]]:
    """The name, the value and the decimals of every cell; rows and columns are counted from 0."""
    if not isinstance(value, list):
        return [("", value, places)]
    if not isinstance(value[0], list):
        return [(f"número {i}", x, count) for i, (x, count) in enumerate(zip(value, places, strict=True))]
    pairs = [list(zip(row, counts, strict=True)) for row, counts in zip(value, places, strict=True)]
    return [(f"fila {i}, columna {j}", *pair) for i, row in enumerate(pairs) for j, pair in enumerate(row)]


def _what(reading: Reading) -> str:
    value = reading.value
    if not isinstance(value, list):
        return "Un número"
    if isinstance(value[0], list):
        return f"Una matriz de {len(value)} × {len(value[0])}"
    return f"Una lista de {len(value)} número" + "s" * (len(value) != 1)


def _decimals(places: int | None) -> str:
    """The decimals typed, in words."""
    if places is None:
        return "es una operación, y vale con todos sus decimales"
    return plural(places, "decimal", "decimales")


def _around(reading: Reading) -> tuple[str, int | None]:
    """The line that is not understood, or the piece of it around the place, and the place in it."""
    if reading.position is None or reading.blank:
        return reading.text, None
    start = reading.text.rfind("\n", 0, reading.position) + 1
    line = reading.text[start:].split("\n", 1)[0]
    place = reading.position - start
    if len(line) <= WINDOW:
        return line, place
    cut = max(0, place - WINDOW // 2)
    before, after = "…" * (cut > 0), "…" * (cut + WINDOW < len(line))
    return f"{before}{line[cut : cut + WINDOW]}{after}", place - cut + len(before)
