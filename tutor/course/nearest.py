"""Which of the known names was meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name most like `name`, if any is close enough to be what was meant."""
    names = list(names)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return close[0]
    folded = {n.casefold(): n for n in names}
    close = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    if close:
        return folded[close[0]]
    inside = [n for f, n in folded.items() if len(name) > 2 and (name.casefold() in f or f in name.casefold())]
    return inside[0] if len(inside) == 1 else None
