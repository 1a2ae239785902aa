"""Lists: where a cell ends and the next begins, by evidence and by the shape asked."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.answers.reading_of import check
from tests.answers.strategies import LOCALES
from tutor.answers import decimal_mark, read

inf = math.inf
P = [0.412, 0.203, 0.384]

WITHOUT_SHAPE = {
    "; | new lines, tabs and & make the comma decimal": [
        ("0,412;0,203;0,384", P),
        ("(0,412 ; 0,203 ; 0,384)", P),
        ("0,412 | 0,203 | 0,384", P),
        ("0,412\n0,203\n0,384", P),
        ("0,412\t0,203\t0,384", P),
        ("0,412 & 0,203 & 0,384", P),
        ("0,412;\n0,203;\n0,384", P),
        ("0,412\r\n0,203\r\n0,384\r\n", P),
        ("1;23", [1, 23]),
        ("[4;4,0]", [4, 4]),
        ("1,5;2", [1.5, 2]),
        ("1.000,5 ; 2", [1000.5, 2]),
        ("1 048 576 ; 3", [1048576, 3]),
        ("1/3 ; 1/3 ; 1/3", [1 / 3, 1 / 3, 1 / 3]),
        ("1 1/2 ; 2", [1.5, 2]),
        ("2-1 ; 3", [1, 3]),
        ("1,0·0,9 ; 2", [0.9, 2]),
    ],
    "mixed decimal marks between cells are fine": [
        ("3,1;5.2", [3.1, 5.2]),
        ("1,2;3;4.1", [1.2, 3, 4.1]),
        ("0.5;12.345", [0.5, 12.345]),
        ("0,5;12.345", "ask:point-role"),
        ("1.000;2.000", "ask:point-role"),
        ("1.000;log(2)", "ask"),
    ],
    "dots with blanks separate plain numbers": [
        ("(1,00 · 0,00 · 0,90)", [1, 0, 0.9]),
        ("1 · 2", [1, 2]),
        ("-1 · −2", [-1, -2]),
        ("1,0·0,9", [0.9]),
        ("1,0·0,9 + 0,0·0,1", [0.9]),
        ("(1+1) · 2", [4]),
        ("√2 · 2", [2 * math.sqrt(2)]),
    ],
    "a point-decimal in any cell makes the comma a separator": [
        ("0.412, 0.203, 0.384", P),
        ("[0.412,0.203,0.384]", P),
        ("1.5,2", [1.5, 2]),
        ("1,0.5", [1, 0.5]),
        ("(0.5, 1, 2)", [0.5, 1, 2]),
        ("1.,0.,0.", [1, 0, 0]),
        ("0.412 0.203 0.384", P),
    ],
    "comma and blank, with glued commas elsewhere: the first separates": [
        ("0,412, 0,203, 0,384", P),
        ("(0,412 , 0,203 , 0,384)", P),
        ("0,5, 1, 2", [0.5, 1, 2]),
        ("1, 2,5", [1, 2.5]),
        ("0,412, 0,203,", [0.412, 0.203]),
    ],
    "all commas followed by a blank separate": [
        ("(1, 0, 0)", [1, 0, 0]),
        ("1, 2", [1, 2]),
        ("1 , 2", [1, 2]),
        ("1 000, 2 000", [1000, 2000]),
        ("-1, -2", [-1, -2]),
    ],
    "blanks alone separate": [
        ("0,412 0,203 0,384", P),
        ("1 0 0", [1, 0, 0]),
        ("[0.412  0.203  0.384]", P),
        ("0 -inf -inf", [0, -inf, -inf]),
        ("0,71 −∞ −∞", [0.71, -inf, -inf]),
        ("1 -2", [1, -2]),
        ("1 −2 +3", [1, -2, 3]),
        ("41,2 % 20,3 %", [0.412, 0.203]),
        ("√2 √3", [math.sqrt(2), math.sqrt(3)]),
        ("ln 2 ln 3", [math.log(2), math.log(3)]),
        ("1e-3 2", [0.001, 2]),
        ("1 e-3 2", [0.001, 2]),
        ("1/3 1/3 1/3", [1 / 3, 1 / 3, 1 / 3]),
        ("100 200 300", [100, 200, 300]),
        ("(1+2)/3 (3+4)/7", [1, 1]),
        ("½ ¼", [0.5, 0.25]),
        ("1/2 + 1/3 2", [5 / 6, 2]),
    ],
    "a, b y c": [
        ("0,412, 0,203 y 0,384", P),
        ("0,412 0,203 y 0,384", P),
        ("0,412; 0,203 y 0,384", P),
        ("1 y 2", [1, 2]),
        ("1, 2, y 3", [1, 2, 3]),
        ("0,5 y 0,5", [0.5, 0.5]),
    ],
    "a lone comma without brackets is decimal": [
        ("1,0", [1]),
        ("0,412", [0.412]),
        ("-0,5", [-0.5]),
        ("e^0,707", [math.exp(0.707)]),
        ("1.000,5", [1000.5]),
    ],
    "glued commas that nothing settles": [
        ("[1,0]", "ask:comma-role"),
        ("(0,5)", "ask:comma-role"),
        ("(1,2,3)", "ask:comma-role"),
        ("1,2,3", "ask:comma-role"),
        ("0,412,0,203,0,384", "ask:comma-role"),
        ("1,234,567", "ask:comma-role"),
        ("1.5 2,5", "ask:comma-role"),
        ("1 ,2 ,3", "ask:comma-role"),
        ("1,000,000", [1e6]),
        ("1,000", [1]),
    ],
    "a cell may lack its zero": [
        ("0,047 0,017 ,936", [0.047, 0.017, 0.936]),
        (",5 ,5", [0.5, 0.5]),
        (",5; ,5", [0.5, 0.5]),
        (".5 .25", [0.5, 0.25]),
        ("0,5 ,0,25", [0.5, 0.25]),
    ],
    "blank thousands compete only if a group begins with 0": [
        ("1 000 5", "ask:space-role"),
        ("1 048 576", "ask:space-role"),
        ("12 050", "ask:space-role"),
        ("1 234 567", [1, 234, 567]),
        ("1 000,5 2", "ask:space-role"),
        ("0 000 1", [0, 0, 1]),
    ],
    "1 1/2 is one number or two": [
        ("1 1/2", "ask:space-role"),
        ("1 ½", "ask:space-role"),
        ("2 1/2 3 1/3", "ask:space-role"),
    ],
    "a lone or glued minus or slash between numbers": [
        ("1 - 2", "ask:minus-role"),
        ("1-2", "ask:minus-role"),
        ("2-1", "ask:minus-role"),
        ("0,412 - 0,203 - 0,384", "ask:minus-role"),
        ("0,412 – 0,203 – 0,384", "ask:minus-role"),
        ("1 - 2 3", "ask:minus-role"),
        ("0,412 / 0,203 / 0,384", "ask:slash-role"),
        ("0,412/0,203/0,384", "ask"),
        ("1/2", "ask:slash-role"),
        ("1,5/2", "ask:slash-role"),
        ("1/√2", [1 / math.sqrt(2)]),
        ("1-√2", [1 - math.sqrt(2)]),
    ],
    "; with comma and blank: one reading is accepted": [
        ("0,412; 0,203, 0,384", P),
        ("1; 2, 3", [1, 2, 3]),
        ("1, 2; 3", [1, 2, 3]),
        ("0,412; 0,203 0,384", P),
    ],
    "separators with nothing between": [
        ("0,412 ; ; 0,384", "error:empty-cell"),
        ("0,412;;0,384", "error:empty-cell"),
        ("1, , 3", "error:empty-cell"),
        ("; 1 ; 2", "error:empty-cell"),
        ("1\t\t3", "error:empty-cell"),
        ("[0,412; 0,203;]", [0.412, 0.203]),
        ("0,412; 0,203;", [0.412, 0.203]),
        ("0,412; 0,203.", [0.412, 0.203]),
        ("1 0 0 |", [1, 0, 0]),
    ],
    "one % at the end": [
        ("41,2 20,3 38,4 %", "ask:percent-reach"),
        ("50; 30; 20 %", "ask:percent-reach"),
        ("50, 30 y 20 %", "ask:percent-reach"),
        ("50 %; 30; 20 %", [0.5, 30, 0.2]),
        ("0,5 ; 50 %", [0.5, 0.5]),
    ],
    "roots, with or without their comma": [
        ("√2,√3", [math.sqrt(2), math.sqrt(3)]),
        ("1,√2", [1, math.sqrt(2)]),
        ("√2, √3", [math.sqrt(2), math.sqrt(3)]),
    ],
    "what cannot be computed is not cut until it can be read": [
        ("2024-01-05", "error:leading-zero"),
        ("1/0", "error:division-by-zero"),
        ("1/0/2", "error:division-by-zero"),
        ("0,412 ; 1/0 ; 0,384", "error:division-by-zero"),
        ("0,412, 1/0, 0,384", "error:division-by-zero"),
        ("1/0 2", "error:division-by-zero"),
        ("1e400; 2", "error:too-large"),
        ("ln(0) 1", "error:domain"),
        ("0,4l2; 1", "error:letter-for-digit"),
        ("0,5,,0,3", "error:empty-cell"),
        ("(1;2);3", "error:several-numbers"),
        ("α = (0,412 , 0,588) suma = 1,000", "error"),
    ],
    "brackets and wrappings": [
        ("<0,412; 0,203>", [0.412, 0.203]),
        ("⟨0,412; 0,203⟩", [0.412, 0.203]),
        ("{0,412; 0,203}", [0.412, 0.203]),
        ("（0,412; 0,203）", [0.412, 0.203]),
        ("[[1, 2]]", [1, 2]),
        ("[0,412; 0,203]^T", [0.412, 0.203]),
        ("(0,412; 0,203)ᵀ", [0.412, 0.203]),
        ("[0.4, 0.2].T", [0.4, 0.2]),
        ("array([0.412, 0.203])", [0.412, 0.203]),
        ("np.array([1., 0.])", [1, 0]),
        ("tensor([0.1, 0.2], dtype=torch.float64)", [0.1, 0.2]),
        ("tensor([1., -inf], device='cuda:0')", [1, -inf]),
        ("\\begin{pmatrix} 0{,}5 & 0{,}3 \\end{pmatrix}", [0.5, 0.3]),
        ("\\begin{bmatrix} 1 \\\\ 0 \\end{bmatrix}", [1, 0]),
        ("\\left(1;\\,2\\right)", [1, 2]),
        ("α = (0,412 ; 0,203)", [0.412, 0.203]),
        ("α₀ = 0,412; α₁ = 0,203", [0.412, 0.203]),
        ("a=1 b=2", [1, 2]),
        ("a = 1, b = 2", [1, 2]),
        ("[[0,412],[0,203]]", [0.412, 0.203]),
        ("[1] [2]", [1, 2]),
        ("(1/3) (1/3)", [1 / 3, 1 / 3]),
        ("[0,412; 0,203", "error:unbalanced-brackets"),
        ("0,412; 0,203)", "error:unbalanced-brackets"),
        ("(0,412; 0,203]", "error:mismatched-brackets"),
        ("[]", "error:empty"),
        ("[a b]", "error:words"),
        ("[1; nan; 2]", "error:not-a-number"),
        ("no sé", "error:no-answer"),
        ("[[1,2],[3,4]]", "error:rows-not-list"),
        ("1 0\n0 1", "error:rows-not-list"),
        ("1 0 | 0 1", "error:rows-not-list"),
    ],
}

WITH_SHAPE: dict[str, list[tuple[str, int, Any]]] = {
    "exactly one reading fits": [
        ("0,412,0,203,0,384", 3, P),
        ("(1,2,3)", 3, [1, 2, 3]),
        ("[1,0]", 2, [1, 0]),
        ("[1,0]", 1, [1]),
        ("1,2, 3", 3, [1, 2, 3]),
        ("1 000 5", 2, [1000, 5]),
        ("1 000 5", 3, [1, 0, 5]),
        ("1 048 576", 1, [1048576]),
        ("1 048 576", 3, [1, 48, 576]),
        ("28 450 857", 1, [28450857]),
        ("1 1/2", 1, [1.5]),
        ("1 1/2", 2, [1, 0.5]),
        ("2 1/2 3 1/3", 2, [2.5, 3 + 1 / 3]),
        ("2 1/2 3 1/3", 4, [2, 0.5, 3, 1 / 3]),
        ("1,234,567", 3, [1, 234, 567]),
        ("1,234,567", 1, [1234567]),
        ("1/2,1/3,1/6", 3, [1 / 2, 1 / 3, 1 / 6]),
        ("0,412 / 0,203 / 0,384", 3, P),
        ("1,0 · 0,9", 1, [0.9]),
        ("1/2", 1, [0.5]),
        ("2-1", 1, [1]),
        ("1 - 2 3", 3, [1, -2, 3]),
        ("0,05,0,10", 2, [0.05, 0.1]),
        ("1 000; 5", 3, [1, 0, 5]),
        ("1 0\n0 1", 4, [1, 0, 0, 1]),
    ],
    "several fit": [
        ("(1,2,3)", 2, "ask:comma-role"),
        ("1,2,3,4,5", 4, "ask:comma-role"),
        ("2 1/2 3 1/3", 3, "ask:space-role"),
        ("1 ,2 ,3", 3, "ask:comma-role"),
        ("1 - 2", 2, "ask:minus-role"),
        ("0,412 - 0,203 - 0,384", 3, "ask:minus-role"),
        ("0.5;1.000", 2, [0.5, 1]),
        ("1.000;2.000", 2, "ask:point-role"),
    ],
    "none fits: read without the shape": [
        ("0,412 0,203", 3, [0.412, 0.203]),
        ("0,412;0,203", 3, [0.412, 0.203]),
        ("0,412;0,203", 4, [0.412, 0.203]),
        ("1, 2", 3, [1, 2]),
        ("100 200 300", 2, [100, 200, 300]),
        ("0,5 1,5", 4, [0.5, 1.5]),
        ("0,412; 0,203; 0,384", 2, P),
        ("(1,2,3)", 5, "error:other-shape"),
    ],
    "a lone comma without brackets is decimal whatever the shape": [
        ("1,0", 2, [1]),
        ("0,412", 2, [0.412]),
    ],
    "inside brackets the shape may cut it, unless what comes out is unnatural": [
        ("[0,412]", 2, "ask:comma-role"),
        ("(0,41)", 2, "ask:comma-role"),
        ("[1,000]", 2, [1]),
        ("[1,05]", 2, [1.05]),
        ("[12,5]", 2, [12, 5]),
        ("[0,1]", 2, [0, 1]),
        ("[e^0,7]", 2, "ask"),
        ("[0,412,0,203]", 4, "ask:comma-role"),
        ("(0,10,20)", 3, [0, 10, 20]),
    ],
    "what cannot be computed is not cut to fit": [
        ("1/0; 3", 3, "error:division-by-zero"),
        ("1/2; 3", 3, [0.5, 3]),
        ("2-1; 3", 3, [1, 3]),
        ("1 000 000 000", 3, "ask:space-role"),
    ],
    "one slash may divide or separate": [
        ("1/2", 2, "ask:slash-role"),
        ("1 / 2", 2, "ask:slash-role"),
        ("1,5/2", 2, "ask:slash-role"),
        ("1/0", 2, "ask:slash-role"),
    ],
}

POINT_LOCALES: list[tuple[str, int | None, Any]] = [
    ("[0.412, 0.203, 0.384]", None, P),
    ("0.412,0.203,0.384", None, P),
    ("0.412 0.203 0.384", None, P),
    ("0.412; 0.203; 0.384", None, P),
    ("(1, 0, 0)", None, [1, 0, 0]),
    ("1,0,0", None, [1, 0, 0]),
    ("1,2,3,4", None, [1, 2, 3, 4]),
    ("1,234", None, [1234]),
    ("1,234", 2, [1, 234]),
    ("[1,234]", None, "ask:comma-role"),
    ("[1,234]", 1, [1234]),
    ("1,234,567", None, "ask:comma-role"),
    ("1,234,567", 3, [1, 234, 567]),
    ("1,048,576, 3", None, [1048576, 3]),
    ("1,234.5, 2.5", None, [1234.5, 2.5]),
    ("1,234; 5,678", None, [1234, 5678]),
    ("16,5", 2, [16, 5]),
    ("0.412 , 0.203", None, [0.412, 0.203]),
    ("1.5,2", None, [1.5, 2]),
    ("1.000 2.000", None, [1, 2]),
    ("12.345; 1.5", None, [12.345, 1.5]),
    ("1, 2 y 3", None, [1, 2, 3]),
    ("1.00 · 0.00 · 0.90", None, [1, 0, 0.9]),
    ("1 000 5", None, "ask:space-role"),
    ("1/3 1/3", None, [1 / 3, 1 / 3]),
    ("1 - 2", None, "ask:minus-role"),
    ("0,412,0,203,0,384", None, "ask"),
    ("1,2 3,4", None, "ask"),
]


def rows(tables: dict[str, list[Any]]) -> list[Any]:
    return [pytest.param(*row, id=f"{rule}: {row[0][:30]!r} {row[1:-1]}") for rule, t in tables.items() for row in t]


@pytest.mark.parametrize(("text", "want"), rows(WITHOUT_SHAPE))
def test_by_the_evidence_of_the_separators(text: str, want: Any) -> None:
    """In Spanish, when nothing is known of the shape."""
    check(text, want)


@pytest.mark.parametrize(("text", "count", "want"), rows(WITH_SHAPE))
def test_by_the_shape_asked(text: str, count: int, want: Any) -> None:
    """The shape is public, and beats the other rules."""
    check(text, want, shape=(count,))


@pytest.mark.parametrize("locale", ["es-MX", "en"])
@pytest.mark.parametrize(("text", "count", "want"), POINT_LOCALES, ids=lambda v: repr(v)[:30])
def test_where_the_point_is_decimal(text: str, count: int | None, want: Any, locale: str) -> None:
    """The comma separates or groups; what it cannot do is asked."""
    check(text, want, shape=None if count is None else (count,), locale=locale)


NATURAL = st.integers(-99999, 99999).flatmap(
    lambda n: st.integers(0, 4).map(lambda p: (n / 10**p, f"{n / 10**p:.{p}f}"))
)
"""A number as float() takes it, and as it is typed with a point."""


@given(st.lists(NATURAL, min_size=2, max_size=6), st.sampled_from([";", " ; ", "|", " | ", "\n", "\t", " & ", ";\n"]))
def test_decimal_commas_between_strong_separators(cells: list[tuple[float, str]], between: str) -> None:
    """Whatever the numbers are, and whatever the shape says."""
    text = between.join(typed.replace(".", ",") for _, typed in cells)
    for shape in (None, (len(cells),), (len(cells) + 1,)):
        assert read(text, shape=shape).value == [value for value, _ in cells]


@given(st.lists(NATURAL, min_size=2, max_size=6), st.sampled_from([", ", " y ", " , "]), LOCALES)
def test_commas_followed_by_a_blank(cells: list[tuple[float, str]], last: str, locale: str) -> None:
    """`0,5, 0,25 y 1` in Spanish, `0.5, 0.25 y 1` where the point is decimal: never torn."""
    mark = decimal_mark(locale)
    typed = [text.replace(".", mark) for _, text in cells]
    text = last.join([", ".join(typed[:-1]), typed[-1]])
    assert read(text, shape=(len(cells),), locale=locale).value == [value for value, _ in cells]
    assert read(text, locale=locale).value == [value for value, _ in cells]


@given(st.lists(NATURAL, min_size=2, max_size=6), st.sampled_from([" ", "  ", "\n"]), LOCALES)
def test_blanks_between_numbers(cells: list[tuple[float, str]], between: str, locale: str) -> None:
    """Numbers in the marks of the locale, with nothing but blanks between."""
    text = between.join(text.replace(".", decimal_mark(locale)) for _, text in cells)
    assert read(text, shape=(len(cells),), locale=locale).value == [value for value, _ in cells]


@pytest.mark.parametrize("text", ["0,412 0,203 0,384", "0,412; 0,203; 0,384", "0,412, 0,203, 0,384"])
def test_decimal_commas_in_other_locales(text: str) -> None:
    """They are read with a note in Mexico, and asked in English with that reading among the options."""
    assert check(text, P, locale="es-MX").notes
    assert P in [option.value for option in check(text, "ask", locale="en").options]


@pytest.mark.parametrize(("decimals", "want"), [(None, [12, 50]), (1, [12, 50]), (2, "ask:comma-role")])
def test_as_many_digits_as_decimals_are_asked(decimals: int | None, want: Any) -> None:
    """`[12,50]` for two cells may be one number short of its partner, if two decimals are asked."""
    check("[12,50]", want, shape=(2,), decimals=decimals)


def test_three_decimals_asked_settle_every_point_of_the_list() -> None:
    check("1.000 ; 2.000", [1, 2], decimals=3)
    check("1.000 2.000", [1, 2], decimals=3)
    check("1.000, 2.000", [1, 2], decimals=3)


@pytest.mark.parametrize(("text", "places"), [
    ("0,412 ; 0,2 ; 1", [3, 1, 0]),
    ("0.412, 0.20, 1.", [3, 2, 0]),
    ("0,412 1/3 41 %", [3, None, 2]),
    ("0,412, 0,20 y 1e-3", [3, 2, 3]),
    ("(1,00 · 0,0 · 1)", [2, 1, 0]),
    ("[[0,412],[0,2]]", [3, 1]),
    ("−∞ 0,00", [0, 2]),
    ("1 000,50 ; 2", [2, 0]),
    ("α₀ = 0,41 ; α₁ = √2", [2, None]),
])  # fmt: skip
def test_the_decimals_typed_in_each_cell(text: str, places: list[int | None]) -> None:
    """One count a cell; None where it was computed."""
    assert read(text).places == places


@pytest.mark.parametrize(("text", "position"), [
    ("0,412 ; hola ; 0,384", 8), ("0,412 ; ; 0,384", 8), ("1 2 x", 4), ("[1; nan]", 4), ("(1; 2", 0),
    ("α = 1; 2; 3kg", 11), ("1, 2, 3, l", 9),
])  # fmt: skip
def test_where_a_list_is_not_understood(text: str, position: int) -> None:
    """The place of the cell in the text as it was typed."""
    assert read(text).position == position
