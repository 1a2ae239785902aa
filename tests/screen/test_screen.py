"""Whatever the terminal, every number is shown, every line fits, and no text is taken for markup."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.running import drawn, terminal
from tests.screen.views import VIEWS
from tutor.answers import read, write, write_number
from tutor.judging.verdicts import Verdict
from tutor.screen import Screen
from tutor.screen.paint import STYLES
from tutor.screen.scatter import envelope, inside
from tutor.screen.screen import STYLE_OF, WORD_OF
from tutor.units.views import ChartView, MatricesView, Matrix, View
from tutor.wrapping import width_of

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
ENCODINGS = ("utf-8", "cp1252", "cp850", "ascii")
WIDTHS = (32, 40, 60, 80, 120)


def shown(view: View, **how: object) -> str:
    a_terminal = terminal(**how)  # type: ignore[arg-type]
    Screen(a_terminal).view(view)
    return drawn(a_terminal)


def question_views(view: View, **how: object) -> list[str]:
    """The numbers of a view as this terminal writes them."""
    safe = terminal(**how).safe  # type: ignore[arg-type]
    if isinstance(view, MatricesView):
        return [safe(write([x], m.places)) for m in view.items for row in m.values for x in row]
    if isinstance(view, ChartView):
        return [safe(write_number(x, view.places)) for row in view.values for x in row]
    return []


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_nothing_is_lost_and_nothing_runs_over(name: str, width: int, encoding: str) -> None:
    """Every number of a view is on the screen, in lines that fit, whatever the width and the encoding."""
    out = shown(VIEWS[name], width=width, encoding=encoding)
    assert [row for row in out.splitlines() if width_of(row) > width] == []
    assert [n for n in question_views(VIEWS[name], encoding=encoding) if n not in out] == []


@pytest.mark.parametrize("name", VIEWS)
def test_colour_changes_no_character_but_shades(name: str) -> None:
    """Colour is added to the plain screen; only a heat map, whose shades it draws, is laid out otherwise."""
    coloured = shown(VIEWS[name], colour=True)
    assert "\x1b[" in coloured
    bare = [row.rstrip() for row in ESCAPES.sub("", coloured).splitlines()]
    if name != "heat":
        assert bare == shown(VIEWS[name]).splitlines()
    assert [n for n in question_views(VIEWS[name]) if n not in "\n".join(bare)] == []


@pytest.mark.parametrize("name", VIEWS)
def test_linear_text_has_no_boxes_and_no_columns(name: str) -> None:
    """A screen reader meets one thing a line: no drawing, no runs of blanks, every number."""
    out = shown(VIEWS[name], accessible=True, width=40)
    assert not re.search(r"[─-╿▀-▟●]", out)
    assert not re.search(r"\S {2,}\S", out)
    assert [n for n in question_views(VIEWS[name]) if n not in out] == []


def test_matrices_are_rows_to_a_screen_reader() -> None:
    """`fila 0: …`, with the label of the row."""
    assert shown(VIEWS["matrices"], accessible=True).splitlines()[:3] == [
        "Q: 1,0 ; 0,0",
        "K, 3 filas y 2 columnas:",
        "fila 0: 1,0 ; 0,0 (clave 0)",
    ]


def test_the_result_is_the_last_line_of_linear_text() -> None:
    """What matters most is heard last."""
    a_terminal = terminal(accessible=True)
    Screen(a_terminal).verdict("slip", "Has multiplicado por e.")
    assert drawn(a_terminal).splitlines() == ["Has multiplicado por e.", "Resultado: todavía no."]


@pytest.mark.parametrize("text", ["[bold]x[/bold]", "[a, b]", "[/]", "[0,412 ; 0,203]", ":smile:", "[link=http://x]y"])
def test_text_is_never_markup(text: str) -> None:
    """What rich would take for a tag or an emoji is printed as it is."""
    a_terminal = terminal(colour=True)
    screen = Screen(a_terminal)
    screen.text(text)
    screen.verdict("wrong", text)
    screen.pairs([(text, text)])
    assert ESCAPES.sub("", drawn(a_terminal)).count(text) == 4


@given(text=st.text(max_size=200), width=st.integers(32, 100), encoding=st.sampled_from(ENCODINGS))
@example(text="0" * 17 + "寬寬寬寬", width=32, encoding="utf-8")
def test_any_text_fits(text: str, width: int, encoding: str) -> None:
    """Whatever an author or a learner wrote, no line is too wide and no control character gets through."""
    a_terminal = terminal(width=width, encoding=encoding)
    screen = Screen(a_terminal)
    screen.text(text)
    screen.warning(text)
    screen.verdict("wrong", text)
    screen.hint(text, 1, 3)
    screen.question(text, {"a": text})
    screen.table((text[:9], "b"), [(text, text)])
    screen.card("t", [("a", text)])
    assert [row for row in drawn(a_terminal).split("\n") if width_of(row) > width] == []
    assert "\x1b" not in drawn(a_terminal)


cells = st.floats(-1e6, 1e6) | st.sampled_from([math.inf, -math.inf, 0.0])


@given(data=st.data(), width=st.integers(32, 120), accessible=st.booleans())
def test_any_matrix_is_whole(data: st.DataObject, width: int, accessible: bool) -> None:
    """Up to eight columns of any numbers: all of them are there, row by row, in order (thousands apart or not)."""
    columns = data.draw(st.integers(1, 8))
    rows = data.draw(st.lists(st.tuples(*[cells] * columns), min_size=1, max_size=4))
    item = Matrix("M", tuple(rows), 2, tuple(f"fila {i}" for i in range(len(rows))))
    out = shown(MatricesView((item,)), width=width, accessible=accessible)
    flat = out.replace("\u00a0", "")
    position = 0
    for x in (x for row in rows for x in row):
        position = flat.index(write([x], 2).replace("\u00a0", ""), position) + 1


@given(
    values=st.lists(st.floats(-1e3, 1e3) | st.sampled_from([math.inf, -math.inf]), min_size=1, max_size=9),
    kind=st.sampled_from(["bars", "curve"]),
    width=st.integers(32, 90),
)
def test_any_row_can_be_drawn(values: list[float], kind: str, width: int) -> None:
    """Bars and curves of any numbers: no crash, no line too wide."""
    view = ChartView(kind, "t", (tuple(values),), 2, tuple("abcdefghi"[: len(values)]))  # type: ignore[arg-type]
    out = shown(view, width=width)
    assert all(write_number(x, 2) in out for x in values)


@pytest.mark.parametrize("accessible", [False, True])
def test_the_curve_tells_its_powers_as_they_are_worked_out(accessible: bool) -> None:
    """With three decimals, whatever the exponents have; what is too large to draw is not infinite nor a point."""
    view = ChartView("curve", "t", ((0.5, 1000.0, -1000.0),), 1)
    out = shown(view, accessible=accessible)
    assert "e^0,5 = 1,649" in out
    assert "e^−1000,0 = 0,000" in out
    assert "e^1000,0: demasiado grande para la curva" in out
    assert "∞" not in out
    assert "●  e^1000" not in out


@given(values=st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=5), kind=st.sampled_from(["heat", "mask"]))
def test_any_matrix_can_be_shaded(values: list[tuple[float, ...]], kind: str) -> None:
    """Heat maps and masks of any numbers."""
    for colour in (False, True):
        out = shown(ChartView(kind, "t", tuple(values), 1), colour=colour)  # type: ignore[arg-type]
        assert all(write([x], 1) in out for row in values for x in row)


points = st.tuples(st.floats(-100, 100), st.floats(-100, 100))


@given(some=st.lists(points, min_size=1, max_size=6), inside=points)
def test_any_plane_can_be_drawn(some: list[tuple[float, float]], inside: tuple[float, float]) -> None:
    """Points on a line, all equal, a single one: always a picture, always the numbers."""
    out = shown(ChartView("plane", "t", tuple(some), 1, (), inside))
    assert all(write_number(c, 1) in out for p in [*some, inside] for c in p)


def test_the_envelope_is_the_convex_hull() -> None:
    """Inner points are no corner; three in line leave a segment."""
    assert set(envelope([(0, 0), (4, 0), (0, 4), (1, 1)])) == {(0, 0), (4, 0), (0, 4)}
    assert set(envelope([(10, 0), (0, 10), (5, 5)])) == {(10, 0), (0, 10)}


@pytest.mark.parametrize("verdict", list(Verdict), ids=str)
def test_every_verdict_has_its_word_and_style(verdict: Verdict) -> None:
    """Meaning is a word first; colour comes after."""
    assert WORD_OF[verdict]
    assert STYLES[STYLE_OF[verdict]]


def test_words_tell_apart_what_colours_tell_apart() -> None:
    """No two verdicts of different colour share their word."""
    seen: dict[str, str] = {}
    for verdict, word in WORD_OF.items():
        assert seen.setdefault(word, STYLE_OF[verdict]) == STYLE_OF[verdict]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_a_matrix_shows_can_be_typed_back(encoding: str) -> None:
    """A row copied from the screen reads as its numbers."""
    a_terminal = terminal(encoding=encoding)
    Screen(a_terminal).matrices([Matrix("", ((0.7071, -math.inf, -0.5),), 3)])
    reading = read(drawn(a_terminal).strip(), "vector", (3,))
    assert reading.value == [0.707, -math.inf, -0.5]


def test_air_is_never_doubled() -> None:
    """Asking twice for an empty line gives one, and none at the top."""
    a_terminal = terminal()
    screen = Screen(a_terminal)
    screen.blank()
    screen.text("a")
    screen.blank()
    screen.blank()
    screen.title("b")
    assert drawn(a_terminal) == "a\n\nb\n"


def test_parts_of_a_whole_share_one_scale() -> None:
    """Two distributions side by side can be compared by eye; what adds to something else fills the room."""

    def longest(*values: float) -> int:
        a_terminal = terminal()
        Screen(a_terminal).view(ChartView("bars", "", (values,), 3))
        return max(row.count("█") for row in drawn(a_terminal).splitlines())

    assert (longest(0.5, 0.5), longest(0.5, 0.25, 0.25)) == (16, 16)
    assert longest(0.41, 0.2, 0.38) < longest(0.9, 0.05, 0.05) < longest(1.0, 0.0, 0.0)
    assert longest(2.028, 1.0, 1.89) == longest(20.28, 10.0, 18.9) == longest(1.0, 0.0, 0.0)


TRIANGLE = [(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)]
SEGMENT = [(10.0, 0.0), (0.0, 10.0), (5.0, 5.0)]


@pytest.mark.parametrize(
    ("points", "point", "expected"),
    [
        (TRIANGLE, (1.0, 2.0), True),
        (TRIANGLE, (4.0, 4.0), False),
        (TRIANGLE, (2.0, 2.0), True),
        (SEGMENT, (6.04, 3.95), True),
        (SEGMENT, (2.0, 3.0), False),
        (SEGMENT, (12.0, -2.0), False),
        ([(1.0, 1.0)], (1.0, 1.0), True),
    ],
)
def test_what_is_said_to_be_inside_is(
    points: list[tuple[float, float]], point: tuple[float, float], expected: bool
) -> None:
    """A rounded output may lie a unit of its last decimal beside the segment it belongs to."""
    assert inside(points, point, 0.01) is expected
    a_terminal = terminal(accessible=True)
    Screen(a_terminal).view(ChartView("plane", "", tuple(points), 2, (), point))
    assert ("dentro de" if expected else "fuera de") in drawn(a_terminal)


def test_one_long_name_leaves_the_others_beside_their_texts() -> None:
    """It stands above its own, wrapped where it is wider than the window."""
    a_terminal = terminal()
    Screen(a_terminal).pairs([("corto", "uno"), ("largo " * 20, "dos")])
    rows = drawn(a_terminal).splitlines()
    assert rows[0] == "  corto   uno"
    assert rows[-1].strip() == "dos"
    assert all(width_of(row) <= 80 for row in rows)


def test_a_table_of_numbers_stands_closer_before_it_becomes_a_list() -> None:
    """The running table, all its steps, at 40 columns."""
    here = terminal(width=40)
    rows = [("0 gato", "1,00", "0,707", "2,028", "0,412"), ("2 gatito", "0,90", "0,636", "1,890", "0,384")]
    Screen(here).table(("clave", "producto", "escalado", "e^z", "α"), rows)
    assert drawn(here).splitlines()[-1].split() == ["2", "gatito", "0,90", "0,636", "1,890", "0,384"]
    assert max(map(len, drawn(here).splitlines())) <= 40


@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_no_gauge_is_broken_by_a_long_name(width: int) -> None:
    here = terminal(width=width)
    Screen(here).gauges([("Las cinco comprobaciones", 0, 5, ""), ("La ecuación 1, a mano", 23, 23, "hecha antes")])
    lines = drawn(here).splitlines()
    assert any(line.endswith("23 de 23") or "23 de 23   hecha antes" in line for line in lines)
    assert max(map(len, lines)) <= width
