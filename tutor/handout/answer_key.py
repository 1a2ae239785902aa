"""Every student's own numbers: drawn once, kept in `clave.yaml`, read back and never drawn again.

A draw comes from HMAC-SHA256(key, unit, version, student id) by `tutor.units.variants`, screened so that the known
slips can be told apart. `clave.yaml` is YAML in which each student is one line, also valid JSON, so that a hundred
thousand of them are read by the C parser of the standard library.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from tutor.errors import ContentError, Problem
from tutor.files.source import Source
from tutor.files.text import display, id_key
from tutor.handout.key_numbers import is_numeric, line_pairs, renamed, sheet_lines
from tutor.roster.directory import Directory
from tutor.roster.sheets import Sheet, Sheets

if TYPE_CHECKING:
    from tutor.units.models import Unit

NAME = "clave.yaml"
FORMAT = 1
CODE_LENGTH = 7
CHUNK = 512
"""Students drawn together: the screening holds all their slips at once."""
Progress = Callable[[int, int], None]
"""Called with how many are done, of how many."""
_WHY = """\
# Los números de cada estudiante en «{unit}». Guarda este archivo: con él se califica
#     tutor grade {unit} entregas.zip --roster LISTA --sheets clave.yaml
# y sin él no se puede saber qué números tenía cada hoja si la unidad o la lista cambian.
# No lo repartas: con estos números salen las respuestas de todos.
"""
_WHY_BANK = """\
# Los números de cada variante del banco de preguntas de «{unit}». Guarda este archivo: con él se corrigen
#     tutor grade {unit} respuestas.csv --roster LISTA --sheets ESTE_ARCHIVO
# No lo repartas: con estos números salen las respuestas de todas.
"""
_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0 and O, no 1, I and L: a code may be copied by hand."""


def draw_sheets(unit: Unit, ids: Sequence[str], key: str | None = None, progress: Progress | None = None) -> Sheets:
    """Screened numbers for every id; `key` is a label, by default the unit's id. Same id, same numbers.

    Raises ContentError when the unit has no variants or no draw passes the screening.
    """
    import numpy as np

    from tutor.units.variants import draw_many

    label = unit.unit if key is None else key
    sheets: dict[str, Sheet] = {}
    for start in range(0, len(ids), CHUNK):
        some = ids[start : start + CHUNK]
        arrays, attempts = draw_many(unit, label, some)
        shapes = {name: np.shape(unit.data[name]) for name in arrays}
        lists = {name: array.reshape(len(some), *shapes[name]).tolist() for name, array in arrays.items()}
        for i, student in enumerate(some):
            data = {name: _whole_as_such(values[i]) for name, values in lists.items()}
            sheets[id_key(student)] = Sheet(student, data, int(attempts[i]), sheet_code(unit, label, student))
        if progress is not None:
            progress(start + len(some), len(ids))
    return Sheets(unit.unit, unit.version, label, sheets)


def sheet_code(unit: Unit, key: str, student_id: str) -> str:
    """What a sheet carries to tell whose numbers it shows; it says nothing of the numbers themselves."""
    message = f"hoja|{unit.unit}|{unit.version}|{student_id}".encode()
    number = int.from_bytes(hmac.digest(key.encode(), message, "sha256"), "big")
    letters = (_ALPHABET[number // len(_ALPHABET) ** i % len(_ALPHABET)] for i in range(CODE_LENGTH))
    return f"{unit.unit}-{unit.version}-{''.join(letters)}"


def key_file(sheets: Sheets) -> Iterator[str]:
    """The lines of `clave.yaml`, each ended."""
    yield (_WHY_BANK if sheets.bank else _WHY).format(unit=sheets.unit)
    bank = "bank: true\n" if sheets.bank else ""
    head = f"format: {FORMAT}\n{bank}unit: {sheets.unit}\nversion: {sheets.version}\n"
    yield f"{head}key: {_json(sheets.key)}\nstudents:\n"
    for sheet in sheets.sheets.values():
        entry = {"code": sheet.code, "draw": sheet.draw, "data": sheet.data}
        yield f"  {_json(sheet.student_id)}: {_json(entry)}\n"


def load_sheets(source: Source) -> Sheets:
    """The numbers in a `clave.yaml`. Raises ContentError with file and line when it is none, or was spoilt by hand."""
    where, text = source.name, source.text
    head, mark, body = text.partition("\nstudents:")
    meta = _meta(head, where)
    whole_class = sheet_lines(body) if mark else None
    if whole_class is not None:
        return _sheets(meta, whole_class, where)
    students = _lines(body, where, head.count("\n") + 2) if mark else None
    if students is None:
        students = _as_yaml(text, where)
    if not students:
        raise ContentError(f"{where} no tiene los números de nadie.", hint=_again(meta), where=where)
    sheets: dict[str, Sheet] = {}
    for student, entry in students:
        sheet = _sheet(student, entry, where)
        if id_key(student) in sheets:
            raise ContentError(f"{where}: «{display(student)}» está dos veces.", hint="Quita una línea.", where=where)
        sheets[id_key(student)] = sheet
    return _sheets(meta, sheets, where)


def aligned(sheets: Sheets, directory: Directory) -> Sheets:
    """`sheets` under the ids of the class list, where they were made from another export of the same class.

    One list may know its students by mail and the other by number, or a spreadsheet may have taken the leading zeros.
    """
    listed = directory.roster.by_key if directory.roster else {}
    others = [key for key in sheets.sheets if key not in listed]
    if not others or not listed:
        return sheets
    found = {key: key for key in sheets.sheets if key in listed}
    ids: dict[str, str] = {}
    for key in others:
        student = directory.find(sheets.sheets[key].student_id)
        if student is not None and id_key(student.id) not in found:
            found[id_key(student.id)] = key
            ids[id_key(student.id)] = student.id
        elif student is None:
            found[key] = key
    return replace(sheets, sheets=renamed(sheets.sheets, found, ids))


def merged(new: Sheets, old: Sheets) -> Sheets:
    """`new` and whoever only `old` had, so that a shorter list loses nobody's numbers.

    Raises ContentError when somebody's numbers are no longer the same: the sheets handed out would be worth nothing.
    """
    changed = [s.student_id for k, s in old.sheets.items() if k in new.sheets and new.sheets[k].data != s.data]
    if changed or (old.unit, old.version, old.bank) != (new.unit, new.version, new.bank):
        owners = "variantes" if new.bank else "estudiantes"
        many = f"{len(changed)} {owners} (p. ej. {display(changed[0])})" if len(changed) > 1 else ""
        who = f"cambiarían los números de {many or display(changed[0])}" if changed else ""
        other = f"es de «{old.unit}», versión {old.version}"
        raise ContentError(
            f"Ya hay un {PurePath(old.source).name or NAME} en esa carpeta y {who or other}.",
            hint="Si ya lo repartiste, no lo cambies: usa otra carpeta con --out, o la misma --key de entonces.",
            where=old.source,
        )
    return replace(new, sheets={**new.sheets, **_missing(old, new)})


def _missing(old: Sheets, new: Sheets) -> Mapping[str, Sheet]:
    return {key: sheet for key, sheet in old.sheets.items() if key not in new.sheets}


def _meta(head: str, where: str) -> Mapping[str, Any]:
    from tutor.equations.yamlfile import load_yaml

    data, _ = load_yaml(head.partition("\nstudents:")[0], where)
    if not isinstance(data, dict) or not isinstance(data.get("unit"), str) or not isinstance(data.get("version"), int):
        hint = f"Da el {NAME} que escribió `tutor sheet`, sin cambiarlo."
        raise ContentError(f"{where} no es una clave de hojas: le falta `unit` o `version`.", hint=hint, where=where)
    if data.get("format") != FORMAT:
        hint = "Actualiza el tutor, o vuelve a hacer las hojas con este."
        raise ContentError(f"{where} está en otro formato ({data.get('format')}).", hint=hint, where=where)
    return data


def _sheets(meta: Mapping[str, Any], sheets: Mapping[str, Sheet], where: str) -> Sheets:
    return Sheets(
        meta["unit"], meta["version"], str(meta.get("key", meta["unit"])), sheets, where, meta.get("bank") is True
    )


def _lines(body: str, where: str, first: int) -> list[tuple[str, Any]] | None:
    """Students, one line each as `key_file` writes them; None if somebody laid the file out otherwise."""
    found: list[tuple[str, Any]] = []
    for number, line in enumerate(body.split("\n"), first - 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if not stripped.startswith('"'):
            return None
        try:
            found.extend(line_pairs(stripped))
        except (ValueError, RecursionError):
            at = f"{where}:{number}"
            message = f"{where}, línea {number}: no se entiende «{display(stripped, 60)}»."
            raise ContentError(message, hint="Recupera el archivo original.", where=at) from None
    return found


def _as_yaml(text: str, where: str) -> list[tuple[str, Any]]:
    from tutor.equations.yamlfile import load_yaml

    data, _ = load_yaml(text, where)
    students = data.get("students") if isinstance(data, dict) else None
    return [(str(name), entry) for name, entry in students.items()] if isinstance(students, dict) else []


def _sheet(student: str, entry: Any, where: str) -> Sheet:
    data = entry.get("data") if isinstance(entry, dict) else None
    if not isinstance(data, dict) or not all(is_numeric(value) for value in data.values()):
        message = f"{where}: los números de «{display(student)}» no se entienden."
        problem = Problem(where, message)
        raise ContentError(message, hint="Recupera el archivo original.", where=where, problems=(problem,))
    draw = entry.get("draw", 0)
    return Sheet(student, data, draw if isinstance(draw, int) else 0, str(entry.get("code", "")))


def _whole_as_such(value: Any) -> Any:
    """Whole numbers as such: `-2`, not `-2.0`."""
    if isinstance(value, list):
        return [_whole_as_such(item) for item in value]
    return int(value) if float(value).is_integer() else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _again(meta: Mapping[str, Any]) -> str:
    return f"Hazla de nuevo con `tutor sheet {meta.get('unit')} --roster LISTA`."
