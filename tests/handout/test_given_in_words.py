"""What a unit gives in words reaches whoever answers on paper: the kinds of block that it names in `sheet`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import run

UNIT = """\
format: 1
unit: documentos
title: "Documentos"
summary: "Cuentas sobre textos."
SHEET
data: {Q: [[1, 2]], K: [[1, 0], [0, 1]], V: [[1, 0], [0, 1]]}
variants: {draw: {Q: {low: 1, high: 9, decimals: 0, zero: false}}}
parts:
  - id: una
    title: "Una"
    minutes: 3
    blocks:
      - text: |
          El corpus tiene dos documentos.

          La consulta de hoy es {Q:0}.
      - warning: "Solo cuenta la primera aparición."
      - header: [documento, texto]
        table:
          - ["0", "el gato duerme"]
          - ["1", "el perro ladra, ladra y vuelve a ladrar toda la noche"]
      - text: "Y esto, que da {mine:productos}, es una respuesta."
      - question: productos
        title: "Productos"
        step: scores
        decimals: 0
        ask: "Los productos. (dos números, 0 decimales)"
        reason: "Por parejas."
        hints: ["Empareja.", "Multiplica y suma."]
"""
ALL = "sheet: [text, table]"


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Writes the unit with that line, and two hand-outs for it."""
    monkeypatch.chdir(tmp_path)
    Path("l.csv").write_text("id;nombre\na1;Ana\na2;Luis\n", encoding="utf-8")

    def made(line: str) -> dict[str, str]:
        Path("u.yaml").write_text(UNIT.replace("SHEET", line), encoding="utf-8")
        done = run(monkeypatch, ["sheet", "u.yaml", "--roster", "l.csv", "--out", "h", "--html", "--paper"])
        assert done.code == 0, done.err
        bank = run(monkeypatch, ["quiz", "u.yaml", "--count", "2", "--out", "b.xml", "--key", "k"])
        assert bank.code == 0, bank.err
        files = {p.name: p.read_text(encoding="utf-8") for p in Path("h").rglob("*") if p.suffix in (".txt", ".html")}
        check = run(monkeypatch, ["check", "u.yaml"], text="datos\nsalir\n").out
        return {**files, "quiz": Path("b.xml").read_text(encoding="utf-8"), "check": check}

    return made


def test_what_is_named_travels_everywhere(make) -> None:  # type: ignore[no-untyped-def]
    """To text, page, paper, quiz and check, with each one's own numbers, and never with an answer of its own."""
    for name, text in make(ALL).items():
        flat = " ".join(text.replace("#", " ").split())
        assert "El corpus tiene dos documentos." in flat, name
        assert "el gato duerme" in flat, name
        assert "ladrar toda la noche" in flat, name
        assert "La consulta de hoy es" in flat, name
        assert "Solo cuenta la primera" not in flat, name


def test_without_it_only_numbers_do(make) -> None:  # type: ignore[no-untyped-def]
    """As before."""
    assert not any("El corpus" in text or "duerme" in text for text in make("").values())


def test_a_table_too_wide_for_a_sheet_is_told_a_row_a_line(make) -> None:  # type: ignore[no-untyped-def]
    """Sixty-four columns survive a phone and a mail; what is narrower keeps its columns."""
    sheet = next(text for name, text in make(ALL).items() if name.endswith(".txt") and "Documentos" in text)
    assert "documento: 1 · texto: el perro ladra" in " ".join(sheet.replace("#", " ").split())
    assert max(map(len, sheet.splitlines())) <= 70
