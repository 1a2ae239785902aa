"""What the words of the course mean, for `qué es …` at any prompt: a sentence or two each, in `glosario.yaml`."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from tutor.equations import load_yaml
from tutor.errors import nearest
from tutor.phrasing import capitalised, mid_sentence
from tutor.session.commands import fold

FILE = Path(__file__).with_name("glosario.yaml")
_ASKED = re.compile(r"^[¿\s]*(?:qu[eé] (?:es|son|significa)|que es|definici[oó]n(?: de)?|glosario)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:el|la|los|las|un|una)\s+")


def _names(term: str) -> list[str]:
    return [name for piece in re.split(r"[(),]", term) if (name := fold(piece))]


@lru_cache(maxsize=1)
def terms() -> dict[str, str]:
    """Each word with its other names, and what it means; numbers have a decimal comma."""
    found: dict[str, str] = load_yaml(FILE.read_text(encoding="utf-8"), str(FILE))[0]
    return found


def meaning(text: str) -> str | None:
    """What to say to `qué es token`; None if the text does not ask for a word. An unknown one brings the nearest."""
    asked = _ASKED.match(text)
    if asked is None:
        return None
    word, known = _ARTICLE.sub("", fold(text[asked.end() :])), terms()
    if not word:
        return f"Puedes preguntar por: {', '.join(term.partition(' (')[0] for term in known)}."
    by_name = {name: term for term in known for name in _names(term)}
    term = by_name.get(word) or by_name.get(word.removesuffix("es")) or by_name.get(word.removesuffix("s"))
    if term is not None:
        return f"{capitalised(term)}: {mid_sentence(known[term])}"
    close = nearest(word, by_name)
    way = f"¿Querías decir «qué es {by_name[close].partition(' (')[0]}»?" if close else "«glosario» las enumera."
    return f"No tengo «{word}» entre las palabras del curso. {way}"
