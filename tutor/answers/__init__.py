"""What the learner wrote: text to numbers, numbers to text. Knows nothing of right or wrong, and imports no NumPy."""

from tutor.answers.locales import DEFAULT_LOCALE, LOCALES, decimal_mark
from tutor.answers.read import read
from tutor.answers.reading import BLANK_REASONS, Kind, Nested, Outcome, Places, Reading
from tutor.answers.write import write, write_number

__all__ = [
    "BLANK_REASONS",
    "DEFAULT_LOCALE",
    "LOCALES",
    "Kind",
    "Nested",
    "Outcome",
    "Places",
    "Reading",
    "decimal_mark",
    "read",
    "write",
    "write_number",
]
