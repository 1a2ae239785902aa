"""The program: one command line in, one exit code out. The only place that catches a `TutorError`."""

from __future__ import annotations

import gc
import os
import sys
import warnings
from typing import TYPE_CHECKING

from tutor.errors import ExitCode, TutorError

if TYPE_CHECKING:
    from tutor.terminal import Terminal


def main(args: list[str] | None = None) -> int:
    """Runs one command line, says in Spanish what went wrong, and returns the exit code."""
    args = sys.argv[1:] if args is None else args
    gc.set_threshold(100_000, 50, 50)  # importing makes many objects and no garbage: a tenth of the start-up
    if args and args[0] in ("--version", "-V"):
        from tutor import __version__

        print(f"tutor {__version__}")
        return ExitCode.OK
    if not sys.warnoptions:
        warnings.simplefilter("ignore", RuntimeWarning)  # NumPy's: the sentence about what is too large is ours
    terminal: Terminal | None = None
    try:
        if shell := os.environ.get("_TUTOR_COMPLETE"):
            from tutor.cli.app import table
            from tutor.cli.completion import answer

            return answer(shell, args, table())
        from tutor.cli.globals import split_globals

        wishes, rest = split_globals(args)
        terminal = wishes.terminal()
        from tutor.cli.app import run

        code = run(rest, terminal)
        terminal.stdout.flush()
        return code
    except KeyboardInterrupt as stop:
        return _reported(terminal, args, stop)
    except Exception as error:
        if os.environ.get("TUTOR_DEBUG") and not isinstance(error, TutorError):
            raise
        return _reported(terminal, args, error)


def _reported(terminal: Terminal | None, args: list[str], error: Exception | KeyboardInterrupt) -> int:
    """Tells the failure, or the Ctrl-C, where the caller looks for it."""
    from tutor.cli import failures
    from tutor.terminal import Terminal

    if isinstance(error, BrokenPipeError):
        return failures.reader_left()
    terminal = terminal or Terminal.of_process()
    try:
        return failures.tell(terminal, error, as_json="--json" in args)
    except BrokenPipeError:
        return failures.reader_left()


if __name__ == "__main__":
    sys.exit(main())
