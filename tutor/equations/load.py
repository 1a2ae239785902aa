"""Equation YAML -> Equation, every mistake of the file at once."""

from __future__ import annotations

import itertools
import keyword
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tutor.engine import CONSTANTS, FUNCTIONS, Formula, FormulaError, compile_formula
from tutor.equations.model import EACH, Equation, Input, Rough, Slip, Step
from tutor.equations.yamlfile import MAX_SIZE, Lines, load_yaml
from tutor.equations.yamlfile import Path as Keys
from tutor.errors import ContentError, Problem, refuse_pipe
from tutor.library import equation_file, equation_files

FORMAT = 1
MAX_ROUTES = 64
MAX_STEPS = 100
TOP = ("format", "equation", "title", "inputs", "steps")
Route = Mapping[str, Formula]
_WORDS = {"symbol": "γ", "rows": "clave {i}", "heading": "Al repartir"}


def equation_names() -> list[str]:
    """The equations that are shipped."""
    return sorted(equation_files())


def load_equation(name_or_path: str | Path) -> Equation:
    """A shipped equation by name, or any by path. Raises ContentError, `problems` holding every defect of the file."""
    if not isinstance(name_or_path, str | Path):
        raise ContentError(f"una ecuación se llama con su nombre, y esto es {name_or_path!r:.40}", hint=_known())
    text = str(name_or_path)
    if text.endswith((".yaml", ".yml")):
        path = Path(text).resolve()
    else:
        found = equation_file(text)
        if found is None:
            raise ContentError(f"no hay ninguna ecuación «{text}»", hint=_known())
        path = found
    return _load(path)


def is_equation_file(name_or_path: str) -> bool:
    """Whether a path leads to a file with the steps of an equation (a unit has none). False for what cannot be read."""
    if not name_or_path.endswith((".yaml", ".yml")):
        return False
    try:
        data, _ = load_yaml(_text(Path(name_or_path)), name_or_path)
    except ContentError:
        return False
    return isinstance(data, dict) and "steps" in data and "parts" not in data


def _known() -> str:
    return f"las que hay: {', '.join(equation_names())}"


@lru_cache(maxsize=64)
def _load(path: Path) -> Equation:
    return parse_equation(_text(path), str(path))


def _text(path: Path) -> str:
    refuse_pipe(path)
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(MAX_SIZE + 1)  # one more than `load_yaml` takes: it says that the file is too large
    except OSError as error:
        hint = (
            "no existe ese archivo"
            if isinstance(error, FileNotFoundError)
            else "mira si es un archivo y si lo puedes abrir"
        )
        raise ContentError(f"no se puede leer {path}", hint=hint, where=str(path)) from None
    except UnicodeDecodeError:
        raise ContentError(f"{path.name} no está en UTF-8", hint="guárdalo como UTF-8", where=str(path)) from None


def parse_equation(text: str, where: str) -> Equation:
    """The equation that `text` describes; `where` names the file in errors."""
    data, lines = load_yaml(text, where)
    return _Parser(data, lines, where).equation()


class _Parser:
    def __init__(self, data: Any, lines: Lines, where: str) -> None:
        self.data = data
        self.lines = lines
        self.where = where
        self.problems: list[Problem] = []
        self.sizes: set[str] = set()

    def problem(self, path: Keys, message: str, hint: str = "") -> None:
        known = path
        while known and known not in self.lines:
            known = known[:-1]
        self.problems.append(Problem(f"{self.where}:{self.lines.get(known, 1)}", message, hint))

    def equation(self) -> Equation:
        data = self.mapping((), self.data, {*TOP, "heading", "routes", "rough", "slips"})
        version = data.get("format")
        if version != FORMAT:
            newer = isinstance(version, int) and version > FORMAT
            self.problem(("format",), f"format: {version} no se conoce; este programa lee format: {FORMAT}",
                         "actualiza tutor" if newer else "escribe format: 1")  # fmt: skip
            raise self.failure()
        inputs = {
            n: self.input(n, d)
            for n, d in self.mapping(("inputs",), data.get("inputs")).items()
            if self.named(("inputs", n))
        }
        axes = {d for i in inputs.values() for d in i.shape if isinstance(d, str)}
        self.sizes = axes | {n for n, i in inputs.items() if i.count}
        known = set(inputs) | self.sizes
        steps: dict[str, Step] = {}
        raws = self.mapping(("steps",), data.get("steps"))
        if len(raws) > MAX_STEPS:
            self.problem(("steps",), f"hay {len(raws)} pasos, demasiados", f"como mucho {MAX_STEPS}")
            raise self.failure()
        for name, raw in raws.items():
            if not self.named(("steps", name)):
                continue
            if name in known:
                self.problem(("steps", name), f"«{name}» ya es el nombre de otra cosa")
            step = self.step(name, raw, known, set(inputs))
            if step is not None:
                steps[name] = step
            known.add(name)
        if not steps:
            self.problem(("steps",), "una ecuación tiene que tener pasos")
        routes, more = self.routes(data.get("routes") or {}, steps, known, set(inputs))
        rough = [self.rough(n, r, steps, known) for n, r in self.mapping(("rough",), data.get("rough") or {}).items()]
        slips = {}
        for name, raw in self.mapping(("slips",), data.get("slips") or {}).items():
            slip = self.slip(name, raw, steps, known, set(inputs))
            if slip is not None:
                slips[name] = slip
        if self.problems:
            raise self.failure()
        name = str(data.get("equation", ""))
        order = {s: i for i, s in enumerate(steps)}
        return Equation(
            name, str(data.get("title") or name), inputs, steps, routes, more, slips, frozenset(self.sizes), order,
            tuple(found for found in rough if found is not None), self.words((), data, "heading") or f"En «{name}»",
        )  # fmt: skip

    def failure(self) -> ContentError:
        first = self.problems[0]
        more = f" (y {len(self.problems) - 1} más)" if len(self.problems) > 1 else ""
        return ContentError(first.message + more, hint=first.hint, where=first.where, problems=tuple(self.problems))

    def mapping(self, path: Keys, raw: Any, allowed: set[str] | None = None) -> dict[str, Any]:
        if not isinstance(raw, dict):
            self.problem(path, f"{path[-1] if path else 'el fichero'} tiene que ser un mapa (clave: valor)")
            return {}
        for key in raw:
            if allowed is not None and key not in allowed:
                self.problem(
                    (*path, key), f"no se conoce la clave «{key}»", f"las que hay: {', '.join(sorted(allowed))}"
                )
        return raw

    def named(self, path: Keys) -> bool:
        name = path[-1]
        good = isinstance(name, str) and name.isidentifier() and name.isascii() and not keyword.iskeyword(name)
        if not good or name in FUNCTIONS or name in CONSTANTS or name == EACH:
            self.problem(path, f"«{name}» no sirve de nombre", "letras, cifras y _, y que no sea una función")
            return False
        return True

    def input(self, name: str, raw: Any) -> Input:
        path: Keys = ("inputs", name)
        if raw == "count":
            return Input(name, (), count=True)
        default, symbol, rows = None, name, ""
        if isinstance(raw, dict):
            raw = self.mapping(path, raw, {"shape", "default", "symbol", "rows"})
            default = raw.get("default")
            symbol, rows = self.words(path, raw, "symbol") or name, self.words(path, raw, "rows")
            if default is not None and not isinstance(default, int | float):
                self.problem((*path, "default"), "el valor por omisión tiene que ser un número")
            raw = raw.get("shape")
        if not isinstance(raw, list) or len(raw) > 2 or not all(
            (isinstance(d, str) and d.isidentifier()) or (isinstance(d, int) and d > 0) for d in raw
        ):  # fmt: skip
            self.problem(path, f"la forma de {name} no se entiende", "[filas, columnas], con nombres; o count")
            raw = []
        return Input(name, tuple(raw), None if default is None else float(default), False, symbol, rows)

    def words(self, path: Keys, raw: Mapping[str, Any], key: str) -> str:
        """A few words of one line; "" where there are none, or null."""
        found = raw.get(key)
        if found is not None and not (isinstance(found, str) and found.strip() == found and found.isprintable()):
            self.problem((*path, key), f"«{key}» son unas pocas palabras", f'por ejemplo: {key}: "{_WORDS[key]}"')
            return ""
        return found or ""

    def formula(self, path: Keys, raw: Any, known: set[str]) -> Formula | None:
        if not isinstance(raw, str | int | float) or isinstance(raw, bool):
            self.problem(path, "falta la fórmula", 'entre comillas: "scores / root"')
            return None
        try:
            formula = compile_formula(str(raw))
        except FormulaError as error:
            self.problem(path, f"{error.message}: {raw}", error.hint or f"columna {error.position + 1} de la fórmula")
            return None
        for name in formula.names:
            if name not in known:
                self.problem(
                    path, f"la fórmula «{raw}» usa «{name}», que no existe antes", f"hay: {', '.join(sorted(known))}"
                )
                return None
        return formula

    def step(self, name: str, raw: Any, known: set[str], inputs: set[str]) -> Step | None:
        path: Keys = ("steps", name)
        raw = self.mapping(path, raw, {"formula", "symbol", "decimals", "when", "title", "rows"})
        formula = self.formula((*path, "formula"), raw.get("formula"), known)
        decimals = raw.get("decimals", 3)
        if not isinstance(decimals, int) or not 0 <= decimals <= 9:
            self.problem((*path, "decimals"), "los decimales van de 0 a 9")
            return None
        when = raw.get("when")
        if when is not None and when not in inputs:
            self.problem((*path, "when"), f"«{when}» no es una entrada")
        if formula is None:
            return None
        return Step(name, formula, str(raw.get("symbol") or name), decimals, when, str(raw.get("title") or name),
                    self.words(path, raw, "rows"))  # fmt: skip

    def routes(
        self, raw: Any, steps: Mapping[str, Step], known: set[str], inputs: set[str]
    ) -> tuple[tuple[Route, ...], dict[str, tuple[Route, ...]]]:
        """Every combination of one alternative (or none) a step; apart, those that wait for an optional input."""
        options: list[list[tuple[Route, str | None]]] = []
        for target, alternatives in self.mapping(("routes",), raw).items():
            if target not in steps or not isinstance(alternatives, list):
                self.problem(("routes", target), f"«{target}» tiene que ser un paso con una lista de caminos")
                continue
            found: list[tuple[Route, str | None]] = [({}, None)]
            for i, alternative in enumerate(alternatives):
                path: Keys = ("routes", target, i)
                names = set(known)
                formulas: dict[str, Formula] = {}
                texts = dict(self.mapping(path, alternative))
                when = texts.pop("when", None)
                if when is not None and when not in inputs:
                    self.problem((*path, "when"), f"«{when}» no es una entrada")
                for name, text in texts.items():
                    formula = self.formula((*path, name), text, names) if self.named((*path, name)) else None
                    if formula is not None:
                        formulas[name] = formula
                    names.add(name)
                found.append((formulas, when))
            options.append(found)
        always: list[Route] = []
        more: dict[str, tuple[Route, ...]] = {}
        for combination in itertools.product(*options):
            route = {name: formula for formulas, _ in combination for name, formula in formulas.items()}
            waits = {when for _, when in combination if when is not None}
            if not waits:
                always.append(route)
            elif len(waits) == 1:
                more[min(waits)] = (*more.get(min(waits), ()), route)
        if len(always) + sum(map(len, more.values())) > MAX_ROUTES:
            self.problem(("routes",), f"hay más de {MAX_ROUTES} caminos distintos")
        return tuple(always), more

    def rough(self, step: str, raw: Any, steps: Mapping[str, Step], known: set[str]) -> Rough | None:
        """What is right but rounded too early on the way to a step."""
        path: Keys = ("rough", step)
        raw = self.mapping(path, raw, {"at", "rounds", "says", "do"})
        if step not in steps:
            self.problem(path, f"«{step}» no es un paso", f"los pasos: {', '.join(steps)}")
        names = set(known)
        at: dict[str, Formula] = {}
        for name, text in self.mapping((*path, "at"), raw.get("at")).items():
            formula = self.formula((*path, "at", name), text, names) if self.named((*path, "at", name)) else None
            names.add(name)
            if formula is not None:
                at[name] = formula
        rounds = str(raw.get("rounds"))
        if rounds not in at or step not in at:
            self.problem((*path, "rounds"), "en «at» faltan el paso y el número que se redondea",
                         f'así: {{inverse: "1 / total", {step}: "exps * inverse"}}, y rounds: inverse')  # fmt: skip
            return None
        for key in ("says", "do"):
            if not isinstance(raw.get(key), str) or not raw[key].strip():
                self.problem((*path, key), f"a «rough: {step}» le falta «{key}»", "una frase para quien aprende")
        return Rough(step, at, rounds, str(raw.get("says")), str(raw.get("do")))

    def slip(self, name: str, raw: Any, steps: Mapping[str, Step], known: set[str], inputs: set[str]) -> Slip | None:
        path: Keys = ("slips", name)
        raw = self.mapping(path, raw, {"at", "says", "do", "title", "notice", "when", "rare", "shortcut", "each"})
        each = self.family(path, raw)
        at: dict[str, Formula] = {}
        if raw.get("at") == {}:
            self.problem((*path, "at"), f"el fallo «{name}» no cambia ningún paso: `at` está vacío",
                         f'qué paso cambia y por qué fórmula: {{{next(iter(steps), "paso")}: "…"}}')  # fmt: skip
        for step, text in self.mapping((*path, "at"), raw.get("at")).items():
            if step not in steps:
                self.problem((*path, "at", step), f"«{step}» no es un paso", f"los pasos: {', '.join(steps)}")
                continue
            place = list(steps).index(step)
            later = set(list(steps)[place:])
            formula = self.formula((*path, "at", step), text, (known - later) | ({EACH} if each is not None else set()))
            if formula is not None:
                at[step] = formula
        for key in ("says", "do"):
            if not isinstance(raw.get(key), str) or not raw[key].strip():
                self.problem((*path, key), f"al fallo «{name}» le falta «{key}»", "una frase para quien aprende")
        when = raw.get("when")
        if when is not None and when not in inputs:
            self.problem((*path, "when"), f"«{when}» no es una entrada")
        if each is not None and at and not any(EACH in formula.names for formula in at.values()):
            self.problem((*path, "at"), f"las fórmulas de «{name}» no usan «{EACH}»: todos los fallos serían uno",
                         f"por ejemplo: sum(exps) - column(exps, {EACH})")  # fmt: skip
        rare, shortcut = (self.flag(path, raw, key) for key in ("rare", "shortcut"))
        return Slip(name, at, str(raw.get("says")), str(raw.get("do")), str(raw.get("title") or name),
                    str(raw.get("notice") or ""), when, rare, shortcut, each)  # fmt: skip

    def family(self, path: Keys, raw: Mapping[str, Any]) -> str | None:
        """The size that counts the members of a slip, where it is a family: then its sentence must say which."""
        each, says = raw.get("each"), raw.get("says")
        which = isinstance(says, str) and f"{{{EACH}}}" in says
        if each is None and which:
            self.problem((*path, "says"), f"la frase dice «{{{EACH}}}», y este fallo no es una familia",
                         "añade each: n, o quita esas llaves")  # fmt: skip
        if each is None:
            return None
        if not isinstance(each, str) or each not in self.sizes:
            known = ", ".join(sorted(self.sizes))
            self.problem((*path, EACH), f"«{EACH}: {each}» no es un tamaño", f"los que hay: {known}")
        if not which:
            self.problem((*path, "says"), "la frase de una familia tiene que decir cuál", f"escribe {{{EACH}}} en ella")
        return str(each)

    def flag(self, path: Keys, raw: Mapping[str, Any], key: str) -> bool:
        if not isinstance(raw.get(key, False), bool):
            self.problem((*path, key), f"«{key}» es sí o no", f"escribe {key}: true, o quita la línea")
            return False
        return bool(raw.get(key, False))
