"""Any text gives one of the three outcomes: nothing raises, nothing is NaN, nothing grows without bound."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.answers.strategies import ANY_TEXT, JOINED_TEXTS, KINDS, LOCALES, PLAIN_TEXTS, SHAPES
from tutor.answers import Reading, read, write
from tutor.answers.characters import REFUSED
from tutor.answers.fast_path import MAX_LENGTH
from tutor.answers.full_parser import parse
from tutor.answers.locales import locale_of
from tutor.answers.numerals import Rules
from tutor.answers.source import Unreadable

EVIL = {
    "powers": "9^9^9^9", "tower": "9^" * 100 + "9", "roots": "√" * 3000 + "2", "few roots": "√" * 12 + "2",
    "brackets": "(" * 900 + "1" + ")" * 900, "functions": "exp(" * 400, "logs": "log(" * 300 + "2" + ")" * 300,
    "divisions": "1/" * 900 + "1", "minus": "-" * 1900, "thousands": "1 000 " * 100_000,
    "short thousands": "1 000 " * 330, "commas": "1," * 999, "grouped": "1,000," * 330, "list": "0,5;" * 490,
    "blanks": "0,5 " * 490, "rows": "0,5,1,5\n" * 240, "groups": "[1,0]," * 330, "fractions": "1 1/2 " * 330,
    "space": " " * 10**6, "letters": "a" * 10**6, "digits": "1" * 10**6, "many digits": "1" * 1900,
    "labels": "a=" * 990 + "1", "wrappers": "array(" + ", dtype=a" * 230, "blank runs": "1" + " \t" * 990 + "2",
    "latex": "\\frac{" * 330, "no": "no sé " * 300, "dashes": "1 - " * 490 + "1", "quotes": '"' * 1999,
    "superscripts": "2" + "²" * 1900, "percent": "1" + "%" * 1900, "dots": "1 · " * 490 + "1",
    "ends": "&\u00a0" * 990 + "1", "bars": "|;" * 990 + "1", "LaTeX blanks": "\\end{a}\u00a0" * 240 + "1",
    "LaTeX rows": "\\\\\n" * 600 + "1", "commas and blanks": " , " * 600 + "1", "stars": "**" * 900,
    "about": "\taprox." * 280, "lost exponent": "000 " * 248 + "·10-1", "zeros": "más " + "100 000 " * 110 + "·10-1",
    "unread groups": "1 0001 " * 200 + "000", "twice": "0,8 (4/5) " * 200, "items": "1) " * 600 + "1",
    "bullets": "\n- 1" * 500, "lines": "1: 1\n" * 400, "powers of e": "e-0,8 " * 330, "lone e": "1 e " * 490 + "1",
    "slashes": "1 0 / " * 330 + "0 1", "glued slashes": "1 0/" * 490 + "0 1", "raised": "0·4 " * 490,
    "dollars": "$1$" * 660, "methods": "1/" + ".T" * 990,
    "wrapped": "np.float64(1)" * 150, "decimals": "3,141 592 " * 190, "wide digits": "９" * 1999, "ticks": "✓1" * 990,
    "ellipses": "1... " * 390, "low points": "2.10^" * 390 + "2", "names": "K1: 1 " * 330, "digits of 4300": "7" * 4301,
}  # fmt: skip


LONGEST = 200
"""Signs of a message, in three lines of a terminal."""


def sound(reading: Reading) -> bool:
    """One of three outcomes, each with what belongs to it."""
    if len(reading.message) >= LONGEST or any(len(note) >= LONGEST for note in reading.notes):
        return False
    if reading.outcome == "value":
        return numbers(reading.value) and nested_alike(reading.value, reading.places)
    if reading.outcome == "ask":
        return bool(reading.options and reading.message and reading.reason) and all(map(sound, reading.options))
    placed = reading.position is None or 0 <= reading.position <= len(reading.text)
    known = reading.reason != "unread"  # what catches faults of ours must have nothing to catch
    return reading.outcome == "error" and known and bool(reading.message and reading.reason) and placed


def numbers(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(map(numbers, value))
    return isinstance(value, float) and not math.isnan(value)


def nested_alike(value: Any, places: Any) -> bool:
    if isinstance(value, list):
        return len(value) == len(places) and all(map(nested_alike, value, places))
    return places is None or (isinstance(places, int) and places >= 0)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    ANY_TEXT, KINDS.flatmap(lambda kind: st.tuples(st.just(kind), SHAPES[kind])), st.none() | st.integers(0, 4), LOCALES
)
def test_any_text_has_one_of_three_outcomes(text: str, asked: Any, decimals: int | None, locale: str) -> None:
    """Unicode, nested, long, bytes decoded wrongly, and texts that are nearly answers."""
    assert sound(read(text, asked[0], asked[1], decimals, locale)), text


@pytest.mark.parametrize("locale", ["es", "es-MX", "en"])
@pytest.mark.parametrize("text", EVIL.values(), ids=EVIL.keys())
def test_what_would_take_long_is_bounded(text: str, locale: str) -> None:
    """Length, depth, powers and pieces have their limits; whoever loops here would hang the test."""
    for kind, shape in (("scalar", None), ("vector", None), ("vector", (3,)), ("matrix", None), ("matrix", (2, 2))):
        assert sound(read(text, kind, shape, locale=locale))  # type: ignore[arg-type]


def test_long_texts_are_refused_unread() -> None:
    """However long, and whatever they hold."""
    reading = read("0,5 " * 10**6)
    assert (reading.outcome, reading.reason, reading.position) == ("error", "too-long", MAX_LENGTH)


@given(
    st.text(st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), min_size=1), st.text("0123456789,", min_size=1)
)
def test_nothing_that_drives_a_terminal_is_repeated(hidden: str, digits: str) -> None:
    """A message never holds a control character or a mark that turns the writing."""
    reading = read(digits + hidden + digits, "scalar")
    assert not REFUSED.search(reading.message)
    assert "\n" not in reading.message


@settings(max_examples=200)
@given(PLAIN_TEXTS, st.none() | st.integers(1, 4), st.none() | st.integers(0, 3), LOCALES)
def test_the_short_way_reads_as_the_long_one(text: str, count: int | None, decimals: int | None, locale: str) -> None:
    """Plain answers are taken in one match, and the long way gives the same for them."""
    shape = None if count is None else (count,)
    for kind in ("scalar", "vector"):
        short = read(text, kind, shape, decimals, locale)  # type: ignore[arg-type]
        try:
            long = parse(text, kind, shape, Rules(locale_of(locale), decimals))  # type: ignore[arg-type]
        except Unreadable:
            assert short.outcome == "error"
        else:
            assert (short.outcome, short.value, short.places) == (long.outcome, long.value, long.places)


def flat(value: Any) -> list[Any]:
    return [part for each in value for part in flat(each)] if isinstance(value, list) else [value]


@settings(max_examples=1500, suppress_health_check=[HealthCheck.too_slow])
@given(JOINED_TEXTS, KINDS.flatmap(lambda kind: st.tuples(st.just(kind), SHAPES[kind])))
def test_no_digit_and_no_sign_is_lost_without_a_word(text: str, asked: Any) -> None:
    """Where numbers are read and nothing is noted, all the digits typed are in them, and every sign before them."""
    reading = read(text, *asked)
    values, places = flat(reading.value), flat(reading.places)
    if reading.outcome != "value" or reading.notes or None in places:
        return
    digits = "".join(re.sub("[^1-9]", "", write(x, p)) for x, p in zip(values, places, strict=True))
    assert digits == re.sub("[^1-9]", "", text) or "e" in text
    signed = re.findall(r"(?:^|(?<=[ ;,|\t\n(\[]))[-−](?=[0-9.,∞])", text)
    assert sum(math.copysign(1, x) < 0 or x == 0 for x in values) >= len(signed)


def test_a_plain_answer_loads_little() -> None:
    """Neither NumPy, ever, nor the long way before a text needs it."""
    code = (
        "import sys, tutor.answers as a; a.read('0,5 1,5'); print('tutor.answers.full_parser' in sys.modules);"
        "a.read('1/2', 'scalar'); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_an_unknown_locale_reads_as_spanish() -> None:
    """Reading never fails."""
    assert read("0,5", "scalar", locale="xx").value == 0.5
