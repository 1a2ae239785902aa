"""`tutor solve`: any numbers, read as a learner writes them; values unrounded under --json."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.running import run
from tutor.equations import attention, equation_names

K = "1 0 | 0 1 | 0,9 0,1"
V = "10 0 | 0 10 | 5 5"


def solved(monkeypatch: pytest.MonkeyPatch, *args: str) -> dict[str, Any]:
    done = run(monkeypatch, ["solve", *args, "--json"])
    assert done.code == 0, done.err
    told = json.loads(done.out)
    assert (told["schema"], done.err) == (1, "")
    return {step["id"]: step["value"] for step in told["steps"]}


def test_the_running_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numbers, those of the lesson; every step, unrounded, in order."""
    steps = solved(monkeypatch)
    assert list(steps) == ["scores", "root", "scaled", "exps", "total", "weights", "output"]
    assert steps["root"] == math.sqrt(2)
    expected = attention([[1, 0]], [[1, 0], [0, 1], [0.9, 0.1]], [[10, 0], [0, 10], [5, 5]])
    np.testing.assert_array_equal(steps["weights"], expected.weights)
    np.testing.assert_array_equal(steps["output"], expected.output)


def test_a_flat_query_is_one_query(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed as a list, it comes back as lists; typed as rows, as rows."""
    flat = solved(monkeypatch, "--Q", "0 1", "--K", K, "--V", V)
    assert flat["scores"] == [0.0, 1.0, 0.1]
    rows = solved(monkeypatch, "--Q", "0 1 | 1 0", "--K", K, "--V", V)
    assert np.shape(rows["scores"]) == (2, 3)
    assert np.shape(rows["total"]) == (2, 1)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--Q", "2 1"], 'K y V salen del ejemplo de la lección. Otros números, con --K "…" --V "…".'),
        (["--Q", "2 1", "--K", K, "--causal"], 'V sale del ejemplo de la lección. Otros números, con --V "…".'),
        (["--Q", "2 1 3"], "K y V salen del ejemplo de la lección."),
        (["--Q", "2 1", "--K", K, "--V", V], ""),
        ([], ""),
    ],
)
def test_numbers_that_were_not_given_are_told(monkeypatch: pytest.MonkeyPatch, args: list[str], said: str) -> None:
    """Beside one's own: where the others come from, also where they do not fit. Without any, the help has said it."""
    done = run(monkeypatch, ["solve", *args])
    assert done.err.startswith(said)
    assert bool(said) == ("ejemplo" in done.err)


def test_a_mask_has_its_spanish_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inputs with a symbol keep it; the mask has none."""
    out = run(monkeypatch, ["solve", "--causal"]).out
    assert "  máscara\n  [ 0  −∞  −∞ ]\n" in out
    assert "mask" not in out


def test_the_causal_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Infinities are texts, since JSON has none; hidden weights are exactly 0."""
    steps = solved(monkeypatch, "--Q", K, "--K", K, "--V", V, "--causal")
    assert steps["masked"][0][1:] == ["-inf", "-inf"]
    assert steps["weights"][0] == [1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("locale", "q"), [("es", "0,5 −1,25"), ("es", "[0,5 ; −1,25]"), ("en", "0.5, -1.25"), ("es-MX", "0.5 -1.25")]
)
def test_numbers_are_read_as_answers_are(monkeypatch: pytest.MonkeyPatch, locale: str, q: str) -> None:
    """In the notation of the locale."""
    steps = solved(monkeypatch, "--Q", q, "--K", "1 0 | 0 1", "--V", "1 0 | 0 1", "--locale", locale)
    assert steps["scores"] == [0.5, -1.25]


@pytest.mark.parametrize("name", [*equation_names(), "t02", "multi-cabeza"])
def test_every_equation_and_unit(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Each begins with numbers of its own."""
    done = run(monkeypatch, ["solve", name])
    assert (done.code, done.err) == (0, "")
    assert " = " in done.out


def test_other_inputs_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--data` gives any input of any equation."""
    steps = solved(monkeypatch, "producto", "--data", "a=3 4", "--data", "b=4 3")
    assert steps["dot"] == 24


def test_long_steps_are_worked_for_the_first_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest as a matrix: nobody reads a thousand sums."""
    rows = " | ".join(" ".join("1" for _ in range(3)) for _ in range(12))
    done = run(monkeypatch, ["solve", "--Q", rows, "--K", rows, "--V", rows])
    assert done.code == 0
    assert "y así las demás filas." in done.out
    assert len(done.out.splitlines()) < 350


WRONG = [
    (["--K", "1 0 | 0"], 2, "--K"),
    (["--K", "[1,0; 0,1]"], 2, "comas"),
    (["--Q", "hola"], 2, "--Q"),
    (["--Q", "1 2 3"], 3, "Q"),
    (["--data", "Z=1"], 2, "«Z»"),
    (["--data", "Z"], 2, "--data"),
    (["producto", "--Q", "1 2"], 2, "«Q»"),
    (["producto", "--causal"], 2, "«mask»"),
]


@pytest.mark.parametrize(("args", "code", "said"), WRONG, ids=[" ".join(args) for args, *_ in WRONG])
def test_wrong_numbers_are_told(monkeypatch: pytest.MonkeyPatch, args: list[str], code: int, said: str) -> None:
    """What was read and what is needed; no traceback, nothing on stdout."""
    done = run(monkeypatch, ["solve", *args])
    assert (done.code, done.out) == (code, "")
    assert said in done.err


def test_bars_end_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two values of one number each are two rows, not a list of two."""
    steps = solved(monkeypatch, "--Q", "1 0", "--K", "1 0 | 0 1", "--V", "10 | 20")
    assert steps["output"] == pytest.approx(attention([[1, 0]], [[1, 0], [0, 1]], [[10], [20]]).output.item())


def test_a_sum_is_told_as_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """0,412 + 0,203 + 0,384 is 0,999; that the unrounded ones add to 1 is said beside it."""
    assert "suma 0,999 (sin redondear, 1,000)" in run(monkeypatch, ["solve"]).out


OWN = """format: 1
equation: media-ponderada
title: "Media ponderada"
inputs: {x: [n], w: [n]}
steps:
  terms: {formula: "x * w", symbol: "xᵢ·wᵢ", decimals: 2, title: "productos"}
  average: {formula: "sum(terms) / sum(w)", symbol: "media", decimals: 2, title: "media"}
"""


def test_an_equation_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the steps of an equation is solved for the numbers given, and checked; it asks for those it lacks."""
    path = tmp_path / "media.yaml"
    path.write_text(OWN, encoding="utf-8")
    steps = solved(monkeypatch, str(path), "--data", "x=4 10", "--data", "w=2 1")
    assert steps["average"] == 6.0
    lacking = run(monkeypatch, ["solve", str(path), "--data", "x=4 10"])
    assert (lacking.code, lacking.out) == (2, "")
    assert 'necesita números para w.\nDalos así: --data w="…"' in lacking.err
    checked = run(monkeypatch, ["author", "check", str(path)])
    assert (checked.code, checked.out.split(";")[0]) == (0, "media-ponderada: ecuación de 2 pasos y 0 fallos")
    wrong = tmp_path / "mala.yaml"
    wrong.write_text(OWN.replace("x * w", "x * z"), encoding="utf-8")
    assert run(monkeypatch, ["solve", str(wrong)]).code == 3
    assert "«z»" in run(monkeypatch, ["author", "check", str(wrong)]).out
