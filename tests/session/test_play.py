"""«Juega»: other queries, a guess before each, nothing stored and nothing marked."""

from __future__ import annotations

import pytest

from tests.session.conftest import Walker
from tutor.authoring import open_unit
from tutor.session.turns import Waits
from tutor.units.views import ChartView


@pytest.fixture
def weighed() -> Walker:
    """A learner who has just worked out the weights."""
    walker = Walker(open_unit("ecuacion1"), part=1)
    walker.types("1", "2,028 ; 1 ; 1,89", "4,918", "0,412 ; 0,203 ; 0,384")
    return walker


def test_it_is_offered_with_the_weights_and_not_before(weighed):
    assert "«juega»" in weighed.said
    early = Walker(open_unit("ecuacion1"))
    early.types("juega")
    assert "cuando tengas los pesos" in early.said


def test_one_guesses_first_and_then_sees_weights_and_output(weighed):
    before = len(weighed.events)
    weighed.types("juega", "0 1")
    assert "¿qué clave ganará?" in weighed.said
    assert not [i for i in weighed.turn.items if isinstance(i, ChartView)]
    weighed.types("0")
    assert "Gana la clave 1 mesa, y no la que decías." in weighed.said
    (chart,) = [i for i in weighed.turn.items if isinstance(i, ChartView)]
    assert [round(x, 3) for x in chart.values[0]] == [0.244, 0.494, 0.262]
    assert "(3,75 ; 6,25)" in weighed.said
    assert len(weighed.events) == before


@pytest.mark.parametrize(("factor", "shown"), [("x 0", 0.333), ("×10", 0.669), ("por 0,5", 0.375)])
def test_a_factor_multiplies_z(weighed, factor, shown):
    """Zero shares evenly, ten gives nearly all to the winner."""
    weighed.types("juega", factor, "")
    (chart,) = [i for i in weighed.turn.items if isinstance(i, ChartView)]
    assert chart.values[0][0] == pytest.approx(shown, abs=0.0006)


@pytest.mark.parametrize("text", ["hola", "1 2 3", "x", "x hola", "1e300 2", "−∞ 0"])
def test_what_cannot_be_tried_is_said(weighed, text):
    weighed.types("juega", text)
    assert "Pido 2 números" in weighed.said


def test_one_goes_back_to_where_one_was(weighed):
    """At the prompt the question is asked again; where Enter was awaited, it still is."""
    weighed.types("juega", "salir")
    assert weighed.turn.waits is Waits.ENTER
    weighed.types("", "jugar", "2 -1", "0", "salir")
    assert weighed.asked == "suma-pesos"
    assert not weighed.turn.over
