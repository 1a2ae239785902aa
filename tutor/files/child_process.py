"""What a stranger's file is opened in: a process of its own, with limits, which may end as it likes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import Any

from tutor.files.time_limit import TooSlow

_CHILD = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from {} import main; main()"


def answer_of(module: str, raw: bytes, *args: str, seconds: float) -> dict[str, Any]:
    """What `main` of a module, given the bytes at stdin and `args` behind the first, writes to stdout as JSON.

    {} where it ended otherwise. Raises TooSlow after so many seconds of the clock, or where its own limit of processor
    time ended it.
    """
    command = [sys.executable, "-I", "-c", _CHILD.format(module), json.dumps(sys.path), *args]
    try:
        done = subprocess.run(command, input=raw, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=seconds)
        if done.returncode and -done.returncode == getattr(signal, "SIGXCPU", 0):
            raise TooSlow
        found = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise TooSlow from None
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def limit(memory: int, cpu_seconds: int) -> None:
    """Bounds what this process may take, where the system can: bytes and seconds."""
    try:
        import resource
    except ImportError:
        return
    limits = ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, cpu_seconds), (resource.RLIMIT_CORE, 0))
    for what, most in limits:
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
