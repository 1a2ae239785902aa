"""A right hand-in of `entrega` in the layouts people write it in, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from tutor.authoring import open_unit
from tutor.grading.marking import asked_of, whole_answers
from tutor.intake.labels import Labels
from tutor.intake.sheet_text import read_sheet

RIGHT = {
    "productos": ("0", "1", "−2", "3"),
    "escalados": ("0,5", "−1,25", "3,1", "0,02"),
    "pesos": ("0,244", "0,126", "0,333", "0,297"),
    "clave": ("3",),
    "salida": ("1,25", "−4,5"),
    "mascara": ("0,4", "0", "0,5", "0,1"),
}
"""Numbers of the shapes asked: whether they are right is not the reader's."""
BEFORE = ("", "", "", "- ", "* ", "• ", "> ", "**", "_", "«", "“", '"', "(", "[", "| ", "\t", "  ")
AFTER = {"**": "**", "_": "_", "«": "»", "“": "”", '"': '"', "(": ")", "[": "]", "| ": " |"}
NUMBERS = ("", "", "", "{n}. ", "{n}) ", "{n}.- ", "{n}º ", "({n}) ", "{n} - ", "{n}: ", "Pregunta {n}. ", "{l}) ")
ASIDES = ("", "", "", " (1 punto)", " (3 números)", " · 2 puntos", " [1 pto.]", " (con 3 decimales)", " 2 puntos")
JOINS = (
    ": ", ": ", " : ", ":", " = ", "=", " → ", " -> ", "\t", " ", " ", "  ", " - ", " – ", " — ", "— ", "- ", ". ",
    ") ",    ":\n", "\n", "\n\n", ":\n\n", " | ", "; ", ", ", " => ", ":= ", " ... ", "… ", ":- ",
)  # fmt: skip
BRACKETS = ("", "", "", "()", "[]", "{}", '""', "«»", "“”", "''", "||", "**", "``")
BETWEEN = (" ; ", " ; ", "; ", ";", " | ", "   ", "\n", ";\n", "\n- ", "\t", " / ")
REMARKS = (
    "Uso raíz de 2 = 1,414", "creo que está bien", "e^0,5 + e^0,1 = 2,754", "suma = 1", "Gracias, profe", "(ver foto)",
    "porque la clave 3 es la que más se parece", "√d_k = 1,732", "(lo he hecho con calculadora)", "total: 2,75",
)  # fmt: skip
TITLES = {
    "productos": "Productos", "escalados": "Escalados", "pesos": "Pesos", "clave": "Clave que más pesa",
    "salida": "Salida", "mascara": "Fila con máscara",
}  # fmt: skip


@cache
def labels() -> Labels:
    opened = open_unit("entrega")
    return Labels({q.id: q.title for q in asked_of(opened)}, whole_answers(opened))


def answer(cells: tuple[str, ...], pick: random.Random) -> str:
    left, right = (pair := pick.choice(BRACKETS))[:1], pair[1:]
    between = pick.choice(BETWEEN)
    return f"{left}{between.join(cells)}{right}"


def layout(seed: int) -> str:
    """One hand-in: a style that most of its lines keep, with remarks among them."""
    pick = random.Random(seed)
    before, number, aside, join = (pick.choice(some) for some in (BEFORE, NUMBERS, ASIDES, JOINS))
    case = pick.choice((str, str, str.upper, str.capitalize))
    titled, blank = pick.random() < 0.5, pick.random() < 0.4
    lines = []
    for n, (question, cells) in enumerate(RIGHT.items(), 1):
        if pick.random() < 0.15:
            before, number, aside, join = (pick.choice(some) for some in (BEFORE, NUMBERS, ASIDES, JOINS))
        name = case(TITLES[question] if titled else question)
        place = number.format(n=n, l="abcdef"[n - 1])
        lines.append(f"{before}{place}{name}{aside}{join}{answer(cells, pick)}{AFTER.get(before, '')}")
        if pick.random() < 0.15:
            lines.append(pick.choice(REMARKS))
        if blank:
            lines.append("")
    return "\n".join(lines)


def silent_zeros(text: str) -> dict[str, Any]:
    """The questions that would earn nothing though their right numbers stand in `text`, and nobody is told."""
    opened = open_unit("entrega")
    found = read_sheet(text, labels(), "hoja.txt")
    if found.problem is not None:
        return {}
    lost = {}
    for question, cells in RIGHT.items():
        said = found.answers.get(question, "")
        fits = labels().whole(question, said)
        if fits is False or (fits and _values(opened, question, said) != _values(opened, question, " ; ".join(cells))):
            lost[question] = said
    return lost


@cache
def _questions(opened: Any) -> Mapping[str, Any]:
    return {q.id: q for q in opened.questions}


def _values(opened: Any, question: str, text: str) -> Any:
    return opened.question(question).read(text, "es").value
