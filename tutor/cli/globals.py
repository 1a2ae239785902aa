"""The options that go with every command, before the verb or after it."""

from __future__ import annotations

import os
from typing import NamedTuple

from tutor.errors import UsageError
from tutor.terminal import Terminal

DEFAULT_LOCALE = "es"
COMPLETION = ("--install-completion", "--show-completion")
"""What puts the Tab key to use, and what it would read."""
GLOBAL_OPTIONS = (
    ("--accessible", "", "texto lineal para lectores de pantalla (o TUTOR_ACCESSIBLE=1)"),
    ("--no-color", "", "sin colores (o NO_COLOR=1)"),
    ("--locale", "es|es-MX|en", "cómo se leen y escriben los números (o TUTOR_LOCALE) [por defecto: es]"),
)


class Globals(NamedTuple):
    """What the global options said; None where nothing was said."""

    accessible: bool | None = None
    colour: bool | None = None
    locale: str | None = None

    def terminal(self) -> Terminal:
        """The terminal of this process with these wishes. Raises UsageError for an unknown locale."""
        locale = self.locale or os.environ.get("TUTOR_LOCALE") or DEFAULT_LOCALE
        known = _known(locale)
        terminal = Terminal.of_process(accessible=self.accessible, colour=self.colour, locale=known)
        return terminal.carrying(f"--locale {known}" if self.locale else "")


def split_globals(args: list[str]) -> tuple[Globals, list[str]]:
    """Takes the global options out of a command line, wherever they stand before `--`."""
    accessible: bool | None = None
    colour: bool | None = None
    locale: str | None = None
    rest: list[str] = []
    queue = list(args)
    while queue:
        word = queue.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *queue]
            break
        if word == "--accessible":
            accessible = True
        elif word in ("--no-color", "--no-colour"):
            colour = False
        elif name == "--locale":
            if not equals and not queue:
                raise UsageError("A la opción --locale le falta un valor.", hint="Vale uno de estos: es, es-MX, en.")
            locale = value if equals else queue.pop(0)
        else:
            rest.append(word)
    return Globals(accessible, colour, locale), rest


def _known(locale: str) -> str:
    if locale == DEFAULT_LOCALE:
        return locale
    from tutor.answers.locales import LOCALES

    for known in LOCALES:
        if locale.replace("_", "-").lower() == known.lower():
            return known
    raise UsageError(
        f"No conozco la forma de escribir números «{locale}».",
        hint=f"Vale una de estas: {', '.join(LOCALES)}. Con `es` la coma es decimal; con `es-MX` y `en`, el punto.",
    )
