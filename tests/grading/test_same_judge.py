"""A class, a check and a file of answers have one judge: read, verdict, correct, cells, slips, message parts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.units.test_one_way import hand_ins
from tutor.authoring import open_unit
from tutor.equations.yamlfile import load_raw
from tutor.errors import TutorError
from tutor.grading.classroom import grade
from tutor.intake.models import ClassWork, HandIn
from tutor.judging import Judgement
from tutor.session.answer_file import parse_answers
from tutor.session.check_report import Report, mark
from tutor.units import OpenUnit, unit_names
from tutor.units.points import counted

ASKED = re.compile(r"\bdime\b|\bintento\b", re.IGNORECASE)
"""What is said to somebody who can answer, and try again."""
HAND_INS = 170
"""Of each unit: two thousand of all, each a check by itself and a row of one class."""


def with_points(name: str) -> bool:
    try:
        return bool(counted(open_unit(name)))
    except TutorError:
        return False


def of_class(opened: OpenUnit, answers: list[dict[str, str]]) -> list[dict[str, tuple[Any, Judgement]]]:
    """By hand-in and question: what was read, and how it was judged."""
    rows = tuple(HandIn(f"a{i:03}", mine, f"a{i:03}.txt") for i, mine in enumerate(answers))
    graded = grade(opened, ClassWork(None, rows)).graded
    details = (graded.detail(row) for row in sorted(graded.rows, key=lambda row: row.id))
    return [
        {a.question.id: (a.reading.value if a.reading else None, a.judgement) for a in detail.answers}
        for detail in details
    ]


def of_check(report: Report) -> dict[str, tuple[Any, Judgement]]:
    return {m.question.id: (m.reading.value, m.judgement) for m in report.marks}


def through_a_file(opened: OpenUnit, answers: Mapping[str, str]) -> dict[str, str]:
    """The same answers, written to a file and read from it."""
    text = "".join(f"{id}: '{typed.replace(chr(39), chr(39) * 2)}'\n" for id, typed in answers.items())
    return parse_answers(*load_raw(text, "r.yaml"), "r.yaml", opened.questions)


@pytest.mark.parametrize("name", [name for name in unit_names() if with_points(name)])
def test_a_check_a_file_and_a_class_are_one_judge(name: str) -> None:
    """All three read and judge alike and have the same to say, whatever was typed; in writing nothing is asked."""
    opened = open_unit(name)
    answers = hand_ins(opened, HAND_INS)
    for mine, row in zip(answers, of_class(opened, answers), strict=True):
        typed = {id: text for id, text in mine.items() if id in row}
        checked = of_check(mark(opened, typed))
        assert {id: checked[id] for id in row} == row, mine
        written = " ".join(judgement.parts.in_writing for _, judgement in row.values())
        assert not ASKED.search(written), written
        assert through_a_file(opened, typed) == {id: text for id, text in typed.items() if text.strip()}
