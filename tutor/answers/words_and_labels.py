"""What stands around the numbers: LaTeX and NumPy wrappings, Spanish words, labels like `α₁ =`, a final stop.

Each table pairs a pattern with what is written in its place; nothing here knows what a number is.
"""

from __future__ import annotations

import re

from tutor.answers.characters import SUBSCRIPTS, blanks_together
from tutor.answers.source import Source

_NO_ANSWER = (
    r"(?:pues |yo )?no (?:lo )?(?:se|supe|entiendo|tengo (?:ni )?idea|contesto|respondo)(?: (?:hacerlo|hacer|como))?",
    r"no me (?:salen?|salio|ha salido|dio tiempo|ha dado tiempo)",
    r"no (?:l[oa] )?he (?:hecho|llegado|sabido|podido)",
    r"no (?:hech|contestad|respondid)[oa]|sin (?:hacer|responder|respuesta|contestar|terminar)",
    r"pendiente|por hacer|nada|vaci[oa]|(?:en )?blanco|paso|nose|ni idea|n/?s|ns ?/ ?nc|n/?c",
    r"i (?:don'?t|do not) know|idk|n/?a",
)
DONT_KNOW = re.compile(rf"\W*(?:{'|'.join(_NO_ANSWER)})\W*|[¿?\s]*[?][?\s]*|[-_\s]*[-_][-_\s]*", re.IGNORECASE)
"""An answer that says there is none: not even a try, and never a mistake."""

_LETTER = r"(?<![^\W\d_])"
_END = r"(?![^\W\d_])"

LATEX: tuple[tuple[str, str], ...] = (
    (r"\\begin\s*\{[a-zA-Z]*\*?\}(?:\s*\{[clr|]*\})?|\\end\s*\{[a-zA-Z]*\*?\}", " "),
    (r"\\\\(?:\[[^\]]*\])?|\\cr(?![a-z])|\\newline", "\n"),
    (r"\\(?:left|right|[bB]igg?[lr]?|displaystyle|mathrm|mathbf|operatorname|text)(?![a-z])\.?", ""),
    (r"\\(?:[,;:! ]|quad|qquad)", " "),
    (r"\{,\}", ","),
    (r"\\(?:cdot|times|ast)(?![a-z])", "*"),
    (r"\\div(?![a-z])", "/"),
    (r"\\infty", "∞"),
    (r"\\langle", "<"),
    (r"\\rangle", ">"),
    (r"\\(?:approx|simeq|cong)", "≈"),
    (r"\\sqrt\s*\[3\]", "∛"),
    (r"\\([{}%_$&])", r"\1"),
    (r"\\[()\[\]]", ""),
    (r"(?<![$0-9])\$\$?([^$]+)\$\$?(?![$0-9])", r" \1 "),
    (r"^\$(?=[^$]*$)", ""),
    (r"\\(?=[a-zA-Z])", ""),
)
_PRINTED_NUMBER = r"([+-]?(?:[0-9.]+(?:e[+-]?[0-9]+)?|inf|nan))"
_PRINTED_AS = r"(?:u?int|b?float|double|half|single|tensor|array|asarray|decimal)[0-9_]*"
_PRINTED = (
    rf"{_LETTER}(?:\w{{1,12}}\.){{0,3}}{_PRINTED_AS}\(\s*['\"]?{_PRINTED_NUMBER}['\"]?\s*"
    r"(?:,\s*\w+\s*=(?:[^()]|\(\))*)?\)"
)
WORDS: tuple[tuple[str, str], ...] = (
    (_PRINTED, r"\1"),
    (rf"{_LETTER}fraction\(\s*(-?[0-9]+),\s*([0-9]+)\)", r"\1/\2"),
    (rf"{_LETTER}(?:por\s*cien(?:to)?|per\s?cent){_END}", "%"),
    (rf"{_LETTER}(?:np|numpy|math)\.log{_END}(?![0-9])", "ln"),
    (rf"{_LETTER}(?:np|numpy|math|torch)\.(?=\w)", ""),
    (rf"{_LETTER}menos\s+", "-"),
    (rf"{_LETTER}mas\s+", "+"),
    (rf"{_LETTER}(?:infinito|infinity|inf|infty|infinite){_END}", "∞"),
    (rf"{_LETTER}raiz(?:\s+cuadrada)?(?:\s+de)?{_END}|{_LETTER}sqrt{_END}", "√"),
    (r"\s*,?\s+(?:y|and)\s+(?![=≈~:])", ", "),
    (rf"{_LETTER}oo{_END}(?![0-9.,])", "∞"),
)
ASIDES: tuple[tuple[str, str], ...] = (
    ("about", r"\(\s*aprox[a-z]*\.?\s*\)\s*"),
    ("about", rf"{_LETTER}(?:aprox(?:imadamente|imado|\.)?|mas o menos|unos|casi|approx\.?){_END}\s*"),
    ("ticks", r"[✓✔☑✅]+"),
)
"""Words and marks beside the numbers, with the note that names it."""
_BOLD = re.compile(r"^\*\*(?=[^\s*])([^*]+)\*\*$")
_STARS = re.compile(r"\s*\*\*\s*")
_ELLIPSIS = re.compile(r"(?<=[0-9])(?:(?:\.{3,}|…)(?![0-9.,'])|\s(?:\.{3,}|…)(?=\s*(?:$|[;|\n)\]])))")


def _compiled(table: tuple[tuple[str, str], ...]) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern, re.IGNORECASE), new) for pattern, new in table]


_LATEX, _WORDS = map(_compiled, (LATEX, WORDS))
_ASIDES = [(note, re.compile(pattern, re.IGNORECASE)) for note, pattern in ASIDES]
_HAS_WORDS = re.compile(r"[^\W\d_]{2,}|\by\b", re.IGNORECASE)

_EQUALS = re.compile(r"\s*[=≈~]+\s*(?=\S)")
_BEFORE_COLON = rf"(?!lambda\b)[^\W\d_][\w{SUBSCRIPTS}]{{0,12}}(?: [0-9]{{1,2}})?\s*:"
_NAMED = re.compile(rf"{_BEFORE_COLON}(?!=)\s*(?=\S)")
_NAME = re.compile(rf"(?:(?:[^\W\d_][^=≈~;|\n\t&\",0-9]{{0,40}}[0-9]?)?\s*[=≈~]+|{_BEFORE_COLON})\s*(?=\S)")
_ANOTHER_NAME = re.compile(r"[=≈~]|[^\W\d_]\w*\s*:")
_WRAPPER = re.compile(r"(?:[a-z]\w*\s*\.\s*)?(?:array|tensor|asarray|matrix|list|tuple)\s*\(", re.IGNORECASE)
PRINTED = re.compile(rf"{_LETTER}(?:{_PRINTED_AS}|matrix)\(", re.IGNORECASE)
"""What programs print around numbers: their point is decimal."""
_WRAPPER_OPTIONS = re.compile(r",\s*(?:dtype|device|requires_grad|grad_fn|ndmin)\s*=[^\]]*$")
_TRANSPOSED = re.compile(r"\s*(?:\^\s*\{?\s*(?:T|t|ᵀ|\\top|top)\s*\}?|ᵀ|\.T|\.t\(\)|(?<=[\])])')\s*$")
_QUOTED = re.compile(r"\s*(?P<quote>[\"'`])(?P<inside>[^\"`]*)(?P=quote)\s*", re.DOTALL)
_FINAL_STOP = re.compile(r"(?<=[\w)\]}%∞])\s*\.\s*$")


def rewritten(source: Source) -> tuple[Source, tuple[str, ...]]:
    """LaTeX and words in signs, and the notes that deserve."""
    text = source.text
    notes: tuple[str, ...] = ()
    if "\\" in text or "$" in text or "{,}" in text:
        source = blanks_together(_through(source, _LATEX))
    for note, pattern in _ASIDES:
        before, source = source, source.rewrite(pattern, "")
        notes += (note,) * (source.text != before.text)
    if _HAS_WORDS.search(source.text):
        source = _through(source, _WORDS)
    source = source.rewrite(_BOLD, r"\1").rewrite(_STARS, "^")
    before, source = source, source.rewrite(_ELLIPSIS, "")
    notes += ("ellipsis",) * (source.text != before.text)
    return blanks_together(source).strip(), notes


def _through(source: Source, table: list[tuple[re.Pattern[str], str]]) -> Source:
    for pattern, new in table:
        source = source.rewrite(pattern, new)
    return source


def unwrapped(source: Source) -> tuple[Source, bool]:
    """The text without quotes, label, `array(…)` and `^T`; and whether it asked to be transposed."""
    transposed = False
    for _ in range(4):
        before = len(source.text)
        if match := _QUOTED.fullmatch(source.text):
            source = source.cut(*match.span("inside"))
        if match := _TRANSPOSED.search(source.text):
            source, transposed = source.cut(0, match.start()), not transposed
        if source.text.endswith(")") and (match := _WRAPPER.match(source.text)):
            source = source.cut(match.end(), len(source.text) - 1)
            options = _WRAPPER_OPTIONS.search(source.text)
            source = source.cut(0, options.start()) if options else source
        source = without_label(source)
        if match := _FINAL_STOP.search(source.text):
            source = source.cut(0, match.start())
        if len(source.text) == before:
            break
    return source, transposed


def without_label(source: Source) -> Source:
    """The text without what names all of it (`x =`, `α₁ ≈`, `alfa:`); where several names stand, each names a cell."""
    match = _NAME.match(source.text)
    if match is None or _ANOTHER_NAME.search(source.text, match.end()):
        return source
    return source.cut(match.end(), len(source.text))


def sides_of(text: str) -> list[tuple[str, int]]:
    """A cell cut at every `=` and `≈`, and after `alfa:`; each side with the index where it begins."""
    named = _NAMED.match(text)
    start = named.end() if named else 0
    sides = []
    for match in _EQUALS.finditer(text, start):
        sides.append((text[start : match.start()].strip(), start))
        start = match.end()
    return [*sides, (text[start:], start)]


def is_name(side: str) -> bool:
    """Whether the left side of an `=` names what is on the right: `α₁`, `Q·K₂`, `√d_k`, or nothing."""
    return not side or ((side[0].isalpha() or side[0] in "√‖|Σ∑") and ", " not in side and '"' not in side)
