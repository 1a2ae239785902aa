"""What the Tab key offers: commands, options and their values, units, topics, slips; and what a shell needs for it.

A shell calls `tutor WORDS… UNFINISHED` with `_TUTOR_COMPLETE` set to its name, and gets a line for each way to go on:
what would be typed, a tab, a few words on it. With no line, the shell completes files. Nothing here loads NumPy, so
that Tab costs what help does.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tutor.cli.globals import COMPLETION, GLOBAL_OPTIONS
from tutor.errors import ExitCode, StateError, UsageError, did_you_mean
from tutor.library import equation_files, unit_files
from tutor.terminal import Terminal

SLIP_INDENT = 4
"""Columns before the title of a slip in the file of an equation."""

BASH = """\
_tutor() {
    local IFS=$'\\n'
    COMPREPLY=($(_TUTOR_COMPLETE=bash "$1" "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _tutor tutor
"""
ZSH = """\
#compdef tutor
_tutor() {
    local line
    local -a ways
    for line in "${(@f)$(_TUTOR_COMPLETE=zsh ${words[1]} "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        [[ -n $line ]] && ways+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
    done
    if (( $#ways )); then _describe -V tutor ways; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _tutor tutor
"""
FISH = """\
function _tutor
    set -l words (commandline -opc) (commandline -ct)
    _TUTOR_COMPLETE=fish $words 2>/dev/null
end
complete -c tutor -f -n 'test -n "$(_tutor)"' -a '(_tutor)'
"""
POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName tutor -ScriptBlock {
    param($word, $line, $cursor)
    $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
    if ($word -eq '') { $words += '""' }
    $Env:_TUTOR_COMPLETE = 'powershell'
    tutor @words 2>$null | ForEach-Object {
        $value, $help = $_ -split "`t", 2
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
    }
    Remove-Item Env:_TUTOR_COMPLETE
}
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH, "powershell": POWERSHELL, "pwsh": POWERSHELL}


# -- what a shell asks -------------------------------------------------------------------------------------------------


def answer(shell: str, words: list[str], table: Any) -> ExitCode:
    """Prints how `words`, of which the last is unfinished, may go on in the `table` of commands. Failing is nothing."""
    try:
        for value, help in candidates([_unquoted(word) for word in words] or [""], table):
            sys.stdout.write(f"{_quoted(value, shell)}\t{help or value}\n")
    except Exception:
        return ExitCode.PENDING
    return ExitCode.OK


def candidates(words: list[str], table: Any) -> list[tuple[str, str]]:
    """(what would be typed, what it is) for each way to finish the last word, in the order in which help lists them."""
    *before, unfinished = [word for word in words if word != "="]  # bash parts --locale=es at its sign
    wanted = unfinished.casefold()
    return [(value, help) for value, help in _ways(before, unfinished, table) if value.casefold().startswith(wanted)]


def _ways(before: list[str], unfinished: str, command: Any) -> Iterator[tuple[str, str]]:
    spoken = {name: value for name, value, _ in GLOBAL_OPTIONS}
    given: list[str] = []
    flags: dict[str, Any] = {}
    awaiting: str | None = None
    for word in before:
        if awaiting is not None:
            awaiting = None
        elif word.startswith("-"):
            awaiting = _awaited(word, flags, spoken)
        elif hasattr(command, "list_commands"):
            command = command.get_command(None, word)
            if command is None:
                return
            flags = {name: param for param in _params(command) for name in [*param.opts, *param.secondary_opts]}
        else:
            given.append(word)
    if awaiting is not None:
        yield from ((value, "") for value in awaiting.split("|") if "|" in awaiting)
    elif unfinished.startswith("-"):
        flat = [(name, param.help or "") for name, param in flags.items() if name.startswith("--")]
        yield from flat or [(name, "") for name in COMPLETION]
        yield from ((name, help) for name, _, help in GLOBAL_OPTIONS)
    elif hasattr(command, "list_commands"):
        yield from ((name, summary) for rows in command.sections(None).values() for name, summary in rows)
    else:
        yield from _values(command, given)


def _awaited(option: str, flags: dict[str, Any], spoken: dict[str, str]) -> str | None:
    """What the value after an option may be, as its help writes it; None where it takes none, or has it already."""
    if "=" in option:
        return None
    if option in flags:
        return None if getattr(flags[option], "is_flag", False) else str(flags[option].metavar or "")
    return spoken.get(option) or None


def _params(command: Any) -> list[Any]:
    return [param for param in command.params if param.param_type_name == "option"]


def _values(command: Any, given: list[str]) -> Iterator[tuple[str, str]]:
    """What may stand as the next argument of a command."""
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    many = [param for param in arguments if param.nargs == -1]
    name = arguments[len(given)].name if len(given) < len(arguments) else many[0].name if many else ""
    if name in ("unit", "units"):
        yield from _units()
    elif name == "topic":
        yield from _units()
        yield from (("errores", "los fallos que el tutor reconoce"),)
    elif name == "slip" and given[0] == "errores":
        yield from (("todos", "todos, con sus números"), *_slips())
    elif name == "equation":
        yield from ((name, "") for name in equation_files())


def _units() -> Iterator[tuple[str, str]]:
    for name, file in unit_files().items():
        yield name, next(iter(_titles(file, "")), "")


def _slips() -> Iterator[tuple[str, str]]:
    titles = (title for file in equation_files().values() for title in _titles(file, " " * SLIP_INDENT))
    yield from ((title, "") for title in dict.fromkeys(titles))


def _titles(file: Path, indent: str) -> list[str]:
    """The titles at one depth of a file, without parsing it."""
    found = re.findall(rf'^{indent}title: *"?(.*?)"?$', file.read_text(encoding="utf-8"), re.MULTILINE)
    return [str(title) for title in found]


def _unquoted(word: str) -> str:
    """A word as bash hands it on: with its quotes and backslashes."""
    return re.sub(r"\\(.)", r"\1", word).strip("\"'")


def _quoted(value: str, shell: str) -> str:
    """A value with what its shell needs to keep its spaces together; zsh and fish see to that themselves."""
    if shell == "bash":
        return re.sub(r"([^\w.,:/+=@%-])", r"\\\1", value)
    return f"'{value}'" if shell == "powershell" and " " in value else value


# -- what a person asks ------------------------------------------------------------------------------------------------


def completion(option: str, shell: str, terminal: Terminal) -> ExitCode:
    """`--show-completion` prints what a shell has to read, `--install-completion` puts it where the shell looks.

    Raises UsageError for a shell that is none of ours, StateError where its file cannot be found or written.
    """
    name = shell or Path(os.environ.get("SHELL", "powershell" if os.name == "nt" else "")).stem
    if name not in SCRIPTS:
        what = f"No sé completar en «{name}»." if name else "No sé en qué intérprete estás."
        hint = did_you_mean(name, list(SCRIPTS), "Sé hacerlo en")
        raise UsageError(what, hint=f"{hint} Escribe por ejemplo `tutor {option} bash`.".strip())
    if option == COMPLETION[1]:
        terminal.stdout.write(SCRIPTS[name])
        return ExitCode.OK
    file = _install(name)
    terminal.stdout.write(f"Desde la próxima terminal, el tabulador completa las órdenes de `tutor` ({file}).\n")
    return ExitCode.OK


def _install(shell: str) -> Path:
    """Writes the script where the shell looks for it, once, and gives the file."""
    if shell == "fish":
        file = Path.home() / ".config/fish/completions/tutor.fish"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(FISH, encoding="utf-8")
        return file
    if shell in ("bash", "zsh"):
        home = Path(os.environ.get("ZDOTDIR") or Path.home()) if shell == "zsh" else Path.home()
        file = home / f".{shell}rc"
    else:
        file = _profile(shell)
    begin, end = "# tutor: completar con el tabulador", "# tutor: fin"
    before = file.read_text(encoding="utf-8") if file.is_file() else ""
    kept = re.sub(rf"\n?{begin}\n.*?{end}\n", "", before, flags=re.DOTALL)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{kept}\n{begin}\n{SCRIPTS[shell]}{end}\n", encoding="utf-8")
    return file


def _profile(shell: str) -> Path:
    """The file that PowerShell reads when it starts. Raises StateError where there is no PowerShell to ask."""
    program = shutil.which(shell) or shutil.which("pwsh") or shutil.which("powershell")
    if program is None:
        by_hand = f"Copia en tu $PROFILE lo que da `tutor {COMPLETION[1]} {shell}`."
        raise StateError("No encuentro PowerShell.", hint=by_hand)
    asked = [program, "-NoProfile", "-Command", "$PROFILE"]
    return Path(subprocess.run(asked, capture_output=True, text=True, check=True, timeout=30).stdout.strip())
