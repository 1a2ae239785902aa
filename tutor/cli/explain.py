"""`tutor explain`: a topic with its numbers; the slips and the errata."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.errors import ExitCode, TutorError, UsageError
from tutor.phrasing import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tutor.screen import Screen
    from tutor.terminal import Terminal
    from tutor.units import OpenUnit
    from tutor.units.catalogue import Entry

SLIPS, ERRATA = "errores", "erratas"
SCORES_TOPIC = "softmax"
"""The topic whose scores `--scores` can change."""
EXAMPLE = '`tutor explain softmax --scores "{}"`'
ALL, MOST_OWN = "todos", 5
"""What lists every slip; how many of one's own are shown first."""


def explain(
    ctx: typer.Context,
    topic: Annotated[str, typer.Argument(help="una unidad, «errores» o «erratas»; sin tema, los enumera")] = "",
    slip: Annotated[list[str] | None, typer.Argument(help="con «errores»: palabras del fallo, o «todos»")] = None,
    deny: Annotated[bool, typer.Option("--deny", help="con un fallo tuyo: no fue eso, táchalo")] = False,
    scores: Annotated[str, typer.Option("--scores", metavar="TEXTO", help='otras puntuaciones: "2 -1 0,5"')] = "",
) -> ExitCode:
    """Explica un tema con sus números, sin preguntar nada.

    `tutor explain errores` enseña tus fallos por enmendar y busca entre los que el tutor reconoce;
    `tutor explain errores raíz`, los que hablan de la raíz. `tutor explain erratas` dice en qué se aparta el texto de
    la cuenta.
    """
    from tutor.screen import Screen

    terminal: Terminal = ctx.obj
    screen = Screen(terminal)
    words = " ".join(slip or [])
    if words and topic != SLIPS:
        raise UsageError(f"Sobra «{words}»: solo «{SLIPS}» lleva un nombre detrás.", hint="Escribe `tutor explain`.")
    if scores and topic != SCORES_TOPIC:
        from tutor.cli.inputs import LIST, example

        way = EXAMPLE.format(example(LIST, terminal.locale))
        raise UsageError("--scores solo va con el tema softmax.", hint=f"Así: {way}.")
    if not topic:
        _list(screen)
    elif topic == SLIPS:
        _slips(screen, words, deny)
    else:
        _unit(screen, topic, scores)
    terminal.stdout.flush()
    return ExitCode.OK


def _list(screen: Screen) -> None:
    from tutor.cli.unit_list import show_units
    from tutor.units import Heading, headings

    screen.text("Temas. Para ver uno: `tutor explain NOMBRE`.")
    slips = Heading(SLIPS, "", "los fallos que el tutor reconoce, con sus números y cómo notarlos")
    ours = [h for h in headings() if not h.folder]
    last = [h for h in ours if h.name == ERRATA]
    topics = [*(h for h in ours if h not in last), slips, *last, *(h for h in headings() if h.folder)]
    show_units(screen, ((h, h.summary) for h in topics))


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
        blocks = [block for block in part.blocks if not isinstance(block, Question)]
        if blocks and len(opened.unit.parts) > 1:
            screen.title(part.title)
        screen.views(resolve(block, opened, locale=locale) for block in blocks)
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


def _slips(screen: Screen, words: str, deny: bool) -> None:
    """One's own and how to look for others; all; those of one group; those that words name, one with everything."""
    from tutor.units.catalogue import catalogue, named

    entries = catalogue(screen.terminal.locale)
    if not words:
        return _index(screen, entries)
    if words == ALL or words in {e.equation for e in entries}:
        return _listed(screen, [e for e in entries if words in (ALL, e.equation)])
    found = named(entries, words)
    if not found:
        titles = {e.title: e for e in entries}
        raise UsageError(
            f"No conozco ningún fallo «{words}».", hint=f"{_meant(words, titles)}Todos: `tutor explain errores {ALL}`."
        )
    if deny:
        return _deny(screen, found[0])
    if len(found) == 1:
        return _one(screen, entries, found[0])
    screen.text(f"Con «{words}» hay {len(found)}. Uno, con más detalle: `tutor explain errores` y su nombre.")
    _listed(screen, found)


def _meant(words: str, titles: Iterable[str]) -> str:
    from tutor.errors import nearest

    close = nearest(words, titles)
    return f"¿Querías decir «{close}»? " if close else ""


def _index(screen: Screen, entries: Sequence[Entry]) -> None:
    """Those this learner has made and not mended, then how to find any."""
    from tutor.authoring import open_unit
    from tutor.session.journal import data_folder, look
    from tutor.session.progress import slip_title, slips_made

    pending = [made for made in slips_made(look(data_folder()).events()) if not made.mended][:MOST_OWN]
    if pending:
        screen.title("Los tuyos, por enmendar")
        units = {}
        for unit in {made.unit for made in pending}:
            with suppress(TutorError):  # its file may be gone
                units[unit] = open_unit(unit)
        times = [(slip_title(made, units.get(made.unit)), made.times) for made in pending]
        screen.pairs([(title, plural(count, "vez", "veces")) for title, count in times])
        screen.note("Si alguno no fue ese: `tutor explain errores NOMBRE --deny` lo tacha.")
        screen.blank()
    screen.text("Busca un fallo por sus palabras: `tutor explain errores raíz`. Por grupos:")
    counts = Counter(entry.equation for entry in entries)
    headings = {entry.equation: entry.heading for entry in entries}
    groups = [(f"{name} ({counts[group]})", group) for group, name in headings.items() if group]
    screen.pairs([(name, f"`tutor explain errores {group}`") for name, group in groups])
    screen.text(f"Todos, con sus números: `tutor explain errores {ALL}`.")


def _listed(screen: Screen, entries: Sequence[Entry]) -> None:
    """Slips by group, each with one number and what to do."""
    group = None
    for entry in entries:
        if entry.equation != group:
            group = entry.equation
            screen.title(entry.heading)
        screen.blank()
        screen.text(entry.title, "strong")
        for effect in entry.effects[:1]:
            screen.worked([f"{effect.step}: lo correcto, {effect.right}; con el fallo, {effect.wrong}"])
        screen.text(f"  {entry.do}")


def _deny(screen: Screen, entry: Entry) -> None:
    """Strikes a slip off the learner's own."""
    from tutor.session.events import Event
    from tutor.session.journal import data_folder, open_journal
    from tutor.session.progress import slips_made

    journal = open_journal(data_folder())
    made = next((m for m in slips_made(journal.events()) if m.id == entry.id), None)
    if made is None:
        screen.text(f"«{entry.title}» no está entre los tuyos.")
        return
    event = Event("deny", made.unit, "lesson", question=made.question, slips=(made.id,))
    for notice in journal.add([event] * made.times):
        screen.text(notice)
    screen.text(f"Tachado: «{entry.title}» ya no está entre los tuyos.")


def _one(screen: Screen, entries: Sequence[Entry], entry: Entry) -> None:
    """One slip with everything that is known of it, and where else it is made."""
    screen.title(entry.title)
    others = [e.equation for e in entries if e.id == entry.id and e.equation != entry.equation]
    also = f" También en: {', '.join(f'`tutor explain errores {name}`' for name in others)}." if others else ""
    screen.note(f"{entry.heading}.{also}")
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
