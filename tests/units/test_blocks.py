"""Blocks with their numbers computed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.units.units import opened, question
from tutor.authoring import open_unit
from tutor.units import unit_names
from tutor.units.blocks import resolve, rows_of
from tutor.units.models import ReadsBlock, TableBlock
from tutor.units.views import (
    ChartView,
    MatricesView,
    Matrix,
    ReadRow,
    ReadsView,
    TableView,
    TextView,
    View,
    WarningView,
    WorkedView,
)

MASKED = {"use": "tapada"}
CASES: list[tuple[dict[str, Any], View]] = [
    ({"text": "{d_k}"}, TextView("2")),
    ({"warning": "{scores}"}, WarningView("(1,00 ; 0,00 ; 0,90)")),
    ({"show": "scores", "cells": [[0, 2]]}, WorkedView(("Q·K₂ = 1,0·0,9 + 0,0·0,1 = 0,90",))),
    (
        {"matrices": ["Q", "V"], "decimals": {"Q": 1}},
        MatricesView(
            (
                Matrix("Q", ((1.0, 0.0),), 1),
                Matrix("V", ((10.0, 0.0), (0.0, 10.0), (5.0, 5.0)), 0, ("valor 0", "valor 1", "valor 2")),
            )
        ),
    ),
    (
        {"matrices": ["masked"], "labels": {"masked": "z"}, "rows": {"masked": "fila {i}"}, **MASKED},
        MatricesView((Matrix("z", ((2**-0.5, -math.inf, -math.inf),), 3, ("fila 0",)),)),
    ),
    (
        {"chart": "scores", "kind": "bars", "title": "hay {n}"},
        ChartView("bars", "hay 3", ((1.0, 0.0, 0.9),), 2, ("clave 0", "clave 1", "clave 2")),
    ),
    (
        {"chart": "V", "kind": "plane", "point": "row(V, 2)"},
        ChartView(
            "plane", "", ((10.0, 0.0), (0.0, 10.0), (5.0, 5.0)), 0, ("valor 0", "valor 1", "valor 2"), (5.0, 5.0)
        ),
    ),
    ({"chart": "scores", "kind": "curve", "decimals": 1}, ChartView("curve", "", ((1.0, 0.0, 0.9),), 1)),
    (
        {"chart": "mine_q", "kind": "bars", "labels": "p{i}"},
        ChartView("bars", "", ((1.0, 0.0, 0.9),), 1, ("p0", "p1", "p2")),
    ),
    (
        {"table": [["{d_k}", "x"]], "header": ["d_k = {d_k}", "b"], "caption": "c", "source": "s"},
        TableView(("d_k = 2", "b"), (("2", "x"),), "c", "s"),
    ),
    ({"reads": ["0,5", "a"]}, ReadsView((ReadRow("0,5", "0,5", ""), ReadRow("a", "", "")))),
]


@pytest.mark.parametrize(("block", "view"), CASES, ids=[next(iter(b)) + str(i) for i, (b, _) in enumerate(CASES)])
def test_a_block_becomes_a_view(block: dict[str, Any], view: View) -> None:
    """Numbers with the decimals to draw them with; keys and values labelled from 0; texts filled in."""
    unit = opened(block, question("q", step="scores"), datasets={"tapada": {"mask": "causal"}})
    found = resolve(unit.unit.parts[0].blocks[0], unit)
    if isinstance(found, ReadsView):
        assert found.rows[0] == ReadRow("0,5", "0,5", "")
        assert found.rows[1].read == ""
        assert found.rows[1].remark
    elif isinstance(found, MatricesView) and found.items[0].name == "z":
        assert found.items[0].values[0] == pytest.approx((2**-0.5, -math.inf, -math.inf))
        assert found.items[0].row_labels == ("fila 0",)
    else:
        assert found == view


def test_a_question_shows_what_it_asks() -> None:
    unit = opened(question("q", step="scores", ask="¿{d_k}?"))
    assert resolve(unit.unit.parts[0].blocks[0], unit) == TextView("¿2?")


def test_pictures_follow_the_learner() -> None:
    unit = opened(question("q", step="scores"), {"chart": "mine_q", "kind": "bars"})
    chart = resolve(unit.unit.parts[0].blocks[1], unit, {"q": unit.question("q").read("1;2;3")})
    assert isinstance(chart, ChartView)
    assert chart.values == ((1.0, 2.0, 3.0),)


def test_the_picture_of_the_output_is_the_learners() -> None:
    """Whoever worked with rounded weights sees their own 6,04."""
    lesson = open_unit("ecuacion1")
    block = next(b for p in lesson.unit.parts for b in p.blocks if getattr(b, "kind", "") == "plane")
    mine = {"salida-1": lesson.question("salida-1").read("6,04"), "salida-2": lesson.question("salida-2").read("3,95")}
    assert resolve(block, lesson, mine).point == (6.04, 3.95)
    assert resolve(block, lesson).point == pytest.approx((6.0453, 3.9547), abs=1e-4)


@pytest.mark.parametrize("name", unit_names())
def test_a_learner_is_not_sent_to_files_of_ours(name: str) -> None:
    """Where typed numbers come from is said in words; the program behind them is for tests."""
    unit = open_unit(name)
    for part in unit.unit.parts:
        for block in part.blocks:
            if isinstance(block, TableBlock):
                view = resolve(block, unit)
                assert ".py" not in f"{view.source} {view.caption}"
                assert not block.source or block.simulation


def test_examples_of_the_reader_are_read_in_every_locale() -> None:
    """`0,707` is shown as `0.707` where the point is decimal, and not twice."""
    unit = open_unit("notacion")
    block = next(b for p in unit.unit.parts for b in p.blocks if isinstance(b, ReadsBlock))
    typed = [row.typed for row in resolve(block, unit, locale="en").rows]
    assert typed[:4] == ["0.707", ".5", "-0.25", "1e-3"]
    assert all(row.read for row in resolve(block, unit, locale="en").rows)


def test_no_number_is_drawn_as_minus_zero() -> None:
    """−0 · 3 is 0 to whoever reads it."""
    ((x, y),) = rows_of(np.array([[[-0.0, 0.0]]]))
    assert [str(x), str(y)] == ["0.0", "0.0"]
