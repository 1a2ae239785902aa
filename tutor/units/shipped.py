"""The shipped units: their names and headings, and each as models, without checks, since the tests prove them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tutor.equations import exercises_dir, load_yaml
from tutor.errors import UsageError, did_you_mean
from tutor.units.model_rules import built
from tutor.units.models import Unit


@dataclass(frozen=True, slots=True)
class Heading:
    """What a list of units says of one."""

    name: str
    title: str
    summary: str


def unit_names() -> tuple[str, ...]:
    """The shipped units, in the order of the text they teach."""
    return tuple(h.name for h in headings())


@lru_cache(maxsize=1)
def headings() -> tuple[Heading, ...]:
    """Name, title and summary of the shipped units, read from the top of each file only."""
    found = []
    for path in exercises_dir().glob("*.yaml"):
        top, _, _ = path.read_text(encoding="utf-8").partition("\nparts:")
        data, _ = load_yaml(top, path.name)
        found.append((data.get("order", 1000), Heading(path.stem, str(data.get("title")), str(data.get("summary")))))
    return tuple(heading for _, heading in sorted(found, key=lambda pair: (pair[0], pair[1].name)))


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
