"""JSON Schemas for who writes units and equations in an editor: the shape from the models, the words from a page."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from tutor.equations import load_yaml
from tutor.units.model_rules import json_schema
from tutor.units.models import Unit

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ITSELF, SHARED = "_", "Scoped"


def unit_schema() -> dict[str, Any]:
    """Of a unit, each record and key with what it is, in Spanish."""
    schema, words = json_schema(Unit), page()["unit"]
    for name, record in {"Unit": schema, **schema["$defs"]}.items():
        known = {**words[SHARED], **words[name]}
        record["description"] = known[ITSELF]
        for key, shape in record["properties"].items():
            shape["description"] = known[key]
    return {"$schema": DIALECT, **schema}


def equation_schema() -> dict[str, Any]:
    """Of an equation."""
    shape: dict[str, Any] = page()["equation"]
    return shape


def page() -> dict[str, Any]:
    """What is written of keys, and the shape of an equation."""
    text = files("tutor.authoring").joinpath("esquema.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = load_yaml(text, "esquema.yaml")[0]
    return found
