"""One question in front of one learner: what is typed goes in, what the tutor answers comes out.

Nothing typed here costs anything but a number that was read and is wrong. The walker (`walk`, `practice`) decides which
question is on the desk and obeys the commands that leave it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from tutor.answers import Reading, read, write
from tutor.course import OpenQuestion, OpenUnit
from tutor.course.asides import Aside, answered, aside_of
from tutor.course.views import TextView, WorkedView
from tutor.judging.verdicts import Judgement, Verdict
from tutor.session.asking import how_to_write, options_of, question_digest, unread
from tutor.session.commands import ABOUT, Command, parse, yes_or_no
from tutor.session.events import Event, EventKind, Mode, pack
from tutor.session.nested import pick, places_of, put
from tutor.session.results import Commands, Echo, Hint, Item, Role, Said, Told, Waits

TRIES_BEFORE_OFFER = 2
ORDINALS = ("primer", "segundo", "tercer", "cuarto", "quinto", "sexto")
NOTED = "noted"
SEEN = "seen"
"""The verdicts told of a prediction, and of a question whose solution was shown."""


class Status(StrEnum):
    """Where a question stands. Only `open` is still to be done."""

    OPEN = "open"
    SOLVED = "solved"
    CARRIED = "carried"
    """Right from an earlier mistake: it stands until that one is mended."""
    NOTED = "noted"
    SEEN = "seen"
    SKIPPED = "skipped"

    @property
    def done(self) -> bool:
        """The learner did it: it is not asked again."""
        return self in (Status.SOLVED, Status.CARRIED, Status.NOTED)


@dataclass(frozen=True, slots=True)
class Reply:
    """What one line typed brought. `command` is for the walker to obey; `status` says where the question stands now."""

    items: tuple[Item, ...] = ()
    status: Status = Status.OPEN
    waits: Waits = Waits.ANSWER
    events: tuple[Event, ...] = ()
    command: Command | None = None
    prompt: str = "> "


@dataclass
class Desk:
    """`mine` are the answers given so far, this question's too; the desk keeps it up to date.

    `done` says that the question was done before: a wrong try does not undo it.
    """

    unit: OpenUnit
    question: OpenQuestion
    mine: dict[str, Reading]
    mode: Mode = "lesson"
    locale: str = "es"
    tries: int = 0
    hints: int = 0
    done: bool = False
    waits: Waits = Waits.ANSWER
    _options: tuple[Reading, ...] = ()
    _last: tuple[Reading, Judgement] | None = None
    _cell: tuple[int, ...] | None = field(default=None)
    _aside: Aside | None = None

    # -- what is typed -------------------------------------------------------------------------------------------------

    def submit(self, text: str) -> Reply:
        """Takes one line. A command that leaves the question comes back in `command`."""
        waits, self.waits = self.waits, Waits.ANSWER
        command = parse(text, [c.label for c in self.question.choices])
        if command is not None:
            return self._obey(command)
        if waits is Waits.YES_NO and (wanted := yes_or_no(text)) is not None:
            return self._solution() if wanted else Reply((Said("De acuerdo, sigue tú."),))
        if waits is Waits.OPTION and text.strip() in map(str, range(1, len(self._options) + 1)):
            return self.judged(self._options[int(text.strip()) - 1])
        aside, self._aside = self._aside, None
        if aside is not None and not text.strip():
            return Reply((Said("De acuerdo. Repásalo desde ahí y escribe otra vez la respuesta."),))
        if aside is not None and (told := self._put_aside(aside, text)):
            return Reply(told)
        if not text.strip():
            return Reply((replace(self.commands(), brief=True),))
        if self._cell is not None:
            alone = read(text, "scalar", decimals=self.question.decimals, locale=self.locale)
            if alone.outcome == "value":
                return self._small_step(alone)
        return self._heard(self.question.read(text, self.locale))

    def _heard(self, reading: Reading) -> Reply:
        if reading.outcome == "value":
            return self.judged(reading)
        if reading.outcome == "ask":
            self.waits = Waits.OPTION
            self._options = tuple(replace(option, text=reading.text) for option in reading.options)
            return Reply((options_of(reading, self.locale),), waits=Waits.OPTION)
        if reading.blank:
            return Reply((Said("Sin prisa: no cuenta como intento."), self._offer()))
        return Reply(unread(reading))

    def _obey(self, command: Command) -> Reply:
        match command:
            case Command.HINT:
                return self._hint()
            case Command.SOLUTION:
                return self.ask_solution()
            case Command.STEP:
                return self.begin_small_steps()
            case Command.HELP:
                return Reply((self.commands(),))
            case _:
                return Reply(command=command)

    # -- judging -------------------------------------------------------------------------------------------------------

    def judged(self, reading: Reading) -> Reply:
        q = self.question
        echo = (*self._echo(reading), *self.remarked(reading))
        if not q.model.graded:
            self.mine[q.id] = reading
            event = self.event("answer", reading, NOTED)
            return Reply((*echo, self._reason(NOTED, reading)), Status.NOTED, events=(event,))
        judgement = self.unit.judge(q.id, reading, self.earlier(), self.locale)
        verdict = judgement.verdict
        event = self.event("answer", reading, verdict.value, judgement.slips)
        if not verdict.attempt:
            return Reply((*echo, Told(verdict, judgement.message)), events=(event,))
        if not self.done or verdict.correct or verdict is Verdict.CARRIED:
            self.mine[q.id] = reading
        self._last = reading, judgement
        self._cell = None
        if verdict.correct:
            return Reply((*echo, self._reason(verdict, reading)), Status.SOLVED, events=(event,))
        if verdict is Verdict.CARRIED:
            return Reply((*echo, Told(verdict, judgement.message)), Status.CARRIED, events=(event,))
        self.tries += 1
        self._aside = aside_of(q, judgement)
        offer = (self._offer(),) if self.tries >= TRIES_BEFORE_OFFER else ()
        return Reply((*echo, Told(verdict, judgement.message), *offer), events=(event,))

    def _put_aside(self, aside: Aside, text: str) -> tuple[Item, ...]:
        """What the learner got at an earlier step, asked for to tell two explanations apart; nothing if it is not that.

        A right answer to the question itself is one, whatever was asked.
        """
        direct = self.question.read(text, self.locale)
        if direct.outcome == "value":
            verdict = self.unit.judge(self.question.id, direct, self.earlier(), self.locale).verdict
            if verdict.correct or verdict is Verdict.CARRIED:
                return ()
        told = answered(self.unit, self.question, aside, text, self.locale)
        if told is None:
            return ()
        again = Said("Escribe otra vez la respuesta cuando la tengas.", Role.OFFER)
        return (Echo(f"{aside.step.title}, {told.read}"), Said(told.text), again)

    def _reason(self, verdict: str, reading: Reading | None = None) -> Told:
        return Told(verdict, self.unit.reason(self.question.id, reading, self.mine, self.locale))

    def _echo(self, reading: Reading) -> tuple[Item, ...]:
        """A choice typed as its label needs no echo; in other words, it is told as it was taken."""
        q = self.question
        if reading.text.strip().casefold() in {c.label.casefold() for c in q.choices}:
            return ()
        return (Echo(q.write(reading, self.locale)),)

    def remarked(self, reading: Reading) -> tuple[Item, ...]:
        """What the reader remarks on a text it accepted."""
        return tuple(Said(note, Role.NOTE) for note in reading.notes)

    def earlier(self) -> dict[str, Reading]:
        """The answers to the questions before this one: what an error may have been carried from."""
        found = {}
        for q in self.unit.questions:
            if q.id == self.question.id:
                break
            if q.id in self.mine:
                found[q.id] = self.mine[q.id]
        return found

    # -- help ----------------------------------------------------------------------------------------------------------

    def _hint(self) -> Reply:
        ladder = self.unit.hints(self.question.id, self.mine, self.locale)
        if self.hints >= len(ladder):
            return Reply((Said("No me quedan pistas. «solución» te enseña la cuenta hecha."),))
        self.hints += 1
        return Reply((Hint(ladder[self.hints - 1], self.hints, len(ladder)),), events=(self.event("hint"),))

    def ask_solution(self) -> Reply:
        if not self.question.model.graded:
            return Reply((Said("Es una apuesta: la respuesta llegará con tus propios números. Elige una."),))
        self.waits = Waits.YES_NO
        asked = "¿Te enseño la cuenta hecha? La pregunta quedará como vista, no como resuelta."
        return Reply((Said(asked, Role.OFFER),), waits=Waits.YES_NO, prompt="[sí/no] ")

    def _solution(self) -> Reply:
        self.mine.pop(self.question.id, None)
        lines = self.unit.solution(self.question.id, self.mine, self.locale)
        worked = TextView("\n".join(lines)) if self.question.model.solution else WorkedView(lines)
        return Reply((worked, self._reason(SEEN)), Status.SEEN, events=(self.event("solution"),))

    def _offer(self) -> Said:
        """One next act for whoever is stuck; nothing is ever blocked."""
        left = len(self.question.model.hints) - self.hints
        ways = [f"«pista» (te quedan {left})" if left > 1 else "«pista» (la última)"] if left else []
        if self._wrong_cells():
            ways.append("«paso» para ir número a número")
        if self.tries >= TRIES_BEFORE_OFFER and self.question.model.graded:
            ways.append("«solución» para ver la cuenta")
        ways.append("«saltar» para seguir")
        return Said(f"Si quieres: {', '.join(ways[:-1])} o {ways[-1]}.", Role.OFFER)

    # -- a smaller step: one cell at a time ----------------------------------------------------------------------------

    def _wrong_cells(self) -> list[tuple[int, ...]]:
        """Places of the last answer that are not right; none for a single number."""
        before = self.mine.get(self.question.id)
        if self._last is None and before is not None and self.question.shape is not None:
            self._last = before, self.unit.judge(self.question.id, before, self.earlier(), self.locale)
        if self._last is None or self.question.shape is None or self._last[1].correct:
            return []
        cells = self._last[1].cells
        return [at for at in places_of(self._last[0].value) if cells is None or not pick(cells, at)]

    def begin_small_steps(self) -> Reply:
        wrong = self._wrong_cells()
        if self.question.shape is None:
            return Reply((Said("Aquí ya se pide un solo número. «pista» te ayuda a sacarlo."),))
        if not wrong:
            return Reply((Said("Prueba primero tú; si no sale, lo hacemos número a número."),))
        self._cell = wrong[0]
        return Reply((Said(f"Vamos solo con {self._place(wrong[0])}. Escribe ese número.", Role.OFFER),))

    def _small_step(self, alone: Reading) -> Reply:
        assert self._cell is not None
        assert self._last is not None
        cell, last = self._cell, self._last[0]
        value, places = put(last.value, cell, alone.value), put(last.places, cell, alone.places)
        whole = Reading("value", write(value, places, self.locale), last.kind, value=value, places=places)
        judgement = self.unit.judge(self.question.id, whole, self.earlier(), self.locale)
        if not judgement.verdict.attempt or judgement.correct or judgement.verdict is Verdict.CARRIED:
            self._cell = None
            return self.judged(whole)
        event = self.event("answer", whole, judgement.verdict.value, judgement.slips)
        echo = Echo(write(alone.value, alone.places, self.locale))
        if judgement.cells is None or not pick(judgement.cells, cell):
            asked = self.question.decimals or 0
            few = isinstance(alone.places, int) and alone.places < asked
            again = f"Vuelve a probar, con {asked} decimales," if few else "Vuelve a probar,"
            return Reply((echo, Told(Verdict.WRONG, f"{again} o escribe «pista».")), events=(event,))
        self._last = whole, judgement
        self.mine[self.question.id] = whole
        self._cell = next(iter(self._wrong_cells()), cell)
        text = f"Ahora {self._place(self._cell)}."
        return Reply((echo, Told(Verdict.EXACT, text, "Ese está bien")), events=(event,))

    def _place(self, cell: tuple[int, ...]) -> str:
        if len(cell) == 2:
            return f"la fila {cell[0]}, columna {cell[1]} (contando desde 0)"
        return f"el {ORDINALS[cell[0]]} número" if cell[0] < len(ORDINALS) else f"el número {cell[0] + 1}"

    # -- records and words ---------------------------------------------------------------------------------------------

    def event(
        self, kind: EventKind, reading: Reading | None = None, verdict: str = "", slips: tuple[str, ...] = ()
    ) -> Event:
        """What is to be remembered of an act on this question."""
        return Event(
            kind,
            self.unit.unit.unit,
            self.mode,
            self.unit.variant,
            self.unit.unit.version,
            self.question.id,
            question_digest(self.unit, self.question),
            reading.text if reading else "",
            pack(reading) if reading else "",
            verdict,
            tuple(slips),
            self.question.model.skill,
            self.locale,
        )

    def commands(self) -> Commands:
        """What can be typed now, and how an answer is written."""
        rows = list(ABOUT.items())
        if self._wrong_cells():
            rows.insert(2, (Command.STEP, "número a número, empezando por el que falla"))
        return Commands(tuple(rows), how_to_write(self.question, self.locale))
