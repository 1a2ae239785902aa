"""What the learner wrote: text to numbers, numbers to text. Knows nothing of right or wrong, and imports no NumPy.

In the order in which a text passes through them:

    read              plain answers by the short way of `fast_path`, all others by `full_parser`: the order of work
    column            a class's answers to one question: the plain ones all together, as arrays
    characters        one alphabet, by table: dashes, blanks, digits, brackets; what is refused
    words_and_labels  LaTeX, words, labels, wrappings; what says that there is no answer
    enumeration       what numbers a line or an answer: `1.-`, `a)`, bullets; rows parted by slashes
    brackets          what is open is closed; what stands around rows and cells
    layout            lines and rows: the grids that a text may be
    cells             a line cut into cells: `separators` (what may separate), `commas` (glued ones), `joining`
    scalar            one cell: `numerals` (which mark is decimal), `expression` (operations: `tokens`, `arithmetic`),
                      `respellings` (what may have got lost: the ^ of a power, a raised point)
    resolution        which grid holds, by the shape asked; or a question back
    messages          every sentence, in Spanish
    write             numbers to text that can be read back; `locales` has the three ways of writing numbers

`reading` has the result: a value, a question back with the readings it is torn between, or an error with its place.
Many small files because each is one thing that happens to a text, in the order above, and knows nothing of the next.
`source` keeps, all the way, where each character stood in the text as it was typed.
"""

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
