"""A small class graded by hand, for what is written from one: no unit, no judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tutor.answers.reading import Reading
from tutor.grading.records import Answer, Asked, Detail, Graded, Known, Row
from tutor.intake.models import HandIn
from tutor.judging.verdicts import Judgement, Message, Verdict
from tutor.roster.people import State, Student

QUESTIONS = (
    Asked("productos", "Productos", Fraction(1), "vector", 2),
    Asked("pesos", "Pesos", Fraction(3), "vector", 3),
    Asked("clave", "Clave", Fraction(1), "scalar", None),
    Asked("salida", "Salida", Fraction(3), "vector", 2),
    Asked("mascara", "Fila de la máscara", Fraction(2), "vector", 3),
)
EXACT, CARRIED, COARSE, SLIP, WRONG, BLANK = (
    Verdict.EXACT,
    Verdict.CARRIED,
    Verdict.COARSE,
    Verdict.SLIP,
    Verdict.WRONG,
    Verdict.BLANK,
)
ALL = (EXACT,) * 5
SLIPS = {
    "no-scale": Known("no dividir por √d_k", "Los pesos salen demasiado extremos."),
    "divide-by-dk": Known("dividir por d_k en vez de √d_k"),
}
SAID = {
    EXACT: "",
    CARRIED: "Sale bien de tus pesos: el mismo fallo no se cobra dos veces.",
    COARSE: "Bien, con menos decimales de los pedidos.",
    SLIP: "Coinciden con el softmax de los productos sin dividir por √d_k. Divide y repite las exponenciales.",
    WRONG: "No es eso.",
    BLANK: "",
}


def share(verdict: Verdict, points: Fraction) -> Fraction | None:
    if verdict in (Verdict.ASK, Verdict.UNREADABLE):
        return None
    if verdict.correct or verdict is CARRIED:
        return points
    return points * Fraction(3, 4) if verdict is COARSE else Fraction(0)


def row(
    student: str,
    verdicts: Sequence[Verdict] = ALL,
    *,
    name: str = "",
    state: State = State.GRADED,
    slips: Sequence[str] = (),
    moodle: str = "",
    email: str = "",
    **more: Any,
) -> Row:
    if state is State.MISSING:
        nothing = (None,) * len(QUESTIONS)
        who = Student(student, name, email, moodle)
        return Row(student, name, state, None, nothing, nothing, ("",) * 5, student=who, **more)
    points = tuple(share(v, q.points) for v, q in zip(verdicts, QUESTIONS, strict=True))
    known = sum((p for p in points if p is not None), Fraction(0))
    mark = None if state is State.UNREADABLE else known
    return Row(
        student,
        name,
        state,
        mark,
        points,
        tuple(verdicts),
        tuple(slips) or ("",) * 5,
        student=Student(student, name, email, moodle) if state is not State.UNKNOWN else None,
        handin=HandIn(student, {q.id: "(0 ; −1 ; 3)" for q in QUESTIONS}, f"{student}.txt"),
        **more,
    )


SKILLS = dict(
    zip([q.id for q in QUESTIONS], ("producto-escalar", "escalado", "softmax", "mezcla", "mascara-causal"), strict=True)
)
DATA = {"Q": [[-2.0, 1.0]], "K": [[-1.0, -2.0], [0.0, -1.0], [0.0, 3.0]], "V": [[2.0, 0.0], [8.0, 0.0], [0.0, 10.0]]}


def echoes(text: str) -> Callable[[Reading], str]:
    """Whatever was read is shown as `text`."""
    return lambda _: text


def detail(row: Row) -> Detail:
    value = Reading("value", "0 -1 3", "vector", value=[0.0, -1.0, 3.0], places=[0, 0, 0])
    if row.state is State.MISSING:
        return Detail()
    answers = tuple(
        Answer(
            q,
            "" if v is BLANK else "0 -1 3",
            None if v is BLANK else value,
            Judgement(v, slips=(slip,) if slip else (), parts=Message(looks=(SAID.get(v, ""),))),
            points,
            echoes("(0 ; −1 ; 3)"),
            skill=SKILLS[q.id],
        )
        for q, v, slip, points in zip(QUESTIONS, row.verdicts, row.slips, row.points, strict=True)
        if v is not None
    )
    return Detail(answers, DATA)


def graded(*rows: Row, **more: Any) -> Graded:
    return Graded(
        "entrega",
        3,
        "Ecuación 1",
        QUESTIONS,
        tuple(sorted(rows, key=lambda r: r.id)),
        detail,
        lambda row, question: "(0,25 ; −1,00 ; 3,00)",
        lambda row, question: "± 0,005",
        **{"slips": SLIPS, "on_list": sum(r.state is not State.UNKNOWN for r in rows), **more},
    )


def small_class() -> Graded:
    """One of each state, with the marks 10, 7 and 6,75."""
    slip = ("", "no-scale", "", "", "")
    unreadable = row("a05", (EXACT, Verdict.ASK, EXACT, EXACT, EXACT), name="Eva Ruiz", state=State.UNREADABLE)
    return graded(
        row("a01", name="Ana Núñez", moodle="101", email="ana@uni.es"),
        row("a02", (EXACT, SLIP, EXACT, CARRIED, EXACT), name="Berta Gil, hija", slips=slip, moodle="102"),
        row("a03", (EXACT, COARSE, EXACT, EXACT, WRONG), name="=cmd|' /C calc'!A0", moodle="103"),
        row("a04", (BLANK,) * 5, name="Dani Sanz", state=State.BLANK, moodle="104"),
        replace(unreadable, range=(Fraction(7), Fraction(10)), notes=("7,0 o 10,0: «1.234» puede ser dos números",)),
        row("a06", name="Fe Mora", state=State.MISSING, moodle="106"),
        row("z99", name="", state=State.UNKNOWN),
    )
