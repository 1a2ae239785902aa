"""What a sheet carries so that it is recognised when it comes back."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

SOLVED = "Resuelta, para el profesor. No la repartas."
"""How a solved sheet begins, so that it is not taken for a hand-in."""


def control(printed: Iterable[str]) -> str:
    """Four digits that change when somebody writes numbers on the printed lines of a sheet."""
    digits = "".join(c for line in printed for c in line if c.isdigit())
    return f"{zlib.crc32(digits.encode()) % 10_000:04}"
