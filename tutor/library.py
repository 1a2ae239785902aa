"""Where units and equations lie: those shipped, and those of the folders named in `TUTOR_UNITS`.

A folder holds one file a unit and, in `equations/`, one file an equation, each found by its name without `.yaml`. What
is shipped wins over a namesake of a folder, an earlier folder over a later one. Nothing here opens a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tutor.errors import StateError

FOLDERS = "TUTOR_UNITS"
"""The variable of the environment with folders of units, parted as `PATH` is."""
EQUATIONS = "equations"


@cache
def exercises_dir() -> Path:
    """The shipped folder: `exercises/` beside the package in a clone, `tutor/_exercises/` in a wheel.

    Raises StateError when the installation has none.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "_exercises", package.parent / "exercises"):
        if folder.is_dir():
            return folder
    raise StateError("no encuentro los ejercicios", hint="vuelve a instalar tutor-ecuacion1", where=str(package))


def added_folders() -> tuple[Path, ...]:
    """The folders of `TUTOR_UNITS` that are there."""
    named = os.environ.get(FOLDERS, "").split(os.pathsep)
    return tuple(dict.fromkeys(p for p in (Path(name).expanduser().resolve() for name in named if name) if p.is_dir()))


def unit_file(name: str) -> Path | None:
    """The file of the unit of that name; None where there is none."""
    return next(_named(name, ""), None)


def equation_file(name: str) -> Path | None:
    """The file of the equation of that name; None where there is none."""
    return next(_named(name, EQUATIONS), None)


def name_of(path: Path) -> str:
    """What finds the unit of that file again, from wherever one is: its name, or else the whole path."""
    path = path.resolve()
    return path.stem if unit_file(path.stem) == path else str(path)


def folder_of(name: str) -> str:
    """The name of the folder where the unit found so lies; "" for what is shipped."""
    path = Path(name) if name.endswith((".yaml", ".yml")) else unit_file(name)
    return "" if path is None or path.parent == exercises_dir() else path.parent.name


def argument(name: str) -> str:
    """A name or path as it is typed in a command line of any system."""
    return f'"{name}"' if any(c.isspace() for c in name) else name


def unit_files() -> dict[str, Path]:
    """The files of all units by name, the shipped ones first."""
    return _all("")


def equation_files() -> dict[str, Path]:
    """The files of all equations by name, the shipped ones first."""
    return _all(EQUATIONS)


def files_in(name: str) -> list[str]:
    """The files of the units and equations of a folder, units first; anything else as it is."""
    folder = Path(name)
    if not folder.is_dir():
        return [name]
    return [str(file) for below in ("", EQUATIONS) for file in sorted((folder / below).glob("*.yaml"))]


def hidden_files() -> list[Path]:
    """Units and equations of `TUTOR_UNITS` that nobody finds by name: a shipped one, or an earlier folder's, has it."""
    found = {*unit_files().values(), *equation_files().values()}
    places = (folder / below for folder in added_folders() for below in ("", EQUATIONS))
    return [file for place in places for file in sorted(place.glob("*.yaml")) if file not in found]


def _folders() -> tuple[Path, ...]:
    return (exercises_dir(), *added_folders())


def _named(name: str, below: str) -> Iterator[Path]:
    if name.replace("-", "").isalnum():
        yield from (file for folder in _folders() if (file := folder / below / f"{name}.yaml").is_file())


def _all(below: str) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for folder in _folders():
        for file in sorted((folder / below).glob("*.yaml")):
            found.setdefault(file.stem, file)
    return found
