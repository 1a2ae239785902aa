"""A piece of what was typed that still knows where each of its characters stood, and the one way of not reading it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass


class Unreadable(Exception):
    """A text that is no number: `reason` is a code of `messages.py`, `at` an index in the text being read.

    It never leaves `read`, which turns it into a Reading.
    """

    def __init__(self, reason: str, at: int = 0, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Source:
    """`text` as it is worked on; `at[i]` is where its character i stood in the text that was typed.

    `at` has one entry more than `text`: where the piece ended.
    """

    text: str
    at: Sequence[int]

    def cut(self, start: int, end: int) -> Source:
        """The piece from `start` to `end`, without the blanks around it."""
        text = self.text
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        return Source(text[start:end], self.at[start : end + 1])

    def strip(self) -> Source:
        """The same without blanks at its ends."""
        return self.cut(0, len(self.text))

    def split(self, marks: re.Pattern[str]) -> list[Source]:
        """The pieces between those matches of `marks` that stand outside brackets."""
        pieces = []
        start = 0
        for match in marks.finditer(self.text):
            between = self.text[start : match.start()]
            if sum(map(between.count, "([{<")) == sum(map(between.count, ")]}>")):
                pieces.append(self.cut(start, match.start()))
                start = match.end()
        return [*pieces, self.cut(start, len(self.text))]

    def rewrite(self, pattern: re.Pattern[str], template: str | Callable[[re.Match[str]], str]) -> Source:
        """Every match replaced by `template`, whose `\\1` keep their places; the rest stands where the match began.

        What is only dropped never joins two digits: between them it stays, and is refused by whoever meets it.
        """
        if pattern.search(self.text) is None:
            return self
        text: list[str] = []
        at: list[int] = []
        start = 0
        for match in pattern.finditer(self.text):
            if not template and _between_digits(self.text, *match.span()):
                continue
            text.append(self.text[start : match.start()])
            at += self.at[start : match.start()]
            for i, part in enumerate(_GROUP.split(template) if isinstance(template, str) else [template(match)]):
                if i % 2:
                    text.append(match[int(part)])
                    at += self.at[slice(*match.span(int(part)))]
                else:
                    text.append(part)
                    at += [self.at[match.start()]] * len(part)
            start = match.end()
        return Source("".join([*text, self.text[start:]]), [*at, *self.at[start:]])


def _between_digits(text: str, start: int, end: int) -> bool:
    return start > 0 and text[start - 1].isdigit() and text[end : end + 1].isdigit()


_GROUP = re.compile(r"\\([0-9])")
