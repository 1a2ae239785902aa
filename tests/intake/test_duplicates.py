"""Two hand-ins of one student: which one counts, or who must say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.grading.homeworks import laid, work
from tutor.intake.duplicates import by_student
from tutor.intake.models import HandIn


def handin(text: str, source: str, date: str = "") -> HandIn:
    return HandIn("a1", {"pesos": text} if text else {}, source, date=date, order=(source, 0))


def test_identical_hand_ins_count_once() -> None:
    """Spaces aside."""
    choice = by_student([handin("0,1 ;0,9", "1"), handin(" 0,1 ; 0,9", "2")])["a1"]
    assert (len(choice.handins), [n.code for n in choice.notices]) == (1, ["identical"])


def test_the_last_of_dated_hand_ins_counts() -> None:
    """Whatever their order."""
    pair = [handin("1", "1", "2026-05-04 10:00:00"), handin("2", "2", "2026-05-03 10:00:00")]
    for group in (pair, pair[::-1]):
        assert by_student(group)["a1"].handins == (pair[0],)


@pytest.mark.parametrize("dates", [("", ""), ("2026-05-03", ""), ("2026-05-03", "2026-05-03")])
def test_undated_hand_ins_wait_for_a_person(dates: tuple[str, str]) -> None:
    """No silent first nor last; the policy `last` decides, `best` leaves all of them to be graded."""
    pair = [handin("1", "1", dates[0]), handin("2", "2", dates[1])]
    choice = by_student(pair)["a1"]
    assert (len(choice.handins), [n.code for n in choice.notices]) == (2, ["duplicates"])
    assert by_student(pair, "last")["a1"].handins == (pair[1],)
    assert by_student(pair, "best")["a1"].handins == tuple(pair)
    (notice,) = by_student(pair, "best")["a1"].notices
    assert "cuenta la de más nota" in notice.text


def test_ids_that_differ_by_case_are_one_student() -> None:
    """`a1` and ` A1 ` handed in twice."""
    other = HandIn(" A1 ", {"pesos": "2"}, "2", order=("2", 0))
    assert len(by_student([handin("1", "1"), other])["a1"].handins) == 2


@pytest.mark.parametrize(
    ("dates", "last"),
    [
        (("3/2/2026", "2/3/2026"), None),
        (("3/2/2026", "30/9/2026"), "2"),
        (("2026-03-02", "3 de febrero de 2026"), "1"),
    ],
    ids=["either order", "later in both", "no choice"],
)
def test_the_dates_of_sheets_are_read_as_those_of_tables(
    tmp_path: Path, dates: tuple[str, str], last: str | None
) -> None:
    """Two sheets wait where the order of day and month would say which is the later."""
    found = work(laid(tmp_path, {f"{n}.txt": f"id: a1\nfecha: {d}\npesos: {n}\n" for n, d in enumerate(dates, 1)}))
    counted = [handin.answers for handin in by_student(found.handins)["a1"].handins]
    assert counted == ([{"pesos": last}] if last else [{"pesos": "1"}, {"pesos": "2"}])


def test_of_two_alike_the_later_counts_in_either_order() -> None:
    """Nothing is decided by a date that was thrown away with the one it was like."""
    a, again = handin("1", "1", "2026-09-03"), handin("1", "3", "2026-03-09")
    a, again = replace(a, other_date="2026-03-09"), replace(again, other_date="2026-09-03")
    other = handin("2", "2", "2026-05-05")
    assert by_student([a, other, again])["a1"].handins[0].answers == {"pesos": "1"}
    between = replace(handin("2", "2", "2026-10-04"), other_date="2026-04-10")
    assert len(by_student([a, between, again])["a1"].handins) == 2
