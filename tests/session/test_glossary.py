"""`qué es token`: the words of the course, at any prompt, at no cost."""

from __future__ import annotations

import pytest

from tutor.session.commands import fold
from tutor.session.glossary import meaning, terms
from tutor.session.turns import Sentence, Waits


@pytest.mark.parametrize("term", terms())
def test_every_word_is_found_by_each_of_its_names(term):
    for name in term.replace("(", ",").replace(")", "").split(","):
        said = meaning(f"¿Qué es {name.strip()}?")
        assert said is not None
        assert not said.startswith("No tengo"), name


@pytest.mark.parametrize(
    "text", ["qué es token", "que es un token", "¿Qué son los tokens?", "QUE SIGNIFICA TOKEN", "glosario token"]
)
def test_a_word_is_asked_for_in_many_ways(text):
    assert (meaning(text) or "").startswith("Token")


@pytest.mark.parametrize("text", ["0,5", "token", "queso", "", "es 0,5", "1 que 2"])
def test_what_is_no_question_is_no_question(text):
    assert meaning(text) is None


def test_an_unknown_word_brings_the_nearest_and_the_list_has_all():
    assert "¿Querías decir «qué es softmax»?" in (meaning("qué es sofmax") or "")
    said = fold(meaning("glosario") or "")
    assert all(fold(term.partition(" (")[0]) in said for term in terms())


def test_it_is_answered_at_the_prompt_and_where_enter_is_awaited(walker):
    """Nothing is stored, no attempt is spent, and the same is awaited as before."""
    walker.types("qué es clave")
    assert isinstance(walker.turn.items[0], Sentence)
    assert walker.turn.waits is Waits.ANSWER
    walker.types("b")
    before = len(walker.events)
    walker.types("qué es clave")
    assert walker.turn.waits is Waits.ENTER
    assert len(walker.events) == before
