"""What came in: one hand-in, and all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tutor.errors import Notice
from tutor.files.bulk_records import bulk_record
from tutor.roster.directory import Directory
from tutor.roster.people import Roster, State


@bulk_record(frozen=True, slots=True)
class HandIn:
    """One thing handed in: a file, a row of a table, an online text.

    `student_id` is the roster's own spelling when the student is on it, else what was written; empty when nobody could
    be recognised. `answers` maps question ids to raw texts (absent or empty: not answered) and is None when the file
    could not be read. `problem` says why a person must look, also when some answers were read. `source` names the
    file and, in a table, the line (`notas.csv:17`). `date` is an ISO text (comparable as text), empty when the hand-in
    carries none: dates of files on disk are not trusted. `raw_name` is the file's name as it came, for the audit.
    """

    student_id: str
    answers: Mapping[str, str] | None
    source: str
    problem: Notice | None = None
    notices: tuple[Notice, ...] = ()
    date: str = ""
    known: bool = True
    """Whether the student is on the roster; True for all when there is no roster."""
    name: str = ""
    raw_name: str = ""
    sheet_code: str = ""
    """The short code a sheet carries to tell whose numbers it shows; empty when it has none."""
    order: tuple[str, int] = ("", 0)
    """Where it came from, to sort by: the same whatever the order in which files were given."""
    fingerprint: str = ""
    """Eight digits of the hash of the file's bytes: the same wherever it lies; empty for what was no file."""
    other_date: str = ""
    """`date` with its month first, where nothing tells which of the two it is."""
    not_sent: bool = False
    """Whether a quiz says that this attempt was never sent: nothing was handed in."""

    @property
    def hint(self) -> State | None:
        """The state that reading alone decides, or None when the answers must be judged."""
        if self.not_sent:
            return State.MISSING
        if self.answers is None or self.problem is not None:
            return State.UNREADABLE
        if not any(text.strip() for text in self.answers.values()):
            return State.BLANK
        return None


@dataclass(frozen=True)
class ClassWork:
    """Everything that came in: hand-ins sorted by `order`, several a student when there are duplicates.

    `notices` concern the whole (a dialect, files left aside); those of one hand-in are in it.
    """

    roster: Roster | None
    handins: tuple[HandIn, ...]
    notices: tuple[Notice, ...] = ()
    ignored: tuple[str, ...] = field(default=())
    """Files that systems leave behind (`.DS_Store`, `__MACOSX/`), for `--verbose`."""

    @cached_property
    def directory(self) -> Directory:
        """Who is meant by what a teacher writes of this class."""
        return Directory(self.roster)
