"""Runs the benchmarks and writes what they print to `benchmarks/RESULTS.md`, with the machine and the date.

    python benchmarks/results.py            all of them: about half an hour on a quiet machine of two cores
    python benchmarks/results.py startup reading

Those not named keep what stands in the file. Goals and what misses them are in what each program prints.
"""

from __future__ import annotations

import datetime
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILE = HERE / "RESULTS.md"
PROGRAMS = {
    "startup": "How long until something is on the screen",
    "reading": "How fast an answer is read",
    "fairness": "How fair the judge is",
    "grading": "How fast a class is graded",
    "tables": "The simulation behind the tables of `escalado`",
    "size": "Lines of code a room",
}
HEAD = """\
# Results

What the programs of this folder printed: `python benchmarks/results.py` writes this file. Ratios are against a baseline
measured in the same run, and carry over to other machines; milliseconds do not.
"""


def machine() -> str:
    """The machine in a few words: processors, system, Python."""
    return f"{os.cpu_count()} × {platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def section(name: str) -> str:
    """What one program prints now, under its heading."""
    call = [sys.executable, str(HERE / f"{name}.py")]
    done = subprocess.run(call, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:  # 1: a goal is missed, and it says which
        raise SystemExit(f"{name}.py failed:\n{done.stderr}")
    printed = done.stdout.strip("\n").rstrip()
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return f"## {name}\n\n{PROGRAMS[name]}. {today}, {machine()}.\n\n```\n{printed}\n```\n"


def main(names: list[str]) -> None:
    """Run the programs of these names, or all."""
    before = FILE.read_text(encoding="utf-8") if FILE.is_file() else ""
    sections = {found[1]: found[0] for found in re.finditer(r"## (\w+)\n.*?```\n.*?\n```\n", before, re.DOTALL)}
    for name in names or PROGRAMS:
        sections[name] = section(name)
        ordered = [sections[known] for known in PROGRAMS if known in sections]
        FILE.write_text("\n".join((HEAD, *ordered)), encoding="utf-8")
        print(f"{name}: done")


if __name__ == "__main__":
    main(sys.argv[1:])
