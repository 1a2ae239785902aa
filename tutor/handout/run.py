"""One homework on its way from what a teacher gives to what they hand out: common sheets, or one a student."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.errors import UsageError
from tutor.files.output import locked, save
from tutor.files.source import Sources
from tutor.handout.answer_key import NAME, Progress, load_sheets
from tutor.handout.homework import Homework, common, individual
from tutor.roster.class_list import load_roster
from tutor.roster.columns import parse_columns

if TYPE_CHECKING:
    from tutor.units import OpenUnit


@dataclass(frozen=True, kw_only=True)
class HandoutOptions:
    """What a teacher gives, as they give it. Without a roster, one sheet for all."""

    roster: Path | None = None
    key: str | None = None
    out: Path | None = None
    page: bool = False
    """Whether there are pages beside the texts."""
    printed: bool = False
    """Whether there is a document with all of them to print."""
    columns: Sequence[str] = ()
    """`kind=name` each."""
    separators: Sequence[str] = ()
    """A sign for all tables, or `file=sign`."""
    encoding: str | None = None
    locale: str = "es"


@dataclass(frozen=True)
class Prepared:
    """What was made, and the folder it was written to; None where it is only to be shown."""

    homework: Homework
    folder: Path | None


def prepare(opened: OpenUnit, options: HandoutOptions, progress: Progress | None = None) -> Prepared:
    """Makes the sheets and writes them, but for a common one without a folder.

    Raises UsageError for a key without a roster, ContentError for a list or an earlier key that cannot be read, for a
    unit without questions that count or, with a roster, without variants; StateError where the folder cannot be
    written.
    """
    if options.roster is None:
        if options.key is not None:
            # a key draws numbers for people: without a list there is nobody to draw for
            hint = "Añade --roster LISTA, o quita --key para hacer una hoja común."
            raise UsageError("--key reparte números distintos y hace falta saber a quién.", hint=hint, where="--key")
        homework = common(opened, options.locale, page=options.page, printed=options.printed)
        if options.out is not None:
            save(options.out, homework.files)
        return Prepared(homework, options.out)
    columns = parse_columns(options.columns)
    folder = options.out or Path(f"hojas-{opened.unit.unit}")
    with locked(folder):
        sources = Sources(options.encoding, options.separators)
        source = sources.open(options.roster, "la lista", "--roster")
        roster = load_roster(source, columns=columns)
        before = load_sheets(sources.open(folder / NAME)) if (folder / NAME).exists() else None
        homework = individual(
            opened,
            roster,
            key=options.key,
            before=before,
            locale=options.locale,
            page=options.page,
            printed=options.printed,
            progress=progress,
        )
        save(folder, homework.files)
    return Prepared(homework, folder)
