"""Answers to choices are resolved before the reader, by label, place, text or a piece of it."""

from __future__ import annotations

import pytest

from tutor.units.choices import Choice, read_choice, read_choices, read_word

KEYS = tuple(Choice(str(i), f"clave {i}") for i in range(3))
LETTERS = (
    Choice("a", "nada: exactamente 0"),
    Choice("b", "algo, menos que las otras"),
    Choice("c", "lo mismo que las otras"),
)
PAIRS = (Choice("a", "(12 ; 3)"), Choice("b", "(2 ; 3)"), Choice("c", "(7 ; 3)"))

CHOSEN = [
    (KEYS, "1", 1),
    (KEYS, "clave 1", 1),
    (KEYS, "Clave 1.", 1),
    (KEYS, "K₁", 1),
    (KEYS, "k_1", 1),
    (KEYS, "la clave 2", 2),
    (KEYS, "es la 0", 0),
    (KEYS, "[1]", 1),
    (KEYS, "1,0", 1),
    *(
        (KEYS, text, 1)
        for text in ("Uno", "una", "la uno", "clave uno", "1ª", "1º", "1.ª", "la 1ª", "nº 1", "Nº1", "num. 1")
    ),
    *(
        (KEYS, text, 1)
        for text in ("número 1", "clave nº 1", "clave número 1", "la clave número 1", "n.º 1", "opción nº 1")
    ),
    *(
        (KEYS, text, 1)
        for text in ("clave 1 = (2 ; 1)", "Clave 1: (2 ; 1)", "K₁ = (2 ; 1)", "clave 1 (2 ; 1)", "1 = (2 ; 1)")
    ),
    (KEYS, "cero", 0),
    (KEYS, "la clave 2 = (0 ; 1)", 2),
    (LETTERS, "a", 0),
    (LETTERS, "A)", 0),
    (LETTERS, "(b)", 1),
    (LETTERS, "opción c", 2),
    (LETTERS, "2", 1),
    (LETTERS, "nada", 0),
    (LETTERS, "LO MISMO", 2),
    (LETTERS, "b) algo, menos que las otras", 1),
    (PAIRS, "(2;3)", 1),
    (PAIRS, "7 ; 3", 2),
    (PAIRS, "c) (7 ; 3)", 2),
]


@pytest.mark.parametrize(("choices", "text", "index"), CHOSEN, ids=[f"{c[0].text[:5]}-{t}" for c, t, _ in CHOSEN])
def test_a_choice_is_read_as_its_index(choices: tuple[Choice, ...], text: str, index: int) -> None:
    """By label, number, letter with its bracket, name of the key, the text itself; case and accents do not matter."""
    reading = read_choice(text, choices)
    assert (reading.outcome, reading.value) == ("value", float(index))


NOT_CHOSEN = [
    (KEYS, "7", "no-choice"),
    (KEYS, "la segunda", "no-choice"),
    (KEYS, "clave 7 = (2 ; 1)", "no-choice"),
    (KEYS, "clave = (2 ; 1)", "no-choice"),
    (KEYS, "uno o dos", "no-choice"),
    (KEYS, "1ª y 2ª", "no-choice"),
    (LETTERS, "a = b", "no-choice"),
    (LETTERS, "d", "no-choice"),
    (LETTERS, "las otras", "no-choice"),
    (LETTERS, "0", "no-choice"),
    (PAIRS, "0,97", "no-choice"),
    (KEYS, "", "empty"),
    (KEYS, "no sé", "no-answer"),
]


@pytest.mark.parametrize(
    ("choices", "text", "reason"), NOT_CHOSEN, ids=[f"{c[0].text[:5]}-{t}" for c, t, _ in NOT_CHOSEN]
)
def test_what_names_no_option_is_no_answer(choices: tuple[Choice, ...], text: str, reason: str) -> None:
    """It is an error that says what can be typed; a blank stays a blank. Two options that fit are none."""
    reading = read_choice(text, choices)
    assert (reading.outcome, reading.reason) == ("error", reason)


def test_the_error_says_what_can_be_typed() -> None:
    assert "Escribe a, b o c." in read_choice("quizá", LETTERS).message


def test_the_number_after_the_last_key_is_read() -> None:
    """Somebody who counts keys from one types it: the judge, not the reader, has to say so."""
    assert read_choice("3", KEYS).value == 3.0
    assert read_choice("4", KEYS).value is None


def test_a_long_text_is_refused_at_once() -> None:
    assert read_choice("a" * 100_000, LETTERS).outcome == "error"


TRUTHS = (
    Choice("a", "suman 1"), Choice("b", "alguno es 0"), Choice("c", "todos son positivos"),
    Choice("d", "crecen y bajan"),
)  # fmt: skip
SEVERAL = [
    ("a y c", "ac"), ("a, c", "ac"), ("ca", "ac"), ("A C", "ac"), ("la a y la c", "ac"), ("a; c", "ac"),
    ("a + c", "ac"),
    ("suman 1 y todos son positivos", "ac"), ("1 y 3", "ac"), ("b", "b"), ("d", "d"), ("crecen y bajan", "d"),
    ("todas", "abcd"), ("ninguna", ""), ("a)\nc)", "ac"), ("a,b,c,d", "abcd"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "chosen"), SEVERAL, ids=[t for t, _ in SEVERAL])
def test_several_options_are_named_in_any_way(text: str, chosen: str) -> None:
    """Labels, places or texts, one after the other or with anything between; an «y» inside of a text is its own."""
    reading = read_choices(text, TRUTHS)
    assert reading.value == [float(c.label in chosen) for c in TRUTHS], reading.message


@pytest.mark.parametrize("text", ["e", "a y e", "a y quizá", "quizá", "", "no sé"])
def test_what_names_something_else_too_is_no_answer(text: str) -> None:
    """Nothing is chosen of what was only half understood."""
    reading = read_choices(text, TRUTHS)
    assert reading.value is None
    assert reading.blank == (text in ("", "no sé"))


WORD = (Choice("softmax", "softmax"), Choice("sigmoide", "sigmoide"), Choice("otra", "otra"))
WORDS = [
    ("softmax", 0, ""), ("SoftMax", 0, ""), ("soft max", 0, ""), ("soft-max", 0, ""), ("la función softmax", 0, ""),
    ("Funcion  Softmax.", 0, ""), ("sofmax", 0, "softmax"), ("sotfmax", 0, "softmax"), ("softmaxx", 0, "softmax"),
    ("Sigmoide", 1, ""), ("relu", 2, ""), ("max", 2, ""), ("hardmax", 2, ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "index", "note"), WORDS, ids=[t for t, _, _ in WORDS])
def test_a_word_is_taken_however_it_is_written(text: str, index: int, note: str) -> None:
    """Case, accents, blanks and an article aside; a letter astray is taken, and told; another word is another."""
    reading = read_word(text, ["softmax", "función softmax"], WORD)
    assert reading.value == float(index)
    assert [n for n in reading.notes if f"«{note}»" in n] == list(reading.notes)
    assert bool(reading.notes) == bool(note)


@pytest.mark.parametrize("text", ["0,412", "", "no sé", "…"])
def test_what_is_no_word_is_no_answer(text: str) -> None:
    """A number is refused with what is asked; a blank is one."""
    assert read_word(text, ["softmax"], WORD).value is None


@pytest.mark.parametrize("text", ["0,412", "0,909;0,247", "3/7", "(1 ; 2)"])
def test_a_word_is_asked_for_where_there_is_none(text: str) -> None:
    """And not a number: a list is told no otherwise than one number."""
    reading = read_word(text, ["softmax"], WORD)
    assert (reading.reason, "una palabra" in reading.message) == ("no-word", True)
