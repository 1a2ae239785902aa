"""What a unit's models cannot see: names that exist, formulas that compute, texts whose braces make sense.

Every defect is a Problem with its line. Nothing here judges an answer; `tutor.authoring.linter` does.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from tutor.answers import read
from tutor.authoring.complaints import Keys, Lines, place
from tutor.engine import CONSTANTS, CORE, FUNCTIONS, FormulaError, compile_formula, public_shape
from tutor.equations import Equation, Scope, load_equation
from tutor.errors import ContentError, Problem, nearest
from tutor.judging.visible_slips import VISIBLE
from tutor.library import unit_file, unit_files
from tutor.units.data import bind, is_formula, layered
from tutor.units.models import (
    MAX_CELLS,
    SHEET_FIELDS,
    SKILLS,
    ChartBlock,
    DataBlock,
    Question,
    Scoped,
    ShowBlock,
    TableBlock,
    TextBlock,
    Unit,
    WarningBlock,
)
from tutor.units.properties import ANSWER, compile_predicate
from tutor.units.questions import target_of
from tutor.units.templates import TemplateError, fields
from tutor.units.texts import MINE

_SENT = re.compile(r"tutor (?:lesson|check|practice|sheet|quiz|grade) ([^\s`.,;-][^\s`,;]*)")


SECONDS = 1.0
"""Of processor time for the sums of a file that is opened: five hundred questions need a tenth of it."""


class _TooLong(Exception):
    """The sums of a unit take too long to go on; its argument is where they were left."""


def check_unit(unit: Unit, data: Any, lines: Lines, where: str) -> list[Problem]:
    """Every defect of a unit whose shape is right. `data` and `lines` are the file as it was read."""
    checker = _Checker(unit, data, lines, where)
    try:
        return checker.run()
    except _TooLong as stopped:
        message = "hasta aquí, las cuentas de la unidad ya llevan demasiado tiempo"
        checker.problem(stopped.args[0], message, "haz más pequeñas las matrices, o repártela en varias unidades")
        return checker.problems


class _Checker:
    def __init__(self, unit: Unit, data: Any, lines: Lines, where: str) -> None:
        self.unit = unit
        self.lines = lines
        self.where = where
        self.problems: list[Problem] = []
        self.told: set[str] = set()
        self.until = time.process_time() + SECONDS
        self.ids = {str(i): None for i in _question_ids(data)}
        """Also those of questions that were refused, so that nobody is told that they do not exist."""

    def problem(self, path: Keys, message: str, hint: str = "") -> None:
        self.problems.append(Problem(place(path, self.lines, self.where), message, hint))

    @contextmanager
    def at(self, path: Keys) -> Iterator[None]:
        """What goes wrong inside is a problem of this place. Raises _TooLong where there is no more time."""
        if time.process_time() > self.until:
            raise _TooLong(path)
        try:
            yield
        except FormulaError as error:
            quoted = "" if error.text in error.message else f": «{error.text}»"
            self.problem(path, error.message + quoted, error.hint or f"columna {error.position + 1} de la fórmula")
        except ContentError as error:
            self.problem(path, error.message, error.hint)
        except TemplateError as error:
            self.problem(path, str(error), "una llave suelta se escribe doble: {{ o }}")
        except (ArithmeticError, IndexError, MemoryError, TypeError):
            self.problem(path, "no se puede calcular", "revisa los tamaños y las posiciones de la fórmula")

    def run(self) -> list[Problem]:
        unit = self.unit
        self.repeated("id de pregunta", [(q, path) for q, path in self.questions()], lambda q: q.question)
        self.repeated("id de parte", [(p, ("parts", i)) for i, p in enumerate(unit.parts)], lambda p: p.id)
        before = len(self.problems)
        with self.at(("equation",)):
            load_equation(unit.equation)
        self.told |= {p.message for p in self.problems[before:]}
        self.variants()
        for i, part in enumerate(unit.parts):
            for key in ("title", "recall", "end"):
                self.text(("parts", i, key), getattr(part, key), self.scope(None, ()))
            for j, block in enumerate(part.blocks):
                self.block(("parts", i, "blocks", j), block)
        for i, (_, template) in enumerate(unit.card):
            self.text(("card", i), template, self.scope(None, ()))
        for key in ("closing", "next"):
            self.text((key,), getattr(unit, key), self.scope(None, ()))
            self.commands((key,), getattr(unit, key))
        for i, decoy in enumerate(unit.decoys):
            with self.at(("decoys", i)):
                bind(load_equation(unit.equation), layered(unit, None, decoy.data))
            self.text(("decoys", i, "says"), decoy.says, self.scope(None, ()))
        return self.problems

    def commands(self, path: Keys, text: str) -> None:
        """The units that a text sends to."""
        for name in _SENT.findall(text):
            if name != self.unit.unit and not name.endswith((".yaml", ".yml")) and unit_file(name) is None:
                close = nearest(name, unit_files())
                hint = f"¿querías decir «{close}»?" if close else "`tutor lesson` dice las que hay"
                self.problem(path, f"`{path[-1]}` manda a «{name}», y no hay ninguna unidad que se llame así", hint)

    def questions(self) -> Iterator[tuple[Question, Keys]]:
        for i, part in enumerate(self.unit.parts):
            for j, block in enumerate(part.blocks):
                if isinstance(block, Question):
                    yield block, ("parts", i, "blocks", j)

    def repeated(self, what: str, items: Iterable[tuple[Any, Keys]], name: Callable[[Any], str]) -> None:
        items = list(items)
        counts = Counter(name(item) for item, _ in items)
        seen: set[str] = set()
        for item, path in items:
            if counts[name(item)] > 1 and name(item) in seen:
                self.problem(path, f"el {what} «{name(item)}» está repetido", "cambia uno de los dos")
            seen.add(name(item))

    def variants(self) -> None:
        for name in self.unit.variants.draw if self.unit.variants else ():
            path: Keys = ("variants", "draw", name)
            if name not in self.unit.data:
                self.problem(path, f"«{name}» no está en `data`", f"se sortean: {', '.join(self.unit.data)}")
            elif is_formula(name, self.unit.data[name]) or isinstance(self.unit.data[name], str):
                self.problem(path, f"«{name}» se calcula de otros datos", "sortea los números de los que sale")
        for i, condition in enumerate(self.unit.variants.where if self.unit.variants else ()):
            self.formula(("variants", "where", i), condition, self.scope(None, ("variants", "where", i)))
        for formula, (low, high) in self.unit.variants.within.items() if self.unit.variants else ():
            path = ("variants", "within", formula)
            self.formula(path, formula, self.scope(None, path))
            if low > high:
                self.problem(path, "el primer límite no puede pasar del segundo", f"[{high:g}, {low:g}]")

    def scope(self, block: Scoped | None, path: Keys) -> Scope | None:
        """The numbers of a block, or None where there are none. The same defect of the data is told once."""
        before = len(self.problems)
        own = block is not None and (block.data or block.use or block.equation)
        at: Keys = (*path, "data") if own and block is not None and block.data else path if own else ("data",)
        scope = None
        with self.at(at):
            equation = load_equation((block.equation if block is not None else None) or self.unit.equation)
            data = layered(self.unit, block)
            self.nameable(at, data, equation)
            scope = bind(equation, data)
        if len(self.problems) > before:
            fresh = [p for p in self.problems[before:] if p.message not in self.told]
            self.told |= {p.message for p in fresh}
            self.problems[before:] = fresh
            return None
        return scope

    def nameable(self, path: Keys, data: Mapping[str, Any], equation: Equation) -> None:
        """Names of data that would hide something else."""
        counts = {name for name, declared in equation.inputs.items() if declared.count}
        for name in data:
            if name in FUNCTIONS or name in CONSTANTS or name.startswith(MINE):
                raise ContentError(f"«{name}» no sirve de nombre de un dato", hint="es el de una función; elige otro")
            if name in equation.sizes - counts:
                raise ContentError(f"«{name}» no se puede dar", hint="sale solo, del tamaño de las matrices; quítalo")

    # -- blocks ---------------------------------------------------------------------------------------------------

    def block(self, path: Keys, block: Any) -> None:
        if not isinstance(block, Scoped):
            return
        scope = self.scope(block, path)
        if scope is None:
            return
        match block:
            case TextBlock():
                self.text((*path, "text"), block.text, scope)
            case WarningBlock():
                self.text((*path, "warning"), block.warning, scope)
            case ShowBlock():
                self.step((*path, "show"), block.show, scope)
                for k, (row, column) in enumerate(block.cells):
                    self.part((*path, "cells", k), block.show, scope, (row, column))
            case DataBlock():
                for k, name in enumerate(block.matrices):
                    self.formula((*path, "matrices", k), name, scope, shown=True)
                for key, named in (("labels", block.labels), ("rows", block.rows), ("decimals", block.decimals)):
                    for name in named:
                        if name not in block.matrices:
                            self.problem(
                                (*path, key, name), f"«{name}» no está en `matrices`", "el mismo texto en los dos"
                            )
            case ChartBlock():
                self.chart(path, block, scope)
            case TableBlock():
                for k, cells in enumerate(block.table):
                    for cell in cells:
                        self.text((*path, "table", k), cell, scope)
                for text in (*block.header, block.caption):
                    self.text(path, text, scope)
            case Question():
                self.question(path, block, scope)

    def chart(self, path: Keys, block: ChartBlock, scope: Scope) -> None:
        self.text((*path, "title"), block.title, scope)
        value = self.formula((*path, "chart"), block.chart, scope, shown=True)
        point = self.formula((*path, "point"), block.point, scope) if block.kind in ("plane", "arrows") else None
        wide = [v.shape[-1] for v in (value, point) if v is not None and block.kind in ("plane", "arrows")]
        if any(width != 2 for width in wide):
            self.problem(path, "en un plano cada punto tiene dos números", "usa filas de dos, o `kind: heat`")
        if value is not None and block.kind == "curve" and value.shape[-2] != 1:
            self.problem(path, "una curva se dibuja de una sola fila de números", "elige una con `row(…, i)`")

    def question(self, path: Keys, question: Question, scope: Scope) -> None:
        for key in ("ask", "reason", "solution"):
            self.text((*path, key), getattr(question, key), scope)
        for k, hint in enumerate(question.hints):
            self.text((*path, "hints", k), hint, scope)
        core = self.right(path, question, scope)
        if question.again is not None and question.again not in self.unit.datasets:
            here = f"los que hay: {', '.join(self.unit.datasets) or 'ninguno'}"
            self.problem((*path, "again"), f"no hay ningún conjunto de datos «{question.again}»", here)
        taken = {word for words in SHEET_FIELDS.values() for word in words}
        for key, name in (("question", question.question), ("title", question.title)):
            if name.casefold() in taken:
                where = "lo que una hoja dice de quien la entrega"
                self.problem((*path, key), f"«{name}» es {where}, y no puede ser una pregunta", "elige otro nombre")
        if question.skill and question.skill not in {**SKILLS, **self.unit.skills}:
            known = ", ".join({**SKILLS, **self.unit.skills})
            hint = f"una de: {known}; o declárala al principio, en `skills`"
            self.problem((*path, "skill"), f"«{question.skill}» no es ninguna destreza", hint)
        for k, own in enumerate(question.slips):
            self.text((*path, "slips", k), own.says, scope)
            self.text((*path, "slips", k), own.do, scope)
            if not (question.accepts or {g.strip() for g in own.gives.split(",")} <= {*(question.choices or {})}):
                value = self.formula((*path, "slips", k, "gives"), own.gives, scope)
                self.fits((*path, "slips", k, "gives"), question, core, value)
        self.repeated("id de fallo", [(s, (*path, "slips", k)) for k, s in enumerate(question.slips)], lambda s: s.id)
        self.words(path, question, scope.equation)
        self.notes(path, question)
        for k, hold in enumerate(question.holds):
            with self.at((*path, "holds", k)):
                names = compile_predicate(hold.formula).names
                self.known((*path, "holds", k), [n for n in names if n != ANSWER], scope)
            self.text((*path, "holds", k), hold.says, scope)
            self.text((*path, "holds", k), hold.fails, scope)
        if question.for_every is not None and question.for_every not in scope.equation.inputs:
            inputs = ", ".join(scope.equation.inputs)
            self.problem(
                (*path, "for_every"), f"«{question.for_every}» no es una entrada de la ecuación", f"una de: {inputs}"
            )
        if core is not None and question.graded and not question.choices:
            self.finite(path, question, scope)

    def fits(self, path: Keys, question: Question, core: tuple[int, ...] | None, value: Any) -> None:
        """What a slip gives has the size of what is asked (of the whole step, where a part of one is)."""
        if question.choices is not None and value is not None:
            labels = ", ".join(question.choices)
            self.problem(path, "con `choices`, `gives` es la etiqueta de una opción", f"una de: {labels}")
        elif core is not None and value is not None and value.shape[-CORE:] != core:
            what = "el paso entero" if question.row is not None or question.cell is not None else "lo que se pide"
            sizes = f"`gives` es de {_by(value.shape)} y {what}, de {_by(core)}"
            self.problem(path, sizes, "la misma forma en los dos")

    def right(self, path: Keys, question: Question, scope: Scope) -> tuple[int, ...] | None:
        """The core of what is asked, when it can be computed."""
        if question.choices is not None or question.accepts:
            value = self.formula((*path, "right"), question.right, scope) if question.right else None
            if value is not None and value.shape[-1] != len(question.choices or ()):
                count = len(question.choices or ())
                self.problem(
                    (*path, "right"), f"`right` da {value.shape[-1]} números y hay {count} opciones", "uno por opción"
                )
            return None
        if question.expect is not None:
            value = self.formula((*path, "expect"), question.expect, scope)
            return None if value is None else value.shape[-CORE:]
        step = question.step or ""
        if not self.step((*path, "step"), step, scope):
            return None
        if isinstance(question.row, str):
            return self.named_row((*path, "row"), question, scope)
        spot = question.cell if question.cell is not None else (question.row or 0, 0)
        key = "cell" if question.cell is not None else "row"
        return self.part((*path, key), step, scope, spot)

    def named_row(self, path: Keys, question: Question, scope: Scope) -> tuple[int, ...] | None:
        """The core of a step whose row is said by a datum: a whole number, and one of its rows, also when drawn."""
        name = str(question.row)
        if not self.known(path, [name], scope):
            return None
        target = target_of(question, scope.equation, 0)
        with self.at(path):
            target.rows(scope)
        draw = self.unit.variants.draw.get(name) if self.unit.variants else None
        if draw is not None:
            with self.at(("variants", "draw", name)):
                for drawn in draw.values or (draw.low, draw.high, draw.high - 10.0**-draw.decimals):
                    target.rows(scope.extend({name: drawn}))
        return self.part(path, str(question.step), scope, (0, 0))

    def finite(self, path: Keys, question: Question, scope: Scope) -> None:
        with self.at(path):
            value = scope.evaluate(question.expect) if question.expect is not None else scope[question.step or ""]
            if np.isnan(value).any():
                self.problem(
                    path, "la respuesta no es un número (¿0/0, raíz de un negativo?)", "cambia los datos o la fórmula"
                )

    def words(self, path: Keys, question: Question, equation: Equation) -> None:
        known = [*equation.slips, *VISIBLE]
        for name, text in question.says.items():
            if name not in known:
                close = nearest(name, known)
                hint = f"¿querías decir «{close}»?" if close else "los fallos propios van en `slips`, con su fórmula"
                self.problem((*path, "says", name), f"la ecuación no tiene ningún fallo «{name}»", hint)
            with self.at((*path, "says", name)):
                fields(text)

    def notes(self, path: Keys, question: Question) -> None:
        for k, note in enumerate(question.notes):
            if note.of is not None:
                self.asked((*path, "notes", k, "of"), note.of)
            elif not question.choices and read(note.typed, kind="vector").value is None:
                self.problem(
                    (*path, "notes", k, "typed"),
                    f"«{note.typed}» no se lee como un número",
                    "como lo escribe un alumno",
                )

    # -- names ----------------------------------------------------------------------------------------------------

    def text(self, path: Keys, template: str, scope: Scope | None) -> None:
        """A template: its braces, its formulas, the questions it quotes."""
        if "{" not in template and "}" not in template:
            return
        with self.at(path):
            for field in fields(template):
                if field.kind == "mine":
                    self.asked(path, field.body)
                elif field.kind == "check":
                    with self.at(path):
                        self.known(path, compile_predicate(field.body).names, scope)
                else:
                    afterwards = path[-1] in ("reason", "solution")
                    value = self.formula(path, field.body, scope, shown=not afterwards)
                    if value is not None and len(public_shape(value.shape[-CORE:])) > 2:
                        self.problem(path, f"«{{{field.body}}}» no cabe en un texto", "pide una fila o una celda")

    def formula(self, path: Keys, text: str | None, scope: Scope | None, *, shown: bool = False) -> Any:
        """The value of a formula, or None and a problem; one that is `shown` names nothing hidden."""
        if text is None or scope is None:
            return None
        with self.at(path):
            formula = compile_formula(text)
            for name in self.unit.hidden.intersection(formula.names) if shown else ():
                self.problem(path, f"«{name}» es `hidden`, y aquí se enseñaría", "quítalo de este texto")
            mine = [n for n in formula.names if n.startswith(MINE)]
            for name in mine:
                self.asked(path, name.removeprefix(MINE).replace("_", "-"))
            if self.known(path, [n for n in formula.names if n not in mine], scope) and not mine:
                value = scope.evaluate(formula)
                if not 0 < value.size <= MAX_CELLS:
                    how = "no da ningún número" if not value.size else f"da {value.size} números, demasiados"
                    self.problem(path, f"«{text}» {how}", "las posiciones se cuentan desde 0")
                    return None
                return value
        return None

    def known(self, path: Keys, names: Iterable[str], scope: Scope | None) -> bool:
        if scope is None:
            return False
        good = True
        for name in names:
            if name not in scope and not name.startswith(MINE):
                there = [*scope.inputs, *scope.equation.steps]
                close = nearest(name, there)
                hint = f"¿querías decir «{close}»?" if close else f"los que hay: {', '.join(there)}"
                self.problem(path, f"no se conoce el nombre «{name}»", hint)
                good = False
        return good

    def step(self, path: Keys, name: str, scope: Scope | None) -> bool:
        if scope is None or name in scope.equation.steps:
            return scope is not None
        close = nearest(name, scope.equation.steps)
        hint = f"¿querías decir «{close}»?" if close else f"los pasos: {', '.join(scope.equation.steps)}"
        self.problem(path, f"«{name}» no es un paso de la ecuación {scope.equation.id}", hint)
        return False

    def part(self, path: Keys, step: str, scope: Scope | None, spot: tuple[int, int]) -> tuple[int, ...] | None:
        if scope is None or step not in scope.equation.steps:
            return None
        core: tuple[int, ...] | None = None
        with self.at(path):
            core = scope[step].shape[-CORE:]
            rows, columns = core[0] * core[1], core[2]
            if not (0 <= spot[0] < rows and 0 <= spot[1] < columns):
                self.problem(path, f"«{step}» es de {rows}×{columns}", "las filas y columnas se cuentan desde 0")
        return core

    def asked(self, path: Keys, question: str) -> None:
        if question not in self.ids:
            close = nearest(question, self.ids)
            hint = f"¿querías decir «{close}»?" if close else f"las que hay: {', '.join(self.ids)}"
            self.problem(path, f"no hay ninguna pregunta «{question}» en la unidad", hint)


def _by(core: tuple[int, ...]) -> str:
    return "×".join(map(str, core[-2:]))


def _question_ids(data: Mapping[str, Any]) -> Iterator[Any]:
    parts = data.get("parts")
    for part in parts if isinstance(parts, list) else ():
        blocks = part.get("blocks") if isinstance(part, dict) else None
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, dict) and "question" in block:
                yield block["question"]
