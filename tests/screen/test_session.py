"""What a session says, drawn: spacing, the caret, the header that fits, the result last for a screen reader."""

from __future__ import annotations

import pytest

from tests.running import drawn, terminal
from tutor.screen import Screen
from tutor.screen.turns import show
from tutor.session.commands import Command
from tutor.session.turns import AnswerGiven, Card, Commands, Echo, Feedback, Hint, Options, Page, Role, Sentence, Unread
from tutor.units.views import TextView

PAGE = Page("Tramo 2 de 3 · 4 de 10", "Repartir y mezclar", (TextView("Antes."),), "¿Cuánto?", (("a", "uno"),), "Ya.")


def shown(*items, **more) -> str:
    one = terminal(**more)
    show(Screen(one), items)
    return drawn(one)


def test_a_page_is_its_header_what_leads_to_it_and_the_question():
    text = shown(PAGE)
    for part in ("Tramo 2 de 3 · 4 de 10 · Repartir y mezclar", "Antes.", "¿Cuánto?", "a) uno", "Ya."):
        assert part in text


def test_in_a_narrow_window_the_header_only_counts():
    assert shown(PAGE, width=40).strip().splitlines()[0] == "Tramo 2 de 3 · 4 de 10"


def test_the_caret_stands_under_what_was_not_understood():
    text = shown(Unread("1 ; hola", 4, "No lo entiendo."))
    assert "  1 ; hola\n      ^\nNo lo entiendo." in text


@pytest.mark.parametrize(
    ("typed", "position", "more"),
    [("hola", None, {}), ("x" * 90, 3, {}), ("h\x1b[31mola", 2, {}), ("hóla", 1, {"encoding": "ascii"})],
    ids=["no place", "too long", "escape", "not in this console"],
)
def test_without_a_place_to_point_at_there_is_no_caret(typed, position, more):
    """A caret under the wrong sign would be worse than none; escapes are never repeated."""
    text = shown(Unread(typed, position, "No lo entiendo."), **more)
    assert "^" not in text
    assert "\x1b" not in text
    assert "No lo entiendo." in text


def test_a_screen_reader_hears_the_place_in_words():
    text = shown(Unread("1 ; hola", 4, "No."), accessible=True)
    assert "No entiendo a partir de aquí: hola" in text


def test_for_a_screen_reader_the_result_comes_last():
    """After the reason and the offer that goes with it, and before what comes next."""
    items = (
        Echo("1"),
        Feedback("wrong", "Has sumado."),
        Sentence("Si quieres: «pista».", Role.OFFER),
        Sentence("Sigue: otra.", Role.NEXT),
    )
    lines = [line for line in shown(*items, accessible=True).splitlines() if line]
    assert lines == ["Leo: 1", "Has sumado.", "Si quieres: «pista».", "Resultado: todavía no.", "Sigue: otra."]
    assert shown(*items[:3], accessible=True).splitlines()[-1] == "Resultado: todavía no."


def test_for_the_eye_the_word_comes_first():
    assert shown(Feedback("wrong", "Has sumado.")).startswith("Todavía no. Has sumado.")
    assert shown(Feedback("seen", "Es así.")).startswith("Visto. Es así.")


@pytest.mark.parametrize("accessible", [False, True])
def test_every_item_is_drawn(accessible):
    items = (
        Hint("Suma.", 1, 3),
        Options("¿Cuál?", (("1", "uno"), ("2", "dos"))),
        Commands(((Command.HINT, "una ayuda"),), "Un número."),
        Commands(((Command.HINT, "una ayuda"), (Command.DATA, "x")), "Breve.", brief=True),
        Card("Resumen", (("comparar", "1,00"),)),
        AnswerGiven("Pesos", "0,4 ; 0,6"),
        TextView("Vista."),
        Sentence("Nota.", Role.NOTE),
    )
    text = shown(*items, accessible=accessible)
    for word in (
        "Pista 1 de 3",
        "Suma.",
        "uno",
        "dos",
        "pista",
        "Un número.",
        "Breve. O una orden: pista, datos.",
        "1,00",
        "Pesos",
        "Vista.",
        "Nota.",
    ):
        assert word in text


def test_nothing_a_learner_typed_is_taken_as_markup():
    assert "[red]0,5[/red]" in shown(Echo("[red]0,5[/red]"))
