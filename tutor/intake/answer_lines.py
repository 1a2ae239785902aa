"""Of the lines written under a question, which are its answer and which are working or remarks beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

MATHS = frozenset(("sqrt", "raiz", "raíz", "frac", "softmax", "array", "tensor", "matrix"))
WORD = re.compile(r"[^\W\d_]{4,}")
_PROSE = re.compile(r"[^\W\d_]{2,}")
_BETTER = re.compile(
    r"(?<!\w)(no|perd[oó]n|corrijo|correcci[oó]n|correg\w*|equivo\w*|mejor|en realidad|quer[ií]a|quise|ojo|errata"
    r"|cambi\w*|tach\w*|rectific\w*|bien es|definitiv\w*|al final)(?!\w)",
    re.IGNORECASE,
)
"""Words by which somebody takes back what stands before them."""
MOST_LINES = 12
"""Lines among which an answer is looked for: every run of them is read."""

Complete = Callable[[str], bool | None]
"""Complete(text) -> whether it has all that is asked; None where nobody can tell."""


@dataclass(frozen=True, slots=True)
class AnswerLines:
    """An answer, and the lines beside it that were left out. `doubtful`: a person must say which line is the answer."""

    text: str
    beside: tuple[str, ...] = ()
    doubtful: bool = False


def answer_lines(text: str, complete: Complete) -> AnswerLines:
    """The answer in `text`: all of it where it is complete or one line, else the only run of its lines that is.

    Lines without words are numbers: beside another answer they make it doubtful, as does a line that takes something
    back or could be the answer itself. No answer of the shape asked, with lines of words in it, is doubtful too.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    worded = [line for line in lines if _is_worded(line)] if len(lines) > 1 else []
    if len(lines) < 2 or (len(worded) in (0, len(lines)) and complete(text)):
        return AnswerLines(text)
    if not worded and complete(text) is None:
        return AnswerLines(text)  # which it asks for itself
    plain = "\n".join(line for line in lines if not _is_worded(line))
    if len(lines) > MOST_LINES:
        return AnswerLines(text, doubtful=complete(text) is False)
    found = plain if plain and complete(plain) else _any_run(lines, complete)
    if not found:
        return AnswerLines(text, doubtful=bool(worded) and complete(text) is not None)
    kept = set(found.split("\n"))
    beside = tuple(line for line in lines if line not in kept)
    sure = found == plain and all(_is_beside(line, complete) for line in beside)
    return AnswerLines(found, beside) if sure else AnswerLines(text, doubtful=True)


def _is_worded(line: str) -> bool:
    """Whether a line is working or a remark: it has words, or says what something is."""
    words = {word.lower() for word in _PROSE.findall(line)} - MATHS
    return bool(words) or any(mark in line for mark in "=:→") or not any(c.isdigit() for c in line)


def _is_beside(line: str, complete: Complete) -> bool:
    """Whether a line with words neither takes back what was written nor could be the answer."""
    tail = re.split(r"[:=→⇒]", line)[-1]
    bare = _PROSE.sub(" ", tail)
    return not _BETTER.search(line) and not any(complete(piece.strip(" .,;")) for piece in (line, tail, bare))


def _any_run(lines: list[str], complete: Complete) -> str:
    """A run of neighbouring lines that is an answer, the first of them; "" where none is."""
    count = len(lines)
    runs = ("\n".join(lines[a:b]) for a in range(count) for b in range(count, a, -1) if b - a < count)
    return next((run for run in runs if complete(run)), "")
