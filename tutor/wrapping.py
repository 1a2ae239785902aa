"""Texts in lines that fit: at a prompt, in a help page, in a comment of a file. The one place that breaks lines."""

from __future__ import annotations

import re
import unicodedata

GLUE = "\ue000"
"""Stands for a blank where a line must not be broken."""
FIRST_COMBINING, SOFT_HYPHEN = "\u0300", "\xad"
_TOGETHER = re.compile(
    r"(?:\b\w{1,12} \d = )?[(\[][−\d.,;∞|·/% ]{1,40}[)\]]|`[^`]{1,60}`"  # lists (`clave 0 = (1,0 ; 0,0)`), commands
    r"|\d \d{3}\b|\d+ de \d+|\be\^\S+|[\w√·]{1,12} = [−\d][\d.,]*|(?<=\d) [=≈] (?=\S)"  # numbers and what they are
)


def width_of(text: str) -> int:
    """Columns taken: combining signs none, East Asian wide signs two."""
    if text.isascii() or (max(text) < FIRST_COMBINING and SOFT_HYPHEN not in text):
        return len(text)
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) == "Cf"
        else 2 if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )  # fmt: skip


def wrap(text: str, width: int, hanging: str = "") -> list[str]:
    """One paragraph in lines of at most `width` columns, broken at blanks; short lists and commands stay whole.

    Continuation lines begin with `hanging`. A word wider than the line is cut, so that nothing runs off the edge.
    """
    glued = _TOGETHER.sub(lambda m: m[0].replace(" ", GLUE) if width_of(m[0]) <= width else m[0], text)
    lines: list[str] = []
    current = ""
    for word in glued.split(" "):
        candidate = f"{current} {word}" if current else word
        if width_of(candidate) <= width or not current.strip():
            current = candidate
        else:
            lines.append(current)
            current = hanging + word
        while width_of(current) > width:
            cut = fitting(current, width)
            lines.append(current[:cut])
            current = hanging + current[cut:]
    return [a_line.replace(GLUE, " ").rstrip() for a_line in [*lines, current]]


def words_of(text: str) -> list[str]:
    """What a line is not broken inside of: words, short lists, commands."""
    glued = _TOGETHER.sub(lambda m: m[0].replace(" ", GLUE), text)
    return [word.replace(GLUE, " ") for word in glued.split(" ")]


def fitting(text: str, width: int) -> int:
    """How many characters of a text fit in so many columns, one at least."""
    taken = 0
    for i, c in enumerate(text):
        taken += width_of(c)
        if taken > width:
            return max(1, i)
    return len(text)


def paragraphs(text: str, width: int) -> list[str]:
    """Finished lines of a text: its own line ends are kept, indented lines are kept as they are if they fit."""
    result: list[str] = []
    for raw in text.rstrip().split("\n"):
        indent = raw[: len(raw) - len(raw.lstrip(" "))]
        if width_of(raw) <= width:
            result.append(raw.rstrip())
        else:
            result += [indent + more for more in wrap(raw.strip(), max(8, width - len(indent)), "  " if indent else "")]
    return result
