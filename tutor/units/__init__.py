"""Units: what is shown, asked, read and said about one equation, over one set of numbers.

    unit_names(), headings()              the shipped units, in the order of the text
    load_shipped(name) -> Unit            one of them as models
    OpenUnit(unit, variant=0, over=None)  a unit with numbers in it
      .questions: (OpenQuestion, …)       .id .part .number .count .kind .shape .decimals .choices .right
                                          .read(text, locale) -> Reading   .write(answer, locale) -> echo
      .question(id)  .scope(block)  .data
    judge_answer(opened, id, reading, earlier, locale) -> Judgement
    judge_hand_ins(opened, {id: typed}, data, others) -> {id: Judgements}    the one way to judge: a class, or one
    explanations.ask(opened, id, answers, locale)  .reason(opened, id, reading, answers, locale)  .hints  .solution
        .properties  .card                    what is said around an answer
    fill(template, opened, answers, locale, block) -> str       a text with its numbers in
    resolve(block, opened, answers, locale) -> View             what a block shows
    draw_many(unit, key, who), draw_one, variant_data        other numbers, screened

`answers` and `earlier` are what the learner has answered: readings by question id.
Many small files because each is one thing that a line of a unit's YAML can ask for: a draw, a text, a choice, a minute.
"""

from tutor.errors import nearest
from tutor.units.blocks import given_in_words, resolve
from tutor.units.bound_unit import Answers, OpenQuestion, OpenUnit
from tutor.units.choices import Choice
from tutor.units.judge import judge_answer, judge_hand_ins
from tutor.units.models import SKILLS, Part, Question, Unit
from tutor.units.shipped import Heading, headings, load_shipped, skill_names, teachers, unit_names
from tutor.units.texts import fill
from tutor.units.variants import draw_many, draw_one, variant_data

__all__ = [
    "SKILLS",
    "Answers",
    "Choice",
    "Heading",
    "OpenQuestion",
    "OpenUnit",
    "Part",
    "Question",
    "Unit",
    "draw_many",
    "draw_one",
    "fill",
    "given_in_words",
    "headings",
    "judge_answer",
    "judge_hand_ins",
    "load_shipped",
    "nearest",
    "resolve",
    "skill_names",
    "teachers",
    "unit_names",
    "variant_data",
]
