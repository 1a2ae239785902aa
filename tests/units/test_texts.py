"""Texts with computed numbers."""

from __future__ import annotations

import pytest

from tests.units.units import opened, question
from tutor.units.bound_unit import OpenUnit
from tutor.units.templates import TemplateError, fields, in_locale, parse, shown_places
from tutor.units.texts import fill

Z = {"z": [2.0, -1.0, 0.5]}

FILLED = [
    ("nada", "nada"),
    ("{weights}", "(0,412 ; 0,203 ; 0,384)"),
    ("{weights:1}", "(0,4 ; 0,2 ; 0,4)"),
    ("{sum(exps):3}", "4,918"),
    ("{d_k} números", "2 números"),
    ("{Q}", "(1 ; 0)"),
    ("{Q:1}", "(1,0 ; 0,0)"),
    ("{row(K, 2)}", "(0,9 ; 0,1)"),
    ("{K:1}", "[1,0 ; 0,0 | 0,0 ; 1,0 | 0,9 ; 0,1]"),
    ("{1/3}", "0,333"),
    ("{2*4 + 3*1}", "11"),
    ("{4 * 512 ** 2:0}", "1\u00a0048\u00a0576"),
    ("{cell(scores, 0, 2) / 2:0%}", "45\u00a0%"),
    ("{{scores}} {-1.5:1}", "{scores} −1,5"),
    ("{-inf}", "−∞"),
    ("{check:sums_to(weights, 1)}", "sí"),
    ("{check:not_negative(scores - 0.5)}", "no"),
    ("{0 * -1:2}", "0,00"),
]


@pytest.fixture(scope="module")
def running() -> OpenUnit:
    return opened(
        question("producto", step="scores", cell=[0, 2], decimals=2),
        question("pesos"),
        question("apuesta", graded=False, choices={"a": "nada", "b": "algo"}, answer="b"),
    )


@pytest.mark.parametrize(("template", "text"), FILLED, ids=[t for t, _ in FILLED])
def test_numbers_are_computed(running: OpenUnit, template: str, text: str) -> None:
    """A step with its own decimals, `:k` with k, anything else with the fewest that show it whole (up to `keep`)."""
    assert fill(template, running) == text


def test_the_learners_own_numbers_are_quoted_as_typed(running: OpenUnit) -> None:
    """`mine:` gives the decimals typed, `mine_` computes with them; until there is an answer, the right one."""
    assert fill("{mine:producto} {mine:pesos}", running) == "0,90 (0,412 ; 0,203 ; 0,384)"
    mine = {id: running.question(id).read(text) for id, text in (("producto", "0,9"), ("pesos", "0,4;0,25;0,35"))}
    assert fill("{mine:producto} {mine:pesos}", running, mine) == "0,9 (0,4 ; 0,25 ; 0,35)"
    assert fill("{sum(mine_pesos):2} {mine_producto * 2:1}", running, mine) == "1,00 1,8"


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("{weights} suman 1", ". Así escritos, (0,412 ; 0,203 ; 0,384) suman 0,999: es el redondeo."),
        ("{weights:2} suman 1.", " Así escritos, (0,41 ; 0,20 ; 0,38) suman 0,99: es el redondeo."),
        ("{weights:0} suman 1", ". Así escritos, (0 ; 0 ; 0) suman 0: es el redondeo."),
        ("{mine:pesos} suman 1", ""),
        ("{weights}", ""),
        ("{weights} suman 2", ""),
        (
            "{2*weights:3} suman 1 cada mitad, y suman 2.",
            " Así escritos, (0,825 ; 0,407 ; 0,769) suman 2,001: es el redondeo.",
        ),
        ("{scores} suman 1", ""),
        ("{row(V, 0):0} suman 10", ""),
    ],
)
def test_a_stated_sum_says_what_the_numbers_beside_it_add_up_to(running: OpenUnit, text: str, added: str) -> None:
    """As they are written, where that differs and unrounded they do add up to it."""
    field, stated = text.partition("}")[::2]
    assert fill(text, running) == fill(f"{field}}}", running) + stated + added


def test_a_prediction_has_no_right_answer_to_quote(running: OpenUnit) -> None:
    assert fill("{mine:apuesta}", running) == "(sin respuesta)"
    assert fill("{mine:apuesta}", running, {"apuesta": running.question("apuesta").read("a")}) == "nada"


def test_a_guarded_unit_names_what_was_not_answered(running: OpenUnit) -> None:
    """A check shows no right answer before there is one of the learner's."""
    guarded = running.guard()
    assert guarded.guard() is guarded
    assert guarded.over_with({"Q": [[0, 1]]}).guarded
    pesos = running.question("pesos").model.title or "pesos"
    assert fill("{mine:pesos}", guarded) == f"tu respuesta a «{pesos}»"
    assert fill("{sum(mine_pesos):2}", guarded) == f"(falta tu respuesta a «{pesos}»)"
    assert fill("{check:sums_to(mine_pesos, 1)}", guarded) == f"(falta tu respuesta a «{pesos}»)"
    mine = {"pesos": running.question("pesos").read("0,4;0,2;0,4")}
    assert fill("{mine:pesos} {sum(mine_pesos):2}", guarded, mine) == "(0,4 ; 0,2 ; 0,4) 1,00"
    assert fill("{weights}", guarded) == fill("{weights}", running)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(2 ; −1 ; 0,5)", "(2, −1, 0.5)"),
        ("separados por «;»", "separados por «,»"),
        ("con ; y así", "con ; y así"),
        ("sumo; luego divido", "sumo; luego divido"),
        ("de 3,5 a 4", "de 3.5 a 4"),
        ("a, b o c", "a, b o c"),
    ],
)
def test_lists_of_authors_follow_the_locale(text: str, shown: str) -> None:
    """Their decimals and what stands between their cells; sentences about signs stay."""
    assert in_locale(text, "en") == in_locale(text, "es-MX") == shown
    assert in_locale(text, "es") == text


def test_the_locale_reaches_typed_numbers_too(running: OpenUnit) -> None:
    """A text's own decimals follow the locale, so that all that is printed can be typed back."""
    assert fill("0,5·2 = {0.5*2:1}; (1,5 ; 2)", running, None, "es-MX") == "0.5·2 = 1.0; (1.5, 2)"
    assert fill("0,5 {0.5:1}", running, None, "en") == "0.5 0.5"


def test_a_block_has_data_of_its_own() -> None:
    unit = opened({"text": "{z} {softmax(z):3}", "data": Z})
    block = unit.unit.parts[0].blocks[0]
    assert fill(block.text, unit, block=block) == "(2,0 ; −1,0 ; 0,5) (0,786 ; 0,039 ; 0,175)"  # type: ignore[union-attr, arg-type]


@pytest.mark.parametrize(
    ("value", "places", "asked", "shown"),
    [(22.627, None, 0, 2), (8.0, None, 0, 0), (23.0, 0, 0, 0), (1 / 3, None, 3, 3), ([22.627, 8.0], None, 0, [2, 0])],
    ids=["operation", "whole-operation", "typed", "decimals-asked", "list"],
)
def test_an_operation_is_echoed_as_what_it_gives(value: object, places: object, asked: int, shown: object) -> None:
    """√512 where a whole number is asked is 22,63, not a 23 that nobody typed."""
    assert shown_places(value, places, asked) == shown


BROKEN = ["{", "}", "{a", "a}", "{}", "{ }", "{{a}", "{a{b}}", "{x:12}", "{x:q}", "{mine:}", "{mine:A b}", "{:3}"]


@pytest.mark.parametrize("template", BROKEN)
def test_broken_braces_are_refused_in_spanish(template: str) -> None:
    with pytest.raises(TemplateError) as error:
        parse(template)
    assert "llave" in str(error.value) or "fórmula" in str(error.value) or "pregunta" in str(error.value)


def test_fields_are_found() -> None:
    found = fields("a {x:2%} b {mine:p-1} {check:equal(x, y)}")
    assert [(f.kind, f.body, f.places, f.percent) for f in found] == [
        ("formula", "x", 2, True),
        ("mine", "p-1", None, False),
        ("check", "equal(x, y)", None, False),
    ]
