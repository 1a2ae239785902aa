"""One question in front of one learner: what is typed goes in, what the tutor answers comes out.

Nothing typed here costs anything but a number that was read and is wrong. Which question comes, and the
commands that leave it, are for the conversation it stands in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from tutor.answers import Reading, read, write
from tutor.judging.verdicts import AskBack, Judgement, Verdict
from tutor.session.answer_format import how_to_write, in_that_form, options_of, question_digest, unread
from tutor.session.commands import ABOUT, SOMETIMES, Command, parse, yes_or_no
from tutor.session.events import Event, EventKind, Mode, pack
from tutor.session.small_steps import Place, join_cells, place_name, places_left, split_cells
from tutor.session.turns import Commands, Echo, Feedback, Hint, Item, Role, Sentence, Waits
from tutor.units import OpenQuestion, OpenUnit, explanations
from tutor.units.judge import judge_answer, judge_asked_back, judge_number
from tutor.units.templates import shown_places
from tutor.units.views import TextView, WorkedView

TRIES_BEFORE_OFFER = 2
MIXED = "Unos números salen de los datos y otros de un fallo anterior. Sácalos todos de los datos."
"""Each number is right by itself, and the whole is not."""
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
class QuestionPrompt:
    """`answers` are the answers given so far, this question's too; they are kept up to date here.

    `done` says that the question was done before: a wrong try does not undo it. Only whole answers are answers: in a
    smaller step the numbers wait here until the last one is there.
    """

    unit: OpenUnit
    question: OpenQuestion
    answers: dict[str, Reading]
    mode: Mode = "lesson"
    locale: str = "es"
    tries: int = 0
    hints: int = 0
    done: bool = False
    waits: Waits = Waits.ANSWER
    _options: tuple[Reading, ...] = ()
    _last: Reading | None = None
    """The last whole try of this sitting that was wrong."""
    _cells: dict[Place, Reading] | None = None
    """In a smaller step, the numbers that are right, by their place."""
    _asked_back: AskBack | None = None
    _named: tuple[str, ...] = ()
    """The slip that was named last, until it is denied."""
    _message: str = ""
    """What was said of the last wrong try: said once more after help was offered, it brings the next hint along."""

    @property
    def solvable(self) -> bool:
        """Whether there is a solution to be shown here."""
        return self.question.model.graded

    # -- what is typed -------------------------------------------------------------------------------------------------

    def submit(self, text: str) -> Reply:
        """Takes one line. A command that leaves the question comes back in `command`."""
        waits, self.waits = self.waits, Waits.ANSWER
        command = parse(text, [c.label for c in self.question.choices])
        if command is not None:
            return self._obey(command)
        if waits is Waits.YES_NO and (wanted := yes_or_no(text)) is not None:
            return self._solution() if wanted else Reply((Sentence("De acuerdo, sigue tú."),))
        if waits is Waits.OPTION and text.strip() in map(str, range(1, len(self._options) + 1)):
            return self._answered(self._options[int(text.strip()) - 1])
        asked_back, self._asked_back = self._asked_back, None
        if asked_back is not None and not text.strip():
            return Reply((Sentence("De acuerdo. Repásalo desde ahí y escribe otra vez la respuesta."),))
        if asked_back is not None and (explained := self._answered_back(asked_back, text)):
            return Reply(explained)
        if not text.strip():
            return Reply((replace(self.commands(), brief=True),))
        return self._answered(self._read(text))

    def _read(self, text: str) -> Reading:
        """What was typed, as an answer to what is asked: one number in a smaller step, where the whole is taken too."""
        whole = self.question.read(text, self.locale)
        if self._cells is None:
            return whole
        alone = read(text, "scalar", decimals=self.question.decimals, locale=self.locale)
        return whole if whole.outcome == "value" and alone.outcome != "value" else alone

    def _answered(self, reading: Reading) -> Reply:
        if reading.outcome == "value":
            one = self._cells is not None and reading.kind == "scalar"
            return self._small_step(reading) if one else self.judged(reading)
        if reading.outcome == "ask":
            self.waits = Waits.OPTION
            self._options = tuple(replace(option, text=reading.text) for option in reading.options)
            return Reply((options_of(reading, self.locale),), waits=Waits.OPTION)
        if reading.blank:
            return Reply((Sentence("Sin prisa: no cuenta como intento."), self._offer()))
        return Reply(unread(reading))

    def _obey(self, command: Command) -> Reply:
        match command:
            case Command.HINT:
                return self._hint()
            case Command.SOLUTION:
                return self.ask_solution()
            case Command.STEP:
                return self.begin_small_steps()
            case Command.DENY:
                return self._deny()
            case Command.HELP:
                return Reply((self.commands(),))
            case _:
                return Reply(command=command)

    # -- judging -------------------------------------------------------------------------------------------------------

    def judged(self, reading: Reading) -> Reply:
        """What is said of an answer that could be read."""
        q = self.question
        echo = (*self._echo(reading), *self.remarked(reading))
        if not q.model.graded:
            self.answers[q.id] = reading
            event = self.event("answer", reading, NOTED)
            return Reply((*echo, self._reason(NOTED, reading)), Status.NOTED, events=(event,))
        judgement = self._judgement(reading)
        verdict = judgement.verdict
        event = self.event("answer", reading, verdict.value, judgement.slips)
        if not judgement.attempt:
            return Reply((*echo, self.again(judgement)), events=(event,))
        if not self.done or verdict.correct or verdict is Verdict.CARRIED:
            self.answers[q.id] = reading
        self._cells = None
        if verdict.correct:
            return Reply((*echo, self._reason(verdict, reading)), Status.SOLVED, events=(event,))
        if verdict is Verdict.CARRIED:
            return Reply((*echo, Feedback(verdict, judgement.message)), Status.CARRIED, events=(event,))
        self.tries += 1
        self._last = reading
        self._asked_back, self._named = judgement.parts.asks, judgement.slips
        again, self._message = judgement.message == self._message, judgement.message
        hint = self._hint() if again and self.tries > TRIES_BEFORE_OFFER and self._hints_left else Reply()
        offer = (self._offer(),) if self.tries >= TRIES_BEFORE_OFFER else ()
        items = (*echo, Feedback(verdict, judgement.message), *hint.items, *offer)
        return Reply(items, events=(event, *hint.events))

    def _answered_back(self, asked_back: AskBack, text: str) -> tuple[Item, ...]:
        """What the learner got at an earlier step, asked for to tell two explanations apart; nothing if it is not that.

        A right answer to the question itself is one, whatever was asked.
        """
        direct = self._read(text)
        if direct.outcome == "value":
            one = self._cells is not None and direct.kind == "scalar"
            judgement = self._judged_number(direct, self._places_left()[0]) if one else self._judgement(direct)
            if _accepted(judgement):
                return ()
        earlier = judge_asked_back(self.unit, self.question, asked_back, text, self.locale)
        if earlier is None:
            return ()
        again = Sentence("Escribe otra vez la respuesta cuando la tengas.", Role.OFFER)
        return (Echo(f"{earlier.title}, {earlier.read}"), Sentence(earlier.text), again)

    def again(self, judgement: Judgement) -> Feedback:
        """What is said of an answer that is asked again and is no attempt; of another form, with an example of it."""
        if judgement.verdict is not Verdict.WRONG_SHAPE:
            return Feedback(judgement.verdict, judgement.message)
        parts = replace(judgement.parts, do=in_that_form(self.question, self.locale))
        return Feedback(judgement.verdict, parts.at_prompt)

    def _judgement(self, reading: Reading) -> Judgement:
        return judge_answer(self.unit, self.question.id, reading, self.earlier(), self.locale)

    def _reason(self, verdict: str, reading: Reading | None = None) -> Feedback:
        return Feedback(verdict, explanations.reason(self.unit, self.question.id, reading, self.answers, self.locale))

    def _echo(self, reading: Reading) -> tuple[Item, ...]:
        """A choice typed as its label needs no echo; in other words, it is told as it was taken."""
        q = self.question
        if reading.text.strip().casefold() in {c.label.casefold() for c in q.choices}:
            return ()
        return (Echo(q.write(reading, self.locale)),)

    def remarked(self, reading: Reading) -> tuple[Item, ...]:
        """What the reader remarks on a text it accepted."""
        return tuple(Sentence(note, Role.NOTE) for note in reading.notes)

    def earlier(self) -> dict[str, Reading]:
        """The answers to the questions before this one: what an error may have been carried from."""
        found = {}
        for q in self.unit.questions:
            if q.id == self.question.id:
                break
            if q.id in self.answers:
                found[q.id] = self.answers[q.id]
        return found

    def _deny(self) -> Reply:
        """Takes back a mistake that was not made."""
        if not self._named:
            return Reply((Sentence("Aquí no te he atribuido ningún fallo."),))
        slips, self._named = self._named, ()
        sentence = Sentence(
            "De acuerdo: no lo apunto entre tus fallos. La respuesta sigue sin salir; revísala por otro lado."
        )
        return Reply((sentence,), events=(self.event("deny", slips=slips),))

    # -- help ----------------------------------------------------------------------------------------------------------

    def _hint(self) -> Reply:
        ladder = explanations.hints(self.unit, self.question.id, self.answers, self.locale)
        if self.hints >= len(ladder):
            way = "«solución» te enseña la cuenta hecha" if self.solvable else "«saltar» sigue con la siguiente"
            return Reply((Sentence(f"No me quedan pistas. {way}."),))
        self.hints += 1
        return Reply((Hint(ladder[self.hints - 1], self.hints, len(ladder)),), events=(self.event("hint"),))

    def ask_solution(self) -> Reply:
        """Asks whether to show it: the question then counts as seen."""
        if not self.question.model.graded:
            return Reply((Sentence("Es una apuesta: la respuesta llegará con tus propios números. Elige una."),))
        self.waits = Waits.YES_NO
        asked = "¿Te enseño la cuenta hecha? La pregunta quedará como vista, no como resuelta."
        return Reply((Sentence(asked, Role.OFFER),), waits=Waits.YES_NO, prompt="[sí/no] ")

    def _solution(self) -> Reply:
        self.answers.pop(self.question.id, None)
        lines = explanations.solution(self.unit, self.question.id, self.answers, self.locale)
        worked = TextView("\n".join(lines)) if self.question.model.solution else WorkedView(lines)
        return Reply((worked, self._reason(SEEN)), Status.SEEN, events=(self.event("solution"),))

    @property
    def _hints_left(self) -> int:
        return len(self.question.model.hints) - self.hints

    def _offer(self) -> Sentence:
        """One next act for whoever is stuck; nothing is ever blocked."""
        left = self._hints_left
        ways = [f"«pista» (te quedan {left})" if left > 1 else "«pista» (la última)"] if left else []
        if self._cells is None and self._tried():
            ways.append("«paso» para ir número a número")
        if self.tries >= TRIES_BEFORE_OFFER and self.solvable:
            ways.append("«solución» para ver la cuenta")
        ways.append("«saltar» para seguir")
        return Sentence(f"Si quieres: {', '.join(ways[:-1])} o {ways[-1]}.", Role.OFFER)

    # -- a smaller step: one cell at a time ----------------------------------------------------------------------------

    def begin_small_steps(self) -> Reply:
        """One number at a time: those that the last try lacks, or all of them where no wrong one stands."""
        if self.question.shape is None:
            return Reply((Sentence("Aquí ya se pide un solo número. «pista» te ayuda a sacarlo."),))
        if not self._tried():
            return Reply((Sentence("Prueba primero tú; si no sale, lo hacemos número a número."),))
        last = self._last or (None if self.done else self.answers.get(self.question.id))
        found = {} if last is None else split_cells(last)
        self._cells = {at: one for at, one in found.items() if _accepted(self._judged_number(one, at))}
        if not self._places_left():
            self._drop_strays()
        return Reply(self.awaited())

    def awaited(self) -> tuple[Item, ...]:
        """Which number alone is awaited, in a smaller step."""
        if self._cells is None:
            return ()
        return (Sentence(f"Vamos solo con {place_name(self._places_left()[0])}. Escribe ese número.", Role.OFFER),)

    def _tried(self) -> bool:
        """Whether a list or a matrix has been tried, today or before."""
        tried = self.tries or self.done or self._last is not None or self.question.id in self.answers
        return self.question.shape is not None and bool(tried)

    def _judged_number(self, one: Reading, at: Place) -> Judgement:
        return judge_number(self.unit, self.question.id, at, one, self.earlier(), self.locale)

    def _places_left(self) -> list[Place]:
        return places_left(self.question, self._cells or {})

    def _small_step(self, alone: Reading) -> Reply:
        """One number: it is judged as if it alone were asked, and the last one makes the answer."""
        assert self._cells is not None
        at = self._places_left()[0]
        judgement = self._judged_number(alone, at)
        read_as = write(alone.value, shown_places(alone.value, alone.places, self.question.decimals), self.locale)
        items: tuple[Item, ...] = (Echo(read_as), *self.remarked(alone))
        if not _accepted(judgement):
            self._asked_back = judgement.parts.asks
            again = self._asked_back is None and judgement.attempt
            more = (Sentence("Vuelve a probar, o escribe «pista».", Role.OFFER),) if again else ()
            return Reply((*items, Feedback(judgement.verdict, judgement.message), *more))
        self._cells[at] = alone
        if not self._places_left():
            whole = join_cells(self.question, self._cells, self.locale)
            if _accepted(self._judgement(whole)):
                return self.judged(whole)
            self._drop_strays()
            return Reply((*items, Feedback(Verdict.WRONG, MIXED), *self.awaited()))
        word = "Ese está bien" if judgement.correct else ""
        return Reply((*items, Feedback(judgement.verdict, f"Ahora {place_name(self._places_left()[0])}.", word)))

    def _drop_strays(self) -> None:
        """Some numbers right from the data and others from an earlier mistake are no answer: the latter are to go.

        A try that has become right since, with the answer it came from, is done anew.
        """
        cells = self._cells or {}
        left = {at: one for at, one in cells.items() if judge_number(self.unit, self.question.id, at, one).correct}
        self._cells = left if len(left) < len(cells) else {}

    # -- records and words ---------------------------------------------------------------------------------------------

    def event(
        self, kind: EventKind, reading: Reading | None = None, verdict: str = "", slips: tuple[str, ...] = ()
    ) -> Event:
        """What is to be remembered of an act on this question."""
        return Event(
            kind,
            self.unit.name,
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
        offered = {Command.DENY} if self._named else set()
        rows = [(c, about) for c, about in ABOUT.items() if c not in SOMETIMES - offered]
        if self.question.shape is not None:
            rows.insert(2, (Command.STEP, "número a número, cuando ya has probado"))
        asked = self.question if self._cells is None else self.question.alone(self._places_left()[0])
        return Commands(tuple(rows), how_to_write(asked, self.locale))


def _accepted(judgement: Judgement) -> bool:
    """Right, or right from the learner's own earlier numbers."""
    return judgement.correct or judgement.verdict is Verdict.CARRIED
