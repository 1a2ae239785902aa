"""How words fit into a sentence: its first letter, lists and counts of things; and what is left without accents."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal

ORDINAL_SIGN = r"\.?[ºª]"
"""What makes an ordinal of a number, as a pattern."""


def capitalised(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]


def mid_sentence(words: str) -> str:
    """As they go on behind other words or a colon: in small letters, unless they begin with a name such as K or RTF."""
    first = words.split(" ", 1)[0]
    small = first in ("A", "E", "O", "U", "Y") or first[1:].islower()
    return words[:1].lower() + words[1:] if small else words


def joined(words: Sequence[str], last: str = "y") -> str:
    """«a, b y c»; of the last two, what stands between them."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def plural(number: int, one: str, many: str = "") -> str:
    """«1 hoja», «2 hojas»: how many of a thing, whose plural is `many` where an s is not enough."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def unaccented(text: str, form: Literal["NFD", "NFKD"] = "NFKD") -> str:
    """Without accents: what words are compared by that people write with and without them. NFD leaves ª and ½ alone."""
    return "".join(c for c in unicodedata.normalize(form, text) if not unicodedata.combining(c))
