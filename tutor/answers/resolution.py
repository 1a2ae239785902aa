"""Which of the ways of laying out a text holds: the one that can be read and fits the shape, or a question back."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from tutor.answers.layout import Grid
from tutor.answers.numerals import Rules
from tutor.answers.scalar import Cell, Way, read_cell
from tutor.answers.separators import Line
from tutor.answers.source import Source, Unreadable

MAX_OPTIONS = 4
Rows = tuple[tuple[Way, ...], ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What remains: one way is a value, several are a question whose reason is `doubt`."""

    ways: tuple[Rows, ...]
    doubt: str = ""
    notes: tuple[str, ...] = ()


class Cells:
    """Reads each different cell of one answer once, whatever grids it stands in."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._known: dict[str, Cell | Unreadable] = {}

    def read(self, source: Source) -> Cell:
        """The cell. Raises Unreadable, its place counted in the text that was typed."""
        found = self._known.get(source.text)
        if found is None:
            try:
                found = read_cell(source.text, self.rules)
            except Unreadable as fault:
                found = fault
            self._known[source.text] = found
        if isinstance(found, Unreadable):
            place = source.at[min(found.at, len(source.at) - 1)]
            raise Unreadable(found.reason, place, found.detail)
        return found

    def reads(self, source: Source) -> Cell | None:
        """The cell, or None where it cannot be read."""
        try:
            return self.read(source)
        except Unreadable:
            return None


def resolve(grids: list[Grid], cells: Cells, shape: tuple[int, int] | None) -> Resolution:
    """The reading that remains. Raises Unreadable with the fault of the most natural grid where none can be read."""
    readable: list[tuple[Grid, list[list[Cell]]]] = []
    faults: list[Unreadable] = []
    for grid in grids:
        try:
            readable.append((grid, [[cells.read(cell) for cell in row] for row in grid.rows]))
        except Unreadable as fault:
            faults.append(fault)
    fitting = [(grid, read) for grid, read in readable if grid.shape == shape]
    natural = any(grid.rank == 0 and not grid.doubtful for grid, _ in readable)
    if faults and not fitting and not natural:  # what cannot be read as it stands is not cut until it can
        raise faults[0]
    pool = _most_natural(fitting or readable)
    chosen = [(grid, *_ways(read)) for grid, read in pool]
    different = distinct([way for _, ways, _ in chosen for way in ways])
    grid, _, doubt = chosen[0]
    if grid.doubtful and len(different) == 1:
        different = distinct([*different, *(_ways(read)[0][0] for other, read in readable if not other.doubtful)])
    if len(different) > 1 or grid.doubtful:
        why = next((g.why for g, *_ in chosen if g.why), "") if len(chosen) > 1 or not doubt else doubt
        return Resolution(tuple(different[:MAX_OPTIONS]), why or doubt or "readings")
    notes = [note for row in pool[0][1] for cell in row for note in cell.notes]
    notes += ["mixed-marks"] if _marks_are_mixed(*pool[0], cells.rules) else []
    if fitting and grid.why and len(distinct([_ways(read)[0][0] for _, read in readable])) > 1:
        notes.append("by-shape")
    notes += [grid.note] if grid.note else []
    return Resolution(tuple(different), doubt, tuple(dict.fromkeys(notes)))


def _marks_are_mixed(grid: Grid, read: list[list[Cell]], rules: Rules) -> bool:
    """Whether some cells have a decimal point and others a decimal comma, which is no fault."""
    if not rules.locale.comma_is_decimal:
        return False
    points = [cell.certain_point for row in read for cell in row]
    commas = ["," in cell.text for row in grid.rows for cell in row]
    return any(points) and any(comma and not point for point, comma in zip(points, commas, strict=True))


def _most_natural(pool: list[tuple[Grid, list[list[Cell]]]]) -> list[tuple[Grid, list[list[Cell]]]]:
    best = min(grid.rank for grid, _ in pool)
    return [(grid, read) for grid, read in pool if grid.rank == best]


def _ways(read: list[list[Cell]]) -> tuple[list[Rows], str]:
    """The readings of a grid whose cells may be in doubt: cells torn by the same doubt go together."""
    every = [cell for row in read for cell in row]
    settled = any(cell.certain_point for cell in every)
    doubts: dict[str, int] = {}
    for cell in every:
        if cell.doubt and not (settled and cell.doubt == "point-role" and len(cell.ways) == 2):
            known = doubts.get(cell.doubt, 1)
            doubts[cell.doubt] = len(cell.ways) if known == 1 else min(known, max(2, len(cell.ways)))
    ways: list[Rows] = []
    for picks in product(*map(range, doubts.values())):
        road = dict(zip(doubts, picks, strict=True))
        ways.append(tuple(tuple(_picked(cell, road) for cell in row) for row in read))
        if len(ways) == MAX_OPTIONS:
            break
    if not doubts and _percent_is_last(read):
        return distinct([*ways, *map(_all_in_percent, ways)]), "percent-reach"
    different = distinct(ways)
    torn = len(different) > 1 or max(doubts.values(), default=1) == 1
    return different, next(iter(doubts), "") if torn else ""


def _percent_is_last(read: list[list[Cell]]) -> bool:
    """`41,2 20,3 38,4 %`: the sign may be of the last number or of all. `0,5 ; 50 %` leaves no doubt."""
    *others, last = [cell for row in read for cell in row]
    if len(read) > 1 or "percent" not in last.notes or any("percent" in cell.notes for cell in others):
        return False
    typed = [cell.ways[0] for cell in others]
    return all(places is not None for _, places in typed) and any(abs(value) > 1 for value, _ in typed)


def _all_in_percent(rows: Rows) -> Rows:
    *others, last = rows[0]
    return ((*map(hundredth, others), last),)


def hundredth(way: Way) -> Way:
    """A number in percent, its decimal text shifted: 41.2 is 0.412."""
    value, places = way
    return float(Decimal(repr(value)).scaleb(-2)), None if places is None else places + 2


def _picked(cell: Cell, road: dict[str, int]) -> Way:
    if not cell.doubt:
        return cell.ways[0]
    return cell.ways[min(road.get(cell.doubt, 1), len(cell.ways) - 1)]


def distinct(ways: list[Rows]) -> list[Rows]:
    """The first of those with equal numbers."""
    seen: dict[tuple[tuple[float, ...], ...], Rows] = {}
    for way in ways:
        seen.setdefault(tuple(tuple(value for value, _ in row) for row in way), way)
    return list(seen.values())


def line_for(cells: Cells, *, lone_comma: bool, wanted: int | None) -> Line:
    """What is known around a text before its brackets are looked at."""
    return Line(cells.rules.locale, cells.reads, lone_comma=lone_comma, wanted=wanted, decimals=cells.rules.decimals)
