"""The one object that `--json` writes: `"schema": 1`, infinities as texts, numbers never rounded."""

from __future__ import annotations

import json
import math
from typing import Any

from tutor.terminal import Terminal, utf8

SCHEMA = 1


def print_json(terminal: Terminal, fields: dict[str, Any]) -> None:
    """Writes the object on stdout. Arrays become nested lists; NaN, which JSON cannot hold, becomes null."""
    text = json.dumps(
        {"schema": SCHEMA, **jsonable(fields)}, ensure_ascii=not utf8(terminal.encoding), allow_nan=False, indent=2
    )
    terminal.stdout.write(text + "\n")
    terminal.stdout.flush()


def jsonable(value: Any) -> Any:
    """The value in JSON's own types, its shape kept."""
    if isinstance(value, dict):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [jsonable(item) for item in value]
    if hasattr(value, "tolist"):
        return jsonable(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        from tutor.answers.write import json_numbers

        return json_numbers(value)
    return value
