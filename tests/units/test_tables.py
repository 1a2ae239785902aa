"""The typed numbers of simulated tables are those that the simulation they name gives."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tutor.authoring import load_unit
from tutor.units.models import TableBlock

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "benchmarks/tables.py"
UNITS = sorted(p.stem for p in (ROOT / "exercises").glob("*.yaml"))


@pytest.fixture(scope="module")
def simulation() -> ModuleType:
    spec = importlib.util.spec_from_file_location("benchmark_tables", ROOT / SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def named(simulation: str) -> list[str]:
    """The tables of the simulation that a `simulation` names: `benchmarks/tables.py: magnitud, ganadora-3`."""
    parts = [part.partition(f"{SCRIPT}:")[2] for part in simulation.split(";") if SCRIPT in part]
    return [name.strip() for part in parts for name in part.split(",")]


def simulated_blocks() -> list[tuple[str, TableBlock]]:
    return [
        (unit, block)
        for unit in UNITS
        for part in load_unit(unit).parts
        for block in part.blocks
        if isinstance(block, TableBlock) and SCRIPT in block.simulation
    ]


def test_the_tables_are_found() -> None:
    """The unit on scaling shows every table of the simulation; otherwise the tests below would test nothing."""
    shown = {name for unit, block in simulated_blocks() if unit == "escalado" for name in named(block.simulation)}
    assert shown == {"magnitud", "ganadora-3", "ganadora-100", "jacobiano-3", "jacobiano-100"}


BLOCKS = [pytest.param(u, b, id=f"{u}-{b.simulation}") for u, b in simulated_blocks()]


@pytest.mark.parametrize(("unit", "block"), BLOCKS)
def test_typed_numbers_are_simulated(unit: str, block: TableBlock, simulation: ModuleType) -> None:
    """Each typed number of the table is among those of the run; a table of one simulation is it, cell by cell."""
    tables = simulation.tables()
    names = named(block.simulation)
    assert names, f"«{block.simulation}» names no table of {SCRIPT}"
    if len(names) == 1 and len(block.header) == len(tables[names[0]][0]):
        for typed, run in zip(block.table, tables[names[0]], strict=True):
            # what a template computes needs no simulation
            pairs = [(cell, value) for cell, value in zip(typed[1:], run[1:], strict=True) if "{" not in cell]
            assert [cell for cell, _ in pairs] == [value for _, value in pairs]
        return
    numbers = {cell for name in names for row in tables[name] for cell in row[1:]}
    # a row labelled so says what is printed elsewhere, right or not
    told = [row for row in block.table if row[0] != "el texto"]
    said = " ".join([*(cell for row in told for cell in row[1:]), block.caption])
    found = re.findall(r"(?:menos de )?\d+,\d+", re.sub(r"\{[^}]*\}", "", said))
    assert found
    assert set(found) <= numbers


def test_the_same_seed_gives_the_same_numbers(simulation: ModuleType) -> None:
    """A run can be repeated: the draw depends on the seed alone."""
    first = simulation.simulate(3, 64, scaled=False)
    simulation.simulate.cache_clear()
    assert simulation.simulate(3, 64, scaled=False) == first


@pytest.mark.parametrize("n", [3, 100])
@pytest.mark.parametrize("d_k", [2, 64, 512])
def test_two_seeds_agree_to_what_is_typed(n: int, d_k: int, simulation: ModuleType) -> None:
    """Two decimals are typed: another seed moves the mean largest weight by less than one unit of the second."""
    for scaled in (False, True):
        one, other = (simulation.simulate(n, d_k, scaled=scaled, seed=seed).winner for seed in (1, 2))
        assert abs(one - other) < 0.01


def test_the_shortcut_draws_the_same_scores(simulation: ModuleType) -> None:
    """Drawing ‖q‖ and n normals is drawing q and n keys: the mean largest weight agrees with the long way."""
    import numpy as np

    random = np.random.default_rng(5)
    q, k = random.standard_normal((20_000, 1, 16)), random.standard_normal((20_000, 3, 16))
    exps = np.exp((q * k).sum(axis=-1))
    long_way = (exps / exps.sum(axis=1, keepdims=True)).max(axis=1).mean()
    assert simulation.simulate(3, 16, scaled=False).winner == pytest.approx(long_way, abs=0.01)
