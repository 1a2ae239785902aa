"""What the words of a question must not do: hold its answer, in any form, or ask for something else than is judged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from tutor.units.bound_unit import OpenQuestion

SMALL = 3
"""Whole numbers up to here stand in too many sentences to be an answer given away."""
_NUMBER = re.compile(r"[−-]?\d+(?:[.,]\d+)?(?:\s*%)?|[−-]?∞")
_COUNTS = ("un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce")
_COUNT = "|".join(("una", *_COUNTS, r"\d+"))
_ASKED = re.compile(rf"\(({_COUNT}) (filas?|\w+?e?s?)\b(?: de ({_COUNT}) \w+)?[^()]*\)")
_NAMED = re.compile(rf"(?<![Dd]e )\b[Ll][oa]s ({_COUNT}) (\w+)")
_DECIMALS = re.compile(rf"\b({_COUNT}) decimal")
_FIELD = re.compile(r"\{[^{}]*\}")
_NEAR = 1e-9

Token = tuple[float, int]
"""A number in a text, and with how many decimals."""


def literal(template: str) -> str:
    """What an author typed of a text: without what is computed."""
    return _FIELD.sub("…", template)


def number_tokens(text: str) -> list[Token]:
    """The numbers that stand in a text, in its order, each with the decimals it is written with."""
    return [_token(t) for t in _NUMBER.findall(text.replace("\u00a0", "").replace("\u202f", ""))]


def gives_away(text: str, question: OpenQuestion, right: object = None, *, any_form: bool = True) -> bool:
    """Whether a text holds the answer: its cells one after the other, or the right option in its words.

    In `any_form` also with fewer decimals, as percentages, or the option by its label. `right`: of other numbers.
    """
    if question.choices:
        return _names_option(text, question, any_form)
    cells = np.asarray(question.right if right is None else right, dtype=float).reshape(-1).tolist()
    places = question.decimals or 0
    tokens = number_tokens(text)
    windows = (tokens[i : i + len(cells)] for i in range(len(tokens) - len(cells) + 1))
    return any(_alike(window, cells, places) and (any_form or _as_asked(window, places)) for window in windows)


def _names_option(text: str, question: OpenQuestion, any_form: bool) -> bool:
    said = text.casefold()
    if question.model.accepts:
        return any(re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", said) for word in question.model.accepts)
    marked = np.atleast_1d(np.asarray(question.right))
    places = np.flatnonzero(marked) if question.target.by == "options" else marked.astype(int)
    rights = [question.choices[i] for i in places]
    others = [c for c in question.choices if c not in rights]
    in_words = all(len(c.text) > SMALL and c.text.casefold() in said for c in rights)
    if in_words and not all(c.text.casefold() in said for c in others):
        return True
    if not any_form or question.target.by == "options":
        return False
    label = re.escape(rights[0].label.casefold())
    return re.search(rf"\b(opción|respuesta|letra) (es )?(la )?[«`(]?{label}\b", said) is not None


def _token(text: str) -> Token:
    if "∞" in text:
        return (-np.inf if text[0] in "−-" else np.inf, 99)
    number = text.replace("−", "-").replace(",", ".").rstrip("% ")
    places = len(number.partition(".")[2])
    return (float(number) / 100, places + 2) if "%" in text else (float(number), places)


def _alike(tokens: Sequence[Token], cells: Sequence[float], places: int) -> bool:
    """Whether the tokens are the cells, with as many decimals as asked or, where that still says it, fewer."""
    if len(cells) == 1 and places == 0 and abs(cells[0]) <= SMALL:
        return False
    whole = bool(np.all(np.equal(cells, np.rint(cells))))
    for (value, k), cell in zip(tokens, cells, strict=True):
        if k == 99 or np.isinf(cell):
            if value != cell:
                return False
        elif abs(value - cell) > 0.5 * 10.0 ** -min(k, places) + _NEAR or (k < places and k == 0 and not whole):
            return False
    fewest, most = min(k for _, k in tokens), max(k for _, k in tokens)
    if fewest < min(most, places):
        return False
    if fewest >= places:
        return True
    if len(cells) == 1:
        return fewest > 0 and abs(tokens[0][0]) * 10**fewest >= 10
    return any(cells)


def _as_asked(tokens: Sequence[Token], places: int) -> bool:
    return all(k in (places, 99) for _, k in tokens)


def misasked(ask: str, question: OpenQuestion) -> Iterator[tuple[str, str]]:
    """What a question says of its answer, `los tres pesos`, or in its last brackets `(tres números…, 2 decimales)`, and
    is not so: message and way out."""
    core = () if question.choices else np.shape(question.right)
    for number, noun in _NAMED.findall(ask) if core else ():
        if noun.casefold() in _names(question) and _count(number) not in (int(np.prod(core)), *core):
            what = "×".join(map(str, core))
            yield f"`ask` dice «{number} {noun}» y la respuesta es de {what}", "que digan lo mismo"
    found = list(_ASKED.finditer(ask))
    if not found or question.choices:
        return
    asked = found[-1]
    count, each = _count(asked[1]), _count(asked[3]) if asked[3] else None
    said = (count, each) if asked[2].startswith("fila") and each is not None else (count,)
    sizes = {(int(np.prod(core)),), core or (1,)}
    if said not in sizes and not (len(core) == 2 and said == (core[1],) and "por fila" in ask):
        what = "×".join(map(str, core)) or "1"
        yield f"`ask` pide {asked[1]} {asked[2]} y la respuesta es de {what}", "que digan lo mismo"
    decimals = [_count(word) for word in _DECIMALS.findall(asked[0])]
    if decimals and question.decimals not in decimals:
        yield f"`ask` pide {decimals[0]} decimales y se juzga con {question.decimals}", "que digan lo mismo"


def _names(question: OpenQuestion) -> set[str]:
    """What the numbers asked are called."""
    step = question.target.equation.steps.get(question.model.step or "")
    return {name.casefold() for name in (question.id, question.model.title, step.title if step else "")}


def _count(word: str) -> int:
    return int(word) if word.isdigit() else 1 if word == "una" else _COUNTS.index(word) + 1
