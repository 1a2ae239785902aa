"""The shipped units: their names and headings, and each as models, without checks, since the tests prove them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from tutor.equations import load_yaml
from tutor.errors import ContentError, UsageError, did_you_mean
from tutor.library import added_folders, exercises_dir, unit_files
from tutor.units.model_rules import built
from tutor.units.models import SKILLS, Unit

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
    skills: Mapping[str, str] = field(default_factory=dict)
    """Those of its own: the word by which one is practised, and what learners call it."""


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


def skill_names() -> dict[str, str]:
    """Every skill that can be practised by its word, and what learners call it: those of `TUTOR_UNITS` behind."""
    added = (heading.skills for heading in headings() if heading.folder) if added_folders() else ()
    found = dict(SKILLS)
    for skills in added:
        found.update({word: name for word, name in skills.items() if word not in found})
    return found


def teachers() -> dict[str, str]:
    """Skill to the unit with its questions: the one of that name, or the one that declares it."""
    units = headings()
    declared = {word: heading.name for heading in reversed(units) for word in heading.skills}
    return {**declared, **{heading.name: heading.name for heading in units}}


@lru_cache(maxsize=1024)
def _heading(path: Path, changed: int) -> tuple[Heading, int]:
    """The heading of a file as it was when it last `changed`, read from its top only, and its place in the list."""
    folder = "" if path.parent == exercises_dir() else path.parent.name
    try:
        with path.open(encoding="utf-8-sig") as file:
            top, _, _ = file.read(MAX_TOP).partition("\nparts:")
        data, _ = load_yaml(top, path.name)
        title, summary, order = data.get("title"), data.get("summary"), data.get("order", LAST)
        skills = {str(word): str(name) for word, name in dict(data.get("skills") or {}).items()}
    except (ContentError, OSError, UnicodeDecodeError, AttributeError, TypeError, ValueError):
        title, summary, order, skills = path.stem, "no se puede leer; di `tutor author check` con su ruta", LAST, {}
    return Heading(path.stem, str(title), str(summary), folder, skills), order if isinstance(order, int) else LAST


def unknown_unit(name: str) -> UsageError:
    """The failure of a name that no unit has, with the nearest one."""
    hint = did_you_mean(name, unit_names(), "Las que hay")
    return UsageError(f"No hay ninguna unidad «{name}».", hint=hint)


def load_shipped(name: str) -> Unit:
    """The shipped unit of that name, in a third of the time that checks would take. Raises UsageError for others."""
    path = exercises_dir() / f"{name}.yaml"
    if not (name.replace("-", "").isalnum() and path.is_file()):
        raise unknown_unit(name)
    return _built(path, path.stat().st_mtime_ns)


def readable_units() -> Iterator[Unit]:
    """The units found by name, those of others only where they can be read; nothing in them is checked."""
    for path in unit_files().values():
        try:
            yield _built(path, path.stat().st_mtime_ns)
        except (AttributeError, ContentError, KeyError, OSError, TypeError, ValueError):
            continue


@lru_cache(maxsize=64)
def _built(path: Path, changed: int) -> Unit:
    """The unit as its file was when it last `changed`."""
    data, _ = load_yaml(path.read_text(encoding="utf-8-sig"), path.name)
    return built(Unit, data)
