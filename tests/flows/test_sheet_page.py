"""The sheet's page, filled in and copied in a real browser, and what was copied read back and marked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tutor.authoring import open_unit
from tutor.handout import answer_sheet
from tutor.handout.answer_key import draw_sheets
from tutor.intake.hand_ins import collect
from tutor.intake.labels import Labels
from tutor.intake.sheet_text import read_sheet
from tutor.judging import Verdict
from tutor.roster.people import Roster, Student
from tutor.units import OpenUnit
from tutor.units.judge import judge_answer

ANA = Student("a042", 'Ana Núñez «la "de" letras» <b>', "ana@x.es", "101")
PHONE = {"width": 360, "height": 640}


@pytest.fixture(scope="module")
def unit() -> OpenUnit:
    return open_unit("entrega")


class Opened:
    """A page from a file, as a student opens it, with what it asked of the network and what went wrong."""

    def __init__(self, browser: Any, path: Path, *, clipboard: bool = True) -> None:
        self.context = browser.new_context(viewport=PHONE, locale="es-ES")
        if clipboard:
            self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.goto(path.as_uri())

    def fill(self, answers: dict[str, str]) -> None:
        for question, text in answers.items():
            self.page.locator(f'[data-question="{question}"]').fill(text)

    def copied(self) -> str:
        self.page.evaluate("document.getElementById('told').textContent = ''")
        self.page.get_by_role("button", name="Copiar mi entrega").click()
        self.page.locator("#told:not(:empty)").wait_for()
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        return text


@pytest.fixture
def own(unit: OpenUnit, tmp_path: Path) -> tuple[OpenUnit, Path, answer_sheet.Paper]:
    """Ana's numbers and her page."""
    sheet = draw_sheets(unit.unit, [ANA.id]).find(ANA.id)
    assert sheet is not None
    opened = unit.over_with(sheet.data)
    paper = answer_sheet.paper(opened, "es", ANA, sheet)
    path = tmp_path / "hoja.html"
    path.write_text(answer_sheet.as_page(paper), encoding="utf-8")
    return opened, path, paper


def titles(unit: OpenUnit) -> dict[str, str]:
    return {q.id: q.model.title for q in unit.questions}


def test_a_page_filled_and_copied_is_read_back_and_right(browser: Any, own: Any, tmp_path: Path) -> None:
    """Boxes filled on a phone's width, the button pressed: the text in the clipboard is a hand-in, all of it right."""
    unit, path, paper = own
    opened = Opened(browser, path)
    answers = answer_sheet.right_answers(unit)
    opened.fill(answers)
    text = opened.copied()
    found = read_sheet(text, Labels(titles(unit)), "texto")
    assert found.answers == answers
    assert (found.id, found.name, found.code) == (ANA.id, ANA.name, paper.code)
    assert found.date[:2] == "20"
    assert (found.notices, found.problem) == ((), None)
    for question in unit.questions:
        assert judge_answer(unit, question.id, question.read(found.answers[question.id])).verdict is Verdict.EXACT
    assert opened.page.locator("#told").inner_text().startswith("Copiado")
    assert opened.errors == []
    assert [url for url in opened.requests if not url.startswith("file:")] == []


def test_pasted_into_moodles_editor_it_comes_back_the_same(browser: Any, own: Any, tmp_path: Path) -> None:
    """Moodle keeps an online text as HTML: paragraphs or breaks, entities, non-breaking blanks."""
    unit, path, _ = own
    opened = Opened(browser, path)
    answers = {"productos": "0 ; −1 ; 3", "pesos": "0,1 <0,2> & 0,7", "salida": "½ ; 2/3", "clave": "2", "mascara": ""}
    opened.fill(answers)
    text = opened.copied()
    for i, (start, between, end) in enumerate([("<p>", "</p><p>", "</p>"), ("<div>", "<br />\r\n", "</div>")]):
        folder = tmp_path / str(i) / "Ana Núñez_101_assignsubmission_onlinetext_"
        folder.mkdir(parents=True)
        lines = [
            line.replace("&", "&amp;").replace("<", "&lt;").replace(" ; ", "&nbsp;; ") for line in text.split("\n")
        ]
        (folder / "onlinetext.html").write_text(start + between.join(lines) + end, encoding="utf-8")
        (handin,) = collect([tmp_path / str(i)], titles(unit), roster=Roster((ANA,))).handins
        assert handin.student_id == ANA.id
        read = {q: a.replace("\u00a0", " ") for q, a in (handin.answers or {}).items()}
        assert read == {q: a for q, a in answers.items() if a}


TYPED = ("0,1 ; 0,9", "  (1/2)  ", "√2/2", "«0,5»x", "a\u00a0b", "0,1\t0,9", "<script>", "no sé", "-1 -2")


def test_what_is_typed_is_what_is_read(browser: Any, own: Any) -> None:
    """Letter by letter, but for blanks at the ends."""
    unit, path, _ = own
    opened = Opened(browser, path)
    for typed in TYPED:
        opened.fill({"pesos": typed})
        assert read_sheet(opened.copied(), Labels(titles(unit)), "texto").answers == {"pesos": typed.strip()}, typed


def test_unanswered_questions_are_named(browser: Any, own: Any) -> None:
    """It copies all the same, and says what is missing."""
    _, path, _ = own
    opened = Opened(browser, path)
    opened.fill({"pesos": "1"})
    opened.copied()
    assert "Sin contestar: productos, escalados, clave, salida, mascara" in opened.page.locator("#told").inner_text()


def test_without_the_clipboard_the_text_is_there_to_be_copied(browser: Any, own: Any) -> None:
    """A browser that refuses: the text is selected under the button, and that is said or it was copied the old way."""
    _, path, _ = own
    opened = Opened(browser, path, clipboard=False)
    opened.page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined}); document.execCommand = () => false"
    )
    opened.fill({"pesos": "0,5"})
    opened.page.get_by_role("button", name="Copiar mi entrega").click()
    opened.page.locator("#told:not(:empty)").wait_for()
    assert "No he podido copiar" in opened.page.locator("#told").inner_text()
    assert "pesos: 0,5" in opened.page.locator("#texto").input_value()
    assert opened.page.evaluate("getSelection().toString() || document.activeElement.id") != ""


def test_what_was_typed_survives_closing_the_page(browser: Any, own: Any) -> None:
    """Opened again, the boxes are as they were left."""
    _, path, _ = own
    opened = Opened(browser, path)
    opened.fill({"pesos": "0,25"})
    opened.page.reload()
    assert opened.page.locator('[data-question="pesos"]').input_value() == "0,25"


def test_a_common_page_asks_who_you_are(browser: Any, unit: OpenUnit, tmp_path: Path) -> None:
    """Id and name are boxes too, and their absence is said."""
    path = tmp_path / "hoja.html"
    path.write_text(answer_sheet.as_page(answer_sheet.paper(unit)), encoding="utf-8")
    opened = Opened(browser, path)
    opened.copied()
    assert "Falta tu id" in opened.page.locator("#told").inner_text()
    opened.page.get_by_label("Tu id").fill("b7")
    opened.page.get_by_label("Tu nombre").fill("Bea")
    found = read_sheet(opened.copied(), Labels(titles(unit)), "texto")
    assert (found.id, found.name) == ("b7", "Bea")


def test_the_page_works_by_keyboard_and_fits_a_phone(browser: Any, own: Any) -> None:
    """Every box has its label, Tab reaches the button, nothing is wider than the screen."""
    unit, path, _ = own
    opened = Opened(browser, path)
    page = opened.page
    for question in unit.questions:
        assert page.get_by_label(question.model.title).count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Tu id").focus()
    for _ in range(len(unit.questions) + 2):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "copiar"
    page.keyboard.press("Enter")
    page.locator("#told:not(:empty)").wait_for()


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("1 ; 2", "Parece que hay 2 números y se piden 4."),
        ("1", "Parece que hay 1 número y se piden 4."),
        ("(1 ; −2 ; 0,5 ; .25)", ""),
        ("1 2 3 4 5", "Parece que hay 5 números y se piden 4."),
        ("1,2,3,4", ""),
        ("1/2 ; 3", ""),
        ("no sé", ""),
        ("", ""),
    ],
)
def test_the_numbers_of_an_answer_are_counted(
    browser: Any, own: tuple[OpenUnit, Path, answer_sheet.Paper], text: str, remark: str
) -> None:
    """A number too few is told beside its box and on copying; what cannot be counted is not; all is copied."""
    opened = Opened(browser, own[1])
    opened.fill({"productos": text})
    box = opened.page.locator('[data-question="productos"]')
    box.blur()
    assert box.locator("xpath=../p").inner_text().strip() == remark
    assert f"productos: {text}".strip() in opened.copied()
    told = opened.page.locator("#told").inner_text()
    assert ("productos parece" in told) == bool(remark)
    assert ("productos" in told) == (bool(remark) or not text)
