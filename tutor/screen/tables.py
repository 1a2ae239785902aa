"""Tables of finished texts: columns where they fit, one fact a line where they do not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.screen.lines import EMPTY, Line, Span, line, marked, pad, width_of, wrap

GAP = 3
NARROWEST_TEXT = 18
NUMBER = re.compile(r"[−-]?[\d.,\u00a0 ]*\d(?:\s*%)?|[−-]?∞|[−-]?inf|")


def table(header: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[Line]:
    """Numbers aligned on the right, texts on the left; the last column is wrapped if that makes it fit."""
    columns = max([len(header), *(len(row) for row in rows)], default=0)
    body = [[row[j] if j < len(row) else "" for j in range(columns)] for row in rows]
    head = [header[j] if j < len(header) else "" for j in range(columns)]
    widths = [max(width_of(row[j]) for row in [head, *body]) for j in range(columns)]
    room = width - sum(widths[:-1]) - GAP * (columns - 1)
    if columns and widths[-1] > room:
        narrow = [max([*(width_of(row[j]) for row in body), *map(width_of, head[j].split())]) for j in range(columns)]
        if sum(narrow) + GAP * (columns - 1) <= width:
            widths = narrow
        elif room < NARROWEST_TEXT:
            return facts(head, body, width)
        else:
            widths[-1] = room
    right = [bool(body) and all(NUMBER.fullmatch(row[j].strip()) for row in body) for j in range(columns)]
    lines = [row for row in _head(head, widths, right) if row] if any(head) else []
    for row in body:
        lines += _row(row, widths, right, "")
    return lines


def _head(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[Line]:
    """The names of the columns, on several lines where they are long, all ending on the same one."""
    wrapped = [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    height = max(len(pieces) for pieces in wrapped)
    filled = [[""] * (height - len(pieces)) + pieces for pieces in wrapped]
    return [row for k in range(height) for row in _row([pieces[k] for pieces in filled], widths, right, "dim")]


def _row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool], style: str) -> list[Line]:
    before = (" " * GAP).join(pad(c, w, right=r) for c, w, r in zip(cells[:-1], widths, right, strict=False))
    before += " " * GAP if len(cells) > 1 else ""
    last = wrap(cells[-1], widths[-1])
    shown = [pad(last[0], widths[-1], right=right[-1]), *last[1:]]
    starts = [before, *(" " * width_of(before) for _ in last[1:])]
    return [(Span(start, style), *marked(text, style)) for start, text in zip(starts, shown, strict=True)]


def facts(header: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[Line]:
    """Each row as a title and one fact a line: for narrow screens."""
    lines: list[Line] = []
    for row in rows:
        if lines:
            lines.append(EMPTY)
        title = f"{header[0]}: {row[0]}" if header[0] else row[0]
        lines += [line(Span(text, "strong")) for text in wrap(title, width)]
        for name, cell in zip(header[1:], row[1:], strict=False):
            told = f"{name}: {cell}" if name else cell
            lines += [(Span("  "), *marked(text)) for text in wrap(told, width - 2, "  ")]
    return lines


def pairs(rows: Sequence[tuple[str, str]], width: int, style: str = "strong") -> list[Line]:
    """Names and what they are, side by side, or one under the other where there is no room."""
    first = max((width_of(name) for name, _ in rows), default=0)
    side = first + 3 + 18 <= width
    lines: list[Line] = []
    for name, text in rows:
        if side:
            wrapped = wrap(text, width - first - 3)
            for k, piece in enumerate(wrapped):
                lines.append((Span(pad(name if k == 0 else "", first) + "   ", style), *marked(piece)))
        else:
            lines.append((*marked(name, style),))
            lines += [(Span("    "), *marked(piece)) for piece in wrap(text, max(8, width - 4))]
    return lines
