"""What a student is told: points, the reason, one next act; in the place where Moodle hands it out."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from fractions import Fraction
from html import escape
from html.parser import HTMLParser

import pytest

from tests.grading import fakes
from tests.publishing import moodle_rules
from tutor.answers.reading import Reading
from tutor.authoring import open_unit
from tutor.grading.classroom import grade
from tutor.grading.records import Answer, Decision, Detail, Graded, Row
from tutor.handout.answer_key import draw_sheets
from tutor.intake.models import ClassWork, HandIn
from tutor.judging.verdicts import Judgement, Message, Verdict
from tutor.publishing import feedback
from tutor.publishing.feedback import Comments, as_text, comment, participant, path_for, write_feedback
from tutor.roster.people import State
from tutor.session.check_report import mark
from tutor.units.explanations import skill_of, solution

SAID = (
    "Son positivos, suman 1 y el orden es bueno. Coinciden con el softmax de los productos sin dividir por √d_k. "
    "Rehaz solo eso: divide (0 ; −1 ; 3) por √2 y repite las exponenciales."
)


def of_the_class(typed: str = "0,047 0,017 ,936") -> tuple[Graded, Row]:
    """The example of a real homework: no scale, carried to the output."""
    shown = ("(0 ; −1 ; 3)", "(0,047 ; 0,017 ; 0,936)", "2", "(0,23 ; 9,36)", "(1 ; 0 ; 0)")
    verdicts = (fakes.EXACT, fakes.SLIP, fakes.EXACT, fakes.CARRIED, fakes.EXACT)
    row = fakes.row("a042", verdicts, slips=("", "no-scale", "", "", ""), moodle="12345", name="Ana Núñez")
    answers = [
        replace(
            a,
            echo=fakes.echoes(s),
            typed=s,
            judgement=Judgement(v, parts=Message(looks=(SAID,)) if v is fakes.SLIP else a.judgement.parts),
        )
        for a, s, v in zip(fakes.detail(row).answers, shown, verdicts, strict=True)
    ]
    answers[1] = replace(answers[1], typed=typed)
    graded = replace(fakes.graded(row), detail=lambda _: Detail(tuple(answers), fakes.DATA))
    return graded, row


def test_the_comment_of_the_example() -> None:
    """Points of each answer, the slip by its procedure, the carried error paid once, what to do, how it was read."""
    graded, row = of_the_class()
    assert as_text(comment(graded, row)).split("\n") == [
        "a042 · ecuación 1: 7,0 de 10",
        "- Productos (0 ; −1 ; 3). Bien. 1 de 1",
        f"- Pesos (0,047 ; 0,017 ; 0,936). 0 de 3. {SAID}",
        "- Clave 2. Bien. 1 de 1",
        "- Salida (0,23 ; 9,36). Sale bien de tus pesos: el mismo fallo no se cobra dos veces. 3 de 3",
        "- Fila de la máscara (1 ; 0 ; 0). Bien. 2 de 2",
        "Ahora: `tutor practice escalado`, cinco minutos.",
        "¿Te he leído mal? Leí «0,047 0,017 ,936» como (0,047 ; 0,017 ; 0,936). "
        "Si no es eso, responde con el código a042-pesos.",
    ]


def test_an_answer_read_as_it_was_typed_needs_no_question() -> None:
    """Spaces and brackets apart, nothing was interpreted."""
    graded, row = of_the_class("0,047;0,017;0,936")
    assert "leído mal" not in as_text(comment(graded, row))


def test_no_solutions_until_asked() -> None:
    """The right answer and the whole development are there only with `--solutions`."""
    graded, row = of_the_class()
    assert "0,25" not in Comments(graded).page(row)
    told = as_text(comment(graded, row, solutions=True))
    assert "Era (0,25 ; −1,00 ; 3,00)." in told
    assert told.count("Era") == 1
    assert "`tutor" not in told


def test_right_for_a_classmate_is_not_told() -> None:
    """It earns nothing, and the student reads a plain mistake: only the teacher knows of whom."""
    graded, row = of_the_class()
    answers = list(graded.detail(row).answers)
    answers[1] = replace(
        answers[1],
        other="b077",
        judgement=Judgement(Verdict.SLIP, slips=("other-data",), parts=Message(looks=("b077!",))),
    )
    graded = replace(graded, detail=lambda _: Detail(tuple(answers), fakes.DATA))
    told = as_text(comment(graded, row))
    assert "b077" not in told
    assert "No sale de los números de tu hoja" in told


def test_a_decision_by_hand_is_said() -> None:
    """Points a person put are not explained by the grader."""
    graded, row = of_the_class()
    answers = list(graded.detail(row).answers)
    answers[1] = replace(answers[1], points=Fraction(2), decision=Decision("a042", "pesos", Fraction(2)))
    graded = replace(graded, detail=lambda _: Detail(tuple(answers), {}))
    told = as_text(comment(graded, row, solutions=True))
    assert "Pesos (0,047 ; 0,017 ; 0,936). 2 de 3. Lo ha decidido quien corrige." in told
    assert "tutor solve" not in told


class Texts(HTMLParser):
    """Collects the tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)


@pytest.mark.parametrize("nasty", ["<script>alert(1)</script>", '"><img src=x>', "&lt;b&gt;", "\x1b[2J<b>"])
def test_markup_and_escapes_in_answers(nasty: str) -> None:
    """Case 57: what a student wrote is text on the page, whatever it is."""
    row = fakes.row("a<1>", (fakes.WRONG,) * 5, name=nasty, moodle="7")
    answer = Answer(
        fakes.QUESTIONS[0], nasty, None, Judgement(Verdict.WRONG, parts=Message(looks=(nasty,))), Fraction(0)
    )
    graded = replace(fakes.graded(row), detail=lambda _: Detail((answer,)))
    page = Comments(graded).page(row)
    assert {"script", "img", "b"}.isdisjoint(Texts(page).tags)
    assert "\x1b" not in page
    assert "\n" not in Comments(graded).paragraphs(row)


def unzipped(graded: Graded, **more: object) -> dict[str, str]:
    stream = io.BytesIO()
    write_feedback(graded, stream, **more)  # type: ignore[arg-type]
    with zipfile.ZipFile(stream) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_moodle_hands_each_page_to_its_student() -> None:
    """Graded and blank get a page under the name Moodle expects; doubts, absentees and strangers do not."""
    people = {str(n): f"a0{n - 100}" for n in range(101, 107)}
    files = unzipped(fakes.small_class())
    owners = [moodle_rules.feedback_owner(path, people) for path in files]
    assert owners == [(f"a0{n}", "comentarios.html") for n in (1, 2, 3, 4)]
    assert all(f"a0{n} ·" in page for n, page in zip((1, 2, 3, 4), files.values(), strict=True))
    assert "sin ninguna respuesta" in list(files.values())[3]


@pytest.mark.parametrize(
    "name",
    ["Ana_de_la_O_Núñez", "../../etc/passwd", "a:b*c?", "  ", ".oculta", "~x", "N" * 300, "CON", "a\u202eb", "_77_x_y"],
)
def test_names_make_safe_paths(name: str) -> None:
    """Cases 52, 58: no separators, reserved signs nor length from a student's name; Moodle still finds the number."""
    path = path_for(fakes.row("a1", name=name), "77")
    assert moodle_rules.feedback_owner(path, {"77": "a1"}) == ("a1", "comentarios.html")
    assert len(path) < 120
    assert re.fullmatch(r"[\w .,'’()-]+_77_assignsubmission_file_/comentarios\.html", path)


def test_without_a_participant_number() -> None:
    """Moodle cannot hand it out: it is kept apart under a safe name, two alike ids never meet, and it is told."""
    graded = fakes.graded(fakes.row("A/1"), fakes.row("a 1"))
    stream = io.BytesIO()
    assert write_feedback(graded, stream) == ("A/1", "a 1")
    with zipfile.ZipFile(stream) as archive:
        assert len({name.casefold() for name in archive.namelist()}) == 2
        assert all(name.count("/") == 1 for name in archive.namelist())


def test_where_the_number_comes_from() -> None:
    """The worksheet's first, then the roster's, then the folder Moodle made for the hand-in."""
    row = fakes.row("a1", moodle="5")
    assert participant(row, {"a1": "6"}) == "6"
    assert participant(row, {}) == "5"
    came = HandIn("a1", {}, "entregas.zip:Ana Gil_4321_assignsubmission_file_/hoja.txt")
    assert participant(replace(fakes.row("a1"), handin=came), {}) == "4321"
    assert participant(fakes.row("a1"), {}) == ""


def test_same_bytes_on_any_day() -> None:
    """Case 65: nothing in the zip depends on the clock."""
    one, two = io.BytesIO(), io.BytesIO()
    write_feedback(fakes.small_class(), one)
    write_feedback(fakes.small_class(), two)
    assert one.getvalue() == two.getvalue()


def test_the_state_of_a_row_decides_not_its_mark() -> None:
    """A row that waits for a person is not told a half-made mark."""
    row = replace(fakes.row("a1", moodle="5"), state=State.UNREADABLE)
    assert unzipped(fakes.graded(row)) == {}


def test_a_reading_that_was_not_shown() -> None:
    """What could not be read is quoted as it was typed."""
    answer = Answer(
        fakes.QUESTIONS[0], " uno y medio ", Reading("error", "x", "vector"), Judgement(Verdict.WRONG), Fraction(0)
    )
    graded = replace(fakes.graded(fakes.row("a1")), detail=lambda _: Detail((answer,)))
    assert "Productos «uno y medio». 0 de 1." in as_text(comment(graded, graded.rows[0]))


def test_what_to_practise_is_where_the_mistake_was_made() -> None:
    """Whoever forgot to scale, noticed in the weights, is sent to scaling."""
    opened = open_unit("entrega")
    assert skill_of(opened.question("pesos"), "no-scale") == "escalado"
    assert skill_of(opened.question("pesos"), "base-2") == "softmax"


def test_pages_compressed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many pages are written before they are compressed, the zip is the same."""

    def zipped(together: int) -> bytes:
        monkeypatch.setattr(feedback, "TOGETHER", together)
        stream = io.BytesIO()
        write_feedback(fakes.small_class(), stream)
        return stream.getvalue()

    assert zipped(1) == zipped(3) == zipped(100)


def test_the_page_says_whose_it_is() -> None:
    """Its title has the name where there is one, as text; in Moodle's cell, which stands beside it, only the id."""
    graded = fakes.graded(fakes.row("a1", name="Ana <Ruiz>"), fakes.row("a2"))
    named, nameless = map(Comments(graded).page, graded.rows)
    assert "<h1>Ana &lt;Ruiz&gt; · a1 · ecuación 1: 10,0 de 10</h1>" in named
    assert "<title>Ana &lt;Ruiz&gt; · a1 · ecuación 1: 10,0 de 10</title>" in named
    assert "<h1>a2 · ecuación 1: 10,0 de 10</h1>" in nameless
    assert "Ruiz" not in Comments(graded).paragraphs(graded.rows[0])


def test_nothing_is_asked_of_whoever_reads_a_comment() -> None:
    """Two explanations are told apart by a step that one may look up; the check that day says the same."""
    opened, answers = open_unit("ejercicio"), {"productos": "", "pesos": "0,333 0,333 0,333"}
    given = grade(opened, ClassWork(None, (HandIn("b1", answers, "b1.txt"),)))
    (row,) = given.graded.rows
    told = as_text(comment(given.graded, row))
    assert "Para saberlo, mira qué te dio antes: productos (Q·Kᵀ)." in told
    assert "dime" not in told
    assert "intento" not in told
    (checked,) = (m for m in mark(opened, answers).marks if m.question.id == "pesos")
    assert checked.message in told


def test_a_check_and_a_class_name_the_same_slips() -> None:
    """Right products refute what goes wrong before them, whoever looks."""
    opened, answers = open_unit("ejercicio"), {"productos": "0 1 0,1", "pesos": "0,333 0,333 0,333"}
    given = grade(opened, ClassWork(None, (HandIn("b1", answers, "b1.txt"),)))
    (row,) = given.graded.rows
    of_class = {a.question.id: a.judgement for a in given.graded.detail(row).answers}
    of_check = {m.question.id: m.judgement for m in mark(opened, answers).marks}
    assert of_check == of_class
    assert of_class["pesos"].slips == ("uniform",)


def test_the_development_after_closing_is_of_ones_own_numbers() -> None:
    """With solutions, how each answer that lost points comes out of the student's own numbers; no command to type."""
    opened = open_unit("entrega")
    sheets = draw_sheets(opened.unit, ["a1", "a2"])
    handins = tuple(HandIn(id, {"productos": "1 ; 2 ; 3 ; 4"}, f"{id}.txt") for id in ("a1", "a2"))
    graded = grade(opened, ClassWork(None, handins), sheets=sheets).graded
    for row in graded.rows:
        own = opened.over_with(sheets.sheets[row.id].data)
        comments = Comments(graded, solutions=True)
        page, cell = comments.page(row), comments.paragraphs(row)
        for question in own.questions:
            for line in solution(own, question.id):
                assert escape(line) in page
                assert escape(line) in cell
        assert "tutor " not in page
        assert feedback.WORKED not in Comments(graded).page(row)


def test_comments_are_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worksheet and the page of a student are one comment, the same as each alone would be."""
    graded, row = of_the_class()
    alone = Comments(graded).paragraphs(row), Comments(graded).page(row)
    built = feedback.Comments(graded)
    times: list[Row] = []
    monkeypatch.setattr(
        feedback, "comment", lambda graded, row, **more: times.append(row) or comment(graded, row, **more)
    )
    assert (built.paragraphs(row), built.page(row)) == alone
    assert times == [row]
