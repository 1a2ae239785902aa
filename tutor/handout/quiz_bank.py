"""A question bank on its way to the files a teacher imports, keeps and looks at: written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.answers import write_number
from tutor.errors import UsageError
from tutor.files.html_pages import template
from tutor.files.output import locked, save
from tutor.files.source import Sources
from tutor.handout.answer_key import Progress, key_file, load_sheets, merged
from tutor.handout.cloze import Alternative, ClozeQuestion, bank
from tutor.handout.quiz import quiz
from tutor.roster.sheets import Sheets

if TYPE_CHECKING:
    from tutor.units import OpenUnit

TEMPLATE = "quiz.html.j2"
ENDS_PLACES = 4
"""Decimals of the ends of what a blank takes, on the page."""
MOST = 1000
"""Variants in one bank: more would take a platform hours to import."""


@dataclass(frozen=True, kw_only=True)
class QuizOptions:
    """What a teacher gives, as they give it: a file for the bank, one for a page with its first question, or both."""

    count: int = 40
    key: str | None = None
    out: Path | None = None
    preview: Path | None = None
    locale: str = "es"


@dataclass(frozen=True)
class Written:
    """What was made: how many questions, how many blanks each, and the files; None where there is none."""

    questions: int
    blanks: int
    bank: Path | None
    key: Path | None
    preview: Path | None


def write_quiz(opened: OpenUnit, options: QuizOptions, progress: Progress | None = None) -> Written:
    """Makes the bank and writes it, beside it the numbers of its variants, and the page.

    Raises UsageError for a count that cannot be or with nothing to write, ContentError for a unit that cannot be asked
    so or an earlier key that would change, StateError where the files cannot be written.
    """
    _checked(options)
    made = quiz(opened, options.count, options.key, options.locale, progress)
    key = options.out.with_name(f"{options.out.stem}-clave.yaml") if options.out is not None else None
    given = [path for path in (options.out, options.preview) if path is not None]
    with ExitStack() as stack:
        for folder in dict.fromkeys(path.parent for path in given):
            stack.enter_context(locked(folder))
        files: dict[Path, bytes] = {}
        if key is not None and options.out is not None:
            files[key] = "".join(key_file(_with_earlier(made.sheets, key))).encode()
            files[options.out] = bank(opened.unit.title, made.questions, opened.unit.summary)
        if options.preview is not None:
            files[options.preview] = page(opened, made.questions[0], options.locale)
        for folder in dict.fromkeys(path.parent for path in files):
            save(folder, _of(folder, files))
    return Written(len(made.questions), len(made.questions[0].blanks), options.out, key, options.preview)


def _with_earlier(sheets: Sheets, key: Path) -> Sheets:
    """With the variants that an earlier bank of the same name had: somebody may have got one."""
    return merged(sheets, load_sheets(Sources().open(key))) if key.exists() else sheets


def page(opened: OpenUnit, question: ClozeQuestion, locale: str = "es") -> bytes:
    """One question as the platform shows it, and what each of its blanks takes and says."""
    takes = partial(_takes, locale=locale)
    return template(__package__, TEMPLATE).render(title=opened.unit.title, question=question, takes=takes).encode()


def _takes(one: Alternative, locale: str) -> str:
    """The numbers that an alternative fits, from the least to the most; the text of an option."""
    if not one.tolerance:
        return one.answer
    middle, slack = float(one.answer), float(one.tolerance)
    least, most = (write_number(end, ENDS_PLACES, locale) for end in (middle - slack, middle + slack))
    return least if least == most else f"de {least} a {most}"


def _checked(options: QuizOptions) -> None:
    if options.out is None and options.preview is None:
        hint = "Añade --out banco.xml (para importar en Moodle), --preview pregunta.html (para verla), o las dos."
        raise UsageError("Falta decir dónde se escribe.", hint=hint, where="--out")
    if not 1 <= options.count <= MOST:
        text = f"--count es el número de variantes, de 1 a {MOST}; has escrito {options.count}."
        raise UsageError(text, hint="Con 40 hay de sobra para una clase.", where="--count")
    if options.out is not None and options.out.suffix.lower() != ".xml":
        text = f"«{options.out}» no acaba en .xml, y Moodle solo importa así su formato."
        raise UsageError(text, hint=f"Escribe --out {options.out.stem or 'banco'}.xml", where="--out")


def _of(folder: Path, files: Mapping[Path, bytes]) -> dict[str, bytes]:
    return {path.name: content for path, content in files.items() if path.parent == folder}
