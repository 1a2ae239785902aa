"""Tables of finished texts: columns where they fit, one fact a line where they do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from tutor.screen.lines import EMPTY, Line, Span, line, marked, pad
from tutor.wrapping import width_of, words_of, wrap

GAP = 3
NARROWEST_TEXT = 14
"""A column of texts narrower than this is no longer read with pleasure."""
NUMBER = re.compile(r"[−-]?[\d.,\u00a0 ]*\d(?:\s*%)?|[−-]?∞|[−-]?inf|")


def table(header: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[Line]:
    """Numbers aligned on the right, texts on the left and wrapped where the window asks for it."""
    columns = max([len(header), *(len(row) for row in rows)], default=0)
    body = [[row[j] if j < len(row) else "" for j in range(columns)] for row in rows]
    head = [header[j] if j < len(header) else "" for j in range(columns)]
    if not columns:
        return []
    right = [bool(body) and all(NUMBER.fullmatch(row[j].strip()) for row in body) for j in range(columns)]
    for gap in range(GAP, 0 if all(right[1:]) else GAP - 1, -1):  # numbers may stand closer, texts may not
        if (widths := _widths(head, body, right, width - gap * (columns - 1))) is not None:
            lines = _row(head, widths, right, gap, "dim", bottom=True) if any(head) else []
            return lines + [each for row in body for each in _row(row, widths, right, gap)]
    return facts(head, body, width)


def _widths(head: list[str], body: list[list[str]], right: list[bool], room: int) -> list[int] | None:
    """A width a column that makes the table fit, taken from the widest ones; None if texts would get too narrow."""
    natural = [max(width_of(row[j]) for row in [head, *body]) for j in range(len(head))]
    least = []
    for j, is_number in enumerate(right):
        words = [word for row in body for word in ([row[j]] if is_number else words_of(row[j]))]
        words += words_of(head[j])
        longest = max(width_of(word) for word in words)
        least.append(min(natural[j], longest if is_number else max(longest, NARROWEST_TEXT)))
    if sum(least) > room:
        return None
    widths = list(natural)
    while sum(widths) > room:
        spare = [w - m for w, m in zip(widths, least, strict=True)]
        widest = max(range(len(widths)), key=lambda j: (spare[j] > 0, widths[j]))
        widths[widest] -= 1
    return widths


def _row(
    cells: Sequence[str],
    widths: Sequence[int],
    right: Sequence[bool],
    gap: int,
    style: str = "",
    *,
    bottom: bool = False,
) -> list[Line]:
    """A row, on as many lines as its longest cell takes; the names of the columns all end on the last (`bottom`)."""
    wrapped = [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    if bottom:
        height = max(len(pieces) for pieces in wrapped)
        wrapped = [[""] * (height - len(pieces)) + pieces for pieces in wrapped]
    lines = []
    for pieces in zip_longest(*wrapped, fillvalue=""):
        spans: list[Span] = []
        for j, (piece, width) in enumerate(zip(pieces, widths, strict=True)):
            blanks = " " * (width - width_of(piece))
            spans.append(Span(" " * gap * (j > 0) + (blanks if right[j] else "")))
            spans += marked(piece, style)
            spans.append(Span("" if right[j] or j == len(widths) - 1 else blanks))
        lines.append(tuple(spans))
    return lines


def facts(header: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[Line]:
    """Each row as a title and one fact a line: for narrow screens."""
    lines: list[Line] = []
    for row in rows:
        if lines:
            lines.append(EMPTY)
        title = f"{header[0]}: {row[0]}" if header[0] else row[0]
        lines += [line(Span(text, "strong")) for text in wrap(title, width)]
        for name, cell in zip(header[1:], row[1:], strict=False):
            fact = f"{name}: {cell}" if name else cell
            lines += [(Span("  "), *marked(text)) for text in wrap(fact, width - 2, "  ")]
    return lines


def pairs(rows: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Names and what they are, side by side; under a name that leaves no room, or none for what is to be typed."""
    first = max((width_of(name) for name, _ in rows if width_of(name) + 3 + 18 <= width), default=0)
    lines: list[Line] = []
    for name, text in rows:
        if width_of(name) <= first and all(width_of(word) <= width - first - 3 for word in words_of(text)):
            wrapped = wrap(text, width - first - 3)
            for k, piece in enumerate(wrapped):
                lines.append((Span(pad(name if k == 0 else "", first) + "   ", "strong"), *marked(piece)))
        else:
            lines += [marked(piece, "strong") for piece in wrap(name, width)]
            lines += [(Span("    "), *marked(piece)) for piece in wrap(text, max(8, width - 4))]
    return lines
