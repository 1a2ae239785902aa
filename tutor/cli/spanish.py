"""Typer in Spanish: help pages, usage errors, and negative numbers as arguments.

Typer carries its own click without translations, so the words are put here, over its public classes. Errors are
known by the name of their class, which is the same in every click.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from tutor.errors import UsageError
from tutor.terminal import Terminal

SETTINGS: dict[str, Any] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["--help", "-h"]},
}
HELP = "muestra esta ayuda"
GLOBALS_NOTE = "Con cualquier orden: --accessible, --no-color y --locale es|es-MX|en."

WORDS = {
    "str": "TEXTO", "text": "TEXTO", "int": "ENTERO", "int range": "ENTERO", "integer": "ENTERO", "float": "NÚMERO",
    "integer range": "ENTERO", "float range": "NÚMERO", "path": "RUTA", "file": "ARCHIVO", "filename": "ARCHIVO",
    "directory": "CARPETA", "list[str]": "TEXTO", "list[path]": "RUTA", "bool": "SÍ|NO", "boolean": "SÍ|NO",
}  # fmt: skip
"""What a value is called in a help page, by Typer's word for its type."""

ARGUMENTS = {
    "unit": "UNIDAD", "topic": "TEMA", "text": "TEXTO", "paths": "RUTA", "path": "RUTA", "name": "NOMBRE",
    "file": "ARCHIVO", "files": "ARCHIVO", "units": "UNIDAD", "slip": "FALLO",
}  # fmt: skip
"""What an argument is called, by the name of its parameter."""

EXTRAS = {
    r"\bdefault: ": "por defecto: ",
    r"\brequired\b": "obligatorio",
    r"\benv var: ": "variable de entorno: ",
}
NEEDED = {"INTEGER": "un número entero", "FLOAT": "un número", "PATH": "el nombre de un archivo o carpeta"}
_COUNT = re.compile(r"-?\d{1,9}")
NEGATIVE = re.compile(r"-\s*(?:[\d.,(∞√½πe]|inf|oo|pi|ra[ií]z|sqrt|ln|log|s[ei]n|cos|t(?:an|g)\b|abs)", re.IGNORECASE)


# -- commands ----------------------------------------------------------------------------------------------------------


class Command(TyperCommand):
    """A command whose help is in Spanish and whose arguments may be negative numbers."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, minus_kept(args, self.params))

    def get_params(self, ctx: Any) -> Any:
        return unhurried(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(help_page(self, ctx))


class Group(TyperGroup):
    """A command of commands; called with none of them it shows its help."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise unknown("la orden", args[0], self.list_commands(ctx), f"{ctx.command_path} --help")
        return super().resolve_command(ctx, args)

    def get_params(self, ctx: Any) -> Any:
        return unhurried(super().get_params(ctx))

    def sections(self, ctx: Any) -> dict[str, list[tuple[str, str]]]:
        """Titles of the help page, each with its commands and their line of help."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        return {"Órdenes": [(name, command.get_short_help_str(200)) for name, command in commands if command]}

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(help_page(self, ctx))


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


class _Unhurried:
    """Coerces one parameter: texts, paths, counts and lists at once, whatever else (and every mistake) by Typer.

    Typer wakes pydantic for that, which takes as long as the rest of the command.
    """

    def __init__(self, param: Any) -> None:
        self._wake = param.get_runtime_param

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        several = getattr(param, "multiple", False) or param.nargs == -1
        if value is None:
            return () if several else None
        kind = param.type_descriptor.annotation
        if kind is str and isinstance(value, str):
            return value
        if kind is int and (isinstance(value, int) or (isinstance(value, str) and _COUNT.fullmatch(value))):
            least, most = param.type_descriptor.parameter_info.min, param.type_descriptor.parameter_info.max
            if (least is None or int(value) >= least) and (most is None or int(value) <= most):
                return int(value)
        if kind is Path and isinstance(value, str | Path):
            return Path(value)
        if kind in (list[str], list[Path]) and isinstance(value, tuple | list):
            make = Path if kind == list[Path] else str
            if all(isinstance(item, str | make) for item in value):
                return [make(item) for item in value]
        return self._wake().coerce(value, param=param, ctx=ctx)


def unhurried(params: Any) -> Any:
    """The parameters, made to start quickly where this Typer coerces with pydantic."""
    for param in params:
        if hasattr(param, "get_runtime_param") and not hasattr(param, "_unhurried"):
            param._unhurried = lazy = _Unhurried(param)
            param.get_runtime_param = lambda lazy=lazy: lazy
    return params


def minus_kept(args: list[str], params: Any) -> list[str]:
    """The arguments with `-0,90` written `−0,90`, so that a negative number is no option. Values are left alone."""
    with_value = {name for p in params if not getattr(p, "is_flag", False) for name in p.opts if name.startswith("-")}
    flags = {name for p in params for name in [*p.opts, *p.secondary_opts] if name.startswith("-")}
    kept: list[str] = []
    for index, word in enumerate(args):
        is_value = index > 0 and args[index - 1] in with_value
        negative = not is_value and word not in flags and "--" not in kept and NEGATIVE.match(word)
        kept.append("−" + word[1:] if negative else word)
    return kept


# -- help --------------------------------------------------------------------------------------------------------------


def help_page(command: Any, ctx: Any) -> str:
    """Use, what it does, arguments, options and commands, in the width of the terminal."""
    terminal = ctx.obj if isinstance(ctx.obj, Terminal) else Terminal.of_process()
    width = min(terminal.width, 100)
    params = [p for p in command.get_params(ctx) if not getattr(p, "hidden", False)]
    arguments = [p for p in params if p.param_type_name == "argument"]
    options = [p for p in params if p.param_type_name == "option"]
    sections = command.sections(ctx) if isinstance(command, Group) else {}

    use = [f"Uso: {ctx.command_path}", *(_in_use(p) for p in arguments)]
    use += ["[OPCIONES]"] * bool(options) + ["ORDEN …"] * bool(sections)
    lines = [*_wrap(" ".join(use), width, " " * 5), ""]
    for paragraph in (command.help or "").split("\n\n"):
        lines += [*_wrap(paragraph, width), ""]
    rows = {
        **sections,
        "Argumentos": [_record(p, ctx) for p in arguments],
        "Opciones": [_record(p, ctx) for p in options],
    }
    if ctx.parent is None:
        from tutor.cli.globals import GLOBAL_OPTIONS

        rows["Opciones"].append(("--version", "muestra la versión"))
        rows["Con cualquier orden"] = [(f"{name} {value}".strip(), text) for name, value, text in GLOBAL_OPTIONS]
    first = max((len(name) for section in rows.values() for name, _ in section), default=0)
    for title, section in rows.items():
        if section:
            lines += [f"{title}:", *_two_columns(section, first, width), ""]
    if ctx.parent is not None:
        lines += _wrap(GLOBALS_NOTE, width)
    elif sections:
        lines += _wrap("`tutor ORDEN --help` explica cada una. Para empezar: `tutor lesson ecuacion1`.", width)
    return terminal.safe("\n".join(lines).rstrip())


def _in_use(param: Any) -> str:
    name = _metavar(param) + ("…" if param.nargs == -1 else "")
    return name if param.required else f"[{name}]"


def _metavar(param: Any) -> str:
    return str(param.metavar or ARGUMENTS.get(param.name) or param.name.upper())


def _record(param: Any, ctx: Any) -> tuple[str, str]:
    """The two columns of one parameter, from Typer's own record."""
    if param.param_type_name == "option" and "--help" in param.opts:
        return "-h, --help", HELP
    name, text = param.get_help_record(ctx)
    if param.param_type_name == "argument":
        name = _metavar(param)
    option, blank, kind = name.partition(" ")
    if blank:
        bare = kind.strip("<>[]") if kind.count("[") < 2 else kind.strip("<>")
        name = f"{option} {WORDS.get(bare.lower(), bare)}"
    head, bracket, extras = text.rpartition("  [") if text.endswith("]") else (text, "", "")
    if not bracket and text.startswith("[") and text.endswith("]"):
        head, bracket, extras = "", "[", text[1:]
    for english, spanish in EXTRAS.items():
        extras = re.sub(english, spanish, extras)
    return name, f"{head} {bracket.strip()}{extras}".strip()


def _two_columns(rows: list[tuple[str, str]], first: int, width: int) -> list[str]:
    """Names and explanations side by side, or one under the other where there is no room."""
    beside = first + 4 + 24 <= width
    lines: list[str] = []
    for name, text in rows:
        if beside:
            wrapped = _wrap(text, width - first - 4) or [""]
            lines.append(f"  {name:<{first}}  {wrapped[0]}".rstrip())
            lines += [" " * (first + 4) + more for more in wrapped[1:]]
        else:
            lines += [f"  {name}", *(f"      {line}" for line in _wrap(text, width - 6))]
    return lines


def _wrap(text: str, width: int, hanging: str = "") -> list[str]:
    from textwrap import wrap

    words = " ".join(text.split())
    return wrap(words, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


# -- errors ------------------------------------------------------------------------------------------------------------


def unknown(what: str, name: str, names: list[str], see: str) -> UsageError:
    """An unknown name, with the nearest known one. `what` carries its article: «la orden», «la unidad»."""
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"¿Querías decir «{close[0]}»?" if close else f"Los nombres que hay: {', '.join(names)}." if names else ""
    return UsageError(f"No conozco {what} «{name}».", hint=f"{hint} Escribe `{see}`.".strip())


def in_spanish(error: Exception, called: str, more_options: list[str]) -> UsageError | None:
    """A usage error of Typer said in Spanish; None if the error is something else.

    `called` is the command of the line, for errors that do not know it; `more_options` go with every command.
    """
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if "UsageError" not in kinds or isinstance(error, UsageError):
        return None
    ctx = getattr(error, "ctx", None)
    path = ctx.command_path if ctx else called
    see = f"{path} --help"
    param = getattr(error, "param", None)
    if "NoSuchOption" in kinds:
        known = [name for p in ctx.command.get_params(ctx) for name in p.opts] if ctx else []
        return unknown("la opción", str(getattr(error, "option_name", "")), [*known, *more_options], see)
    if "BadOptionUsage" in kinds:
        option = getattr(error, "option_name", "")
        return UsageError(_bad_option(option, str(error)), hint=f"Escribe `{see}`.")
    if "MissingParameter" in kinds and param is not None:
        name = param.opts[0] if param.param_type_name == "option" else _metavar(param)
        what = "la opción" if param.param_type_name == "option" else "el argumento"
        means = f": {param.help}." if param.help else "."
        return UsageError(f"Falta {what} {name}{means}", hint=f"Escribe `{see}`.")
    if "BadParameter" in kinds and param is not None:
        return UsageError(_bad_value(param, error), hint=f"Escribe `{see}`.")
    extra = re.search(r"unexpected extra arguments?(?:\(s\))? \((.*)\)", str(error))
    if extra:
        return UsageError(f"Sobra «{extra[1]}»: `{path}` no espera nada más.", hint=f"Escribe `{see}`.")
    return UsageError(f"No entiendo la orden `{path}`: le falta algo o le sobra.", hint=f"Escribe `{see}`.")


def _bad_option(option: str, message: str) -> str:
    if "does not take" in message:
        return f"La opción {option} no lleva valor."
    return f"A la opción {option} le falta un valor."


def _bad_value(param: Any, error: Exception) -> str:
    """What was read and what is needed; the value is dug out of the validator's error, or of click's words."""
    name = param.opts[0] if param.param_type_name == "option" else _metavar(param)
    cause = error.__cause__
    details: list[dict[str, Any]] = getattr(cause, "errors", list)()
    quoted = re.search(r"'([^']*)'", str(error))
    value = str(details[0].get("input")) if details else quoted[1] if quoted else ""
    read = f"«{value}» no vale para {name}" if value else f"Lo escrito no vale para {name}"
    choices = _choices(param, str(error))
    if choices:
        return f"{read}. Vale uno de estos: {', '.join(choices)}."
    message = details[0].get("msg", "") if details else str(error)
    limit = re.search(r"(greater|less) than or equal to (-?[\d.]+)", message)
    if limit:
        return f"{read}: tiene que ser {limit[2]} o {'más' if limit[1] == 'greater' else 'menos'}."
    if "does not exist" in str(error):
        return f"No encuentro «{value}», que {name} necesita."
    kind = "INTEGER" if "integer" in message else "FLOAT" if "number" in message or "float" in message else ""
    return f"{read}: hace falta {NEEDED[kind]}." if kind else f"{read}."


def _choices(param: Any, message: str) -> list[str]:
    descriptor = getattr(param, "type_descriptor", None)
    choices = getattr(descriptor, "choices", None) or getattr(getattr(param, "type", None), "choices", None) or ()
    return [str(getattr(choice, "value", choice)) for choice in choices]
