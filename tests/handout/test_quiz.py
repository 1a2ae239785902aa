"""A unit as a question bank: what Moodle would read of it, grade and say, told by a reader of its published format."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.handout.cloze_reader import Bank, Box, read_bank, shown, summary
from tests.running import run
from tutor.authoring import open_unit
from tutor.engine import Array
from tutor.equations import Slip
from tutor.files.source import Source
from tutor.handout import cloze
from tutor.handout.answer_key import load_sheets
from tutor.handout.cloze import MULTICHOICE, NUMERICAL, Alternative, Blank, ClozeQuestion
from tutor.handout.key_numbers import stacked
from tutor.handout.quiz import Quiz, quiz
from tutor.handout.quiz_bank import page
from tutor.judging import CODE, Typed, Verdict, judge_batch
from tutor.judging.intervals import Interval, accepted, slipped
from tutor.units import OpenUnit
from tutor.units.bound_unit import OpenQuestion, scope_over
from tutor.units.points import worth

SIGNS = "a < b > c & d } { ~ # / \" ' \\ \\} \\# &#125; &amp; {1:SA:=x} =%50% ñ −"
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1).filter(
    lambda t: t.strip() == t and "  " not in t
)


@pytest.fixture(scope="module")
def opened() -> OpenUnit:
    return open_unit("entrega")


@pytest.fixture(scope="module")
def made(opened: OpenUnit) -> Quiz:
    return quiz(opened, 6)


@pytest.fixture(scope="module")
def bank(opened: OpenUnit, made: Quiz) -> Bank:
    return read_bank(cloze.bank(opened.unit.title, made.questions, opened.unit.summary))


def cells(opened: OpenUnit, made: Quiz, row: int) -> Iterator[tuple[OpenQuestion, list[int], OpenUnit]]:
    """Each question that counts, the places of its boxes, and the unit with a variant's numbers."""
    variant = opened.over_with(list(made.sheets.sheets.values())[row].data)
    at = 0
    for question, _ in worth(variant):
        many = 1 if question.choices else math.prod(question.shape or ())
        yield question, list(range(at, at + many)), variant
        at += many


def typed(value: float, decimals: int, rounding: str) -> str:
    """A number as a student types it, rounded or cut, with a decimal comma."""
    text = str(Decimal(repr(round(value, 9))).quantize(Decimal(1).scaleb(-decimals), rounding=rounding))
    return text.replace(".", ",")


def grade(box: Box, text: str) -> tuple[float, str]:
    option = box.grade(text)
    return (0.0, "") if option is None else (option.fraction, shown(option.feedback))


def test_a_bank_is_a_category_with_a_question_a_variant(bank: Bank, made: Quiz) -> None:
    """Numbered names, the unit's title as category, each with other numbers and the code that tells them."""
    assert bank.category == "$course$/top/Entrega: la ecuación 1 con tus números"
    assert [q.name for q in bank.questions] == [f"entrega {i:03}" for i in range(1, 7)]
    codes = [sheet.code for sheet in made.sheets.sheets.values()]
    assert all(code in summary(question) for code, question in zip(codes, bank.questions, strict=True))
    assert len({question.text for question in bank.questions}) == len(set(codes)) == 6


def test_no_blank_is_lost_nor_made(bank: Bank, made: Quiz) -> None:
    """What is read back is what was meant: as many boxes, no brace left, every alternative with its number, its
    sentence and its share."""
    for read, meant in zip(bank.questions, made.questions, strict=True):
        assert len(read.boxes) == len(meant.blanks) == 19
        assert "{" not in read.text.replace("{#", "")
        for box, blank in zip(read.boxes, meant.blanks, strict=True):
            assert (box.weight, box.kind) == (blank.weight, blank.kind)
            for option, one in zip(box.options, blank.alternatives, strict=True):
                assert (option.fraction == 1.0, shown(option.feedback)) == (one.right, one.feedback)
                assert option.tolerance == float(one.tolerance or 0)


def test_the_boxes_of_a_question_earn_its_points(opened: OpenUnit, bank: Bank, made: Quiz) -> None:
    """Of ten, each question gets what the unit says, shared equally among its numbers."""
    total = sum(box.weight for box in bank.questions[0].boxes)
    points = {question.id: earned for question, earned in worth(opened)}
    for question, places, _ in cells(opened, made, 0):
        weights = [bank.questions[0].boxes[at].weight for at in places]
        assert len(set(weights)) == 1
        assert Fraction(sum(weights) * 10, total) == points[question.id]


@pytest.mark.parametrize("rounding", [ROUND_HALF_UP, ROUND_DOWN])
def test_right_answers_earn_all(opened: OpenUnit, bank: Bank, made: Quiz, rounding: str) -> None:
    """Rounded or cut to the decimals asked, and the option that is right, in every variant."""
    for row, read in enumerate(bank.questions):
        for question, places, _ in cells(opened, made, row):
            for at, value in zip(places, np.ravel(question.right), strict=True):
                if question.choices:
                    answer = question.choices[int(value)].text
                else:
                    answer = typed(float(value), question.decimals or 0, rounding)
                assert grade(read.boxes[at], answer) == (1.0, ""), (read.name, question.id, answer)


def test_a_box_takes_the_interval_of_its_cell(opened: OpenUnit, made: Quiz, bank: Bank) -> None:
    """To the last decimal written, both ends included; what is shown as right is the answer with the decimals asked."""
    data = stacked([sheet.data for sheet in made.sheets.sheets.values()], "")
    for question, places, _ in cells(opened, made, 0):
        if question.choices:
            continue
        found = in_rows(accepted(question.target, scope_over(opened, question.model, data)), len(bank.questions))
        for row, read in enumerate(bank.questions):
            for cell, at in enumerate(places):
                right = [option for option in read.boxes[at].options if option.fraction]
                low, high = found.low[row, cell], found.high[row, cell]
                assert 0.0 <= low - min(float(o.answer) - o.tolerance for o in right) + 1e-15 <= 3e-9
                assert 0.0 <= max(float(o.answer) + o.tolerance for o in right) - high + 1e-15 <= 3e-9
                assert float(right[0].answer) == pytest.approx(
                    round(found.value[row, cell], question.decimals), abs=1e-9
                )


def test_what_is_accepted_is_what_the_judge_accepts(opened: OpenUnit, made: Quiz) -> None:
    """At both ends of every interval a number is right for the judge, and a grain beyond it is not."""
    sheets = list(made.sheets.sheets.values())
    data = stacked([sheet.data for sheet in sheets], "")
    for question, _ in worth(opened):
        if question.choices:
            continue
        scope, target = scope_over(opened, question.model, data), question.target
        found = accepted(target, scope)
        right = np.broadcast_to(found.value, (len(sheets), found.value.shape[-1]))
        fixed = (found.high - found.low) == 0.0
        for cell in range(right.shape[1]):
            for ends, out in ((found.low, -1), (found.high, 1)):
                inside, beyond = np.array(right), np.array(right)
                inside[:, cell] = ends[:, cell] - out * np.where(fixed, 0.0, 1e-8)[:, cell]
                beyond[:, cell] = ends[:, cell] + out * np.where(fixed, 10.0**-target.decimals, 1e-7)[:, cell]
                assert judge_batch(target, scope, _typed(question, inside)).correct.all(), (question.id, cell, out)
                assert not judge_batch(target, scope, _typed(question, beyond)).correct.any(), (question.id, cell, out)


def test_what_a_slip_gives_is_what_the_judge_names(opened: OpenUnit, made: Quiz) -> None:
    """With all numbers at either end of its intervals the judge names that slip, unless it takes them for right."""
    sheets = list(made.sheets.sheets.values())
    data = stacked([sheet.data for sheet in sheets], "")
    named = 0
    for question, _ in worth(opened):
        if question.choices:
            continue
        scope = scope_over(opened, question.model, data)
        for slip, its in slipped(question.target, scope):
            found = in_rows(its, len(sheets))
            seen = ~np.isnan(found.low).any(axis=1)
            for numbers in (found.low + 1e-8, found.high - 1e-8):
                judged = judge_batch(question.target, scope, _typed(question, np.where(seen[:, None], numbers, 0.0)))
                for row in np.flatnonzero(seen & ~judged.correct).tolist():
                    verdict = judged.verdict_at(row)
                    assert verdict in (Verdict.SLIP, Verdict.COARSE), (question.id, slip.id, numbers[row])
                    if verdict is Verdict.SLIP and not slip.rare:
                        assert slip.id in judged.named[row], (question.id, slip.id, numbers[row], judged.named[row])
                        named += 1
    assert named > 500


def _typed(question: OpenQuestion, numbers: Array) -> Typed:
    """Numbers as answers with exactly the decimals asked."""
    shape = (len(numbers), *(question.shape or ()))
    places = np.full(shape, float(question.decimals or 0))
    rows = np.ones(len(numbers), dtype=bool)
    return Typed(numbers.reshape(shape), places, rows, np.full(len(numbers), CODE[Verdict.WRONG], dtype=np.int8))


def test_each_slip_has_its_sentence(opened: OpenUnit, made: Quiz, bank: Bank) -> None:
    """Whoever types what a slip gives earns nothing for it and is told of it, in every box where it is no right number;
    beside other slips that give the same, up to three. What more give in one box is told of none, and a rare slip only
    where no other gives the same."""
    sheets = list(made.sheets.sheets.values())
    data = stacked([sheet.data for sheet in sheets], "")
    told = hidden = 0
    for question, places, _ in cells(opened, made, 0):
        if question.choices:
            continue
        scope = scope_over(opened, question.model, data)
        right = in_rows(accepted(question.target, scope), len(sheets))
        known = [(slip, in_rows(found, len(sheets))) for slip, found in slipped(question.target, scope)]
        for slip, found in known:
            for row, cell in np.argwhere(~np.isnan(found.low)).tolist():
                text = typed(float(found.value[row, cell]), question.decimals or 0, ROUND_HALF_UP)
                number = float(text.replace(",", "."))
                if any(right.low[row, cell] <= n <= right.high[row, cell] for n in (number, found.value[row, cell])):
                    continue
                fraction, said = grade(bank.questions[row].boxes[places[cell]], text)
                fits = [
                    other
                    for other, its in known
                    if its.low[row, cell] - 1e-8 <= number <= its.high[row, cell] + 1e-8
                    and not right.low[row, cell] <= its.value[row, cell] <= right.high[row, cell]
                ]
                same = {sentence(question, other) for other in fits if not other.rare}
                same = same or {sentence(question, other) for other in fits}
                says = sentence(question, slip)
                tells = says in same and len(same) <= 3
                assert fraction == 0.0
                assert (says[2:].lower() in said.lower()) == tells, (question.id, slip.id, text, said)
                told, hidden = told + tells, hidden + (not tells)
    assert told > 4 * hidden > 0


def sentence(question: OpenQuestion, slip: Slip) -> str:
    """What a question says of a slip."""
    return question.target.says.get(slip.id, slip.says)


def in_rows(found: Interval, count: int) -> Interval:
    """With a row a variant, also where all have the same."""
    return Interval(*(np.broadcast_to(a, (count, a.shape[-1])) for a in (found.value, found.low, found.high)))


def test_the_key_says_why_not(opened: OpenUnit, made: Quiz, bank: Bank) -> None:
    """Each wrong option of a choice is told what the judge says of it: the one after the right one counts from 1."""
    for row, read in enumerate(bank.questions):
        for question, places, variant in cells(opened, made, row):
            if question.choices:
                right = int(variant.question(question.id).right)  # type: ignore[arg-type]
                said = [shown(option.feedback) for option in read.boxes[places[0]].options]
                assert said[right] == ""
                assert all(said[i] for i in range(len(said)) if i != right)
                if right + 1 < len(said):
                    assert "Contando desde 0" in said[right + 1]


@given(TEXTS)
def test_no_sign_is_lost(text: str) -> None:
    """Whatever an author writes, in a text, an option, a comment or a name, Moodle shows as it was written."""
    reads_back(text)


def test_the_signs_of_the_format_are_not_lost() -> None:
    """`}`, `#`, `~`, `/`, `"`, `\\`, HTML, references, and what looks like a blank."""
    reads_back(SIGNS)


def reads_back(text: str) -> None:
    blank = Blank(NUMERICAL, 3, (Alternative("1", True, "", "0.5"), Alternative("2", False, text, "0.1")))
    choice = Blank(MULTICHOICE, 1, (Alternative(text, True), Alternative("otra", False, text)))
    pieces = ("<p>", cloze.text(text), blank, cloze.text(text), choice, "</p>")
    (read,) = read_bank(cloze.bank("x", [ClozeQuestion(text, pieces, f"<p>{cloze.text(text)}</p>")])).questions
    first, second = read.boxes
    assert shown(read.text) == f"{text}{{#1}}{text}{{#2}}"
    assert (read.name, shown(read.feedback)) == (text, text)
    assert [shown(option.feedback) for option in first.options] == ["", text]
    assert [shown(option.answer) for option in second.options] == [text, "otra"]
    assert [shown(option.feedback) for option in second.options] == ["", text]


@pytest.mark.parametrize("unit", ["multi-cabeza", "producto-escalar", "mezcla"])
def test_other_units_are_asked_too(unit: str) -> None:
    """Single numbers, whole ones, options with labels: all right is all; a whole number takes no other; how to type it
    in one line is not told."""
    opened = open_unit(unit)
    made = quiz(opened, 2)
    bank = read_bank(cloze.bank(opened.unit.title, made.questions))
    for row, read in enumerate(bank.questions):
        assert "separad" not in summary(read)
        assert "escribir la cuenta" not in summary(read)
        for question, places, variant in cells(opened, made, row):
            for at, value in zip(places, np.ravel(variant.question(question.id).right), strict=True):
                box = read.boxes[at]
                if question.choices:
                    (best,) = (shown(option.answer) for option in box.options if option.fraction)
                    assert question.read(best).value == value
                    continue
                answer = typed(float(value), question.decimals or 0, ROUND_HALF_UP)
                assert grade(box, answer) == (1.0, "")
                if question.target.exact:
                    assert grade(box, f"{answer},4")[0] == 0.0


@given(st.floats(-1e3, 1e3), st.floats(0, 10))
def test_a_span_has_its_ends(low: float, width: float) -> None:
    """Whatever rounding writes, and hardly more."""
    answer, tolerance = (float(text) for text in cloze.span(low, low + width))
    assert answer - tolerance <= low <= low + width <= answer + tolerance
    assert tolerance - width / 2 <= 3e-9


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.412, "0.412"), (-2.0, "-2"), (-0.0, "0"), (1e-12, "0"), (5e-4, "0.0005"), (1234567.5, "1234567.5")],
)
def test_numbers_have_points(value: float, text: str) -> None:
    """No comma, no thousands, no power of ten, no minus but `-`."""
    assert cloze.number(value) == text


def test_the_same_bank_for_ever(opened: OpenUnit, made: Quiz) -> None:
    """More variants do not change those there are; another key does."""
    assert quiz(opened, 2).questions == made.questions[:2]
    assert quiz(opened, 1, "otra").questions[0].pieces != made.questions[0].pieces


def test_the_solution_is_worked_with_the_numbers_of_the_variant(bank: Bank) -> None:
    """What is shown afterwards: every question, with its arithmetic."""
    said = shown(bank.questions[0].feedback)
    assert "Productos\nQ·K₀ = " in said
    assert "salida₀ = " in said


def test_a_page_shows_one_question(opened: OpenUnit, made: Quiz) -> None:
    """As many boxes as there are, each with its name; what each takes and says below."""
    shown_page = page(opened, made.questions[0]).decode()
    assert shown_page.count("<input ") == 18
    assert shown_page.count("<select ") == 1
    assert 'aria-label="Pesos, 2"' in shown_page
    assert re.search(r"<td>de −?\d+,\d{4} a −?\d+,\d{4}</td><td>Parece que ", shown_page)


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_command_writes_the_bank_and_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The XML, beside it the numbers, a page; and what to type when the responses come."""
    monkeypatch.chdir(tmp_path)
    ran = run(monkeypatch, ["quiz", "softmax", "--count", "2", "--out", "b/banco.xml", "--preview", "p.html"])
    assert (ran.code, ran.err) == (0, "")
    assert files(tmp_path / "b") == ["banco-clave.yaml", "banco.xml"]
    assert "--sheets b/banco-clave.yaml" in ran.out
    key = load_sheets(Source.open(tmp_path / "b/banco-clave.yaml"))
    assert (key.bank, len(key.sheets)) == (True, 2)
    assert (tmp_path / "p.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    ElementTree.parse(tmp_path / "b/banco.xml")


def test_a_shorter_bank_loses_nobodys_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key keeps the variants that somebody may have got; other numbers under the same names are refused."""
    monkeypatch.chdir(tmp_path)
    for count in ("3", "1"):
        assert run(monkeypatch, ["quiz", "softmax", "--count", count, "--out", "banco.xml"]).code == 0
    assert len(load_sheets(Source.open(tmp_path / "banco-clave.yaml")).sheets) == 3
    before = (tmp_path / "banco.xml").read_bytes()
    ran = run(monkeypatch, ["quiz", "softmax", "--count", "1", "--out", "banco.xml", "--key", "otra"])
    assert ran.code == 3
    assert "banco-clave.yaml" in ran.err
    assert (tmp_path / "banco.xml").read_bytes() == before


BET = """format: 1
unit: apuesta
title: "Apuesta"
summary: "s"
data: {Q: [[1, 2]], K: [[1, 0], [0, 1]], V: [[1, 2], [3, 4]]}
variants: {draw: {Q: {low: 1, high: 9, decimals: 0}}}
parts:
  - id: p
    title: "P"
    blocks:
      - question: q
        ask: "¿Cuál?"
        {question}
        reason: "r"
        hints: ["a", "b"]
"""


@pytest.mark.parametrize(
    ("args", "unit", "code", "told"),
    [
        (["nada", "--out", "b.xml"], "", 2, "No hay ninguna unidad «nada»"),
        (["entrega"], "", 2, "dónde se escribe"),
        (["entrega", "--out", "b.txt"], "", 2, "no acaba en .xml"),
        (["entrega", "--out", "b.xml", "--count", "0"], "", 2, "de 1 a 1000"),
        (["entrega", "--out", "b.xml", "--count", "uno"], "", 2, "--count"),
        (["ecuacion1", "--out", "b.xml"], "", 3, "no tiene variantes"),
        (
            ["u.yaml", "--out", "b.xml"],
            "choices: {a: uno, b: dos}|right: scores / scores",
            3,
            "más de una opción",
        ),
        (["notacion", "--out", "b.xml", "--count", "1"], "", 3, "otra unidad"),
        (["u.yaml", "--out", "b.xml"], "step: scores|graded: false", 3, "no tiene preguntas que puntúen"),
        (["u.yaml", "--out", "b.xml"], "expect: causal(2, 2)", 3, "q tiene infinitos"),
    ],
)
def test_what_cannot_be_asked_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], unit: str, code: int, told: str
) -> None:
    """A sentence with a way out, the right exit code, and nothing written."""
    monkeypatch.chdir(tmp_path)
    if unit:
        Path("u.yaml").write_text(BET.replace("{question}", unit.replace("|", "\n        ")), encoding="utf-8")
    ran = run(monkeypatch, ["quiz", *args])
    assert (ran.code, ran.out) == (code, "")
    assert told in ran.err
    assert len(ran.err.strip().splitlines()) >= 2
    assert [name for name in files(tmp_path) if name != "u.yaml"] == []
