"""Whole conversations as a learner sees them, from a pipe: what is typed stands after its prompt.

After a wanted change: `python -m pytest tests/screen --snapshot-update`, and read the difference.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.running import run

TALKS: dict[str, tuple[list[str], str]] = {
    "the first part, with slips, hints and a smaller step": (
        ["lesson", "ecuacion1"],
        "\nb\n2\npista\n1,41\n0\n0,9\nsaltar\n2\n1,414\n0,5 0 0,45\n1,5 0 1,5\npaso\n0,707\n0,636\n"
        "datos\nqué es token\nsalir\n",
    ),
    "help, an unread text, two readings, a solution": (
        ["lesson", "softmax"],
        "ayuda\n3,32 ; hola ; 0,449\n1.000 ; 2.000 ; 3.000\npitsa\nno sé\nsolución\nsí\nsalir\n",
    ),
    "two explanations, told apart by the step asked for": (
        ["lesson", "ecuacion1", "--part", "2"],
        "1\nsaltar\nsaltar\n0,333 ; 0,333 ; 0,333\n1 0 0,9\nsalir\n",
    ),
    "playing, after the weights, and the table of what one has": (
        ["lesson", "ecuacion1", "--part", "2"],
        "1\n2,028 ; 1 ; 1,89\n4,918\ndatos\n0,412 ; 0,203 ; 0,384\njuega\n0 1\n0\nx 10\n1\nsalir\nsalir\n",
    ),
    "the mask, from its unit": (
        ["lesson", "mascara-causal"],
        "5\nrepetir\natrás\nsalir\n",
    ),
    "a check without a mistake": (
        ["check", "ejercicio"],
        "0,00 ; 1,00 ; 0,10\n0,244 ; 0,494 ; 0,262\n1\n3,75 ; 6,25\n1,000 ; 0,000 ; 0,000\n",
    ),
    "a check with mistakes": (
        ["check", "ejercicio"],
        "1,00 ; 0,00 ; 0,90\n0,207 ; 0,564 ; 0,229\n2\nsaltar\n0,244 ; 0 ; 0\n",
    ),
    "a file of answers": (["check", "ejercicio", "--answers", "-"], "productos: 0 1 0,1\npesos: hola\nclave: 2\n"),
    "an empty file of answers": (["check", "softmax", "--template"], ""),
    "practice": (["practice", "softmax"], "1 ; 1 ; 1\npista\nsalir\n"),
}
NARROW = (
    "the first part, with slips, hints and a smaller step",
    "a check with mistakes",
    "playing, after the weights, and the table of what one has",
)
BEGUN = ("", "lesson", "progress", "progress --export", "explain errores no-scale")


@pytest.fixture(autouse=True)
def _first_day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TUTOR_ACCESSIBLE", "ACCESSIBLE", "TUTOR_LOCALE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path))


def talk(monkeypatch: pytest.MonkeyPatch, name: str, *more: str, encoding: str = "utf-8") -> str:
    args, text = TALKS[name]
    done = run(monkeypatch, [*args, *more], text=text, encoding=encoding)
    assert "Traceback" not in done.err
    drawn = re.sub(r"−?\d+(?:,\d+)?", "#", done.out) if name == "practice" else done.out  # its numbers are drawn by lot
    return f"{done.code:d}\n{drawn}"


@pytest.mark.parametrize("name", TALKS)
def test_eighty_columns(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, name: str) -> None:
    assert talk(monkeypatch, name) == snapshot


@pytest.mark.parametrize("name", NARROW)
def test_forty_columns(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, name: str) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert talk(monkeypatch, name) == snapshot


@pytest.mark.parametrize("name", NARROW)
def test_linear_text(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, name: str) -> None:
    assert talk(monkeypatch, name, "--accessible") == snapshot


@pytest.mark.parametrize("name", NARROW)
def test_ascii_console(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, name: str) -> None:
    assert talk(monkeypatch, name, encoding="ascii") == snapshot


@pytest.mark.parametrize("name", NARROW)
def test_with_a_decimal_point(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, name: str) -> None:
    """Under `--locale en` no comma marks decimals, in texts of ours either."""
    args, text = TALKS[name]
    typed = text.replace(",", ".").replace(" ; ", ", ")
    out = run(monkeypatch, [*args, "--locale", "en"], text=typed).out
    assert out == snapshot


@pytest.mark.parametrize("command", BEGUN)
def test_screens_of_a_learner_who_has_begun(
    monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, command: str
) -> None:
    """After half a part and a check with a mistake in it."""
    for name in NARROW:
        talk(monkeypatch, name)
    out = run(monkeypatch, command.split()).out
    dated = "\n".join(row for row in out.splitlines() if not row.startswith("Escritos por"))
    assert dated == snapshot
