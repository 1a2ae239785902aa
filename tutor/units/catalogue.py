"""Every slip the tutor can name, with its numbers beside the right ones: computed, never typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from tutor.answers import write
from tutor.engine import Array, Formula
from tutor.equations import Equation, Scope, Slip, equation_names, load_equation, members
from tutor.errors import ContentError
from tutor.judging.visible_slips import VISIBLE
from tutor.phrasing import unaccented
from tutor.units.data import bind, computed, undrawn
from tutor.units.examples import MAIN, examples
from tutor.units.templates import in_locale
from tutor.units.views import Matrix


@dataclass(frozen=True, slots=True)
class Effect:
    """One step under a slip: what should come out and what comes out.

    As texts (of a matrix, the first row that differs, which `step` names) and, where there are several rows, whole:
    `drawn` are the two matrices, of several heads the first that differs, which `whole` names.
    """

    step: str
    right: str
    wrong: str
    whole: str = ""
    drawn: tuple[Matrix, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A slip. `data` are the numbers its effects are computed with: the lesson's (`running`) or others; `plain` says
    those that need no drawing: single numbers, identity matrices.
    """

    id: str
    equation: str
    heading: str
    """What it is listed under."""
    title: str
    says: str
    do: str
    notice: str
    data: tuple[Matrix, ...]
    plain: str
    running: bool
    masked: bool
    effects: tuple[Effect, ...]


def catalogue(locale: str = "es") -> tuple[Entry, ...]:
    """The slips of every equation, attention first, then those that show in the typed numbers alone."""
    names = sorted(equation_names(), key=lambda name: (name != MAIN, name))
    entries: list[Entry] = []
    for name in names:
        with suppress(ContentError):  # what somebody else wrote may be broken
            entries += _of(load_equation(name), locale)
    return (*entries, *_structural(locale))


def named(entries: Sequence[Entry], words: str) -> tuple[Entry, ...]:
    """The slips that words name: by id or whole title the one, else all whose title or description has every word."""
    asked = _plain(words)
    for entry in entries:
        if words == entry.id or asked == _plain(entry.title):
            return (entry,)
    titles = {entry: _plain(entry.title) for entry in {e.id: e for e in reversed(entries)}.values()}
    whole = {entry: f"{title} {_plain(f'{entry.says} {entry.do}')}" for entry, title in titles.items()}
    for texts in (titles, whole):
        found = [e for e, text in texts.items() if asked and all(f" {word}" in f" {text}" for word in asked.split())]
        if found:
            return tuple(reversed(found))
    return ()


def _plain(text: str) -> str:
    """Without accents, case or punctuation: what words are looked for in."""
    letters = unaccented(text.casefold())
    return " ".join("".join(c if c.isalnum() or c in "_√^" else " " for c in letters).split())


def _of(equation: Equation, locale: str) -> Iterator[Entry]:
    different = {repr(inputs): inputs for data in examples(equation) if (inputs := _inputs(equation, data))}
    scopes = [bind(equation, inputs) for inputs in different.values()]
    for known in equation.slips.values() if scopes else ():
        fitting = ((i, s) for i, s in enumerate(scopes) if known.when is None or known.when in s.given)
        tried = ((i, s, one, _effects(s, one, locale)) for i, s in fitting for one in members(known, s.inputs))
        index, scope, slip, effects = next((t for t in tried if t[3]), (len(scopes), scopes[0], known, ()))
        running = equation.id == MAIN and index < 2
        title, masked = slip.title or slip.id, "mask" in scope.given
        says, do, notice = (in_locale(text, locale) for text in (slip.says, slip.do, slip.notice))
        words = title, says, do, notice
        of = slip.id, equation.id, equation.heading
        yield Entry(*of, *words, *_given(scope, locale), running, masked, effects)


def _inputs(equation: Equation, data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in computed(data).items() if name in equation.inputs}


def slipped(scope: Scope, slip: Slip, route: Mapping[str, Formula] | None = None) -> Scope:
    """The same numbers with the slip made, followed through to the end, by another honest route if given."""
    for step, formula in {**slip.at, **{s: f for s, f in (route or {}).items() if s not in slip.at}}.items():
        scope = scope.replace({step: scope.evaluate(formula)})
    return scope


def _effects(scope: Scope, slip: Slip, locale: str) -> tuple[Effect, ...]:
    """What changes, from the step of the slip on: that step and the last one; nothing if nothing does.

    Where the equation as written does not go through the step (the softmax is one step), a route that does is taken.
    """
    first, last = next(iter(slip.at)), list(scope.equation.steps)[-1]
    best: tuple[Effect, ...] = ()
    for route in scope.equation.routes:
        try:
            wrong = slipped(scope, slip, route)
            found = [_effect(scope, wrong, step, locale) for step in dict.fromkeys([first, last])]
        except ContentError:
            continue  # it needs other shapes than these: the weights of a single query cannot be transposed
        effects = tuple(effect for effect in found if effect is not None)
        if len(effects) > len(best):
            best = effects
    return best


def _effect(scope: Scope, wrong: Scope, step: str, locale: str) -> Effect | None:
    """Both values of a step; None if they are written alike."""
    found = scope.equation.steps[step]
    title, places = found.title or step, found.decimals
    right_heads, wrong_heads = (scope[step] + 0.0, wrong[step] + 0.0)
    heads, rows = len(right_heads), right_heads.shape[-2]
    for h, (right, other) in enumerate(zip(right_heads, wrong_heads, strict=False)):
        name = f"{title}, cabeza {h}" if heads > 1 else title
        for i, pair in enumerate(zip(right, other, strict=False)):
            good, bad = (write(x if x.size > 1 else float(x[0]), places, locale) for x in pair)
            if good == bad or "?" in bad:
                continue
            if rows == 1:
                return Effect(name, good, bad)
            drawn = (_matrix("lo correcto", right, places), _matrix("con el fallo", other, places))
            return Effect(f"{name}, fila {i}", good, bad, name, drawn)
    return None


def _matrix(name: str, value: Array, places: int) -> Matrix:
    return Matrix(name, tuple(map(tuple, value.tolist())), places)


def _given(scope: Scope, locale: str) -> tuple[tuple[Matrix, ...], str]:
    """The inputs that were given: those to be drawn, and a sentence for the others."""
    from tutor.equations.worked import places_of

    places = places_of(scope)
    words = undrawn(scope, scope.equation.inputs, locale)
    drawn = []
    for name in scope.equation.inputs:
        value = scope.inputs.get(name)
        if name in scope.given and name != "mask" and name not in words and isinstance(value, np.ndarray):
            drawn.append(_matrix(name, value.reshape(-1, value.shape[-1]), places[name]))
    return tuple(drawn), " · ".join(words.values())


def _structural(locale: str) -> Iterator[Entry]:
    """Slips that need no formula: right numbers in the wrong place, with another sign, or copied."""
    equation = load_equation(MAIN)
    free, causal, *_ = (bind(equation, _inputs(equation, data)) for data in examples(equation))
    weights, output = free.public("weights").tolist(), free.public("output").tolist()
    rows = causal.public("weights").tolist()
    hidden = causal.public("masked").tolist()[1]
    top = weights.index(max(weights))
    thousandths = round(1000 * weights[0])
    swapped = thousandths // 100 * 100 + thousandths % 10 * 10 + thousandths // 10 % 10

    def w(value: Any, places: int = 3) -> str:
        return write(value, places, locale)

    effects = {
        "cells-swapped": Effect("salida", w(output, 2), w(output[::-1], 2)),
        "transposed": Effect("pesos, fila 1", w(rows[1]), w([row[1] for row in rows])),
        "all-signs-flipped": Effect("salida", w(output, 2), w([-x for x in output], 2)),
        "percent-without-sign": Effect("pesos", w(weights), w([100 * x for x in weights], 1)),
        "decimal-point-moved": Effect("pesos", w(weights), w([10 * x for x in weights], 2)),
        "earlier-step-copied": Effect("pesos", w(weights), w(free.public("exps").tolist())),
        "digits-swapped": Effect("pesos", w(weights), w([swapped / 1000, *weights[1:]])),
        "nearly-infinite": Effect("z con máscara, fila 1", w(hidden), w([max(z, -1e9) for z in hidden])),
        "later-step": Effect("exponenciales", w(free.public("exps").tolist()), w(weights)),
        "counted-from-one": Effect("clave más pesada", str(top), str(top + 1)),
    }
    for id, slip in VISIBLE.items():
        effect = (effects[id],) if id in effects else ()
        scope = causal if id in ("transposed", "nearly-infinite") else free
        words = slip.title, slip.says, slip.do, slip.notice
        yield Entry(id, "", "En cualquier respuesta", *words, *_given(scope, locale), True, scope is causal, effect)
