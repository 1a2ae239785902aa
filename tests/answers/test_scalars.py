"""One number: each row is a text and what a careful person reads in it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.answers.reading_of import check
from tutor.answers import read

inf = math.inf

SPANISH = {
    "both marks: the last is decimal, the other groups": [
        ("1.000,5", 1000.5), ("16.500,00", 16500), ("1.234.567,89", 1234567.89), ("1,000.5", 1000.5),
        ("1,234,567.8", 1234567.8), ("1.000,000", 1000), ("12.345,6", 12345.6), ("-1.234,5", -1234.5),
        ("1.00,5", "error:bad-grouping"), ("1.0000,5", "error:bad-grouping"), ("0.412,5", "error:bad-grouping"),
        ("1.234,5,6", "error:bad-grouping"), ("1,234.5.6", "error:bad-grouping"),
        ("1.000,000,5", "error:bad-grouping"), ("1.000,", "ask:incomplete-decimal"),
    ],
    "only commas: one is decimal, several group": [
        ("1,000", 1), ("16,000", 16), ("0,412", 0.412), ("1,5", 1.5), ("-0,25", -0.25), ("+0,25", 0.25),
        ("1,000,000", 1e6), ("12,345,678", 12345678), ("1,00,000", "error:bad-grouping"),
        ("1,2,3", "error:bad-grouping"), ("0,000,000", "error:bad-grouping"), ("1234,567,890", "error:bad-grouping"),
    ],
    "only points: several group, one is decimal unless three digits follow": [
        ("1.000.000", 1e6), ("1.234.567", 1234567), ("1.2.3", "error:bad-grouping"),
        ("1.000.00", "error:bad-grouping"), ("0.5", 0.5), ("1.5", 1.5), ("1.23", 1.23), ("1.2345", 1.2345),
        ("1000.000", 1000), ("12345.678", 12345.678), ("1.000", "ask:point-role"), ("12.345", "ask:point-role"),
        ("123.456", "ask:point-role"), ("-1.000", "ask:point-role"), ("1.414", "ask:point-role"),
        ("100.000", "ask:point-role"),
    ],
    "a whole part that begins with 0 is never thousands": [
        ("0.707", 0.707), ("0.000", 0), ("0.001", 0.001), ("00.707", 0.707), ("01.000", 1), ("-0.707", -0.707),
        (".707", 0.707), (".5", 0.5),
    ],
    "blanks: groups of three, decimals grouped only if the whole part is": [
        ("1 000", 1000), ("1 000 000", 1e6), ("28 450 857", 28450857), ("1 000,5", 1000.5), ("1 000.5", 1000.5),
        ("-1 000", -1000), ("− 1 000", -1000), ("12 345,678 9", 12345.6789), ("43 279,168 29", 43279.16829),
        ("1 000,123 456", 1000.123456), ("1 000,1234", 1000.1234), ("1\u202f048\u202f576", 1048576),
        ("1\u00a0000", 1000), ("1\u2009000,5", 1000.5), ("1 000,", "ask:incomplete-decimal"),
        ("0,412 5", "error:several-numbers"), ("3,141 592", 3.141592), ("3,141 592 65", 3.14159265),
        ("1 00", "error:several-numbers"), ("1 0000", "error:several-numbers"), ("0 500", "error:several-numbers"),
        ("1 000,12 345", "error:several-numbers"), ("1234 567", "error:several-numbers"),
        ("1 2 3", "error:several-numbers"), ("1.000 000", "ask:mixed-groups"), ("0.412 384", 0.412384),
        ("0,5 0,3", "error:several-numbers"),
    ],
    "two exceptions: 3 1/2 and 1 e-3": [
        ("3 1/2", 3.5), ("-3 1/2", -3.5), ("0 1/2", 0.5), ("3 ½", 3.5), ("12 3/4", 12.75), ("1 e-3", 0.001),
        ("2,5 e3", 2500), ("1e -3", 0.001), ("1e 10", 1e10), ("3 100/200", "ask:mixed-or-thousands"),
        ("1 234/5", 246.8), ("3 5/2", "error:several-numbers"), ("3 1/0", "error:division-by-zero"),
        ("1/2 3", "error:several-numbers"), ("3 1/2 1/2", "error:several-numbers"),
        ("3 0,5/2", "error:several-numbers"),
    ],
    "apostrophes": [
        ("0'412", 0.412), ("3'14", 3.14), ("3’14", 3.14), ("3´14", 3.14), ("3`14", 3.14), ("'5", 0.5),
        ("1'000,5", 1000.5), ("1'234'567", 1234567), ("1'000.5", 1000.5), ("1'000", "ask:apostrophe-role"),
        ("12'345", "ask:apostrophe-role"), ("0'000", 0), ("1'2'3", "error:bad-grouping"), ("5'", "error:stray-mark"),
        ("1'5,3", "error:bad-grouping"),
    ],
    "% and e shift the decimals of the text": [
        ("41,2 %", 0.412), ("41,2%", 0.412), ("41,2\u00a0%", 0.412), ("41,2 por ciento", 0.412), ("5,20%", 0.052),
        ("120 %", 1.2), ("-5 %", -0.05), ("0,1%", 0.001), ("%5", "error:misplaced-percent"),
        ("5%3", "error:misplaced-percent"), ("1e-3", 0.001), ("2,78E-3", 0.00278), ("1e−3", 0.001), ("1,5e+2", 150),
        (",2e+2", 20), ("166E-26", 1.66e-24), ("3e", "error:incomplete-exponent"), ("3e-", "error"),
        ("1e400", "error:too-large"), ("1e-400", "error:too-small"), ("1e99999999999", "error:too-large"), ("0e5", 0),
        ("1.000e3", 1000), ("12.345 %", "ask:point-role"),
    ],
    "times a power of ten; the letter x only there": [
        ("3x10^8", 3e8), ("3×10^8", 3e8), ("3 x 10^8", 3e8), ("3X10^8", 3e8), ("3·10^-2", 0.03), ("3*10**-2", 0.03),
        ("3·10⁻²", 0.03), ("3·10^(-2)", 0.03), ("3·10^{-2}", 0.03), ("138*10^-3", 0.138), ("2x3", "error:letter-x"),
        ("2x10", "error:letter-x"), ("2x", "error:letter-x"), ("x10^3", "error"),
    ],
    "unfinished or without a base: asked": [
        ("1,", "ask:incomplete-decimal"), ("-12,", "ask:incomplete-decimal"), ("log(2)", "ask:log-base"),
        ("log 2", "ask:log-base"), ("2·log(3)", "ask:log-base"), ("log(1)", 0), ("ln(2)", math.log(2)),
        ("log10(100)", 2), ("log2(8)", 3), ("log_2(8)", 3), ("e-3", "ask:exponent"),
        ("E-3", "ask:exponent"), ("e3", "ask:exponent"), ("-e-3", "ask:exponent"),
        ("1/2/3", "ask:chained-division"), ("8/4/2", "ask:chained-division"), ("1/1/1", 1),
        ("1:2:3", "ask:chained-division"), ("1/2π", "ask:division-then-product"),
        ("1/2√2", "ask:division-then-product"), ("1/2(3)", "ask:division-then-product"), ("√2π", "ask:root-reach"),
        ("e(2)", "ask:e-then-bracket"),
    ],
    "a subtraction is doubtful only when the left is the smaller": [
        ("0,41-0,42", "ask:range"), ("0,41–0,42", "ask:range"), ("0,41 - 0,42", "ask:range"), ("0,42-0,41", 0.01),
        ("1-1", 0), ("2-1", 1), ("3·1-4", -1), ("-1-2", -3), ("1-2+3", 2),
    ],
    "products without a sign": [
        ("2√2", 2 * math.sqrt(2)), ("2π", 2 * math.pi), ("2pi", 2 * math.pi), ("2(3)", 6), ("(1+2)(3+4)", 21),
        ("2e^0,5", 2 * math.exp(0.5)), ("2π/3", 2 * math.pi / 3), ("3√2/2", 1.5 * math.sqrt(2)),
        ("2 (3)", "error:several-numbers"),
    ],
    "double signs are errors except after / * ^": [
        ("--1", "error:double-sign"), ("+-1", "error:double-sign"), ("- -1", "error:double-sign"),
        ("3--2", "error:double-sign"), ("3+-2", "error:double-sign"), ("2*--3", "error:double-sign"), ("2*-3", -6),
        ("6/-2", -3), ("2^-1", 0.5), ("3-(-2)", 5), ("±1", "error:plus-minus"),
    ],
    "infinities are typed, never computed": [
        ("∞", inf), ("+∞", inf), ("-∞", -inf), ("−∞", -inf), ("inf", inf), ("-inf", -inf), ("-Inf", -inf),
        ("infinito", inf), ("menos infinito", -inf), ("más infinito", inf), ("-\\infty", -inf), ("-np.inf", -inf),
        ("-oo", -inf), ("e^−∞", 0), ("e^{-inf}", 0), ("1e308*10", "error:too-large"), ("2^1024", "error:too-large"),
        ("e^710", "error:too-large"), ("exp(1000)", "error:too-large"), ("9^9^9", "error:too-large"),
        ("1/0", "error:division-by-zero"), ("∞-∞", "error:indeterminate"), ("0*∞", "error:indeterminate"),
        ("nan", "error:not-a-number"), ("2024-01-05", "error:leading-zero"), ("12:05", "error:leading-zero"),
        ("12/05/2024", "error:leading-zero"), ("12:30", 0.4), ("012", 12), ("0,(3)", "error"),
        ("NaN", "error:not-a-number"),
    ],
    "operations": [
        ("2,028/4,917", 2.028 / 4.917), ("e^0,707", math.exp(0.707)), ("raíz(2)/2", math.sqrt(2) / 2),
        ("√2", math.sqrt(2)), ("√(2)/2", math.sqrt(2) / 2), ("√2/2", math.sqrt(2) / 2), ("1/√2", 1 / math.sqrt(2)),
        ("raíz de 2", math.sqrt(2)), ("raíz cuadrada de 2", math.sqrt(2)), ("sqrt2", math.sqrt(2)),
        ("2^0,5", math.sqrt(2)), ("2**0,5", math.sqrt(2)), ("e**-1", math.exp(-1)), ("exp(0,5)", math.exp(0.5)),
        ("1,0·0,9 + 0,0·0,1", 0.9), ("3+4*5", 23), ("(3+4)*5", 35), ("-2^2", -4), ("(-2)^2", 4), ("2^3^2", 512),
        ("2²", 4), ("10⁻³", 0.001), ("1∕2", 0.5), ("1÷2", 0.5), ("1⁄2", 0.5), ("1:2", 0.5), ("½", 0.5), ("-¾", -0.75),
        ("1½", 1.5), ("2½/5", 0.5), ("\\frac{1}{2}", 0.5), ("3\\frac{1}{2}", 3.5), ("\\sqrt{2}/2", math.sqrt(2) / 2),
        ("\\frac12", 0.5), ("\\frac{\\sqrt{2}}{2}", math.sqrt(2) / 2), ("0{,}5", 0.5), ("$0,5$", 0.5), ("∛8", 2),
        ("abs(-3)", 3), ("|−3|", 3), ("50%*2", 1), ("sqrt(-1)", "error:not-real"), ("(-8)^(1/3)", "error:not-real"),
        ("1j", "error:not-real"), ("2i", "error:not-real"), ("ln(0)", "error:domain"), ("ln(-1)", "error:domain"),
        ("0^0", "error:domain"), ("0^-1", "error:division-by-zero"), ("5!", "error:unsupported-operator"),
        ("1/", "error:unfinished"), ("2*", "error:unfinished"), ("*2", "error:misplaced-operator"), ("()5", "error"),
        ("1.000/2", "ask:point-role"), ("0.5*12.345", 0.5 * 12.345),
    ],
    "what stands around the number": [
        ("x = 0,707", 0.707), ("α₁ = 0,412", 0.412), ("= 0,707", 0.707), ("≈ 0,707", 0.707), ("~0,707", 0.707),
        ("0,707 aprox.", 0.707), ("aprox. 0,707", 0.707), ("0,707...", 0.707), ("0,707…", 0.707), ("0,707.", 0.707),
        ("0,707;", 0.707), ("1.", 1), ("Q·K₂ = 0,90", 0.9), ("d_k = 2", 2), ("α: 0,5", 0.5), ("«0,5»", 0.5),
        ('"0,5"', 0.5), ("(0,5)", 0.5), ("[0,5]", 0.5), ("((0,5))", 0.5), ("e^0,707 = 2,028", 2.028),
        ("1/3 = 0,333", 0.333), ("a = b = 3", 3), ("2+2 = 5", "ask:two-sides"), ("1/2 = 0,6", "ask:two-sides"),
        ("0,5 x = 3", "error"),
    ],
    "characters": [
        ("０，４１２", 0.412), ("–0,5", -0.5), ("—0,5", -0.5), ("‑0,5", -0.5), ("﹣0,5", -0.5), ("－0,5", -0.5),
        ("⁃0,5", -0.5), ("\ufeff0,5", 0.5), ("0,\u200b5", 0.5), ("0,5\r\n", 0.5), ("0٫5", 0.5), ("𝟎,𝟓", 0.5),
        ("0,5\u00ad", 0.5), ("\t0,5", 0.5), ("0,5\x00", "error:control-character"),
        ("\x1b[31m0,5", "error:control-character"), ("\u202e0,5", "error:control-character"),
        ("0,5\u200f", "error:control-character"), ("\u2066" "1", "error:control-character"),
        ("\x9b0,5", "error:control-character"), ("٣", "error:unexpected-text"), ("①", "error:unexpected-text"),
        ("1_000", "error:unexpected-text"), ("0,3\u0302", "error:unexpected-text"),
        ("0\u0336,5", "error:unexpected-text"), ("0x1F", "error"), ("\ud800", "error:control-character"),
    ],
    "words and slips of the hand": [
        ("hola", "error:words"), ("True", "error:words"), ("None", "error:words"), ("mil", "error:words"),
        ("0,707 m", "error:unit"), ("0,5€", "error:unit"), ("l,5", "error:letter-for-digit"),
        ("O,5", "error:letter-for-digit"), ("0,7O7", "error:letter-for-digit"), ("1O", "error:letter-for-digit"),
        ("O", "error:letter-for-digit"), ("I,5", "error:letter-for-digit"), ("1,,0", "error:empty-between"),
        ("1..5", "error:empty-between"), (",", "error:no-digits"), (".", "error:no-digits"), ("'", "error:no-digits"),
        ("0,5; import os", "error"), ('__import__("os")', "error:unexpected-text"), ("().__class__", "error"),
        ("{0.__class__}", "error"), ("lambda x: 1", "error"), ("0,5 o 0,6", "error:unexpected-text"),
        ("0,5 y 0,6", "error:several-numbers"), ("1;23", "error:several-numbers"), ("1, 5", "error:several-numbers"),
        ("1\n2", "error:several-numbers"), ("1|2", "error:several-numbers"), ("(0,5", "error:unbalanced-brackets"),
        ("0,5)", "error:unbalanced-brackets"), ("(0,5]", "error:mismatched-brackets"),
    ],
    "nothing answered": [
        ("", "error:empty"), ("   ", "error:empty"), ("\n", "error:empty"), ("()", "error:empty"),
        ("[ ]", "error:empty"), ("\u200b", "error:empty"), ("no sé", "error:no-answer"), ("No se", "error:no-answer"),
        ("NO SÉ.", "error:no-answer"), ("no lo sé", "error:no-answer"), ("ni idea", "error:no-answer"),
        ("ns/nc", "error:no-answer"), ("?", "error:no-answer"), ("¿?", "error:no-answer"), ("???", "error:no-answer"),
        ("-", "error:no-answer"), ("—", "error:no-answer"), ("---", "error:no-answer"),
        ("Pendiente", "error:no-answer"), ("no me sale", "error:no-answer"),
        ("No lo he hecho.", "error:no-answer"), ("(vacío)", "error:no-answer"), ("sin hacer", "error:no-answer"),
        ("no sé hacerlo", "error:no-answer"), ("No me ha dado tiempo", "error:no-answer"), ("nada", "error:no-answer"),
        ("no me sale 0,5", "error:unexpected-text"), ("la raíz de 2 es 1,41", "error"), ("son tres", "error:words"),
        ("no me sale -0,5", "error:unexpected-text"), ("..", "error:no-digits"), ("0,5 pendiente", "error"),
    ],
}  # fmt: skip

POINT_LOCALES = {
    "the point is decimal and the comma groups": [
        ("0.412", 0.412), ("1.000", 1), ("12.345", 12.345), (".5", 0.5), ("1.", 1), ("1,000", 1000),
        ("16,000", 16000), ("1,234.5", 1234.5), ("1,234,567", 1234567), ("12,345.678", 12345.678),
        ("1 000.5", 1000.5), ("-1,234", -1234), ("1.234.567", 1234567), ("1.234,5", 1234.5),
        ("1,000,5", "error:bad-grouping"), ("1,2,3", "error:bad-grouping"), ("1.2.3", "error:bad-grouping"),
        ("0'412", 0.412), ("1'000", "ask:apostrophe-role"), ("1,", "ask:incomplete-decimal"), ("41.2 %", 0.412),
        ("2.78e-3", 0.00278), ("e^0.707", math.exp(0.707)), ("2.028/4.917", 2.028 / 4.917), ("3 1/2", 3.5),
        ("1,500/2", 750), ("x = 0.5", 0.5), ("0٫5", 0.5), ("−∞", -inf), ("log(2)", "ask:log-base"),
    ],
}  # fmt: skip
OTHER_COMMA = [
    ("16,5", 16.5),
    ("0,412", 0.412),
    (",5", 0.5),
    ("1,2345", 1.2345),
    ("1,5e3", 1500),
    ("1,5/2", 0.75),
    ("e^0,5", math.exp(0.5)),
]
"""A comma that cannot group: decimal in es-MX, asked in en."""


def rows(tables: dict[str, list[tuple[str, Any]]]) -> list[Any]:
    return [pytest.param(*row, id=f"{rule}: {row[0][:24]!r}") for rule, table in tables.items() for row in table]


@pytest.mark.parametrize(("text", "want"), rows(SPANISH))
def test_in_spanish(text: str, want: Any) -> None:
    """The comma is decimal."""
    check(text, want, "scalar")


@pytest.mark.parametrize("locale", ["es-MX", "en"])
@pytest.mark.parametrize(("text", "want"), rows(POINT_LOCALES))
def test_where_the_point_is_decimal(text: str, want: Any, locale: str) -> None:
    """Mexico and English write alike, up to a comma that cannot group."""
    check(text, want, "scalar", locale=locale)


@pytest.mark.parametrize(("text", "value"), OTHER_COMMA)
def test_a_comma_that_cannot_group(text: str, value: float) -> None:
    """It is decimal with a note in Mexico, and asked in English with that reading first."""
    assert "coma" in " ".join(check(text, value, "scalar", locale="es-MX").notes)
    asked = check(text, "ask:comma-not-decimal", "scalar", locale="en")
    check(asked.options[0].text, value, "scalar", locale="en")


@pytest.mark.parametrize(("locale", "decimals", "want"), [
    ("es", None, "ask"), ("es", 0, 1414), ("es", 2, "ask"), ("es", 3, 1.414), ("es", 4, "ask"), ("en", 3, 1.414),
    ("es-MX", 3, 1.414),
])  # fmt: skip
def test_the_decimals_asked_settle_the_point(locale: str, decimals: int | None, want: Any) -> None:
    """With three asked, 1.414 has three; with none, it is thousands."""
    check("1.414", want, "scalar", decimals=decimals, locale=locale)


def test_a_spanish_comma_where_three_decimals_are_asked_in_mexico() -> None:
    """`1,414` would be a thousand: with three decimals asked it may as well be the root of two."""
    assert [o.value for o in check("1,414", "ask", "scalar", decimals=3, locale="es-MX").options] == [1414, 1.414]
    check("12,345", 12345, "scalar", decimals=3, locale="es-MX")


@pytest.mark.parametrize(("text", "places"), [
    ("0,412", 3), ("0,410", 3), ("1", 0), ("-3", 0), ("1,000", 3), (",5", 1), ("1.000.000", 0), ("1 000,50", 2),
    ("0'41", 2), ("43 279,168 29", 5), ("41,2 %", 3), ("41 %", 2), ("5,20%", 4), ("1e-3", 3), ("2,78E-3", 5),
    ("1,5e+2", 0), ("1,2345e2", 2), ("3·10^-2", 2), ("3,00x10^-8", 10), ("−∞", 0), ("x = 0,41", 2), ("0,707...", 3),
    ("1.", 0), ("1/2", None), ("½", None), ("√2", None), ("2,5*1", None), ("3 1/2", None), ("2²", None), ("π", None),
    ("(0,50)", 2), ("e^0,707 = 2,028", 3),
])  # fmt: skip
def test_the_decimals_typed(text: str, places: int | None) -> None:
    """They are those of the text, shifted by % and e; an operation has none: it is exact."""
    assert read(text, "scalar").places == places


def test_shifting_the_text_is_exact() -> None:
    """41,2 % is the float nearest to 0.412, not 41.2/100."""
    assert read("41,2 %", "scalar").value == 0.412
    assert read("4,12e-1", "scalar").value == 0.412
    assert read("412·10^-3", "scalar").value == 0.412


@pytest.mark.parametrize(("text", "position"), [
    ("0,707 m", 6), ("l,5", 0), ("0,7O7", 3), ("12 3", 3), ("--1", 1), ("(0,5", 0), ("0,5)", 3), ("1,,0", 2),
    ("0,5\x00", 3), ("\ufeff0,5 kg", 5), ("x = 0,5 kg", 8), ("2*", 2), ("\\frac{1}{k}", 9), ("sqrt(-1)", 0),
    ("2 + hola", 4),
])  # fmt: skip
def test_where_it_is_not_understood(text: str, position: int) -> None:
    """The place is counted in the text as it was typed, whatever was dropped or rewritten before."""
    assert read(text, "scalar").position == position


@pytest.mark.parametrize(("text", "value"), [
    ("0,1+0,2", 0.3), ("0,412-0,203-0,384", -0.175), ("0,1+0,2-0,3", 0.0), ("1,1*1,1", 1.21), ("1/3", 1 / 3),
    ("9007199254740991+0", 9007199254740991.0), ("1e-300+1e-300", 2e-300), ("1/√2", 1 / math.sqrt(2)),
])  # fmt: skip
def test_an_operation_has_no_dust(text: str, value: float) -> None:
    """A sum of decimals is the decimal it is by hand, to the last bit; what has many digits keeps them."""
    assert read(text, "scalar").value == value
