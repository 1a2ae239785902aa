"""`resultados.json`, every judgement for whoever wants to look again; `manifiesto.json`, what the marks were made from.

Neither holds a date nor a path: the same input gives the same bytes on any machine and day.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

from tutor.answers.write import json_numbers
from tutor.errors import Notice
from tutor.files.archives import MANIFEST
from tutor.files.text import listed
from tutor.grading.decisions import Doubt
from tutor.grading.records import MAXIMUM, Answer, Graded, Row, half_up

RESULTS = "resultados.json"
_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
SCHEMA = 1


def write_results(graded: Graded, doubts: Sequence[Doubt], stream: BinaryIO) -> None:
    """Write every judgement, a student a line. Points are exact fractions as text beside the mark that is shown."""
    head = {
        "schema": SCHEMA,
        "unit": graded.unit,
        "version": graded.version,
        "maximum": MAXIMUM,
        "counts": counts(graded),
        "questions": [
            {"id": q.id, "title": q.title, "points": str(q.points), "decimals": q.decimals} for q in graded.questions
        ],
        "doubts": [
            {
                "id": d.student_id,
                "question": d.question,
                "read": d.read,
                "minimum": str(d.low),
                "maximum": str(d.high),
                "reason": d.motive,
            }
            for d in doubts
        ],
        "notices": [_notice(n) for n in graded.notices],
    }
    stream.write(_json(head)[:-1].encode() + b', "students": [')
    for i, row in enumerate(graded.rows):
        stream.write((",\n" if i else "\n").encode() + _json(_student(graded, row)).encode())
    stream.write(b"\n]}\n")


def counts(graded: Graded) -> dict[str, int]:
    """How many students are in each state."""
    return {state.value: n for state, n in graded.counts.items()}


def manifest(
    graded: Graded,
    *,
    inputs: Iterable[tuple[str, int, str]],
    outputs: Mapping[str, tuple[int, str]],
    settings: Mapping[str, Any],
) -> bytes:
    """What was read and what was written: names, sizes and SHA-256, never dates."""
    found = {
        "schema": SCHEMA,
        "unit": graded.unit,
        "version": graded.version,
        "settings": dict(settings),
        "counts": counts(graded),
        "inputs": [{"name": n, "bytes": size, "sha256": digest} for n, size, digest in sorted(inputs)],
        "outputs": [{"name": n, "bytes": size, "sha256": digest} for n, (size, digest) in sorted(outputs.items())],
    }
    return (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()


def gave_solutions(out: Path) -> bool:
    """Whether the last run in that folder gave the solutions away."""
    try:
        return _manifest_of(out)["settings"]["solutions"] is True
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False


def of_another_run(out: Path) -> tuple[Notice, ...]:
    """What there is to tell where files in that folder are not those that its manifest names."""
    try:
        written = {str(entry["name"]): str(entry["sha256"]) for entry in _manifest_of(out)["outputs"]}
        strange = [n for n, digest in written.items() if "/" not in n and _digest(out / n) not in (digest, None)]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()
    if not strange:
        return ()
    verb = "no son los que escribió" if len(strange) > 1 else "no es el que escribió"
    text = f"En {out}, {listed(strange)} {verb} la última orden: se cambió después, o es de otra. Lo escribo de nuevo."
    return (Notice("mixed", text, str(out)),)


def _manifest_of(out: Path) -> Any:
    return json.loads((out / MANIFEST).read_text(encoding="utf-8"))


def _digest(path: Path) -> str | None:
    if not path.is_file():
        return None
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _student(graded: Graded, row: Row) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": row.id,
        "name": row.name,
        "state": row.state,
        "mark": None if row.mark is None else float(half_up(row.mark, 2)),
        "exact": _exact(row.mark),
        "range": [str(mark) for mark in row.range],
        "notes": list(row.notes),
        "source": row.handin.source if row.handin else None,
        "decided": row.decided,
    }
    if row.other:
        found["other_sheet"] = row.other
    found["answers"] = [_answer(answer) for answer in graded.detail(row).answers]
    return found


def _answer(answer: Answer) -> dict[str, Any]:
    judgement, reading = answer.judgement, answer.reading
    return {
        "id": answer.question.id,
        "typed": answer.typed,
        "read": json_numbers(reading.value) if reading is not None and reading.outcome == "value" else None,
        "verdict": judgement.verdict,
        "correct": judgement.correct,
        "evidence": judgement.evidence,
        "points": _exact(answer.points),
        "cells": judgement.cells,
        "slips": list(judgement.slips),
        "message": judgement.parts.in_writing,
        "decision": None if answer.decision is None else _exact(answer.decision.points),
    }


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _notice(notice: Notice) -> dict[str, str]:
    return {"code": notice.code, "text": notice.text, "where": notice.where}
