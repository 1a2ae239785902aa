"""`tutor explain errores SLIP`, for every slip the judge can name."""

from __future__ import annotations

import pytest

from tests.running import run
from tutor.equations import equation_names, load_equation
from tutor.judging.visible_slips import VISIBLE

NAMES = sorted({id for name in equation_names() for id in load_equation(name).slips} | VISIBLE.keys())


@pytest.mark.parametrize("name", NAMES)
def test_every_slip_can_be_asked_about(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """What it is, what to do, how to notice it, and its numbers beside the right ones (other data have none)."""
    done = run(monkeypatch, ["explain", "errores", name])
    assert (done.code, done.err) == (0, "")
    assert f"({name})" not in done.out
    assert "Qué hacer" in done.out
    assert "Cómo notarlo" in done.out
    assert name == "other-data" or "con el fallo" in done.out
    assert name == "other-data" or "bien" in done.out or "lo correcto" in done.out
