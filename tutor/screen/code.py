"""Draws what was found out about a learner's function: the verdict, numbers to see it with, remarks."""

from __future__ import annotations

from typing import Any

from tutor.sandbox.findings import CaseResult, Finding
from tutor.screen.screen import Screen
from tutor.units.views import Matrix

PLACES, MOST_PLACES = 3, 9
STOPS = "Ahí {}"
EXPECTED, RETURNED, LOOK, MARKED = "hace falta", "devuelve", "Se ve en este caso ({}):", "Con * lo que difiere."
MASK = "máscara (1: se mira)"
MOST_NUMBERS, TOO_MANY = 80, "Sus datos no caben aquí: con `--json` están enteros."


def show(screen: Screen, finding: Finding) -> None:
    """The verdict first; then the smallest case that fails, what is needed beside what came back."""
    screen.verdict(finding.verdict, finding.message, "Bien" if finding.passed else "No todavía")
    if finding.example is not None:
        case = finding.cases[finding.example]
        _case(screen, case)
        if case.note and finding.verdict == "slip":
            screen.text(STOPS.format(case.note))
    for note in finding.notes:
        screen.blank()
        screen.note(note)


def _case(screen: Screen, case: CaseResult) -> None:
    screen.blank()
    screen.text(LOOK.format(case.title))
    if sum(map(_count, case.data.values())) > MOST_NUMBERS:
        screen.text(TOO_MANY)
    else:
        screen.matrices([_matrix(MASK if name == "mask" else name, value) for name, value in case.data.items()])
    if case.returned is None or _depth(case.returned) > 2 or _depth(case.expected) > 2:
        return
    places = _places(case)
    screen.blank()
    screen.matrices([_matrix(EXPECTED, case.expected, places), _matrix(RETURNED, case.returned, places, case.cells)])
    if case.cells is not None and not screen.terminal.accessible:
        screen.note(MARKED)


def _matrix(name: str, value: Any, places: int | None = None, right: Any = None) -> Matrix:
    rows = _rows(value)
    decimals = max((_digits(x) for row in rows for x in row), default=0) if places is None else places
    marks = tuple(tuple(not cell for cell in row) for row in _rows(right)) if right is not None else ()
    return Matrix(name, tuple(tuple(map(float, row)) for row in rows), decimals, marked=marks)


def _count(value: Any) -> int:
    return sum(map(_count, value)) if isinstance(value, list) else 1


def _rows(value: Any) -> list[list[Any]]:
    """Numbers of up to two axes as rows."""
    return [[value]] if _depth(value) == 0 else [value] if _depth(value) == 1 else value


def _depth(value: Any) -> int:
    return 1 + _depth(value[0]) if isinstance(value, list) and value else int(isinstance(value, list))


def _digits(x: float) -> int:
    """Decimals of a number of the data, which have two at most."""
    return next((places for places in range(3) if round(x, places) == x), PLACES)


def _places(case: CaseResult) -> int:
    """As many decimals as tell what differs."""
    if case.cells is None:
        return PLACES
    pairs = [
        (float(a), float(b))
        for row in zip(_rows(case.expected), _rows(case.returned), _rows(case.cells), strict=False)
        for a, b, right in zip(*row, strict=False)
        if not right
    ]
    return next(
        (p for p in range(PLACES, MOST_PLACES) if all(round(a, p) != round(b, p) for a, b in pairs)), MOST_PLACES
    )
