"""What stands behind a row: answers, numbers and right answers, built when somebody asks.

Rows are asked for one by one, nearly always in their order; what NumPy does for one it does for a block of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tutor.answers import Nested, write_number
from tutor.files.text import id_key
from tutor.grading.decisions import Decisions, quote
from tutor.grading.marking import Marked, slices
from tutor.grading.records import Answer, Detail, Row
from tutor.grading.rows import file_and_print
from tutor.units.bound_unit import scope_over
from tutor.units.explanations import skill_of, solution

if TYPE_CHECKING:
    from tutor.answers import Reading
    from tutor.equations import Scope
    from tutor.units import OpenQuestion, OpenUnit

BLOCK = 1_024
"""Hand-ins whose numbers are made lists of, and whose right answers are worked out, at once."""


class Details:
    """`details(row)`, and the right answer to a question and its allowance for a row's numbers.

    `places` tells where the hand-in that counts lies in `marked`, by the id of its row. `data` are the numbers of all
    hand-ins, core arrays (B, h, r, c); None where all have the unit's.
    """

    def __init__(
        self,
        opened: OpenUnit,
        marked: Marked,
        reading: Callable[[str, int], Reading | None],
        data: Mapping[str, Any] | None,
        places: Mapping[str, int],
        decisions: Decisions,
        locale: str,
    ) -> None:
        self._opened = opened
        self._marked = marked
        self._reading = reading
        self._data = data
        self._places = places
        self._decisions = decisions
        self._locale = locale
        questions = [opened.question(asked.id) for asked in marked.sums.asked]
        self._asked = [
            (question, asked, partial(question.write, locale=locale))
            for question, asked in zip(questions, marked.sums.asked, strict=True)
        ]
        self._skills: dict[tuple[str, str | None], str] = {}
        self._worked: dict[str, tuple[str, ...]] = {}
        self._own: tuple[int, OpenUnit] | None = None
        self._block: _Block | None = None
        self._block_start = 0

    def __call__(self, row: Row) -> Detail:
        at = self._places.get(row.id)
        if at is None:
            return Detail()
        answers = () if row.handin is None else tuple(self._answers(row, row.handin.answers or {}, at))
        block, i = self._around(at)
        return Detail(answers, block.numbers(i), self._remark(row))

    def right(self, row: Row, question: str) -> str:
        """The right answer to one question for this row's own numbers, as it is written."""
        block, i = self._around(self._places.get(row.id))
        return block.right(question, i)

    def allowance(self, row: Row, question: str) -> str:
        """How far from the right value a hand calculation may land: `± 0,002`; empty where nothing is rounded."""
        block, i = self._around(self._places.get(row.id))
        return block.allowance(question, i)

    def worked(self, row: Row, question: str) -> tuple[str, ...]:
        """How the right answer comes out of this row's own numbers, a line each step."""
        at = self._places.get(row.id)
        if self._data is None or at is None:
            if question not in self._worked:
                self._worked[question] = solution(self._opened, question, None, self._locale)
            return self._worked[question]
        if self._own is None or self._own[0] != at:
            block, i = self._around(at)
            numbers = {n: v[0][0] if np.shape(v) == (1, 1) else v for n, v in block.numbers(i).items()}
            self._own = at, self._opened.over_with(numbers)
        return solution(self._own[1], question, None, self._locale)

    def variants(self) -> dict[str, Callable[[Row], str]]:
        """By question, a row's kind of sheet: which row of the numbers it is asked, where that is drawn."""
        data = self._data or {}
        found: dict[str, Callable[[Row], str]] = {}
        for question, *_ in self._asked:
            name = question.target.row
            if isinstance(name, str) and isinstance(data.get(name), np.ndarray):
                found[question.id] = partial(self._variant, name, data[name].reshape(-1))
        return found

    def _variant(self, name: str, values: NDArray[np.float64], row: Row) -> str:
        at = self._places.get(row.id)
        return f"{name} {values[at]:g}" if at is not None else ""

    def _answers(self, row: Row, texts: Mapping[str, str], at: int) -> list[Answer]:
        decided = bool(self._decisions.students) and id_key(row.id) in self._decisions.students
        judged, place = self._marked.place(at)
        answers = []
        for j, (question, asked, echo) in enumerate(self._asked):
            typed = texts.get(asked.id, "")
            reading = self._reading(asked.id, at)
            judgement = judged[asked.id].at(place, self._locale)
            answers.append(
                Answer(
                    asked,
                    typed,
                    reading,
                    judgement,
                    row.points[j],
                    echo,
                    self._decisions.on(row.id, asked.id, quote(typed)) if decided else None,
                    row.other if row.slips[j] == "other-data" else "",
                    self._skill(question, judgement.slip),
                    self._decisions.remark(row.id, asked.id, quote(typed)) if decided else "",
                )
            )
        return answers

    def _remark(self, row: Row) -> str:
        if row.handin is None or not self._decisions.remarks:
            return ""
        return self._decisions.remark(row.id, "", quote(file_and_print(row.handin)))

    def _skill(self, question: OpenQuestion, slip: str | None) -> str:
        key = question.id, slip
        if key not in self._skills:
            self._skills[key] = skill_of(question, slip)
        return self._skills[key]

    def _around(self, at: int | None) -> tuple[_Block, int]:
        """The block that a hand-in lies in, and its place there; that of the unit's own numbers where it has none.

        The last block asked for is kept.
        """
        if self._data is None or at is None:
            return self._common, 0
        if self._block is None or not 0 <= at - self._block_start < BLOCK:
            self._block_start = at - at % BLOCK
            numbers = slices(self._data, slice(self._block_start, self._block_start + BLOCK)) or {}
            self._block = _Block(self._opened, numbers, self._locale)
        return self._block, at - self._block_start

    @cached_property
    def _common(self) -> _Block:
        return _Block(self._opened, {}, self._locale)


class _Block:
    """Some hand-ins one after the other, with their numbers: core arrays (B, h, r, c) over those of the unit."""

    def __init__(self, opened: OpenUnit, data: Mapping[str, Any], locale: str) -> None:
        self._opened = opened
        self._data = data
        self._locale = locale
        self._scopes: dict[str, Scope] = {}
        self._values: dict[str, list[Nested]] = {}
        self._allowances: dict[str, list[float]] = {}

    def numbers(self, i: int) -> dict[str, Any]:
        """Nested lists by input name."""
        return {name: value if isinstance(value, str) else value[i] for name, value in self._lists.items()}

    def right(self, id: str, i: int) -> str:
        question = self._opened.question(id)
        if id not in self._values:
            scope = self._scope(question)
            cells = question.target.right(scope).reshape(-1, *question.target.shape(scope))
            one = bool(question.choices) and question.target.by != "options"
            right = cells.argmax(axis=-1).astype(float) if one else cells + 0.0
            self._values[id] = right.tolist()
        values = self._values[id]
        return question.write(values[i % len(values)], self._locale)

    def allowance(self, id: str, i: int) -> str:
        from tutor.judging.expected import Expected
        from tutor.judging.numbers import Numbers

        question = self._opened.question(id)
        if question.choices or question.target.exact:
            return ""
        if id not in self._allowances:
            with np.errstate(all="ignore"):
                tau = Expected(question.target, Numbers.of(self._scope(question), question.target), ()).tau
            self._allowances[id] = np.max(tau, axis=-1, initial=0.0).tolist()
        widest, places = self._allowances[id], question.decimals or 0
        return f"± {write_number(widest[i % len(widest)] + 0.5 * 10.0**-places, places + 1, self._locale)}"

    def _scope(self, question: OpenQuestion) -> Scope:
        if question.id not in self._scopes:
            data = self._data
            self._scopes[question.id] = scope_over(self._opened, question.model, data) if data else question.scope
        return self._scopes[question.id]

    @cached_property
    def _lists(self) -> dict[str, Any]:
        return {n: v if isinstance(v, str) else np.squeeze(v, 1).tolist() for n, v in self._data.items()}
