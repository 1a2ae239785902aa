"""Lines of a table, each with a goal where there is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Goal = Callable[[float], bool]


@dataclass
class Report:
    """Prints rows as they come and remembers the goals that were missed."""

    missed: list[str] = field(default_factory=list)
    width: int = 58

    def title(self, text: str, columns: Sequence[str] = ()) -> None:
        print(f"\n{text}")
        if columns:
            print(" " * (self.width + 2) + "".join(f"{name:>12}"[:12] for name in columns))

    def row(self, label: str, values: Sequence[float], goal: Goal | None = None, wish: str = "", at: int = 0) -> None:
        """One line, shares and means as floats, numbers of things as integers; the goal looks at `values[at]`."""
        told = [f"{x:.2f}" if isinstance(x, float) else str(x) for x in values]
        verdict = "" if goal is None else "ok" if goal(values[at]) else "MISSED"
        if verdict == "MISSED":
            self.missed.append(f"{label} ({told[at]}, wished {wish})")
        cells = "".join(f"{text:>12}" for text in told)
        print(f"  {label:<{self.width}.{self.width}}{cells}  {wish:>9} {verdict}", flush=True)

    def note(self, text: str) -> None:
        print(f"    {text}", flush=True)


def percent(some: int, all: int) -> float:
    return 100.0 * some / all if all else 0.0
