"""The responses to a question bank, as Moodle exports them, graded with carry by the numbers of each variant."""

from __future__ import annotations

import csv
import json
from decimal import ROUND_HALF_UP
from pathlib import Path
from typing import Any

import pytest

from tests.handout.cloze_reader import read_bank, summary
from tests.handout.test_quiz import cells, typed
from tests.running import run
from tutor.authoring import open_unit
from tutor.handout import cloze
from tutor.handout.answer_key import key_file
from tutor.handout.quiz import Quiz, quiz
from tutor.intake.hand_ins import collect
from tutor.intake.quiz_responses import answers, parts, variant_code
from tutor.units import OpenUnit

SPANISH = (
    "Apellido(s)", "Nombre", "Número de ID", "Dirección de correo", "Estado", "Comenzado el", "Finalizado",
    "Tiempo requerido", "Calificación/10,00", "Pregunta 1", "Respuesta 1", "Respuesta correcta 1",
)  # fmt: skip
ENGLISH = (
    "Last name", "First name", "ID number", "Email address", "Status", "Started", "Completed", "Duration",
    "Grade/10.00", "Question 1", "Response 1", "Right answer 1",
)  # fmt: skip
PEOPLE = [("Gil", "Ana"), ("Ruiz", "Eva"), ("Paz", "Leo"), ("Sol", "Iris"), ("Mar", "Noa"), ("Ros", "Teo")]


@pytest.fixture(scope="module")
def opened() -> OpenUnit:
    return open_unit("entrega")


@pytest.fixture(scope="module")
def made(opened: OpenUnit) -> Quiz:
    return quiz(opened, 3)


def right(opened: OpenUnit, made: Quiz, row: int) -> dict[str, list[str]]:
    """What a student who makes no mistake types in each blank, by question."""
    found = {}
    for question, _, variant in cells(opened, made, row):
        mine: Any = variant.question(question.id).right
        if question.choices:
            found[question.id] = [question.choices[int(mine)].text]
        else:
            values = mine if isinstance(mine, list) else [mine]
            found[question.id] = [typed(value, question.decimals or 0, ROUND_HALF_UP) for value in values]
    return found


def response(found: dict[str, list[str]], word: str) -> str:
    """As `qtype_multianswer` sums up what was typed."""
    texts = [text for question in found.values() for text in question]
    return "; ".join(f"{word} {i}: {text}" for i, text in enumerate(texts, 1))


def export(path: Path, header: tuple[str, ...], rows: list[tuple[str, str]]) -> None:
    """A table as Moodle writes it: text of the question and response, a student a row."""
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(header)
        for i, ((last, first), (asked, answered)) in enumerate(zip(PEOPLE, rows, strict=False)):
            who = [last, first, f"a{i}", f"a{i}@x.es", "Finalizado", "1 de diciembre de 2026, 10:00"]
            row = [*who, f"1 de diciembre de 2026, 10:3{i}", "30 minutos", "5,00", asked, answered, "part 1: 4"]
            writer.writerow([cell for cell, name in zip(row, [*SPANISH], strict=True) if name in kept(header)])


def kept(header: tuple[str, ...]) -> set[str]:
    pairs = dict(zip(ENGLISH, SPANISH, strict=True))
    return {pairs.get(name, name) for name in header}


def lay(folder: Path, opened: OpenUnit, made: Quiz) -> list[str]:
    """The key in a folder; the question's text of each variant."""
    (folder / "clave.yaml").write_text("".join(key_file(made.sheets)), encoding="utf-8")
    bank = read_bank(cloze.bank(opened.unit.title, made.questions))
    return [summary(question) for question in bank.questions]


def grade(monkeypatch: pytest.MonkeyPatch, *more: str) -> tuple[int, str, dict[str, Any]]:
    ran = run(monkeypatch, ["grade", "entrega", "r.csv", *more, "--out", "notas"])
    results = Path("notas/resultados.json")
    found = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {"students": []}
    gradebook = Path("notas/notas.csv")
    told = gradebook.read_text(encoding="utf-8-sig") if gradebook.exists() else ""
    return ran.code, ran.out + ran.err + told, {student["id"]: student for student in found["students"]}


@pytest.mark.parametrize(("header", "word"), [(SPANISH, "parte"), (ENGLISH, "part")], ids=["es", "en"])
def test_an_export_is_graded_with_carry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: OpenUnit, made: Quiz, header: tuple[str, ...], word: str
) -> None:
    """Each by the numbers of the variant that the question's text tells: all right is ten in each; a slip in the scaled
    products, carried on rightly, costs only them, where the platform took all that follows."""
    monkeypatch.chdir(tmp_path)
    asked = lay(tmp_path, opened, made)
    rows = [(asked[row], response(right(opened, made, row), word)) for row in (0, 1, 2)]
    halved = opened.over_with(next(iter(made.sheets.sheets.values())).data)
    carried = right(opened, made, 0)
    scores, weights, output = chain_without_scaling(halved)
    carried |= {"escalados": scores, "pesos": weights, "salida": output}
    blank = {question: [""] * len(texts) for question, texts in right(opened, made, 1).items()}
    half = right(opened, made, 1) | {"pesos": ["0,1", "", "", ""]}
    rows += [(asked[0], response(carried, word)), (asked[1], response(half, word)), (asked[2], response(blank, word))]
    export(tmp_path / "r.csv", header, rows)
    _, told, students = grade(monkeypatch, "--sheets", "clave.yaml")
    assert [students[f"a{i}"]["mark"] for i in range(3)] == [10, 10, 10], told
    verdicts = {answer["id"]: answer["verdict"] for answer in students["a3"]["answers"]}
    assert (verdicts["escalados"], verdicts["pesos"], verdicts["salida"]) == ("slip", "carried", "carried")
    assert students["a3"]["mark"] == 9
    assert (students["a4"]["state"], students["a4"]["mark"]) == ("graded", 7)
    assert (students["a5"]["state"], students["a5"]["mark"]) == ("blank", 0)
    assert "no sé qué es la columna" not in told


def chain_without_scaling(opened: OpenUnit) -> tuple[list[str], list[str], list[str]]:
    """What somebody writes who does not divide by √d_k and goes on rightly."""
    import numpy as np

    scores = np.array(opened.question("productos").right)
    weights = np.exp(scores) / np.exp(scores).sum()
    output = np.round(weights, 3) @ np.array(opened.data["V"])
    lists = (scores, 3), (weights, 3), (output, 2)
    first, second, third = ([typed(float(x), places, ROUND_HALF_UP) for x in values] for values, places in lists)
    return first, second, third


def test_without_the_questions_text_the_rows_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: OpenUnit, made: Quiz
) -> None:
    """Nobody is graded by numbers that may be another's: how to export it again is said."""
    monkeypatch.chdir(tmp_path)
    lay(tmp_path, opened, made)
    header = tuple(name for name in SPANISH if name != "Pregunta 1")
    export(tmp_path / "r.csv", header, [("", response(right(opened, made, 0), "parte"))])
    for more in (["--sheets", "clave.yaml"], []):
        code, told, students = grade(monkeypatch, *more)
        assert (code, students["a0"]["state"], students["a0"]["mark"]) == (1, "unreadable", None)
        assert "marcando «texto de la pregunta»" in told
        assert "no dice qué variante le tocó" in told


def test_without_the_key_nothing_is_graded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: OpenUnit, made: Quiz
) -> None:
    """The numbers of the unit are nobody's."""
    monkeypatch.chdir(tmp_path)
    asked = lay(tmp_path, opened, made)
    export(tmp_path / "r.csv", SPANISH, [(asked[0], response(right(opened, made, 0), "parte"))])
    code, told, _ = grade(monkeypatch)
    assert (code, "--sheets" in told, Path("notas").exists()) == (2, True, False)


@pytest.mark.parametrize(
    ("asked", "answered", "told"),
    [
        ("entrega-3-AAAAAAA", "ALL", "no están sus números"),
        ("CODE", "parte 1: 4; parte 2: 3", "tiene 2 casillas"),
        ("CODE", "cuatro", "no es la de un banco"),
    ],
)
def test_what_is_not_of_the_bank_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: OpenUnit, made: Quiz, asked: str, answered: str, told: str
) -> None:
    """Another bank's code, another question, no parts: a person looks."""
    monkeypatch.chdir(tmp_path)
    texts = lay(tmp_path, opened, made)
    whole = response(right(opened, made, 0), "parte")
    export(tmp_path / "r.csv", SPANISH, [(asked.replace("CODE", texts[0]), answered.replace("ALL", whole))])
    code, said, students = grade(monkeypatch, "--sheets", "clave.yaml")
    assert (code, students["a0"]["state"]) == (1, "unreadable")
    assert told in said


@pytest.mark.parametrize(
    ("cell", "found", "problem"),
    [
        ("parte 1: 0,1; parte 2: 0,9", {"q": "0,1 ; 0,9"}, ""),
        ("0,1 ; 0,9", {"q": "0,1 ; 0,9"}, ""),
        ("parte 1: 0,1", None, "quiz-parts"),
    ],
)
def test_a_question_by_itself_may_be_of_any_kind(
    tmp_path: Path, cell: str, found: dict[str, str] | None, problem: str
) -> None:
    """One column of responses to one question: its blanks, or its answer as it is."""
    table = tmp_path / "r.csv"
    table.write_text(f'id,Pregunta 1,Respuesta 1\na1,u-1-ABCDEFG,"{cell}"\n', encoding="utf-8")
    (handin,) = collect([table], {"q": "Pesos"}, blanks={"q": (2,)}).handins
    assert (handin.problem.code if handin.problem else "") == problem
    assert found is None or handin.answers == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("parte 1: 4; parte 2: -2,00; parte 3: ", ["4", "-2,00", ""]),
        ("part 1: 4; part 2: clave 2", ["4", "clave 2"]),
        ("partie 1 : 4; partie 2 : ", ["4", ""]),
        ("parte 1: ; parte 2: ", ["", ""]),
        ("parte 2: 4", None),
        ("0,412", None),
        ("", None),
    ],
)
def test_the_parts_of_a_response(text: str, found: list[str] | None) -> None:
    """Numbered from 1, in whatever language, also where nothing was typed."""
    assert parts(text) == found


def test_the_parts_are_the_answers_in_order() -> None:
    """A list on a line, a matrix row by row, a choice as its text; an empty blank is not there."""
    blanks = {"a": (2,), "b": (2, 2), "c": (), "d": (2,)}
    pieces = ["1", "2", "3", "4", "5", "6", "clave 1", "", "7"]
    assert answers(pieces, blanks) == {"a": "1 ; 2", "b": "3 ; 4 | 5 ; 6", "c": "clave 1", "d": "7"}
    assert answers(pieces[:-1], blanks) is None


def test_a_code_is_found_in_the_questions_text() -> None:
    """Among other words, in any case; nothing that only looks like one."""
    assert variant_code(["Gil", "Variante: entrega-3-ABCDEFG", "4"]) == "entrega-3-ABCDEFG"
    assert variant_code(["VARIANTE: MULTI-CABEZA-12-ABCDEF2\n"]) == "MULTI-CABEZA-12-ABCDEF2"
    assert variant_code(["entrega-3-ABCDEF", "x@a-3-ABCDEFG9", ""]) == ""
