"""How large is the program? Lines of code by room: without blank lines, comments and docstrings.

    python benchmarks/size.py [FOLDER]       the tutor/ beside it, or another copy's

A line counts when a token of code begins, goes on or ends in it. Docstrings are those of modules, classes and
functions; what stands under a constant counts. Exit code 1 when the goal is missed.
"""

from __future__ import annotations

import ast
import statistics
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

GOAL = 18_000
NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def code_lines(path: Path) -> set[int]:
    """The numbers of the lines that hold code."""
    with path.open("rb") as file:
        tokens = [t for t in tokenize.tokenize(file.readline) if t.type not in NO_CODE]
    spoken = documented(ast.parse(path.read_bytes()))
    return {n for t in tokens for n in range(t.start[0], t.end[0] + 1)} - spoken


def documented(tree: ast.AST) -> set[int]:
    """The lines of docstrings: of modules, classes and functions."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | FUNCTIONS) and ast.get_docstring(node) is not None:
            text = node.body[0]
            found |= set(range(text.lineno, (text.end_lineno or text.lineno) + 1))
    return found


def functions(path: Path) -> Iterator[int]:
    """How many lines of code each function has, its head included."""
    lines = code_lines(path)
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, FUNCTIONS):
            yield sum(n in lines for n in range(node.lineno, (node.end_lineno or node.lineno) + 1))


def main() -> int:
    root = Path(sys.argv[1] if sys.argv[1:] else Path(__file__).parents[1] / "tutor")
    rooms: dict[str, list[tuple[int, Path]]] = {}
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root)
        room = f"{inside.parts[0]}/" if len(inside.parts) > 1 else "(beside the rooms)"
        rooms.setdefault(room, []).append((len(code_lines(path)), path))
    print(f"{'room':<20}{'code lines':>12}{'files':>8}{'median':>8}{'most':>8}  largest file")
    for room, files in sorted(rooms.items(), key=lambda item: -sum(n for n, _ in item[1])):
        counts = [n for n, _ in files]
        most, largest = max(files)
        print(f"{room:<20}{sum(counts):>12}{len(files):>8}{statistics.median(counts):>8.0f}{most:>8}  {largest.name}")
    every = [item for files in rooms.values() for item in files]
    total = sum(n for n, _ in every)
    lengths = [n for _, path in every for n in functions(path)]
    print(f"{'together':<20}{total:>12}{len(every):>8}{statistics.median(n for n, _ in every):>8.0f}")
    long = sum(n > 40 for n in lengths)
    print(f"functions: {len(lengths)}, median {statistics.median(lengths):.0f} lines, {long} over 40")
    print(f"goal: {GOAL} lines of code {'ok' if total <= GOAL else 'MISSED'}")
    return 0 if total <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
