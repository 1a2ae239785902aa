"""`check_code`: a learner's file against an equation. Which functions, called how, and what was found out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tutor.equations import Equation
from tutor.errors import ContentError, reason_of
from tutor.judging.structure import COPIED
from tutor.sandbox import messages
from tutor.sandbox.bugs import ADDED
from tutor.sandbox.calling import CAUSAL, FORMS, Style, Subject, call, styles, subjects
from tutor.sandbox.cases import Case, cases, mask_of
from tutor.sandbox.diagnosis import Explained, Seen, earlier, explained, seen
from tutor.sandbox.findings import CaseResult, Finding
from tutor.sandbox.process import Limits, Runner, Stop
from tutor.sandbox.returned import bare, returned, roles

MAX_FILE = 1 << 20
INTEGERS, RANDOM, GLOBALS = "integer-arrays", "not-deterministic", "reads-globals"
"""Slips of code that no formula writes down."""
Reply = Mapping[str, Any]


def check_code(equation: Equation, file: str | Path, *, function: str = "", limits: Limits | None = None) -> Finding:
    """Runs the functions of a Python file in a child process and says what they compute.

    Raises ContentError for a file that cannot be used (not there, no Python, stops while it is loaded, nothing to look
    at), UsageError where `function` is not in it.
    """
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
    """One finding of several functions: the main one decides if it is right; else the first wrong step says why."""
    main = next(findings) if looked_at[0].main else None
    if main is not None and (main.verdict == "limit" or len(looked_at) == 1):
        return main
    steps = list(_until_limit(findings))
    wrong = next((step for step in steps if not step.passed), None)
    if main is None:
        return wrong or _all_right(steps)
    if not main.passed:
        return wrong or main
    return replace(main, notes=(*main.notes, messages.helper(wrong.function))) if wrong else main


def _until_limit(findings: Iterator[Finding]) -> Iterator[Finding]:
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
        steps[-1], function=", ".join(names), verdict=verdict, message=messages.all_right(names), notes=notes
    )


def _readable(file: str | Path) -> Path:
    path, where = Path(file), str(file)
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
        return Finding(equation.id, function, "limit", messages.memory("El archivo", error, limits))
    where = f"{file}:{error['line']}" if error["line"] else file
    hint = 'Lo que no sea definir funciones, ponlo bajo `if __name__ == "__main__":`.'
    if "SyntaxError" in error["kinds"] or "ImportError" in error["kinds"]:
        hint = "Ejecútalo tú con `python` en la misma carpeta: tiene que cargar sin errores."
    raise ContentError(f"el archivo {messages.failure(error)}", hint=hint, where=where)


@dataclass(frozen=True, slots=True)
class Round:
    """All cases called in one way: what was seen, and whether calling again gave the same."""

    form: str
    style: Style
    seen: tuple[Seen, ...]
    steady: bool = True

    @property
    def fine(self) -> bool:
        return self.steady and all(one.fine for one in self.seen)


def _examined(runner: Runner, subject: Subject, equation: Equation, torch: bool, limits: Limits) -> Finding:
    try:
        rounds = _rounds(runner, subject, equation, torch)
    except Stop as stop:
        said = messages.stopped(f"`{subject.name}`", stop, limits)
        return Finding(equation.id, subject.name, "limit", said)
    return _judged(rounds, subject, equation, limits)


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
    used = [Style(), best] if best.flat else [best]
    return [_round(runner, subject, equation, tried, form, style) for style in used for form in forms]


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


def _round(
    runner: Runner, subject: Subject, equation: Equation, tried: Sequence[Case], form: str, style: Style
) -> Round:
    again = [*tried, *(case for case in tried if case.kind == "plain")]
    replies = runner.call([call(subject, case, equation, form, style) for case in again])
    values = [(c, r["value"]) for c, r in zip(tried, replies, strict=False) if "value" in r]
    known = roles(values, subject, equation)
    found = tuple(seen(c, returned(r, known), subject, equation) for c, r in zip(tried, replies, strict=False))
    first = {case.id: repr(reply.get("value")) for case, reply in zip(tried, replies, strict=False)}
    steady = all(first[case.id] == repr(reply.get("value")) for case, reply in zip(again, replies, strict=True))
    return Round(form, style, found, steady)


# -- what it amounts to ------------------------------------------------------------------------------------------------


def _judged(rounds: Sequence[Round], subject: Subject, equation: Equation, limits: Limits) -> Finding:
    """The finding of the form of mask that fits best: all right, or explained by a slip, or with fewest failures."""
    fine = next((one for one in rounds if one.fine and not _by_chance(one, rounds[0], equation)), None)
    if fine is not None:
        narrow = any(one.status == "rounded" for one in fine.seen)
        said = messages.right(subject.name, len(fine.seen), narrow)
        return _finding(fine, subject, equation, "rounded" if narrow else "exact", said)
    best = max(rounds, key=lambda one: sum(s.fine for s in one.seen))
    verdict, slips, said = _unexplained(best, subject, equation, limits)
    if slips or verdict in ("limit",):
        return _finding(best, subject, equation, verdict, said, slips)
    for one in sorted(rounds, key=lambda one: one is not best):
        if all(s.fine for s in one.seen if s.case.judged):
            continue
        found = explained(one.seen, equation)
        if found.slips:
            return _slip(one, found, subject, equation)
    return _finding(best, subject, equation, verdict, said)


def _by_chance(one: Round, first: Round, equation: Equation) -> bool:
    """Whether a function is right with a mask to be added, and is not made to add it: −10·(1 − mask) leads to −∞."""
    if one.form != "float":
        return False
    found = explained(first.seen, equation).slips
    return bool(found) and all(slip.id != ADDED for slip in found)


def _slip(one: Round, found: Explained, subject: Subject, equation: Equation) -> Finding:
    said = messages.slip(subject.name, found.slips, found.together, equation)
    ids = tuple(slip.id for slip in found.slips)
    return _finding(one, subject, equation, "slip", " ".join(filter(None, (said, _where(one)))), ids)


def _unexplained(one: Round, subject: Subject, equation: Equation, limits: Limits) -> tuple[str, tuple[str, ...], str]:
    """(verdict, slips, message) of what no formula writes down: looked at before the bank where it has an id."""
    bad = [s for s in one.seen if not s.fine]
    error = next((s.returned.error for s in bad if s.returned.error), None)
    if not one.steady:
        return "slip", (RANDOM,), messages.random(subject.name)
    if bad and all(s.case.kind == "whole" for s in bad):
        return "slip", (INTEGERS,), messages.integers(subject.name, error)
    if error and "MemoryError" in error["kinds"]:
        return "limit", (), messages.memory(f"`{subject.name}`", error, limits)
    results = {repr([part.tolist() for part in s.returned.parts.values()]) for s in one.seen}
    if len(results) == 1 and not error and one.seen[0].returned.parts:
        return "slip", (GLOBALS,), messages.constant(subject.name, subject.reads)
    step = earlier(one.seen, equation, subject)
    if step:
        return "slip", (COPIED,), messages.early(subject.name, equation.steps[step].title)
    if error:
        return "error", (), _with(one, f"`{subject.name}` {messages.failure(error)}")
    misshapen = next((s for s in bad if s.status == "wrong-shape"), None)
    if misshapen:
        return "wrong-shape", (), _with(one, _misshapen(misshapen, subject))
    titles = [s.case.title for s in bad]
    said = _with(one, messages.wrong(subject.name, titles, len(one.seen)))
    return "wrong", (), f"{said} {messages.outside(subject.reads)}" if subject.reads else said


def _with(one: Round, said: str) -> str:
    return " ".join(filter(None, (said, _where(one))))


def _where(one: Round) -> str:
    bad, good = [s.case for s in one.seen if not s.fine], [s.case for s in one.seen if s.fine]
    few = (all(case.few for case in good), not any(case.few for case in bad))
    return messages.where({c.kind for c in bad}, {c.kind for c in good}, few)


def _misshapen(one: Seen, subject: Subject) -> str:
    if not one.returned.parts:
        return messages.nothing(subject.name, one.returned.kind)
    step = next(step for step in one.returned.parts if step not in one.cells)
    return messages.shapes(subject.name, one.returned.parts[step].shape, _table(one, step).shape)


def _finding(
    one: Round, subject: Subject, equation: Equation, verdict: str, said: str, slips: tuple[str, ...] = ()
) -> Finding:
    results = tuple(_result(s, subject) for s in one.seen)
    shown = next((i for i, result in enumerate(results) if not result.passed), None)
    return Finding(
        equation.id, subject.name, verdict, said, slips, results, shown, tuple(_notes(one, subject, equation))
    )


def _result(one: Seen, subject: Subject) -> CaseResult:
    parts = one.returned.parts
    bad = [step for step in parts if step not in one.cells or not one.cells[step].all()]
    step = bad[0] if bad else subject.step if subject.step in parts or not parts else list(parts)[-1]
    data = {name: value if isinstance(value, int) else value.tolist() for name, value in one.case.data.items()}
    cells = one.cells[step].tolist() if step in one.cells else None
    got = parts[step].tolist() if step in parts else None
    error = one.returned.error
    note = messages.failure(error) if error else messages.NOTES["overflow"] if one.status == "overflow" else ""
    return CaseResult(
        one.case.id, one.case.title, one.fine, data, step, _table(one, step).tolist(), got, cells, note
    )  # fmt: skip


def _table(one: Seen, step: str) -> Any:
    """What is right, as rows and columns (heads in front)."""
    value = one.case.scope[step]
    return value.reshape(bare(value.shape) if value.shape[-3] > 1 else value.shape[-2:])


def _notes(one: Round, subject: Subject, equation: Equation) -> Iterator[str]:
    """What does not decide and is worth a sentence."""
    names = [name for name, _, _ in subject.sources]
    changed = {names[i] for s in one.seen for i in s.returned.changed if i < len(names)}
    if any(s.status == "overflow" for s in one.seen):
        yield messages.NOTES["overflow"]
    if changed:
        yield messages.changed(sorted(changed))
    if any(s.returned.prints for s in one.seen):
        yield messages.NOTES["prints"]
    if one.form != FORMS[0] and one.fine:
        yield messages.NOTES[one.form]
    hidden = next((s for s in one.seen if s.case.kind == "hidden" and s.returned.parts and s.fine), None)
    if hidden is not None:
        last = [part[..., -1, :] for part in hidden.returned.parts.values() if part.ndim > 1]
        if any(np.isnan(row).any() for row in last):
            yield messages.NOTES["hidden-nan"]
        elif any(row.any() for row in last):
            yield messages.NOTES["hidden-some"]
    if subject.main and one.fine:
        if mask_of(equation) and not any(s.case.kind in ("mask", "causal") for s in one.seen):
            yield messages.NOTES["unmasked"]
        if subject.step not in one.seen[0].returned.parts:
            yield messages.NOTES["weights"]
    if one.style.lead:
        yield messages.NOTES["lead"]
    elif one.style.container == "list":
        yield messages.NOTES["list"]
