"""The words a learner may type at a prompt in place of an answer.

A command is the whole line, with or without its accents. No command is a number, a letter or a name of a
choice, so an answer is never taken for one; where a question offers a choice called like a command, the choice wins.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from enum import StrEnum

from tutor.errors import nearest
from tutor.phrasing import unaccented


class Command(StrEnum):
    """What each command is called when it is shown."""

    HINT = "pista"
    SOLUTION = "solución"
    STEP = "paso"
    BACK = "atrás"
    SKIP = "saltar"
    REPEAT = "repetir"
    DATA = "datos"
    DENY = "no fue eso"
    PLAY = "juega"
    HELP = "ayuda"
    LEAVE = "salir"


ABOUT: dict[Command, str] = {
    Command.HINT: "una ayuda pequeña; la última resuelve el paso con otros números",
    Command.SOLUTION: "la cuenta hecha; la pregunta queda como vista",
    Command.BACK: "a la pregunta anterior, para cambiar lo que pusiste",
    Command.SKIP: "sigue sin contestar; al final te la recuerdo",
    Command.REPEAT: "vuelve a escribir la pregunta",
    Command.DATA: "las matrices con las que trabajas",
    Command.DENY: "tacha el fallo que te he atribuido, si no era ese",
    Command.PLAY: "prueba otras consultas y mira moverse los pesos",
    Command.HELP: "cómo se escriben las respuestas",
    Command.LEAVE: "lo dejas aquí; todo queda guardado",
}
"""What the help says of each, in the order it is shown. `paso` is offered only when there is a smaller step, and
`no fue eso` when a mistake has been named,
`juega` once the weights are worked out."""

SOMETIMES = frozenset({Command.DENY, Command.PLAY})
"""Offered only where they do something."""
_ALIASES = {
    "exit": Command.LEAVE,
    "quit": Command.LEAVE,
    "help": Command.HELP,
    "siguiente": Command.SKIP,
    "jugar": Command.PLAY,
}
"""What hands type by habit in a terminal."""
_MEANT = {"q": Command.LEAVE, "wq": Command.LEAVE, "skip": Command.SKIP, "next": Command.SKIP, "volver": Command.BACK,
          "back": Command.BACK, "hint": Command.HINT, "data": Command.DATA, "repeat": Command.REPEAT}  # fmt: skip
"""Words that are no command but mean one: it is asked about."""

LOST = "\ufffd"
"""Stands for a byte that the console's encoding could not read."""

_YES = frozenset({"s", "si", "y", "yes", "vale", "claro"})
_ONWARD = frozenset({"sigue", "seguir", "continuar", "adelante", "enter", "next"})
_NO = frozenset({"n", "no"})


def fold(text: str) -> str:
    """`text` without accents, case, quotes or the marks around a word: what two commands are compared by."""
    return unaccented(text.strip().strip("«»\"'`¿?¡!.:/\\ ")).casefold().removesuffix("()").strip()


_BY_FOLDED = {fold(c): c for c in Command} | _ALIASES


def parse(text: str, choices: Collection[str] = ()) -> Command | None:
    """The command that the whole of `text` is, or None. `choices` are labels that win over commands."""
    word = _mended(fold(text), _BY_FOLDED)
    if not word or word in {fold(c) for c in choices}:
        return None
    return _BY_FOLDED.get(word)


def nearest_command(text: str) -> Command | None:
    """The command that a text which could not be read looks like, to ask about; never obeyed."""
    word = fold(text)
    if word in _MEANT or len(word) < 4 or not word.isalpha():
        return _MEANT.get(word)
    close = nearest(word, _BY_FOLDED)
    return _BY_FOLDED[close] if close else None


def goes_on(text: str) -> bool:
    """Whether what is typed where Enter is awaited means to go on: nothing, a yes, «siguiente»."""
    return not text.strip() or yes_or_no(text) is True or fold(text) in _ONWARD


def yes_or_no(text: str) -> bool | None:
    """True for a yes, False for a no, None for anything else (an empty line too)."""
    word = _mended(fold(text), _YES)
    return True if word in _YES else False if word in _NO else None


def _mended(word: str, known: Iterable[str]) -> str:
    """`solución` typed at a console that has no accents comes as `soluci��n`: the one known word it can be."""
    if LOST not in word:
        return word
    pattern = re.compile(re.sub(f"{LOST}+", "..?", re.escape(word)))
    return next((k for k in known if pattern.fullmatch(k)), word)
