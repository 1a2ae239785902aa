"""The report in a real browser: desktop and phone, light and dark, keyboard, print, no network, no names unasked."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from tests.grading import fakes
from tutor.grading.records import Detail, Graded, Row
from tutor.grading.summary import summarise
from tutor.publishing.report import write_report
from tutor.roster.people import State

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
PAPER = 718
"""Width of a sheet of A4 between Chromium's margins."""
NAMES = ("Ana Núñez", "Berta Gil", "Carlos Peña", "Dani Sanz", "Eva Ruiz", "Fe Mora")


def pupils(count: int = 60) -> list[Row]:
    """A class with something of everything, the same on every run."""
    rng = random.Random(4)
    rows = []
    for i in range(count):
        slip = rng.choice(["", "", "no-scale", "divide-by-dk"])
        verdicts = [fakes.EXACT] * 5
        verdicts[1] = fakes.SLIP if slip else rng.choice([fakes.EXACT, fakes.COARSE, fakes.BLANK])
        verdicts[3] = fakes.CARRIED if slip else fakes.EXACT
        verdicts[4] = rng.choice([fakes.EXACT, fakes.WRONG])
        row = fakes.row(f"a{i:03}", verdicts, name=f"{NAMES[i % 6]} {i}", slips=("", slip, "", "", ""))
        if i % 20 == 7:
            row = replace(row, state=State.UNREADABLE, mark=None, range=(Fraction(6), Fraction(8)))
        rows.append(row)
    return [*rows, fakes.row("b1", state=State.MISSING), fakes.row("zz", state=State.UNKNOWN)]


def many_questions() -> Graded:
    """Twenty-four questions with long titles."""
    questions = tuple(
        replace(fakes.QUESTIONS[i % 5], id=f"q{i}", title=f"Suma de exponenciales {i}", points=Fraction(10, 24))
        for i in range(24)
    )

    def longer(row: Row) -> Row:
        lists = {name: (getattr(row, name) * 5)[:24] for name in ("points", "verdicts", "slips")}
        return replace(row, **lists)

    return replace(fakes.graded(*map(longer, pupils(40))), questions=questions, detail=lambda _: Detail())


def written(graded: Graded, stream: BinaryIO) -> None:
    write_report(graded, summarise(graded), stream)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "informe.html"
    with path.open("wb") as stream:
        written(fakes.graded(*pupils()), stream)
    return path


class Opened:
    """The report as it is opened, with what it asked of the network and what went wrong."""

    def __init__(self, browser: Any, path: Path, viewport: dict[str, int] = DESKTOP, **more: Any) -> None:
        self.context = browser.new_context(viewport=viewport, locale="es-ES", **more)
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text))
        self.page.goto(path.as_uri())

    def __enter__(self) -> Any:
        return self.page

    def __exit__(self, *_: object) -> None:
        self.context.close()
        assert self.errors == []
        assert [url for url in self.requests if not url.startswith("file:")] == []


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_can_be_read(browser: Any, report: Path, viewport: dict[str, int], scheme: str) -> None:
    """Nothing is wider than the window, no text is smaller than 10 px, ink and paper are far apart."""
    with Opened(browser, report, viewport, color_scheme=scheme) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        smallest = page.evaluate(
            "Math.min(...[...document.querySelectorAll('p, li, td, th, span, summary, small, text')]"
            ".filter(e => e.textContent.trim() && e.getClientRects().length)"
            ".map(e => parseFloat(getComputedStyle(e).fontSize)))"
        )
        assert smallest >= 10
        ink, paper = (page.evaluate(f"getComputedStyle(document.body).{name}") for name in ("color", "backgroundColor"))
        assert contrast(ink, paper) > 7
        assert page.screenshot(full_page=True).startswith(b"\x89PNG")


@pytest.mark.parametrize("width", [400, 800, 1200])
def test_only_the_map_scrolls_sideways(browser: Any, report: Path, width: int) -> None:
    """The map of a class does not fit, and scrolls in a box of its own; the page stays, and the tables show it all."""
    with Opened(browser, report, {"width": width, "height": 900}) as page:
        page.evaluate("scrollTo(1000, 0)")
        assert page.evaluate("scrollX") == 0
        hidden = page.evaluate(
            "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth)"
            ".map(e => [e.getAttribute('aria-labelledby'), getComputedStyle(e).overflowX])"
        )
        assert hidden == [["map", "auto"]]


def test_what_needs_the_teacher_is_on_the_first_screen(browser: Any, report: Path) -> None:
    """Without scrolling: what to do before publishing, the counts, the marks and what to explain."""
    with Opened(browser, report) as page:
        for name in ("Antes de publicar", "La clase", "Nota", "Mañana explica"):
            box = page.get_by_role("heading", name=name, exact=True).bounding_box()
            assert box is not None
            assert box["y"] < DESKTOP["height"]


def test_the_order_says_nothing(browser: Any, report: Path) -> None:
    """«Alumno 7» is not the seventh of the list: the table goes by mark, and within a mark by nothing one can count."""
    with Opened(browser, report) as page:
        shown = page.locator(".pupils .name").all_text_contents()
        ids = [text.split(" · ")[0] for text in shown]
        assert ids != sorted(ids)
        marks = column(page, 2)
        assert marks == sorted(marks, reverse=True)
        top = [i for i, mark in zip(ids, marks, strict=False) if mark == max(marks)]
        assert len(top) > 4
        assert top != sorted(top)


def test_names_only_on_demand(browser: Any, report: Path) -> None:
    """On a projector nobody is named until the teacher opens a list or ticks the box; the map names nobody."""
    with Opened(browser, report) as page:
        assert "Núñez" not in page.inner_text("main")
        page.get_by_label("Mostrar nombres").check()
        assert "Ana Núñez 0" in page.inner_text(".pupils")
        page.get_by_label("Mostrar nombres").uncheck()
        for i in range(6):
            page.locator("g.who").nth(i).click()
            assert not any(name.split()[1] in page.inner_text("main") for name in NAMES)
        page.locator("summary").first.focus()
        page.keyboard.press("Enter")
        assert "(a0" in page.inner_text("details[open]")


def test_sorted_by_keyboard(browser: Any, report: Path) -> None:
    """Tab reaches every heading, Enter sorts and turns; whoever has no mark stays at the end."""
    with Opened(browser, report) as page:
        head = page.get_by_role("button", name="Nota", exact=True)
        head.focus()
        page.keyboard.press("Enter")
        marks = column(page, 2)
        assert marks == sorted(marks)
        assert page.locator("th[aria-sort=ascending]").inner_text().startswith("Nota")
        page.keyboard.press("Enter")
        assert column(page, 2) == sorted(marks, reverse=True)
        assert page.locator(".pupils tbody tr").last.locator("td").nth(1).inner_text() == ""
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Productos"


def test_the_map_by_keyboard(browser: Any, report: Path) -> None:
    """One stop of Tab for the whole map; arrows go from student to student; names only with the box ticked."""
    with Opened(browser, report) as page:
        page.locator("g.who").first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        told = page.inner_text(".readout")
        assert "Productos: bien" in told
        assert told.startswith("Columna 3 ·")
        page.get_by_label("Mostrar nombres").check()
        assert re.match(r"\w+ \w+ \d+ · a0\d\d · 10,0\n", page.inner_text(".readout"))
        page.get_by_label("Mostrar nombres").uncheck()
        assert page.inner_text(".readout") == told
        assert page.locator("g.who.on").get_attribute("aria-label").startswith("Columna 3,")
        assert page.locator("g.who[tabindex='0']").count() == 1
        page.locator("g.who").nth(9).click()
        assert page.locator("g.who.on").get_attribute("aria-label").startswith("Columna 10,")


def test_it_prints(browser: Any, report: Path) -> None:
    """On paper: a light page without controls, in a handful of sheets."""
    with Opened(browser, report, color_scheme="dark") as page:
        page.emulate_media(media="print")
        assert not page.get_by_text("Mostrar nombres").is_visible()
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
        pages = page.pdf(format="A4").count(b"/Type /Page\n")
        assert 1 < pages < 9
        style = "getComputedStyle(document.querySelector('{}')).{}"
        assert page.evaluate(style.format(".pupils thead", "display")) == "table-header-group", "repeated on each sheet"
        assert page.evaluate(style.format("section", "breakInside")) == "auto", "no sheet is left half empty"
        assert page.evaluate(style.format(".pupils tbody tr", "breakInside")) == "avoid"
        assert page.locator("h1").is_visible()
        page.set_viewport_size({"width": PAPER, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == PAPER


def test_many_questions(browser: Any, tmp_path: Path) -> None:
    """Two dozen questions fit on a desktop and on paper, signs alone; no title of the map runs into its cells."""
    path = tmp_path / "informe.html"
    with path.open("wb") as stream:
        written(many_questions(), stream)
    with Opened(browser, path) as page:
        table = page.locator("[aria-labelledby=pupils].scroll")
        assert table.evaluate("e => e.scrollWidth <= e.clientWidth")
        ends = page.evaluate(
            "[...document.querySelectorAll('.map svg > text')].map(e => e.getBBox()).map(b => b.x + b.width)"
        )
        assert max(ends) < page.evaluate("document.querySelector('.map rect').getBBox().x")
        page.emulate_media(media="print")
        page.set_viewport_size({"width": PAPER, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == PAPER


def test_without_script_it_still_tells_everything(browser: Any, report: Path) -> None:
    """With scripts off: the tables are there and names can still be shown."""
    with Opened(browser, report, java_script_enabled=False) as page:
        assert "Antes de publicar" in page.inner_text("main") or "ANTES DE PUBLICAR" in page.inner_text("main")
        page.get_by_label("Mostrar nombres").check()
        assert "Ana Núñez 0" in page.inner_text(".pupils")


def column(page: Any, index: int) -> list[float]:
    """The numbers of a column as it is shown, those who have none left out."""
    texts = page.locator(f".pupils tbody tr > :nth-child({index + 1})").all_inner_texts()
    return [float(text.replace(",", ".")) for text in texts if text.strip()]


def contrast(one: str, other: str) -> float:
    """WCAG's ratio between two `rgb(r, g, b)`."""

    def light(colour: str) -> float:
        parts = [int(x) / 255 for x in colour[colour.index("(") + 1 : -1].split(",")[:3]]
        linear = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
