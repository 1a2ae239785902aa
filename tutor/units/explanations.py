"""What is said around an answer: why it is right, what its numbers show, hints, the solution, what to practise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tutor.answers import Reading, read
from tutor.units.bound_unit import Answers, OpenQuestion, OpenUnit
from tutor.units.data import bind, layered, uniform
from tutor.units.judge import feeding
from tutor.units.models import Note
from tutor.units.properties import ANSWER, compile_predicate
from tutor.units.texts import core_of, fill, with_sum, written_rows

OF_STEP = {
    "scores": "producto-escalar",
    "root": "escalado",
    "scaled": "escalado",
    "masked": "mascara-causal",
    "exps": "softmax",
    "total": "softmax",
    "weights": "softmax",
    "output": "mezcla",
}
"""The steps of attention; those of other equations are practised with the question's own skill."""
TRIALS = 1000
_SAME = 1e-9


def ask(opened: OpenUnit, id: str, answers: Answers | None = None, locale: str = "es") -> str:
    """What the question asks, with its numbers in. Its choices are in `question(id).choices`."""
    model = opened.question(id).model
    return fill(model.ask, opened, answers, locale, model)


def hints(opened: OpenUnit, id: str, answers: Answers | None = None, locale: str = "es") -> tuple[str, ...]:
    """The ladder of hints; the last one works the step with other numbers."""
    model = opened.question(id).model
    return tuple(fill(hint, opened, answers, locale, model) for hint in model.hints)


def card(opened: OpenUnit, answers: Answers | None = None, locale: str = "es") -> tuple[tuple[str, str], ...]:
    """The summary at the end, with the learner's own numbers: label and text."""
    return tuple((label, fill(text, opened, answers, locale)) for label, text in opened.unit.card)


def properties(
    opened: OpenUnit, id: str, reading: Reading, answers: Answers | None = None, locale: str = "es"
) -> tuple[str, ...]:
    """What the question says of each of its `holds`, met or not by what was typed, with the slack of its decimals."""
    question, found = opened.question(id), []
    if reading.value is not None and not question.choices:
        value = core_of(reading.value, question)
        places = core_of(_digits(reading.places, reading.value), question)
        typed = {ANSWER: (value, 0.5 * np.power(10.0, -places))}
        for hold in question.model.holds:
            predicate = compile_predicate(hold.formula)
            values = {n: question.scope[n] for n in predicate.names if n != ANSWER}
            text = hold.says if predicate.holds(values, typed) else hold.fails
            found.append(fill(text, opened, answers, locale, question.model))
    return tuple(found)


def for_every(opened: OpenUnit, question: OpenQuestion, trials: int = TRIALS) -> bool:
    """Whether the right answer stays the same over `trials` random values of the input that `for_every` names."""
    name = question.model.for_every
    if name is None:
        return True
    here = np.asarray(question.scope[name], dtype=float)
    values = uniform(f"{opened.unit.unit} {question.id}", trials * here.size, -5.0, 5.0)
    data = {**layered(opened.unit, question.model, opened.over), name: values.reshape(trials, *here.shape)}
    right = question.target.right(bind(question.scope.equation, data))
    return bool(np.all(np.abs(right - question.target.right(question.scope)) < _SAME))


def reason(
    opened: OpenUnit, id: str, reading: Reading | None = None, answers: Answers | None = None, locale: str = "es"
) -> str:
    """Why the answer is right: the author's reason, notes on what was typed, and the properties its numbers have."""
    question = opened.question(id)
    sentences = [fill(question.model.reason, opened, answers, locale, question.model)]
    if reading is not None:
        noted = notes_on(opened, question, reading, answers or {})
        sentences += [fill(note.says, opened, answers, locale, question.model) for note in noted]
        sentences += filter(None, properties(opened, id, reading, answers, locale))
        if not question.choices:
            typed = written_rows(core_of(question.right, question), core_of(reading.value, question))
            return with_sum(" ".join(sentences), typed, locale)
    return " ".join(sentences)


def notes_on(opened: OpenUnit, question: OpenQuestion, reading: Reading, answers: Answers) -> Iterator[Note]:
    """The notes whose number the learner typed, here or (with `of`) at an earlier question."""
    for note in question.model.notes:
        about = opened.question(note.of) if note.of is not None else question
        answer = reading if note.of is None else answers.get(note.of)
        if answer is not None and answer.value is not None and _typed(note.typed, about, answer):
            yield note


def _typed(text: str, question: OpenQuestion, answer: Reading) -> bool:
    """Whether `text`, as the author wrote it, is what was answered; a single number, whether any cell is it."""
    typed = np.asarray(answer.value, dtype=float)
    whole = question.read(text)
    if whole.value is not None and np.shape(np.asarray(whole.value)) == typed.shape:
        return bool(np.all(np.abs(np.asarray(whole.value) - typed) < _SAME))
    one = read(text, kind="scalar")
    return one.value is not None and bool(np.any(np.abs(typed - np.asarray(one.value)) < _SAME))


def solution(opened: OpenUnit, id: str, answers: Answers | None = None, locale: str = "es") -> tuple[str, ...]:
    """The worked answer, a line each: the author's words, else the step's own arithmetic, else the number alone."""
    question = opened.question(id)
    model = question.model
    if model.solution:
        return tuple(fill(model.solution, opened, answers, locale, model).splitlines())
    if model.step is not None:
        from tutor.equations.worked import worked

        value, keep = question.scope[model.step], opened.unit.keep
        row = question.target.at(question.scope).row
        if model.cell is not None:
            cells = [model.cell]
        elif isinstance(row, int):
            cells = [(row, j) for j in range(value.shape[-1])]
        else:
            cells = None
        lines: list[str] = []
        for step in _steps_before(opened, question):
            _, rows, columns = question.scope[step].shape
            here = row if isinstance(row, int) and rows > 1 else 0
            lines += worked(question.scope, step, [(here, j) for j in range(columns)], locale, keep=keep)
        return (*lines, *worked(question.scope, model.step, cells, locale, decimals=question.decimals, keep=keep))
    return (question.write(question.right, locale),)


def _steps_before(opened: OpenUnit, question: OpenQuestion) -> list[str]:
    """What a worked answer goes through first: the steps since the last one that was asked, and for weights always
    their exponentials. Not where a whole matrix is asked.
    """
    scope, asked = question.scope, question.model.step or ""
    order = list(scope.equation.steps)
    if scope[asked].shape[0] > 1 or (scope[asked].shape[1] > 1 and question.model.row is None):
        return []
    earlier = [order.index(q.model.step) + 1 for q in feeding(opened, question) if q.model.step in order]
    end = order.index(asked)
    start = max((i for i in earlier if i <= end), default=end)
    always = ("exps", "total") if asked == "weights" else ()
    return [s for i, s in enumerate(order[:end]) if (i >= start or s in always) and scope.active(s)]


def _digits(places: Any, value: Any) -> Any:
    """Decimals typed, cell by cell; infinite where an operation was typed, since it is exact."""
    if isinstance(value, list):
        return [_digits(places[i] if isinstance(places, list) else places, v) for i, v in enumerate(value)]
    return float("inf") if places is None else places


def skill_of(question: OpenQuestion, slip: str | None = None) -> str:
    """What to practise after a mistake: whoever forgets to scale on the way to the weights practises scaling."""
    known = question.target.equation.slips.get(slip) if slip else None
    steps = [OF_STEP[step] for step in known.at if step in OF_STEP] if known is not None else []
    return steps[0] if steps else question.model.skill
