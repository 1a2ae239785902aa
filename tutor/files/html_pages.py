"""Pages made of a template that lies beside the module of whoever writes them; everything put in is escaped."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template


@cache
def template(package: str, name: str) -> Template:
    """The template called `name` of a package."""
    from jinja2 import Environment

    source = (resources.files(package) / name).read_text(encoding="utf-8")
    return Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(source)
