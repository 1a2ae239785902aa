"""Units: what is shown, asked, read and said about one equation, over one set of numbers.

    unit_names(), headings()              the shipped units, in the order of the text
    load_unit(name_or_path) -> Unit       the file as models; ContentError.problems has every defect with its line
    open_unit(name, variant=0, over=None) -> OpenUnit        a unit with numbers in it
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

from tutor.course.blocks import resolve
from tutor.course.choices import Choice
from tutor.course.loading import Heading, headings, load_unit, unit_names
from tutor.course.models import Part, Question, Unit
from tutor.course.nearest import nearest
from tutor.course.opening import Mine, OpenQuestion, OpenUnit, open_unit
from tutor.course.remarks import Property
from tutor.course.texts import fill
from tutor.course.variants import draw_many, draw_one, variant_data

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
    "load_unit",
    "nearest",
    "open_unit",
    "resolve",
    "unit_names",
    "variant_data",
]
