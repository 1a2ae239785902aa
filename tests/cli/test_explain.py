"""`tutor explain`: topics, other scores, slips and errata."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.running import run
from tutor.units import unit_names


def explained(monkeypatch: pytest.MonkeyPatch, *args: str) -> str:
    done = run(monkeypatch, ["explain", *args])
    assert (done.code, done.err) == (0, "")
    return done.out


def test_without_a_topic_it_lists_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Units, slips and errata."""
    out = explained(monkeypatch)
    assert all(f"  {name} " in out for name in [*unit_names(), "errores"])


@pytest.mark.parametrize("name", unit_names())
def test_every_unit_is_explained_without_asking(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Nothing waits for an answer, and what is asked elsewhere is only named."""
    out = explained(monkeypatch, name)
    assert "\n> " not in out
    assert "{" not in out


def test_softmax_shows_its_three_properties(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the lesson's numbers, with (2, −1, 0,5) divided by its sum beside its softmax, and the weights drawn."""
    out = explained(monkeypatch, "softmax")
    assert all(word in out for word in ("ninguno es negativo", "suman 1", "guardan el orden"))
    assert all(number in out for number in ("0,412", "0,203", "0,384", "1,33", "−0,67", "0,786", "0,039", "0,175"))
    assert "███" in out


@pytest.mark.parametrize("scores", ["2 -1 0,5", "-2 1", "(1 ; 2 ; 3 ; 4)"])
def test_other_scores(monkeypatch: pytest.MonkeyPatch, scores: str) -> None:
    """Any list of two or more, also beginning with a minus."""
    assert "e^" in explained(monkeypatch, "softmax", "--scores", scores)


def test_other_scores_are_worked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sums are those of the new numbers."""
    out = explained(monkeypatch, "softmax", "--scores", "2 -1 0,5")
    assert "suma = 7,389 + 0,368 + 1,649" in out


def test_a_check_tells_its_data_and_statements_but_no_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """`explain ejercicio` does not spoil it."""
    out = explained(monkeypatch, "ejercicio")
    assert "Los tres productos" in out
    assert all(answer not in out for answer in ("0,244", "0,494", "3,75", "6,25"))


def test_one_slip_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it is, what to do, how to notice it, and the numbers."""
    out = explained(monkeypatch, "errores", "no-scale")
    assert all(word in out for word in ("Qué hacer", "Cómo notarlo", "con el fallo", "(1,000 ; 0,000 ; 0,900)"))


@pytest.mark.parametrize("name", ["no-scale", "No dividir por √d_k", "no dividir por √D_K"])
def test_a_slip_is_found_by_name_or_title(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """One slip, though several equations have it; the others are named."""
    out = explained(monkeypatch, "errores", name)
    assert out.startswith("No dividir por √d_k\n")
    assert "También en: `tutor explain errores multi-cabeza`." in out


@pytest.mark.parametrize("locale", ["es", "es-MX", "en"])
@pytest.mark.parametrize(
    ("args", "text"),
    [
        (["explain", "softmax", "--scores"], "abc"),
        (["explain", "softmax", "--scores"], "2 -1 1/2"),
        (["explain", "softmax", "--scores"], "7"),
        (["solve", "softmax", "--data"], "z=2 -1 1/2"),
        (["solve", "--Q"], "abc"),
        (["solve", "--Q"], "1 1/2"),
    ],
)
def test_numbers_that_are_refused_bring_examples_that_are_accepted(
    monkeypatch: pytest.MonkeyPatch, args: list[str], text: str, locale: str
) -> None:
    """Every reading that is listed, and the example, can be typed; nobody is asked to answer «no sé»."""
    done = run(monkeypatch, ["--locale", locale, *args, text])
    assert (done.code, done.out) == (2, "")
    assert "no sé." not in done.err.replace("no sé si", "")
    told = re.search(r"(?:por ejemplo: |dos o más: \")(.*?)\"?\.$", done.err, re.MULTILINE)
    assert told is not None
    listed = re.search(r"Puede ser (.*)\.$", done.err, re.MULTILINE)
    assert bool(listed) == ("/" in text)
    for way in [told[1], *(listed[1].split(" o ") if listed else ())]:
        numbers = text.partition("=")[0] + f"={way}" if "=" in text else way
        again = run(monkeypatch, ["--locale", locale, *args, numbers])
        assert "Escribe los números" not in again.err
        assert again.code == 0 or "no encajan" in again.err, again.err


def test_the_slips_of_one_group(monkeypatch: pytest.MonkeyPatch) -> None:
    out = explained(monkeypatch, "errores", "softmax")
    assert "Multiplicar por e" in out
    assert "No dividir por √d_k" not in out


def test_ones_own_slips_come_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path))
    assert "Los tuyos" not in explained(monkeypatch, "errores")
    run(monkeypatch, ["lesson", "escalado"], text="3\n4\n")
    run(monkeypatch, ["check", "ejercicio"], text="1,00 ; 1,00 ; 1,00\n0,207 ; 0,564 ; 0,229\n")
    out = explained(monkeypatch, "errores")
    assert "Los tuyos, por enmendar" in out
    assert "No dividir por √d_k" in out
    assert "no-scale" not in out, "no English name on a learner's screen"
    assert len(out.splitlines()) < 30


def test_a_false_accusation_is_struck_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TUTOR_DATA", str(tmp_path))
    run(monkeypatch, ["check", "ejercicio"], text="saltar\n0,207 ; 0,564 ; 0,229\n")
    assert "No dividir" in explained(monkeypatch, "errores")
    assert "Tachado" in explained(monkeypatch, "errores", "no", "dividir", "por", "√d_k", "--deny")
    assert "No dividir" not in explained(monkeypatch, "errores")
    assert "no está entre los tuyos" in explained(monkeypatch, "errores", "no dividir por √d_k", "--deny")


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        (["raíz"], ["Usar la raíz del número de claves", "Hacer la raíz dos veces"]),
        (["RAIZ", "dos"], ["Hacer la raíz dos veces"]),
        (["olvidar", "mascara"], ["Olvidar la máscara"]),
        (["todos"], ["Multiplicar por e", "Usar la sigmoide"]),
    ],
    ids=" ".join,
)
def test_slips_are_found_by_their_words(monkeypatch: pytest.MonkeyPatch, words: list[str], titles: list[str]) -> None:
    """Accents and case aside; one alone is told with everything that is known of it."""
    out = explained(monkeypatch, "errores", *words)
    assert all(title in out for title in titles)
    assert ("Qué hacer" in out) == (len(titles) == 1)


WRONG = [
    (["softmx"], "¿Querías decir «softmax»?"),
    (["errores", "dividir por rad"], "Todos: `tutor explain errores todos`"),
    (["errores", "usar la sigmoidea"], "¿Querías decir «Usar la sigmoide»?"),
    (["softmax", "algo"], "Sobra «algo»"),
    (["mezcla", "--scores", "1 2"], "softmax"),
    (["softmax", "--scores", "hola"], "--scores"),
    (["softmax", "--scores", "3"], "dos o más"),
]


@pytest.mark.parametrize(("args", "said"), WRONG, ids=[" ".join(args) for args, _ in WRONG])
def test_wrong_calls(monkeypatch: pytest.MonkeyPatch, args: list[str], said: str) -> None:
    """Exit 2 and the nearest name."""
    done = run(monkeypatch, ["explain", *args])
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_no_example_contradicts_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Mexico `1.000` is one and nothing is asked: what only a decimal comma makes doubtful is not shown."""
    out = explained(monkeypatch, "notacion", "--locale", "es-MX")
    assert "A veces hay dos lecturas" not in out
    assert "1.048.576" not in out
    assert "A veces hay dos lecturas" in explained(monkeypatch, "notacion")
