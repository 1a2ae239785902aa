"""The linter of units finds what is not true of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.units.units import question, unit_text
from tutor.authoring.equation_proof import prove_equation
from tutor.authoring.linter import prove
from tutor.authoring.scaffold import draft
from tutor.equations import equation_names
from tutor.errors import ContentError, Problem
from tutor.library import exercises_dir

SLIP = {"id": "own:x", "gives": "2 * scores", "says": "Doble.", "do": "Divide."}
FALSE: list[tuple[str, dict[str, Any], str]] = [
    ("a slip that is right", {"slips": [{**SLIP, "gives": "scores"}], "step": "scores"}, "no llega a decir lo suyo"),
    ("a slip with no number", {"slips": [{**SLIP, "gives": "0 * inf + scores"}], "step": "scores"}, "no llega a decir"),
    ("a slip hidden by another", {"slips": [SLIP, {**SLIP, "id": "own:y", "says": "O."}], "step": "scores"}, "«own:y»"),
    ("words nobody hears", {"says": {"no-scale": "Nada."}, "step": "scores"}, "«no-scale»"),
    ("a hint that answers", {"hints": ["una", "Sale (0,412 ; 0,203 ; 0,384)."]}, "da la respuesta"),
    ("a computed hint that answers", {"hints": ["una", "Sale {weights}."]}, "da la respuesta"),
    ("a slip that answers", {"slips": [{**SLIP, "do": "Es {scores}."}], "step": "scores"}, "da la respuesta"),
    ("an option told", {"choices": {"a": "el primero", "b": "otro"}, "answer": "a", "hints": ["x", "Es el primero."]},
     "da la respuesta"),
    ("a scalar told", {"step": "root", "hints": ["x", "Es 1,414."]}, "da la respuesta"),
    ("an answer rounded", {"hints": ["una", "Sale alrededor de (0,41 ; 0,20 ; 0,38)."]}, "da la respuesta"),
    ("an answer with its zeros dropped", {"step": "scores", "hints": ["x", "(1 ; 0 ; 0,9), o (1,0 ; 0,0 ; 0,9)."]},
     "da la respuesta"),
    ("a percentage", {"step": "weights", "cell": [0, 0], "hints": ["x", "Más o menos el 41,2 %."]}, "da la respuesta"),
    ("an answer in what is asked", {"ask": "¿No son (0,412 ; 0,203 ; 0,384)? (tres números)"}, "el enunciado da la"),
    ("a label told", {"choices": {"a": "uno", "b": "dos"}, "answer": "b", "hints": ["x", "La respuesta es la b."]},
     "da la respuesta"),
    ("too few asked", {"ask": "Los pesos. (dos números separados por «;», 3 decimales)"}, "pide dos números"),
    ("too few named", {"ask": "Escribe los 2 pesos. (3 decimales)"}, "`ask` dice «2 pesos» y la respuesta es de 3"),
    ("too many named", {"ask": "Escribe los cuatro pesos."}, "`ask` dice «cuatro pesos» y la respuesta es de 3"),
    ("one asked of three", {"ask": "Los pesos. (un número, 3 decimales)"}, "pide un número y la respuesta es de 3"),
    ("rows asked of a list", {"ask": "Los pesos. (2 filas de 3 números)"}, "`ask` pide 2 filas"),
    ("other decimals asked", {"ask": "Los pesos. (tres números, 2 decimales)"}, "pide 2 decimales y se juzga con 3"),
    ("for every, and it changes", {"for_every": "Q"}, "cambia con «Q»"),
]  # fmt: skip


@pytest.mark.parametrize(("asks", "said"), [(a, s) for _, a, s in FALSE], ids=[n for n, *_ in FALSE])
def test_what_is_not_true_is_found(tmp_path: Path, asks: dict[str, Any], said: str) -> None:
    path = tmp_path / "u.yaml"
    path.write_text(unit_text(question("q", **asks)), encoding="utf-8")
    proof = prove(path)
    assert any(said in p.message for p in proof.problems), proof.problems
    assert all(":" in p.where for p in proof.problems)


TRUE: list[tuple[str, dict[str, Any]]] = [
    ("nothing declared", {}),
    ("a slip of its own", {"slips": [SLIP], "step": "scores"}),
    ("words for a slip", {"says": {"no-scale": "Falta dividir."}}),
    (
        "words for what numbers show",
        {"says": {"cells-swapped": "En otro orden.", "percent-without-sign": "Falta el %."}},
    ),
    ("an option", {"choices": {"a": "uno", "b": "dos"}, "answer": "a", "slips": [{**SLIP, "gives": "b"}]}),
    ("as many named as there are", {"ask": "De los dos pesos mayores y los tres pesos: todos. (tres números)"}),
    ("other numbers in the hint", {"hints": ["una", "(0,500 ; 0,203 ; 0,384)"]}),
    ("what is asked, said", {"ask": "Los pesos. (3 números, 3 decimales; guarda 4 en los pasos)"}),
    ("numbers that are not the answer", {"hints": ["El 40 % no", "0,4 ; 0,3 ; 0,3, o (0,41 ; 0,25 ; 0,34)"]}),
    ("all options named", {"choices": {"a": "suma", "b": "resta"}, "answer": "a", "hints": ["x", "¿suma o resta?"]}),
    ("a small count in the hint", {"expect": "d_k", "decimals": 0, "hints": ["una", "Con 2 manos."]}),
]


@pytest.mark.parametrize("asks", [a for _, a in TRUE], ids=[n for n, _ in TRUE])
def test_what_is_true_passes(tmp_path: Path, asks: dict[str, Any]) -> None:
    path = tmp_path / "u.yaml"
    path.write_text(unit_text(question("q", **asks)), encoding="utf-8")
    assert prove(path).problems == ()


def test_a_slip_the_numbers_hide_is_noted(tmp_path: Path) -> None:
    """On the running example one product is 0: taking the first component only gives the right ones. Others tell."""
    path = tmp_path / "u.yaml"
    asks = question("q", step="scores", slips=[{**SLIP, "id": "own:first", "gives": "cell(Q, 0, 0) * row(K.T, 0)"}])
    path.write_text(unit_text(asks), encoding="utf-8")
    proof = prove(path)
    assert proof.problems == ()
    assert [n.message for n in proof.notes if "own:first" in n.message]


@pytest.mark.parametrize(
    ("unit", "now", "before", "slip"),
    [
        ("multi-cabeza", "X: [[1, -1, 1, 1, 2, 1], [2, -1, 2, -3, -1, 2]]",
         "X: [[1, -1, 2, 1, 1, 1], [0, 2, 1, -1, 1, 2]]", "own:one-head"),
        ("multi-cabeza", "X: [[1, -1, 1, 1, 2, 1], [2, -1, 2, -3, -1, 2]]",
         "X: [[1, -1, 2, 1, 1, 1], [0, 2, 1, -1, 1, 2]]", "own:other-head"),
        ("ejercicio", "keep: 4", "keep: 3", "cosine"),
    ],
    ids=["one head", "another head", "cosine"],
)  # fmt: skip
def test_a_slip_whose_numbers_pass_is_found(tmp_path: Path, unit: str, now: str, before: str, slip: str) -> None:
    """As these units once were: a wrong procedure, typed with everything before answered right, was accepted."""
    text = (exercises_dir() / f"{unit}.yaml").read_text(encoding="utf-8")
    assert now in text
    path = tmp_path / f"{unit}.yaml"
    path.write_text(text.replace(now, before), encoding="utf-8")
    proof = prove(path)
    told = [p.message for p in (*proof.problems, *proof.notes) if "«pesos»" in p.message and f"«{slip}»" in p.message]
    assert any("se da por bueno: con keep" in m or m.endswith("no se ve: exact") for m in told)


def test_numbers_that_have_to_stand_are_said_in_the_unit(tmp_path: Path) -> None:
    """`passes` names what the source's numbers let through: told as a note."""
    path = tmp_path / "u.yaml"
    for passes, problems in (([], 1), (["cosine"], 0)):
        path.write_text(
            unit_text(question("q", step="output", cell=[0, 0], decimals=2, passes=passes)), encoding="utf-8"
        )
        proof = prove(path)
        assert sum("«cosine»" in p.message for p in proof.problems) == problems
    assert any("«cosine»" in n.message and "passes" in n.message for n in proof.notes)


def test_the_draft_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "mi-unidad.yaml"
    path.write_text(draft("mi-unidad"), encoding="utf-8")
    proof = prove(path)
    assert (proof.unit, proof.questions, proof.problems) == ("mi-unidad", 2, ())


EQUATION = """
format: 1
equation: media
inputs: {x: [n], w: [n]}
steps:
  terms: {formula: "x * w", decimals: 2}
  total: {formula: "sum(w)", decimals: 2}
  average: {formula: "sum(terms) / total", decimals: 2}
routes:
  average:
    - {shares: "w / total", average: "sum(x * shares)"}
slips:
  unweighted: {at: {average: "mean(x)"}, says: "Media corriente.", do: "Multiplica."}
"""
EQUATIONS: list[tuple[str, str, str, str, str]] = [
    ("a slip that is right", '"mean(x)"', '"sum(x * w) / sum(w)"', "unweighted", "da lo correcto con"),
    ("a slip on no step", '{average: "mean(x)"}', "{}", "unweighted", "no cambia ningún paso"),
    ("a slip twice", "slips:\n", 'slips:\n  again: {at: {average: "sum(x) / n"}, says: "A.", do: "B."}\n', "unweighted",
     "«again» y «unweighted» dan lo mismo"),
    ("a route astray", "sum(x * shares)", "sum(x * shares) + 1", "{shares", "este camino no lleva a «average»"),
    ("a route of another shape", "sum(x * shares)", "x * shares", "{shares", "este camino no lleva a «average»"),
]  # fmt: skip


def proved(prover: Callable[[], tuple[Problem, ...]]) -> tuple[Problem, ...]:
    try:
        return prover()
    except ContentError as error:
        return error.problems or (Problem(error.where, error.message),)


@pytest.mark.parametrize(("old", "new", "at", "said"), [e[1:] for e in EQUATIONS], ids=[e[0] for e in EQUATIONS])
def test_what_is_not_true_of_an_equation_is_found(tmp_path: Path, old: str, new: str, at: str, said: str) -> None:
    """On its own, with the line in its file, and with a unit that uses it."""
    path, unit = tmp_path / "media.yaml", tmp_path / "u.yaml"
    text = EQUATION.replace(old, new)
    path.write_text(text, encoding="utf-8")
    data = {"x": [4, 10], "w": [3, 1]}
    unit.write_text(unit_text(question("q", step="average"), equation="./media.yaml", data=data), encoding="utf-8")
    (found,) = [p for p in proved(lambda: prove_equation(path)) if said in p.message]
    assert at in text.splitlines()[int(found.where.split(":")[1]) - 1]
    assert any(said in p.message for p in proved(lambda: prove(unit).problems))


@pytest.mark.parametrize("name", equation_names())
def test_a_shipped_equation_is_proved(name: str) -> None:
    """Its routes lead where they should, each slip changes something, no two the same."""
    assert prove_equation(name) == ()


def test_the_margin_is_said_with_what_helps(tmp_path: Path) -> None:
    """Few decimals kept let a wrong number pass; more do not."""
    path = tmp_path / "u.yaml"
    path.write_text(unit_text(question("q", step="weights", decimals=1), keep=1), encoding="utf-8")
    said = [p.message for p in prove(path).problems if "se da por bueno" in p.message]
    assert said
    assert all(re.search(r": con keep 1 el margen es ±\d,\d+(; con keep \d, ±0,\d+$|, y con ningún)", m) for m in said)


VARIED = {"draw": {"Q": {"low": -2, "high": 2, "decimals": 1}, "K": {"low": -2, "high": 2, "decimals": 1}}}
DRAWN: list[tuple[str, dict[str, Any], str]] = [
    ("an old answer", {"reason": "Salen (0,412 ; 0,203 ; 0,384)."}, "lleva la respuesta de estos datos"),
    ("an old number", {"ask": "Las exponenciales suman 4,918. ¿Qué pesos?"}, "«4,918» es de estos datos"),
]


@pytest.mark.parametrize(("asks", "said"), [(a, s) for _, a, s in DRAWN], ids=[n for n, *_ in DRAWN])
def test_a_number_that_variants_contradict_is_found(tmp_path: Path, asks: dict[str, Any], said: str) -> None:
    """Without variants it is true, and may stand."""
    path = tmp_path / "u.yaml"
    for variants, count in (({}, 0), ({"variants": VARIED}, 1)):
        path.write_text(unit_text(question("q", **asks), **variants), encoding="utf-8")
        assert sum(said in p.message for p in prove(path).problems) == count, prove(path).problems


def test_draws_that_cannot_be_are_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "u.yaml"
    path.write_text(unit_text(question("q"), variants={**VARIED, "where": ["sum(Q) > 50"]}), encoding="utf-8")
    assert any("la condición «sum(Q) > 50»" in p.message for p in prove(path).problems)
