"""What a row of a table says and what a text was read as, in one shape that can be compared."""

from __future__ import annotations

import math
from typing import Any

from tutor.answers import Reading, read


def outcome(reading: Reading) -> Any:
    """The value of a reading, or "ask" or "error"."""
    return reading.value if reading.outcome == "value" else reading.outcome


def same(got: Any, want: Any) -> bool:
    """Equal nesting, and numbers equal up to the last bits of an operation."""
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(same, got, want))
    if isinstance(want, str) or isinstance(got, str):
        return bool(got == want)
    return got == want or math.isclose(got, want, rel_tol=1e-12)


def check(
    text: str,
    want: Any,
    kind: str = "vector",
    shape: tuple[int, ...] | None = None,
    decimals: int | None = None,
    locale: str = "es",
) -> Reading:
    """Reads and compares. `want` is a value, "ask" or "error", or either with a reason: "error:words"."""
    reading = read(text, kind, shape, decimals, locale)  # type: ignore[arg-type]
    expected, _, reason = want.partition(":") if isinstance(want, str) else (want, "", "")
    assert same(outcome(reading), expected), (outcome(reading), reading.reason, [o.value for o in reading.options])
    assert not reason or reading.reason == reason, reading.reason
    return reading
