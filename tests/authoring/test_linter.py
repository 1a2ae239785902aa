"""The linter of units finds what is not true of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.units.units import question, unit_text
from tutor.authoring.linter import prove
from tutor.authoring.scaffold import draft
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
    ("other numbers in the hint", {"hints": ["una", "(0,500 ; 0,203 ; 0,384)"]}),
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
    assert any(m.endswith(("se da por bueno", "no se ve: exact")) for m in told)


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
