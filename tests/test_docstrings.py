"""Every public function and method says what it gives, itself or in the class it comes from."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tutor

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
