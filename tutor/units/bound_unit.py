"""A unit with its numbers in it: what is asked, what is right, and how an answer is read and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tutor.answers import Kind, Nested, Reading, read, write
from tutor.answers.reading import KINDS
from tutor.engine import CORE
from tutor.equations import Equation, Scope, load_equation
from tutor.errors import ContentError, did_you_mean
from tutor.judging import Target
from tutor.phrasing import joined
from tutor.units.choices import Choice, read_choice, read_choices, read_word
from tutor.units.data import bind, computed, layered
from tutor.units.models import Part, Question, Scoped, Unit
from tutor.units.questions import target_of, words_of
from tutor.units.templates import in_locale, shown_places

Answers = Mapping[str, Reading]
"""What the learner has answered so far, by question id."""


@dataclass(frozen=True, eq=False)
class OpenQuestion:
    """One question over the unit's numbers.

    `kind` and `shape` (None for a single number) are what its answer looks like, `decimals` how many are asked (None
    for choices), `right` the right answer as nested floats (of a choice, its index). `number` of `count` counts within
    its part.
    """

    id: str
    model: Question
    part: Part
    number: int
    count: int
    target: Target
    scope: Scope
    kind: Kind
    shape: tuple[int, ...] | None
    decimals: int | None
    choices: tuple[Choice, ...]
    right: Nested
    column: bool = False
    """Whether the list asked is a column of the equation (a number a row)."""

    @property
    def title(self) -> str:
        """What it is called when it is not being asked."""
        return self.model.title or self.id.replace("-", " ")

    def read(self, text: str, locale: str = "es") -> Reading:
        """What a learner's text says as an answer to this question; choices are resolved before the reader."""
        if self.model.accepts:
            return read_word(text, self.model.accepts, self.choices, locale)
        if self.choices:
            return (read_choices if self.target.by == "options" else read_choice)(
                text, self._choices_in(locale), locale
            )
        return read(text, kind=self.kind, shape=self.shape, decimals=self.decimals, locale=locale)

    def alone(self, at: tuple[int, ...]) -> OpenQuestion:
        """The question for one number of the list or matrix that is asked."""
        target = self.target.at(self.scope)
        row = target.row if isinstance(target.row, int) else 0
        cell = (at[0], at[1]) if len(at) == 2 else (at[0], 0) if self.column else (row, at[0])
        right: Any = self.right
        for i in at:
            right = right[i]
        return replace(
            self,
            target=replace(target, row=None, cell=cell),
            kind="scalar",
            shape=None,
            right=right,
            column=False,
        )

    def options(self, locale: str = "es") -> tuple[tuple[str, str], ...]:
        """What can be chosen from, label and text; nothing where no choice is asked."""
        return () if self.model.accepts else tuple((c.label, c.text) for c in self._choices_in(locale))

    @property
    def key(self) -> str:
        """The right answer as it is typed."""
        if not self.choices:
            return write(self.right, self.decimals)
        return joined([self.choices[i].label for i in self._chosen(self.right)])

    def _chosen(self, value: Nested) -> list[int]:
        """The options that an answer marks, by place; one that there is not is left out."""
        found = [i for i, mark in enumerate(value) if mark] if isinstance(value, list) else [int(value)]
        return [i for i in found if 0 <= i < len(self.choices)]

    def _choices_in(self, locale: str) -> tuple[Choice, ...]:
        return tuple(Choice(c.label, in_locale(c.text, locale)) for c in self.choices)

    def write(self, answer: Reading | Nested, locale: str = "es") -> str:
        """An answer as it is echoed: numbers with the decimals typed (asked, where an operation was), or the option."""
        value = answer.value if isinstance(answer, Reading) else answer
        if value is None:
            return ""
        if self.model.accepts and isinstance(answer, Reading):
            return answer.text.strip()
        if self.choices:
            chosen = [in_locale(self.choices[i].text, locale) for i in self._chosen(value)]
            return joined(chosen) or ("ninguna" if isinstance(value, list) else write(value, 0, locale))
        places = answer.places if isinstance(answer, Reading) else None
        return write(value, shown_places(value, places, self.decimals), locale)


class OpenUnit:
    """A unit over one set of numbers. `over` takes the place of the unit's own data (a variant, a student's sheet).

    `guarded`: no text shows a right answer in place of one that the learner has not given. `name` finds it
    again.
    """

    def __init__(
        self,
        unit: Unit,
        variant: int = 0,
        over: Mapping[str, Any] | None = None,
        *,
        guarded: bool = False,
        name: str = "",
    ) -> None:
        self.unit = unit
        self.name = name or unit.unit
        self.variant = variant
        self.over = dict(over or {})
        self.guarded = guarded
        self._scopes: dict[Any, Scope] = {}

    def over_with(self, data: Mapping[str, Any]) -> OpenUnit:
        """The same unit over other numbers still."""
        over = {**self.over, **data}
        return OpenUnit(self.unit, self.variant, over, guarded=self.guarded, name=self.name) if data else self

    def guard(self) -> OpenUnit:
        """The same unit, guarded: for a check."""
        return self if self.guarded else OpenUnit(self.unit, self.variant, self.over, guarded=True, name=self.name)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The unit's numbers, computed ones included."""
        return computed(layered(self.unit, None, self.over))

    @cached_property
    def questions(self) -> tuple[OpenQuestion, ...]:
        """In the order they are asked."""
        return tuple(
            self._open(question, part, i, len(part.questions))
            for part in self.unit.parts
            for i, question in enumerate(part.questions, 1)
        )

    @cached_property
    def _by_id(self) -> dict[str, OpenQuestion]:
        return {q.id: q for q in self.questions}

    def question(self, id: str) -> OpenQuestion:
        """The question of that id. Raises ContentError, suggesting the nearest."""
        if id not in self._by_id:
            hint = did_you_mean(id, self._by_id, "Las que hay")
            raise ContentError(f"«{id}» no es una pregunta de «{self.unit.unit}».", hint=hint)
        return self._by_id[id]

    def equation(self, block: Scoped | None = None) -> Equation:
        """The equation of a block; the unit's own where it names none."""
        named = block.equation if block is not None else None
        return load_equation(named or self.unit.equation)

    def scope(self, block: Scoped | None = None) -> Scope:
        """The equation of a block with its numbers in it (the unit's own without a block)."""
        plain = block is None or (block.use is None and block.data is None)
        key = (self.equation(block), None if plain or block is None else (block.use, repr(block.data)))
        if key not in self._scopes:
            self._scopes[key] = bind(self.equation(block), layered(self.unit, block, self.over))
        return self._scopes[key]

    def _open(self, model: Question, part: Part, number: int, count: int) -> OpenQuestion:
        scope = self.scope(model)
        target = target_of(model, scope.equation, self.unit.keep)
        words = {word: word for word in words_of(model)} if model.accepts else {}
        choices = tuple(Choice(label, text) for label, text in (model.choices or words).items())
        right = target.right(scope)
        shape = right.shape
        one = bool(choices) and target.by != "options"
        return OpenQuestion(
            id=model.question,
            model=model,
            part=part,
            number=number,
            count=count,
            target=target,
            scope=scope,
            kind="scalar" if choices else KINDS[len(shape)],
            shape=shape if shape and not choices else None,
            decimals=None if choices else target.decimals,
            choices=choices,
            right=float(right.ravel().argmax(0)) if one else (right + 0.0).tolist(),
            column=len(shape) == 1 and model.row is None and scope_core(target, scope)[-1] == 1,
        )


def scope_core(target: Target, scope: Scope) -> tuple[int, ...]:
    """The core (h, r, c) of the value a target asks a part of."""
    return tuple(scope.evaluate(target.asked).shape[-CORE:])


def scope_over(opened: OpenUnit, block: Scoped, data: Mapping[str, Any]) -> Scope:
    """The equation of a block over other numbers than the unit's: core arrays (B, h, r, c) for B learners."""
    return bind(opened.equation(block), layered(opened.unit, block, {**opened.over, **data}))
