"""Real pseudo-terminals, a learner who types and reads what the screen says; and a real browser.

`TERM=dumb` keeps escape sequences out of what is read; the few tests about them ask for another terminal.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pexpect = pytest.importorskip("pexpect")

PATIENCE = 60
"""Seconds before a flow is given up as hung; a loaded machine needs a few."""
PROMPT = r"\n(?:\[sí/no\] |> )$"
ENTER = r"\n\[Enter\] $"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def _here() -> dict[str, str]:
    """This environment without a size of its own: each flow has the window it asks for."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}


class Learner:
    """One `tutor` in a pseudo-terminal. Every method waits for what it needs and fails when it does not come."""

    def __init__(self, args: list[str], env: dict[str, str], columns: int) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "tutor", *args],
            env={**_here(), "TERM": "dumb", "LANG": "C.UTF-8", "PYTHONUTF8": "1", **env},
            dimensions=(50, columns),
            timeout=PATIENCE,
            encoding="utf-8",
            codec_errors="replace",
        )
        self.child.delaybeforesend = None
        self.screen = ""
        """Everything shown so far, without carriage returns."""

    def sees(self, pattern: str) -> str:
        """Waits for a pattern and returns what was shown up to its end since the last wait."""
        self.child.expect(pattern)
        return self._shown()

    def prompted(self) -> str:
        """Waits until an answer is awaited."""
        return self._until(PROMPT)

    def paused(self) -> str:
        """Waits until Enter is awaited."""
        return self._until(ENTER)

    def types(self, text: str) -> None:
        self.child.sendline(text)

    def answers(self, text: str) -> str:
        """Types an answer and waits for the next prompt, of either kind."""
        self.types(text)
        return self._until(f"{PROMPT}|{ENTER}")

    def goes_on(self, text: str) -> str:
        """Types an answer and waits for the next question, with an Enter in between where one is awaited."""
        shown = self.answers(text)
        return shown + self.answers("") if shown.endswith("[Enter] ") else shown

    def interrupts(self) -> None:
        self.child.sendintr()

    def leaves(self) -> None:
        """Ctrl-D."""
        self.child.sendeof()

    def kill(self) -> None:
        """kill -9, in the middle of whatever it is doing."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()

    def ends(self) -> int:
        """Waits for the end and returns the exit code."""
        self.child.expect(pexpect.EOF)
        self._shown()
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -(self.child.signalstatus or 0))

    def _until(self, pattern: str) -> str:
        self.child.expect(re.sub(r"\\n", r"\\r*\\n", pattern))
        return self._shown()

    def _shown(self) -> str:
        after = self.child.after if isinstance(self.child.after, str) else ""
        text = ESCAPES.sub("", ((self.child.before or "") + after)).replace("\r", "")
        self.screen += text
        return text


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of this test's learner."""
    return tmp_path / "datos"


@pytest.fixture
def learner(data: Path) -> Iterator[Callable[..., Learner]]:
    """Starts `tutor` as this test's learner: `learner("lesson", "ecuacion1", columns=40)`."""
    started: list[Learner] = []

    def start(*args: str, columns: int = 80, **env: str) -> Learner:
        started.append(Learner(list(args), {"TUTOR_DATA": str(data), **env}, columns))
        return started[-1]

    yield start
    for one in started:
        one.child.close(force=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window; skips where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium on this system")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield running
        running.close()
