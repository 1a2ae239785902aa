"""`tutor explain errores`: every slip is there, with numbers that are computed and differ from the right ones."""

from __future__ import annotations

import pytest

from tutor.equations import bind, equation_names, load_equation
from tutor.errors import UsageError
from tutor.judging.visible_slips import VISIBLE
from tutor.units.catalogue import Entry, catalogue, slipped
from tutor.units.examples import example, examples

ENTRIES = catalogue()
NUMBERS = {
    "no-scale": ("productos escalados", "(0,707 ; 0,000 ; 0,636)", "(1,000 ; 0,000 ; 0,900)"),
    "divide-by-dk": ("raíz", "1,414", "2,000"),
    "times-e": ("exponenciales", "(2,028 ; 1,000 ; 1,890)", "(1,922 ; 0,000 ; 1,730)"),
    "divide-by-sum": ("pesos", "(0,412 ; 0,203 ; 0,384)", "(0,526 ; 0,000 ; 0,474)"),
    "weights-times-keys": ("salida", "(6,05 ; 3,95)", "(0,76 ; 0,24)"),
    "zero-after-softmax": ("pesos, fila 0", "(1,000 ; 0,000 ; 0,000)", "(0,412 ; 0,000 ; 0,000)"),
    "cells-swapped": ("salida", "(6,05 ; 3,95)", "(3,95 ; 6,05)"),
    "counted-from-one": ("clave más pesada", "0", "1"),
}


def entry(id: str) -> Entry:
    return next(e for e in ENTRIES if e.id == id)


def test_every_slip_of_every_equation_is_listed() -> None:
    """Also those seen in the typed numbers alone, and answers that belong to other data."""
    declared = [(name, slip) for name in equation_names() for slip in load_equation(name).slips]
    assert {(e.equation, e.id) for e in ENTRIES if e.equation} == set(declared)
    assert {e.id for e in ENTRIES if not e.equation} == set(VISIBLE)


@pytest.mark.parametrize("id", NUMBERS)
def test_numbers_on_the_running_example(id: str) -> None:
    """Right and wrong, as the lesson would print them."""
    first = entry(id).effects[0]
    assert (first.step, first.right, first.wrong) == NUMBERS[id]
    assert entry(id).running


@pytest.mark.parametrize("one", ENTRIES, ids=[f"{e.equation}:{e.id}" for e in ENTRIES])
def test_a_slip_shows_itself(one: Entry) -> None:
    """Each has a title, what to do, and some numbers that give it away."""
    assert one.title
    assert one.says
    assert one.do
    assert one.id == "other-data" or all(effect.right != effect.wrong for effect in one.effects)
    assert one.id == "other-data" or one.effects


def test_what_follows_a_slip_is_followed_through() -> None:
    """Wrong exponentials reach the output, by the route through their sum."""
    assert entry("zero-exp-zero").effects[-1].step == "salida"
    equation = load_equation("atencion")
    scope = bind(equation, {"Q": [[1, 0]], "K": [[1, 0], [0, 1]], "V": [[1], [2]]})
    assert slipped(scope, equation.slips["divide-by-dk"])["root"].item() == 2


def test_examples_of_equations_and_units() -> None:
    """An equation begins with the lesson's numbers; a unit with its own; other names are refused."""
    assert example("atencion")[1]["V"] == [[10.0, 0.0], [0.0, 10.0], [5.0, 5.0]]
    assert example("t02")[0].id == "atencion"
    assert len(example("t02")[1]["Q"][0]) == 4
    with pytest.raises(UsageError):
        example("nada")


@pytest.mark.parametrize("name", equation_names())
def test_every_equation_has_numbers(name: str) -> None:
    """So that `tutor solve NAME` works for each."""
    assert next(examples(load_equation(name)), None) is not None


def test_every_equation_with_slips_has_a_heading() -> None:
    """In words of its own, not its id between quotes."""
    assert [e.equation for e in ENTRIES if not e.heading or e.heading == f"En «{e.equation}»"] == []


def test_matrices_are_drawn_whole_by_head() -> None:
    """Where a step has several rows; of several heads, the first that differs is named and drawn."""
    (scaled,) = (e for x in ENTRIES if x.id == "no-scale" and x.equation == "multi-cabeza" for e in x.effects)
    assert scaled.step == "productos escalados, cabeza 0, fila 0"
    assert scaled.whole == "productos escalados, cabeza 0"
    assert [len(m.values) for m in scaled.drawn] == [2, 2]
    assert not entry("no-scale").effects[0].drawn


def test_identity_matrices_and_single_numbers_are_said_not_drawn() -> None:
    one = next(e for e in ENTRIES if e.equation == "multi-cabeza")
    assert [m.name for m in one.data] == ["X"]
    assert one.plain == "W_Q = identidad · W_K = identidad · W_V = identidad · W_O = identidad · heads = 3"
    assert entry("no-scale").plain == ""
