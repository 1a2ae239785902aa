"""Words before anything is judged: how an answer is written, what was not understood, which of two readings."""

from __future__ import annotations

from tutor.answers import Reading, decimal_mark, write
from tutor.phrasing import plural
from tutor.session.commands import nearest_command
from tutor.session.events import digest_of
from tutor.session.small_steps import pick, places_of
from tutor.session.turns import Item, Options, Role, Sentence, Unread
from tutor.units import Choice, OpenQuestion, OpenUnit


def options_of(reading: Reading, locale: str) -> Options:
    """An `ask` as two numbered readings."""
    rows = [(str(i + 1), write(o.value, o.places, locale)) for i, o in enumerate(reading.options)]
    count = " o ".join(n for n, _ in rows)
    return Options(f"{reading.message} Escribe {count}, o contesta de otra manera.".strip(), tuple(rows))


def unread(reading: Reading) -> tuple[Item, ...]:
    """What to say of a text that could not be read; a misspelt command is asked about."""
    command = nearest_command(reading.text)
    more = (Sentence(f"¿Querías decir «{command}»?", Role.OFFER),) if command else ()
    return (Unread(reading.text, reading.position, f"{reading.message} No cuenta como intento."), *more)


def how_to_write(question: OpenQuestion, locale: str) -> str:
    """How an answer to this question is written, in the separators in force; the numbers are no answer to anything."""
    if question.model.accepts:
        return "Una palabra, o unas pocas. Da igual con acentos o sin ellos, en mayúsculas o minúsculas."
    if question.target.by == "options":
        labels = [choice.label for choice in question.choices]
        return f"Escribe todas las que valgan, y solo esas: por ejemplo {labels[0]} y {labels[-1]}."
    if question.choices:
        return f"Escribe {_either(question.choices)}."
    decimals, sample = question.decimals or 0, _sample(question, locale)
    if question.shape and len(question.shape) == 2:
        what = f"Una matriz de {question.shape[0]} × {question.shape[1]}, por ejemplo {sample}"
    elif question.shape:
        what = f"{question.shape[0]} números, por ejemplo {sample}"
    else:
        what = f"Un número, por ejemplo {sample}"
    asked = f" ({plural(decimals, 'decimal', 'decimales')})" if decimals else ""
    return f"{what}{asked}. También vale la cuenta: 3/7, √5, e^0{decimal_mark(locale)}25."


def decimals_lacking(question: OpenQuestion, reading: Reading) -> str:
    """What to say of an answer with fewer decimals than asked in every number, right or wrong; else nothing."""
    asked, exact = question.decimals or 0, question.model.exact or bool(question.choices)
    typed = [pick(reading.places, at) for at in places_of(reading.value)]
    if exact or None in typed or max(typed) >= asked:
        return ""
    decimals = plural(asked, "decimal", "decimales")
    return f"Se piden {decimals}: escríbelos todos, aunque sean ceros. Si la repites igual, así se queda."


def in_that_form(question: OpenQuestion, locale: str) -> str:
    """The way out for whoever answered in another form than is asked."""
    return f"Escríbelo como {_sample(question, locale)}."


def _sample(question: OpenQuestion, locale: str) -> str:
    """Numbers in the form that is asked, which are no answer to anything."""
    decimals, samples = question.decimals or 0, [12.5, 0.375, -1.25, 20.125]
    cells = [samples[i % len(samples)] for i in range(question.shape[-1] if question.shape else 1)]
    if question.shape and len(question.shape) == 2:
        rows = [cells if i % 2 == 0 else cells[::-1] for i in range(question.shape[0])]
        return write(rows, decimals, locale)
    if question.shape:
        return write(cells, decimals, locale, brackets=False)
    return write(samples[1] if decimals else 12, decimals, locale)


def examples(locale: str) -> str:
    """How numbers, lists and operations are written, in the separators in force."""
    places: list[int | None] = [1, 3, 2]
    mark, listed = decimal_mark(locale), write([12.5, 0.375, -1.25], places, locale, brackets=False)
    return f"Un número: 0{mark}375. Una lista: {listed}. También vale la cuenta: 3/7, √5, e^0{mark}25."


def question_digest(unit: OpenUnit, question: OpenQuestion) -> str:
    """Equal while the question asks the same about the same numbers."""
    q = question.model
    asks = (q.step, q.row, q.cell, q.expect, q.choices, q.answer, *filter(None, (q.answers, q.accepts)), q.right,
            q.equation, q.data, q.decimals, q.graded)  # fmt: skip
    return digest_of(asks, question.right, unit.unit.keep)


def _either(choices: tuple[Choice, ...]) -> str:
    labels = [c.label for c in choices]
    return f"{', '.join(labels[:-1])} o {labels[-1]}"
