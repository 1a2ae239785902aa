"""Draws what a session says: one call an item, in the order the session gave them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tutor.screen.screen import Screen
from tutor.session.turns import (
    AnswerGiven,
    Card,
    Commands,
    Echo,
    Feedback,
    Hint,
    Item,
    Options,
    Page,
    Role,
    Sentence,
    Unread,
)
from tutor.units.views import TextView
from tutor.wrapping import width_of

SEEN = {"seen": "Visto"}
"""Words for what no judge says."""


def show(screen: Screen, items: Iterable[Item]) -> None:
    """Draws the items of a turn."""
    headed = False
    for item in _result_last(items) if screen.terminal.accessible else items:
        match item:
            case Page():
                page(screen, item)
            case Sentence():
                sentence(screen, item)
            case Echo():
                screen.echo(item.read)
            case Feedback():
                screen.verdict(item.verdict, item.text, item.word or SEEN.get(item.verdict, ""))
            case Hint():
                screen.hint(item.text, item.number, item.total)
            case Unread():
                unread(screen, item)
            case Options():
                screen.question(item.message, dict(item.options))
            case Commands() if item.brief:
                screen.text(f"{item.writing} O una orden: {', '.join(c for c, _ in item.rows)}.")
            case Commands():
                screen.text(item.writing)
                screen.pairs([(str(command), about) for command, about in item.rows])
            case Card():
                screen.blank()
                screen.card(item.title, item.rows)
            case AnswerGiven():
                if not headed:
                    screen.blank()
                screen.given(item.name, item.typed, item.right)
            case _:
                screen.blank()
                screen.view(item)
        headed = isinstance(item, Sentence) and item.text.endswith(":")


def _result_last(items: Iterable[Item]) -> Iterator[Item]:
    """For a screen reader: the reason, what goes with it (offers, notes, a picture), and then the result line."""
    held: Feedback | None = None
    for item in items:
        if held is not None and (
            isinstance(item, Page | Feedback | AnswerGiven) or (isinstance(item, Sentence) and item.role is Role.NEXT)
        ):
            yield held
            held = None
        if isinstance(item, Feedback):
            if item.text:
                yield Sentence(item.text)
            held = replace(item, text="")
        else:
            yield item
    if held is not None:
        yield held


def page(screen: Screen, item: Page) -> None:
    """The counting header with the part's name where it fits, what is shown first, and the question."""
    named = f"{item.header} · {item.title}" if item.title else item.header
    screen.header(named if width_of(named) <= screen.text_width else item.header)
    for view in (v for v in item.views if v != TextView("")):
        screen.view(view)
        screen.blank()
    screen.question(item.ask, dict(item.choices))
    if item.before:
        screen.note(item.before)


def sentence(screen: Screen, item: Sentence) -> None:
    """One sentence of a turn, by its role."""
    match item.role:
        case Role.NOTE:
            screen.note(item.text)
        case Role.NEXT:
            screen.blank()
            screen.text(item.text)
        case _:
            screen.text(item.text)


def unread(screen: Screen, item: Unread) -> None:
    """The text that was not understood with a caret under the place, where it fits in a line."""
    typed = screen.terminal.safe(item.typed)
    if item.position is not None and typed == item.typed and width_of(typed) + 2 <= screen.width:
        if screen.terminal.accessible:
            screen.text(f"No entiendo a partir de aquí: {typed[item.position :] or '(el final)'}")
        else:
            screen.text(f"  {typed}\n  {' ' * width_of(typed[: item.position])}^")
    screen.text(item.message)
