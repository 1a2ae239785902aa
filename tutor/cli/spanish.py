"""Typer in Spanish: help pages, wrong calls, and negative numbers as arguments.

Typer carries its own click without translations. Two subclasses put the words in: values are read here (which also
spares the tenth of a second that pydantic takes to wake), help pages are written here, and the four sentences that are
left to its parser are known by their English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from tutor.cli.globals import GLOBAL_OPTIONS
from tutor.errors import UsageError, did_you_mean
from tutor.terminal import Terminal
from tutor.wrapping import wrap

SETTINGS: dict[str, Any] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["--help", "-h"]},
}
GLOBALS_NOTE = "Con cualquier orden: --accessible, --no-color y --locale es|es-MX|en."
WIDEST = 100
PROGRAM_OPTIONS = (
    ("--version", "muestra la versión"),
    ("--install-completion", "que el tabulador complete: bash, zsh, fish o powershell"),
    ("--show-completion", "lo que ese intérprete tiene que leer para completar"),
)

VALUES = {str: "TEXTO", int: "ENTERO", Path: "RUTA", list[str]: "TEXTO", list[Path]: "RUTA"}
"""What a value is called in a help page."""
ARGUMENTS = {
    "unit": "UNIDAD", "topic": "TEMA", "text": "TEXTO", "paths": "RUTA", "path": "RUTA", "name": "NOMBRE",
    "file": "ARCHIVO", "files": "ARCHIVO", "units": "UNIDAD", "slip": "FALLO",
}  # fmt: skip
"""What an argument is called, by the name of its parameter."""
PARSER = (
    (r"Option '(.+)' does not take a value", "La opción {} no lleva valor."),
    (r"Option '(.+)' requires", "A la opción {} le falta un valor."),
    (r"unexpected extra arguments?(?:\(s\))? \((.*)\)", "Sobra «{}»: `{path}` no espera nada más."),
)
"""The faults that the parser finds by itself; an unknown option is answered with the nearest one."""
UNKNOWN_OPTION = r"No such option:? '?(-[^\s']*)"
PARSER_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""What click raises for a wrong call, under its public subclass."""
NEGATIVE = r"(?i)-\s*(?:[\d.,(∞√½πe]|inf|oo|pi|ra[ií]z|sqrt|ln|log|s[ei]n|cos|t(?:an|g)\b|abs)"
"""An argument that begins with a minus; compiled where there is one."""


class _Spanish:
    """What commands and groups have in common: values, mistakes and help in Spanish."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        command: Any = self
        if not args and command.no_args_is_help:
            args = ["--help"]
        with in_spanish(ctx):
            parsed: list[str] = super().parse_args(ctx, minus_kept(args, command.params))  # type: ignore[misc]
            return parsed

    def get_params(self, ctx: Any) -> Any:
        params = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            param.process_value = partial(read_value, param)
        return params

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(help_page(self, ctx))


class Command(_Spanish, TyperCommand):
    """A command whose help is in Spanish and whose arguments may be negative numbers."""


class Group(_Spanish, TyperGroup):
    """A command of commands."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called. Raises UsageError with the nearest name where there is none."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise unknown("la orden", args[0], self.list_commands(ctx), f"{ctx.command_path} --help")
        return super().resolve_command(ctx, args)

    def sections(self, ctx: Any) -> dict[str, list[tuple[str, str]]]:
        """Titles of the help page, each with its commands and their line of help."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        return {"Órdenes": [(name, command.get_short_help_str(200)) for name, command in commands if command]}


def group(help: str) -> typer.Typer:
    """A Typer for a command that has commands of its own."""
    return typer.Typer(cls=Group, add_completion=False, no_args_is_help=True, help=help, **SETTINGS)


def command_of(found: Any, name: str) -> Any:
    """The command made of a function, or of a Typer made by `group`."""
    made: Any
    if isinstance(found, typer.Typer):
        for info in found.registered_commands:
            info.cls = Command
        made = typer.main.get_group(found)
    else:
        single = typer.Typer(add_completion=False, **SETTINGS)
        single.command(name, cls=Command)(found)
        made = typer.main.get_command(single)
    made.name = name
    return made


# -- values ------------------------------------------------------------------------------------------------------------


def read_value(param: Any, ctx: Any, value: Any) -> Any:
    """The value of a parameter in its own type. Raises UsageError saying what was read and what is needed."""
    kind = _kind(param)
    if value is None or value == ():
        if param.required:
            what = "el argumento" if param.param_type_name == "argument" else "la opción"
            about = f": {param.help}." if param.help else "."
            raise _usage(f"Falta {what} {_name(param)}{about}", ctx)
        return value
    if isinstance(value, bool):
        if param.callback is not None:  # `--help`, which prints and ends
            param.callback(ctx, param, value)
        return value
    if kind is int:
        return _whole(param, ctx, value)
    if kind in (list[str], list[Path]):
        return [(Path if kind == list[Path] else str)(item) for item in value]
    return kind(value)


def _whole(param: Any, ctx: Any, value: Any) -> int:
    info = param.type_descriptor.parameter_info
    if not re.fullmatch(r"[-−]?\d{1,9}", str(value).strip()):
        raise _usage(f"«{value}» no vale para {_name(param)}: hace falta un número entero.", ctx)
    number = int(str(value).replace("−", "-"))
    for wrong, limit, side in (
        (info.min is not None and number < info.min, info.min, "más"),
        (info.max is not None and number > info.max, info.max, "menos"),
    ):
        if wrong:
            raise _usage(f"«{value}» no vale para {_name(param)}: tiene que ser {limit} o {side}.", ctx)
    return number


def minus_kept(args: list[str], params: Any) -> list[str]:
    """The arguments with `-0,90` written `−0,90`, so that a negative number is no option. Values are left alone."""
    with_value = {name for p in params if not getattr(p, "is_flag", False) for name in p.opts if name.startswith("-")}
    flags = {name for p in params for name in [*p.opts, *p.secondary_opts] if name.startswith("-")}
    kept: list[str] = []
    for index, word in enumerate(args):
        is_value = index > 0 and args[index - 1] in with_value
        able = word.startswith("-") and not is_value and word not in flags and "--" not in kept
        negative = able and re.match(NEGATIVE, word)
        kept.append("−" + word[1:] if negative else word)
    return kept


def _kind(param: Any) -> Any:
    """The type of a value; the help option of click's own has none."""
    described = getattr(param, "type_descriptor", None)
    return bool if described is None or getattr(param, "is_flag", False) else described.annotation


def _name(param: Any) -> str:
    """What a parameter is called: the option, or the argument's word."""
    if param.param_type_name == "option":
        return str(param.opts[0])
    return str(param.metavar or ARGUMENTS.get(param.name) or param.name.upper())


# -- mistakes ----------------------------------------------------------------------------------------------------------


@contextmanager
def in_spanish(ctx: Any) -> Iterator[None]:
    """Says the parser's faults in Spanish, as a UsageError."""
    try:
        yield
    except PARSER_ERROR as error:
        raise _translated(str(error), ctx) from error


def unknown(what: str, name: str, names: list[str], see: str) -> UsageError:
    """An unknown name, with the nearest known one. `what` carries its article: «la orden», «la unidad»."""
    hint = did_you_mean(name, names, "Los nombres que hay")
    return UsageError(f"No conozco {what} «{name}».", hint=f"{hint} Escribe `{see}`.".strip())


def _translated(message: str, ctx: Any) -> UsageError:
    if found := re.search(UNKNOWN_OPTION, message):
        known = [name for p in ctx.command.get_params(ctx) for name in [*p.opts, *p.secondary_opts]]
        known += [option for option, *_ in GLOBAL_OPTIONS]
        return unknown("la opción", found[1], known, f"{ctx.command_path} --help")
    for pattern, sentence in PARSER:
        if found := re.search(pattern, message):
            return _usage(sentence.format(found[1], path=ctx.command_path), ctx)
    return _usage(f"No entiendo la orden `{ctx.command_path}`: le falta algo o le sobra.", ctx)


def _usage(message: str, ctx: Any) -> UsageError:
    return UsageError(message, hint=f"Escribe `{ctx.command_path} --help`.")


# -- help --------------------------------------------------------------------------------------------------------------


def help_page(command: Any, ctx: Any) -> str:
    """Use, what it does, arguments, options and commands, in the width of the terminal."""
    terminal = ctx.obj if isinstance(ctx.obj, Terminal) else Terminal.of_process()
    width = min(terminal.width, WIDEST)
    params = [p for p in command.get_params(ctx) if not getattr(p, "hidden", False)]
    arguments = [p for p in params if p.param_type_name == "argument"]
    options = [p for p in params if p.param_type_name == "option"]
    sections = command.sections(ctx) if isinstance(command, Group) else {}
    use = [f"Uso: {ctx.command_path}", *map(_in_use, arguments), *["[OPCIONES]"] * bool(options)]
    lines = [*_wrap(" ".join([*use, *["ORDEN …"] * bool(sections)]), width, " " * 5), ""]
    for paragraph in (command.help or "").split("\n\n"):
        lines += [*_wrap(paragraph, width), ""]
    rows = {**sections, "Argumentos": list(map(_row, arguments)), "Opciones": list(map(_row, options))}
    if ctx.parent is None:
        rows["Opciones"] += PROGRAM_OPTIONS
        rows["Con cualquier orden"] = [(f"{name} {value}".strip(), text) for name, value, text in GLOBAL_OPTIONS]
    first = max((len(name) for section in rows.values() for name, _ in section), default=0)
    for title, section in rows.items():
        lines += [f"{title}:", *_two_columns(section, first, width), ""] if section else []
    if ctx.parent is not None:
        lines += _wrap(GLOBALS_NOTE, width)
    elif sections:
        lines += _wrap("`tutor ORDEN --help` explica cada una. Para empezar: `tutor lesson ecuacion1`.", width)
    return terminal.safe("\n".join(lines).rstrip())


def _in_use(param: Any) -> str:
    name = _name(param) + ("…" if param.nargs == -1 else "")
    return name if param.required else f"[{name}]"


def _row(param: Any) -> tuple[str, str]:
    """The two columns of one parameter: what is typed; what it is, its default and its limits."""
    if "--help" in param.opts:
        return "-h, --help", "muestra esta ayuda"
    kind, name = _kind(param), _name(param)
    if param.param_type_name == "option":
        name = " / ".join([", ".join(param.opts), *param.secondary_opts])
        name += "" if kind is bool else f" {param.metavar or VALUES.get(kind, 'TEXTO')}"
    info = param.type_descriptor.parameter_info
    low, high = ("" if end is None else str(end) for end in (info.min, info.max))
    limits = f"{low}<=x<={high}" if low and high else f"x>={low}" if low else f"x<={high}" if high else ""
    default = "" if kind is bool or param.default in (None, "") else f"por defecto: {param.default}"
    extra = "; ".join(filter(None, (default, limits, "obligatorio" if param.required else "")))
    return name, " ".join(filter(None, (param.help, f"[{extra}]" if extra else "")))


def _two_columns(rows: list[tuple[str, str]], first: int, width: int) -> list[str]:
    """Names and explanations side by side, or one under the other where there is no room."""
    beside = first + 4 + 24 <= width
    lines: list[str] = []
    for name, text in rows:
        wrapped = _wrap(text, width - first - 4 if beside else width - 6) or [""]
        lines += [f"  {name:<{first}}  {wrapped.pop(0)}".rstrip()] if beside else [f"  {name}"]
        lines += [" " * (first + 4 if beside else 6) + more for more in wrapped if more]
    return lines


def _wrap(text: str, width: int, hanging: str = "") -> list[str]:
    return wrap(" ".join(text.split()), width, hanging) if text else []
