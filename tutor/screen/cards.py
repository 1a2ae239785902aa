"""Summaries: the card of a unit, gauges of progress."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.screen.lines import EMPTY, MARGIN, Line, Span, line, pad, padded
from tutor.screen.tables import pairs
from tutor.wrapping import width_of, wrap

LONGEST_GAUGE = 20


def card(title: str, rows: Sequence[tuple[str, str]], width: int, *, round_corners: bool) -> list[Line]:
    """A framed summary, `width` columns wide in all."""
    inner = width - 4
    body = [line(Span(row, "title")) for row in wrap(title, inner)]
    body += [EMPTY, *pairs(rows, inner)]
    corners, side, stroke = ("╭╮╰╯", "│", "─") if round_corners else ("++++", "|", "-")
    rule = stroke * (inner + 2)
    framed = [(Span(f"{side} ", "dim"), *padded(row, inner), Span(f" {side}", "dim")) for row in body]
    top, bottom = corners[0] + rule + corners[1], corners[2] + rule + corners[3]
    return [line(Span(top, "dim")), *framed, line(Span(bottom, "dim"))]


def gauges(rows: Sequence[tuple[str, int, int, str]], width: int) -> list[Line]:
    """Name, how many, of how many and a remark: `softmax  ████······   4 de 10   dos fallos enmendados`.

    Where the names leave no room for that, each stands on a line of its own.
    """
    counts = [f"{done} de {total}" for _, done, total, _ in rows]
    first = max((width_of(name) for name, *_ in rows), default=0)
    last = max((len(count) for count in counts), default=0)
    above = first + last + 10 > width
    first = 0 if above else first
    size = max(4, min(LONGEST_GAUGE, width - first - last - 6))
    lines: list[Line] = []
    for (name, done, total, note), count in zip(rows, counts, strict=True):
        full = round(size * done / total) if total else 0
        full = min(full, size - 1) if done < total else full
        lines += [line(Span(piece)) for piece in wrap(name, width)] if above else []
        row: Line = (
            Span(("" if above else pad(name, first)) + "  "),
            Span("█" * full, "bar"),
            Span("·" * (size - full), "dim"),
            Span(f"  {count:>{last}}"),
        )
        beside = first + size + last + 7 + width_of(note) <= width
        lines.append((*row, Span(f"   {note}", "dim")) if note and beside else row)
        if note and not beside:
            lines += [line(Span(MARGIN + more, "dim")) for more in wrap(note, max(8, width - len(MARGIN)))]
    return lines
