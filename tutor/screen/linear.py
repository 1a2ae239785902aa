"""The same views as sentences, for a screen reader: one thing a line, no columns, no boxes, nothing to look at."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.screen.charts import hidden_cells
from tutor.screen.figures import Pen
from tutor.screen.scatter import inside, power
from tutor.units.views import ChartView, Matrix, ReadRow


def matrix(item: Matrix, pen: Pen) -> list[str]:
    """`Matriz K, 3 filas y 2 columnas.` and then `fila 0: 1,0 ; 0,0 (clave 0)`; one row is said in one line."""
    name = item.name or "sin nombre"
    rows = [pen.listed(row, item.places) for row in item.values]
    labels = [f" ({label})" if label != f"fila {i}" else "" for i, label in enumerate(item.row_labels)]
    labels += [""] * (len(rows) - len(labels))
    for i, marks in enumerate(item.marked):
        wrong = [str(j) for j, is_marked in enumerate(marks) if is_marked]
        labels[i] += f" (distinto en: {', '.join(wrong)})" if wrong else ""
    if len(rows) == 1:
        return [f"{name}: {rows[0]}{labels[0]}"]
    columns = len(item.values[0]) if item.values else 0
    head = f"{name}, {len(rows)} filas y {columns} columna{'s' if columns != 1 else ''}:"
    return [head, *(f"fila {i}: {row}{label}" for i, (row, label) in enumerate(zip(rows, labels, strict=True)))]


def chart(view: ChartView, pen: Pen) -> list[str]:
    """The numbers of a picture, each with its name."""
    head = [f"{view.title}:"] if view.title else []
    names = list(view.labels)
    if view.kind == "bars":
        values = view.values[0] if view.values else ()
        return head + [f"{_name(names, i, '')}{pen.number(x, view.places)}" for i, x in enumerate(values)]
    if view.kind == "curve":
        values = view.values[0] if view.values else ()
        return head + [f"{_name(names, i, '')}{power(x, view.places, pen)}" for i, x in enumerate(values)]
    rows = [f"{_name(names, i, f'fila {i}: ')}{pen.listed(row, view.places)}" for i, row in enumerate(view.values)]
    if view.kind == "mask":
        for i, hidden in enumerate(hidden_cells(view.values)):
            columns = [str(j) for j, is_hidden in enumerate(hidden) if is_hidden]
            rows[i] += f" (oculta: {', '.join(columns)})" if columns else " (lo ve todo)"
    if view.kind == "arrows" and view.point is not None:
        rows.insert(0, f"consulta: {pen.listed(view.point, view.places)}")
    if view.kind == "plane" and view.point is not None:
        points = [(row[0], row[1]) for row in view.values]
        where = "dentro" if inside(points, (view.point[0], view.point[1]), 10.0**-view.places) else "fuera"
        rows.append(f"salida: {pen.listed(view.point, view.places)}, {where} de la envolvente de los anteriores")
    return head + rows


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A line a row: its first cell, then each cell with the name of its column."""
    lines = []
    for row in rows:
        facts = [f"{name}: {cell}" if name else cell for name, cell in zip(header, row, strict=False) if cell]
        lines.append("; ".join(facts) + ".")
    return lines


def reads(rows: Sequence[ReadRow]) -> list[str]:
    """How texts are read, a sentence each."""
    lines = []
    for row in rows:
        what = f"se lee {row.read}" if row.read else "no se lee"
        lines.append(f"Escribes {row.typed}: {what}." + (f" {row.remark}" if row.remark else ""))
    return lines


def _name(names: list[str], index: int, otherwise: str) -> str:
    return f"{names[index]}: " if index < len(names) else otherwise
