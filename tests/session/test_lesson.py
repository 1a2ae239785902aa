"""A whole unit at a prompt: nothing is lost, nothing blocks, nothing but a wrong number costs anything."""

from __future__ import annotations

import dataclasses

import pytest

from tests.session.conftest import BREVE, Walker, words
from tutor.authoring import open_unit
from tutor.session.commands import SOMETIMES, Command
from tutor.session.lesson import Lesson
from tutor.session.question_prompt import Status
from tutor.session.turns import Card, Commands, Feedback, Hint, Options, Page, Sentence, Turn, Unread, Waits
from tutor.units import explanations, unit_names
from tutor.units.variants import asked_again
from tutor.units.views import TableView

RIGHT = ["b", "", "1,00 ; 0,00 ; 0,90", "", "1,414"]
"""The first part done, before the Enter that leaves it."""
ALL = [*RIGHT, "", "0,707 ; 0,000 ; 0,636", "", "0,412 ; 0,203 ; 0,384", "", "0,244 ; 0,494 ; 0,262"]


def test_turns_are_frozen_values(walker):
    """Whoever draws a turn cannot change the session."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        walker.turn.waits = Waits.OVER


def test_the_header_counts_within_the_part(walker):
    walker.types("b", "")
    page = walker.turn.items[-1]
    assert isinstance(page, Page)
    assert (page.header, page.title) == ("Tramo 1 de 2 · 2 de 3", "Comparar")
    walker.types("1 ; 0 ; 0,9", "", "1,414", "")
    assert walker.turn.items[-1].header == "Tramo 2 de 2 · 1 de 3"


def test_what_leads_to_a_question_is_shown_with_it(walker):
    assert len(walker.turn.items[-1].views) == 2


def test_a_prediction_is_noted_and_not_marked(walker):
    """Neither right nor wrong is said, whatever was chosen."""
    other = walker.again()
    for one, choice in ((walker, "a"), (other, "b")):
        one.types(choice)
        (told,) = [i for i in one.turn.items if isinstance(i, Feedback)]
        assert (told.verdict, told.text) == ("noted", "Se verá luego.")
        assert one.turn.waits is Waits.ENTER


def test_after_a_success_it_waits_for_enter_and_names_what_comes_next(walker):
    walker.types("b")
    assert walker.turn.waits is Waits.ENTER
    assert "Puntuaciones" in walker.said
    walker.types("")
    assert walker.asked == "puntuaciones"


def test_what_is_typed_while_enter_is_awaited_is_no_answer(walker):
    """A number typed too early is not taken for the next answer, which was not yet seen."""
    walker.types("b", "0,5")
    assert walker.turn.waits is Waits.ENTER
    assert "Enter" in walker.said
    assert len(walker.events) == 1


def test_the_echo_comes_before_the_verdict(walker):
    walker.types("b", "", "1 ; 0 ; 0,9")
    kinds = [type(i).__name__ for i in walker.turn.items]
    assert kinds.index("Echo") < kinds.index("Feedback")
    assert "Leo: (1 ; 0 ; 0,9)" in walker.said


def test_the_picture_after_a_question_belongs_to_its_answer(walker):
    """It is shown with the right answer, and not to whoever skips."""
    walker.types(*RIGHT, "", "0,707 ; 0,000 ; 0,636", "", "0,412 ; 0,203 ; 0,384")
    assert "ChartView" in walker.said
    skipping = walker.again()
    skipping = Walker(walker.unit)
    skipping.types(*RIGHT, "", "saltar", "saltar")
    assert "ChartView" not in skipping.said


@pytest.mark.parametrize("text", ["", "   ", "no sé", "hola", "1 ; 2", "1,414 ; 0 ; 0 ; 0", "pitsa"])
def test_what_is_blank_unread_or_of_another_shape_costs_no_attempt(walker, text):
    walker.types("b", "", text)
    assert walker.turn.waits is Waits.ANSWER
    assert walker.session.prompt.tries == 0
    assert walker.asked == "puntuaciones"


def test_a_bare_enter_shows_the_commands_and_how_to_write(walker):
    walker.types("b", "", "")
    (commands,) = walker.turn.items
    assert isinstance(commands, Commands)
    assert [c for c, _ in commands.rows] == [c for c in Command if c not in SOMETIMES]
    assert "3 números" in commands.writing
    assert commands.brief
    assert walker.turn.events == ()
    walker.types("ayuda")
    assert not walker.turn.items[0].brief


@pytest.mark.parametrize("text", ["siguiente", "s", "Sí", "seguir", " "])
def test_words_that_mean_to_go_on_are_taken_for_enter(walker, text):
    walker.types("b", text)
    assert walker.asked == "puntuaciones"
    assert walker.turn.waits is Waits.ANSWER


def test_an_unreadable_text_is_shown_with_its_place(walker):
    walker.types("b", "", "1 ; hola ; 2")
    (unread,) = [i for i in walker.turn.items if isinstance(i, Unread)]
    assert unread.typed == "1 ; hola ; 2"
    assert "no cuenta" in unread.message.lower()


def test_a_misspelt_command_is_asked_about(walker):
    walker.types("b", "", "pitsa")
    assert "¿Querías decir «pista»?" in walker.said


def test_two_readings_are_two_numbered_options_answered_with_a_digit(breve):
    """The digit chooses; it is not an answer, and the question costs nothing."""
    walker = Walker(breve, locale="en")
    walker.types("b", "", "1 ; 0 ; 0.9", "", "1,4")
    (options,) = [i for i in walker.turn.items if isinstance(i, Options)]
    assert [label for label, _ in options.options] == ["1", "2"][: len(options.options)]
    assert walker.turn.waits is Waits.OPTION
    assert walker.turn.events == ()
    walker.types("1")
    assert walker.turn.waits is not Waits.OPTION
    assert walker.events[-1].raw == "1,4"


def test_a_new_answer_may_be_typed_in_place_of_an_option(breve):
    walker = Walker(breve, locale="en")
    walker.types("b", "", "1 ; 0 ; 0.9", "", "1,4", "1.414")
    assert walker.turn.waits is Waits.ENTER


def test_too_few_decimals_cost_no_attempt(walker):
    """Right but coarse: said so, asked again."""
    walker.types("b", "", "1,00 ; 0,00 ; 0,90", "", "1,4")
    assert [i.verdict for i in walker.turn.items if isinstance(i, Feedback)] == ["coarse"]
    assert walker.session.prompt.tries == 0
    walker.types("1,414")
    assert walker.turn.waits is Waits.ENTER


def test_after_the_second_wrong_try_help_is_offered_and_nothing_is_blocked(walker):
    walker.types("b", "", "2 ; 2 ; 2")
    assert "«pista»" not in walker.said
    walker.types("3 ; 2 ; 2")
    assert "«pista»" in walker.said
    assert "«paso»" in walker.said
    walker.types("4 ; 2 ; 2", "5 ; 2 ; 2", "1 ; 0 ; 0,9")
    assert walker.turn.waits is Waits.ENTER


def test_the_same_words_are_not_said_again_without_a_new_help(walker):
    """First the offer, then a hint each time, while there are any."""
    walker.types("b", "", "2 ; 3 ; 2")
    brought = []
    for text in ("3 ; 2 ; 2", "4 ; 2 ; 3", "4 ; 5 ; 3", "5 ; 4 ; 3"):
        walker.types(text)
        assert "No coinciden" in walker.said
        brought.append([i.number for i in walker.turn.items if isinstance(i, Hint)])
    assert brought == [[], [1], [2], []]
    assert [e.kind for e in walker.events].count("hint") == 2


def test_a_smaller_step_asks_for_the_first_wrong_number_alone(walker):
    """The right ones stay; when the last is right the whole answer is."""
    walker.types("b", "", "1 ; 2 ; 3", "1 ; 2 ; 3", "paso")
    assert "segundo" in walker.said
    walker.types("7")
    assert walker.turn.waits is Waits.ANSWER
    walker.types("0")
    assert "tercer" in walker.said
    walker.types("0,90")
    assert walker.turn.waits is Waits.ENTER
    assert walker.events[-1].verdict == "exact"
    assert walker.session.prompt.tries == 2


def test_a_smaller_step_that_leaves_only_decimals_to_add_says_so():
    """3,3 for 3,320 is right but coarse: the whole is asked again with its decimals."""
    walker = Walker(open_unit("softmax"))
    walker.types("5 ; 1,000 ; 0,449", "paso", "3,3")
    assert [i.verdict for i in walker.turn.items if isinstance(i, Feedback)] == ["coarse"]
    walker.types("3,320 ; 1,000 ; 0,449")
    assert walker.turn.waits is Waits.ENTER


def test_a_whole_answer_may_be_typed_in_a_smaller_step(walker):
    walker.types("b", "", "1 ; 2 ; 3", "paso", "1 ; 0 ; 0,9")
    assert walker.turn.waits is Waits.ENTER


def test_a_single_number_has_no_smaller_step(walker):
    walker.types("b", "", "1 ; 0 ; 0,9", "", "2", "paso")
    assert "un solo número" in walker.said


def test_hints_are_a_ladder(walker):
    walker.types("b", "")
    for number in (1, 2):
        walker.types("pista")
        (hint,) = walker.turn.items
        assert (hint.number, hint.total) == (number, 2)
    walker.types("pista")
    assert not [i for i in walker.turn.items if isinstance(i, Hint)]
    assert "«solución»" in walker.said


def test_a_solution_is_asked_for_twice_and_counts_as_seen(walker):
    walker.types("b", "", "solucion")
    assert walker.turn.waits is Waits.YES_NO
    walker.types("no")
    assert walker.turn.waits is Waits.ANSWER
    walker.types("solución", "sí")
    assert "WorkedView" in words(walker.turn.items)
    assert walker.turn.waits is Waits.ENTER
    assert walker.session.state.of("puntuaciones").value == "seen"
    assert not walker.session.complete


def test_an_answer_typed_at_a_yes_or_no_is_an_answer(walker):
    walker.types("b", "", "solución", "1 ; 0 ; 0,9")
    assert walker.turn.waits is Waits.ENTER
    assert walker.session.state.of("puntuaciones").value == "solved"


def test_a_prediction_has_no_solution(walker):
    walker.types("solución")
    assert walker.turn.waits is Waits.ANSWER
    assert "apuesta" in walker.said


def test_back_changes_an_answer_and_returns_to_where_one_was(walker):
    walker.types("b", "", "1 ; 0 ; 0,9", "", "atrás")
    assert walker.asked == "puntuaciones"
    assert "Ya contestaste (1 ; 0 ; 0,9)" in walker.said
    walker.types("1,00 ; 0,00 ; 0,90", "")
    assert walker.asked == "raiz"


def test_a_wrong_try_does_not_undo_what_was_done(walker):
    """Whoever goes back to play with another number keeps the right one, also after a kill -9."""
    walker.types("b", "", "1 ; 0 ; 0,9", "", "atrás", "7 ; 7 ; 7")
    again = walker.again()
    assert again.asked == "raiz"
    walker.types("saltar")
    assert walker.asked == "raiz"
    for one in (walker, again):
        assert one.session.state.answers["puntuaciones"].value == [1.0, 0.0, 0.9]


def test_a_question_left_wrong_is_met_again_with_what_was_typed(walker):
    walker.types("b", "", "7 ; 7 ; 7", "saltar", "atrás")
    assert "Lo último que pusiste fue (7 ; 7 ; 7)" in walker.said


def test_back_after_a_success_is_to_the_answer_just_given(walker):
    walker.types("b", "", "1 ; 0 ; 0,9", "atras")
    assert walker.asked == "puntuaciones"


def test_before_the_first_question_there_is_nothing(walker):
    walker.types("atrás")
    assert "primera" in walker.said
    assert walker.asked == "apuesta"


def test_skipping_goes_on_at_once_and_is_remembered_at_the_end(walker):
    """Skipped questions come back at the end; nothing waits for Enter but the end of a part."""
    walker.types("saltar")
    assert walker.asked == "puntuaciones"
    walker.types("1 ; 0 ; 0,9", "", "saltar")
    assert walker.turn.waits is Waits.ENTER
    walker.types("", "0,707 ; 0 ; 0,636", "", "0,412 ; 0,203 ; 0,384", "", "saltar")
    assert "Te quedan sin hacer: Apuesta, √d_k." in walker.said
    walker.types("")
    assert walker.asked == "apuesta"
    walker.types("b", "")
    assert walker.asked == "raiz"
    walker.types("1,414")
    assert walker.turn.over
    assert walker.session.passed


def test_a_part_ends_with_an_offer_to_stop_and_the_next_begins_with_a_recall(walker):
    walker.types(*RIGHT)
    assert "Fin del primer tramo." in walker.said
    assert "[salir]" in walker.said
    walker.types("")
    assert "Lo que llevas: (1,00 ; 0,00 ; 0,90)." in walker.said


def test_right_from_an_earlier_mistake_offers_to_go_back_to_the_first(walker):
    """The mistake is shown where it was made; mending it reopens what came from it, and only that."""
    walker.types("b", "", "1 ; 0 ; 0,9", "", "2", "saltar", "")
    walker.types("0,500 ; 0,000 ; 0,450")
    assert walker.events[-1].verdict == "carried"
    assert walker.turn.waits is Waits.ENTER
    assert "«√d_k»" in walker.said
    assert "atrás" in walker.said
    walker.types("atrás")
    assert walker.asked == "raiz"
    walker.types("1,414")
    assert "rehacer" in walker.said
    assert "Escaladas" in walker.said
    walker.types("")
    assert walker.asked == "escaladas"
    resumed = walker.again()
    assert resumed.asked == "escaladas"


def test_the_end_is_a_card_of_the_learners_own_numbers(walker):
    walker.types(*ALL)
    assert walker.turn.over
    (card,) = [i for i in walker.turn.items if isinstance(i, Card)]
    assert card.rows == (("comparar", "(1,00 ; 0,00 ; 0,90)"), ("repartir", "(0,412 ; 0,203 ; 0,384)"))
    assert "tutor check breve" in walker.said
    assert walker.events[-1].kind == "end"
    assert walker.session.passed


def test_the_end_names_what_was_hard(walker):
    walker.types("b", "", "1 ; 0 ; 0,9", "", "2", *ALL[4:])
    assert "Te costó: √d_k." in walker.said


def test_an_optional_question_may_be_left_out(walker):
    walker.types(*ALL[:-1])
    assert walker.asked == "transferencia"
    walker.types("salir")
    assert walker.session.passed


def test_datos_shows_the_numbers_and_what_one_has(walker):
    walker.types("b", "", "1 ; 0 ; 0,9", "", "datos")
    assert "MatricesView" in walker.said
    (table,) = [i for i in walker.turn.items if isinstance(i, TableView)]
    assert table.header == ("clave", "producto")
    assert table.rows == (("0", "1"), ("1", "0"), ("2", "0,9"))


def test_datos_shows_what_is_not_in_the_table_too():
    walker = Walker(open_unit("ecuacion1"))
    walker.types("b", "", "0,00", "0,90", "-0,90", "", "1,414", "datos")
    (card,) = [i for i in walker.turn.items if isinstance(i, Card)]
    assert card.rows == (("√d_k", "1,414"),)


def test_repetir_asks_again(walker):
    walker.types("b", "", "repetir")
    assert isinstance(walker.turn.items[0], Page)


def test_salir_leaves_and_nothing_more_is_said(walker):
    walker.types("salir")
    assert walker.turn.over
    assert not walker.session.complete
    assert walker.session.submit("1") == Turn((), Waits.OVER)


@pytest.mark.parametrize("command", ["datos", "repetir", "ayuda", "pista"])
def test_commands_while_enter_is_awaited_keep_the_place(walker, command):
    walker.types("b", command)
    assert walker.turn.waits is Waits.ENTER
    walker.types("")
    assert walker.asked == "puntuaciones"


def test_without_a_terminal_nothing_waits_for_enter(breve):
    walker = Walker(breve, attended=False)
    walker.types(*[t for t in ALL if t])
    assert walker.turn.over
    assert walker.session.passed


# -- another day -------------------------------------------------------------------------------------------------------


def test_a_lesson_is_resumed_where_it_stopped(walker):
    """After every single line: what was answered is answered, with its tries and hints."""
    walker.types("b", "", "9 ; 9 ; 9", "pista")
    resumed = walker.again()
    assert resumed.asked == "puntuaciones"
    assert (resumed.session.prompt.tries, resumed.session.prompt.hints) == (1, 1)
    assert "Seguimos donde lo dejaste: 1 hecha" in resumed.said


@pytest.mark.parametrize("lines", range(len(ALL)))
def test_a_lesson_can_be_cut_after_any_line(breve, lines):
    """Whoever kills it, the rest can be done, and the end is the same."""
    walker = Walker(breve)
    walker.types(*ALL[:lines])
    walker = walker.again()
    for _ in range(20):
        if walker.turn.over:
            break
        if walker.turn.waits is Waits.ENTER:
            walker.types("")
        else:
            right = dict(zip([q.id for q in breve.questions], [t for t in ALL if t], strict=True))
            walker.types(right[walker.asked])
    assert walker.session.passed


def test_a_finished_unit_says_so(walker):
    walker.types(*ALL)
    again = walker.again()
    assert again.turn.over
    assert "Ya has hecho" in again.said
    assert [i for i in again.turn.items if isinstance(i, Card)]
    assert again.session.passed


def test_beginning_anew_forgets_nothing_and_asks_all(walker):
    """The old events stay in the journal; the walk begins after the last `begin`."""
    walker.types(*ALL)
    walker.events.append(dataclasses.replace(walker.events[0], kind="begin"))
    assert walker.again().asked == "apuesta"


def test_a_part_can_be_chosen_and_done_again(walker):
    walker.types(*ALL)
    again = walker.again(part=1)
    assert again.asked == "escaladas"
    ahead = Walker(walker.unit, part=1)
    assert ahead.asked == "escaladas"


def changed(tmp_path, old: str, new: str):
    text = BREVE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "breve.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return open_unit(path)


def test_a_changed_unit_says_so_and_keeps_what_still_holds(walker, tmp_path):
    walker.types(*ALL)
    unit = changed(tmp_path, "[0.9, 0.1]], V", "[0.8, 0.1]], V")
    again = walker.again(unit)
    assert "La unidad ha cambiado" in again.said
    assert "Puntuaciones" in again.said
    assert again.asked == "puntuaciones"
    assert again.session.state.of("raiz").value == "solved"


def test_a_new_version_with_the_same_questions_keeps_all(walker, tmp_path):
    walker.types("b", "", "1 ; 0 ; 0,9")
    again = walker.again(changed(tmp_path, "version: 1", "version: 2"))
    assert "versión 1 → 2" in again.said
    assert "sigue valiendo" in again.said
    assert again.asked == "raiz"


def test_new_words_alone_change_nothing(walker, tmp_path):
    walker.types("b", "", "1 ; 0 ; 0,9")
    again = walker.again(changed(tmp_path, "Los tres productos.", "Di los tres productos."))
    assert "ha cambiado" not in again.said


def test_a_question_that_is_gone_is_said(walker, tmp_path):
    walker.types("b", "", "1 ; 0 ; 0,9")
    again = walker.again(changed(tmp_path, "question: apuesta", "question: prediccion"))
    assert "Una ya no se pregunta" in again.said
    assert again.asked == "prediccion"


def test_variants_are_walks_of_their_own(walker):
    """Other numbers, another walk: the answers of one do not count in the other."""
    unit = open_unit(BREVE, 1)
    assert Lesson(unit, []).pending
    walker.types("b")
    assert walker.events[0].variant == 0


def test_every_sentence_ends_as_sentences_do(walker):
    walker.types("b", "", "9 ; 9 ; 9", "9 ; 9 ; 9", "pista", "no sé", "solución", "no", "saltar")
    for item in walker.turn.items:
        if isinstance(item, Sentence):
            assert item.text.rstrip()[-1] in ".?!]"


def two_ways(typed: str) -> Walker:
    """A learner at the weights whose answer two wrong procedures explain, and what they type next."""
    walker = Walker(open_unit("ecuacion1"), part=None)
    while walker.asked != "pesos":
        walker.types("saltar")
    walker.types("0,333 ; 0,333 ; 0,333")
    assert "dime qué te dio antes: productos" in walker.said
    walker.types(typed)
    return walker


def test_the_step_asked_for_is_read_as_such_and_is_no_try(breve):
    walker = two_ways("1 ; 0 ; 0,9")
    assert walker.turn.events == ()
    assert "productos, (1 ; 0 ; 0,9)" in walker.said
    assert "Ese paso está bien." in walker.said
    assert walker.asked == "pesos"
    walker.types("0,333 ; 0,333 ; 0,333")
    assert [e.question for e in walker.turn.events] == ["pesos"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0,412 ; 0,203 ; 0,384", "exact"),
        ("", "De acuerdo."),
        ("no sé", "Sin prisa"),
        ("pista", "Suma"),
        ("0,4", "wrong-shape"),
    ],
)
def test_nobody_has_to_tell_the_step(typed, said):
    """The right answer, nothing, a command or anything of another shape are taken as what they are."""
    walker = two_ways(typed)
    assert said in walker.said or typed == "pista"
    assert "Ese paso" not in walker.said


def test_a_smaller_step_goes_on_from_the_last_try_of_another_day(walker):
    walker.types("b", "", "1 ; 2 ; 3", "1 ; 2 ; 4")
    again = walker.again()
    again.types("paso")
    assert "el segundo número" in again.said


def test_what_was_worked_out_from_other_numbers_is_not_among_the_data():
    """Under another query the products of the first one would mislead."""
    walker = Walker(open_unit("ecuacion1"))
    walker.types("b", "", "0", "", "0,9", "", "datos")
    assert not [i for i in walker.turn.items if isinstance(i, Card)]


def test_the_end_of_a_part_is_said_once():
    """A question left behind and done later does not close its part again."""
    walker = Walker(open_unit("softmax"))
    for _ in walker.unit.questions:
        walker.types("saltar", "")
    ends = [p.end for p in walker.unit.unit.parts]
    walker.types("saltar", "saltar", "saltar", "saltar")
    assert not [end for end in ends if end in walker.said]


def test_the_end_names_the_three_that_took_most_tries(breve):
    walker = Walker(breve)
    walker.types("b", "", "9 ; 9 ; 9", *ALL[1:])
    (cost,) = [i.text for i in walker.turn.items if isinstance(i, Sentence) and i.text.startswith("Te costó")]
    assert cost == "Te costó: Puntuaciones."


def test_enter_is_awaited_only_where_there_is_something_to_look_at():
    """A picture, a mistake behind an answer, a new idea, the end of a part; else the next question follows at once."""
    walker = Walker(open_unit("ecuacion1"))
    walker.types("b")
    assert walker.turn.waits is Waits.ENTER, "a worked example comes next"
    walker.types("", "0,00")
    assert walker.turn.waits is Waits.ANSWER
    assert walker.asked == "producto-k2"


def test_the_running_table_fills_in_and_stands_at_the_end_of_a_part():
    """With the decimals typed, and what the lesson has worked itself; what is not yet known is a dot."""
    walker = Walker(open_unit("ecuacion1"))
    walker.types("b", "", "0,00", "datos")
    (table,) = [i for i in walker.turn.items if isinstance(i, TableView)]
    assert table.rows == (("0 gato", "1,00"), ("1 mesa", "0,00"), ("2 gatito", ""))
    walker.types("0,90", "-0,90", "", "1,414", "0,707 ; 0 ; 0,636")
    (table,) = [i for i in walker.turn.items if isinstance(i, TableView)]
    assert table.header == ("clave", "producto", "escalado")
    assert [row[1:] for row in table.rows] == [("1,00", "0,707"), ("0,00", "0"), ("0,90", "0,636")]
    assert "Fin del tramo 1" in walker.said


def test_after_a_solution_the_question_comes_back_with_other_numbers():
    """Where its words hold for them; the lesson goes on with the text's, and a resumed one stands where it stood."""
    walker = Walker(open_unit("ecuacion1"))
    walker.types("b", "", "0,00", "solución", "sí", "-0,90", "", "saltar", "saltar", "")
    page = Walker(walker.unit, walker.events).turn.items[-1]
    assert "Lo que llevas" not in walker.said
    while not isinstance(page, Page) or "Q·K₂" not in page.ask:
        walker.types("" if walker.turn.waits is Waits.ENTER else "saltar")
        page = walker.turn.items[-1]
    assert "otros números" in page.before
    walker.types("0,90")
    assert "exact" not in walker.said
    assert walker.session.state.tries["producto-k2"] == 1
    walker.types("1,00")
    assert "exact" in walker.said
    assert walker.session.state.of("producto-k2") is Status.SOLVED
    assert "producto-k2" not in walker.session.state.answers
    again = walker.again().session.state
    assert again.of("producto-k2") is Status.SOLVED
    assert again.dropped == ()
    assert again.tries["producto-k2"] == 1


def test_a_unit_that_draws_numbers_lends_those_of_its_next_variant():
    """Where the author names none: seen, then asked with others; the walk keeps its own, and so does another day."""
    walker = Walker(open_unit("softmax"))
    own = walker.unit.question("exponenciales")
    while walker.asked != own.id:
        walker.types("" if walker.turn.waits is Waits.ENTER else "saltar")
    walker.types("solución", "sí")
    again = walker.again()
    while not isinstance(page := again.turn.items[-1], Page) or page.before == "" or again.asked != own.id:
        again.types("" if again.turn.waits is Waits.ENTER else "saltar")
    asked = again.session.prompt.question
    assert asked.right != own.right
    assert own.write(own.right) not in page.ask
    again.types(own.write(own.right))
    assert again.session.state.of(own.id) is Status.SEEN
    again.types(asked.write(asked.right))
    assert again.again().session.state.of(own.id) is Status.SOLVED
    assert own.id not in again.again().session.state.answers


@pytest.mark.parametrize("name", unit_names())
def test_what_is_asked_again_has_another_answer_and_no_field_left_open(name):
    """But where the author names the numbers: perpendicular is perpendicular."""
    unit = open_unit(name)
    for question in unit.questions:
        other = asked_again(unit, question)
        if other is not None:
            assert question.model.again or other.question(question.id).right != question.right
            for text in (explanations.ask(other, question.id), explanations.reason(other, question.id)):
                assert "{" not in text


def test_an_answer_that_other_numbers_give_too_is_still_ones_own():
    """Q·K₁ is 0 with both: a resumed lesson has it in its table and quotes it as typed."""
    walker = Walker(open_unit("ecuacion1"))
    walker.types("b", "", "0,0", "0,90", "-0,90", "")
    again = walker.again()
    assert again.session.state.answers["producto-k1"].text == "0,0"
    again.types("datos")
    (table,) = [i for i in again.turn.items if isinstance(i, TableView)]
    assert ("1 mesa", "0,0") in table.rows


def test_repetir_repeats_where_enter_is_awaited(walker):
    walker.types("b", "repetir")
    assert walker.turn.waits is Waits.ENTER
    assert isinstance(walker.turn.items[0], Page)
    assert walker.turn.items[0].header == "Tramo 1 de 2 · 1 de 3"
