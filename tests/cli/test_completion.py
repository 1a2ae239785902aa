"""What Tab offers, in which shells, and at what cost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import run
from tutor.cli.app import COMMANDS, table
from tutor.cli.completion import SCRIPTS, candidates
from tutor.library import unit_files

OFFERED = [
    ("", ["lesson", "check", "practice"]),
    ("les", ["lesson"]),
    ("lesson ecu", ["ecuacion1"]),
    ("lesson --part 2 ecu", ["ecuacion1"]),
    ("--accessible lesson ecu", ["ecuacion1"]),
    ("--locale es lesson ecu", ["ecuacion1"]),
    ("--locale=es lesson ecu", ["ecuacion1"]),
    ("check ejercicio --te", ["--template"]),
    ("check ejercicio --local", ["--locale"]),
    ("check --locale ", ["es", "es-MX", "en"]),
    ("grade entrega x --duplicates ", ["error", "last", "best"]),
    ("read x --kind v", ["vector"]),
    ("explain err", ["erratas", "errores"]),
    ("explain errores to", ["todos"]),
    ("explain errores Dividir por d_k, ", ["Dividir por d_k, sin la raíz"]),
    ("solve mul", ["multi-cabeza"]),
    ("author ch", ["check"]),
    ("author check ecu", ["ecuacion1"]),
    ("--show", ["--show-completion"]),
    ("grade entrega --roster ", []),
    ("read ", []),
    ("nada ", []),
]


def typed(line: str) -> list[str]:
    """The words of a line as a shell hands them on, the unfinished one last."""
    start, errores, rest = line.partition("explain errores ")
    return [*start.split(" "), "explain", "errores", rest][start == "" :] if errores else line.split(" ")


@pytest.mark.parametrize(("line", "offered"), OFFERED, ids=[line or "nothing" for line, _ in OFFERED])
def test_tab_offers_what_can_follow(line: str, offered: list[str]) -> None:
    """Commands, options, their values, units, topics and slips, where each may stand; files are the shell's."""
    found = [value for value, _ in candidates(typed(line), table())]
    assert found[: len(offered)] == offered
    assert bool(found) == bool(offered)


def test_every_command_and_unit_is_offered() -> None:
    assert {value for value, _ in candidates([""], table())} == set(COMMANDS)
    assert {value for value, _ in candidates(["check", ""], table())} == set(unit_files())


def test_tab_costs_what_help_does() -> None:
    """Nothing heavy is imported, whatever is completed."""
    for words in (["lesson", "e"], ["explain", "errores", "D"], ["check", "ejercicio", "--"]):
        code = "import sys; from tutor.__main__ import main; main(); print({'numpy', 'yaml', 'rich'} & {*sys.modules})"
        env = {**os.environ, "_TUTOR_COMPLETE": "zsh", "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            [sys.executable, "-c", code, *words], env=env, capture_output=True, text=True, encoding="utf-8"
        )
        assert done.stdout.splitlines()[-1] == "set()", done


SHELLS = {
    "bash": 'source "$1"; COMP_WORDS=(tutor lesson ecu); COMP_CWORD=2; _tutor tutor; echo "${COMPREPLY[@]}"',
    "zsh": 'autoload -Uz compinit; compinit -u -D; source "$1"; _describe() { shift 2; print -l ${(P)1} }; '
    "words=(tutor lesson ecu); CURRENT=3; _tutor",
    "fish": 'source $argv[1]; complete -C "tutor lesson ecu"',
}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes(tmp_path: Path, shell: str) -> None:
    """What `--show-completion` prints works in that shell."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not here")
    (tmp_path / "tutor").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tutor "$@"\n')
    (tmp_path / "tutor").chmod(0o700)
    script = tmp_path / "script"
    script.write_text(SCRIPTS[shell], encoding="utf-8")
    call = [program, "-c", SHELLS[shell], *(["x"] if shell != "fish" else []), str(script)]
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": os.getcwd(), "HOME": str(tmp_path)}
    done = subprocess.run(
        call, env=env, capture_output=True, text=True, encoding="utf-8", cwd=Path(__file__).parents[2]
    )
    assert "ecuacion1" in done.stdout, done


@pytest.mark.parametrize(
    ("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", ".config/fish/completions/tutor.fish")]
)
def test_installing_twice_leaves_it_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: str, file: str
) -> None:
    """The script stands once in the shell's file, after what was there, which is kept."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("ZDOTDIR", raising=False)
    if shell != "fish":
        (tmp_path / file).write_text("alias ll='ls -l'\n")
    for _ in range(2):
        done = run(monkeypatch, ["--install-completion", shell])
        assert (done.code, file in done.out) == (0, True)
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert text.count(SCRIPTS[shell]) == 1
    assert shell == "fish" or text.startswith("alias ll='ls -l'\n")


def test_powershell_is_asked_where_its_profile_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The file is the one that PowerShell itself names."""
    (tmp_path / "pwsh").write_text(f'#!/bin/sh\necho "{tmp_path}/perfil.ps1"\n')
    (tmp_path / "pwsh").chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert run(monkeypatch, ["--install-completion=powershell"]).code == 0
    assert SCRIPTS["powershell"] in (tmp_path / "perfil.ps1").read_text(encoding="utf-8")


def test_an_unknown_shell_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    done = run(monkeypatch, ["--show-completion", "bas"])
    assert (done.code, done.out) == (2, "")
    assert "«bas»" in done.err
    assert "bash" in done.err
