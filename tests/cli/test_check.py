"""`tutor check` from files and pipes: what it writes, where, and how it ends."""

from __future__ import annotations

import json

import pytest

from tests.running import run
from tutor.equations.yamlfile import MAX_SIZE

RIGHT = """\
productos: (0,00 ; 1,00 ; 0,10)
pesos: 0,244 ; 0,494 ; 0,262
clave: 1
salida: [3,75 ; 6,25]
causal: 1,000 ; 0,000 ; 0,000
"""


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path / "datos"))


@pytest.fixture
def answers(tmp_path):
    def write(text: str) -> str:
        path = tmp_path / "mis respuestas.yaml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_all_right_ends_with_0_and_the_closing_sentence(monkeypatch, answers):
    done = run(monkeypatch, ["check", "ejercicio", "--answers", answers(RIGHT)])
    assert (done.code, done.err) == (0, "")
    assert "Las cinco salen: entiendes la ecuación 1." in done.out


def test_one_wrong_ends_with_1_and_names_it(monkeypatch, answers):
    done = run(monkeypatch, ["check", "ejercicio", "--answers", answers(RIGHT.replace("0,494", "0,594"))])
    assert done.code == 1
    assert (
        "4 de 5 bien.\n\nLo primero que hay que mirar:\nPesos: 0,244 ; 0,594 ; 0,262\n"
        "Lo correcto: (0,244 ; 0,494 ; 0,262)\nTodavía no." in done.out
    )
    assert done.out.count("\nPesos") == 1
    assert "entiendes" not in done.out


def test_an_unknown_question_ends_with_3_and_the_line(monkeypatch, answers):
    file = answers(RIGHT + "pessos: 1\n")
    done = run(monkeypatch, ["check", "ejercicio", "--answers", file])
    assert (done.code, done.out) == (3, "")
    assert f"{file}:6" in done.err
    assert "«pesos»" in done.err


@pytest.mark.parametrize(
    ("text", "said"),
    [("hola", "una por línea"), ("productos: [1\n", "falta una coma"), ("clave: 1\nclave: 2\n", "repetida")],
)
def test_a_file_that_cannot_be_used_ends_with_3(monkeypatch, answers, text, said):
    done = run(monkeypatch, ["check", "ejercicio", "--answers", answers(text)])
    assert done.code == 3
    assert said in done.err


def test_a_file_that_is_not_there_or_is_no_text_ends_with_3(monkeypatch, tmp_path):
    assert run(monkeypatch, ["check", "ejercicio", "--answers", str(tmp_path / "nada.yaml")]).code == 3
    assert run(monkeypatch, ["check", "ejercicio", "--answers", str(tmp_path)]).code == 3
    (tmp_path / "x.yaml").write_bytes("pesos: ½ más".encode("latin-1"))
    done = run(monkeypatch, ["check", "ejercicio", "--answers", str(tmp_path / "x.yaml")])
    assert done.code == 3
    assert "UTF-8" in done.err


@pytest.mark.parametrize("text", ['pesos: "0,5\n', "clave: 1\nclave: 2\n", "productos: [1\n", "pesos: @5\n"])
def test_a_fault_of_a_file_is_told_once(monkeypatch, answers, text):
    """What, where, one way out: two lines, and no line that the file does not have."""
    file = answers(text)
    done = run(monkeypatch, ["check", "ejercicio", "--answers", file])
    assert len(done.err.splitlines()) == 2
    assert done.err.startswith(f"{file}:{text.count(chr(10))}:")


def test_an_answer_may_begin_with_its_comma(monkeypatch):
    """As at the prompt."""
    text = RIGHT.replace("(0,00 ; 1,00 ; 0,10)", ",00 ; 1,00 ; ,10")
    assert text != RIGHT
    assert run(monkeypatch, ["check", "ejercicio", "--answers", "-"], text=text).code == 0


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_called_that(monkeypatch, tmp_path, encoding):
    """With or without its mark: the encoding and what to save it as, not a character nobody sees."""
    (tmp_path / "x.yaml").write_bytes(RIGHT.encode(encoding))
    done = run(monkeypatch, ["check", "ejercicio", "--answers", str(tmp_path / "x.yaml")])
    assert done.code == 3
    assert "UTF-16" in done.err
    assert "eligiendo la codificación UTF-8" in done.err


@pytest.mark.parametrize("way", ["file", "pipe"])
def test_a_file_without_end_ends_with_3(monkeypatch, tmp_path, way):
    """No more is read than a file of answers can hold: `--answers` may name a device, or the wrong file."""
    text = "# " + "x" * MAX_SIZE
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    file = "-" if way == "pipe" else str(tmp_path / "x.yaml")
    done = run(monkeypatch, ["check", "ejercicio", "--answers", file], text=text)
    assert (done.code, done.out) == (3, "")
    assert "demasiado grande" in done.err


def test_a_file_as_windows_saves_it_is_read(monkeypatch, tmp_path):
    """A byte order mark and CRLF are no part of an answer."""
    (tmp_path / "x.yaml").write_bytes(b"\xef\xbb\xbf" + RIGHT.replace("\n", "\r\n").encode())
    assert run(monkeypatch, ["check", "ejercicio", "--answers", str(tmp_path / "x.yaml")]).code == 0


def test_answers_can_come_through_a_pipe(monkeypatch):
    assert run(monkeypatch, ["check", "ejercicio", "--answers", "-"], text=RIGHT).code == 0


def report(monkeypatch, text: str) -> dict:
    done = run(monkeypatch, ["check", "ejercicio", "--answers", "-", "--json"], text=text)
    assert done.err == ""
    return json.loads(done.out)


def test_json_is_one_object_as_scripts_expect_it(monkeypatch):
    found = report(monkeypatch, RIGHT)
    assert list(found) == ["schema", "unit", "variant", "passed", "score", "questions"]
    assert (found["schema"], found["unit"], found["variant"]) == (1, "ejercicio", 0)
    assert (found["passed"], found["score"]) == (True, 1.0)
    assert [q["id"] for q in found["questions"]] == ["productos", "pesos", "clave", "salida", "causal"]
    keys = ["id", "verdict", "correct", "evidence", "typed", "read", "cells", "slips", "message"]
    assert all(list(q) == keys for q in found["questions"])
    assert found["questions"][0]["typed"] == "(0,00 ; 1,00 ; 0,10)"
    assert found["questions"][0]["read"] == [0.0, 1.0, 0.1]
    assert found["questions"][0]["cells"] == [True, True, True]


def test_in_json_what_was_not_answered_is_blank_and_infinities_are_words(monkeypatch):
    found = report(monkeypatch, "causal: 1 ; −∞ ; 0\npesos: hola\n")
    by_id = {q["id"]: q for q in found["questions"]}
    assert by_id["productos"]["verdict"] == "blank"
    assert by_id["productos"]["read"] is None
    assert by_id["pesos"]["verdict"] == "unreadable"
    assert by_id["causal"]["read"] == [1.0, "-inf", 0.0]
    assert (found["passed"], found["score"]) == (False, 0.0)


def test_carried_earns_points_and_does_not_pass(monkeypatch):
    """Weights without scaling, and the output that comes from them."""
    text = RIGHT.replace("0,244 ; 0,494 ; 0,262", "0,207 ; 0,564 ; 0,229").replace("[3,75 ; 6,25]", "3,22 ; 6,79")
    found = report(monkeypatch, text)
    by_id = {q["id"]: q for q in found["questions"]}
    assert by_id["pesos"]["slips"][0] == "no-scale"
    assert by_id["salida"]["verdict"] == "carried"
    assert not by_id["salida"]["correct"]
    assert (found["passed"], found["score"]) == (False, 0.8)


def test_a_failure_in_json_is_an_object_too(monkeypatch):
    done = run(monkeypatch, ["check", "ejercicio", "--answers", "-", "--json"], text="nada: 1\n")
    assert done.code == 3
    assert set(json.loads(done.out)["error"]) == {"message", "hint", "where"}


def test_the_template_can_be_filled_in(monkeypatch):
    done = run(monkeypatch, ["check", "ejercicio", "--template"])
    assert done.code == 0
    filled = done.out
    for line in RIGHT.splitlines():
        id = line.partition(":")[0]
        assert f"\n{id}:\n" in filled
        filled = filled.replace(f"\n{id}:\n", f"\n{line}\n")
    assert run(monkeypatch, ["check", "ejercicio", "--answers", "-"], text=filled).code == 0


def test_marking_a_file_leaves_the_journal_alone(monkeypatch, tmp_path):
    """It may be somebody else's work."""
    run(monkeypatch, ["check", "ejercicio", "--answers", "-"], text=RIGHT)
    assert not (tmp_path / "datos").exists()


def test_piped_answers_are_asked_and_nothing_waits_for_enter(monkeypatch):
    text = "".join(line.partition(": ")[2] + "\n" for line in RIGHT.splitlines())
    done = run(monkeypatch, ["check", "ejercicio"], text=text)
    assert done.code == 0
    assert "No cuenta para nada" not in done.out


def test_the_end_of_the_pipe_leaves(monkeypatch):
    done = run(monkeypatch, ["check", "ejercicio"], text="0 ; 1 ; 0,1\n")
    assert done.code == 1
    assert "tutor check ejercicio" in done.err


@pytest.mark.parametrize(("args", "code"), [(["check"], 2), (["check", "ejercico"], 2), (["check", "erratas"], 2)])
def test_a_unit_that_cannot_be_checked(monkeypatch, args, code):
    assert run(monkeypatch, args).code == code


def test_a_variant_asks_about_other_numbers(monkeypatch):
    done = run(monkeypatch, ["check", "ejercicio", "--variant", "1", "--answers", "-", "--json"], text=RIGHT)
    found = json.loads(done.out)
    assert found["variant"] == 1
    assert not found["passed"]


@pytest.mark.parametrize(
    ("text", "verdict", "said"),
    [
        ("pesos: 0,333 0,333 0,333", "slip", "mira qué te dio antes"),
        ("pesos: 0,24 0,49 0,26", "coarse", "tres cuartos"),
    ],
)
def test_in_a_file_nothing_is_asked_of_anybody(monkeypatch, text, verdict, said):
    """Neither a step to tell two explanations apart, nor more decimals."""
    done = run(monkeypatch, ["check", "ejercicio", "--json", "--answers", "-"], text=text)
    (found,) = (q for q in json.loads(done.out)["questions"] if q["id"] == "pesos")
    assert found["verdict"] == verdict
    assert said in found["message"]
    assert "intento" not in found["message"]
