"""The judge on the units that are shipped: every slip gets exactly its words, and other data are recognised."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from tests.judging.test_slips import PRAISE, SUMMED
from tutor.authoring import open_unit
from tutor.authoring.linter import _Prover
from tutor.authoring.unit_file import find_unit
from tutor.judging import Verdict
from tutor.judging.messages import slip_words
from tutor.units import fill, unit_names
from tutor.units.bound_unit import OpenQuestion, OpenUnit
from tutor.units.judge import judge_answer


class Exactly(_Prover):
    """Types what somebody who makes the slip would type, on the unit's numbers and on others, and wants these words."""

    def __init__(self, opened: OpenUnit) -> None:
        super().__init__(opened, {}, str(find_unit(opened.unit.unit)), explain=False)
        self.missing: list[str] = []

    def triggers(
        self, question: OpenQuestion, keys: object, id: str, tried: Iterable[tuple[OpenUnit, str | None]]
    ) -> None:
        heard = []
        for opened, text in tried:
            if text is None:
                continue
            asked = opened.question(question.id)
            reading = asked.read(text)
            judged = judge_answer(opened, question.id, reading)
            heard.append(f"{text}: {judged.slips} {judged.message}")
            if id in judged.slips and said(opened, asked, id, reading) in (judged.message, unpraised(judged.message)):
                return
        self.missing.append(f"{question.id} {id}: {heard[:3]}")


def said(opened: OpenUnit, question: OpenQuestion, id: str, reading: object) -> str:
    """The words of the question for a slip, or of the equation, with the numbers in."""
    own = question.model.says.get(id)
    says, do = (own, "") if own else slip_words(id, question.target.equation, question.target.slips)
    words = f"{says} {do}".strip()
    return fill(words, opened, {question.id: reading}, "es", question.model)  # type: ignore[dict-item]


def unpraised(message: str) -> str:
    return re.sub(f"{SUMMED}$", "", re.sub(f"^{PRAISE}", "", message))


@pytest.mark.parametrize("name", unit_names())
def test_every_slip_of_a_unit_gets_exactly_its_words(name: str) -> None:
    """On the numbers shipped or, where those cannot tell it, on others: first which cells are right, then the words of
    the question and nothing else."""
    prover = Exactly(open_unit(name))
    for question in prover.opened.questions:
        if question.model.graded:
            for k, own in enumerate(question.model.slips):
                prover.own(question, ("slips", k), own.id, str(own.gives))
            for id in question.model.says:
                prover.worded(question, ("says", id), id)
    assert prover.missing == []


def answer(opened: OpenUnit, **texts: str) -> dict[str, object]:
    """Verdicts, question by question, each with the answers before it."""
    earlier: dict[str, object] = {}
    verdicts = {}
    for id, text in texts.items():
        reading = opened.question(id).read(text)
        verdicts[id] = judge_answer(opened, id, reading, earlier)  # type: ignore[arg-type]
        earlier[id] = reading
    return verdicts


def test_whoever_forgot_to_change_the_query_is_not_told_about_signs() -> None:
    """The products of the lesson are called that first, and nothing that follows from them is charged again: whoever
    crosses the components has the same ones."""
    judged = answer(
        open_unit("ejercicio"),
        productos="1,00 ; 0,00 ; 0,90",
        pesos="0,412 ; 0,203 ; 0,384",
        clave="0",
        salida="6,05 ; 3,95",
    )
    assert [j.slip for j in judged.values()] == ["other-data", None, None, None]  # type: ignore[attr-defined]
    assert [j.verdict for j in judged.values()] == ["slip", *["carried"] * 3]  # type: ignore[attr-defined]
    assert not any("signo" in j.message for j in judged.values())  # type: ignore[attr-defined]


def test_a_mistake_is_carried_through_a_check() -> None:
    """Without scaling the weights are wrong and the output follows from them: the first mistake is the one to mend."""
    judged = answer(
        open_unit("ejercicio"), productos="0 ; 1 ; 0,1", pesos="0,207 ; 0,564 ; 0,229", salida="3,22 ; 6,78"
    )
    verdicts = [j.verdict for j in judged.values()]  # type: ignore[attr-defined]
    assert verdicts == [Verdict.EXACT, Verdict.SLIP, Verdict.CARRIED]


def test_the_notebook_is_told_from_a_missing_root() -> None:
    """T02's vectors have four components, √4 = 2: its numbers are those of dividing by d_k, and both are thought of."""
    judged = answer(open_unit("ecuacion1"), pesos="0,391 ; 0,237 ; 0,372")["pesos"]
    assert judged.slips[0] == "other-data"  # type: ignore[attr-defined]
    assert "divide-by-dk" in judged.slips  # type: ignore[attr-defined]
    assert "T02" in judged.message  # type: ignore[attr-defined]
    assert "raíz" in judged.message  # type: ignore[attr-defined]
