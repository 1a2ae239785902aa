"""The same thirty hand-ins through nbgrader: a notebook a student, five answers, five test cells.

All have the same numbers there: nbgrader has no sheets of one's own. `seconds` is None where it is not installed; say
where it is with the variable NBGRADER.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

KEY = {
    "productos": "[0, -1, 3]",
    "pesos": "[0.102, 0.050, 0.848]",
    "clave": "[2]",
    "salida": "[0.60, 8.48]",
    "mascara": "[0.670, 0.330, 0]",
}
POINTS = {"productos": 1, "pesos": 3, "clave": 1, "salida": 3, "mascara": 2}


def seconds(students: int = 30) -> float | None:
    """Processor seconds to autograde and export the class, or None without nbgrader."""
    program = os.environ.get("NBGRADER") or shutil.which("nbgrader")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as name:
        course = Path(name)
        (course / "nbgrader_config.py").write_text(
            f"c = get_config()\nc.CourseDirectory.course_id = 'c'\nc.CourseDirectory.root = {name!r}\n"
        )
        write(course / "source" / "tarea" / "tarea.ipynb", {})
        run(program, course, "generate_assignment", "tarea")
        for i in range(students):
            right = KEY if i % 6 else {**KEY, "pesos": "[0.047, 0.017, 0.936]"}
            write(course / "submitted" / f"a{i:03}" / "tarea" / "tarea.ipynb", right)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(program, course, "autograde", "tarea")
        run(program, course, "export")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if len((course / "grades.csv").read_text().splitlines()) != students + 1:
            raise SystemExit("nbgrader did not grade everybody")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(program: str, course: Path, *args: str) -> None:
    path = os.pathsep.join([str(Path(program).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path}
    done = subprocess.run([program, *args], cwd=course, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"nbgrader {' '.join(args)} failed: {done.stderr[-2000:]}")


def write(path: Path, answers: Mapping[str, str]) -> None:
    """A notebook with the answers filled in, and nbgrader's cells."""
    cells: list[dict[str, Any]] = []
    for question, points in POINTS.items():
        filled = answers.get(question, "[]")
        cells.append(cell(f"{question} = {filled}", question, solution=True))
        test = (
            f"right = {KEY[question]}\nassert len({question}) == len(right)\n"
            f"assert all(abs(a - b) <= 0.005 for a, b in zip({question}, right))"
        )
        cells.append(cell(test, f"test_{question}", points=points))
    path.parent.mkdir(parents=True, exist_ok=True)
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path.write_text(json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}))


def cell(source: str, name: str, *, solution: bool = False, points: int | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "grade": points is not None, "grade_id": name, "locked": points is not None, "schema_version": 3,
        "solution": solution, "task": False, "cell_type": "code",
    }  # fmt: skip
    if points is not None:
        told["points"] = points
    return {
        "cell_type": "code", "execution_count": None, "id": name, "metadata": {"nbgrader": told}, "outputs": [],
        "source": source,
    }  # fmt: skip


def main() -> None:
    told = seconds()
    print("nbgrader: not installed" if told is None else f"nbgrader: {told:.1f}s of processor for 30 students")


if __name__ == "__main__":
    main()
