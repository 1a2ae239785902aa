"""Files that people write: every defect at once, each with its line, what is wrong and a way out. Never a fault."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.units.units import RUNNING, question, unit_text
from tutor.authoring import checks
from tutor.authoring.scaffold import draft
from tutor.authoring.unit_file import find_unit, load_unit, parse_unit
from tutor.equations.load import MAX_STEPS, parse_equation
from tutor.errors import ContentError, Problem, UsageError, nearest
from tutor.units.bound_unit import OpenUnit
from tutor.units.shipped import headings, unit_names

DRAFT = draft("mi")
ROW_K = "  K: [[-1, -2], [0, -1], [0, 3]]"
CHOICES = 'choices: {0: "clave 0", 1: "clave 1", 2: "clave 2"}'
GIVES = 'gives: "scores / 2 * 3"'
TEXT = "la consulta es {Q}"
SKILL = "        skill: escalado"
SHOW = "      - show: scaled"
DRAWN = "Q: {low: -2, high: 2, decimals: 0}"


def line_of(text: str) -> int:
    return DRAFT[: DRAFT.index(text)].count("\n") + 1


EDITS = [
    # not YAML as we read it
    ("    title:", "\ttitle:", "    title:", "tabulador"),
    ("keep: 3", "keep: 3\nkeep: 4", None, "la clave «keep» está repetida"),
    ("Q: [[-2, 1]]", "Q: &a [[-2, 1]]", "Q: [[-2", "anclas"),
    ("keep: 3", "keep: !!int 3", "keep", "etiquetas"),
    ('"Título de la unidad"', '"Título de la unidad', None, ""),
    ("Un texto", "Un\x07 texto", None, "control"),
    ("keep: 3", "? [a, b]\n: 1\nkeep: 3", "keep", "una clave tiene que ser un texto"),
    # the shape of the file
    ("format: 1", "format: 2", "format", "`format: 2`"),
    ("format: 1", "format: true", "format", "`format: true` no se conoce"),
    ("format: 1\n", "", None, "falta `format`"),
    ('title: "Título', 'titel: "Título', 'title: "Tít', "no se conoce la clave `titel`"),
    ("keep: 3", "7: 1\nkeep: 3", "keep", "la clave `7`"),
    ("keep: 3", "keep: 99", "keep", "`keep: 99` es demasiado grande"),
    ("keep: 3", 'keep: "3"', "keep", "`keep` tiene que ser un número entero"),
    ("keep: 3", "version: 0\nkeep: 3", "keep", "`version: 0` es demasiado pequeño"),
    ('      - text: "Un', '      - texto: "Un', '      - text: "Un', "no se sabe qué bloque es este"),
    ("    blocks:\n", "    blocks: 3\n    x:\n", "    blocks:", "`blocks` tiene que ser una lista"),
    (SHOW, "      - 7\n" + SHOW, SHOW, "no se sabe qué bloque es este"),
    # data
    (ROW_K, "  K: [[-1, -2], [0], [0, 3]]", ROW_K, "las filas no tienen todas la misma longitud"),
    (ROW_K, "  K: [[a, -2], [0, -1], [0, 3]]", ROW_K, "un dato es un número"),
    (ROW_K, "  K: [[1,5, 2], [3,0, 4]]", ROW_K, "«1,5» es un decimal o dos números"),
    (ROW_K, "  K: [[-1, -2], [0,5, -1], [0, 3]]", ROW_K, "«0,5» es un decimal"),
    (ROW_K, "  K: [[−1, -2], [0, -1], [0, 3]]", ROW_K, "«−1» no es un número de YAML"),
    (ROW_K, "  K: [[–1, -2], [0, -1], [0, 3]]", ROW_K, "«–1» no es un número de YAML"),
    (ROW_K, '  K: [["1,5", -2], [0, -1], [0, 3]]', ROW_K, "«1,5» no es un número de YAML"),
    (ROW_K, "  K: [[1\u00a0000, -2], [0, -1], [0, 3]]", ROW_K, "no es un número de YAML"),
    (ROW_K, ROW_K + "\n  a: 1,5", None, "«1,5» no es un número de YAML"),
    (ROW_K, "  K\u00a0: [[-1, -2], [0, -1], [0, 3]]", ROW_K, "«K» lleva un espacio duro"),
    (ROW_K, "  \u00a0K: [[-1, -2], [0, -1], [0, 3]]", ROW_K, "«K» lleva un espacio duro"),
    (ROW_K, "  K: [[.nan, -2], [0, -1], [0, 3]]", ROW_K, "nan"),
    (ROW_K, "  K: []", ROW_K, "un dato es un número"),
    (ROW_K, "  K: true", ROW_K, "un dato es un número"),
    (ROW_K, f"  K: [{', '.join(['[1, 2]'] * 300)}]", ROW_K, "demasiados"),
    (ROW_K, "  K: [[-1, -2, 1], [0, 1, 2], [0, 3, 4]]", "data:", "K y Q no encajan"),
    (ROW_K, ROW_K + "\n  n: 7", "data:", "«n» no se puede dar"),
    (ROW_K, ROW_K + "\n  softmax: 7", "data:", "«softmax» no sirve de nombre"),
    (ROW_K, ROW_K + '\n  "K 2": 7', "  V: [[", "`K 2` no sirve de nombre"),
    (ROW_K, '  K: "Z * 2"', "data:", "no se conoce Z"),
    (ROW_K, '  K: "K2"\n  K2: "K"', "data:", "en círculo"),
    (ROW_K, ROW_K + "\n  mask: causall", "data:", "no se conoce causall"),
    ("equation: atencion", "equation: atencionn", "equation", "no hay ninguna ecuación «atencionn»"),
    ("equation: atencion", "equation: ../../etc/passwd", "equation", "no hay ninguna ecuación"),
    ("    Q: {low", "    Z: {low", "    Q: {low", "«Z» no está en `data`"),
    ("low: -2, high: 2", "low: 2, high: -2", "    Q: {low", "`low` debe ser menor"),
    # questions
    ("step: scaled", "step: escaled", "step: scaled", "«escaled» no es un paso"),
    ("step: scaled", 'step: scaled\n        expect: "1"', "- question: esc", "exactamente uno"),
    ("step: scaled", "step: scaled\n        row: 5", "decimals: 3\n        ask", "«scaled» es de 1×3"),
    ("step: scaled", "step: scaled\n        row: fila", "decimals: 3\n        ask", "no se conoce el nombre «fila»"),
    ("step: scaled", "step: scaled\n        row: Q", "decimals: 3\n        ask", "«Q» dice qué fila de «scaled»"),
    ("step: scaled", "step: scaled\n        cell: [0, -1]", "decimals: 3\n        ask", "«scaled» es de 1×3"),
    ("step: scaled", "step: scaled\n        use: otros", "- question: esc", "«otros»"),
    ("step: scaled", 'expect: "0 * inf + scores"', "- question: esc", "la respuesta no es un número"),
    ("decimals: 3\n        ask", "decimals: 12\n        ask", "decimals: 3\n        ask", "demasiado grande"),
    ("decimals: 3\n        ask", "decimals: true\n        ask", "decimals: 3\n        ask", "número entero"),
    ('        reason: "El mis', '        reasson: "El mis', '        reason: "El mis', "`reasson`"),
    ("question: mayor", "question: escaladas", "- question: may", "está repetido"),
    ("question: mayor", "question: El Mayor", "- question: may", "no sirve de nombre"),
    ("question: mayor", "question: nombre", "- question: may", "lo que una hoja dice de quien la entrega"),
    ("equation: atencion", "equation: ../otra.yaml", "equation", "fuera de la carpeta de la unidad"),
    ("equation: atencion", "equation: /etc/passwd.yaml", "equation", "fuera de la carpeta de la unidad"),
    (SKILL, "        skill: escaldo", SKILL, "«escaldo» no es ninguna destreza"),
    (SKILL, "        points: -1\n" + SKILL, "- question: esc", "negativos"),
    (SKILL, '        points: "1/0"\n' + SKILL, SKILL, "`points` tiene que ser un número"),
    (SKILL, "        graded: quizá\n" + SKILL, SKILL, "verdadero o falso"),
    (SKILL, '        notes: [{typed: "hola", says: "x"}]\n' + SKILL, SKILL, "no se lee como un número"),
    (SKILL, '        notes: [{of: nadie, typed: "a", says: "x"}]\n' + SKILL, SKILL, "ninguna pregunta «nadie»"),
    (SKILL, '        holds: [{formula: "foo(answer)", says: "x"}]\n' + SKILL, SKILL, "eso no es una propiedad"),
    (SKILL, "        for_every: X\n" + SKILL, SKILL, "«X» no es una entrada"),
    ("          no-scale:", "          no-escale:", "          no-scale:", "ningún fallo «no-escale»"),
    (CHOICES, "choices: [a, b]", CHOICES, "`choices` tiene que ser un mapa"),
    (CHOICES, 'choices: {0: "a", 1: "a", 2: "b"}', CHOICES, "dos opciones son iguales"),
    (CHOICES, 'choices: {0: "a", 1: "b"}', 'right: "hea', "`right` da 3 números y hay 2 opciones"),
    ('right: "heaviest(scores)"', "answer: 7", "- question: may", "no es ninguna de las opciones"),
    # formulas and texts
    (GIVES, 'gives: "scores / / 3"', GIVES, "no se entiende"),
    (GIVES, 'gives: "__import__(1)"', GIVES, "no hay función «__import__»"),
    (GIVES, 'gives: "scoress / 2"', GIVES, "no se conoce el nombre «scoress»"),
    (GIVES, 'gives: "Q @ Q"', GIVES, "los tamaños no encajan"),
    (GIVES, 'gives: "row(K, 7)"', GIVES, "no da ningún número"),
    (GIVES, 'gives: "cell(scores, 0, 1)"', GIVES, "`gives` es de 1×1 y lo que se pide, de 1×3"),
    (GIVES, 'gives: "spread(Q, 1000000)"', GIVES, "demasiados"),
    (GIVES, 'gives: "split(K, 0)"', GIVES, ""),
    (GIVES, f'gives: "{"+".join(["1"] * 600)}"', GIVES, "demasiado larga"),
    (GIVES, "gives: [1, 2]", GIVES, "`gives` tiene que ser un texto"),
    (TEXT, "la consulta es {Q", "Un texto", "llave"),
    (TEXT, "la consulta es {QQ}", "Un texto", "no se conoce el nombre «QQ»"),
    (TEXT, "la consulta es {mine:escalada}", "Un texto", "ninguna pregunta «escalada»"),
    (TEXT, "la consulta es {mine_escalada}", "Un texto", "ninguna pregunta «escalada»"),
    (TEXT, "la consulta es {check:sums_to(Q)}", "Un texto", "«sums_to» lleva 2 datos"),
    # pictures
    ("show: scaled", "show: foo", SHOW, "«foo» no es un paso"),
    ("matrices: [Q, K, V]", "matrices: [Q, KK, V]", "matrices", "no se conoce el nombre «KK»"),
    ("matrices: [Q, K, V]", 'matrices: [Q, K, V]\n        labels: {W: "x"}', None, "«W» no está en `matrices`"),
    (SHOW, "      - chart: weights\n        kind: pie\n" + SHOW, None, "`kind: pie`"),
    (SHOW, "      - chart: scores\n        kind: plane\n" + SHOW, SHOW, "dos números"),
    (SHOW, "      - chart: K\n        kind: curve\n" + SHOW, SHOW, "una sola fila"),
    (SHOW, '      - table: [["a"], ["b", "c"]]\n        header: ["x"]\n' + SHOW, None, "la fila 1 tiene 2 celdas"),
    # draws
    (DRAWN, "Q: {from: [0,5, 1, 2], decimals: 1}", DRAWN, "«0,5» es un decimal o dos números"),
    (DRAWN, "Q: {low: -0,5, high: 2}", DRAWN, "«-0,5» lleva coma"),
    (DRAWN, "Q: {low: -2, high: 0,5}", DRAWN, "«0,5» lleva coma"),
    (DRAWN, "Q: {low: 3, high: 2, decimals: 0}", DRAWN, "menor que `high`"),
    (DRAWN, "Q: {low: −2, high: 2, decimals: 0}", DRAWN, "`low` tiene que ser un número"),
    (DRAWN, "Q: {from: []}", DRAWN, "al menos 2"),
    (DRAWN, "Q: {low: -2, high: 2, decimals: -1}", DRAWN, "demasiado pequeño"),
    (DRAWN, "W: {low: -2, high: 2, decimals: 0}", DRAWN, "«W» no está en `data`"),
    (DRAWN, "Q: {bajo: -2, high: 2}", DRAWN, "`bajo`"),
    (DRAWN, 'Q: {low: -2, high: 2, hidden: "sí"}', DRAWN, "verdadero o falso"),
    ("  draw:\n", '  where: ["foo > 1"]\n  draw:\n', "  draw:", "no se conoce el nombre «foo»"),
    ("  draw:\n", '  where: ["sum(Q) >"]\n  draw:\n', "  draw:", "no se entiende"),
    ("  draw:\n", '  within: {"sum(Q)": [5, 1]}\n  draw:\n', "  draw:", "el primer límite"),
    ("  draw:\n", '  within: {"sum(Q)": 5}\n  draw:\n', "  draw:", "una lista"),
    # data and formulas that are none
    ("Q: [[-2, 1]]", "Q: [[–2, 1]]", "  Q: [[", "«–2» no es un número de YAML"),
    ("Q: [[-2, 1]]", 'Q: [["-2,5", 1]]', "  Q: [[", "«-2,5» no es un número de YAML"),
    ("Q: [[-2, 1]]", "Q: [[1/2, 1]]", "  Q: [[", "un dato es un número"),
    ("Q: [[-2, 1]]", 'Q: "eye(500)"', "data:", "un tamaño pasa de 128"),
    ("Q: [[-2, 1]]", 'Q: "eye(30)"', "data:", "«Q» da 900 números"),
    ("Q: [[-2, 1]]", 'Q: "Q + 1"', "data:", "se definen en círculo"),
    ("step: scaled", 'expect: "import os"', "step: scaled", "no se entiende"),
    ("step: scaled", 'expect: "Q.shape"', "step: scaled", "«.shape» no se puede usar"),
    ("step: scaled", 'expect: "Q @ V"', "step: scaled", "Q 1×2, V 3×2"),
    ("step: scaled", 'expect: "2 ** 1000"', "step: scaled", "el exponente pasa de 64"),
    ("step: scaled", 'expect: "sin(Q, K)"', "step: scaled", "«sin» lleva 1 dato"),
    ("keep: 3", "keep: 3\ndatasets: {a: 3}", "data:", "`a` tiene que ser un mapa"),
    ("keep: 3", "keep: 3\nsheet: [foto]", "data:", "`sheet: foto`"),
    ("keep: 3", 'keep: 3\nnext: "tutor lesson nada"', "data:", "«nada»"),
]


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    EDITS,
    ids=range(len(EDITS)),
)
def test_a_defect_is_said_with_its_line(old: str, new: str, at: str | None, said: str) -> None:
    """What a person gets wrong when writing a unit, one thing at a time."""
    assert old in DRAFT
    with pytest.raises(ContentError) as error:
        parse_unit(DRAFT.replace(old, new, 1), "u.yaml")
    problems = error.value.problems
    found = [p for p in problems if said in p.message]
    assert found, problems
    assert all(p.where.startswith("u.yaml") for p in problems)
    if at is not None:
        assert found[0].where.split(":")[1] == str(line_of(at))


@pytest.mark.parametrize(
    ("draw", "good"),
    [
        ({"low": 0, "high": 1, "decimals": 0}, True),
        ({"low": 0, "high": 2, "decimals": 0}, False),
        ({"low": 0, "high": 1}, False),
    ],
    ids=["rows", "one-too-many", "between-rows"],
)
def test_a_drawn_row_is_always_a_row(draw: dict[str, float], good: bool) -> None:
    """Where a datum says which row is asked, no draw of it may be anything but a row."""
    data = {**RUNNING, "Q": [[1.0, 0.0], [0.0, 1.0]], "fila": 0}
    text = unit_text(question(row="fila"), data=data, variants={"draw": {"fila": draw}}, equation="atencion")
    if good:
        parse_unit(text, "u.yaml")
        return
    with pytest.raises(ContentError) as error:
        parse_unit(text, "u.yaml")
    line = text[: text.index("    fila:")].count("\n") + 1
    assert [(p.where, "«fila» dice qué fila" in p.message) for p in error.value.problems] == [(f"u.yaml:{line}", True)]


NOT_UNITS = ["", "~", "hola", "- a\n- b", "3", "a: " + "[" * 5000, "a: 1\n---\nb: 2", "{{", "\x00", "<<: {a: 1}"]


@pytest.mark.parametrize("text", NOT_UNITS, ids=range(len(NOT_UNITS)))
def test_what_is_no_unit_at_all_is_said(text: str) -> None:
    with pytest.raises(ContentError) as error:
        parse_unit(text, "u.yaml")
    assert error.value.problems


def test_all_the_defects_come_at_once() -> None:
    """Those of the shape and those of formulas and texts, in the order of the file, and none is an echo of another."""
    text = (
        DRAFT.replace("keep: 3", "keep: 99")
        .replace(TEXT, "la consulta es {Q")
        .replace("step: scaled", "step: escaled")
        .replace(GIVES, 'gives: "scoress"')
        .replace("skill: producto-escalar", "skil: x")
    )
    with pytest.raises(ContentError) as error:
        parse_unit(text, "u.yaml")
    lines = [int(p.where.split(":")[1]) for p in error.value.problems]
    said = " ".join(p.message for p in error.value.problems)
    assert lines == sorted(lines)
    assert len(lines) == 5
    assert all(word in said for word in ("99", "llave", "escaled", "scoress", "skil"))


def test_one_defect_of_the_data_is_told_once() -> None:
    """Every block rests on the data: the file would be all errors."""
    with pytest.raises(ContentError) as error:
        parse_unit(DRAFT.replace(ROW_K, "  K: [[1, 2, 3], [4, 5, 6], [7, 8, 9]]"), "u.yaml")
    assert len(error.value.problems) == 1


@pytest.mark.parametrize("text", [DRAFT, "\ufeff" + DRAFT, DRAFT.replace("\n", "\r\n")], ids=["plain", "bom", "crlf"])
def test_the_draft_is_a_unit(text: str) -> None:
    """Also as Windows writes it."""
    assert [q.id for q in OpenUnit(parse_unit(text, "u.yaml")).questions] == ["escaladas", "mayor"]


@pytest.mark.parametrize("name", ["", "Mi", "mí", "mi unidad", "-a", "../a", "a" * 61])
def test_a_draft_needs_a_name(name: str) -> None:
    with pytest.raises(UsageError):
        draft(name)


def test_a_unit_is_found_by_name_or_path(tmp_path: Path) -> None:
    """A path is anything with a folder or an ending in it."""
    path = tmp_path / "una.yaml"
    path.write_text(unit_text(question()), encoding="utf-8")
    assert load_unit(path) == load_unit(str(path))
    assert load_unit("ejercicio").unit == "ejercicio"
    assert find_unit("ejercicio").name == "ejercicio.yaml"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ecuasion1", "¿Querías decir «ecuacion1»?"),
        ("EJERCICIO", "¿Querías decir «ejercicio»?"),
        ("escalar", "¿Querías decir «escalado»?"),
        ("xyz", "Las que hay: "),
        ("../ejercicio", "Revisa la ruta"),
        ("no.yaml", "Revisa la ruta"),
        ("", "Las que hay: "),
    ],
)
def test_an_unknown_unit_suggests_the_nearest(name: str, said: str) -> None:
    """A wrong call for a name; for a path, a file that is not there."""
    with pytest.raises((UsageError, ContentError)) as error:
        load_unit(name)
    assert said in error.value.hint


def test_a_folder_or_what_is_not_text_is_said(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="es una carpeta"):
        load_unit(tmp_path)
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(DRAFT.encode("utf-8").replace("í".encode(), b"\xed"))
    with pytest.raises(ContentError, match="UTF-8"):
        load_unit(latin)
    huge = tmp_path / "huge.yaml"
    huge.write_text("a: " + "x" * 600_000, encoding="utf-8")
    with pytest.raises(ContentError, match="demasiado grande"):
        load_unit(huge)


def test_units_are_listed_in_the_order_of_the_text() -> None:
    """The lesson first, the errata last; titles and summaries come from the files."""
    names = unit_names()
    assert names[:2] == ("ecuacion1", "ejercicio")
    assert names[-1] == "erratas"
    assert all(h.title and h.summary for h in headings())


@pytest.mark.parametrize(
    ("name", "names", "near"),
    [("QQ", ["q", "Q"], "Q"), ("weight", ["weights", "height"], "weights"), ("zz", ["a", "b"], None), ("x", [], None)],
)
def test_the_nearest_name(name: str, names: list[str], near: str | None) -> None:
    assert nearest(name, names) == near


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["unit", "data", "parts", "blocks", "question", "step", "hints", "choices", "slips", "text", "x"]
)


@settings(max_examples=150)
@given(st.data())
def test_no_file_makes_the_loader_fail(data: st.DataObject) -> None:
    """Whatever stands anywhere in a unit, it is either good or refused with problems."""
    unit = yaml.safe_load(DRAFT)
    here = unit
    for _ in range(data.draw(st.integers(0, 6))):
        inside = list(here) if isinstance(here, dict) else list(range(len(here))) if isinstance(here, list) else []
        if not inside:
            break
        key = data.draw(st.sampled_from(inside))
        if data.draw(st.booleans()) or not isinstance(here[key], dict | list):
            here[key] = data.draw(ANYTHING)
            break
        here = here[key]
    if isinstance(here, dict):
        here[data.draw(KEYS)] = data.draw(ANYTHING)
    problems = _problems(yaml.safe_dump(unit, allow_unicode=True))
    assert all(p.message and p.where for p in problems)


def _problems(text: str) -> tuple[Problem, ...]:
    try:
        OpenUnit(parse_unit(text, "u.yaml"))
    except ContentError as error:
        return error.problems or (Problem("", ""),)
    return ()


@settings(max_examples=60)
@given(st.data())
def test_no_line_that_moves_makes_the_loader_fail(data: st.DataObject) -> None:
    """Shipped units with lines lost, doubled, indented, swapped or cut are good or refused, each with its line."""
    name = data.draw(st.sampled_from(unit_names()))
    lines = find_unit(name).read_text(encoding="utf-8").splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        i, j = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        cut = data.draw(st.integers(0, len(lines[i])))
        changed = ([], [lines[i]] * 2, ["  " + lines[i]], [lines[j]], [lines[i][:cut]], [lines[i][cut:]])
        lines[i : i + 1] = data.draw(st.sampled_from(changed))
    assert all(p.message and p.where for p in _problems("\n".join(lines)))


MUCH = "sum(row(eye(128) @ eye(128), 0))"
ENDLESS = [
    ("a text", unit_text({"text": f"{{{MUCH}}} " * 2000}), "demasiado tiempo"),
    ("questions", unit_text(*(question(f"q{i}", expect=f"{MUCH} + {i}") for i in range(200))), "demasiado tiempo"),
    ("data", unit_text({"text": "x"}, data={**RUNNING, "a": "eye(128)", "b": "a @ a"}), "«a» da 16384 números"),
    ("a size", unit_text({"text": "{sum(eye(1000))}"}), "demasiados números"),
]


@pytest.mark.parametrize(("text", "said"), [(t, s) for _, t, s in ENDLESS], ids=[n for n, *_ in ENDLESS])
def test_no_file_is_opened_without_end(monkeypatch: pytest.MonkeyPatch, text: str, said: str) -> None:
    """What a stranger's unit has to compute is bounded, in size and in time, and where it was left is said."""
    monkeypatch.setattr(checks, "SECONDS", 0.0 if said == "demasiado tiempo" else 1.0)
    assert any(said in p.message and p.where for p in _problems(text))


def test_an_equation_has_no_more_steps_than_a_hand_takes() -> None:
    """Each waits for the one before, and all are kept."""
    steps = {f"s{i}": {"formula": f"s{i - 1} + 1" if i else "sum(x)", "title": "t"} for i in range(MAX_STEPS + 1)}
    raw = {"format": 1, "equation": "larga", "title": "t", "inputs": {"x": ["n"]}, "steps": steps}
    with pytest.raises(ContentError, match=f"hay {MAX_STEPS + 1} pasos"):
        parse_equation(yaml.safe_dump(raw, sort_keys=False), "larga.yaml")
