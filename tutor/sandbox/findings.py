"""What is found out about a learner's function. Values only, for whoever shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One call. `step` is what was compared, `expected` and `returned` nested numbers, `cells` booleans shaped as
    `returned` (None where the shapes differ or nothing came back); `note` what is remarked."""

    id: str
    title: str
    passed: bool
    data: Mapping[str, Any]
    step: str
    expected: Any
    returned: Any
    cells: Any
    note: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """`verdict`: exact, rounded (right within a narrower precision), slip, wrong, wrong-shape, error or limit.

    `slips` are all that explain every case, best first. `example` is the place of the case to look at: the first that
    fails, if it can be with numbers to compare. `notes` are what does not decide.
    """

    equation: str
    function: str
    verdict: str
    message: str
    slips: tuple[str, ...] = ()
    cases: tuple[CaseResult, ...] = ()
    example: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the function does what it should."""
        return self.verdict in ("exact", "rounded")

    @property
    def whole(self) -> str:
        """The message and what is remarked, in one text."""
        return " ".join((self.message, *self.notes))
