"""Equation files: every mistake at once, each with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.equations import bind, equation_names, load_equation, parse_equation
from tutor.equations.yamlfile import MAX_SIZE
from tutor.errors import ContentError

GOOD = """
format: 1
equation: promedio
inputs: {x: [k], top: {shape: [k], default: 0}}
steps:
  total: {formula: "sum(x)", symbol: "Σ", decimals: 2}
  average: {formula: "total / k", decimals: 2}
routes:
  average:
    - {inverse: "1 / k", average: "total * inverse"}
    - {when: top, average: "(total + 0 * sum(top)) / k"}
slips:
  no-division: {at: {average: "total"}, says: "Falta dividir.", do: "Divide."}
"""


def test_a_new_equation_is_a_file() -> None:
    """An equation nobody wrote Python for binds, evaluates and has routes; `when` opens some only with their input."""
    equation = parse_equation(GOOD, "media.yaml")
    scope = bind(equation, {"x": [1, 2, 6]})
    assert scope.public("average") == 3
    assert scope["k"] == 3
    assert len(equation.routes) == 2
    assert len(equation.more_routes["top"]) == 1
    assert equation.slips["no-division"].do == "Divide."


def test_a_file_as_windows_saves_it_is_read(tmp_path: Path) -> None:
    """A byte order mark is no part of an equation."""
    path = tmp_path / "media.yaml"
    path.write_text(GOOD, encoding="utf-8-sig")
    assert load_equation(path).id == "promedio"


def test_a_file_without_end_is_refused(tmp_path: Path) -> None:
    """No more is read than a file written by hand can hold: a path may name a device, or the wrong file."""
    path = tmp_path / "larga.yaml"
    path.write_text("# " + "x" * MAX_SIZE, encoding="utf-8")
    with pytest.raises(ContentError, match="demasiado grande"):
        load_equation(path)


@pytest.mark.parametrize("name", equation_names())
def test_shipped_equations_load(name: str) -> None:
    """Every shipped equation is valid, knows its own name, and each slip has words, a title and a way to notice it."""
    equation = load_equation(name)
    assert equation.id == name
    for slip in equation.slips.values():
        assert slip.says.endswith((".", "?"))
        assert slip.do.endswith((".", "?"))
        assert slip.title != slip.id
        assert slip.notice


def test_every_mistake_is_told_at_once() -> None:
    """The author mends one file, not one error a run: all problems come together, each with its line."""
    text = (
        GOOD.replace('"sum(x)"', '"suma(x)"').replace('says: "Falta dividir.", ', "").replace("[k]}", "[k], sum: [k]}")
    )
    with pytest.raises(ContentError) as caught:
        parse_equation(text, "media.yaml")
    problems = {p.where: p.message for p in caught.value.problems}
    assert set(problems) >= {"media.yaml:6", "media.yaml:13"}
    assert "suma" in problems["media.yaml:6"]
    assert "says" in problems["media.yaml:13"]
    assert all(p.message for p in caught.value.problems)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("format: 1", "format: 2", "format: 2"),
        ("format: 1\n", "", "format"),
        ("inputs: {x: [k],", "inputs: {x: k,", "forma de x"),
        ("inputs: {x: [k],", "inputs: {exp: [k], x: [k],", "«exp» no sirve de nombre"),
        ('"total / k"', '"average / k"', "no existe antes"),
        ("decimals: 2}\n  average", "decimals: 12}\n  average", "de 0 a 9"),
        ("at: {average:", "at: {media:", "«media» no es un paso"),
        ('at: {average: "total"}', 'at: {average: "average"}', "no existe antes"),
        ("inputs: {x: [k],", "inputs: {x: {shape: [k], symbol: 7},", "«symbol» son unas pocas palabras"),
        ("inputs: {x: [k],", 'inputs: {x: {shape: [k], rows: "a\\nb"},', "«rows» son unas pocas palabras"),
        ("inputs: {x: [k],", "inputs: {x: {forma: [k]},", "no se conoce la clave «forma»"),
        ("when: top", "when: abajo", "«abajo» no es una entrada"),
        ("symbol:", "simbolo:", "«simbolo»"),
        ('formula: "sum(x)"', "formula: [1]", "falta la fórmula"),
    ],
)
def test_mistakes_are_told_in_words(old: str, new: str, says: str) -> None:
    """What is wrong is said in Spanish with the author's own word in it."""
    assert old in GOOD
    with pytest.raises(ContentError) as caught:
        parse_equation(GOOD.replace(old, new), "media.yaml")
    assert says in " ".join(p.message for p in caught.value.problems)


def test_unknown_equation_lists_what_there_is() -> None:
    """A name that does not exist is answered with those that do; a path is never built from a strange name."""
    with pytest.raises(ContentError, match="atenciom") as caught:
        load_equation("atenciom")
    assert "atencion" in caught.value.hint
    with pytest.raises(ContentError):
        load_equation("../../etc/passwd")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file and one that is not UTF-8 are told as such."""
    with pytest.raises(ContentError, match="no se puede leer"):
        load_equation(tmp_path / "no.yaml")
    (tmp_path / "latin.yaml").write_bytes("equation: ecuación".encode("latin-1"))
    with pytest.raises(ContentError, match="UTF-8"):
        load_equation(tmp_path / "latin.yaml")


FAMILY = """
  one-left-out:
    at: {total: "sum(x) - column(x, each)"}
    each: k
    rare: true
    says: "Falta el {each}."
    do: "Súmalos todos."
"""


def test_a_family_is_said_once_and_each_member_is_a_slip() -> None:
    """`each: k` stands for k slips, one an index: the same id, their own formula and sentence, rare as the family is.

    Where there is one thing to choose from, leaving it out is no slip of its own, and there is none.
    """
    equation = parse_equation(GOOD + FAMILY[1:], "media.yaml")
    scope = bind(equation, {"x": [1, 2, 6]})
    alone, *family = equation.slips_for(scope.inputs)
    assert alone is equation.slips["no-division"]
    assert [s.id for s in family] == ["one-left-out"] * 3
    assert [s.says for s in family] == ["Falta el 0.", "Falta el 1.", "Falta el 2."]
    assert [scope.evaluate(s.at["total"]).item() for s in family] == [8, 7, 3]
    assert all(s.rare and s.index == i for i, s in enumerate(family))
    assert equation.slips_for(scope.inputs)[1:] == tuple(family)
    assert equation.slips_for(bind(equation, {"x": [5]}).inputs) == (alone,)


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ("each: k", "each: 3", "«each: 3» no es un tamaño"),
        ("each: k", "each: total", "«each: total» no es un tamaño"),
        ("Falta el {each}.", "Falta uno.", "tiene que decir cuál"),
        ("column(x, each)", "column(x, 0)", "no usan «each»"),
        ("    each: k\n", "", "este fallo no es una familia"),
        ("rare: true", "rare: a veces", "«rare» es sí o no"),
        ("rare: true", "shortcut: 1", "«shortcut» es sí o no"),
    ],
    ids=["number", "step", "which", "unused", "alone", "rare", "shortcut"],
)
def test_a_family_that_does_not_hold_is_refused(wrong: str, right: str, message: str) -> None:
    """A family names a size, uses its index and says which member it is; the marks of a slip are yes or no."""
    with pytest.raises(ContentError) as caught:
        parse_equation(GOOD + FAMILY[1:].replace(wrong, right), "media.yaml")
    assert any(message in p.message for p in caught.value.problems)
    assert all(p.where.startswith("media.yaml:") for p in caught.value.problems)
