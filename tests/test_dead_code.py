"""Whatever is defined is used by the program itself, and not by its tests alone."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import tutor
from tutor.cli.app import COMMANDS

PACKAGE = Path(tutor.__file__).parent
CALLED_FROM_OUTSIDE = {
    "attention", "multi_head", "concat",  # the library, for whoever imports it
    *COMMANDS, "_tutor", "format_help",  # typer
    "handle_starttag", "handle_endtag", "handle_data", "writable",  # the standard library
    "simulation",  # a field of units that only their reader looks at
}  # fmt: skip


def used() -> Counter[str]:
    """How often each name is read, or written after a dot, in the sources and templates of the package."""
    words: Counter[str] = Counter()
    for path in PACKAGE.rglob("*.j2"):
        words.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                words[node.id] += 1
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                words[node.attr] += 1
    return words


def defined() -> list[tuple[str, str]]:
    """(place, name) of functions, methods, classes, their fields, and constants."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = []
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names.append(node.name)
            if isinstance(node, ast.ClassDef | ast.Module):
                targets = [n.target for n in node.body if isinstance(n, ast.AnnAssign)]
                targets += [target for n in node.body if isinstance(n, ast.Assign) for target in n.targets]
                names += [target.id for target in targets if isinstance(target, ast.Name)]
            found += [(f"{path.relative_to(PACKAGE)}", name) for name in names]
    return found


def test_nothing_is_there_for_the_tests_alone() -> None:
    """By name: of two things with one name, this cannot tell which is used."""
    words = used()
    unused = [f"{place}: {name}" for place, name in defined() if not words[name] and not name.startswith("__")]
    assert [entry for entry in unused if entry.split(": ")[1] not in CALLED_FROM_OUTSIDE] == []
