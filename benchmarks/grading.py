"""Grading a class of `entrega`, each student with their own numbers: from hand-ins to `notas.csv`.

    python benchmarks/grading.py [30 3000 100000]

The baseline, in the same run, is what any script must do: `csv.reader`, comma to point, split, `float` of every
number; no judging. Also the memory at its highest, the other outputs beside it, and 30 students against one
`tutor check` on one answer file. Times are of the processor, since a busy machine stretches the clock, not the work;
ratios are what to look at.
"""

from __future__ import annotations

import csv
import gc
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import grading_nbgrader
import numpy as np

SIZES = (30, 3_000, 100_000)
QUESTIONS = ("productos", "escalados", "pesos", "clave", "salida", "mascara")
OTHERS = ("informe.html", "comentarios.zip", "resultados.json", "moodle.csv")
GOAL_RATIO, GOAL_MB, GOAL_CHECK = 20, 1_000, 2


def main(sizes: Sequence[int]) -> None:
    print(f"{'students':>9} {'baseline':>9} {'notas.csv':>10} {'ratio':>7} {'µs each':>8} {'peak MB':>8}")
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            one_class(Path(name), size)
    print(f"goals: {GOAL_RATIO}× and {GOAL_MB} MB at {SIZES[-1]}; grade of 30 within {GOAL_CHECK}× of one check")


def one_class(folder: Path, size: int) -> None:
    """One line of the table, and what lies behind it."""
    make_class(folder, size)
    base = min(timed(lambda: baseline(folder / "entregas.csv")) for _ in range(3))
    told = in_a_process("grade", folder)
    spent = told["notas.csv"]
    print(f"{size:>9} {base:>8.4f}s {spent:>9.3f}s {spent / base:>6.1f}× {1e6 * spent / size:>8.1f} {told['mb']:>8.0f}")
    print(f"{'':>9} of which {told['parts']}")
    others = ", ".join(f"{name} {told[name]:.2f}" for name in OTHERS)
    print(f"{'':>9} beside it {others}")
    if size == SIZES[0]:
        files = {name: str(folder / name) for name in ("entregas.csv", "lista.csv", "clave.yaml", "una.yaml")}
        check = min(command("check", "entrega", "--answers", files["una.yaml"]) for _ in range(5))
        order = ("grade", "entrega", files["entregas.csv"], "--roster", files["lista.csv"], "--sheets")
        whole = min(command(*order, files["clave.yaml"], "--out", str(folder), "--dry-run") for _ in range(5))
        print(f"{'':>9} whole commands: one check {check:.3f}s, grade of {size} {whole:.3f}s, {whole / check:.2f}×")
        peer = grading_nbgrader.seconds(size)
        print(f"{'':>9} nbgrader: {'not installed' if peer is None else f'{peer:.1f}s, {peer / whole:.0f}× ours'}")


def baseline(path: Path) -> int:
    """Every number of the table as a float."""
    count = 0
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(file, delimiter=";")
        next(rows)
        for row in rows:
            for cell in row[2:]:
                for number in cell.replace(",", ".").split():
                    float(number)
                    count += 1
    return count


def make_class(folder: Path, size: int, seed: int = 6) -> None:
    """A roster, each student's numbers and a table of answers: most right, one in six without √d_k (and carried), some
    coarse, wrong or blank."""
    from tutor.authoring import load_unit, open_unit
    from tutor.files.text import id_key
    from tutor.handout.answer_key import key_file
    from tutor.roster.sheets import Sheet, Sheets
    from tutor.units.bound_unit import scope_over

    rng = np.random.default_rng(seed)
    chance = random.Random(seed)
    opened = open_unit("entrega")
    data: dict[str, Any] = {
        "Q": rng.choice([-2.0, -1.0, 1.0, 2.0], (size, 1, 1, 3)),
        "K": rng.integers(-2, 4, (size, 1, 4, 3)).astype(float),
        "V": rng.integers(-9, 11, (size, 1, 4, 2)).astype(float),
        "Z": rng.integers(-20, 31, (size, 1, 4, 4)) / 10,
        "fila": rng.integers(1, 3, (size, 1, 1, 1)).astype(float),
    }
    right = {}
    for question in opened.questions:
        scope = scope_over(opened, question.model, data)
        right[question.id] = np.asarray(question.target.right(scope)).reshape(size, -1)
    scope = scope_over(opened, opened.question("salida").model, data)
    unscaled = np.asarray(scope.evaluate("softmax(scores)"))
    mixed = np.asarray(unscaled @ data["V"]).reshape(size, -1)
    unscaled = unscaled.reshape(size, -1)

    ids = [f"a{i:06d}" for i in range(size)]
    unit = load_unit("entrega")
    lists = {name: array.reshape(size, *array.shape[2:]).tolist() for name, array in data.items()}
    sheets = {
        id_key(s): Sheet(s, {n: v[i] if n != "fila" else v[i][0][0] for n, v in lists.items()})
        for i, s in enumerate(ids)
    }
    with (folder / "clave.yaml").open("w", encoding="utf-8") as file:
        file.writelines(key_file(Sheets("entrega", unit.version, "entrega", sheets)))
    with (folder / "lista.csv").open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=";").writerows([("id", "nombre"), *((s, f"Alumno {s}") for s in ids)])
    with (folder / "entregas.csv").open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(("id", "nombre", *QUESTIONS))
        for i, student in enumerate(ids):
            slipped = chance.random() < 1 / 6
            weights, output = (unscaled[i], mixed[i]) if slipped else (right["pesos"][i], right["salida"][i])
            places = 1 if chance.random() < 0.05 else 3
            texts = [
                told(right["productos"][i], 0),
                told(right["productos"][i] if slipped else right["escalados"][i], 3),
                told(weights, places) if chance.random() > 0.05 else "",
                str(int(right["clave"][i].argmax())),
                told(output, 2) if chance.random() > 0.05 else "1 2",
                told(right["mascara"][i], 3) if chance.random() > 0.1 else "1 0 0 0",
            ]
            writer.writerow((student, f"Alumno {student}", *texts))
            if i == 0:
                lines = (f'{q}: "{t}"\n' for q, t in zip(QUESTIONS, texts, strict=True))
                (folder / "una.yaml").write_text("".join(lines), encoding="utf-8")


def told(values: Any, places: int) -> str:
    return " ".join(f"{x:.{places}f}" for x in values + 0.0).replace(".", ",")


def grade(folder: Path) -> dict[str, Any]:
    """From hand-ins to `notas.csv`, and then the other outputs, in this process."""
    from tutor.authoring import open_unit
    from tutor.files.output import save
    from tutor.files.source import Source
    from tutor.grading.classroom import grade as grade_class
    from tutor.grading.summary import summarise
    from tutor.handout.answer_key import load_sheets
    from tutor.intake.hand_ins import collect
    from tutor.publishing.feedback import Comments, write_feedback
    from tutor.publishing.gradebook import write_gradebook
    from tutor.publishing.moodle_import import moodle_csv
    from tutor.publishing.report import write_report
    from tutor.publishing.results_json import write_results
    from tutor.roster.class_list import load_roster

    gc.disable()  # as the command does
    start = time.process_time()
    opened = open_unit("entrega")
    marks = [("unit", time.process_time())]
    roster = load_roster(Source.open(folder / "lista.csv"))
    marks.append(("roster", time.process_time()))
    sheets = load_sheets(Source.open(folder / "clave.yaml"))
    marks.append(("clave.yaml", time.process_time()))
    titles = {q.id: q.model.title for q in opened.questions}
    work = collect([folder / "entregas.csv"], titles, roster=roster, sheets=sheets)
    marks.append(("hand-ins", time.process_time()))
    outcome = grade_class(opened, work, sheets=sheets)
    marks.append(("judging", time.process_time()))
    out = folder / "notas"
    save(out, {"notas.csv": lambda stream: write_gradebook(outcome.graded, stream)})
    marks.append(("writing", time.process_time()))
    graded = outcome.graded
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    parts, before = [], start
    for name, at in marks:
        parts.append(f"{name} {at - before:.2f}")
        before = at
    found: dict[str, Any] = {"notas.csv": marks[-1][1] - start, "mb": peak, "parts": ", ".join(parts)}
    comments = Comments(graded)
    writers: dict[str, Callable[[Any], object]] = {
        "informe.html": lambda stream: write_report(graded, summarise(graded), stream),
        "moodle.csv": lambda stream: stream.write(moodle_csv(graded, comments.paragraphs).content),
        "comentarios.zip": lambda stream: write_feedback(graded, stream, comments=comments),
        "resultados.json": lambda stream: write_results(graded, outcome.doubts, stream),
    }
    for name, writer in writers.items():
        found[name] = timed(lambda name=name, writer=writer: save(out, {name: writer}))  # type: ignore[misc]
    return found


def in_a_process(what: str, folder: Path) -> dict[str, Any]:
    """A fresh process, so that its memory is its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--inside", what, str(folder)], check=True, capture_output=True, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def command(*args: str) -> float:
    """Processor seconds of a whole command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "tutor", *args], check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        print(json.dumps(grade(Path(sys.argv[3]))))
    else:
        main([int(text) for text in sys.argv[1:]] or SIZES)
