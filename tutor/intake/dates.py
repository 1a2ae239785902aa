"""When something was handed in, from what people and exports write; "" when a text is no date.

Only to tell which of two hand-ins is the later: no time zones, the wall clock as written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tutor.intake.models import HandIn

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_NUMERIC = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_SPOKEN = re.compile(
    r"(?P<day>\d{1,2})\s+(?:de\s+)?(?P<month>[^\W\d_]{3,12})\.?\s+(?:de\s+)?(?P<year>\d{4})"
    r"(?:[\s,]+(?:a las\s+)?(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?)?",
    re.IGNORECASE,
)
_AFTERNOON = re.compile(r"\b(p\.?\s?m\.?|a\.?\s?m\.?)", re.IGNORECASE)
_MONTHS = (
    "ene jan xan urt|feb fev fév ots|mar mär|abr apr avr api|may mai mag|jun xuñ juny juin giu eka"
    "|jul xul juil lug uzt|ago aug aoû abu|sep set ira|oct okt out ott urr|nov aza|dic dec des déc dez abe"
)
_MONTH = {word: i for i, words in enumerate(_MONTHS.split("|"), 1) for word in words.split()}


def parse_date(text: str) -> tuple[str, str]:
    """An ISO text, to be compared as text, `2026-05-03 10:31:00`, with its day first wherever that is a date; and the
    other that it may be, if there is one."""
    day_first, month_first = readings(text)
    return day_first or month_first, month_first if day_first and day_first != month_first else ""


def readings(text: str) -> tuple[str, str]:
    """The date with its day first and with its month first: alike where the text leaves no choice, "" for none."""
    text = text.strip()[:80]
    if match := _NUMERIC.search(text):
        one, two, year = match.group(1, 2, 3)
        clock = _clock(match.group(4, 5, 6), text, match.end())
        return _iso(year, two, one, clock), _iso(year, one, two, clock)
    if match := _ISO.search(text):
        year, month, day = match.group(1, 2, 3)
        clock = _clock(match.group(4, 5, 6), text, match.end())
    elif match := _SPOKEN.search(text):
        word = match["month"].lower()
        year, month, day = match["year"], str(_MONTH.get(word[:4]) or _MONTH.get(word[:3], 0)), match["day"]
        clock = _clock(match.group("hour", "minute", "second"), text, match.end())
    else:
        return "", ""
    return (_iso(year, month, day, clock),) * 2


class DateColumn:
    """The dates of one column, which are all written in one order: one that can only be read with its month first says
    so of all."""

    def __init__(self) -> None:
        self.day_first = self.month_first = False
        self.open: dict[str, str] = {}
        """Where a date stood that both orders give, read with its month first."""

    def read(self, text: str, where: str) -> str:
        """The date of one cell, its day first wherever that is a date."""
        day_first, month_first = readings(text)
        if day_first != month_first:
            self.day_first |= not month_first
            self.month_first |= not day_first
            if day_first and month_first:
                self.open[where] = month_first
        return day_first or month_first

    def settle(self, found: list[HandIn]) -> list[HandIn]:
        """The hand-ins of the table once all of it has been read: in the other order, or with both where nothing in
        the column tells which."""
        if not self.open or (self.day_first and not self.month_first):
            return found
        sure = self.month_first and not self.day_first
        return [
            h if h.source not in self.open
            else replace(h, date=self.open[h.source]) if sure
            else replace(h, other_date=self.open[h.source])
            for h in found
        ]  # fmt: skip


def _clock(parts: Sequence[str | None], text: str, end: int) -> tuple[int, int, int]:
    hour, minute, second = (int(part or 0) for part in parts)
    if half := _AFTERNOON.search(text, end):
        hour = hour % 12 + (12 if half[1].lower().startswith("p") else 0)
    return hour, minute, second


def _iso(year: str, month: str, day: str, clock: tuple[int, int, int]) -> str:
    try:
        return str(datetime(int(year), int(month), int(day), *clock))
    except ValueError:
        return ""
