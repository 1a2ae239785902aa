"""`clave.yaml` for a whole class at once: whatever the quick way says, reading line by line says too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.errors import ContentError
from tutor.files.source import Source
from tutor.files.text import id_key
from tutor.handout import answer_key as reading
from tutor.handout import key_numbers
from tutor.handout.answer_key import aligned, key_file, load_sheets
from tutor.handout.key_numbers import SheetLines, sheet_lines, stacked
from tutor.roster.directory import Directory
from tutor.roster.people import Student
from tutor.roster.sheets import Sheet, Sheets

NUMBERS = st.integers(-(10**6), 10**6) | st.floats(-1e14, 1e14) | st.sampled_from([0, 0.0, -0.0, -2, -2.0, 1e-7, 1e13])
SHAPES = st.lists(st.integers(1, 3), max_size=3)
IDS = st.text(
    st.characters(codec="utf-8", exclude_characters='"\\\0', exclude_categories=["C"]), min_size=1, max_size=5
)


@pytest.fixture(autouse=True, scope="module")
def small_blocks() -> Iterator[None]:
    """So that a few students are several blocks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(key_numbers, "BLOCK", 2)
        yield


@st.composite
def classes(draw: st.DrawFn) -> dict[str, Sheet]:
    """A few students whose numbers have one shape; all share a word."""
    shapes = draw(st.dictionaries(st.sampled_from(["Q", "K2", "fila", "W_1"]), SHAPES, min_size=1))
    ids = draw(st.lists(IDS, min_size=1, max_size=4, unique_by=id_key))
    found = {}
    for i, student in enumerate(ids):
        data: dict[str, Any] = {name: draw(nested(shape)) for name, shape in shapes.items()}
        found[id_key(student)] = Sheet(student, data | {"mask": "causal"}, i, f"u-1-{i}")
    return found


def nested(shape: list[int]) -> st.SearchStrategy[Any]:
    if not shape:
        return NUMBERS
    return st.lists(nested(shape[1:]), min_size=shape[0], max_size=shape[0])


def written(sheets: Mapping[str, Sheet]) -> str:
    return "".join(key_file(Sheets("u", 1, "u", sheets)))


def body_of(text: str) -> str:
    return text.partition("\nstudents:")[2]


@given(classes())
@settings(max_examples=200)
def test_a_key_file_is_read_at_once(sheets: dict[str, Sheet]) -> None:
    """Every number, as whole or as decimal as it is written, and the arrays that line by line would give."""
    found = sheet_lines(body_of(written(sheets)))
    assert isinstance(found, SheetLines)
    assert repr(list(found.items())) == repr(list(sheets.items()))
    slowly = stacked([sheet.data for sheet in sheets.values()], "x")
    assert found.arrays.keys() == slowly.keys()
    for name, array in slowly.items():
        np.testing.assert_array_equal(found.arrays[name], array, strict=not isinstance(array, str))


@given(classes(), st.data())
@settings(max_examples=300)
def test_a_spoilt_file_is_told_alike(
    tmp_path_factory: pytest.TempPathFactory, sheets: dict[str, Sheet], data: st.DataObject
) -> None:
    """Some characters of it changed: the same sheets, or the same words about what is wrong."""
    text = written(sheets)
    at = data.draw(st.integers(text.index("students:"), len(text)))
    cut = data.draw(st.integers(0, 3))
    put = data.draw(st.text(st.sampled_from('0123456789.-+eE []{},:"\n\r\t\\ab#\u00a0'), max_size=3))
    path = tmp_path_factory.getbasetemp() / "clave.yaml"
    path.write_text(text[:at] + put + text[at + cut :], encoding="utf-8", newline="")
    quickly = told(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "sheet_lines", lambda body: None)
        assert told(path) == quickly


def told(path: Path) -> str:
    try:
        return repr(list(load_sheets(Source.open(path)).sheets.items()))
    except ContentError as error:
        return repr((error.message, error.hint, error.where))


LINE = '  "{id}": {{"code": "", "draw": 0, "data": {{"Q": [[1, {number}]], "W1": 2}}}}\n'


@pytest.mark.parametrize(
    "second",
    [
        LINE.format(id="b", number="01"),
        LINE.format(id="b", number="1."),
        LINE.format(id="b", number="--1"),
        LINE.format(id="b", number="1e15"),
        LINE.format(id="b", number="NaN"),
        LINE.format(id="b", number="1 2"),
        LINE.format(id="b", number="1, 2"),
        LINE.format(id="b", number="[2]"),
        LINE.format(id="b", number='"2"'),
        LINE.format(id="b", number="2").replace("W1", "W2"),
        LINE.format(id="b", number="2").replace('"draw": 0', '"draw": 00'),
        LINE.format(id="b", number="2").replace('"b"', '"b\\u0041"'),
        LINE.format(id="b", number="2").replace('"W1": 2}', '"W1": 2'),
        LINE.format(id="A", number="2"),
        LINE.format(id="b", number="2") + "# end\n",
        LINE.format(id="b", number="2").rstrip("\n") + " 7\n",
    ],
)
def test_what_is_odd_is_left_to_the_careful_way(second: str) -> None:
    """One line that is no line like the first: the quick way says nothing at all."""
    assert sheet_lines("\n" + LINE.format(id="a", number="2") + LINE.format(id="c", number="2.5")) is not None
    assert sheet_lines("\n" + LINE.format(id="a", number="2") + second) is None


def test_pieces_may_not_slip_from_one_line_to_the_next() -> None:
    """Lines whose pieces, put one after another, would be those of sound lines."""
    first = LINE.format(id="a", number="2")
    longer, shorter = first.replace('"a"', '"b"'), first.replace('"a"', '"c"')
    longer = longer.rstrip("\n") + ', {"Q": [[1\n'
    shorter = shorter.replace('{"Q": [[1, ', "{", 1)
    assert sheet_lines(f"\n{first}{longer}{shorter}") is None


def test_a_number_in_a_text_is_no_number() -> None:
    """Numbers that are not cut apart, and as many in a text that looks cut: they are not taken for each other."""
    first = LINE.format(id="a", number="2").replace("[[1, 2]]", '[[1,2]], "T": "x 1, [2], y"')
    assert sheet_lines("\n" + first + first.replace('"a"', '"b"').replace("x 1", "x 7")) is None


def test_windows_line_ends_are_line_ends() -> None:
    """An editor that ends lines in two characters has spoilt nothing."""
    text = "\n" + LINE.format(id="a", number="2") + LINE.format(id="b", number="-0.5")
    found = sheet_lines(text.replace("\n", "\r\n"))
    assert found is not None
    assert found == sheet_lines(text)


@given(classes(), st.data())
def test_a_class_known_by_other_ids(sheets: dict[str, Sheet], data: st.DataObject) -> None:
    """A list that gives some of them another id, and knows nothing of others: the same sheets, read at once or not."""
    quickly = sheet_lines(body_of(written(sheets)))
    assert quickly is not None
    own = [sheet.student_id for sheet in sheets.values()]
    ids = [data.draw(st.sampled_from([student, f"new{i}"])) for i, student in enumerate(own)]
    mails = [data.draw(st.sampled_from([student, ""])) for student in own]
    listed = [Student(student, email=mail) for student, mail in zip(ids, mails, strict=True)]
    found = [aligned(Sheets("u", 1, "u", one), Directory.of(listed)).sheets for one in (quickly, sheets)]
    assert list(found[0].items()) == list(found[1].items())
