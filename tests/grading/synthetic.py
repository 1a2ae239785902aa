"""A class that never existed: seeded, with the slips, notations, blanks and broken files of real ones.

The answers to `entrega` are worked out here by hand arithmetic in NumPy, three decimals a step, independently of the
program: each answer carries what a fair marker should say of it.
"""

from __future__ import annotations

import csv
import io
import random
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

QUESTIONS = ("productos", "pesos", "clave", "salida", "mascara")
POINTS = {"productos": 1, "pesos": 3, "clave": 1, "salida": 3, "mascara": 2}
FIRST = ("María", "José", "Ana", "Íñigo", "Lucía", "Óscar", "Begoña", "Jesús", "Núria", "Ángel", "Zoé", "Iván", "Uxía")
LAST = ("Núñez", "Peña", "Gil", "García", "Muñoz", "Ibáñez", "Güell", "Pérez-López", "Ruiz", "D’Alòs", "Ávila", "Puig")
WORKSHEET = (
    "Identificador;Nombre completo;Número de ID;Dirección de correo;Estado;Calificación;Calificación máxima"
    ";La calificación puede cambiarse;Última modificación (entrega);Última modificación (calificación)"
    ";Comentarios de retroalimentación"
)
HABITS = {
    "right": 40,
    "no-scale": 14,
    "divide-by-dk": 6,
    "arithmetic": 8,
    "some blank": 8,
    "coarse": 4,
    "nonsense": 4,
    "ambiguous": 2,
    "blank": 3,
    "missing": 4,
    "docx": 2,
    "photo": 2,
    "broken": 1,
    "stranger": 1,
    "classmate": 1,
}
"""What a student does, and how many in a hundred."""
UNREADABLE = frozenset({"docx", "photo", "broken", "ambiguous"})


@dataclass(frozen=True)
class Pupil:
    """A student, what they did, what they wrote (raw text by question) and what it deserves: `right`, `carried`,
    `coarse`, `wrong`, `blank`, `unreadable`, or the id of a slip."""

    id: str
    name: str
    email: str
    moodle_id: str
    habit: str
    data: Mapping[str, Any]
    answers: Mapping[str, str]
    deserves: Mapping[str, str]

    @property
    def state(self) -> str:
        """The state its row should end in, when the class is read from files."""
        if self.habit in UNREADABLE:
            return "unreadable"
        return {"missing": "missing", "blank": "blank", "stranger": "unknown"}.get(self.habit, "graded")

    @property
    def points(self) -> int | float:
        """Out of ten, for those whose answers can be read."""
        worth = {"right": 1.0, "carried": 1.0, "coarse": 0.75}
        return sum(POINTS[q] * worth.get(said, 0.0) for q, said in self.deserves.items())


@dataclass(frozen=True)
class Hand:
    """One calculation by hand: arrays over the class, rounded as it went."""

    scores: Any
    weights: Any
    output: Any

    @cached_property
    def key(self) -> Any:
        return np.argmax(self.scores, axis=-1)


@dataclass(frozen=True)
class SyntheticClass:
    """`pupils` in the order of the list; strangers are not on it."""

    pupils: tuple[Pupil, ...]
    seed: int = 0

    @property
    def listed(self) -> tuple[Pupil, ...]:
        return tuple(p for p in self.pupils if p.habit != "stranger")

    def worksheet(self) -> bytes:
        """Moodle's grading worksheet, as downloaded."""
        stream = io.StringIO(newline="")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(WORKSHEET.split(";"))
        for p in self.listed:
            row = [f"Participante {p.moodle_id}", p.name, p.id, p.email, "Enviado para calificar", "", "10,00", "Sí"]
            writer.writerow([*row, "martes, 3 de marzo de 2026, 18:04", "-", ""])
        return stream.getvalue().encode("utf-8-sig")

    def table(self, *, blank: bool = True) -> Iterator[list[str]]:
        """One table with a column a question, header first; who handed in nothing readable has no row."""
        yield ["id", "nombre", *QUESTIONS]
        for p in self.pupils:
            if p.habit not in ("missing", "docx", "photo", "broken") and (blank or p.habit != "blank"):
                yield [p.id, p.name, *(p.answers.get(q, "") for q in QUESTIONS)]

    def table_csv(self) -> bytes:
        stream = io.StringIO(newline="")
        csv.writer(stream, delimiter=";", lineterminator="\r\n").writerows(self.table())
        return stream.getvalue().encode("utf-8-sig")

    def sheet(self, pupil: Pupil) -> str:
        """A filled sheet, as it comes back from a phone."""
        lines = [f"# Entrega\nid: {pupil.id}\nnombre: {pupil.name}\n"]
        lines += [f"# {i}. {q}\n{q}: {pupil.answers.get(q, '')}\n" for i, q in enumerate(QUESTIONS, 1)]
        return "\n".join([*lines, "# Fin.\n"])

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Moodle's download of all submissions, file by file."""
        rng = random.Random(f"{self.seed} files")
        for p in self.pupils:
            if p.habit == "missing":
                continue
            at = f"{p.name}_{p.moodle_id}_assignsubmission_"
            if p.habit == "docx":
                yield f"{at}file_/hoja.docx", word()
            elif p.habit == "photo":
                yield f"{at}file_/IMG_{rng.randrange(9999):04}.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(200)
            elif p.habit == "broken":
                yield f"{at}file_/hoja.txt", self.sheet(p).encode("utf-8") + "¿adiós?\n".encode("cp1252")
            elif rng.random() < 0.3:
                rows = self.sheet(p).split("\n")
                yield f"{at}onlinetext_/onlinetext.html", f"<p>{'<br>'.join(rows)}</p>".encode()
            else:
                yield f"{at}file_/hoja.txt", self.sheet(p).encode(rng.choice(["utf-8", "utf-8-sig", "utf-16"]))

    def download(self) -> bytes:
        """The same as one zip."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in self.files():
                archive.writestr(zipfile.ZipInfo(name, (2026, 3, 3, 18, 4, 0)), content)
            archive.writestr("__MACOSX/._hoja.txt", b"\0\5\26\7")
        return stream.getvalue()


def make_class(
    n: int, seed: int = 1, *, data: Mapping[str, Sequence[Any]] | None = None, habits: Mapping[str, int] = HABITS
) -> SyntheticClass:
    """`n` students. `data` are their numbers (lists by input, such as `draw_sheets` draws), else drawn unscreened."""
    rng = random.Random(seed)
    numbers = {k: np.array(v, dtype=float) for k, v in data.items()} if data else _numbers(n, seed)
    kinds = rng.choices(list(habits), weights=list(habits.values()), k=n)
    good, unscaled, by_dk = (work_out(numbers, how) for how in ("", "no-scale", "divide-by-dk"))
    slipped = {"no-scale": unscaled, "divide-by-dk": by_dk}
    off = numbers | {"bump": np.array([[rng.choice((-1, 1)), 0, 0] for _ in range(n)], dtype=float)}
    bumped = work_out(off, "")
    masks = masked_row(numbers)
    pupils = []
    for i, habit in enumerate(kinds):
        hand = slipped.get(habit, bumped if habit == "arithmetic" else good)
        deserves = dict.fromkeys(QUESTIONS, "right")
        if habit in slipped:
            deserves |= {"pesos": habit, "salida": "carried"}
        if habit == "arithmetic":
            deserves |= {"productos": "wrong", "pesos": "carried", "salida": "carried"}
            deserves["clave"] = "right" if hand.key[i] == good.key[i] else "carried"
        source = (i + 1) % n if habit == "classmate" else i
        if habit == "classmate":
            deserves = dict.fromkeys(QUESTIONS, "other-data")
            same = {"clave": good.key[i] == good.key[source], "mascara": (masks[i] == masks[source]).all()}
            deserves |= {q: "right" for q, alike in same.items() if alike}
        style = rng.randrange(len(STYLES))
        answers = {
            "productos": vector(hand.scores[source], 2, style),
            "pesos": vector(hand.weights[source], 3, style),
            "clave": ("{}", "clave {}", "K{}")[style % 3].format(hand.key[source]),
            "salida": vector(hand.output[source], 2, style),
            "mascara": vector(masks[source], 3, style),
        }
        _spoil(habit, rng, answers, deserves, hand, i)
        name = f"{rng.choice(FIRST)} {rng.choice(LAST)} {rng.choice(LAST)}"
        own = {k: v[i].tolist() for k, v in numbers.items()}
        pupils.append(Pupil(f"a{i:06}", name, f"a{i:06}@uni.es", str(10_001 + i), habit, own, answers, deserves))
    return SyntheticClass(tuple(pupils), seed)


def _spoil(
    habit: str, rng: random.Random, answers: dict[str, str], deserves: dict[str, str], hand: Hand, i: int
) -> None:
    """What is left out, put badly, or given with too few decimals."""
    if habit == "blank":
        answers.clear()
        deserves.update(dict.fromkeys(QUESTIONS, "blank"))
    elif habit == "some blank":
        for question in rng.sample(QUESTIONS, rng.randint(1, 3)):
            answers[question] = rng.choice(["", "?", "no sé"])
            deserves[question] = "blank"
    elif habit == "nonsense":
        answers["pesos"] = vector([rng.randint(2, 9)] * 3, 3, 0)
        answers["salida"] = vector([rng.randint(50, 90)] * 2, 2, 0)
        deserves |= {"pesos": "wrong", "salida": "wrong"}
    elif habit == "coarse":
        answers["pesos"] = vector(hand.weights[i], 2, 0)
        near = np.abs(np.round(hand.weights[i], 2) - hand.weights[i]).max() < 0.0025
        deserves["pesos"] = "right" if near else "coarse"
    elif habit == "ambiguous":
        answers["salida"] = "0,41-0,42 ; 1"
        deserves["salida"] = "unreadable"


def work_out(numbers: Mapping[str, Any], slip: str) -> Hand:
    """Every student's attention, three decimals a step, with a slip if one is named."""
    scores = np.einsum("bqd,bkd->bqk", numbers["Q"], numbers["K"])[:, 0] + numbers.get("bump", 0)
    root = {"": np.round(np.sqrt(2), 3), "no-scale": 1.0, "divide-by-dk": 2.0}[slip]
    weights = _softmax(np.round(scores / root, 3))
    output = np.round(np.einsum("bk,bkd->bd", weights, numbers["V"]), 2)
    return Hand(scores, weights, output + 0.0)


def masked_row(numbers: Mapping[str, Any]) -> Any:
    """The row of weights asked for, each of four tokens asking with its own key, with a causal mask."""
    rows = numbers["fila"].astype(int).reshape(-1)
    asking = numbers["T"][np.arange(len(rows)), rows]
    scaled = np.round(np.einsum("bd,bkd->bk", asking, numbers["T"]) / 1.414, 3)
    return _softmax(np.where(np.arange(scaled.shape[1]) > rows[:, None], -np.inf, scaled))


def _softmax(scaled: Any) -> Any:
    """Weights by hand; where three decimals leave nothing to divide by, a person takes more."""
    fine = np.exp(scaled)
    exps = np.round(fine, 3)
    exps = np.where(exps.sum(axis=-1, keepdims=True) > 0.5, exps, fine)
    return np.round(exps / exps.sum(axis=-1, keepdims=True), 3)


def _numbers(n: int, seed: int) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    draw = {"Q": (-2, 3, (n, 1, 2)), "K": (-2, 4, (n, 3, 2)), "V": (-9, 11, (n, 3, 2)), "fila": (1, 3, (n,))}
    numbers = {name: rng.integers(low, high, shape).astype(float) for name, (low, high, shape) in draw.items()}
    return numbers | {"T": rng.integers(-15, 21, (n, 4, 2)) / 10}


STYLES = ("({}) ;", "{} ;", "[{}] ;", "point", "{}  ", "bare", "{}\t", "≈ {} ;", "minus", "({}) ; ")
"""How people write a list of numbers."""


def vector(values: Sequence[float], places: int, style: int) -> str:
    """Numbers as one of STYLES writes them."""
    kind = STYLES[style]
    texts = [f"{x + 0.0:.{places}f}".replace("-0." + "0" * places, "0." + "0" * places) for x in values]
    if kind == "point":
        return " ; ".join(texts)
    texts = [t.replace(".", ",") for t in texts]
    if kind == "bare":
        return " ; ".join(t[1:] if t.startswith("0,") and i else t for i, t in enumerate(texts))
    if kind == "minus":
        return " ; ".join(t.replace("-", "−") for t in texts)
    frame, mark = (kind[:-2], " ; ") if ";" in kind else (kind[:2], kind[2:])
    return frame.strip().format(mark.join(texts))


def word() -> bytes:
    """The least that is a Word document."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<w:document/>")
    return stream.getvalue()
