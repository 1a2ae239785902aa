"""Moodle's online text is what a student saw: also pictures, what is crossed out, and formulas."""

from __future__ import annotations

import pytest

from tests.grading.homeworks import FULL, QUESTIONS
from tutor.authoring import open_version
from tutor.grading.marking import whole_answers
from tutor.intake.labels import Labels
from tutor.intake.online_text import html_lines
from tutor.intake.sheet_text import SheetText, read_sheet


def page(pesos: str) -> str:
    return "".join(f"<p>{q}: {pesos if q == 'pesos' else text}</p>" for q, text in FULL.items())


def read(html: str) -> SheetText:
    found = html_lines(html)
    return read_sheet(found.text, Labels(QUESTIONS, whole_answers(open_version("entrega", 2))), "onlinetext.html")


@pytest.mark.parametrize(
    ("html", "word"),
    [
        ('<img src="x" alt="0,3 ; 0,6 ; 0,1">', "[imagen]"),
        ("<svg><path d='M0'/></svg>", "[imagen]"),
        ("<canvas></canvas>", "[imagen]"),
        ('<video controls><source src="v.mp4"></video>', "[vídeo]"),
        ('<object data="a.pdf"></object>', "[objeto]"),
        ('<iframe src="x"></iframe>', "[objeto]"),
        ('<input value="0,3 ; 0,6 ; 0,1">', "[casilla]"),
        ("<select><option>0<option selected>1</select>", "[casilla]"),
        ("<br><img src='x'>", "[imagen]"),
    ],
)
def test_what_is_no_text_is_no_blank(html: str, word: str) -> None:
    """A picture as an answer is something tried that nobody can read: it stands as a word, which is no number."""
    answers = read(page(html)).answers
    assert answers == {**FULL, "pesos": word}
    assert open_version("entrega", 2).question("pesos").read(word).outcome == "error"


def test_a_picture_beside_a_whole_answer_is_told() -> None:
    """What was written counts; half of it does not, for the rest may be in the picture."""
    found = read(page("0,3 ; 0,6 ; 0,1 <img src='x'>"))
    assert found.answers["pesos"] == "0,3 ; 0,6 ; 0,1"
    assert [n.code for n in found.notices] == ["beside"]
    assert read(page("0,3 ; <img src='x'>")).answers["pesos"] == "0,3 ;  [imagen]"


@pytest.mark.parametrize(
    "struck",
    [
        "<del>0,1 ; 0,2 ; 0,7</del>",
        "<s>0,1 ; <b>0,2</b> ; 0,7</s>",
        "<strike>0,1 ; 0,2 ; 0,7</strike>",
        '<span style="text-decoration: line-through;">0,1 ; <span>0,2</span> ; 0,7</span>',
    ],
)
def test_what_is_crossed_out_answers_nothing_and_is_told(struck: str) -> None:
    """Somebody changed their mind."""
    found = html_lines(page(f"{struck} 0,3 ; 0,6 ; 0,1"))
    assert read(page(f"{struck} 0,3 ; 0,6 ; 0,1")).answers["pesos"] == "0,3 ; 0,6 ; 0,1"
    assert found.struck == ("0,1 ; 0,2 ; 0,7",)
    assert "lo tachado no cuenta" in found.notices("t")[0].text


@pytest.mark.parametrize(
    ("maths", "text"),
    [
        ("<mfrac><mn>306</mn><mn>1000</mn></mfrac>", "(306)/(1000)"),
        ("<mfrac><mrow><mn>3</mn><mo>+</mo><mn>1</mn></mrow><mn>10</mn></mfrac>", "(3+1)/(10)"),
        ("<msup><mn>10</mn><mrow><mo>-</mo><mn>1</mn></mrow></msup>", "(10)^(-1)"),
        ("<msqrt><mn>2</mn></msqrt>", "√(2)"),
        ("<mfenced><mn>1</mn><mn>2</mn></mfenced>", "(1 ; 2)"),
        ("<mn>0,3</mn><annotation encoding='application/x-tex'>0{,}3</annotation>", "0,3"),
        ("<mtable><mtr><mtd><mn>1</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd></mtr></mtable>", "1 ; 2"),
        ("<mroot><mn>8</mn><mn>3</mn></mroot>", "[fórmula] 83"),
    ],
)
def test_formulas_are_written_in_a_line(maths: str, text: str) -> None:
    """A fraction is a/b, never its digits one after the other; what has no line of its own is for a person."""
    assert html_lines(f"<p><math><semantics>{maths}</semantics></math></p>").text == text
