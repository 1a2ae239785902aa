"""Which column is which: the names that people and Moodle's languages give to the same thing.

Names are compared as ids are: no case, accents or spaces. What is in no list is asked for with `--column`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tutor.errors import ContentError, UsageError
from tutor.files.text import display, id_key

# Best first: when a table has several, the earliest of its kind is taken.
# Spanish, English, Catalan, Galician, Basque, French, Portuguese, German, Italian.
_NAMES: Mapping[str, tuple[str, ...]] = {
    "id": (
        "sis user id|id|número de id|id number|número id|numéro d'identification|número de identificação|id-nummer"
        "|codice identificativo|id zenbakia|número de identificación|idnumber",
        "matrícula|nº de matrícula|número de matrícula|código|código de alumno|id alumno|id_alumno|alumno_id"
        "|id de alumno|id estudiante|id de estudiante|expediente|nº expediente|legajo|padrón|nia|niu|niub|carné|carnet"
        "|id escolar|identificador escolar|identificación escolar|código escolar|nie escolar|cial|nuss|nre|id rayuela"
        "|id séneca"
        "|student id|student_id|studentid|student number|matrikelnummer|matricola|numéro d'étudiant",
        "usuario|nombre de usuario|username|user|login|sis login id|nom d'usuari|nome de usuario|erabiltzaile-izena"
        "|nom d'utilisateur|benutzername|nome utente",
        "dni|nif|nie|dni/nif|nif/nie|dni/nie|documento|cédula|rut|curp",
    ),
    "identifier": (
        "identificador|identifier|identifikatzailea|identifiant|identificativo|identifikator|teilnehmer-id",
    ),
    "name": (
        "nombre completo|full name|fullname|nom complet|nome completo|izen osoa|deitura osoa|vollständiger name"
        "|nombre y apellidos|apellidos y nombre|apellidos, nombre|nome e cognome|name|student|student name|alumno"
        "|alumna|alumno/a|alumnado|estudiante|nombre del alumno|display name",
    ),
    "first": ("nombre|nombre(s)|nombres|first name|firstname|nome|izena|prénom|vorname|given name|nom",),
    "last": (
        "apellido(s)|apellidos|apellido|last name|lastname|surname|cognoms|cognom|apelidos|apelido(s)|apelido|deitura"
        "|abizena|abizenak|sobrenome|nom de famille|nachname|cognome|family name",
    ),
    "email": (
        "dirección de correo|dirección de correo electrónico|correo|correo electrónico|e-mail|email|mail|email address"
        "|adreça electrònica|correu electrònic|enderezo de correo|enderezo electrónico|correo-e|helbide elektronikoa"
        "|posta elektronikoa|e-posta helbidea|e-posta|adresse de courriel|courriel|adresse e-mail|endereço de e-mail"
        "|endereço de email|endereço de correio eletrónico|e-mail-adresse|indirizzo email|correo institucional",
    ),
    "groups": (
        "grupos|grupo|groups|group|grups|grup|taldeak|taldea|groupes|groupe|gruppen|gruppe|gruppi|gruppo|section"
        "|sección|clase",
    ),
    "date": (
        "fecha|fecha de entrega|entregado|marca temporal|timestamp|date|submitted|submission date|hora de envío"
        "|última modificación (entrega)|last modified (submission)|finalizado|completed|darrera modificació (tramesa)"
        "|enviado|hora|fecha y hora|dernière modification (travail remis)",
    ),
    "online": (
        "texto en línea|online text|text en línia|texto en liña|lineako testua|texte en ligne|texto online"
        "|texteingabe online|testo online",
    ),
    "grade": (
        "calificación|nota|grade|qualificació|cualificación|kalifikazioa|note|avaliação|nota final|bewertung"
        "|valutazione|puntuación",
    ),
}


def _table() -> dict[str, tuple[str, int]]:
    """Key of a column's name → what it is, and its rank among those of that kind (0 the best)."""
    found: dict[str, tuple[str, int]] = {}
    for kind, lines in _NAMES.items():
        for rank, name in enumerate(n for line in lines for n in line.split("|")):
            found.setdefault(id_key(name), (kind, rank))
    return found


KNOWN = _table()
_ASIDE = re.compile(r"[(\[][^()\[\]]*[)\]]|[*:]")
_NUMBER_SIGN = re.compile(r"^\s*(?:n\s?\.?\s?[ºo°]\s?\.?|n[úu]m\.|n[úu]mero|no\.)\s*(?:de(?:l)?\s)?", re.IGNORECASE)
_DOTS = re.compile(r"[.\s]+")
FIELDS = tuple(_NAMES)
OF_PEOPLE = frozenset(FIELDS) - {"date", "online", "grade"}
"""What a class list says of somebody."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each thing is: `at` the best column of a kind, `candidates` all of that kind, best first."""

    at: Mapping[str, int]
    candidates: Mapping[str, tuple[int, ...]]

    def cell(self, kind: str, cells: Sequence[str]) -> str:
        """The text of that kind in a row, stripped; empty when the table has no such column."""
        index = self.at.get(kind)
        return cells[index].strip() if index is not None and index < len(cells) else ""


def kind_of(name: str) -> tuple[str, int]:
    """What a column of that name is, and its rank among those of that kind; ("", 0) for one that no list has.

    «N.º de expediente», «Nº Id. Escolar» and «DNI (*)» are what they are without dots, number sign and note.
    """
    found = KNOWN.get(id_key(name))
    if found is None:
        bare = _NUMBER_SIGN.sub("", _ASIDE.sub("", name))
        found = KNOWN.get(id_key(_DOTS.sub(" ", bare)), ("", 0))
    return found


def is_known(name: str) -> bool:
    """Whether a column of that name is recognised by itself."""
    return bool(kind_of(name)[0])


def parse_columns(options: Iterable[str]) -> dict[str, str]:
    """What `--column kind=name` says, by kind (a field of a list, or a question's id). Raises UsageError."""
    given = {}
    for option in options:
        kind, mark, name = option.partition("=")
        if not mark or not kind.strip() or not name.strip():
            raise UsageError(
                f"No entiendo --column «{display(option)}».",
                hint="Se escribe así: --column id=Matrícula, --column pesos=«Pregunta 2».",
                where="--column",
            )
        given[kind.strip()] = name.strip().strip('«»"')
    return given


def find_columns(header: Sequence[str], given: Mapping[str, str], where: str) -> Columns:
    """What each column of `header` is; `told` (from `--column kind=name`) comes before any list.

    A class list and a table of answers are told together, so a name that one of them lacks is no error there as long
    as the column is recognised by itself; else UsageError.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for index, name in enumerate(header):
        kind, rank = kind_of(name) if name else ("", 0)
        if kind:
            found.setdefault(kind, []).append((rank, index))
    candidates = {kind: tuple(index for _, index in sorted(places)) for kind, places in found.items()}
    keys = [id_key(name) for name in header]
    for kind, name in given.items():
        if kind not in FIELDS:
            continue
        if id_key(name) not in keys:
            if kind in candidates:
                continue
            raise UsageError(
                f"{where} no tiene la columna «{display(name)}». Tiene: {spoken(header)}.",
                hint=f"Escribe el nombre tal como está: --column {kind}=…",
                where="--column",
            )
        candidates[kind] = (keys.index(id_key(name)),)
    if "first" in candidates and "last" not in candidates:
        # «Nom» beside «Prénom» is a surname; «Nombre» alone is the whole name.
        first, *others = candidates.pop("first")
        if others and id_key(header[others[0]]) == "nom":
            candidates |= {"first": (first,), "last": (others[0],)}
        else:
            candidates.setdefault("name", (first, *others))
    return Columns({kind: places[0] for kind, places in candidates.items()}, candidates)


def spoken(header: Iterable[str]) -> str:
    """Column names for a message."""
    return ", ".join(f"«{display(name, 40)}»" for name in header if name) or "ninguna"


def no_header(where: str, header: Sequence[str], needed: str, *, book: bool = False) -> ContentError:
    """The first row names nothing known: it may be a student, so it is neither header nor data."""
    hint = "Pon una primera fila con los nombres de las columnas, o di cuál es cuál con --column id=NOMBRE."
    if len(header) == 1 and book:
        hint = "Parece un título: borra las filas de encima del encabezado y guarda el libro otra vez."
    elif len(header) == 1:
        hint = "Parece una sola columna: ¿están los campos separados por ; o por comas? Di cuál con --sep."
    message = f"{where}: en la primera fila no reconozco {needed}. Dice: {spoken(header[:12])}."
    return ContentError(message, hint=hint, where=f"{where}:1")
