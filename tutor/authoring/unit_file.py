"""Unit files: found by name or path, read, and refused with every defect at once, each with its line and a way out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from tutor.equations import load_yaml
from tutor.equations.yamlfile import Lines
from tutor.errors import ContentError, Problem, refuse_pipe
from tutor.library import exercises_dir, name_of, unit_file
from tutor.phrasing import plural
from tutor.units.bound_unit import OpenUnit
from tutor.units.model_rules import validated
from tutor.units.models import FORMAT, Unit
from tutor.units.shipped import load_shipped, unknown_unit
from tutor.units.variants import variant_data

MAX_BYTES = 500_000
VERSIONS = "versions"
"""Folder beside a unit's file with what it asked in earlier versions: a class is graded by what its sheets asked."""
_SUFFIXES = (".yaml", ".yml")


def load_unit(name_or_path: str | PathLike[str]) -> Unit:
    """A shipped unit by name, or any by path.

    Raises UsageError for an unknown name, with the nearest one; ContentError for a defective file.
    """
    path = find_unit(name_or_path)
    if path.parent == exercises_dir():
        with suppress(AttributeError, KeyError, TypeError, ValueError, ContentError):
            return load_shipped(path.stem)
    return _load(path, path.stat().st_mtime_ns)


def open_unit(name_or_path: str | PathLike[str], variant: int = 0, over: Mapping[str, Any] | None = None) -> OpenUnit:
    """A unit by name or path, with its own numbers (variant 0), those of variant N, or with some replaced by `over`.

    Raises as `load_unit` does, and ContentError where the unit has no such variant.
    """
    unit = load_unit(name_or_path)
    if variant:
        over = {**variant_data(unit, variant), **(over or {})}
    return OpenUnit(unit, variant, over, name=name_of(find_unit(name_or_path)))


def open_version(name_or_path: str | PathLike[str], version: int) -> OpenUnit:
    """A unit as it was in that version, kept in `versions/NAME-N.yaml` beside its file; where it is not, as it is now.

    Raises as `load_unit` does.
    """
    unit = load_unit(name_or_path)
    path = find_unit(name_or_path)
    kept = path.parent / VERSIONS / f"{path.stem}-{version}.yaml"
    if unit.version != version and kept.is_file():
        unit = _load(kept, kept.stat().st_mtime_ns)
    return OpenUnit(unit, name=name_of(path))


def find_unit(name_or_path: str | PathLike[str]) -> Path:
    """The file of a unit. Raises UsageError for an unknown name, with the nearest one, ContentError for no file."""
    text = str(name_or_path)
    if text.endswith(_SUFFIXES) or "/" in text or "\\" in text or isinstance(name_or_path, PathLike):
        path = Path(text).expanduser()
        if path.is_dir():
            raise ContentError(f"«{text}» es una carpeta, no una unidad.", hint="Di qué archivo .yaml de dentro.")
        if not path.is_file():
            raise ContentError(f"No encuentro el archivo «{text}».", hint="Revisa la ruta; una unidad es un .yaml.")
        return path.resolve()
    found = unit_file(text)
    if found is None:
        raise unknown_unit(text)
    return found


@lru_cache(maxsize=64)
def _load(path: Path, changed: int) -> Unit:
    """The file as it was when it last `changed`."""
    return parse_unit(read_text(path), shown(path))


def shown(path: Path) -> str:
    """A path as messages name it: from here, when it is below."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def read_text(path: Path) -> str:
    """A content file as text. Raises ContentError when it is huge or is not UTF-8."""
    where = shown(path)
    refuse_pipe(path)
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        hint = f"Como mucho {MAX_BYTES // 1000} kB: repártela en varias."
        raise ContentError("El archivo es demasiado grande para ser una unidad.", hint=hint, where=where)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ContentError(
            "El archivo no está en UTF-8.", hint="Guárdalo como UTF-8 en el editor.", where=f"{where}:{line}"
        ) from None


def parse_unit(text: str, where: str) -> Unit:
    """The unit that `text` describes; `where` names the file in problems. Raises ContentError with all of them."""
    try:
        data, lines = load_yaml(text, where)
    except ContentError as error:
        raise failure([Problem(error.where or where, error.message, error.hint)], where) from None
    if not isinstance(data, dict):
        hint = "empieza por lo que escribe `tutor author new`"
        raise failure([Problem(f"{where}:1", "una unidad es un mapa YAML (clave: valor)", hint)], where)
    _check_format(data, lines.get(("format",), 1), where)
    commas = decimal_commas(text, lines, where)
    if commas:
        raise failure(commas, where)
    _anchor(data, Path(where).parent, where, lines)
    return _checked(data, lines, where)


def decimal_commas(text: str, lines: Lines, where: str) -> list[Problem]:
    """Lists of data in which some commas stand between two figures and others have a blank behind, `[1,5, 2]`, and
    numbers with a comma among named ones: `{low: 0,5, high: 2}`."""
    numbered = text.splitlines()
    found = []
    for number in sorted({line for path, line in lines.items() if _OF_DATA.intersection(path)}):
        for row in _ROW.findall(numbered[number - 1]):
            glued = _GLUED.search(row)
            if glued and ", " in row:
                message = f"en «[{row}]» no se sabe si «{glued[0]}» es un decimal o dos números"
                hint = (
                    f"el decimal lleva punto ({glued[1]}.{glued[2]}); dos números, un espacio ({glued[1]}, {glued[2]})"
                )
                found.append(Problem(f"{where}:{number}", message, hint))
        for whole, part in _FIELD.findall(numbered[number - 1]):
            message, hint = f"«{whole},{part}» lleva coma", f"el decimal lleva punto: {whole}.{part}"
            found.append(Problem(f"{where}:{number}", message, hint))
    return found


_OF_DATA = frozenset(("data", "datasets", "variants"))
_ROW = re.compile(r"\[([^\[\]\"']*)\]")
_GLUED = re.compile(r"(-?\d+),(\d+)")
_FIELD = re.compile(r"\{[^\[\]{}\"']*: *(-?\d+),(\d+) *[,}]")


def _anchor(data: dict[Any, Any], folder: Path, where: str, lines: Lines) -> None:
    """Equations named by a path are looked for from the unit's own folder, and never outside of it."""
    parts = data.get("parts")
    holders = [data]
    for part in parts if isinstance(parts, list) else ():
        blocks = part.get("blocks") if isinstance(part, dict) else None
        holders += [b for b in blocks if isinstance(b, dict)] if isinstance(blocks, list) else []
    for holder in holders:
        name = holder.get("equation")
        if isinstance(name, str) and name.endswith(_SUFFIXES):
            holder["equation"] = str(folder / name)
            if not (folder / name).resolve().is_relative_to(folder.resolve()):
                line = next((line for path, line in lines.items() if path and path[-1] == "equation"), 1)
                hint = "cópiala a esa carpeta, o a su subcarpeta equations"
                message = f"«{name}» está fuera de la carpeta de la unidad, y de ahí no se lee nada"
                raise failure([Problem(f"{where}:{line}", message, hint)], where)


def _checked(data: dict[str, Any], lines: Lines, where: str) -> Unit:
    from pydantic import ValidationError

    from tutor.authoring.checks import check_unit
    from tutor.authoring.complaints import complaints, mended

    problems: list[Problem] = []
    unit: Unit | None
    try:
        unit = validated(Unit, data)
    except ValidationError as error:
        problems = complaints(error, data, lines, where)
        unit = mended(data, error)
    if unit is not None:
        problems += check_unit(unit, data, lines, where)
    if problems or unit is None:
        raise failure(problems, where)
    return unit


def failure(problems: list[Problem], where: str) -> ContentError:
    """One error for all the problems of a file, in the order of its lines."""
    problems = sorted(dict.fromkeys(problems), key=lambda p: _line(p.where))
    count = plural(len(problems), "error", "errores")
    return ContentError(f"{count} en {Path(where).name}:", problems=tuple(problems))


def _line(where: str) -> int:
    parts = [int(p) for p in where.split(":")[1:] if p.isdigit()]
    return parts[0] if parts else 0


def _check_format(data: dict[Any, Any], line: int, where: str) -> None:
    version = data.get("format")
    if version == FORMAT and not isinstance(version, bool):
        return
    if "format" not in data:
        message, hint = "falta `format` al principio", "escribe `format: 1` en la primera línea"
    elif isinstance(version, int) and version > FORMAT:
        message = f"este archivo está escrito en `format: {version}` y este programa lee `format: {FORMAT}`"
        hint = "actualiza tutor (`pip install -U tutor-ecuacion1`) o pide el archivo en el formato 1"
    else:
        from tutor.authoring.complaints import spoken

        message, hint = f"`format: {spoken(version)}` no se conoce", f"escribe `format: {FORMAT}`"
    raise failure([Problem(f"{where}:{line}", message, hint)], where)
