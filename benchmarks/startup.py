"""How long until something is on the screen, as ratios to baselines timed in the same run.

    python benchmarks/startup.py [--runs 15]

`tutor --help` is compared with the help of a hello-world Typer app without rich; the first screens with a process that
only imports typer, rich.console, numpy, yaml and pydantic's BaseModel. Runs alternate, so that a busy machine slows
both sides alike; medians are printed. The goals are 1.05 and 1.2.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

HELLO = """\
import typer

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def main(name: str = "mundo") -> None:
    \"\"\"Saluda.\"\"\"
    print(f"Hola, {name}")


app()
"""
IMPORTS = "import typer, rich.console, numpy, yaml; from pydantic import BaseModel"
TUTOR = "import sys; from tutor.__main__ import main; sys.exit(main())"
HELP = ("tutor --help",)
SCREENS = ("tutor explain softmax", "tutor lesson ecuacion1", "tutor check ejercicio")
GOALS = {"help": 1.05, "screen": 1.2}


def timed(command: Sequence[str], env: dict[str, str]) -> float:
    """Seconds from the start of a process to its end, its input being empty: it shows its first screen and leaves."""
    start = time.perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=env, check=False)
    elapsed = time.perf_counter() - start
    if done.returncode not in (0, 1) or not done.stdout:
        raise SystemExit(f"{' '.join(command)} failed: {done.stderr.decode()}")
    return elapsed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        hello = Path(folder) / "hello.py"
        hello.write_text(HELLO, encoding="utf-8")
        env = {**os.environ, "PYTHONIOENCODING": "utf-8", "TUTOR_DATA": str(Path(folder) / "data")}
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # installed programs are compiled once
        commands = {
            "hello --help": [sys.executable, str(hello), "--help"],
            "imports": [sys.executable, "-c", IMPORTS + "; print()"],
            **{name: [sys.executable, "-c", TUTOR, *name.split()[1:]] for name in (*HELP, *SCREENS)},
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(runs + 1):
            for name, command in commands.items():
                elapsed = timed(command, env)
                if turn:  # the first turn fills the caches
                    times[name].append(elapsed)
    medians = {name: statistics.median(values) for name, values in times.items()}
    print(f"{'':26}{'ms':>6}{'ratio':>9}{'goal':>7}")
    for base, kind, names in (("hello --help", "help", HELP), ("imports", "screen", SCREENS)):
        print(f"{base:26}{1000 * medians[base]:6.0f}{1:9.2f}")
        for name in names:
            ratio = statistics.median(a / b for a, b in zip(times[name], times[base], strict=True))
            print(f"{name:26}{1000 * medians[name]:6.0f}{ratio:9.2f}{GOALS[kind]:7.2f}")


if __name__ == "__main__":
    main()
