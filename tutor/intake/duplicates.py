"""Two hand-ins of one student: identical ones are one, the last of dated ones counts, else somebody must say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tutor.errors import Notice
from tutor.files.bulk_records import bulk_record
from tutor.files.text import display, id_keys
from tutor.intake.models import HandIn

Policy = Literal["error", "last", "best"]


@bulk_record(frozen=True, slots=True)
class Candidates:
    """What counts of one student: one hand-in, or several still competing (all must be graded to choose the best)."""

    handins: tuple[HandIn, ...]
    notices: tuple[Notice, ...] = ()


def by_student(handins: Iterable[HandIn], policy: Policy = "error") -> dict[str, Candidates]:
    """Hand-ins by `id_key` of their student. `last` takes the last in order where dates do not tell."""
    handins = list(handins)
    keys = id_keys([handin.student_id for handin in handins])
    if len(set(keys)) == len(keys):
        return {key: Candidates((handin,)) for key, handin in zip(keys, handins, strict=True)}
    groups: dict[str, list[HandIn]] = {}
    for key, handin in zip(keys, handins, strict=True):
        groups.setdefault(key, []).append(handin)
    return {key: _settled(group, policy) for key, group in groups.items()}


def _settled(group: list[HandIn], policy: Policy) -> Candidates:
    if len(group) == 1:
        return Candidates((group[0],))
    group = sorted(group, key=lambda handin: handin.order)
    student = display(group[0].student_id)
    different: list[HandIn] = []
    for handin in group:
        same = next((i for i, other in enumerate(different) if _identical(other, handin)), None)
        if same is None:
            different.append(handin)
        elif handin.date > different[same].date:
            different[same] = handin
    names = ", ".join(dict.fromkeys(handin.source for handin in group))
    if len(different) == 1:
        text = f"{student} entregó lo mismo {len(group)} veces ({names}): cuenta una."
        return Candidates((different[0],), (Notice("identical", text, different[0].source),))
    dates = sorted(handin.date for handin in different)
    if all(dates) and dates[-1] != dates[-2]:
        last = max(different, key=lambda handin: handin.date)
        text = f"{student} entregó {len(different)} veces; cuenta la última, del {last.date} ({last.source})."
        return Candidates((last,), (Notice("last-dated", text, last.source),))
    if policy == "last":
        last = different[-1]
        text = f"{student} entregó {len(different)} veces sin fecha ({names}); cuenta la última, {last.source}."
        return Candidates((last,), (Notice("last", text, last.source),))
    doubt = "cuenta la de más nota" if policy == "best" else "no sé cuál vale"
    text = f"{student} entregó {len(different)} cosas distintas y {doubt}: {names}."
    return Candidates(tuple(different), (Notice("duplicates", text, different[0].source),))


def _identical(one: HandIn, other: HandIn) -> bool:
    """Whether both say the same: byte by byte, or the same answers but for blanks, the same doubts."""
    if one.fingerprint and one.fingerprint == other.fingerprint:
        return True
    if one.answers is None or other.answers is None or (one.problem is None) != (other.problem is None):
        return False
    return _written(one) == _written(other)


def _written(handin: HandIn) -> dict[str, str]:
    return {qid: "".join(text.split()) for qid, text in (handin.answers or {}).items() if text.strip()}
