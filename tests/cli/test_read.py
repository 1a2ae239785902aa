"""`tutor read`: how a text is read, and why."""

from __future__ import annotations

import json

import pytest

from tests.running import run


@pytest.mark.parametrize(("args", "said"), [
    (["0,412 0,203 ,936"], "Leo: (0,412 ; 0,203 ; 0,936)\nUna lista de 3 números; 3 decimales."),
    (["-0,5"], "Leo: −0,5\nUn número; 1 decimal."),
    (["1/2"], "Leo: 0,5\nUn número; es una operación, y vale con todos sus decimales."),
    (["1 0 | 0,5 1"], "Leo: [1 ; 0 | 0,5 ; 1]\nUna matriz de 2 × 2, con distintos decimales:\nfila 0, columna 0: 1;"),
    (["0,5;1/2"], "número 0: 0,5; 1 decimal.\nnúmero 1: 0,5; es una operación, y vale con todos sus decimales."),
    (["1.000", "--decimals", "3"], "Leo: 1,000\n"),
    (["[1,0]", "--shape", "2"], "Leo: (1 ; 0)\nUna lista de 2 números; 0 decimales.\nLo leo así porque"),
    (["[1,0; 0,1]", "--shape", "2x2"], "Leo: [1 ; 0 | 0 ; 1]\n"),
    (["1,5", "--kind", "vector"], "Una lista de 1 número;"),
    (["1 048 576"], "Leo: 1\u00a0048\u00a0576\n"),
    (["--locale", "en", "0.5, 0.25"], "Leo: (0.5, 0.25)\n"),
    (["--locale", "es-MX", "1,234"], "Leo: 1234\n"),
])  # fmt: skip
def test_what_was_read(monkeypatch: pytest.MonkeyPatch, args: list[str], said: str) -> None:
    """Echoed in the notation in force, with the decimals typed and the notes; exit 0."""
    done = run(monkeypatch, ["read", *args])
    assert done.code == 0, done.err
    assert said in done.out


def test_a_question_shows_its_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbered as in a lesson; exit 1, for nothing is settled."""
    done = run(monkeypatch, ["read", "1.000"])
    assert done.code == 1
    assert "  1) 1000\n  2) 1,000\n" in done.out


@pytest.mark.parametrize(("text", "shown", "place"), [
    ("0,412;hola;3", "0,412;hola;3", 6),
    ("1 0\n0 x", "0 x", 2),
    ("0,5 kg", "0,5 kg", 4),
    ("1;" * 60 + "hola", "…" + "1;" * 12 + "1hola", None),
])  # fmt: skip
def test_a_caret_under_what_is_not_understood(
    monkeypatch: pytest.MonkeyPatch, text: str, shown: str, place: int | None
) -> None:
    """Under its line, or under the piece of it that fits, with the reason below."""
    done = run(monkeypatch, ["read", text])
    assert done.code == 1
    lines = done.out.split("\n")
    if place is None:
        assert lines[0].endswith("1;hola")
        assert lines[1].index("^") == lines[0].index("hola")
    else:
        assert lines[:2] == [f"  {shown}", f"  {' ' * place}^"]
    assert lines[2]


@pytest.mark.parametrize("text", ["0,5\x1b[31m", "\u202e0,5", "0,5\x00"])
def test_what_drives_a_terminal_is_not_shown(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Neither as text nor as JSON."""
    for args in ([], ["--json"]):
        done = run(monkeypatch, ["read", text, *args])
        assert done.code == 1
        assert not set(done.out) & {"\x1b", "\u202e", "\x00"}


def test_for_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    """One object with all of the reading; infinities as texts; numbers unrounded."""
    done = run(monkeypatch, ["read", "1/3 -inf", "--kind", "vector", "--json"])
    found = json.loads(done.out)
    assert found["schema"] == 1
    assert (found["kind"], found["outcome"], found["value"], found["places"]) == (
        "vector", "value", [1 / 3, "-inf"], [None, 0],
    )  # fmt: skip
    asked = json.loads(run(monkeypatch, ["read", "1.000", "--json"]).out)
    assert (asked["outcome"], asked["reason"]) == ("ask", "point-role")
    assert [option["value"] for option in asked["options"]] == [1000, 1]
    refused = json.loads(run(monkeypatch, ["read", "0,5 m", "--json"]).out)
    assert (refused["outcome"], refused["position"], refused["value"]) == ("error", 4, None)


@pytest.mark.parametrize("args", [["1", "--kind", "vectorial"], ["1", "--shape", "2x"], ["1", "--shape", "0"], []])
def test_usage(monkeypatch: pytest.MonkeyPatch, args: list[str]) -> None:
    """An unknown kind or shape is told with the ones there are."""
    done = run(monkeypatch, ["read", *args])
    assert done.code == 2
    assert done.err
