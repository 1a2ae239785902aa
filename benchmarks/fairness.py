"""How fair is the judge? Simulated classes through the command line, and simulated answers one at a time.

    python benchmarks/fairness.py                     everything: some minutes
    python benchmarks/fairness.py --quick             smaller classes, for a quick look
    python benchmarks/fairness.py --only strategies ways
    python benchmarks/fairness.py --unit entrega      another unit with the same questions

Classes are drawn with `tutor sheet`, their sheets filled in by learners who work the equation out by themselves
(`simulated/learner.py`: nothing of the judge), and graded with `tutor grade`; all figures are read from
`resultados.json`. One seed draws everything. Exit code 1 when a goal is missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from simulated import classes, elsewhere, single
from simulated.classroom import Classroom
from simulated.procedures import PROCEDURES
from simulated.report import Report

TABLES = (
    "strategies",
    "ways",
    "procedures",
    "contradictions",
    "carried",
    "short",
    "coincidences",
    "lessons",
    "random",
    "single",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="+", choices=TABLES, default=TABLES)
    parser.add_argument("--unit", default="entrega")
    parser.add_argument("--key", default="", help="another class")
    parser.add_argument("--handed-out", type=Path, metavar="FOLDER", help="what tutor sheet wrote before")
    wished = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        room = Classroom(Path(name) / "clase", wished.unit, 60, wished.key, wished.handed_out)
        some = Classroom(
            Path(name) / "otra", wished.unit, 12 if wished.quick else 60, f"{wished.key}otra", wished.handed_out
        )
        cases = classes.handed_in(some, PROCEDURES) if {"procedures", "contradictions"} & set(wished.only) else []
        tables: dict[str, Callable[[], object]] = {
            "strategies": lambda: classes.by_strategy(report, room),
            "ways": lambda: classes.by_way(report, room),
            "procedures": lambda: classes.by_procedure(report, some, cases),
            "contradictions": lambda: classes.contradictions(report, some, cases),
            "carried": lambda: classes.cut_and_carried(report, some),
            "short": lambda: classes.two_decimals(report, some),
            "coincidences": lambda: classes.coincidences(report, room),
            "lessons": lambda: elsewhere.lessons(report, Path(name) / "lecciones"),
            "random": lambda: elsewhere.random_data(report, Path(name) / "azar", 12 if wished.quick else 60),
            "single": lambda: single.measure(report, 250 if wished.quick else 2_500),
        }
        for table in TABLES:
            if table in wished.only:
                tables[table]()
    print("\nall goals met" if not report.missed else "\nmissed:\n  " + "\n  ".join(report.missed))
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
