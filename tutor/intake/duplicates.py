"""Two hand-ins of one student: identical ones are one, the last of dated ones counts, else somebody must say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tutor.errors import Notice
from tutor.files.bulk_records import numerous
from tutor.files.text import id_keys, shown
from tutor.intake.models import HandIn

Policy = Literal["error", "last", "best"]


@numerous(frozen=True, slots=True)
class Choice:
    """What counts of one student: one hand-in, or several still competing (all must be graded to choose the best)."""

    handins: tuple[HandIn, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def settled(self) -> bool:
        return len(self.handins) == 1


def by_student(handins: Iterable[HandIn], policy: Policy = "error") -> dict[str, Choice]:
    """Hand-ins by `id_key` of their student. `last` takes the last in order where dates do not tell."""
    handins = list(handins)
    keys = id_keys([handin.student_id for handin in handins])
    if len(set(keys)) == len(keys):
        return {key: Choice((handin,)) for key, handin in zip(keys, handins, strict=True)}
    groups: dict[str, list[HandIn]] = {}
    for key, handin in zip(keys, handins, strict=True):
        groups.setdefault(key, []).append(handin)
    return {key: Choice((group[0],)) if len(group) == 1 else _settled(group, policy) for key, group in groups.items()}


def _settled(group: list[HandIn], policy: Policy) -> Choice:
    group = sorted(group, key=lambda handin: handin.order)
    student = shown(group[0].student_id)
    different: list[HandIn] = []
    for handin in group:
        same = next((i for i, other in enumerate(different) if _identical(other, handin)), None)
        if same is None:
            different.append(handin)
        elif handin.date > different[same].date:
            different[same] = handin
    names = ", ".join(dict.fromkeys(handin.source for handin in group))
    if len(different) == 1:
        said = f"{student} entregó lo mismo {len(group)} veces ({names}): cuenta una."
        return Choice((different[0],), (Notice("identical", said, different[0].source),))
    dates = sorted(handin.date for handin in different)
    if all(dates) and dates[-1] != dates[-2]:
        last = max(different, key=lambda handin: handin.date)
        said = f"{student} entregó {len(different)} veces; cuenta la última, del {last.date} ({last.source})."
        return Choice((last,), (Notice("last-dated", said, last.source),))
    if policy == "last":
        last = different[-1]
        said = f"{student} entregó {len(different)} veces sin fecha ({names}); cuenta la última, {last.source}."
        return Choice((last,), (Notice("last", said, last.source),))
    doubt = "cuenta la de más nota" if policy == "best" else "no sé cuál vale"
    said = f"{student} entregó {len(different)} cosas distintas y {doubt}: {names}."
    return Choice(tuple(different), (Notice("duplicates", said, different[0].source),))


def _identical(one: HandIn, other: HandIn) -> bool:
    """Whether both say the same: byte by byte, or the same answers but for blanks, the same doubts."""
    if one.fingerprint and one.fingerprint == other.fingerprint:
        return True
    if one.answers is None or other.answers is None or (one.problem is None) != (other.problem is None):
        return False
    return _plain(one) == _plain(other)


def _plain(handin: HandIn) -> dict[str, str]:
    return {qid: "".join(text.split()) for qid, text in (handin.answers or {}).items() if text.strip()}
