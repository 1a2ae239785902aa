"""A class through the command line: `tutor sheet`, the sheets filled in, `tutor grade`, `resultados.json`."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

import tutor
from tutor.__main__ import main

EXERCISES = Path(tutor.__file__).parents[1] / "exercises"
HandIn = Mapping[str, str]
"""Question id to what is typed."""


@dataclass(frozen=True)
class Answer:
    """One line of `resultados.json`."""

    typed: str
    verdict: str
    correct: bool
    evidence: bool | None
    points: float
    slips: tuple[str, ...]
    message: str


@dataclass(frozen=True)
class Result:
    mark: float | None
    answers: Mapping[str, Answer]


class CommandFailed(Exception):
    """The program ended otherwise than it may."""


def command(*words: str, codes: Sequence[int] = (0,)) -> str:
    """Run one command line in this process; what it printed. Raises CommandFailed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(list(words))
    if code not in codes:
        raise CommandFailed(f"tutor {' '.join(words)}: {code}\n{out.getvalue()}")
    return out.getvalue()


class Classroom:
    """A class of `size` with sheets of their own; `data` holds everybody's numbers, as the key says them."""

    def __init__(
        self, folder: Path, unit: str = "entrega", size: int = 60, key: str = "", handed_out: Path | None = None
    ) -> None:
        self.folder, self.unit, self.runs = folder, unit, 0
        folder.mkdir(parents=True)
        self.key = (handed_out or folder / "hojas") / "clave.yaml"
        if handed_out is None:
            self._hand_out(size, key)
        known = yaml.safe_load(self.key.read_text(encoding="utf-8"))
        self.students = dict(itertools.islice(known["students"].items(), size))
        alike = unit_data(unit, known["version"])
        self.data: dict[str, Mapping[str, Any]] = {id: {**alike, **told["data"]} for id, told in self.students.items()}
        sheets = self.key.parent / "hojas"
        self.sheets = {id: (sheets / f"{id}.txt").read_text(encoding="utf-8") for id in self.students}
        self.questions = re.findall(r"^([\w-]+):$", next(iter(self.sheets.values())), re.MULTILINE)

    def _hand_out(self, size: int, key: str) -> None:
        folder = self.folder
        roster = folder / "lista.csv"
        rows = "".join(f"a{i:04d};Alumno {i:04d}\n" for i in range(size))
        roster.write_text(f"id;nombre\n{rows}", encoding="utf-8")
        extra = ("--key", key) if key else ()
        command("sheet", self.unit, "--roster", str(roster), "--out", str(folder / "hojas"), *extra)

    def grade(self, handins: Mapping[str, HandIn]) -> dict[str, Result]:
        """What everybody's hand-in earns."""
        self.runs += 1
        inside, out = self.folder / f"entregas{self.runs}", self.folder / f"notas{self.runs}"
        inside.mkdir()
        for id, answers in handins.items():
            (inside / f"{id}.txt").write_text(filled(self.sheets[id], answers), encoding="utf-8")
        command("grade", self.unit, str(inside), "--sheets", str(self.key), "--out", str(out), codes=(0, 1))
        found = results(out)
        shutil.rmtree(inside)
        shutil.rmtree(out)
        return found

    def grade_many(self, handins: Mapping[tuple[str, str], HandIn]) -> dict[tuple[str, str], Result]:
        """Several hand-ins a sheet, in one run: by (sheet, label). Each has an id and a key line of its own."""
        ids = {key: f"{key[0]}-{i:06d}" for i, key in enumerate(handins)}
        self.runs += 1
        inside, out = self.folder / f"entregas{self.runs}", self.folder / f"notas{self.runs}"
        inside.mkdir()
        key = self.folder / f"clave{self.runs}.yaml"
        head, _, _ = self.key.read_text(encoding="utf-8").partition("\nstudents:")
        lines = []
        for at, answers in handins.items():
            sheet = re.sub(r"^hoja:.*\n", "", self.sheets[at[0]], flags=re.M)
            text = filled(sheet.replace(f"id: {at[0]}", f"id: {ids[at]}", 1), answers)
            (inside / f"{ids[at]}.txt").write_text(text, encoding="utf-8")
            told = {**self.students[at[0]], "code": f"{self.students[at[0]]['code'][:-7]}{ids[at]}"}
            lines.append(f"  {json.dumps(ids[at])}: {json.dumps(told)}\n")
        key.write_text(f"{head}\nstudents:\n{''.join(lines)}", encoding="utf-8")
        command("grade", self.unit, str(inside), "--sheets", str(key), "--out", str(out), codes=(0, 1))
        found = results(out)
        shutil.rmtree(inside)
        shutil.rmtree(out)
        return {at: found[id] for at, id in ids.items()}


def unit_data(unit: str, version: int) -> dict[str, Any]:
    """The data that the file of a unit gives, plain: those that nobody draws are the same for all."""
    older = EXERCISES / "versions" / f"{unit}-{version}.yaml"
    told = yaml.safe_load((older if older.exists() else EXERCISES / f"{unit}.yaml").read_text(encoding="utf-8"))
    return dict(told["data"])


def graded_alike(folder: Path, unit: str, handins: Mapping[str, HandIn]) -> dict[str, Result]:
    """Hand-ins of a unit with the same numbers for all."""
    folder.mkdir(parents=True)
    command("sheet", unit, "--out", str(folder / "hojas"))
    blank = next(p for p in (folder / "hojas").rglob("*.txt") if "resuelta" not in p.name)
    (folder / "entregas").mkdir()
    sheet = blank.read_text(encoding="utf-8")
    for id, answers in handins.items():
        (folder / "entregas" / f"{id}.txt").write_text(filled(sheet, {**answers, "id": id}), encoding="utf-8")
    command("grade", unit, str(folder / "entregas"), "--out", str(folder / "notas"), codes=(0, 1))
    return results(folder / "notas")


def filled(sheet: str, answers: HandIn) -> str:
    return re.sub(r"^([\w-]+):$", lambda label: f"{label[1]}: {answers.get(label[1], '')}".rstrip(), sheet, flags=re.M)


def results(out: Path) -> dict[str, Result]:
    told = json.loads((out / "resultados.json").read_text(encoding="utf-8"))
    return {s["id"]: Result(s["mark"], {a["id"]: _answer(a) for a in s["answers"]}) for s in told["students"]}


def _answer(told: Mapping[str, Any]) -> Answer:
    points = float(eval_fraction(told["points"]))
    return Answer(
        told["typed"], told["verdict"], told["correct"], told.get("evidence"), points, tuple(told["slips"]),
        told["message"],
    )  # fmt: skip


def eval_fraction(text: str | float | None) -> float:
    """Points are exact fractions as text: `29/4`."""
    above, _, below = str(text or 0).partition("/")
    return float(above) / float(below or 1)
