"""A child process that runs a learner's file: requests in, replies out, and a reason where it had to be stopped.

The file is never imported here. Limits of time, memory, output and files, and what holds on which system, are in
docs/codigo.md. The child is killed with its process group however the run ends, and its folder is removed.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

GRACE = 2.0
"""Seconds given to a child beyond its own limit, to say for itself that it was reached."""
MAX_REPLY = 8 << 20
MAX_TRACE = 4_000
FOLDERS = ("TMPDIR", "TEMP", "TMP", "MPLCONFIGDIR", "XDG_CACHE_HOME", "TORCHINDUCTOR_CACHE_DIR")
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Small matrices gain nothing from more, and threads count as memory."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` for loading the file, and again for each round of calls; `memory` in MB."""

    seconds: float = 10.0
    memory: int = 1024


@dataclass
class Stop(Exception):
    """Why a run ended before its time: "time", "output" or "died", and the learner's line it was at (0: unknown)."""

    why: str
    line: int = 0
    text: str = ""


class Runner:
    """A learner's file in a child process: `with Runner(file) as runner: runner.load(); runner.call([...])`."""

    def __init__(self, file: Path, limits: Limits) -> None:
        self.file, self.limits = file.resolve(), limits
        self._folder = tempfile.TemporaryDirectory(prefix="tutor-", ignore_cleanup_errors=True)
        self._replies: queue.Queue[bytes] = queue.Queue()

    def __enter__(self) -> Runner:
        folder = self._folder.name
        settings = {"file": str(self.file), "folder": folder, "seconds": self.limits.seconds,
                    "memory": self.limits.memory << 20}  # fmt: skip
        env = os.environ | dict.fromkeys(FOLDERS, folder) | dict.fromkeys(ONE_THREAD, "1") | {"MPLBACKEND": "Agg"}
        self._trace = open(Path(folder, "trace"), "w+b")
        self._process = subprocess.Popen(
            [sys.executable, "-B", str(Path(__file__).with_name("child.py")), json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._trace,
            env=env,
            cwd=self.file.parent,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        threading.Thread(target=_read, args=(self._process.stdout, self._replies), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        for stream in (self._process.stdin, self._trace):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
        self._folder.cleanup()

    def load(self) -> dict[str, Any]:
        """{"functions", "torch"}, or {"error"} raised while the file was loaded. Raises Stop."""
        return self._ask({"load": True}, 1)[0]

    def call(self, calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """One reply a call, {"value"} or {"error"}. Raises Stop."""
        return self._ask({"calls": calls}, len(calls))

    def _ask(self, request: dict[str, Any], replies: int) -> list[dict[str, Any]]:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write((json.dumps(request) + "\n").encode())
            self._process.stdin.flush()
        end = time.monotonic() + self.limits.seconds + GRACE
        return [self._reply(end) for _ in range(replies)]

    def _reply(self, end: float) -> dict[str, Any]:
        try:
            line = self._replies.get(timeout=max(0.0, end - time.monotonic()))
            reply = json.loads(line) if line else None
        except queue.Empty:
            raise Stop("time") from None
        except ValueError:
            reply = None
        if not isinstance(reply, dict):
            raise self._died()
        if "stop" in reply:
            raise Stop(reply["stop"], reply["line"], reply["text"])
        return reply

    def _died(self) -> Stop:
        """It ended without a word: what Python's own fault handler wrote tells the line."""
        self._kill()
        self._trace.seek(0)
        trace = self._trace.read(MAX_TRACE).decode(errors="replace")
        found = re.search(rf'File "{re.escape(str(self.file))}", line (\d+)', trace)
        return Stop("died", int(found[1]) if found else 0)

    def _kill(self) -> None:
        """The child and whatever it started."""
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()


def _read(stream: BinaryIO | Any, replies: queue.Queue[bytes]) -> None:
    """Replies as they come, each of a bounded size; an empty one once there are no more."""
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(MAX_REPLY):
            replies.put(line)
    replies.put(b"")
