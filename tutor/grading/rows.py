"""One student's row: state, mark, points and what a person should know, from the judgements of their hand-in.

Most rows have nothing to say: they are made of the pattern of their verdicts alone, which a class of 100 000 has few
of; the others by `_Maker`, which gives the same where nothing is to be said.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from tutor.answers import Reading, write
from tutor.errors import Notice
from tutor.files.text import display, id_key
from tutor.grading.ambiguous import Ways
from tutor.grading.decisions import PRINT, Decisions, Doubt, quote
from tutor.grading.marking import WAITING, Marked
from tutor.grading.records import BY_HAND, MAXIMUM, Asked, Decision, Row, decimal_text, spoken
from tutor.intake.duplicates import Candidates
from tutor.intake.models import HandIn
from tutor.intake.online_text import THING
from tutor.judging import VERDICTS, Verdict
from tutor.judging.messages import misshapen
from tutor.roster.people import State, Student
from tutor.units.templates import shown_places

Points = Fraction | None
NOBODY = "no está en la lista; si sabes de quién es, pon su id en esta línea"
ZERO, TOP = Fraction(0), Fraction(MAXIMUM)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """What follows from the verdicts of a hand-in. A class has few patterns, and each is worked out once."""

    verdicts: tuple[Verdict, ...]
    points: tuple[Points, ...]
    state: State
    mark: Fraction
    quiet: bool
    """Whether no answer waits for a person nor has the wrong shape."""
    slipped: tuple[int, ...]
    """The questions with a slip."""


@dataclass(frozen=True)
class Made:
    """A row with what goes with it: `at` is the hand-in it was made from, None when it was made from none."""

    row: Row
    doubts: tuple[Doubt, ...]
    notices: tuple[Notice, ...]
    at: int | None


@dataclass(frozen=True)
class JudgedClass:
    """All hand-ins, judged, of which rows are made one by one."""

    handins: Sequence[HandIn]
    marked: Marked
    ways: Mapping[int, Ways]
    numberless: Sequence[bool]
    """Whether there is no sheet to judge it by."""
    others: Mapping[int, str]
    """Whose numbers it is right for, of a hand-in that is right for a classmate's."""
    read: Callable[[str, int], Reading | None]
    """read(question, hand-in) -> how its text was read."""
    decisions: Decisions
    locale: str
    undecided: bool
    """Whether several hand-ins of one student wait for a person, instead of the best mark counting."""

    def row(self, choice: Candidates, at: int, student: Student | None) -> Made:
        """The row of one student, whose hand-ins lie from `at` on."""
        handin, pattern = choice.handins[0], self.pattern(at)
        who = (handin.student_id, handin.name) if student is None else (student.id, student.name)
        if (
            len(choice.handins) > 1 or choice.notices or not handin.known or handin.notices or not handin.student_id
            or handin.problem is not None or handin.answers is None or not pattern.quiet or self.numberless[at]
            or at in self.others or id_key(who[0]) in self.decisions.students
        ):  # fmt: skip
            maker = _Maker(self, choice, at, student)
            return Made(maker.make(), tuple(maker.doubts), tuple(maker.notices), maker.chosen)
        row = Row(
            *who, pattern.state, pattern.mark, pattern.points, pattern.verdicts, self.slips(at), student=student,
            handin=handin,
        )  # fmt: skip
        return Made(row, (), (), at)

    def pattern(self, at: int) -> _Pattern:
        """What follows from the verdicts of a hand-in and from what each of its answers earns."""
        key = codes, units = self._keys[at]
        if key not in self._patterns:
            verdicts, sums = tuple(VERDICTS[code] for code in codes), self.marked.sums
            points = tuple(map(sums.points, units))
            self._patterns[key] = _Pattern(
                verdicts,
                points,
                State.BLANK if all(v is Verdict.BLANK for v in verdicts) else State.GRADED,
                sum((p or ZERO for p in points), ZERO),
                WAITING.isdisjoint(verdicts) and Verdict.WRONG_SHAPE not in verdicts,
                tuple(j for j, v in enumerate(verdicts) if v is Verdict.SLIP),
            )
        return self._patterns[key]

    def slips(self, at: int) -> tuple[str, ...]:
        """The first slip of each answer, empty where there is none."""
        slipped = self.pattern(at).slipped
        if not slipped:
            return self._no_slips
        return tuple(self.marked.slips[at, j][0] if j in slipped else "" for j in range(len(self._no_slips)))

    @cached_property
    def _keys(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Codes of the verdicts, and units earned: what is carried without evidence earns nothing."""
        codes, units = (map(tuple, array.tolist()) for array in (self.marked.verdicts, self.marked.units))
        return list(zip(codes, units, strict=True))

    @cached_property
    def _patterns(self) -> dict[tuple[tuple[int, ...], tuple[int, ...]], _Pattern]:
        return {}

    @cached_property
    def _no_slips(self) -> tuple[str, ...]:
        return ("",) * len(self.marked.sums.asked)


class _Judged:
    """One hand-in among all."""

    def __init__(self, judged: JudgedClass, at: int) -> None:
        self.at = at
        self.handin = judged.handins[at]
        self.ways = judged.ways.get(at)
        self.other = judged.others.get(at, "")
        self.numberless = judged.numberless[at]
        self.pattern = judged.pattern(at)
        self.slips = judged.slips(at)

    def text(self, question: str) -> str:
        return (self.handin.answers or {}).get(question, "")

    @property
    def whole_problem(self) -> str:
        """Why a person must look at all of it, or "" when answer by answer will do."""
        if self.handin.problem is not None:
            return self.handin.problem.text
        if self.handin.answers is None:
            return "no se puede abrir"
        return "no están sus números entre los de las hojas" if self.numberless else ""


class _Maker:
    """Makes a row of which there is something to say."""

    def __init__(self, class_: JudgedClass, choice: Candidates, at: int, student: Student | None) -> None:
        self.class_ = class_
        self.judged = [_Judged(class_, i) for i in range(at, at + len(choice.handins))]
        self.student = student
        self.asked = class_.marked.sums.asked
        first = choice.handins[0]
        self.id = student.id if student is not None else first.student_id or f"¿{display(first.source, 60)}?"
        self.doubts: list[Doubt] = []
        self.notices: list[Notice] = []
        self.notes: list[str] = [notice.text for notice in choice.notices]
        self.of_choice = len(self.notes)
        """How many of the notes are of the choice itself."""
        self.chosen: int | None = None
        self.decided = False
        self.by_hand: set[int] = set()

    def make(self) -> Row:
        decision = self._decision("", quote(self._files()))
        one = self.judged[0] if len(self.judged) == 1 else self._kept(decision) or self._best()
        if len(self.judged) > 1 and self.decided:  # which of them counts is no longer in doubt
            files = ", ".join(display(_file(j.handin)) for j in self.judged)
            several = f"{display(self.id)} entregó {len(self.judged)} cosas distintas: {files}"
            self.notes = [several, *self.notes[self.of_choice :]]
        self.notes += [n.text for n in (one or self.judged[-1]).handin.notices]
        if decision is not None and decision.points is None and not decision.keeps:
            self.notes = [f"sin nota, por decisión{_by(decision)}", *self.notes]
            return self._row(one or self.judged[-1], State.MISSING, None, ())
        whole = self._whole(decision)
        if one is not None and one.handin.not_sent and whole is None:
            return self._row(one, State.MISSING, None, ())
        if one is None or (problem := one.whole_problem):
            whole = self._in_parts(one) if whole is None else whole
            reason = self.notes[0] if one is None else problem
            marks = self._possible(one)
            if whole is None:
                stranger = "" if self.judged[0].handin.known else f"{NOBODY}; "
                self._doubt("", self._files(), min(marks), max(marks), f"{stranger}{reason}")
                why = one.handin.problem.to_send if one is not None and one.handin.problem is not None else reason
                text = f"{spoken(marks, between=one is not None)}: {why}"
                self.notes = [text, *(n for n in self.notes if n != reason)]
            return self._row(one or self.judged[-1], State.UNREADABLE, whole, marks)
        self.chosen = one.at
        points, marks, waits = self._settle(one)
        if one.other:
            self.notes.append(f"coincide con los números de {display(one.other)}: no puntúa; solo lo ves tú")
        if whole is None and any(p is None for p in points):
            self.notes = [f"{spoken(marks)}: {'; '.join(waits)}", *self.notes]
            return self._row(one, State.UNREADABLE, None, marks, points)
        if whole is not None:
            self.doubts.clear()
        total = sum((p for p in points if p is not None), ZERO)
        blank = all(v is Verdict.BLANK for v in one.pattern.verdicts) and not self.decided
        if not one.handin.known and not self.decided:
            self._doubt("", self._files(), total, total, NOBODY)
        return self._row(one, State.BLANK if blank else State.GRADED, total if whole is None else whole, (), points)

    def _row(
        self, one: _Judged, state: State, mark: Points, marks: Sequence[Fraction], points: Sequence[Points] = ()
    ) -> Row:
        judged = bool(points)
        if state is State.UNREADABLE and mark is not None:
            state = State.GRADED
        waiting = state is State.UNREADABLE
        if not one.handin.known:
            state = State.UNKNOWN
            self.notes.insert(0, "no está en la lista")
        nothing: tuple[None, ...] = (None,) * len(self.asked)
        return Row(
            self.id,
            self.student.name if self.student is not None else one.handin.name,
            state,
            mark,
            tuple(points) if judged else nothing,
            one.pattern.verdicts if judged else nothing,
            one.slips if judged else ("",) * len(self.asked),
            tuple(dict.fromkeys(self.notes)),
            tuple(sorted(set(marks))) if waiting else (),
            self.decided,
            frozenset(self.by_hand),
            self.student,
            one.handin,
            one.other,
            waiting and not judged and len(self.judged) == 1,
        )

    def _best(self) -> _Judged | None:
        """Of several hand-ins, the one with the best mark among those that can be read; None when nobody may choose."""
        if self.class_.undecided:
            return None
        sound = [j for j in self.judged if not j.whole_problem] or list(self.judged)
        return max(sound, key=lambda j: (max(self._possible(j)), j.handin.order))

    def _possible(self, one: _Judged | None) -> tuple[Fraction, ...]:
        """The marks a hand-in may end in, before any decision."""
        if one is None:
            return tuple(sorted({mark for judged in self.judged for mark in self._possible(judged)}))
        if one.handin.answers is None or one.numberless:
            return (ZERO, TOP)
        known = sum((p for p in one.pattern.points if p is not None), ZERO)
        if one.handin.problem is not None:
            return (known, TOP)
        return self._range(one, {}, one.ways.at if one.ways else ())

    def _range(self, one: _Judged, decided: Mapping[int, Fraction], at: Sequence[int]) -> tuple[Fraction, ...]:
        """Totals by every reading left, what was decided over it, with each unreadable answer worth nothing or all."""
        bases: list[Sequence[Points]] = [one.pattern.points]
        if at and one.ways is not None:
            bases = [[self.class_.marked.sums.points(u) for u in one.ways.marked.units[i].tolist()] for i in at]
        totals: set[Fraction] = set()
        for base in bases:
            points = [decided.get(j, p) for j, p in enumerate(base)]
            sums = {sum((p for p in points if p is not None), ZERO)}
            for question, p in zip(self.asked, points, strict=True):
                if p is None:
                    sums |= {s + question.points for s in sums}
            totals |= sums
        return tuple(sorted(totals))

    def _settle(self, one: _Judged) -> tuple[list[Points], tuple[Fraction, ...], list[str]]:
        """Points answer by answer, with the teacher's decisions over them; the marks still possible; what waits."""
        points = list(one.pattern.points)
        decided: dict[int, Fraction] = {}
        verdicts = one.pattern.verdicts
        waits: list[str] = []
        for j, question in enumerate(self.asked):
            text = one.text(question.id)
            decision = self._decision(question.id, quote(text))
            name = question.title.lower()
            if decision is not None and decision.points is not None:
                self.by_hand.add(j)
                points[j] = decided[j] = decision.points
                self.notes.append(f"{name}: {decimal_text(decision.points)} por decisión{_by(decision)}")
            elif verdicts[j] in WAITING:
                reading = self.class_.read(question.id, one.at)
                options = reading.options if reading is not None else ()
                meaning = " o ".join(self._echo(question, o) for o in options if o.value is not None)
                reason = _why_unread(question, verdicts[j], reading)
                waits.append(f"{name} {quote(text)}: {reason}")
                ways = one.ways.points(j) if one.ways is not None and j in one.ways.doubts else []
                low, high = (ways[0], ways[-1]) if ways else (ZERO, question.points)
                self._doubt(question.id, quote(text, meaning), low, high, reason)
            elif verdicts[j] is Verdict.WRONG_SHAPE:
                self.notes.append(f"{name} no puntúa: {self._misshapen(question, one.at)}")
        left = one.ways.agreeing({j: p for j, p in decided.items() if j in one.ways.doubts}) if one.ways else []
        return points, self._range(one, decided, left or (one.ways.at if one.ways else ())), waits

    def _echo(self, question: Asked, reading: Reading) -> str:
        """What a reading says, as it is echoed to who writes it: an operation with the decimals asked."""
        return write(reading.value, shown_places(reading.value, reading.places, question.decimals), self.class_.locale)

    def _misshapen(self, question: Asked, at: int) -> str:
        judged, _ = self.class_.marked.place(at)
        reading = self.class_.read(question.id, at)
        asked, got = misshapen(judged[question.id].cells.shape[1:], reading.value if reading is not None else None)
        return f"{asked} y hay {got}" if got else asked

    def _kept(self, decision: Decision | None) -> _Judged | None:
        """Of several hand-ins, the one the teacher named."""
        if decision is None or not decision.keeps:
            return None
        name = id_key(decision.keeps)
        names = [(id_key(file_and_print(j.handin)), id_key(_file(j.handin)), j) for j in self.judged]
        for fits in (lambda n: n == name, lambda n: n.endswith(name), lambda n: name in n):
            hits = [one for whole, file, one in names if fits(whole) or fits(file)]
            if len(hits) == 1:
                self.notes.append(f"cuenta {display(_file(hits[0].handin))}, por decisión{_by(decision)}")
                return hits[0]
        self.decided = False
        return None

    def _whole(self, decision: Decision | None) -> Points:
        """A mark decided by hand for the whole hand-in."""
        if decision is None or decision.points is None:
            return None
        self.notes.append(f"{BY_HAND}, por decisión{_by(decision)}")
        return decision.points

    def _in_parts(self, one: _Judged | None) -> Points:
        """The sum of what was decided question by question for a hand-in that nobody can cut into questions: of all of
        them, or nothing, which is said."""
        found = [
            (q, d)
            for q in self.asked
            if (d := self.class_.decisions.on(self.id, q.id, quote(one.text(q.id)) if one else "")) is not None
            and d.points is not None
        ]
        if not found:
            return None
        if len(found) == len(self.asked):
            self.decided = True
            return self._whole(replace(found[-1][1], points=sum((d.points or ZERO for _, d in found), ZERO)))
        where = found[0][1].where
        lacking = next(q.id for q in self.asked if q.id not in {known.id for known, _ in found})
        text = f"{where}: la entrega de {display(self.id)} no se puede cortar en preguntas y falta decidir «{lacking}»:"
        text += " no lo aplico. Decide todas, o su nota entera en una línea sin pregunta."
        self.notices.append(Notice("decision-in-parts", text, where))
        return None

    def _decision(self, question: str, read: str) -> Decision | None:
        decision = self.class_.decisions.on(self.id, question, read)
        if decision is not None:
            self.decided = True
        elif (old := self.class_.decisions.outdated(self.id, question, read)) is not None:
            what = f"«{question}»" if question else "la entrega"
            text = f"{old.where}: {display(self.id)} ha cambiado {what} desde tu decisión: no la aplico."
            self.notices.append(Notice("decision-outdated", text, old.where))
        return decision

    def _files(self) -> str:
        return " y ".join(sorted(display(file_and_print(j.handin), 150) for j in self.judged))

    def _doubt(self, question: str, read: str, low: Fraction, high: Fraction, reason: str) -> None:
        text = read if read.startswith("«") else quote(read)
        name = self.student.name if self.student is not None else self.judged[0].handin.name
        for judged in self.judged:
            reason = reason.replace(judged.handin.source, _file(judged.handin))
        self.doubts.append(Doubt(self.id, question, text, low, high, display(reason, 300), display(name)))


_UNREAD = {
    **dict.fromkeys(("words", "unexpected-text"), "hay palabras entre los números"),
    "spreadsheet-error": "es un error de la hoja de cálculo",
}


def _why_unread(question: Asked, verdict: Verdict, reading: Reading | None) -> str:
    """Why a person must read an answer, told to that person."""
    if verdict is Verdict.ASK:
        return "se puede leer de varias maneras"
    if reading is not None and THING.search(reading.text):
        return "no está escrita: abre la entrega y mírala"
    if question.decimals is None:
        return "no se sabe qué opción dice"
    reason = reading.reason if reading is not None else None
    return _UNREAD.get(reason or "", "no se lee como números")


def _file(handin: HandIn) -> str:
    """The name of a file, or of a table and its line."""
    return handin.source.rpartition("/")[2]


def file_and_print(handin: HandIn) -> str:
    """A hand-in as `leo` shows it: by what it is, not by where it lies."""
    mark = handin.fingerprint
    if not mark:
        answers = sorted((q, "".join(t.split())) for q, t in (handin.answers or {}).items() if t.strip())
        mark = hashlib.sha256(repr(answers or handin.source).encode()).hexdigest()[:8]
    return f"{_file(handin)}, {PRINT} {mark}"


def _by(decision: Decision) -> str:
    who = f" de {display(decision.by)}" if decision.by else ""
    return f"{who} ({display(decision.date)})" if decision.date else who
