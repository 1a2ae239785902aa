"""The door to all drawing: what is shown to a person goes through one `Screen`.

The same calls draw in colour, in plain characters, or as linear text for a screen reader. Texts of learners and
authors are never taken as markup: rich is handed finished spans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from tutor.phrasing import mid_sentence
from tutor.screen import cards, charts, figures, linear, scatter, tables
from tutor.screen.lines import EMPTY, MARGIN, WIDEST_TEXT, Line, Span, indented, line, marked, plain
from tutor.screen.paint import Painter
from tutor.terminal import Terminal
from tutor.units.views import (
    ChartView,
    MatricesView,
    Matrix,
    ReadsView,
    TableView,
    TextView,
    View,
    WarningView,
    WorkedView,
)
from tutor.wrapping import paragraphs, width_of, wrap

STYLE_OF = {
    "exact": "good", "rounded": "good", "truncated": "good", "carried": "soft", "coarse": "soft", "slip": "bad",
    "wrong": "bad", "blank": "soft", "ask": "soft", "unreadable": "soft", "wrong-shape": "soft", "noted": "accent",
    "error": "bad", "limit": "bad",
}  # fmt: skip
WORD_OF = {
    "exact": "Bien", "rounded": "Bien", "truncated": "Bien", "carried": "Bien con tus números", "coarse": "Casi",
    "slip": "Todavía no", "wrong": "Todavía no", "blank": "En blanco", "ask": "Dos lecturas",
    "unreadable": "No lo leo", "wrong-shape": "Otra forma", "noted": "Apuntado",
}  # fmt: skip
"""The word that says a verdict, whatever its colour."""

PICTURE_SIGNS = {"·": ".", "●": "@"}


class Screen:
    """Draws on one terminal. Every method writes whole lines; none of them asks or waits."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._painter = Painter(terminal)
        self._pen = figures.Pen(terminal)
        self._open = False
        """Something was written since the last blank line."""

    def measure(self) -> Terminal:
        """Takes the width that the window has now, and returns the terminal."""
        self.terminal = self.terminal.measured()
        self._pen = figures.Pen(self.terminal)
        return self.terminal

    @property
    def width(self) -> int:
        """Columns of the terminal."""
        return self.terminal.width

    @property
    def text_width(self) -> int:
        """Columns that running text takes; no limit where it is read aloud."""
        return 10_000 if self.terminal.accessible else min(self.terminal.width, WIDEST_TEXT)

    # -- words -----------------------------------------------------------------------------------------------------

    def text(self, text: str, style: str = "") -> None:
        """Paragraphs; indented lines are kept as they are, what is between backticks is shown as something to type."""
        self._write(marked(row, style) for row in paragraphs(self._safe(text), self.text_width))

    def blank(self) -> None:
        """An empty line, unless the last one was."""
        if self._open:
            self._painter.write([EMPTY])
            self._open = False

    def title(self, text: str) -> None:
        """A heading, after a blank line."""
        self.blank()
        self.text(text, "title")

    def header(self, where: str) -> None:
        """Where one is: `Tramo 1 de 3 · Comparar y escalar · 2 de 8`, over a thin rule."""
        self.blank()
        text = self._safe(where if self.terminal.can("·") else where.replace(" · ", " - "))
        self._write(line(Span(row, "title")) for row in wrap(text, self.text_width))
        if not self.terminal.accessible:
            self._write([line(Span(self._safe("─" * min(self.width, WIDEST_TEXT)), "dim"))])

    def question(self, ask: str, choices: Mapping[str, str] | None = None) -> None:
        """What is asked, and what can be chosen from: `  a) nada`."""
        self.text(ask, "strong")
        for label, text in (choices or {}).items():
            first = self._safe(f"{MARGIN}{label}) ")
            head, *more = wrap(self._safe(text), self.text_width - width_of(first))
            self._write([line(Span(first, "accent"), head), *(line(" " * width_of(first) + row) for row in more)])

    def echo(self, read: str) -> None:
        """How the answer was read: `Leo: 0,00`."""
        rows = paragraphs(self._safe(f"Leo: {read}"), self.text_width)
        self._write([line(Span("Leo:", "dim"), rows[0].removeprefix("Leo:")), *(line(row) for row in rows[1:])])

    def given(self, name: str, typed: str, right: str = "") -> None:
        """A question by name, what was answered to it and, below, what is right: `Pesos: (0,412 ; 0,203 ; 0,384)`."""
        head = self._safe(f"{name}:" if typed else name)
        rows = paragraphs(f"{head} {self._safe(typed)}".rstrip(), self.text_width)
        first = (Span(head, "strong"), Span(rows[0].removeprefix(head))) if rows[0].startswith(head) else line(rows[0])
        self._write([first, *(line(row) for row in rows[1:])])
        if right:
            self.note(f"Lo correcto: {right}")

    def verdict(self, verdict: str, text: str = "", word: str = "") -> None:
        """The verdict as a word and its reason. In linear text the word comes last, in a line of its own."""
        word = word or WORD_OF.get(verdict, verdict)
        reason = self._safe(text)
        if self.terminal.accessible:
            self._write(line(row) for row in paragraphs(reason, self.text_width) if reason)
            self._write([line(f"Resultado: {mid_sentence(word)}.")])
            return
        rows = paragraphs(f"{self._safe(word)}. {reason}".rstrip(), self.text_width)
        rest = rows[0].removeprefix(self._safe(word) + ".")
        first = (Span(self._safe(word) + ".", STYLE_OF.get(verdict, "strong")), *marked(rest))
        self._write([first, *(marked(row) for row in rows[1:])])

    def note(self, text: str) -> None:
        """A remark beside the matter: how something was read, a rounding, a place to read on."""
        self.text(text, "dim")

    def warning(self, text: str) -> None:
        """What people get wrong, behind a bar and the word that says so."""
        text = mid_sentence(text)
        if self.terminal.accessible:
            self.text(f"Ojo: {text}")
            return
        bar = Span(self._safe("▌ "), "warn")
        rows = paragraphs(self._safe(f"Ojo: {text}"), self.text_width - 2)
        head = (bar, Span("Ojo:", "warn"), *marked(rows[0].removeprefix("Ojo:")))
        self._write([head, *((bar, *marked(row)) for row in rows[1:])])

    def hint(self, text: str, number: int, total: int) -> None:
        """`Pista 2 de 3: …`"""
        rows = paragraphs(self._safe(f"Pista {number} de {total}: {text}"), self.text_width)
        head, _, rest = rows[0].partition(": ")
        self._write([(Span(f"{head}: ", "accent"), *marked(rest)), *(marked(row) for row in rows[1:])])

    # -- lists and tables ------------------------------------------------------------------------------------------

    def pairs(self, rows: Sequence[tuple[str, str]]) -> None:
        """Names and what they are: units, commands, skills."""
        if self.terminal.accessible:
            self._write((line(self._safe(f"{name}: {text}")) for name, text in rows))
            return
        safe = [(self._safe(name), self._safe(text)) for name, text in rows]
        self._write(indented(tables.pairs(safe, self.text_width - len(MARGIN))))

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "", source: str = "") -> None:
        """A table of finished texts; below, what is to be seen in it and where its numbers come from."""
        head = [self._safe(cell) for cell in header]
        body = [[self._safe(cell) for cell in row] for row in rows]
        if self.terminal.accessible:
            self._write(line(row) for row in linear.table(head, body))
        else:
            self._write(indented(tables.table(head, body, self.width - len(MARGIN))))
        if caption:
            self.text(caption)
        if source:
            self.note(f"({source})")

    def card(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        """The summary at the end of a unit: the learner's own numbers, framed where frames are welcome."""
        if self.terminal.accessible:
            self.text(title)
            self.pairs(rows)
            return
        safe = [(self._safe(name), self._safe(text)) for name, text in rows]
        width = min(self.width, WIDEST_TEXT)
        can_round = self.terminal.can("╭╮╰╯│─")
        self._write(cards.card(self._safe(title), safe, width, round_corners=can_round))

    def gauges(self, rows: Sequence[tuple[str, int, int, str]]) -> None:
        """Progress: name, how many, of how many, and a remark or ""."""
        safe = [(self._safe(name), done, total, self._safe(note)) for name, done, total, note in rows]
        if self.terminal.accessible:
            self._write(line(f"{name}: {done} de {total}. {note}".rstrip()) for name, done, total, note in safe)
        else:
            self._write(self._signs(indented(cards.gauges(safe, self.width - len(MARGIN)))))

    # -- views -----------------------------------------------------------------------------------------------------

    def views(self, views: Iterable[View]) -> None:
        """Several views, with air between those of different kinds."""
        for view in views:
            if view != TextView(""):
                self.blank()
                self.view(view)

    def view(self, view: View) -> None:
        """Whatever a block of a unit has become."""
        match view:
            case TextView():
                self.text(view.text)
            case WarningView():
                self.warning(view.text)
            case MatricesView():
                self.matrices(view.items)
            case WorkedView():
                self.worked(view.lines)
            case ChartView():
                self.chart(view)
            case TableView():
                self.table(view.header, view.rows, view.caption, view.source)
            case ReadsView():
                self.reads(view)
            case _:
                assert_never(view)

    def matrices(self, items: Sequence[Matrix]) -> None:
        """Matrices with aligned decimals, side by side while they fit."""
        named = [self._named(item) for item in items]
        if self.terminal.accessible:
            self._write(line(row) for item in named for row in linear.matrix(item, self._pen))
        else:
            self._write(indented(figures.matrices(named, self._pen, self.width - len(MARGIN))))

    def worked(self, steps: Sequence[str]) -> None:
        """The arithmetic of a step, a line each; the result of each line stands out."""
        margin = "" if self.terminal.accessible else MARGIN
        for step in steps:
            rows = wrap_sum(self._safe(step), self.text_width - len(margin))
            for i, row in enumerate(rows):
                before, equals, result = row.rpartition(" = ") if i == len(rows) - 1 else (row, "", "")
                self._write([line(margin + before + equals, Span(result, "strong"))])

    def chart(self, view: ChartView) -> None:
        """A picture with its numbers; in linear text, the numbers."""
        if self.terminal.accessible:
            self._write(line(self._safe(row)) for row in linear.chart(view, self._pen))
            return
        if view.title:
            self.text(view.title, "strong")
        self._write(indented(self._signs(self._picture(view))))

    def reads(self, view: ReadsView) -> None:
        """How texts are read: what is typed, what is understood, what is remarked."""
        if self.terminal.accessible:
            self._write(line(self._safe(row)) for row in linear.reads(view.rows))
            return
        rows = [(row.typed, row.read or "—", row.remark) for row in view.rows]
        self.table(("escribes", "leo", ""), rows)

    # -- inside ----------------------------------------------------------------------------------------------------

    def _picture(self, view: ChartView) -> list[Line]:
        pen, width = self._pen, self.width - len(MARGIN)
        labels = [self._safe(label) for label in view.labels]
        row = view.values[0] if view.values else ()
        match view.kind:
            case "bars":
                return charts.bars(row, labels, view.places, pen, width, self.terminal.can(charts.EIGHTHS))
            case "heat":
                return charts.heat(view.values, labels, view.places, pen, width, self.terminal.colour)
            case "mask":
                return charts.mask(view.values, labels, view.places, pen, width)
            case "plane":
                points = [(row[0], row[1]) for row in view.values]
                inside = (view.point[0], view.point[1]) if view.point is not None else None
                return scatter.plane(points, labels, inside, view.places, pen, width)
            case "arrows":
                keys = [(row[0], row[1]) for row in view.values]
                query = view.point or (0.0, 0.0)
                return scatter.arrows(keys, labels, (query[0], query[1]), view.places, pen, width)
            case "curve":
                return scatter.curve(row, labels, view.places, pen, width)

    def _named(self, item: Matrix) -> Matrix:
        """The matrix with its words in signs of this console, so that what is measured is what is written."""
        labels = tuple(self._safe(label) for label in item.row_labels)
        return replace(item, name=self._safe(item.name), row_labels=labels)

    def _signs(self, rows: Iterable[Line]) -> list[Line]:
        """A picture in signs of this console: here a dot is a dot, no product."""
        fallbacks = {sign: other for sign, other in PICTURE_SIGNS.items() if not self.terminal.can(sign)}
        table = str.maketrans(fallbacks)
        return [tuple(Span(self._safe(span.text.translate(table)), span.style) for span in row) for row in rows]

    def _safe(self, text: str) -> str:
        return self.terminal.safe(text)

    def _write(self, rows: Iterable[Line]) -> None:
        written = list(rows)
        if self.terminal.accessible and self.terminal.is_tty:
            written = [line(piece) for row in written for piece in wrap(plain(row), self.width)]
        if written:
            self._painter.write(written)
            self._open = bool(written[-1])


def wrap_sum(text: str, width: int) -> list[str]:
    """A line of arithmetic, broken before a `=` or a `+` where it is too long."""
    if width_of(text) <= width:
        return [text]
    head, equals, rest = text.partition(" = ")
    hanging = " " * min(width_of(head) + 1, width // 3) if equals else MARGIN
    pieces = rest.replace(" = ", "\n= ").replace(" + ", "\n+ ").split("\n") if equals else [text]
    rows, current = [], f"{head} = {pieces[0]}" if equals else pieces[0]
    for piece in pieces[1:]:
        if width_of(f"{current} {piece}") <= width:
            current = f"{current} {piece}"
        else:
            rows.append(current)
            current = hanging + piece
    fitting: list[str] = []
    for row in [*rows, current]:
        fitting += [row] if width_of(row) <= width else wrap(row, width, hanging + MARGIN)
    return fitting
