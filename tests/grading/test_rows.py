"""A row is made in one of two ways, and both say the same where both can be taken."""

from __future__ import annotations

from typing import Any

import pytest

from tests.grading.test_marking import NO_SCALE, RIGHT, graded, handin
from tutor.grading import rows
from tutor.roster.people import State


def test_a_row_of_its_pattern_is_the_row_made_with_care(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is nothing to say, what follows from the verdicts alone is what looking at every answer gives."""
    asked: list[Any] = []
    make = rows.JudgedClass.row

    def row(*them: Any) -> rows.Made:
        asked.append(them)
        return make(*them)

    monkeypatch.setattr(rows.JudgedClass, "row", row)
    sheets = [RIGHT, NO_SCALE, {}, {**RIGHT, "pesos": ""}, {**RIGHT, "salida": "0,6 ; 8,5"}, {**RIGHT, "clave": "0"}]
    sheets += [{**RIGHT, question: "7 ; 7 ; 7"} for question in RIGHT] + [{**RIGHT, "pesos": "1.234 ; 2.345 ; 3.456"}]
    outcome = graded(*(handin(f"a{i:02}", answers) for i, answers in enumerate(sheets)))
    quiet = [them for them in asked if them[0].pattern(them[2]).quiet]
    assert len(quiet) == 9
    for them in quiet:
        assert rows._Maker(*them).make() == make(*them).row
    assert {State.GRADED, State.BLANK, State.UNREADABLE} == {row.state for row in outcome.graded.rows}
