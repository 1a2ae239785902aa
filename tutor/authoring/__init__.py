"""For those who write units: every mistake of a file at once, the proof of a unit, drafts.

In: the files of units. Out: a valid `Unit`, or its problems with their lines; a report of what is proved.
It knows no learner and no class.
"""

from tutor.authoring.unit_file import load_unit, open_unit, open_version

__all__ = ["load_unit", "open_unit", "open_version"]
