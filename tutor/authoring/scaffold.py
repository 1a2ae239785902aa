"""A first draft of a unit, for its author to change: it is valid, and every one of its claims is proved."""

from __future__ import annotations

import re
from importlib.resources import files

from tutor.errors import UsageError

_NAME = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")


def draft(name: str) -> str:
    """The text of a new unit of that name. Raises UsageError when the name cannot be one."""
    if not _NAME.match(name) or len(name) > 60:
        raise UsageError(
            f"«{name}» no sirve de nombre de unidad.", hint="Minúsculas sin acento, cifras y guiones: `mi-unidad`."
        )
    text = files("tutor.authoring").joinpath("plantilla.yaml").read_text(encoding="utf-8")
    return text.replace("NOMBRE", name, 1)
