"""Units of one's own, in a folder named in TUTOR_UNITS or given by path, live as the shipped ones do."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.running import run
from tutor.library import FOLDERS
from tutor.session.journal import data_folder, open_journal

EQUATION = """\
format: 1
equation: media
title: "m = Σ w·x / Σ w"
inputs:
  x: {shape: [n], symbol: "ξ"}
  K: {shape: [n], symbol: "ω", rows: null}
steps:
  products: {formula: "K * x", symbol: "ω·ξ", decimals: 2, title: "productos"}
  media: {formula: "sum(products) / sum(K)", symbol: "m", decimals: 3, title: "media"}
slips:
  not-divided:
    at: {media: "sum(products)"}
    title: "Sin dividir"
    says: "Parece que no has dividido por la suma de los pesos."
    do: "Divide la suma de productos entre la suma de los pesos."
    notice: "Una media no puede pasar del dato mayor."
"""
UNIT = """\
format: 1
unit: NAME
title: "Media ponderada"
summary: "Una media con pesos."
equation: media
data: {x: [4.0, 10.0, 7.0], K: [2.0, 1.0, 3.0]}
variants: {draw: {x: {low: -9, high: 9, decimals: 0}, K: {low: 1, high: 5, decimals: 0}}}
skills: {ponderar: "hacer medias ponderadas"}
next: "Ahora: `tutor check NAME`."
parts:
  - id: una
    title: "La media"
    minutes: 3
    blocks:
      - matrices: [x, K]
      - question: productos
        title: "Productos"
        step: products
        decimals: 2
        ask: "Los tres productos. (tres números separados por «;», 2 decimales)"
        reason: "Cada dato por su peso."
        hints: ["Empareja cada dato con su peso.", "Multiplica cada pareja."]
        skill: ponderar
      - question: media
        title: "Media"
        step: media
        decimals: 3
        ask: "La media ponderada. (un número, 3 decimales)"
        reason: "La suma de productos entre la de pesos."
        hints: ["Suma los productos.", "Divide por la suma de los pesos."]
        skill: ponderar
"""
RIGHT = "8;10;21\n6,5\n"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder «mías» with two units, of which one bears a shipped name, and their equation."""
    folder = tmp_path / "mis unidades"
    (folder / "equations").mkdir(parents=True)
    (folder / "equations" / "media.yaml").write_text(EQUATION, encoding="utf-8")
    for name in ("pesada", "softmax"):
        (folder / f"{name}.yaml").write_text(UNIT.replace("NAME", name), encoding="utf-8")
    monkeypatch.setenv(FOLDERS, str(folder))
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path / "datos"))
    monkeypatch.chdir(tmp_path)
    return folder


def suggested(text: str) -> list[str]:
    return re.findall(r"`tutor ([^`]+)`", " ".join(text.split()))


def test_a_folder_is_proved_a_line_a_unit(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Units and equations; which name is taken is said; the code is the worst of all."""
    done = run(monkeypatch, ["author", "check", str(mine)])
    assert done.code == 0, done.out
    lines = [line.partition(":")[0] for line in done.out.splitlines() if "demostrado" in line]
    assert lines == ["pesada", "softmax", "media"]
    assert "ese nombre ya es de otra" in " ".join(done.out.split())
    (mine / "pesada.yaml").write_text("format: 1\n", encoding="utf-8")
    assert run(monkeypatch, ["author", "check", str(mine)]).code == 3
    (mine / "vacía").mkdir()
    assert run(monkeypatch, ["author", "check", str(mine / "vacía")]).code == 2


@pytest.mark.parametrize("call", [[], ["lesson"], ["explain"]])
def test_units_are_listed_under_their_folder(mine: Path, monkeypatch: pytest.MonkeyPatch, call: list[str]) -> None:
    """In each list of units; the clash of names is said; one that cannot be opened spoils no list."""
    said = " ".join(run(monkeypatch, call).out.split())
    assert "De la carpeta «mis unidades»: pesada" in said
    assert "«softmax» ya es el nombre de otra" in said
    (mine / "pesada.yaml").write_text("format: 1\n: [", encoding="utf-8")
    broken = run(monkeypatch, call)
    assert broken.code == 0
    assert "tutor author check" in " ".join(broken.out.split())


def test_what_one_does_in_it_is_kept_apart_and_gone_on_with(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A namesake of a shipped unit, given by its path, shares nothing with it; the commands that are suggested work."""
    by_path = str(mine / "softmax.yaml")
    left = run(monkeypatch, ["lesson", by_path], text="8;10;21\nsalir\n")
    command = "".join(f'tutor lesson "{by_path}"'.split())
    assert command in "".join(left.err.split())
    events = open_journal(data_folder())
    assert {e.unit for e in events.events()} == {by_path}
    assert events.events("softmax") == []
    assert command in "".join(run(monkeypatch, []).out.split())
    done = run(monkeypatch, ["lesson", by_path], text="6,5\n")
    assert done.code == 0, done.out
    assert "De la carpeta «mis unidades»" in run(monkeypatch, ["progress"]).out
    template = run(monkeypatch, ["check", by_path, "--template"]).out
    assert "".join(f'tutor check "{by_path}" --answers'.split()) in "".join(template.replace("#", "").split())


def test_a_skill_of_ones_own_is_practised_counted_and_listed(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its word, from the unit that declares it, under the name it has there."""
    wrong = run(monkeypatch, ["lesson", "pesada"], text=f"1;2;3\n{RIGHT}")
    assert wrong.code == 0, wrong.out
    progress = run(monkeypatch, ["progress"]).out
    assert "hacer medias ponderadas" in progress
    assert "practice ponderar" in suggested(progress)
    for call in (["practice", "ponderar"], ["practice", "pesada"], ["practice"]):
        assert "Hoy: hacer medias ponderadas, 1 fallo" in " ".join(run(monkeypatch, call).out.split())
    assert "Estabas practicando" not in run(monkeypatch, []).out


def test_symbols_and_rows_are_the_authors(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An input called K is no key unless its equation says so; what has a symbol is written with it, everywhere."""
    shown = "".join(
        run(monkeypatch, call).out
        for call in (
            ["explain", "pesada"],
            ["solve", "media", "--data", "x=4 10", "--data", "K=2 1"],
            ["sheet", "pesada"],
        )
    )
    assert shown.count("ω = ") + shown.count("ω =") >= 3
    assert "clave" not in shown
    assert "K =" not in shown


def test_its_slips_are_found_and_its_class_is_graded(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named in a check, in `explain errores` and in a class, whose key says which unit it is of."""
    Path("r.txt").write_text("productos: 8;10;21\nmedia: 39\n", encoding="utf-8")
    report = json.loads(run(monkeypatch, ["check", "pesada", "--answers", "r.txt", "--json"]).out)
    assert report["questions"][1]["slips"] == ["not-divided"]
    run(monkeypatch, ["lesson", "pesada"], text="8;10;21\n39\nsalir\n")
    assert "Sin dividir" in run(monkeypatch, ["explain", "errores"]).out
    Path("lista.csv").write_text("id;nombre\na1;Ana\na2;Luis\n", encoding="utf-8")
    assert run(monkeypatch, ["sheet", "pesada", "--roster", "lista.csv", "--out", "hojas"]).code == 0
    solved = next(Path("hojas").rglob("*resuelta*")).read_text(encoding="utf-8")
    Path("e").mkdir()
    Path("e/a1.txt").write_text(solved.partition("\n")[2], encoding="utf-8")
    graded = run(monkeypatch, ["grade", "pesada", "e", "--roster", "lista.csv", "--sheets", "hojas/clave.yaml"])
    assert "1 calificada" in graded.out, graded.err
