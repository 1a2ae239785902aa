"""The students of `clave.yaml` as it is written, a line each, and their numbers as arrays for a whole class at once.

Cut at its commas, such a file has few distinct pieces: `[-1.0` is one, a number behind a bracket. Each is understood
once. Where every line has the pieces of the first but for their numbers, what JSON reads in the first tells what each
number of the rest is. A file laid out otherwise, or with anything odd in it, is for `answer_key.load_sheets` to read
line by line.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, KeysView, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tutor.errors import ContentError
from tutor.files.text import id_keys
from tutor.roster.sheets import Sheet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK = 8192
"""Lines whose pieces are held at a time."""
_TEXT = r'"([^"\\\x00-\x1f]*+)"'
_LINE = re.compile(rf'^ *+{_TEXT}: \{{"code": {_TEXT}, "draw": (0|[1-9][0-9]{{0,8}}+), "data": (\{{.*+)$', re.MULTILINE)
"""A student's id, code and draw; then their numbers, and whatever may follow."""
_NUMBER = re.compile(r"((?:.*[ \[])?)(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)([\]}]*+)")
"""A piece with a number, what stands before and behind it."""
_COMMA = ", "
_END = "\n"
"""The piece that ends a row, so that none ends where the others do not."""


@dataclass(frozen=True, eq=False)
class SheetLines(Mapping[str, Sheet]):
    """Sheets by `id_key` whose numbers have all one shape. A sheet is made of its line when somebody asks for it."""

    lines: Sequence[tuple[str, str, str, str]]
    """Id, code, draw and numbers, as they are written."""
    places: Mapping[str, int]
    """`id_key` to the place of a line."""
    arrays: Mapping[str, NDArray[np.float64] | str]
    """(B, h, r, c) by input, as `stacked` makes them; texts that all share."""

    def __getitem__(self, key: str) -> Sheet:
        student, code, draw, data = self.lines[self.places[key]]
        return Sheet(student, json.JSONDecoder().raw_decode(data)[0], int(draw), code)

    def __contains__(self, key: object) -> bool:
        return key in self.places

    def keys(self) -> KeysView[str]:
        """The `id_key` of every student, in the order of the file."""
        return self.places.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def numbers(self, keys: Iterable[str]) -> dict[str, Any]:
        """The arrays of some students, in the order of their keys."""
        import numpy as np

        rows = np.array([self.places[key] for key in keys])
        return {name: array if isinstance(array, str) else array[rows] for name, array in self.arrays.items()}


def sheet_lines(body: str) -> SheetLines | None:
    """All students of `body`, the lines under `students:`; None where they are not as `key_file` writes them."""
    if "\r" in body:
        body = body.replace("\r\n", "\n")
    body = body.strip("\n")
    lines = _LINE.findall(body)
    if not lines or len(lines) != body.count("\n") + 1:
        return None
    places = {key: place for place, key in enumerate(id_keys([student for student, *_ in lines]))}
    if len(places) != len(lines):
        return None
    arrays = _arrays([data for *_, data in lines])
    return None if arrays is None else SheetLines(lines, places, arrays)


def renamed(sheets: Mapping[str, Sheet], keys: Mapping[str, str], ids: Mapping[str, str]) -> Mapping[str, Sheet]:
    """Some of the sheets under new keys: `keys` maps them to the old ones, `ids` some of them to an id of their own."""
    if not isinstance(sheets, SheetLines):
        return {new: replace(sheets[old], student_id=ids.get(new, sheets[old].student_id)) for new, old in keys.items()}
    lines = list(sheets.lines)
    for new, student in ids.items():
        place = sheets.places[keys[new]]
        lines[place] = (student, *lines[place][1:])
    return replace(sheets, lines=lines, places={new: sheets.places[old] for new, old in keys.items()})


def line_pairs(line: str) -> list[tuple[str, Any]]:
    """What a line says of its students, mostly one. Raises ValueError or RecursionError for what is no JSON, says
    something twice or is not a number."""
    pairs = json.loads(f"{{{line}}}", parse_constant=_not_a_number, object_pairs_hook=_once)
    return list(pairs.items())


def is_numeric(value: Any, depth: int = 4) -> bool:
    """Whether a value is numbers, in lists no deeper than a matrix of heads; `mask` may be a word."""
    if isinstance(value, list):
        return depth > 0 and all(is_numeric(item, depth - 1) for item in value)
    if isinstance(value, str):
        return len(value) < 200
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e15


def _arrays(rows: Sequence[str]) -> dict[str, Any] | None:
    """The numbers of all `rows` by input; None unless all are as the first, read as JSON, but for them."""
    import numpy as np

    try:
        ((_, data),) = line_pairs(f'"data": {rows[0].removesuffix("}")}')
        sample = stacked([data], "") if all(map(is_numeric, data.values())) else {}
    except (ValueError, RecursionError, ContentError):
        return None
    if any(" " in text for item in sample.items() for text in item if isinstance(text, str)):
        return None  # what looks like a number in it might be words
    numbers = [array.ravel() for array in sample.values() if not isinstance(array, str)]
    values = _values(rows)
    if not numbers or values is None or not np.array_equal(values[0], np.concatenate(numbers)):
        return None
    arrays: dict[str, Any] = {}
    at = 0
    for name, array in sample.items():
        if isinstance(array, str):
            arrays[name] = array
        else:
            arrays[name] = values[:, at : at + array.size].reshape(len(rows), *array.shape[1:])
            at += array.size
    return arrays


def _values(rows: Sequence[str]) -> NDArray[np.float64] | None:
    """(B, numbers in a row), in their order; None unless all rows have the same around them."""
    import numpy as np

    around: dict[tuple[str, str] | str, int] = {}
    pattern = None
    width = rows[0].count(_COMMA) + 2
    blocks = []
    for start in range(0, len(rows), BLOCK):
        some = rows[start : start + BLOCK]
        pieces = _Pieces(around)
        text = "".join([f"{row}{_COMMA}{_END}{_COMMA}" for row in some])
        places = np.fromiter(map(pieces.__getitem__, text.split(_COMMA)[:-1]), np.int64)
        if places.size != width * len(some):
            return None
        frames = np.array(pieces.frames)[places].reshape(len(some), width)
        pattern = frames[0] if pattern is None else pattern
        if np.any(frames != pattern):
            return None
        values = np.array(pieces.numbers)[places].reshape(frames.shape)
        blocks.append(values[:, ~np.isnan(values[0])])
    return np.concatenate(blocks)


class _Pieces(dict[str, int]):
    """Piece to its place in two lists: its number, NaN if it has none, and what is around it. Filled as pieces come."""

    def __init__(self, around: dict[tuple[str, str] | str, int]) -> None:
        self.numbers: list[float] = []
        self.frames: list[int] = []
        self._around = around

    def __missing__(self, piece: str) -> int:
        match = _NUMBER.fullmatch(piece)
        number = float(match[2]) if match else math.nan
        sound = match is not None and is_numeric(number)
        self.numbers.append(number if sound else math.nan)
        frame = (match[1], match[3]) if match and sound else piece
        self.frames.append(self._around.setdefault(frame, len(self._around)))
        place = self[piece] = len(self)
        return place


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is repeated")
    return found


def _not_a_number(text: str) -> float:
    raise ValueError(text)


def stacked(data: Sequence[Mapping[str, Any]], where: str) -> dict[str, Any]:
    """The numbers of B students, nested lists each, as arrays (B, h, r, c) by input; shared texts stay as they are.

    Raises ContentError when they have not all the same inputs and shapes.
    """
    import numpy as np

    first = data[0]
    arrays: dict[str, Any] = {}
    for name, sample in first.items():
        values = [student.get(name) for student in data]
        if isinstance(sample, str):
            if any(value != sample for value in values):
                raise ContentError(f"{where}: «{name}» no es igual para todos.", where=where)
            arrays[name] = sample
            continue
        try:
            array = np.array(values, dtype=np.float64)
        except (ValueError, TypeError):
            raise ContentError(
                f"{where}: «{name}» no tiene la misma forma para todos los alumnos.",
                hint="Vuelve a hacer las hojas con «tutor sheet», o corrige esa entrada.",
                where=where,
            ) from None
        core = array.shape[1:]
        arrays[name] = array.reshape(len(data), *(1,) * (3 - len(core)), *core)
    return arrays
