"""The check: each question once, verdicts at the end, the first mistake first."""

from __future__ import annotations

import pytest

from tests.session.conftest import BREVE, words
from tutor.authoring import open_unit
from tutor.equations.yamlfile import load_raw
from tutor.errors import ContentError
from tutor.session.answer_file import parse_answers, template
from tutor.session.check import Check, variant_to_ask
from tutor.session.check_report import mark, report_items
from tutor.session.events import Event
from tutor.session.turns import AnswerGiven, Feedback, Hint, Page, Sentence, Turn, Waits
from tutor.units.points import counted
from tutor.units.views import ChartView, MatricesView

RIGHT = ["1,00 ; 0,00 ; 0,90", "1,414", "0,707 ; 0,000 ; 0,636", "0,412 ; 0,203 ; 0,384"]


class Checked:
    """A check with its events kept."""

    def __init__(self, unit, events: list[Event] | None = None, **more) -> None:
        self.unit = unit
        self.events = list(events or [])
        self.check = Check(unit, self.events, **more)
        self.turn = self._kept(self.check.start())

    def types(self, *texts: str) -> Turn:
        for text in texts:
            self.turn = self._kept(self.check.submit(text))
        return self.turn

    @property
    def said(self) -> str:
        return words(self.turn.items)

    def _kept(self, turn: Turn) -> Turn:
        self.events += turn.events
        return turn


@pytest.fixture
def checked(breve) -> Checked:
    return Checked(breve)


def test_predictions_and_optional_questions_are_not_asked(breve):
    assert [q.id for q in counted(breve)] == ["puntuaciones", "raiz", "escaladas", "pesos"]


def test_every_answer_is_read_and_none_is_judged_before_the_end(checked):
    """A wrong one looks like a right one."""
    for text in ["9,00 ; 9,00 ; 9,00", RIGHT[1]]:
        checked.types(text)
        assert "Leído." in checked.said
        assert not [i for i in checked.turn.items if isinstance(i, Feedback)]
    assert isinstance(checked.turn.items[-1], Page)
    assert checked.turn.items[-1].header == "Breve · 3 de 4"


def test_passing_ends_with_the_closing_sentence_and_offers_one_more(checked):
    checked.types(*RIGHT)
    assert "Todo bien: entiendes la unidad breve." in checked.said
    assert checked.turn.waits is Waits.ENTER
    assert checked.check.passed
    checked.types("")
    assert checked.turn.items[-1].header == "Breve · Una más"
    checked.types("9 ; 9 ; 9")
    assert [i.verdict for i in checked.turn.items if isinstance(i, Feedback)] == ["wrong"]
    checked.types("0,244 ; 0,494 ; 0,262")
    assert checked.turn.over
    assert checked.check.passed


@pytest.mark.parametrize("no", ["n", "no", "salir"])
def test_the_optional_question_can_be_declined(checked, no):
    checked.types(*RIGHT, no)
    assert checked.turn.over
    assert checked.check.passed


def test_without_a_terminal_nothing_more_is_offered(breve):
    checked = Checked(breve, attended=False)
    checked.types(*RIGHT)
    assert checked.turn.over


def test_the_first_mistake_comes_first_and_the_closing_sentence_does_not(checked):
    checked.types(RIGHT[0], "2,000", RIGHT[2], "0,100 ; 0,200 ; 0,300")
    assert checked.turn.over
    assert not checked.check.passed
    assert checked.check.complete
    count, first, *_ = checked.turn.items[2:]
    assert (count, first) == (
        Sentence("2 de 4 bien.", count.role),
        Sentence("Lo primero que hay que mirar:", first.role),
    )
    given = [(i.name, i.typed, i.right) for i in checked.turn.items if isinstance(i, AnswerGiven)]
    assert given == [
        ("√d_k", "2,000", "1,414"),
        ("Pesos", "0,100 ; 0,200 ; 0,300", "(0,412 ; 0,203 ; 0,384)"),
        ("Puntuaciones", RIGHT[0], ""),
        ("Escaladas", RIGHT[2], ""),
    ], "the right values stand beside what was typed"
    assert "entiendes" not in checked.said
    assert "tutor practice escalado" in checked.said


def test_what_was_left_blank_is_named_once_and_after_the_mistakes(breve):
    said = words(report_items(breve, marked(breve, raiz="2", pesos="hola")))
    assert "0 de 4 bien." in said
    assert said.count("Puntuaciones") == 1
    assert said.index("√d_k") < said.index("Pesos") < said.index("En blanco: Puntuaciones, Escaladas.")


def test_after_the_end_nothing_is_asked_of_the_learner():
    """Where two explanations fit, the judge would ask for a step; here the learner is sent to look at it."""
    unit = open_unit("ejercicio")
    said = words(report_items(unit, mark(unit, {"pesos": "0,302 ; 0,388 ; 0,310"})))
    assert "mira qué te dio antes: raíz (√d_k)" in said
    assert "dime" not in said


def test_a_long_answer_is_quoted_short(breve):
    (given, *_) = [i for i in report_items(breve, marked(breve, raiz="1\n2 " * 900)) if isinstance(i, AnswerGiven)]
    assert len(given.typed) < 130
    assert "\n" not in given.typed


@pytest.mark.parametrize("locale", ["es", "en"])
def test_what_was_not_answered_is_named_and_not_shown(breve, locale):
    """A later question quotes an earlier answer: in a check, until there is one, by its name."""
    quoting = template(breve, counted(breve), locale)
    for q in counted(breve):
        assert q.write(q.right, locale) not in quoting
    checked = Checked(open_unit("softmax"), locale=locale)
    checked.types("saltar")
    assert "tu respuesta a «Exponenciales»" in checked.turn.items[-1].ask
    assert "3,320" not in checked.said
    assert "3.320" not in checked.said


@pytest.mark.parametrize("text", ["", "no sé", "hola", "1,00 ; 2,00", "1,00 ; 0,00 ; 0,00"])
def test_what_is_no_answer_is_asked_again(checked, text):
    """Blank, unreadable and of another shape; the last of these is an answer."""
    checked.types(text)
    here = checked.check.prompt.question.id
    assert here == ("raiz" if text == "1,00 ; 0,00 ; 0,00" else "puntuaciones")


def test_too_few_decimals_are_asked_again_whether_right_or_wrong(checked):
    """In the same words, which tell nothing; typed a second time, they stand."""
    checked.types(RIGHT[0], "1,4")
    said = checked.said.replace("1,4", "")
    checked.types("7,4")
    assert checked.said.replace("7,4", "") == said
    assert checked.check.prompt.question.id == "raiz"
    assert not [i for i in checked.turn.items if isinstance(i, Feedback)]
    checked.types("7,4")
    assert checked.check.prompt.question.id == "escaladas"


def test_the_first_check_has_the_numbers_of_the_text_and_later_ones_others(checked):
    """One that was left is taken up; one that is finished is done again with numbers of its own."""
    unit = checked.unit
    assert variant_to_ask(unit, []) == 0
    checked.types(*RIGHT[:2])
    assert variant_to_ask(unit, checked.events) == 0
    checked.types(*RIGHT[2:], "", "9,000 ; 9,000 ; 9,000")
    assert variant_to_ask(unit, checked.events) == 1
    other = Checked(open_unit(BREVE, 1))
    assert "variante 1" in other.said
    other.types("saltar")
    assert variant_to_ask(unit, [*checked.events, *other.events]) == 1


def test_skipping_leaves_it_blank(checked):
    checked.types("saltar", *RIGHT[1:])
    assert checked.turn.over
    assert checked.check.report.marks[0].judgement.verdict.value == "blank"


def test_hints_must_be_asked_for_and_solutions_wait(checked):
    checked.types("pista")
    assert isinstance(checked.turn.items[0], Hint)
    checked.types("solución")
    assert checked.turn.waits is Waits.ANSWER
    checked.types("atrás")
    assert "no se vuelve atrás" in checked.said


def test_a_check_that_was_left_is_taken_up(checked):
    checked.types(RIGHT[0], "saltar", "salir")
    assert not checked.check.complete
    again = Checked(checked.unit, checked.events)
    assert "llevas 2 de 4" in again.said
    again.types(*RIGHT[2:])
    assert [m.judgement.verdict.value for m in again.check.report.marks][1] == "blank"


def test_a_check_killed_before_its_verdicts_shows_them(checked):
    """The last answer was stored, the end was not: nothing is asked twice."""
    checked.types(*RIGHT)
    again = Checked(checked.unit, [e for e in checked.events if e.kind != "end"])
    assert again.check.complete
    assert "Todo bien" in again.said


def test_after_a_finished_check_a_new_one_begins(checked):
    checked.types(*RIGHT)
    again = Checked(checked.unit, checked.events)
    assert again.check.prompt.question.id == "puntuaciones"


# -- answer files ------------------------------------------------------------------------------------------------------


def marked(breve, **answers: str):
    return mark(breve, answers)


def test_a_file_is_marked_like_a_check(breve):
    report = marked(breve, puntuaciones=RIGHT[0], raiz=RIGHT[1], escaladas=RIGHT[2], pesos=RIGHT[3])
    assert report.passed
    assert report.score == 1.0
    assert "entiendes" in words(report_items(breve, report))


def test_passing_means_every_question_right_while_points_are_shared(breve):
    """Carried earns all and coarse three quarters of its points; neither is right."""
    report = marked(breve, puntuaciones=RIGHT[0], raiz="2", escaladas="0,500 ; 0,000 ; 0,450", pesos="0,4 ; 0,2 ; 0,4")
    assert [m.judgement.verdict.value for m in report.marks][2] == "carried"
    assert not report.passed
    assert report.score == pytest.approx((1 + 0 + 1 + float(report.marks[3].share)) / 4)


def test_a_coarse_answer_in_a_file_stands(breve):
    report = marked(breve, puntuaciones=RIGHT[0], raiz="1,4", escaladas=RIGHT[2], pesos=RIGHT[3])
    assert [m.judgement.verdict.value for m in report.marks][1] == "coarse"
    assert not report.passed
    assert report.score == 0.9375


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("", "blank"), ("no sé", "blank"), ("hola", "unreadable"), ("1 ; 2", "wrong-shape"), ("9 ; 9 ; 9", "wrong")],
)
def test_the_verdicts_of_what_is_no_number(breve, text, verdict):
    report = marked(breve, puntuaciones=text)
    assert report.marks[0].judgement.verdict.value == verdict
    assert report.marks[0].typed == text


def parsed(breve, text: str):
    return parse_answers(*load_raw(text, "mis.yaml"), "mis.yaml", breve.questions)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("0.10", "0.10"),
        ("012", "012"),
        ("no", "no"),
        ("1e3", "1e3"),
        ("'0,5'", "0,5"),
        ("[0,0 1,0]", "[0,0 1,0]"),
        ("(0,412 ; 0,203 ; 0,384)", "(0,412 ; 0,203 ; 0,384)"),
        ("−∞", "−∞"),
        ("\n  - 0,4\n  - 0,6", "0,4 ; 0,6"),
        ("|\n  1 2\n  3 4\n", "1 2\n3 4\n"),
    ],
)
def test_every_scalar_keeps_its_text(breve, written, text):
    """YAML's own numbers, words and lists would lose decimals, zeros and commas."""
    assert parsed(breve, f"raiz: {written}") == {"raiz": text}


@pytest.mark.parametrize("text", ["", "raiz:\n", "# nada\n", "raiz: ''\n"])
def test_what_is_left_empty_is_left_out(breve, text):
    assert parsed(breve, text) == {}


def test_an_unknown_question_is_named_with_its_line_and_the_nearest(breve):
    with pytest.raises(ContentError) as told:
        parsed(breve, "pesos: 1\nraices: 2\n")
    assert told.value.where == "mis.yaml:2"
    assert "raices" in told.value.message
    assert "raiz" in told.value.hint


def test_every_defect_is_told_at_once(breve):
    with pytest.raises(ContentError) as told:
        parsed(breve, "a: 1\nb: 2\nraiz: {x: 1}\npesos:\n  c: 1\n")
    assert [p.where for p in told.value.problems] == ["mis.yaml:1", "mis.yaml:2", "mis.yaml:4"]


@pytest.mark.parametrize("text", ["hola", "- 1\n- 2", "raiz: 1\nraiz: 2", "raiz: *x"])
def test_what_is_no_map_of_texts_is_refused(breve, text):
    with pytest.raises(ContentError):
        parsed(breve, text)


def test_the_empty_template_reads_back_as_blank(breve):
    text = template(breve, counted(breve), "es")
    assert parsed(breve, text) == {}
    for q in counted(breve):
        assert f"\n{q.id}:\n" in text
    assert "--answers" in text


def test_the_template_of_a_variant_says_which(breve):
    from tests.session.conftest import BREVE

    assert "--variant 1" in template(open_unit(BREVE, 1), counted(breve), "es")


def test_a_number_for_a_list_is_told_so_before_its_decimals(checked):
    """What lacks is said in the order in which it matters: first how many numbers are asked."""
    checked.types("1")
    assert "Se piden" in checked.said
    assert "números" in checked.said
    assert "decimales: escríbelos" not in checked.said


def test_the_numbers_stand_at_the_first_question_and_whenever_asked(checked):
    """Once on the page, without the picture; `datos` shows them again, with Q and the keys as arrows."""

    def views(items):
        return [view for item in items for view in getattr(item, "views", ())]

    first = views(checked.turn.items)
    assert [type(v) for v in first] == [MatricesView]
    assert views(checked.types(RIGHT[0]).items) == []
    again = checked.types("datos").items
    assert [v.kind for v in again if isinstance(v, ChartView)] == ["arrows"]
    assert first[0] in again
