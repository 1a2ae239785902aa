"""Is anything lost or mixed when the program is killed? `kill -9` at moments drawn by lot, of a class and of a lesson.

    python benchmarks/kills.py                 a hundred of each, some minutes
    python benchmarks/kills.py --count 10

A class is graded again with another hand-in, and killed: what then stands in its folder must be all of the run before
or all of the new one, or the next run must say that it mends it. A lesson is killed while it is answered: every answer
that got its verdict must be in the journal, and the lesson must go on. Exit code 1 where anything is lost.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TUTOR = [sys.executable, "-c", "import sys; from tutor.__main__ import main; sys.exit(main())"]
SHEET = "productos: 0 ; 1 ; 0,1\npesos: 0,{n:03} ; 0,5 ; 0,26\nclave: 1\nsalida: 3,74 ; 6,26\ncausal: 1 ; 0 ; 0\n"
MENDED = "La orden anterior se cortó"
ANSWERS = ("b", "0,412", "2", "0,5", "a", "1", "0,203", "3", "0,1")


def ran(folder: Path, *call: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*TUTOR, *call], cwd=folder, capture_output=True, encoding="utf-8", check=False)


def killed_after(seconds: float, folder: Path, call: list[str], text: str = "") -> tuple[bool, str]:
    """Whether it was still at work when it was killed, and what it had printed."""
    with subprocess.Popen(
        [*TUTOR, *call], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        encoding="utf-8", start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(text)
        process.stdin.flush()
        time.sleep(seconds)
        alive = process.poll() is None
        os.killpg(process.pid, signal.SIGKILL) if alive else None
        return alive, process.stdout.read()


def held(folder: Path) -> dict[str, bytes]:
    """The files in place, but for those of the program's own that wait."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and not p.name.startswith(".")}


def grading(count: int, draw: random.Random) -> tuple[int, int, int]:
    """Kills while grading: how many, how many of them mixed and mended aloud, and how many lost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "e").mkdir()
        for n in range(40):
            (folder / "e" / f"s{n:02}.txt").write_text(SHEET.format(n=n), encoding="utf-8")
        grade = ["grade", "ejercicio", "e"]
        start = time.monotonic()
        ran(folder, *grade)
        whole = time.monotonic() - start
        killed = mended = lost = 0
        while killed < count:
            before = held(folder / "notas")
            changed = folder / "e" / f"s{draw.randrange(40):02}.txt"
            changed.write_text(SHEET.format(n=draw.randrange(1000)), encoding="utf-8")
            alive, _ = killed_after(draw.uniform(0.3, 1.1) * whole, folder, grade)
            found = held(folder / "notas")
            again = ran(folder, *grade)
            after = held(folder / "notas")
            killed += alive
            if found not in (before, after):
                spoken = MENDED in again.stderr
                mended, lost = mended + spoken, lost + (not spoken)
        return killed, mended, lost


def lessons(count: int, draw: random.Random) -> tuple[int, int]:
    """Kills while a lesson is answered: how many, and how many lost an answer that had its verdict."""
    killed = lost = 0
    while killed < count:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            os.environ["TUTOR_DATA"] = str(folder / "datos")
            text = "".join(f"{answer}\n" for answer in ANSWERS)
            alive, said = killed_after(draw.uniform(0.15, 1.2), folder, ["lesson", "ecuacion1"], text)
            killed += alive
            told = sum(line.startswith(("Bien", "Todavía no", "Apuntado")) for line in said.splitlines())
            from tutor.session.journal import data_folder, look

            kept = sum(event.kind == "answer" for event in look(data_folder()).events())
            goes_on = ran(folder, "lesson", "ecuacion1").returncode == 1
            lost += kept < told or not goes_on
    return killed, lost


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="kills of each kind")
    parser.add_argument("--seed", type=int, default=1)
    wished = parser.parse_args()
    draw = random.Random(wished.seed)
    killed, mended, mixed = grading(wished.count, draw)
    print(f"grade:  killed {killed} times; {mended} left to the next run, which said so; mixed or lost: {mixed}")
    stopped, lost = lessons(wished.count, draw)
    print(f"lesson: killed {stopped} times; answers lost: {lost}")
    return 1 if mixed or lost else 0


if __name__ == "__main__":
    sys.exit(main())
