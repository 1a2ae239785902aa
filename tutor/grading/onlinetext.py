"""Moodle's online text (HTML) as the lines a student saw. The standard library parses it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

HTML_LIMIT = 400_000
"""Characters of HTML that are read: a hand-in pasted into an editor has a few thousand."""
PAGE_MARK = "tutor-hoja"
"""The name of the meta element by which our own unfilled page is recognised when it is handed in itself."""

_BLOCKS = frozenset(
    ("p", "div", "br", "li", "tr", "ul", "ol", "table", "pre", "blockquote", "hr", "section", "article")
)
_BLOCKS |= {"header", "footer", "dt", "dd", "tbody", "thead", "h1", "h2", "h3", "h4", "h5", "h6"}
_SKIPPED = frozenset(["script", "style", "head", "title", "template", "noscript"])
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,400}>")
_LONE = re.compile(r"<(?=[^<>]*(?:<|\Z))")
_LONG = re.compile(r"<(/?[a-zA-Z]*)[^<>]{4000,}>")
_DECLARATION = re.compile(r"<[!?][^<>]*>")


class _Lines(HTMLParser):
    """Text with a line break at every block, a tab between the cells of a table."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.skipping = 0
        self.images = 0
        self.ours = False
        self.lists: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "meta" and ("name", PAGE_MARK) in attrs:
            self.ours = True
        if tag in _SKIPPED:
            self.skipping += 1
        elif tag in _BLOCKS:
            self.pieces.append("\n")
        elif tag == "img":
            self.images += 1
        elif tag == "sup":
            self.pieces.append("^(")
        if tag in ("ol", "ul"):
            self.lists.append(0 if tag == "ol" else -1)
        elif tag == "li" and self.lists and self.lists[-1] >= 0:
            self.lists[-1] += 1
            self.pieces.append(f"{self.lists[-1]}. ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED:
            self.skipping = max(0, self.skipping - 1)
        elif tag in _BLOCKS:
            self.pieces.append("\n")
        elif tag in ("td", "th"):
            self.pieces.append("\t")
        elif tag == "sup":
            self.pieces.append(")")
        if tag in ("ol", "ul") and self.lists:
            self.lists.pop()

    def handle_data(self, data: str) -> None:
        if not self.skipping:
            self.pieces.append(data)


def looks_html(text: str) -> bool:
    """Whether a text is HTML: it begins with a tag, or has a closing one."""
    start = text[:2000].lstrip("\ufeff \r\n\t").lower()
    return start.startswith("<") and bool(_TAG.match(start) or start.startswith(("<!doctype", "<!--", "<?xml")))


def html_lines(text: str) -> tuple[str, int, bool]:
    """(its lines, how many images it shows, whether it is our own page handed in unfilled)."""
    parser = _Lines()
    parser.feed(_closed(text[:HTML_LIMIT]))
    parser.close()
    lines = "".join(parser.pieces).split("\n")
    return "\n".join(line.strip() for line in lines if line.strip()), parser.images, parser.ours


def _closed(text: str) -> str:
    """`text` without what html.parser would search through again and again: signs, comments and tags never closed."""
    kept = []
    start = 0
    while (opened := text.find("<!--", start)) >= 0 and (closed := text.find("-->", opened)) >= 0:
        kept.append(text[start:opened])
        start = closed + 3
    text = "".join([*kept, text[start:]])
    return _DECLARATION.sub("", _LONG.sub(r"<\1>", _LONE.sub("&lt;", text)))
