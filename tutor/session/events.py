"""What is remembered of a learner: one record for everything done at a prompt, in the order it was done.

Where a learner stands is never stored; it is read off the events (`tutor.session.unit_state`). So two copies running at
once, or a process killed between two events, leave nothing half said.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from tutor.answers import Reading

EventKind = Literal["begin", "answer", "hint", "solution", "skip", "reopen", "deny", "end"]
Mode = Literal["lesson", "check", "practice"]


@dataclass(frozen=True, slots=True)
class Event:
    """One act. `begin` starts a unit anew, `end` says that its last question was left behind, `reopen` that an answer
    no longer stands because the number it came from was changed, `deny` that its `slips` were not made.

    `reading` is JSON (`pack`), empty when nothing was read; `verdict` a value of `Verdict`, or `noted` for a
    prediction. `digest` tells the question (what it asks, on which numbers) as it was when it was answered. `at` is UTC
    in ISO form, `run` the process that wrote it; both are filled in by the journal.
    """

    kind: EventKind
    unit: str
    mode: Mode
    variant: int = 0
    version: int = 1
    question: str = ""
    digest: str = ""
    raw: str = ""
    reading: str = ""
    verdict: str = ""
    slips: tuple[str, ...] = ()
    skill: str = ""
    locale: str = "es"
    at: str = ""
    run: str = ""
    id: int = 0


Events = tuple[Event, ...]


def pack(reading: Reading) -> str:
    """A reading with a value as JSON; infinities are written as words, since JSON has none."""
    if reading.outcome != "value":
        return ""
    packed = {"kind": reading.kind, "value": _words(reading.value), "places": reading.places}
    return json.dumps(packed, ensure_ascii=False, separators=(",", ":"))


def unpack(event: Event) -> Reading | None:
    """The reading of an answer, as it was when it was judged; None when nothing had been read or it is damaged."""
    try:
        packed = json.loads(event.reading)
        return Reading("value", event.raw, packed["kind"], value=_floats(packed["value"]), places=packed["places"])
    except (ValueError, KeyError, TypeError):
        return None


def digest_of(*parts: Any) -> str:
    """A short fingerprint of what a question asks: equal for equal parts, on every machine."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def walks(events: Iterable[Event]) -> list[list[Event]]:
    """The events of a unit, cut where it was begun anew; the last is the current one."""
    found: list[list[Event]] = [[]]
    for event in events:
        if event.kind == "begin":
            found.append([])
        else:
            found[-1].append(event)
    return found


def _words(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_words(v) for v in value]
    return value if math.isfinite(value) else str(value)


def _floats(value: Any) -> Any:
    return [_floats(v) for v in value] if isinstance(value, list) else float(value)
