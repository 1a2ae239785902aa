"""Documents of Word, LibreOffice and Google Docs, and PDF, as pages of HTML: what a person sees in them, in its order.

A .docx or an .odt is XML in a zip, read with the standard library; a PDF takes pypdf (the extra `documents`), in a
process of its own. Only what is written in the file is read: nothing it points to is opened.
"""

from __future__ import annotations

import html
import importlib.util
import io
import zipfile
from collections.abc import Callable, Mapping
from xml.parsers import expat

from tutor.files.child_process import answer_of
from tutor.files.source import Source

MOST = 20_000_000
"""Bytes of XML in one document."""
PDF_SECONDS = 20.0
"""How long a PDF may take by the clock; its own limit is one of processor time."""
_MATHS = "m:"
Attributes = Mapping[str, str]


class Unreadable(Exception):
    """Why a document cannot be read, in words that follow «tu entrega llegó como un PDF y»."""


def reads(code: str) -> bool:
    """Whether documents of that kind can be read here."""
    return code in _XML or (code == "pdf" and importlib.util.find_spec("pypdf") is not None)


LACKING = {"pdf": " Con pip install 'tutor-ecuacion1[documents]' lo leería."}
"""What to install so that documents of a kind are read."""


def as_html(source: Source) -> str:
    """What a document shows. Raises Unreadable for one that is damaged, locked or large, TooSlow after a while."""
    kind = source.kind
    assert kind is not None
    if kind.code == "pdf":
        return _of_pdf(source)
    member, page = _XML[kind.code]
    try:
        with zipfile.ZipFile(io.BytesIO(source.raw)) as archive, archive.open(member) as file:
            xml = file.read(MOST + 1)
    except Exception as error:  # of whatever class: the library has no list of them
        raise Unreadable("está dañado o tiene contraseña") from error
    if len(xml) > MOST:
        raise Unreadable(f"pasa de {MOST // 1_000_000} MB al abrirlo")
    found = page()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = _no_doctype  # entities, and files named from outside, come only with one
    parser.StartElementHandler = found.start
    parser.EndElementHandler = found.end
    parser.CharacterDataHandler = found.text
    parser.buffer_text = True
    try:
        parser.Parse(xml, True)
    except (expat.ExpatError, _Doctype) as error:
        raise Unreadable("está dañado") from error
    return "".join(found.pieces)


class _Doctype(Exception):
    """XML that declares entities."""


def _no_doctype(*_: object) -> None:
    raise _Doctype


def _of_pdf(source: Source) -> str:
    answer = answer_of("tutor.files.pdf_child", source.raw, seconds=PDF_SECONDS)
    if "pages" not in answer:
        raise Unreadable(answer.get("refused", "está dañado"))
    lines = [line for page in answer["pages"] for line in page.splitlines()]
    return "<br>".join([*map(html.escape, lines), *(["<img>"] if answer["picture"] else [])])


class _Page:
    """The elements of a document as those of HTML, as they open and close."""

    opening: Mapping[str, str] = {}
    skipped: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.skipping = 0
        self.closing: list[list[str]] = []
        """For each element open, what closes what it opened."""
        self.paragraphs: list[int] = []
        """For each cell of a table open, how many paragraphs it has so far."""

    def start(self, qualified: str, attributes: Attributes) -> None:
        """An element begins."""
        name = _local(qualified)
        self.closing.append([])
        if self.skipping or name in self.skipped:
            self.skipping += 1
            return
        if name in self.opening:
            self.open(self.opening[name])
        self.begun(name, {_local(key): value for key, value in attributes.items()})

    def end(self, qualified: str) -> None:
        """An element ends."""
        self.pieces += reversed(self.closing.pop())
        if self.skipping:
            self.skipping -= 1
        else:
            self.ended(_local(qualified))

    def text(self, data: str) -> None:
        """What is written."""
        if not self.skipping:
            self.pieces.append(html.escape(data))

    def open(self, tag: str, *, above: int = 0) -> None:
        """Opens an element of HTML until the one at hand ends, or one `above` it."""
        self.pieces.append(tag)
        if tag.startswith("<") and tag not in _VOID:
            self.closing[-1 - above].append(f"</{tag[1:]}")

    def paragraph(self) -> None:
        """Begins one: in a cell of a table, whatever is in it stays one cell."""
        if not self.paragraphs:
            self.open("<p>")
        elif self.paragraphs[-1]:
            self.pieces.append("<br>")
        if self.paragraphs:
            self.paragraphs[-1] += 1

    def begun(self, name: str, attributes: Attributes) -> None:
        """What an element does beside opening another."""

    def ended(self, name: str) -> None:
        """What it does when it ends."""


_VOID = frozenset(("<br>", "<img>"))


class _Word(_Page):
    """`word/document.xml`."""

    opening: Mapping[str, str] = {
        "tbl": "<table>", "tr": "<tr>", "tc": "<td>", "br": "<br>", "cr": "<br>", "tab": "\t", "noBreakHyphen": "-",
        "blip": "<img>", "imagedata": "<img>", "chart": "<object>", "OLEObject": "<object>", "del": "<del>",
        "moveFrom": "<del>", "m:oMath": "<math>", "m:f": "<mfrac>", "m:num": "<mrow>", "m:den": "<mrow>",
        "m:sSup": "<msup>", "m:sup": "<mrow>", "m:sub": "<mrow>", "m:e": "<mrow>", "m:rad": "<msqrt>",
        "m:d": "<mfenced>", "m:m": "<mtable>", "m:mr": "<mtr>", "m:nary": "<menclose>", "m:limLow": "<menclose>",
        "m:limUpp": "<menclose>", "m:acc": "<menclose>", "m:sPre": "<menclose>",
    }  # fmt: skip
    skipped = frozenset(("pPr", "tblPr", "tcPr", "sectPr", "Fallback", "instrText", "m:deg", "m:rPr", "m:ctrlPr"))

    def begun(self, name: str, attributes: Attributes) -> None:
        """Paragraphs, cells and how what a run has is written."""
        if name == "p":
            self.paragraph()
        elif name == "tc":
            self.paragraphs.append(0)
        elif tag := _run_tag(name, attributes.get("val", "")):
            self.open(tag, above=2)  # what opens inside of the properties closes with their run

    def ended(self, name: str) -> None:
        """A cell."""
        if name == "tc":
            self.paragraphs.pop()


def _run_tag(name: str, value: str) -> str:
    """What a run with that property is in HTML; "" where it is nothing else."""
    if name == "position":  # half points above the line
        return "<sub>" if value.startswith("-") else "<sup>" if value.strip("0") else ""
    if name == "vertAlign":
        return {"superscript": "<sup>", "subscript": "<sub>"}.get(value, "")
    return "" if value in _OFF else _RUN.get(name, "")


_OFF = frozenset(("0", "false", "off", "none"))
_RUN = {"strike": "<s>", "dstrike": "<s>", "vanish": "<template>"}


class _OpenDocument(_Page):
    """`content.xml`."""

    opening: Mapping[str, str] = {
        "table": "<table>", "table-row": "<tr>", "table-cell": "<td>", "covered-table-cell": "<td>",
        "line-break": "<br>", "tab": "\t", "image": "<img>", "object": "<object>",
    }  # fmt: skip
    skipped = frozenset(("tracked-changes", "annotation", "note-citation", "forms", "desc", "title", "object-ole"))

    def __init__(self) -> None:
        super().__init__()
        self.style = ""
        self.styles: dict[str, list[str]] = {}
        """What the text of each style is written as."""

    def begun(self, name: str, attributes: Attributes) -> None:
        """Paragraphs, cells, blanks, and how the text of a style is written."""
        if name in ("p", "h"):
            self.paragraph()
        elif name in ("table-cell", "covered-table-cell"):
            self.paragraphs.append(0)
        elif name == "s":
            count = attributes.get("c", "1")
            self.pieces.append(" " * min(int(count) if count.isdecimal() else 1, 100))
        elif name == "style":
            self.style = attributes.get("name", "")
        elif name == "text-properties":
            self.styles[self.style] = _written_as(attributes)
        if name in ("span", "p", "h"):
            for tag in self.styles.get(attributes.get("style-name", ""), ()):
                self.open(tag)

    def ended(self, name: str) -> None:
        """A cell."""
        if name in ("table-cell", "covered-table-cell"):
            self.paragraphs.pop()


def _written_as(properties: Attributes) -> list[str]:
    """What text of a style is in HTML: crossed out, hidden, above or below the line."""
    found = []
    if any(properties.get(f"text-line-through-{of}", "none") != "none" for of in ("style", "type")):
        found.append("<s>")
    if properties.get("display") == "none":
        found.append("<template>")
    place = properties.get("text-position", "").partition(" ")[0]
    if place.startswith(("sub", "-")):
        found.append("<sub>")
    elif place and place not in ("0%", "0"):
        found.append("<sup>")
    return found


_XML: Mapping[str, tuple[str, Callable[[], _Page]]] = {
    "docx": ("word/document.xml", _Word),
    "odt": ("content.xml", _OpenDocument),
}


def _local(qualified: str) -> str:
    """The name of an element or attribute without its namespace, but for those of Word's equations."""
    space, _, name = qualified.rpartition(" ")
    return _MATHS + name if space.endswith("/math") else name
