"""Units in a list: the shipped ones, then those of each folder of one's own under its name."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from tutor.library import hidden_files
from tutor.screen.screen import Screen
from tutor.units import Heading


def show_units(screen: Screen, rows: Iterable[tuple[Heading, str]]) -> None:
    """Each unit with what is said of it; where a name is taken, which file nobody finds by it."""
    for folder, group in groupby(rows, key=lambda row: row[0].folder):
        if folder:
            screen.blank()
            screen.text(f"De la carpeta «{folder}»:")
        screen.pairs([(heading.name, text) for heading, text in group])
    for file in hidden_files():
        screen.note(f"«{file.stem}» ya es el nombre de otra: la de {file} se abre por su ruta.")
