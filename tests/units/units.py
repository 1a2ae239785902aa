"""Small units for tests, written as an author writes them."""

from __future__ import annotations

from typing import Any

import yaml

from tutor.authoring.unit_file import parse_unit
from tutor.units.bound_unit import OpenUnit
from tutor.units.models import Unit

RUNNING: dict[str, Any] = {
    "Q": [[1.0, 0.0]],
    "K": [[1.0, 0.0], [0.0, 1.0], [0.9, 0.1]],
    "V": [[10.0, 0.0], [0.0, 10.0], [5.0, 5.0]],
}


def question(id: str = "pesos", **more: Any) -> dict[str, Any]:
    """A question that asks for the weights, unless told otherwise."""
    asked = {} if {"step", "expect", "choices"} & more.keys() else {"step": "weights"}
    return {"question": id, "ask": "¿Cuánto?", "reason": "Porque sí.", "hints": ["una", "otra"], **asked, **more}


def unit_text(*blocks: dict[str, Any], **more: Any) -> str:
    """A unit file of one part with these blocks, over the running example."""
    part = {"id": "uno", "title": "Uno", "blocks": list(blocks)}
    unit = {"format": 1, "unit": "prueba", "title": "T", "summary": "S", "data": RUNNING, "parts": [part], **more}
    return yaml.safe_dump(unit, allow_unicode=True, sort_keys=False)


def unit(*blocks: dict[str, Any], **more: Any) -> Unit:
    return parse_unit(unit_text(*blocks, **more), "prueba.yaml")


def opened(*blocks: dict[str, Any], **more: Any) -> OpenUnit:
    return OpenUnit(unit(*blocks, **more))
