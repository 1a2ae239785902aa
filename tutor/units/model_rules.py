"""What the models of a unit are made of: frozen records, and rules on their values told to pydantic when it asks.

pydantic takes longer to load than a lesson to begin. So `validated` calls it for files that people write (every error
at once, each with its path), and `built` makes the same records of a file that is known to be right, without it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

Build = Callable[[Any], Any]


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Strict:
    """A mapping that refuses keys it does not know, as a frozen record of keywords."""

    __pydantic_config__ = {"extra": "forbid"}  # pydantic looks for it by this name

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)


T = TypeVar("T", bound=Strict)
_ADAPTERS: dict[type[Strict], Any] = {}
_PLANS: dict[type[Strict], dict[str, Build]] = {}

# -- rules on a value --------------------------------------------------------------------------------------------------


class Limits:
    """Limits that pydantic knows by name: min_length, pattern, ge, strict…"""

    def __init__(self, **limits: Any) -> None:
        self.limits = limits

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return {**handler(source), **self.limits}


@dataclass(eq=False)
class Checked:
    """A check made on the finished value: raises ValueError, whose text may hold ` | ` before a way out."""

    check: Build
    json_schema: dict[str, Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return self.json_schema


class Prepared:
    """Mends the value as it stands in the file before anything is made of it; may raise ValueError."""

    def __init__(self, prepare: Build) -> None:
        self.prepare = prepare

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self.prepare, handler(source))


class Renamed(Prepared):
    """Keys of a mapping that Python keeps for itself, by the names their fields have instead: `from` is `values`."""

    def __init__(self, **fields: str) -> None:
        self.fields = fields
        super().__init__(lambda v: {fields.get(k, k): x for k, x in v.items()} if isinstance(v, dict) else v)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        found: dict[str, Any] = handler(schema)
        keys = handler.resolve_ref_schema(found)["properties"]
        keys |= {written: keys.pop(field) for written, field in self.fields.items() if field in keys}
        return found


@dataclass(eq=False)
class OneOf:
    """One of several records, told apart by `kind_of` the mapping."""

    kinds: Mapping[str, type[Strict]]
    kind_of: Callable[[Any], str | None]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        choices = {name: handler.generate_schema(kind) for name, kind in self.kinds.items()}
        return core_schema.tagged_union_schema(choices, discriminator=self.kind_of)


# -- with pydantic -----------------------------------------------------------------------------------------------------


def _adapter(kind: type[Strict]) -> Any:
    if kind not in _ADAPTERS:
        from pydantic import TypeAdapter

        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def validated(kind: type[T], data: Any) -> T:
    """The record of `data` as it stands in a file. Raises pydantic's ValidationError with every error."""
    record: T = _adapter(kind).validate_python(data)
    return record


def json_schema(kind: type[Strict]) -> dict[str, Any]:
    """The JSON Schema of a record."""
    schema: dict[str, Any] = _adapter(kind).json_schema()
    return schema


# -- without -----------------------------------------------------------------------------------------------------------


def built(kind: type[T], data: Mapping[str, Any]) -> T:
    """The record of data known to be right: what `validated` gives, unchecked but for what a record checks itself."""
    plan = _plan(kind)
    return kind(**{name: plan[name](value) for name, value in data.items()})


def _plan(kind: type[Strict]) -> dict[str, Build]:
    """How each field of a record is made."""
    if kind not in _PLANS:
        _PLANS[kind] = {name: _build(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}
    return _PLANS[kind]


def _same(value: Any) -> Any:
    return value


def _build(hint: Any) -> Build:
    """How a value of this type is made from what YAML gives."""
    origin, args = get_origin(hint), get_args(hint)
    if hasattr(hint, "__metadata__"):
        return _annotated(args[0], hint.__metadata__)
    if origin in (Union, types.UnionType):
        inner = [_build(arg) for arg in args if arg is not type(None)]
        return (lambda v: None if v is None else inner[0](v)) if len(inner) == 1 else _same
    if origin is tuple and args[1:] == (...,):
        item = _build(args[0])
        return lambda v: tuple(map(item, v))
    if origin is tuple:
        items = [_build(arg) for arg in args]
        return lambda v: tuple(build(x) for build, x in zip(items, v, strict=True))
    if origin is dict:
        item = _build(args[1])
        return dict if item is _same else lambda v: {key: item(x) for key, x in v.items()}
    if hint is Fraction:
        return Fraction
    if hint is float:
        return float
    if isinstance(hint, type) and issubclass(hint, Strict):
        return lambda v: built(hint, v)
    return _same


def _annotated(hint: Any, metadata: tuple[Any, ...]) -> Build:
    for rule in metadata:
        if isinstance(rule, OneOf):
            return lambda v, rule=rule: built(rule.kinds[str(rule.kind_of(v))], v)  # type: ignore[misc]
    inner = _build(hint)
    for rule in metadata:
        if isinstance(rule, Prepared):
            return lambda v, rule=rule: inner(rule.prepare(v))  # type: ignore[misc]
    return inner
