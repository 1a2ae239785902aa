"""Reads a question bank as Moodle does: XML by the standard library, the blanks by the published expressions.

Written from docs.moodle.org («Moodle XML format», «Embedded Answers (Cloze) question type») and from the expressions of
Moodle's `qtype_multianswer`; it shares nothing with what writes the bank.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from xml.etree import ElementTree

FRACTION = r"=|%(-?[0-9]+(?:[.,][0-9]*)?)%"
ANSWER = r".+?(?:(?<!\\)(?<!&)(?<!&amp;))(?=[~#}]|$)"
FEEDBACK = r".*?(?<!\\)(?=[~}]|$)"
ALTERNATIVE = rf"({FRACTION})?({ANSWER})(#({FEEDBACK}))?"
NUMBER = r"-?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?"
NUMERICAL = re.compile(rf"^({NUMBER})(?::({NUMBER}))?$", re.S)
KINDS = "NUMERICAL|NM|MULTICHOICE|MC"
BLANK = re.compile(rf"\{{([0-9]*):({KINDS}):({ALTERNATIVE}(?:~{ALTERNATIVE})*)\}}", re.S)
ONE = re.compile(rf"~?{ALTERNATIVE}", re.S)


@dataclass(frozen=True)
class Option:
    """One alternative; `answer` is text, or a number with its tolerance."""

    answer: str
    fraction: float
    feedback: str
    tolerance: float


@dataclass(frozen=True)
class Box:
    """One subquestion."""

    weight: int
    kind: str
    options: tuple[Option, ...]

    def grade(self, typed: str) -> Option | None:
        """The first alternative that fits what was typed, as Moodle does; None for none."""
        if self.kind == "MULTICHOICE":
            return next((o for o in self.options if shown(o.answer) == typed), None)
        value = number(typed)
        return next((o for o in self.options if within(value, float(o.answer), o.tolerance)), None)


@dataclass(frozen=True)
class Question:
    """One Cloze question: `text` has `{#1}` where its first box stands."""

    name: str
    text: str
    feedback: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Bank:
    """What a file holds."""

    category: str
    questions: tuple[Question, ...]


def read_bank(content: bytes) -> Bank:
    """The bank in a file. Raises ParseError where the XML is not well-formed, AssertionError where it is no bank."""
    root = ElementTree.fromstring(content)
    assert root.tag == "quiz"
    category = ""
    questions = []
    for entry in root:
        assert entry.tag == "question"
        if entry.get("type") == "category":
            category = entry.findtext("category/text") or ""
            continue
        assert entry.get("type") == "cloze"
        for part in ("questiontext", "generalfeedback"):
            assert entry.find(part).get("format") == "html"  # type: ignore[union-attr]
        name, text, feedback = (
            entry.findtext(f"{part}/text") or "" for part in ("name", "questiontext", "generalfeedback")
        )
        left, boxes = extract(text)
        questions.append(Question(name, left, feedback, boxes))
    return Bank(category, tuple(questions))


def extract(text: str) -> tuple[str, tuple[Box, ...]]:
    """A text with numbered places where its blanks were, and the blanks."""
    boxes: list[Box] = []
    while found := BLANK.search(text):
        boxes.append(Box(int(found[1] or 1), found[2], tuple(_options(found[3], found[2]))))
        text = text.replace(found[0], f"{{#{len(boxes)}}}", 1)
    return text, tuple(boxes)


def _options(left: str, kind: str) -> list[Option]:
    options = []
    while left:
        one = ONE.match(left)
        assert one is not None, left
        fraction = 1.0 if one[1] == "=" else float(one[2].replace(",", ".")) / 100 if one[2] else 0.0
        feedback = decoded(one[5] or "")
        if kind == "NUMERICAL":
            number = NUMERICAL.match(one[3].strip())
            assert number is not None, one[3]
            assert "," not in one[3]
            options.append(Option(number[1], fraction, feedback, float(number[2] or 0)))
        else:
            options.append(Option(decoded(one[3]), fraction, feedback, 0.0))
        left = left[one.end() :]
    return options


def decoded(piece: str) -> str:
    """What Moodle keeps of an answer or a comment: HTML."""
    return html.unescape(piece).replace("\\}", "}").replace("\\#", "#")


def number(typed: str) -> float:
    """As `qtype_numerical` reads: a lone comma is a decimal one."""
    typed = typed.replace(" ", "")
    typed = typed.replace(",", "") if "." in typed or typed.count(",") > 1 else typed.replace(",", ".")
    return float(typed) if re.fullmatch(NUMBER, typed) else float("nan")


def within(value: float, answer: float, tolerance: float) -> bool:
    """`qtype_numerical`, nominal tolerance: a grain wider than written, for what floats lose."""
    slack = abs(tolerance) + abs(answer) * 1e-14
    return answer - slack <= value <= answer + slack


class _Text(HTMLParser):
    """What of a page is read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.pieces.append("\n" if tag in ("p", "br", "tr", "table") else "")

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)


def shown(page: str) -> str:
    """The text that a reader of an HTML text sees."""
    parser = _Text()
    parser.feed(page)
    parser.close()
    return "".join(parser.pieces).strip()


def summary(question: Question) -> str:
    """The question's text as an export of responses has it."""
    text = shown(question.text)
    for place, box in enumerate(question.boxes, 1):
        options = "; ".join(shown(option.answer) for option in box.options)
        text = text.replace(f"{{#{place}}}", f"{{{options}}}" if box.kind == "MULTICHOICE" else "_____")
    return text
