"""`tutor explain`: a topic with its numbers; the slips and the errata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.screen import Screen
    from tutor.terminal import Terminal
    from tutor.units import OpenUnit
    from tutor.units.catalogue import Entry

SLIPS, ERRATA = "errores", "erratas"
NUMBERS_OF_ITS_OWN = "softmax"
"""The topic whose scores `--scores` can change."""
EXAMPLE = '`tutor explain softmax --scores "{}"`'
FEW = 4
"""Names that are suggested at most."""
WHERE = {
    "atencion": "En la ecuación 1",
    "multi-cabeza": "Con varias cabezas",
    "producto": "Al comparar dos vectores",
    "softmax": "Al repartir",
    "mezcla": "Al mezclar",
    "entropia": "Al medir la entropía",
    "": "En cualquier respuesta",
}


def explain(
    ctx: typer.Context,
    topic: Annotated[str, typer.Argument(help="una unidad, «errores» o «erratas»; sin tema, los enumera")] = "",
    slip: Annotated[str, typer.Argument(help="con «errores»: el nombre de un fallo")] = "",
    scores: Annotated[str, typer.Option("--scores", metavar="TEXTO", help='otras puntuaciones: "2 -1 0,5"')] = "",
) -> ExitCode:
    """Explica un tema con sus números, sin preguntar nada.

    `tutor explain errores` enseña los fallos que el tutor reconoce, con sus números; `tutor explain errores no-scale`,
    uno de ellos. `tutor explain erratas` dice en qué se aparta el texto de la cuenta.
    """
    from tutor.screen import Screen

    terminal: Terminal = ctx.obj
    screen = Screen(terminal)
    if slip and topic != SLIPS:
        raise UsageError(f"Sobra «{slip}»: solo «{SLIPS}» lleva un nombre detrás.", hint="Escribe `tutor explain`.")
    if scores and topic != NUMBERS_OF_ITS_OWN:
        from tutor.cli.inputs import LIST, example

        way = EXAMPLE.format(example(LIST, terminal.locale))
        raise UsageError("--scores solo va con el tema softmax.", hint=f"Así: {way}.")
    if not topic:
        _list(screen)
    elif topic == SLIPS:
        _slips(screen, slip)
    else:
        _unit(screen, topic, scores)
    terminal.stdout.flush()
    return ExitCode.OK


def _list(screen: Screen) -> None:
    from tutor.units import headings

    screen.text("Temas. Para ver uno: `tutor explain NOMBRE`.")
    rows = [(h.name, h.summary) for h in headings() if h.name != ERRATA]
    rows.append((SLIPS, "los fallos que el tutor reconoce, con sus números y cómo notarlos"))
    rows += [(h.name, h.summary) for h in headings() if h.name == ERRATA]
    screen.pairs(rows)


# -- a unit ------------------------------------------------------------------------------------------------------------


def _unit(screen: Screen, topic: str, scores: str) -> None:
    """What a unit shows when it does not ask; where it only asks, its data and what is asked."""
    from tutor.authoring import open_unit
    from tutor.cli.spanish import unknown
    from tutor.units import Question, explanations, resolve, unit_names

    names = [*unit_names(), SLIPS]
    if topic not in names and not topic.endswith((".yaml", ".yml")):
        raise unknown("el tema", topic, names, "tutor explain")
    opened = open_unit(topic, over=_with_scores(topic, scores, screen.terminal.locale) if scores else None)
    locale = screen.terminal.locale
    screen.title(opened.unit.title)
    screen.text(opened.unit.summary)
    for part in opened.unit.parts:
        shown = [block for block in part.blocks if not isinstance(block, Question)]
        if shown and len(opened.unit.parts) > 1:
            screen.title(part.title)
        screen.views(resolve(block, opened, locale=locale) for block in shown)
    if _only_asks(opened):
        screen.blank()
        for i, question in enumerate(opened.questions, 1):
            screen.text(f"{i}. {explanations.ask(opened, question.id, {}, locale)}")
    if opened.questions:
        screen.blank()
        verb = "check" if _only_asks(opened) else "lesson"
        screen.note(f"Para hacerlo tú: `tutor {verb} {topic}`.")


def _only_asks(opened: OpenUnit) -> bool:
    """A check: nothing is worked, drawn or tabled, so that what is left to show is what is asked."""
    from tutor.units.models import DataBlock, Question, TextBlock

    blocks = [block for part in opened.unit.parts for block in part.blocks]
    return all(isinstance(block, Question | TextBlock | DataBlock) for block in blocks)


def _with_scores(topic: str, text: str, locale: str) -> dict[str, Any]:
    """The scores as data of the unit: one key of one component each, so that nothing is left to scale."""
    from tutor.authoring import load_unit
    from tutor.cli.inputs import LIST, example, read_vector

    numbers = read_vector("--scores", text, locale)
    if len(numbers) < 2:
        raise UsageError(
            "Con una sola puntuación no hay nada que repartir.",
            hint=f'Escribe dos o más: "{example(LIST, locale)}".',
        )
    data = load_unit(topic).data
    for name in ("z", "scores"):
        if name in data:
            return {name: numbers}
    return {"Q": [[1.0]], "K": [[x] for x in numbers], "V": [[float(i)] for i in range(len(numbers))]}


# -- slips -------------------------------------------------------------------------------------------------------------


def _slips(screen: Screen, wanted: str) -> None:
    """All the slips; those of one group; or those of one name or title, with everything that is known of them."""
    from tutor.units.catalogue import catalogue

    entries = catalogue(screen.terminal.locale)
    if wanted and wanted not in WHERE:
        _one(screen, entries, _called(entries, wanted))
        return
    screen.text("Los fallos que el tutor reconoce. Uno, con más detalle: `tutor explain errores NOMBRE`.")
    if not wanted:
        _own(screen, entries)
    group = None
    for entry in entries:
        if wanted and entry.equation != wanted:
            continue
        if entry.equation != group:
            group = entry.equation
            screen.title(WHERE.get(group, group))
        screen.blank()
        screen.text(f"{entry.title} ({entry.id})", "strong")
        for effect in entry.effects[:1]:
            screen.worked([f"{effect.step}: lo correcto, {effect.right}; con el fallo, {effect.wrong}"])
        screen.text(f"  {entry.do}")


def _called(entries: Sequence[Entry], wanted: str) -> Entry:
    """The slip of that id, else of that title, accents and case aside; of one that several equations have, the first.

    Raises UsageError with the few that have those words, else with those that are spelt alike.
    """
    from difflib import get_close_matches

    from tutor.session.commands import fold

    said = fold(wanted)
    for entry in (*(e for e in entries if e.id == wanted), *(e for e in entries if fold(e.title) == said)):
        return entry
    names = {name: e.id for e in reversed(entries) for name in (fold(e.title), e.id)}
    titles = {e.id: e.title for e in reversed(entries)}
    near = [e.id for e in entries if said and (said in e.id or said in fold(e.title))]
    near = near or [names[name] for name in get_close_matches(said, names, n=FEW, cutoff=0.5)]
    few = " o ".join(f"«{id}» ({titles[id]})" for id in list(dict.fromkeys(near))[:FEW])
    ask = f"¿Querías decir {few}? " if few else ""
    raise UsageError(f"No conozco el fallo «{wanted}».", hint=f"{ask}Todos: `tutor explain errores`.")


def _own(screen: Screen, entries: Sequence[Entry]) -> None:
    """Those this learner has made and not mended, before all others."""
    from tutor.session.journal import data_folder, look
    from tutor.session.progress import slips_made

    pending = [made.id for made in slips_made(look(data_folder()).events()) if not made.mended]
    titles = {entry.id: entry.title for entry in reversed(entries)}
    rows = [(titles[id], f"`tutor explain errores {id}`") for id in pending if id in titles]
    if rows:
        screen.title("Los tuyos, por enmendar")
        screen.blank()
        screen.pairs(rows)


def _one(screen: Screen, entries: Sequence[Entry], entry: Entry) -> None:
    """One slip with everything that is known of it, and where else it is made."""
    screen.title(f"{entry.title} ({entry.id})")
    others = [e.equation for e in entries if e.id == entry.id and e.equation != entry.equation]
    also = f" También en: {', '.join(f'`tutor explain errores {name}`' for name in others)}." if others else ""
    screen.note(f"{WHERE.get(entry.equation, entry.equation)}.{also}")
    screen.blank()
    screen.text(entry.says)
    screen.pairs([("Qué hacer", entry.do), *([("Cómo notarlo", entry.notice)] if entry.notice else [])])
    if not entry.effects:
        return
    screen.blank()
    numbers = "Con los números de la lección" if entry.running else "Con estos números"
    screen.text(numbers + (" y máscara causal:" if entry.masked else ":"))
    screen.blank()
    screen.matrices(entry.data)
    if entry.plain:
        screen.text(f"  {entry.plain}")
    screen.blank()
    flat = [(e.step, e.right, e.wrong) for e in entry.effects if not e.drawn]
    if flat:
        screen.table(("", "bien", "con el fallo"), flat)
    for effect in entry.effects:
        if effect.drawn:
            screen.blank()
            screen.text(f"{effect.whole}:")
            screen.matrices(effect.drawn)
