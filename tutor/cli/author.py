"""`tutor author`: for those who write units: prove one, see one whole, its schema, a first draft."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.cli import spanish
from tutor.errors import ContentError, ExitCode, Problem, UsageError
from tutor.phrasing import plural

if TYPE_CHECKING:
    from tutor.authoring.linter import Proof
    from tutor.equations import Equation
    from tutor.screen import Screen
    from tutor.terminal import Terminal
    from tutor.units import OpenUnit, Question

author = spanish.group("Para quien escribe unidades: revisarlas, verlas enteras y empezar una.")


@author.command()
def check(
    ctx: typer.Context,
    units: Annotated[list[str] | None, typer.Argument(help="unidades, o archivos de ecuaciones")] = None,
    notes: Annotated[bool, typer.Option("--notes", help="también lo que solo conviene saber")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="el resultado, para otros programas")] = False,
) -> ExitCode:
    """Demuestra cada pregunta: la respuesta buena pasa, cada fallo dice lo suyo, y nada da la respuesta.

    Lo que no se puede demostrar es un problema, con archivo y línea. Con --notes dice además qué fallos no distinguen
    los números de la unidad.
    """
    from tutor.authoring.equation_proof import prove_equation
    from tutor.authoring.linter import prove
    from tutor.equations import is_equation_file, load_equation
    from tutor.library import files_in, hidden_files
    from tutor.units import unit_names

    terminal: Terminal = ctx.obj
    proofs: list[Proof] = []
    equations: list[Equation] = []
    broken: list[tuple[str, tuple[Problem, ...]]] = []
    asked = [name for unit in units or unit_names() for name in files_in(unit)]
    if units and not asked:
        raise UsageError("En esa carpeta no hay ningún archivo .yaml.", hint="Di la carpeta de tus unidades.")
    for unit in asked:
        try:
            if is_equation_file(unit):
                if found := prove_equation(unit):
                    broken.append((unit, found))
                else:
                    equations.append(load_equation(unit))
            else:
                proofs.append(prove(unit, notes=notes))
        except ContentError as error:
            broken.append((unit, error.problems or (Problem(error.where, error.message, error.hint),)))
    problems = [p for proof in proofs for p in proof.problems] + [p for _, found in broken for p in found]
    if as_json:
        _json(terminal, proofs, equations, problems)
    else:
        for proof in proofs:
            _say(terminal, proof)
            if notes:
                _notes(terminal, proof)
        for equation in equations:
            what = f"{plural(len(equation.steps), 'paso')} y {plural(len(equation.slips), 'fallo')}"
            terminal.prose(f"{equation.id}: ecuación de {what}; todo demostrado. El resto, con una unidad que la use.")
        for unit, found in broken:
            terminal.prose(f"{unit}: {plural(len(found), 'problema')}.")
            for problem in found:
                _line(terminal, problem)
        for file in hidden_files():
            terminal.prose(f"{file}: ese nombre ya es de otra; solo se abre por su ruta.")
    return ExitCode.INVALID if problems else ExitCode.OK


@author.command()
def preview(
    ctx: typer.Context,
    unit: Annotated[str, typer.Argument(help="nombre de la unidad o ruta de su archivo")],
    variant: Annotated[int, typer.Option("--variant", min=0, help="otros números: 1, 2, 3…")] = 0,
) -> ExitCode:
    """Enseña la unidad entera, con las respuestas: lo que se lee, lo que se pregunta, pistas, razones y fallos."""
    from tutor.authoring import open_unit
    from tutor.screen import Screen
    from tutor.units import Question, explanations, fill, resolve

    terminal: Terminal = ctx.obj
    screen = Screen(terminal)
    opened = open_unit(unit, variant)
    screen.title(f"{opened.unit.title} (versión {opened.unit.version})")
    screen.text(opened.unit.summary)
    for number, part in enumerate(opened.unit.parts, 1):
        screen.header(f"Tramo {number} de {len(opened.unit.parts)} · {part.title} · {part.minutes} min")
        if part.recall:
            screen.note(f"Al volver otro día: {fill(part.recall, opened, {}, terminal.locale)}")
        for block in part.blocks:
            screen.blank()
            if isinstance(block, Question):
                _question(screen, opened, block)
            else:
                screen.view(resolve(block, opened, {}, terminal.locale))
        if part.end:
            screen.blank()
            screen.text(fill(part.end, opened, {}, terminal.locale))
    if opened.unit.card:
        screen.card("Resumen", explanations.card(opened, {}, terminal.locale))
    terminal.stdout.flush()
    return ExitCode.OK


@author.command()
def schema(
    ctx: typer.Context,
    equation: Annotated[bool, typer.Option("--equation", help="el de una ecuación")] = False,
) -> ExitCode:
    """El esquema JSON de una unidad, para que el editor complete y avise mientras escribes."""
    import json

    from tutor.authoring.schema import equation_schema, unit_schema

    terminal: Terminal = ctx.obj
    terminal.write(json.dumps(equation_schema() if equation else unit_schema(), ensure_ascii=False, indent=2))
    return ExitCode.OK


@author.command()
def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="nombre de la unidad: minúsculas, cifras y guiones")],
    out: Annotated[str, typer.Option("--out", help="dónde escribirla; - la escribe en pantalla")] = "",
) -> ExitCode:
    """Empieza una unidad: un borrador que ya funciona, con una pregunta de cada clase."""
    from tutor.authoring.scaffold import draft

    terminal: Terminal = ctx.obj
    text = draft(name)
    if out == "-":
        terminal.write(text.rstrip("\n"))
        return ExitCode.OK
    path = Path(out or f"{name}.yaml")
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"«{path}» ya existe y no la piso.", hint="Elige otro nombre, o dilo con --out.") from None
    terminal.prose(f"Escrita {path}. Ahora: `tutor author check {path}` y `tutor lesson {path}`.")
    return ExitCode.OK


def _say(terminal: Terminal, proof: Proof) -> None:
    count = len(proof.problems)
    outcome = "todo demostrado" if not count else plural(count, "problema")
    if proof.notes:
        outcome += f" ({plural(len(proof.notes), 'nota')}: --notes)"
    questions, slips = plural(proof.questions, "pregunta"), plural(proof.slips, "fallo")
    terminal.prose(f"{proof.unit}: {questions} y {slips} con frase propia; {outcome}.")
    for problem in proof.problems:
        _line(terminal, problem)


def _notes(terminal: Terminal, proof: Proof) -> None:
    from tutor.authoring.linter import blind_notes

    for note in proof.notes:
        terminal.prose(f"  nota, {note.where}: {note.message}")
    for text in blind_notes(proof.path):
        terminal.prose(f"  nota, {text}")


def _line(terminal: Terminal, problem: Problem) -> None:
    terminal.prose(f"  {problem.where}: {problem.message}" if problem.where else f"  {problem.message}")
    if problem.hint:
        terminal.prose(f"    {problem.hint}")


def _json(terminal: Terminal, proofs: list[Proof], equations: list[Equation], problems: list[Problem]) -> None:
    from tutor.cli.jsonout import print_json

    def rows(found: list[Problem]) -> list[dict[str, Any]]:
        return [{"where": p.where, "message": p.message, "hint": p.hint} for p in found]

    print_json(
        terminal,
        {
            "units": [{"unit": p.unit, "questions": p.questions, "slips": p.slips} for p in proofs],
            "equations": [{"equation": e.id, "steps": len(e.steps), "slips": len(e.slips)} for e in equations],
            "problems": rows(problems),
            "notes": rows([n for p in proofs for n in p.notes]),
        },
    )


def _question(screen: Screen, opened: OpenUnit, model: Question) -> None:
    """One question with everything that can be said about it."""
    from tutor.units import explanations, fill

    locale = screen.terminal.locale
    question = opened.question(model.question)
    screen.text(f"{model.question} · {model.title or 'sin título'}", "title")
    screen.question(explanations.ask(opened, question.id, {}, locale), dict(question.options(locale)))
    if model.graded:
        screen.text(f"Respuesta: {question.write(question.right, locale)}")
        lines = explanations.solution(opened, question.id, {}, locale)
        if model.solution:
            screen.text("\n".join(lines))
        else:
            screen.worked(lines)
    else:
        screen.text("Apuesta: se apunta y no se corrige.")
    screen.text(f"Razón: {explanations.reason(opened, question.id, None, {}, locale)}")
    hints = explanations.hints(opened, question.id, {}, locale)
    for i, hint in enumerate(hints, 1):
        screen.hint(hint, i, len(hints))
    sentences = {**model.says, **{s.id: f"{s.says} {s.do}".strip() for s in model.slips}}
    screen.pairs([(id, fill(text, opened, {}, locale, model)) for id, text in sentences.items()])
    for note in model.notes:
        about = f" en «{note.of}»" if note.of else ""
        screen.note(f"Si escribió {note.typed}{about}: {fill(note.says, opened, {}, locale, model)}")
