"""One place that runs the program and fixes what a screen depends on: width, encoding, colour, input."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tutor.__main__ import main
from tutor.terminal import Terminal


class Stream(io.StringIO):
    """A text stream of a chosen encoding that refuses what the encoding cannot hold, as a console does."""

    def __init__(self, encoding: str = "utf-8", *, tty: bool = False, text: str = "") -> None:
        super().__init__(text)
        self._encoding = encoding
        self._tty = tty

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._tty

    def write(self, text: str) -> int:
        text.encode(self._encoding)
        return super().write(text)


def terminal(
    *, width: int = 80, encoding: str = "utf-8", colour: bool = False, accessible: bool = False, locale: str = "es"
) -> Terminal:
    """A terminal over memory: read what was drawn with `drawn`."""
    return Terminal(
        stdin=io.StringIO(),
        stdout=Stream(encoding),
        stderr=Stream(encoding),
        width=width,
        encoding=encoding,
        colour=colour,
        accessible=accessible,
        locale=locale,
    )


def drawn(a_terminal: Terminal) -> str:
    assert isinstance(a_terminal.stdout, Stream)
    return a_terminal.stdout.getvalue()


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


def run(monkeypatch: pytest.MonkeyPatch, args: Sequence[str], *, text: str = "", encoding: str = "utf-8") -> Run:
    """One command line in this process, from a pipe to a pipe."""
    out, err = Stream(encoding), Stream(encoding)
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    code = main(list(args))
    return Run(code, out.getvalue(), err.getvalue())


def process(
    args: Sequence[str], *, text: str = "", env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> Run:
    """One command line in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tutor", *args],
        input=text.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
        cwd=cwd,
        check=False,
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())
