"""The child: loads a learner's file and calls its functions, inside limits. Started as a script by `process`.

It imports nothing of the tutor. Each line of its standard input is a request, each line of what was its standard
output a reply, both JSON; numbers and words come out, never objects:

    {"load": true}    -> {"functions": [{"name", "own", "parameters": [[name, kind, required]], "uses", "reads"}]}
    {"calls": [...]}  -> one {"value"} or {"error"} a call, with {"changed", "prints"}
    anything          -> {"stop": "time" | "output", "line", "text"} once a limit is reached, and the process ends

The learner's code sees an empty standard input, and an output that counts what is written and forgets it.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import faulthandler
import importlib.util
import inspect
import io
import json
import os
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

MAX_CELLS = 100_000
MAX_TEXT = 300
MAX_PRINTED = 1_000_000
MAX_FUNCTIONS = 200
FILE_BYTES = 16 << 20
PROCESSES = 64
FORBIDDEN = {
    "os.fork": "process", "os.forkpty": "process", "os.posix_spawn": "process", "os.exec": "process",
    "os.spawn": "process", "os.system": "process", "os.startfile": "process", "pty.spawn": "process",
    "subprocess.Popen": "process", "_winapi.CreateProcess": "process", "os.kill": "signal", "os.killpg": "signal",
    "signal.pthread_kill": "signal", "socket.__new__": "network", "socket.connect": "network", "socket.bind": "network",
    "socket.getaddrinfo": "network", "urllib.Request": "network", "webbrowser.open": "network",
}  # fmt: skip
"""Audit event -> what it would do: denied whatever its arguments."""
CHANGES = frozenset(
    ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown",
     "os.utime", "sqlite3.connect", "shutil.rmtree", "shutil.move")
)  # fmt: skip
"""Audit events that change files: allowed inside the folder of this run, as is opening one to write."""
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
DATA = (list, tuple, int, float)


class Denied(PermissionError):
    """The learner's code tried what is not allowed here; the message is the code of what."""


class Counted(io.RawIOBase):
    """A stream that counts and forgets; too much of it is a reason to stop."""

    def __init__(self, stop: Callable[[str], NoReturn]) -> None:
        self.stop, self.count = stop, 0

    def writable(self) -> bool:
        """It is written to, and nothing else."""
        return True

    def write(self, data: Any) -> int:
        """Counts what is printed, and stops the child where it is too much."""
        self.count += len(data)
        if self.count > MAX_PRINTED:
            self.stop("output")
        return len(data)


class Child:
    """One run. `file` is the learner's, `folder` where files may be written; limits in seconds and bytes."""

    def __init__(self, file: str, folder: str, seconds: float, memory: int) -> None:
        self.file, self.folder, self.seconds, self.memory = file, os.path.realpath(folder), seconds, memory
        self.out = os.dup(1)
        self.requests = os.fdopen(os.dup(0), encoding="utf-8")
        with open(os.devnull, "r+b") as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)
        self.main = threading.get_ident()
        self.deadline = time.monotonic() + seconds
        self.module = types.ModuleType("")
        self.printed = Counted(self.stop)
        self.leave = os._exit

    # -- the limits ------------------------------------------------------------------------------------------------

    def confine(self) -> None:
        """Limits by the system where it has them, then what Python itself asks leave for (sys.addaudithook)."""
        faulthandler.enable(2)
        alone = _without_network()
        with contextlib.suppress(ImportError):
            import resource

            most = int(self.seconds * 2) + 2
            limits = {"RLIMIT_CPU": most, "RLIMIT_DATA": self.memory, "RLIMIT_AS": 8 * self.memory, "RLIMIT_CORE": 0,
                      "RLIMIT_FSIZE": FILE_BYTES, **({"RLIMIT_NPROC": PROCESSES} if alone else {})}  # fmt: skip
            for name, value in limits.items():
                with contextlib.suppress(ValueError, OSError, AttributeError):
                    resource.setrlimit(getattr(resource, name), (value, value))
        threading.Thread(target=self.watch, daemon=True).start()
        sys.stdout, sys.stderr = _text_to(self.printed), _text_to(Counted(self.stop))
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # for as long as the learner's code runs
        os._exit = _exits
        with contextlib.suppress(ImportError, AttributeError):
            import _posixsubprocess

            _posixsubprocess.fork_exec = _starts  # no audit event of its own
        sys.addaudithook(self.audit)

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Refuses what the learner's code may not do. Raises Denied with a reason."""
        if event in FORBIDDEN:
            raise Denied(FORBIDDEN[event])
        if event == "open" and isinstance(args[2], int) and args[2] & WRITING:
            self.inside(args[:1])
        elif event in CHANGES:
            self.inside(args)

    def inside(self, paths: tuple[Any, ...]) -> None:
        """Raises Denied for a path that is not in the folder of this run."""
        for path in paths:
            if isinstance(path, str | bytes | os.PathLike):
                real = os.path.realpath(os.fsdecode(path))
                if real != os.devnull and os.path.commonpath([real, self.folder]) != self.folder:
                    raise Denied("file")

    def watch(self) -> None:
        """Looks at the clock beside the learner's code: a bare `except` cannot catch this."""
        while True:
            time.sleep(0.02)
            if time.monotonic() > self.deadline:
                self.stop("time")

    def stop(self, why: str) -> NoReturn:
        """The last reply, with the learner's line of this moment; nothing of theirs runs after it."""
        with contextlib.suppress(Exception):
            line, text = self.place(sys._current_frames().get(self.main))
            self.reply({"stop": why, "line": line, "text": text})
        self.leave(1)
        raise SystemExit

    # -- talking ---------------------------------------------------------------------------------------------------

    def reply(self, fields: dict[str, Any]) -> None:
        """One line of JSON to the parent, whole."""
        data = (json.dumps(fields) + "\n").encode()
        while data:
            data = data[os.write(self.out, data) :]

    def serve(self) -> None:
        """Answers request after request, each with its own time, and ends the process."""
        for request in self.requests:
            asked = json.loads(request)
            self.deadline = time.monotonic() + self.seconds
            if "load" in asked:
                self.reply(self.load())
            for call in asked.get("calls", ()):
                self.reply(self.call(call))
        self.leave(0)

    # -- the learner's code ----------------------------------------------------------------------------------------

    def load(self) -> dict[str, Any]:
        """The file as a module. NumPy comes first: a `numpy.py` or `random.py` beside it must not take its place."""
        import numpy  # noqa: F401

        name = os.path.splitext(os.path.basename(self.file))[0]
        name = name if name.isidentifier() and name not in sys.modules else "codigo"
        sys.path[0] = os.path.dirname(self.file)
        try:
            spec = importlib.util.spec_from_file_location(name, self.file)
            assert spec is not None
            assert spec.loader is not None
            self.module = sys.modules[name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(self.module)
        except BaseException as error:
            return {"error": self.failure(error)}
        return {"functions": list(self.functions())[:MAX_FUNCTIONS], "torch": "torch" in sys.modules}

    def functions(self) -> Iterator[dict[str, Any]]:
        """What may be called. `uses`: the names that a function of the file mentions; `reads`: those of data."""
        for name, value in list(vars(self.module).items()):
            if callable(value) and not name.startswith("_") and not inspect.isclass(value):
                code = getattr(inspect.unwrap(value), "__code__", None)
                own = getattr(code, "co_filename", "") == self.file
                uses = sorted(_mentions(code)) if own else []
                yield {"name": name, "own": own, "parameters": _parameters(value), "uses": uses,
                       "reads": [use for use in uses if self.data(use)]}  # fmt: skip

    def data(self, name: str) -> bool:
        """Whether a name of the module is numbers."""
        value = vars(self.module).get(name)
        return isinstance(value, DATA) or bool(_shape(value))

    def call(self, call: dict[str, Any]) -> dict[str, Any]:
        """{"value" or "error", …} of one call of the learner's function."""
        args = [_given(value) for value in call["args"]]
        named = {name: _given(value) for name, value in call["named"].items()}
        before, printed = _marks([*args, *named.values()]), self.printed.count
        reply: dict[str, Any] = {}
        try:
            reply["value"] = _encoded(getattr(self.module, call["function"])(*args, **named))
        except BaseException as error:
            reply["error"] = self.failure(error)
        after = _marks([*args, *named.values()])
        both = zip(call["names"], before, after, strict=True)
        reply["changed"] = [name for name, one, other in both if one != other]
        return reply | {"prints": self.printed.count > printed}

    def failure(self, error: BaseException) -> dict[str, Any]:
        """What was raised, and where in the learner's file: the line, its text, the shapes of what stands in it."""
        known = [kind.__name__ for kind in type(error).__mro__]
        found: dict[str, Any] = {"type": known[0], "kinds": known, "message": _text(error), "shapes": {}}
        if isinstance(error, SyntaxError) and error.filename == self.file:
            return found | {"message": str(error.msg), "line": error.lineno or 0, "text": (error.text or "").strip()}
        inner = None
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self.file:
                inner = trace
            trace = trace.tb_next
        if inner is None:
            return found | {"line": 0, "text": ""}
        text = self.source(inner.tb_lineno)
        values = {**inner.tb_frame.f_globals, **inner.tb_frame.f_locals}
        shapes = {name: _shape(values[name]) for name in _words(text) if name in values and _shape(values[name])}
        return found | {"line": inner.tb_lineno, "text": text, "shapes": shapes}

    def place(self, frame: Any) -> tuple[int, str]:
        """The line of the learner's file that a frame is at, or was called from."""
        while frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return (frame.f_lineno, self.source(frame.f_lineno)) if frame is not None else (0, "")

    def source(self, number: int) -> str:
        """A line of the learner's file, counted from 1, for a message."""
        with open(self.file, encoding="utf-8", errors="replace") as file:
            return next((line.strip()[:MAX_TEXT] for i, line in enumerate(file, 1) if i == number), "")


def _text_to(raw: io.RawIOBase) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(raw, 1), encoding="utf-8", errors="replace", write_through=True)


def _without_network() -> bool:
    """Linux: a user namespace of its own, with a network of nothing. False where the system does not give one."""
    try:
        libc, user = ctypes.CDLL(None), os.getuid()
        if libc.unshare(0x10000000 | 0x40000000):  # CLONE_NEWUSER | CLONE_NEWNET
            return False
        with open("/proc/self/uid_map", "w") as map_file:
            map_file.write(f"{user} {user} 1")
    except (OSError, AttributeError, TypeError):
        return False
    return True


def _exits(status: int = 0) -> NoReturn:
    raise SystemExit(status)


def _starts(*args: Any) -> NoReturn:
    raise Denied("process")


def _mentions(code: Any) -> set[str]:
    """The names that code looks up outside itself, and that the code inside it does."""
    inner = (part for part in code.co_consts if isinstance(part, types.CodeType))
    return set(code.co_names).union(*map(_mentions, inner))


def _parameters(value: Any) -> list[tuple[str, str, bool]]:
    """(name, kind, whether it must be given); nothing for what Python cannot tell."""
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return []
    return [(p.name, p.kind.name, p.default is p.empty and p.kind.name[:4] != "VAR_") for p in found]


def _given(value: Any) -> Any:
    """An argument from its description: {"array", "dtype", "as"}, or a plain value."""
    if not isinstance(value, dict):
        return value
    if value["as"] == "list":
        return value["array"]
    if value["as"].startswith("torch"):
        import torch  # type: ignore[import-not-found, unused-ignore]

        kind = torch.bool if value["dtype"] == "bool" else getattr(torch, value["as"].removeprefix("torch-"))
        return torch.tensor(value["array"], dtype=kind)
    import numpy

    return numpy.array(value["array"], dtype=value["dtype"])


def _marks(values: list[Any]) -> list[str]:
    """What tells whether an argument was changed."""
    with contextlib.suppress(Exception):
        return [repr(value.tolist() if hasattr(value, "tolist") else value) for value in values]
    return [""] * len(values)


def _encoded(value: Any) -> dict[str, Any]:
    """A value as words and numbers: an array, the items of a tuple, the entries of a dict, or only its kind."""
    names = _names(value)
    if names is not None:
        return {"names": {str(name): _encoded(item) for name, item in names.items()}}
    if isinstance(value, tuple):
        return {"items": [_encoded(item) for item in value]}
    array = _array(value)
    if array is None and isinstance(value, list):
        return {"items": [_encoded(item) for item in value[:8]]}
    if array is None or array.size > MAX_CELLS:
        return {"kind": type(value).__name__}
    dtype = str(getattr(value, "dtype", "float64")).removeprefix("torch.")
    return {"shape": list(array.shape), "dtype": dtype, "values": array.ravel().tolist()}


def _names(value: Any) -> dict[Any, Any] | None:
    if isinstance(value, dict):
        return value
    if hasattr(value, "_asdict"):
        return dict(value._asdict())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return None


def _array(value: Any) -> Any:
    """The numbers of a value as a float array; None where it is no rectangle of numbers."""
    import numpy

    try:
        if hasattr(value, "detach"):
            value = value.detach().cpu()
            value = value.float() if "bfloat16" in str(value.dtype) else value
        array = numpy.asarray(value)
        return array.astype(float) if array.dtype.kind in "biuf" else None
    except Exception:
        return None


def _shape(value: Any) -> list[int]:
    shape = getattr(value, "shape", None)
    return [int(size) for size in shape] if isinstance(shape, tuple) and shape and not inspect.isclass(value) else []


def _words(text: str) -> list[str]:
    """The names of a line, in the order they stand."""
    return list(dict.fromkeys("".join(c if c.isidentifier() or c.isdigit() else " " for c in text).split()))


def _text(error: BaseException) -> str:
    try:
        return str(error)[:MAX_TEXT]
    except Exception:
        return ""


if __name__ == "__main__":
    settings = json.loads(sys.argv[1])
    child = Child(settings["file"], settings["folder"], settings["seconds"], settings["memory"])
    child.confine()
    child.serve()
