"""What the models refuse, said in Spanish, with the line it stands on and a way out."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from pydantic import ValidationError

from tutor.errors import Problem, nearest
from tutor.units.model_rules import Strict, validated
from tutor.units.models import BLOCK_KINDS, BLOCKS, Unit

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

ALONE = frozenset({"version", "order", "keep", "source", "closing", "next", "card", "decoys", "variants"})
"""Keys of a unit on which nothing else rests."""
Keys = tuple[str | int, ...]
Lines = Mapping[Keys, int]

_SAID: dict[str, tuple[str, str]] = {
    "missing": ("falta `{key}`", "añádelo: `{key}: …`"),
    "string_type": ("`{key}` tiene que ser un texto", "pon el valor entre comillas"),
    "string_too_short": ("`{key}` está vacío", "escribe un texto, o quita la clave"),
    "string_too_long": ("`{key}` es demasiado largo", "como mucho {max_length} caracteres"),
    "string_pattern_mismatch": ("`{key}: {input}` no sirve de nombre", "minúsculas sin acento, cifras y guiones"),
    "int_type": ("`{key}` tiene que ser un número entero", "sin comillas ni decimales"),
    "int_parsing": ("`{key}` tiene que ser un número entero", "sin comillas ni decimales"),
    "int_from_float": ("`{key}` tiene que ser un número entero", "sin decimales"),
    "float_type": ("`{key}` tiene que ser un número", "con punto decimal y sin comillas: 0.5"),
    "float_parsing": ("`{key}` tiene que ser un número", "con punto decimal y sin comillas: 0.5"),
    "fraction_parsing": ("`{key}` tiene que ser un número", "por ejemplo 1, 0.5 o \"1/3\""),
    "bool_type": ("`{key}` es verdadero o falso", "escribe `true` o `false`"),
    "bool_parsing": ("`{key}` es verdadero o falso", "escribe `true` o `false`"),
    "tuple_type": ("`{key}` tiene que ser una lista", "con guiones, o entre corchetes: [a, b]"),
    "list_type": ("`{key}` tiene que ser una lista", "con guiones, o entre corchetes: [a, b]"),
    "dict_type": ("`{key}` tiene que ser un mapa", "escribe `nombre: valor` debajo, con más sangrado"),
    "dataclass_type": ("`{key}` tiene que ser un mapa", "escribe `nombre: valor` debajo, con más sangrado"),
    "too_short": ("`{key}` tiene {actual_length} y hacen falta al menos {min_length}", "añade lo que falta"),
    "too_long": ("`{key}` tiene {actual_length} y caben como mucho {max_length}", "quita lo que sobra"),
    "greater_than_equal": ("`{key}: {input}` es demasiado pequeño", "de {ge} en adelante"),
    "less_than_equal": ("`{key}: {input}` es demasiado grande", "hasta {le}"),
    "string_sub_type": ("`{key}` tiene que ser un texto", "pon el valor entre comillas"),
    "finite_number": ("`{key}` tiene que ser un número finito", "por ejemplo 2.5"),
    "invalid_key": ("la clave `{input}` tiene que ser un texto", "ponla entre comillas"),
    "literal_error": ("`{key}: {input}` no es ninguna de las palabras que valen", "una de: {expected}"),
}  # fmt: skip


def complaints(error: ValidationError, data: Any, lines: Lines, where: str) -> list[Problem]:
    """Every error of a validation as a Problem, once each."""
    errors = [e for e in error.errors(include_url=False) if not _echo(e)]
    return list(dict.fromkeys(_problem(e, data, lines, where) for e in errors))


def mended(data: Any, error: ValidationError) -> Unit | None:
    """The unit without what was refused, so that the rest can be checked too. None when that would only echo."""
    patched = copy.deepcopy(data)
    for path in {_keys(e["loc"], data) for e in error.errors(include_url=False) if not _echo(e)}:
        if path[:1] == ("parts",) and path[2:3] == ("blocks",) and len(path) > 3:
            patched["parts"][path[1]]["blocks"][path[3]] = {"text": "-"}
        elif path[:1] and path[0] in ALONE:
            patched.pop(path[0], None)
        else:
            return None
    try:
        return validated(Unit, patched)
    except ValidationError:
        return None


def place(path: Keys, lines: Lines, where: str) -> str:
    """file:line of the deepest part of `path` that is in the file."""
    while path and path not in lines:
        path = path[:-1]
    return f"{where}:{lines.get(path, 1)}"


def _echo(error: ErrorDetails) -> bool:
    """Whether it only repeats another error: a list is not too short because an item of it was refused."""
    return error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"]


def _problem(error: ErrorDetails, data: Any, lines: Lines, where: str) -> Problem:
    path = _keys(error["loc"], data)
    at = place(path, lines, where)
    key = next((k for k in reversed(path) if isinstance(k, str)), "la unidad")
    kind = error["type"]
    if kind == "unexpected_keyword_argument":
        known = _known_keys(path[:-1], data)
        close = nearest(str(path[-1]), known)
        hint = f"¿querías decir `{close}`?" if close else f"las que hay: {', '.join(known)}"
        return Problem(at, f"no se conoce la clave `{path[-1]}`", hint)
    if kind.startswith("union_tag"):
        block = error["input"]
        close = (
            next((c for k in block if (c := nearest(str(k), BLOCK_KINDS))), None) if isinstance(block, dict) else None
        )
        hint = f"¿querías decir `{close}`?" if close else f"empieza por una de: {', '.join(BLOCK_KINDS)}"
        return Problem(at, "no se sabe qué bloque es este", hint)
    if kind == "missing" and isinstance(path[-1], int):
        return Problem(at, f"a `{key}` le falta algo", "mira cuántos elementos lleva: `tutor author schema`")
    if kind == "value_error":
        message, _, hint = str(error["ctx"]["error"]).partition(" | ")
        return Problem(at, message, hint or "mira `tutor author new` para ver un ejemplo")
    message, hint = _SAID.get(kind, ("`{key}` no vale", "mira `tutor author schema`"))
    words = {"key": key, "input": _short(error["input"]), **error.get("ctx", {})}
    if kind == "string_pattern_mismatch" and words["input"] == key:
        return Problem(at, f"`{key}` no sirve de nombre de un dato", "letras sin acento, cifras y _")
    if kind == "literal_error":
        words["expected"] = words["expected"].replace("''", "").replace("'", "").replace(" or ", " o ").lstrip(", ")
    return Problem(at, message.format_map(words), hint.format_map(words))


def spoken(value: Any) -> str:
    """A value as YAML writes it."""
    words = {True: "true", False: "false", None: "(nada)"}
    return words[value] if value is None or isinstance(value, bool) else str(value)


def _keys(loc: Keys, data: Any) -> Keys:
    """The path in the file: a validation's, without the kind of block it names after a block's index."""
    path: list[str | int] = []
    for i, key in enumerate(loc):
        if i >= 2 and loc[i - 2] == "blocks" and isinstance(loc[i - 1], int) and key in BLOCK_KINDS:
            continue
        if key == "[key]":
            break
        path.append("from" if key == "values" else key)
    return tuple(path)


def _known_keys(path: Keys, data: Any) -> list[str]:
    """The keys the mapping at `path` may have."""
    model: type[Strict] | None = Unit
    here = data
    for key in path:
        here = here[key]
        if isinstance(key, int):
            if model is None and isinstance(here, dict):
                model = next((BLOCKS[k] for k in BLOCK_KINDS if k in here), None)
            continue
        model = _model_in(get_type_hints(model, include_extras=True).get(key)) if model is not None else None
    return [field.name for field in fields(model)] if model is not None and is_dataclass(model) else []


def _model_in(annotation: Any) -> type[Strict] | None:
    if isinstance(annotation, type) and issubclass(annotation, Strict):
        return annotation
    models = [m for a in get_args(annotation) if (m := _model_in(a)) is not None]
    return models[0] if len(models) == 1 else None


def _short(value: Any) -> str:
    text = spoken(value)
    return text if len(text) <= 40 else text[:37] + "…"
