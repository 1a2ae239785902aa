"""What the journal says of a learner: units, slips made and mended, notes to hand in."""

from __future__ import annotations

import pytest

from tests.session.conftest import Walker
from tests.session.test_check import RIGHT, Checked
from tests.session.test_lesson import ALL
from tutor.session.events import Event
from tutor.session.notes import notes
from tutor.session.progress import begun, onward, slip_title, slips_made, unit_progress


def test_a_unit_counts_what_is_done_of_what_must_be(walker):
    walker.types("b", "", "1 ; 0 ; 0,9", "", "saltar")
    progress = unit_progress(walker.unit, walker.events)
    assert (progress.done, progress.total, progress.finished) == (2, 5, False)


def test_a_finished_unit_needs_no_optional_question(walker):
    walker.types(*ALL[:-2])
    assert unit_progress(walker.unit, walker.events).finished


def test_the_last_finished_check_counts(breve):
    first = Checked(breve)
    first.types(RIGHT[0], "2,000", *RIGHT[2:])
    assert unit_progress(breve, first.events).checked == (3, 4)
    second = Checked(breve, first.events)
    second.types(*RIGHT[:2])
    assert unit_progress(breve, second.events).checked == (3, 4)
    second.types(*RIGHT[2:])
    assert unit_progress(breve, second.events).checked == (4, 4)


def test_without_a_check_there_is_no_count(walker):
    assert unit_progress(walker.unit, walker.events).checked is None


def answer(question: str, verdict: str, *slips: str, **more) -> Event:
    return Event("answer", "u", more.pop("mode", "lesson"), question=question, verdict=verdict, slips=slips, **more)


def test_a_slip_is_mended_by_the_same_question_answered_right():
    events = [answer("a", "slip", "times-e"), answer("b", "slip", "base-2"), answer("a", "exact")]
    assert [(s.id, s.mended) for s in slips_made(events)] == [("base-2", False), ("times-e", True)]


def test_a_slip_is_mended_by_its_skill_in_practice():
    events = [answer("a", "slip", "times-e", skill="softmax")]
    other = answer("c", "exact", skill="softmax", mode="practice")
    assert slips_made([*events, other])[0].mended
    assert not slips_made([*events, answer("c", "exact", skill="softmax")])[0].mended


def test_a_slip_made_again_is_pending_again():
    events = [answer("a", "slip", "times-e"), answer("a", "exact"), answer("b", "slip", "times-e")]
    (made,) = slips_made(events)
    assert (made.times, made.mended) == (2, False)


def test_a_guess_of_two_is_no_slip_on_record():
    """What may be one mistake or another was never shown to be either; other data fits many numbers by accident."""
    events = [answer("a", "slip", "divide-by-dk", "base-2"), answer("b", "slip", "other-data", "no-scale")]
    assert [(s.id, s.times) for s in slips_made(events)] == [("no-scale", 1)]


def test_a_slip_that_was_denied_is_struck_off():
    events = [answer("a", "slip", "times-e"), answer("b", "slip", "times-e")]
    denied = Event("deny", "u", "lesson", question="b", slips=("times-e",))
    assert [s.times for s in slips_made([*events, denied])] == [1]
    assert slips_made([*events, denied, denied]) == ()


def test_slips_have_names_that_people_read(walker):
    walker.types("b", "", "2 ; 2 ; 2", "1 ; 0 ; 0,9", "", "1")
    for made in slips_made(walker.events):
        title = slip_title(made, walker.unit)
        assert title != made.id
        assert "own:" not in title
    assert slip_title(slips_made(walker.events)[0], None)


def test_the_units_begun_come_with_the_last_first():
    """Practice begins none."""
    events = [Event("answer", "x", "lesson"), Event("answer", "y", "check", 3), Event("answer", "z", "practice")]
    assert begun(events) == ["y", "x"]


def goes_on(breve, events: list[Event]):
    return onward(events, lambda name, variant: breve)


def test_a_lesson_half_done_goes_on_where_it_was(walker):
    walker.types("b", "", "1 ; 0 ; 0,9")
    found = goes_on(walker.unit, walker.events)
    assert "2 de 5" in found.where
    assert found.command == f"tutor lesson {walker.unit.name}"


def test_after_a_lesson_comes_what_its_unit_names(walker):
    walker.types(*ALL)
    assert goes_on(walker.unit, walker.events).command == "tutor check breve"


def test_a_check_half_done_goes_on_and_a_finished_one_leads_to_practice(breve):
    checked = Checked(breve)
    checked.types(*RIGHT[:2])
    assert goes_on(breve, checked.events).command == f"tutor check {breve.name}"
    checked.types(*RIGHT[2:])
    found = goes_on(breve, checked.events)
    assert "4 de 4" in found.where
    assert found.command == "tutor practice"
    checked.types("", "0,244 ; 0,494 ; 0,262")
    assert goes_on(breve, checked.events).command == "tutor practice"


def test_practice_goes_on_as_practice(breve):
    events = [Event("answer", "escalado", "practice", 4, skill="escalado")]
    assert goes_on(breve, events).command == "tutor practice"


def test_notes_hold_the_learners_own_numbers(walker):
    walker.types("b", "", "2 ; 2 ; 2", "1 ; 0 ; 0,9", *ALL[3:])
    progress = unit_progress(walker.unit, walker.events)
    slips = [(s, slip_title(s, walker.unit)) for s in slips_made(walker.events)]
    text = notes([progress], slips, "01/03/2025")
    assert text.startswith("# ")
    assert "## Breve" in text
    assert "| Puntuaciones | (1 ; 0 ; 0,9) | bien | 2 |" in text
    assert "**repartir**: (0,412 ; 0,203 ; 0,384)" in text
    assert "enmendado" in text
    assert "### Repartir" in text


def test_notes_of_a_unit_half_done_have_no_card(walker):
    walker.types("b", "", "1 ; 0 ; 0,9")
    text = notes([unit_progress(walker.unit, walker.events)], [], "hoy")
    assert not [label for label, _ in walker.unit.unit.card if f"**{label}**" in text]
    assert "2 de 5" in text
    assert "- **Puntuaciones (Q·Kᵀ)**: Cada producto compara la consulta con una clave." in text
    assert "**√d\\_k" not in text


def test_an_answer_given_after_its_solution_was_seen_says_so(breve):
    walker = Walker(breve)
    walker.types("b", "", "solución", "sí", "", "atrás")
    asked = walker.session.prompt.question
    walker.types(asked.write(asked.right))
    text = notes([unit_progress(walker.unit, walker.events)], [], "hoy")
    assert "| Puntuaciones |  | después de ver la solución |" in text, "its numbers were not those of the unit"


def test_a_second_check_is_counted_alone(breve):
    """What was right the first time and wrong the second is wrong; one left half done changes nothing."""
    checked = Checked(breve)
    checked.types(*RIGHT, "n")
    again = Checked(breve, checked.events)
    again.types("9,00 ; 9,00 ; 9,00", *RIGHT[1:])
    assert unit_progress(breve, again.events).checked == (3, 4)
    assert unit_progress(breve, again.events).best == (4, 4), "the best stays on record"
    third = Checked(breve, again.events)
    third.types(*RIGHT[:2])
    assert unit_progress(breve, third.events).checked == (3, 4)


@pytest.mark.parametrize("text", ["a|b", "<script>", "[x](y)", "*fuerte*", "`x`"])
def test_nothing_in_the_notes_is_taken_as_markup(breve, text):
    """A title or a number with bars or brackets stays text and in its cell."""
    from tutor.session.notes import _cell

    for mark in "|<[*`":
        assert f"\\{mark}" in _cell(text) or mark not in text


def test_the_notes_of_a_learner_who_was_shown_a_solution_say_so(breve):
    walker = Walker(breve)
    walker.types("b", "", "solución", "sí")
    assert "solución vista" in notes([unit_progress(breve, walker.events)], [], "hoy")
