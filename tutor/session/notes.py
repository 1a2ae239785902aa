"""A learner's notes in Markdown: their own numbers, fit to hand in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tutor.session.progress import SlipMade, UnitProgress
from tutor.session.question_prompt import Status
from tutor.units import OpenQuestion, explanations

WORDS = {
    Status.SOLVED: "bien",
    Status.CARRIED: "bien con mis números",
    Status.NOTED: "apuesta",
    Status.SEEN: "solución vista",
    Status.SKIPPED: "saltada",
    Status.OPEN: "sin acabar",
}


def notes(units: Iterable[UnitProgress], slips: Sequence[tuple[SlipMade, str]], day: str, locale: str = "es") -> str:
    """One document. `slips` come with their titles; `day` is the date it is written, as it is to be read."""
    lines = ["# Mis apuntes de la ecuación 1", "", f"Escritos por `tutor` el {day}, con mis respuestas.", ""]
    for progress in units:
        lines += _unit(progress, locale)
    if slips:
        lines += ["## Fallos que me han enseñado algo", ""]
        lines += [f"- {_plain(title)} {'(enmendado)' if s.mended else '(pendiente)'}" for s, title in slips]
        lines.append("")
    return "\n".join(lines)


def _unit(progress: UnitProgress, locale: str) -> list[str]:
    unit, state = progress.unit, progress.state
    lines = [f"## {unit.unit.title}", "", f"{progress.done} de {progress.total} preguntas hechas."]
    if progress.before and not progress.finished:
        lines[-1] += f" La terminé antes; esta es la {state.attempt}.ª vez."
    if progress.best:
        lines[-1] += f" En la comprobación, {progress.best[0]} de {progress.best[1]} bien."
    lines.append("")
    finished = state if progress.finished else progress.before
    card = explanations.card(unit, finished.answers, locale) if finished else ()
    if card:
        lines += [f"- **{_plain(label)}**: {_plain(text)}" for label, text in card] + [""]
    for part in unit.unit.parts:
        rows = [q for q in unit.questions if q.part is part and (q.id in state.answers or q.id in state.status)]
        if not rows:
            continue
        if len(unit.unit.parts) > 1:
            lines += [f"### {part.title}", ""]
        lines += ["| pregunta | mi respuesta | | intentos |", "|---|---|---|---|"]
        for q in rows:
            answers = q.write(state.answers[q.id], locale) if q.id in state.answers else ""
            tries = state.tries.get(q.id, 0) + (state.of(q.id).done and q.model.graded)
            outcome = WORDS[state.of(q.id)]
            if q.id in state.seen and state.of(q.id).done:
                outcome = "después de ver la solución"
            lines.append(f"| {_cell(q.title)} | {_cell(answers)} | {outcome} | {tries or ''} |")
        lines += ["", *_reasons(progress, rows, locale)]
    return lines


def _reasons(progress: UnitProgress, rows: Iterable[OpenQuestion], locale: str) -> list[str]:
    """Why each right answer is right, with the symbol of its step: what is worth reading again."""
    unit, state = progress.unit, progress.state
    lines = []
    for q in rows:
        if state.of(q.id) is not Status.SOLVED or not q.model.graded or q.id not in state.answers:
            continue
        step = q.target.equation.steps.get(q.model.step or "")
        name = _plain(q.title) + (f" ({_plain(step.symbol)})" if step and step.symbol not in q.title else "")
        lines.append(
            f"- **{name}**: {_plain(explanations.reason(unit, q.id, state.answers[q.id], state.answers, locale))}"
        )
    return ["Por qué:", "", *lines, ""] if lines else []


def _plain(text: str) -> str:
    """Text that Markdown takes as it stands: no emphasis, no links, no markup of a learner's making."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>#" else c for c in text.replace("\n", " "))


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")
