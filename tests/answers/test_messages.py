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


EXAMPLE = re.compile(r"(?:(?:log10|ln|e\^)\(…\)|[-+√]?[0-9](?:[.,]?[0-9eπ·^*/()+-])*(?: %)?|[-+]?∞|\binf\b|\be\^[0-9])")
"""What a sentence shows as something to type."""
LISTED = re.compile(r"[(\[][^()\[\]]*[;|,] [^()\[\]]*[)\]]")
"""A list or a matrix, which another test types."""
SHOWN_NOT_ADVISED = ("letter-for-digit", "leading-zero", "not-real", "domain", "missing-zero", "ragged-rows")
"""Their numbers say what is wrong, or where."""


@pytest.mark.parametrize("locale", LOCALES)
def test_what_a_sentence_advises_can_be_typed(locale: str) -> None:
    """Every example in an error, a question or a note is read as a value: advice never leads to another question."""
    ours = LOCALES[locale]
    said = {reason: fault(reason, ours, DETAILS.get(reason, "x")) for reason in FAULTS}
    said |= {reason: question(reason, ours, "x", 2) for reason in ASKS} | {
        reason: note(reason, ours) for reason in NOTES
    }
    for reason, sentence in said.items():
        alone = LISTED.sub("", sentence)
        for example in [] if reason in SHOWN_NOT_ADVISED else EXAMPLE.findall(alone):
            assert read(example.replace("…", "2"), "scalar", locale=locale).outcome == "value", (reason, example)


@pytest.mark.parametrize(("text", "said", "followed"), [
    ("2x3", "Escribe * o ·", "2*3"), ("4,49x10", "Escribe * o ·", "4,49·10"), ("l,5", "un uno (1)", "1,5"),
    ("0,7O7", "un cero (0)", "0,707"), ("5 kg", "escribe solo 5", "5"), ("3--2", "3-(-2)", "3-(-2)"),
    ("1,,0", "Quita una", "1,0"), ("5'", "Quítalo", "5"), ("%5", "detrás del número", "5 %"), ("*2", "1/2", "1/2"),
    ("3e", "3e-2", "3e-2"), ("1.2.3", "por ejemplo 0,5", "0,5"), ("(0,5", "quítalo", "0,5"), ("1/", "1/2", "1/2"),
    ("2!", "+ - * / ^", "2*1"), ("012/3", "escríbelo sin él", "12/3"), ("9^9^9", "escribe ∞", "∞"),
    ("1e-400", "escribe 0", "0"), ("2+{3}", "Quítalas", "2+3"), ("hola", "no sé", "no sé"),
    ("(0,5]", "Usa la misma pareja", "(0,5)"),
])  # fmt: skip
def test_who_follows_the_advice_is_read(text: str, said: str, followed: str) -> None:
    """What the sentence says to write instead is an answer, or a blank that was meant."""
    assert said in check(text, "error", "scalar").message
    reading = read(followed, "scalar")
    assert reading.outcome == "value" or reading.blank


@pytest.mark.parametrize(("text", "as_typed"), [
    ("4,49·10-1", ["4,49·10^-1", "4,49·10 - 1"]), ("e-2", ["e^-2", "1e-2", "e - 2"]), ("e0,7", ["e^0,7", "e*0,7"]),
    ("2.10^-3", ["2*10^-3", "2,10^-3"]), ("0·412", ["0,412", "0*412"]), ("0,8(4/5)", ["0,8", "0,8*(4/5)"]),
    ("e(2)", ["e*(2)", "e^(2)"]), ("log(2)", ["log10(2)", "ln(2)"]), ("1/2/3", ["(1/2)/3", "1/(2/3)"]),
    ("1.000", ["1000", "1,000"]), ("√2π", ["√(2)*π", "√(2π)"]), ("1: 0,4", ["0,4", "1/0,4"]),
])  # fmt: skip
def test_each_reading_of_a_question_can_be_typed_without_doubt(text: str, as_typed: list[str]) -> None:
    """What a question is torn between, in its order, and how each is written so that it is not asked again."""
    options = check(text, "ask", "scalar").options
    for option, typed in zip(options, as_typed, strict=True):
        check(typed, option.value, "scalar")


@pytest.mark.parametrize(
    "text", ["e1,2 ; e0 ; e-0,8", "[0,412]", "(1,2,3)", "1 - 2 -3", "4,49·10-1", "1/2", "1,5/2", "1 2 / 3 4"]
)
def test_a_question_shows_only_readings_of_the_shape_asked(text: str) -> None:
    """And no two that are equal; where none has it, there is no question."""
    for count in (1, 2, 3, 4):
        reading = read(text, shape=(count,))
        assert all(isinstance(o.value, list) and len(o.value) == count for o in reading.options)
        assert len({o.text for o in reading.options}) == len(reading.options)


def test_a_lone_reading_is_asked_as_one() -> None:
    """«¿Cuál es?» needs two."""
    assert check("1,", "ask", "scalar").message.endswith("¿Es esto lo que quieres decir?")


@pytest.mark.parametrize(("text", "word"), [
    ("1.- 0,412", "numera"), ("a) 0,5", "numera"), ("• 0,5", "marca"), ("aprox. 0,5", "aproximado"), ("0,5 ✓", "✓"),
    ("0,8 (4/5)", "dos maneras"), ("sen 1", "radianes"), ("e0", "exponente"), ("1,5.10^-3", "multiplicación"),
    ("0·05", "punto alto"), ("0,333...", "suspensivos"), ("0,5;", "separador"),
])  # fmt: skip
def test_what_is_dropped_is_named(text: str, word: str) -> None:
    """A text of which something is left out says what."""
    assert word in " ".join(read(text, "scalar").notes)


@pytest.mark.parametrize(
    "text", ["1 " * 900, "1" * 900 + " m", "1 0001 " * 140, "0,5 ; " * 120 + "x" * 900, "(" + "a" * 500]
)
def test_every_message_is_short(text: str) -> None:
    """Whatever was typed, what is said of it fits in three lines."""
    for kind, shape in (("scalar", None), ("vector", (3,)), ("matrix", (2, 2))):
        assert len(read(text, kind, shape).message) < 200  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "#N/A",
        "#N/D",
        "#NV",
        "#¡VALOR!",
        "#DIV/0!",
        "#¿NOMBRE?",
        "#NUM!",
        "#REF!",
        "#####",
        "Err:502",
        "#BEZUG!",
        "#ERROR!",
    ],
)
def test_an_error_of_a_spreadsheet_is_no_answer(text: str) -> None:
    """In any program and language, alone or in a list: neither a blank, nor the number in it, nor words."""
    for kind, typed in (
        ("scalar", text),
        ("vector", text),
        ("vector", f"0,3 ; {text} ; 0,2"),
        ("vector", f"1 {text} 2"),
    ):
        reading = read(typed, kind)
        assert (reading.outcome, reading.reason) == ("error", "spreadsheet-error")
        assert f"«{text}» es un error" in reading.message
