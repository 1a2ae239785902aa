"""The shipped units: their names and headings, and each as models, without checks, since the tests prove them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tutor.equations import load_yaml
from tutor.errors import ContentError, UsageError, did_you_mean
from tutor.library import exercises_dir, unit_files
from tutor.units.model_rules import built
from tutor.units.models import Unit

LAST = 1000
"""The place of a unit that says none."""
MAX_TOP = 100_000
"""Characters of a file in which its heading must stand."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a list of units says of one."""

    name: str
    title: str
    summary: str
    folder: str = ""
    """The name of the folder of `TUTOR_UNITS` it lies in; empty for what is shipped."""


def unit_names() -> tuple[str, ...]:
    """The units found by name, the shipped ones in the order of the text they teach."""
    return tuple(h.name for h in headings())


def headings() -> tuple[Heading, ...]:
    """Name, title and summary of every unit found by name: the shipped in the order of the text, then the others."""
    found = []
    for name, path in unit_files().items():
        heading, order = _heading(path, path.stat().st_mtime_ns)
        found.append((bool(heading.folder), heading.folder, order, name, heading))
    return tuple(entry[-1] for entry in sorted(found, key=lambda entry: entry[:-1]))


@lru_cache(maxsize=1024)
def _heading(path: Path, changed: int) -> tuple[Heading, int]:
    """The heading of a file as it was when it last `changed`, read from its top only, and its place in the list."""
    folder = "" if path.parent == exercises_dir() else path.parent.name
    try:
        with path.open(encoding="utf-8-sig") as file:
            top, _, _ = file.read(MAX_TOP).partition("\nparts:")
        data, _ = load_yaml(top, path.name)
        title, summary, order = data.get("title"), data.get("summary"), data.get("order", LAST)
    except (ContentError, OSError, UnicodeDecodeError, AttributeError):
        title, summary, order = path.stem, "no se puede leer; di `tutor author check` con su ruta", LAST
    return Heading(path.stem, str(title), str(summary), folder), order if isinstance(order, int) else LAST


def unknown_unit(name: str) -> UsageError:
    """The failure of a name that no unit has, with the nearest one."""
    hint = did_you_mean(name, unit_names(), "Las que hay")
    return UsageError(f"No hay ninguna unidad «{name}».", hint=hint)


def load_shipped(name: str) -> Unit:
    """The shipped unit of that name, in a third of the time that checks would take. Raises UsageError for others."""
    path = exercises_dir() / f"{name}.yaml"
    if not (name.replace("-", "").isalnum() and path.is_file()):
        raise unknown_unit(name)
    return _built(name, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _built(name: str, changed: int) -> Unit:
    """The unit as its file was when it last `changed`."""
    path = exercises_dir() / f"{name}.yaml"
    data, _ = load_yaml(path.read_text(encoding="utf-8"), path.name)
    return built(Unit, data)
