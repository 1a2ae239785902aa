"""The guide for those who write units cannot drift: its examples are units and equations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.units.units import RUNNING, opened, question, unit_text
from tutor.authoring.unit_file import load_unit, parse_unit
from tutor.engine import FUNCTIONS
from tutor.equations import parse_equation
from tutor.units.bound_unit import OpenUnit
from tutor.units.judge import judge_answer
from tutor.units.models import BLOCK_KINDS, Question, Unit
from tutor.units.properties import PREDICATES
from tutor.units.texts import fill

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "ejercicios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
EQUATION = next(e for e in EXAMPLES if "\nequation: media-ponderada" in e)


def test_the_example_of_a_unit_is_one() -> None:
    """Once its list of blocks has what it quotes."""
    text = EXAMPLES[0].replace("blocks: []", "blocks: [{text: hola}]").replace("{mine:productos}", "{scores}")
    assert parse_unit(text, "u.yaml").unit == "mi-unidad"


def test_the_example_of_a_question_is_one() -> None:
    import yaml

    (asked,) = yaml.safe_load(EXAMPLES[1])
    assert OpenUnit(parse_unit(unit_text(asked), "u.yaml")).question("pesos").decimals == 3


def test_the_example_of_an_equation_is_one(tmp_path: Path) -> None:
    """And a unit in the same folder uses it by its path, from wherever it is opened."""
    assert list(parse_equation(EQUATION, "e").steps) == ["terms", "total", "average"]
    (tmp_path / "media-ponderada.yaml").write_text(EQUATION, encoding="utf-8")
    asks = question("media", step="average")
    text = unit_text(asks, equation="./media-ponderada.yaml", data={"x": [4, 10], "w": [3, 1]})
    (tmp_path / "u.yaml").write_text(text, encoding="utf-8")
    unit = OpenUnit(load_unit(tmp_path / "u.yaml"))
    assert unit.question("media").right == 5.5
    assert judge_answer(unit, "media", unit.question("media").read("7")).slip == "unweighted"


TABLE = re.findall(r"^\| `(\{[^`]*\})` \| (?:`([^`]*)`|con tres decimales)", GUIDE, re.MULTILINE)


@pytest.mark.parametrize(("template", "shown"), TABLE, ids=[t for t, _ in TABLE])
def test_what_templates_show_is_so(template: str, shown: str) -> None:
    """The table of templates, on the running example."""
    unit = opened(question("pesos"), data={**RUNNING, "z": [1.0, -0.67, 0.5]})
    assert fill(template, unit).replace("\u00a0", " ") == (shown or fill(template, unit))


def test_every_key_and_property_is_in_the_guide() -> None:
    """Whatever may be written in a unit is told to those who write one."""
    for name in (*BLOCK_KINDS, *PREDICATES):
        assert name in GUIDE
    for model in (Unit, Question):
        for field in model.__dataclass_fields__:
            assert f"`{field}" in GUIDE or f"{field}:" in GUIDE, field


def test_the_table_of_functions_is_that_of_the_code() -> None:
    """Every function, once, with the data it takes, the shape of what it gives and what that is."""
    _, _, table = GUIDE.partition("\n| se escribe | forma de lo que da | qué es |\n|---|---|---|\n")
    rows = [row.strip("| ").split(" | ") for row in table.partition("\n\n")[0].splitlines()]
    assert all(len(row) == 3 for row in rows)
    calls = [call for written, *_ in rows for call in re.findall(r"(\w+)\(([^)]*)\)", written)]
    assert sorted(name for name, _ in calls) == sorted(FUNCTIONS)
    assert all(len(given.split(", ")) == FUNCTIONS[name][1] for name, given in calls)
