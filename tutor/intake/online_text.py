"""Moodle's online text (HTML) as the lines a student saw. The standard library parses it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser

from tutor.errors import Notice
from tutor.files.text import display

HTML_LIMIT = 400_000
"""Characters of HTML that are read: a hand-in pasted into an editor has a few thousand."""
PAGE_MARK = "tutor-hoja"
"""The name of the meta element by which our own unfilled page is recognised when it is handed in itself."""

_BLOCKS = frozenset(
    ("p", "div", "br", "li", "tr", "ul", "ol", "table", "pre", "blockquote", "hr", "section", "article")
)
_BLOCKS |= {"header", "footer", "dt", "dd", "tbody", "thead", "h1", "h2", "h3", "h4", "h5", "h6"}
_SKIPPED = frozenset(["script", "style", "head", "title", "template", "noscript", "annotation", "annotation-xml"])
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_STRUCK = frozenset(["del", "s", "strike"])
_THINGS: Mapping[str, str] = {
    "img": "imagen", "svg": "imagen", "canvas": "imagen", "video": "vídeo", "audio": "audio", "object": "objeto",
    "embed": "objeto", "iframe": "objeto", "input": "casilla", "select": "casilla",
}  # fmt: skip
"""What a student sees and no text says, and the word that stands for it."""
_FORMULA = frozenset(["mroot", "mover", "munder", "munderover", "msubsup", "mmultiscripts", "menclose", "mphantom"])
"""MathML whose meaning depends on where its pieces stand."""
_MATHS: Mapping[str, tuple[str, str, str]] = {
    "mfrac": ("(", ")/(", ")"), "msup": ("(", ")^(", ")"), "msqrt": ("√(", "", ")"), "mfenced": ("(", " ; ", ")"),
    "mtable": ("", " ; ", ""), "mtr": ("", " ", ""),
}  # fmt: skip
"""MathML as one writes it in a line: what stands before, between and after its pieces."""
THING = re.compile(rf"\[(?:{'|'.join(dict.fromkeys([*_THINGS.values(), 'fórmula']))})\]")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,400}>")
_LONE = re.compile(r"<(?=[^<>]*(?:<|\Z))")
_LONG = re.compile(r"<(/?[a-zA-Z]*)[^<>]{4000,}>")
_DECLARATION = re.compile(r"<[!?][^<>]*>")


@dataclass(frozen=True, slots=True)
class OnlineText:
    """What a student saw. Where there is something that is no text, `text` says so: `[imagen]`, `[vídeo]`."""

    text: str
    struck: tuple[str, ...] = ()
    """What was crossed out, which answers nothing."""
    ours: bool = False
    """Whether it is our own page handed in unfilled."""

    @property
    def wordless(self) -> bool:
        """Whether there are things to be seen and not a word."""
        return bool(self.text) and not THING.sub("", self.text).strip()

    def notices(self, where: str) -> tuple[Notice, ...]:
        """What a teacher should know of it."""
        if not self.struck:
            return ()
        text = f"{where}: lo tachado no cuenta: «{display(' / '.join(self.struck))}»."
        return (Notice("struck", text, where),)


class _Lines(HTMLParser):
    """Text with a line break at every block, a tab between the cells of a table."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.skipping = 0
        self.option = False
        self.ours = False
        self.lists: list[int] = []
        self.striking: list[str] = []
        """Elements open since one that crosses out, which is the first."""
        self.struck: list[list[str]] = []
        self.maths: list[tuple[str, int]] = []
        """Elements of MathML open, and how many pieces each has so far."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.option = tag == "option"
        if tag == "meta" and attributes.get("name") == PAGE_MARK:
            self.ours = True
        if tag not in _VOID and (self.striking or tag in _STRUCK or "line-through" in (attributes.get("style") or "")):
            if not self.striking:
                self.struck.append([])
            self.striking.append(tag)
        if tag in _SKIPPED:
            self.skipping += 1
        elif tag in _BLOCKS:
            self._write("\n")
        elif tag in _THINGS and attributes.get("type") != "hidden":
            self._write(f" [{_THINGS[tag]}] ")
        elif tag == "sup":
            self._write("^(")
        if tag == "math" or self.maths:
            self._maths_begin(tag)
        if tag in ("ol", "ul"):
            self.lists.append(0 if tag == "ol" else -1)
        elif tag == "li" and self.lists and self.lists[-1] >= 0:
            self.lists[-1] += 1
            self._write(f"{self.lists[-1]}. ")

    def handle_endtag(self, tag: str) -> None:
        self.option = False
        if tag in _SKIPPED:
            self.skipping = max(0, self.skipping - 1)
        elif tag in _BLOCKS:
            self._write("\n")
        elif tag in ("td", "th"):
            self._write("\t")
        elif tag == "sup":
            self._write(")")
        if any(tag == name for name, _ in self.maths):
            self._maths_end(tag)
        if tag in ("ol", "ul") and self.lists:
            self.lists.pop()
        if tag in self.striking:
            del self.striking[len(self.striking) - 1 - self.striking[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if not self.skipping and not self.option:
            self._write(data)

    def _write(self, text: str) -> None:
        if self.striking:
            self.struck[-1].append(text)
            text = "\n" * text.count("\n")
        self.pieces.append(text)

    def _maths_begin(self, tag: str) -> None:
        if self.maths:
            above, pieces = self.maths[-1]
            if pieces and above in _MATHS:
                self._write(_MATHS[above][1])
            self.maths[-1] = above, pieces + 1
        self.maths.append((tag, 0))
        if tag in _FORMULA:
            self._write(" [fórmula] ")
        elif tag in _MATHS:
            self._write(_MATHS[tag][0])

    def _maths_end(self, tag: str) -> None:
        while True:
            name, _ = self.maths.pop()
            if name in _MATHS:
                self._write(_MATHS[name][2])
            if name == tag:
                return


def looks_html(text: str) -> bool:
    """Whether a text is HTML: it begins with a tag, or has a closing one."""
    start = text[:2000].lstrip("\ufeff \r\n\t").lower()
    return start.startswith("<") and bool(_TAG.match(start) or start.startswith(("<!doctype", "<!--", "<?xml")))


def html_lines(text: str) -> OnlineText:
    """The lines of a page."""
    parser = _Lines()
    parser.feed(_closed(text[:HTML_LIMIT]))
    parser.close()
    struck = (" ".join("".join(pieces).split()) for pieces in parser.struck)
    return OnlineText(_lines(parser.pieces), tuple(filter(None, struck)), parser.ours)


def _lines(pieces: list[str]) -> str:
    return "\n".join(line for line in map(str.strip, "".join(pieces).split("\n")) if line)


def _closed(text: str) -> str:
    """`text` without what html.parser would search through again and again: signs, comments and tags never closed."""
    kept = []
    start = 0
    while (opened := text.find("<!--", start)) >= 0 and (closed := text.find("-->", opened)) >= 0:
        kept.append(text[start:opened])
        start = closed + 3
    text = "".join([*kept, text[start:]])
    return _DECLARATION.sub("", _LONG.sub(r"<\1>", _LONE.sub("&lt;", text)))
