"""`check_code`: a learner's file against an equation. Which functions are looked at, and called how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tutor.equations import Equation, load_equation
from tutor.errors import ContentError, reason_of, refuse_pipe
from tutor.sandbox import messages
from tutor.sandbox.calling import CAUSAL, FORMS, Style, Subject, call, needed, styles, subjects
from tutor.sandbox.cases import Case, cases, mask_of
from tutor.sandbox.diagnosis import MASKED, seen
from tutor.sandbox.findings import Finding
from tutor.sandbox.process import Limits, Runner, Stop
from tutor.sandbox.returned import Route, returned, roles
from tutor.sandbox.verdict import Round, judged

MAX_FILE = 1 << 20


def check_code(
    equation: str | Equation, file: str | Path, *, function: str = "", limits: Limits | None = None
) -> Finding:
    """Runs the functions of a Python file in a child process and says what they compute.

    `equation` may be the name of a shipped one. Raises ContentError for a file that cannot be used (not there, no
    Python, stops while it is loaded, nothing to look at), UsageError where `function` is not in it.
    """
    equation = equation if isinstance(equation, Equation) else load_equation(equation)
    limits, path = limits or Limits(), _readable(file)
    with Runner(path, limits) as runner:
        try:
            loaded = runner.load()
        except Stop as stop:
            return Finding(equation.id, function, "limit", messages.stopped("El archivo", stop, limits))
        if "error" in loaded:
            return _unloaded(equation, function, str(file), loaded["error"], limits)
        looked_at = subjects(loaded["functions"], equation, function)
        findings = (_examined(runner, subject, equation, loaded["torch"], limits) for subject in looked_at)
        return _together(list(looked_at), findings)


def _together(looked_at: Sequence[Subject], findings: Iterator[Finding]) -> Finding:
    """One finding of several functions: without a main one, the first wrong step. The main one decides, and is told by
    the first step with a slip, if there is one: a helper that merely has the name of a step is not accused."""
    if not looked_at[0].main:
        steps = list(_until_limit(findings))
        return next((step for step in steps if not step.passed), None) or _all_right(steps)
    main = next(findings)
    if main.verdict == "limit" or len(looked_at) == 1:
        return main
    slipped = next((step for step in _until_limit(findings) if step.verdict == "slip"), None)
    if slipped is None or not main.passed:
        return slipped or main
    return replace(main, notes=(*main.notes, messages.say("helper", name=slipped.function)))


def _until_limit(findings: Iterator[Finding]) -> Iterator[Finding]:
    """All but those after a limit, which end the child."""
    for found in findings:
        yield found
        if found.verdict == "limit":
            return


def _all_right(steps: Sequence[Finding]) -> Finding:
    if len(steps) == 1:
        return steps[0]
    names = [step.function for step in steps]
    verdict = "rounded" if any(step.verdict == "rounded" for step in steps) else "exact"
    notes = tuple(dict.fromkeys(note for step in steps for note in step.notes))
    return replace(
        steps[-1], function=", ".join(names), verdict=verdict, message=messages.names("all-right", names), notes=notes
    )


def _readable(file: str | Path) -> Path:
    path, where = Path(file), str(file)
    refuse_pipe(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ContentError(
            f"No puedo leer el archivo: {reason_of(error)}.", hint="Revisa la ruta.", where=where
        ) from None
    if path.suffix != ".py" or b"\0" in data or len(data) > MAX_FILE:
        raise ContentError(
            "Eso no es un archivo de Python.", hint="Hace falta un archivo de texto que acabe en .py.", where=where
        )
    return path


def _unloaded(equation: Equation, function: str, file: str, error: Mapping[str, Any], limits: Limits) -> Finding:
    """Raises ContentError, unless what was reached is a limit."""
    if "MemoryError" in error["kinds"]:
        stop = Stop("memory", error["line"], error["text"])
        return Finding(equation.id, function, "limit", messages.stopped("El archivo", stop, limits))
    where = f"{file}:{error['line']}" if error["line"] else file
    hint = 'Lo que no sea definir funciones, ponlo bajo `if __name__ == "__main__":`.'
    if "SyntaxError" in error["kinds"] or "ImportError" in error["kinds"]:
        hint = "Ejecútalo tú con `python` en la misma carpeta: tiene que cargar sin errores."
    raise ContentError(f"el archivo {messages.failure(error)}", hint=hint, where=where)


def _examined(runner: Runner, subject: Subject, equation: Equation, torch: bool, limits: Limits) -> Finding:
    try:
        rounds = _rounds(runner, subject, equation, torch)
    except Stop as stop:
        message = messages.stopped(f"`{subject.name}`", stop, limits)
        return Finding(equation.id, subject.name, "limit", message)
    return judged(rounds, subject, equation, limits)


def _rounds(runner: Runner, subject: Subject, equation: Equation, torch: bool) -> list[Round]:
    """Every form of mask that is tried, arrays handed over in the style that leads to most results."""
    tried = _tried(subject, equation)
    plain = [case for case in tried if case.kind == "plain"]
    best, most = Style(), -1
    for style in styles(torch):
        replies = runner.call([call(subject, case, equation, FORMS[0], style) for case in plain])
        came = sum("value" in reply for reply in replies)
        if came > most:
            best, most = style, came
        if came == len(plain):
            break
    if best.container.startswith("torch"):
        tried = [
            case for case in tried if case.kind != "whole"
        ]  # tensors of whole numbers are not multiplied by others
    masked = any(
        case.kind in ("mask", "hidden") or (case.kind == "causal" and not subject.takes(CAUSAL)) for case in tried
    )
    forms = FORMS if masked and subject.takes(mask_of(equation) or "") else FORMS[:1]
    if best.flat and len(needed(equation)) == 1:  # made for one row, and there is nothing but rows
        return [_round(runner, subject, equation, [case for case in tried if case.few], FORMS[0], best)]
    rounds = []
    for style in [Style(), best] if best.flat else [best]:
        first = _round(runner, subject, equation, tried, forms[0], style)
        rounds += [first, *(_again(runner, subject, equation, first, form) for form in forms[1:])]
    return rounds


def _tried(subject: Subject, equation: Equation) -> list[Case]:
    """The cases a function can be asked: those with a mask only if it takes one, or stands after it."""
    mask = mask_of(equation)
    hidden = subject.takes(mask or "") or not _reaches(equation, subject.step, mask, subject.given)
    kinds = {"plain", "whole", "large"} | ({"causal", "mask", "hidden"} if hidden else set())
    return [c for c in cases(equation) if c.kind in kinds or (c.kind == "causal" and subject.takes(CAUSAL))]


def _reaches(equation: Equation, name: str, mask: str | None, given: frozenset[str]) -> bool:
    """Whether a step needs the mask itself, beyond what is given."""
    if name == mask:
        return True
    names = equation.steps[name].formula.names if name in equation.steps else ()
    return any(n not in given or n == mask for n in names) and any(
        _reaches(equation, n, mask, given) for n in names if n not in given
    )


def _again(runner: Runner, subject: Subject, equation: Equation, first: Round, form: str) -> Round:
    """The same with masks in another form: what has no mask is not called again, unless one must be given."""
    kept = () if subject.needs_mask else tuple(one for one in first.seen if one.case.kind not in MASKED)
    known = {one.case for one in kept}
    rest = [one.case for one in first.seen if one.case not in known]
    more = _round(runner, subject, equation, rest, form, first.style, first.roles if kept else None)
    return Round(form, first.style, first.roles, (*kept, *more.seen), first.steady and more.steady)


def _round(
    runner: Runner,
    subject: Subject,
    equation: Equation,
    tried: Sequence[Case],
    form: str,
    style: Style,
    known: Mapping[Route, str] | None = None,
) -> Round:
    """All cases called, and those without a mask once more. `known`: which step each returned array is, if it is."""
    again = [*tried, *(case for case in tried if case.kind == "plain")]
    replies = runner.call([call(subject, case, equation, form, style) for case in again])
    values = [repr(reply.get("value")) for reply in replies]
    answered = [(c, r["value"]) for c, r in zip(tried, replies, strict=False) if "value" in r]
    steps = known or roles(answered, subject, equation)
    found = tuple(seen(c, returned(r, steps), subject, equation) for c, r in zip(tried, replies, strict=False))
    steady = all(values[again.index(case)] == value for case, value in zip(again, values, strict=True))
    return Round(form, style, steps, found, steady)
