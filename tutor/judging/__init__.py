"""Is it right, and if not, why. Reading is another room's act: here everything is numbers.

judge(equation, data, step, typed, *, given={}, decimals=3, keep=3, locale="es") -> Judgement
    texts as the learner wrote them; a batch of one
Target(equation, step, formula=None, row=None, cell=None, decimals=3, keep=3, slips=(), says={}, exact=False)
    what one question asks. `expect`: step ANSWER with formula=compile_formula(…). Own slips: Slip(id, {step: formula},
    says, do), which may name the right value of the step itself. .shape(scope), .right(scope)
choice_target(equation, labels, right, slips) -> Target      right: indices of the right labels, or a one-hot formula
typed_from(readings, shape=(), options=0) -> Typed           None is blank; options: a number read is a choice's index
typed_with(column, others, shape) -> Typed                   a column of plain answers, and the Typed of its other rows
judge_batch(target, data, typed, given={}, decoys=()) -> Judgements
    data: a mapping or a Scope (with a leading axis, one a learner); given: the answers before on the same
    data, {name: Answered(target, typed, judgements)}, or {name: (target, typed)}; decoys: Decoy(id, data, says)
Separability(target, data)   in judging.separability: which slips these numbers tell from what is right and from others
Judgements: .verdict (B,) codes into VERDICTS, .cells (B, *shape), .correct (B,), .slips(i), .at(i, locale) -> Judgement
Message: what is said, in parts; .at_prompt and .in_writing put them together

Many small files because each rung of the ladder, and each source of evidence, is a rule of its own; `ladder` has their
order.
"""

from tutor.judging.api import judge
from tutor.judging.batch import Judgements
from tutor.judging.evidence import Answered
from tutor.judging.ladder import Decoy, judge_batch
from tutor.judging.target import ANSWER, Target, choice_target, marks
from tutor.judging.typed import CODE, VERDICTS, Typed, typed_from, typed_with
from tutor.judging.verdicts import Judgement, Message, Verdict

__all__ = [
    "ANSWER",
    "CODE",
    "VERDICTS",
    "Answered",
    "Decoy",
    "Judgement",
    "Judgements",
    "Message",
    "Target",
    "Typed",
    "Verdict",
    "choice_target",
    "judge",
    "judge_batch",
    "marks",
    "typed_from",
    "typed_with",
]
