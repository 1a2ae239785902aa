"""A list or a matrix asked number by number: what each is called, which comes next, all of them as one answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.answers import Reading, write
from tutor.units import OpenQuestion

Place = tuple[int, ...]
"""Where a number stands in a list or a matrix."""
Cells = Mapping[Place, Reading]
"""Single numbers by their place."""
ORDINALS = ("primer", "segundo", "tercer", "cuarto", "quinto", "sexto")


def split_cells(whole: Reading) -> dict[Place, Reading]:
    """Each number of an answer, as if it alone had been typed."""
    return {
        at: Reading("value", whole.text, "scalar", value=pick(whole.value, at), places=pick(whole.places, at))
        for at in places_of(whole.value)
    }


def join_cells(question: OpenQuestion, cells: Cells, locale: str) -> Reading:
    """All the numbers of a question as one answer."""
    value: Any = question.right
    places: Any = question.right
    for at, one in cells.items():
        value, places = put(value, at, one.value), put(places, at, one.places)
    return Reading("value", write(value, places, locale), question.kind, value=value, places=places)


def places_left(question: OpenQuestion, cells: Cells) -> list[Place]:
    """The places of a question that have no number yet, in reading order."""
    return [at for at in places_of(question.right) if at not in cells]


def place_name(at: Place) -> str:
    """What the number at a place is called."""
    if len(at) == 2:
        return f"la fila {at[0]}, columna {at[1]} (contando desde 0)"
    return f"el {ORDINALS[at[0]]} número" if at[0] < len(ORDINALS) else f"el número {at[0] + 1}"


def places_of(value: Any, before: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Where each number of nested lists stands, in reading order."""
    if not isinstance(value, list | tuple):
        return [before]
    return [at for i, v in enumerate(value) for at in places_of(v, (*before, i))]


def pick(value: Any, at: tuple[int, ...]) -> Any:
    """The item at a place of nested lists, or the value itself where it does not branch."""
    for i in at:
        value = value[i] if isinstance(value, list | tuple) else value
    return value


def put(value: Any, at: tuple[int, ...], item: Any) -> Any:
    """Nested lists with one item replaced."""
    if not at:
        return item
    return [put(v, at[1:], item) if i == at[0] else v for i, v in enumerate(value)]
