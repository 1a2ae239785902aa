"""Text from strangers: fit to be shown, and by what two ids or two names are compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from tutor.phrasing import joined

INVISIBLE = dict.fromkeys(
    [0x00AD, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x206A)]
)
"""Characters nobody sees: soft hyphen, zero-width space and joiners, direction marks, BOM."""


_DROPPED = INVISIBLE | dict.fromkeys(range(0x0300, 0x0370))
"""Those, and the accents that NFKD sets apart from their letters."""


def display(text: str, limit: int = 80) -> str:
    """`text` fit for a message: one line, no control nor direction characters, cut at `limit`."""
    if len(text) <= limit and text.isprintable():
        return " ".join(text.split())
    flat = " ".join("".join(c if c.isprintable() else " " for c in text[: 2 * limit].translate(INVISIBLE)).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def visible(text: str) -> str:
    """`text` in NFC without invisible characters nor spaces at its ends; those inside stay, to be seen and reported."""
    if text.isascii():
        return text.strip()
    text = unicodedata.normalize("NFC", text)
    before = None
    while before != text:
        before = text
        text = text.strip().strip("".join(map(chr, INVISIBLE)))
    return text


def id_key(text: str) -> str:
    """What two ids are compared by: no case, no accents, no spaces, nothing invisible."""
    if text.isascii():
        return "".join(text.split()).lower()
    return "".join(_unaccented(text).split()).casefold()


def id_keys(texts: Sequence[str]) -> list[str]:
    """`id_key` of each: in one go where they are plain letters and digits, as most ids are."""
    joined = "\0".join(texts)
    if joined.isascii() and joined.split() == [joined]:
        keys = joined.lower().split("\0")
        if len(keys) == len(texts):
            return keys
    return list(map(id_key, texts))


def name_key(text: str) -> str:
    """What two names are compared by: as ids, but words stay apart and their order does not matter."""
    return " ".join(sorted(_spread(text).split()))


def name_keys(texts: Sequence[str]) -> list[str]:
    """`name_key` of each, for less."""
    spread = _spread("\0".join(texts)).split("\0")
    return [" ".join(sorted(words.split())) for words in (spread if len(spread) == len(texts) else map(_spread, texts))]


def _spread(text: str) -> str:
    return _unaccented(text.replace("_", " ").replace(",", " ")).casefold()


def _unaccented(text: str) -> str:
    return unicodedata.normalize("NFKD", text).translate(_DROPPED)


def first_name(name: str) -> str:
    """What to greet somebody by: of «Gil, Ana» it is Ana; empty where there is no name."""
    return (name.partition(",")[2].split() or name.split() or [""])[0]


_FORMULA = tuple("=+-@＝＋－＠")


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def inert(text: str) -> str:
    """A text cell that no spreadsheet takes for a formula, on one line and without control characters.

    `=cmd|' /C calc'!A0`, `+1`, `-x`, `@SUM` get an apostrophe in front, as a person would type them. Numbers of ours
    do not pass through here: −1,5 stays a number.
    """
    if text[:1].isalnum() and text.isprintable():
        return text
    flat = text if text.isprintable() else _CONTROL.sub(" ", text).translate(INVISIBLE).strip()
    return "'" + flat if flat.lstrip().startswith(_FORMULA) else flat


def listed(texts: Sequence[str], most: int = 8) -> str:
    """Ids in a sentence: «a1, a2 y a3»; of many, how many more there are."""
    named = [inert(display(text)) for text in texts[:most]]
    return joined([*named, f"{len(texts) - most} más"] if len(texts) > most else named)
