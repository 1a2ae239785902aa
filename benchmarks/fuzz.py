"""Hostile inputs for a bounded time: what reads strangers' work is called over and over, and must end in an answer.

    python benchmarks/fuzz.py --seconds 60                     all of them
    python benchmarks/fuzz.py --seconds 60 --only layouts archives --seed 7

One line a reader: calls, findings, and the slowest input with its seed. A finding is an exception that is none of the
program's own sentences, a right answer that earns nothing in silence, a good hand-in lost beside a bad one, or damage
to the journal that is not told. Each is printed with `--only NAME --call N --seed S`, which makes that one again. Exit
code 1 with findings. Inputs that were findings once are tests: `tests/intake/test_failures.py`, `tests/session/`.
"""

from __future__ import annotations

import argparse
import io
import random
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.grading.homeworks import QUESTIONS, ROSTER, sheet  # noqa: E402
from tests.intake.layouts import RIGHT, labels, layout, silent_zeros  # noqa: E402
from tutor.errors import ContentError, TutorError  # noqa: E402

SIGNS = "0123456789 ,.;:|/-–−+*^()[]{}%√πe½²∞°'\"\t\n\\&#=→x_<>αkKñ\u200b\u00a0\u202e\x00\x1b"
SHAPES = (None, (3,), (2, 2), (4,), (1,))
Fuzzer = Callable[[random.Random, Path], None]


def rubbish(pick: random.Random, most: int = 200) -> str:
    return "".join(pick.choice(SIGNS) * pick.choice((1, 1, 1, 2, 30)) for _ in range(pick.randrange(most)))


def mutated(pick: random.Random, raw: bytes) -> bytes:
    """Some bits flipped, some bytes cut out, doubled, or put in."""
    data = bytearray(raw)
    for _ in range(pick.choice((1, 1, 2, 5, 20))):
        at = pick.randrange(len(data) or 1)
        act = pick.randrange(4)
        if act == 0 and data:
            data[at] ^= 1 << pick.randrange(8)
        elif act == 1:
            del data[at : at + pick.choice((1, 4, 100))]
        elif act == 2:
            data[at:at] = data[at : at + pick.choice((1, 40, 400))]
        else:
            data[at:at] = pick.choice((b"\x00", b"\xff\xff\xff\xff", b"9" * 5000, b"\xe2\x80\xae", b"{{", b"\r", b'"'))
    return bytes(data)


def reader(pick: random.Random, folder: Path) -> None:
    from tutor.answers import read

    found = read(
        rubbish(pick), kind=pick.choice(("scalar", "vector", "matrix")), shape=pick.choice(SHAPES),
        decimals=pick.choice((None, 0, 3)), locale=pick.choice(("es", "es-MX", "en")),
    )  # fmt: skip
    assert found.outcome in ("value", "ask", "error")
    assert len(found.message) < 2000, "a message without end"


def layouts(pick: random.Random, folder: Path) -> None:
    lost = silent_zeros(layout(pick.randrange(2**40)))
    assert not lost, lost


def sheets(pick: random.Random, folder: Path) -> None:
    from tutor.intake.sheet_text import read_sheet

    text = mutated(pick, layout(pick.randrange(2**40)).encode()).decode("utf-8", "replace")
    found = read_sheet(text + rubbish(pick, 20), labels(), "hoja.txt", yaml=pick.random() < 0.3)
    assert set(found.answers) <= set(RIGHT)


def handed_in(folder: Path, name: str, raw: bytes) -> None:
    """A hand-in beside a good one, which must be read."""
    from tutor.intake.hand_ins import collect

    (folder / "a2.txt").write_text(sheet("a2"), encoding="utf-8")
    (folder / name).write_bytes(raw)
    found = collect([folder], QUESTIONS, roster=ROSTER).handins
    assert any(h.source.endswith("/a2.txt") and h.answers and h.problem is None for h in found), "the good one is lost"


def tables(pick: random.Random, folder: Path) -> None:
    separator = pick.choice(";,\t|")
    rows = [["id", *RIGHT], ["a1", *(" ".join(cells) for cells in RIGHT.values())], ["a3", *("1" for _ in RIGHT)]]
    text = "\r\n".join(separator.join(f'"{cell}"' for cell in row) for row in rows)
    handed_in(folder, "tabla.csv", mutated(pick, text.encode(pick.choice(("utf-8", "cp1252", "utf-16")), "replace")))


def archives(pick: random.Random, folder: Path) -> None:
    stream = io.BytesIO()
    kinds = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    with zipfile.ZipFile(stream, "w", pick.choice(kinds)) as archive:
        for name in pick.sample(
            ("a1.txt", "./a3.txt", "../x.txt", "Ana Gil_103_assignsubmission_file_/h.txt", "b.html"), 3
        ):
            archive.writestr(name, sheet("a1") * pick.choice((1, 50)))
    handed_in(folder, "entregas.zip", mutated(pick, stream.getvalue()))


def pages(pick: random.Random, folder: Path) -> None:
    tags = ("p", "div", "del", "table", "td", "math", "mfrac", "sup", "ul", "li", "script", "!--", "a b='")
    pieces = (f"<{pick.choice(('', '/'))}{pick.choice(tags)}>{rubbish(pick, 4)}" for _ in range(pick.randrange(3000)))
    handed_in(folder, "a1.html", f"<p>id: a1</p>{''.join(pieces)}".encode("utf-8", "replace"))


def workbooks(pick: random.Random, folder: Path) -> None:
    import xlsxwriter

    from tutor.files.workbook import read_workbook

    stream, changed = io.BytesIO(), io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        page = book.add_worksheet()
        page.write_row(0, 0, ["id", *RIGHT, 4.5])
        page.write_number(1, 3, 4.5, book.add_format({"num_format": "yyyy-mm-dd"}))
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(changed, "w") as new:
        hurt = pick.choice(old.namelist())
        for name in old.namelist():
            new.writestr(name, mutated(pick, old.read(name)) if name == hurt else old.read(name))
    raw = changed.getvalue()
    with suppress(ContentError):
        list(read_workbook(mutated(pick, raw) if pick.random() < 0.3 else raw, "libro.xlsx").rows)


def units(pick: random.Random, folder: Path) -> None:
    from tutor.authoring.scaffold import draft
    from tutor.authoring.unit_file import open_unit

    path = folder / "otra.yaml"
    path.write_bytes(mutated(pick, draft("otra").encode()))
    with suppress(TutorError):
        open_unit(path, pick.choice((0, 0, 3)))


def journal(pick: random.Random, folder: Path) -> None:
    from tutor.session.events import Event
    from tutor.session.journal import FILE, open_journal

    open_journal(folder).add(
        [Event("answer", "softmax", "lesson", question=f"q{i}", raw="0,1 " * 9) for i in range(80)]
    )
    wrote = [e.question for e in open_journal(folder).events()]
    raw = bytearray((folder / FILE).read_bytes())
    raw[pick.randrange(len(raw))] ^= 1 << pick.randrange(8)
    (folder / FILE).write_bytes(raw if pick.random() < 0.7 else mutated(pick, bytes(raw)))
    damaged = open_journal(folder)
    found = [e.question for e in damaged.events()]
    assert found == wrote or damaged.notices, "damage in silence"
    assert set(found) <= set(wrote), "what was never written"


FUZZERS: dict[str, Fuzzer] = {
    f.__name__: f for f in (reader, layouts, sheets, tables, archives, pages, workbooks, units, journal)
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Hostile inputs for a bounded time.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=FUZZERS, default=list(FUZZERS))
    parser.add_argument("--call", type=int, help="one call again, without catching what it raises")
    options = parser.parse_args()
    if options.call is not None:
        called(options.only[0], options.seed, options.call)
        return 0
    return 1 if sum(tried(name, options.seed, options.seconds / len(options.only)) for name in options.only) else 0


def tried(name: str, seed: int, seconds: float) -> int:
    """Calls one of them for so long, prints its line, and returns how many findings there were."""
    calls, findings, slowest = 0, [], (0.0, 0)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.process_time()
        try:
            called(name, seed, calls)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # of whatever class: a library may panic
            findings.append(f"  --only {name} --call {calls} --seed {seed}: {type(error).__name__}: {error!s:.200}")
        slowest = max(slowest, (time.process_time() - start, calls))
        calls += 1
    slow = f"slowest {slowest[0] * 1000:8.1f} ms: --call {slowest[1]}"
    print(f"{name:10} {calls:8} calls {len(findings):4} findings   {slow}")
    print(*findings[:10], sep="\n", end="\n" if findings else "", flush=True)
    return len(findings)


def called(name: str, seed: int, call: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="tutor-fuzz-"))
    try:
        FUZZERS[name](random.Random(f"{name} {seed} {call}"), folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
