"""Files are written whole or not at all, by one run at a time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from tutor.errors import StateError
from tutor.files import output


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def test_writes_every_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    """Bytes and writers alike end in the folder, which is made if it is not there; no temporary name stays."""

    def write(stream: BinaryIO) -> None:
        stream.write(b"dos")

    done = output.save(tmp_path / "notas", {"a.csv": b"uno", "b.csv": write})
    assert [(w.name, w.change) for w in done] == [("a.csv", "new"), ("b.csv", "new")]
    assert names(tmp_path / "notas") == ["a.csv", "b.csv"]
    assert (tmp_path / "notas" / "b.csv").read_bytes() == b"dos"


def test_an_equal_file_is_not_touched(tmp_path: Path) -> None:
    """The second run of the same input changes nothing, not even a date."""
    output.save(tmp_path, {"a.csv": b"uno"})
    os.utime(tmp_path / "a.csv", (1, 1))
    (done,) = output.save(tmp_path, {"a.csv": b"uno"})
    assert done.change == "same"
    assert (tmp_path / "a.csv").stat().st_mtime == 1
    (done,) = output.save(tmp_path, {"a.csv": b"otro"})
    assert done.change == "changed"


def test_a_failure_half_way_leaves_the_old_files(tmp_path: Path) -> None:
    """Case 61: the disk fills while the second file is written: neither is replaced."""
    output.save(tmp_path, {"a.csv": b"vieja", "b.csv": b"vieja"})

    def full(stream: BinaryIO) -> None:
        stream.write(b"med")
        raise OSError(28, "No space left on device")

    with pytest.raises(StateError, match="no queda sitio") as caught:
        output.save(tmp_path, {"a.csv": b"nueva", "b.csv": full})
    assert caught.value.hint
    assert names(tmp_path) == ["a.csv", "b.csv"]
    assert (tmp_path / "a.csv").read_bytes() == b"vieja"


@pytest.mark.parametrize(
    ("number", "said"),
    [(17, "ya hay un archivo con ese nombre"), (21, "es una carpeta"), (27, "el archivo es demasiado grande"),
     (13, "no hay permiso"), (122, "no queda sitio"), (9999, "el sistema no lo permite")],
)  # fmt: skip
def test_why_it_cannot_be_written_is_said_in_spanish(tmp_path: Path, number: int, said: str) -> None:
    """The system's own words come in the language of the system."""

    def fails(stream: BinaryIO) -> None:
        raise OSError(number, "In some language")

    with pytest.raises(StateError, match=said) as caught:
        output.save(tmp_path, {"a.csv": fails})
    assert "language" not in caught.value.message


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    """`--out` names a file: said so, and the file stays."""
    (tmp_path / "fich").write_bytes(b"mio")
    with pytest.raises(StateError, match="ya hay un archivo con ese nombre"):
        output.save(tmp_path / "fich", {"a.csv": b"x"})
    assert (tmp_path / "fich").read_bytes() == b"mio"


def test_ctrl_c_while_files_are_put_in_place_comes_too_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 61: all files of a run or none: moving them takes a moment, and is not left half done."""
    move = os.replace

    def interrupted(source: Path, target: Path) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        move(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    output.save(tmp_path, {"a.csv": b"1", "b.csv": b"2"})
    assert names(tmp_path) == ["a.csv", "b.csv"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_ctrl_c_while_files_are_prepared_leaves_the_old_ones(tmp_path: Path) -> None:
    """Nothing is replaced, and nothing is left lying about."""
    output.save(tmp_path, {"a.csv": b"vieja"})

    def interrupted(stream: BinaryIO) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        output.save(tmp_path, {"a.csv": b"nueva", "b.csv": interrupted})
    assert names(tmp_path) == ["a.csv"]
    assert (tmp_path / "a.csv").read_bytes() == b"vieja"


def test_kill_in_the_middle_leaves_the_old_files_whole(tmp_path: Path) -> None:
    """`kill -9` while writing: the old file is whole, and the next run clears what was left behind and works."""
    output.save(tmp_path, {"notas.csv": b"vieja"})
    program = (
        "import sys; from pathlib import Path; from tutor.files import output\n"
        "def slow(stream):\n"
        "    stream.write(b'x' * 100000); stream.flush(); print('half', flush=True); sys.stdin.read()\n"
        "folder = Path(sys.argv[1])\n"
        "with output.locked(folder): output.save(folder, {'notas.csv': slow})\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"half\n"
        with pytest.raises(StateError, match="Otra orden"), output.locked(tmp_path):
            pass
        process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        process.wait()
    assert (tmp_path / "notas.csv").read_bytes() == b"vieja"
    with output.locked(tmp_path):
        output.save(tmp_path, {"notas.csv": b"nueva"})
    assert names(tmp_path) == ["notas.csv"]
    assert (tmp_path / "notas.csv").read_bytes() == b"nueva"


def test_two_runs_at_once(tmp_path: Path) -> None:
    """Case 64: the second run refuses; when the first ends the lock is gone."""
    with output.locked(tmp_path):
        with pytest.raises(StateError, match="Otra orden"), output.locked(tmp_path):
            pass
        assert output.LOCK in names(tmp_path)
    assert names(tmp_path) == []
    with output.locked(tmp_path):
        pass


def test_a_file_open_in_a_spreadsheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 62: Windows refuses to replace an open file: the new one goes beside it, and says so."""
    output.save(tmp_path, {"notas.csv": b"vieja", "informe.html": b"viejo"})
    replace = os.replace

    def held(source: Path, target: Path) -> None:
        if target.name == "notas.csv":
            raise PermissionError(13, "in use")
        replace(source, target)

    monkeypatch.setattr(os, "replace", held)
    first, second = output.save(tmp_path, {"notas.csv": b"nueva", "informe.html": b"nuevo"})
    assert (first.change, first.path.name) == ("beside", "notas-1.csv")
    assert second.change == "changed"
    assert (tmp_path / "notas.csv").read_bytes() == b"vieja"
    assert (tmp_path / "notas-1.csv").read_bytes() == b"nueva"
    (again,) = output.save(tmp_path, {"notas.csv": b"nueva"})
    assert again.path.name == "notas-1.csv", "the same bytes make no second copy"


def test_preview_writes_nothing(tmp_path: Path) -> None:
    """`--dry-run` says what would change and leaves the folder as it was, or unmade."""
    done = output.save(tmp_path / "nueva", {"a.csv": b"uno"}, dry_run=True)
    assert [w.change for w in done] == ["new"]
    assert names(tmp_path) == []
    output.save(tmp_path, {"a.csv": b"uno"})
    assert [w.change for w in output.save(tmp_path, {"a.csv": b"uno"}, dry_run=True)] == ["same"]
    assert [w.change for w in output.save(tmp_path, {"a.csv": b"dos"}, dry_run=True)] == ["changed"]
    assert (tmp_path / "a.csv").read_bytes() == b"uno"


def test_the_folder_is_a_file(tmp_path: Path) -> None:
    """A sentence with a way out, not a traceback."""
    (tmp_path / "notas").write_bytes(b"")
    with pytest.raises(StateError, match="No puedo escribir"):
        output.save(tmp_path / "notas", {"a.csv": b""})
    with pytest.raises(StateError, match="No puedo escribir"), output.locked(tmp_path / "notas"):
        pass


OLD = {"notas.csv": b"vieja 1", "informe.html": b"vieja 2", "igual.txt": b"igual", "sobra/a.txt": b"vieja 3"}
NEW = {
    "notas.csv": b"nueva 1",
    "informe.html": b"nueva 2",
    "igual.txt": b"igual",
    "sobra/a.txt": b"nueva 3",
    "mas": b"4",
}


def held(folder: Path) -> dict[str, bytes]:
    """What stands in place: not what is still in a folder of the program's own."""
    files = (p for p in folder.rglob("*") if p.is_file() and ".tutor" not in str(p.relative_to(folder)))
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a child that the system must be able to fork")
def test_a_kill_at_any_place_mixes_nothing(tmp_path: Path) -> None:
    """At every call that changes the disk: only old files, or only new ones, and the next run has one whole set."""
    for place in range(200):
        folder = tmp_path / str(place)
        output.save(folder, OLD)
        child = os.fork()
        if not child:
            _die_at(place)
            with output.locked(folder):
                output.save(folder, NEW)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        found = held(folder)
        words = {content.split()[0] for content in found.values()} - {b"igual", b"4"}
        assert len(words) < 2, (place, found)
        with output.locked(folder) as mended:
            assert held(folder) in (OLD, NEW), place
            assert mended or held(folder) == found, place
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            assert place > 12, "every place was tried"
            return
    pytest.fail("it never came to its end")


def _die_at(place: int) -> None:
    """In this process, the call of that number which changes the disk is a `kill -9`."""
    calls = 0

    def counted(name: str) -> None:
        call = getattr(os, name)

        def dies(*args: Any, **more: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls > place:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args, **more)

        setattr(os, name, dies)

    for name in ("replace", "fsync", "mkdir", "unlink", "rmdir", "open"):
        counted(name)


def test_a_folder_in_the_way_leaves_all_as_it_was(tmp_path: Path) -> None:
    """Nothing is replaced, and that is what is said."""
    output.save(tmp_path, {"notas.csv": b"vieja"})
    (tmp_path / "informe.html").mkdir()
    with pytest.raises(StateError, match="es una carpeta"):
        output.save(tmp_path, {"notas.csv": b"nueva", "informe.html": b"nuevo"})
    assert held(tmp_path) == {"notas.csv": b"vieja"}
    assert names(tmp_path) == ["informe.html", "notas.csv"]


def test_a_failure_while_files_are_put_in_place_leaves_all_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was brought is taken away again, and what was taken comes back, wherever it fails."""
    output.save(tmp_path, OLD)
    replace = os.replace
    for fails in range(1, 8):
        left = fails

        def counted(source: Path, target: Path) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise OSError(28, "No space left on device")
            replace(source, target)

        monkeypatch.setattr(os, "replace", counted)
        with pytest.raises(StateError):
            output.save(tmp_path, NEW)
        assert held(tmp_path) == OLD


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_what_is_written_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Marks, names and keys: files 0600, folders 0700, also those of a run before that stay as they are."""
    output.save(tmp_path / "notas", OLD)
    (tmp_path / "notas" / "igual.txt").chmod(0o644)
    output.save(tmp_path / "notas", NEW)
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "notas").rglob("*") if path.is_file()}
    assert modes == {0o600}
    assert {p.stat().st_mode & 0o777 for p in (tmp_path / "notas", tmp_path / "notas" / "sobra")} == {0o700}
