"""Numbers in nested lists: where each stands, one of them, one replaced."""

from __future__ import annotations

from typing import Any


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
