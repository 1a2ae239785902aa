"""Two hand-ins of one student: identical ones are one, the last of dated ones counts, else somebody must say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
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
    group = [handin for handin in group if not handin.not_sent] or group[:1]
    if len(group) == 1:
        return Candidates((group[0],))
    group = sorted(group, key=lambda handin: handin.order)
    student = display(group[0].student_id)
    different: list[HandIn] = []
    for handin in group:
        same = next((i for i, other in enumerate(different) if _identical(other, handin)), None)
        if same is None:
            different.append(handin)
        else:
            different[same] = _later(different[same], handin)
    names = ", ".join(dict.fromkeys(handin.source for handin in group))
    if len(different) == 1:
        text = f"{student} entregó lo mismo {len(group)} veces ({names}): cuenta una."
        return Candidates((different[0],), (Notice("identical", text, different[0].source),))
    last = _last(different)
    if last is not None:
        text = f"{student} entregó {len(different)} veces; cuenta la última, del {last.date} ({last.source})."
        return Candidates((last,), (Notice("last-dated", text, last.source),))
    if policy == "last":
        last = different[-1]
        text = f"{student} entregó {len(different)} veces sin fecha ({names}); cuenta la última, {last.source}."
        return Candidates((last,), (Notice("last", text, last.source),))
    doubt = "cuenta la de más nota" if policy == "best" else "no sé cuál vale"
    if any(handin.other_date for handin in different):
        doubt += ", porque sus fechas podrían llevar delante el día o el mes"
    text = f"{student} entregó {len(different)} cosas distintas y {doubt}: {names}."
    return Candidates(tuple(different), (Notice("duplicates", text, different[0].source),))


def _last(handins: list[HandIn]) -> HandIn | None:
    """The latest of dated ones, where no reading of their dates says another; else None."""
    dates, others = sorted(handin.date for handin in handins), sorted(map(_month_first, handins))
    if not all(dates) or dates[-1] == dates[-2] or others[-1] == others[-2]:
        return None
    last = max(handins, key=lambda handin: handin.date)
    return last if _month_first(last) == others[-1] else None


def _later(one: HandIn, other: HandIn) -> HandIn:
    """The later of two that say the same."""
    last = max(one, other, key=lambda handin: handin.date)
    latest = max(map(_month_first, (one, other)))
    return last if _month_first(last) == latest else replace(last, other_date=latest)


def _month_first(handin: HandIn) -> str:
    return handin.other_date or handin.date


def _identical(one: HandIn, other: HandIn) -> bool:
    """Whether both say the same: byte by byte, or the same answers but for blanks, the same doubts."""
    if one.fingerprint and one.fingerprint == other.fingerprint:
        return True
    if one.answers is None or other.answers is None or (one.problem is None) != (other.problem is None):
        return False
    return _written(one) == _written(other)


def _written(handin: HandIn) -> dict[str, str]:
    return {qid: "".join(text.split()) for qid, text in (handin.answers or {}).items() if text.strip()}
