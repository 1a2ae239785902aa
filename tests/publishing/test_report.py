"""The report: what needs the teacher first, the class without names, everything escaped, nothing from the network."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from tests.grading import fakes
from tutor.authoring import open_version
from tutor.errors import Notice
from tutor.grading.classroom import grade
from tutor.grading.records import Graded, Row
from tutor.grading.summary import summarise
from tutor.handout.answer_key import draw_sheets
from tutor.intake.models import ClassWork, HandIn
from tutor.judging.verdicts import Verdict
from tutor.publishing.report import MOST_COLUMNS, MOST_ROWS, write_report
from tutor.roster.people import State


def page(graded: Graded) -> str:
    stream = io.BytesIO()
    write_report(graded, summarise(graded), stream)
    return stream.getvalue().decode("utf-8")


class Outline(HTMLParser):
    """Tags, attributes and visible text of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []
        self._quiet = 0
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._quiet += tag in ("style", "script")
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "action", "srcset")]
        assert not any(name.startswith("on") for name, _ in attrs), "no handlers in the markup"

    def handle_endtag(self, tag: str) -> None:
        self._quiet -= tag in ("style", "script")

    def handle_data(self, data: str) -> None:
        if not self._quiet:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


# -- statistics --------------------------------------------------------------------------------------------------------


def test_the_class_in_numbers() -> None:
    """Median, passes, bins and verdicts are of the graded; the rest is counted beside them."""
    summary = summarise(fakes.small_class())
    assert (summary.graded, summary.median, summary.passed) == (3, Fraction(29, 4), 3)
    assert summary.histogram == (0, 0, 0, 0, 0, 0, 0, 2, 0, 1)
    assert {t.question.id: t.counts for t in summary.tallies} == {
        "productos": (3, 0, 0, 0, 0),
        "pesos": (1, 0, 1, 1, 0),
        "clave": (3, 0, 0, 0, 0),
        "salida": (2, 1, 0, 0, 0),
        "mascara": (2, 0, 0, 1, 0),
    }
    assert [(s.slip, s.title, len(s.rows)) for s in summary.slips] == [("no-scale", "no dividir por √d_k", 1)]


@pytest.mark.parametrize(
    ("marks", "median"),
    [((), "n/d"), ((4,), "4,0"), ((4, 7), "5,5"), ((4, 4, 10), "4,0")],
    ids=["nobody", "one", "two", "odd"],
)
def test_small_classes(marks: tuple[int, ...], median: str) -> None:
    """Case 70: a class of none, one or two: `n/d` instead of a division by zero, and a word on how few they are."""
    rows = [replace(fakes.row(f"a{i}"), mark=Fraction(m)) for i, m in enumerate(marks)]
    summary = summarise(fakes.graded(*rows))
    assert summary.median_text == median
    assert summary.few
    text = Outline(page(fakes.graded(*rows))).text
    assert f"Mediana {median}" in text
    assert "NaN" not in text


def test_everybody_alike() -> None:
    """Case 70: all the same marks, a question everybody got right."""
    summary = summarise(fakes.graded(*(fakes.row(f"a{i}") for i in range(6))))
    assert summary.tallies[0].remark == "la acierta toda la clase"
    assert summary.explain == ""
    assert "Ningún fallo se repite" in page(fakes.graded(*(fakes.row(f"a{i}") for i in range(6))))


def test_without_a_graded_sheet_there_is_nothing_to_explain() -> None:
    """That no mistake is repeated would be said of nobody."""
    for state in (State.UNREADABLE, State.MISSING):
        text = page(fakes.graded(fakes.row("a1", state=state), fakes.row("a2", state=state)))
        assert "Todavía no hay ninguna hoja calificada." in text
        assert "se repite" not in text


def test_without_a_common_mistake_the_worst_question_is_told() -> None:
    """Three who fail the last question, each in their own way, are no reason to explain nothing."""
    verdicts = (fakes.EXACT, fakes.EXACT, fakes.EXACT, fakes.EXACT, fakes.WRONG)
    rows = [fakes.row(f"a{i}", verdicts) for i in range(3)]
    title = fakes.graded(*rows).questions[-1].title
    assert summarise(fakes.graded(*rows)).explain == f"{title}: 3 de 3 la tienen mal, sin un fallo conocido en común."
    waits = fakes.row("b1", state=State.UNREADABLE)
    assert "quedan hojas por leer" in page(fakes.graded(fakes.row("a0"), waits))


def slipped(count: int, slip: str, start: int = 0) -> list[Row]:
    verdicts = (fakes.EXACT, fakes.SLIP, fakes.EXACT, fakes.CARRIED, fakes.EXACT)
    return [fakes.row(f"s{start + i:02}", verdicts, slips=("", slip, "", "", "")) for i in range(count)]


def test_what_to_explain_tomorrow() -> None:
    """The commonest slip, with how it is noticed, and the next one of the same question."""
    summary = summarise(
        fakes.graded(*slipped(14, "no-scale"), *slipped(5, "divide-by-dk", 50), *slipped(1, "base-2", 90))
    )
    assert summary.explain == (
        "No dividir por √d_k: 14 de 20. En la misma pregunta, dividir por d_k en vez de √d_k: otros 5. "
        "Cómo se nota: los pesos salen demasiado extremos."
    )
    assert summary.tallies[3].remark.startswith("arrastre")


def test_a_classmates_sheet_is_a_plain_mistake_here() -> None:
    """What is right for another sheet is told to the teacher alone: neither its name nor its student is on the page."""
    verdicts = (fakes.SLIP, fakes.SLIP, fakes.EXACT, fakes.SLIP, fakes.EXACT)
    row = fakes.row("a1", verdicts, slips=("other-data",) * 2 + ("", "other-data", ""), other="b077", notes=("b077",))
    graded = fakes.graded(row, *slipped(2, "no-scale"))
    assert [s.slip for s in summarise(graded).slips] == ["no-scale"]
    assert "b077" not in page(graded)
    assert "other-data" not in page(graded)


def test_what_is_pending_comes_first() -> None:
    """Doubts with their ranges, files that are no text, strangers, decisions taken."""
    word = Notice("docx", "x")
    waiting = replace(fakes.row("a1", state=State.UNREADABLE), range=(Fraction(6), Fraction(8)))
    doc = replace(
        fakes.row("a2", state=State.UNREADABLE),
        handin=HandIn("a2", None, "a2.docx", word),
        range=(Fraction(0), Fraction(10)),
        between=True,
    )
    decided = replace(fakes.row("a3"), decided=True)
    assert summarise(fakes.graded(waiting, doc, decided, fakes.row("zz", state=State.UNKNOWN))).pending == (
        "2 hojas necesitan tu lectura (6,0 o 8,0 · entre 0,0 y 10,0): decide en decisiones.csv",
        "1 llegó en Word",
        "1 entrega sin alumno en la lista",
        "1 nota lleva una decisión tuya de decisiones.csv",
    )
    assert "Nada pendiente: puedes publicar." in page(fakes.graded(fakes.row("a1")))


# -- the page ----------------------------------------------------------------------------------------------------------


def test_one_file_without_network() -> None:
    """No links, sources nor fonts from elsewhere; a policy that forbids them; Spanish; one title a section."""
    source = page(fakes.small_class())
    outline = Outline(source)
    assert outline.links == []
    assert not re.search(r"https?://|@import|url\(", source)
    assert "default-src 'none'" in source
    assert '<html lang="es">' in source
    assert outline.tags.count("h1") == 1


def test_the_front_page_in_its_order() -> None:
    """What needs the teacher, counts, marks, what to explain, questions, slips, rules; then map and students."""
    text = Outline(page(fakes.graded(*fakes.small_class().rows, *slipped(6, "no-scale")))).text
    order = [
        "Ecuación 1", "Antes de publicar", "La clase", "Nota", "Mañana explica", "Pregunta a pregunta",
        "Fallos de la clase", "Cómo se ha puntuado", "Preguntas × alumnos", "Alumnos",
    ]  # fmt: skip
    places = [text.index(title) for title in order]
    assert places == sorted(places)
    assert "7,25" in text


@pytest.mark.parametrize(
    "nasty", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7 * 7 }}", "</style><b>", "\x1b[31m"]
)
def test_names_ids_and_answers_are_text(nasty: str) -> None:
    """Case 57: markup, template signs and escapes in names, ids and answers stay letters."""
    safe, spoilt = Outline(page(fakes.graded(*slipped(2, "no-scale")))), fakes.graded(
        *(replace(r, id=f"{r.id}{nasty}", name=nasty) for r in slipped(2, "no-scale"))
    )  # fmt: skip
    source = page(spoilt)
    assert sorted(Outline(source).tags) == sorted(safe.tags)
    assert "\x1b" not in source
    assert "49" not in Outline(source).text


def test_rules_with_examples_of_this_class_and_no_names() -> None:
    """Each rule shows an answer of the class, and not whose it is."""
    source = page(fakes.small_class())
    rules = source[source.index('id="rules"') : source.index('id="map"')]
    assert "Aquí: «0 -1 3» en pesos: 2,25 de 3." in rules
    assert "a03" not in rules
    assert "Berta" not in rules


def test_states_without_marks_have_none() -> None:
    """Case 33: not handed in is not a zero."""
    rows = re.findall(r"<tr>.*?</tr>", page(fakes.small_class()), re.S)
    missing = next(r for r in rows if "a06" in r)
    assert "sin entregar" in missing
    assert "<strong></strong>" in missing
    assert "<strong>0" not in missing


def test_large_classes() -> None:
    """Beyond some students the map shows groups; beyond some more, the table stops and says so."""
    rows = [replace(fakes.row(f"a{i:05}"), mark=Fraction(i % 11)) for i in range(MOST_ROWS + 5)]
    rows.append(replace(fakes.row("zz", state=State.UNREADABLE), range=(Fraction(1),)))
    source = page(fakes.graded(*rows))
    assert 'class="who"' not in source
    assert "Cada columna son" in source
    assert f"Aquí hay {MOST_ROWS}; los 6 restantes están en notas.csv." in source
    assert ">zz" in source, "whoever needs a person is never left out"
    assert len(source) < 1_200_000
    few = page(fakes.graded(*rows[:MOST_COLUMNS]))
    assert few.count('class="who"') == MOST_COLUMNS


def test_same_bytes() -> None:
    """Case 65: no clock, no random ids."""
    assert page(fakes.small_class()) == page(fakes.small_class())


def test_a_verdict_nobody_expected_is_not_lost() -> None:
    """Every verdict of the ladder falls in a column, or waits for a person."""
    row = fakes.row("a1", (Verdict.ROUNDED, Verdict.TRUNCATED, Verdict.WRONG_SHAPE, Verdict.COARSE, Verdict.WRONG))
    assert sum(sum(t.counts) for t in summarise(fakes.graded(row)).tallies) == 5


# -- what a teacher learns ---------------------------------------------------------------------------------------------


def answered(id: str, verdict: Verdict, text: str, **more: object) -> Row:
    """Somebody whose weights are judged so and typed so."""
    made = fakes.row(id, (fakes.EXACT, verdict, *fakes.ALL[2:]), **more)  # type: ignore[arg-type]
    assert made.handin is not None
    return replace(made, handin=replace(made.handin, answers={**(made.handin.answers or {}), "pesos": text}))


def test_how_hard_each_question_was() -> None:
    """The share of its points that the class earned; with each kind of sheet where these differ."""
    rows = [fakes.row(f"a{i}", (*fakes.ALL[:4], fakes.WRONG if i < 3 else fakes.EXACT)) for i in range(8)]
    kinds = {"mascara": lambda row: "fila 1" if row.id < "a5" else "fila 2"}
    texts = {t.question.id: t.text for t in summarise(fakes.graded(*rows, variants=kinds)).tallies}
    assert texts["mascara"].startswith("62 % de los puntos · todos los puntos con fila 1: 2 de 5, con fila 2: 3 de 3")
    assert texts["pesos"] == "100 % de los puntos · la acierta toda la clase"


def test_the_kind_of_a_real_sheet() -> None:
    """Where the row asked is drawn, as in an earlier `entrega`, each student is counted with theirs."""
    opened = open_version("entrega", 2)
    sheets = draw_sheets(opened.unit, [f"a{i}" for i in range(9)])
    handins = tuple(HandIn(f"a{i}", {"mascara": "1 0 0 0"}, f"a{i}.txt", order=(f"a{i}", 0)) for i in range(9))
    graded = grade(opened, ClassWork(None, handins), sheets=sheets).graded
    assert set(graded.variants) == {"mascara"}
    for row in graded.rows:
        assert graded.variants["mascara"](row) == f"fila {int(sheets.sheets[row.id].data['fila'])}"


def test_whom_to_talk_to_and_what_they_typed() -> None:
    """Under each slip its students, with what they typed, escaped."""
    slips = ("", "no-scale", "", "", "")
    graded = fakes.graded(*(answered(f"a{i}", fakes.SLIP, f"<b>0,{i}", slips=slips) for i in range(3)))
    assert "Habla de esto con a0 «&lt;b&gt;0,0», a1 «&lt;b&gt;0,1»" in page(graded)


@pytest.mark.parametrize(
    ("texts", "verdict", "common", "found"),
    [
        (("0,31 ; 0,27", "0.31 0.27"), fakes.WRONG, True, [2]),
        (("0,31 ; 0,27", "0,31 0,28"), fakes.WRONG, True, []),
        (("3 ; 2", "3 2"), fakes.WRONG, True, []),
        (("0,31 ; 0,27", "0,31 0,27"), fakes.SLIP, True, []),
        (("0,31 ; 0,27", "0,31 0,27"), fakes.WRONG, False, []),
        (("0,31 ; 0,27",) * 9, fakes.WRONG, True, []),
    ],
    ids=["alike", "not-alike", "whole-numbers", "explained", "numbers-of-ones-own", "too-many-to-be-unusual"],
)
def test_identical_unusual_wrong_answers(
    texts: tuple[str, ...], verdict: Verdict, common: bool, found: list[int]
) -> None:
    """Told as what it is: several with the same numbers, one wrong answer that nothing known explains."""
    rows = [answered(f"a{i}", verdict, text) for i, text in enumerate(texts)]
    graded = fakes.graded(*rows, *(fakes.row(f"b{i}") for i in range(9)), common=common)
    assert [len(alike.rows) for alike in summarise(graded).alike] == found
    assert ("no demuestra nada" in page(graded)) == bool(found)


def test_sentences_divide_by_who_was_judged() -> None:
    """An answer marked by hand is in no column, nor among those a slip is counted over."""
    slips = ("", "no-scale", "", "", "")
    rows = [fakes.row(f"a{i}", (fakes.EXACT, fakes.SLIP, *fakes.ALL[2:]), slips=slips) for i in range(2)]
    rows += [fakes.row(f"b{i}", by_hand=frozenset({1})) for i in range(4)]
    assert summarise(fakes.graded(*rows)).explain.startswith("No dividir por √d_k: 2 de 2.")
