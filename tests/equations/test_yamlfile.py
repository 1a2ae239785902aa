"""YAML as this program reads it: core scalars, lines kept, dangerous things refused."""

from __future__ import annotations

import math

import pytest

from tutor.equations import load_raw, load_yaml
from tutor.errors import ContentError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("null", None),
        ("~", None),
        ("", None),
        ("012", 12),
        ("-7", -7),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("0.10", 0.1),
        ("1e3", 1000.0),
        ("-.inf", -math.inf),
        ("2024-01-01", "2024-01-01"),
        ("'5'", "5"),
        ('"0,412"', "0,412"),
        ("0,412", "0,412"),
    ],
)
def test_scalars_are_those_of_yaml_1_2(text: str, value: object) -> None:
    """`no` is a word and 1:30 no number of minutes: YAML 1.1's surprises are gone."""
    data, _ = load_yaml(f"a: {text}\n", "x.yaml")
    assert data["a"] == value
    assert type(data["a"]) is type(value)


@pytest.mark.parametrize("text", ["0.10", "012", "no", "~", "1e3", "0,412 ; 0,203", "−∞", "41,2 %"])
def test_raw_keeps_what_was_written(text: str) -> None:
    """In an answer file 0.10 keeps its decimals and 012 its zero."""
    assert load_raw(f"pesos: {text}\n")[0] == {"pesos": text}


def test_lines_are_remembered() -> None:
    """Every key and item knows its line, from 1."""
    _, lines = load_yaml("a: 1\nb:\n  - x\n  - y: 2\n", "x.yaml")
    assert lines[("a",)] == 1
    assert lines[("b",)] == 2
    assert lines[("b", 1, "y")] == 4


@pytest.mark.parametrize(
    ("text", "says", "line"),
    [
        ("a: 1\na: 2\n", "repetida", 2),
        ("a: &x 1\nb: *x\n", "anclas", 1),
        ("a: !!python/object:os.system x\n", "etiquetas", 1),
        ("a: 1\n---\nb: 2\n", "más de un documento", 2),
        ("a:\n\t- 1\n", "tabulador", 2),
        ('a: "sin cerrar\n', "no se cierran", 1),
        ("a: 1\nb: [1\n", "cierre", 2),
        ("a: [,5 ,3]\n", "entre comillas", 1),
        ("a: b: c\n", "dos puntos", 1),
        ("a: [1, 2\nb: 3\n", "cierre", 2),
        ("[" * 60 + "]" * 60, "niveles", 1),
        ("a: \x00\n", "control", 1),
        ("? [1, 2]\n: 3\n", "clave", 1),
    ],
)
def test_what_is_refused_says_where(text: str, says: str, line: int) -> None:
    """Each refusal names file, line and column, in Spanish, and a way out."""
    with pytest.raises(ContentError) as caught:
        load_yaml(text, "u.yaml")
    error = caught.value
    assert says in error.message + error.hint
    assert error.where.startswith("u.yaml:")
    assert int(error.where.split(":")[1]) == line


@pytest.mark.parametrize("text", [",5", ",5 ; ,3", ",5 # una nota", ",5  ", ",5'", "-,5 ; 3"])
def test_a_raw_value_may_begin_with_a_comma(text: str) -> None:
    """`,5` is read elsewhere, and so it is here, of a key or in a list; the lines stay what they are."""
    value = text.removesuffix(" # una nota").rstrip()
    data, lines = load_raw(f"a: 1\npesos: {text}\r\nb:\n  - {text}\n")
    assert data == {"a": "1", "pesos": value, "b": [value]}
    assert lines["pesos",] == 2
