"""A room imports only the rooms below it; heavy libraries load only where they are used."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import tutor

PACKAGE = Path(tutor.__file__).parent
UNITS = ("answers", "engine", "equations", "judging", "units")
BELOW = {
    "answers": set(),
    "engine": set(),
    "equations": {"answers", "engine"},
    "judging": {"engine", "answers", "equations"},
    "units": {"answers", "engine", "equations", "judging"},
    "authoring": {"answers", "engine", "equations", "judging", "units"},
    "files": set(),
    "roster": {"files"},
    "handout": {"files", "roster", *UNITS},
    "intake": {"files", "roster", "handout", *UNITS},
    "grading": {"files", "roster", "handout", "intake", *UNITS},
    "publishing": {"files", "roster", "handout", "intake", "grading", *UNITS},
    "sandbox": {"engine", "equations", "judging"},
    "session": {"units", "judging", "answers", "equations"},
    "screen": {"sandbox", "session", "files", "roster", "intake", "grading", *UNITS},
    "cli": {
        "authoring", "files", "roster", "handout", "intake", "grading", "publishing", "sandbox", "session", "screen",
        *UNITS,
    },
}  # fmt: skip
"""Room -> rooms it may import. `screen` sees the rooms below only as result types."""
RESULT_TYPES = {
    "units": {"views"},
    "equations": {"worked"},
    "judging": {"verdicts"},
    "sandbox": {"findings"},
    "session": {"turns"},
    "files": {"text", "output"},
    "roster": {"people"},
    "intake": {"models"},
    "grading": {"records", "results"},
}
ONLY_FOR = {
    "rich": {"screen", "cli"},
    "typer": {"cli"},
    "click": set(),
    "pydantic": {"units", "authoring"},
    "yaml": {"equations"},
}
HEAVY = ("numpy", "rich", "pydantic", "yaml", "jinja2", "sqlite3", "typer.rich_utils")


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0]
        if room in BELOW:
            yield room, path


def imported(path: Path) -> Iterator[str]:
    """Full names of what a module imports, at the top or inside, for types only or not."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files_imported(path: Path, files: Mapping[str, Path]) -> Iterator[str]:
    """Modules among `files` that a module takes something from: a package itself only for what its `__init__` names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in files:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in files else node.module


MODULES = list(modules())
IDS = [str(path.relative_to(PACKAGE)) for _, path in MODULES]


@pytest.mark.parametrize(("room", "path"), MODULES, ids=IDS)
def test_a_room_imports_only_rooms_below_it(room: str, path: Path) -> None:
    """The directions of the house: answers and engine import none, cli imports all."""
    for name in imported(path):
        parts = name.split(".")
        if parts[0] != "tutor" or len(parts) < 2 or parts[1] not in BELOW or parts[1] == room:
            continue
        assert parts[1] in BELOW[room], f"{room} imports {name}"
        if room == "screen" and parts[1] != "answers" and len(parts) > 2:
            assert parts[2] in RESULT_TYPES[parts[1]], f"screen imports {name}, which is no result type"


def test_no_files_import_each_other_in_a_circle() -> None:
    """Every file can be read before those that use it: imports for types only, and inside functions, count too."""
    files = {".".join(("tutor", *path.relative_to(PACKAGE).with_suffix("").parts)): path for _, path in MODULES}
    files = {name.removesuffix(".__init__"): path for name, path in files.items()}
    graph = {name: set(files_imported(path, files)) - {name} for name, path in files.items()}
    TopologicalSorter(graph).prepare()  # a CycleError names the files


@pytest.mark.parametrize(("room", "path"), MODULES, ids=IDS)
def test_libraries_live_in_their_rooms(room: str, path: Path) -> None:
    """rich draws and typer parses: no other room knows of them."""
    for name in imported(path):
        library = name.split(".")[0]
        if library in ONLY_FOR:
            assert room in ONLY_FOR[library], f"{room} imports {name}"


@pytest.mark.parametrize(
    "args",
    [["--help"], ["--version"], ["ayuda"], ["read", "--help"], ["solve", "--help"], ["explain", "--help"]],
    ids=" ".join,
)
def test_help_and_version_import_nothing_heavy(args: list[str]) -> None:
    """`tutor --help` answers at once: none of the heavy libraries is loaded for it, nor for the help of a command."""
    code = (
        "import sys; from tutor.__main__ import main; main(sys.argv[1:]);"
        f"print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("screen", ["explain softmax", "lesson ecuacion1", "check ejercicio"])
def test_a_first_screen_loads_no_reader_of_hard_texts_nor_a_checker_of_files(screen: str) -> None:
    """The full parser waits for the first answer that needs it, the checks of units for a unit that somebody wrote."""
    code = (
        "import sys; from tutor.__main__ import main; main(sys.argv[1:]);"
        "late = ('tutor.answers.full_parser', 'tutor.answers.scalar', 'tutor.authoring.checks', 'pydantic', 'jinja2');"
        "print([m for m in late if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *screen.split()],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.stderr.splitlines()[-1] == "[]"


def test_plain_output_never_loads_rich() -> None:
    """Without colour there is nothing for rich to do."""
    code = (
        "import io, sys; from tutor.screen import Screen; from tutor.terminal import Terminal;"
        "Screen(Terminal(sys.stdin, io.StringIO(), sys.stderr)).text('hola'); print('rich' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
