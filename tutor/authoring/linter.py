"""Proves a unit, question by question, through the same judge that learners meet.

The key passes; every declared slip triggers its own words; blank, rubbish and what the known slips give do not pass;
hints and messages do not hold the answer. What cannot be proved is a problem with its line; a slip that the shipped
numbers take for another, or cannot show where others can, is only noted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from tutor.answers import write
from tutor.authoring.complaints import Keys, Lines, place
from tutor.authoring.drawn_proof import drawn_problems
from tutor.authoring.equation_proof import prove_equation
from tutor.authoring.giveaways import gives_away, literal, misasked
from tutor.authoring.passing import Passing, passing
from tutor.authoring.unit_file import find_unit, load_unit, parse_unit, read_text, shown
from tutor.engine import Array
from tutor.equations import Slip, load_yaml
from tutor.errors import ContentError, Problem
from tutor.judging import Verdict
from tutor.judging.separability import Separability
from tutor.units.blocks import given_in_words
from tutor.units.bound_unit import OpenQuestion, OpenUnit
from tutor.units.choices import Choice, numbered
from tutor.units.data import is_formula, uniform
from tutor.units.explanations import for_every
from tutor.units.judge import decoys_of, judge_answer
from tutor.units.templates import nested
from tutor.units.texts import fill
from tutor.units.views import TextView, WarningView

PASSES = "cambia los datos, o sube `decimals` o `keep`; si han de ser esos, dilo en `passes`"
RUBBISH = ("?!", "hola", "x = y", "((")
OTHER_NUMBERS = 12
"""How many other data are tried for a slip that the shipped numbers hide."""


Tried = tuple[OpenUnit, str | None]
"""Numbers, and what is typed with them."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found. `questions` and `slips` count what was proved."""

    unit: str
    path: Path
    questions: int
    slips: int
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]


def prove(name_or_path: str | PathLike[str], *, notes: bool = False) -> Proof:
    """Prove a unit; with `notes`, also which slips it takes for others. Raises ContentError for a defective file."""
    path = find_unit(name_or_path)
    text, where = read_text(path), shown(path)
    opened = OpenUnit(parse_unit(text, where))
    _, lines = load_yaml(text, where)
    prover = _Prover(opened, lines, where, explain=notes)
    for question in opened.questions:
        prover.question(question)
    prover.drawn()
    for equation in dict.fromkeys([opened.unit.equation, *(q.model.equation or "" for q in opened.questions)]):
        prover.problems += prove_equation(equation) if equation else ()
    return Proof(
        opened.unit.unit, path, len(opened.questions), prover.slips, tuple(prover.problems), tuple(prover.notes)
    )


def blind_notes(name_or_path: str | PathLike[str]) -> tuple[str, ...]:
    """What the unit's own numbers cannot tell apart, a sentence a question. Variants are free of the first kind."""
    from tutor.units.slip_coverage import blind_spots

    right: dict[str, list[str]] = {}
    rivals: dict[str, list[str]] = {}
    for spot in blind_spots(OpenUnit(load_unit(name_or_path))):
        if spot.other is None:
            right.setdefault(spot.question, []).append(spot.slip)
        else:
            rivals.setdefault(spot.question, []).append(f"{spot.slip} y {spot.other}")
    return (
        *(f"«{q}»: estos números no distinguen de lo correcto: {', '.join(ids)}" for q, ids in right.items()),
        *(f"«{q}»: estos números no distinguen entre sí: {', '.join(pairs)}" for q, pairs in rivals.items()),
    )


def typed_text(question: OpenQuestion, value: Array) -> str | None:
    """How a learner who got `value` (the asked part, flat) would type it; None where it is no number."""
    if np.isnan(value).any():
        return None
    whole = np.isinf(value) | (np.round(value) == value)
    places = question.decimals or (0 if whole.all() else 2)
    shaped = value.reshape(question.shape or ()) + 0.0
    return write(shaped.tolist(), places)


class _Prover:
    def __init__(self, opened: OpenUnit, lines: Lines, where: str, *, explain: bool) -> None:
        self.opened = opened
        self.explain = explain
        self.lines = lines
        self.where = where
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []
        self.slips = 0
        self.places = {
            block.question: ("parts", i, "blocks", j)
            for i, part in enumerate(opened.unit.parts)
            for j, block in enumerate(part.blocks)
            if hasattr(block, "question")
        }

    def problem(self, question: OpenQuestion, keys: Keys, message: str, hint: str = "") -> None:
        path = (*self.places[question.id], *keys)
        self.problems.append(Problem(place(path, self.lines, self.where), f"«{question.id}»: {message}", hint))

    def note(self, question: OpenQuestion, keys: Keys, message: str) -> None:
        path = (*self.places[question.id], *keys)
        self.notes.append(Problem(place(path, self.lines, self.where), f"«{question.id}»: {message}"))

    def question(self, question: OpenQuestion) -> None:
        self.leaks(question)
        if not question.model.graded:
            return
        self.key(question)
        self.rubbish(question)
        self.passing(question)
        if not for_every(self.opened, question):
            name = question.model.for_every
            self.problem(question, ("for_every",), f"la respuesta cambia con «{name}»", "quita `for_every`")
        for k, own in enumerate(question.model.slips):
            self.own(question, ("slips", k), own.id, str(own.gives))
        for id in question.model.says:
            self.worded(question, ("says", id), id)

    # -- the key, and what must not pass ------------------------------------------------------------------------------

    def drawn(self) -> None:
        """The unit with the numbers of its variants."""

        def note(message: str) -> None:
            self.notes.append(Problem(place(("variants",), self.lines, self.where), message))

        for question, keys, message, hint in drawn_problems(self.opened, note):
            if question is not None:
                self.problem(question, keys, message, hint)
            else:
                self.problems.append(Problem(place(keys, self.lines, self.where), message, hint))

    def key(self, question: OpenQuestion) -> None:
        text = question.key
        reading = question.read(text)
        if reading.outcome != "value":
            self.problem(question, (), f"la respuesta buena, «{text}», no se lee", "revisa `decimals` o la forma")
            return
        verdict = judge_answer(self.opened, question.id, reading).verdict
        if verdict is not Verdict.EXACT:
            message = f"la respuesta buena, «{text}», da {verdict.value}"
            self.problem(question, (), message, "revisa la fórmula y los datos")

    def rubbish(self, question: OpenQuestion) -> None:
        rubbish = () if question.model.accepts else RUBBISH  # any word may be one's answer
        for text in ("", "no sé", *rubbish):
            reading = question.read(text)
            if reading.outcome != "value":
                continue
            judged = judge_answer(self.opened, question.id, reading)
            if judged.verdict.attempt:
                self.problem(question, (), f"«{text}» se juzga como si fuera una respuesta ({judged.verdict.value})")

    def passing(self, question: OpenQuestion) -> None:
        """What a known slip gives is neither taken for right, nor for another slip."""
        for one in passing(self.opened, question, explain=self.explain):
            given = f"lo que da el fallo «{one.slip}», {one.text},"
            if one.named:
                self.note(question, (), f"{given} se toma por «{one.named[0]}»")
            elif one.slip in question.model.passes:
                self.note(question, ("passes",), f"{given} se da por bueno, como dice `passes`")
            else:
                self.problem(question, (), f"{given} se da por bueno: {_margin(question, one)}", PASSES)

    # -- slips --------------------------------------------------------------------------------------------------------

    def own(self, question: OpenQuestion, keys: Keys, id: str, gives: str) -> None:
        """A slip of the question's own: what it gives is named, with its words."""
        self.slips += 1
        if question.choices:
            typed = gives if question.read(gives).value is not None else None
            tried: Iterable[Tried] = [(self.opened, typed)]
        else:
            tried = ((o, _own_text(o.question(question.id), gives)) for o in self.others)
        self.triggers(question, keys, id, tried)

    def worded(self, question: OpenQuestion, keys: Keys, id: str) -> None:
        """A slip of the equation, or one seen in the numbers, that this question has words for."""
        self.slips += 1
        self.triggers(question, keys, id, ((o, t) for o in self.others for t in _texts(o, question.id, id)))

    def triggers(self, question: OpenQuestion, keys: Keys, id: str, tried: Iterable[Tried]) -> None:
        first = True
        for opened, text in tried:
            if text is not None:
                told, why = _told(opened, question.id, text, id)
                if told:
                    return
                if first:
                    self.note(question, keys, f"con estos datos, el fallo «{id}» ({text}) no se ve: {why}")
            first = False
        self.problem(
            question, keys, f"el fallo «{id}» no llega a decir lo suyo con ningunos datos", "revisa su fórmula"
        )

    @cached_property
    def others(self) -> tuple[OpenUnit, ...]:
        """The unit itself, then with other numbers in place of its own, where they fit all its questions."""
        found, data = [self.opened], self.opened.unit.data
        for i in range(OTHER_NUMBERS):
            over = {
                n: _shaken(f"{n} {i}", v) for n, v in data.items() if not is_formula(n, v) and not isinstance(v, str)
            }
            other = OpenUnit(self.opened.unit, 0, over)
            with suppress(ContentError):
                found += [other] if other.questions else []
        return tuple(found)

    # -- what must not be said ----------------------------------------------------------------------------------------

    def leaks(self, question: OpenQuestion) -> None:
        if not question.model.graded:
            return
        model = question.model
        texts: list[tuple[Keys, str]] = [(("hints", k), hint) for k, hint in enumerate(model.hints)]
        for k, own in enumerate(model.slips):
            texts += [(("slips", k), own.says), (("slips", k), own.do)]
        texts += [(("says", id), text) for id, text in model.says.items()]
        for keys, text in texts:
            if gives_away(fill(text, self.opened, None, "es", model), question):
                self.problem(question, keys, f"«{text}» da la respuesta", "usa otros números")
        if gives_away(literal(model.ask), question) and not question.choices:
            self.problem(
                question, ("ask",), "el enunciado da la respuesta", "pregunta por otra cosa, o con otros números"
            )
        for view in given_in_words(self.opened):
            if isinstance(view, TextView | WarningView) and gives_away(view.text, question, any_form=False):
                self.problem(
                    question, ("ask",), "un texto que llega a la hoja (`sheet`) da la respuesta", "quítalo de él"
                )
        for message, hint in misasked(fill(model.ask, self.opened, None, "es", model), question):
            self.problem(question, ("ask",), message, hint)


def _margin(question: OpenQuestion, one: Passing) -> str:
    """How wide the margin is with which a slip's answer passes, and what would narrow it enough."""
    target, gap = question.target, one.gap

    def wide(keep: int) -> float:
        there = replace(target, keep=keep).at(question.scope)
        return float(np.max(Separability(there, question.scope).allowed))

    here = f"con keep {target.keep} el margen es ±{_short(wide(target.keep))}"
    enough = next((keep for keep in range(target.keep + 1, 10) if wide(keep) < gap), None)
    if enough is None:
        return f"{here}, y con ningún `keep` baja de {_short(gap)}, que es lo que los separa"
    return f"{here}; con keep {enough}, ±{_short(wide(enough))}"


def _short(x: float) -> str:
    return write(x, max(0, 1 - math.floor(math.log10(x))) if 0 < x < math.inf else 0)


def _told(opened: OpenUnit, id: str, text: str, slip: str) -> tuple[bool, str]:
    """Whether typing `text` is named as that slip, in its words; else what the judge saw."""
    question = opened.question(id)
    reading = question.read(text)
    if reading.outcome != "value":
        return False, "no se lee"
    judged = judge_answer(opened, id, reading)
    if slip not in judged.slips:
        return False, judged.verdict.value + (f" {judged.slips[0]}" if judged.slips else "")
    own = next((s.says for s in question.model.slips if s.id == slip), question.model.says.get(slip, ""))
    words = fill(own, opened, {id: reading}, "es", question.model)
    if _plain(words) not in _plain(" ".join(judged.parts.looks)):
        return False, f"se dice lo de «{judged.slips[0]}»"
    return True, ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _own_text(question: OpenQuestion, gives: str) -> str | None:
    value = question.scope.evaluate(gives)
    part = question.target.at(question.scope).select(value)
    return typed_text(question, part.reshape(-1)) if part.size == np.size(question.right) else None


def _texts(opened: OpenUnit, id: str, slip: str) -> Iterator[str | None]:
    """What somebody who made that slip would type, by each honest way around it."""
    question = opened.question(id)
    known = question.target.equation.slips.get(slip)
    right = np.asarray(question.right, dtype=float)
    if known is not None:
        yield from _known_texts(question, known)
    elif slip == "other-data":
        for decoy in decoys_of(opened, question):
            there = question.target.right(decoy.data)  # type: ignore[arg-type]
            yield _label(question, np.argmax(there)) if question.choices else typed_text(question, there)
    elif slip == "counted-from-one" and numbered(question.choices) and question.target.by != "options":
        yield str(int(question.key) + 1)
    elif slip == "earlier-step-copied":
        for step in question.target.equation.steps:
            value = nested(question.scope[step])
            if np.shape(value) == right.shape:
                yield typed_text(question, np.asarray(value))
    else:
        moved: Mapping[str, Any] = {
            "all-signs-flipped": -right,
            "cells-swapped": right.reshape(-1)[::-1],
            "transposed": right.T,
            "percent-without-sign": 100 * right,
            "decimal-point-moved": 10 * right,
        }
        if slip in moved:
            yield typed_text(question, moved[slip])


def _option(question: OpenQuestion, index: Any) -> Choice:
    return question.choices[int(index)]


def _label(question: OpenQuestion, index: Any) -> str:
    return _option(question, index).label


def _known_texts(question: OpenQuestion, slip: Slip) -> Iterator[str | None]:
    from tutor.units.catalogue import slipped

    for route in question.target.equation.routes or ({},):
        try:
            value = question.target.right(slipped(question.scope, slip, route))
        except ContentError:
            continue
        if not np.allclose(value, question.target.right(question.scope), equal_nan=True):
            yield typed_text(question, value)


def _shaken(label: str, value: Any) -> Any:
    """Other numbers of the same shape; a number alone is a size or a count, and stays."""
    shape = np.shape(value)
    if not shape:
        return value
    numbers = uniform(label, int(np.prod(shape)), -3.0, 3.0).round(1)
    return numbers.reshape(shape).tolist()
