"""When something was handed in, from what people and exports write; "" when a text is no date.

Only to tell which of two hand-ins is the later: no time zones, the wall clock as written.
"""

from __future__ import annotations

import re
from datetime import datetime

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_DAY_FIRST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?")
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


def parse_date(text: str) -> str:
    """An ISO text, to be compared as text: `2026-05-03 10:31:00`. Day before month, unless the year comes first."""
    text = text.strip()[:80]
    if not text:
        return ""
    if match := _ISO.search(text):
        year, month, day, *clock = match.groups()
    elif match := _DAY_FIRST.search(text):
        day, month, year, *clock = match.groups()
    elif match := _SPOKEN.search(text):
        word = match["month"].lower()
        number = _MONTH.get(word[:4]) or _MONTH.get(word[:3])
        if number is None:
            return ""
        year, month, day, clock = match["year"], str(number), match["day"], [*match.group("hour", "minute", "second")]
    else:
        return ""
    hour, minute, second = (int(part or 0) for part in clock)
    if half := _AFTERNOON.search(text, match.end()):
        hour = hour % 12 + (12 if half[1].lower().startswith("p") else 0)
    try:
        return str(datetime(int(year), int(month), int(day), hour, minute, second))
    except ValueError:
        return ""
