"""Everything known about the streams, in one object passed in: is it a terminal, how wide, which encoding, colour.

`Terminal.of_process()` looks at the real process; tests build one by hand over `io.StringIO`. Nothing else in the
program touches `sys.stdin`, `sys.stdout` or `os.environ` for these questions.
"""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
import unicodedata
from dataclasses import dataclass, field, replace
from io import StringIO, TextIOWrapper
from typing import IO, Any, TextIO

from tutor.phrasing import unaccented
from tutor.wrapping import paragraphs

PIPE_WIDTH = 80
NARROWEST = 32

FALLBACKS = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "∞": "inf", "√": "raiz", "·": "*", "×": "x", "÷": "/",
    "α": "alfa", "β": "beta", "γ": "gamma", "ε": "epsilon", "θ": "theta", "λ": "lambda", "μ": "mu", "π": "pi",
    "σ": "sigma", "τ": "tau", "ω": "omega", "Σ": "suma",
    "Δ": "delta", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "±": "+/-", "→": "->", "←": "<-",
    "↑": "^", "↓": "v", "‖": "||",
    "ᵀ": "^T", "ᵏ": "^k", "ⁿ": "^n", "ᵢ": "_i", "ⱼ": "_j", "ₖ": "_k", "ₙ": "_n", "…": "...", "«": '"', "»": '"',
    "“": '"', "”": '"', "‘": "'", "’": "'", "′": "'", "¿": "", "¡": "", "º": "o", "ª": "a", "°": " grados",
    "½": "1/2", "⅓": "1/3", "¼": "1/4", "¾": "3/4", "✓": "si", "✗": "no", "✔": "si", "✘": "no", "⚠": "!",
    "•": "-", "●": "*", "○": "o", "◆": "#", "◇": "+", "■": "#", "□": ".", "▪": "#",
    "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "|", "▍": "|", "▎": "|", "▏": "|", "▐": "|", "░": ".", "▒": ":",
    "▓": "x", "─": "-", "━": "-", "│": "|", "┃": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+",
    "┬": "+", "┴": "+", "┼": "+", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "╱": "/", "╲": "\\",
    **{chr(0x2080 + digit): str(digit) for digit in range(10)},
    **{char: f"^{digit}" for digit, char in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
}  # fmt: skip
"""What is written where the console cannot write the sign; each can be typed back and reads as the same number."""

_SUGGESTED = r"(?m)(?<=`)tutor(?: (?:\"[^`]*?\"|[^`\s]+))*(?=`)|^ *tutor [a-z]+(?: [\w./-]+)*$"
"""A command that is suggested: between backticks, or on a line of its own; compiled where one has to repeat options."""
_ROOT = r"√(\w+(?:[.,]\d+)?)"
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True, eq=False, repr=False, match_args=False)  # a millisecond less at each start
class Terminal:
    """Where the program reads and writes, and what it may use there.

    `width` is in columns (80 for a pipe). `colour` also says whether any escape sequence may be written. `accessible`
    asks for linear text. `locale` is how numbers are read and written: one of es, es-MX, en.
    """

    stdin: TextIO
    stdout: TextIO
    stderr: TextIO
    width: int = PIPE_WIDTH
    is_tty: bool = False
    """Somebody sits in front of it: questions may wait for Enter."""
    encoding: str = "utf-8"
    colour: bool = False
    accessible: bool = False
    locale: str = "es"
    carried: str = ""
    """The options of this run that every command it suggests has to repeat: `--locale es-MX`."""
    _encodable: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of_process(
        cls, *, accessible: bool | None = None, colour: bool | None = None, locale: str | None = None
    ) -> Terminal:
        """The streams of this process; what is not given is taken from the environment."""
        env = os.environ
        stdin, stdout, stderr = sys.stdin or StringIO(), sys.stdout or StringIO(), sys.stderr or StringIO()
        if isinstance(stdin, TextIOWrapper):
            stdin.reconfigure(errors="replace")  # bytes that are no text are unreadable answers, not a crash
        writes_to_tty = _isatty(stdout)
        accessible = _wanted(env.get("TUTOR_ACCESSIBLE") or env.get("ACCESSIBLE")) if accessible is None else accessible
        may_colour = (writes_to_tty or _wanted(env.get("FORCE_COLOR"))) and not env.get("NO_COLOR")
        may_colour = may_colour and env.get("TERM", "") != "dumb" and not accessible
        return cls(
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            width=max(NARROWEST, _width(writes_to_tty)),
            is_tty=writes_to_tty and _isatty(stdin),
            encoding=getattr(stdout, "encoding", None) or "utf-8",
            colour=may_colour if colour is None else may_colour and colour,
            accessible=accessible,
            locale=locale or "es",
        )

    def measured(self) -> Terminal:
        """The same terminal as wide as its window is now."""
        if not self.is_tty or self.stdout is not sys.stdout:
            return self
        return replace(self, width=max(NARROWEST, _width(True)))

    def carrying(self, options: str) -> Terminal:
        """The same, of a run whose suggested commands repeat those options."""
        return replace(self, carried=options)

    # -- writing ---------------------------------------------------------------------------------------------------

    def write(self, text: str = "") -> None:
        """One line or more of the result, on stdout, in signs that the console has."""
        self.stdout.write(self.safe(text) + "\n")

    def prose(self, text: str) -> None:
        """Sentences of the result, on stdout: as `write`, in lines that fit where somebody reads them."""
        self.write(self._fitted(text, self.stdout))

    def say(self, text: str = "") -> None:
        """A message or progress, on stderr, in lines that fit where somebody reads them."""
        self.stdout.flush()
        encoding = getattr(self.stderr, "encoding", None) or "utf-8"
        safe = replace(self, encoding=encoding, _encodable={}).safe
        self.stderr.write("\n".join(map(safe, self._fitted(text, self.stderr).split("\n"))) + "\n")
        self.stderr.flush()

    def _fitted(self, text: str, stream: TextIO) -> str:
        """Lines broken between words, with their indentation; what is to be typed, in backticks, stays together."""
        if not _isatty(stream) or all(len(line) < self.width for line in text.split("\n")):
            return text
        return "\n".join(paragraphs(text, self.width - 1))

    def on_stderr(self) -> Terminal:
        """The same terminal with results sent where messages go: for questions asked under `--json`."""
        encoding = getattr(self.stderr, "encoding", None) or "utf-8"
        colour = self.colour and _isatty(self.stderr)
        return replace(self, stdout=self.stderr, encoding=encoding, colour=colour, _encodable={})

    def safe(self, text: str) -> str:
        """The text without control characters and in signs that `encoding` has; nothing is lost, nothing raises."""
        if self.carried and "tutor " in text:
            text = re.sub(_SUGGESTED, self._repeating, text)
        if text.isascii() and text.isprintable():
            return text
        if "√" in text and self._sign("√") != "√":
            text = re.sub(_ROOT, r"raiz(\1)", text)
        return "".join(self._sign(char) for char in text)

    def _repeating(self, command: re.Match[str]) -> str:
        return command[0] if "--locale" in command[0] else f"{command[0]} {self.carried}"

    def can(self, text: str) -> bool:
        """Whether the console has every sign of the text."""
        return self.safe(text) == text

    def _sign(self, char: str) -> str:
        known = self._encodable.get(char)
        if known is None:
            known = self._encodable[char] = _sign_in(char, self.encoding)
        return known

    # -- reading ---------------------------------------------------------------------------------------------------

    def ask(self, prompt: str = "> ") -> str | None:
        """A line typed by a person or read from the pipe, without its end; None when there are no more (Ctrl-D).

        From a pipe the line is repeated after the prompt, so that the output can be read as a dialogue.
        """
        self.stdout.flush()
        if self.is_tty and self.stdin is sys.stdin:
            _line_editing()
            try:
                return input(self.safe(prompt))
            except EOFError:
                self.stdout.write("\n")
                return None
        line = self.stdin.readline()
        typed = line.rstrip("\r\n")
        self.stdout.write(self.safe(prompt + typed) + "\n")
        return typed if line else None

    def wait(self, prompt: str = "[Enter]") -> str | None:
        """Waits for Enter, only if somebody is there to press it; what was typed before it, None at the end."""
        return self.ask(prompt) if self.is_tty else ""


def _sign_in(char: str, encoding: str) -> str:
    """One character as it can be written in `encoding`."""
    if char in "\n\t":
        return char
    if char in _BIDI or unicodedata.category(char) in ("Cc", "Cs"):
        return "?"
    if _fits(char, encoding):
        return char
    if char in FALLBACKS:
        return "".join(_sign_in(c, encoding) for c in FALLBACKS[char])
    plain = unaccented(char)
    if plain != char and _fits(plain, encoding):
        return plain
    return "" if unicodedata.category(char) in ("Mn", "Cf") else "?"


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return text.isascii()
    return True


def _isatty(stream: IO[Any]) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def _wanted(value: str | None) -> bool:
    return bool(value) and value not in ("0", "false", "no")


def _width(is_tty: bool) -> int:
    if not is_tty and not os.environ.get("COLUMNS"):
        return PIPE_WIDTH
    return shutil.get_terminal_size((PIPE_WIDTH, 24)).columns


def _line_editing() -> None:
    """History and editing for `input()`, where the system has them (Windows has its own)."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return


def utf8(encoding: str) -> bool:
    """Whether it is UTF-8 under any of its names."""
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False
