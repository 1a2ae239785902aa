"""Hand-ins of nobody in particular wait, each by itself, until their teacher says whose they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.grading.homeworks import FULL, ROSTER, codes, laid, sheet, work, zipped
from tutor.authoring import open_unit
from tutor.files.source import Source
from tutor.grading.classroom import Outcome, grade
from tutor.grading.decisions import Decisions, read_decisions, with_doubts
from tutor.grading.marking import asked_of
from tutor.intake.models import ClassWork
from tutor.roster.people import Roster, State, Student

UNIT = open_unit("ejercicio")
TWINS = Roster((Student("b1", "Ana Gil"), Student("b2", "Gil, Ana"), Student("b3", "José Peña")))


def graded(found: ClassWork, decisions: bytes | None = None) -> Outcome:
    asked = asked_of(UNIT)
    return grade(UNIT, found, decisions=read_decisions(Source("d.csv", decisions), asked) if decisions else Decisions())


def states(outcome: Outcome) -> dict[str, State]:
    return {row.id: row.state for row in outcome.graded.rows}


def test_namesakes_in_a_table_of_names_both_wait(tmp_path: Path) -> None:
    """No column but the name: who alone bears theirs is known by it, and that is told; two of one name are nobody."""
    table = "Nombre;Apellidos;clave\nJosé;Peña;1\nAna;Gil;1\nAna;Gil;2\n"
    found = work(laid(tmp_path, {"t.csv": table}) / "t.csv", TWINS)
    assert [(h.student_id, h.known, codes(h)) for h in found.handins] == [
        ("b3", True, ["name-only"]), ("t.csv:3", False, []), ("t.csv:4", False, []),
    ]  # fmt: skip
    assert all(h.problem is not None and "b1 o b2" in h.problem.text for h in found.handins[1:])
    outcome = graded(found)
    assert [row.mark for row in outcome.graded.rows if row.id != "b3"] == [None] * 4
    assert {d.student_id for d in outcome.doubts} == {"t.csv:3", "t.csv:4"}


@pytest.mark.parametrize(
    ("name", "content", "roster"),
    [
        ("tarea.txt", sheet(), ROSTER),
        ("tarea.txt", sheet(), None),
        ("Ana Gil/hoja.txt", sheet(), TWINS),
        ("x.txt", sheet("zz9"), ROSTER),
        ("José Peña/hoja.txt", sheet("a1"), ROSTER),
    ],
    ids=["says nothing", "no list", "namesakes", "stranger", "two owners"],
)
def test_the_id_changed_in_a_decisions_line_says_whose_it_is(
    tmp_path: Path, name: str, content: str, roster: Roster | None
) -> None:
    """Whatever the file is called: the hand-in is that student's, judged as any other."""
    found = work(laid(tmp_path, {name: content}), roster)
    first = graded(found)
    written = with_doubts(Decisions(), first.doubts)
    (doubt,) = [d for d in first.doubts if not d.question]
    to = "b2" if roster is TWINS else "a3"
    claimed = graded(found, written.replace(b"\n" + doubt.student_id.encode() + b";", f"\n{to};".encode()))
    (row,) = [row for row in claimed.graded.rows if row.handin is not None]
    assert (row.id, row.state) == (to, State.GRADED)
    assert row.verdicts != ()
    assert any(f"es de {to} porque lo dices" in note for note in row.notes)
    assert states(graded(found, written)) == states(first), "a line as it was written changes nothing"


def test_an_id_anywhere_in_the_path_identifies(tmp_path: Path) -> None:
    """Folders in a zip in a zip, whatever they hold."""
    inner = zipped({"src/tarea/hoja.txt": sheet()})
    outer = tmp_path / "ent.zip"
    outer.write_bytes(zipped({"grupo/a1.zip": inner, "a2/src/tarea/hoja.txt": sheet()}))
    found = work(outer)
    assert [(h.student_id, h.answers, codes(h)) for h in found.handins] == [("a2", FULL, []), ("a1", FULL, [])]
