"""A batch of answers becomes a batch of marks, the same as one by one, summed as fractions."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.answers import Reading, write
from tutor.authoring import open_unit, open_version
from tutor.errors import Notice
from tutor.files.source import Source
from tutor.files.text import id_key
from tutor.grading.classroom import Outcome, grade
from tutor.grading.decisions import Decisions, quote, read_decisions, with_doubts
from tutor.grading.marking import Marked, Sums, asked_of, mark
from tutor.grading.records import MAXIMUM, Asked, Row
from tutor.handout.key_numbers import stacked
from tutor.intake.models import ClassWork, HandIn
from tutor.judging import VERDICTS, Judgement, Verdict
from tutor.publishing.gradebook import write_gradebook
from tutor.roster.people import Roster, State, Student
from tutor.roster.sheets import Sheet, Sheets
from tutor.units import OpenUnit
from tutor.units.points import COARSE

RIGHT = {
    "productos": "(0 ; −1 ; 3)",
    "pesos": "0,102 ; 0,050 ; 0,848",
    "clave": "2",
    "salida": "0,60 ; 8,48",
    "mascara": "0,292 ; 0,708 ; 0 ; 0",
}
NO_SCALE = {**RIGHT, "pesos": "0,047 ; 0,017 ; 0,936", "salida": "0,23 ; 9,36"}
"""The example of a real homework: 7 of 10."""


@cache
def unit() -> OpenUnit:
    return open_version("entrega", 2)


def handin(student: str, answers: dict[str, str] | None = None, **more: Any) -> HandIn:
    source = more.pop("source", f"{student}.txt")
    texts = RIGHT if answers is None else answers
    return HandIn(student, more.pop("texts", texts), source, order=(source, 0), **more)


def graded(*handins: HandIn, roster: Sequence[str] | None = None, **more: Any) -> Outcome:
    listed = None if roster is None else Roster(tuple(Student(i, f"Alumno {i}") for i in roster))
    return grade(unit(), ClassWork(listed, handins), **more)


def rows(outcome: Outcome) -> dict[str, Row]:
    return {row.id: row for row in outcome.graded.rows}


def only(outcome: Outcome) -> Row:
    (row,) = outcome.graded.rows
    return row


# -- points ------------------------------------------------------------------------------------------------------------


@given(st.lists(st.fractions(Fraction(1, 10), 9, max_denominator=12), min_size=1, max_size=7))
def test_ten_points_are_shared_exactly(worth: list[Fraction]) -> None:
    """Case 46: whatever the shares, all right is exactly 10, never 9.99 nor 10.000000000000002."""
    total = sum(worth, Fraction(0))
    asked = [Asked(f"q{i}", "", w * MAXIMUM / total) for i, w in enumerate(worth)]
    sums = Sums.of(asked)
    assert sum((sums.points(int(u)) or Fraction(0) for u in sums.table[:, 0]), Fraction(0)) == MAXIMUM


def test_the_unit_says_how_points_are_shared() -> None:
    """`entrega` gives 1, 3, 1, 3, 2; `ejercicio`, which says nothing, 2 to each of its five."""
    assert [q.points for q in asked_of(unit())] == [1, 3, 1, 3, 2]
    assert [q.points for q in asked_of(open_unit("ejercicio"))] == [2] * 5


@pytest.mark.parametrize("verdict", VERDICTS, ids=str)
def test_what_each_verdict_earns(verdict: Verdict) -> None:
    """All for right or carried, three quarters for coarse, nothing otherwise; what nobody could read is not known."""
    (earned,) = Sums.of([Asked("q", "", Fraction(10))]).table[:, VERDICTS.index(verdict)].tolist()
    sums = Sums.of([Asked("q", "", Fraction(10))])
    if verdict in (Verdict.ASK, Verdict.UNREADABLE):
        assert sums.points(earned) is None
    elif verdict in (Verdict.EXACT, Verdict.ROUNDED, Verdict.TRUNCATED, Verdict.CARRIED):
        assert sums.points(earned) == 10
    else:
        assert sums.points(earned) == (10 * COARSE if verdict is Verdict.COARSE else 0)


@pytest.mark.parametrize(
    ("answers", "mark_", "points"),
    [
        (RIGHT, 10, (1, 3, 1, 3, 2)),
        (NO_SCALE, 7, (1, 0, 1, 3, 2)),
        ({**RIGHT, "pesos": "0,1 ; 0,1 ; 0,8"}, Fraction(37, 4), (1, Fraction(9, 4), 1, 3, 2)),
        ({**RIGHT, "pesos": "", "salida": "no sé"}, 4, (1, 0, 1, 0, 2)),
        ({**RIGHT, "productos": "0 ; −1"}, 9, (0, 3, 1, 3, 2)),
        ({"clave": "clave 2"}, 1, (0, 0, 1, 0, 0)),
    ],
    ids=["all-right", "carried", "coarse", "blanks", "wrong-shape", "one"],
)
def test_marks(answers: dict[str, str], mark_: Fraction, points: tuple[Fraction, ...]) -> None:
    """The mark is the sum of the points, and a mistake is paid once."""
    row = only(graded(handin("a1", answers)))
    assert (row.state, row.mark, row.points) == (State.GRADED, mark_, points)


def test_without_an_exponential_nobody_gets_past_five() -> None:
    """Products, the key, and an output well mixed with weights made up: the weights and the masked row earn nothing."""
    thirds = {**RIGHT, "pesos": "1/3 1/3 1/3", "salida": "3,33 3,33", "mascara": "1/2 1/2 0 0"}
    row = only(graded(handin("a1", thirds)))
    assert (row.points, row.mark) == ((1, 0, 1, 3, 0), 5)


def test_another_shape_is_told() -> None:
    """It earns nothing, and the gradebook says why."""
    row = only(graded(handin("a1", {**RIGHT, "productos": "0 ; −1"})))
    assert row.notes == ("productos no puntúa: se piden 3 números y hay 2",)


# -- the batch ---------------------------------------------------------------------------------------------------------

TEXTS = {
    "productos": ["(0 ; −1 ; 3)", "0 -1 3", "0 ; 1 ; 3", "2 ; 2", "", "hola", "3 ; −1 ; 0"],
    "pesos": ["0,102 ; 0,050 ; 0,848", "0,10 ; 0,05 ; 0,85", "0,047 ; 0,017 ; 0,936", "no sé", "0,3 ; 0,3 ; 0,4", "x"],
    "clave": ["2", "clave 2", "1", "", "9"],
    "salida": ["0,60 ; 8,48", "0,23 ; 9,36", "0,61 ; 8,48", "5 ; 5", "", "1 ; 2 ; 3"],
    "mascara": ["0,292 ; 0,708 ; 0 ; 0", "1 ; 0 ; 0 ; 0", "", "0,29 ; 0,71 ; 0 ; 0"],
}
students = st.fixed_dictionaries({q: st.sampled_from(texts) for q, texts in TEXTS.items()})


@settings(max_examples=25)
@given(st.lists(students, min_size=1, max_size=12), st.integers(1, 5))
def test_a_class_is_judged_as_each_alone(class_: list[dict[str, str]], chunk: int) -> None:
    """Judging together, in whatever chunks, is judging one by one."""
    sums = Sums.of(asked_of(unit()))
    together = mark(unit(), sums, class_, chunk=chunk)
    for i, texts in enumerate(class_):
        alone = mark(unit(), sums, [texts])
        assert together.verdicts[i].tolist() == alone.verdicts[0].tolist()
        assert together.units[i].tolist() == alone.units[0].tolist()
        assert judged(together, i) == judged(alone, 0)


def judged(marked: Marked, at: int) -> dict[str, Judgement]:
    """All that is said of a hand-in, by question."""
    batches, place = marked.place(at)
    return {id: batch.at(place, "es") for id, batch in batches.items()}


def test_each_distinct_text_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand equal answers cost one reading, however they are written."""
    opened = open_version("entrega", 2)
    texts = {
        "productos": "0 ; −1 ; 6/2",
        "pesos": "x",
        "clave": "clave 2",
        "salida": "0,60,8,48",
        "mascara": "¿?",
    }
    seen: list[str] = []
    plain = type(opened.questions[0]).read

    def counted(self: Any, text: str, locale: str = "es") -> Reading:
        seen.append(text)
        return plain(self, text, locale)

    monkeypatch.setattr(type(opened.questions[0]), "read", counted)
    mark(opened, Sums.of(asked_of(opened)), [texts] * 1000, chunk=100)
    assert sorted(seen) == sorted(texts.values())


def test_a_class_of_nobody() -> None:
    """Case 50: nothing handed in gives no rows and no error."""
    assert graded().graded.rows == ()
    assert mark(unit(), Sums.of(asked_of(unit())), []).verdicts.shape == (0, 5)


# -- the five states ---------------------------------------------------------------------------------------------------


def test_five_states_that_never_merge() -> None:
    """Cases 32, 33, 42, 50, 51: graded, blank, unreadable, missing and unknown, each with its own mark or none."""
    outcome = graded(
        handin("a1"),
        handin("a2", {}),
        handin("a3", texts=None, problem=Notice("docx", "a3.docx es un documento de Word.")),
        handin("zz", known=False, name="De otra clase"),
        roster=["a1", "a2", "a3", "a4"],
    )
    assert {i: (r.state, r.mark) for i, r in rows(outcome).items()} == {
        "a1": (State.GRADED, 10),
        "a2": (State.BLANK, 0),
        "a3": (State.UNREADABLE, None),
        "a4": (State.MISSING, None),
        "zz": (State.UNKNOWN, 10),
    }
    assert [row.id for row in outcome.graded.rows] == ["a1", "a2", "a3", "a4", "zz"]
    assert not outcome.graded.finished


def test_one_unreadable_answer_makes_the_row_unreadable() -> None:
    """Case 67: never full marks, never a silent zero: the range, the reason and a doubt to decide."""
    outcome = graded(handin("a1", {**RIGHT, "salida": "casi todo"}))
    row = only(outcome)
    assert (row.state, row.mark, row.points) == (State.UNREADABLE, None, (1, 3, 1, None, 2))
    assert row.range == (7, 10)
    assert row.notes[0].startswith("7,0 o 10,0: salida «casi todo»: ")
    (doubt,) = outcome.doubts
    assert (doubt.student_id, doubt.question, doubt.read) == ("a1", "salida", "«casi todo»")
    assert (doubt.low, doubt.high) == (0, 3)


def test_files_of_nobody_stay_apart() -> None:
    """Two files whose student is not known are two rows, not two hand-ins of one."""
    nobody = [HandIn("", RIGHT, f"{n}.txt", order=(f"{n}.txt", 0), known=False) for n in "ab"]
    outcome = graded(*nobody, roster=["a1"])
    assert [(row.id, row.state) for row in outcome.graded.rows] == [
        ("a1", State.MISSING),
        ("¿a.txt?", State.UNKNOWN),
        ("¿b.txt?", State.UNKNOWN),
    ]


# -- doubts and decisions ----------------------------------------------------------------------------------------------


@pytest.fixture
def torn(monkeypatch: pytest.MonkeyPatch) -> None:
    """«A|B» is a text that can be read as A or as B."""
    kind = type(unit().questions[0])
    plain: Callable[..., Reading] = kind.read

    def read(self: Any, text: str, locale: str = "es") -> Reading:
        if "|" not in text:
            return plain(self, text, locale)
        options = tuple(plain(self, part, locale) for part in text.split("|"))
        return Reading("ask", text, self.kind, message="¿Cuál de los dos?", options=options)

    monkeypatch.setattr(kind, "read", read)


NO_SCALE_OR_RIGHT = {**NO_SCALE, "pesos": "0,047 ; 0,017 ; 0,936|0,102 ; 0,050 ; 0,848"}


@pytest.mark.usefixtures("torn")
def test_two_readings_give_a_range_of_whole_marks() -> None:
    """Each reading is judged with all that follows from it: 7 if the weights are wrong and carried, 7 if they are right
    and the output is then wrong."""
    outcome = graded(handin("a1", NO_SCALE_OR_RIGHT))
    row = only(outcome)
    assert (row.state, row.mark, row.range) == (State.UNREADABLE, None, (7,))
    (doubt,) = outcome.doubts
    assert (doubt.low, doubt.high) == (0, 3)
    assert doubt.read.endswith("»: (0,047 ; 0,017 ; 0,936) o (0,102 ; 0,050 ; 0,848)")
    assert doubt.reason == "se puede leer de varias maneras; lo correcto es (0,102 ; 0,050 ; 0,848)"
    outcome = graded(handin("a1", {**RIGHT, "pesos": NO_SCALE_OR_RIGHT["pesos"]}))
    assert only(outcome).range == (7, 10)


def test_what_an_answer_may_mean_is_told_as_it_is_echoed() -> None:
    """A difference is told with the decimals asked, and not with all that a computer has."""
    (doubt,) = graded(handin("a1", {**RIGHT, "pesos": "0,41-0,42 ; 0,3 ; 0,2"})).doubts
    assert "»: (−0,010 ; 0,3 ; 0,2) o (0,41 ; 0,3 ; 0,2) o" in doubt.read


def decided(outcome: Outcome, *points: str) -> Decisions:
    """The file of the first run with its `puntos` filled, line by line."""
    lines = with_doubts(Decisions(), outcome.doubts).decode("utf-8-sig").splitlines()
    rows = list(csv.reader(lines, delimiter=";"))
    for row, text in zip(rows[1:], points, strict=False):
        row[rows[0].index("puntos")] = text
    csv.writer(filled := io.StringIO(newline=""), delimiter=";").writerows(rows)
    return read_decisions(Source("decisiones.csv", filled.getvalue().encode("utf-8-sig")), asked_of(unit()))


@pytest.mark.usefixtures("torn")
def test_deciding_points_decides_the_reading() -> None:
    """With nothing for the weights, they were the wrong ones: the output is carried from them, and earns."""
    first = graded(handin("a1", NO_SCALE_OR_RIGHT))
    none = only(graded(handin("a1", NO_SCALE_OR_RIGHT), decisions=decided(first, "0")))
    assert (none.state, none.points) == (State.GRADED, (1, 0, 1, 3, 2))
    full = only(graded(handin("a1", NO_SCALE_OR_RIGHT), decisions=decided(first, "3")))
    assert (full.state, full.points) == (State.GRADED, (1, 3, 1, 0, 2))
    half = only(graded(handin("a1", NO_SCALE_OR_RIGHT), decisions=decided(first, "1,5")))
    assert half.points[1] == Fraction(3, 2)


def test_a_decision_is_taken_and_told() -> None:
    """An unreadable answer earns what the teacher says; nothing is left in doubt, and the gradebook says so."""
    answers = {**RIGHT, "salida": "casi todo"}
    outcome = graded(handin("a1", answers), decisions=decided(graded(handin("a1", answers)), "2,5"))
    row = only(outcome)
    assert (row.state, row.mark, row.decided) == (State.GRADED, Fraction(19, 2), True)
    assert "salida: 2,5 por decisión" in row.notes
    assert outcome.doubts == ()
    assert outcome.graded.finished


def test_a_decision_on_another_text_does_not_count() -> None:
    """Case 63: the student handed in something else since: it waits again, and it is said."""
    before = graded(handin("a1", {**RIGHT, "salida": "casi todo"}))
    outcome = graded(handin("a1", {**RIGHT, "salida": "casi nada"}), decisions=decided(before, "3"))
    assert only(outcome).state is State.UNREADABLE
    assert "decision-outdated" in {n.code for n in outcome.graded.notices}


def test_a_whole_hand_in_is_decided_by_its_mark() -> None:
    """A photo that a person has read gets the mark that person gives."""
    photo = handin("a1", texts=None, problem=Notice("image", "a1.jpg es una foto."))
    first = graded(photo)
    assert only(first).range == (0, 10)
    assert only(first).notes[0].startswith("entre 0,0 y 10,0: ")
    row = only(graded(photo, decisions=decided(first, "8,5")))
    assert (row.state, row.mark) == (State.GRADED, Fraction(17, 2))
    assert "nota puesta a mano, por decisión" in row.notes


def test_a_teacher_may_overrule_any_answer() -> None:
    """A line for an answer nobody doubted is a decision like any other."""
    raw = b"id;pregunta;puntos\r\na1;pesos;3\r\n"
    row = only(graded(handin("a1", NO_SCALE), decisions=read_decisions(Source("d.csv", raw), asked_of(unit()))))
    assert (row.mark, row.points[1]) == (10, 3)


# -- duplicates --------------------------------------------------------------------------------------------------------


def pair(**more: str) -> tuple[HandIn, HandIn]:
    return handin("a1", NO_SCALE, source="uno.txt", date=more.get("one", "")), handin(
        "A1", RIGHT, source="dos.txt", date=more.get("two", "")
    )


def test_two_that_differ_wait_for_a_person() -> None:
    """Case 28: no silent first or last: the row has no mark, its range and a doubt over the whole."""
    outcome = graded(*pair())
    row = only(outcome)
    assert (row.state, row.mark, row.range) == (State.UNREADABLE, None, (7, 10))
    assert row.notes[0].startswith("7,0 o 10,0: ")
    assert [(d.question, d.low, d.high) for d in outcome.doubts] == [("", 7, 10)]
    assert only(graded(*pair(), decisions=decided(outcome, "8"))).mark == 8


@pytest.mark.parametrize(
    ("policy", "dates", "mark_"),
    [
        ("best", {}, 10),
        ("last", {}, 7),
        ("error", {"one": "2026-03-02", "two": "2026-03-01"}, 7),
        ("best", {"one": "2026-03-02", "two": "2026-03-01"}, 7),
    ],
    ids=["best", "last", "dated", "dated-before-best"],
)
def test_a_policy_or_a_date_settles_it(policy: str, dates: dict[str, str], mark_: int) -> None:
    """Dated, the last counts; else `last` or `best` decide; the gradebook says which one counted."""
    row = only(graded(*pair(**dates), duplicates=policy))
    assert (row.state, row.mark) == (State.GRADED, mark_)
    assert row.notes


def test_identical_ones_count_once() -> None:
    """The same answers twice are one hand-in."""
    twice = handin("a1", source="uno.txt"), handin("a1", source="dos.txt")
    assert only(graded(*twice)).mark == 10


# -- numbers of one's own ----------------------------------------------------------------------------------------------


def own_sheets(count: int, seed: int = 5) -> Sheets:
    rng = random.Random(seed)
    found = {}
    for i in range(count):
        student = f"a{i:02d}"
        data = {
            "Q": [[rng.choice([-2, 1, 2]), rng.choice([-1, 1, 2])]],
            "K": [[rng.randint(-2, 3) for _ in range(2)] for _ in range(3)],
            "V": [[rng.randint(-9, 10) for _ in range(2)] for _ in range(3)],
            "T": [[rng.randint(-15, 20) / 10 for _ in range(2)] for _ in range(4)],
            "fila": 1 + i % 2,
        }
        found[id_key(student)] = Sheet(student, data)
    return Sheets("entrega", 1, "entrega", found)


def right_for(sheets: Sheets, student: str) -> dict[str, str]:
    """The right answers to a student's own sheet, as the unit writes them."""
    sheet = sheets.find(student)
    assert sheet is not None
    opened = OpenUnit(open_version("entrega", 2).unit, over=dict(sheet.data))
    return {
        q.id: str(int(q.right)) if q.choices and isinstance(q.right, float) else write(q.right, q.decimals)
        for q in opened.questions
    }


def test_everybody_is_judged_by_their_own_numbers() -> None:
    """All right on their sheets, and nobody on the sheet of the next."""
    sheets = own_sheets(12)
    outcome = graded(*(handin(f"a{i:02d}", right_for(sheets, f"a{i:02d}")) for i in range(12)), sheets=sheets)
    assert {row.mark for row in outcome.graded.rows} == {10}


def test_without_a_sheet_nobody_guesses() -> None:
    """A student who is not in `clave.yaml` has no mark: judged by whose numbers?"""
    sheets = own_sheets(2)
    row = rows(graded(handin("a00", right_for(sheets, "a00")), handin("b9"), sheets=sheets))["b9"]
    assert (row.state, row.mark) == (State.UNREADABLE, None)
    assert "números" in row.notes[0]


def test_right_for_a_classmate_earns_nothing_and_is_told_to_the_teacher() -> None:
    """Case 34: the whole sheet of another: no points, no error carried, and a note; nothing to the student."""
    from tutor.publishing.feedback import as_text, comment

    sheets = own_sheets(12)
    copied = right_for(sheets, "a07")
    outcome = graded(handin("a03", copied), handin("a07", copied), sheets=sheets)
    row = rows(outcome)["a03"]
    assert row.other == "a07"
    assert [p for p, q in zip(row.points, outcome.graded.questions, strict=True) if q.id in ("pesos", "salida")] == [
        0,
        0,
    ]
    assert any("a07" in note for note in row.notes)
    assert "a07" not in as_text(comment(outcome.graded, row))
    assert rows(outcome)["a07"].other == ""
    assert rows(outcome)["a07"].mark == 10


def test_what_others_hand_in_changes_no_mark() -> None:
    """Every sheet of `clave.yaml` is looked at: also that of somebody who hands nothing in, or only on Thursday."""
    sheets = own_sheets(12)
    copied = handin("a03", right_for(sheets, "a07"))
    alone = rows(graded(copied, sheets=sheets))["a03"]
    later = rows(graded(copied, handin("a07", right_for(sheets, "a07")), sheets=sheets))["a03"]
    assert (alone.other, alone.mark, alone.notes) == (later.other, later.mark, later.notes)
    assert alone.other == "a07"


def test_nothing_is_carried_from_a_classmates_numbers() -> None:
    """Products and weights of another sheet, and an output worked out from those weights with one's own V: what was
    right for other data is no earlier number of one's own, so that weights, key and output are carried from nothing."""
    sheets = own_sheets(12)
    for student, other in (("a00", "a02"), ("a01", "a05")):
        own, theirs = sheets.find(student), right_for(sheets, other)
        assert own is not None
        weights = [float(cell.replace(",", ".")) for cell in theirs["pesos"].strip("()").split(" ; ")]
        output = [sum(w * v[j] for w, v in zip(weights, own.data["V"], strict=True)) for j in (0, 1)]
        parts = {q: theirs[q] for q in ("productos", "pesos", "clave")} | {"salida": write(output, 2)}
        row = rows(graded(handin(student, {**right_for(sheets, student), **parts}), sheets=sheets))[student]
        assert row.other == other
        assert row.points == (0, 0, 0, 0, 2)
        assert row.verdicts[2] is Verdict.WRONG


def test_small_coincidences_accuse_nobody() -> None:
    """Products that happen to be a classmate's, and what is computed from them, are an error carried like any other."""
    sheets = own_sheets(12)
    for other in (f"a{i:02d}" for i in range(1, 12)):
        theirs = right_for(sheets, other)
        mine = right_for(sheets, "a00")
        row = rows(graded(handin("a00", {**mine, "productos": theirs["productos"]}), handin(other), sheets=sheets))[
            "a00"
        ]
        assert row.other == ""


def test_sheets_of_different_shapes_are_refused() -> None:
    """A key spoilt by hand is said in words, not broadcast."""
    from tutor.errors import ContentError

    with pytest.raises(ContentError, match="misma forma"):
        stacked([{"Q": [[1, 2]]}, {"Q": [[1, 2, 3]]}], "clave.yaml")
    assert stacked([{"Q": [[1, 2]], "fila": 1}, {"Q": [[3, 4]], "fila": 2}], "x")["fila"].shape == (2, 1, 1, 1)


# -- the same bytes ----------------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(st.permutations(range(8)))
def test_the_order_of_hand_ins_does_not_matter(order: list[int]) -> None:
    """Case 65: rows, doubts and the gradebook are the same to the byte whatever came first."""
    handins = [
        handin("a1"), handin("a2", NO_SCALE), handin("a3", {}), handin("a4", {**RIGHT, "salida": "eh"}),
        handin("a5", NO_SCALE, source="1.txt"), handin("a5", source="2.txt"), handin("zz", known=False),
        HandIn("", RIGHT, "x.txt", order=("x.txt", 0), known=False),
    ]  # fmt: skip

    def told(outcome: Outcome) -> tuple[bytes, bytes]:
        stream = io.BytesIO()
        write_gradebook(outcome.graded, stream)
        return stream.getvalue(), with_doubts(Decisions(), outcome.doubts)

    base = told(graded(*handins, roster=["a1", "a2", "a6"]))
    assert told(graded(*(handins[i] for i in order), roster=["a1", "a2", "a6"])) == base


def test_the_detail_of_a_row() -> None:
    """Behind a row: what was typed, how it was read, the judgement, and the right answer with its allowance."""
    outcome = graded(handin("a1", NO_SCALE))
    row = only(outcome)
    answers = outcome.graded.detail(row).answers
    assert [a.typed for a in answers] == list(NO_SCALE.values())
    assert answers[1].read_as == "(0,047 ; 0,017 ; 0,936)"
    assert answers[1].judgement.slips[0] == "no-scale"
    assert outcome.graded.right(row, "pesos") == "(0,102 ; 0,050 ; 0,848)"
    assert outcome.graded.allowance(row, "pesos").startswith("±")
    assert np.asarray(answers[1].judgement.cells).shape == (3,)
    assert quote("x") == "«x»"
    assert replace(row, id="a2").id == "a2"
