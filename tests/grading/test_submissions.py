"""The collected cases of nasty hand-ins and lists: each has its test, and this is the index.

Case 66, lateness, is left out: no time of a file is trusted, and no mark depends on one.
"""

from __future__ import annotations

from importlib import import_module

import pytest

from tutor.authoring import open_version
from tutor.units.judge import judge_answer

LEFT_OUT = {66}
CASES = {
    1: "files.encoding.utf8_with_bom_loses_its_mark",
    2: "files.encoding.windows_1252_is_the_rule_after_utf8_and_a_name_is_shown",
    3: "files.encoding.utf16_with_a_mark_is_recognised files.encoding.utf16_without_its_mark_is_told_by_name "
    "intake.answer_table.a_text_file_may_be_a_table",
    4: "files.encoding.mac_roman_and_cp850_are_refused_with_what_to_do files.encoding.the_option_is_for_what_needs_it",
    5: "files.encoding.two_encodings_in_one_file_are_told_by_line",
    6: "intake.hand_ins.decomposed_names_of_a_mac_match roster.class_list.keys_compare_nfc_and_nfd_alike",
    7: "roster.class_list.invisible_characters_at_the_ends_of_an_id_go "
    "roster.class_list.an_invisible_character_inside_an_id_stays_and_is_told "
    "intake.answer_table.an_invisible_character_inside_an_id_is_told "
    "intake.hand_ins.an_id_that_is_not_written_as_on_the_list_is_told",
    8: "files.encoding.accents_already_spoilt_are_told_and_left",
    9: "files.encoding.nul_bytes_are_refused_with_their_line files.tables.a_workbook_is_read_whatever_it_is_called "
    "files.archives.a_workbook_cut_short_is_a_workbook",
    10: "roster.class_list.a_letter_that_is_not_what_it_seems_is_told intake.hand_ins.a_homoglyph_in_a_hand_in_is_told",
    11: "files.tables.semicolons_with_decimal_commas files.tables.the_option_comes_before_any_finding "
    "files.tables.an_unquoted_semicolon_inside_an_answer_is_told_as_such",
    12: "files.tables.the_wrong_separator_fails",
    13: "files.tables.unquoted_decimal_commas_in_a_comma_file_are_rejected_with_the_line_and_advice",
    14: "files.tables.an_unquoted_comma_in_a_name_is_a_ragged_row publishing.gradebook.common_texts_stay",
    15: "files.tables.a_hint_line_of_excel_is_obeyed_and_skipped",
    16: "files.tables.a_single_column_has_no_separator roster.class_list.a_single_column_says_what_is_needed",
    17: "files.tables.all_line_ends files.tables.mixed_line_ends",
    18: "files.tables.line_breaks_and_quotes_inside_a_quoted_cell "
    "files.tables.an_unclosed_quote_names_its_line_and_costs_no_other_row",
    19: "files.tables.a_huge_cell_is_one_row_less_and_no_more intake.answer_table.a_huge_cell_is_its_rows_problem",
    20: "files.tables.trailing_cells_and_blank_lines_are_skipped_counted_and_told_once "
    "files.tables.a_row_of_separators_and_blanks_is_nobody",
    21: "files.tables.two_columns_of_one_name_are_fatal roster.class_list.an_unknown_header_is_asked_for",
    22: "roster.class_list.without_a_header_the_first_student_is_neither_header_nor_lost "
    "intake.answer_table.a_table_without_header_is_refused",
    23: "intake.answer_table.columns_are_found_by_name_never_by_place "
    "roster.class_list.columns_are_found_by_name_whatever_their_order",
    24: "intake.answer_table.the_row_of_points_possible_is_not_a_student "
    "roster.class_list.the_row_of_points_possible_is_nobody",
    25: "roster.class_list.ids_are_text intake.answer_table.zeros_lost_on_the_way_are_told_once",
    26: "roster.class_list.ids_a_spreadsheet_has_spoilt_are_fatal intake.hand_ins.an_id_that_is_none_is_for_a_person",
    27: "roster.class_list.ids_are_text publishing.gradebook.common_texts_stay",
    28: "grading.marking.two_that_differ_wait_for_a_person grading.marking.a_policy_or_a_date_settles_it",
    29: "roster.class_list.one_id_for_two_people_is_fatal_and_all_are_told",
    30: "roster.class_list.two_people_of_one_name_are_told_apart_by_id "
    "roster.class_list.three_people_of_one_name_are_told_once "
    "intake.hand_ins.a_folder_of_another_name_is_for_a_person intake.hand_ins.a_name_that_two_have_identifies_nobody",
    31: "roster.class_list.ids_told_apart_only_by_case_accents_or_blanks_are_fatal",
    32: "intake.hand_ins.a_stranger_is_kept_apart publishing.moodle.strangers_and_doubts_stay_out "
    "grading.class.all_graded_is_success",
    33: "publishing.report.states_without_marks_have_none grading.marking.five_states_that_never_merge",
    34: "grading.marking.right_for_a_classmate_earns_nothing_and_is_told_to_the_teacher",
    35: "files.archives.an_id_in_a_file_name_is_no_pattern",
    46: "publishing.gradebook.rounded_once_half_up grading.marking.ten_points_are_shared_exactly",
    47: "intake.sheet_text.yaml_scalars_keep_their_text",
    48: "intake.sheet_text.a_duplicate_yaml_key_is_an_error",
    49: "intake.sheet_text.keys_are_mapped_by_an_explicit_list "
    "intake.sheet_text.an_answer_of_no_question_beside_an_empty_one_is_for_a_person "
    "intake.answer_table.a_column_of_nobody_beside_a_question_without_one_is_for_a_person "
    "intake.answer_table.unknown_and_missing_columns_are_told_with_the_nearest",
    50: "intake.hand_ins.an_empty_file_is_an_upload_that_failed grading.tried.without_any_hand_in_nothing_is_written "
    "roster.class_list.a_list_of_nobody_is_refused",
    51: "intake.hand_ins.one_broken_file_among_many_stops_nobody",
    52: "files.archives.a_zip_that_would_leave_its_folder_is_not_followed",
    53: "files.archives.a_zip_bomb_is_not_opened files.archives.too_many_files_or_bytes_say_the_limit_and_the_option "
    "files.archives.a_zip_of_too_many_is_refused_before_its_names_are_read",
    54: "files.archives.links_are_not_followed "
    "files.archives.what_is_not_looked_at_beside_a_sheet_is_told_to_its_reader "
    "files.archives.links_inside_a_zip_are_not_followed",
    55: "intake.sheet_text.yaml_bombs_and_tags_are_texts_that_cannot_be_numbers",
    56: "publishing.gradebook.formulas_are_neutralised grading.decisions.formulas_in_answers_are_inert "
    "roster.class_list.ids_that_begin_as_a_formula_are_refused",
    57: "publishing.report.names_ids_and_answers_are_text publishing.feedback.markup_and_escapes_in_answers",
    58: "publishing.feedback.names_make_safe_paths files.archives.strange_file_names_are_only_names",
    59: "files.archives.what_systems_leave_behind_is_ignored_and_listed",
    60: "files.archives.a_zip_within_is_opened_and_one_within_that_is_not files.archives.folders_within_folders",
    61: "grading.class.kill_in_the_middle files.output.kill_in_the_middle_leaves_the_old_files_whole",
    62: "files.output.a_file_open_in_a_spreadsheet",
    63: "grading.decisions.new_doubts_go_below grading.class.decisions_survive_and_settle",
    64: "files.output.two_runs_at_once",
    65: "grading.class.the_order_of_the_files_does_not_matter",
    67: "grading.tried.what_was_tried_and_cannot_be_told_waits "
    "grading.marking.one_unreadable_answer_makes_the_row_unreadable intake.hand_ins.any_bytes_are_a_hand_in",
    68: "grading.class.all_graded_is_success",
    69: "grading.class.moodle_takes_what_it_is_given publishing.moodle.what_moodle_would_skip_is_told",
    70: "publishing.report.small_classes publishing.report.everybody_alike",
}
VALUES = [
    (36, "0,60 ; 8,48", "exact"),
    (36, "0.60 8.48", "exact"),
    (37, "1.234 ; 8,48", "ask"),
    (38, "1.234,56 ; 8,48", "wrong"),
    (38, "1 234,56 ; 8,48", "wrong"),
    (39, "−0,60 ; 8,48", "wrong"),
    (39, "½ ; 8,48", "coarse"),
    (39, "٣ ; 8,48", "unreadable"),
    (40, "nan ; 8,48", "unreadable"),
    (40, "1e400 ; 8,48", "unreadable"),
    (40, "1_000 ; 8,48", "unreadable"),
    (41, "3/5 ; 8,48", "rounded"),
    (41, "60% ; 8,48", "exact"),
    (41, "0,3*sqrt(4) ; 8,48", "rounded"),
    (41, "0,60 cm ; 8,48", "unreadable"),
    (42, "", "blank"),
    (42, "-", "blank"),
    (42, "?", "blank"),
    (42, "no sé", "blank"),
    (45, "0,6 ; 8", "coarse"),
]
"""How an answer (right: 0,60 ; 8,48) may be written, and what is made of it."""
EDGES = {43: "a right answer of 0", 44: "on the edge"}


def test_every_case_has_its_test() -> None:
    """From 1 to 70 but for lateness; and the tests that the index names are there."""
    assert {*CASES, *(case for case, *_ in VALUES), *EDGES} == set(range(1, 71)) - LEFT_OUT
    for name in " ".join(CASES.values()).split():
        room, module, test = name.split(".")
        assert callable(getattr(import_module(f"tests.{room}.test_{module}"), f"test_{test}")), name


@pytest.mark.parametrize(("case", "text", "verdict"), VALUES)
def test_values(case: int, text: str, verdict: str) -> None:
    """Written as people write: read by one rule, asked about, or left for a person; never guessed."""
    opened = open_version("entrega", 2)
    assert judge_answer(opened, "salida", opened.question("salida").read(text)).verdict == verdict


@pytest.mark.parametrize("text", ["0 ; -1 ; 3", "0,00 ; −1,00 ; 3,00", "−0 ; −1 ; 3"])
def test_a_right_answer_of_zero(text: str) -> None:
    """Case 43: what is asked is 0; no relative margin, no division by it."""
    opened = open_version("entrega", 2)
    assert judge_answer(opened, "productos", opened.question("productos").read(text)).verdict.correct


def test_on_the_edge() -> None:
    """Case 44: half a unit of the last decimal asked still counts, whatever its binary fraction."""
    opened = open_version("entrega", 2).over_with({"V": [[2, 0], [8, 0], [0, 10]]})
    right = opened.question("salida").right
    assert isinstance(right, list)
    first = float(right[0])  # type: ignore[arg-type]
    for text in (f"{first - 0.005:.10f} ; 8,48", f"{first + 0.005:.10f} ; 8,48"):
        assert judge_answer(opened, "salida", opened.question("salida").read(text)).verdict.correct, text
