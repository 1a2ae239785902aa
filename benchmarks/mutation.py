"""Do the tests notice? One operator changed at a time, and the tests of that room run against it.

    python benchmarks/mutation.py                              five mutations in each room, seed 1
    python benchmarks/mutation.py --rooms judging --count 20 --seed 7
    python benchmarks/mutation.py --wide                       what a room's tests let pass, against all but tests/flows

Everything happens in a copy: what git knows of this tree, as it stands. A mutation is killed when a test fails, or when
the tests take three times as long as without it. Survivors are printed with the line: some change nothing that anybody
can see, the others want a test. Exit code 1 when fewer than nine of ten are killed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("judging", "grading", "units", "answers", "session")
GOAL = 0.9
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


@dataclass(frozen=True)
class Mutation:
    """Bytes `start` to `end` of a file become `after`."""

    path: Path
    line: int
    start: int
    end: int
    before: str
    after: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]


def changed(node: ast.AST) -> ast.AST | None:
    """The same expression with one operator turned, or None where there is none to turn."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare) and type(new.ops[0]) in COMPARED:
        new.ops[0] = COMPARED[type(new.ops[0])]()
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
    elif isinstance(new, ast.BinOp) and type(new.op) in COMPUTED:
        new.op = COMPUTED[type(new.op)]()
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not | ast.USub | ast.Invert):
        return new.operand
    elif isinstance(new, ast.Constant) and isinstance(new.value, bool):
        new.value = not new.value
    elif isinstance(new, ast.Constant) and type(new.value) is int:
        new.value += 1
    else:
        return None
    return new


def expressions(node: ast.AST) -> Iterator[ast.AST]:
    """What runs: no annotations, no texts with values in them, nothing that only the type checker sees."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr):
                continue
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                continue
            if isinstance(child, ast.BinOp) and isinstance(child.op, ast.BitOr) and is_type(child.right):
                continue
            yield child
            yield from expressions(child)


def is_type(node: ast.expr) -> bool:
    """`… | None`, `… | ast.For`: a choice of types, not a sum of bits."""
    return ast.unparse(node).rpartition(".")[2][:1].isupper()


def mutations(path: Path) -> list[Mutation]:
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in expressions(ast.parse(source)):
        new = changed(node)
        if new is not None:
            start = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
            end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
            before, after = source[start:end].decode(), f"({ast.unparse(new)})"
            found.append(Mutation(path, node.lineno, start, end, before, after))  # type: ignore[attr-defined]
    return found


def copied(into: Path) -> None:
    """The files that git knows here, with what was changed in them."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, into / name)


def passes(tree: Path, tests: list[str], seconds: float | None) -> bool:
    """Whether the tests pass against that tree, in time."""
    order = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "--no-header", *tests]
    settings = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(order, cwd=tree, env=settings, capture_output=True, timeout=seconds).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def tests_of(tree: Path, room: str) -> list[str]:
    return [f"tests/{room}"] if (tree / "tests" / room).is_dir() else ["tests"]


def survives(tree: Path, mutation: Mutation, tests: list[str], limit: float, wide: bool) -> bool:
    """Whether all pass: first the test module named like the file, the room, the whole house but its terminals."""
    nearest = Path(tests[0]) / f"test_{mutation.path.stem}.py"
    asked = [[str(nearest)]] if (tree / nearest).exists() else []
    asked += [tests, ["tests", "--ignore=tests/flows"]] if wide else [tests]
    return all(passes(tree, some, limit if some != asked[-1] or not wide else None) for some in asked)


def run(tree: Path, room: str, count: int, seed: int, wide: bool) -> tuple[int, int]:
    """Mutates one room `count` times; how many were killed, of how many."""
    tests = tests_of(tree, room)
    start = time.monotonic()
    if not passes(tree, tests, None):
        raise SystemExit(f"{room}: its tests fail before anything was changed")
    limit = 30 + 3 * (time.monotonic() - start)
    every = [m for path in sorted((tree / "tutor" / room).rglob("*.py")) for m in mutations(path)]
    chosen = random.Random(f"{seed}|{room}").sample(every, min(count, len(every)))
    killed = 0
    for mutation in chosen:
        source = mutation.path.read_bytes()
        mutation.path.write_bytes(mutation.applied(source))
        alive = survives(tree, mutation, tests, limit, wide)
        mutation.path.write_bytes(source)
        killed += not alive
        if alive:
            where = mutation.path.relative_to(tree)
            print(f"  survived {where}:{mutation.line}  {mutation.before:.70} → {mutation.after:.70}", flush=True)
    print(f"{room:<10} {killed} of {len(chosen)} killed, out of {len(every)} places", flush=True)
    return killed, len(chosen)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=ROOMS)
    parser.add_argument("--count", type=int, default=5, help="mutations in each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wide", action="store_true")
    wished = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name)
        copied(tree)
        scores = [run(tree, room, wished.count, wished.seed, wished.wide) for room in wished.rooms]
    killed, made = sum(k for k, _ in scores), sum(n for _, n in scores)
    print(f"together   {killed} of {made} killed: {killed / made:.0%}, goal {GOAL:.0%}")
    return 0 if killed >= GOAL * made else 1


if __name__ == "__main__":
    sys.exit(main())
