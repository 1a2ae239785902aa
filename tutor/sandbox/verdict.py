"""What a function's calls amount to: right, a slip by name, or what else is wrong; and what is remarked beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tutor.equations import Equation
from tutor.judging.visible_slips import COPIED
from tutor.phrasing import joined
from tutor.sandbox import messages
from tutor.sandbox.bugs import ADDED
from tutor.sandbox.calling import FORMS, Style, Subject, needed
from tutor.sandbox.cases import mask_of
from tutor.sandbox.diagnosis import MASKED, Explained, Seen, earlier, explained
from tutor.sandbox.findings import CaseResult, Finding
from tutor.sandbox.process import Limits, Stop
from tutor.sandbox.returned import Route, bare

INTEGERS, RANDOM, GLOBALS = "integer-arrays", "not-deterministic", "reads-globals"
"""Slips of code that no formula writes down."""


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """All cases called in one way: what was seen, and whether calling again gave the same."""

    form: str
    style: Style
    roles: Mapping[Route, str]
    seen: tuple[Seen, ...]
    steady: bool = True

    @property
    def fine(self) -> bool:
        """Whether all calls were right, and the same each time."""
        return self.steady and all(one.fine for one in self.seen)


def judged(rounds: Sequence[Round], subject: Subject, equation: Equation, limits: Limits) -> Finding:
    """The finding of the form of mask that fits best: all right, or explained by a slip, or with fewest failures."""
    rounds = [one for one in rounds if not (one.fine and _by_chance(one, rounds[0], equation))]
    fine = next((one for one in rounds if one.fine), None)
    if fine is not None:
        narrow = any(one.status == "rounded" for one in fine.seen)
        message = messages.say("rounded" if narrow else "right", name=subject.name, count=len(fine.seen))
        return _finding(fine, subject, equation, "rounded" if narrow else "exact", message)
    best = max(rounds, key=lambda one: sum(s.fine for s in one.seen))
    verdict, id, message = _unexplained(best, subject, equation, limits)
    if id or verdict == "limit":
        return _finding(best, subject, equation, verdict, message, (id,) if id else ())
    if all(s.fine for s in best.seen if s.case.judged):
        return _finding(best, subject, equation, verdict, message)
    partly = None
    for one in sorted(rounds, key=lambda one: one is not best):
        found = explained(one.seen, equation)
        if found.slips and not found.partly:
            return _slip(one, found, subject, equation)
        partly = partly or ((one, found) if found.slips else None)
    return _slip(*partly, subject, equation) if partly else _finding(best, subject, equation, verdict, message)


def _by_chance(one: Round, first: Round, equation: Equation) -> bool:
    """Whether a function is right with a mask to be added, and is not made to add it: −10·(1 − mask) leads to −∞."""
    if one.form != "float":
        return False
    found = explained(first.seen, equation).slips
    return bool(found) and all(slip.id != ADDED for slip in found)


def _slip(one: Round, found: Explained, subject: Subject, equation: Equation) -> Finding:
    message = messages.slip(subject.name, found.slips, found.together, equation)
    ids = tuple(slip.id for slip in found.slips)
    return _finding(
        one,
        subject,
        equation,
        "slip",
        " ".join(filter(None, (message, messages.SENTENCES["more"] if found.partly else _where(one)))),
        ids,
    )


def _unexplained(one: Round, subject: Subject, equation: Equation, limits: Limits) -> tuple[str, str, str]:
    """(verdict, slip, message) of what no formula writes down; a slip only where that is certain."""
    name, bad = subject.name, [s for s in one.seen if not s.fine]
    error = next((s.returned.error for s in bad if s.returned.error), None)
    if error and "MemoryError" in error["kinds"]:
        stop = Stop("memory", error["line"], error["text"])
        return "limit", "", messages.stopped(f"`{name}`", stop, limits)
    if not one.steady:
        return "slip", RANDOM, messages.say("random", name=name)
    if bad and all(s.case.kind == "whole" for s in bad):
        how = messages.failure(error) if error else "da otra cosa."
        return "slip", INTEGERS, messages.say("whole", name=name, how=how)
    if not error and len({repr([part.tolist() for part in s.returned.parts.values()]) for s in one.seen}) == 1:
        message = messages.nothing(name, one.seen[0].returned.kind)
        constant = bool(one.seen[0].returned.parts)
        return ("slip", GLOBALS, _and_reads("constant", subject)) if constant else ("wrong-shape", "", message)
    step = earlier(one.seen, equation, subject)
    if step:
        return "slip", COPIED, messages.say("early", name=name, title=equation.steps[step].title)
    if error:
        return "error", "", f"`{name}` {messages.failure(error)} {_where(one)}".strip()
    misshapen = next((s for s in bad if s.status == "wrong-shape"), None)
    if misshapen:
        return "wrong-shape", "", f"{_misshapen(misshapen, subject)} {_where(one)}".strip()
    titles = joined([s.case.title for s in bad[: messages.MANY]]) + ("…" if len(bad) > messages.MANY else "")
    message = _and_reads("wrong", subject, bad=len(bad), count=len(one.seen), titles=titles)
    return "wrong", "", f"{message} {_where(one)}".strip()


def _and_reads(id: str, subject: Subject, **parts: object) -> str:
    message = messages.say(id, name=subject.name, **parts)
    return f"{message} {messages.names('reads', subject.reads)}" if subject.reads else message


def _where(one: Round) -> str:
    """Where it fails, if that says something."""
    bad, good = [s.case for s in one.seen if not s.fine], [s.case for s in one.seen if s.fine]
    kinds = {case.kind for case in bad}
    if not good:
        return ""
    if kinds <= MASKED:
        return messages.SENTENCES["masked"]
    if kinds == {"large"}:
        return messages.SENTENCES["large"]
    single_rows_only = all(case.few for case in good) and not any(case.few for case in bad)
    return messages.SENTENCES["few"] if single_rows_only else ""


def _misshapen(one: Seen, subject: Subject) -> str:
    if not one.returned.parts:
        return messages.nothing(subject.name, one.returned.kind)
    step = next(step for step in one.returned.parts if step not in one.cells)
    return messages.shape(subject.name, one.returned.parts[step].shape, _table(one, step).shape)


def _finding(
    one: Round, subject: Subject, equation: Equation, verdict: str, message: str, slips: tuple[str, ...] = ()
) -> Finding:
    results = tuple(_result(s, subject) for s in one.seen)
    bad = [i for i, result in enumerate(results) if not result.passed]
    case = next((i for i in bad if results[i].cells is not None), bad[0] if bad else None)
    return Finding(
        equation.id, subject.name, verdict, message, slips, results, case, tuple(_notes(one, subject, equation))
    )


def _result(one: Seen, subject: Subject) -> CaseResult:
    parts = one.returned.parts
    bad = [step for step in parts if step not in one.cells or not one.cells[step].all()]
    step = bad[0] if bad else subject.step if subject.step in parts or not parts else list(parts)[-1]
    data = {name: value if isinstance(value, int) else value.tolist() for name, value in one.case.data.items()}
    cells = one.cells[step].tolist() if step in one.cells else None
    got = parts[step].tolist() if step in parts else None
    error = one.returned.error
    note = messages.failure(error) if error else messages.SENTENCES["overflow"] if one.status == "overflow" else ""
    return CaseResult(
        one.case.id, one.case.title, one.fine, data, step, _table(one, step).tolist(), got, cells, note
    )  # fmt: skip


def _table(one: Seen, step: str) -> Any:
    """What is right, as rows and columns (heads in front)."""
    value = one.case.scope[step]
    return value.reshape(bare(value.shape) if value.shape[-3] > 1 else value.shape[-2:])


def _notes(one: Round, subject: Subject, equation: Equation) -> Iterator[str]:
    """What does not decide and is worth a sentence."""
    changed = {name for s in one.seen for name in s.returned.changed}
    if changed:
        yield messages.names("changed", sorted(changed))
    kinds, right = {s.case.kind for s in one.seen}, subject.main and one.fine
    holds = {
        "overflow": any(s.status == "overflow" for s in one.seen),
        "prints": any(s.returned.prints for s in one.seen),
        one.form: one.form != FORMS[0] and one.fine,
        **dict.fromkeys(_hidden(one), True),
        "unmasked": right and mask_of(equation) and len(needed(equation)) > 1 and not kinds & MASKED,
        "weights": right and subject.step not in one.seen[0].returned.parts,
        "lead": right and one.style.lead,
        "flat": right and one.style.flat,
        "list": right and one.style.container == "list",
    }
    yield from (messages.SENTENCES[id] for id, true in holds.items() if true)


def _hidden(one: Round) -> Iterator[str]:
    """What a function does with the row that may look at nothing: the last of its case."""
    for part in (part for s in one.seen if s.case.kind == "hidden" and s.fine for part in s.returned.parts.values()):
        row = part[..., -1, :] if part.ndim > 1 else part[-1:]
        if row.any():  # so is what is no number
            yield "hidden-nan" if np.isnan(row).any() else "hidden-some"
