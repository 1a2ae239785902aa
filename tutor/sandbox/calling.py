"""How a learner's function is called: which functions are looked at, what goes to which parameter, in which form."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tutor.equations import Equation
from tutor.errors import ContentError, UsageError
from tutor.sandbox.cases import Case, mask_of

ALSO = {
    "atencion": ("attention", "scaleddotproductattention", "selfattention", "autoatencion"),
    "multi-cabeza": ("multihead", "multiheadattention", "mha", "atencionmulticabeza"),
    "entropia": ("entropy",),
}
"""Equation -> other names of the function that computes it, folded."""
WORDS = {
    "query": "Q", "queries": "Q", "consulta": "Q", "consultas": "Q", "key": "K", "keys": "K", "clave": "K",
    "claves": "K", "value": "V", "values": "V", "valor": "V", "valores": "V", "mascara": "mask", "attnmask": "mask",
    "attentionmask": "mask", "causal": "causal", "iscausal": "causal", "salida": "output", "out": "output",
    "pesos": "weights", "attn": "weights", "alpha": "weights", "alfa": "weights",
}  # fmt: skip
"""Folded word -> the name it stands for in an equation that has it, or the switch `causal`."""
CAUSAL = "causal"
FORMS = ("bool", "float", "hides")
"""A mask where True may be looked at; 0 and −∞, to be added; and where True hides."""
Source = str


@dataclass(frozen=True, slots=True)
class Subject:
    """A function to look at: the step it computes, its parameters each with what it gets, what it reads from outside.

    `main` is the equation's own function; others are called with what is right before their step. `needs_mask`: it
    must be given one.
    """

    name: str
    step: str
    sources: tuple[tuple[str, str, Source], ...]
    main: bool
    reads: tuple[str, ...] = ()
    needs_mask: bool = False

    def takes(self, source: Source) -> bool:
        """Whether it is called with that source."""
        return any(known == source for _, _, known in self.sources)

    @property
    def given(self) -> frozenset[str]:
        """The sources it is called with."""
        return frozenset(source for _, _, source in self.sources)


class Style(NamedTuple):
    """How arrays are handed over: as what, with how many more axes in front, a lone first row as a flat list."""

    container: str = "numpy"
    lead: int = 0
    flat: bool = False


def styles(torch: bool) -> list[Style]:
    """The ways to hand arrays over, the usual one first; tensors only to a file that uses torch."""
    tensors = [Style("torch-float64"), Style("torch-float32"), Style("torch-float64", 1)] if torch else []
    return [Style(), *tensors, Style("numpy", 1), Style("list"), Style("numpy", 0, True)]


def fold(name: str) -> str:
    """A name without accents, capitals, underscores or blanks."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in plain if c.isalnum())


def step_named(equation: Equation, name: str) -> str | None:
    """The step that a name stands for: its id, its title or a common word."""
    folded = fold(name)
    by_word = WORDS.get(folded)
    if by_word in equation.steps:
        return by_word
    return next((s.id for s in equation.steps.values() if folded in (fold(s.id), fold(s.title))), None)


def main_step(equation: Equation) -> str:
    """The step that a function of the whole equation returns."""
    return "output" if "output" in equation.steps else list(equation.steps)[-1]


def subjects(functions: Sequence[Mapping[str, Any]], equation: Equation, wanted: str) -> list[Subject]:
    """The function asked for, or the equation's own and those named as steps, in the order to look at them.

    Raises UsageError for a name that is not there, ContentError where there is nothing to look at, or a parameter that
    nobody could fill.
    """
    defined = [f for f in functions if f["own"]]
    listed = ", ".join(f"`{f['name']}`" for f in defined) or "ninguna"
    if wanted:
        chosen = next((f for f in functions if f["name"] == wanted), None)
        if chosen is None:
            raise UsageError(f"En el archivo no hay ninguna función `{wanted}`.", hint=f"Las que hay: {listed}.")
        step = step_named(equation, wanted)
        return [_step(chosen, equation, step) or _main(chosen, equation)] if step else [_main(chosen, equation)]
    names = {fold(equation.id), *ALSO.get(equation.id, ())}
    main = next((f for f in functions if fold(f["name"]) in names), None)
    named = [(step, f) for f in defined if f is not main and (step := step_named(equation, f["name"]))]
    steps = [s for step, f in sorted(named, key=lambda pair: equation.order[pair[0]])
             if (s := _step(f, equation, step))]  # fmt: skip
    if main is None and not steps:
        used = {name for f in defined for name in f["uses"]}
        roots = [f for f in defined if f["name"] not in used]
        main = roots[0] if len(roots) == 1 else None
    if main is None and not steps:
        called = equation.id.replace("-", "_")
        raise ContentError(f"No encuentro la función que hay que probar, `{called}`. Las que hay: {listed}.",
                           hint="Cámbiale el nombre, o dilo con `--function NOMBRE`.")  # fmt: skip
    return [*([_main(main, equation)] if main else []), *steps]


def needed(equation: Equation) -> list[str]:
    """The inputs that a function of the whole equation has to be given."""
    return [n for n, i in equation.inputs.items() if i.default is None]


def _main(found: Mapping[str, Any], equation: Equation) -> Subject:
    sources = list(_sources(found, equation, {*equation.inputs, *equation.sizes, CAUSAL}, needed(equation)))
    lacking = [name for name, _, source in sources if not source]
    if lacking:
        raise ContentError(
            f"`{found['name']}` pide `{lacking[0]}`, y no sé qué darle.",
            hint=f"Le doy {', '.join(needed(equation))}: dale a `{lacking[0]}` un valor por omisión.",
        )
    untaken = [name for name in needed(equation) if name not in {source for _, _, source in sources}]
    if untaken:
        raise ContentError(
            f"`{found['name']}` no tiene dónde recibir {', '.join(untaken)}.",
            hint=f"Dale los parámetros {', '.join(needed(equation))}, en ese orden o con esos nombres.",
        )
    return _subject(found, equation, main_step(equation), sources, main=True)


def _step(found: Mapping[str, Any], equation: Equation, step: str) -> Subject | None:
    """None where it is not clear what a parameter is: then nothing is said about it."""
    before = list(equation.steps)[: equation.order[step]]
    formula = [n for n in equation.steps[step].formula.names if n not in equation.sizes]
    sources = list(_sources(found, equation, {*equation.inputs, *equation.sizes, *before, CAUSAL}, formula))
    known = all(source for _, _, source in sources)
    return _subject(found, equation, step, sources, main=False) if known and sources else None


def _subject(
    found: Mapping[str, Any], equation: Equation, step: str, sources: list[tuple[str, str, Source]], *, main: bool
) -> Subject:
    required = {name for name, _, must in found["parameters"] if must}
    mask = mask_of(equation)
    needs = any(source == mask and name in required for name, _, source in sources)
    return Subject(found["name"], step, tuple(sources), main, tuple(found["reads"]), needs)


def _sources(
    found: Mapping[str, Any], equation: Equation, known: set[str], needed: Sequence[str]
) -> Iterator[tuple[str, str, Source]]:
    """(parameter, kind, what it gets): by its name; the others, in their order, what is needed and has no place yet.
    An empty source: it must be given something, and nobody knows what."""
    parameters = found["parameters"] or [(name, "POSITIONAL_ONLY", True) for name in needed]
    by_fold = {fold(name): name for name in sorted(known, key=lambda name: name in equation.inputs)}
    named = {name: _known(fold(name), by_fold, known) for name, _, _ in parameters}
    rest = [name for name in needed if name not in named.values()]
    for name, kind, required in parameters:
        if kind == "VAR_POSITIONAL":
            yield from ((name, kind, source) for source in rest)
            rest = []
        elif kind != "VAR_KEYWORD":
            source = named[name] or (rest.pop(0) if rest else "")
            if source or required:
                yield name, kind, source


def _known(folded: str, by_fold: Mapping[str, str], known: set[str]) -> str:
    word = WORDS.get(folded, "")
    return by_fold.get(folded) or (word if word in known else "")


def call(subject: Subject, case: Case, equation: Equation, form: str, style: Style) -> dict[str, Any]:
    """One call as the child takes it."""
    mask = mask_of(equation)
    args: list[Any] = []
    positional: list[str] = []
    named: dict[str, Any] = {}
    for name, kind, source in subject.sources:
        value = _value(subject, case, source, source == mask, form)
        if value is None:
            continue
        first = source == next(iter(equation.inputs)) and style.flat and case.few
        handed = (
            _handed(value[0] if first and value.ndim > 1 else value, style) if isinstance(value, np.ndarray) else value
        )
        if kind in ("POSITIONAL_ONLY", "VAR_POSITIONAL"):
            args.append(handed)
            positional.append(name)
        else:
            named[name] = handed
    return {"function": subject.name, "args": args, "named": named, "names": [*positional, *named]}


def _value(subject: Subject, case: Case, source: Source, is_mask: bool, form: str) -> Any:
    """What a parameter gets in a case; None: it is left out."""
    by_switch = case.kind == "causal" and subject.takes(CAUSAL)
    if source == CAUSAL:
        return by_switch
    if not is_mask:
        return case.data[source] if source in case.data else _right(case, source)
    seen = None if by_switch else case.data.get(source)
    if seen is None:
        if not subject.needs_mask:
            return None
        q, n = np.shape(case.scope[source])[-2:]
        seen = np.ones((q, n), dtype=bool)
    return seen if form == "bool" else ~seen if form == "hides" else np.where(seen, 0.0, -np.inf)


def _right(case: Case, name: str) -> Any:
    """A size, or the right value of an earlier step without the axes of one in front."""
    value = case.scope[name]
    if isinstance(value, int):
        return value
    return float(value.item()) if value.size == 1 and name not in case.data else value.reshape(value.shape[-2:]) if (
        value.shape[-3] == 1) else value.reshape(value.shape[-3:])  # fmt: skip


def _handed(value: Any, style: Style) -> dict[str, Any]:
    lead = value[(None,) * style.lead]
    return {"array": lead.tolist(), "dtype": str(value.dtype), "as": style.container}
