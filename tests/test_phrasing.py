"""Words fit into sentences in one way, and a sentence that is finished is not edited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tutor
from tutor.library import exercises_dir
from tutor.phrasing import capitalised, joined, mid_sentence
from tutor.screen.screen import WORD_OF

PACKAGE = Path(tutor.__file__).parent
EDITS = re.compile(
    r"""\[:1\]\.(?:upper|lower)\(\)|\[0\]\.(?:upper|lower)\(\)|\.capitalize\(\)"""  # its first letter
    r"""|\.(?:rstrip|removesuffix|strip)\((["'])[^"']*\.\1\)"""  # its full stop
    r"""|\.lstrip\((["'])[.:][.: ]*\2\)"""  # what stands before it
    r"""|\.replace\((["'])[^"']*[?.!:]\3, (["'])[^"'.]*[?.!:]\4\)"""  # its end for another
)
NUMBERS = re.compile(r"""\.rstrip\("0"\)\.rstrip\("\."\)""")


def test_no_code_edits_a_finished_sentence() -> None:
    """Whoever wants it otherwise takes its parts: only `tutor.phrasing` changes a first letter, and nobody a stop."""
    found = [
        f"{path.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name != "phrasing.py" and path.parent.name != "answers"  # which reads what others wrote
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if EDITS.search(NUMBERS.sub("", line))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("words", "inside"),
    [
        ("Has dividido.", "has dividido."), ("A veces", "a veces"), ("K transpuesta", "K transpuesta"),
        ("RTF", "RTF"), ("", ""), ("¿Es?", "¿Es?"), ("ReLU", "ReLU"),
    ],
)  # fmt: skip
def test_a_name_keeps_its_letter_inside_a_sentence(words: str, inside: str) -> None:
    """`Eso es K transpuesta`, not `k`; and at its beginning everything gets a capital."""
    assert mid_sentence(words) == inside
    assert capitalised(inside)[:1] == words[:1]


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a y b"), (["a", "b", "c"], "a, b y c")]
)
def test_a_list_reads_as_spanish(words: list[str], said: str) -> None:
    """Commas, and the word before the last."""
    assert joined(words) == said


def test_a_reason_does_not_repeat_the_word_of_its_verdict() -> None:
    """The screen says `Bien.` or `Apuntado.` itself, in front of every reason."""
    said = re.compile(rf"reason: [\"']?(?:{'|'.join(sorted(set(WORD_OF.values())))})\b")
    texts = {path.name: path.read_text(encoding="utf-8") for path in exercises_dir().rglob("*.yaml")}
    assert [name for name, text in texts.items() if said.search(text)] == []
