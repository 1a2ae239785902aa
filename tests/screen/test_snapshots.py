"""Whole screens as people see them: 80 columns, and some of them narrow, linear, poor in signs, in colour.

After a wanted change: `python -m pytest tests/screen --snapshot-update`, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.running import drawn, run, terminal
from tests.screen.views import VIEWS
from tutor.screen import Screen

UNITS = (
    "ecuacion1", "notacion", "producto-escalar", "escalado", "softmax", "mezcla", "mascara-causal", "multi-cabeza",
    "ejercicio", "t02", "entropia", "erratas", "capa-norma", "entropia-cruzada", "posicion",
)  # fmt: skip
COMMANDS = (
    "",
    "--help",
    "solve --help",
    "explain",
    *(f"explain {unit}" for unit in UNITS),
    'explain softmax --scores="2 −1 0,5 3"',
    "explain errores no-scale",
    "explain errores zero-after-softmax",
    "solve",
    "solve --causal --locale en",
    "solve t02",
    'solve --Q="−2 1|1 −3" --K="−1 −2|0 3" --V="2 0|8 1" --causal',
    "solve --decimals 5",
    "lesson",
    "lesso",
    "explain softmx",
    "solve --K=1",
)
ELSEWHERE = ("explain softmax", "explain mezcla", "explain mascara-causal", "solve", "lesson", "--help")
"""The six that are also shown in 40 columns, as linear text, and on an ASCII console."""


def words(command: str) -> list[str]:
    import shlex

    return shlex.split(command)


@pytest.fixture(autouse=True)
def _first_day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A learner who has not begun, and nothing wished for in the environment."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TUTOR_ACCESSIBLE", "ACCESSIBLE", "TUTOR_LOCALE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path))


@pytest.mark.parametrize("command", COMMANDS)
def test_eighty_columns(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, command: str) -> None:
    """The screen of a command, from a pipe: code, result, messages."""
    done = run(monkeypatch, words(command))
    assert f"{done.code:d}\n{done.out}{'---' if done.err else ''}\n{done.err}" == snapshot


@pytest.mark.parametrize("command", ELSEWHERE)
def test_forty_columns(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, command: str) -> None:
    """The same in a narrow window."""
    monkeypatch.setenv("COLUMNS", "40")
    assert run(monkeypatch, words(command)).out == snapshot


@pytest.mark.parametrize("command", ELSEWHERE)
def test_linear_text(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, command: str) -> None:
    """The same for a screen reader."""
    assert run(monkeypatch, [*words(command), "--accessible"]).out == snapshot


@pytest.mark.parametrize("command", ELSEWHERE)
def test_ascii_console(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, command: str) -> None:
    """The same where the console knows no accents."""
    assert run(monkeypatch, words(command), encoding="ascii").out == snapshot


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("way", ["plain", "accessible", "cp1252", "narrow"])
def test_views(snapshot: SnapshotAssertion, name: str, way: str) -> None:
    """One view of every kind."""
    a_terminal = terminal(
        width=40 if way == "narrow" else 80,
        encoding="cp1252" if way == "cp1252" else "utf-8",
        accessible=way == "accessible",
    )
    Screen(a_terminal).view(VIEWS[name])
    assert drawn(a_terminal) == snapshot


def summary(screen: Screen) -> None:
    """What a unit ends with."""
    screen.header("Tramo 3 de 3 · 8 de 8 · Tapar el futuro")
    screen.question("¿Cuántos números hay en total? (entero)", {"a": "tantos", "b": "más, porque hay cuatro matrices"})
    screen.echo("1 048 576")
    screen.verdict("exact", "4·512². Repartir en cabezas no añade parámetros.")
    screen.verdict("slip", "Has multiplicado otra vez por 8.")
    screen.verdict("carried", "Sale de tus números, aunque el paso anterior no era.")
    screen.hint("Son cuatro bloques del mismo tamaño.", 1, 2)
    screen.note("Con 0,636 ya redondeado sale 1,889; valen las dos.")
    screen.blank()
    screen.given("Pesos", "0,412 ; 0,203 ; 0,384")
    screen.card(
        "Resumen con TUS números",
        [("1 comparar", "(1,00 ; 0,00 ; 0,90)"), ("máscara", "−∞ antes de repartir")],
    )
    screen.gauges([("producto escalar", 3, 3, "dominado"), ("softmax", 1, 3, "dos fallos"), ("mezcla", 0, 3, "")])


@pytest.mark.parametrize("way", ["plain", "accessible", "ascii", "narrow", "colour"])
def test_the_end_of_a_unit(snapshot: SnapshotAssertion, way: str) -> None:
    """Header, question, verdicts, results, card and gauges, in every way there is."""
    a_terminal = terminal(
        width=40 if way == "narrow" else 80,
        encoding="ascii" if way == "ascii" else "utf-8",
        accessible=way == "accessible",
        colour=way == "colour",
    )
    summary(Screen(a_terminal))
    assert drawn(a_terminal) == snapshot


@pytest.mark.parametrize("name", ["matrices", "bars-negative", "heat", "plane"])
def test_views_in_colour(snapshot: SnapshotAssertion, name: str) -> None:
    """Escape sequences for 256 colours."""
    a_terminal = terminal(colour=True)
    Screen(a_terminal).view(VIEWS[name])
    assert drawn(a_terminal) == snapshot
