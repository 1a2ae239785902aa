"""`tutor solve`: the whole development of an equation, for any numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.cli.inputs import read_rows, read_scalar, read_vector
from tutor.errors import ExitCode, UsageError
from tutor.phrasing import joined

if TYPE_CHECKING:
    from tutor.equations import Equation, Scope
    from tutor.screen import Screen
    from tutor.terminal import Terminal

MAIN = "atencion"
MATRIX = "números con espacios, filas con |"
MOST_LINES = 36
"""Longer steps are worked for the first row only; all their numbers follow as a matrix."""


def solve(
    ctx: typer.Context,
    equation: Annotated[str, typer.Argument(metavar="ECUACIÓN", help="la ecuación, o una unidad")] = MAIN,
    q: Annotated[str, typer.Option("--Q", metavar="TEXTO", help=f"consultas: {MATRIX}; una lista es una sola")] = "",
    k: Annotated[str, typer.Option("--K", metavar="TEXTO", help=f"claves: {MATRIX}")] = "",
    v: Annotated[str, typer.Option("--V", metavar="TEXTO", help=f"valores: {MATRIX}")] = "",
    data: Annotated[
        list[str] | None, typer.Option("--data", metavar="NOMBRE=TEXTO", help="otra entrada de la ecuación")
    ] = None,
    causal: Annotated[bool, typer.Option("--causal", help="con máscara causal")] = False,
    decimals: Annotated[int | None, typer.Option(min=0, max=9, help="decimales de cada paso")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="solo los valores, sin redondear")] = False,
) -> ExitCode:
    """Desarrolla la ecuación entera, cuenta a cuenta.

    Sin números usa los del ejemplo de la lección. Con `--Q`, `--K` y `--V`, los tuyos:
    `tutor solve --Q "2 -1" --K "1 0 | 0 1" --V "10 0 | 0 10" --causal`.
    """
    from tutor.equations.worked import with_decimals
    from tutor.screen import Screen
    from tutor.units.data import bind

    terminal: Terminal = ctx.obj
    found, numbers = _start(equation)
    given = {"Q": q, "K": k, "V": v}
    texts = {name: (f"--{name}", text) for name, text in given.items() if text} | _named(data or [])
    flat = False
    for name, (option, text) in texts.items():
        numbers[name], is_flat = _read(found, name, option, text, terminal.locale)
        flat = flat or (is_flat and name == "Q")
    if causal:
        numbers["mask"] = "causal"
    _need_input(found, [*texts, *(["mask"] if causal else [])])
    _need_numbers(found, numbers)
    if texts and not as_json and (rest := [name for name in numbers if name != "mask" and name not in texts]):
        terminal.say(_taken(rest))
    scope = bind(found if decimals is None else with_decimals(found, decimals), numbers)
    steps = [step for step in scope.equation.steps if scope.active(step)]
    if as_json:
        from tutor.cli.jsonout import print_json

        values = [{"id": step, "value": _value(scope, step, flat)} for step in steps]
        print_json(terminal, {"equation": found.id, "steps": values})
        return ExitCode.OK
    screen = Screen(terminal)
    screen.title(found.title or found.id)
    screen.blank()
    screen.matrices(_inputs(scope))
    for number, step in enumerate(steps, 1):
        _show(screen, scope, number, step)
    return ExitCode.OK


def _start(name: str) -> tuple[Equation, dict[str, Any]]:
    """The equation and the numbers it begins with. Raises UsageError for an unknown name, with the nearest one."""
    from tutor.cli.spanish import unknown
    from tutor.equations import equation_names
    from tutor.units import unit_names
    from tutor.units.data import computed
    from tutor.units.examples import example

    known = list(dict.fromkeys([*equation_names(), *unit_names()]))
    if name not in known and not name.endswith((".yaml", ".yml")):
        raise unknown("la ecuación", name, known, "tutor solve --help")
    equation, numbers = example(name)
    inputs = {key: value for key, value in computed(numbers).items() if key in equation.inputs}
    return equation, {key: value for key, value in inputs.items() if key != "mask"}


def _named(data: list[str]) -> dict[str, tuple[str, str]]:
    named: dict[str, tuple[str, str]] = {}
    for item in data:
        name, equals, text = item.partition("=")
        if not equals or not text.strip():
            raise UsageError(f"No entiendo --data «{item}».", hint='Se escribe así: --data "W_O=1 0 | 0 1".')
        named[name.strip()] = (f"--data {name.strip()}", text)
    return named


def _read(equation: Equation, name: str, option: str, text: str, locale: str) -> tuple[Any, bool]:
    """The numbers of one input, in its own number of axes."""
    declared = equation.inputs.get(name)
    axes = 2 if declared is None else 0 if declared.count else len(declared.shape)
    if axes == 2:
        rows, flat = read_rows(option, text, locale)
        return rows, flat
    return (read_vector(option, text, locale) if axes == 1 else read_scalar(option, text, locale)), False


def _need_input(equation: Equation, names: list[str]) -> None:
    for name in names:
        if name not in equation.inputs:
            raise UsageError(
                f"La ecuación «{equation.id}» no tiene ninguna entrada «{name}».",
                hint=f"Tiene estas: {', '.join(equation.inputs)}.",
            )


def _taken(names: list[str]) -> str:
    """Where the numbers come from that were not given beside others that were."""
    come = "salen" if len(names) > 1 else "sale"
    return f"{joined(names)} {come} del ejemplo de la lección. Otros números, con {' '.join(map(_option, names))}."


def _option(name: str) -> str:
    return f'--{name} "…"' if name in ("Q", "K", "V") else f'--data {name}="…"'


def _need_numbers(equation: Equation, numbers: dict[str, Any]) -> None:
    lacking = [name for name, declared in equation.inputs.items() if declared.default is None and name not in numbers]
    if lacking:
        options = map(_option, lacking)
        raise UsageError(
            f"La ecuación «{equation.id}» necesita números para {', '.join(lacking)}.",
            hint=f"Dalos así: {' '.join(options)}",
        )


def _inputs(scope: Scope) -> list[Any]:
    from tutor.equations.worked import places_of
    from tutor.units.blocks import rows_of
    from tutor.units.views import Matrix

    places = places_of(scope)
    found = []
    for name in scope.equation.inputs:
        value = scope.inputs.get(name)
        if value is None or isinstance(value, int) or name not in scope.given:
            continue
        rows = rows_of(value)
        label = scope.equation.rows(name)
        labels = tuple(label.replace("{i}", str(i)) for i in range(len(rows))) if label and len(rows) > 1 else ()
        found.append(Matrix(scope.equation.symbol(name), rows, places.get(name, 1), labels))
    return found


def _show(screen: Screen, scope: Scope, number: int, name: str) -> None:
    """One step: its heading, its arithmetic, and its numbers together where there are several."""
    from tutor.answers import write
    from tutor.equations.worked import worked
    from tutor.units.blocks import rows_of
    from tutor.units.views import Matrix

    step, value = scope.equation.steps[name], scope[name]
    heads, rows, columns = value.shape
    title = step.title if step.title not in ("", step.id) else step.symbol
    screen.title(f"{number} · {title}" + (f": {step.symbol}" if title != step.symbol else ""))
    long = heads * rows * columns > MOST_LINES
    cells = [(0, j) for j in range(min(columns, MOST_LINES))] if long else None
    lines = worked(scope, name, cells, screen.terminal.locale)
    screen.worked(lines[: MOST_LINES + 1] if long else lines)
    if long:
        screen.note("y así las demás filas.")
    if heads * rows * columns == 1:
        return
    sums = "softmax(" in step.formula.text
    if heads * rows == 1:
        total = f", {_sum(value, step.decimals, screen.terminal.locale)}" if sums else ""
        listed = write(value.reshape(-1), step.decimals, screen.terminal.locale)
        screen.worked([f"{step.symbol} = {listed}{total}"])
        return
    tops = [f"fila {i}" if heads == 1 else f"cabeza {h}, fila {i}" for h in range(heads) for i in range(rows)]
    labels = tuple(
        _sum(row, step.decimals, screen.terminal.locale) if sums else top
        for row, top in zip(value.reshape(-1, columns), tops, strict=True)
    )
    screen.matrices([Matrix(step.symbol, rows_of(value), step.decimals, labels)])


def _sum(row: Any, decimals: int, locale: str) -> str:
    """What the numbers add to as they are printed, and unrounded where that differs."""
    from tutor.answers import write

    printed, exact = (write(float(x.sum()), decimals, locale) for x in (row.round(decimals), row))
    return f"suma {printed}" + (f" (sin redondear, {exact})" if printed != exact else "")


def _value(scope: Scope, name: str, flat: bool) -> Any:
    """A step unrounded: as rows where the query was given as rows, as a list where it was a list."""
    value = scope[name]
    only_sizes = set(scope.equation.steps[name].formula.names) <= scope.equation.sizes
    if flat or only_sizes or not any(len(i.shape) == 2 for i in scope.equation.inputs.values()):
        return scope.public(name)
    return value[0] if value.shape[0] == 1 else value
