"""What Moodle exports of a quiz with one question that has its answers embedded in it: one text for all of them.

«Respuesta 1» holds `parte 1: 4; parte 2: -2; …` (`part 1: …` in English), a part a blank, empty where nothing was
typed; «Pregunta 1», where it was asked for, the question as text, with the code of its variant.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

Blanks = Mapping[str, tuple[int, ...]]
"""Question id to the shape of its blanks, in the order in which they are asked."""
NOTHING = frozenset(("", "-"))
"""What is exported of whoever answered nothing."""
_NOT_SENT = (
    "nunca enviado|nunca enviada|nunca presentado|never submitted|mai enviat|no s'ha enviat mai|inoiz ez bidalia"
    "|jamais remis|jamais envoyé|nunca submetido|nunca submetida|nie abgegeben|nie eingereicht|mai inviato"
    "|en curso|en progreso|in progress|en curs|en progrés|en cours|em curso|em progresso|in bearbeitung|in corso"
    "|no iniciado|no comenzado|sin empezar|not started|no començat|non commencé|não iniciado|nicht begonnen"
    "|non iniziato|overdue|vencido"
)
NOT_SENT = frozenset(_NOT_SENT.split("|"))
"""States of an attempt that was never handed in."""
STATE = frozenset(("estado", "state", "status", "estat", "egoera", "état", "statut", "stato"))
"""The column that tells them."""
_PART = re.compile(r"(?:^|;\s)\s*[^\W\d_]+ (\d{1,3})\s?:")
_CODE = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)*-\d+-[2-9A-Z]{7}(?![\w-])", re.IGNORECASE)


def parts(text: str) -> list[str] | None:
    """What was typed in each blank; None for a text that has no parts numbered from 1."""
    found = list(_PART.finditer(text))
    if not found or found[0].start() or [int(part[1]) for part in found] != list(range(1, len(found) + 1)):
        return None
    ends = [*(part.start() for part in found[1:]), len(text)]
    return [text[part.end() : end].strip() for part, end in zip(found, ends, strict=True)]


def answers(typed: Sequence[str], blanks: Blanks) -> dict[str, str] | None:
    """Question id to its answer as it is written in one line; None where there are not as many parts as blanks.

    An empty blank is left out: an answer that lacks a number is no answer of the shape asked.
    """
    if len(typed) != sum(math.prod(shape) for shape in blanks.values()):
        return None
    left = iter(typed)
    return {question: _line(left, shape) for question, shape in blanks.items()}


def variant_code(cells: Sequence[str]) -> str:
    """The code of the variant that the question's text tells; "" where no cell has one."""
    found = next((code for cell in cells if (code := _CODE.search(cell))), None)
    return found[0] if found is not None else ""


def _line(left: Iterator[str], shape: tuple[int, ...]) -> str:
    columns = shape[-1] if shape else 1
    rows = [list(filter(None, islice(left, columns))) for _ in range(math.prod(shape[:-1]))]
    return " | ".join(" ; ".join(row) for row in rows if row)
