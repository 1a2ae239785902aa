"""The characters people type, as tables: each is kept, becomes another, is dropped, or is refused.

By table, not by Unicode normalisation, which turns `10²` into `102` and `1½` into `11⁄2`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answers.locales import Locale
from tutor.answers.source import Source, Unreadable

NARROW = "\u00a0"
"""Stands for every blank that does not break a line: between digits it groups more than it separates."""
ROW = "\n"

DASHES = "‐‑‒–—―−⁃˗﹘﹣－➖⸺⸻"
BLANKS = "\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u200a\u205f\u3000"
NARROW_BLANKS = "\u00a0\u2007\u2009\u202f"
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\ufe0e\ufe0f"
ACCENTS = "".join(map(chr, range(0x300, 0x370)))
APOSTROPHES = "’‘´`′ʼ‛＇ˈʹ"
TIMES = "×∗＊✕✖⨯"
COMMAS = "‚、،﹐︐ˏ⸲⸴⹁꓾¸ꓹ"
POINTS = "。․﹒۔｡"
MIDDLE_DOTS = "⋅∙•・‧\u0387･ꞏ"
DIVISIONS = "÷∕⁄／➗"
ROW_ENDS = "\r\x85\u2028\u2029"
BRACKETS = {
    "⟨": "<", "\u2329": "<", "\u3008": "<", "⟩": ">", "\u232a": ">", "\u3009": ">",
    "⟦": "[", "⟧": "]", "【": "[", "】": "]", "⎡": "[", "⎤": "]", "⎣": "[", "⎦": "]", "⎢": "[", "⎥": "]",
}  # fmt: skip
OTHERS = {
    "٪": "%", "٬": NARROW, "؛": ";", "﹔": ";", "\u037e": ";", "∶": ":", "﹕": ":", "꞉": ":",
    "¦": "|", "│": "|", "∣": "|", "⊤": "ᵀ", "ℯ": "e", "𝑒": "e",
    "≃": "≈", "≅": "≈", "∼": "≈", "〜": "≈", "≐": "≈", "≔": "=", "“": '"', "”": '"', "«": '"', "»": '"', "„": '"',
    "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "Á": "A", "É": "E", "Í": "I", "Ó": "O", "Ú": "U",
}  # fmt: skip
DECIMAL_SIGN = "٫"
"""The decimal mark of Arabic keyboards and of some phones: whatever the locale, it marks decimals."""

FRACTIONS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
SUPERSCRIPTS = {**dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)), "⁺": "+", "⁻": "-"}
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚₛₜₓ"


def _table() -> dict[int, str | None]:
    table: dict[int, str | None] = {}
    for start in (0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6):  # the mathematical digits: bold, double-struck…
        table.update({start + digit: str(digit) for digit in range(10)})
    table.update({0xFF01 + i: chr(0x21 + i) for i in range(94)})  # full-width forms of ASCII
    table.update({ord(old): new or None for old, new in {**BRACKETS, **OTHERS}.items()})
    many = ((DASHES, "-"), (BLANKS, " "), (NARROW_BLANKS, NARROW), (APOSTROPHES, "'"), (TIMES, "*"), (ROW_ENDS, ROW))
    for olds, new in (*many, (MIDDLE_DOTS, "·"), (DIVISIONS, "/"), (COMMAS, ","), (POINTS, ".")):
        table.update({ord(old): new for old in olds})
    table.update({ord(old): None for old in INVISIBLE + ACCENTS})
    return table


TABLE = _table()
REFUSED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"  # control characters, ESC among them
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # marks that turn the direction of writing
    "\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)


MARKED_DIGIT = re.compile("[0-9][\u0300-\u036f]")
"""A digit with a bar or a hat means that it repeats, or that it is crossed out."""


def clean(text: str, locale: Locale) -> Source:
    """The text in one alphabet. Raises Unreadable where a character must not even be repeated to the learner."""
    if refused := REFUSED.search(text):
        raise Unreadable("control-character", refused.start(), f"U+{ord(refused[0]):04X}")
    if marked := MARKED_DIGIT.search(text):
        raise Unreadable("unexpected-text", marked.start(), marked[0])
    new = text.translate(TABLE).replace(DECIMAL_SIGN, locale.decimal)
    at: Sequence[int] = range(len(text) + 1)
    if len(new) != len(text):
        at = [*(i for i, char in enumerate(text) if TABLE.get(ord(char), char) is not None), len(text)]
    return blanks_together(Source(new, at).strip())


def blanks_together(source: Source) -> Source:
    """Blanks together as one: no pattern then looks at a run of them from each of its blanks."""
    return source.rewrite(_BLANKS_TOGETHER, _one_blank)


_BLANKS_TOGETHER = re.compile(r"\s{2,}")


def _one_blank(match: re.Match[str]) -> str:
    """Blanks together are one, of the kind that says most; two tabs stay two, for there an empty cell lies between."""
    blanks = match[0]
    return ROW if ROW in blanks else blanks.replace(" ", "")[:2] if "\t" in blanks else " "
