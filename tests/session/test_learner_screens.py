"""What stands on every screen: nothing is stated that the eye would deny, and no word is left unexplained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.running import drawn, run, terminal
from tutor.authoring import open_unit
from tutor.judging.verdicts import Verdict
from tutor.screen import Screen
from tutor.screen.turns import show
from tutor.session.events import Event
from tutor.session.journal import data_folder, open_journal
from tutor.session.lesson import Lesson
from tutor.session.progress import SlipMade, slip_title
from tutor.session.turns import Item, Page, Waits
from tutor.units import OpenUnit, catalogue, explanations, fill, unit_names

UNITS = [name for name in unit_names() if open_unit(name).questions]
STATED = re.compile(r"\bsum(?:an?|en?|ar) (\d+)\b(?![.,]\d)")
LISTED = re.compile(r"\((−?\d[\d,]*(?: ; −?\d[\d,]*)+)\)")


def right(unit: OpenUnit, id: str) -> str:
    """The right answer as it is typed, with the decimals asked."""
    question = unit.question(id)
    if question.choices:
        return question.key
    return question.write(question.right)


@cache
def walked(name: str) -> tuple[tuple[str, str], ...]:
    """Every turn of a lesson answered rightly, and of each question its helps and what its mistakes are told: what was
    typed or asked for, and what is shown."""
    unit = open_unit(name)
    lesson, found = Lesson(unit), []

    def shown(why: str, *items: Item) -> None:
        here = terminal(width=200)
        show(Screen(here), items)
        found.append((why, drawn(here)))

    turn = lesson.start()
    shown("start", *turn.items)
    while not turn.over:
        typed = "" if turn.waits is Waits.ENTER else right(unit, lesson.prompt.question.id)
        turn = lesson.submit(typed)
        shown(typed, *turn.items)
    found += [(q.id, text) for q in unit.questions for text in asides(unit, q.id)]
    return tuple(found)


def asides(unit: OpenUnit, id: str) -> Iterator[str]:
    question = unit.question(id)
    yield from explanations.hints(unit, id)
    if question.model.graded:
        yield "\n".join(explanations.solution(unit, id))
    for text in (*question.model.says.values(), *(n.says for n in question.model.notes)):
        yield fill(text, unit, {}, "es", question.model)
    for slip in question.target.slips:
        yield fill(f"{slip.title}. {slip.says} {slip.do}", unit, {}, "es", question.model)


def sums_denied(text: str) -> list[str]:
    """The lists of a screen that stand beside a stated sum and, as they are written, add up to nearly another."""
    found = []
    for total in map(int, STATED.findall(text)):
        for listed in LISTED.findall(text):
            numbers = [float(n.replace("−", "-").replace(",", ".")) for n in listed.split(" ; ")]
            places = max(len(n.partition(",")[2]) for n in listed.split(" ; "))
            off = abs(sum(numbers) - total)
            if places and 1e-9 < off <= len(numbers) * 10**-places / 2 + 1e-9:
                found.append(listed)
    return found


@pytest.mark.parametrize("name", UNITS)
def test_a_stated_sum_beside_rounded_numbers_says_what_they_add_up_to(name: str) -> None:
    """«suman 1» beside 0,412 0,203 0,384, which add up to 0,999."""
    for why, text in walked(name):
        flat = " ".join(text.split())
        assert not sums_denied(flat) or "redonde" in flat, (why, flat)


def test_a_table_a_picture_and_an_answer_say_it_and_those_that_add_up_do_not() -> None:
    said = "suman 0,999: es el redondeo."
    assert said in dict(walked("softmax"))[""] or any(said in text for _, text in walked("softmax"))
    unit = open_unit("ejercicio")
    for typed, off in (("0,244 ; 0,493 ; 0,262", True), ("0,244 ; 0,494 ; 0,262", False)):
        reason = explanations.reason(unit, "pesos", unit.question("pesos").read(typed), {})
        assert "Suman 1." in reason
        assert (said in reason) is off


@pytest.mark.parametrize("name", [n for n in UNITS if n != "ejercicio"])
def test_no_lesson_prints_the_numbers_of_the_check(name: str) -> None:
    """Who has walked every lesson has not seen an answer of `ejercicio` that is to be worked out."""
    for why, text in walked(name):
        assert not re.search(r"0,244|0,494|3,75 ; 6,25|0,00 ; 1,00 ; 0,10", text), (why, text)


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def everything_done(monkeypatch, tmp_path) -> list[str]:
    """The screens around the lessons, for somebody who has made every mistake there is."""
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    made = []
    for name in UNITS:
        for question in open_unit(name).questions:
            ids = [*(s.id for s in question.target.slips), *question.target.equation.slips]
            skill = question.model.skill
            made += [
                Event("answer", name, "lesson", question=question.id, verdict=Verdict.SLIP, slips=(id,), skill=skill)
                for id in ids
            ]
    open_journal(data_folder()).add(made)
    calls = [["progress"], ["progress", "--export", "-"], ["lesson"], ["explain"], ["explain", "errores"], ["practice"]]
    calls += [["explain", "errores", "todos"], [], *(["explain", name] for name in unit_names())]
    return [run(monkeypatch, call).out for call in calls]


AS_WRITTEN = {"total", "concat"}
"""A Spanish word, and a name in the formula of the heads as papers print it."""


def test_nobody_reads_a_slug(everything_done: list[str]) -> None:
    """No id of a slip, of a step or of a verdict: those are English, and for files and programs."""
    ids = {e.id.removeprefix("own:") for e in catalogue.catalogue()}
    ids |= {s for name in UNITS for q in open_unit(name).questions for s in q.target.equation.steps}
    ids = {id for id in ids | {v.value for v in Verdict} | {"own:"} if len(id) > 1} - AS_WRITTEN
    slug = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(ids)))})(?![\w-])", re.IGNORECASE)
    for text in [*everything_done, *(text for name in UNITS for _, text in walked(name))]:
        plain = re.sub(r"`[^`]*`", "", text)
        assert not slug.search(plain), (slug.search(plain), plain)


@pytest.mark.parametrize("name", UNITS)
def test_every_mistake_has_a_name_of_its_own(name: str) -> None:
    """What `progress` lists are names of mistakes: not of the question they were made in, nor a piece of a reply."""
    unit = open_unit(name)
    for question in unit.questions:
        for slip in question.target.slips:
            title = slip_title(SlipMade(slip.id, name, question.id, 1, False), unit)
            assert title[:1].isupper(), (question.id, slip.id, title)
            assert not re.match(r"Un fallo|Has |Es |Esa |Ese |Eso |Son ", title), (question.id, slip.id, title)
            assert title.rstrip(".") != slip.says.rstrip(".")


@pytest.mark.parametrize("name", UNITS)
def test_nothing_is_praised_that_was_not_done(name: str) -> None:
    """Who skips every question is told of no knowledge and of nothing done."""
    lesson = Lesson(open_unit(name))
    turn, praise = lesson.start(), re.compile(r"\b(Sabes|Ya sabes|Has hecho|has hecho|Has seguido|entiendes|te sale)\b")
    for _ in range(2 * len(lesson.plan) + 9):
        here = terminal(width=200)
        show(Screen(here), [item for item in turn.items if not isinstance(item, Page)])
        assert not praise.search(drawn(here)), drawn(here)
        turn = lesson.submit("" if turn.waits is Waits.ENTER else "saltar")
        if lesson._rounds:
            break


SOURCES = {
    r"\bT02\b": r"cuaderno del (?:mismo )?curso",
    r"\bA0[12]\b": r"\banexo de \w+ del curso",
    r"\btexto del curso\b": r"nunca",
    r"\btexto original\b": r"texto original de la lección",
}
"""What comes from the course, and how it is explained."""


@pytest.mark.parametrize("name", UNITS)
def test_what_comes_from_the_course_is_explained_where_it_stands(name: str) -> None:
    """On each screen; in the unit that is about T02, on its first."""
    screens = [text for _, text in walked(name)]
    for text in screens[:1] if name == "t02" else screens:
        for term, explained in SOURCES.items():
            flat = " ".join(text.split())
            assert not re.search(term, flat) or re.search(explained, flat), flat


def test_the_errata_explain_what_they_are_about(everything_done: list[str]) -> None:
    (errata,) = [text for text in everything_done if "Erratas del texto original" in text and "Redondeos" in text]
    flat = " ".join(errata.split())
    assert all(re.search(explained, flat) for term, explained in SOURCES.items() if re.search(term, flat))


SIDES = {
    "Para escribir de izquierda a derecha, el token i": "how one writes",
    "Se tapa solo lo que está a la derecha de la diagonal.": "within one matrix",
    "Escribe la fila 0 de arriba abajo y, a su derecha, la fila 1": "what the learner writes",
}
"""The only ones who speak of a side; what lies side by side at 80 columns lies one under the other at 40."""


def test_left_and_right_are_said_only_where_they_are_so_at_every_width(everything_done: list[str]) -> None:
    for text in [*everything_done, *(text for name in UNITS for _, text in walked(name))]:
        flat = " ".join(text.split())
        for allowed in SIDES:
            flat = flat.replace(allowed, "")
        assert not re.search(r"\b(izquierda|derecha)\b", flat), flat
