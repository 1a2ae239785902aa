"""«Juega»: another query, or a factor for z; first one guesses which key wins, then sees weights and output move.

Nothing is stored and nothing is marked. As many times as one likes; `salir` goes back to the lesson.
"""

from __future__ import annotations

from typing import Any

from tutor.answers import Reading, read, write
from tutor.session.commands import Command, parse
from tutor.session.turns import Item, Sentence, Turn, Waits
from tutor.units import Choice, OpenUnit
from tutor.units.blocks import key_labels
from tutor.units.choices import read_choice
from tutor.units.views import ChartView

PROMPT = "juega> "
FACTOR_MARKS = ("x", "×", "*", "por")
TIE = 1e-9
LARGEST = 1e6
"""Numbers beyond it only show infinities."""


def playable(unit: OpenUnit) -> bool:
    """Whether a unit's own numbers are one query with keys and values."""
    scope = unit.scope()
    names = {*scope.equation.inputs, *scope.equation.steps}
    return {"Q", "K", "V", "scaled", "weights", "output"} <= names and scope["Q"].shape[-2] == 1


class Play:
    """One learner trying numbers on a unit whose equation scores keys. `over` says that they went back."""

    def __init__(self, unit: OpenUnit, locale: str) -> None:
        self.unit = unit
        self.locale = locale
        self.over = False
        self._query = list(unit.scope()["Q"].reshape(-1).tolist())
        self._factor = 1.0
        self._guessing = False
        labels = key_labels(unit, unit.scope()["scores"].shape[-1])
        self._keys = tuple(Choice(str(i), label) for i, label in enumerate(labels))

    def start(self) -> Turn:
        """What can be typed, and the first question."""
        size = self.unit.scope()["Q"].shape[-1]
        example = write([2.0, -1.0, 0.5, 1.0][:size] + [0.0] * (size - 4), 1, self.locale, brackets=False)
        ways = f"Escribe otra consulta Q ({size} números, por ejemplo {example}), o un factor para z («x 4», «x 0»)."
        return self._asks(Sentence(f"A jugar: no cuenta nada. {ways} «salir» vuelve a la lección."))

    def submit(self, text: str) -> Turn:
        """One line: numbers to try, or the guess that they wait for."""
        if parse(text) in (Command.LEAVE, Command.BACK) or (not text.strip() and not self._guessing):
            self.over = True
            return Turn((), Waits.ANSWER)
        return self._guessed(text) if self._guessing else self._tried(text)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _tried(self, text: str) -> Turn:
        bare = text.strip().casefold()
        mark = next((m for m in FACTOR_MARKS if bare.startswith(m)), None)
        shape = self.unit.scope()["Q"].shape[-1]
        if mark is not None:
            reading = read(bare.removeprefix(mark), "scalar", locale=self.locale)
        else:
            reading = read(text, "vector", shape=(shape,), locale=self.locale)
        if not _small(reading) or (mark is None and len(_flat(reading.value)) != shape):
            return self._asks(Sentence(f"{reading.message} Pido {shape} números para Q, o «x» y un factor.".strip()))
        if mark is not None:
            self._factor = float(_flat(reading.value)[0])
        else:
            self._query, self._factor = _flat(reading.value), 1.0
        self._guessing = True
        options = ", ".join(key.text.removeprefix("clave ") for key in self._keys)
        return self._asks(Sentence(f"Antes de verlo: ¿qué clave ganará? ({options})"))

    def _guessed(self, text: str) -> Turn:
        guess = read_choice(text, self._keys, self.locale)
        if guess.outcome != "value" and text.strip():
            return self._asks(Sentence(guess.message))
        self._guessing = False
        query = [x * self._factor for x in self._query]
        scope = self.unit.over_with({"Q": [query]}).scope()
        z, weights = (scope[step].reshape(-1).tolist() for step in ("scaled", "weights"))
        output = scope["output"].reshape(-1).tolist()
        winners = [i for i, w in enumerate(weights) if w > max(weights) - TIE]
        return self._asks(
            Sentence(self._verdict(guess, winners)),
            Sentence(f"z = {write(z, 3, self.locale)}"),
            ChartView("bars", "", (tuple(weights),), 3, tuple(key.text for key in self._keys)),
            Sentence(f"Salida: {write(output, 2, self.locale)}. Otra Q, otro factor, o «salir»."),
        )

    def _verdict(self, guess: Reading, winners: list[int]) -> str:
        if len(winners) > 1:
            return "Empate: ninguna gana sola."
        won = f"Gana la {self._keys[winners[0]].text}"
        if guess.value is None:
            return f"{won}."
        return f"{won}: lo habías visto." if guess.value == winners[0] else f"{won}, y no la que decías."

    def _asks(self, *items: Item) -> Turn:
        return Turn(items, Waits.ANSWER, prompt=PROMPT)


def _flat(value: Any) -> list[float]:
    return [float(v) for v in value] if isinstance(value, list) else [float(value)]


def _small(reading: Reading) -> bool:
    return reading.outcome == "value" and all(abs(v) <= LARGEST for v in _flat(reading.value))
