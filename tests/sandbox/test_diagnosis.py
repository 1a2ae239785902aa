"""What came back, against the bank itself: every slip is found by its own numbers, whatever is added to the bank."""

from __future__ import annotations

import numpy as np
import pytest

from tutor.equations import load_equation
from tutor.judging import Target
from tutor.judging.numbers import Numbers
from tutor.sandbox.bugs import code_slips
from tutor.sandbox.calling import Subject, main_step
from tutor.sandbox.cases import Case, cases
from tutor.sandbox.diagnosis import Seen, explained, seen
from tutor.sandbox.precision import SINGLE, allowance
from tutor.sandbox.returned import Returned

UNSEEN = {"parameters-times-heads", "output-projection-uncounted"}
"""Slips after the output: a function of the whole equation cannot show them."""
BANK = [(name, id) for name in ("atencion", "softmax", "mezcla", "entropia", "multi-cabeza")
        for id in load_equation(name).slips if id not in UNSEEN]  # fmt: skip
CODE = [("atencion", id) for id in dict.fromkeys(slip.id for slip in code_slips(load_equation("atencion")))]


def made(case: Case, id: str) -> Seen:
    """What a function with that slip gives in a case: the last member's numbers, along the way where they act."""
    equation, step = case.scope.equation, main_step(case.scope.equation)
    subject = Subject("f", step, (), main=True)
    numbers, target = Numbers.of(case.scope), Target(case.scope.equation, step)
    right = numbers.value(numbers.first(target), step)
    bank = (*equation.slips_for(case.scope.inputs), *code_slips(equation))
    members = [slip for slip in bank if slip.id == id and slip.when in (None, *case.scope.optional_given)]
    value = right
    if members:
        with np.errstate(all="ignore"):
            for way in numbers.ways(target, members[-1]):
                try:
                    value = numbers.value(way, step)
                except ValueError:
                    error = {"kinds": ["ValueError"], "line": 1, "text": "", "message": "", "shapes": {}}
                    return seen(case, Returned({}, error=error), subject, equation)
                if value.shape != right.shape or not np.allclose(value, right, equal_nan=True):
                    break
    return seen(case, Returned({step: value.reshape(value.shape[-2:])}, SINGLE), subject, equation)


@pytest.mark.parametrize(("name", "id"), BANK + CODE)
def test_a_slip_is_found_by_its_numbers(name: str, id: str) -> None:
    """It is among those named, alone; one of the rare gives way to a frequent one with the same numbers everywhere."""
    equation = load_equation(name)
    found = explained([made(case, id) for case in cases(equation)], equation)
    named = [slip.id for slip in found.slips]
    assert not found.together
    assert id in named or (equation.slips[id].rare and named and not found.slips[0].rare)


@pytest.mark.parametrize("name", ["atencion", "softmax", "mezcla", "entropia", "multi-cabeza"])
def test_what_is_right_has_no_slip(name: str) -> None:
    equation = load_equation(name)
    right = [made(case, "none") for case in cases(equation)]
    assert all(one.status == "exact" for one in right)
    assert explained(right, equation).slips == ()


def test_the_allowance_holds_what_single_precision_loses() -> None:
    """The same steps in float32 stay within it in every case, and use some part of it: it is no wide net."""
    equation = load_equation("atencion")
    used = 0.0
    for case in cases(equation):
        if case.kind not in ("plain", "causal", "mask"):
            continue
        numbers = Numbers.of(case.scope)
        narrow = {n: np.float32(v) if isinstance(v, np.ndarray) else v for n, v in numbers.inputs.items()}
        scores = narrow["Q"] @ np.swapaxes(narrow["K"], -1, -2)
        z = scores / np.sqrt(np.float32(case.scope["d_k"])) + narrow["mask"]
        e = np.exp(z - z.max(axis=-1, keepdims=True))
        for step, value in {"scores": scores, "output": e / e.sum(axis=-1, keepdims=True) @ narrow["V"]}.items():
            way = max(numbers.ways(Target(equation, step)), key=lambda way: len(way.reached))
            loss = np.abs(value - numbers.value(way, step))
            allowed = SINGLE * allowance(numbers, way, step)
            assert (loss <= allowed).all()
            used = max(used, float((loss / allowed).max()))
    assert used > 0.02
