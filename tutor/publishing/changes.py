"""What a second run changes: the gradebook that was there against the one about to be written."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from tutor.files.text import display, id_key, inert
from tutor.grading.records import Graded, decimal_text
from tutor.grading.results import Change, Changes
from tutor.roster.people import State


def changes(before: Path, graded: Graded) -> Changes | None:
    """Against the gradebook at `before`; None when there is none, or it is not one of ours."""
    old = _read(before)
    if old is None:
        return None
    same, new, changed = 0, [], []
    for row in graded.rows:
        now = _mark_or_state(row.state.label, "" if row.mark is None else decimal_text(row.mark))
        was = old.pop(id_key(inert(row.id)), None)
        if was is None or (was == State.MISSING.label and row.state is not State.MISSING):
            new.append(row.id)
        elif was == now:
            same += 1
        else:
            changed.append(Change(row.id, was, now, display(row.name)))
    return Changes(same, tuple(new), tuple(changed), tuple(sorted(old)))


def _mark_or_state(state: str, mark: str) -> str:
    """A mark, or the state of who has none."""
    return mark if state == State.GRADED.label and mark else f"{mark} ({state})" if mark else state


def _read(path: Path) -> dict[str, str] | None:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=";")
        if not {"id", "estado", "nota"} <= set(rows.fieldnames or ()):
            return None
        return {id_key(r["id"] or ""): _mark_or_state(r["estado"] or "", r["nota"] or "") for r in map(_texts, rows)}
    except (OSError, UnicodeDecodeError, csv.Error):
        return None


def _texts(row: Mapping[str | None, str | None]) -> dict[str, str]:
    return {str(key): value or "" for key, value in row.items() if key is not None and not isinstance(value, list)}
