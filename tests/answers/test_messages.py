"""What the reader says: what was read, what is wrong, one way out, in the separators in force."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.answers.reading_of import check, same
from tutor.answers import LOCALES, messages, read
from tutor.answers.messages import ASKS, FAULTS, NOTES, fault, note, question

OTHER_MARK = {"es": r"\d\.\d", "es-MX": r"\d,\d", "en": r"\d,\d"}
DETAILS = {
    "ragged-rows": "1 2 3",
    "other-shape": "3 números\n1 2",
    "mismatched-brackets": "(]",
    "letter-for-digit": "O",
}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_sentence_uses_the_separators_in_force(locale: str) -> None:
    """No example shows a decimal mark that is not read as one here."""
    ours = LOCALES[locale]
    said = [fault(reason, ours, DETAILS.get(reason, "x")) for reason in FAULTS]
    said += [question(reason, ours, "x", 2) for reason in ASKS] + [note(reason, ours, "3 números") for reason in NOTES]
    for sentence in said:
        assert not re.search(OTHER_MARK[locale], sentence), sentence
        assert sentence.endswith((".", "?"))
        assert "{" not in sentence


@pytest.mark.parametrize("locale", LOCALES)
def test_the_lists_shown_as_examples_can_be_typed(locale: str) -> None:
    """They are read as what they show."""
    for kind, reason in (("vector", "rows-not-list"), ("matrix", "ragged-rows")):
        sentence = fault(reason, LOCALES[locale], DETAILS.get(reason, ""))
        example = re.search(r"[(\[].*[)\]]", sentence)
        assert example is not None
        assert read(example[0], kind, locale=locale).outcome == "value"  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "kind", "values"), [
    ("1.000", "scalar", [1000, 1]),
    ("12.345", "scalar", [12345, 12.345]),
    ("1'000", "scalar", [1000, 1]),
    ("1,", "scalar", [1]),
    ("e-3", "scalar", [0.001, 0.049787068367863944, -0.2817181715409549]),
    ("1/2/3", "scalar", [1 / 6, 1.5]),
    ("1/2π", "scalar", [1.5707963267948966, 0.15915494309189535]),
    ("3 100/200", "scalar", [3.5, 15.5]),
    ("log(100)", "scalar", [2, 4.605170185988092]),
    ("0,41-0,42", "scalar", [-0.01, 0.41, 0.42]),
    ("[1,0]", "vector", [[1], [1, 0]]),
    ("1 000 5", "vector", [[1, 0, 5], [1000, 5]]),
    ("1 - 2", "vector", [[-1], [1], [2], [1, 2], [1, -2]]),
    ("1/2", "vector", [[0.5], [1, 2]]),
    ("1.000; 2.000", "vector", [[1000, 2000], [1, 2]]),
    ("[1,0; 0,1]", "matrix", [[[1, 0], [0, 1]], [[1], [0.1]], [[1, 0.1]]]),
    ("1 2", "matrix", [[[1, 2]], [[1], [2]]]),
], ids=str)  # fmt: skip
def test_a_question_shows_the_readings_it_is_torn_between(text: str, kind: str, values: list[Any]) -> None:
    """At most four, in the order they are numbered, each a reading that can be judged and typed again."""
    asked = check(text, "ask", kind)
    got = [option.value for option in asked.options]
    assert len(got) <= 4
    assert all(any(same(g, value) for value in values) for g in got), got
    assert len({str(g) for g in got}) == len(got) == min(len(values), 4)
    for option in asked.options:
        assert (option.outcome, option.kind) == ("value", kind)
        assert same(read(option.text, kind).value, option.value)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "kind", "word"), [
    (".5", "scalar", "cero"), ("0'412", "scalar", "apóstrofo"), ("41,2 %", "scalar", "%"),
    ("1:2", "scalar", "división"), ("0,707...", "scalar", "suspensivos"), ("1,000.5", "scalar", "miles"),
    ("1,000,000", "scalar", "miles"), ("0,5;", "scalar", "separador"), ("3,1;5.2", "vector", "comas y puntos"),
    ("{1; 2}", "vector", "llaves"), ("1; 2;", "vector", "separador"),
], ids=str)  # fmt: skip
def test_what_is_accepted_with_a_note(text: str, kind: str, word: str) -> None:
    """One short note, no scolding."""
    notes = read(text, kind).notes  # type: ignore[arg-type]
    assert len(notes) == 1
    assert word in notes[0]


@pytest.mark.parametrize(("text", "kind"), [
    ("0,412", "scalar"), ("0.707", "scalar"), ("1 000", "scalar"), ("1.234.567", "scalar"), ("x = 0,5", "scalar"),
    ("1/2", "scalar"), ("0,412 ; 0,203", "vector"), ("0.412, 0.203", "vector"), ("1 0 | 0 1", "matrix"),
    ("(0,5)", "scalar"), ("-inf", "scalar"),
])  # fmt: skip
def test_what_needs_no_note(text: str, kind: str) -> None:
    """Ordinary ways of writing pass in silence."""
    assert read(text, kind).notes == ()  # type: ignore[arg-type]


def test_a_reading_that_the_shape_settled_says_so() -> None:
    """So that who meant the other one sees it before the verdict."""
    assert "pide 3 números" in read("0,412,0,203,0,384", shape=(3,)).notes[0]
    assert "pide 2 × 1" in read("[1,0; 0,1]", "matrix", (2, 1)).notes[0]
    assert "por filas" in read("1;0;0;1", "matrix", (2, 2)).notes[0]


def test_the_letter_is_named() -> None:
    """The commonest slip of a hurried hand: O for zero, l for one."""
    assert "la letra «O»" in read("O,5", "scalar").message
    assert "un uno (1)" in read("l,5", "scalar").message
    assert "la letra «O»" in read("Ó,5", "scalar").message


@pytest.mark.parametrize("text", ["no sé", "?", "-", "", "()"])
def test_nothing_answered_is_blank(text: str) -> None:
    """Neither unreadable nor a mistake."""
    for kind in ("scalar", "vector", "matrix"):
        assert read(text, kind).blank  # type: ignore[arg-type]


def test_what_is_shown_again_is_short() -> None:
    """A message fits in two lines whatever was typed."""
    assert len(read("x" * 1500, "scalar").message) < 120
    assert len(read("1.000 ; " * 100).message) < 160


def test_every_reason_has_its_sentence() -> None:
    """What the code raises or asks is in the tables, and the tables hold nothing else."""
    room = Path(messages.__file__).parent
    code = "".join(path.read_text(encoding="utf-8") for path in room.glob("*.py") if path.name != "messages.py")
    for table, also in ((FAULTS, {"unread"}), (ASKS, {"readings"}), (NOTES, set())):
        assert {reason for reason in table if f'"{reason}"' not in code} <= also
    assert set(re.findall(r'Unreadable\(\s*"([a-z-]+)"', code)) <= set(FAULTS)


@pytest.mark.parametrize(("text", "said"), [
    ("8 números", "«números» detrás del número. Sin unidades ni palabras: escribe solo 8."),
    ("3,95 puntos", "escribe solo 3,95."), ("5 €", "escribe solo 5."),
    ("0, 707", "Leo 2 números, (0 ; 707), y pido uno."),
    ("41% 20% 38%", "Leo 3 números, (0,41 ; 0,20 ; 0,38), y pido uno."),
    ("a0=0,412, a1=0,203, a2=0,384", "Leo 3 números, (0,412 ; 0,203 ; 0,384), y pido uno."),
    ("x = 1\ny = 2", "Leo 2 números, (1 ; 2), y pido uno."),
])  # fmt: skip
def test_what_was_read_where_one_number_is_asked(text: str, said: str) -> None:
    """No number is dropped in silence, and a unit is told apart from a word."""
    assert said in check(text, "error", "scalar").message
