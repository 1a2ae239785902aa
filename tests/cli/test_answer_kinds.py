"""Several right options, and a word by name: asked, read, judged, printed and refused alike everywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import run

UNIT = """\
format: 1
unit: tipos
title: "Dos clases de respuesta"
summary: "Varias opciones y una palabra."
data: {Q: [[1, 0]], K: [[1, 0], [0, 1]], V: [[1, 0], [0, 1]]}
variants: {draw: {Q: {low: -2, high: 2, decimals: 0}}}
parts:
  - id: una
    title: "Una"
    minutes: 3
    blocks:
      - question: ciertas
        title: "Ciertas siempre"
        ask: "¿Qué es verdad de unos pesos de softmax? Escribe todas las que valgan."
        choices: {a: "suman 1", b: "alguno puede ser 0", c: "ninguno es negativo", d: "el mayor pasa de 1/2"}
        answers: [a, c]
        reason: "Cada exponencial es positiva y se reparten entre todas."
        solution: "Las dos que hablan de todos."
        hints: ["Una exponencial nunca es 0.", "Con dos iguales, ninguno pasa de la mitad."]
        slips:
          - {id: peso-cero, gives: "a, b, c", says: "Un peso 0 pediría una exponencial 0.", do: "Piensa en e^z."}
      - question: palabra
        title: "Palabra"
        ask: "¿Cómo se llama la función que reparte?"
        accepts: ["softmax", "función softmax"]
        reason: "Es un máximo suave."
        solution: "Se ha dicho en la lección."
        hints: ["Acaba en max.", "Empieza por suave, en inglés."]
        slips:
          - {id: sigmoide, gives: "sigmoide", says: "Esa trata cada número por separado.", do: "Busca la que reparte."}
"""


@pytest.fixture
def unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("tipos.yaml").write_text(UNIT, encoding="utf-8")
    return "tipos.yaml"


@pytest.mark.parametrize(
    ("several", "word", "verdicts", "said"),
    [
        ("a y c", "la Softmax", ["exact", "exact"], ""),
        ("c; a", "sofmax", ["exact", "exact"], ""),
        ("a", "relu", ["wrong", "wrong"], "Lo que eliges es bueno, y falta algo."),
        ("a y d", "relu", ["wrong", "wrong"], "De las 2 que eliges, una es buena."),
        ("b, d", "relu", ["wrong", "wrong"], "Ninguna de las 2 que eliges es buena."),
        ("a, c, b", "Sigmoide", ["slip", "slip"], "Un peso 0 pediría"),
        ("", "0,5", ["blank", "unreadable"], ""),
    ],
)
def test_they_are_judged_whole(
    unit: str, monkeypatch: pytest.MonkeyPatch, several: str, word: str, verdicts: list[str], said: str
) -> None:
    """All of the right ones and no other; how many are right is said, never which: not even in the cells."""
    Path("r.yaml").write_text(json.dumps({"ciertas": several, "palabra": word}), encoding="utf-8")
    found = json.loads(run(monkeypatch, ["check", unit, "--answers", "r.yaml", "--json"]).out)["questions"]
    assert [q["verdict"] for q in found] == verdicts
    assert said in found[0]["message"]
    assert not isinstance(found[0]["cells"], list)
    assert "correcta" not in found[0]["message"]


def test_the_proof_knows_them(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their slips are named, and an answer given away is found: the word in a hint, both options in another."""
    assert run(monkeypatch, ["author", "check", unit]).code == 0
    for kept, told in (
        ("Acaba en max.", "Es la softmax."),
        ("Con dos iguales, ninguno pasa de la mitad.", "Suman 1 y ninguno es negativo."),
    ):
        Path("otra.yaml").write_text(UNIT.replace(kept, told), encoding="utf-8")
        done = run(monkeypatch, ["author", "check", "otra.yaml"])
        assert done.code == 3, told
        assert "respuesta" in done.out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("answers: [a, c]", "answers: [a, e]", "«answers: e» tiene que ser una de las opciones"),
        ("answers: [a, c]", "answers: [a, a]", "una sola vez"),
        ("answers: [a, c]", "answers: [a, c]\n        answer: a", "uno de `answer`"),
        ("answers: [a, c]\n", "\n", "uno de `answer`"),
        ('accepts: ["softmax", "función softmax"]', "accepts: [x]\n        answers: [a]", "solo valen con `choices`"),
        ('accepts: ["softmax", "función softmax"]', 'accepts: [x]\n        expect: "1"', "exactamente uno"),
    ],
)
def test_what_is_written_wrong_is_told(
    unit: str, monkeypatch: pytest.MonkeyPatch, old: str, new: str, told: str
) -> None:
    Path("mala.yaml").write_text(UNIT.replace(old, new), encoding="utf-8")
    done = run(monkeypatch, ["author", "check", "mala.yaml"])
    assert done.code == 3
    assert told.replace("«", "`").replace("»", "`") in " ".join(done.out.split())


def test_sheets_ask_them_and_a_class_is_graded(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet lists the options, and no word that may be answered; the teacher's solved one has full marks."""
    Path("l.csv").write_text("id;nombre\na1;Ana\na2;Luis\n", encoding="utf-8")
    assert run(monkeypatch, ["sheet", unit, "--roster", "l.csv", "--out", "h", "--html", "--paper"]).code == 0
    solved = next(Path("h").rglob("*resuelta*")).read_text(encoding="utf-8").partition("\n")[2]
    handed_out = [p.read_text(encoding="utf-8") for p in Path("h").rglob("*") if p.suffix in (".txt", ".html")]
    assert all("suman 1" in text for text in handed_out if "Ciertas" in text)
    assert not any("sigmoide" in text or "otra" in text.split("palabra")[-1] for text in handed_out)
    Path("e").mkdir()
    Path("e/a1.txt").write_text(solved, encoding="utf-8")
    done = run(monkeypatch, ["grade", unit, "e", "--roster", "l.csv", "--sheets", "h/clave.yaml"])
    assert "1 calificada" in done.out, done.err
    assert ";10;10;" in Path("notas/notas.csv").read_text(encoding="utf-8-sig")


def test_a_quiz_refuses_them_by_name(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moodle's embedded questions take one option and numbers."""
    done = run(monkeypatch, ["quiz", unit, "--count", "2", "--out", "b.xml"])
    assert done.code == 3
    assert "más de una opción buena" in done.err
    assert "con una palabra" in done.err
    assert not Path("b.xml").exists()
