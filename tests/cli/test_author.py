"""`tutor author`: what those who write units run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_unit_is_proved_and_shown(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """new, check, preview: an author's first minute."""
    assert run(monkeypatch, ["author", "new", "mi-unidad"]).code == 0
    assert (here / "mi-unidad.yaml").is_file()
    checked = run(monkeypatch, ["author", "check", "mi-unidad.yaml"])
    assert (checked.code, checked.out) == (0, "mi-unidad: 2 preguntas y 2 fallos con frase propia; todo demostrado.\n")
    shown = run(monkeypatch, ["author", "preview", "mi-unidad.yaml"])
    assert shown.code == 0
    for word in ("Tramo 1 de 1", "Respuesta: (0,000 ; −0,707 ; 2,121)", "Pista 2 de 2", "no-scale", "clave 2"):
        assert word in shown.out
    assert run(monkeypatch, ["author", "preview", "mi-unidad.yaml", "--variant", "2"]).code == 0


def test_new_never_overwrites(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, ["author", "new", "una"]).code == 0
    again = run(monkeypatch, ["author", "new", "una"])
    assert (again.code, again.out) == (2, "")
    assert "ya existe" in again.err
    assert run(monkeypatch, ["author", "new", "Mal Nombre"]).code == 2
    assert run(monkeypatch, ["author", "new", "otra", "--out", "-"]).out.startswith("# Una unidad")
    assert not (here / "otra.yaml").exists()


def test_problems_are_told_with_their_lines(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 3, file and line, for what does not open and for what is not true."""
    run(monkeypatch, ["author", "new", "una"])
    text = (here / "una.yaml").read_text(encoding="utf-8")
    (here / "rota.yaml").write_text(text.replace("step: scaled", "step: escaled"), encoding="utf-8")
    (here / "falsa.yaml").write_text(text.replace("scores / 2 * 3", "scaled"), encoding="utf-8")
    done = run(monkeypatch, ["author", "check", "rota.yaml", "falsa.yaml"])
    assert done.code == 3
    assert "rota.yaml:31: «escaled» no es un paso" in done.out
    assert "¿querías decir «scaled»?" in done.out
    assert "falsa.yaml:38: «escaladas»: el fallo «own:half» no llega a decir lo suyo" in done.out
    unknown = run(monkeypatch, ["author", "check", "nadie"])
    assert (unknown.code, "No hay ninguna unidad «nadie»." in unknown.err) == (2, True)
    told = json.loads(run(monkeypatch, ["author", "check", "falsa.yaml", "rota.yaml", "--json"]).out)
    assert told["schema"] == 1
    assert [u["unit"] for u in told["units"]] == ["una"]
    assert len(told["problems"]) == 2


def test_the_schema_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Editors read it: no key but those of a unit, formulas and data described."""
    done = run(monkeypatch, ["author", "schema"])
    schema = json.loads(done.out)
    assert done.code == 0
    assert schema["additionalProperties"] is False
    assert {"format", "unit", "parts", "data", "variants"} <= schema["properties"].keys()
    assert "OwnSlip" in schema["$defs"]
