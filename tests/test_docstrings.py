"""Every public function and method says what it gives, itself or in the class it comes from."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tutor
from tests.test_imports import BELOW

PACKAGE = Path(tutor.__file__).parent
MODULES = sorted(
    ".".join(("tutor", *path.relative_to(PACKAGE).with_suffix("").parts))
    for path in PACKAGE.rglob("*.py")
    if path.name not in ("__init__.py", "__main__.py") and "_exercises" not in path.parts
)


def public(holder: Any, module: str) -> Iterator[tuple[str, Any]]:
    """Names and functions that a module or class defines itself; of a class, also what its methods are."""
    for name, found in vars(holder).items():
        if name.startswith("_"):
            continue
        if inspect.isclass(found) and found.__module__ == module:
            yield from ((f"{name}.{inner}", getattr(found, inner)) for inner, _ in public(found, module))
        elif inspect.isfunction(getattr(found, "func", getattr(found, "fget", found))):
            function = getattr(found, "func", getattr(found, "fget", found))
            if function.__module__ == module and function.__name__ != "<lambda>":
                yield name, found


@pytest.mark.parametrize("module", MODULES)
def test_what_is_public_is_explained(module: str) -> None:
    """With shapes, units and errors where there are any; an override that does what its base says needs no words."""
    assert [name for name, found in public(import_module(module), module) if not inspect.getdoc(found)] == []


BY_LAST = dict.fromkeys(BELOW, "") | {module.rpartition(".")[2]: module for module in MODULES}


def dotted(module: str) -> Iterator[str]:
    """Names of modules and of what is in them, between backticks in the source of a module: `allowance.widest`."""
    source = (PACKAGE.parent / Path(*module.split("."))).with_suffix(".py").read_text(encoding="utf-8")
    for name in re.findall(r"`([a-z_]+(?:\.\w+)+)`", source):
        first, *rest = name.split(".")
        if first == "tutor" or (first in BY_LAST and rest[-1] not in ("py", "yaml", "csv", "zip", "html", "xlsx")):
            yield name


@pytest.mark.parametrize("module", MODULES)
def test_what_the_source_points_at_is_there(module: str) -> None:
    """A module or a function that is named in another's words has that name, also after it was renamed."""
    for name in dotted(module):
        first, *rest = name.split(".")
        found: Any = import_module(
            "tutor" if first == "tutor" else f"tutor.{first}" if first in BELOW else BY_LAST[first]
        )
        for piece in rest:
            inside = f"{found.__name__}.{piece}" if inspect.ismodule(found) else ""
            found = getattr(found, piece) if hasattr(found, piece) else import_module(inside)
