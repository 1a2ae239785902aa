"""A learner's function: right ones are never accused, wrong ones get their slip, hostile ones end and leave nothing."""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sandbox import tensors
from tests.sandbox.hostile import HOSTILE
from tests.sandbox.right import RIGHT, TORCH
from tests.sandbox.wrong import HEAD, WRONG
from tutor.equations import load_equation
from tutor.errors import ContentError
from tutor.sandbox import Finding, Limits, check_code, messages
from tutor.sandbox.bugs import code_slips

SMALL = Limits(seconds=1.0, memory=512)


def check(
    folder: Path, source: str, equation: str = "atencion", function: str = "", limits: Limits | None = None
) -> Finding:
    file = folder / "mi_codigo.py"
    file.write_text(source, encoding="utf-8")
    return check_code(load_equation(equation), file, function=function, limits=limits)


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_one_is_not_accused(tmp_path: Path, name: str) -> None:
    """Whatever its style: loops, einsum, lists, dicts, narrow floats, conventions of masks."""
    found = check(tmp_path, HEAD + RIGHT[name])
    assert found.passed, found.message
    assert found.slips == ()
    assert all(case.passed for case in found.cases)


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
@pytest.mark.parametrize("name", TORCH)
def test_a_right_one_in_torch_is_not_accused(tmp_path: Path, name: str) -> None:
    assert check(tmp_path, TORCH[name], limits=Limits(60, 4096)).passed


@pytest.mark.parametrize("name", ["by hand", "single precision"])
@pytest.mark.parametrize("dim", ["-1", "0"])
def test_tensors_are_handed_over_where_a_file_asks_for_them(tmp_path: Path, name: str, dim: str) -> None:
    """A function of tensors gets tensors and gives tensors; its slips are named too. With a stand-in for torch."""
    (tmp_path / "torch.py").write_text(tensors.TORCH, encoding="utf-8")
    found = check(tmp_path, TORCH[name].replace("dim=-1", f"dim={dim}"))
    assert found.slips == (() if dim == "-1" else ("softmax-over-columns",)), found.message
    assert found.passed == (dim == "-1")


def narrowed(digits: str) -> str:
    """A right function whose result is changed."""
    return (
        HEAD
        + f"""
def atencion(Q, K, V):
    out = softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V
    return {digits}
"""
    )


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ("out", "exact"),
        ("out * (1 + 2.0 ** -53)", "exact"),
        ("out.astype(np.float32)", "rounded"),
        ("out.astype(np.float32).tolist()", "rounded"),
        ("out.astype(np.float16)", "rounded"),
        ("out.astype(np.float16).astype(float)", "wrong"),
        ("out * (1 + 1e-4)", "wrong"),
        ("np.round(out, 4)", "wrong"),
        ("(out * (1 + 1e-3)).astype(np.float32)", "wrong"),
        ("out + 0 * Q[:1, :1] / 0", "wrong"),
    ],
)
def test_the_allowance_is_that_of_the_precision(tmp_path: Path, change: str, verdict: str) -> None:
    """Double and single precision may hide inside any float; half precision must be the type of what comes back."""
    assert check(tmp_path, narrowed(change)).verdict == verdict


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_one_gets_its_slip(tmp_path: Path, name: str) -> None:
    """The slip is the first named; two at once are both named; what no slip explains has its verdict and no slip."""
    slip, source = WRONG[name]
    found = check(tmp_path, HEAD + source)
    assert not found.passed
    named = "+".join(sorted(found.slips)) if "+" in slip else (*found.slips, found.verdict)[0]
    assert named == "+".join(sorted(slip.split("+"))), found.message
    assert found.example is not None or found.slips in (("not-deterministic",),)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_one_ends_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """It ends within its limits with one sentence; no process, file or folder is left."""
    verdict, said, source = HOSTILE[name]
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    home = tmp_path / "home"
    home.mkdir()
    try:
        found = check(home, source, limits=SMALL)
        got, message = found.verdict, found.message
    except ContentError as error:
        got, message = "invalid", f"{error.where} {error.message}"
    assert got in verdict.split("|"), message
    assert said in message
    assert "Traceback" not in message
    assert [path.name for path in home.iterdir()] == ["mi_codigo.py"]
    assert list(room.iterdir()) == []
    assert processes_about(home) == []
    assert not Path("/tmp/tutor-nuevo.txt").exists()


CONNECTS = """
import ctypes, struct

def atencion(Q, K, V):
    libc = ctypes.CDLL(None)
    there = struct.pack("=H", 2) + struct.pack(">H", {port}) + bytes([127, 0, 0, 1]) + bytes(8)
    raise ValueError(f"connect gives {{libc.connect(libc.socket(2, 1, 0), there, 16)}}")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a network of nothing")
def test_there_is_no_network_for_c_either(tmp_path: Path) -> None:
    """Where the system gives a namespace, not even a call past Python reaches a server of this machine."""
    probe = "import ctypes; raise SystemExit(ctypes.CDLL(None).unshare(0x50000000) and 1)"
    if subprocess.run([sys.executable, "-c", probe], check=False).returncode:
        pytest.skip("this system gives no namespaces")
    with socket.create_server(("127.0.0.1", 0)) as server:
        found = check(tmp_path, CONNECTS.format(port=server.getsockname()[1]))
    assert "connect gives -1" in found.message


def processes_about(folder: Path) -> list[str]:
    """The processes whose command line names the folder; where there is no /proc, none is looked for."""
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = line.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if str(folder) in text:
            found.append(text)
    return found


OTHERS: dict[str, tuple[str, str, str]] = {
    "softmax of lists": ("softmax", "", """
def softmax(z):
    e = [math.exp(x) for x in z]
    return [x / sum(e) for x in e]
"""),
    "softmax of all": ("softmax", "softmax-over-all", """
def softmax(z):
    return np.exp(z) / np.exp(z).sum()
"""),
    "entropy": ("entropia", "", """
def entropia(p):
    return -sum(x * math.log(x) for x in p)
"""),
    "entropy in bits": ("entropia", "log-base-2", """
def entropy(p):
    return -(p * np.log2(p)).sum()
"""),
    "mixture": ("mezcla", "", """
def mezcla(pesos, V):
    return np.einsum("ij,jk->ik", pesos, V)
"""),
    "dot": ("producto", "sum-not-product", """
def producto_escalar(a, b):
    return sum(x + y for x, y in zip(a, b))
"""),
    "heads": ("multi-cabeza", "", """
def multi_head(X, W_Q, W_K, W_V, W_O, heads):
    Q, K, V = ((X @ W).reshape(len(X), heads, -1).transpose(1, 0, 2) for W in (W_Q, W_K, W_V))
    w = softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1]))
    return (w @ V).transpose(1, 0, 2).reshape(len(X), -1) @ W_O
"""),
    "heads cut by rows": ("multi-cabeza", "split-without-transpose", """
def multi_head(X, W_Q, W_K, W_V, W_O, heads):
    Q, K, V = ((X @ W).reshape(heads, len(X), -1) for W in (W_Q, W_K, W_V))
    w = softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1]))
    return (w @ V).transpose(1, 0, 2).reshape(len(X), -1) @ W_O
"""),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_every_equation_has_its_functions(tmp_path: Path, name: str) -> None:
    """Nothing knows of attention: the cases come from the shapes of the inputs, the slips from the equation."""
    equation, slip, source = OTHERS[name]
    found = check(tmp_path, HEAD + source, equation)
    assert (found.passed, found.slips[:1]) == (not slip, (slip,) * bool(slip)), found.message


NOTES = {
    "overflow": RIGHT["unstable"],
    "prints": RIGHT["changes its inputs and prints"],
    "float": RIGHT["float mask"],
    "hides": RIGHT["a mask that hides"],
    "hidden-nan": RIGHT["accents"],
    "hidden-some": RIGHT["a mask that must be given"],
    "weights": RIGHT["weights alone"],
    "unmasked": RIGHT["einsum"],
    "lead": RIGHT["a batch in front"],
}


@pytest.mark.parametrize("note", NOTES)
def test_what_does_not_decide_is_remarked(tmp_path: Path, note: str) -> None:
    found = check(tmp_path, HEAD + NOTES[note])
    assert found.passed
    assert messages.SENTENCES[note] in found.notes


def test_nothing_is_remarked_of_a_careful_function(tmp_path: Path) -> None:
    assert check(tmp_path, HEAD + RIGHT["matmul"]).notes == ()


def test_a_changed_input_is_named(tmp_path: Path) -> None:
    found = check(tmp_path, HEAD + RIGHT["unstable"].replace("e = np", "V[:] = 1 * V; Q *= 2; K /= 2.0; e = np", 1))
    assert not found.passed
    assert messages.names("changed", ["K", "Q"]) in found.notes


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("K as it stands", "multiplicar por K sin trasponer"),
        (
            "a name that is not there",
            "en la línea 10 (`return softmax(Q @ K.T / np.sqrt(dk)) @ V`): usa un nombre que no",
        ),
        ("turned", "devuelve (2, 1) y hacen falta (1, 2): ¿has traspuesto?"),
        ("no return", "¿falta el `return`?"),
        ("the notebook's Q", "Lee `K`, `Q` y `V` de fuera de la función"),
        ("mask after the softmax", "Sin máscara da lo correcto; con máscara, no."),
        ("clips", "Solo falla con números muy grandes."),
        ("the step of the weights", "`weights` da lo que sale con este fallo: hacer el softmax por columnas."),
        ("divides in place", "solo falla cuando le dan números enteros: se para en la línea 11"),
        (
            "forgets the root",
            "Donde la ecuación dice `scaled = scores / root`, la tuya da lo mismo que `scaled = scores`.",
        ),
    ],
)
def test_the_sentence_says_what_where_and_a_way_out(tmp_path: Path, name: str, said: str) -> None:
    assert said in check(tmp_path, HEAD + WRONG[name][1]).message


def test_three_slips_are_found_one_try_after_another(tmp_path: Path) -> None:
    """Two at once are named; what is wrong besides with a mask is left for the next try, and said."""
    source = (
        HEAD
        + """
def atencion(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(len(Q))
    if mask is not None:
        s = s * mask
    return softmax(s, axis=0) @ V
"""
    )
    found = check(tmp_path, source)
    assert set(found.slips) == {"root-of-queries", "softmax-over-columns"}
    assert messages.SENTENCES["more"] in found.message
    mended = source.replace("len(Q)", "K.shape[1]").replace("axis=0", "axis=-1")
    assert check(tmp_path, mended).slips == ("fill-zero",)
    assert check(tmp_path, mended.replace("s * mask", "np.where(mask, s, -np.inf)")).passed


def test_a_helper_with_the_name_of_a_step_is_not_accused(tmp_path: Path) -> None:
    """Beside a main function only a slip by name tells of a step; beside a right one it is a remark."""
    helper = "def output(x):\n    return 2 * x\n"
    assert check(tmp_path, HEAD + helper + WRONG["clips"][1]).function == "atencion"
    assert check(tmp_path, HEAD + helper + RIGHT["matmul"]).notes == ()
    slipped = "def scaled(Q, K):\n    return Q @ K.T\n"
    found = check(tmp_path, HEAD + slipped + RIGHT["matmul"])
    assert (found.passed, found.notes) == (True, (messages.say("helper", name="scaled"),))


def test_the_file_is_never_imported_here(tmp_path: Path) -> None:
    """Nothing of it is among the modules of this process, nor its folder on the path."""
    before = set(sys.modules)
    check(tmp_path, "import this\n" + HEAD + RIGHT["unstable"])
    assert {"mi_codigo", "this"}.isdisjoint(set(sys.modules) - before)
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize("name", ["numpy.py", "random.py", "json.py", "mi atención 2.py"])
def test_a_file_may_be_called_as_it_likes(tmp_path: Path, name: str) -> None:
    """Neither what it needs nor what runs it is taken from beside it."""
    file = tmp_path / "la carpeta de José" / name
    file.parent.mkdir()
    file.write_text("\ufeff" + HEAD + RIGHT["einsum"], encoding="utf-8")
    assert check_code("atencion", file).passed


def test_every_slip_of_code_is_shown_by_a_wrong_one() -> None:
    """No row without an implementation that gets it, but for those that other equations have in their bank."""
    rows = {slip.id for slip in code_slips(load_equation("atencion"))}
    assert rows - {id for slips, _ in WRONG.values() for id in slips.split("+")} == set()
