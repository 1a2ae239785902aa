"""Bytes to text by rule, never by guess: BOM, strict UTF-8, then Windows-1252 with a decoded name shown.

Detectors read Spanish cp1252 as cp1250 and Mac Roman as anything, so none is asked. A text that Windows-1252 would
turn into gibberish (Mac Roman, cp850), one written in two encodings, and one that is no text are refused with what to
do about it. `encoding` (the option `--encoding`) is for what is neither marked nor UTF-8: among the files of a class,
those that need no telling are read as they are.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from tutor.errors import ContentError, Notice, Problem, UsageError

BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
SAVE_AS = "Ábrelo y guárdalo como «CSV UTF-8» (o texto UTF-8), o di su codificación con --encoding, p. ej. {example}."
SHOWN_LINES = 8

_ACCENTED = re.compile("[À-ÖØ-öø-ÿ]")
_WORDS = re.compile(r"[^\W\d_]+(?:[ ’'-][^\W\d_]+)*")
_MOJIBAKE = re.compile("Ã[\u0080-\u00bf\u2010-\u2044€Š-žŸƒ\u02c6\u02dc]|Â[\u00a0-\u00bf]|â€")
# What áéíóúüñÑ of Mac Roman and cp850 become when read as Windows-1252: signs glued inside a word.
_PARTICLE = r"(?:de|del|la|las|los|el|y|i|e|da|do|dos|van|von)\b"
_GIBBERISH = re.compile(
    r"[A-Za-z][‡„ƒ‚¡¢£¤¥†ˆ‰•™–—][a-z]|[A-Za-z][‚‡¢£](?![a-z])|[a-z][ŽŸ]|[A-Za-z]œ[a-tv-z–—]"
    rf"|\b[„¥¤µ][a-z]|¤[a-z]|\b[çî][b-df-hj-np-tv-z]|[a-z]{{2}}’[aonc]|[A-Za-z]\xa0(?!{_PARTICLE})[a-z]"
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and how it was written."""

    text: str
    encoding: str = "utf-8"
    bom: bool = False
    notices: tuple[Notice, ...] = ()


def decode(raw: bytes, where: str, encoding: str | None = None) -> Decoded:
    """The text of `raw`; `where` names the file in messages.

    Raises ContentError when no rule fits, UsageError when `encoding` is none that exists.
    """
    if encoding is not None:
        codec = _codec(encoding)
        if not _says_itself(raw):
            return _as_declared(raw, where, codec, encoding)
    for mark, name in BOMS:
        if raw.startswith(mark):
            try:
                text = raw[len(mark) :].decode(name)
            except UnicodeDecodeError as error:
                raise _undecodable(raw, where, f"empieza como {name.upper()} pero no lo es entero", error) from None
            return Decoded(_checked(text, where), name, True, _mojibake(text, where))
    if raw.count(b"\0") * 3 > len(raw):
        raise _unmarked(raw, where)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return _windows(raw, where)
    return Decoded(_checked(text, where), "utf-8", False, _mojibake(text, where))


def _says_itself(raw: bytes) -> bool:
    """Whether bytes say themselves how they are encoded: by a mark, or by being valid UTF-8 without NUL characters."""
    return raw.startswith(tuple(mark for mark, _ in BOMS)) or (b"\0" not in raw and _is_utf8(raw))


def _codec(encoding: str) -> codecs.CodecInfo:
    try:
        return codecs.lookup(encoding)
    except (LookupError, ValueError):
        hint = "Prueba utf-8, cp1252, mac_roman o cp850."
        raise UsageError(f"No conozco la codificación «{encoding}».", hint=hint, where="--encoding") from None


def _as_declared(raw: bytes, where: str, codec: codecs.CodecInfo, encoding: str) -> Decoded:
    try:
        text = raw.decode(codec.name)
    except UnicodeDecodeError as error:
        raise _undecodable(raw, where, f"no está entero en {encoding}", error) from None
    except (LookupError, UnicodeError):
        hint = "Prueba utf-8, cp1252, mac_roman o cp850."
        raise UsageError(f"«{encoding}» no es de textos.", hint=hint, where="--encoding") from None
    return Decoded(_checked(text.removeprefix("\ufeff"), where), codec.name, text.startswith("\ufeff"))


def _windows(raw: bytes, where: str) -> Decoded:
    """`raw` is not UTF-8: Windows-1252 if all of it can be, else refused with the lines that fail."""
    good: list[int] = []
    bad: list[int] = []
    for number, line in enumerate(raw.splitlines(), 1):
        if not line.isascii():
            (good if _is_utf8(line) else bad).append(number)
    if good and bad:
        raise ContentError(
            f"{where} mezcla dos codificaciones: {_lines(bad)} no {'están' if len(bad) > 1 else 'está'} en UTF-8 "
            "y el resto sí.",
            hint="Suele pasar al pegar filas de otro archivo: ábrelo, escribe de nuevo esas filas y guárdalo en UTF-8.",
            where=where,
            problems=tuple(Problem(f"{where}:{n}", "esta fila no está en UTF-8") for n in bad),
        )
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError as error:
        raise _undecodable(raw, where, "no está en UTF-8 ni en Windows-1252", error) from None
    if strange := _GIBBERISH.search(text):
        before, after = text[: strange.start()][-40:], text[strange.end() :][:40]
        cut = r"[^\s;,|\"]*"
        seen = "".join(re.findall(cut + "$", before)[:1]) + strange.group() + "".join(re.findall("^" + cut, after)[:1])
        raise ContentError(
            f"{where} no está en UTF-8 ni parece Windows-1252: leído así, un nombre saldría «{seen}».",
            hint=SAVE_AS.format(example="mac_roman (Excel de Mac antiguo) o cp850 (MS-DOS)"),
            where=where,
        )
    name = _a_name(text)
    sample = f" Comprueba un nombre: «{name}»." if name else ""
    message = f"{where} no está en UTF-8: leído como Windows-1252, lo que guarda Excel en Windows.{sample}"
    return Decoded(_checked(text, where), "cp1252", False, (Notice("cp1252", message, where), *_mojibake(text, where)))


def _a_name(text: str) -> str:
    """The first words with an accent, to be looked at."""
    accented = _ACCENTED.search(text)
    if accented is None:
        return ""
    start = max(0, accented.start() - 40)
    around = text[start : accented.end() + 40]
    return next((m.group() for m in _WORDS.finditer(around) if m.end() > accented.start() - start), "")


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _lines(numbers: list[int]) -> str:
    listed = ", ".join(map(str, numbers[:SHOWN_LINES])) + (f" y {len(numbers) - SHOWN_LINES} más" * (len(numbers) > 8))
    return f"la línea {listed}" if len(numbers) == 1 else f"las líneas {listed}"


def _undecodable(raw: bytes, where: str, what: str, error: UnicodeDecodeError) -> ContentError:
    line = raw.count(b"\n", 0, error.start) + 1
    message = f"{where} {what}: la línea {line} tiene un byte que no se puede leer (0x{error.object[error.start]:02X})."
    return ContentError(message, hint=SAVE_AS.format(example="mac_roman o cp850"), where=f"{where}:{line}")


def _unmarked(raw: bytes, where: str) -> ContentError:
    """UTF-16 that lost its mark: of Latin letters, every other byte is a NUL."""
    name = "utf-16-be" if raw[::2].count(0) > raw[1::2].count(0) else "utf-16-le"
    message = f"{where} parece UTF-16 sin su marca inicial."
    return ContentError(message, hint=f"Guárdalo como «CSV UTF-8», o léelo con --encoding {name}.", where=f"{where}:1")


def _checked(text: str, where: str) -> str:
    """`text`, unless it holds NUL characters: then it is no text."""
    at = text.find("\0")
    if at < 0:
        return text
    line = text.count("\n", 0, at) + 1
    message = f"{where} tiene caracteres nulos en la línea {line}: no es un archivo de texto sano."
    hint = "Suele ser una copia a medias o un archivo binario con otro nombre: vuelve a guardarlo o a descargarlo."
    raise ContentError(message, hint=hint, where=f"{where}:{line}")


def _mojibake(text: str, where: str) -> tuple[Notice, ...]:
    """A notice if the text was already spoilt before it came (`MarÃ­a`); it is never repaired silently."""
    found = _MOJIBAKE.search(text) if any(letter in text for letter in "ÃÂâ") else None
    if not found:
        return ()
    line = text.count("\n", 0, found.start()) + 1
    before = re.search(r"\w*$", text[max(0, found.start() - 20) : found.start()])
    after = re.match(r"\w*", text[found.end() : found.end() + 20])
    word = f"{before.group() if before else ''}{found.group()}{after.group() if after else ''}"
    message = f"{where}, línea {line}: «{word}» llegó con los acentos ya estropeados; lo dejo como está."
    return (Notice("mojibake", message, f"{where}:{line}"),)
