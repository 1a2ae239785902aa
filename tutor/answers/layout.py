"""Lines and strong separators: which pieces of a text are the rows, and which the cells of a list.

What is left between two strong separators goes to `cells.py`. The result is a list of `Grid`s, each one way of laying
the text out; whether it can be read and which one holds is decided in `resolution.py`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from tutor.answers.brackets import groups, unbracketed, without_ends
from tutor.answers.cells import splits
from tutor.answers.joining import ENOUGH, MAX_PIECES
from tutor.answers.separators import Line, Split, separators
from tutor.answers.source import Source, Unreadable

MAX_COMBINED = 64
MAX_PIECES_OR_ROWS = 128

_NEW_LINE = re.compile(r"[ \xa0]*[;,|&]?[ \xa0]*\n[ \xa0]*[|&]?[ \xa0]*")
_STRONG = re.compile(r"[ \xa0]*(?:[;,|&]?[ \xa0]*\n[ \xa0]*[|&]?|[;|&\t])[ \xa0]*")
_ROW_MARKS = {"|": re.compile(r"\s*\|\s*"), ";": re.compile(r"\s*;\s*")}


@dataclass(frozen=True, slots=True)
class Grid:
    """One way of laying out a text: rows of cells. `rank`, `why` and `doubtful` as in Split."""

    rows: tuple[tuple[Source, ...], ...]
    rank: int = 0
    why: str = ""
    doubtful: bool = False
    note: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return len(self.rows), len(self.rows[0])


def list_grids(source: Source, line: Line) -> list[Grid]:
    """The ways of reading a text as one list. Raises Unreadable where a cell is missing, or where it has rows."""
    source, _ = without_ends(source)
    while (inside := unbracketed(source)) is not None:
        (source, _), line = without_ends(inside), replace(line, lone_comma=False)
    if nested := groups(source):
        inner = replace(line, lone_comma=False, comma_cuts="," in nested[1])
        return _column_of_groups(nested[0], inner)
    chunks = source.split(_STRONG)
    if len(chunks) == 1:
        return [Grid((s.cells,), s.rank, s.why, s.doubtful) for s in splits(source, line)]
    _refuse_too_many(chunks)
    ways = [_chunk_splits(chunk, line) for chunk in chunks]
    widths = {len(way[0].cells) for way in ways}
    total = sum(len(way[0].cells) for way in ways)
    if len(widths) == 1 and total > len(chunks) and total != line.wanted:
        raise Unreadable("rows-not-list", chunks[1].at[0])
    return [Grid((split.cells,), split.rank, split.why, split.doubtful) for split in _in_a_row(ways, line.wanted)]


def _column_of_groups(found: list[Source], line: Line) -> list[Grid]:
    """`[[0,412],[0,203]]`: a column, if every group holds one cell; `[[1,2],[3,4]]` is more likely a matrix."""
    singles = []
    for group in found:
        single = [split for split in _row_splits(group, replace(line, wanted=None)) if len(split.cells) == 1]
        if not single:
            raise Unreadable("rows-not-list", group.at[0])
        singles.append(single[0])
    if all(single.rank for single in singles) and line.wanted != len(found):
        raise Unreadable("rows-not-list", found[1].at[0])
    return [Grid((tuple(single.cells[0] for single in singles),))]


def _chunk_splits(chunk: Source, line: Line) -> list[Split]:
    """The ways of reading what stands between two strong separators: as one cell, if it can be; else cut further."""
    if not chunk.text:
        raise Unreadable("empty-cell", chunk.at[0])
    inside = unbracketed(chunk)
    if inside is not None and separators(inside.text):
        chunk = inside
    readable = line.reads(chunk)
    if readable and " " not in chunk.text and "\xa0" not in chunk.text:
        return [Split((chunk,))]
    further = splits(chunk, replace(line, wanted=None, lone_comma=False))
    if not readable:
        return [split for split in further if split.why not in ("slash-role", "minus-role")] or [Split((chunk,))]
    # Beside a stronger separator only a blank may still separate: commas are decimal, and signs are operations.
    rest = [s for s in further if s.why in ("", "space-role") and s.cells != (chunk,)]
    return [Split((chunk,)), *(replace(split, rank=split.rank + 1) for split in rest)]


def _in_a_row(ways: list[list[Split]], wanted: int | None) -> Iterator[Split]:
    """The chunks of a line one after another: each in its first way, and in others where the shape wants them."""
    combined = product(*ways) if len(ways) <= MAX_PIECES else iter([tuple(way[0] for way in ways)])
    for parts in islice(combined, MAX_COMBINED if wanted else 2):
        cells = tuple(cell for part in parts for cell in part.cells)
        why = next((part.why for part in parts if part.why), "")
        yield Split(cells, max(part.rank for part in parts), why, any(part.doubtful for part in parts))


def _row_splits(row: Source, line: Line) -> list[Split]:
    """The ways of cutting one row of a matrix."""
    row, _ = without_ends(row)
    chunks = row.split(_STRONG)
    if len(chunks) == 1:
        return splits(row, line)
    return list(_in_a_row([_chunk_splits(chunk, line) for chunk in chunks], line.wanted))


def matrix_grids(source: Source, line: Line, shape: tuple[int, int] | None) -> list[Grid]:
    """The ways of reading a text as a matrix. Raises Unreadable with the row where no two rows can be of one width."""
    line = replace(line, uniform=True, wanted=shape[1] if shape else None)
    depth = 0
    source, _ = without_ends(source)
    while (inside := unbracketed(source)) is not None:
        (source, _), line, depth = without_ends(inside), replace(line, lone_comma=False), depth + 1
    if nested := groups(source):
        return _rows_of(nested[0], replace(line, lone_comma=False, comma_cuts="," in nested[1]), shape)
    if depth > 1:  # [[1, 0]]: one row
        return _rows_of([source], line, shape)
    if shape and shape[0] == 1:
        try:
            return [_row(grid) for grid in list_grids(source, replace(line, uniform=False))]
        except Unreadable as fault:
            if fault.reason != "rows-not-list":
                raise
    lines = source.split(_NEW_LINE)
    if len(lines) > 1:
        return _rows_of(lines, line, shape)
    marks = [mark for mark in "|;" if mark in source.text]
    if len(marks) == 1:
        return _rows_or_list(source.split(_ROW_MARKS[marks[0]]), line, shape)
    if marks:
        return _rows_by_either(source, line, shape)
    flat = _row_splits(source, replace(line, wanted=math.prod(shape) if shape else None))
    return [grid for split in flat for grid in _laid_out(split, shape)]


def _row(grid: Grid) -> Grid:
    """A list as the one row that is asked."""
    return replace(grid, rows=(tuple(cell for row in grid.rows for cell in row),))


def _rows_by_either(source: Source, line: Line, shape: tuple[int, int] | None) -> list[Grid]:
    """`1;0|0;1`: the mark that gives rows of one width ends the rows, the other separates cells."""
    faults = []
    for mark in _ROW_MARKS.values():
        try:
            return _rows_of(source.split(mark), line, shape)
        except Unreadable as fault:
            faults.append(fault)
    raise faults[0]


def _rows_or_list(pieces: list[Source], line: Line, shape: tuple[int, int] | None) -> list[Grid]:
    """With one kind of mark, it ends rows or separates the cells of a list."""
    grids: list[Grid] = []
    fault: Unreadable | None = None
    try:
        grids = _rows_of(pieces, line, shape)
    except Unreadable as problem:
        fault = problem
    if all(line.reads(piece) and _undivided(piece, line) for piece in pieces):
        grids += [grid for grid in _laid_out(Split(tuple(pieces)), shape) if grid.shape != (len(pieces), 1)]
    if not grids and fault:
        raise fault
    return grids


def _undivided(piece: Source, line: Line) -> bool:
    """Whether a piece that can be read as one cell is most naturally one."""
    may_cut = (" ", "\xa0") if line.locale.comma_is_decimal else (" ", "\xa0", ",")
    return not any(mark in piece.text for mark in may_cut) or splits(piece, line)[0].cells == (piece,)


def _rows_of(rows: list[Source], line: Line, shape: tuple[int, int] | None) -> list[Grid]:
    """Matrices with these rows, one for each width that all of them can have."""
    _refuse_too_many(rows)
    ways = []
    for row in rows:
        if not row.text:
            raise Unreadable("empty-row", row.at[0])
        ways.append(_readable(_row_splits(row, line), line))
    widths = [{len(split.cells) for split in way} for way in ways]
    common = set.intersection(*widths)
    if not common:
        raise Unreadable("ragged-rows", *_odd_row(rows, ways))
    grids = []
    for width in sorted(common, reverse=True):
        fitting = [[split for split in way if len(split.cells) == width] for way in ways]
        natural = [[split for split in way if split.rank == min(s.rank for s in way)] for way in fitting]
        for parts in islice(product(*natural), ENOUGH):
            why = next((part.why for part in parts if part.why), "")
            rank = max(part.rank for part in parts)
            grids.append(Grid(tuple(part.cells for part in parts), rank, why, any(part.doubtful for part in parts)))
    natural_ones = [grid for grid in grids if grid.rank == 0]
    if not natural_ones and not (shape and any(grid.shape == shape for grid in grids)):
        widest = [[split for split in way if split.rank == 0] for way in ways]
        if all(widest) and not set.intersection(*({len(s.cells) for s in way} for way in widest)):
            raise Unreadable("ragged-rows", *_odd_row(rows, widest))
    return grids


def _readable(ways: list[Split], line: Line) -> list[Split]:
    """The ways whose cells can all be read; all of them if there is none, so that the fault is told."""
    return [split for split in ways if all(map(line.reads, split.cells))] or ways[:1]


def _odd_row(rows: list[Source], ways: list[list[Split]]) -> tuple[int, str]:
    """Where the first row begins that is not as wide as the first one, and the words for it."""
    widths = [len(way[0].cells) for way in ways]
    odd = next((i for i, width in enumerate(widths) if width != widths[0]), len(widths) - 1)
    return rows[odd].at[0], f"{odd} {widths[odd]} {widths[0]}"


def _laid_out(split: Split, shape: tuple[int, int] | None) -> list[Grid]:
    """A flat list as a matrix: in the shape asked, by rows; without one, as a row, a column or a square."""
    cells, count = split.cells, len(split.cells)
    if shape and shape[0] * shape[1] == count:
        note = "" if 1 in shape else "by-rows"
        return [Grid(_by_rows(cells, shape[1]), split.rank, split.why, split.doubtful, note)]
    if shape:  # it does not fit: the judge will say so, and which way the numbers lie is no question
        return [Grid(_by_rows(cells, 1 if shape[1] == 1 else count), split.rank, split.why, split.doubtful)]
    side = math.isqrt(count)
    widths = [count, 1, *([side] if side * side == count else [])]
    return [Grid(_by_rows(cells, width), split.rank, "matrix-shape", split.doubtful) for width in dict.fromkeys(widths)]


def _refuse_too_many(pieces: list[Source]) -> None:
    if len(pieces) > MAX_PIECES_OR_ROWS:
        raise Unreadable("too-long", pieces[MAX_PIECES_OR_ROWS].at[0])


def _by_rows(cells: tuple[Source, ...], width: int) -> tuple[tuple[Source, ...], ...]:
    return tuple(cells[i : i + width] for i in range(0, len(cells), width))
