"""`tutor check UNIT --code FILE.py`: the learner's own function, run apart and diagnosed."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from tutor.cli.inputs import read_scalar
from tutor.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from tutor.terminal import Terminal

LONGEST = 3600


def check_file(
    terminal: Terminal, name: str, file: str, function: str, time: str, memory: int, *, as_json: bool
) -> ExitCode:
    """Checks a file against the equation of a unit, or an equation by its own name."""
    from tutor.equations import equation_names, load_equation
    from tutor.sandbox import Limits, check_code
    from tutor.units.examples import example

    seconds = read_scalar("--time", time, terminal.locale)
    if not 0 < seconds <= LONGEST:
        raise UsageError(f"«{time}» no vale para --time: son segundos, más de 0 y {LONGEST} como mucho.")
    equation = load_equation(name) if name in equation_names() else example(name)[0]
    finding = check_code(equation, file, function=function, limits=Limits(seconds, memory))
    if as_json:
        from tutor.cli.jsonout import print_json

        kept = ("equation", "function", "passed", "verdict", "slips", "message", "cases")
        fields = {**asdict(finding), "passed": finding.passed, "message": finding.whole}
        print_json(terminal, {key: fields[key] for key in kept})
    else:
        from tutor.screen import Screen
        from tutor.screen.code import show

        show(Screen(terminal), finding)
    return ExitCode.OK if finding.passed else ExitCode.PENDING
