"""Matrices: rows of equal width choose among the readings, and the shape among what remains."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.answers.reading_of import check
from tutor.answers import read

inf = math.inf
ONE = [[1, 0], [0, 1]]
HALVES = [[0.5, 1.5], [2, 3]]

WITHOUT_SHAPE = {
    "rows as the text prints them": [
        ("[ 1,0 0,0 ]\n[ 0,0 1,0 ]\n[ 0,9 0,1 ]", [[1, 0], [0, 1], [0.9, 0.1]]),
        ("[ 0,71 −∞ −∞ ]\n[ 0,32 0,67 −∞ ]", [[0.71, -inf, -inf], [0.32, 0.67, -inf]]),
        ("1,0 0,0 | 0,0 1,0", ONE),
        ("0,9 0,1\n0,1 0,9", [[0.9, 0.1], [0.1, 0.9]]),
    ],
    "what ends rows and what separates cells": [
        ("1 0\n0 1", ONE),
        ("1 0;0 1", ONE),
        ("1 0 | 0 1", ONE),
        ("1;0|0;1", ONE),
        ("1|0;0|1", ONE),
        ("1;0\n0;1", ONE),
        ("1|0\n0|1", ONE),
        ("1;0;\n0;1;", ONE),
        ("1, 0; 0, 1", ONE),
        ("1, 0\n0, 1", ONE),
        ("1\t0\n0\t1", ONE),
        ("1\t0,5\r\n0\t1\r\n", [[1, 0.5], [0, 1]]),
        ("1 & 0 \\\\ 0 & 1", ONE),
        ("| 1 | 0 |\n| 0 | 1 |", ONE),
        ("1 · 0 | 0 · 1", ONE),
        ("1 0\n\n0 1", ONE),
        ("1 y 0 | 0 y 1", ONE),
        ("0,5, 1,5; 2,0, 3,0", HALVES),
        ("0,5;1,5|2,0;3,0", HALVES),
        ("0.5,1.5;2.0,3.0", HALVES),
        ("0,5 1,5; 2,0 3,0", HALVES),
        ("1\n0\n0", [[1], [0], [0]]),
        ("1/3 2/3 | 1 0", [[1 / 3, 2 / 3], [1, 0]]),
    ],
    "nested brackets": [
        ("[[1;0];[0;1]]", ONE),
        ("((1;0);(0;1))", ONE),
        ("[(1,0), (0,1)]", ONE),
        ("[[1,0],[0,1]]", ONE),
        ("[[1, 0], [0, 1]]", ONE),
        ("[[1; 0], [0; 1]]", ONE),
        ("[[1 0] [0 1]]", ONE),
        ("[[1 0]\n [0 1]]", ONE),
        ("[1 0][0 1]", ONE),
        ("[1;0] [0;1]", ONE),
        ("{{1,0},{0,1}}", ONE),
        ("[[[1,0],[0,1]]]", ONE),
        ("[[0,5 1,5],[2,0 3,0]]", HALVES),
        ("[[0,5;1,5],[2,0;3,0]]", HALVES),
        ("[[0,5, 1,5],[2,0, 3,0]]", HALVES),
        ("[[0.5,1.5],[2.0,3.0]]", HALVES),
        ("[[1.0, 0.0], [0.0, 1.0]]", ONE),
        ("[[1. 0.]\n [0. 1.]]", ONE),
        ("array([[1., 0.],\n       [0., 1.]])", ONE),
        ("np.array([[1,0],[0,1]])", ONE),
        ("tensor([[1., -inf],\n        [0.5, 1.]], dtype=torch.float64)", [[1, -inf], [0.5, 1]]),
        ("K = [[1,0],[0,1]]", ONE),
        ("[[1,2,3],[4,5,6]]", [[1, 2, 3], [4, 5, 6]]),
        ("[[1 0]]", [[1, 0]]),
        ("[[1],[0]]", [[1], [0]]),
        ("[[0,412],[0,203]]", "ask:comma-role"),
        ("[[1,0];[0,1]]", "ask:comma-role"),
        ("[[0,5,1,5],[2,0,3,0]]", "ask:comma-role"),
        ("[[1,2,3,4],[5,6,7,8]]", "ask:comma-role"),
    ],
    "equal width chooses among the readings": [
        ("1 1/2\n2 3", [[1, 0.5], [2, 3]]),
        ("1 1/2\n2", [[1.5], [2]]),
        ("1 000 0\n5 1", [[1000, 0], [5, 1]]),
        ("1 0\n0 1 000", [[1, 0], [0, 1000]]),
        ("1,5 2\n3 4", [[1.5, 2], [3, 4]]),
        ("1 000 0; 0 1 000", "ask:space-role"),
        ("1,2,3; 4,5,6", [[1, 2, 3], [4, 5, 6]]),
        ("0,5,1,5\n2,0,3,0", "ask:comma-role"),
        ("[1,0; 0,1]", "ask:comma-role"),
        ("1,0\n0,1", "ask:comma-role"),
        ("1 000; 2 000", "ask"),
    ],
    "no equal width: ragged": [
        ("1 0\n0", "error:ragged-rows"),
        ("[[1,2],[3]]", "error:ragged-rows"),
        ("1 2 3\n4 5 6\n7 8", "error:ragged-rows"),
        ("1;0|0", "error:ragged-rows"),
        ("1 0 | 0 1 | 1", "error:ragged-rows"),
    ],
    "a flat list is asked, a lone number is 1×1": [
        ("[1;0;0;1]", "ask:matrix-shape"),
        ("1 0 0 1", "ask:matrix-shape"),
        ("(1, 2)", "ask:matrix-shape"),
        ("[1 0]", "ask:matrix-shape"),
        ("0,412; 0,203", "ask"),
        ("7", [[7]]),
        ("0,5", [[0.5]]),
        ("[[7]]", [[7]]),
        ("-∞", [[-inf]]),
        ("√2", [[math.sqrt(2)]]),
    ],
    "faults": [
        ("1/0; 2/3", "error:division-by-zero"),
        ("1/0 2 | 3 4", "error:division-by-zero"),
        ("[[1,0],[0,1]", "error:unbalanced-brackets"),
        ("[[1,0],[0,1)]", "error:mismatched-brackets"),
        ("[[]]", "error:empty"),
        ("[[1,0],[]]", "error:empty-row"),
        ("1 0; a b", "error:words"),
        ("1;;0|0;1;1", "error:empty-cell"),
        ("1 0 | 0 x", "error"),
        ("[[1,nan],[0,1]]", "error:not-a-number"),
        ("no sé", "error:no-answer"),
    ],
    "LaTeX": [
        ("\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}", ONE),
        ("$\\begin{bmatrix}0{,}5&1{,}5\\\\2&3\\end{bmatrix}$", HALVES),
        ("\\begin{array}{cc} 1 & 0 \\\\ 0 & 1 \\end{array}", ONE),
        ("\\begin{pmatrix} 1 & -\\infty \\\\ \\frac{1}{2} & \\sqrt{4} \\\\ \\end{pmatrix}", [[1, -inf], [0.5, 2]]),
    ],
}  # fmt: skip

WITH_SHAPE: list[tuple[str, tuple[int, int], Any]] = [
    ("[[0,5,1,5],[2,0,3,0]]", (2, 2), HALVES),
    ("[[0,5,1,5],[2,0,3,0]]", (2, 4), [[0, 5, 1, 5], [2, 0, 3, 0]]),
    ("[1,0; 0,1]", (2, 2), ONE),
    ("[1,0; 0,1]", (2, 1), [[1], [0.1]]),
    ("[1,0; 0,1]", (1, 2), [[1, 0.1]]),
    ("1,0\n0,1", (2, 2), ONE),
    ("1,0\n0,1", (2, 1), [[1], [0.1]]),
    ("[[0,412],[0,203],[0,384]]", (3, 1), [[0.412], [0.203], [0.384]]),
    ("[[0,412],[0,203],[0,384]]", (3, 2), "ask:comma-role"),
    ("[[1,2],[3]]", (2, 1), [[1.2], [3]]),
    ("[[1,0];[0,1]]", (2, 2), ONE),
    ("1 000 0; 0 1 000", (2, 2), [[1000, 0], [0, 1000]]),
    ("1 000 0; 0 1 000", (2, 3), [[1, 0, 0], [0, 1, 0]]),
    ("1;0;0;1", (2, 2), ONE),
    ("1;0;0;1", (4, 1), [[1], [0], [0], [1]]),
    ("1;0;0;1", (1, 4), [[1, 0, 0, 1]]),
    ("1 0 0 1", (2, 2), ONE),
    ("1,0,0,1", (2, 2), ONE),
    ("0,412; 0,203; 0,384", (1, 3), [[0.412, 0.203, 0.384]]),
    ("0,412 0,203 0,384", (1, 3), [[0.412, 0.203, 0.384]]),
    ("0,412 0,203 0,384", (3, 1), [[0.412], [0.203], [0.384]]),
    ("1,0 0,0 | 0,0 1,0 | 0,9 0,1", (3, 2), [[1, 0], [0, 1], [0.9, 0.1]]),
    ("[[1,2,3],[4,5,6]]^T", (3, 2), [[1, 4], [2, 5], [3, 6]]),
    ("[[1,2,3],[4,5,6]]^T", (2, 3), [[1, 2, 3], [4, 5, 6]]),
    ("[1;2;3]^T", (3, 1), [[1], [2], [3]]),
    ("0,412; 0,203", (1, 3), [[0.412, 0.203]]),
    ("1 0 | 0 1", (3, 3), ONE),
    ("0,5\n0,3", (1, 2), [[0.5, 0.3]]),
    ("1 0 | 0 1", (1, 2), ONE),
    ("(1;0)(0;1)", (2, 2), ONE),
    ("1 0 | 0", (2, 2), "error:ragged-rows"),
    ("1 1/2 | 2 3", (2, 2), [[1, 0.5], [2, 3]]),
]  # fmt: skip

POINT_LOCALES: list[tuple[str, Any]] = [
    ("[[0.5, 1.5], [2.0, 3.0]]", HALVES),
    ("[[0.5,1.5],[2.0,3.0]]", HALVES),
    ("[0.5, 1.5 | 2.0, 3.0]", HALVES),
    ("0.5 1.5; 2.0 3.0", HALVES),
    ("[1, 0; 0, 1]", ONE),
    ("[1,0; 0,1]", ONE),
    ("1,0\n0,1", ONE),
    ("[[1,0],[0,1]]", ONE),
    ("1 0 | 0 1", ONE),
    ("1,000 0 | 0 1,000", [[1000, 0], [0, 1000]]),
    ("1\t0.5\n0\t1", [[1, 0.5], [0, 1]]),
    ("1, 0, 0, 1", "ask:matrix-shape"),
    ("[[1,2],[3]]", "error:ragged-rows"),
]


def rows(tables: dict[str, list[Any]]) -> list[Any]:
    return [pytest.param(*row, id=f"{rule}: {row[0][:30]!r}") for rule, table in tables.items() for row in table]


@pytest.mark.parametrize(("text", "want"), rows(WITHOUT_SHAPE))
def test_by_the_evidence_of_the_rows(text: str, want: Any) -> None:
    """In Spanish, when nothing is known of the shape."""
    check(text, want, "matrix")


@pytest.mark.parametrize(("text", "shape", "want"), WITH_SHAPE, ids=lambda v: repr(v)[:40])
def test_by_the_shape_asked(text: str, shape: tuple[int, int], want: Any) -> None:
    """Exactly one reading of that shape is taken; if none fits, what is read without it."""
    check(text, want, "matrix", shape)


@pytest.mark.parametrize("locale", ["es-MX", "en"])
@pytest.mark.parametrize(("text", "want"), POINT_LOCALES, ids=lambda v: repr(v)[:40])
def test_where_the_point_is_decimal(text: str, want: Any, locale: str) -> None:
    """The comma separates cells or groups thousands."""
    check(text, want, "matrix", locale=locale)


def test_a_transposed_matrix_is_asked() -> None:
    """ᵀ is dropped from a vector; of a matrix it may be the name or an order."""
    asked = check("[[1 2],[3 4]]ᵀ", "ask:transposed", "matrix")
    assert [o.value for o in asked.options] == [[[1, 2], [3, 4]], [[1, 3], [2, 4]]]
    check("[[1 2],[2 1]]ᵀ", [[1, 2], [2, 1]], "matrix")


@pytest.mark.parametrize(
    "text",
    [
        "1 0 / 0 1",
        "1 0/0 1",
        "1;0/0;1",
        "1 ; 0 / 0 ; 1",
        "1,0/0,1",
        "1,0 / 0,1",
        "1;0//0;1",
        "(1 0)/(0 1)",
        "[1;0] / [0;1]",
    ],
)
def test_rows_parted_by_a_slash_are_asked_whatever_parts_their_cells(text: str) -> None:
    """Never taken for a division by zero, nor refused as ragged, where as many rows are asked."""
    asked = check(text, "ask:slash-role", "matrix", (2, 2))
    assert [o.value for o in asked.options] == [ONE]


def test_the_ragged_row_is_named() -> None:
    """Rows are counted from 0, as everywhere."""
    reading = check("1 2 3\n4 5 6\n7 8", "error:ragged-rows", "matrix")
    assert "fila 2 tiene 2 números" in reading.message
    assert reading.position == len("1 2 3\n4 5 6\n")


@pytest.mark.parametrize(("text", "places"), [
    ("1,0 0 | 0,25 1", [[1, 0], [2, 0]]),
    ("[[1.00, 0.5], [1/3, 0]]", [[2, 1], [None, 0]]),
    ("0,5", [[1]]),
])  # fmt: skip
def test_the_decimals_typed_in_each_cell(text: str, places: list[list[int | None]]) -> None:
    """Nested as the value is."""
    assert read(text, "matrix").places == places
