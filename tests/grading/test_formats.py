"""Whatever a class hands its work in as, it is read and marked: what waits for a person waits for a cause.

`python -m pytest tests/grading/test_formats.py -s` prints how many waited without one, by format.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from html import escape
from pathlib import Path

import pytest

from tests.files.papers import docx, odt, open_lines, pdf, word_lines, word_run
from tests.grading.synthetic import HABITS, QUESTIONS, Pupil, SyntheticClass, make_class
from tests.running import run
from tutor.authoring import open_version
from tutor.files.text import id_key
from tutor.handout.answer_key import draw_sheets, key_file

MOST = 0.02
"""The share of hand-ins that may wait for a person without a cause."""
READABLE = {habit: n for habit, n in HABITS.items() if habit not in ("docx", "photo", "broken", "ambiguous", "missing",
            "stranger", "blank", "classmate", "coarse")}  # fmt: skip


def plain(p: Pupil) -> str:
    """A sheet with an id, a label an answer."""
    return "\n".join([f"id: {p.id}", f"nombre: {p.name}", "", *(f"{q}: {p.answers.get(q, '')}" for q in QUESTIONS)])


def rows(p: Pupil) -> list[tuple[str, str]]:
    return [("id", p.id), *((q, p.answers.get(q, "")) for q in QUESTIONS)]


def word_table(p: Pupil) -> bytes:
    cells = ("".join(f"<w:tc><w:p>{word_run(text)}</w:p></w:tc>" for text in row) for row in rows(p))
    return docx(f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>")


def open_table(p: Pupil) -> bytes:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    lines = ("".join(cell.format(escape(text)) for text in row) for row in rows(p))
    return odt(f"<table:table>{''.join(f'<table:table-row>{row}</table:table-row>' for row in lines)}</table:table>")


def smart(p: Pupil) -> bytes:
    """What a word processor makes of it: hard blanks, curly quotes, a bullet."""
    return word_lines("\n".join(f"•\u00a0«{label}»:\u00a0{text}" for label, text in rows(p) if text or label == "id"))


def bullets(p: Pupil) -> str:
    return "\n".join([f"- **id**: {p.id}", *(f"- **{q}**: {p.answers.get(q, '')}" for q in QUESTIONS)])


def below(p: Pupil) -> str:
    """Each answer under its label."""
    return "\n\n".join(f"{label}:\n{text}" for label, text in rows(p))


def online(p: Pupil) -> str:
    return "".join(f"<p>{label}: {escape(text)}</p>" for label, text in rows(p))


def at(p: Pupil) -> str:
    return f"{p.name}_{p.moodle_id}_assignsubmission_"


File = Callable[[Pupil], tuple[str, str | bytes]]
FILES: dict[str, File] = {
    "texto": lambda p: (f"{at(p)}file_/hoja.txt", plain(p)),
    "UTF-16": lambda p: (f"{at(p)}file_/hoja.txt", plain(p).encode("utf-16")),
    "texto en línea": lambda p: (f"{at(p)}onlinetext_/onlinetext.html", online(p)),
    "Markdown": lambda p: (f"{at(p)}file_/entrega.md", bullets(p)),
    "debajo de cada nombre": lambda p: (f"{at(p)}file_/notas.txt", below(p)),
    "Word": lambda p: (f"{at(p)}file_/hoja.docx", word_lines(plain(p))),
    "Word, una tabla": lambda p: (f"{at(p)}file_/hoja.docx", word_table(p)),
    "Word, con viñetas": lambda p: (f"{at(p)}file_/hoja.docx", smart(p)),
    "LibreOffice": lambda p: (f"{at(p)}file_/hoja.odt", open_lines(plain(p))),
    "LibreOffice, una tabla": lambda p: (f"{at(p)}file_/hoja.odt", open_table(p)),
    "PDF": lambda p: (f"{at(p)}file_/hoja.pdf", pdf([plain(p).replace("≈", "")])),
    "una carpeta con su id": lambda p: (f"grupo B/{p.id}/src/tarea/hoja.txt", plain(p).replace(f"id: {p.id}", "id:")),
    "una carpeta con su nombre": lambda p: (f"grupo B/{p.name}/hoja.txt", plain(p).replace(f"id: {p.id}", "id:")),
}
TABLES = ("tabla", "cuestionario")
FORMATS = (*FILES, *TABLES)


def table(pupils: list[Pupil], kind: str) -> bytes:
    """Rows of one table: a form's, with titles, dates with their month first and notes; or a quiz's, by number."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=";")
    if kind == "tabla":
        writer.writerows([["Tarea de atención"], [], ["Marca temporal", "Nº Id. Escolar", *QUESTIONS, ""]])
        for n, p in enumerate(pupils):
            answers = [p.answers.get(q, "") for q in QUESTIONS]
            writer.writerow([f"9/{13 + n}/2026 10:00:00", p.id, *answers, "tarde, sin avisar" if n % 3 else ""])
        writer.writerow(["(*) Los que faltan entregan en papel"])
    else:
        writer.writerow(["Apellido(s)", "Dirección de correo", "Estado", *(f"Respuesta {n}" for n in range(1, 6))])
        for p in pupils:
            writer.writerow(["", p.email, "Finalizado", *(p.answers.get(q, "") or "-" for q in QUESTIONS)])
            writer.writerow(["", p.email, "Nunca enviado", "9 ; 9 ; 9", *"----"])
    return stream.getvalue().encode("utf-8-sig")


def handed_in(class_: SyntheticClass, shift: int, folder: Path) -> Iterator[tuple[Pupil, str]]:
    """Writes what everybody hands in, each in the next format, and tells which."""
    names = Counter(p.name for p in class_.pupils)
    tabled: dict[str, list[Pupil]] = {kind: [] for kind in TABLES}
    for n, p in enumerate(class_.pupils):
        kind = FORMATS[(n + shift) % len(FORMATS)]
        kind = "texto" if kind == "una carpeta con su nombre" and names[p.name] > 1 else kind
        yield p, kind
        if kind in tabled:
            tabled[kind].append(p)
            continue
        name, content = FILES[kind](p)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    for kind, pupils in tabled.items():
        (folder / f"{kind}.csv").write_bytes(table(pupils, kind))


def test_what_waits_has_a_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four classes of sixty, readable answers in fifteen formats: under 2 % wait, each mark is as deserved."""
    ids = [f"a{i:06}" for i in range(60)]
    sheets = draw_sheets(open_version("entrega", 2).unit, ids)
    names = next(iter(sheets.sheets.values())).data
    data = {name: [sheets.sheets[id_key(i)].data[name] for i in ids] for name in names}
    waited: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    wrong = []
    for shift in range(4):
        class_ = make_class(60, seed=20 + shift, data=data, habits=READABLE)
        folder = tmp_path / str(shift)
        (folder / "e").mkdir(parents=True)
        monkeypatch.chdir(folder)
        Path("hoja.csv").write_bytes(class_.worksheet())
        Path("clave.yaml").write_text("".join(key_file(sheets)), encoding="utf-8")
        formats = list(handed_in(class_, 4 * shift, folder / "e"))
        given = ["grade", "entrega", "e", "--moodle", "hoja.csv", "--sheets", "clave.yaml"]
        done = run(monkeypatch, given)
        assert done.code in (0, 1), done.err
        text = Path("notas/notas.csv").read_bytes().decode("utf-8-sig")
        marks = {r["id"]: r for r in csv.DictReader(io.StringIO(text, newline=""), delimiter=";")}
        for p, kind in formats:
            row = marks[p.id]
            seen[kind] += 1
            waited[kind] += row["estado"] != "calificado"
            if row["estado"] == "calificado" and Fraction(row["nota"].replace(",", ".")) != Fraction(str(p.points)):
                wrong.append((kind, p.habit, p.answers, row))
    monkeypatch.undo()  # what is printed goes where pytest says
    print()
    for kind in FORMATS:
        print(f"{kind:28}{seen[kind]:4} entregas, {waited[kind]} esperan sin motivo")
    assert not wrong, wrong[:2]
    assert sum(waited.values()) < MOST * sum(seen.values()), waited
