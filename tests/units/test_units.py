"""Every shipped unit is proved: those of today and those that will be added."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.units.plan import RIGHT, SLIPS
from tutor.answers import LOCALES, Reading
from tutor.authoring import open_unit, open_version
from tutor.authoring.linter import prove
from tutor.authoring.unit_file import load_unit
from tutor.judging import Verdict
from tutor.library import exercises_dir
from tutor.units import explanations, fill, resolve, unit_names
from tutor.units.bound_unit import OpenQuestion, OpenUnit
from tutor.units.judge import judge_answer
from tutor.units.models import Question, TextBlock, WarningBlock
from tutor.units.templates import fields

UNITS = unit_names()
QUESTIONS = [(name, q.question) for name in UNITS for q in load_unit(name).questions]
TEACHES = {"ecuacion1", "ejercicio", "notacion", "producto-escalar", "escalado", "softmax", "mezcla", "mascara-causal",
           "multi-cabeza", "entrega", "t02", "entropia", "erratas", "capa-norma", "entropia-cruzada",
           "posicion"}  # fmt: skip
ENGLISH = re.compile(r"\b(the|answer|weights|scores|query|key|slip|hint|TODO)\b")


def ask(unit: str, question: str) -> tuple[OpenUnit, OpenQuestion]:
    opened = open_unit(unit)
    return opened, opened.question(question)


def before(opened: OpenUnit, question: OpenQuestion) -> dict[str, Reading]:
    """The right answers to what was asked before."""
    found = {}
    for other in opened.questions:
        if other.id == question.id:
            break
        found[other.id] = other.read(right_text(other))
    return found


def right_text(question: OpenQuestion, locale: str = "es") -> str:
    if question.choices:
        return question.key
    return question.write(question.right, locale)


def test_every_part_of_the_text_has_its_unit() -> None:
    assert set(UNITS) >= TEACHES


VERSIONS = sorted((exercises_dir() / "versions").glob("*.yaml"))


@pytest.mark.parametrize("name", [*UNITS, *VERSIONS], ids=[*UNITS, *(path.stem for path in VERSIONS)])
def test_a_unit_is_proved(name: str | Path) -> None:
    """The key passes, every slip says its own words, blank and rubbish fail, nothing gives the answer away."""
    proof = prove(name)
    assert proof.problems == ()
    assert proof.questions == len(load_unit(name).questions)


@pytest.mark.parametrize(("unit", "question"), QUESTIONS, ids=[f"{u}-{q}" for u, q in QUESTIONS])
def test_a_question_says_what_it_should(unit: str, question: str) -> None:
    """Two to four hints and a reason; a title for reports; the decimals and the separator asked are told."""
    opened, asked = ask(unit, question)
    model = asked.model
    assert 2 <= len(explanations.hints(opened, question)) <= 4
    assert explanations.reason(opened, question, None, before(opened, asked))
    assert model.title
    assert model.skill
    text = explanations.ask(opened, question, before(opened, asked))
    if asked.decimals and not asked.choices:
        assert re.search(r"decimal|números separados", text), text
    if asked.decimals == 0 and not asked.choices and "inf" not in str(model.expect):
        assert "entero" in text or "enteros" in text or "decimales" in text, text
    if asked.shape and len(asked.shape) == 1:
        assert "separados por «;»" in text, text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", UNITS)
def test_right_answers_typed_are_exact_in_every_locale(name: str, locale: str) -> None:
    """What the program prints as the answer, a learner may type."""
    opened = open_unit(name)
    for question in opened.questions:
        if question.model.graded:
            reading = question.read(right_text(question, locale), locale)
            judged = judge_answer(opened, question.id, reading, before(opened, question), locale)
            assert judged.verdict is Verdict.EXACT, question.id


@pytest.mark.parametrize(("unit", "question", "typed"), RIGHT, ids=[f"{u}-{q}-{t}" for u, q, t in RIGHT])
def test_honest_answers_of_the_plan_are_right(unit: str, question: str, typed: str) -> None:
    opened, asked = ask(unit, question)
    assert judge_answer(opened, question, asked.read(typed), before(opened, asked)).correct


@pytest.mark.parametrize(("unit", "question", "typed", "slip"), SLIPS, ids=[f"{u}-{q}-{t}" for u, q, t, _ in SLIPS])
def test_likely_mistakes_of_the_plan_are_named(unit: str, question: str, typed: str, slip: str) -> None:
    """Each with its slip, in words of the question or of the equation, where no right answer before refutes it."""
    opened, asked = ask(unit, question)
    judged = judge_answer(opened, question, asked.read(typed))
    assert judged.verdict is Verdict.SLIP
    assert slip in judged.slips or (slip == "all-signs-flipped" and judged.slips[0] == "own:plus-infinity")
    assert len(judged.message) > 20


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", UNITS)
def test_everything_that_is_shown_can_be_shown(name: str, locale: str) -> None:
    """Every block, recall, end, card, hint and solution, in Spanish, with no brace left and no number that is none."""
    opened = open_unit(name)
    texts = list(shown(opened, locale))
    assert all(text.strip() for text in texts)
    for text in texts:
        assert not re.search(r"[{}]|\bnan\b|\?\?", text), text
        assert not ENGLISH.search(text.replace("softmax", "")), text


def shown(opened: OpenUnit, locale: str) -> Iterator[str]:
    for part in opened.unit.parts:
        yield from (fill(t, opened, {}, locale) for t in (part.title, part.recall, part.end) if t)
        for block in part.blocks:
            view = resolve(block, opened, {}, locale)
            if isinstance(block, TextBlock) and block.locales and locale not in block.locales:
                continue  # its words are about other signs
            if isinstance(block, TextBlock | WarningBlock | Question):
                yield view.text  # type: ignore[union-attr]
    for question in opened.questions:
        yield explanations.reason(opened, question.id, None, {}, locale)
        yield from explanations.hints(opened, question.id, {}, locale)
        if question.model.graded:
            yield from explanations.solution(opened, question.id, {}, locale)
    yield from (text for _, text in explanations.card(opened, {}, locale))


def test_the_lesson_has_its_three_stretches() -> None:
    """Eight, ten and eight questions; a stretch begins with a recall and ends at a place to stop."""
    parts = load_unit("ecuacion1").parts
    assert [len(p.questions) for p in parts] == [6, 10, 8]
    assert all(p.end for p in parts)
    assert all(p.recall for p in parts[1:])
    bets = [q.question for q in load_unit("ecuacion1").questions if not q.graded]
    assert bets == ["apuesta-perpendicular"]


def test_the_five_checks() -> None:
    """Their ids are a contract; two points each; the sixth is for nothing."""
    opened = open_unit("ejercicio")
    five = [q.id for q in opened.questions if not q.model.optional]
    assert five == ["productos", "pesos", "clave", "salida", "causal"]
    assert opened.unit.closing == "Las cinco salen: entiendes la ecuación 1."


def test_the_homework_is_worth_ten() -> None:
    """A question costs what it is worth where a mistake is made; an earlier version keeps its own points."""
    points = {q.question: q.points for q in load_unit("entrega").questions}
    assert points == {"productos": 1, "escalados": 1, "pesos": 3, "clave": 1, "salida": 2, "mascara": 2}
    before = open_version("entrega", 2).unit
    assert before.version == 2
    assert {q.question: q.points for q in before.questions} == {
        "productos": 1, "pesos": 3, "clave": 1, "salida": 3, "mascara": 2
    }  # fmt: skip
    assert open_version("entrega", 1).unit == load_unit("entrega")


def test_the_homework_asks_a_masked_row_that_needs_an_exponential() -> None:
    """Never the first, which is (1 ; 0 ; 0) without a sum; in version 2 row 1 or 2, by student."""
    for opened, row, shape in (
        (open_unit("entrega"), 2, 3),
        (open_version("entrega", 2).over_with({"fila": 1}), 1, 2),
        (open_version("entrega", 2).over_with({"fila": 2}), 2, 3),
    ):
        right = opened.question("mascara").right
        assert sum(x > 0 for x in right) == shape  # type: ignore[union-attr]
        assert f"la fila {row}" in explanations.ask(opened, "mascara")


ERRATA = [
    ("exponenciales", "2,028;1,000;1,889", "1,889"),
    ("suma-exp", "4,917", "4,917"),
    ("suma-pesos", "1,000", "1,000"),
    ("salida-1", "6,04", "6,04"),
]


@pytest.mark.parametrize(("question", "typed", "quoted"), ERRATA)
def test_an_erratum_costs_a_line_only_when_its_number_is_typed(question: str, typed: str, quoted: str) -> None:
    opened, asked = ask("ecuacion1", question)
    mine = before(opened, asked)
    with_note = explanations.reason(opened, question, asked.read(typed), mine | {question: asked.read(typed)})
    without = explanations.reason(opened, question, asked.read(right_text(asked)), mine)
    assert quoted in with_note
    assert "texto" in with_note
    assert question == "suma-pesos" or "texto" not in without


def test_numbers_in_texts_are_computed() -> None:
    """In the lesson, a long number typed into a text stands only where it is an example, a bet or a printed source."""
    allowed = {"0,693", "1,099", "1,386", "0,33", "0,60", "0,97", "0,607", "1,649", "0,167", "0,333", "0,250"}
    allowed |= {"1,889", "4,917", "6,04", "0,999", "1,000", "1,0", "0,5", "0,3", "0,2", "5,0", "2,5"}
    for part in load_unit("ecuacion1").parts:
        for block in part.blocks:
            for text in texts_of(block):
                outside = "".join(p for p in re.split(r"\{[^{}]*\}", text))
                assert set(re.findall(r"\d+,\d+", outside)) <= allowed, text


def texts_of(block: object) -> list[str]:
    if isinstance(block, Question):
        slips = [t for s in block.slips for t in (s.says, s.do)]
        return [block.ask, block.reason, block.solution, *block.hints, *block.says.values(), *slips]
    return [block.text] if isinstance(block, TextBlock) else []


def test_running_example_numbers_follow_the_learner() -> None:
    """What is asked next starts from what the learner wrote."""
    opened = open_unit("ecuacion1")
    mine = {"escalados": opened.question("escalados").read("1;0;0,9")}
    assert "(1 ; 0 ; 0,9)" in explanations.ask(opened, "exponenciales", mine)
    assert fields("{mine:escalados}")
