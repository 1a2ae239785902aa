"""Many learners: read what they handed in, grade it, write gradebooks, feedback and the report.

In: `encoding` (bytes to text, by rule) → `tables` (CSV, XLSX) → `roster.load_roster(path, columns=…) -> Roster`,
`sheets.load_sheets(path) -> Sheets`, `handins.collect(paths, questions, roster=…) -> ClassWork`, and for a table that
does not fit in memory `handins.stream(path, questions, roster=…, chunk=…) -> Iterator[list[HandIn]]`; `questions` maps
question ids to titles, in order. `handins.by_student(handins)` groups duplicates: identical ones once, the last of
dated ones, else all of them. All of it speaks in the dataclasses of `models`.
"""
