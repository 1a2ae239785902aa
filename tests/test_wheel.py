"""The wheel is the whole program: it carries the exercises and works from any folder, without the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="the wheel is built with it")

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's files, as an installer lays them out."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("tutor_ecuacion1-*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--version"], "tutor "),
        (["lesson"], "ecuacion1"),
        (["explain", "softmax"], "softmax"),
        (["check", "ejercicio", "--template"], "productos:"),
    ],
    ids=["version", "lesson", "explain", "check"],
)
def test_the_wheel_works_alone(unpacked: Path, tmp_path: Path, words: list[str], said: str) -> None:
    """From a folder of its own, with nothing of the repository in sight."""
    env = {**os.environ, "PYTHONPATH": str(unpacked), "TUTOR_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    run = [sys.executable, "-m", "tutor", *words]
    done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_every_exercise_is_carried(unpacked: Path) -> None:
    """Each unit and equation of the repository is in the wheel, byte for byte."""
    shipped = sorted(path.relative_to(ROOT / "exercises") for path in (ROOT / "exercises").rglob("*.yaml"))
    assert shipped
    for path in shipped:
        assert (unpacked / "tutor/_exercises" / path).read_bytes() == (ROOT / "exercises" / path).read_bytes()
