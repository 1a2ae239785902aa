"""Two pictures on a grid of characters: the plane with the rows of V, and the curve of e^x with its points."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tutor.screen.figures import Pen
from tutor.screen.lines import Line, Span, line, pad
from tutor.wrapping import width_of

HEIGHT = 9
WIDEST = 44
LOW = 8
"""The height of the little picture of arrows; both axes have the same units, so that a right angle looks like one."""
TRAIL = "·"
OUTPUT = "●"
OF_POWERS = 3
"""Decimals of e^x, as where it is worked out."""
HIGHEST = math.log(1e15)
"""Beyond it e^x is too large to be written, or drawn beside anything else."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Point = tuple[float, float]


class Canvas:
    """A grid with axes. Points are given in the units of the picture; the origin is at the bottom left."""

    def __init__(self, x: Point, y: Point, columns: int, rows: int) -> None:
        self._x, self._y = _roomy(x), _roomy(y)
        self._columns, self._rows = columns, rows
        self._cells = [[Span(" ")] * columns for _ in range(rows)]

    def _place(self, point: Point) -> tuple[int, int]:
        across = (point[0] - self._x[0]) / (self._x[1] - self._x[0])
        up = (point[1] - self._y[0]) / (self._y[1] - self._y[0])
        return round(across * (self._columns - 1)), round((1 - up) * (self._rows - 1))

    def put(self, point: Point, sign: str, style: str = "") -> None:
        """Draws one sign; what lies outside the picture is not drawn."""
        if not all(math.isfinite(c) for c in point):
            return
        column, row = self._place(point)
        if 0 <= column < self._columns and 0 <= row < self._rows:
            self._cells[row][column] = Span(sign, style)

    def mark(self, point: Point, sign: str, style: str = "") -> None:
        """Draws a letter, beside another that stands at the same place."""
        column, row = self._place(point)
        step = 1 if column + 1 < self._columns else -1
        while 0 < column < self._columns and self._cells[row][column].text.isalnum():
            column += step
        self._cells[row][column] = Span(sign, style)

    def trail(self, start: Point, end: Point) -> None:
        """A dotted straight line."""
        (a, b), (c, d) = self._place(start), self._place(end)
        steps = max(abs(c - a), abs(d - b), 1)
        for k in range(steps + 1):
            share = k / steps
            self.put((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])), TRAIL, "dim")

    def lines(self, pen: Pen) -> list[Line]:
        """The grid with its axes; the ends of both are written."""
        top, bottom = (pen.number(end, _few(self._y)) for end in reversed(self._y))
        left, right = (pen.number(end, _few(self._x)) for end in self._x)
        first = max(width_of(top), width_of(bottom))
        rows: list[Line] = []
        for i, cells in enumerate(self._cells):
            tick = top if i == 0 else bottom if i == self._rows - 1 else ""
            mark = "┤" if tick else "│"
            rows.append((Span(f"{pad(tick, first, right=True)} {mark}", "dim"), *cells))
        rows.append(line(Span(" " * (first + 1) + "└" + "─" * self._columns, "dim")))
        between = self._columns - width_of(left) - width_of(right)
        rows.append(line(Span(" " * (first + 2) + left + " " * max(1, between) + right, "dim")))
        return rows


def plane(
    points: Sequence[Point], labels: Sequence[str], inside: Point | None, places: int, pen: Pen, width: int
) -> list[Line]:
    """The points as letters (the axes have the numbers), the edge of their envelope in dots, the point inside it; then
    all in numbers.
    """
    everything = [*points, inside] if inside is not None else list(points)
    canvas = Canvas(_span([p[0] for p in everything]), _span([p[1] for p in everything]), _columns(width), HEIGHT)
    hull = envelope(points)
    for start, end in zip(hull, [*hull[1:], hull[0]], strict=True):
        canvas.trail(start, end)
    for i, point in enumerate(points):
        canvas.put(point, LETTERS[i % len(LETTERS)], "strong")
    if inside is not None:
        canvas.put(inside, OUTPUT, "good")
    rows = canvas.lines(pen)
    for i, point in enumerate(points):
        name = labels[i] if i < len(labels) else f"fila {i}"
        rows.append(
            line(Span(LETTERS[i % len(LETTERS)], "strong"), f"  {name}  {pen.listed(point, places, brackets=True)}")
        )
    if inside is not None:
        rows.append(line(Span(OUTPUT, "good"), f"  salida  {pen.listed(inside, places, brackets=True)}"))
    return rows


def arrows(
    points: Sequence[Point], labels: Sequence[str], query: Point, places: int, pen: Pen, width: int
) -> list[Line]:
    """Keys and query as arrows from the origin, each with a letter at its point, Q the query's; then all in numbers."""
    ends = _span([0.0, *(c for point in (*points, query) for c in point)])
    canvas = Canvas(ends, ends, min(2 * LOW + 1, _columns(width)), LOW)  # a sign is about twice as high as wide
    for point in [*points, query]:
        canvas.trail((0.0, 0.0), point)
    canvas.put((0.0, 0.0), "+", "dim")
    for i, point in enumerate(points):
        canvas.mark(point, str(i), "strong")
    canvas.mark(query, "Q", "good")
    names = [labels[i] if i < len(labels) else f"clave {i}" for i in range(len(points))]
    signs = [Span(str(i), "strong") for i in range(len(points))]
    legend = [(Span("Q", "good"), "consulta", query), *zip(signs, names, points, strict=True)]
    return canvas.lines(pen) + [
        line(sign, f"  {name}  {pen.listed(point, places, brackets=True)}") for sign, name, point in legend
    ]


def curve(z: Sequence[float], labels: Sequence[str], places: int, pen: Pen, width: int) -> list[Line]:
    """e^x from a little left of the smallest z to a little right of the largest, and its points; then the numbers."""
    drawn = [x for x in z if math.isfinite(x) and x < HIGHEST]
    low, high = (min(drawn), max(drawn)) if drawn else (0.0, 1.0)
    low, high = math.floor(2 * min(low, 0.0)) / 2 - 0.5, math.ceil(2 * max(high, 0.0) + 0.25) / 2
    canvas = Canvas((low, high), (0.0, math.exp(high)), _columns(width), HEIGHT)
    for k in range(3 * WIDEST + 1):
        x = low + (high - low) * k / (3 * WIDEST)
        canvas.put((x, math.exp(x)), TRAIL, "dim")
    for x in drawn:
        canvas.put((x, math.exp(x)), OUTPUT, "good")
    rows = canvas.lines(pen)
    for i, x in enumerate(z):
        name = f"{labels[i]}  " if i < len(labels) else ""
        sign = Span(OUTPUT, "good") if x in drawn else Span(" ")
        rows.append(line(sign, f"  {name}{power(x, places, pen)}"))
    return rows


def power(x: float, places: int, pen: Pen) -> str:
    """`e^0,5 = 1,649`, whatever decimals the exponent has; what is too large to write or draw is only named."""
    written = f"e^{pen.number(x, places)}"
    if math.isfinite(x) and x >= HIGHEST:
        return f"{written}: demasiado grande para la curva"
    return f"{written} = {pen.number(math.exp(x), max(places, OF_POWERS))}"


def envelope(points: Sequence[Point]) -> list[Point]:
    """The corners of the convex hull, in order (Andrew's monotone chain); a segment or a point if there is no more."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(some: Sequence[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in some:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def inside(points: Sequence[Point], point: Point, slack: float) -> bool:
    """Whether a point lies in the convex hull of others, or within `slack` of it (what its rounding may do)."""
    hull = envelope(points)
    edges = list(zip(hull, [*hull[1:], hull[0]], strict=True))
    if len(hull) > 2 and all(_turn(a, b, point) >= 0 for a, b in edges):
        return True
    return any(_distance(point, a, b) <= slack for a, b in edges)


def _distance(point: Point, a: Point, b: Point) -> float:
    """From a point to a segment."""
    along, length = (b[0] - a[0], b[1] - a[1]), math.dist(a, b)
    share = sum((p - q) * d for p, q, d in zip(point, a, along, strict=True)) / length**2 if length else 0.0
    share = min(1.0, max(0.0, share))
    return math.dist(point, (a[0] + share * along[0], a[1] + share * along[1]))


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _span(values: Sequence[float]) -> Point:
    finite = [v for v in values if math.isfinite(v)] or [0.0]
    return min(finite), max(finite)


def _roomy(ends: Point) -> Point:
    return ends if ends[1] > ends[0] else (ends[0] - 1.0, ends[0] + 1.0)


def _few(ends: Point) -> int:
    return 0 if all(float(end).is_integer() for end in ends) else 1


def _columns(width: int) -> int:
    return max(8, min(WIDEST, width - 10))
