"""An answer sheet is read as people fill it in, and nothing on it is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.grading.homeworks import QUESTIONS
from tutor.intake.labels import Labels
from tutor.intake.sheet_text import SheetText, read_sheet


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Pesos = 0,1 ; 0,9", {"pesos": "0,1 ; 0,9"}),
        ("- **PESOS**: (0,1 ; 0,9)", {"pesos": "(0,1 ; 0,9)"}),
        ("2. Pesos: 0,1 ; 0,9", {"pesos": "0,1 ; 0,9"}),
        ("2) pesos → 0,1 ; 0,9", {"pesos": "0,1 ; 0,9"}),
        ("pesos\t0,1 ; 0,9", {"pesos": "0,1 ; 0,9"}),
        ("pesos 0,1 ; 0,9", {"pesos": "0,1 ; 0,9"}),
        ("> pesos: “0,1 ; 0,9”", {"pesos": "0,1 ; 0,9"}),
        ("pesos:\n\n0,1 ;\n0,9\n\nGracias, profe", {"pesos": "0,1 ;\n0,9"}),
        ("pesos: 0,1 ; 0,9\n\nEnviado desde mi iPhone 13", {"pesos": "0,1 ; 0,9"}),
        ("\u200bpesos:\u00a00,1 ; 0,9\u200b", {"pesos": "0,1 ; 0,9"}),
        ("Clave que más pesa: 2", {"clave": "2"}),
        ("CLAVE QUE MAS PESA\n2", {"clave": "2"}),
        ("clave: clave 1", {"clave": "clave 1"}),
        ("clave:\nclave 1", {"clave": "1"}),
        ("máscara: [1 0 0]", {"mascara": "[1 0 0]"}),
        (
            "id: a1 productos: 0;-1;3 pesos: 0,1;0,2;0,7 clave: 2",
            {"productos": "0;-1;3", "pesos": "0,1;0,2;0,7", "clave": "2"},
        ),
        (
            "1. Productos (1 punto)\n0;-1;3\n2. Pesos (3 puntos)\n0,1;0,2;0,7",
            {"productos": "0;-1;3", "pesos": "0,1;0,2;0,7"},
        ),
        ("pesos: α = 0,1 ; 0,9", {"pesos": "α = 0,1 ; 0,9"}),
        ("pesos:\nα = 0,1 ; 0,9", {"pesos": "α = 0,1 ; 0,9"}),
        ("salida: 1,5\npesos:\nsalida: 1,5", {"salida": "1,5"}),
        ("salida: -1,5\r\rpesos: 2\r\n", {"salida": "-1,5", "pesos": "2"}),
        ("1) 0 ; −1 ; 3\n2) 0,1 0,9\n3) 2", {"productos": "0 ; −1 ; 3", "pesos": "0,1 0,9", "clave": "2"}),
        ("pesos: 0.10 # no lo tengo claro", {"pesos": "0.10"}),
        ("pesos: ?", {"pesos": "?"}),
        ("Pesos (tres números, 3 decimales): 0,1", {"pesos": "0,1"}),
        ("> pesos: 0,1\n>\n> clave: 2", {"pesos": "0,1", "clave": "2"}),
    ],
)
def test_a_sheet_is_read_as_people_fill_it_in(text: str, answers: dict[str, str]) -> None:
    """Bullets, numbers, titles, quotes, tabs, arrows, answers on the next line, mail signatures."""
    assert read_sheet(text, Labels(QUESTIONS), "hoja.txt").answers == answers


@pytest.mark.parametrize(("label", "meant"), [("pessos", "pesos"), ("q_salida", "salida"), ("mascaras", "mascara")])
def test_an_unknown_label_is_told_with_the_nearest_and_not_read(label: str, meant: str) -> None:
    """A typing mistake in a label is a warning, never a guess, and is no part of the answer above."""
    found = read_sheet(f"productos: 1 ; 2\n{label}: 0,1\n0,9\n", Labels(QUESTIONS), "hoja.txt")
    assert found.answers == {"productos": "1 ; 2"}
    assert [n.code for n in found.notices] == ["unknown-question"]
    assert f"¿«{meant}»?" in found.notices[0].text


def test_one_question_answered_twice_is_for_a_person() -> None:
    """No silent first nor last wins; the same answer twice is one."""
    found = read_sheet("pesos: 1\npesos: 2\n", Labels(QUESTIONS), "hoja.txt")
    assert found.problem is not None
    assert found.problem.code == "answered-twice"
    assert read_sheet("pesos: 1\npesos: 1\n", Labels(QUESTIONS), "hoja.txt").problem is None


# -- YAML -------------------------------------------------------------------------------------------------------------


def yaml(text: str) -> SheetText:
    return read_sheet(text, Labels(QUESTIONS), "a1.yaml", yaml=True)


def test_yaml_scalars_keep_their_text() -> None:
    """`no`, 012, 12:30, 1_000, a date, 1e3, 0.10: each is what was typed."""
    found = yaml("productos: no\npesos: 012\nclave: 12:30\nsalida: 1_000\nmascara: 2024-01-05\n")
    assert list(found.answers.values()) == ["no", "012", "12:30", "1_000", "2024-01-05"]
    assert yaml("pesos: 0.10\nsalida: 1e3\nclave: '1,5'\n").answers == {
        "pesos": "0.10",
        "salida": "1e3",
        "clave": "1,5",
    }


def test_yaml_lists_and_blocks() -> None:
    """A list a line, a flow list as written, a literal block, nested rows."""
    assert yaml("pesos:\n  - 0,1\n  - 0,9\n").answers == {"pesos": "0,1 ; 0,9"}
    assert yaml("pesos: [0,1 ; 0,9]\n").answers == {"pesos": "[0,1 ; 0,9]"}
    assert yaml("pesos: |\n  0,1\n  0,9\n").answers == {"pesos": "0,1\n0,9"}
    assert yaml("pesos:\n  - [1, 0]\n  - [0, 1]\n").answers == {"pesos": "[1, 0] | [0, 1]"}


def test_a_duplicate_yaml_key_is_an_error() -> None:
    """PyYAML keeps the last in silence; here a person decides."""
    assert yaml("pesos: 1\npesos: 2\n").problem is not None


@pytest.mark.parametrize(("text", "meant"), [("Q1 : 2\n", "q1"), ("q01: 2\n", "")])
def test_keys_are_mapped_by_an_explicit_list(text: str, meant: str) -> None:
    """`Q1 ` is q1; `q01` is a warning that names the nearest."""
    found = read_sheet(text, Labels({"q1": "", "q2": ""}), "a1.yaml", yaml=True)
    assert found.answers == ({"q1": "2"} if meant else {})
    if not meant:
        assert "¿«q1»?" in found.notices[0].text


def test_yaml_broken_by_hand_is_read_as_a_sheet() -> None:
    """Tabs, curly quotes, colons in a value: what a quarter of a class writes."""
    found = yaml("pesos:\t“0,1 ; 0,9”\nclave: la 2: seguro\n\tsalida: 1,5\n")
    assert found.answers["pesos"] == "0,1 ; 0,9"
    assert found.answers["salida"] == "1,5"
    assert "broken-yaml" in [n.code for n in found.notices]


def test_yaml_bombs_and_tags_are_texts_that_cannot_be_numbers() -> None:
    """No alias is expanded, no object made; the text stays a text."""
    bomb = "a: &a [x, x]\n" + "".join(f"b{i}: &b{i} [*a, *a]\n" for i in range(9)) + "pesos: *b8\n"
    assert yaml(bomb).answers == {"pesos": "*b8"}
    assert yaml("pesos: !!python/object/apply:os.system [id]\n").answers["pesos"].startswith("!!python")


@given(st.text(max_size=300))
@settings(max_examples=300)
def test_any_text_is_a_sheet(text: str) -> None:
    """No text raises, none loses the sheet's own answers' types."""
    for kind in (False, True):
        found = read_sheet(text, Labels(QUESTIONS), "a1.txt", yaml=kind)
        assert all(isinstance(answer, str) and answer for answer in found.answers.values())


@pytest.mark.parametrize("bit", ["*", " ", ">", "1", "a ", "1) ", "xyz: 1\n", "pesos:", "\u200b", "“", "[", "- "])
def test_a_hostile_sheet_is_read_in_one_pass(bit: str) -> None:
    """Two hundred thousand characters of anything: no pattern tries them again and again, no notice a line."""
    for text in (bit * (200_000 // len(bit)), "pesos: " + bit * 60_000):
        assert len(read_sheet(text, Labels(QUESTIONS), "a1.txt").notices) < 30


# -- What was tried and cannot be told is for a person ---------------------------------------------------------------

OURS = "# Entrega\n# Las líneas que empiezan por # no hace falta tocarlas.\n\nid: a1\n"
WRITTEN = {"productos": "0 ; −1 ; 3", "pesos": "0,1 ; 0,2 ; 0,7", "clave": "2", "salida": "1,5 ; 2,5"}


def three_cells(question: str, text: str) -> bool:
    """Whether a text has the three numbers that every question here asks for."""
    return len(text.replace(";", " ").split()) == 3


def filled(last: str, end: str = "") -> str:
    body = "".join(f"# Pregunta\n{question}: {text}\n" for question, text in WRITTEN.items())
    return f"{OURS}{body}mascara: {last}{end}"


@pytest.mark.parametrize("last", ["", "0,05", "0,05 ; 0,0", "0,05 ; 0,02 ;", "0,05 ; 0,02 ; 0,", "0,05 ; 0,02 ; 0,9"])
def test_a_sheet_cut_inside_its_last_answer_is_for_a_person(last: str) -> None:
    """Without its last line, an answer that is blank, of another shape, or ends in a shorter number may be half of
    one: no zero in silence."""
    found = read_sheet(filled(last), Labels(QUESTIONS, three_cells), "hoja.txt")
    assert found.problem is not None
    assert found.problem.code == "cut"
    assert "«mascara»" in found.problem.text


@pytest.mark.parametrize("end", ["", "\n", "\r\n\r\n"])
def test_a_sheet_without_its_last_line_but_with_all_answers_is_read(end: str) -> None:
    """Whoever deletes the printed lines has answered all the same."""
    found = read_sheet(filled("0,05 ; 0,02 ; 0,93", end), Labels(QUESTIONS, three_cells), "hoja.txt")
    assert found.problem is None
    assert found.answers["mascara"] == "0,05 ; 0,02 ; 0,93"


@pytest.mark.parametrize(
    "text",
    [
        "pesoss: 0,1 ; 0,9\nproductos: 1",
        "productos: 1\n\nPregunta dos: 0,1 0,9",
        "productos: 1\n\nLos pesos me salen 0,1 y 0,9",
        "productos: 1\n\n[imagen]",
        "productos: 1\n\n\ufffc",
    ],
)
def test_an_answer_of_no_question_beside_an_empty_one_is_for_a_person(text: str) -> None:
    """A mistyped label, numbers in prose, a picture: somebody tried, and what they tried is not guessed."""
    found = read_sheet(text, Labels(QUESTIONS), "hoja.txt")
    assert found.problem is not None
    assert found.problem.code in ("nobodys-answer", "stray-answer")


@pytest.mark.parametrize("text", ["pesoss: ?", "pesoss:\n", "Gracias, profe"])
def test_nothing_of_no_question_is_only_told(text: str) -> None:
    """A wrong label with nothing behind it hides no answer."""
    assert read_sheet(f"productos: 1\n\n{text}", Labels(QUESTIONS), "hoja.txt").problem is None


def test_a_mistyped_label_where_all_is_answered_is_only_told() -> None:
    """Then it is no question's answer."""
    full = "".join(f"{question}: 1\n" for question in QUESTIONS)
    found = read_sheet(f"{full}pesoss: 2\n", Labels(QUESTIONS), "hoja.txt")
    assert (found.problem, [n.code for n in found.notices]) == (None, ["unknown-question"])


def test_an_unknown_yaml_key_beside_an_empty_question_is_for_a_person() -> None:
    """As a mistyped label in a text."""
    found = yaml("pesoss: [0,1 ; 0,9]\nproductos: 1\n")
    assert found.problem is not None
    assert "pesoss" in found.problem.text


@pytest.mark.parametrize("dash", ["- ", "– ", "-\t"])
@pytest.mark.parametrize("first", ["\n", " "])
def test_a_dash_before_every_line_is_a_bullet(dash: str, first: str) -> None:
    """A list as people write it is no list of negatives, and it is told; signs stay."""
    text = f"pesos:{first}{dash}0,1\n{dash}0,2\n{dash}-0,7\nclave: - 1\nproductos: -1\n-2\n"
    found = read_sheet(text, Labels(QUESTIONS), "hoja.txt")
    assert found.answers == {"pesos": "0,1\n0,2\n-0,7", "clave": "- 1", "productos": "-1\n-2"}
    assert [n.code for n in found.notices] == ["bullets"]


def test_a_dash_before_some_lines_is_for_a_person() -> None:
    """Bullets or signs: nobody can tell."""
    found = read_sheet("pesos:\n0,1\n- 0,2\n0,7\n", Labels(QUESTIONS), "hoja.txt")
    assert found.problem is not None
    assert found.problem.code == "bullets"


def test_only_words_are_a_comment() -> None:
    """What stands behind a `#` with numbers may be part of the answer: it stays, and cannot be read as one."""
    found = read_sheet("clave: 1 # 2\npesos: 0,1 # creo\n0,2\n", Labels(QUESTIONS), "hoja.txt")
    assert found.answers == {"clave": "1 # 2", "pesos": "0,1\n0,2"}
