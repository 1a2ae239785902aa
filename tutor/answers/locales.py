"""The three ways of writing numbers: what marks the decimals, what groups the thousands, what stands between cells."""

from __future__ import annotations

from dataclasses import dataclass

NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class Locale:
    """`decimal` and `group` are one character each; `between` stands between the cells of a printed list.

    `comma_also_decimal`: where the point is decimal, a comma that cannot group is read as decimal too, with a note.
    """

    name: str
    decimal: str
    group: str
    between: str
    comma_also_decimal: bool = False

    @property
    def comma_is_decimal(self) -> bool:
        """Whether decimals are written behind a comma."""
        return self.decimal == ","


LOCALES: dict[str, Locale] = {
    "es": Locale("es", ",", NO_BREAK, " ; "),
    "es-MX": Locale("es-MX", ".", ",", ", ", comma_also_decimal=True),
    "en": Locale("en", ".", ",", ", "),
}
DEFAULT_LOCALE = "es"


def locale_of(name: str) -> Locale:
    """The locale of that name; any other name reads and writes as Spanish, because reading never fails."""
    return LOCALES.get(name) or LOCALES[DEFAULT_LOCALE]


def decimal_mark(locale: str = DEFAULT_LOCALE) -> str:
    """The decimal mark in force: `,` or `.`."""
    return locale_of(locale).decimal
