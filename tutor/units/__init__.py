"""Units: what is shown, asked, read and said about one equation, over one set of numbers.

    unit_names(), headings()              the shipped units, in the order of the text
    load_shipped(name) -> Unit            one of them as models
    OpenUnit(unit, variant=0, over=None)  a unit with numbers in it
      .questions: (OpenQuestion, …)       .id .part .number .count .kind .shape .decimals .choices .right
                                          .read(text, locale) -> Reading   .write(answer, locale) -> echo
      .question(id)  .scope(block)  .data
      .ask(id, mine, locale)  .reason(id, reading, mine, locale)  .hints(…)  .solution(…)  .properties(…)  .card(…)
      .judge(id, reading, earlier, locale) -> Judgement
      .judge_class(data, {id: typed}, decoy_data) -> {id: Judgements}
    fill(template, opened, mine, locale, block) -> str       a text with its numbers in
    resolve(block, opened, mine, locale) -> View             what a block shows
    draw_many(unit, key, who), draw_one, variant_data        other numbers, screened

`mine` and `earlier` are what the learner has answered: readings by question id.
"""

from tutor.errors import nearest
from tutor.units.blocks import resolve
from tutor.units.bound_unit import Mine, OpenQuestion, OpenUnit
from tutor.units.choices import Choice
from tutor.units.explanations import Property
from tutor.units.models import Part, Question, Unit
from tutor.units.shipped import Heading, headings, load_shipped, unit_names
from tutor.units.texts import fill
from tutor.units.variants import draw_many, draw_one, variant_data

__all__ = [
    "Choice",
    "Heading",
    "Mine",
    "OpenQuestion",
    "OpenUnit",
    "Part",
    "Property",
    "Question",
    "Unit",
    "draw_many",
    "draw_one",
    "fill",
    "headings",
    "load_shipped",
    "nearest",
    "resolve",
    "unit_names",
    "variant_data",
]
