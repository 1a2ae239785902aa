"""From what a unit's author wrote to what the judge compares: a question as a Target."""

from __future__ import annotations

from dataclasses import replace

from tutor.engine import compile_formula
from tutor.equations import Equation, Slip
from tutor.judging import ANSWER, Target, choice_target, marks
from tutor.units.models import OwnSlip, Question
from tutor.units.templates import fields

EXPECT_DECIMALS = 3
OTHER_WORD = "otra"
"""What a word is that nobody expected."""


def target_of(question: Question, equation: Equation, keep: int) -> Target:
    """The judge's view of a question. Its own slips come before the equation's.

    Raises FormulaError for formulas that are not allowed; names are checked when the unit is loaded.
    """
    if question.choices is not None or question.accepts:
        labels = tuple(question.choices or words_of(question))
        wanted = question.answers or (question.answer or labels[0],)
        right: str | list[int] = question.right or [labels.index(label) for label in wanted]
        slips = tuple(_slip(s, ANSWER, _choice_formula(s, labels)) for s in question.slips)
        target = replace(choice_target(equation, labels, right, slips), says=question.says)
        return replace(target, by="word") if question.accepts else target
    decimals = question.decimals
    if question.step is not None:
        step = equation.steps[question.step]
        decimals = step.decimals if decimals is None else decimals
    decimals = EXPECT_DECIMALS if decimals is None else decimals
    name = question.step or ANSWER
    return Target(
        equation,
        name,
        compile_formula(question.expect) if question.expect is not None else None,
        row=question.row,
        cell=question.cell,
        decimals=decimals,
        keep=keep,
        slips=tuple(_slip(s, name, str(s.gives)) for s in question.slips),
        says=question.says,
        exact=question.exact or decimals == 0,
        printed=_printed(question) & equation.steps.keys() - {name},
    )


def words_of(question: Question) -> list[str]:
    """What may be answered with a word: the right one, those that a slip gives, and any other."""
    return [question.accepts[0], *(str(slip.gives) for slip in question.slips), OTHER_WORD]


def _printed(question: Question) -> frozenset[str]:
    """The names whose numbers a question quotes: what led to them is not asked."""
    quoted = (compile_formula(f.body).names for f in fields(question.ask) if f.kind == "formula")
    return frozenset(name for names in quoted for name in names)


def _slip(model: OwnSlip, step: str, formula: str) -> Slip:
    return Slip(model.id, {step: compile_formula(formula)}, model.says, model.do, model.title)


def _choice_formula(model: OwnSlip, labels: tuple[str, ...]) -> str:
    gives = [label.strip() for label in str(model.gives).split(",")]
    return marks([labels.index(label) for label in gives], len(labels)) if {*gives} <= {*labels} else str(model.gives)


def worked_with(name: str, model: Question) -> bool:
    """Whether one of a question's own numbers is quoted by it or goes into its answer.

    Not so the number that is the answer itself, or those that only a slip uses.
    """
    quoted = {n for f in fields(model.ask) if f.kind == "formula" for n in compile_formula(f.body).names}
    wanted = (model.expect or "").strip()
    return name in quoted or (wanted not in ("", name) and name in compile_formula(wanted).names)


def needs_equation(model: Question, equation: Equation) -> bool:
    """Whether a question is about the equation's inputs; one that computes with numbers of its own alone is not."""
    if model.expect is None:
        return True
    known = equation.inputs.keys() | equation.steps.keys() | equation.sizes
    return not model.data or bool(known & set(compile_formula(model.expect).names))
