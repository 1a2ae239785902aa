"""`tutor check UNIT --code FILE.py`: the learner's own function, run apart and diagnosed."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from tutor.errors import ExitCode

if TYPE_CHECKING:
    from tutor.terminal import Terminal


def check_file(
    terminal: Terminal, name: str, file: str, function: str, seconds: float, memory: int, *, as_json: bool
) -> ExitCode:
    """Checks a file against the equation of a unit, or an equation by its own name."""
    from tutor.sandbox import Limits, check_code
    from tutor.units.examples import example

    equation, _ = example(name)
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
