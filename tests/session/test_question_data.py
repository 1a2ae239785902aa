"""What `datos` shows: the numbers a question works with, and no others."""

from __future__ import annotations

import pytest

from tutor.authoring import open_unit
from tutor.session.question_data import question_views
from tutor.units.views import MatricesView, TextView


def shown(unit: str, question: str, locale: str = "es") -> tuple[list[str], str]:
    """The names of the matrices that are drawn, and the numbers that are said."""
    opened = open_unit(unit)
    views = question_views(opened, opened.question(question), {}, locale)
    drawn = [m.name for view in views if isinstance(view, MatricesView) for m in view.items]
    return drawn, " ".join(view.text for view in views if isinstance(view, TextView))


@pytest.mark.parametrize(
    ("unit", "question", "drawn", "said"),
    [
        ("ecuacion1", "escalados", ["Q", "K", "V"], ""),
        ("escalado", "desviacion", [], "d = 36"),
        ("ecuacion1", "contraejemplo", ["z"], ""),
        ("ecuacion1", "cabezas-dk", [], "d_model = 512 · h = 8"),
        ("multi-cabeza", "concatenar", [], ""),
        ("notacion", "lista", [], ""),
    ],
)
def test_only_what_is_worked_with(unit: str, question: str, drawn: list[str], said: str) -> None:
    """Numbers of its own where those are enough; never one that is the answer, or that only a slip uses."""
    assert shown(unit, question) == (drawn, said)


def test_what_needs_no_drawing_is_said() -> None:
    """A question asked alone, as in practice, brings the number of heads and matrices that change nothing."""
    drawn, said = shown("multi-cabeza", "pesos")
    assert drawn == ["X"]
    assert "heads = 3" in said
    assert "W_Q = identidad" in said
